"""How the book is built: what stops it, what is not run again, and what its script may hold."""

import shutil
import subprocess
import sys

import nbformat
import pytest

from notebooks import ROOT

sys.path.insert(0, str(ROOT / "book"))
import build
import pages

KERNEL = {"name": "python3", "display_name": "Python 3"}


def notebook(*texts):
    cells = [nbformat.v4.new_code_cell("1", outputs=[nbformat.v4.new_output("stream", text=text)]) for text in texts]
    return nbformat.v4.new_notebook(cells=cells)


def test_a_text_that_differs_from_the_stored_one_stops_the_build():
    build.compare("same", notebook("0.5\n", "1\n"), notebook("0.5\n", "1\n"))
    with pytest.raises(SystemExit, match=r"0\.6"):
        build.compare("other", notebook("0.5\n"), notebook("0.6\n"))


def test_what_was_run_is_kept_until_something_changes(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_text("{}")
    before = build.key(path)
    assert build.key(path) == before
    path.write_text("{} ")
    assert build.key(path) != before


def test_anchors_are_those_of_the_notebooks():
    assert pages.slug("5 One choice, seen in two planes") == "5-One-choice,-seen-in-two-planes"


@pytest.mark.skipif(shutil.which("npx") is None, reason="no Node.js here (apt: npm)")
def test_every_script_keeps_the_rules():
    done = subprocess.run(["make", "lint-scripts"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_prediction_covers_as_many_cells_as_it_says(tmp_path):
    asked = {"kind": "prediction", "question": "?", "options": ["a", "b"], "answer": "a", "because": "so", "covers": 2}
    output = nbformat.v4.new_output("execute_result", data={pages.MIME: asked, "text/plain": "Predict."})
    cells = [nbformat.v4.new_code_cell("predict()", outputs=[output])]
    cells += [nbformat.v4.new_code_cell(name) for name in ("one", "two", "three")]
    ran = nbformat.v4.new_notebook(
        cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    )
    made = pages.Page("a", tmp_path).of(ran)
    text = "\n".join(cell.source for cell in made.cells)
    curtain = text[text.index('<details class="curtain"') : text.index("</details>")]
    assert "one" in curtain
    assert "two" in curtain
    assert "three" not in curtain
