"""Living pictures in JupyterLab, as a reader meets them: stored, run, and moved by keys."""

import re
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from lab import chromium, jupyter_lab, open_curtains, open_notebook, run_all
from nbconvert import HTMLExporter
from playwright.sync_api import TimeoutError
from sample import CELLS, sample_notebook

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from store import NOTEBOOKS, normalised, run

pytestmark = pytest.mark.browser

SAMPLE = "pictures.ipynb"
CLIP = r"\bp[0-9a-f]{10}\b"  # names of clipping paths: a place that is off by 1e-16 has another one
# Cell and words of each output that has a picture and words.
STORED_PICTURES = """() => jupyterapp.shell.currentWidget.content.widgets.flatMap((cell, index) =>
    (cell.model.sharedModel.toJSON().outputs ?? [])
        .filter(output => output.data?.["image/png"] && output.data?.["text/plain"])
        .map(output => ({index, words: [output.data["text/plain"]].flat().join(""),
                         collapsed: cell.model.getMetadata("jupyter")?.outputs_hidden ?? false})))"""
LIVING_CELLS = """() => jupyterapp.shell.currentWidget.content.widgets.flatMap((cell, index) =>
    (cell.model.sharedModel.toJSON().outputs ?? [])
        .filter(output => output.data?.["image/png"] && output.data?.["application/vnd.jupyter.widget-view+json"])
        .map(() => index))"""
SHOW_CELL = """async index => {
    const notebook = jupyterapp.shell.currentWidget.content;
    await notebook.scrollToItem(index, "start");
    notebook.widgets[index].node.setAttribute("data-shown", index);
}"""
# Handles on what must stay, and the places and heights seen in each frame.
WATCH = """picture => {
    const parts = {
        image: picture.querySelector("img"),
        overlay: picture.querySelector(".widget-gridbox .widget-html-content"),
        slider: picture.querySelector(".noUi-handle"),
        stage: picture.querySelector(".widget-gridbox"),
    };
    const page = picture.closest(".jp-WindowedPanel-outer");
    const seen = {heights: new Set(), tops: new Set(), pages: new Set(), frames: 0};
    const look = () => {
        const place = picture.getBoundingClientRect();
        seen.heights.add(place.height), seen.tops.add(place.top), seen.pages.add(page.scrollHeight), seen.frames++;
        window.watching = requestAnimationFrame(look);
    };
    look();
    window.watched = {picture, parts, seen};
}"""
SEEN = """() => {
    cancelAnimationFrame(window.watching);
    const {picture, parts, seen} = window.watched;
    const lost = Object.entries(parts).filter(([, node]) => !node?.isConnected || !picture.contains(node));
    return {frames: seen.frames, heights: [...seen.heights], tops: [...seen.tops], pages: [...seen.pages],
            lost: lost.map(([name]) => name)};
}"""
VALUE = 'node.closest(".evalcore-living-picture").querySelector(".noUi-target")?.noUiSlider.get(true)'
REMEMBER = f"node => {{ node.remembered = {{value: {VALUE}, text: node.innerHTML}}; }}"
FOLLOWED = f"node => node.innerHTML !== node.remembered.text || {VALUE} === node.remembered.value"
# The words of the moving part that reach beyond the picture, and the labels of controls that are cut.
CUT_OFF = """picture => {
    const svg = picture.querySelector("svg[role=img]"), outer = svg.getBoundingClientRect();
    const reaches = text => {
        const {left, right} = text.getBoundingClientRect();
        return left < outer.left - 1 || right > outer.right + 1;
    };
    const labels = [...picture.querySelectorAll(".widget-label")].filter(label => label.checkVisibility());
    return [...[...svg.querySelectorAll("text")].filter(reaches),
            ...labels.filter(label => label.scrollWidth > label.clientWidth + 1)].map(node => node.textContent);
}"""
COUNT_PICTURES = """overlay => {
    window.shown = 0;
    new MutationObserver(() => window.shown++).observe(overlay, {childList: true});
}"""


