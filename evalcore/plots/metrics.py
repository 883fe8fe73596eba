"""Figures of chapter 04: examples by score, the confusion matrix, the measures, the P-R plane and ROC space."""

from collections.abc import Mapping, Sequence
from unicodedata import east_asian_width

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.patches import Rectangle
from matplotlib.transforms import Affine2D, Bbox

from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.metrics import ConfusionMatrix, PrecisionRecallCurve, RocCurve
from evalcore.plots.style import (
    ABOVE,
    CHOSEN,
    CHOSEN_MARKER,
    INK,
    MUTED,
    NEGATIVE,
    NEGATIVE_MARKER,
    PALE,
    POSITIVE,
    POSITIVE_MARKER,
    curve_styles,
)  # fmt: skip

BEHIND_WORDS = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.5}
_WRONG_ORDER = "#F6DCCB"  # the background of a misordered pair, under its hatching
_NEGATIVE_BARS = {"facecolor": "none", "edgecolor": NEGATIVE, "hatch": "///", "linewidth": 0.8}
_POSITIVE_BARS = {"facecolor": POSITIVE, "edgecolor": POSITIVE, "alpha": 0.45, "linewidth": 0.8}
_HATCHES = ["", "//", "..", "xx", "\\\\", "oo"]
_MARKERS = [(1, POSITIVE_MARKER), (0, NEGATIVE_MARKER)]
_NAMES = (  # translated names of the measures that notebooks pass to plot_confusion_bars
    marked("accuracy"), marked("error rate"), marked("precision"), marked("recall"), marked("F1"),
)  # fmt: skip
_OVERLAP = 0.0199  # the markers of scores that are closer together overlap
_MARGIN = 2.8  # space for the scores at the sides of a grid of pairs, in cells


# Measures of several models, and an error averaged over a density


def plot_confusion_bars(matrices: Mapping[str, ConfusionMatrix], measures: Sequence[str], ax: Axes) -> Axes:
    """Draw one group of bars per measure, with one labelled bar per classifier.

    Parameters
    ----------
    matrices : mapping of str to ConfusionMatrix
        The confusion matrix of each classifier.
    measures : sequence of str
        Names of properties of :class:`evalcore.metrics.ConfusionMatrix`, such as "precision".
    ax : Axes
        Empty axes.
    """
    width = 0.8 / len(matrices)
    styles = curve_styles(len(matrices))
    for place, (style, hatch, (name, cm)) in enumerate(
        zip(styles, _HATCHES[: len(styles)], matrices.items(), strict=True)
    ):
        x = np.arange(len(measures)) + (place - (len(matrices) - 1) / 2) * width
        heights = [getattr(cm, measure) for measure in measures]
        bars = ax.bar(x, heights, width, label=name, color=style["color"], hatch=hatch, edgecolor="white")
        ax.bar_label(bars, fmt="%.2f")
    ax.set(
        ylim=(0, 1.15), xticks=range(len(measures)), xticklabels=[_(measure.replace("_", " ")) for measure in measures]
    )
    ax.legend(ncols=3, loc="lower left", bbox_to_anchor=(0, 1))
    return ax


def weighted_error_frames(
    x: np.ndarray, model: np.ndarray, target: np.ndarray, squared_error: np.ndarray, axes: Mapping[str, Axes]
) -> None:
    """Draw model and target (a) and the squared error (c); set up the axes for a density of examples (b)."""
    axes["a"].plot(x, target, color=INK, label=_("target f*"))
    axes["a"].plot(x, model, color=CHOSEN, linestyle="--", label=_("model f"))
    axes["a"].legend(loc="upper left")
    axes["a"].set(xlabel="x", title=_("prediction"))
    axes["b"].set(xlabel="x", xlim=axes["a"].get_xlim(), ylim=(0, 9.2), title=_("density p(x)"))
    axes["c"].plot(x, squared_error, color=NEGATIVE, label=_("squared error"))
    axes["c"].plot([], [], color=MUTED, linestyle="-.", label=_("times p(x)"))
    axes["c"].set(xlabel="x", ylim=(0, 0.105), title=_("error × density"))
    axes["c"].legend(loc="upper left")


def weighted_error_parts(x: np.ndarray, density: np.ndarray, weighted: np.ndarray, axes: Mapping[str, Axes]) -> None:
    """Draw the density (b), and the squared error weighted by it, whose area is the expected error (c)."""
    axes["b"].fill_between(x, density, color=MUTED, alpha=0.25, linewidth=0)
    axes["b"].plot(x, density, color=MUTED)
    axes["c"].fill_between(x, weighted, color=MUTED, alpha=0.25, linewidth=0)
    axes["c"].plot(x, weighted, color=MUTED, linestyle="-.")


