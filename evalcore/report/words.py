"""Numbers and answers in words: a row and a part of the report, and how a number is written."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from evalcore import _checks
from evalcore.language import filled, language, marked, places
from evalcore.language import translated as _

BRACKETS = marked("Numbers in brackets are 95 % intervals.")
SMALLEST = 1e-300  # p-value, of those that a computer's number cannot tell from 0


class Threshold(float):
    """A number that is said with all its digits: with fewer it would make other calls."""


class Probability(float):
    """A probability from simulation, which is never said to be exactly 0 or 1."""


class Averaged(float):
    """A mean over random partitions, with its standard error ``error``, which limits the decimals that are shown."""

    error: float

    def __new__(cls, value: float, error: float = 0) -> "Averaged":
        number = super().__new__(cls, value)
        number.error = error
        return number


class Row(NamedTuple):
    """A number of the report: of which learner (or of the data, ""), and the ends of its interval where it has one."""

    learner: str
    measure: str
    value: float | None
    low: float | None = None
    high: float | None = None


class Part(NamedTuple):
    """A question of the course, the chapter that the answer rests on, the answer in words and in numbers.

    ``more`` are numbers that a picture shows as well, ``picture`` is the name of one that follows, ``matrices`` are
    differences of many pairs by their measure. Printed, a part is
    its words and its table.
    """

    question: str
    chapter: str  # such as "04", "" for none
    words: list[str]
    rows: list[Row]
    more: Sequence[Row] = ()
    picture: str | None = None
    matrices: Mapping[str, Mapping[tuple[str, str], tuple[float, float, float]]] = {}

    def __str__(self) -> str:
        """For a terminal; what characters in a name could do there is left out."""
        lines = [self.question]
        if self.chapter:
            lines = [_("{question} (chapter {chapter})", question=self.question, chapter=self.chapter)]
        for words in self.words:
            lines += filled(words, first="- ", then="  ").split("\n")
        names = [f"{row.learner} {row.measure}".strip() for row in self.rows]
        wide = max((places(f"{row.learner} {row.measure}") for row in self.rows), default=0)
        lines += [
            f"  {name}{' ' * (wide - places(name))}  {said(*row[2:])}"
            for name, row in zip(names, self.rows, strict=True)
        ]
        return "\n".join("".join(sign if sign.isprintable() else "�" for sign in line) for line in lines)


def said(value: float | None, low: float | None = None, high: float | None = None) -> str:
    """Return a number, with its interval if it has one: to three decimals, or as many as tell the ends apart.

    Where all three numbers are above 100, one decimal is enough, and above 1000 none.

    A :class:`Threshold` keeps all its digits; an :class:`Averaged` has none beyond the first of its standard error.

    >>> said(0.7), said(0.00021), said(0.71, 0.655, 0.765), said(0.92123, 0.92115, 0.92131)
    ('0.7', '0.00021', '0.710 (0.655 to 0.765)', '0.92123 (0.92115 to 0.92131)')
    """
    if value is None:
        return "–"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Threshold):
        return repr(value + 0.0).removesuffix(".0")
    if isinstance(value, Probability) and not 0.001 <= value <= 0.999:
        return "< 0.001" if value < 0.001 else "> 0.999"
    if low is not None:
        smallest = min(abs(low), abs(value), abs(high))
        digits = 3 if smallest < 100 else 1 if smallest < 1000 else 0
        if high > low:
            digits = int(np.clip(np.ceil(-np.log10(high - low)) + 1, digits, 12))
        if getattr(value, "error", 0) > 0:
            digits = int(np.clip(np.ceil(-np.log10(value.error)), 0, digits))
        ends = {"value": value, "low": low, "high": high}
        return _("{value} ({low} to {high})", **{name: f"{end:z.{digits}f}" for name, end in ends.items()})
    if 0 < abs(value) < 0.001:
        return f"{value:.3g}" if abs(value) > SMALLEST else f"< {SMALLEST:g}"
    if 0.999 < abs(value) < 1:
        return f"{value:.6g}"
    return f"{value:.4g}" if abs(value) >= 1000 else f"{value:z.3f}".rstrip("0").rstrip(".") or "0"


def shown(value: object) -> str:
    """Return a value as text for a message, shortened if it is long; a text in the language's quotation marks."""
    words = _checks.shown(value)
    if language() == "zh" and isinstance(value, str):
        return f"“{words[1:].removesuffix(words[0])}”"
    return words


def counted(name: object, count: int) -> str:
    """Return a name with how often it occurs, such as 'a' (3)."""
    return _("{name} ({count})", name=shown(name), count=count)


def joined(words: Sequence[str], *, clauses: bool = False) -> str:
    """Return names, or short clauses, as a list within a sentence.

    >>> joined(["a"]), joined(["a", "b"]), joined(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    if language() == "zh":
        return ("，" if clauses else "、" if len(words) > 2 else "和").join(words)
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def sentences(words: Sequence[str]) -> str:
    """Return sentences as one paragraph; Chinese ones have no blank between them."""
    return ("" if language() == "zh" else " ").join(words)


def told_apart(values: np.ndarray) -> list[str]:
    """Return the values with three significant digits, or as many as tell them apart."""
    for digits in range(3, 18):
        words = [f"{value:#.{digits}g}" for value in values]
        if len(set(words)) == len(words):
            break
    return words
