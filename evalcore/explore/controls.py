"""The controls of an interactive figure: how they are made, their possible values, and their layout."""

from collections.abc import Mapping, Sequence
from math import isclose

import ipywidgets as widgets
import matplotlib as mpl
import numpy as np

from evalcore.language import labelled


def control(name: str, value: object) -> widgets.ValueWidget:
    """Return an ipywidget, made from an abbreviation as in ``ipywidgets.interact`` if necessary.

    A control without a description gets its name, translated into the current language.
    """
    widget = widgets.interactive.widget_from_abbrev(value)
    if not isinstance(widget, widgets.ValueWidget):
        raise ValueError(
            f"{name} must be an ipywidget with a value, (low, high, step), a list or a bool, got {value!r}"
        )
    if not widget.description:
        widget.description = labelled(name)
    widget.style.description_width = "initial"  # so that long labels are not cut off
    if isinstance(widget, widgets.Dropdown):
        widget.layout.width = "max-content"
    if "Slider" in type(widget).__name__:
        widget.layout.width, widget.layout.flex, widget.layout.max_width = "auto", "1 1 320px", "520px"
    return widget


def choices(control: widgets.ValueWidget) -> list[tuple[str, object]]:
    """Return the (label, value) pairs of a menu or a selection slider, and [] for other controls."""
    if not isinstance(getattr(control, "index", None), int):  # None, or several are selected
        return []
    options = list(control.options.items() if isinstance(control.options, Mapping) else control.options)
    if all(isinstance(option, list | tuple) and len(option) == 2 for option in options):
        return [(str(label), value) for label, value in options]
    return [(str(value), value) for value in options]


def positions(control: widgets.ValueWidget) -> list[object]:
    """Return all values of a slider, a menu or a checkbox; for another control, only its current value."""
    if named := choices(control):
        return [value for _, value in named]
    if isinstance(control.value, bool):
        return [False, True]
    if not isinstance(control, widgets.IntSlider | widgets.FloatSlider | widgets.FloatLogSlider) or not control.step:
        return [control.value]
    steps = int((control.max - control.min) / control.step + 1e-9)
    every = [round(control.min + step * control.step, 10) for step in range(steps + 1)]
    if isinstance(control, widgets.FloatLogSlider):
        every = [control.base**exponent for exponent in every]
    if any(isclose(value, control.value, rel_tol=1e-9, abs_tol=1e-9 * control.step) for value in every):
        return every
    return sorted([*every, control.value])  # Python may have set a value between two steps


def index_of(value: object, every: Sequence[object]) -> int:
    """Return the index of the first equal value in ``every``, or of the nearest number."""
    if value in every:
        return every.index(value)
    return min(range(len(every)), key=lambda number: abs(every[number] - value))


def offered(name: str, control: widgets.ValueWidget, wanted: int | Sequence[object] | None) -> list[object]:
    """Return the values of a control that a page without Python offers, including the current one."""
    every = positions(control)
    if wanted is None:
        return every
    if isinstance(wanted, int):
        if not 2 <= wanted <= len(every):
            raise ValueError(f"lattice: {name} has {len(every)} positions, expected from 2 to as many, got {wanted}")
        indices = {round(index) for index in np.linspace(0, len(every) - 1, wanted)}
        wanted = [every[index] for index in sorted(indices)]
    if unknown := [value for value in wanted if value not in every]:
        raise ValueError(f"lattice: {name} cannot be {unknown[0]!r}; its positions are {every[:3]} … {every[-1]!r}")
    current = index_of(control.value, every)
    return [value for index, value in enumerate(every) if value in wanted or index == current]


def row(control: widgets.ValueWidget, *, played: bool) -> list[widgets.Widget]:
    """Return the widget to display for a control, followed by the widgets made for it (a play button and its link)."""
    if not played:
        return [control]
    if not isinstance(control, widgets.IntSlider):
        raise ValueError(f"a play button needs a slider of whole numbers, got {type(control).__name__}")
    ends = {"min": control.min, "max": control.max, "step": control.step, "value": control.value}
    button = widgets.Play(**ends, interval=400)
    link = widgets.jslink((button, "value"), (control, "value"))  # the browser plays it, from min to max
    return [widgets.HBox([button, control], layout={"flex": "1 1 440px", "max_width": "640px"}), button, link]


def style_sheet() -> widgets.HTML:
    """Return a style sheet: controls as large as the figures' text, and a ring around the focused control."""
    size = mpl.rcParams["font.size"]
    return widgets.HTML(
        f"""<style>.evalcore-living-picture {{--jp-widgets-font-size: {size}pt;
        --jp-widgets-inline-height: {2.2 * size}pt;
        --jp-widgets-slider-handle-size: {1.6 * size}pt; --jp-widgets-slider-track-thickness: {0.4 * size}pt}}
        .evalcore-living-picture :focus-visible {{outline: 3px solid #A0267A; outline-offset: 2px;
        box-shadow: 0 0 0 6px white}}</style>""",
        layout=widgets.Layout(display="none"),
    )
