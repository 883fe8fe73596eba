"""How far a number from one test set may lie from the truth: shares, AUCs, differences and sums of them.

An interval of confidence 0.95 is made by a rule that holds the truth for at least, or about, 95 of 100 test sets.
Shares have the exact interval of chapter 08, AUCs that of DeLong's variance (chapter 04, *Further*). Sums and
differences are put together from the intervals of their parts, so that they stay honest where a part is 0 or 1.
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv, expit, logit
from scipy.stats import t

from evalcore._checks import asks, at_least_zero, finite, number, share, shares, such_that, whole
from evalcore._differences import level, number_or_array

Interval = tuple[float, float]
_correlation = number("a correlation in [-1, 1]", -1, 1)
_whole_numbers = such_that(lambda counts: np.all(counts % 1 == 0), "hold whole numbers", finite(low=0, high=1e15))


def _three(name: str, values: object) -> np.ndarray:
    """A value between a low and a high end."""
    found = finite("3")(name, values)
    if found.size != 3 or not found[1] <= found[0] <= found[2]:
        raise ValueError(f"{name} must hold a value, a low end below it and a high end above it, got {found}")
    return found


@asks(count=_whole_numbers, m=_whole_numbers, confidence=level)
def share_interval(
    count: ArrayLike, m: ArrayLike, *, confidence: float = 0.95
) -> tuple[float | np.ndarray, float | np.ndarray]:
    """The shares for which neither so many of m nor so few would be rare: the exact interval.

    Low and high end in [0, 1], each missed with a probability of at most (1 - confidence) / 2; of no examples at
    all it is (0, 1). Both arguments may be arrays that broadcast. Raises ``ValueError`` for what are no whole
    numbers >= 0, and for more than m. Clopper and Pearson (1934), Biometrika 26, 404-413.

    >>> low, high = share_interval(5, 50)
    >>> round(low, 3), round(high, 3)
    (0.033, 0.218)
    """
    if np.any(count > m):
        raise ValueError(f"count must be at most m, got {np.max(count - m):g} more")
    tail = (1 - confidence) / 2
    low = np.where(count > 0, betaincinv(np.maximum(count, 1), m - count + 1, tail), 0)
    rest = m - count
    high = np.where(rest > 0, 1 - betaincinv(np.maximum(rest, 1), count + 1, tail), 1)
    return number_or_array(low), number_or_array(high)


@asks(auc=share, variance=at_least_zero, positives=whole(2), negatives=whole(2), confidence=level)
def auc_interval(auc: float, variance: float, *, positives: int, negatives: int, confidence: float = 0.95) -> Interval:
    """An interval about an AUC with DeLong's variance, taken on the scale of ln(AUC / (1 - AUC)), so within [0, 1].

    Its width is Student's, with one degree of freedom less than the smaller class has examples: with few of one class
    the variance is itself uncertain, and a normal interval of 8 positives and 92 negatives misses 8 in 100.

    At 0 and 1 the variance is 0 and says nothing. Then as many pairs of a positive and a negative as share no
    example are in the right order, or none of them is, independently of one another: a :func:`share_interval`.
    A learner with one score for all has an AUC of one half, and no width.
    Raises ``ValueError`` for an AUC outside [0, 1], a negative variance, or a class with fewer than two examples.

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
    """The interval of first - second, from value, low and high end of both, and the correlation of the two values.

    Raises ``ValueError`` for what are not three numbers each, or a correlation outside [-1, 1].
    Zou (2007), Psychological Methods 12, 399-413.

    >>> low, high = interval_of_difference((0.9, 0.8, 0.95), (0.7, 0.6, 0.8))
    >>> round(low, 3), round(high, 3)
    (0.059, 0.312)
    """
    (a, low_a, high_a), (b, low_b, high_b) = first.tolist(), second.tolist()
    below = _side(a - low_a, high_b - b, correlation)
    above = _side(high_a - a, b - low_b, correlation)
    return a - b - below, a - b + above


