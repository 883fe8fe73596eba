"""Pages for every reader: text that stands out in the dark theme, a focus that is seen, links that lead on, practice,
and a file of one's own.
"""

import re
import shutil
import sys
from pathlib import Path

import pytest
from lab import GO_TO, IS_IDLE, PATIENCE, chromium, jupyter_lab, open_notebook, open_what_is_hidden, run_all, run_cell
from playwright.sync_api import expect

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from notebooks import NOTEBOOKS, code_cells, predictions_in, read, tells

pytestmark = [pytest.mark.browser, pytest.mark.long]

CHAPTER, PICTURE = "07_comparing_learners.ipynb", "binomial-picture"
RUN_UP_TO = """id => {
    const notebook = jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = notebook.widgets.findIndex(cell => cell.model.id === id) + 1;
    return jupyterapp.commands.execute("notebook:run-all-above");
}"""
DARK = "() => jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})"
IS_DARK = "() => document.body.dataset.jpThemeLight === 'false'"
# Each piece of our own text with its contrast with the background, as WCAG 2.2 computes it.
CONTRASTS = """async () => {
    const channel = v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const parts = colour => colour.match(/[\\d.]+/g).map(Number);
    const light = colour => {
        const [r, g, b] = parts(colour).map(v => channel(v / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = element => {
        for (; element; element = element.parentElement) {
            const colour = getComputedStyle(element).backgroundColor;
            if ((parts(colour)[3] ?? 1) > 0.5) return colour;
        }
        return "rgb(255, 255, 255)";
    };
    const found = [];
    const ours = ".evalcore-living-picture label, .evalcore-living-picture .widget-readout, [role=status], " +
        ".evalcore-question :is(b, label, button), .jp-MarkdownOutput p, .jp-MarkdownOutput h2, summary";
    for (const [index, cell] of jupyterapp.shell.currentWidget.content.widgets.entries()) {
        await jupyterapp.shell.currentWidget.content.scrollToItem(index, "start");
        for (const element of cell.node.querySelectorAll(ours)) {
            if (!element.textContent.trim() || !element.checkVisibility()) continue;
            const lights = [light(getComputedStyle(element).color), light(behind(element))];
            const [darker, lighter] = lights.sort((a, b) => a - b);
            found.push([element.textContent.trim().slice(0, 40), (lighter + 0.05) / (darker + 0.05)]);
        }
    }
    return found;
}"""
HEADING_SHOWN = """id => {
    const heading = document.querySelector(`:is(h2, h3) > :is([data-jupyter-id="${id}"], [id="${id}"])`);
    const top = heading?.getBoundingClientRect().top;
    return top > 0 && top < innerHeight;
}"""
OTHER_CHAPTER = """name => jupyterapp.shell.currentWidget.title.label.endsWith(".ipynb")
    && jupyterapp.shell.currentWidget.title.label !== name"""
# The visible text on the screen, cell by cell.
VISIBLE = """() => {
    const inside = box => box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
    const texts = {}, range = document.createRange();
    for (const cell of jupyterapp.shell.currentWidget.content.widgets) {
        if (!inside(cell.node.getBoundingClientRect())) continue;
        const walker = document.createTreeWalker(cell.node, NodeFilter.SHOW_TEXT), words = [];
        while (walker.nextNode()) {
            const node = walker.currentNode;
            if (!node.data.trim() || node.parentElement.closest("style, mjx-assistive-mml")) continue;
            range.selectNodeContents(node);
            const seen = node.parentElement.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true});
            if (seen && inside(range.getBoundingClientRect())) words.push(node.data);
        }
        if (words.length) texts[cell.model.id] = words.join(" ");
    }
    return texts;
}"""
RING = """() => {
    const style = getComputedStyle(document.activeElement);
    return [style.outlineStyle, parseFloat(style.outlineWidth), document.activeElement.className];
}"""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    for path in NOTEBOOKS:
        shutil.copy(path, folder)
    with jupyter_lab(folder, home) as address, chromium() as page:
        open_notebook(page, address, CHAPTER)
        page.evaluate(RUN_UP_TO, PICTURE)  # this includes one or two predictions above it
        page.wait_for_function(IS_IDLE, timeout=PATIENCE)
        open_what_is_hidden(page)
        page.address = address
        yield page


def test_the_keyboard_reaches_a_slider_and_the_focus_is_seen(page):
    picture = page.locator(".evalcore-living-picture").first
    picture.scroll_into_view_if_needed()
    picture.locator(".noUi-handle").first.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    style, width, name = page.evaluate(RING)
    assert "noUi-handle" in name, "Tab does not lead to the slider"
    assert style == "solid"
    assert width >= 2


def test_an_answer_is_typed_and_a_choice_made_in_fields_with_names(page):
    for cell in ("paired-t-of-four", "choose-test"):
        run_cell(page, cell)
    field = page.locator("form.exercise input").filter(visible=True)
    field.fill("1,9")
    field.press("Enter")
    page.get_by_text("✗ Not yet. That is right, but rounded too far.").wait_for()
    for place, word in {"(1)": "McNemar", "(2)": "binomial", "(3)": "corrected t", "(4)": "Friedman"}.items():
        page.get_by_label(place, exact=True).select_option(word)
    page.get_by_label("(4)").press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("✓ Right.").filter(visible=True).wait_for()


