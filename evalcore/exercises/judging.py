"""An exercise is data: what is right, which mistakes are known, and what is said to each.

Most ask for :class:`Numbers`, some for a :class:`Choice`; :class:`Code` is left for answers that only a function can
judge. JupyterLab, the page and the tests read the same data: ``rule()`` gives it as JSON, and :func:`judged` and the
page's script (``book/exercises.js``) judge by it alike.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache, cached_property
from itertools import combinations, product
from math import inf, isfinite
from reprlib import repr as shortened
from unicodedata import normalize

import numpy as np

from evalcore.exercises.reading import numbers, readings
from evalcore.language import language, marked
from evalcore.language import translated as _

EXERCISES: dict[str, Callable[[], "Numbers | Choice | Code"]] = {}
PER_CENT = marked("That is in per cent. A rate lies between 0 and 1.")
_COUNT = [  # as a word of a sentence
    "", marked("one"), marked("two"), marked("three"), marked("four"), marked("five"), marked("six"),
    marked("seven"), marked("eight"), marked("nine"),
]  # fmt: skip


def exercise(name: str) -> Callable:
    """Register the decorated function, which makes the exercise of that name when it is first asked for.

    It is made once for each language.
    """

    def register(make):
        if name in EXERCISES:
            raise ValueError(f"there are two exercises named {name!r}")
        made = cache(lambda _spoken: make())
        EXERCISES[name] = lambda: made(language())
        return make

    return register


@dataclass(frozen=True)
class Between:
    """In the place of a number: any above ``low`` and at most ``high``."""

    low: float = -inf
    high: float = inf


@dataclass(frozen=True)
class OneOf:
    """In the place of a truth or a mistake: any of several."""

    values: Sequence[object]


def grouped(answers: Iterable[Sequence], hint: Callable[[Sequence], str | None]) -> dict[str | None, OneOf]:
    """Where all answers can be tried: those that are right under None, the others under their hints."""
    found: dict = {}
    for answer in answers:
        found.setdefault(hint(answer), []).append(answer)
    return {said: OneOf(those) for said, those in found.items()}


@dataclass(frozen=True)
class Numbers:
    """An exercise that asks for a number, or several.

    ``truth`` and each of the ``mistakes``, by the hint that explains it, is a number or a row of them; a
    :class:`Between` may stand for a number, a :class:`OneOf` for the whole. ``otherwise`` is said to all other
    answers: one hint, or one for each number, said to the first wrong one. So many ``decimals`` are asked for; with 0 a
    whole number is, and nothing is rounded. ``asks`` says what stands in each place, ``fields`` which parts of a result
    are taken if it is given whole.

    An answer is right if it is so to the decimals that are asked for. Other answers stand for all that they may be
    rounded or cut from: see :func:`judged`.
    """

    truth: object
    mistakes: Mapping[str, object]
    otherwise: str | Sequence[str]
    decimals: int = 3
    asks: Sequence[str] = ()
    fields: Sequence[str] = ()

    @cached_property
    def rule(self) -> dict:
        """The exercise as JSON: each value as its alternatives, each a row of numbers and [low, high]."""
        right = _alternatives(self.truth)
        count = len(right[0])
        digits = _decimals(self.decimals)
        return {
            "kind": "numbers",
            "count": count,
            "decimals": self.decimals,
            "right": right,
            "known": [[hint, _alternatives(value)] for hint, value in self.mistakes.items()],
            "otherwise": [self.otherwise] * count if isinstance(self.otherwise, str) else list(self.otherwise),
            "rounded": _("That is right, rounded too far. Give {digits}.", digits=digits),
            "cut": _("That is right, but cut off, not rounded. Give {digits}.", digits=digits),
            **_expected(_("a number"), _("{count} numbers"), count, self.asks),
        }

    def judge(self, answer: object) -> str | None:
        """None if the answer is right, else the hint."""
        rule, count = self.rule, self.rule["count"]
        if isinstance(answer, str):
            found = readings(answer, count)
        elif hint := self._of_a_whole_result(answer := self._taken(answer)):
            return hint
        else:
            try:
                found = [given] if len(given := numbers(answer)) == count and all(map(isfinite, given)) else []
            except (TypeError, ValueError, OverflowError, RecursionError):
                found = []
        if not found:
            return unread(rule, answer)
        return min((judged(rule, given) for given in found), key=lambda verdict: verdict[0])[1]

    def _taken(self, answer):
        if self.fields and all(hasattr(answer, name) for name in self.fields):
            return [getattr(answer, name) for name in self.fields]
        return answer

    def _of_a_whole_result(self, answer):
        """A hint if the answer is a result of several numbers, of which fewer are asked."""
        names = getattr(answer, "_fields", getattr(answer, "__dataclass_fields__", ()))
        parts = {} if isinstance(answer, type) else {name: getattr(answer, name) for name in names}
        if len(parts) <= self.rule["count"]:
            return None
        right = [name for name, part in parts.items() if self.rule["count"] == 1 and self.judge(part) is None]
        names = _(" or ").join(f".{name}" for name in right or parts)
        return _("That is the whole result. Give {expected}: its {names}.", expected=self.rule["expected"], names=names)


def judged(rule: Mapping, given: Sequence[float]) -> tuple[int, str | None]:
    """How numbers fare by the rule: (0, None) if right, (1, a hint for them), or (2, the hint for all others).

    Of the truth and the known mistakes that the numbers may be rounded or cut from, the nearest is taken.
    """
    half = 0.5 * 10 ** -rule["decimals"] * (1 + 1e-9) if rule["decimals"] else 1e-9
    if any(all(map(_is_within, given, row, [half] * len(row))) for row in rule["right"]):
        return 0, None
    best, said = inf, None
    for hint, rows in [(None, rule["right"]), *rule["known"]]:
        for row in rows:
            far = max(_distance(g, p, _slack(p, half) if hint else half) for g, p in zip(given, row, strict=True))
            if far < best:
                rounded = all(_is_within(g, p, max(half, _unit(g) / 2)) for g, p in zip(given, row, strict=True))
                best, said = far, hint or rule["rounded" if rounded else "cut"]
    if said:
        return 1, said
    first = next(i for i, (g, p) in enumerate(zip(given, rule["right"][0], strict=True)) if not _is_within(g, p, half))
    return 2, rule["otherwise"][first]


def _is_within(given, place, half):
    if isinstance(place, float):
        return abs(given - place) <= half
    low, high = place
    return (low is None or low < given) and (high is None or given <= high)


def _slack(place, half):
    """How far from a known mistake an answer may be: a thousandth, if it is no whole number."""
    return half if not isinstance(place, float) or place.is_integer() else max(half, abs(place) / 1000)


def _unit(given):
    """One in the last digit of a number, of which twelve count, or a hair more."""
    return (1 + 1e-9) * 10.0 ** min(0, Decimal(f"{given:.12g}").normalize().as_tuple().exponent)


def _distance(given, place, slack):
    """How far off a number is, as a share of the place, if it may stand for it; else infinite."""
    if not isinstance(place, float):
        return 1.0 if _is_within(given, place, 0) else inf
    off = abs(given - place)
    if not (given and place):
        return 0.0 if off <= slack and not place else inf
    share, unit = off / abs(place), _unit(given)
    cut = abs(given) <= abs(place) and off < unit * (1 - 1e-8)
    return share if off <= slack or (share <= 0.1 + 1e-9 and (cut or off <= unit / 2)) else inf


def _alternatives(value):
    """The rows of numbers that a value stands for."""
    if isinstance(value, OneOf):
        return [row for one in value.values for row in _alternatives(one)]
    row = value if isinstance(value, list | tuple) or np.ndim(value) else [value]
    return [[_ends(place) if isinstance(place, Between) else float(place) for place in row]]


def _ends(place):
    return [end if isfinite(end) else None for end in (float(place.low), float(place.high))]


def _decimals(count):
    if count < 2:
        return _("one decimal") if count else _("no decimals")
    return _("{count} decimals", count=_(_COUNT[count]))


def _expected(one, many, count, asks):
    """What is asked for in words, and what a page says to an answer that is no such thing."""
    what = one if count == 1 else many.format(count=_(_COUNT[count]))
    what = _("{what} ({asks})", what=what, asks=_(", ").join(asks)) if asks else what
    return {"expected": what, "unread": _("Expected {expected}.", expected=what)}


def unread(rule: Mapping, answer: object) -> str:
    """What is said to an answer that is not of the kind that is asked for."""
    return _("Expected {expected}, got {answer}.", expected=rule["expected"], answer=shortened(answer))


@dataclass(frozen=True)
class Choice:
    """An exercise that asks for a word in each of several places.

    ``parts`` has, for each place by what is asked there, the right one of the ``words``, the hint for all others, and
    own hints by word, if there are any; or, of a place with words of its own, what is said to each: None if it is
    right, else the hint. ``words``, marked and in English, are given with what else they may be called; each is shown
    in the language that is spoken, and known in both, as is what is asked. ``mistakes`` are known rows of words,
    as rows (or a :class:`OneOf` of them) by their hints, with None for any word; they are looked up first.
    """

    parts: Mapping[str, tuple | Mapping[str, str | None]]
    words: Mapping[str, Sequence[str]]
    mistakes: Mapping[str, object] = field(default_factory=dict)

    @cached_property
    def rule(self) -> dict:
        """The exercise as JSON: places, the words for each, and the hints."""
        menus = [said if isinstance(said, Mapping) else self._hints(*said) for said in self.parts.values()]
        hints = [{_(word): hint for word, hint in menu.items()} for menu in menus]
        known = {}
        for hint, rows in self.mistakes.items():
            for row in rows.values if isinstance(rows, OneOf) else [rows]:
                options = [[_(word)] if word else menu for word, menu in zip(row, hints, strict=True)]
                known |= {"|".join(words): hint for words in product(*options)}
        asks = [*map(_, self.parts)]
        expected = _expected(_("a word"), _("{count} words"), len(asks), asks)
        return {"kind": "choice", "asks": asks, "hints": hints, "known": known, **expected}

    def _hints(self, right, otherwise, own=()):
        """What is said to each word: None to the right one, to others their own hint, or the one for all."""
        return dict.fromkeys(self.words, otherwise) | {right: None} | dict(own)

    def judge(self, answer: object) -> str | None:
        """None if the answer is right, else the hint."""
        rule = self.rule
        words = self._named(answer)
        if words is None:
            return unread(rule, answer)
        for place, hints in zip(rule["asks"], rule["hints"], strict=True):
            said = words.pop(0)
            word = self._meant(said, hints)
            if word is None:
                return _(
                    "{place}: there is no {said!r} here. Choose among {menu}.",
                    place=place, said=str(said), menu=_(", ").join(hints),
                )  # fmt: skip
            words.append(word)
        return chosen(rule, words)

    def _named(self, answer):
        """The words of an answer in the order of the places, as they were given; None if there are not as many."""
        if isinstance(answer, Mapping):
            given = {self._plain(key): word for key, word in answer.items()}
            named = ([*map(self._plain, labels)] for labels in (self.rule["asks"], self.parts))
            ordered = ([given[key] for key in labels] for labels in named if set(labels) == set(given))
            answer = next(ordered, [*answer.values()])
        if isinstance(answer, str):
            answer = self._split(answer)
        words = np.asarray(answer, dtype=object).ravel().tolist()
        return words if len(words) == len(self.parts) and all(isinstance(word, str) for word in words) else None

    def _split(self, text):
        """A line of words, parted by semicolons, or by commas where these leave words that are known."""
        if re.search("[;；\n]", text):
            return [part for part in re.split("[;；\n]", text) if part.strip()]
        pieces, count = re.split("[,，、]", text), len(self.parts)
        for ends in combinations(range(1, len(pieces)), count - 1) if len(pieces) <= 3 * count else ():
            words = [",".join(pieces[a:b]) for a, b in zip((0, *ends), (*ends, len(pieces)), strict=True)]
            if all(map(self._meant, words, self.rule["hints"])):
                return words
        return pieces

    def _meant(self, said, menu):
        """The word of the menu that is meant, in the language that is spoken or in English, or None."""
        plain, english = self._plain(said), {_(word): word for word in self._every_word()}
        names = {word: (word, english[word], *self.words.get(english[word], ())) for word in menu}
        return next((word for word in menu if plain in map(self._plain, names[word])), None)

    def _every_word(self):
        menus = [said for said in self.parts.values() if isinstance(said, Mapping)]
        return {word for menu in (self.words, *menus) for word in menu}

    @staticmethod
    def _plain(name):
        """Small letters without blanks and signs, and without words that say nothing."""
        return re.sub(r"[\W_]+|\b(the|a|an|test)\b|检验", "", normalize("NFKC", str(name)).casefold())


def chosen(rule: Mapping, words: Sequence[str]) -> str | None:
    """What is said to words that the rule has: None if they are right, else the hint."""
    if hint := rule["known"].get("|".join(words)):
        return hint
    return next((hints[word] for hints, word in zip(rule["hints"], words, strict=True) if hints[word]), None)


@dataclass(frozen=True)
class Code:
    """An exercise whose answers only a function can judge: None if right, else a hint."""

    judge: Callable[[object], str | None]
    rule = None


def judge(name: str) -> Callable:
    """Register the decorated function, which judges the answers to the exercise of that name."""

    def register(judging):
        exercise(name)(lambda: Code(judging))
        return judging

    return register
