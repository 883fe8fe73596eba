"""The report on several classes: known truths, files with classes and probabilities, refusals, order of rows."""

import json
import re

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn import metrics
from sklearn.datasets import load_wine
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from test_report_kinds import csv, every_format, run, values, words

from evalcore.conclusions import holm
from evalcore.language import speak
from evalcore.means import mean_grade
from evalcore.multiclass import hand_till_auc, macro_f1_influence, macro_scores, rest_aucs
from evalcore.report import Report
from evalcore.report.classes import ClassesReport

NAMES = np.array(["cat", "dog", "fox", "emu"])


def pets(m=160, seed=0):
    """True classes, the predictions of three models, and the pet's owner."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(4), rng.choice(4, m - 4, p=[0.5, 0.3, 0.15, 0.05])])
    models = {
        name: NAMES[np.where(rng.random(m) < right, y, rng.integers(0, 4, m))]
        for name, right in {"forest": 0.9, "tree": 0.7, "guess": 0.1}.items()
    }
    return {
        "id": [f"r{row}" for row in range(m)],
        "pet": NAMES[y],
        **models,
        "owner": [f"o{row % 40}" for row in range(m)],
    }


def chances(m=160, seed=0, form="prob_{}"):
    """True classes and the probability of each."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.repeat(np.arange(4), 2), rng.choice(4, m - 8, p=[0.5, 0.3, 0.15, 0.05])])
    shares = rng.dirichlet(np.ones(4), m) + 0.8 * np.eye(4)[y]
    shares = (shares / shares.sum(axis=1, keepdims=True)).round(4)
    return {"pet": NAMES[y], **{form.format(name): shares[:, place] for place, name in enumerate(NAMES)}}


def test_measures_are_those_of_scikit_learn_and_pairs_are_compared_by_mcnemars_exact_test():
    data = pets()
    y, models = data["pet"], {name: data[name] for name in ("forest", "tree", "guess")}
    rows = values(ClassesReport(y, models))
    right = {name: predicted == y for name, predicted in models.items()}
    for name, predicted in models.items():
        exact = binomtest(int(right[name].sum()), y.size)
        assert rows[name, "accuracy"] == pytest.approx((exact.k / y.size, *exact.proportion_ci()), abs=1e-9)
        of_each = metrics.precision_recall_fscore_support(y, predicted, labels=sorted(NAMES))[:3]
        macro = metrics.precision_recall_fscore_support(y, predicted, average="macro")
        for measure, scores, mean in zip(("precision", "recall", "F1"), of_each, macro, strict=False):
            assert rows[name, f"macro {measure}"][0] == pytest.approx(mean)
            for own, value in zip(sorted(NAMES), scores, strict=True):
                assert rows[f"{name}: {own}", measure][0] == pytest.approx(value)
        assert rows[name, "micro precision, recall and F1"] == rows[name, "accuracy"]
    assert rows["baseline: the most frequent class", "accuracy"] == pytest.approx(mean_grade(y == "cat"))
    pairs = [("forest", "tree"), ("forest", "guess"), ("tree", "guess")]
    only = [(int((right[a] & ~right[b]).sum()), int((right[b] & ~right[a]).sum())) for a, b in pairs]
    tests = [binomtest(first, first + second).pvalue for first, second in only]
    for (first, second), p_value in zip(pairs, holm(tests), strict=True):
        assert rows[f"{first} − {second}", "p-value, Holm-corrected"][0] == pytest.approx(p_value)
        difference = right[first].mean() - right[second].mean()
        assert rows[f"{first} − {second}", "difference in accuracy"][0] == pytest.approx(difference)
        f1 = [metrics.f1_score(y, models[name], average="macro") for name in (first, second)]
        assert rows[f"{first} − {second}", "difference in macro F1"][0] == pytest.approx(f1[0] - f1[1])


