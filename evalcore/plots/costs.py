"""Pictures of chapter 05: the cost plane, its lines and their lower envelope, lines of equal cost."""

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
_FALSE_ALARMS = {"color": NEGATIVE, "linestyle": "-", "linewidth": 4}  # the negatives that are called positive: FPR
_BAND_HATCHES = ["", "..", "//", "xx", "\\\\", "oo"]
_MISSES = {"color": POSITIVE, "linestyle": (0, (3, 1)), "linewidth": 4}  # the positives that are missed: FNR


def cost_frame(ax: Axes, *, xlabel: str = "P(+)cost", ylabel: str = marked("normalised cost")) -> Axes:
    """The empty cost plane."""
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal", xlabel=xlabel, ylabel=_(ylabel))
    return ax


def cost_plane(ax: Axes, *, named: bool = True) -> Axes:
    """The cost plane with the lines of the two trivial classifiers, and their names where there is room."""
    ax.plot([0, 1], [0, 1], **_TRIVIAL)
    ax.plot([0, 1], [1, 0], **_TRIVIAL)
    if named:
        for x, words, side in ((0, _("all positive"), "left"), (1, _("all negative"), "right")):  # above the plane
            ax.annotate(words, (x, 1.02), (0, 3), textcoords="offset points", color=MUTED, ha=side, va="bottom")
    return cost_frame(ax)


def point_and_line_frames(roc: RocCurve, axes: dict[str, Axes]) -> None:
    """The ROC curve, pale, in its plane (a); room for a line of error rates (b); how the two rates are drawn."""
    plot_roc(roc, roc_plane(axes["a"]), color=PALE, linestyle="-", marker=".")
    for look in (_FALSE_ALARMS, _MISSES):
        axes["a"].plot([], [], **look)
    axes["a"].legend(axes["a"].lines[-2:], ["FPR", "FNR"], loc="lower right")
    cost_frame(axes["b"], xlabel=_("share of positives p"), ylabel=_("error rate"))


def plot_rates(fpr: float, fnr: float, axes: dict[str, Axes]) -> None:
    """FPR and FNR of a threshold: the ways from its point to the left and to the top (a), the ends of its line (b).

    The point moves the controls ``fpr`` and ``tpr``, each end one of them.
    """
    for x, y, look in [([0, fpr], [1 - fnr] * 2, _FALSE_ALARMS), ([fpr] * 2, [1 - fnr, 1], _MISSES)]:
        axes["a"].plot(x, y, **look)
    plot_chosen(fpr, 1 - fnr, axes["a"], handle="fpr tpr")
    plot_chosen_line(np.array([fpr, fnr]), axes["b"], handle=None)
    for x, rate, look, moved in [(0, fpr, _FALSE_ALARMS, "fpr"), (1, fnr, _MISSES, "tpr")]:
        axes["b"].plot([x, x], [0, rate], **look)
        plot_chosen(x, rate, axes["b"], handle=moved)


def bill_frames(line: np.ndarray, highest: float, axes: dict[str, Axes]) -> None:
    """One line in the cost plane (a); room for two bills up to ``highest`` (b)."""
    plot_chosen_line(line, cost_frame(axes["a"]))
    axes["b"].set(ylim=(1.6, -0.6), yticks=[0, 1], yticklabels=[_("bill"), _("all wrong")])
    axes["b"].set(xlim=(0, 1.3 * highest), xticks=np.linspace(0, highest, 6), xlabel=_("cost per person"))
    axes["b"].tick_params(axis="y", length=0)


def plot_bill(x: float, height: float, bill: float, worst: float, axes: dict[str, Axes]) -> None:
    """The vertical at P(+)cost and the height of the line there (a); the bill and the worst one (b)."""
    plot_chosen(x, height, plot_operating_abscissa(x, axes["a"]))
    place = {"ha": "right", "va": "top"} if x > 0.5 else {"ha": "left", "va": "bottom"}
    axes["a"].annotate(f"{height:.3f}", (x, height), (-8, -8) if x > 0.5 else (8, 8), textcoords="offset points",
                       color=CHOSEN, **place)  # fmt: skip
    for row, (price, look) in enumerate([(bill, {"color": CHOSEN}), (worst, {"color": PALE, "hatch": "///"})]):
        axes["b"].barh(row, price, height=0.6, edgecolor="white", **look)
        axes["b"].annotate(f"{price:.2f}", (price, row), (6, 0), textcoords="offset points", va="center")


