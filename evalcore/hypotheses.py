"""Hypotheses about melons and the version space: chapter 01.

A hypothesis is a conjunction such as ``(colour=*) ∧ (root=curled) ∧ (sound=*)``, or ∅, which
covers nothing. An example is a tuple of values, one for each attribute; its label is 1 (or
True) for a good melon. Zhou Zhihua, *Machine Learning*, chapter 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import array, asks, domains, instance, labels, list_of, one_of_each, places, shown
from evalcore.description_length import polynomial_terms  # noqa: F401  chapter 01's other two ideas are here too
from evalcore.no_free_lunch import (  # noqa: F401
    all_targets,
    binary_inputs,
    label_changes,
    off_training_error_total,
    off_training_errors,
    smooth_prior,
)

ANY = "*"

Domains = Mapping[str, Sequence[str]]
Example = Sequence[str]


def _labels(name: str, values: object) -> np.ndarray:
    """Labels, or none."""
    return labels(name, values) if array(name, values).size else np.empty(0, bool)


_labels.sizes = ("m",)


@asks(domains=domains)
@dataclass(frozen=True, repr=False)
class Hypothesis:
    """A conjunction with one value or the wildcard ``*`` for each attribute; ``values=None`` is ∅.

    ``domains`` names the attributes and the values of each. Raises ``ValueError`` for domains
    without a value, and for values that are too few, too many or not in the domain.

    >>> curled = Hypothesis({"root": ("curled", "stiff"), "sound": ("muffled", "crisp")}, ("curled", "*"))
    >>> curled, curled.covers(("curled", "crisp"))
    ((root=curled) ∧ (sound=*), True)
    """

    domains: Domains = field(hash=False)
    values: tuple[str, ...] | None

    def __post_init__(self) -> None:
        if self.values is not None:
            object.__setattr__(self, "values", one_of_each("values", self.values, self.domains, ANY))

    def __str__(self) -> str:
        if self.values is None:
            return "∅"
        return " ∧ ".join(f"({name}={value})" for name, value in zip(self.domains, self.values, strict=True))

    __repr__ = __str__

    @property
    def short(self) -> str:
        """The values alone, such as ``(*, curled, *)``."""
        return "∅" if self.values is None else f"({', '.join(map(str, self.values))})"

    def covers(self, example: Example) -> bool:
        """Whether the hypothesis calls the example good; ∅ calls none good.

        Raises ``ValueError`` for an example of another length or with a value outside its domain.
        """
        return self._covers(one_of_each("example", example, self.domains))

    def _covers(self, example: tuple) -> bool:
        return self.values is not None and all(
            value in (ANY, seen) for value, seen in zip(self.values, example, strict=True)
        )

    def generalises(self, other: "Hypothesis") -> bool:
        """Whether this one is the other or lies above it: each value is ``*`` or the same; all generalise ∅.

        Raises ``ValueError`` for what is no Hypothesis over the same attributes in the same order.
        """
        # checked here, as @asks takes longer than the comparison, of which a lattice makes thousands
        known = isinstance(other, Hypothesis)
        if not known or (other.domains is not self.domains and list(other.domains) != list(self.domains)):
            raise ValueError(f"other must be a Hypothesis over {', '.join(self.domains)}, got {shown(other)}")
        if other.values is None or self.values is None:
            return other.values is None
        return all(value in (ANY, below) for value, below in zip(self.values, other.values, strict=True))

    @cached_property
    def level(self) -> int:
        """The height in the lattice: the number of wildcards, -1 for ∅."""
        return -1 if self.values is None else self.values.count(ANY)


@asks(domains=domains)
def hypothesis_space(domains: Domains) -> list[Hypothesis]:
    """All hypotheses over the domains, most general first, ∅ last: (n₁+1)(n₂+1)…+1 of them.

    ``domains`` maps each attribute to its values. Raises ``ValueError`` for an attribute
    without values, with a value twice, or with ``*`` among them.

    >>> space = hypothesis_space({"root": ("curled", "stiff"), "sound": ("muffled", "crisp")})
    >>> len(space), space[0], space[-1]
    (10, (root=*) ∧ (sound=*), ∅)
    """
    choices = product(*[(ANY, *values) for values in domains.values()])
    conjunctions = [Hypothesis(domains, values) for values in choices]
    return [*sorted(conjunctions, key=lambda hypothesis: -hypothesis.level), Hypothesis(domains, None)]


@asks(domains=domains)
def all_examples(domains: Domains) -> list[tuple[str, ...]]:
    """The input space: every combination of values. Raises ``ValueError`` as :func:`hypothesis_space` does.

    >>> len(all_examples({"root": ("curled", "stiff"), "sound": ("muffled", "crisp")}))
    4
    """
    return list(product(*domains.values()))


@asks(space=list_of(Hypothesis), examples=list_of(object, of="examples", size="m"))
def coverage(space: Sequence[Hypothesis], examples: Sequence[Example]) -> np.ndarray:
    """Which hypothesis covers which example: booleans of shape (hypotheses, examples).

    Raises ``ValueError`` as :meth:`Hypothesis.covers` does.

    >>> coverage(hypothesis_space({"root": ("curled", "stiff")}), [("stiff",)])[:, 0]
    array([ True, False,  True, False])
    """
    table, domains, known = [], None, []
    for hypothesis in space:
        if hypothesis.domains is not domains:  # the examples are asked once, not by each hypothesis
            domains = hypothesis.domains
            known = [one_of_each("example", example, domains) for example in examples]
        table.append([hypothesis._covers(example) for example in known])
    return np.array(table, dtype=bool).reshape(len(table), len(examples))


@asks(space=list_of(Hypothesis), examples=list_of(object, of="examples", size="m"), labels=_labels)
def version_space(space: Sequence[Hypothesis], examples: Sequence[Example], labels: ArrayLike) -> list[Hypothesis]:
    """The hypotheses that call every good example good and every bad one bad, in the order of ``space``.

    No examples leave the whole space; contradictory ones leave an empty list. Raises
    ``ValueError`` for labels other than 0 and 1, unequal lengths, and as :meth:`Hypothesis.covers`.

    >>> version_space(hypothesis_space({"root": ("curled", "stiff")}), [("stiff",)], [0])
    [(root=curled), ∅]
    """
    consistent = np.all(coverage(space, examples) == labels, axis=1)
    return [hypothesis for hypothesis, kept in zip(space, consistent, strict=True) if kept]


@asks(hypotheses=list_of(Hypothesis))
def most_general(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Those of a version space that no other one generalises: its upper boundary.

    Empty for an empty version space. Mitchell (1982), Artificial Intelligence 18, 203-226.

    >>> most_general(hypothesis_space({"root": ("curled", "stiff")}))
    [(root=*)]
    """
    return [h for h in hypotheses if not any(g.level > h.level and g.generalises(h) for g in hypotheses)]


