"""Build the web book: ``python book/build.py`` runs the notebooks and writes build/book/index.html.

1. Each notebook is run, and its outputs include records of everything that the page needs (``record.py``). A text
   that differs from the stored one stops the build. A run is kept in build/cache until the notebook, a file that the
   run used (``made_from.py``) or the release of a requirement changes.
2. ``pages.py`` writes a copy of each notebook for Sphinx, with figures that move without a kernel.
3. Sphinx makes the pages (``conf.py``). Their styles and scripts are those of this folder, of ``evalcore.frontend``
   and, for figures, of ``evalcore.explore.page``.
4. The notebooks themselves are added, to be run in the reader's browser (``lite.py``).
5. The Chinese edition is made in the same way, in build/book/zh (``editions.py``). A number that differs from the
   English run stops the build.

``python book/build.py 05`` does this for one chapter; the other chapters, and step 4, remain as they were last built.
"""

import json
import os
import re
import shutil
import sys
import time
from collections import Counter
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from importlib.metadata import version
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import folding
import letters
import lite
import nbformat
import pages
from editions import CHINESE, ENGLISH, Edition
from made_from import sums
from nbclient import NotebookClient
from sphinx.cmd.build import main as sphinx
from traitlets.config import Config

from evalcore.language import marked, speak

BOOK = Path(__file__).resolve().parent
ROOT = BOOK.parent
BUILD = ROOT / "build"
NOTEBOOKS = ENGLISH.notebooks
CACHE = BUILD / "cache"
RECORDER = ["book/record.py"]  # which decides the form of what the pages are made from
EDITIONS = [ENGLISH, CHINESE]
BEGIN = f"import sys; sys.path.append({str(BOOK)!r}); import made_from, record; made_from.begin(); record.begin({{}})"
END = "print(*made_from.used(), sep='\\n')"
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "EVALCORE_STYLE": "lecture"}
# A quick build runs only the chapters named in BOOK_RUN, such as "00 05 zh/00"; the other pages show stored outputs.
# It draws few states of each figure, and up to 500 in the English chapters named in BOOK_DRAWN_WHOLE.
RUN = os.environ.get("BOOK_RUN", "")
DRAWN_WHOLE = os.environ.get("BOOK_DRAWN_WHOLE", "")


def releases(path: Path) -> str:
    """Return the releases of all requirements, the environment of the kernels, and whether few states are drawn."""
    names = re.findall(r"^[a-z][a-z-]+", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE)
    return " ".join([*(f"{name} {version(name)}" for name in dict.fromkeys(names)), str(ENVIRONMENT), begin(path)])


def begin(path: Path) -> str:
    """Return the code that a kernel runs before the first cell of this notebook."""
    most = 500 if path in NOTEBOOKS and path.name[:2] in DRAWN_WHOLE.split() else 0
    return BEGIN.format(f"few={most}" if DRAWN_WHOLE else "")


def is_left_out(path: Path) -> bool:
    """Return whether a quick build does not run this notebook."""
    return bool(RUN) and path.relative_to(ROOT / "notebooks").with_name(path.name[:2]).as_posix() not in RUN.split()


def run(path: Path) -> nbformat.NotebookNode:
    """Run a notebook and return it with the records for the book; a quick build returns some as they are stored."""
    if is_left_out(path):
        return folding.read(path)
    if (before := kept(path)) and is_as_it_was(path, before):
        return before
    print(f"running {path.name}", flush=True)
    begun = time.time()
    stored = folding.read(path)
    notebook = nbformat.from_dict(stored)
    first, last = nbformat.v4.new_code_cell(begin(path)), nbformat.v4.new_code_cell(END)
    notebook.cells = [first, *notebook.cells, last]
    how = {"record_timing": False, "coalesce_streams": True, "store_widget_state": False}
    place = {"metadata": {"path": path.parent}}
    with TemporaryDirectory() as apart:
        how["config"] = Config(KernelManager=line_to_the_kernel(Path(apart)))
        client = NotebookClient(notebook, timeout=600, kernel_name="python3", resources=place, **how)
        client.execute(env=os.environ | ENVIRONMENT)
    _, *notebook.cells, last = notebook.cells
    if path in NOTEBOOKS:  # the Chinese ones are stored without outputs
        compare(path.name, stored, notebook)
    files = [path.relative_to(ROOT).as_posix(), *last.outputs[0].text.splitlines()]
    notebook.metadata.made_from = {"files": sums(files, begun), "releases": releases(path)}
    cached(path).parent.mkdir(parents=True, exist_ok=True)
    cached(path).write_text(json.dumps(notebook), encoding="utf-8")
    return notebook


def line_to_the_kernel(apart: Path) -> dict[str, str]:
    """Return settings that connect a kernel by sockets in a folder of its own.

    Another kernel, of this build or of tests that run at the same time, could take a port after it was chosen.
    """
    return {} if os.name == "nt" else {"transport": "ipc", "connection_file": str(apart / "kernel.json")}


def cached(path: Path) -> Path:
    return CACHE / path.relative_to(ROOT / "notebooks")


def kept(path: Path) -> nbformat.NotebookNode | None:
    """Return the notebook of the last run; None if there was no run, or if its records were of another form."""
    if not cached(path).exists():
        return None
    ran = nbformat.from_dict(json.loads(cached(path).read_text(encoding="utf-8")))
    return ran if sums(RECORDER).items() <= ran.metadata.made_from.files.items() else None


