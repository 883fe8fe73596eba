"""Chapter 03: a cut made once serves all data sets, and the two parts of a lean add up to the bias."""

import numpy as np
import pytest
from sklearn.model_selection import KFold, LeaveOneOut, StratifiedKFold, StratifiedShuffleSplit

from evalcore.judges import Lean, bootstraps, cut_once, lean
from evalcore.splitting import (
    TwoClouds,
    compare_estimators,
    estimate_error,
    nearest_centroid,
    never_drawn_probability,
)


def generator(seed=0):
    return np.random.default_rng(seed)


TASK = TwoClouds(m=24, features=10, distance=2.0)
SPLITTERS = {
    "hold-out": StratifiedShuffleSplit(4, train_size=12, random_state=0),
    "4-fold": StratifiedKFold(4, shuffle=True, random_state=0),
    "leave-one-out": LeaveOneOut(),
}


def everything(X, y):
    return [(np.arange(len(y)), np.arange(len(y)))]


def all_judges(rng):
    cut = {name: cut_once(splitter, TASK.m) for name, splitter in SPLITTERS.items()}
    samples = {"bootstrap": bootstraps(20, TASK.m, rng)}
    return {"training set": everything} | cut | samples


@pytest.mark.parametrize("splitter", [*SPLITTERS.values(), KFold(5)], ids=lambda splitter: type(splitter).__name__)
def test_labels_in_order_are_cut_as_the_splitter_cuts_them(splitter):
    X, y = np.zeros((24, 1)), np.repeat([0, 1], 12)
    for ours, theirs in zip(cut_once(splitter, 24)(X, y), splitter.split(X, y), strict=True):
        assert all(np.array_equal(one, np.sort(other)) for one, other in zip(ours, theirs, strict=True))


@pytest.mark.parametrize("split", [cut_once(SPLITTERS["hold-out"], 24), bootstraps(30, 24, generator())])
def test_what_is_counted_says_the_same_as_its_indices(split):
    X, y = TASK.draw(generator(4))
    splits = split(X, y)
    assert estimate_error(X, y, splits) == pytest.approx(estimate_error(X, y, list(splits)))
    assert all(train.size in (12, 24) and not set(train) & set(test) for train, test in splits)


def test_bootstraps_draw_and_miss_every_example_equally_often():
    m, samples = 20, 20_000
    train, test = bootstraps(samples, m, generator(1))(np.zeros((m, 1)), np.zeros(m)).counts
    assert np.all(train.sum(axis=1) == m)
    assert np.array_equal(test, train == 0)
    assert train.mean(axis=0) == pytest.approx(np.ones(m), abs=5 / np.sqrt(samples))
    assert test.mean(axis=0) == pytest.approx(np.full(m, never_drawn_probability(m)), abs=2.5 / np.sqrt(samples))


def test_a_sample_that_leaves_no_example_to_test_is_refused():
    with pytest.raises(ValueError, match="m = 2 has drawn every example"):
        bootstraps(20, 2, generator())(np.zeros((2, 1)), np.zeros(2))


def test_each_data_set_is_cut_alike_by_class():
    """The n-th positive of every data set stands in the same test sets."""
    split = cut_once(SPLITTERS["4-fold"], TASK.m)
    seen = set()
    for seed in range(5):
        X, y = TASK.draw(generator(seed))
        within = np.where(y == 1, np.cumsum(y == 1), -np.cumsum(y == 0))  # its number among those of its class
        splits = split(X, y)
        assert sorted(np.concatenate([test for _, test in splits])) == list(range(TASK.m))
        assert all(y[test].sum() == 3 and len(test) == 6 for _, test in splits)
        assert all(not set(train) & set(test) for train, test in splits)
        seen.add(tuple(tuple(sorted(within[test])) for _, test in splits))
    assert len(seen) == 1


def test_the_two_parts_add_up_to_the_bias():
    rng, data_sets = generator(1), 2000
    comparison = compare_estimators(all_judges(rng), TASK, data_sets, rng)
    parts = lean(all_judges(rng), TASK, 400, rng)
    for name in parts.keys() - {"training set"}:
        luck = comparison.spread(name) / np.sqrt(data_sets)
        assert sum(parts[name]) == pytest.approx(comparison.bias(name), abs=5 * luck), name


def test_what_each_judge_owes_to_which_part():
    rng = generator(2)
    parts = lean(all_judges(rng), TASK, 200, rng)
    assert parts["training set"] == Lean(0, 0)
    assert parts["hold-out"].weaker > parts["4-fold"].weaker > parts["leave-one-out"].weaker > 0
    assert parts["hold-out"].trap == pytest.approx(0, abs=1e-12)
    assert parts["4-fold"].trap == pytest.approx(0, abs=1e-12)
    assert parts["leave-one-out"].trap > parts["leave-one-out"].weaker
    assert parts["bootstrap"].weaker > parts["bootstrap"].trap > 0


def test_leave_one_out_by_hand():
    """Its trap is what the rules err more on the class that is one example short."""
    X, y = TASK.draw(generator(3))
    errors = np.array([TASK.class_errors(*(part[0] for part in nearest_centroid(X, y, 1 - np.eye(24)[[i]])))
                       for i in range(24)])  # fmt: skip
    own, faced = errors.mean(), errors[np.arange(24), y].mean()
    truth = TASK.true_error(*nearest_centroid(X, y, np.ones((1, 24))))[0]
    part = lean({"leave-one-out": LeaveOneOut().split}, TASK, 1, generator(3))["leave-one-out"]
    assert part == pytest.approx((own - truth, faced - own))


@pytest.mark.parametrize("seed", range(3))
def test_the_errors_of_a_class_are_its_share_of_wrong_answers_on_many_new_examples(seed):
    X, y = TASK.draw(generator(seed))
    direction, offset = nearest_centroid(X, y, np.ones((1, 24)))
    new_X, new_y = TwoClouds(100_000, 10, 2.0).draw(generator(seed + 10))
    called = new_X @ direction[0] > offset[0]
    by_class = [np.mean(called[new_y == 0]), np.mean(~called[new_y == 1])]
    assert np.ravel(TASK.class_errors(direction, offset)) == pytest.approx(by_class, abs=5 * 0.5 / np.sqrt(50_000))
