"""Build the web book: ``python book/build.py`` runs the notebooks and writes build/book/index.html.

1. Each notebook is run, and whatever it displays tells what the page needs (``record.py``). A text
   that differs from the stored one stops the build. What was run once is kept in build/cache until
   the notebook, evalcore, a table or the release of a requirement changes.
2. Of each notebook a copy is made for Sphinx, with pictures that move without a kernel (``pages.py``).
3. Sphinx makes the pages (``conf.py``, ``style.css``, ``living.js``, ``present.js``; the style and script of a picture
   are those of ``evalcore.explore.page``).
4. Beside them stand the notebooks themselves, to be run in the reader's browser (``lite.py``).
"""

import json
import os
import re
import shutil
import sys
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import lite
import nbformat
import pages
from nbclient import NotebookClient
from sphinx.cmd.build import main as sphinx

BOOK = Path(__file__).resolve().parent
ROOT = BOOK.parent
BUILD = ROOT / "build"
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
BEGIN = f"__import__('sys').path.append({str(BOOK)!r}); __import__('record').begin()"
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "EVALCORE_STYLE": "lecture"}


def key(path: Path) -> str:
    """A sum over all that the outputs of a notebook depend on."""
    tools = [BOOK / name for name in ("record.py", "requirements.txt")]
    sources = [path, *tools, *sorted((ROOT / "evalcore").rglob("*.py")), *sorted((ROOT / "data").glob("*.csv"))]
    names = re.findall(r"^[a-z][a-z-]+", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE)
    releases = " ".join(map(version, names)).encode()
    return sha256(b"".join(source.read_bytes() for source in sources) + releases).hexdigest()[:16]


def run(path: Path) -> nbformat.NotebookNode:
    """The notebook as it ran, its outputs with the book's records among them."""
    kept = BUILD / "cache" / f"{path.stem}-{key(path)}.ipynb"
    if kept.exists():
        return nbformat.read(kept, as_version=4)
    print(f"running {path.name}", flush=True)
    stored = nbformat.read(path, as_version=4)
    notebook = nbformat.from_dict(stored)
    notebook.cells.insert(0, nbformat.v4.new_code_cell(BEGIN))
    client = NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": path.parent}},
                            record_timing=False, coalesce_streams=True, store_widget_state=False)  # fmt: skip
    client.execute(env=os.environ | ENVIRONMENT)
    del notebook.cells[0]
    compare(path.name, stored, notebook)
    kept.parent.mkdir(parents=True, exist_ok=True)
    for old in kept.parent.glob(f"{path.stem}-*.ipynb"):
        old.unlink()
    kept.write_text(json.dumps(notebook), encoding="utf-8")
    return notebook


def compare(name: str, stored: nbformat.NotebookNode, ran: nbformat.NotebookNode) -> None:
    """Stop if a text of the run is not the stored one."""
    for was, now in zip(stored.cells, ran.cells, strict=True):
        if texts(was) != texts(now):
            raise SystemExit(f"{name}, cell {was.id}: the run gives\n{texts(now)}\nand stored is\n{texts(was)}")


def texts(cell: nbformat.NotebookNode) -> list[str]:
    outputs = cell.get("outputs", [])
    found = (output.get("text") or output.get("data", {}).get("text/plain") for output in outputs)
    return [text for text in found if text]


def main() -> int:
    """Run what has changed, write the pages' sources, and let Sphinx make the pages."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        largest_first = sorted(NOTEBOOKS, key=lambda path: -path.stat().st_size)
        running = {path: pool.submit(run, path) for path in largest_first}
        runnable = pool.submit(lite.build, NOTEBOOKS, BUILD / "book")
        for future in wait([*running.values(), runnable], return_when=FIRST_EXCEPTION).not_done:
            future.cancel()
    ran = {path: future.result() for path, future in running.items() if not future.cancelled()}
    runnable.result()
    source, extra = BUILD / "pages", BUILD / "extra"
    source.mkdir(exist_ok=True)
    for old in (extra, BUILD / "book" / "pictures", BUILD / "book" / "notebooks"):
        shutil.rmtree(old, ignore_errors=True)
    pages.write([(path, ran[path]) for path in NOTEBOOKS], source, extra)
    strict = ["-q", "-W", "--keep-going", "-c", str(BOOK), "-d", str(BUILD / "doctrees")]
    return sphinx([*strict, str(source), str(BUILD / "book")])


if __name__ == "__main__":
    sys.exit(main())
