"""No free lunch: over all problems together every learner errs equally often. Chapter 01.

The inputs are few, one a row, and every function f from them to {0, 1} is a target that may come. A learner sees
the labels of the training inputs and is judged on the others. Zhou Zhihua, *Machine Learning*, section 1.4;
Wolpert (1996), The lack of a priori distinctions between learning algorithms, Neural Computation 8, 1341-1390.
"""

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import asks, finite, function, number, optional, places, shown, such_that, whole

Learner = Callable[[np.ndarray, np.ndarray, np.ndarray], ArrayLike]


@asks(attributes=whole(1, 4))
def binary_inputs(attributes: int = 3) -> np.ndarray:
    """Every input of so many binary attributes; integers of shape (2^attributes, attributes).

    Raises ``ValueError`` unless attributes is a whole number from 1 to 4 (their 2^|X| targets are listed).

    >>> binary_inputs(2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    return np.array(list(product((0, 1), repeat=attributes)))


@asks(size=whole(1, 16))
def all_targets(size: int) -> np.ndarray:
    """Every function from ``size`` inputs to {0, 1}, one a row; shape (2^size, size).

    Raises ``ValueError`` unless size is a whole number from 1 to 16.

    >>> all_targets(2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    return np.arange(2**size)[:, None] >> np.arange(size)[::-1] & 1


_inputs = such_that(lambda rows: len(np.unique(rows, axis=0)) == len(rows), "be different rows", finite("|X|", "d"))
_distribution = such_that(lambda p: np.isclose(p.sum(), 1), "sum to 1", finite("|X|", low=0, high=1))


@asks(inputs=_inputs)
def label_changes(inputs: ArrayLike) -> np.ndarray:
    """How rough each target is: the pairs of inputs that differ in one attribute and have different labels.

    Shape (2^|X|,), in the order of :func:`all_targets`; 0 for a constant target. Raises ``ValueError``
    unless the inputs are 1 to 16 different rows of numbers.

    >>> label_changes([[0], [1]])
    array([0, 1, 1, 0])
    """
    first, second = np.nonzero(np.triu(np.sum(inputs[:, None] != inputs, axis=2) == 1))
    targets = all_targets(len(inputs))
    return np.sum(targets[:, first] != targets[:, second], axis=1)


@asks(strength=number())
def smooth_prior(inputs: ArrayLike, strength: float) -> np.ndarray:
    """A weight for every target; it falls by the factor exp(-strength) with each of the :func:`label_changes`.

    Shape (2^|X|,), mean 1: strength 0 weighs all targets equally, a positive one prefers smooth
    targets, a negative one rough targets. Raises ``ValueError`` for an infinite strength.

    >>> smooth_prior([[0], [1]], strength=0)
    array([1., 1., 1., 1.])
    """
    exponents = -strength * label_changes(inputs)
    weights = np.exp(exponents - exponents.max())
    return weights / weights.mean()


_learner = function("X_train, y_train, X_new", finite(low=0, high=1))


@asks(learner=_learner, inputs=optional(_inputs), train=places("m"), probability=optional(_distribution))
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
    if inputs is None:
        return off_training_errors(learner, binary_inputs(), train, probability=probability)
    size = len(inputs)
    if train.max() >= size or len(np.unique(train)) < train.size:
        raise ValueError(f"train must hold different places from 0 to {size - 1}, got {shown(train)}")
    off = np.setdiff1d(np.arange(size), train)
    weight = (np.full(size, 1 / size) if probability is None else probability)[off]
    labellings = all_targets(len(train))
    guesses = np.array([learner(inputs[train], y, inputs[off]) for y in labellings])
    targets = all_targets(size)
    # for each f the row of ``labellings`` that it gives the training inputs
    seen = targets[:, train] @ (1 << np.arange(len(train))[::-1])
    return np.abs(guesses[seen] - targets[:, off]) @ weight


@asks(prior=optional(finite("|F|", low=0)))
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
    Wolpert (1996).

    >>> off_training_error_total(lambda X, y, new: [1] * len(new))
    64.0
    """
    errors = off_training_errors(learner, inputs, train, probability=probability)
    if prior is None:
        prior = np.ones(errors.size)
    if prior.size != errors.size:
        raise ValueError(f"prior must hold a weight for each of the {errors.size} targets, got {prior.size}")
    return float(prior @ errors)
