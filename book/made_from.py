"""Which files of the project a kernel has used, and whether they have changed: then ``build.py`` runs its chapter
again."""

import math
import os
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("book", "data", "evalcore", "tests")
_opened: set[str] = set()


def begin() -> None:
    """From now on note which files are opened."""
    sys.addaudithook(_note)


def _note(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        _opened.add(os.path.abspath(arguments[0]))


def used() -> list[str]:
    """The modules that are loaded and the files that were opened, as paths from the project's root."""
    loaded = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    read = {name for name in _opened if not name.endswith(".py")}  # a module that is only looked into is not used
    paths = {Path(name).resolve() for name in filter(None, loaded | read)}
    found = [path.relative_to(ROOT) for path in paths if path.is_relative_to(ROOT)]
    return sorted(path.as_posix() for path in found if path.parts[0] in ROOMS and path.suffix != ".pyc")


def sums(names: Iterable[str], until: float = math.inf) -> dict[str, str]:
    """A sum over each of these files, by its path from the project's root; none for a file that changed later."""
    return {name: sha256(path.read_bytes()).hexdigest() if path.exists() and path.stat().st_mtime <= until else ""
            for name, path in ((name, ROOT / name) for name in names)}  # fmt: skip
