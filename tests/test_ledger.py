"""The ledger names, for each item of the sources, the cell that teaches it and the test that proves it."""

import ast
import csv
import re
from functools import cache

import pytest
from folding import unfolded

from notebooks import NOTEBOOKS, ROOT, read

pytestmark = pytest.mark.texts

with (ROOT / "tests" / "ledger.csv").open(encoding="utf-8", newline="") as table:
    ROWS = list(csv.DictReader(table, strict=True))

# The numbered items of the sources: equations of the book, the lecture and note 002, and the list of errata.
NUMBERED = {f"eq 2.{n}" for n in range(2, 37)} | {f"004 eq {n}" for n in range(1, 5)}
NUMBERED |= {f"002 eq {n}" for n in range(1, 12)} | {f"errata {n}" for n in range(1, 19)}


@cache
def cells(notebook):
    return {cell.id: cell for cell in read(ROOT / "notebooks" / notebook).cells}


@cache
def proofs_in(path):
    """Return the node ids of a test file, read without importing it."""
    tops = ast.parse((ROOT / path).read_text(encoding="utf-8")).body if (ROOT / path).exists() else []
    parts = [(top, part) for top in tops for part in (top.body if isinstance(top, ast.ClassDef) else [top])]
    tests = [(top, part) for top, part in parts if isinstance(part, ast.FunctionDef) and part.name.startswith("test_")]
    return {f"{path}::{top.name}::{part.name}" if part is not top else f"{path}::{part.name}" for top, part in tests}


def checks_itself(cell):
    """Return whether a cell fails if its claim is false: ``assert``, ``raise AssertionError`` or ``check(...)``."""
    nodes = list(ast.walk(ast.parse(cell.source)))
    named = {node.id for node in nodes if isinstance(node, ast.Name)}
    return any(isinstance(node, ast.Assert) for node in nodes) or bool(named & {"AssertionError", "check"})


def stored_words(cell):
    outputs = [unfolded(output) for output in cell.get("outputs", [])]
    shown = [out.get("data", {}).get(kind, "") for out in outputs for kind in ("text/plain", "text/markdown")]
    return "\n".join([*(out.get("text", "") for out in outputs), *shown])


def stands_in(number, words):
    number, words = number.replace("−", "-"), words.replace("−", "-")
    return bool(re.search(rf"(?<![\w./-]){re.escape(number)}(?![\w%/]|\.\d)", words))


def missing_in_cell(row):
    """Return what a row says about its cell and is not true."""
    if row["cell"] not in cells(row["notebook"]):
        return f"no cell {row['cell']}"
    words = stored_words(cells(row["notebook"])[row["cell"]])
    return [number for number in row["number"].split(" | ") if number and not stands_in(number, words)]


def missing_proof(row):
    """Return what a row says about its proof and is not true."""
    path = row["test"].partition("::")[0]
    if not path.endswith(".ipynb"):
        return "" if row["test"] in proofs_in(path) else f"no test {row['test']}"
    if row["test"] != f"notebooks/{row['notebook']}::{row['cell']}":
        return "a cell proves what it teaches itself"
    return "" if checks_itself(cells(row["notebook"])[row["cell"]]) else "the cell asserts nothing"


def test_every_cell_exists_and_shows_the_numbers():
    assert {row["item"]: fault for row in ROWS if (fault := missing_in_cell(row))} == {}


def test_every_proof_exists():
    assert {row["item"]: fault for row in ROWS if (fault := missing_proof(row))} == {}


def test_every_numbered_item_and_every_chapter_has_a_row():
    items = [row["item"] for row in ROWS]
    assert len(items) == len(set(items)), "an item stands twice"
    assert sorted(NUMBERED - set(items)) == []
    assert {path.name for path in NOTEBOOKS} == {row["notebook"] for row in ROWS}
    assert [row for row in ROWS if not (row["source"] and row["what"]) or None in row] == []


@pytest.mark.parametrize(
    ("number", "words", "stands"),
    [
        ("0.6", "E 0.68", False), ("0.6", "P 0.6, R", True), ("6", "0.6", False), ("37", "137 or 370", False),
        ("50", "50%", False), ("1/4", "11/4 1/40", False), ("1", "1/4", False), ("0.2", "-0.2", False),
        ("-0.2", "is −0.2.", True), ("0.6", "so 0.6.", True), ("(0, 0.1)", "0.9: (0, 0.1)", True), ("1", "F1", False),
    ],
)  # fmt: skip
def test_a_number_stands_as_a_whole(number, words, stands):
    assert stands_in(number, words) == stands
