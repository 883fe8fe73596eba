"""A reader's own scores: what the chapters would say of them.

| room | holds |
|---|---|
| here | :class:`Report`, the one public name |
| ``learners`` | what is kept of each model and each pair, from the chapters' modules |
| ``doubts`` | what makes the numbers worthless |
| ``parts`` | the answers, part by part |
| ``summary`` | the summary, and what was given |
| ``words`` | how a number and a part are written |
| ``pictures`` | the course's living pictures of these scores |
| ``results`` | what reports of all kinds have in common: tables and files |
| ``page`` | tables, words and pictures as HTML |
| ``written`` | the report as Markdown, LaTeX or JSON |
| ``scores_file`` | a file of labels and scores, read |
| ``decoding``, ``table`` | its text, and the columns in it |
| ``numbers``, ``columns`` | numbers as people write them, and which columns are scores |
| ``arrays`` | labels and scores as arrays, Series and DataFrames |
| ``provenance`` | where the scores come from |
| ``kinds`` | which other kind of results a file holds |
| ``items`` | answers of several systems that are right or wrong |
| ``classes`` | predicted classes, three or more, or the probabilities of each |
| ``class_columns`` | which columns of a file those are |
| ``regression`` | measured and predicted numbers |
| ``tables`` | a measure by fold, or by data set |
| ``pairs`` | all pairs of systems, compared |
| ``entries`` | a file of any kind, its columns |
| ``dropped`` | a file on the page *Your results* of the web book |

``python -m evalcore report scores.csv --label ill`` does it from a terminal.
"""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import asks, mapping, number, optional, positive, prior, shown
from evalcore.calibration import shifted_probability
from evalcore.counts import ScoreCounts
from evalcore.language import translated as _
from evalcore.report.arrays import check_groups, check_named, different, same_rows, taken
from evalcore.report.columns import MOST
from evalcore.report.learners import Asked, Given, given, given_counts
from evalcore.report.parts import answers, correction
from evalcore.report.provenance import Provenance
from evalcore.report.results import Results
from evalcore.report.summary import summary, what_was_given
from evalcore.report.table import listed
from evalcore.report.words import Part

if TYPE_CHECKING:
    from evalcore.explore import LivingPicture
    from evalcore.plots.style import Shown

_margin = number("a difference between two AUCs, from 0 to 1, such as 0.02", 0, 1)
_number = number()
_share = number("a number in [0, 1], such as 0.9", 0, 1)


def _threshold(name: str, value: object) -> float | dict[str, float]:
    """Check a threshold, or one for each model."""
    if not isinstance(value, Mapping):
        return _number(name, value)
    return {str(model): _number(f"{name} of {model}", own) for model, own in value.items()}


_asked = {"prior": prior, "cost_fn": positive, "cost_fp": positive}
_tables = mapping("names and ScoreCounts", lambda table: isinstance(table, ScoreCounts))