def plot_cost_lines(lines: np.ndarray, ax: Axes, **line: object) -> Axes:
    """Thin lines from (0, FPR) to (1, FNR), one for each row of ``lines``."""
    ax.plot([0, 1], lines.T, **{"color": MUTED, "linestyle": "-", "linewidth": 0.8, "alpha": 0.6, **line})
    return ax


def plot_chosen_line(line: np.ndarray, ax: Axes, *, handle: str | None = "handle") -> Axes:
    """The line of the chosen threshold with its two ends; dragged, it moves the controls named as ``handle``."""
    ax.plot([0, 1], line, color=CHOSEN, linestyle="--", marker=".", gid=f"{handle or ''} part-line")
    return ax


def plot_chosen(x: float, y: float, ax: Axes, *, handle: str = "handle") -> Axes:
    """The chosen point, as a diamond; dragged, it moves the controls named as ``handle``."""
    ax.plot([x], [y], **CHOSEN_MARKER, gid=f"{handle} part-point")
    return ax


def plot_cost_curve(curve: CostCurve, ax: Axes, **line: object) -> Axes:
    """The lower envelope; further options are those of a matplotlib line."""
    ax.plot(curve.x, curve.y, **{"color": POSITIVE, "marker": ".", "gid": "part-envelope", **line})
    return ax


def envelope_frames(roc: RocCurve, axes: dict[str, Axes]) -> None:
    """The ROC curve, pale, in its plane (a); room for lines (b)."""
    plot_roc(roc, roc_plane(axes["a"]), color=PALE, linestyle="-")
    cost_frame(axes["b"])


def plot_growing_envelope(lines: np.ndarray, curve: CostCurve, ax: Axes) -> Axes:
    """The lines so far, the newest of them marked, with their envelope and the area under it."""
    ax.fill_between(curve.x, curve.y, color=PALE, linewidth=0, zorder=0)
    plot_cost_lines(lines, ax)
    plot_chosen_line(lines[-1], ax)
    return plot_cost_curve(curve, ax)


def plot_segment(curve: CostCurve, segment: int, ax: Axes) -> Axes:
    """One segment of the envelope, lit up."""
    return _plot_lit(curve.x[segment : segment + 2], curve.y[segment : segment + 2], ax)


def plot_hull(hull: RocCurve, ax: Axes) -> Axes:
    """The convex hull of a ROC curve, from its corners."""
    ax.plot(hull.fpr, hull.tpr, color=POSITIVE, linestyle=":", linewidth=1.5, gid="part-hull")
    return ax


def plot_two_planes(roc: RocCurve, hull: RocCurve, lines: np.ndarray, curve: CostCurve, axes: dict[str, Axes]) -> None:
    """The ROC curve under its hull in its plane (a), all lines and their envelope in theirs (b)."""
    plot_hull(hull, plot_roc(roc, roc_plane(axes["a"]), marker="."))
    plot_cost_curve(curve, plot_cost_lines(lines, cost_frame(axes["b"])))


def plot_twins(hull: RocCurve, curve: CostCurve, corner: int, on_edge: bool, axes: dict[str, Axes]) -> None:
    """A corner of the hull and the segment of the cost curve that it becomes, or an edge and its vertex.

    ``hull`` has (0, 0) and (1, 1) besides the corners, which are numbered from 0; edge k ends at corner k.
    """
    edge = slice(corner, corner + 2)
    if on_edge:
        _plot_lit(hull.fpr[edge], hull.tpr[edge], axes["a"])
        _plot_best(curve.x[corner], curve.y[corner], axes["b"])
    else:
        _plot_best(hull.fpr[corner + 1], hull.tpr[corner + 1], axes["a"])
        plot_segment(curve, corner, axes["b"])


