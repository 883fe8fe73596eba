"""Configuration of pytest: which tests are collected, in which order, and how the notebooks are run by nbval."""

import os
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

try:
    from hypothesis import HealthCheck, Phase, settings
except ImportError:  # test modules whose packages are not installed are not collected
    settings = None

TESTS = Path(__file__).parent / "tests"
QUICK_CHAPTERS = {"00", "05"}  # of the tests that are run once per chapter; QUICK=1 runs these
NOT_QUICK = ("long", "trials", "texts")  # and no test with one of these markers

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(variable, "1")  # one worker per core; the kernels of the notebooks inherit it

if settings:
    settings.register_profile("usual", deadline=None, derandomize=True, max_examples=30)
    settings.register_profile("fewer", settings.get_profile("usual"), max_examples=5)  # for QUICK=1
    settings.register_profile(  # for `make mutation`, which runs each test many times in one process until it fails
        "mutation", settings.get_profile("usual"), database=None, phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[HealthCheck.differing_executors],
    )  # fmt: skip
    settings.load_profile("fewer" if os.environ.get("QUICK") else "usual")


def pytest_configure(config):
    """With nbval, one worker of xdist runs all cells of a notebook, because they share a kernel."""
    option = config.option
    if getattr(option, "nbval", False):
        option.nbval_sanitize_with = str(TESTS / "nbval_sanitize.cfg")
        if getattr(option, "dist", "no") != "no":
            option.dist, option.loadscopereorder = "loadscope", False  # the notebooks, which take longest, come first


def pytest_ignore_collect(collection_path, config):
    """Skip benchmarks, Chinese notebooks, browser tests (unless ``-m browser``), helpers, and test modules whose
    packages are not installed."""
    asked_for = {"browser"} if "browser" in config.getoption("markexpr") else set()
    if collection_path.name in {"bench", "browser", "zh"} - asked_for:
        return True
    if collection_path.suffix != ".py":
        return None
    helper = TESTS in collection_path.parents and not collection_path.name.startswith("test_")
    return True if helper or missing(collection_path) else None


def missing(path):
    """The packages that a test module imports and that are not installed."""
    named = set(re.findall(r"^(?:from|import) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))
    helpers = {
        file.stem for folder in (TESTS, TESTS.parent / "book", TESTS.parent / "locale") for file in folder.rglob("*.py")
    }
    return sorted(name for name in named - helpers if find_spec(name) is None)


@pytest.fixture(autouse=True)
def _usual_language(monkeypatch):
    """Each test begins and ends in the default language, whatever the environment or another test has set."""
    from evalcore.language import speak  # only now: a run of mutants replaces the package first

    monkeypatch.delenv("EVALCORE_LANGUAGE", raising=False)
    speak(None)
    yield
    speak(None)


def pytest_report_header():
    modules = {file.name: missing(file) for file in sorted(TESTS.rglob("test_*.py"))}
    return [f"not collected: {name} needs {', '.join(packages)}" for name, packages in modules.items() if packages]


def pytest_terminal_summary(terminalreporter):
    """Print how many entries of the Chinese edition wait for a look."""
    try:
        import catalogues
    except ImportError:  # Babel is not installed
        return
    if waiting := len([*catalogues.waiting()]):
        terminalreporter.write_line(f"{waiting} entries of the Chinese edition wait for a look: make waiting")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Put the longest notebooks first, and one more cell before and after those of each notebook: the sweep."""
    if os.environ.get("QUICK"):
        items[:] = filter(is_quick, items)
    from folding import as_run  # Matplotlib takes a moment, and is not needed for --help

    notebooks = {}
    for item in items:
        if item.path.suffix == ".ipynb":
            item.cell.execution_count = 1  # stored without counts; nbval compares only cells that have one
            item.cell.outputs = as_run(item.cell.outputs)
            notebooks.setdefault(item.path, []).append(item)
    for cells in notebooks.values():
        cells[:] = [sweep_cell(cells[0], "begin"), *cells, sweep_cell(cells[-1], "end")]
    longest_first = sorted(notebooks.values(), key=len, reverse=True)
    items[:] = [cell for cells in longest_first for cell in cells] + [
        item for item in items if item.path.suffix != ".ipynb"
    ]


def is_quick(item):
    """Return whether a test is part of a run with QUICK=1."""
    chapters = set(re.findall(r"\b(\d\d)_", item.nodeid))
    return chapters <= QUICK_CHAPTERS and not any(item.get_closest_marker(marker) for marker in NOT_QUICK)


def sweep_cell(neighbour, function):
    """A cell for nbval that calls ``tests/sweep.py`` in the kernel of a notebook and shows nothing."""
    source = f"import sys; sys.path.append({str(TESTS)!r}); __import__('sweep').{function}()"
    cell = type(neighbour.cell)(cell_type="code", source=source, outputs=[], execution_count=1, metadata={})
    return type(neighbour).from_parent(
        neighbour.parent, name=f"sweep {function}", cell_num=neighbour.cell_num, cell=cell, options=neighbour.options
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Keep a screenshot of the page when a browser test fails."""
    report = yield
    values = getattr(item, "funcargs", {})
    page, folder = values.get("page"), values.get("tmp_path")
    if report.when == "call" and report.failed and page and folder:
        page.screenshot(path=folder / "page.png")
        report.sections.append(("screenshot", str(folder / "page.png")))
    return report
