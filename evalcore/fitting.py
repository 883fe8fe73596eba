"""Overfitting and underfitting: chapter 02.

The distribution of the data is known: x is uniform on [-1, 1], and y = target(x) + noise, where the noise is Gaussian
with mean 0 and standard deviation ``noise``. The generalisation error of a model is therefore an integral, not an
estimate. A model is any function of x. Numbers may be as large as 1e50. Equation numbers are those of Zhou Zhihua,
*Machine Learning*, chapter 2.
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
from evalcore.regions import Regions, generalisation_error_rate, tree_regions  # noqa: F401  also part of chapter 02

Model = Callable[[np.ndarray], ArrayLike]

_model, _degree, _inside = function(answer=finite()), whole(0, 1000), finite("m", low=-1, high=1)


@asks(x=finite())
def wave(x: ArrayLike) -> np.ndarray:
    """Return the chapter's target, sin(3πx/2) + x/2, which is not a polynomial.

    Parameters
    ----------
    x : array_like
        Finite numbers, of any shape.

    Returns
    -------
    ndarray
        Of the shape of ``x``.

    Raises
    ------
    ValueError
        For an x that is not finite.

    Examples
    --------
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
    """Draw ``size`` independent examples of y = target(x) + noise, with x uniform on [-1, 1].

    For equal generators, a smaller sample is the beginning of a larger one.

    Parameters
    ----------
    target : callable
        Maps an array of x to the outputs without noise.
    size : int
        Number of examples, at least 1.
    noise : float
        Standard deviation of the noise, at least 0, in the unit of y.
    rng : numpy.random.Generator

    Returns
    -------
    Sample
        ``x`` and ``y``, each of shape (size,).

    Raises
    ------
    ValueError
        If an argument is not of this kind.

    Examples
    --------
    >>> draw_sample(np.square, 3, 0.0, np.random.default_rng(0)).x.round(2)
    array([ 0.27, -0.46, -0.92])
    """
    (noise_rng,) = rng.spawn(1)
    x = rng.uniform(-1, 1, size)
    return Sample(x, target(x) + noise * noise_rng.standard_normal(size))


@asks(x=finite(low=-1, high=1), degree=_degree)
def legendre_features(x: ArrayLike, degree: int) -> np.ndarray:
    """Return the normalised Legendre polynomials √(2k+1)·P_k, k = 0 … degree, at each x.

    They span all polynomials of the degree and are orthonormal: over [-1, 1] the mean of the product of two of them
    is 0, and the mean square of each is 1. So a fit in this basis is well conditioned where powers of x are not.

    Parameters
    ----------
    x : array_like, shape (m,)
        In [-1, 1].
    degree : int
        From 0 to 1000.

    Returns
    -------
    ndarray, shape (m, degree + 1)

    Raises
    ------
    ValueError
        If an x is outside [-1, 1], or ``degree`` is not an integer from 0 to 1000.

    See Also
    --------
    numpy.polynomial.legendre.legvander : the same without the factor √(2k+1).

    Examples
    --------
    >>> legendre_features([-1, 0, 1], 1).round(2).tolist()
    [[1.0, -1.73], [1.0, 0.0], [1.0, 1.73]]
    """
    return _features(x, degree).copy()


def _features(x: np.ndarray, degree: int) -> np.ndarray:
    """Return the features, from a cache where there are few x: models are often fitted and evaluated at the same x."""
    if x.ndim == 1 and x.size * degree <= 10_000:
        return _features_of_few(x.tobytes(), degree)
    return _computed_features(x, degree)


@lru_cache(maxsize=64)
def _features_of_few(x: bytes, degree: int) -> np.ndarray:
    """Return the features of the x that these bytes hold."""
    return _computed_features(np.frombuffer(x), degree)


def _computed_features(x: np.ndarray, degree: int) -> np.ndarray:
    """Compute the features of :func:`legendre_features`."""
    return np.polynomial.legendre.legvander(x, degree) * np.sqrt(2 * np.arange(degree + 1) + 1)


@asks(coefficients=finite("degree + 1"))
@dataclass(frozen=True, eq=False)
class PolynomialFit:
    """A polynomial on [-1, 1], called as a function of x.

    Parameters
    ----------
    coefficients : array_like, shape (degree + 1,)
        Weights of the :func:`legendre_features`; a ``ValueError`` if they are not finite.
    """

    coefficients: np.ndarray

    @asks(x=finite(low=-1, high=1))
    def __call__(self, x: ArrayLike) -> np.ndarray:
        return _features(x, self.degree) @ self.coefficients

    @property
    def degree(self) -> int:
        """Degree of the polynomial, 0 or more."""
        return len(self.coefficients) - 1


