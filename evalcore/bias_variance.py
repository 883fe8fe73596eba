"""Bias, variance and noise of a learner that saw another training set: chapter 06.

Predictions have shape (repeats, points): one row a training set, one column an x. The target, its
labels without noise, is known, as it is only in an experiment. Every quantity is in squared units
of y and >= 0; smaller is better. Zhou Zhihua, *Machine Learning*, (2.37)-(2.42); Geman,
Bienenstock and Doursat (1992), Neural Computation 4, 1-58.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.polynomial import legendre
from numpy.typing import ArrayLike

from evalcore import _checks


class Decomposition(NamedTuple):
    """The three parts of the expected squared error and their sum, each of shape (points,)."""

    bias_squared: np.ndarray
    variance: np.ndarray
    noise: np.ndarray
    total: np.ndarray

    def mean(self) -> "Decomposition":
        """The same four averaged over the points, as numbers; they still add up."""
        return Decomposition(*(float(np.mean(part)) for part in self))


def decompose(predictions: ArrayLike, truth: ArrayLike, noise_variance: ArrayLike) -> Decomposition:
    """Estimate bias² (2.40), variance (2.38) and noise (2.39) at each point, and their sum (2.42).

    ``predictions`` has shape (repeats, points), of any learner; ``truth`` (points,) is the target
    without noise; ``noise_variance`` is the variance of a fresh label, one number or (points,).
    The variance is that of the repeats as a population (divided by repeats, not repeats - 1), so
    that bias² + variance is exactly the mean of (prediction - truth)². As an estimate, bias² is
    too large by variance / repeats on average, the variance too small by as much: the sum is right.
    One repeat has variance 0. Raises ``ValueError`` for other shapes, empty input, values that are
    not finite numbers up to 1e50 and a negative noise variance.

    >>> decompose([[1.0], [3.0]], truth=[1.0], noise_variance=0.5)._asdict()
    {'bias_squared': array([1.]), 'variance': array([1.]), 'noise': array([0.5]), 'total': array([2.5])}
    """
    predictions = _checks.finite("predictions", predictions, "repeats", "points")
    truth = _checks.finite("truth", truth, "points")
    if truth.size != predictions.shape[1]:
        raise ValueError(f"truth must have one value a point, expected {predictions.shape[1]}, got {truth.size}")
    mean = predictions.mean(axis=0)
    return _sum_up((mean - truth) ** 2, predictions.var(axis=0), noise_variance)


def exact_linear(smoother: ArrayLike, truth_train: ArrayLike, truth: ArrayLike, noise_variance: float) -> Decomposition:
    """What :func:`decompose` estimates, in closed form, for a learner whose predictions are linear in the labels.

    ``smoother`` has shape (points, m): a training set with labels y is answered by ``smoother @ y``.
    ``truth_train`` (m,) and ``truth`` (points,) are the target at the m fixed training points and at
    the points asked for. Labels carry independent noise of mean 0 and variance ``noise_variance``.
    Then bias² = (smoother @ truth_train - truth)², variance = noise_variance · Σ smoother² along each row.
    Raises ``ValueError`` as :func:`decompose` does. Hastie, Tibshirani and Friedman, section 7.3.

    >>> exact_linear([[0.5, 0.5]], [0.0, 2.0], [1.0], noise_variance=1.0).variance
    array([0.5])
    """
    smoother = _checks.finite("smoother", smoother, "points", "m")
    truth_train, truth = _checks.finite("truth_train", truth_train, "m"), _checks.finite("truth", truth, "points")
    if smoother.shape != (truth.size, truth_train.size):
        raise ValueError(f"smoother must have shape {(truth.size, truth_train.size)}, got {smoother.shape}")
    if shape := _checks.array("noise_variance", noise_variance).shape:
        raise ValueError(f"noise_variance must be one number, got shape {shape}")
    noise = _noise(noise_variance, truth.size)
    return _sum_up((smoother @ truth_train - truth) ** 2, noise * np.sum(smoother**2, axis=1), noise)


def exact_polynomial(
    target: Callable[[np.ndarray], ArrayLike],
    x_train: ArrayLike,
    x: ArrayLike,
    degree: int,
    noise_variance: float,
) -> Decomposition:
    """Bias², variance and noise at each of the points ``x`` of a least-squares polynomial, in closed form.

    ``target`` maps an array of x to the labels without noise. Every training set has the same
    ``x_train`` (m,) and labels ``target(x_train)`` plus independent noise. Averaged over the
    training points the variance is (degree + 1) · noise_variance / m. Raises ``ValueError`` as
    :func:`exact_linear` and :func:`polynomial_smoother` do.

    >>> exact_polynomial(lambda x: 2 * x, [0, 1, 2, 3], [0.5], degree=0, noise_variance=4)._asdict()
    {'bias_squared': array([4.]), 'variance': array([1.]), 'noise': array([4.]), 'total': array([9.])}
    """
    _checks.function("target", target)
    x_train, x = _checks.finite("x_train", x_train, "m"), _checks.finite("x", x, "points")
    smoother = polynomial_smoother(x_train, x, degree)
    return exact_linear(smoother, _values(target, x_train), _values(target, x), noise_variance)


def polynomial_smoother(x_train: ArrayLike, x: ArrayLike, degree: int) -> np.ndarray:
    """The matrix, (points, m), that turns labels at ``x_train`` into the least-squares polynomial's values at ``x``.

    ``labels @ smoother.T`` fits any number of training sets, (repeats, m), at once. Raises
    ``ValueError`` if ``x_train`` does not determine the polynomial: more coefficients than
    different points, or points so close together that rounding decides.

    >>> polynomial_smoother([0.0, 1.0], [0.5, 2.0], degree=1).round(6) + 0.0
    array([[ 0.5,  0.5],
           [-1. ,  2. ]])
    """
    basis_train, basis = _bases(x_train, x, degree)
    degree = basis.shape[1] - 1
    different = len(np.unique(x_train))
    if different <= degree:
        raise ValueError(f"degree {degree} needs {degree + 1} different training points, got {different}")
    if np.linalg.matrix_rank(basis_train, rtol=1e-10) <= degree:
        raise ValueError(f"degree {degree} is too high for these training points: rounding would decide")
    return basis @ np.linalg.pinv(basis_train)


def ridge_smoother(x_train: ArrayLike, x: ArrayLike, degree: int, penalty: float) -> np.ndarray:
    """As :func:`polynomial_smoother`, with ``penalty`` >= 0 times the squared coefficients added to the squared errors.

    The coefficients are those of Legendre's polynomials on the range of ``x_train``; the constant
    is free. Penalty 0 is least squares, an infinite one the mean. Raises ``ValueError`` for others.

    >>> ridge_smoother([0.0, 1.0], [0.5, 2.0], degree=1, penalty=1e9).round(6)
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    penalty = float(_checks.number("penalty", penalty, "a number >= 0", 0, np.inf))
    if penalty == 0:
        return polynomial_smoother(x_train, x, degree)
    basis_train, basis = _bases(x_train, x, degree)
    m, centre = len(basis_train), basis_train.mean(axis=0)
    left, size, right = np.linalg.svd(basis_train - centre, full_matrices=False)
    coefficients = right.T @ ((size / (size**2 + penalty))[:, None] * left.T)
    return 1 / m + (basis - centre) @ coefficients


