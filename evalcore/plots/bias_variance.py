"""Pictures of chapter 06: many fits and their mean, the cut at one x, the parts of the error, its derivation."""

from collections.abc import Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from evalcore.bias_variance import Decomposition
from evalcore.plots.style import CHOSEN, GOOD, INK, MUTED, NEGATIVE, PALE, POSITIVE, axes_or_new

TARGET = {"color": INK, "linestyle": "-"}
MEAN = {"color": GOOD, "linestyle": "--"}
RANGE = (-2.2, 2.2)  # of y, room for the wildest fits
ABOVE = {"loc": "lower left", "bbox_to_anchor": (-0.12, 1), "columnspacing": 0.8, "handlelength": 1.5,
         "handletextpad": 0.4}  # fmt: skip
THIN = {"color": MUTED, "linestyle": "-", "linewidth": 0.7, "alpha": 0.7}
PARTS = {
    "bias_squared": ("bias²", {"color": POSITIVE, "linestyle": "-"}, "o"),
    "variance": ("variance", {"color": NEGATIVE, "linestyle": "--"}, "s"),
    "noise": ("noise", {"color": MUTED, "linestyle": ":"}, "^"),
    "total": ("sum", {"color": INK, "linestyle": "-."}, "D"),
}


def fits_frame(x: np.ndarray, truth: np.ndarray, ax: Axes | None = None) -> Axes:
    """The target, the labels without noise, as a dark line, and the names of the lines that will be drawn."""
    ax = axes_or_new(ax)
    ax.plot(x, truth, label="target", **TARGET)
    ax.plot([], [], label="fits", **THIN | {"linewidth": 1.5})
    ax.plot([], [], label="mean fit", **MEAN)
    ax.set(xlabel="x", ylabel="y", xlim=(-0.02, 1.02), ylim=RANGE)
    ax.legend(**ABOVE | {"ncols": 3})
    return ax


def plot_training_set(x: np.ndarray, labels: np.ndarray, ax: Axes) -> Axes:
    """The examples of one training set."""
    ax.plot(x, labels, linestyle="none", marker="o", markersize=_small(), color=CHOSEN)
    return ax


def plot_fits(x: np.ndarray, predictions: np.ndarray, ax: Axes, **line: object) -> Axes:
    """A thin line for each training set's fit, (repeats, points), and their mean as a dashed one."""
    breaks = np.full((len(predictions), 1), np.nan)  # one broken line is drawn faster than many
    ax.plot(np.tile(np.append(x, np.nan), len(predictions)), np.hstack([predictions, breaks]).ravel(), **THIN | line)
    ax.plot(x, predictions.mean(axis=0), **MEAN)
    return ax


def plot_cut(x: float, ax: Axes) -> Axes:
    """The vertical line at the chosen x, or at the chosen setting."""
    ax.axvline(x, color=CHOSEN, linestyle=":", linewidth=1.5)
    return ax


def distribution_frame(ax: Axes) -> Axes:
    """Room for the predictions at one x, turned so that y points up as in the picture beside it."""
    ax.set(xlim=(0, 1.75), ylim=RANGE, xticks=[1.2, 1.5], xticklabels=["bias", "sd"])
    ax.set_title("predictions at x", color=MUTED)
    ax.tick_params(axis="x", length=0)
    return ax


def plot_distribution(predictions: np.ndarray, truth: float, parts: Decomposition, ax: Axes) -> Axes:
    """Predictions at one x as bars, their mean, the gap to the truth (bias) and their spread (one sd each way)."""
    mean, spread = predictions.mean(), float(parts.variance[0]) ** 0.5
    counts, edges = np.histogram(predictions, bins=40, range=ax.get_ylim())
    ax.stairs(counts / max(counts.max(), 1), edges, orientation="horizontal", fill=True, color=PALE)
    ax.plot([0, 1.75], [truth, truth], **TARGET)
    ax.plot([0, 1.75], [mean, mean], **MEAN)
    ax.plot([1.2, 1.2], [truth, mean], color=POSITIVE, linestyle="-", marker="_", linewidth=4)
    ax.plot([1.5, 1.5], [mean - spread, mean + spread], color=NEGATIVE, linestyle="-", marker="_", linewidth=4)
    return ax


def parts_frame(ax: Axes, *, high: float, **labels: object) -> Axes:
    """Room for the parts of the error, from 0 to ``high``."""
    ax.set(ylim=(0, high), ylabel="squared error", **labels)
    return ax


