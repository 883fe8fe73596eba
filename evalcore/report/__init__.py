"""A reader's own scores: what the chapters would say of them.

| room | holds |
|---|---|
| here | :class:`Report`, the one public name |
| ``answers`` | the numbers and the words, part by part, from the chapters' modules |
| ``pictures`` | the course's living pictures of these scores |
| ``page`` | tables, words and pictures as HTML |
| ``scores_file`` | a file of scores, read |

``python -m evalcore report scores.csv --label ill`` does it from a terminal.
"""

from collections.abc import Mapping
from os import PathLike

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import asks, both_classes, number, optional, positive, such_that
from evalcore._checks import scores as finite_scores
from evalcore.report.answers import Part, given, parts, said

MOST = 6  # learners, which the eye can tell apart in a picture
_prior = number("a number between 0 and 1, such as 0.05", 1e-12, 1 - 1e-12)
_two_of_each = such_that(lambda y: 2 <= y.sum() <= y.size - 2, "hold two or more examples of each class", both_classes)


class Report:
    """What makes the scores worthless, how good they are, what they cost, whether one is better, and what stays open.

    ``y_true`` holds 0 and 1; ``scores`` maps the names of up to six learners to their scores, of the same examples in
    the same order (a dict, or a DataFrame), or are the scores of one learner. ``prior`` is the share of positives
    where the learners are used (that of the data if it is not given), ``cost_fn`` and ``cost_fp`` are the prices of a
    miss and of a false alarm. Intervals are of 95 %. In a notebook it shows tables and living pictures; printed, words
    and tables. The same data make the same report. ``parts`` are its answers in order, ``data`` what they are made of.

    Raises ``ValueError`` for what is no such thing, and for fewer than two examples of a class.

    >>> report = Report([1, 0, 1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1, 0.8, 0.3])
    >>> [round(report.table()[column][3], 3) for column in ("value", "low", "high")]
    [0.889, 0.008, 1.0]
    """

    @asks(y_true=_two_of_each, prior=optional(_prior), cost_fn=positive, cost_fp=positive)
    def __init__(
        self,
        y_true: ArrayLike,
        scores: Mapping[str, ArrayLike] | ArrayLike,
        *,
        prior: float | None = None,
        cost_fn: float = 1,
        cost_fp: float = 1,
    ):
        self.data = given(y_true, _named(scores, y_true.size), prior, cost_fn, cost_fp)
        self.parts: list[Part] = parts(self.data)

    def table(self) -> dict[str, list]:
        """Every number of the report: columns of equal length, ready for a DataFrame or JSON.

        ``chapter`` is the chapter that explains the number, ``learner`` is empty where it is of the data; ``low`` and
        ``high`` are None where there is no interval, ``value`` where it is undefined.
        """
        rows = [(part.chapter, *row) for part in self.parts for row in [*part.rows, *part.more]]
        names = ["chapter", "learner", "measure", "value", "low", "high"]
        return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))

    def save(self, path: str | PathLike[str], *, title: str = "A report on scores") -> None:
        """Write one page with all of it, whose pictures move, and that needs nothing else.

        It opens by a double click, without Python, server or network; the same report makes the same file. Names are
        shown as text, whatever is in them. Raises ``FileNotFoundError`` if the folder is not there.
        """
        from evalcore.report.page import save

        save(self.data, self.parts, path, title)

    def __str__(self) -> str:
        return "\n\n".join(_text(part) for part in self.parts)

    __repr__ = __str__

    def _repr_mimebundle_(self, **kwargs):
        from evalcore.report.page import shown

        return shown(self.data, self.parts, str(self))._repr_mimebundle_(**kwargs)


def _named(scores: object, m: int) -> dict[str, np.ndarray]:
    """The scores of each learner, by its name."""
    pairs = list(scores.items()) if hasattr(scores, "items") else [("scores", scores)]
    if not 1 <= len(pairs) <= MOST:
        raise ValueError(f"scores must be of one to {MOST} learners, got {len(pairs)}")
    named = {}
    for key, values in pairs:
        name = f"scores of {key}" if hasattr(scores, "items") else "scores"
        found = finite_scores(name, values).astype(float, copy=False)
        if found.size != m:
            raise ValueError(f"{name} must be as many as y_true, got {found.size} and {m}")
        if str(key) in named:
            raise ValueError(f"scores must have different names, got {key} twice")
        named[str(key)] = found
    return named


def _text(part: Part) -> str:
    """A part for a terminal; what characters in a name could do there is left out."""
    lines = [f"{part.question} (chapter {part.chapter})", *(f"- {words}" for words in part.words)]
    wide = max((len(f"{row.learner} {row.measure}") for row in part.rows), default=0)
    lines += [f"  {f'{row.learner} {row.measure}'.strip():{wide}}  {said(*row[2:])}" for row in part.rows]
    return "\n".join("".join(sign if sign.isprintable() else "�" for sign in line) for line in lines)
