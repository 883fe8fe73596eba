"""Figures of a reader's own scores.

Models have the names that a legend can show; their full names appear next to the figure, as text.
"""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from evalcore.language import places
from evalcore.language import translated as _
from evalcore.metrics import CalibrationGroups, ConfusionMatrix, PrecisionRecallCurve, RocCurve
from evalcore.plots.costs import (
    cost_plane,
    plot_bands,
    plot_chosen,
    plot_chosen_line,
    plot_operating_abscissa,
)
from evalcore.plots.metrics import (
    confusion_matrix_frame,
    plot_counts,
    plot_guessing,
    plot_point,
    plot_precision_recall,
    plot_reliability,
    plot_roc,
    pr_plane,
    roc_plane,
)
from evalcore.plots.style import ABOVE, CHOSEN, INK, MUTED, NEGATIVE, PALE, POSITIVE, curve_styles

LEGEND_WIDTH, SAMPLE_WIDTH = 84, 6  # of a legend above its panel, and of a line in it, in characters
SHORT_NAME = 14  # so short that it has room below a ROC curve
FEW_CLASSES = 12  # so few that the counts of their confusion matrix are readable
FEW_CURVES = 2  # so few that their bands or intervals are readable over one another


def ranking_frames(
    curves: Mapping[str, tuple[RocCurve, PrecisionRecallCurve]], share: float, x: float, axes: Mapping[str, Axes]
) -> None:
    """Draw all ROC (a) and P-R curves (b), an empty confusion matrix (c), cost space with P(+)cost marked (d)."""
    roc_plane(axes["a"])
    plot_guessing(share, pr_plane(axes["b"], named=False))
    for (letter, (roc, precision_recall)), style in zip(curves.items(), curve_styles(len(curves)), strict=True):
        plot_roc(roc, axes["a"], label=letter, **style)
        plot_precision_recall(precision_recall, axes["b"], **style)
    inside = len(curves) <= FEW_CURVES and max(map(places, curves)) <= SHORT_NAME
    axes["a"].legend(**({"loc": "lower right"} if inside else ABOVE))
    confusion_matrix_frame(axes["c"])
    plot_operating_abscissa(x, cost_plane(axes["d"], named=False))
    axes["d"].set_ylabel(axes["d"].get_ylabel(), loc="top")  # longer than this axis; there is space below


def ranking_parts(
    cm: ConfusionMatrix, precision: float, at: np.ndarray, edges: Sequence[np.ndarray], axes: Mapping[str, Axes]
) -> None:
    """Draw one threshold of one learner: points and bands (a, b), counts (c), cost line (d).

    Dragging the points or the line moves the control ``called_positive``.
    """
    for letter, (low, high) in zip("ab", edges, strict=True):
        axes[letter].fill_between(at, low, high, facecolor=(MUTED, 0.1), edgecolor=MUTED, linewidth=0.6)
    plot_point(cm.fpr, cm.tpr, axes["a"], handle="called_positive")
    if precision >= 0:  # false for nan: precision is undefined when nothing is predicted positive
        plot_point(cm.tpr, precision, axes["b"], handle="called_positive")
    plot_counts(cm, axes["c"])
    plot_chosen_line(np.array([cm.fpr, cm.fnr]), axes["d"], handle="called_positive")


def reliability_frames(
    groups: Mapping[str, CalibrationGroups], ends: Mapping[str, np.ndarray], axes: Sequence[Axes]
) -> None:
    """Draw each model's groups on its axes: share of positives, with its interval, against mean probability."""
    for (letter, learner), style, ax in zip(groups.items(), curve_styles(len(groups)), axes, strict=True):
        shares = learner.positives / learner.examples
        plot_reliability(learner.predicted, shares, ax, label=letter, **style)
        ax.vlines(learner.predicted, *ends[letter], color=style["color"], linewidth=1)
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
        ax.legend(**(ABOVE if len(groups) > FEW_CURVES else {"loc": "upper left"}))


def bill_frames(x: np.ndarray, costs: Mapping[str, np.ndarray], ax: Axes) -> None:
    """Draw the normalised cost of each learner with its band at every P(+)cost; rows are cost, low, high."""
    cost_plane(ax, named=False)
    for (letter, (cost, _low, _high)), style in zip(costs.items(), curve_styles(len(costs)), strict=True):
        ax.plot(x, cost, label=letter, **style)
    if len(costs) <= FEW_CURVES:
        plot_bands(x, np.array([rows[1:] for rows in costs.values()]).swapaxes(0, 1), ax)
    highest = max(0.55, 1.05 * max(high.max() for _cost, _low, high in costs.values()))
    ax.set(ylim=(0, highest), aspect="auto")
    ax.legend(**ABOVE, ncols=_columns(costs))


