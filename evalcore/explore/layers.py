"""The two layers of a picture: what stands still is painted once; what moves is drawn anew at each step.

At a step only the artists that ``moving`` adds are drawn, by matplotlib's own SVG renderer, and taken away again.
"""

import html
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from inspect import signature
from threading import RLock
from typing import NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from PIL import Image

from evalcore.language import translated as _
from evalcore.plots.style import laid_over, png_of

POINTS_PER_INCH = 72
HANDLE = "handle"  # the gid of an artist that is dragged, if it names no controls
DRAWING = RLock()  # matplotlib's settings are one for the process; moving may turn another picture's control


class Frame(NamedTuple):
    """What moves, at some values of the controls.

    ``handles`` are the artists that may be dragged: the ``gid`` of each, and its two ends (a point has both in one
    place), as x, y, x, y in points from the upper left corner, where the axes show them.
    """

    svg: str
    reading: str
    handles: list[tuple[str, np.ndarray]]


class Layers:
    """What stands still in a figure, and what moves over it, at any values of the controls.

    ``figure``, ``axes``, ``moving``, ``still`` and ``alt`` are those of :func:`evalcore.explore.explore`, and
    ``still_names`` the controls on which the still layer depends.
    """

    def __init__(
        self,
        figure: Figure,
        axes: object,
        moving: Callable[..., str],
        still: Callable[..., None] | None,
        alt: str,
        controls: list[str],
    ):
        self.figure, self.axes, self.moving, self.still, self.alt = figure, axes, moving, still, alt
        self.still_names = [name for name in controls if still and name in list(signature(still).parameters)[1:]]
        self._painted, self._png, self._of_still = None, b"", []  # with which values, the picture, and what still drew
        self._containers, self._kept, self._layout = _containers(figure), _kept(figure), figure.get_layout_engine()
        self._measured = {}
        figure.set_dpi(POINTS_PER_INCH)

    def still_png(self, values: dict[str, object]) -> bytes:
        """The still layer at these values; the same bytes until a value changes on which it depends."""
        wanted = {name: values[name] for name in self.still_names}
        if wanted != self._painted:
            with DRAWING:
                self._forget()
                self._paint(wanted)
        return self._png

    def frame(self, values: dict[str, object]) -> Frame:
        """The moving layer as SVG, the reading, and where the handles lie."""
        with self.drawn(values) as (artists, reading):
            handles = [
                (handle_of(artist.get_gid()), self._ends(artist)) for artist in artists if _is_handle(artist, values)
            ]
            svg = self._svg_of(artists)
        if not isinstance(reading, str):
            raise TypeError(f"moving must return the reading, a line of text, got {reading!r}")
        return Frame(svg, reading, handles)

    @contextmanager
    def drawn(self, values: dict[str, object]) -> Iterator[tuple[list[Artist], str]]:
        """Inside the block both layers are on the figure: the artists that move, back to front, and the reading."""
        with DRAWING:
            self.still_png(values)
            figure = self.figure
            containers, kept, before, frames = _containers(figure), _kept(figure), _artists(figure), _frames(figure)
            for artist in before:
                artist.stale = False  # matplotlib sets it when the artist is changed
            try:
                reading = self.moving(self.axes, **values)
                if _frames(figure) != frames:
                    raise ValueError(
                        "moving must not change titles, labels or axis limits: they are the picture's, or still's"
                    )
                for artist in before:
                    if artist.stale and not isinstance(artist, Axes | Axis):  # these notice what is added to them
                        raise ValueError(
                            f"moving must not change what stands still, but changed {artist}: draw it anew"
                        )
                added = [artist for artist in _artists(figure) if artist not in before]
                if not added:
                    raise ValueError("moving drew nothing: it must draw on the axes that it is given")
                yield sorted(added, key=lambda artist: artist.get_zorder()), reading
            finally:
                for artist in _artists(figure):
                    if artist not in before:
                        artist.remove()
                _drop_containers(containers)
                _put_back(kept)

    def image(self, values: dict[str, object]) -> Image.Image:
        """Both layers in one, as pixels."""
        with self.drawn(values) as (artists, _):
            return laid_over(self._png, self.figure, artists)

    def still_image(self) -> Image.Image:
        """The still layer as it was painted last, as pixels."""
        return laid_over(self._png, self.figure, [])

    @contextmanager
    def at_width(self, inches: float) -> Iterator[None]:
        """Inside the block the figure is so wide, and laid out anew."""
        usual = self.figure.get_size_inches()
        try:
            with DRAWING:
                self._forget()
                self.figure.set_size_inches(inches, usual[1])
            yield
        finally:
            with DRAWING:
                self._forget()
                self.figure.set_size_inches(usual)

    def parts(self) -> str:
        """What stands still and has a name, once more as SVG; nothing if nothing has."""
        named = self.figure.findobj(lambda artist: part_of(artist.get_gid()), include_self=False)
        return self._svg_of(sorted(named, key=lambda artist: artist.get_zorder())) if named else ""

    def close(self) -> None:
        """Take away what ``still`` drew, and let go of the figure and the functions."""
        self._forget()
        self.figure = self.axes = self.moving = self.still = self._layout = None
        self._containers, self._kept, self._png, self._measured = {}, {}, b"", {}

    def _paint(self, wanted):
        figure = self.figure
        if self.still:
            before = _artists(figure)
            try:
                self.still(self.axes, **wanted)
            finally:
                self._of_still = [artist for artist in _artists(figure) if artist not in before]
        self._png = png_of(figure)
        figure.set_layout_engine("none")  # the moving layer must not push the axes about
        for axes in _all_axes(figure):
            axes.set_autoscale_on(False)
        self._painted = wanted

    def _forget(self):
        """Take away what ``still`` drew; whatever comes next is painted, and laid out, anew."""
        self._painted = None
        for artist in self._of_still:
            artist.remove()
        self._of_still = []
        _drop_containers(self._containers)
        _put_back(self._kept)
        self.figure.set_layout_engine(self._layout)
        if self._layout:
            loosen(self.figure)

    def _ends(self, handle):
        """Where a handle begins and ends; what its axes cut off is at their edge."""
        if not isinstance(handle, Line2D) or len(handle.get_path()) not in (1, 2):
            raise ValueError(f"a handle must be a point or a straight line, got {handle}")
        corners = handle.get_transform().transform_path(handle.get_path()).vertices
        if handle.get_clip_on():
            corners = np.clip(corners, handle.axes.bbox.min, handle.axes.bbox.max)
        return np.ravel([[x, self.figure.bbox.height - y] for x, y in corners[[0, -1]]])

    def _svg_of(self, artists):
        """The SVG of these artists alone, as large as the figure."""
        width, height = (POINTS_PER_INCH * inches for inches in self.figure.get_size_inches())
        stream = io.StringIO()
        no_metadata = dict.fromkeys(["Creator", "Date", "Format", "Type"])
        with settings({"svg.fonttype": "none", "svg.hashsalt": "evalcore"}):
            renderer = _Renderer(width, height, stream, image_dpi=POINTS_PER_INCH, metadata=no_metadata)
            renderer.measured = self._measured
            for artist in artists:
                artist.draw(renderer)
            renderer.finalize()
        svg = stream.getvalue()
        svg = re.sub(r"<style.*?</style>", "", svg[svg.index("<svg") :], count=1, flags=re.DOTALL)
        style = "display:block;width:100%;height:auto;stroke-linejoin:round;stroke-linecap:butt"
        return svg.replace("<svg", f'<svg role="img" aria-label="{html.escape(self.alt)}" style="{style}"', 1)


