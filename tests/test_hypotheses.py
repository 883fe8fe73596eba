"""Chapter 01: hypotheses, the version space and no free lunch."""

import tracemalloc
from itertools import combinations, combinations_with_replacement, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.datasets import load_watermelons
from evalcore.hypotheses import (
    Hypothesis,
    all_examples,
    all_targets,
    binary_inputs,
    coverage,
    disjunction_counts,
    hypothesis_space,
    lattice_edges,
    most_general,
    most_specific,
    off_training_error_total,
    off_training_errors,
    polynomial_terms,
    smooth_prior,
    version_space,
    version_space_sizes,
)
from evalcore.plots import hypotheses as draw
from evalcore.plots.style import panels

MELONS = load_watermelons()
SPACE = hypothesis_space(MELONS.domains)
THREE_TWO_TWO = {
    "colour": ("green", "black", "pale"),
    "root": ("curled", "stiff"),
    "sound": ("muffled", "crisp"),
}
SPACE_322 = hypothesis_space(THREE_TWO_TWO)
SURVIVORS = {
    "(colour=*) ∧ (root=curled) ∧ (sound=*)",
    "(colour=*) ∧ (root=*) ∧ (sound=muffled)",
    "(colour=*) ∧ (root=curled) ∧ (sound=muffled)",
}
NEW_MELON = ("green", "curled", "dull")


class TestTable11:
    """The lecture: table 1.1."""

    def test_the_table_is_that_of_the_lecture(self):
        assert MELONS.attributes == ("colour", "root", "sound") == tuple(MELONS.domains)
        assert MELONS.examples == (
            ("green", "curled", "muffled"),
            ("black", "curled", "muffled"),
            ("green", "stiff", "crisp"),
            ("black", "slightly curled", "dull"),
        )
        assert MELONS.labels.tolist() == [1, 1, 0, 0]

    def test_the_domains_are_the_values_of_the_table_and_pale(self):
        assert MELONS.domains == {
            "colour": ("green", "black", "pale"),
            "root": ("curled", "stiff", "slightly curled"),
            "sound": ("muffled", "crisp", "dull"),
        }


