"""Pictures of chapter 06: many fits and their mean, the cut at one x, the parts of the error, its derivation."""

from collections.abc import Mapping, Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from evalcore.bias_variance import Decomposition
from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.plots.style import CHOSEN, CHOSEN_MARKER, GOOD, INK, MUTED, NEGATIVE, PALE, POSITIVE

TARGET = {"color": INK, "linestyle": "-", "gid": "part-target"}
MEAN = {"color": GOOD, "linestyle": "--", "gid": "part-mean"}
RANGE = (-2.2, 2.2)  # of y, room for the wildest fits
ABOVE = {"loc": "lower left", "bbox_to_anchor": (-0.12, 1), "columnspacing": 0.8, "handlelength": 1.5,
         "handletextpad": 0.4}  # fmt: skip
THIN = {"color": MUTED, "linestyle": "-", "linewidth": 0.7, "alpha": 0.7, "gid": "part-fits"}
PARTS = {
    "bias_squared": (marked("bias²"), {"color": POSITIVE, "linestyle": "-"}, "o"),
    "variance": (marked("variance"), {"color": NEGATIVE, "linestyle": "--"}, "s"),
    "noise": (marked("noise"), {"color": MUTED, "linestyle": ":"}, "^"),
    "total": (marked("sum"), {"color": INK, "linestyle": "-."}, "D"),
}


def fits_frame(x: np.ndarray, truth: np.ndarray, ax: Axes) -> Axes:
    """The target, the labels without noise, as a dark line, and the names of the lines that will be drawn."""
    ax.plot(x, truth, label=_("target"), **TARGET)
    ax.plot([], [], label=_("fits"), **THIN | {"linewidth": 1.5})
    ax.plot([], [], label=_("mean fit"), **MEAN)
    ax.set(xlabel="x", ylabel="y", xlim=(-0.02, 1.02), ylim=RANGE)
    ax.legend(**ABOVE | {"ncols": 3})
    return ax


def sets_frame(x: np.ndarray, truth: np.ndarray, ax: Axes) -> Axes:
    """As :func:`fits_frame`, with a name for the one training set that :func:`plot_training_set` draws."""
    fits_frame(x, truth, ax)
    ax.plot(
        [], [], label=_("this training set and its fit"), color=CHOSEN, linestyle="-", marker="o", markersize=_small()
    )
    ax.legend(**ABOVE | {"ncols": 2})
    return ax


def plot_training_set(x_train: np.ndarray, labels: np.ndarray, x: np.ndarray, fit: np.ndarray, ax: Axes) -> Axes:
    """The examples of one training set, and its fit at the places ``x``."""
    ax.plot(x_train, labels, linestyle="none", marker="o", markersize=_small(), color=CHOSEN)
    ax.plot(x, fit, color=CHOSEN, linestyle="-")
    return ax


def plot_fits_and_mean(x: np.ndarray, predictions: np.ndarray, ax: Axes) -> Axes:
    """A thin line for each training set's fit, (repeats, points), and their mean as a dashed one."""
    breaks = np.full((len(predictions), 1), np.nan)  # one broken line is drawn faster than many
    ax.plot(np.tile(np.append(x, np.nan), len(predictions)), np.hstack([predictions, breaks]).ravel(), **THIN)
    ax.plot(x, predictions.mean(axis=0), **MEAN)
    return ax


def _plot_here(x: float, ax: Axes) -> Axes:
    """The vertical line at the chosen x, or at the chosen setting."""
    ax.axvline(x, color=CHOSEN, linestyle=":", linewidth=1.5, gid="handle")
    return ax


def cut_frame(x: np.ndarray, truth: np.ndarray, axes: Mapping[str, Axes]) -> Mapping[str, Axes]:
    """Room for the fits in panel a, and in panel b for how they are distributed at one x."""
    fits_frame(x, truth, axes["a"])
    _distribution_frame(axes["b"])
    return axes


