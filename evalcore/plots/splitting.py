"""Figures of chapter 03: training, validation and test sets, bootstrap samples, estimates compared with the truth.

The ``..._frame`` functions draw what no control changes, the ``plot_...`` functions what depends on the controls. Where
a figure has a second panel, its axes are the last argument.
"""

from collections.abc import Mapping, Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from evalcore.language import translated as _
from evalcore.plots.style import (
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
)  # fmt: skip
from evalcore.splitting import Contest

TRAIN = {"facecolor": PALE, "edgecolor": "white", "linewidth": 0.8}
CHOOSE = {"facecolor": "white", "edgecolor": POSITIVE, "linewidth": 0.8, "hatch": "///"}
TEST = {"facecolor": CHOSEN, "edgecolor": "white", "linewidth": 0.8}
ROLES = {1: TRAIN, 2: CHOOSE, 3: TEST}


def _rectangles(
    left: np.ndarray,
    bottom: np.ndarray,
    width: float | np.ndarray,
    height: float | np.ndarray,
    ax: Axes,
    **look: object,
) -> None:
    """Draw many rectangles as one patch with the style ``look``; that is much faster than one patch per rectangle."""
    left, bottom, width, height = np.broadcast_arrays(left, bottom, width, height)
    x, y = [left, left + width, left + width, left, left], [bottom, bottom, bottom + height, bottom + height, bottom]
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY] * left.size
    corners = np.column_stack([np.ravel(x, order="F"), np.ravel(y, order="F")])
    ax.add_artist(PathPatch(Path(corners, codes), **look))  # add_patch would visit all corners for the data limits


def _cells(marked: np.ndarray, ax: Axes, *, height: float = 1.0, **look: object) -> None:
    """Draw the marked cells of a (rows, columns) table, row 0 on top; a row is ``height`` high."""
    row, column = np.nonzero(marked)
    _rectangles(column, row * height, 1, height, ax, **look)


def _table_frame(columns: int, rows: float, ax: Axes) -> None:
    """Set up an empty table of cells without ticks, row 0 on top."""
    ax.set(xlim=(0, columns), ylim=(rows, 0), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)


def _true_value(value: float, ax: Axes, *, upright: bool) -> None:
    """Draw a dashed line at the true value, or at the limit of a curve."""
    draw = ax.axvline if upright else ax.axhline
    draw(value, color=MUTED, linestyle="--", linewidth=1.5)


def hold_out_frame(columns: int, rows: int, ax: Axes) -> Axes:
    """Draw a table with one pale cell per training example."""
    _table_frame(columns, rows, ax)
    _cells(np.ones((rows, columns), bool), ax, **TRAIN)
    return ax


def plot_hold_out(in_test: np.ndarray, columns: int, ax: Axes) -> Axes:
    """Draw the test examples of a :func:`hold_out_frame` dark; ``in_test`` has one boolean per example."""
    _cells(in_test.reshape(-1, columns), ax, **TEST)
    return ax


def hold_outs_frame(edges: np.ndarray, reference: np.ndarray, name: str, ax: Axes, mean_ax: Axes) -> Axes:
    """Draw the outline of a reference histogram of error estimates, and set up the axes for the running mean."""
    counts = np.histogram(reference, edges)[0]
    ax.stairs(counts, edges, color=INK, linewidth=1.5, label=name)
    ax.set(
        xlim=(0, edges[-1]), ylim=(0, 1.2 * counts.max()), xlabel=_("estimate of the error rate"), ylabel=_("frequency")
    )
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), borderpad=0)
    mean_ax.set(xlim=(0, len(reference) + 1), ylim=(0, edges[-1]), xlabel=_("number of hold-outs"))
    mean_ax.set_ylabel(_("estimate, and mean so far"))
    return ax


def plot_hold_outs(estimates: np.ndarray, edges: np.ndarray, ax: Axes, mean_ax: Axes) -> Axes:
    """Draw a histogram of error estimates with a line at their mean, and each estimate with the running mean."""
    ax.stairs(np.histogram(estimates, edges)[0], edges, fill=True, facecolor=MUTED, alpha=0.45)
    ax.axvline(estimates.mean(), color=CHOSEN)
    count = np.arange(1, len(estimates) + 1)
    mean_ax.plot(count, estimates, linestyle="none", marker=".", color=MUTED)
    mean_ax.plot(count, np.cumsum(estimates) / count, color=CHOSEN)
    mean_ax.plot(count[-1:], [estimates.mean()], **CHOSEN_MARKER, gid="repeats")
    return ax


