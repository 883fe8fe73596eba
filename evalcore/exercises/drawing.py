"""A prediction that is answered by drawing: empty axes, the truth, and what is said of where a drawing parts from it.

JupyterLab and the page (``book/drawing.js``) read the same data, judge by it alike and draw the same axes. Heights and
places are compared as shares of the axes, from 0 at the low end to 1 at the high end.
"""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, isfinite, log, log10

import numpy as np
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from evalcore.language import translated as _

WIDTH, HEIGHT = 480, 300  # of the sheet
BOX = (64, 38, 400, 204)  # left, top, width and height of the axes on it
RIPPLE = 0.06  # an up or down of so much of the height is a turn
NEAR = 0.15  # of the width: so near to the truth's turn a drawn one is in its place
COVERED = 0.8  # of the width: so much has to be drawn
PENS = 9  # places at most at which the keys set a curve
STYLES = ("", "9 6", "2 5")  # dashes, by which curves are told apart


@dataclass(frozen=True)
class Axis:
    """The label of an axis and its ends; the low end may be the larger one, or the scale logarithmic."""

    label: str
    low: float
    high: float
    decimals: int
    log: bool = False

    def share(self, value: float) -> float:
        """How far along the axis a value lies, held between 0 and 1."""
        scale = log if self.log else float
        low, high = scale(self.low), scale(self.high)
        return min(max((scale(value) - low) / (high - low), 0), 1)

    def at(self, share: float) -> float:
        """The value at a share of the axis."""
        if self.log:
            return self.low * (self.high / self.low) ** share
        return self.low + share * (self.high - self.low)

    def said(self, value: float) -> str:
        """The value to the decimals of the axis; halves are rounded up, as the page does it."""
        scale = 10**self.decimals
        return f"{floor(value * scale + 0.5) / scale + 0.0:.{self.decimals}f}"

    @property
    def name(self) -> str:
        """What stands before a value: "degree ", "k = "."""
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
    """What is drawn on which axes; made by :func:`sketch` and :func:`pinpoint`.

    ``x`` are the places of the curves ``truths``; ``truths`` is empty where a place is asked for, which lies between
    the two numbers of ``where``. ``given`` stands on the axes from the beginning, ``shown`` joins it with the truth.
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
        """The drawing as JSON; curves as shares of the axes."""
        lines = [
            [[name, list(zip(map(self.across.share, x), map(self.up.share, y), strict=True))]
             for name, (x, y) in (some or {}).items()]
            for some in (self.given, self.shown)
        ]  # fmt: skip
        truths = (self.truths or {}).items()
        return {
            "asks": self.asks, "across": self.across.rule(), "up": self.up.rule(), "box": BOX,
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
    """Axes on which a curve is drawn, or up to three, one after the other.

    ``truths`` has for each name a value at each place of ``x`` (which rises or falls, on a logarithmic scale if
    ``log``); ``ends`` are the ends of the axis of heights, beyond which a value stands at the edge. ``given`` is on the
    axes from the beginning. A drawing comes true if it has the ups and downs of the truth, turns near where it turns,
    and lies on average at most ``within`` of the height away (1: its height does not count). Raises ``ValueError`` for
    anything else.

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
    """Axes on which a place is chosen.

    It is right between the two numbers of ``where``, or at most ``within`` of the width beyond. ``across`` and ``up``
    are label and ends of the two axes; the lines ``given`` stand on them from the beginning, those ``shown`` come with
    the truth. Raises ``ValueError`` for a place that lies off the axis.

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
    usual = max(0, 1 - floor(log10(abs(high - low) / 2)))
    return Axis(label, low, high, usual if decimals is None else decimals, log)


def _lines(some):
    return {name: tuple(tuple(np.asarray(part, dtype=float).tolist()) for part in line)
            for name, line in (some or {}).items()}  # fmt: skip


def pens(count: int) -> list[int]:
    """The places, of so many, at which the keys set a curve."""
    return [floor(i * (count - 1) / (min(count, PENS) - 1) + 0.5) for i in range(min(count, PENS))] if count else []


# The judge


def turns(heights: Sequence[float]) -> tuple[list[int], list[int]]:
    """The ups (1) and downs (-1) of a curve, and where it turns; what is smaller than ``RIPPLE`` does not count.

    >>> turns([1, 0.5, 0.1, 0.12, 0.7])
    ([-1, 1], [2])
    """
    ways: list[int] = []
    found: list[int] = []
    low = high = 0
    for i, y in enumerate(heights):
        way = ways[-1] if ways else 0
        if y < heights[low]:
            low = i
        if y > heights[high]:
            high = i
        if way <= 0 and y - heights[low] > RIPPLE:
            found += [low] if way else []
            ways.append(1)
            high = i
        elif way >= 0 and heights[high] - y > RIPPLE:
            found += [high] if way else []
            ways.append(-1)
            low = i
    return ways, found


def shape(ways: Sequence[int]) -> str:
    """Ups and downs in words."""
    if not ways:
        return _("stays level")
    if len(ways) == 1:
        return _("rises all the way") if ways[0] > 0 else _("falls all the way")
    first, *others = [_("rises") if way > 0 else _("falls") for way in ways]
    return _("{first}, then {others}", first=first, others=_(", then ").join(others))


def compared(rule: Mapping, drawn: object) -> tuple[bool, str]:
    """Whether a drawing came true, and where it parts from the truth, in words.

    ``drawn`` is a place, as a share of the width, or for each curve its heights as shares, None where it has none.
    """
    if rule["where"]:
        return _compared_place(rule, drawn)
    verdicts = [_compared_curve(rule, k, heights) for k, heights in enumerate(drawn)]
    several = len(verdicts) > 1
    words = [said for _right, said in verdicts]
    if several:
        words = [_("{name}: {said}", name=name, said=said) for name, said in zip(rule["names"], words, strict=True)]
    sentences = "".join(_("{said}. ", said=f"{one[0].upper()}{one[1:]}") for one in words)
    return all(right for right, _said in verdicts), sentences.strip()


def _compared_place(rule, share):
    axis = Axis(**rule["across"])
    low, high = map(axis.share, rule["where"])
    off = low - share if share < low else max(share - high, 0)
    said, ends = axis.said(axis.at(share)), [axis.said(value) for value in rule["where"]]
    truth = ends[0] if ends[0] == ends[1] else _("between {low} and {high}", low=ends[0], high=ends[1])
    parted = _(", {off} too low") if share < low else _(", {off} too high")
    parted = parted.format(off=axis.said(abs(axis.at(off) - axis.at(0)))) if off else ""
    words = _("You put it at {said}{parted}; it lies {truth}.", said=said, parted=parted, truth=truth)
    return off <= rule["within"] + 1e-9, words


def _compared_curve(rule, k, heights):
    across, up = (Axis(**rule[axis])
                  for axis in ("across", "up"))  # fmt: skip
    seen = [i for i, y in enumerate(heights) if y is not None]
    yours, truth = [heights[i] for i in seen], [rule["truths"][k][i] for i in seen]
    (ways, at), (true_ways, true_at) = turns(yours), turns(truth)
    right = ways == true_ways
    said = _("yours {shape}, as it does") if right else _("yours {shape}, but it {truly}")
    said = said.format(shape=shape(ways), truly=shape(true_ways))
    for one, true_one, way in zip(at, true_at, true_ways, strict=False) if right else ():
        near = abs(rule["places"][seen[one]] - rule["places"][seen[true_one]]) <= rule["near"] + 1e-9
        right = right and (near or abs(truth[one] - truth[true_one]) <= rule["ripple"])
        what = _("minimum") if way < 0 else _("maximum")
        names = [across.said(rule["x"][seen[i]]) for i in (one, true_one)]
        if names[0] == names[1]:
            said += _("; its {what} is at {place}, as you expected", what=what, place=across.name + names[1])
        else:
            expected = across.name + names[0]
            said += _("; you expected its {what} at {expected}, it is at {place}",
                      what=what, expected=expected, place=names[1])  # fmt: skip
    gaps = [y - t for y, t in zip(yours, truth, strict=True)]
    most = max(range(len(gaps)), key=lambda i: abs(gaps[i]))
    unit, mean = abs(up.high - up.low), sum(map(abs, gaps)) / len(gaps)
    if abs(gaps[most]) > 0.04:
        least = _("at least {off}") if rule["beyond"][k][seen[most]] else "{off}"
        off = least.format(off=up.said(abs(gaps[most]) * unit))
        where = across.name + across.said(rule["x"][seen[most]])
        lies = (
            _("; at {where} yours lies {off} too low")
            if gaps[most] < 0
            else _("; at {where} yours lies {off} too high")
        )
        said += lies.format(where=where, off=off)
    near = mean <= rule["within"] + 1e-9
    said += _(", on average {off} off", off=up.said(mean * unit))
    if not near:
        said += _(", more than the {off} that count as near", off=up.said(rule["within"] * unit))
    return right and near, said


# The sheet


def sheet(rule: Mapping, drawn: object = None, *, shown: bool = False) -> str:
    """The axes as SVG, with a drawing if there is one, and with the truth if it is ``shown``."""
    left, top, width, height = rule["box"]
    right, bottom = left + width, top + height

    def words(x, y, text, anchor):
        return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{html.escape(text)}</text>'

    def path(points, kind, dashes=""):
        steps = " ".join(f"{left + x * width:.1f},{bottom - y * height:.1f}" for x, y in points)
        return f'<polyline class="{kind}" points="{steps}" fill="none" stroke-dasharray="{dashes}"/>'

    parts = [f'<path class="frame" d="M{left} {top}V{bottom}H{right}" fill="none"/>']
    axes = [Axis(**rule[axis]) for axis in ("across", "up")]
    for tick in axes[0].ticks:
        x = left + axes[0].share(tick) * width
        parts += [f'<path class="frame" d="M{x:.1f} {bottom}v5"/>', words(x, bottom + 24, f"{tick:g}", "middle")]
    for tick in axes[1].ticks:
        y = bottom - axes[1].share(tick) * height
        parts += [f'<path class="frame" d="M{left} {y:.1f}h-5"/>', words(left - 9, y + 6, f"{tick:g}", "end")]
    parts += [words(left + width / 2, HEIGHT - 7, axes[0].label, "middle"), words(4, 20, axes[1].label, "start")]
    below = {name for name, _ in rule["shown"]}  # so that it is apart from what was given
    for name, points in rule["given"] + (rule["shown"] if shown else []):
        x, y = points[0] if rule["where"] else points[-1]  # where its name stands
        x, anchor = (left + x * width + 4, "start") if rule["where"] else (left + x * width - 4, "end")
        parts += [path(points, "given"), words(x, bottom - y * height + (38 if name in below else -8), name, anchor)]
    if shown and rule["where"]:
        low, high = (left + axes[0].share(value) * width for value in rule["where"])
        parts.append(
            f'<rect class="truth" x="{low - 1.5:.1f}" y="{top}" width="{high - low + 3:.1f}" height="{height}"/>'
        )
    elif shown:
        parts += [path(zip(rule["places"], ys, strict=True), "truth", dashes)
                  for ys, dashes in zip(rule["truths"], rule["styles"], strict=False)]  # fmt: skip
    if drawn is not None and rule["where"]:
        parts.append(path([(drawn, 0), (drawn, 1)], "drawn"))
    elif drawn is not None:
        for ys, dashes in zip(drawn, rule["styles"], strict=False):
            points = [(x, y) for x, y in zip(rule["places"], ys, strict=True) if y is not None]
            parts.append(path(points, "drawn", dashes))
    label = html.escape(_("Empty axes: {up} against {across}", up=axes[1].label, across=axes[0].label))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
