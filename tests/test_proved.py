"""A chapter is left out of a run of all tests only if it passed and nothing that it takes has changed since."""

from argparse import Namespace

import proved
import pytest

CHAPTER = "notebooks/05.ipynb"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A run of all tests on a notebook that uses two files; what happens in it, and how its cells end, is given."""
    monkeypatch.setattr(proved, "ROOT", tmp_path)
    monkeypatch.setattr(proved.made_from, "ROOT", tmp_path)
    monkeypatch.setattr(proved, "KEPT", tmp_path / "build")
    monkeypatch.setattr(proved, "TESTED_BY", ["conftest.py"])
    for name in (CHAPTER, "conftest.py", "costs.py", "other.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("as it was")

    def whole(*ends, to_its_end=True, meanwhile=lambda: None):
        outcomes = proved.Outcomes()
        outcomes.pytest_sessionstart()
        meanwhile()
        for end in ends:
            outcomes.pytest_runtest_logreport(Namespace(nodeid=f"{CHAPTER}::Cell", passed=end))
        if to_its_end:
            proved.kept(CHAPTER, ".used").parent.mkdir(parents=True, exist_ok=True)
            proved.kept(CHAPTER, ".used").write_text("costs.py\ndata.csv")
        outcomes.pytest_sessionfinish()
        return proved.still_proved()

    return whole


def test_what_passed_is_left_out_until_what_it_takes_changes(run, tmp_path, monkeypatch):
    assert run(True, True) == [CHAPTER]
    (tmp_path / "other.py").write_text("changed")
    assert proved.still_proved() == [CHAPTER]
    for name in (CHAPTER, "conftest.py", "costs.py", "data.csv"):
        before = (tmp_path / name).read_text() if (tmp_path / name).exists() else None
        (tmp_path / name).write_text("changed")
        assert proved.still_proved() == []
        if before is None:
            (tmp_path / name).unlink()
        else:
            (tmp_path / name).write_text(before)
        assert proved.still_proved() == [CHAPTER]
    monkeypatch.setattr(proved, "environment", lambda: "another release")
    assert proved.still_proved() == []


@pytest.mark.parametrize("ends", [(False, True), (True, False)])
def test_what_failed_is_run_again(run, ends):
    assert run(*ends) == []


def test_what_was_broken_off_is_run_again_even_if_an_earlier_run_was_not(run, tmp_path):
    run(True)
    (tmp_path / "costs.py").write_text("changed")
    assert run(True, to_its_end=False) == []


def test_what_changed_during_the_run_is_run_again(run, tmp_path):
    def edited():
        (tmp_path / "costs.py").write_text("changed")
        later = proved.time.time() + 60
        proved.os.utime(tmp_path / "costs.py", (later, later))

    assert run(True, meanwhile=edited) == []


def test_only_a_run_of_everything_leaves_out():
    source = pytest.Config.ArgsSource
    options = dict.fromkeys(["keyword", "markexpr"], "") | {"lf": False}
    assert proved.is_of_everything(Namespace(args_source=source.TESTPATHS, option=Namespace(**options)))
    assert not proved.is_of_everything(Namespace(args_source=source.ARGS, option=Namespace(**options)))
    for chosen in ({"keyword": "not sweep"}, {"markexpr": "browser"}, {"lf": True}):
        option = Namespace(**options | chosen)
        assert not proved.is_of_everything(Namespace(args_source=source.TESTPATHS, option=option))
