"""Figures of chapter 09: parts and their sum, rounded scores, a tree of sums, two ways to resample."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

from evalcore.counts import ScoreCounts
from evalcore.language import translated as _
from evalcore.metrics import RocCurve
from evalcore.plots.metrics import BEHIND_WORDS, plot_roc, roc_plane
from evalcore.plots.style import (
    CHOSEN,
    CHOSEN_MARKER,
    INK,
    MUTED,
    NEGATIVE,
    NEGATIVE_MARKER,
    PALE,
    POSITIVE,
    POSITIVE_MARKER,
    curve_styles,
)

_UP = {"fill": True, "facecolor": POSITIVE, "edgecolor": POSITIVE, "alpha": 0.6, "linewidth": 0.8}
_DOWN = {"fill": True, "facecolor": "none", "edgecolor": NEGATIVE, "hatch": "///", "linewidth": 0.8}
_POISSON = {"color": CHOSEN, "linestyle": ":"}
_HEIGHT = 1.15  # of the space for bars, in units of the tallest bar
_PARTS = [{"color": MUTED, "linestyle": "--"}, {"color": MUTED, "linestyle": ":"}]


def _bars(counts: ScoreCounts, edges: np.ndarray, base: float, tallest: float, ax: Axes) -> None:
    """Draw the histogram of the positives upwards and that of the negatives downwards from the line ``base``."""
    for side, look, sign in [(counts.positives, _UP, 1), (counts.negatives, _DOWN, -1)]:
        heights = np.histogram(counts.scores, edges, weights=side)[0]
        ax.stairs(base + sign * heights / tallest, edges, baseline=base, **look)


def _scaled_bars(counts: ScoreCounts, edges: np.ndarray, whole: ScoreCounts, ax: Axes) -> None:
    """Draw positives upwards and negatives downwards, in units of the tallest bar of that class in ``whole``."""
    tallest = [np.histogram(whole.scores, edges, weights=side)[0].max() for side in (whole.positives, whole.negatives)]
    for side, look, unit in [(counts.positives, _UP, tallest[0]), (counts.negatives, _DOWN, -tallest[1])]:
        ax.stairs(np.histogram(counts.scores, edges, weights=side)[0] / unit, edges, **look)


def table_frames(edges: np.ndarray, axes: Mapping[str, Axes]) -> None:
    """Set up axes for the numbers of positives (up) and negatives (down) at each score (a), and ROC space (b)."""
    axes["a"].axhline(0, color=INK, linewidth=1)
    axes["a"].set(xlabel=_("score"), xlim=(edges[0], edges[-1]), ylim=(-_HEIGHT, _HEIGHT), yticks=[])
    axes["a"].set_title(_("up: positives, down: negatives"))
    roc_plane(axes["b"])


def plot_table(counts: ScoreCounts, edges: np.ndarray, whole: ScoreCounts, axes: Mapping[str, Axes]) -> None:
    """Draw a table as bars, in units of the tallest of each class in ``whole`` (a), and its ROC curve (b)."""
    _scaled_bars(counts, edges, whole, axes["a"])
    plot_roc(counts.roc(), axes["b"])


def parts_frames(names: Sequence[str], edges: np.ndarray, axes: Mapping[str, Axes]) -> None:
    """Set up a line of scores for each part (a), and ROC space with a legend (b)."""
    lines = 2.3 * np.arange(len(names))[::-1]
    axes["a"].hlines(lines, edges[0], edges[-1], color=INK, linewidth=1)
    axes["a"].set(xlabel=_("score"), xlim=(edges[0], edges[-1]), ylim=(-_HEIGHT, lines[0] + _HEIGHT))
    axes["a"].set_yticks(lines, names)
    axes["a"].set_title(_("up: positives, down: negatives"))
    roc_plane(axes["b"])
    for name, look in zip(names, _PARTS, strict=True):
        axes["b"].plot([], [], label=name, **look)
    axes["b"].plot([], [], color=POSITIVE, linestyle="-", label=_("combined"))
    axes["b"].legend(loc="lower right")


def plot_parts(parts: Sequence[ScoreCounts], edges: np.ndarray, tallest: float, axes: Mapping[str, Axes]) -> None:
    """Draw the counts of each part as bars in units of ``tallest`` (a), and the ROC curves of the parts (b)."""
    for place, (part, look) in enumerate(zip(parts, _PARTS, strict=True)):
        _bars(part, edges, 2.3 * (len(parts) - 1 - place), tallest, axes["a"])
        plot_roc(part.roc(), axes["b"], **look)


def plot_together(roc: RocCurve, ax: Axes) -> Axes:
    """Draw the ROC curve of all parts together."""
    return plot_roc(roc, ax, linewidth=3)


def digits_frames(rows: Mapping[str, np.ndarray], widths: Mapping[str, np.ndarray], axes: Mapping[str, Axes]) -> None:
    """Set up the axes for bars (a), and for the width of the AUC's interval against the number of table rows (b)."""
    axes["a"].axhline(0, color=INK, linewidth=1)
    axes["a"].set(ylim=(-_HEIGHT, _HEIGHT), yticks=[], title=_("up: positives, down: negatives, at equal height"))
    for name, look in zip(rows, curve_styles(len(rows)), strict=True):
        axes["b"].plot([], [], marker=".", label=name, **look)
    for axis, values in [("x", rows), ("y", widths)]:
        each = np.concatenate([*values.values()])
        axes["b"].set(**{f"{axis}scale": "log", f"{axis}lim": (each[each > 0].min() / 2, each.max() * 2)})
    axes["b"].set(xlabel=_("rows of the table"), ylabel=_("width of the AUC bounds"))
    axes["b"].legend(loc="upper right")