def folds_frame(y: np.ndarray, ax: Axes, share_ax: Axes) -> Axes:
    """Draw a strip of classes, and set up the axes for any number of folds and for their shares of positives.

    All folds together are 1 high.
    """
    m, place = len(y), np.arange(len(y)) + 0.5
    _table_frame(m, 1, ax)
    ax.set(ylim=(1, -0.12), xticks=place, xlabel=_("example"), ylabel=_("fold"))
    ax.set_xticklabels([str(i) if i % 5 == 0 or i == 1 else "" for i in range(1, m + 1)])
    ax.tick_params(length=0)
    ax.yaxis.labelpad = 24
    for label, marker in [(1, POSITIVE_MARKER), (0, NEGATIVE_MARKER)]:
        ax.plot(place[y == label], np.full(np.sum(y == label), -0.06), linestyle="none", clip_on=False, **marker)
    share_ax.set(xlim=(0, 1), ylim=(1, -0.12), xticks=[0, 0.5, 1], yticks=[], xlabel=_("fraction of positives"))
    _true_value(y.mean(), share_ax, upright=True)
    share_ax.text(y.mean() + 0.02, -0.06, _("in D"), va="center", color=MUTED)
    return ax


def plot_folds(test: np.ndarray, shares: np.ndarray, ax: Axes, share_ax: Axes) -> Axes:
    """Draw one row per fold with its test examples dark, and the share of positives of each fold.

    ``test`` is a mask of shape (folds, examples). Dragging the diamond at the end of the first fold makes the
    folds larger, and fewer.
    """
    k = len(test)
    _cells(~test, ax, height=1 / k, **TRAIN)
    _cells(test, ax, height=1 / k, **TEST)
    for fold in range(0, k, 1 if k <= 10 else 2):
        ax.text(-0.3, (fold + 0.5) / k, str(fold + 1), ha="right", va="center")
    ax.plot([test.shape[1] + 0.35], [1 / k], **CHOSEN_MARKER, gid="handle")
    _rectangles(np.zeros(k), (np.arange(k) + 0.2) / k, shares, 0.6 / k, share_ax, facecolor=POSITIVE, alpha=0.6)
    share_ax.plot(shares, (np.arange(k) + 0.5) / k, linestyle="none", marker="o", color=POSITIVE, clip_on=False)
    return ax


def left_out_frame(m: int, ax: Axes, wrong_ax: Axes) -> Axes:
    """Set up the axes for the counts of two classes, and for the wrong answers among up to m."""
    ax.set(xlim=(-0.6, 1.6), xticks=[0, 1], xticklabels=[_("positives"), _("negatives")])
    ax.set(ylim=(0, 0.6 * m), ylabel=_("in the training set"))
    wrong_ax.set(xlim=(0, m + 1), ylim=(0, m), xlabel=_("examples left out so far"), ylabel=_("errors so far"))
    wrong_ax.plot([0, m], [0, m / 2], color=MUTED, linestyle="--", linewidth=1.5)
    wrong_ax.text(m - 1, 0.15 * m, _("half wrong: the truth"), ha="right", va="top", color=MUTED)
    return ax


def plot_left_out(positives: int, negatives: int, wrong: np.ndarray, ax: Axes, wrong_ax: Axes) -> Axes:
    """Draw the number of training examples of each class, labelling the majority, and the number of errors so far."""
    counts = [positives, negatives]
    ax.bar([0, 1], counts, 0.6, color=[POSITIVE, "white"], edgecolor=[POSITIVE, NEGATIVE], linewidth=2)
    for place, count in enumerate(counts):
        words = _("{count} majority", count=count) if count > min(counts) else str(count)
        ax.text(place, count + 2, words, ha="center")
    wrong_ax.plot(range(len(wrong) + 1), np.append(0, np.cumsum(wrong)), color=CHOSEN)
    wrong_ax.plot([len(wrong)], [np.sum(wrong)], **CHOSEN_MARKER, gid="handle")
    return ax


