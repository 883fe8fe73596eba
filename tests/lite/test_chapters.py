"""Every chapter runs in the reader's browser, and prints there what the stored notebook has."""

import json
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import nbformat
import pytest
from folding import as_run
from reader import SITE

from notebooks import CHINESE, NOTEBOOKS, ROOT, read

NOTEBOOK = "jupyterapp.shell.currentWidget.content"


def texts(outputs):
    """Return the lines of text that a cell shows; text printed in pieces is joined."""
    outputs = as_run([nbformat.from_dict(output) for output in outputs])
    shown = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs]
    shown += [f"{output['ename']}: {output['evalue']}" for output in outputs if output["output_type"] == "error"]
    return "".join("".join(text) for text in shown)


def in_book(path):
    """Return the path of a notebook's page or copy in the book: ``04_metrics.ipynb``, ``zh/04_metrics.ipynb``."""
    return path.relative_to(ROOT / "notebooks")


def stored(path):
    return [cell for cell in read(SITE / "run" / "files" / in_book(path)).cells if cell.cell_type == "code"]


def solution_of(path):
    """Return the first exercise of a chapter: its cell, and a cell that answers it."""
    cells = stored(path)
    asked = {cell.source.split('check("')[1].split('"')[0]: cell for cell in reversed(cells)
             if 'check("' in cell.source and "solution" not in cell.metadata.get("tags", [])}  # fmt: skip
    for cell in cells:
        if "solution" in cell.metadata.get("tags", []) and 'check("' in cell.source:
            name = cell.source.split('check("')[1].split('"')[0]
            if name in asked:
                return asked[name].id, cell.source
    return None


