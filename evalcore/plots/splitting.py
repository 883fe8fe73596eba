"""Pictures of chapter 03: who trains and who tests, bootstrap draws, estimates beside the truth."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from evalcore.plots.style import (
    CHOSEN,
    INK,
    MUTED,
    NEGATIVE,
    NEGATIVE_MARKER,
    PALE,
    POSITIVE,
    POSITIVE_MARKER,
    axes_or_new,
)  # fmt: skip
from evalcore.splitting import Comparison

TRAIN = {"facecolor": PALE, "edgecolor": "white", "linewidth": 0.8}
TEST = {"facecolor": CHOSEN, "edgecolor": "white", "linewidth": 0.8}


def plot_rectangles(
    left: np.ndarray,
    bottom: np.ndarray,
    width: float | np.ndarray,
    height: float | np.ndarray,
    ax: Axes,
    **look: object,
) -> Axes:
    """Many rectangles as one patch, which is drawn much faster than one patch each; ``look`` is that of a patch."""
    left, bottom, width, height = np.broadcast_arrays(left, bottom, width, height)
    x, y = [left, left + width, left + width, left, left], [bottom, bottom, bottom + height, bottom + height, bottom]
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY] * left.size
    corners = np.column_stack([np.ravel(x, order="F"), np.ravel(y, order="F")])
    ax.add_artist(PathPatch(Path(corners, codes), **look))  # add_patch would walk all corners for the data limits
    return ax


def plot_cells(marked: np.ndarray, ax: Axes, *, height: float = 1.0, **look: object) -> Axes:
    """The marked cells of a (rows, columns) table, row 0 on top; a row is ``height`` high."""
    row, column = np.nonzero(marked)
    return plot_rectangles(column, row * height, 1, height, ax, **look)


def table_frame(columns: int, rows: float, ax: Axes) -> Axes:
    """An empty table of cells without ticks, row 0 on top."""
    ax.set(xlim=(0, columns), ylim=(rows, 0), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    return ax


def grid_frame(columns: int, rows: int, ax: Axes) -> Axes:
    """A table of pale cells, one a training example."""
    return plot_cells(np.ones((rows, columns), bool), table_frame(columns, rows, ax), **TRAIN)


def plot_hold_out(in_test: np.ndarray, columns: int, ax: Axes) -> Axes:
    """Over a :func:`grid_frame` of one cell an example, in rows of ``columns``: dark cells for the test set."""
    return plot_cells(in_test.reshape(-1, columns), ax, **TEST)


def plot_classes(y: np.ndarray, ax: Axes) -> Axes:
    """A strip above a table of folds: the class of each example, by colour and marker."""
    x = np.arange(len(y)) + 0.5
    for label, marker in [(1, POSITIVE_MARKER), (0, NEGATIVE_MARKER)]:
        ax.plot(x[y == label], np.full(np.sum(y == label), -0.06), linestyle="none", clip_on=False, **marker)
    return ax


def folds_frame(y: np.ndarray, ax: Axes) -> Axes:
    """Room for any number of folds below the strip of classes; all rows together are 1 high."""
    table_frame(len(y), 1, ax)
    ax.set(ylim=(1, -0.12), xticks=np.arange(len(y)) + 0.5)
    ax.set_xticklabels([str(i + 1) if i % 5 == 4 or i == 0 else "" for i in range(len(y))])
    ax.tick_params(length=0)
    ax.set(xlabel="example", ylabel="fold")
    ax.yaxis.labelpad = 24
    return plot_classes(y, ax)


def plot_folds(test: np.ndarray, ax: Axes) -> Axes:
    """One row a fold, from a mask (folds, examples): dark cells test, pale cells train."""
    k = len(test)
    plot_cells(~test, ax, height=1 / k, **TRAIN)
    plot_cells(test, ax, height=1 / k, **TEST)
    for fold in range(0, k, 1 if k <= 10 else 2):
        ax.text(-0.3, (fold + 0.5) / k, str(fold + 1), ha="right", va="center")
    return ax


def fold_shares_frame(share: float, ax: Axes) -> Axes:
    """Room for one bar a fold, beside :func:`plot_folds`, and the share of positives in all of D."""
    ax.set(xlim=(0, 1), ylim=(1, -0.12), xticks=[0, 0.5, 1], yticks=[], xlabel="share of positives")
    ax.axvline(share, color=MUTED, linestyle="--", linewidth=1.5)
    ax.text(share + 0.02, -0.06, "in D", va="center", color=MUTED)
    return ax


def plot_fold_shares(shares: np.ndarray, ax: Axes) -> Axes:
    """The share of positives in each test fold, one bar with a point at its end a fold."""
    k = len(shares)
    plot_rectangles(np.zeros(k), (np.arange(k) + 0.2) / k, shares, 0.6 / k, ax, facecolor=POSITIVE, alpha=0.6)
    ax.plot(shares, (np.arange(k) + 0.5) / k, linestyle="none", marker="o", color=POSITIVE, clip_on=False)
    return ax


def multiplicity_frame(columns: int, highest: int, ax: Axes) -> Axes:
    """Room for up to ``columns`` examples drawn up to ``highest`` times; below the line lies the out-of-bag rest."""
    ax.set(xlim=(0, columns), ylim=(-1.2, highest + 0.5), xlabel="example", xticks=[])
    ax.set(yticks=[-0.5, *range(1, highest + 1)])
    ax.set_yticklabels(["out of bag", *map(str, range(1, highest + 1))])
    ax.axhline(0, color=INK, linewidth=1)
    ax.set_title("times drawn into the training set")
    return ax


def plot_multiplicities(counts: np.ndarray, ax: Axes) -> Axes:
    """A column of cells for each example, as high as it was often drawn; a dark cell below for one never drawn."""
    width = ax.get_xlim()[1] / len(counts)
    columns = np.arange(len(counts)) * width
    drawn = counts > 0
    heights = np.minimum(counts, ax.get_ylim()[1])
    plot_rectangles(columns[drawn], 0, width, heights[drawn], ax, **TRAIN | {"edgecolor": MUTED})
    return plot_rectangles(columns[~drawn], -1, width, 1, ax, hatch="///", **TEST)


def never_drawn_frame(m: np.ndarray, probability: np.ndarray, ax: Axes) -> Axes:
    """(1 - 1/m)^m against m, and its limit 1/e."""
    ax.axhline(np.exp(-1), color=MUTED, linestyle="--", linewidth=1.5)
    ax.annotate("1/e", (m[-1], np.exp(-1)), (0, 5), textcoords="offset points", ha="right", color=MUTED)
    ax.plot(m, probability, color=POSITIVE)
    ax.set(xlabel="m", ylim=(0, 0.7), xlim=(0, m[-1] + 1))
    ax.set_title("share never drawn")
    return ax


def class_counts_frame(highest: int, ax: Axes) -> Axes:
    """Room for two bars, positives and negatives, up to ``highest`` examples."""
    ax.set(xlim=(-0.6, 1.6), xticks=[0, 1], xticklabels=["positives", "negatives"])
    ax.set(ylim=(0, highest), ylabel="in the training set")
    return ax


def plot_class_counts(positives: int, negatives: int, ax: Axes) -> Axes:
    """How many examples of each class train, and which class has the majority."""
    counts = [positives, negatives]
    ax.bar([0, 1], counts, 0.6, color=[POSITIVE, "white"], edgecolor=[POSITIVE, NEGATIVE], linewidth=2)
    for place, count in enumerate(counts):
        words = f"{count} majority" if count > min(counts) else str(count)
        ax.text(place, count + 2, words, ha="center")
    return ax


def wrong_answers_frame(m: int, ax: Axes) -> Axes:
    """Room for the wrong answers among up to m, and the line of a rule that is wrong half the time."""
    ax.set(xlim=(0, m + 1), ylim=(0, m), xlabel="examples left out so far", ylabel="wrong answers so far")
    ax.plot([0, m], [0, m / 2], color=MUTED, linestyle="--", linewidth=1.5)
    ax.text(m - 1, 0.15 * m, "half wrong: the truth", ha="right", va="top", color=MUTED)
    return ax


def plot_wrong_answers(wrong: np.ndarray, ax: Axes) -> Axes:
    """The number of wrong answers so far, from one truth value an answer."""
    ax.plot(range(len(wrong) + 1), np.append(0, np.cumsum(wrong)), color=CHOSEN)
    return ax


def estimates_frame(edges: np.ndarray, reference: np.ndarray, name: str, ax: Axes) -> Axes:
    """Room for a histogram of error estimates, and the outline of the one to compare it with."""
    counts = np.histogram(reference, edges)[0]
    ax.stairs(counts, edges, color=INK, linewidth=1.5, label=name)
    ax.set(xlim=(0, edges[-1]), ylim=(0, 1.2 * counts.max()))
    ax.set(xlabel="estimate of the error rate", ylabel="how often")
    ax.legend()
    return ax


def plot_estimates(estimates: np.ndarray, edges: np.ndarray, ax: Axes) -> Axes:
    """A histogram of error estimates, and a line at their mean."""
    ax.stairs(np.histogram(estimates, edges)[0], edges, fill=True, facecolor=MUTED, alpha=0.45)
    ax.axvline(estimates.mean(), color=CHOSEN)
    return ax


def running_mean_frame(repeats: int, highest: float, ax: Axes) -> Axes:
    """Room for as many estimates, up to ``highest``, in their order."""
    ax.set(xlim=(0, repeats + 1), ylim=(0, highest), xlabel="hold-out repeated", ylabel="estimate, and mean so far")
    return ax


def plot_running_mean(estimates: np.ndarray, ax: Axes) -> Axes:
    """The single estimates, and their mean so far."""
    count = np.arange(1, len(estimates) + 1)
    ax.plot(count, estimates, linestyle="none", marker=".", color=MUTED)
    ax.plot(count, np.cumsum(estimates) / count, color=CHOSEN)
    return ax


def comparison_frame(names: list[str], reach: float, ax: Axes) -> Axes:
    """One row an estimator, from -reach to +reach around the truth."""
    ax.axvline(0, color=MUTED, linestyle="--", linewidth=1.5)
    ax.set(xlim=(-reach, reach), ylim=(len(names) - 0.4, -0.6), yticks=range(len(names)), yticklabels=names)
    ax.tick_params(axis="y", length=0)
    ax.set(xlabel="too low  ←  estimate − true error  →  too high")
    return ax


def plot_comparison(comparison: Comparison, data_sets: int, ax: Axes) -> Axes:
    """Of the first data sets: a histogram of estimate minus truth, a diamond at the mean, ± one deviation."""
    edges = np.linspace(*ax.get_xlim(), 43)
    for row, (_, estimates) in enumerate(comparison.estimates.items()):
        difference = (estimates - comparison.truth)[:data_sets]
        counts = np.histogram(difference, edges)[0]
        filled = counts > 0
        heights = 0.45 * counts[filled] / counts.max()
        look = {"facecolor": PALE, "edgecolor": MUTED, "linewidth": 0.5}
        plot_rectangles(edges[:-1][filled], row + 0.4, edges[1] - edges[0], -heights, ax, **look)
        mean, deviation = difference.mean(), difference.std()
        ax.plot([mean - deviation, mean + deviation], [row - 0.2] * 2, color=POSITIVE, linestyle="-")
        ax.plot([mean], [row - 0.2], marker="D", color=CHOSEN)
    return ax


def plot_fits(fits: dict[str, int], ax: Axes | None = None) -> Axes:
    """One row an estimator, without its name: the number of fits, on a logarithmic scale."""
    ax = _logarithmic_bars(list(fits.values()), [str(count) for count in fits.values()], axes_or_new(ax))
    ax.set(xlim=(0.5, 1000), yticks=[], xlabel="fits per data set")
    return ax


def plot_times(milliseconds: dict[str, float], ax: Axes | None = None) -> Axes:
    """One row an estimator, with its name: the time for one data set, on a logarithmic scale."""
    times = list(milliseconds.values())
    ax = _logarithmic_bars(times, [f"{time:.2f}" for time in times], axes_or_new(ax))
    ax.set(xlim=(min(times) / 2, 8 * max(times)), xlabel="milliseconds per data set")
    ax.set(yticks=range(len(times)), yticklabels=list(milliseconds))
    ax.tick_params(axis="y", length=0)
    return ax


def _logarithmic_bars(values: list[float], labels: list[str], ax: Axes) -> Axes:
    """One bar a row that ends at its value; the left end says nothing, as a logarithmic scale has no 0."""
    left = min(values) / 1000
    bars = ax.barh(range(len(values)), np.subtract(values, left), left=left, height=0.6, color=PALE, edgecolor=MUTED)
    ax.bar_label(bars, labels=labels, padding=3)
    ax.set(xscale="log", ylim=(len(values) - 0.4, -0.6))
    return ax


def smallest_error_frame(ax: Axes) -> Axes:
    """Room for the distribution of an error rate whose truth is one half."""
    ax.axvline(0.5, color=MUTED, linestyle="--", linewidth=1.5)
    ax.set(xlim=(0, 1), ylim=(0, 0.5), xlabel="smallest error on the test set", ylabel="probability")
    return ax


def plot_smallest_error(errors: np.ndarray, probability: np.ndarray, ax: Axes) -> Axes:
    """The probability of each error rate that can occur; the rates are equally spaced."""
    gap = errors[1] - errors[0]
    return plot_rectangles(errors - 0.4 * gap, 0, 0.8 * gap, probability, ax, facecolor=POSITIVE, linewidth=0)


def settings_tried_frame(most: int, ax: Axes) -> Axes:
    """Room for a mean error against the number of settings, and the truth, one half."""
    ax.axhline(0.5, color=MUTED, linestyle="--", linewidth=1.5)
    ax.set(xlim=(0, 1.04 * most), ylim=(0, 0.55), xlabel="settings tried", ylabel="mean of the smallest error")
    return ax


def plot_settings_tried(means: np.ndarray, settings: int, ax: Axes) -> Axes:
    """The mean smallest error of 1, 2, ... settings, and a diamond at so many."""
    ax.plot(np.arange(1, len(means) + 1), means, color=POSITIVE)
    ax.plot([settings], [means[settings - 1]], marker="D", color=CHOSEN)
    return ax


def plot_by_setting(settings: np.ndarray, errors: dict[str, np.ndarray], chosen: int, ax: Axes | None = None) -> Axes:
    """Error curves over the settings of a parameter, and the setting that was chosen."""
    ax = axes_or_new(ax)
    for (name, values), marker in zip(errors.items(), "os", strict=False):
        ax.plot(settings, values, marker=marker, label=name)
    ax.axvline(settings[chosen], color=CHOSEN, linestyle=":")
    ax.set(ylabel="error rate", xticks=settings)
    ax.legend()
    return ax


def plot_ordered_splits(splits: list[tuple[np.ndarray, np.ndarray]], m: int, ax: Axes | None = None) -> Axes:
    """One row a split over m examples in their order: pale cells train, dark cells test, empty ones wait."""
    ax = table_frame(m, len(splits), axes_or_new(ax))
    for part, look in [(0, TRAIN), (1, TEST)]:
        plot_cells(np.array([np.isin(np.arange(m), split[part]) for split in splits]), ax, **look)
    ax.set(xticks=np.arange(m) + 0.5, yticks=np.arange(len(splits)) + 0.5)
    ax.set(xticklabels=range(1, m + 1), yticklabels=range(1, len(splits) + 1))
    ax.tick_params(length=0)
    return ax