def part_of(gid: str | None) -> str:
    """The name by which a word of the text may light an artist: of "part-hull", one word of its gid, "hull"."""
    return next((word.removeprefix("part-") for word in (gid or "").split() if word.startswith("part-")), "")


def handle_of(gid: str | None) -> str:
    """The other words of a gid: that the artist is dragged, or the controls that it moves then."""
    return " ".join(word for word in (gid or "").split() if not word.startswith("part-"))


def _is_handle(artist, controls):
    gid = handle_of(artist.get_gid())
    return gid == HANDLE or (bool(gid) and set(gid.split()) <= set(controls))


class _Renderer(RendererSVG):
    """matplotlib's own, which measures each word of a picture once, and writes the names of parts as classes."""

    def open_group(self, s, gid=None):
        if part := part_of(gid):
            self.writer.start("g", **{"class": part})
        else:
            super().open_group(s, gid)

    def get_text_width_height_descent(self, text, font, is_math):
        asked = text, hash(font), is_math
        if asked not in self.measured:
            self.measured[asked] = super().get_text_width_height_descent(text, font, is_math)
        return self.measured[asked]


@contextmanager
def settings(wanted: dict[str, object]) -> Iterator[None]:
    """Inside the block matplotlib has these settings; ``rc_context`` would copy all of them at each step."""
    before = {name: mpl.rcParams[name] for name in wanted}
    mpl.rcParams.update(wanted)
    try:
        yield
    finally:
        mpl.rcParams.update(before)


