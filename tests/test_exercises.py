"""Every exercise takes its solution, and answers typical mistakes with their own hints."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from mistakes import ALSO_RIGHT, WRONG

from evalcore.exercises import Prediction, check, predict
from evalcore.exercises.judging import EXERCISES, compare
from notebooks import NOTEBOOKS, code_cells


def test_every_exercise_has_seeded_mistakes():
    assert not check("no such exercise", 1).passed  # every chapter was asked for it, so all are registered
    assert set(WRONG) == set(EXERCISES)
    assert all(len(answers) >= 3 for answers in WRONG.values())
    assert set(ALSO_RIGHT) <= set(EXERCISES)


@pytest.mark.parametrize("name", ALSO_RIGHT)
def test_a_right_answer_is_right_in_every_form(name):
    for answer in ALSO_RIGHT[name]:
        assert check(name, answer).passed, f"{answer!r}: {check(name, answer)}"


@pytest.mark.parametrize("name", WRONG)
def test_each_mistake_has_its_own_hint(name):
    verdicts = [check(name, answer) for answer in WRONG[name]]
    assert all(verdict.passed is False for verdict in verdicts)
    words = {verdict.words for verdict in verdicts}
    assert len(words) == len(verdicts)
    assert check(name, "nonsense").words not in words
    assert check(name, 12345.678).words not in words


@pytest.mark.parametrize("name", WRONG)
def test_nothing_raises_at_a_reader(name):
    for answer in [None, "", "abc", [], {}, float("nan"), [[1], [2, 3]], object(), -1, (1, 2)]:
        assert check(name, answer).passed is False
    assert check(name, ...).passed is None
    assert "Not answered yet" in repr(check(name, ...))


@pytest.mark.parametrize("name", WRONG)
def test_each_exercise_stands_in_one_chapter_as_stub_and_solution(name):
    cells = {cell.id: cell for path in NOTEBOOKS for cell in code_cells(path)}
    stub, solution = cells[name].source, cells[f"{name}-solution"].source
    assert stub == f'answer = ...\ncheck("{name}", answer)'
    assert solution.startswith("# Solution\n"), "a collapsed cell shows its first line"
    assert solution.endswith(f'check("{name}", answer)')


def test_an_unknown_exercise_is_said_not_raised():
    assert "no exercise named" in check("tpr", 1).words


def test_compare_wants_the_shape_of_the_truth():
    assert compare((1, 2), (1, 2), {}, otherwise="no") is None
    assert compare(1, (1, 2), {}, otherwise="no").startswith("Expected 2 numbers")
    assert compare("x", 1, {}, otherwise="no") == "Expected a number, got 'x'."


@pytest.mark.parametrize(
    "answer", [Fraction(1, 2), Decimal("0.5"), [0.5], np.array([0.5]), np.float32(0.5), {"f1": 0.5}]
)
def test_compare_takes_a_number_of_any_kind(answer):
    assert compare(answer, 0.5, {}, otherwise="no") is None


def test_compare_takes_a_dict_for_several_numbers():
    assert compare({"precision": Fraction(1, 4), "recall": 1}, (0.25, 1), {}, otherwise="no") is None


def test_a_prediction_is_committed_once_and_then_explained():
    prediction = predict("Which?", ["a", "b"], "b", "of reasons.")
    assert isinstance(prediction, Prediction)
    assert "of reasons" not in prediction._repr_mimebundle_()["text/plain"]
    prediction._buttons[0].click()
    assert prediction.chosen == "a"
    assert all(button.disabled for button in prediction._buttons)
    assert "of reasons" in prediction._verdict.value


def test_a_prediction_can_be_shown_without_a_choice():
    prediction = predict("Which?", ["a", "b"], "b", "of reasons.")
    prediction._show.click()
    assert prediction.chosen is None
    assert "of reasons" in prediction._verdict.value
    assert "You said" not in prediction._verdict.value
    assert all(button.disabled for button in prediction._buttons)


def test_a_prediction_covers_at_least_one_cell():
    with pytest.raises(ValueError, match="covers must be a whole number >= 1"):
        predict("Which?", ["a", "b"], "b", "why", covers=0)


@pytest.mark.parametrize(("options", "answer"), [(["a"], "a"), (["a", "a"], "a"), (["a", "b"], "c"), (["a", "b"], 2)])
def test_a_prediction_needs_options_and_one_right_answer(options, answer):
    with pytest.raises(ValueError, match=r"options"):
        predict("Which?", options, answer, "why")
