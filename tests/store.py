"""Run notebooks from a fresh kernel and store them normalised: ``python tests/store.py [notebook ...]``.

What is stored depends on nothing but the cells: no execution counts, no timestamps, no widget
ids. A living picture is stored as its picture and its words. What is collapsed shows nothing of itself.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from notebooks import NOTEBOOKS

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"},
}
CELL_METADATA = {"slideshow", "tags", "jupyter"}
NEEDS_A_KERNEL = {"application/vnd.jupyter.widget-view+json"}
# JupyterLab shows the first line of what is collapsed, unless the first output has none.
NO_LINE = nbformat.from_dict({"output_type": "display_data", "data": {}, "metadata": {}})


def run(path: Path) -> nbformat.NotebookNode:
    """The notebook with fresh outputs; raises at the first cell that fails."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": path.parent}},
                            record_timing=False, coalesce_streams=True)  # fmt: skip
    return client.execute()


def normalised(notebook: nbformat.NotebookNode) -> str:
    """The text under which a notebook is stored."""
    notebook = nbformat.from_dict(notebook)
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat_minor = 5
    for cell in notebook.cells:
        cell.metadata = {key: value for key, value in cell.metadata.items() if key in CELL_METADATA}
        if cell.cell_type == "code":
            cell.execution_count = None  # so that a new cell changes no other
            cell.outputs = [output for output in cell.outputs if output != NO_LINE]
            if cell.outputs and cell.metadata.get("jupyter", {}).get("outputs_hidden"):
                cell.outputs.insert(0, NO_LINE)
        for output in cell.get("outputs", []):
            if "execution_count" in output:
                output.execution_count = None
            output.get("metadata", {}).pop("application/vnd.jupyter.widget-view+json", None)
            if "data" in output:
                output.data = {kind: data for kind, data in output.data.items() if kind not in NEEDS_A_KERNEL}
    return nbformat.writes(notebook) + "\n"


def main(paths: list[Path]) -> None:
    """Run and store each notebook."""
    for path in paths:
        text = normalised(run(path))
        if text != path.read_text(encoding="utf-8"):
            path.write_text(text, encoding="utf-8")
            print(f"stored {path.name}")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]] or NOTEBOOKS)
