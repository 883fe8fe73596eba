"""Figures of results that are already computed, one module per chapter.

A module is imported when it is first used: ``plots.costs`` imports only what the figures of costs need.
"""

from importlib import import_module
from types import ModuleType

from evalcore.plots.style import CHOSEN, CURVES, GOOD, INK, MUTED, NEGATIVE, PALE, POSITIVE, panels, show, use_style

__all__ = [
    "CHOSEN",
    "CURVES",
    "GOOD",
    "INK",
    "MUTED",
    "NEGATIVE",
    "PALE",
    "POSITIVE",
    "panels",
    "show",
    "use_style",
]


def __getattr__(name: str) -> ModuleType:
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
