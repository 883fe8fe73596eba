"""Figures of chapter 01: the lattice of hypotheses, bias, Occam's curves, no free lunch."""

from collections.abc import Sequence
from itertools import chain, count
from typing import NamedTuple
from unicodedata import east_asian_width

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from evalcore.hypotheses import ANY, Domains, Hypothesis
from evalcore.language import translated as _
from evalcore.plots.style import (
    CHOSEN,
    INK,
    MUTED,
    NEGATIVE,
    NEGATIVE_MARKER,
    PALE,
    POSITIVE,
    POSITIVE_MARKER,
    curve_styles,
)

_RUN = {"color": MUTED, "linestyle": (0, (4, 1.5)), "linewidth": 1.1, "drawstyle": "steps-post"}
_EXACT = {"color": POSITIVE, "linestyle": "-", "clip_on": False}
_MOST_DARK_LINES = 40  # among more lines no single one can be followed


class _Codes(NamedTuple):
    """Sizes that depend on how wide the letter codes of a lattice are; marker sizes are multiples of the font size."""

    room: tuple[float, float]  # distance of the lines from the codes, in data coordinates
    most: int  # rows of the lattice with more codes are staggered, so that the codes do not touch
    patch: str | list[tuple[float, float]]  # the marker that covers a code
    covered: float
    line: float  # length of the dash through an eliminated code
    ring: float  # size of the ring around a code


_NARROW = _Codes((0.024, 0.13), most=18, patch="s", covered=1.9, line=2, ring=2.6)
_FLAT = [(-1, -0.6), (1, -0.6), (1, 0.6), (-1, 0.6)]
_WIDE = _Codes((0.036, 0.13), most=12, patch=_FLAT, covered=3.1, line=2.6, ring=3.4)  # for Chinese characters


def plot_lattice(space: Sequence[Hypothesis], edges: np.ndarray, ax: Axes) -> Axes:
    """Draw the lattice of hypotheses: general at the top, ∅ at the bottom, lines between neighbours.

    A code has one letter per attribute, which abbreviates its value.
    """
    places, domains = _places(space), space[0].domains
    _lines(places, edges, ax, color=PALE, linewidth=0.7, zorder=0)
    letters = [{**of_values, ANY: ANY} for of_values in _letters(domains)]
    fonts = ["monospace", "DejaVu Sans Mono", *mpl.rcParams["font.family"]]  # the last may be the Chinese one
    for (x, y), hypothesis in zip(places, space, strict=True):
        letters_and_values = zip(letters, hypothesis.values or (), strict=False)
        code = "".join(letter_of[value] for letter_of, value in letters_and_values) or "∅"
        background = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
        ax.text(x, y, code, ha="center", va="center", family=fonts, bbox=background)
    ax.set(xlim=(-0.015, 1.015), ylim=(-1.3, len(domains) + 0.6))
    ax.axis("off")
    return _letter_legend(domains, ax)


def plot_elimination(
    space: Sequence[Hypothesis],
    edges: np.ndarray,
    before: Sequence[Hypothesis],
    after: Sequence[Hypothesis],
    frontier: Sequence[Hypothesis],
    ax: Axes,
) -> Axes:
    """Draw what one melon eliminates from ``before``: crosses now, a dash through what was eliminated earlier.

    Rings mark the ``frontier``.
    """
    places, size, codes = _places(space), mpl.rcParams["font.size"], _codes(space)
    had, has, ringed = (np.array([h in group for h in space]) for group in map(set, (before, after, frontier)))
    kept = edges[has[edges].all(axis=1)]
    few = len(kept) <= _MOST_DARK_LINES
    _lines(places, kept, ax, codes.room, color=INK if few else MUTED, linewidth=1.2 if few else 0.5)
    spots = {"linestyle": "none", "zorder": 3, "clip_on": False}
    patch = {"marker": codes.patch, "markersize": codes.covered * size, "color": "white", "alpha": 0.7}
    ax.plot(*places[~had].T, **patch, markeredgewidth=0, **spots)
    ax.plot(*places[~had].T, marker="_", markersize=codes.line * size, color=MUTED, markeredgewidth=1, **spots)
    ax.plot(*places[had & ~has].T, marker="x", markersize=1.5 * size, color=NEGATIVE, markeredgewidth=1.5, **spots)
    ax.plot(*places[ringed].T, marker="o", markersize=codes.ring * size, color=CHOSEN, markerfacecolor="none", **spots)
    return ax


