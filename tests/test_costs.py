"""Laws and oracles of chapter 05: unequal costs and the cost curve."""

import math
import re
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull
from sklearn.isotonic import IsotonicRegression

from evalcore import costs
from evalcore.costs import (
    CostCurve,
    best_threshold,
    cost_curve,
    cost_lines,
    cost_sensitive_error,
    crossings,
    normalized_cost,
    operating_range,
    positive_cost_probability,
    shortened_thresholds,
)
from evalcore.datasets import load_ranked_examples
from evalcore.metrics import ConfusionMatrix, RocCurve, confusion_at, roc_auc_score, roc_curve
from notebooks import ROOT, code_cells

SHARE = st.floats(0, 1)
COST = st.floats(0.01, 100)
NOTEBOOK = ROOT / "notebooks" / "05_cost_curves.ipynb"


@st.composite
def examples(draw, most=14, ties=True):
    """Draw labels of both classes and whole-number scores."""
    size = draw(st.integers(2, most))
    rest = draw(st.lists(st.integers(0, 1), min_size=size - 2, max_size=size - 2))
    labels = draw(st.permutations([0, 1, *rest]))
    if not ties:
        return np.array(labels), np.array(draw(st.permutations(range(size))))
    return np.array(labels), np.array(draw(st.lists(st.integers(0, 6), min_size=size, max_size=size)))


def exact_lines(labels, scores):
    """Return the lines (FPR, FNR, threshold) as fractions, counted example by example, highest threshold first."""
    positives, negatives = int(sum(labels)), int(sum(1 - labels))
    for threshold in [np.inf, *sorted(set(scores.tolist()), reverse=True)]:
        fp = sum(int(y == 0 and s >= threshold) for y, s in zip(labels, scores, strict=True))
        fn = sum(int(y == 1 and s < threshold) for y, s in zip(labels, scores, strict=True))
        yield Fraction(fp, negatives), Fraction(fn, positives), threshold


def height(line, x):
    return line[0] * (1 - x) + line[1] * x


def exact_envelope(lines):
    """Return vertices and thresholds of the minimum, computed from the crossings of all pairs of lines."""
    places = {Fraction(0), Fraction(1)}
    for (f, g, _), (k, h, _) in combinations(lines, 2):
        if (gap := (k - f) + (g - h)) and 0 < (x := (k - f) / gap) < 1:
            places.add(x)
    places = sorted(places)
    xs, thresholds = [0], []
    for low, high in pairwise(places):
        best = min(lines, key=lambda line: height(line, (low + high) / 2))
        if thresholds[-1:] == [best[2]]:
            xs[-1] = high
        else:
            thresholds.append(best[2])
            xs.append(high)
    return xs, thresholds


@pytest.fixture
def twenty():
    return roc_curve(*load_ranked_examples())


class TestTwentySamples:
    """The lecture's twenty samples in the cost plane (slides on cost curves, figure 2.5)."""

    def test_vertices(self, twenty):
        curve = cost_curve(twenty)
        assert curve.x == pytest.approx([0, 1 / 4, 4 / 7, 2 / 3, 1], abs=1e-15)
        assert curve.y == pytest.approx([0, 0.2, 23 / 70, 0.3, 0], abs=1e-15)

    def test_area(self, twenty):
        assert cost_curve(twenty).area == pytest.approx(319 / 1680, abs=1e-15)

    def test_threshold_of_each_segment(self, twenty):
        assert cost_curve(twenty).thresholds.tolist() == [0.8, 0.54, 0.38, 0.3]

    def test_mean_area_of_the_21_lines(self, twenty):
        areas = cost_lines(twenty).mean(axis=1)
        assert len(areas) == 21
        assert areas.mean() == pytest.approx(0.5 - (2 * 0.68 - 1) / 4 * 20 / 21, abs=1e-15)
        assert round(areas.mean(), 6) == 0.414286

    def test_balanced_brier_score(self):
        assert round(balanced_brier(*load_ranked_examples()), 6) == 0.189881


