"""Bias, variance and noise of a learner over random training sets: chapter 06.

Predictions have shape (repeats, points): one row per training set, one column per x. The target, the labels without
noise, is known, as it is only in an experiment. Every quantity is in squared units of y and >= 0; smaller is better.
Zhou Zhihua, *Machine Learning*, (2.37)-(2.42); Geman, Bienenstock and Doursat (1992), Neural Computation 4, 1-58.
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
        """Return the means of the four over the points, as numbers; the parts still add up to the total."""
        return Decomposition(*(float(np.mean(part)) for part in self))


def _variance(name: str, values: object) -> np.ndarray:
    """Check variances: one number >= 0, or one per point."""
    values = array(name, values)
    return finite(*["points"] * bool(values.ndim), low=0)(name, values)


_variance.sizes = ("points",)


@asks(predictions=finite("repeats", "points"), truth=finite("points"), noise_variance=_variance)
def decompose(predictions: ArrayLike, truth: ArrayLike, noise_variance: ArrayLike) -> Decomposition:
    """Estimate bias² (2.40), variance (2.38) and noise (2.39) at each point, and their sum (2.42).

    Parameters
    ----------
    predictions : array_like, shape (repeats, points)
        Of any learner, one row per training set.
    truth : array_like, shape (points,)
        The target without noise.
    noise_variance : float or array_like, shape (points,)
        Variance of a new label, at least 0.

    Returns
    -------
    Decomposition
        The variance divides by repeats, not repeats - 1, so that bias² + variance is exactly the mean of (prediction
        - truth)²; with one repeat it is 0. On average the estimate of bias² is too large by variance / repeats, and
        that of the variance too small by as much: the sum is unbiased.

    Raises
    ------
    ValueError
        For other shapes, empty input, numbers that are not finite (up to 1e50), or a negative noise variance.

    See Also
    --------
    mlxtend.evaluate.bias_variance_decomp

    Examples
    --------
    >>> decompose([[1.0], [3.0]], truth=[1.0], noise_variance=0.5)._asdict()
    {'bias_squared': array([1.]), 'variance': array([1.]), 'noise': array([0.5]), 'total': array([2.5])}
    """
    mean = predictions.mean(axis=0)
    return _sum_up((mean - truth) ** 2, predictions.var(axis=0), noise_variance)


@asks(smoother=finite("points", "m"), truth_train=finite("m"), truth=finite("points"), noise_variance=at_least_zero)
def exact_linear(smoother: ArrayLike, truth_train: ArrayLike, truth: ArrayLike, noise_variance: float) -> Decomposition:
    """Compute in closed form, for a learner that is linear in the labels, the parts that :func:`decompose` estimates.

    bias² = (smoother @ truth_train - truth)², variance = noise_variance · Σ smoother² along each row.

    Parameters
    ----------
    smoother : array_like, shape (points, m)
        With labels y the learner predicts ``smoother @ y``.
    truth_train : array_like, shape (m,)
        The target at the m fixed training points.
    truth : array_like, shape (points,)
        The target at the points of the predictions.
    noise_variance : float
        Variance of the independent noise of the labels, whose mean is 0.

    Returns
    -------
    Decomposition

    Raises
    ------
    ValueError
        As :func:`decompose`.

    References
    ----------
    Hastie, Tibshirani and Friedman, *The Elements of Statistical Learning*, section 7.3.

    Examples
    --------
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
    """Compute bias², variance and noise of a least-squares polynomial at each of the points ``x`` in closed form.

    Every training set has the same inputs ``x_train``, and labels ``target(x_train)`` plus independent noise. The
    mean of the variance over the training points is (degree + 1) · noise_variance / m.

    Parameters
    ----------
    target : callable
        Maps an array of x to the labels without noise.
    x_train, x : array_like, shape (m,) and (points,)
    degree : int
    noise_variance : float

    Returns
    -------
    Decomposition

    Raises
    ------
    ValueError
        As :func:`exact_linear` and :func:`polynomial_smoother`.

    Examples
    --------
    >>> exact_polynomial(lambda x: 2 * x, [0, 1, 2, 3], [0.5], degree=0, noise_variance=4)._asdict()
    {'bias_squared': array([4.]), 'variance': array([1.]), 'noise': array([4.]), 'total': array([9.])}
    """
    smoother = polynomial_smoother(x_train, x, degree)
    return exact_linear(smoother, target(x_train), target(x), noise_variance)


