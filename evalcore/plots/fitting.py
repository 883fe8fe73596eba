"""Figures of chapter 02: leaves, fits and their two errors, a tree's partition of the plane."""

from collections.abc import Mapping, Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.patches import Circle, Patch
from matplotlib.ticker import NullLocator

from evalcore.fitting import EarlyStop, ErrorCurves, Regions, Sample
from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.plots.style import (
    ABOVE,
    CHOSEN,
    CHOSEN_MARKER,
    GOOD,
    INK,
    MUTED,
    NEGATIVE,
    NEGATIVE_MARKER,
    PALE,
    POSITIVE,
    POSITIVE_MARKER,
    curve_styles,
)

_TWO_ERRORS = (marked("training"), marked("generalisation"))
TRAINING = {"color": POSITIVE, "linestyle": "-"}
GENERALISATION = {"color": NEGATIVE, "linestyle": "--"}
VALIDATION = {"color": GOOD, "linestyle": "-."}
FLOOR = {"color": MUTED, "linestyle": ":", "linewidth": 1.2}
SAYS_1 = {"facecolor": POSITIVE, "alpha": 0.18, "linewidth": 0}


def fit_and_errors_frames(
    x: np.ndarray, target: np.ndarray, axes: Mapping[str, Axes], name: str, at: Sequence[float], **settings: object
) -> Axes:
    """Draw the known target and a legend for the fit (a), and a :func:`two_errors_frame` (b)."""
    ax = axes["a"]
    ax.plot(x, target, color=MUTED, linestyle=":", label=_("target"))
    ax.plot([], [], color=CHOSEN, linestyle="-", label=_("fit"))
    ax.legend(**ABOVE, ncols=2)
    ax.set(xlim=(-1.03, 1.03), ylim=(-2.5, 2.5), xlabel="x", ylabel="y")
    return two_errors_frame(axes["b"], name, at, **settings)


def plot_fit(x: np.ndarray, fit: np.ndarray, ax: Axes, *, sample: Sample | None = None) -> Axes:
    """Draw the curve of a fit and the sample it was learned from, clipped to the axes."""
    if sample is not None:
        plot_sample(*sample, ax)
    limit = 4 * np.abs(ax.get_ylim()).max()  # far outside the axes, but small enough for the numbers of an SVG
    ax.plot(x, np.clip(fit, -limit, limit), color=CHOSEN, linestyle="-")
    return ax


def plot_fit_and_errors(
    x: np.ndarray,
    fit: np.ndarray,
    at: float,
    errors: Sequence[float],
    axes: Mapping[str, Axes],
    *,
    sample: Sample | None = None,
) -> Axes:
    """Draw the fit of one setting (a, :func:`plot_fit`) and its two errors (b, :func:`plot_current`)."""
    plot_fit(x, fit, axes["a"], sample=sample)
    return plot_current(at, errors, axes["b"])


def plot_disc(x: float, y: float, radius: float, ax: Axes) -> Axes:
    """Draw the edge of the disc inside which most points are labelled 1."""
    ax.add_patch(Circle((x, y), radius, fill=False, edgecolor=MUTED, linestyle="--", linewidth=1.2))
    return ax


def plot_sample(x: np.ndarray, y: np.ndarray, ax: Axes, *, watched: Sample | None = None) -> Axes:
    """Draw the examples as filled points, and those of a sample that is watched but not learned from as hollow ones."""
    points = {
        "marker": "o",
        "linestyle": "none",
        "color": INK,
        "markersize": _small_size(),
        "alpha": 0.85,
        "zorder": 3,
    }
    ax.plot(x, y, **points)
    if watched is not None:
        ax.plot(*watched, **points, markerfacecolor="white")
    return ax