def neighbours_smoother(x_train: ArrayLike, x: ArrayLike, k: int) -> np.ndarray:
    """The matrix, (points, m), that takes the mean label of the ``k`` training points nearest to each x.

    Of equally near points the earlier one counts. Raises ``ValueError`` unless 1 <= k <= m.

    >>> neighbours_smoother([0.0, 1.0, 3.0], [0.2, 2.9], k=2)
    array([[0.5, 0.5, 0. ],
           [0. , 0.5, 0.5]])
    """
    x_train, x = _checks.finite("x_train", x_train, "m"), _checks.finite("x", x, "points")
    k = _checks.whole("k", k, 1, to=x_train.size)
    nearest = np.argsort(np.abs(x[:, None] - x_train), axis=1, kind="stable")[:, :k]
    smoother = np.zeros((x.size, x_train.size))
    np.put_along_axis(smoother, nearest, 1 / k, axis=1)
    return smoother


def _sum_up(bias_squared: np.ndarray, variance: np.ndarray, noise_variance: ArrayLike) -> Decomposition:
    noise = _noise(noise_variance, bias_squared.size)
    return Decomposition(bias_squared, variance, noise, bias_squared + variance + noise)


def _bases(x_train: ArrayLike, x: ArrayLike, degree: int) -> tuple[np.ndarray, np.ndarray]:
    """Legendre's polynomials at both sets of points, (m, degree + 1) and (points, degree + 1)."""
    x_train, x = _checks.finite("x_train", x_train, "m"), _checks.finite("x", x, "points")
    degree = _checks.whole("degree", degree, 0, 1000)
    middle, half = (x_train.min() + x_train.max()) / 2, np.ptp(x_train) / 2 or 1.0
    with np.errstate(over="ignore", invalid="ignore"):
        basis_train, basis = (legendre.legvander((points - middle) / half, degree) for points in (x_train, x))
    if not np.all(np.abs(basis) <= _checks.LARGEST):  # nan fails too
        raise ValueError(f"x must lie nearer to x_train: polynomials of degree {degree} overflow there")
    return basis_train, basis


def _values(target: Callable, x: np.ndarray) -> np.ndarray:
    values = _checks.finite("target(x)", target(x), "points")
    if values.shape != x.shape:
        raise ValueError(f"target(x) must have one value a point, expected {x.size}, got {values.size}")
    return values


def _noise(noise_variance: ArrayLike, points: int) -> np.ndarray:
    noise = _checks.array("noise_variance", noise_variance)
    noise = _checks.finite("noise_variance", noise, *["points"] * bool(noise.ndim))
    if noise.ndim and noise.size != points:
        raise ValueError(f"noise_variance must be one number or one a point, expected {points}, got {noise.size}")
    if (noise < 0).any():
        raise ValueError(f"noise_variance must be >= 0, got {noise.min():g}")
    return np.full(points, noise)