@asks(x_train=finite("m"), x=finite("points"), degree=_degree)
def polynomial_smoother(x_train: ArrayLike, x: ArrayLike, degree: int) -> np.ndarray:
    """Return the matrix from labels at ``x_train`` to values of the least-squares polynomial at ``x``.

    ``labels @ smoother.T`` fits any number of training sets, (repeats, m), at once.

    Parameters
    ----------
    x_train, x : array_like, shape (m,) and (points,)
        Finite numbers.
    degree : int
        At least 0.

    Returns
    -------
    ndarray, shape (points, m)

    Raises
    ------
    ValueError
        If ``x_train`` does not determine the polynomial: more coefficients than different points, or points so close
        together that rounding errors decide.

    Examples
    --------
    >>> polynomial_smoother([0.0, 1.0], [0.5, 2.0], degree=1).round(6) + 0.0
    array([[ 0.5,  0.5],
           [-1. ,  2. ]])
    """
    basis_train, basis = _bases(x_train, x, degree)
    left, size, right = np.linalg.svd(basis_train, full_matrices=False)
    if np.sum(size > 1e-10 * size[0]) <= degree:  # the rank is too low
        different = len(np.unique(x_train))
        if different <= degree:
            raise ValueError(f"degree {degree} needs {degree + 1} different training points, got {different}")
        raise ValueError(f"degree {degree} is too high for these training points: rounding would decide")
    return basis @ (right.T @ ((1 / size)[:, None] * left.T))


@asks(x_train=finite("m"), x=finite("points"), degree=_degree, penalty=number("a number >= 0", 0, np.inf))
def ridge_smoother(x_train: ArrayLike, x: ArrayLike, degree: int, penalty: float) -> np.ndarray:
    """Return the matrix of :func:`polynomial_smoother` for a fit with a penalty on squared coefficients.

    The fit minimises the sum of squared errors plus ``penalty`` times the sum of the squared coefficients of the
    Legendre polynomials P_k on the range of ``x_train``; the constant is not penalised. (In
    :func:`evalcore.fitting.fit_ridge` the P_k are multiplied by √(2k+1), so that a penalty has less effect on high
    degrees.) Penalty 0 is least squares, an infinite penalty gives the mean.

    Parameters
    ----------
    x_train, x, degree
        As in :func:`polynomial_smoother`.
    penalty : float
        At least 0; it may be infinite.

    Returns
    -------
    ndarray, shape (points, m)

    Raises
    ------
    ValueError
        For a negative penalty; without a penalty as :func:`polynomial_smoother`.

    See Also
    --------
    sklearn.linear_model.Ridge

    Examples
    --------
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
    """Return the matrix that averages the labels of the ``k`` training points nearest to each x.

    Of equally near points the earlier one counts.

    Parameters
    ----------
    x_train, x : array_like, shape (m,) and (points,)
        Finite numbers.
    k : int
        From 1 to m.

    Returns
    -------
    ndarray, shape (points, m)

    Raises
    ------
    ValueError
        If an argument is not of this kind.

    See Also
    --------
    sklearn.neighbors.KNeighborsRegressor

    Examples
    --------
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
    """Return the parts and their sum."""
    noise = np.full(bias_squared.size, noise_variance, dtype=float)
    return Decomposition(bias_squared, variance, noise, bias_squared + variance + noise)


def _bases(x_train: np.ndarray, x: np.ndarray, degree: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the Legendre polynomials at both sets of points, (m, degree + 1) and (points, degree + 1)."""
    low, high = x_train.min(), x_train.max()
    both = (np.concatenate([x_train, x]) - (low + high) / 2) / ((high - low) / 2 or 1.0)
    return tuple(np.split(legendre.legvander(both, degree), [x_train.size]))
