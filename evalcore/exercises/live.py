"""What a reader with a running kernel sees and a stored notebook does not: how far a loop has come,
and what depends on files that others may not have.

The stored page has fixed words in its place, so that it is the same on every machine.
"""

import html
from collections.abc import Iterator, Sequence
from typing import TypeVar

import ipywidgets as widgets
from IPython.display import display
from matplotlib.figure import Figure

from evalcore.plots.style import PIXELS_PER_INCH, png_of

Step = TypeVar("Step")


class Live(widgets.VBox):
    """Words and pictures for the reader at work; ``stored`` is what the notebook keeps of them."""

    def __init__(self, stored: str, *parts: str | Figure | widgets.Widget):
        self.stored = stored
        super().__init__([_widget(part) for part in parts])

    def __repr__(self) -> str:
        return self.stored

    def _repr_mimebundle_(self, **kwargs):
        return super()._repr_mimebundle_(**kwargs) | {"text/plain": self.stored}  # ipywidgets would cut it short


def progress(steps: Sequence[Step], name: str) -> Iterator[Step]:
    """Walk through ``steps`` under a bar that fills; the notebook stores ``name`` and how many there are.

    >>> list(progress([3, 4], "fits"))
    fits: 2 steps
    [3, 4]
    """
    bar, words = widgets.IntProgress(max=len(steps)), widgets.Label(f"{name}: 0 of {len(steps)}")
    display(Live(f"{name}: {len(steps)} steps", widgets.HBox([bar, words])))
    for done, step in enumerate(steps, start=1):
        yield step
        bar.value, words.value = done, f"{name}: {done} of {len(steps)}"


def _widget(part: str | Figure | widgets.Widget) -> widgets.Widget:
    if isinstance(part, Figure):
        width = f"{part.get_figwidth() * PIXELS_PER_INCH:.0f}px"
        return widgets.Image(value=png_of(part, 2), layout=widgets.Layout(width=width, max_width="100%"))
    return widgets.HTML(html.escape(part)) if isinstance(part, str) else part
