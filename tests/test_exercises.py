"""Every exercise takes its solution, and answers typical mistakes with their own hints."""

import pytest

from evalcore.exercises import Prediction, check, predict
from evalcore.exercises.judging import EXERCISES, compare
from notebooks import NOTEBOOKS, code_cells

ONE_OUT_OF_PLACE = [0.9, 0.9, 0.9, 0.9, 0.95, 0.6, 0.6, 0.6]
WRONG = {
    "tpr-at-threshold": [0.6, 7, 7 / 11, 7 / 20, 0.4],
    "fpr-at-threshold": [0.2, 3, 3 / 8, 3 / 20, 0.5],
    "f2-by-hand": [0.6154, 0.5405, 0.65, 0.6667],
    "macro-precision": [95 / 110, 0.575, 0.6314, 0.9],
    "auc-with-a-tie": [6 / 9, 5 / 9, 3.5 / 9, 0.5, 5.5],
    "fewest-errors": [0.51, 0.5, 0.3],
    "same-ranking-other-accuracy": [ONE_OUT_OF_PLACE, [0.9] * 4 + [0.1] * 4, [0.1] * 4 + [0.9] * 4],
    "price-of-the-errors": [0.55, 0.15, 70, 70 / 30, 70 / 360],
    "operating-abscissa": [0.2, 0.04, 6 / 7, 1.2, 0.4],
    "where-two-lines-cross": [0.4, 0.28, 2 / 3, 1.5],
    "slope-of-equal-cost": [2, 32, 4, 0.125, 2 / 3],
    "best-of-twenty": [0.54, 0.3, 0.8, 0.2, 1.2 / 1.9],
    "range-of-one-classifier": [(0.2, 0.6), (0.2, 0.4), (1 / 3, 0.75), (2 / 3, 0.25)],
    "never-the-best": [0.8, 0.54, 0.38, 0.3],
    "cost-of-a-random-cut": [0.3, 0.1, -0.292, 0.698],
}


def test_every_exercise_has_seeded_mistakes():
    assert set(WRONG) == set(EXERCISES)
    assert all(len(answers) >= 3 for answers in WRONG.values())


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


def test_a_prediction_is_committed_once_and_then_explained():
    prediction = predict("Which?", ["a", "b"], "b", "of reasons.")
    assert isinstance(prediction, Prediction)
    assert "of reasons" not in prediction._repr_mimebundle_()["text/plain"]
    prediction._buttons[0].click()
    assert prediction.chosen == "a"
    assert all(button.disabled for button in prediction._buttons)
    assert "of reasons" in prediction._verdict.value


@pytest.mark.parametrize(("options", "answer"), [(["a"], "a"), (["a", "a"], "a"), (["a", "b"], "c"), (["a", "b"], 2)])
def test_a_prediction_needs_options_and_one_right_answer(options, answer):
    with pytest.raises(ValueError, match=r"options"):
        predict("Which?", options, answer, "why")
