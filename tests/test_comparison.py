"""Laws and oracles of chapter 07: one learner and a claim, two learners, many data sets, many tries."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, inf, sqrt

import numpy as np
import pytest
import scipy.stats as st_oracle
from hypothesis import assume, example, given
from hypothesis import strategies as st
from sklearn import config_context
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

from evalcore.claims import binomial_test, critical_error_rate, error_distribution, one_sample_t
from evalcore.comparison import (
    average_ranks,
    corrected_t,
    delong_from_covariance,
    delong_test,
    five_by_two_t,
    friedman,
    iman_davenport,
    mcnemar,
    nemenyi_distance,
    paired_cost_test,
    paired_t,
    same_order,
    signed_rank_test,
)
from evalcore.conclusions import (
    alike_groups,
    difference_interval,
    equivalence_on_data_sets,
    holm,
    holm_confidence,
    practical_equivalence,
)
from evalcore.datasets import load_ranked_examples
from evalcore.intervals import design_effect
from evalcore.rivals import DISTANCES, LIKENESS, TESTS, fold_mistakes, run_trials

SHARES = st.integers(1, 19).map(lambda n: Fraction(n, 20))
SIZES = st.integers(1, 40)
LEVELS = st.sampled_from([0.01, 0.05, 0.1, 0.2])
DIFFERENCES = st.lists(st.integers(-20, 20).map(lambda n: n / 20), min_size=2, max_size=12)
SCORES = st.integers(2, 5).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 4), min_size=k, max_size=k), min_size=2, max_size=8)
)
BOOK_RANKS = np.array([[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]])


def spread_out(differences):
    assume(len(set(differences)) > 1)
    return np.array(differences)


class TestBookOneLearner:
    """The book's figure 2.6 and its tables 2.3."""

    def test_more_than_five_errors_of_ten_at_an_error_rate_of_0_3(self):
        assert error_distribution(10, 0.3)[6:].sum() == pytest.approx(0.0473, abs=5e-5)
        assert critical_error_rate(10, 0.3, alpha=0.05) == 0.5

    @pytest.mark.parametrize(
        ("alpha", "row"),
        [(0.05, [12.706, 2.776, 2.262, 2.093, 2.045]), (0.10, [6.314, 2.132, 1.833, 1.729, 1.699])],
    )
    def test_critical_values_of_t_part_what_is_rejected_from_what_is_not(self, alpha, row):
        for k, critical in zip([2, 5, 10, 20, 30], row, strict=True):
            differences = np.tile([-1.0, 1.0], k // 2) if k % 2 == 0 else np.array([-1.0, -1, 0, 1, 1])
            spread = differences.std(ddof=1) / sqrt(k)
            assert paired_t(differences + 1.001 * critical * spread).p_value < alpha
            assert paired_t(differences + 0.999 * critical * spread).p_value > alpha


class TestClaims:
    @given(SIZES, SHARES)
    def test_the_distribution_is_the_binomial_formula(self, m, rate):
        """(2.26) in exact fractions."""
        exact = [comb(m, e) * rate**e * (1 - rate) ** (m - e) for e in range(m + 1)]
        np.testing.assert_allclose(error_distribution(m, float(rate)), [float(p) for p in exact], rtol=1e-9)

    def test_the_distribution_is_what_all_sequences_of_errors_give(self):
        counts = [sum(wrong) for wrong in product([0, 1], repeat=8)]
        np.testing.assert_allclose(error_distribution(8, 0.5), np.bincount(counts) / 2**8)

    @given(SIZES, SHARES, LEVELS)
    def test_the_critical_rate_is_the_smallest_with_so_small_a_tail(self, m, rate, alpha):
        """(2.27) as corrected: the minimum, with the tail beyond it, of errors drawn with the claimed rate."""
        tails = [sum(comb(m, i) * rate**i * (1 - rate) ** (m - i) for i in range(e + 1, m + 1)) for e in range(m + 1)]
        assume(all(abs(float(tail) - alpha) > 1e-9 for tail in tails))
        smallest = next(e for e, tail in enumerate(tails) if tail < alpha)
        assert critical_error_rate(m, float(rate), alpha=alpha) == smallest / m

    def test_a_tail_of_just_alpha_is_not_small_enough(self):
        """The example is one error of one example, with an error rate of 1/2."""
        assert critical_error_rate(1, 0.5, alpha=0.5) == 1
        assert critical_error_rate(1, 0.5, alpha=0.500001) == 0

    @given(SIZES, SHARES, LEVELS)
    def test_the_critical_rate_is_exceeded_exactly_when_the_test_rejects(self, m, rate, alpha):
        for errors in range(m + 1):
            outcome = binomial_test(errors, m, float(rate))
            assume(abs(outcome.p_value - alpha) > 1e-9)
            exceeds = outcome.statistic > critical_error_rate(m, float(rate), alpha=alpha)
            assert exceeds == (outcome.p_value < alpha)

    @given(SIZES, SHARES, st.data())
    def test_the_binomial_test_is_scipys(self, m, rate, data):
        errors = data.draw(st.integers(0, m))
        expected = st_oracle.binomtest(errors, m, float(rate), alternative="greater")
        outcome = binomial_test(errors, m, float(rate))
        assert outcome == pytest.approx((expected.statistic, expected.pvalue), rel=1e-9)

    def test_what_an_early_printing_maximises_is_no_critical_value(self):
        """The largest eps whose tail beyond eps0 m is below alpha is below eps0 itself."""
        grid = np.arange(0, 1, 0.001)
        printed = max(eps for eps in grid if st_oracle.binom.sf(3, 10, eps) < 0.05)
        assert printed == pytest.approx(0.15, abs=5e-4)
        assert printed < 0.3 < critical_error_rate(10, 0.3)

    @given(st.lists(st.integers(0, 20).map(lambda n: n / 20), min_size=2, max_size=12), SHARES)
    def test_the_t_of_several_error_rates_is_scipys(self, rates, rate):
        expected = st_oracle.ttest_1samp(spread_out(rates), float(rate))
        assert one_sample_t(rates, float(rate)) == pytest.approx(tuple(expected), rel=1e-6, abs=1e-12)

    def test_rates_that_all_equal_the_claim_are_no_evidence(self):
        assert one_sample_t([0.25, 0.25], 0.25) == (0, 1)


class TestPairedT:
    @given(DIFFERENCES, st.data())
    def test_the_paired_t_is_scipys(self, differences, data):
        differences = spread_out(differences)
        second = np.array(data.draw(st.lists(SHARES.map(float), min_size=len(differences), max_size=len(differences))))
        expected = st_oracle.ttest_rel(second + differences, second)
        assert paired_t(differences) == pytest.approx(tuple(expected), rel=1e-6, abs=1e-9)

    def test_identical_learners_differ_in_nothing(self):
        assert paired_t([0.0] * 10) == (0, 1)
        assert five_by_two_t(np.zeros((5, 2))) == (0, 1)

    @pytest.mark.parametrize("value", [0.1, -0.1, 1 / 3])
    def test_the_same_difference_everywhere_is_all_the_evidence_there_can_be(self, value):
        sign = np.sign(value)
        assert paired_t([value] * 10) == (sign * inf, 0)
        assert five_by_two_t(np.full((5, 2), value)) == (sign * inf, 0)

    @given(DIFFERENCES, st.sampled_from([1 / 9, 1 / 4, 1.0]))
    def test_the_corrected_t_is_the_formula_of_nadeau_and_bengio(self, differences, ratio):
        d = spread_out(differences)
        statistic = d.mean() / sqrt((1 / len(d) + ratio) * sum((d - d.mean()) ** 2) / (len(d) - 1))
        expected = statistic, 2 * st_oracle.t.sf(abs(statistic), len(d) - 1)
        assert corrected_t(differences, test_train_ratio=ratio) == pytest.approx(expected, rel=1e-9, abs=1e-12)

    @given(DIFFERENCES)
    def test_without_overlap_there_is_nothing_to_correct(self, differences):
        assert corrected_t(differences, test_train_ratio=0) == paired_t(differences)

    @example([0.1, 0.1, 0.1], [0.1, 0.2, 0.3])  # only the first has variance 0
    @example([1e-14, 2e-14, 3e-14], [0.1, 0.2, 0.3])  # of unlike sizes
    @given(DIFFERENCES, DIFFERENCES)
    def test_rows_are_tested_each_by_itself(self, first, second):
        size = min(len(first), len(second))
        rows = np.array([first[:size], second[:size]])
        together = corrected_t(rows, test_train_ratio=0.5)
        for row, statistic, p_value in zip(rows, *together, strict=True):
            assert corrected_t(row, test_train_ratio=0.5) == pytest.approx((statistic, p_value), nan_ok=False)

    def test_of_one_row_every_test_says_two_plain_numbers(self):
        row, table = [0.1, 0.3], np.eye(5, 2)
        outcomes = [
            *(paired_t(row), corrected_t(row, test_train_ratio=1), five_by_two_t(table), one_sample_t(row, 0.1)),
            *(mcnemar(4, 14), mcnemar(4, 14, exact=True), friedman(BOOK_RANKS), iman_davenport(BOOK_RANKS)),
            *(binomial_test(6, 10, 0.3), difference_interval(row, test_train_ratio=1)),
        ]
        assert {type(number) for outcome in outcomes for number in outcome} == {float}

    @given(DIFFERENCES)
    def test_exchanging_the_learners_turns_the_sign_alone(self, differences):
        forth, back = paired_t(differences), paired_t(np.negative(differences))
        assert (back.statistic, back.p_value) == (-forth.statistic, forth.p_value)

    @given(st.lists(st.integers(-20, 20).map(lambda n: n / 20), min_size=10, max_size=10))
    def test_five_by_two_is_the_books_formula_term_by_term(self, values):
        """(2.32): the mean of the first two differences, one variance per pair, five degrees of freedom."""
        d = np.array(values).reshape(5, 2)
        variances = [(a - (a + b) / 2) ** 2 + (b - (a + b) / 2) ** 2 for a, b in d]
        assume(sum(variances) > 0)
        mean = (d[0, 0] + d[0, 1]) / 2
        for numerator, first_alone in [(mean, {}), (mean, {"first_alone": False}), (d[0, 0], {"first_alone": True})]:
            statistic = numerator / sqrt(0.2 * sum(variances))
            expected = statistic, 2 * st_oracle.t.sf(abs(statistic), 5)
            assert five_by_two_t(d, **first_alone) == pytest.approx(expected, rel=1e-9, abs=1e-12)

    @pytest.mark.trials
    def test_the_books_numerator_makes_a_t_that_is_narrower_by_the_root_of_two(self):
        """With independent normal differences, the mean of two has half the variance of the first alone."""
        d = np.random.default_rng(0).standard_normal((200_000, 5, 2))
        book, first_alone = (np.mean(five_by_two_t(d, first_alone=kind).p_value < 0.05) for kind in (False, True))
        narrower = 2 * st_oracle.t.sf(sqrt(2) * st_oracle.t.isf(0.025, 5), 5)
        assert book == pytest.approx(narrower, abs=4 * sqrt(0.015 * 0.985 / 200_000))
        assert narrower == pytest.approx(0.015, abs=5e-4)
        assert book + 0.01 < first_alone < 0.05


class TestMcNemar:
    @given(st.integers(0, 60), st.integers(0, 60))
    def test_the_statistic_is_the_books_and_its_p_value_that_of_chi_squared(self, e01, e10):
        assume(e01 + e10 > 0)
        statistic = (abs(e01 - e10) - 1) ** 2 / (e01 + e10)
        assert mcnemar(e01, e10) == pytest.approx((statistic, st_oracle.chi2.sf(statistic, 1)), rel=1e-12)

    @given(st.integers(0, 60), st.integers(0, 60))
    def test_the_exact_form_is_a_fair_coin(self, e01, e10):
        assume(e01 + e10 > 0)
        expected = st_oracle.binomtest(e01, e01 + e10, 0.5).pvalue
        assert mcnemar(e01, e10, exact=True) == pytest.approx((min(e01, e10), expected), rel=1e-9)

    @given(st.integers(0, 60), st.integers(0, 60))
    def test_mid_p_counts_what_is_as_far_apart_by_half(self, e01, e10):
        """Mid-p of Fagerland and others (2013), summed over all counts."""
        assume(e01 + e10 > 0)
        n = e01 + e10
        chances = {abs(2 * e - n): Fraction(0) for e in range(n + 1)}
        for e in range(n + 1):
            chances[abs(2 * e - n)] += Fraction(comb(n, e), 2**n)
        farther = sum(chance for apart, chance in chances.items() if apart > abs(e01 - e10))
        expected = farther + chances[abs(e01 - e10)] / 2
        assert mcnemar(e01, e10, mid_p=True) == pytest.approx((min(e01, e10), float(expected)), rel=1e-9)

    def test_exact_never_exceeds_its_level_and_mid_p_does_a_little(self):
        forms = {"(2.33)": {}, "exact": {"exact": True}, "mid_p": {"mid_p": True}}
        alarms = {name: [] for name in forms}
        for n, (name, form) in product(range(1, 60), forms.items()):
            e = np.arange(n + 1)
            alarms[name].append(error_distribution(n, 0.5)[mcnemar(e, n - e, **form).p_value < 0.05].sum())
        assert max(*alarms["exact"], *alarms["(2.33)"]) <= 0.05 < max(alarms["mid_p"]) < 0.08
        assert alarms["exact"][:5] == alarms["(2.33)"][:5] == [0] * 5
        assert 0.025 < np.mean(alarms["exact"]) < np.mean(alarms["mid_p"]) < 0.05

    @pytest.mark.parametrize("form", [{}, {"exact": True}, {"mid_p": True}])
    def test_identical_models_have_p_1(self, form):
        assert mcnemar(0, 0, **form) == (0, 1)

    def test_as_many_each_way_is_no_evidence_to_the_exact_form(self):
        assert [mcnemar(e, e, exact=True).p_value for e in (1, 5, 40)] == [1, 1, 1]
        assert mcnemar(5, 5).statistic == 0.1

    @given(st.integers(0, 30), st.integers(0, 30), st.booleans())
    def test_the_learners_may_change_places(self, e01, e10, exact):
        assert mcnemar(e01, e10, exact=exact) == mcnemar(e10, e01, exact=exact)

    def test_the_critical_value_at_5_percent(self):
        assert st_oracle.chi2.isf(0.05, 1) == pytest.approx(3.8415, abs=5e-5)
        assert mcnemar(4, 14).statistic > 3.8415 > mcnemar(4, 13).statistic

    def test_the_distance_of_the_counts_has_not_mean_1_and_the_variance_of_the_book(self):
        """For 25 discordant examples, assigned by a fair coin, the signed difference has mean 0 and variance 25."""
        chances = [comb(25, e) / 2**25 for e in range(26)]
        signed = [2 * e - 25 for e in range(26)]
        assert np.dot(chances, signed) == pytest.approx(0, abs=1e-12)
        assert np.dot(chances, np.square(signed)) == pytest.approx(25)
        assert np.dot(chances, np.abs(signed)) == pytest.approx(4.0, abs=0.05)


class TestBookRanks:
    """The book's table 2.5, and the statistics that the book computes from it."""

    def test_mean_ranks(self):
        assert BOOK_RANKS.mean(axis=0).tolist() == [1, 2.125, 2.875]

    def test_both_statistics(self):
        assert friedman(BOOK_RANKS).statistic == 7.125
        assert round(iman_davenport(BOOK_RANKS).statistic, 2) == 24.43
        assert st_oracle.f.isf(0.05, 2, 6) == pytest.approx(5.143, abs=5e-4)
        assert iman_davenport(BOOK_RANKS).p_value < 0.05

    def test_critical_distance(self):
        assert nemenyi_distance(3, 4) == pytest.approx(1.657, abs=5e-4)
        apart = {pair: abs(np.subtract(*BOOK_RANKS.mean(axis=0)[list(pair)])) for pair in [(0, 1), (1, 2), (0, 2)]}
        assert [gap > nemenyi_distance(3, 4) for gap in apart.values()] == [False, False, True]

    def test_table_of_q(self):
        printed = [1.960, 2.344, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]
        computed = [nemenyi_distance(k, 6) / sqrt(k * (k + 1) / 36) for k in range(2, 11)]
        assert computed == pytest.approx(printed, abs=1e-3)


class TestRanks:
    @given(SCORES)
    def test_ranks_count_how_many_are_better_and_half_of_the_equal_ones(self, scores):
        scores = np.array(scores)
        better = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
        equal = (scores[:, None, :] == scores[:, :, None]).sum(axis=2) - 1
        np.testing.assert_array_equal(average_ranks(scores), 1 + better + equal / 2)

    @given(SCORES)
    def test_friedman_is_scipys_with_its_correction_for_ties_taken_out(self, scores):
        scores = np.array(scores)
        n, k = scores.shape
        assume(k > 2)
        ties = sum(size**3 - size for row in scores for size in np.unique(row, return_counts=True)[1])
        correction = 1 - ties / (n * k * (k**2 - 1))
        assume(correction > 0)
        expected = st_oracle.friedmanchisquare(*scores.T).statistic * correction
        outcome = friedman(average_ranks(scores))
        assert outcome.statistic == pytest.approx(expected, rel=1e-9, abs=1e-9)
        assert outcome.p_value == pytest.approx(st_oracle.chi2.sf(expected, k - 1), rel=1e-6)
        corrected = friedman(average_ranks(scores), ties=True)
        assert corrected.statistic == pytest.approx(expected / correction, rel=1e-9, abs=1e-9)
        x = corrected.statistic
        if x < n * (k - 1) - 1e-6:
            iman = iman_davenport(average_ranks(scores), ties=True).statistic
            assert iman == pytest.approx((n - 1) * x / (n * (k - 1) - x), rel=1e-6)

    def test_if_all_ranks_are_equal_the_statistic_is_0(self):
        assert friedman(np.full((3, 4), 2.5), ties=True).statistic == 0

    def test_over_all_orders_the_statistic_is_k_minus_1_on_average(self):
        """Over all 24 x 24 pairs of orders of four learners on two data sets, chi-squared has the mean k - 1."""
        orders = np.array(list(permutations(range(1, 5))))
        every = [friedman(pair).statistic for pair in product(orders, orders)]
        assert np.mean(every) == pytest.approx(3)

    def test_at_5_percent_one_form_rejects_too_rarely_and_the_other_too_often_on_four_data_sets(self):
        """This enumerates all 24^3 tables of four learners on four data sets, with the first row fixed."""
        orders = list(permutations(range(1, 5)))
        sums = Counter(tuple(np.sum(rows, axis=0)) for rows in product(orders[:1], orders, orders, orders))
        exact = {friedman: 0, iman_davenport: 0}
        for total, times in sums.items():
            ranks = np.array([total] * 2) / 4  # any two rows with these mean ranks will do
            x = 2 * friedman(ranks).statistic
            exact[friedman] += times * (st_oracle.chi2.sf(x, 3) < 0.05)
            exact[iman_davenport] += times * (x > 12 - 1e-9 or st_oracle.f.sf(3 * x / (12 - x), 3, 9) < 0.05)
        assert exact[friedman] / 24**3 == pytest.approx(0.0329, abs=5e-5)
        assert exact[iman_davenport] / 24**3 == pytest.approx(0.0678, abs=5e-5)

    def test_what_nemenyi_says_of_two_depends_on_the_others(self):
        """A beats B on nine of twelve data sets; two other learners are ranked between them, or behind both."""
        alone = np.array([[1, 2]] * 9 + [[2, 1]] * 3)
        between, behind = np.where(alone == 1, 1, 4), alone
        differ = [
            np.ptp(ranks.mean(axis=0)) > nemenyi_distance(learners, 12)
            for ranks, learners in [(alone, 2), (between, 4), (behind, 4)]
        ]
        assert differ == [False, True, False]

    @given(SCORES)
    def test_the_sharper_form_is_the_f_of_two_way_analysis(self, scores):
        """(2.35) is the F statistic of a two-way analysis of variance of the ranks, by learners and data sets."""
        ranks = average_ranks(np.array(scores))
        n, k = ranks.shape
        between = n * np.sum((ranks.mean(axis=0) - (k + 1) / 2) ** 2) / (k - 1)
        full = n * k * (k**2 - 1) / 12  # the value for ranks without ties
        left = (full - between * (k - 1)) / ((k - 1) * (n - 1))
        assume(left > 1e-6)
        statistic = between / left
        expected = statistic, st_oracle.f.sf(statistic, k - 1, (k - 1) * (n - 1))
        assert iman_davenport(ranks) == pytest.approx(expected, rel=1e-6, abs=1e-12)

    def test_all_equal_and_all_alike_are_decided(self):
        equal, alike = np.full((4, 3), 2.0), np.tile([1.0, 2.0, 3.0], (4, 1))
        assert friedman(equal) == iman_davenport(equal) == (0, 1)
        assert friedman(alike).statistic == 8
        assert iman_davenport(alike) == (inf, 0)

    @given(st.integers(2, 6), st.integers(1, 50), LEVELS)
    def test_the_critical_distance_shrinks_with_the_root_of_the_data_sets(self, learners, data_sets, alpha):
        once, four = (nemenyi_distance(learners, n, alpha=alpha) for n in (data_sets, 4 * data_sets))
        assert once == pytest.approx(2 * four)

    def test_the_range_of_two_is_a_normal_difference(self):
        """For two learners q is the two-sided normal quantile."""
        for alpha in (0.01, 0.05, 0.1):
            q = nemenyi_distance(2, 1, alpha=alpha)
            assert q == pytest.approx(st_oracle.norm.isf(alpha / 2), rel=1e-4)


class TestAlikeGroups:
    @given(
        st.lists(st.integers(2, 20).map(lambda n: n / 2), min_size=1, max_size=6),
        st.integers(0, 8).map(lambda n: n / 2),
    )
    def test_two_learners_share_a_group_exactly_if_they_are_near(self, ranks, distance):
        groups = alike_groups(ranks, distance=distance)
        for first, second in combinations(ranks, 2):
            together = any(low <= min(first, second) and max(first, second) <= high for low, high in groups)
            assert together == (abs(first - second) <= distance)
        assert not any(a != b and a[0] <= b[0] and b[1] <= a[1] for a, b in product(groups, groups))

    def test_a_learner_that_is_like_no_other_is_in_no_group(self):
        assert alike_groups([1, 2, 3, 3], distance=0.5) == [(3, 3)]


class TestHolm:
    @given(st.lists(st.integers(0, 20).map(lambda n: n / 200), min_size=1, max_size=6), LEVELS)
    def test_it_steps_down_as_holm_says(self, p_values, alpha):
        """Reject the smallest at alpha/n, the next at alpha/(n - 1), ...; stop at the first that fails."""
        rejected = set()
        for left, place in zip(range(len(p_values), 0, -1), np.argsort(p_values, kind="stable"), strict=True):
            if p_values[place] * left >= alpha:
                break
            rejected.add(int(place))
        assert set(np.flatnonzero(holm(p_values) < alpha).tolist()) == rejected

    def test_the_second_smallest_is_asked_less_than_by_bonferroni(self):
        assert holm([0.03, 0.01]) == pytest.approx([0.03, 0.02])

    @given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
    def test_it_lies_between_no_correction_and_bonferronis(self, p_values):
        adjusted, bonferroni = holm(p_values), np.minimum(np.multiply(p_values, len(p_values)), 1)
        assert (adjusted >= p_values).all()
        assert (adjusted <= bonferroni + 1e-15).all()
        assert adjusted[np.argmin(p_values)] == pytest.approx(bonferroni.min())

    def test_any_false_alarm_is_as_rare_as_one_test_gives(self):
        """Of twenty tests of true null hypotheses, 64 % of families have a p < 0.05; after Holm at most 5 % do."""
        p = np.random.default_rng(0).random((20_000, 20))
        assert np.mean(p.min(axis=1) < 0.05) == pytest.approx(1 - 0.95**20, abs=0.014)
        assert np.mean([holm(row).min() < 0.05 for row in p[:5000]]) == pytest.approx(
            1 - (1 - 0.05 / 20) ** 20, abs=0.013
        )


class TestSizeOfADifference:
    @given(DIFFERENCES, st.sampled_from([0, 1 / 9, 0.5]), LEVELS)
    def test_the_interval_holds_what_the_test_does_not_reject(self, differences, ratio, alpha):
        d = spread_out(differences)
        low, high = difference_interval(d, test_train_ratio=ratio, confidence=1 - alpha)
        for end in (low, high):
            assert corrected_t(d - end, test_train_ratio=ratio).p_value == pytest.approx(alpha, rel=1e-6)
        assert low < d.mean() < high

    def test_without_spread_it_is_a_point(self):
        assert difference_interval([0.1, 0.1], test_train_ratio=1) == (0.1, 0.1)

    @given(DIFFERENCES, st.sampled_from([0, 1 / 9]), st.sampled_from([0, 0.05, 0.3]))
    def test_the_three_parts_are_those_of_the_posterior(self, differences, ratio, rope):
        d = spread_out(differences)
        posterior = st_oracle.t(len(d) - 1, d.mean(), sqrt((1 / len(d) + ratio) * d.var(ddof=1)))
        parts = practical_equivalence(d, test_train_ratio=ratio, rope=rope)
        assert parts.first == pytest.approx(posterior.cdf(-rope), abs=1e-12)
        assert parts.second == pytest.approx(posterior.sf(rope), abs=1e-12)
        assert sum(parts) == pytest.approx(1)

    @given(DIFFERENCES)
    def test_with_an_empty_region_it_is_the_one_sided_p_value(self, differences):
        d = spread_out(differences)
        parts, outcome = practical_equivalence(d, test_train_ratio=0.1, rope=0), corrected_t(d, test_train_ratio=0.1)
        assert min(parts.first, parts.second) == pytest.approx(outcome.p_value / 2, abs=1e-12)

    @pytest.mark.parametrize(
        ("value", "part"), [(-0.2, "first"), (-0.1, "equal"), (0.0, "equal"), (0.1, "equal"), (0.2, "second")]
    )
    def test_without_spread_it_is_certain(self, value, part):
        assert getattr(practical_equivalence([value] * 3, test_train_ratio=0.1, rope=0.1), part) == 1


@pytest.fixture(scope="module")
def thousand_trials():
    return {name: run_trials(name, 60, [0.0, 0.1], 1000, np.random.default_rng(0)) for name in DISTANCES}


def sklearns(learner):
    return {
        "nearest centroid": NearestCentroid(),
        "5 neighbours": KNeighborsClassifier(5),
        "1 neighbour": KNeighborsClassifier(1),
    }[learner]


@pytest.mark.trials
class TestRivals:
    @pytest.fixture(autouse=True)
    def _trusted(self):
        """Turn off scikit-learn's check of each of the many small arrays."""
        with config_context(assume_finite=True, skip_parameter_validation=True):
            yield

    @pytest.mark.parametrize("learner", DISTANCES)
    @pytest.mark.parametrize("m", [60, 240])
    def test_the_true_error_is_one_in_five(self, learner, m):
        """The models are trained on nine tenths of m examples and evaluated on new ones."""
        rng, errors, train = np.random.default_rng(1), [], m * 9 // 20
        for _ in range(100):
            X = rng.standard_normal((2, train + 500, 3))
            X[..., 0] += DISTANCES[learner][m] * np.array([[-0.5], [0.5]])
            model = sklearns(learner).fit(X[:, :train].reshape(-1, 3), np.repeat([0, 1], train))
            errors.append(np.mean(model.predict(X[:, train:].reshape(-1, 3)) != np.repeat([0, 1], 500)))
        assert np.mean(errors) == pytest.approx(0.2, abs=4 * np.std(errors) / sqrt(100) + 0.001)

    @pytest.mark.parametrize("learner", DISTANCES)
    def test_mistakes_are_those_of_scikit_learn_fold_by_fold(self, learner):
        X = np.random.default_rng(0).standard_normal((2, 2, 9, 3))
        mistakes = fold_mistakes(learner, X, 3)
        for i, fold in product(range(2), range(3)):
            test = slice(3 * fold, 3 * fold + 3)
            train = np.delete(X[i], test, axis=1)
            model = sklearns(learner).fit(train.reshape(-1, 3), np.repeat([0, 1], 6))
            for label in (0, 1):
                np.testing.assert_array_equal(mistakes[i, label, fold], model.predict(X[i, label, test]) != label)

    def test_a_majority_of_five_needs_three_of_each_class(self):
        with pytest.raises(ValueError, match="X must leave 3 examples of each class to train on"):
            fold_mistakes("5 neighbours", np.ones((1, 2, 4, 3)), 2)

    @pytest.mark.parametrize("learner", DISTANCES)
    def test_what_is_seen_is_the_true_difference_on_average(self, thousand_trials, learner):
        for difference, folds in zip([0.0, 0.1], thousand_trials[learner].folds, strict=True):
            seen = folds.mean(axis=1)
            assert seen.mean() == pytest.approx(difference, abs=4 * seen.std() / sqrt(1000) + 0.001)

    @pytest.mark.parametrize("learner", DISTANCES)
    def test_the_trials_are_those_of_scikit_learn(self, learner):
        """For the second of two data sets, drawn as documented, every fold is fitted again, then tested."""
        trials, rng = run_trials(learner, 60, [0.1], 2, np.random.default_rng(3)), np.random.default_rng(3)
        X = rng.standard_normal((2, 2, 2, 30, 3))
        X[1] = LIKENESS * X[0] + sqrt(1 - LIKENESS**2) * X[1]
        X[..., 0] += DISTANCES[learner][60] * np.array([[-0.5], [0.5]])
        corrected = np.stack([np.zeros((2, 2, 30), dtype=bool), rng.random((2, 2, 30)) < 0.5])
        orders = [rng.permutation(30) for _ in range(10)]

        def wrong(rival, i, order, folds):
            """Return the errors of a rival, fold by fold, with the examples of class 0 before those of class 1."""
            for places in np.split(np.arange(30), folds):
                train, test = np.delete(order, places), order[places]
                model = sklearns(learner).fit(X[rival, i][:, train].reshape(-1, 3), np.repeat([0, 1], len(train)))
                errs = model.predict(X[rival, i][:, test].reshape(-1, 3)) != np.repeat([0, 1], len(test))
                yield errs & ~corrected[rival, i][:, test].ravel()

        def differences(i, chosen, folds):
            return [[first.mean() - second.mean() for first, second in zip(wrong(0, i, order, folds),
                    wrong(1, i, order, folds), strict=True)] for order in chosen]  # fmt: skip

        tens, twos = differences(1, orders, 10), differences(1, orders[:5], 2)
        first, second = (next(wrong(rival, 1, np.arange(30), 3)) for rival in (0, 1))
        e01, e10 = int(sum(first & ~second)), int(sum(~first & second))
        np.testing.assert_allclose(trials.folds[0, 1], np.ravel(tens), atol=1e-12)
        assert list(trials.p_values) == TESTS
        for name, outcome in [
            ("t, 10 folds", paired_t(tens[0])),
            ("t, 100 folds", paired_t(np.ravel(tens))),
            ("corrected t, 100 folds", corrected_t(np.ravel(tens), test_train_ratio=1 / 9)),
            ("5x2", five_by_two_t(twos)),
            ("5x2, first alone", five_by_two_t(twos, first_alone=True)),
            ("McNemar, exact", mcnemar(e01, e10, exact=True)),
            ("McNemar, mid-p", mcnemar(e01, e10, mid_p=True)),
        ]:
            assert trials.p_values[name][0, 1] == pytest.approx(outcome.p_value, rel=1e-9)

    @pytest.mark.parametrize("learner", DISTANCES)
    def test_a_hundred_folds_as_if_independent_cry_wolf(self, thousand_trials, learner):
        assert np.mean(thousand_trials[learner].p_values["t, 100 folds"][0] < 0.05) > 0.4

    def test_the_corrected_t_keeps_its_level_with_a_stable_learner_and_not_with_one_neighbour(self, thousand_trials):
        alarms = {name: np.mean(t.p_values["corrected t, 100 folds"][0] < 0.05) for name, t in thousand_trials.items()}
        assert alarms["nearest centroid"] < 0.05 + 2 * sqrt(0.05 * 0.95 / 1000)
        assert alarms["1 neighbour"] > 0.05 + 4 * sqrt(0.05 * 0.95 / 1000)

    def test_folds_of_one_cut_are_alike_only_for_learners_that_change_with_the_training_set(self, thousand_trials):
        """The mean correlations over the data sets of a guess are 0 within a partition and 1/10 between partitions."""
        same = np.equal.outer(np.arange(100) // 10, np.arange(100) // 10)
        means = {}
        for name, trials in thousand_trials.items():
            table = np.corrcoef(trials.folds[0].T)
            means[name] = table[same & ~np.eye(100, dtype=bool)].mean(), table[~same].mean()
        assert means["nearest centroid"] == pytest.approx((0, 0.1), abs=0.02)
        assert means["1 neighbour"][0] > 0.04
        assert means["1 neighbour"][1] > 0.13

    @pytest.mark.parametrize("learner", DISTANCES)
    def test_neither_rival_is_preferred(self, thousand_trials, learner):
        assert np.mean(thousand_trials[learner].folds[0].mean(axis=1) > 0) == pytest.approx(0.5, abs=0.08)


# ---------------------------------------------------------------------------------------------
# DeLong's test of two AUCs
# ---------------------------------------------------------------------------------------------

GRADES = [9, 8, 6, 9, 8, 7, 3, 6, 5, 5, 7, 4, 5, 2, 6, 3, 4, 1, 2, 3]  # scores of the lecture's twenty examples


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=6))
def test_scores_are_in_the_same_order_if_no_pair_is_in_opposite_orders(pairs):
    a, b = zip(*pairs, strict=True)
    opposite = any((a[i] - a[j]) * (b[i] - b[j]) < 0 for i in range(len(a)) for j in range(i))
    assert same_order(a, b) == same_order(b, a) == (not opposite)


