"""Break the code behind random rows of the ledger: ``python tests/break_claims.py [rows] [seed]``.

Mutation testing checks whether any test notices a change; this checks the one test that a row names. In the calculation
code that the test runs, a number, a sign or a comparison is changed, one at a time, until the test fails. A test that
never fails does not prove what its row says. (A cell that proves a row asserts it, and nbval compares what it prints.)
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

ROOT = Path(__file__).resolve().parent.parent
COPIED = ["evalcore", "notebooks", "locale", "data", "tests", "conftest.py", "pyproject.toml"]
TRIES = 12  # changes per row until its test fails
TURNED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.Lt: ast.GtE, ast.GtE: ast.Lt,
          ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.And: ast.Or, ast.Or: ast.And,
          ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.Pow: ast.Mult}  # fmt: skip
# Run in a new process: prints the exit status of the test, the functions that it calls as [file, first line], and the
# functions that its module calls on import, which count if the test calls none.
TRACE = """import json, sys, pytest
calls = {False: set(), True: set()}
class Traced:
    running = False
    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self):
        self.running = True
        try:
            return (yield)
        finally:
            self.running = False
traced = Traced()
def look(frame, event, arg):
    if event == "call":
        calls[traced.running].add((frame.f_code.co_filename, frame.f_code.co_firstlineno))
sys.setprofile(look)
status = pytest.main(["-q", "-p", "no:cacheprovider", sys.argv[1]], plugins=[traced])
sys.setprofile(None)
print(json.dumps([int(status), sorted(calls[True]), sorted(calls[False])]))"""


def places(tree: ast.AST) -> list[ast.AST]:
    """Return the positions in a piece of code that can be changed."""
    return [
        node
        for node in ast.walk(tree)
        if (isinstance(node, ast.Constant) and isinstance(node.value, int | float))
        or (isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in TURNED)
        or (isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED)
    ]


def change(node: ast.AST) -> str:
    """Make the change at this position, and return a description of it."""
    before = ast.unparse(node)
    match node:
        case ast.Constant():
            node.value = not node.value if isinstance(node.value, bool) else node.value + 1
        case ast.Compare():
            node.ops[0] = TURNED[type(node.ops[0])]()
        case _:
            node.op = TURNED[type(node.op)]()
    return f"{before} -> {ast.unparse(node)}"


def python(copy: Path, *arguments: str) -> subprocess.CompletedProcess:
    environment = os.environ | {"PYTHONPATH": str(copy), "OMP_NUM_THREADS": "1"}
    return subprocess.run([sys.executable, *arguments], cwd=copy, env=environment, capture_output=True, text=True)


def functions_called(copy: Path, test: str) -> list[tuple[Path, int]]:
    """Return the calculation functions that a test runs, as file and first line."""
    status, *calls = json.loads(python(copy, "-c", TRACE, test).stdout.splitlines()[-1])
    if status:
        raise RuntimeError(f"{test} fails before anything is broken")
    for called in calls:
        functions = []
        for path in {Path(name) for name, _ in called if Path(name).parent == copy / "evalcore"}:
            lines = {line for name, line in called if Path(name) == path}
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for part in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
                starts = {part.lineno, *(decorator.lineno for decorator in part.decorator_list)}
                functions += [(path, part.lineno)] * bool(starts & lines and path.name != "_checks.py")
        if functions:
            return functions
    return []


def notices(copy: Path, test: str, chance: random.Random) -> tuple[bool, list[str]]:
    """Return whether some change makes the test fail, and the changes tried."""
    candidates, tried = [], []
    for path, line in functions_called(copy, test):
        part = function_at(ast.parse(path.read_text(encoding="utf-8")), line)
        candidates += [(path, line, place) for place in range(len(places(part)))]
    for path, line, place in chance.sample(sorted(candidates), min(TRIES, len(candidates))):
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        part = function_at(tree, line)
        tried.append(f"{path.stem}.{part.name}: {change(places(part)[place])}")
        path.write_text(ast.unparse(tree), encoding="utf-8")
        failed = python(copy, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", test).returncode != 0
        path.write_text(source, encoding="utf-8")
        if failed:
            return True, tried
    return False, tried


def function_at(tree: ast.AST, line: int) -> ast.FunctionDef:
    return next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.lineno == line)


def main(count: int = 50, seed: int = 0) -> None:
    """Break the code behind this many rows, and print the rows whose test did not notice, with the changes."""
    with (ROOT / "tests" / "ledger.csv").open(encoding="utf-8", newline="") as table:
        rows = [row for row in csv.DictReader(table) if row["test"].startswith("tests/")]
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve()
        for name in COPIED:
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, copy / name)
        for row in chance.sample(rows, min(count, len(rows))):
            noticed, tried = notices(copy, row["test"], chance)
            words = tried[-1:] if noticed else tried
            print("fails " if noticed else "SILENT", row["item"], row["test"], *words, sep=" | ", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
