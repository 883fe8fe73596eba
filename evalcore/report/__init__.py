"""A reader's own scores: what the chapters would say of them.

| room | holds |
|---|---|
| here | :class:`Report`, the one public name |
| ``learners`` | what is kept of each model and each pair, from the chapters' modules |
| ``doubts`` | what makes the numbers worthless |
| ``parts`` | the answers, part by part |
| ``words`` | how a number and a part are written |
| ``pictures`` | the course's living pictures of these scores |
| ``page`` | tables, words and pictures as HTML |
| ``scores_file`` | a file of scores, read |

``python -m evalcore report scores.csv --label ill`` does it from a terminal.
"""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import asks, mapping, number, optional, positive, prior, shown, two_of_each
from evalcore._checks import scores as finite_scores
from evalcore.counts import ScoreCounts
from evalcore.language import translated as _
from evalcore.report.learners import Asked, Given, given, given_counts
from evalcore.report.parts import answers
from evalcore.report.provenance import Provenance

if TYPE_CHECKING:
    from evalcore.explore import LivingPicture
    from evalcore.plots.style import Shown

MOST = 6  # learners, which the eye can tell apart in a picture
_margin = number("a difference of two AUCs from 0 to 1, such as 0.02", 0, 1)
_asked = {"prior": prior, "cost_fn": positive, "cost_fp": positive}
_tables = mapping("names and ScoreCounts", lambda table: isinstance(table, ScoreCounts))


class Report:
    """What makes the scores worthless, how good they are, what they cost, whether one is better, and what stays open.

    ``y_true`` holds 0 and 1; ``scores`` maps the names of up to six learners to their scores, of the same examples in
    the same order (a dict, or a DataFrame), or are the scores of one learner. ``prior`` is the share of positives
    where the learners are used (that of the data if it is not given), ``cost_fn`` and ``cost_fp`` are the prices of a
    miss and of a false alarm; differences of AUC up to ``margin`` do not matter to the reader. Intervals are of 95 %.
    ``group`` names the group of each example, such as its patient: examples of one group belong together.
    ``provenance`` says where the data come from (:class:`evalcore.report.provenance.Provenance`, which
    :meth:`from_csv` makes); the report repeats its sentences.
    In a notebook it shows tables and living pictures; printed, words and tables. The same data make the same report.
    ``parts`` are its answers in order, ``data`` what they are made of. It speaks the language that is spoken when it is
    made (:func:`evalcore.language.speak`), names of measures included.

    Raises ``ValueError`` for what is no such thing, and for fewer than two examples of a class.

    >>> report = Report([1, 0, 1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1, 0.8, 0.3])
    >>> [round(report.table()[column][3], 3) for column in ("value", "low", "high")]
    [0.889, 0.008, 1.0]
    """

    @asks(y_true=two_of_each, margin=optional(_margin), **_asked)
    def __init__(
        self,
        y_true: ArrayLike,
        scores: Mapping[str, ArrayLike] | ArrayLike,
        *,
        prior: float | None = None,
        cost_fn: float = 1,
        cost_fp: float = 1,
        margin: float | None = None,
        group: Sequence[object] | None = None,
        provenance: Provenance | None = None,
    ):
        self.group = None if group is None else _groups(group, y_true.size)
        self.provenance = Provenance(rows=y_true.size) if provenance is None else provenance
        self._answer(given(y_true, _named(scores, y_true.size), Asked(prior, cost_fn, cost_fp, margin)))

    @classmethod
    def from_csv(
        cls, file: str | PathLike[str] | BinaryIO | bytes, *, label: str, positive: str | None = None, **asked: object
    ) -> "Report":
        """The report on a file: a line of names, then a line an example; a column of labels, a column a learner.

        ``file`` is a path, an open binary file, or what such a file holds. ``label`` names the column of labels: 0 and
        1, false and true, or two words, of which ``positive`` is one; ``asked`` is as in the class. Columns that hold
        no scores are left out, and the report says so. Raises ``ValueError`` with the number of the line for what
        cannot be read, and ``OSError`` if the file cannot.
        """
        from evalcore.report.scores_file import read

        found = read(file, label, positive)
        return cls(found.y_true, found.scores, group=found.group, provenance=found.provenance, **asked)

    @classmethod
    @asks(first=_tables, second=_tables, **_asked)
    def from_counts(
        cls,
        first: Mapping[str, ScoreCounts],
        second: Mapping[str, ScoreCounts],
        *,
        prior: float | None = None,
        cost_fn: float = 1,
        cost_fp: float = 1,
    ) -> "Report":
        """The report on tables of scores, added up part by part on any machine (chapter 09), however many there are.

        By the names of the learners: ``first`` has the tables of one half of the examples, on which thresholds are
        chosen, ``second`` those of the other half, on which they are judged; which example is in which must be left to
        a lot. The numbers are those of the report on the examples themselves; what only these say, which scores are of
        one example, is missing: learners are not compared, and examples that stand there twice are not seen.

        Raises ``ValueError`` for halves of other learners, for two learners of one name, for tables of which each has
        other numbers of positives or negatives, and for a half without one of each class.
        """
        report = cls.__new__(cls)
        report.group, report.provenance = None, Provenance()
        report._answer(given_counts(*_halves(first, second), Asked(prior, cost_fn, cost_fp)))
        return report

    def _answer(self, data: Given) -> None:
        first, *others = answers(data)
        self.data = data
        self.parts = [first._replace(words=[*self.provenance.sentences, *first.words]), *others]

    def picture(self, name: str) -> "LivingPicture | Shown | None":
        """One of its pictures: "ranking", "calibration" (None where no scores are probabilities) or "costs".

        The first and the last follow their controls, see :func:`evalcore.explore.explore`. Raises ``ValueError`` for
        another name.
        """
        from evalcore.report.pictures import PICTURES

        if name not in PICTURES:
            raise ValueError(f"expected the name of a picture, one of {', '.join(PICTURES)}, got {shown(name)}")
        return PICTURES[name](self.data)

    def table(self) -> dict[str, list]:
        """Every number of the report: columns of equal length, ready for a DataFrame or JSON.

        ``chapter`` is the chapter that explains the number, ``learner`` is empty where it is of the data; ``low`` and
        ``high`` are None where there is no interval, ``value`` where it is undefined.
        """
        rows = [(part.chapter, *row) for part in self.parts for row in [*part.rows, *part.more]]
        names = ["chapter", "learner", "measure", "value", "low", "high"]
        return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))

    def save(self, path: str | PathLike[str], *, title: str | None = None) -> None:
        """Write one page with all of it, whose pictures move, and that needs nothing else.

        It opens by a double click, without Python, server or network; the same report makes the same file. Names are
        shown as text, whatever is in them. Raises ``FileNotFoundError`` if the folder is not there, and
        ``IsADirectoryError`` for a folder.
        """
        from evalcore.report.page import save

        save(self.data, self.parts, path, _("A report on scores") if title is None else title)

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.parts))

    __repr__ = __str__

    def _repr_mimebundle_(self, **kwargs):
        from evalcore.report.page import shown as live

        return live(self.data, self.parts, str(self))._repr_mimebundle_(**kwargs)


