"""Figures of chapter 07: numbers of errors, p-values as balls, power, intervals, critical differences, many tries."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

from evalcore.language import translated as _
from evalcore.plots.style import (
    ABOVE,
    CHOSEN,
    CHOSEN_MARKER,
    GOOD,
    INK,
    MUTED,
    NEGATIVE,
    NEGATIVE_MARKER,
    PALE,
    POSITIVE,
    POSITIVE_MARKER,
    curve_styles,
)

_TAIL = {"fill": True, "facecolor": "white", "edgecolor": NEGATIVE, "hatch": "///", "linewidth": 1}
_TAIL_AREA = {"facecolor": "white", "edgecolor": NEGATIVE, "hatch": "///", "linewidth": 1}
_BODY = {"fill": True, "color": PALE}
_CLEAR = {"facecolor": "white", "edgecolor": "none", "pad": 1}
_ALPHA = {"color": CHOSEN, "linestyle": (0, (2, 3)), "linewidth": 1.5}


def error_count_frame(ax: Axes) -> Axes:
    """Set up the axes for the distribution of an error rate, with probabilities up to 0.6."""
    ax.set(xlim=(-0.06, 1.06), ylim=(0, 0.62), xlabel=_("error rate on m examples"), ylabel=_("probability"))
    for height, words, colour in [
        (1.1, _("dash-dotted: claim ε₀"), INK),
        (1.01, _("dashed: limit of chance"), CHOSEN),
    ]:
        ax.text(0, height, words, color=colour, transform=ax.transAxes, va="bottom")
    return ax


def plot_error_counts(probabilities: np.ndarray, critical: float, claim: float, ax: Axes) -> Axes:
    """Draw the probability of each number of errors, and the claimed and the critical rate.

    The bars above the critical rate are hatched.
    """
    m = len(probabilities) - 1
    edges = (np.arange(m + 2) - 0.5) / m
    first = round(critical * m) + 1
    ax.stairs(probabilities, edges, **_BODY)
    if first <= m:
        ax.stairs(probabilities[first:], edges[first:], **_TAIL)
    ax.axvline(claim, color=INK, linestyle="-.", linewidth=1.2, gid="handle")
    ax.axvline(critical + 0.5 / m, color=CHOSEN, linestyle="--")
    return ax


def shared_mistakes_frames(edges: np.ndarray, highest: int, axes: dict[str, Axes]) -> None:
    """Set up the axes for pairs of error rates, with the line where they are equal (a), and for differences (b)."""
    axes["a"].plot([0, 1], [0, 1], color=MUTED, linestyle=(0, (2, 3)), linewidth=1)
    axes["a"].set(
        xlim=(0.03, 0.35), ylim=(0.03, 0.35), aspect="equal", xlabel=_("error rate of B"), ylabel=_("error rate of A")
    )
    axes["b"].axvline(0, color=MUTED, linestyle=(0, (2, 3)), linewidth=1)
    axes["b"].set(xlim=(edges[0], edges[-1]), ylim=(0, highest), xlabel="A − B", ylabel=_("test sets"))


def plot_shared_mistakes(of_a: np.ndarray, of_b: np.ndarray, edges: np.ndarray, axes: dict[str, Axes]) -> None:
    """Draw each test set as a point (a), and the histogram of the differences, hatched above 0 (b)."""
    axes["a"].plot(of_b, of_a, color=POSITIVE, marker=".", linestyle="none", alpha=0.5)
    counts = np.histogram(of_a - of_b, edges)[0]
    above = np.searchsorted(edges, 0)  # the first bin above 0
    axes["b"].stairs(counts, edges, fill=True, color=POSITIVE, alpha=0.5)
    axes["b"].stairs(counts[above:], edges[above:], **_TAIL)


def difference_frame(most: int, ax: Axes) -> Axes:
    """Set up the axes for the difference between two numbers of errors, from ``-most`` to ``most``."""
    ax.set(xlim=(-most - 1, most + 1), ylim=(0, 0.1), xlabel=_("errors of A − errors of B"), ylabel=_("probability"))
    return ax


def plot_differences(probabilities: np.ndarray, least: int, ax: Axes) -> Axes:
    """Draw the probability of each difference, -most, ..., most; those of at least ``least`` in size are hatched."""
    most = len(probabilities) // 2
    edges = np.arange(-most, most + 2) - 0.5
    ax.stairs(probabilities, edges, **_BODY)
    for tail in (slice(0, most - least + 1), slice(most + least, None)):
        ax.stairs(probabilities[tail], edges[tail.start : None if tail.stop is None else tail.stop + 1], **_TAIL)
    ax.plot([least, least], [0, 0.1], color=CHOSEN, linestyle="--", gid="handle")
    return ax


def verdict_frame(ax: Axes) -> Axes:
    """Set up a scale of p-values on which each test is a ball; the part below 0.05 is shaded."""
    ax.axvspan(0, 0.05, color=NEGATIVE, alpha=0.15, linewidth=0)
    ax.axvline(0.05, **_ALPHA)
    ax.text(0.055, 0.99, _("← significant"), color=NEGATIVE, transform=ax.get_xaxis_transform(), va="top")
    ax.set(xlim=(0, 1), ylim=(-0.7, 23), xlabel=_("p-value"), xticks=[0, 0.05, 0.2, 0.4, 0.6, 0.8, 1])
    ax.set_xticklabels(["0", "0.05", "0.2", "0.4", "0.6", "0.8", "1"])
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    return ax


def plot_verdicts(p_values: np.ndarray, ax: Axes) -> Axes:
    """Let the p-values fall one after the other, as balls that pile up in twentieths of the scale.

    Those below 0.05 are filled, and counted; a dotted line shows where the last one has fallen.
    """
    places, heights, held = np.empty(len(p_values)), np.empty(len(p_values)), np.zeros(20, dtype=int)
    for i, p_value in enumerate(p_values):
        column = min(int(20 * p_value + 1e-9), 19)
        row, side = divmod(held[column], 3)  # three balls side by side
        places[i], heights[i] = (column + (side + 0.5) / 3) / 20, row
        held[column] += 1
    low = np.asarray(p_values) < 0.05
    tally = _("{low} of {all}", low=np.sum(low), all=len(p_values))
    ax.text(0.055, 0.87, tally, color=NEGATIVE, transform=ax.get_xaxis_transform(), va="top", weight="bold")
    ax.plot([places[-1]] * 2, [heights[-1], 23], color=CHOSEN, linestyle=":", linewidth=1)
    ax.plot(places[~low], heights[~low], color=POSITIVE, marker="o", markerfacecolor="white", linestyle="none")
    ax.plot(places[low], heights[low], color=NEGATIVE, marker="o", linestyle="none")
    return ax


def two_errors_frame(ax: Axes) -> Axes:
    """Set up the axes for the distributions of a difference with and without a true difference."""
    ax.plot([], [], color=POSITIVE, linestyle="-", label=_("if there is no difference"))
    ax.plot([], [], color=INK, linestyle="--", label=_("with the true difference"))
    ax.fill_between([], [], **_TAIL_AREA, label=_("type I error"))
    ax.fill_between([], [], color=GOOD, alpha=0.35, linewidth=0, label=_("power"))
    ax.legend(**ABOVE, ncols=4)
    ax.set(xlim=(-0.12, 0.12), ylim=(0, 1.08), xlabel=_("measured difference"), yticks=[])
    ax.spines["left"].set_visible(False)
    return ax


def plot_two_errors(
    x: np.ndarray, without: np.ndarray, with_difference: np.ndarray, limit: float, difference: float, ax: Axes
) -> Axes:
    """Draw both densities at ``x``, the limits of the test, and the areas of type I error and of power beyond them."""
    beyond = abs(x) >= limit
    ax.fill_between(x, with_difference, where=beyond, color=GOOD, alpha=0.35, linewidth=0)
    ax.fill_between(x, without, where=beyond, **_TAIL_AREA)
    ax.plot(x, without, color=POSITIVE, linestyle="-")
    ax.plot(x, with_difference, color=INK, linestyle="--")
    for end in (-limit, limit):
        ax.plot([end, end], [0, 1.04], **_ALPHA)
    ax.plot([difference], [1], **CHOSEN_MARKER, gid="difference")
    return ax


def two_views_frames(axes: dict[str, Axes]) -> None:
    """Set up the axes for the two features in which the classes differ most, as each of two rivals sees them."""
    for panel, name in zip(axes.values(), (_("what rival 1 sees"), _("what rival 2 sees")), strict=True):
        panel.set_title(name)
        panel.set(xlim=(-4, 4), ylim=(-3.3, 3.3), xlabel=_("feature 1"), ylabel=_("feature 2"))


def plot_view(features: np.ndarray, labels: np.ndarray, wrong: np.ndarray, ax: Axes) -> Axes:
    """Draw the examples of both classes by their first two features; wrongly predicted ones have a ring."""
    for label, look in [(1, POSITIVE_MARKER), (0, NEGATIVE_MARKER)]:
        ax.plot(*features[labels == label, :2].T, **look, linestyle="none", alpha=0.7)
    ring = {"marker": "o", "markersize": 12, "markerfacecolor": "none", "linestyle": "none", "color": INK}
    ax.plot(*features[wrong, :2].T, **ring, markeredgewidth=1.2)
    return ax


def power_frame(names: Sequence[str], ax: Axes) -> Axes:
    """Set up the axes for how often each test rejects, against the true difference."""
    ax.axhline(0.05, **_ALPHA)
    for name, style in zip(names, curve_styles(len(names)), strict=True):
        ax.plot([], [], label=name, **style)
    ax.set(xlim=(-0.004, 0.104), ylim=(0, 1.02), xlabel=_("true difference"), ylabel=_("declared different"))
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1))
    return ax


def plot_power(rates: Mapping[str, np.ndarray], differences: np.ndarray, chosen: tuple[float, float], ax: Axes) -> Axes:
    """Draw the rates of all tests and the chosen point."""
    for rate, style in zip(rates.values(), curve_styles(len(rates)), strict=True):
        ax.plot(differences, rate, **style)
    ax.plot(*chosen, **CHOSEN_MARKER, gid="difference")
    return ax


def interval_frame(names: Sequence[str], ax: Axes) -> Axes:
    """Set up one row per comparison."""
    ax.axvline(0, color=MUTED, linestyle=(0, (2, 3)), linewidth=1)
    ax.set(ylim=(len(names) - 0.5, -0.5), yticks=range(len(names)), yticklabels=names, xlim=(-0.09, 0.04))
    ax.set_xlabel(_("difference of the error rates"))
    return ax


def plot_intervals(means: Sequence[float], ends: Sequence[tuple[float, float]], margin: float, ax: Axes) -> Axes:
    """Draw an interval and its centre in each row, and shade the differences up to the margin.

    The centre is filled if the interval excludes 0.
    """
    ax.axvspan(-margin, margin, color=GOOD, alpha=0.15, linewidth=0)
    for row, (mean, (low, high)) in enumerate(zip(means, ends, strict=True)):
        face = POSITIVE if low > 0 or high < 0 else "white"
        ax.plot([low, high], [row, row], color=POSITIVE, linestyle="-", marker="|")
        ax.plot([mean], [row], color=POSITIVE, marker="o", markerfacecolor=face)
    return ax


def rank_frame(learners: int, ax: Axes) -> Axes:
    """Set up an axis of mean ranks from 1, the best, to the number of learners."""
    ax.set(xlim=(0.8, learners + 0.2), ylim=(-1.75, 1.4), xticks=range(1, learners + 1), xlabel=_("mean rank"))
    ax.xaxis.set(ticks_position="top", label_position="top")
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.spines["top"].set(visible=True, position=("data", 0.9))
    ax.set_yticks([])
    return ax


def plot_critical_distance(
    mean_ranks: Mapping[str, float], groups: Sequence[tuple[float, float]], distance: float, ax: Axes
) -> Axes:
    """Draw Demšar's critical-difference diagram.

    Parameters
    ----------
    mean_ranks : mapping of str to float
        The mean rank of each learner, 1 is best.
    groups : sequence of (float, float)
        The lowest and the highest mean rank of each group of learners that the test cannot tell apart; each is a bar.
    distance : float
        The critical difference.
    ax : Axes
        Axes that :func:`rank_frame` has set up.
    """
    low, high = ax.get_xlim()
    end = min(low + 0.1 + distance, high)
    ax.plot([low + 0.1, end], [0.72, 0.72], color=CHOSEN, linestyle="-", marker="|")
    ax.plot([end], [0.72], color=CHOSEN, marker="|", gid="data_sets")
    ax.text(
        low + 0.1, 0.64, _("critical difference {distance:.2f}", distance=distance), color=CHOSEN, va="top", bbox=_CLEAR
    )
    for place, (name, rank) in enumerate(sorted(mean_ranks.items(), key=lambda item: item[1])):
        depth = -0.55 - 0.3 * place
        ax.plot([rank, rank], [0.9, depth], color=MUTED, linestyle="-", linewidth=1)
        ax.plot([rank], [0.9], color=POSITIVE, marker="o", gid="handle")
        side = 1 if rank < (low + high) / 2 else -1
        ax.text(rank + 0.03 * side, depth, f"{name} {rank:.4g}", ha="left" if side > 0 else "right", va="center")
    for level, (best, worst) in enumerate(groups):
        height = 0.06 - 0.18 * level
        ax.plot([best - 0.02, worst + 0.02], [height] * 2, color=GOOD, linestyle="-", linewidth=6, alpha=0.8)
    return ax


def tries_frames(most: int, axes: dict[str, Axes]) -> None:
    """Set up the axes for p-values (a), and for the probability of at least one below 0.05 among 1, 2, … tries (b)."""
    axes["a"].axhline(0.05, **_ALPHA)
    axes["a"].set(xlim=(0, most + 1), ylim=(-0.02, 1.02), xlabel=_("try"), ylabel=_("p-value"))
    axes["b"].set(xlim=(0, most + 1), ylim=(0, 1.02), xlabel=_("tries"), ylabel=_("at least one false alarm"))


def plot_tries(p_values: np.ndarray, chances: np.ndarray, axes: dict[str, Axes]) -> None:
    """Draw the p-values of the tries so far, those below 0.05 as squares (a), and the probability of any such (b).

    ``chances`` are the probabilities for 1, 2, … tries.
    """
    places, low = np.arange(1, len(p_values) + 1), p_values < 0.05
    axes["a"].plot(places[~low], p_values[~low], color=POSITIVE, marker="o", linestyle="none")
    axes["a"].plot(places[low], p_values[low], color=NEGATIVE, marker="s", markerfacecolor="white", linestyle="none")
    axes["b"].plot(np.arange(1, len(chances) + 1), chances, color=POSITIVE, linestyle="-", gid="part-chance")
    axes["b"].plot(places[-1:], chances[places[-1:] - 1], **CHOSEN_MARKER, gid="handle part-chance")


def plot_belief(x: np.ndarray, density: np.ndarray, rope: float, ax: Axes) -> Axes:
    """Draw the posterior density of a difference, with the region of practical equivalence shaded."""
    ax.axvspan(-rope, rope, color=GOOD, alpha=0.12, linewidth=0)
    for end in (-rope, rope):
        ax.axvline(end, color=GOOD, linestyle="--", linewidth=1.2)
    ax.plot(x, density, color=POSITIVE, linestyle="-")
    ax.set(xlim=(x[0], x[-1]), ylim=(0, 1.1 * density.max()), xlabel=_("true difference"), ylabel=_("density"))
    ax.locator_params(axis="x", nbins=4)
    return ax
