"""How a picture fits a phone: into which panels it may be cut, and how narrow its words let it become."""

import warnings
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.layout_engine import PlaceHolderLayoutEngine
from matplotlib.text import Text

NARROW = [8.0, 6.4, 5.6]  # inches; on a phone letters of 18 points are then 11, 14, 16 pixels high
MARGIN = 0.03  # around a panel that is cut out, in parts of the picture's height
GAP = 4  # points between words that stand side by side
TOLERANCE = 2  # points of a word that may lie beyond the picture
TOUCH = 0.015  # the last letter of a panel may reach so far into the next one

Outline = tuple[float, float, float, float]  # left, top, right, bottom in parts of the whole


def is_one_column(figure: Figure, panes: list[list[float]]) -> bool:
    """Whether all panels lie one below the other, as wide as the picture."""
    places = {(axes.get_position().x0, axes.get_position().width) for axes in figure.axes}
    return all(width == 1 for _, _, width, _ in panes) and len(places) == 1


def narrowest(crowd: Callable[[float], tuple[int, int]], width: float) -> float:
    """The least width, in inches, at which no more words are cut than at the usual one, and no more overlap."""
    usual, narrowest = crowd(width), width
    for narrower in (one for one in NARROW if one < width):
        with warnings.catch_warnings(record=True) as said:  # by matplotlib, when there is no room left for the axes
            warnings.simplefilter("always")
            crowded = crowd(narrower)
        if said or any(more > as_many for more, as_many in zip(crowded, usual, strict=True)):
            break
        narrowest = narrower
    return narrowest


def crowd(figure: Figure) -> tuple[int, int]:
    """How many words are cut at the sides, and how many pairs overlap or nearly touch."""
    is_laid_out = isinstance(figure.get_layout_engine(), PlaceHolderLayoutEngine | None)
    for _ in range(1 if is_laid_out else 2):
        figure.draw_without_rendering()
    words = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    at_ticks = {label for axes in figure.axes for axis in (axes.xaxis, axes.yaxis) for label in axis.get_ticklabels()}
    boxes = [
        box for text, box in ((text, text.get_window_extent()) for text in words)
        if figure.bbox.fully_overlaps(box) or text not in at_ticks  # of ticks that are not shown it keeps labels
    ]  # fmt: skip
    point = figure.dpi / 72
    cut = sum(box.x0 < -TOLERANCE * point or box.x1 > figure.bbox.width + TOLERANCE * point for box in boxes)
    wider = [box.padded(GAP * point / 2, 0) for box in boxes]
    return cut, sum(one.fully_overlaps(other) for one, other in combinations(wider, 2))


def outlines(figure: Figure) -> list[Outline]:
    """Where the axes lie, with all that is written around them."""
    boxes = [axes.get_tightbbox() for axes in figure.axes if axes.get_visible()]
    width, height = figure.bbox.size
    return [(box.x0 / width, 1 - box.y1 / height, box.x1 / width, 1 - box.y0 / height) for box in boxes]


def panes(outlines_of_stills: Sequence[list[Outline]]) -> list[list[float]]:
    """The panels of a picture: left, top, width, height in parts of the whole.

    The picture is cut along the gaps between rows and columns; above and below, a panel keeps a margin.
    """
    each = map(np.array, zip(*outlines_of_stills, strict=True))
    boxes = [np.clip([*of_axes[:, :2].min(axis=0), *of_axes[:, 2:].max(axis=0)], 0, 1) for of_axes in each]
    found = []
    for top, bottom in _cuts([(box[1], box[3]) for box in boxes]):
        row = [box for box in boxes if top < (box[1] + box[3]) / 2 < bottom]
        for left, right in _cuts([(box[0], box[2]) for box in row]):
            here = [box for box in row if left < (box[0] + box[2]) / 2 < right]
            first, last = min(box[1] for box in here) - MARGIN, max(box[3] for box in here) + MARGIN
            y, end = max(top, first), min(bottom, last)
            found.append([round(float(part), 4) for part in (left, y, right - left, end - y)])
    return found


def _cuts(spans):
    """The stretch from 0 to 1, divided in the middle of each gap between the spans. They may touch."""
    ends, reach = [0.0], None
    for low, high in sorted(spans):
        if reach is not None and low > reach - TOUCH:
            ends.append((low + reach) / 2)
        reach = high if reach is None else max(reach, high)
    return list(zip(ends, [*ends[1:], 1.0], strict=True))
