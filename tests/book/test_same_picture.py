"""The page shows the same figure and the same caption that ``moving`` made in Python."""

import json
import os
import re
import sys

import nbformat
import numpy as np
from nbclient import NotebookClient
from shelf import OPEN_ALL

from evalcore.explore.page import saved
from notebooks import NOTEBOOKS, ROOT, each_notebook

sys.path.insert(0, str(ROOT / "book"))
from build import ENVIRONMENT
from pages import records

NAMES = r'(?<=<g) id="[^"]*"|[\w-]*\b(?:[pm][0-9a-f]{10}|n\d+)\b'  # names of artists, clipping paths and markers
NUMBER = r"(-?\d+(?:\.\d+)?)"
TENTH = 0.051  # of a point: the page rounds coordinates
# The handles of each chapter: thresholds, points and lines of the planes, settings on error curves.
TAKEN = {
    "00": ["tour-picture"],
    "02": ["degree-picture", "more-data-picture", "ridge-picture", "tree-picture"],
    "03": ["folds-picture"],
    "04": ["opening-picture", "threshold-picture", "pr-picture", "heaps-picture", "staircase-picture", "cells-picture"],
    "05": ["opening-picture", "one-line", "one-vertical", "range-picture", "two-planes", "learners-picture"],
    "06": ["cut-picture", "dilemma-picture", "learning-picture"],
    "08": ["cancer-threshold-picture"],
}
# Sets the controls to positions, one after another, and returns the caption, the moving layer, and the same layer made
# from Python's SVG.
SHOWN = """(picture, states) => states.map(([places, svg]) => {
    picture.inputs.forEach((input, control) => {
        if (input.type === "checkbox") input.checked = places[control] === 1;
        else if (input.type === "range") input.value = places[control];
        else input.selectedIndex = places[control];
    });
    picture.show();
    const made = document.createElement("div");
    made.innerHTML = svg;
    return [picture.querySelector(".reading").textContent, picture.layers[0].innerHTML, made.innerHTML];
})"""


def assert_same(svg, other):
    """Assert the same words in the same order, and the same numbers except for rounding."""
    (words, numbers), (other_words, other_numbers) = _parts(svg), _parts(other)
    assert words == other_words
    np.testing.assert_allclose(numbers, other_numbers, rtol=0, atol=TENTH)


def _parts(svg):
    parts = re.split(NUMBER, re.sub(NAMES, "", svg).strip())
    return parts[::2], np.array(parts[1::2], dtype=float)


def interactive(path):
    """The cells of a chapter of the built book, and the records of their interactive figures."""
    for cell in nbformat.read(ROOT / "build" / "cache" / path.name, as_version=4).cells:
        for record in records(cell):
            if record["kind"] == "living-picture" and record["alt"]:  # the slider that tests JupyterLab has none
                yield cell.id, record


def drawn_in_python(path, pictures, folder):
    """Some states of each interactive figure of a chapter, drawn in a kernel that has run its cells."""
    labels = [[control["labels"] for control in picture["controls"]] for picture in pictures]
    quick = any("states" in picture for picture in pictures)  # drawn in a few states, and with fewer pixels
    modules, file = [str(ROOT / "book"), str(ROOT / "tests" / "book")], folder / "drawn.json"
    begin, end = f"drawn.begin({quick})", f"drawn.write({str(file)!r}, {labels})"
    notebook = nbformat.read(path, as_version=4)
    notebook.cells = [
        nbformat.v4.new_code_cell(f"import sys; sys.path += {modules}; import drawn; {begin}"),
        *notebook.cells,
        nbformat.v4.new_code_cell(f"import drawn; {end}"),
    ]
    client = NotebookClient(notebook, timeout=600, resources={"metadata": {"path": path.parent}})
    client.execute(env=os.environ | ENVIRONMENT)
    return json.loads(file.read_text(encoding="utf-8"))


def state(picture, places):
    """Return the number of a state; the last control changes fastest."""
    return np.ravel_multi_index(places, [len(control["labels"]) for control in picture["controls"]])


@each_notebook
def test_the_page_shows_what_moving_drew(path, read, tmp_path):
    reader = read()
    page = reader.open(path.stem)
    page.evaluate(OPEN_ALL)
    pictures, draggable = list(interactive(path)), set()
    drawn = drawn_in_python(path, [picture for _, picture in pictures], tmp_path)
    for (cell, picture), states in zip(pictures, drawn, strict=True):
        place = page.locator(f'living-picture[id="{cell}"]')
        place.evaluate("picture => picture.load()")
        page.wait_for_function("picture => picture.data.wide", arg=place.element_handle())
        shown = place.evaluate(SHOWN, states)
        for (places, _), (caption, in_page, in_python) in zip(states, shown, strict=True):
            assert caption == picture["readings"][state(picture, places)], cell
            assert_same(in_page, in_python)
        draggable |= {cell} if all(edition["handles"] for edition in picture["editions"]) else set()
    assert draggable >= set(TAKEN.get(path.stem[:2], []))
    assert len(pictures) == page.locator("living-picture:has(.moving)").count()
    assert reader.faults == []


def test_a_saved_picture_is_small():
    """In chapter 05, 150 kB are usual, and 500 kB the maximum, for two planes with thousands of states."""
    (path,) = (path for path in NOTEBOOKS if path.name.startswith("05"))
    sizes = [len(saved.page(picture, None, None).encode()) for _, picture in interactive(path)]
    assert np.median(sizes) < 150_000
    assert max(sizes) < 500_000
