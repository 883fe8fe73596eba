"""Chapter 03: the bootstrap split keeps its laws, and the contest of estimators agrees with scikit-learn."""

import ast
import html
from itertools import product
from math import e

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import (
    KFold,
    LeaveOneOut,
    RepeatedStratifiedKFold,
    StratifiedKFold,
    StratifiedShuffleSplit,
    cross_val_score,
    train_test_split,
)
from sklearn.neighbors import NearestCentroid

from evalcore import plots
from evalcore.live import Live, table
from evalcore.splitting import (
    Lean,
    TwoClouds,
    bootstrap_split,
    bootstraps,
    compare_estimators,
    cut_once,
    estimate_error,
    lean,
    nearest_centroid,
    never_drawn_probability,
    repeated_examples,
    split_errors,
    stratified_half,
)
from notebooks import ROOT, code_cells

approx = pytest.approx


def generator(seed=0):
    return np.random.default_rng(seed)


# ---------------------------------------------------------------------------------------------
# The lecture's numbers, section 评估方法
# ---------------------------------------------------------------------------------------------


class TestHoldOut:
    """留出法：500 个正例 500 个反例，70% 分层采样."""

    def test_350_and_350_train_150_and_150_test(self):
        y = np.repeat([1, 0], 500)
        train, test = train_test_split(y, train_size=0.7, stratify=y, random_state=0)
        assert np.bincount(train).tolist() == [350, 350]
        assert np.bincount(test).tolist() == [150, 150]


class TestCrossValidation:
    """交叉验证法与留一法."""

    def test_10_times_10_fold_is_100_fits_and_leave_one_out_is_m(self):
        X, y = np.arange(40.0)[:, None], np.repeat([1, 0], 20)
        ten_times_ten = RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=0)
        assert estimate_error(X, y, ten_times_ten.split(X, y))[1] == 100
        assert estimate_error(X, y, LeaveOneOut().split(X, y))[1] == len(y)

    def test_leave_one_out_is_k_fold_with_k_equal_m(self):
        pairs = zip(LeaveOneOut().split(range(9)), KFold(9).split(range(9)), strict=True)
        assert all(np.array_equal(a, b) for first, second in pairs for a, b in zip(first, second, strict=True))
        X, y = np.array([[0.0, 3, 1, 4, 5, 2, 6, 8, 7]]).T, np.array([0, 0, 1, 0, 1, 0, 1, 1, 1])
        assert estimate_error(X, y, LeaveOneOut().split(X)) == estimate_error(X, y, KFold(9).split(X)) == (2 / 9, 9)

    def test_the_majority_learner_is_wrong_every_time_in_leave_one_out_and_half_the_time_in_10_fold(self):
        X, y, majority = np.zeros((100, 1)), np.repeat([1, 0], 50), DummyClassifier(strategy="most_frequent")
        assert 1 - cross_val_score(majority, X, y, cv=LeaveOneOut()).mean() == 1
        assert 1 - cross_val_score(majority, X, y, cv=StratifiedKFold(10)).mean() == approx(0.5)


class TestBootstrap:
    """自助法：从未被采到的概率."""

    @pytest.mark.parametrize(("m", "printed"), [(2, "0.25000"), (10, "0.34868"), (100, "0.36603"), (1000, "0.36770")])
    def test_never_drawn(self, m, printed):
        assert f"{never_drawn_probability(m):.5f}" == printed

    def test_it_rises_to_one_over_e_and_stays_below(self):
        values = [never_drawn_probability(m) for m in [1, 2, 3, 10, 99, 100, 101, 10**4, 10**6, 10**9]]
        assert values == sorted(values)
        assert values[0] == 0
        assert values[-1] < 1 / e == approx(values[-1], abs=1e-9)


# ---------------------------------------------------------------------------------------------
# The bootstrap split
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_never_drawn_is_the_share_of_all_draws_that_miss_the_first_example(m):
    draws = list(product(range(m), repeat=m))
    assert never_drawn_probability(m) == approx(np.mean([0 not in draw for draw in draws]))


