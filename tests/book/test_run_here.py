"""The way from a page to its notebook in the browser. The chapters themselves run in ``make lite-test``."""

import json
import os
import re
import subprocess
import sys
import zipfile

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from shelf import SITE

import evalcore
import notebooks
from notebooks import NOTEBOOKS, ROOT, each_notebook

sys.path.insert(0, str(ROOT / "book"))
import download
import lite


def test_every_page_leads_to_its_notebook():
    known = json.loads(re.search(r"const CHAPTERS = (.*), FOLDER = ", (SITE / "run.html").read_text("utf-8"))[1])
    for path in NOTEBOOKS:
        assert f'<a href="run.html?{path.stem}">Run this chapter here</a>' in (SITE / f"{path.stem}.html").read_text(
            "utf-8"
        )
        assert known[path.stem]["title"] == nbformat.read(path, 4).cells[0].source.partition("\n")[0][2:]
        assert (SITE / "run" / "files" / path.name).read_bytes() == path.read_bytes()


def test_a_page_from_a_folder_says_what_it_needs(read):
    reader = read()
    page = reader.open("run")
    page.goto((SITE / "run.html").as_uri() + "?00_start_here")
    assert "http.server" in page.locator("#about").text_content()
    assert not page.locator("iframe").is_visible()
    assert not page.get_by_role("button", name="Try again").is_visible()
    assert (SITE / page.locator("#take").get_attribute("href")).exists()


@each_notebook
def test_an_exercise_has_a_form_or_a_link_to_its_cell_and_no_stub(path, read):
    reader = read()
    page = reader.open(path.stem)
    asked = {cell.id for cell in notebooks.code_cells(path) if f'check("{cell.id}"' in cell.source}
    addresses = [link.get_attribute("href") for link in page.locator("p.exercise.served a").all()]
    linked = [address.removeprefix(f"run.html?{path.stem}#") for address in addresses]
    judged = [form.get_attribute("data-name") for form in page.locator("form.exercise").all()]
    assert sorted(linked + judged) == sorted(asked)
    assert "answer = ..." not in page.locator("article").text_content()
    of_running = r"three dots|Shift\+Enter|[Rr]un on[.,:;]|[Rr]un the cell|collapsed cell|run again,"
    assert not re.search(of_running, page.locator("article").text_content())
    assert reader.faults == []


@pytest.mark.long
def test_a_page_knows_whether_its_notebook_can_run_in_the_browser(read, address, browser):
    from_folder, served = ".exercise.from-folder", ".exercise.served"
    page = read().open("04_metrics")
    assert page.locator(from_folder).first.get_by_role("link", name="download the notebook").is_visible()
    assert not page.locator(served).first.is_visible()
    page = browser.new_page()
    page.goto(f"{address}/04_metrics.html")
    assert page.locator(served).first.is_visible()
    assert not page.locator(from_folder).first.is_visible()
    page.close()


@pytest.mark.long
def test_the_notebook_opens_and_who_misses_the_interpreter_is_told(browser, address):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.route("**/*", lambda route: route.continue_() if address in route.request.url else route.abort())
    page.goto(f"{address}/run.html?00_start_here")
    page.wait_for_function("document.querySelector('#trouble').textContent")
    assert "cdn.jsdelivr.net, which is not responding" in page.locator("#trouble").text_content()
    assert page.get_by_role("button", name="Try again").is_visible()
    for link in page.locator("#remedies a").all():
        assert (SITE / link.get_attribute("href")).exists()
    assert page.locator("#megabytes").text_content() == "27"
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 720})
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    (notebook,) = (frame for frame in page.frames if "/run/notebooks/" in frame.url)
    assert notebook.evaluate("jupyterapp.shell.currentWidget.context.path") == "00_start_here.ipynb"
    outside = {url for url in asked if address not in url and not url.startswith(("data:", "blob:"))}
    assert all(url.startswith(lite.INTERPRETER) for url in outside)
    page.context.close()


def test_the_wheel_holds_what_the_chapters_import_and_lies_beside_them():
    wheel = SITE / "wheels" / download.WHEEL
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "evalcore").rglob("*.py")}
    assert names >= modules | {"evalcore/data/watermelons.csv", "evalcore/data/ranked_examples.csv"}
    (carried,) = (SITE / "run" / "wheels").rglob("evalcore*.whl")
    assert carried.read_bytes() == wheel.read_bytes()
    assert carried.relative_to(SITE / "run").as_posix() in (SITE / "run" / "jupyter-lite.json").read_text("utf-8")