def _side(own: float, other: float, correlation: float) -> float:
    return max(own**2 + other**2 - 2 * correlation * own * other, 0) ** 0.5


_sizes = such_that(
    lambda sizes: np.all((sizes % 1 == 0) & (sizes > 0)), "hold whole numbers > 0", finite("parts", low=0, high=1e15)
)


def _rows(name: str, values: object) -> np.ndarray:
    """For each part a number, or a row of numbers."""
    return such_that(lambda rows: rows.ndim > 0, "hold numbers, or a row of numbers, for each part", finite())(
        name, values
    )


def _rows_of_counts(name: str, values: object) -> np.ndarray:
    return _whole_numbers(name, _rows(name, values))


_rows.sizes = _rows_of_counts.sizes = ("parts",)


@asks(weights=_rows, counts=_rows_of_counts, sizes=_sizes)
def sum_interval(
    weights: ArrayLike, counts: ArrayLike, sizes: ArrayLike
) -> tuple[float | np.ndarray, float | np.ndarray, float | np.ndarray]:
    """A weighted sum of shares, counts / sizes, its low and its high end, such as the cost of misses and alarms.

    ``sizes`` has shape (parts,), ``weights`` and ``counts`` (parts, ...). The distances from each share to the ends
    of its 95 % :func:`share_interval` are added as squares. Raises ``ValueError`` as that does, for other shapes, and
    for a part without examples. Zou, Huang and Zhang (2009), Statistics in Medicine 28, 1260-1275.

    >>> cost, low, high = sum_interval([0.5, 0.5], [4, 4], [10, 10])
    >>> round(cost, 3), round(low, 3), round(high, 3)
    (0.4, 0.203, 0.639)
    """
    total = below = above = 0
    for weight, count, size in zip(weights, counts, sizes, strict=True):
        low, high = np.sort([weight * end for end in share_interval(count, size)], axis=0)
        here = weight * count / size
        total, below, above = total + here, below + (here - low) ** 2, above + (high - here) ** 2
    return number_or_array(total), number_or_array(total - np.sqrt(below)), number_or_array(total + np.sqrt(above))


