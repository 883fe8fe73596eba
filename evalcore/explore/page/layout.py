"""The layout of a figure on a phone: its division into panels, and its smallest width."""

import warnings
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.layout_engine import PlaceHolderLayoutEngine
from matplotlib.text import Text

NARROW = [8.0, 6.4, 5.6]  # inches; on a phone, text of 18 points is then 11, 14 or 16 pixels high
MARGIN = 0.03  # above and below a panel that is cut out, as a fraction of the figure's height
GAP = 4  # points between neighbouring texts
TOLERANCE = 2  # points by which a text may exceed the figure
TOUCH = 0.015  # fraction of the figure by which a panel may reach into the next one

Outline = tuple[float, float, float, float]  # left, top, right, bottom as fractions of the figure


def is_one_column(figure: Figure, panes: list[list[float]]) -> bool:
    """Return whether all panels are in one column and as wide as the figure."""
    columns = {(axes.get_position().x0, axes.get_position().width) for axes in figure.axes}
    return all(width == 1 for _, _, width, _ in panes) and len(columns) == 1


def narrowest(crowd: Callable[[float], tuple[int, int]], width: float) -> float:
    """Return the smallest width, in inches, at which no more texts are cut off or overlap than at the usual width."""
    usual, narrowest = crowd(width), width
    for narrower in (inches for inches in NARROW if inches < width):
        with warnings.catch_warnings(record=True) as caught:  # matplotlib warns when no space is left for the axes
            warnings.simplefilter("always")
            crowded = crowd(narrower)
        if caught or any(count > usual_count for count, usual_count in zip(crowded, usual, strict=True)):
            break
        narrowest = narrower
    return narrowest


def crowd(figure: Figure) -> tuple[int, int]:
    """Return how many texts are cut off at the sides, and how many pairs of texts overlap or nearly touch."""
    is_laid_out = isinstance(figure.get_layout_engine(), PlaceHolderLayoutEngine | None)
    for _ in range(1 if is_laid_out else 2):
        figure.draw_without_rendering()
    words = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    at_ticks = {label for axes in figure.axes for axis in (axes.xaxis, axes.yaxis) for label in axis.get_ticklabels()}
    boxes = [
        box for text, box in ((text, text.get_window_extent()) for text in words)
        if figure.bbox.fully_overlaps(box) or text not in at_ticks  # hidden ticks keep their labels
    ]  # fmt: skip
    point = figure.dpi / 72
    cut = sum(box.x0 < -TOLERANCE * point or box.x1 > figure.bbox.width + TOLERANCE * point for box in boxes)
    wider = [box.padded(GAP * point / 2, 0) for box in boxes]
    return cut, sum(first.fully_overlaps(second) for first, second in combinations(wider, 2))


def outlines(figure: Figure) -> list[Outline]:
    """Return the bounding boxes of the axes with their labels, as fractions of the figure."""
    boxes = [axes.get_tightbbox() for axes in figure.axes if axes.get_visible()]
    width, height = figure.bbox.size
    return [(box.x0 / width, 1 - box.y1 / height, box.x1 / width, 1 - box.y0 / height) for box in boxes]


def panes(outlines_of_stills: Sequence[list[Outline]]) -> list[list[float]]:
    """Return the panels of a figure as [left, top, width, height], fractions of the figure.

    The figure is cut along the gaps between rows and columns; a panel keeps a margin above and below.
    """
    by_axes = map(np.array, zip(*outlines_of_stills, strict=True))
    boxes = [np.clip([*edges[:, :2].min(axis=0), *edges[:, 2:].max(axis=0)], 0, 1) for edges in by_axes]
    panels = []
    for top, bottom in _cuts([(box[1], box[3]) for box in boxes]):
        row = [box for box in boxes if top < (box[1] + box[3]) / 2 < bottom]
        for left, right in _cuts([(box[0], box[2]) for box in row]):
            inside = [box for box in row if left < (box[0] + box[2]) / 2 < right]
            first, last = min(box[1] for box in inside) - MARGIN, max(box[3] for box in inside) + MARGIN
            y, end = max(top, first), min(bottom, last)
            panels.append([round(float(number), 4) for number in (left, y, right - left, end - y)])
    return panels


def _cuts(spans):
    """Divide the interval [0, 1] in the middle of each gap between the spans, which may touch."""
    ends, reach = [0.0], None
    for low, high in sorted(spans):
        if reach is not None and low > reach - TOUCH:
            ends.append((low + reach) / 2)
        reach = high if reach is None else max(reach, high)
    return list(zip(ends, [*ends[1:], 1.0], strict=True))