# Examples by score, the matrix, its measures


def _plot_examples(y_true: np.ndarray, y_score: np.ndarray, ax: Axes) -> None:
    for label, marker in _MARKERS:
        ax.plot(y_score[y_true == label], np.full(np.sum(y_true == label), label), linestyle="none", **marker)


def _examples_frame(ax: Axes, scores: tuple[float, float]) -> None:
    ax.set(xlabel=_("score"), ylim=(-0.7, 1.7), yticks=[0, 1], yticklabels=[_("negative"), _("positive")], xlim=scores)


def plot_ranking(y_true: np.ndarray, y_score: np.ndarray, ax: Axes) -> Axes:
    """Draw examples by score on an axis from 0 to 1, with positives above negatives.

    Examples of one class that would overlap are staggered.
    """
    for label, marker in _MARKERS:
        scores = np.sort(y_score[y_true == label])
        steps = np.arange(len(scores)) - np.maximum.accumulate(
            np.where(np.diff(scores, prepend=-np.inf) >= _OVERLAP, np.arange(len(scores)), 0)
        )
        ax.plot(scores, label + 0.12 * (steps % 3), linestyle="none", **marker)
    _examples_frame(ax, (0, 1))
    return ax


def plot_threshold(threshold: float, ax: Axes) -> Axes:
    """Draw a line at the threshold and shade the side that is predicted positive."""
    low, high = ax.get_xlim()
    ax.axvspan(min(threshold, high), high, color=CHOSEN, alpha=0.12, linewidth=0)
    ax.axvline(threshold, color=CHOSEN, gid="handle")
    words, align, shift = (
        (_("predicted positive"), "left", 4) if threshold < 0.6 * high + 0.4 * low else (_("cut point"), "right", -4)
    )
    ax.annotate(words, (threshold, 1.6), (shift, 0), textcoords="offset points", va="top", ha=align, color=CHOSEN)
    return ax


def confusion_matrix_frame(ax: Axes) -> Axes:
    """Draw Table 2.1 without its counts; the two cells of errors are hatched."""
    ax.set(xlim=(0, 2), ylim=(2, 0), xticks=[0.5, 1.5], yticks=[0.5, 1.5], aspect="auto")
    ax.set(
        xlabel=_("predicted"), xticklabels=[_("positive"), _("negative")], yticklabels=[_("positive"), _("negative")]
    )
    ax.tick_params(length=0)
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.spines[:].set_visible(False)
    for row, column in np.ndindex(2, 2):
        hatch = None if row == column else "///"
        ax.add_patch(Rectangle((column, row), 1, 1, facecolor="white", edgecolor=PALE, hatch=hatch))
    return ax


def plot_counts(cm: ConfusionMatrix, ax: Axes) -> Axes:
    """Write the four counts in the cells of the table."""
    cells = [("TP", cm.tp, POSITIVE), ("FN", cm.fn, INK), ("FP", cm.fp, INK), ("TN", cm.tn, NEGATIVE)]
    for place, (name, count, colour) in enumerate(cells):
        row, column = divmod(place, 2)
        ax.text(
            column + 0.5, row + 0.5, f"{name} {count:g}", ha="center", va="center", color=colour, fontsize="x-large"
        )
    return ax


# The P-R plane


def _diagonal(ax: Axes, words: str = "", at: float = 0.2) -> None:
    """Draw the line where both coordinates are equal, and write its meaning below it, starting at ``at``."""
    ax.plot([0, 1], [0, 1], color=MUTED, linestyle=(0, (2, 3)), linewidth=1, gid="part-diagonal")
    ax.text(
        at, at - 0.02, words, color=MUTED, rotation=45, rotation_mode="anchor", transform_rotates_text=True, va="top"
    )


def pr_plane(ax: Axes, *, named: bool = True) -> Axes:
    """Draw the empty P-R plane with the line where precision equals recall, labelled unless ``named`` is false."""
    _diagonal(ax, "P = R" if named else "", at=0.3)  # above the label of the line of random guessing
    _pr_frame(ax)
    return ax


def _pr_frame(ax: Axes) -> None:
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal", xlabel=_("recall"), ylabel=_("precision"))


