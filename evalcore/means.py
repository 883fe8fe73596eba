"""Means of items that may be in groups, and paired differences of them: answers right or wrong, grades, errors.

The items of a group (the questions on one text, the visits of one patient) resemble each other. Groups multiply the
variance of a mean by the design effect (:func:`evalcore.intervals.design_effect`), and Student's t has one degree of
freedom less than there are groups.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import chi2, norm, t

from evalcore._checks import asks, finite, group_numbers, number, optional, such_that
from evalcore._differences import level
from evalcore.comparison import PairedDifference, mcnemar
from evalcore.intervals import clopper_pearson, design_effect, paired_share_difference

_groups = optional(such_that(lambda group: np.unique(group).size > 1, "number two groups or more", group_numbers))
_items = such_that(lambda values: values.size > 1, "hold two items or more", finite("m"))
_grades = such_that(lambda values: values.size > 1, "hold two items or more", finite("m", low=0, high=1))
_power = number("a power, a number between 0.5 and 1, such as 0.8", 0.5, 1 - 1e-12)


class Mean(NamedTuple):
    """A mean, and the ends of its confidence interval."""

    value: float
    low: float
    high: float


@asks(values=_items, group=_groups, confidence=level)
def student_mean(values: ArrayLike, *, group: ArrayLike | None = None, confidence: float = 0.95) -> Mean:
    """Compute a mean and Student's confidence interval, also for items in groups.

    Parameters
    ----------
    values
        One number per item, shape (m,), two or more.
    group
        The number of each item's group, from 0, shape (m,); two groups or more. By default items are independent.
    confidence
        Of the interval, in (0, 1).

    Returns
    -------
    Mean
        In the unit of the values; an interval without width if all values are equal.

    Raises
    ------
    ValueError
        For fewer than two items or groups, unequal lengths, and a confidence that is not in (0, 1).

    Examples
    --------
    >>> [round(number, 3) for number in student_mean([1, 1, 0, 0, 1, 1, 0, 0], group=[0, 0, 1, 1, 2, 2, 3, 3])]
    [0.5, -0.419, 1.419]
    """
    mean, (error, freedom) = float(values.mean()), _error_and_freedom(values, group)
    half = float(t.isf((1 - confidence) / 2, freedom)) * error
    return Mean(mean, float(mean - half), float(mean + half))


@asks(values=_grades, group=_groups, confidence=level)
def mean_grade(values: ArrayLike, *, group: ArrayLike | None = None, confidence: float = 0.95) -> Mean:
    """Compute the mean of grades in [0, 1], such as the accuracy on items, and its confidence interval.

    Parameters
    ----------
    values
        1 for a right item, 0 for a wrong one, or a grade in between; shape (m,), two or more.
    group
        The number of each item's group, from 0, shape (m,); two groups or more. By default items are independent.
    confidence
        Of the interval, in (0, 1).

    Returns
    -------
    Mean
        In [0, 1].

    Raises
    ------
    ValueError
        For numbers outside [0, 1], fewer than two items or groups, and unequal lengths.

    Notes
    -----
    For independent items of 0 and 1 it is the exact interval of :func:`evalcore.intervals.share_interval`. Otherwise
    it is that of as many independent items of 0 and 1 as would give the same standard error; Student's t makes the
    number smaller where groups are few or grades are not 0 and 1 (Korn and Graubard). The variance of grades is that
    with two imagined items, of 0 and of 1, because rare low grades among high ones may be missing in these items. If
    all values are equal, the standard error says nothing, and each group counts as one item.

    References
    ----------
    Korn and Graubard (1998), Survey Methodology 24, 193-201.

    Examples
    --------
    >>> [round(number, 3) for number in mean_grade([1] * 9 + [0])]
    [0.9, 0.555, 0.997]
    >>> [round(number, 3) for number in mean_grade([1] * 9 + [0], group=[0, 0, 0, 1, 1, 1, 2, 2, 3, 3])]
    [0.9, 0.334, 1.0]
    """
    m, mean = values.size, float(values.mean())
    items = m if group is None else np.unique(group).size
    variance = float(np.mean((values - mean) ** 2))
    if variance > 0:
        tail, binary = (1 - confidence) / 2, np.isin(values, [0, 1]).all()
        variance += 0 if binary else (mean**2 + (1 - mean) ** 2) / m  # two imagined items, of 0 and of 1
        effect = 1.0 if group is None else design_effect(values, group)
        quantile = t.isf(tail, m - 1) if binary else norm.isf(tail)
        effect *= (t.isf(tail, items - 1) / quantile) ** 2
        items = m * mean * (1 - mean) / variance / max(effect, 1.0)
    low, high = clopper_pearson(mean * items, items, confidence=confidence)
    return Mean(mean, float(low), float(high))


@asks(errors=_items, group=_groups, confidence=level)
def mean_square(errors: ArrayLike, *, group: ArrayLike | None = None, confidence: float = 0.95) -> Mean:
    """Compute the mean squared error and its confidence interval, on the scale of its logarithm.

    Parameters
    ----------
    errors
        One per item, shape (m,), two or more.
    group
        The number of each item's group, from 0, shape (m,); two groups or more. By default items are independent.
    confidence
        Of the interval, in (0, 1).

    Returns
    -------
    Mean
        At least 0, in the square of the errors' unit.

    Raises
    ------
    ValueError
        For fewer than two items or groups, and unequal lengths.

    Notes
    -----
    The standard error is at least that of normal errors, because in few items the rare large errors may be missing.

    Examples
    --------
    >>> [round(number, 3) for number in mean_square([1, -1, 2, -2, 0, 1])]
    [1.833, 0.416, 8.087]
    """
    scale = float(np.abs(errors).max())
    if scale == 0:
        return Mean(0.0, 0.0, 0.0)
    squares = (errors / scale) ** 2
    mean, (error, freedom) = float(squares.mean()), _error_and_freedom(squares, group)
    relative = max(error / mean, np.sqrt(2 / squares.size))
    factor = float(np.exp(min(t.isf((1 - confidence) / 2, freedom) * relative, 100)))
    return Mean(mean * scale**2, mean * scale**2 / factor, mean * scale**2 * factor)


_different = such_that(lambda values: np.ptp(values) > 0, "hold different numbers", _items)


@asks(y_true=_different, y_pred=_items, group=_groups, confidence=level)
def r_squared(
    y_true: ArrayLike, y_pred: ArrayLike, *, group: ArrayLike | None = None, confidence: float = 0.95
) -> Mean:
    """Compute R squared, the share of the variance that predictions explain, and its confidence interval.

    Parameters
    ----------
    y_true, y_pred
        Measured and predicted numbers, shape (m,), two or more; the measured ones are not all equal.
    group
        The number of each item's group, from 0, shape (m,); two groups or more. By default items are independent.
    confidence
        Of the interval, in (0, 1).

    Returns
    -------
    Mean
        1 - MSE / variance, at most 1; 0 for the prediction that is always the mean, negative for worse ones. Perfect
        predictions have an interval without width.

    Raises
    ------
    ValueError
        For measured numbers that are all equal, fewer than two items or groups, and unequal lengths.

    Notes
    -----
    Student's interval of ln(1 - R squared) by its influence function: each item adds its squared error over the mean
    of those, minus its squared distance from the mean over the variance.

    See Also
    --------
    sklearn.metrics.r2_score : without an interval.

    Examples
    --------
    >>> round(r_squared([1, 2, 3, 4, 5, 6], [1.1, 2.3, 2.8, 4.2, 4.6, 6.1]).value, 3)
    0.98
    """
    scale = float(np.abs(y_true - y_true.mean()).max())
    errors, distances = ((y_true - other) / scale for other in (y_pred, y_true.mean()))
    squares, variance = errors**2, float(np.mean(distances**2))
    unexplained = float(np.mean(squares)) / variance
    if unexplained == 0:
        return Mean(1.0, 1.0, 1.0)
    influence = squares / np.mean(squares) - distances**2 / variance
    error, freedom = _error_and_freedom(influence, group)
    factor = float(np.exp(min(t.isf((1 - confidence) / 2, freedom) * error, 100)))
    return Mean(1 - unexplained, 1 - unexplained * factor, 1 - unexplained / factor)


@asks(first=_items, second=_items, group=_groups, confidence=level)
def paired_mean_test(
    first: ArrayLike, second: ArrayLike, *, group: ArrayLike | None = None, confidence: float = 0.95
) -> PairedDifference:
    """Compute a paired test of the means of two systems on the same items, with the interval of first - second.

    Parameters
    ----------
    first, second
        One number per item and system, shape (m,), such as 1 for right and 0 for wrong.
    group
        The number of each item's group, from 0, shape (m,); two groups or more. By default items are independent.
    confidence
        Of the interval, in (0, 1).

    Returns
    -------
    PairedDifference
        The interval excludes 0 exactly where the p-value is below 1 - confidence.

    Raises
    ------
    ValueError
        For fewer than two items or groups, and unequal lengths.

    Notes
    -----
    For independent items of 0 and 1 it is McNemar's exact test. The interval is that of
    :func:`evalcore.intervals.paired_share_difference`, extended to 0 where the test does not reject. In all other cases
    it is Student's t test of the differences.

    Examples
    --------
    >>> result = paired_mean_test([1] * 8 + [0] * 2, [0] * 7 + [1] + [0] * 2)
    >>> round(result.difference, 3), round(result.low, 3), round(result.high, 3), round(result.p_value, 3)
    (0.7, 0.232, 0.933, 0.016)
    """
    differences = first - second
    if group is None and np.isin(first, [0, 1]).all() and np.isin(second, [0, 1]).all():
        return _of_counts(int((differences > 0).sum()), int((differences < 0).sum()), differences.size, confidence)
    mean, low, high = student_mean(differences, group=group, confidence=confidence)
    error, freedom = _error_and_freedom(differences, group)
    if error == 0:
        return PairedDifference(mean, mean, mean, float(mean == 0))
    return PairedDifference(mean, low, high, float(2 * t.sf(abs(mean) / error, freedom)))


def _of_counts(first: int, second: int, m: int, confidence: float) -> PairedDifference:
    """Return the test for so many items on which only the first system, and only the second one, is right."""
    p_value = float(mcnemar(first, second, exact=True).p_value)
    difference, low, high = paired_share_difference(first, second, m, confidence=confidence)
    if p_value >= 1 - confidence:
        low, high = min(low, 0.0), max(high, 0.0)
    return PairedDifference(difference, float(low), float(high), p_value)


@asks(first=_items, second=_items, group=_groups, power=_power, alpha=level)
def smallest_difference(
    first: ArrayLike, second: ArrayLike, *, group: ArrayLike | None = None, power: float = 0.8, alpha: float = 0.05
) -> float:
    """Compute the smallest true difference of two means that :func:`paired_mean_test` shows with this probability.

    Parameters
    ----------
    first, second
        As in :func:`paired_mean_test`: how often and how much two systems differ is taken from these data.
    group
        The number of each item's group, from 0, shape (m,); two groups or more. By default items are independent.
    power
        The probability that the test finds the difference, in [0.5, 1).
    alpha
        The level of the test, in (0, 1).

    Returns
    -------
    float
        In the unit of the values, at least 0; 0 if the systems do not differ on any item.

    Raises
    ------
    ValueError
        For fewer than two items or groups, unequal lengths, and a power or an alpha outside its range.

    Notes
    -----
    The sum of the two quantiles times the standard error that the difference has if the true one is 0. The exact test
    of 0 and 1 needs at least 1 + log2(1 / alpha) items on which the systems differ; the difference is large enough
    that there are so many with this probability (Poisson distribution).

    References
    ----------
    Miettinen (1968), Biometrics 24, 339-352.

    Examples
    --------
    >>> round(smallest_difference([1] * 60 + [0] * 40, [1] * 50 + [0] * 40 + [1] * 10), 3)
    0.125
    """
    differences = first - second
    square, m = float(np.mean(differences**2)), differences.size
    binary = group is None and np.isin(first, [0, 1]).all() and np.isin(second, [0, 1]).all()
    effect = 1.0 if group is None else design_effect(differences, group)
    quantile = norm if binary else t(_error_and_freedom(differences, group)[1])
    needed = float(quantile.isf(alpha / 2) + quantile.isf(1 - power)) * np.sqrt(square * effect / m)
    if binary and square > 0:
        fewest = np.ceil(1 + np.log2(1 / alpha))  # items that differ, all in favour of one system
        needed = max(needed, chi2.ppf(power, 2 * fewest) / 2 / m)
    return float(needed)


def _error_and_freedom(values: np.ndarray, group: np.ndarray | None) -> tuple[float, int]:
    """Return the standard error of the mean, and the degrees of freedom of Student's t."""
    deviation = 0.0 if np.ptp(values) == 0 else float(values.std(ddof=1))
    if group is None:
        return deviation / np.sqrt(values.size), values.size - 1
    return deviation * np.sqrt(design_effect(values, group) / values.size), np.unique(group).size - 1
