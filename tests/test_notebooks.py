"""Storage and structure of the chapters, as far as nbval does not check them."""

import ast
import re
import subprocess
import sys
from functools import cache
from itertools import pairwise
from statistics import median
from types import SimpleNamespace

import nbformat
import pytest
import sweep
from folding import folded, unfolded
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from store import COLLAPSED, normalised

from notebooks import NOTEBOOKS, ROOT, code_cells, each_notebook, predictions_in, read

sys.path.insert(0, str(ROOT / "book"))
import glossary

pytestmark = pytest.mark.texts


@each_notebook
def test_committed_as_make_notebooks_stores(path):
    """Additions of JupyterLab (counts, a kernel, widgets) may be in a file, but not in a commit."""
    command = ["git", "show", f"HEAD:{path.relative_to(ROOT).as_posix()}"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if shown.returncode:
        pytest.skip("not in a commit: a new chapter, or a copy without git")
    text = shown.stdout.decode("utf-8")
    assert text == normalised(nbformat.reads(text, as_version=4)), "run make notebooks"


@each_notebook
def test_outputs_are_results_without_errors_paths_or_addresses(path):
    for cell in code_cells(path):
        assert all(out.output_type != "error" and out.get("name") != "stderr" for out in cell.outputs), cell.id
        assert not re.search(r"/(home|root|tmp|work|Users)/| at 0x[0-9a-f]+", str(cell.outputs)), cell.id
        assert not any(re.match(r"\[?<", out.get("data", {}).get("text/plain", "")) for out in cell.outputs), cell.id


@each_notebook
def test_cell_ids_are_telling_words(path):
    for cell in read(path).cells:
        assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", cell.id), cell.id
        assert not re.fullmatch(r"[0-9a-f]{8}", cell.id), cell.id


@each_notebook
def test_one_title_and_every_section_starts_a_slide(path):
    markdown = [cell for cell in read(path).cells if cell.cell_type == "markdown"]
    assert sum(len(re.findall(r"^# ", cell.source, re.MULTILINE)) for cell in markdown) == 1
    for cell in markdown:
        headings = re.findall(r"^##? .*", cell.source, re.MULTILINE)
        if headings:
            assert cell.source.startswith(headings[0]), f"{cell.id}: the heading must open its cell"
            assert len(headings) == 1, f"{cell.id}: two sections in one cell"
            kind = cell.metadata.get("slideshow", {}).get("slide_type")
            assert kind in ("slide", "skip"), f"{cell.id}: no slide mark, and not left out either"


@each_notebook
def test_code_cells_are_short(path):
    cells = code_cells(path)
    for cell in cells:
        lines = len(cell.source.splitlines())
        teaches = "def " in cell.source and not cell.metadata.get("jupyter", {}).get("source_hidden")
        assert lines <= 15 or teaches, f"{cell.id}: {lines} lines"
    shown = [cell for cell in cells if not cell.metadata.get("jupyter", {}).get("source_hidden")]
    assert len(shown) < 5 or median(len(cell.source.splitlines()) for cell in shown) <= 4


@each_notebook
def test_every_picture_has_words(path):
    for cell in code_cells(path):
        for out in cell.outputs:
            out = unfolded(out)
            if "image/png" in out.get("data", {}):
                alternative_text = out.data["text/plain"]
                assert len(alternative_text) > 40, f"{cell.id}: say what the picture shows"
                assert not alternative_text.startswith("<"), cell.id
                assert out.metadata["image/png"]["alt"] == alternative_text, cell.id


@each_notebook
def test_no_two_cells_of_a_chapter_are_the_same(path):
    cells = [cell for cell in read(path).cells if len(cell.source) > 60]
    sources = [cell.source for cell in cells]
    assert len(set(sources)) == len(sources)


@each_notebook
def test_solutions_are_right(path):
    solutions = [cell for cell in code_cells(path) if cell.id.endswith("-solution")]
    for cell in solutions:
        assert cell.source.startswith("# Solution\n"), cell.id
        assert "✓ Right" in str(cell.outputs), cell.id
    assert len(solutions) >= 5 or path.name.startswith("00"), "too few exercises"


@each_notebook
def test_a_prediction_is_collapsed(path):
    """Only its first line is visible, so it must give away neither options nor answer."""
    assert [cell.id for cell in code_cells(path) if predictions_in(cell) and not COLLAPSED.match(cell.source)] == []


def test_what_jupyterlab_opened_is_stored_collapsed():
    asks = new_code_cell('# Prediction\npredict("?", ["yes", "no"], "no", "why", covers=2)', id="asks")
    tells = new_code_cell("1 + 1", id="tells", outputs=[new_output("display_data", {"text/plain": "2"})])
    solves = new_code_cell("# Solution\n2", id="solves", metadata={"collapsed": False}, outputs=tells.outputs)
    opened = new_notebook(
        cells=[asks, new_markdown_cell("Words.", id="words"), tells, solves, new_code_cell("3", id="on")]
    )
    stored = nbformat.reads(normalised(opened), as_version=4)
    states = [cell.metadata.get("jupyter", {}).get("source_hidden", False) for cell in stored.cells]
    assert states == [True, False, False, True, False]
    summaries = [re.findall("<summary>(.*?)</summary>", str(cell.get("outputs", ""))) for cell in stored.cells]
    assert summaries == [[], [], ["After the prediction"], ["Output of the solution"], []]
    assert normalised(stored) == normalised(opened)


@each_notebook
def test_a_stored_chapter_does_not_show_the_answer_of_a_prediction(path):
    """Neither in the cell that asks, which names its answer, nor in an output of the cells that it covers."""
    cells = read(path).cells
    for place, cell in enumerate(cells):
        for *_, because, covers in predictions_in(cell):
            assert because[:20] not in cell.source, f"{cell.id}: move its answer to evalcore/exercises"
            for other in cells[place + 1 : place + 1 + covers]:
                for output in other.get("outputs", []):
                    assert list(output.data) == ["text/html"], other.id
                    assert output.data["text/html"].startswith("<details><summary>After the prediction<"), other.id


@pytest.mark.parametrize(
    "output",
    [
        new_output("stream", name="stdout", text="a < b & c\n"),
        new_output("execute_result", {"text/plain": "'</pre>'"}),
        new_output("display_data", {"image/png": "iVBORw0KGgo=", "text/plain": 'Say\n"why"'},
                   metadata={"image/png": {"alt": 'Say\n"why"', "width": 384}}),
        new_output("execute_result", {"text/html": "<p>✓ Right.\n</p>", "text/plain": "✓ Right."}),
    ],
    ids=["printed", "result", "figure", "html"],
)  # fmt: skip
def test_a_folded_output_is_unfolded_as_it_was(output):
    hidden = folded(output, "After the prediction")
    assert hidden.output_type in ("display_data", "execute_result")
    assert unfolded(hidden) == output
    assert unfolded(output) == output


@each_notebook
def test_a_prediction_hides_what_follows_up_to_the_next_section(path):
    cells = read(path).cells
    for place, cell in enumerate(cells):
        for *_, covers in predictions_in(cell):
            covered = cells[place + 1 : place + 1 + covers]
            headings = [
                other.id for other in covered if other.cell_type == "markdown" and re.match("##? ", other.source)
            ]
            assert not headings, f"{cell.id} covers a heading"
            assert len(covered) == covers
            for other in covered:
                behind = re.match(
                    '<details class="behind"><summary>[^<]+</summary>\n\n.*\n\n</details>$', other.source, re.S
                )
                assert other.cell_type == "code" or behind, f"{other.id}: its words stand open under {cell.id}"


@each_notebook
def test_a_veiled_figure_stands_above_the_prediction_that_unveils_it(path):
    """There is one prediction for each, it is the next one, and it moves the figure by controls that the figure has."""
    waiting = []
    for cell in code_cells(path):
        asked = re.search(r'veils="([\w-]+)\??([^"]*)"', cell.source)
        if asked:
            assert waiting == [asked[1]], f"{cell.id} unveils {asked[1]}, but {waiting} wait above it"
            waiting.clear()
        elif predictions_in(cell):
            assert not waiting, f"{cell.id} leaves {waiting} veiled"
        if re.search(r"\bveil=", cell.source):
            waiting.append(cell.id)
    assert not waiting


@each_notebook
def test_the_right_option_is_not_known_by_its_length(path):
    """It is the longest in at most a third of a chapter's predictions."""
    asked = [prediction for cell in code_cells(path) for prediction in predictions_in(cell)]
    longest = [
        answer for _, options, answer, _, _ in asked if all(len(answer) > len(o) for o in options if o != answer)
    ]
    assert len(longest) <= max(1, len(asked) / 3), longest


@pytest.mark.parametrize("count", [3, 4])
def test_the_right_option_has_each_position_in_at_least_a_fifth_of_the_predictions(count):
    asked = [prediction for path in NOTEBOOKS for cell in code_cells(path) for prediction in predictions_in(cell)]
    positions = [options.index(answer) for _, options, answer, _, _ in asked if len(options) == count]
    shares = {position: positions.count(position) / len(positions) for position in range(count)}
    assert min(shares.values()) >= 0.2, shares


@each_notebook
def test_nobody_is_told_what_they_predicted(path):
    for cell in read(path).cells:
        assert not re.search(r"as predicted|your prediction", cell.source, re.IGNORECASE), cell.id


@each_notebook
def test_a_cell_that_only_checks_is_collapsed_or_follows_a_sentence(path):
    """Visible asserts that support the argument follow the sentence that they prove."""
    cells = read(path).cells
    for before, cell in pairwise(cells):
        if cell.cell_type == "code" and all(isinstance(node, ast.Assert) for node in ast.parse(cell.source).body):
            is_collapsed = cell.metadata.get("jupyter", {}).get("source_hidden", False)
            assert is_collapsed or before.cell_type == "markdown", cell.id


def test_a_long_cell_is_run_again_only_if_a_later_cell_binds_a_name_that_it_uses(monkeypatch):
    sources = ["a = b = 1", "c = [slow(a) for _ in x]", "def f():\n    return b\nf()", "slow(c)", "import b as a"]
    results = [SimpleNamespace(info=SimpleNamespace(raw_cell=source)) for source in ["begin", *sources]]
    monkeypatch.setattr(sweep, "RESULTS", results)
    monkeypatch.setattr(sweep, "END_TIMES", [0, 0.05, 2, 2.05, 9, 9.05])
    assert sweep.cells_to_repeat() == [sources[place] for place in (4, 2, 1, 0)]


def test_no_notebook_has_two_homes():
    """Built and changed files are ignored, and the hidden folders of JupyterLab and environments."""
    notebooks = [path.relative_to(ROOT).parts for path in ROOT.rglob("*.ipynb")]
    homes = {
        ROOT.joinpath(*parts[:-1])
        for parts in notebooks
        if parts[0] not in ("build", "mutants") and not any(part[0] == "." for part in parts)
    }
    assert homes == {ROOT / "notebooks", ROOT / "notebooks" / "zh"}


# Minutes of reading per word, visible line of code, figure, prediction and exercise.
WORD, LINE, PICTURE, PREDICTION, EXERCISE = 1 / 150, 0.1, 1.5, 0.75, 3.5


def minutes(cell):
    """Return how long a cell takes at these rates."""
    if cell.cell_type == "markdown":
        return WORD * len(re.sub(r"<[^>]+>|\$[^$]*\$", "x", cell.source).split())
    lines = 0 if COLLAPSED.match(cell.source) else len(cell.source.splitlines())
    pictures = "explore(" in cell.source or "plots.show(" in cell.source
    asked = len(predictions_in(cell)), cell.source.startswith("answer = ...")
    return LINE * lines + PICTURE * pictures + PREDICTION * asked[0] + EXERCISE * asked[1]


@each_notebook
def test_a_chapter_takes_as_long_as_its_metadata_says(path):
    """``"minutes": {"read": …, "exercises": …}`` of numbered sections and exercises are right within a quarter."""
    if path.name.startswith("00"):
        return  # a reference page
    counted, part = {}, ""
    for cell in read(path).cells:
        if heading := re.match(r"## (Further|Exercises|Summary|Slips|Where)?", cell.source):
            part = heading[1] or ""
        counted[part] = counted.get(part, 0) + minutes(cell)
    announced = read(path).metadata.minutes
    expected = {"read": counted[""], "exercises": counted["Exercises"]}
    for part, counted in expected.items():
        assert 0.75 <= announced[part] / counted <= 1.25, f"{part}: {announced[part]} announced, {counted:.0f} counted"


# Terms


@cache
def glossary_terms():
    return [term.english for term in glossary.terms(read(NOTEBOOKS[0]), in_chinese=False)]


@each_notebook
def test_the_terms_of_a_cell_are_those_of_the_glossary(path):
    for cell in read(path).cells:
        unknown = set(cell.metadata.get("terms", [])) - {*glossary_terms()}
        assert not unknown, f"{path.name}, cell {cell.id}: the glossary of 00_start_here.ipynb has no term {unknown}"


def test_a_term_is_taught_by_one_cell():
    taught = [term for path in NOTEBOOKS for cell in read(path).cells for term in cell.metadata.get("terms", [])]
    assert sorted(taught) == sorted(set(taught))


@each_notebook
def test_a_definition_has_its_term_in_bold(path):
    for cell in (cell for cell in read(path).cells if cell.cell_type == "markdown"):
        for sentence in glossary.DEFINITION.findall(cell.source):
            assert glossary.BOLD.search(sentence), f"{path.name}, cell {cell.id}: {sentence}"
