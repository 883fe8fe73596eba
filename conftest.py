"""How the tests are shared out, and which wait to be asked for."""

import gc
import os
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

try:
    from hypothesis import HealthCheck, Phase, settings
except ImportError:  # the tests that need it are left out, as are others whose packages are not here
    settings = None

TESTS = Path(__file__).parent / "tests"
LOOKED_AT_IN_CHINESE = "10_your_own_scores.ipynb"  # the others are run by the book, which compares their texts, too

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(variable, "1")  # a worker for each core; the notebooks' kernels inherit it

gc.set_threshold(50_000, 20, 100)  # hundreds of figures are made; to look for what each left takes a tenth
if settings:
    settings.register_profile("usual", deadline=None, derandomize=True, max_examples=30)
    settings.register_profile("fewer", settings.get_profile("usual"), max_examples=5)  # where others see the rest
    settings.register_profile(  # for `make mutation`, which runs each test many times in one process, until it fails
        "mutation", settings.get_profile("usual"), database=None, phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[HealthCheck.differing_executors],
    )  # fmt: skip
    settings.load_profile("usual")


def pytest_configure(config):
    """Options of nbval and xdist, if they are installed."""
    options = {"nbval_sanitize_with": str(TESTS / "nbval_sanitize.cfg"), "loadscopereorder": False}
    for name, value in options.items():
        if hasattr(config.option, name):
            setattr(config.option, name, value)
    if getattr(config.option, "nbval", False):
        import kernels
        import nbval.kernel
        import proved

        kernels.fork_them()
        nbval.kernel.pformat = str  # of each message, pictures too, for a log that nobody keeps
        if hasattr(config, "workerinput"):
            config.pluginmanager.register(proved.LeftOut(config.workerinput.get("left_out", [])))
        elif proved.is_of_everything(config):
            config.pluginmanager.register(proved.Outcomes())


def pytest_ignore_collect(collection_path, config):
    """Leave the benchmarks out, the tests in a browser unless asked for (``pytest -m browser tests/browser``),
    Chinese notebooks unless they are named, but for one, what needs a package that is not installed, and what the
    tests import, where there are no examples to be run."""
    asked_for = {"browser"} if "browser" in config.getoption("markexpr") else set()
    if collection_path.name in {"bench", "browser"} - asked_for:
        return True
    if collection_path.suffix == ".ipynb" and collection_path.parent.name == "zh":
        named = any("zh" in Path(argument).parts for argument in config.args)
        return None if named or collection_path.name == LOOKED_AT_IN_CHINESE else True
    if collection_path.suffix != ".py":
        return None
    helper = TESTS in collection_path.parents and not collection_path.name.startswith("test_")
    return True if helper or missing(collection_path) else None


def missing(path):
    """Packages that a test module imports and that are not installed, its own neighbours aside."""
    named = set(re.findall(r"^(?:from|import) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))
    helpers = {
        file.stem for folder in (TESTS, TESTS.parent / "book", TESTS.parent / "locale") for file in folder.rglob("*.py")
    }
    return sorted(name for name in named - helpers if find_spec(name) is None)


def pytest_report_header():
    left_out = {file.name: missing(file) for file in sorted(TESTS.rglob("test_*.py"))}
    return [f"left out: {name} needs {', '.join(needs)}" for name, needs in left_out.items() if needs]


PATHS = [str(TESTS), str(TESTS.parent / "book")]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Notebooks come first, the longest at the head, so that all workers end together, and each is swept."""
    cells = {}
    for item in items:
        if item.path.suffix == ".ipynb":
            item.cell.execution_count = 1  # stored without counts, which nbval takes for a cell that was not run
            if item.path.parent.name == "zh":  # stored with its texts only
                item.parent.skip_compare = (*item.parent.skip_compare, "text/html")
            cells.setdefault(item.path, []).append(item)
    for path, of_notebook in cells.items():
        in_chinese = path.parent.name == "zh"
        if not in_chinese or path.name == LOOKED_AT_IN_CHINESE:
            from proved import kept  # here, as a copy of the tests without book/ has no notebooks to run

            asked = "pictures" if in_chinese else "of_chapter"  # there the code is the same
            used = kept(path.relative_to(TESTS.parent).as_posix(), ".used")
            first = _sweep(of_notebook[0], "begin", "__import__('made_from').begin(); __import__('sweep').begin()")
            last = _sweep(
                of_notebook[-1], asked, f"__import__('sweep').{asked}(); __import__('made_from').keep({str(used)!r})"
            )
            of_notebook[:] = [first, *of_notebook, last]
    by_length = sorted(cells, key=lambda path: -len(cells[path]))
    others = [item for item in items if item.path.suffix != ".ipynb"]
    items[:] = [*(item for path in by_length for item in cells[path]), *others]
    gc.freeze()  # modules and tests stay; whoever looks for garbage need not look at them


def _sweep(beside, asked, source):
    """One more cell for nbval before the first or after the last of a notebook: it shows nothing."""
    source = f"__import__('sys').path += {PATHS!r}; {source}"
    cell = type(beside.cell)(cell_type="code", source=source, outputs=[], execution_count=1, metadata={})
    return type(beside).from_parent(
        beside.parent, name=f"sweep {asked}", cell_num=beside.cell_num, cell=cell, options=beside.options
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Tests go function by function to the worker that is free; together stay the cells of a notebook, which share a
    kernel, and the browser's tests of one notebook, which share its page."""
    in_browser = "browser" in config.getoption("markexpr")
    if not (config.getoption("nbval") or in_browser):
        return None
    from xdist.scheduler import LoadScopeScheduling

    class OneKernelEach(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file, _, test = nodeid.partition("::")
            if in_browser:
                return f"{file}[{test.partition('[')[2]}"
            return file if file.endswith(".ipynb") else nodeid.partition("[")[0]

    return OneKernelEach(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Keep a picture of the page of a browser test that failed."""
    report = yield
    values = getattr(item, "funcargs", {})
    page, folder = values.get("page"), values.get("tmp_path")
    if report.when == "call" and report.failed and page and folder:
        page.screenshot(path=folder / "page.png")
        report.sections.append(("screenshot", str(folder / "page.png")))
    return report
