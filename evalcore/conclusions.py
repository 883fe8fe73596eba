"""What may be concluded after tests: of many tries, of the size of a difference, of mean ranks (chapter 07).

Differences are those of :mod:`evalcore.comparison`: of two learners' error rates, first minus second.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import t

from evalcore._checks import asks, at_least_zero, finite
from evalcore._differences import folds, level, mean_and_error, number_or_array


@asks(p_values=finite("tests", low=0, high=1))
def holm(p_values: ArrayLike) -> np.ndarray:
    """Holm's p-values for several tests: those below alpha hold together, with P(any false alarm) <= alpha.

    The smallest of n times n, the next times n - 1, ..., never below the one before and at most 1; in the order
    of ``p_values``, shape (tests,). Holm (1979), Scandinavian Journal of Statistics 6, 65-70.
    Raises ``ValueError`` for what is no row of numbers in [0, 1].

    >>> holm([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])
    """
    order = np.argsort(p_values)
    stepped = p_values[order] * np.arange(len(p_values), 0, -1)
    adjusted = np.empty_like(p_values)
    adjusted[order] = np.minimum(np.maximum.accumulate(stepped), 1)
    return adjusted


@asks(differences=folds, test_train_ratio=at_least_zero, confidence=level)
def difference_interval(
    differences: ArrayLike, *, test_train_ratio: float, confidence: float = 0.95
) -> tuple[float | np.ndarray, float | np.ndarray]:
    """The differences that :func:`evalcore.comparison.corrected_t` does not reject at 1 - confidence: low and high end.

    Each of shape (...,). Both are the mean if there is no spread. Errors as in :func:`evalcore.comparison.corrected_t`.

    >>> low, high = difference_interval([0.1, 0.2, 0.3], test_train_ratio=0)
    >>> round(low, 4), round(high, 4)
    (-0.0484, 0.4484)
    """
    mean, error = mean_and_error(differences, test_train_ratio)
    half = t.isf((1 - confidence) / 2, differences.shape[-1] - 1) * error
    return number_or_array(mean - half), number_or_array(mean + half)


class Equivalence(NamedTuple):
    """Probabilities that the first learner errs less, that the two are practically equal, that the second errs less."""

    first: float
    equal: float
    second: float


@asks(differences=finite("k"), test_train_ratio=at_least_zero, rope=at_least_zero)
def practical_equivalence(differences: ArrayLike, *, test_train_ratio: float, rope: float) -> Equivalence:
    """Bayesian correlated t-test: where the true difference is believed to lie, and how firmly.

    Its posterior is the t of :func:`evalcore.comparison.corrected_t` about the mean; differences of at most
    ``rope``, the region of practical equivalence, count as none. Raises ``ValueError`` for fewer than two folds or
    a rope < 0.
    Corani and Benavoli (2015), Machine Learning 100, 285-304.

    >>> round(practical_equivalence([0.1, 0.2, 0.3], test_train_ratio=0, rope=0.2).equal, 4)
    0.4899
    """
    mean, error = mean_and_error(folds("differences", differences), test_train_ratio)
    low, high = (mean < -rope, mean <= rope)  # without any spread all belief lies at the mean
    if error:
        low, high = t.cdf([-rope, rope], len(differences) - 1, mean, error)
    return Equivalence(float(low), float(high) - float(low), 1 - float(high))


@asks(mean_ranks=finite("learners"), distance=at_least_zero)
def alike_groups(mean_ranks: ArrayLike, *, distance: float) -> list[tuple[float, float]]:
    """Stretches of mean ranks that no critical distance parts: first and last rank of each, from the best on.

    Groups of two or more, none inside another; a learner may be in several: to be like both neighbours does not
    make these alike. Raises ``ValueError`` for what is no row of numbers, or a distance < 0.

    >>> alike_groups([1, 2.125, 2.875], distance=1.657)
    [(1.0, 2.125), (2.125, 2.875)]
    """
    ranks = np.sort(mean_ranks)
    # of each learner the worst one that no critical distance parts from it
    last = np.searchsorted(ranks, ranks + distance, side="right") - 1
    new = np.diff(last, prepend=-1) > 0
    return [(float(ranks[i]), float(ranks[j])) for i, j in enumerate(last) if new[i] and j > i]
