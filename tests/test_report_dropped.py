"""A file on the book's page "Your own results": its columns, the likely label, the report and the refusals."""

import pytest

from evalcore.language import speak
from evalcore.report import Report
from evalcore.report.dropped import answer, example, likely_label, page


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Return a function that writes a file to an empty working folder and returns its name."""
    monkeypatch.chdir(tmp_path)

    def write(content, name="scores.csv"):
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    return write


def test_the_answer_is_the_report_and_says_how_the_file_was_read(file):
    report, shown = answer(file(example()), ["--cost-fn=5"])
    assert report.table() == Report.from_csv(example(), label="ill", cost_fn=5).table()
    assert (shown["kind"], shown["label"], shown["positive"], shown["scores"]) == (
        "scores", "ill", "1", ("forest", "ridge")
    )  # fmt: skip
    assert shown["guessed"]
    assert shown["columns"][1] == {"name": "ill", "entries": ["0", "1"], "labels": ["0", "1"]}
    assert any("The report leaves out column 'person'" in sentence for sentence in shown["sentences"])
    assert shown["md"].startswith("# Report on scores.csv\n")
    assert '"cost_fn": 5' in shown["json"]


@pytest.mark.parametrize(
    ("content", "arguments", "refusal"),
    [
        ("a,b\n1,0.9\n0,0.2\n", ["--label=c"], "there is no column 'c' (--label)"),
        ("a,b\nyes,0.9\nno,0.2\nno,0.3\n", [], "say which one is positive"),
        ("a,b\n1,0.9\n2,0.2\n3,0.1\n", [], "say which column holds the labels (--label)"),
        ("a,b,c\n1,0.9,A\n0,0.2,\n1,0.8,B\n0,0.1,\n", ["--label=a", "--group=c"], "copy the name into the rows below"),
        ('{"a": 1}', [], "expected a table such as CSV"),
        ("a,b\n1,0.9\n0,0.2\n", ["--colour=red"], "unknown: --colour=red"),
    ],
)
def test_a_refusal_is_that_of_the_command(file, content, arguments, refusal):
    report, shown = answer(file(content), arguments)
    assert report is None
    assert refusal in shown["refusal"]


def test_other_kinds_of_results_are_recognised(file):
    rows = "".join(f"{i},{i + 0.5},{i * 1.01:.3f}\n" for i in range(30))
    report, shown = answer(file("n,truth,model\n" + rows), [])
    assert (report.kind, shown["kind"], shown["label"]) == ("numbers", "numbers", "truth")
    right = "item,a,b\n" + "".join(f"{i},{'right' if i % 3 else 'wrong'},right\n" for i in range(30))
    assert answer(file(right), [])[1]["kind"] == "items"


@pytest.mark.parametrize(
    ("table", "label"),
    [
        ({"ill": "0110", "model": "1234"}, "ill"),
        ({"sex": "mfmf", "y_true": "0110", "model": "1234"}, "y_true"),
        ({"sex": "mfmf", "ill": "0110", "model": "1234"}, None),
        ({"split": "abab", "ill": "0110", "pred": "0111"}, "ill"),
        ({"真实标签": "0110", "甲": "0111"}, "真实标签"),
        ({"a": "1234"}, None),
    ],
)
def test_a_label_is_guessed_where_only_one_column_is_likely(table, label):
    assert likely_label({name: list(entries) for name, entries in table.items()}) == label


def test_the_figures_of_the_page_are_images_or_interactive(file):
    report, _shown = answer(file(example()), [])
    still, told = page(report, "scores.csv"), []
    assert still.count("<img ") == 3
    assert "<living-picture" not in still
    whole = page(report, "scores.csv", lambda figure, share: told.append((figure, share)))
    assert "<img " not in whole.partition("<living-picture")[0]
    assert whole.count("<living-picture") == 3
    assert told[-1][1] == 1
    assert sorted(told) == told


def test_the_answer_is_in_the_language_of_the_page(file):
    speak("zh")
    try:
        _report, shown = answer(file(example()), [])
    finally:
        speak(None)
    assert shown["sentences"][0].startswith("使用300行")
    assert "# " in shown["md"]
