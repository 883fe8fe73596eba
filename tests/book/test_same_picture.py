"""Same picture, same words: the page shows what ``moving`` draws and says in Python."""

import random
import re
import sys
from types import ModuleType

import matplotlib as mpl
import numpy as np
from shelf import OPEN_ALL
from test_sweep import moved, shown_by

from evalcore.explore import LivingPicture
from notebooks import ROOT, code_cells, each_notebook

sys.path.insert(0, str(ROOT / "book"))
import editions

STATES = 20
NAMES = r' id="[A-Za-z]\w*_\d+"|[\w-]*\b[pm][0-9a-f]{10}\b'  # of artists, clipping paths and markers
NUMBER = r"(-?\d+(?:\.\d+)?)"
TENTH = 0.051  # of a point, to which the page rounds places
# Sets the controls to these places, and gives the reading, the moving layer, and the same layer made of Python's text.
SHOWN = """(picture, [places, svg]) => {
    picture.inputs.forEach((input, control) => {
        if (input.type === "checkbox") input.checked = places[control] === 1;
        else if (input.type === "range") input.value = places[control];
        else input.selectedIndex = places[control];
    });
    picture.show();
    const made = document.createElement("div");
    made.innerHTML = svg;
    return [picture.querySelector(".reading").textContent, picture.layers[0].innerHTML, made.innerHTML];
}"""


def assert_same(svg, other):
    """The same words in the same order, the same numbers but for the rounding."""
    (words, numbers), (other_words, other_numbers) = _parts(svg), _parts(other)
    assert words == other_words
    np.testing.assert_allclose(numbers, other_numbers, rtol=0, atol=TENTH)


def _parts(svg):
    parts = re.split(NUMBER, re.sub(NAMES, "", svg).strip())
    return parts[::2], np.array(parts[1::2], dtype=float)


def chosen(lattice, chance):
    """Places on the lattice: both ends of each control, and others by chance."""
    sizes = [len(values) for values in lattice.values()]
    places = [[chance.randrange(size) for size in sizes] for _ in range(STATES)]
    for control, size in enumerate(sizes):
        places[2 * control][control], places[2 * control + 1][control] = 0, size - 1
    return places


@each_notebook
def test_the_page_shows_what_moving_draws(path, read, monkeypatch):
    reader, chance = read(), random.Random(0)
    page = reader.open(path.stem)
    page.evaluate(OPEN_ALL)
    main = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", main)
    monkeypatch.chdir(path.parent)
    compared = 0
    with mpl.rc_context(editions.SIMPLER):
        for cell in code_cells(path):
            for picture in (one for one in shown_by(cell, main) if isinstance(one, LivingPicture)):
                place = page.locator(f'living-picture[id="{cell.id}"]')
                place.evaluate("picture => picture.load()")
                page.wait_for_function("picture => picture.data.wide", arg=place.element_handle())
                for places in chosen(picture.lattice, chance):
                    values = [values[at] for values, at in zip(picture.lattice.values(), places, strict=True)]
                    reading, svg = moved(picture, **dict(zip(picture.lattice, values, strict=True)))
                    words, in_page, in_python = place.evaluate(SHOWN, [places, svg])
                    assert words == reading, cell.id
                    assert_same(in_page, in_python)
                compared += 1
    assert compared == page.locator("living-picture:has(.moving)").count()
    assert reader.faults == []
