"""Files of scores as people have them: each column is read rightly, left out with a reason, or asked about."""

import gzip
import io
import re
import sys
from contextlib import suppress
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.dummy import DummyClassifier
from sklearn.metrics import roc_auc_score

from evalcore.__main__ import main
from evalcore.counts import count_scores
from evalcore.report import Report, kinds, numbers
from evalcore.report.classes import ClassesReport
from evalcore.report.columns import kind
from evalcore.report.items import ItemsReport
from evalcore.report.regression import NumbersReport
from evalcore.report.scores_file import PERCENT, read
from evalcore.report.tables import DataSetsReport, FoldsReport
from evalcore.report.words import said

M = 120
RNG = np.random.default_rng(7)
Y = RNG.permutation(np.arange(M) % 3 == 0)
P = np.round(1 / (1 + np.exp(-RNG.normal(size=M) - 1.6 * (Y - 0.5))), 4)
Q = np.round(1 / (1 + np.exp(-RNG.normal(size=M) - 0.9 * (Y - 0.5))), 3)
AUC, AUC_Q = roc_auc_score(Y, P), roc_auc_score(Y, Q)
ORDER = RNG.permutation(M)
PATIENT = np.arange(M) // 4  # four visits each


def table(separator=",", **columns):
    """A file with these columns and with the labels."""
    columns = {"ill": Y.astype(int), **columns}
    rows = zip(*(list(map(str, values)) for values in columns.values()), strict=True)
    return "\n".join([separator.join(columns), *map(separator.join, rows)]) + "\n"


def comma(values):
    return [str(value).replace(".", ",") for value in values]


def aucs(scores_file):
    return {name: roc_auc_score(scores_file.y_true, values) for name, values in scores_file.scores.items()}


# ---------------------------------------------------------------------------------------------
# Columns that are no scores
# ---------------------------------------------------------------------------------------------

