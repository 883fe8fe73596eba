"""The living picture: a matplotlib figure that follows its controls.

What stands still in the figure is painted once. At each change of a control only the artists
that depend on it are drawn, by matplotlib's own SVG renderer, and laid over the still part.
"""

import html
import io
import re
from collections.abc import Callable
from inspect import signature
from threading import Lock
from types import FunctionType

import ipywidgets as widgets
import matplotlib as mpl
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.figure import Figure

from evalcore.plots.style import PIXELS_PER_INCH, picture_bundle, png_of

POINTS_PER_INCH = 72

ON_ONE_SPOT = "1 / 1"  # the grid cell in which the still and the moving layer lie


def explore(
    picture: Figure,
    moving: Callable[..., str],
    *,
    still: Callable[..., None] | None = None,
    alt: str | None = None,
    play: str | None = None,
    **controls: object,
) -> "LivingPicture":
    """Show a figure whose moving part follows sliders and other controls.

    Parameters
    ----------
    picture : a figure that holds what never changes.
    moving : called as ``moving(**values)`` at each change. It draws on the picture's axes what
        depends on the controls and returns the reading, one line of words and numbers. What it
        drew is removed before the next call. It may not change titles or axis limits. The names of
        the notebook that it uses, such as ``axes``, keep the values that they have now.
    still : called with those of the controls that its signature names, first and whenever one of
        them changes. It draws the slowly changing part and may set limits and titles.
    alt : what the picture shows, for readers who cannot see it; otherwise the first line of
        the docstring of ``moving``.
    play : the name of a slider control that gets a play button.
    controls : an ipywidget, or an abbreviation as in ``ipywidgets.interact``: ``(low, high, step)``
        is a slider, a list a menu, a bool a checkbox.

    Raises ``TypeError`` or ``ValueError`` for arguments of another kind, and whatever the first
    call of ``moving`` raises. Later errors are shown in place of the reading.

    >>> from matplotlib.figure import Figure
    >>> figure = Figure()
    >>> axes = figure.subplots()
    >>> def moving(x):
    ...     axes.axvline(x)
    ...     return f"x = {x}"
    >>> explore(figure, moving, alt="A line at x", x=(0, 4)).reading
    'x = 2'
    """
    if not isinstance(picture, Figure):
        raise TypeError(f"picture must be a matplotlib Figure, got {type(picture).__name__}")
    if not callable(moving) or not (still is None or callable(still)):
        raise TypeError("moving and still must be functions")
    if not controls:
        raise ValueError("expected at least one control, such as threshold=(0.0, 1.0, 0.01)")
    made = {name: _control(name, value) for name, value in controls.items()}
    if play is not None and play not in made:
        raise ValueError(f"play must name one of the controls {list(made)}, got {play!r}")
    alt = alt or (moving.__doc__ or "").strip().partition("\n")[0] or _titles(picture)
    return LivingPicture(picture, _keeping_names(moving), _keeping_names(still), alt, play, made)