def delong_by_pairs(y, a, b):
    """Difference and standard error from every pair of a positive and a negative, one by one."""
    positives, negatives = np.flatnonzero(y), np.flatnonzero(~y)
    gaps = np.zeros((positives.size, negatives.size))
    for i, positive in enumerate(positives):
        for j, negative in enumerate(negatives):
            won = [np.sign(score[positive] - score[negative]) / 2 for score in (a, b)]
            gaps[i, j] = won[0] - won[1]
    rows, columns = gaps.mean(axis=1), gaps.mean(axis=0)
    error = sqrt(rows.var(ddof=1) / rows.size + columns.var(ddof=1) / columns.size)
    return gaps.mean(), error, min(gaps.shape) - 1


@given(st.integers(0, 2**32 - 1), st.integers(2, 12), st.integers(2, 12), st.sampled_from([0.8, 0.95, 0.99]))
def test_delongs_test_is_that_of_all_pairs_with_students_t(seed, positives, negatives, confidence):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(positives + negatives) < positives)
    a, b = rng.integers(0, 9, (2, y.size)) + 2 * y
    difference, error, freedom = delong_by_pairs(y, a, b)
    assume(error > 1e-9)
    result = delong_test(y, a, b, confidence=confidence)
    half = st_oracle.t.ppf((1 + confidence) / 2, freedom) * error
    ends = max(difference - half, -1), min(difference + half, 1)
    assert result == pytest.approx((difference, *ends, 2 * st_oracle.t.sf(abs(difference) / error, freedom)))
    assert (result.p_value < 1 - confidence) == (not result.low <= 0 <= result.high)
    turned = delong_test(y, b, a, confidence=confidence)
    assert turned == pytest.approx((-difference, -result.high, -result.low, result.p_value))
    assert delong_test(~y, -a, -b, confidence=confidence) == pytest.approx(result)
    order = rng.permutation(y.size)
    assert delong_test(y[order], a[order], b[order], confidence=confidence) == pytest.approx(result)


