"""The names that interactive figures use, and the colours of all figures."""

import ast
import symtable
from itertools import combinations

import matplotlib as mpl
import numpy as np
import pytest
from sight import DEFICIENCIES, lab

from evalcore import metrics, plots
from evalcore.datasets import load_ranked_examples
from evalcore.plots import style
from notebooks import code_cells, each_notebook


@pytest.mark.texts
@each_notebook
def test_what_a_living_picture_reads_is_bound_in_one_cell(path):
    """Otherwise a slider moved after Run All would draw from the data of a later cell."""
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
    """Return the notebook's names that the functions of a cell use, also through functions of other cells."""
    seen, waiting = set(), [(cell, None)]
    while waiting:
        home, wanted = waiting.pop()
        for name in globals_of_functions(ast.unparse(trees[home]), wanted):
            if name in homes and name not in seen:
                seen.add(name)
                waiting += [(other, name) for other in homes[name]]
    return seen


def globals_of_functions(source, wanted=None):
    """Return the global names used by the functions of a cell, or by the one with this name."""
    waiting = symtable.symtable(source, "cell", "exec").get_children()
    waiting = [table for table in waiting if wanted is None or table.get_name() in (wanted, "lambda")]
    names = set()
    while waiting:
        table = waiting.pop()
        names |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global()}
        waiting += table.get_children()
    return names


@pytest.mark.parametrize("profile", ["screen", "lecture"])
def test_the_label_of_a_point_covers_no_curve_and_stays_inside(profile):
    """This is tested at each step of the lecture's staircase, which turns at nearly every one."""
    with mpl.rc_context():
        style.use_style(profile)
        roc = metrics.roc_curve(*load_ranked_examples())
        figure, axes = style.panels("ab")
        plots.metrics.plot_ranking(*load_ranked_examples(), axes["a"])
        plots.metrics.roc_plane(axes["b"])
        figure.draw_without_rendering()
        plane = axes["b"].get_children()
        for step in range(len(roc.fpr)):
            label = f"({roc.fpr[step]:.1f}, {roc.tpr[step]:.1f})"
            plots.metrics.plot_roc_walk(roc, step, axes["b"], label)
            curve, words = axes["b"].lines[1], axes["b"].texts[-1]
            box = words.get_window_extent()
            path = curve.get_transform().transform_path(curve.get_path())
            assert not path.intersects_bbox(box, filled=False), step
            assert axes["b"].bbox.padded(2).contains(*box.min), step
            assert axes["b"].bbox.padded(2).contains(*box.max), step
            for artist in set(axes["b"].get_children()) - set(plane):
                artist.remove()


def test_the_colours_differ_for_every_eye():
    """This includes colour-blind readers; the lines also differ in style."""
    colours = [style.POSITIVE, style.NEGATIVE, style.CHOSEN, style.GOOD, style.INK]
    for deficiency in [None, *DEFICIENCIES]:
        for first, second in combinations(colours, 2):
            assert np.linalg.norm(lab(first, deficiency) - lab(second, deficiency)) > 10, (first, second, deficiency)
