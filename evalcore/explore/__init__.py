"""Interactive figures: matplotlib figures that follow their controls.

The part of a figure that does not depend on the controls (the still layer) is painted once. When a
control changes, only the artists that depend on it (the moving layer) are drawn again, by
matplotlib's own SVG renderer, and laid over the still layer.

| module | contains |
|---|---|
| here | :func:`explore`, which makes an interactive figure |
| ``picture`` | the widget |
| ``layers`` | the still and the moving layer |
| ``controls`` | sliders, menus, checkboxes, and their values |
| ``cells`` | which cell made which figure |
| ``page`` | a figure with all its states, for pages without Python |
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import signature

import numpy as np
from matplotlib.axes import Axes

from evalcore.explore.cells import remember, retire_picture_of
from evalcore.explore.controls import control, offered
from evalcore.explore.layers import Layers, names_in, titles
from evalcore.explore.picture import LivingPicture

__all__ = ["LivingPicture", "explore"]


def explore(
    axes: Axes | Mapping[str, Axes] | Sequence[Axes] | np.ndarray,
    moving: Callable[..., str],
    *,
    still: Callable[..., None] | None = None,
    alt: str | None = None,
    play: str | None = None,
    lattice: Mapping[str, int | Sequence[object]] | None = None,
    glide: bool = True,
    trace: str | None = None,
    veil: bool | Sequence[str] = False,
    **controls: object,
) -> "LivingPicture":
    """Return an interactive figure whose moving layer follows sliders and other controls.

    Parameters
    ----------
    axes : Axes, or a dict, list or array of Axes of one figure
        The axes to draw on. What they already contain is never changed.
    moving : callable
        Called as ``moving(axes, **values)`` whenever a control changes, with ``axes`` as given here. It draws
        what depends on the controls and returns the caption, one line of text. Its artists are removed before the
        next call. It must draw something, and must not change titles, axis limits or the still layer.
        A point or straight line drawn with ``gid="handle"`` can be dragged: the first control that moves it
        follows. ``gid="x y"`` names the controls that follow; a name that is nearly theirs is an error.
    still : callable, optional
        Called as ``still(axes, **values)`` with the controls that its signature names, at the start and
        whenever one of them changes. It draws the part that changes rarely, and may set limits and titles.
    alt : str, optional
        The alternative text of the figure; by default the first line of the docstring of ``moving``.
    play : str, optional
        The name of a slider of whole numbers that gets a play button.
    lattice : mapping of str to int or sequence, optional
        The positions that a page without Python offers, by control: their number, evenly spaced, or a list of
        values. A control that is not named keeps all its positions.
    glide : bool
        Whether the figure moves from one state to the next: what keeps its shape moves, and words change half-way.
        False where positions between two states mean nothing, for example if a control draws another sample.
    trace : str, optional
        The name of a point that leaves a faint dot in each state that the reader has seen. It has ``gid="part-NAME"``,
        or the ``gid`` of a handle, and must be drawn at the start. The dots vanish when the still layer changes.
    veil : bool or sequence of str
        What is hidden, together with the caption, until the reader has answered the prediction that names this figure
        (``predict(…, veils=cell)``): all that ``moving`` draws, or its parts with these names (none if the list is
        empty). Until then the controls are locked. A name is that of a part, ``gid="part-NAME"``, drawn at the start.
    **controls
        An ipywidget, or an abbreviation as in ``ipywidgets.interact``: ``(low, high, step)`` makes a slider, a
        list a menu, a bool a checkbox.

    Returns
    -------
    LivingPicture
        The widget to display. Running the cell again, or exploring the same figure again, retires the earlier one.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid. An exception of the first call of ``moving`` is raised as it is; later ones are
        shown in place of the caption.

    Examples
    --------
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
    widgets = {name: control(name, value) for name, value in controls.items()}
    if play is not None and play not in widgets:
        raise ValueError(f"play must name one of the controls {list(widgets)}, got {play!r}")
    if unknown := set(lattice or {}) - set(widgets):
        raise ValueError(f"lattice must name controls of {list(widgets)}, got {sorted(unknown)}")
    _check_signature("moving", moving, list(widgets))
    if still is not None:
        _check_signature("still", still, names_in(still, widgets))
    page_values = {name: offered(name, widget, (lattice or {}).get(name)) for name, widget in widgets.items()}
    alt = alt or (moving.__doc__ or "").strip().partition("\n")[0] or titles(figure)
    retire_picture_of(figure)
    own = [widgets[name] for name, value in controls.items() if widgets[name] is not value]
    layers = Layers(figure, axes, moving, still, alt, list(widgets), trace)
    hidden = None if veil is False else ["*"] if veil is True else list(veil)
    layers.require(trace, hidden or [], {name: widget.value for name, widget in widgets.items()})
    picture = LivingPicture(layers, widgets, own, play, page_values, glide, hidden)
    remember(picture, figure)
    return picture


def _check_signature(name, function, controls):
    """Raise TypeError unless a function can be called with the axes and these controls."""
    try:
        signature(function).bind(None, **dict.fromkeys(controls))
    except TypeError as error:
        call = f"{name}({', '.join(['axes', *controls])})"
        raise TypeError(f"expected {name} to take the axes and the controls, {call}: {error}") from None


def _figure_of(axes):
    """Return the one figure to which all these axes belong."""
    if isinstance(axes, Axes):
        panels = [axes]
    elif isinstance(axes, Mapping):
        panels = list(axes.values())
    else:
        panels = list(np.ravel(axes)) if isinstance(axes, Sequence | np.ndarray) and not isinstance(axes, str) else []
    if not panels or not all(isinstance(panel, Axes) for panel in panels):
        raise TypeError(f"axes must be a matplotlib Axes, or a dict, list or array of them, got {type(axes).__name__}")
    if len({panel.get_figure(root=True) for panel in panels}) > 1:
        raise ValueError("the axes must belong to one figure")
    return panels[0].get_figure(root=True)
