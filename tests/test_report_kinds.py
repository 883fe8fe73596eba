"""Reports on results of other kinds than scores of two classes: known truths, files, refusals, order of rows."""

import json
import re
from csv import DictReader
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binomtest, friedmanchisquare, ttest_rel, wilcoxon
from scipy.stats import f as f_distribution
from scipy.stats import t as student
from sklearn import metrics
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import RidgeClassifier
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

from evalcore.__main__ import main
from evalcore.comparison import five_by_two_t
from evalcore.conclusions import holm
from evalcore.intervals import design_effect
from evalcore.language import speak
from evalcore.means import mean_grade, paired_mean_test
from evalcore.report import Report
from evalcore.report.classes import ClassesReport
from evalcore.report.items import ItemsReport
from evalcore.report.regression import NumbersReport
from evalcore.report.tables import DataSetsReport, FoldsReport
from evalcore.report.words import Probability, said


def values(report):
    """(name, measure) -> value, low, high."""
    table = report.table()
    columns = [table[name] for name in ("learner", "measure", "value", "low", "high")]
    return {(name, measure): tuple(figures) for name, measure, *figures in zip(*columns, strict=True)}


def words(report):
    return " ".join(sentence for part in [report.summary, *report.parts] for sentence in part.words)


def csv(columns, order=None):
    """A file with these columns, its rows in this order."""
    rows = [*zip(*columns.values(), strict=True)]
    rows = rows if order is None else [rows[place] for place in order]
    return "\n".join(",".join(map(str, row)) for row in [tuple(columns), *rows]).encode()


def run(capsys, tmp_path, content, *options):
    """What the command prints for a file, or its error."""
    path = tmp_path / "results.csv"
    path.write_bytes(content)
    try:
        code = main(["report", str(path), *options])
    except SystemExit as stopped:
        code = stopped.code
    printed = capsys.readouterr()
    return code, printed.out or printed.err


def every_format(report, tmp_path):
    """The report as text, Markdown, LaTeX, JSON and page, the last without its date."""
    texts = [str(report)]
    for ending in ("md", "tex", "json", "html"):
        report.save(tmp_path / f"r.{ending}")
        texts.append((tmp_path / f"r.{ending}").read_text(encoding="utf-8"))
    return texts


# ---------------------------------------------------------------------------------------------
# Right or wrong
# ---------------------------------------------------------------------------------------------


def answers(m=120, topics=24, seed=0):
    """Right and wrong answers of three systems to items of several topics."""
    rng = np.random.default_rng(seed)
    topic = np.arange(m) % topics
    ease = rng.normal(size=topics)[topic] + rng.normal(size=m)
    right = {
        name: (ease + rng.normal(size=m) > cut).astype(int) for name, cut in zip("abc", (-1, -0.5, 1), strict=True)
    }
    return {"item": [f"q{place}" for place in range(m)], "topic": [f"t{name}" for name in topic], **right}


def test_accuracies_and_differences_are_those_of_scipy_and_mcnemar():
    data = answers()
    report = ItemsReport({name: data[name] for name in "abc"})
    rows = values(report)
    for name in "abc":
        exact = binomtest(int(data[name].sum()), 120)
        assert rows[name, "accuracy"] == pytest.approx((exact.k / 120, *exact.proportion_ci()), abs=1e-9)
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    tests = [paired_mean_test(data[first], data[second]) for first, second in pairs]
    adjusted = holm([test.p_value for test in tests])
    for (first, second), test, p_value in zip(pairs, tests, adjusted, strict=True):
        assert rows[f"{first} − {second}", "difference in accuracy"][0] == pytest.approx(test.difference)
        assert rows[f"{first} − {second}", "p-value, Holm-corrected"][0] == pytest.approx(p_value)
    assert "a is significantly better than c." in words(report)
    assert "McNemar's exact test with Holm's correction" in words(report)


def test_groups_of_items_are_kept_together():
    data = answers()
    content = csv(data)
    report = ItemsReport.from_csv(content, group="topic")
    number_of = np.array([int(name[1:]) for name in data["topic"]])
    assert values(report)["a", "accuracy"] == pytest.approx(mean_grade(data["a"], group=number_of))
    alone = values(ItemsReport.from_csv(content))["a", "accuracy"]
    assert values(report)["a", "accuracy"][1] < alone[1]
    assert "independent items" in words(report)


def repeated(attempts=3):
    """Three attempts of two systems at each of 40 items; a is right at 0.8, b at 0.5, by item."""
    rng = np.random.default_rng(3)
    chance = {"a": rng.beta(4, 1, 40), "b": rng.beta(2, 2, 40)}
    data = {"question": np.repeat(np.arange(40), attempts), "attempt": np.tile(np.arange(attempts), 40)}
    return data | {
        name: np.where(rng.random(40 * attempts) < np.repeat(p, attempts), "right", "wrong")
        for name, p in chance.items()
    }