@pytest.mark.parametrize("m", [99, 100, 101, 5000])
def test_never_drawn_is_the_power(m):
    assert never_drawn_probability(m) == approx((1 - 1 / m) ** m, rel=1e-10)


@given(m=st.integers(1, 200), seed=st.integers(0, 2**32 - 1))
def test_train_has_m_draws_and_test_is_exactly_the_rest(m, seed):
    train, test = bootstrap_split(m, generator(seed))
    assert train.shape == (m,)
    assert set(train) | set(test) == set(range(m))
    assert not set(train) & set(test)
    assert test.tolist() == sorted(set(test))
    again = bootstrap_split(m, generator(seed))
    assert np.array_equal(train, again[0])
    assert np.array_equal(test, again[1])


def test_both_parts_are_indices_even_when_the_test_set_is_empty():
    train, test = bootstrap_split(1, generator())
    assert (train.tolist(), test.tolist()) == ([0], [])
    assert np.arange(1)[test].size == 0


@pytest.mark.trials
def test_every_example_is_drawn_equally_often_and_missed_as_often_as_the_formula_says():
    m, draws, rng = 8, 5_000, generator(1)
    splits = [bootstrap_split(m, rng) for _ in range(draws)]
    drawn = np.mean([np.bincount(train, minlength=m) for train, _ in splits], axis=0)
    missed = np.mean([np.isin(np.arange(m), test) for _, test in splits], axis=0)
    assert drawn == approx(np.ones(m), abs=5 / np.sqrt(draws))
    assert missed == approx(np.full(m, never_drawn_probability(m)), abs=5 * 0.5 / np.sqrt(draws))


def test_numpy_integers_count():
    assert never_drawn_probability(np.int64(2)) == 0.25
    assert bootstrap_split(np.int8(100), generator())[0].size == 100


# ---------------------------------------------------------------------------------------------
# The contest of estimators
# ---------------------------------------------------------------------------------------------

TASK = TwoClouds(m=24, features=3, distance=2.0)
ONE = {"5-fold": KFold(5).split}


@pytest.mark.parametrize(
    "splitter",
    [
        StratifiedShuffleSplit(7, test_size=0.3, random_state=0),
        StratifiedKFold(5, shuffle=True, random_state=0),
        RepeatedStratifiedKFold(n_splits=4, n_repeats=3, random_state=0),
        LeaveOneOut(),
    ],
    ids=lambda splitter: type(splitter).__name__,
)
def test_all_fits_at_once_equal_scikit_learn_one_by_one(splitter):
    X, y = TASK.draw(generator(2))
    error, fits = estimate_error(X, y, splitter.split(X, y))
    scores = cross_val_score(NearestCentroid(priors="uniform"), X, y, cv=splitter)
    assert error == approx(1 - scores.mean())
    assert fits == len(scores)
    assert split_errors(X, y, splitter.split(X, y)) == approx(1 - scores)


def test_repeated_examples_of_a_bootstrap_sample_count_as_often_as_drawn():
    X, y = TASK.draw(generator(3))
    splits = [bootstrap_split(len(y), generator(seed)) for seed in range(20)]
    scores = cross_val_score(NearestCentroid(priors="uniform"), X, y, cv=splits)
    assert estimate_error(X, y, splits) == (approx(1 - scores.mean()), 20)


@pytest.mark.parametrize("unit", [1 / 1e50, 1 / 3, 1e40], ids=str)
def test_only_the_ratios_of_the_weights_matter(unit):
    X, y = TASK.draw(generator(4))
    (first,), (last,) = (np.flatnonzero(y == label)[:1] for label in (0, 1))
    weights = np.vstack([np.ones(24), np.isin(np.arange(24), [first, last])])
    for usual, scaled in zip(nearest_centroid(X, y, weights), nearest_centroid(X, y, unit * weights), strict=True):
        np.testing.assert_allclose(scaled, usual, rtol=1e-9)