def plot_cut_fits(
    x: np.ndarray, predictions: np.ndarray, at: int, truth: float, parts: Decomposition, axes: Mapping[str, Axes]
) -> Mapping[str, Axes]:
    """The fits, (repeats, points), cut at ``x[at]``; beside them the predictions there, and their bias and spread."""
    plot_fits_and_mean(x[::2], predictions[:, ::2], axes["a"])
    _plot_here(x[at], axes["a"])
    _plot_distribution(predictions[:, at], truth, parts, axes["b"])
    return axes


def _distribution_frame(ax: Axes) -> Axes:
    """Room for the predictions at one x, turned so that y points up as in the picture beside it."""
    ax.set(xlim=(0, 1.75), ylim=RANGE, xticks=[1.2, 1.5], xticklabels=[_("bias"), _("sd")])
    ax.set_title(_("predictions at x"), color=MUTED)
    ax.tick_params(axis="x", length=0)
    return ax


def _plot_distribution(predictions: np.ndarray, truth: float, parts: Decomposition, ax: Axes) -> Axes:
    """A histogram of the predictions at one x, their mean, its gap to the truth (bias), one sd each way (spread)."""
    mean, spread = predictions.mean(), float(parts.variance[0]) ** 0.5
    counts, edges = np.histogram(predictions, bins=40, range=ax.get_ylim())
    ax.stairs(counts / max(counts.max(), 1), edges, orientation="horizontal", fill=True, color=PALE)
    ax.plot([0, 1.75], [truth, truth], **TARGET)
    ax.plot([0, 1.75], [mean, mean], **MEAN)
    bar = {"linestyle": "-", "marker": "_", "linewidth": 4}
    ax.plot([1.2, 1.2], [truth, mean], color=POSITIVE, gid="part-bias", **bar)
    ax.plot([1.5, 1.5], [mean - spread, mean + spread], color=NEGATIVE, gid="part-spread", **bar)
    return ax


def parts_frame(ax: Axes, *, high: float, named: bool = True, **labels: object) -> Axes:
    """Room for the parts of the error, from 0 to ``high``; above it their names."""
    ax.set(ylim=(0, high), ylabel=_("squared error"), **labels)
    if ax.get_xscale() == "linear":
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    if named:
        for name, style, _marker in PARTS.values():
            ax.plot([], [], label=_(name), **style)
        ax.legend(**ABOVE | {"ncols": 4})
    return ax


def plot_parts(settings: Sequence[float], parts: Decomposition, ax: Axes) -> Axes:
    """Bias², variance, noise and their sum against the settings, each (settings,)."""
    for (name, style, _marker), values in zip(PARTS.values(), parts, strict=True):
        ax.plot(settings, values, gid=f"part-{name.rstrip('²')}", **style)
    return ax


def plot_parts_at(setting: float, parts: Decomposition, ax: Axes) -> Axes:
    """The four parts, as numbers, at the chosen setting: a vertical line and a marker each."""
    _plot_here(setting, ax)
    for (_name, style, marker), value in zip(PARTS.values(), parts, strict=True):
        ax.plot([setting], [value], marker=marker, color=style["color"], linestyle="none")
    return ax


def floor_frame(axes: Mapping[str, Axes]) -> Mapping[str, Axes]:
    """Room for the parts against the number of examples, panel a, and against the degree, panel b; all lines move."""
    parts_frame(axes["a"], high=0.85, xlabel=_("number of examples m"), xscale="log", xlim=(23, 220))
    axes["a"].set_xticks([25, 50, 100, 200], ["25", "50", "100", "200"])
    axes["a"].minorticks_off()
    parts_frame(axes["b"], high=0.85, named=False, xlabel=_("degree"), xlim=(-0.5, 15.5))
    open_marker = {"linestyle": "none", "markerfacecolor": "none", "markersize": _small()}
    axes["b"].plot([], [], marker="D", color=INK, label=_("simulated (open markers)"), **open_marker)
    axes["b"].legend(**ABOVE)
    return axes