LEFT_OUT = {
    "an index": ({"nr": ORDER}, "'nr': an index or row numbers, in which each whole number from 0 to 119 appears once"),
    "an index without a name": ({"": ORDER * 7}, "'column 2': an index without a name"),
    "an index of folds put together": ({"": np.arange(M) % 40}, "'column 2': an index without a name"),
    "pandas' name for it": ({"Unnamed: 0": ORDER * 3 + 1}, "'Unnamed: 0': an index without a name"),
    "ranks": (
        {"rank": M - ORDER},
        "'rank': ranks. If the example with rank 1 is the most likely to be positive, add --lower-is-positive rank",
    ),
    "mean ranks": ({"place": np.repeat(np.arange(M // 2) * 2 + 1.5, 2)}, "'place': ranks"),
    "numbers that identify": (
        {"customer_id": ORDER * 37 + 40_000},
        "'customer_id': identifiers, judging by the name",
    ),
    "words that identify": ({"uuid": [f"x{i}" for i in ORDER]}, "'uuid': identifiers, judging by the name"),
    "numbers unrelated to labels": (
        {"zeta": ORDER * 37 + 40_000},
        "'zeta': whole numbers, all different and unrel",
    ),
    "groups": (
        {"patient": [f"P{i}" for i in PATIENT]},
        "'patient': 30 different values in 120 rows. Add --g",
    ),
    "groups in numbers": ({"patient": PATIENT}, "'patient': 30 different values in 120 rows. Add --g"),
    "groups by another name": ({"town": [f"T{i}" for i in PATIENT]}, "'town': 30 different values in 120 rows"),
    "weights": (
        {"weight": Q * 3},
        "'weight': weights, judging by the name. The report gives every row the same weight",
    ),
    "folds": ({"fold": ORDER % 5}, "'fold': fold or run numbers"),
    "dates": ({"seen": [f"2024-01-{1 + i % 28:02d}" for i in ORDER]}, "'seen': dates or times"),
    "dates in words": ({"Aufnahmedatum": [f"{1 + i % 28}. Januar 2024" for i in ORDER]}, "'Aufnahmedatum': dates or"),
    "dates in numbers of days": ({"Geburtsdatum": ORDER * 3 + 30_000}, "'Geburtsdatum': dates or times"),
    "dates in numbers": ({"seen": [f"202401{1 + i % 28:02d}" for i in ORDER]}, "'seen': dates or times"),
    "seconds": ({"t": ORDER // 2 * 60 + 1_700_000_000}, "'t': dates or times"),
    "text": ({"note": ["b", "a"] * 60}, "'note': text, such as 'a'"),
    "parts": (
        {"part": ["train", "test"] * 60},
        "'part': the assignment of each row to one of the parts 'test' (60) and 'train' (60)",
    ),
    "nothing": ({"empty": [""] * M}, "'empty': no entries"),
    "the complement": (
        {"prob_0": np.round(1 - P, 4)},
        "'prob_0': the complement of 'prob_1'; the two always sum",
    ),
    "the negative": ({"neg": -P}, "'neg': the complement of 'prob_1'; the two always sum to 0"),
    "predicted labels": (
        {"call": (P >= 0.4).astype(int)},
        "'call': the labels predicted from 'prob_1' at some threshold",
    ),
    "a constant": ({"version": np.full(M, 2)}, "'version': the same number, 2, in every row"),
    "numbers with a unit": (
        {"PSA": [f"{i % 40 / 4} ng/ml" for i in ORDER]},
        "'PSA': numbers with a unit, such as '0.0 ng/ml'. Write the numbers alone to use them as scores",
    ),
    "a copy of the labels": ({"truth": Y.astype(int)}, "'truth': a copy of the labels"),
}


@pytest.mark.parametrize("kind", LEFT_OUT)
def test_a_column_that_is_no_score_is_left_out_and_that_is_said_in_any_order_of_rows(kind):
    columns, reason = LEFT_OUT[kind]
    lines = table(**columns, prob_1=P).splitlines()
    whole = read("\n".join(lines).encode(), "ill")
    assert aucs(whole) == {"prob_1": AUC}
    (sentence,) = whole.provenance.left_out
    assert sentence.startswith(f"The report leaves out column {reason}")
    for order in (np.argsort(P), np.argsort(Y, kind="stable"), np.arange(M)[::-1], RNG.permutation(M)):
        other = read("\n".join([lines[0], *(lines[1 + place] for place in order)]).encode(), "ill")
        assert other.provenance == whole.provenance
        assert aucs(other) == pytest.approx(aucs(whole))


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(LEFT_OUT)), st.sampled_from(sorted(LEFT_OUT)), st.randoms(use_true_random=False))
def test_what_is_recognised_does_not_depend_on_the_order_of_rows_or_columns(first, second, random):
    columns = list((LEFT_OUT[first][0] | LEFT_OUT[second][0] | {"prob_1": P, "tree": Q}).items())
    random.shuffle(columns)
    head, *rows = table(**dict(columns)).splitlines()
    whole = read("\n".join([head, *rows]).encode(), "ill")
    random.shuffle(rows)
    shuffled = read("\n".join([head, *rows]).encode(), "ill")
    assert shuffled.provenance == whole.provenance
    assert set(whole.scores) == {"prob_1", "tree"}


def test_rows_of_a_patient_that_are_numbered_are_no_score():
    content = table(patient=[f"P{i}" for i in PATIENT], lesion=np.arange(M) % 4 + 1, score=P).encode()
    scores_file = read(content, "ill")
    assert aucs(scores_file) == {"score": AUC}
    sentence = "The report leaves out column 'lesion': the number of the row within each 'patient'."
    assert sentence in scores_file.provenance.left_out
    grouped = read(content, "ill", group="patient")
    assert grouped.group == [f"P{i}" for i in PATIENT]
    assert "Groups: column 'patient' with 30 values." in grouped.provenance.assumptions
    assert Report.from_csv(content, label="ill", group="patient").group.tolist() == PATIENT.tolist()


ASKED = {
    "whole numbers that rank": (
        {"elo": np.rint(P * 1e6).astype(int) + np.arange(M)},
        "add --scores elo if they are",
    ),
    "complements without names": ({"a": P, "b": np.round(1 - P, 4)}, "Say which of them belongs to the positive class"),
    "classes without names": (
        {"a": P / 2, "b": Q / 2, "c": 1 - P / 2 - Q / 2},
        "columns 'a', 'b' and 'c' always sum to 1",
    ),
    "too many": (
        {f"V{i}": P * i for i in range(1, 9)},
        "8 columns may be scores, but a report covers one to 6 columns: 'V1'",
    ),
    "a code for a missing value": (
        {"s": [-99, *P[1:]]},
        "has -99 (rows affected: 1), which looks like a code for a missing value. If it is, replace it with NA and add "
        "--drop-missing; if it is not, name all columns of results with --scores, or leave this column out with "
        "--ignore s",
    ),
    "a code for a missing value among log odds": (
        {"s": [-999, *np.log(P[1:] / (1 - P[1:]))]},
        "line 2: column 's' has -999 (rows affected: 1), which looks like a code",
    ),
    "points that may be thousands": (
        {"s": [5, *[f"{1 + p:.3f}" for p in P[1:]]]},
        "Say which character is the decimal separator",
    ),
    "percent signs here and there": ({"s": [f"{P[0]}%", *P[1:]]}, "has entries with and without a percent sign"),
    "two decimal signs": (
        {"s": [f'"{comma(P)[0]}"', *P[1:]]},
        "the decimal separator is a point in some rows and a comma in others. Use the same separator in all rows",
    ),
    "points and commas that may be thousands": (
        {"s": ['"1,234"', "1.234", *P[2:].round(0).astype(int)]},
        "say which character is the decimal separator",
    ),
    "a lower limit": (
        {"s": ["<0.01", *P[1:]]},
        "got '<0.01' (this is a limit: write the limit itself in all such rows; the order",
    ),
    "a negative limit": ({"s": ["<-2", *P[1:]]}, "got '<-2' (this is a limit"),
    "an upper limit": ({"s": ["≥ 0.99", *P[1:]]}, "got '≥ 0.99' (this is a limit: write the limit itself in all such"),
    "nothing but an index": ({"nr": ORDER}, "no column other than 'ill' can be used as scores: 'nr': an index"),
}


@pytest.mark.parametrize("kind", ASKED)
def test_what_may_be_one_or_the_other_is_asked(kind):
    columns, question = ASKED[kind]
    with pytest.raises(ValueError, match=re.escape(question)):
        read(table(**columns).encode(), "ill")


@pytest.mark.parametrize("decimal", [".", ","])
def test_no_decimal_sign_that_is_named_reads_a_column_with_both(decimal):
    content = table(";", s=[comma(P)[0], *P[1:]]).encode()
    with pytest.raises(ValueError, match="a point in some rows and a comma in others"):
        read(content, "ill", decimal=decimal)


@pytest.mark.parametrize("damaged", ["0. Mai", "05. Mai", "5-May", "Mai 05", "Jan 24", "5月5日", "2024-05-05 00:00:00"])
@pytest.mark.parametrize("count", [1, 100])
def test_a_number_that_a_spreadsheet_has_made_a_date_is_said_to_be_lost(damaged, count):
    content = table(s=[damaged] * count + [*P[count:]], tree=Q).encode()
    message = rf"got '{re.escape(damaged)}' \(this looks like a date .* no longer contains the number\. Export"
    for options in ({}, {"scores": "s"}):
        with pytest.raises(ValueError, match=message) as error:
            read(content, "ill", **options)
        assert "--drop-missing" not in str(error.value)
    assert set(read(content, "ill", ignore="s").scores) == {"tree"}


def test_a_limit_is_not_taken_for_a_missing_value():
    with pytest.raises(ValueError, match="this is a limit") as error:
        read(table(";", s=["<0,01", *comma(P)[1:]]).encode(), "ill")
    assert "--drop-missing" not in str(error.value)
    most = [f"{p:.4f}" if p > 0.8 else "<0.8" for p in P]
    with pytest.raises(ValueError, match=r"column 's' .*this is a limit"):
        read(table(s=most, tree=Q).encode(), "ill")
    ages = [("<30", "30-40", ">40")[i % 3] for i in range(M)]
    assert set(read(table(age=ages, tree=Q).encode(), "ill").scores) == {"tree"}


@pytest.mark.parametrize(
    ("columns", "options", "expected"),
    [
        ({"elo": np.rint(P * 1e6).astype(int) + np.arange(M)}, {"scores": "elo"}, {"elo"}),
        ({"a": P, "b": 1 - P}, {"scores": ["b"]}, {"b"}),
        ({"a": P, "b": 1 - P}, {"ignore": "b"}, {"a"}),
        ({f"V{i}": P * i for i in range(1, 9)}, {"scores": ["V1", "V8"]}, {"V1", "V8"}),
        ({"rank": M - ORDER}, {"lower_is_positive": ["rank"]}, {"rank"}),
        ({"s": [-99, *P[1:]]}, {"scores": ["s"]}, {"s"}),
    ],
)
def test_columns_that_are_named_are_taken(columns, options, expected):
    scores_file = read(table(**columns).encode(), "ill", **options)
    assert set(scores_file.scores) == expected


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"scores": "Tree"},
            "there is no column 'Tree' (--scores); the columns are 'ill', 'tree' and 'nr'; did you mean",
        ),
        ({"ignore": ["no"]}, "there is no column 'no' (--ignore)"),
        ({"group": "g"}, "there is no column 'g' (--group)"),
        ({"scores": ["ill"]}, "column 'ill' cannot be used for both --label and --scores"),
        ({"scores": ["tree"], "ignore": ["tree"]}, "column 'tree' cannot be used for both --scores and --ignore"),
    ],
)
def test_names_that_are_not_there_are_errors(options, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        read(table(tree=P, nr=ORDER).encode(), "ill", **options)


@pytest.mark.parametrize(
    ("name", "values", "reason"),
    [("id", ORDER, "'id': an index or row numbers"), ("fold", ORDER % 5, "'fold': fold or run numbers")],
)
def test_a_column_that_is_named_but_does_not_look_like_scores_is_used_and_pointed_out(name, values, reason):
    scores_file = read(table(tree=P, **{name: values}).encode(), "ill", scores=["tree", name])
    assert list(scores_file.scores) == ["tree", name]
    (said,) = (words for words in scores_file.provenance.assumptions if "because you named it" in words)
    assert said.startswith(f"Column {reason}")


def test_low_scores_that_are_positive_are_turned_round_and_suggested():
    content = table(marker=-10 * P).encode()
    scores_file = read(content, "ill")
    assert aucs(scores_file)["marker"] == pytest.approx(1 - AUC)
    assert "Add --lower-is-positive marker if low scores indicate" in scores_file.provenance.assumptions[-1]
    turned = read(content, "ill", lower_is_positive=True)
    assert aucs(turned) == {"marker": AUC}
    assert "the report ranks by the negated score" in turned.provenance.assumptions[-1]
    share = read(table(p=1 - P).encode(), "ill", lower_is_positive="p")
    np.testing.assert_allclose(share.scores["p"], P)


@pytest.mark.parametrize("scores", [1 - P, np.round(100 * (1 - P), 2)], ids=["probabilities", "points"])
def test_thresholds_of_low_scores_are_those_of_the_scores_themselves(scores):
    report = Report(Y, {"marker": scores}, lower_is_positive=True, threshold=scores[7])
    (row,) = (
        row for row in report.parts[3].rows if row.measure == "threshold (scores up to it are predicted positive)"
    )
    recall, false_positive_rate = (row.value for row in report.parts[3].rows[1:3])
    called = scores <= row.value
    assert (recall, false_positive_rate) == pytest.approx((called[Y].mean(), called[~Y].mean()))
    assert f"predict positive if the score is {row.value:g} or less" in report.summary.words[2]
    errors = [row.value for row in report.parts[5].rows[:2]]
    assert errors == [np.sum(scores[Y] > scores[7]), np.sum(scores[~Y] <= scores[7])]
    named = Report.from_csv(table(marker=scores).encode(), label="ill", lower_is_positive="marker", threshold=scores[7])
    assert named.table() == report.table()
    ends = f"from {scores.min():g} to {scores.max():g}, are not"
    assert (scores.max() <= 1) or ends in " ".join(report.parts[0].words)
    caption = re.search(r"threshold ([\d.]+):", report.picture("ranking").reading)
    assert float(caption[1]) == pytest.approx(row.value, rel=0.01)


@pytest.mark.parametrize("place", [0, 57, M - 1])
@pytest.mark.parametrize("mark", ["", "NA", "NaN", "nan", "null", "None", "-", "?", "#N/A", "缺失"])
def test_a_missing_score_is_the_same_wherever_it_stands(mark, place):
    content = table(tree=[*P[:place], mark, *P[place + 1 :]], forest=Q).encode()
    with pytest.raises(
        ValueError, match=f"^line {place + 2}: column 'tree' must hold finite numbers, got '{re.escape(mark)}'"
    ):
        read(content, "ill")
    scores_file = read(content, "ill", drop_missing=True)
    kept = np.arange(M) != place
    assert aucs(scores_file) == {"tree": roc_auc_score(Y[kept], P[kept]), "forest": roc_auc_score(Y[kept], Q[kept])}
    assert (scores_file.provenance.rows, scores_file.provenance.rows_left_out) == (M - 1, 1)
    assert set(read(content, "ill", ignore=["tree"]).scores) == {"forest"}


def test_rows_without_a_label_are_an_error_or_left_out():
    content = table(tree=P).replace("\n0,", "\n,", 1).encode()
    with pytest.raises(ValueError, match=r"^line \d+: column 'ill' must hold a label, got ''"):
        read(content, "ill")
    assert read(content, "ill", drop_missing=True).provenance.rows == M - 1


def test_labels_of_several_kinds_are_asked_about():
    words = np.where(Y, "pos", "neg").astype(object)
    words[:3] = "unknown"
    content = table(tree=P).splitlines()
    content = "\n".join(
        [content[0], *(f"{w},{line.split(',')[1]}" for w, line in zip(words, content[1:], strict=True))]
    )
    with pytest.raises(ValueError, match=r"got 3: .* for example with --positive pos --negative neg "):
        read(content.encode(), "ill", "pos")
    assert read(content.encode(), "ill", "pos", negative="neg").provenance.rows == M - 3
    everything = read(content.encode(), "ill", "pos", negative=["neg", "unknown"])
    assert (everything.provenance.rows, everything.provenance.negative) == (M, "neg, unknown")


@pytest.mark.parametrize(
    ("negative", "positive"), [("0.0", "1.0"), ("-1", "1"), ("-", "+"), ("FALSCH", "WAHR"), ("假", "真")]
)
def test_labels_that_say_themselves_which_one_is_positive(negative, positive):
    rows = [f"{positive if y else negative};{p}" for y, p in zip(Y, P, strict=True)]
    scores_file = read("\n".join(["ill;tree", *rows]).encode(), "ill")
    assert aucs(scores_file) == {"tree": AUC}
    assert read("\n".join(["ill;tree", *rows]).encode(), "ill", positive).provenance == scores_file.provenance


@pytest.mark.parametrize(
    ("labels", "calls"), [(("well", "ill"), ("well", "ill")), (("0", "1"), ("False", "True")), (("-", "+"), ("-", "+"))]
)
def test_predicted_labels_in_words_are_taken_if_there_are_no_scores(labels, calls):
    words, called = np.array(labels)[Y.astype(int)], np.array(calls)[(P >= 0.4).astype(int)]
    rows = [f"{word};{call};{p}" for word, call, p in zip(words, called, P, strict=True)]
    content = "\n".join(["ill;call;tree", *rows]).encode()
    scores_file = read(content, "ill", labels[1], ignore="tree")
    assert scores_file.scores["call"].tolist() == (P >= 0.4).tolist()
    assert f"Column 'call' holds predicted labels: '{calls[1]}' is read as 1, and the other label as 0." in " ".join(
        scores_file.provenance.assumptions
    )
    assert read(content, "ill", labels[1], scores="call").scores["call"].tolist() == (P >= 0.4).tolist()
    assert list(read(content, "ill", labels[1]).scores) == ["tree"]


@pytest.mark.parametrize("words", [("no", "yes"), ("false", "true")])
def test_predicted_labels_may_differ_from_the_labels_in_upper_and_lower_case(words):
    called = (P >= 0.4).astype(int)
    calls = [words[call].upper() if i % 3 else words[call] for i, call in enumerate(called)]
    content = table(ill=np.array(["no", "yes"])[Y.astype(int)], call=calls).encode()
    assert read(content, "ill", "yes").scores["call"].tolist() == called.tolist()


def test_columns_that_may_be_no_scores_are_pointed_out_among_probabilities():
    age, smoker = np.arange(M) % 60 + 20, np.arange(M) % 2
    words = " ".join(read(table(age=age, smoker=smoker, tree=P).encode(), "ill").provenance.assumptions)
    assert "'age' holds whole numbers from 20 to 79, unlike the other scores" in words
    assert "'smoker' holds only 0 and 1 and is taken as the predicted labels of a model" in words
    assert words.endswith("--ignore smoker.")
    for options in ({"scores": ["age", "smoker", "tree"]}, {"ignore": "tree"}):
        words = " ".join(read(table(age=age, smoker=smoker, tree=P).encode(), "ill", **options).provenance.assumptions)
        assert "taken as" not in words


def test_an_amount_is_pointed_out_beside_probabilities_and_a_score_is_not():
    amount, logit = np.exp(4 * Q + 1.5), np.log(P / (1 - P))
    words = " ".join(read(table(amount=amount, logit=logit, tree=P).encode(), "ill").provenance.assumptions)
    assert "'amount' holds numbers from " in words
    assert words.endswith("--ignore amount.")
    assert "'logit' holds" not in words


@pytest.mark.parametrize("name", ["risk (%)", "概率（％）", "Risiko in Prozent", "PD [%]", "risk_pct"])
def test_a_column_that_is_in_percent_by_its_name_is_read_as_shares(name):
    scores_file = read(table(**{name: [f"{100 * p:.2f}" for p in P]}).encode(), "ill")
    np.testing.assert_allclose(scores_file.scores[name], P)
    percent = np.round(100 * P, 2).max()
    assert f"is in per cent, judging by its name: '{percent:g}' is read as {percent / 100:.15g}." in str(
        scores_file.provenance
    )


def test_a_column_in_percent_by_its_name_is_left_as_it_is_if_it_cannot_be_percentages_or_may_be_something_else():
    shares = read(table(**{"risk (%)": P}).encode(), "ill")
    assert shares.scores["risk (%)"].tolist() == P.tolist()
    assert "has no number above 1, so its numbers are taken as proportions" in str(shares.provenance)
    for name, values in [
        ("risk_percentile", 100 * P), ("HbA1c", 100 * P), ("risk (%)", 200 * P + 1), ("risk (%)", 10 * P - 1),
    ]:  # fmt: skip
        scores_file = read(table(**{name: values}).encode(), "ill")
        np.testing.assert_array_equal(scores_file.scores[name], values)
        assert "by its name" not in str(scores_file.provenance)


@pytest.mark.parametrize("name", ["Wald_Prozent", "Wald (%)", "percent", "HbA1c [%]"])
def test_a_column_that_may_be_a_measurement_in_percent_is_left_as_it_is_and_what_to_do_is_said(name):
    values = np.round(100 * P, 2)
    scores_file = read(table(**{name: values}).encode(), "ill")
    np.testing.assert_array_equal(scores_file.scores[name], values)
    assert "write them with a percent sign, or divide them by 100." in str(scores_file.provenance)
    signs = read(table(**{name: [f"{value} %" for value in values]}).encode(), "ill")
    np.testing.assert_allclose(signs.scores[name], P)
    assert "may contain measurements" not in str(signs.provenance)


def test_labels_in_upper_and_lower_case_are_the_same_and_that_is_said():
    spelled = [("Yes", "yes", "YES")[i % 3] if y else ("No", "no")[i % 2] for i, y in enumerate(Y)]
    content = "\n".join(["ill,tree", *(f"{word},{p}" for word, p in zip(spelled, P, strict=True))]).encode()
    scores_file = read(content, "ill", "Yes")
    assert aucs(scores_file) == {"tree": AUC}
    assert "'No' = 'no', 'YES' = 'yes' and 'Yes' = 'yes'" in str(scores_file.provenance.assumptions).replace('"', "")
    assert read(content, "ill", "YES").provenance.positive == "yes"
    named = read(content, "ill", "Yes", negative=["NO ", "no"]).provenance
    assert (named.rows, named.negative) == (M, "no")
    apart = read(content, "ill", "YES", negative=["Yes", "no"]).provenance
    assert (apart.rows, apart.negative) == (M - spelled.count("yes"), "Yes, no")
    in_capitals = content.replace(b"yes", b"Yes").replace(b"YES", b"Yes").replace(b"no", b"No")
    assert read(in_capitals, "ill", "yes").provenance.positive == "Yes"
    two = b"kind,tree\n" + b"\n".join(b"%s,%f" % (b"A" if y else b"a", p) for y, p in zip(Y, P, strict=True))
    assert read(two, "kind", "A", negative="a").provenance.rows == M
    with pytest.raises(ValueError, match=r"only 'a' \(120\). Labels that differ only in upper and lower case"):
        read(two, "kind", "A")


def test_a_negative_label_that_is_named_alone_leaves_the_other_one_as_positive():
    assert read(table(tree=P).encode(), "ill", negative="1").provenance.positive == "0"
    with pytest.raises(ValueError, match=r"--negative names both labels, '0' \(80\) and '1' \(40\); one of them must"):
        read(table(tree=P).encode(), "ill", negative=["0", "1"])


def test_an_example_of_options_has_each_label_in_one_spelling():
    spelled = [("Yes", "yes")[i % 2] if y else ("No", "no", "Open")[i % 3] for i, y in enumerate(Y)]
    content = "\n".join(["ill,tree", *(f"{word},{p}" for word, p in zip(spelled, P, strict=True))]).encode()
    for positive in (None, "Yes"):
        with pytest.raises(ValueError, match=r"got 3: .* --positive yes --negative no \(.* --negative Open no\."):
            read(content, "ill", positive)


# ---------------------------------------------------------------------------------------------
# Rows that are left out, and files of something else
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["", "NA"])
def test_rows_without_a_group_are_refused_or_left_out(mark):
    first = [f"P{i // 4}" if i % 4 == 0 else mark for i in range(M)]
    content = table(patient=first, tree=P).encode()
    with pytest.raises(
        ValueError, match=rf"line 3: .* got '{mark}' \(rows without a group: 90\)\. .*copy the name into the rows below"
    ):
        Report.from_csv(content, label="ill", group="patient")
    with pytest.raises(ValueError, match=r"'patient' must name .* 90\)\. .*copy the name into the rows below"):
        NumbersReport.from_csv(content, label="tree", scores="ill", group="patient")
    kept = Report.from_csv(content, label="ill", group="patient", drop_missing=True)
    assert (kept.provenance.rows, kept.data.groups) == (30, 30)
    assert "Main concern: 90 of 120 rows were left out: 90 without a group" in " ".join(str(kept).split())


