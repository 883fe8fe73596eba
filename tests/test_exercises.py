"""Every exercise accepts its answer in every form and gives each mistake its own hint, and so does the page."""

import gc
import html
import json
import re
import subprocess
import sys
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise, product

import ipywidgets as widgets
import nbformat
import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from mistakes import ALSO_RIGHT, CHOICES, DATA, NUMBERS, WRONG, mistakes, row_of
from sklearn.ensemble import AdaBoostClassifier

from evalcore import exercises
from evalcore.exercises import AnswerBox, Prediction, check, predict
from evalcore.exercises.judging import EXERCISES, Between, Choice, Numbers, OneOf, exercise
from evalcore.language import speak
from notebooks import NOTEBOOKS, ROOT, code_cells, predictions_in


def test_every_exercise_has_mistakes_that_are_known():
    for name in EXERCISES:
        hints = len(mistakes(DATA[name])) if name in DATA else 0
        other_options = len({*DATA[name]["otherwise"]}) - 1 if name in NUMBERS else 0
        assert hints + other_options + len(WRONG.get(name, [])) >= 3, name
    assert set(WRONG) | set(ALSO_RIGHT) <= set(EXERCISES)


@pytest.mark.parametrize("name", NUMBERS)
def test_the_truth_is_right_in_every_form(name):
    rule = DATA[name]
    row = row_of(rule["right"][0])
    asked = [round(number, rule["decimals"]) if rule["decimals"] else number for number in row]
    asked = asked if isinstance(rule["right"][0][0], float) else row
    forms = [row, asked, tuple(row), np.array(row), np.array([row]).T, dict(enumerate(row)), [*map(Fraction, row)],
             [*map(Decimal, row)], "; ".join(map(repr, row)), "; ".join(map(repr, row)).replace(".", ",")]  # fmt: skip
    for answer in [*forms, *(form[0] for form in forms[:2] if len(row) == 1)]:
        assert check(name, answer).passed, f"{answer!r}: {check(name, answer)}"


@pytest.mark.parametrize("name", ALSO_RIGHT)
def test_a_right_answer_is_right_in_other_forms(name):
    for answer in ALSO_RIGHT[name]:
        assert check(name, answer).passed, f"{answer!r}: {check(name, answer)}"


@pytest.mark.parametrize("name", DATA)
def test_each_mistake_that_is_known_has_its_own_hint_also_rounded(name):
    rule = DATA[name]
    for hint, answer in mistakes(rule):
        assert check(name, answer).words.removesuffix(rule.get("or", "").removeprefix("{hint}")) == hint, answer
        if name in NUMBERS:
            rounded = [round(number, rule["decimals"] or 2) for number in answer]
            words = check(name, rounded).words
            assert words.startswith(hint) or words == rule["rounded"] or 0 in rounded, rounded


@pytest.mark.parametrize("name", WRONG)
def test_each_other_mistake_has_its_own_hint(name):
    verdicts = [check(name, answer) for answer in WRONG[name]]
    assert all(verdict.passed is False for verdict in verdicts)
    words = {verdict.words for verdict in verdicts}
    assert len(words) == len(verdicts)
    assert check(name, "nonsense").words not in words


@pytest.mark.parametrize("name", EXERCISES)
def test_nothing_raises_at_a_reader(name):
    for answer in [None, "", "abc", [], {}, float("nan"), [[1], [2, 3]], object(), -1, (1, 2), "(" * 999, b"1", int]:
        assert check(name, answer).passed is False, answer
    asked = check(name)
    assert isinstance(asked, AnswerBox) == (name in DATA)
    verdict = asked.verdict if name in DATA else asked
    assert verdict.passed is None
    assert "Not answered yet" in repr(verdict)


@pytest.mark.texts
@pytest.mark.parametrize("name", EXERCISES)
def test_each_exercise_stands_in_one_chapter_as_stub_and_solution(name):
    cells = {cell.id: cell for path in NOTEBOOKS for cell in code_cells(path)}
    stub, solution = cells[name].source, cells[f"{name}-solution"].source
    assert stub == f'answer = ...\ncheck("{name}", answer)'
    assert solution.startswith("# Solution\n"), "a collapsed cell shows its first line"
    assert solution.endswith(f'check("{name}", answer)')


@pytest.mark.texts
def test_the_right_option_of_a_prediction_is_first_and_last_as_often_as_by_chance():
    places, by_chance = [], 0.0
    for cell in (cell for path in NOTEBOOKS for cell in code_cells(path)):
        for _, options, answer, *_ in predictions_in(cell):
            place = options.index(answer)
            places.append("first" if place == 0 else "last" if place == len(options) - 1 else "between")
            by_chance += 1 / len(options)
    for place in ("first", "last"):
        assert abs(places.count(place) / by_chance - 1) < 0.15, Counter(places)


