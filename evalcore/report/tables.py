"""A table of a measure: folds of one data set and learners, or data sets and learners."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import t

from evalcore import plots
from evalcore._checks import finite
from evalcore._differences import pair_variances
from evalcore.comparison import (
    PairedDifference,
    average_ranks,
    corrected_t,
    five_by_two_t,
    iman_davenport,
    nemenyi_distance,
    signed_rank_test,
)
from evalcore.conclusions import (
    Equivalence,
    alike_groups,
    difference_interval,
    equivalence_on_data_sets,
    practical_equivalence,
)
from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.plots.comparison import plot_critical_distance, rank_frame
from evalcore.report.columns import kind, no_code, option
from evalcore.report.decoding import Source
from evalcore.report.entries import Entries
from evalcore.report.numbers import texts
from evalcore.report.pairs import compared, comparison, in_a_paper, verdicts
from evalcore.report.provenance import Provenance
from evalcore.report.results import OtherResults
from evalcore.report.words import SMALLEST, Part, Probability, Row, joined, said, sentences, shown

MOST_LEARNERS = 20
MOST_DATA_SETS = 1000
ERRORS = re.compile(
    r"(?<![a-z])(?:(?:r?ms|ma|map)e|err(?:or|s)?|loss|logloss|brier|cost|fehler|verlust)(?![a-z])|误差|损失|代价", re.I
)
CODE = 10  # a code for a missing value is larger than this: -1 may be a correlation, and 9 a time
ROPE = 0.01  # of measures from 0 to 1, if none is given


class _Tables(OtherResults):
    """The base of both reports on tables: learners are columns, and the same rows were measured of each."""

    def _take(self, learners: Mapping[str, ArrayLike], rope: float | None, lower: bool, provenance: Provenance | None):
        values = np.array([finite("rows")(str(name), learners[name]) for name in learners])
        if not 2 <= len(values) <= MOST_LEARNERS:
            raise ValueError(_("expected 2 to {most} learners, got {count}", most=MOST_LEARNERS, count=len(values)))
        names = [str(name) for name in learners]
        if rope is not None and not 0 <= rope <= 1e50:
            raise ValueError(_("rope must be a number >= 0, got {rope}", rope=shown(rope)))
        within = values.min() >= 0 and values.max() <= 1
        self.rope = rope if rope is not None else ROPE if within else None
        self.lower = lower
        self.provenance = provenance or Provenance(rows=values.shape[1], scores=tuple(names))
        self.figures = {}
        self.options = {"rope": self.rope, "lower-is-better": True if lower else None}
        return dict(zip(names, values, strict=True))

    def _doubtful_direction(self) -> list[str]:
        """Return what to do if larger values are not better, where names or values make that likely."""
        largest = max(float(np.max(values)) for values in self.values.values())
        if self.lower or (largest <= 1 and not any(map(ERRORS.search, self.values))):
            return []
        return [
            _("The report takes larger values to be better. If they are errors or costs, add the option {option} (in "
              "Python, {parameter}).", option="--lower-is-better", parameter="lower_is_better=True")
        ]  # fmt: skip

    def _direction(self) -> str:
        return _("Smaller values are better.") if self.lower else _("Larger values are better.")

    def _errors(self, first: str, second: str) -> np.ndarray:
        """Return the differences with the sign of errors: negative where the first learner is better."""
        return (self.values[first] - self.values[second]) * (1 if self.lower else -1)

    def _equivalence(self, probabilities: Mapping[tuple[str, str], Equivalence], test: str) -> Part:
        """Return the answer on differences that matter in practice."""
        rows, words = [], [test]
        for (first, second), (better, equal, worse) in probabilities.items():
            pair = f"{first} − {second}"
            measures = [_("probability that {name} is better", name=name) for name in (first, second)]
            if len(probabilities) > 1:  # so that the table has three columns
                measures = [_("probability that the first is better"), _("probability that the second is better")]
            rows += [
                Row(pair, measures[0], Probability(better)),
                Row(pair, _("probability of practical equivalence"), Probability(equal)),
                Row(pair, measures[1], Probability(worse)),
            ]
        words.append(
            _("Differences of at most {rope:g} count as no difference; choose this limit before you see the results "
              "(--rope).",
              rope=self.rope)
        )  # fmt: skip
        return Part(_("Does the difference matter in practice?"), "07", words, rows)

    def _best(self, means: Mapping[str, float]) -> str:
        return min(means, key=lambda name: means[name] if self.lower else -means[name])

    @classmethod
    def _columns(cls, entries: Entries, scores: object, *used: str | None) -> dict[str, np.ndarray]:
        """Return the learners' columns: all of numbers that are not recognised as something else."""
        learners = {}
        for name in entries.candidates(scores, *used):
            values = entries.values(name, needed=bool(scores))
            reason = None if scores else entries.reason_against(name, values)
            if reason:
                entries.leave_out(reason)
            else:
                if not scores:
                    no_code(name, values, entries.table.lines, least=CODE)
                learners[name] = values
        entries.no_long_form(_("learner"), learners, *used)
        if len(learners) < 2:
            raise ValueError(_("expected two or more columns of numbers, one per learner, got {count}: {reasons}",
                               count=len(learners), reasons=" ".join(entries.left_out)))  # fmt: skip
        return learners