class TestCostSensitiveError:
    @given(examples(), COST, COST)
    def test_counts_rates_and_examples_agree(self, drawn, cost_fn, cost_fp):
        """(2.23): a sum over examples = counts x prices / m = FNR p cost01 + FPR (1 - p) cost10."""
        labels, scores = drawn
        cm, p = confusion_at(labels, scores, 3), labels.mean()
        by_example = np.mean([
            (cost_fn if y else cost_fp) * (y != (s >= 3)) for y, s in zip(labels, scores, strict=True)
        ])  # fmt: skip
        by_rates = cm.fnr * p * cost_fn + cm.fpr * (1 - p) * cost_fp
        error = cost_sensitive_error(cm, cost_fn=cost_fn, cost_fp=cost_fp)
        assert error == pytest.approx(by_example)
        assert error == pytest.approx(by_rates)

    @given(examples())
    def test_equal_unit_costs_give_the_error_rate(self, drawn):
        cm = confusion_at(*drawn, 3)
        assert cost_sensitive_error(cm, cost_fn=1, cost_fp=1) == cm.error_rate

    def test_a_miss_is_priced_by_cost_fn(self):
        """cost01 is the cost of a false negative, cost10 that of a false positive."""
        assert cost_sensitive_error(ConfusionMatrix(0, 1, 0, 1), cost_fn=7, cost_fp=1) == 3.5
        assert cost_sensitive_error(ConfusionMatrix(1, 0, 1, 0), cost_fn=7, cost_fp=1) == 0.5


class TestNormalizedCost:
    @given(SHARE, SHARE, SHARE, COST, COST)
    def test_the_line_at_the_operating_abscissa(self, fnr, fpr, p, cost_fn, cost_fp):
        """(2.25) is the height of the line from (0, FPR) to (1, FNR) at (2.24)."""
        x = positive_cost_probability(p, cost_fn=cost_fn, cost_fp=cost_fp)
        cost = normalized_cost(fnr, fpr, p, cost_fn=cost_fn, cost_fp=cost_fp)
        assert cost == pytest.approx(height((fpr, fnr), x), abs=1e-12)

    @given(examples(), COST, COST)
    def test_the_error_as_a_share_of_the_worst(self, drawn, cost_fn, cost_fp):
        """Note 002: (2.25) is (2.23) after min-max normalisation, with minimum 0 and maximum "all wrong"."""
        cm, m = confusion_at(*drawn, 3), len(drawn[0])
        positives = cm.tp + cm.fn
        wrong = ConfusionMatrix(0, positives, m - positives, 0)
        price = {"cost_fn": cost_fn, "cost_fp": cost_fp}
        share = cost_sensitive_error(cm, **price) / cost_sensitive_error(wrong, **price)
        assert normalized_cost(cm.fnr, cm.fpr, positives / m, **price) == pytest.approx(share)

    @given(SHARE, SHARE, SHARE, COST, COST)
    def test_expected_cost_of_note_003(self, fnr, fpr, p, cost_fn, cost_fp):
        """E[Cost] = sum of c_ij Pr[decide i | H_j] Pr[H_j], divided by its value at all wrong."""
        price = [[0, cost_fn], [cost_fp, 0]]  # row: decision, column: truth; c_01 is the cost of a false negative
        decided = [[1 - fpr, fnr], [fpr, 1 - fnr]]
        prior = [1 - p, p]
        expected = sum(price[i][j] * decided[i][j] * prior[j] for i in (0, 1) for j in (0, 1))
        worst = p * cost_fn + (1 - p) * cost_fp
        got = normalized_cost(fnr, fpr, p, cost_fn=cost_fn, cost_fp=cost_fp)
        assert got == pytest.approx(expected / worst)

    @given(SHARE, COST)
    def test_equal_costs_leave_the_prior(self, p, cost):
        assert positive_cost_probability(p, cost_fn=cost, cost_fp=cost) == pytest.approx(p, abs=1e-12)

    @given(SHARE, COST, COST)
    def test_only_the_ratio_of_the_costs_matters(self, p, cost_fn, cost_fp):
        """Multiplying both costs by 3 changes neither axis."""
        once = positive_cost_probability(p, cost_fn=cost_fn, cost_fp=cost_fp)
        assert positive_cost_probability(p, cost_fn=3 * cost_fn, cost_fp=3 * cost_fp) == pytest.approx(once)

    def test_ends(self):
        """No error costs 0, and all wrong costs 1; a prior of 0 or 1 is not changed."""
        assert normalized_cost(0, 0, 0.3, cost_fn=2, cost_fp=5) == 0
        assert normalized_cost(1, 1, 0.3, cost_fn=2, cost_fp=5) == 1
        assert positive_cost_probability([0, 1], cost_fn=2, cost_fp=5).tolist() == [0, 1]

    def test_numbers_give_numbers_and_arrays_arrays(self, twenty):
        assert type(normalized_cost(0.1, 0.2, 0.5, cost_fn=1, cost_fp=1)) is float
        assert normalized_cost(1 - twenty.tpr, twenty.fpr, 0.5, cost_fn=1, cost_fp=1).shape == (21,)


