"""Output for a reader with a running kernel, which a stored notebook replaces by fixed words.

It shows progress, tests of sliders, and what depends on files that others may not have. Because of the fixed words
the stored page is the same on every machine.
"""

import html
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import ipywidgets as widgets
import matplotlib as mpl
from IPython import get_ipython
from IPython.display import display

from evalcore.language import marked
from evalcore.language import translated as _

Step = TypeVar("Step")


class Live(widgets.VBox):
    """Texts, figures and tables in a running notebook; the stored notebook keeps only the text ``stored``.

    A part is a text, a widget, or a figure with its words as ``plots.show`` makes it.
    """

    def __init__(self, stored: str, *parts: object):
        self.stored = stored
        super().__init__([_widget(part) for part in parts])

    def __repr__(self) -> str:
        return self.stored

    def _repr_mimebundle_(self, **kwargs):
        return super()._repr_mimebundle_(**kwargs) | {"text/plain": self.stored}  # which ipywidgets would shorten


def html_table(
    head: Sequence[object],
    rows: Sequence[Sequence[object]],
    *,
    row_names: bool = True,
    cell: Callable[[str], str] = html.escape,
    style: str = "",
) -> str:
    """Return a table as HTML; all text is escaped.

    With ``row_names`` the first entry of a row is its heading. ``cell`` makes the HTML of an entry from its text,
    ``style`` is CSS of the table.

    >>> html_table(["n", "n²"], [[2, 4]], row_names=False).partition("<tbody>")[2]
    '<tr><td>2</td><td>4</td></tr></tbody></table>'
    """
    columns = "".join(f'<th scope="col">{html.escape(str(name))}</th>' for name in head)
    lines = "".join(
        "<tr>"
        + "".join(f'<th scope="row">{html.escape(str(name))}</th>' for name in row[:row_names])
        + "".join(f"<td>{cell(str(entry))}</td>" for entry in row[row_names:])
        + "</tr>"
        for row in rows
    )
    css = f' style="{html.escape(style)}"' if style else ""
    return f"<table{css}><thead><tr>{columns}</tr></thead><tbody>{lines}</tbody></table>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> widgets.HTML:
    """Return a table as a part of :class:`Live`; the first entry of a row is its heading.

    >>> "<td>0.18</td>" in table(["estimator", "ms"], [["training set", "0.18"]]).value
    True
    """
    style = f"font-size:{mpl.rcParams['font.size']}pt;border-spacing:1em 0.2em;text-align:right"
    return widgets.HTML(html_table(head, rows, style=style))


def progress(steps: Sequence[Step], name: str) -> Iterator[Step]:
    """Iterate over ``steps`` with a progress bar in a notebook, or a line that counts in a terminal.

    A notebook stores ``name`` and the number of steps. Elsewhere there is no output.

    >>> list(progress([3, 4], "fits"))
    [3, 4]
    """
    in_notebook = type(get_ipython()).__name__ not in ("NoneType", "TerminalInteractiveShell")
    if in_notebook:
        bar, words = (
            widgets.IntProgress(max=len(steps)),
            widgets.Label(_("{name}: {done} of {all}", name=name, done=0, all=len(steps))),
        )
        display(Live(_("{name}: {all} steps", name=name, all=len(steps)), widgets.HBox([bar, words])))
    for done, step in enumerate(steps, start=1):
        yield step
        text = _("{name}: {done} of {all}", name=name, done=done, all=len(steps))
        if in_notebook:
            bar.value, words.value = done, text
        elif sys.stderr.isatty():
            print(f"\r{text}", end="" if done < len(steps) else "\n", file=sys.stderr)


class SliderTest(Live):
    """A test of sliders, which a page without Python replaces by its own answer."""


def slider_test() -> SliderTest:
    """Return a slider that reports whether sliders work in this installation, and advice in case it cannot be shown."""
    slider = widgets.IntSlider(0, 0, 10, description=_("move me"), style={"description_width": "initial"})
    answer = widgets.HTML(_("Sliders can be shown."))

    def follow(change):
        answer.value = _("Sliders work: Python received {number}.", number=change["new"])

    slider.observe(follow, "value")
    return SliderTest(_(_NO_SLIDER), slider, answer)


_NO_SLIDER = marked("""If no slider is shown here, run this cell. If there is still none, the page cannot show widgets.
Close JupyterLab. In a terminal, go to the folder that contains requirements.txt, and run
python -m pip install -r requirements.txt with the Python that runs JupyterLab. Then start JupyterLab again.
In a viewer that runs no code, such as GitHub's, the figures do not move.""")


def _widget(part: object) -> widgets.Widget:
    """Return a part as a widget."""
    if isinstance(part, widgets.Widget):
        return part
    if isinstance(part, str):
        return widgets.HTML(html.escape(part))
    data, _metadata = part._repr_mimebundle_()
    return widgets.HTML(data["text/html"])
