"""Two rivals whose true errors are known: how often do tests call them different (chapter 07)?

The task has two classes, equally frequent, and two blocks of standard normal features. In each block the means of
the classes lie some distance apart along the first feature. Each rival sees one block and uses the same learner on
it, so that neither is better: the task stays the same if the blocks change places. To make the second rival better,
it is told the class of some of the examples.
"""

from typing import NamedTuple

import numpy as np

from evalcore._checks import asks, finite, generator, such_that, whole
from evalcore.comparison import corrected_t, five_by_two_t, mcnemar, paired_t
from evalcore.language import marked, translated

FEATURES = 3  # of each rival
LIKENESS = 0.5  # correlation of the rivals' features, so that they err on the same examples more often than not
ERROR = 0.2  # true error of both rivals, when nine tenths of a data set train
DISTANCES = {  # of the class means, so that the learner has that true error with data sets of m examples
    marked("nearest centroid"): {60: 1.741, 120: 1.711, 240: 1.699},
    marked("5 neighbours"): {60: 1.950, 120: 1.919, 240: 1.905},
    marked("1 neighbour"): {60: 2.251, 120: 2.217, 240: 2.199},
}
MAJORITY = {"nearest centroid": 1, "5 neighbours": 3, "1 neighbour": 1}  # so many of the nearest decide
TESTS = [
    *(marked("t, 100 folds"), marked("t, 10 folds"), marked("corrected t, 100 folds"), "5x2"),
    *(marked("McNemar, exact"), marked("McNemar, mid-p"), marked("5x2, first alone")),
]
AT_ONCE = 25  # data sets whose distances are held in memory


def _in_english(_name, learner):
    """A learner's English name, if it is named in the language that is spoken."""
    return next((name for name in DISTANCES if isinstance(learner, str) and learner == translated(name)), learner)


_learner = such_that(
    lambda name: isinstance(name, str) and name in DISTANCES, f"be one of {', '.join(DISTANCES)}", _in_english
)


class Trials(NamedTuple):
    """What the tests said of many data sets, for each of several true differences.

    ``p_values`` maps each of ``TESTS``, by its name in the language that is spoken, to an array of shape (differences,
    data sets); ``folds`` has the differences of the error rates on ten times ten folds, shape (differences, data sets,
    100), first minus second.
    """

    p_values: dict[str, np.ndarray]
    folds: np.ndarray


