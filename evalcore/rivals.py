"""Rejection rates of tests for two learners whose true errors are known (chapter 07).

The task has two classes, equally frequent, and two blocks of standard normal features. In each block the means of the
classes are some distance apart along the first feature. Each of the two rivals uses one block and the same learning
algorithm, so that neither is better: exchanging the blocks does not change the task. To make the second rival better,
it is given the class of some of the examples.
"""

from typing import NamedTuple

import numpy as np

from evalcore._checks import asks, finite, generator, such_that, whole
from evalcore.comparison import corrected_t, five_by_two_t, mcnemar, paired_t
from evalcore.language import marked, translated

FEATURES = 3  # of each of the two rivals
LIKENESS = 0.5  # correlation of the rivals' features, so that they often err on the same examples
ERROR = 0.2  # true error of both rivals, trained on nine tenths of a data set
DISTANCES = {  # of the class means that give the learner this true error, by number of examples m
    marked("nearest centroid"): {60: 1.741, 120: 1.711, 240: 1.699},
    marked("5 neighbours"): {60: 1.950, 120: 1.919, 240: 1.905},
    marked("1 neighbour"): {60: 2.251, 120: 2.217, 240: 2.199},
}
MAJORITY = {
    "nearest centroid": 1,
    "5 neighbours": 3,
    "1 neighbour": 1,
}  # votes that decide
TESTS = [
    *(marked("t, 100 folds"), marked("t, 10 folds"), marked("corrected t, 100 folds"), "5x2"),
    *(marked("McNemar, exact"), marked("McNemar, mid-p"), marked("5x2, first alone")),
]
AT_ONCE = 25  # data sets whose distances are in memory together


def _in_english(_name, learner):
    """Return the English name of a learner that is named in the current language."""
    return next((name for name in DISTANCES if isinstance(learner, str) and learner == translated(name)), learner)


_learner = such_that(
    lambda name: isinstance(name, str) and name in DISTANCES, f"be one of {', '.join(DISTANCES)}", _in_english
)


class Trials(NamedTuple):
    """Results of the tests on many data sets, for each of several true differences.

    ``p_values`` maps the name of each of ``TESTS``, in the current language, to an array of shape (differences, data
    sets). ``folds`` has the differences of the error rates on ten times ten folds, first minus second, shape
    (differences, data sets, 100).
    """

    p_values: dict[str, np.ndarray]
    folds: np.ndarray


@asks(learner=_learner, X=finite("data sets", "2", "half", "features"), folds=whole(2))
def fold_mistakes(learner: str, X: np.ndarray, folds: int) -> np.ndarray:
    """Return where a learner errs in cross-validation.

    Parameters
    ----------
    learner : str
        One of ``DISTANCES``. Among five neighbours the class wins whose third nearest example is nearer.
    X : array_like, shape (data sets, 2, half, features)
        ``X[i, c]`` are the examples of class c, as many as of the other, in the order in which they are divided into
        folds.
    folds : int

    Returns
    -------
    ndarray of bool, shape (data sets, 2, folds, half / folds)

    Raises
    ------
    ValueError
        Unless the folds divide each class and leave enough examples of it for a majority.
    """
    _, classes, half, _ = X.shape
    if half % folds or classes != 2:
        raise ValueError(f"X must have two classes that {folds} folds divide, got shape {X.shape}")
    if half - half // folds < MAJORITY[learner]:
        raise ValueError(f"X must leave {MAJORITY[learner]} examples of each class to train on, got shape {X.shape}")
    return _mistakes(learner, X, [(np.arange(half), folds)])[0]


