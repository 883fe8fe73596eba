"""Pictures of chapter 05: the cost plane, its lines and their lower envelope, lines of equal cost."""

import numpy as np
from matplotlib.axes import Axes

from evalcore.costs import CostCurve
from evalcore.metrics import RocCurve
from evalcore.plots.style import CHOSEN, CURVES, GOOD, INK, MUTED, PALE, POSITIVE, axes_or_new

TRIVIAL = {"color": MUTED, "linestyle": (0, (2, 3)), "linewidth": 1}


def cost_plane(ax: Axes | None = None, *, named: bool = True) -> Axes:
    """The empty cost plane with the lines of the two trivial classifiers, and their names where there is room."""
    ax = axes_or_new(ax)
    ax.plot([0, 1], [0, 1], **TRIVIAL)
    ax.plot([0, 1], [1, 0], **TRIVIAL)
    if named:
        ax.text(0.09, 1, "all positive", color=MUTED, va="top")
        ax.text(0.91, 1, "all negative", color=MUTED, va="top", ha="right")
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    ax.set(xlabel="P(+)cost", ylabel="normalised cost")
    return ax


def plot_cost_lines(lines: np.ndarray, ax: Axes, **line: object) -> Axes:
    """Thin lines from (0, FPR) to (1, FNR), one for each row of ``lines``."""
    ax.plot([0, 1], lines.T, **{"color": MUTED, "linestyle": "-", "linewidth": 0.8, "alpha": 0.6, **line})
    return ax


def plot_chosen_line(line: np.ndarray, ax: Axes) -> Axes:
    """The line of the chosen threshold with its two ends."""
    ax.plot([0, 1], line, color=CHOSEN, linestyle="--", marker=".")
    return ax


def plot_chosen(x: float, y: float, ax: Axes) -> Axes:
    """The chosen point, as a diamond."""
    ax.plot([x], [y], marker="D", color=CHOSEN)
    return ax


def plot_cost_curve(curve: CostCurve, ax: Axes | None = None, **line: object) -> Axes:
    """The lower envelope; further options are those of a matplotlib line."""
    ax = axes_or_new(ax)
    ax.plot(curve.x, curve.y, **{"color": POSITIVE, "marker": ".", **line})
    return ax


def plot_cost_curves(curves: dict[str, CostCurve], highest: float, ax: Axes | None = None) -> Axes:
    """The named cost curves of several learners up to the height ``highest``, each in its own line style."""
    ax = axes_or_new(ax)
    for (name, curve), style in zip(curves.items(), CURVES, strict=False):
        plot_cost_curve(curve, ax, label=name, **style)
    ax.set(xlim=(0, 1), ylim=(0, highest), xlabel="P(+)cost", ylabel="normalised cost")
    ax.legend(loc="upper left")
    return ax


def plot_area(curve: CostCurve, ax: Axes) -> Axes:
    """The area under the envelope, shaded."""
    ax.fill_between(curve.x, curve.y, color=PALE, linewidth=0, zorder=0)
    return ax


def plot_growing_envelope(lines: np.ndarray, curve: CostCurve, ax: Axes) -> Axes:
    """The lines so far, the newest of them marked, with their envelope and the area under it."""
    plot_area(curve, ax)
    plot_cost_lines(lines, ax)
    plot_chosen_line(lines[-1], ax)
    return plot_cost_curve(curve, ax)


def plot_segment(curve: CostCurve, segment: int, ax: Axes) -> Axes:
    """One segment of the envelope, lit up."""
    ax.plot(curve.x[segment : segment + 2], curve.y[segment : segment + 2], color=GOOD, linestyle="-",
            linewidth=6, alpha=0.8, solid_capstyle="round")  # fmt: skip
    return ax


def plot_best(x: float, y: float, ax: Axes) -> Axes:
    """The best point, as a ring."""
    ax.plot([x], [y], marker="o", markersize=11, markerfacecolor="none", markeredgewidth=2, color=GOOD)
    return ax


def plot_key(chosen: float, best: float, ax: Axes) -> Axes:
    """The chosen and the best threshold in words, in the corner below the diagonal of the ROC plane."""
    for height, words, colour in [(0.16, f"ring: best, {best:g}", GOOD), (0.06, f"diamond: {chosen:g}", CHOSEN)]:
        ax.text(0.98, height, words, color=colour, ha="right", va="center")
    return ax


def plot_hull(hull: RocCurve, ax: Axes) -> Axes:
    """The convex hull of a ROC curve, from its corners."""
    ax.plot(hull.fpr, hull.tpr, color=POSITIVE, linestyle=":", linewidth=1.5)
    return ax


def plot_operating_abscissa(x: float, ax: Axes) -> Axes:
    """The vertical line at the P(+)cost of a prior and two prices."""
    ax.axvline(x, color=INK, linestyle="-.", linewidth=1.2)
    return ax


def plot_iso_cost(point: tuple[float, float], x: float, ax: Axes, **line: object) -> Axes:
    """The ROC points that cost as much as ``point`` at P(+)cost x: a line of slope (1 - x) / x."""
    along = point[0] + x, point[1] + 1 - x
    ax.axline(point, along, **{"color": GOOD, "linestyle": "-", "linewidth": 1.2, **line})
    return ax


def plot_choice_as_point(chosen: tuple[float, float], best: tuple[float, float], x: float, ax: Axes) -> Axes:
    """The chosen and the best ROC point, each with its line of equal cost at P(+)cost x."""
    plot_iso_cost(best, x, ax)
    plot_iso_cost(chosen, x, ax, color=CHOSEN, linestyle="--")
    plot_best(*best, ax)
    return plot_chosen(*chosen, ax)


def plot_choice_as_line(line: np.ndarray, x: float, cost: float, least: float, ax: Axes) -> Axes:
    """The chosen line, read at P(+)cost x: there it costs ``cost``, the best line ``least``."""
    plot_operating_abscissa(x, ax)
    plot_chosen_line(line, ax)
    plot_chosen(x, cost, ax)
    return plot_best(x, least, ax)


def plot_operating_range(low: float, high: float, ax: Axes) -> Axes:
    """The range in which a classifier beats both trivial ones, shaded; nothing if there is none."""
    if np.isfinite(low):
        ax.axvspan(low, high, color=GOOD, alpha=0.12, linewidth=0)
        for end in (low, high):
            ax.axvline(end, color=GOOD, linestyle="--", linewidth=1.2)
    return ax


def plot_heights(heights: dict[str, float], x: float, ax: Axes) -> Axes:
    """A vertical line at one abscissa and a marked point on it for each named curve."""
    plot_operating_abscissa(x, ax)
    for (_, height), marker in zip(heights.items(), "Ds^v", strict=False):
        ax.plot([x], [height], marker=marker, color=CHOSEN, linestyle="none")
    return ax