def plot_relatives(space: Sequence[Hypothesis], edges: np.ndarray, chosen: int, ax: Axes) -> Axes:
    """Ring the chosen hypothesis; solid lines lead to the more general ones, dashed lines to the more specific."""
    places, codes = _places(space), _codes(space)
    above = np.array([hypothesis.generalises(space[chosen]) for hypothesis in space])
    below = np.array([space[chosen].generalises(hypothesis) for hypothesis in space])
    thin = 0.7 * mpl.rcParams["lines.linewidth"]
    _lines(places, edges[above[edges].all(axis=1)], ax, codes.room, color=POSITIVE, linewidth=thin)
    _lines(places, edges[below[edges].all(axis=1)], ax, codes.room, color=NEGATIVE, linewidth=thin, linestyle="--")
    size = codes.ring * mpl.rcParams["font.size"]
    ring = {
        "marker": "o",
        "markersize": size,
        "color": CHOSEN,
        "markerfacecolor": "none",
        "zorder": 3,
        "clip_on": False,
    }
    ax.plot(*places[chosen], **ring, gid="handle")
    return ax


def product_frame(most: int, ax: Axes) -> Axes:
    """Set up the axes for the blocks of :func:`plot_product` with up to ``most`` values per attribute."""
    half = (most + 1) * (most + 1.6) / 2 + 1
    ax.set(xlim=(-half - 3, half), ylim=(most + 2.2, -1.2), aspect="equal")
    ax.axis("off")
    return ax


def plot_product(numbers: Sequence[int], ax: Axes) -> Axes:
    """Draw the product formula as squares: a block per sound, with a row per colour and a column per root; and ∅.

    Squares are filled where no attribute is a wildcard.
    """
    colours, roots, sounds = numbers
    width, rows = roots + 1.6, colours + 1
    left = -(sounds + 1) * width / 2
    block, row, column = np.indices((sounds + 1, rows, roots + 1)).reshape(3, -1)
    wild = (block == 0) | (row == 0) | (column == 0)
    x, y = left + block * width + column + 0.5, row + 0.5
    size = {"marker": "s", "linestyle": "none", "markersize": 1.2 * mpl.rcParams["font.size"], "color": POSITIVE}
    ax.plot(x[~wild], y[~wild], **size)
    ax.plot(x[wild], y[wild], markerfacecolor="white", **size)
    names = [ANY, *"123456789"]
    for place in range(sounds + 1):
        edge = left + place * width
        ax.text(edge + (roots + 1) / 2, -0.2, _("sound {value}", value=names[place]), ha="center", va="bottom")
        for step in range(roots + 1):
            ax.text(edge + step + 0.5, rows + 0.5, names[step], ha="center", va="center")
    for place in range(rows):
        ax.text(left - 0.3, place + 0.5, _("colour {value}", value=names[place]), ha="right", va="center")
    ax.text(left - 0.3, rows + 0.5, _("root"), ha="right", va="center")
    ax.text(-left, 0.5, "∅", ha="center", va="center", fontsize="x-large", color=POSITIVE)
    return ax


def survivors_frame(survivors: Sequence[Hypothesis], edges: np.ndarray, ax: Axes) -> Axes:
    """Draw the lattice of a few hypotheses with their values in full."""
    places = _places(survivors)
    _lines(places, edges, ax, color=MUTED, linewidth=1, zorder=0)
    for (x, y), hypothesis in zip(places, survivors, strict=True):
        ax.text(x, y, hypothesis.short, ha="center", va="center", bbox={"facecolor": "white", "edgecolor": PALE})
    ax.set(xlim=(0, 1), ylim=(places[:, 1].min() - 0.4, places[:, 1].max() + 0.4))
    ax.axis("off")
    return ax