class Report(Results):
    """A report on the scores of one to six models: ranking, calibration, costs and comparison, each with its limits.

    In a notebook it shows tables and interactive figures, printed it is words and tables. The same examples make the
    same report in any order of rows, in the language of :func:`evalcore.language.speak`. All intervals are 95 %.

    Parameters
    ----------
    y_true : array-like of shape (m,)
        Labels: 0 and 1, or two labels of which ``positive`` is one; two or more examples of each.
    scores : array-like of shape (m,) or (m, 2), mapping or DataFrame
        Finite scores of one model, or by name those of one to six models, of the same examples in the same order. Of
        what ``predict_proba`` returns for two classes the column of the positive label is taken, also of several
        models by name. The index of pandas must be that of ``y_true``.
    prior : float, optional
        The share of positives where the models are used, in (0, 1); without it that of the data.
    cost_fn, cost_fp : float
        The costs of a false negative and of a false positive, > 0.
    margin : float, optional
        The largest difference between two AUCs that does not matter, in [0, 1].
    threshold : float or mapping of str to float, optional
        A threshold to describe, or one for each model by its name: ``score >= threshold`` is predicted positive. It has
        the unit of the scores; for a column of a file in percent, a threshold above 1 is in percent, too.
    specificity, precision : float, optional
        The recall at this specificity or precision is reported, in [0, 1].
    positive : object, optional
        The positive label, where labels are not 0 and 1.
    lower_is_positive : bool, str or sequence of str
        Names of scores of which a low one means positive; True is all of them.
    group : sequence of shape (m,), optional
        The group of each example, such as its patient; examples of one group are kept together.
    provenance : Provenance, optional
        Where the data come from, as :meth:`from_csv` says it.

    Attributes
    ----------
    summary : Part
        The main results in a few sentences.
    parts : list of Part
        The answers in order, each with its words and numbers.
    data : Given
        The values behind the answers.
    labels : ndarray of shape (m,) or None
        Whether each example is positive; None for tables of counts.
    identifiers : mapping of str to sequence of str
        Columns of the file that identify an example or its group; empty for arrays.

    Raises
    ------
    ValueError
        For values outside these ranges, and for fewer than two examples of a class.

    Examples
    --------
    >>> report = Report([1, 0, 1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1, 0.8, 0.3])
    >>> [round(report.table()[column][3], 3) for column in ("value", "low", "high")]
    [0.889, 0.008, 1.0]
    """

    identifiers: Mapping[str, Sequence[str]] = {}

    @asks(
        margin=optional(_margin), threshold=optional(_threshold), specificity=optional(_share),
        precision=optional(_share), **_asked,
    )  # fmt: skip
    def __init__(
        self,
        y_true: ArrayLike,
        scores: Mapping[str, ArrayLike] | ArrayLike,
        *,
        prior: float | None = None,
        cost_fn: float = 1,
        cost_fp: float = 1,
        margin: float | None = None,
        threshold: float | Mapping[str, float] | None = None,
        specificity: float | None = None,
        precision: float | None = None,
        positive: object = None,
        lower_is_positive: bool | str | Sequence[str] = False,
        group: Sequence[object] | None = None,
        provenance: Provenance | None = None,
    ):
        inputs = taken(y_true, scores, positive, lower_is_positive)
        same_rows(y_true, group, "group")
        self.group = None if group is None else _groups(group, inputs.y_true.size)
        self.provenance = provenance or Provenance(
            rows=inputs.y_true.size, scores=tuple(inputs.scores), assumptions=tuple(inputs.assumptions),
            left_out=tuple(inputs.left_out), turned=inputs.turned,
        )  # fmt: skip
        settings = Asked(prior, cost_fn, cost_fp, margin, threshold, specificity, precision)
        self._scores, self.labels = inputs.scores, inputs.y_true
        settings = settings._replace(threshold=self._in_units(settings.threshold))
        self._answer(given(inputs.y_true, inputs.scores, settings, self.group, self.provenance.turned))

    @classmethod
    def from_csv(
        cls,
        file: str | PathLike[str] | BinaryIO | bytes,
        *,
        label: str,
        positive: str | None = None,
        negative: str | Sequence[str] | None = None,
        scores: str | Sequence[str] | None = None,
        ignore: str | Sequence[str] | None = None,
        group: str | None = None,
        lower_is_positive: bool | str | Sequence[str] = False,
        drop_missing: bool = False,
        decimal: str | None = None,
        encoding: str | None = None,
        **options: object,
    ) -> "Report":
        """Return the report on a text file with a header line and one row per example.

        The report says what was assumed, and which columns were left out and why (:attr:`provenance`).

        Parameters
        ----------
        file : path, open binary file or bytes
            The file, or its content; it may be compressed by gzip.
        label : str
            The column of labels: 0 and 1, -1 and 1, false and true, or two words, of which ``positive`` is one.
        positive : str, optional
            The positive label.
        negative : str or sequence of str, optional
            The negative label or labels; rows with labels other than these and the positive one are left out. Without
            ``positive``, the only other label is the positive one.
        scores : str or sequence of str, optional
            One to six columns of scores. Without it all columns of numbers are taken that are not recognised as
            something else, such as an index, an identifier or the complement of another column.
        ignore : str or sequence of str, optional
            Columns that are not scores.
        group : str, optional
            The column that says which examples belong together, such as those of one patient.
        lower_is_positive : bool, str or sequence of str
            Columns of scores of which a low one means positive; True for all.
        drop_missing : bool
            Whether to leave out rows without a label, a score or a group; without it they are an error.
        decimal : {".", ","}, optional
            The decimal sign, if it is not recognised.
        encoding : str, optional
            The encoding, if it is not recognised, such as "cp1252".
        **options
            ``prior``, ``cost_fn``, ``cost_fp``, ``margin``, ``threshold``, ``specificity`` and ``precision`` of
            :class:`Report`.

        Returns
        -------
        Report

        Raises
        ------
        ValueError
            With the number of the line where there is one, for what cannot be read in one way only.
        OSError
            If the file cannot be read.

        Examples
        --------
        >>> rows = b"ill;model\\n1;0,9\\n0;0,2\\n1;0,4\\n0;0,3\\n"
        >>> Report.from_csv(rows, label="ill").table()["value"][3]
        1.0
        """
        from evalcore.report.scores_file import read

        inputs = read(
            file, label, positive, negative=negative, scores=scores, ignore=ignore, group=group, decimal=decimal,
            lower_is_positive=lower_is_positive, drop_missing=drop_missing, encoding=encoding,
        )  # fmt: skip
        report = cls(inputs.y_true, inputs.scores, group=inputs.group, provenance=inputs.provenance, **options)
        report.identifiers = inputs.identifiers
        return report

    @classmethod
    def from_estimators(
        cls, estimators: Mapping[str, object], X: ArrayLike, y: ArrayLike, **options: object
    ) -> "Report":
        """Return the report on fitted classifiers of scikit-learn and the examples of a test set.

        Parameters
        ----------
        estimators : mapping of str to estimator
            One to six fitted classifiers of two classes, with ``predict_proba`` or ``decision_function``.
        X, y : array-like
            Examples that none of them was trained on, and their labels.
        **options
            Options of :class:`Report`, such as ``positive``, which must be the second of the estimators' ``classes_``
            where they have only a ``decision_function``.

        Returns
        -------
        Report

        Raises
        ------
        ValueError
            For an estimator that gives no scores, and as :class:`Report`.
        """
        check_named(estimators)
        scores = {}
        for name, estimator in estimators.items():
            if len(getattr(estimator, "classes_", ())) > 2:
                raise ValueError(
                    f"{name} has {len(estimator.classes_)} classes, and this report is for two: use "
                    "evalcore.report.classes.ClassesReport.from_estimators"
                )
            if not _are_classes(y, getattr(estimator, "classes_", y)):
                raise ValueError(
                    f"{name} has the classes {', '.join(map(str, estimator.classes_))}, but y holds "
                    f"{', '.join(map(str, np.unique(np.asarray(y))[:8]))}: pass the labels that it was trained with"
                )
            method = next((key for key in ("predict_proba", "decision_function") if hasattr(estimator, key)), None)
            if method is None:
                raise ValueError(
                    f"{name} must have the method predict_proba or decision_function, got {shown(estimator)}"
                )
            if method == "decision_function" and str(options.get("positive", estimator.classes_[1])) != str(
                estimator.classes_[1]
            ):
                raise ValueError(
                    f"positive must be {shown(estimator.classes_[1].item())}, because the decision_function of {name} "
                    "scores this class; to make the other class positive, pass a dict of the negated scores"
                )
            scores[name] = getattr(estimator, method)(X)
        return cls(y, scores, **options)

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
        """Return the report on tables of counts, which can be added up on several machines (chapter 09).

        The numbers are those of the report on the examples themselves, but costs are means over one partition into
        halves, models are not compared, and repeated examples are not noticed, because tables do not say which scores
        belong to one example.

        Parameters
        ----------
        first, second : mapping of str to ScoreCounts
            The tables of two random halves of the examples, by the name of the model; one to six models. Thresholds
            are chosen on each half and evaluated on the other.
        prior, cost_fn, cost_fp
            As in :class:`Report`.

        Returns
        -------
        Report

        Raises
        ------
        ValueError
            For halves of different models, two models of one name, tables of one half with different numbers of
            positives or negatives, and a half without an example of each class.
        """
        report = cls.__new__(cls)
        report.group, report.labels, report.provenance, report._scores = None, None, Provenance(), {}
        report._answer(given_counts(*_halves(first, second), Asked(prior, cost_fn, cost_fp)))
        return report

    def _answer(self, data: Given) -> None:
        self.data, self.parts = data, answers(data, self.provenance)
        self.summary = summary(data, self.provenance)

    def picture(self, name: str) -> "LivingPicture | Shown | None":
        """Return one of its pictures: "ranking", "calibration" (None where no scores are probabilities) or "costs".

        The first and the last follow their controls, see :func:`evalcore.explore.explore`. Raises ``ValueError`` for
        another name.
        """
        from evalcore.report.pictures import PICTURES

        if name not in PICTURES:
            raise ValueError(f"expected the name of a picture, one of {', '.join(PICTURES)}, got {shown(name)}")
        return PICTURES[name](self.data)

    def corrected(self) -> dict[str, np.ndarray]:
        """Return by model the probabilities corrected for the share of positives where the models are used.

        The log odds of each probability are raised by the calibration intercept, which is estimated on these data and
        puts right what training on another share of positives has shifted, and by the difference of the log odds of
        both shares (:func:`evalcore.calibration.shifted_probability`, chapter 05). Rows are in the order of ``y_true``,
        ready to be saved as a column. Models are left out whose scores are not probabilities, or contain 0 or 1; of
        tables of counts there are none.
        """
        corrected = {}
        for learner in self.data.learners:
            if self._scores and (log_odds := correction(self.data, learner)) is not None:
                corrected[learner.name] = shifted_probability(self._scores[learner.name], log_odds)
        return corrected

    def _in_units(self, threshold: float | Mapping[str, float] | None) -> float | Mapping[str, float] | None:
        """Return thresholds in the unit of the scores: those of columns in percent were divided by 100."""
        percent = [name for name in self._scores if name in self.provenance.percent]
        if isinstance(threshold, Mapping):
            for name in threshold:
                if name not in self._scores:
                    names = [*self._scores]
                    raise ValueError(_("threshold must name one of the scores {names}, got {name}", name=shown(name),
                                       names=listed(names)))  # fmt: skip
        if threshold is None or not percent:
            return threshold
        own = dict(threshold) if isinstance(threshold, Mapping) else dict.fromkeys(self._scores, threshold)
        return {name: value / 100 if name in percent and value > 1 else value for name, value in own.items()}

    def _top(self, day: str | None = None) -> list[Part]:
        return [self.summary, what_was_given(self.data, self.provenance, day)]

    @property
    def _figures(self) -> Given:
        return self.data

    @property
    def _settings(self) -> dict[str, object]:
        return self.data.asked._asdict()


