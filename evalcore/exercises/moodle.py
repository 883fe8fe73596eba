"""Practice tasks as questions for Moodle, in the format that it imports: Moodle XML.

``python -m evalcore sheet 04 05 --students 60 --seed 2027 -o questions.xml``

The exercises in the notebooks are not exported, because their questions are only in the notebooks. A task that asks
for one number is a numerical question; one that asks for several numbers, or for words, is a cloze question with one
field per answer. Moodle checks each field on its own, so the hint for several wrong numbers appears at each of them.

References
----------
https://docs.moodle.org/en/Moodle_XML_format
https://docs.moodle.org/en/Embedded_Answers_(Cloze)_question_type
"""

import html
import re
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import pairwise
from math import floor, inf
from xml.etree import ElementTree

from evalcore.exercises.judging import judged
from evalcore.exercises.sheets import MOST, chosen_families
from evalcore.exercises.tasks import Family, Task, Words, to_html
from evalcore.language import translated as _

Answer = tuple[str, str, str, str]  # fraction of the mark in per cent, text, tolerance ("" for a word), feedback
_TABLE = '<table class="table table-bordered table-sm w-auto">'  # Moodle's own style; a plain table has no lines


def moodle(chapters: Sequence[str], count: int, seed: int) -> str:
    """Return Moodle XML with one category per family of the ``chapters`` ("04"), each with ``count`` variants.

    A quiz that draws a random question from a category gives different students different numbers. Variant 7 has the
    numbers of sheet 7 of :func:`evalcore.exercises.sheets.sheets`. The same arguments give the same text. Raises
    ``ValueError`` for a chapter without practice, or another ``seed`` than a whole number from 0 to 2**31 - 1.
    """
    quiz = ElementTree.Element("quiz")
    for family in chosen_families(chapters, seed):
        category = ElementTree.SubElement(quiz, "question", type="category")
        path = [_("Model evaluation, chapter {chapters}", chapters=family.chapter), family.title]
        _text(category, "category", "/".join(["$course$", *(name.replace("/", "//") for name in path)]))
        quiz.extend(question(family, seed, number) for number in range(1, count + 1))
    ElementTree.indent(quiz)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(quiz, encoding="unicode")}\n'


def question(family: Family, seed: int, number: int) -> ElementTree.Element:
    """Return a variant of a family as a question; ``number`` is that of the sheet with this task."""
    task = family.task(seed * MOST + number - 1)
    rule = task.exercise.rule
    fields = [*map(_words, rule["hints"])] if rule["kind"] == "choice" else _numbers(rule)
    is_one_number = rule["kind"] == "numbers" and len(fields) == 1
    element = ElementTree.Element("question", type="numerical" if is_one_number else "cloze")
    _text(element, "name", f"{family.title} {number:04d}")
    asked = _html(task.question if rule["kind"] == "choice" else [*task.question, rule["unread"]])
    _text(element, "questiontext", asked if is_one_number else asked + _cloze(task, fields), format="html")
    _text(element, "generalfeedback", _html(task.steps), format="html")
    for tag, value in [("defaultgrade", len(fields)), ("penalty", 0.3333333), ("hidden", 0),
                       ("idnumber", f"{family.name}-{seed}-{number:04d}")]:  # fmt: skip
        ElementTree.SubElement(element, tag).text = str(value)
    for fraction, text, tolerance, feedback in fields[0] if is_one_number else ():
        answer = ElementTree.SubElement(element, "answer", fraction=fraction, format="moodle_auto_format")
        ElementTree.SubElement(answer, "text").text = text
        _text(answer, "feedback", _escaped(feedback), format="html")
        ElementTree.SubElement(answer, "tolerance").text = tolerance or "0"
    return element


def _words(hints: Mapping[str, str | None]) -> list[Answer]:
    """Return the answers of a menu: each word with its hint."""
    return [("0" if hint else "100", word, "", hint or "") for word, hint in hints.items()]


