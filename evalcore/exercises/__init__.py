"""Predictions that the reader makes before an experiment, and self-checking exercises."""

import html
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules

import ipywidgets as widgets

from evalcore.exercises import drill, tasks
from evalcore.exercises.box import AnswerBox, Verdict
from evalcore.exercises.drawing import Drawing, compared, pinpoint, sketch
from evalcore.exercises.judging import EXERCISES, Choice, Code, Numbers
from evalcore.exercises.paper import Paper
from evalcore.language import translated as _

__all__ = [
    "AnswerBox", "Drawing", "Prediction", "Verdict", "check", "find", "pinpoint", "practice", "predict", "sketch",
]  # fmt: skip


def check(name: str, answer: object = ...) -> Verdict | AnswerBox:
    """Check the answer to an exercise, and return a verdict; no answer raises an exception.

    Parameters
    ----------
    name : str
        The name of the exercise.
    answer : object, optional
        The answer. Text is read as people write numbers, such as ``"48 %"`` or ``"3/5"``. Without an answer, or with
        ``...``, a box to type it in is shown, unless the answer has to be code.

    Returns
    -------
    Verdict or AnswerBox
        The verdict on a wrong answer has a hint that fits the mistake.

    Examples
    --------
    >>> check("no-such-exercise", 1).passed
    False
    """
    try:
        exercise = find(name)
        if exercise is None:
            return Verdict(False, _("There is no exercise named {name!r}.", name=name))
        if answer is ...:
            verdict = Verdict(None, _("Not answered yet: replace the three dots and run the cell again."), name)
            return AnswerBox(exercise.rule, lambda typed: check(name, typed), verdict) if exercise.rule else verdict
        hint = exercise.judge(answer)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        return Verdict(False, _("The answer could not be judged: {why}", why=why), name)
    return Verdict(hint is None, hint or "", name)


def find(name: str) -> Numbers | Choice | Code | None:
    """Return the exercise with this name, or None.

    The chapter whose source contains the name is imported, which registers its exercises.
    """
    name = name if isinstance(name, str) else ""
    for chapter in iter_modules(__path__, f"{__name__}.") if name not in EXERCISES else []:
        loader = chapter.module_finder.find_spec(chapter.name).loader
        if ".chapter_" in chapter.name and f'("{name}")' in loader.get_source(chapter.name):
            import_module(chapter.name)
    return EXERCISES[name]() if name in EXERCISES else None


def predict(question: str, options: Sequence[str], answer: str, because: str, *, covers: int = 1,
            drawing: Drawing | None = None) -> "Prediction":  # fmt: skip
    """Return a question to be answered before an experiment: the reader chooses, then sees the answer and the reason.

    Parameters
    ----------
    question : str
    options : sequence of str
        Two or more different options.
    answer : str
        The correct one of the options.
    because : str
        The explanation shown with the answer.
    covers : int
        The number of following cells that give the answer away. JupyterLab hides them until the reader has
        chosen or asked for the answer.
    drawing : Drawing, optional
        Made by :func:`sketch` or :func:`pinpoint`; lets the reader draw the answer instead.

    Raises
    ------
    ValueError
        If there are fewer than two options, the answer is not one of them, or no cell is covered.

    Examples
    --------
    >>> predict("2 + 2?", ["4", "5"], "4", "counting on gives 4").question
    '2 + 2?'
    """
    options = [str(option) for option in options]
    if len(set(options)) != len(options) or len(options) < 2:
        raise ValueError(f"expected two or more different options, got {options}")
    if answer not in options:
        raise ValueError(f"answer must be one of the options {options}, got {answer!r}")
    if not isinstance(covers, int) or covers < 1:
        raise ValueError(f"covers must be a whole number >= 1, got {covers!r}")
    if drawing is not None and not isinstance(drawing, Drawing):
        raise ValueError(f"drawing must be made by sketch(…) or pinpoint(…), got {type(drawing).__name__}")
    return Prediction(question, options, answer, because, covers, drawing)


def practice(*names: str, seed: int | None = None) -> drill.Practice:
    """Return small tasks with new numbers each time, until five in a row are correct.

    Each task has hints for known mistakes, and a solution in steps.

    Parameters
    ----------
    *names : str
        One or more families of tasks, which take turns.
    seed : int, optional
        A number >= 0 that determines the tasks; random by default.

    Raises
    ------
    ValueError
        If there is no family with this name; the message lists the names.

    Examples
    --------
    >>> practice("never-drawn", seed=0).title
    'Never drawn in a few draws'
    """
    if not names:
        names = ", ".join(family.name for family in tasks.families())
        raise ValueError(f"expected the name of a practice, one of {names}")
    if seed is not None and (not isinstance(seed, int) or seed < 0):
        raise ValueError(f"seed must be a whole number >= 0, got {seed!r}")
    return drill.Practice([tasks.find(name) for name in names], seed)


