"""Every control of every chapter is driven, in the chapter's own code, and every picture is looked at.

The cells run here as a kernel would run them, in a module named ``__main__``.
"""

import ast
import symtable
import sys
from itertools import combinations
from threading import Event, Thread
from types import ModuleType

import matplotlib as mpl
import numpy as np
import pytest
from sight import DEFICIENCIES, faint_texts, lab, told_apart_by_colour_alone

from evalcore.explore import LivingPicture, _Added, positions
from evalcore.plots import style
from notebooks import ROOT, code_cells, each_notebook


def shown_by(cell, main: ModuleType) -> list:
    """What a cell shows when it is run in this module."""
    shown = []
    main.display = shown.append
    tree = ast.parse(cell.source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, cell.id, "exec"), main.__dict__)
    if last:
        shown.append(eval(compile(ast.Expression(last.value), cell.id, "eval"), main.__dict__))
    return shown


def ends_and_middle(control):
    """Both ends of a control, and the middle between them."""
    every = positions(control)
    return every if len(every) < 3 else [every[0], every[len(every) // 2], every[-1]]


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
        readings, layers = zip(*(moved(picture, **{name: value}) for value in ends_and_middle(control)), strict=True)
        assert len(set(readings)) > 1, f"{picture.alt}: {name} changes no reading"
        assert len(set(layers)) > 1, f"{picture.alt}: {name} changes no picture"
        moved(picture, **start)
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
    draw = picture._moving
    for name, control in picture.controls.items():
        start = control.value
        ends = ends_and_middle(control)[:: len(ends_and_middle(control)) - 1]
        expected = moved(picture, **{name: ends[1]})
        moved(picture, **{name: start})
        on_the_way = ends[0] if ends[0] != start else ends_and_middle(control)[1]
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


def as_shown(picture):
    """Both layers of a living picture, and its reading."""
    return bytes(picture._image.value), picture._svg, picture.reading


@pytest.fixture
def main(monkeypatch):
    """A module in which a notebook's cells run as they would in a kernel."""
    main = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", main)
    monkeypatch.chdir(ROOT / "notebooks")
    with mpl.rc_context():
        yield main


@each_notebook
def test_every_control_moves_picture_and_reading_and_every_cell_can_be_run_again(path, main):
    """A living cell alone, from the last to the first, and then the whole chapter once more."""
    first = {}
    for cell in code_cells(path):
        for result in shown_by(cell, main):
            if isinstance(result, LivingPicture):
                first[cell.id] = as_shown(result)
                sweep(result)
                newest_value_wins(result)
                with _Added(result._figure, result._axes, result._moving, result._values()):
                    looked_at(result._figure, result.alt)
            elif isinstance(result, style._Shown):
                looked_at(result.figure, result.alt)
    for cell in reversed(code_cells(path)):
        if cell.id in first:
            assert as_shown(shown_by(cell, main)[-1]) == first[cell.id], f"{cell.id} run once more, alone"
    for cell in code_cells(path):
        for result in shown_by(cell, main):
            if isinstance(result, LivingPicture):
                assert as_shown(result) == first[cell.id], f"{cell.id} in a second run of the chapter"


@each_notebook
def test_what_a_living_picture_reads_is_bound_in_one_cell(path):
    """Otherwise a slider that is moved after Run All would draw from the data of a later cell."""
    trees = {cell.id: ast.parse(cell.source) for cell in code_cells(path)}
    homes = {}
    for cell, tree in trees.items():
        for name in symtable.symtable(ast.unparse(tree), cell, "exec").get_symbols():
            if name.is_assigned() or name.is_imported():
                homes.setdefault(name.get_name(), []).append(cell)
    for cell, tree in trees.items():
        if "explore(" in ast.unparse(tree):
            shared = {name: homes[name] for name in read_by_functions(cell, trees, homes) if len(homes[name]) > 1}
            assert not shared, f"{cell}: bound in several cells: {shared}"


def read_by_functions(cell, trees, homes):
    """The names of the notebook that the functions of a cell read, also through functions of other cells."""
    seen, waiting = set(), [(cell, None)]
    while waiting:
        home, wanted = waiting.pop()
        for name in globals_of_functions(ast.unparse(trees[home]), wanted):
            if name in homes and name not in seen:
                seen.add(name)
                waiting += [(other, name) for other in homes[name]]
    return seen


def globals_of_functions(source, wanted=None):
    """What the functions of a cell, or the one of this name, take from outside."""
    waiting = symtable.symtable(source, "cell", "exec").get_children()
    waiting = [table for table in waiting if wanted is None or table.get_name() in (wanted, "lambda")]
    names = set()
    while waiting:
        table = waiting.pop()
        names |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global()}
        waiting += table.get_children()
    return names


def test_the_colours_differ_for_every_eye():
    """Also for those without one kind of cone; the lines differ in style besides."""
    colours = [style.POSITIVE, style.NEGATIVE, style.CHOSEN, style.GOOD, style.INK]
    for deficiency in [None, *DEFICIENCIES]:
        for one, other in combinations(colours, 2):
            assert np.linalg.norm(lab(one, deficiency) - lab(other, deficiency)) > 10, (one, other, deficiency)