def _numbers(rule: Mapping) -> list[list[Answer]]:
    """Return the answers of each number: right, known mistakes, right but rounded too far or cut off, any other."""
    right, decimals = rule["right"][0], rule["decimals"]
    half_unit = 0.5 * 10**-decimals if decimals else 1e-9
    fields = []
    for place, truth in enumerate(right):
        printed, exact = f"{truth:.{decimals}f}", _decimal(truth, decimals + 6)
        answers = [("100", exact, _decimal(half_unit, decimals + 1), "")]
        if float(printed) != float(exact):
            answers.insert(0, ("100", printed, "0", ""))  # Moodle shows the first right answer
        hints = _mistakes(rule, place, half_unit)
        for number, higher in pairwise([*sorted(hints), inf]):
            tolerance = 0.0 if number.is_integer() else max(half_unit, abs(number) / 1000)
            low = number - tolerance
            high = min(number + tolerance, (number + higher) / 2)  # between two mistakes, the nearer one counts
            middle, width = (_decimal(value, decimals + 3) for value in ((low + high) / 2, (high - low) / 2))
            answers.append(("0", middle, width, hints[number]))
        below = floor(truth * 10 ** (decimals - 1))
        for coarse in (_decimal(whole / 10 ** (decimals - 1), decimals) for whole in (below, below + 1) if decimals):
            hint = judged(rule, [*right[:place], float(coarse), *right[place + 1 :]])[1]
            if hint in (rule["rounded"], rule["cut"]):
                answers.append(("0", coarse, "0", hint))
        fields.append([*answers, ("0", "*", "", rule["otherwise"][place])])
    return fields


def _mistakes(rule: Mapping, place: int, half_unit: float) -> dict[float, str]:
    """Return the hints of known mistakes by the wrong number at this place.

    If several mistakes share the number, all of their hints are given, those with fewer wrong numbers first.
    """
    right = rule["right"][0]
    hints = {}
    for hint, rows in rule["known"]:
        for row in rows:
            is_wrong = [abs(number - truth) > half_unit for number, truth in zip(row, right, strict=True)]
            if is_wrong[place]:
                hints.setdefault(round(row[place], 12), []).append((sum(is_wrong), hint))
    for number, shared in hints.items():
        ordered = dict.fromkeys(hint for _count, hint in sorted(shared, key=lambda pair: pair[0]))
        hints[number] = reduce(lambda hint, other: _("{hint} Or: {other}", hint=hint, other=other), ordered)
    return hints


def _decimal(number: float, digits: int) -> str:
    """Return a number without an exponent and without zeros at the end.

    >>> _decimal(2 / 3, 6), _decimal(25.0, 3), _decimal(-1e-9, 6)
    ('0.666667', '25', '0')
    """
    text = f"{number:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if digits else text
    return "0" if text == "-0" else text


def _cloze(task: Task, fields: Sequence[Sequence[Answer]]) -> str:
    """Return a paragraph with a cloze field for each answer."""
    asks = task.exercise.rule.get("asks") or task.exercise.asks
    kind = "MC" if task.exercise.rule["kind"] == "choice" else "NM"
    return "".join(
        f"<p>{_escaped(_('{words}:', words=ask))} {{1:{kind}:{'~'.join(map(_alternative, answers))}}}</p>"
        for ask, answers in zip(asks, fields, strict=True)
    )


def _alternative(answer: Answer) -> str:
    """Return an answer as a cloze field lists it, with a second escape for its feedback and words: Moodle undoes one.

    >>> _alternative(("0", "0.5", "0.005", "Is {0.5} < 1?"))
    '%0%0.5:0.005#Is &amp;#123;0.5&amp;#125; &amp;lt; 1?'
    """
    fraction, text, tolerance, feedback = answer
    text = f"{text}:{tolerance}" if tolerance else html.escape(_escaped(text))
    feedback = html.escape(_escaped(feedback))
    return ("=" if fraction == "100" else f"%{fraction}%") + text + (f"#{feedback}" if feedback else "")


def _html(words: Words) -> str:
    """Return paragraphs and tables as HTML in which nothing can be taken for a field of a cloze question."""
    return _with_entities(to_html(words)).replace("<table>", _TABLE)


def _escaped(text: str) -> str:
    """Return text as HTML without the signs that have a meaning in cloze questions."""
    return _with_entities(html.escape(text, quote=False))


def _with_entities(text: str) -> str:
    r"""Return HTML with an entity for each sign of the cloze format, and of a formula, ``\(`` or ``$$``."""
    return re.sub(r"[{}~\\$]|(?<!&)#", lambda sign: f"&#{ord(sign[0])};", text)


def _text(parent: ElementTree.Element, tag: str, words: str, **attributes: str) -> None:
    """Add an element with a text, as Moodle XML nests it."""
    ElementTree.SubElement(ElementTree.SubElement(parent, tag, attributes), "text").text = words
