"""The chapters as notebooks that run in the reader's browser: build/book/run.html, zh/run.html and run/.

JupyterLite is built with evalcore as a wheel. When a reader opens a chapter, the interpreter, Pyodide, and its packages
are loaded from their usual address; everything else is in the folder. ``run.html`` opens a chapter in a frame, says
what is being loaded, and runs it (``run.js``).
"""

import ast
import json
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import download
import nbformat
from editions import Edition
from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION

from evalcore import frontend

BOOK = Path(__file__).resolve().parent
ROOT = BOOK.parent
INTERPRETER = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE_VERSION}/full/"
KERNEL = "@jupyterlite/pyodide-kernel-extension"
FROM_THE_WORKER = "../../../../wheels/"  # relative to the kernel's script
PRELOADED = ["micropip", "ipython", "jedi", "matplotlib", "typing-extensions"]  # the rest when a cell imports it
MEGABYTES = {"numpy": 27, "scipy": 41, "sklearn": 46}  # loaded before a cell that imports it has run (tests/lite)
ENVIRONMENT = {  # threadpoolctl warns that it uses a deprecated function of Pyodide
    "HOME": "/home/pyodide",
    "PYTHONWARNINGS": "ignore::RuntimeWarning:threadpoolctl",
}
SETTINGS = {
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},  # run.js saves, without outputs that need a kernel
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    "@jupyter-notebook/application-extension:top": {"visible": "no"},  # run.html has its own header
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
}


def build(editions: list[Edition], site: Path) -> None:
    """Write run.html of each edition, run.js, wheels/ and run/; keep run/ if it was made from the same files."""
    notebooks = [path for edition in editions for path in edition.notebooks]
    needed = sorted(Path(sys.prefix, "wheels").glob("*.whl"))  # downloaded with the environment (Makefile)
    wheels = [download.make_wheel(ROOT, site / "wheels"), *needed]
    wheels_hash = _hash_of(wheels)[:12]  # a part of their addresses, so that no browser uses an older wheel
    made_from = _hash_of([Path(__file__), *wheels, *notebooks])
    stamp = site / "run" / "made-from.txt"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != made_from:
        shutil.rmtree(site / "run", ignore_errors=True)
        _jupyterlite(notebooks, site / "run", [f"{wheels_hash}/{wheel.name}" for wheel in wheels])
        (site / "run" / "wheels" / wheels_hash).mkdir(parents=True)
        for wheel in wheels:
            shutil.copy(wheel, site / "run" / "wheels" / wheels_hash)
        stamp.write_text(made_from, encoding="utf-8")
    for edition in editions:
        page = edition.templates.get_template("run.html").render(
            chapters={path.stem: _chapter(path, edition) for path in edition.notebooks},
            lang=edition.tag, top=edition.top, folder=edition.folder, words=edition.for_scripts,
            wheel=f"{edition.top}wheels/{download.WHEEL}",
        )  # fmt: skip
        (site / edition.folder).mkdir(parents=True, exist_ok=True)
        (site / edition.folder / "run.html").write_text(page, encoding="utf-8")
    for script in (BOOK / "run.js", frontend.HERE / "words.js"):
        shutil.copy(script, site / script.name)


def _jupyterlite(notebooks, output, wheels):
    """Build JupyterLite in a temporary folder, because the files that it leaves behind would spoil the next build."""
    packages = [*PRELOADED, *(FROM_THE_WORKER + wheel for wheel in wheels)]
    interpreter = {"packages": packages, "env": ENVIRONMENT}
    kernel = {"pyodideUrl": INTERPRETER + "pyodide.mjs", "disablePyPIFallback": True, "loadPyodideOptions": interpreter}
    page = {"appName": "Model evaluation, by experiment", "exposeAppInBrowser": True,
            "litePluginSettings": {f"{KERNEL}:kernel": kernel}}  # fmt: skip
    options = {"contents": ["chapters"], "apps": ["notebooks", "tree"], "output_dir": str(output),
             "no_sourcemaps": True, "no_unused_shared_packages": True}  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "chapters").mkdir()
        for path in notebooks:
            copy = Path(folder, "chapters", path.relative_to(ROOT / "notebooks"))
            copy.parent.mkdir(exist_ok=True)
            shutil.copy(path, copy)
        for name, content in {
            "jupyter_lite_config.json": {"LiteBuildConfig": options},
            "jupyter-lite.json": {"jupyter-lite-schema-version": 0, "jupyter-config-data": page},
            "overrides.json": SETTINGS,
        }.items():
            (Path(folder) / name).write_text(json.dumps(content), encoding="utf-8")
        command = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", folder]
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if result.returncode:
        raise SystemExit(f"JupyterLite was not built:\n{result.stdout}\n{result.stderr}")


# Chapters


def _chapter(path, edition):
    """Return what ``run.html`` says about a chapter, and a hash that identifies this version of it."""
    notebook = nbformat.read(path, as_version=4)
    title = notebook.cells[0].source.partition("\n")[0].removeprefix("# ")
    return {"title": title, "megabytes": megabytes(notebook), "edition": sha256(path.read_bytes()).hexdigest()[:12],
            "needs": download.needs(notebook, edition)}  # fmt: skip


def megabytes(notebook: nbformat.NotebookNode) -> int:
    """Return about how many megabytes a first visit loads before the first figure."""
    needed = {"numpy"}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            needed |= _imported(cell.source)
            if "explore(" in cell.source:
                break
    return max(size for name, size in MEGABYTES.items() if name in needed)


def _imported(source):
    nodes = [*ast.walk(ast.parse(source))]
    modules = [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    modules += [node.module for node in nodes if isinstance(node, ast.ImportFrom)]
    return {module.partition(".")[0] for module in modules}


def _hash_of(files):
    """Return a hash of these files and of the releases of JupyterLite."""
    releases = [version(name) for name in ("jupyterlite-core", "jupyterlite-pyodide-kernel")]
    return sha256(b"".join([*(file.read_bytes() for file in files), repr(releases).encode()])).hexdigest()