@asks(hypotheses=list_of(Hypothesis))
def most_specific(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Those of a version space that generalise no other one: its lower boundary.

    Empty for an empty version space. Mitchell (1982), as :func:`most_general`.

    >>> most_specific(hypothesis_space({"root": ("curled", "stiff")}))
    [∅]
    """
    return [h for h in hypotheses if not any(g.level < h.level and h.generalises(g) for g in hypotheses)]


@asks(space=list_of(Hypothesis))
def lattice_edges(space: Sequence[Hypothesis]) -> np.ndarray:
    """The pairs (upper, lower) of neighbours, as places in ``space``; integers of shape (edges, 2).

    Neighbours differ by one wildcard; below the hypotheses without a wildcard lies ∅.

    >>> lattice_edges(hypothesis_space({"root": ("curled", "stiff")})).tolist()
    [[0, 1], [0, 2], [1, 3], [2, 3]]
    """
    pairs = [
        (upper, lower)
        for upper, above in enumerate(space)
        for lower, below in enumerate(space)
        if above.level == below.level + 1 and above.generalises(below)
    ]
    return np.array(pairs, dtype=int).reshape(-1, 2)


@asks(space=list_of(Hypothesis), target=instance(Hypothesis), draws=places("runs", "m"))
def version_space_sizes(space: Sequence[Hypothesis], target: Hypothesis, draws: ArrayLike) -> np.ndarray:
    """The size of the version space after each of the drawn examples, labelled by ``target``.

    ``draws`` holds places in :func:`all_examples`, shape (runs, m); the sizes have the same
    shape and never rise along a run. Raises ``ValueError`` if a place does not exist.

    >>> space = hypothesis_space({"root": ("curled", "stiff")})
    >>> version_space_sizes(space, space[0], [[1, 1, 0]])
    array([[2, 2, 1]])
    """
    examples = all_examples(target.domains)
    if draws.max() >= len(examples):
        raise ValueError(f"draws must be places from 0 to {len(examples) - 1}, got {draws.max()}")
    agrees = coverage(space, examples) == coverage([target], examples)
    return np.logical_and.accumulate(agrees[:, draws], axis=2).sum(axis=0)


@asks(space=list_of(Hypothesis, 1))
def disjunction_counts(space: Sequence[Hypothesis]) -> np.ndarray:
    """How many different functions "up to k conjunctions joined by or" can express, for k = 1, 2, …

    Two disjunctions are one function if they cover the same examples. The counts end where a longer
    disjunction says nothing new: for a whole hypothesis space at 2^|X|, every function. Book, exercise 1.2.
    Raises ``ValueError`` for more than 20 examples in X, and for an empty space.

    >>> disjunction_counts(hypothesis_space({"root": ("curled", "stiff"), "sound": ("muffled", "crisp")}))
    array([10, 16])
    """
    covered = coverage(space, all_examples(space[0].domains))
    if covered.shape[1] > 20:
        raise ValueError(f"the 2^|X| functions can be counted up to |X| = 20, got |X| = {covered.shape[1]}")
    codes = np.unique(covered @ (1 << np.arange(covered.shape[1])))
    known = np.zeros(2 ** covered.shape[1], dtype=bool)
    known[codes] = True
    counts = [0, codes.size]
    while counts[-1] > counts[-2]:
        shorter = np.flatnonzero(known)
        for code in codes:
            known[shorter | code] = True
        counts.append(int(known.sum()))
    return np.array(counts[1:-1])
