"""Numbers as people write them: decimal comma, thousands separators, percent signs, marks of a missing value."""

import re
from collections.abc import Iterable
from math import isfinite
from typing import NamedTuple

import numpy as np

from evalcore.language import translated as _
from evalcore.report.words import shown

MISSING = {
    *("", "na", "n/a", "#n/a", "#na", "#nv", "nan", "null", "none", "nil", "nat", "<na>", "-", "--", "–", "—", "?"),
    *(".", "…", "missing", "not available", "n.a.", "n. a.", "k.a.", "k. a.", "\\n", "缺失", "缺失值", "空", "无"),
    *("#value!", "#wert!", "#num!", "#zahl!", "#ref!", "#bezug!", "#name?", "#div/0!", "#n/d", "нет данных"),
}
_BLANK = "[ \u00a0\u2009\u202f'’]"  # other than a point or a comma, between thousands
_PLAIN = str.maketrans(
    "−－＋．。，０１２３４５６７８９", "--+..,0123456789"
)  # full-width signs and the Chinese full stop, as a Chinese keyboard types them
_EXPONENT = r"(?:[eE][+-]?\d+)?"


def _form(decimal: str, thousands: str) -> re.Pattern:
    grouped = rf"[1-9]\d{{0,2}}(?:{thousands}\d{{3}})+|[1-9]\d{{0,2}}(?:{_BLANK}\d{{3}})+"
    if thousands == ",":
        grouped += r"|[1-9]\d?(?:,\d\d)*,\d{3}"  # 12,34,567, as in India
    return re.compile(rf"[+-]?(?:(?:{grouped}|\d+)(?:{decimal}\d*)?|{decimal}\d+){_EXPONENT}")


FORMS = {".": _form(r"\.", ","), ",": _form(",", r"\.")}
BELOW, ABOVE = "<≤＜", ">≥＞"  # signs of limits
_DAY, _MONTH, _YEAR = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])", r"(?:\d{4}|\d{2})"
_NAME = (  # of a month, in full or abbreviated
    r"(?:jan(?:uary?|uar|v|vier)?|ene(?:ro)?|feb(?:ruary?|ruar|rero)?|f[eé]v(?:r|rier)?|m[aä]?r(?:z|ch|s|zo)|mar|"
    r"a[bpv]r(?:il)?|ma[iy]o?|ju[nl](?:[iey]|io)?|juin|juil(?:let)?|aug(?:ust)?|ago(?:sto)?|ao[uû]t?|"
    r"sept?(?:ember|embre|iembre)?|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|"
    r"d[eéi][cz](?:ember|embre|iembre)?)\.?"
)
_TIME = r"(?:[\sT,+Z].*)?"
_SHORT_DATES = [  # without a day or a year, as a spreadsheet program writes what it takes for one, such as 5.5
    rf"\d{{1,2}}[.\s/-]+{_NAME}(?:[.\s/-]+\d\d)?",  # 5-May, 05. Mai
    rf"{_NAME}[\s/-]+\d{{1,2}}",  # May-24
    rf"{_MONTH}月(?:{_DAY}日)?",  # 5月5日
]
_LONG_DATES = [
    rf"\d{{4}}([-./]){_MONTH}\1{_DAY}{_TIME}",  # 2024-05-31T08:15
    rf"{_DAY}([-./]){_MONTH}\1\d{{4}}{_TIME}",  # 31.05.2024
    rf"{_MONTH}([-./]){_DAY}\1\d{{4}}{_TIME}",  # 5/31/2024, 8:15 AM
    rf"\d{{4}}年{_MONTH}月(?:{_DAY}日)?{_TIME}",
    rf"\d{{1,2}}[.\s/-]*{_NAME}[.\s/-]*\d{{4}}{_TIME}",  # 5 May 2024, 05MAY2024
    rf"{_NAME}[.\s/-]+(?:{_DAY},?\s+)?\d{{4}}{_TIME}",  # May 5, 2024
]
_DATES = [
    *_SHORT_DATES,
    *_LONG_DATES,
    rf"{_DAY}([-./]){_MONTH}\1\d\d{_TIME}",  # 31.05.24
    rf"{_MONTH}([-./]){_DAY}\1\d\d{_TIME}",
]
POINTED = re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}")  # 1.234 is 1234 to many people


