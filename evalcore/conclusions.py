"""Conclusions after tests: multiple testing, size of a difference, groups of mean ranks (chapter 07).

Differences are those of :mod:`evalcore.comparison`: of two learners' error rates, first minus second.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import t

from evalcore._checks import asks, at_least_zero, finite, such_that
from evalcore._differences import folds, level, mean_and_error, number_or_array


@asks(p_values=finite("tests", low=0, high=1))
def holm(p_values: ArrayLike) -> np.ndarray:
    """Adjust the p-values of several tests by Holm's method.

    Rejecting where an adjusted value is below alpha keeps P(any type I error) <= alpha. The smallest of n p-values is
    multiplied by n, the next by n - 1, ..., and none is below the one before, or above 1.

    Parameters
    ----------
    p_values : array_like, shape (tests,)
        In [0, 1].

    Returns
    -------
    ndarray, shape (tests,)
        Adjusted p-values in [0, 1], in the order of ``p_values``.

    Raises
    ------
    ValueError
        For numbers outside [0, 1].

    See Also
    --------
    statsmodels.stats.multitest.multipletests : with ``method="holm"``.

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6, 65-70.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])
    """
    order = np.argsort(p_values)
    stepped = p_values[order] * np.arange(len(p_values), 0, -1)
    adjusted = np.empty_like(p_values)
    adjusted[order] = np.minimum(np.maximum.accumulate(stepped), 1)
    return adjusted


@asks(p_values=finite("tests", low=0, high=1), alpha=level)
def holm_confidence(p_values: ArrayLike, *, alpha: float = 0.05) -> np.ndarray:
    """Return the confidence at which the interval of each difference excludes 0 exactly where Holm's test rejects.

    Parameters
    ----------
    p_values
        Of several tests, not corrected, shape (tests,).
    alpha
        The level at which all tests hold together, in (0, 1).

    Returns
    -------
    ndarray
        Shape (tests,): 1 - alpha / n for the smallest of n p-values, 1 - alpha / (n - 1) for the next, and so on; from
        the first that is not rejected on, all have the confidence of that one. At least 1 - alpha.

    Raises
    ------
    ValueError
        For what is no row of numbers in [0, 1], and an alpha outside (0, 1).

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6, 65-70.

    Examples
    --------
    >>> holm_confidence([0.01, 0.04, 0.03]).round(4).tolist()
    [0.9833, 0.975, 0.975]
    """
    order = np.argsort(p_values, kind="stable")
    steps = alpha / np.arange(p_values.size, 0, -1)
    kept = np.flatnonzero(p_values[order] >= steps)
    if kept.size:
        steps[kept[0] :] = steps[kept[0]]
    confidence = np.empty(p_values.size)
    confidence[order] = 1 - steps
    return confidence


@asks(differences=folds, test_train_ratio=at_least_zero, confidence=level)
def difference_interval(
    differences: ArrayLike, *, test_train_ratio: float, confidence: float = 0.95
) -> tuple[float | np.ndarray, float | np.ndarray]:
    """Return the confidence interval of the mean difference that belongs to :func:`evalcore.comparison.corrected_t`.

    Parameters
    ----------
    differences, test_train_ratio
        As in :func:`evalcore.comparison.corrected_t`.
    confidence : float
        In (0, 1).

    Returns
    -------
    low, high : float or ndarray, shape (...)
        Ends of the differences that the test does not reject at 1 - confidence; both are the mean if all differences
        are equal.

    Raises
    ------
    ValueError
        As :func:`evalcore.comparison.corrected_t`, and for a confidence outside (0, 1).

    Examples
    --------
    >>> low, high = difference_interval([0.1, 0.2, 0.3], test_train_ratio=0)
    >>> round(low, 4), round(high, 4)
    (-0.0484, 0.4484)
    """
    mean, error = mean_and_error(differences, test_train_ratio)
    half = t.isf((1 - confidence) / 2, differences.shape[-1] - 1) * error
    return number_or_array(mean - half), number_or_array(mean + half)


class Equivalence(NamedTuple):
    """Probabilities that the first learner errs less, that the two are equivalent, that the second errs less."""

    first: float
    equal: float
    second: float


@asks(differences=finite("k"), test_train_ratio=at_least_zero, rope=at_least_zero)
def practical_equivalence(differences: ArrayLike, *, test_train_ratio: float, rope: float) -> Equivalence:
    """Compute the Bayesian correlated t-test: probabilities that either learner is better, or both are equivalent.

    The posterior of the true difference is the t distribution of :func:`evalcore.comparison.corrected_t` about the
    mean.

    Parameters
    ----------
    differences : array_like, shape (k,)
        Of the error rates on two or more folds.
    test_train_ratio : float
        As in :func:`evalcore.comparison.corrected_t`.
    rope : float
        Region of practical equivalence: differences of at most ``rope``, which is at least 0, count as none.

    Returns
    -------
    Equivalence
        Three probabilities, which sum to 1.

    Raises
    ------
    ValueError
        For fewer than two folds or a negative ``rope``.

    See Also
    --------
    baycomp.two_on_single

    References
    ----------
    Corani and Benavoli (2015), Machine Learning 100, 285-304.

    Examples
    --------
    >>> round(practical_equivalence([0.1, 0.2, 0.3], test_train_ratio=0, rope=0.2).equal, 4)
    0.4899
    """
    mean, error = mean_and_error(folds("differences", differences), test_train_ratio)
    low, high = (mean < -rope, mean <= rope)  # if all differences are equal, the posterior is a point
    if error:
        low, high = t.cdf([-rope, rope], len(differences) - 1, mean, error)
    return Equivalence(float(low), float(high) - float(low), 1 - float(high))


_data_sets = such_that(lambda values: 1 < values.size <= 1000, "be of 2 to 1000 data sets", finite("data sets"))


@asks(differences=_data_sets, rope=at_least_zero)
def equivalence_on_data_sets(differences: ArrayLike, *, rope: float) -> Equivalence:
    """Compute the Bayesian signed-rank test: probabilities that either learner is better, or both are equivalent.

    Parameters
    ----------
    differences : array_like, shape (data sets,)
        Of the error rates on 2 to 1000 data sets, first minus second.
    rope : float
        Region of practical equivalence: differences of at most ``rope``, which is at least 0, count as none.

    Returns
    -------
    Equivalence
        Three probabilities, which sum to 1. They come from 20,000 draws, the same ones for the same differences in any
        order, and have a standard error of at most 0.004.

    Raises
    ------
    ValueError
        For fewer than two or more than 1000 data sets, or a negative ``rope``.

    Notes
    -----
    The weights of the differences, and of one prior difference of 0 with a weight of 1/2, have a Dirichlet
    distribution. In each draw it counts which is most probable for the mean of two differences drawn with these
    weights: below -rope, within, or above rope.

    References
    ----------
    Benavoli, Corani, Demsar and Zaffalon (2017), Journal of Machine Learning Research 18, 1-36.

    See Also
    --------
    baycomp.two_on_multiple

    Examples
    --------
    >>> equivalence_on_data_sets([0.1, 0.2, 0.3, 0.1, 0.2], rope=0.01).second > 0.95
    True
    """
    values = np.append(np.sort(differences), 0)
    sums = np.add.outer(values, values)
    rng = np.random.default_rng(0)
    wins = np.zeros(3)
    for _chunk in range(20):
        weights = rng.dirichlet([*np.ones(values.size - 1), 0.5], 1000)
        below, above = (np.sum((weights @ side) * weights, axis=1) for side in (sums < -2 * rope, sums > 2 * rope))
        shares = np.array([below, 1 - below - above, above])
        wins += (shares >= shares.max(axis=0) - 1e-12) @ (1 / (shares >= shares.max(axis=0) - 1e-12).sum(axis=0))
    return Equivalence(*(wins / wins.sum()).tolist())


@asks(mean_ranks=finite("learners"), distance=at_least_zero)
def alike_groups(mean_ranks: ArrayLike, *, distance: float) -> list[tuple[float, float]]:
    """Return the groups of mean ranks within one critical difference: (first, last) rank of each group, best first.

    Groups have two or more learners, and none is part of another. A learner may be in several groups: being within the
    distance of both neighbours does not make these two alike.

    Parameters
    ----------
    mean_ranks : array_like, shape (learners,)
        In any order; smaller is better.
    distance : float
        Critical difference, at least 0, as :func:`evalcore.comparison.nemenyi_distance` returns it.

    Returns
    -------
    list of (float, float)

    Raises
    ------
    ValueError
        For mean ranks that are not finite, or a negative distance.

    Examples
    --------
    >>> alike_groups([1, 2.125, 2.875], distance=1.657)
    [(1.0, 2.125), (2.125, 2.875)]
    """
    ranks = np.sort(mean_ranks)
    # for each learner the last one within the critical difference
    last = np.searchsorted(ranks, ranks + distance, side="right") - 1
    new = np.diff(last, prepend=-1) > 0
    return [(float(ranks[i]), float(ranks[j])) for i, j in enumerate(last) if new[i] and j > i]
