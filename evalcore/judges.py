"""The judges of chapter 03: splits that are counted at once, and where the lean of an error estimate comes from."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from evalcore._checks import asks, generator, instance, such_that, whole
from evalcore._splits import Counted, checked, counts, estimators
from evalcore.splitting import Estimator, TwoClouds, nearest_centroid


class Lean(NamedTuple):
    """Two parts of an estimator's bias, both means over data sets; larger is more pessimistic.

    ``weaker``: how much more the rules that it trained err than the one trained on all m examples.
    ``trap``: how much more they err on the classes of their test examples than on both classes alike.
    """

    weaker: float
    trap: float


@asks(
    splitter=such_that(lambda value: hasattr(value, "get_n_splits"), "be a splitter, such as KFold(5)"),
    m=such_that(lambda m: m % 2 == 0, "be even, one half of each class", whole(2)),
)
def cut_once(splitter: object, m: int) -> Estimator:
    """An estimator with the same cuts for all data sets of m examples, one half of each class.

    ``splitter`` is one of scikit-learn's. It cuts labels in order, once; the examples of a data set
    are put in the order of their labels, and are otherwise left in the order that they have. The indices
    of each part come in rising order. Raises ``ValueError`` for what is no splitter, an odd m, and as the
    splitter does.

    >>> from sklearn.model_selection import KFold
    >>> [test.tolist() for _, test in cut_once(KFold(2), 4)(np.zeros((4, 1)), np.array([1, 0, 0, 1]))]
    [[1, 2], [0, 3]]
    """
    train, test = counts(list(splitter.split(np.zeros((m, 1)), np.arange(m) >= m / 2)), m)

    def split(X, y):
        place = np.argsort(np.argsort(y, kind="stable"))  # of each example in the order of the labels
        return Counted(train[:, place], test[:, place])

    return split


@asks(samples=whole(1), m=whole(2), rng=generator)
def bootstraps(samples: int, m: int, rng: np.random.Generator) -> Estimator:
    """An estimator that draws so many bootstrap samples of m examples, new ones for each data set.

    As :func:`evalcore.splitting.bootstrap_split`, all at once. Raises ``ValueError`` unless both numbers
    are whole, samples >= 1 and m >= 2, and ``rng`` is a generator; later if a sample has drawn every example.

    >>> [(train, test)] = bootstraps(1, 5, np.random.default_rng(0))(np.zeros((5, 1)), np.zeros(5))
    >>> train, test
    (array([1, 1, 2, 3, 4]), array([0]))
    """

    def split(X, y):
        drawn = rng.integers(m, size=(samples, m)) + m * np.arange(samples)[:, None]
        train = np.bincount(drawn.ravel(), minlength=samples * m).reshape(samples, m)
        if np.any(train.min(axis=1) > 0):
            raise ValueError(f"a sample of m = {m} has drawn every example: none is left to test, expected a larger m")
        return Counted(train, (train == 0).astype(int))

    return split


@asks(estimators=estimators, task=instance(TwoClouds), data_sets=whole(1), rng=generator)
def lean(
    estimators: Mapping[str, Estimator], task: TwoClouds, data_sets: int, rng: np.random.Generator
) -> dict[str, Lean]:
    """What makes each estimator lean when it judges the nearest-centroid rule, the luck of test examples left out.

    The bias of an estimator whose test examples take no part in training is the sum of the two parts.
    Raises ``ValueError`` as :func:`evalcore.splitting.compare_estimators` does.

    >>> halves = {"halves": lambda X, y: [(np.arange(10), np.arange(10, 20))]}
    >>> lean(halves, TwoClouds(20, 2, 2.0), 50, np.random.default_rng(0))["halves"].weaker > 0
    True
    """
    parts = {name: np.empty((data_sets, 2)) for name in estimators}
    for i in range(data_sets):
        X, y = task.draw(rng)
        truth = task.true_error(*nearest_centroid(X, y, np.ones((1, task.m))))[0]
        for name, split in estimators.items():
            train, test = counts(checked("splits", split(X, y)), task.m)
            false_alarms, misses = task.class_errors(*nearest_centroid(X, y, train))
            positives = test @ y / test.sum(axis=1)  # their share in each test set
            own = np.mean(false_alarms + misses) / 2
            faced = np.mean((1 - positives) * false_alarms + positives * misses)
            parts[name][i] = own - truth, faced - own
    return {name: Lean(*part.mean(axis=0).tolist()) for name, part in parts.items()}