def test_attempts_at_an_item_are_averaged_first():
    data = repeated()
    report = ItemsReport.from_csv(csv(data), run="attempt", item="question")
    of_items = (data["a"] == "right").reshape(40, 3)
    rows = values(report)
    assert rows["a", "accuracy"] == pytest.approx(mean_grade(of_items.mean(axis=1)))
    assert rows["a", "at least one attempt right"] == pytest.approx(mean_grade(of_items.any(axis=1)))
    assert rows["a", "all attempts right"] == pytest.approx(mean_grade(of_items.all(axis=1)))
    within = of_items.var(axis=1, ddof=1).mean() / 3 / of_items.mean(axis=1).var(ddof=1)
    assert rows["a", "share of the variance from attempts"][0] == pytest.approx(within)
    assert "the number of items is still 40" in words(report)
    topics = np.repeat(np.arange(10), 4)
    in_topics = ItemsReport.from_csv(csv(data | {"topic": np.repeat(topics, 3)}), run="attempt", item="question",
                                     group="topic")  # fmt: skip
    share = within / max(design_effect(of_items.mean(axis=1), topics), 1)
    assert values(in_topics)["a", "share of the variance from attempts"][0] == pytest.approx(share)


@pytest.mark.parametrize("kind", ["numbers", "classes"])
def test_a_kind_that_needs_a_label_says_so_and_names_the_columns(kind, capsys, tmp_path):
    path = tmp_path / "results.csv"
    path.write_bytes(csv({"measured": [1.5, 2.5, 3.5], "model": [1.4, 2.4, 3.6]}))
    assert main(["report", str(path), "--kind", kind]) == 2
    said = capsys.readouterr().err
    assert "--label: say which of the columns 'measured' and 'model' holds the true values" in said


def test_identical_systems_and_one_system_have_nothing_to_compare():
    right = [1, 0, 1, 1, 0, 1]
    assert "same results throughout" in words(ItemsReport({"a": right, "b": right}))
    assert "Only one set of results" in words(ItemsReport({"a": right}))
    assert "smallest" not in words(ItemsReport({"a": right}))


@pytest.mark.parametrize("options", [{}, {"group": "topic"}])
def test_any_order_of_rows_gives_the_same_report_of_items(tmp_path, options):
    data = answers()
    data["d"] = np.round(np.random.default_rng(5).random(120), 3)  # graded
    order = np.random.default_rng(4).permutation(120)
    first, second = (
        every_format(ItemsReport.from_csv(csv(data, places), **options), tmp_path) for places in (None, order)
    )
    assert first == second


def test_attempts_in_any_order_give_the_same_report(tmp_path):
    data = repeated()
    order = np.random.default_rng(4).permutation(120)
    first, second = (str(ItemsReport.from_csv(csv(data, places), run="attempt")) for places in (None, order))
    assert first == second


@pytest.mark.parametrize(
    ("content", "options", "error"),
    [
        (b"q,a\n1,right\n2,\n3,wrong\n", {}, "line 3: column 'a' has a missing value (rows affected: 1)"),
        (
            b"q,a\n1,0.5\n2,7\n3,1\n",
            {"scores": "a"},
            "column 'a' must hold a result for each item: right",
        ),
        (b"q,a\n1,0.5\n2,7\n3,1\n", {}, "no column holds results (right or wrong, 1 or 0, or grades from 0 to 1): "),
        (b"item,label,a\nx,0,1\ny,1,1\nz,1,0\n", {}, "column 'label' seems to contain the right answers"),
        (
            b"item,a\nx,0\nx,1\ny,1\n",
            {},
            "item 'x' has 2 rows: say which column contains the number of the attempt",
        ),
        (b"item,run,a\nx,1,0\nx,1,1\ny,1,1\n", {"run": "run"}, "item 'x' has attempt '1' twice"),
        (b"q,run,a\nx,1,0\nx,1,1\ny,1,1\n", {"run": "run"}, "with --run, say which column holds the items (--item)"),
        (b"item,run,t,a\nx,1,u,0\nx,2,v,1\ny,1,u,1\n", {"run": "run", "group": "t"}, "item 'x' is in two groups"),
        (b"item,t,a\nx,u,0\nz,u,1\ny,u,1\n", {"group": "t"}, "group must name two groups or more, got 'u' only"),
        (b"item,a\nx,0\n", {}, "expected two items or more, got 1"),
        (b"0.5,0.25\n1,0\n1,1\n", {}, "line 1: expected the names of the columns"),
    ],
)
def test_what_cannot_be_read_as_items_is_refused_in_words(content, options, error):
    with pytest.raises(ValueError, match=r".") as caught:
        ItemsReport.from_csv(content, **options)
    assert str(caught.value).startswith(error)


def test_rows_with_a_missing_value_are_left_out_if_asked_and_it_is_said():
    report = ItemsReport.from_csv(b"q,a,b\n1,right,wrong\n2,,right\n3,wrong,wrong\n4,right,right\n", drop_missing=True)
    assert values(report)["a", "accuracy"][0] == pytest.approx(2 / 3)
    assert "Rows left out because of a missing value: 1" in str(report)


def test_columns_that_are_no_systems_are_left_out_and_it_is_said():
    report = ItemsReport.from_csv(b"id,words,note,a\n1,200,x,1\n2,300,y,0\n3,240,x,1\n4,250,x,1\n")
    assert [*report.means] == ["a"]
    assert "'words': numbers outside the range 0 to 1" in str(report)
    assert "'note': text" in str(report)


def test_one_number_that_is_no_grade_is_named_with_its_line():
    report = ItemsReport.from_csv(b"id,a,b\nx,1,0\ny,0,1\n\nz,-1,1\nw,1,1\n")
    numbers = "numbers outside the range 0 to 1, such as '-1' in line 5 (rows affected: 1)"
    assert f"The report leaves out column 'a': {numbers}." in report.provenance.left_out