def test_delongs_z_is_that_of_proc():
    """pROC 1.18.0 under R 4.2 gives z = 1.59881613006, which it refers to the normal distribution: p = 0.1098614."""
    y, score = load_ranked_examples()
    result = delong_test(y, GRADES, score)
    z = st_oracle.t.isf(result.p_value / 2, 9)
    assert z == pytest.approx(1.59881613006)
    assert 2 * st_oracle.norm.sf(z) == pytest.approx(0.1098614, abs=1e-6)
    assert (result.high - result.low) / 2 == pytest.approx(st_oracle.t.isf(0.025, 9) * result.difference / z)


@pytest.mark.parametrize("scores", [[0.9, 0.8, 0.1, 0.2], [0.5] * 4, [0.1, 0.9, 0.5, 0.3]])
def test_scores_that_rank_all_examples_equally_do_not_differ(scores):
    assert delong_test([1, 1, 0, 0], scores, np.exp(scores)) == (0, 0, 0, 1)


@pytest.mark.parametrize("m", range(2, 13))
def test_a_perfect_ranking_differs_from_a_constant_one_as_a_sign_test_of_separate_pairs_says(m):
    y = np.arange(2 * m + 3) < m
    for other in (np.zeros(y.size), -1.0 * y):
        result = delong_test(y, y, other)
        assert result.p_value == pytest.approx(min(2 * 0.5**m, 1))
        assert (result.p_value < 0.05) == (not result.low <= 0 <= result.high)
        assert -1 <= result.low <= result.difference <= result.high <= 1
        assert delong_test(y, other, y) == pytest.approx(
            (-result.difference, -result.high, -result.low, result.p_value)
        )
    low = delong_test(y, y, np.zeros(y.size)).low
    assert low == pytest.approx(0.025 ** (1 / m) - 0.5)


