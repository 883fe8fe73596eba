"""The three floors of the package: imports go down only, and importing has no side effect."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "evalcore"
CALCULATION, PLOTS, MOVING = range(3)
DRAWING, WIDGETS = {"matplotlib", "cycler", "PIL"}, {"ipywidgets", "IPython"}
FORBIDDEN = {CALCULATION: DRAWING | WIDGETS, PLOTS: WIDGETS, MOVING: set()}

# Which calculation stands on which; a picture may use any other picture, an exercise what all are made of.
STANDS_ON = {
    "evalcore.claims": {"evalcore.comparison"},
    "evalcore.conclusions": {"evalcore.comparison"},
    "evalcore.costs": {"evalcore.metrics"},
    "evalcore.fitting": {"evalcore.regions"},
    "evalcore.hypotheses": {"evalcore.description_length", "evalcore.no_free_lunch"},
    "evalcore.counts": {"evalcore.metrics"},
    "evalcore.rivals": {"evalcore.comparison", "evalcore.splitting"},
}
SHARED = {f"evalcore.exercises.{part}" for part in ("box", "judging", "reading")}


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def floor(module: str) -> int:
    """The floor of a module; what is neither moving nor a plot calculates."""
    room = module.split(".")[1:2]
    if room in (["explore"], ["exercises"], ["live"]):
        return MOVING
    return PLOTS if room == ["plots"] else CALCULATION


def imported(module: str, source: str) -> set[str]:
    """The dotted names that a module imports, also inside functions, relative ones made absolute."""
    is_package = module in MODULES and MODULES[module].name == "__init__.py"
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parents = module.split(".")
            parents = parents[: len(parents) - node.level + is_package] if node.level else []
            origin = ".".join([*parents, *([node.module] if node.module else [])])
            names |= {f"{origin}.{alias.name}" for alias in node.names}
    return names


def outside() -> set[str]:
    """The modules of other packages that this one imports."""
    nodes = [node for path in MODULES.values() for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    return {name for name in names if name.partition(".")[0] != "evalcore"}


def target(name: str) -> str:
    """The module of evalcore that a dotted name lies in, or the outside package."""
    if name.partition(".")[0] != "evalcore":
        return name.partition(".")[0]
    while name not in MODULES:
        name = name.rpartition(".")[0]
    return name


def breaches(module: str, source: str) -> list[str]:
    """What a module imports although its floor may not."""
    names = {target(name) for name in imported(module, source)}
    return sorted(name for name in names if not may_import(module, name))


def may_import(module: str, name: str) -> bool:
    """Lower floors; of the same floor what it stands on, what is shared, private helpers, and parts of its own room."""
    here = floor(module)
    if name.partition(".")[0] != "evalcore":
        return name not in FORBIDDEN[here]
    if floor(name) == here:
        same_room = module != "evalcore" and name.split(".")[1] == module.split(".")[1]
        known = here == PLOTS or name in SHARED | STANDS_ON.get(module, set())
        return known or same_room or name.rpartition(".")[2].startswith("_")
    return floor(name) < here


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_down_only(module):
    assert breaches(module, MODULES[module].read_text(encoding="utf-8")) == []


def test_no_module_imports_itself_through_others():
    below = {
        module: {target(name) for name in imported(module, path.read_text(encoding="utf-8"))} & MODULES.keys()
        for module, path in MODULES.items()
    }
    while leaves := [module for module, needs in below.items() if not needs & below.keys() - {"evalcore"}]:
        for module in leaves:
            del below[module]
    assert below == {}


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("evalcore.metrics", "import matplotlib.pyplot as plt", ["matplotlib"]),
        ("evalcore.metrics", "def f():\n    from ipywidgets import HTML", ["ipywidgets"]),
        ("evalcore.metrics", "from evalcore.plots import style", ["evalcore.plots.style"]),
        ("evalcore.metrics", "from .explore import explore", ["evalcore.explore"]),
        ("evalcore.metrics", "from . import datasets", ["evalcore.datasets"]),
        ("evalcore.not_yet_written", "from evalcore.datasets import DATA", ["evalcore.datasets"]),
        ("evalcore.splitting", "from evalcore.metrics import roc_curve", ["evalcore.metrics"]),
        ("evalcore.metrics", "from evalcore.costs import cost_curve", ["evalcore.costs"]),
        ("evalcore.plots.style", "from ..explore import explore", ["evalcore.explore"]),
        ("evalcore.plots.style", "import IPython.display", ["IPython"]),
        ("evalcore.exercises", "from evalcore.explore import explore", ["evalcore.explore"]),
        (
            "evalcore",
            "from evalcore.metrics import RocCurve, roc_curve\nfrom . import datasets",
            ["evalcore.datasets", "evalcore.metrics"],
        ),
        ("evalcore.metrics", "import numpy, sklearn.metrics\nfrom collections import abc", []),
        ("evalcore.costs", "from evalcore.metrics import RocCurve\nfrom evalcore._checks import asks", []),
        ("evalcore.plots.metrics", "from evalcore.metrics import RocCurve\nfrom .style import INK", []),
        ("evalcore.plots.boosting", "from evalcore.plots.costs import cost_plane", []),
        ("evalcore.explore", "import ipywidgets, matplotlib, evalcore.metrics, evalcore.plots.metrics", []),
    ],
)
def test_the_rule_sees_each_way_up(module, source, wrong):
    assert breaches(module, source) == wrong


def run(code: str, folder: Path, *first: str) -> str:
    """What a fresh Python prints, given these words and the names of all modules; it writes no bytecode of its own."""
    command = [sys.executable, "-B", "-W", "error", "-c", code, *first, *MODULES]
    this_package = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    result = subprocess.run(
        command, cwd=folder, env=this_package, capture_output=True, text=True, timeout=120, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout + result.stderr


SETTINGS_BEFORE_AND_AFTER = """
import importlib, os, random, sys