def plot_choice(survivors: Sequence[Hypothesis], chosen: Hypothesis, ax: Axes) -> Axes:
    """Draw a frame around the hypothesis that the learner chose."""
    x, y = _places(survivors)[survivors.index(chosen)]
    frame = {"facecolor": "white", "edgecolor": CHOSEN, "linewidth": mpl.rcParams["lines.linewidth"]}
    ax.text(x, y, chosen.short, ha="center", va="center", color=CHOSEN, bbox=frame)
    return ax


def answers_frame(runs: int, ax: Axes) -> Axes:
    """Set up the axes for one answer per run."""
    ax.set(xlim=(0, runs + 1), ylim=(-0.5, 1.5), yticks=[0, 1], yticklabels=[_("bad"), _("good")], xlabel=_("run"))
    return ax


def plot_answers(answers: np.ndarray, ax: Axes) -> Axes:
    """Draw the answer of each run so far: circles for good, squares for bad."""
    runs = np.arange(1, len(answers) + 1)
    for label, marker in [(1, POSITIVE_MARKER), (0, NEGATIVE_MARKER)]:
        ax.plot(runs[answers == label], answers[answers == label], linestyle="none", **marker)
    return ax


def plot_points(x: np.ndarray, y: np.ndarray, ax: Axes, *, seen: bool = True) -> Axes:
    """Draw training points filled, test points hollow."""
    ax.plot(x, y, marker="o", linestyle="none", color=INK, markerfacecolor=INK if seen else "white", zorder=3)
    return ax


def plot_curves(x: np.ndarray, curves: dict[str, np.ndarray], ax: Axes, **line: object) -> Axes:
    """Draw the named curves, each in its own colour and line style; ``line`` are further options of ``Axes.plot``."""
    for (name, y), style in zip(curves.items(), curve_styles(len(curves)), strict=True):
        ax.plot(x, y, label=name, **style, **line)
    return ax


def curves_frame(names: Sequence[str], ax: Axes, **options: object) -> Axes:
    """Set up the axes and a legend for curves with these names over [0, 6]; ``options`` are those of ``Axes.set``."""
    plot_curves(np.array([]), {name: np.array([]) for name in names}, ax)
    ax.legend(loc="lower center")
    ax.set(xlabel="x", xlim=(-0.3, 6.3), **options)
    return ax


def totals_frame(names: Sequence[str], fair: float, ax: Axes) -> Axes:
    """Set up one bar per learner, and the line that all learners reach when every target counts the same."""
    ax.axvline(fair, color=MUTED, linestyle="--", linewidth=1, zorder=0)
    ax.set(xlim=(0, 2 * fair), ylim=(len(names) - 0.4, -0.6), yticks=range(len(names)), yticklabels=names)
    ax.set(xlabel=_("total off-training-set error"), xticks=[0, fair, 2 * fair])
    ax.tick_params(axis="y", length=0)
    return ax


def plot_totals(totals: np.ndarray, ax: Axes) -> Axes:
    """Draw a bar and its number for each learner."""
    ax.barh(np.arange(len(totals)), totals, height=0.7, color=PALE, edgecolor=MUTED, zorder=1)
    for row, total in enumerate(totals):
        ax.text(0.02 * ax.get_xlim()[1], row, f"{total:.1f}", va="center")
    return ax


def running_frame(names: Sequence[str], targets: int, most: float, ax: Axes) -> Axes:
    """Set up the axes for each learner's errors minus those of a coin, up to ``most``, as targets are counted."""
    for name, style in zip(names, curve_styles(len(names)), strict=True):
        ax.plot([], [], label=name, **style)
    ax.axhline(0, color=MUTED, linewidth=1, zorder=0)
    ax.set(xlim=(-0.01 * targets, 1.01 * targets), ylim=(-most, most))
    ax.set(xlabel=_("targets counted, smoothest first"), ylabel=_("errors minus those of a coin"))
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1))
    return ax


