"""Break what random rows of the ledger claim: ``python tests/break_claims.py [rows] [seed]``.

Their proofs have to fail then. A row that a test proves is broken in the code of ``evalcore`` that the test runs, a
row that a cell proves in the cell: a number, a sign, a comparison or what a list gathers is changed, one at a time, a
few times at most.
"""

import ast
import csv
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).resolve().parent.parent
COPIED = ["evalcore", "notebooks", "data", "tests", "conftest.py", "pyproject.toml"]
TRIES = 12  # changes of a row, until its proof fails
TURNED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.Lt: ast.GtE, ast.GtE: ast.Lt,
          ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.And: ast.Or, ast.Or: ast.And,
          ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.Pow: ast.Mult}  # fmt: skip
# Run by the tests' own interpreter: which functions of evalcore a test calls, as [file, first line]; if none, those
# that its module calls before.
TRACE = """import json, os, sys, pytest
before, called, within = set(), set(), f"{os.sep}evalcore{os.sep}"
def look(frame, event, arg):
    code = frame.f_code
    if event == "call" and within in code.co_filename and code.co_name[0] != "<":
        found.add((code.co_filename, code.co_firstlineno))
class Traced:
    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self):
        global found
        found = called
        try:
            return (yield)
        finally:
            found = before
found = before
sys.setprofile(look)
status = pytest.main(["-q", "-p", "no:cacheprovider", sys.argv[1]], plugins=[Traced()])
sys.setprofile(None)
print(json.dumps([int(status), sorted(called or before)]))"""


def places(tree: ast.AST) -> list[ast.AST]:
    """What can be changed in a piece of code."""
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings and the like
    return [node for node in ast.walk(tree) if id(node) not in notes and (
        (isinstance(node, ast.Constant) and isinstance(node.value, int | float))
        or (isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in TURNED)
        or (isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED)
        or (isinstance(node, ast.List | ast.Tuple) and ast.Starred in map(type, node.elts)))]  # fmt: skip


def change(node: ast.AST) -> str:
    """Change this place; what was changed, in words."""
    before = ast.unparse(node)
    match node:
        case ast.Constant(value=bool()):
            node.value = not node.value
        case ast.Constant():
            node.value += 1
        case ast.List() | ast.Tuple():  # one that is gathered
            node.elts.pop()
        case ast.Compare():
            node.ops[0] = TURNED[type(node.ops[0])]()
        case _:
            node.op = TURNED[type(node.op)]()
    return f"{before} -> {ast.unparse(node)}"


def python(copy: Path, *arguments: str) -> subprocess.CompletedProcess:
    environment = os.environ | {"PYTHONPATH": str(copy), "OMP_NUM_THREADS": "1"}
    return subprocess.run([sys.executable, *arguments], cwd=copy, env=environment, capture_output=True, text=True)


def broken_test(copy: Path, test: str, chance: random.Random) -> tuple[bool, list[str]]:
    """Whether a change of the code that the test runs makes it fail, and the changes tried."""
    status, called = json.loads(python(copy, "-c", TRACE, test).stdout.splitlines()[-1])
    if status:
        raise RuntimeError(f"{test} fails before anything is broken")
    found = []
    for name, first in called:
        tree = ast.parse(Path(name).read_text(encoding="utf-8"))
        for part in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            starts = [part.lineno, *(decorator.lineno for decorator in part.decorator_list)]
            if first in starts and Path(name).parent.name == "evalcore" and Path(name).stem != "_checks":
                found += [(Path(name), part.lineno, place) for place in range(len(places(part)))]
    tried = []
    for path, line, place in chance.sample(found, min(TRIES, len(found))):
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        part = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.lineno == line)
        tried.append(f"{path.stem}.{part.name}: {change(places(part)[place])}")
        path.write_text(ast.unparse(tree), encoding="utf-8")
        try:
            failed = python(copy, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", test).returncode != 0
        finally:
            path.write_text(source, encoding="utf-8")
        if failed:
            return True, tried
    return False, tried


def broken_cell(copy: Path, test: str, chance: random.Random) -> tuple[bool, list[str]]:
    """Whether a change of the cell makes it fail, or say something else than is stored; and the changes tried."""
    name, _, cell_id = test.partition("::")
    notebook = nbformat.read(copy / name, as_version=4)
    at = next(place for place, cell in enumerate(notebook.cells) if cell.id == cell_id)
    stored, source = said(notebook.cells[at]), notebook.cells[at].source
    before = nbformat.v4.new_notebook(cells=notebook.cells[:at], metadata=notebook.metadata)
    client = NotebookClient(
        before, timeout=600, kernel_name="python3", resources={"metadata": {"path": copy / "notebooks"}}
    )
    count, tried = len(places(ast.parse(source))), []
    with client.setup_kernel():
        for place, cell in enumerate(before.cells):
            client.execute_cell(cell, place)
        for place in chance.sample(range(count), min(TRIES, count)):
            tree = ast.parse(source)
            tried.append(f"{cell_id}: {change(places(tree)[place])}")
            changed = nbformat.v4.new_code_cell(ast.unparse(tree))
            before.cells.append(changed)
            try:
                client.execute_cell(changed, at)
                if said(changed) != stored:
                    return True, tried
            except CellExecutionError:
                return True, tried
            finally:
                before.cells.pop()
    return False, tried


def said(cell):
    """What a cell printed and showed, in words."""
    return "".join(out.get("text", "") or out.get("data", {}).get("text/plain", "") for out in cell.outputs).strip()


def main(count: int, seed: int) -> None:
    """Break so many rows; name those whose proof did not notice."""
    with (ROOT / "tests" / "ledger.csv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    chance, silent = random.Random(seed), []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, copy / name)
        os.environ["PYTHONPATH"] = str(copy)  # for the kernels
        for row in chance.sample(rows, min(count, len(rows))):
            proof = broken_cell if row["test"].startswith("notebooks/") else broken_test
            noticed, tried = proof(copy, row["test"], chance)
            print("fails " if noticed else "SILENT", row["item"], row["test"], *tried[-1:], sep=" | ", flush=True)
            if not noticed:
                silent.append((row["item"], row["test"], tried))
    print(f"{count - len(silent)} of {count} proofs fail when something that they rest on is changed")
    for item, test, tried in silent:
        print(item, "|", test, *tried, sep="\n    ")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3] or ["50"]), *([0] if len(sys.argv) < 3 else []))