class TestCostCurve:
    @given(examples())
    def test_is_the_minimum_of_all_lines(self, drawn):
        """It equals brute force in exact fractions at the vertices, between them, and at x = 0 and 1."""
        lines = list(exact_lines(*drawn))
        curve = cost_curve(roc_curve(*drawn))
        for x in np.union1d(curve.x, np.linspace(0, 1, 41)):
            least = min(height(line, x) for line in lines)
            assert np.interp(x, curve.x, curve.y) == pytest.approx(least, abs=1e-14)

    @given(examples())
    def test_has_no_needless_vertex(self, drawn):
        """Its vertices and thresholds are those of the exact envelope, also with ties and collinear points."""
        xs, thresholds = exact_envelope(list(exact_lines(*drawn)))
        curve = cost_curve(roc_curve(*drawn))
        assert curve.thresholds.tolist() == thresholds
        assert curve.x == pytest.approx([float(x) for x in xs], abs=1e-14)

    @given(examples(most=40))
    def test_is_the_twin_of_the_hull(self, drawn):
        """Its segments are the vertices of the ROC's convex hull (SciPy) that no other vertex dominates."""
        roc = roc_curve(*drawn)
        corner = np.column_stack([np.append(roc.fpr, 1), np.append(roc.tpr, 0)])
        hull = corner[ConvexHull(corner).vertices]
        lowest = {
            (f, t) for f, t in hull if not any((k <= f and u >= t) and (k, u) != (f, t) for k, u in hull)
        }  # fmt: skip
        curve = cost_curve(roc)
        at = np.isin(roc.thresholds, curve.thresholds)
        assert set(zip(roc.fpr[at], roc.tpr[at], strict=True)) == lowest
        assert len(curve.thresholds) == len(lowest)

    @pytest.mark.parametrize("separation", [-1, 0, 1, 4])
    @pytest.mark.parametrize("digits", [2, 16])
    def test_large_samples(self, separation, digits):
        """Points are dropped before the loop, and the curve is still the minimum and the exact hull."""
        rng = np.random.default_rng(separation + 10)
        labels = rng.permutation(np.arange(60_000) % 3 == 0).astype(int)
        roc = roc_curve(labels, np.round(rng.normal(size=60_000) + separation * labels, digits))
        curve = cost_curve(roc)
        for x, y in zip(curve.x, curve.y, strict=True):
            assert y == pytest.approx(np.min(roc.fpr * (1 - x) + (1 - roc.tpr) * x), abs=1e-14)
        counts = zip((roc.fpr * 40_000).round().tolist(), (roc.tpr * 20_000).round().tolist(), strict=True)
        assert curve.thresholds.tolist() == [roc.thresholds[k] for k in chain_of_counts(list(counts))]

    @pytest.mark.parametrize("points", [5001, 50_001])
    def test_a_curve_of_many_vertices(self, points):
        """When every point is a vertex, none is dropped, however short the edges."""
        fpr = np.linspace(0, 1, points)
        curve = cost_curve(RocCurve(fpr, 2 * fpr - fpr**2, 1 - fpr))
        assert len(curve.thresholds) == points

    @pytest.mark.parametrize(("points", "jump"), [(1000, 0.6), (1000, 0.9), (40_000, 0.6)])
    def test_a_jump_after_an_arc_takes_linear_work(self, points, jump, monkeypatch):
        """The jump removes the end of a concave arc point by point: SciPy's hull, in three comparisons per point."""
        compared = []

        class Tolerance(float):
            """The tolerance of each comparison, which counts the points that are compared."""

            def __mul__(self, size):
                compared.append(np.size(size))
                return float(self) * size

        monkeypatch.setattr(costs, "ROUNDING", Tolerance(costs.ROUNDING))
        arc = np.linspace(0, 0.5, points)
        fpr, tpr = np.append(arc, [0.501, 1]), np.append(1.5 * arc - arc**2, [jump, 1])
        curve = cost_curve(RocCurve(fpr, tpr, np.arange(points + 2)))
        hull = ConvexHull(np.column_stack([np.append(fpr, 1), np.append(tpr, 0)]))
        assert curve.thresholds.tolist() == sorted(hull.vertices)[:-1]  # the last one is the lower right corner
        assert len(curve.thresholds) < points / 2
        assert sum(compared) < 4 * points

    @given(examples(), st.integers(2, 3))
    def test_repeated_points_change_nothing(self, drawn, times):
        roc = roc_curve(*drawn)
        repeated = RocCurve(*(np.repeat(part, times) for part in roc))
        for once, again in zip(cost_curve(roc), cost_curve(repeated), strict=True):
            assert once.tolist() == again.tolist()

    @given(examples())
    def test_increasing_maps_change_nothing(self, drawn):
        """It depends on the ranking alone: cubing the scores changes no vertex."""
        labels, scores = drawn
        once, cubed = cost_curve(roc_curve(labels, scores)), cost_curve(roc_curve(labels, scores**3))
        assert once.x.tolist() == cubed.x.tolist()
        assert once.y.tolist() == cubed.y.tolist()

    @given(examples())
    def test_exchanging_the_classes_mirrors_it(self, drawn):
        """With swapped labels and negated scores, x becomes 1 - x."""
        labels, scores = drawn
        once, mirrored = cost_curve(roc_curve(labels, scores)), cost_curve(roc_curve(1 - labels, -scores))
        assert mirrored.x == pytest.approx(1 - once.x[::-1], abs=1e-14)
        assert mirrored.y == pytest.approx(once.y[::-1], abs=1e-14)

    def test_extreme_rankings(self):
        """A perfect ranking costs nothing; a constant score leaves the two trivial classifiers."""
        perfect, useless = cost_curve(roc_curve([0, 1], [0, 1])), cost_curve(roc_curve([0, 1, 1], [5, 5, 5]))
        assert (perfect.area, perfect.thresholds.tolist()) == (0, [1])
        assert (useless.area, useless.x.tolist(), useless.thresholds.tolist()) == (0.25, [0, 0.5, 1], [np.inf, 5])

    @given(examples(), SHARE)
    def test_segment_at(self, drawn, x):
        """The segment in force at x has the lowest line there."""
        roc = roc_curve(*drawn)
        curve = cost_curve(roc)
        threshold = curve.thresholds[curve.segment_at(x)]
        f, g = cost_lines(roc)[roc.thresholds == threshold][0]
        assert f * (1 - x) + g * x == pytest.approx(np.interp(x, curve.x, curve.y), abs=1e-14)

    def test_segment_changes_just_right_of_a_vertex(self, twenty):
        curve = cost_curve(twenty)
        assert [curve.segment_at(x) for x in curve.x] == [0, 0, 1, 2, 3]
        assert [curve.segment_at(x + 1e-9) for x in curve.x[:-1]] == [0, 1, 2, 3]


