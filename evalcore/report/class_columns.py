"""The columns of true classes, predicted classes and probabilities of classes, and what cannot be one of them."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import finite
from evalcore.language import translated as _
from evalcore.report import columns, numbers
from evalcore.report.columns import LeftOut, option
from evalcore.report.entries import Entries
from evalcore.report.scores_file import plain_label
from evalcore.report.table import listed
from evalcore.report.words import said, shown

FEWEST, MOST = 3, 30  # classes
ROUNDING = 0.01  # by which the probabilities of a row may miss a sum of 1
ONE_MODEL = 0.9  # share of rows in which the predicted class has the largest probability, if both are of one model
NO_CLASSES = {"id", "group", "fold", "weight", "date"}  # what a column holds, by its name
AROUND = " _-.:=|/([{)]}"  # signs between the name of a class and what is around it
Labels = tuple[list[str], np.ndarray]  # the different labels of a column, and the number of each row's


def ordered(labels: Iterable[str]) -> list[str]:
    """Return classes in numerical order, or in the order of their names if one is not a number."""
    labels = list(labels)
    try:
        return sorted(labels, key=float)
    except ValueError:
        return sorted(labels)


def as_labels(name: str, values: Sequence[object]) -> Labels:
    """Return the different labels as words, 1 and 1.0 as one, and the number of each row's label."""
    items = values.tolist() if hasattr(values, "tolist") else list(values)
    if not items or isinstance(items[0], list):
        raise ValueError(f"{name} must hold a class for each example, shape (m,), got {shown(items)}")
    places = {item: place for place, item in enumerate(dict.fromkeys(items))}
    if any(item is None or item != item for item in places):
        raise ValueError(f"{name} must hold a class for each example, got {shown([*places])}")
    rows = np.fromiter(map(places.__getitem__, items), np.int64, len(items))
    words = [plain_label(str(item)) for item in places]
    labels = list(dict.fromkeys(words))
    return labels, np.array([labels.index(word) for word in words])[rows]


def check_classes(classes: Sequence[str], column: str = "y_true") -> None:
    if len(classes) < FEWEST:
        raise ValueError(
            _("column {name} must hold three classes or more, got {classes}. For two classes, give a column of scores "
              "(--kind scores)", name=shown(column), classes=listed([*classes]))
        )  # fmt: skip
    if len(classes) > MOST:
        raise ValueError(_("column {name} has {count} different entries, but a report covers at most {most} "
                           "classes. If they are classes, merge rare ones; if they are measured numbers, use --kind "
                           "numbers",
                           name=shown(column), count=len(classes), most=MOST))  # fmt: skip


def unsummed(table: np.ndarray) -> np.ndarray:
    """Return the indices of the rows whose probabilities do not sum to 1."""
    return np.flatnonzero(np.abs(table.sum(axis=1) - 1) > ROUNDING)


def class_table(probabilities: Mapping[object, ArrayLike], classes: Sequence[str]) -> np.ndarray:
    """Return the probabilities, a row per example and a column per class."""
    named = {plain_label(str(key)): probabilities[key] for key in probabilities}
    if set(named) != set(classes):
        raise ValueError(_("probabilities must have one column for each class of y_true ({classes}), got {names}",
                           classes=listed([*classes]), names=listed([*named])))  # fmt: skip
    table = np.array([finite("m", low=0, high=1)(name, named[name]) for name in classes]).T
    if (wrong := unsummed(table)).size:
        raise ValueError(f"probabilities of each example must sum to 1, got {table[wrong[0]].sum():.4g}")
    return table


def predictions(
    entries: Entries, classes: Sequence[str], scores: object, label: str, group: str | None, truth: Labels
) -> tuple[dict[str, Labels], list[str]]:
    """Return the columns of predicted classes, and the other columns."""
    predicted: dict[str, Labels] = {}
    rest = []
    for name in entries.candidates(scores, label, group):
        labels, rows = entries.labels(name)
        unknown = np.array([*(own not in classes for own in labels), False])[rows]  # the last is that of -1
        filled = int((rows >= 0).sum())
        other = name == entries.table.row_names or name in entries.table.unnamed or columns.kind(name) in NO_CLASSES
        if (other and not scores) or 2 * unknown.sum() > filled or not filled:
            rest.append(name)
        elif unknown.any():
            place = int(np.flatnonzero(unknown)[0])
            raise ValueError(
                _("line {line}: column {name} predicts {entry}, a class that does not occur in column {label}; the "
                  "classes are {classes}. Correct the entry, add examples of this class, or leave the column out "
                  "with {option}", line=entries.table.lines[place], name=shown(name), entry=shown(labels[rows[place]]),
                  label=shown(label), classes=listed([*classes]), option=option("ignore", [name]))
            )  # fmt: skip
        else:
            predicted[name] = labels, rows
    for name, (labels, rows) in list(predicted.items()):
        if not scores and len(predicted) > 1 and labels == truth[0] and np.array_equal(rows, truth[1]):
            del predicted[name]
            entries.leave_out(LeftOut(name, "label"))
        else:
            entries.use_labels(name, rows)
    return predicted, rest


