"""When a chapter has been run, every control is driven, every picture looked at, and each cell run once more, alone.

nbval runs one more cell before those of a notebook, which calls :func:`begin`, and one after them, which calls
:func:`of_chapter` (``conftest.py``).
"""

import ast
import gc
import sys
import warnings
from itertools import combinations
from threading import Event, Thread

from IPython import get_ipython
from IPython.core.interactiveshell import ExecutionResult
from IPython.utils.capture import capture_output
from sight import faint_texts, told_apart_by_colour_alone

from evalcore.explore import LivingPicture
from evalcore.explore.cells import OF_CELL
from evalcore.explore.controls import positions
from evalcore.plots import style

RAN: list[ExecutionResult] = []  # cell by cell


def begin() -> None:
    """Keep what each cell shows."""
    get_ipython().events.register("post_run_cell", RAN.append)
    gc.set_threshold(50_000, 20, 100)  # as in conftest.py


def of_chapter() -> None:
    """Drive and look at what the cells have shown; then run each cell alone, from the last to the first.

    Whatever a cell asserts holds again, and each living picture is what it was when the chapter was run.
    """
    living = {}
    with capture_output(), warnings.catch_warnings(action="error"):
        for cell in RAN:
            if isinstance(cell.result, LivingPicture):
                living[cell.info.raw_cell] = as_shown(cell.result)
                drive(cell.result)
            elif isinstance(cell.result, style.Shown):
                looked_at(cell.result.figure, cell.result.alt)
        made = [picture for _, pictures in OF_CELL.values() for picture in pictures]
        assert len(living) == len(made) > 0, "a living picture is what the last line of a cell gives"
        failed = []
        for source in reversed([cell.info.raw_cell for cell in RAN[1:]]):
            try:
                shown = shown_by(source)
            except Exception as error:
                failed.append(f"{error!r} where\n{source}\nis run once more, alone")
            else:
                if source in living and as_shown(shown) != living[source]:
                    failed.append(f"another picture where\n{source}\nis run once more, alone")
        assert not failed, "\n\n".join(failed)


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
    """Each control alone changes reading and picture; pairs of ends can be shown; what it draws can be seen."""
    sweep(picture)
    newest_value_wins(picture)
    with picture.held() as layers, layers.drawn(picture.values):
        looked_at(layers.figure, picture.alt)


def ends_and_middle(control):
    """Both ends of a control, and the middle between them."""
    every = positions(control)
    return every if len(every) < 3 else [every[0], every[len(every) // 2], every[-1]]


def moved(picture, **values):
    """The reading and the moving layer after the controls were set to these values."""
    for name, value in values.items():
        picture.controls[name].value = value
    assert picture.error is None, f"{picture.alt}: {values}: {picture.error!r}"
    return picture.reading, picture.svg


def sweep(picture):
    """Each control alone changes reading and picture, and back they are as before; pairs of ends can be shown."""
    start = picture.values
    at_first = picture.reading, picture.svg
    for name, control in picture.controls.items():
        readings, layers = zip(*(moved(picture, **{name: value}) for value in ends_and_middle(control)), strict=True)
        assert len(set(readings)) > 1, f"{picture.alt}: {name} changes no reading"
        assert len(set(layers)) > 1, f"{picture.alt}: {name} changes no picture"
        assert moved(picture, **start) == at_first, f"{picture.alt}: {name} moved away and back"
    for (one, first), (other, second) in combinations(picture.controls.items(), 2):
        for value in ends_and_middle(first)[:: len(ends_and_middle(first)) - 1]:
            for end in ends_and_middle(second)[:: len(ends_and_middle(second)) - 1]:
                moved(picture, **{one: value, other: end})
        moved(picture, **start)


def held_up(draw):
    """The drawing function made to wait, the event that says that it began, and the one that it waits for."""
    begun, go_on = Event(), Event()

    def slow(axes, **values):
        begun.set()
        assert go_on.wait(60)
        return draw(axes, **values)

    return slow, begun, go_on


def newest_value_wins(picture):
    """A control that moves on while the picture is being drawn ends at its last position."""
    draw = picture.layers.moving
    for name, control in picture.controls.items():
        start = control.value
        ends = ends_and_middle(control)[:: len(ends_and_middle(control)) - 1]
        expected = moved(picture, **{name: ends[1]})
        moved(picture, **{name: start})
        on_the_way = ends[0] if ends[0] != start else ends_and_middle(control)[1]
        picture.layers.moving, begun, go_on = held_up(draw)
        drawing = Thread(target=setattr, args=(control, "value", on_the_way))
        drawing.start()
        assert begun.wait(60)
        control.value = ends[1]
        go_on.set()
        drawing.join()
        picture.layers.moving = draw
        assert (picture.reading, picture.svg) == expected, f"{picture.alt}: {name} moved while drawing"
        moved(picture, **{name: start})


def looked_at(figure, alt):
    """Its text can be read, and nothing in its legends is told apart by colour alone."""
    faults = faint_texts(figure) + told_apart_by_colour_alone(figure)
    assert not faults, f"{alt}: {faults}"