LONG_ITEMS = [f"q{i},{t},{m},{r},{(i + r) % 2}" for i, t in enumerate("uuvvww") for m in ("x", "y") for r in (1, 2)]


@pytest.mark.parametrize(
    "options", [{}, {"item": "item"}, {"run": "run"}, {"item": "item", "run": "run", "group": "t"}]
)
@pytest.mark.parametrize("namer", ["model", "System"])
def test_items_in_long_form_are_refused_with_a_way_to_pivot_them(options, namer):
    content = "\n".join([f"item,t,{namer},run,correct", *LONG_ITEMS]).encode()
    with pytest.raises(ValueError, match="names a system in each row") as caught:
        ItemsReport.from_csv(content, **options)
    assert str(caught.value) == (
        f"column '{namer}' names a system in each row ('x' and 'y'), but the report needs one column per system. In "
        f"pandas, use df.pivot(index=['item', 't', 'run'], columns='{namer}', values='correct').reset_index() and "
        "write the result to a file"
    )


@pytest.mark.parametrize(("reader", "index", "options"), [
    (FoldsReport, "fold", {"test_share": 0.2}), (DataSetsReport, "dataset", {}),
])  # fmt: skip
def test_a_table_in_long_form_is_refused_with_a_way_to_pivot_it(reader, index, options):
    rows = [f"{place},{name},{value}" for name, row in {"x": A, "y": B}.items() for place, value in
            zip("abcdefghijkl" if index == "dataset" else range(12), row, strict=True)]  # fmt: skip
    with pytest.raises(ValueError, match="names a learner in each row") as caught:
        reader.from_csv("\n".join([f"{index},learner,accuracy", *rows]).encode(), **options)
    assert f"df.pivot(index=['{index}'], columns='learner', values='accuracy').reset_index()" in str(caught.value)


def test_a_column_called_system_is_no_long_form_if_each_item_has_one_row():
    report = ItemsReport.from_csv(b"item,system,a,b\nx,linux,1,0\ny,mac,0,1\nz,linux,1,1\nw,mac,1,0\n")
    assert [*report.means] == ["a", "b"]


def test_folds_are_no_data_sets():
    lines = [f"{i // 5},{i % 5},{a},{b}" for i, (a, b) in enumerate(zip(A[:10], B[:10], strict=True))]
    content = "\n".join(["repeat,fold,a,b", *lines]).encode()
    with pytest.raises(ValueError, match=r"column 'repeat' contains fold or run numbers.* use --kind folds") as caught:
        DataSetsReport.from_csv(content)
    assert str(caught.value).endswith("if each row is a data set, add --ignore repeat fold")
    assert DataSetsReport.from_csv(content, ignore=["repeat", "fold"]).provenance.rows == 10
    lines = [f"set {i},{line}" for i, line in enumerate(lines)]
    named = "\n".join(["dataset,seed,fold,a,b", *lines]).encode()
    assert DataSetsReport.from_csv(named).provenance.rows == 10


TABLES = {  # of each kind: reader, options, columns of names, number of rows
    "items": (ItemsReport, {}, {"question_id": [f"q{i}" for i in range(12)]}, "bin"),
    "datasets": (DataSetsReport, {}, {"dataset": [f"d{i}" for i in range(12)]}, "shares"),
    "folds": (FoldsReport, {"test_share": 0.1}, {"name": [f"f{i}" for i in range(12)]}, "shares"),
    "numbers": (NumbersReport, {"label": "a"}, {"id": [f"H{i}" for i in range(12)]}, "shares"),
}


def with_total(kind, function, *words):
    """The file of a kind, with a row of this function of its columns at the end, named by the words."""
    reader, options, names, form = TABLES[kind]
    results = np.array([A, B, C])
    results = (results > 0.78).astype(int) if form == "bin" else results
    lines = [",".join([*names, "a", "b", "c"])]
    lines += [",".join([*row, *map(str, values)]) for *row, values in zip(*names.values(), results.T, strict=True)]
    total = [f"{value:.3f}" if function is np.mean else f"{value:.10g}" for value in function(results, axis=1)]
    last = [",".join([word, *total]) for word in words]
    return reader, options, "\n".join([*lines, *last, ""]).encode()


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("word", ["Total", "Sum", "Mean", "Average:", "合计", "平均"])
def test_a_row_that_is_called_a_total_is_refused_with_its_line(kind, word):
    reader, options, content = with_total(kind, np.mean, word)
    with pytest.raises(ValueError, match=rf"line 14 looks like a total \('{word}'\): delete it"):
        reader.from_csv(content, **options)
    with pytest.raises(ValueError, match=rf"line 14 looks like a total \('{word}'\): delete it"):
        reader.from_csv(with_total(kind, np.mean, word, "SD")[2], **options)


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("function", [np.sum, np.mean])
def test_a_last_row_of_sums_or_means_is_refused_whatever_its_name(kind, function):
    reader, options, content = with_total(kind, function, "overall")
    with pytest.raises(ValueError, match="line 14 looks like a total: its numbers are the sums or the means"):
        reader.from_csv(content, **options)


@pytest.mark.parametrize("kind", TABLES)
def test_rows_that_are_not_totals_are_kept(kind):
    reader, options, content = with_total(kind, np.median, "overall")
    assert reader.from_csv(content, **options).provenance.rows == 13