def test_the_interval_of_a_perfect_and_a_perfectly_wrong_ranking_begins_at_0_where_p_is_1_minus_the_confidence():
    y = np.array([1, 1, 1, 0, 0, 0])
    assert delong_test(y, y, -y, confidence=0.75)[1:] == (0, 1, 0.25)


def test_delong_from_covariance_has_the_degrees_of_freedom_of_the_smaller_class():
    rows = [[0.002, 0.0005], [0.0005, 0.001]]
    result = delong_from_covariance([0.9, 0.8], rows, smaller=2)
    error = sqrt(0.002)
    half = st_oracle.t.isf(0.025, 1) * error
    ends = max(0.1 - half, -1), min(0.1 + half, 1)
    assert result == pytest.approx((0.1, *ends, 2 * st_oracle.t.sf(0.1 / error, 1)))
    assert delong_from_covariance([1, 0.1], np.eye(2), smaller=2)[1:3] == (-1, 1)
    assert delong_from_covariance([0.6, 0.5], [[1e-25, 0], [0, 1e-25]], smaller=8).p_value == pytest.approx(2 / 2**8)


@pytest.mark.trials
def test_delongs_test_finds_a_difference_that_does_not_exist_in_one_of_twenty_data_sets():
    rng, y = np.random.default_rng(0), np.arange(120) < 15
    rejected = 0
    for _ in range(600):
        common, a, b = rng.normal(size=(3, 120)) + y
        rejected += delong_test(y, common + a, common + b).p_value < 0.05
    assert st_oracle.binom.cdf(rejected, 600, 0.05) > 1e-3
    assert st_oracle.binom.sf(rejected - 1, 600, 0.05) > 1e-3