class FoldsReport(_Tables):
    """A report on a measure of several learners on the folds of one data set: the corrected t test, or the 5x2 test.

    The plain t test is never used, because the training sets of folds overlap.

    Parameters
    ----------
    learners : mapping of str to array-like of shape (folds,), or DataFrame
        The measure of each of 2 to 20 learners on the same folds, two or more.
    test_share : float, optional
        The share of the examples that each split tests on, in (0, 1), such as 0.1 for ten folds.
    repetition : sequence of shape (10,), optional
        The repetition of each row, for a 5x2 cross-validation: five repetitions of two folds. Either this or
        ``test_share`` is needed.
    rope : float, optional
        Differences up to this count as none; 0.01 for measures in [0, 1].
    lower_is_better : bool
        Whether the measure is an error.
    provenance : Provenance, optional
        Where the data come from, as :meth:`from_csv` says it.

    Raises
    ------
    ValueError
        For fewer than two learners or folds, a share outside (0, 1), and rows that are not five times two.

    Examples
    --------
    >>> report = FoldsReport({"a": [0.8, 0.9, 0.85], "b": [0.7, 0.75, 0.8]}, test_share=1 / 3)
    >>> [round(value, 3) for value in report.table()["value"][:3]]
    [0.85, 0.75, 0.1]
    """

    kind = "folds"
    heading = marked("A measure on the folds of one data set")

    def __init__(
        self,
        learners: Mapping[str, ArrayLike],
        *,
        test_share: float | None = None,
        repetition: Sequence[object] | None = None,
        rope: float | None = None,
        lower_is_better: bool = False,
        provenance: Provenance | None = None,
    ):
        if hasattr(learners, "cv_results_") or "fit_time" in learners:
            other = "from_cross_validation" if isinstance(learners, Mapping) else "from_search"
            raise ValueError(_("expected a dict from the name of each learner to its measures; for results from "
                               "scikit-learn, use {other}", other=f"FoldsReport.{other}"))  # fmt: skip
        values = self._take(learners, rope, lower_is_better, provenance)
        folds = self.provenance.rows
        if folds < 2:
            raise ValueError(_("expected two folds or more, got {count}", count=folds))
        if (test_share is None) == (repetition is None):
            raise ValueError(
                _("the training sets of the folds overlap, so the test needs the share of the examples that each split "
                  "uses for testing ({share} for ten folds) or, for a 5x2 cross-validation, the repetition of each row "
                  "({repetition})", share="test_share=0.1", repetition="repetition=")
            )  # fmt: skip
        if test_share is not None and not 0 < test_share < 1:
            raise ValueError(_("test_share must be a number between 0 and 1, such as 0.1, got {share}",
                               share=shown(test_share)))  # fmt: skip
        rows = np.array([*values.values()])
        if repetition is not None:
            names, number_of = np.unique(np.array([str(name) for name in repetition]), return_inverse=True)
            if names.size != 5 or (np.bincount(number_of) != 2).any() or len(number_of) != folds:
                raise ValueError(
                    _("a 5x2 cross-validation has five repetitions of two rows each, got {count} rows; for other "
                      "splits, give the share of the examples that each split uses for testing ({share})", count=folds,
                      share="test_share=0.1")
                )  # fmt: skip
            order = np.lexsort([*rows[::-1], number_of])
        else:
            order = np.lexsort(rows[::-1])  # any order of rows is the same
        self.values = {name: numbers[order] for name, numbers in values.items()}
        self.ratio = None if test_share is None else test_share / (1 - test_share)
        self.options |= {"test-share": test_share, "five-by-two": None if repetition is None else True}
        self.methods = _(
            "The 95 % intervals use Student's t with the corrected variance of Nadeau and Bengio or, for a 5x2 "
            "cross-validation, with Dietterich's variance and five degrees of freedom."
        )
        self._answer()

    @classmethod
    def from_csv(
        cls,
        file: Source,
        *,
        scores: str | Sequence[str] | None = None,
        ignore: str | Sequence[str] | None = None,
        test_share: float | None = None,
        five_by_two: str | None = None,
        rope: float | None = None,
        lower_is_better: bool = False,
        drop_missing: bool = False,
        decimal: str | None = None,
        encoding: str | None = None,
    ) -> "FoldsReport":
        """Return the report on a file with a header line, one row per fold and one column per learner.

        Parameters
        ----------
        file
            A path, an open binary file, or its content.
        scores, ignore
            The columns of learners, and columns that are none.
        five_by_two
            The column of repetitions of a 5x2 cross-validation.
        test_share, rope, lower_is_better
            As in :class:`FoldsReport`.
        drop_missing, decimal, encoding
            As in :meth:`evalcore.report.Report.from_csv`.

        Returns
        -------
        FoldsReport

        Raises
        ------
        ValueError
            With the number of the line where there is one, for what cannot be read in one way only.
        """
        entries = Entries(file, decimal, encoding, drop_missing, ignore)
        repetition = entries.words(five_by_two, "--five-by-two") if five_by_two else None
        learners = cls._columns(entries, scores, five_by_two)
        kept = entries.kept()
        return cls(
            {name: values[kept] for name, values in learners.items()}, test_share=test_share, rope=rope,
            repetition=None if repetition is None else [repetition[row] for row in np.flatnonzero(kept).tolist()],
            lower_is_better=lower_is_better, provenance=entries.provenance(learners),
        )  # fmt: skip

    @classmethod
    def from_cross_validation(
        cls,
        results: Mapping[str, Mapping[str, ArrayLike]],
        *,
        measure: str = "test_score",
        test_share: float | None = None,
        **options: object,
    ) -> "FoldsReport":
        """Return the report on what scikit-learn's ``cross_validate`` has returned for several learners.

        Parameters
        ----------
        results
            By the name of the learner what ``cross_validate`` returned, with the same splits.
        measure
            Which of the results to compare, such as "test_score" or "test_f1". In scikit-learn larger is better.
        test_share
            As in :class:`FoldsReport`; not needed after ``cross_validate(..., return_indices=True)``.
        **options
            Further options of :class:`FoldsReport`.

        Returns
        -------
        FoldsReport

        Raises
        ------
        ValueError
            For results without this measure, or of different splits.
        """
        for name, result in results.items():
            if measure not in result:
                raise ValueError(f"expected {measure!r} in the results of {name}, got {', '.join(map(str, result))}")
        indices = [result["indices"] for result in results.values() if "indices" in result]
        if any(not np.array_equal(a, b) for other in indices[1:]
               for a, b in zip(indices[0]["test"], other["test"], strict=True)):  # fmt: skip
            raise ValueError(
                "expected results of the same splits: pass the same cv, with a fixed random_state, to cross_validate"
            )
        if indices and test_share is None and "repetition" not in options:
            sizes = [np.mean([len(part) for part in indices[0][side]]) for side in ("test", "train")]
            test_share = float(sizes[0] / sum(sizes))
        learners = {name: result[measure] for name, result in results.items()}
        return cls(learners, test_share=test_share, **options)

    @classmethod
    def from_search(
        cls,
        cv_results: Mapping[str, ArrayLike],
        *,
        test_share: float | None = None,
        measure: str = "test_score",
        **options: object,
    ) -> "FoldsReport":
        """Return the report on the candidates of scikit-learn's ``GridSearchCV``: ``search.cv_results_``.

        Parameters
        ----------
        cv_results
            A search with 2 to 20 candidates that has been fitted, or its attribute ``cv_results_``.
        test_share, **options
            As in :class:`FoldsReport`.
        measure
            Which of the results to compare, such as "test_score".

        Returns
        -------
        FoldsReport

        Raises
        ------
        ValueError
            If there are no results of splits.
        """
        cv_results = getattr(cv_results, "cv_results_", cv_results)
        splits = [key for key in cv_results if key.startswith("split") and key.endswith(f"_{measure}")]
        if not splits:
            raise ValueError(f"expected keys such as split0_{measure}, got {', '.join(map(str, cv_results))}")
        table = np.array([cv_results[key] for key in splits])
        names = [
            ", ".join(f"{key}={value}" for key, value in sorted(params.items())) for params in cv_results["params"]
        ]
        return cls(dict(zip(names, table.T, strict=True)), test_share=test_share, **options)

    def _difference(self, first: np.ndarray, second: np.ndarray, *, confidence: float = 0.95) -> PairedDifference:
        differences = first - second
        if self.ratio is not None:
            p_value = corrected_t(differences, test_train_ratio=self.ratio).p_value
            ends = difference_interval(differences, test_train_ratio=self.ratio, confidence=confidence)
            return PairedDifference(float(differences.mean()), *ends, float(p_value))
        pairs = differences.reshape(5, 2)
        mean, p_value = float(pairs[0].mean()), float(five_by_two_t(pairs).p_value)
        half = t.isf((1 - confidence) / 2, 5) * np.sqrt(0.2 * pair_variances(pairs).sum())
        return PairedDifference(mean, float(mean - half), float(mean + half), p_value)

    def _answer(self) -> None:
        self.pairs = compared(self.values, self._difference, larger_is_better=not self.lower)
        means = {name: float(np.mean(values)) for name, values in self.values.items()}
        corrected, folds = self.ratio is not None, self.provenance.rows
        test = _(
            "The test is the corrected resampled t test: the variance is {factor:.3g} times that of the plain t test, "
            "because the training sets overlap.",
            factor=1 + folds * (self.ratio or 0),
        )
        if not corrected:
            test = _("The test is the paired t test for 5x2 cross-validation. The difference tested is the mean "
                     "difference in the repetition whose name comes first in alphabetical order; the variance is "
                     "estimated from all five repetitions.")  # fmt: skip
        mean_rows = [Row(name, _("mean over the folds"), value) for name, value in means.items()]
        mean_words = [
            self._direction(),
            _("The means have no interval: folds share training examples, so the standard deviation over the folds "
              "does not show how uncertain a mean is."),
        ]  # fmt: skip
        parts = [
            Part(_("How good is each learner on average?"), "03", mean_words, mean_rows),
            comparison(self.pairs, _("difference"), " ".join([test, *self._equal_differences()])),
        ]
        if corrected and self.rope is not None and self.pairs.differences:
            probabilities = {
                pair: practical_equivalence(self._errors(*pair), test_train_ratio=self.ratio, rope=self.rope)
                for pair in self.pairs.differences
            }
            words = _(
                "Unlike a p-value, the Bayesian correlated t test gives probabilities for the true difference itself."
            )
            parts.append(self._equivalence(probabilities, words))
        paragraph = [_("The means over {folds} folds were {means}.", folds=folds, means=_in_words(means))]
        if self.pairs.differences:
            name = (
                _("the corrected resampled t test (Nadeau and Bengio)")
                if corrected
                else _("the paired t test for 5x2 cross-validation (Dietterich)")
            )
            paragraph.append(_("Learners were compared by {test}: {pairs}.", test=name, pairs=in_a_paper(self.pairs)))
        paragraph.append(_("The learners were trained on samples of this one data set; the comparison says nothing "
                           "about other data sets."))  # fmt: skip
        parts.append(Part(_("The results in one paragraph"), "07", [sentences(paragraph)], []))
        limits = [
            _("The intervals are for learners trained on as many examples as the training set of each fold "
              "contains. In simulations with real learners, they contained the true difference in 97 to 99 of 100 "
              "data sets, so they are a little too wide."),
            _("The report cannot see whether all learners used the same folds, or whether settings were chosen on "
              "these folds."),
        ]  # fmt: skip
        parts.append(_limits(limits, len(means)))
        self.parts = parts
        best = self._best(means)
        self.summary = Part(_("Summary"), "", [
            _("{name} has the best mean, {value}.", name=best, value=said(means[best])), *verdicts(self.pairs),
            *self._doubtful_direction(),
        ], [])  # fmt: skip

    def _equal_differences(self) -> list[str]:
        """Return a sentence on the pairs whose difference is the same on all folds, and not 0."""
        pairs = [
            f"{first} − {second}"
            for (first, second), difference in self.pairs.differences.items()
            if difference.low == difference.high != 0
        ]
        if not pairs:
            return []
        return [_("For {pairs}, the difference is the same on all folds, which is suspicious. The test then has no "
                  "variation to compare the difference with, so do not rely on the p-value.",
                  pairs=joined(pairs))]  # fmt: skip


