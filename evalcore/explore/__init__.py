"""The living picture: a matplotlib figure that follows its controls.

What stands still in the figure is painted once. At each change of a control only the artists
that depend on it are drawn, by matplotlib's own SVG renderer, and laid over the still part.

| room | holds |
|---|---|
| here | :func:`explore`, the call that makes a picture |
| ``picture`` | the widget |
| ``layers`` | what stands still and what moves |
| ``controls`` | sliders, menus, boxes, and their values |
| ``cells`` | which cell has made which picture |
| ``page`` | a picture with all its states, for pages without Python |
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

from evalcore.explore.cells import remember, retire_picture_of
from evalcore.explore.controls import control, offered
from evalcore.explore.layers import Layers, titles
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
        titles and axis limits nor what stands still. What it draws with ``gid="handle"``, a point or a straight
        line, is dragged on a page, and the first control that moves it follows; ``gid="x y"`` names the controls.
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
    made = {name: control(name, value) for name, value in controls.items()}
    if play is not None and play not in made:
        raise ValueError(f"play must name one of the controls {list(made)}, got {play!r}")
    if strange := set(lattice or {}) - set(made):
        raise ValueError(f"lattice must name controls of {list(made)}, got {sorted(strange)}")
    places = {name: offered(name, one, (lattice or {}).get(name)) for name, one in made.items()}
    alt = alt or (moving.__doc__ or "").strip().partition("\n")[0] or titles(figure)
    retire_picture_of(figure)
    own = [made[name] for name, value in controls.items() if made[name] is not value]
    picture = LivingPicture(Layers(figure, axes, moving, still, alt, list(made)), made, own, play, places)
    remember(picture)
    return picture


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