class TestHypothesisSpace:
    """The lecture: hypothesis space (1) and (2)."""

    def test_37_hypotheses_for_3_2_2_values_and_not_13(self):
        assert len(hypothesis_space(THREE_TWO_TWO)) == (3 + 1) * (2 + 1) * (2 + 1) + 1 == 37 != 4 * 3 + 1

    def test_65_hypotheses_for_the_values_of_the_table_and_pale(self):
        assert len(SPACE) == (3 + 1) * (3 + 1) * (3 + 1) + 1 == 65

    @settings(deadline=None)
    @given(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    def test_the_size_is_the_product_formula_and_all_are_different(self, numbers):
        space = hypothesis_space(numbered(numbers))
        assert len(space) == len(set(space)) == len({str(h) for h in space}) == np.prod(np.array(numbers) + 1) + 1

    def test_general_stands_before_special_and_the_empty_one_is_last(self):
        space = hypothesis_space(MELONS.domains)
        assert [h.level for h in space] == sorted((h.level for h in space), reverse=True)
        assert str(space[0]) == repr(space[0]) == "(colour=*) ∧ (root=*) ∧ (sound=*)"
        assert str(space[-1]) == "∅"

    def test_everything_covers_all_and_the_empty_one_covers_nothing(self):
        covered = coverage(SPACE, all_examples(MELONS.domains))
        assert covered[0].all()
        assert not covered[-1].any()
        assert covered[1:-1].any(axis=1).all()

    def test_a_hypothesis_covers_what_agrees_in_every_value_that_it_names(self):
        for h in SPACE[:-1]:
            for example in all_examples(MELONS.domains):
                named = {(name, v) for name, v in zip(MELONS.attributes, h.values, strict=True) if v != "*"}
                assert h.covers(example) == (named <= set(zip(MELONS.attributes, example, strict=True)))

    def test_to_generalise_is_to_cover_at_least_the_same(self):
        covered = coverage(SPACE, all_examples(MELONS.domains))
        for above, wide in zip(SPACE, covered, strict=True):
            for below, narrow in zip(SPACE, covered, strict=True):
                assert above.generalises(below) == np.all(wide >= narrow)

    def test_values_in_a_list_and_domains_made_anew_make_no_other_hypothesis(self):
        again = {name: tuple(values) for name, values in MELONS.domains.items()}
        copy = Hypothesis(again, ["*", "curled", "*"])
        (original,) = (h for h in SPACE if h.values == ("*", "curled", "*"))
        assert copy == original
        assert hash(copy) == hash(original)
        assert copy.generalises(original)
        assert SPACE[0].generalises(copy)

    def test_tables_of_nothing_are_still_tables_of_booleans_and_of_places(self):
        assert coverage([], MELONS.examples).dtype == coverage(SPACE, []).dtype == bool
        assert np.array(SPACE)[lattice_edges(SPACE[:1])].shape == (0, 2)

    def test_edges_are_the_pairs_with_nothing_between(self):
        space = hypothesis_space(THREE_TWO_TWO)
        above = {(g, h) for g in space for h in space if g != h and g.generalises(h)}
        direct = {(g, h) for g, h in above if not any((g, m) in above and (m, h) in above for m in space)}
        assert {(space[u], space[low]) for u, low in lattice_edges(space)} == direct


class TestVersionSpace:
    """The lecture: hypothesis space (2), the search, and inductive bias (1) and (2)."""

    def test_three_hypotheses_survive_the_four_melons(self):
        assert {str(h) for h in version_space(SPACE, MELONS.examples, MELONS.labels)} == SURVIVORS

    def test_all_24_orders_leave_the_same_three(self):
        for order in permutations(range(4)):
            examples = [MELONS.examples[place] for place in order]
            assert {str(h) for h in version_space(SPACE, examples, MELONS.labels[list(order)])} == SURVIVORS

    def test_one_melon_at_a_time_is_the_same_as_all_at_once(self):
        left = SPACE
        for example, label in zip(MELONS.examples, MELONS.labels, strict=True):
            left = version_space(left, [example], [label])
        assert left == version_space(SPACE, MELONS.examples, MELONS.labels)

    def test_the_space_of_37_cannot_describe_the_fourth_melon(self):
        space = hypothesis_space(THREE_TWO_TWO)
        assert {str(h) for h in version_space(space, MELONS.examples[:3], MELONS.labels[:3])} == SURVIVORS
        with pytest.raises(ValueError, match="root must be one of curled, stiff, got 'slightly curled'"):
            version_space(space, MELONS.examples, MELONS.labels)

    def test_boundaries_of_the_survivors(self):
        left = version_space(SPACE, MELONS.examples, MELONS.labels)
        assert {str(h) for h in most_general(left)} == {s for s in SURVIVORS if s.count("*") == 2}
        assert {str(h) for h in most_specific(left)} == {s for s in SURVIVORS if s.count("*") == 1}

    @settings(deadline=None)
    @given(st.data())
    def test_the_version_space_is_all_that_lies_between_its_boundaries(self, data):
        places = data.draw(st.lists(st.integers(0, 26), max_size=6))
        truth = data.draw(st.sampled_from(SPACE))
        examples = [all_examples(MELONS.domains)[place] for place in places]
        left = version_space(SPACE, examples, [truth.covers(example) for example in examples])
        lower, upper = most_specific(left), most_general(left)
        between = [h for h in SPACE if any(h.generalises(s) for s in lower) and any(g.generalises(h) for g in upper)]
        assert truth in left
        assert left == between

    def test_no_examples_leave_all_and_contradictory_ones_nothing(self):
        assert version_space(SPACE, [], []) == SPACE
        assert version_space(SPACE, [NEW_MELON, NEW_MELON], [True, False]) == []
        assert most_general([]) == most_specific([]) == []

    def test_the_survivors_disagree_about_the_new_melon_and_only_the_root_calls_it_good(self):
        left = version_space(SPACE, MELONS.examples, MELONS.labels)
        good = [str(h) for h in left if h.covers(NEW_MELON)]
        assert good == ["(colour=*) ∧ (root=curled) ∧ (sound=*)"]

    def test_sizes_along_random_runs_are_those_of_the_version_space(self):
        truth = SPACE[2]
        examples = all_examples(MELONS.domains)
        draws = np.random.default_rng(0).integers(27, size=(3, 5))
        sizes = version_space_sizes(SPACE, truth, draws)
        for run, row in zip(draws, sizes, strict=True):
            for m in range(1, 6):
                seen = [examples[place] for place in run[:m]]
                assert row[m - 1] == len(version_space(SPACE, seen, [truth.covers(e) for e in seen]))

    def test_all_examples_leave_the_truth_alone(self):
        assert version_space_sizes(SPACE, SPACE[5], [np.arange(27)])[0, -1] == 1


class TestDisjunctions:
    """Further: the book's exercise 1.2."""

    def test_the_count_is_that_of_the_different_unions(self):
        space = hypothesis_space({"colour": ("green", "black", "pale"), "root": ("curled", "stiff")})
        covered = coverage(space, all_examples(space[0].domains))
        for k, count in enumerate(disjunction_counts(space), start=1):
            unions = {
                tuple(np.any(covered[list(some)], axis=0))
                for some in combinations_with_replacement(range(len(space)), k)
            }
            assert count == len(unions)

    def test_enough_conjunctions_express_every_function(self):
        counts = disjunction_counts(hypothesis_space(THREE_TWO_TWO))
        assert counts[0] == 37
        assert counts[-1] == 2**12
        assert np.all(np.diff(counts) > 0)

    def test_hypotheses_that_one_covers_all_of_need_no_second_one(self):
        assert disjunction_counts([SPACE_322[0], SPACE_322[1], SPACE_322[-1]]).tolist() == [3]

    def test_one_conjunction_is_one_function_up_to_20_examples(self):
        for size in (1, 20):
            everything = hypothesis_space({"place": tuple(range(size))})[0]
            assert disjunction_counts([everything]).tolist() == [1]
        with pytest.raises(ValueError, match=r"up to \|X\| = 20, got \|X\| = 21"):
            disjunction_counts(hypothesis_space({"place": tuple(range(21))})[:1])

    def test_each_of_the_2_to_the_20_functions_takes_one_byte(self):
        everything = hypothesis_space({"place": tuple(range(20))})[:1]
        tracemalloc.start()
        try:
            disjunction_counts(everything)
            assert tracemalloc.get_traced_memory()[1] < 2 * 2**20
        finally:
            tracemalloc.stop()


class TestOccam:
    """The lecture: curve A, y = -x² + 6x + 1, and a wiggly curve."""

    @settings(deadline=None)
    @given(st.integers(0, 12))
    def test_a_polynomial_of_degree_n_takes_n_plus_1_coefficients(self, degree):
        wave = np.polynomial.Chebyshev([0] * degree + [1], domain=[0, 6])
        assert polynomial_terms(wave, 0, 6, 0.01) == degree + 1

    @pytest.mark.parametrize("tolerance", [1e-6, 0.01, 0.02, 0.1, 0.5])
    @pytest.mark.parametrize("frequency", [1, 2, 5])
    def test_so_many_coefficients_are_within_the_tolerance_and_one_fewer_is_not(self, frequency, tolerance):
        def wave(x):
            return np.sin(frequency * np.pi * x)

        x, fit = np.linspace(0, 6, 500), np.polynomial.Chebyshev.interpolate(wave, 200, [0, 6])
        terms = polynomial_terms(wave, 0, 6, tolerance)
        assert np.max(np.abs(fit.truncate(terms)(x) - wave(x))) <= tolerance
        assert np.sum(np.abs(fit.coef[terms:])) <= tolerance < np.sum(np.abs(fit.coef[terms - 1 :]))

    @settings(deadline=None)
    @given(st.floats(-100, 100), st.floats(0.1, 100))
    def test_moving_and_stretching_the_axis_changes_nothing(self, low, width):
        """Runge's bell in the middle of [low, low + width]: elsewhere it would take another number."""
        usual = polynomial_terms(lambda t: 1 / (1 + 25 * t**2), -1, 1, 0.01)
        middle = low + width / 2
        moved = polynomial_terms(lambda x: 1 / (1 + 25 * ((x - middle) / (width / 2)) ** 2), low, low + width, 0.01)
        assert moved == usual

    def test_128_coefficients_are_a_description_and_129_are_none(self):
        assert polynomial_terms(np.polynomial.Chebyshev.basis(127), -1, 1, 0.01) == 128
        with pytest.raises(ValueError, match="more than 128 coefficients, 129 to be within"):
            polynomial_terms(np.polynomial.Chebyshev.basis(128), -1, 1, 0.01)


class TestNoFreeLunch:
    """The lecture: no free lunch (2)."""

    def test_every_learner_totals_64_and_not_what_is_printed(self):
        for learner in LEARNERS:
            assert off_training_error_total(learner) == pytest.approx(64)
        assert 2 ** (8 - 1) * 4 / 8 == 64

    @settings(deadline=None)
    @given(st.sets(st.integers(0, 7), min_size=1, max_size=7), st.lists(st.integers(1, 9), min_size=8, max_size=8))
    def test_the_total_is_2_to_the_x_minus_1_times_the_probability_outside(self, train, weights):
        probability = np.array(weights) / sum(weights)
        outside = 1 - probability[list(train)].sum()
        for learner in LEARNERS:
            total = off_training_error_total(learner, train=list(train), probability=probability)
            assert total == pytest.approx(2**7 * outside)

    def test_the_vectorised_sum_is_the_triple_sum_of_the_definition(self):
        inputs, train, off = binary_inputs(3), [1, 4, 6], [0, 2, 3, 5, 7]
        for learner in LEARNERS:
            by_hand = []
            for f in all_targets(8):
                chance = learner(inputs[train], f[train], inputs[off])
                by_hand.append(sum(1 / 8 * (p if f[x] == 0 else 1 - p) for x, p in zip(off, chance, strict=True)))
            assert off_training_errors(learner, inputs, train) == pytest.approx(by_hand)

    @pytest.mark.parametrize("weight", [1, 1e50])
    def test_a_prior_on_one_target_alone_leaves_its_error_times_the_weight(self, weight):
        errors = off_training_errors(parity)
        for target in (0, 100, 255):
            prior = weight * (np.arange(256) == target)
            assert off_training_error_total(parity, prior=prior) == pytest.approx(weight * errors[target])

    def test_inputs_that_never_come_count_nothing(self):
        """All the probability on one place: outside the training set its total is 2^7, inside it 0."""
        for place, total in [(1, 2**7), (0, 0)]:
            assert off_training_error_total(nearest, probability=np.eye(8)[place]) == pytest.approx(total)

    def test_the_inputs_are_the_binary_numbers_in_order(self):
        for attributes in (1, 2, 3, 4):
            inputs = binary_inputs(attributes)
            assert set(inputs.ravel()) == {0, 1}
            assert (inputs @ (1 << np.arange(attributes)[::-1])).tolist() == list(range(2**attributes))

    def test_training_on_everything_leaves_no_error(self):
        assert off_training_error_total(nearest, train=range(8)) == 0

    def test_smooth_targets_part_the_learners_and_rough_ones_turn_them_round(self):
        inputs = binary_inputs(3)
        for strength, sign in [(1, -1), (0, 0), (-1, 1)]:
            prior = smooth_prior(inputs, strength)
            near, far = (off_training_error_total(learner, prior=prior) for learner in (nearest, contrary))
            assert near + far == pytest.approx(128)
            assert np.sign(round(near - 64, 9)) == sign

    def test_the_prior_counts_label_changes_along_the_edges_of_the_cube(self):
        inputs = binary_inputs(3)
        edges = [(a, b) for a, b in combinations(range(8), 2) if np.sum(inputs[a] != inputs[b]) == 1]
        changes = np.array([sum(f[a] != f[b] for a, b in edges) for f in all_targets(8)])
        for strength in (-2, 0, 0.5, 3):
            prior = smooth_prior(inputs, strength)
            assert prior.mean() == pytest.approx(1)
            assert prior == pytest.approx(prior.max() * np.exp(-strength * changes) / np.exp(-strength * changes).max())

    def test_a_steep_prior_stays_finite(self):
        assert np.isfinite(smooth_prior(binary_inputs(3), -500)).all()
        assert smooth_prior(binary_inputs(3), 500)[[0, -1]].tolist() == [128, 128]

    def test_the_targets_are_all_and_different(self):
        assert len({tuple(f) for f in all_targets(8)}) == 2**8


class TestPictures:
    """The drawing functions of chapter 01."""

    def test_each_place_of_the_lattice_is_taken_once_and_general_stands_above_special(self):
        for space in (SPACE, hypothesis_space(THREE_TWO_TWO)):
            places = draw.lattice_places(space)
            assert len(np.unique(places, axis=0)) == len(space)
            assert all(places[upper, 1] > places[lower, 1] for upper, lower in lattice_edges(space))

    def test_the_lattice_names_each_hypothesis_by_a_code_of_its_own(self):
        ax = draw.plot_lattice(SPACE, lattice_edges(SPACE))
        codes = [text.get_text() for text in ax.texts if text.get_family() == ["monospace"]]
        assert len(codes) == len(set(codes)) == 65
        assert {"***", "gcm", "bld", "∅"} <= set(codes)

    def test_letters_never_clash(self):
        assert draw.value_letters(["a", "aa", "aaa", "b"]) == {"a": "a", "aa": "1", "aaa": "2", "b": "b"}

    def test_crosses_are_what_this_melon_strikes_out_and_rings_the_frontier(self):
        before = version_space(SPACE, MELONS.examples[:2], MELONS.labels[:2])
        after = version_space(SPACE, MELONS.examples, MELONS.labels)
        ax = draw.plot_elimination(SPACE, lattice_edges(SPACE), before, after, most_general(after), panels()[1]["a"])
        shown = {line.get_marker(): len(line.get_xdata()) for line in ax.lines}
        assert shown["_"] == 65 - 4
        assert (shown["x"], shown["o"]) == (4 - 3, 2)

    def test_the_product_shows_a_square_for_each_conjunction(self):
        for numbers in [(3, 2, 2), (1, 1, 1), (4, 4, 4)]:
            ax = draw.plot_product(numbers, panels()[1]["a"])
            full, hollow = (len(line.get_xdata()) for line in ax.lines)
            assert full == np.prod(numbers)
            assert full + hollow + 1 == len(hypothesis_space(numbered(numbers)))

    def test_a_drawing_function_returns_the_axes_that_it_was_given(self):
        ax = panels()[1]["a"]
        assert draw.plot_totals(np.array([1.0]), draw.totals_frame(["one"], 64, ax)) is ax
        assert draw.plot_sizes(np.ones(2), np.ones(2), np.ones(2), 1, draw.sizes_frame(2, 65, ax)) is ax
        assert draw.plot_disjunction_counts(np.array([37, 412]), np.array([37, 667]), ax) is ax


DOMAINS = {"root": ("curled", "stiff")}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: hypothesis_space({}), "map each attribute to its values"),
        (lambda: hypothesis_space({"root": ()}), "root must have a tuple of one or more values"),
        (lambda: hypothesis_space({"root": "curled"}), "root must have a tuple of one or more values"),
        (lambda: hypothesis_space({"root": ("curled", "curled")}), "root must have different values"),
        (lambda: hypothesis_space({"root": ("curled", "*")}), r"none of them '\*'"),
        (lambda: Hypothesis(DOMAINS, ("purple",)), "root must be one of curled, stiff, got 'purple'"),
        (lambda: Hypothesis(DOMAINS, ()), "expected a value for each of root"),
        (lambda: SPACE[0].covers(("green", "curled")), "expected a value for each of colour, root, sound"),
        (lambda: SPACE[-1].covers(("green", "curled", "loud")), "sound must be one of muffled, crisp, dull"),
        (lambda: SPACE[0].covers(("green", "*", "dull")), r"root must be one of .* got '\*'"),
        (lambda: SPACE[0].covers("abc"), "expected a value for each of"),
        (lambda: SPACE[0].covers(3), "expected a value for each of"),
        (
            lambda: SPACE[0].covers({"colour": "green", "root": "curled", "sound": "dull"}),
            "expected a value for each of",
        ),
        (lambda: version_space(SPACE, MELONS.examples, [1, 0]), "equally long, got 4 and 2"),
        (lambda: version_space(SPACE, MELONS.examples, [1, 1, 0, 2]), "0 and 1 .* got 2"),
        (lambda: version_space(SPACE, MELONS.examples, ["yes"] * 4), "0 and 1 .* got 'yes'"),
        (lambda: version_space(SPACE, MELONS.examples, [[1]]), r"shape \(m,\), got shape \(1, 1\)"),
        (lambda: version_space(["*"], MELONS.examples, [1, 1, 0, 0]), "expected a list of Hypothesis"),
        (lambda: most_general("abc"), "expected a list of Hypothesis"),
        (lambda: version_space_sizes(SPACE, SPACE[0], [[27]]), "whole numbers from 0 to 26"),
        (lambda: disjunction_counts(SPACE), r"up to \|X\| = 20, got \|X\| = 27"),
        (lambda: polynomial_terms(np.sin, 1, 0, 0.01), "expected low < high"),
        (lambda: polynomial_terms(lambda x: np.sign(x - 0.3), 0, 1, 1e-9), "needs more than 128 coefficients"),
        (lambda: binary_inputs(5), "from 1 to 4, got 5"),
        (lambda: all_targets(17), "from 1 to 16, got 17"),
        (lambda: smooth_prior([[0], [0]], 1), "different rows"),
        (lambda: smooth_prior([[0], [1]], np.inf), "finite number, got inf"),
        (lambda: off_training_error_total(nearest, train=[]), "different places from 0 to 7"),
        (lambda: off_training_error_total(nearest, train=[0, 8]), "different places from 0 to 7"),
        (lambda: off_training_error_total(nearest, train=[0, 0]), "different places from 0 to 7"),
        (lambda: off_training_error_total(nearest, probability=[1]), "8 numbers >= 0 that sum to 1"),
        (lambda: off_training_error_total(nearest, prior=[1]), "each of the 256 targets"),
        (lambda: off_training_error_total(lambda X, y, new: [1]), "predict 4 values from 0 to 1"),
        (lambda: off_training_error_total(lambda X, y, new: [2] * 4), "predict 4 values from 0 to 1"),
    ],
)
def test_wrong_input_is_named(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()


def numbered(numbers):
    """Domains with so many values each."""
    return {f"attribute {i}": tuple(f"value {j}" for j in range(n)) for i, n in enumerate(numbers)}


def always_good(X, y, new):
    return np.ones(len(new))


def majority(X, y, new):
    return np.full(len(new), y.mean() >= 0.5)


def nearest(X, y, new):
    distance = np.sum(new[:, None] != X, axis=2)
    closest = distance == distance.min(axis=1, keepdims=True)
    return closest @ y / closest.sum(axis=1)


def contrary(X, y, new):
    return 1 - nearest(X, y, new)


def parity(X, y, new):
    return np.sum(new, axis=1) % 2


LEARNERS = [always_good, majority, nearest, contrary, parity]


def test_attributes_in_another_order_are_other_attributes():
    """Values are compared by their place."""
    one = Hypothesis({"root": ("x", "y"), "sound": ("x", "z")}, ("x", "*"))
    other = Hypothesis({"sound": ("x", "z"), "root": ("x", "y")}, ("x", "y"))
    with pytest.raises(ValueError, match="root, sound"):
        one.generalises(other)