def bootstrap_frame(most: int, highest: int, ax: Axes, share_ax: Axes) -> Axes:
    """Set up the axes for samples of 1 to ``most`` examples, and for the fraction that is never drawn."""
    ax.set(xlim=(0, most), ylim=(-1.2, highest + 0.5), xlabel=_("example"), xticks=[])
    ax.set(yticks=[-0.5, *range(1, highest + 1)], title=_("times drawn into the training set"))
    ax.set_yticklabels([_("out of bag"), *map(str, range(1, highest + 1))])
    ax.axhline(0, color=INK, linewidth=1)
    share_ax.set(xlabel="m", ylim=(0, 0.7), xlim=(0, most + 1), title=_("fraction never drawn"))
    return ax


def plot_bootstrap(counts: np.ndarray, probability: np.ndarray, ax: Axes, share_ax: Axes) -> Axes:
    """Draw a column of cells per example, as high as it was drawn often; an example never drawn is dark and below.

    The second panel has the fraction never drawn, and its expected value for 1, 2, ... examples with the limit 1/e.
    """
    width = ax.get_xlim()[1] / len(counts)
    columns, drawn = np.arange(len(counts)) * width, counts > 0
    heights = np.minimum(counts, ax.get_ylim()[1])
    _rectangles(columns[drawn], 0, width, heights[drawn], ax, **TRAIN | {"edgecolor": MUTED})
    _rectangles(columns[~drawn], -1, width, 1, ax, hatch="///", **TEST)
    most, part = len(probability), {"gid": "part-probability"}
    share_ax.axhline(np.exp(-1), color=MUTED, linestyle="--", linewidth=1.5, **part)
    share_ax.text(most, np.exp(-1) + 0.01, "1/e", ha="right", va="bottom", color=MUTED, **part)
    share_ax.plot(np.arange(1, most + 1), probability, color=POSITIVE, **part)
    share_ax.plot([len(counts)], [np.mean(~drawn)], **CHOSEN_MARKER, gid="handle")
    return ax


def contest_frame(fits: Mapping[str, int], reach: float, ax: Axes) -> Axes:
    """Set up one row per evaluation method, with its number of fits, from -reach to +reach around the truth."""
    _true_value(0, ax, upright=True)
    singular, plural = _("{name}: 1 fit"), _("{name}: {count} fits")
    names = [(plural if count > 1 else singular).format(name=name, count=count) for name, count in fits.items()]
    ax.set(xlim=(-reach, reach), ylim=(len(fits) - 0.4, -0.6), yticks=range(len(fits)), yticklabels=names)
    ax.tick_params(axis="y", length=0)
    ax.set(xlabel=_("too low  ←  estimate − true error  →  too high"))
    return ax


def plot_contest(contest: Contest, data_sets: int, chosen: str, ax: Axes) -> Axes:
    """Draw, for the first data sets, the histogram of estimate minus truth, its mean and ± one standard deviation."""
    edges = np.linspace(*ax.get_xlim(), 43)
    for row, (name, estimates) in enumerate(contest.estimates.items()):
        difference = (estimates - contest.truth)[:data_sets]
        counts = np.histogram(difference, edges)[0]
        filled = counts > 0
        heights = 0.45 * counts[filled] / counts.max()
        look = {"facecolor": PALE, "edgecolor": MUTED, "linewidth": 0.5}
        _rectangles(edges[:-1][filled], row + 0.4, edges[1] - edges[0], -heights, ax, **look)
        mean, deviation = difference.mean(), difference.std()
        ax.plot([mean - deviation, mean + deviation], [row - 0.2] * 2, color=POSITIVE, linestyle="-")
        ax.plot([mean], [row - 0.2], **CHOSEN_MARKER, gid="judge" if name == chosen else None)
        if name == chosen:
            ax.axhspan(row - 0.5, row + 0.5, color=CHOSEN, alpha=0.12, linewidth=0)
    return ax


def worth_frame(truth: np.ndarray, low: float, high: float, ax: Axes) -> Axes:
    """Set up the axes for estimates from ``low`` to ``high`` against true errors, with the line of equality."""
    ends = [truth.min() - 0.01, truth.max() + 0.01]
    ax.plot(ends, ends, color=GOOD, label=_("estimate = truth"))
    ax.axhline(truth.mean(), color=MUTED, linestyle="--", linewidth=1.5, label=_("always the mean true error"))
    ax.set(xlim=ends, ylim=(low, high), xlabel=_("true error of this model"), ylabel=_("estimate"))
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderpad=0)
    return ax


