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
    of_first, judged = _errors(first), []
    for difference in differences:
        told = luck < difference / ERROR
        better = [
            wrong & ~told[:, :, order].reshape(wrong.shape) for wrong, (order, _) in zip(second, cuts, strict=True)
        ]
        judged.append(_judged(of_first, _errors(better)))
    p_values = {translated(name): np.array([said[name] for said, _ in judged]) for name in TESTS}
    return Trials(p_values, np.array([folds for _, folds in judged]))


def _mistakes(learner, X, cuts):
    """As :func:`fold_mistakes` for each cut: an order in which each class is put, and a number of folds."""
    called_one = _by_centroids if learner == "nearest centroid" else _by_neighbours
    wrong = [np.empty((len(X), 2, folds, len(order) // folds), dtype=bool) for order, folds in cuts]
    for start in range(0, len(X), AT_ONCE):
        block = slice(start, start + AT_ONCE)
        for of_cut, says_one in zip(wrong, called_one(X[block], cuts, MAJORITY[learner]), strict=True):
            of_cut[block] = (says_one != np.array([False, True])[:, None]).reshape(of_cut[block].shape)
    return wrong


def _by_neighbours(X, cuts, majority):
    """For each cut, which examples most of their neighbours in other folds call 1; shape (data sets, 2, half).

    Neighbours are sorted once, and one walk from the nearest on serves all cuts: each has a bit of the whole numbers.
    """
    half = X.shape[2]
    apart = np.zeros((half, half), dtype=np.uint32)  # the cuts in which two places lie in different folds
    for bit, (order, folds) in enumerate(cuts):
        fold_of = np.empty(half, dtype=int)
        fold_of[order] = np.repeat(np.arange(folds), half // folds)
        apart |= (fold_of[:, None] != fold_of).astype(np.uint32) << bit
    examples = X.reshape(len(X), 2 * half, -1)
    nearest = np.argsort(_squares(examples[:, :, None], examples[:, None]), axis=-1)
    votes = np.zeros((majority + 1, 2, *nearest.shape[:2]), dtype=np.uint32)  # the cuts in which a class has k votes
    votes[0] = undecided = every_cut = 2 ** len(cuts) - 1
    for neighbours in np.moveaxis(nearest, -1, 0):
        of_one, place = np.divmod(neighbours, half)
        vote = apart[np.arange(2 * half) % half, place] & undecided
        vote = np.where(of_one == np.array([[[0]], [[1]]]), vote, 0)
        for k in range(majority, 0, -1):
            votes[k] |= votes[k - 1] & vote
        undecided = every_cut & ~(votes[-1, 0] | votes[-1, 1])
        if not undecided.any():
            break
    for bit, (order, _) in enumerate(cuts):
        yield (votes[-1, 1] >> bit & 1).reshape(-1, 2, half)[:, :, order]


def _by_centroids(X, cuts, _majority):
    """For each cut, which examples are nearer to the mean of class 1 in other folds; shape (data sets, 2, half)."""
    for order, folds in cuts:
        parts = X[:, :, order].reshape(len(X), 2, folds, -1, X.shape[-1])
        sums = parts.sum(axis=3)
        means = (sums.sum(axis=2, keepdims=True) - sums) / (len(order) - len(order) // folds)
        to_zero, to_one = (_squares(parts, mean[:, None, :, None]) for mean in means.swapaxes(0, 1))
        yield (to_one < to_zero).reshape(len(X), 2, -1)


def _squares(ones, others):
    """Squared distances along the last axis."""
    return sum((ones[..., f] - others[..., f]) ** 2 for f in range(ones.shape[-1]))


def _errors(wrong):
    """Error rates on ten times ten folds and on five times two, and the mistakes on a hold-out set.

    ``wrong`` has a rival's mistakes on ten cuts into ten folds, on five into two and on one into three, of which the
    first is the hold-out set.
    """
    rates = [of_cut.mean(axis=(1, 3)) for of_cut in wrong]
    return np.concatenate(rates[:10], axis=1), np.stack(rates[10:15], axis=1), wrong[15][:, :, 0]


def _judged(first, second):
    """The p-values of all tests, and the differences on ten times ten folds, of the errors of both rivals."""
    folds, five_by_two = first[0] - second[0], first[1] - second[1]
    held_out = first[2], second[2]
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
