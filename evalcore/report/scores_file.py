"""A file of labels and scores, one row per example: what is read, what is left out, and what cannot be read."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import compress
from os import PathLike, fspath
from pathlib import Path
from typing import NamedTuple

import numpy as np

from evalcore.language import translated as _
from evalcore.report import columns, numbers
from evalcore.report.columns import LeftOut, option
from evalcore.report.decoding import Source, decoded
from evalcore.report.provenance import Provenance, RowsLeftOut
from evalcore.report.table import SEPARATORS, Table, and_more, known, listed, no_total
from evalcore.report.table import table as parse_table
from evalcore.report.words import counted, joined, shown

PAIRS = [("0", "1"), ("-1", "1"), ("-", "+"), ("false", "true"), ("falsch", "wahr"), ("faux", "vrai"), ("假", "真")]

POSITIVE_WORDS = {"y", "yes", "t", "true", "pos", "positive", "case", "ill", "sick", "dead", "died", "event",
                  "malignant", "ja", "krank", "positiv", "maligne", "bösartig", "tot",
                  "verstorben", "pathologisch", "oui", "malade", "positif", "sí", "si", "да", "はい",
                  "是", "有", "阳", "阳性", "患病", "恶性", "死亡"}  # fmt: skip
THRESHOLDS = {"threshold", "thresholds", "cutoff", "cutpoint", "schwelle", "schwellenwert", "seuil", "阈值"}
SENSITIVITIES = {"sensitivity", "sens", "recall", "tpr", "tprate", "truepositiverate", "sensitivität", "灵敏度",
                 "敏感度", "敏感性", "召回率", "查全率", "真正率", "真正例率", "真阳性率"}  # fmt: skip
OTHER_RATES = {"specificity", "spec", "tnr", "fpr", "fprate", "falsepositiverate", "1specificity", "precision", "ppv",
               "spezifität", "特异度", "特异性", "精确率", "查准率", "假正率", "假正例率", "假阳性率"}  # fmt: skip
PERCENT = re.compile("[%％]|(?:percent|prozent|pct|百分)(?!i?le?s?(?![a-z])|rang|位)", re.I)  # in a name, no percentile
MADE_OF_NUMBERS = 0.1  # of a column are numbers; then full dates beside them may have been numbers, too
IDENTIFY = {"id", "index", "nameless", "row names", "distinct"}  # reasons against columns that identify an example


class ScoresFile(NamedTuple):
    """Labels, the scores of each learner, the group of each example if there are groups, and what was assumed.

    ``identifiers`` are the entries of the columns that identify an example or its group.
    """

    y_true: np.ndarray
    scores: dict[str, np.ndarray]
    group: list[str] | None
    provenance: Provenance
    identifiers: Mapping[str, Sequence[str]] = {}


class Wanted(NamedTuple):
    """The reader's options on the columns of a file; see :meth:`evalcore.report.Report.from_csv`."""

    label: str | None
    positive: str | None = None
    negative: Sequence[str] = ()
    scores: Sequence[str] = ()
    ignore: Sequence[str] = ()
    group: str | None = None
    lower_is_positive: Sequence[str] | bool = False
    drop_missing: bool = False
    decimal: str | None = None
    encoding: str | None = None


