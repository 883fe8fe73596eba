"""Fitting too well and not well enough: chapter 02.

The world of this chapter is known: x is uniform on [-1, 1], and y = target(x) + noise, which is
Gaussian with mean 0 and standard deviation ``noise``. So the generalisation error of a model is an
integral, not an estimate. A model is any function of x. Numbers may be as large as 1e50.
Equation numbers are those of Zhou Zhihua, *Machine Learning*, chapter 2.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from sklearn.tree import DecisionTreeClassifier

from evalcore import _checks

Model = Callable[[np.ndarray], ArrayLike]


def wave(x: ArrayLike) -> np.ndarray:
    """The chapter's target, sin(3πx/2) + x/2: three turns on [-1, 1], and no polynomial.

    Raises ``ValueError`` for an x that is not finite.

    >>> wave([0, 1]).round(3).tolist()
    [0.0, -0.5]
    """
    x = _checks.finite("x", x)
    return np.sin(1.5 * np.pi * x) + x / 2


class Sample(NamedTuple):
    """Inputs in [-1, 1] and noisy outputs; arrays of shape (m,)."""

    x: np.ndarray
    y: np.ndarray


def draw_sample(target: Model, size: int, noise: float, rng: np.random.Generator) -> Sample:
    """Draw ``size`` independent examples of y = target(x) + noise, x uniform on [-1, 1].

    From equal generators, a smaller sample is the beginning of a larger one. Raises ``ValueError``
    for a size that is not a whole number >= 1, a noise < 0 or not finite, and what is no generator.

    >>> draw_sample(np.square, 3, 0.0, np.random.default_rng(0)).x.round(2)
    array([ 0.27, -0.46, -0.92])
    """
    size, noise = _checks.whole("size", size, 1), _checks.at_least_zero("noise", noise)
    (noise_rng,) = _checks.generator(rng).spawn(1)
    x = rng.uniform(-1, 1, size)
    return Sample(x, _values("target", target, x) + noise * noise_rng.standard_normal(size))


def legendre_features(x: ArrayLike, degree: int) -> np.ndarray:
    """The Legendre polynomials √(2k+1)·P_k, k = 0 … degree, at each x; shape (m, degree + 1).

    They span all polynomials of the degree, and over [-1, 1] the mean of the product of two of them
    is 0, of each with itself 1: a fit in this basis is well conditioned where powers of x are
    not. Raises ``ValueError`` for x outside [-1, 1] and for a degree that is not a whole number >= 0.

    >>> legendre_features([-1, 0, 1], 1).round(2).tolist()
    [[1.0, -1.73], [1.0, 0.0], [1.0, 1.73]]
    """
    degree = _checks.whole("degree", degree, 0, 1000)
    return np.polynomial.legendre.legvander(_inputs(x), degree) * np.sqrt(2 * np.arange(degree + 1) + 1)


@dataclass(frozen=True, eq=False)
class PolynomialFit:
    """A polynomial on [-1, 1], called as a function of x.

    ``coefficients`` weigh the :func:`legendre_features`; shape (degree + 1,), finite, or it is a ``ValueError``.
    """

    coefficients: np.ndarray

    def __post_init__(self) -> None:
        object.__setattr__(self, "coefficients", _checks.finite("coefficients", self.coefficients, "degree + 1"))

    def __call__(self, x: ArrayLike) -> np.ndarray:
        return legendre_features(x, self.degree) @ self.coefficients

    @property
    def degree(self) -> int:
        """The highest power of x, in 0, 1, 2, …"""
        return len(self.coefficients) - 1


def fit_polynomial(x: ArrayLike, y: ArrayLike, degree: int) -> PolynomialFit:
    """The polynomial of least mean squared error (2.2) on the sample.

    If several have it (degree >= number of different x) it is the one whose coefficients have the
    smallest sum of squares. Raises ``ValueError`` as :func:`legendre_features` does, for unequal
    lengths, and for y that are not finite numbers.

    >>> fit_polynomial([-1, 0, 1], [1, 0, 1], degree=2)(0.5).round(3).item()
    0.25
    """
    return fit_ridge(x, y, degree, penalty=0)


def fit_ridge(x: ArrayLike, y: ArrayLike, degree: int, penalty: float) -> PolynomialFit:
    """The polynomial that minimises Σ(f(xᵢ) - yᵢ)² + penalty · Σ wₖ², k = 1 … degree.

    The wₖ are the coefficients of the :func:`legendre_features`; the constant w₀ is free, so that
    a large penalty leaves the mean of y. Raises ``ValueError`` as :func:`fit_polynomial` does, and
    for a penalty < 0 or not finite. Hoerl and Kennard (1970), Technometrics 12, 55-67.

    >>> fit_ridge([-1, 0, 1], [1, 0, 1], degree=2, penalty=1e9)(0.5).round(3).item()
    0.667
    """
    penalty = _checks.at_least_zero("penalty", penalty)
    x, y = _sample(x, y)
    features = legendre_features(x, degree)
    if penalty:  # least squares on further rows that ask each coefficient but the first to be 0
        rows = np.sqrt(penalty) * np.eye(features.shape[1])[1:]
        features, y = np.vstack([features, rows]), np.append(y, np.zeros(len(rows)))
    return PolynomialFit(np.linalg.lstsq(features, y, rcond=None)[0])


def gradient_descent(x: ArrayLike, y: ArrayLike, degree: int, *, epochs: int, rate: float) -> list[PolynomialFit]:
    """The fits of gradient descent on the mean squared error: at the start (all 0) and after each epoch.

    One epoch is one step against the gradient, ``rate`` times as long. The training error never
    rises, towards that of :func:`fit_polynomial`. Raises ``ValueError`` as there, for epochs that
    are not a whole number >= 0, and for a rate that is not > 0 or so large that the steps diverge.

    >>> [fit.coefficients.round(3).item() for fit in gradient_descent([0, 1], [1, 3], 0, epochs=2, rate=0.25)]
    [0.0, 1.0, 1.5]
    """
    x, y = _sample(x, y)
    features, epochs = legendre_features(x, degree), _checks.whole("epochs", epochs, 0, 10**6)
    hessian, slope = 2 * features.T @ features / x.size, 2 * features.T @ y / x.size
    largest = float(2 / np.linalg.eigvalsh(hessian)[-1])
    if not _checks.is_number(rate) or not 0 < rate < largest:
        message = f"rate must be > 0 and below {largest:.4g}, where the steps diverge, got {_checks.shown(rate)}"
        raise ValueError(message)
    path = np.zeros((epochs + 1, features.shape[1]))
    for epoch in range(epochs):
        path[epoch + 1] = path[epoch] - rate * (hessian @ path[epoch] - slope)
    return [PolynomialFit(coefficients) for coefficients in path]


class EarlyStop(NamedTuple):
    """Where training stopped, and the best epoch until then: the one to keep."""

    best: int
    stopped: int


def early_stopping(validation_error: ArrayLike, patience: int) -> EarlyStop:
    """Stop when the validation error has not fallen below its best value for ``patience`` epochs.

    ``validation_error`` has shape (epochs + 1,), smaller is better. If patience never runs out,
    training stops at the last epoch. Raises ``ValueError`` for errors that are no finite numbers,
    and for a patience that is not a whole number >= 1. Prechelt (1998), Neural Networks 11, 761-767.

    >>> early_stopping([5, 3, 4, 4, 1], patience=2)
    EarlyStop(best=1, stopped=3)
    """
    errors, patience = _checks.finite("validation_error", validation_error, "m"), _checks.whole("patience", patience, 1)
    best = 0
    for epoch, error in enumerate(errors):
        if error < errors[best]:
            best = epoch
        elif epoch - best >= patience:
            return EarlyStop(best, epoch)
    return EarlyStop(best, errors.size - 1)


def mean_squared_error(model: Model, x: ArrayLike, y: ArrayLike) -> float:
    """The mean of (f(xᵢ) - yᵢ)² (2.2): the training error on the training sample, the test error on another.

    In [0, ∞), smaller is better. Raises ``ValueError`` for unequal lengths, empty samples and what
    is not a finite number.

    >>> mean_squared_error(np.square, [-1, 0, 1], [1, 1, 1])
    0.3333333333333333
    """
    x, y = _sample(x, y)
    return float(np.mean((_values("model", model, x) - y) ** 2))


def generalisation_error(model: Model, target: Model, noise: float) -> float:
    """The mean squared error (2.3) over all examples that could be drawn: noise² + ½∫(f - target)² over [-1, 1].

    In [noise², ∞), smaller is better. The integral is a Gauss-Legendre sum of 256 terms: exact
    for polynomials up to degree 255, for functions with jumps an approximation. Raises ``ValueError``
    for a noise < 0 or not finite, and if model or target is not finite.

    >>> round(generalisation_error(np.zeros_like, np.square, noise=0.5), 4)  # 1/4 + 1/5
    0.45
    """
    noise = _checks.at_least_zero("noise", noise)
    x, weights = _quadrature()
    gap = _values("model", model, x) - _values("target", target, x)
    return noise**2 + float(weights @ gap**2) / 2


class ErrorCurves(NamedTuple):
    """Training and generalisation error of a row of models; arrays of shape (models,)."""

    training: np.ndarray
    generalisation: np.ndarray


def error_curves(models: Sequence[Model], x: ArrayLike, y: ArrayLike, target: Model, noise: float) -> ErrorCurves:
    """:func:`mean_squared_error` on the training sample and :func:`generalisation_error`, model by model.

    Raises ``ValueError`` as these two do, and if there is no model.

    >>> models = [fit_polynomial([-1, 0, 1], [1, 0, 1], degree) for degree in (0, 2)]
    >>> error_curves(models, [-1, 0, 1], [1, 0, 1], np.square, noise=0).training.round(3)
    array([0.222, 0.   ])
    """
    if not isinstance(models, Sequence):
        raise ValueError(f"models must be a list of functions of x, got {_checks.shown(models)}")
    if not models:
        raise ValueError("expected one or more models, got none")
    training = [mean_squared_error(model, x, y) for model in models]
    return ErrorCurves(np.array(training), np.array([generalisation_error(model, target, noise) for model in models]))


def generalisation_error_rate(classify: Model, probability: Model, cells: int = 256) -> float:
    """The error rate (2.6) of a classifier over the unit square, where x is uniform: in [0, 1], smaller is better.

    ``classify`` maps points of shape (n, 2) to labels 0 and 1, ``probability`` to the chance that the
    label is 1. The integral is the mean over the middles of ``cells`` × ``cells`` small squares.
    Raises ``ValueError`` for other labels, a probability outside [0, 1], and cells < 1.

    >>> generalisation_error_rate(lambda p: p[:, 0] > 0.5, lambda p: 0.9 * (p[:, 0] > 0.25), cells=4)
    0.275
    """
    middles = (np.arange(_checks.whole("cells", cells, 1, 4096)) + 0.5) / cells
    points = np.stack(np.meshgrid(middles, middles), axis=-1).reshape(-1, 2)
    said = _checks.real("classify", _checks.function("classify", classify, "points")(points))
    chance = _checks.real("probability", _checks.function("probability", probability, "points")(points))
    if said.shape != (len(points),) or not np.isin(said, (0, 1)).all():
        raise ValueError("classify must return a label 0 or 1 for each point")
    if chance.shape != said.shape or not np.all((chance >= 0) & (chance <= 1)):
        raise ValueError("probability must return a number in [0, 1] for each point")
    return float(np.mean(np.where(said == 1, 1 - chance, chance)))


class Regions(NamedTuple):
    """Rectangles (left, right, bottom, top), shape (leaves, 4), and the label of each, shape (leaves,)."""

    rectangles: np.ndarray
    labels: np.ndarray


def tree_regions(tree: DecisionTreeClassifier) -> Regions:
    """The parts into which a fitted tree cuts the unit square, one for each of its leaves.

    Raises ``ValueError`` for a tree that was not fitted on two attributes, or has regions outside the square.

    >>> tree_regions(DecisionTreeClassifier().fit([[0.25, 0.0], [0.75, 0.0]], [0, 1])).rectangles.tolist()
    [[0.0, 0.5, 0.0, 1.0], [0.5, 1.0, 0.0, 1.0]]
    """
    if not isinstance(tree, DecisionTreeClassifier):
        raise ValueError(f"tree must be a DecisionTreeClassifier, got {_checks.shown(tree)}")
    if getattr(tree, "n_features_in_", None) != 2 or tree.n_outputs_ != 1:
        raise ValueError("tree must be fitted on points of shape (m, 2)")
    parts, rectangles, labels, nodes = [(0, (0.0, 1.0, 0.0, 1.0))], [], [], tree.tree_
    while parts:
        node, sides = parts.pop()
        attribute, cut = nodes.feature[node], nodes.threshold[node]
        if attribute < 0:
            rectangles.append(sides)
            labels.append(tree.classes_[nodes.value[node].argmax()])
            continue
        if not 0 <= cut <= 1:
            raise ValueError(f"tree must be fitted on points in the unit square, got a cut at {cut}")
        low, high = list(sides), list(sides)
        low[2 * attribute + 1] = high[2 * attribute] = float(cut)
        parts += [(nodes.children_right[node], tuple(high)), (nodes.children_left[node], tuple(low))]
    return Regions(np.array(rectangles), np.array(labels))


@cache
def _quadrature() -> tuple[np.ndarray, np.ndarray]:
    return np.polynomial.legendre.leggauss(256)


def _values(name: str, function: Model, x: np.ndarray) -> np.ndarray:
    """What the function says at each x, if that is a finite number each."""
    values = _checks.real(name, _checks.function(name, function)(x)).astype(float, copy=False)
    if values.shape not in ((), x.shape) or not np.all(np.abs(values) <= _checks.LARGEST):  # nan fails too
        raise ValueError(f"{name} must return a finite number for each x")
    return np.broadcast_to(values, x.shape)


def _sample(x: ArrayLike, y: ArrayLike) -> Sample:
    sample = Sample(_checks.finite("x", x, "m"), _checks.finite("y", y, "m"))
    _checks.same_length(**sample._asdict())
    return sample


def _inputs(x: ArrayLike) -> np.ndarray:
    x = _checks.finite("x", x)
    if np.any(np.abs(x) > 1):
        raise ValueError(f"x must lie in [-1, 1], got {x[np.abs(x) > 1].flat[0]}")
    return x
