"""The build of the book: errors that stop it, pages that it keeps, and the contents of its script."""

import html
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import nbformat
import pytest
from shelf import was_run

from notebooks import ROOT

sys.path.insert(0, str(ROOT / "book"))
import build
import download
import editions
import folding
import made_from
import pages
import record

from evalcore import plots
from evalcore.explore import explore, page

NAMED = re.compile(r"^(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)
KERNEL = {"name": "python3", "display_name": "Python 3"}


def notebook(*texts):
    cells = [nbformat.v4.new_code_cell("1", outputs=[nbformat.v4.new_output("stream", text=text)]) for text in texts]
    return nbformat.v4.new_notebook(cells=cells)


def test_a_text_that_differs_from_the_stored_one_stops_the_build():
    build.compare("same", notebook("0.5\n", "1\n"), notebook("0.5\n", "1\n"))
    with pytest.raises(SystemExit, match=r"0\.6"):
        build.compare("other", notebook("0.5\n"), notebook("0.6\n"))


def test_a_number_that_is_not_the_english_run_s_stops_the_build():
    english = notebook("precision 0.60, of 1,234\n")
    build.compare_numbers("same", english, notebook("1234个里，查准率0.60\n"))
    build.compare_numbers("same", english, notebook("1,234个里，查准率0.60\n"))
    with pytest.raises(SystemExit, match=r"0\.61"):
        build.compare_numbers("other", english, notebook("1234个里，查准率0.61\n"))


def test_of_a_chapter_with_few_states_these_are_compared(monkeypatch):
    def ran(**record):
        output = nbformat.v4.new_output("display_data", {pages.MIME: record})
        return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(outputs=[output])])

    english = ran(readings=["P 0.1", "P 0.2", "P 0.3"])
    build.compare_numbers("same", english, ran(readings=["查准率0.1", "查准率0.3"], states=[0, 2]))
    with pytest.raises(SystemExit, match=r"查准率0\.2"):
        build.compare_numbers("other", english, ran(readings=["查准率0.1", "查准率0.2"], states=[0, 2]))
    build.compare_numbers(
        "few", ran(readings=["P 0.1", "P 0.3"], states=[0, 2]), ran(readings=["查准率0.1", "查准率0.3"], states=[0, 2])
    )
    assert not any("few" in build.begin(path) for path in build.NOTEBOOKS)
    monkeypatch.setattr(build, "DRAWN_WHOLE", "04")
    assert [path.stem[:2] for path in build.NOTEBOOKS if "few=500" in build.begin(path)] == ["04"]
    assert all("few=0" in build.begin(path) for path in build.CHINESE.notebooks)


def test_few_states_are_both_ends_and_the_start_and_more_where_a_picture_has_not_too_many():
    _, axes = plots.panels()
    picture = explore(axes["a"], lambda axes, a, b: axes.plot([a], [b]) and f"{a} {b}", a=(0, 4), b=(0, 4))
    assert {name: len(offered) for name, offered in picture.lattice.items()} == {"a": 5, "b": 5}
    assert record.few_states(picture, 0)["states"] == [5 * a + b for a in (0, 2, 4) for b in (0, 2, 4)]
    assert record.few_states(picture, 15)["states"] == [5 * a + b for a in range(5) for b in (0, 2, 4)]
    assert record.few_states(picture, 25)["states"] == [*range(25)]


def test_the_page_of_a_chapter_that_is_left_out_shows_what_is_stored(monkeypatch, tmp_path):
    monkeypatch.setattr(build, "CACHE", tmp_path)
    monkeypatch.setattr(build, "RUN", "00 04 zh/04")
    for path in (build.NOTEBOOKS[-1], build.CHINESE.notebooks[0]):
        assert build.run(path) == folding.read(path)
    monkeypatch.setattr(build, "NotebookClient", lambda *args, **how: pytest.fail("is run"))
    with pytest.raises(pytest.fail.Exception, match="is run"):
        build.run(build.NOTEBOOKS[0])


