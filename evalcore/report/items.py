"""Right or wrong: answers of several systems to the same items, with groups of items and repeated attempts."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import finite
from evalcore.intervals import design_effect
from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.means import mean_grade, paired_mean_test, smallest_difference
from evalcore.report import columns
from evalcore.report.arrays import check_groups
from evalcore.report.decoding import Source
from evalcore.report.entries import Entries, number_groups
from evalcore.report.pairs import SAME, compared, comparison, in_a_paper, verdicts
from evalcore.report.provenance import Provenance
from evalcore.report.results import OtherResults
from evalcore.report.words import BRACKETS, Part, Row, joined, said, sentences, shown

MOST_SYSTEMS = 20
FEW_GROUPS = 20  # so few that intervals may be too narrow
ITEM_NAMES = {"item", "question", "task", "prompt", "problem", "题目", "题号", "问题"}
ANSWER_NAMES = {"label", "y", "y_true", "target", "gold", "truth", "answer", "答案", "标签"}


class Attempts(NamedTuple):
    """The fewest and the most attempts at an item, whether each is right or wrong, and per system the share of the
    variance of its mean that comes from the attempts (None without variance)."""

    fewest: int
    most: int
    binary: bool
    saved: list[float | None]


class ItemsReport(OtherResults):
    """A report on right and wrong answers: accuracy, all pairs of systems, and what this number of items can show.

    Parameters
    ----------
    systems : mapping of str to array-like of shape (m,), or DataFrame
        For each of one to twenty systems 1 for a right answer, 0 for a wrong one, or a grade in [0, 1]; of the same
        items in the same order.
    item : sequence of shape (m,), optional
        The item of each row, needed for repeated attempts.
    run : sequence of shape (m,), optional
        The number of the attempt. The attempts at an item are averaged.
    group : sequence of shape (m,), optional
        What items have in common, such as their topic or document; two groups or more.
    provenance : Provenance, optional
        Where the data come from, as :meth:`from_csv` says it.

    Raises
    ------
    ValueError
        For values outside [0, 1], fewer than two items or groups, and items in two groups.

    Examples
    --------
    >>> report = ItemsReport({"a": [1, 1, 1, 1, 1, 1, 1, 0], "b": [1, 0, 0, 0, 0, 0, 0, 0]})
    >>> report.table()["value"][:2]
    [0.875, 0.125]
    """

    kind = "items"
    heading = marked("Right or wrong, item by item")

    def __init__(
        self,
        systems: Mapping[str, ArrayLike],
        *,
        item: Sequence[object] | None = None,
        run: Sequence[object] | None = None,
        group: Sequence[object] | None = None,
        provenance: Provenance | None = None,
    ):
        names = [str(name) for name in systems]
        if not 1 <= len(names) <= MOST_SYSTEMS:
            raise ValueError(f"expected one to {MOST_SYSTEMS} systems, got {len(names)}")
        grades = np.array([finite("m", low=0, high=1)(name, systems[name]) for name in systems])
        for name, values in [("item", item), ("run", run), ("group", group)]:
            if values is not None and len(values) != grades.shape[1]:
                raise ValueError(f"{name} must have one value for each row, got {len(values)} and {grades.shape[1]}")
        attempts = None
        if run is not None or item is not None:
            grades, group, attempts = _averaged(grades, item, run, group)
        if grades.shape[1] < 2:
            raise ValueError(f"expected two items or more, got {grades.shape[1]}")
        number_of = None if group is None else number_groups(group)
        order = np.lexsort(
            [*grades[::-1], *([] if number_of is None else [number_of])]
        )  # any order of rows is the same
        self.grades = dict(zip(names, grades[:, order], strict=True))
        self.group = None if number_of is None else number_of[order]
        self.attempts = attempts
        self.provenance = provenance or Provenance(rows=grades.shape[1], scores=tuple(names))
        self.options, self.figures = {}, {}
        self.methods = _(
            "If each result is 0 or 1, the 95 % interval for the mean is exact (Clopper and Pearson 1934). For grades, "
            "and for items in groups, the same formula is used with the number of independent items that would give "
            "the same standard error (Korn and Graubard 1998)."
        )
        self._answer()

    @classmethod
    def from_csv(
        cls,
        file: Source,
        *,
        scores: str | Sequence[str] | None = None,
        ignore: str | Sequence[str] | None = None,
        item: str | None = None,
        run: str | None = None,
        group: str | None = None,
        drop_missing: bool = False,
        decimal: str | None = None,
        encoding: str | None = None,
    ) -> "ItemsReport":
        """Return the report on a file with a header line, one row per item (and attempt) and one column per system.

        Parameters
        ----------
        file
            A path, an open binary file, or its content.
        scores, ignore
            The columns of the systems, and columns that are none. By default all columns of right and wrong, of 0 and
            1, or of grades in [0, 1] are systems.
        item, run, group
            The columns of :class:`ItemsReport`; with ``run``, the column of items is found by its name if it is not
            given.
        drop_missing, decimal, encoding
            As in :meth:`evalcore.report.Report.from_csv`.

        Returns
        -------
        ItemsReport

        Raises
        ------
        ValueError
            With the number of the line where there is one, for what cannot be read in one way only.
        """
        entries = Entries(file, decimal, encoding, drop_missing, ignore)
        if item is None:
            likely = [name for name in entries.names if columns.kind(name) == "id" or name.lower() in ITEM_NAMES]
            item = next((name for name in likely if name not in (run, group, *entries.ignore)), None)
            if run and item is None:
                raise ValueError(_("with --run, say which column holds the items (--item)"))
        systems, spoiled = {}, []
        for name in entries.candidates(scores, item, run, group):
            values = entries.grades(name)
            reason = None if scores else entries.reason_against(name, values)
            if reason is None and name.lower() in ANSWER_NAMES and not scores:
                raise ValueError(
                    _("column {name} seems to contain the right answers, not the results of a system: leave it out "
                      "with {option}, or name the systems with --scores", name=shown(name),
                      option=columns.option("ignore", [name]))
                )  # fmt: skip
            outside = values is not None and (np.nanmin(values) < 0 or np.nanmax(values) > 1)
            if scores and (values is None or outside):
                raise ValueError(_("column {name} must hold a result for each item: right or wrong, 1 or 0, or a "
                                   "grade from 0 to 1",
                                   name=shown(name)))  # fmt: skip
            if outside and not reason and 2 * np.sum((values < 0) | (values > 1)) < values.size:
                spoiled.append(entries.outside(name, values).sentence([name]))
            if reason or outside or values is None:
                entries.leave_out(reason or entries.outside(name, values))
            else:
                systems[name] = values
        entries.no_sums()
        entries.no_long_form(_("system"), systems, item, run, group)
        if not systems:
            raise ValueError(_("no column holds results (right or wrong, 1 or 0, or grades from 0 to 1): {reasons}",
                               reasons=" ".join(entries.left_out)))  # fmt: skip
        named = {key: entries.words(name, f"--{key}") for key, name in [("item", item), ("run", run)] if name}
        named |= {"group": entries.groups(group)} if group else {}
        for key, name in [("item", item), ("run", run), ("group", group)]:
            if name:
                sentences = {"item": _("Items: column {name} with {count} values."),
                             "run": _("Attempts: column {name} with {count} values."),
                             "group": _("Groups: column {name} with {count} values.")}  # fmt: skip
                entries.assumptions.append(sentences[key].format(name=shown(name), count=len(set(named[key]))))
        kept = entries.kept()
        rows = np.flatnonzero(kept).tolist()
        options = {key: [values[row] for row in rows] for key, values in named.items()}
        provenance = entries.provenance(systems, group=group)
        report = cls({name: values[kept] for name, values in systems.items()}, **options, provenance=provenance)
        report.summary.words.extend(
            _("The report does not compare column {column}. If such an entry means that an answer is missing, empty "
              "the cell and add --drop-missing; if it means a wrong answer, write 0.", column=sentence)
            for sentence in spoiled
        )  # fmt: skip
        return report

    def _answer(self) -> None:
        group = self.group
        self.means = {name: mean_grade(values, group=group) for name, values in self.grades.items()}
        self.pairs = compared(self.grades, partial(paired_mean_test, group=group))
        self.binary = bool(np.isin([*self.grades.values()], [0, 1]).all())
        needed = max(len(self.pairs.differences), 1)
        self.smallest = {
            pair: smallest_difference(*(self.grades[name] for name in pair), group=group, alpha=0.05 / needed)
            for pair in self.pairs.differences
        }
        parts = [self._accuracy(), comparison(self.pairs, self._difference(), self._test())]
        parts += [self._power()] if self.smallest else []
        parts += [self._attempts()] if self.attempts else []
        paragraph = Part(_("The results in one paragraph"), "07", [self._paragraph()], [])
        self.parts = [*parts, paragraph, self._limits()]
        self.summary = Part(_("Summary"), "", self._summary(), [])

    def _measure(self) -> str:
        return _("accuracy") if self.binary or self.attempts else _("mean grade")

    def _difference(self) -> str:
        return _("difference in accuracy") if self.binary or self.attempts else _("difference in mean grade")

    def _test(self) -> str:
        if self.binary and self.group is None:
            return _("The test is McNemar's exact test, which uses only the items on which the two systems differ.")
        if self.group is None:
            return _("The test is a paired t test over the items.")
        return _(
            "The test is a paired t test over the items, with a standard error that allows for groups. The number "
            "of degrees of freedom is the number of groups minus one."
        )

    def _accuracy(self) -> Part:
        m = next(iter(self.grades.values())).size
        words = [
            _("Each interval is for the mean over items drawn like these {m} items, not for these items alone.", m=m)
        ]
        if self.group is not None:
            count = np.unique(self.group).size
            for name, values in self.grades.items():
                effect = design_effect(values, self.group)
                words.append(
                    _("{name}: the {m} items in {count} groups carry about as much information on the mean as {n} "
                      "independent items.", name=name, m=m, count=count, n=round(m / effect))
                )  # fmt: skip
            if count < FEW_GROUPS:
                words.append(_("There are only {count} groups. With so few, the intervals are wide and less reliable.",
                               count=count))  # fmt: skip
        rows = [Row(name, self._measure(), *mean) for name, mean in self.means.items()]
        return Part(_("How often is each system right?"), "03", words, rows)

    def _power(self) -> Part:
        m = next(iter(self.grades.values())).size
        words = [
            _("The table shows the smallest true difference that is detected in about 80 of 100 tests with {m} "
              "items like these; a smaller difference is missed more often. To detect half this difference, about "
              "four times as many items are needed.", m=m)
        ]  # fmt: skip
        if len(self.smallest) > 1:
            words.append(_("The significance level used here is 0.05 divided by the number of comparisons."))
        words.append(_("If no difference was detected, there may still be one: compare the interval with a difference "
                       "that would matter to you."))  # fmt: skip
        measure = _("smallest difference detectable with power 0.8")
        rows = [
            Row(f"{first} − {second}", measure, value if value <= 1 else None)  # no difference is larger than 1
            for (first, second), value in self.smallest.items()
        ]
        return Part(_("How small a difference can be detected with this number of items?"), "07", words, rows)

    def _attempts(self) -> Part:
        fewest, most, binary, saved = self.attempts
        m = next(iter(self.grades.values())).size
        count = str(fewest) if fewest == most else _("{low} to {high}", low=fewest, high=most)
        words = [
            _("The {count} attempts at each item are averaged first. They do not count as additional items: the number "
              "of items is still {m}.",
              count=count, m=m),
            _("The accuracy is that of a single attempt. The share of items with at least one right attempt is a "
              "different quantity, which rises with the number of attempts; compare it only between systems with the "
              "same number of attempts."),
            _("More attempts per item can remove at most the share of the variance given in the table; only more items "
              "can reduce the rest."),
        ]  # fmt: skip
        rows = []
        for (name, values), share in zip(self.grades.items(), saved, strict=True):
            if binary and fewest == most:
                rows.append(Row(name, _("at least one attempt right"), *mean_grade(values > 0, group=self.group)))
                rows.append(Row(name, _("all attempts right"), *mean_grade(values == 1, group=self.group)))
            effect = 1.0 if self.group is None else max(design_effect(values, self.group), 1.0)
            of_mean = None if share is None else share / effect  # groups add to the variance of the mean
            rows.append(Row(name, _("share of the variance from attempts"), of_mean))
        return Part(_("What do several attempts per item show?"), "03", words, rows)

    def _summary(self) -> list[str]:
        best = max(self.means, key=lambda name: self.means[name].value)
        value = said(*self.means[best])
        if len(self.means) == 1:
            words = [_("The {measure} of {name} is {value}.", name=best, measure=self._measure(), value=value)]
        else:
            words = [_("{name} has the highest {measure}, {value}.", name=best, measure=self._measure(), value=value)]
            least = self.means[best].value
            equal = [name for name, mean in self.means.items() if least - mean.value <= SAME]
            words += (
                [_("{names} have the same {measure}.", names=joined(equal), measure=self._measure())]
                if len(equal) > 1
                else []
            )
            words += verdicts(self.pairs)
        if self.smallest:
            words.append(
                _("With these items, a difference of about {value} or more can be detected reliably (with a power of "
                  "0.8).",
                  value=said(max(self.smallest.values())))
                if max(self.smallest.values()) <= 1
                else _("There are too few items to detect a difference between systems reliably (with a power of 0.8).")
            )  # fmt: skip
        return [*words, _(BRACKETS)]

    def _paragraph(self) -> str:
        m = next(iter(self.grades.values())).size
        means = [_("{value} for {name}", name=name, value=said(*mean)) for name, mean in self.means.items()]
        words = [_("On {m} items, the {measure} (95 % confidence interval in brackets) was {means}.", m=m,
                   measure=self._measure(), means=joined(means, clauses=True))]  # fmt: skip
        if self.group is not None:
            words.append(
                _(
                    "Standard errors allow for the grouping of the items ({count} groups).",
                    count=np.unique(self.group).size,
                )
            )
        if self.pairs.differences:
            test = _("McNemar's exact test") if self.binary and self.group is None else _("a paired t test over items")
            tested = _("Systems were compared by {test}: {pairs}.", test=test, pairs=in_a_paper(self.pairs))
            if len(self.pairs.differences) > 1:
                tested = _("Systems were compared by {test} with Holm's correction: {pairs}.", test=test,
                           pairs=in_a_paper(self.pairs))  # fmt: skip
            words.append(tested)
            if max(self.smallest.values()) <= 1:
                words.append(_("With this number of items, a difference of {value} is detected with a power of 0.8.",
                               value=said(max(self.smallest.values()))))  # fmt: skip
        words.append(_("The results hold for items of this kind and for the systems as they were run."))
        return sentences(words)

    def _limits(self) -> Part:
        words = [
            _("An interval contains the true value in about 95 of 100 data sets drawn like this one. If there are "
              "many intervals, some of them will miss the true value."),
            _("A difference that is not significant may still be large: look at its interval, and ask how large a "
              "difference would matter to you."),
            _("The report cannot see whether a system has seen these items before, for example in its training data."),
        ]  # fmt: skip
        if self.group is None:
            words.append(
                _("The report cannot see whether some items resemble each other, as several questions on one text do. "
                  "If so, name the column that shows which items belong together (--group).")
            )  # fmt: skip
        if self.attempts is None:
            words.append(_("A system whose answers are partly random would give different results in another run; "
                           "several attempts per item show how much they differ (--run)."))  # fmt: skip
        if len(self.means) > 1:
            words.append(_("The best of several systems looks better than it is, because it was chosen on these data."))
        return Part(_("What do these results not show?"), "03", words, [])


def _averaged(
    grades: np.ndarray, item: Sequence[object] | None, run: Sequence[object] | None, group: Sequence[object] | None
) -> tuple[np.ndarray, Sequence[object] | None, "Attempts | None"]:
    """Return the mean of each item's attempts, the group of each item, and what is said of the attempts."""
    if item is None:
        raise ValueError("run requires item, which names the item of each row")
    keys = np.array([str(key) for key in item], dtype=object)
    names, first, number_of = np.unique(keys, return_index=True, return_inverse=True)
    counts = np.bincount(number_of)
    if run is None and counts.max() > 1:
        raise ValueError(
            _("item {name} has {count} rows: say which column contains the number of the attempt (--run)",
              name=shown(names[np.argmax(counts)]), count=int(counts.max()))
        )  # fmt: skip
    if run is not None:
        seen = set()
        for pair in zip(keys.tolist(), map(str, run), strict=True):
            if pair in seen:
                raise ValueError(_("item {name} has attempt {run} twice", name=shown(pair[0]), run=shown(pair[1])))
            seen.add(pair)
    order = np.lexsort([*grades[::-1], number_of])
    ordered, number_of = grades[:, order], number_of[order]
    totals = np.array([np.bincount(number_of, weights=values) for values in ordered])
    means = totals / counts
    if group is not None:
        check_groups([*group])
        groups = np.array([str(name) for name in group], dtype=object)
        own = groups[first]
        if (groups[order] != own[number_of]).any():
            place = int(np.flatnonzero(groups[order] != own[number_of])[0])
            raise ValueError(_("item {name} is in two groups", name=shown(names[number_of[place]])))
        group = own.tolist()
    if run is None or counts.max() == 1:
        return means, group, None
    several = counts > 1
    squares = np.array([np.bincount(number_of, weights=values**2) for values in ordered])
    within = ((squares - totals**2 / counts) / np.maximum(counts - 1, 1) / counts)[:, several].mean(axis=1)
    variance = means.var(axis=1, ddof=1) if counts.size > 1 else np.zeros(len(means))
    saved = [float(min(w / v, 1)) if v > 0 else None for w, v in zip(within, variance, strict=True)]
    return means, group, Attempts(int(counts.min()), int(counts.max()), bool(np.isin(grades, [0, 1]).all()), saved)
