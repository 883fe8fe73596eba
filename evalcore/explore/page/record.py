"""All states of a figure, in one or two editions: as wide as in the notebook, and one that fits a phone.

A figure with several columns is cut into its panels, which the page stacks on a phone (``layout.py``). A figure with
one wide panel is drawn a second time, as narrow as its texts allow.
"""

import io
import math
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from itertools import product

import ipywidgets as widgets
import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from PIL import Image

from evalcore.explore.controls import choices, index_of, positions
from evalcore.explore.layers import DRAWING, HANDLE, POINTS_PER_INCH, Frame, Layers, reset_layout, settings
from evalcore.explore.page import layout
from evalcore.explore.page.packing import packed
from evalcore.language import translated as _
from evalcore.plots import style
from evalcore.plots.style import PIXELS_PER_INCH, png_of

MOST_STATES = 4000
COMMENT = re.compile(r"\s*<!--.*?-->", re.DOTALL)  # matplotlib repeats each text in a comment
FONT, *_others, _generic = mpl.rcParamsDefault["font.sans-serif"]  # a page includes this font (``saved.letters``)
OTHER_FONTS = "".join(f"'{name}', " for name in (FONT, *_others))
SIMPLER = {"path.simplify_threshold": 0.3}  # pixels by which a curve may deviate; it then has half as many vertices

Walk = Callable[[Sequence[int], str], Iterable[int]]  # iterates over the states of an edition and shows the progress


def of_living(
    layers: Layers,
    controls: dict[str, widgets.ValueWidget],
    lattice: dict[str, list[object]],
    play: str | None,
    walk: Walk,
) -> dict[str, object]:
    """Return the controls of a figure, the captions of all its states, and its editions, ready for JSON.

    Raises
    ------
    ValueError
        If there are more than 4,000 states.
    """
    _refuse_too_many({name: len(values) for name, values in lattice.items()})
    start, usual = {name: control.value for name, control in controls.items()}, layers.figure.get_figwidth()
    on_page = [{"name": name, **of_control(controls[name], lattice[name])} for name in lattice]
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
    slow = [index for index, name in enumerate(lattice) if name in layers.still_names]
    return {"alt": layers.alt, "play": play, "controls": on_page, "slow": slow,
            "readings": readings, "editions": editions}  # fmt: skip


def _refuse_too_many(sizes):
    states, fewer = math.prod(sizes.values()), dict(sizes)
    if states <= MOST_STATES:
        return
    while math.prod(count + (count < sizes[name]) for name, count in fewer.items()) > MOST_STATES:
        longest = max(fewer, key=fewer.get)
        if fewer[longest] < 3:
            raise ValueError(f"{states} states, a page holds at most {MOST_STATES}: use fewer controls")
        fewer[longest] = (fewer[longest] + 1) // 2  # every second position, and the current value may be added
    lattice = {name: count for name, count in fewer.items() if count < sizes[name]}
    raise ValueError(f"{states} states, a page holds at most {MOST_STATES}: explore(…, lattice={lattice}) gives fewer")


def of_still(figure: Figure, alt: str) -> dict[str, object]:
    """Return the editions of a figure without controls."""
    width, height = figure.get_size_inches()
    editions = [{"name": "wide", "stills": [_image(png_of(figure))], "panes": layout.panes([layout.outlines(figure)])}]
    if layout.is_one_column(figure, editions[0]["panes"]):

        def crowd(width):
            figure.set_size_inches(width, height)
            reset_layout(figure)
            return layout.crowd(figure)

        narrowest = layout.narrowest(crowd, width)
        if narrowest < width:
            crowd(narrowest)
            editions.append({"name": "narrow", "stills": [_image(png_of(figure))], "panes": []})
        figure.set_size_inches(width, height)
    return {"alt": alt, "editions": editions}


def frame(layers: Layers, values: dict[str, object]) -> Frame:
    """Return a frame of the layers with simplified curves and without fonts that no page provides."""
    with DRAWING, settings(SIMPLER):
        drawn = layers.frame(values)
    return drawn._replace(svg=_for_a_page(drawn.svg))


def _for_a_page(svg):
    return COMMENT.sub("", svg).replace(OTHER_FONTS, f"'{FONT}', ")