def test_verdicts_baseline_and_confusions_are_in_words():
    data = pets()
    report = ClassesReport(data["pet"], {name: data[name] for name in ("forest", "guess")})
    said = words(report)
    assert "forest is significantly more accurate than the baseline" in said
    assert "guess is significantly less accurate than the baseline" in said
    assert "forest is significantly better than guess." in said
    table = metrics.confusion_matrix(data["pet"], data["guess"], labels=sorted(NAMES))
    np.fill_diagonal(table, 0)
    row, column = np.unravel_index(table.argmax(), table.shape)
    true, other = sorted(NAMES)[row], sorted(NAMES)[column]
    size = int((data["pet"] == true).sum())
    assert (
        f"guess: the most frequent error is to predict {other} for examples of {true} ({table.max()} of {size})."
        in said
    )
    counts = values(report)
    assert counts["guess", f"examples of {true} predicted as {other}"][0] == table.max()
    few = ClassesReport(["a", "b", "c", "a"], {"m": ["a", "b", "a", "a"]})
    assert "m never predicts these classes, so their precision is undefined: 'c'." in words(few)
    assert "macro precision is undefined" in words(few)
    assert "fewer than 10 examples have wide intervals: 'a', 'b' and 'c'" in words(few)
    assert "The data do not show that m is more accurate" in words(few)


def test_groups_are_kept_together():
    data = pets()
    report = ClassesReport.from_csv(csv(data), label="pet", group="owner", scores=["forest", "tree"])
    number_of = np.unique(data["owner"], return_inverse=True)[1]
    true, predicted = (np.unique(data[name], return_inverse=True)[1] for name in ("pet", "forest"))
    rows = values(report)
    assert rows["forest", "accuracy"] == pytest.approx(mean_grade(true == predicted, group=number_of))
    assert rows["forest", "macro F1"] == pytest.approx(macro_scores(true, predicted, group=number_of).f1)
    assert "Standard errors allow for the grouping of the examples (40 groups)" in words(report)
    assert "a standard error that allows for groups" in words(report)


@pytest.mark.parametrize("form", ["prob_{}", "p({})", "{}", "{} score", "model-A.{}"])
def test_probabilities_are_found_by_the_names_of_the_classes(form):
    data = chances(form=form)
    report = ClassesReport.from_csv(csv(data), label="pet")
    (name,) = report.predicted
    assert name == ("model-A" if form.startswith("model-A") else "model")
    table = np.array([data[form.format(own)] for own in sorted(NAMES)]).T
    true = np.unique(data["pet"], return_inverse=True)[1]
    rows = values(report)
    assert rows[name, "accuracy"][0] == pytest.approx(np.mean(table.argmax(axis=1) == true))
    assert rows[name, "AUC of Hand and Till"] == pytest.approx(hand_till_auc(true, table))
    shares = table / table.sum(axis=1, keepdims=True)
    expected = metrics.roc_auc_score(true, shares, multi_class="ovo", average="macro")
    assert rows[name, "AUC of Hand and Till"][0] == pytest.approx(expected, abs=1e-4)
    for own, ends in zip(sorted(NAMES), rest_aucs(true, table).T, strict=True):
        assert rows[own, "AUC against the rest"] == pytest.approx(tuple(ends))
    assert rows[name, "mean probability of the predicted class"][0] == pytest.approx(table.max(axis=1).mean())


def calibrated(m, power, seed=0):
    """Classes drawn from probabilities, and these raised to a power: 1 is right, more is too certain."""
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet(np.ones(3), m)
    y = (rng.random(m)[:, None] > shares.cumsum(axis=1)).sum(axis=1).clip(max=2)
    given = shares**power
    return y, dict(enumerate((given / given.sum(axis=1, keepdims=True)).T))


@pytest.mark.parametrize(
    ("m", "power", "verdict"),
    [(3000, 1, "yes. The accuracy"), (3000, 4, "no. On average, the probabilities are too high"),
     (3000, 0.3, "no. On average, the probabilities are too low"), (60, 1, "the data do not settle this. ")],
)  # fmt: skip
def test_the_probability_of_the_predicted_class_is_compared_with_the_accuracy(m, power, verdict):
    y, probabilities = calibrated(m, power)
    assert f"model: {verdict}" in words(ClassesReport(y, probabilities=probabilities))


