"""Chapter 01: hypotheses and the version space."""

import tracemalloc
from itertools import combinations_with_replacement, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.datasets import load_watermelons
from evalcore.hypotheses import (
    Hypothesis,
    all_examples,
    coverage,
    disjunction_counts,
    hypothesis_space,
    lattice_edges,
    most_general,
    most_specific,
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


def test_an_error_names_what_was_given():
    """It names the values of a hypothesis, or the example."""
    domains = {"colour": ("green", "black"), "root": ("curled", "stiff")}
    with pytest.raises(ValueError, match=r"^values must be a value for each of colour, root"):
        Hypothesis(domains, ("green",))
    with pytest.raises(ValueError, match=r"^example must be a value for each of colour, root"):
        Hypothesis(domains, ("green", "*")).covers(("green",))


def test_the_short_form_has_the_values_alone():
    domains = {"colour": ("green", "black"), "root": ("curled", "stiff")}
    assert Hypothesis(domains, ("green", "*")).short == "(green, *)"
    assert Hypothesis(domains, None).short == "∅"


class TestHypothesisSpace:
    """The lecture: hypothesis space (1) and (2)."""

    def test_37_hypotheses_for_3_2_2_values_and_not_13(self):
        assert len(hypothesis_space(THREE_TWO_TWO)) == (3 + 1) * (2 + 1) * (2 + 1) + 1 == 37 != 4 * 3 + 1

    def test_65_hypotheses_for_the_values_of_the_table_and_pale(self):
        assert len(SPACE) == (3 + 1) * (3 + 1) * (3 + 1) + 1 == 65

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


class TestPictures:
    """The drawing functions of chapter 01."""

    def test_each_place_of_the_lattice_is_taken_once_and_general_stands_above_special(self):
        for space in (SPACE, hypothesis_space(THREE_TWO_TWO)):
            ax = draw.plot_lattice(space, lattice_edges(space), panels()[1]["a"])
            places = np.array([text.get_position() for text in ax.texts[: len(space)]])
            assert len(np.unique(places, axis=0)) == len(space)
            assert all(places[upper, 1] > places[lower, 1] for upper, lower in lattice_edges(space))

    def test_the_lattice_names_each_hypothesis_by_a_code_of_its_own(self):
        ax = draw.plot_lattice(SPACE, lattice_edges(SPACE), panels()[1]["a"])
        codes = [text.get_text() for text in ax.texts if text.get_family()[0] == "monospace"]
        assert len(codes) == len(set(codes)) == 65
        assert {"***", "gcm", "bld", "∅"} <= set(codes)

    def test_letters_never_clash(self):
        space = hypothesis_space({"root": ("a", "aa", "aaa", "b")})
        ax = draw.plot_lattice(space, lattice_edges(space), panels()[1]["a"])
        assert [text.get_text() for text in ax.texts[: len(space)]] == ["*", "a", "1", "2", "b", "∅"]

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
        assert draw.plot_sizes(np.ones((1, 2)), np.ones(2), draw.sizes_frame(2, 65, ax)) is ax
        assert draw.plot_disjunction_counts(np.array([37, 412]), np.array([37, 667]), ax) is ax
        ax = panels()[1]["a"]
        assert draw.plot_chance(np.ones(2), draw.chance_frame(2, ax)) is ax
        assert draw.plot_preference([2, 4], np.ones((3, 2)), 0.5, ax) is ax


def numbered(numbers):
    """Return domains with this many values each."""
    return {f"attribute {i}": tuple(f"value {j}" for j in range(n)) for i, n in enumerate(numbers)}


def test_attributes_in_another_order_are_other_attributes():
    """Values are compared by position."""
    hypothesis = Hypothesis({"root": ("x", "y"), "sound": ("x", "z")}, ("x", "*"))
    other = Hypothesis({"sound": ("x", "z"), "root": ("x", "y")}, ("x", "y"))
    with pytest.raises(ValueError, match="root, sound"):
        hypothesis.generalises(other)
