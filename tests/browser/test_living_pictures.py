"""Interactive figures of each kind in JupyterLab, run and moved."""

import sys
from pathlib import Path

import nbformat
import pytest
from lab import GO_TO, chromium, jupyter_lab, open_notebook, run_all, run_cell
from living import READS, SEEN, WATCH, Picture, follows_the_keys_in_its_place, is_laid_out, stays_in_its_place
from nbconvert import HTMLExporter
from playwright.sync_api import expect
from sample import CELLS, sample_notebook

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from store import normalised, run

pytestmark = pytest.mark.browser

COUNT_PICTURES = """overlay => {
    window.shown = 0;
    new MutationObserver(() => window.shown++).observe(overlay.querySelector(".reading span"), {childList: true});
}"""


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """Return the sample notebook, run and stored."""
    path = tmp_path_factory.mktemp("notebooks") / "pictures.ipynb"
    nbformat.write(sample_notebook(), path)
    path.write_text(normalised(run(nbformat.read(path, as_version=4), path.parent)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def page(stored, tmp_path_factory):
    with jupyter_lab(stored.parent, tmp_path_factory.mktemp("home")) as address, chromium() as page:
        open_notebook(page, address, stored.name)
        assert run_all(page) == []
        yield page


@pytest.fixture(scope="module")
def sample(page):
    """Return a function that gives the figure of a cell of the sample by the cell's name."""
    return lambda name: Picture(page, list(CELLS).index(name))


def test_a_picture_follows_the_keys_in_its_place(sample):
    for name in ("threshold", "play"):
        is_laid_out(sample(name))
        follows_the_keys_in_its_place(sample(name))


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
    assert picture.value > 0.3
    stays_in_its_place(page.evaluate(SEEN))


def test_an_error_stands_in_the_place_of_the_reading_and_the_picture_stays(sample):
    picture = sample("fails")
    picture.press("Home", *["ArrowRight"] * 5)
    picture.wait_until(READS, "x = 5")
    svg, height = picture.svg, picture.place.bounding_box()["height"]
    picture.press("ArrowRight")
    assert picture.overlay.get_by_role("alert").inner_text() == "ValueError: six is <not> allowed"
    assert picture.svg == svg
    assert picture.place.bounding_box()["height"] == height
    picture.press("ArrowRight")
    picture.wait_until(READS, "x = 7")
    assert picture.overlay.get_by_role("alert").count() == 0


def test_a_handle_is_dragged_and_its_slider_follows(page, sample):
    picture = sample("threshold")
    picture.press("Home")
    grip = picture.overlay.locator(".grip:visible").first.bounding_box()
    sheet = picture.overlay.locator("img").bounding_box()
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(30):
        page.mouse.move(x + step * sheet["width"] / 100, y)
    page.mouse.up()
    picture.wait_until("node => !node.querySelector('.grip.held') && !node.waiting")
    picture.wait_for_words(f"threshold {picture.value:.2f}:")
    assert picture.value > 0.5
    before = picture.value
    page.keyboard.press("ArrowRight")
    picture.wait_for_words(f"threshold {before + 0.01:.2f}:")


def test_a_link_sets_the_figure_of_its_cell_also_when_it_is_run_again(page, sample):
    for value in ("0.38", "0.6"):
        page.get_by_role("link", name=value, exact=True).click()
        sample("threshold").wait_for_words(f"threshold {float(value):.2f}:")
        run_cell(page, "threshold")
    page.get_by_role("link", name="the point").click()
    sample("threshold").wait_until("node => node.querySelector('.pen.lit .point')")
    page.get_by_role("link", name="the second panel").click()
    sample("threshold").wait_until("node => node.querySelector('.lit:not(.pen)')")
    page.get_by_role("link", name="elsewhere").click()
    assert page.get_by_text("First run the cell that contains the figure.").is_visible()


def test_a_link_brings_the_whole_figure_into_sight(page, sample):
    picture = sample("threshold")
    page.evaluate(GO_TO, "links")
    page.get_by_role("link", name="0.38", exact=True).click()
    for part in (picture.sliders.first, picture.overlay.locator(".reading")):
        expect(part).to_be_in_viewport(ratio=1)


def test_of_quick_keys_only_the_newest_counts(page, sample):
    """After twenty keys on a figure that takes 0.15 s, it shows the last state, and has skipped most."""
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


def test_a_printed_notebook_has_its_pictures(stored):
    """nbconvert shows each picture."""
    page, _ = HTMLExporter().from_filename(stored)
    assert page.count("<img") == len(CELLS) - 1