def plot_worth(truth: np.ndarray, estimates: np.ndarray, ax: Axes) -> Axes:
    """Draw one point per data set: the estimate of an evaluation method against the true error of the model."""
    ax.plot(truth, estimates, linestyle="none", marker="o", markersize=_small_size(), color=POSITIVE, alpha=0.6)
    return ax


def error_bar_frame(sizes: np.ndarray, spreads: np.ndarray, error: float, ax: Axes, bar_ax: Axes) -> Axes:
    """Set up the axes for the error rate on test sets; draw the standard deviations ``spreads`` seen at ``error``."""
    ax.set(xlim=(0, 0.8), ylim=(0, 0.3), xlabel=_("error rate on the test set"), ylabel=_("probability"))
    seen = {
        "marker": "s",
        "color": NEGATIVE,
        "markerfacecolor": "white",
        "label": _("observed above (E = {error:.3f})", error=error),
    }
    bar_ax.plot(sizes, spreads, linestyle="none", **seen)
    bar_ax.plot([], [], color=POSITIVE, linestyle="-", label=_("by the formula"))
    bar_ax.set(xlim=(0, 600), ylim=(0, 0.12), xlabel=_("test examples n"), ylabel=_("standard deviation"))
    bar_ax.legend(loc="upper right")
    return ax


def plot_error_bar(error: float, n: int, probability: np.ndarray, ax: Axes, bar_ax: Axes) -> Axes:
    """Draw the probability of 0, 1, … errors of n, and a bar of two standard deviations each way.

    The second panel has the standard deviation against n.
    """
    _rectangles((np.arange(n + 1) - 0.4) / n, 0, 0.8 / n, probability, ax, facecolor=POSITIVE, alpha=0.6, linewidth=0)
    bar, many = (error * (1 - error) / n) ** 0.5, np.arange(10, 601, 10)
    high = 0.93 * ax.get_ylim()[1]
    ax.plot([error - 2 * bar, error + 2 * bar], [high, high], color=CHOSEN, linestyle="-", marker="|")
    ax.plot([error], [high], **CHOSEN_MARKER, gid="handle")
    bar_ax.plot(many, (error * (1 - error) / many) ** 0.5, color=POSITIVE, linestyle="-", gid="part-formula")
    bar_ax.plot([n], [bar], **CHOSEN_MARKER, gid="handle")
    return ax


def pairs_frame(names: tuple[str, str], high: float, reach: float, ax: Axes, difference_ax: Axes) -> Axes:
    """Set up the axes for the fold errors of two learners, joined in pairs, and for their differences."""
    ax.set(xlim=(-0.3, 1.3), ylim=(-0.01, high), xticks=[0, 1], xticklabels=names, ylabel=_("error rate on a fold"))
    difference_ax.axhline(0, color=MUTED, linestyle="--", linewidth=1.5)
    difference_ax.set(xlim=(-0.6, 0.6), ylim=(-reach, reach), xticks=[], ylabel=_("difference on a fold"))
    difference_ax.set_xlabel(_("bar: mean ± standard deviation"))
    return ax


def plot_pairs(first: np.ndarray, second: np.ndarray, ax: Axes, difference_ax: Axes) -> Axes:
    """Draw a line per pair of fold errors, and mean ± standard deviation of both learners and their difference."""
    for pair in zip(first, second, strict=True):
        ax.plot([0, 1], pair, color=MUTED, linestyle="-", linewidth=1, marker="o", markersize=_small_size())
    bars = [(ax, -0.15, first), (ax, 1.15, second), (difference_ax, 0.25, second - first)]
    side_by_side, part = np.linspace(-0.35, 0.05, len(first)), {"gid": "part-differences"}
    points = {"linestyle": "none", "marker": "o", "markersize": _small_size(), "color": MUTED}
    difference_ax.plot(side_by_side, np.sort(second - first), **points, **part)
    for panel, x, values in bars:
        mean, deviation = values.mean(), values.std(ddof=1)
        named = part if panel is difference_ax else {}
        panel.plot([x, x], [mean - deviation, mean + deviation], color=POSITIVE, linestyle="-", **named)
        panel.plot([x], [mean], **CHOSEN_MARKER, **named)
    return ax