def chain_of_counts(points):
    """Return the hull's vertices in whole numbers, without the vertical and the horizontal end."""
    kept = [k for k, (f, t) in enumerate(points)
            if (k == 0 or t > points[k - 1][1]) and (k == len(points) - 1 or f < points[k + 1][0])]  # fmt: skip
    hull = []
    for k in kept:
        while len(hull) > 1:
            (af, at), (bf, bt), (cf, ct) = (points[i] for i in (hull[-2], hull[-1], k))
            if (bt - at) * (cf - af) > (bf - af) * (ct - at):
                break
            hull.pop()
        hull.append(k)
    return hull


def balanced_brier(labels, scores):
    """Brier score of the isotonic fit when both classes weigh one half."""
    weight = np.where(labels == 1, 0.5 / labels.sum(), 0.5 / (1 - labels).sum())
    calibrated = IsotonicRegression().fit(scores, labels, sample_weight=weight).predict(scores)
    return np.sum(weight * (calibrated - labels) ** 2)


class TestAreas:
    @given(examples(most=40))
    def test_area_is_a_brier_score(self, drawn):
        """Area under the envelope = balanced Brier score of the isotonically calibrated scores."""
        assert cost_curve(roc_curve(*drawn)).area == pytest.approx(balanced_brier(*drawn), abs=1e-12)

    @given(examples(most=40, ties=False))
    def test_mean_area_of_the_lines_is_the_auc(self, drawn):
        """The mean area is 1/2 - (2 AUC - 1)/4 x m/(m + 1) for any share of positives, without ties."""
        m = len(drawn[0])
        law = 0.5 - (2 * roc_auc_score(*drawn) - 1) / 4 * m / (m + 1)
        assert cost_lines(roc_curve(*drawn)).mean() == pytest.approx(law, abs=1e-12)

    @given(examples())
    def test_never_worse_than_the_trivial_classifiers(self, drawn):
        curve = cost_curve(roc_curve(*drawn))
        assert np.all(curve.y <= np.minimum(curve.x, 1 - curve.x) + 1e-14)
        assert 0 <= curve.area <= 0.25 + 1e-14