@pytest.mark.texts
def test_each_question_asks_for_the_decimals_that_are_judged():
    for path in NOTEBOOKS:
        cells = nbformat.read(path, as_version=4).cells
        opening = next((cell.source for cell in cells if cell.id == "exercises"), "").partition("**1 ")[0]
        for question, stub in pairwise(cells):
            rule = DATA.get(stub.id, {})
            if rule.get("decimals") and all(isinstance(value, float) for value in rule["right"][0]):
                assert re.search(r"decimals?\b", opening + question.source), stub.id


@pytest.mark.parametrize("name", CHOICES)
def test_each_hint_for_one_part_of_several_names_the_part(name):
    for part, menu in zip(DATA[name]["asks"], DATA[name]["hints"], strict=True):
        assert all(hint.startswith(f"{part}: ") for hint in filter(None, menu.values())) or len(DATA[name]["asks"]) == 1


def test_an_unknown_exercise_is_said_not_raised():
    assert "no exercise named" in check("tpr", 1).words
    assert "no exercise named" in check(["tpr"], 1).words


def test_only_the_chapter_of_an_exercise_is_imported_and_no_scipy():
    """In a browser the other imports would be twenty megabytes."""
    code = f"""import sys; sys.path.insert(0, {str(ROOT)!r})
from evalcore.exercises import check
print(check("space-sise", 1).passed, check("auc-of-a-sum", 0.68).passed)
print([name for name in sys.modules if name in ("scipy", "sklearn", "dask") or "exercises.chapter" in name])"""
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output == "False True\n['evalcore.exercises.chapter_09']\n"


def test_two_exercises_cannot_have_one_name():
    with pytest.raises(ValueError, match="two exercises"):
        exercise("space-size")(lambda: None)


def test_three_rounds_follow_labels_that_change_two_or_three_times_and_no_others():
    """The exercise decides this without a fit; scikit-learn confirms every seventh labelling."""
    x = np.arange(8)[:, None]
    for labels in [*product((0, 1), repeat=8)][1:-1:7]:
        fit = AdaBoostClassifier(n_estimators=3, random_state=0).fit(x, labels)
        scores = [*fit.staged_score(x, labels)]  # only two elements if two rounds suffice
        assert (scores[0] < 1 == scores[-1]) == (np.count_nonzero(np.diff(labels)) in (2, 3))


THIRD = Numbers(1 / 3, {"Twice as much.": 2 / 3, "Per cent.": 100 / 3}, "Think again.")
ABOUT = Numbers((Between(0, 1), 2), {"Swapped.": OneOf([(2, 0.5), (2, 1)])}, ("The first.", "The second."), decimals=0)


ROUNDED = "That is right, but rounded too far. Give two decimals."


@pytest.mark.parametrize(
    ("asked", "answer", "hint"),
    [
        (THIRD, 0.333, None),
        (THIRD, 0.3329, None),
        (THIRD, 0.3328, "Think again."),
        (THIRD, 0.33, "That is right, but rounded too far. Give three decimals."),
        (THIRD, 0.3, "That is right, but rounded too far. Give three decimals."),
        (THIRD, 0.34, "Think again."),
        (THIRD, 0.67, "Twice as much."),
        (THIRD, 0.66, "Twice as much."),
        (THIRD, "33 %", "That is right, but rounded too far. Give three decimals."),
        (THIRD, 33.3, "Per cent."),
        (Numbers(0.14, {}, "No.", decimals=2), 0.1, ROUNDED),
        (Numbers(0.61, {}, "No."), 61, "Is this in per cent? Write 61 % or 0.61."),
        (Numbers(0.61, {}, "No.", is_rate=False), 61, "No."),
        (THIRD, 1, "Think again."),
        (Numbers(2 / 3, {}, ""), 0.666, "That is right, but cut off, not rounded. Give three decimals."),
        (
            Numbers((2 / 3, 0.0202361), {}, ""),
            (0.67, 0.0201),
            "That is right, but rounded too far. Give three decimals.",
        ),
        (ABOUT, (0.5, 2), None),
        (ABOUT, (1, 2), None),
        (ABOUT, (0, 2), "Number 1: The first."),
        (ABOUT, (0.5, 3), "Number 2: The second."),
        (ABOUT, (2, 1), "Swapped."),
        (ABOUT, 1, "Expected two whole numbers, got 1."),
        (Numbers(14, {"Round up.": 13.513}, "No."), 13.5, "Round up."),
        (Numbers(0.61, {"F1.": 0.592}, "No."), 0.6, "That is right, but rounded too far. Give three decimals."),
        (Numbers(0.61, {"F1.": 0.592}, "No."), 0.59, "F1."),
        (
            Numbers(0.61, {"A mistake.": 0.6}, "No."),
            0.6,
            "A mistake. If you rounded the right number, you rounded too far: give three decimals.",
        ),
        (
            Numbers(6.513, {"The limit.": 6.321}, "No.", decimals=1),
            6,
            "That is right, but cut off, not rounded. Give one decimal.",
        ),
    ],
)
def test_an_answer_stands_for_what_it_may_be_rounded_from(asked, answer, hint):
    assert asked.judge(answer) == hint