def loosen(figure: Figure) -> None:
    """Let matplotlib's layout begin anew; where it ends depends on where it began."""
    for axes in figure.axes:
        if place := axes.get_subplotspec():
            axes.set_subplotspec(place)


def titles(figure: Figure) -> str:
    """The titles of the axes, or what is drawn against what."""
    found = [_title(axes) or _against(axes) for axes in figure.axes]
    return _("; ").join(filter(None, found)) or _("A picture")


def _against(axes):
    up, across = axes.get_ylabel(), axes.get_xlabel()
    return _("{up} against {across}", up=up, across=across) if up or across else ""


def _title(axes):
    return " ".join(filter(None, (axes.get_title(place) for place in ("left", "center", "right"))))


def _twin(cycle):
    """A copy that counts on by itself; what counts lies no deeper than its attributes."""
    twin = copy(cycle)
    vars(twin).update({name: copy(part) for name, part in vars(cycle).items()})
    return twin


# What drawing changes in the axes themselves: the legend, as a new one takes the place of the old,
# and how far lines and areas have come in the cycle of colours, which is kept as a copy.
_KEPT = {"legend_": lambda legend: legend, "_get_lines": _twin, "_get_patches_for_fill": _twin}


def _kept(figure):
    return {axes: {name: keep(getattr(axes, name)) for name, keep in _KEPT.items()} for axes in _all_axes(figure)}


def _put_back(kept):
    for axes, values in kept.items():
        for name, value in values.items():
            setattr(axes, name, _KEPT[name](value))


def _containers(figure):
    """How many groups of artists, such as the bars of a chart, each axes has."""
    return {axes: len(axes.containers) for axes in _all_axes(figure)}


def _drop_containers(counts):
    """Forget the groups that came after they were counted; their artists are gone already."""
    for axes, count in counts.items():
        del axes.containers[count:]


def _all_axes(figure):
    """The axes of a figure, and those that lie inside others."""
    axes = list(figure.axes)
    for one in axes:
        axes += [child for child in one.child_axes if child not in axes]
    return axes


def _artists(figure):
    """All that figure.draw would draw, axes by axes, as the keys of a dict."""
    owners = [figure, *_all_axes(figure)]
    return dict.fromkeys(artist for owner in owners for artist in owner.get_children())


def _frames(figure):
    return [
        (_title(axes), axes.get_xlabel(), axes.get_ylabel(), axes.get_xlim(), axes.get_ylim())
        for axes in _all_axes(figure)
    ]
