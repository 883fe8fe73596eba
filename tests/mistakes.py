"""Wrong answers to every exercise, each of which must get a hint of its own, and right ones in other forms."""

from decimal import Decimal
from fractions import Fraction

import numpy as np

FIRST = ("green", "curled", "muffled")
ONE_OUT_OF_PLACE = [0.9, 0.9, 0.9, 0.9, 0.95, 0.6, 0.6, 0.6]
WRONG = {
    "space-size": [90, 41, 40, 31, 43],
    "one-survivor": [[], [(FIRST, 1)], [(FIRST, 0)], [(FIRST, 1), (FIRST, 0)], [(("purple", "curled", "muffled"), 1)]],
    "disjunctions-written": [
        [27, 351, 2925],
        [27, 378, 3303],
        [27, 729, 19683],
        [28, 406, 3682],
        [28, 158, 246],
        [37, 667, 7807],
    ],
    "dividing-melon": [FIRST, ("pale", "curled", "muffled"), ("pale", "stiff", "dull"), ("green", "curled", "dull")],
    "agreeing-melons": [3, 12, 11, 27],
    "no-free-lunch-total": [24576, 20480, 196608, 0.1875, 64],
    "another-curve": [
        lambda x: x,
        lambda x: -(x**2) + 6 * x + 1,
        lambda x: -(x**2) + 6 * x + 1 + np.sin(np.pi * x),
        lambda x: -(x**2) + 6 * x + 1 + 2 * np.sin(2 * np.pi * x),
    ],
    "learner-for-smooth-targets": [
        lambda X, y, new: np.ones(len(new)),
        lambda X, y, new: np.full(len(new), y.mean() < 0.5),
        lambda X, y, new: np.full(len(new), y[0]),
        lambda X, y, new: np.full(len(new), y.mean() >= 0.5),
    ],
    "degree-through-points": [8, 1, 6, 16],
    "leaves-left": [6, 4, 1, 3, 0],
    "training-error": [5.0, 1.0, -1.0, 1.29099, 2.5],
    "true-error": [1 / 3, 1 / 3 + 0.5, 2 / 3 + 0.25, 0.25],
    "kept-epoch": [5, 6, 3, 0.5],
    "best-penalty": [1e-6, 1e3, 0, 10.0, 0.1],
    "misleading-sample": [[0.5] * 4, [-1, -0.5, 0.5, 1], [-0.5, 0.5, -0.5, 0.5], [2, -2, 2, -2]],
    "stratified-test-set": [(450, 150), (100, 100), (50, 150), (300, 100)],
    "fits-of-a-search": [320, 64, 65, 61, 406],
    "different-examples": [3.4868, 6.32, 0.6513, 10],
    "uneven-majority": [1.0, 0.52, 0.5, 48],
    "mixture-632": [0.1472, 0.2, 0.4, 0, 0.25],
    "near-the-limit": [23, 25, 100, 10],
    "wine-error": [0.97778, 0.03365, 0.01124, 0.22222, 0.02],
    "order-that-fools": [[1, 0] * 4, [1, 1, 1, 0, 0, 1, 0, 0], [1] * 8, [0.5] * 8],
    "choose-measures": [
        ("recall", "recall", "precision", "FPR"),
        ("F1", "recall", "precision", "FPR"),
        ("accuracy", "precision", "precision", "FPR"),
        ("accuracy", "recall", "FPR", "FPR"),
        ("accuracy", "recall", "precision", "precision"),
        ("accuracy", "recall", "precision", "AUC"),
    ],
    "false-alarms-allowed": [40, 10, 0.96, 960, 50],
    "f2-by-hand": [0.6154, 0.5405, 0.65, 0.6667, 0.71],
    "macro-precision": [95 / 135, 0.575, 0.592, 0.8375, 0.72, 0.5],
    "auc-with-a-tie": [6 / 9, 5 / 9, 3.5 / 9, 0.5, 5.5, 0.61],
    "largest-f2": [0.38, 0.54, 0.8475, 19, 0.3005],
    "same-ranking-other-accuracy": [ONE_OUT_OF_PLACE, [0.9] * 4 + [0.1] * 4, [0.1] * 4 + [0.9] * 4],
    "price-of-the-errors": [0.55, 0.15, 70, 70 / 30, 70 / 360],
    "operating-abscissa": [0.2, 0.04, 6 / 7, 1.2, 0.4],
    "where-two-lines-cross": [0.4, 0.28, 2 / 3, 1.5],
    "slope-of-equal-cost": [2, 32, 4, 0.125, 2 / 3],
    "best-of-twenty": [0.54, 0.3, 0.8, 0.2, 1.2 / 1.9],
    "range-of-one-classifier": [(0.2, 0.6), (0.2, 0.4), (1 / 3, 0.75), (2 / 3, 0.25)],
    "never-the-best": [0.8, 0.54, 0.38, 0.3],
    "cost-of-a-random-cut": [0.3, 0.1, -0.292, 0.698],
    "variance-of-four": [8 / 3, 2**0.5, 3, 1, 8],
    "error-from-parts": [0.4, 1.0, 0.13, -0.01, 0.2, 0.38**0.5],
    "variance-of-a-cubic": [0.0375, 0.1, 1.0, 0.0125, 0.3],
    "three-neighbours": [0.55, 0.35, 0.4, 0.85, 0.9, -0.1],
    "best-degree-in-noise": [5, 15, 0],
    "enough-examples": [81, 300, 9, 9000],
    "zero-one-with-noise": [0.6, 0.7, 1.5, 0.42, 0.54, 0.9],
    "biased-but-better": [
        [[1, 2, 3, 4], [1, 1, 1, 1]],
        [[-2, 2, -2, 2], [1, -1, 1, -1]],
        [[-1, 1, -1, 1], [3, 3, 3, 3]],
    ],
    "vote-of-a-learner": [0.6931, -1.3863, 4, 0.6021, -0.2231, 1.39],
    "weight-after-a-round": [0.1, 7 / 30, 1 / 14, 0.5, 0.1 * np.log(7 / 3) / (0.3 * np.log(7 / 3) + 0.7), 0.17],
    "fits-with-stages": [2000, 500, 20, 40, 100],
    "cost-of-a-screening": [83 / 171, 11 / 171, 38, 38 / 11, 30 / 171, 37 / 171, 0.22],
    "exact-interval": [
        (0.0435, 0.2136),
        (0.0168, 0.1832),
        (0.0402, 0.1995),
        (0.0751, 0.1297),
        (0.2181, 0.0333),
        (3.3, 21.8),
        (0.0453, 0.2181),
    ],
    "three-rounds-needed": [[1, 1, 1, 1, 0, 0, 0, 0], [1] * 8, [1, 0, 1, 0, 1, 0, 1, 0]],
}

# Right answers as the library or the page prints them, or as a reader may write them.
ALSO_RIGHT = {
    "choose-measures": [
        ["error rate", "sensitivity", "查准率", "specificity"],
        {1: "acc", 2: "FNR", 3: "P", 4: "TNR"},
        np.array(["accuracy", "recall", "precision", "fpr"]),
        "accuracy, recall, precision, FPR",
    ],
    "false-alarms-allowed": [30.0, [30], np.array([30]), Fraction(30)],
    "f2-by-hand": [0.714, Fraction(5, 7), Decimal("0.714"), np.array([5 / 7])],
    "macro-precision": [Fraction(61, 100), Decimal("0.61"), np.array([0.61])],
    "auc-with-a-tie": [0.611, Fraction(11, 18), np.float64(11 / 18), [11 / 18]],
    "largest-f2": [0.25, 0.2, np.array([0.3]), Fraction(3, 10), Decimal("0.30"), np.float32(0.2)],
    "same-ranking-other-accuracy": [
        ([0.9] * 4, [0.6] * 4),
        {"positives": [0.4] * 4, "negatives": [0.1] * 4},
        [Decimal("0.9")] * 4 + [Fraction(1, 2)] * 4,
    ],
}
