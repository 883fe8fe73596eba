"""Reading the numbers that people type. ``evalcore/frontend/exercises.js`` has the same grammar; a test compares them.

A line consists of numbers or expressions with ``+ - * / ** ^ %``, brackets, ``|…|``, ``abs sqrt exp ln log log2
log10``, ``pi`` and ``e``; ``log`` is the natural logarithm, as in Python. Numbers are separated by a comma, a
semicolon, ``±``, ``<``, ``…``, a space, or a word such as "and" and "to". Equivalent signs of other writing systems are
accepted, and all other words, names and units are ignored, except those that change a number ("half", "million").
Numbers may be words ("two thirds") if the line has no digits. The expected count decides what a sign means: see
:func:`readings`.
"""

import math
import re
from collections.abc import Mapping, Sequence, ValuesView
from decimal import Decimal
from unicodedata import normalize

MOST_LETTERS = 400
_FUNCTIONS = {
    "abs": abs,
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
    **dict.fromkeys("±\n<>≤≥…~&到至和与及", ";"), "负": "-",
    **dict.fromkeys("∈∅“”\"\u00a0\u2009\u202f\u3000\t\r$€£¥￡￥", " "),
}  # fmt: skip
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_TRIMMED = re.compile(r"^[\s:=≈,;、]*(?:[-–—]\s)?|[\s,;、]+$")
_LETTER = "[a-zà-öø-ÿα-ω₀-₉]"
_WORD = re.compile(rf"({_NUMBER})|(?:[一-鿿]+|{_LETTER}(?:[-']?{_LETTER}|[0-9_]+(?![.,]?[0-9]))*)(\()?")
_WORDS = {  # what a word stands for; | is "per", and any other word is ignored
    "and": ";", "to": ";", "until": ";", "per": "|", "of": "|", "in": "|",
    "percent": "%", "minus": "-", "plus": "+", "times": "*",
}  # fmt: skip
_NOT_IGNORED = re.compile(
    "not|half|third|quarter|dozen|hundred|thousand|[mb]illion|.*(?:不是|[半百千万亿]).*|nan|inf|infinity"
)


_SECOND_FORM = re.compile(r"[=≈＝]|(?<![a-z])or(?![a-z])|或|即|(?<=[0-9a-z%])\s+\((?=[^()]*[)）]\s*$)")
_ONES = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_PARTS = ["half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_NUMBER_WORDS = re.compile(
    rf"(?<![a-z])(?:({'|'.join(_TENS)})(?:[- ]({'|'.join(_ONES)}))?|({'|'.join(_ONES)}))"
    rf"(?:[- ]({'|'.join(_PARTS)})s?)?(?![a-z])"
)
_CHINESE_NUMBER = re.compile(
    "(?<![一-鿿])(百|[零一二两三四五六七八九十]+)(?:分之([零一二两三四五六七八九十]+))?[个次例条]?(?![一-鿿])"
)
_DIRECTIONS = {  # the words for each sign; those that contain another's words come first
    "≤": r"<=|≤|(?<![a-z])(?:at most|up to|or (?:less|fewer|below)|no (?:more|higher|larger) than)(?![a-z])"
    "|至多|最多|不超过|不[大高多]于|以下|以内",
    "≥": r">=|≥|(?<![a-z])(?:at least|or (?:more|above)|no (?:less|fewer|lower) than)(?![a-z])"
    "|至少|最少|不[小低少]于|以上",
    "<": r"<|(?<![a-z])(?:below|under|less than|fewer than)(?![a-z])|[小低少]于|不到",
    ">": r">|(?<![a-z])(?:above|over(?= ?[0-9.])|more than)(?![a-z])|[大高多]于|超过",
}


def direction(text: str) -> str:
    """Return the sign that a text with one number contains or describes: "<", "≤", ">" or "≥", or "" if there is none.

    >>> direction("at least 0.5"), direction("0.1 > p"), direction("about 0.5")
    ('≥', '<', '')
    """
    line = text.translate(_FULL_WIDTH).lower()
    for sign, words in _DIRECTIONS.items():
        if match := re.search(words, line):
            is_after_number = match[0][0] in "<>≤≥" and re.search(r"[0-9] *$", line[: match.start()])
            return sign.translate(str.maketrans("<>≤≥", "><≥≤")) if is_after_number else sign
    return ""