def plot_operating_abscissa(x: float, ax: Axes) -> Axes:
    """The vertical line at the P(+)cost of a prior and two prices."""
    ax.axvline(x, color=INK, linestyle="-.", linewidth=1.2, gid="handle part-vertical")
    return ax


def plot_choice(chosen: tuple, best: tuple, x: float, axes: dict[str, Axes]) -> None:
    """A choice and the best one at P(+)cost x: points with lines of equal cost (a), a line and two heights (b).

    Each is given as threshold, FPR, FNR, cost at x.
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


def plot_operating_range(low: float, high: float, ax: Axes) -> Axes:
    """The range in which a classifier beats both trivial ones, shaded; nothing if there is none."""
    if np.isfinite(low):
        ax.axvspan(low, high, color=GOOD, alpha=0.08, linewidth=0)
        for end in (low, high):
            ax.axvline(end, color=GOOD, linestyle="--", linewidth=1.2)
    return ax


def plot_cost_curves(curves: dict[str, CostCurve], highest: float, ax: Axes) -> Axes:
    """The named cost curves of several learners up to the height ``highest``, each in its own line style."""
    for (name, curve), style in zip(curves.items(), curve_styles(len(curves)), strict=True):
        plot_cost_curve(curve, ax, label=name, **style)
    ax.set(xlim=(0, 1), ylim=(0, highest), xlabel="P(+)cost", ylabel=_("normalised cost"))
    ax.yaxis.set_major_locator(MaxNLocator(4))  # so that the layout knows how wide their labels are
    ax.legend(**ABOVE, ncols=len(curves))
    return ax


def plot_bands(x: np.ndarray, bands: np.ndarray, ax: Axes) -> Axes:
    """A band around each of several cost curves; ``bands`` has shape (ends, curves, places)."""
    styles = curve_styles(bands.shape[1])
    for low, high, style, hatch in zip(*bands, styles, _BAND_HATCHES[: len(styles)], strict=True):
        ax.fill_between(x, low, high, facecolor=(style["color"], 0.12), edgecolor=(style["color"], 0.5), hatch=hatch,
                        linewidth=0.6, zorder=0)  # fmt: skip
    return ax


def plot_difference(x: np.ndarray, difference: np.ndarray, band: np.ndarray, words: str, ax: Axes) -> Axes:
    """A difference of two cost curves with its band, the lower and the upper edge, about the line of no difference."""
    ax.fill_between(x, *band, color=PALE, linewidth=0)
    ax.axhline(0, color=INK, linewidth=1)
    ax.plot(x, difference, color=POSITIVE)
    ax.set(xlim=(0, 1), xlabel="P(+)cost", ylabel=words)
    return ax


def plot_compared(x: float, heights: list[float], band: list[float], axes: dict[str, Axes]) -> None:
    """The vertical at P(+)cost x with the heights of two cost curves (a), and what the band holds there (b)."""
    for place in axes.values():
        plot_operating_abscissa(x, place)
    for height, marker in zip(heights, "Ds", strict=True):
        axes["a"].plot([x], [height], marker=marker, color=CHOSEN, linestyle="none")
    axes["b"].plot([x, x], band, color=CHOSEN, linestyle="-", linewidth=6, alpha=0.6)


def _plot_best(x: float, y: float, ax: Axes) -> Axes:
    """The best point, as a ring."""
    ax.plot([x], [y], marker="o", markersize=11, markerfacecolor="none", markeredgewidth=2, color=GOOD, gid="part-best",
            clip_on=False)  # fmt: skip
    return ax


def _plot_lit(x: np.ndarray, y: np.ndarray, ax: Axes) -> Axes:
    """A piece of a line, lit up."""
    ax.plot(x, y, color=GOOD, linestyle="-", linewidth=6, alpha=0.8, solid_capstyle="round")
    return ax


def _plot_iso_cost(point: tuple[float, float], x: float, ax: Axes, **line: object) -> Axes:
    """The ROC points that cost as much as ``point`` at P(+)cost x: a line of slope (1 - x) / x."""
    along = point[0] + x, point[1] + 1 - x
    ax.axline(point, along, **{"color": GOOD, "linestyle": "-", "linewidth": 1.2, "gid": "part-iso-cost", **line})
    return ax