def read(file: Source, label: str | None, positive: str | None = None, **options) -> ScoresFile:
    """Labels and scores of a text file with a line of names: a path, an open binary file, or the bytes themselves.

    The options are those of :meth:`evalcore.report.Report.from_csv`. Raises ``ValueError``, with the number of the line
    where there is one, for what cannot be read in one way only, and ``OSError`` if the file cannot be read.
    """
    wanted = _wanted(label, positive, options)
    text, encoding, guessed = decoded(file, wanted.encoding)
    table = parse_table(text, wanted.label)
    del text
    if not wanted.scores:
        no_curve(name for name in table.columns if name not in wanted.ignore)
    if wanted.label is None:
        raise ValueError(
            _(
                "say which column holds the labels (--label); the columns are {names}",
                names=listed([*table.columns], 40),
            )
        )
    _known(table, wanted)
    y, positive, negatives, kept, unlabelled = _labels(table, wanted)
    negative = ", ".join(negatives)
    by = RowsLeftOut(no_label=unlabelled, other_label=len(table.lines) - y.size - unlabelled)
    group = None
    if wanted.group:
        group = table.entries(wanted.group, kept)
        lines = np.asarray(table.lines)[kept]
        grouped = ~without_group(wanted.group, group, lines, wanted.drop_missing)
        by = by._replace(no_group=_of_each_class(y, ~grouped))
        y, kept, group = y[grouped], kept[grouped], [*compress(group, grouped)]
        _two_of_each(y, wanted.label)
    reader = _Reader(table, wanted, y, kept, positive, negatives)
    scores, left_out, missing = reader.scores()
    columns.no_long_form(table.columns, _("model"), [*scores], wanted.ignore, (wanted.label, wanted.group))
    by = by._replace(no_score=_of_each_class(y, missing))
    if missing.any():
        y, kept = y[~missing], kept[np.flatnonzero(~missing)]
        scores = {name: values[~missing] for name, values in scores.items()}
        group = [*compress(group, ~missing)] if group else None
        _two_of_each(y, wanted.label)
    assumptions = [how(table, y.size, reader.decimals, encoding, guessed)]
    assumptions.append(
        _("Labels: column {label}; positive: {positive} ({count} rows); negative: {negative} ({others} rows).",
          label=shown(wanted.label), positive=shown(positive), count=int(y.sum()), negative=listed(negatives),
          others=int((~y).sum()))
    )  # fmt: skip
    assumptions += _same_but_for_case(table.columns[wanted.label], wanted)
    names = listed([*scores])
    assumptions.append(
        _("Scores: column {names}.", names=names) if len(scores) == 1 else _("Scores: columns {names}.", names=names)
    )
    assumptions += reader.assumptions
    if group:
        count = len(set(group))
        assumptions.append(_("Groups: column {name} with {count} values.", name=shown(wanted.group), count=count))
    rows_left_out = len(table.lines) - len(kept)
    if rows_left_out:
        left_out = [_("Rows left out because they have no label, score or group, or a label that is neither positive "
                      "nor negative: {count}.",
                      count=rows_left_out),
                    *left_out]  # fmt: skip
    name = fspath(file) if isinstance(file, str | PathLike) else getattr(file, "name", None)
    name = Path(name).name if isinstance(name, str) else None
    provenance = Provenance(
        name, wanted.label, positive, negative, y.size, rows_left_out, wanted.group, reader.possible_group,
        tuple(scores), tuple(assumptions), tuple(left_out), reader.turned, tuple(reader.percent), by,
        tuple(reader.unlike),
    )  # fmt: skip
    identifiers = {name: [*compress(entries, ~missing)] for name, entries in reader.identifiers.items()}
    return ScoresFile(y, scores, group, provenance, identifiers)


def _of_each_class(y: np.ndarray, rows: np.ndarray) -> tuple[int, int]:
    """Return how many of these rows are positive, and how many negative."""
    return int((y & rows).sum()), int((~y & rows).sum())


def _wanted(label: str | None, positive: str | None, options: dict) -> Wanted:
    """Return the options, each name alone or several; a label may be given as the number that it is."""
    for name in ("scores", "ignore", "negative", "lower_is_positive"):
        value = options.get(name)
        if value is None:
            options.pop(name, None)
        elif isinstance(value, str | int) and not isinstance(value, bool):
            options[name] = [str(value)]
        elif not isinstance(value, bool):
            options[name] = [str(item) for item in value]
    if options.get("decimal") not in (None, ".", ","):
        raise ValueError(
            _("the decimal separator must be a point (.) or a comma (,), got {sign}", sign=shown(options["decimal"]))
        )
    return Wanted(label, None if positive is None else str(positive), **options)


def _known(table: Table, wanted: Wanted) -> None:
    """Names of columns that are asked for are those of the file, and no column is asked for twice."""
    names = [*table.columns]
    lower = wanted.lower_is_positive if not isinstance(wanted.lower_is_positive, bool) else ()
    uses: dict[str, str] = {wanted.label: "--label"}
    for requested, flag in [
        (wanted.scores, "--scores"),
        (wanted.ignore, "--ignore"),
        ([wanted.group] if wanted.group else [], "--group"),
    ]:
        for name in requested:
            known(name, names, flag)
            if uses.setdefault(name, flag) != flag:
                raise ValueError(
                    _("column {name} cannot be used for both {first} and {second}", name=shown(name), first=uses[name],
                      second=flag)
                )  # fmt: skip
    for name in lower:
        known(name, names, "--lower-is-positive")
        if uses.get(name, "--scores") != "--scores":
            raise ValueError(
                _("column {name} cannot be used for both {first} and {second}", name=shown(name), first=uses[name],
                  second="--lower-is-positive")
            )  # fmt: skip


def no_curve(names: Iterable[str]) -> None:
    """Raise ``ValueError`` for the names of a table with one row per threshold, not per example."""
    plain = {"".join(filter(str.isalnum, name.lower())): name for name in names}
    found = [next((plain[word] for word in plain if word in words), None) for words in (SENSITIVITIES, OTHER_RATES)]
    if all(found) and (len(plain) <= 3 or plain.keys() & THRESHOLDS):
        raise ValueError(
            _("columns {names} look like the points of a curve, one row per threshold, but the report needs one row "
              "per example, with its label and its scores. If they are scores of single examples, name them with "
              "--scores", names=joined([*map(shown, found)]))
        )  # fmt: skip