def readings(text: str, count: int, labels: Sequence[Sequence[str]] = ()) -> list[list[float]]:
    """Return all possible readings of a text as ``count`` numbers, the most likely first; none if it cannot be read so.

    A comma separates numbers, groups thousands or is the decimal sign. A space separates numbers or groups thousands.
    A minus after a space may start a number, as NumPy prints arrays. A dash may mean "to". Two brackets may be a
    product. "per" divides, or what follows it is a unit. Digits that are all 0 or 1 may follow each other directly.
    One % sign at the end belongs to all numbers if the others are 1 or larger. A single number may have two forms, such
    as ``2/7 ≈ 0.286`` or ``10 % (0.1)``, which must agree. Where each number has its own label, of those in ``labels``,
    the labels determine the order.

    >>> readings("12,288", 1), readings("1,2,3", 3), readings("0,25 to 2/3", 2)
    ([[12288.0], [12.288]], [[1.0, 2.0, 3.0]], [[0.25, 0.6666666666666666]])
    >>> readings("R = 0.8, P = 0.6", 2, [["p"], ["r"]])
    [[0.6, 0.8]]
    """
    if count == 1:
        text = text.strip().removesuffix("。").replace("（", " (")
        forms = second_forms(text)
        if len(forms) > 1:
            return _agreeing(forms)
        rows = [row for part in (text, re.split("[=＝]", text)[-1]) for row in _readings(part, 1)]
    else:
        rows = _readings(_in_order(text, labels), count)
        if count == 2 and len(re.findall("[>≥]", text)) == 2:
            rows = [row[::-1] for row in rows]
    return [numbers for i, numbers in enumerate(rows) if numbers not in rows[:i]]


def second_forms(text: str) -> list[list[list[float]]]:
    """Return the readings of each form of a single number: those on the two sides of "=", for example."""
    forms = [form.replace("）", ")") for form in _SECOND_FORM.split(text.strip())]
    balanced = [form if form.count("(") == form.count(")") else form.removesuffix(")") for form in forms]
    return [rows for form in balanced if (rows := _readings(form, 1))]


def _agreeing(forms):
    """Return the forms of a number that agree with the first as rounded, or none if one of them does not agree.

    A form that differs by a factor above 10 is another quantity: ``9 errors (18 %)``.
    """
    (first,) = forms[0][0]
    rows = [[first]]
    for (number,), *_ in forms[1:]:
        if number == first:
            continue
        if abs(number - first) < max(unit(number), unit(first)) * (1 - 1e-8):
            rows.append([number])
        elif 0.1 < abs(number / first if first else 1.0) < 10:
            return []
    return rows


def unit(x: float) -> float:
    """Return one unit (and a rounding error) in the last of at most twelve digits of a number."""
    return (1 + 1e-9) * 10.0 ** min(0, Decimal(f"{x:.12g}").normalize().as_tuple().exponent)


def _in_order(text, labels):
    """Return the text without its labels; if each occurs once, with a number, the parts are put in their order."""
    places = {name.replace(" ", ""): place for place, names in enumerate(labels) for name in names}
    if not places:
        return text
    names = sorted((name for names in labels for name in names), key=len, reverse=True)
    pattern = "|".join(re.escape(name).replace(r"\ ", " *") for name in names)
    pieces = re.split(rf"(?<![a-z])({pattern})(?![a-z])", text.translate(_FULL_WIDTH).lower())
    found = [places[name.replace(" ", "")] for name in pieces[1::2]]
    values = pieces[:-1:2] if re.search("[0-9]", pieces[0]) else pieces[2::2]
    if sorted(found) == [*range(len(labels))] and all(re.search("[0-9]", value) for value in values):
        return ";".join(_TRIMMED.sub("", values[found.index(place)]) for place in range(len(labels)))
    return ";".join(pieces[::2])


