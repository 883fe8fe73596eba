"""Pictures of chapter 07: a boosted ensemble in the plane, errors by round, a grid of settings."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Rectangle

from evalcore.costs import CostCurve
from evalcore.plots.style import CHOSEN, CURVES, GOOD, INK, MUTED, NEGATIVE, PALE, POSITIVE, axes_or_new

AVERAGE_AREA = 34  # square points of the marker of an example of average weight


def plane_frame(ax: Axes) -> Axes:
    """The empty square plane with its two features."""
    ax.set(xlim=(-1.06, 1.06), ylim=(-1.06, 1.06), xticks=[-1, 0, 1], yticks=[-1, 0, 1], aspect="equal")
    ax.set(xlabel="first feature", ylabel="second feature")
    return ax


def plot_disc(radius: float, ax: Axes) -> Axes:
    """The thin border of a disc about the origin."""
    ax.add_patch(Circle((0, 0), radius, facecolor="none", edgecolor=MUTED, linewidth=1))
    return ax


def plot_weighted_examples(X: np.ndarray, y: np.ndarray, weights: np.ndarray, ax: Axes) -> Axes:
    """Positives as filled circles, negatives as open squares; a marker's area is its weight.

    ``X`` has shape (m, 2), ``weights`` shape (m,) and sum 1.
    """
    area = AVERAGE_AREA * weights * len(weights)
    filled = {"marker": "o", "facecolor": POSITIVE, "edgecolor": "white", "linewidth": 0.6}
    outlined = {"marker": "s", "facecolor": "white", "edgecolor": NEGATIVE, "linewidth": 1.4}
    for label, style in [(1, filled), (0, outlined)]:
        chosen = y == label
        ax.scatter(X[chosen, 0], X[chosen, 1], s=area[chosen], zorder=3, **style)
    return ax


def plot_cut(feature: int, threshold: float, ax: Axes) -> Axes:
    """Where a stump cuts the plane: across the first feature (0) or the second (1)."""
    line = ax.axvline if feature == 0 else ax.axhline
    line(threshold, color=CHOSEN, linestyle="--", zorder=4)
    return ax


def plot_boundary(x: np.ndarray, decision: np.ndarray, ax: Axes) -> Axes:
    """The border on which the ensemble changes its mind, and the positive side shaded.

    ``decision`` has shape (n, n): the decision function at the points of a square grid, both of
    whose axes hold the values ``x``.
    """
    if decision.max() > 0 > decision.min():
        ax.contourf(x, x, decision, levels=[0, decision.max() + 1], colors=[POSITIVE], alpha=0.13, zorder=0)
        ax.contour(x, x, decision, levels=[0], colors=[GOOD], linewidths=2, zorder=2)
    return ax


def errors_frame(rounds: int, top: float, ax: Axes) -> Axes:
    """Room for the errors of so many rounds, from 0 to ``top``."""
    ax.set(xlabel="rounds", ylabel="error rate", xlim=(0, rounds + 1), ylim=(0, top))
    return ax


def plot_errors_by_round(errors: dict[str, np.ndarray], ax: Axes | None = None) -> Axes:
    """One curve a name: the error of the ensemble after 1, 2, ... rounds."""
    ax = axes_or_new(ax)
    for (name, error), line in zip(errors.items(), CURVES, strict=False):
        ax.plot(np.arange(1, len(error) + 1), error, label=name, **line)
    return ax


def plot_last_round(errors: dict[str, np.ndarray], ax: Axes) -> Axes:
    """The newest point of each curve of :func:`plot_errors_by_round`, with its name: above the highest, else below."""
    right = len(next(iter(errors.values()))) > np.mean(ax.get_xlim())
    highest = max(error[-1] for error in errors.values())
    for name, error in errors.items():
        ax.plot([len(error)], [error[-1]], marker="D", color=CHOSEN)
        away, side = (10, "bottom") if error[-1] == highest else (-10, "top")
        ax.annotate(name, (len(error), error[-1]), (0, away), textcoords="offset points", color=INK,
                    ha="right" if right else "left", va=side)  # fmt: skip
    return ax


def plot_line_of_examples(x: np.ndarray, y: np.ndarray, weights: np.ndarray, ax: Axes, label: str = "") -> Axes:
    """Examples along a line: a bar upwards for the weight of a positive, a hatched one downwards for a negative."""
    positive = y == 1
    ax.bar(x[positive], weights[positive], 0.6, color=POSITIVE)
    ax.bar(x[~positive], -weights[~positive], 0.6, color="white", edgecolor=NEGATIVE, hatch="//")
    ax.axhline(0, color=INK, linewidth=1)
    ax.yaxis.set_major_formatter(lambda weight, _: f"{abs(weight):.2f}")
    ax.set(title=label, xlabel="x", xticks=x[::3])
    return ax


def plot_settings(error: np.ndarray, columns: list, rows: list, ax: Axes, *, names: tuple[str, str]) -> Axes:
    """A heat map of errors: a darker cell is a larger error, each says its number, the least is framed.

    ``error`` has shape (rows, columns); ``names`` are those of the horizontal and the vertical axis.
    """
    darkest = error.max() * 2  # twice the maximum, so that black words stay legible
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


def plot_chances(chances: np.ndarray, tail: range, ax: Axes) -> Axes:
    """The chance of each number of wrong answers, 0, 1, ...; those in ``tail`` are hatched."""
    edges = np.repeat(np.arange(len(chances) + 1) - 0.5, 2)[1:-1]  # one outline is drawn faster than many bars
    heights = np.repeat(chances, 2)
    hatched = slice(2 * tail.start, 2 * tail.stop)
    ax.fill_between(edges, heights, color=PALE, linewidth=0)
    ax.fill_between(edges[hatched], heights[hatched], facecolor="white", edgecolor=CHOSEN, hatch="///", linewidth=1.5)
    return ax


def plot_frequencies(estimates: np.ndarray, interval: tuple[float, float], ax: Axes, **labels: str) -> Axes:
    """How often each value occurs among repeated estimates that take few values, and an interval as a bar above."""
    values, counts = np.unique(np.round(estimates, 3), return_counts=True)
    ax.vlines(values, 0, counts, color=MUTED, linewidth=3)
    ax.plot(interval, np.full(2, 1.08 * counts.max()), color=CHOSEN, marker="|", markersize=12)
    ax.set(ylabel="how often", ylim=(0, 1.16 * counts.max()), **labels)
    return ax


def low_cost_plane(curve: CostCurve, x: float, top: float, ax: Axes) -> Axes:
    """The cost plane up to the height ``top``: a cost curve, the trivial classifiers, and the line at P(+)cost = x."""
    for line in ([0, 1], [1, 0]):
        ax.plot([0, 1], line, color=MUTED, linestyle=(0, (2, 3)), linewidth=1)
    ax.plot(curve.x, curve.y, color=POSITIVE, marker=".")
    ax.axvline(x, color=INK, linestyle="-.", linewidth=1.2)
    ax.set(xlim=(-0.02, 1.02), ylim=(0, top), xlabel="P(+)cost", ylabel="normalised cost")
    ax.set_box_aspect(1)
    return ax


def plot_cost_now(line: tuple[float, float], x: float, height: float, ax: Axes) -> Axes:
    """The cost line of one threshold, from (0, FPR) to (1, FNR), and its point at P(+)cost = x."""
    ax.plot([0, 1], line, color=CHOSEN, linestyle="--")
    ax.plot([x], [height], marker="D", color=CHOSEN)
    return ax