def without_group(name: str, entries: Sequence[str], lines: Sequence[int], drop_missing: bool) -> np.ndarray:
    """Return which rows have no entry in the column of groups; they are an error unless they are to be left out."""
    missing = np.array([numbers.is_missing(entry) for entry in entries], dtype=bool)
    if missing.any() and not drop_missing:
        place = int(missing.argmax())
        message = (
            _("line {line}: column {name} must name the group of each row, got {entry} (rows without a group: "
              "{count}). If each group is named only in its first row, copy the name into the rows below; otherwise "
              "fill in the groups, or leave these rows out with --drop-missing", line=lines[place], name=shown(name),
              entry=shown(entries[place]), count=int(missing.sum()))
        )  # fmt: skip
        if entries[place]:
            message += _(". If {entry} is the name of a group, write it in another way", entry=shown(entries[place]))
        raise ValueError(message)
    return missing


# ---------------------------------------------------------------------------------------------
# Labels
# ---------------------------------------------------------------------------------------------


def _labels(table: Table, wanted: Wanted) -> tuple[np.ndarray, str, list[str], np.ndarray, int]:
    """Return which rows are positive, the labels in words, which rows are used, and how many have no label."""
    entries = list(table.columns[wanted.label])
    spellings = _spellings(set(entries), wanted)
    entries = [spellings[entry] for entry in entries]
    no_total(table, len(entries) - 1, once=True)
    counts = Counter(entries)
    named_positive, named_negative = _named(wanted)
    missing = {entry for entry in _gaps(counts) if _folded(entry) not in named_positive | named_negative}
    if missing and not wanted.drop_missing:
        places = [place for place, entry in enumerate(entries) if entry in missing]
        for place in places:
            no_total(table, place)
        raise ValueError(
            _("line {line}: column {name} must hold a label, got {entry} (rows without a label: {count}): fill in "
              "the labels, or leave these rows out with --drop-missing", name=shown(wanted.label), count=len(places),
              line=table.lines[places[0]], entry=shown(entries[places[0]]))
        )  # fmt: skip
    unlabelled = sum(counts.pop(entry) for entry in missing)
    positive, negatives = _two(table, wanted, entries, counts)
    classes = {positive: True, **dict.fromkeys(negatives, False)}
    kept = np.array([place for place, entry in enumerate(entries) if entry in classes], dtype=np.int64)
    y = np.array([classes[entries[place]] for place in kept.tolist()], dtype=bool)
    _two_of_each(y, wanted.label)
    return y, positive, negatives, kept, unlabelled


def _spellings(entries: Iterable[str], wanted: Wanted) -> dict[str, str]:
    """Return the label that each entry stands for: 1 for 1.0, and yes for Yes.

    Spellings of a word that was named as positive and as negative stay apart.
    """
    labels = {entry: plain_label(entry) for entry in entries}
    positive, negative = _named(wanted)
    same = {_folded(label): label for label in sorted(labels.values())
            if not numbers.is_missing(label) or _folded(label) in positive | negative}  # fmt: skip
    for label in positive & negative:
        same.pop(label, None)
    return {entry: same.get(_folded(label), label) for entry, label in labels.items()}


def _named(wanted: Wanted) -> tuple[set[str], set[str]]:
    """Return the positive and the negative labels that were named, as :func:`_folded` returns them."""
    positive = () if wanted.positive is None else (wanted.positive,)
    return {*map(_folded, positive)}, {*map(_folded, wanted.negative)}


def _folded(label: str) -> str:
    """Return a label without what does not distinguish it from others: upper case, and blanks around it."""
    return plain_label(label.strip()).lower()


def _same_but_for_case(column: Iterable[str], wanted: Wanted) -> list[str]:
    """Return a sentence on labels that were taken as one although they differ in upper and lower case."""
    spellings = _spellings(set(column), wanted)
    different = sorted(entry for entry, label in spellings.items() if plain_label(entry) != label)
    if not different:
        return []
    labels = joined([f"{shown(entry)} = {shown(spellings[entry])}" for entry in different])
    return [_("Labels that differ only in upper and lower case are treated as the same: {labels}.", labels=labels)]


def _gaps(labels: Iterable[str]) -> set[str]:
    """Return the entries that mean a missing label; a minus does not where other labels are a plus."""
    labels = set(labels)
    return {entry for entry in labels if numbers.is_missing(entry)} - ({"-"} if "+" in labels else set())


def plain_label(entry: str) -> str:
    """Return a label that is a whole number, however it is written: 1.0 and 1 are the same."""
    try:
        value = float(entry.replace(",", ".").replace("−", "-"))
    except ValueError:
        return entry
    return str(int(value)) if value.is_integer() else entry


