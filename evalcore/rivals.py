"""Two rivals whose true errors are known: how often do tests call them different (chapter 07)?

The task has two classes, equally frequent, and two blocks of standard normal features. In each block the means of
the classes lie some distance apart along the first feature. Each rival sees one block and answers with the class
whose mean is nearer. At equal distances neither is better: the task stays the same if the blocks change places.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq

from evalcore._checks import asks, finite, generator, number, such_that, whole
from evalcore.comparison import corrected_t, five_by_two_t, mcnemar, paired_t
from evalcore.splitting import TwoClouds

FEATURES = 3  # of each rival
LIKENESS = 0.5  # correlation of the rivals' features, so that they err on the same examples more often than not
FIRST_ERROR = 0.2  # true error of the first rival
TESTS = ["t, 10 folds", "t, 100 folds", "corrected t, 100 folds", "5x2", "5x2, first alone", "McNemar, hold-out"]


class Trials(NamedTuple):
    """What the tests said of many data sets, for each of several true differences.

    ``p_values`` maps each of ``TESTS`` to an array of shape (differences, data sets); ``folds`` has the
    differences of the error rates on ten times ten folds, shape (differences, data sets, 100), first minus second.
    """

    p_values: dict[str, np.ndarray]
    folds: np.ndarray


@asks(error=number("an error rate from 0.01 to 0.45", 0.01, 0.45), m=whole(4))
def distance_for(error: float, m: int) -> float:
    """How far apart the class means must lie, so that rules trained on m examples have this true error on average.

    The average over 4,000 training sets, each error in closed form; off by less than 0.001.
    Raises ``ValueError`` for an error outside [0.01, 0.45] or m < 4.

    >>> distance_for(0.1, 1000) < distance_for(0.1, 20)
    True
    """
    noise = np.random.default_rng(0).standard_normal((2, 4000, FEATURES)) / np.sqrt(m / 2)

    def excess(distance):
        means = noise + distance * np.array([-0.5, 0.5])[:, None, None] * (np.arange(FEATURES) == 0)
        direction = means[1] - means[0]
        offset = np.sum(direction * means.mean(axis=0), axis=-1)
        return TwoClouds(4, FEATURES, distance).true_error(direction, offset).mean() - error

    return float(brentq(excess, 0, 8, xtol=1e-4))


@asks(X=finite("data sets", "2", "half", "features"), folds=whole(2))
def fold_mistakes(X: np.ndarray, folds: int) -> np.ndarray:
    """Where nearest-mean rules err when each fold tests once and the others train; shape (data sets, 2, folds, rest).

    ``X[i, c]`` are the examples of class c, as many as of the other, in the order in which they are cut.
    Raises ``ValueError`` unless the folds divide each class.
    """
    data_sets, classes, half, features = X.shape
    if half % folds or classes != 2:
        raise ValueError(f"X must have two classes that {folds} folds divide, got shape {X.shape}")
    parts = X.reshape(data_sets, 2, folds, half // folds, features)
    sums = parts.sum(axis=3)
    means = (sums.sum(axis=2, keepdims=True) - sums) / (half - half // folds)  # of the other folds
    direction = means[:, 1] - means[:, 0]
    offset = np.sum(direction * means.mean(axis=1), axis=-1)
    # one feature at a time, which is faster than einsum
    score = sum(parts[..., f] * direction[:, None, :, None, f] for f in range(features))
    return (score > offset[:, None, :, None]) != np.array([False, True])[:, None, None]


@asks(
    m=such_that(lambda m: m % 60 == 0, "be a multiple of 60, so that 2, 3 and 10 folds divide each class", whole(60)),
    differences=finite("differences", low=0, high=0.15),
    data_sets=whole(1),
    rng=generator,
)
def run_trials(m: int, differences: np.ndarray, data_sets: int, rng: np.random.Generator) -> Trials:
    """Draw data sets of m examples, one half of each class, and let every test judge the two rivals.

    ``differences`` are those of the true errors, first minus second, of rules trained on nine tenths of a data set.
    All differences are judged on the same draws. Raises ``ValueError`` for m that 60 does not divide, and for
    differences outside [0, 0.15].
    """
    noise = rng.standard_normal((2, data_sets, 2, m // 2, FEATURES))
    noise[1] = LIKENESS * noise[0] + np.sqrt(1 - LIKENESS**2) * noise[1]
    orders = [rng.permutation(m // 2) for _ in range(10)]
    errors = [FIRST_ERROR, *(FIRST_ERROR - differences)]
    first, *seconds = (
        _mistakes(noise[min(i, 1)], distance_for(error, m * 9 // 10), orders) for i, error in enumerate(errors)
    )
    judged = [_judged(first, second) for second in seconds]
    p_values = {name: np.array([said[name] for said, _ in judged]) for name in TESTS}
    return Trials(p_values, np.array([folds for _, folds in judged]))


def _mistakes(noise, distance, orders):
    """Of one rival: error rates of ten times ten folds and of five times two, its mistakes on the first of three."""
    X = noise.copy()
    X[..., 0] += distance * np.array([-0.5, 0.5])[:, None]
    tens = [fold_mistakes(X[:, :, order], 10).mean(axis=(1, 3)) for order in orders]
    twos = [fold_mistakes(X[:, :, order], 2).mean(axis=(1, 3)) for order in orders[:5]]
    return np.concatenate(tens, axis=1), np.stack(twos, axis=1), fold_mistakes(X, 3)[:, :, 0]


def _judged(first, second):
    """The p-values of all tests, and the differences on ten times ten folds."""
    folds, five_by_two = first[0] - second[0], first[1] - second[1]
    e01 = np.sum(first[2] & ~second[2], axis=(1, 2))
    e10 = np.sum(~first[2] & second[2], axis=(1, 2))
    said = [
        paired_t(folds[:, :10]),
        paired_t(folds),
        corrected_t(folds, test_train_ratio=1 / 9),
        five_by_two_t(five_by_two),
        five_by_two_t(five_by_two, first_alone=True),
        mcnemar(e01, e10),
    ]
    return {name: outcome.p_value for name, outcome in zip(TESTS, said, strict=True)}, folds
