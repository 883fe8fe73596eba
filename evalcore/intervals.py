"""Confidence intervals for numbers from one test set: proportions, AUCs, differences and sums of them.

A procedure with confidence 0.95 covers the true value for at least, or about, 95 of 100 test sets. Proportions have
the exact interval of chapter 08, AUCs one with DeLong's variance (chapter 04, *Further*). Sums and differences are
put together from the intervals of their parts, so that they remain valid where a part is 0 or 1.
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv, expit, logit
from scipy.stats import t

from evalcore._checks import (
    asks,
    at_least_zero,
    finite,
    group_numbers,
    number,
    optional,
    positive,
    share,
    shares,
    such_that,
    whole,
)
from evalcore._differences import level, number_or_array

Interval = tuple[float, float]
_groups = such_that(lambda group: np.unique(group).size > 1, "number two groups or more", group_numbers)
_expected = finite(low=0, high=1e15)
_one_count = number("a number >= 0 (up to 1e15)", 0, 1e15)
_effect = number("a design effect, a finite number >= 1", 1)
_correlation = number("a correlation in [-1, 1]", -1, 1)
_whole_numbers = such_that(lambda counts: np.all(counts % 1 == 0), "hold whole numbers", finite(low=0, high=1e15))


def _three(name: str, values: object) -> np.ndarray:
    """Check a value between a low and a high end."""
    three = finite("3")(name, values)
    if three.size != 3 or not three[1] <= three[0] <= three[2]:
        raise ValueError(f"{name} must hold a value, a low end below it and a high end above it, got {three}")
    return three


@asks(count=_whole_numbers, m=_whole_numbers, confidence=level, effect=_effect)
def share_interval(
    count: ArrayLike, m: ArrayLike, *, confidence: float = 0.95, effect: float = 1
) -> tuple[float | np.ndarray, float | np.ndarray]:
    """Compute the exact confidence interval of a proportion, ``count`` of ``m`` examples.

    Parameters
    ----------
    count, m : array_like of int
        0 <= count <= m; arrays broadcast.
    confidence : float
        In (0, 1).
    effect : float
        The :func:`design_effect` of groups of examples, at least 1: the interval is that of so many times fewer
        examples (Korn and Graubard 1998).

    Returns
    -------
    low, high : float or ndarray
        In [0, 1]. Each end is on the wrong side of the true proportion with probability at most (1 - confidence) / 2.
        For m = 0 the interval is (0, 1).

    Raises
    ------
    ValueError
        For other counts.

    References
    ----------
    Clopper and Pearson (1934), Biometrika 26, 404-413; Korn and Graubard (1998), Survey Methodology 24, 193-201.

    See Also
    --------
    scipy.stats.binomtest : ``binomtest(count, m).proportion_ci()``.
    statsmodels.stats.proportion.proportion_confint : with ``method="beta"``.

    Examples
    --------
    >>> low, high = share_interval(5, 50)
    >>> round(low, 3), round(high, 3)
    (0.033, 0.218)
    """
    return clopper_pearson(count, m, confidence=confidence, effect=effect)


@asks(count=_expected, m=_expected, confidence=level, effect=_effect)
def clopper_pearson(
    count: ArrayLike, m: ArrayLike, *, confidence: float = 0.95, effect: float = 1
) -> tuple[float | np.ndarray, float | np.ndarray]:
    """The interval of :func:`share_interval`, also for counts that are means and have fractions.

    Parameters
    ----------
    count, m
        The share is count / m, with 0 <= count <= m; arrays broadcast.
    confidence
        Of the interval, in (0, 1).
    effect
        A :func:`design_effect`, at least 1.

    Returns
    -------
    low, high
        In [0, 1]; (0, 1) where m is 0. A mean of counts varies less than a count: then the interval is conservative.

    Raises
    ------
    ValueError
        For negative numbers, for more than m, and for an effect below 1.

    See Also
    --------
    statsmodels.stats.proportion.proportion_confint : with ``method="beta"``.

    Examples
    --------
    >>> low, high = clopper_pearson(4.5, 50)
    >>> round(low, 3), round(high, 3)
    (0.028, 0.205)
    """
    if np.any(count > m):
        raise ValueError(f"count must be at most m, got {np.max(count - m):g} more")
    count, rest, tail = count / effect, (m - count) / effect, (1 - confidence) / 2
    low = np.where(count > 0, betaincinv(np.where(count > 0, count, 1), rest + 1, tail), 0)
    high = np.where(rest > 0, 1 - betaincinv(np.where(rest > 0, rest, 1), count + 1, tail), 1)
    return number_or_array(low), number_or_array(high)


@asks(auc=share, variance=at_least_zero, positives=whole(2), negatives=whole(2), confidence=level)
def auc_interval(auc: float, variance: float, *, positives: int, negatives: int, confidence: float = 0.95) -> Interval:
    """Compute a confidence interval of an AUC from DeLong's variance, on the scale of ln(AUC / (1 - AUC)).

    It lies within [0, 1]. The quantile is that of Student's t with one degree of freedom less than the smaller class
    has examples: with few of one class the variance is itself uncertain, and a normal interval for 8 positives and 92
    negatives misses the true value 8 times in 100.

    An AUC of 0 or 1 has variance 0, which is uninformative. Then all disjoint pairs of a positive and a negative, as
    many as the smaller class has examples, are in the right order, or none is, which gives a :func:`share_interval`.
    A learner that gives all examples one score has an AUC of one half and an interval without width.

    Parameters
    ----------
    auc, variance : float
        In [0, 1], and at least 0, as :func:`evalcore.metrics.auc_covariance` returns it.
    positives, negatives : int
        Number of examples of each class, at least 2.
    confidence : float
        In (0, 1).

    Returns
    -------
    Interval
        ``low`` and ``high``, in [0, 1].

    Raises
    ------
    ValueError
        If an argument is not of this kind.

    Examples
    --------
    >>> low, high = auc_interval(0.75, 0.125**2, positives=10, negatives=10)
    >>> round(low, 3), round(high, 3)
    (0.399, 0.931)
    """
    if auc in (0, 1):
        pairs = min(positives, negatives)
        return share_interval(int(auc) * pairs, pairs, confidence=confidence)
    half = t.isf((1 - confidence) / 2, min(positives, negatives) - 1) * np.sqrt(variance) / (auc * (1 - auc))
    return float(expit(logit(auc) - half)), float(expit(logit(auc) + half))


@asks(first=_three, second=_three, correlation=_correlation)
def interval_of_difference(first: ArrayLike, second: ArrayLike, *, correlation: float = 0) -> Interval:
    """Compute the interval of first - second from (value, low, high) of both and the correlation of the two values.

    Parameters
    ----------
    first, second : array_like, shape (3,)
        A value and the ends of its interval, low <= value <= high.
    correlation : float
        Of the two values, in [-1, 1].

    Returns
    -------
    Interval
        ``low`` and ``high``, around the difference of the values.

    Raises
    ------
    ValueError
        If an argument is not of this kind.

    References
    ----------
    Zou (2007), Psychological Methods 12, 399-413.

    Examples
    --------
    >>> low, high = interval_of_difference((0.9, 0.8, 0.95), (0.7, 0.6, 0.8))
    >>> round(low, 3), round(high, 3)
    (0.059, 0.312)
    """
    (a, low_a, high_a), (b, low_b, high_b) = first.tolist(), second.tolist()
    below = _side(a - low_a, high_b - b, correlation)
    above = _side(high_a - a, b - low_b, correlation)
    return a - b - below, a - b + above


def _side(own: float, other: float, correlation: float) -> float:
    """Return the distance from the difference to one end of its interval."""
    return max(own**2 + other**2 - 2 * correlation * own * other, 0) ** 0.5


_sizes = such_that(
    lambda sizes: np.all((sizes % 1 == 0) & (sizes > 0)), "hold whole numbers > 0", finite("parts", low=0, high=1e15)
)


def _rows(name: str, values: object) -> np.ndarray:
    """Check a number, or a row of numbers, for each part."""
    return such_that(lambda rows: rows.ndim > 0, "hold numbers, or a row of numbers, for each part", finite())(
        name, values
    )


def _rows_of_counts(name: str, values: object) -> np.ndarray:
    """Check an integer, or a row of integers, for each part."""
    return _whole_numbers(name, _rows(name, values))


_rows.sizes = _rows_of_counts.sizes = ("parts",)


@asks(weights=_rows, counts=_rows_of_counts, sizes=_sizes)
def sum_interval(
    weights: ArrayLike, counts: ArrayLike, sizes: ArrayLike
) -> tuple[float | np.ndarray, float | np.ndarray, float | np.ndarray]:
    """Compute a weighted sum of proportions, counts / sizes, such as a cost, and its 95 % confidence interval.

    The distances from each proportion to the ends of its :func:`share_interval` are added as squares.

    Parameters
    ----------
    weights, counts : array_like, shape (parts, ...)
    sizes : array_like of int, shape (parts,)
        Number of examples of each part, at least 1.

    Returns
    -------
    value, low, high : float or ndarray, shape (...,)

    Raises
    ------
    ValueError
        As :func:`share_interval`, for other shapes, and for a part without examples.

    References
    ----------
    Zou, Huang and Zhang (2009), Statistics in Medicine 28, 1260-1275.

    Examples
    --------
    >>> cost, low, high = sum_interval([0.5, 0.5], [4, 4], [10, 10])
    >>> round(cost, 3), round(low, 3), round(high, 3)
    (0.4, 0.203, 0.639)
    """
    total = below = above = 0
    for weight, count, size in zip(weights, counts, sizes, strict=True):
        low, high = np.sort([weight * end for end in share_interval(count, size)], axis=0)
        part = weight * count / size
        total, below, above = total + part, below + (part - low) ** 2, above + (high - part) ** 2
    return number_or_array(total), number_or_array(total - np.sqrt(below)), number_or_array(total + np.sqrt(above))


@asks(first=whole(0), second=whole(0), m=whole(1), confidence=level)
def paired_share_difference(first: int, second: int, m: int, *, confidence: float = 0.95) -> tuple[float, float, float]:
    """Compute the difference of two proportions of the same m examples, and its confidence interval.

    No example counts for both, such as those that only the first, and only the second, of two models predicts
    wrongly.

    Parameters
    ----------
    first, second : int
        Number of examples of each kind; together at most m.
    m : int
        Number of examples, at least 1.
    confidence : float
        Of the interval, in (0, 1).

    Returns
    -------
    difference, low, high : float
        (first - second) / m and the ends, all in [-1, 1].

    Raises
    ------
    ValueError
        For counts that are not integers >= 0, or more than m together.

    Notes
    -----
    The counts are multinomial, so that the correlation of the two proportions p and q is -(p q / ((1 - p) (1 -
    q)))^(1/2), and -1 if there is no third kind. Their exact intervals are combined by
    :func:`interval_of_difference`.

    References
    ----------
    Zou and Donner (2008), Statistics in Medicine 27, 1693-1702.

    Examples
    --------
    >>> [round(number, 3) for number in paired_share_difference(8, 3, 40)]
    [0.125, -0.056, 0.3]
    """
    if first + second > m:
        raise ValueError(f"first and second must be at most m together, got {first} + {second} of {m}")
    correlation = -1 if first + second == m else -((first * second / ((m - first) * (m - second))) ** 0.5)
    counted = [(count / m, *share_interval(count, m, confidence=confidence)) for count in (first, second)]
    return (first - second) / m, *interval_of_difference(*counted, correlation=correlation)


_prior = number("a number between 0 and 1, such as 0.05", 1e-12, 1 - 1e-12)


@asks(prior=_prior, tpr=shares, fpr=shares)
def precision_at_prior(prior: float, tpr: ArrayLike, fpr: ArrayLike) -> float | np.ndarray:
    """Compute the precision at another prior probability of a positive, on which the two rates do not depend.

    Parameters
    ----------
    prior : float
        Prior probability of a positive, in (0, 1).
    tpr, fpr : array_like
        True and false positive rate, in [0, 1]; arrays broadcast.

    Returns
    -------
    float or ndarray
        prior tpr / (prior tpr + (1 - prior) fpr), in [0, 1], larger is better; nan where both rates are 0.

    Raises
    ------
    ValueError
        For a prior that is not inside (0, 1), and rates outside [0, 1].

    Examples
    --------
    >>> round(precision_at_prior(0.01, 0.9, 0.05), 3)
    0.154
    """
    predicted = np.asarray(prior * tpr + (1 - prior) * fpr)
    undefined = np.full(predicted.shape, np.nan)
    return number_or_array(np.divide(prior * tpr, predicted, out=undefined, where=predicted > 0))


@asks(
    prior=_prior, tp=_expected, fp=_expected, positives=whole(1), negatives=whole(1), confidence=level, effect=_effect
)
def precision_interval(
    prior: float,
    tp: ArrayLike,
    fp: ArrayLike,
    *,
    positives: int,
    negatives: int,
    confidence: float = 0.95,
    effect: float = 1,
) -> tuple[float | np.ndarray, float | np.ndarray]:
    """Compute a confidence interval of the precision at another prior probability of a positive.

    Parameters
    ----------
    prior : float
        Prior probability of a positive, in (0, 1).
    tp, fp : array_like
        True and false positives among the examples, also means of several counts; arrays broadcast.
    positives, negatives : int
        Number of examples of each class.
    confidence : float
        Of the interval, in (0, 1).
    effect
        A :func:`design_effect`, at least 1.

    Returns
    -------
    low, high : float or ndarray
        In [0, 1].

    Raises
    ------
    ValueError
        For a prior outside (0, 1), for negative counts, and for more than a class has.

    Notes
    -----
    Each rate has an exact interval of confidence (1 + confidence) / 2, so that both cover together with the requested
    confidence. The precision rises with the true positive rate and falls with the false positive rate: its ends are
    those of the rectangle of both intervals. It is conservative.

    Examples
    --------
    >>> low, high = precision_interval(0.01, 90, 5, positives=100, negatives=100)
    >>> round(low, 3), round(high, 3)
    (0.063, 0.413)
    """
    adjusted = (1 + confidence) / 2
    recall = clopper_pearson(tp, positives, confidence=adjusted, effect=effect)
    alarms = clopper_pearson(fp, negatives, confidence=adjusted, effect=effect)
    return precision_at_prior(prior, recall[0], alarms[1]), precision_at_prior(prior, recall[1], alarms[0])


@asks(values=finite("m"), group=_groups)
def design_effect(values: ArrayLike, group: ArrayLike) -> float:
    """Compute the design effect: the factor by which groups of examples increase the variance of a mean.

    Parameters
    ----------
    values
        What each example adds to the mean, shape (m,).
    group
        The number of each example's group, from 0, shape (m,); two groups or more.

    Returns
    -------
    float
        The variance of the sum of groups over that of the sum of independent examples, at least 1; 1 if all values are
        equal.

    Raises
    ------
    ValueError
        For values that are not finite, numbers of groups that are no whole numbers >= 0, unequal lengths, and fewer
        than two groups.

    References
    ----------
    Kish (1965), *Survey Sampling*; Rao and Scott (1992), Biometrics 48, 577-585.

    Examples
    --------
    >>> round(design_effect([1, 1, 0, 0, 1, 1, 0, 0], [0, 0, 1, 1, 2, 2, 3, 3]), 3)
    2.333
    """
    _different, number_of = np.unique(group, return_inverse=True)
    centered = values - values.mean()
    sums = np.bincount(number_of, weights=centered)
    single = values.size / (values.size - 1) * (centered @ centered)
    together = sums.size / (sums.size - 1) * (sums @ sums)
    return max(float(together / single), 1.0) if single > 0 else 1.0


@asks(
    misses=_expected, false_alarms=_expected, positives=whole(1), negatives=whole(1),
    prior=optional(shares), cost_fn=positive, cost_fp=positive, effect=_effect, confidence=level,
)  # fmt: skip
def expected_cost(
    misses: ArrayLike,
    false_alarms: ArrayLike,
    *,
    positives: int,
    negatives: int,
    prior: ArrayLike | None = None,
    cost_fn: float = 1,
    cost_fp: float = 1,
    effect: float = 1,
    confidence: float = 0.95,
) -> tuple[float | np.ndarray, float | np.ndarray, float | np.ndarray]:
    """Compute the expected cost per example, and the ends of its interval.

    Parameters
    ----------
    misses, false_alarms
        False negatives and false positives; with fractions where they are means over partitions. Arrays broadcast.
    positives, negatives
        How many examples each class has.
    prior
        The share of positives, in [0, 1], where the model is used. None: that of the examples, which is itself
        uncertain, and the interval allows for it.
    cost_fn, cost_fp
        Costs of a false negative and of a false positive, > 0.
    effect
        The design effect of groups of examples, at least 1 (:func:`design_effect`).
    confidence
        Of the interval, in (0, 1).

    Returns
    -------
    cost, low, high
        In the unit of the costs, at least 0; smaller is better.

    Raises
    ------
    ValueError
        For negative numbers of errors, or more than a class has, a prior outside [0, 1], and costs that are not > 0.

    Notes
    -----
    At a given prior the two error rates are independent, each with its exact interval. Without it the shares of both
    errors among all examples are those of a multinomial, and correlated. Distances to the ends are added as squares.
    Where most examples are wrong, this correlation is almost -1 and the distances cancel. There the interval is at
    least as wide as that of the share of all errors, each at the cost of the cheaper one.

    References
    ----------
    Zou, Huang and Zhang (2009), Statistics in Medicine 28, 1260-1275.

    Examples
    --------
    >>> [round(number, 3) for number in expected_cost(3, 20, positives=10, negatives=990, cost_fn=50)]
    [0.17, 0.051, 0.457]
    >>> [round(number, 3) for number in expected_cost(3, 20, positives=10, negatives=990, prior=0.01, cost_fn=50)]
    [0.17, 0.053, 0.347]
    """
    if np.any(misses > positives) or np.any(false_alarms > negatives):
        raise ValueError(f"misses and false alarms must be at most {positives} and {negatives}, got more")
    total = positives + negatives
    if prior is None:
        weights, sizes = (cost_fn, cost_fp), (total, total)
        odds = misses * false_alarms / np.maximum((total - misses) * (total - false_alarms), 1)
        correlation = -np.sqrt(np.minimum(odds, 1))
    else:
        weights, sizes, correlation = (prior * cost_fn, (1 - prior) * cost_fp), (positives, negatives), 0
    cost, below, above = 0.0, [], []
    for weight, count, size in zip(weights, (misses, false_alarms), sizes, strict=True):
        rate = count / size
        low, high = clopper_pearson(count, size, confidence=confidence, effect=effect)
        cost = cost + weight * rate
        below.append(weight * (rate - low))
        above.append(weight * (high - rate))
    ends = [np.sqrt(a**2 + b**2 + 2 * correlation * a * b) for a, b in (below, above)]
    if prior is None:
        wrong = (misses + false_alarms) / total
        low, high = clopper_pearson(misses + false_alarms, total, confidence=confidence, effect=effect)
        least = [np.where(wrong > 0.5, min(weights) * distance, 0) for distance in (wrong - low, high - wrong)]
        ends = [np.maximum(*both) for both in zip(ends, least, strict=True)]
    most = max(weights) if prior is None else sum(weights)  # of a single example, and on average
    low, high = np.maximum(cost - ends[0], 0), np.minimum(cost + ends[1], most)
    return number_or_array(cost), number_or_array(low), number_or_array(high)


@asks(
    tp=_one_count, fp=_one_count, positives=whole(1), negatives=whole(1), prior=optional(_prior), effect=_effect,
    confidence=level,
)  # fmt: skip
def f1_interval(
    tp: float,
    fp: float,
    *,
    positives: int,
    negatives: int,
    prior: float | None = None,
    effect: float = 1,
    confidence: float = 0.95,
) -> tuple[float, float, float]:
    """F1 and the ends of its interval, also at another share of positives.

    Parameters
    ----------
    tp, fp
        True and false positives.
    positives, negatives
        How many examples each class has.
    prior
        The share of positives, in (0, 1), where the model is used. None: that of the examples.
    effect
        A :func:`design_effect`, at least 1.
    confidence
        Of the interval, in (0, 1).

    Returns
    -------
    f1, low, high
        In [0, 1]; larger is better.

    Raises
    ------
    ValueError
        For negative counts, more than a class has, and a prior outside (0, 1).

    Notes
    -----
    F1 is 2 J / (1 + J), where J is the share of true positives among the examples that are positive or predicted
    positive: the exact interval of J is that of F1. At another share of positives F1 rises with the recall and falls
    with the false positive rate, and its ends are those of the rectangle of both intervals, each of
    (1 + confidence) / 2.

    References
    ----------
    Hand, Christen and Kirielle (2021), Machine Learning 110, 451-456, of J and F1.

    Examples
    --------
    >>> [round(number, 3) for number in f1_interval(8, 4, positives=10, negatives=90)]
    [0.727, 0.448, 0.903]
    """
    if np.any(tp > positives) or np.any(fp > negatives):
        raise ValueError(f"tp and fp must be at most {positives} and {negatives}, got more")
    if prior is None:
        ends = clopper_pearson(tp, positives + fp, confidence=confidence, effect=effect)
        return tuple(float(2 * share / (1 + share)) for share in (tp / (positives + fp), *ends))
    adjusted = (1 + confidence) / 2
    recall, alarms = (
        clopper_pearson(*pair, confidence=adjusted, effect=effect) for pair in [(tp, positives), (fp, negatives)]
    )
    corners = [(tp / positives, fp / negatives), (recall[0], alarms[1]), (recall[1], alarms[0])]
    return tuple(float(2 * prior * tpr / (prior * (1 + tpr) + (1 - prior) * fpr)) for tpr, fpr in corners)


_ends = such_that(lambda ends: ends.shape[0] == 2 and np.all(ends[0] <= ends[1]), "hold low and high ends")


def _boxes(name: str, values: object) -> np.ndarray:
    """Check low and high ends of one side of each box, shape (2, boxes)."""
    return _ends(name, finite("2", "boxes")(name, values))


_boxes.sizes = ("2", "boxes")


_level_of = number("a number in [0, 1], such as 0.9", 0, 1)


@asks(recall=_boxes, quality=_boxes, least=_level_of)
def recall_at_least(recall: ArrayLike, quality: ArrayLike, least: float) -> tuple[float, float]:
    """Low and high end of the recall that can be had at a required quality, such as a specificity or a precision.

    Parameters
    ----------
    recall, quality
        Low and high ends of both at each threshold, shape (2, thresholds).
    least
        The quality that is required, in [0, 1].

    Returns
    -------
    low, high
        The largest recall that is sure at a threshold where the quality is, too, and the largest one that is possible
        at a threshold where the quality is; 0 where there is no such threshold.

    Raises
    ------
    ValueError
        For other shapes, low ends above high ones, and a quality outside [0, 1].

    Examples
    --------
    >>> recall_at_least([[0.1, 0.5], [0.3, 0.8]], [[0.9, 0.7], [1, 0.9]], 0.8)
    (0.1, 0.8)
    """
    return tuple(float(np.max(end, where=kept >= least, initial=0)) for end, kept in zip(recall, quality, strict=True))


@asks(
    misses=_one_count, false_alarms=_one_count, positives=whole(1), negatives=whole(1), prior=optional(_prior),
    cost_fn=positive, cost_fp=positive, effect=_effect, confidence=level,
)  # fmt: skip
def net_benefit(
    misses: float,
    false_alarms: float,
    *,
    positives: int,
    negatives: int,
    prior: float | None = None,
    cost_fn: float = 1,
    cost_fp: float = 1,
    effect: float = 1,
    confidence: float = 0.95,
) -> tuple[float, float, float]:
    """Net benefit: true positives per case, less false positives in units of them; with the ends of its interval.

    Parameters
    ----------
    misses, false_alarms, positives, negatives, prior, cost_fn, cost_fp, effect, confidence
        As in :func:`expected_cost`.

    Returns
    -------
    net_benefit, low, high
        p TPR - (1 - p) FPR cost_fp / cost_fn, at most the share p of positives; larger is better. Predicting nobody
        positive has 0.

    Raises
    ------
    ValueError
        As :func:`expected_cost`.

    References
    ----------
    Vickers and Elkin (2006), Medical Decision Making 26, 565-574.

    Examples
    --------
    >>> [round(number, 3) for number in net_benefit(3, 20, positives=10, negatives=990, cost_fn=50)]
    [0.007, 0.002, 0.014]
    """
    prices = {"cost_fn": cost_fn, "cost_fp": cost_fp, "effect": effect, "confidence": confidence}
    cost, low, high = expected_cost(
        misses, false_alarms, positives=positives, negatives=negatives, prior=prior, **prices
    )
    if prior is not None:
        return prior - cost / cost_fn, prior - high / cost_fn, prior - low / cost_fn
    m, odds = positives + negatives, cost_fp / cost_fn
    counts = [float(positives - misses), float(false_alarms)]
    shares = [
        np.array([count / m, *clopper_pearson(count, m, confidence=confidence, effect=effect)]) for count in counts
    ]
    correlation = -np.sqrt(min(counts[0] * counts[1] / max((m - counts[0]) * (m - counts[1]), 1e-300), 1))
    value = float(shares[0][0] - odds * shares[1][0])
    return value, *interval_of_difference(shares[0], odds * shares[1], correlation=float(correlation))


@asks(at=finite("places"), x=_boxes, y=_boxes)
def union_of_boxes(at: ArrayLike, x: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Compute the band that a sequence of boxes covers: its lowest and highest point at each x.

    Parameters
    ----------
    at : array_like, shape (places,)
        Values of x.
    x, y : array_like, shape (2, boxes)
        Low and high ends of the sides of each box; both ends in ``x`` rise from box to box.

    Returns
    -------
    ndarray, shape (2, places)
        Low and high. In a gap between two boxes the band covers both neighbours, and beyond the last box that one.

    Raises
    ------
    ValueError
        For other shapes, for a low end above its high end, and for boxes that are not in order.

    Examples
    --------
    >>> union_of_boxes([0.5, 1.5], [[0, 1], [1, 2]], [[0.1, 0.3], [0.4, 0.6]]).tolist()
    [[0.1, 0.3], [0.4, 0.6]]
    """
    if (np.diff(x) < 0).any():
        raise ValueError(f"x must hold ends that rise from box to box, got {x}")
    first = np.searchsorted(x[1], at)  # the first box that ends at this x or later
    last = np.searchsorted(x[0], at, side="right") - 1  # the last one that begins there or earlier
    ends = [edge(first, last)[:, None] for edge in (np.minimum, np.maximum)]
    covering = (np.arange(x.shape[1]) >= ends[0]) & (np.arange(x.shape[1]) <= ends[1])
    return np.array([np.where(covering, y[0], np.inf).min(axis=1), np.where(covering, y[1], -np.inf).max(axis=1)])