@pytest.mark.long
def test_the_same_files_make_the_same_wheel(tmp_path):
    wheel = download.make_wheel(ROOT, tmp_path)
    assert wheel.name == download.WHEEL
    assert contents(wheel) == contents(SITE / "wheels" / download.WHEEL)


def contents(wheel):
    """Return the files of a package, whose compression differs between Pythons."""
    with zipfile.ZipFile(wheel) as archive:
        return [(entry.filename, entry.date_time, entry.CRC) for entry in archive.infolist()]


def said_by_python(cell, *folders):
    """Return the last line printed by a Python without packages that runs the cell with these folders on its path."""
    program = f"import sys; sys.path += {[str(folder) for folder in folders]}; exec({cell.source!r})"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True)
    return done.stderr.strip().rpartition("\n")[2].removeprefix("Missing: ")


@pytest.mark.long
def test_a_notebook_taken_away_says_in_a_sentence_what_it_misses(tmp_path):
    other = tmp_path / "other" / "evalcore"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("__version__ = '0.1'")
    path = SITE / "notebooks" / "04_metrics.ipynb"
    taken = nbformat.read(path, as_version=4)
    place = next(place for place, cell in enumerate(taken.cells) if cell.cell_type == "code")
    cell = taken.cells.pop(place)
    assert taken.cells == notebooks.read(ROOT / "notebooks" / path.name).cells
    needed = f"This notebook needs evalcore-lectures {evalcore.__version__}. Found: "
    remedy = f'run  %pip install "./{download.WHEEL}"  and restart the kernel.'
    for folders in ([], [other.parent]):
        message = said_by_python(cell, *folders)
        assert message.startswith(needed + "none, or another package of that name")
        assert message.endswith(remedy)
    (other / "explore.py").touch()  # an earlier release
    assert said_by_python(cell, other.parent).startswith(needed + "0.1. Download")
    client = NotebookClient(nbformat.v4.new_notebook(cells=[cell]), kernel_name="python3")
    with pytest.raises(CellExecutionError):
        client.execute(env=os.environ | {"PYTHONPATH": str(other.parent)})
    (shown,) = client.nb.cells[0].outputs
    assert shown.traceback == [said_by_python(cell, other.parent)]  # and nothing else
    with zipfile.ZipFile(SITE / "wheels" / download.WHEEL) as wheel:
        wheel.extractall(tmp_path / "wheel")
    nothing = NotebookClient(nbformat.v4.new_notebook(cells=[cell]), kernel_name="python3")
    nothing.execute(env=os.environ | {"PYTHONPATH": str(tmp_path / "wheel")})
    assert nothing.nb.cells[0].outputs == []


def test_a_notebook_knows_where_its_book_is_published_and_what_else_it_needs(monkeypatch):
    monkeypatch.setenv("BOOK_ADDRESS", "https://somebody.github.io/lectures/")
    cluster = notebooks.read(ROOT / "notebooks" / "09_beyond_one_machine.ipynb")
    address = f"https://somebody.github.io/lectures/wheels/{download.WHEEL}"
    assert f'Run  %pip install "evalcore-lectures[cluster] @ {address}"  and' in download.needs(cluster).source


@pytest.mark.parametrize(
    "host", ["sys.modules['google.colab'] = sys", "import os; os.environ['KAGGLE_KERNEL_RUN_TYPE'] = 'Interactive'"]
)
def test_on_colab_and_kaggle_nothing_else_is_upgraded(host, monkeypatch):
    monkeypatch.delenv("BOOK_ADDRESS", raising=False)
    monkeypatch.delenv("KAGGLE_KERNEL_RUN_TYPE", raising=False)
    cell = download.needs(notebooks.read(NOTEBOOKS[4]))
    assert f'run  %pip install "./{download.WHEEL}"  and restart' in said_by_python(cell)
    cell.source = f"{host}\n{cell.source}"
    line = f"%pip install -q --no-deps ./{download.WHEEL} {download.BESIDE}"
    assert f"run  {line}  and restart" in said_by_python(cell)


def test_a_chapter_says_what_its_first_picture_needs():
    def chapter(*sources):
        return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])

    assert lite.megabytes(chapter("import numpy", "explore(axes)", "import sklearn")) == 27
    assert lite.megabytes(chapter("from scipy import stats", "explore(axes)")) == 41
    assert lite.megabytes(chapter("import numpy", "from sklearn.tree import A, B", "explore(axes)")) == 46