def two_errors_frame(
    ax: Axes,
    name: str,
    at: Sequence[float],
    *,
    low: float = 1e-3,
    high: float = 1e2,
    names: Sequence[str] = _TWO_ERRORS,
    floor: str = "",
    xticks: Sequence[float] = (),
    **settings: object,
) -> Axes:
    """Set up logarithmic axes for two error curves, with the names of the curves and of the floor above.

    ``name`` labels the axis of the settings ``at`` which the errors will be drawn.
    """
    ax.set(**{"yscale": "log", "ylim": (low, high), "ylabel": _("mean squared error"), "xlabel": name, **settings})
    _set_limits_around(at, ax)
    _plain_ticks(ax, xticks)
    _name_curves(ax, names, floor)
    return ax


def two_rates_frame(
    ax: Axes, name: str, at: Sequence[float], *, floor: str = "", ncols: int = 2, **settings: object
) -> Axes:
    """Set up axes for two curves of error rates, from 0 to a little above 1/2, as in :func:`two_errors_frame`."""
    ax.set(ylim=(-0.03, 0.56), ylabel=_("error rate"), xlabel=name, xticks=at, **settings)
    _set_limits_around(at, ax)
    _name_curves(ax, _TWO_ERRORS, floor, ncols)
    return ax


def _set_limits_around(at: Sequence[float], ax: Axes) -> None:
    """Set the x limits a little wider than the settings, on the scale of the axis."""
    low, high = min(at), max(at)
    margin = 0.035 * (np.log10(high / low) if ax.get_xscale() == "log" else high - low)
    ax.set_xlim((low / 10**margin, high * 10**margin) if ax.get_xscale() == "log" else (low - margin, high + margin))


def _plain_ticks(ax: Axes, xticks: Sequence[float]) -> None:
    """Set these ticks, labelled as plain numbers on every scale; keep those of the scale if there are none."""
    if len(xticks):
        ax.set_xticks(xticks, [f"{tick:g}" for tick in xticks])
        ax.xaxis.set_minor_locator(NullLocator())


def _name_curves(ax: Axes, names: Sequence[str], floor: str, ncols: int = 2) -> None:
    for name, style in zip(names, (TRAINING, GENERALISATION), strict=True):
        ax.plot([], [], **style, label=_(name))
    if floor:
        ax.plot([], [], **FLOOR, label=floor)
    ax.legend(**ABOVE, ncols=ncols, handlelength=1.5)


def plot_error_curves(
    at: np.ndarray, curves: ErrorCurves, ax: Axes, up_to: float = np.inf, *, floor: float | None = None
) -> Axes:
    """Draw training and generalisation error at the settings up to ``up_to``, clipped to the axes.

    ``floor`` is the noise, a lower bound on every generalisation error.
    """
    low, high = ax.get_ylim()
    if floor is not None and low <= floor <= high:
        ax.axhline(floor, **FLOOR)
    reached = np.asarray(at) <= up_to
    for errors, style in zip(curves, (TRAINING, GENERALISATION), strict=True):
        inside = np.clip(errors, low / 10, 10 * high) if ax.get_yscale() == "log" else errors
        ax.plot(np.asarray(at)[reached], inside[reached], gid="part-errors", **style)
    return ax


def plot_current(at: float, errors: Sequence[float], ax: Axes) -> Axes:
    """Draw a line at the current setting and points for its two errors; a triangle means that one is off the axes."""
    low, high = ax.get_ylim()
    ax.axvline(at, color=CHOSEN, linewidth=1.2, gid="handle")
    for error, colour, shape in zip(errors, (POSITIVE, NEGATIVE), "os", strict=True):
        marker = "^" if error > high else "v" if error < low else shape
        ax.plot([at], [np.clip(error, low, high)], marker=marker, color=colour, clip_on=False, zorder=4)
    return ax


def name_validation(ax: Axes) -> Axes:
    """Add a legend entry for the third curve, which :func:`plot_validation` draws."""
    ax.plot([], [], **VALIDATION, label=_("validation"))
    ax.legend(**ABOVE, ncols=2)
    return ax