def scores_axis(name: str, low: float, high: float, ax: Axes) -> Axes:
    """Label and limit the axis of the rounded scores."""
    ax.set(xlabel=_("rounded {name}", name=name), xlim=(low, high))
    return ax


def plot_digits(
    counts: ScoreCounts,
    edges: np.ndarray,
    rows: Mapping[str, np.ndarray],
    widths: Mapping[str, np.ndarray],
    chosen: tuple[str, int],
    axes: Mapping[str, Axes],
) -> None:
    """Draw the rounded counts as bars, each class scaled to its tallest (a), and the widths by the rows (b).

    ``chosen`` is the name of a line of (b), and the number of digits to mark there.
    """
    _scaled_bars(counts, edges, counts, axes["a"])
    for (name, line), look in zip(rows.items(), curve_styles(len(rows)), strict=True):
        axes["b"].plot(line, widths[name], marker=".", gid="part-widths", **look)
    name, digits = chosen
    axes["b"].plot([rows[name][digits]], [widths[name][digits]], **CHOSEN_MARKER, gid="handle part-widths")


def exact_frame(roc: RocCurve, ax: Axes) -> Axes:
    """Draw ROC space with the curve of the unrounded scores."""
    roc_plane(ax)
    plot_roc(roc, ax, label=_("unrounded"), linewidth=3, alpha=0.5)
    ax.plot([], [], label=_("rounded"), color=INK, linestyle="-", linewidth=1, marker=".")
    ax.legend(loc="lower right")
    return ax


def plot_rounded_roc(roc: RocCurve, ax: Axes) -> Axes:
    """Draw the ROC points of a rounded table, and between neighbours the box in which the unrounded curve may run."""
    ax.fill_between(roc.fpr, roc.tpr, np.append(roc.tpr[1:], 1), step="post", color=CHOSEN, alpha=0.25, linewidth=0)
    ax.plot(roc.fpr, roc.tpr, color=INK, linestyle="-", linewidth=1, marker=".")
    return ax