@given(seed=st.integers(0, 1000), distance=st.floats(0, 4))
@settings(max_examples=10)
def test_the_true_error_is_the_share_of_wrong_answers_on_many_new_examples(seed, distance):
    task, rng = TwoClouds(20, 3, distance), generator(seed)
    X, y = task.draw(rng)
    direction, offset = nearest_centroid(X, y, np.ones((1, 20)))
    new_X, new_y = TwoClouds(100_000, 3, distance).draw(rng)
    wrong = (new_X @ direction[0] > offset[0]) != (new_y == 1)
    assert task.true_error(direction, offset) == approx([wrong.mean()], abs=5 * 0.5 / np.sqrt(100_000))


def test_the_true_error_of_a_table_of_rules_is_that_of_each_rule():
    direction, offset = generator().standard_normal((4, 5, 3)), generator(1).standard_normal((4, 5))
    table = TASK.true_error(direction, offset)
    assert table.shape == (4, 5)
    for place in np.ndindex(4, 5):
        assert TASK.true_error(direction[place], offset[place]) == approx(table[place])
        assert TASK.true_error(7 * direction[place], 7 * offset[place]) == approx(table[place])


@pytest.mark.parametrize("label", [0, 1])
def test_halfway_between_the_means_is_negative_as_in_scikit_learn(label):
    X, y = np.array([[-1.0], [1.0], [3.0], [5.0], [2.0]]), np.array([0, 0, 1, 1, label])
    splits = [([0, 1, 2, 3], [4])]
    scores = cross_val_score(NearestCentroid(priors="uniform"), X, y, cv=splits)
    assert estimate_error(X, y, splits) == (label, 1) == (1 - scores.mean(), 1)


def test_no_rule_beats_the_best_error_and_the_best_rule_attains_it():
    best = TASK.true_error(np.array([[1.0, 0.0, 0.0]]), np.array([0.0]))
    assert best == approx([TASK.best_error])
    some = TASK.true_error(generator().standard_normal((500, 3)), generator(1).standard_normal(500))
    assert some.min() >= TASK.best_error


def test_the_classes_are_equally_many_and_lie_the_distance_apart():
    X, y = TwoClouds(20_000, 2, 3.0).draw(generator())
    assert np.bincount(y).tolist() == [10_000, 10_000]
    gap = X[y == 1].mean(axis=0) - X[y == 0].mean(axis=0)
    assert gap == approx(np.array([3.0, 0.0]), abs=5 * np.sqrt(2 / 10_000))


def test_all_estimators_judge_the_same_data_sets_and_the_truth_is_the_model_of_all_m():
    seen = {"a": [], "b": []}

    def watching(name):
        def split(X, y):
            seen[name].append((X.copy(), y.copy()))
            return KFold(3).split(X)

        return split

    comparison = compare_estimators({name: watching(name) for name in seen}, TASK, 4, generator(5))
    for i, ((X, y), (same_X, same_y)) in enumerate(zip(seen["a"], seen["b"], strict=True)):
        assert np.array_equal(X, same_X)
        assert np.array_equal(y, same_y)
        learnt = NearestCentroid(priors="uniform").fit(X, y).centroids_
        direction, middle = learnt[1] - learnt[0], learnt.mean(axis=0)
        assert TASK.true_error(direction[None], np.array([direction @ middle])) == approx(comparison.truth[[i]])
        assert (
            comparison.estimates["a"][i] == comparison.estimates["b"][i] == estimate_error(X, y, KFold(3).split(X))[0]
        )


def test_miss_squared_is_bias_squared_plus_spread_squared():
    comparison = compare_estimators(ONE, TASK, 50, generator())
    difference = comparison.estimates["5-fold"] - comparison.truth
    assert comparison.bias("5-fold") == approx(difference.mean())
    assert comparison.spread("5-fold") == approx(difference.std())
    assert comparison.miss("5-fold") ** 2 == approx(comparison.bias("5-fold") ** 2 + comparison.spread("5-fold") ** 2)


@pytest.mark.trials
def test_the_bias_is_that_of_a_smaller_training_set():
    """The mean of the hold-out estimates is the mean true error of a model trained on that many examples."""
    half = {"half": cut_once(StratifiedShuffleSplit(1, train_size=12, random_state=0), 24)}
    task, small = TwoClouds(24, 10, 2.0), TwoClouds(12, 10, 2.0)
    comparison = compare_estimators(half, task, 2000, generator())
    rng = generator(1)
    fresh = [small.true_error(*nearest_centroid(*small.draw(rng), np.ones((1, 12))))[0] for _ in range(2000)]
    estimates = comparison.estimates["half"]
    assert estimates.mean() == approx(np.mean(fresh), abs=5 * np.hypot(estimates.std(), np.std(fresh)) / np.sqrt(2000))
    assert comparison.bias("half") > 0.01