def plot_validation(epochs: np.ndarray, errors: np.ndarray, stop: EarlyStop, ax: Axes, *, up_to: float) -> Axes:
    """Draw the validation error up to the epoch ``up_to``.

    Once they are reached, the best epoch gets a ring, and the epoch at which patience ran out a line.
    """
    reached = epochs[epochs <= up_to]
    ax.plot(reached, errors[reached], **VALIDATION)
    if stop.best <= up_to:
        ring = {"marker": "o", "markersize": 11, "markerfacecolor": "none", "markeredgewidth": 2}
        ax.plot([stop.best], [errors[stop.best]], color=GOOD, **ring)
    if stop.stopped <= up_to:
        ax.axvline(stop.stopped, **VALIDATION | {"linewidth": 1.2})
    return ax


def plot_usual_errors(at: np.ndarray, curves: Sequence[np.ndarray], ax: Axes, *, floor: float) -> Axes:
    """Draw the two errors of many samples, each (samples, settings): medians as curves, the middle 80 % as bands."""
    ax.axhline(floor, **FLOOR)
    for errors, style in zip(curves, (TRAINING, GENERALISATION), strict=True):
        low, high = ax.get_ylim()
        low, middle, high = np.clip(np.percentile(errors, [10, 50, 90], axis=0), low / 10, 10 * high)
        ax.fill_between(at, low, high, color=style["color"], alpha=0.15, linewidth=0, gid="part-errors")
        ax.plot(at, middle, gid="part-errors", **style)
    return ax


def descent_frames(axes: Mapping[str, Axes], at: Sequence[float]) -> Mapping[str, Axes]:
    """Set up the axes for training and test error (a), and for the length of the coefficients (b)."""
    ticks = [10, 30, 100, 300, 1000]
    names = {"names": [_("training"), _("test")], "ylabel": _("sum of ten squared errors")}
    two_errors_frame(axes["a"], _("random features"), at, xscale="log", xticks=ticks, **names)
    axes["b"].set(xscale="log", yscale="log", xlabel=_("random features"), ylabel=_("norm of the coefficients"))
    _set_limits_around(at, axes["b"])
    _plain_ticks(axes["b"], ticks)
    return axes


def plot_lengths(at: np.ndarray, lengths: np.ndarray, ax: Axes) -> Axes:
    """Draw the length of the coefficients of each fit."""
    ax.plot(at, lengths, color=GOOD, linestyle="-.", gid="part-length")
    return ax


def plot_chosen_point(x: float, y: float, ax: Axes, *, handle: str = "handle") -> Axes:
    """Draw the reader's choice as a diamond; dragging it moves the controls named in ``handle``."""
    ax.plot([x], [y], **CHOSEN_MARKER, gid=handle)
    return ax


def leaves_frame(columns: Sequence[str], rows: Sequence[str], ax: Axes) -> Axes:
    """Draw an empty table with one cell per kind of thing."""
    ax.set(xlim=(0, len(columns)), ylim=(len(rows), 0), xticks=np.arange(len(columns)) + 0.5)
    ax.set(yticks=np.arange(len(rows)) + 0.5, xticklabels=columns, yticklabels=rows)
    ax.tick_params(length=0)
    ax.xaxis.tick_top()
    ax.spines[:].set_visible(False)
    for edge in range(1, len(columns)):
        ax.axvline(edge, color=PALE, linewidth=1)
    for edge in range(1, len(rows)):
        ax.axhline(edge, color=PALE, linewidth=1)
    return ax


def plot_things(truth: np.ndarray, seen: np.ndarray, ax: Axes) -> Axes:
    """Write in each cell whether the thing is a leaf and whether the learner has seen it.

    ``truth`` and ``seen`` are booleans of shape (rows, columns).
    """
    for (row, column), leaf in np.ndenumerate(truth):
        ax.text(column + 0.5, row + 0.28, _("a leaf") if leaf else _("no leaf"), ha="center", va="center", color=INK)
        if seen[row, column]:
            ax.text(column + 0.5, row + 0.76, _("seen"), ha="center", va="center", color=INK, style="italic")
    return ax