@asks(
    learner=_learner,
    m=such_that(lambda m: m in (60, 120, 240), "be 60, 120 or 240", whole(60)),
    differences=finite("differences", low=0, high=ERROR),
    data_sets=whole(1),
    rng=generator,
)
def run_trials(learner: str, m: int, differences: np.ndarray, data_sets: int, rng: np.random.Generator) -> Trials:
    """Draw data sets of m examples, one half of each class, and compare the two rivals on them with every test.

    Parameters
    ----------
    learner : str
        One of ``DISTANCES``, in English or in the current language.
    m : int
        60, 120 or 240.
    differences : array_like, shape (differences,)
        True differences of error rates, in [0, ``ERROR``], first minus second, of models trained on nine tenths of a
        data set. The second rival is given the class of each example with probability difference / ``ERROR``. All
        differences use the same random draws.
    data_sets : int
    rng : numpy.random.Generator

    Returns
    -------
    Trials

    Raises
    ------
    ValueError
        If an argument is not of this kind.
    """
    X = rng.standard_normal((2, data_sets, 2, m // 2, FEATURES))
    X[1] = LIKENESS * X[0] + np.sqrt(1 - LIKENESS**2) * X[1]
    X[..., 0] += DISTANCES[learner][m] * np.array([-0.5, 0.5])[:, None]
    uniform = rng.random((data_sets, 2, m // 2))
    orders = [rng.permutation(m // 2) for _ in range(10)]
    partitions = [*((order, 10) for order in orders), *((order, 2) for order in orders[:5]), (np.arange(m // 2), 3)]
    first, second = (_mistakes(learner, own, partitions) for own in X)
    errors_first, results = _errors(first), []
    for difference in differences:
        revealed = uniform < difference / ERROR
        better = [
            wrong & ~revealed[:, :, order].reshape(wrong.shape)
            for wrong, (order, _) in zip(second, partitions, strict=True)
        ]
        results.append(_results(errors_first, _errors(better)))
    p_values = {translated(name): np.array([values[name] for values, _ in results]) for name in TESTS}
    return Trials(p_values, np.array([folds for _, folds in results]))


def _mistakes(learner, X, partitions):
    """Return :func:`fold_mistakes` for each partition, an order of the examples per class and a number of folds."""
    predicted_one = _by_centroids if learner == "nearest centroid" else _by_neighbours
    wrong = [np.empty((len(X), 2, folds, len(order) // folds), dtype=bool) for order, folds in partitions]
    for start in range(0, len(X), AT_ONCE):
        block = slice(start, start + AT_ONCE)
        for target, predicts_one in zip(wrong, predicted_one(X[block], partitions, MAJORITY[learner]), strict=True):
            target[block] = (predicts_one != np.array([False, True])[:, None]).reshape(target[block].shape)
    return wrong


def _by_neighbours(X, partitions, majority):
    """Yield for each partition which examples their neighbours in other folds predict as 1; (data sets, 2, half).

    Neighbours are sorted once, and one pass from the nearest on serves all partitions: each is a bit of the integers.
    """
    half = X.shape[2]
    apart = np.zeros((half, half), dtype=np.uint32)  # partitions with two indices in different folds
    for bit, (order, folds) in enumerate(partitions):
        fold_of = np.empty(half, dtype=int)
        fold_of[order] = np.repeat(np.arange(folds), half // folds)
        apart |= (fold_of[:, None] != fold_of).astype(np.uint32) << bit
    examples = X.reshape(len(X), 2 * half, -1)
    nearest = np.argsort(_squares(examples[:, :, None], examples[:, None]), axis=-1)
    votes = np.zeros((majority + 1, 2, *nearest.shape[:2]), dtype=np.uint32)  # partitions with k votes
    votes[0] = undecided = all_partitions = 2 ** len(partitions) - 1
    for neighbours in np.moveaxis(nearest, -1, 0):
        of_one, place = np.divmod(neighbours, half)
        vote = apart[np.arange(2 * half) % half, place] & undecided
        vote = np.where(of_one == np.array([[[0]], [[1]]]), vote, 0)
        for k in range(majority, 0, -1):
            votes[k] |= votes[k - 1] & vote
        undecided = all_partitions & ~(votes[-1, 0] | votes[-1, 1])
        if not undecided.any():
            break
    for bit, (order, _) in enumerate(partitions):
        yield (votes[-1, 1] >> bit & 1).reshape(-1, 2, half)[:, :, order]


def _by_centroids(X, partitions, _majority):
    """Yield for each partition which examples are nearer to the mean of class 1 there; (data sets, 2, half)."""
    for order, folds in partitions:
        parts = X[:, :, order].reshape(len(X), 2, folds, -1, X.shape[-1])
        sums = parts.sum(axis=3)
        means = (sums.sum(axis=2, keepdims=True) - sums) / (len(order) - len(order) // folds)
        to_zero, to_one = (_squares(parts, mean[:, None, :, None]) for mean in means.swapaxes(0, 1))
        yield (to_one < to_zero).reshape(len(X), 2, -1)


def _squares(points, others):
    """Return squared distances along the last axis."""
    return sum((points[..., f] - others[..., f]) ** 2 for f in range(points.shape[-1]))


def _errors(wrong):
    """Return error rates on ten times ten folds and on five times two, and the errors on a hold-out set.

    ``wrong`` has a rival's errors for ten partitions into ten folds, five into two and one into three, of which the
    first fold is the hold-out set.
    """
    rates = [errors.mean(axis=(1, 3)) for errors in wrong]
    return np.concatenate(rates[:10], axis=1), np.stack(rates[10:15], axis=1), wrong[15][:, :, 0]


def _results(first, second):
    """Return the p-values of all tests, and the differences on ten times ten folds, from the errors of both rivals."""
    folds, five_by_two = first[0] - second[0], first[1] - second[1]
    held_out = first[2], second[2]
    e01, e10 = (np.sum(wrong & ~other, axis=(1, 2)) for wrong, other in (held_out, held_out[::-1]))
    outcomes = [
        paired_t(folds),
        paired_t(folds[:, :10]),
        corrected_t(folds, test_train_ratio=1 / 9),
        five_by_two_t(five_by_two),
        mcnemar(e01, e10, exact=True),
        mcnemar(e01, e10, mid_p=True),
        five_by_two_t(five_by_two, first_alone=True),
    ]
    return {name: outcome.p_value for name, outcome in zip(TESTS, outcomes, strict=True)}, folds