def test_items_that_are_words_such_as_total_are_kept_if_their_column_is_ignored():
    words = ItemsReport.from_csv(b"item,a\nmean,1\ntotal,0\nsum,1\ntotal,1\nz,0\ny,1\nx,0\n", ignore="item")
    assert words.provenance.rows == 7


# ---------------------------------------------------------------------------------------------
# A table of a measure
# ---------------------------------------------------------------------------------------------

A = [0.8, 0.815, 0.786, 0.755, 0.777, 0.75, 0.803, 0.867, 0.775, 0.769, 0.824, 0.818]
B = [0.794, 0.788, 0.777, 0.761, 0.742, 0.733, 0.757, 0.833, 0.73, 0.756, 0.791, 0.815]
C = [0.783, 0.791, 0.716, 0.724, 0.756, 0.732, 0.752, 0.837, 0.735, 0.733, 0.825, 0.782]
ON_MANY = 0.980, 0.020, 0.0  # baycomp 1.0.3: SignedRankTest.probs(A, B, rope=0.01, nsamples=500000)
ON_ONE = 0.92429, 0.07428, 0.00143  # baycomp 1.0.3: CorrelatedTTest.probs(A[:10], B[:10], rope=0.01, runs=1)
NEMENYI = {("a", "b"): 0.011879, ("a", "c"): 0.003131, ("b", "c"): 0.912237}
"""p-values of scikit-posthocs 0.11: posthoc_nemenyi_friedman."""


def test_folds_are_compared_by_the_corrected_t_test_and_baycomps_probabilities():
    report = FoldsReport({"a": A[:10], "b": B[:10]}, test_share=0.1)
    rows = values(report)
    differences = np.array(A[:10]) - B[:10]
    error = np.sqrt((1 / 10 + 1 / 9) * differences.var(ddof=1))
    p_value = 2 * student.sf(differences.mean() / error, 9)
    assert rows["a − b", "p-value"][0] == pytest.approx(p_value)
    half = student.isf(0.025, 9) * error
    expected = (differences.mean(), differences.mean() - half, differences.mean() + half)
    assert rows["a − b", "difference"] == pytest.approx(expected)
    measures = ["probability that a is better", "probability of practical equivalence", "probability that b is better"]
    assert [rows["a − b", measure][0] for measure in measures] == pytest.approx(ON_ONE, abs=1e-5)
    assert "2.11 times that of the plain t test" in words(report)


def test_several_pairs_share_the_columns_of_their_probabilities():
    rows = values(FoldsReport({"a": A[:10], "b": B[:10], "c": C[:10]}, test_share=0.1))
    alone = values(FoldsReport({"a": A[:10], "b": B[:10]}, test_share=0.1))
    assert rows["a − b", "probability that the first is better"] == alone["a − b", "probability that a is better"]
    assert rows["a − b", "probability that the second is better"] == alone["a − b", "probability that b is better"]


def test_the_stated_coverage_is_the_measured_one():
    lines = (Path(__file__).parent / "bench" / "coverage_kinds.csv").read_text(encoding="utf-8").splitlines()
    measured = [*DictReader(lines)]
    held = {(row["regime"], row["measure"]): float(row["held of 100"]) for row in measured}
    folds = [float(row["held of 100"]) for row in measured if row["kind"] == "folds"]
    report = FoldsReport({"a": A[:10], "b": B[:10]}, test_share=0.1)
    assert f"in {min(folds):.0f} to {max(folds):.0f} of 100 data sets" in words(report)
    skewed = [held["100 data sets, skewed", f"{centre} of the differences"] for centre in ("mean", "median")]
    assert skewed == pytest.approx([63, 63], abs=1)
    assert "only about 63 of 100 cases" in words(DataSetsReport({"a": A, "b": B}))
    assert min(share for (_regime, measure), share in held.items() if measure == "typical difference") >= 94


def test_the_plain_t_test_is_never_used_and_its_lack_of_a_share_is_said():
    with pytest.raises(ValueError, match="training sets of the folds overlap, so the test needs the share"):
        FoldsReport({"a": A[:10], "b": B[:10]})


def test_a_5x2_cross_validation_is_declared_and_takes_its_first_repetition_by_name():
    repetition = np.repeat([1, 2, 3, 4, 5], 2)
    report = FoldsReport({"a": A[:10], "b": B[:10]}, repetition=repetition)
    outcome = five_by_two_t((np.array(A[:10]) - B[:10]).reshape(5, 2))
    assert values(report)["a − b", "p-value"][0] == pytest.approx(outcome.p_value)
    assert "the paired t test for 5x2 cross-validation (Dietterich)" in words(report)
    order = np.random.default_rng(0).permutation(10)
    shuffled = FoldsReport({"a": np.array(A)[order], "b": np.array(B)[order]}, repetition=repetition[order])
    assert str(shuffled) == str(report)
    with pytest.raises(ValueError, match="five repetitions of two rows each"):
        FoldsReport({"a": A[:10], "b": B[:10]}, repetition=[1] * 10)