def probability_columns(names: Sequence[str], classes: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Return what the names of the columns of all classes have in common, and the column of each class, if there are.

    Upper and lower case are the same, unless classes differ in it.
    """
    fold = str.lower if len({own.lower() for own in classes}) == len(classes) else str
    by_name = {fold(name): name for name in names}
    around: dict[tuple[str, str], dict[str, str]] = {}
    for own in classes:
        for name in by_name:
            for place in range(len(name) - len(own) + 1):
                if name.startswith(fold(own), place):
                    around.setdefault((name[:place], name[place + len(own) :]), {})[own] = by_name[name]
    complete = {ends: found for ends, found in around.items() if len(found) == len(classes)}
    if len(complete) > 1:
        raise ValueError(_("several columns, such as {names}, belong to the same class: name the columns of one model "
                           "with "
                           "--scores", names=listed([found[classes[0]] for found in complete.values()])))  # fmt: skip
    for (before, after), columns_of in complete.items():
        more = [own for name, own in by_name.items() if name.startswith(before) and name.endswith(after)
                and own not in columns_of.values()]  # fmt: skip
        if more and before + after:
            raise ValueError(
                _("column {name} looks like the probability of a class to which no example belongs. Add examples of "
                  "this class, or leave the column out with {option}", name=shown(more[0]),
                  option=option("ignore", more[:1]))
            )  # fmt: skip
        column = columns_of[classes[0]]
        ends = column[: len(before)], column[len(column) - len(after) :]
        return ends[0].strip(AROUND) or ends[1].strip(AROUND), columns_of
    most = max(around.values(), key=len, default={})
    if len(most) == len(classes) - 1:
        missing = next(own for own in classes if own not in most)
        raise ValueError(
            _("columns {names} look like probabilities of classes, but there is none for class {missing}. Add its "
              "column, or leave these columns out with "
              "{option}", names=listed([*most.values()]), missing=shown(missing),
              option=option("ignore", [*most.values()]))
        )  # fmt: skip
    return "", {}


def leave_out(entries: Entries, names: Sequence[str], named: bool, label: str) -> None:
    """Leave out columns that are neither classes nor probabilities, and say why; named ones are an error."""
    for name in names:
        if named:
            raise ValueError(_("column {name} must hold the classes of column {label}, or the probability of one of "
                               "these classes", name=shown(name), label=shown(label)))  # fmt: skip
        texts = numbers.texts(entries.table.columns[name])
        values = None if 2 * texts.numeric < texts.filled else entries.values(name, used=False)
        example = next((entry for entry in entries.table.columns[name] if not numbers.is_missing(entry)), "")
        entries.leave_out(
            entries.reason_against(name, values) or LeftOut(name, "no classes", (("example", shown(example)),))
        )


def check_sums(entries: Entries, table: np.ndarray, names: Sequence[str], kept: np.ndarray) -> None:
    """Raise ``ValueError`` unless the probabilities of each row are from 0 to 1, and sum to 1."""
    for name, values in zip(names, table.T, strict=True):
        wrong = kept & ~((values >= 0) & (values <= 1))
        if wrong.any():
            place = int(np.flatnonzero(wrong)[0])
            raise ValueError(
                _("line {line}: column {name} must hold probabilities from 0 to 1, got {value}",
                  line=entries.table.lines[place], name=shown(name), value=said(float(values[place])))
            )  # fmt: skip
    if (wrong := unsummed(table[kept])).size:
        place = int(np.flatnonzero(kept)[wrong[0]])
        raise ValueError(
            _("line {line}: the probabilities in columns {names} sum to {total}, not to 1. Every class needs a column, "
              "and each row must contain the probabilities of one model", line=entries.table.lines[place],
              names=listed([*names]), total=said(float(table[place].sum())))
        )  # fmt: skip


def check_one_model(predicted: Mapping[str, np.ndarray], table: np.ndarray) -> list[str]:
    """Return a sentence on the predicted class; raise ``ValueError`` if it is not that of the probabilities."""
    if not predicted:
        words = [_("The predicted class is the one with the largest probability.")]
        tied = int(((table == table.max(axis=1, keepdims=True)).sum(axis=1) > 1).sum())
        if tied:
            words.append(
                _(
                    "If several classes share the largest probability, the first of them is the predicted class "
                    "(rows affected: {count}).",
                    count=tied,
                )
            )
        return words
    if len(predicted) > 1:
        raise ValueError(_("a report covers the probabilities of one model, but {names} are the predicted classes "
                           "of several models: use --scores to name the columns for the report",
                           names=listed([*predicted])))  # fmt: skip
    ((name, numbers_of),) = predicted.items()
    agreed = float(np.mean(table[np.arange(len(table)), numbers_of] >= table.max(axis=1)))
    if agreed < ONE_MODEL:
        raise ValueError(_("column {name} names the class with the largest probability in only {share} of the rows, so "
                           "the predicted classes and the probabilities seem to come from different models: name the "
                           "columns of one model with --scores",
                           name=shown(name), share=f"{100 * agreed:.3g}%"))  # fmt: skip
    return [
        _("The probabilities are taken to be those of the model {name}: in {share} of the rows, its predicted class is "
          "the one with the largest probability.", name=shown(name), share=f"{100 * agreed:.3g}%")
    ]  # fmt: skip
