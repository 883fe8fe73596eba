"""Practice: families of small tasks, each drawn from a seed, with numbers for mental arithmetic.

Like an exercise, a task is data: a question, the rule that checks answers (:mod:`evalcore.exercises.judging`), and a
solution in steps. JupyterLab, the page, the worksheets and the tests use the same data.
"""

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules
from zlib import crc32

import numpy as np

from evalcore.exercises.judging import Choice, Numbers, judged
from evalcore.language import translated as _
from evalcore.live import html_table

FAMILIES: dict[str, "Family"] = {}
MOST_TRIES = 5000  # random draws until all mistakes have different numbers
Words = Sequence[str | Sequence[Sequence[object]]]


@dataclass(frozen=True)
class Task:
    """A question with its numbers. A string is a paragraph; rows of cells are a table whose first row is its head."""

    question: Words
    exercise: Numbers | Choice
    steps: Words

    @cached_property
    def answer(self) -> str:
        """The correct answer as text: the numbers to the required decimals, or a word for each question."""
        rule = self.exercise.rule
        if rule["kind"] == "choice":
            return _(", ").join(next(word for word, hint in hints.items() if hint is None) for hints in rule["hints"])
        return "; ".join(f"{number:.{rule['decimals']}f}" for number in rule["right"][0])

    @property
    def is_clear(self) -> bool:
        """True if each known mistake is distinguishable: none gives the right numbers or those of another mistake."""
        rule = self.exercise.rule
        if rule["kind"] == "choice":
            return True
        is_one_row = len(rule["right"]) == 1 and all(isinstance(number, float) for number in rule["right"][0])
        return is_one_row and all(
            judged(rule, answer) == (1, hint)
            for hint, rows in rule["known"]
            for row in rows
            for answer in (row, [round(number, rule["decimals"]) for number in row])
        )

    def record(self) -> dict:
        """Return the task as JSON, with its texts as HTML, for a page."""
        return {
            "question": to_html(self.question),
            "rule": self.exercise.rule,
            "steps": [to_html([step]) for step in self.steps],
            "answer": self.answer,
        }


@dataclass(frozen=True)
class Family:
    """Tasks of one kind; ``draw`` makes one from a generator, or returns None if the numbers are unsuitable."""

    name: str
    english: str
    chapter: str
    draw: Callable[[np.random.Generator], Task | None]

    @property
    def title(self) -> str:
        """The title in the current language."""
        return _(self.english)

    def task(self, seed: int) -> Task:
        """Return the task for a seed (a whole number >= 0), which is always the same.

        >>> task = find("never-drawn").task(0)
        >>> task.exercise.judge(task.answer) is None
        True
        """
        rng = np.random.default_rng([crc32(self.name.encode()), seed])
        for _try in range(MOST_TRIES):
            task = self.draw(rng)
            if task is not None and task.is_clear:
                return task
        raise RuntimeError(f"{self.name}: no clear numbers among {MOST_TRIES} tries from seed {seed}")


def distinct(truth: float, mistakes: Mapping[str, float]) -> dict[str, float]:
    """Return the mistakes that differ from the truth; of several with the same number only the first.

    >>> distinct(3, {"twice": 6, "the same": 3.0, "and two, and four": 6.0})
    {'twice': 6}
    """
    kept: dict[str, float] = {}
    for hint, number in mistakes.items():
        if not np.isclose(number, [truth, *kept.values()]).any():
            kept[hint] = number
    return kept


def cases(rng: np.random.Generator, question: str, words: Mapping[str, Sequence[str]],
          known: Sequence[tuple[str, str, str]], count: int = 3) -> Task | None:  # fmt: skip
    """Return a task that asks for the word that fits each of several cases, or None if one word fits all of them.

    A known case is its text, the word that fits, and the reason, which is also the hint. ``count`` of them are drawn.
    """
    drawn = [known[i] for i in rng.choice(len(known), count, replace=False)]
    if len({word for _text, word, _reason in drawn}) < 2:
        return None
    labelled = [(f"({letter})", *case) for letter, case in zip("abcdefgh", drawn, strict=False)]
    return Task(
        [question, *(f"{label} {text}" for label, text, _word, _reason in labelled)],
        Choice({label: (word, reason) for label, _text, word, reason in labelled}, words),
        [_("{label} {word}: {reason}", label=label, word=_(word), reason=reason)
         for label, _text, word, reason in labelled],
    )  # fmt: skip


def family(name: str, title: str) -> Callable:
    """Register the decorated function, which draws a task of the family; the chapter is that of its module.

    The ``title`` is English; as an argument of this function it is marked for translation.
    """

    def register(draw):
        if name in FAMILIES:
            raise ValueError(f"there are two families named {name!r}")
        FAMILIES[name] = Family(name, title, draw.__module__.rpartition("_")[2], draw)
        return draw

    return register


def families(chapter: str | None = None) -> list[Family]:
    """Return all families, or those of a chapter ("04"), in the order in which they are taught."""
    for module in _modules():
        import_module(module.name)
    every = sorted(FAMILIES.values(), key=lambda family: family.chapter)
    return [family for family in every if chapter in (None, family.chapter)]


def find(name: str) -> Family:
    """Return the family with this name; only the module whose source contains the name is imported.

    Raises ``ValueError``, which lists the names, if there is none.
    """
    for module in _modules() if name not in FAMILIES else []:
        if f'@family("{name}",' in module.module_finder.find_spec(module.name).loader.get_source(module.name):
            import_module(module.name)
    if name not in FAMILIES:
        names = ", ".join(family.name for family in families())
        raise ValueError(f"there is no practice named {name!r}, expected one of {names}")
    return FAMILIES[name]


def _modules():
    package = import_module("evalcore.exercises")
    return [module for module in iter_modules(package.__path__, f"{package.__name__}.") if ".practice_" in module.name]


def to_html(words: Words) -> str:
    """Return paragraphs and tables as HTML."""
    return "".join(
        f"<p>{html.escape(part)}</p>" if isinstance(part, str) else html_table(part[0], part[1:], row_names=False)
        for part in words
    )
