"""The table in a text: names of columns, and their entries, however the text separates them."""

import csv
import re
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from io import StringIO
from itertools import islice
from typing import NamedTuple

import numpy as np

from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.report.words import joined, shown

SEPARATORS = {  # in the order of preference where several would do
    "\t": marked("a tab"),
    ";": marked("a semicolon"),
    "，": marked("a full-width comma"),
    "|": marked("a vertical bar"),
    ",": marked("a comma"),
    " ": marked("a space"),
}
TRIED = 100  # lines from which the separator is found
TITLES = 30  # lines in which the names are looked for
PACKED = 10_000  # entries that are kept as one string: millions of short ones would take ten times the memory
SEP = re.compile(r'"?sep=(.)"?[,;\t]*\r?\n?', re.I)
TOTALS = {
    *("total", "totals", "grand total", "sum", "sums", "mean", "average", "avg", "summe", "gesamt", "mittelwert"),
    *("somme", "moyenne", "合计", "总计", "总和", "小计", "平均", "平均值", "均值"),
}


class Column:
    """The entries of one column, without blanks around them."""

    def __init__(self) -> None:
        self._packed: list[str] = []
        self._size = 0

    def extend(self, entries: list[str]) -> None:
        self._packed.append("\0".join(entries))
        self._size += len(entries)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[str]:
        for packed in self._packed:
            yield from packed.split("\0")


class Table(NamedTuple):
    """Columns by their names, the line in which each row ends, and how it was written.

    ``unnamed`` are the names that were made up, ``row_names`` is the column that R's ``write.table`` writes without a
    name.
    """

    columns: dict[str, Column]
    lines: array
    separator: str
    unnamed: list[str]
    row_names: str | None = None

    def entries(self, name: str, rows: np.ndarray) -> list[str]:
        """Return the entries of a column in these rows."""
        entries = [*self.columns[name]]
        return entries if len(entries) == len(rows) else [entries[place] for place in rows.tolist()]


def listed(names: list[str], most: int = 12) -> str:
    """Return the names as a message shows them: if there are many, the first ones."""
    words = [shown(name) for name in names[:most]]
    return joined(words) if len(names) <= most else and_more(words, len(names) - most)


def and_more(words: Sequence[str], count: int) -> str:
    """Return the first words of a list, and how many more there are."""
    return _("{names} and {count} more", names=_(", ").join(words), count=count)


def known(name: str, names: list[str], option: str) -> None:
    """Raise ``ValueError`` unless there is a column of this name; the error lists those that there are."""
    if name in names:
        return
    near = [other for other in names if other.strip().lower() == name.strip().lower()]
    near += [other for other in names if len(name) > 1 and name.lower() in other.lower()]
    near += get_close_matches(name, names, 1)
    message = _("there is no column {name} ({option}); the columns are {names}", name=shown(name), option=option,
                names=listed(names, 40))  # fmt: skip
    if not near and len(list(filter(None, names))) == 1:
        message += _(". If this is a title, delete everything above the names of the columns")
    raise ValueError(message + (_("; did you mean {name}?", name=shown(near[0])) if near else ""))


def table(text: str, label: str | None) -> Table:
    """Return the columns of a text whose first line holds their names; ``label`` is the name of one of them.

    A first line ``sep=;`` names the separator; otherwise it is the one that splits most lines into the same number of
    fields. Rows without any entry are left out, and columns that have neither a name nor an entry.
    Raises ``ValueError``, with the number of the line, if the text is not a table.
    """
    if re.match(r"\s*[\[{<]\s*[\"{\[!?\w]", text):
        raise ValueError(_("expected a table such as CSV, but this looks like JSON, HTML or XML: save it as CSV"))
    try:
        return _parsed(text, label)
    except ValueError:
        if '\\"' not in text:
            raise
        try:
            return _parsed(text.replace('\\"', '""'), label)  # R's write.table escapes quotes with a backslash
        except ValueError as error:
            if not isinstance(error.__cause__, csv.Error):
                raise
        raise


def _parsed(text: str, label: str | None) -> Table:
    first = SEP.match(text)
    separator = first[1] if first else _separator(text)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True, skipinitialspace=separator == " ")
    try:
        if first:
            next(reader)
        return _table(reader, separator, label, '"' if _quoted_rows(text) else "")
    except csv.Error as error:
        raise ValueError(
            _("line {line}: expected a line of a CSV file, but {error}", line=reader.line_num, error=error)
        ) from error


def _separator(text: str) -> str:
    """Return the separator that splits most of the first lines into equally many fields, two or more."""
    start = "".join(islice(StringIO(text, newline=""), TRIED))
    best, most = ",", (0.0, 0)
    for separator in SEPARATORS:
        sizes = []
        try:
            for row in csv.reader(StringIO(start, newline=""), delimiter=separator, skipinitialspace=separator == " "):
                sizes += [len(row)] * any(map(str.strip, row))
        except csv.Error:
            continue
        fields = Counter(size for size in sizes if size > 1)
        if not fields:
            continue
        size, lines = fields.most_common(1)[0]
        # names that R's write.table has left out, and a title above the names, do not count against a separator
        same = lines / len(sizes) - 0.001 * (sizes[0] != size)
        if separator == " " and most[0] > 0.5:
            continue
        if (same, 0) > (most[0], 0):
            best, most = separator, (same, size)
    return best