class Texts(NamedTuple):
    """The entries of a column as texts, and what their forms say of its decimal sign.

    ``sure`` is "." or "," where entries can be read in one way only, ``likely`` where several together speak for one;
    ``of`` is an entry that shows it. ``open`` is an entry with three digits after its only point or comma that may be
    thousands. ``mixed`` are two entries with different decimal signs, and ``clash`` are two that may have different
    ones, or thousands.
    """

    numeric: int
    filled: int
    percent: str | None
    plain: str | None  # an entry without a percent sign
    sure: str | None = None
    likely: str | None = None
    of: str | None = None
    open: str | None = None
    mixed: tuple[str, str] | None = None
    clash: tuple[str, str] | None = None
    floats: bool = False  # whether all entries have Python's own form


class Numbers(NamedTuple):
    """The numbers of a column, nan where an entry is missing or none; and what was assumed.

    ``decimal`` is the decimal sign, and ``decimals`` whether it occurs; ``thousands`` is an entry whose point, comma
    or blank was taken to separate thousands, ``percent`` one with a percent sign, which was read as a hundredth.
    """

    values: np.ndarray
    missing: np.ndarray
    decimal: str
    decimals: bool
    thousands: str | None = None
    percent: str | None = None

    @property
    def unread(self) -> np.ndarray:
        """Return which entries are neither numbers nor marks of a missing value."""
        return np.isnan(self.values) & ~self.missing


def is_missing(entry: str) -> bool:
    """Return whether an entry says that there is no value."""
    return entry.lower() in MISSING


def texts(entries: Iterable[str]) -> Texts:
    """Return the entries of a column as texts, and what their forms say, whatever their order."""
    filled = [entry for entry in entries if not is_missing(entry)]
    try:
        if "_" not in "".join(filled):
            list(map(float, filled))
            return _of_floats(filled)
    except ValueError:
        pass
    signed, plain, point, comma, both = None, None, None, None, []
    numeric = 0
    for entry in filled:
        text, percent = _bare(entry)
        forms = [bool(form.fullmatch(text)) for form in FORMS.values()]
        if not any(forms):
            continue
        numeric += 1
        if percent:
            signed = _least(signed, entry)
        else:
            plain = _least(plain, entry)
        if forms == [True, False]:
            point = _least(point, entry)
        elif forms == [False, True]:
            comma = _least(comma, entry)
        else:
            both.append(text)
    seen = Texts(numeric, len(filled), signed, plain)
    if point and comma:
        return seen._replace(mixed=(point, comma))
    if point or comma:
        return seen._replace(sure="." if point else ",", of=point or comma)
    return seen._replace(**_weighed(both))


def _of_floats(filled: list[str]) -> Texts:
    """Return the numbers of a column in Python's own form, which has no commas and no percent signs."""
    plain = min(filled, default=None)
    seen = Texts(len(filled), len(filled), None, plain, floats=True)
    sure = any(("." in text or "e" in text.lower()) and not POINTED.fullmatch(text) for text in filled)
    return seen._replace(sure=".") if sure else seen._replace(**_weighed(filled))


def _weighed(both: list[str]) -> dict:
    """Return how to read entries such as 1.234, which alone may be 1.234 or 1234, from all of them together."""
    marked = {sign: [text for text in both if sign in text] for sign in ".,"}
    if marked["."] and marked[","]:
        return {"clash": (min(marked["."]), min(marked[","]))}
    for sign, other in (".,", ",."):
        if not marked[sign]:
            continue
        example = min(marked[sign])
        whole = [abs(int(text)) for text in both if re.fullmatch(r"[+-]?\d+", text)]
        if not whole:
            return {"open": example}
        if max(whole) >= 1000:  # others would be written with the sign as well
            return {"likely": sign, "of": example}
        if max(whole) >= 100:
            return {"likely": other, "of": example, "open": example}
        return {"open": example, "of": str(max(whole))}
    return {}


