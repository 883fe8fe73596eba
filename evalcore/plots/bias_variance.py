"""Figures of chapter 06: many fits and their mean, predictions at one x, the parts of the error, its derivation."""

from collections.abc import Mapping, Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from evalcore.bias_variance import Decomposition
from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.plots.style import CHOSEN, CHOSEN_MARKER, GOOD, INK, MUTED, NEGATIVE, PALE, POSITIVE

TARGET = {"color": INK, "linestyle": "-", "gid": "part-target"}
MEAN = {"color": GOOD, "linestyle": "--", "gid": "part-mean"}
RANGE = (-2.2, 2.2)  # of y, wide enough for the most variable fits
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
    """Draw the target (the labels without noise) as a dark line, and a legend for the fits that will be added."""
    ax.plot(x, truth, label=_("target"), **TARGET)
    ax.plot([], [], label=_("fits"), **THIN | {"linewidth": 1.5})
    ax.plot([], [], label=_("mean fit"), **MEAN)
    ax.set(xlabel="x", ylabel="y", xlim=_with_margin(x), ylim=RANGE)
    ax.legend(**ABOVE | {"ncols": 3})
    return ax


def sets_frame(x: np.ndarray, truth: np.ndarray, ax: Axes) -> Axes:
    """Draw :func:`fits_frame` with a legend entry for the training set that :func:`plot_training_set` draws."""
    fits_frame(x, truth, ax)
    newest = {"color": CHOSEN, "linestyle": "-", "marker": "o", "markersize": _small_size()}
    ax.plot([], [], label=_("one training set and its fit"), **newest)
    ax.legend(**ABOVE | {"ncols": 2})
    return ax


def plot_training_set(x_train: np.ndarray, labels: np.ndarray, x: np.ndarray, fit: np.ndarray, ax: Axes) -> Axes:
    """Draw the examples of one training set, and its fit at the positions ``x``."""
    ax.plot(x_train, labels, linestyle="none", marker="o", markersize=_small_size(), color=CHOSEN)
    ax.plot(x, fit, color=CHOSEN, linestyle="-")
    return ax


def model_frame(x: np.ndarray, truth: np.ndarray, name: str, ax: Axes) -> Axes:
    """Draw the target as a dotted line on a narrow panel, with the name of the learner above."""
    ax.plot(x, truth, color=INK, linestyle=":")
    ax.set(title=name, xlabel="x", xlim=_with_margin(x), ylim=(-2, 2))
    return ax


def plot_models(
    x_train: np.ndarray, labels: np.ndarray, x: np.ndarray, earlier: Sequence[np.ndarray], model: np.ndarray, ax: Axes
) -> Axes:
    """Draw earlier models as pale lines, and the newest one with its training set."""
    for curve in earlier:
        ax.plot(x, curve, color=PALE, linestyle="-", linewidth=1)
    return plot_training_set(x_train, labels, x, model, ax)


def plot_fits_and_mean(x: np.ndarray, predictions: np.ndarray, ax: Axes) -> Axes:
    """Draw the fits, of shape (repeats, points), as thin lines and their mean as a dashed one."""
    breaks = np.full((len(predictions), 1), np.nan)  # nan breaks the line: one broken line is drawn faster than many
    ax.plot(np.tile(np.append(x, np.nan), len(predictions)), np.hstack([predictions, breaks]).ravel(), **THIN)
    ax.plot(x, predictions.mean(axis=0), **MEAN)
    return ax


def _plot_here(x: float, ax: Axes) -> Axes:
    """Draw a vertical line at the chosen x, or at the chosen setting."""
    ax.axvline(x, color=CHOSEN, linestyle=":", linewidth=1.5, gid="handle")
    return ax


def cut_frame(x: np.ndarray, truth: np.ndarray, axes: Mapping[str, Axes]) -> Mapping[str, Axes]:
    """Set up panel a for the fits and panel b for the distribution of their predictions at one x."""
    fits_frame(x, truth, axes["a"])
    _distribution_frame(axes["b"])
    return axes


def plot_cut_fits(
    x: np.ndarray, predictions: np.ndarray, at: int, truth: float, parts: Decomposition, axes: Mapping[str, Axes]
) -> Mapping[str, Axes]:
    """Draw the fits, of shape (repeats, points), on panel a; on panel b their predictions at ``x[at]``.

    Panel b also shows the bias and the standard deviation of these predictions.
    """
    plot_fits_and_mean(x[::2], predictions[:, ::2], axes["a"])
    _plot_here(x[at], axes["a"])
    _plot_distribution(predictions[:, at], truth, parts, axes["b"])
    return axes