CHOSEN = Choice({"A": ("x", "Not A."), "B": ("y", "Not B.")}, {"x": ["ex"], "y": []}, {"Both.": ("y", None)})


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        (("x", "y"), None),
        ({"B": "Y", "A": "the ex test"}, None),
        ("x, y", None),
        (("x", "x"), "B: Not B."),
        (("y", "y"), "Both."),
        (("z", "y"), "A: 'z' is not one of the options. Choose from x, y."),
        ("x", "Expected two words (A, B), got 'x'."),
    ],
)
def test_a_choice_has_a_word_for_each_place(answer, hint):
    assert CHOSEN.judge(answer) == hint


def test_an_exercise_is_a_form_with_its_rule_and_a_stored_notebook_says_that_it_is_open():
    box = check("space-size", ...)
    assert "Your answer, a whole number" in box.html
    assert json.loads(html.unescape(re.search(r'data-rule="(.*?)"', box.html)[1])) == DATA["space-size"]
    bundle, _metadata = box._repr_mimebundle_()
    assert bundle["text/plain"].startswith("… Not answered yet")
    menus = check("choose-measures").html
    assert re.findall(r"<label.*?>(.*?)</label>", menus) == ["Task 1", "Task 2", "Task 3", "Task 4"]


def test_a_prediction_has_its_options_and_a_stored_notebook_hides_the_answer():
    prediction = predict("Which?", ["a < 1", "b"], "b", "of reasons.")
    assert isinstance(prediction, Prediction)
    assert re.findall("<button.*?>(.*?)</button>", prediction.html) == ["a &lt; 1", "b"]
    assert 'data-answer="b" data-because="of reasons."' in prediction.html
    bundle, _metadata = prediction._repr_mimebundle_()
    assert "of reasons" not in bundle["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_a_cell_that_is_run_again_keeps_one_question_of_each_kind():
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    shell.display_formatter.active_types = []
    cell = """from evalcore.exercises import check, practice, predict
kept = predict("Which?", ["a", "b"], "b", "why"), check("space-size"), practice("auc-by-hand", seed=1)"""
    counts = []
    for _ in range(3):
        assert shell.run_cell(cell, store_history=True).success
        gc.collect()
        counts.append(len(widgets.widget._instances))
    InteractiveShell.clear_instance()
    assert counts[0] == counts[1] == counts[2]


def test_the_answer_of_a_prediction_is_found_by_its_name(monkeypatch):
    """In English the option is compared with the answer; in another language only its number counts."""
    monkeypatch.setitem(exercises.kept_answers(), "sum", (2, "four", "two and two make four."))
    prediction = predict("2 + 2?", ["three", "four"], "sum", covers=2)
    assert (prediction.answer, prediction.because) == ("four", "two and two make four.")
    for options in (["four", "three"], ["three", "five"], ["four", "five", "three"]):
        with pytest.raises(ValueError, match="option 2 of 'sum' must be 'four'"):
            predict("2 + 2?", options, "sum")
    with pytest.raises(ValueError, match="the name of a prediction of the course, got '4'"):
        predict("2 + 2?", ["3", "4"], "4")
    speak("zh")
    assert predict("2 + 2？", ["三", "四"], "sum").answer == "四"


def test_a_prediction_covers_at_least_one_cell():
    with pytest.raises(ValueError, match="covers must be a whole number >= 1"):
        predict("Which?", ["a", "b"], "b", "why", covers=0)


@pytest.mark.parametrize(("options", "answer"), [(["a"], "a"), (["a", "a"], "a"), (["a", "b"], "c"), (["a", "b"], 2)])
def test_a_prediction_needs_options_and_one_right_answer(options, answer):
    with pytest.raises(ValueError, match=r"options"):
        predict("Which?", options, answer, "why")
