"""Pictures of a reader's own scores. Learners are letters here: words of a file stand beside the picture, as text."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes

from evalcore.metrics import CalibrationGroups, ConfusionMatrix, RocCurve
from evalcore.plots.costs import (
    cost_plane,
    plot_bands,
    plot_chosen,
    plot_chosen_line,
    plot_operating_abscissa,
)
from evalcore.plots.metrics import (
    confusion_matrix_frame,
    plot_counts,
    plot_point,
    plot_reliability,
    plot_roc,
    roc_plane,
)
from evalcore.plots.style import curve_styles


def ranking_frames(rocs: Mapping[str, RocCurve], x: float, axes: Mapping[str, Axes]) -> None:
    """All ROC curves (a), an empty confusion matrix (b), the cost plane with the reader's P(+)cost (c)."""
    roc_plane(axes["a"])
    for (letter, roc), style in zip(rocs.items(), curve_styles(len(rocs)), strict=True):
        plot_roc(roc, axes["a"], label=letter, **style)
    axes["a"].legend(loc="lower right")
    confusion_matrix_frame(axes["b"])
    plot_operating_abscissa(x, cost_plane(axes["c"], named=False))


def ranking_parts(cm: ConfusionMatrix, axes: Mapping[str, Axes]) -> None:
    """One threshold of one learner: its point (a), its counts (b), its line (c); both move ``called_positive``."""
    plot_point(cm.fpr, cm.tpr, axes["a"], handle="called_positive")
    plot_counts(cm, axes["b"])
    plot_chosen_line(np.array([cm.fpr, cm.fnr]), axes["c"], handle="called_positive")


def reliability_frames(groups: Mapping[str, CalibrationGroups], ends: Mapping[str, np.ndarray], ax: Axes) -> None:
    """The share of positives of each learner's groups, with its interval, against their mean probability."""
    for (letter, found), style in zip(groups.items(), curve_styles(len(groups)), strict=True):
        shares = found.positives / found.examples
        plot_reliability(found.predicted, shares, ax, label=letter, **style)
        ax.vlines(found.predicted, *ends[letter], color=style["color"], linewidth=1)
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    ax.legend(loc="upper left")


def bill_frames(x: np.ndarray, costs: Mapping[str, np.ndarray], ax: Axes) -> None:
    """The cost of each learner with its band at every P(+)cost, as a share of the worst; rows are cost, low, high."""
    cost_plane(ax, named=False)
    for (letter, found), style in zip(costs.items(), curve_styles(len(costs)), strict=True):
        ax.plot(x, found[0], label=letter, **style)
    plot_bands(x, np.array([found[1:] for found in costs.values()]).swapaxes(0, 1), ax)
    highest = max(0.55, 1.05 * max(found[2].max() for found in costs.values()))
    ax.set(ylim=(0, highest), aspect="auto")
    ax.legend(loc="upper left")


def bill_parts(x: float, heights: Mapping[str, float], ax: Axes) -> None:
    """The vertical at one P(+)cost, and where it meets the cost of each learner."""
    plot_operating_abscissa(x, ax)
    for height in heights.values():
        plot_chosen(x, height, ax)