def test_data_sets_are_compared_as_scipy_scikit_posthocs_and_baycomp_do():
    report = DataSetsReport({"a": A, "b": B, "c": C})
    rows = values(report)
    friedman = friedmanchisquare(A, B, C).statistic
    f = 11 * friedman / (12 * 2 - friedman)
    assert rows["", "p-value of the Friedman test (Iman and Davenport)"][0] == pytest.approx(
        f_distribution.sf(f, 2, 22)
    )
    distance = rows["", "critical difference of mean ranks (Nemenyi)"][0]
    for (first, second), p_value in NEMENYI.items():
        gap = abs(rows[first, "mean rank"][0] - rows[second, "mean rank"][0])
        assert (gap > distance) == (p_value < 0.05)
    assert rows["a − b", "data sets won"][0] + rows["a − b", "data sets lost"][0] == 12
    two = values(DataSetsReport({"a": A, "b": B}))
    assert two["a − b", "p-value"][0] == pytest.approx(wilcoxon(A, B).pvalue, rel=0.3)  # ties make ours larger
    measures = ["probability that a is better", "probability of practical equivalence", "probability that b is better"]
    assert [two["a − b", measure][0] for measure in measures] == pytest.approx(ON_MANY, abs=0.01)


def test_errors_turn_the_verdicts_but_not_the_differences():
    larger = DataSetsReport({"a": A, "b": B})
    smaller = DataSetsReport({"a": 1 - np.array(A), "b": 1 - np.array(B)}, lower_is_better=True)
    assert smaller.mean_ranks == larger.mean_ranks
    assert "a is significantly better than b" in words(smaller)
    first, second = (values(report)["a − b", "probability that a is better"][0] for report in (larger, smaller))
    assert first == pytest.approx(second, abs=0.01)


def test_few_data_sets_have_no_interval_and_no_verdict(tmp_path):
    report = DataSetsReport({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.7, 0.6]})
    assert values(report)["a − b", "typical difference"][1:] == (None, None)
    assert "The data do not settle" in words(report)
    every_format(report, tmp_path)  # JSON has no infinite numbers


def test_scikit_learns_results_are_taken_as_they_are():
    X, y = load_iris(return_X_y=True)
    cv = StratifiedKFold(5, shuffle=True, random_state=0)
    learners = {"centroid": NearestCentroid(), "bayes": GaussianNB()}
    results = {name: cross_validate(learner, X, y, cv=cv, return_indices=True) for name, learner in learners.items()}
    report = FoldsReport.from_cross_validation(results)
    expected = FoldsReport({name: result["test_score"] for name, result in results.items()}, test_share=0.2)
    assert report.table() == expected.table()
    with pytest.raises(ValueError, match="expected 'test_f1' in the results of centroid, got fit_time"):
        FoldsReport.from_cross_validation(results, measure="test_f1")
    other = cross_validate(GaussianNB(), X, y, cv=StratifiedKFold(5), return_indices=True)
    with pytest.raises(ValueError, match="expected results of the same splits"):
        FoldsReport.from_cross_validation(results | {"other": other})
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 50]}, cv=cv).fit(X, y)
    of_search = values(FoldsReport.from_search(search.cv_results_, test_share=0.2))
    assert values(FoldsReport.from_search(search, test_share=0.2)) == of_search
    assert of_search["n_neighbors=1", "mean over the folds"][0] == pytest.approx(
        search.cv_results_["mean_test_score"][0]
    )
    with pytest.raises(ValueError, match="expected keys such as split0_test_score"):
        FoldsReport.from_search({"params": []}, test_share=0.2)


TABLE = {"data set": [f"d{place}" for place in range(12)], "a": A, "b": B, "c": C}


@pytest.mark.parametrize(("kind", "options"), [(DataSetsReport, {}), (FoldsReport, {"test_share": 0.1})])
def test_any_order_of_rows_gives_the_same_report_of_a_table(tmp_path, kind, options):
    order = np.random.default_rng(1).permutation(12)
    first, second = (every_format(kind.from_csv(csv(TABLE, places), **options), tmp_path) for places in (None, order))
    assert first == second


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"scores": ["a"]}, "expected two or more columns of numbers, one per learner, got 1"),
        ({"scores": ["a", "d"]}, "there is no column 'd' (--scores)"),
        ({"scores": ["a", "data set"]}, "column 'data set' must hold numbers, got 'd0'"),
        ({"rope": -1}, "rope must be a number >= 0, got -1"),
    ],
)
def test_what_is_no_table_is_refused_in_words(options, error):
    with pytest.raises(ValueError, match=r".") as caught:
        DataSetsReport.from_csv(csv(TABLE), **options)
    assert str(caught.value).startswith(error)


def test_the_command_reads_tables(capsys, tmp_path):
    printed = run(capsys, tmp_path, csv(TABLE))[1]
    assert "(--kind datasets)" in printed
    folds = {"fold": range(1, 11), "a": A[:10], "b": B[:10]}
    printed = run(capsys, tmp_path, csv(folds), "--test-share", "10%", "--rope", "0.02")[1]
    assert "Kind of results: A measure on the folds of one data set (--kind folds)." in printed
    assert "at most 0.02" in printed
    assert "'fold': " in printed.partition("How good")[0]
    code, printed = run(capsys, tmp_path, csv(folds), "--kind", "folds")
    assert (code, "--test-share 0.1 for ten folds" in printed) == (2, True)
    code, printed = run(capsys, tmp_path, csv(folds), "--kind", "datasets", "--test-share", "0.1")
    assert (code, "--test-share cannot be used with this kind" in printed) == (2, True)


