"""Run the chapters and compare what they print with what is stored: ``python tests/hosted.py [05 ...]``.

``make test-colab`` and ``make test-kaggle`` run it with the releases of these hosts, which are older than those that
pyproject.toml asks for. There, evalcore is installed without its requirements (``book/download.py``).
"""

import sys
from pathlib import Path
from textwrap import shorten

import nbformat
from nbclient import NotebookClient

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "book"))
from folding import read

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
NEWER = {"old-calls", "who-takes-weights", "defaults"}  # checks of chapter 08, true from scikit-learn 1.8 on


def printed(cell: nbformat.NotebookNode) -> str:
    """Return what a cell has printed, and the error that ended it."""
    texts = [output.text for output in cell.outputs if output.output_type == "stream"]
    errors = [f"{output.ename}: {output.evalue}\n" for output in cell.outputs if output.output_type == "error"]
    return "".join([*texts, *errors])


def differences(stored: nbformat.NotebookNode, ran: nbformat.NotebookNode) -> list[str]:
    """Return a line for each code cell that prints something else than is stored, or fails."""
    pairs = [(cell, other) for cell, other in zip(stored.cells, ran.cells, strict=True) if cell.cell_type == "code"]
    return [
        f"{cell.id}: {shorten(printed(other), 200)!r}, stored: {shorten(printed(cell), 200)!r}"
        for cell, other in pairs
        if cell.id not in NEWER and printed(cell) != printed(other)
    ]


def main(chapters: list[str]) -> None:
    found = []
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        if chapters and path.name[:2] not in chapters:
            continue
        ran = nbformat.read(path, as_version=4)
        NotebookClient(ran, timeout=900, kernel_name="python3", allow_errors=True,
                       resources={"metadata": {"path": path.parent}}).execute()  # fmt: skip
        lines = differences(read(path), ran)
        print(path.stem, *(lines or ["prints what is stored"]), sep="\n    ", flush=True)
        found += lines
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
