"""The lecture hall: what `make lecture` shows on a projector of 1280 x 720."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from lab import IS_IDLE, PATIENCE, SIZE, chromium, jupyter_lab, open_notebook, run_all

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from notebooks import NOTEBOOKS, ROOT

pytestmark = pytest.mark.browser

SIDE_BAR = "#jp-left-stack:visible"
POINT = 96 / 72  # CSS pixels
BARS = 88  # title, menu and tool bar
# One living picture after another: its box, its smallest letters and its grips, in CSS pixels.
MEASURE = """async () => {
    const found = [];
    for (const [index, cell] of jupyterapp.shell.currentWidget.content.widgets.entries()) {
        if (cell.model.type !== "code") continue;
        await jupyterapp.shell.currentWidget.content.scrollToItem(index, "start");
        const picture = cell.node.querySelector(".evalcore-living-picture");
        if (!picture) continue;
        await new Promise(done => setTimeout(done, 100));
        const all = selector => [...picture.querySelectorAll(selector)];
        const letter = element => parseFloat(getComputedStyle(element).fontSize);
        const svg = picture.querySelector("svg"), box = picture.getBoundingClientRect();
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        const letters = all("svg text").map(text => letter(text) * scale);
        const words = all("label, .widget-readout, [role=status]").map(letter);
        found.push({
            cell: cell.model.id, width: box.width, height: box.height, scale,
            letters: Math.min(...letters, ...words),
            grips: Math.min(...all(".noUi-handle").map(grip => grip.getBoundingClientRect().width)),
        });
    }
    return found;
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


def asked_by(target):
    """The page that a target of the Makefile opens first."""
    made = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True)
    return re.search(r"--LabApp.default_url=(\S+)", made.stdout)[1]


def test_the_hall_shows_no_side_bar_after_an_evening_in_the_lab(address):
    """Its workspace is its own; that of `make lab`, where the side bar was open, does not come back."""
    with chromium() as page:
        page.goto(address + asked_by("lab"))
        page.wait_for_function(IS_IDLE, timeout=PATIENCE)
        page.wait_for_timeout(3000)  # JupyterLab saves the workspace after a while
        assert page.locator(SIDE_BAR).count() == 1
        page.goto(address + asked_by("lecture"))
        page.wait_for_function(IS_IDLE, timeout=PATIENCE)
        page.wait_for_timeout(1000)
        assert page.locator(SIDE_BAR).count() == 0
        assert page.evaluate("() => jupyterapp.shell.currentWidget.context.path") == "00_start_here.ipynb"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_pictures_are_legible_from_the_last_row_and_fit_the_screen(path, address):
    with chromium() as page:
        open_notebook(page, address, path.name)
        assert run_all(page) == []
        pictures = page.evaluate(MEASURE)
        side_bars = page.locator(SIDE_BAR).count()
    assert pictures
    assert side_bars == 0
    for picture in pictures:
        assert picture["scale"] >= 0.98 * POINT, f"{picture['cell']}: shrunk, its text is below 18 pt"
        assert picture["letters"] >= 0.98 * 18 * POINT, f"{picture['cell']}: {picture['letters']:.0f} px"
        assert picture["grips"] >= 24, f"{picture['cell']}: a slider of {picture['grips']:.0f} px"
        assert picture["width"] <= SIZE["width"], picture["cell"]
        assert picture["height"] <= SIZE["height"] - BARS, f"{picture['cell']}: {picture['height']:.0f} px high"