class LivingPicture(widgets.VBox):
    """A still layer, a moving layer over it, and the controls; made by :func:`explore`.

    ``controls`` maps names to widgets, ``reading`` is the line under the picture, ``alt`` says
    what the picture shows and ``error`` is the exception of the last refresh, or None.
    """

    def __init__(self, figure, moving, still, alt, play, controls):
        self.controls, self.alt, self.reading, self.error = controls, alt, "", None
        self._figure, self._moving, self._still = figure, moving, still
        self._still_names = [name for name in controls if still and name in signature(still).parameters]
        self._still_values, self._still_artists, self._still_containers = None, [], _containers(figure)
        self._layout_engine = figure.get_layout_engine()
        self._lock, self._stale = Lock(), False
        figure.set_dpi(POINTS_PER_INCH)

        width = f"{figure.get_figwidth() * PIXELS_PER_INCH:.0f}px"
        self._image = widgets.Image(layout=_layer(height="auto"))
        self._overlay = widgets.HTML(layout=_layer())
        self._svg = ""
        self._draw()

        stage = widgets.GridBox([self._image, self._overlay], layout=widgets.Layout(grid_template_columns="100%"))
        rows = [_with_play_button(w) if name == play else w for name, w in controls.items()]
        bar = widgets.Box([_looks(), *rows], layout=widgets.Layout(flex_flow="row wrap"))
        super().__init__([bar, stage], layout=widgets.Layout(width="100%", max_width=width))
        self.add_class("evalcore-living-picture")
        for control in controls.values():
            control.observe(self._refresh, "value")

    def _refresh(self, _change=None):
        """Draw the newest values; events that arrive meanwhile, from any thread, make one more pass."""
        self._stale = True
        while self._stale and self._lock.acquire(blocking=False):
            try:
                self._stale = False
                self._draw()
                self.error = None
            except Exception as error:
                self.error = error
                self._show(f"{type(error).__name__}: {error}", "alert")
            finally:
                self._lock.release()

    def _draw(self):
        values = {name: control.value for name, control in self.controls.items()}
        self._paint_still(values)
        with _Added(self._figure, self._moving, values) as added:
            svg, reading = self._svg_of(added.artists), added.result
        if not isinstance(reading, str):
            raise TypeError(f"moving must return the reading, a line of text, got {reading!r}")
        self._svg, self.reading = svg, reading
        self._show(reading, "status")

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
        wanted = {name: values[name] for name in self._still_names}
        if wanted == self._still_values:
            return
        figure = self._figure
        for artist in self._still_artists:
            artist.remove()
        _drop_containers(self._still_containers)
        self._still_artists = []
        figure.set_layout_engine(self._layout_engine)
        if self._still:
            before = _artists(figure)
            try:
                self._still(**wanted)
            finally:
                self._still_artists = [a for a in _artists(figure) if a not in before]
        self._image.value = png_of(figure, 2)
        figure.set_layout_engine("none")  # the moving layer must not push the axes about
        for axes in figure.axes:
            axes.set_autoscale_on(False)
        self._still_values = wanted

    def _svg_of(self, artists):
        """The SVG of these artists alone, as large as the figure."""
        width, height = (POINTS_PER_INCH * inches for inches in self._figure.get_size_inches())
        stream = io.StringIO()
        no_metadata = dict.fromkeys(["Creator", "Date", "Format", "Type"])
        settings = {"svg.fonttype": "none", "svg.hashsalt": "evalcore"}
        before = {name: mpl.rcParams[name] for name in settings}
        mpl.rcParams.update(settings)  # rc_context would copy every setting at each step
        try:
            renderer = RendererSVG(width, height, stream, image_dpi=POINTS_PER_INCH, metadata=no_metadata)
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
        values = {name: control.value for name, control in self.controls.items()}
        with self._lock, _Added(self._figure, self._moving, values):
            data, metadata = picture_bundle(self._figure, f"{self.alt}\n{self.reading}")
        return bundle | data, metadata


class _Added:
    """Calls a drawing function; inside the block its artists are on the figure, afterwards they are gone."""

    def __init__(self, figure, draw, values):
        self._figure, self._draw, self._values = figure, draw, values

    def __enter__(self):
        figure = self._figure
        self._containers = _containers(figure)
        self._before, frames = _artists(figure), _frames(figure)
        for axes in figure.axes:
            axes.set_prop_cycle(None)  # the same colours at each call
        try:
            self.result = self._draw(**self._values)
            if _frames(figure) != frames:
                raise ValueError(
                    "moving must not change titles or axis limits: they belong to the picture, or to still"
                )
        except BaseException:
            self.__exit__()
            raise
        new = [artist for artist in _artists(figure) if artist not in self._before]
        self.artists = sorted(new, key=lambda artist: artist.get_zorder())
        return self

    def __exit__(self, *_exception):
        for artist in _artists(self._figure):
            if artist not in self._before:
                artist.remove()
        _drop_containers(self._containers)


