"""The twenty examples as people: faces by score, in the boxes of the confusion matrix, and in pairs.

The face of a person is always the same. Ill people have a filled face and healthy people an outlined one, so that
colour is not the only cue; a person with a wrong prediction has a dashed ring.
"""

from collections.abc import Iterable, Mapping, Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

from evalcore.language import translated as _
from evalcore.metrics import ConfusionMatrix
from evalcore.plots.style import CHOSEN, CHOSEN_MARKER, GOOD, INK, MUTED, NEGATIVE, PALE, POSITIVE

_RADIUS = 0.54  # of a face, in letters' sizes
_RING = 1.3  # radius of the ring around a wrongly predicted person, in radii of the face
_PER_ROW = 5  # people side by side in a box
_LEVEL = 1.0  # distance of faces above one another, on the axis of the strip
_CIRCLE = Path.unit_circle()
_EYES = Path([(-0.36, 0.3), (-0.36, 0.12), (0.36, 0.3), (0.36, 0.12)], [1, 2, 1, 2])
_SMILE = Path([(-0.42, -0.26), (0, -0.72), (0.42, -0.26)], [1, 3, 3])
_FROWN = Path([(-0.38, -0.56), (0, -0.16), (0.38, -0.56)], [1, 3, 3])
_HAIR = [
    Path([(-0.2, 1), (-0.3, 1.3), (0, 1), (0, 1.36), (0.2, 1), (0.3, 1.3)], [1, 2] * 3),  # a tuft
    Path([(-0.86, 0.5), (0.1, 0.36), (0.2, 0.96)], [1, 3, 3]),  # a parting
    Path([(-0.24, 0.98), (-0.3, 1.5), (0.3, 1.5), (0.24, 0.98)], [1, 4, 4, 4]),  # a bun
    Path([(-0.86, 0.5), (-0.3, 0.72), (0, 0.5), (0.3, 0.72), (0.86, 0.5)], [1, 3, 3, 3, 3]),  # a fringe
    Path([(0.1, 1), (0.1, 1.3), (0.4, 1.32)], [1, 3, 3]),  # a lock
]


class Person(Artist):
    """A face at a point of the axes, whose size follows the size of letters."""

    def __init__(self, number: int, ill: bool, place: tuple[float, float], wrong: bool, size: float, room: float):
        super().__init__()
        self.place, self.ill, self.wrong, self.room = place, ill, wrong, room
        self.radius = size * _RADIUS * mpl.rcParams["font.size"]
        hair, features = _HAIR[number % len(_HAIR)], [_EYES, _FROWN if ill else _SMILE]
        inside = number % len(_HAIR) in (1, 3)
        self.features = Path.make_compound_path(*features, *([hair] if inside else []))
        self.hair = None if inside else hair
        self.set_in_layout(False)
        self.set_zorder(3)

    def draw(self, renderer: RendererBase) -> None:
        colour, point = POSITIVE if self.ill else NEGATIVE, renderer.points_to_pixels(1)
        at = self.axes.transData.transform(self.place)
        most = abs(self.axes.transData.transform((self.place[0] + self.room, 0))[0] - at[0]) / (2 * _RING)
        radius = min(self.radius, most / point)
        face = Affine2D().scale(radius * point).translate(*at)
        ring = Affine2D().scale(self.wrong * _RING * radius * point).translate(*at)
        renderer.open_group("person", self.get_gid())
        _stroke(renderer, _CIRCLE, ring, INK, 0.09 * radius, dashed=True)  # of no size around the others: it can grow
        if self.hair is not None:
            _stroke(renderer, self.hair, face, colour, 0.11 * radius)
        _stroke(renderer, _CIRCLE, face, colour, 0.11 * radius, fill=POSITIVE if self.ill else "white")
        _stroke(renderer, self.features, face, "white" if self.ill else NEGATIVE, 0.11 * radius)
        renderer.close_group("person")


class Ring(Artist):
    """A dashed ring around a face of a strip; one that is not shown has no size, so that it can grow."""

    def __init__(self, place: tuple[float, float], is_shown: bool):
        super().__init__()
        self.place, self.is_shown = place, is_shown
        self.radius = _RADIUS * mpl.rcParams["font.size"]
        self.set_in_layout(False)
        self.set_zorder(4)

    def draw(self, renderer: RendererBase) -> None:
        size = self.is_shown * _RING * self.radius * renderer.points_to_pixels(1)
        ring = Affine2D().scale(size).translate(*self.axes.transData.transform(self.place))
        renderer.open_group("ring", self.get_gid())
        _stroke(renderer, _CIRCLE, ring, INK, 0.09 * self.radius, dashed=True)
        renderer.close_group("ring")