def plot_guessing(prevalence: float, ax: Axes) -> Axes:
    """Draw the P-R line of random guessing: at every recall, precision is the share of positives."""
    ax.plot([0, 1], [prevalence, prevalence], color=INK, linestyle=(0, (1, 2)), linewidth=1.5, gid="handle")
    high = prevalence > 0.5
    ax.annotate(_("guessing"), (0.02, prevalence), (0, -3 if high else 3), textcoords="offset points", color=INK,
                va="top" if high else "bottom", bbox=BEHIND_WORDS, zorder=1.5)  # below the curves  # fmt: skip
    return ax


def plot_precision_recall(curve: PrecisionRecallCurve, ax: Axes, **line: object) -> Axes:
    """Draw a P-R curve.

    Parameters
    ----------
    curve : PrecisionRecallCurve
        The result of :func:`evalcore.metrics.precision_recall_curve`.
    ax : Axes
        The P-R plane.
    **line
        Options of the matplotlib line.
    """
    ax.plot(curve.recall, curve.precision, **{"color": POSITIVE, "linestyle": "-", "gid": "part-curve", **line})
    return ax


def plot_break_even(point: float, ax: Axes) -> Axes:
    """Draw the break-even point, where precision equals recall, as a ring."""
    ax.plot([point], [point], marker="o", markersize=12, markerfacecolor="none", color=MUTED, gid="part-break-even")
    return ax


def _plot_iso_f(beta: float, ax: Axes) -> None:
    """Draw lines of equal F-beta (2.11) across the whole P-R plane, each labelled with its value."""
    weight = beta**2
    for level in (0.2, 0.4, 0.6, 0.8):
        lowest_recall = weight * level / (1 + weight - level)  # where precision is 1
        lowest_precision = level / (1 + weight - weight * level)  # where recall is 1
        precision, recall = np.linspace(1, lowest_precision, 60), np.linspace(lowest_recall, 1, 60)
        x = np.append(recall, weight * level * precision / ((1 + weight) * precision - level))
        y = np.append(level * recall / ((1 + weight) * recall - weight * level), precision)
        order = np.argsort(x - y)  # from the upper left to the lower right
        ax.plot(x[order], y[order], color=MUTED, linestyle="-", linewidth=1)
        place, shift, align = ((lowest_recall, 1), (0, 3), ("center", "bottom"))
        if beta <= 1:
            place, shift, align = ((1, lowest_precision), (0, -3), ("right", "top"))
        ax.annotate(f"{level:g}", place, shift, textcoords="offset points", ha=align[0], va=align[1], color=MUTED)


def f_frames(curve: PrecisionRecallCurve, axes: Mapping[str, Axes]) -> None:
    """Draw a P-R curve for lines of equal F-beta (a); set up the axes for F-beta by number predicted positive (b)."""
    plot_precision_recall(curve, pr_plane(axes["a"]), marker=".")
    axes["a"].set(ylim=(-0.02, 1.12))  # the labels of the lines are above the plane
    examples = len(curve.recall)
    axes["b"].set(xlabel=_("number predicted positive"), ylabel=_("F-beta"), xlim=(0.5, examples + 0.5), ylim=(0, 1))
    axes["b"].set_xticks(range(2, examples + 1, 3))


def f_parts(beta: float, f: np.ndarray, best: int, precision: float, recall: float, axes: Mapping[str, Axes]) -> None:
    """Draw lines of equal F-beta and the best point (a), and F-beta by number predicted positive (b).

    ``best`` is the index of the largest F-beta.
    """
    _plot_iso_f(beta, axes["a"])
    plot_point(recall, precision, axes["a"], f"F {f[best]:.2f}")
    axes["b"].plot(np.arange(len(f)) + 1, f, marker=".", color=POSITIVE)
    plot_point(best + 1, f[best], axes["b"])


# ROC space


def roc_plane(ax: Axes, words: str = "") -> Axes:
    """Draw the empty ROC space with the diagonal of random guessing, labelled with ``words``."""
    _diagonal(ax, words, at=0.6)
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    ax.set(xlabel=_("false positive rate"), ylabel=_("true positive rate"))
    return ax


def plot_roc(roc: RocCurve, ax: Axes, **line: object) -> Axes:
    """Draw a ROC curve.

    Parameters
    ----------
    roc : RocCurve
        The result of :func:`evalcore.metrics.roc_curve`.
    ax : Axes
        ROC space.
    **line
        Options of the matplotlib line.
    """
    ax.plot(roc.fpr, roc.tpr, **{"color": POSITIVE, "linestyle": "-", "gid": "part-curve", **line})
    return ax


