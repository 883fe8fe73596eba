"""The widget: a still layer, a moving layer over it, and the controls that both follow."""

import html
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from os import PathLike
from threading import Lock

import ipywidgets as widgets
import matplotlib as mpl

from evalcore.explore.controls import looks, row
from evalcore.explore.layers import DRAWING, Frame, Layers
from evalcore.plots.style import PIXELS_PER_INCH, picture_bundle

ON_ONE_SPOT = "1 / 1"  # the grid cell in which the still and the moving layer lie


class LivingPicture(widgets.VBox):
    """A picture that follows its controls; made by :func:`evalcore.explore.explore`.

    ``controls`` maps names to widgets, ``alt`` says what the picture shows, ``play`` names the control with a
    button, and ``lattice`` maps names to the values that a page without Python offers. What is shown: ``png``, the
    still layer, ``svg``, the moving one, and ``reading``, the line under the picture; ``error`` is the exception of
    the last refresh, or None. ``layers`` draws the picture at any values.
    """

    def __init__(
        self,
        layers: Layers,
        controls: dict[str, widgets.ValueWidget],
        own: list[widgets.Widget],
        play: str | None,
        lattice: dict[str, list[object]],
    ):
        self.layers, self.controls, self.play, self.lattice, self.alt = layers, controls, play, lattice, layers.alt
        self.png, self.svg, self.reading, self.error = b"", "", "", None
        self._turn, self._stale = Lock(), False
        width = f"{layers.figure.get_figwidth() * PIXELS_PER_INCH:.0f}px"
        self._image = widgets.Image(layout=_layer(height="auto"))
        self._overlay = widgets.HTML(layout=_layer())
        with DRAWING:
            self._draw()

        stage = widgets.GridBox([self._image, self._overlay], layout=widgets.Layout(grid_template_columns="100%"))
        rows = [row(control, played=name == play) for name, control in controls.items()]
        bar = widgets.Box([looks(), *(shown for shown, *_ in rows)], layout=widgets.Layout(flex_flow="row wrap"))
        super().__init__([bar, stage], layout=widgets.Layout(width="100%", max_width=width))
        self._made = [self, bar, bar.children[0], stage, self._image, self._overlay, *own]
        self._made += [widget for shown, *made in rows if made for widget in (shown, *made)]
        self.add_class("evalcore-living-picture")
        for control in controls.values():
            control.observe(self.refresh, "value")

    @property
    def values(self) -> dict[str, object]:
        """Where the controls stand."""
        return {name: control.value for name, control in self.controls.items()}

    @property
    def words(self) -> str:
        """What the picture shows, and its reading, for whoever does not see it."""
        return f"{self.alt}\n{self.reading}"

    def frame(self, **values: object) -> Frame:
        """The moving layer as SVG, the reading, and the handles at these values; the controls stay where they are."""
        with self.held() as layers:
            return layers.frame(self.values | values)

    def still_png(self, **values: object) -> bytes:
        """The still layer at these values, as PNG; the controls stay where they are."""
        with self.held() as layers:
            return layers.still_png(self.values | values)

    def save(self, path: str | PathLike[str], *, title: str | None = None, words: str | None = None) -> None:
        """Write one page with this picture, its controls and readings, that needs nothing else.

        It opens by a double click, on a phone, and in an ``<iframe>``, without Python, server or network. ``title``
        and ``words`` (paragraphs, with an empty line between two) stand above the picture, as plain text. The same
        picture at the same values makes the same file.

        Raises ``ValueError`` for more than 4,000 states (and names a ``lattice`` of fewer) and for a picture that
        another has replaced, ``FileNotFoundError`` if the folder is not there, ``IsADirectoryError`` for a folder, and
        whatever ``moving`` raises at a state. Then no file is written, and an earlier one stays as it was.
        """
        from evalcore.explore.page import saved

        if self.layers.figure is None:
            raise ValueError("this picture was replaced when its cell was run again: save the one that is shown now")
        saved.write(path, title, words, self.record)

    def record(self, walk: Callable[..., Iterable[int]] = lambda states, _edition: states) -> dict[str, object]:
        """All states, as :mod:`evalcore.explore.page` draws and shows them.

        ``walk(states, edition)`` passes through the states of an edition, and may say how far it has come.

        Raises ``ValueError`` for more than 4,000 states.
        """
        from evalcore.explore.page.record import of_living  # only who leaves the notebook needs the page

        with self.held() as layers:
            return of_living(layers, self.controls, self.lattice, self.play, walk)

    @contextmanager
    def held(self) -> Iterator[Layers]:
        """Inside the block the picture follows no control, and its layers may draw it at any values and width."""
        try:
            with self._turn:
                yield self.layers
        finally:
            if self._stale:  # a control moved meanwhile
                self.refresh()

    def refresh(self, _change: object = None) -> None:
        """Draw the newest values; events that arrive meanwhile, from any thread, make one more pass."""
        self._stale = True
        while self._stale and self._turn.acquire(blocking=False):
            try:
                with DRAWING:
                    self._stale = False
                    if self.layers.figure is not None:
                        self._draw()
                        self.error = None
            except Exception as error:
                self._say(error)
            finally:
                self._turn.release()

    def retire(self) -> None:
        """Follow no control any more, and let go of the figure, the functions and the widgets made for it."""
        with DRAWING:
            if self.layers.figure is None:
                return
            for control in self.controls.values():
                control.unobserve(self.refresh, "value")
            self.layers.close()
            for widget in self._made:
                for part in (getattr(widget, "layout", None), getattr(widget, "style", None), widget):
                    if part is not None:
                        part.close()
            self._image = self._overlay = None
            self._made, self.controls, self.png, self.svg = [], {}, b"", ""
            self.children = ()

    def _draw(self):
        values = self.values
        png = self.layers.still_png(values)
        self.svg, self.reading, _ = self.layers.frame(values)
        if png is not self.png:
            self._image.value = self.png = png
        self._show(self.reading, "status")

    def _say(self, error):
        self.error = error
        self._show(_words(error), "alert")

    def _show(self, line, role):
        """One message for picture and line, so that they never disagree on the screen."""
        size = mpl.rcParams["font.size"]
        colour = "color:#A00000;background:white;font-weight:bold;" if role == "alert" else ""
        self._overlay.value = (
            f'{self.svg}<div role="{role}" style="font-size:{size}pt;line-height:1.3;min-height:2.6em;{colour}">'
            f"{html.escape(line)}</div>"
        )

    def _repr_mimebundle_(self, **kwargs):
        """The widget, and beside it the picture and its words for pages without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        with self.held() as layers:
            try:
                picture, words = layers.image(self.values), self.words
            except Exception as error:
                self._say(error)
                picture, words = layers.still_image(), f"{self.alt}\n{_words(error)}"
        data, metadata = picture_bundle(picture, words)
        return bundle | data, metadata


def _words(error):
    return f"{type(error).__name__}: {error}"


def _layer(**layout):
    return widgets.Layout(grid_area=ON_ONE_SPOT, width="100%", margin="0", align_self="flex-start", **layout)