def fit_polynomial(x: ArrayLike, y: ArrayLike, degree: int) -> PolynomialFit:
    """Fit the polynomial with the smallest mean squared error (2.2) on the sample.

    If several have it (degree >= number of different x), it is the one with the smallest sum of squared coefficients.

    Parameters
    ----------
    x, y : array_like, shape (m,)
        Inputs in [-1, 1], and finite outputs.
    degree : int
        From 0 to 1000.

    Returns
    -------
    PolynomialFit
        A function of x, with its ``coefficients``.

    Raises
    ------
    ValueError
        If an argument is not of this kind, or the lengths differ.

    See Also
    --------
    numpy.polynomial.Legendre.fit

    Examples
    --------
    >>> fit_polynomial([-1, 0, 1], [1, 0, 1], degree=2)(0.5).round(3).item()
    0.25
    """
    return fit_ridge(x, y, degree, penalty=0)


@asks(x=_inside, y=finite("m"), degree=_degree, penalty=at_least_zero)
def fit_ridge(x: ArrayLike, y: ArrayLike, degree: int, penalty: float) -> PolynomialFit:
    """Fit the polynomial that minimises Σ(f(xᵢ) - yᵢ)² + penalty · Σ wₖ², k = 1 … degree.

    The wₖ are the coefficients of the :func:`legendre_features`. The constant w₀ is not penalised, so that a large
    penalty leaves the mean of y. (The penalty of :func:`evalcore.bias_variance.ridge_smoother` has coefficients of
    another scale.)

    Parameters
    ----------
    x, y, degree
        As in :func:`fit_polynomial`.
    penalty : float
        At least 0.

    Returns
    -------
    PolynomialFit

    Raises
    ------
    ValueError
        As :func:`fit_polynomial`, and for another penalty.

    See Also
    --------
    sklearn.linear_model.Ridge : with ``alpha=penalty`` on the features k = 1 … degree.

    References
    ----------
    Hoerl and Kennard (1970), Technometrics 12, 55-67.

    Examples
    --------
    >>> fit_ridge([-1, 0, 1], [1, 0, 1], degree=2, penalty=1e9)(0.5).round(3).item()
    0.667
    """
    features = _features(x, degree)
    units = np.append(1, np.full(degree, max(1, np.sqrt(penalty) / 1000)))  # units that keep all rows of similar size
    if penalty:  # as further rows of least squares, which pull all coefficients but the first to 0
        rows = np.diag(np.sqrt(penalty) / units)[1:]
        features, y = np.vstack([features / units, rows]), np.append(y, np.zeros(len(rows)))
    return PolynomialFit(np.linalg.lstsq(features, y, rcond=None)[0] / units)


