"""The living picture: a matplotlib figure that follows its controls.

What stands still in the figure is painted once. At each change of a control only the artists
that depend on it are drawn, by matplotlib's own SVG renderer, and laid over the still part.
"""

import html
import io
import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from inspect import signature
from threading import Lock, RLock
from weakref import WeakKeyDictionary, ref

import ipywidgets as widgets
import matplotlib as mpl
import numpy as np
from IPython import get_ipython
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.figure import Figure

from evalcore.plots.style import PIXELS_PER_INCH, laid_over, picture_bundle, png_of

POINTS_PER_INCH = 72

ON_ONE_SPOT = "1 / 1"  # the grid cell in which the still and the moving layer lie

_DRAWING = RLock()  # matplotlib's settings are one for the process; moving may turn another picture's control
_OF_FIGURE: "WeakKeyDictionary[Figure, ref[LivingPicture]]" = WeakKeyDictionary()
_OF_CELL: "dict[str, tuple[int, list[LivingPicture]]]" = {}  # which run of the cell, and what it has shown


def explore(
    axes: Axes | Mapping[str, Axes] | Sequence[Axes] | np.ndarray,
    moving: Callable[..., str],
    *,
    still: Callable[..., None] | None = None,
    alt: str | None = None,
    play: str | None = None,
    lattice: Mapping[str, int | Sequence[object]] | None = None,
    **controls: object,
) -> "LivingPicture":
    """Show a figure whose moving part follows sliders and other controls.

    Parameters
    ----------
    axes : what is drawn on: one Axes, or several of one figure in a dict, a list or an array. What
        the figure holds already never changes.
    moving : called as ``moving(axes, **values)`` at each change, with the axes as given here. It
        draws what depends on the controls and returns the reading, one line of words and numbers.
        What it drew is removed before the next call. It must draw something, and may change neither
        titles and axis limits nor what stands still.
    still : called as ``still(axes, **values)`` with those of the controls that its signature names,
        first and whenever one of them changes. It draws the slowly changing part and may set
        limits and titles.
    alt : what the picture shows, for readers who cannot see it; otherwise the first line of
        the docstring of ``moving``.
    play : the name of a slider control that gets a play button.
    lattice : the positions that a page without Python offers: for a control their number, evenly
        spread over it, or a list of its values. A control that is not named keeps all of them.
    controls : an ipywidget, or an abbreviation as in ``ipywidgets.interact``: ``(low, high, step)``
        is a slider, a list a menu, a bool a checkbox.

    A cell that is run again, and a figure that is shown again, retires its earlier picture.

    Raises ``TypeError`` or ``ValueError`` for arguments of another kind, and whatever the first
    call of ``moving`` raises. Later errors are shown in place of the reading.

    >>> from matplotlib.figure import Figure
    >>> def moving(axes, x):
    ...     axes.axvline(x)
    ...     return f"x = {x}"
    >>> explore(Figure().subplots(), moving, alt="A line at x", x=(0, 4)).reading
    'x = 2'
    """
    figure = _figure_of(axes)
    if not callable(moving) or not (still is None or callable(still)):
        raise TypeError("moving and still must be functions")
    if not controls:
        raise ValueError("expected at least one control, such as threshold=(0.0, 1.0, 0.01)")
    made = {name: _control(name, value) for name, value in controls.items()}
    if play is not None and play not in made:
        raise ValueError(f"play must name one of the controls {list(made)}, got {play!r}")
    if strange := set(lattice or {}) - set(made):
        raise ValueError(f"lattice must name controls of {list(made)}, got {sorted(strange)}")
    offered = {name: _offered(name, control, (lattice or {}).get(name)) for name, control in made.items()}
    alt = alt or (moving.__doc__ or "").strip().partition("\n")[0] or _titles(figure)
    _retire_picture_of(figure)
    own = [made[name] for name, value in controls.items() if made[name] is not value]
    picture = LivingPicture(figure, axes, moving, still, alt, play, made, own, offered)
    _OF_FIGURE[figure] = ref(picture)
    _retire_earlier_run(picture)
    return picture


