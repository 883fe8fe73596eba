"""Numbers: measured and predicted values of one or several models."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from evalcore import plots
from evalcore._checks import finite
from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.means import mean_square, paired_mean_test, r_squared, student_mean
from evalcore.plots.report import plot_residuals
from evalcore.report import columns
from evalcore.report.decoding import Source
from evalcore.report.entries import Entries, number_groups
from evalcore.report.pairs import compared, comparison, in_a_paper, verdicts
from evalcore.report.provenance import Provenance
from evalcore.report.results import OtherResults
from evalcore.report.scores_file import no_curve
from evalcore.report.words import BRACKETS, Part, Row, said, sentences, shown

MOST_MODELS = 6
POINTS = 1000  # of a model in the figure of residuals
LAYOUTS = {1: "a", 2: "ab", 3: "abc", 4: "ab;cd", 5: "abc;de.", 6: "abc;def"}


class NumbersReport(OtherResults):
    """A report on predicted numbers: MSE, MAE and R squared with intervals, residuals, and all pairs of models.

    Parameters
    ----------
    measured : array-like of shape (m,)
        The measured numbers, two or more that are not all equal.
    predicted : mapping of str to array-like of shape (m,), or DataFrame
        The predictions of one to six models, in the same order.
    group : sequence of shape (m,), optional
        The group of each example, such as its patient; two groups or more.
    provenance : Provenance, optional
        Where the data come from, as :meth:`from_csv` says it.

    Raises
    ------
    ValueError
        For other shapes, and measured numbers that are all equal.

    Examples
    --------
    >>> report = NumbersReport([1, 2, 3, 4], {"a": [1, 2, 3, 5]})
    >>> report.table()["measure"][0], report.table()["value"][0]
    ('MSE', 0.25)
    """

    kind = "numbers"
    heading = marked("Measured and predicted numbers")

    def __init__(
        self,
        measured: ArrayLike,
        predicted: Mapping[str, ArrayLike],
        *,
        group: Sequence[object] | None = None,
        provenance: Provenance | None = None,
    ):
        names = [str(name) for name in predicted]
        if not 1 <= len(names) <= MOST_MODELS:
            raise ValueError(_("expected one to {most} models, got {count}", most=MOST_MODELS, count=len(names)))
        table = [finite("m")("measured", measured)]
        table += [finite("m")(str(name), predicted[name]) for name in predicted]
        sizes = {values.size for values in table} | ({len(group)} if group is not None else set())
        if len(sizes) > 1:
            raise ValueError(f"measured, predicted and group must be equally long, got {sorted(sizes)}")
        if table[0].size < 2 or np.ptp(table[0]) == 0:
            raise ValueError(_("there must be at least two measured numbers, and they must not all be equal"))
        number_of = None if group is None else number_groups(group)
        order = np.lexsort([*table[::-1], *([] if number_of is None else [number_of])])  # any order of rows is the same
        self.measured = table[0][order]
        self.predicted = {name: values[order] for name, values in zip(names, table[1:], strict=True)}
        self.group = None if number_of is None else number_of[order]
        self.provenance = provenance or Provenance(rows=order.size, scores=tuple(names))
        self.options, self.figures = {}, {"residuals": self._residuals}
        self.methods = _(
            "The 95 % intervals use Student's t distribution: for mean errors, on the original scale; for the MSE, on "
            "the log scale; and for R², on the scale of ln(1 − R²). If the examples come in groups, the intervals "
            "are widened by the design effect (Kish 1965)."
        )
        self._answer()

    @classmethod
    def from_csv(
        cls,
        file: Source,
        *,
        label: str,
        scores: str | Sequence[str] | None = None,
        ignore: str | Sequence[str] | None = None,
        group: str | None = None,
        drop_missing: bool = False,
        decimal: str | None = None,
        encoding: str | None = None,
    ) -> "NumbersReport":
        """Return the report on a file with a header line, one row per example and one column per model.

        Parameters
        ----------
        file
            A path, an open binary file, or its content.
        label
            The column of measured numbers.
        scores, ignore
            The columns of predictions, and columns that are none.
        group
            The column of :class:`NumbersReport`.
        drop_missing, decimal, encoding
            As in :meth:`evalcore.report.Report.from_csv`.

        Returns
        -------
        NumbersReport

        Raises
        ------
        ValueError
            With the number of the line where there is one, for what cannot be read in one way only.
        """
        entries = Entries(file, decimal, encoding, drop_missing, ignore)
        if not scores:
            no_curve(name for name in entries.names if name not in entries.ignore)
        entries.known(label, "--label")
        measured = entries.values(label, needed=True)
        if not scores:
            columns.no_code(label, measured, entries.table.lines, needed=True)
        entries.assumptions.append(_("Measured numbers: column {name}.", name=shown(label)))
        groups = entries.groups(group) if group else None
        if groups:
            entries.assumptions.append(
                _("Groups: column {name} with {count} values.", name=shown(group), count=len(set(groups)))
            )
        predicted = {}
        for name in entries.candidates(scores, label, group):
            values = entries.values(name, needed=bool(scores))
            reason = None if scores else entries.reason_against(name, values)
            if reason:
                entries.leave_out(reason)
            else:
                if not scores:
                    columns.no_code(name, values, entries.table.lines)
                predicted[name] = values
        if not 1 <= len(predicted) <= MOST_MODELS:
            raise ValueError(
                _("expected one to {most} columns of predicted numbers, got {count}: name them with --scores. "
                  "{reasons}",
                  most=MOST_MODELS, count=len(predicted), reasons=" ".join(entries.left_out))
            )  # fmt: skip
        kept = entries.kept()
        return cls(
            measured[kept], {name: values[kept] for name, values in predicted.items()},
            group=None if groups is None else [groups[row] for row in np.flatnonzero(kept).tolist()],
            provenance=entries.provenance(predicted, label=label, group=group),
        )  # fmt: skip

    def _answer(self) -> None:
        errors = {name: self.measured - values for name, values in self.predicted.items()}
        mean = partial(student_mean, group=self.group)
        baseline = mean_square(self.measured - self.measured.mean(), group=self.group)
        self.squared = {name: mean_square(values, group=self.group) for name, values in errors.items()}
        self.explained = {name: r_squared(self.measured, values, group=self.group)
                          for name, values in self.predicted.items()}  # fmt: skip
        rows = []
        for name, values in errors.items():
            rows.append(Row(name, "MSE", *self.squared[name]))
            rows.append(Row(name, "RMSE", *np.sqrt(self.squared[name]).tolist()))
            absolute = mean(np.abs(values))
            rows.append(Row(name, "MAE", absolute.value, max(absolute.low, 0.0), absolute.high))
            rows.append(Row(name, "R²", *self.explained[name]))
            rows.append(Row(name, _("mean of measured minus predicted"), *mean(values)))
        rows.append(Row(_("baseline: the mean"), "MSE", *baseline))
        words = [
            _("MSE is the mean squared error; RMSE is its square root, in the same unit as the measured numbers; "
              "MAE is the mean absolute error. R² is the proportion of the variance that is explained; it is 0 if "
              "the prediction is always the mean.")
        ]  # fmt: skip
        words += [self._against_the_mean(name) for name in self.predicted]
        errors_part = Part(_("How large are the errors?"), "02", words, rows)
        look = Part(
            _("Do the errors depend on the prediction?"), "02",
            [_("If the model is adequate, the points scatter around 0 with the same spread everywhere. A bend shows "
               "curvature that the model misses; a funnel shows that the size of the errors changes with the "
               "prediction.")],
            [], picture="residuals",
        )  # fmt: skip
        squares = {name: values**2 for name, values in errors.items()}
        self.pairs = compared(squares, partial(paired_mean_test, group=self.group), same=self.predicted,
                              larger_is_better=False)  # fmt: skip
        test = _("The test is a paired t test of the squared errors over the examples.")
        paragraph = Part(_("The results in one paragraph"), "07", [self._paragraph()], [])
        self.parts = [
            errors_part,
            look,
            comparison(self.pairs, _("difference in MSE"), test),
            paragraph,
            self._limits(),
        ]
        best = min(self.squared, key=lambda name: self.squared[name].value)
        of = {"name": best, "value": said(*self.squared[best]), "share": said(*self.explained[best])}
        first = (
            _("{name} has the smallest mean squared error, {value}; its R² is {share}.", **of)
            if len(self.squared) > 1
            else _("{name} has a mean squared error of {value}; its R² is {share}.", **of)
        )
        self.summary = Part(
            _("Summary"), "", [first, self._against_the_mean(best), *verdicts(self.pairs), _(BRACKETS)], []
        )

    def _against_the_mean(self, name: str) -> str:
        _value, low, high = self.explained[name]
        if low > 0:
            return _("{name} predicts significantly better than the baseline that always predicts the mean.", name=name)
        if high < 0:
            return _("{name} predicts significantly worse than the baseline that always predicts the mean.", name=name)
        return _(
            "The data do not show that {name} predicts better than the baseline that always predicts the mean.",
            name=name,
        )

    def _residuals(self) -> plots.style.Shown:
        count = len(self.predicted)
        figure, axes = plots.panels(LAYOUTS[count], height=1 if count < 4 else 1.8)
        for (name, values), ax in zip(self.predicted.items(), axes.values(), strict=True):
            some = np.argsort(values, kind="stable")[:: max(values.size // POINTS, 1)]
            plot_residuals(values[some], (self.measured - values)[some], ax)
            if count > 1:
                ax.set_title(name)
        return plots.show(
            figure, _("Measured minus predicted numbers, plotted against the predicted numbers; one panel per model.")
        )

    def _paragraph(self) -> str:
        measures = _("; ").join(
            _("{name} had an MSE of {squared} and an R² of {share}", name=name, squared=said(*self.squared[name]),
              share=said(*self.explained[name])) for name in self.predicted
        )  # fmt: skip
        words = [
            _("On {m} examples (95 % confidence intervals in brackets), {measures}.", m=self.measured.size,
              measures=measures)
        ]  # fmt: skip
        if self.group is not None:
            words.append(
                _(
                    "Standard errors allow for the grouping of the examples ({count} groups).",
                    count=np.unique(self.group).size,
                )
            )
        if self.pairs.differences:
            words.append(_("Squared errors were compared by paired t tests: {pairs}.", pairs=in_a_paper(self.pairs)))
        words.append(
            _(
                "The results hold for examples drawn like these and for these trained models, not for the algorithms "
                "that trained them."
            )
        )
        return sentences(words)

    def _limits(self) -> Part:
        words = [
            _(
                "R² depends on how much the measured numbers vary in these data; compare models by R² only on the "
                "same data."
            ),
            _(
                "A few large errors can dominate the MSE; if the MSE and the MAE favour different models, look at the "
                "residuals."
            ),
            _("The report cannot see whether the models were trained on these examples."),
        ]
        if self.group is None:
            words.append(_("The report cannot see whether several examples belong together, such as those of one "
                           "patient. If they do, name the column that shows which examples belong together "
                           "(--group)."))  # fmt: skip
        return Part(_("What do these results not show?"), "03", words, [])