def test_fits_are_counted_and_progress_is_told():
    done = []
    estimators = {"10-fold": KFold(10).split, "leave-one-out": LeaveOneOut().split}
    comparison = compare_estimators(estimators, TASK, 3, generator(), progress=done.append)
    assert comparison.fits == {"10-fold": 10, "leave-one-out": 24}
    assert done == [1, 2, 3]
    assert all(seconds > 0 for seconds in comparison.seconds.values())


def test_the_times_of_the_data_sets_add_up(monkeypatch):
    """The clock advances by one each time it is read: once at the start of each data set and once at its end."""
    monkeypatch.setattr("evalcore.splitting.perf_counter", iter(range(100)).__next__)
    comparison = compare_estimators(ONE | {"halves": KFold(2).split}, TASK, 4, generator())
    assert comparison.seconds == {"5-fold": 4, "halves": 4}


def test_the_same_seed_gives_the_same_comparison():
    first, second = (compare_estimators(ONE, TASK, 5, generator(7)) for _ in range(2))
    assert np.array_equal(first.estimates["5-fold"], second.estimates["5-fold"])
    assert np.array_equal(first.truth, second.truth)


def test_the_bar_of_two_deviations_stands_at_the_error_and_the_deviation_at_n():
    _, axes = plots.panels("ab")
    plots.splitting.error_bar_frame(np.array([100]), np.array([0.03]), 0.1, *axes.values())
    plots.splitting.plot_error_bar(0.1, 100, binom.pmf(np.arange(101), 100, 0.1), *axes.values())
    bar, point = axes["a"].lines
    assert bar.get_xdata() == approx([0.1 - 2 * 0.03, 0.1 + 2 * 0.03])
    assert point.get_xdata() == approx([0.1])
    curve, chosen = axes["b"].lines[-2:]
    assert curve.get_ydata()[9] == approx(0.03) == chosen.get_ydata()[0]
    assert (curve.get_xdata()[9], chosen.get_xdata()[0]) == (100, 100)


def test_pairs_are_joined_and_their_differences_have_their_own_bar():
    _, axes = plots.panels("ab")
    first, second = np.array([0.1, 0.2, 0.3]), np.array([0.2, 0.2, 0.5])
    plots.splitting.pairs_frame(("a", "b"), 0.6, 0.3, *axes.values())
    plots.splitting.plot_pairs(first, second, *axes.values())
    assert [list(line.get_ydata()) for line in axes["a"].lines[:3]] == [[0.1, 0.2], [0.2, 0.2], [0.3, 0.5]]
    *_, bar, mean = axes["b"].lines
    assert mean.get_ydata() == approx([0.1])
    assert bar.get_ydata() == approx([0.0, 0.2])


def test_the_reader_sees_a_time_for_each_estimator_in_a_table_and_the_page_stores_none():
    (cell,) = (
        cell for cell in code_cells(ROOT / "notebooks" / "03_evaluation_methods.ipynb") if cell.id == "comparison-time"
    )
    estimators = {"5-fold": KFold(5).split, "leave-one-out": LeaveOneOut().split}
    comparison = compare_estimators(estimators, TASK, 3, generator())
    names = {"comparison": comparison, "data_sets": 3, "Live": Live, "table": table}
    names |= {"head": ["estimator", "fits"], "rows": [[name, str(fits)] for name, fits in comparison.fits.items()]}
    *lines, last = ast.parse(cell.source).body
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    live = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    (timed,) = (html.unescape(part.value) for part in live.children)
    for name, fits in comparison.fits.items():
        time = f"{1000 * comparison.seconds[name] / 3:.2f}"
        assert f'<th scope="row">{name}</th><td>{fits}</td><td>{time}</td>' in timed
    assert [output.data for output in cell.outputs] == [{"text/plain": live.stored}]