def plot_running(excess: np.ndarray, ax: Axes) -> Axes:
    """Draw one line per learner, starting at 0, with a point at its end.

    ``excess`` has shape (learners, targets counted + 1).
    """
    for line, style in zip(excess, curve_styles(len(excess)), strict=True):
        ax.plot(line, **style)
        ax.plot(len(line) - 1, line[-1], marker="o", color=style["color"], clip_on=False, gid="handle")
    return ax


def prior_frame(most_changes: int, ax: Axes) -> Axes:
    """Set up the axes for the share of the prior at each number of label changes."""
    ax.set(xlim=(-0.6, most_changes + 0.6), ylim=(0, 1), xlabel=_("label changes"))
    ax.set(ylabel=_("fraction of the prior"), xticks=range(0, most_changes + 1, 3))
    return ax


def plot_prior(shares: np.ndarray, ax: Axes) -> Axes:
    """Draw the share of the prior that belongs to targets with 0, 1, 2, … label changes."""
    ax.vlines(np.arange(len(shares)), 0, shares, color=CHOSEN, linewidth=3.5 * mpl.rcParams["lines.linewidth"])
    return ax


def plot_disjunction_counts(counts: np.ndarray, written: Sequence[int], ax: Axes) -> Axes:
    """Draw the number of formulas that can be written, and of functions they express, against k on a log scale."""
    k = np.arange(1, len(counts) + 1)
    ax.plot(k, written, marker="s", color=NEGATIVE, linestyle="--", label=_("formulas written"))
    ax.plot(k, counts, marker="o", color=POSITIVE, label=_("different functions"))
    ax.axhline(counts[-1], color=MUTED, linewidth=1, linestyle=":", label=_("all {count} functions", count=counts[-1]))
    ax.set(yscale="log", xlabel=_("at most k conjunctions"), ylabel=_("number of functions"), xticks=k)
    ax.legend(loc="upper left")
    return ax


def plot_preference(shown: Sequence[int], errors: np.ndarray, none: float, ax: Axes) -> Axes:
    """Draw the mean error and the ends of its band, shape (3, sizes), against the number of melons shown.

    A dashed line at ``none`` is the error without a preference.
    """
    mean, low, high = errors
    ax.fill_between(shown, low, high, color=PALE, linewidth=0, zorder=0, label=_("80 % of the problems"))
    ax.plot(shown, mean, color=POSITIVE, linestyle="-", marker="o", label=_("short formulas first"))
    ax.axhline(none, color=NEGATIVE, linestyle="--", label=_("no preference"))
    ax.set(xlabel=_("melons shown"), ylabel=_("error on the other melons"), xticks=shown, ylim=(0, 0.72))
    ax.legend(loc="upper right", ncols=3)
    return ax


def sizes_frame(most_examples: int, most: int, ax: Axes) -> Axes:
    """Set up logarithmic axes for the size of the version space against the number of melons."""
    ax.set(xlim=(0, most_examples), yscale="log", ylim=(0.8, 1.3 * most), yticks=[1, 3, 10, 30, most])
    ax.set(xlabel=_("random melons seen"), ylabel=_("hypotheses left"), yticklabels=["1", "3", "10", "30", str(most)])
    ax.minorticks_off()
    ax.plot([], [], **_RUN, label=_("a run"))
    ax.plot([], [], **_EXACT, label=_("on average"))
    ax.legend(loc="upper right")
    return ax


def plot_sizes(runs: np.ndarray, mean: np.ndarray, ax: Axes) -> Axes:
    """Draw the sizes of some runs, one per row, as thin steps, and their exact mean; entry m is after m melons."""
    melons = np.arange(len(mean))
    for run in runs:
        ax.plot(melons, run, **_RUN)
    ax.plot(melons, mean, **_EXACT)
    ax.plot(melons[-1:], mean[-1:], marker="o", color=CHOSEN, clip_on=False, gid="melons_seen")
    return ax