def _distribution_frame(ax: Axes) -> Axes:
    """Set up a panel for the predictions at one x, with y pointing up as in the neighbouring panel."""
    ax.set(xlim=(0, 1.75), ylim=RANGE, xticks=[1.2, 1.5], xticklabels=[_("bias"), _("sd")])
    ax.set_title(_("predictions at x"), color=MUTED)
    ax.tick_params(axis="x", length=0)
    return ax


def _plot_distribution(predictions: np.ndarray, truth: float, parts: Decomposition, ax: Axes) -> Axes:
    """Draw the histogram of the predictions at one x, their mean, their bias and one standard deviation each way."""
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
    """Set up the axes for the parts of the error, from 0 to ``high``, with their names above."""
    ax.set(ylim=(0, high), ylabel=_("squared error"), **labels)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    if named:
        for name, style, _marker in PARTS.values():
            ax.plot([], [], label=_(name), **style)
        ax.legend(**ABOVE | {"ncols": 4})
    return ax


def plot_parts(settings: Sequence[float], parts: Decomposition, ax: Axes) -> Axes:
    """Draw bias², variance, noise and their sum, each of shape (settings,), against the settings."""
    for (name, style, _marker), values in zip(PARTS.values(), parts, strict=True):
        ax.plot(settings, values, gid=f"part-{name.rstrip('²')}", **style)
    return ax


def plot_parts_at(setting: float, parts: Decomposition, ax: Axes) -> Axes:
    """Mark the four parts, given as numbers, at the chosen setting: a vertical line and one marker per part."""
    _plot_here(setting, ax)
    for (_name, style, marker), value in zip(PARTS.values(), parts, strict=True):
        ax.plot([setting], [value], marker=marker, color=style["color"], linestyle="none")
    return ax


STACKED = ["noise", "bias_squared", "variance"]  # from the bottom


def stack_frame(ax: Axes, *, high: float, named: bool = True, **labels: object) -> Axes:
    """Set up the axes for noise, bias² and variance stacked on each other, from 0 to ``high``."""
    ax.set(ylim=(0, high), ylabel=_("squared error"), **labels)
    if named:
        patches = [Patch(alpha=0.55, label=_(PARTS[part][0]), **_filling(part)) for part in STACKED]
        ax.legend(handles=patches, **ABOVE | {"ncols": 3, "handlelength": 1.2})
    return ax


def _filling(part: str) -> dict[str, str]:
    """Return colour and hatching of a part of the error, which differ in more than colour."""
    color = PARTS[part][1]["color"]
    return {"facecolor": color, "edgecolor": INK, "hatch": {"noise": "...", "bias_squared": "//"}.get(part, "")}


def plot_stack(settings: Sequence[float], parts: Decomposition, ax: Axes) -> Axes:
    """Draw noise, bias² and variance, each of shape (settings,), stacked on each other up to the sum, a dark line."""
    lower = np.zeros(len(settings))
    for part in STACKED:
        name = PARTS[part][0]
        upper = lower + getattr(parts, part)
        gid = f"part-{name.rstrip('²')}"
        ax.fill_between(settings, lower, upper, alpha=0.55, linewidth=0, gid=gid, **_filling(part))
        lower = upper
    ax.plot(settings, lower, color=INK, linestyle="-", linewidth=1.5, gid="part-sum")
    return ax


def plot_stack_at(setting: float, parts: Decomposition, ax: Axes) -> Axes:
    """Mark the chosen setting with a vertical line and a marker on the sum, given as a number."""
    _plot_here(setting, ax)
    ax.plot([setting], [parts.total], **CHOSEN_MARKER, linestyle="none", gid="part-sum")
    return ax


def split_frame(x: np.ndarray, truth: np.ndarray, axes: Mapping[str, Axes]) -> Mapping[str, Axes]:
    """Set up panel a for the fits, c below it for the parts over x, and b for the parts over the flexibility."""
    fits_frame(x, truth, axes["a"])
    axes["a"].set(xlabel="")
    stack_frame(axes["c"], high=1.05, named=False, xlabel="x", xlim=_with_margin(x))
    stack_frame(axes["b"], high=0.72, xlabel=_("flexibility"), xlim=(0.5, 16.5))
    axes["b"].xaxis.set_major_locator(MaxNLocator(integer=True))
    return axes


TRAINING = {"color": CHOSEN, "linestyle": "--", "gid": "part-training"}
VALIDATION = {"color": INK, "linestyle": "-", "gid": "part-validation"}


def learning_frame(sizes: Sequence[int], noise_variance: float, axes: Mapping[str, Axes]) -> Mapping[str, Axes]:
    """Set up panel a for the learning curves and panel b for the parts of the error, both against m."""
    a, b = axes["a"], axes["b"]
    a.plot([], [], label=_("validation error"), **VALIDATION)
    a.plot([], [], label=_("training error"), **TRAINING)
    a.axhline(noise_variance, color=MUTED, linestyle=":", label=_("noise"))
    a.set(ylim=(0, 0.65), ylabel=_("squared error"))
    a.legend(**ABOVE | {"ncols": 3})
    stack_frame(b, high=0.65)
    for ax in (a, b):
        ax.set(xscale="log", xlim=(0.93 * sizes[0], 1.07 * sizes[-1]), xlabel=_("number of examples m"))
        ax.set_xticks([25, 50, 100, 250], ["25", "50", "100", "250"])
        ax.minorticks_off()
    return axes