class TestOperatingRange:
    @given(examples())
    def test_below_the_trivial_inside_and_on_them_outside(self, drawn):
        curve = cost_curve(roc_curve(*drawn))
        low, high = operating_range(curve)
        for x in np.linspace(0.001, 0.999, 97):
            gap = min(x, 1 - x) - np.interp(x, curve.x, curve.y)
            assert (gap > 1e-6) == (low < x < high) or gap < 1e-3 * (low < x < high)

    @given(st.floats(0.01, 0.99), st.floats(0.01, 0.99))
    def test_of_a_single_classifier(self, fpr, tpr):
        """The range is from FPR/(FPR + TPR) to TNR/(TNR + FNR), if the classifier is better than chance."""
        roc = RocCurve(np.array([0, fpr, 1]), np.array([0, tpr, 1]), np.array([np.inf, 1, 0]))
        ends = operating_range(cost_curve(roc))
        if tpr > fpr + 1e-9:
            assert ends == pytest.approx((fpr / (fpr + tpr), (1 - fpr) / (2 - fpr - tpr)))
        elif tpr <= fpr:
            assert all(math.isnan(end) for end in ends)

    @given(st.floats(0.01, 0.99), st.floats(0.01, 0.99))
    def test_the_line_alone_has_the_range_of_its_classifier(self, fpr, tpr):
        """Without the trivial classifiers the curve is above them at both ends; the range ends at the crossings."""
        assume(tpr > fpr + 1e-9)
        line = CostCurve(np.array([0, 1]), np.array([fpr, 1 - tpr]), np.array([1]))
        assert operating_range(line) == pytest.approx((fpr / (fpr + tpr), (1 - fpr) / (2 - fpr - tpr)))

    @pytest.mark.parametrize("beyond", [-0.01, 1.01])
    def test_no_vertex_lies_beyond_the_plane(self, beyond):
        for x, y in [([0, 0.5, 1], [0, beyond, 0]), (sorted([0, beyond, 1]), [0, 0.2, 0])]:
            with pytest.raises(ValueError, match=r"must be finite numbers in \[0, 1\]"):
                operating_range(CostCurve(np.array(x, float), np.array(y, float), np.array([np.inf, 0.5])))


class TestCrossings:
    @given(examples(), examples())
    def test_the_winner_changes_there_and_nowhere_else(self, ranking, rival):
        first, second = cost_curve(roc_curve(*ranking)), cost_curve(roc_curve(*rival))
        x = np.linspace(0, 1, 1001)
        gap = np.interp(x, first.x, first.y) - np.interp(x, second.x, second.y)
        signs = np.sign(gap[np.abs(gap) > 1e-9])
        places = crossings(first, second)
        assert np.count_nonzero(signs[1:] != signs[:-1]) <= len(places)
        gaps = np.interp(places, first.x, first.y) - np.interp(places, second.x, second.y)
        assert gaps == pytest.approx(np.zeros(len(places)), abs=1e-12)
        assert crossings(second, first) == pytest.approx(places)

    def test_equal_curves_do_not_cross(self, twenty):
        assert crossings(cost_curve(twenty), cost_curve(twenty)).size == 0

    def test_running_together(self):
        """Curves that coincide on an interval cross where they separate."""
        x = np.array([0, 0.25, 0.5, 1])
        first = CostCurve(x, np.array([0.0, 0.2, 0.3, 0.3]), np.zeros(3))
        second = CostCurve(x, np.array([0.1, 0.2, 0.3, 0.2]), np.zeros(3))
        assert crossings(first, second).tolist() == [0.5]

    def test_a_zigzag_crosses_a_flat_line_on_each_of_its_slopes(self):
        """With 0.1, 0.2, 0.5, 0.4 repeated, the winner changes six times, but not at each vertex."""
        zigzag = CostCurve(np.linspace(0, 1, 13), np.tile([0.1, 0.2, 0.5, 0.4], 4)[:13], np.zeros(12))
        flat = CostCurve(np.array([0, 1]), np.array([0.3, 0.3]), np.zeros(1))
        places = crossings(zigzag, flat)
        assert places == pytest.approx((np.arange(6) + 2 / 3) / 6)

    @given(examples(), examples())
    def test_a_vertex_given_twice_changes_nothing(self, ranking, rival):
        first, second = cost_curve(roc_curve(*ranking)), cost_curve(roc_curve(*rival))
        twice = CostCurve(*(np.repeat(part, 2) for part in first))
        assert crossings(twice, second).tolist() == crossings(first, second).tolist()
        np.testing.assert_array_equal(operating_range(twice), operating_range(first))


