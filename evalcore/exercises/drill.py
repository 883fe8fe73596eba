"""The widget for practising one family of tasks, or several in turn, until five in a row are correct."""

from collections.abc import Sequence

import ipywidgets as widgets
import numpy as np

from evalcore.exercises.box import AnswerBox, Verdict
from evalcore.exercises.judging import unread
from evalcore.exercises.tasks import Family, Task, to_html
from evalcore.language import translated as _

IN_A_ROW = 5


class Practice(widgets.VBox):
    """A question, an answer box, the solution step by step, and a button for another question.

    A question counts if the first answer is correct: a wrong answer, or looking at the solution first, resets ``row``,
    the number of correct answers in a row. At :data:`IN_A_ROW` the practice is complete, until the reader asks for
    another question. Made by :func:`evalcore.exercises.practice`; without a seed it starts at a random one.
    """

    def __init__(self, families: Sequence[Family], seed: int | None = None):
        self.families, self.row = families, 0
        self.seed = int(np.random.default_rng().integers(2**31)) if seed is None else seed
        self.question, self.box, self.solution = widgets.HTML(), widgets.VBox(), widgets.HTML()
        self.step = _button(_("Solution, a step"), self._show_step)
        self.another = _button(_("Another"), self._ask_another)
        self.count = widgets.HTML()
        buttons = widgets.HBox([self.step, self.another])
        super().__init__([self.question, self.box, buttons, self.solution, self.count])
        self.add_class("evalcore-practice")
        self._ask()

    @property
    def title(self) -> str:
        """The title of the family of tasks."""
        return self.families[0].title if len(self.families) == 1 else _("A mixed round")

    def _ask(self) -> None:
        self.task: Task = self.families[self.seed % len(self.families)].task(self.seed)
        self._steps, self._open = 0, True  # _open: the question can still count
        self.question.value = f"{_STYLE}<b>{_('Practice. ')}</b>{self.title}{to_html(self.task.question)}"
        self.box.children = [AnswerBox(self.task.exercise.rule, self._judge, Verdict(None, _("Not answered yet.")))]
        self.solution.value = ""
        self.step.disabled = False
        self._show_count()

    def _ask_another(self, _button: object) -> None:
        self.row %= IN_A_ROW
        self.seed += 1
        self._ask()

    def _judge(self, answer: object) -> Verdict:
        hint = self.task.exercise.judge(answer)
        if self._open and hint != unread(self.task.exercise.rule, answer):  # an unreadable answer does not count
            self.row, self._open = (self.row + 1 if hint is None else 0), False
        self._show_count()
        return Verdict(hint is None, hint or "")

    def _show_step(self, _button: object) -> None:
        if self._open:
            self.row, self._open = 0, False
        self._steps += 1
        self.solution.value = to_html(self.task.steps[: self._steps])
        self.step.disabled = self._steps == len(self.task.steps)
        self._show_count()

    def _show_count(self) -> None:
        words = _("{row} right in a row, of {all}.", row=self.row, all=IN_A_ROW)
        if self.row == IN_A_ROW:
            words = _("{all} right in a row: you have it. Another begins a new row.", all=IN_A_ROW)
        self.count.value = f'<div role="status">{"●" * self.row}{"○" * (IN_A_ROW - self.row)} {words}</div>'

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        titles = _("; ").join(family.title for family in self.families)
        bundle["text/plain"] = _(
            "Practice. {titles}.\nRun the cell for a question with numbers of its own.", titles=titles
        )
        return bundle


def _button(words, clicked):
    button = widgets.Button(description=words, layout=widgets.Layout(width="auto"))
    button.on_click(clicked)
    return button


_STYLE = """<style>
.evalcore-practice {--jp-widgets-font-size: var(--jp-content-font-size1, 14px)}
.evalcore-practice .widget-html-content {font-size: var(--jp-content-font-size1, 14px); line-height: 1.4}
.evalcore-practice p {margin: .4em 0}
.evalcore-practice table {border-collapse: collapse; margin: .4em 0}
.evalcore-practice :is(th, td) {padding: .1em .7em; text-align: right; border-bottom: 1px solid}
</style>"""
