"""The two layers of an interactive figure: the still layer is painted once, the moving layer at each change.

At a change only the artists that ``moving`` adds are drawn, by matplotlib's own SVG renderer, and then removed.
"""

import html
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from difflib import get_close_matches
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

from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.plots.style import laid_over, png_of

POINTS_PER_INCH = 72
UNTURNED = re.compile(r' transform="rotate\(-0 [^"]*\)"')  # matplotlib writes it on every level text; it does nothing
_NO_MARKER = (None, "None", "none", " ", "")
INSTEAD = marked("Answer the question below to see the rest.")  # of the caption of a veiled figure
HANDLE = "handle"  # the gid of an artist that can be dragged but names no controls
DRAWING = RLock()  # matplotlib's settings are global; reentrant because moving may set a control of another figure


class Frame(NamedTuple):
    """The moving layer at some values of the controls.

    ``handles`` are the artists that can be dragged: the ``gid`` of each, and its two ends x, y, x, y in points from the
    upper left corner, clipped to the axes. The two ends of a point are the same.
    """

    svg: str
    reading: str
    handles: list[tuple[str, np.ndarray]]


class Layers:
    """The still and the moving layer of a figure, drawn at any values of the controls.

    ``figure``, ``axes``, ``moving``, ``still``, ``alt`` and ``trace`` are those of :func:`evalcore.explore.explore`;
    ``still_names`` are the controls on which the still layer depends.
    """

    def __init__(
        self,
        figure: Figure,
        axes: object,
        moving: Callable[..., str],
        still: Callable[..., None] | None,
        alt: str,
        controls: list[str],
        trace: str | None = None,
    ):
        self.figure, self.axes, self.moving, self.still, self.alt = figure, axes, moving, still, alt
        self.trace = trace
        self.still_names = names_in(still, controls) if still else []
        self._painted, self._png, self._of_still = None, b"", []  # values, image and artists of the still layer
        self._containers, self._kept, self._layout = _containers(figure), _kept(figure), figure.get_layout_engine()
        self._measured = {}
        figure.set_dpi(POINTS_PER_INCH)

    def still_png(self, values: dict[str, object]) -> bytes:
        """Return the still layer at these values; it is painted again only if a value changed on which it depends."""
        still_values = {name: values[name] for name in self.still_names}
        if still_values != self._painted:
            with DRAWING:
                self._forget()
                self._paint(still_values)
        return self._png

    def frame(self, values: dict[str, object]) -> Frame:
        """Return the moving layer as SVG, the caption, and the positions of the handles."""
        with self.drawn(values) as (artists, reading):
            handles = self._handles(artists, values)
            svg = self._svg_of(artists)
        if not isinstance(reading, str):
            raise TypeError(f"moving must return the reading, a line of text, got {reading!r}")
        return Frame(svg, reading, handles)

    def handles(self, values: dict[str, object]) -> list[tuple[str, np.ndarray]]:
        """Return the handles at these values, without drawing the figure."""
        with self.drawn(values) as (artists, _):
            return self._handles(artists, values)

    def require(self, trace: str | None, veil: Sequence[str], values: dict[str, object]) -> None:
        """Raise ValueError unless ``moving`` draws the point ``trace`` and the parts of ``veil`` at these values."""
        veiled = [name for name in veil if name != "*"]
        if trace is None and not veiled:
            return
        with self.drawn(values) as (artists, _):
            named = {name: artist for artist in artists for name in _names(artist.get_gid())}
            parts = [part_name(artist.get_gid()) for artist in artists]
        for name in veiled:
            _expect_name("veil", name, filter(None, parts))
        if trace is None:
            return
        _expect_name("trace", trace, named)
        point = named[trace]
        if not isinstance(point, Line2D) or len(point.get_path()) != 1 or point.get_marker() in _NO_MARKER:
            raise ValueError(f"trace={trace!r} must name a point with a marker, got {point}")

    @contextmanager
    def drawn(self, values: dict[str, object]) -> Iterator[tuple[list[Artist], str]]:
        """Draw both layers for the duration of the block; yield the moving artists, back to front, and the caption."""
        with DRAWING:
            self.still_png(values)
            figure = self.figure
            containers, kept, before, frames = _containers(figure), _kept(figure), _artists(figure), _frames(figure)
            for artist in before:
                artist.stale = False  # matplotlib sets it again if moving changes the artist
            try:
                reading = self.moving(self.axes, **values)
                if _frames(figure) != frames:
                    raise ValueError(
                        "moving must not change titles, labels or axis limits: they are the picture's, or still's"
                    )
                for artist in before:
                    if artist.stale and not isinstance(artist, Axes | Axis):  # stale also after an addition
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

    def image(self, values: dict[str, object], veil: Sequence[str] | None = None) -> Image.Image:
        """Return both layers as one image, without the parts that are veiled."""
        with self.drawn(values) as (artists, _):
            shown = [artist for artist in artists if not _is_veiled(artist, veil or [])]
            return laid_over(self._png, self.figure, shown)

    def still_image(self) -> Image.Image:
        """Return the still layer, as it was painted last, as an image."""
        return laid_over(self._png, self.figure, [])

    @contextmanager
    def at_width(self, inches: float) -> Iterator[None]:
        """Give the figure another width, with a new layout, for the duration of the block."""
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
        """Return the named artists of the still layer as SVG, or an empty string if there are none."""
        named = self.figure.findobj(lambda artist: part_name(artist.get_gid()), include_self=False)
        return self._svg_of(sorted(named, key=lambda artist: artist.get_zorder())) if named else ""

    def close(self) -> None:
        """Remove the artists of ``still``, and release the figure and the functions."""
        self._forget()
        self.figure = self.axes = self.moving = self.still = self._layout = None
        self._containers, self._kept, self._png, self._measured = {}, {}, b"", {}

    def _paint(self, values):
        figure = self.figure
        if self.still:
            before = _artists(figure)
            try:
                self.still(self.axes, **values)
            finally:
                self._of_still = [artist for artist in _artists(figure) if artist not in before]
        self._png = png_of(figure)
        figure.set_layout_engine("none")  # the moving layer must not move the axes
        for axes in _all_axes(figure):
            axes.set_autoscale_on(False)
        self._painted = values

    def _forget(self):
        """Remove the artists of ``still``; the next image is painted again, with a new layout."""
        self._painted = None
        for artist in self._of_still:
            artist.remove()
        self._of_still = []
        _drop_containers(self._containers)
        _put_back(self._kept)
        self.figure.set_layout_engine(self._layout)
        if self._layout:
            reset_layout(self.figure)

    def _handles(self, artists, controls):
        return [(handle_words(artist.get_gid()), self._ends(artist)) for artist in artists
                if _is_handle(artist, controls)]  # fmt: skip

    def _ends(self, handle):
        """Return the two ends of a handle, clipped to its axes."""
        if not isinstance(handle, Line2D) or len(handle.get_path()) not in (1, 2):
            raise ValueError(f"a handle must be a point or a straight line, got {handle}")
        corners = handle.get_transform().transform_path(handle.get_path()).vertices
        if handle.get_clip_on():
            corners = np.clip(corners, handle.axes.bbox.min, handle.axes.bbox.max)
        return np.ravel([[x, self.figure.bbox.height - y] for x, y in corners[[0, -1]]])

    def _svg_of(self, artists):
        """Return the SVG of these artists alone, as large as the figure."""
        width, height = (POINTS_PER_INCH * inches for inches in self.figure.get_size_inches())
        stream = io.StringIO()
        no_metadata = dict.fromkeys(["Creator", "Date", "Format", "Type"])
        with settings({"svg.fonttype": "none", "svg.hashsalt": "evalcore"}):
            renderer = _Renderer(width, height, stream, image_dpi=POINTS_PER_INCH, metadata=no_metadata)
            renderer.measured, renderer.trace = self._measured, self.trace
            for artist in artists:
                artist.draw(renderer)
            renderer.finalize()
        svg = stream.getvalue()
        svg = re.sub(r"<style.*?</style>", "", svg[svg.index("<svg") :], count=1, flags=re.DOTALL)
        svg = UNTURNED.sub("", svg)
        style = "display:block;width:100%;height:auto;stroke-linejoin:round;stroke-linecap:butt"
        return svg.replace("<svg", f'<svg role="img" aria-label="{html.escape(self.alt)}" style="{style}"', 1)