# ---------------------------------------------------------------------------------------------
# One partition serves all data sets, and the two parts of a bias add up to it
# ---------------------------------------------------------------------------------------------

TEN_FEATURES = TwoClouds(m=24, features=10, distance=2.0)
SPLITTERS = {
    "hold-out": StratifiedShuffleSplit(4, train_size=12, random_state=0),
    "4-fold": StratifiedKFold(4, shuffle=True, random_state=0),
    "leave-one-out": LeaveOneOut(),
}


def everything(X, y):
    return [(np.arange(len(y)), np.arange(len(y)))]


def all_estimators(rng):
    cut = {name: cut_once(splitter, TEN_FEATURES.m) for name, splitter in SPLITTERS.items()}
    samples = {"bootstrap": bootstraps(20, TEN_FEATURES.m, rng)}
    return {"training set": everything} | cut | samples


@pytest.mark.parametrize("splitter", [*SPLITTERS.values(), KFold(5)], ids=lambda splitter: type(splitter).__name__)
def test_labels_in_order_are_cut_as_the_splitter_cuts_them(splitter):
    X, y = np.zeros((24, 1)), np.repeat([0, 1], 12)
    for ours, theirs in zip(cut_once(splitter, 24)(X, y), splitter.split(X, y), strict=True):
        assert all(np.array_equal(part, np.sort(expected)) for part, expected in zip(ours, theirs, strict=True))


@pytest.mark.parametrize("split", [cut_once(SPLITTERS["hold-out"], 24), bootstraps(30, 24, generator())])
def test_what_is_counted_says_the_same_as_its_indices(split):
    X, y = TEN_FEATURES.draw(generator(4))
    splits = split(X, y)
    assert estimate_error(X, y, splits) == pytest.approx(estimate_error(X, y, list(splits)))
    assert all(train.size in (12, 24) and not set(train) & set(test) for train, test in splits)


@pytest.mark.trials
def test_bootstraps_draw_and_miss_every_example_equally_often():
    m, samples = 20, 20_000
    train, test = bootstraps(samples, m, generator(1))(np.zeros((m, 1)), np.zeros(m)).multiplicities
    assert np.all(train.sum(axis=1) == m)
    assert np.array_equal(test, train == 0)
    assert train.mean(axis=0) == pytest.approx(np.ones(m), abs=5 / np.sqrt(samples))
    assert test.mean(axis=0) == pytest.approx(np.full(m, never_drawn_probability(m)), abs=2.5 / np.sqrt(samples))


def test_a_sample_that_leaves_no_example_to_test_is_refused():
    with pytest.raises(ValueError, match="m = 2 has drawn every example"):
        bootstraps(20, 2, generator())(np.zeros((2, 1)), np.zeros(2))


def test_each_data_set_is_cut_alike_by_class():
    """The n-th positive of every data set is in the same test sets."""
    split = cut_once(SPLITTERS["4-fold"], TEN_FEATURES.m)
    seen = set()
    for seed in range(5):
        X, y = TEN_FEATURES.draw(generator(seed))
        within = np.where(y == 1, np.cumsum(y == 1), -np.cumsum(y == 0))  # the rank of each example within its class
        splits = split(X, y)
        assert sorted(np.concatenate([test for _, test in splits])) == list(range(TEN_FEATURES.m))
        assert all(y[test].sum() == 3 and len(test) == 6 for _, test in splits)
        assert all(not set(train) & set(test) for train, test in splits)
        seen.add(tuple(tuple(sorted(within[test])) for _, test in splits))
    assert len(seen) == 1


@pytest.mark.trials
def test_the_two_parts_add_up_to_the_bias():
    rng, data_sets = generator(1), 1000
    contest = compare_estimators(all_estimators(rng), TEN_FEATURES, data_sets, rng)
    parts = lean(all_estimators(rng), TEN_FEATURES, 400, rng)
    for name in parts.keys() - {"training set"}:
        luck = contest.spread(name) / np.sqrt(data_sets)
        assert sum(parts[name]) == pytest.approx(contest.bias(name), abs=5 * luck), name