class LivingPicture(widgets.VBox):
    """A still layer, a moving layer over it, and the controls; made by :func:`explore`.

    ``controls`` maps names to widgets, ``reading`` is the line under the picture, ``alt`` says
    what the picture shows, ``play`` names the control with a button, ``still_names`` those on which
    the still layer depends, ``lattice`` maps names to the values that a page without Python offers,
    and ``error`` is the exception of the last refresh, or None.
    """

    def __init__(self, figure, axes, moving, still, alt, play, controls, own, lattice):
        self.controls, self.alt, self.play, self.lattice, self.reading, self.error = (
            controls,
            alt,
            play,
            lattice,
            "",
            None,
        )
        self._figure, self._axes, self._moving, self._still = figure, axes, moving, still
        self.still_names = [name for name in controls if still and name in list(signature(still).parameters)[1:]]
        self._still_values, self._still_png, self._sent_png, self._still_artists = None, b"", None, []
        self._still_containers, self._still_kept = _containers(figure), _kept(figure)
        self._layout_engine = figure.get_layout_engine()
        self._turn, self._stale, self._svg, self._measured = Lock(), False, "", {}
        figure.set_dpi(POINTS_PER_INCH)

        width = f"{figure.get_figwidth() * PIXELS_PER_INCH:.0f}px"
        self._image = widgets.Image(layout=_layer(height="auto"))
        self._overlay = widgets.HTML(layout=_layer())
        with _DRAWING:
            self._draw()

        stage = widgets.GridBox([self._image, self._overlay], layout=widgets.Layout(grid_template_columns="100%"))
        button = _play_button(controls[play]) if play else []
        rows = [widgets.HBox([button[0], w], layout=_PLAYED) if name == play else w for name, w in controls.items()]
        bar = widgets.Box([_looks(), *rows], layout=widgets.Layout(flex_flow="row wrap"))
        super().__init__([bar, stage], layout=widgets.Layout(width="100%", max_width=width))
        self._made = [self, bar, bar.children[0], stage, self._image, self._overlay, *button, *own]
        self._made += [row for row in rows if isinstance(row, widgets.HBox)]
        self.add_class("evalcore-living-picture")
        for control in controls.values():
            control.observe(self._refresh, "value")

    def frame(self, **values: object) -> tuple[str, str]:
        """The moving layer as SVG, and the reading, at these values; the controls stay where they are."""
        with self._turn, _DRAWING:
            self._paint_still(values)
            return self._moving_layer(values)

    def still_png(self, **values: object) -> bytes:
        """The still layer at these values, as PNG."""
        with self._turn, _DRAWING:
            self._paint_still(values)
            return self._still_png

    def retire(self) -> None:
        """Follow no control any more, and let go of the figure, the functions and the widgets made for it."""
        with _DRAWING:
            if self._figure is None:
                return
            for control in self.controls.values():
                control.unobserve(self._refresh, "value")
            self._remove_still()
            for widget in self._made:
                for part in (getattr(widget, "layout", None), getattr(widget, "style", None), widget):
                    if part is not None:
                        part.close()
            self._figure = self._axes = self._moving = self._still = self._layout_engine = None
            self._image = self._overlay = None
            self._made, self.controls, self._still_containers, self._still_kept = [], {}, {}, {}
            self._still_png, self._sent_png, self._svg, self._measured = b"", None, "", {}
            self.children = ()

    def _refresh(self, _change=None):
        """Draw the newest values; events that arrive meanwhile, from any thread, make one more pass."""
        self._stale = True
        while self._stale and self._turn.acquire(blocking=False):
            try:
                with _DRAWING:
                    self._stale = False
                    if self._figure is not None:
                        self._draw()
                        self.error = None
            except Exception as error:
                self._say(error)
            finally:
                self._turn.release()

    def _values(self):
        return {name: control.value for name, control in self.controls.items()}

    def _draw(self):
        values = self._values()
        self._paint_still(values)
        self._svg, self.reading = self._moving_layer(values)
        if self._still_png is not self._sent_png:
            self._image.value = self._sent_png = self._still_png
        self._show(self.reading, "status")

    def _say(self, error):
        self.error = error
        self._show(_words(error), "alert")

    def _show(self, line, role):
        """One message for picture and line, so that they never disagree on the screen."""
        size = mpl.rcParams["font.size"]
        colour = "color:#A00000;background:white;font-weight:bold;" if role == "alert" else ""
        self._overlay.value = (
            f'{self._svg}<div role="{role}" style="font-size:{size}pt;line-height:1.3;min-height:2.6em;{colour}">'
            f"{html.escape(line)}</div>"
        )

    def _paint_still(self, values):
        """Paint what stands still, if it has not been painted with these values."""
        wanted = {name: values[name] for name in self.still_names}
        if wanted == self._still_values:
            return
        self._remove_still()
        figure = self._figure
        if self._still:
            before = _artists(figure)
            try:
                self._still(self._axes, **wanted)
            finally:
                self._still_artists = [a for a in _artists(figure) if a not in before]
        self._still_png = png_of(figure)
        figure.set_layout_engine("none")  # the moving layer must not push the axes about
        for axes in _all_axes(figure):
            axes.set_autoscale_on(False)
        self._still_values = wanted

    def _remove_still(self):
        """Take away what ``still`` drew; whatever comes next is painted anew."""
        self._still_values = None
        for artist in self._still_artists:
            artist.remove()
        self._still_artists = []
        _drop_containers(self._still_containers)
        _put_back(self._still_kept)
        self._figure.set_layout_engine(self._layout_engine)
        if self._layout_engine:
            loosen(self._figure)

    def _moving_layer(self, values):
        with _Added(self._figure, self._axes, self._moving, values) as added:
            if not added.artists:
                raise ValueError("moving drew nothing: it must draw on the axes that it is given")
            svg, reading = self._svg_of(added.artists), added.result
        if not isinstance(reading, str):
            raise TypeError(f"moving must return the reading, a line of text, got {reading!r}")
        return svg, reading

    def _svg_of(self, artists):
        """The SVG of these artists alone, as large as the figure."""
        width, height = (POINTS_PER_INCH * inches for inches in self._figure.get_size_inches())
        stream = io.StringIO()
        no_metadata = dict.fromkeys(["Creator", "Date", "Format", "Type"])
        settings = {"svg.fonttype": "none", "svg.hashsalt": "evalcore"}
        before = {name: mpl.rcParams[name] for name in settings}
        mpl.rcParams.update(settings)  # rc_context would copy every setting at each step
        try:
            renderer = _Renderer(width, height, stream, image_dpi=POINTS_PER_INCH, metadata=no_metadata)
            renderer.measured = self._measured
            for artist in artists:
                artist.draw(renderer)
            renderer.finalize()
        finally:
            mpl.rcParams.update(before)
        svg = stream.getvalue()
        svg = re.sub(r"<style.*?</style>", "", svg[svg.index("<svg") :], count=1, flags=re.DOTALL)
        style = "display:block;width:100%;height:auto;stroke-linejoin:round;stroke-linecap:butt"
        return svg.replace("<svg", f'<svg role="img" aria-label="{html.escape(self.alt)}" style="{style}"', 1)

    def _repr_mimebundle_(self, **kwargs):
        """The widget, and beside it the picture and its words for pages without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        with self._turn, _DRAWING:
            try:
                self._paint_still(self._values())
                with _Added(self._figure, self._axes, self._moving, self._values()) as added:
                    picture, words = laid_over(self._still_png, self._figure, added.artists), self.reading
            except Exception as error:
                self._say(error)
                picture, words = laid_over(self._still_png, self._figure, []), _words(error)
        data, metadata = picture_bundle(picture, f"{self.alt}\n{words}")
        if self._stale:  # a control moved meanwhile
            self._refresh()
        return bundle | data, metadata


class _Renderer(RendererSVG):
    """matplotlib's own, which measures each word of a picture once."""

    def get_text_width_height_descent(self, text, font, is_math):
        asked = text, hash(font), is_math
        if asked not in self.measured:
            self.measured[asked] = super().get_text_width_height_descent(text, font, is_math)
        return self.measured[asked]