def _two(table: Table, wanted: Wanted, entries: list[str], counts: Counter) -> tuple[str, list[str]]:
    """Return the positive label, and the negative ones."""
    name, listed_labels = shown(wanted.label), [counted(entry, count) for entry, count in counts.most_common(8)]
    some = joined(listed_labels) if len(counts) <= 8 else and_more(listed_labels, len(counts) - 8)
    chosen = None if wanted.positive is None else _spelled(wanted.positive, counts)
    others = [*dict.fromkeys(_spelled(label, counts) for label in wanted.negative)]
    for label in [chosen] * (chosen is not None) + others:
        if label not in counts:
            message = _("column {name} has no label {label}; its labels are {labels}", name=name, label=shown(label),
                        labels=some)  # fmt: skip
            near = get_close_matches(label, counts, 1)
            raise ValueError(message + (_("; did you mean {name}?", name=shown(near[0])) if near else ""))
    if chosen in others:
        raise ValueError(_("{label} cannot be both the positive and the negative label", label=shown(chosen)))
    rest = [entry for entry in counts if entry not in others]
    if others and chosen is None and len(rest) == 1:
        chosen = rest[0]
    if chosen is not None and others:
        return chosen, others
    if len(counts) == 1:
        message = _("column {name} must hold two labels, got only {labels}", name=name, labels=some)
        if _same_but_for_case(table.columns[wanted.label], wanted):
            message += _(
                ". Labels that differ only in upper and lower case count as the same label, unless one is named with "
                "--positive and the other with --negative"
            )
        raise ValueError(message)
    if len(counts) > 2:
        rare = min(counts, key=lambda entry: (counts[entry], entry))
        no_total(table, entries.index(rare))
        if counts[rare] == 1 < min(counts[entry] for entry in counts if entry != rare):
            raise ValueError(
                _("line {line}: the label {label} occurs only here; the labels of column {name} are {labels}. Delete "
                  "the line if it is not an example, or leave it out with {option}", name=name, labels=some,
                  line=table.lines[entries.index(rare)], label=shown(rare), option=_two_of(chosen, counts))
            )  # fmt: skip
        raise ValueError(_many_labels(name, some, chosen, counts, len(entries)))
    if others and not rest:
        raise ValueError(
            _("column {name}: --negative names both labels, {labels}; one of them must be positive", name=name,
              labels=some)
        )  # fmt: skip
    if chosen is None:
        lower = {entry.lower(): entry for entry in counts}
        pair = next((pair for pair in PAIRS if set(pair) == set(lower)), None)
        if pair is None:
            likely = _likely(counts)
            options = [option("positive", [label]) for label in ([likely] if likely else sorted(counts))]
            raise ValueError(
                _("column {name} holds the labels {labels}: say which one is positive, for example with {option}",
                  name=name, labels=some, option=options[0])
                if likely
                else _("column {name} holds the labels {labels}: say which one is positive, with {option} or {other}",
                       name=name, labels=some, option=options[0], other=options[1])
            )  # fmt: skip
        chosen = lower[pair[1]]
    return chosen, [entry for entry in counts if entry != chosen]


def _spelled(label: str, labels: Collection[str]) -> str:
    """Return a label as it is spelled among the labels of the file."""
    label = plain_label(label.strip())
    return label if label in labels else next((own for own in labels if _folded(own) == _folded(label)), label)


def _likely(counts: Iterable[str]) -> str | None:
    """Return the label that by its word is the positive one, for an example in a message; never for the report."""
    return next(iter(_positives(counts)), None)


def _positives(counts: Iterable[str]) -> list[str]:
    """Return the labels that by their words are positive, such as "pos." or "1 = ja"."""
    word = re.compile(r"(?<![^\W_])\d+(?![^\W_])|[\W_]+")  # without signs and numbers that stand alone
    return [entry for entry in sorted(counts) if word.sub("", entry.lower()) in POSITIVE_WORDS]


def _many_labels(name: str, some: str, chosen: str | None, counts: Counter, rows: int) -> str:
    message = _("column {name} must hold two labels, got {count}: {labels}", name=name, count=len(counts), labels=some)
    if len(counts) == rows > 5:
        return message + _(
            ". Each row has a different entry, so these are not labels. If the rows are items, folds or data sets, "
            "name their kind with --kind"
        )
    if len(counts) > 20:
        return message + _(". Is this the column of labels?")
    message += _(
        ". Say which one is positive and which are negative, for example with {one} (rows with other labels are "
        "left out) or {all}. If there are predictions of all these classes, use --kind classes",
        one=_two_of(chosen, counts), all=_two_of(chosen, counts, most=len(counts)),
    )  # fmt: skip
    same = _positives(counts)
    if len(same) > 1:
        message += _(". If several labels mean the same, such as {labels}, replace them with one in the file",
                     labels=joined([*map(shown, same)]))  # fmt: skip
    return message


