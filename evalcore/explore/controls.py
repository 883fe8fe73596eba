"""The controls of a picture: what they are made from, which values they can take, and how they are laid out."""

from collections.abc import Mapping, Sequence
from math import isclose

import ipywidgets as widgets
import matplotlib as mpl
import numpy as np

from evalcore.language import labelled


def control(name: str, value: object) -> widgets.ValueWidget:
    """An ipywidget, or what ``ipywidgets.interact`` makes of an abbreviation; its label is shown in full.

    A control without a label of its own has its name, in the language that is spoken.
    """
    made = widgets.interactive.widget_from_abbrev(value)
    if not isinstance(made, widgets.ValueWidget):
        raise ValueError(
            f"{name} must be an ipywidget with a value, (low, high, step), a list or a bool, got {value!r}"
        )
    if not made.description:
        made.description = labelled(name)
    made.style.description_width = "initial"
    if isinstance(made, widgets.Dropdown):
        made.layout.width = "max-content"
    if "Slider" in type(made).__name__:
        made.layout.width, made.layout.flex, made.layout.max_width = "auto", "1 1 320px", "520px"
    return made


def choices(control: widgets.ValueWidget) -> list[tuple[str, object]]:
    """What a menu, or a slider of named places, offers, each label with its value; nothing of other controls."""
    if not isinstance(getattr(control, "index", None), int):  # of some kinds several are chosen, or none
        return []
    options = list(control.options.items() if isinstance(control.options, Mapping) else control.options)
    if all(isinstance(option, list | tuple) and len(option) == 2 for option in options):
        return [(str(label), value) for label, value in options]
    return [(str(value), value) for value in options]


def positions(control: widgets.ValueWidget) -> list[object]:
    """All values that a slider, a menu or a checkbox can take; of another control the present one."""
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
    if any(isclose(one, control.value, rel_tol=1e-9, abs_tol=1e-9 * control.step) for one in every):
        return every
    return sorted([*every, control.value])  # which Python may set between two steps


def place(value: object, every: Sequence[object]) -> int:
    """Where a value stands among others: the first equal one, or the nearest number."""
    if value in every:
        return every.index(value)
    return min(range(len(every)), key=lambda number: abs(every[number] - value))


def offered(name: str, control: widgets.ValueWidget, wanted: int | Sequence[object] | None) -> list[object]:
    """The values of a control that a page without Python offers, the present one among them."""
    every = positions(control)
    if wanted is None:
        return every
    if isinstance(wanted, int):
        if not 2 <= wanted <= len(every):
            raise ValueError(f"lattice: {name} has {len(every)} positions, expected from 2 to as many, got {wanted}")
        places = {round(place) for place in np.linspace(0, len(every) - 1, wanted)}
        wanted = [every[place] for place in sorted(places)]
    if strange := [value for value in wanted if value not in every]:
        raise ValueError(f"lattice: {name} cannot be {strange[0]!r}; its positions are {every[:3]} … {every[-1]!r}")
    present = place(control.value, every)
    return [value for number, value in enumerate(every) if value in wanted or number == present]


def row(control: widgets.ValueWidget, *, played: bool) -> list[widgets.Widget]:
    """What a control is shown as, first, and what was made for it: a played one has a button before it."""
    if not played:
        return [control]
    if not isinstance(control, widgets.IntSlider):
        raise ValueError(f"a play button needs a slider of whole numbers, got {type(control).__name__}")
    ends = {"min": control.min, "max": control.max, "step": control.step, "value": control.value}
    button = widgets.Play(**ends, interval=400)
    link = widgets.jslink((button, "value"), (control, "value"))  # the browser walks it from low to high
    return [widgets.HBox([button, control], layout={"flex": "1 1 440px", "max_width": "640px"}), button, link]


def looks() -> widgets.HTML:
    """Controls as large as the text of the pictures, and a ring around the one that has the focus."""
    size = mpl.rcParams["font.size"]
    return widgets.HTML(
        f"""<style>.evalcore-living-picture {{--jp-widgets-font-size: {size}pt;
        --jp-widgets-inline-height: {2.2 * size}pt;
        --jp-widgets-slider-handle-size: {1.6 * size}pt; --jp-widgets-slider-track-thickness: {0.4 * size}pt}}
        .evalcore-living-picture :focus-visible {{outline: 3px solid #A0267A; outline-offset: 2px;
        box-shadow: 0 0 0 6px white}}</style>""",
        layout=widgets.Layout(display="none"),
    )
