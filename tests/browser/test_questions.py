"""Predictions, exercises, practice and folded code in JupyterLab, and what is left after a reload or a restart."""

import nbformat
import pytest
from lab import GO_TO, IS_IDLE, PATIENCE, chromium, jupyter_lab, open_notebook, open_what_is_hidden, run_all, run_cell
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
expect.set_options(timeout=20_000)

CELLS = {
    "setup": """
from evalcore.exercises import check, practice, predict, sketch
from evalcore.explore import explore
from evalcore.plots.style import panels, use_style

use_style("screen")
""",
    "figure": """
panel = panels("a")[1]["a"]
panel.set(xlim=(0, 10))

def moving(panel, x):
    panel.axvline(x, gid="handle")
    return f"x = {x}"

explore(panel, moving, alt="A line at x", veil=True, x=(0, 10))
""",
    "asked": 'predict("2 + 2?", ["3", "4", "5"], "4", "counting on gives four.", covers=2, veils="figure?x=4")',
    "covered": 'print("It is four.")',
    "covered-too": 'print("So it is.")',
    "folded": "# Check\nassert 2 + 2 == 4",
    "drawn": """
rises = sketch("Draw it.", [0, 1, 2], {"line": [0, 1, 2]}, across="x", up="y", ends=(0, 2))
predict("How does it go?", ["up", "down"], "up", "each step adds one.", drawing=rises)
""",
    "covered-last": 'print("Up it goes.")',
    "exercise": 'check("paired-t-of-four")',
    "solution": '# Solution\nprint("t is 1.89")',
    "practice": 'practice("never-drawn", seed=1)',
}
FOLDED = ["setup", "asked", "folded", "drawn"]
SAVE = "() => jupyterapp.commands.execute('docmanager:save')"
SHUT_DOWN = "() => jupyterapp.shell.currentWidget.sessionContext.shutdown()"
RESTART = "() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
SAYS_RESTARTED = """() => getComputedStyle(document.querySelector(".evalcore-living-picture"), "::after").content
    .includes("The kernel was restarted")"""
SELECT = """id => {
    const notebook = jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = notebook.widgets.findIndex(cell => cell.model.id === id);
    notebook.activeCell.node.focus();
}"""
ACTIVE = "() => jupyterapp.shell.currentWidget.content.activeCell.model.id"
IS_ACTIVE = f"id => ({ACTIVE})() === id"
COUNTS = """() => Object.fromEntries(jupyterapp.shell.currentWidget.content.widgets
    .map(cell => [cell.model.id, cell.model.executionCount]))"""
HAS_A_POSITION = """() => {
    const {activeCell} = jupyterapp.shell.currentWidget.content;
    return activeCell.model.id === "covered-too" && activeCell.node.getClientRects().length === 1;
}"""  # so that JupyterLab does not scroll to the top
SCROLLED = "() => document.querySelector('.jp-WindowedPanel-outer').scrollTop"
NOT_YET_IN_THE_PAGE = """async () => {
    const {components} = await Object.values(evalcoreFrontEnds)[0], el = document.createElement("div");
    const html = document.querySelector("form.exercise").outerHTML;
    const traits = {kind: "exercise", name: "paired-t-of-four", html, course: false};
    components.exercise({get: name => traits[name]}, el);
    return el.querySelector(".verdict").textContent;
}"""
NO_SCRIPTS = "globalThis.evalcoreFrontEnds = new Proxy({}, {get: () => Promise.reject(new Error('no script'))})"


def notebook():
    """Return the notebook, not yet run; some code is folded, as in the chapters."""
    cells = {name: new_code_cell(source.strip(), id=name) for name, source in CELLS.items()}
    for name in FOLDED:
        cells[name].metadata["jupyter"] = {"source_hidden": True}
    cells["solution"].metadata["jupyter"] = {"source_hidden": True, "outputs_hidden": False}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return new_notebook(cells=list(cells.values()), metadata={"kernelspec": kernel})


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    nbformat.write(notebook(), folder / "questions.ipynb")
    with jupyter_lab(folder, tmp_path_factory.mktemp("home")) as address, chromium() as page:
        open_notebook(page, address, "questions.ipynb")
        assert run_all(page) == []
        yield page


def reloaded(page):
    page.evaluate(SAVE)
    page.reload()
    page.wait_for_function(IS_IDLE, timeout=PATIENCE)


