"""Answers in Python, judged in the page of a chapter."""

import time

import pytest
from playwright.sync_api import Locator
from reader import SITE

from notebooks import NOTEBOOKS, read

FIRST_CHECK = 13  # megabytes, as the page says
SCIKIT_LEARN, MATPLOTLIB = 19, 10  # more, where an answer needs them


def python(visit) -> float:
    """The megabytes that came for Python."""
    return sum(size for path, size in visit.server.sent.items() if path.startswith(("/interpreter", "/run"))) / 1e6


def solutions(path):
    """The answer of each exercise, as the notebook has it."""
    cells = {cell.id: cell.source for cell in read(SITE / "run" / "files" / path.name).cells}
    return {name.removesuffix("-solution"): source.rpartition("\ncheck(")[0]
            for name, source in cells.items() if name.endswith("-solution")}  # fmt: skip


WITH_EXERCISES = [path for path in NOTEBOOKS if solutions(path)] if SITE.exists() else NOTEBOOKS


def field(visit, name) -> Locator:
    form = visit.page.locator(f"form.python[data-name={name}]")
    form.evaluate("form => { const fold = form.closest('details'); if (fold) fold.open = true; }")
    return form


def judged(form, source, patience=120) -> str:
    form.locator("textarea").fill(source)
    form.get_by_role("button", name="Check").click()
    form.locator("button.stop").wait_for(state="hidden", timeout=patience * 1000)
    return form.locator(".verdict").text_content()


@pytest.mark.parametrize("path", WITH_EXERCISES, ids=lambda path: path.stem)
def test_every_solution_is_right(visit, path):
    visit.page.goto(f"{visit.address}/{path.stem}.html")
    visit.server.sent.clear()
    begun, first = time.perf_counter(), None
    for name, source in solutions(path).items():
        form = field(visit, name)
        assert "Not yet" in judged(form, "answer = 'nonsense'")
        first = first or time.perf_counter() - begun
        assert judged(form, source) == "✓ Right. ", name
    print(f"{path.stem}: first verdict {first:.1f} s, all {time.perf_counter() - begun:.1f} s, {python(visit):.1f} MB")
    assert python(visit) < FIRST_CHECK + SCIKIT_LEARN + MATPLOTLIB + 1
    assert visit.faults == []


def test_what_python_says_reaches_the_page_and_a_run_can_be_stopped(visit):
    visit.page.goto(f"{visit.address}/01_hypothesis_space.html")
    form = field(visit, "one-survivor")
    visit.server.sent.clear()
    assert judged(form, "answer = ...") == "Replace the three dots with your answer."
    assert python(visit) == 0  # it does not come for that
    said = judged(form, "print(len(space))\nanswer = undefined")
    assert said == "NameError: name 'undefined' is not defined (line 2)"
    assert form.locator(".printed").text_content() == "65\n"
    assert python(visit) == pytest.approx(FIRST_CHECK, abs=1)
    assert judged(form, "answer = (").startswith("SyntaxError")
    assert judged(form, "guess = 1") == "Give your answer the name answer."
    assert "No module named" in judged(form, "import a_module_of_nobody")

    form.locator("textarea").fill("while True:\n    pass")
    form.locator("textarea").press("Shift+Enter")
    visit.page.get_by_text("Running your answer").wait_for()
    assert visit.page.evaluate("1 + 1") == 2  # the page does not wait
    form.get_by_role("button", name="Stop").click()
    assert "Stopped" in form.locator(".verdict").text_content()
    assert judged(form, solutions(next(path for path in NOTEBOOKS if path.stem.startswith("01")))["one-survivor"])
    assert visit.faults == []
