"""All states of a picture, in one or two editions: as wide as in the notebook, and one that fits a phone.

A picture of several columns is cut into its panels, which the page sets one below the other (``layout.py``). One
broad panel is drawn once more, as narrow as its words allow.
"""

import io
import math
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from itertools import product

import ipywidgets as widgets
from matplotlib.figure import Figure
from PIL import Image

from evalcore.explore.controls import choices, positions
from evalcore.explore.layers import DRAWING, Layers, loosen, settings
from evalcore.explore.page import layout
from evalcore.explore.page.packing import packed
from evalcore.explore.picture import LivingPicture
from evalcore.plots.style import png_of

MOST_STATES = 4000
SIMPLER = {"path.simplify_threshold": 0.3}  # points that a curve may be off, so that it needs half as many corners

Walk = Callable[[Sequence[int], str], Iterable[int]]  # through the states of an edition, to show how far it has come


def of_living(picture: LivingPicture, walk: Walk = lambda states, edition: states) -> dict[str, object]:
    """The controls of a picture, the readings of all its states, and its editions; JSON can hold them.

    Raises ``ValueError`` for more than 4,000 states.
    """
    lattice = picture.lattice
    states = math.prod(map(len, lattice.values()))
    if states > MOST_STATES:
        raise ValueError(f"{picture.alt}: {states} states, at most {MOST_STATES}: give explore a lattice")
    with picture.held() as layers:
        start, usual = picture.values, layers.figure.get_figwidth()
        wide, readings = _all_states(layers, lattice, "wide", walk)
        editions = [wide]
        if layout.is_one_column(layers.figure, wide["panes"]):

            def crowd(width):
                with layers.at_width(width), layers.drawn(start):
                    return layout.crowd(layers.figure)

            width = layout.narrowest(crowd, usual)
            if width < usual:
                with layers.at_width(width):
                    editions.append(_all_states(layers, lattice, "narrow", walk)[0])
    return {"alt": picture.alt, "play": picture.play, "controls": [_control(name, picture) for name in lattice],
            "slow": [list(lattice).index(name) for name in layers.still_names],
            "readings": readings, "editions": editions}  # fmt: skip


def of_still(figure: Figure, alt: str) -> dict[str, object]:
    """The editions of a picture that does not move."""
    width, height = figure.get_size_inches()
    editions = [{"name": "wide", "stills": [_webp(png_of(figure))], "panes": layout.panes([layout.outlines(figure)])}]
    if layout.is_one_column(figure, editions[0]["panes"]):

        def crowd(width):
            figure.set_size_inches(width, height)
            loosen(figure)
            return layout.crowd(figure)

        narrowest = layout.narrowest(crowd, width)
        if narrowest < width:
            crowd(narrowest)
            editions.append({"name": "narrow", "stills": [_webp(png_of(figure))], "panes": []})
        figure.set_size_inches(width, height)
    return {"alt": alt, "editions": editions}


def frame(layers: Layers, values: dict[str, object]) -> tuple[str, str]:
    """The moving layer, its curves with half as many corners, and the reading."""
    with DRAWING, settings(SIMPLER):
        return layers.frame(values)


def _all_states(layers: Layers, lattice: dict[str, list[object]], name: str, walk: Walk):
    """An edition, and the readings, in the order of the states: the last control changes fastest."""
    every = [dict(zip(lattice, values, strict=True)) for values in product(*lattice.values())]
    drawn, stills, outlines = {}, {}, []

    def still_of(place):
        return [lattice[control].index(every[place][control]) for control in layers.still_names]

    for place in walk(sorted(range(len(every)), key=still_of), name):  # each still layer is painted once
        drawn[place] = frame(layers, every[place])
        if str(still_of(place)) not in stills:
            stills[str(still_of(place))] = _webp(layers.still_png(every[place]))
            outlines.append(layout.outlines(layers.figure))
    svgs, readings = zip(*(drawn[place] for place in range(len(every))), strict=True)
    panes = layout.panes(outlines) if name == "wide" else []
    return {"name": name, "stills": list(stills.values()), "panes": panes, **packed(svgs)}, readings


def _webp(png):
    """The same picture in a third of the bytes, and its size in CSS pixels (two to one).

    Of 128 colours none is off by more than 8 of 255 steps, which nobody sees.
    """
    stream, image = io.BytesIO(), Image.open(io.BytesIO(png)).convert("RGB")
    few = image.quantize(128, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).convert("RGB")
    few.save(stream, "WEBP", lossless=True, quality=60, method=4)
    return {"webp": b64encode(stream.getvalue()).decode(), "width": image.width // 2, "height": image.height // 2}


def _control(name, picture):
    """How the page shows a control: its kind, the words of its positions, and where it starts."""
    control, values = picture.controls[name], picture.lattice[name]
    if hasattr(control, "options"):
        words = {value: label for label, value in choices(control)}
        kind, labels = "menu" if isinstance(control, widgets.Dropdown) else "slider", [words[value] for value in values]
    elif isinstance(control, widgets.Checkbox):
        kind, labels = "box", ["no", "yes"]
    else:
        kind, labels = "slider", [format(value, control.readout_format) for value in values]
    return {"kind": kind, "name": name, "label": control.description, "labels": labels,
            "start": values.index(control.value), "coarse": len(values) < len(positions(control))}  # fmt: skip