def plot_parts(settings: Sequence[float], parts: Decomposition, ax: Axes, **line: object) -> Axes:
    """Bias², variance, noise and their sum against the settings, each (settings,)."""
    for (name, style, _), values in zip(PARTS.values(), parts, strict=True):
        ax.plot(settings, values, label=name, **style | line)
    return ax


def legend(ax: Axes) -> Axes:
    """The names of the four lines, above the axes."""
    ax.legend(**ABOVE | {"ncols": 4})
    return ax


def parts_legend(ax: Axes) -> Axes:
    """The same, when the lines themselves move."""
    for name, style, _ in PARTS.values():
        ax.plot([], [], label=name, **style)
    return legend(ax)


def plot_parts_at(setting: float, parts: Decomposition, ax: Axes) -> Axes:
    """The four parts, as numbers, at the chosen setting: a vertical line and a marker each."""
    plot_cut(setting, ax)
    for (_, style, marker), value in zip(PARTS.values(), parts, strict=True):
        ax.plot([setting], [value], marker=marker, color=style["color"], linestyle="none")
    return ax


def plot_simulated(settings: Sequence[float], parts: Decomposition, ax: Axes) -> Axes:
    """Estimates of bias², variance and their sum as open markers."""
    for name in ("bias_squared", "variance", "total"):
        _, style, marker = PARTS[name]
        ax.plot(settings, getattr(parts, name), linestyle="none", marker=marker, markersize=_small(),
                markerfacecolor="none", color=style["color"])  # fmt: skip
    return ax


def plot_estimates_with_errors(x: np.ndarray, estimates: np.ndarray, error: np.ndarray, ax: Axes) -> Axes:
    """Simulated values as points, each with a bar of two standard errors either way."""
    ax.vlines(x, estimates - 2 * error, estimates + 2 * error, color=CHOSEN, linewidth=1.5)
    ax.plot(x, estimates, linestyle="none", marker="o", markersize=_small(), color=CHOSEN)
    return ax


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
    """The eight lines of the derivation, a term in each column, with room for a number under each."""
    ax.set_axis_off()
    ax.set(xlim=(0, 1), ylim=(len(DERIVATION), 0))
    for row, terms in enumerate(DERIVATION):
        ax.text(0, row + 0.3, f"{row + 1}", color=MUTED, va="center")
        ax.text(0.025, row + 0.3, "=" if row else "", va="center")
        for column, term in terms.items():
            ax.text(COLUMNS[column], row + 0.3, term, va="center")
    return ax


def plot_derivation_numbers(rows: Sequence[dict[int, float]], ax: Axes) -> Axes:
    """Under each term its estimate, at the right end of each line their sum; cross terms are boxed."""
    for row, numbers in enumerate(rows):
        for column, value in numbers.items():
            box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": CHOSEN} if column == 3 else None
            words = (f"{value:+.4f}" if column == 3 else f"{value:.4f}").replace("-", "−")
            ax.text(COLUMNS[column] + 0.02, row + 0.75, words, color=CHOSEN, va="center", bbox=box)
        ax.text(COLUMNS[4], row + 0.3, f"{sum(numbers.values()):.4f}", va="center")
    return ax


def plot_share_lines(shares: np.ndarray, error: np.ndarray, added: np.ndarray, ax: Axes) -> Axes:
    """The 0–1 error and the sum of its would-be parts against the share of training sets that are right."""
    ax.plot(shares, error, color=POSITIVE, linestyle="-")
    ax.plot(shares, added, color=NEGATIVE, linestyle="--")
    return ax


def share_frame(ax: Axes) -> Axes:
    """Room for the two lines of :func:`plot_share_lines`, with their names."""
    ax.plot([], [], color=POSITIVE, linestyle="-", label="0–1 error")
    ax.plot([], [], color=NEGATIVE, linestyle="--", label="bias + variance + noise")
    ax.set(xlim=(0, 1), ylim=(0, 2.05), xlabel="share of training sets that answer 1", ylabel="probability of error")
    ax.legend(**ABOVE | {"ncols": 2, "bbox_to_anchor": (0, 1)})
    return ax


def _small() -> float:
    """Size of a marker that stands among many."""
    return 0.65 * mpl.rcParams["lines.markersize"]
