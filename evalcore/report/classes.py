"""Several classes: true and predicted classes of one or several models, or the probabilities of one model."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.means import mean_grade, paired_mean_test
from evalcore.multiclass import class_counts, class_scores, hand_till_auc, macro_f1_influence, macro_scores, rest_aucs
from evalcore.report import columns
from evalcore.report.arrays import check_named
from evalcore.report.class_columns import (
    as_labels,
    check_classes,
    check_one_model,
    check_sums,
    class_table,
    leave_out,
    ordered,
    predictions,
    probability_columns,
)
from evalcore.report.decoding import Source
from evalcore.report.entries import Entries, number_groups
from evalcore.report.pairs import SAME, compared, comparison, in_a_paper, verdicts
from evalcore.report.provenance import Provenance
from evalcore.report.results import OtherResults
from evalcore.report.table import listed
from evalcore.report.words import BRACKETS, Part, Row, counted, joined, said, sentences, shown

if TYPE_CHECKING:
    from evalcore.explore import LivingPicture

MOST_MODELS = 6
FEW = 10  # examples of a class, so few that its intervals are wide
CLOSE = 0.05  # a mean probability that differs less from the accuracy is right for most purposes


class ClassesReport(OtherResults):
    """A report on predicted classes, three or more: accuracy, each class, macro averages, and all pairs of models.

    Parameters
    ----------
    y_true : sequence of shape (m,)
        The true classes, words or whole numbers, 3 to 30 different ones.
    predicted : mapping of str to sequence of shape (m,), or DataFrame, optional
        The predicted classes of one to six models, in the same order. Without it the class with the largest
        probability is the predicted one.
    probabilities : mapping of class to array-like of shape (m,), or DataFrame, optional
        The probability of each class, of one model; each row sums to 1.
    group : sequence of shape (m,), optional
        The group of each example, such as its patient; two groups or more.
    provenance : Provenance, optional
        Where the data come from, as :meth:`from_csv` says it.

    Raises
    ------
    ValueError
        For fewer than 3 or more than 30 classes, a predicted class that no example has, and other shapes.

    Examples
    --------
    >>> report = ClassesReport(["a", "b", "c", "a"], {"tree": ["a", "b", "c", "b"]})
    >>> report.table()["measure"][0], report.table()["value"][0]
    ('accuracy', 0.75)
    """

    kind = "classes"
    heading = marked("Several classes")

    def __init__(
        self,
        y_true: Sequence[object],
        predicted: Mapping[str, Sequence[object]] | None = None,
        *,
        probabilities: Mapping[object, ArrayLike] | None = None,
        group: Sequence[object] | None = None,
        provenance: Provenance | None = None,
    ):
        names, true = as_labels("y_true", y_true)
        self.classes = ordered(names)
        check_classes(self.classes)
        rows = {"y_true": np.array([self.classes.index(name) for name in names])[true]}
        if predicted is None and probabilities is None:
            raise ValueError("expected predicted classes, probabilities, or both, got neither")
        table = None if probabilities is None else class_table(probabilities, self.classes)
        if predicted is None:
            rows[_("model")] = table.argmax(axis=1)
        for model in predicted if predicted is not None else ():
            rows[str(model)] = self._numbers(str(model), predicted[model])
        models = [*rows][1:]
        if not 1 <= len(models) <= MOST_MODELS or (table is not None and len(models) > 1):
            raise ValueError(_("expected one to {most} models (only one if probabilities are given), got {count}",
                               most=MOST_MODELS, count=len(models)))  # fmt: skip
        sizes = {len(values) for values in rows.values()} | {len(part) for part in (table, group) if part is not None}
        if len(sizes) > 1:
            raise ValueError(f"y_true, predicted, probabilities and group must be equally long, got {sorted(sizes)}")
        number_of = None if group is None else number_groups(group)
        keys = [*([] if table is None else table.T), *[*rows.values()][::-1], *([] if group is None else [number_of])]
        order = np.lexsort(keys)  # any order of rows is the same
        self.true, *others = (values[order] for values in rows.values())
        self.predicted = dict(zip(models, others, strict=True))
        self.probabilities = None if table is None else table[order]
        self.group = None if number_of is None else number_of[order]
        self.provenance = provenance or Provenance(rows=order.size, scores=tuple(models))
        self.options, self.figures = {}, {"confusion": self._picture}
        self.methods = _(
            "The 95 % intervals for accuracy, recall and precision are exact (Clopper and Pearson 1934). The interval "
            "for F1 is derived from the exact interval of the Jaccard index, and the intervals for macro averages "
            "combine those of the classes (Zou, Huang and Zhang 2009). If the examples come in groups, the intervals "
            "are widened by the design effect (Kish 1965)."
        )
        self._answer()

    def _numbers(self, name: str, values: Sequence[object]) -> np.ndarray:
        """Return the number of each predicted class."""
        labels, rows = as_labels(name, values)
        unknown = [label for label in labels if label not in self.classes]
        if unknown:
            raise ValueError(_("{name} predicts {label}, a class that does not occur in y_true; the classes are "
                               "{classes}", name=shown(name), label=shown(unknown[0]),
                               classes=listed(self.classes)))  # fmt: skip
        return np.array([self.classes.index(label) for label in labels])[rows]

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
    ) -> "ClassesReport":
        """Return the report on a file with a header line and one row per example.

        Parameters
        ----------
        file
            A path, an open binary file, or its content.
        label
            The column of true classes.
        scores, ignore
            The columns of predicted classes or of probabilities, and columns that are neither. A column of
            probabilities is named by its class, with a common prefix or suffix for all classes, such as ``prob_cat``
            or ``p(cat)``.
        group
            The column of :class:`ClassesReport`.
        drop_missing, decimal, encoding
            As in :meth:`evalcore.report.Report.from_csv`.

        Returns
        -------
        ClassesReport

        Raises
        ------
        ValueError
            With the number of the line where there is one, for what cannot be read in one way only.
        """
        entries = Entries(file, decimal, encoding, drop_missing, ignore)
        entries.known(label, "--label")
        names, true = entries.labels(label)
        entries.use_labels(label, true)
        classes = ordered(names)
        check_classes(classes, label)
        groups = entries.groups(group) if group else None
        predicted, rest = predictions(entries, classes, scores, label, group, (names, true))
        owner, of_class = probability_columns(rest, classes)
        of_class = {own: of_class[own] for own in classes if of_class}
        table = np.array([entries.values(column, needed=True) for column in of_class.values()]).T
        leave_out(entries, [name for name in rest if name not in of_class.values()], bool(scores), label)
        if not of_class and not 1 <= len(predicted) <= MOST_MODELS:
            raise ValueError(
                _("expected one to {most} columns of predicted classes, or a column of probabilities for each class, "
                  "got {count}: name them with --scores. {reasons}",
                  most=MOST_MODELS, count=len(predicted), reasons=" ".join(entries.left_out))
            )  # fmt: skip
        kept = entries.kept()
        counts = [counted(own, int((true[kept] == names.index(own)).sum())) for own in classes]
        entries.assumptions.append(
            _(
                "The classes are in column {name}. Examples of each class: {counts}.",
                name=shown(label),
                counts=joined(counts),
            )
        )
        chosen = {
            name: np.array([classes.index(own) for own in labels])[rows[kept]]
            for name, (labels, rows) in predicted.items()
        }
        if of_class:
            check_sums(entries, table, [*of_class.values()], kept)
            entries.assumptions += check_one_model(chosen, table[kept])
            owner = _("model") if not owner or columns.kind(owner) == "score" else owner
            chosen = chosen or {owner: table[kept].argmax(axis=1)}
        if groups:
            entries.assumptions.append(
                _("Groups: column {name} with {count} values.", name=shown(group), count=len(set(groups)))
            )
        words = np.array(classes, dtype=object)
        return cls(
            np.array(names, dtype=object)[true[kept]], {name: words[rows] for name, rows in chosen.items()},
            probabilities=dict(zip(of_class, table[kept].T, strict=True)) if of_class else None,
            group=None if groups is None else [groups[row] for row in np.flatnonzero(kept).tolist()],
            provenance=entries.provenance([*predicted, *of_class.values()], label=label, group=group),
        )  # fmt: skip

    @classmethod
    def from_estimators(
        cls, estimators: Mapping[str, object], X: ArrayLike, y: ArrayLike, **options: object
    ) -> "ClassesReport":
        """Return the report on fitted classifiers of scikit-learn and the examples of a test set.

        Parameters
        ----------
        estimators : mapping of str to estimator
            One to six fitted classifiers. Of a single one with ``predict_proba`` the probabilities are described, too.
        X, y : array-like
            Examples that none of them was trained on, and their classes.
        **options
            Options of :class:`ClassesReport`, such as ``group``.

        Returns
        -------
        ClassesReport

        Raises
        ------
        ValueError
            As :class:`ClassesReport`.
        """
        check_named(estimators)
        predicted = {name: estimator.predict(X) for name, estimator in estimators.items()}
        if len(estimators) == 1:
            (estimator,) = estimators.values()
            if hasattr(estimator, "predict_proba"):
                shares = estimator.predict_proba(X)
                options.setdefault("probabilities", dict(zip(estimator.classes_.tolist(), shares.T, strict=True)))
        return cls(y, predicted, **options)

    def _answer(self) -> None:
        true, group = self.true, self.group
        right = {name: (values == true).astype(float) for name, values in self.predicted.items()}
        frequent = int(np.bincount(true).argmax())
        baseline = (true == frequent).astype(float)
        self.accuracy = {name: mean_grade(values, group=group) for name, values in right.items()}
        self.baseline, self.frequent = mean_grade(baseline, group=group), self.classes[frequent]
        self.against = {name: paired_mean_test(values, baseline, group=group) for name, values in right.items()}
        self.tables = {name: class_counts(true, values) for name, values in self.predicted.items()}
        self.scores = {name: class_scores(true, values, group=group) for name, values in self.predicted.items()}
        self.macro = {name: macro_scores(true, values, group=group) for name, values in self.predicted.items()}
        test = partial(paired_mean_test, group=group)
        self.pairs = compared(right, test)
        shares = {name: self.macro[name].f1.value + macro_f1_influence(true, values)
                  for name, values in self.predicted.items()}  # fmt: skip
        self.f1_pairs = compared(shares, test, same=self.predicted)
        parts = [self._accuracy(), self._classes(), self._averages()]
        parts += [] if self.probabilities is None else [self._ranking(), self._calibration()]
        parts += [comparison(self.pairs, _("difference in accuracy"), self._test())]
        parts += [self._difference_in_f1()] if len(self.predicted) > 1 else []
        paragraph = Part(_("The results in one paragraph"), "07", [self._paragraph()], [])
        self.parts = [*parts, paragraph, self._limits()]
        self.summary = Part(_("Summary"), "", self._summary(), [])

    def _accuracy(self) -> Part:
        words = [
            _("Accuracy is the proportion of the {m} examples whose class is predicted correctly.", m=self.true.size),
            _("Always predicting the most frequent class, {name}, gives an accuracy of {value}.", name=self.frequent,
              value=said(*self.baseline)),
        ]  # fmt: skip
        words += [self._against_the_baseline(name) for name in self.predicted]
        if self.group is not None:
            words.append(
                _(
                    "The intervals allow for the grouping of the examples ({count} groups).",
                    count=np.unique(self.group).size,
                )
            )
        rows = [Row(name, _("accuracy"), *mean) for name, mean in self.accuracy.items()]
        rows.append(Row(_("baseline: the most frequent class"), _("accuracy"), *self.baseline))
        return Part(_("How often is each model right?"), "03", words, rows)

    def _against_the_baseline(self, name: str) -> str:
        difference = self.against[name]
        if difference.low > 0:
            return _(
                "{name} is significantly more accurate than the baseline that always predicts the most frequent class.",
                name=name,
            )
        if difference.high < 0:
            return _(
                "{name} is significantly less accurate than the baseline that always predicts the most frequent class.",
                name=name,
            )
        return _("The data do not show that {name} is more accurate than the baseline that always predicts the most "
                 "frequent class.",
                 name=name)  # fmt: skip

    def _classes(self) -> Part:
        words = [
            _("The recall of a class is the proportion of its examples that are predicted correctly. Its precision is "
              "the proportion of the examples predicted as this class that belong to it. F1 is the harmonic mean of "
              "recall and precision.")
        ]  # fmt: skip
        rows, more = [], []
        sizes = np.bincount(self.true)
        for name, table in self.tables.items():
            errors = table * (1 - np.eye(len(table), dtype=int))
            row, column = divmod(int(errors.argmax()), len(table))
            if errors.any():
                words.append(
                    _("{name}: the most frequent error is to predict {other} for examples of {true} ({count} of "
                      "{size}).", name=name, count=int(errors.max()), size=int(sizes[row]), true=self.classes[row],
                      other=self.classes[column])
                )  # fmt: skip
            never = [own for own, count in zip(self.classes, table.sum(axis=0), strict=True) if count == 0]
            if never:
                words.append(_("{name} never predicts these classes, so their precision is undefined: {classes}.",
                               name=name, classes=listed(never)))  # fmt: skip
            precision, recall, f1 = self.scores[name]
            for number, own in enumerate(self.classes):
                learner = own if len(self.tables) == 1 else _("{name}: {said}", name=name, said=own)
                measured = zip((_("recall"), _("precision"), "F1"), (recall, precision, f1), strict=True)
                rows += [_row(learner, measure, values[:, number]) for measure, values in measured]
            for (row, column), count in np.ndenumerate(table):
                if count:
                    pair = _("examples of {true} predicted as {other}", true=self.classes[row],
                             other=self.classes[column])  # fmt: skip
                    more.append(Row(name, pair, int(count)))
        rare = [own for own, size in zip(self.classes, sizes.tolist(), strict=True) if size < FEW]
        if rare:
            words.append(_("Classes with fewer than {few} examples have wide intervals: {classes}.", few=FEW,
                           classes=listed(rare)))  # fmt: skip
        return Part(_("Which classes are confused?"), "04", words, rows, more, picture="confusion")

    def _picture(self) -> "LivingPicture":
        from evalcore.report.pictures import confusion

        def describe(name: str, number: int) -> str:
            table = self.tables[name]
            count, true, predicted = (
                int(value) for value in (table[number, number], table[number].sum(), table[:, number].sum())
            )
            shares = [
                _("undefined") if size == 0 else f"{count}/{size} = {said(*scores[:, number].tolist())}"
                for size, scores in [(true, self.scores[name].recall), (predicted, self.scores[name].precision)]
            ]
            return _("{name}: recall {recall}, precision {precision}", name=self.classes[number], recall=shares[0],
                     precision=shares[1])  # fmt: skip

        return confusion(self.tables, self.classes, describe)

    def _averages(self) -> Part:
        words = [
            _("A macro average is the mean over the classes: each class has the same weight, however rare it is. Macro "
              "F1 is the mean of the F1 values of the classes."),
            _("A micro average gives each example the same weight. Because every example has one true and one "
              "predicted class, micro precision, micro recall and micro F1 all equal the accuracy."),
        ]  # fmt: skip
        rows = []
        for name, (precision, recall, f1) in self.macro.items():
            rows += [
                _row(name, _("macro recall"), recall),
                _row(name, _("macro precision"), precision),
                _row(name, _("macro F1"), f1),
                Row(name, _("micro precision, recall and F1"), *self.accuracy[name]),
            ]
            if np.isnan(precision.value):
                words.append(_("{name}: the macro precision is undefined, because a class is never predicted.",
                               name=name))  # fmt: skip
        return Part(_("How good are the models on average over the classes?"), "04", words, rows)

    def _ranking(self) -> Part:
        (name,) = self.predicted
        words = [
            _("The AUC of a class against the rest is the probability that a random example of this class is given a "
              "higher probability of belonging to the class than a random example of the other classes."),
            _("Hand and Till's AUC is the mean of the AUCs of all pairs of classes; the AUC of a pair is calculated "
              "only from the examples of these two classes. The mean does not depend on how frequent the classes are."),
        ]  # fmt: skip
        if np.bincount(self.true).min() < 2:
            words.append(
                _("No AUC is reported, because its interval cannot be calculated for a class with only one example.")
            )
            return Part(_("Do the probabilities rank the examples well?"), "04", words, [])
        self.auc = hand_till_auc(self.true, self.probabilities, group=self.group)
        of_each = rest_aucs(self.true, self.probabilities, group=self.group)
        rows = [Row(name, _("AUC of Hand and Till"), *self.auc)]
        rows += [_row(own, _("AUC against the rest"), values)
                 for own, values in zip(self.classes, of_each.T, strict=True)]  # fmt: skip
        return Part(_("Do the probabilities rank the examples well?"), "04", words, rows)

    def _calibration(self) -> Part:
        ((name, predicted),) = self.predicted.items()
        mean = float(self.probabilities[np.arange(predicted.size), predicted].mean())
        accuracy, low, high = self.accuracy[name]
        if not low <= mean <= high:
            verdict = (
                _("no. On average, the probabilities are too high: their mean is higher than the accuracy.")
                if mean > accuracy
                else _("no. On average, the probabilities are too low: their mean is lower than the accuracy.")
            )
        elif max(mean - low, high - mean) <= CLOSE:
            verdict = _("yes. The accuracy differs from the mean probability by at most {close}.", close=CLOSE)
        else:
            verdict = _("the data do not settle this. The mean probability is in the interval of the accuracy, but "
                        "this interval is too wide to rule out a difference of more than {close}.",
                        close=CLOSE)  # fmt: skip
        words = [
            _("On average, the probabilities of the predicted classes should equal the accuracy."),
            _("{name}: {said}", name=name, said=verdict),
            _("This check compares only the means: probabilities that are too high for some examples can be offset by "
              "others that are too low."),
        ]  # fmt: skip
        rows = [
            Row(name, _("mean probability of the predicted class"), mean),
            Row(name, _("accuracy"), *self.accuracy[name]),
        ]
        return Part(_("Are the probabilities of the predicted classes right?"), "04", words, rows)

    def _test(self) -> str:
        if self.group is None:
            return _("The test is McNemar's exact test, which uses only the examples that exactly one of the two "
                     "models predicts correctly.")  # fmt: skip
        return _("The test is a paired t test over the examples, with a standard error that allows for groups.")

    def _difference_in_f1(self) -> Part:
        test = _("The test is a paired t test of the influence values of macro F1 over the examples.")
        part = comparison(self.f1_pairs, _("difference in macro F1"), test)
        rows = [row._replace(measure=_("{measure} (macro F1)", measure=row.measure)) if row.low is None else row
                for row in part.rows]  # fmt: skip
        words = part.words
        if np.bincount(self.true).min() < FEW:
            words = [*words, _("With fewer than {few} examples of a class, the intervals of these differences are too "
                               "narrow: in simulations, they missed the true value in 7 of 100 data sets with about "
                               "five examples of the rarest class, and in 16 of 100 data sets with about one such "
                               "example.", few=FEW)]  # fmt: skip
        return part._replace(question=_("Is one model better than another in macro F1?"), words=words, rows=rows)

    def _paragraph(self) -> str:
        measures = _("; ").join(
            _("{name} had an accuracy of {accuracy}, a macro recall of {recall} and a macro F1 of {f1}", name=name,
              accuracy=said(*self.accuracy[name]), recall=said(*self.macro[name].recall),
              f1=said(*self.macro[name].f1)) for name in self.predicted
        )  # fmt: skip
        words = [
            _("On {m} examples of {count} classes (95 % confidence intervals in brackets), {measures}.",
              m=self.true.size, count=len(self.classes), measures=measures),
            _("Always predicting the most frequent class gives an accuracy of {value}.", value=said(*self.baseline)),
        ]  # fmt: skip
        if self.probabilities is not None and hasattr(self, "auc"):
            words.append(_("The AUC of Hand and Till is {value}.", value=said(*self.auc)))
        if self.group is not None:
            words.append(
                _(
                    "Standard errors allow for the grouping of the examples ({count} groups).",
                    count=np.unique(self.group).size,
                )
            )
        if self.pairs.differences:
            test = _("McNemar's exact test") if self.group is None else _("a paired t test over examples")
            words.append(_("Accuracies were compared by {test}: {pairs}.", test=test, pairs=in_a_paper(self.pairs)))
        if self.f1_pairs.differences:
            words.append(_("Macro F1 was compared by a paired t test of its influence values: {pairs}.",
                           pairs=in_a_paper(self.f1_pairs)))  # fmt: skip
        if len(self.pairs.differences) > 1 or len(self.f1_pairs.differences) > 1:
            words.append(_("The p-values of each measure are corrected by Holm's method."))
        words.append(
            _(
                "The results hold for examples drawn like these and for these trained models, not for the algorithms "
                "that trained them."
            )
        )
        return sentences(words)

    def _limits(self) -> Part:
        words = [
            _("Accuracy and the precision of a class depend on how frequent the classes are in these data; recall does "
              "not. Where the models are used, the class frequencies may be different."),
            _("All errors count equally here. If some confusions cost more than others, weight the errors by their "
              "costs."),
        ]  # fmt: skip
        if len(self.predicted) > 1:
            words.append(_("Accuracy and macro F1 can favour different models; choose the measure before you look at "
                           "the results."))  # fmt: skip
            words.append(_("The best of several models looks better than it is, because it was chosen on these data."))
        words.append(_("The report cannot see whether the models were trained on these examples."))
        if self.group is None:
            words.append(_("The report cannot see whether several examples belong together, such as those of one "
                           "patient. If they do, name the column that shows which examples belong together "
                           "(--group)."))  # fmt: skip
        return Part(_("What do these results not show?"), "03", words, [])

    def _summary(self) -> list[str]:
        best = max(self.accuracy, key=lambda name: self.accuracy[name].value)
        value = said(*self.accuracy[best])
        if len(self.accuracy) == 1:
            words = [_("{name} has an accuracy of {value}.", name=best,
                       value=value)]  # fmt: skip
        else:
            words = [_("{name} has the highest accuracy, {value}.", name=best, value=value)]
            top = self.accuracy[best].value
            equal = [name for name, mean in self.accuracy.items() if top - mean.value <= SAME]
            words += [_("{names} have the same accuracy.", names=joined(equal))] if len(equal) > 1 else []
        recall = self.scores[best].recall
        worst = int(recall[0].argmin())
        words.append(self._against_the_baseline(best))
        words.append(_("{name} has its lowest recall, {value}, for class {own}; its macro F1 is {f1}.",
                       name=best, own=self.classes[worst], value=said(*recall[:, worst].tolist()),
                       f1=said(*self.macro[best].f1)))  # fmt: skip
        return [*words, *verdicts(self.pairs), *self._alike_but_for_case(), _(BRACKETS)]

    def _alike_but_for_case(self) -> list[str]:
        spellings = Counter(own.lower() for own in self.classes)
        alike = [own for own in self.classes if spellings[own.lower()] > 1]
        if not alike:
            return []
        return [
            _("The classes {names} differ only in upper and lower case, and are counted as different classes. If they "
              "are the same class, write it in the same way everywhere.", names=joined([*map(shown, alike)]))
        ]  # fmt: skip


def _row(learner: str, measure: str, values: Sequence[float]) -> Row:
    """Return a row of the report, without a number where it is undefined."""
    value, low, high = map(float, values)
    return Row(learner, measure, None) if np.isnan(value) else Row(learner, measure, value, low, high)
