"""Every chapter in the lecture hall: what `make lecture` shows on a projector of 1280 x 720.

Before it is run, the pictures are there. After Run All they live, and an open prediction hides what gives its
answer away, and nothing else.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from lab import IS_IDLE, PATIENCE, SIZE, chromium, jupyter_lab, open_curtains, open_notebook, run_all
from living import Picture, is_laid_out

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from notebooks import NOTEBOOKS, ROOT, code_cells, predictions_in, read, tells

pytestmark = pytest.mark.browser

LONGEST_FIRST = sorted(NOTEBOOKS, key=lambda path: -len(read(path).cells))  # so that both workers end together
SIDE_BAR = "#jp-left-stack:visible"
POINT = 96 / 72  # CSS pixels
BARS = 88  # title, menu and tool bar
# The pictures in the outputs: their sizes, and their words, which a living picture says on its moving layer.
PICTURES = """async () => {
    const found = [], notebook = jupyterapp.shell.currentWidget.content;
    for (const [index, cell] of notebook.widgets.entries()) {
        if (!cell.model.sharedModel.toJSON().outputs?.some(output => output.data?.["image/png"])) continue;
        await notebook.scrollToItem(index, "start");
        await painted();
        for (const image of cell.node.querySelectorAll(".jp-OutputArea-output img")) {
            const living = image.closest(".evalcore-living-picture"), {width, height} = image.getBoundingClientRect();
            const words = living ? living.querySelector("svg[role=img]").getAttribute("aria-label") : image.alt;
            found.push({index, words: words ?? "", width, height});
        }
    }
    return found;
}"""
LIVING_CELLS = """() => jupyterapp.shell.currentWidget.content.widgets.flatMap((cell, index) =>
    (cell.model.sharedModel.toJSON().outputs ?? [])
        .filter(output => output.data?.["image/png"] && output.data?.["application/vnd.jupyter.widget-view+json"])
        .map(() => index))"""
# A living picture: its box, its smallest letters and its grips, in CSS pixels.
MEASURE = """async index => {
    const cell = jupyterapp.shell.currentWidget.content.widgets[index];
    const picture = cell.node.querySelector(".evalcore-living-picture");
    await painted();
    const all = selector => [...picture.querySelectorAll(selector)];
    const letter = element => parseFloat(getComputedStyle(element).fontSize);
    const svg = picture.querySelector("svg"), box = picture.getBoundingClientRect();
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const letters = all("svg text").map(text => letter(text) * scale);
    const words = all("label, .widget-readout, [role=status]").map(letter);
    return {
        cell: cell.model.id, width: box.width, height: box.height, scale,
        letters: Math.min(...letters, ...words),
        grips: Math.min(...all(".noUi-handle").map(grip => grip.getBoundingClientRect().width)),
    };
}"""
SHOW = """async index => {
    await jupyterapp.shell.currentWidget.content.scrollToItem(index, "start");
    await painted();
}"""
# The text that can be read on the screen, cell by cell: not hidden, not outside the window.
VISIBLE = """() => {
    const inside = box => box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
    const found = {}, range = document.createRange(); // one: every change of the page looks after each there is
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
        if (words.length) found[cell.model.id] = words.join(" ");
    }
    return found;
}"""
LETTERS = """id => {
    const cell = jupyterapp.shell.currentWidget.content.widgets.find(cell => cell.model.id === id).node;
    const size = element => parseFloat(getComputedStyle(element).fontSize);
    const prose = document.querySelector(".jp-MarkdownOutput p");
    const question = cell.querySelector(".evalcore-prediction .widget-html-content");
    return {prose: size(prose), question: size(question),
            buttons: Math.min(...[...cell.querySelectorAll(".evalcore-prediction button")].map(size))};
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    for path in NOTEBOOKS:
        shutil.copy(path, folder)
    settings = shutil.copytree(ROOT / "lecture", home / "lecture")
    variables = {"JUPYTERLAB_SETTINGS_DIR": str(settings), "EVALCORE_STYLE": "lecture"}
    with jupyter_lab(folder, home, **variables) as address:
        yield address


@pytest.fixture(scope="module")
def page():
    with chromium() as page:
        yield page


@pytest.fixture(scope="module", params=LONGEST_FIRST, ids=lambda path: path.stem)
def chapter(request, page, address):
    """A page with a chapter that has been run whole, what it showed before, and where it is stored."""
    open_notebook(page, address, request.param.name)
    stored = page.evaluate(PICTURES)
    assert run_all(page) == []
    return SimpleNamespace(page=page, path=request.param, stored=stored)


def asked_by(target):
    """The page that a target of the Makefile opens first."""
    made = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True)
    return re.search(r"--LabApp.default_url=(\S+)", made.stdout)[1]