def part_name(gid: str | None) -> str:
    """Return the name by which links in the text highlight an artist: "hull" if one word of its gid is "part-hull"."""
    return next((word.removeprefix("part-") for word in (gid or "").split() if word.startswith("part-")), "")


def _is_veiled(artist, veil):
    return veil == ["*"] or part_name(artist.get_gid()) in veil


def handle_words(gid: str | None) -> str:
    """Return the other words of a gid: "handle", or the names of the controls that dragging moves."""
    return " ".join(word for word in (gid or "").split() if not word.startswith("part-"))


def _expect_name(argument, name, drawn):
    names = sorted(set(drawn))
    if name not in names:
        similar = get_close_matches(str(name), names)
        hint = f": did you mean {similar[0]!r}?" if similar else f", expected one of {names}"
        raise ValueError(f"{argument}={name!r} names nothing that moving draws at the start{hint}")


def _names(gid):
    """Return the names by which ``trace`` can mean an artist."""
    return list(filter(None, [part_name(gid), handle_words(gid)]))


def names_in(still: Callable[..., None], controls: Iterable[str]) -> list[str]:
    """Return the controls that the signature of ``still`` names, after the axes."""
    return [name for name in controls if name in list(signature(still).parameters)[1:]]


def _is_handle(artist, controls):
    words = handle_words(artist.get_gid()).split()
    if words == [HANDLE]:
        return True
    known = [*controls, HANDLE]
    for word in set(words) - set(controls):  # perhaps mistyped; a gid of another kind is the author's own
        if similar := get_close_matches(word, known) or sorted(set(words) & set(known)):
            raise ValueError(f"gid={artist.get_gid()!r} names no control {word!r}: did you mean {similar[0]!r}?")
    return bool(words) and set(words) <= set(controls)


