"""Run notebooks from a fresh kernel and store them normalised: ``python tests/store.py [notebook or 05 ...]``.

What is stored depends on nothing but the cells: no execution counts, no timestamps, no widget ids. A figure is stored
once, as PNG, with its alternative text as ``text/plain`` and in the output's metadata. Cells are collapsed by their
first line, because JupyterLab opens every cell that is run there. What a prediction covers, and what a solution shows,
is folded (``book/folding.py``).

The Chinese notebooks are derived by ``locale/catalogues.py`` and are not run here.
"""

import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from notebooks import NOTEBOOKS, ROOT, predictions_in

sys.path.insert(0, str(ROOT / "book"))
from folding import folded, unfolded

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"},
}
CELL_METADATA = {"slideshow", "tags", "jupyter", "stays_until", "figure", "terms", "not_linked"}
COLLAPSED = re.compile(r"# (Prediction|(Drawing|Simulation|Calculation|Check)(: .+)?|Solution)\n")  # what stays visible
NEEDS_A_KERNEL = {"application/vnd.jupyter.widget-view+json"}


def run(notebook: nbformat.NotebookNode, folder: Path) -> nbformat.NotebookNode:
    """Return the notebook with fresh outputs; raise an error at the first cell that fails."""
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": folder}},
                            record_timing=False, coalesce_streams=True)  # fmt: skip
    return client.execute()


def collapse(notebook: nbformat.NotebookNode) -> None:
    """Hide the source of imports and of cells with such a first line; fold what solutions and covered cells show."""
    covered: set[str] = set()
    for place, cell in enumerate(notebook.cells):
        for *_, covers in predictions_in(cell):
            covered |= {other.id for other in notebook.cells[place + 1 : place + 1 + covers]}
    for cell in (cell for cell in notebook.cells if cell.cell_type == "code"):
        cell.metadata.pop("jupyter", None)
        if COLLAPSED.match(cell.source) or cell.id.startswith("imports"):
            cell.metadata["jupyter"] = {"source_hidden": True}
        summary = "After the prediction" if cell.id in covered else "Output of the solution"
        if cell.id in covered or cell.source.startswith("# Solution\n"):
            cell.outputs = [folded(output, summary) for output in cell.outputs]


def normalised(notebook: nbformat.NotebookNode) -> str:
    """Return the text under which a notebook is stored."""
    notebook = nbformat.from_dict(notebook)
    minutes = notebook.metadata.get("minutes", {})
    notebook.metadata = nbformat.from_dict(METADATA | {"minutes": minutes})
    notebook.nbformat_minor = 5
    for cell in notebook.cells:
        cell.metadata = {key: value for key, value in cell.metadata.items() if key in CELL_METADATA}
        if cell.cell_type == "code":
            cell.execution_count = None  # so that inserting a cell changes no other
            cell.outputs = [cleaned(unfolded(output)) for output in cell.outputs]
    collapse(notebook)
    return nbformat.writes(notebook) + "\n"


def cleaned(output: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Return an output without what changes from run to run, or needs a kernel; a figure as PNG alone."""
    if "execution_count" in output:
        output.execution_count = None
    output.get("metadata", {}).pop("application/vnd.jupyter.widget-view+json", None)
    if "data" in output:
        unwanted = NEEDS_A_KERNEL | ({"text/html"} if "image/png" in output.data else set())
        output.data = {kind: data for kind, data in output.data.items() if kind not in unwanted}
    return output


def chosen(name: str) -> list[Path]:
    """Return the notebook at this path, or those whose names begin so."""
    if name.endswith(".ipynb"):
        return [Path(name)]
    return [path for path in NOTEBOOKS if path.name.startswith(name)]


def run_and_normalise(path: Path) -> str:
    """Return the text under which this notebook is stored, run from a fresh kernel."""
    return normalised(run(nbformat.read(path, as_version=4), path.parent))


def main(names: list[str]) -> None:
    """Run and store each notebook, or all of them, as many at a time as there are cores."""
    paths = [path for name in names or [""] for path in chosen(name)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, text in zip(paths, pool.map(run_and_normalise, paths), strict=True):
            if not path.exists() or text != path.read_text(encoding="utf-8"):
                path.write_text(text, encoding="utf-8")
                print(f"stored {path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
