"""Predictions answered by drawing: the empty axes, the truth, and how a drawing differs from it, in words.

The script (``evalcore/frontend/drawing.js``) uses the same data and applies the same rule. Positions and heights are
compared as fractions of the axes, from 0 at the low end to 1 at the high end.
"""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, isfinite, log, log10

import numpy as np
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from evalcore.language import translated as _

WIDTH, HEIGHT = 480, 300  # of the SVG
BOX = (64, 38, 400, 204)  # left, top, width and height of the axes in it
SQUARE = (162, 38, 204, 204)  # of axes with the same ends for a curve, as in ROC space
RIPPLE = 0.06  # larger changes of height count as rising or falling
NEAR = 0.15  # fraction of the width within which a drawn turning point is at the right position
COVERED = 0.8  # fraction of the width that has to be drawn
PENS = 9  # the maximal number of positions at which keys or sliders set a curve
STYLES = ("", "9 6", "2 5")  # the dashes that distinguish the curves


@dataclass(frozen=True)
class Axis:
    """The label and the ends of an axis. It may be reversed (``low > high``) or logarithmic."""

    label: str
    low: float
    high: float
    decimals: int
    log: bool = False

    def share(self, value: float) -> float:
        """Return the position of a value along the axis, clipped to [0, 1]."""
        scale = log if self.log else float
        low, high = scale(self.low), scale(self.high)
        return min(max((scale(value) - low) / (high - low), 0), 1)

    def at(self, share: float) -> float:
        """Return the value at a position in [0, 1] along the axis."""
        if self.log:
            return self.low * (self.high / self.low) ** share
        return self.low + share * (self.high - self.low)

    def text(self, value: float) -> str:
        """Return the value with the decimals of the axis; halves are rounded up, as on the page."""
        scale = 10**self.decimals
        return f"{floor(value * scale + 0.5) / scale + 0.0:.{self.decimals}f}"

    @property
    def name(self) -> str:
        """The words before a value: "degree ", "k = "."""
        return f"{self.label} = " if len(self.label) == 1 else _("{label} ", label=self.label)

    @property
    def ticks(self) -> list[float]:
        low, high = sorted((self.low, self.high))
        if self.log:
            return [v for e in range(-9, 10) for v in (10.0**e, 2 * 10.0**e, 5 * 10.0**e) if low <= v <= high]
        steps = MaxNLocator(5, steps=[1, 2, 2.5, 5, 10], integer=self.decimals == 0).tick_values(low, high)
        return [float(v) for v in steps if low - 1e-9 <= v <= high + 1e-9]

    def rule(self) -> dict:
        return vars(self)


@dataclass(frozen=True)
class Drawing:
    """The axes and the truth of a drawn prediction; made by :func:`sketch` and :func:`pinpoint`.

    ``x`` are the positions of the curves ``truths``. ``truths`` is empty if the question is a position, which is
    between the two numbers of ``where``. ``given`` is drawn from the beginning, ``shown`` together with the truth.
    """

    asks: str
    across: Axis
    up: Axis
    x: tuple[float, ...] = ()
    truths: Mapping[str, tuple[float, ...]] | None = None
    where: tuple[float, float] | None = None
    given: Mapping[str, tuple[tuple[float, ...], tuple[float, ...]]] | None = None
    shown: Mapping[str, tuple[tuple[float, ...], tuple[float, ...]]] | None = None
    within: float = 0.1

    @property
    def rule(self) -> dict:
        """The drawing as JSON, with curves as fractions of the axes."""
        lines = [
            [[name, list(zip(map(self.across.share, x), map(self.up.share, y), strict=True))]
             for name, (x, y) in (named_lines or {}).items()]
            for named_lines in (self.given, self.shown)
        ]  # fmt: skip
        truths = (self.truths or {}).items()
        square = truths and (self.across.low, self.across.high) == (self.up.low, self.up.high)
        return {
            "asks": self.asks, "across": self.across.rule(), "up": self.up.rule(),
            "box": SQUARE if square else BOX,
            "x": list(self.x), "places": [self.across.share(x) for x in self.x],
            "names": [name for name, _ in truths], "truths": [list(map(self.up.share, ys)) for _, ys in truths],
            "beyond": [[not min(self.up.low, self.up.high) <= y <= max(self.up.low, self.up.high) for y in ys]
                       for _, ys in truths],
            "pens": pens(len(self.x)), "where": self.where, "given": lines[0], "shown": lines[1],
            "within": self.within, "ripple": RIPPLE, "near": NEAR, "covered": COVERED, "styles": STYLES,
        }  # fmt: skip