def test_a_system_that_is_always_right_and_a_learner_that_is_always_the_same_take_part(capsys, tmp_path):
    items = {"item": range(1, 31), "a": [1] * 30, "b": [1, 0] * 15, "year": [2024] * 30}
    printed = run(capsys, tmp_path, csv(items), "--kind", "items")[1].replace("\n  ", " ")
    assert "a has the highest accuracy, 1.000" in printed
    assert "Column 'a' holds the same number, 1, in every row and is treated as a column of results." in printed
    assert "'year': the same number, 2024, in every row. To use it nonetheless, name all" in printed
    folds = {"a": A[:10], "dummy": [0.5] * 10}
    printed = run(capsys, tmp_path, csv(folds), "--test-share", "0.1")[1]
    assert "a is significantly better than dummy" in printed


def test_differences_that_are_equal_but_for_rounding_are_equal_and_that_is_pointed_out(capsys, tmp_path):
    folds = {"a": [0.9, 0.8, 0.7, 0.6], "b": [0.8, 0.7, 0.6, 0.5]}
    printed = run(capsys, tmp_path, csv(folds), "--test-share", "0.25")[1].replace("\n  ", " ")
    assert "0.100 (0.100 to 0.100), p < 1e-300" in printed
    assert "For a − b, the difference is the same on all folds, which is suspicious" in printed
    first = np.array([0.9, 0.8, 0.7, 0.6, 0.95, 0.85, 0.75, 0.65, 0.55, 0.5])
    report = FoldsReport({"a": first, "b": np.round(first - 0.1, 10)}, repetition=np.repeat(range(5), 2))
    assert "For a − b, the difference is the same on all folds" in str(report).replace("\n  ", " ")


@pytest.mark.parametrize("option", ["--rope=0.1", "--lower-is-better"])
def test_options_of_other_kinds_are_refused_for_scores(option, capsys, tmp_path):
    scores = {"ill": [0, 1] * 20, "tree": np.linspace(0.1, 0.9, 40)}
    code, printed = run(capsys, tmp_path, csv(scores), "--label", "ill", option)
    expected = f"{option.partition('=')[0]} cannot be used with this kind of result (scores)."
    assert (code, expected in printed) == (2, True)


def test_the_diagram_of_mean_ranks_is_on_the_page_and_written_as_a_figure(tmp_path):
    report = DataSetsReport({"a": A, "b": B, "c": C})
    page = every_format(report, tmp_path)[-1]
    assert "Mean ranks of the learners: a 1.17" in page
    assert [path.name for path in report.save_figures(tmp_path / "figures")] == ["ranks.png", "ranks.svg"]


# ---------------------------------------------------------------------------------------------
# Numbers
# ---------------------------------------------------------------------------------------------


def numbers(m=150, seed=0):
    """Measured numbers, and the predictions of two models with errors of standard deviation 1 and 1.5."""
    rng = np.random.default_rng(seed)
    y = rng.normal(20, 5, m).round(2)
    noise = rng.normal(size=(2, m))
    return {"id": [f"r{row}" for row in range(m)], "price": y, "forest": y + noise[0], "linear": y + 1.5 * noise[1],
            "town": [f"t{row % 30}" for row in range(m)]}  # fmt: skip


def test_errors_are_those_of_scikit_learn_and_pairs_are_compared():
    data = numbers()
    rows = values(NumbersReport(data["price"], {name: data[name] for name in ("forest", "linear")}))
    for name in ("forest", "linear"):
        assert rows[name, "MSE"][0] == pytest.approx(metrics.mean_squared_error(data["price"], data[name]))
        assert rows[name, "MAE"][0] == pytest.approx(metrics.mean_absolute_error(data["price"], data[name]))
        assert rows[name, "R²"][0] == pytest.approx(metrics.r2_score(data["price"], data[name]))
        assert rows[name, "RMSE"][1] == pytest.approx(rows[name, "MSE"][1] ** 0.5)
    assert rows["baseline: the mean", "MSE"][0] == pytest.approx(np.var(data["price"]))
    squares = [(data["price"] - data[name]) ** 2 for name in ("forest", "linear")]
    assert rows["forest − linear", "p-value"][0] == pytest.approx(ttest_rel(*squares).pvalue)


def test_a_model_is_compared_with_always_the_mean():
    data, rng = numbers(), np.random.default_rng(1)
    y = data["price"]
    chance = NumbersReport(y, {"chance": np.full(y.size, y.mean()) + 0.01 * rng.normal(size=y.size)})
    assert "The data do not show that chance predicts better than the baseline" in words(chance)
    assert "forest predicts significantly better" in words(NumbersReport(y, {"forest": data["forest"]}))
    assert "turned predicts significantly worse than the baseline" in words(NumbersReport(y, {"turned": 40 - y}))


@pytest.mark.parametrize("options", [{}, {"group": "town"}])
def test_any_order_of_rows_gives_the_same_report_of_numbers(tmp_path, options):
    order = np.random.default_rng(1).permutation(150)
    first, second = (
        every_format(NumbersReport.from_csv(csv(numbers(), places), label="price", **options), tmp_path)
        for places in (None, order)
    )
    assert first == second