def is_as_it_was(path: Path, ran: nbformat.NotebookNode) -> bool:
    """Return whether everything is unchanged that the outputs of a run depend on."""
    before = ran.metadata.made_from
    return before.releases == releases(path) and before.files == sums(before.files)


def compare(name: str, stored: nbformat.NotebookNode, ran: nbformat.NotebookNode) -> None:
    """Stop if a text of the run differs from the stored one."""
    for was, now in zip(stored.cells, ran.cells, strict=True):
        if texts(was) != texts(now):
            raise SystemExit(f"{name}, cell {was.id}: the run gives\n{texts(now)}\nand stored is\n{texts(was)}")


def compare_numbers(name: str, english: nbformat.NotebookNode, ran: nbformat.NotebookNode) -> None:
    """Stop if a number in a text, or in a figure's caption in any state, differs from the English run."""
    for was, now in zip(english.cells, ran.cells, strict=True):
        for there, here in zip(_said(was, now), _said(now, now), strict=True):
            if numbers(there) != numbers(here):
                raise SystemExit(f"{name}, cell {now.id}: here\n{here}\nand in English\n{there}")


def _said(cell, other):
    """Return the texts of a cell's outputs, and the captions of its figures in all states that the other cell has."""
    pictures = zip(_readings(cell), _readings(other), strict=True)
    return texts(cell) + [own[state] for own, others in pictures for state in others]


def _readings(cell):
    living = [record for record in pages.records(cell) if "readings" in record]
    return [dict(zip(record.get("states", count()), record["readings"], strict=False)) for record in living]


def numbers(text: str) -> Counter[str]:
    """Return the numbers in a text; groups of three digits, separated by a space or a comma, are one number."""
    return Counter(re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d)[ \u2009\u202f,](?=\d{3}(?!\d))", "", text)))


def texts(cell: nbformat.NotebookNode) -> list[str]:
    outputs = cell.get("outputs", [])
    shown = (output.get("text") or output.get("data", {}).get("text/plain") for output in outputs)
    return [text for text in shown if text]


def main(only: str = "") -> int:
    """Run what has changed, write the pages' sources, and let Sphinx make the pages, edition by edition."""
    every = [path for edition in EDITIONS for path in edition.notebooks]
    chosen = [path for path in every if path.stem.startswith(only)]
    if not chosen:
        raise SystemExit(f"no chapter begins with {only!r}")
    first = [edition.notebooks[0] for edition in EDITIONS]  # with the glossary, which all pages need
    chosen += [path for path in first if path not in chosen and not kept(path)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        largest_first = sorted(chosen, key=lambda path: -path.stat().st_size)
        running = {path: pool.submit(run, path) for path in largest_first}
        runnable = [] if only else [pool.submit(lite.build, EDITIONS, BUILD / "book")]
        for future in wait([*running.values(), *runnable], return_when=FIRST_EXCEPTION).not_done:
            future.cancel()
    ran = {path: future.result() for path, future in running.items() if not future.cancelled()}
    for future in runnable:
        future.result()
    ran |= {path: notebook for path in every if path not in chosen and (notebook := kept(path))}
    if left_out := [path.stem for path in NOTEBOOKS if path not in ran]:
        print(f"left out, because they were never run: {', '.join(left_out)}")
    strict = [] if left_out else ["-W", "--keep-going"]  # links to missing chapters would be errors
    return max(bind(edition, ran, strict) for edition in EDITIONS)


def bind(edition: Edition, ran: dict[Path, nbformat.NotebookNode], strict: list[str]) -> int:
    """Make the pages of an edition; the numbers in Chinese chapters must be those in the English ones."""
    chapters = [(path, ran[path]) for path in edition.notebooks if path in ran]
    if edition != ENGLISH and not (chapters and chapters[0][0].name == NOTEBOOKS[0].name):
        print(f"no pages in {edition.name}: their first chapter was never run")
        return 0
    for path, notebook in chapters if edition != ENGLISH else ():
        there = ENGLISH.folder_of_notebooks / path.name
        if there in ran and not (is_left_out(there) or is_left_out(path)):
            compare_numbers(f"{edition.folder}{path.name}", ran[there], notebook)
    source, extra, site = edition.room("pages"), edition.room("extra"), edition.site
    source.mkdir(parents=True, exist_ok=True)
    for old in (extra, site / "pictures", site / "notebooks"):
        shutil.rmtree(old, ignore_errors=True)
    speak("en" if edition == ENGLISH else "zh")  # the language of captions and alternative texts
    pages.write(chapters, source, extra, edition)
    title = edition.say(marked("Model evaluation, by experiment"))
    configuration = {
        "language": edition.language, "project": title, "html_title": title, "html_extra_path": str(extra),
        "locale_dirs": str(BUILD / "locale"),
    }  # fmt: skip
    settings = [word for name, value in configuration.items() for word in ("-D", f"{name}={value}")]
    folders = ["-c", str(BOOK), "-d", str(edition.room("doctrees")), str(source), str(site)]
    status = sphinx(["-q", *strict, *settings, *folders])
    letters.for_pages(site)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
