"""The widget of an interactive figure: a still layer, a moving layer over it, and the controls of both."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from os import PathLike
from threading import Lock

import ipywidgets as widgets
import traitlets

from evalcore.explore import cells
from evalcore.explore.controls import positions, row, style_sheet
from evalcore.explore.dragging import Drag
from evalcore.explore.layers import DRAWING, INSTEAD, POINTS_PER_INCH, Frame, Layers
from evalcore.frontend import Component
from evalcore.language import translated as _
from evalcore.plots.style import PIXELS_PER_INCH, picture_bundle

SCALE = PIXELS_PER_INCH / POINTS_PER_INCH  # CSS pixels per point


class Stage(Component):
    """The figure itself: the still layer, and what is shown over and below it, which changes in one message."""

    name = traitlets.Unicode().tag(sync=True)  # of the cell: links act on #name
    size = traitlets.List().tag(sync=True)  # in CSS pixels
    glide = traitlets.Bool(True).tag(sync=True)
    veil = traitlets.List(default_value=None, allow_none=True).tag(sync=True)  # names of parts, or "*"
    png = traitlets.Bytes().tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)  # svg, reading, whether it is an error, handles


class LivingPicture(widgets.VBox):
    """An interactive figure, made by :func:`evalcore.explore.explore`.

    Attributes
    ----------
    controls : dict of str to ipywidget
    alt : str
        The alternative text.
    play : str or None
        The control with a play button.
    lattice : dict of str to list
        The values of each control that a page without Python offers.
    glide : bool
        Whether it moves from one state to the next.
    veil : list of str, or None
        The parts that are hidden until a prediction is answered; ``"*"`` means all that moves. None is no veil.
    png, svg, reading
        The still layer, the moving layer, and the caption that are shown now.
    error : Exception or None
        The exception of the last refresh.
    layers : Layers
        Draws the figure at any values of the controls.
    """

    def __init__(
        self,
        layers: Layers,
        controls: dict[str, widgets.ValueWidget],
        own: list[widgets.Widget],
        play: str | None,
        lattice: dict[str, list[object]],
        glide: bool = True,
        veil: list[str] | None = None,
    ):
        self.layers, self.controls, self.play, self.lattice, self.alt = layers, controls, play, lattice, layers.alt
        self.glide, self.veil = glide, veil
        self.png, self.svg, self.reading, self.error = b"", "", "", None
        self._turn, self._stale = Lock(), False
        size = [round(inches * PIXELS_PER_INCH) for inches in layers.figure.get_size_inches()]
        self._drag: Drag | None = None
        self._start = self.values  # to which a veil returns
        with DRAWING:
            still, shown = self._draw()
        self.stage = Stage(kind="figure", name=cells.name(), size=size, png=still, shown=shown, glide=glide,
                           veil=self.veil)  # fmt: skip
        self.stage.on_msg(self._received)
        rows = [row(control, played=name == play) for name, control in controls.items()]
        bar = widgets.Box([style_sheet(), *(control for control, *_ in rows)],
                          layout=widgets.Layout(flex_flow="row wrap"))  # fmt: skip
        super().__init__([bar, self.stage], layout=widgets.Layout(width="100%", max_width=f"{size[0]}px"))
        self._own = [self, bar, bar.children[0], self.stage, *own]
        self._own += [widget for box, *inside in rows if inside for widget in (box, *inside)]
        self.add_class("evalcore-living-picture")
        for name, control in controls.items():
            control.add_class(f"evalcore-control-{name}")
            control.observe(self.refresh, "value")

    @property
    def values(self) -> dict[str, object]:
        """The current values of the controls."""
        return {name: control.value for name, control in self.controls.items()}

    @property
    def words(self) -> str:
        """The alternative text and the caption, or what a veil shows in place of the caption."""
        return f"{self.alt}\n{_(INSTEAD) if self.veil else self.reading}"

    def frame(self, **values: object) -> Frame:
        """Return the moving layer, the caption and the handles at these values, without moving the controls."""
        with self.held() as layers:
            return layers.frame(self.values | values)

    def still_png(self, **values: object) -> bytes:
        """Return the still layer at these values as PNG, without moving the controls."""
        with self.held() as layers:
            return layers.still_png(self.values | values)

    def save(self, path: str | PathLike[str], *, title: str | None = None, words: str | None = None) -> None:
        """Write one self-contained page with this figure, its controls and captions.

        The page works offline, on phones and in an ``<iframe>``, without Python or a server. The same figure at the
        same values makes the same file.

        Parameters
        ----------
        path : path
            The file to write.
        title : str, optional
            A heading above the figure.
        words : str, optional
            Plain text above the figure; an empty line separates paragraphs.

        Raises
        ------
        ValueError
            If the figure has more than 4,000 states (the message suggests a ``lattice``), or has been replaced.
        FileNotFoundError, IsADirectoryError, PermissionError
            If the folder does not exist, ``path`` is a folder, or the folder is read-only.

        An exception of ``moving`` at some state is raised as it is. In all these cases no file is written, and an
        earlier one stays as it was.
        """
        from evalcore.explore.page import saved

        if self.layers.figure is None:
            raise ValueError("this picture was replaced when its cell was run again: save the one that is shown now")
        saved.write(path, title, words, self.record)

    def record(self, walk: Callable[..., Iterable[int]] = lambda states, _edition: states) -> dict[str, object]:
        """Return all states as a record that :mod:`evalcore.explore.page` can show.

        ``walk(states, edition)`` iterates over the states of an edition; it may show the progress.

        Raises
        ------
        ValueError
            If there are more than 4,000 states.
        """
        from evalcore.explore.page.record import of_living  # imported here because notebooks do not need it

        with self.held() as layers:
            return of_living(layers, self.controls, self.lattice, self.play, walk) | {"glide": self.glide}

    @contextmanager
    def held(self) -> Iterator[Layers]:
        """Suspend the controls for the duration of the block, so that the layers can be drawn at any values."""
        try:
            with self._turn:
                yield self.layers
        finally:
            if self._stale:  # a control was moved inside the block
                self.refresh()

    def refresh(self, _change: object = None) -> None:
        """Draw the current values; a change that arrives during the drawing, from any thread, is drawn afterwards."""
        self._stale = True
        while self._stale and self._turn.acquire(blocking=False):
            try:
                with DRAWING:
                    self._stale = False
                    if self.layers.figure is not None:
                        self._show(*self._draw())
                        self.error = None
            except Exception as error:
                self._say(error)
            finally:
                self._turn.release()

    def retire(self) -> None:
        """Stop following the controls, and release the figure, the functions and the widgets made for it."""
        with DRAWING:
            if self.layers.figure is None:
                return
            for control in self.controls.values():
                control.unobserve(self.refresh, "value")
            self.layers.close()
            for widget in self._own:
                for part in (getattr(widget, "layout", None), getattr(widget, "style", None), widget):
                    if part is not None:
                        part.close()
            self._drag = None
            self._own, self.controls, self.png, self.svg = [], {}, b"", ""
            self.children = ()

    def _draw(self):
        """Draw the current values, and return the still layer and what is shown over it."""
        values = self.values
        self.png = self.layers.still_png(values)
        self.svg, self.reading, handles = self.layers.frame(values)
        return self.png, self._state(self.reading, handles=[_handle(ends) for _gid, ends in handles])

    def _state(self, line, *, failed=False, handles=()):
        return {"svg": self.svg, "reading": line, "failed": failed, "handles": list(handles)}

    def _show(self, still, shown):
        """Show figure and caption in one message, so that they always agree on the screen."""
        with self.stage.hold_sync():
            self.stage.png, self.stage.shown = still, shown

    def _say(self, error):
        self.error = error
        self._show(self.png, self._state(_words(error), failed=True))

    def _received(self, stage, message, _buffers):
        """Answer the front end: a link sets controls, a veil falls, the pointer drags, or a part is looked for."""
        if self.layers.figure is None:
            return
        try:
            with self.held() as layers:
                match message:
                    case {"put": wanted}:
                        self._put(wanted)
                    case {"drag": [number, x, y], **others}:
                        if others.get("begins") or self._drag is None:
                            self._drag = Drag(layers, self.controls, number)
                        self._set(self._drag.to(x / SCALE, y / SCALE))
                    case {"start": True}:
                        self._set(self._start)
                    case {"parts": True}:
                        from evalcore.explore.page.layout import outlines, panes

                        layers.still_png(self.values)
                        stage.send({"parts": layers.parts(), "panes": panes([outlines(layers.figure)])})
        except Exception as error:
            self._say(error)
        if "drag" in message:
            stage.send({"followed": self._drag.names if self._drag else []})

    def _put(self, wanted):
        """Set controls to the positions with these labels, or with these numbers."""
        from evalcore.explore.page.record import of_control

        for name in wanted.keys() & self.controls.keys():
            every = positions(self.controls[name])
            labels = of_control(self.controls[name], every)["labels"]
            same = [value for value, label in zip(every, labels, strict=True) if _is_same(label, wanted[name])]
            if same:
                self._set({name: same[0]})

    def _set(self, values):
        for name, value in values.items():
            self.controls[name].value = value

    def _repr_mimebundle_(self, **kwargs):
        """Return the widget, and for pages without a kernel the image and its alternative text."""
        bundle = super()._repr_mimebundle_(**kwargs)
        with self.held() as layers:
            try:
                picture, words = layers.image(self.values, self.veil), self.words
            except Exception as error:
                self._say(error)
                picture, words = layers.still_image(), f"{self.alt}\n{_words(error)}"
        data, metadata = picture_bundle(picture, words)
        return bundle | data, metadata


def _words(error):
    return f"{type(error).__name__}: {error}"


def _handle(ends):
    """Return the ends of a handle in CSS pixels, in the form that the script reads."""
    pixels = (ends * SCALE).round(1).tolist()
    return {"moves": [], "of": [], "at": pixels[:2] if pixels[:2] == pixels[2:] else pixels}


def _is_same(label, text):
    """Return whether two texts are equal, or equal as numbers."""
    try:
        return label == text or float(label) == float(text)
    except ValueError:
        return False
