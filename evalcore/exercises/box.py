"""A verdict on an answer, and the box in which an answer is typed or chosen."""

import html
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import ipywidgets as widgets

from evalcore.language import translated as _


@dataclass(frozen=True)
class Verdict:
    """The result of ``check``: ``passed`` is True, False, or None if the exercise ``name`` has no answer yet."""

    passed: bool | None
    words: str
    name: str = ""

    def __repr__(self) -> str:
        return {True: _("✓ Right. "), False: _("✗ Not yet. "), None: "… "}[self.passed] + self.words

    def _repr_html_(self) -> str:
        colour = {True: "#00704F", False: "#B34700", None: "#6B6B6B"}[self.passed]
        style = f"border-left:4px solid {colour};padding-left:.8em"
        return f'<div role="status" style="{style}">{html.escape(repr(self))}</div>'


class AnswerBox(widgets.VBox):
    """A text field for numbers, or a menu per word, with a button; made by ``check``.

    ``rule`` is the rule of the exercise, ``judge`` returns the verdict on an answer, and ``verdict`` is the last one.
    Where widgets cannot be shown, as on GitHub, the first verdict is shown instead of the box.
    """

    def __init__(self, rule: Mapping, judge: Callable[[object], Verdict], verdict: Verdict):
        self._judge, self._unanswered, self.verdict = judge, verdict, verdict
        if rule["kind"] == "choice":
            menus = zip(rule["asks"], rule["hints"], strict=True)
            self.fields = [widgets.Dropdown(description=question, options=["", *words], layout=_MENU, **_LOOK)
                           for question, words in menus]  # fmt: skip
        else:  # reports its value when the reader presses Enter or leaves the field
            label = _("Your answer, {expected}", expected=rule["expected"])
            self.fields = [widgets.Text(description=label, continuous_update=False, layout=_FIELD, **_LOOK)]
            self.fields[0].observe(self._answered, "value")
        self._button = widgets.Button(description=_("Check"), layout=_BUTTON)
        self._button.on_click(self._answered)
        self._words = widgets.HTML()
        super().__init__([*self.fields, self._button, self._words])

    def _answered(self, _event: object) -> None:
        values = [field.value for field in self.fields]
        if all(values):
            self.verdict = self._judge(values if len(values) > 1 else values[0])
        else:
            self.verdict = Verdict(None, _("Choose in each place.") if any(values) else _("Not answered yet."))
        self._words.value = self.verdict._repr_html_()

    def _repr_mimebundle_(self, **kwargs):
        words = {"text/plain": repr(self._unanswered), "text/html": self._unanswered._repr_html_()}
        return super()._repr_mimebundle_(**kwargs) | words


_LOOK = {"style": {"description_width": "initial"}}
_MENU = widgets.Layout(width="auto", max_width="40em")
_BUTTON = widgets.Layout(width="auto", align_self="flex-start")
_FIELD = widgets.Layout(width="auto", max_width="40em", height="auto", flex_flow="row wrap")  # wraps below a long label