def test_five_right_in_a_row_end_a_practice(page):
    """A wrong answer gets its hint and resets the count; the solution is shown step by step."""
    run_cell(page, "practice-mcnemar-by-hand")
    practice = page.locator(".evalcore-practice").filter(visible=True)
    field, count = practice.get_by_label("Your answer"), practice.locator(".count")

    def answer(less):
        only_b, only_a = (int(practice.locator("td").nth(place).inner_text()) for place in (2, 4))
        field.fill(f"{(abs(only_a - only_b) - less) ** 2 / (only_a + only_b):.3f}")
        field.press("Enter")

    answer(0)
    expect(practice.get_by_text("✗ Not yet. That is without the correction: subtract 1")).to_be_visible()
    for step in (1, 2, 3):
        practice.get_by_role("button", name="Next step of the solution").click()
        expect(practice.locator(".steps p")).to_have_count(step)
    expect(practice.get_by_role("button", name="Next step of the solution")).to_be_disabled()
    for row in range(1, 6):
        expect(count).to_contain_text(f"{row - 1} of 5 right in a row.")
        practice.get_by_role("button", name="New numbers").click()
        expect(field).to_have_value("")
        answer(1)
        expect(practice.get_by_text("✓ Right.")).to_be_visible()
    expect(count).to_have_text("●●●●● 5 right in a row: you have mastered this. The next question starts a new count.")


def test_text_stands_out_in_the_light_and_in_the_dark_theme(page):
    for theme in ["light", "dark"]:
        if theme == "dark":
            page.evaluate(DARK)
            page.wait_for_function(IS_DARK)
            page.evaluate(GO_TO, PICTURE)
            expect(page.locator(".living-picture .stage").last).to_have_css("filter", re.compile("invert"))
            page.evaluate("painted()")
        contrasts = page.evaluate(CONTRASTS)
        assert len(contrasts) > 50
        faint = {words: round(ratio, 1) for words, ratio in contrasts if ratio < 4.5}
        assert not faint, f"{theme} theme: {faint}"


def test_cross_references_lead_to_their_section_and_to_their_chapter(page):
    for cell, target in [("slips", "section"), ("where-next", "chapter")]:
        page.evaluate(GO_TO, cell)
        page.wait_for_timeout(500)
        links = page.locator(".jp-MarkdownOutput a[href^='#']" if target == "section" else "a[href*='.ipynb']")
        link = links.filter(visible=True).last
        name = link.text_content()
        link.click()
        if target == "section":
            page.wait_for_function(HEADING_SHOWN, arg=link.get_attribute("href")[1:])
        else:
            page.wait_for_function(OTHER_CHAPTER, arg=CHAPTER)
        assert name


def test_a_file_goes_through_the_button_of_chapter_10_into_the_report(page, tmp_path):
    """The file is as a spreadsheet writes it; its numbers are in the output of the next cells."""
    file = tmp_path / "mine.csv"
    lines = [f"{i % 4 // 3};0,{i * 37 % 100:02}" for i in range(60)]
    file.write_bytes("\r\n".join(["\ufeffill;forest", *lines]).encode())
    open_notebook(page, page.address, "10_your_own_scores.ipynb")
    for cell in ("imports", "upload"):
        run_cell(page, cell)
    button = page.get_by_role("button", name="a CSV of yours")
    with page.expect_file_chooser() as asked:
        button.click()
    asked.value.set_files(file)
    expect(button).to_contain_text("(1)")
    run_cell(page, "report")
    report = page.locator(".jp-OutputArea-output").filter(has_text="Can these data support").filter(visible=True)
    assert re.search(r"examples +60\n +positives +15\n", report.inner_text())
    run_cell(page, "ranking-part")
    expect(page.locator(".jp-OutputArea-output").filter(has_text="forest has")).to_be_visible()


def test_no_answer_is_visible_before_the_reader_has_chosen(page):
    """Covered cells are hidden, nothing else on the screen gives the answer away, and a choice reveals them."""
    path = next(path for path in NOTEBOOKS if path.name == "05_cost_curves.ipynb")
    open_notebook(page, page.address, path.name)
    assert run_all(page) == []
    order = [cell.id for cell in read(path).cells]
    asked = [(cell.id, *prediction) for cell in code_cells(path) for prediction in predictions_in(cell)]
    assert asked
    page.wait_for_function("all => document.querySelectorAll('.evalcore-show').length === all", arg=len(asked))
    for cell, question, options, answer, because, covers in asked:
        for _ in range(2):  # the cells above have their heights once they have been on the screen
            page.evaluate(GO_TO, cell)
            page.wait_for_timeout(300)
        texts = page.evaluate(VISIBLE)
        after = order.index(cell) + 1
        assert not texts.keys() & set(order[after : after + covers]), cell
        texts.pop(cell)
        answers_shown = {name: tells(text, question, options, answer, because) for name, text in texts.items()}
        assert {name: words for name, words in answers_shown.items() if words} == {}, cell
    open_what_is_hidden(page)
    for cell, *_, covers in asked:
        after = order.index(cell) + 1
        page.evaluate(GO_TO, order[after + covers - 1])
        page.evaluate("painted()")
        assert page.evaluate(VISIBLE).keys() & set(order[after : after + covers]), cell