# ---------------------------------------------------------------------------------------------
# Paired costs, and intervals of Holm's steps
# ---------------------------------------------------------------------------------------------


@given(st.integers(0, 2**32 - 1), st.sampled_from([1, 7]), st.sampled_from([None, 0.1, 0.6]))
def test_a_paired_cost_test_is_that_of_the_examples_with_the_imagined_ones_written_out(seed, positives, prior):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(18) < positives)
    a, b = rng.integers(0, 5, (2, 18)) / 4
    result = paired_cost_test(y, a, b, prior=prior, cost_fn=5, cost_fp=2, threshold_variance=0.01, confidence=0.9)
    costs = np.where(y, 5, 2) * (a - b)
    if prior is None:
        together = [*costs, 5, -5, 2, -2]
        center, variance = np.mean(together), np.var(together) / len(together)
        difference = costs.mean()
    else:
        parts = [[*costs[y], 5, -5], [*costs[~y], 2, -2]]
        weights = prior, 1 - prior
        center = sum(w * np.mean(part) for w, part in zip(weights, parts, strict=True))
        variance = sum(w**2 * np.var(part) / len(part) for w, part in zip(weights, parts, strict=True))
        difference = prior * costs[y].mean() + (1 - prior) * costs[~y].mean()
    error = sqrt(variance + 0.01)
    half = st_oracle.norm.isf(0.05) * error
    ends = min(center - half, difference), max(center + half, difference)
    assert result == pytest.approx((difference, *ends, 2 * st_oracle.norm.sf(abs(center) / error)))
    turned = paired_cost_test(y, b, a, prior=prior, cost_fn=5, cost_fp=2, threshold_variance=0.01, confidence=0.9)
    assert turned == pytest.approx((-result.difference, -result.high, -result.low, result.p_value))


