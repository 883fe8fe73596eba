"""Fitting too well and not well enough: chapter 02.

The world of this chapter is known: x is uniform on [-1, 1], and y = target(x) + noise, which is
Gaussian with mean 0 and standard deviation ``noise``. So the generalisation error of a model is an
integral, not an estimate. A model is any function of x. Numbers may be as large as 1e50.
Equation numbers are those of Zhou Zhihua, *Machine Learning*, chapter 2.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import (
    asks,
    at_least_zero,
    finite,
    function,
    generator,
    list_of,
    positive,
    whole,
)
from evalcore.regions import Regions, generalisation_error_rate, tree_regions  # noqa: F401  chapter 02's squares

Model = Callable[[np.ndarray], ArrayLike]

_model, _degree, _inside = function(answer=finite()), whole(0, 1000), finite("m", low=-1, high=1)


@asks(x=finite())
def wave(x: ArrayLike) -> np.ndarray:
    """The chapter's target, sin(3πx/2) + x/2: three turns on [-1, 1], and no polynomial.

    Raises ``ValueError`` for an x that is not finite.

    >>> wave([0, 1]).round(3).tolist()
    [0.0, -0.5]
    """
    return np.sin(1.5 * np.pi * x) + x / 2


class Sample(NamedTuple):
    """Inputs in [-1, 1] and noisy outputs; arrays of shape (m,)."""

    x: np.ndarray
    y: np.ndarray


@asks(target=_model, size=whole(1), noise=at_least_zero, rng=generator)
def draw_sample(target: Model, size: int, noise: float, rng: np.random.Generator) -> Sample:
    """Draw ``size`` independent examples of y = target(x) + noise, x uniform on [-1, 1].

    From equal generators, a smaller sample is the beginning of a larger one. Raises ``ValueError``
    for a size that is not a whole number >= 1, a noise < 0 or not finite, and what is no generator.

    >>> draw_sample(np.square, 3, 0.0, np.random.default_rng(0)).x.round(2)
    array([ 0.27, -0.46, -0.92])
    """
    (noise_rng,) = rng.spawn(1)
    x = rng.uniform(-1, 1, size)
    return Sample(x, target(x) + noise * noise_rng.standard_normal(size))


@asks(x=finite(low=-1, high=1), degree=_degree)
def legendre_features(x: ArrayLike, degree: int) -> np.ndarray:
    """The Legendre polynomials √(2k+1)·P_k, k = 0 … degree, at each x; shape (m, degree + 1).

    They span all polynomials of the degree, and over [-1, 1] the mean of the product of two of them
    is 0, of each with itself 1: a fit in this basis is well conditioned where powers of x are
    not. Raises ``ValueError`` for x outside [-1, 1] and for a degree that is not a whole number >= 0.

    >>> legendre_features([-1, 0, 1], 1).round(2).tolist()
    [[1.0, -1.73], [1.0, 0.0], [1.0, 1.73]]
    """
    return _features(x, degree).copy()


def _features(x: np.ndarray, degree: int) -> np.ndarray:
    """Of few x they are kept for a while: fits are made and judged at the same x again and again."""
    if x.ndim == 1 and x.size * degree <= 10_000:
        return _features_of_few(x.tobytes(), degree)
    return _computed_features(x, degree)


@lru_cache(maxsize=64)
def _features_of_few(x: bytes, degree: int) -> np.ndarray:
    return _computed_features(np.frombuffer(x), degree)


def _computed_features(x: np.ndarray, degree: int) -> np.ndarray:
    return np.polynomial.legendre.legvander(x, degree) * np.sqrt(2 * np.arange(degree + 1) + 1)


@asks(coefficients=finite("degree + 1"))
@dataclass(frozen=True, eq=False)
class PolynomialFit:
    """A polynomial on [-1, 1], called as a function of x.

    ``coefficients`` weigh the :func:`legendre_features`; shape (degree + 1,), finite, or it is a ``ValueError``.
    """

    coefficients: np.ndarray

    @asks(x=finite(low=-1, high=1))
    def __call__(self, x: ArrayLike) -> np.ndarray:
        return _features(x, self.degree) @ self.coefficients

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


@asks(x=_inside, y=finite("m"), degree=_degree, penalty=at_least_zero)
def fit_ridge(x: ArrayLike, y: ArrayLike, degree: int, penalty: float) -> PolynomialFit:
    """The polynomial that minimises Σ(f(xᵢ) - yᵢ)² + penalty · Σ wₖ², k = 1 … degree.

    The wₖ are the coefficients of the :func:`legendre_features`; the constant w₀ is free, so that
    a large penalty leaves the mean of y. (The penalty of :func:`evalcore.bias_variance.ridge_smoother` weighs
    coefficients of another scale.) Raises ``ValueError`` as :func:`fit_polynomial` does, and
    for a penalty < 0 or not finite. Hoerl and Kennard (1970), Technometrics 12, 55-67.

    >>> fit_ridge([-1, 0, 1], [1, 0, 1], degree=2, penalty=1e9)(0.5).round(3).item()
    0.667
    """
    features = _features(x, degree)
    units = np.append(1, np.full(degree, max(1, np.sqrt(penalty) / 1000)))  # so that no row dwarfs the constant
    if penalty:  # least squares on further rows that ask each coefficient but the first to be 0
        rows = np.diag(np.sqrt(penalty) / units)[1:]
        features, y = np.vstack([features / units, rows]), np.append(y, np.zeros(len(rows)))
    return PolynomialFit(np.linalg.lstsq(features, y, rcond=None)[0] / units)


@asks(x=_inside, y=finite("m"), degree=_degree, epochs=whole(0), rate=positive)
def gradient_descent(x: ArrayLike, y: ArrayLike, degree: int, *, epochs: int, rate: float) -> list[PolynomialFit]:
    """The fits of gradient descent on the mean squared error: at the start (all 0) and after each epoch.

    One epoch is one step against the gradient, ``rate`` times as long. The training error never
    rises, towards that of :func:`fit_polynomial`. Raises ``ValueError`` as there, for epochs that
    are not a whole number >= 0, and for a rate that is not > 0 or so large that the steps diverge.

    >>> [fit.coefficients.round(3).item() for fit in gradient_descent([0, 1], [1, 3], 0, epochs=2, rate=0.25)]
    [0.0, 1.0, 1.5]
    """
    features = _features(x, degree)
    hessian, slope = 2 * features.T @ features / x.size, 2 * features.T @ y / x.size
    largest = float(2 / np.linalg.eigvalsh(hessian)[-1])
    if rate >= largest:
        raise ValueError(f"rate must be below {largest:.4g}, from where on the steps diverge, got {rate}")
    path = np.zeros((epochs + 1, features.shape[1]))
    for epoch in range(epochs):
        path[epoch + 1] = path[epoch] - rate * (hessian @ path[epoch] - slope)
    return [PolynomialFit(coefficients) for coefficients in path]


class DescentParts(NamedTuple):
    """A basis made for a sample: a part in each column, shape (degree + 1, degree + 1), and how much of it is seen."""

    parts: np.ndarray
    seen: np.ndarray


@asks(x=_inside, degree=_degree)
def descent_parts(x: ArrayLike, degree: int) -> DescentParts:
    """The parts that :func:`gradient_descent` learns each at a pace of its own, the one seen most first.

    Column k weighs the :func:`legendre_features`. Like these, the parts have the mean square 1 over all x in
    [-1, 1]; ``seen`` is the mean square at the inputs, in [0, (degree + 1)²]. After t epochs the share
    (1 - 2·rate·seen)^t of what the end will have of a part is still to be learned. Raises ``ValueError`` as
    :func:`legendre_features` does. Advani, Saxe and Sompolinsky (2020), Neural Networks 132, 428-446.

    >>> descent_parts([-1, 0, 1], 1).seen.round(2).tolist()
    [2.0, 1.0]
    """
    features = _features(x, degree)
    seen, parts = np.linalg.eigh(features.T @ features / len(features))
    seen, parts = seen[::-1].clip(0), parts[:, ::-1]
    signs = np.sign(parts[np.abs(parts).argmax(axis=0), np.arange(degree + 1)])  # a part is one up to its sign
    return DescentParts(parts * signs, seen)


class EarlyStop(NamedTuple):
    """Where training stopped, and the best epoch until then: the one to keep."""

    best: int
    stopped: int


@asks(validation_error=finite("epochs"), patience=whole(1))
def early_stopping(validation_error: ArrayLike, patience: int) -> EarlyStop:
    """Stop when the validation error has not fallen below its best value for ``patience`` epochs.

    ``validation_error`` has shape (epochs + 1,), smaller is better. If patience never runs out,
    training stops at the last epoch. Raises ``ValueError`` for errors that are no finite numbers,
    and for a patience that is not a whole number >= 1. Prechelt (1998), Neural Networks 11, 761-767.

    >>> early_stopping([5, 3, 4, 4, 1], patience=2)
    EarlyStop(best=1, stopped=3)
    """
    best = 0
    for epoch, error in enumerate(validation_error):
        if error < validation_error[best]:
            best = epoch
        elif epoch - best >= patience:
            return EarlyStop(best, epoch)
    return EarlyStop(best, validation_error.size - 1)


@asks(model=_model, x=finite("m"), y=finite("m"))
def mean_squared_error(model: Model, x: ArrayLike, y: ArrayLike) -> float:
    """The mean of (f(xᵢ) - yᵢ)² (2.2): the training error on the training sample, the test error on another.

    In [0, ∞), smaller is better. Raises ``ValueError`` for unequal lengths, empty samples and what
    is not a finite number.

    >>> mean_squared_error(np.square, [-1, 0, 1], [1, 1, 1])
    0.3333333333333333
    """
    return float(np.mean((model(x) - y) ** 2))


@asks(model=_model, target=_model, noise=at_least_zero)
def generalisation_error(model: Model, target: Model, noise: float) -> float:
    """The mean squared error (2.3) over all examples that could be drawn: noise² + ½∫(f - target)² over [-1, 1].

    In [noise², ∞), smaller is better. The integral is a Gauss-Legendre sum of 256 terms: exact
    for polynomials up to degree 255, for functions with jumps an approximation. Raises ``ValueError``
    for a noise < 0 or not finite, and if model or target is not finite.

    >>> round(generalisation_error(np.zeros_like, np.square, noise=0.5), 4)  # 1/4 + 1/5
    0.45
    """
    x, weights = _quadrature()
    return noise**2 + float(weights @ (model(x) - target(x)) ** 2) / 2


class ErrorCurves(NamedTuple):
    """Training and generalisation error of a row of models; arrays of shape (models,)."""

    training: np.ndarray
    generalisation: np.ndarray


@asks(models=list_of(Callable, 1, of="models, functions of x"))
def error_curves(models: Sequence[Model], x: ArrayLike, y: ArrayLike, target: Model, noise: float) -> ErrorCurves:
    """:func:`mean_squared_error` on the training sample and :func:`generalisation_error`, model by model.

    Raises ``ValueError`` as these two do, and if there is no model.

    >>> models = [fit_polynomial([-1, 0, 1], [1, 0, 1], degree) for degree in (0, 2)]
    >>> error_curves(models, [-1, 0, 1], [1, 0, 1], np.square, noise=0).training.round(3)
    array([0.222, 0.   ])
    """
    training = [mean_squared_error(model, x, y) for model in models]
    return ErrorCurves(np.array(training), np.array([generalisation_error(model, target, noise) for model in models]))


@cache
def _quadrature() -> tuple[np.ndarray, np.ndarray]:
    return np.polynomial.legendre.leggauss(256)
