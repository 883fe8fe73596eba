"""Answers in Python on the page. Python itself comes in ``make lite-test``; here it is the one of this machine."""

import json
import sys
import warnings

import pytest

import notebooks
from notebooks import NOTEBOOKS, ROOT

sys.path.insert(0, str(ROOT / "book"))
import answers

PAGE = "01_hypothesis_space"
SOLUTIONS = {cell.id.removesuffix("-solution"): (path, cell.source)
             for path in NOTEBOOKS for cell in notebooks.read(path).cells if cell.id.endswith("-solution")}  # fmt: skip


def chapter(*sources):
    cells = [{"cell_type": "code", "id": f"cell-{place}", "source": source} for place, source in enumerate(sources)]
    return answers.Chapter(json.dumps({"cells": [*cells, {"id": "asked", "cell_type": "code"}]}), "asked")


@pytest.mark.parametrize("name", SOLUTIONS)
def test_a_solution_needs_little_of_its_chapter_and_is_right(name, monkeypatch):
    monkeypatch.chdir(ROOT / "notebooks")
    path, source = SOLUTIONS[name]
    above = answers.Chapter(path.read_text(encoding="utf-8"), name)
    steps = above.needed(source)
    assert len(steps) < 0.3 * len(above.statements)
    with warnings.catch_warnings(action="ignore"):
        assert not any(above.run(step) for step in steps)
        above.judge(name, source)
    assert above.said["words"] == "✓ Right. "


@pytest.mark.parametrize(
    ("asks", "runs"),
    [
        ("answer = 1", []),
        ("answer = f(2)", [1, 2, 3]),  # with what the function reads
        ("scale = 3; answer = scale", []),  # the reader's own name
        ("answer = later", [0, 4, 5, 6, 8]),  # with all that drew before, by whatever name
        ("answer = filled", [7, 9]),  # with what changes it
        ("answer = [x for x in range(3)]", []),
        ("def g(filled): return filled\nanswer = g", []),
        ("answer = (", []),
    ],
)
def test_what_an_answer_needs(asks, runs):
    above = chapter(
        "import numpy as np\nscale = 2\ndef f(x): return x * scale * offset",
        "offset = 1",
        "rng = np.random.default_rng(0)\nlearners = {1: lambda: rng.random()}\ntook = [f() for f in learners.values()]",
        "filled = []",
        "later = rng.random()\nfor x in range(3):\n    filled.append(x)",
    )
    assert above.needed(asks) == runs


def test_a_name_that_is_bound_twice_has_the_value_that_it_has_in_the_notebook():
    above = chapter("x = 1\ny = x", "x = 2", "x += 1")
    for source, answer in {"answer = x": 3, "answer = y": 1, "answer = (x, y)": (3, 1)}.items():
        for step in above.needed(source):
            above.run(step)
        assert eval(source.removeprefix("answer = "), above.names) == answer
    assert above.needed("answer = y + x") == []  # all is there


def test_a_module_that_is_missing_is_named_once():
    above = chapter("import a_module_of_nobody")
    assert above.needed("answer = a_module_of_nobody") == [0]
    assert above.run(0) == "a_module_of_nobody"
    with pytest.raises(ModuleNotFoundError, match="of_nobody"):
        above.run(0)
    assert above.judge("space-size", "import another_of_nobody") == "another_of_nobody"
    assert above.judge("space-size", "import another_of_nobody") is None
    assert above.said["words"] == "ModuleNotFoundError: No module named 'another_of_nobody' (line 1)"


def test_a_page_from_a_folder_says_where_python_runs(read):
    page = read().open(PAGE)
    assert page.locator(".elsewhere").count() == page.locator("div.by-python").count() > 0
    assert page.locator(".elsewhere").first.get_by_role("link", name="run the chapter").is_visible()
    assert not page.locator("form.python").first.is_visible()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_a_page_from_a_server_has_a_field_and_tells_who_misses_python(browser, address, width, height):
    page = browser.new_page(viewport={"width": width, "height": height})
    page.context.route("**/*", lambda route: route.continue_() if address in route.request.url else route.abort())
    page.goto(f"{address}/{PAGE}.html")
    assert page.locator(".elsewhere").count() == 0
    form = page.locator("div.by-python form").first
    form.get_by_role("button", name="Check").click()
    verdict = form.locator(".verdict")
    assert verdict.text_content() == "Replace the three dots with your answer."
    form.get_by_label("Your answer, in Python").fill("answer = 1")
    form.get_by_role("button", name="Check").click()
    page.wait_for_function("verdict => verdict.classList.contains('wrong')", arg=verdict.element_handle())
    assert "cdn.jsdelivr.net, which does not answer" in verdict.text_content()
    assert form.get_by_role("button", name="Check").is_enabled()
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.context.close()
