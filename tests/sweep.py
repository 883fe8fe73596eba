"""The sweep: run in the kernel of a notebook after its cells, it moves every control and runs every cell again.

nbval runs a cell that calls :func:`begin` before the cells of a notebook, and one that calls :func:`end` after them
(``conftest.py``). A cell that took long is run again only if a later cell binds a name that it uses; an object changed
in place by a later cell is noticed by the short cells only.
"""

import ast
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

RESULTS: list[ExecutionResult] = []  # one per cell
END_TIMES: list[float] = []  # one per cell
INTERACTIVE: dict[str, tuple] = {}  # the source of a cell -> what its interactive figure showed at first
PIXELS: dict[Figure, Image.Image] = {}  # of the figures without controls
LONG = 0.1  # seconds; a fifth of the cells take longer, and nine tenths of the time


def begin() -> None:
    """Keep the result, the end time and the pixels of every cell that follows."""
    drawn = style.drawn

    def drawn_and_kept(figure):
        PIXELS[figure] = drawn(figure)
        return PIXELS[figure]

    events = get_ipython().events
    events.register("post_run_cell", RESULTS.append)
    events.register("post_run_cell", lambda _: END_TIMES.append(time.monotonic()))
    style.SHARPNESS, style.drawn = 1, drawn_and_kept  # nbval compares no pixels, so a quarter of them is enough


def end() -> None:
    """Check every figure and move every control; then run the cells again, each alone, from the last to the first.

    Each assertion of a cell must hold again, and its interactive figure must be the same as in the first run.
    """
    repeated = cells_to_repeat()
    check_figures()
    failures = []
    with capture_output(), warnings.catch_warnings(action="error"):
        for source in repeated:
            try:
                result = run_again(source)
            except Exception as error:
                failures.append(f"{error!r} when this cell is run again, alone:\n{source}")
            else:
                if source in INTERACTIVE and shown(result) != INTERACTIVE[source]:
                    failures.append(f"a different figure when this cell is run again, alone:\n{source}")
    assert not failures, "\n\n".join(failures)


def check_figures() -> None:
    """Check every figure that a cell has shown, and move its controls."""
    with capture_output(), warnings.catch_warnings(action="error"):
        for cell in RESULTS:
            if isinstance(cell.result, LivingPicture):
                INTERACTIVE[cell.info.raw_cell] = shown(cell.result)
                move_controls(cell.result)
            elif isinstance(cell.result, style.Shown):
                check_sight(cell.result.figure, PIXELS[cell.result.figure], cell.result.alt)
        pictures = [shown for _, every in OF_CELL.values() for shown in every if isinstance(shown, LivingPicture)]
        assert len(INTERACTIVE) == len(pictures) > 0, "an interactive figure must be the result of its cell's last line"


def cells_to_repeat() -> list[str]:
    """The sources of the cells that are run again, from the last to the first."""
    sources, bound_later, repeated = [cell.info.raw_cell for cell in RESULTS[1:]], set(), []
    for source, (start, end) in reversed([*zip(sources, pairwise(END_TIMES), strict=True)]):
        module = symtable.symtable(source, "cell", "exec")
        bound = {name.get_name() for name in module.get_symbols() if name.is_assigned() or name.is_imported()}
        if end - start < LONG or (global_names(module) - bound) & bound_later:
            repeated.append(source)
        bound_later |= bound
    return repeated


def global_names(scope: symtable.SymbolTable) -> set[str]:
    """The global names that a cell, and the functions in it, use."""
    own = {name.get_name() for name in scope.get_symbols() if name.is_referenced() and name.is_global()}
    return own.union(*map(global_names, scope.get_children()))


def run_again(source: str) -> object:
    """Run a cell in the kernel's module and return its result."""
    scope, tree = vars(sys.modules["__main__"]), ast.parse(source)
    last = [tree.body.pop()] if tree.body and isinstance(tree.body[-1], ast.Expr) else []
    exec(compile(tree, "cell", "exec"), scope)
    return eval(compile(ast.Expression(last[0].value), "cell", "eval"), scope) if last else None


def shown(picture: LivingPicture) -> tuple:
    """Both layers of an interactive figure, and its caption."""
    return picture.png, picture.svg, picture.reading


def move_controls(picture: LivingPicture) -> None:
    """Move each control alone to both ends and back: caption and drawing must change, and be the first ones again."""
    start, first = picture.values, (picture.reading, picture.svg)
    for name, control in picture.controls.items():
        ends = positions(control)[0], positions(control)[-1]
        states = [moved(picture, name, value) for value in (*ends, start[name])]
        assert len({caption for caption, _ in states}) > 1, f"{picture.alt}: {name} does not change the caption"
        assert len({svg for _, svg in states}) > 1, f"{picture.alt}: {name} does not change the drawing"
        assert states[-1] == first, f"{picture.alt}: different after {name} was moved away and back"
    with picture.held() as layers, layers.drawn(picture.values) as (artists, _):
        pixels = style.laid_over(layers.still_png(picture.values), layers.figure, artists)
        check_sight(layers.figure, pixels, picture.alt)


def moved(picture, name, value):
    """The caption and the moving layer after a control was set to this value."""
    picture.controls[name].value = value
    assert picture.error is None, f"{picture.alt}: {name} = {value}: {picture.error!r}"
    return picture.reading, picture.svg


def check_sight(figure, pixels, alt):
    """Check that the text of a figure is legible, and that its legends do not distinguish by colour alone."""
    faults = faint_texts(figure, pixels) + told_apart_by_colour_alone(figure)
    assert not faults, f"{alt}: {faults}"