def sketch(asks: str, x: ArrayLike, truths: Mapping[str, ArrayLike], *, across: str, up: str,
           ends: tuple[float, float], log: bool = False, within: float = 0.1,
           given: Mapping[str, tuple[ArrayLike, ArrayLike]] | None = None) -> Drawing:  # fmt: skip
    """Return axes on which the reader draws up to three curves, one after the other.

    A drawing is correct if it rises and falls as the truth does, turns near the same positions, and is on average at
    most ``within`` away.

    Parameters
    ----------
    asks : str
        The question.
    x : array_like
        Three or more increasing or decreasing positions.
    truths : mapping of str to array_like
        The values of each curve at ``x``; values outside ``ends`` are drawn at the edge.
    across, up : str
        The labels of the axes.
    ends : (float, float)
        The ends of the vertical axis.
    log : bool
        Whether the horizontal axis is logarithmic.
    within : float
        The tolerance as a fraction of the height, in (0, 1]; with 1 only the shape counts.
    given : mapping, optional
        Lines (x, y) that are on the axes from the beginning.

    Raises
    ------
    ValueError
        If an argument is invalid.

    Examples
    --------
    >>> sketch("Draw it.", [0, 1, 2], {"error": [1, 0, 1]}, across="degree", up="error", ends=(0, 1)).x
    (0.0, 1.0, 2.0)
    """
    places = np.asarray(x, dtype=float)
    steps = np.diff(places)
    if places.ndim != 1 or len(places) < 3 or not (all(steps > 0) or all(steps < 0)):
        raise ValueError("x must be three or more places, each beyond the one before")
    heights = {str(name): np.asarray(values, dtype=float) for name, values in truths.items()}
    if not 1 <= len(heights) <= len(STYLES):
        raise ValueError(f"expected one to {len(STYLES)} curves, got {len(heights)}")
    for name, values in heights.items():
        if values.shape != places.shape or not all(map(isfinite, values)):
            raise ValueError(f"truth {name!r} must have a finite value at each of the {len(places)} places")
    if not 0 < within <= 1:
        raise ValueError(f"within must be in (0, 1], got {within!r}")
    whole = 0 if all(places == np.round(places)) else None
    return Drawing(asks, _axis(across, places[0], places[-1], log, whole), _axis(up, *ends),
                   tuple(places.tolist()), {name: tuple(values.tolist()) for name, values in heights.items()},
                   given=_lines(given), within=within)  # fmt: skip


def pinpoint(asks: str, where: tuple[float, float], *, across: tuple[str, float, float], up: tuple[str, float, float],
          given: Mapping[str, tuple[ArrayLike, ArrayLike]], shown: Mapping[str, tuple[ArrayLike, ArrayLike]],
          within: float = 0.05) -> Drawing:  # fmt: skip
    """Return axes on which the reader chooses a position.

    Parameters
    ----------
    asks : str
        The question.
    where : (float, float)
        The correct positions are between these two, or at most ``within`` of the width outside.
    across, up : (str, float, float)
        Label and ends of the two axes.
    given, shown : mapping
        Lines (x, y) that are on the axes from the beginning, and lines that are shown with the truth.
    within : float
        The tolerance as a fraction of the width, in (0, 1].

    Raises
    ------
    ValueError
        If ``where`` is not on the axis, or another argument is invalid.

    Examples
    --------
    >>> pinpoint("Where?", (0.2, 0.3), across=("x", 0, 1), up=("y", 0, 1), given={}, shown={}).where
    (0.2, 0.3)
    """
    low, high = map(float, where)
    if not across[1] <= low <= high <= across[2]:
        raise ValueError(f"where must lie on the axis, between {across[1]} and {across[2]}, got {where}")
    if not 0 < within <= 1:
        raise ValueError(f"within must be in (0, 1], got {within!r}")
    return Drawing(asks, _axis(*across), _axis(*up), where=(low, high), given=_lines(given), shown=_lines(shown),
                   within=within)  # fmt: skip