@pytest.mark.parametrize("gap", ["", None, float("nan")])
def test_an_example_without_a_group_is_refused_in_arrays(gap):
    group = ["a", "b", gap, *PATIENT[3:]]
    for make in (
        lambda: Report(Y, P, group=group),
        lambda: NumbersReport(P, {"tree": Q}, group=group),
        lambda: ItemsReport({"tree": P}, item=[*ORDER], group=group),
    ):
        with pytest.raises(ValueError, match=f"group must name a group for each example, got {gap!r} for example 3"):
            make()


def test_one_group_alone_is_refused_in_arrays():
    for make in (
        lambda: Report(Y, P, group=["a"] * M),
        lambda: NumbersReport(P, {"tree": Q}, group=["a"] * M),
    ):
        with pytest.raises(ValueError, match="group must name two groups or more, got 'a' only"):
            make()


@pytest.mark.parametrize(("gaps", "said", "main"), [(6, False, False), (7, True, False), (25, True, True)])
def test_many_rows_left_out_are_a_concern(gaps, said, main):
    scores = ["" if i < gaps else p for i, p in enumerate(P)]
    report = Report.from_csv(table(tree=scores, patient=PATIENT).encode(), label="ill", drop_missing=True)
    positive = int(Y[:gaps].sum())
    words = (
        f"{gaps} of 120 rows were left out: {gaps} without a score ({positive} of 40 positive and "
        f"{gaps - positive} of 80 negative rows). The results hold for all rows only if the rows left out do not "
        "differ from the others."
    )
    assert (words in report.parts[0].words) == said
    assert (f"Main concern: {words}" in report.summary.words) == main