def _twin(cycle):
    """A copy that counts on by itself; what counts lies no deeper than its attributes."""
    twin = copy(cycle)
    vars(twin).update({name: copy(part) for name, part in vars(cycle).items()})
    return twin


# What drawing changes in the axes themselves: the legend, as a new one takes the place of the old,
# and how far lines and areas have come in the cycle of colours, which is kept as a copy.
_KEPT = {"legend_": lambda legend: legend, "_get_lines": _twin, "_get_patches_for_fill": _twin}


class _Added:
    """Calls a drawing function; inside the block its artists are on the figure, afterwards they are gone."""

    def __init__(self, figure, axes, draw, values):
        self._figure, self._axes, self._draw, self._values = figure, axes, draw, values

    def __enter__(self):
        figure = self._figure
        self._containers = _containers(figure)
        self._kept = _kept(figure)
        self._before, frames = _artists(figure), _frames(figure)
        for artist in self._before:
            artist.stale = False  # matplotlib sets it when the artist is changed
        try:
            self.result = self._draw(self._axes, **self._values)
            if _frames(figure) != frames:
                raise ValueError(
                    "moving must not change titles, labels or axis limits: they are the picture's, or still's"
                )
            self._refuse_changes()
        except BaseException:
            self.__exit__()
            raise
        new = [artist for artist in _artists(figure) if artist not in self._before]
        self.artists = sorted(new, key=lambda artist: artist.get_zorder())
        return self

    def _refuse_changes(self):
        for artist in self._before:
            if artist.stale and not isinstance(artist, Axes | Axis):  # these notice what is added to them
                raise ValueError(f"moving must not change what stands still, but changed {artist}: draw it anew")

    def __exit__(self, *_exception):
        for artist in _artists(self._figure):
            if artist not in self._before:
                artist.remove()
        _drop_containers(self._containers)
        _put_back(self._kept)


