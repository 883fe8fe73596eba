"""A file of results of any kind: its columns, read as words, as right and wrong, or as numbers."""

import re
from collections.abc import Iterable
from functools import cached_property
from os import PathLike, fspath
from pathlib import Path

import numpy as np

from evalcore.language import translated as _
from evalcore.report import columns, numbers
from evalcore.report.arrays import check_groups
from evalcore.report.columns import LeftOut, option
from evalcore.report.decoding import Source, decoded
from evalcore.report.provenance import Provenance
from evalcore.report.scores_file import how, plain_label, without_group
from evalcore.report.table import known, listed, no_total
from evalcore.report.table import table as parse_table
from evalcore.report.words import shown

RIGHT = {"right", "correct", "true", "t", "yes", "y", "pass", "passed", "ok", "✓", "✔", "richtig", "korrekt", "wahr",
         "ja", "对", "正确", "是", "通过"}  # fmt: skip
WRONG = {"wrong", "incorrect", "false", "f", "no", "n", "fail", "failed", "✗", "✘", "×", "falsch", "inkorrekt", "nein",
         "错", "错误", "否", "不通过"}  # fmt: skip
LABELS = {"true", "false", "t", "f", "yes", "no", "y", "n", "wahr", "ja", "nein", "是", "否"}  # which labels are, too

LAST = 3  # rows at the end that may be sums, means and the like
FEWEST = 4  # rows above one of sums or means
CHANCES = 1e6  # rows that could be written with as many digits in the ranges of the columns