def test_rows_left_out_are_counted_by_their_reason():
    labels = ["" if i < 10 else "other" if i < 30 else ("no", "yes")[int(y)] for i, y in enumerate(Y)]
    report = Report.from_csv(table(ill=labels, tree=P).encode(), label="ill", positive="yes", negative="no",
                             drop_missing=True)  # fmt: skip
    assert report.parts[0].words[0].startswith("10 of 100 rows were left out: 10 without a label. The results")


def test_rows_with_a_label_that_was_excluded_are_no_concern():
    labels = ["other" if i < 60 else ("no", "yes")[int(y)] for i, y in enumerate(Y)]
    report = Report.from_csv(table(ill=labels, tree=P).encode(), label="ill", positive="yes", negative="no")
    assert "left out" not in " ".join([*report.parts[0].words, *report.summary.words])
    assert "or a label that is neither positive nor negative: 60." in str(report.provenance.left_out)


@pytest.mark.parametrize(
    "names", ["threshold,sensitivity,specificity,n", "fpr,tpr,thresholds", "cutoff,1 - Specificity,Sensitivity,F1"]
)
@pytest.mark.parametrize("place", [0, 1])
def test_the_points_of_a_curve_are_no_examples(names, place, tmp_path, capsys):
    rows = [f"{i / 50},{1 - (i / 50) ** 2:.4f},{1 - (i / 50) ** 3:.4f},{i}" for i in range(51)]
    rows = [",".join(row.split(",")[: len(names.split(","))]) for row in rows]
    path = tmp_path / "curve.csv"
    path.write_text("\n".join([names, *rows]) + "\n")
    label = names.split(",")[place]
    for options in ([], ["--kind", "numbers"]):
        assert main(["report", str(path), "--label", label, *options]) == 2
        assert "one row per threshold, but the report needs one row per example" in capsys.readouterr().err
    with pytest.raises(ValueError, match="one row per threshold"):
        read(path, None)


def test_a_score_that_is_called_sensitivity_is_no_curve():
    assert set(read(table(sensitivity=P, specificity=Q, age=P + Q).encode(), "ill").scores) == {
        "sensitivity", "specificity", "age"
    }  # fmt: skip
    with pytest.raises(ValueError, match="If they are scores of single examples, name them with --scores"):
        read(table(recall=P, precision=Q).encode(), "ill")
    assert set(read(table(recall=P, precision=Q).encode(), "ill", scores=["recall", "precision"]).scores) == {
        "recall", "precision"
    }  # fmt: skip
    numbers_report = NumbersReport.from_csv(
        table(recall=P, precision=Q).encode(), label="recall", scores="precision", ignore="ill"
    )
    assert [*numbers_report.predicted] == ["precision"]


def test_ranks_are_taken_where_all_low_scores_are_positive():
    scores_file = read(table(rank=(-P).argsort().argsort() + 1).encode(), "ill", lower_is_positive=True)
    assert aucs(scores_file)["rank"] == pytest.approx(AUC, abs=0.001)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("ID", "id"), ("Pat.-Nr.", "id"), ("docid", "id"), ("病历号", "id"), ("患者", "group"), ("yScore", "score"),
     ("p", "score"), ("得分", "score"), ("rank_of_score", "rank"), ("Datum_der_Aufnahme", "date"), ("OP-Datum", "date"),
     ("kundennummer_alt", "id"), ("Entlassdatum", "date"), ("sample_weight", "weight"), ("forest", None)],
)  # fmt: skip
def test_a_name_says_what_a_column_holds(name, expected):
    assert kind(name) == expected


# ---------------------------------------------------------------------------------------------
# Numbers, separators, encodings
# ---------------------------------------------------------------------------------------------

POINTS = np.rint(300 + 1700 * P).astype(int)
GROUPED = [f"{number:,}" for number in POINTS]
WRITTEN = {
    "a decimal comma": (table(";", s=comma(P)), "the decimal separator is a comma"),
    "tabs and a decimal comma": (
        table("\t", s=comma(P)),
        "the column separator is a tab and the decimal separator is a comma",
    ),
    "quoted decimal commas between commas": (table(s=[f'"{p}"' for p in comma(P)]), "the decimal separator is a comma"),
    "full-width commas": (table("，", s=P), "the column separator is a full-width comma"),
    "a line sep=": ("sep=;\n" + table(";", s=comma(P)), "the column separator is a semicolon"),
    "percent": (table(s=[f"{100 * p:.2f} %" for p in P]), "'s' is in per cent"),
    "percent with a comma": (
        table(";", s=[f"{100 * p:.2f}%".replace(".", ",") for p in P]),
        "'s' is in per cent",
    ),
    "thousands in English": (table(s=[f'"{n}.5"' for n in GROUPED]), "has thousands sep"),
    "thousands in English, whole": (table(s=[f'"{n}"' for n in GROUPED]), "has thousands sep"),
    "thousands in German": (
        table(";", s=[n.replace(",", ".") for n in GROUPED]),
        "has thousands sep",
    ),
    "thousands and decimals in German": (
        table(";", s=[n.replace(",", ".") + ",5" for n in GROUPED]),
        "the decimal separator is a comma",
    ),
    "thousands in French": (
        table(";", s=[n.replace(",", "\u202f") + ",5" for n in GROUPED]),
        "has thousands sep",
    ),
    "thousands in Switzerland": (table(";", s=[n.replace(",", "'") for n in GROUPED]), "has thousands sep"),
    "a true minus": (table(s=[str(p - 1).replace("-", "−") for p in P]), "the decimal separator is a point"),
    "R's write.table": (
        '"ill" "s"\n' + "".join(f'"{i}" {int(Y[i])} {P[i]}\n' for i in range(M)),
        "the names of the rows",
    ),
    "R's write.csv2": (table(";", **{'""': [f'"{i}"' for i in ORDER], "s": comma(P)}), "an index without a name"),
    "trailing separators": (table(s=P).replace("\n", ",,\n"), "Rows used: 120;"),
    "empty rows": (table(s=P) + ",\n,\n\n", "Rows used: 120;"),
    "Windows line ends": (table(s=P).replace("\n", "\r\n"), "Rows used: 120;"),
    "full-width digits": (
        table(s=[str(p).translate(str.maketrans("0123456789.", "０１２３４５６７８９．")) for p in P]),
        "the decimal separator is a point",
    ),
    "Chinese full stops": (table(s=[str(p).replace(".", "。") for p in P]), "the decimal separator is a point"),
    "a mark of UTF-8 within the text": (table(s=P).replace("\n1,", "\n\ufeff1,", 1), "Rows used: 120;"),
    "old line ends of a Mac": (table(s=P).replace("\n", "\r"), "Rows used: 120;"),
}


