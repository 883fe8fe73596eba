"""A file of labels and scores, a line an example: what cannot be read is said with its line."""

import csv
import re
from array import array
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from io import BytesIO, TextIOBase, TextIOWrapper
from math import isfinite
from os import PathLike
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from evalcore._checks import shown
from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.report.provenance import Provenance

KNOWN = {"0": 0, "1": 1, "0.0": 0, "1.0": 1, "false": 0, "true": 1}
DELIMITERS = ",;\t"
QUOTED = re.compile(r'(?<![^,;\t])"(?:[^"]|"")*(?:"|$)')  # an entry in quotes
UTF_8 = "expected text in UTF-8, which spreadsheets call CSV UTF-8"
_COUNTS = marked("it counts the lines")  # why a column is left out
_TEXT = marked("its first entry is no number, {text}")


Why = tuple[str, dict[str, str]]  # the reason, English, and its fields


class ScoresFile(NamedTuple):
    """Labels, the scores of each learner, and the columns that were left out, each with the reason."""

    y_true: np.ndarray
    scores: dict[str, np.ndarray]
    group: np.ndarray | None
    provenance: Provenance


def read(file: str | PathLike[str] | BinaryIO | bytes, label: str, positive: str | None = None) -> ScoresFile:
    """Read a CSV with a line of names: a column of labels, a column a learner; ",", ";" or tabs between them.

    The file is a path, an open binary file, or the bytes themselves.

    Labels are 0 and 1, false and true, or two words, of which ``positive`` names one. A column is left out whose
    first entry is a text, or that counts the lines. Numbers may have a decimal comma where ";" parts the columns, and
    names in quotes may hold any of the three.
    Raises ``ValueError`` with the number of the line for what cannot be read, and ``OSError`` if the file cannot.
    """
    with _opened(file) as content:
        text = TextIOWrapper(content, encoding="utf-8-sig", newline="")
        try:
            first = text.readline()
            text.seek(0)
            if "\0" in first:
                raise ValueError(f"line 1: {UTF_8}, got bytes of 0, as UTF-16 has")
            delimiter = max(DELIMITERS, key=QUOTED.sub("", first).count)
            lines = csv.reader(text, delimiter=delimiter, strict=True)
            return _columns(lines, label, positive, decimal_comma=delimiter == ";")
        except csv.Error as error:
            raise ValueError(f"line {lines.line_num}: expected a line of a CSV file, but {error}") from error
        except UnicodeDecodeError as error:
            line = _undecodable(content)
            raise ValueError(f"line {line}: {UTF_8}") from error
        finally:
            text.detach()  # who has opened a file closes it


def _opened(file: str | PathLike[str] | BinaryIO | bytes) -> AbstractContextManager[BinaryIO]:
    """The file as bytes, closed at the end if it was opened here."""
    if isinstance(file, str | PathLike):
        path = Path(file)
        if not path.is_file():
            raise FileNotFoundError(f"expected a file of scores, but there is no file {path.name}")
        return path.open("rb")
    if isinstance(file, bytes | bytearray | memoryview):
        return BytesIO(file)
    if not hasattr(file, "seek") or isinstance(file, TextIOBase):
        raise ValueError(f"file must be a path, an open binary file, or bytes, got {shown(file)}")
    return nullcontext(file)


def _undecodable(content: BinaryIO) -> int:
    """The first line that is not UTF-8."""
    content.seek(0)
    for number, line in enumerate(content, 1):
        try:
            line.decode()
        except UnicodeDecodeError:
            return number
    return 1