def _kept(figure):
    return {axes: {name: keep(getattr(axes, name)) for name, keep in _KEPT.items()} for axes in _all_axes(figure)}


def _put_back(kept):
    for axes, values in kept.items():
        for name, value in values.items():
            setattr(axes, name, _KEPT[name](value))


def _retire_picture_of(figure):
    """Retire the picture that was made of this figure before, if there is one."""
    earlier = _OF_FIGURE[figure]() if figure in _OF_FIGURE else None
    if earlier is not None:
        earlier.retire()


def _retire_earlier_run(picture):
    """Retire what an earlier run of this cell has shown. Outside a notebook there are no cells."""
    shell = get_ipython()
    if shell is None:
        return
    message = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell = message.get("metadata", {}).get("cellId") or shell.user_ns.get("In", [""])[-1]  # its id, or its text
    run, shown = _OF_CELL.get(cell, (None, []))
    if run != shell.execution_count:
        for earlier in shown:
            earlier.retire()
        shown = []
    _OF_CELL[cell] = shell.execution_count, [*shown, picture]


def _figure_of(axes):
    """The one figure that all these axes belong to."""
    if isinstance(axes, Axes):
        several = [axes]
    elif isinstance(axes, Mapping):
        several = list(axes.values())
    else:
        several = list(np.ravel(axes)) if isinstance(axes, Sequence | np.ndarray) and not isinstance(axes, str) else []
    if not several or not all(isinstance(one, Axes) for one in several):
        raise TypeError(f"axes must be a matplotlib Axes, or a dict, list or array of them, got {type(axes).__name__}")
    if len({one.get_figure(root=True) for one in several}) > 1:
        raise ValueError("the axes must belong to one figure")
    return several[0].get_figure(root=True)


def _all_axes(figure):
    """The axes of a figure, and those that lie inside others."""
    axes = list(figure.axes)
    for one in axes:
        axes += [child for child in one.child_axes if child not in axes]
    return axes


def _containers(figure):
    """How many groups of artists, such as the bars of a chart, each axes has."""
    return {axes: len(axes.containers) for axes in _all_axes(figure)}


def loosen(figure: Figure) -> None:
    """Let matplotlib's layout begin anew; where it ends depends on where it began."""
    for axes in figure.axes:
        if place := axes.get_subplotspec():
            axes.set_subplotspec(place)


def _drop_containers(counts):
    """Forget the groups that came after they were counted; their artists are gone already."""
    for axes, count in counts.items():
        del axes.containers[count:]


