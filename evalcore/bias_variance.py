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

from evalcore._checks import array, asks, at_least_zero, finite, function, number, whole

_degree = whole(0, 1000)


class Decomposition(NamedTuple):
    """The three parts of the expected squared error and their sum, each of shape (points,)."""

    bias_squared: np.ndarray
    variance: np.ndarray
    noise: np.ndarray
    total: np.ndarray

    def mean(self) -> "Decomposition":
        """The same four averaged over the points, as numbers; they still add up."""
        return Decomposition(*(float(np.mean(part)) for part in self))


def _variance(name: str, values: object) -> np.ndarray:
    """One number >= 0, or one a point."""
    values = array(name, values)
    return finite(*["points"] * bool(values.ndim), low=0)(name, values)


_variance.sizes = ("points",)


@asks(predictions=finite("repeats", "points"), truth=finite("points"), noise_variance=_variance)
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
    mean = predictions.mean(axis=0)
    return _sum_up((mean - truth) ** 2, predictions.var(axis=0), noise_variance)


@asks(smoother=finite("points", "m"), truth_train=finite("m"), truth=finite("points"), noise_variance=at_least_zero)
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
    bias_squared, variance = (smoother @ truth_train - truth) ** 2, noise_variance * np.sum(smoother**2, axis=1)
    return _sum_up(bias_squared, variance, noise_variance)


@asks(target=function(answer=finite()), x_train=finite("m"), x=finite("points"))
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
    smoother = polynomial_smoother(x_train, x, degree)
    return exact_linear(smoother, target(x_train), target(x), noise_variance)


@asks(x_train=finite("m"), x=finite("points"), degree=_degree)
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
    left, size, right = np.linalg.svd(basis_train, full_matrices=False)
    if np.sum(size > 1e-10 * size[0]) <= degree:  # the rank
        different = len(np.unique(x_train))
        if different <= degree:
            raise ValueError(f"degree {degree} needs {degree + 1} different training points, got {different}")
        raise ValueError(f"degree {degree} is too high for these training points: rounding would decide")
    return basis @ (right.T @ ((1 / size)[:, None] * left.T))


@asks(x_train=finite("m"), x=finite("points"), degree=_degree, penalty=number("a number >= 0", 0, np.inf))
def ridge_smoother(x_train: ArrayLike, x: ArrayLike, degree: int, penalty: float) -> np.ndarray:
    """As :func:`polynomial_smoother`, with ``penalty`` >= 0 times the squared coefficients added to the squared errors.

    The coefficients are those of Legendre's polynomials P_k on the range of ``x_train``; the constant is free.
    (In :func:`evalcore.fitting.fit_ridge` the P_k are scaled by √(2k+1), so that one penalty weighs high degrees
    less.) Penalty 0 is least squares, an infinite one the mean. Raises ``ValueError`` for others.

    >>> ridge_smoother([0.0, 1.0], [0.5, 2.0], degree=1, penalty=1e9).round(6)
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    if penalty == 0:
        return polynomial_smoother(x_train, x, degree)
    basis_train, basis = _bases(x_train, x, degree)
    m, centre = len(basis_train), basis_train.mean(axis=0)
    left, size, right = np.linalg.svd(basis_train - centre, full_matrices=False)
    coefficients = right.T @ ((size / (size**2 + penalty))[:, None] * left.T)
    return 1 / m + (basis - centre) @ coefficients


@asks(x_train=finite("m"), x=finite("points"), k=whole(1))
def neighbours_smoother(x_train: ArrayLike, x: ArrayLike, k: int) -> np.ndarray:
    """The matrix, (points, m), that takes the mean label of the ``k`` training points nearest to each x.

    Of equally near points the earlier one counts. Raises ``ValueError`` unless 1 <= k <= m.

    >>> neighbours_smoother([0.0, 1.0, 3.0], [0.2, 2.9], k=2)
    array([[0.5, 0.5, 0. ],
           [0. , 0.5, 0.5]])
    """
    if k > x_train.size:
        raise ValueError(f"k must be a whole number from 1 to {x_train.size}, got {k}")
    nearest = np.argsort(np.abs(x[:, None] - x_train), axis=1, kind="stable")[:, :k]
    smoother = np.zeros((x.size, x_train.size))
    np.put_along_axis(smoother, nearest, 1 / k, axis=1)
    return smoother


def _sum_up(bias_squared: np.ndarray, variance: np.ndarray, noise_variance: ArrayLike) -> Decomposition:
    noise = np.full(bias_squared.size, noise_variance, dtype=float)
    return Decomposition(bias_squared, variance, noise, bias_squared + variance + noise)


def _bases(x_train: np.ndarray, x: np.ndarray, degree: int) -> tuple[np.ndarray, np.ndarray]:
    """Legendre's polynomials at both sets of points, (m, degree + 1) and (points, degree + 1)."""
    low, high = x_train.min(), x_train.max()
    both = (np.concatenate([x_train, x]) - (low + high) / 2) / ((high - low) / 2 or 1.0)
    return tuple(np.split(legendre.legvander(both, degree), [x_train.size]))