def read(
    entries: Iterable[str],
    seen: Texts,
    name: str,
    decimal: str | None,
    elsewhere: set[str],
    separator: str,
    *,
    size: bool = False,
    remedy: str = "",
) -> Numbers:
    """Return the numbers of a column.

    ``decimal`` is the sign that was asked for, ``elsewhere`` are the sure ones of the file's other columns. With
    ``size`` the size of the numbers matters, and not only their order: then less is assumed. ``remedy`` ends the
    message on a column with two decimal signs.
    Raises ``ValueError`` where the entries can be read in two ways and nothing decides.
    """
    if seen.mixed:
        raise ValueError(
            _("column {name} has both {first} and {second}: the decimal separator is a point in some rows and a comma "
              "in others. Use the same separator in all rows", name=shown(name), first=shown(seen.mixed[0]),
              second=shown(seen.mixed[1])) + remedy
        )  # fmt: skip
    sign = decimal or _sign(seen, name, elsewhere, separator, size)
    if seen.floats and sign == ".":
        entries = list(entries)
        missing = [is_missing(entry) for entry in entries]
        values = np.array([np.nan if gap else float(entry) for entry, gap in zip(entries, missing, strict=True)])
        values[np.isinf(values)] = np.nan
        return Numbers(values, np.array(missing, dtype=bool), sign, any("." in entry for entry in entries))
    form, values, missing = FORMS[sign], [], []
    thousands, decimals = None, False
    mixed = seen.percent and seen.plain
    if mixed:
        raise ValueError(
            _("column {name} has entries with and without a percent sign, such as {first} and "
              "{second}: write them all in the same way", name=shown(name),
              first=shown(seen.percent), second=shown(seen.plain))
        )  # fmt: skip
    group = {".": ",", ",": "."}[sign]
    separated = re.compile(rf"{re.escape(group)}|{_BLANK}")
    for entry in entries:
        missing.append(is_missing(entry))
        text, _percent = _bare(entry)
        if missing[-1] or not form.fullmatch(text):
            values.append(np.nan)
            continue
        if separated.search(text):
            thousands = _least(thousands, entry)
        decimals = decimals or sign in text
        value = number_of(entry, sign)
        values.append(value if isfinite(value) else np.nan)
    return Numbers(
        np.array(values, dtype=float), np.array(missing, dtype=bool), sign, decimals, thousands, seen.percent
    )


def number_of(entry: str, decimal: str) -> float:
    """Return the number of one entry with this decimal sign, "." or ",", without its separators of thousands.

    >>> number_of("1.234,5", ","), number_of("41.1%", ".")
    (1234.5, 0.411)
    """
    text, percent = _bare(entry)
    text = re.sub(_BLANK, "", text.replace("." if decimal == "," else ",", "")).replace(",", ".")
    return float(f"{text}e-2" if percent and "e" not in text.lower() else text)


def thousands_read(name: str, numbers: Numbers) -> str | None:
    """Return a sentence on the thousands separators of a column, if it has any."""
    if numbers.thousands is None:
        return None
    number = f"{number_of(numbers.thousands, numbers.decimal):.15g}"
    return _("Column {name} has thousands separators: {entry} is read as {number}.", name=shown(name),
             entry=shown(" ".join(numbers.thousands.split())), number=number)  # fmt: skip