def shown(page, words):
    return page.locator(".jp-OutputArea-output").get_by_text(words, exact=True)


def test_a_choice_shows_what_it_covers_and_survives_a_reload(page):
    page.evaluate(GO_TO, "asked")
    asked = page.locator(".evalcore-prediction").filter(has_text="2 + 2?")
    expect(shown(page, "It is four.")).to_be_hidden()
    caption, slider = page.locator(".living-picture .reading"), page.locator(".evalcore-living-picture .noUi-handle")
    drawn = page.locator(".living-picture .moving svg > g:not(:empty)")
    expect(caption).to_have_text("Answer the question below to see the rest.")
    expect(page.locator(".living-picture .reading")).to_have_css("font-style", "italic")
    expect(drawn).to_have_count(0)
    slider.focus()
    expect(slider).not_to_be_focused()
    asked.get_by_role("button", name="3").click()
    for _ in range(2):
        expect(caption).to_have_text("x = 4")
        expect(drawn).to_have_count(1)
        expect(asked.locator(".answer")).to_have_text("4")
        expect(asked.locator(".chosen")).to_have_text("3")
        expect(asked.locator(".verdict.wrong")).to_contain_text("Counting on gives four.")
        for words in ("It is four.", "So it is."):
            expect(shown(page, words)).to_be_visible()
        reloaded(page)
    asked.get_by_role("button", name="Ask again").click()
    expect(shown(page, "It is four.")).to_be_hidden()
    expect(caption).to_have_text("Answer the question below to see the rest.")
    asked.get_by_role("button", name="4").click()
    expect(asked.locator(".verdict.right")).to_be_visible()


def test_a_prediction_is_drawn_and_survives_a_reload(page):
    page.evaluate(GO_TO, "drawn")
    asked = page.locator(".evalcore-prediction").filter(has_text="How does it go?")
    sheet = asked.locator(".hand").bounding_box()
    points = [(0.02, 0.95), (0.5, 0.5), (0.98, 0.05)]
    for place, (x, y) in enumerate(points):
        page.mouse.move(sheet["x"] + x * sheet["width"], sheet["y"] + y * sheet["height"], steps=6)
        page.mouse.down() if place == 0 else None
    page.mouse.up()
    done = asked.locator(".tools button").last
    if done.is_visible():
        done.click()
    for _ in range(2):
        expect(asked.locator(".verdict.right")).to_contain_text("Your curve rises all the way, as it should")
        expect(asked.locator(".axes polyline.truth")).to_have_count(1)
        expect(shown(page, "Up it goes.")).to_be_visible()
        reloaded(page)


def asked_again(page):
    page.evaluate(GO_TO, "asked")
    asked = page.locator(".evalcore-prediction").filter(has_text="2 + 2?")
    expect(asked).to_be_visible()
    if asked.get_by_role("button", name="Ask again").is_visible():
        asked.get_by_role("button", name="Ask again").click()
        expect(page.locator(".jp-Cell").filter(has=asked)).to_be_focused()
    return asked


def shift_enter(page, to):
    """Press Shift+Enter, and return the cells that this runs."""
    before = page.evaluate(COUNTS)
    page.keyboard.press("Shift+Enter")
    page.wait_for_function(IS_ACTIVE, arg=to)
    page.wait_for_timeout(500)
    page.wait_for_function(IS_IDLE, timeout=PATIENCE)
    assert page.evaluate(ACTIVE) == to
    expect(page.locator(".jp-Cell.jp-mod-active")).to_be_in_viewport()
    expect(page.locator(".jp-Cell.jp-mod-active")).to_be_focused()
    return [name for name, count in page.evaluate(COUNTS).items() if count != before[name]]


def test_shift_enter_stops_at_visible_cells_and_also_runs_the_others(page):
    asked = asked_again(page)
    page.evaluate(SELECT, "asked")
    scrolled = page.evaluate(SCROLLED)
    assert shift_enter(page, to="covered") == ["asked"]
    assert shift_enter(page, to="drawn") == ["covered", "covered-too", "folded"]
    assert page.evaluate(SCROLLED) >= scrolled > 0
    asked.get_by_role("button", name="3").click()
    page.evaluate(SELECT, "covered-too")
    asked.locator(".prediction").dispatch_event("ask")  # a question that appears late covers the active cell
    assert page.evaluate(HAS_A_POSITION)
    assert shift_enter(page, to="drawn") == ["covered-too", "folded"]


