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
_TRIMMED = re.compile(r"^[\s:=≈,;、]*(?:[-–—]\s)?|[\s:,;、]+$")
_LETTER = "[a-zà-öø-ÿα-ω₀-₉]"
_WORD = re.compile(rf"({_NUMBER})|(?:[一-鿿]+|{_LETTER}(?:[-']?{_LETTER}|[0-9_]+(?![.,]?[0-9]))*)(\()?")
_WORDS = {  # what a word stands for; | is "per", and any other word is ignored
    "and": ";", "to": ";", "until": ";", "per": "|", "of": "|", "in": "|",
    "percent": "%", "minus": "-", "plus": "+", "times": "*",
}  # fmt: skip
_NOT_IGNORED = re.compile(
    "not|half|third|quarter|dozen|hundred|thousand|[mb]illion|.*(?:不是|[半百千万亿]).*|nan|inf|infinity"
)


_SECOND_FORM = re.compile(
    r"[=≈＝]|(?<![a-z])(?:or(?![a-z])|i\.? ?e\.)|[或即]"
    r"|(?<=[0-9a-z%一-鿿])\s+\((?=(?:[^()]|[a-z0-9]\([^()]*\))*[)）]\s*$)"
)
_ASIDE = re.compile(r"(.*[0-9].*)\s\(((?:[^()（）]|\([^()]*\))*)[)）]\s*", re.DOTALL)
_REASON = re.compile(r"(?<![a-z])(?:because|since)(?![a-z])|因为|由于")
_THEREFORE = re.compile(r"→|⇒|->|(?<![a-z])(?:so|thus|hence|therefore)(?![a-z])|所以|因此|(?<=[,，;；])\s*[取共得故]")
_NAME_WITH_A_BOUND = re.compile(r"p\s*[(（][^()]*[<>≤≥][^()]*[)）]\s*(?=[=≈:：＝])", re.IGNORECASE)
_CONTINUED = re.compile(r"[,，]?\s*(?:plus|再?加上?|(?<=[,，] )\+|(?<=[,，])\+)\s*(?=[0-9])")
_STEP = re.compile(rf"\s*({_NUMBER})\s*[-+*/×·÷−]")
_SEPARATORS = [rf"[(（]|[)）]|[;\n、]|{comma}|(?<![a-z])and(?![a-z])|[和与及]" for comma in (",(?![0-9])", ",")]
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
    "(?<![一-鿿])(?:[至最][少多]|大?约|[共是为第])?([零一二两三四五六七八九十百千]+)(?:分之([零一二两三四五六七八九十百千]+))?"
    "(?:[个次例条位轮种折](?:(?![半多几到至和与或以不上下])[一-鿿])*)?(?![一-鿿])"
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
    line = _result(text).translate(_FULL_WIDTH).lower()
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
    One % sign at the end belongs to all numbers if the others are 1 or larger.

    A single number may have two forms, such as ``2/7 ≈ 0.286`` or ``10 % (0.1)``, which must agree; a calculation may
    go on, as in ``64*5 = 320 + 1 = 321``. What follows "because" is ignored, and what precedes "so" or an arrow, and a
    bracket that names something else: ``2 (error 0.50)``. Other values that ``labels`` names are ignored, too.

    Of several numbers, each may be such a text, and may have a label before or after it. Where all numbers but one
    have their own label, of those in ``labels``, the labels determine the order.

    >>> readings("12,288", 1), readings("1,2,3", 3), readings("0,25 to 2/3", 2)
    ([[12288.0], [12.288]], [[1.0, 2.0, 3.0]], [[0.25, 0.6666666666666666]])
    >>> readings("R = 4/5 = 0.8, P = 0.6", 2, [["p"], ["r"]])
    [[0.6, 0.8]]
    """
    if count == 1:
        forms = second_forms(text, labels)
        if len(forms) > 1:
            return _agreeing(forms)
        line = _prepared(text, labels)
        rows = [row for part in (line, re.split("[=＝]", line)[-1]) for row in _readings(part, 1)]
    else:
        line = _with_marks(text, labels)
        parts = _by_label(line, count)
        typed = [_TRIMMED.sub("", part) for part in re.split(_MARK, line)] if _has_mark(line) else [text]
        rows = _readings(";".join(parts or typed), count)
        if count == 2 and len(re.findall("[>≥]", text)) == 2:
            rows = [row[::-1] for row in rows]
        rows += _each(parts or _pieces(line, count))
    return [numbers for i, numbers in enumerate(rows) if numbers not in rows[:i]]


def second_forms(text: str, beside: Sequence[Sequence[str]] = ()) -> list[list[list[float]]]:
    """Return the readings of each form of a single number: those on the two sides of "=", for example."""
    forms = [form.replace("）", ")") for form in _SECOND_FORM.split(_prepared(text, beside))]
    balanced = [form if form.count("(") == form.count(")") else form.strip().removesuffix(")") for form in forms]
    values: list[list[list[float]]] = []
    for form in balanced:
        if rows := _readings(form, 1):
            step = _STEP.match(form)
            is_next_step = values and step and abs(float(step[1]) - values[-1][0][0]) < 1e-9
            values = [rows] if is_next_step else [*values, rows]
    return values


def _prepared(text, beside):
    """Return the part of a text that contains the single number."""
    line = text.strip().removesuffix("。").replace("（", " (")
    if _has_mark(with_marks := _with_marks(line, beside)):
        rest = _TRIMMED.sub("", _MARK.sub(" ", with_marks))
        line = rest if re.search("[0-9]", rest) else line
    line = _result(line)
    line = _CONTINUED.sub("+", line) if re.search("[=＝]", line) else line
    aside = _ASIDE.fullmatch(line)
    return aside[1] if aside and _is_named(aside[2]) and _readings(aside[1], 1) else line


def _result(text):
    """Return what follows "so" and precedes "because" in a text, without a name such as ``P(X ≥ 1) =``."""
    result = _NAME_WITH_A_BOUND.sub(" ", _THEREFORE.split(_REASON.split(text)[0])[-1])
    return result if re.search("[0-9]", result) else text


def _is_named(text):
    """Return whether a text contains a name, and not only an expression or another form of a number."""
    words = re.findall(r"[a-zà-öø-ÿα-ω]+[0-9]*|[一-鿿]+", text.lower())
    own = {*_FUNCTIONS, *_CONSTANTS, "percent", "per", "cent", "plus", "minus", "times", "x", "i", "np", "math"}
    return any(word not in own for word in words) and not re.search(r"(?<![a-z])or(?![a-z])|[或即]", text.lower())


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


_MARK = re.compile("[\ue000-\uf8ff]")  # the mark of a place is a private letter


def _has_mark(text):
    return _MARK.search(text) is not None


def _with_marks(text, labels):
    """Return the text in half-width small letters, with a mark for each label."""
    line = text.replace("，", ", ").replace("（", " (").translate(_FULL_WIDTH).lower()
    for name, place in sorted(((name, place) for place, names in enumerate(labels) for name in names),
                              key=lambda pair: -len(pair[0])):  # fmt: skip
        words = r"[\s=:]*".join(map(re.escape, re.split(r"[\s=]+", name)))
        before = "(?<![a-z0-9.])" if name == "e" or name[0].isdecimal() else "(?<![a-z])"
        after = r"(?!\.?[0-9])" if name[-1].isdecimal() else "(?![a-z])"
        line = re.sub(f"{before}{words}{after}", chr(0xE000 + place), line)
    return line


def _pieces(line, count):
    """Return the parts between the separators outside brackets if there are as many as numbers, else none."""
    for separators in _SEPARATORS:
        pieces, depth, start = [], 0, 0
        for match in re.finditer(separators, line):
            if match[0] in "(（)）":
                depth += 1 if match[0] in "(（" else -1
            elif depth <= 0:
                pieces.append(line[start : match.start()])
                start = match.end()
        pieces = [piece for piece in [*pieces, line[start:]] if re.search("[0-9]", piece) or _has_mark(piece)]
        if len(pieces) == count and all(re.search("[0-9]", piece) for piece in pieces):
            return pieces
    return []


def _by_label(line, count):
    """Return the parts in the order of their labels if all of them, or all but one, have a label; else none."""
    pieces = _pieces(line, count)
    places = [[ord(mark) - 0xE000 for mark in dict.fromkeys(_MARK.findall(piece))] for piece in pieces]
    known = [place for several in places for place in several]
    if pieces and max(map(len, places)) == 1 and count - 1 <= len(known) == len({*known}):
        (missing,) = {*range(count)} - {*known} or {None}
        order = [several[0] if several else missing for several in places]
        return [_TRIMMED.sub("", _MARK.sub(" ", pieces[order.index(place)])) for place in range(count)]
    marks, values = [ord(mark) - 0xE000 for mark in _MARK.findall(line)], _MARK.split(line)
    values = values[:-1] if re.search("[0-9]", values[0]) else values[1:]
    values = [value if value.count("(") == value.count(")") else re.sub("[()]", " ", value) for value in values]
    if sorted(marks) == [*range(count)] and all(re.search("[0-9]", value) for value in values):
        return [_TRIMMED.sub("", values[marks.index(place)]) for place in range(count)]
    return []


def _each(parts):
    """Return the readings of a text for each number as rows: the first of each, then the second, ...."""
    each = [readings(_MARK.sub(" ", part), 1) for part in parts]
    most = max(map(len, each), default=0) if all(each) else 0
    return [[rows[min(i, len(rows) - 1)][0] for rows in each] for i in range(most)]


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
    if count > 2 and re.fullmatch("[01]+", digits := re.sub("[ ,;]", "", line)):
        lines.append(";".join(digits))
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
    line = re.sub(r"percentage points?|per ?cent|pct\.?|个?百分点", "%", re.sub(r"\.{2,}", "…", line))
    line = re.sub(r"(?<![a-z])(?:approx|ca|c|i\.? ?e)\.|(?<=[a-z])\.(?=\s|$)", " ", line.replace("根号", "√"))
    line = "".join(_SIGNS.get(letter, letter) for letter in line)
    line = re.sub(r"(?<=[0-9)]) ?的 ?(-?[0-9.]+) ?次[方幂]", r"**(\1)", line)
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
    parts = [words for words in match.groups() if words]
    if any(re.fullmatch("[一二两三四五六七八九]{2,}", words) for words in parts):  # 两三个 is two or three
        return match[0]
    return "/".join(str(_chinese_value(words)) for words in reversed(parts))


def _chinese_value(words):
    digits = ["零一二三四五六七八九".find(letter) for letter in words.replace("两", "二")]
    if not re.search("[十百千]", words):
        return int("".join(map(str, digits)))
    total = last = 0
    for letter, digit in zip(words, digits, strict=True):
        power = {"十": 10, "百": 100, "千": 1000}.get(letter)
        total, last = (total + (last or 1) * power, 0) if power else (total, digit)
    return total + last


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