def test_the_hall_shows_no_side_bar_after_an_evening_in_the_lab(page, address):
    """Its workspace is its own; that of `make lab`, where the side bar was open, does not come back."""
    page.goto(address + asked_by("lab"))
    page.wait_for_function(IS_IDLE, timeout=PATIENCE)
    page.wait_for_timeout(3000)  # JupyterLab saves the workspace after a while
    assert page.locator(SIDE_BAR).count() == 1
    page.goto(address + asked_by("lecture"))
    page.wait_for_function(IS_IDLE, timeout=PATIENCE)
    page.wait_for_timeout(1000)
    assert page.locator(SIDE_BAR).count() == 0
    assert page.evaluate("() => jupyterapp.shell.currentWidget.context.path") == "00_start_here.ipynb"


def test_a_chapter_shows_its_pictures_before_it_is_run_and_each_has_words(chapter):
    """What is collapsed has none before, as it would answer the question above it."""
    shown = [picture["index"] for picture in chapter.stored]
    run = chapter.page.evaluate(PICTURES)
    assert shown
    assert {*shown} <= {picture["index"] for picture in run}
    for picture in chapter.stored + run:
        assert len(picture["words"]) > 30, picture
    for picture in chapter.stored:
        assert picture["width"] > 300, picture
        assert picture["height"] > 100, picture


def test_no_answer_is_seen_before_it_is_asked_for(chapter):
    page, order = chapter.page, [cell.id for cell in read(chapter.path).cells]
    faults = []
    for cell in code_cells(chapter.path):
        for question, options, answer, because, covers in predictions_in(cell):
            page.evaluate(SHOW, order.index(cell.id))
            letters, seen = page.evaluate(LETTERS, cell.id), page.evaluate(VISIBLE)
            assert min(letters["question"], letters["buttons"]) >= letters["prose"], f"{cell.id}: {letters}"
            after = order.index(cell.id) + 1
            faults += [f"{cell.id}: {name} is not covered" for name in order[after : after + covers] if name in seen]
            seen.pop(cell.id)
            told = {name: tells(text, question, options, answer, because) for name, text in seen.items()}
            faults += [f"{cell.id}: {name} tells {words}" for name, words in told.items() if words]
    assert not faults, "\n".join(faults)


def test_the_curtain_opens_when_the_answer_is_shown(chapter):
    page, order = chapter.page, [cell.id for cell in read(chapter.path).cells]
    asked = [cell.id for cell in code_cells(chapter.path) if predictions_in(cell)]
    for cell in asked[:1]:
        page.evaluate(SHOW, order.index(cell))
        page.locator(".evalcore-show").first.click()
        page.wait_for_function("() => document.querySelector('.evalcore-show').disabled")
        covered = order[order.index(cell) + 1]
        page.evaluate(SHOW, order.index(covered))
        assert covered in page.evaluate(VISIBLE)


def test_pictures_are_legible_from_the_last_row_and_fit_the_screen(chapter):
    """One visit to each living picture, when every prediction has shown its answer."""
    page = chapter.page
    assert page.locator(SIDE_BAR).count() == 0
    open_curtains(page)
    living = page.evaluate(LIVING_CELLS)
    assert living
    for index in living:
        is_laid_out(Picture(page, index))
        picture = page.evaluate(MEASURE, index)
        assert picture["scale"] >= 0.98 * POINT, f"{picture['cell']}: shrunk, its text is below 18 pt"
        assert picture["letters"] >= 0.98 * 18 * POINT, f"{picture['cell']}: {picture['letters']:.0f} px"
        assert picture["grips"] >= 24, f"{picture['cell']}: a slider of {picture['grips']:.0f} px"
        assert picture["width"] <= SIZE["width"], picture["cell"]
        assert picture["height"] <= SIZE["height"] - BARS, f"{picture['cell']}: {picture['height']:.0f} px high"