def plot_point(x: float, y: float, ax: Axes, label: str = "", *, handle: str | None = "handle") -> Axes:
    """Draw the chosen point of a curve as a diamond.

    Parameters
    ----------
    x, y : float
        The point.
    ax : Axes
        The axes of the curve.
    label : str
        Text beside the point, placed inside the axes.
    handle : str or None
        The names of the controls that move when the point is dragged.
    """
    ax.plot([x], [y], **CHOSEN_MARKER, gid=f"{handle} part-point")
    if label:
        ax.annotate(label, (x, y), _offset_of(x, y, label, ax), textcoords="offset points", color=CHOSEN, va="bottom",
                    bbox=BEHIND_WORDS)  # fmt: skip
    return ax


def _offset_of(x: float, y: float, label: str, ax: Axes) -> tuple[float, float]:
    """Return how far from a point its label begins, in points.

    The label stays inside the axes, and covers no line, or else a thin one.
    """
    scale, size = ax.figure.dpi / 72, mpl.rcParams["font.size"]
    width_in_ems = sum(1 if east_asian_width(character) in "WF" else 0.52 for character in label)
    width, height = width_in_ems * size, 1.2 * size  # approximately
    (at_x, at_y), inside = ax.transData.transform((x, y)) / scale, ax.bbox.transformed(Affine2D().scale(1 / scale))
    lines = [(line.get_linewidth(), line.get_transform().transform_path(line.get_path())) for line in ax.lines
             if len(line.get_xdata()) > 1]  # fmt: skip
    sides = (9, -9 - width) if x <= np.mean(ax.get_xlim()) else (-9 - width, 9)
    low = y < np.dot(ax.get_ylim(), (0.85, 0.15))
    ups = [up for gap in (11, 33, 55) for up in ((gap, -gap - height) if low else (-gap - height, gap))]

    def cost(offset):
        box = Bbox.from_bounds(at_x + offset[0], at_y + offset[1], width, height)
        misplaced = box.y0 < inside.y0 or box.y1 > inside.y1 or box.padded(8).contains(at_x, at_y)
        on_screen = box.transformed(Affine2D().scale(scale))
        return 9 * misplaced + sum(
            linewidth for linewidth, path in lines if path.intersects_bbox(on_screen, filled=False)
        )

    left = inside.x0 + 4 - at_x  # beside the axis, which the label must not cover
    sides = [min(max(side, left), inside.x1 - width - at_x) for side in sides]
    return min(((side, up) for up in ups for side in sides), key=cost)


def plot_roc_walk(roc: RocCurve, step: int, ax: Axes, label: str = "") -> Axes:
    """Draw the ROC curve up to one of its points and mark that point; step 0 is the first point."""
    plot_roc(RocCurve(*(values[: step + 1] for values in roc)), ax, marker=".")
    return plot_point(roc.fpr[step], roc.tpr[step], ax, label)


def heaps_frames(edges: np.ndarray, highest: float, axes: Mapping[str, Axes]) -> None:
    """Set up the axes for two histograms with up to ``highest`` examples per bar (a), and ROC space (b)."""
    _plot_histogram([0, 0], [0, 0, 0], axes["a"], _NEGATIVE_BARS, label=_("negatives"))
    _plot_histogram([0, 0], [0, 0, 0], axes["a"], _POSITIVE_BARS, label=_("positives"))
    axes["a"].set(
        xlabel=_("score"), ylabel=_("examples"), xlim=(edges[0] - 0.1, edges[-1] + 0.1), ylim=(0, 1.2 * highest)
    )
    axes["a"].legend(**ABOVE, ncols=2)
    roc_plane(axes["b"], _("guessing"))


def heaps_parts(
    edges: np.ndarray, negative: np.ndarray, positive: np.ndarray, roc: RocCurve, step: int, axes: Mapping[str, Axes]
) -> None:
    """Draw two histograms of scores with the threshold of a step (a), and the ROC curve traced so far (b)."""
    _plot_histogram(negative, edges, axes["a"], _NEGATIVE_BARS)
    _plot_histogram(positive, edges, axes["a"], _POSITIVE_BARS)
    axes["a"].axvspan(roc.thresholds[step], edges[-1] + 0.1, color=CHOSEN, alpha=0.12, linewidth=0)
    axes["a"].axvline(roc.thresholds[step], color=CHOSEN, gid="handle")
    plot_roc_walk(roc, step, axes["b"])


