"""Predictions that the reader makes before an experiment, and self-checking exercises."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from evalcore.exercises import tasks
from evalcore.exercises.components import AnswerBox, Practice, Prediction, Verdict
from evalcore.exercises.drawing import Drawing, pinpoint, sketch
from evalcore.exercises.judging import EXERCISES, Choice, Code, Numbers
from evalcore.language import language
from evalcore.language import translated as _

__all__ = [
    "AnswerBox", "Drawing", "Practice", "Prediction", "Verdict", "check", "find", "pinpoint", "practice", "predict",
    "sketch",
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
            return AnswerBox(exercise.rule, verdict) if exercise.rule else verdict
        hint = exercise.judge(answer)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        return Verdict(False, _("The answer could not be checked: {why}", why=why), name)
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


def predict(question: str, options: Sequence[str], answer: str, because: str = "", *, covers: int = 1,
            drawing: Drawing | None = None, veils: str = "") -> Prediction:  # fmt: skip
    """Return a question to be answered before an experiment: the reader chooses, then sees the answer and the reason.

    Parameters
    ----------
    question : str
    options : sequence of str
        Two or more different options.
    answer : str
        The correct one of the options. Without ``because``, the name of a prediction of the course, whose answer and
        explanation are in ``evalcore/exercises/answers_*.py``, so that the notebook does not show them.
    because : str, optional
        The explanation shown with the answer.
    covers : int
        The number of following cells that give the answer away. JupyterLab hides them until the reader has
        chosen or asked for the answer.
    drawing : Drawing, optional
        Made by :func:`sketch` or :func:`pinpoint`; lets the reader draw the answer instead.
    veils : str
        The address of a figure above, made by ``explore(…, veil=…)``, which the answer unveils: the id of its cell, or,
        with the state to which it then moves, ``"two-planes?threshold=0.38"``.

    Raises
    ------
    ValueError
        If there are fewer than two options, the answer is not one of them, there is no prediction of this name, or no
        cell is covered.

    Examples
    --------
    >>> predict("2 + 2?", ["4", "5"], "4", "counting on gives 4").question
    '2 + 2?'
    """
    options = [str(option) for option in options]
    if len(set(options)) != len(options) or len(options) < 2:
        raise ValueError(f"expected two or more different options, got {options}")
    if not because:
        answer, because = _kept_answer(answer, options)
    if answer not in options:
        raise ValueError(f"answer must be one of the options {options}, got {answer!r}")
    if not isinstance(covers, int) or covers < 1:
        raise ValueError(f"covers must be a whole number >= 1, got {covers!r}")
    if drawing is not None and not isinstance(drawing, Drawing):
        raise ValueError(f"drawing must be made by sketch(…) or pinpoint(…), got {type(drawing).__name__}")
    return Prediction(question, options, answer, because, covers, drawing, veils)


@cache
def kept_answers() -> dict[str, tuple[int, str, str]]:
    """Return by name, for each prediction of the course, the number and the English text of the correct option, and the
    reason in English."""
    modules = [module.name for module in iter_modules(__path__, f"{__name__}.") if ".answers_" in module.name]
    return {name: answer for module in modules for name, answer in import_module(module).ANSWERS.items()}


def _kept_answer(name, options):
    """Return the correct option and the reason, in the current language."""
    if name not in kept_answers():
        raise ValueError(f"expected an answer and a reason, or the name of a prediction of the course, got {name!r}")
    number, text, because = kept_answers()[name]
    if language() == "en" and text not in options[number - 1 : number]:
        raise ValueError(f"option {number} of {name!r} must be {text!r}, as in the answers, got {options}")
    return options[number - 1], _(because)


def practice(*names: str, seed: int | None = None) -> Practice:
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
    return Practice([tasks.find(name) for name in names], seed)
