"""Run notebooks from a fresh kernel and store them normalised: ``python tests/store.py [notebook or 05 ...]``.

What is stored depends on nothing but the cells: no execution counts, no timestamps, no widget ids. A figure is stored
once, as PNG, with its alternative text as ``text/plain`` and in the output's metadata. Cells are collapsed by their
first line, because JupyterLab opens every cell that is run there.

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

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"},
}
CELL_METADATA = {"slideshow", "tags", "jupyter", "stays_until", "terms", "not_linked"}
COLLAPSED = re.compile(r"# (Prediction|(Drawing|Simulation|Calculation|Check)(: .+)?|Solution)\n")  # what stays visible
NEEDS_A_KERNEL = {"application/vnd.jupyter.widget-view+json"}
# JupyterLab shows the first line of a collapsed output unless its first part has no text.
NO_LINE = nbformat.from_dict({"output_type": "display_data", "data": {}, "metadata": {}})


def run(notebook: nbformat.NotebookNode, folder: Path) -> nbformat.NotebookNode:
    """Return the notebook with fresh outputs; raise an error at the first cell that fails."""
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": folder}},
                            record_timing=False, coalesce_streams=True)  # fmt: skip
    return client.execute()


def collapse(notebook: nbformat.NotebookNode) -> None:
    """Hide the source of imports and of cells with such a first line, the outputs of solutions and of covered cells.

    The author decides whether a covered interactive figure is hidden, because some have to be moved before the choice.
    """
    covered: set[str] = set()
    for place, cell in enumerate(notebook.cells):
        for *_, covers in predictions_in(cell):
            covered |= {other.id for other in notebook.cells[place + 1 : place + 1 + covers]}
    for cell in (cell for cell in notebook.cells if cell.cell_type == "code"):
        hidden = cell.source.startswith("# Solution\n") or (cell.id in covered and bool(cell.outputs))
        if "explore(" in cell.source:
            hidden = cell.metadata.get("jupyter", {}).get("outputs_hidden", False)
        folded = bool(COLLAPSED.match(cell.source)) or cell.id.startswith("imports")
        states = {"source_hidden": folded, "outputs_hidden": hidden}
        cell.metadata["jupyter"] = {name: True for name, state in states.items() if state}
        if not cell.metadata["jupyter"]:
            del cell.metadata["jupyter"]


def normalised(notebook: nbformat.NotebookNode) -> str:
    """Return the text under which a notebook is stored."""
    notebook = nbformat.from_dict(notebook)
    for cell in (cell for cell in notebook.cells if cell.cell_type == "code"):
        cell.outputs = [output for output in cell.outputs if output != NO_LINE]
    collapse(notebook)
    minutes = notebook.metadata.get("minutes", {})
    notebook.metadata = nbformat.from_dict(METADATA | {"minutes": minutes})
    notebook.nbformat_minor = 5
    for cell in notebook.cells:
        cell.metadata = {key: value for key, value in cell.metadata.items() if key in CELL_METADATA}
        if cell.cell_type == "code":
            cell.execution_count = None  # so that inserting a cell changes no other
            if cell.outputs and cell.metadata.get("jupyter", {}).get("outputs_hidden"):
                cell.outputs.insert(0, NO_LINE)
        for output in cell.get("outputs", []):
            if "execution_count" in output:
                output.execution_count = None
            output.get("metadata", {}).pop("application/vnd.jupyter.widget-view+json", None)
            if "data" in output:
                unwanted = NEEDS_A_KERNEL | ({"text/html"} if "image/png" in output.data else set())
                output.data = {kind: data for kind, data in output.data.items() if kind not in unwanted}
    return nbformat.writes(notebook) + "\n"


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
