"""The curtain: after Run All in the hall, an open prediction hides what gives its answer away, and nothing else."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from lab import chromium, jupyter_lab, open_notebook, run_all

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from notebooks import NOTEBOOKS, ROOT, code_cells, predictions_in, read

pytestmark = pytest.mark.browser

CHAPTERS = [path for path in NOTEBOOKS if any(predictions_in(cell) for cell in code_cells(path))]
INDEX = "id => jupyterapp.shell.currentWidget.content.widgets.findIndex(cell => cell.model.id === id)"
SHOW = """async index => {
    await jupyterapp.shell.currentWidget.content.scrollToItem(index, "start");
    await new Promise(done => setTimeout(done, 80));
}"""
# The text that can be read on the screen, cell by cell: not hidden, not outside the window.
VISIBLE = """() => {
    const inside = box => box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
    const found = {};
    for (const cell of jupyterapp.shell.currentWidget.content.widgets) {
        const walker = document.createTreeWalker(cell.node, NodeFilter.SHOW_TEXT), words = [];
        while (walker.nextNode()) {
            const node = walker.currentNode, range = document.createRange();
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


def tells(text, question, options, answer, because):
    """What in a visible text gives the answer away: the words of the right option, numbers of it or of its reason."""
    plain = " ".join(text.split()).lower()
    others = " ".join(option for option in options if option != answer).lower()
    said = [answer] if len(answer.split()) > 2 and answer.lower() in plain else []
    numbers = set(re.findall(r"\d+[.,/]\d+|\d{3,}", f"{answer} {because}")) - set(
        re.findall(r"[\d.,/]+", question + others)
    )
    return said + sorted(
        number for number in numbers if re.search(rf"(?<![\d.]){re.escape(number)}(?![\d.]*\d)", plain)
    )


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    for path in NOTEBOOKS:
        shutil.copy(path, folder)
    settings = shutil.copytree(ROOT / "lecture", home / "lecture")
    variables = {"JUPYTERLAB_SETTINGS_DIR": str(settings), "EVALCORE_STYLE": "lecture"}
    with jupyter_lab(folder, home, **variables) as address:
        yield address


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_no_answer_is_seen_before_it_is_asked_for(path, address):
    asked = {cell.id: prediction for cell in code_cells(path) for prediction in predictions_in(cell)}
    order = [cell.id for cell in read(path).cells]
    with chromium() as page:
        open_notebook(page, address, path.name)
        assert run_all(page) == []
        faults = []
        for cell, (question, options, answer, because, covers) in asked.items():
            at = page.evaluate(INDEX, cell)
            page.evaluate(SHOW, at)
            letters = page.evaluate(LETTERS, cell)
            assert min(letters["question"], letters["buttons"]) >= letters["prose"], f"{cell}: {letters}"
            seen = page.evaluate(VISIBLE)
            covered = order[at + 1 : at + 1 + covers]
            faults += [f"{cell}: {name} is not covered" for name in covered if name in seen]
            seen.pop(cell)
            told = {name: tells(text, question, options, answer, because) for name, text in seen.items()}
            faults += [f"{cell}: {name} tells {words}" for name, words in told.items() if words]
        first = next(iter(asked))
        covers = asked[first][-1]
        page.evaluate(SHOW, page.evaluate(INDEX, first))
        page.locator(".evalcore-prediction .evalcore-show").first.click()
        page.wait_for_timeout(300)
        opened = order[page.evaluate(INDEX, first) + 1]
        page.evaluate(SHOW, page.evaluate(INDEX, opened))
        assert opened in page.evaluate(VISIBLE), f"{opened} is covered still"
    assert not faults, "\n".join(faults)
