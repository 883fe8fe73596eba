"""Colab and Kaggle: what is installed there, and the weekly check of the chapters with their releases."""

import tomllib

import download
import hosted
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from notebooks import NOTEBOOKS, ROOT, code_cells


def notebook(**outputs):
    return new_notebook(cells=[new_code_cell(name, id=name, outputs=[output]) for name, output in outputs.items()])


def test_another_text_and_an_error_are_differences():
    printed, other = (new_output("stream", text=text) for text in ("0.5\n", "0.6\n"))
    failed = new_output("error", ename="ValueError", evalue="no", traceback=[])
    stored = notebook(same=printed, rounds=printed, fit=printed, defaults=printed)
    ran = notebook(same=printed, rounds=other, fit=failed, defaults=failed)
    assert hosted.differences(stored, ran) == [
        "rounds: '0.6', stored: '0.5'",
        "fit: 'ValueError: no', stored: '0.5'",
    ]


def test_the_cells_that_need_a_newer_scikit_learn_are_checks():
    (chapter,) = (path for path in NOTEBOOKS if path.name.startswith("08"))
    cells = {cell.id: cell.source for cell in code_cells(chapter)}
    for name in hosted.NEWER:
        assert cells[name].startswith("# Check: ")


def test_what_is_installed_there_is_what_the_package_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (anywidget,) = (wanted for wanted in project["dependencies"] if wanted.startswith("anywidget"))
    assert f'"{anywidget}" psygnal' == download.BESIDE
    assert f"--no-deps -e . {download.BESIDE}\n" in (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize("host", ["colab", "kaggle"])
def test_each_host_has_a_list_of_releases_and_a_weekly_job(host):
    listed = (ROOT / "tests" / f"{host}.txt").read_text(encoding="utf-8")
    assert "scikit-learn==1.6.1\n" in listed
    checks = (ROOT / ".github" / "workflows" / "checks.yml").read_text(encoding="utf-8")
    assert f"{{host: {host}, python: " in checks