class TestBestThreshold:
    @given(examples(), SHARE, COST, COST)
    def test_no_threshold_costs_less(self, drawn, p, cost_fn, cost_fp):
        """Its cost is the smallest of all thresholds, and the height of the curve at P(+)cost."""
        roc, price = roc_curve(*drawn), {"cost_fn": cost_fn, "cost_fp": cost_fp}
        cm = confusion_at(*drawn, best_threshold(roc, p, **price))
        cost = normalized_cost(cm.fnr, cm.fpr, p, **price)
        every = [normalized_cost(float(g), float(f), p, **price) for f, g, _ in exact_lines(*drawn)]
        assert cost == pytest.approx(min(every), abs=1e-14)
        curve, x = cost_curve(roc), positive_cost_probability(p, **price)
        assert cost == pytest.approx(np.interp(x, curve.x, curve.y), abs=1e-14)

    def test_ties_go_to_the_highest_threshold(self, twenty):
        """At the vertex x = 4/7 two thresholds cost the same; at p = 0 nothing is positive."""
        assert best_threshold(twenty, 4 / 7, cost_fn=1, cost_fp=1) == 0.54
        assert best_threshold(twenty, 0, cost_fn=1, cost_fp=1) == np.inf
        assert best_threshold(twenty, 1, cost_fn=1, cost_fp=1) == 0.3

    @given(examples(most=40))
    def test_at_a_vertex_it_is_that_of_the_left_segment(self, drawn):
        """At a vertex both costs are equal; whatever the rounding, the higher threshold is returned."""
        roc = roc_curve(*drawn)
        curve = cost_curve(roc)
        best = [best_threshold(roc, x, cost_fn=1, cost_fp=1) for x in curve.x[1:-1]]
        assert best == curve.thresholds[:-1].tolist()

    def test_dearer_misses_lower_it(self, twenty):
        chosen = [best_threshold(twenty, 0.5, cost_fn=price, cost_fp=1) for price in np.linspace(0.1, 10, 50)]
        assert chosen == sorted(chosen, reverse=True)


class TestCalibratedThreshold:
    """For calibrated probabilities the threshold is cost10 / (cost01 + cost10)."""

    @given(st.integers(0, 30), st.integers(0, 30), st.integers(1, 20), st.integers(1, 20))
    def test_positive_is_not_dearer_exactly_from_there_on(self, positives, negatives, cost_fn, cost_fp):
        """For a group with a share q of positives, predicting all positive costs at most as much as predicting none."""
        assume(positives + negatives)
        q, price = Fraction(positives, positives + negatives), {"cost_fn": cost_fn, "cost_fp": cost_fp}
        as_positive = cost_sensitive_error(ConfusionMatrix(positives, 0, negatives, 0), **price)
        as_negative = cost_sensitive_error(ConfusionMatrix(0, positives, 0, negatives), **price)
        assert (as_positive <= as_negative) == (q >= Fraction(cost_fp, cost_fn + cost_fp))

    @given(examples(most=40), COST, COST)
    def test_no_threshold_costs_less(self, drawn, cost_fn, cost_fp):
        """For scores calibrated by isotonic regression, the formula's threshold is as cheap as the best one."""
        labels, scores = drawn
        price = {"cost_fn": cost_fn, "cost_fp": cost_fp}
        calibrated = IsotonicRegression().fit(scores, labels).predict(scores)
        cost = cost_sensitive_error(confusion_at(labels, calibrated, cost_fp / (cost_fn + cost_fp)), **price)
        thresholds = [np.inf, *scores]
        least = min(cost_sensitive_error(confusion_at(labels, scores, t), **price) for t in thresholds)
        assert cost == pytest.approx(least, abs=1e-12)


