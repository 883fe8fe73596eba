"""Hypotheses about melons and the version space: chapter 01.

A hypothesis is a conjunction such as ``(colour=*) ∧ (root=curled) ∧ (sound=*)``, or ∅, which covers no example. An
example is a tuple of values, one per attribute; its label is 1 (or True) for a good melon. Zhou Zhihua, *Machine
Learning*, chapter 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import array, asks, domains, instance, labels, list_of, one_of_each, places, shown
from evalcore.description_length import polynomial_terms  # noqa: F401  also part of chapter 01
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
    """Check labels, of which there may be none."""
    return labels(name, values) if array(name, values).size else np.empty(0, bool)


_labels.sizes = ("m",)


@asks(domains=domains)
@dataclass(frozen=True, repr=False)
class Hypothesis:
    """A conjunction with a value or the wildcard ``*`` for each attribute, or the empty hypothesis ∅.

    Parameters
    ----------
    domains : mapping
        The attributes and the values of each.
    values : tuple or None
        One value or ``*`` per attribute; None for ∅.

    Raises
    ------
    ValueError
        If an attribute has no values, or if ``values`` are too few, too many or not in the domain.

    Examples
    --------
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
        """Return whether the hypothesis predicts that the example is good; ∅ does so for no example.

        Parameters
        ----------
        example : tuple
            One value per attribute.

        Returns
        -------
        bool

        Raises
        ------
        ValueError
            For an example of another length or with a value outside its domain.
        """
        return self._covers(one_of_each("example", example, self.domains))

    def _covers(self, example: tuple) -> bool:
        """Return the same for an example that has been checked."""
        return self.values is not None and all(
            value in (ANY, seen) for value, seen in zip(self.values, example, strict=True)
        )

    def generalises(self, other: "Hypothesis") -> bool:
        """Return whether this hypothesis covers all that the other covers: each value is ``*`` or the same.

        Every hypothesis generalises ∅.

        Parameters
        ----------
        other : Hypothesis

        Returns
        -------
        bool

        Raises
        ------
        ValueError
            If the other is not a Hypothesis over the same attributes in the same order.
        """
        # without @asks, which would take longer than the comparison; a lattice needs thousands of these
        is_hypothesis = isinstance(other, Hypothesis)
        if not is_hypothesis or (other.domains is not self.domains and list(other.domains) != list(self.domains)):
            raise ValueError(f"other must be a Hypothesis over {', '.join(self.domains)}, got {shown(other)}")
        if other.values is None or self.values is None:
            return other.values is None
        return all(value in (ANY, below) for value, below in zip(self.values, other.values, strict=True))

    @cached_property
    def level(self) -> int:
        """Height in the lattice, the number of wildcards; -1 for ∅."""
        return -1 if self.values is None else self.values.count(ANY)


@asks(domains=domains)
def hypothesis_space(domains: Domains) -> list[Hypothesis]:
    """Return all hypotheses over the domains, most general first, ∅ last: (n₁+1)(n₂+1)…+1 hypotheses.

    Parameters
    ----------
    domains : mapping
        The attributes and the values of each.

    Returns
    -------
    list of Hypothesis

    Raises
    ------
    ValueError
        If an attribute has no values, a value twice, or ``*`` among them.

    Examples
    --------
    >>> space = hypothesis_space({"root": ("curled", "stiff"), "sound": ("muffled", "crisp")})
    >>> len(space), space[0], space[-1]
    (10, (root=*) ∧ (sound=*), ∅)
    """
    choices = product(*[(ANY, *values) for values in domains.values()])
    conjunctions = [Hypothesis(domains, values) for values in choices]
    return [*sorted(conjunctions, key=lambda hypothesis: -hypothesis.level), Hypothesis(domains, None)]


@asks(domains=domains)
def all_examples(domains: Domains) -> list[tuple[str, ...]]:
    """Return the input space: every combination of values.

    Parameters
    ----------
    domains : mapping
        The attributes and the values of each.

    Returns
    -------
    list of tuple

    Raises
    ------
    ValueError
        As :func:`hypothesis_space`.

    Examples
    --------
    >>> len(all_examples({"root": ("curled", "stiff"), "sound": ("muffled", "crisp")}))
    4
    """
    return list(product(*domains.values()))


@asks(space=list_of(Hypothesis), examples=list_of(object, of="examples", size="m"))
def coverage(space: Sequence[Hypothesis], examples: Sequence[Example]) -> np.ndarray:
    """Return which hypothesis covers which example.

    Parameters
    ----------
    space : sequence of Hypothesis
    examples : sequence of tuples, length m

    Returns
    -------
    ndarray of bool, shape (hypotheses, m)

    Raises
    ------
    ValueError
        As :meth:`Hypothesis.covers`.

    Examples
    --------
    >>> coverage(hypothesis_space({"root": ("curled", "stiff")}), [("stiff",)])[:, 0]
    array([ True, False,  True, False])
    """
    table, domains, checked = [], None, []
    for hypothesis in space:
        if hypothesis.domains is not domains:  # check the examples once, not per hypothesis
            domains = hypothesis.domains
            checked = [one_of_each("example", example, domains) for example in examples]
        table.append([hypothesis._covers(example) for example in checked])
    return np.array(table, dtype=bool).reshape(len(table), len(examples))


