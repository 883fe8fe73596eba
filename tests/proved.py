"""Chapters that have passed are not run again by ``make test`` until something changes that they take.

That is the notebook, a file of the project that its run used, how notebooks are tested, Python, or a release of any
package. It stands for each notebook in ``build/proved``; without that folder all are run. Only a run of everything
looks there: one that names files, or chooses among tests, runs what it names.
"""

import json
import math
import os
import sys
import time
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent / "book"))
import made_from

ROOT = made_from.ROOT
KEPT = ROOT / "build" / "proved"
TESTED_BY = ["conftest.py", "tests/kernels.py", "tests/nbval_sanitize.cfg", "tests/proved.py"]


def is_of_everything(config: pytest.Config) -> bool:
    """Whether neither files nor tests are chosen."""
    options = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise")
    chosen = any(getattr(config.option, name, None) for name in options)
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not chosen


def still_proved() -> list[str]:
    """The notebooks that have passed, and of which nothing has changed since, by their paths from the root."""
    names = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "notebooks").rglob("*.ipynb"))]
    return [name for name in names if kept(name).exists() and is_as_it_was(kept(name).read_text(encoding="utf-8"))]


def kept(name: str, kind: str = ".json") -> Path:
    """Where it stands with what a notebook has passed; as ``.used``, which files its last run used."""
    return (KEPT / name).with_suffix(kind)


def is_as_it_was(passed_with: str) -> bool:
    known = json.loads(passed_with)
    return known == state(known["files"])


def state(files: Iterable[str], until: float = math.inf) -> dict:
    """What is compared: the environment, and these files, as far as they have not changed later."""
    return {"environment": environment(), "files": made_from.sums(files, until)}


@cache
def environment() -> str:
    """Python, what is installed beside it, and what is asked of them."""
    asked = [f"{name}={value}" for name, value in os.environ.items() if name.startswith(("EVALCORE_", "NPY_", "LANG"))]
    packages = {f"{one.name} {one.version}" for one in distributions()}
    return sha256("\n".join([sys.version, *sorted(asked), *sorted(packages)]).encode()).hexdigest()


class LeftOut:
    """What a process that runs tests is told: these notebooks are not collected."""

    def __init__(self, names: list[str]):
        self.names = names

    def pytest_ignore_collect(self, collection_path):
        return True if collection_path in [ROOT / name for name in self.names] else None


class Outcomes(LeftOut):
    """What the process knows in which reports come together: which of the others passed."""

    def __init__(self):
        super().__init__(still_proved())
        self.begun, self.passed = time.time(), {}

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node):
        node.workerinput["left_out"] = self.names

    def pytest_report_header(self):
        return [f"passed before, and nothing that it takes has changed: {name}" for name in self.names]

    def pytest_sessionstart(self):
        for used in KEPT.rglob("*.used"):
            used.unlink()  # what is broken off proves nothing

    def pytest_runtest_logreport(self, report):
        name = report.nodeid.partition("::")[0]
        if name.endswith(".ipynb"):
            self.passed[name] = self.passed.get(name, True) and report.passed

    def pytest_sessionfinish(self):
        for name, passed in self.passed.items():
            used = kept(name, ".used")
            if passed and used.exists():
                files = [name, *TESTED_BY, *used.read_text(encoding="utf-8").splitlines()]
                kept(name).write_text(json.dumps(state(files, self.begun), indent=1), encoding="utf-8")
