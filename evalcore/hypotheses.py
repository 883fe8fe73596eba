"""Hypotheses about melons, the version space and no free lunch: chapter 01.

A hypothesis is a conjunction such as ``(colour=*) ∧ (root=curled) ∧ (sound=*)``, or ∅, which
covers nothing. An example is a tuple of values, one for each attribute; its label is 1 (or
True) for a good melon. Zhou Zhihua, *Machine Learning*, chapter 1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from evalcore import _checks

ANY = "*"

Domains = Mapping[str, Sequence[str]]
Example = Sequence[str]
Learner = Callable[[np.ndarray, np.ndarray, np.ndarray], ArrayLike]


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
        _check_domains(self.domains)
        if self.values is not None:
            object.__setattr__(self, "values", _checked(self.values, self.domains, wildcard=True))

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
        example = _checked(example, self.domains)
        return self.values is not None and all(
            value in (ANY, seen) for value, seen in zip(self.values, example, strict=True)
        )

    def generalises(self, other: "Hypothesis") -> bool:
        """Whether this one is the other or lies above it: each value is ``*`` or the same; all generalise ∅.

        Raises ``ValueError`` for what is no Hypothesis over the same attributes in the same order.
        """
        known = isinstance(other, Hypothesis)
        if not known or (other.domains is not self.domains and list(other.domains) != list(self.domains)):
            raise ValueError(f"other must be a Hypothesis over {', '.join(self.domains)}, got {_checks.shown(other)}")
        if other.values is None or self.values is None:
            return other.values is None
        return all(value in (ANY, below) for value, below in zip(self.values, other.values, strict=True))

    @cached_property
    def level(self) -> int:
        """The height in the lattice: the number of wildcards, -1 for ∅."""
        return -1 if self.values is None else self.values.count(ANY)


def hypothesis_space(domains: Domains) -> list[Hypothesis]:
    """All hypotheses over the domains, most general first, ∅ last: (n₁+1)(n₂+1)…+1 of them.

    ``domains`` maps each attribute to its values. Raises ``ValueError`` for an attribute
    without values, with a value twice, or with ``*`` among them.

    >>> space = hypothesis_space({"root": ("curled", "stiff"), "sound": ("muffled", "crisp")})
    >>> len(space), space[0], space[-1]
    (10, (root=*) ∧ (sound=*), ∅)
    """
    _check_domains(domains)
    choices = product(*[(ANY, *values) for values in domains.values()])
    conjunctions = [Hypothesis(domains, values) for values in choices]
    return [*sorted(conjunctions, key=lambda hypothesis: -hypothesis.level), Hypothesis(domains, None)]


def all_examples(domains: Domains) -> list[tuple[str, ...]]:
    """The input space: every combination of values. Raises ``ValueError`` as :func:`hypothesis_space` does.

    >>> len(all_examples({"root": ("curled", "stiff"), "sound": ("muffled", "crisp")}))
    4
    """
    _check_domains(domains)
    return list(product(*domains.values()))


def coverage(space: Sequence[Hypothesis], examples: Sequence[Example]) -> np.ndarray:
    """Which hypothesis covers which example: booleans of shape (hypotheses, examples).

    Raises ``ValueError`` as :meth:`Hypothesis.covers` does.

    >>> coverage(hypothesis_space({"root": ("curled", "stiff")}), [("stiff",)])[:, 0]
    array([ True, False,  True, False])
    """
    examples = _checks.items(examples, "expected a list of examples")
    table = [[hypothesis.covers(example) for example in examples] for hypothesis in _hypotheses(space)]
    return np.array(table, dtype=bool).reshape(len(table), len(examples))


def version_space(space: Sequence[Hypothesis], examples: Sequence[Example], labels: ArrayLike) -> list[Hypothesis]:
    """The hypotheses that call every good example good and every bad one bad, in the order of ``space``.

    No examples leave the whole space; contradictory ones leave an empty list. Raises
    ``ValueError`` for labels other than 0 and 1, unequal lengths, and as :meth:`Hypothesis.covers`.

    >>> version_space(hypothesis_space({"root": ("curled", "stiff")}), [("stiff",)], [0])
    [(root=curled), ∅]
    """
    good, examples = _labels(labels), _checks.items(examples, "expected a list of examples")
    if len(examples) != good.size:
        raise ValueError(f"examples and labels must be equally long, got {len(examples)} and {good.size}")
    consistent = np.all(coverage(space, examples) == good, axis=1)
    return [hypothesis for hypothesis, kept in zip(space, consistent, strict=True) if kept]


def most_general(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Those of a version space that no other one generalises: its upper boundary.

    Empty for an empty version space. Mitchell (1982), Artificial Intelligence 18, 203-226.

    >>> most_general(hypothesis_space({"root": ("curled", "stiff")}))
    [(root=*)]
    """
    return [h for h in _hypotheses(hypotheses) if not any(g != h and g.generalises(h) for g in hypotheses)]