@pytest.mark.parametrize("prior", [None, 0.2])
def test_a_paired_cost_test_of_groups_multiplies_the_variance_by_their_design_effect(prior):
    rng = np.random.default_rng(0)
    y, group = rng.permutation(np.arange(40) < 15), np.repeat(np.arange(10), 4)
    a, b = rng.integers(0, 2, (2, 40))
    a[group < 3], b[group < 3] = 1, 0
    alone, grouped = (paired_cost_test(y, a, b, prior=prior, group=numbers) for numbers in (None, group))
    weights = np.ones(40) if prior is None else np.where(y, prior / y.mean(), (1 - prior) / np.mean(~y))
    influence = weights * (a - b)
    if prior is not None:
        for label in (y, ~y):
            influence[label] -= influence[label].mean()
    ratio = st_oracle.t.isf(0.025, 9) / st_oracle.norm.isf(0.025) * design_effect(influence, group) ** 0.5
    assert design_effect(influence, group) > 1.2
    assert (grouped.high - grouped.low) / (alone.high - alone.low) == pytest.approx(ratio)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.sampled_from([0.05, 0.2]))
def test_at_holms_confidence_a_test_alone_rejects_where_holms_does(p_values, alpha):
    confidence = holm_confidence(p_values, alpha=alpha)
    alone = np.array(p_values) < 1 - confidence - 1e-12
    assume(np.min(abs(holm(p_values) - alpha)) > 1e-9)
    assert (alone == (holm(p_values) < alpha)).all()
    assert (confidence >= 1 - alpha - 1e-12).all()
    assert (confidence <= 1 - alpha / len(p_values) + 1e-12).all()


