"""Pictures of chapter 05: the cost plane, its lines and their lower envelope, lines of equal cost."""

import numpy as np
from matplotlib.axes import Axes

from evalcore.costs import CostCurve
from evalcore.metrics import RocCurve
from evalcore.plots.style import CHOSEN, GOOD, INK, MUTED, PALE, POSITIVE, axes_or_new

TRIVIAL = {"color": MUTED, "linestyle": (0, (2, 3)), "linewidth": 1}


def cost_plane(ax: Axes | None = None) -> Axes:
    """The empty cost plane with the lines of the two trivial classifiers."""
    ax = axes_or_new(ax)
    ax.plot([0, 1], [0, 1], **TRIVIAL)
    ax.plot([0, 1], [1, 0], **TRIVIAL)
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


def plot_area(curve: CostCurve, ax: Axes) -> Axes:
    """The area under the envelope, shaded."""
    ax.fill_between(curve.x, curve.y, color=PALE, linewidth=0, zorder=0)
    return ax


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


def plot_operating_range(low: float, high: float, ax: Axes) -> Axes:
    """The range in which a classifier beats both trivial ones, shaded; nothing if there is none."""
    if np.isfinite(low):
        ax.axvspan(low, high, color=GOOD, alpha=0.12, linewidth=0)
        for end in (low, high):
            ax.axvline(end, color=GOOD, linestyle="--", linewidth=1.2)
    return ax


def plot_heights(heights: dict[str, float], x: float, ax: Axes) -> Axes:
    """A marked point for each named curve at one abscissa."""
    for (_, height), marker in zip(heights.items(), "Ds^v", strict=False):
        ax.plot([x], [height], marker=marker, color=CHOSEN, linestyle="none")
    return ax
