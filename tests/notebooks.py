"""Reading stored notebooks for the tests."""

import ast
import re
import sys
from functools import cache
from pathlib import Path

import nbformat
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "locale"))
import catalogues

from evalcore.exercises import kept_answers

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

CHINESE = [catalogues.CHINESE / path.name for path in NOTEBOOKS]

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@cache
def read(path: Path) -> nbformat.NotebookNode:
    """Return the notebook, which is read once for all tests; they must not change it."""
    return nbformat.read(path, as_version=4)


def code_cells(path: Path) -> list[nbformat.NotebookNode]:
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def predictions_in(cell: nbformat.NotebookNode) -> list[tuple]:
    """Return question, options, answer and reason of each prediction in a cell, and the number of cells it covers."""
    predictions = []
    for node in ast.walk(ast.parse(cell.source)) if cell.cell_type == "code" else []:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "predict":
            covers = next((word.value.value for word in node.keywords if word.arg == "covers"), 1)
            question, options, *answer = map(ast.literal_eval, node.args)
            if len(answer) == 1:
                _, *answer = kept_answers()[answer[0]]
            predictions.append((question, options, *answer, covers))
    return predictions


def tells(text: str, question: str, options: list[str], answer: str, because: str) -> list[str]:
    """Return what in a visible text gives away the answer of a prediction.

    These are the words of the correct option, in a row and without those of another option, or all words (three or
    more) in one sentence that are neither in the question nor in other options; and numbers of the option, or long ones
    of its reason, that are too long for a coincidence.
    """
    plain = " ".join(text.split()).lower()
    rivals = [option.lower() for option in options if option != answer]
    others = " ".join(rivals)
    alone = answer.lower() in plain and not any(option in plain for option in rivals)
    giveaways = [answer] if len(answer.split()) > 2 and alone else []
    own = _long_words(answer) - _long_words(f"{question} {others}")
    parts = re.split(r"[.?:;] ", plain) if len(own) > 2 else []
    giveaways += [f"{' '.join(sorted(own))}: {part}" for part in parts if own <= _long_words(part)]
    other_numbers = set(re.findall(r"\d+(?:[.,/]\d+)*", question + others))
    numbers = {
        *re.findall(r"\d+/\d+|\d+[.,]\d{2,}|\d{3,}", answer),
        *re.findall(r"\d+[.,]\d{3,}|\d{4,}", because),
    } - other_numbers
    return giveaways + sorted(
        number for number in numbers if re.search(rf"(?<![\d.]){re.escape(number)}(?![\d.]*\d)", plain)
    )


def _long_words(text):
    return set(re.findall(r"[a-z]{4,}", text.lower()))