@asks(x=_inside, y=finite("m"), degree=_degree, epochs=whole(0), rate=positive)
def gradient_descent(x: ArrayLike, y: ArrayLike, degree: int, *, epochs: int, rate: float) -> list[PolynomialFit]:
    """Return the fits of gradient descent on the mean squared error: at the start (all 0) and after each epoch.

    Parameters
    ----------
    x, y, degree
        As in :func:`fit_polynomial`.
    epochs : int
        Number of steps against the gradient, at least 0.
    rate : float
        Learning rate, > 0. The training error never rises, and tends to that of :func:`fit_polynomial`.

    Returns
    -------
    list of PolynomialFit
        epochs + 1 of them.

    Raises
    ------
    ValueError
        As :func:`fit_polynomial`, and if the rate is so large that the steps diverge.

    Examples
    --------
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
    """Orthogonal components, one per column of ``parts``, and the mean square of each at the inputs, ``seen``."""

    parts: np.ndarray
    seen: np.ndarray


@asks(x=_inside, degree=_degree)
def descent_parts(x: ArrayLike, degree: int) -> DescentParts:
    """Return the components that :func:`gradient_descent` learns independently, the fastest first.

    Column k of ``parts`` weighs the :func:`legendre_features`. Each component has mean square 1 over [-1, 1]; ``seen``
    is its mean square at the inputs ``x``, in [0, (degree + 1)²]. After t epochs the proportion (1 - 2·rate·seen)^t of
    its final coefficient remains to be learned.

    Parameters
    ----------
    x : array_like, shape (m,)
        Inputs in [-1, 1].
    degree : int
        From 0 to 1000.

    Returns
    -------
    DescentParts

    Raises
    ------
    ValueError
        As :func:`legendre_features`.

    References
    ----------
    Advani, Saxe and Sompolinsky (2020), Neural Networks 132, 428-446.

    Examples
    --------
    >>> descent_parts([-1, 0, 1], 1).seen.round(2).tolist()
    [2.0, 1.0]
    """
    features = _features(x, degree)
    seen, parts = np.linalg.eigh(features.T @ features / len(features))
    seen, parts = seen[::-1].clip(0), parts[:, ::-1]
    signs = np.sign(parts[np.abs(parts).argmax(axis=0), np.arange(degree + 1)])  # unique up to sign
    return DescentParts(parts * signs, seen)


class EarlyStop(NamedTuple):
    """Epoch with the smallest validation error, whose model is kept, and the epoch at which training stopped."""

    best: int
    stopped: int


@asks(validation_error=finite("epochs"), patience=whole(1))
def early_stopping(validation_error: ArrayLike, patience: int) -> EarlyStop:
    """Stop when the validation error has not fallen below its minimum for ``patience`` epochs.

    If this never happens, training stops at the last epoch.

    Parameters
    ----------
    validation_error : array_like, shape (epochs + 1,)
        Finite numbers, the first before training; smaller is better.
    patience : int
        At least 1.

    Returns
    -------
    EarlyStop
        Epochs, counted from 0: ``best`` with the smallest error so far, and ``stopped``.

    Raises
    ------
    ValueError
        If an argument is not of this kind.

    References
    ----------
    Prechelt (1998), Neural Networks 11, 761-767.

    Examples
    --------
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
    """Compute the mean of (f(xᵢ) - yᵢ)² (2.2).

    It is the training error on the training sample, and the test error on another sample.

    Parameters
    ----------
    model : callable
        Maps an array of x to predictions.
    x, y : array_like, shape (m,)

    Returns
    -------
    float
        In [0, ∞), in squared units of y; smaller is better.

    Raises
    ------
    ValueError
        For unequal lengths, empty samples, and numbers that are not finite.

    See Also
    --------
    sklearn.metrics.mean_squared_error : from predictions instead of a model.

    Examples
    --------
    >>> mean_squared_error(np.square, [-1, 0, 1], [1, 1, 1])
    0.3333333333333333
    """
    return float(np.mean((model(x) - y) ** 2))


@asks(model=_model, target=_model, noise=at_least_zero)
def generalisation_error(model: Model, target: Model, noise: float) -> float:
    """Compute the expected squared error (2.3) of a model on a new example: noise² + ½∫(f - target)² over [-1, 1].

    The integral is a Gauss-Legendre sum of 256 terms: exact if f - target is a polynomial of degree up to 255, an
    approximation for functions with jumps.

    Parameters
    ----------
    model, target : callable
        Map an array of x to predictions, and to the outputs without noise.
    noise : float
        Standard deviation of the noise, at least 0, in the unit of y.

    Returns
    -------
    float
        In [noise², ∞), in squared units of y; smaller is better.

    Raises
    ------
    ValueError
        For a noise that is negative or not finite, and if model or target is not finite.

    Examples
    --------
    >>> round(generalisation_error(np.zeros_like, np.square, noise=0.5), 4)  # 1/4 + 1/5
    0.45
    """
    x, weights = _quadrature()
    return noise**2 + float(weights @ (model(x) - target(x)) ** 2) / 2


class ErrorCurves(NamedTuple):
    """Training and generalisation errors of a sequence of models; arrays of shape (models,)."""

    training: np.ndarray
    generalisation: np.ndarray


@asks(models=list_of(Callable, 1, of="models, functions of x"))
def error_curves(models: Sequence[Model], x: ArrayLike, y: ArrayLike, target: Model, noise: float) -> ErrorCurves:
    """Return :func:`mean_squared_error` on the training sample and :func:`generalisation_error` of each model.

    Parameters
    ----------
    models : sequence of callable
        At least one.
    x, y, target, noise
        As in these two functions.

    Returns
    -------
    ErrorCurves
        Two arrays of shape (models,).

    Raises
    ------
    ValueError
        As these two do, and if there is no model.

    Examples
    --------
    >>> models = [fit_polynomial([-1, 0, 1], [1, 0, 1], degree) for degree in (0, 2)]
    >>> error_curves(models, [-1, 0, 1], [1, 0, 1], np.square, noise=0).training.round(3)
    array([0.222, 0.   ])
    """
    training = [mean_squared_error(model, x, y) for model in models]
    return ErrorCurves(np.array(training), np.array([generalisation_error(model, target, noise) for model in models]))


@cache
def _quadrature() -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights of the Gauss-Legendre rule with 256 terms."""
    return np.polynomial.legendre.leggauss(256)
