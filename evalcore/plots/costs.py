"""Figures of chapter 05: cost space, its lines and their lower envelope, lines of equal cost."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from evalcore.costs import CostCurve
from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.metrics import RocCurve
from evalcore.plots.metrics import plot_roc, roc_plane
from evalcore.plots.style import ABOVE, CHOSEN, CHOSEN_MARKER, GOOD, INK, MUTED, NEGATIVE, PALE, POSITIVE, curve_styles

_TRIVIAL = {"color": MUTED, "linestyle": (0, (2, 3)), "linewidth": 1}
_FALSE_POSITIVES = {"color": NEGATIVE, "linestyle": "-", "linewidth": 4}  # FPR
_BAND_HATCHES = ["", "..", "//", "xx", "\\\\", "oo"]
_FALSE_NEGATIVES = {"color": POSITIVE, "linestyle": (0, (3, 1)), "linewidth": 4}  # FNR
_ERROR_BARS = (
    {"facecolor": POSITIVE, "edgecolor": "white"},  # false negatives
    {"facecolor": "white", "edgecolor": NEGATIVE, "hatch": "///"},  # false positives
)


def cost_frame(ax: Axes, *, xlabel: str = "P(+)cost", ylabel: str = marked("normalised cost")) -> Axes:
    """Set up the empty cost space."""
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal", xlabel=xlabel, ylabel=_(ylabel))
    return ax


def cost_plane(ax: Axes, *, named: bool = True) -> Axes:
    """Draw cost space with the lines of the two trivial classifiers, labelled unless ``named`` is false."""
    ax.plot([0, 1], [0, 1], **_TRIVIAL)
    ax.plot([0, 1], [1, 0], **_TRIVIAL)
    if named:
        for x, words, side in ((0, _("all positive"), "left"), (1, _("all negative"), "right")):  # above the plane
            ax.annotate(words, (x, 1.02), (0, 3), textcoords="offset points", color=MUTED, ha=side, va="bottom")
    return cost_frame(ax)


def point_and_line_frames(roc: RocCurve, axes: dict[str, Axes]) -> None:
    """Draw a pale ROC curve and a legend of the two error rates (a); set up the axes for a line of error rates (b)."""
    plot_roc(roc, roc_plane(axes["a"]), color=PALE, linestyle="-", marker=".")
    for look in (_FALSE_POSITIVES, _FALSE_NEGATIVES):
        axes["a"].plot([], [], **look)
    axes["a"].legend(axes["a"].lines[-2:], ["FPR", "FNR"], loc="lower right")
    cost_frame(axes["b"], xlabel=_("fraction of positives p"), ylabel=_("error rate"))


def plot_rates(fpr: float, fnr: float, axes: dict[str, Axes]) -> None:
    """Draw FPR and FNR of a threshold, as its distances to the left and the top (a) and as the ends of its line (b).

    Dragging the point moves the controls ``fpr`` and ``tpr``; dragging an end moves one of them.
    """
    for x, y, look in [([0, fpr], [1 - fnr] * 2, _FALSE_POSITIVES), ([fpr] * 2, [1 - fnr, 1], _FALSE_NEGATIVES)]:
        axes["a"].plot(x, y, **look)
    plot_chosen(fpr, 1 - fnr, axes["a"], handle="fpr tpr")
    plot_chosen_line(np.array([fpr, fnr]), axes["b"], handle=None)
    for x, rate, look, control in [(0, fpr, _FALSE_POSITIVES, "fpr"), (1, fnr, _FALSE_NEGATIVES, "tpr")]:
        axes["b"].plot([x, x], [0, rate], **look)
        plot_chosen(x, rate, axes["b"], handle=control)


def total_cost_frame(names: Sequence[str], highest: float, ax: Axes) -> Axes:
    """Set up the axes for one bar per name, with a legend of the two kinds of error."""
    ax.set(ylim=(len(names) - 0.4, -0.6), yticks=range(len(names)), yticklabels=names)
    ax.set(xlim=(0, highest), xlabel=_("total cost"))
    ax.tick_params(axis="y", length=0)
    for look, name in zip(_ERROR_BARS, (_("false negatives"), _("false positives")), strict=True):
        ax.barh([0], [0], label=name, **look)
    ax.legend(**ABOVE, ncols=2)
    return ax


def plot_total_costs(costs_of_errors: np.ndarray, ax: Axes) -> Axes:
    """Draw a bar for each row: the cost of its false negatives, then that of its false positives, and the sum."""
    for row, parts in enumerate(costs_of_errors):
        for left, part, look in zip([0, parts[0]], parts, _ERROR_BARS, strict=True):
            ax.barh(row, part, left=left, height=0.6, **look)
        ax.annotate(f"{sum(parts):g}", (sum(parts), row), (6, 0), textcoords="offset points", va="center")
    return ax


def bill_frames(line: np.ndarray, highest: float, axes: dict[str, Axes]) -> None:
    """Draw one line in cost space (a), and set up the axes for two costs per person up to ``highest`` (b)."""
    plot_chosen_line(line, cost_frame(axes["a"]))
    axes["b"].set(ylim=(1.6, -0.6), yticks=[0, 1], yticklabels=[_("expected cost"), _("worst possible")])
    axes["b"].set(xlim=(0, 1.3 * highest), xticks=np.linspace(0, highest, 6), xlabel=_("cost per person"))
    axes["b"].tick_params(axis="y", length=0)


def plot_bill(x: float, height: float, bill: float, worst: float, axes: dict[str, Axes]) -> None:
    """Draw the height of the line at P(+)cost = x (a), and the expected cost with the worst possible one (b)."""
    plot_chosen(x, height, plot_operating_abscissa(x, axes["a"]))
    place = {"ha": "right", "va": "top"} if x > 0.5 else {"ha": "left", "va": "bottom"}
    axes["a"].annotate(f"{height:.3f}", (x, height), (-8, -8) if x > 0.5 else (8, 8), textcoords="offset points",
                       color=CHOSEN, **place)  # fmt: skip
    for row, (price, look) in enumerate([(bill, {"color": CHOSEN}), (worst, {"color": PALE, "hatch": "///"})]):
        axes["b"].barh(row, price, height=0.6, edgecolor="white", **look)
        axes["b"].annotate(f"{price:.2f}", (price, row), (6, 0), textcoords="offset points", va="center")


def plot_cost_lines(lines: np.ndarray, ax: Axes, **line: object) -> Axes:
    """Draw a thin line from (0, FPR) to (1, FNR) for each row of ``lines``."""
    ax.plot([0, 1], lines.T, **{"color": MUTED, "linestyle": "-", "linewidth": 0.8, "alpha": 0.6, **line})
    return ax


def plot_chosen_line(line: np.ndarray, ax: Axes, *, handle: str | None = "handle") -> Axes:
    """Draw the line of the chosen threshold with its two ends; dragging it moves the controls named in ``handle``."""
    ax.plot([0, 1], line, color=CHOSEN, linestyle="--", marker=".", gid=f"{handle or ''} part-line")
    return ax


def plot_chosen(x: float, y: float, ax: Axes, *, handle: str = "handle") -> Axes:
    """Draw the chosen point as a diamond; dragging it moves the controls named in ``handle``."""
    ax.plot([x], [y], **CHOSEN_MARKER, gid=f"{handle} part-point")
    return ax


def plot_cost_curve(curve: CostCurve, ax: Axes, **line: object) -> Axes:
    """Draw a cost curve, the lower envelope of the cost lines.

    Parameters
    ----------
    curve : CostCurve
        The result of :func:`evalcore.costs.cost_curve`.
    ax : Axes
        Cost space.
    **line
        Options of the matplotlib line.
    """
    ax.plot(curve.x, curve.y, **{"color": POSITIVE, "marker": ".", "gid": "part-envelope", **line})
    return ax


def envelope_frames(roc: RocCurve, axes: dict[str, Axes]) -> None:
    """Draw a pale ROC curve in its space (a), and set up cost space for lines (b)."""
    plot_roc(roc, roc_plane(axes["a"]), color=PALE, linestyle="-")
    cost_frame(axes["b"])


def plot_growing_envelope(lines: np.ndarray, curve: CostCurve, ax: Axes) -> Axes:
    """Draw the lines so far, the newest highlighted, with their lower envelope and the area under it."""
    ax.fill_between(curve.x, curve.y, color=PALE, linewidth=0, zorder=0)
    plot_cost_lines(lines, ax)
    plot_chosen_line(lines[-1], ax)
    return plot_cost_curve(curve, ax)


def plot_segment(curve: CostCurve, segment: int, ax: Axes) -> Axes:
    """Highlight one segment of the lower envelope."""
    return _plot_highlighted(curve.x[segment : segment + 2], curve.y[segment : segment + 2], ax)


def plot_hull(hull: RocCurve, ax: Axes) -> Axes:
    """Draw the convex hull of a ROC curve, given by its corners."""
    ax.plot(hull.fpr, hull.tpr, color=POSITIVE, linestyle=":", linewidth=1.5, gid="part-hull")
    return ax


def plot_two_planes(roc: RocCurve, hull: RocCurve, lines: np.ndarray, curve: CostCurve, axes: dict[str, Axes]) -> None:
    """Draw the ROC curve under its convex hull (a), and all cost lines with their lower envelope (b)."""
    plot_hull(hull, plot_roc(roc, roc_plane(axes["a"]), marker="."))
    plot_cost_curve(curve, plot_cost_lines(lines, cost_frame(axes["b"])))


def plot_twins(hull: RocCurve, curve: CostCurve, corner: int, on_edge: bool, axes: dict[str, Axes]) -> None:
    """Highlight a corner of the hull and its segment of the cost curve, or an edge of the hull and its vertex.

    ``hull`` has (0, 0) and (1, 1) in addition to the corners, which are numbered from 0; edge k ends at corner k.
    """
    edge = slice(corner, corner + 2)
    if on_edge:
        _plot_highlighted(hull.fpr[edge], hull.tpr[edge], axes["a"])
        _plot_best(curve.x[corner], curve.y[corner], axes["b"])
    else:
        _plot_best(hull.fpr[corner + 1], hull.tpr[corner + 1], axes["a"])
        plot_segment(curve, corner, axes["b"])


def plot_operating_abscissa(x: float, ax: Axes) -> Axes:
    """Draw the vertical line at the P(+)cost of a prior and two costs."""
    ax.axvline(x, color=INK, linestyle="-.", linewidth=1.2, gid="handle part-vertical")
    return ax


def plot_choice(chosen: tuple, best: tuple, x: float, axes: dict[str, Axes]) -> None:
    """Draw a chosen threshold and the best one at P(+)cost = x.

    Panel a shows points with lines of equal cost, panel b the chosen line and two heights. ``chosen`` and
    ``best`` are (threshold, FPR, FNR, cost at x).
    """
    plot_operating_abscissa(x, axes["b"])
    plot_chosen_line(np.array(chosen[1:3]), axes["b"])
    for (_threshold, fpr, fnr, cost), plot, look in [
        (best, _plot_best, {}),
        (chosen, plot_chosen, {"color": CHOSEN, "linestyle": "--"}),
    ]:
        _plot_iso_cost((fpr, 1 - fnr), x, axes["a"], **look)
        plot(fpr, 1 - fnr, axes["a"])
        plot(x, cost, axes["b"])
    for height, words, colour in [
        (0.16, _("ring: best, {threshold:g}", threshold=best[0]), GOOD),
        (0.06, _("diamond: {threshold:g}", threshold=chosen[0]), CHOSEN),
    ]:
        axes["a"].text(0.98, height, words, color=colour, ha="right", va="center")


def corrected_frames(
    scores: np.ndarray, learned: np.ndarray, least_q: float, cut: float, highest: float, axes: dict[str, Axes]
) -> None:
    """Draw a probability by score with the cut of the rule ``q >= least_q`` (a), and set up the axes for costs (b)."""
    axes["a"].axhline(least_q, color=INK, linewidth=1)
    axes["a"].plot(scores, learned, color=MUTED, linestyle="--", label=_("q as learned"))
    axes["a"].axvline(cut, color=MUTED, linestyle="--", linewidth=1.2)
    axes["a"].plot([], [], color=CHOSEN, linestyle="-", label=_("q corrected"))
    axes["a"].set(xlim=(-3, 5), ylim=(-0.02, 1.02), xlabel=_("score"), ylabel="q")
    axes["a"].legend(**ABOVE, ncols=2)
    names = [_("all sent home"), _("q as learned"), _("q corrected")]
    axes["b"].set(ylim=(2.6, -0.6), yticks=range(3), yticklabels=names)
    axes["b"].set(xlim=(0, 1.3 * highest), xlabel=_("cost per person"))
    axes["b"].tick_params(axis="y", length=0)


def plot_corrected(
    scores: np.ndarray, corrected: np.ndarray, cut: float, costs: Sequence[float], axes: dict[str, Axes]
) -> None:
    """Draw the corrected probability with its cut (a), and three costs as bars, as long as the axis at most (b)."""
    axes["a"].plot(scores, corrected, color=CHOSEN, linestyle="-")
    axes["a"].axvline(cut, color=CHOSEN, linestyle="-", linewidth=1.2)
    right = axes["b"].get_xlim()[1]
    for row, (cost, colour) in enumerate(zip(costs, (PALE, MUTED, CHOSEN), strict=True)):
        axes["b"].barh(row, min(cost, right), height=0.6, color=colour, edgecolor="white")
        inside = cost > 0.8 * right
        axes["b"].annotate(f"{cost:.3f}", (min(cost, right), row), (-6 if inside else 6, 0), va="center",
                           textcoords="offset points", ha="right" if inside else "left")  # fmt: skip


def plot_operating_range(low: float, high: float, ax: Axes) -> Axes:
    """Shade the range in which a classifier beats both trivial ones; draw nothing if ``low`` is not finite."""
    if np.isfinite(low):
        ax.axvspan(low, high, color=GOOD, alpha=0.08, linewidth=0)
        for end in (low, high):
            ax.axvline(end, color=GOOD, linestyle="--", linewidth=1.2)
    return ax


def plot_cost_curves(curves: dict[str, CostCurve], highest: float, ax: Axes) -> Axes:
    """Draw the cost curves of several learners, each in its own line style, with a legend.

    Parameters
    ----------
    curves : dict of str to CostCurve
        The curves by the names of their learners.
    highest : float
        The upper limit of the normalised cost.
    ax : Axes
        Empty axes.
    """
    for (name, curve), style in zip(curves.items(), curve_styles(len(curves)), strict=True):
        plot_cost_curve(curve, ax, label=name, **style)
    ax.set(xlim=(0, 1), ylim=(0, highest), xlabel="P(+)cost", ylabel=_("normalised cost"))
    ax.yaxis.set_major_locator(MaxNLocator(4))  # few ticks, set now so that the layout knows the width of their labels
    ax.legend(**ABOVE, ncols=len(curves))
    return ax


def plot_bands(x: np.ndarray, bands: np.ndarray, ax: Axes) -> Axes:
    """Draw a band around each of several cost curves; ``bands`` has shape (2, curves, len(x)), low and high ends."""
    styles = curve_styles(bands.shape[1])
    for low, high, style, hatch in zip(*bands, styles, _BAND_HATCHES[: len(styles)], strict=True):
        ax.fill_between(x, low, high, facecolor=(style["color"], 0.12), edgecolor=(style["color"], 0.5), hatch=hatch,
                        linewidth=0.6, zorder=0)  # fmt: skip
    return ax


def plot_difference(x: np.ndarray, difference: np.ndarray, band: np.ndarray, words: str, ax: Axes) -> Axes:
    """Draw a difference of two cost curves with its band (lower and upper edge), and a line at 0."""
    ax.fill_between(x, *band, color=PALE, linewidth=0)
    ax.axhline(0, color=INK, linewidth=1)
    ax.plot(x, difference, color=POSITIVE)
    ax.set(xlim=(0, 1), xlabel="P(+)cost", ylabel=words)
    return ax


def plot_compared(x: float, heights: list[float], band: list[float], axes: dict[str, Axes]) -> None:
    """Draw the heights of two cost curves at P(+)cost = x (a), and the part of the band there (b)."""
    for ax in axes.values():
        plot_operating_abscissa(x, ax)
    for height, marker in zip(heights, "Ds", strict=True):
        axes["a"].plot([x], [height], marker=marker, color=CHOSEN, linestyle="none")
    axes["b"].plot([x, x], band, color=CHOSEN, linestyle="-", linewidth=6, alpha=0.6)


def _plot_best(x: float, y: float, ax: Axes) -> Axes:
    """Draw the best point as a ring."""
    ax.plot([x], [y], marker="o", markersize=11, markerfacecolor="none", markeredgewidth=2, color=GOOD, gid="part-best",
            clip_on=False)  # fmt: skip
    return ax


def _plot_highlighted(x: np.ndarray, y: np.ndarray, ax: Axes) -> Axes:
    """Draw part of a line as a thick highlight."""
    ax.plot(x, y, color=GOOD, linestyle="-", linewidth=6, alpha=0.8, solid_capstyle="round")
    return ax


def _plot_iso_cost(point: tuple[float, float], x: float, ax: Axes, **line: object) -> Axes:
    """Draw the ROC points that cost as much as ``point`` at P(+)cost = x: a line of slope (1 - x) / x."""
    second = point[0] + x, point[1] + 1 - x
    ax.axline(point, second, **{"color": GOOD, "linestyle": "-", "linewidth": 1.2, "gid": "part-iso-cost", **line})
    return ax