def _stroke(renderer, path, transform, colour, width, *, fill=None, dashed=False):
    context = renderer.new_gc()
    context.set_foreground(colour)
    context.set_linewidth(renderer.points_to_pixels(width))
    context.set_capstyle("butt" if dashed else "round")
    if dashed:
        context.set_dashes(0, [renderer.points_to_pixels(3 * width)] * 2)
    renderer.draw_path(context, path, transform, mpl.colors.to_rgba(fill) if fill else None)
    context.restore()


def plot_people(
    y_true: np.ndarray,
    places: np.ndarray,
    ax: Axes,
    *,
    wrong: Iterable[bool] | None = None,
    numbers: Sequence[int] | None = None,
    size: float = 1,
    room: float = np.inf,
) -> Axes:
    """Draw a face for each person.

    Parameters
    ----------
    y_true : array of {0, 1}, shape (n,)
        1 for an ill person, 0 for a healthy one.
    places : array, shape (n, 2)
        The centres of the faces, on the axes.
    ax : Axes
        Axes with final limits.
    wrong : iterable of bool, optional
        Whether a person is predicted wrongly and has a dashed ring; by default nobody is.
    numbers : sequence of int, optional
        Which of the people they are; by default the first, the second and so on.
    size : float
        The size of the faces, as a multiple of the usual one.
    room : float
        The width, on the axes, that a face and its ring may fill; by default there is no limit.
    """
    wrong = [False] * len(y_true) if wrong is None else wrong
    numbers = range(len(y_true)) if numbers is None else numbers
    for number, label, place, is_wrong in zip(numbers, y_true, places, wrong, strict=True):
        ax.add_artist(Person(number, bool(label), tuple(place), bool(is_wrong), size, room))
    return ax


# The strip: people by score, and a threshold between "sent home" and "called back"


def strip_frame(y_true: np.ndarray, y_score: np.ndarray, ax: Axes) -> Axes:
    """Draw people by score on an axis from 0 to 1, the ill ones above the healthy ones."""
    ax.set(xlim=(-0.03, 1.03), ylim=(-5, 4.9), xticks=np.linspace(0, 1, 6), yticks=[2.4, -2.4], xlabel=_("score"))
    ax.set_yticklabels([_("ill"), _("healthy")], va="center")
    for label, colour in zip(ax.get_yticklabels(), (POSITIVE, NEGATIVE), strict=True):
        label.set_color(colour)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.axhline(0, color=PALE, linestyle="-", linewidth=1, zorder=0)
    return plot_people(y_true, strip_places(y_true, y_score), ax)


def strip_places(y_true, y_score, width=0.05):
    """Return the centres of the faces: each at its score, on the lowest level where it overlaps with nobody."""
    places = np.column_stack([y_score, np.zeros(len(y_score))])
    for label, sign in ((1, 1), (0, -1)):
        levels = []
        for person in sorted(np.flatnonzero(np.asarray(y_true) == label), key=lambda person: y_score[person]):
            level = next(i for i in range(len(y_score)) if i >= len(levels) or y_score[person] - levels[i] >= width)
            levels[level : level + 1] = [y_score[person]]
            places[person, 1] = sign * (0.8 + _LEVEL * level)
    return places


def strip_parts(y_true: np.ndarray, y_score: np.ndarray, threshold: float, ax: Axes) -> Axes:
    """Draw the threshold, what happens to the people on its two sides, and rings around the wrongly predicted."""
    right = ax.get_xlim()[1]
    ax.axvspan(min(threshold, right), right, color=CHOSEN, alpha=0.1, linewidth=0)
    ax.axvline(threshold, color=CHOSEN, gid="handle")
    for words, align, shift in [(_("← sent home"), "right", -5), (_("called back →"), "left", 5)]:
        if (threshold > 0.2) if shift < 0 else (threshold < 0.78):  # where there is space for the words
            ax.annotate(words, (threshold, 4.8), (shift, 0), textcoords="offset points", va="top", ha=align,
                        color=CHOSEN)  # fmt: skip
    wrong = (y_score >= threshold) != np.asarray(y_true, dtype=bool)
    for place, is_wrong in zip(strip_places(y_true, y_score), wrong, strict=True):
        ax.add_artist(Ring(tuple(place), bool(is_wrong)))
    return ax


