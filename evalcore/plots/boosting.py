"""Figures of the AdaBoost case study: an ensemble in the plane, errors by round, a grid of settings."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Rectangle

from evalcore.costs import CostCurve
from evalcore.language import translated as _
from evalcore.metrics import ConfusionMatrix, PrecisionRecallCurve, RocCurve
from evalcore.plots.costs import cost_plane, plot_chosen, plot_chosen_line, plot_cost_curve, plot_operating_abscissa
from evalcore.plots.metrics import plot_point, plot_precision_recall, plot_roc, pr_plane, roc_plane
from evalcore.plots.style import CHOSEN, CHOSEN_MARKER, GOOD, INK, MUTED, NEGATIVE, PALE, POSITIVE, curve_styles

_GRID_COLUMNS = 10
_AVERAGE_AREA = 34  # square points: the marker of an example with average weight


def plot_line_of_examples(x: np.ndarray, y: np.ndarray, weights: np.ndarray, ax: Axes, label: str = "") -> Axes:
    """Draw examples along a line: a bar upwards for a positive's weight, a hatched bar downwards for a negative's."""
    positive = y == 1
    ax.bar(x[positive], weights[positive], 0.6, color=POSITIVE)
    ax.bar(x[~positive], -weights[~positive], 0.6, color="white", edgecolor=NEGATIVE, hatch="//")
    ax.axhline(0, color=INK, linewidth=1)
    ax.yaxis.set_major_formatter(lambda weight, _place: f"{abs(weight):.2f}")
    ax.set(title=label, xlabel="x", xticks=x[::3])
    return ax


def plane_frames(radius: float, rounds: int, top: float, axes: Mapping[str, Axes]) -> None:
    """Set up the square plane with a circle about the origin (a), and the axes for errors up to ``top`` (b)."""
    axes["a"].set(xlim=(-1.06, 1.06), ylim=(-1.06, 1.06), xticks=[-1, 0, 1], yticks=[-1, 0, 1], aspect="equal")
    axes["a"].set(xlabel=_("first feature"), ylabel=_("second feature"))
    axes["a"].add_patch(Circle((0, 0), radius, facecolor="none", edgecolor=MUTED, linewidth=1))
    rounds_frame(rounds, top, axes["b"])


def plot_weighted_examples(X: np.ndarray, y: np.ndarray, weights: np.ndarray, ax: Axes) -> Axes:
    """Draw positives as filled circles and negatives as open squares; the area of a marker is its weight.

    ``X`` has shape (m, 2); ``weights`` has shape (m,) and sum 1.
    """
    area = _AVERAGE_AREA * weights * len(weights)
    filled = {"marker": "o", "facecolor": POSITIVE, "edgecolor": "white", "linewidth": 0.6}
    outlined = {"marker": "s", "facecolor": "white", "edgecolor": NEGATIVE, "linewidth": 1.4}
    for label, style in [(1, filled), (0, outlined)]:
        chosen = y == label
        ax.scatter(X[chosen, 0], X[chosen, 1], s=area[chosen], zorder=3, **style)
    return ax


def plot_stump(feature: int, threshold: float, ax: Axes) -> Axes:
    """Draw the threshold of a decision stump on the first feature (0) or the second (1)."""
    line = ax.axvline if feature == 0 else ax.axhline
    line(threshold, color=CHOSEN, linestyle="--", zorder=4)
    return ax


def plot_boundary(x: np.ndarray, decision: np.ndarray, ax: Axes) -> Axes:
    """Draw the decision boundary of the ensemble, and shade the positive side.

    ``decision`` has shape (n, n): the decision function at the points of a square grid, both of
    whose axes have the values ``x``.
    """
    if decision.max() > 0 > decision.min():
        ax.contourf(x, x, decision, levels=[0, decision.max() + 1], colors=[POSITIVE], alpha=0.13, zorder=0)
        ax.contour(x, x, decision, levels=[0], colors=[GOOD], linewidths=2, zorder=2)
    return ax


def rounds_frame(rounds: int, top: float, ax: Axes, *, title: str = "") -> Axes:
    """Set up the axes for error rates from 0 to ``top`` over this many rounds."""
    ax.set(xlabel=_("rounds"), ylabel=_("error rate"), xlim=(0, rounds + 1), ylim=(0, top), title=title)
    return ax


def plot_errors_by_round(errors: Mapping[str, np.ndarray], ax: Axes) -> Axes:
    """Draw one curve per name: the error of the ensemble after 1, 2, ... rounds."""
    for (name, error), line in zip(errors.items(), curve_styles(len(errors)), strict=True):
        ax.plot(np.arange(1, len(error) + 1), error, label=name, **line)
    return ax


def plot_last_round(errors: Mapping[str, np.ndarray], ax: Axes) -> Axes:
    """Mark the last point of each curve of :func:`plot_errors_by_round`, and write its name next to it.

    The name of the highest curve is above it, the other names are below their curves.
    """
    highest = max(errors.values(), key=lambda error: error[-1])
    for name, error in errors.items():
        ax.plot([len(error)], [error[-1]], **CHOSEN_MARKER, gid="handle")
        right = len(error) > np.mean(ax.get_xlim())
        near = error[-8:] if right else error[-1:]  # the part of the curve that the name must not cover
        (at, offset, side) = (near.max(), 10, "bottom") if error is highest else (near.min(), -10, "top")
        ax.annotate(name, (len(error), at), (0, offset), textcoords="offset points", color=INK,
                    ha="right" if right else "left", va=side)  # fmt: skip
    return ax


def plot_repeated_errors(errors: Mapping[str, np.ndarray], top: float, axes: Mapping[str, Axes]) -> None:
    """Draw one panel per name: mean errors by round over repeated draws, and a thin line per draw for its test error.

    An entry of ``errors`` has shape (draws, 2, rounds): training and test error.
    """
    for ax, (name, errors_of_draws) in zip(axes.values(), errors.items(), strict=True):
        training, test = np.swapaxes(errors_of_draws, 0, 1)
        rounds = test.shape[1]
        rounds_frame(rounds, top, ax, title=name).label_outer()
        plot_errors_by_round({_("training, mean"): training.mean(axis=0), _("test, mean"): test.mean(axis=0)}, ax)
        ax.plot(range(1, rounds + 1), test.T, color=NEGATIVE, alpha=0.35, linewidth=0.7, linestyle="-", zorder=1)
    next(iter(axes.values())).legend(loc="upper right", handlelength=1.2, handletextpad=0.4)


def plot_best_rule(error: float, ax: Axes) -> Axes:
    """Draw the error of the best possible rule as a labelled line; no expected test error is below it."""
    line = ax.axhline(error, color=MUTED, linewidth=1, linestyle=":", label=_("best rule"))
    ax.legend(handles=[line], loc="lower left")
    return ax


def plot_settings(
    error: np.ndarray, columns: Sequence[object], rows: Sequence[object], ax: Axes, *, names: tuple[str, str]
) -> Axes:
    """Draw a heat map of errors: darker is larger, each cell shows its number, and the smallest is framed.

    ``error`` has shape (rows, columns); ``names`` are those of the horizontal and the vertical axis.
    """
    darkest = error.max() * 2  # twice the maximum, so that black text stays legible
    ax.imshow(error, cmap="Greys", vmin=error.min() * 0.9, vmax=darkest, aspect="auto")
    for (row, column), value in np.ndenumerate(error):
        ax.text(column, row, f"{value:.3f}", ha="center", va="center")
        if value == error.min():
            frame = {"facecolor": "none", "edgecolor": CHOSEN, "linewidth": 4, "clip_on": False, "zorder": 3}
            ax.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, **frame))
    ax.set(xticks=range(len(columns)), xticklabels=columns, yticks=range(len(rows)), yticklabels=rows)
    ax.set(xlabel=names[0], ylabel=names[1])
    ax.tick_params(length=0)
    return ax


def chances_frame(most: int, top: float, ax: Axes, *, seen: int, examples: int) -> Axes:
    """Set up the axes for the probabilities, up to ``top``, of 0, 1, ... ``most`` wrong answers, and mark ``seen``.

    ``examples`` is the number of examples that were answered.
    """
    ax.set(
        xlabel=_("errors among {examples} examples", examples=examples),
        ylabel=_("probability"),
        xlim=(-1, most + 1),
        ylim=(0, top),
    )
    ax.set_xticks(range(0, most + 1, 6))
    ax.axvline(seen, color=INK, linestyle=":", linewidth=1.2)
    ax.text(seen + 0.4, top, _("observed: {seen}", seen=seen), color=INK, va="top")
    return ax


def plot_chances(chances: np.ndarray, tail: range, ax: Axes) -> Axes:
    """Draw the probability of each number of wrong answers, 0, 1, ...; those in ``tail`` are hatched."""
    edges = np.repeat(np.arange(len(chances) + 1) - 0.5, 2)[1:-1]  # one outline is drawn faster than many bars
    heights = np.repeat(chances, 2)
    hatched = slice(2 * tail.start, 2 * tail.stop)
    ax.fill_between(edges, heights, color=PALE, linewidth=0)
    ax.fill_between(edges[hatched], heights[hatched], facecolor="white", edgecolor=CHOSEN, hatch="///", linewidth=1.5)
    return ax


def test_sets_frames(examples: int, most: int, seen: int, sets: int, axes: Mapping[str, Axes]) -> None:
    """Set up a grid of ``examples`` markers (a), and an axis of 0 to ``most`` errors with a line at ``seen`` (b).

    The vertical axis of (b) counts up to ``sets`` test sets.
    """
    rows = -(-examples // _GRID_COLUMNS)
    axes["a"].set(xlim=(-0.7, _GRID_COLUMNS - 0.3), ylim=(-0.7, rows - 0.3), xticks=[], yticks=[], aspect="equal")
    axes["a"].set(xlabel=_("errors in this test set"))
    axes["a"].spines[["left", "bottom"]].set_visible(False)
    axes["b"].set(xlabel=_("errors among {examples} examples", examples=examples), ylabel=_("test sets"))
    axes["b"].set(xlim=(0, most + 1), ylim=(0, sets), xticks=range(0, most + 1, 6))
    axes["b"].axvline(seen, color=INK, linestyle=":", linewidth=1.2)
    axes["b"].text(seen - 0.4, sets, _("published: {seen}", seen=seen), color=INK, ha="right", va="top")


def plot_test_sets(wrong: np.ndarray, errors: np.ndarray, axes: Mapping[str, Axes]) -> None:
    """Cross out the wrong examples of one test set (a), and draw a square per test set at its number of errors (b).

    ``wrong`` has shape (examples,) and belongs to the last of the test sets, whose square is filled.
    """
    column, row = np.arange(len(wrong)) % _GRID_COLUMNS, np.arange(len(wrong)) // _GRID_COLUMNS
    axes["a"].plot(column[~wrong], row[~wrong], marker="o", color=PALE, linestyle="")
    axes["a"].plot(column[wrong], row[wrong], marker="x", color=CHOSEN, linestyle="", markeredgewidth=2.2)
    height = np.array([np.sum(errors[:place] == count) for place, count in enumerate(errors)]) + 0.5
    axes["b"].plot(errors[:-1], height[:-1], marker="s", markerfacecolor="white", color=CHOSEN, linestyle="")
    axes["b"].plot(errors[-1:], height[-1:], marker="s", color=CHOSEN, linestyle="")


def plot_learners(
    errors: Mapping[str, float],
    intervals: Mapping[str, tuple[float, float]],
    axes: Mapping[str, Axes],
    *,
    published: float,
) -> None:
    """Draw the error rate of each learner (a), and the intervals of the differences from a learner without one (b).

    A dotted line marks the ``published`` error rate in (a), and a dashed line no difference in (b).
    """
    rows = {name: -row for row, name in enumerate(errors)}
    for ax in axes.values():
        ax.set(ylim=(min(rows.values()) - 0.6, 0.6))
    axes["a"].plot([*errors.values()], [*rows.values()], marker="o", color=POSITIVE, linestyle="")
    axes["a"].set(yticks=[*rows.values()], yticklabels=[*rows], xlim=(0, 0.5), xlabel=_("error rate"))
    axes["a"].axvline(published, color=INK, linestyle=":", linewidth=1.2)
    axes["a"].text(published - 0.008, 0.5, _("published"), ha="right", va="top")
    for name, error in errors.items():
        axes["a"].annotate(f"{error:.1%}", (error, rows[name]), (8, 0), textcoords="offset points", va="center")
    reference = next(error for name, error in errors.items() if name not in intervals)
    for name, (low, high) in intervals.items():
        axes["b"].plot([low, high], [rows[name]] * 2, marker="|", color=POSITIVE, linestyle="-")
        axes["b"].plot([errors[name] - reference], [rows[name]], marker="o", color=POSITIVE)
    axes["b"].axvline(0, color=MUTED, linestyle="--", linewidth=1)
    axes["b"].set(yticks=[], xlim=(-0.1, 0.2), xlabel=_("difference from AdaBoost, 99 % interval"))
    axes["b"].spines["left"].set_visible(False)


def three_planes(
    curve: PrecisionRecallCurve, roc: RocCurve, costs: CostCurve, x: float, top: float, axes: Mapping[str, Axes]
) -> None:
    """Draw the P-R curve (a), the ROC curve (b), and the cost curve up to ``top`` with a line at P(+)cost = x (c)."""
    plot_precision_recall(curve, pr_plane(axes["a"]))
    plot_roc(roc, roc_plane(axes["b"]))
    cost_plane(axes["c"], named=False).set(ylim=(0, top), aspect="auto", box_aspect=1)
    plot_operating_abscissa(x, plot_cost_curve(costs, axes["c"]))


def plot_threshold_in_planes(cm: ConfusionMatrix, x: float, cost: float, axes: Mapping[str, Axes]) -> None:
    """Draw one threshold as a point of the P-R plane (a) and ROC space (b), and as a line of cost space (c)."""
    plot_point(cm.recall, cm.precision, axes["a"])
    plot_point(cm.fpr, cm.tpr, axes["b"])
    plot_chosen(x, cost, plot_chosen_line(np.array([cm.fpr, cm.fnr]), axes["c"]))
