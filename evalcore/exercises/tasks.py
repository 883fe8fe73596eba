"""Practice: a family of small tasks of one kind, each drawn from a seed, with numbers that a head can compute.

A task is data as an exercise is: a question, the rule that judges answers (:mod:`evalcore.exercises.judging`), and a
solution in steps. JupyterLab, the page, the printed sheets and the tests read the same data.
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
MOST_TRIES = 500  # until numbers are drawn of which no two stand for the same
Words = Sequence[str | Sequence[Sequence[object]]]


@dataclass(frozen=True)
class Task:
    """A question with its numbers. A text is a paragraph; rows of cells are a table, whose first row is its head."""

    question: Words
    asked: Numbers | Choice
    steps: Words

    @cached_property
    def answer(self) -> str:
        """What is right, in words: the numbers to the decimals asked for, or a word for each place."""
        rule = self.asked.rule
        if rule["kind"] == "choice":
            return _(", ").join(next(word for word, hint in hints.items() if hint is None) for hints in rule["hints"])
        return "; ".join(f"{number:.{rule['decimals']}f}" for number in rule["right"][0])

    @property
    def is_clear(self) -> bool:
        """Whether each known mistake has its own numbers: none is right, none stands for another one."""
        rule = self.asked.rule
        if rule["kind"] == "choice":
            return True
        whole = len(rule["right"]) == 1 and all(isinstance(place, float) for place in rule["right"][0])
        return whole and all(
            judged(rule, given) == (1, hint)
            for hint, rows in rule["known"]
            for row in rows
            for given in (row, [round(number, rule["decimals"]) for number in row])
        )

    def record(self) -> dict:
        """The task as JSON, its words as HTML: what a page asks, judges by and shows."""
        return {
            "question": shown(self.question),
            "rule": self.asked.rule,
            "steps": [shown([step]) for step in self.steps],
            "answer": self.answer,
        }


@dataclass(frozen=True)
class Family:
    """Tasks of one kind; ``draw`` makes one from a generator, or None where the numbers will not do."""

    name: str
    english: str
    chapter: str
    draw: Callable[[np.random.Generator], Task | None]

    @property
    def title(self) -> str:
        """What is practised."""
        return _(self.english)

    def task(self, seed: int) -> Task:
        """The task of that seed (a whole number >= 0), the same one each time.

        >>> task = find("never-drawn").task(0)
        >>> task.asked.judge(task.answer) is None
        True
        """
        rng = np.random.default_rng([crc32(self.name.encode()), seed])
        for _try in range(MOST_TRIES):
            task = self.draw(rng)
            if task is not None and task.is_clear:
                return task
        raise RuntimeError(f"{self.name}: no clear numbers among {MOST_TRIES} tries from seed {seed}")


def apart(truth: float, mistakes: Mapping[str, float]) -> dict[str, float]:
    """The mistakes that show: not those whose number is the truth, and of several with one number the first.

    >>> apart(3, {"twice": 6, "the same": 3.0, "and two, and four": 6.0})
    {'twice': 6}
    """
    found: dict[str, float] = {}
    for hint, number in mistakes.items():
        if not np.isclose(number, [truth, *found.values()]).any():
            found[hint] = number
    return found


def family(name: str, title: str) -> Callable:
    """Register the decorated function, which draws a task of the family; its module says which chapter's it is.

    The ``title`` is English, and marked by standing here.
    """

    def register(draw):
        if name in FAMILIES:
            raise ValueError(f"there are two families named {name!r}")
        FAMILIES[name] = Family(name, title, draw.__module__.rpartition("_")[2], draw)
        return draw

    return register


def families(chapter: str | None = None) -> list[Family]:
    """All families, or those of a chapter ("04"), in the order in which they are taught."""
    for module in _modules():
        import_module(module.name)
    every = sorted(FAMILIES.values(), key=lambda each: each.chapter)
    return [each for each in every if chapter in (None, each.chapter)]


def find(name: str) -> Family:
    """The family of that name; only the module whose source names it is imported.

    Raises ``ValueError``, which lists the names, if there is none.
    """
    for module in _modules() if name not in FAMILIES else []:
        if f'@family("{name}",' in module.module_finder.find_spec(module.name).loader.get_source(module.name):
            import_module(module.name)
    if name not in FAMILIES:
        known = ", ".join(each.name for each in families())
        raise ValueError(f"there is no practice named {name!r}, expected one of {known}")
    return FAMILIES[name]


def _modules():
    package = import_module("evalcore.exercises")
    return [module for module in iter_modules(package.__path__, f"{package.__name__}.") if ".practice_" in module.name]


def shown(words: Words) -> str:
    """Return paragraphs and tables as HTML."""
    return "".join(
        f"<p>{html.escape(part)}</p>" if isinstance(part, str) else html_table(part[0], part[1:], row_names=False)
        for part in words
    )