# The boxes: people in the confusion matrix


def boxes_frame(ax: Axes) -> Axes:
    """Draw the four boxes of the confusion matrix; people stand in them."""
    ax.set(xlim=(-0.01, 2.01), ylim=(2.01, -0.01), xticks=[0.5, 1.5], yticks=[0.5, 1.5])
    ax.set(xticklabels=[_("called back"), _("sent home")], yticklabels=[_("ill"), _("healthy")])
    for label, colour in zip(ax.get_yticklabels(), (POSITIVE, NEGATIVE), strict=True):
        label.set(color=colour, rotation=90, va="center")
    ax.tick_params(length=0)
    ax.xaxis.tick_top()
    ax.spines[:].set_visible(False)
    for edge in range(3):
        ax.plot([0, 2], [edge, edge], color=PALE, linestyle="-", linewidth=1, clip_on=False, zorder=0)
        ax.plot([edge, edge], [0, 2], color=PALE, linestyle="-", linewidth=1, clip_on=False, zorder=0)
    return ax


def boxes_parts(y_true: np.ndarray, predicted: np.ndarray, cm: ConfusionMatrix, ax: Axes) -> Axes:
    """Draw people, in the order of their scores, in the boxes of the confusion matrix, with its four counts.

    A person has one place in the box of right predictions and one in the box of wrong ones, whatever the threshold.
    """
    y_true, predicted = np.asarray(y_true, dtype=bool), np.asarray(predicted, dtype=bool)
    places = np.zeros((len(y_true), 2))
    for label in (True, False):
        people = np.flatnonzero(y_true == label)
        for order, person in enumerate(people):
            slot = order if predicted[person] else len(people) - 1 - order
            row, column = divmod(slot, _PER_ROW)
            rows = -(-len(people) // _PER_ROW)
            places[person] = [
                (1 - predicted[person]) + (column + 0.5) / _PER_ROW,
                (1 - label) + 0.27 + 0.73 * (row + 0.45) / rows,
            ]
    plot_people(y_true, places, ax, wrong=predicted != y_true, size=0.88, room=1 / _PER_ROW)
    counts = [("TP", cm.tp), ("FN", cm.fn), ("FP", cm.fp), ("TN", cm.tn)]
    for place, (name, count) in enumerate(counts):
        row, column = divmod(place, 2)
        ax.text(column + 0.05, row + 0.05, f"{name} {count:g}", va="top", color=(POSITIVE, NEGATIVE)[row])
    return ax


def plot_boxes(cm: ConfusionMatrix, ax: Axes, title: str = "") -> Axes:
    """Draw the boxes of the confusion matrix with as many people as it counts."""
    ax.set_title(title)
    y_true = [1] * round(cm.tp + cm.fn) + [0] * round(cm.fp + cm.tn)
    predicted = [1] * round(cm.tp) + [0] * round(cm.fn) + [1] * round(cm.fp) + [0] * round(cm.tn)
    return boxes_parts(y_true, predicted, cm, boxes_frame(ax))


# Precision and recall as fractions of people


def fractions_frame(ax: Axes) -> Axes:
    """Draw the names of precision and recall, and the signs of their fractions."""
    ax.set(xlim=(0, 1), ylim=(2, 0))
    ax.axis("off")
    for row, name in enumerate([_("precision"), _("recall")]):
        ax.text(0, row + 0.5, name, va="center")
        for x, sign in [(0.44, "/"), (0.48, "("), (0.61, "+"), (0.735, ")")]:
            ax.text(x, row + 0.5, sign, ha="center", va="center")
    return ax


def fractions_parts(cm: ConfusionMatrix, ax: Axes) -> Axes:
    """Write precision and recall as fractions of counts, each count in the colour of its people."""
    rows = [(cm.fp, NEGATIVE, cm.precision), (cm.fn, POSITIVE, cm.recall)]
    for row, (others, colour, value) in enumerate(rows):
        for x, count, of in [(0.385, cm.tp, POSITIVE), (0.54, cm.tp, POSITIVE), (0.6725, others, colour)]:
            ax.text(x, row + 0.5, f"{count:g}", ha="center", va="center", color=of)
        ax.text(0.77, row + 0.5, f"= {value:.2f}" if np.isfinite(value) else _("undefined"), va="center", color=INK)
    return ax


# Strip, boxes and fractions in one figure


def people_frames(y_true: np.ndarray, y_score: np.ndarray, axes: Mapping[str, Axes]) -> None:
    """Draw what does not depend on a threshold: the strip (a), the boxes (b) and, if there is (c), the fractions."""
    strip_frame(y_true, y_score, axes["a"])
    boxes_frame(axes["b"])
    if "c" in axes:
        fractions_frame(axes["c"])


def people_parts(
    y_true: np.ndarray, y_score: np.ndarray, threshold: float, cm: ConfusionMatrix, axes: Mapping[str, Axes]
) -> None:
    """Draw what depends on a threshold: its line (a), the people in the boxes (b) and, if there is (c), the fractions.

    ``cm`` is the confusion matrix at this threshold; examples are in descending order of their scores.
    """
    strip_parts(y_true, y_score, threshold, axes["a"])
    boxes_parts(y_true, y_score >= threshold, cm, axes["b"])
    if "c" in axes:
        fractions_parts(cm, axes["c"])


# The square in which each threshold leaves a point, before it is called ROC space


def square_frame(ax: Axes) -> Axes:
    """Draw a square for the fractions of the healthy and of the ill people who are called back."""
    ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[], yticks=[])
    ax.set(xlabel=_("healthy, called back"), ylabel=_("ill, called back"))
    ax.set_box_aspect(1)
    ax.spines[:].set(visible=True, color=PALE, linewidth=1)
    ax.xaxis.label.set_color(NEGATIVE)
    ax.yaxis.label.set_color(POSITIVE)
    ax.plot([0, 1], [0, 1], color=PALE, linestyle=(0, (2, 3)), linewidth=1)
    return ax


