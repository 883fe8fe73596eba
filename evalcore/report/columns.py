"""Which columns of a table are scores, and what the others are: by names and by values, never by the order of rows."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import combinations
from shlex import quote
from typing import NamedTuple

import numpy as np
from scipy.stats import mannwhitneyu, rankdata

from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.report.numbers import is_date, texts
from evalcore.report.table import listed
from evalcore.report.words import counted, joined, shown

MOST = 6  # scores, which the eye can tell apart in a picture
CHANCE = 0.01  # p-value below which different whole numbers rank too well to be left out without a question
FEW = 10  # rows, among which scores such as 1, 2, 3 occur by chance
ALMOST = 0.95  # of the rows: with fewer different identifiers, rows may belong together
GROUPS = 10  # different texts: with so many, they are more likely names of patients than a few kinds

_WORDS = {
    "id": "id ids uid uuid guid idx index indices row rownum rowid rownames rowname key nr no lfd zeile mrn accession "
    "record customer client account transaction order kunde nummer kennung identifier ident",
    "group": "patient patients pat subject subjects person group groups cluster clusters case cases query qid user "
    "session site hospital clinic center centre family household lesion visit study school sample fall gruppe "
    "proband sujet",
    "weight": "weight weights w wt wts wgt pw ipw iptw gewicht gewichte gew poids peso",
    "fold": "fold folds kfold cv split partition repeat repetition rep run seed iteration iter epoch batch falte",
    "date": "date dates datum time timestamp datetime year month day hour created updated jahr zeit uhrzeit fecha",
    "rank": "rank ranks ranking position place rang ränge platz",
    "score": "score scores prob probs proba probability probabilities p pred preds prediction predictions predicted "
    "phat yhat pd risk logit logits margin confidence conf likelihood posterior odds output decision punkte "
    "wahrscheinlichkeit "
    "risiko vorhersage prognose",
}  # fmt: skip
_SIGNS = {  # of Chinese names, which have no blanks
    "score": "分数 得分 评分 概率 预测 风险 打分",
    "id": "编号 序号 行号 索引 病历号 学号 工号 单号 账号 客户号",
    "group": "患者 病人 受试者 分组 组别 用户 医院 中心",
    "weight": "权重",
    "fold": "折",
    "date": "日期 时间 年份 月份",
    "rank": "排名 名次 排序",
}
_LAST = {"id", "ids", "uid", "uuid", "idx", "index", "key", "nr", "nummer"}  # after any other word
_IDS = r"(?:doc|user|patient|case|customer|client|item|row|sample|person|image|file|object|query|session|order|loan)id"
_PARTS = {
    *("train", "test", "val", "valid", "validation", "dev", "training", "holdout"),
    *("训练", "测试", "验证", "训练集", "测试集", "验证集"),
}

NAMERS = {  # names of a column that names a model in each row
    *("system", "model", "learner", "method", "algorithm", "classifier", "llm", "agent", "estimator", "approach"),
    *("modell", "verfahren", "系统", "模型", "学习器", "方法", "算法", "分类器"),
}

REASONS = {
    "ignored": marked("{names}: ignored, as you asked"),
    "unnamed": marked("{names}: other columns were named as scores"),
    "empty": marked("{names}: no entries"),
    "outside": marked("{names}: numbers outside the range 0 to 1, such as {example} in line {line} (rows affected: "
                      "{count})"),
    "text": marked("{names}: text, such as {example}"),
    "words": marked("{names}: the words of the labels. To evaluate them as decisions, name all columns of scores with "
                    "{option}"),
    "no classes": marked("{names}: entries that are not classes, such as {example}"),
    "parts": marked("{names}: the assignment of each row to one of the parts {example}. The report uses all rows "
                    "together"),
    "row names": marked("{names}: the names of the rows, as R writes them"),
    "nameless": marked("{names}: an index without a name, as pandas and R write it"),
    "index": marked("{names}: an index or row numbers, in which each whole number from {low} to {high} appears once"),
    "ranks": marked("{names}: ranks. If the example with rank 1 is the most likely to be positive, add {option} to "
                    "use them as scores"),
    "id": marked("{names}: identifiers, judging by the name"),
    "distinct": marked("{names}: whole numbers, all different and unrelated to the labels, as identifiers are"),
    "group": marked("{names}: {count} different values in {rows} rows. Add {option} if rows with the same value belong "
                    "together, such as the visits of one patient"),
    "counter": marked("{names}: the number of the row within each {example}"),
    "weight": marked("{names}: weights, judging by the name. The report gives every row the same weight"),
    "fold": marked("{names}: fold or run numbers, judging by the name"),
    "date": marked("{names}: dates or times"),
    "label": marked("{names}: a copy of the labels"),
    "complement": marked("{names}: the complement of {example}; the two always sum to {total:g}"),
    "classes": marked("{names}: probabilities of the other classes; together with {example} they always sum to 1"),
    "constant": marked("{names}: the same number, {example}, in every row. To use it nonetheless, name all the columns "
                       "of results with --scores"),
    "unit": marked("{names}: numbers with a unit, such as {example}. Write the numbers alone to use them as scores"),
    "calls": marked("{names}: the labels predicted from {example} at some threshold"),
}  # fmt: skip


class LeftOut(NamedTuple):
    """A column that is not taken, with the key of the reason and what its sentence shows."""

    name: str
    reason: str
    fields: tuple[tuple[str, object], ...] = ()

    def sentence(self, names: Sequence[str]) -> str:
        return _(REASONS[self.reason], names=listed(list(names)), **dict(self.fields))


def option(name: str, columns: Sequence[str]) -> str:
    """Return an option of the command with names of columns, as a shell takes them."""
    return " ".join([f"--{name}", *map(quote, columns)])


def kind(name: str) -> str | None:
    """Return what a column holds, by its name, or None.

    >>> kind("customer_id"), kind("yScore"), kind("patient"), kind("forest")
    ('id', 'score', 'group', None)
    """
    words = re.findall(r"[^\W\d_]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", name))
    words = [re.sub(".*(datum|nummer)$", r"\1", word.lower()) for word in words]  # German compounds
    if words and (words[-1] in _LAST or re.fullmatch(_IDS, words[-1])):
        return "id"
    for key, signs in _SIGNS.items():
        if any(sign in name for sign in signs.split()):
            return key
    for key in ("rank", "score", "weight", "fold", "date", "id", "group"):
        if set(words) & set(_WORDS[key].split()):
            return key
    return None


def of_text(name: str, entries: Sequence[str], category: str | None) -> LeftOut:
    """Return why a column of texts does not hold scores, and what it may be instead."""
    values, counts = np.unique(np.array(entries, dtype=object).astype(str), return_counts=True)
    if {value.lower() for value in values} <= _PARTS:
        parts = joined([counted(value, count) for value, count in zip(values.tolist(), counts, strict=True)])
        return LeftOut(name, "parts", (("example", parts),))
    if category == "date" or all(map(is_date, values.tolist())):
        return LeftOut(name, "date")
    units = {re.sub(r"^[-+]?\d[\d.,]*(?=\s*[^\W\d])", "", value) for value in values.tolist()}
    if len(units) == 1 and values.size > 2:
        return LeftOut(name, "unit", (("example", shown(values[0].item())),))
    named = category in ("id", "group")
    repeated = values.size <= (ALMOST if named else 1 / 1.5) * len(entries)
    if repeated and (values.size >= GROUPS or (named and values.size > 2)):
        return _group(name, values.size, len(entries))
    return LeftOut(name, "id") if category == "id" else LeftOut(name, "text", (("example", shown(values[0].item())),))


def _group(name: str, count: int, rows: int) -> LeftOut:
    return LeftOut(name, "group", (("count", count), ("rows", rows), ("option", option("group", [name]))))


def of_numbers(name: str, values: np.ndarray, category: str | None, unnamed: bool) -> LeftOut | None:
    """Return why a column of numbers does not hold scores, if its name or its values tell."""
    whole = bool(np.all(values == np.rint(values)))
    distinct = np.unique(values)
    if distinct.size == 1 and values.size > 2:
        return LeftOut(name, "constant", (("example", f"{distinct[0]:g}"),))
    each_once = distinct.size == values.size > 2
    gapless = whole and each_once and np.ptp(values) == values.size - 1
    if unnamed and whole and distinct.size > 2 and distinct[0] >= 0:
        return LeftOut(name, "nameless")
    is_rank = category == "rank"
    if (is_rank and (whole or _are_ranks(values))) or (category != "score" and not whole and _are_ranks(values)):
        return LeftOut(name, "ranks", (("option", option("lower-is-positive", [name])),))
    if gapless and category != "score":
        return LeftOut(name, "index", (("low", int(values.min())), ("high", int(values.max()))))
    if category in ("weight", "date"):
        return LeftOut(name, category)
    if category == "fold" and whole:
        return LeftOut(name, "fold")
    if whole and category in ("id", "group") and distinct.size > 2:
        return LeftOut(name, "id") if distinct.size > ALMOST * values.size else _group(name, distinct.size, values.size)
    if whole and category != "score" and _are_dates(distinct):
        return LeftOut(name, "date")
    return None


def _are_ranks(values: np.ndarray) -> bool:
    """Return whether numbers are their own ranks, from 1, equal ones with the mean of theirs."""
    return values.size > 2 and np.unique(values).size > 2 and bool(np.array_equal(values, rankdata(values)))


def _are_dates(values: np.ndarray) -> bool:
    """Return whether whole numbers are dates of this century: days such as 20240131, or (milli)seconds since 1970."""
    if values.size < 3:
        return False
    low, high = values[0], values[-1]
    if low >= 19000101 and high <= 21001231:
        try:
            for value in values.astype(int).tolist():
                date(value // 10000, value // 100 % 100, value % 100)
        except ValueError:
            return False
        return True
    return any(9.46e8 * unit <= low and high <= 2.2e9 * unit for unit in (1, 1000))


def is_asked(values: np.ndarray, y: np.ndarray, category: str | None) -> bool | None:
    """Return whether distinct whole numbers rank too well to be an identifier; None for other numbers."""
    whole = bool(np.all(values == np.rint(values)))
    if not whole or values.size < 3 or np.unique(values).size < values.size:
        return None
    if category == "score" and (values.size < FEW or np.ptp(values) > values.size - 1):
        return None
    return bool(mannwhitneyu(values[y], values[~y]).pvalue < CHANCE)


def range_of(values: np.ndarray) -> str | None:
    """Return "calls" for 0 and 1 only, "probabilities" for numbers from 0 to 1, "whole" for other whole numbers."""
    if np.isin(values, [0, 1]).all():
        return "calls"
    if values.min() >= 0 and values.max() <= 1:
        return "probabilities"
    return "whole" if bool(np.all(values == np.rint(values))) else None


def as_decisions(values: np.ndarray, positive: str, negatives: Sequence[str]) -> np.ndarray | None:
    """Return decisions that are written as the numbers of the labels, or as -1 and 1, as 0 and 1; None for others.

    >>> as_decisions(np.array([2.0, 1.0, 2.0]), "2", ["1"]).tolist(), as_decisions(np.array([2.0, 3.0]), "2", ["1"])
    ([1.0, 0.0, 1.0], None)
    """
    filled = ~np.isnan(values)
    distinct = np.unique(values[filled]).tolist()
    for negative, one in [*((label, positive) for label in negatives[:1] if len(negatives) == 1), ("-1", "1")]:
        try:
            pair = float(negative), float(one)
        except ValueError:
            continue
        if sorted(pair) == distinct and pair != (0, 1):
            return np.where(filled, values == pair[1], np.nan)
    return None


def code_of_missing(values: np.ndarray, least: float = 1) -> float | None:
    """Return a number that usually means a missing value, such as -99 among small numbers, 99 among probabilities.

    Of less than ``least`` in size, none is returned.
    """
    distinct = np.unique(values[~np.isnan(values)])
    if distinct.size < 4:
        return None
    low, high = distinct[0], distinct[-1]
    others_negative, far_below = distinct[1] < 0, 10 * np.abs(distinct[1:]).max() <= -low
    low_codes = [code for code in (-9, -99, -999, -9999, -99999) if far_below or not others_negative]
    low_codes += [-1] if not others_negative and high <= 1 else []
    if low in low_codes and -low >= least:
        return float(low)
    times = 5 if np.sum(values == high) > 1 else 10  # a number that occurs once may be an extreme one
    far_above = distinct[-2] <= 1 or (high > 9 and times * distinct[-2] <= high)
    is_code = high in (9, 99, 999, 9999, 99999) and low >= 0 and far_above
    return float(high) if is_code and high >= least else None


def no_code(name: str, values: np.ndarray, lines: Sequence[int], *, least: float = 1, needed: bool = False) -> None:
    """Raise ``ValueError`` if a number, of ``least`` or more in size, looks like a code for a missing value.

    ``lines`` are those of the rows. A column that is ``needed`` cannot be left out.
    """
    code = code_of_missing(values, least)
    if code is None:
        return
    places = np.flatnonzero(values == code)
    message = _("line {line}: column {name} has {code:g} (rows affected: {count}), which looks like a code for a "
                "missing value. If it is, replace it with NA and add --drop-missing; if it is not, name all columns "
                "of results with --scores", line=lines[int(places[0])], name=shown(name), code=code,
                count=places.size)  # fmt: skip
    raise ValueError(message + ("" if needed else or_ignore(name)))


def or_ignore(name: str) -> str:
    """Return what to do with a column that need not be used, to end a message on it."""
    return _(", or leave this column out with {option}", option=option("ignore", [name]))


def no_long_form(
    table: Mapping[str, Sequence[str]], what: str, results: Sequence[str], ignored: Sequence[str],
    used: Sequence[str | None],
) -> None:  # fmt: skip
    """Raise ``ValueError`` for a table with one row per example and model, which a column names.

    ``results`` are the columns of results, ``used`` those of labels, groups and the like; ``what`` is what the column
    names, such as a model.
    """
    rest = [name for name in table if name not in results and name not in ignored]
    namer = next((name for name in rest if name not in used and name.lower() in NAMERS), None)
    if not results or namer is None:
        return
    words = [*table[namer]]
    rest.remove(namer)
    index = [name for name in rest if name in used or kind(name) in ("id", "group", "fold")
             or (not texts(table[name]).numeric and 2 * len(set(table[name])) <= len(words))]  # fmt: skip
    rows = [*zip(*(table[name] for name in index), strict=True)] if index else []
    systems = sorted(set(words))
    if len(systems) < 2 or len(set(rows)) == len(rows) or len({*zip(rows, words, strict=True)}) < len(rows):
        return
    pivot = f"df.pivot(index={index}, columns={namer!r}, values={results[0]!r}).reset_index()"
    raise ValueError(
        _("column {name} names a {what} in each row ({names}), but the report needs one column per {what}. In "
          "pandas, use {pivot} and write the result to a file", name=shown(namer), what=what, names=listed(systems, 4),
          pivot=pivot)
    )  # fmt: skip


def counters(whole: Mapping[str, np.ndarray], groups: Mapping[str, Sequence[str]]) -> list[LeftOut]:
    """Return columns that number the rows of each group, such as the lesions of a patient."""
    left_out = []
    for name, values in whole.items():
        if not np.all(values == np.rint(values)):
            continue
        for group, entries in groups.items():
            if group == name or np.unique(values).size >= len(set(entries)):
                continue
            places: dict[str, list[float]] = {}
            for entry, value in zip(entries, values.tolist(), strict=True):
                places.setdefault(entry, []).append(value)
            least = values.min()
            if least in (0, 1) and all(
                sorted(numbers) == [least + step for step in range(len(numbers))] for numbers in places.values()
            ):
                left_out.append(LeftOut(name, "counter", (("example", shown(group)),)))
                break
    return left_out


def redundant(scores: Mapping[str, np.ndarray], y: np.ndarray, positive: str, negative: str) -> list[LeftOut]:
    """Return redundant columns: labels, probabilities of other classes, and predicted labels where there are scores.

    Raises ``ValueError`` where two are complements, or several add up to 1, and no name says which one to take.
    """
    copies = [name for name, values in scores.items() if np.array_equal(values, y) and len(scores) > 1]
    left_out = [LeftOut(name, "label") for name in copies]
    rest = {name: values for name, values in scores.items() if name not in {column.name for column in left_out}}
    left_out += _complements(rest, positive, negative)
    rest = {name: values for name, values in rest.items() if name not in {column.name for column in left_out}}
    left_out += _classes(rest, positive)
    rest = {name: values for name, values in rest.items() if name not in {column.name for column in left_out}}
    for name, values in rest.items():
        if set(np.unique(values).tolist()) != {0, 1}:
            continue
        for other, numbers in rest.items():
            if np.unique(numbers).size > 2 and numbers[values == 0].max() <= numbers[values == 1].min():
                left_out.append(LeftOut(name, "calls", (("example", shown(other)),)))
                break
    return left_out


def auc_below_half(values: np.ndarray, y: np.ndarray) -> float | None:
    """Return the AUC if it is below 1/2 by more than chance, None otherwise."""
    test = mannwhitneyu(values[y], values[~y])
    auc = float(test.statistic / y.sum() / (~y).sum())
    return auc if auc < 0.5 and test.pvalue < CHANCE else None


def turned(name: str, values: np.ndarray) -> tuple[np.ndarray, int, str]:
    """Return reversed scores, 1 - p of probabilities or 0 - s, that 1 or 0, and a sentence on it."""
    share = np.nanmin(values) >= 0 and np.nanmax(values) <= 1
    how = _("1 minus the score") if share else _("the negated score")
    sentence = _("Column {name}: low scores indicate the positive class, so the report ranks by {how}. Thresholds "
                 "refer to the score itself: a score at or below the threshold is predicted "
                 "positive.", name=shown(name),
                 how=how)  # fmt: skip
    return int(share) - values, int(share), sentence


def _complements(scores: Mapping[str, np.ndarray], positive: str, negative: str) -> list[LeftOut]:
    left_out: dict[str, LeftOut] = {}
    for first, second in combinations(scores, 2):
        a, b = scores[first], scores[second]
        total = float(np.median(a + b))
        size = max(np.ptp(a), 1e-300)
        if np.unique(a).size < 3 or np.ptp(a + b) > 2e-3 * size:
            continue
        sides = [_side(name, positive, negative) for name in (first, second)]
        if sides in ([1, -1], [1, 0], [0, -1]):
            keep, drop = first, second
        elif sides in ([-1, 1], [0, 1], [-1, 0]):
            keep, drop = second, first
        else:
            raise ValueError(
                _("columns {first} and {second} are complements: they always sum to {total:g}. Say which of them "
                  "belongs to the positive class, with {option} or {other}", first=shown(first),
                  second=shown(second), total=round(total, 3), option=option("scores", [first]),
                  other=option("scores", [second]))
            )  # fmt: skip
        if drop not in left_out:
            left_out[drop] = LeftOut(drop, "complement", (("example", shown(keep)), ("total", round(total, 3))))
    return list(left_out.values())


def _classes(scores: Mapping[str, np.ndarray], positive: str) -> list[LeftOut]:
    """Of three or more columns whose sum is always 1, all but the one of the positive class."""
    if len(scores) < 3:
        return []
    probable = {name: values for name, values in scores.items() if values.min() >= 0 and values.max() <= 1}
    if len(probable) < 3 or np.abs(sum(probable.values()) - 1).max() > 2e-3:
        return []
    positive_columns = [name for name in probable if positive.lower() in _tokens(name)]
    if len(positive_columns) != 1:
        raise ValueError(
            _("columns {names} always sum to 1, like the probabilities of several classes: say which of them "
              "belongs to the positive class, for example with {option}", names=listed(list(probable)),
              option=option("scores", list(probable)[-1:]))
        )  # fmt: skip
    (positive_column,) = positive_columns
    others = [name for name in probable if name != positive_column]
    return [LeftOut(name, "classes", (("example", shown(positive_column)),)) for name in others]


def _side(name: str, positive: str, negative: str) -> int:
    """1 if a name is that of the positive class, -1 if of the negative one, 0 if it does not say.

    A class named 0 or 1 where labels are words is that of the sorted words, as scikit-learn numbers them.
    """
    tokens = _tokens(name)
    if (positive.lower() in tokens) != (negative.lower() in tokens):
        return 1 if positive.lower() in tokens else -1
    classes = dict(zip("01", sorted([positive, negative]), strict=True))
    for token in tokens:
        if token in ("pos", "positive", "yes", "true"):
            return 1
        if token in ("neg", "negative", "no", "not", "false"):
            return -1
        if token in classes:
            return 1 if classes[token] == positive else -1
    return 0


def _tokens(name: str) -> list[str]:
    return [*re.findall(r"[^\W\d_]+|\d+", name.lower()), *name.lower().split("_"), name.lower()]
