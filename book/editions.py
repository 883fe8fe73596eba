"""The editions of a picture: as wide as in the notebook, and one that fits a phone.

A picture of several columns is cut into its panels, which the page sets one below the other. One
broad panel is drawn once more, as narrow as its words allow.
"""

import io
import warnings
from base64 import b64encode
from itertools import combinations, product
from random import Random

import numpy as np
from matplotlib.figure import Figure
from matplotlib.text import Text
from packing import packed
from PIL import Image

from evalcore.explore import LivingPicture, _Added, loosen
from evalcore.plots import style

NARROW = [8.0, 6.4, 5.6]  # inches; on a phone letters of 18 points are then 11, 14, 16 pixels high
SIMPLER = {"path.simplify_threshold": 0.3}  # points that a curve may be off, so that it needs half as many corners
MARGIN = 0.03  # around a panel that is cut out, in parts of the picture's height
SAMPLE = 20  # states of each picture
TOUCH = 0.015  # the last letter of a panel may reach so far into the next one


def of_living(picture: LivingPicture) -> tuple[list[dict], list[str], list]:
    """One or two editions with all states, in the order of :func:`points`; the readings; some states as drawn."""
    figure = picture._figure
    size = figure.get_size_inches()
    wide, readings, sample = _all_states(picture, "wide")
    editions = [wide]
    if _is_one_column(figure, wide):
        start = {name: control.value for name, control in picture.controls.items()}

        def crowd(width):
            picture._remove_still()  # what is asked for next is painted, and laid out, anew
            figure.set_size_inches(width, size[1])
            picture.frame(**start)
            with _Added(figure, picture._axes, picture._moving, start):
                return _crowd(figure)

        if _narrowest(crowd, size[0]) < size[0]:
            editions.append(_all_states(picture, "narrow")[0])
        picture._remove_still()
        figure.set_size_inches(size)
    return editions, readings, sample


def of_still(figure: Figure) -> list[dict]:
    """One or two editions of a picture that does not move."""
    size = figure.get_size_inches()
    editions = [{"name": "wide", "stills": [_webp(style.png_of(figure))], "panes": _panes([_boxes(figure)])}]
    if _is_one_column(figure, editions[0]):

        def crowd(width):
            figure.set_size_inches(width, size[1])
            loosen(figure)
            return _crowd(figure)

        if _narrowest(crowd, size[0]) < size[0]:
            editions.append({"name": "narrow", "stills": [_webp(style.png_of(figure))], "panes": []})
        figure.set_size_inches(size)
    return editions


def points(lattice: dict[str, list]) -> list[dict]:
    """All combinations of the values; the last name changes fastest."""
    return [dict(zip(lattice, values, strict=True)) for values in product(*lattice.values())]


def _all_states(picture, name):
    every, slow = points(picture.lattice), picture.still_names
    drawn, stills, boxes = {}, {}, []

    def still_of(place):
        return [picture.lattice[control].index(every[place][control]) for control in slow]

    for place in sorted(range(len(every)), key=still_of):  # each still layer is painted once
        drawn[place] = picture.frame(**every[place])
        if str(still_of(place)) not in stills:
            stills[str(still_of(place))] = _webp(picture.still_png(**every[place]))
            boxes.append(_boxes(picture._figure))
    svgs, readings = zip(*(drawn[place] for place in range(len(every))), strict=True)
    panes = _panes(boxes) if name == "wide" else []
    sample = _sample(list(map(len, picture.lattice.values())), svgs)
    return {"name": name, "stills": list(stills.values()), "panes": panes, **packed(svgs)}, readings, sample


def _sample(sizes, svgs):
    """Some states by their places on the lattice, as they were drawn: both ends of each control, and others by chance.

    With these the tests compare what the page shows.
    """
    chance = Random(0)
    places = [[chance.randrange(size) for size in sizes] for _ in range(SAMPLE)]
    for control, size in enumerate(sizes):
        places[2 * control][control], places[2 * control + 1][control] = 0, size - 1
    return [[at, svgs[np.ravel_multi_index(at, sizes)]] for at in places]


def _webp(png):
    """The same picture in a third of the bytes, and its size in CSS pixels (two to one).

    Of 128 colours none is off by more than 8 of 255 steps, which nobody sees.
    """
    stream, image = io.BytesIO(), Image.open(io.BytesIO(png)).convert("RGB")
    few = image.quantize(128, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).convert("RGB")
    few.save(stream, "WEBP", lossless=True, quality=60, method=4)
    return {"webp": b64encode(stream.getvalue()).decode(), "width": image.width // 2, "height": image.height // 2}


# Narrower


def _is_one_column(figure, wide):
    places = {(axes.get_position().x0, axes.get_position().width) for axes in figure.axes}
    return all(width == 1 for _, _, width, _ in wide["panes"]) and len(places) == 1


def _narrowest(crowd, width):
    """The figure set to the least width at which no more words overlap than at its own."""
    usual, narrowest = crowd(width), width
    for narrower in (one for one in NARROW if one < width):
        with warnings.catch_warnings(record=True) as said:  # by matplotlib, when there is no room left for the axes
            warnings.simplefilter("always")
            crowded = crowd(narrower)
        if said or crowded > usual:
            break
        narrowest = narrower
    crowd(narrowest)
    return narrowest


def _crowd(figure):
    """How many pairs of words overlap."""
    for _ in range(2):
        figure.draw_without_rendering()
    words = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    boxes = [box for box in (text.get_window_extent() for text in words) if figure.bbox.fully_overlaps(box)]
    return sum(one.fully_overlaps(other) for one, other in combinations(boxes, 2))


# Cut


def _boxes(figure):
    """The outlines of the axes with all that is written around them: left, top, right, bottom in parts of the whole."""
    outlines = [axes.get_tightbbox() for axes in figure.axes if axes.get_visible()]
    width, height = figure.bbox.size
    return [(box.x0 / width, 1 - box.y1 / height, box.x1 / width, 1 - box.y0 / height) for box in outlines]


def _panes(boxes_of_stills):
    """The panels of a picture: left, top, width, height in parts of the whole.

    The picture is cut along the gaps between rows and columns; above and below, a panel keeps a margin.
    """
    each = map(np.array, zip(*boxes_of_stills, strict=True))
    boxes = [np.clip([*outlines[:, :2].min(axis=0), *outlines[:, 2:].max(axis=0)], 0, 1) for outlines in each]
    panes = []
    for top, bottom in _cuts([(box[1], box[3]) for box in boxes]):
        row = [box for box in boxes if top < (box[1] + box[3]) / 2 < bottom]
        for left, right in _cuts([(box[0], box[2]) for box in row]):
            here = [box for box in row if left < (box[0] + box[2]) / 2 < right]
            first, last = min(box[1] for box in here) - MARGIN, max(box[3] for box in here) + MARGIN
            y, end = max(top, first), min(bottom, last)
            panes.append([round(float(part), 4) for part in (left, y, right - left, end - y)])
    return panes


def _cuts(spans):
    """The stretch from 0 to 1, divided in the middle of each gap between the spans. They may touch."""
    ends, reach = [0.0], None
    for low, high in sorted(spans):
        if reach is not None and low > reach - TOUCH:
            ends.append((low + reach) / 2)
        reach = high if reach is None else max(reach, high)
    return list(zip(ends, [*ends[1:], 1.0], strict=True))