def _axis(label, low, high, log=False, decimals=None):
    low, high = float(low), float(high)
    if not (isfinite(low) and isfinite(high)) or low == high or (log and min(low, high) <= 0):
        raise ValueError(f"the axis {label!r} needs two different ends (above 0 if it is logarithmic)")
    two_digits = max(0, 1 - floor(log10(abs(high - low) / 2)))
    return Axis(label, low, high, two_digits if decimals is None else decimals, log)


def _lines(named_lines):
    return {name: tuple(tuple(np.asarray(part, dtype=float).tolist()) for part in line)
            for name, line in (named_lines or {}).items()}  # fmt: skip


def pens(count: int) -> list[int]:
    """Return the indices, among ``count`` positions, of those at which a slider or the keys set the curve."""
    return [floor(i * (count - 1) / (min(count, PENS) - 1) + 0.5) for i in range(min(count, PENS))] if count else []


# Comparing a drawing with the truth


def turns(heights: Sequence[float]) -> tuple[list[int], list[int]]:
    """Return the directions of a curve (1 up, -1 down) and the indices at which it turns.

    Changes of at most ``RIPPLE`` are ignored.

    >>> turns([1, 0.5, 0.1, 0.12, 0.7])
    ([-1, 1], [2])
    """
    ways: list[int] = []
    turning_points: list[int] = []
    low = high = 0
    for i, y in enumerate(heights):
        way = ways[-1] if ways else 0
        if y < heights[low]:
            low = i
        if y > heights[high]:
            high = i
        if way <= 0 and y - heights[low] > RIPPLE:
            turning_points += [low] if way else []
            ways.append(1)
            high = i
        elif way >= 0 and heights[high] - y > RIPPLE:
            turning_points += [high] if way else []
            ways.append(-1)
            low = i
    return ways, turning_points


def shape(ways: Sequence[int]) -> str:
    """Return the directions of a curve in words."""
    if not ways:
        return _("stays level")
    if len(ways) == 1:
        return _("rises all the way") if ways[0] > 0 else _("falls all the way")
    first, *others = [_("rises") if way > 0 else _("falls") for way in ways]
    return _("{first}, then {others}", first=first, others=_(", then ").join(others))


def compared(rule: Mapping, drawn: object) -> tuple[bool, str]:
    """Return whether a drawing is correct, and how it differs from the truth, in words.

    ``drawn`` is a position as a fraction of the width, or a list of heights per curve, None where nothing was drawn.
    """
    if rule["where"]:
        return _compared_place(rule, drawn)
    verdicts = [_compared_curve(rule, k, heights) for k, heights in enumerate(drawn)]
    several = len(verdicts) > 1
    words = [reply for _right, reply in verdicts]
    if several:
        words = [_("{name}: {said}", name=name, said=reply) for name, reply in zip(rule["names"], words, strict=True)]
    sentences = "".join(_("{said}. ", said=f"{reply[0].upper()}{reply[1:]}") for reply in words)
    return all(right for right, _reply in verdicts), sentences.strip()


def _compared_place(rule, share):
    axis = Axis(**rule["across"])
    low, high = map(axis.share, rule["where"])
    off = low - share if share < low else max(share - high, 0)
    drawn, ends = axis.text(axis.at(share)), [axis.text(value) for value in rule["where"]]
    truth = ends[0] if ends[0] == ends[1] else _("between {low} and {high}", low=ends[0], high=ends[1])
    difference = _(", {off} too low") if share < low else _(", {off} too high")
    difference = difference.format(off=axis.text(abs(axis.at(off) - axis.at(0)))) if off else ""
    words = _("You put it at {said}{parted}; it is {truth}.", said=drawn, parted=difference, truth=truth)
    return off <= rule["within"] + 1e-9, words


