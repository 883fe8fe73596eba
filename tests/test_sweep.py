"""Every control of every chapter is driven to both ends and the middle, in the executed notebook."""

import re

import ipywidgets as widgets
import nbformat
from nbclient import NotebookClient

from evalcore.explore import LivingPicture
from notebooks import each_notebook, read


def positions(control):
    """Both ends and the middle of a control."""
    if hasattr(control, "options"):
        values = [value for _, value in control._options_full]
        return [values[0], values[len(values) // 2], values[-1]]
    if isinstance(control, widgets.Checkbox):
        return [False, True]
    middle = control.min + round((control.max - control.min) / 2 / control.step) * control.step
    return [control.min, type(control.value)(middle), control.max]


def sweep():
    """Drive all controls of all living pictures of this kernel; return how many pictures there were."""
    pictures = [w for w in list(widgets.Widget.widgets.values()) if isinstance(w, LivingPicture)]
    for picture in pictures:
        for name, control in picture.controls.items():
            before, seen = control.value, set()
            for value in positions(control):
                control.value = value
                assert picture.error is None, f"{picture.alt}: {name} = {value!r}: {picture.error!r}"
                seen.add((picture.reading, picture._svg))
            control.value = before
            assert len({reading for reading, _ in seen}) > 1, f"{picture.alt}: {name} changes no reading"
            assert len({svg for _, svg in seen}) > 1, f"{picture.alt}: {name} changes no picture"
    return len(pictures)


@each_notebook
def test_every_control_moves_picture_and_reading(path):
    notebook = read(path)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    living = [place for place, cell in enumerate(cells) if re.search(r"^explore\(", cell.source, re.MULTILINE)]
    notebook.cells = cells[: living[-1] + 1]  # what comes after the last picture moves nothing
    notebook.cells.append(nbformat.v4.new_code_cell("from test_sweep import sweep\nsweep()"))
    notebook.cells.insert(0, nbformat.v4.new_code_cell("import sys; sys.path.insert(0, '../tests')"))
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": path.parent}})
    client.execute()
    assert notebook.cells[-1].outputs[-1].data["text/plain"] == str(len(living))
