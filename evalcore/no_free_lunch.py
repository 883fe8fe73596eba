"""No free lunch: averaged over all problems, every learner has the same error. Chapter 01.

There are few inputs, one per row, and every function f from them to {0, 1} is a possible target. A learner receives
the labels of the training inputs and is evaluated on the others. Zhou Zhihua, *Machine Learning*, section 1.4;
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
    """Return every input of that many binary attributes.

    Parameters
    ----------
    attributes : int
        From 1 to 4, so that all targets can be listed.

    Returns
    -------
    ndarray of int, shape (2^attributes, attributes)

    Raises
    ------
    ValueError
        If ``attributes`` is not of this kind.

    Examples
    --------
    >>> binary_inputs(2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    return np.array(list(product((0, 1), repeat=attributes)))


@asks(size=whole(1, 16))
def all_targets(size: int) -> np.ndarray:
    """Return every function from ``size`` inputs to {0, 1}, one per row.

    Parameters
    ----------
    size : int
        From 1 to 16.

    Returns
    -------
    ndarray of int, shape (2^size, size)

    Raises
    ------
    ValueError
        If ``size`` is not of this kind.

    Examples
    --------
    >>> all_targets(2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    return np.arange(2**size)[:, None] >> np.arange(size)[::-1] & 1


_inputs = such_that(lambda rows: len(np.unique(rows, axis=0)) == len(rows), "be different rows", finite("|X|", "d"))
_distribution = such_that(lambda p: np.isclose(p.sum(), 1), "sum to 1", finite("|X|", low=0, high=1))


@asks(inputs=_inputs)
def label_changes(inputs: ArrayLike) -> np.ndarray:
    """Count for each target the pairs of inputs that differ in one attribute and have different labels.

    Parameters
    ----------
    inputs : array_like, shape (inputs, d)
        From 1 to 16 different rows of numbers.

    Returns
    -------
    ndarray of int, shape (targets,)
        In the order of :func:`all_targets`; 0 for a constant target, larger for a rougher one.

    Raises
    ------
    ValueError
        For other inputs.

    Examples
    --------
    >>> label_changes([[0], [1]])
    array([0, 1, 1, 0])
    """
    first, second = np.nonzero(np.triu(np.sum(inputs[:, None] != inputs, axis=2) == 1))
    targets = all_targets(len(inputs))
    return np.sum(targets[:, first] != targets[:, second], axis=1)


@asks(strength=number())
def smooth_prior(inputs: ArrayLike, strength: float) -> np.ndarray:
    """Return a weight for every target, proportional to exp(-strength · its :func:`label_changes`).

    Parameters
    ----------
    inputs : array_like, shape (inputs, d)
        As in :func:`label_changes`.
    strength : float
        0 gives all targets the same weight, a positive strength prefers smooth targets, a negative one rough targets.

    Returns
    -------
    ndarray, shape (targets,)
        At least 0, of mean 1.

    Raises
    ------
    ValueError
        For other inputs, and for a strength that is not finite.

    Examples
    --------
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
    """Compute the off-training-set error of a learner for every target function f; shape (targets,).

    ``E_ote(L | X, f) = Σ_h Σ_x P(x) 𝕀(h(x) ≠ f(x)) P(h | X, L)``, x outside the training set.

    Parameters
    ----------
    learner : callable
        Called as ``learner(X_train, y_train, X_new)`` once for each labelling of the training inputs. Returns a
        prediction for each row of ``X_new``, 0 or 1, or the probability of predicting 1 if it predicts at random.
    inputs : array_like, shape (inputs, d), optional
        The input space, one input per row; by default the 8 inputs of three binary attributes.
    train : sequence of int
        Indices of the training inputs, at least one, all different.
    probability : array_like, shape (inputs,), optional
        P(x), which sums to 1; uniform by default.

    Returns
    -------
    ndarray, shape (targets,)
        In [0, ΣP(x)], smaller is better; in the order of :func:`all_targets`.

    Raises
    ------
    ValueError
        If an index does not exist, and for other probabilities and predictions.

    Examples
    --------
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
    predictions = np.array([learner(inputs[train], y, inputs[off]) for y in labellings])
    targets = all_targets(size)
    # the row of ``labellings`` with the labels that each f gives to the training inputs
    labelling = targets[:, train] @ (1 << np.arange(len(train))[::-1])
    return np.abs(predictions[labelling] - targets[:, off]) @ weight


@asks(prior=optional(finite("|F|", low=0)))
def off_training_error_total(
    learner: Learner,
    inputs: ArrayLike | None = None,
    train: Sequence[int] = (0, 3, 5, 6),
    *,
    probability: ArrayLike | None = None,
    prior: ArrayLike | None = None,
) -> float:
    """Sum the off-training-set errors of a learner over every target function: no free lunch.

    ``Σ_f E_ote(L | X, f) = 2^(|X|-1) Σ P(x)``, x outside the training set, for every learner: 64 for the 8 inputs of
    three binary attributes and four training points.

    Parameters
    ----------
    learner, inputs, train, probability
        As in :func:`off_training_errors`.
    prior : array_like, shape (targets,), optional
        Weight of each target, at least 0, such as :func:`smooth_prior`; 1 by default.

    Returns
    -------
    float
        At least 0.

    Raises
    ------
    ValueError
        As :func:`off_training_errors`, and for a negative weight or another number of weights.

    References
    ----------
    Wolpert (1996), Neural Computation 8, 1341-1390.

    Examples
    --------
    >>> off_training_error_total(lambda X, y, new: [1] * len(new))
    64.0
    """
    errors = off_training_errors(learner, inputs, train, probability=probability)
    if prior is None:
        prior = np.ones(errors.size)
    if prior.size != errors.size:
        raise ValueError(f"prior must hold a weight for each of the {errors.size} targets, got {prior.size}")
    return float(prior @ errors)
