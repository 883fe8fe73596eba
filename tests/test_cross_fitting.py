"""Laws of cross-fitting: halves follow from the data, and each error is counted on the half that did not choose."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.counts import count_scores
from evalcore.cross_fitting import content_halves, content_order, cross_fit, cross_fit_tables


def drawn(seed, m, groups=0):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(m) < m // 3)
    rows = np.round(rng.normal(size=(2, m)) + y, 1)
    return y, rows, rng.integers(0, groups, m) if groups else None, rng.permutation(m)


SEEDS = st.integers(0, 2**32 - 1)


@given(SEEDS, st.sampled_from([0, 7, 12]))
def test_the_content_in_its_order_does_not_depend_on_the_order_of_the_rows_or_the_names_of_groups(seed, groups):
    y, rows, group, other = drawn(seed, 24, groups)
    contents = []
    for places, names in [(np.arange(24), np.arange(12)), (other, np.arange(12)[::-1])]:
        renamed = None if group is None else names[group[places]]
        order, numbers = content_order(y[places], rows[:, places], group=renamed)
        assert sorted(order) == list(range(24))
        contents.append([y[places][order], *rows[:, places][:, order], *([] if group is None else [numbers[order]])])
    assert np.array_equal(*contents)
    keys = list(zip(*contents[0], strict=True))
    assert keys == sorted(keys)


def test_group_numbers_are_new_names_of_the_same_groups():
    y, rows, group, _ = drawn(0, 24, 7)
    numbers = content_order(y, rows, group=group)[1]
    assert len(set(zip(group, numbers, strict=True))) == len(set(group)) == numbers.max() + 1


@given(SEEDS, st.sampled_from([0, 7, 12]))
def test_halves_do_not_depend_on_the_unit_of_the_scores_or_on_how_ties_are_broken(seed, groups):
    """Each half has the same numbers of each class at each score, whatever other column decides between equal ones."""
    y, rows, group, _ = drawn(seed, 30, groups)
    rows = np.rint(rows)
    if group is not None:
        group[[0, 1]] = 0, 1
    kind = 2 * np.unique(rows[0], return_inverse=True)[1] + y
    of_one = content_halves(y, rows[:1], partitions=5, group=group)
    assert np.array_equal(of_one, content_halves(y, np.exp(rows[:1]) - 7, partitions=5, group=group))
    if group is None:
        of_two = content_halves(y, rows, partitions=5)
        for half, other in zip(of_one, of_two, strict=True):
            assert np.array_equal(*(np.bincount(kind[side], minlength=kind.max() + 1) for side in (half, other)))


def test_minus_zero_is_zero():
    y = [1, 0, 1, 0]
    assert np.array_equal(content_halves(y, [[0.0, 0, 1, 2]]), content_halves(y, [[-0.0, 0, 1, 2]]))


@given(SEEDS, st.integers(1, 4))
def test_halves_move_with_the_rows_and_have_half_of_each_class(seed, partitions):
    y, rows, _, other = drawn(seed, 24)
    rows[0] += np.arange(24) / 1000  # no two examples are equal
    halves = content_halves(y, rows, partitions=partitions)
    assert halves.shape == (partitions, 24)
    assert np.array_equal(content_halves(y[other], rows[:, other], partitions=partitions), halves[:, other])
    assert ((halves & y).sum(axis=1) == 4).all()
    assert ((halves & ~y).sum(axis=1) == 8).all()


def test_another_ranking_makes_other_halves_and_a_hundred_by_default():
    y, rows, _, _ = drawn(1, 24)
    halves = content_halves(y, rows)
    assert len(halves) == 100
    assert len(np.unique(halves, axis=0)) == 100
    assert not np.array_equal(halves, content_halves(y, -rows))


@given(SEEDS)
def test_groups_are_not_cut_and_each_half_has_both_classes(seed):
    y, rows, group, _ = drawn(seed, 30, 10)
    for half in content_halves(y, rows, partitions=5, group=group):
        assert all(len(set(half[group == number])) == 1 for number in set(group))
        assert all(label[side].any() for label in (y, ~y) for side in (half, ~half))


def test_groups_with_negatives_with_positives_and_with_both_are_cut_in_half():
    group = np.repeat(np.arange(12), 4)
    y = np.concatenate([[0] * 16, [1] * 16, [0, 0, 1, 1] * 4])
    halves = content_halves(y, [np.arange(48.0)], partitions=50, group=group)
    for kind in range(3):
        assert (halves[:, 16 * kind : 16 * kind + 16 : 4].sum(axis=1) == 2).all()
    assert 0.3 < halves[:, 0].mean() < 0.7


@pytest.mark.parametrize("label", [0, 1])
def test_a_class_that_only_two_groups_of_different_kinds_have_is_in_both_halves(label):
    y = np.array([label] * 3 + [1 - label] * 7)
    for half in content_halves(y, [np.arange(10.0)], partitions=50, group=np.repeat(np.arange(5), 2)):
        assert len(set(y[half])) == len(set(y[~half])) == 2


def cheapest(y, score, x):
    """The cheapest threshold, by trying all of them; of equally cheap ones the highest."""
    best = None
    for threshold in [np.inf, *np.unique(score)[::-1]]:
        cost = x * np.mean(score[y] < threshold) + (1 - x) * np.mean(score[~y] >= threshold)
        if best is None or cost < best[0] - 1e-12:
            best = cost, threshold
    return best[1]


@given(SEEDS, st.sampled_from([0.07, 0.31, 0.52, 0.9]))
def test_errors_are_those_of_the_threshold_of_the_other_half_one_by_one(seed, x):
    y, (score, _), _, _ = drawn(seed, 21)
    halves = content_halves(y, [score], partitions=3)
    fit = cross_fit(y, score, halves)
    expected, wrong = [], np.zeros(21)
    for half in halves:
        errors = np.zeros(2)
        for chooses in (half, ~half):
            called = score >= cheapest(y[chooses], score[chooses], x)
            mistaken = (called != y) & ~chooses
            errors += np.sum(mistaken & y), np.sum(mistaken & ~y)
            wrong += mistaken
        expected.append(errors)
    assert fit.errors_of_each(x) == pytest.approx(np.array(expected))
    assert fit.errors_at(x) == pytest.approx(np.mean(expected, axis=0))
    equal = (y[:, None] == y) & (score[:, None] == score)
    assert fit.wrong_shares(y, score, halves, x) == pytest.approx(equal @ wrong / equal.sum(axis=1) / 3)
    chosen = [cheapest(y[side], score[side], x) for half in halves for side in (half, ~half)]
    assert fit.thresholds_at(x).tolist() == chosen


def test_errors_at_many_x_are_those_at_each():
    y, (score, _), _, _ = drawn(2, 40)
    fit = cross_fit(y, score, content_halves(y, [score], partitions=2))
    x = np.array([[0.0, 0.3], [0.7, 1.0]])
    misses, alarms = fit.errors_at(x)
    assert misses.shape == x.shape
    for place in np.ndindex(x.shape):
        assert (misses[place], alarms[place]) == fit.errors_at(x[place])


@given(SEEDS)
def test_tables_of_two_halves_give_what_their_examples_give(seed):
    y, (score, _), _, _ = drawn(seed, 24)
    (half,) = content_halves(y, [score], partitions=1)
    fit = cross_fit(y, score, half[None])
    tables = cross_fit_tables(count_scores(y[half], score[half]), count_scores(y[~half], score[~half]))
    x = np.linspace(0, 1, 21)
    assert np.array_equal(fit.errors_of_each(x), tables.errors_of_each(x))
    assert fit.thresholds_at(0.4).tolist() == tables.thresholds_at(0.4).tolist()
    assert {errors.dtype.kind for errors in (*tables.misses, *tables.false_alarms)} == {"i"}


@given(SEEDS, st.floats(-4, 4), st.floats(0, 1))
def test_a_threshold_that_is_given_makes_its_own_errors_in_each_partition_at_any_cost(seed, threshold, x):
    y, (score, _), _, _ = drawn(seed, 30)
    halves = content_halves(y, [score], partitions=3)
    fit = cross_fit(y, score, halves, threshold=threshold)
    errors = [np.sum(y & (score < threshold)), np.sum(~y & (score >= threshold))]
    assert fit.errors_of_each(x).tolist() == [errors] * 3
    assert fit.thresholds_at(x).tolist() == [threshold] * 6
    assert np.array_equal(fit.wrong_shares(y, score, halves, x), (score >= threshold) != y)
    for curve, half in zip(fit.curves[::2], halves, strict=True):
        fpr, fnr = np.mean(score[half & ~y] >= threshold), np.mean(score[half & y] < threshold)
        assert np.interp(x, curve.x, curve.y) == pytest.approx((1 - x) * fpr + x * fnr)
    tables = [count_scores(y[side], score[side]) for side in (halves[0], ~halves[0])]
    assert np.array_equal(cross_fit_tables(*tables, threshold=threshold).errors_at(x), errors)


def test_errors_hardly_depend_on_chance_or_on_one_example():
    """Without one example of 300 they change by less than a fifth of what they differ between partitions."""
    y, (score, _), _, _ = drawn(3, 300)
    single = cross_fit(y, score, content_halves(y, [score])).errors_of_each(0.4).sum(axis=1)
    means = []
    for place in range(40):
        rest = np.arange(300) != place
        halves = content_halves(y[rest], [score[rest]], partitions=20)
        means.append(sum(cross_fit(y[rest], score[rest], halves).errors_at(0.4)))
    assert np.std(means) < np.std(single) / 5