def square_parts(cm: ConfusionMatrix, ax: Axes) -> Axes:
    """Draw the point of a threshold: a dot, which a page may keep, under a diamond that can be dragged."""
    ax.plot([cm.fpr], [cm.tpr], "o", color=POSITIVE, markersize=5, clip_on=False, gid="part-tried")
    ax.plot([cm.fpr], [cm.tpr], linestyle="", gid="handle", **CHOSEN_MARKER | {"markersize": 8})
    return ax


# The AUC as a duel of random pairs


def duel_frames(y_true: np.ndarray, y_score: np.ndarray, auc: float, rounds: int, axes: Mapping[str, Axes]) -> None:
    """Draw the strip (a) and the axes for the share of duels that the ill person wins (b), with the AUC as a line."""
    strip_frame(y_true, y_score, axes["a"])
    axes["b"].axhline(auc, color=MUTED, linestyle=(0, (2, 3)), linewidth=1.5)
    axes["b"].annotate(f"AUC {auc:.2f}", (rounds, auc), (0, -4), textcoords="offset points", ha="right", va="top",
                       color=MUTED)  # fmt: skip
    axes["b"].set(xlim=(0, rounds), ylim=(0, 1.02), xlabel=_("duels"), ylabel=_("won by the ill person"))


def duel_parts(
    y_true: np.ndarray, y_score: np.ndarray, pairs: np.ndarray, shares: np.ndarray, axes: Mapping[str, Axes]
) -> None:
    """Draw the last duel (a), and the share of duels won by the ill person after each of them (b).

    Parameters
    ----------
    y_true, y_score : array, shape (n,)
        The people of the strip.
    pairs : array of int, shape (duels, 2)
        An ill and a healthy person for each duel so far, as indices.
    shares : array, shape (duels,)
        The share of duels won so far, after each duel.
    """
    pair = pairs[-1]
    places, winner = strip_places(y_true, y_score)[pair], pair[np.argmax(y_score[pair])]
    colour = GOOD if winner == pair[0] else INK
    axes["a"].plot(*places.T, color=colour, linestyle="-" if winner == pair[0] else "--", zorder=2)
    for person, place in zip(pair, places, strict=True):
        plot_people([y_true[person]], [place], axes["a"], numbers=[person], size=1.6 if person == winner else 1)
    duels = np.arange(1, len(shares) + 1)
    axes["b"].plot(duels, shares, color=POSITIVE, linestyle="-")
    axes["b"].plot(duels[-1:], shares[-1:], marker="o", color=POSITIVE, clip_on=False)
