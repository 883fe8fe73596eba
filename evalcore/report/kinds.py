"""Which kind of results a file holds: named by an option, or recognised where only one kind is possible."""

from collections import Counter
from collections.abc import Mapping
from inspect import signature
from itertools import chain

from evalcore.language import translated as _
from evalcore.report.class_columns import FEWEST, MOST, probability_columns
from evalcore.report.classes import ClassesReport
from evalcore.report.decoding import Source, decoded
from evalcore.report.entries import LABELS, RIGHT, WRONG
from evalcore.report.items import ItemsReport
from evalcore.report.numbers import is_missing, texts
from evalcore.report.regression import NumbersReport
from evalcore.report.results import OtherResults
from evalcore.report.table import Column, listed
from evalcore.report.table import table as parse_table
from evalcore.report.tables import DataSetsReport, FoldsReport
from evalcore.report.words import joined

FILE = {"drop_missing", "decimal", "encoding", "ignore", "scores"}
KINDS: dict[str, tuple[type[OtherResults], set[str]]] = {
    "items": (ItemsReport, {*FILE, "item", "run", "group"}),
    "numbers": (NumbersReport, {*FILE, "label", "group"}),
    "classes": (ClassesReport, {*FILE, "label", "group"}),
    "folds": (FoldsReport, {*FILE, "test_share", "five_by_two", "rope", "lower_is_better"}),
    "datasets": (DataSetsReport, {*FILE, "rope", "lower_is_better"}),
}
MANY = 20  # different numbers with decimals; a column with more does not hold classes
DATA_SETS = {"dataset", "datasets", "数据集"}  # names of a column that names them, without blanks and signs
NAMES = ["scores", *KINDS]
OTHER_OPTIONS = {*chain.from_iterable(known for _made, known in KINDS.values())} - FILE - {"label", "group"}


def recognised(
    content: Source, options: Mapping[str, object], columns: Mapping[str, Column] | None = None
) -> str | None:
    """Return the kind of results where options or columns leave no doubt, otherwise None.

    The columns are read from the content unless they are given.
    """
    if options.get("run") or options.get("item"):
        return "items"
    if options.get("test_share") or options.get("five_by_two"):
        return "folds"
    if options.get("label"):
        return None  # which the reader of scores looks at first
    if columns is None:
        try:
            columns = parse_table(decoded(content, options.get("encoding")).text, None).columns
        except (OSError, ValueError):
            return None
    if any(map(_right_or_wrong, columns.values())):
        return "items"
    if any(_plain(name) in DATA_SETS for name in columns):
        return "datasets"
    return None


def of_label(content: Source, options: Mapping[str, object]) -> str | None:
    """Return the kind of results that a column of labels leaves no doubt of, where it does not hold two classes.

    Classes are few words, and another column holds three or more of them, or there is one with the name of each.
    """
    if options.get("positive") or options.get("negative"):
        return None
    try:
        columns = parse_table(decoded(content, options.get("encoding")).text, options["label"]).columns
    except ValueError:
        return None
    seen = texts(columns.get(options["label"], ()))
    labels = {entry for entry in columns[options["label"]] if not is_missing(entry)}
    if seen.numeric == seen.filled and (seen.sure or seen.likely or seen.open) and len(labels) > MANY:
        return "numbers"
    if not seen.numeric and FEWEST <= len(labels) <= MOST and _predicts(columns, options["label"], labels):
        return "classes"
    return None


def _predicts(columns: Mapping[str, Column], label: str, labels: set[str]) -> bool:
    """Return whether columns have the names of all classes, or most entries of a column are classes, three or more."""
    try:
        if probability_columns([*columns], sorted(labels))[1]:
            return True
    except ValueError:
        return True  # which the report puts into words
    for name, column in columns.items():
        counts = Counter(entry for entry in column if not is_missing(entry))
        known = labels & counts.keys()
        if name != label and len(known) >= FEWEST and 2 * sum(counts[entry] for entry in known) >= counts.total():
            return True
    return False


def refuse_other_options(options: Mapping[str, object]) -> None:
    """Raise ``ValueError`` for an option that other kinds of results have and scores of two classes do not."""
    _refuse({name for name in OTHER_OPTIONS if options.get(name) not in (None, False)}, "scores")


def _refuse(unknown: set[str], kind: str) -> None:
    if unknown:
        flags = joined([f"--{name.replace('_', '-')}" for name in sorted(unknown)])
        raise ValueError(
            _("{flags} cannot be used with this kind of result ({kind}). Name another kind with --kind: {kinds}",
              flags=flags, kind=kind, kinds=joined(NAMES))
        )  # fmt: skip


def report(content: Source, kind: str, options: Mapping[str, object]) -> OtherResults:
    """Return the report on a file, with those of the options that were given.

    Raises ``ValueError`` for an option that this kind of results does not have, and for what cannot be read.
    """
    made, known = KINDS[kind]
    given = {name: value for name, value in options.items() if value not in (None, False)}
    _refuse(set(given) - known, kind)
    if "label" in signature(made.from_csv).parameters and "label" not in given:
        columns = parse_table(decoded(content, options.get("encoding")).text, None).columns
        raise ValueError(
            _("{flag}: say which of the columns {columns} holds the true values", flag="--label",
              columns=listed([*columns]))
        )  # fmt: skip
    return made.from_csv(content, **given)


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))


def _right_or_wrong(column: Column) -> bool:
    """Return whether a column holds nothing but words for right and wrong, of both, and not only those of labels."""
    words = set()
    for entry in column:
        word = entry.lower()
        if word not in words and not is_missing(entry):
            if word not in RIGHT | WRONG:
                return False
            words.add(word)
    plain = words - LABELS
    return bool(plain & RIGHT) and bool(plain & WRONG)
