"""The words of evalcore: whatever its code marks, and the names of the controls in the notebooks."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import nbformat

from evalcore.frontend import WORDS

ROOT = Path(__file__).resolve().parent.parent
MARKS = {"_": 0, "translated": 0, "marked": 0, "family": 1}  # which argument is words
OF_THE_CALCULATION = {"HORSE_COLIC_SOURCE"}  # names of words in modules that may import no marks
OF_EXPLORE = {"still", "alt", "play", "lattice", "glide", "trace", "veil"}  # keywords that are no controls


class Words(NamedTuple):
    """An entry that evalcore asks for."""

    text: str
    context: str | None  # "control", or none
    place: str  # the file


def words() -> Iterator[Words]:
    """Yield the words of evalcore, file by file; repeated words are repeated."""
    for path in sorted((ROOT / "evalcore").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for text in (*_marked(tree), *_named(tree)):
            yield Words(text, None, path.relative_to(ROOT).as_posix())
    for path in sorted((ROOT / "evalcore").rglob("*.js")):
        for text in WORDS.findall(path.read_text(encoding="utf-8")):
            yield Words(text, None, path.relative_to(ROOT).as_posix())
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for name in _controls(nbformat.read(path, as_version=4)):
            yield Words(name.replace("_", " "), "control", path.relative_to(ROOT).as_posix())


def _calls(tree):
    return sorted((node for node in ast.walk(tree) if isinstance(node, ast.Call)), key=lambda node: node.lineno)


def _marked(tree):
    """Yield the string literals that are marked; a marked name was a literal elsewhere."""
    for call in _calls(tree):
        place = MARKS.get(getattr(call.func, "id", ""), len(call.args))
        for argument in call.args[place : place + 1]:
            if isinstance(argument, ast.Constant):
                yield argument.value
            elif isinstance(argument, ast.JoinedStr):
                raise ValueError(f"words are marked as a template, with fields beside them: {ast.unparse(call)}")


def _named(tree):
    """Yield the words that a calculation module binds to these names; a notebook shows them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in OF_THE_CALCULATION:
            yield ast.literal_eval(node.value)


def _controls(notebook):
    """Yield the names of the controls of ``explore`` that are longer than a letter."""
    trees = [ast.parse(cell.source) for cell in notebook.cells if cell.cell_type == "code"]
    assigned = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    values = {target.id: node.value for node in assigned for target in node.targets if isinstance(target, ast.Name)}
    for call in (call for tree in trees for call in _calls(tree)):
        if getattr(call.func, "id", "") == "explore":
            keywords = [k for word in call.keywords for k in ([word] if word.arg else values[word.value.id].keywords)]
            yield from (word.arg for word in keywords if len(word.arg) > 1 and word.arg not in OF_EXPLORE)