def _are_classes(labels: ArrayLike, classes: ArrayLike) -> bool:
    """Return whether all labels are among the classes; numbers and booleans count by their value."""
    of_y, of_model = (np.unique(np.asarray(values)) for values in (labels, classes))
    if of_y.dtype.kind in "biuf" and of_model.dtype.kind in "biuf":
        return set(of_y.astype(float)) <= set(of_model.astype(float))
    return set(map(str, of_y)) <= set(map(str, of_model))


def _groups(group: Sequence[object], m: int) -> np.ndarray:
    """Return the number of each example's group, from 0; shape (m,)."""
    names = list(group)
    if len(names) != m:
        raise ValueError(f"group must be as long as y_true, got {len(names)} and {m}")
    check_groups(names)
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([numbers[name] for name in names])


def _halves(first: Mapping[str, ScoreCounts], second: Mapping[str, ScoreCounts]) -> list[dict[str, ScoreCounts]]:
    """Return the tables of both halves, by the names in the order of the first."""
    if not len(first) == len(second) <= MOST or set(first) != set(second):
        raise ValueError(
            f"first and second must hold tables of the same models, at most {MOST} of them, got {[*first]} and "
            f"{[*second]}"
        )
    different("first", first)
    halves = []
    for half, tables in [("first", first), ("second", second)]:
        sizes = {name: (int(tables[name].positives.sum()), int(tables[name].negatives.sum())) for name in first}
        if len(set(sizes.values())) > 1:
            raise ValueError(f"the tables in {half} must count the same examples, got positives and negatives {sizes}")
        if not all(next(iter(sizes.values()))):
            raise ValueError(f"{half} must have an example of each class, got positives and negatives {sizes}")
        halves.append({str(name): tables[name] for name in first})
    return halves