def _plot_histogram(heights: Sequence[float], edges: Sequence[float], ax: Axes, look: dict, label: str = "") -> None:
    """Draw a histogram from counts; ``look`` tells the classes apart by colour and hatching."""
    ax.stairs(heights, edges, fill=True, label=label or None, **look)


def smooth_frames(
    x: np.ndarray, negative: np.ndarray, positive: np.ndarray, smooth: RocCurve, axes: Mapping[str, Axes]
) -> None:
    """Draw the densities of the scores of two classes (a), and the smooth ROC curve that they have (b)."""
    axes["a"].plot(x, negative, label=_("all negatives"), color=NEGATIVE, linestyle="-.")
    axes["a"].plot(x, positive, label=_("all positives"), color=POSITIVE)
    axes["a"].set(
        xlabel=_("score"), ylabel=_("density"), xlim=(x[0], x[-1]), ylim=(0, 1), title=_("lines: all, bars: test set")
    )
    axes["a"].legend(loc="upper left")
    plot_roc(smooth, roc_plane(axes["b"]), color=INK, label=_("all"))
    axes["b"].plot([], [], color=POSITIVE, linestyle="--", label=_("test set"))
    axes["b"].legend(loc="lower right")


def smooth_parts(
    edges: np.ndarray, negative: np.ndarray, positive: np.ndarray, seen: RocCurve, axes: Mapping[str, Axes]
) -> None:
    """Draw the histograms of a test set as densities (a), and its ROC curve (b)."""
    _plot_histogram(negative, edges, axes["a"], _NEGATIVE_BARS)
    _plot_histogram(positive, edges, axes["a"], _POSITIVE_BARS)
    plot_roc(seen, axes["b"], linestyle="--")


def prevalence_frames(pr: PrecisionRecallCurve, axes: Mapping[str, Axes]) -> None:
    """Draw a pale P-R curve for comparison (a), and ROC space (b)."""
    _pr_frame(axes["a"])
    plot_precision_recall(pr, axes["a"], color=PALE)
    roc_plane(axes["b"], _("guessing"))


def prevalence_parts(
    prevalence: float, pr: PrecisionRecallCurve, roc: RocCurve, step: int, axes: Mapping[str, Axes]
) -> None:
    """Draw the P-R curve at a prevalence with the line of guessing (a), the ROC curve (b), and one point on both."""
    plot_guessing(prevalence, axes["a"])
    plot_precision_recall(pr, axes["a"], marker=".")
    plot_point(pr.recall[step - 1], pr.precision[step - 1], axes["a"], f"P {pr.precision[step - 1]:.2f}")
    plot_roc(roc, axes["b"], marker=".")
    plot_point(roc.fpr[step], roc.tpr[step], axes["b"], f"({roc.fpr[step]:g}, {roc.tpr[step]:g})")


# The grid of pairs: rows are positives, columns are negatives, and the highest scores are at the bottom and the left


def _pair_grid_frame(positives: int, negatives: int, ax: Axes) -> None:
    ax.set(
        xlim=(-_MARGIN, negatives + 0.05),
        ylim=(-_MARGIN, positives + 0.05),
        xticks=[],
        yticks=[],
        aspect="equal",
    )
    ax.set(xlabel=_("negatives, highest score first"), ylabel=_("positives, highest score first"))
    ax.spines[:].set_visible(False)
    for place in range(positives + 1):
        ax.plot([0, negatives], [place, place], color=PALE, linestyle="-", linewidth=1)
    for place in range(negatives + 1):
        ax.plot([place, place], [0, positives], color=PALE, linestyle="-", linewidth=1)


def _plot_pair_scores(positives: np.ndarray, negatives: np.ndarray, chosen: int | None, ax: Axes) -> None:
    """Write the score of each row and column; the chosen row has a frame and an arrow."""
    for row, score in enumerate(positives):
        words, colour = (f"→ {score:g}", CHOSEN) if row == chosen else (f"{score:g}", POSITIVE)
        ax.text(-0.15, row + 0.5, words, ha="right", va="center", color=colour)
    for column, score in enumerate(negatives):
        ax.text(column + 0.5, -0.15, f"{score:g}", ha="center", va="top", color=NEGATIVE, rotation=90)
    if chosen is not None:
        ax.add_patch(Rectangle((0, chosen), len(negatives), 1, facecolor="none", edgecolor=CHOSEN, linewidth=2.5))


