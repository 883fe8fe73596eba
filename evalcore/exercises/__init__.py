"""Predictions that the reader commits to, and exercises that answer back."""

import html
from collections.abc import Sequence
from dataclasses import dataclass

import ipywidgets as widgets

from evalcore.exercises import (  # noqa: F401  each registers its exercises
    chapter_01,
    chapter_02,
    chapter_03,
    chapter_04,
    chapter_05,
    chapter_06,
    chapter_07,
)
from evalcore.exercises.judging import EXERCISES

__all__ = ["Prediction", "Verdict", "check", "predict"]


@dataclass(frozen=True)
class Verdict:
    """What :func:`check` says: ``passed`` is True, False, or None when there is no answer yet."""

    passed: bool | None
    words: str

    def __repr__(self) -> str:
        return {True: "✓ Right. ", False: "✗ Not yet. ", None: "… "}[self.passed] + self.words

    def _repr_html_(self) -> str:
        colour = {True: "#00704F", False: "#B34700", None: "#6B6B6B"}[self.passed]
        style = f"border-left:4px solid {colour};padding-left:.8em"
        return f'<div role="status" style="{style}">{html.escape(repr(self))}</div>'


def check(name: str, answer: object) -> Verdict:
    """Judge the answer to an exercise; never raises, whatever the answer is.

    ``...`` is "not answered yet". A wrong answer gets a hint that fits the mistake.

    >>> check("no-such-exercise", 1).passed
    False
    """
    if not isinstance(name, str) or name not in EXERCISES:
        return Verdict(False, f"There is no exercise named {name!r}.")
    if answer is ...:
        return Verdict(None, "Not answered yet: replace the three dots and run the cell again.")
    try:
        hint = EXERCISES[name](answer)
    except Exception as error:
        return Verdict(False, f"The answer could not be judged: {type(error).__name__}: {error}")
    return Verdict(True, "") if hint is None else Verdict(False, hint)


def predict(question: str, options: Sequence[str], answer: str | int, because: str) -> "Prediction":
    """Ask before the experiment: the reader chooses once, then sees the answer and why.

    ``answer`` is the right one of the ``options``, or its position. Raises ``ValueError`` for
    fewer than two options, or an answer that is none of them.

    >>> predict("2 + 2?", ["4", "5"], "4", "counting on gives 4").question
    '2 + 2?'
    """
    options = [str(option) for option in options]
    if len(set(options)) != len(options) or len(options) < 2:
        raise ValueError(f"expected two or more different options, got {options}")
    if isinstance(answer, int) and 0 <= answer < len(options):
        answer = options[answer]
    if answer not in options:
        raise ValueError(f"answer must be one of the options {options}, got {answer!r}")
    return Prediction(question, options, answer, because)


class Prediction(widgets.VBox):
    """A question with one button an option; made by :func:`predict`."""

    def __init__(self, question: str, options: list[str], answer: str, because: str):
        self.question, self.options, self.answer, self.because = question, options, answer, because
        self.chosen: str | None = None
        self._buttons = [widgets.Button(description=option, layout=_BUTTON) for option in options]
        self._verdict = widgets.HTML()
        for button in self._buttons:
            button.on_click(self._commit)
        label = widgets.HTML(f"<b>Predict.</b> {html.escape(question)}")
        bar = widgets.Box(self._buttons, layout=widgets.Layout(flex_flow="row wrap"))
        super().__init__([label, bar, self._verdict])
        self.add_class("evalcore-prediction")

    def _commit(self, button: widgets.Button) -> None:
        self.chosen = button.description
        for other in self._buttons:
            other.disabled = True
        right = self.chosen == self.answer
        words = f"{'✓' if right else '✗'} You said “{self.chosen}”. It is “{self.answer}”: {self.because}"
        self._verdict.value = f'<div role="status" style="line-height:1.4">{html.escape(words)}</div>'

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        options = "\n".join(f"  ( ) {option}" for option in self.options)
        bundle["text/plain"] = f"Predict. {self.question}\n{options}\nRun the cell to choose."
        return bundle


_BUTTON = widgets.Layout(width="auto", height="auto", min_height="2.2em")