def _all_states(layers: Layers, lattice: dict[str, list[object]], name: str, walk: Walk):
    """Return an edition and the captions, in the order of the states: the last control changes fastest."""
    every = list(product(*(range(len(values)) for values in lattice.values())))
    slow = [index for index, control in enumerate(lattice) if control in layers.still_names]
    drawn, stills, parts, outlines = {}, {}, [], []

    def still_of(state):
        return tuple(every[state][index] for index in slow)

    for state in walk(sorted(range(len(every)), key=still_of), name):  # so that each still layer is painted once
        at = zip(lattice.items(), every[state], strict=True)
        values = {control: offered[index] for (control, offered), index in at}
        drawn[state] = frame(layers, values)
        if still_of(state) not in stills:
            stills[still_of(state)] = _image(layers.still_png(values))
            parts.append(_for_a_page(layers.parts()))
            outlines.append(layout.outlines(layers.figure))
    svgs, readings, held = zip(*(drawn[state] for state in range(len(every))), strict=True)
    panes = layout.panes(outlines) if name == "wide" else []
    edition = {"name": name, "stills": list(stills.values()), "parts": parts, "panes": panes}
    return edition | {"handles": handles(held, lattice)} | packed(svgs), list(readings)


def handles(held: Sequence[list[tuple[str, np.ndarray]]], lattice: dict[str, list[object]]) -> list[dict[str, list]]:
    """Return the handles of all states in the form that the script reads.

    ``moves`` are the indices of the controls that follow a handle, ``of`` those on which its position depends. ``at``
    has its coordinates x and y, for a line also those of the other end, in CSS pixels of the layer. Each is one number,
    or a list over the states of the controls in ``of``, with None where the handle is not drawn. A handle that its
    controls do not move is left out.
    """
    names, sizes, rows = list(lattice), [len(values) for values in lattice.values()], {}
    for state, handles_here in enumerate(held):
        for number, (gid, ends) in enumerate(handles_here):
            before = sum(other == gid for other, _ends in handles_here[:number])  # equal gids differ by their order
            rows.setdefault((gid, before), np.full((len(held), 4), np.nan))[state] = ends
    kept_handles = []
    for (gid, _before), ends in rows.items():
        pixels = np.round(ends * PIXELS_PER_INCH / POINTS_PER_INCH).reshape(*sizes, 4)
        of = [axis for axis in range(len(sizes)) if not _is_constant(pixels, axis)]
        moves = of[:1] if gid == HANDLE else [names.index(name) for name in gid.split() if names.index(name) in of]
        if moves:
            kept = pixels[tuple(slice(None) if axis in of else 0 for axis in range(len(sizes)))].reshape(-1, 4)
            ends = kept[:, :2] if np.array_equal(kept[:, :2], kept[:, 2:], equal_nan=True) else kept
            kept_handles.append({"moves": moves, "of": of, "at": [_coordinates(column) for column in ends.T]})
    return kept_handles


def _is_constant(values, axis):
    return np.array_equal(values, np.broadcast_to(values.take([0], axis), values.shape), equal_nan=True)


def _coordinates(column):
    numbers = [None if np.isnan(number) else int(number) for number in column]
    return numbers if len(set(numbers)) > 1 else numbers[0]


def _image(png):
    """Return the image as a data URL in a third of the bytes, with its size in CSS pixels.

    With 128 colours no channel differs by more than 8 of 255 levels, which is not visible.
    """
    stream, image = io.BytesIO(), Image.open(io.BytesIO(png)).convert("RGB")
    quantized = image.quantize(128, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).convert("RGB")
    quantized.save(stream, "WEBP", lossless=True, quality=60, method=4)
    address = f"data:image/webp;base64,{b64encode(stream.getvalue()).decode()}"
    return {"src": address, "width": image.width // style.SHARPNESS, "height": image.height // style.SHARPNESS}


def of_control(control: widgets.ValueWidget, offered: list[object]) -> dict[str, object]:
    """Return how the page shows a control with these values: kind, label, labels of its positions, initial position."""
    every = positions(control)
    at, current = [index_of(value, every) for value in offered], index_of(control.value, every)
    if named := choices(control):
        kind, words = "slider" if "Slider" in type(control).__name__ else "menu", [label for label, _value in named]
    elif isinstance(control.value, bool):
        kind, words = "box", [_("no"), _("yes")]
    elif len(every) > 1:
        kind, words = "slider", [format(value, control.readout_format) for value in every]
    else:
        words = [str(control.value)]
    start = min(range(len(at)), key=lambda number: abs(at[number] - current))
    return {"kind": kind if len(at) > 1 else "fixed", "label": control.description,
            "labels": [words[number] for number in at], "start": start, "coarse": len(at) < len(every)}  # fmt: skip
