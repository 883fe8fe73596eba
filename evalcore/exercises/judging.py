"""Exercises as data: the correct answer, known mistakes, and a hint for each.

Most are :class:`Numbers`, some are a :class:`Choice`; :class:`Code` is for answers that only a function can check.
JupyterLab, the page and the tests use the same data: ``rule`` is the exercise as JSON, and :func:`judged` and the
page's script (``evalcore/frontend/exercises.js``) apply it in the same way.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations, product
from math import inf, isfinite
from reprlib import repr as shortened
from unicodedata import normalize

import numpy as np

from evalcore.exercises.reading import direction, numbers, readings, second_forms, unit
from evalcore.language import language, marked
from evalcore.language import translated as _

EXERCISES: dict[str, Callable[[], "Numbers | Choice | Code"]] = {}
_LOW = ["lower end", "low end", "lower", "low", "lowest", "smallest", "下端", "下界", "下限", "最低", "最小"]
_HIGH = [
    "upper end",
    "high end",
    "upper",
    "high",
    "higher",
    "highest",
    "largest",
    "上端",
    "上界",
    "上限",
    "最高",
    "最大",
]
_RECALL = ["recall", "true positive rate", "sensitivity", "查全率", "召回率", "真正例率"]
LABELS = {  # other names of the parts of answers
    marked("lower end"): _LOW,
    marked("upper end"): _HIGH,
    marked("low end"): _LOW,
    marked("high end"): _HIGH,
    marked("error rate"): ["error", "e", "rate"],
    marked("error bar"): ["bar", "standard deviation", "standard error", "sd", "se", "标准差", "标准误"],
    marked("positives"): ["positive", "pos", "正样本", "正类"],
    marked("negatives"): ["negative", "neg", "负样本", "负类", "负例", "反类"],
    marked("bias²"): ["bias^2", "bias2", "bias squared", "squared bias", "偏差平方", "偏差的平方", "偏差^2"],
    marked("variance"): ["var"],
    marked("bias² + noise"): [
        "bias^2 + noise", "bias squared + noise", "noise + bias²", "noise + bias^2", "bias² and noise", "rest",
        "偏差²和噪声", "偏差²与噪声", "偏差平方和噪声", "偏差平方与噪声", "偏差^2 + 噪声", "噪声 + 偏差²", "其余",
    ],
    marked("hold-out"): ["holdout"],
    marked("10-fold"): ["10 fold", "10折", "十折"],
    marked("10 times 10-fold"): [
        "10 × 10-fold", "10x10-fold", "10x10", "10×10", "10×10折", "10x10折", "10次10折", "十次十折", "10次十折",
    ],
    marked("leave-one-out"): ["loo", "loocv"],
    marked("in the version space"): ["version space", "left", "版本空间"],
    marked("always good"): ["good", "说好"],
    marked("always bad"): ["bad", "说坏"],
    marked("with 10 quinces"): ["10 quinces", "with 10", "10个榅桲时", "10个时"],
    marked("with 90 quinces"): ["90 quinces", "with 90", "90个榅桲时", "90个时"],
    marked("first learner"): ["first", "第一个"],
    marked("second learner"): ["second", "第二个"],
    marked("third learner"): ["third", "第三个"],
    marked("folds"): ["fold", "折"],
    marked("examples in each"): ["examples each", "examples", "each", "每折样例数", "每折", "样例"],
    marked("wrong"): ["incorrect", "判错", "错的"],
    marked("right"): ["correct", "判对", "对的"],
    "P": ["precision", "positive predictive value", "ppv", "查准率", "精确率"],
    "R": _RECALL,
    "FPR": ["false positive rate", "false alarm rate", "假正例率"],
    "TPR": _RECALL,
}  # fmt: skip
_NO_INTERVAL = re.compile(r"(?<![a-z])or(?![a-z])|或|(?:<=|≤).*<(?!=)|>(?!=).*(?:>=|≥)")  # two numbers, or other ends
_COUNT = [  # numbers as words
    "", marked("one"), marked("two"), marked("three"), marked("four"), marked("five"), marked("six"),
    marked("seven"), marked("eight"), marked("nine"),
]  # fmt: skip


def exercise(name: str) -> Callable:
    """Register the decorated function, which makes the exercise with this name when it is first used.

    It is called once per language.
    """

    def register(make):
        if name in EXERCISES:
            raise ValueError(f"there are two exercises named {name!r}")
        make_once = cache(lambda _language: make())
        EXERCISES[name] = lambda: make_once(language())
        return make

    return register


@dataclass(frozen=True)
class Between:
    """Any number above ``low`` and at most ``high``, in place of a number."""

    low: float = -inf
    high: float = inf


@dataclass(frozen=True)
class OneOf:
    """Any of several values, in place of a truth or a mistake."""

    values: Sequence[object]


def grouped(answers: Iterable[Sequence], hint: Callable[[Sequence], str | None]) -> dict[str | None, OneOf]:
    """Group all possible answers by their hints; the correct ones are under None."""
    by_hint: dict = {}
    for answer in answers:
        by_hint.setdefault(hint(answer), []).append(answer)
    return {text: OneOf(group) for text, group in by_hint.items()}


@dataclass(frozen=True)
class Numbers:
    """An exercise whose answer is one or more numbers.

    An answer is correct if it is so to the required decimals. A coarser answer is compared with everything it may be
    rounded or truncated from: see :func:`judged`.

    Attributes
    ----------
    truth : number or sequence of numbers
        A :class:`Between` may replace a number, a :class:`OneOf` the whole value.
    mistakes : mapping of str to such a value
        The known mistakes, by the hints that explain them.
    otherwise : str or sequence of str
        The hint for all other answers: one, or one per number, which is given for the first wrong number.
    decimals : int
        The required decimals; with 0 the answer is a whole number, and nothing is rounded.
    asks : sequence of str
        What each number means.
    beside : sequence of str
        Other quantities with their values that a right answer to a question for one number may name: ``"degree 3"``.
    bound : str
        "<" or ">" if a right answer may be written as a bound, such as ``p < 0.1``; only in this direction.
    names : mapping of str to str
        Names that contradict a right number, with the hint for each.
    is_rate : bool
        False if the numbers are no rates but costs, for example, so that per cent make no sense.
    fields : sequence of str
        The attributes to use if the answer is a result object.
    """

    truth: object
    mistakes: Mapping[str, object]
    otherwise: str | Sequence[str]
    decimals: int = 3
    asks: Sequence[str] = ()
    beside: Sequence[str] = ()
    fields: Sequence[str] = ()
    bound: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    is_rate: bool = True

    @cached_property
    def rule(self) -> dict:
        """The exercise as JSON: each value as its alternatives, each a row of numbers and [low, high]."""
        right = _alternatives(self.truth)
        count = len(right[0])
        digits = _decimals(self.decimals)
        exact = [number for row in right for number in row if isinstance(number, float)]
        is_rate = all(isinstance(number, float) and 0 < abs(number) < 1 for number in right[0])
        kind = _("a number"), _("{count} numbers")
        if self.decimals and (exact or self.fields):
            kind = _("a number with {digits}"), _("{count} numbers with {digits}")
        elif exact and all(number.is_integer() for number in exact):
            kind = _("a whole number"), _("{count} whole numbers")
        hints = [self.otherwise] * count if isinstance(self.otherwise, str) else list(self.otherwise)
        places = self.asks or [_("Number {place}", place=place) for place in range(1, count + 1)]
        return {
            "kind": "numbers",
            "count": count,
            "decimals": self.decimals,
            "right": right,
            "known": [[hint, _alternatives(value)] for hint, value in self.mistakes.items()],
            "otherwise": [*map(_of_place, places, hints)] if count > 1 else hints,
            "rounded": _("That is right, but rounded too far. Give {digits}.", digits=digits),
            "cut": _("That is right, but cut off, not rounded. Give {digits}.", digits=digits),
            "or": _(
                "{hint} If you rounded the right number, you rounded too far: give {digits}.",
                hint="{hint}",
                digits=digits,
            ),
            "labels": [_labels(ask) for ask in self.asks] or [[phrase.lower() for phrase in self.beside]],
            "bound": self.bound,
            "turned": _("The number is right, but the direction is wrong."),
            "alone": _("The number is right. Give it alone, without a direction."),
            "names": dict(self.names),
            "percent": _("Is this in per cent? Write {percent} or {rate}.") if self.is_rate and is_rate else "",
            "no_percent": "" if self.is_rate else _("The number is right, but it is not a percentage."),
            "several": _("These are different numbers. Give one."),
            **_expected(*kind, count, self.asks, digits),
        }

    def judge(self, answer: object) -> str | None:
        """Return None if the answer is correct, else a hint."""
        rule, count = self.rule, self.rule["count"]
        if isinstance(answer, str):
            return _hint_for_text(rule, answer)
        if hint := self._hint_for_result(answer := self._relevant_fields(answer)):
            return hint
        try:
            row = numbers(answer)
        except (TypeError, ValueError, OverflowError, RecursionError):
            row = []
        return judged(rule, row)[1] if len(row) == count and all(map(isfinite, row)) else unread(rule, answer)

    def _relevant_fields(self, answer):
        if self.fields and all(hasattr(answer, name) for name in self.fields):
            return [getattr(answer, name) for name in self.fields]
        return answer

    def _hint_for_result(self, answer):
        """Return a hint if the answer is a result object with more numbers than required, else None."""
        names = getattr(answer, "_fields", getattr(answer, "__dataclass_fields__", ()))
        parts = {} if isinstance(answer, type) else {name: getattr(answer, name) for name in names}
        if len(parts) <= self.rule["count"]:
            return None
        right = [name for name, part in parts.items() if self.rule["count"] == 1 and self.judge(part) is None]
        names = _(" or ").join(f".{name}" for name in right or parts)
        return _(
            "That is the whole result. Give only {expected} from it: {names}.",
            expected=self.rule["expected"],
            names=names,
        )


def _hint_for_text(rule, text):
    """Return None if a typed answer is correct, else a hint."""
    possible, count = readings(text, rule["count"], rule["labels"]), rule["count"]
    if not possible:
        if count == 1 and not _NO_INTERVAL.search(text) and any(row in rule["right"][0] for row in readings(text, 2)):
            return None  # the interval of all right numbers
        is_several = count == 1 and len(second_forms(text, rule["labels"])) > 1
        return rule["several"] if is_several else unread(rule, text)
    level, hint = min((judged(rule, row) for row in possible), key=lambda verdict: verdict[0])
    if level == 1 and re.search(rf"[*/+√×÷]|[.,][0-9]{{{rule['decimals']}}}", normalize("NFKC", text)):
        hint = hint.removesuffix(rule["or"].removeprefix("{hint}"))  # a calculation, or all decimals: not rounded
    return _remark(rule, text) if level == 0 else hint


def _remark(rule, text):
    """Return what is wrong in the text around a correct number, or None."""
    if rule["count"] == 1 and (sign := direction(text)):
        if not rule["bound"]:
            return rule["alone"]
        is_strict_for_a_count = rule["decimals"] == 0 and sign in "<>" and isinstance(rule["right"][0][0], float)
        if is_strict_for_a_count or sign not in {"<": "<≤", ">": ">≥"}[rule["bound"]]:
            return rule["turned"]
    if rule["no_percent"] and re.search("[%％]|per ?cent|百分之", text):
        return rule["no_percent"]
    names = (hint for name, hint in rule["names"].items() if re.search(rf"(?<![a-z]){name}(?![a-z])", text.lower()))
    return next(names, None)


def judged(rule: Mapping, answer: Sequence[float]) -> tuple[int, str | None]:
    """Return (0, None) if the numbers are correct, (1, hint) for a known mistake, or (2, hint) for any other answer.

    First come the mistakes with exactly these numbers, then the truth if they may be rounded or truncated from it, then
    the mistakes that they may be rounded or truncated from. Among several mistakes the nearest counts. If the number of
    a mistake is also the truth rounded to fewer decimals than required, a remark on rounding follows its hint: the
    mistake is what the exercise expects, and nobody can tell the two apart (the remark is left out if the typed text
    shows that nothing was rounded: a calculation, or all decimals). Numbers that would be correct in per cent
    come last.
    """
    half_unit = 0.5 * 10 ** -rule["decimals"] * (1 + 1e-9) if rule["decimals"] else 1e-9
    if any(all(map(_is_within, answer, row, [half_unit] * len(row))) for row in rule["right"]):
        return 0, None
    smallest, best_hint, truth_hint = (3, 0.0), None, None
    for hint, rows in [(None, rule["right"]), *rule["known"]]:
        for row in rows:
            pairs = [(x, value, _tolerance(value, half_unit) if hint else half_unit)
                     for x, value in zip(answer, row, strict=True)]  # fmt: skip
            distance = max(_distance(*pair, 0.1 if hint else _most_rounded(pair[0], half_unit)) for pair in pairs)
            is_exact = all(isinstance(value, float) and abs(x - value) <= tolerance for x, value, tolerance in pairs)
            order = (0 if is_exact else 1 if hint is None else 2, distance)
            if distance < inf and order < smallest:
                rounded = all(_is_within(x, value, max(half_unit, unit(x) / 2)) for x, value, _ in pairs)
                truth_hint = truth_hint or (hint is None and rounded)
                smallest, best_hint = order, hint or rule["rounded" if rounded else "cut"]
    if best_hint:
        return 1, rule["or"].replace("{hint}", best_hint) if smallest[0] == 0 and truth_hint else best_hint
    if rule["percent"] and judged(rule | {"percent": ""}, [x / 100 for x in answer])[1] in (None, rule["rounded"]):
        percent, rate = ("; ".join(f"{x:.12g}" for x in row) for row in (answer, [x / 100 for x in answer]))
        return 1, rule["percent"].replace("{percent}", percent.replace(";", " %;") + " %").replace("{rate}", rate)
    is_right = [any(_is_within(x, row[place], half_unit) for row in rule["right"]) for place, x in enumerate(answer)]
    first = is_right if False in is_right else [*map(_is_within, answer, rule["right"][0], [half_unit] * len(answer))]
    return 2, rule["otherwise"][first.index(False)]


def _is_within(x, value, tolerance):
    if isinstance(value, float):
        return abs(x - value) <= tolerance
    low, high = value
    return (low is None or low < x) and (high is None or x <= high)


def _tolerance(value, half_unit):
    """Return how much an answer may differ from a known mistake: by a thousandth, unless it is a whole number."""
    if not isinstance(value, float) or value.is_integer():
        return 1e-9
    return max(half_unit, abs(value) / 1000)


def _most_rounded(x, half_unit):
    """Return the largest relative error of a rounded correct number: any, if it has one decimal too few."""
    return 1.0 if unit(x) < 25 * half_unit else 0.2


def _distance(x, value, tolerance, most):
    """Return the relative distance of a number from a value that it may stand for, or infinity if it cannot.

    A number that is rounded or truncated differs by at most the fraction ``most``.
    """
    if not isinstance(value, float):
        return 1.0 if _is_within(x, value, 0) else inf
    error = abs(x - value)
    if not (x and value):
        return 0.0 if error <= tolerance and not value else inf
    relative, last = error / abs(value), unit(x)
    truncated = abs(x) <= abs(value) and error < last * (1 - 1e-8)
    return relative if error <= tolerance or (relative <= most + 1e-9 and (truncated or error <= last / 2)) else inf


def _alternatives(value):
    """Return the rows of numbers that a value stands for."""
    if isinstance(value, OneOf):
        return [row for alternative in value.values for row in _alternatives(alternative)]
    row = value if isinstance(value, list | tuple) or np.ndim(value) else [value]
    return [[_ends(number) if isinstance(number, Between) else float(number) for number in row]]


def _ends(interval):
    return [end if isfinite(end) else None for end in (float(interval.low), float(interval.high))]


def _labels(ask):
    """Return the names of a part of an answer in lower case, in the current language and in English.

    The number in a name, as in "for 0.04", is a name, too, if an arrow or a colon follows it.
    """
    names = next((names for name, others in LABELS.items() if ask in (names := [name, _(name), *others])[:2]), [ask])
    number = re.search(r"([0-9.]+)(?:$|的结果)", ask)
    values = [number[1], f"{float(number[1]):g}"] if number else []
    marks = [f"{value}{mark}" for value in values for mark in (" →", " ->", ":")]
    return [*dict.fromkeys(name.lower() for name in [ask, *names, *marks])]


def _decimals(count):
    if count < 2:
        return _("one decimal") if count else _("no decimals")
    return _("{count} decimals", count=_(_COUNT[count]))


def _of_place(place, hint):
    """Return a hint with the part of the answer that it is about."""
    return _("{place}: {hint}", place=place, hint=hint) if hint else hint


def _expected(singular, plural, count, asks, digits=""):
    """Return the required answer in words, and the page's reply to anything that cannot be read as such."""
    what = singular.format(digits=digits) if count == 1 else plural.format(count=_(_COUNT[count]), digits=digits)
    what = _("{what} ({asks})", what=what, asks=_(", ").join(asks)) if asks else what
    return {"expected": what, "unread": _("Expected {expected}.", expected=what)}