def _groups(group: Sequence[object], m: int) -> np.ndarray:
    """The number of each example's group, from 0; shape (m,)."""
    names = list(group)
    if len(names) != m:
        raise ValueError(f"group must be as long as y_true, got {len(names)} and {m}")
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    if len(numbers) < 2 or any(name is None or name != name for name in numbers):
        raise ValueError(f"group must name two or more groups, and one for each example, got {shown([*numbers])}")
    return np.array([numbers[name] for name in names])


def _named(scores: object, m: int) -> dict[str, np.ndarray]:
    """The scores of each learner, by its name."""
    several = isinstance(scores, Mapping) or (hasattr(scores, "items") and getattr(scores, "ndim", 0) == 2)
    pairs = list(scores.items()) if several else [("scores", scores)]
    if not 1 <= len(pairs) <= MOST:
        raise ValueError(f"scores must be of one to {MOST} learners, got {len(pairs)}")
    _different("scores", (key for key, _values in pairs))
    named = {}
    for key, values in pairs:
        name = f"scores of {key}" if several else "scores"
        found = finite_scores(name, values).astype(float, copy=False)
        if found.size != m:
            raise ValueError(f"{name} must be as many as y_true, got {found.size} and {m}")
        named[str(key)] = found
    return named


def _different(name: str, keys: Iterable[object]) -> None:
    """Names are told apart as they are shown: 1 and "1" are one."""
    known = set()
    for key in map(str, keys):
        if key in known:
            raise ValueError(f"{name} must have different names, got {key} twice")
        known.add(key)


def _halves(first: Mapping[str, ScoreCounts], second: Mapping[str, ScoreCounts]) -> list[dict[str, ScoreCounts]]:
    """The tables of both halves, by the names in the order of the first."""
    if not len(first) == len(second) <= MOST or set(first) != set(second):
        raise ValueError(f"first and second must be of the same one to {MOST} learners, got {[*first]} and {[*second]}")
    _different("first", first)
    halves = []
    for half, tables in [("first", first), ("second", second)]:
        sizes = {name: (int(tables[name].positives.sum()), int(tables[name].negatives.sum())) for name in first}
        if len(set(sizes.values())) > 1:
            raise ValueError(f"the tables of {half} must be of the same examples, got positives and negatives {sizes}")
        if not all(next(iter(sizes.values()))):
            raise ValueError(f"{half} must have an example of each class, got positives and negatives {sizes}")
        halves.append({str(name): tables[name] for name in first})
    return halves