def most_specific(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Those of a version space that generalise no other one: its lower boundary.

    Empty for an empty version space. Mitchell (1982), as :func:`most_general`.

    >>> most_specific(hypothesis_space({"root": ("curled", "stiff")}))
    [∅]
    """
    return [h for h in _hypotheses(hypotheses) if not any(g != h and h.generalises(g) for g in hypotheses)]


def lattice_edges(space: Sequence[Hypothesis]) -> np.ndarray:
    """The pairs (upper, lower) of neighbours, as places in ``space``; integers of shape (edges, 2).

    Neighbours differ by one wildcard; below the hypotheses without a wildcard lies ∅.

    >>> lattice_edges(hypothesis_space({"root": ("curled", "stiff")})).tolist()
    [[0, 1], [0, 2], [1, 3], [2, 3]]
    """
    pairs = [
        (upper, lower)
        for upper, above in enumerate(_hypotheses(space))
        for lower, below in enumerate(space)
        if above.level == below.level + 1 and above.generalises(below)
    ]
    return np.array(pairs, dtype=int).reshape(-1, 2)


def version_space_sizes(space: Sequence[Hypothesis], target: Hypothesis, draws: ArrayLike) -> np.ndarray:
    """The size of the version space after each of the drawn examples, labelled by ``target``.

    ``draws`` holds places in :func:`all_examples`, shape (runs, m); the sizes have the same
    shape and never rise along a run. Raises ``ValueError`` if a place does not exist.

    >>> space = hypothesis_space({"root": ("curled", "stiff")})
    >>> version_space_sizes(space, space[0], [[1, 1, 0]])
    array([[2, 2, 1]])
    """
    (target,) = _hypotheses([target])
    examples, draws = all_examples(target.domains), _checks.array("draws", draws)
    if draws.ndim != 2 or draws.dtype.kind not in "iu" or not np.all((draws >= 0) & (draws < len(examples))):
        raise ValueError(f"draws must have shape (runs, m) and hold whole numbers from 0 to {len(examples) - 1}")
    agrees = coverage(space, examples) == coverage([target], examples)
    return np.logical_and.accumulate(agrees[:, draws], axis=2).sum(axis=0)


def disjunction_counts(space: Sequence[Hypothesis]) -> np.ndarray:
    """How many different functions "up to k conjunctions joined by or" can express, for k = 1, 2, …

    Two disjunctions are one function if they cover the same examples. The counts end where a longer
    disjunction says nothing new: for a whole hypothesis space at 2^|X|, every function. Book, exercise 1.2.
    Raises ``ValueError`` for more than 20 examples in X, and for an empty space.

    >>> disjunction_counts(hypothesis_space({"root": ("curled", "stiff"), "sound": ("muffled", "crisp")}))
    array([10, 16])
    """
    if not len(_hypotheses(space)):
        raise ValueError("space must have one or more Hypothesis, got none")
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


def polynomial_terms(curve: Callable[[np.ndarray], np.ndarray], low: float, high: float, tolerance: float) -> int:
    """How many coefficients of a polynomial describe a curve on [low, high] to within ``tolerance``.

    The Chebyshev series is cut where the dropped coefficients sum to at most ``tolerance``; a
    smaller number is a shorter description. Raises ``ValueError`` unless low < high, both finite,
    and tolerance > 0, and for a curve that is not finite or that 128 coefficients do not describe.

    >>> polynomial_terms(lambda x: -(x**2) + 6 * x + 1, 0, 6, tolerance=0.01)
    3
    """
    low, high = (
        _checks.number(name, value, "a finite number", -_checks.LARGEST, _checks.LARGEST)
        for name, value in (("low", low), ("high", high))
    )
    if low >= high:
        raise ValueError(f"expected low < high, got {low} and {high}")
    tolerance = _checks.positive("tolerance", tolerance)
    middle, half = (low + high) / 2, (high - low) / 2
    sizes = np.abs(np.polynomial.chebyshev.chebinterpolate(lambda t: _curve(curve, middle + half * t), 255))
    dropped = np.append(np.cumsum(sizes[::-1])[::-1], 0)
    terms = int(np.argmax(dropped <= tolerance))
    if terms > 128:
        raise ValueError(f"the curve needs more than 128 coefficients, {terms} to be within {tolerance}")
    return terms


def binary_inputs(attributes: int = 3) -> np.ndarray:
    """Every input of so many binary attributes; integers of shape (2^attributes, attributes).

    Raises ``ValueError`` unless attributes is a whole number from 1 to 4 (their 2^|X| targets are listed).

    >>> binary_inputs(2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    return np.array(list(product((0, 1), repeat=_checks.whole("attributes", attributes, 1, to=4))))


def all_targets(size: int) -> np.ndarray:
    """Every function from ``size`` inputs to {0, 1}, one a row; shape (2^size, size).

    Raises ``ValueError`` unless size is a whole number from 1 to 16.

    >>> all_targets(2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    size = _checks.whole("size", size, 1, to=16)
    return np.arange(2**size)[:, None] >> np.arange(size)[::-1] & 1


def label_changes(inputs: ArrayLike) -> np.ndarray:
    """How rough each target is: the pairs of inputs that differ in one attribute and have different labels.

    Shape (2^|X|,), in the order of :func:`all_targets`; 0 for a constant target. Raises ``ValueError``
    unless the inputs are 1 to 16 different rows of numbers.

    >>> label_changes([[0], [1]])
    array([0, 1, 1, 0])
    """
    inputs = _inputs(inputs)
    first, second = np.nonzero(np.triu(np.sum(inputs[:, None] != inputs, axis=2) == 1))
    targets = all_targets(len(inputs))
    return np.sum(targets[:, first] != targets[:, second], axis=1)


def smooth_prior(inputs: ArrayLike, strength: float) -> np.ndarray:
    """A weight for every target; it falls by the factor exp(-strength) with each of the :func:`label_changes`.

    Shape (2^|X|,), mean 1: strength 0 weighs all targets equally, a positive one prefers smooth
    targets, a negative one rough targets. Raises ``ValueError`` for an infinite strength.

    >>> smooth_prior([[0], [1]], strength=0)
    array([1., 1., 1., 1.])
    """
    strength = _checks.number("strength", strength, "a finite number", -_checks.LARGEST, _checks.LARGEST)
    exponents = -strength * label_changes(inputs)
    weights = np.exp(exponents - exponents.max())
    return weights / weights.mean()


def off_training_errors(
    learner: Learner,
    inputs: ArrayLike | None = None,
    train: Sequence[int] = (0, 3, 5, 6),
    *,
    probability: ArrayLike | None = None,
) -> np.ndarray:
    """The off-training-set error of a learner for every target function f; shape (2^|X|,).

    E_ote(L | X, f) = Σ_h Σ_x P(x) 𝕀(h(x) ≠ f(x)) P(h | X, L), x outside the training set; each value
    lies in [0, ΣP(x)], smaller is better. The rows of :func:`all_targets` give the order of the targets.

    Parameters
    ----------
    learner : called as ``learner(X_train, y_train, X_new)`` once for each way to label the training
        inputs; returns a prediction for each row of ``X_new``, 0 or 1, or between them the
        probability of answering 1 (a learner that answers at random).
    inputs : the input space, one input a row; without it the 8 inputs of three binary attributes.
    train : the places of the training inputs, at least one, each once.
    probability : P(x) of every input, summing to 1; without it all are equally likely.

    Raises ``ValueError`` for places that do not exist, for other probabilities and predictions.

    >>> off_training_errors(lambda X, y, new: [1] * len(new))[:4]
    array([0.5  , 0.375, 0.5  , 0.375])
    """
    _checks.function("learner", learner, "X_train, y_train and X_new")
    inputs = binary_inputs() if inputs is None else _inputs(inputs)
    train = _places(train, len(inputs))
    off = np.setdiff1d(np.arange(len(inputs)), train)
    weight = _probabilities(probability, len(inputs))[off]
    labellings = all_targets(len(train))
    guesses = np.array([_guess(learner(inputs[train], y, inputs[off]), off.size) for y in labellings])
    targets = all_targets(len(inputs))
    seen = targets[:, train] @ (1 << np.arange(len(train))[::-1])  # the row of labellings that f shows
    return np.abs(guesses[seen] - targets[:, off]) @ weight


def off_training_error_total(
    learner: Learner,
    inputs: ArrayLike | None = None,
    train: Sequence[int] = (0, 3, 5, 6),
    *,
    probability: ArrayLike | None = None,
    prior: ArrayLike | None = None,
) -> float:
    """The off-training-set error of a learner, summed over every target function: no free lunch.

    Σ_f E_ote(L | X, f) = 2^(|X|-1) Σ P(x), x outside the training set, whatever the learner: 64 for the
    8 inputs of three binary attributes and four training points. ``prior`` weighs each target, shape
    (2^|X|,), as :func:`smooth_prior` does; without it each has weight 1. The other arguments and errors are
    those of :func:`off_training_errors`; a weight < 0 is a ``ValueError`` too.
    Wolpert and Macready (1997), IEEE Trans. Evolutionary Computation 1, 67-82.

    >>> off_training_error_total(lambda X, y, new: [1] * len(new))
    64.0
    """
    errors = off_training_errors(learner, inputs, train, probability=probability)
    prior = np.ones(errors.size) if prior is None else _checks.real("prior", prior)
    if prior.shape != errors.shape or not np.all((prior >= 0) & (prior <= _checks.LARGEST)):
        raise ValueError(f"prior must hold a finite weight >= 0 for each of the {errors.size} targets")
    return float(prior @ errors)


def _check_domains(domains: Domains) -> None:
    if not isinstance(domains, Mapping) or not domains:
        raise ValueError(f"domains must map each attribute to its values, got {_checks.shown(domains)}")
    for name, values in domains.items():
        if isinstance(values, str | bytes) or not isinstance(values, Sequence) or not values:
            raise ValueError(f"{name} must have a tuple of one or more values, got {_checks.shown(values)}")
        if not isinstance(name, str) or not all(isinstance(value, str | int) for value in values):
            raise ValueError(
                f"{name} and its values must be words (values also whole numbers), got {_checks.shown(values)}"
            )
        if ANY in values or len(set(values)) < len(values):
            raise ValueError(f"{name} must have different values, none of them '*', got {values!r}")


def _checked(values: Example, domains: Domains, *, wildcard: bool = False) -> tuple[str, ...]:
    """The values as a tuple, if there is one for each attribute and each is in its domain."""
    expected = f"expected a value for each of {', '.join(domains)}"
    values = _checks.items(values, expected)
    if len(values) != len(domains):
        raise ValueError(f"{expected}, got {_checks.shown(values)}")
    for value, (name, known) in zip(values, domains.items(), strict=True):
        if not isinstance(value, str | int) or (value not in known and not (wildcard and value == ANY)):
            raise ValueError(f"{name} must be one of {', '.join(map(str, known))}, got {_checks.shown(value)}")
    return tuple(values)


def _hypotheses(space: Sequence[Hypothesis]) -> Sequence[Hypothesis]:
    if not isinstance(space, Sequence) or not all(isinstance(h, Hypothesis) for h in space):
        raise ValueError(f"expected a list of Hypothesis, got {_checks.shown(space)}")
    return space


def _labels(labels: ArrayLike) -> np.ndarray:
    """The labels as booleans, True for a good example."""
    labels = _checks.array("labels", labels)
    if labels.ndim != 1:
        raise ValueError(f"labels must have shape (m,), got shape {labels.shape}")
    for label in labels.tolist():
        if label not in (0, 1):
            raise ValueError(f"labels must be 0 and 1 (or False and True), got {_checks.shown(label)}")
    return labels.astype(bool)


def _inputs(inputs: ArrayLike) -> np.ndarray:
    inputs = _checks.finite("inputs", inputs, "|X|", "d")
    if len(np.unique(inputs, axis=0)) < len(inputs):
        raise ValueError(f"inputs must be different rows of shape (|X|, d), got shape {inputs.shape}")
    return inputs


def _places(train: Sequence[int], size: int) -> np.ndarray:
    places = _checks.array("train", train)
    known = places.ndim == 1 and places.dtype.kind in "iu" and np.all((places >= 0) & (places < size))
    if not known or not 1 <= len(set(places.tolist())) == places.size:
        raise ValueError(f"train must hold different places from 0 to {size - 1}, got {_checks.shown(train)}")
    return places


def _probabilities(probability: ArrayLike | None, size: int) -> np.ndarray:
    if probability is None:
        return np.full(size, 1 / size)
    values = _checks.real("probability", probability)
    if values.shape != (size,) or not np.all((values >= 0) & (values <= 1)) or not np.isclose(values.sum(), 1):
        raise ValueError(f"probability must hold {size} numbers >= 0 that sum to 1, got {_checks.shown(values)}")
    return values


def _guess(predictions: ArrayLike, size: int) -> np.ndarray:
    values = _checks.real("what the learner predicts", predictions)
    if values.shape != (size,) or not np.all((values >= 0) & (values <= 1)):
        raise ValueError(f"the learner must predict {size} values from 0 to 1, got {_checks.shown(predictions)}")
    return values


def _curve(curve: Callable, x: np.ndarray) -> np.ndarray:
    values = _checks.finite("curve", _checks.function("curve", curve)(x))
    if values.shape not in ((), x.shape):
        raise ValueError(f"curve must return a number for each x, expected shape {x.shape}, got {values.shape}")
    return np.broadcast_to(values, x.shape)