_times = such_that(
    lambda times: np.all(times % 1 == 0) and times.sum() > 1,
    "hold whole numbers, two examples in all or more",
    finite("m", low=0, high=1e15),
)


@asks(values=finite("m"), times=_times)
def mean_interval(values: ArrayLike, times: ArrayLike) -> Interval:
    """Compute Student's 95 % confidence interval of a mean, from the number of examples with each value.

    For many examples it covers the true mean in 95 of 100 data sets; for few only if the distribution is roughly
    symmetric. If all values are equal it has no width.

    Parameters
    ----------
    values, times : array_like, shape (m,)
        Different values, and the number of examples with each: integers, at least two in all.

    Returns
    -------
    Interval
        ``low`` and ``high``, in the unit of the values.

    Raises
    ------
    ValueError
        If the numbers of examples are not of this kind.

    See Also
    --------
    statsmodels.stats.weightstats.DescrStatsW.tconfint_mean : with ``weights=times``.

    Examples
    --------
    >>> low, high = mean_interval([1, 0], [30, 70])
    >>> round(low, 3), round(high, 3)
    (0.209, 0.391)
    """
    m, mean = times.sum(), np.average(values, weights=times)
    error = np.sqrt(times @ (values - mean) ** 2 / (m - 1) / m)
    half = t.isf(0.025, m - 1) * error
    return float(mean - half), float(mean + half)