@asks(learner=_learner, X=finite("data sets", "2", "half", "features"), folds=whole(2))
def fold_mistakes(learner: str, X: np.ndarray, folds: int) -> np.ndarray:
    """Where a learner errs when each fold tests once and the others train; shape (data sets, 2, folds, rest).

    ``X[i, c]`` are the examples of class c, as many as of the other, in the order in which they are cut. A vote of
    five neighbours is won by the class whose third nearest example is nearer.
    Raises ``ValueError`` unless the folds divide each class and leave enough examples of it for a majority.
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
    """Draw data sets of m examples, one half of each class, and let every test judge the two rivals.

    ``differences`` are those of the true errors, first minus second, of models trained on nine tenths of a data set.
    The second rival is told the class of each example with a probability of difference / ``ERROR``.
    All differences are judged on the same draws. A learner is known by its English name, and by the one that it has
    in the language that is spoken. Raises ``ValueError`` for an m or a learner that is not in
    ``DISTANCES``, and for differences outside [0, ``ERROR``].
    """
    X = rng.standard_normal((2, data_sets, 2, m // 2, FEATURES))
    X[1] = LIKENESS * X[0] + np.sqrt(1 - LIKENESS**2) * X[1]
    X[..., 0] += DISTANCES[learner][m] * np.array([-0.5, 0.5])[:, None]
    luck = rng.random((data_sets, 2, m // 2))
    orders = [rng.permutation(m // 2) for _ in range(10)]
    cuts = [*((order, 10) for order in orders), *((order, 2) for order in orders[:5]), (np.arange(m // 2), 3)]
    first, second = (_mistakes(learner, own, cuts) for own in X)
    judged = []
    for difference in differences:
        told = luck < difference / ERROR
        better = [
            wrong & ~told[:, :, order].reshape(wrong.shape) for wrong, (order, _) in zip(second, cuts, strict=True)
        ]
        judged.append(_judged(first, better))
    p_values = {translated(name): np.array([said[name] for said, _ in judged]) for name in TESTS}
    return Trials(p_values, np.array([folds for _, folds in judged]))


def _mistakes(learner, X, cuts):
    """As :func:`fold_mistakes` for each cut: an order in which each class is put, and a number of folds."""
    distances = _to_centroids if learner == "nearest centroid" else _to_neighbours
    wrong = [np.empty((len(X), 2, folds, len(order) // folds), dtype=bool) for order, folds in cuts]
    for start in range(0, len(X), AT_ONCE):
        block = slice(start, start + AT_ONCE)
        for of_cut, to in zip(wrong, distances(X[block], cuts, MAJORITY[learner]), strict=True):
            says_one = to[..., 1] < to[..., 0]
            of_cut[block] = (says_one != np.array([False, True])[:, None]).reshape(of_cut[block].shape)
    return wrong


def _to_neighbours(X, cuts, majority):
    """Each example's squared distance from the last of the majority, in each class; shape (data sets, 2, half, 2).

    Neighbours are sorted once; for each cut a walk from the nearest on passes over those of the example's own fold.
    """
    half = X.shape[2]
    squares = _squares(X[:, :, :, None, None], X[:, None, None])
    nearest = np.argsort(squares, axis=-1)
    squares = np.take_along_axis(squares, nearest, axis=-1)
    outwards = [np.ascontiguousarray(np.moveaxis(one, -1, 0)) for one in (nearest, squares)]
    for order, folds in cuts:
        fold_of = np.empty(half, dtype=np.int16)
        fold_of[order] = np.repeat(np.arange(folds), half // folds)
        met, farthest = np.zeros(squares.shape[:-1], dtype=np.int16), np.empty(squares.shape[:-1])
        for neighbours, away in zip(*outwards, strict=True):
            elsewhere = fold_of[neighbours] != fold_of[:, None]
            met += elsewhere
            np.copyto(farthest, away, where=elsewhere & (met == majority))
            if met.min() >= majority:
                break
        yield farthest[:, :, order]


def _to_centroids(X, cuts, _majority):
    """Each example's squared distance from the mean of each class in the other folds; shape (data sets, 2, half, 2)."""
    for order, folds in cuts:
        parts = X[:, :, order].reshape(len(X), 2, folds, -1, X.shape[-1])
        sums = parts.sum(axis=3)
        means = (sums.sum(axis=2, keepdims=True) - sums) / (len(order) - len(order) // folds)
        squares = _squares(parts[:, :, :, :, None], means.swapaxes(1, 2)[:, None, :, None])
        yield squares.reshape(len(X), 2, -1, 2)


def _squares(ones, others):
    """Squared distances along the last axis."""
    return sum((ones[..., f] - others[..., f]) ** 2 for f in range(ones.shape[-1]))


def _judged(first, second):
    """The p-values of all tests, and the differences on ten times ten folds.

    Of each rival its mistakes on ten cuts into ten folds, on five into two and on one into three, of which the
    first is the hold-out set.
    """
    gaps = [a.mean(axis=(1, 3)) - b.mean(axis=(1, 3)) for a, b in zip(first, second, strict=True)]
    folds, five_by_two = np.concatenate(gaps[:10], axis=1), np.stack(gaps[10:15], axis=1)
    held_out = first[15][:, :, 0], second[15][:, :, 0]
    e01, e10 = (np.sum(one & ~other, axis=(1, 2)) for one, other in (held_out, held_out[::-1]))
    said = [
        paired_t(folds),
        paired_t(folds[:, :10]),
        corrected_t(folds, test_train_ratio=1 / 9),
        five_by_two_t(five_by_two),
        mcnemar(e01, e10, exact=True),
        mcnemar(e01, e10, mid_p=True),
        five_by_two_t(five_by_two, first_alone=True),
    ]
    return {name: outcome.p_value for name, outcome in zip(TESTS, said, strict=True)}, folds
