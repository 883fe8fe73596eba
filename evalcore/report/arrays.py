"""Labels and scores as arrays, Series or DataFrames: what each column is, and that rows belong together."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from evalcore._checks import scores as finite_scores
from evalcore._checks import two_of_each
from evalcore.language import translated as _
from evalcore.report import columns
from evalcore.report.words import shown


class Taken(NamedTuple):
    """Labels as booleans, the scores of each model, and sentences on what was assumed and what was left out.

    ``turned`` has the number from which the scores of a model were subtracted, because low ones are positive.
    """

    y_true: np.ndarray
    scores: dict[str, np.ndarray]
    assumptions: list[str]
    left_out: list[str]
    turned: dict[str, int]


def taken(y_true: object, scores: object, positive: object, lower_is_positive: bool | Sequence[str]) -> Taken:
    """Labels and scores as a report is given them; see :class:`evalcore.report.Report`.

    Raises ``ValueError`` for what cannot be taken in one way only, and for rows that do not belong together.
    """
    same_rows(y_true, scores)
    _refuse_estimators(scores)
    if len(getattr(y_true, "shape", ())) == 2 and y_true.shape[1] == 1:  # a column of a table
        y_true = np.asarray(y_true)[:, 0]
    _explain_labels(y_true, positive)
    words, classes = _labels(y_true, positive)
    y = two_of_each("y_true", words)
    assumptions, left_out = [], []
    if positive is not None:
        assumptions.append(_("Labels: positive: {positive} ({count} rows); negative: {negative} ({others} rows).",
                      positive=shown(classes[1]), count=int(y.sum()), negative=shown(classes[0]),
                      others=int((~y).sum())))  # fmt: skip
    frame = _is_frame(scores)
    named = _named(scores, y, classes, assumptions)
    if frame and len(named) > 1:
        for reason in _recognised(named, y, classes):
            del named[reason.name]
            left_out.append(_("The report leaves out column {column}.", column=reason.sentence([reason.name])))
    if not 1 <= len(named) <= columns.MOST:
        raise ValueError(f"scores must contain the scores of one to {columns.MOST} models, got {len(named)}")
    lower = list(named) if lower_is_positive is True else _names(lower_is_positive)
    for name, values in named.items():
        decisions = None if name in lower else columns.as_decisions(values, classes[1], [classes[0]])
        if decisions is not None:
            named[name] = decisions
            assumptions.append(
                _("Column {name} holds predicted labels: {positive} is read as 1, and the other label as 0.",
                  name=shown(name), positive=shown(f"{values[decisions == 1][0]:g}"))
            )  # fmt: skip
    turned: dict[str, int] = {}
    for name in lower:
        if name not in named:
            raise ValueError(f"lower_is_positive must name one of the scores {[*named]}, got {shown(name)}")
        named[name], turned[name], sentence = columns.turned(name, named[name])
        assumptions.append(sentence)
    return Taken(y, named, assumptions, left_out, turned)


def check_named(estimators: object) -> None:
    """Raise ``ValueError`` unless it is a mapping of names to estimators."""
    if not isinstance(estimators, Mapping):
        raise ValueError(
            _("expected a dict from names to estimators, such as {example}, got {estimators}",
              example='{"forest": forest}', estimators=shown(estimators))
        )  # fmt: skip


def different(name: str, keys: Iterable[object]) -> None:
    """Raise ``ValueError`` for two names that look the same when shown, such as 1 and "1"."""
    seen = set()
    for key in map(str, keys):
        if key in seen:
            raise ValueError(f"{name} must have different names, got {key} twice")
        seen.add(key)


def check_groups(names: Sequence[object]) -> None:
    """Raise ``ValueError`` unless each example has the name of a group, and there are two groups or more."""
    for number, name in enumerate(names, start=1):
        if _is_gap(name):
            raise ValueError(f"group must name a group for each example, got {shown(name)} for example {number}")
    if len(set(map(str, names))) < 2:
        raise ValueError(f"group must name two groups or more, got {shown(names[0])} only")


def _is_gap(name: object) -> bool:
    """Return whether it is None, an empty text, or not equal to itself, as nan and the missing values of pandas."""
    try:
        return name is None or bool(name != name) or name == ""
    except TypeError:  # pandas' NA is neither equal to itself nor different
        return True


def same_rows(y_true: object, others: object, name: str = "scores") -> None:
    """Raise ``ValueError`` if two Series or DataFrames of pandas name their rows otherwise, or in another order."""
    parts = [others, *(others.values() if isinstance(others, Mapping) else ())]
    indexed = [part for part in (y_true, *parts) if hasattr(part, "reindex") and hasattr(part, "index")]
    for part in indexed[1:]:
        if not part.index.equals(indexed[0].index):
            raise ValueError(
                _("the index of {name} differs from that of y_true, so the rows may not correspond: reindex {name} "
                  "(.reindex(y_true.index)) or, if both are in the same order, pass both without an index "
                  "(.to_numpy())",
                  name=name)
            )  # fmt: skip


def _labels(y_true: object, positive: object) -> tuple[object, tuple[str, str]]:
    """Return the labels as 0 and 1, and the negative and the positive label in words."""
    values = y_true if isinstance(y_true, np.ndarray) else np.asarray(y_true)
    if values.ndim != 1 or values.size == 0:
        return y_true, ("0", "1")
    are_words = values.dtype.kind in "US" or (
        values.dtype.kind == "O" and any(isinstance(label, str) for label in values.tolist())
    )
    if positive is None:
        if are_words:
            words = sorted(set(map(str, values.tolist())))
            raise ValueError(
                _("y_true must hold 0 and 1, got {labels}: say which label is positive ({example})",
                  labels=columns.listed(words, 8), example=f"positive={words[0]!r}")
            )  # fmt: skip
        return y_true, ("0", "1")
    labels = values.tolist()
    names = sorted(set(map(str, labels)))
    is_positive = np.array([label == positive or str(label) == str(positive) for label in labels])
    if len(names) != 2 or not is_positive.any():
        raise ValueError(
            _("y_true must hold two labels, one of them {positive}, got {labels}", positive=shown(positive),
              labels=columns.listed(names, 8))
        )  # fmt: skip
    name = str(labels[int(np.argmax(is_positive))])
    return is_positive, (next(word for word in names if word != name), name)


def _explain_labels(y_true: object, positive: object) -> None:
    """Raise ``ValueError`` for labels other than 0 and 1, with what to do about it where that is known."""
    values = np.asarray(y_true)
    if values.ndim == 2 and values.shape[1] > 1:
        raise ValueError(_("y_true has shape {shape}, but must have one label per example: pass one column, such as "
                           "{call}", shape=values.shape, call="y[:, 1]"))  # fmt: skip
    if positive is not None or values.ndim != 1 or values.dtype.kind not in "iuf" or np.isin(values, [0, 1]).all():
        return
    if np.isnan(values).any():
        raise ValueError(_("y_true must hold the labels 0 and 1, got nan (examples without a label: {count}): leave "
                           "these examples out", count=int(np.isnan(values).sum())))  # fmt: skip
    wrong = shown(values[~np.isin(values, [0, 1])][0].item())
    distinct = np.unique(values)
    if distinct.size == 2:
        raise ValueError(_("y_true must hold the labels 0 and 1, got {label}: say which label is positive "
                           "({example})", label=wrong, example=f"positive={distinct[1].item()!r}"))  # fmt: skip
    if np.all(distinct == np.rint(distinct)) and distinct.size <= 30:
        raise ValueError(_("y_true must hold the labels 0 and 1, got {label}. It holds {count} different labels. "
                           "For several classes, use {other}; for one class against the rest, pass {example}",
                           label=wrong,
                           count=distinct.size, other="evalcore.report.classes.ClassesReport",
                           example=f"y_true == {distinct[-1].item()!r}"))  # fmt: skip
    raise ValueError(_("y_true must hold the labels 0 and 1, got {label}: the labels are the first argument, the "
                       "scores the second",
                       label=wrong))  # fmt: skip


def _explain_scores(name: str, values: object) -> None:
    """Raise ``ValueError`` for scores that are missing or in words, with what to do about it."""
    array = np.asarray(values)
    if array.ndim != 1:
        return
    if array.dtype.kind in "US" or (array.dtype.kind == "O" and any(isinstance(word, str) for word in array.tolist())):
        word = next(word for word in array.tolist() if isinstance(word, str))
        raise ValueError(_("{name} must hold numbers, got {word}. The method predict returns labels; pass the "
                           "scores from {call} instead",
                           name=name, word=shown(word), call="model.predict_proba(X)[:, 1]"))  # fmt: skip
    if array.dtype.kind == "f" and np.isnan(array).any():
        missing = np.flatnonzero(np.isnan(array))
        raise ValueError(_("{name} must be finite numbers, got nan (examples without a score: {count}, the first at "
                           "{place}): remove these examples from the labels and from all scores", name=name,
                           count=missing.size, place=int(missing[0])))  # fmt: skip


def _refuse_estimators(scores: object) -> None:
    """Raise ``ValueError`` if there is a model in place of its scores."""
    for model in scores.values() if isinstance(scores, Mapping) else [scores]:
        if hasattr(model, "predict") and hasattr(model, "fit"):
            raise ValueError(
                _("scores must be numbers, got the model {model}: pass {call} for examples that the model has not "
                  "seen, or use {other}", model=shown(model), call="model.predict_proba(X)[:, 1]",
                  other="Report.from_estimators")
            )  # fmt: skip


def _is_frame(scores: object) -> bool:
    """Return whether it is a DataFrame, of pandas, polars or another library."""
    two = getattr(scores, "ndim", 0) == 2 or len(getattr(scores, "shape", ())) == 2
    return two and hasattr(scores, "columns") and not isinstance(scores, Mapping)


def _named(scores: object, y: np.ndarray, classes: tuple[str, str], assumptions: list[str]) -> dict[str, np.ndarray]:
    """Return the scores of each model, by its name."""
    frame = _is_frame(scores)
    if frame or isinstance(scores, Mapping):
        pairs = list(scores.items()) if hasattr(scores, "items") else [(name, scores[name]) for name in scores.columns]
        different("scores", (key for key, _values in pairs))
        if not frame and not 1 <= len(pairs) <= columns.MOST:
            raise ValueError(f"scores must contain the scores of one to {columns.MOST} models, got {len(pairs)}")
        if not frame:
            pairs = [(key, _of_one_class(values, classes, assumptions)) for key, values in pairs]
    else:
        name = getattr(scores, "name", None)
        pairs = [(name if isinstance(name, str) and name else "scores", _of_one_class(scores, classes, assumptions))]
    named = {}
    for key, values in pairs:
        name = f"scores of {key}" if frame or isinstance(scores, Mapping) else "scores"
        _explain_scores(name, values)
        numbers = finite_scores(name, values).astype(float, copy=False)
        if numbers.size != y.size:
            raise ValueError(f"{name} must have as many values as y_true, got {numbers.size} and {y.size}")
        named[str(key)] = numbers
    return named


def _of_one_class(scores: object, classes: tuple[str, str], assumptions: list[str]) -> object:
    """Return the scores themselves; of what ``predict_proba`` returns, the column of the positive class."""
    first = scores[0] if isinstance(scores, list | tuple) and len(scores) else None
    if len(getattr(scores, "shape", ())) != 2 and (isinstance(first, str) or not hasattr(first, "__len__")):
        return scores
    table = np.asarray(scores)
    if table.ndim != 2 or table.dtype.kind not in "biuf" or table.shape[1] == 0:
        return scores
    if table.shape[1] == 1:
        return table[:, 0]
    if table.shape[1] == 2 and np.allclose(table.sum(axis=1), 1, atol=1e-6):
        place = sorted(classes).index(classes[1])  # as scikit-learn sorts classes
        sentence = _("Scores: predict_proba returns two columns that sum to 1; column {place} is used, because it "
                     "belongs to the positive label.",
                     place=f"[:, {place}]")  # fmt: skip
        assumptions += [] if sentence in assumptions else [sentence]
        return table[:, place]
    raise ValueError(
        _("scores has shape {shape}: of the columns that predict_proba returns, pass only the one for the positive "
          "label, such as [:, 1]; for several models, pass a DataFrame, or a dict with their names as keys",
          shape=table.shape)
    )  # fmt: skip


def _recognised(named: Mapping[str, np.ndarray], y: np.ndarray, classes: tuple[str, str]) -> list[columns.LeftOut]:
    """Return the columns of a DataFrame that do not hold scores."""
    reasons = [columns.of_numbers(name, values, columns.kind(name), False) for name, values in named.items()]
    left_out = [reason for reason in reasons if reason]
    names = {reason.name for reason in left_out}
    rest = {name: values for name, values in named.items() if name not in names}
    return [*left_out, *columns.redundant(rest, y, classes[1], classes[0])]


def _names(names: bool | str | Sequence[str]) -> list[str]:
    if isinstance(names, bool):
        return []
    return [names] if isinstance(names, str) else [str(name) for name in names]