def _columns(lines, label: str, positive: str | None, *, decimal_comma: bool) -> ScoresFile:
    names = _names(next(lines, []), label)
    at = names.index(label)
    words, classes, columns, left_out = {}, array("b"), {}, {}
    for line in _filled(lines, names):
        word = line[at].strip()
        if word not in words:
            if not word or len(words) == 2:
                known = " and ".join(map(repr, words)) or "a label"
                raise ValueError(f"line {lines.line_num}: column {label!r} must hold two labels, {known}, got {word!r}")
            words[word] = len(words)
        if not classes:
            columns, left_out = _kinds(names, line, at, decimal_comma)
        classes.append(words[word])
        for place, column in columns.items():
            column.append(_number(_with_point(line[place], decimal_comma), lines.line_num, names[place]))
    if not classes:
        raise ValueError(f"line {lines.line_num}: expected a line for each example after the names, got none")
    scores = {}
    for place, column in columns.items():
        values = np.frombuffer(column)
        if values.size > 2 and np.all(np.diff(values) == 1):
            left_out[names[place]] = _COUNTS, {}
        else:
            scores[names[place]] = values
    if not scores:
        found = "; ".join(f"{name!r}: {reason.format(**of)}" for name, (reason, of) in left_out.items())
        raise ValueError(f"expected a column of scores beside {label!r}, got {found or 'none'}")
    y_true = _positives(words, label, positive)[np.frombuffer(classes, dtype=np.int8)]
    if min(found := np.bincount(y_true, minlength=2)) < 2:
        raise ValueError(
            f"column {label!r} must hold each label twice or more, got {found[1]} positive, {found[0]} negative"
        )
    reasons = {name: _(reason, **of) for name, (reason, of) in left_out.items()}
    said = tuple(_("Left out: column {column}.", column=f"{name!r}: {reason}") for name, reason in reasons.items())
    return ScoresFile(y_true, scores, None, Provenance(label=label, rows=y_true.size, left_out=said))


def _names(line: list[str], label: str) -> list[str]:
    names = [name.strip() or f"column {place}" for place, name in enumerate(line, 1)]
    if not names:
        raise ValueError("line 1: expected the names of the columns, got nothing")
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"line 1: columns must have different names, got {name!r} twice")
    if label not in names:
        raise ValueError(f"line 1: expected a column {label!r} of labels, got {shown(names)}")
    return names


def _filled(lines, names: list[str]) -> Iterator[list[str]]:
    """The lines that are not empty, each as long as the names."""
    for line in lines:
        if line and len(line) != len(names):
            raise ValueError(f"line {lines.line_num}: expected {len(names)} entries, got {len(line)}")
        if line:
            yield line


def _kinds(names: list[str], line: list[str], at: int, decimal_comma: bool) -> tuple[dict[int, array], dict[str, Why]]:
    """By the first example: which columns hold scores, and which are left out because they hold text."""
    columns, left_out = {}, {}
    for place, text in enumerate(line):
        if place == at:
            continue
        try:
            float(_with_point(text, decimal_comma).strip() or "0")  # a missing one is an error with its line, later
            columns[place] = array("d")
        except ValueError:
            left_out[names[place]] = _TEXT, {"text": shown(text)}
    return columns, left_out


def _with_point(text: str, decimal_comma: bool) -> str:
    return text.replace(",", ".") if decimal_comma else text


def _number(text: str, line: int, name: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not isfinite(number) or "_" in text:
        raise ValueError(f"line {line}: column {name!r} must hold finite numbers, got {shown(text)}")
    return number


def _positives(words: dict[str, int], label: str, positive: str | None) -> np.ndarray:
    """Which of the words, by their numbers, is the positive label."""
    if positive is not None:
        if positive not in words:
            raise ValueError(f"column {label!r} must hold the positive label {positive!r}, got {shown(list(words))}")
        found = [word == positive for word in words]
    elif all(word.lower() in KNOWN for word in words):
        found = [KNOWN[word.lower()] == 1 for word in words]
    else:
        raise ValueError(
            f"column {label!r} must hold 0 and 1, or false and true, got {shown(list(words))}: "
            "say which is the positive one (--positive)"
        )
    if len(words) < 2 or len(set(found)) < 2:
        raise ValueError(f"column {label!r} must hold two labels, got {shown(list(words))} alone")
    return np.array(found)