def test_what_each_estimator_owes_to_which_part():
    rng = generator(2)
    parts = lean(all_estimators(rng), TEN_FEATURES, 200, rng)
    assert parts["training set"] == Lean(0, 0)
    assert parts["hold-out"].weaker > parts["4-fold"].weaker > parts["leave-one-out"].weaker > 0
    assert parts["hold-out"].trap == pytest.approx(0, abs=1e-12)
    assert parts["4-fold"].trap == pytest.approx(0, abs=1e-12)
    assert parts["leave-one-out"].trap > parts["leave-one-out"].weaker
    assert parts["bootstrap"].weaker > parts["bootstrap"].trap > 0


def test_leave_one_out_by_hand():
    """The trap is that the rules err more often on the class that is one example short."""
    X, y = TEN_FEATURES.draw(generator(3))
    errors = np.array([TEN_FEATURES.class_errors(*(part[0] for part in nearest_centroid(X, y, 1 - np.eye(24)[[i]])))
                       for i in range(24)])  # fmt: skip
    own, faced = errors.mean(), errors[np.arange(24), y].mean()
    truth = TEN_FEATURES.true_error(*nearest_centroid(X, y, np.ones((1, 24))))[0]
    part = lean({"leave-one-out": LeaveOneOut().split}, TEN_FEATURES, 1, generator(3))["leave-one-out"]
    assert part == pytest.approx((own - truth, faced - own))


@pytest.mark.parametrize("seed", range(3))
def test_the_errors_of_a_class_are_its_share_of_wrong_answers_on_many_new_examples(seed):
    X, y = TEN_FEATURES.draw(generator(seed))
    direction, offset = nearest_centroid(X, y, np.ones((1, 24)))
    new_X, new_y = TwoClouds(100_000, 10, 2.0).draw(generator(seed + 10))
    called = new_X @ direction[0] > offset[0]
    by_class = [np.mean(called[new_y == 0]), np.mean(~called[new_y == 1])]
    assert np.ravel(TEN_FEATURES.class_errors(direction, offset)) == pytest.approx(
        by_class, abs=5 * 0.5 / np.sqrt(50_000)
    )


# ---------------------------------------------------------------------------------------------
# Halves, and examples that are in the data twice
# ---------------------------------------------------------------------------------------------


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 99))
def test_a_stratified_half_has_half_of_each_class_the_smaller_one(positives, negatives, seed):
    y = np.random.default_rng(seed).permutation(np.arange(positives + negatives) < positives)
    first = stratified_half(y, np.random.default_rng(seed))
    assert (first & y).sum() == positives // 2
    assert (first & ~y).sum() == negatives // 2
    assert np.array_equal(first, stratified_half(y, np.random.default_rng(seed)))


def test_every_half_is_drawn_equally_often():
    rng, y = np.random.default_rng(0), np.array([1, 0, 1, 0])
    drawn = [tuple(stratified_half(y, rng)) for _ in range(4000)]
    halves = {half for half in product([False, True], repeat=4) if half[0] != half[2] and half[1] != half[3]}
    assert set(drawn) == halves
    assert all(abs(drawn.count(half) - 1000) < 5 * (4000 * 3 / 16) ** 0.5 for half in halves)


def fine_scores(m, seed=0):
    rng = np.random.default_rng(seed)
    return rng.random(m) < 0.4, rng.random((2, m))


def test_repeated_examples_are_counted_one_by_one():
    y, scores = fine_scores(60)
    rows = np.concatenate([np.arange(60), np.arange(0, 30)])
    kept = [i for i in rows if np.all((scores[:, i] > scores.min(axis=1)) | (scores[:, i] < scores.max(axis=1)))]
    seen, repeated = set(), 0
    for i in kept:
        example = (bool(y[i]), *scores[:, i])
        repeated += example in seen
        seen.add(example)
    assert repeated_examples(y[rows], scores[:, rows]) == repeated == 30
    order = np.random.default_rng(1).permutation(rows)
    assert repeated_examples(y[order], scores[:, order]) == repeated


