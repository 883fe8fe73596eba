"""Pictures of chapter 04: examples by score, the confusion matrix, the measures, the ROC plane."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from evalcore.metrics import ConfusionMatrix, PrecisionRecallCurve, RocCurve
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

BEHIND_WORDS = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.5}


def plot_examples_by_score(y_true: np.ndarray, y_score: np.ndarray, ax: Axes | None = None) -> Axes:
    """Each example at its score: positives on the upper line, negatives on the lower."""
    ax = axes_or_new(ax)
    for label, marker in [(1, POSITIVE_MARKER), (0, NEGATIVE_MARKER)]:
        ax.plot(y_score[y_true == label], np.full(np.sum(y_true == label), label), linestyle="none", **marker)
    return examples_frame(ax)


def examples_frame(ax: Axes, scores: tuple[float, float] | None = None) -> Axes:
    """Two lines for examples laid out by score, and their names; ``scores`` are the ends of the axis."""
    ax.set(xlabel="score", ylim=(-0.7, 1.7), yticks=[0, 1], yticklabels=["negative", "positive"])
    if scores is not None:
        ax.set_xlim(scores)
    return ax


def plot_ranking(y_true: np.ndarray, y_score: np.ndarray, ax: Axes | None = None) -> Axes:
    """Examples by score on an axis from 0 to 1, for a threshold to move along."""
    return examples_frame(plot_examples_by_score(y_true, y_score, ax), (0, 1))


def plot_threshold(threshold: float, ax: Axes) -> Axes:
    """A cut at the threshold; what is predicted positive lies on the shaded side."""
    low, high = ax.get_xlim()
    ax.axvspan(min(threshold, high), high, color=CHOSEN, alpha=0.12, linewidth=0)
    ax.axvline(threshold, color=CHOSEN)
    words, align, shift = (
        ("predicted positive", "left", 4) if threshold < 0.6 * high + 0.4 * low else ("cut", "right", -4)
    )
    ax.annotate(words, (threshold, 1.6), (shift, 0), textcoords="offset points", va="top", ha=align, color=CHOSEN)
    return ax


def confusion_matrix_frame(ax: Axes) -> Axes:
    """Table 2.1 without its counts; the two cells of errors are hatched."""
    ax.set(xlim=(0, 2), ylim=(2, 0), xticks=[0.5, 1.5], yticks=[0.5, 1.5], aspect="auto")
    ax.set(xlabel="predicted", xticklabels=["positive", "negative"], yticklabels=["positive", "negative"])
    ax.tick_params(length=0)
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.spines[:].set_visible(False)
    for (row, column), _ in np.ndenumerate(np.zeros((2, 2))):
        hatch = None if row == column else "///"
        ax.add_patch(Rectangle((column, row), 1, 1, facecolor="white", edgecolor=PALE, hatch=hatch))
    return ax


def plot_counts(cm: ConfusionMatrix, ax: Axes) -> Axes:
    """The counts, each in its cell of the table."""
    cells = [("TP", cm.tp, POSITIVE), ("FN", cm.fn, INK), ("FP", cm.fp, INK), ("TN", cm.tn, NEGATIVE)]
    for place, (name, count, colour) in enumerate(cells):
        row, column = divmod(place, 2)
        ax.text(
            column + 0.5, row + 0.5, f"{name} {count:g}", ha="center", va="center", color=colour, fontsize="x-large"
        )
    return ax


def plot_measures(measures: dict[str, float], ax: Axes) -> Axes:
    """A bar and its number for each measure; an undefined one says so."""
    for row, (_, value) in enumerate(measures.items()):
        defined = np.isfinite(value)
        ax.barh(row, value if defined else 0, height=0.7, color=PALE, edgecolor=MUTED)
        ax.text(0.02, row, f"{value:.3f}" if defined else "undefined", va="center")
    return ax


def measures_frame(names: list[str], ax: Axes) -> Axes:
    """Room for one bar a measure, from 0 to 1."""
    ax.set(xlim=(0, 1), ylim=(len(names) - 0.4, -0.6), xticks=[0, 0.5, 1], yticks=range(len(names)), yticklabels=names)
    ax.tick_params(axis="y", length=0)
    return ax


def plot_nudged(y_true: np.ndarray, y_score: np.ndarray, nudged: int, ax: Axes) -> Axes:
    """Examples by score, one of them marked: the one of index ``nudged``, whose score was changed."""
    plot_examples_by_score(y_true, y_score, ax)
    return plot_point(y_score[nudged], y_true[nudged], ax, "nudged")


def threshold_frames(y_true: np.ndarray, y_score: np.ndarray, measures: list[str], axes: dict[str, Axes]) -> None:
    """What stands still while a threshold moves: examples (a), an empty matrix (b), room for measures (c)."""
    plot_ranking(y_true, y_score, axes["a"])
    confusion_matrix_frame(axes["b"])
    measures_frame(measures, axes["c"])


def roc_plane(ax: Axes | None = None) -> Axes:
    """The empty ROC plane with the diagonal of random guessing."""
    ax = axes_or_new(ax)
    ax.plot([0, 1], [0, 1], color=MUTED, linestyle=(0, (2, 3)), linewidth=1)
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    ax.set(xlabel="false positive rate", ylabel="true positive rate")
    return ax


def plot_roc(roc: RocCurve, ax: Axes | None = None, **line: object) -> Axes:
    """The ROC curve in its plane; further options are those of a matplotlib line."""
    ax = axes_or_new(ax)
    ax.plot(roc.fpr, roc.tpr, **{"color": POSITIVE, **line})
    return ax


def plot_point(x: float, y: float, ax: Axes, label: str = "") -> Axes:
    """The chosen point of a curve, with its label inside the axes."""
    ax.plot([x], [y], marker="D", color=CHOSEN)
    right, low = x > np.mean(ax.get_xlim()), y < np.dot(ax.get_ylim(), (0.85, 0.15))
    ax.annotate(label, (x, y), (-9 if right else 9, 10 if low else -12), textcoords="offset points", color=CHOSEN,
                ha="right" if right else "left", va="bottom" if low else "top", bbox=BEHIND_WORDS)  # fmt: skip
    return ax


def plot_roc_walk(roc: RocCurve, step: int, ax: Axes, label: str = "") -> Axes:
    """The ROC curve as far as one of its points, which is marked; step 0 is its first point."""
    plot_roc(RocCurve(*(values[: step + 1] for values in roc)), ax, marker=".")
    return plot_point(roc.fpr[step], roc.tpr[step], ax, label)


def plot_confusion_bars(matrices: dict[str, ConfusionMatrix], measures: list[str], ax: Axes | None = None) -> Axes:
    """One group of bars a measure, one bar a classifier, each with its name and number."""
    ax = axes_or_new(ax)
    width = 0.8 / len(matrices)
    for place, ((name, cm), hatch) in enumerate(zip(matrices.items(), ["", "//", "..", "xx"], strict=False)):
        x = np.arange(len(measures)) + (place - (len(matrices) - 1) / 2) * width
        heights = [getattr(cm, measure) for measure in measures]
        ax.bar_label(ax.bar(x, heights, width, label=name, hatch=hatch, edgecolor="white"), fmt="%.2f")
    ax.set(ylim=(0, 1.15), xticks=range(len(measures)), xticklabels=[measure.replace("_", " ") for measure in measures])
    ax.legend(ncols=len(matrices), loc="lower left", bbox_to_anchor=(0, 1))
    return ax


def pr_plane(ax: Axes | None = None) -> Axes:
    """The empty P-R plane with the line on which precision equals recall."""
    ax = axes_or_new(ax)
    ax.plot([0, 1], [0, 1], color=MUTED, linestyle=(0, (2, 3)), linewidth=1)
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal", xlabel="recall", ylabel="precision")
    return ax


def plot_precision_recall(curve: PrecisionRecallCurve, ax: Axes | None = None, **line: object) -> Axes:
    """The P-R curve in its plane; further options are those of a matplotlib line."""
    ax = axes_or_new(ax)
    ax.plot(curve.recall, curve.precision, **{"color": POSITIVE, **line})
    return ax


def plot_iso_f(beta: float, ax: Axes) -> Axes:
    """Lines of equal F-beta (2.11) in the P-R plane, each labelled with its value."""
    recall = np.linspace(0.01, 1, 200)
    for level in (0.2, 0.4, 0.6, 0.8):
        rest = (1 + beta**2) * recall - beta**2 * level
        precision = np.divide(level * recall, rest, out=np.full_like(recall, np.nan), where=rest > 0)
        inside = precision <= 1
        ax.plot(recall[inside], precision[inside], color=MUTED, linestyle="-", linewidth=1)
        ax.annotate(f"{level:g}", (1, precision[-1]), (2, 0), textcoords="offset points", va="center", color=MUTED)
    return ax


def f_frame(examples: int, ax: Axes) -> Axes:
    """Room for F-beta at each number of examples called positive."""
    ax.set(xlabel="called positive", ylabel="F-beta", xlim=(0.5, examples + 0.5), ylim=(0, 1))
    ax.set_xticks(range(2, examples + 1, 3))
    return ax


def plot_f(f: np.ndarray, best: int, ax: Axes) -> Axes:
    """F-beta for 1, 2, ... examples called positive; the place ``best`` (from 0) is marked."""
    ax.plot(np.arange(len(f)) + 1, f, marker=".", color=POSITIVE)
    return plot_point(best + 1, f[best], ax)


def plot_pair_grid(positive_scores: np.ndarray, negative_scores: np.ndarray, roc: RocCurve, ax: Axes) -> Axes:
    """One cell a (positive, negative) pair: blank in the right order, hatched in the wrong one, dotted for a tie.

    The positives rise from the bottom with falling scores, the negatives run to the right likewise,
    so that the ROC staircase, drawn in counts, runs along the border of the marked cells.
    """
    for row, positive in enumerate(np.sort(positive_scores)[::-1]):
        for column, negative in enumerate(np.sort(negative_scores)[::-1]):
            if positive <= negative:
                hatch = "///" if positive < negative else "..."
                cell = Rectangle(
                    (column, row), 1, 1, facecolor="#F6DCCB", edgecolor=NEGATIVE, hatch=hatch, linewidth=0.8
                )
                ax.add_patch(cell)
    ax.plot(roc.fpr * len(negative_scores), roc.tpr * len(positive_scores), color=POSITIVE, clip_on=False)
    return ax


def pair_grid_frame(positives: int, negatives: int, ax: Axes) -> Axes:
    """The empty grid of all (positive, negative) pairs."""
    ax.set(xlim=(0, negatives), ylim=(0, positives), xticks=range(negatives + 1), yticks=range(positives + 1))
    ax.set(xlabel="negatives, highest score first", ylabel="positives, highest score first", aspect="equal")
    ax.grid(color=PALE)
    ax.tick_params(length=0, labelbottom=False, labelleft=False)
    return ax


def plot_estimates(estimates: np.ndarray, interval: tuple[float, float], ax: Axes | None = None, **labels: str) -> Axes:
    """A histogram of repeated estimates and an interval marked on it."""
    ax = axes_or_new(ax)
    ax.hist(estimates, bins=30, color=PALE, edgecolor="white")
    for end in interval:
        ax.axvline(end, color=CHOSEN, linestyle="--")
    ax.set(ylabel="how often", **labels)
    return ax


def plot_reliability(predicted: np.ndarray, observed: np.ndarray, ax: Axes | None = None, **line: object) -> Axes:
    """Share of positives against predicted probability; a calibrated classifier lies on the diagonal."""
    ax = axes_or_new(ax)
    ax.plot([0, 1], [0, 1], color=MUTED, linestyle=(0, (2, 3)), linewidth=1)
    ax.plot(predicted, observed, **{"color": POSITIVE, "marker": "o", **line})
    ax.set(xlabel="predicted probability", ylabel="share of positives", aspect="equal")
    return ax
