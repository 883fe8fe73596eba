"""Every control of every chapter is driven, in the chapter's own code, and every picture is looked at.

The cells run here as a kernel would run them, in a module named ``__main__``.
"""

import ast
import sys
from itertools import combinations
from pathlib import Path
from threading import Event, Thread
from types import ModuleType

import ipywidgets as widgets
import matplotlib as mpl
import numpy as np
from sight import DEFICIENCIES, faint_texts, lab, told_apart_by_colour_alone

from evalcore.explore import LivingPicture, _Added
from evalcore.plots import style
from notebooks import code_cells, each_notebook


def results(path: Path, main: ModuleType):
    """Run a notebook's cells; yield what each shows."""
    shown = []
    main.display = shown.append
    for cell in code_cells(path):
        tree = ast.parse(cell.source)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, cell.id, "exec"), main.__dict__)
        if last:
            shown.append(eval(compile(ast.Expression(last.value), cell.id, "eval"), main.__dict__))
        yield from shown
        shown.clear()


def positions(control):
    """Both ends of a control, and the middle between them."""
    if hasattr(control, "options"):
        values = [value for _, value in control._options_full]
        return [values[0], values[len(values) // 2], values[-1]]
    if isinstance(control, widgets.Checkbox):
        return [False, True]
    middle = control.min + round((control.max - control.min) / 2 / control.step) * control.step
    return [control.min, type(control.value)(middle), control.max]


def moved(picture, **values):
    """The reading and the moving layer after the controls were set to these values."""
    for name, value in values.items():
        picture.controls[name].value = value
    assert picture.error is None, f"{picture.alt}: {values}: {picture.error!r}"
    return picture.reading, picture._svg


def sweep(picture):
    """Each control alone changes reading and picture; every pair of ends can be shown."""
    start = {name: control.value for name, control in picture.controls.items()}
    for name, control in picture.controls.items():
        readings, layers = zip(*(moved(picture, **{name: value}) for value in positions(control)), strict=True)
        assert len(set(readings)) > 1, f"{picture.alt}: {name} changes no reading"
        assert len(set(layers)) > 1, f"{picture.alt}: {name} changes no picture"
        moved(picture, **start)
    for (one, first), (other, second) in combinations(picture.controls.items(), 2):
        for value in positions(first)[:: len(positions(first)) - 1]:
            for end in positions(second)[:: len(positions(second)) - 1]:
                moved(picture, **{one: value, other: end})
        moved(picture, **start)


def held_up(draw):
    """The drawing function made to wait, the event that says that it began, and the one that it waits for."""
    begun, go_on = Event(), Event()

    def slow(**values):
        begun.set()
        assert go_on.wait(60)
        return draw(**values)

    return slow, begun, go_on


def newest_value_wins(picture):
    """A control that moves on while the picture is being drawn ends at its last position."""
    draw = picture._moving
    for name, control in picture.controls.items():
        start = control.value
        ends = positions(control)[:: len(positions(control)) - 1]
        expected = moved(picture, **{name: ends[1]})
        moved(picture, **{name: start})
        on_the_way = ends[0] if ends[0] != start else positions(control)[1]
        picture._moving, begun, go_on = held_up(draw)
        drawing = Thread(target=setattr, args=(control, "value", on_the_way))
        drawing.start()
        assert begun.wait(60)
        control.value = ends[1]
        go_on.set()
        drawing.join()
        picture._moving = draw
        assert (picture.reading, picture._svg) == expected, f"{picture.alt}: {name} moved while drawing"
        moved(picture, **{name: start})


def looked_at(figure, alt):
    """Its text can be read, and nothing in its legends is told apart by colour alone."""
    faults = faint_texts(figure) + told_apart_by_colour_alone(figure)
    assert not faults, f"{alt}: {faults}"


@each_notebook
def test_every_control_moves_picture_and_reading(path, monkeypatch):
    main = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", main)
    monkeypatch.chdir(path.parent)
    with mpl.rc_context():
        for result in results(path, main):
            if isinstance(result, LivingPicture):
                sweep(result)
                newest_value_wins(result)
                values = {name: control.value for name, control in result.controls.items()}
                with _Added(result._figure, result._moving, values):
                    looked_at(result._figure, result.alt)
            elif isinstance(result, style._Shown):
                looked_at(result.figure, result.alt)


def test_the_colours_differ_for_every_eye():
    """Also for those without one kind of cone; the lines differ in style besides."""
    colours = [style.POSITIVE, style.NEGATIVE, style.CHOSEN, style.GOOD, style.INK]
    for deficiency in [None, *DEFICIENCIES]:
        for one, other in combinations(colours, 2):
            assert np.linalg.norm(lab(one, deficiency) - lab(other, deficiency)) > 10, (one, other, deficiency)