def plot_parts_by_size(sizes: Sequence[int], parts: Decomposition, size: int, here: Decomposition, ax: Axes) -> Axes:
    """Exact parts, each (sizes,), as lines, and the parts ``here``, as numbers, marked at the chosen size."""
    plot_parts(sizes, parts, ax)
    return plot_parts_at(size, here, ax)


def plot_parts_by_degree(parts: Decomposition, simulated: Decomposition, degree: int, ax: Axes) -> Axes:
    """Exact parts as lines and simulated ones as open markers, each (degrees,), cut at the chosen degree."""
    degrees = np.arange(len(parts.total))
    plot_parts(degrees, parts, ax)
    _plot_open_markers(degrees, simulated, ax)
    return _plot_here(degree, ax)


def _plot_open_markers(settings: Sequence[float], parts: Decomposition, ax: Axes) -> Axes:
    """Estimates of bias², variance and their sum as open markers."""
    for name in ("bias_squared", "variance", "total"):
        _name, style, marker = PARTS[name]
        ax.plot(settings, getattr(parts, name), linestyle="none", marker=marker, markersize=_small(),
                markerfacecolor="none", color=style["color"])  # fmt: skip
    return ax


def exact_frame(
    x: np.ndarray, bias: np.ndarray, variance: np.ndarray, places: np.ndarray, axes: Mapping[str, Axes]
) -> Mapping[str, Axes]:
    """The exact bias and variance as lines, with room and a name for estimates at ``x[places]``."""
    room = max(1.2 * np.abs(bias).max(), 0.4)
    high = max(1.1 * variance.max(), 2 * variance[places].max())
    axes["a"].plot(x, bias, color=POSITIVE, linestyle="-", label=_("exact"))
    axes["b"].plot(x, variance, color=NEGATIVE, linestyle="--", label=_("exact"))
    axes["a"].set(xlabel="x", ylabel=_("bias"), ylim=(-room, room))
    axes["b"].set(xlabel="x", ylabel=_("variance"), ylim=(0, high))
    for ax in axes.values():
        ax.plot([], [], linestyle="none", marker="o", markersize=_small(), color=CHOSEN, label=_("simulated"))
        ax.legend(**ABOVE | {"ncols": 2})
    return axes


def plot_points_with_bars(
    x: np.ndarray,
    estimates: Sequence[np.ndarray],
    errors: Sequence[np.ndarray],
    places: np.ndarray,
    axes: Mapping[str, Axes],
) -> Mapping[str, Axes]:
    """Simulated bias and variance at ``x[places]`` as points, each with a bar of two standard errors either way."""
    for ax, estimate, error in zip(axes.values(), estimates, errors, strict=True):
        low, high = estimate - 2 * error, estimate + 2 * error
        ax.vlines(x[places], low[places], high[places], color=CHOSEN, linewidth=1.5)
        ax.plot(x[places], estimate[places], linestyle="none", marker="o", markersize=_small(), color=CHOSEN)
    return axes