class Entries:
    """The columns of a file, and what was assumed of them: ``assumptions`` and ``left_out`` are sentences.

    Rows with a missing value in a column that is used are an error, or are left out with ``drop_missing``: what a
    column returns has all rows, with nan or an empty text, until :meth:`kept` says which rows are used.
    """

    def __init__(self, file: Source, decimal: str | None, encoding: str | None, drop_missing: bool, ignore: object):
        text, self._encoding, self._guessed = decoded(file, encoding)
        self.table = parse_table(text, None)
        self.names = [*self.table.columns]
        if all(numbers.texts([name]).numeric for name in self.names):
            raise ValueError(_("line {line}: expected the names of the columns, got {names}: add a header line "
                               "above the data", line=1, names=listed(self.names)))  # fmt: skip
        self.decimal, self.drop_missing, self.ignore = decimal, drop_missing, names_of(ignore)
        name = fspath(file) if isinstance(file, str | PathLike) else getattr(file, "name", None)
        self.file = Path(name).name if isinstance(name, str) else None
        self.assumptions: list[str] = []
        self.left_out: list[str] = []
        self._decimals: set[str] = set()
        self._read: dict[str, np.ndarray] = {}
        self._missing = np.zeros(len(self.table.lines), dtype=bool)
        for column in self.ignore:
            known(column, self.names, "--ignore")
            self.leave_out(LeftOut(column, "ignored"))
        rows = len(self.table.lines)
        shown_columns = {column: entries for column, entries in self.table.columns.items() if column not in self.ignore}
        for place in range(max(rows - LAST, 0), rows):
            no_total(self.table._replace(columns=shown_columns), place, once=True)

    def candidates(self, wanted: object, *used: str | None) -> list[str]:
        """Return the named columns, or all that are not used for something else; the other columns are left out."""
        named = names_of(wanted)
        for name in named:
            known(name, self.names, "--scores")
        rest = [name for name in self.names if name not in (*used, *self.ignore)]
        for name in rest if named else ():
            if name not in named:
                self.leave_out(LeftOut(name, "unnamed"))
        return named or rest

    def leave_out(self, reason: LeftOut) -> None:
        self.left_out.append(_("The report leaves out column {column}.", column=reason.sentence([reason.name])))

    def known(self, name: str, flag: str) -> None:
        """Raise ``ValueError`` unless there is a column of this name."""
        known(name, self.names, flag)

    def words(self, name: str, flag: str) -> list[str]:
        """Return a column of names, such as items or classes."""
        known(name, self.names, flag)
        entries = [*self.table.columns[name]]
        self._missing_in(name, np.array([numbers.is_missing(entry) for entry in entries]))
        return entries

    def groups(self, name: str) -> list[str]:
        """Return the column that names the group of each row."""
        known(name, self.names, "--group")
        entries = [*self.table.columns[name]]
        self._missing |= without_group(name, entries, self.table.lines, self.drop_missing)
        return entries

    def labels(self, name: str) -> tuple[list[str], np.ndarray]:
        """Return the different labels of a column (1 and 1.0 are the same), and the number of each row's, -1 for none.

        A missing label counts only once :meth:`use_labels` says that the column is used.
        """
        entries = self.table.columns[name]
        places = {entry: place for place, entry in enumerate(dict.fromkeys(entries))}
        rows = np.fromiter(map(places.__getitem__, entries), np.int64, len(entries))
        names = [None if numbers.is_missing(entry) else plain_label(entry) for entry in places]
        labels = [label for label in dict.fromkeys(names) if label is not None]
        number_of = {label: number for number, label in enumerate(labels)}
        return labels, np.array([number_of.get(label, -1) for label in names], dtype=np.int64)[rows]

    def use_labels(self, name: str, rows: np.ndarray) -> None:
        """Take the column of these labels: rows without one are an error, or left out."""
        self._missing_in(name, rows < 0)

    def values(self, name: str, *, needed: bool = False, used: bool = True) -> np.ndarray | None:
        """Return the numbers of a column; None if most of its entries are not numbers and the column is not needed.

        What is missing in a column that is not used is nan, and no reason to leave a row out.
        """
        entries = self.table.columns[name]
        texts = numbers.texts(entries)
        if 2 * texts.numeric < texts.filled or not texts.filled or (not used and (texts.mixed or texts.clash)):
            if not needed:
                return None
            entry = next((entry for entry in entries if not numbers.is_missing(entry)), "")
            raise ValueError(_("column {name} must hold numbers, got {entry}", name=shown(name), entry=shown(entry)))
        read = numbers.read(
            entries, texts, name, self.decimal, self._sure, self.table.separator, size=True,
            remedy="" if needed else columns.or_ignore(name),
        )  # fmt: skip
        if not used:
            return read.values
        if read.unread.any():
            place = int(np.flatnonzero(read.unread)[0])
            raise ValueError(
                _("line {line}: column {name} must hold finite numbers, got {entry}{why}; to leave the column out, add "
                  "{option}", why=numbers.why_unread([*entries][place]),
                  line=self.table.lines[place], name=shown(name), entry=shown([*entries][place]),
                  option=option("ignore", [name]))
            )  # fmt: skip
        self._decimals |= {read.decimal} if read.decimals else set()
        sentence = numbers.thousands_read(name, read)
        if sentence and sentence not in self.assumptions:
            self.assumptions.append(sentence)
        self._missing_in(name, read.missing)
        self._read[name] = read.values
        return read.values

    @cached_property
    def _sure(self) -> set[str]:
        """The decimal signs of the columns of numbers that can be read in one way only."""
        seen = [numbers.texts(self.table.columns[name]) for name in self.names if name not in self.ignore]
        return {texts.sure for texts in seen if texts.sure and 2 * texts.numeric >= texts.filled}

    def grades(self, name: str) -> np.ndarray | None:
        """Return a column of words for right and wrong as 1 and 0, or of numbers; None for other words."""
        entries = [entry.lower() for entry in self.table.columns[name]]
        words = {entry for entry in entries if not numbers.is_missing(entry)}
        if not words or not words <= RIGHT | WRONG:
            return self.values(name)
        self._missing_in(name, np.array([numbers.is_missing(entry) for entry in entries]))
        return np.array([np.nan if entry not in words else entry in RIGHT for entry in entries], dtype=float)

    def reason_against(self, name: str, values: np.ndarray | None) -> LeftOut | None:
        """Return why a column does not hold results, by its name or by its values, if they tell."""
        entries = [entry for entry in self.table.columns[name] if not numbers.is_missing(entry)]
        if not entries:
            return LeftOut(name, "empty")
        if name == self.table.row_names:
            return LeftOut(name, "row names")
        if values is None:
            return columns.of_text(name, entries, columns.kind(name))
        unnamed = name in self.table.unnamed or name.startswith(("Unnamed: ", "level_"))
        reason = columns.of_numbers(name, values[~np.isnan(values)], columns.kind(name), unnamed)
        if reason and reason.reason == "constant" and self._may_be_results(name, values):
            self.assumptions.append(
                _("Column {name} holds the same number, {value}, in every row and is treated as a column of "
                  "results. If it is something else, add {option}.", name=shown(name), value=f"{np.nanmax(values):g}",
                  option=columns.option("ignore", [name]))
            )  # fmt: skip
            return None
        return reason

    @staticmethod
    def _may_be_results(name: str, values: np.ndarray) -> bool:
        """Return whether a constant may be a result, such as that of a system that is always right, or of a baseline.

        A whole number above 1 is more likely a year, a version or a size.
        """
        value = float(np.nanmax(values))
        return columns.kind(name) in (None, "score") and (value in (0, 1) or not value.is_integer())

    def outside(self, name: str, values: np.ndarray) -> LeftOut:
        """Return that a column has numbers outside [0, 1], with the first of them."""
        places = np.flatnonzero((values < 0) | (values > 1)).tolist()
        entry = [*self.table.columns[name]][places[0]]
        fields = (("example", shown(entry)), ("line", self.table.lines[places[0]]), ("count", len(places)))
        return LeftOut(name, "outside", fields)

    def no_long_form(self, what: str, results: Iterable[str], *used: str | None) -> None:
        """Raise ``ValueError`` for a file with one row per item and system (or fold and learner)."""
        columns.no_long_form(self.table.columns, what, [*results], self.ignore, used)

    def _missing_in(self, name: str, missing: np.ndarray) -> None:
        if missing.any() and not self.drop_missing:
            place = int(np.flatnonzero(missing)[0])
            raise ValueError(
                _("line {line}: column {name} has a missing value (rows affected: {count}): fill in the values, or "
                  "leave out these rows (--drop-missing) or the column ({option})", line=self.table.lines[place],
                  name=shown(name), count=int(missing.sum()), option=option("ignore", [name]))
            )  # fmt: skip
        self._missing |= missing

    def kept(self) -> np.ndarray:
        """Return which rows have a value in each column that was asked for."""
        self.no_sums()
        return ~self._missing

    def no_sums(self) -> None:
        """Raise ``ValueError`` if the last row has the sums or the means of all columns of results, two or more."""
        results = {name: values for name, values in self._read.items() if columns.kind(name) in (None, "score")}
        filled = {name: np.isfinite(values) for name, values in results.items()}
        results = {name: values for name, values in results.items() if filled[name][-1] and filled[name][:-1].any()}
        if len(results) < 2 or len(self._missing) <= FEWEST:
            return
        table = np.array([*results.values()])
        above, last = table[:, :-1], table[:, -1]
        half = np.array([_half_unit([*self.table.columns[name]][-1]) for name in results])
        low, high = np.nanmin(above, axis=1), np.nanmax(above, axis=1)
        half += 1e-9 * np.maximum(abs(low), abs(high))
        sums, means = np.nansum(above, axis=1), np.nanmean(above, axis=1)
        # numbers with few digits may agree with their means by chance
        inside = np.all((low < last) & (last < high)) and np.prod((high - low) / half) >= CHANCES
        if (np.all(abs(last - sums) <= half) and np.all((last > high) | (last < low))) or (
            np.all(abs(last - means) <= half) and inside
        ):
            raise ValueError(_("line {line} looks like a total: its numbers are the sums or the means of the numbers "
                               "above them. Delete the line", line=self.table.lines[-1]))  # fmt: skip

    def provenance(self, names: Iterable[str], **fields: object) -> Provenance:
        """Return where the results come from; ``names`` are the columns of results."""
        rows, names = int(self.kept().sum()), tuple(names)
        gone = len(self._missing) - rows
        left_out = [_("Rows left out because of a missing value: {count}.", count=gone)] if gone else []
        read = how(self.table, rows, self._decimals, self._encoding, self._guessed)
        results = _("Results: column {names}.") if len(names) == 1 else _("Results: columns {names}.")
        return Provenance(
            self.file, rows=rows, rows_left_out=gone, scores=names,
            assumptions=(read, results.format(names=listed([*names])), *self.assumptions),
            left_out=(*left_out, *self.left_out), **fields,
        )  # fmt: skip


def _half_unit(entry: str) -> float:
    """Return half of the last decimal of a number as it is written, 0 for a whole one."""
    decimals = re.search(r"[.,](\d+)\D*$", entry)
    return 0.5 * 10.0 ** -len(decimals[1]) if decimals else 0.0


def names_of(names: object) -> list[str]:
    """Return one name or several, or none, as a list."""
    if names is None:
        return []
    return [names] if isinstance(names, str) else [str(name) for name in names]


def number_groups(groups: Iterable[object]) -> np.ndarray:
    """Return the number of each row's group, in the order of the groups' names; there must be two or more."""
    names = list(groups)
    check_groups(names)
    return np.unique(np.array([str(name) for name in names], dtype=object), return_inverse=True)[1]
