"""When a chapter has been run, every control is driven, every picture looked at, and each cell run once more, alone.

nbval runs one more cell before those of a notebook, which calls :func:`begin`, and one after them, which calls
:func:`of_chapter`, or :func:`pictures` alone (``conftest.py``). A cell that took long is run once more if a later one
gives another value to a name that it uses; what is changed in place is seen in the short cells only.
"""

import ast
import gc
import symtable
import sys
import time
import warnings
from itertools import pairwise

from IPython import get_ipython
from IPython.core.interactiveshell import ExecutionResult
from IPython.utils.capture import capture_output
from matplotlib.figure import Figure
from PIL import Image
from sight import faint_texts, told_apart_by_colour_alone

from evalcore.explore import LivingPicture
from evalcore.explore.cells import OF_CELL
from evalcore.explore.controls import positions
from evalcore.plots import style

RAN: list[ExecutionResult] = []  # cell by cell
ENDED: list[float] = []  # when each had run
LIVING: dict[str, tuple] = {}  # by their cells, what living pictures showed at first
DRAWN: dict[Figure, Image.Image] = {}  # what still pictures showed
LONG = 0.1  # seconds: a fifth of the cells, and nine tenths of the time


def begin() -> None:
    """Keep what each cell shows, and how long it takes; of pixels, which are not compared, a quarter will do."""
    drawn = style.drawn

    def kept(figure):
        DRAWN[figure] = drawn(figure)
        return DRAWN[figure]

    events = get_ipython().events
    events.register("post_run_cell", RAN.append)
    events.register("post_run_cell", lambda _: ENDED.append(time.monotonic()))
    gc.set_threshold(50_000, 20, 100)  # as in conftest.py
    style.SHARPNESS, style.drawn = 1, kept


def pictures() -> None:
    """Drive and look at what the cells have shown."""
    with capture_output(), warnings.catch_warnings(action="error"):
        for cell in RAN:
            if isinstance(cell.result, LivingPicture):
                LIVING[cell.info.raw_cell] = as_shown(cell.result)
                drive(cell.result)
            elif isinstance(cell.result, style.Shown):
                looked_at(cell.result.figure, DRAWN[cell.result.figure], cell.result.alt)
        made = [picture for _, pictures in OF_CELL.values() for picture in pictures]
        assert len(LIVING) == len(made) > 0, "a living picture is what the last line of a cell gives"


def of_chapter() -> None:
    """The pictures; then run each cell alone, from the last to the first.

    Whatever a cell asserts holds again, and each living picture is what it was when the chapter was run.
    """
    again = once_more()
    pictures()
    failed = []
    with capture_output(), warnings.catch_warnings(action="error"):
        for source in again:
            try:
                shown = shown_by(source)
            except Exception as error:
                failed.append(f"{error!r} where\n{source}\nis run once more, alone")
            else:
                if source in LIVING and as_shown(shown) != LIVING[source]:
                    failed.append(f"another picture where\n{source}\nis run once more, alone")
    assert not failed, "\n\n".join(failed)


def once_more() -> list[str]:
    """The cells that are run again, from the last to the first."""
    sources, given_later, again = [cell.info.raw_cell for cell in RAN[1:]], set(), []
    for source, (begun, ended) in reversed([*zip(sources, pairwise(ENDED), strict=True)]):
        module = symtable.symtable(source, "cell", "exec")
        given = {name.get_name() for name in module.get_symbols() if name.is_assigned() or name.is_imported()}
        if ended - begun < LONG or (taken_from_outside(module) - given) & given_later:
            again.append(source)
        given_later |= given
    return again


def taken_from_outside(scope: symtable.SymbolTable) -> set[str]:
    """The names that a cell, and the functions in it, look up in the module."""
    own = {name.get_name() for name in scope.get_symbols() if name.is_referenced() and name.is_global()}
    return own.union(*map(taken_from_outside, scope.get_children()))


def shown_by(source: str) -> object:
    """What a cell shows when it is run in the kernel's module."""
    scope, tree = vars(sys.modules["__main__"]), ast.parse(source)
    last = [tree.body.pop()] if tree.body and isinstance(tree.body[-1], ast.Expr) else []
    exec(compile(tree, "cell", "exec"), scope)
    return eval(compile(ast.Expression(last[0].value), "cell", "eval"), scope) if last else None


def as_shown(picture: LivingPicture) -> tuple:
    """Both layers of a living picture, and its reading."""
    return picture.png, picture.svg, picture.reading


def drive(picture: LivingPicture) -> None:
    """Each control alone changes reading and picture, and back they are as before; what it draws can be seen."""
    start, at_first = picture.values, (picture.reading, picture.svg)
    for name, control in picture.controls.items():
        ends = positions(control)[0], positions(control)[-1]
        shown = [moved(picture, name, value) for value in (*ends, start[name])]
        assert len({reading for reading, _ in shown}) > 1, f"{picture.alt}: {name} changes no reading"
        assert len({layer for _, layer in shown}) > 1, f"{picture.alt}: {name} changes no picture"
        assert shown[-1] == at_first, f"{picture.alt}: {name} moved away and back"
    with picture.held() as layers, layers.drawn(picture.values) as (artists, _reading):
        whole = style.laid_over(layers.still_png(picture.values), layers.figure, artists)
        looked_at(layers.figure, whole, picture.alt)


def moved(picture, name, value):
    """The reading and the moving layer after a control was set to this value."""
    picture.controls[name].value = value
    assert picture.error is None, f"{picture.alt}: {name} = {value}: {picture.error!r}"
    return picture.reading, picture.svg


def looked_at(figure, pixels, alt):
    """Its text can be read, and nothing in its legends is told apart by colour alone."""
    faults = faint_texts(figure, pixels) + told_apart_by_colour_alone(figure)
    assert not faults, f"{alt}: {faults}"