def _sign(seen: Texts, name: str, elsewhere: set[str], separator: str, size: bool) -> str:
    """Return the decimal sign of a column."""
    if seen.clash:
        raise ValueError(
            _("column {name} has both {first} and {second}: say which character is the decimal separator (--decimal "
              ". or --decimal ,)", name=shown(name), first=shown(seen.clash[0]), second=shown(seen.clash[1]))
        )  # fmt: skip
    if seen.sure:
        return seen.sure
    other_sign = next(iter(elsewhere)) if len(elsewhere) == 1 else None
    doubtful = _doubtful(seen, separator) if size else None
    if doubtful:
        if other_sign:
            return other_sign
        raise ValueError(_either(doubtful, name))
    if seen.likely and (not seen.open or other_sign in (None, seen.likely)):
        return seen.likely
    if not seen.open:
        return other_sign or "."
    sign = "." if "." in seen.open else ","
    if seen.of is None:  # all entries have it, and three digits after it: ranks are the same either way
        return other_sign or ("." if sign == "." or separator == "," else ",")
    if other_sign and not seen.likely:
        return other_sign
    raise ValueError(_either(seen.open, name))


def _doubtful(seen: Texts, separator: str) -> str | None:
    """Return an entry that looks like thousands, where neither the column nor the separator decides its size.

    Where all entries have a comma, and commas separate the columns too, it separates thousands.
    """
    if seen.likely and not seen.open:
        return seen.of if seen.likely == "," or separator == ";" else None
    if not seen.open or seen.of is not None or seen.likely:
        return None
    doubtful = separator == ";" if "." in seen.open else separator not in ",;"
    return seen.open if doubtful else None


def _either(entry: str, name: str) -> str:
    number = entry.replace("." if "." in entry else ",", "")
    return _("column {name}: {entry} may be {number}, or a number with three decimal places. Say which character is "
             "the decimal separator (--decimal . or --decimal ,)",
             name=shown(name), entry=shown(entry), number=number)  # fmt: skip


def _bare(entry: str) -> tuple[str, bool]:
    """Return the entry with an ASCII minus and without its percent sign, and whether it had one."""
    text = entry.translate(_PLAIN)
    bare = text.rstrip("%％")
    return bare.rstrip(), bare != text


def _least(smallest: str | None, entry: str) -> str:
    return entry if smallest is None else min(smallest, entry)


def is_limit(entry: str, signs: str = BELOW + ABOVE) -> bool:
    """Return whether an entry says that a number lies beyond a limit.

    >>> is_limit("<0,01"), is_limit("≥ -2"), is_limit("0.01")
    (True, True, False)
    """
    return bool(re.match(rf"[{signs}]=?\s*[-−]?[\d.,]", entry))


def is_date(entry: str) -> bool:
    """Return whether an entry looks like a date, which spreadsheet programs make of numbers.

    >>> is_date("05. Mai"), is_date("5-May"), is_date("5月5日"), is_date("1.0.1"), is_date("12 mmol")
    (True, True, True, False, False)
    """
    return _is_one_of(_DATES, entry)


def is_made_of_a_number(entry: str) -> bool:
    """Return whether an entry looks like a date that a spreadsheet program makes of a number: 5-May, 05.05.2024."""
    return _is_one_of(_SHORT_DATES + _LONG_DATES, entry)


def is_short_date(entry: str) -> bool:
    """Return whether an entry looks like a date without a day or a year, which hardly anybody writes by hand."""
    return _is_one_of(_SHORT_DATES, entry)


def _is_one_of(forms: list[str], entry: str) -> bool:
    return any(re.fullmatch(form, entry, re.I) for form in forms)


def why_unread(entry: str) -> str:
    """Return what may have happened to an entry that is not a number, and what to do about it, to end a message."""
    if is_date(entry):
        return _(
            " (this looks like a date made from a number by a spreadsheet program; this file no longer contains the "
            "number. Export the scores again, and if you open them in a spreadsheet program, import this column as "
            "text)"
        )
    if is_limit(entry, BELOW):
        return _(
            " (this is a limit: write the limit itself in all such rows; the order of the numbers stays right as long "
            "as no other number is below the limit)"
        )
    if is_limit(entry, ABOVE):
        return _(
            " (this is a limit: write the limit itself in all such rows; the order of the numbers stays right as long "
            "as no other number is above the limit)"
        )
    return _(" (if the value is missing, empty the cell and add --drop-missing)")
