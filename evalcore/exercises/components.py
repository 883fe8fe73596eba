"""Predictions, exercises and practice in a notebook, displayed by the scripts of the web page.

The browser checks the answers by the rules that :mod:`evalcore.exercises.judging` makes.
"""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
import traitlets

from evalcore.exercises import markup
from evalcore.exercises.drawing import Drawing, axes_svg
from evalcore.exercises.tasks import Family, Task
from evalcore.explore import cells
from evalcore.frontend import Component
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


class Question(Component):
    """A component that asks the reader a question; ``stored`` is the text that is saved in the notebook.

    ``name`` is the key under which the browser stores the answer. The component is released when its cell is run again.
    """

    html = traitlets.Unicode().tag(sync=True)
    name = traitlets.Unicode().tag(sync=True)

    def __init__(self, stored: str, **traits: object):
        self.stored = stored
        super().__init__(**traits)
        cells.remember(self)

    def retire(self) -> None:
        """Release the widget."""
        self.layout.close()
        self.close()

    def _repr_mimebundle_(self, **kwargs):
        bundle, metadata = super()._repr_mimebundle_(**kwargs)
        return bundle | {"text/plain": self.stored}, metadata


class Prediction(Question):
    """A question with a button for each option, and a button that shows the answer; ``predict`` makes it."""

    covers = traitlets.Int().tag(sync=True)

    def __init__(self, question: str, options: Sequence[str], answer: str, because: str, covers: int,
                 drawing: Drawing | None = None, veils: str = ""):  # fmt: skip
        self.question, self.options, self.answer, self.because = question, list(options), answer, because
        self.drawing, self.veils = drawing, veils
        rule = drawing.rule if drawing else None
        listed = "\n".join(f"  ( ) {option}" for option in options)
        how = _("Run the cell to draw or choose.") if drawing else _("Run the cell to choose.")
        super().__init__(
            f"{_('Predict. ')}{question}\n{listed}\n{how}", kind="prediction", name=question, covers=covers,
            html=markup.prediction(question, options, answer, because, drawing=rule,
                                   name=f"q{crc32(question.encode())}", axes=axes_svg(rule) if rule else "",
                                   veils=veils),
        )  # fmt: skip


class AnswerBox(Question):
    """A field for numbers, or a menu for each word, with a button; ``check`` makes it.

    ``verdict`` says that the exercise is not answered. It is shown where widgets cannot be displayed, as on GitHub.
    """

    def __init__(self, rule: Mapping, verdict: Verdict):
        self.verdict = verdict
        super().__init__(repr(verdict), kind="exercise", name=verdict.name, html=markup.exercise(verdict.name, rule))

    def _repr_mimebundle_(self, **kwargs):
        bundle, metadata = super()._repr_mimebundle_(**kwargs)
        return bundle | {"text/html": self.verdict._repr_html_()}, metadata


class Practice(Question):
    """Tasks of one family or of several; :func:`evalcore.exercises.practice` makes it.

    A task counts if the first answer is correct. A wrong answer, or a look at the solution before the answer, resets
    the number of correct answers in a row. Five in a row complete the practice. Without a seed, the tasks are random.

    Of several families, the page asks first the one that is due: a family comes again soon after a wrong answer, and
    later after each correct one. A list under the tasks shows which families the reader knows.
    """

    first = traitlets.Dict().tag(sync=True)

    def __init__(self, families: Sequence[Family], seed: int | None = None):
        self.families = families
        self.seed = int(np.random.default_rng().integers(2**31)) if seed is None else seed
        titles = _("; ").join(family.title for family in families)
        stored = _("Practice. {titles}.\nRun the cell to get a question with new numbers.", titles=titles)
        stored = stored.replace("?.", "?", 1).replace("？。", "？", 1)  # a title may be a question
        first = self.task(0).record()
        name = " ".join(family.name for family in families)
        super().__init__(
            stored, kind="practice", name=name, html=markup.practice(self.title, self.titles, first), first=first
        )
        self.on_msg(self._answer)

    @property
    def title(self) -> str:
        """The title of the family, or that of a mixed round."""
        return self.families[0].title if len(self.families) == 1 else _("A mixed round")

    @property
    def titles(self) -> dict[str, str]:
        """The titles of the families by their names."""
        return {family.name: family.title for family in self.families}

    def task(self, number: int) -> Task:
        """Return a task by its number; of n families, the first has the tasks 0, n, 2n, …, the second 1, n + 1, …."""
        return self.families[number % len(self.families)].task(self.seed + number)

    def _answer(self, _component, message, _buffers):
        self.send({"task": self.task(message["number"]).record(), "number": message["number"]})
