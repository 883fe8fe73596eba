"""What the tests ask of a stored notebook."""

import ast
from functools import cache
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@cache
def read(path: Path) -> nbformat.NotebookNode:
    """The notebook, read once for all tests: they look at it and change nothing."""
    return nbformat.read(path, as_version=4)


def code_cells(path: Path) -> list[nbformat.NotebookNode]:
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def predictions_in(cell: nbformat.NotebookNode) -> list[tuple]:
    """The question, options, answer and reason of each prediction of a cell, and how many cells it covers."""
    found = []
    for node in ast.walk(ast.parse(cell.source)) if cell.cell_type == "code" else []:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "predict":
            covers = next((word.value.value for word in node.keywords if word.arg == "covers"), 1)
            found.append((*map(ast.literal_eval, node.args), covers))
    return found