def _compared_curve(rule, k, heights):
    across, up = (Axis(**rule[axis]) for axis in ("across", "up"))
    seen = [i for i, y in enumerate(heights) if y is not None]
    yours, truth = [heights[i] for i in seen], [rule["truths"][k][i] for i in seen]
    (ways, at), (true_ways, true_at) = turns(yours), turns(truth)
    right = ways == true_ways
    reply = _("your curve {shape}, as it should") if right else _("your curve {shape}, but the true one {truly}")
    reply = reply.format(shape=shape(ways), truly=shape(true_ways))
    for turn, true_turn, way in zip(at, true_at, true_ways, strict=False) if right else ():
        near = abs(rule["places"][seen[turn]] - rule["places"][seen[true_turn]]) <= rule["near"] + 1e-9
        right = right and (near or abs(truth[turn] - truth[true_turn]) <= rule["ripple"])
        what = _("minimum") if way < 0 else _("maximum")
        names = [across.text(rule["x"][seen[i]]) for i in (turn, true_turn)]
        if names[0] == names[1]:
            reply += _("; its {what} is at {place}, as you expected", what=what, place=across.name + names[1])
        else:
            expected = across.name + names[0]
            reply += _("; you expected its {what} at {expected}, but it is at {place}",
                       what=what, expected=expected, place=names[1])  # fmt: skip
    gaps = [y - t for y, t in zip(yours, truth, strict=True)]
    most = max(range(len(gaps)), key=lambda i: abs(gaps[i]))
    unit, mean = abs(up.high - up.low), sum(map(abs, gaps)) / len(gaps)
    if abs(gaps[most]) > 0.04:
        least = _("at least {off}") if rule["beyond"][k][seen[most]] else "{off}"
        off = least.format(off=up.text(abs(gaps[most]) * unit))
        where = across.name + across.text(rule["x"][seen[most]])
        lies = _("; at {where} yours is {off} too low") if gaps[most] < 0 else _("; at {where} yours is {off} too high")
        reply += lies.format(where=where, off=off)
    near = mean <= rule["within"] + 1e-9
    reply += _(", on average {off} off", off=up.text(mean * unit))
    if not near:
        reply += _(", which is more than the {off} allowed", off=up.text(rule["within"] * unit))
    return right and near, reply


# Drawing the axes


def axes_svg(rule: Mapping) -> str:
    """Return the empty axes as SVG; the script adds the drawing and the truth."""
    left, top, width, height = rule["box"]
    right, bottom = left + width, top + height

    def words(x, y, text, anchor):
        return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{html.escape(text)}</text>'

    parts = [f'<path class="frame" d="M{left} {top}V{bottom}H{right}" fill="none"/>']
    axes = [Axis(**rule[axis]) for axis in ("across", "up")]
    for tick in axes[0].ticks:
        x = left + axes[0].share(tick) * width
        parts += [f'<path class="frame" d="M{x:.1f} {bottom}v5"/>', words(x, bottom + 24, f"{tick:g}", "middle")]
    for tick in axes[1].ticks:
        y = bottom - axes[1].share(tick) * height
        parts += [f'<path class="frame" d="M{left} {y:.1f}h-5"/>', words(left - 9, y + 6, f"{tick:g}", "end")]
    parts += [words(left + width / 2, HEIGHT - 7, axes[0].label, "middle")]
    parts += [words(left - 60, 20, axes[1].label, "start")]
    lines = {name: [(left + x * width, bottom - y * height) for x, y in points] for name, points in rule["given"]}
    middles = {
        name: np.mean([line[(len(line) - 1) // 2], line[len(line) // 2]], axis=0) for name, line in lines.items()
    }
    for name, points in lines.items():
        (x, y), dx, dy, anchor = (points[0], 4, -8, "start") if rule["where"] else (points[-1], -4, -8, "end")
        higher = [other for other in lines if middles[other][1] < middles[name][1]]
        if any(lines[other][-1] == points[-1] for other in higher):
            (x, y), dx, dy, anchor = middles[name], 8, 16, "start"  # the lower one of two lines with the same end
        steps = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        line = f'<polyline class="given" points="{steps}" fill="none" stroke-dasharray=""/>'
        parts += [line, words(x + dx, y + dy, name, anchor)]
    label = html.escape(_("Empty axes: {up} against {across}", up=axes[1].label, across=axes[0].label))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