def _two_of(chosen: str | None, counts: Counter, most: int = 1) -> str:
    """Return options that name a positive label and the most frequent others, for an example in a message."""
    frequent = sorted(counts, key=lambda entry: (-counts[entry], entry))
    first = chosen or _likely(counts) or max(frequent[:2])
    rest = [entry for entry in frequent if entry != first]
    others = [entry for entry in rest if entry not in _positives(counts)] or rest  # positive words are no negatives
    return f"{option('positive', [first])} {option('negative', sorted(others[:most]))}"


def _two_of_each(y: np.ndarray, label: str) -> None:
    if min(y.sum(), (~y).sum()) < 2:
        raise ValueError(
            _("column {name} must hold each label at least twice, got {positive} positive and {negative} negative",
              name=shown(label), positive=int(y.sum()), negative=int((~y).sum()))
        )  # fmt: skip


# ---------------------------------------------------------------------------------------------
# Scores
# ---------------------------------------------------------------------------------------------


class _Reader:
    """The columns of one table: which are scores, read as numbers. ``assumptions`` are sentences on single columns."""

    def __init__(self, table: Table, wanted: Wanted, y: np.ndarray, kept: np.ndarray, positive: str,
                 negatives: list[str]):  # fmt: skip
        self.table, self.wanted, self.y, self.kept = table, wanted, y, kept
        self.lines = np.asarray(table.lines)[kept]
        self.positive, self.negative, self.negatives = positive, ", ".join(negatives), negatives
        self.assumptions: list[str] = []
        self.turned: dict[str, int] = {}
        self.percent: list[str] = []
        self.unlike: list[str] = []
        self.identifiers: dict[str, list[str]] = {}
        self.decimals: set[str] = set()
        lower = wanted.lower_is_positive
        self.lower = [] if isinstance(lower, bool) else list(lower)
        self.named = [*wanted.scores, *(name for name in self.lower if name not in wanted.scores)]

    def entries(self, name: str) -> list[str]:
        """Return the entries of a column, of the rows that are used."""
        return self.table.entries(name, self.kept)

    def scores(self) -> tuple[dict[str, np.ndarray], list[str], np.ndarray]:
        """The scores by name, sentences on the columns that are left out, and the rows that miss a score."""
        wanted, left, unnamed = self.wanted, [], []
        rest = [name for name in self.table.columns if name not in (wanted.label, wanted.group)]
        left += [LeftOut(name, "ignored") for name in rest if name in wanted.ignore]
        rest = [name for name in rest if name not in wanted.ignore]
        if wanted.scores:
            left += [LeftOut(name, "unnamed") for name in rest if name not in self.named]
            unnamed = [name for name in rest if name not in self.named]
            rest = list(self.named)
        seen = {name: numbers.texts(self.entries(name)) for name in rest}
        elsewhere = {text.sure for text in seen.values() if text.sure}
        candidates: dict[str, np.ndarray] = {}
        for name in rest:
            reason = self._of_text(name, seen[name])
            if reason is None:
                values, reason = self._numbers(name, seen[name], elsewhere)
                if reason is None:
                    candidates[name] = values
            left += [reason] if reason else []
        if not candidates or self.named:
            left = self._calls(rest, candidates, left)
        else:
            left = [
                LeftOut(reason.name, "words", (("option", option("scores", [*candidates, reason.name])),))
                if reason.reason == "text" and self._positive_call(reason.name) else reason for reason in left
            ]  # fmt: skip
        left = self._counters(candidates, left)
        left += self._distinct(candidates)
        missing = self._missing(candidates)
        if not self.named:
            whole = {name: values[~missing] for name, values in candidates.items()}
            for reason in columns.redundant(whole, self.y[~missing], self.positive, self.negative):
                del candidates[reason.name]
                left.append(reason)
        self._counted(candidates, left)
        self._unlike(candidates)
        reasons = [*left, *filter(None, map(self._reason_of, unnamed))]
        groups = [reason.name for reason in reasons if reason.reason == "group"]
        self.possible_group = next(iter(groups), None) if wanted.group is None else None
        identifying = {wanted.group, *groups, *(reason.name for reason in reasons if reason.reason in IDENTIFY)}
        self.identifiers = {name: self.entries(name) for name in self.table.columns if name in identifying}
        return self._turned(candidates), self._sentences(left), missing

    def _reason_of(self, name: str) -> LeftOut | None:
        """Return why a column that was not named would not be taken as scores, None also if it cannot be read."""
        seen = numbers.texts(self.entries(name))
        with suppress(ValueError):
            return self._of_text(name, seen) or self._read(name, seen, set())[1]
        return None

    def _of_text(self, name: str, seen: numbers.Texts) -> LeftOut | None:
        """Return why a column does not hold scores: by its name, or because most of its entries are not numbers."""
        if seen.filled == 0:
            reason = LeftOut(name, "empty")
        elif name == self.table.row_names:
            reason = LeftOut(name, "row names")
        elif 2 * seen.numeric >= seen.filled:
            return None
        else:
            filled = [entry for entry in self.entries(name) if not numbers.is_missing(entry)]
            if self._were_numbers(name, filled, seen):
                return None  # _numbers says what to do about them
            reason = columns.of_text(name, filled, columns.kind(name))
        if name in self.named and not self._positive_call(name):
            raise ValueError(_("the scores cannot come from column {reason}", reason=reason.sentence([name])))
        return reason

    def _were_numbers(self, name: str, filled: Sequence[str], seen: numbers.Texts) -> bool:
        """Return whether entries that are no numbers are limits, or dates that a spreadsheet program made of them."""
        damaged = [entry for entry in filled if numbers.is_limit(entry) or numbers.is_made_of_a_number(entry)]
        if not damaged or seen.numeric + len(damaged) < seen.filled:
            return False
        if name in self.named or seen.numeric >= MADE_OF_NUMBERS * seen.filled:
            return True
        return seen.numeric > 0 and all(numbers.is_limit(entry) or numbers.is_short_date(entry) for entry in damaged)

    def _numbers(self, name: str, seen: numbers.Texts, elsewhere: set[str]) -> tuple[np.ndarray, LeftOut | None]:
        """Return the numbers of a column, nan where one is missing; and why they are not scores, if they are not."""
        read, reason = self._read(name, seen, elsewhere)
        if name not in self.named:
            if reason:
                return read.values if read else np.zeros(0), reason
            columns.no_code(name, read.values, self.lines)
        if reason and reason.reason != "ranks":
            self.assumptions.append(
                _("Column {reason}. It is used because you named it as scores.", reason=reason.sentence([name]))
            )
        decisions = columns.as_decisions(read.values, self.positive, self.negatives)
        turned = self.wanted.lower_is_positive is True or name in self.lower
        if decisions is not None and not turned:
            self._say_decisions(name, f"{np.nanmax(read.values[decisions == 1]):g}")
            return decisions, None
        self._say_numbers(name, read)
        return read.values if read.percent else self._percent_by_name(name, read.values), None

    def _read(
        self, name: str, seen: numbers.Texts, elsewhere: set[str]
    ) -> tuple[numbers.Numbers | None, LeftOut | None]:
        """Return the numbers of a column, and why they are not scores; None for either that there is not."""
        entries, category = self.entries(name), columns.kind(name)
        if category in ("id", "group", "date") and seen.numeric < seen.filled and name not in self.named:
            filled = [entry for entry in entries if not numbers.is_missing(entry)]
            return None, columns.of_text(name, filled, category)
        if category in ("weight", "fold") and (seen.mixed or seen.clash) and name not in self.named:
            return None, LeftOut(name, category)
        read = numbers.read(entries, seen, name, self.wanted.decimal, elsewhere, self.table.separator,
                            remedy=columns.or_ignore(name))  # fmt: skip
        if read.unread.any():
            place = int(np.flatnonzero(read.unread)[0])
            raise ValueError(
                _("line {line}: column {name} must hold finite numbers, got {entry}{why}; to leave the column out, add "
                  "{option}", why=numbers.why_unread(entries[place]),
                  line=self.lines[place], name=shown(name), entry=shown(entries[place]),
                  option=option("ignore", [name]))
            )  # fmt: skip
        unnamed = name in self.table.unnamed or name.startswith(("Unnamed: ", "level_"))
        filled = read.values[~read.missing]
        reason = columns.of_numbers(name, filled, category, unnamed)
        if reason and reason.reason == "ranks" and self.wanted.lower_is_positive is True:
            self.named.append(name)
        return read, reason

    def _say_decisions(self, name: str, positive: str) -> None:
        self.assumptions.append(
            _("Column {name} holds predicted labels: {positive} is read as 1, and the other label as 0.",
              name=shown(name), positive=shown(positive))
        )  # fmt: skip

    def _percent_by_name(self, name: str, values: np.ndarray) -> np.ndarray:
        """Return the values of a column such as "risk (%)" divided by 100, and say so; or say that they are not."""
        low, high = float(np.nanmin(values)), float(np.nanmax(values))
        if not PERCENT.search(name) or low < 0 or high > 100:
            return values
        if columns.kind(name) != "score":
            if high > 1:
                self.assumptions.append(
                    _("Column {name} is in per cent, judging by its name, but it may contain measurements, not "
                      "probabilities, so its numbers are used as they are. If they are probabilities, write them with "
                      "a percent sign, or divide them by 100.", name=shown(name))
                )  # fmt: skip
            return values
        if high <= 1:
            self.assumptions.append(
                _("Column {name} has no number above 1, so its numbers are taken as proportions, not as percentages.",
                  name=shown(name))
            )  # fmt: skip
            return values
        self.assumptions.append(
            _("Column {name} is in per cent, judging by its name: {entry} is read as {number}.", name=shown(name),
              entry=shown(f"{high:g}"), number=f"{high / 100:.15g}")
        )  # fmt: skip
        self.percent.append(name)
        return values / 100

    def _say_numbers(self, name: str, read: numbers.Numbers) -> None:
        self.decimals |= {read.decimal} if read.decimals else set()
        sentence = numbers.thousands_read(name, read)
        self.assumptions += [sentence] if sentence else []
        if read.percent:
            self.percent.append(name)
            number = f"{numbers.number_of(read.percent, read.decimal):.15g}"
            self.assumptions.append(
                _("Column {name} is in per cent: {entry} is read as {number}.", name=shown(name),
                  entry=shown(" ".join(read.percent.split())), number=number)
            )  # fmt: skip

    def _positive_call(self, name: str) -> str | None:
        """Return the entry of a column of predicted labels, in words, that is the positive one; None for others."""
        labels = (self.positive, *self.negatives)
        words = set()
        for entry in set(self.entries(name)):
            words.add(_spelled(entry, labels))
            if len(words) > len(labels) + len(numbers.MISSING):
                return None
        words -= _gaps(words) - {*labels}
        if words == {*labels}:
            return self.positive
        lower = {word.lower(): word for word in sorted(words)}
        return next((lower[pair[1]] for pair in PAIRS if set(pair) == set(lower)), None)

    def _calls(self, names: Sequence[str], candidates: dict[str, np.ndarray], left: list[LeftOut]) -> list[LeftOut]:
        """Take columns of predicted labels, which are words, as scores of 0 and 1; return the other reasons."""
        taken = set()
        for name in names:
            positive = None if name in candidates else self._positive_call(name)
            if positive is None:
                continue
            taken.add(name)
            entries = self.entries(name)
            labels = {entry: _spelled(entry, (positive, *self.negatives)) for entry in set(entries)}
            gaps = _gaps(labels.values()) - {positive, *self.negatives}
            values = [np.nan if labels[entry] in gaps else labels[entry] == positive for entry in entries]
            candidates[name] = np.array(values, dtype=float)
            self._say_decisions(name, positive)
        return [reason for reason in left if reason.name not in taken]

    def _unlike(self, candidates: dict[str, np.ndarray]) -> None:
        """Say which columns may not be scores: whole numbers, 0 and 1, or amounts beside other numbers."""
        kinds = {name: columns.range_of(values[~np.isnan(values)]) for name, values in candidates.items()}
        if all(kind in ("calls", "whole") for kind in kinds.values()):
            return
        probabilities = "probabilities" in kinds.values()
        for name, kind in kinds.items():
            amounts = kind is None and probabilities and columns.kind(name) != "score"
            if name in self.named or not (kind in ("calls", "whole") or amounts):
                continue
            low, high = (f"{end(candidates[name]):g}" for end in (np.nanmin, np.nanmax))
            words = _("Column {name} holds only 0 and 1 and is taken as the predicted labels of a model.",
                      name=shown(name))  # fmt: skip
            if kind == "whole":
                words = _("Column {name} holds whole numbers from {low} to {high}, unlike the other scores, and is "
                          "taken as the scores of a model.", name=shown(name), low=low, high=high)  # fmt: skip
            if amounts:
                words = _("Column {name} holds numbers from {low} to {high}, unlike the probabilities in other "
                          "columns, and is taken as the scores of a "
                          "model.", name=shown(name), low=low, high=high)  # fmt: skip
            words += _(" If it is something else, add {option}.", option=option("ignore", [name]))
            self.assumptions.append(words)
            self.unlike += [name] if kind != "calls" and columns.kind(name) != "score" else []

    def _counters(self, candidates: dict[str, np.ndarray], left: list[LeftOut]) -> list[LeftOut]:
        """Columns that number the rows of a group are left out of the candidates, and named as such."""
        groups = [reason.name for reason in left if reason.reason == "group"]
        groups += [self.wanted.group] if self.wanted.group else []
        whole = {name: values for name, values in candidates.items() if columns.kind(name) != "score"}
        for name in groups:
            try:
                whole[name] = np.array(self.entries(name), dtype=float)
            except ValueError:
                continue
        by_group = {name: self.entries(name) for name in groups}
        counters = columns.counters(whole, by_group)
        counters = {reason.name: reason for reason in counters if reason.name not in self.named}
        for name in counters:
            candidates.pop(name, None)
        return [reason for reason in left if reason.name not in counters] + [
            reason for reason in counters.values() if reason.name != self.wanted.group
        ]

    def _distinct(self, candidates: dict[str, np.ndarray]) -> list[LeftOut]:
        """Whole numbers that all differ are left out if they do not rank the labels; if they do, which is asked."""
        left = []
        for name, values in list(candidates.items()):
            filled = ~np.isnan(values)
            ranks_labels = columns.is_asked(values[filled], self.y[filled], columns.kind(name))
            if ranks_labels is None or name in self.named:
                continue
            if ranks_labels:
                raise ValueError(
                    _("column {name} holds whole numbers that are all different, as identifiers are, but their order "
                      "agrees with the labels: add {scores} if they are scores, or {ignore} if not", name=shown(name),
                      scores=option("scores", [name]), ignore=option("ignore", [name]))
                )  # fmt: skip
            del candidates[name]
            left.append(LeftOut(name, "distinct"))
        return left

    def _missing(self, candidates: dict[str, np.ndarray]) -> np.ndarray:
        """Return the rows that miss one of the scores."""
        missing = np.zeros(self.y.size, dtype=bool)
        for name, values in candidates.items():
            places = np.flatnonzero(np.isnan(values))
            if places.size and not self.wanted.drop_missing:
                for place in places[-3:].tolist():
                    no_total(self.table, int(self.kept[place]))
                raise ValueError(
                    _("line {line}: column {name} must hold finite numbers, got {entry} (a missing value; rows "
                      "affected: {count}): fill in the values, or leave out these rows (--drop-missing) or the column "
                      "({option})", line=self.lines[places[0]], name=shown(name),
                      entry=shown(self.entries(name)[places[0]]), count=places.size, option=option("ignore", [name]))
                )  # fmt: skip
            missing[places] = True
        return missing

    def _counted(self, candidates: dict[str, np.ndarray], left: list[LeftOut]) -> None:
        if not candidates:
            reasons = "; ".join(words for words, _count in self._reasons(left)) or _("there are no other columns")
            raise ValueError(
                _("no column other than {label} can be used as scores: {reasons}. Name the scores with --scores",
                  label=shown(self.wanted.label), reasons=reasons)
            )  # fmt: skip
        if len(candidates) > columns.MOST:
            named = [name for name in candidates if columns.kind(name) == "score"]
            example = named if 1 <= len(named) <= columns.MOST else list(candidates)[-1:]
            raise ValueError(
                _("{count} columns may be scores, but a report covers one to {most} columns: {names}. Name the "
                  "scores, for example with {option}",
                  count=len(candidates), most=columns.MOST, names=listed([*candidates], 40),
                  option=option("scores", example))
            )  # fmt: skip

    def _turned(self, candidates: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Return the scores, reversed (1 - p of probabilities, else -s) where a low score is positive."""
        for name in list(candidates) if self.wanted.lower_is_positive is True else self.lower:
            candidates[name], self.turned[name], sentence = columns.turned(name, candidates[name])
            self.assumptions.append(sentence)
        for name, values in candidates.items():
            filled = ~np.isnan(values)
            auc = columns.auc_below_half(values[filled], self.y[filled])
            if auc is not None:
                self.assumptions.append(
                    _("Column {name}: positive rows tend to have lower scores (AUC {auc:.3f}). Add {option} if low "
                      "scores indicate the positive "
                      "class.", name=shown(name), auc=auc, option=option("lower-is-positive", [name]))
                )  # fmt: skip
        return candidates

    def _reasons(self, left: list[LeftOut]) -> list[tuple[str, int]]:
        """Return for each reason, in the order of the columns, the names of its columns and their number."""
        order = {name: place for place, name in enumerate(self.table.columns)}
        together: dict[tuple, list[LeftOut]] = {}
        for reason in sorted(left, key=lambda reason: order[reason.name]):
            fields = () if reason.reason == "text" else reason.fields
            together.setdefault((reason.reason, fields), []).append(reason)
        return [(same[0].sentence([reason.name for reason in same]), len(same)) for same in together.values()]

    def _sentences(self, left: list[LeftOut]) -> list[str]:
        return [
            _("The report leaves out columns {columns}.", columns=words)
            if count > 1
            else _("The report leaves out column {column}.", column=words)
            for words, count in self._reasons(left)
        ]


def how(table: Table, rows: int, decimals: set[str], encoding: str | None, guessed: bool) -> str:
    """Return a sentence on how the file was read."""
    words = [
        _("the column separator is {separator}", separator=_(SEPARATORS.get(table.separator, shown(table.separator))))
    ]
    if len(decimals) == 2:
        words.append(_("the decimal separator is a point in some columns and a comma in others"))
    elif decimals:
        words.append(
            _("the decimal separator is a comma") if "," in decimals else _("the decimal separator is a point")
        )
    if encoding and guessed:
        words.append(_("the encoding is taken to be {encoding}", encoding=encoding))
    elif encoding:
        words.append(_("the encoding is {encoding}", encoding=encoding))
    return _("Rows used: {rows}; {how}.", rows=rows, how=joined(words, clauses=True))
