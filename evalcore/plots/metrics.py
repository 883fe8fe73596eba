"""Pictures of chapter 04: examples by score, the confusion matrix, the measures, the ROC plane."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from evalcore.metrics import ConfusionMatrix, RocCurve
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


def plot_examples_by_score(y_true: np.ndarray, y_score: np.ndarray, ax: Axes | None = None) -> Axes:
    """Each example at its score: positives on the upper line, negatives on the lower."""
    ax = axes_or_new(ax)
    for label, marker in [(1, POSITIVE_MARKER), (0, NEGATIVE_MARKER)]:
        ax.plot(y_score[y_true == label], np.full(np.sum(y_true == label), label), linestyle="none", **marker)
    ax.set(xlabel="score", ylim=(-0.7, 1.7), yticks=[0, 1], yticklabels=["negative", "positive"])
    return ax


def plot_threshold(threshold: float, ax: Axes) -> Axes:
    """A cut at the threshold; what is predicted positive lies on the shaded side."""
    high = max(ax.get_xlim()[1], threshold)
    ax.axvspan(threshold, high, color=CHOSEN, alpha=0.12, linewidth=0)
    ax.axvline(threshold, color=CHOSEN)
    ax.annotate("predicted positive", (threshold, 1.6), (4, 0), textcoords="offset points", va="top", color=CHOSEN)
    return ax


def plot_confusion_matrix(cm: ConfusionMatrix, ax: Axes | None = None) -> Axes:
    """Table 2.1 with its counts; the two cells of errors are hatched."""
    ax = axes_or_new(ax)
    confusion_matrix_frame(ax)
    return plot_counts(cm, ax)


def confusion_matrix_frame(ax: Axes) -> Axes:
    """The table without its counts."""
    ax.set(xlim=(0, 2), ylim=(2, 0), xticks=[0.5, 1.5], yticks=[0.5, 1.5], aspect="auto")
    ax.set_xticklabels(["predicted\npositive", "predicted\nnegative"])
    ax.set_yticklabels(["positive", "negative"])
    ax.tick_params(length=0)
    ax.xaxis.tick_top()
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
    right = x > np.mean(ax.get_xlim())
    ax.annotate(label, (x, y), (-9 if right else 9, -12), textcoords="offset points", color=CHOSEN,
                ha="right" if right else "left", va="top")  # fmt: skip
    return ax