def plot_called(truth: np.ndarray, called: np.ndarray, ax: Axes) -> Axes:
    """Shade the cells that are predicted to be a leaf, and label the wrong predictions."""
    row, column = np.nonzero(called)
    left, right, top, bottom = column + 0.04, column + 0.96, row + 0.04, row + 0.96
    corners = np.stack([[left, right, right, left], [top, top, bottom, bottom]], axis=-1).swapaxes(0, 1)
    ax.add_collection(PolyCollection(corners, facecolor=GOOD, alpha=0.12, linewidth=0))
    for row, column in np.argwhere(truth != called):
        ax.text(column + 0.5, row + 0.52, _("× wrong"), ha="center", va="center", color=NEGATIVE, weight="bold")
    return ax


def test_errors_frame(truth: float, ax: Axes) -> Axes:
    """Set up the axes for a histogram of 300 test errors, with the generalisation error as a dashed line."""
    ax.set(xlim=(0, 0.3), ylim=(0, 180), xlabel=_("test error"), ylabel=_("number of test sets out of 300"))
    ax.axvline(truth, **GENERALISATION, label=_("generalisation error"))
    ax.plot([], [], **CHOSEN_MARKER, linestyle="none", label=_("chosen test set"))
    ax.legend(loc="upper right")
    return ax


def plot_test_errors(test_errors: np.ndarray, chosen: float, bins: np.ndarray, ax: Axes) -> Axes:
    """Draw a histogram of test errors with a diamond at the chosen one."""
    counts, edges = np.histogram(test_errors, bins)
    ax.stairs(counts, edges, fill=True, facecolor=PALE, edgecolor=MUTED, zorder=0.5)
    return plot_chosen_point(chosen, 6, ax, handle="test_set")


def plot_regions(regions: Regions, ax: Axes) -> Axes:
    """Draw the rectangles of a tree; those predicted 1 are shaded."""
    left, right, bottom, top = regions.rectangles.T
    corners = np.stack([[left, right, right, left, left], [bottom, bottom, top, top, bottom]], axis=-1)
    corners = corners.swapaxes(0, 1)  # (leaves, 5, 2)
    ax.add_collection(PolyCollection(corners[regions.labels == 1], **SAYS_1))
    gaps = np.full((len(corners), 1, 2), np.nan)
    ax.plot(*np.concatenate([corners, gaps], axis=1).reshape(-1, 2).T, color=INK, linewidth=0.9, linestyle="-")
    return ax


def square_frame(ax: Axes) -> Axes:
    """Set up the empty unit square."""
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel=_("first attribute"), ylabel=_("second attribute"))
    ax.set(xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
    return ax


def plot_labelled_points(points: np.ndarray, labels: np.ndarray, ax: Axes) -> Axes:
    """Draw points labelled 1 as circles and 0 as hollow squares, with a legend for :func:`plot_regions` as well."""
    for label, marker in [(1, POSITIVE_MARKER), (0, NEGATIVE_MARKER)]:
        ax.plot(
            *points[labels == label].T,
            linestyle="none",
            markersize=_small_size(),
            zorder=3,
            label=str(label),
            **marker,
        )
    ax.legend(handles=[*ax.lines, Patch(**SAYS_1, label=_("the tree predicts 1"))], **ABOVE, ncols=3, handlelength=1)
    return ax


def plot_error_bands(at: np.ndarray, errors: Mapping[str, np.ndarray], ax: Axes) -> Axes:
    """Draw, for each name, the mean of each row of errors as a curve and one standard deviation each way as a band."""
    shapes = "osD^vP"[: len(errors)]
    for (name, rows), style, shape in zip(errors.items(), curve_styles(len(errors)), shapes, strict=True):
        mean, spread = np.mean(rows, axis=1), np.std(rows, axis=1)
        ax.fill_between(at, mean - spread, mean + spread, color=style["color"], alpha=0.15, linewidth=0)
        ax.plot(at, mean, label=name, marker=shape, **style)
    ax.set(ylabel=_("error rate"))
    ax.legend()
    return ax


def _small_size() -> float:
    """Return the size of a marker that is one of many."""
    return 0.6 * mpl.rcParams["lines.markersize"]