class Prediction(widgets.VBox):
    """A question with one button per option, and one that shows the answer; made by :func:`predict`."""

    def __init__(self, question: str, options: list[str], answer: str, because: str, covers: int,
                 drawing: Drawing | None = None):  # fmt: skip
        self.question, self.options, self.answer, self.because, self.covers = question, options, answer, because, covers
        self.drawing, self.chosen = drawing, None
        self._buttons = [widgets.Button(description=option, layout=_BUTTON) for option in options]
        self._show = widgets.Button(
            description=_("Show"), tooltip=_("Show the answer without choosing"), layout=_BUTTON
        )
        self._verdict = widgets.HTML()
        for button in [*self._buttons, self._show]:
            button.on_click(self._commit)
        self._show.add_class("evalcore-show")
        label = widgets.HTML(f"{_hiding_style(covers)}<b>{_('Predict. ')}</b>{html.escape(question)}")
        bar = widgets.Box([*self._buttons, self._show], layout=widgets.Layout(flex_flow="row wrap"))
        self._paper = Paper(drawing.rule, self._commit_drawn) if drawing else None
        super().__init__([label, *([self._paper] if drawing else []), bar, self._verdict])
        self.add_class("evalcore-prediction")
        self.add_class(f"evalcore-covers-{covers}")

    def _commit(self, button: widgets.Button) -> None:
        self.chosen = None if button is self._show else button.description
        mark = "✓" if self.chosen == self.answer else "✗"
        reply = "" if self.chosen is None else _("{mark} You said “{chosen}”. ", mark=mark, chosen=self.chosen)
        self._show_answer(reply, drawn=False)

    def _commit_drawn(self, drawn: object) -> None:
        right, words = compared(self.drawing.rule, drawn)
        self._show_answer(f"{'✓' if right else '✗'} {words} ", drawn=True)

    def _show_answer(self, reply: str, *, drawn: bool) -> None:
        for button in [*self._buttons, self._show]:
            button.disabled = True
        if self._paper:
            self._paper.reveal(drawn=drawn)
        words = reply + _("It is “{answer}”: {because}", answer=self.answer, because=self.because)
        self._verdict.value = f'<div role="status" style="line-height:1.4">{html.escape(words)}</div>'

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        options = "\n".join(f"  ( ) {option}" for option in self.options)
        how = _("Run the cell to draw or choose.") if self.drawing else _("Run the cell to choose.")
        bundle["text/plain"] = f"{_('Predict. ')}{self.question}\n{options}\n{how}"
        return bundle


_BUTTON = widgets.Layout(width="auto", height="auto", min_height="2.2em")


def _hiding_style(covers: int) -> str:
    """Return the style that hides the cells after an open prediction, and sets its text as large as the prose.

    It needs no script: it is a rule for the cells that follow a cell with an enabled button of this kind. After the
    answer, ``<details class="behind">`` in their prose, which a page that was not run keeps closed, are open.
    """
    prediction, is_open = (f".jp-Cell:has(.evalcore-covers-{covers}{which})" for which in ("", " button:enabled"))
    behind, covered = (
        ", ".join(cell + " + .jp-Cell" * place for place in range(1, covers + 1)) for cell in (prediction, is_open)
    )
    return f"""<style>
    .evalcore-prediction {{--jp-widgets-font-size: var(--jp-content-font-size1, 14px);
      --jp-widgets-inline-height: 2.2em}}
    .evalcore-prediction .widget-html-content {{font-size: var(--jp-content-font-size1, 14px); line-height: 1.4}}
    .evalcore-prediction button {{white-space: normal; line-height: 1.3; text-align: left}}
    .evalcore-prediction .evalcore-show {{background: none; text-decoration: underline}}
    @supports selector(::details-content) {{
      :is({behind}) .behind > summary {{display: none}}
      :is({behind}) .behind::details-content {{content-visibility: visible}}
    }}
    :is({covered}) {{position: relative; max-height: 12em; overflow: hidden}}
    :is({covered}) > * {{visibility: hidden}}
    :is({covered})::after {{content: "{_("Choose above first")}"; position: absolute; inset: 4px 1em 4px 6em;
      display: flex; align-items: center; justify-content: center; color: var(--jp-ui-font-color1, #222);
      border: 1px dashed; background: repeating-linear-gradient(135deg, var(--jp-layout-color1, white) 0 12px,
      var(--jp-layout-color2, #EEE) 12px 24px)}}
    </style>"""
