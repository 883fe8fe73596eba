"""Tests of one learner's claimed error rate: chapter 07, equations (2.26)-(2.30).

The null hypothesis is that the true error rate is at most, or exactly, ``error_rate``. Test examples are independent
of one another and of the training set, so that the number of errors on them is binomial. Equation numbers are those
of Zhou Zhihua, *Machine Learning*, chapter 2.
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import binom

from evalcore._checks import asks, share, whole
from evalcore._differences import folds, level
from evalcore.comparison import Outcome, paired_t


@asks(m=whole(1), error_rate=share)
def error_distribution(m: int, error_rate: float) -> np.ndarray:
    """Return the probabilities of 0, 1, ..., m errors on m examples (2.26): C(m, e) eps^e (1 - eps)^(m - e).

    Parameters
    ----------
    m : int
        Number of test examples, at least 1.
    error_rate : float
        True error rate eps, in [0, 1].

    Returns
    -------
    ndarray, shape (m + 1,)
        Probabilities, which sum to 1.

    Raises
    ------
    ValueError
        If an argument is not of this kind.

    See Also
    --------
    scipy.stats.binom

    Examples
    --------
    >>> error_distribution(2, 0.5)
    array([0.25, 0.5 , 0.25])
    """
    return binom.pmf(np.arange(m + 1), m, error_rate if error_rate > 1e-300 else 0)  # SciPy overflows below


@asks(m=whole(1), error_rate=share, alpha=level)
def critical_error_rate(m: int, error_rate: float, *, alpha: float = 0.05) -> float:
    """Return the largest observed error rate that does not reject "the true error rate is at most error_rate" (2.27).

    It is the smallest e/m with P(more than e errors) < alpha when each of m examples is an error with probability
    ``error_rate``; in [0, 1].

    Parameters
    ----------
    m, error_rate
        As in :func:`error_distribution`.
    alpha : float
        Level of significance, in (0, 1).

    Returns
    -------
    float
        A multiple of 1/m in [0, 1].

    Raises
    ------
    ValueError
        As :func:`error_distribution`, and for an alpha outside (0, 1).

    See Also
    --------
    scipy.stats.binom.isf : the number of errors.

    Examples
    --------
    >>> critical_error_rate(10, 0.3)
    0.5
    """
    return int(np.argmax(binom.sf(np.arange(m + 1), m, error_rate) < alpha)) / m


@asks(errors=whole(0), m=whole(1), error_rate=share)
def binomial_test(errors: int, m: int, error_rate: float) -> Outcome:
    """Test "the true error rate is at most error_rate" exactly, by the probability of ``errors`` or more errors.

    Parameters
    ----------
    errors, m : int
        Number of errors, and of test examples.
    error_rate : float
        Claimed error rate, in [0, 1].

    Returns
    -------
    Outcome
        ``statistic`` is the observed error rate. It exceeds (2.27) exactly if the p-value is below alpha.

    Raises
    ------
    ValueError
        As :func:`error_distribution`, and for more errors than examples.

    See Also
    --------
    scipy.stats.binomtest : with ``alternative="greater"``.

    Examples
    --------
    >>> round(binomial_test(6, 10, 0.3).p_value, 4)
    0.0473
    """
    if errors > m:
        raise ValueError(f"errors must be at most m, got {errors} of {m}")
    return Outcome(errors / m, float(binom.sf(errors - 1, m, error_rate)))


@asks(error_rates=folds, error_rate=share)
def one_sample_t(error_rates: ArrayLike, error_rate: float) -> Outcome:
    """Test k independent error rates against a claimed one (2.28)-(2.30): t = sqrt(k) (mean - error_rate) / s.

    Two-sided. There are k - 1 degrees of freedom, and s² divides by k - 1. If all rates are equal, the outcome is that
    of :func:`paired_t`.

    Parameters
    ----------
    error_rates : array_like, shape (..., k)
        At least two.
    error_rate : float
        Claimed error rate, in [0, 1].

    Returns
    -------
    Outcome
        ``statistic`` and two-sided ``p_value``, numbers or arrays of shape (...).

    Raises
    ------
    ValueError
        For fewer than two rates, or ``error_rate`` outside [0, 1].

    See Also
    --------
    scipy.stats.ttest_1samp

    Examples
    --------
    >>> round(one_sample_t([0.1, 0.2, 0.3], 0.1).statistic, 4)
    1.7321
    """
    return paired_t(error_rates - error_rate)