def chance_frame(most_examples: int, ax: Axes) -> Axes:
    """Set up the axes for the probability that only the truth is left, with a line at one half."""
    ax.axhline(0.5, color=MUTED, linewidth=1, linestyle="--", zorder=0)
    ax.set(xlim=(0, most_examples), ylim=(0, 1.03), yticks=[0, 0.5, 1])
    ax.set(xlabel=_("random melons seen"), ylabel=_("probability: only truth left"))
    return ax


def plot_chance(chances: np.ndarray, ax: Axes) -> Axes:
    """Draw the probability after 0, 1, … melons, with a point at the end."""
    melons = np.arange(len(chances))
    ax.plot(melons, chances, **_EXACT)
    ax.plot(melons[-1:], chances[-1:], marker="o", color=CHOSEN, clip_on=False, gid="melons_seen")
    return ax


def _lines(places: np.ndarray, edges: np.ndarray, ax: Axes, room: tuple[float, float] = (0, 0), **line: object) -> None:
    """Draw all edges as one broken line; each ends at a box around its nodes, twice as wide and high as ``room``."""
    upper, lower = places[edges].transpose(1, 0, 2)
    step = lower - upper
    part = np.min(np.array(room) / np.maximum(np.abs(step), 1e-9), axis=1, keepdims=True)
    ends = np.stack([upper + part * step, lower - part * step, np.full_like(step, np.nan)], axis=1)
    ax.plot(*ends.reshape(-1, 2).T, **{"linestyle": "-", **line})


def _letter_legend(domains: Domains, ax: Axes) -> Axes:
    """Explain the letters in the free corner next to the top of the lattice, in the order of the codes."""
    explained = (_(", ").join(_explained(letter, value) for value, letter in of.items()) for of in _letters(domains))
    lines = [_("{name}: {said}", name=name, said=said) for name, said in zip(domains, explained, strict=True)]
    ax.text(0, 1, "\n".join(lines), transform=ax.transAxes, va="top", color=MUTED, linespacing=1.05)
    return ax


def _places(space: Sequence[Hypothesis]) -> np.ndarray:
    """Return the position of each hypothesis, shape (hypotheses, 2): x from 0 to 1 in its row, y its level."""
    levels, most = np.array([hypothesis.level for hypothesis in space]), _codes(space).most
    places = np.column_stack([levels, levels]).astype(float)
    for level in np.unique(levels):
        row = np.flatnonzero(levels == level)
        places[row, 0] = (np.arange(row.size) + 0.5) / row.size
        if row.size > most:
            places[row, 1] += np.where(np.arange(row.size) % 2, -0.19, 0.19)
    return places


def _explained(letter: str, value: str) -> str:
    """Return a letter with the value it abbreviates; a Chinese value begins with its letter, so it explains itself."""
    return value if _is_wide(letter) else f"{letter} {value}"


def _codes(space: Sequence[Hypothesis]) -> _Codes:
    """Return the sizes that suit the letters of this space."""
    letters = (letter for of_values in _letters(space[0].domains) for letter in of_values.values())
    return _WIDE if any(map(_is_wide, letters)) else _NARROW


def _is_wide(letter: str) -> bool:
    """Return whether a character is as wide as a Chinese one."""
    return east_asian_width(letter) in "WF"


def _letters(domains: Domains) -> list[dict[str, str]]:
    """Return the letter of each value, for each attribute: the first letter of the word that no other value has.

    So curled is c, stiff s, slightly curled l and crisp r.
    """
    letters: list[dict[str, str]] = []
    taken: set[str] = set()
    for values in domains.values():
        letters.append({})
        for value in values:
            letters[-1][value] = next(sign for sign in chain(value, map(str, count(1))) if sign not in taken | {" "})
            taken.add(letters[-1][value])
    return letters