def unread(rule: Mapping, answer: object) -> str:
    """Return the reply to an answer of the wrong kind."""
    return _("Expected {expected}, got {answer}.", expected=rule["expected"], answer=shortened(answer))


@dataclass(frozen=True)
class Choice:
    """An exercise whose answer is one word for each of several questions.

    Attributes
    ----------
    parts : mapping
        For each question either the correct word, the hint for all others, and optionally specific hints by word; or a
        mapping of its own words to hints, None for the correct one.
    words : mapping of str to sequence of str
        The words, marked for translation and in English, with their synonyms. Each is shown in the current language and
        accepted in both.
    mistakes : mapping of str to sequence
        Known rows of words, or a :class:`OneOf` of them, by hint; None stands for any word. They are checked first.
    """

    parts: Mapping[str, tuple | Mapping[str, str | None]]
    words: Mapping[str, Sequence[str]]
    mistakes: Mapping[str, object] = field(default_factory=dict)

    @cached_property
    def rule(self) -> dict:
        """The exercise as JSON: questions, the words for each, and the hints."""
        menus = [part if isinstance(part, Mapping) else self._hints(*part) for part in self.parts.values()]
        asks = [*map(_, self.parts)]
        hints = [{_(word): _of_place(ask, hint) if len(asks) > 1 else hint for word, hint in menu.items()}
                 for ask, menu in zip(asks, menus, strict=True)]  # fmt: skip
        known_answers = {}
        for hint, rows in self.mistakes.items():
            for row in rows.values if isinstance(rows, OneOf) else [rows]:
                options = [[_(word)] if word else menu for word, menu in zip(row, hints, strict=True)]
                known_answers |= {"|".join(words): hint for words in product(*options)}
        expected = _expected(_("a word"), _("{count} words"), len(asks), asks)
        return {"kind": "choice", "asks": asks, "hints": hints, "known": known_answers, **expected}

    def _hints(self, right, otherwise, own=()):
        """Return the hint for each word: None for the correct one, a specific hint, or else the general one."""
        return dict.fromkeys(self.words, otherwise) | {right: None} | dict(own)

    def judge(self, answer: object) -> str | None:
        """Return None if the answer is correct, else a hint."""
        rule = self.rule
        texts = self._words_in_order(answer)
        if texts is None:
            return unread(rule, answer)
        words = []
        for question, text, hints in zip(rule["asks"], texts, rule["hints"], strict=True):
            word = self._word_meant(text, hints, question)
            if word is None:
                return _(
                    "{place}: {said!r} is not one of the options. Choose from {menu}.",
                    place=question, said=str(text), menu=_(", ").join(hints),
                )  # fmt: skip
            words.append(word)
        return chosen(rule, words)

    def _words_in_order(self, answer):
        """Return the words of an answer in the order of the questions, or None if their number is wrong."""
        if isinstance(answer, Mapping):
            by_question = {self._plain(key): word for key, word in answer.items()}
            questions = ([*map(self._plain, labels)] for labels in (self.rule["asks"], self.parts))
            ordered = ([by_question[key] for key in labels] for labels in questions if set(labels) == set(by_question))
            answer = next(ordered, [*answer.values()])
        if isinstance(answer, str):
            answer = self._split(normalize("NFKC", answer))
        words = np.asarray(answer, dtype=object).ravel().tolist()
        return words if len(words) == len(self.parts) and all(isinstance(word, str) for word in words) else None

    def _split(self, text):
        """Split a line at semicolons, or at commas, "and" or spaces if that gives known words."""
        if re.search("[;；\n]", text):
            return [part for part in re.split("[;；\n]", text) if part.strip()]
        count, commas, label = len(self.parts), "[,，、]", r"(?<![\w.])\(?[a-h1-9](?:\)|\.(?!\d))"
        for split in (commas, rf"{commas}|\band\b|[和与]", label, r"\s+"):
            pieces = [piece for piece in re.split(split, text) if piece.strip()]
            for ends in combinations(range(1, len(pieces)), count - 1) if len(pieces) <= 3 * count else ():
                words = [" ".join(pieces[a:b]) for a, b in zip((0, *ends), (*ends, len(pieces)), strict=True)]
                if all(map(self._word_meant, words, self.rule["hints"], self.rule["asks"])):
                    return words
        return re.split(commas, text)

    def _word_meant(self, text, menu, question):
        """Return the word of the menu that is meant, in the current language or in English, or None.

        The question may precede it, as a whole or in part (``b: none``, ``margin 0.05: open``); a bracket may follow.
        """
        text = re.sub(r"^\W*\(?[a-h1-9]\)", "", str(text))  # without the label of the question, "(b)"
        asked, possible = self._plain(question), [text, re.sub(r"(?<=\S)\s*[(（][^()（）]*[)）]\s*$", "", text)]
        label = re.match(r"\s*(?:(.+?)\s*[:：]|(\S+?)[.、]?(?=\s))", text)
        if label and (named := self._plain(label[1] or label[2])) and named in asked:
            possible.append(text[label.end() :])
        plain = [*map(self._plain, possible), self._plain(text).removeprefix(asked)]
        english = {_(word): word for word in self._every_word()}
        names = {word: (word, english[word], *self.words.get(english[word], ())) for word in menu}
        meant = [word for meaning in plain for word in menu if meaning in map(self._plain, names[word])]
        return next(iter(meant), None)

    def _every_word(self):
        menus = [part for part in self.parts.values() if isinstance(part, Mapping)]
        return {word for menu in (self.words, *menus) for word in menu}

    @staticmethod
    def _plain(name):
        """Return a name in lower case, without spaces, punctuation and words that carry no meaning."""
        return re.sub(r"[\W_]+|\b(the|a|an|test)\b|检验", "", normalize("NFKC", str(name)).casefold())


def chosen(rule: Mapping, words: Sequence[str]) -> str | None:
    """Return None if the words are correct, else a hint; the words must be those of the rule."""
    if hint := rule["known"].get("|".join(words)):
        return hint
    return next((hints[word] for hints, word in zip(rule["hints"], words, strict=True) if hints[word]), None)


@dataclass(frozen=True)
class Code:
    """An exercise whose answer only a function can check: it returns None if correct, else a hint."""

    judge: Callable[[object], str | None]
    rule = None


def judge(name: str) -> Callable:
    """Register the decorated function, which checks the answers to the exercise with this name."""

    def register(checker):
        exercise(name)(lambda: Code(checker))
        return checker

    return register