def test_predicted_classes_and_probabilities_of_one_model_are_taken_together():
    data = chances()
    table = np.array([data[f"prob_{own}"] for own in NAMES])
    data["net"] = NAMES[table.argmax(axis=0)]
    report = ClassesReport.from_csv(csv(data), label="pet")
    assert [*report.predicted] == ["net"]
    assert "in 100% of the rows, its predicted class is the one with the largest probability" in " ".join(
        report.provenance.sentences
    )
    data["net"] = data["net"][::-1]
    with pytest.raises(
        ValueError, match="seem to come from different models: name the columns of one model with --scores"
    ):
        ClassesReport.from_csv(csv(data), label="pet")
    assert [*ClassesReport.from_csv(csv(data), label="pet", scores="net").predicted] == ["net"]


def test_numbers_are_classes_and_1_is_1_point_0():
    y, first = [0, 1, 2, 10, 1, 2], [0, 1, 2, 10, 2, 2]
    report = ClassesReport.from_csv(csv({"y": y, "m": np.array(first, float)}), label="y")
    assert report.classes == ["0", "1", "2", "10"]
    assert values(report)["m", "accuracy"][0] == pytest.approx(5 / 6)
    assert report.table() == ClassesReport(y, {"m": np.array(first, float)}).table()


def test_scikit_learns_estimators_make_a_report():
    X, y = load_wine(return_X_y=True)
    bayes, near = GaussianNB().fit(X[::2], y[::2]), KNeighborsClassifier().fit(X[::2], y[::2])
    one = ClassesReport.from_estimators({"bayes": bayes}, X[1::2], y[1::2])
    assert values(one)["bayes", "accuracy"][0] == pytest.approx(bayes.score(X[1::2], y[1::2]))
    shares = bayes.predict_proba(X[1::2])
    expected = metrics.roc_auc_score(y[1::2], shares, multi_class="ovo", average="macro")
    assert values(one)["bayes", "AUC of Hand and Till"][0] == pytest.approx(expected)
    two = ClassesReport.from_estimators({"bayes": bayes, "near": near}, X[1::2], y[1::2], group=np.arange(89) // 2)
    assert [*two.predicted] == ["bayes", "near"]
    assert two.probabilities is None
    with pytest.raises(ValueError, match=r"bayes has 3 classes, .* use evalcore.report.classes.ClassesReport"):
        Report.from_estimators({"bayes": bayes}, X, y)


@pytest.mark.parametrize("options", [{}, {"group": "owner"}])
def test_any_order_of_rows_gives_the_same_report_of_classes(tmp_path, options):
    order = np.random.default_rng(1).permutation(160)
    first, second = (
        every_format(ClassesReport.from_csv(csv(pets(), places), label="pet", **options), tmp_path)
        for places in (None, order)
    )
    assert first == second


def test_any_order_of_rows_gives_the_same_report_of_probabilities(tmp_path):
    order = np.random.default_rng(1).permutation(160)
    first, second = (
        every_format(ClassesReport.from_csv(csv(chances(), places), label="pet"), tmp_path) for places in (None, order)
    )
    assert first == second


def test_columns_that_are_no_predictions_are_left_out_and_it_is_said():
    data = pets() | {
        "copy": pets()["pet"],
        "fold": np.arange(160) % 3,
        "weight (kg)": np.linspace(3, 9, 160),
        "x": [""] * 160,
    }
    report = ClassesReport.from_csv(csv(data), label="pet")
    assert [*report.predicted] == ["forest", "tree", "guess"]
    for reason in ("'id': identifiers", "'copy': a copy of the labels", "'fold': fold or run numbers",
                   "'weight (kg)': weights", "'owner': 40 different values", "'x': no entries"):  # fmt: skip
        assert reason in " ".join(report.provenance.left_out)
    other = csv({"y": ["a", "b", "c"] * 2, "m": ["a", "b", "c"] * 2, "size": [7, 8, 7, 9, 9, 8]})
    assert (
        "'size': entries that are not classes, such as '7'"
        in ClassesReport.from_csv(other, label="y").provenance.left_out[0]
    )


def test_rows_with_a_missing_value_are_left_out_if_asked():
    content = b"y,m\na,a\nb,\nc,c\n,a\nb,b\na,c\n"
    report = ClassesReport.from_csv(content, label="y", drop_missing=True)
    assert values(report)["m", "accuracy"][0] == pytest.approx(3 / 4)
    assert "Rows left out because of a missing value: 2" in str(report)


def test_ties_of_the_largest_probability_are_counted():
    content = b"y,a,b,c\na,0.4,0.4,0.2\nb,0,1,0\nc,0.2,0.4,0.4\n"
    report = ClassesReport.from_csv(content, label="y")
    assert "(rows affected: 2)" in " ".join(report.provenance.assumptions)
    assert "No AUC is reported" in words(report)


ROWS = b"cat,cat\ndog,dog\nfox,fox\n"
P = b"y,p_cat,p_dog,p_fox"


@pytest.mark.parametrize(
    ("content", "options", "error"),
    [
        (b"y,m\ncat,cat\ndog,dgo\nfox,fox\ncat,cat\n", {},
         "line 3: column 'm' predicts 'dgo', a class that does not occur in column 'y'; the classes"),
        (b"y,m\ncat,cat\ndog,dog\n", {}, "column 'y' must hold three classes or more, got 'cat' and 'dog'. For two"),
        (b"y,m\n" + b"".join(b"c%d,c%d\n" % (n, n) for n in range(31)), {}, "column 'y' has 31 different entries"),
        (b"y,m\ncat,cat\ndog,\nfox,fox\n", {}, "line 3: column 'm' has a missing value (rows affected: 1)"),
        (b"y,m\ncat,1.5\ndog,2.5\nfox,3.5\n", {}, "expected one to 6 columns of predicted classes, or a column of"),
        (b"y,m,n\ncat,cat,1.5\ndog,dog,2.5\nfox,fox,3.5\n", {"scores": ["m", "n"]},
         "column 'n' must hold the classes of column 'y', or the probability of one of these classes"),
        (b"y,m\n" + ROWS, {"label": "z"}, "there is no column 'z' (--label)"),
        (P + b"\ncat,0.5,0.3,0.2\ndog,0.2,0.3,0.1\nfox,0,0,1\n", {},
         "line 3: the probabilities in columns 'p_cat', 'p_dog' and 'p_fox' sum to 0.6, not to 1"),
        (P + b"\ncat,50,30,20\ndog,20,30,50\nfox,0,0,100\n", {},
         "line 2: column 'p_cat' must hold probabilities from 0 to 1, got 50"),
        (b"y,p_cat,p_dog\ncat,0.5,0.5\ndog,0,1\nfox,1,0\n", {},
         "columns 'p_cat' and 'p_dog' look like probabilities of classes, but there is none for class 'fox'"),
        (P + b",p_emu\ncat,1,0,0,0\ndog,0,1,0,0\nfox,0,0,1,0\n", {}, "column 'p_emu' looks like the probability of a"),
        (P + b",q_cat,q_dog,q_fox\n" + b"cat,1,0,0,1,0,0\ndog,0,1,0,0,1,0\nfox,0,0,1,0,0,1\n", {},
         "several columns, such as 'p_cat' and 'q_cat', belong to the same class: name the columns"),
        (P + b",m,n\n" + b"cat,1,0,0,cat,dog\ndog,0,1,0,dog,dog\nfox,0,0,1,dog,cat\n", {},
         "a report covers the probabilities of one model, but 'm' and 'n' are the predicted classes of several"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_as_classes_is_refused_in_words(content, options, error):
    with pytest.raises(ValueError, match=r".") as caught:
        ClassesReport.from_csv(content, **{"label": "y", **options})
    assert str(caught.value).startswith(error)


THREE = {"cat": [1, 0, 0], "dog": [0, 1, 0], "fox": [0, 0, 1]}


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, "expected predicted classes, probabilities, or both, got neither"),
        ({"predicted": {"m": ["cat", "dog", "emu"]}}, "'m' predicts 'emu', a class that does not occur in y_true"),
        ({"predicted": {"m": ["cat", "dog"]}}, "y_true, predicted, probabilities and group must be equally long"),
        ({"predicted": {"m": ["cat", None, "dog"]}}, "m must hold a class for each example"),
        ({"predicted": {}}, "expected one to 6 models (only one if probabilities are given), got 0"),
        ({"predicted": dict.fromkeys("ab", ["cat"] * 3), "probabilities": THREE}, "expected one to 6 models (only"),
        ({"probabilities": {"cat": [1, 1, 1]}}, "probabilities must have one column for each class of y_true"),
        ({"probabilities": THREE | {"fox": [0, 0.5, 1]}}, "probabilities of each example must sum to 1, got 1.5"),
        ({"probabilities": THREE | {"fox": [0, 0, 2]}}, "fox must be finite numbers in [0, 1], got 2.0"),
        ({"probabilities": THREE, "group": ["x"] * 3}, "group must name two groups or more, got 'x' only"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(arguments, error):
    with pytest.raises(ValueError, match=r".") as caught:
        ClassesReport(["cat", "dog", "fox"], **arguments)
    assert str(caught.value).startswith(error)


def test_the_command_recognises_classes_only_where_there_is_no_doubt(capsys, tmp_path):
    for data in (pets(), chances()):
        assert "Several classes (--kind classes)." in run(capsys, tmp_path, csv(data), "--label", "pet")[1]
    doubtful = csv({"pet": ["cat", "dog", "fox"] * 4, "score": np.linspace(0, 1, 12), "tame": ["cat", "dog"] * 6})
    code, printed = run(capsys, tmp_path, doubtful, "--label", "pet")
    assert (code, "must hold two labels" in printed, "use --kind classes" in printed) == (2, True, True)
    chosen = chances() | {"forest": np.linspace(0, 1, 160)}
    code, printed = run(capsys, tmp_path, csv(chosen), "--label", "pet", "--positive", "cat", "--negative", "dog",
                        "--scores", "forest")  # fmt: skip
    assert (code, "--kind classes" in printed) == (0, False)
    code, printed = run(capsys, tmp_path, csv(pets()), "--label", "pet", "--kind", "classes", "--prior", "0.1")
    assert (code, "--prior cannot be used with this kind of result (classes)." in printed) == (2, True)


def test_the_figure_marks_a_class_and_says_its_recall_and_precision(tmp_path):
    data = pets()
    report = ClassesReport(data["pet"], {name: data[name] for name in ("forest", "tree")})
    picture = report.figures["confusion"]()
    right = int(((data["pet"] == "dog") & (data["tree"] == "dog")).sum())
    picture.controls["model"].value, picture.controls["picked"].value = "tree", 1
    assert picture.reading.startswith(f"dog: recall {right}/{(data['pet'] == 'dog').sum()} = ")
    assert f"precision {right}/{(data['tree'] == 'dog').sum()} = " in picture.reading
    assert [path.name for path in report.save_figures(tmp_path)] == ["confusion.png", "confusion.svg"]
    letters = ClassesReport(["$a$", "b" * 30, "c"], {"m": ["$a$", "b" * 30, "c"]}).figures["confusion"]()
    assert [name for name, _number in letters.controls["picked"].options] == ["1: $a$", f"2: {'b' * 30}", "3: c"]
    as_json = json.loads(every_format(report, tmp_path)[3])
    assert as_json["table"] == report.table()


def test_a_test_of_macro_f1_with_a_rare_class_has_its_limit_in_words():
    data = pets(400)
    frequent = data["pet"] != "emu"
    few = ClassesReport(data["pet"], {name: data[name] for name in ("forest", "tree")})
    none = ClassesReport(data["pet"][frequent], {name: np.where(data[name] == "emu", "cat", data[name])[frequent]
                                                 for name in ("forest", "tree")})  # fmt: skip
    limit = "With fewer than 10 examples of a class, the intervals of these differences are too narrow"
    assert (limit in words(few)) == (np.sum(~frequent) < 10)
    assert limit not in words(none)
    assert limit in words(ClassesReport(["a", "b", "c"], {"m": ["a", "b", "a"], "n": ["a", "b", "c"]}))


def test_probabilities_are_described_in_chinese():
    speak("zh")
    try:
        report = ClassesReport.from_csv(csv(chances()), label="pet")
    finally:
        speak(None)
    assert re.search(r"[.?] |[a-z]{4,} [a-z]{4,} [a-z]{4,}", words(report)) is None
    assert "混淆" in report.parts[1].question


def test_equal_models_have_nothing_to_compare():
    data = pets()
    report = ClassesReport(data["pet"], {"a": data["tree"], "b": data["tree"]})
    assert "a and b have the same results throughout" in words(report)
    assert "a and b have the same accuracy" in words(report)
    assert macro_f1_influence([0, 1, 2], [0, 1, 2]).tolist() == [0, 0, 0]
