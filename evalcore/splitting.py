"""Evaluation methods: splits into training and test examples, and a comparison of methods with known true errors.

Chapter 03. Hold-out, k folds and leave-one-out are scikit-learn's splitters. An *estimator* here is the ``split`` of
such a splitter: a function of (X, y) that yields pairs of index arrays, (train, test). Numbers may be as large as
1e50.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import exp, log1p
from time import perf_counter
from typing import NamedTuple

import numpy as np

from evalcore._checks import (
    asks,
    at_least_zero,
    both_classes,
    finite,
    function,
    generator,
    instance,
    items,
    labels,
    mapping,
    optional,
    places,
    shown,
    such_that,
    whole,
)

Split = tuple[np.ndarray, np.ndarray]
Estimator = Callable[[np.ndarray, np.ndarray], Iterable[Split]]
_named_estimators = mapping("names and functions of X and y", callable)


@asks(m=whole(1))
def never_drawn_probability(m: int) -> float:
    """Return the probability (1 - 1/m)^m that m draws with replacement from m examples miss a given one.

    Parameters
    ----------
    m : int
        At least 1.

    Returns
    -------
    float
        In [0, 1), rising with m towards 1/e = 0.368.

    Raises
    ------
    ValueError
        If m is not of this kind.

    References
    ----------
    Zhou, *Machine Learning*, (2.1); Efron and Tibshirani (1993), *An Introduction to the Bootstrap*.

    Examples
    --------
    >>> never_drawn_probability(2)
    0.25
    """
    return (1 - 1 / m) ** m if m < 100 else exp(m * log1p(-1 / m))  # 1 - 1/m loses digits for a large m


@asks(m=whole(1), rng=generator)
def bootstrap_split(m: int, rng: np.random.Generator) -> Split:
    """Draw a bootstrap sample: indices (train, test) of m draws with replacement and of the out-of-bag examples.

    Parameters
    ----------
    m : int
        Number of examples, at least 1.
    rng : numpy.random.Generator

    Returns
    -------
    train : ndarray, shape (m,)
        Indices, some of them repeated.
    test : ndarray
        Indices never drawn, rising; empty if every example was drawn, as always for m = 1.

    Raises
    ------
    ValueError
        If an argument is not of this kind.

    References
    ----------
    Efron (1979), Annals of Statistics 7, 1-26.

    See Also
    --------
    sklearn.utils.resample

    Examples
    --------
    >>> train, test = bootstrap_split(5, np.random.default_rng(0))
    >>> train, test
    (array([4, 3, 2, 1, 1]), array([0]))
    """
    train = rng.integers(m, size=m)
    return train, np.flatnonzero(np.bincount(train, minlength=m) == 0)


class _CountedSplits:
    """Splits as two arrays (splits, m): how often each trains on, and tests on, each example."""

    def __init__(self, train: np.ndarray, test: np.ndarray):
        self.multiplicities = train, test

    def __iter__(self) -> Iterator[Split]:
        every = np.arange(self.multiplicities[0].shape[1])
        return (tuple(np.repeat(every, times) for times in split) for split in zip(*self.multiplicities, strict=True))


@asks(
    splitter=such_that(lambda value: hasattr(value, "get_n_splits"), "be a splitter, such as KFold(5)"),
    m=such_that(lambda m: m % 2 == 0, "be even, one half of each class", whole(2)),
)
def cut_once(splitter: object, m: int) -> Estimator:
    """Return an estimator with the same splits for all data sets of m examples, one half of each class.

    The splitter divides sorted labels once. The examples of a data set are matched to these by the order of their
    labels, and among equal labels by their own order. The indices of each part rise.

    Parameters
    ----------
    splitter : object
        One of scikit-learn's, such as ``KFold(5)``.
    m : int
        Even.

    Returns
    -------
    callable
        Maps ``X, y`` to the (train, test) splits.

    Raises
    ------
    ValueError
        If an argument is not of this kind, and as the splitter does.

    Examples
    --------
    >>> from sklearn.model_selection import KFold
    >>> [test.tolist() for _, test in cut_once(KFold(2), 4)(np.zeros((4, 1)), np.array([1, 0, 0, 1]))]
    [[1, 2], [0, 3]]
    """
    train, test = _multiplicities(list(splitter.split(np.zeros((m, 1)), np.arange(m) >= m / 2)), m)

    def split(X, y):
        # the index of each example after sorting by label
        place = np.argsort(np.argsort(y, kind="stable"))
        return _CountedSplits(train[:, place], test[:, place])

    return split


@asks(samples=whole(1), m=whole(2), rng=generator)
def bootstraps(samples: int, m: int, rng: np.random.Generator) -> Estimator:
    """Return an estimator that draws new bootstrap samples, as :func:`bootstrap_split`, for each data set.

    Parameters
    ----------
    samples, m : int
        Number of samples per data set, at least 1, and of examples, at least 2.
    rng : numpy.random.Generator

    Returns
    -------
    callable
        Maps ``X, y`` to the (train, test) splits.

    Raises
    ------
    ValueError
        If an argument is not of this kind; from the estimator, if a sample has drawn every example.

    Examples
    --------
    >>> [(train, test)] = bootstraps(1, 5, np.random.default_rng(0))(np.zeros((5, 1)), np.zeros(5))
    >>> train, test
    (array([1, 1, 2, 3, 4]), array([0]))
    """

    def split(X, y):
        drawn = rng.integers(m, size=(samples, m)) + m * np.arange(samples)[:, None]
        train = np.bincount(drawn.ravel(), minlength=samples * m).reshape(samples, m)
        if np.any(train.min(axis=1) > 0):
            raise ValueError(f"a sample of m = {m} has drawn every example: none is left to test, expected a larger m")
        return _CountedSplits(train, (train == 0).astype(int))

    return split


def _index_pairs(name: str, splits: object) -> Iterable[Split]:
    """Check pairs of index arrays, none of them empty; counted splits need no check."""
    if isinstance(splits, _CountedSplits):
        return splits
    splits = items(name, splits, "one or more (train, test) splits", 1)
    if all(isinstance(split, tuple) and len(split) == 2 and all(map(_indexes, split)) for split in splits):
        return splits  # as splitters return them; others are checked one by one
    pairs = [items("a split", split, "a pair (train, test)", 2, 2) for split in splits]
    indices = places("indices")
    return [tuple(indices("a part of a split", part) for part in pair) for pair in pairs]


def _indexes(part: object) -> bool:
    """Return whether this is an index array as splitters return it."""
    return isinstance(part, np.ndarray) and part.ndim == 1 and part.dtype == np.intp and part.size > 0


def _multiplicities(splits: Iterable[Split], m: int) -> tuple[np.ndarray, np.ndarray]:
    """Count how often each split trains on, and tests on, each example: two arrays (splits, m)."""
    if isinstance(splits, _CountedSplits):
        return splits.multiplicities
    parts = [part for split in splits for part in split]
    indices = np.concatenate(parts)
    if strange := [end for end in (indices.min(), indices.max()) if not 0 <= end < m]:
        raise ValueError(f"a split must hold indices from 0 to {m - 1}, got {strange[0]}")
    # one bincount for all parts, because one per part is slow
    row = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    counted = np.bincount(row * m + indices, minlength=len(parts) * m).reshape(-1, 2, m)
    return counted[:, 0], counted[:, 1]


@asks(
    m=such_that(lambda m: m % 2 == 0, "be even, one half of each class", whole(4)),
    features=whole(1),
    distance=at_least_zero,
)
@dataclass(frozen=True)
class TwoClouds:
    """Data sets of m examples, one half of each class, from two spherical Gaussian distributions that are known.

    Parameters
    ----------
    m : int
        Even, at least 4.
    features : int
        Number of standard normal features, at least 1.
    distance : float
        Distance of the class means along the first feature, at least 0.

    Raises
    ------
    ValueError
        If an argument is not of this kind.

    Examples
    --------
    >>> round(TwoClouds(m=40, features=10, distance=2.0).best_error, 4)
    0.1587
    """

    m: int
    features: int
    distance: float

    @property
    def best_error(self) -> float:
        """Error rate of the best possible rule (Bayes error); in (0, 0.5]."""
        return float(_below(-self.distance / 2))

    @asks(rng=generator)
    def draw(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Draw a data set in random order.

        Parameters
        ----------
        rng : numpy.random.Generator

        Returns
        -------
        X : ndarray, shape (m, features)
        y : ndarray, shape (m,)
            Labels 0 and 1.
        """
        y = rng.permutation(np.arange(self.m) % 2)
        X = rng.standard_normal((self.m, self.features))
        X[:, 0] += self.distance * (y - 0.5)
        return X, y

    @asks(direction=finite(), offset=finite())
    def class_errors(self, direction: np.ndarray, offset: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the true FPR and FNR of the rule "positive if x @ direction > offset".

        Parameters
        ----------
        direction : array_like, shape (..., features)
        offset : array_like, shape (...)

        Returns
        -------
        fpr, fnr : ndarray, shape (...)
            In [0, 1].

        Raises
        ------
        ValueError
            For other shapes, and for a direction of length 0.
        """
        fits = direction.shape == (*offset.shape, self.features)
        length = np.linalg.norm(direction, axis=-1) if fits else None
        if not fits or not np.all(length > 0):
            raise ValueError(f"direction must be {self.features} numbers, not all 0, for each offset, got {direction}")
        middle = direction[..., 0] * self.distance / 2
        return _below((-offset - middle) / length), _below((offset - middle) / length)

    def true_error(self, direction: np.ndarray, offset: np.ndarray) -> np.ndarray:
        """Return the true error rate: the mean of the two :meth:`class_errors`.

        Parameters
        ----------
        direction, offset
            As in :meth:`class_errors`.

        Returns
        -------
        ndarray, shape (...)
            In [0, 1].
        """
        return np.mean(self.class_errors(direction, offset), axis=0)


@asks(X=finite("m", "features"), y=labels, weights=finite("fits", "m", low=0))
def nearest_centroid(X: np.ndarray, y: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Fit the rule "the class whose mean is nearer" for each row of weights, and return its direction and offset.

    Parameters
    ----------
    X, y : array_like, shape (m, features) and (m,)
        Labels are 0 and 1.
    weights : array_like, shape (fits, m)
        How often each fit trains on each example.

    Returns
    -------
    direction, offset : ndarray, shape (fits, features) and (fits,)

    Raises
    ------
    ValueError
        For other shapes or labels, and if a fit has no example of a class.

    See Also
    --------
    sklearn.neighbors.NearestCentroid

    Examples
    --------
    >>> nearest_centroid(np.array([[0.0], [1.0], [4.0]]), np.array([0, 0, 1]), np.array([[1, 1, 1]]))
    (array([[3.5]]), array([7.875]))
    """
    return _rules(X, y, weights)


def _rules(X: np.ndarray, y: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return direction and offset of :func:`nearest_centroid` for checked arguments."""
    means = []
    for label in (0, 1):
        of_class = weights * (y == label)
        size = of_class.sum(axis=1, keepdims=True)
        if not np.all(size > 0):
            raise ValueError(f"a training set has no example of class {label}; expected both classes")
        means.append(of_class @ X / size)
    direction = means[1] - means[0]
    return direction, np.sum(direction * (means[0] + means[1]) / 2, axis=1)


@asks(X=finite("m", "features"), y=labels, splits=_index_pairs)
def estimate_error(X: np.ndarray, y: np.ndarray, splits: Iterable[Split]) -> tuple[float, int]:
    """Return the mean test error of the nearest-centroid rule over (train, test) splits, and the number of fits.

    All fits are computed at once.

    Parameters
    ----------
    X : array_like, shape (m, features)
    y : array_like, shape (m,)
        Labels 0 and 1.
    splits : iterable of (train, test)
        Pairs of arrays of indices, as scikit-learn's splitters return them.

    Returns
    -------
    error : float
        In [0, 1], smaller is better.
    fits : int

    Raises
    ------
    ValueError
        If there is no split, or if one has an empty test set, lacks a class in training, or is not a pair of index
        arrays.

    See Also
    --------
    sklearn.model_selection.cross_val_score

    Examples
    --------
    >>> X, y = np.array([[0.0], [1.0], [4.0], [5.0]]), np.array([0, 0, 1, 1])
    >>> estimate_error(X, y, [(np.array([0, 2]), np.array([1, 3]))])
    (0.0, 1)
    """
    errors = _split_errors(X, y, *_multiplicities(splits, len(y)))
    return float(errors.mean()), len(errors)


@asks(X=finite("m", "features"), y=labels, splits=_index_pairs)
def split_errors(X: np.ndarray, y: np.ndarray, splits: Iterable[Split]) -> np.ndarray:
    """Return the test error of the nearest-centroid rule in each (train, test) split.

    Their mean is :func:`estimate_error`.

    Parameters
    ----------
    X, y, splits
        As in :func:`estimate_error`.

    Returns
    -------
    ndarray, shape (splits,)
        In [0, 1].

    Raises
    ------
    ValueError
        As :func:`estimate_error`.

    Examples
    --------
    >>> X, y = np.array([[0.0], [1.0], [4.0], [5.0]]), np.array([0, 0, 1, 1])
    >>> split_errors(X, y, [(np.array([0, 2]), np.array([1, 3])), (np.array([0, 3]), np.array([1, 2]))])
    array([0., 0.])
    """
    return _split_errors(X, y, *_multiplicities(splits, len(y)))


def _split_errors(X: np.ndarray, y: np.ndarray, train: np.ndarray, test: np.ndarray) -> np.ndarray:
    """Return the errors of :func:`split_errors` for counted splits."""
    direction, offset = _rules(X, y, train)
    wrong = (direction @ X.T > offset[:, None]) != y
    return np.sum(wrong * test, axis=1) / test.sum(axis=1)


@dataclass(frozen=True)
class Contest:
    """Estimates of each evaluation method on each data set, and the true errors; made by :func:`compare_estimators`.

    ``truth`` is the true error of the model trained on all m examples, shape (data sets,). ``estimates`` maps names
    to arrays of the same shape, ``fits`` to the number of fits per data set, and ``seconds`` to the time of all fits.
    A name that is none of these raises a ``ValueError``.
    """

    truth: np.ndarray
    estimates: dict[str, np.ndarray]
    fits: dict[str, int]
    seconds: dict[str, float]

    def bias(self, name: str) -> float:
        """Return the mean of estimate - truth; positive is pessimistic, 0 is best."""
        return float(np.mean(self._of(name) - self.truth))

    def spread(self, name: str) -> float:
        """Return the standard deviation of estimate - truth over the data sets; smaller is better."""
        return float(np.std(self._of(name) - self.truth))

    def miss(self, name: str) -> float:
        """Return the root mean squared error of the estimate: miss² = bias² + spread²; smaller is better."""
        return float(np.sqrt(np.mean((self._of(name) - self.truth) ** 2)))

    def _of(self, name: str) -> np.ndarray:
        """Return the estimates with this name."""
        if not isinstance(name, str) or name not in self.estimates:
            raise ValueError(f"name must be one of {list(self.estimates)}, got {shown(name)}")
        return self.estimates[name]


@asks(
    estimators=_named_estimators, task=instance(TwoClouds), data_sets=whole(1), rng=generator,
    progress=optional(function("the number of data sets done")),
)  # fmt: skip
def compare_estimators(
    estimators: Mapping[str, Estimator],
    task: TwoClouds,
    data_sets: int,
    rng: np.random.Generator,
    *,
    progress: Callable[[int], object] | None = None,
) -> Contest:
    """Estimate the error of the nearest-centroid rule by each method on the same data sets, drawn from ``task``.

    Parameters
    ----------
    estimators : mapping
        Names, and functions (X, y) -> splits, such as ``KFold(5).split``.
    task : TwoClouds
    data_sets : int
        At least 1.
    rng : numpy.random.Generator
    progress : callable, optional
        Called with the number of data sets done.

    Returns
    -------
    Contest

    Raises
    ------
    ValueError
        If an argument is not of this kind, and as :func:`estimate_error`.

    References
    ----------
    Kohavi (1995), IJCAI 14, 1137-1143.

    Examples
    --------
    >>> halves = {"halves": lambda X, y: [(np.arange(10), np.arange(10, 20))]}
    >>> contest = compare_estimators(halves, TwoClouds(20, 2, 9.0), 3, np.random.default_rng(0))
    >>> contest.estimates["halves"], contest.fits
    (array([0., 0., 0.]), {'halves': 1})
    """
    truth = np.empty(data_sets)
    estimates = {name: np.empty(data_sets) for name in estimators}
    fits, seconds = dict.fromkeys(estimators, 0), dict.fromkeys(estimators, 0.0)
    for i in range(data_sets):
        X, y = task.draw(rng)
        truth[i] = task.true_error(*nearest_centroid(X, y, np.ones((1, task.m))))[0]
        for name, split in estimators.items():
            start = perf_counter()
            splits = _multiplicities(_index_pairs("splits", split(X, y)), task.m)
            errors = _split_errors(X, y, *splits)
            estimates[name][i], fits[name] = errors.mean(), len(errors)
            seconds[name] += perf_counter() - start
        if progress:
            progress(i + 1)
    return Contest(truth, estimates, fits, seconds)


class Lean(NamedTuple):
    """Two components of the bias of an evaluation method, both means over data sets; larger is more pessimistic.

    ``weaker``: how much larger the true error of its rules is than that of the rule trained on all m examples.
    ``trap``: how much larger their error is for the class proportions of their test sets than for equal proportions.
    """

    weaker: float
    trap: float


@asks(estimators=_named_estimators, task=instance(TwoClouds), data_sets=whole(1), rng=generator)
def lean(
    estimators: Mapping[str, Estimator], task: TwoClouds, data_sets: int, rng: np.random.Generator
) -> dict[str, Lean]:
    """Compute the two components of the bias of each evaluation method for the nearest-centroid rule, from true errors.

    If the test examples take no part in training, the bias is the sum of the two.

    Parameters
    ----------
    estimators, task, data_sets, rng
        As in :func:`compare_estimators`.

    Returns
    -------
    dict of Lean
        One for each of the estimators.

    Raises
    ------
    ValueError
        As :func:`compare_estimators`.

    Examples
    --------
    >>> halves = {"halves": lambda X, y: [(np.arange(10), np.arange(10, 20))]}
    >>> lean(halves, TwoClouds(20, 2, 2.0), 50, np.random.default_rng(0))["halves"].weaker > 0
    True
    """
    parts = {name: np.empty((data_sets, 2)) for name in estimators}
    for i in range(data_sets):
        X, y = task.draw(rng)
        truth = task.true_error(*nearest_centroid(X, y, np.ones((1, task.m))))[0]
        for name, split in estimators.items():
            train, test = _multiplicities(_index_pairs("splits", split(X, y)), task.m)
            fpr, fnr = task.class_errors(*nearest_centroid(X, y, train))
            positives = test @ y / test.sum(axis=1)  # proportion in each test set
            balanced = np.mean(fpr + fnr) / 2
            tested = np.mean((1 - positives) * fpr + positives * fnr)
            parts[name][i] = balanced - truth, tested - balanced
    return {name: Lean(*part.mean(axis=0).tolist()) for name, part in parts.items()}


@asks(y_true=both_classes, rng=generator)
def stratified_half(y_true: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw one half of the examples of each class at random.

    Parameters
    ----------
    y_true : array_like, shape (m,)
        Labels 0 and 1, at least one of each.
    rng : numpy.random.Generator

    Returns
    -------
    ndarray of bool, shape (m,)
        True in the first half, which has the smaller part of a class of odd size.

    Raises
    ------
    ValueError
        If an argument is not of this kind.

    See Also
    --------
    sklearn.model_selection.StratifiedShuffleSplit : with ``test_size=0.5``.

    Examples
    --------
    >>> stratified_half([1, 0, 0, 1], np.random.default_rng(0)).tolist()
    [True, True, False, False]
    """
    first = np.zeros(y_true.size, dtype=bool)
    for label in (y_true, ~y_true):
        members = np.flatnonzero(label)
        first[rng.permutation(members)[: members.size // 2]] = True
    return first


_any_scores = finite("rankings", "m", low=-np.finfo(float).max, high=np.finfo(float).max)


@asks(y_true=labels, y_scores=_any_scores)
def repeated_examples(y_true: np.ndarray, y_scores: np.ndarray) -> int:
    """Count the examples with the same label and scores as another one; 0 if these look like chance, not like copies.

    Parameters
    ----------
    y_true : array_like, shape (m,)
        Labels 0 and 1.
    y_scores : array_like, shape (models, m)
        Scores of one model or more.

    Returns
    -------
    int
        Number of examples that could be left out without losing a combination of label and scores.

    Raises
    ------
    ValueError
        For other labels, scores that are not finite, and other shapes.

    Notes
    -----
    An example that is in the data twice has one label, while scores that both classes share, such as rounded ones,
    are chance. Copies are equally frequent, while coarse scores, such as proportions of neighbours, make groups of
    all sizes: more than half of the repeated examples must be in groups of the most frequent size, and unless all
    examples are repeated, rounding must not explain it. The lowest and the highest score of a model may be its
    limits, such as 0 and 1, which many examples share; they are not counted.

    Examples
    --------
    >>> repeated_examples([1, 0, 0, 1, 0, 0, 1], [[0.7, 0.2, 0.51, 0.7, 0.2, 0.1, 0.9]])
    2
    """
    low, high = y_scores.min(axis=1, keepdims=True), y_scores.max(axis=1, keepdims=True)
    inside = np.any((y_scores > low) & (y_scores < high), axis=0)
    y, rows = y_true[inside], y_scores[:, inside]
    if y.size == 0:
        return 0
    order = np.lexsort([y, *rows])
    other_scores = np.zeros(order.size - 1, dtype=bool)
    for row in rows:
        other_scores |= np.diff(row[order]) != 0
    other_label = np.diff(y[order])
    in_both_classes = np.sum(~other_scores & other_label)
    sizes = np.diff(np.flatnonzero(np.concatenate([[True], other_scores | other_label, [True]])))
    all_repeated, sizes = sizes.min() > 1, sizes[sizes > 1]
    repeated = int(np.sum(sizes - 1))
    usual = np.argmax(np.bincount(sizes, minlength=1))
    of_usual_size = np.sum(sizes == usual) * (usual - 1)
    like_copies = repeated > 10 * in_both_classes and of_usual_size > repeated / 2
    return repeated if like_copies and (all_repeated or not _by_rounding(y, rows)) else 0


def _by_rounding(y: np.ndarray, rows: np.ndarray) -> bool:
    """Return whether pairs of a label one rounding step apart are as many as pairs with equal scores.

    Where examples are so close that some are rounded to the same scores, others are rounded to neighbouring ones.
    Scores of more than six decimals count as not rounded: for these, neighbours are equal.
    """
    from scipy.spatial import cKDTree  # here, so that the module is imported without SciPy

    steps = np.transpose([3.0 * y, *map(_in_steps, rows)])
    different, times = np.unique(steps, axis=0, return_counts=True)
    tree, times = cKDTree(different), times.astype(float)
    near = tree.count_neighbors(tree, 1.5, p=np.inf, weights=(times, times)) - times @ times
    return bool(near >= times @ (times - 1))


def _in_steps(row: np.ndarray) -> np.ndarray:
    """Return scores in units of their rounding, so that neighbouring rounded scores are 1 apart."""
    with np.errstate(all="ignore"):  # some scores may be too large to be rounded
        for decimals in range(7):
            if np.array_equal(np.round(row, decimals), row):
                return np.round(row * 10.0**decimals)
    return 3.0 * np.unique(row, return_inverse=True)[1]


def _below(z: np.ndarray | float) -> np.ndarray:
    """Return the probability that a standard normal number is below z."""
    from scipy.special import ndtr  # here, so that the module is imported without SciPy

    return ndtr(z)
