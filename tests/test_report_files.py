"""Input and output of a report: files of spreadsheets, the command, names, folders."""

import io
import sys

import numpy as np
import pytest

from evalcore.__main__ import main
from evalcore.counts import count_scores
from evalcore.explore.page import saved
from evalcore.report import Report
from evalcore.report.entries import Entries
from evalcore.report.scores_file import read

Y = np.arange(60) % 3 == 0
SCORES = (np.arange(60) * 7 % 10) / 40 + 0.3 * Y
LINES = [f"{int(y)};{score:.3f};{score**2:.3f}".replace(".", ",") for y, score in zip(Y, SCORES, strict=True)]


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Make a working folder with a file of scores and a folder in it."""
    (tmp_path / "scores.csv").write_text("\n".join(["ill;forest;tree", *LINES]) + "\n")
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("missing", ["", " "])
def test_a_missing_first_score_is_an_error_with_its_line(delimiter, missing):
    content = f"ill,forest,tree\n1,{missing},0\n0,1,1\n1,0,1\n0,1,0\n".replace(",", delimiter)
    with pytest.raises(
        ValueError, match=r"^line 2: column 'forest' must hold finite numbers, got '' \(a missing value"
    ):
        read(content.encode(), "ill")


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "name", ["forest, tree, bush", "forest; tree; bush", "a\tb\tc", 'the "best", or not', ",;\n,;\tc"], ids=range(5)
)
def test_a_name_in_quotes_may_hold_what_parts_the_columns(delimiter, name):
    quoted = name.replace('"', '""')
    lines = [f'ill{delimiter}"{quoted}"', *(f"{i % 2}{delimiter}0.{digit}" for i, digit in enumerate((3, 1, 4, 2)))]
    scores_file = read("\n".join(lines).encode(), "ill")
    assert (list(scores_file.scores), scores_file.scores[name].tolist()) == ([name], [0.3, 0.1, 0.4, 0.2])


def test_a_quote_within_a_name_is_no_beginning():
    assert list(read(b'5" or less;ill\n0.3;1\n0.1;0\n0.4;1\n0.2;0\n', "ill").scores) == ['5" or less']


class Table:
    """The part of a Series or a DataFrame of pandas that a report uses."""

    def __init__(self, columns, ndim):
        self.columns, self.ndim = columns, ndim

    def items(self):
        return self.columns.items()

    def __array__(self, dtype=None, copy=None):
        return np.array(list(self.columns.values()), dtype=dtype)


def test_a_series_holds_the_scores_of_one_learner_and_a_frame_those_of_several():
    plain = Report(Y, SCORES).table()
    assert Report(Table(dict(enumerate(Y)), 1), Table(dict(enumerate(SCORES)), 1)).table() == plain
    several = {"a": SCORES, "b": SCORES**2}
    assert Report(Y, Table(several, 2)).table() == Report(Y, several).table()


def test_names_that_are_shown_alike_are_no_two_names():
    halves = [count_scores(Y[half::2], SCORES[half::2]) for half in (0, 1)]
    with pytest.raises(ValueError, match=r"^first must have different names, got 1 twice$"):
        Report.from_counts(*({1: half, "1": half} for half in halves))
    with pytest.raises(ValueError, match=r"^scores must have different names, got 1 twice$"):
        Report(Y, {1: SCORES, "1": SCORES})


def test_scores_of_any_size_are_compared_by_their_ranks():
    report, usual = (Report(Y, {"a": SCORES * unit - unit, "b": SCORES * SCORES}) for unit in (1e60, 1))
    (pair,), (other,) = report.data.pairs.values(), usual.data.pairs.values()
    np.testing.assert_allclose(pair.auc_test(), other.auc_test())
    assert pair.same_ranking == other.same_ranking


@pytest.mark.parametrize(("language", "encoding"), [("en", "cp1252"), ("zh", "gbk"), ("zh", "cp1252")])
def test_what_the_output_cannot_hold_is_replaced_and_a_minus_is_one(language, encoding, home, monkeypatch):
    monkeypatch.setenv("EVALCORE_LANGUAGE", language)
    other_ranking = (f"{line.rpartition(';')[0]};0,{7 * i % 10}" for i, line in enumerate(LINES))
    (home / "scores.csv").write_text("\n".join(["ill;forest;tree", *other_ranking]) + "\n")
    words = str(Report.from_csv("scores.csv", label="ill"))
    assert "forest − tree" in words
    output = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", output)
    assert main(["report", "scores.csv", "--label", "ill"]) == 0
    output.flush()
    held = words.replace("−", "-").encode(encoding, "replace").decode(encoding)
    assert output.buffer.getvalue().decode(encoding).splitlines() == held.splitlines()
    assert "forest - tree" in held


@pytest.mark.parametrize("folder", ["folder", ".", "folder/"])
def test_a_folder_is_no_name_of_a_page_which_is_said_before_any_work(folder, home, capsys, monkeypatch):
    message = f"expected the name of a page, such as page.html, got the folder {folder.rstrip('/')}"
    report = Report(Y, SCORES)
    monkeypatch.setattr("evalcore.report.parts", None)
    monkeypatch.setattr("evalcore.exercises.sheets.sheets", None)
    for command in (["report", "scores.csv", "--label", "ill"], ["sheet", "04"]):
        assert main([*command, "-o", folder]) == 2
        printed = capsys.readouterr()
        assert (printed.out, printed.err) == ("", f"{message}\n")
    with pytest.raises(IsADirectoryError, match="got the folder"):
        report.save(folder)
    with pytest.raises(IsADirectoryError, match="got the folder"):
        saved.write(folder, None, None, None)
    assert sorted(path.name for path in home.rglob("*")) == ["folder", "scores.csv"]


def test_only_errors_of_reading_the_file_name_it(home, capsys):
    for options, message in [
        (["scores.csv", "--label", "sick"], "scores.csv: there is no column 'sick' (--label)"),
        (["none.csv", "--label", "ill"], "none.csv: expected a file of scores, but there is no file none.csv"),
        (["scores.csv", "--label", "ill", "--prior", "5"], "--prior must be a number between 0 and 1"),
        (["scores.csv", "--label", "ill", "-o", "nowhere/page.html"], "there is no folder nowhere for page.html"),
    ]:
        assert main(["report", *options]) == 2
        assert capsys.readouterr().err.startswith(message)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere/page.html", "没有文件夹nowhere，无法写page.html"),
        (".", "应当是网页的文件名，例如page.html，给出的却是文件夹."),
        ("scores.csv", "输出不能是得分文件本身，-o之后应当是另一个名字"),
        ("page.txt", "文件名应当以.html, .md, .tex, .json结尾，给出的却是page.txt"),
    ],
)
def test_errors_of_the_place_of_output_are_in_the_language_of_the_report(name, message, home, capsys):
    assert main(["report", "scores.csv", "--label", "ill", "--language", "zh", "-o", name]) == 2
    assert capsys.readouterr().err == f"{message}\n"


@pytest.mark.parametrize("separator", ["\t", ",", ";", " "])
def test_quotes_that_r_escapes_with_a_backslash_are_read(separator):
    rows = [["1", '"North \\"A\\""', "0.3"], ["0", '"\\"B\\", South"', "0.1"], ["1", '"C"', "0.4"], ["0", '"D"', "0.2"]]
    lines = [['"ill"', '"town"', '"s"'], *([f'"{place}"', *row] for place, row in enumerate(rows))]
    content = "\n".join(map(separator.join, lines)).encode()
    scores_file = read(content, "ill")
    assert scores_file.scores["s"].tolist() == [0.3, 0.1, 0.4, 0.2]
    assert list(Entries(content, None, None, False, None).table.columns["town"]) == [
        'North "A"',
        '"B", South',
        "C",
        "D",
    ]


def test_a_quote_that_is_not_closed_is_an_error_of_its_line_with_and_without_a_backslash():
    for entry in ('"a"b"', '"a\\"b" c"'):
        with pytest.raises(ValueError, match="line 3: expected a line of a CSV file"):
            read(f"ill,town,s\n1,x,0.3\n0,{entry},0.1\n".encode(), "ill")