@pytest.mark.parametrize("form", WRITTEN)
def test_numbers_and_tables_are_read_as_they_are_meant(form):
    content, sentence = WRITTEN[form]
    scores_file = read(content.encode(), "ill")
    points = roc_auc_score(Y, POINTS) if "thousands" in form else AUC
    assert aucs(scores_file) == pytest.approx({"s": points})
    assert any(sentence in words for words in scores_file.provenance.sentences)


CHINESE = {"患病": Y.astype(int), "得分": P}
ENCODINGS = {
    "utf-8": None, "utf-8-sig": None, "utf-16": "UTF-16", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16",
    "gb18030": "GB18030", "gbk": "GB18030",
}  # fmt: skip


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_encodings_are_recognised_and_said(encoding, packed):
    rows = "\n".join(["患病,得分", *(f"{int(y)},{p}" for y, p in zip(Y, P, strict=True))])
    content = rows.encode(encoding)
    scores_file = read(gzip.compress(content) if packed else content, "患病")
    assert aucs(scores_file) == {"得分": AUC}
    assumption = re.search(r"the encoding is (?:taken to be )?(\S+)\.$", scores_file.provenance.assumptions[0])
    assert (assumption and assumption[1]) == ENCODINGS[encoding]


@pytest.mark.parametrize("name", ["Größe", "préféré", "år", "niño"])
def test_windows_1252_is_recognised(name):
    scores_file = read(table(**{name: P}).encode("cp1252"), "ill")
    assert aucs(scores_file) == {name: AUC}
    assert "the encoding is taken to be Windows-1252" in scores_file.provenance.assumptions[0]


NO_TABLES = {
    "a title": ("Scores of 2024\n\n" + table(s=P), "the names of the columns are in line 3, not in line 1"),
    "a total": (table(s=P) + "Total,60.1\n", "line 122 looks like a total ('Total'): delete it"),
    "a mean without a label": (
        table(id=ORDER, s=P).replace("ill,id", "id,ill") + "Mean,,0.4\n",
        "line 122 looks like a total",
    ),
    "no names": (table(s=P).split("\n", 1)[1], "expected the names of the columns, got '0' and "),
    "decimal commas between commas": (table(s=comma(P)), "decimal commas were probably read as column separators"),
    "a mean without a name": (table(s=P) + "0.3333,0.41\n", "line 122: the label '0.3333' occurs only here"),
    "a note with a comma": (table(s=P) + "Source: clinic, 2024\n", "or leave it out with --positive 1 --negative 0"),
    "units below the names": (
        table(s=P).replace("\n", "\n[0/1],[%]\n", 1),
        "line 2: the label '[0/1]' occurs only here",
    ),
    "two files in one": (
        table(s=P) + "\ufeff" + table(s=P),
        "line 122 repeats the names of the columns: delete it",
    ),
    "a note below": (table(s=P) + "made by hand\n", "got 1. If this line is a note, delete it"),
    "a workbook": ("PK\x03\x04...", "this is an Excel workbook or a ZIP archive: save the table as CSV"),
    "JSON": ('[{"ill": 1}]', "looks like JSON, HTML or XML"),
    "zeros": ("ill,s\n1,0.5\n0,0.4\n\0\0\0", "this contains null bytes"),
    "half of a packed file": (gzip.compress(table(s=P).encode())[:100], "cannot be unpacked"),
    "one row per data set": (
        "ill,a,b\n" + "".join(f"d{i},0.6,0.7\n" for i in range(9)),
        "name their kind with --kind",
    ),
}


@pytest.mark.parametrize("what", NO_TABLES)
def test_what_is_no_table_is_refused_with_what_to_do(what, tmp_path, capsys):
    content, message = NO_TABLES[what]
    path = tmp_path / "scores.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert main(["report", str(path), "--label", "ill"]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert (printed.out, printed.err.count("\n")) == ("", 1)


def test_a_row_of_numbers_is_no_line_of_names_though_it_holds_the_label_that_was_named():
    with pytest.raises(ValueError, match=r"line 1: expected the names of the columns, got '0', '0.3' and '5'"):
        Report.from_csv((b"0,0.3,5\n0,0.2,7\n1,0.8,9\n"), label="1")


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.sampled_from([b"", b"ill,s\n", b"\xff\xfe", b"\x1f\x8b", b"ill\ts\n1\t"]))
def test_no_file_ends_in_anything_but_an_error_that_says_why(content, start):
    with suppress(ValueError):  # and no other error
        read(start + content, "ill")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-(10**7), 10**7), min_size=1), st.sampled_from([".", ","]), st.booleans())
def test_numbers_are_those_that_were_written_in_any_form(values, decimal, grouped):
    texts = [f"{value / 10_000:{',' if grouped else ''}.4f}" for value in values]
    if decimal == ",":
        texts = [text.translate(str.maketrans(",.", ".,")) for text in texts]
    column = numbers.read(texts, numbers.texts(texts), "s", None, set(), ";")
    np.testing.assert_array_equal(column.values, np.array(values) / 10_000)


# ---------------------------------------------------------------------------------------------
# The command
# ---------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path, monkeypatch):
    (tmp_path / "scores.csv").write_text(table(tree=P, nr=ORDER))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "scores.csv"


@pytest.mark.parametrize(
    ("prior", "value"), [("0.6%", 0.006), ("60 %", 0.6), ("0.006", 0.006), ("0,006", 0.006), ("6e-3", 0.006)]
)
def test_a_share_is_read_as_people_type_it(prior, value, file):
    assert main(["report", "scores.csv", "--label", "ill", "--prior", prior, "-o", "r.json"]) == 0
    assert f'"prior": {value}' in file.with_name("r.json").read_text()


@pytest.mark.parametrize("prior", ["60", "0", "100%", "-1%", "x", "1/3", ""])
def test_what_is_no_share_is_refused(prior, file, capsys):
    assert main(["report", "scores.csv", "--label", "ill", f"--prior={prior}"]) == 2
    assert f"--prior must be a number between 0 and 1, such as 0.05 or 5%, got {prior!r}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "start"),
    [("r.md", "# Report on scores.csv\n"), ("r.tex", "\\section*{Report on"), ("r.json", '{"version"')],
)
def test_an_output_is_what_its_name_says(name, start, file):
    assert main(["report", "scores.csv", "--label", "ill", "-o", name]) == 0
    content = file.with_name(name).read_text(encoding="utf-8")
    assert content.startswith(start)
    assert "an index or row numbers" in content
    Report(Y, P).save(file.with_name(f"own-{name}"))


@pytest.mark.parametrize("name", ["r.pdf", "r.txt", "r"])
def test_an_output_that_cannot_be_written_is_refused(name, file, capsys):
    assert main(["report", "scores.csv", "--label", "ill", "-o", name]) == 2
    assert f"expected a name that ends in .html, .md, .tex, .json, got {name}" in capsys.readouterr().err
    with pytest.raises(ValueError, match="expected a name that ends in"):
        Report(Y, P).save(file.with_name(name))


def test_standard_input_is_read(file, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(file.read_bytes())))
    assert main(["report", "-", "--label", "ill"]) == 0
    assert "Scores: column 'tree'." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("code", "message"),
    [("en", "say which column holds the labels (--label)"), ("zh", "请指明哪一列是标记（--label）")],
)
def test_without_a_label_the_columns_are_listed(code, message, file, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["report", "scores.csv", "--language", code])
    assert caught.value.code == 2
    printed = capsys.readouterr().err
    assert message in printed
    assert ("“ill”、“tree”、“nr”" if "请" in message else "'ill', 'tree' and 'nr'") in printed