class DataSetsReport(_Tables):
    """A report on a measure of several learners on several data sets: Wilcoxon, Friedman, Nemenyi, and Bayesian.

    Parameters
    ----------
    learners : mapping of str to array-like of shape (data sets,), or DataFrame
        The measure of each of 2 to 20 learners on the same 2 to 1000 data sets.
    rope : float, optional
        Differences up to this count as none; 0.01 for measures in [0, 1].
    lower_is_better : bool
        Whether the measure is an error.
    provenance : Provenance, optional
        Where the data come from, as :meth:`from_csv` says it.

    Raises
    ------
    ValueError
        For fewer than two learners or data sets, or too many.

    Examples
    --------
    >>> report = DataSetsReport({"a": [0.9, 0.8, 0.7, 0.95, 0.6, 0.8], "b": [0.8, 0.75, 0.6, 0.9, 0.5, 0.6]})
    >>> report.table()["value"][:2]
    [1.0, 2.0]
    """

    kind = "datasets"
    heading = marked("A measure on several data sets")

    def __init__(
        self,
        learners: Mapping[str, ArrayLike],
        *,
        rope: float | None = None,
        lower_is_better: bool = False,
        provenance: Provenance | None = None,
    ):
        values = self._take(learners, rope, lower_is_better, provenance)
        if not 2 <= self.provenance.rows <= MOST_DATA_SETS:
            raise ValueError(_("expected 2 to {most} data sets, got {count}", most=MOST_DATA_SETS,
                               count=self.provenance.rows))  # fmt: skip
        order = np.lexsort([*values.values()][::-1])  # any order of rows is the same
        self.values = {name: numbers[order] for name, numbers in values.items()}
        self.methods = _(
            "The 95 % intervals of the differences come from Wilcoxon's signed-rank test and contain Hodges and "
            "Lehmann's estimate; with too few data sets, no interval can be given."
        )
        self._answer()

    @classmethod
    def from_csv(
        cls,
        file: Source,
        *,
        scores: str | Sequence[str] | None = None,
        ignore: str | Sequence[str] | None = None,
        rope: float | None = None,
        lower_is_better: bool = False,
        drop_missing: bool = False,
        decimal: str | None = None,
        encoding: str | None = None,
    ) -> "DataSetsReport":
        """Return the report on a file with a header line, one row per data set and one column per learner.

        Parameters
        ----------
        file
            A path, an open binary file, or its content.
        scores, ignore
            The columns of learners, and columns that are none.
        rope, lower_is_better
            As in :class:`DataSetsReport`.
        drop_missing, decimal, encoding
            As in :meth:`evalcore.report.Report.from_csv`.

        Returns
        -------
        DataSetsReport

        Raises
        ------
        ValueError
            With the number of the line where there is one, for what cannot be read in one way only.
        """
        entries = Entries(file, decimal, encoding, drop_missing, ignore)
        learners = cls._columns(entries, scores)
        _no_folds(entries, learners)
        kept = entries.kept()
        learners = {name: values[kept] for name, values in learners.items()}
        provenance = entries.provenance(learners)
        return cls(learners, rope=rope, lower_is_better=lower_is_better, provenance=provenance)

    def _answer(self) -> None:
        table = np.array([*self.values.values()]).T
        ranks = average_ranks(-table if self.lower else table)
        self.mean_ranks = dict(zip(self.values, ranks.mean(axis=0).tolist(), strict=True))
        self.pairs = compared(self.values, signed_rank_test, larger_is_better=not self.lower)
        parts = [self._ranks(), comparison(self.pairs, _("typical difference"), _(
            "The test is Wilcoxon's signed-rank test of the differences on the data sets. The typical difference is "
            "the median of the means of all pairs of differences."
        ))]  # fmt: skip
        several = len(self.values) > 2
        if several:
            parts.insert(1, self._friedman(ranks))
        if self.rope is not None and self.pairs.differences:
            probabilities = {
                pair: equivalence_on_data_sets(self._errors(*pair), rope=self.rope) for pair in self.pairs.differences
            }
            words = _("Unlike a p-value, the Bayesian signed-rank test gives probabilities for the difference on "
                      "another data set like these.")  # fmt: skip
            parts.append(self._equivalence(probabilities, words))
        parts.append(Part(_("The results in one paragraph"), "07", [self._paragraph(ranks)], []))
        chosen = _(
            "The data sets are a representative sample only if you chose them as such before you saw any results."
        )
        centre = _(
            "The intervals are for the typical difference. If the differences are skewed, their mean and their "
            "median differ from it: in simulations with 100 data sets and exponentially distributed differences, the "
            "interval of the typical difference contained the mean in only about 63 of 100 cases, and the median just "
            "as rarely."
        )
        parts.append(_limits([centre, chosen], len(self.values)))
        self.parts = parts
        best = min(self.mean_ranks, key=lambda name: self.mean_ranks[name])
        words = [_("{name} has the best mean rank, {value}.", name=best, value=said(self.mean_ranks[best]))]
        self.summary = Part(_("Summary"), "", [*words, *verdicts(self.pairs), *self._doubtful_direction()], [])

    def _ranks(self) -> Part:
        rows = [Row(name, _("mean rank"), value) for name, value in self.mean_ranks.items()]
        rows += [Row(name, _("median"), float(np.median(values))) for name, values in self.values.items()]
        for first, second in combinations(self.values, 2):
            errors = self._errors(first, second)
            rows.append(Row(f"{first} − {second}", _("data sets won"), int((errors < 0).sum())))
            rows.append(Row(f"{first} − {second}", _("data sets lost"), int((errors > 0).sum())))
        words = [self._direction(), _("Rank 1 is the best; ranks do not depend on how hard a data set is.")]
        return Part(_("On how many data sets is each learner better?"), "07", words, rows)

    def _friedman(self, ranks: np.ndarray) -> Part:
        n, k = ranks.shape
        self.test, self.distance = iman_davenport(ranks, ties=True), nemenyi_distance(k, n)
        differ = self.test.p_value < 0.05
        words = [
            _(
                "The Friedman test (in the form of Iman and Davenport, corrected for ties) shows that the learners "
                "differ."
            )
            if differ
            else _(
                "The Friedman test (in the form of Iman and Davenport, corrected for ties) does not show that the "
                "learners differ."
            )
        ]
        words.append(
            _("According to Nemenyi's test, two learners differ significantly if their mean ranks are more than "
              "{distance} apart. Learners that are joined by a bar in the figure cannot be told apart.",
              distance=said(self.distance))
        )  # fmt: skip
        if not differ:
            words.append(_("If the Friedman test is not significant, do not interpret the pairwise comparisons."))
        rows = [
            Row("", _("p-value of the Friedman test (Iman and Davenport)"), max(self.test.p_value, SMALLEST)),
            Row("", _("critical difference of mean ranks (Nemenyi)"), self.distance),
        ]
        self.figures["ranks"] = partial(
            self._diagram, alike_groups([*self.mean_ranks.values()], distance=self.distance)
        )
        return Part(_("Do the learners differ at all?"), "07", words, rows, picture="ranks")

    def _diagram(self, groups: list[tuple[float, float]]) -> plots.style.Shown:
        count = len(self.mean_ranks)
        figure, axes = plots.panels(height=max(0.6, 0.12 * count))
        rank_frame(count, axes["a"])
        axes["a"].set_ylim(-0.85 - 0.3 * count, 1.4)
        plot_critical_distance(self.mean_ranks, groups, self.distance, axes["a"])
        ranks = _("; ").join(f"{name} {rank:.3g}" for name, rank in self.mean_ranks.items())
        words = _("Mean ranks of the learners: {ranks}. Bars join learners whose mean ranks differ by less than the "
                  "critical difference, {distance:.2f}.", ranks=ranks, distance=self.distance)  # fmt: skip
        return plots.show(figure, words)

    def _paragraph(self, ranks: np.ndarray) -> str:
        count = self.provenance.rows
        words = [_("On {count} data sets, the mean ranks were {means}.", count=count, means=_in_words(self.mean_ranks))]
        if ranks.shape[1] > 2:
            words.append(
                _("The Friedman test (Iman and Davenport) gave F = {statistic}, p = {p_value}; the critical difference "
                  "of Nemenyi's test at the level 0.05 is {distance}.", distance=said(self.distance),
                  statistic=f"{self.test.statistic:.3g}", p_value=said(max(self.test.p_value, SMALLEST)))
            )  # fmt: skip
        if self.pairs.differences:
            tested = _("Learners were compared by Wilcoxon's signed-rank test: {pairs}.", pairs=in_a_paper(self.pairs))
            if len(self.pairs.differences) > 1:
                tested = _("Learners were compared by Wilcoxon's signed-rank test with Holm's correction: {pairs}.",
                           pairs=in_a_paper(self.pairs))  # fmt: skip
            words.append(tested)
        words.append(_("The results hold for data sets drawn like these."))
        return sentences(words)