@pytest.fixture(scope="module")
def two_planes():
    """Return the function that draws the chapter's signature figure, its axes, and the names of its notebook."""
    names = {}
    for cell in code_cells(NOTEBOOK):
        exec(cell.source, names)
        if cell.id == "imports":
            names |= dict.fromkeys(["explore", "predict"], lambda *_, **__: None)
        if cell.id == "two-planes":
            break
    axes = names["axes"]
    still = {name: {*panel.get_children()} for name, panel in axes.items()}

    def moved(*values):
        reading = names["moving"](axes, *values)
        for name, panel in axes.items():
            for artist in {*panel.get_children()} - still[name]:
                artist.remove()
        return reading

    return moved


@pytest.mark.parametrize("cost10", [0.5, 1, 10])
@pytest.mark.parametrize("cost01", [0.5, 3, 10])
def test_the_best_one_shown_is_the_true_minimum(two_planes, twenty, cost01, cost10):
    """At each setting of the sliders the smallest cost in the caption is that of a search over all thresholds."""
    matrices = {threshold: confusion_at(*load_ranked_examples(), threshold) for threshold in twenty.thresholds}
    rates = {threshold: (cm.fnr, cm.fpr) for threshold, cm in matrices.items()}
    for step, p in enumerate(np.linspace(0, 1, 21)):
        every = {at: normalized_cost(*of, p, cost_fn=cost01, cost_fp=cost10) for at, of in rates.items()}
        threshold = twenty.thresholds[step]
        reading = two_planes(threshold, p, cost01, cost10)
        cost, best, least = re.search(r"cost (\S+) · best (\S+): (\S+)", reading).groups()
        assert float(cost) == pytest.approx(every[threshold], abs=5.1e-5)
        assert float(least) == pytest.approx(min(every.values()), abs=5.1e-5)
        assert every[float(best)] == pytest.approx(min(every.values()), abs=1e-14)


# ---------------------------------------------------------------------------------------------
# Thresholds with fewer digits
# ---------------------------------------------------------------------------------------------


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=20, unique=True))
def test_a_shortened_threshold_predicts_the_same_and_is_never_above_its_own(scores):
    scores = np.sort(scores)
    for own, shorter, lower in zip(scores, shortened_thresholds(scores, scores), [-np.inf, *scores[:-1]], strict=True):
        assert lower < shorter <= own
        assert ((scores >= shorter) == (scores >= own)).all()


@pytest.mark.parametrize(
    ("scores", "threshold"),
    [
        ([0.1, 0.49972, 0.49978], 0.49978),
        ([0.1, 0.2, 0.49978], 0.499),
        ([0.0004, 0.0018, 0.00192], 0.0019),
        ([0, 0.00100456], 0.001),
        ([0, 0.000100456], 0.0001),
        ([0, 0.0000123456], 1.23e-05),
        ([0.1, 0.3], 0.3),
        ([-7, 2.0], 2),
        ([-7, 0], 0),
        ([1, 999.4567], 999.456),
        ([1, 1234.567], 1234),
        ([1, 123456], 123400),
    ],
)
def test_a_shortened_threshold_has_no_more_digits_than_it_needs(scores, threshold):
    assert shortened_thresholds(scores[-1:], scores) == [threshold]


def test_infinite_thresholds_stay_and_one_between_two_scores_is_shortened_to_the_lower():
    shortened = shortened_thresholds([np.inf, 0.123456, -np.inf], [0.1, 0.12, 0.13])
    assert shortened.tolist() == [np.inf, 0.123, -np.inf]
    assert shortened_thresholds([0.123456], [0.1, 0.123, 0.13]).tolist() == [0.1234]


def test_scores_may_be_equal_but_must_not_fall_anywhere():
    assert shortened_thresholds([0.5678], [0.1, 0.1, 0.6]).tolist() == [0.567]
    with pytest.raises(ValueError, match="scores must hold scores that rise"):
        shortened_thresholds([0.5], [0.1, 0.3, 0.2])


def test_a_small_threshold_keeps_three_significant_digits():
    assert shortened_thresholds([0.00045678, 0.0], [-1.0, 0.0001, 0.00045678]).tolist() == [0.000456, 0.0]