def tree_frame(parts: int, ax: Axes) -> Axes:
    """Draw the files at the bottom, the tables counted from them, and above them the pairwise sums, joined by lines."""
    places = {0: np.arange(parts, dtype=float)}
    ax.plot(places[0], np.full(parts, -1.0), marker="s", color=MUTED, markerfacecolor=PALE, linestyle="none")
    ax.vlines(places[0], -1, 0, color=PALE, linewidth=1)
    while len(places[len(places) - 1]) > 1:
        level, below = len(places), places[len(places) - 1]
        places[level] = below.reshape(-1, 2).mean(axis=1)
        ax.plot([below, np.repeat(places[level], 2)], [level - 1, level], color=PALE, linestyle="-", linewidth=1)
    rows = [_("files"), _("tables"), *[_("sums")] * (len(places) - 2), _("total")]
    ax.set_yticks(range(-1, len(places)), rows)
    ax.set(xticks=[], xlim=(-0.7, parts - 0.3), ylim=(-1.5, len(places) - 0.5))
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    for name, look, height in [("A", POSITIVE_MARKER, 0.4), ("B", NEGATIVE_MARKER, -0.2)]:
        at = (parts - 2.3, len(places) - 1 + height)
        ax.plot(*at, linestyle="none", **look)
        ax.annotate(_("on worker {name}", name=name), at, (9, 0), textcoords="offset points", va="center")
    return ax


def plot_held(held: Mapping[tuple[int, int], str], lost: Sequence[tuple[int, int]], ax: Axes) -> Axes:
    """Draw the tables that each worker holds, by level and position, with the number of parts in each.

    Tables in ``lost`` are crossed out.
    """
    for (level, place), worker in held.items():
        size = 2**level
        look = POSITIVE_MARKER if worker == "A" else NEGATIVE_MARKER
        x = place * size + (size - 1) / 2
        ax.plot([x], [level], markersize=13, linestyle="none", **look)
        ax.annotate(f"{size}", (x, level), (11, 5), textcoords="offset points", bbox=BEHIND_WORDS)
    for level, place in lost:
        x = place * 2**level + (2**level - 1) / 2
        ax.plot([x], [level], marker="x", markersize=13, color=CHOSEN, markeredgewidth=3, linestyle="none")
    return ax


def resampling_frames(most: int, aucs: tuple[float, float], axes: Mapping[str, Axes]) -> None:
    """Set up the axes for how often one example is counted, up to ``most`` (a), and for the AUCs of samples (b)."""
    axes["a"].set(xlim=(-0.6, most + 0.6), ylim=(0, 0.6), xticks=range(most + 1))
    axes["a"].set(xlabel=_("how often one example is counted"), ylabel=_("probability"))
    axes["b"].set(xlim=aucs, ylim=(-0.01, 1.01), xlabel=_("AUC"), ylabel=_("cumulative fraction of samples"))
    axes["a"].stairs([0], [0, 0], label=_("ordinary"), **_UP)
    axes["a"].plot([], [], label=_("Poisson"), **_POISSON, marker="D")
    axes["a"].legend(loc="upper right")


def plot_resampling(
    ordinary: np.ndarray, poisson: np.ndarray, aucs: Sequence[np.ndarray], axes: Mapping[str, Axes]
) -> None:
    """Draw the ordinary and the Poisson distribution of one example's count (a) and of the AUC (b)."""
    axes["a"].stairs(ordinary, np.arange(len(ordinary) + 1) - 0.5, gid="part-counted", **_UP)
    axes["a"].plot(range(len(poisson)), poisson, **_POISSON, marker="D", gid="part-counted")
    levels = np.linspace(0, 1, 101)
    axes["b"].plot(np.quantile(aucs[0], levels), levels, color=POSITIVE, linestyle="-", linewidth=5, alpha=0.4)
    axes["b"].plot(np.quantile(aucs[1], levels), levels, **_POISSON)