@asks(first=whole(0), second=whole(0), m=whole(1), confidence=level)
def paired_share_difference(first: int, second: int, m: int, *, confidence: float = 0.95) -> tuple[float, float, float]:
    """The difference of the shares of two kinds of m examples, and the ends of its interval.

    No example is of both kinds, such as those that only the first, and only the second, of two models calls wrongly.

    Parameters
    ----------
    first, second
        How many examples are of each kind; together at most m.
    m
        The number of examples, at least 1.
    confidence
        Of the interval, in (0, 1).

    Returns
    -------
    difference, low, high
        (first - second) / m and the ends, all in [-1, 1].

    Raises
    ------
    ValueError
        For counts that are not whole numbers >= 0, or more than m together.

    Notes
    -----
    The counts are those of one multinomial, so that the correlation of the two shares p and q is
    -(p q / ((1 - p) (1 - q)))^(1/2), and -1 if there is no third kind. Their exact intervals are put together by
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
    """The precision at another share of positives, from the two rates, which that share leaves alone.

    Parameters
    ----------
    prior
        The share of positives, in (0, 1).
    tpr, fpr
        True and false positive rate, in [0, 1]; arrays broadcast.

    Returns
    -------
    float or ndarray
        prior tpr / (prior tpr + (1 - prior) fpr), in [0, 1]; nan where both rates are 0.

    Raises
    ------
    ValueError
        For a share that is not inside (0, 1), and rates outside [0, 1].

    Examples
    --------
    >>> round(precision_at_prior(0.01, 0.9, 0.05), 3)
    0.154
    """
    called = np.asarray(prior * tpr + (1 - prior) * fpr)
    return number_or_array(np.divide(prior * tpr, called, out=np.full(called.shape, np.nan), where=called > 0))


@asks(prior=_prior, tp=_whole_numbers, fp=_whole_numbers, positives=whole(1), negatives=whole(1), confidence=level)
def precision_interval(
    prior: float, tp: ArrayLike, fp: ArrayLike, *, positives: int, negatives: int, confidence: float = 0.95
) -> tuple[float | np.ndarray, float | np.ndarray]:
    """Low and high end of the precision at another share of positives.

    Parameters
    ----------
    prior
        The share of positives, in (0, 1), at which the precision is asked for.
    tp, fp
        True and false positives among the examples; arrays broadcast.
    positives, negatives
        How many examples each class has.
    confidence
        Of the interval, in (0, 1).

    Returns
    -------
    low, high
        In [0, 1].

    Raises
    ------
    ValueError
        For a share outside (0, 1), for counts that are not whole numbers, and for more than a class has.

    Notes
    -----
    Each rate has an exact interval of confidence (1 + confidence) / 2, so that both hold together as often as asked
    for. The precision rises with the true positive rate and falls with the false positive rate: its ends are those of
    the rectangle of both intervals. It is conservative.

    Examples
    --------
    >>> low, high = precision_interval(0.01, 90, 5, positives=100, negatives=100)
    >>> round(low, 3), round(high, 3)
    (0.063, 0.413)
    """
    each = (1 + confidence) / 2
    recall = share_interval(tp, positives, confidence=each)
    alarms = share_interval(fp, negatives, confidence=each)
    return precision_at_prior(prior, recall[0], alarms[1]), precision_at_prior(prior, recall[1], alarms[0])


_ends = such_that(lambda ends: ends.shape[0] == 2 and np.all(ends[0] <= ends[1]), "hold low and high ends")


def _boxes(name: str, values: object) -> np.ndarray:
    """Low and high ends of one side of each box, shape (2, boxes)."""
    return _ends(name, finite("2", "boxes")(name, values))


_boxes.sizes = ("2", "boxes")


@asks(at=finite("places"), x=_boxes, y=_boxes)
def union_of_boxes(at: ArrayLike, x: ArrayLike, y: ArrayLike) -> np.ndarray:
    """The band that a row of boxes covers: its lowest and its highest point at each place.

    Parameters
    ----------
    at
        Places on the horizontal axis, shape (places,).
    x, y
        Low and high ends of each box's sides, shape (2, boxes); both ends in ``x`` rise, from box to box.

    Returns
    -------
    ndarray
        Shape (2, places): low and high. Where two boxes leave a gap, and beyond the last box, the band is as high as
        both neighbours, or the last, together.

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
    first = np.searchsorted(x[1], at)  # the first box that ends at the place or behind it
    last = np.searchsorted(x[0], at, side="right") - 1  # the last one that begins at it or before it
    ends = [np.clip(edge(first, last), 0, x.shape[1] - 1)[:, None] for edge in (np.minimum, np.maximum)]
    here = (np.arange(x.shape[1]) >= ends[0]) & (np.arange(x.shape[1]) <= ends[1])
    return np.array([np.where(here, y[0], np.inf).min(axis=1), np.where(here, y[1], -np.inf).max(axis=1)])


_times = such_that(
    lambda times: np.all(times % 1 == 0) and times.sum() > 1,
    "hold whole numbers, two examples in all or more",
    finite("m", low=0, high=1e15),
)


@asks(values=finite("m"), times=_times)
def mean_interval(values: ArrayLike, times: ArrayLike) -> Interval:
    """Student's interval of 95 % about the mean of examples, of which so many have each value; both of shape (m,).

    Of many examples it holds the true mean in 95 of 100 data sets; of few only if their values are spread evenly to
    both sides. Without any spread it has no width.
    Raises ``ValueError`` for numbers of examples that are not whole, or fewer than two in all.

    >>> low, high = mean_interval([1, 0], [30, 70])
    >>> round(low, 3), round(high, 3)
    (0.209, 0.391)
    """
    m, mean = times.sum(), np.average(values, weights=times)
    error = np.sqrt(times @ (values - mean) ** 2 / (m - 1) / m)
    half = t.isf(0.025, m - 1) * error
    return float(mean - half), float(mean + half)