class _Renderer(RendererSVG):
    """matplotlib's SVG renderer with cached text sizes, which writes the names of parts and "traced" as classes."""

    def open_group(self, s, gid=None):
        classes = ["traced"] * (self.trace in _names(gid)) + [part_name(gid)]
        if any(classes):
            self.writer.start("g", **{"class": " ".join(filter(None, classes))})
        else:
            super().open_group(s, gid)

    def get_text_width_height_descent(self, text, font, is_math):
        key = text, hash(font), is_math
        if key not in self.measured:
            self.measured[key] = super().get_text_width_height_descent(text, font, is_math)
        return self.measured[key]


@contextmanager
def settings(temporary: dict[str, object]) -> Iterator[None]:
    """Change these settings of matplotlib for the duration of the block; ``rc_context`` would copy all of them."""
    before = {name: mpl.rcParams[name] for name in temporary}
    mpl.rcParams.update(temporary)
    try:
        yield
    finally:
        mpl.rcParams.update(before)


def reset_layout(figure: Figure) -> None:
    """Undo the positions that matplotlib's layout has set, because its result depends on where it starts."""
    for axes in figure.axes:
        if place := axes.get_subplotspec():
            axes.set_subplotspec(place)


def titles(figure: Figure) -> str:
    """Return the titles of the axes, or their labels as "y against x"."""
    descriptions = [_title(axes) or _against(axes) for axes in figure.axes]
    return _("; ").join(filter(None, descriptions)) or _("A figure")


def _against(axes):
    up, across = axes.get_ylabel(), axes.get_xlabel()
    return _("{up} against {across}", up=up, across=across) if up or across else ""


def _title(axes):
    return " ".join(filter(None, (axes.get_title(place) for place in ("left", "center", "right"))))


def _independent_copy(cycle):
    """Return a copy whose counters are independent; all counters are direct attributes."""
    twin = copy(cycle)
    vars(twin).update({name: copy(part) for name, part in vars(cycle).items()})
    return twin


# Drawing changes the axes themselves: a new legend replaces the old one, and lines and areas advance the colour cycle.
# Both are restored; the colour cycle has to be copied because it is changed in place.
_KEPT = {"legend_": lambda legend: legend, "_get_lines": _independent_copy, "_get_patches_for_fill": _independent_copy}


def _kept(figure):
    return {axes: {name: keep(getattr(axes, name)) for name, keep in _KEPT.items()} for axes in _all_axes(figure)}


def _put_back(kept):
    for axes, values in kept.items():
        for name, value in values.items():
            setattr(axes, name, _KEPT[name](value))


def _containers(figure):
    """Return the number of containers, such as the bars of a chart, of each of the axes."""
    return {axes: len(axes.containers) for axes in _all_axes(figure)}


def _drop_containers(counts):
    """Drop the containers added since they were counted; their artists are already removed."""
    for axes, count in counts.items():
        del axes.containers[count:]


def _all_axes(figure):
    """Return the axes of a figure, including those inside other axes."""
    axes = list(figure.axes)
    for parent in axes:
        axes += [child for child in parent.child_axes if child not in axes]
    return axes


def _artists(figure):
    """Return all artists that figure.draw would draw, axes by axes, as the keys of a dict."""
    owners = [figure, *_all_axes(figure)]
    return dict.fromkeys(artist for owner in owners for artist in owner.get_children())


def _frames(figure):
    return [
        (_title(axes), axes.get_xlabel(), axes.get_ylabel(), axes.get_xlim(), axes.get_ylim())
        for axes in _all_axes(figure)
    ]