def test_what_is_no_copy_is_not_counted():
    y, scores = fine_scores(60)
    assert repeated_examples(y, scores) == 0
    twice = np.tile(scores, 2)
    assert repeated_examples(np.concatenate([y, ~y]), twice) == 0  # both classes have the same scores
    assert repeated_examples(y, np.full((1, 60), 0.5)) == 0  # all at the limits
    assert repeated_examples(y, np.round(scores[:1], 1)) == 0  # rounded
    sizes = np.repeat(np.arange(12), np.arange(1, 13))  # groups of all sizes, as coarse scores make them
    assert repeated_examples(np.zeros(sizes.size), [np.sqrt(2 + sizes)]) == 0


def test_copies_of_rounded_scores_are_counted_where_all_examples_are_repeated():
    y, scores = fine_scores(200)
    rounded = np.round(scores[:1], 3)
    assert repeated_examples(y, rounded) == 0
    assert repeated_examples(np.tile(y, 2), np.tile(rounded, 2)) > 150


# Copies of examples: the boundaries of what looks like one


def in_groups(*sizes):
    """Return labels and the scores of a model: all positive, in groups of equal scores, with a negative at each end."""
    scores = np.repeat(np.linspace(0.1, 0.9, len(sizes)) + 1e-7 * np.pi, sizes)
    return np.r_[0, np.ones(scores.size, dtype=int), 0], np.r_[0.0, scores, 1.0][None]


@pytest.mark.parametrize(
    ("sizes", "repeated"),
    [((3, 3, 3, 3), 8), ((2, 2, 3), 0), ((2, 2, 2, 3, 4), 0), ((2, 2, 3, 4), 0), ((2, 2, 2), 3)],
)
def test_copies_are_more_than_half_in_groups_of_the_most_frequent_size(sizes, repeated):
    assert repeated_examples(*in_groups(*sizes)) == repeated


@pytest.mark.parametrize(("pairs", "repeated"), [(8, 0), (9, 11)])
def test_copies_are_more_than_ten_times_as_many_as_scores_that_both_classes_share(pairs, repeated):
    """Besides these pairs there is one score with two examples of each class."""
    y, scores = in_groups(*[2] * (pairs + 2))
    shared = np.flatnonzero(scores[0] == scores[0, -2])
    scores[0, shared] = scores[0, -4]
    y[shared] = 0
    assert repeated_examples(y, scores) == repeated


def test_the_limits_are_those_of_each_model():
    assert repeated_examples([1, 1, 0, 0], [[1, 1, 0, 0], [10, 10, 20, 20]]) == 0


@pytest.mark.parametrize(
    ("scores", "repeated"),
    [
        ([0.3, 0.3, 0.5], 1),  # two steps apart are no neighbours
        ([0.3, 0.3, 0.3, 0.4], 0),  # as many neighbours as equal ones
        ([0.3, 0.3, 0.31], 0),
        ([0.3000001, 0.3000001, 0.3000002], 1),  # seven decimals are not rounded
    ],
)
def test_equal_scores_with_as_many_neighbours_come_from_rounding(scores, repeated):
    y = [0, *[1] * len(scores), 0]
    assert repeated_examples(y, [[0.0, *scores, 0.9]]) == repeated
    if repeated == 0:  # neighbours in every model
        assert repeated_examples(y, [[0.0, *scores, 0.9]] * 3) == 0


def test_copies_have_equal_scores_of_all_models():
    rng, y = np.random.default_rng(0), np.repeat([0, 1], 20)
    copied = np.repeat(rng.random(20), 2)
    assert repeated_examples(y, [copied]) > 0
    assert repeated_examples(y, [rng.random(40), copied]) == repeated_examples(y, [copied, rng.random(40)]) == 0


def test_coarse_scores_are_copies_if_all_examples_are_there_twice():
    steps = np.arange(1, 31) / 100
    assert repeated_examples(np.repeat(steps > 0.155, 2), [np.repeat(steps, 2)]) == 28


def test_copies_of_scores_that_are_too_large_to_be_rounded_are_found():
    large = 1.7e308 * np.random.default_rng(0).random(20)
    assert repeated_examples(np.arange(42) < 20, [[*np.repeat(large, 2), 0.1, 0.12345678]]) > 10
