"""Which files of the project a kernel has used; if they have changed, ``build.py`` runs the chapter again."""

import math
import os
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("book", "data", "evalcore", "tests")
_opened: set[str] = set()


def begin() -> None:
    """Record from now on which files are opened."""
    sys.addaudithook(_note)


def _note(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        _opened.add(os.path.abspath(arguments[0]))


def used() -> list[str]:
    """Return the loaded modules and the opened files, as paths from the project's root."""
    loaded = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    read = {name for name in _opened if not name.endswith((".py", ".js", ".css"))}  # not used by being opened
    paths = {Path(name).resolve() for name in filter(None, loaded | read)}
    own = [path.relative_to(ROOT) for path in paths if path.is_relative_to(ROOT)]
    return sorted(path.as_posix() for path in own if path.parts[0] in FOLDERS and path.suffix != ".pyc")


def sums(names: Iterable[str], until: float = math.inf) -> dict[str, str]:
    """Return a hash of each file by its path from the project's root, or "" for a file that changed after ``until``."""
    return {name: sha256(path.read_bytes()).hexdigest() if path.exists() and path.stat().st_mtime <= until else ""
            for name, path in ((name, ROOT / name) for name in names)}  # fmt: skip
