"""Reading the numbers that people type. ``evalcore/frontend/exercises.js`` has the same grammar; a test compares them.

A line consists of numbers or expressions with ``+ - * / ** ^ %``, brackets, ``sqrt exp ln log log2 log10``, ``pi`` and
``e``; ``log`` is the natural logarithm, as in Python. Numbers are separated by a comma, a semicolon, ``±``, ``<``,
``…``, a space, or a word such as "and" and "to". Equivalent signs of other writing systems are accepted, and all other
words, names and units are ignored, except those that change a number ("half", "million"). The expected count decides
what a sign means: see :func:`readings`.
"""

import math
import re
from collections.abc import Mapping, ValuesView

MOST_LETTERS = 400
_FUNCTIONS = {
    "sqrt": math.sqrt,
    "exp": math.exp,
    "ln": math.log,
    "log": math.log,
    "log2": math.log2,
    "log10": math.log10,
}
_CONSTANTS = {"pi": math.pi, "π": math.pi, "e": math.e}
_NUMBER = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?"
_TOKEN = re.compile(rf"\*\*|{_NUMBER}|[a-zπ][a-z0-9]*|\S")
_GROUPED_BY_BLANKS = re.compile(r"(?<![0-9.,])[1-9][0-9]{0,2}(?: [0-9]{3})+(?! ?[0-9])")
_GROUPED_BY_COMMAS = re.compile(r"(?<![0-9.,])[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9,])")
_DECIMAL_COMMA = re.compile(r"(?<![0-9.])(?<![0-9],)([0-9]+),([0-9]+)(?![0-9.]|,[0-9])")
_FULL_WIDTH = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_SIGNS = {  # typed or pasted characters, and the sign of the grammar for each
    **dict.fromkeys("−–—﹣", "-"), **dict.fromkeys("×·⋅∙∗", "*"), **dict.fromkeys("÷∕⁄", "/"), "√": "sqrt ",
    **dict.fromkeys("、،", ","), **dict.fromkeys("[{", "("), **dict.fromkeys("]}", ")"),
    **dict.fromkeys("±\n<>≤≥…~到至和与及", ";"), "负": "-",
    **dict.fromkeys("\u00a0\u2009\u202f\u3000\t\r$€£¥￡￥", " "),
}  # fmt: skip
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_LETTER = "[a-zà-öø-ÿα-ω₀-₉]"
_WORD = re.compile(rf"({_NUMBER})|(?:[一-鿿]+|{_LETTER}(?:[-']?{_LETTER}|[0-9_]+(?![.,]?[0-9]))*)(\()?")
_WORDS = {  # what a word stands for; | is "per", and any other word is ignored
    "and": ";", "to": ";", "until": ";", "per": "|", "of": "|", "percent": "%", "minus": "-", "plus": "+", "times": "*",
}  # fmt: skip
_NOT_IGNORED = re.compile(
    "not|half|third|quarter|dozen|hundred|thousand|[mb]illion|.*(?:不是|[半百千万亿]).*|nan|inf|infinity"
)


def readings(text: str, count: int) -> list[list[float]]:
    """Return all possible readings of a text as ``count`` numbers, the most likely first; none if it cannot be read so.

    A comma separates numbers, groups thousands or is the decimal sign. A space separates numbers or groups thousands.
    A minus after a space may start a number, as NumPy prints arrays. A dash may mean "to". Two brackets may be a
    product. "per" divides, or what follows it is a unit. Digits that are all 0 or 1 may follow each other directly. A
    single number may follow its calculation and an equals sign.

    >>> readings("12,288", 1), readings("1,2,3", 3), readings("0,25 to 2/3", 2)
    ([[12288.0], [12.288]], [[1.0, 2.0, 3.0]], [[0.25, 0.6666666666666666]])
    """
    rows = []
    for part in dict.fromkeys([text, text.replace("＝", "=").rpartition("=")[2]] if count == 1 else [text]):
        line = _cleaned(part)
        by_blank = _GROUPED_BY_BLANKS.sub(lambda match: match[0].replace(" ", ""), line)
        by_comma = _GROUPED_BY_COMMAS.sub(lambda match: match[0].replace(",", ""), line)
        lines = [line, by_blank, by_comma, *(_DECIMAL_COMMA.sub(r"\1.\2", text) for text in (line, by_blank))]
        for whole in [*lines]:
            lines.append(re.sub(r"(?<=[0-9.)%]) -(?=[0-9.(])", ";-", whole))
            lines.append(re.sub(r"(?<=[0-9.)%])( ?)-\1(?=[0-9.(])", ";", whole))
            lines.append(re.sub(r"(?<=\)) ?(?=\()|(?<=[0-9])(?=\()", "*", whole))
            lines.append(re.sub(r"(?<![0-9.])[0-9]+ ?:", ";", whole) if count > 1 else whole)
        if count > 2 and re.fullmatch("[01]+", line):
            lines.append(";".join(line))
        for whole in dict.fromkeys(lines):
            versions = [whole.replace("|", " "), whole.replace("|", "/"), re.sub(r"\|[^;,|]*", "", whole)]
            rows += [numbers for numbers in map(_parsed, dict.fromkeys(versions)) if len(numbers) == count]
    return [numbers for i, numbers in enumerate(rows) if numbers not in rows[:i]]


