"""Every name in ARCHITECTURE.md is in the code: functions and classes, functions of the scripts, files, layers."""

import ast
import re

import layers
import pytest

from notebooks import ROOT

pytestmark = pytest.mark.texts
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
QUOTED = sorted(set(re.findall(r"`([^`]+)`", PAGE)))
FILES = layers.MODULES | {path.stem: path for room in ("book", "locale") for path in (ROOT / room).glob("*.py")}
SCRIPTS = "".join(
    path.read_text(encoding="utf-8") for room in ("book", "evalcore") for path in (ROOT / room).rglob("*.js")
)


def names_in(body: list[ast.stmt]) -> set[str]:
    """Return the names that a module defines, and the members of its classes as ``Class.member``."""
    defined = set()
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            defined.add(node.name)
        if isinstance(node, ast.ClassDef):
            defined |= {f"{node.name}.{name}" for name in names_in(node.body)}
    return defined


@pytest.mark.parametrize("name", [name for name in QUOTED if re.fullmatch(r"\w+(\.\w+)+", name)])
def test_a_name_is_defined(name):
    module = name
    while module not in FILES:
        module = module.rpartition(".")[0]
        assert module, f"no module of the project begins {name}"
    rest = name[len(module) + 1 :]
    assert not rest or rest in names_in(ast.parse(FILES[module].read_text(encoding="utf-8")).body)


@pytest.mark.parametrize("name", [name for name in QUOTED if name.endswith("()")])
def test_a_function_of_a_script_is_defined(name):
    assert re.search(rf"^ *(async )?(function )?{name[:-2]}\([^;]*\{{$", SCRIPTS, re.MULTILINE)


@pytest.mark.parametrize("name", [name for name in QUOTED if "/" in name])
def test_a_file_is_there(name):
    assert (ROOT / name).exists()


def test_the_layers_are_those_of_the_package():
    for layer, modules in {"interactive": layers.INTERACTIVE, "language": layers.LANGUAGE}.items():
        (named,) = re.findall(rf"^\| {layer} \| (.*?) \|", PAGE, re.MULTILINE)
        assert set(re.findall(r"\w+", named)) == modules
