"""Decision regions and error rate of a classifier on the unit square: chapter 02.

Points have shape (n, 2) and are uniform on the square. Equation numbers are those of Zhou Zhihua, *Machine Learning*,
chapter 2.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import asks, function, labels, shares, shown, whole

if TYPE_CHECKING:  # not imported otherwise, because the import of scikit-learn is slow
    from sklearn.tree import DecisionTreeClassifier

Model = Callable[[np.ndarray], ArrayLike]


@asks(classify=function("points", labels), probability=function("points", shares), cells=whole(1))
def generalisation_error_rate(classify: Model, probability: Model, cells: int = 256) -> float:
    """Compute the error rate (2.6) of a classifier on the unit square; in [0, 1], smaller is better.

    Parameters
    ----------
    classify : callable
        Maps points of shape (n, 2) to labels 0 and 1.
    probability : callable
        Maps points to the probability that the label is 1.
    cells : int
        The integral is the mean over the centres of ``cells`` × ``cells`` squares; at least 1.

    Returns
    -------
    float
        In [0, 1], smaller is better.

    Raises
    ------
    ValueError
        If labels, probabilities or ``cells`` are not of this kind.

    Examples
    --------
    >>> generalisation_error_rate(lambda p: p[:, 0] > 0.5, lambda p: 0.9 * (p[:, 0] > 0.25), cells=4)
    0.275
    """
    middles = (np.arange(cells) + 0.5) / cells
    points = np.stack(np.meshgrid(middles, middles), axis=-1).reshape(-1, 2)
    chance = probability(points)
    return float(np.mean(np.where(classify(points), 1 - chance, chance)))


class Regions(NamedTuple):
    """Rectangles (left, right, bottom, top), shape (leaves, 4), and the label of each, shape (leaves,)."""

    rectangles: np.ndarray
    labels: np.ndarray


def tree_regions(tree: "DecisionTreeClassifier") -> Regions:
    """Return the rectangles into which a fitted decision tree divides the unit square, one per leaf.

    Parameters
    ----------
    tree : sklearn.tree.DecisionTreeClassifier
        Fitted on two attributes.

    Returns
    -------
    Regions
        ``rectangles`` of shape (leaves, 4), and the label of each.

    Raises
    ------
    ValueError
        For a tree that is not a classifier, was not fitted on two attributes, or has regions outside the square.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> tree_regions(DecisionTreeClassifier().fit([[0.25, 0.0], [0.75, 0.0]], [0, 1])).rectangles.tolist()
    [[0.0, 0.5, 0.0, 1.0], [0.5, 1.0, 0.0, 1.0]]
    """
    if not (hasattr(tree, "tree_") and hasattr(tree, "classes_")) or tree.n_features_in_ != 2 or tree.n_outputs_ != 1:
        raise ValueError(f"tree must be a DecisionTreeClassifier fitted on points of shape (m, 2), got {shown(tree)}")
    parts, rectangles, classes, nodes = [(0, (0.0, 1.0, 0.0, 1.0))], [], [], tree.tree_
    while parts:
        node, sides = parts.pop()
        attribute, cut = nodes.feature[node], nodes.threshold[node]
        if attribute < 0:
            rectangles.append(sides)
            classes.append(tree.classes_[nodes.value[node].argmax()])
            continue
        if not 0 <= cut <= 1:
            raise ValueError(f"tree must be fitted on points in the unit square, got a cut at {cut}")
        low, high = list(sides), list(sides)
        low[2 * attribute + 1] = high[2 * attribute] = float(cut)
        parts += [(nodes.children_right[node], tuple(high)), (nodes.children_left[node], tuple(low))]
    return Regions(np.array(rectangles), np.array(classes))