def _in_words(values: Mapping[str, float]) -> str:
    """Return the value of each learner, as a sentence lists them."""
    return joined(
        [_("{value} for {name}", name=name, value=said(value)) for name, value in values.items()], clauses=True
    )


def _no_folds(entries: Entries, learners: Mapping[str, ArrayLike]) -> None:
    """Raise ``ValueError`` where a column numbers folds, unless another one names a data set in each row."""
    rest = [name for name in entries.names if name not in (*learners, *entries.ignore)]
    values = {name: [*entries.table.columns[name]] for name in rest}
    named = [name for name in rest if not texts(values[name]).numeric and len({*values[name]}) == len(values[name])]
    folds = [name for name in rest if kind(name) == "fold" and len({*values[name]}) > 1]
    if folds and not named:
        raise ValueError(
            _("column {name} contains fold or run numbers, and the folds of one data set are not independent data "
              "sets: use --kind folds with --test-share. If there are several data sets, give their means over the "
              "folds, one row per data set; if each row is a data set, add {option}", name=shown(folds[0]),
              option=option("ignore", folds))
        )  # fmt: skip


def _limits(more: list[str], learners: int) -> Part:
    words = [
        _("An interval contains the true value in about 95 of 100 data sets drawn like this one. If there are many "
          "intervals, some of them will miss the true value."),
        _("A difference that is not significant may still be large: look at its interval, and ask how large a "
          "difference would matter to you."),
        *more,
    ]  # fmt: skip
    if learners > 2:
        words.append(_("The best of several learners looks better than it is, because it was chosen on these data."))
    return Part(_("What do these results not show?"), "03", words, [])