@pytest.fixture(scope="module")
def notebooks(tmp_path_factory):
    """A copy of the notebooks, with the stored sample among them."""
    folder = tmp_path_factory.mktemp("notebooks")
    for path in NOTEBOOKS:
        shutil.copy(path, folder)
    nbformat.write(sample_notebook(), folder / SAMPLE)
    (folder / SAMPLE).write_text(normalised(run(folder / SAMPLE)), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def address(notebooks, tmp_path_factory):
    with jupyter_lab(notebooks, tmp_path_factory.mktemp("home")) as address:
        yield address


@pytest.fixture(scope="module")
def page():
    with chromium() as page:
        yield page


@pytest.fixture(scope="module", params=[SAMPLE, *(path.name for path in NOTEBOOKS)])
def chapter(request, page, address):
    """A notebook: what it showed before it was run, its errors, and its living pictures."""
    open_notebook(page, address, request.param)
    stored = [_stored(page, **found) for found in page.evaluate(STORED_PICTURES)]
    errors = run_all(page)
    open_curtains(page)
    return SimpleNamespace(name=request.param, stored=stored, errors=errors, cells=page.evaluate(LIVING_CELLS))


@pytest.fixture(scope="module")
def sample(page, address):
    """The sample, opened and run; gives the picture of a cell by the cell's name."""
    open_notebook(page, address, SAMPLE)
    run_all(page)
    return lambda name: Picture(page, list(CELLS).index(name))


def _stored(page, index, words, collapsed):
    if collapsed:  # it would answer the question above it
        return SimpleNamespace(index=index, words=words, collapsed=True)
    page.evaluate(SHOW_CELL, index)
    cell = page.locator(f'[data-shown="{index}"]')
    image = cell.locator(".jp-OutputArea-output img").first
    return SimpleNamespace(
        index=index,
        words=words,
        collapsed=False,
        visible=image.is_visible(),
        box=image.bounding_box(),
        text=cell.inner_text(),
    )


class Picture:
    """One living picture on the page."""

    def __init__(self, page, index):
        page.evaluate(SHOW_CELL, index)
        self.page, self.index = page, index
        self.place = page.locator(f'[data-shown="{index}"] .evalcore-living-picture')
        self.place.wait_for()
        self.overlay = self.place.locator(".widget-gridbox .widget-html-content")
        self.overlay.locator("svg").wait_for()
        self.sliders = self.place.locator(".noUi-handle")

    @property
    def reading(self):
        return self.overlay.locator("div").inner_text()

    @property
    def svg(self):
        return self.overlay.locator("svg").evaluate("svg => svg.outerHTML")

    @property
    def value(self):
        return self.sliders.first.evaluate("handle => handle.closest('.noUi-target').noUiSlider.get(true)")

    def press(self, *keys, wait=True):
        """Press keys on the first slider, and wait each time until the picture has followed."""
        self.sliders.first.focus()
        for key in keys:
            if wait:
                self.overlay.evaluate(REMEMBER)
            self.page.keyboard.press(key)
            if wait:
                self.wait_until(FOLLOWED)

    def wait_until(self, condition, argument=None):
        handle = self.overlay.element_handle()
        try:
            self.page.wait_for_function(f"([node, argument]) => ({condition})(node, argument)", arg=[handle, argument],
                                        timeout=10_000)  # fmt: skip
        except TimeoutError as late:
            raise AssertionError(f"cell {self.index} at {self.value:g} still reads {self.reading!r}") from late

    def wait_for_words(self, words):
        self.wait_until("(node, words) => node.textContent.includes(words)", words)


def test_a_notebook_shows_its_pictures_before_it_is_run(chapter):
    for picture in chapter.stored:
        if picture.collapsed:
            continue
        assert picture.visible
        assert picture.box["width"] > 300
        assert picture.box["height"] > 100


def test_all_cells_run_without_errors(chapter):
    assert chapter.errors == []


def test_running_makes_each_stored_picture_live(chapter):
    assert {*chapter.cells} <= {picture.index for picture in chapter.stored}


def test_each_picture_lies_under_its_overlay_and_follows_the_keys_in_its_place(page, chapter):
    """One visit to each living picture of the notebook."""
    for index in chapter.cells:
        picture = Picture(page, index)
        lies_under_its_overlay_and_fits_the_page(picture)
        assert picture.place.evaluate(CUT_OFF) == []
        if picture.sliders.count():
            picture.press("Home")
            follows_the_keys(picture)
            stays_in_its_place(picture)


def lies_under_its_overlay_and_fits_the_page(picture):
    still = picture.place.locator("img")
    still.evaluate("image => image.decode()")
    below, above = still.bounding_box(), picture.overlay.locator("svg").bounding_box()
    assert above == pytest.approx(below, abs=1)
    assert below["width"] > 300
    assert below["x"] + below["width"] <= picture.page.viewport_size["width"]


def follows_the_keys(picture):
    """Keys to the right change picture and reading; as many to the left bring the same ones back."""
    reading, svg = picture.reading, picture.svg
    picture.press(*["ArrowRight"] * 5)
    assert picture.reading != reading
    assert picture.svg != svg
    picture.press(*["ArrowLeft"] * 5)
    assert picture.reading == reading
    assert re.sub(CLIP, "", picture.svg) == re.sub(CLIP, "", svg)
    assert picture.overlay.locator("[role=alert]").count() == 0


def stays_in_its_place(picture):
    """During thirty keys in a row, image, overlay and slider stay the same nodes, at the same place and height."""
    picture.place.evaluate(WATCH)
    picture.press(*["ArrowRight"] * 30, wait=False)
    picture.page.wait_for_timeout(500)
    seen = picture.page.evaluate(SEEN)
    assert seen["lost"] == []
    assert seen["frames"] > 10
    assert [len(seen[what]) for what in ("heights", "tops", "pages")] == [1, 1, 1], seen


def test_nothing_jumps_while_the_slider_is_dragged(page, sample):
    picture = sample("threshold")
    picture.press("Home")
    handle = picture.sliders.first.bounding_box()
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    picture.place.evaluate(WATCH)
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(40):
        page.mouse.move(x + 3 * step, y)
    page.mouse.up()
    picture.wait_for_words(f"threshold {picture.value:.2f}:")
    seen = page.evaluate(SEEN)
    assert picture.value > 0.3
    assert seen["lost"] == []
    assert [len(seen[what]) for what in ("heights", "tops", "pages")] == [1, 1, 1], seen


def test_one_key_is_one_step(sample):
    picture = sample("threshold")
    picture.press("Home", "ArrowRight")
    assert picture.reading == "threshold 0.01: TP 10, FN 0, FP 10, TN 0"


def test_a_screen_reader_is_told_what_the_picture_shows(page, sample):
    picture = sample("threshold")
    assert picture.place.get_by_role("img", name="Twenty examples and their ROC curve").count() == 1
    assert picture.place.get_by_role("status").inner_text() == picture.reading


def test_an_error_stands_in_the_place_of_the_reading_and_the_picture_stays(sample):
    picture = sample("fails")
    picture.press("Home", *["ArrowRight"] * 5)
    assert picture.reading == "x = 5"
    svg, height = picture.svg, picture.place.bounding_box()["height"]
    picture.press("ArrowRight")
    assert picture.overlay.get_by_role("alert").inner_text() == "ValueError: six is <not> allowed"
    assert picture.svg == svg
    assert picture.place.bounding_box()["height"] == height
    picture.press("ArrowRight")
    assert picture.reading == "x = 7"
    assert picture.overlay.get_by_role("alert").count() == 0


def test_of_quick_keys_only_the_newest_counts(page, sample):
    """Twenty keys on a picture that takes 0.15 s: it ends at the last, and skips most."""
    picture = sample("slow")
    picture.overlay.evaluate(COUNT_PICTURES)
    picture.press(*["ArrowRight"] * 20, wait=False)
    picture.wait_for_words("x = 70")
    assert page.evaluate("window.shown") < 15


def test_the_play_button_walks(page, sample):
    picture = sample("play")
    picture.press("Home")
    picture.place.locator(".widget-play button").first.click()
    picture.wait_for_words("step = 3")
    picture.place.locator(".widget-play button").first.click()
    page.wait_for_timeout(1000)
    assert picture.value < 6


def test_a_printed_notebook_has_its_pictures(notebooks):
    """nbconvert shows each picture."""
    page, _ = HTMLExporter().from_filename(notebooks / SAMPLE)
    assert page.count("<img") == len(CELLS) - 1
