"""The downloads: evalcore as a wheel, and notebooks that say how to install it where it is missing."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from string import Template

import nbformat
from editions import ENGLISH, Edition

import evalcore
from evalcore.language import marked

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ("evalcore", "data", "pyproject.toml", "README.md", "LICENSE")  # the sources of the wheel
WHEEL = f"evalcore_lectures-{evalcore.__version__}-py3-none-any.whl"
CLUSTER = re.compile(r"^ *(?:import|from) (?:dask|distributed)\b", re.MULTILINE)
BESIDE = '"anywidget>=0.11,<0.12" psygnal'  # what Colab and Kaggle may lack; their other packages must stay as they are
NEEDS = Template("""\
# $asked
import os
import sys


class Missing(ImportError):
    def _render_traceback_(self):  # one sentence instead of a traceback
        return [str(self)]


try:
    import evalcore.explore  # which another package of that name has not

    found = evalcore.__version__
except ImportError:
    found = $none
if found != "$version":
    hosted = "google.colab" in sys.modules or "KAGGLE_KERNEL_RUN_TYPE" in os.environ
    raise Missing(($hosted if hosted else $missing).format(found=found))""")


def make_wheel(project: Path, folder: Path) -> Path:
    """Build the wheel of the project as the only file of the folder, and return it; it is reproducible."""
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as copy:  # setuptools would leave files in build/ and use them again
        for name in PACKAGE:
            (shutil.copytree if (project / name).is_dir() else shutil.copy)(project / name, Path(copy) / name)
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps",
                   "--no-build-isolation", "--wheel-dir", str(folder), copy]  # fmt: skip
        subprocess.run(command, check=True, env=os.environ | {"SOURCE_DATE_EPOCH": "315532800"})  # 1980, the zip epoch
    (wheel,) = folder.iterdir()
    return wheel


def wheel_for(notebook: nbformat.NotebookNode, folder: str = ".") -> str:
    """Return what to ``pip install`` for the notebook, with evalcore's wheel in this folder or at this address."""
    extra = "[cluster]" if any(CLUSTER.search(cell.source) for cell in notebook.cells) else ""
    return f'"./{WHEEL}{extra}"' if folder == "." else f'"evalcore-lectures{extra} @ {folder}/{WHEEL}"'


def on_a_host(folder: str = ".") -> str:
    """Return what to ``pip install`` on Colab and Kaggle without raising the releases that their front ends need."""
    return f"-q --no-deps {folder}/{WHEEL} {BESIDE}"


def needs(notebook: nbformat.NotebookNode, edition: Edition = ENGLISH) -> nbformat.NotebookNode:
    """Return the cell that stops a notebook if evalcore is missing, and says how to install it.

    The wheel has an address if the book is published (BOOK_ADDRESS); otherwise readers put it next to the notebook.
    """
    if address := os.environ.get("BOOK_ADDRESS"):
        remedy, folder = marked("Run  %pip install {what}  and restart the kernel."), f"{address}wheels"
    else:
        folder = "."
        remedy = marked(
            "Download {wheel} from the book into this folder, run  %pip install {what}  and restart the kernel."
        )

    def missing(what):
        return edition.say(
            marked("This notebook needs evalcore-lectures {version}. Found: {found}. {remedy}"),
            version=evalcore.__version__,
            found="{found}",
            remedy=edition.say(remedy, wheel=WHEEL, what=what),
        )

    source = NEEDS.substitute(
        version=evalcore.__version__,
        asked=edition.say(marked("Is the package of this course installed?")),
        none=repr(edition.say(marked("none, or another package of that name"))),
        missing=repr(missing(wheel_for(notebook, folder))),
        hosted=repr(missing(on_a_host(folder))),
    )
    return nbformat.v4.new_code_cell(source, id="needs", metadata={"jupyter": {"source_hidden": True}})


def copy_of(path: Path, edition: Edition = ENGLISH) -> str:
    """Return the stored notebook with that cell before its first code cell."""
    notebook = nbformat.read(path, as_version=4)
    first = next(index for index, cell in enumerate(notebook.cells) if cell.cell_type == "code")
    notebook.cells.insert(first, needs(notebook, edition))
    return nbformat.writes(notebook)
