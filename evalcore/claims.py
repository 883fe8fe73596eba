"""One learner against a claimed error rate: chapter 07, equations (2.26)-(2.30).

The claim is that the true error rate is at most, or exactly, ``error_rate``. Test examples are drawn
independently of one another and of the training set, so that the number of errors on them is binomial.
Equation numbers are those of Zhou Zhihua, *Machine Learning*, chapter 2.
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import binom

from evalcore._checks import asks, share, whole
from evalcore._differences import folds, level
from evalcore.comparison import Outcome, paired_t


@asks(m=whole(1), error_rate=share)
def error_distribution(m: int, error_rate: float) -> np.ndarray:
    """Probabilities of 0, 1, ..., m errors on m examples (2.26): C(m, e) eps^e (1 - eps)^(m - e).

    Shape (m + 1,), of sum 1. Raises ``ValueError`` unless m >= 1 is whole and the error rate in [0, 1].

    >>> error_distribution(2, 0.5)
    array([0.25, 0.5 , 0.25])
    """
    return binom.pmf(np.arange(m + 1), m, error_rate if error_rate > 1e-300 else 0)  # below, SciPy overflows


@asks(m=whole(1), error_rate=share, alpha=level)
def critical_error_rate(m: int, error_rate: float, *, alpha: float = 0.05) -> float:
    """The largest error rate on m examples that "the true one is at most error_rate" still explains (2.27).

    The smallest e/m with P(more than e errors) < alpha, the errors drawn with ``error_rate``; in [0, 1].
    Errors as in :func:`error_distribution`, and for an alpha outside (0, 1).

    >>> critical_error_rate(10, 0.3)
    0.5
    """
    return int(np.argmax(binom.sf(np.arange(m + 1), m, error_rate) < alpha)) / m


@asks(errors=whole(0), m=whole(1), error_rate=share)
def binomial_test(errors: int, m: int, error_rate: float) -> Outcome:
    """Exact test of "the true error rate is at most error_rate": the p-value is P(so many errors or more).

    ``statistic`` is the observed error rate. It exceeds (2.27) exactly if the p-value is below alpha.
    Raises ``ValueError`` as :func:`error_distribution` does, and for more errors than examples.

    >>> round(binomial_test(6, 10, 0.3).p_value, 4)
    0.0473
    """
    if errors > m:
        raise ValueError(f"errors must be at most m, got {errors} of {m}")
    return Outcome(errors / m, float(binom.sf(errors - 1, m, error_rate)))


@asks(error_rates=folds, error_rate=share)
def one_sample_t(error_rates: ArrayLike, error_rate: float) -> Outcome:
    """t of k independent error rates against a claimed one (2.28)-(2.30): sqrt(k) (mean - error_rate) / s.

    k - 1 degrees of freedom, two-sided; s^2 divides by k - 1. A spread of 0 is decided as in :func:`paired_t`.
    Raises ``ValueError`` for fewer than two, or an error rate outside [0, 1].

    >>> round(one_sample_t([0.1, 0.2, 0.3], 0.1).statistic, 4)
    1.7321
    """
    return paired_t(error_rates - error_rate)