@pytest.mark.parametrize("button", ["3", "Show without choosing"])
def test_shift_enter_leads_from_an_answer_to_what_it_reveals(page, button):
    asked = asked_again(page)
    asked.get_by_role("button", name=button).click()
    expect(asked.locator(".verdict")).to_be_focused()
    page.keyboard.press("Escape")
    assert shift_enter(page, to="covered") == []
    expect(shown(page, "It is four.")).to_be_visible()
    assert shift_enter(page, to="covered-too") == ["covered"]
    assert shift_enter(page, to="drawn") == ["covered-too", "folded"]


def test_a_wrong_answer_gets_its_hint_and_survives_a_reload(page):
    page.evaluate(GO_TO, "exercise")
    exercise = page.locator("form.exercise")
    exercise.locator("input").fill("0,025")
    exercise.locator("input").press("Enter")
    for _ in range(2):
        expect(exercise.locator(".verdict.wrong")).to_contain_text("That is the mean.")
        expect(exercise.locator("input")).to_have_value("0,025")
        reloaded(page)
    expect(exercise.locator(".verdict.wrong")).to_be_visible()
    assert "That is the mean." in page.evaluate(NOT_YET_IN_THE_PAGE)


def test_a_task_of_a_practice_follows_the_other(page):
    page.evaluate(GO_TO, "practice")
    practice = page.locator(".evalcore-practice")
    first = practice.locator(".question").inner_text()
    practice.locator("input").fill("7777")
    practice.locator("input").press("Enter")
    expect(practice.locator(".verdict.wrong")).to_contain_text("✗ Not yet.")
    practice.get_by_role("button", name="Next step of the solution").click()
    expect(practice.locator(".steps p")).to_have_count(1)
    practice.get_by_role("button", name="New numbers").click()
    expect(practice.locator(".question")).not_to_have_text(first)


def test_folded_code_leaves_nothing_behind_but_solutions_and_a_switch_shows_it(page):
    page.evaluate(GO_TO, "exercise")
    stubs = page.locator(".jp-InputPlaceholder").filter(visible=True)
    expect(stubs).to_have_text(["# Solution"])
    expect(shown(page, "t is 1.89")).to_be_hidden()
    code = page.get_by_role("button", name="Code", exact=True)
    for pressed, folded in (("true", 1), ("false", len(FOLDED) + 1)) * 2:
        code.click()
        expect(code).to_have_attribute("aria-pressed", pressed)
        expect(page.locator(".jp-InputPlaceholder")).to_have_count(folded)
        expect(stubs).to_have_count(1)
    stubs.click()
    expect(shown(page, "t is 1.89")).to_be_visible()


def test_where_the_scripts_cannot_be_had_the_figure_and_a_sentence_stand(page):
    page.evaluate(NO_SCRIPTS)
    for count, name in enumerate(["exercise", "figure"], start=1):
        run_cell(page, name)
        expect(page.get_by_text("its script could not be loaded")).to_have_count(count)
    expect(page.locator(".evalcore-living-picture svg").first).to_be_visible()
    reloaded(page)


def test_after_a_restart_a_figure_shows_its_last_state_once_and_says_so(page):
    page.evaluate(GO_TO, "asked")
    expect(page.locator(".evalcore-prediction").first).to_be_visible()
    open_what_is_hidden(page)
    page.evaluate(GO_TO, "figure")
    run_cell(page, "figure")
    figure = page.locator(".evalcore-living-picture")
    expect(figure.locator(".reading")).to_have_text("x = 5")
    page.evaluate(RESTART)
    page.wait_for_function(SAYS_RESTARTED)
    expect(figure.locator("img")).to_have_count(1)
    expect(figure.locator(".moving > svg")).to_have_count(1)
    expect(figure.locator(".reading")).to_have_text("x = 5")
    expect(figure.locator(".grip").first).to_be_hidden()


def test_a_notebook_opened_again_without_its_kernel_shows_the_stored_pictures(page):
    page.evaluate(SAVE)
    page.evaluate(SHUT_DOWN)
    page.reload()
    page.wait_for_function(IS_IDLE, timeout=PATIENCE)
    page.evaluate(GO_TO, "figure")
    expect(page.locator(".jp-OutputArea-output img")).to_have_count(1)
    expect(page.get_by_text("model not found")).to_have_count(0)
    expect(page.get_by_text("Run the cell to choose.").first).to_be_visible()