@pytest.mark.parametrize("path", [*NOTEBOOKS, *CHINESE], ids=lambda path: "-".join(in_book(path).with_suffix("").parts))
def test_a_chapter_runs_whole(visit, path):
    page = visit.page
    page.goto(f"{visit.address}/{in_book(path).with_suffix('.html').as_posix()}")
    visit.server.sent.clear()
    begun = time.perf_counter()
    page.locator('a[href^="run.html"]').first.click()
    first = visit.until("shown", begun)
    promised = int(page.locator("#megabytes").text_content())
    whole = visit.until("ready", begun)
    shown = visit.outputs()
    ran = ROOT / "build" / "cache" / in_book(path)  # by the book; a Chinese notebook is stored without outputs
    cells = [cell for cell in read(ran).cells if cell.cell_type == "code"] if path in CHINESE else stored(path)
    texts_of_cells = {cell.id: (texts(cell.outputs), texts(shown[cell.id])) for cell in cells}
    differ = {cell: both for cell, both in texts_of_cells.items() if len(set(both)) > 1}
    steps = visit.move_the_sliders()
    every = sorted(time for times in steps.values() for time in times)
    seconds = {"first picture": [round(number, 1) for number in first], "whole": [round(number, 1) for number in whole],
             "steps": len(every), "p50": every[len(every) // 2] if every else 0,
             "p95": every[int(len(every) * 0.95)] if every else 0, "differ": differ}  # fmt: skip
    print(json.dumps({in_book(path).as_posix(): seconds}, ensure_ascii=False, indent=1))
    (SITE.parent / f"lite-{'-'.join(in_book(path).with_suffix('').parts)}.json").write_text(
        json.dumps(seconds, ensure_ascii=False, indent=1)
    )
    assert visit.faults == []
    assert differ == {}
    assert all(steps.values()), f"a slider that moves nothing: {steps}"
    assert first[1] == pytest.approx(promised, abs=2), "say in book/lite.py how many megabytes it is"
    if asked := solution_of(path):
        assert ("✓ 正确" if path in CHINESE else "✓ Right") in answer(visit, *asked)
    if "upload" in texts_of_cells and path not in CHINESE:
        takes_a_file(visit)


def test_a_link_from_an_exercise_opens_the_notebook_at_its_cell(visit):
    path = NOTEBOOKS[1]
    visit.page.goto(f"{visit.address}/{path.stem}.html")
    link = visit.page.locator("p.exercise.served a").first
    name = link.get_attribute("href").partition("#")[2]
    link.click()
    for state in ("shown", "ready"):
        visit.until(state, 0)
        visit.page.wait_for_timeout(1000)  # wait for smooth scrolling
        assert visit.notebook.evaluate(f"{NOTEBOOK}.activeCell.model.id") == name
        cell = visit.notebook.locator(".jp-Cell.jp-mod-active").bounding_box()
        assert 0 <= cell["y"] <= 600, state
    (solution,) = (cell.source for cell in stored(path) if cell.id == f"{name}-solution")
    assert "✓ Right" in answer(visit, name, solution)
    assert visit.faults == []


def answer(visit, cell, source):
    """Write the answer into the cell by hand, and run it."""
    visit.notebook.evaluate(
        """([id, source]) => {
            const notebook = jupyterapp.shell.currentWidget.content;
            notebook.activeCellIndex = notebook.widgets.findIndex(cell => cell.model.id === id);
            notebook.activeCell.model.sharedModel.setSource(source);
            jupyterapp.commands.execute("notebook:run-cell");
        }""",
        [cell, source],
    )
    for _ in range(100):
        visit.page.wait_for_timeout(200)
        output = texts(visit.outputs()[cell])
        if output.startswith(("✓", "✗")):
            break
    return output


def takes_a_file(visit):
    """Upload a file by the button of chapter 10; its numbers are in the report, and it is sent to no other machine."""
    visit.notebook.evaluate(
        """() => {
            const notebook = jupyterapp.shell.currentWidget.content;
            return notebook.scrollToItem(notebook.widgets.findIndex(cell => cell.model.id === "upload"), "start");
        }"""
    )
    lines = [f"{i % 4 // 3},{i * 37 % 100 / 100}" for i in range(60)]
    with visit.page.expect_file_chooser() as asked:
        visit.notebook.get_by_role("button", name="a CSV of yours").click()
    asked.value.set_files(
        {"name": "mine.csv", "mimeType": "text/csv", "buffer": "\n".join(["ill,mine", *lines]).encode()}
    )
    visit.notebook.get_by_role("button", name="a CSV of yours (1)").wait_for()
    visit.notebook.evaluate(
        """() => {
            const notebook = jupyterapp.shell.currentWidget.content;
            notebook.activeCellIndex = notebook.widgets.findIndex(cell => cell.model.id === "report");
            return jupyterapp.commands.execute("notebook:run-cell");
        }"""
    )
    assert re.search(r"examples +60\n +positives +15\n", texts(visit.outputs()["report"]))
    assert visit.faults == []


def said_under_wasm(python, paths):
    """Return what each cell of these chapters prints in the interpreter alone, run one after the other."""
    command = ["node", Path(__file__).with_name("cells.mjs"), python, SITE, *(path.name for path in paths)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=900)
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def printed(python, request):
    """Return what is printed in the chapters, with two interpreters at the same time."""
    asked = [item.callspec.params["path"] for item in request.session.items if "printed" in item.fixturenames]
    halves, outputs = [half for half in (asked[::2], asked[1::2]) if half], {}
    with ThreadPoolExecutor(2) as pool:
        for half in pool.map(partial(said_under_wasm, python), halves):
            outputs |= half
    return outputs


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_under_wasm_every_cell_says_what_is_stored(printed, path):
    """This test needs no browser."""
    both = {cell.id: (texts(cell.outputs), printed[path.name][cell.id]) for cell in stored(path)}
    assert {cell: texts for cell, texts in both.items() if len(set(texts)) > 1} == {}


def test_what_a_reader_changes_stays_until_they_start_afresh(settled, tmp_path):
    visit, stem, changed = settled, "00_start_here", "# mine"
    visit.open(stem)
    visit.notebook.evaluate(f"{NOTEBOOK}.activeCell.model.sharedModel.setSource('{changed}')")
    visit.page.wait_for_timeout(5000)  # wait for the automatic saving
    with visit.page.expect_download() as download:
        visit.page.get_by_role("button", name="Download my copy").click()
    download.value.save_as(tmp_path / "copy.ipynb")
    copy = nbformat.read(tmp_path / "copy.ipynb", as_version=4)
    nbformat.validate(copy)
    assert changed in [cell.source for cell in copy.cells]
    assert [cell.id for cell in copy.cells if "evalcore-lectures" in cell.source] == ["needs"]
    assert "widget-view" not in (tmp_path / "copy.ipynb").read_text()

    _, loaded = visit.open(stem, "shown")  # on a later visit the change is there, and almost nothing is loaded
    assert loaded < 1
    assert changed in visit.sources()
    get = f"jupyterapp.serviceManager.contents.get('{stem}.ipynb', {{content: true}})"
    saved = visit.notebook.evaluate(f"{get}.then(JSON.stringify)")
    assert "image/png" in saved
    assert "widget-view" not in saved  # otherwise "Loading widget" would replace the figure
    assert not visit.page.locator("#old").is_visible()
    visit.page.evaluate(f"localStorage.setItem('evalcore:{stem}.ipynb', 'an earlier edition')")
    visit.open(stem, "shown")
    assert visit.page.locator("#old").is_visible()

    visit.page.on("dialog", lambda dialog: dialog.accept())
    visit.page.get_by_role("button", name="Reset").click()
    visit.page.wait_for_function("document.body.dataset.state === undefined")
    visit.until("shown", 0)
    assert visit.sources() == [cell.source for cell in read(SITE / "run" / "files" / f"{stem}.ipynb").cells]
    assert not visit.page.locator("#old").is_visible()
    assert visit.faults == []