def test_a_chapter_is_run_again_when_something_that_it_used_changes(tmp_path, monkeypatch):
    for module in (build, made_from):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    (tmp_path / "requirements.txt").write_text("numpy==2.0\n")
    for name in ("used.py", "unused.py"):
        (tmp_path / name).write_text("1")
    path, files = Path("05_cost_curves.ipynb"), made_from.sums(["used.py", "not-there.csv"])
    ran = nbformat.v4.new_notebook(metadata={"made_from": {"files": files, "releases": build.releases(path)}})
    (tmp_path / "unused.py").write_text("2")
    assert build.is_as_it_was(path, ran)
    with monkeypatch.context() as patch:
        patch.setattr(build, "version", lambda name: "another")
        assert not build.is_as_it_was(path, ran)
    (tmp_path / "used.py").write_text("2")
    assert not build.is_as_it_was(path, ran)
    assert made_from.sums(["used.py"], until=0) == {"used.py": ""}  # changed while the chapter ran


@pytest.mark.parametrize(
    ("name", "users", "others"),
    [
        ("evalcore/costs.py", "05", "01 02 03 04"),
        ("evalcore/plots/costs.py", "05", "01 02 03 04"),  # no chapter imports it by name
        ("evalcore/exercises/chapter_05.py", "05", "00 01 02 03 04 06 07 08 09 10"),
        ("data/watermelons.csv", "01", "04 05"),
        ("evalcore/metrics.py", "04 05", ""),
        ("evalcore/plots/style.py", "00 01 02 03 04 05 06 07 08 09 10", ""),
        ("book/record.py", "00 01 02 03 04 05 06 07 08 09 10", ""),
        ("book/build.py", "", "00 05"),
    ],
)
def test_a_chapter_knows_what_it_used(name, users, others):
    assert {*used()} >= {path.stem[:2] for path in build.NOTEBOOKS if was_run(path.stem)} > set()
    assert all(name in used()[chapter] for chapter in users.split() if chapter in used())
    assert not any(name in used()[chapter] for chapter in others.split() if chapter in used())


@cache
def used():
    """Return the files used by the chapters that were run (``BOOK_RUN``)."""
    every = {path.stem[:2]: build.kept(path) for path in build.NOTEBOOKS}
    return {chapter: set(ran.metadata.made_from.files) for chapter, ran in every.items() if ran}


def test_one_chapter_is_built_alone(monkeypatch, tmp_path, capsys):
    ran, written = [], []
    monkeypatch.setattr(build, "BUILD", tmp_path)
    monkeypatch.setattr(build, "EDITIONS", [build.ENGLISH])
    monkeypatch.setattr(editions, "BUILD", tmp_path)
    monkeypatch.setattr(build, "speak", lambda language: None)
    monkeypatch.setattr(build, "run", lambda path: ran.append(path.stem[:2]) or "as it ran")
    monkeypatch.setattr(build, "kept", lambda path: None if path.stem[:2] == "07" else "as it ran last")
    monkeypatch.setattr(build.pages, "write", lambda chapters, *_: written.extend(chapters))
    monkeypatch.setattr(build.lite, "build", None)
    monkeypatch.setattr(build, "sphinx", lambda arguments: 0)
    monkeypatch.setattr(build.letters, "for_pages", lambda book: None)
    build.main("05")
    assert ran == ["05"]
    assert [path.stem[:2] for path, _ in written] == ["00", "01", "02", "03", "04", "05", "06", "08", "09", "10"]
    assert "never run: 07" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="no chapter"):
        build.main("5")


def test_anchors_are_those_of_the_notebooks():
    assert pages.slug("5 One choice, seen in two planes") == "5-One-choice,-seen-in-two-planes"


def test_a_link_to_a_section_gets_the_anchor_of_the_book(tmp_path):
    """In a notebook it leads to the id of a cell."""
    source = '## 2 *Which* one?<span id="which"></span>\n\n[Here](#which), and [there](b.ipynb#which).'
    cells = [nbformat.v4.new_markdown_cell(source, id="which")]
    ran = nbformat.v4.new_notebook(
        cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    )
    anchors = pages.anchors_of_headings([(Path("a.ipynb"), ran), (Path("b.ipynb"), ran)])
    sources = [cell.source.strip() for cell in pages.Page("a", tmp_path, {}, anchors=anchors).of(ran).cells]
    assert "## 2 *Which* one?" in sources
    assert "[Here](<#2-Which-one?>), and [there](<b.ipynb#2-Which-one?>)." in sources