@pytest.mark.parametrize(("code", "usage", "example"), [("en", "usage:", "example:"), ("zh", "用法：", "例如：")])
@pytest.mark.parametrize("command", ["report", "sheet"])
def test_help_speaks_the_language_and_ends_with_an_example(command, code, usage, example, capsys, monkeypatch):
    monkeypatch.setenv("EVALCORE_LANGUAGE", code)
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == 0
    printed = capsys.readouterr().out
    assert printed.startswith(usage)
    assert printed.rstrip().splitlines()[-2:][0] == example
    assert ("显示本帮助" in printed) == (code == "zh")


@pytest.mark.parametrize("words", ["--positive 1 ja", "--label very ill", "--positive=very ill"])
def test_a_second_value_of_an_option_that_takes_one_is_refused_in_words(words, file, capsys):
    with pytest.raises(SystemExit):
        main(["report", "scores.csv", "--label", "ill", *words.split()])
    assert (
        f"unknown: {words.split()[-1]}. Most options, such as --positive, take only one value"
        in capsys.readouterr().err
    )


def test_errors_speak_the_language_of_the_report(file, capsys):
    for words in ("--label sick", "--label ill --scores x", "--label ill --prior 6", "--nix", "--label"):
        try:
            code = main(["report", "scores.csv", "--language", "zh", *words.split()])
        except SystemExit as end:
            code = end.code
        assert code == 2
        assert re.search("[\u4e00-\u9fff]", capsys.readouterr().err)


# ---------------------------------------------------------------------------------------------
# Arrays, Series, DataFrames
# ---------------------------------------------------------------------------------------------


class Series:
    """As much of a Series of pandas as a report asks for."""

    ndim = 1

    def __init__(self, values, index=None, name=None):
        self.values, self.name = np.asarray(values), name
        self.index = Index(range(len(values)) if index is None else index)

    def reindex(self, index):
        raise AssertionError("a report asks, and does not put rows in another order")

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=dtype)

    def __iter__(self):
        return iter(self.values)


class Index(list):
    def equals(self, other):
        return list(self) == list(other)


class Frame:
    """As much of a DataFrame of polars as a report asks for."""

    def __init__(self, **columns):
        self.of, self.columns = columns, list(columns)
        self.shape = (M, len(columns))

    def __getitem__(self, name):
        return self.of[name]


def auc_of(report):
    return {row[1]: row[3] for row in zip(*report.table().values(), strict=True) if row[2] == "AUC"}


def test_of_predict_proba_the_column_of_the_positive_label_is_taken():
    both = np.column_stack([1 - P, P])
    assert auc_of(Report(Y, both)) == pytest.approx({"scores": AUC})
    assert auc_of(Report(Y, both.tolist())) == pytest.approx({"scores": AUC})
    several = Report(Y, {"tree": both, "forest": Q})
    assert auc_of(several) == pytest.approx({"tree": AUC, "forest": AUC_Q})
    words = np.where(Y, "benign", "malignant")  # whose order is that of scikit-learn's classes
    report = Report(words, np.column_stack([P, 1 - P]), positive="benign")
    assert auc_of(report) == pytest.approx({"scores": AUC})
    assert "Scores: predict_proba returns two columns that sum to 1; column [:, 0] is used" in str(report).replace(
        "\n  ", " "
    )
    for table in (np.column_stack([P, Q]), np.column_stack([P, Q, Q])):
        with pytest.raises(ValueError, match=r"such as \[:, 1\]"):
            Report(Y, table)


def test_labels_may_be_words():
    words = np.where(Y, "ill", "well")
    assert Report(words, P, positive="ill").table() == Report(Y, P).table()
    assert (
        "Labels: positive: 'ill' (40 rows); negative: 'well' (80 rows)."
        in Report(words, P, positive="ill").provenance.assumptions
    )
    with pytest.raises(ValueError, match=r"say which label is positive \(positive='ill'\)"):
        Report(words, P)
    with pytest.raises(ValueError, match="y_true must hold two labels, one of them 'sick'"):
        Report(words, P, positive="sick")


def test_labels_of_one_column_are_taken_and_a_model_or_a_list_of_columns_is_refused_with_a_remedy():
    pd = pytest.importorskip("pandas")
    y, q = np.arange(20) % 2, np.linspace(0.02, 0.98, 20)
    by_hand = str(Report(y, q))
    for labels in (y[:, None], pd.DataFrame({"ill": y})):
        assert str(Report(labels, q)) == by_hand
    model = DummyClassifier().fit(q[:, None], y)
    for scores in (model, {"A": model}):
        with pytest.raises(ValueError, match=r"got the model DummyClassifier\(\): pass model.predict_proba\(X\)"):
            Report(y, scores)
    remedy = r"shape \(2, 20\).*for several models, pass a DataFrame, or a dict with their names"
    for scores in ([pd.Series(q), pd.Series(q)], [q, q], [list(q), list(q)]):
        with pytest.raises(ValueError, match=remedy):
            Report(y, scores)


def test_a_frame_of_pandas_holds_several_models_and_its_index_must_be_that_of_the_labels():
    pd = pytest.importorskip("pandas")
    rows = [f"patient {i}" for i in range(len(Y))]
    labels, frame = pd.Series(Y, index=rows), pd.DataFrame({"tree": P, "forest": Q}, index=rows)
    assert Report(labels, frame).table() == Report(Y, {"tree": P, "forest": Q}).table()
    with pytest.raises(ValueError, match="index"):
        Report(labels, frame.iloc[::-1])


def test_a_series_keeps_its_name_and_its_index_must_be_that_of_the_labels():
    assert auc_of(Report(Series(Y.astype(int)), Series(P, name="forest"))) == pytest.approx({"forest": AUC})
    other = Series(P[ORDER], ORDER)
    for scores in (other, {"forest": other}):
        with pytest.raises(ValueError, match="the index of scores differs from that of y_true"):
            Report(Series(Y.astype(int)), scores)
    with pytest.raises(ValueError, match="the index of group differs from that of y_true"):
        Report(Series(Y.astype(int)), P, group=Series(PATIENT, ORDER))


def test_a_frame_without_an_index_is_taken_and_what_is_no_score_in_it_is_left_out():
    report = Report(Y, Frame(tree=P, prob_0=1 - P, index=ORDER, forest=Q))
    assert auc_of(report) == pytest.approx({"tree": AUC, "forest": AUC_Q})
    assert len(report.provenance.left_out) == 2


def test_groups_and_low_scores_are_given_to_a_report():
    report = Report(Y, {"a": -P, "b": Q}, lower_is_positive=["a"], group=[f"P{i}" for i in PATIENT])
    assert auc_of(report) == pytest.approx({"a": AUC, "b": AUC_Q})
    assert report.group.tolist() == PATIENT.tolist()
    for group in (PATIENT[1:], np.zeros(M), [None, *PATIENT[1:]]):
        with pytest.raises(ValueError, match=r"^group must"):
            Report(Y, P, group=group)
    with pytest.raises(ValueError, match="lower_is_positive must name one of the scores"):
        Report(Y, P, lower_is_positive="c")


# ---------------------------------------------------------------------------------------------
# What is not a score, a label or a name of a column, although it looks like one
# ---------------------------------------------------------------------------------------------


def test_an_age_among_probabilities_is_the_main_concern_unless_it_was_named():
    file = table(p=P, age=50 + ORDER % 40).encode()
    assert "--ignore age" in Report.from_csv(file, label="ill").summary.words[-2]
    assert "--ignore age" not in Report.from_csv(file, label="ill", scores=["p", "age"]).summary.words[-2]


def test_of_several_positive_labels_none_is_proposed_as_negative():
    words = np.where(Y, np.where(ORDER % 2, "pos.", "positiv"), np.where(ORDER % 2, "neg.", "negativ"))
    with pytest.raises(ValueError, match=r"--positive pos\. --negative neg\. negativ\..*'pos\.' and 'positiv'"):
        read(table(word=words, p=P).encode(), "word")


def test_of_labels_with_codes_the_likely_one_is_proposed_as_positive():
    with pytest.raises(ValueError, match="--positive '1 = ja'"):
        read(table(word=np.where(Y, "1 = ja", "0 = nein"), p=P).encode(), "word")


def test_a_code_far_above_all_other_numbers_is_not_used_silently():
    crp = np.where(ORDER < 5, 999, np.round(50 * P, 1))
    with pytest.raises(ValueError, match=r"column 'crp' has 999 .*code for a missing value"):
        read(table(crp=crp).encode(), "ill")
    assert read(table(crp=crp).encode(), "ill", scores=["crp"]).scores.keys() == {"crp"}