for module in sys.argv[1].split():  # what others set when they are imported is theirs
    importlib.import_module(module)
import matplotlib, numpy as np

def settings():
    return {
        "rcParams": dict(matplotlib.rcParams), "environment": dict(os.environ), "path": list(sys.path),
        "print options": np.get_printoptions(), "floating point errors": np.geterr(),
        "random": random.getstate(), "numpy random": repr(np.random.get_state()),
    }

before = settings()
for module in sys.argv[2:]:
    importlib.import_module(module)
print([name for name, value in settings().items() if value != before[name]])
"""


def test_importing_changes_no_setting_and_says_nothing(tmp_path):
    assert run(SETTINGS_BEFORE_AND_AFTER, tmp_path, " ".join(outside())) == "[]\n"


WRITES = """
import importlib, os, sys
import ipywidgets, matplotlib.figure, matplotlib.backends.backend_svg, sklearn

def watch(event, details):
    if event == "open" and details[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) and details[0] != os.devnull:
        print("writes", details[0])
    elif event in {"os.mkdir", "os.remove", "os.rename", "socket.connect", "subprocess.Popen"}:
        print(event, details)

sys.addaudithook(watch)
for module in sys.argv[1:]:
    importlib.import_module(module)
"""


def test_importing_writes_no_file_and_opens_no_connection(tmp_path):
    assert run(WRITES, tmp_path) == ""
    assert list(tmp_path.iterdir()) == []


CALCULATION_ALONE = """
import importlib, sys
for module in sys.argv[1:]:
    importlib.import_module(module)
print(sorted({"matplotlib", "ipywidgets", "IPython"} & sys.modules.keys()))
"""


def test_calculation_needs_neither_matplotlib_nor_ipywidgets(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "MODULES", {name: path for name, path in MODULES.items() if not floor(name)})
    assert run(CALCULATION_ALONE, tmp_path) == "[]\n"


NUMPY_ALONE = """
import evalcore.costs, evalcore.hypotheses, evalcore.metrics, sys
print(sorted({"scipy", "sklearn", "matplotlib"} & sys.modules.keys()))
"""


def test_hypotheses_metrics_and_costs_are_imported_with_numpy_alone(tmp_path):
    assert run(NUMPY_ALONE, tmp_path) == "[]\n"


MISSPELT = """
import sys
from evalcore.exercises import check
print(check("space-sise", 1), sorted({"scipy", "sklearn", "dask"} & sys.modules.keys()))
"""


def test_a_name_that_no_exercise_has_is_sought_without_scipy_and_scikit_learn(tmp_path):
    """Every chapter's exercises are imported then; in a browser that would be twenty megabytes."""
    assert run(MISSPELT, tmp_path) == "✗ Not yet. There is no exercise named 'space-sise'. []\n"


def test_no_test_is_left_out_where_all_packages_are(pytestconfig):
    """A module whose packages are not there is left out; here they are, or the tests in a browser would be out too."""
    pytest.importorskip("playwright")
    home = str(PACKAGE.parent / "conftest.py")
    conftest = next(one for one in pytestconfig.pluginmanager.get_plugins() if getattr(one, "__file__", "") == home)
    files = (PACKAGE.parent / "tests").rglob("test_*.py")
    assert {file.name: needs for file in files if (needs := conftest.missing(file))} == {}