F, MEAN_F, LABEL, Y = "f", r"\bar{f}", "y_D", "y"
VARIANCE_TERM = rf"$E[({F}-{MEAN_F})^2]$"
# One row a line of the derivation: the terms, each with the column that it starts in.
DERIVATION = [
    {0: rf"$E[({F}-{LABEL})^2]$"},
    {0: rf"$E[({F}-{MEAN_F}\,+\,{MEAN_F}-{LABEL})^2]$"},
    {0: VARIANCE_TERM, 1: rf"$+\,E[({MEAN_F}-{LABEL})^2]$", 3: rf"$+\,2E[({F}-{MEAN_F})({MEAN_F}-{LABEL})]$"},
    {0: VARIANCE_TERM, 1: rf"$+\,E[({MEAN_F}-{LABEL})^2]$"},
    {0: VARIANCE_TERM, 1: rf"$+\,E[({MEAN_F}-{Y}\,+\,{Y}-{LABEL})^2]$"},
    {0: VARIANCE_TERM, 1: rf"$+\,E[({MEAN_F}-{Y})^2]$", 2: rf"$+\,E[({Y}-{LABEL})^2]$",
     3: rf"$+\,2E[({MEAN_F}-{Y})({Y}-{LABEL})]$"},
    {0: VARIANCE_TERM, 1: rf"$+\,({MEAN_F}-{Y})^2$", 2: rf"$+\,E[({Y}-{LABEL})^2]$"},
    {0: r"$\mathrm{var}$", 1: r"$+\,\mathrm{bias}^2$", 2: r"$+\,\varepsilon^2$"},
]  # fmt: skip
COLUMNS = [0.05, 0.24, 0.44, 0.63, 0.9]


def derivation_frame(ax: Axes) -> Axes:
    """Room for the eight lines of the derivation, a term in each column, with a number under each."""
    ax.set_axis_off()
    ax.set(xlim=(0, 1), ylim=(len(DERIVATION), 0))
    return ax


def plot_derivation_terms(lines: int, ax: Axes) -> Axes:
    """The first ``lines`` lines of the derivation."""
    for row, terms in enumerate(DERIVATION[:lines]):
        ax.text(0, row + 0.22, f"{row + 1}", color=MUTED, va="center")
        ax.text(0.025, row + 0.22, "=" if row else "", va="center")
        for column, term in terms.items():
            ax.text(COLUMNS[column], row + 0.22, term, va="center")
    return ax


def plot_derivation_numbers(rows: Sequence[dict[int, float]], ax: Axes) -> Axes:
    """Under each term its estimate, at the right end of each line their sum; cross terms are boxed."""
    for row, numbers in enumerate(rows):
        for column, value in numbers.items():
            box = {"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": CHOSEN} if column == 3 else None
            words = (f"{value:+.4f}" if column == 3 else f"{value:.4f}").replace("-", "−")
            ax.text(COLUMNS[column] + 0.02, row + 0.73, words, color=CHOSEN, va="center", bbox=box)
        ax.text(COLUMNS[4], row + 0.22, f"{sum(numbers.values()):.4f}", va="center")
    return ax


def plot_share_lines(shares: np.ndarray, error: np.ndarray, added: np.ndarray, ax: Axes) -> Axes:
    """The 0–1 error and the sum of its would-be parts, which jumps at one half, against the share that is right."""
    ax.plot(shares, error, color=POSITIVE, linestyle="-")
    for side in (shares <= 0.5, shares > 0.5):
        ax.plot(shares[side], added[side], color=NEGATIVE, linestyle="--")
    return ax


def plot_share_chosen(share: float, error: float, added: float, ax: Axes) -> Axes:
    """The vertical line at the chosen share, with a marker on both lines."""
    ax.plot([share, share], [error, added], **CHOSEN_MARKER, linestyle="none")
    return _plot_here(share, ax)


def share_frame(ax: Axes) -> Axes:
    """Room for the two lines of :func:`plot_share_lines`, with their names."""
    ax.plot([], [], color=POSITIVE, linestyle="-", label=_("0–1 error"))
    ax.plot([], [], color=NEGATIVE, linestyle="--", label=_("bias + variance + noise"))
    ax.set(xlim=(0, 1), ylim=(0, 2.05), xlabel=_("share q of training sets that answer 1"),
           ylabel=_("error, or sum of the parts"))  # fmt: skip
    ax.legend(**ABOVE | {"ncols": 2, "bbox_to_anchor": (0, 1)})
    return ax


def _small() -> float:
    """Size of a marker that stands among many."""
    return 0.65 * mpl.rcParams["lines.markersize"]