@pytest.mark.parametrize("column", ["measured", "model"])
def test_a_code_among_measured_or_predicted_numbers_is_not_used_silently(column):
    columns = {"measured": 100 * P, "model": 100 * Q}
    columns[column] = np.where(ORDER < 2, -999, columns[column])
    with pytest.raises(ValueError, match=rf"column '{column}' has -999 .*code for a missing value"):
        NumbersReport.from_csv(table(**columns).encode(), label="measured", ignore=["ill"])


def test_a_title_above_the_names_of_the_columns_is_pointed_out():
    for file in ("A title\n" + table(p=P, q=Q), "A title,,\n" + table(p=P, q=Q), "A title\n" + table(p=P)):
        with pytest.raises(ValueError, match="a title, delete everything above the names of the columns"):
            read(file.encode(), "sick")


def test_german_words_say_what_is_right_and_what_is_wrong():
    words = np.where(Y, "richtig", "falsch")
    report = ItemsReport.from_csv(table(a=words, b=np.where(Y, "ja", "nein")).encode(), ignore=["ill"])
    assert report.means["a"].value == report.means["b"].value == Y.mean()


@pytest.mark.parametrize("pair", [
    ("nein", "ja"), ("falsch", "wahr"), ("false", "true"), ("no", "yes"), ("否", "是"), ("n", "y"), ("f", "t"),
    ("no", "ok"), ("no", "passed"), ("wrong", "yes"),
])  # fmt: skip
def test_words_that_may_be_labels_are_not_taken_for_right_and_wrong(pair):
    content = table(ill=np.array(pair)[Y.astype(int)], p=P).encode()
    assert kinds.recognised(content, {}) is None


def test_columns_are_judged_on_the_rows_that_have_a_group():
    """Where rows without one are left out: here those in which low scores are positive, and which do not sum to 1."""
    patient = np.where(np.arange(M) < 60, "", PATIENT.astype(str))
    scores = np.where(np.arange(M) < 60, 1 - P, P)
    rest = np.where(np.arange(M) < 60, Q, 1 - P)
    content = table(patient=patient, p1=scores, p0=rest).encode()
    scores_file = read(content, "ill", group="patient", drop_missing=True)
    assert [*scores_file.scores] == ["p1"]
    assert "'p0': the complement of 'p1'" in str(scores_file.provenance.left_out)
    assert "tend to have lower scores" not in str(scores_file.provenance.assumptions)
    assert scores_file.provenance.rows_left_out_by.no_group == (int(Y[:60].sum()), int((~Y[:60]).sum()))


def test_rows_without_a_score_and_rows_without_a_group_are_counted_apart():
    patient = np.where(np.arange(M) < 20, "", PATIENT.astype(str))
    tree = np.where(np.arange(M) >= M - 30, "", P.astype(str))
    report = Report.from_csv(
        table(patient=patient, tree=tree).encode(), label="ill", group="patient", drop_missing=True
    )
    first, last = int(Y[:20].sum()), int(Y[-30:].sum())
    assert (
        report.parts[0]
        .words[0]
        .startswith(
            f"50 of 120 rows were left out: 20 without a group ({first} of 40 positive and {20 - first} of 80 negative "
            f"rows) and 30 without a score ({last} of 40 positive and {30 - last} of 80 negative rows)."
        )
    )
    report = Report.from_csv(
        table(patient=PATIENT, tree=tree).encode(), label="ill", group="patient", drop_missing=True
    )
    assert "without a group" not in report.parts[0].words[0]


@pytest.mark.parametrize("name", ["site", "patient", "fold", "weight"])
def test_a_code_in_a_column_that_is_no_score_is_no_reason_to_refuse_a_file(name):
    numbers = np.where(np.arange(M) < 3, 99, ORDER % 9 + (0.5 if name == "weight" else 0))
    assert [*read(table(**{name: numbers}, p=P).encode(), "ill").scores] == ["p"]


@pytest.mark.parametrize("kind", [FoldsReport, DataSetsReport])
def test_a_code_among_measures_is_not_used_silently(kind):
    rows = "\n".join(["a,b", "-999,0.5", *(f"0.{80 + i},0.{70 + i}" for i in range(9))]).encode()
    with pytest.raises(ValueError, match=r"line 2: column 'a' has -999 .*or leave this column out with --ignore a"):
        kind.from_csv(rows)


@pytest.mark.parametrize("name", ["risk_score", "punkte", "logit"])
def test_a_column_that_is_called_a_score_is_no_concern_beside_probabilities(name):
    scores_file = read(table(p=P, **{name: ORDER % 20}).encode(), "ill")
    assert scores_file.provenance.unlike == ()
    assert f"--ignore {name}" in str(scores_file.provenance.assumptions)


def test_a_perfect_ranking_is_a_graver_concern_than_a_column_unlike_the_others():
    report = Report.from_csv(table(p=(Y + P) / 2, age=50 + ORDER % 40).encode(), label="ill")
    assert "Main concern: p: the ranking is perfect" in report.summary.words[-2]


@pytest.mark.parametrize(
    ("entries", "reason"),
    [(("1.0", "1.0.1", "1.1.2"), "text"), (("1.2", "1.2.10", "1.10.12"), "text"), (("OCT4", "SEPT2", "DEC1"), "text"),
     (("2019-05-01", *["2020-05-01"] * 30, "2019"), "text"), (("31.12.2024, 10:00:00", "1/5/2024, 8:15 AM"), "dates")],
)  # fmt: skip
def test_versions_dates_and_names_of_genes_are_left_out(entries, reason):
    text = [entries[i % len(entries)] for i in range(M)]
    scores_file = read(table(";", text=text, p=P).encode(), "ill")
    assert [*scores_file.scores] == ["p"]
    assert f"'text': {reason}" in str(scores_file.provenance.left_out)


def test_a_column_of_scores_that_has_become_dates_almost_whole_is_said_to_be_lost():
    with pytest.raises(ValueError, match=r"got '05\. Mai' \(this looks like a date made from a number"):
        read(table(s=[*["05. Mai"] * (M - 5), *["0.5"] * 5], p=P).encode(), "ill")


def test_a_column_that_is_named_as_scores_and_has_become_dates_is_said_to_be_lost():
    with pytest.raises(ValueError, match=r"got '05\. Mai' \(this looks like a date made from a number"):
        read(table(s=["05. Mai"] * M).encode(), "ill", scores="s")


def test_two_decimal_signs_matter_only_in_a_column_that_is_used():
    classes = np.array(["a", "b", "c"])[ORDER % 3]
    columns = {"ill": classes, "call": np.roll(classes, 7), "dose": [("0.5", '"0,5"')[i % 2] for i in range(M)]}
    for dose, options in [(columns["dose"], {"decimal": ","}), ([("1.234", '"1,234"')[i % 2] for i in range(M)], {})]:
        report = ClassesReport.from_csv(table(**columns | {"dose": dose}).encode(), label="ill", **options)
        assert "'dose': " in str(report.provenance.left_out)
    weight = [("0.5", '"0,5"')[i % 2] for i in range(M)]
    assert [*read(table(weight=weight, p=P).encode(), "ill").scores] == ["p"]
    with pytest.raises(ValueError, match=r"in all rows$"):
        NumbersReport.from_csv(table(measured=weight, p=P).encode(), label="measured")


def test_labels_that_are_called_none_are_labels_among_the_predictions_too():
    words = np.where(Y, "disease", "none")
    content = table(ill=words, call=np.where(P >= 0.4, "disease", "none")).encode()
    scores_file = read(content, "ill", "disease", negative="none")
    assert scores_file.scores["call"].tolist() == (P >= 0.4).tolist()


def test_a_group_whose_name_is_a_mark_of_a_missing_value_is_refused_with_what_to_do():
    with pytest.raises(ValueError, match=r"got 'none' .* If 'none' is the name of a group, write it in another way"):
        read(table(drug=np.where(ORDER % 2, "none", "aspirin"), p=P).encode(), "ill", group="drug")


@pytest.mark.parametrize("gap", ["NA", "NaT"])
def test_an_example_whose_group_pandas_does_not_know_is_refused(gap):
    gap = getattr(pytest.importorskip("pandas"), gap)
    with pytest.raises(ValueError, match=r"group must name a group for each example, got .* for example 1"):
        Report(Y, P, group=[gap, *PATIENT[1:]])


def test_the_one_label_that_is_not_named_as_negative_is_the_positive_one():
    words = np.where(Y, "yes", np.where(ORDER % 2, "no", "maybe"))
    content = table(ill=words, p=P).encode()
    assert read(content, "ill", negative=["no", "maybe"]).provenance.positive == "yes"
    with pytest.raises(ValueError, match="must hold two labels, got 3"):
        read(content, "ill", negative="no")