@pytest.mark.parametrize(
    ("content", "options", "error"),
    [
        (b"y,a\n1,2\n1,3\n", {}, "there must be at least two measured numbers, and they must not all be equal"),
        (b"y,a\nx,2\nz,3\n", {}, "column 'y' must hold numbers, got 'x'"),
        (b"y,a\n1,red\n2,blue\n", {}, "expected one to 6 columns of predicted numbers, got 0"),
        (b"y,a\n1,2\n,3\n3,1\n", {}, "line 3: column 'y' has a missing value (rows affected: 1)"),
        (b"y,a\n1,2\n2,3\n", {"label": "z"}, "there is no column 'z' (--label)"),
    ],
)
def test_what_cannot_be_read_as_numbers_is_refused_in_words(content, options, error):
    with pytest.raises(ValueError, match=r".") as caught:
        NumbersReport.from_csv(content, **{"label": "y", **options})
    assert str(caught.value).startswith(error)


THOUSANDS = np.array([[229400, 232665], [486700, 486329], [341800, 362199], [618250, 627040]])


def prices(separator, form, *, mixed=False, more=()):
    """A file of THOUSANDS, each number (or each number of every second row) in this form, and a further column."""
    lines = [separator.join(["y", "a", *["more"] * bool(more)])]
    for place, row in enumerate(THOUSANDS.tolist()):
        written = [str(n) if mixed and place % 2 else f'"{n:,}"'.replace(",", form) for n in row]
        lines.append(separator.join([*written, *([more[place]] if more else [])]))
    return "\n".join([*lines, ""]).encode()


@pytest.mark.parametrize(
    ("separator", "form", "options", "decimal"),
    [
        (",", ",", {"mixed": True}, "."),
        (";", ",", {"mixed": True}, "."),
        ("\t", ",", {"mixed": True}, "."),
        ("\t", ",", {}, "."),
        (";", ".", {"mixed": True}, ","),
        (";", ".", {}, ","),
    ],
)
def test_what_may_be_thousands_or_decimals_is_refused_until_the_decimal_sign_is_given(
    separator, form, options, decimal
):
    content = prices(separator, form, **options)
    with pytest.raises(ValueError, match=r"column 'y': '\d+[.,]400' may be 229400, or a number with three decimal"):
        NumbersReport.from_csv(content, label="y")
    report = NumbersReport.from_csv(content, label="y", decimal=decimal)
    assert report.table() == NumbersReport(THOUSANDS[:, 0], {"a": THOUSANDS[:, 1]}).table()
    assert f"Column 'y' has thousands separators: '229{form}400' is read as 229400." in str(report)


@pytest.mark.parametrize(
    ("separator", "form", "options"),
    [
        (",", ",", {}),
        (",", ",", {"mixed": True, "more": ["0.5", "1.25", "2", "3"]}),
        (";", ".", {"more": ["0,5", "1,25", "2", "3"]}),
        (";", ".", {"mixed": True, "more": ["0,5", "1,25", "2", "3"]}),
    ],
)
def test_thousands_are_recognised_where_the_file_tells_and_it_is_said(separator, form, options):
    report = NumbersReport.from_csv(prices(separator, form, **options), label="y", scores="a")
    assert report.table() == NumbersReport(THOUSANDS[:, 0], {"a": THOUSANDS[:, 1]}).table()
    assert f"Column 'a' has thousands separators: '232{form}665' is read as 232665." in str(report)


@pytest.mark.parametrize("form", [",", "."])
def test_three_decimals_are_decimals_where_the_separator_tells(form):
    content = prices({",": ";", ".": ","}[form], form)
    report = NumbersReport.from_csv(content, label="y")
    assert report.table() == NumbersReport(THOUSANDS[:, 0] / 1000, {"a": THOUSANDS[:, 1] / 1000}).table()


def test_the_command_recognises_a_label_of_many_numbers_with_decimals(capsys, tmp_path):
    printed = run(capsys, tmp_path, csv(numbers()), "--label", "price")[1]
    assert "Kind of results: Measured and predicted numbers (--kind numbers)." in printed
    code, printed = run(capsys, tmp_path, csv(numbers()), "--label", "price", "--cost-fn", "2")
    assert (code, "--cost-fn cannot be used with this kind of result (numbers)." in printed) == (2, True)
    code, printed = run(capsys, tmp_path, csv(numbers()), "--label", "price", "--kind", "scores")
    assert (code, "must hold two labels" in printed) == (2, True)


# ---------------------------------------------------------------------------------------------
# The command
# ---------------------------------------------------------------------------------------------


def test_the_command_recognises_what_is_unambiguous_and_says_it(capsys, tmp_path):
    code, printed = run(capsys, tmp_path, csv(repeated()), "--run", "attempt")
    assert code == 0
    assert "Kind of results: Right or wrong, item by item (--kind items)." in printed
    words_only = {"q": ["x", "y", "z"], "a": ["right", "wrong", "right"]}
    assert "(--kind items)" in run(capsys, tmp_path, csv(words_only))[1]
    code, printed = run(capsys, tmp_path, csv(answers()))
    assert code == 2
    assert "say which column holds the labels (--label)" in printed
    assert "name their kind with --kind" in printed


def test_an_option_of_another_kind_is_refused(capsys, tmp_path):
    code, printed = run(capsys, tmp_path, csv(answers()), "--kind", "items", "--prior", "0.1")
    assert code == 2
    assert "--prior cannot be used with this kind of result (items)." in printed


CLASSES = {
    "wine": ["red", "white", "rose", "red", "white", "red"] * 3,
    "tree": ["red", "rose", "rose", "red", "red", "red"] * 3,
    "net": ["red", "white", "rose", "red", "red", "white"] * 3,
}

