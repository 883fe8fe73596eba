"""The modules of the package, found by listing its files, and the layer of each."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "evalcore"
# Interactive modules may show widgets, and plots may draw; everything else calculates or translates.
INTERACTIVE = {"__main__", "explore", "exercises", "frontend", "live", "report"}
LANGUAGE = {"language"}
SPEAKING = {"evalcore.rivals"}  # calculates, and its names of learners and tests are translated


def name_of(path: Path) -> str:
    """Return the dotted name under which a file of the package is imported."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def layer(module: str) -> str:
    """Return the layer of a module: ``"interactive"``, ``"plots"``, ``"language"`` or ``"calculation"``."""
    layers = {**dict.fromkeys(INTERACTIVE, "interactive"), "plots": "plots", **dict.fromkeys(LANGUAGE, "language")}
    return layers.get((*module.split("."), "")[1], "calculation")


CALCULATION = [name for name in MODULES if name != "evalcore" and layer(name) == "calculation"]