def _containers(figure):
    """How many groups of artists, such as the bars of a chart, each axes has."""
    return {axes: len(axes.containers) for axes in figure.axes}


def _drop_containers(counts):
    """Forget the groups that came after they were counted; their artists are gone already."""
    for axes, count in counts.items():
        del axes.containers[count:]


def _keeping_names(function):
    """A notebook's function with its global names as they are now: later cells use ``axes`` for other pictures."""
    if not isinstance(function, FunctionType) or function.__module__ != "__main__":
        return function
    live = function.__globals__
    kept = dict(live)
    for name, value in live.items():
        if isinstance(value, FunctionType) and value.__globals__ is live:
            kept[name] = _with_globals(value, kept)
    return _with_globals(function, kept)


def _with_globals(function, names):
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy


def _artists(figure):
    """All that figure.draw would draw, axes by axes, as the keys of a dict."""
    owners = [figure, *figure.axes]
    return dict.fromkeys(artist for owner in owners for artist in owner.get_children())


def _frames(figure):
    return [(_title(axes), axes.get_xlim(), axes.get_ylim()) for axes in figure.axes]


def _title(axes):
    return " ".join(filter(None, (axes.get_title(place) for place in ("left", "center", "right"))))


def _titles(figure):
    titles = [_title(axes) or f"{axes.get_ylabel()} against {axes.get_xlabel()}" for axes in figure.axes]
    return "; ".join(title for title in titles if title != " against ") or "A picture"


def _layer(**layout):
    return widgets.Layout(grid_area=ON_ONE_SPOT, width="100%", margin="0", align_self="flex-start", **layout)


def _control(name, value):
    """A control that is labelled in full and reports each step of a drag."""
    control = widgets.interactive.widget_from_abbrev(value)
    if not isinstance(control, widgets.ValueWidget):
        raise ValueError(
            f"{name} must be an ipywidget with a value, (low, high, step), a list or a bool, got {value!r}"
        )
    if not control.description:
        control.description = name.replace("_", " ")
    control.style.description_width = "initial"
    if hasattr(control, "continuous_update"):
        control.continuous_update = True
    if isinstance(control, widgets.Dropdown):
        control.layout.width = "max-content"
    if "Slider" in type(control).__name__:
        control.layout = widgets.Layout(width="auto", flex="1 1 320px", max_width="520px")
    return control


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


def _with_play_button(slider):
    """The slider with a button that walks it from low to high, in the browser."""
    if not isinstance(slider, widgets.IntSlider):
        raise ValueError(f"a play button needs a slider of whole numbers, got {type(slider).__name__}")
    button = widgets.Play(min=slider.min, max=slider.max, step=slider.step, value=slider.value, interval=400)
    widgets.jslink((button, "value"), (slider, "value"))
    return widgets.HBox([button, slider], layout=widgets.Layout(flex="1 1 440px", max_width="640px"))


class _SliderTest(widgets.HBox):
    """Shown as a slider where sliders work, as advice where they do not."""

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        bundle["text/plain"] = (
            "No slider is shown here: run this cell. If you still read this, the page cannot show widgets.\n"
            "Install the requirements into the Python that runs JupyterLab (pip install -r requirements.txt),\n"
            "restart JupyterLab, and reload the page. On a web page without a kernel the pictures stand still."
        )
        return bundle


def slider_test() -> widgets.HBox:
    """A slider that says whether sliders work in this installation; words of advice if it cannot be shown."""
    slider = widgets.IntSlider(0, 0, 10, description="move me", style={"description_width": "initial"})
    answer = widgets.HTML("Sliders can be shown.")

    def follow(change):
        answer.value = f"Sliders work: Python received {change['new']}."

    slider.observe(follow, "value")
    return _SliderTest([slider, answer])