def _plot_pairs(positives: np.ndarray, negatives: np.ndarray, roc: RocCurve, rows: int, ax: Axes) -> None:
    """Hatch the misordered pairs of the lowest rows, dot the tied ones, and draw the ROC curve in counts."""
    for hatch, wrong in [("///", np.less), (".", np.equal)]:
        pairs = np.argwhere(wrong.outer(positives[:rows], negatives))
        cells = [[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)] for y, x in pairs]
        ax.add_collection(PolyCollection(cells, facecolor=_WRONG_ORDER, edgecolor=NEGATIVE, hatch=hatch))
    ax.plot(roc.fpr * len(negatives), roc.tpr * len(positives), color=POSITIVE, linestyle="-", clip_on=False)


def walk_frames(y_true: np.ndarray, y_score: np.ndarray, axes: Mapping[str, Axes]) -> None:
    """Draw the empty grid of all (positive, negative) pairs with their scores (a), and the ranking (b)."""
    positives, negatives = y_score[y_true == 1], y_score[y_true == 0]
    _pair_grid_frame(len(positives), len(negatives), axes["a"])
    _plot_pair_scores(positives, negatives, None, axes["a"])
    plot_ranking(y_true, y_score, axes["b"])


def walk_parts(
    positives: np.ndarray,
    negatives: np.ndarray,
    roc: RocCurve,
    step: int,
    rows: int,
    upward: bool,
    axes: Mapping[str, Axes],
) -> None:
    """Draw the ROC curve up to a step, with the rows passed and a frame around a new one (a); the threshold (b)."""
    so_far = RocCurve(*(values[: step + 1] for values in roc))
    _plot_pairs(positives, negatives, so_far, rows, axes["a"])
    if upward:
        frame = Rectangle((0, rows - 1), len(negatives), 1, facecolor="none", edgecolor=CHOSEN, linewidth=2.5)
        axes["a"].add_patch(frame)
    corner = so_far.fpr[-1:] * len(negatives), so_far.tpr[-1:] * len(positives)
    axes["a"].plot(*corner, **CHOSEN_MARKER, gid="handle")
    plot_threshold(roc.thresholds[step] if step else 1, axes["b"])


def nudge_frames(positives: int, negatives: int, axes: Mapping[str, Axes]) -> None:
    """Draw the empty grid of all (positive, negative) pairs (a), and set up the axes for examples by score (b)."""
    _pair_grid_frame(positives, negatives, axes["a"])
    _examples_frame(axes["b"], (-0.35, 1.35))


def nudge_parts(y_true: np.ndarray, y_score: np.ndarray, nudged: int, roc: RocCurve, axes: Mapping[str, Axes]) -> None:
    """Draw the misordered pairs (a) and the examples by score (b), and mark the example with index ``nudged``."""
    positives, negatives = (np.sort(y_score[y_true == label])[::-1] for label in (1, 0))
    _plot_pairs(positives, negatives, roc, len(positives), axes["a"])
    _plot_pair_scores(positives, negatives, int(np.sum(positives > y_score[nudged])), axes["a"])
    _plot_examples(y_true, y_score, axes["b"])
    plot_point(y_score[nudged], y_true[nudged], axes["b"], _("moved"), handle="nudge")


# Repeated estimates, and probabilities against shares


def plot_resampled(estimates: np.ndarray, interval: tuple[float, float], ax: Axes, **labels: str) -> Axes:
    """Draw a histogram of estimates from resampled data, and mark an interval on it."""
    ax.hist(estimates, bins=30, color=PALE, edgecolor="white")
    for end in interval:
        ax.axvline(end, color=CHOSEN, linestyle="--")
    ax.set(ylabel=_("frequency"), **labels)
    return ax


def plot_reliability(predicted: np.ndarray, observed: np.ndarray, ax: Axes, **line: object) -> Axes:
    """Draw the share of positives against the predicted probability; a calibrated classifier is on the diagonal.

    Parameters
    ----------
    predicted, observed : ndarray of shape (groups,)
        Mean predicted probability and share of positives of each group.
    ax : Axes
        Empty axes, or those of another classifier.
    **line
        Options of the matplotlib line.
    """
    _diagonal(ax)
    ax.plot(predicted, observed, **{"color": POSITIVE, "marker": "o", **line})
    ax.set(xlabel=_("predicted probability"), ylabel=_("fraction of positives"), aspect="equal")
    return ax