EACH_KIND = {
    "items": lambda: ItemsReport.from_csv(csv(answers()), group="topic"),
    "numbers": lambda: NumbersReport.from_csv(csv(numbers()), label="price"),
    "classes": lambda: ClassesReport.from_csv(csv(CLASSES), label="wine"),
    "folds": lambda: FoldsReport.from_csv(csv(TABLE), test_share=0.1),
    "datasets": lambda: DataSetsReport.from_csv(csv(TABLE)),
}


@pytest.mark.parametrize("kind", EACH_KIND)
@pytest.mark.parametrize("code", ["en", "zh"])
def test_the_page_has_all_words_and_numbers_in_both_languages(tmp_path, code, kind):
    speak(code)
    try:
        report = EACH_KIND[kind]()
        _text, markdown, _tex, as_json, page = every_format(report, tmp_path)
    finally:
        speak(None)
    if code == "zh":
        assert re.search(r"[.?] |[a-z]{4,} [a-z]{4,} [a-z]{4,}", words(report)) is None
    for part in report.parts:
        assert part.question in page
        assert f"## {part.question}" in markdown
        assert not part.chapter or part.chapter in page
    assert json.loads(as_json)["table"] == report.table()
    assert json.loads(as_json)["given"]["kind"] == kind


def test_no_difference_above_1_is_said_to_be_found():
    report = ItemsReport({"a": [1, 1, 0, 1, 1], "b": [0, 1, 1, 0, 1]})
    assert max(report.smallest.values()) > 1
    assert "too few items" in report.summary.words[-2]
    assert "with a power of 0.8" not in report.parts[-2].words[0]
    assert [row.value for part in report.parts for row in part.rows if "power" in row.measure] == [None]


def test_fitted_estimators_of_scikit_learn_make_a_report_on_scores():
    X, y = load_breast_cancer(return_X_y=True)
    bayes, line = GaussianNB().fit(X[:300], y[:300]), LinearDiscriminantAnalysis().fit(X[:300], y[:300])
    report = Report.from_estimators({"bayes": bayes, "line": line}, X[300:], y[300:], cost_fn=2)
    probabilities = {name: model.predict_proba(X[300:])[:, 1] for name, model in (("bayes", bayes), ("line", line))}
    assert report.table() == Report(y[300:], probabilities, cost_fn=2).table()
    with pytest.raises(ValueError, match="centroid must have the method predict_proba or decision_function"):
        Report.from_estimators({"centroid": object()}, X, y)
    ridge = RidgeClassifier().fit(X[:300], y[:300])
    expected = Report(y[300:], {"ridge": ridge.decision_function(X[300:])}).table()
    assert Report.from_estimators({"ridge": ridge}, X[300:], y[300:]).table() == expected
    with pytest.raises(
        ValueError, match="positive must be 1, because the decision_function of ridge scores this class"
    ):
        Report.from_estimators({"ridge": ridge}, X[300:], y[300:], positive=0)
    words = np.where(y[300:] == 1, "bad", "good")  # whose alphabetical order is not that of 0 and 1
    with pytest.raises(ValueError, match="bayes has the classes 0, 1, but y holds bad, good: pass the labels"):
        Report.from_estimators({"bayes": bayes}, X[300:], words, positive="bad")
    assert Report.from_estimators({"ridge": ridge}, X[300:], y[300:] == 1).table() == expected


def test_messages_on_folds_name_options_on_the_command_line_and_parameters_in_python(tmp_path, capsys):
    folds = {"a": [0.8, 0.7, 0.9], "b": [0.6, 0.7, 0.8]}
    path = tmp_path / "folds.csv"
    path.write_text("a,b\n0.8,0.6\n0.7,0.7\n0.9,0.8\n", encoding="utf-8")
    for options, parameters, named in [
        ([], {}, ["test_share=0.1 for ten folds", "repetition="]),
        (["--test-share", "10"], {"test_share": 10}, ["test_share must be a number"]),
    ]:
        with pytest.raises(ValueError, match=re.escape(named[0])) as caught:
            FoldsReport(folds, **parameters)
        assert all(name in str(caught.value) for name in named)
        assert "--" not in str(caught.value)
        assert main(["report", str(path), "--kind", "folds", *options]) == 2
        message = capsys.readouterr().err
        assert "--test-share" in message
        assert "test_share" not in message
    with pytest.raises(ValueError, match=r"for results from scikit-learn, use FoldsReport\.from_cross_validation"):
        FoldsReport({"fit_time": [1, 2], "test_score": [1, 2]}, test_share=0.5)


def test_a_simulated_probability_is_neither_0_nor_1():
    shown = [said(Probability(value)) for value in (0, 0.0004, 0.25, 0.9996, 1)]
    assert shown == ["< 0.001", "< 0.001", "0.25", "> 0.999", "> 0.999"]


def test_a_system_that_a_code_for_no_answer_removes_is_named_in_the_summary():
    rows = "\n".join(f"q{i},{i % 2},{i % 3 // 2},{-1 if i == 4 else 1}" for i in range(30))
    report = ItemsReport.from_csv(f"question_id,a,b,c\n{rows}".encode())
    assert "compare column 'c': numbers outside the range 0 to 1, such as '-1' in line 6" in report.summary.words[-1]