def numbers(answer: object, count: int | None = None) -> list[float]:
    """Return the numbers in an answer: a number of any kind, text, an array, a dict, or a list of these.

    Raises ``TypeError`` or ``ValueError`` if it contains no numbers. Text is read as ``count`` numbers, if given.

    >>> numbers({"recall": 0.5, "others": [[1, "3/5"]]})
    [0.5, 1.0, 0.6]
    """
    if isinstance(answer, str):
        if parsed := next(iter(readings(answer, count)), []) if count else _parsed(_cleaned(answer).replace("|", " ")):
            return parsed
        raise ValueError(f"expected numbers, got the text {answer!r}")
    if isinstance(answer, bytes):
        raise TypeError(f"expected numbers, got {answer!r}")
    answer = answer.tolist() if hasattr(answer, "tolist") else answer
    answer = list(answer.values()) if isinstance(answer, Mapping) else answer
    if isinstance(answer, list | tuple | range | ValuesView) and len(answer) <= MOST_LETTERS:
        return [number for part in answer for number in numbers(part)]
    return [float(answer)]


def _cleaned(text):
    """Return the line in the signs of the grammar, without names and units (``P = 0.6``, ``90 examples``)."""
    line = re.sub(r"百分之 ?([0-9.]+)", r"\1%", text.translate(_FULL_WIDTH).lower())
    line = re.sub(r"per ?cent|pct\.?", "%", re.sub(r"\.{2,}", "…", line))
    line = "".join(_SIGNS.get(letter, letter) for letter in line)
    line = re.sub(r"\+ ?/? ?-", ";", line)
    line = re.sub(r"(?<![^\s;,])\(?[a-h]\)", ";", line)
    line = re.sub(r"(?<![^\s;,(])[^\s0-9=≈:;,()+*/^.-][^\s=≈:;,()]*\s*[=≈:]|[=≈]", " ", line)
    line = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", lambda match: "**" + match[0].translate(_RAISED), line)
    line = re.sub(r"(?<=[0-9])[_'’](?=[0-9]{3})", "", line)
    line = re.sub(r"\b(?:np|numpy|math)\.(?=[a-z])", "", line)
    line = re.sub(r"(?<=[0-9]) ?x ?(?=[0-9(])", "*", line)
    line = _WORD.sub(_sign_of_word, line)
    return re.sub(r"\( ?\)|\.$", "", re.sub(r"\s+", " ", line).strip())


def _sign_of_word(match):
    """Return a number, a function or a word of ``_NOT_IGNORED`` unchanged; for another word its sign, or a blank."""
    number, bracket = match.groups()
    word = match[0].removesuffix("(") if bracket else match[0]
    if number or bracket or word in _FUNCTIONS or word in _CONSTANTS or _NOT_IGNORED.fullmatch(word):
        return match[0]
    return f" {_WORDS.get(word, '')} "


def _parsed(line):
    """Return the numbers in a line, or [] if it does not follow the grammar or a number is not finite."""
    if len(line) > MOST_LETTERS:
        return []
    tokens = _TOKEN.findall(line)[::-1]  # reversed: the next token is popped from the end

    def take(*wanted):
        return tokens.pop() if tokens and tokens[-1] in wanted else None

    def single(values):
        (number,) = values
        if not math.isfinite(number):
            raise ValueError(number)
        return number

    def atom():
        token = tokens.pop() if tokens else ""
        if token == "(":
            values = several()
            if not take(")"):
                raise ValueError(line)
        elif token in _FUNCTIONS:
            values = [_FUNCTIONS[token](single(atom()))]
        elif token in _CONSTANTS or re.match("[.0-9]", token):
            values = [_CONSTANTS.get(token) or float(token)]
        else:
            raise ValueError(line)
        while take("%"):
            values = [single(values) / 100]
        return values

    def power():
        base = atom()
        return [math.pow(single(base), single(signed()))] if take("**", "^") else base

    def signed():
        if take("-"):
            return [-single(signed())]
        return signed() if take("+") else power()

    def product():
        values = signed()
        while sign := take("*", "/"):
            other = single(signed())
            values = [single(values) * other if sign == "*" else single(values) / other]
        return values

    def total():
        values = product()
        while sign := take("+", "-"):
            other = single(product())
            values = [single(values) + other if sign == "+" else single(values) - other]
        return values

    def several():
        values = []
        while tokens and tokens[-1] != ")":
            if values:
                take(",")
            while take(";"):
                pass
            values = values + total() if tokens and tokens[-1] != ")" else values
        return values

    try:
        values = several()
        return [] if tokens else [single([number]) for number in values]
    except (ValueError, ArithmeticError, RecursionError):
        return []
