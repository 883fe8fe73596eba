"""An interactive figure on a page of JupyterLab, moved by keys and by the pointer."""

import re

import pytest
from playwright.sync_api import TimeoutError

CLIP = r"\bp[0-9a-f]{10}\b"  # names of clipping paths, which are hashes of their coordinates
SHOW_CELL = """async index => {
    const notebook = jupyterapp.shell.currentWidget.content;
    await notebook.scrollToItem(index, "start");
    notebook.widgets[index].node.setAttribute("data-shown", index);
}"""
# References to the nodes that must stay, and their positions and heights in each frame.
WATCH = """picture => {
    const parts = {
        image: picture.querySelector("img"),
        moving: picture.querySelector(".moving"),
        slider: picture.querySelector(".noUi-handle"),
        stage: picture.querySelector(".stage"),
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
# Texts of the moving layer that exceed the figure, and labels of controls that are cut off.
CUT_OFF = """picture => {
    const svg = picture.querySelector(".moving > svg"), outer = svg.getBoundingClientRect();
    const reaches = text => {
        const {left, right} = text.getBoundingClientRect();
        return left < outer.left - 1 || right > outer.right + 1;
    };
    const labels = [...picture.querySelectorAll(".widget-label")].filter(label => label.checkVisibility());
    return [...[...svg.querySelectorAll("text")].filter(reaches),
            ...labels.filter(label => label.scrollWidth > label.clientWidth + 1)].map(node => node.textContent);
}"""
AT_REST = """async node => {
    while (node.frame) await new Promise(requestAnimationFrame);
    return node.querySelector(".moving > svg").outerHTML;
}"""
READS = "(node, words) => node.querySelector('.reading').textContent === words"
READS_OTHERWISE = "(node, words) => node.querySelector('.reading').textContent !== words"


class Picture:
    """One interactive figure on the page."""

    def __init__(self, page, index):
        page.evaluate(SHOW_CELL, index)
        self.page, self.index = page, index
        self.place = page.locator(f'[data-shown="{index}"] .evalcore-living-picture')
        self.place.wait_for()
        self.overlay = self.place.locator(".living-picture")
        self.overlay.locator(".moving > svg").wait_for()
        self.sliders = self.place.locator(".noUi-handle")

    @property
    def reading(self):
        return self.overlay.locator(".reading").inner_text()

    @property
    def svg(self):
        return self.overlay.evaluate(AT_REST)

    @property
    def value(self):
        return self.sliders.first.evaluate("handle => handle.closest('.noUi-target').noUiSlider.get(true)")

    def press(self, *keys, wait=True):
        """Press keys on the first slider, and wait after each until the figure has followed."""
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


def is_laid_out(picture):
    """Assert that the figure is under its overlay and fits the page, and that no text is cut off."""
    still = picture.place.locator("img")
    still.evaluate("image => image.decode()")
    below, above = still.bounding_box(), picture.overlay.locator(".moving > svg").bounding_box()
    assert above == pytest.approx(below, abs=1)
    assert below["width"] > 300
    assert below["x"] + below["width"] <= picture.page.viewport_size["width"]
    assert picture.place.evaluate(CUT_OFF) == []


def follows_the_keys_in_its_place(picture):
    """Assert that keys change figure and caption, and that both are the same again at the start.

    Meanwhile image, moving layer and slider stay the same nodes, at the same position and height.
    """
    picture.press("Home")
    reading, svg = picture.reading, picture.svg
    picture.place.evaluate(WATCH)
    picture.press(*["PageUp"] * 6, wait=False)  # five steps each
    picture.wait_until(READS_OTHERWISE, reading)
    assert picture.svg != svg
    picture.press("Home", wait=False)
    picture.wait_until(READS, reading)
    picture.page.wait_for_timeout(100)
    assert re.sub(CLIP, "", picture.svg) == re.sub(CLIP, "", svg)
    assert picture.overlay.locator("[role=alert]").count() == 0
    stays_in_its_place(picture.page.evaluate(SEEN))


def stays_in_its_place(seen):
    assert seen["lost"] == []
    assert seen["frames"] > 10
    assert [len(seen[what]) for what in ("heights", "tops", "pages")] == [1, 1, 1], seen
