"""All pairs of systems or models, compared: differences with intervals, Holm's p-values, and verdicts in words."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from math import isfinite
from typing import NamedTuple

import numpy as np

from evalcore.comparison import PairedDifference
from evalcore.conclusions import holm, holm_confidence
from evalcore.language import translated as _
from evalcore.report.words import SMALLEST, Part, Row, joined, said

Pair = tuple[str, str]
FEW_PAIRS = 3  # so few that each has a sentence of its own
SAME = 1e-12  # differences that are rounding


class Compared(NamedTuple):
    """The difference of each pair as wide as Holm's step makes it, and Holm's p-value; pairs that are the same."""

    differences: dict[Pair, PairedDifference]
    p_values: dict[Pair, float]
    same: list[Pair]
    larger_is_better: bool = True

    @property
    def leads(self) -> dict[str, list[str]]:
        """Return for each that is better than another by more than chance the names of those."""
        better: dict[str, list[str]] = {}
        for (first, second), (value, low, high, _p) in self.differences.items():
            if not low <= 0 <= high:
                best, other = (first, second) if (value > 0) == self.larger_is_better else (second, first)
                better.setdefault(best, []).append(other)
        return better


def compared(
    values: Mapping[str, np.ndarray],
    test: Callable[..., PairedDifference],
    *,
    same: Mapping[str, np.ndarray] | None = None,
    larger_is_better: bool = True,
) -> Compared:
    """Compare all pairs by a test of two rows of values; equal rows (of ``same``, if it is given) are not tested."""
    tests = {pair: partial(test, *(values[name] for name in pair)) for pair in combinations(values, 2)}
    compared_by = same or values
    alike = [pair for pair in tests if np.array_equal(*(compared_by[name] for name in pair))]
    pairs = [pair for pair in tests if pair not in alike]
    if not pairs:
        return Compared({}, {}, alike, larger_is_better)
    p_values = [tests[pair]().p_value for pair in pairs]
    levels = zip(pairs, holm_confidence(p_values).tolist(), strict=True)
    differences = {pair: tests[pair](confidence=confidence) for pair, confidence in levels}
    return Compared(differences, dict(zip(pairs, holm(p_values).tolist(), strict=True)), alike, larger_is_better)


def comparison(results: Compared, measure: str, test: str) -> Part:
    """Return the answer of chapter 07; ``measure`` names the difference, ``test`` is a sentence on the test."""
    question = _("Are the differences real, or could they be due to chance?")
    if not results.differences and not results.same:
        return Part(question, "07", [_("Only one set of results was given, so nothing is compared.")], [])
    words, rows = [], []
    for first, second in results.same:
        words.append(_("{first} and {second} have the same results throughout, so there is nothing to test.",
                       first=first, second=second))  # fmt: skip
    count = len(results.differences)
    p_name = _("p-value, Holm-corrected") if count > 1 else _("p-value")
    for (first, second), difference in results.differences.items():
        rows.append(Row(f"{first} − {second}", measure, *with_ends(difference)))
        rows.append(Row(f"{first} − {second}", p_name, max(results.p_values[first, second], SMALLEST)))
    words += verdicts(results)
    if count > 1:
        words.append(
            _(
                "With {count} comparisons, the p-values are corrected by Holm's method. The width of each interval is "
                "set so that the interval excludes 0 exactly when Holm's test finds a significant difference.",
                count=count,
            )
        )
    matrix = {measure: {pair: difference[:3] for pair, difference in results.differences.items()}}
    return Part(question, "07", [*words, test], rows, matrices=matrix if count > FEW_PAIRS else {})


def with_ends(difference: PairedDifference) -> tuple[float, ...]:
    """Return the difference and the ends of its interval; only the difference if data are too few for an interval."""
    return difference[:3] if isfinite(difference.low) and isfinite(difference.high) else difference[:1]


def verdicts(results: Compared) -> list[str]:
    """Return a sentence for each that leads, and one for each pair that stays open, or for all if they are many."""
    leads = results.leads
    words = [
        _("{best} is significantly better than {others}.", best=best, others=joined(others))
        for best, others in leads.items()
    ]
    settled = {frozenset((best, other)) for best, others in leads.items() for other in others}
    open_pairs = [pair for pair in results.differences if frozenset(pair) not in settled]
    if len(open_pairs) > FEW_PAIRS:
        return [*words, _("For {count} pairs, the data do not settle which is better.", count=len(open_pairs))]
    for first, second in open_pairs:
        words.append(_("The data do not settle whether {first} or {second} is better.", first=first, second=second))
    return words


def in_a_paper(results: Compared) -> str:
    """Return the differences with their intervals and p-values as a paper states them."""
    items = []
    for (first, second), difference in results.differences.items():
        p_value = said(max(results.p_values[first, second], SMALLEST))
        items.append(
            _("{first} minus {second} = {difference}, p {equal} {p_value}", first=first, second=second,
              difference=said(*with_ends(difference)), equal=p_value[0] if p_value[0] == "<" else "=",
              p_value=p_value.removeprefix("< "))
        )  # fmt: skip
    return _("; ").join(items)