def _readings(part, count):
    """Return the readings of a text without labels as ``count`` numbers."""
    line = _cleaned(part)
    by_blank = _GROUPED_BY_BLANKS.sub(lambda match: match[0].replace(" ", ""), line)
    by_comma = _GROUPED_BY_COMMAS.sub(lambda match: match[0].replace(",", ""), line)
    lines = [line, by_blank, by_comma, *(_DECIMAL_COMMA.sub(r"\1.\2", text) for text in (line, by_blank))]
    for whole in [*lines]:
        lines.append(re.sub(r"(?<=[0-9.)%]) -(?=[0-9.(])", ";-", whole))
        lines.append(re.sub(r"(?<=[0-9.)%])( ?)-\1(?=[0-9.(])", ";", whole))
        lines.append(re.sub(r"(?<=\)) ?(?=\()|(?<=[0-9])(?=\()", "*", whole))
        lines.append(re.sub(r"(?<![0-9.)/] )(?<![0-9./])([0-9]+) (\(?[0-9]+/[0-9]+\)?)(?![0-9.])", r"(\1+\2)", whole))
        if count > 1:
            lines.append(re.sub(r"(?<![0-9.])[0-9]+ ?:", ";", whole))
            lines.append(re.sub(r"(?<=[0-9]) ?: ?(?=[0-9])", ";", whole))
    if count > 2 and re.fullmatch("[01]+", line):
        lines.append(";".join(line))
    rows = []
    for whole in dict.fromkeys(lines):
        versions = [whole.replace("|", " "), whole.replace("|", "/"), re.sub(r"\|[^;,|]*", "", whole)]
        rows += [numbers for numbers in map(_parsed, dict.fromkeys(versions)) if len(numbers) == count]
    if re.fullmatch(r"[^%]*%\)?", line):  # one sign, at the end
        shares = [[*(number / 100 for number in row[:-1]), row[-1]] for row in rows if min(row[:-1], default=0) >= 1]
        rows = shares + rows
    return rows


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
        return [number for part in answer if not _is_name(part) for number in numbers(part)]
    return [float(answer)]


def _is_name(part):
    """Return whether a part of an answer is a word without a number: ``("B", 0.223)``."""
    return isinstance(part, str) and part != "" and not _cleaned(part)


def _cleaned(text):
    """Return the line in the signs of the grammar, without names and units (``P = 0.6``, ``90 examples``)."""
    line = re.sub("[¼-¾⅐-⅞]", _vulgar_fraction, text.strip()).translate(_FULL_WIDTH).lower()
    line = line if re.search("[0-9]", line) else _CHINESE_NUMBER.sub(_chinese, _NUMBER_WORDS.sub(_english, line))
    line = re.sub("负(?=[例样类])", "反", re.sub(r"百分之 ?([0-9.]+)", r"\1%", line))
    line = re.sub(r"per ?cent|pct\.?", "%", re.sub(r"\.{2,}", "…", line))
    line = "".join(_SIGNS.get(letter, letter) for letter in line)
    line = re.sub(r"[0-9.]+ ?% ?-?(?:ci(?![a-z])|confidence interval|的?置信区间)|[a-z]\([+-]\)[a-z]*", " p ", line)
    line = re.sub(r"\|([^|]+)\|", r"abs(\1)", line)
    line = re.sub(r"(^|[;,])((?! *(?:e|pi|π) )[^0-9;,()*/+-]*[a-z一-鿿]) *- +", r"\1\2 ", line)
    line = re.sub(r"\+ ?/? ?-", ";", line)
    line = re.sub(r"(?<![^\s;,])\(?[a-h]\)", ";", line)
    line = re.sub(r"(?<![^\s;,(])[^\s0-9=≈:;,()+*/^.-][^\s=≈:;,()]*\s*[=≈:]|[=≈]", " ", line)
    line = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", lambda match: "**" + match[0].translate(_RAISED), line)
    line = re.sub(r"(?<=[0-9])[_'’](?=[0-9]{3})", "", line)
    line = re.sub(r"\b(?:np|numpy|math)\.(?=[a-z])", "", line)
    line = re.sub(r"(?<=[0-9]) ?x ?(?=[0-9(])", "*", line)
    line = _WORD.sub(_sign_of_word, line.replace("'", " "))
    line = re.sub(r"(^|\()\s+,", r"\1", line)  # after a name
    return re.sub(r"\( ?\)|[.。]$", "", re.sub(r"\s+", " ", line).strip())


def _vulgar_fraction(match):
    """Return ½ as `` (1/2)``."""
    return f" ({normalize('NFKC', match[0]).replace('⁄', '/')})"


def _english(match):
    """Return a number in words, such as "forty-eight" or "two thirds", in digits."""
    tens, ones, single, part = match.groups()
    number = 20 + 10 * _TENS.index(tens) + _ONES.index(ones or "zero") if tens else _ONES.index(single)
    return f"{number}/{2 + _PARTS.index(part)}" if part else str(number)


def _chinese(match):
    """Return a number in Chinese words, such as 四十八 or 八分之五, in digits."""
    values = [_chinese_value(words) for words in match.groups() if words]
    return "/".join(map(str, reversed(values)))


def _chinese_value(words):
    if words == "百":
        return 100
    tens, sign, ones = words.replace("两", "二").rpartition("十")
    digits = "".join(str("零一二三四五六七八九".find(digit)) for digit in ones)
    return (10 * "零一二三四五六七八九".find(tens or "一") if sign else 0) + int(digits or 0)


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
