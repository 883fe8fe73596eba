"""The axes of a drawn prediction as widgets: sliders move the curve at some positions."""

import html
from collections.abc import Callable, Mapping

import ipywidgets as widgets
import numpy as np

from evalcore.exercises.drawing import Axis, axes_svg
from evalcore.language import translated as _


class Paper(widgets.VBox):
    """Empty axes, and below them a slider for the position, or one slider for each of some positions of the curve.

    ``rule`` is that of a :class:`evalcore.exercises.Drawing`. When the reader submits the drawing, ``submit`` is called
    with it, in the form that :func:`evalcore.exercises.drawing.compared` takes.
    """

    def __init__(self, rule: Mapping, submit: Callable[[object], None]):
        self._rule, self.drawn = rule, None
        self._heights = {name: None for name in rule["names"]}  # of the sliders, None until one is moved
        self._axes = widgets.HTML(_STYLE + axes_svg(rule))
        self._done = widgets.Button(description=_("This is my answer"), disabled=True, layout=_START)
        self._done.on_click(lambda _button: submit(self.drawn))
        axis = Axis(**rule["across"])
        if rule["where"]:
            self._which = None
            self.sliders = [widgets.FloatSlider(0.5, min=0, max=1, step=0.005, readout=False, description=axis.label,
                                                style={"description_width": "initial"}, layout=_LEVEL)]  # fmt: skip
        else:
            self._which = widgets.ToggleButtons(options=rule["names"], style={"button_width": "auto"}, layout=_AUTO)
            self._which.observe(self._turn_to, "value")
            self.sliders = [widgets.FloatSlider(0.5, min=0, max=1, step=0.025, readout=False, orientation="vertical",
                                                description=axis.text(rule["x"][pen]), layout=_UPRIGHT)
                            for pen in rule["pens"]]  # fmt: skip
        for slider in self.sliders:
            slider.observe(self._move, "value")
        asks = widgets.HTML(_("{asks} Or choose an answer below.", asks=rule["asks"]))
        curve_buttons = [self._which] if len(rule["names"]) > 1 else []
        row = widgets.HBox(self.sliders, layout=_ROW if self._which else _AUTO)
        super().__init__([asks, self._axes, *curve_buttons, row, self._done])

    def _turn_to(self, _change):
        """Let the sliders show another curve."""
        heights = self._heights[self._which.value]
        for slider in self.sliders:
            slider.unobserve(self._move, "value")
        for slider, height in zip(self.sliders, heights or [0.5] * len(self.sliders), strict=True):
            slider.value = height
            slider.observe(self._move, "value")

    def _move(self, _change):
        values, rule = [slider.value for slider in self.sliders], self._rule
        if rule["where"]:
            self.drawn, is_complete = values[0], True
        else:
            self._heights[self._which.value] = values
            is_complete = all(self._heights.values())
            pens = [rule["places"][pen] for pen in rule["pens"]]
            nothing = [None] * len(rule["x"])
            self.drawn = [np.interp(rule["places"], pens, heights).tolist() if heights else nothing
                          for heights in self._heights.values()]  # fmt: skip
        self._done.disabled = not is_complete
        self._axes.value = _STYLE + axes_svg(rule, self.drawn)

    def reveal(self, *, drawn: bool) -> None:
        """Show the truth, over the drawing if that was the answer, and disable all controls."""
        line_styles = [_("solid: {name}"), _("dashed: {name}"), _("dotted: {name}")]
        curves = zip(line_styles, self._rule["names"] if self._which else (), strict=False)
        words = [_("Thick: the truth"), *([_("thin: yours")] if drawn else [])]
        words += [line_style.format(name=name) for line_style, name in curves]
        picture = axes_svg(self._rule, self.drawn if drawn else None, shown=True)
        self._axes.value = f"{_STYLE}{picture}<div>{html.escape(_('; ').join(words))}</div>"
        for control in [*self.sliders, self._done, *([self._which] if self._which else [])]:
            control.disabled = True


_AUTO = widgets.Layout(width="auto")
_START = widgets.Layout(width="auto", align_self="flex-start")
_LEVEL = widgets.Layout(width="464px", margin="0 0 0 4px")
_UPRIGHT = widgets.Layout(width="40px", height="120px", margin="0")
_ROW = widgets.Layout(width="440px", margin="0 0 0 44px", justify_content="space-between")
_STYLE = """<style>
.evalcore-prediction svg {width: 480px; max-width: 100%; font: 15px var(--jp-ui-font-family, sans-serif)}
.evalcore-prediction svg text {fill: currentColor}
.evalcore-prediction .widget-vslider .widget-label {height: auto; line-height: 1.4; overflow: visible}
.evalcore-prediction svg * {stroke-linejoin: round}
.evalcore-prediction svg .frame {stroke: currentColor; stroke-width: 1.2}
.evalcore-prediction svg .given {stroke: #808080; stroke-width: 2}
.evalcore-prediction svg .drawn {stroke: #C2479B; stroke-width: 3}
.evalcore-prediction svg .truth {stroke: currentColor; stroke-width: 5; stroke-opacity: .55}
.evalcore-prediction svg rect.truth {fill: currentColor; fill-opacity: .35; stroke: none}
</style>"""
