"""The set-up by ``make``: an environment that works is kept, and one that cannot work is replaced."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from notebooks import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt" or shutil.which("make") is None, reason="needs make")


def set_up(folder):
    """Return what ``make`` would do, without doing it; the Makefile sees no variables of the run of these tests."""
    command = ["make", "--dry-run", "UV=", f"PYTHON={sys.executable}", ".venv/ready-to-read"]
    run = subprocess.run(command, cwd=folder, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout


def write_python(folder, arguments):
    """Write a program that takes the place of the environment's Python."""
    path = folder / ".venv" / "bin" / "python"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments}\n')
    path.chmod(0o755)


@pytest.fixture
def course(tmp_path):
    """Make a folder of the course with an environment that works; the folder's name contains a space."""
    folder = tmp_path / "my course"
    (folder / ".venv" / "bin").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "requirements.txt"):
        shutil.copy(ROOT / name, folder)
    write_python(folder, '"$@"')
    (folder / ".venv" / "bin" / "pip").write_text(f"#!{folder}/.venv/bin/python\n")
    (folder / ".venv" / "pyvenv.cfg").touch()
    (folder / ".venv" / "ready-to-read").touch()
    return folder


def test_an_environment_that_works_is_kept(course):
    assert "up to date" in set_up(course)
    os.utime(course / "requirements.txt", (2**31, 2**31))  # a new edition needs other packages
    assert "pip install" in set_up(course)
    assert "-m venv" not in set_up(course)


def test_an_environment_of_another_folder_is_replaced(course):
    moved = course.rename(course.with_name("renamed"))
    assert "-m venv --clear .venv" in set_up(moved)
    assert ".venv is replaced: it is incomplete or from another folder" in set_up(moved)


def test_an_environment_whose_python_is_gone_is_replaced(course):
    (course / ".venv" / "bin" / "python").unlink()
    assert "-m venv --clear .venv" in set_up(course)


def test_an_environment_whose_python_was_upgraded_is_replaced(course):
    write_python(course, '-I -S "$@"')  # finds no packages, because they are in the folder of another version
    assert "-m venv --clear .venv" in set_up(course)


def test_an_environment_whose_python_is_too_old_is_replaced(course):
    write_python(course, '-c "import sys; sys.version_info = (3, 10); exec(sys.argv[2])" "$@"')
    assert "-m venv --clear .venv" in set_up(course)


def test_a_folder_that_is_no_environment_is_not_cleared(course):
    (course / ".venv" / "pyvenv.cfg").unlink()
    (course / ".venv" / "bin" / "python").unlink()
    assert "-m venv" in set_up(course)
    assert "--clear" not in set_up(course)


def test_the_time_and_space_are_named_before_the_installation(course):
    (course / ".venv" / "ready-to-read").unlink()
    said, installs = set_up(course).splitlines()[:2]
    assert "takes one to five minutes and 650 MB of disk space" in said
    assert "pip install" in installs
    assert "--quiet" in installs  # because this is no terminal


def test_a_dev_container_is_set_up_by_make():
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    assert container["postCreateCommand"] == "make .venv/ready-to-read"
    interpreter = container["customizations"]["vscode"]["settings"]["python.defaultInterpreterPath"]
    assert interpreter.endswith("}/.venv/bin/python")
