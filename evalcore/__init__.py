"""Model evaluation and selection as the lecture defines it, shown in pictures that follow a slider.

Each module is an idea of the course, named after it: ``evalcore.metrics`` and ``evalcore.costs`` hold the formulas of
chapters 04 and 05, ``evalcore.plots`` draws their results, ``evalcore.explore`` lets a slider move a picture, and
``evalcore.exercises`` asks and judges. A module is imported when it is first asked for:

>>> import evalcore
>>> evalcore.metrics.ConfusionMatrix(tp=6, fn=4, fp=4, tn=6).precision
0.6
"""

from importlib import import_module
from pkgutil import iter_modules

__version__ = "0.4.0"
__all__ = sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))


def __getattr__(name: str) -> object:
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no module or name {name!r}; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