@pytest.mark.skipif(shutil.which("npx") is None, reason="no Node.js here (apt: npm)")
def test_every_script_keeps_the_rules():
    done = subprocess.run(["make", "lint-scripts"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def asking(tmp_path):
    """Return the page of a prediction that covers two of three cells."""
    asked = {"kind": "prediction", "question": "?", "options": ["a", "b"], "answer": "a", "because": "so", "covers": 2}
    output = nbformat.v4.new_output("execute_result", data={pages.MIME: asked, "text/plain": "Predict."})
    cells = [nbformat.v4.new_code_cell("predict()", outputs=[output], id="guess")]
    cells += [nbformat.v4.new_code_cell(name) for name in ("one", "two", "three")]
    ran = nbformat.v4.new_notebook(
        cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    )
    return "\n".join(cell.source for cell in pages.Page("a", tmp_path, {}).of(ran).cells)


def test_a_question_of_a_published_book_has_a_code_for_phones(tmp_path, monkeypatch):
    assert "data-code" not in asking(tmp_path / "unpublished")
    monkeypatch.setenv("BOOK_ADDRESS", "https://somebody.github.io/lectures/")
    text = asking(tmp_path)
    assert 'data-address="https://somebody.github.io/lectures/a.html#cell-guess"' in text
    (drawn,) = re.findall('data-code="([^"]+)"', text)
    assert (tmp_path / drawn).read_text().startswith("<svg")


def toolbar(folder):
    """Return the links and the code in the toolbar of a Chinese page."""
    ran = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# A")], metadata={"kernelspec": KERNEL})
    page = "\n".join(
        cell.source for cell in pages.Page("04_metrics", folder, {}, edition=editions.CHINESE).of(ran).cells
    )
    return page[page.index("<nav") : page.index("</nav>")]


def test_a_chapter_of_a_published_book_can_be_opened_elsewhere(tmp_path, monkeypatch):
    for name in ("BOOK_ADDRESS", "GITHUB_REPOSITORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GITHUB_REPOSITORY", "somebody/lectures")
    assert "colab" not in toolbar(tmp_path / "unpublished")
    monkeypatch.setenv("BOOK_ADDRESS", "https://somebody.github.io/lectures/")
    shown = toolbar(tmp_path / "published")
    path = "notebooks/zh/04_metrics.ipynb"
    assert f'href="https://colab.research.google.com/github/somebody/lectures/blob/main/{path}"' in shown
    assert f'href="https://mybinder.org/v2/gh/somebody/lectures/HEAD?urlpath=lab/tree/{path}"' in shown
    line = f"%pip install -q --no-deps https://somebody.github.io/lectures/wheels/{download.WHEEL} {download.BESIDE}"
    assert f"<code>{line}</code>" in html.unescape(shown)
    monkeypatch.delenv("GITHUB_REPOSITORY")
    assert "colab" not in toolbar(tmp_path / "elsewhere")


def test_a_prediction_covers_as_many_cells_as_it_says(tmp_path):
    text = asking(tmp_path)
    withheld = text[text.index('<details class="withheld"') :]
    ends = (at.end() for at in re.finditer("</details>", withheld))
    withheld = next(
        withheld[:end] for end in ends if withheld.count("<details", 0, end) == withheld.count("</details>", 0, end)
    )
    assert "one" in withheld
    assert "two" in withheld
    assert "three" not in withheld


def test_no_two_scripts_of_a_page_use_one_name():
    """The later definition would replace the earlier one; a figure could then no longer be dragged."""
    scripts = [page.SCRIPT, *(path for path in (ROOT / "book").glob("*.js") if path.name != "run.js")]
    names = [name for path in scripts for name in set(NAMED.findall(path.read_text(encoding="utf-8")))]
    assert [name for name in sorted(set(names)) if names.count(name) > 1] == []