def _columns(names: Collection[str]) -> int:
    """Return the number of columns of a legend above its panels."""
    return min(max(1, LEGEND_WIDTH // (SAMPLE_WIDTH + max(map(places, names)))), len(names))


def bill_parts(
    x: float, heights: Mapping[str, float], ax: Axes, at: np.ndarray, costs: Mapping[str, np.ndarray]
) -> None:
    """Draw the vertical line at one P(+)cost, mark each model's cost there, and of many models the lowest one's band.

    ``costs`` at ``at`` are those of :func:`bill_frames`.
    """
    if len(costs) > FEW_CURVES:
        lowest = min(heights, key=heights.__getitem__)
        style = curve_styles(len(costs))[[*costs].index(lowest)]
        ax.fill_between(
            at, *costs[lowest][1:], facecolor=(style["color"], 0.2), edgecolor=style["color"], linewidth=0.6
        )
    plot_operating_abscissa(x, ax)
    for height in heights.values():
        plot_chosen(x, height, ax)


def interval_frame(ends: tuple[float, float], at: float, words: str, ax: Axes) -> None:
    """Set up a number line between two ends, labelled ``words``, dashed at ``at`` (the truth, or no difference)."""
    ax.set(xlim=ends, ylim=(-1, 1), yticks=[], xlabel=words)
    ax.spines["left"].set_visible(False)
    ax.axvline(at, color=MUTED, linestyle="--", linewidth=1)


def plot_interval(
    value: float, low: float, high: float, ax: Axes, margin: float = 0, *, handle: str | None = None
) -> None:
    """Draw a number with its interval, and shade the differences up to ``margin`` that do not matter.

    Dragging the number moves the controls named in ``handle``.
    """
    ax.axvspan(-margin, margin, facecolor=(MUTED, 0.2), linewidth=0)
    ax.plot([low, high], [0, 0], color=POSITIVE, marker="|", linestyle="-")
    plot_point(value, 0, ax, f"{value:.3f}", handle=handle)


def plot_residuals(predicted: np.ndarray, residuals: np.ndarray, ax: Axes) -> Axes:
    """Draw measured minus predicted numbers against the predicted ones, and a line at 0."""
    ax.axhline(0, color=MUTED, linestyle="--")
    ax.plot(predicted, residuals, color=POSITIVE, marker="o", markersize=3, linestyle="", alpha=0.5)
    ax.set(xlabel=_("predicted"), ylabel=_("measured minus predicted"))
    return ax


def class_matrix_frame(table: np.ndarray, names: Sequence[str], ax: Axes) -> None:
    """Draw a confusion matrix of several classes: counts, and the share of each true class as the shade of its cells.

    Correct predictions have another colour than errors.
    """
    count = len(table)
    ax.set(xlim=(0, count), ylim=(count, 0), xticks=np.arange(count) + 0.5, yticks=np.arange(count) + 0.5)
    ax.set(xlabel=_("predicted class"), ylabel=_("true class"), yticklabels=names)
    upright = count * max(map(places, names)) > LEGEND_WIDTH // 2
    ax.set_xticklabels(names, rotation=90 if upright else 0)
    ax.tick_params(length=0)
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.spines[:].set_visible(False)
    shares = table / table.sum(axis=1, keepdims=True)
    for (row, column), share in np.ndenumerate(shares):
        colour = POSITIVE if row == column else NEGATIVE
        cell = Rectangle((column, row), 1, 1, facecolor=(colour, 0.4 * share), edgecolor=PALE, linewidth=0.5)
        ax.add_patch(cell)
        if count <= FEW_CLASSES:
            ax.text(column + 0.5, row + 0.5, f"{table[row, column]}", ha="center", va="center", color=INK)


def class_matrix_parts(number: int, count: int, ax: Axes) -> None:
    """Mark the row and the column of one class."""
    for corner, width, height in [((0, number), count, 1), ((number, 0), 1, count)]:
        frame = Rectangle(corner, width, height, facecolor="none", edgecolor=CHOSEN, linewidth=2, clip_on=False)
        ax.add_patch(frame)
