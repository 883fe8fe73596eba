"""A type checker sees the public names of the calculation with their signatures, also below ``@asks``."""

import re
from importlib import import_module
from inspect import isclass, isfunction

import layers
import pytest

from notebooks import ROOT

api = pytest.importorskip("mypy.api")

SEEN = re.compile(r'caller\.py:(\d+): note: Revealed type is "(.*)"')
UNKNOWN = re.compile(r"Any|def \(\*Any.*|.*-> Any|.*\b(?:y_true|y_score|X|y|rng|axes): Any\b.*")


def public() -> list[str]:
    """Return every public function and class of the calculation, by its dotted name."""
    names = []
    for module in (name for name in layers.CALCULATION if "._" not in name):
        own = {name: member for name, member in vars(import_module(module)).items() if not name.startswith("_")}
        own = {name: member for name, member in own.items() if isfunction(member) or isclass(member)}
        names += [f"{module}.{name}" for name, member in own.items() if member.__module__ == module]
    return names


def test_no_public_name_is_unknown_to_a_type_checker(tmp_path):
    names = public()
    modules = sorted({name.rpartition(".")[0] for name in names})
    lines = [*(f"import {module}" for module in modules), *(f"reveal_type({name})" for name in names)]
    caller = tmp_path / "caller.py"
    caller.write_text("\n".join(lines), encoding="utf-8")
    options = [
        "--follow-imports=silent",
        "--ignore-missing-imports",
        f"--cache-dir={ROOT / '.mypy_cache'}",
        str(caller),
    ]
    report, complaint, status = api.run(options)
    assert status == 0, report + complaint
    seen = {int(line): kind for line, kind in SEEN.findall(report)}
    assert len(seen) == len(names)
    by_name = {lines[line - 1].removeprefix("reveal_type(")[:-1]: kind for line, kind in seen.items()}
    assert {name: kind for name, kind in by_name.items() if UNKNOWN.fullmatch(kind)} == {}
