"""Pictures of a reader's own scores. Learners are letters here: words of a file stand beside the picture, as text."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

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
from evalcore.plots.style import ABOVE, MUTED, POSITIVE, curve_styles


def ranking_frames(
    curves: Mapping[str, tuple[RocCurve, PrecisionRecallCurve]], share: float, x: float, axes: Mapping[str, Axes]
) -> None:
    """All ROC (a) and P-R curves (b), an empty confusion matrix (c), the cost plane with the reader's P(+)cost (d)."""
    roc_plane(axes["a"])
    plot_guessing(share, pr_plane(axes["b"], named=False))
    for (letter, (roc, precision_recall)), style in zip(curves.items(), curve_styles(len(curves)), strict=True):
        plot_roc(roc, axes["a"], label=letter, **style)
        plot_precision_recall(precision_recall, axes["b"], **style)
    axes["a"].legend(loc="lower right")
    confusion_matrix_frame(axes["c"])
    plot_operating_abscissa(x, cost_plane(axes["d"], named=False))
    axes["d"].set_ylabel(axes["d"].get_ylabel(), loc="top")  # it is longer than the side, and below is room


def ranking_parts(
    cm: ConfusionMatrix, precision: float, at: np.ndarray, edges: Sequence[np.ndarray], axes: Mapping[str, Axes]
) -> None:
    """One threshold of one learner: its points with the learner's bands (a, b), its counts (c), its line (d).

    The points and the line move ``called_positive``.
    """
    for letter, (low, high) in zip("ab", edges, strict=True):
        axes[letter].fill_between(at, low, high, facecolor=(MUTED, 0.1), edgecolor=MUTED, linewidth=0.6)  # seen through
    plot_point(cm.fpr, cm.tpr, axes["a"], handle="called_positive")
    if precision >= 0:  # it is undefined where nothing is called positive
        plot_point(cm.tpr, precision, axes["b"], handle="called_positive")
    plot_counts(cm, axes["c"])
    plot_chosen_line(np.array([cm.fpr, cm.fnr]), axes["d"], handle="called_positive")


def reliability_frames(groups: Mapping[str, CalibrationGroups], ends: Mapping[str, np.ndarray], ax: Axes) -> None:
    """The share of positives of each learner's groups, with its interval, against their mean probability."""
    for (letter, found), style in zip(groups.items(), curve_styles(len(groups)), strict=True):
        shares = found.positives / found.examples
        plot_reliability(found.predicted, shares, ax, label=letter, **style)
        ax.vlines(found.predicted, *ends[letter], color=style["color"], linewidth=1)
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    ax.legend(loc="upper left")


def bill_frames(x: np.ndarray, costs: Mapping[str, np.ndarray], ax: Axes) -> None:
    """The cost of each learner with its band at every P(+)cost, as a share of the worst; rows are cost, low, high."""
    cost_plane(ax, named=False)
    for (letter, found), style in zip(costs.items(), curve_styles(len(costs)), strict=True):
        ax.plot(x, found[0], label=letter, **style)
    plot_bands(x, np.array([found[1:] for found in costs.values()]).swapaxes(0, 1), ax)
    highest = max(0.55, 1.05 * max(found[2].max() for found in costs.values()))
    ax.set(ylim=(0, highest), aspect="auto")
    ax.legend(**ABOVE, ncols=len(costs))


def bill_parts(x: float, heights: Mapping[str, float], ax: Axes) -> None:
    """The vertical at one P(+)cost, and where it meets the cost of each learner."""
    plot_operating_abscissa(x, ax)
    for height in heights.values():
        plot_chosen(x, height, ax)


def interval_frame(ends: tuple[float, float], at: float, words: str, ax: Axes) -> None:
    """A line of numbers between two ends, named by ``words``; dashed is where the truth lies, or no difference."""
    ax.set(xlim=ends, ylim=(-1, 1), yticks=[], xlabel=words)
    ax.spines["left"].set_visible(False)
    ax.axvline(at, color=MUTED, linestyle="--", linewidth=1)


def plot_interval(
    value: float, low: float, high: float, ax: Axes, margin: float = 0, *, handle: str | None = None
) -> None:
    """A number with its interval; up to ``margin`` from 0, pale, it does not matter. Dragged, it moves ``handle``."""
    ax.axvspan(-margin, margin, facecolor=(MUTED, 0.2), linewidth=0)
    ax.plot([low, high], [0, 0], color=POSITIVE, marker="|", linestyle="-")
    plot_point(value, 0, ax, f"{value:.3f}", handle=handle)