@asks(space=list_of(Hypothesis), examples=list_of(object, of="examples", size="m"), labels=_labels)
def version_space(space: Sequence[Hypothesis], examples: Sequence[Example], labels: ArrayLike) -> list[Hypothesis]:
    """Return the hypotheses in ``space`` that are consistent with all labelled examples, in their order.

    Without examples this is the whole space; for contradictory examples it is empty.

    Parameters
    ----------
    space : sequence of Hypothesis
    examples : sequence of tuples, length m
    labels : array_like, shape (m,)
        1 for good, 0 for bad.

    Returns
    -------
    list of Hypothesis

    Raises
    ------
    ValueError
        For other labels, unequal lengths, and as :meth:`Hypothesis.covers`.

    Examples
    --------
    >>> version_space(hypothesis_space({"root": ("curled", "stiff")}), [("stiff",)], [0])
    [(root=curled), ∅]
    """
    consistent = np.all(coverage(space, examples) == labels, axis=1)
    return [hypothesis for hypothesis, kept in zip(space, consistent, strict=True) if kept]


@asks(hypotheses=list_of(Hypothesis))
def most_general(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Return the hypotheses that no other one in the version space generalises: its upper boundary.

    It is empty for an empty version space.

    Parameters
    ----------
    hypotheses : sequence of Hypothesis
        The version space.

    Returns
    -------
    list of Hypothesis

    References
    ----------
    Mitchell (1982), Artificial Intelligence 18, 203-226.

    Examples
    --------
    >>> most_general(hypothesis_space({"root": ("curled", "stiff")}))
    [(root=*)]
    """
    return [h for h in hypotheses if not any(g.level > h.level and g.generalises(h) for g in hypotheses)]


@asks(hypotheses=list_of(Hypothesis))
def most_specific(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Return the hypotheses that generalise no other one in the version space: its lower boundary.

    It is empty for an empty version space.

    Parameters
    ----------
    hypotheses : sequence of Hypothesis
        The version space.

    Returns
    -------
    list of Hypothesis

    References
    ----------
    Mitchell (1982), Artificial Intelligence 18, 203-226.

    Examples
    --------
    >>> most_specific(hypothesis_space({"root": ("curled", "stiff")}))
    [∅]
    """
    return [h for h in hypotheses if not any(g.level < h.level and h.generalises(g) for g in hypotheses)]


@asks(space=list_of(Hypothesis))
def lattice_edges(space: Sequence[Hypothesis]) -> np.ndarray:
    """Return the pairs (upper, lower) of neighbours as indices into ``space``.

    Neighbours differ by one wildcard; the neighbours of ∅ are the hypotheses without a wildcard.

    Parameters
    ----------
    space : sequence of Hypothesis

    Returns
    -------
    ndarray of int, shape (edges, 2)

    Examples
    --------
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
    """Return the size of the version space after each drawn example, labelled by ``target``.

    Parameters
    ----------
    space : sequence of Hypothesis
    target : Hypothesis
    draws : array_like of int, shape (runs, m)
        Indices into :func:`all_examples`.

    Returns
    -------
    ndarray, shape (runs, m)
        Sizes, which never rise along a run.

    Raises
    ------
    ValueError
        If there is no example with such an index.

    Examples
    --------
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
    """Count the functions that disjunctions of up to k conjunctions can express, for k = 1, 2, …

    Two disjunctions are one function if they cover the same examples. The counts end where a longer disjunction adds
    nothing: for a whole hypothesis space at ``2^|X|``, all functions.

    Parameters
    ----------
    space : sequence of Hypothesis
        At least one.

    Returns
    -------
    ndarray of int, shape (k,)

    Raises
    ------
    ValueError
        For more than 20 examples in X, and for an empty space.

    References
    ----------
    Zhou, *Machine Learning*, exercise 1.2.

    Examples
    --------
    >>> disjunction_counts(hypothesis_space({"root": ("curled", "stiff"), "sound": ("muffled", "crisp")}))
    array([10, 16])
    """
    covered = coverage(space, all_examples(space[0].domains))
    if covered.shape[1] > 20:
        raise ValueError(f"the 2^|X| functions can be counted up to |X| = 20, got |X| = {covered.shape[1]}")
    codes = np.unique(covered @ (1 << np.arange(covered.shape[1])))
    expressible = np.zeros(2 ** covered.shape[1], dtype=bool)
    expressible[codes] = True
    counts = [0, codes.size]
    while counts[-1] > counts[-2]:
        shorter = np.flatnonzero(expressible)
        for code in codes:
            expressible[shorter | code] = True
        counts.append(int(expressible.sum()))
    return np.array(counts[1:-1])