def _quoted_rows(text: str) -> bool:
    """Return whether the second line begins with a quote, as R's row names do."""
    return text[text.find("\n") + 1 :].lstrip()[:1] == '"'


def _table(reader, separator: str, label: str | None, quote: str) -> Table:
    header = _names(reader, label)
    rows = _filled(reader)
    start = list(islice(rows, PACKED))
    if not start:
        raise ValueError(
            _("line {line}: expected one line per example after the header line, got none", line=reader.line_num)
        )
    sizes = Counter(len(row) for row, _line in start)
    width = max(sizes)
    row_names = False
    while len(header) > 1 and not header[-1] and all(len(row) < len(header) or not row[-1] for row, _line in start):
        header.pop()
    if len(header) + 1 == width and any(row[len(header) :] != [""] for row, _line in start if len(row) == width):
        ids = {row[0] for row, _line in start}
        if sizes[width] == len(start) == len(ids) and (quote or separator != ","):
            header, row_names = ["", *header], True
        elif sizes[width] == len(start) and separator == "," and len(header) > 1:
            raise ValueError(
                _("line {line}: expected {count} entries, as in the header line, but this line and all others have "
                  "{got}: decimal commas were probably read as column separators. Save the file with semicolons or "
                  "with decimal points",
                  line=start[0][1], count=len(header), got=width)
            )  # fmt: skip
    names, unnamed = [], []
    for place, name in enumerate(header, 1):
        if not name:
            name = _("column {place}", place=place)
            unnamed.append(name)
        if name in names:
            raise ValueError(_("columns must have different names, got {name} twice: rename one", name=shown(name)))
        names.append(name)
    columns, lines = [Column() for _name in names], array("q")
    while start:
        for row, line in start:
            if len(row) > len(names) and not any(row[len(names) :]):
                del row[len(names) :]
            if len(row) != len(names):
                raise ValueError(_odd_line(row, line, len(names), separator))
            if row == header:
                raise ValueError(_("line {line} repeats the names of the columns: delete it", line=line))
            lines.append(line)
        for column, entries in zip(columns, zip(*(row for row, _line in start), strict=True), strict=True):
            column.extend(entries)
        start = list(islice(rows, PACKED))
    by_name = dict(zip(names, columns, strict=True))
    for name in list(unnamed):
        if not any(by_name[name]):
            del by_name[name]
            unnamed.remove(name)
    return Table(by_name, lines, separator, unnamed, unnamed[0] if row_names else None)


def _odd_line(row: list[str], line: int, count: int, separator: str) -> str:
    if is_total(row):
        return _("line {line} looks like a total ({entry}): delete it", line=line, entry=shown(is_total(row)))
    if count == 1:
        return _("the first line has one entry, but line {line} has {got}", line=line, got=len(row)) + _(
            ". If this is a title, delete everything above the names of the columns"
        )
    words = _("line {line}: expected {count} entries, as in the header line, got {got}", line=line, count=count,
              got=len(row))  # fmt: skip
    if len(row) == 1:
        words += _(". If this line is a note, delete it")
    elif len(row) > count and separator in (",", "，"):
        words += _(". Text or a number with a comma needs quotation marks")
    return words


def is_total(row: list[str]) -> str | None:
    """Return the entry that shows that a row is a total or a mean below the table, not an example."""
    return next((entry for entry in row if entry.rstrip(":： ").lower() in TOTALS), None)


def no_total(table: Table, place: int, *, once: bool = False) -> None:
    """Raise ``ValueError`` for a row of sums or means; ``once``: only if its word is the only one of its column."""
    row = [next(islice(column, place, None)) for column in table.columns.values()]
    word = is_total(row)
    if word and (not once or any(list(column).count(word) == 1 for column in table.columns.values())):
        raise ValueError(
            _("line {line} looks like a total ({entry}): delete it", line=table.lines[place], entry=shown(word))
        )


def _filled(reader) -> Iterator[tuple[list[str], int]]:
    """Return the rows that have an entry, each with its line."""
    for row in reader:
        entries = list(map(str.strip, row))
        if any(entries):
            yield entries, reader.line_num


def _are_numbers(entries: list[str]) -> bool:
    return all(re.fullmatch(r"[-+]?[\d.,]+%?|", entry) for entry in entries)


def _names(reader, label: str | None) -> list[str]:
    """Return the names of the columns, from the first line that is not empty."""
    rows = _filled(reader)
    names, line = next(rows, ([], 1))
    if not names:
        raise ValueError(_("line 1: expected the names of the columns, got nothing"))
    if label is None or label in names:
        return names
    if _are_numbers(names):
        raise ValueError(_("line {line}: expected the names of the columns, got {names}: add a header line above "
                           "the data", line=line, names=listed(names)))  # fmt: skip
    for row, later in islice(rows, TITLES):
        if label in row and not _are_numbers(row):
            raise ValueError(
                _("the names of the columns are in line {later}, not in line {line}: delete the lines above them",
                  line=line,
                  later=later)
            )  # fmt: skip
    known(label, names, "--label")
    return names