def plot_learning_curves(sizes: Sequence[int], training: np.ndarray, validation: np.ndarray, ax: Axes) -> Axes:
    """Draw the training error and the validation error, each of shape (sizes,), against the number of examples."""
    ax.plot(sizes, validation, **VALIDATION)
    ax.plot(sizes, training, **TRAINING)
    return ax


def plot_gap(size: int, training: float, validation: float, parts: Decomposition, axes: Mapping[str, Axes]) -> Axes:
    """Draw the gap between two errors on panel a and the variance at the top of the stack on panel b, as thick bars."""
    bar = {"linestyle": "-", "marker": "_", "linewidth": 4, "color": NEGATIVE}
    for ax in axes.values():
        _plot_here(size, ax)
    axes["a"].plot([size, size], [training, validation], gid="part-gap", **bar)
    axes["b"].plot([size, size], [parts.total - parts.variance, parts.total], **bar)
    return axes["a"]


F, MEAN_F, LABEL, Y = "f", r"\bar{f}", "y_D", "y"
VARIANCE_TERM = rf"$E[({F}-{MEAN_F})^2]$"
# One row per line of the derivation: its terms by the column that each starts in.
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
    """Set up the axes for the eight lines of the derivation: one column per term, with a number under each term."""
    ax.set_axis_off()
    ax.set(xlim=(0, 1), ylim=(len(DERIVATION), 0))
    return ax


def plot_derivation_terms(lines: int, ax: Axes) -> Axes:
    """Draw the first ``lines`` lines of the derivation."""
    for row, terms in enumerate(DERIVATION[:lines]):
        ax.text(0, row + 0.22, f"{row + 1}", color=MUTED, va="center")
        ax.text(0.025, row + 0.22, "=" if row else "", va="center")
        for column, term in terms.items():
            ax.text(COLUMNS[column], row + 0.22, term, va="center")
    return ax


def plot_derivation_numbers(rows: Sequence[dict[int, float]], ax: Axes) -> Axes:
    """Write the estimate of each term under it and the sum at the end of each line; cross terms are boxed."""
    for row, numbers in enumerate(rows):
        for column, value in numbers.items():
            box = {"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": CHOSEN} if column == 3 else None
            words = (f"{value:+.4f}" if column == 3 else f"{value:.4f}").replace("-", "−")
            ax.text(COLUMNS[column] + 0.02, row + 0.73, words, color=CHOSEN, va="center", bbox=box)
        ax.text(COLUMNS[4], row + 0.22, f"{sum(numbers.values()):.4f}", va="center")
    return ax


def plot_share_lines(shares: np.ndarray, error: np.ndarray, added: np.ndarray, ax: Axes) -> Axes:
    """Draw the 0–1 error, and the sum of its supposed parts, against the share of training sets that answer 1.

    The sum jumps at one half, so its line is drawn in two pieces.
    """
    ax.plot(shares, error, color=POSITIVE, linestyle="-")
    for side in (shares <= 0.5, shares > 0.5):
        ax.plot(shares[side], added[side], color=NEGATIVE, linestyle="--")
    return ax


def plot_share_chosen(share: float, error: float, added: float, ax: Axes) -> Axes:
    """Draw a vertical line at the chosen share, with a marker on both lines."""
    ax.plot([share, share], [error, added], **CHOSEN_MARKER, linestyle="none")
    return _plot_here(share, ax)


def share_frame(ax: Axes) -> Axes:
    """Set up the axes for the two lines of :func:`plot_share_lines`, with their names."""
    ax.plot([], [], color=POSITIVE, linestyle="-", label=_("0–1 error"))
    ax.plot([], [], color=NEGATIVE, linestyle="--", label=_("bias + variance + noise"))
    ax.set(xlim=(0, 1), ylim=(0, 2.05), xlabel=_("fraction q of models that predict 1"),
           ylabel=_("error, or sum of the parts"))  # fmt: skip
    ax.legend(**ABOVE | {"ncols": 2, "bbox_to_anchor": (0, 1)})
    return ax


def _with_margin(x: np.ndarray) -> tuple[float, float]:
    """Return limits of an axis on which every x lies a little inside."""
    margin = 0.02 * (x[-1] - x[0])
    return x[0] - margin, x[-1] + margin


def _small_size() -> float:
    """Return the size of a marker that is one of many."""
    return 0.65 * mpl.rcParams["lines.markersize"]
