"""What is new is seen by being there: in the hostile table, the laws, the mutation, the glossary, the pages' scripts.

The hostile table's own test stands in ``test_hostile_input.py``. A new module of calculation, or a new public function
in one, needs no registration anywhere: these tests name what is missing.
"""

import ast
import re
import tomllib
from fnmatch import fnmatch
from importlib import import_module
from inspect import isclass, isfunction

import floors
import pytest

from notebooks import ROOT, read

pytestmark = pytest.mark.texts
TESTS = ROOT / "tests"
# Public names in ordinary words, which no reader will look up.
ORDINARY_WORDS = {
    "alike_groups", "coverage", "crossings", "decompose", "lean", "Lean", "Melons", "Outcome", "Trials", "run_trials",
    "wave", "load_horse_colic", "load_watermelons", "Contest",
}  # fmt: skip
KNOWN_BY_THEIR_AUTHORS = {"iman_davenport"}  # Friedman's F in the glossary


def public(module: str) -> set[str]:
    """The functions and classes that a module defines for others."""
    members = vars(import_module(module)).items()
    own = {name: member for name, member in members if getattr(member, "__module__", None) == module}
    return {name for name, member in own.items() if name[0] != "_" and (isfunction(member) or isclass(member))}


CALCULATION = [name for name in floors.CALCULATION if not name.rpartition(".")[2].startswith("_")]
NAMES = [f"{module}.{name}" for module in CALCULATION for name in sorted(public(module))]


def words(text: str) -> set[str]:
    """The words of a text or a name (of ``McNemar`` also both halves), small and without the s of the plural."""
    found = re.findall(r"[A-Za-z]+|\d+", text) + re.findall(r"[A-Z]?[a-z]+", text)
    return {word.lower().rstrip("s") for word in found}


def named_in_laws() -> set[str]:
    """Whatever the tests call by its name, those of hostile input and of these nets aside."""
    files = [path for path in TESTS.glob("test_*.py") if path.name not in ("test_hostile_input.py", "test_nets.py")]
    nodes = [node for path in files for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    plain = {node.id for node in nodes if isinstance(node, ast.Name)}
    return plain | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def members(name: str) -> list[str]:
    """The function itself; of a class its public methods and properties."""
    module, _, own = name.rpartition(".")
    found = getattr(import_module(module), own)
    if not isclass(found):
        return [name]
    return [
        f"{name}.{key}"
        for key, value in vars(found).items()
        if key[0] != "_" and (isfunction(value) or isinstance(value, property))
    ]


def test_every_public_function_method_and_property_has_a_law():
    called = named_in_laws()
    assert [member for name in NAMES for member in members(name) if member.rpartition(".")[2] not in called] == []


def test_every_public_name_is_a_term_of_the_glossary():
    """One of its words, at least; what is no term stands above, and only that."""
    cells = {cell.id: cell.source for cell in read(ROOT / "notebooks" / "00_start_here.ipynb").cells}
    terms = words(cells["notation"] + cells["glossary"])
    no_term = {name.rpartition(".")[2] for name in NAMES if not words(name.rpartition(".")[2]) & terms}
    assert no_term == ORDINARY_WORDS | KNOWN_BY_THEIR_AUTHORS


@pytest.mark.parametrize("module", floors.CALCULATION)
def test_the_mutation_changes_every_calculation(module):
    mutation = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    path = floors.MODULES[module].relative_to(ROOT).as_posix()
    taken, left_out = (
        [fnmatch(path, pattern) for pattern in mutation[name]] for name in ("only_mutate", "do_not_mutate")
    )
    assert any(taken)
    assert not any(left_out)


@pytest.mark.parametrize("workflow", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda path: path.name)
def test_a_workflow_pins_its_actions_has_least_permissions_and_no_secret(workflow):
    text = workflow.read_text(encoding="utf-8")
    used = re.findall(r"uses: (\S+)", text)
    assert [action for action in used if not re.fullmatch(r"\./.*|[\w./-]+@[0-9a-f]{40}", action)] == []
    assert "\npermissions:\n  contents: read\n\n" in text
    assert "secrets." not in text
