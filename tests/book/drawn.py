"""Imported in the kernel of a chapter: draws some states of its interactive figures, for ``test_same_picture.py``."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import letters

from evalcore.explore import LivingPicture
from evalcore.explore.cells import OF_CELL
from evalcore.explore.page import record
from evalcore.plots import style

STATES = 20  # per figure


def begin(quick: bool) -> None:
    """Use the fonts of the book, and as few pixels as a quick build, because the layout depends on them."""
    letters.for_pictures()
    if quick:
        style.SHARPNESS = 1


def write(path: str, labels: list[list[list[str]]]) -> None:
    """Write some states of each figure to a file; ``labels`` are the positions of the controls on its page."""
    pictures = [shown for _, every in OF_CELL.values() for shown in every if isinstance(shown, LivingPicture)]
    states = [list(drawn(picture, offered)) for picture, offered in zip(pictures, labels, strict=True)]
    Path(path).write_text(json.dumps(states), encoding="utf-8")


def drawn(picture: LivingPicture, labels: list[list[str]]) -> Iterator[tuple[tuple[int, ...], str]]:
    """The positions of the controls, and the SVG of the moving layer: both ends of each control, and random states."""
    random, names = Random(0), list(picture.lattice)
    states = [[random.randrange(len(offered)) for offered in labels] for _ in range(STATES)]
    for control, offered in enumerate(labels):
        states[2 * control][control], states[2 * control + 1][control] = 0, len(offered) - 1
    places = []  # of the labels among all values; a quick build of the book offers a few of them
    for name, offered in zip(names, labels, strict=True):
        words = record.of_control(picture.controls[name], picture.lattice[name])["labels"]
        places.append(list(range(len(words))) if len(words) == len(offered) else [*map(words.index, offered)])
    with picture.held() as layers:
        for state in sorted(set(map(tuple, states))):
            at = zip(names, places, state, strict=True)
            values = {name: picture.lattice[name][of_labels[label]] for name, of_labels, label in at}
            yield state, record.frame(layers, values).svg