def plot_three_parts(sizes: Mapping[str, int], ax: Axes) -> Axes:
    """Draw training, validation and test set as blocks with their sizes and uses, and below them one block for all."""
    left, total = 0, sum(sizes.values())
    uses = [_("every setting\ntrained here"), _("the best\nis chosen"), _("used\nonce")]
    words = {"ha": "center", "va": "center", "bbox": {"facecolor": "white", "edgecolor": "none", "pad": 4}}
    for (name, size), look, use in zip(sizes.items(), ROLES.values(), uses, strict=True):
        _rectangles(left, 0, size, 1, ax, **look)
        ax.text(
            left + size / 2, 0.5, _("{name}: {size}\n{use}", name=name, size=size, use=use), linespacing=1.4, **words
        )
        left += size
    _rectangles(0, 1.2, total, 0.45, ax, **TRAIN)
    ax.text(total / 2, 1.425, _("at the end, the final model trains on all {total}", total=total), **words)
    _table_frame(total, 1.7, ax)
    return ax


def settings_frame(settings: np.ndarray, names: Sequence[str], ax: Axes) -> Axes:
    """Set up the axes and a legend for error curves over the settings of a parameter, and for a test error."""
    for name, look in zip(names, _curve_looks(len(names)), strict=True):
        ax.plot([], [], label=name, **look)
    ax.plot([], [], **CHOSEN_MARKER, linestyle="none", label=_("test error of the winner"))
    margin = 0.03 * (settings[-1] - settings[0])
    ax.set(ylabel=_("error rate"), xticks=settings, xlim=(settings[0] - margin, settings[-1] + margin))
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(names) + 1, borderpad=0)
    return ax


def plot_by_setting(settings: np.ndarray, errors: np.ndarray, chosen: int, test: float, ax: Axes) -> Axes:
    """Draw error curves, one per row, over the settings, with a line at the chosen setting and its test error."""
    for values, look in zip(errors, _curve_looks(len(errors)), strict=True):
        ax.plot(settings, values, **look)
    ax.axvline(settings[chosen], color=CHOSEN, linestyle=":")
    ax.plot([settings[chosen]], [test], **CHOSEN_MARKER, linestyle="none")
    return ax


def _curve_looks(curves: int) -> list[dict[str, object]]:
    """Return line style and marker of each of two curves."""
    return [look | {"marker": marker} for look, marker in zip(curve_styles(curves), "os", strict=False)]


def luck_frame(most: int, ax: Axes, mean_ax: Axes) -> Axes:
    """Set up the axes for the distribution of an error rate whose truth is one half, and for its mean."""
    _true_value(0.5, ax, upright=True)
    ax.set(xlim=(0, 1), ylim=(0, 0.5), xlabel=_("smallest error on the test set"), ylabel=_("probability"))
    _true_value(0.5, mean_ax, upright=False)
    mean_ax.set(
        xlim=(0, 1.04 * most), ylim=(0, 0.55), xlabel=_("settings tried"), ylabel=_("mean of the smallest error")
    )
    return ax


def plot_luck(errors: np.ndarray, probability: np.ndarray, means: np.ndarray, ax: Axes, mean_ax: Axes) -> Axes:
    """Draw the probability of each of the equally spaced error rates, and the means of 1, 2, ... settings so far."""
    gap = errors[1] - errors[0]
    _rectangles(errors - 0.4 * gap, 0, 0.8 * gap, probability, ax, facecolor=POSITIVE, linewidth=0)
    mean_ax.plot(np.arange(1, len(means) + 1), means, color=POSITIVE)
    mean_ax.plot([len(means)], means[-1:], **CHOSEN_MARKER, gid="handle")
    return ax


def roles_frame(examples: int, rows: list[str], ax: Axes) -> Axes:
    """Set up a table with one row per split and one column per example; the name of a row may be empty."""
    _table_frame(examples, len(rows), ax)
    ax.set(xticks=np.arange(examples) + 0.5, xticklabels=range(1, examples + 1))
    ax.set(yticks=np.arange(len(rows)) + 0.5, yticklabels=rows)
    ax.tick_params(length=0)
    return ax


def plot_roles(roles: np.ndarray, ax: Axes) -> Axes:
    """Draw a table (splits, examples) of roles: 1 training (pale), 2 validation (hatched), 3 test (dark), 0 unused."""
    for role, look in ROLES.items():
        _cells(roles == role, ax, **look)
    return ax


def _small_size() -> float:
    """Return the size of a marker that is one of many."""
    return 0.55 * mpl.rcParams["lines.markersize"]