def test_holms_confidence_by_hand():
    """A p-value that only reaches its step is not rejected; equal p-values take the steps in their own order."""
    assert holm_confidence([0.04, 0.001, 0.02, 0.3]) == pytest.approx(1 - 0.05 / np.array([3, 4, 3, 3]))
    assert holm_confidence([0.02, 0.001]) == pytest.approx([0.95, 0.975])
    assert holm_confidence([0.025, 0.5]) == pytest.approx([0.975, 0.975])
    assert holm_confidence([1e-4] * 50) == pytest.approx(1 - 0.05 / np.arange(50, 0, -1))


def test_without_variance_the_interval_of_a_difference_of_aucs_follows_the_confidence():
    half, usual = (
        delong_from_covariance([1, 0.6], np.zeros((2, 2)), smaller=20, confidence=level) for level in (0.5, 0.95)
    )
    assert usual.low < half.low < half.difference == half.high


class TestSignedRanks:
    """Wilcoxon's signed-rank test, with its interval, and its Bayesian form."""

    @given(st.lists(st.floats(-1, 1).map(lambda x: round(x, 6)), min_size=2, max_size=30), st.sampled_from([0.9, 0.95]))
    def test_p_value_and_interval_are_those_of_scipy_and_agree(self, differences, confidence):
        result = signed_rank_test(differences, np.zeros(len(differences)), confidence=confidence)
        sizes = np.abs(differences)
        if len(set(sizes)) == len(sizes) and sizes.min() > 0:
            expected = st_oracle.wilcoxon(differences, method="exact").pvalue
            assert result.p_value == pytest.approx(expected)
        assert (result.low <= 0 <= result.high) == (result.p_value >= 1 - confidence - 1e-12)
        assert result.low <= result.difference <= result.high
        turned = signed_rank_test(np.zeros(len(differences)), differences, confidence=confidence)
        assert turned == pytest.approx((-result.difference, -result.high, -result.low, result.p_value))

    @pytest.mark.parametrize("confidence", [0.8, 0.95])
    def test_the_interval_holds_the_differences_that_the_test_does_not_reject(self, confidence):
        for n in (6, 7, 12, 20):
            differences = np.random.default_rng(n).normal(0.3, 1, n)
            result = signed_rank_test(differences, np.zeros(n), confidence=confidence)
            pairs = [(a + b) / 2 for i, a in enumerate(differences) for b in differences[: i + 1]]
            assert result.difference == pytest.approx(np.median(pairs))
            for inside, outside in [(result.low + 1e-9, result.low - 1e-9), (result.high - 1e-9, result.high + 1e-9)]:
                assert st_oracle.wilcoxon(differences - inside, method="exact").pvalue >= 1 - confidence
                assert st_oracle.wilcoxon(differences - outside, method="exact").pvalue < 1 - confidence
        assert signed_rank_test(np.zeros(4), np.zeros(4)).p_value == 1

    def test_many_data_sets_have_the_normal_distribution_and_five_have_no_interval(self):
        rng = np.random.default_rng(0)
        differences = rng.normal(0.2, 1, 100)
        result = signed_rank_test(differences, np.zeros(100))
        expected = st_oracle.wilcoxon(differences, correction=True, method="approx").pvalue
        assert result.p_value == pytest.approx(expected, rel=1e-6)
        assert signed_rank_test([1, 2, 3, 4, 5], [0] * 5)[1:3] == (-inf, inf)

    def test_the_bayesian_form_has_the_probabilities_of_baycomp(self):
        a = [0.8, 0.815, 0.786, 0.755, 0.777, 0.75, 0.803, 0.867, 0.775, 0.769, 0.824, 0.818]
        b = [0.794, 0.788, 0.777, 0.761, 0.742, 0.733, 0.757, 0.833, 0.73, 0.756, 0.791, 0.815]
        errors = np.array(b) - a
        expected = 0.980, 0.020, 0.0  # baycomp 1.0.3: SignedRankTest.probs(a, b, rope=0.01, nsamples=500000)
        assert equivalence_on_data_sets(errors, rope=0.01) == pytest.approx(expected, abs=0.006)
        assert equivalence_on_data_sets(errors[::-1], rope=0.01) == equivalence_on_data_sets(errors, rope=0.01)
        assert equivalence_on_data_sets(-errors, rope=0.01).second == pytest.approx(0.980, abs=0.006)
        assert equivalence_on_data_sets(errors, rope=1).equal == 1
