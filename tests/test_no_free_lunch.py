"""Chapter 01: no free lunch."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.no_free_lunch import (
    all_targets,
    binary_inputs,
    label_changes,
    off_training_error_total,
    off_training_errors,
    smooth_prior,
)


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


class TestNoFreeLunch:
    """The lecture: no free lunch (2)."""

    def test_every_learner_totals_64_and_not_what_is_printed(self):
        for learner in LEARNERS:
            assert off_training_error_total(learner) == pytest.approx(64)
        assert 2 ** (8 - 1) * 4 / 8 == 64

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
        """With all the probability on one input, its total is 2^7 outside the training set, and 0 inside."""
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

    @pytest.mark.parametrize("train", [[0, 8], [0, 0]])
    def test_training_inputs_are_different_and_exist(self, train):
        with pytest.raises(ValueError, match=r"^train must hold different places from 0 to 7"):
            off_training_error_total(nearest, train=train)


@pytest.mark.parametrize("attributes", [1, 2, 3])
def test_the_neighbours_that_differ_in_label_are_counted_one_by_one(attributes):
    inputs = binary_inputs(attributes)
    neighbours = [(i, j) for i, j in combinations(range(len(inputs)), 2) if np.sum(inputs[i] != inputs[j]) == 1]
    counted = [sum(int(target[i] != target[j]) for i, j in neighbours) for target in all_targets(len(inputs))]
    assert label_changes(inputs).tolist() == counted
    assert max(counted) == attributes * 2 ** (attributes - 1)  # the parity changes along every edge of the cube