def _artists(figure):
    """All that figure.draw would draw, axes by axes, as the keys of a dict."""
    owners = [figure, *_all_axes(figure)]
    return dict.fromkeys(artist for owner in owners for artist in owner.get_children())


def _frames(figure):
    return [
        (_title(axes), axes.get_xlabel(), axes.get_ylabel(), axes.get_xlim(), axes.get_ylim())
        for axes in _all_axes(figure)
    ]


def _title(axes):
    return " ".join(filter(None, (axes.get_title(place) for place in ("left", "center", "right"))))


def _titles(figure):
    titles = [_title(axes) or f"{axes.get_ylabel()} against {axes.get_xlabel()}" for axes in figure.axes]
    return "; ".join(title for title in titles if title != " against ") or "A picture"


def _words(error):
    return f"{type(error).__name__}: {error}"


def _layer(**layout):
    return widgets.Layout(grid_area=ON_ONE_SPOT, width="100%", margin="0", align_self="flex-start", **layout)


def _control(name, value):
    """A control that is labelled in full."""
    control = widgets.interactive.widget_from_abbrev(value)
    if not isinstance(control, widgets.ValueWidget):
        raise ValueError(
            f"{name} must be an ipywidget with a value, (low, high, step), a list or a bool, got {value!r}"
        )
    if not control.description:
        control.description = name.replace("_", " ")
    control.style.description_width = "initial"
    if isinstance(control, widgets.Dropdown):
        control.layout.width = "max-content"
    if "Slider" in type(control).__name__:
        control.layout.width, control.layout.flex, control.layout.max_width = "auto", "1 1 320px", "520px"
    return control


def positions(control: widgets.ValueWidget) -> list[object]:
    """All values that a slider, a menu or a checkbox can take; of another control the present one."""
    if hasattr(control, "options"):
        return [value for _, value in control._options_full]
    if isinstance(control, widgets.Checkbox):
        return [False, True]
    if isinstance(control, widgets.IntSlider):
        return list(range(control.min, control.max + 1, control.step))
    if isinstance(control, widgets.FloatSlider):
        steps = round((control.max - control.min) / control.step)
        return [round(control.min + step * control.step, 10) for step in range(steps + 1)]
    return [control.value]


def _offered(name, control, wanted):
    """The values of a control that a page without Python offers, the present one among them."""
    every = positions(control)
    if wanted is None:
        return every
    if isinstance(wanted, int):
        if not 2 <= wanted <= len(every):
            raise ValueError(f"lattice: {name} has {len(every)} positions, expected from 2 to as many, got {wanted}")
        places = {round(place) for place in np.linspace(0, len(every) - 1, wanted)}
        wanted = [every[place] for place in sorted(places)]
    if strange := [value for value in wanted if value not in every]:
        raise ValueError(f"lattice: {name} cannot be {strange[0]!r}; its positions are {every[:3]} … {every[-1]!r}")
    return [value for value in every if value in wanted or value == control.value]


def _looks():
    """Controls as large as the text of the pictures, and a ring around the one that has the focus."""
    size = mpl.rcParams["font.size"]
    return widgets.HTML(
        f"""<style>.evalcore-living-picture {{--jp-widgets-font-size: {size}pt;
        --jp-widgets-inline-height: {2.2 * size}pt;
        --jp-widgets-slider-handle-size: {1.6 * size}pt; --jp-widgets-slider-track-thickness: {0.4 * size}pt}}
        .evalcore-living-picture :focus-visible {{outline: 3px solid #A0267A; outline-offset: 2px;
        box-shadow: 0 0 0 6px white}}</style>""",
        layout=widgets.Layout(display="none"),
    )


_PLAYED = {"flex": "1 1 440px", "max_width": "640px"}


def _play_button(slider):
    """A button that walks the slider from low to high in the browser, and what links the two."""
    if not isinstance(slider, widgets.IntSlider):
        raise ValueError(f"a play button needs a slider of whole numbers, got {type(slider).__name__}")
    button = widgets.Play(min=slider.min, max=slider.max, step=slider.step, value=slider.value, interval=400)
    return [button, widgets.jslink((button, "value"), (slider, "value"))]