def test_stages_are_not_taken_for_one_word():
    words = np.where(Y, "T1", np.where(ORDER % 2, "T0", "T2"))
    with pytest.raises(ValueError, match="must hold two labels, got 3") as caught:
        read(table(ill=words, p=P).encode(), "ill")
    assert "mean the same" not in str(caught.value)


def test_words_after_a_file_are_not_said_to_be_values_of_an_option(file, capsys):
    for words in (
        ["sheet", "04", "--students", "30", "20", "-o", "s.html"], ["report", "scores.csv", "b.csv"],
        ["report", "scores.csv", ""], ["report", "scores.csv", "--label", "ill", "--colour", "red"],
        ["report", "--drop-missing", "scores.csv", "b.csv"], ["report", "scores.csv", "scores.csv", "--json"],
    ):  # fmt: skip
        with pytest.raises(SystemExit):
            main(words)
        assert "Most options" not in capsys.readouterr().err


def test_large_numbers_have_fewer_decimals_and_no_end_is_rounded_away():
    assert said(128396.663, 66192.145, 249058.299) == "128397 (66192 to 249058)"
    assert said(314.159, 102.2, 603.33) == "314.2 (102.2 to 603.3)"
    assert said(1000.5, 1000.123, 1000.456) == "1000.50 (1000.12 to 1000.46)"
    assert said(-7.533, -208.764, 0.653) == "-7.533 (-208.764 to 0.653)"
    assert said(0.444, 0.013, 14.89) == "0.444 (0.013 to 14.890)"


@pytest.mark.parametrize(("labels", "calls"), [
    (("0", "1"), ("0", "1")), (("0", "1"), ("-1", "1")), (("-1", "1"), ("-1", "1")), (("1", "2"), ("1", "2")),
    (("2", "1"), ("2", "1")), (("1", "0"), ("1", "0")), (("no", "yes"), ("no", "yes")), (("no", "yes"), ("-1", "1")),
])  # fmt: skip
def test_the_cost_of_a_rule_does_not_depend_on_how_its_decisions_are_written(labels, calls):
    decided = P >= 0.4
    content = table(label=np.array(labels)[Y.astype(int)], rule=np.array(calls)[decided.astype(int)]).encode()
    report = Report.from_csv(content, label="label", positive=labels[1], ignore="ill", cost_fn=3)
    (cost,) = (row.value for row in report.parts[3].rows if row.learner == "rule" and "cost" in row.measure)
    assert cost == pytest.approx(np.mean(np.where(Y, 3 * ~decided, decided)))
    assert any(part.question == "How good are the decisions?" for part in report.parts)
    if calls[0].lstrip("-").isdigit():
        y = np.array(labels)[Y.astype(int)]
        arrays = Report(y, {"rule": np.array(calls, dtype=float)[decided.astype(int)]}, positive=labels[1], cost_fn=3)
        assert arrays.parts[3].rows == report.parts[3].rows


def test_decisions_among_tables_of_counts_cost_what_they_cost():
    halves = [{"rule": count_scores(Y[side], (P >= 0.4)[side].astype(float))} for side in (ORDER < 60, ORDER >= 60)]
    report = Report.from_counts(*halves, cost_fn=3)
    cost = np.mean(np.where(Y, 3 * (P < 0.4), P >= 0.4))
    assert next(row.value for row in report.parts[3].rows if "cost" in row.measure) == pytest.approx(cost)
    rounded = [{"p": count_scores(Y[side], P[side]).rounded(0)} for side in (ORDER < 60, ORDER >= 60)]
    assert "are decisions" not in str(Report.from_counts(*rounded))


def test_a_rule_and_a_model_are_compared_with_the_decisions_as_they_are():
    """The test counts no uncertainty of a threshold that is not chosen."""
    report = Report(Y, {"rule": P >= 0.4, "other": Q >= 0.4}, cost_fn=3)
    costs = [np.where(Y, 3 * ~calls, calls) for calls in (P >= 0.4, Q >= 0.4)]
    (pair,) = report.data.pairs.values()
    assert pair.cost_test().difference == pytest.approx(np.mean(costs[0] - costs[1]))
    assert pair.cost_test.keywords["threshold_variance"] == 0


def test_predicted_labels_in_words_beside_scores_are_left_out_with_what_to_do():
    calls = np.where(Q >= 0.3, "yes", "no")
    content = table(ill=np.where(Y, "yes", "no"), doctor=calls, p=P).encode()
    scores_file = read(content, "ill", "yes")
    assert [*scores_file.scores] == ["p"]
    assert "as decisions, name all columns of scores with --scores p doctor" in str(scores_file.provenance.left_out)
    assert [*read(content, "ill", "yes", scores=["p", "doctor"]).scores] == ["p", "doctor"]


@pytest.mark.parametrize("labels", [("ben", "mal"), ("SIRS", "Sepsis"), ("1", "2")])
def test_where_no_word_says_which_label_is_positive_both_are_proposed(labels):
    with pytest.raises(ValueError, match=f"with --positive {labels[0]} or --positive {labels[1]}"):
        read(table(ill=np.array(labels)[Y.astype(int)], p=P).encode(), "ill")


def test_one_row_per_example_and_model_is_refused_with_what_to_do():
    rows = [f"{i},{model},{int(y)},{score}" for i, y in enumerate(Y) for model, score in (("a", P[i]), ("b", Q[i]))]
    with pytest.raises(ValueError, match=r"column 'model' names a model in each row \('a' and 'b'\).*df\.pivot"):
        read("\n".join(["case,model,ill,score", *rows]).encode(), "ill")


def test_patients_who_come_back_are_pointed_out_even_if_they_are_few():
    names = np.where(ORDER < 20, ORDER // 2, 1000 + ORDER)
    for patients in (names, [f"P{name}" for name in names]):
        assert read(table(patient=patients, p=P).encode(), "ill").provenance.possible_group == "patient"


@pytest.mark.parametrize("code", [99, 999])
def test_a_code_that_is_repeated_need_not_be_so_far_above_the_other_numbers(code):
    points = np.where(ORDER < 3, code, ORDER % (13 if code == 99 else 120))
    with pytest.raises(ValueError, match=rf"column 'risk points' has {code} \(rows affected: 3\)"):
        read(table(**{"risk points": points}, p=P).encode(), "ill")


@pytest.mark.parametrize(("names", "values", "said"), [
    (("rmse_a", "rmse_b"), 0.4, True), (("a", "b"), 4, True), (("a", "b"), 0.4, False), (("terror", "b"), 0.4, False),
])  # fmt: skip
def test_it_is_said_that_larger_is_better_where_that_is_doubtful(names, values, said):
    columns = {name: values + np.round(P[:10] / 10, 3) * (place + 1) for place, name in enumerate(names)}
    for report in (FoldsReport(columns, test_share=0.1), DataSetsReport(columns)):
        assert ("takes larger values to be better" in " ".join(report.summary.words)) == said
    assert "larger values to be better" not in str(DataSetsReport(columns, lower_is_better=True))


def test_classes_that_differ_only_in_case_are_pointed_out():
    classes = np.array(["a", "b", "A"])[ORDER % 3]
    words = " ".join(ClassesReport(classes, {"model": np.roll(classes, 3)}).summary.words)
    assert "The classes 'A' and 'a' differ only in upper and lower case" in words


@pytest.mark.parametrize("kind", ["scores", "numbers", "classes", "items"])
def test_rows_without_a_group_are_refused_in_every_kind_of_report(kind):
    group = np.where(ORDER < 20, "", PATIENT.astype(str))
    made = {
        "scores": lambda content: Report.from_csv(content, label="ill", group="g"),
        "numbers": lambda content: NumbersReport.from_csv(content, label="p", scores="q", group="g"),
        "classes": lambda content: ClassesReport.from_csv(content, label="c", scores="d", group="g"),
        "items": lambda content: ItemsReport.from_csv(content, scores=["p", "q"], group="g"),
    }
    classes = np.array(["a", "b", "c"])[ORDER % 3]
    content = table(p=P, q=Q, c=classes, d=np.roll(classes, 3), g=group).encode()
    with pytest.raises(
        ValueError, match=r"column 'g' must name the group of each row, got ''.*20\)\. If each group is"
    ):
        made[kind](content)


def test_a_percentile_is_no_percentage_and_a_low_one_is():
    for name in ("risk_percentil", "risk_pctl", "percentiles"):
        assert not PERCENT.search(name)
    for name in ("pctLow", "percentLesion", "prozentLeber", "risk_pct"):
        assert PERCENT.search(name)
