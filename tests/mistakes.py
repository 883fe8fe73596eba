"""Mistakes that exercises know but whose numbers are not in their data, with their hints, and other correct answers."""

from fractions import Fraction
from importlib import import_module
from itertools import product

import numpy as np
from scipy.stats import binomtest
from sklearn.ensemble import AdaBoostClassifier, AdaBoostRegressor
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from evalcore.bias_variance import decompose, exact_polynomial
from evalcore.comparison import mcnemar, paired_t
from evalcore.exercises import find
from evalcore.exercises.judging import EXERCISES, chosen
from evalcore.fitting import EarlyStop, wave
from notebooks import ROOT

for chapter in (ROOT / "evalcore" / "exercises").glob("chapter_*.py"):
    import_module(f"evalcore.exercises.{chapter.stem}")  # registers its exercises
DATA = {name: find(name).rule for name in EXERCISES if find(name).rule}
NUMBERS = [name for name, rule in DATA.items() if rule["kind"] == "numbers"]
CHOICES = [name for name, rule in DATA.items() if rule["kind"] == "choice"]


def row_of(places):
    """Return numbers that satisfy the entries of a row."""
    return [place if isinstance(place, float) else _inside(*place) for place in places]


def _inside(low, high):
    return 1234.5 if low is None else low + (high - low) / 4


def right(rule):
    """Return a correct row of numbers or words."""
    if rule["kind"] == "numbers":
        return row_of(rule["right"][0])
    rows = product(*rule["hints"])
    return next([*row] for row in rows if chosen(rule, row) is None)


def mistakes(rule):
    """Return a row of numbers or words for each hint in the data."""
    if rule["kind"] == "numbers":
        return [(hint, row_of(rows[0])) for hint, rows in rule["known"]]
    rows, row = {hint: words.split("|") for words, hint in rule["known"].items()}, right(rule)
    for place, hints in enumerate(rule["hints"]):
        rows |= {hint: [*row[:place], word, *row[place + 1 :]] for word, hint in hints.items() if hint}
    return list(rows.items())


FIRST = ("green", "curled", "muffled")
ONE_OUT_OF_PLACE = [0.9, 0.9, 0.9, 0.9, 0.95, 0.6, 0.6, 0.6]
WRONG = {
    "one-survivor": [[], [(FIRST, 1)], [(FIRST, 0)], [(FIRST, 1), (FIRST, 0)], [(("purple", "curled", "muffled"), 1)]],
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
    "misleading-sample": [
        [0.5] * 4,
        [-1, -0.5, 0.5, 1],
        [-0.5, 0.5, -0.5, 0.5],
        [2, -2, 2, -2],
        [0.9, 0.900001, 1, 1],
    ],
    "same-ranking-other-accuracy": [ONE_OUT_OF_PLACE, [0.9] * 4 + [0.1] * 4, [0.1] * 4 + [0.9] * 4],
    "biased-but-better": [
        [[1, 2, 3, 4], [1, 1, 1, 1]],
        [[-2, 2, -2, 2], [1, -1, 1, -1]],
        [[-1, 1, -1, 1], [3, 3, 3, 3]],
    ],
    "todays-call": [
        AdaBoostClassifier,
        AdaBoostRegressor(),
        AdaBoostClassifier(n_estimators=10),
        AdaBoostClassifier(LogisticRegression(), n_estimators=10),
        AdaBoostClassifier(DecisionTreeClassifier, n_estimators=10),
        AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=10),
        AdaBoostClassifier(DecisionTreeClassifier(max_depth=2)),
        AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=10, learning_rate=0.5),
    ],
    # Rounded too far, truncated, a whole result object, or other names than in the chapter.
    "paired-t-of-four": [1.9, 1.8, paired_t([0.02, 0.05, -0.01, 0.04])],
    "mcnemar-statistic": [5.8, 5.7, mcnemar(19, 6)],
    "corrected-t-of-a-hundred": [1.1],
    "mean-ranks": [(2.3, 1.5, 2.2)],
    "four-perfect-parts": [0.63],
    "vote-of-a-learner": [2.2, 2.19],
    "rule-at-another-share": [0.29, 0.28],
    "lead-or-luck": [("lead", "may be chance", "nothing")],
    "where-two-lines-cross": [0.605],
    "price-of-the-errors": [0.355],
    "wine-error": [0.02, 0.0281],
    "which-error": [["training", "test", "generalisation", "none"]],
    "choose-measures": [("accuracy", "recall", "precision", "AUC")],
    "choose-test": [["McNemar", "binomial", "corrected t", "ANOVA"]],
}

ALSO_RIGHT = {
    "one-survivor": [
        [(FIRST, 1.0), (("black", "stiff", "crisp"), True)],
        ([list(FIRST), 1], [["black", "stiff", "crisp"], np.int64(1)]),
        [(np.array(FIRST), 1), (np.array(["pale", "slightly curled", "dull"]), 1)],
        [({"colour": "green", "root": "curled", "sound": "muffled"}, "good"), (("black", "stiff", "crisp"), "good")],
        {FIRST: 1, ("black", "stiff", "crisp"): 1},
    ],
    "dividing-melon": [
        {"sound": "crisp", "colour": "pale", "root": "curled"},
        np.array(["pale", "curled", "crisp"]),
        [("pale", "curled", "crisp")],
        "pale, curled, crisp",
    ],
    "no-free-lunch-total": ["12,288", "12 288", "2**15*6/16"],
    "disjunctions-written": ["28 379 3304", "28, 379, 3,304", "[28 379 3304]", {1: 28, 2: 379, 3: 3304}],
    "another-curve": [
        lambda x: np.array([-(x**2) + 6 * x + 1 - 2 * np.sin(np.pi * x)]),
        np.poly1d([-1, 6, 1]) + np.poly1d(range(7), r=True),
    ],
    "learner-for-smooth-targets": [
        lambda X, y, new: [int(np.mean(y[np.sum(row != X, axis=1) == 1]) > 0.5) for row in new],
    ],
    "which-error": [
        ("Training error", "test error", "generalization error", "generalisation"),
        {"a": "empirical", "b": "test", "c": "泛化误差", "d": "generalisation"},
        "train; test; generalisation; generalisation",
    ],
    "training-error": [1.7, 1.67, Fraction(5, 3)],
    "true-error": [0.6, "0,58", Fraction(7, 12)],
    "kept-epoch": [EarlyStop(best=2, stopped=5)],
    "misleading-sample": [
        (-1, 1, -1, 1),
        np.array([[-1], [-1], [1], [1]]),
        [0.1 + 0.2, 0.3, -1, -1],
        "-1, 1, -1, 1",
    ],
    "different-examples": [6.513, "6.5132"],
    "uneven-majority": ["48 %", "0,48"],
    "fits-of-a-search": ["64×5+1"],
    "error-bar-of-200": [
        {"E": 0.09, "bar": 0.02},
        "0.09 ± 0.02",
        "0,09; 0,02",
        "9 ± 2 %",
        "18/200, sqrt(0.09*0.91/200)",
    ],
    "order-that-fools": ["11001100", [[1, 1], [0, 0], [1, 1], [0, 0]], [True, True, False, False] * 2],
    "choose-measures": [
        ["error rate", "sensitivity", "查准率", "specificity"],
        {1: "acc", 2: "FNR", 3: "P", 4: "TNR"},
        ["Accuracy", "真正例率", "PPV", "假正例率"],
        "accuracy, recall, precision, FPR",
        "正确率、灵敏度、精确率、假正例率",
        "(a) accuracy, (b) recall, (c) precision and (d) FPR",
    ],
    "largest-f2": [0.25, 0.2, np.float32(0.2)],
    "lead-or-luck": [
        "lead, may be chance, chance",
        "lead luck luck",
        "more than chance, may be luck, chance",
        "(1) lead (2) may be chance (3) may be chance",
        "lead and luck and luck",
        {"first pair": "yes", "second pair": "no", "third pair": "no"},
    ],
    "same-ranking-other-accuracy": [
        ([0.9] * 4, [0.6] * 4),
        {"positives": [0.4] * 4, "negatives": [0.1] * 4},
    ],
    "which-model-which-cost": ["B, 0.223", "B – 0.223", ("B", 0.223), "Classifier B, 0.2233", "a cost of 0.223"],
    "cost-of-believing": [0.093, 0.092],
    "range-of-one-classifier": ["0.25 to 0.667", "between 0.25 and 0.667", "0.25–0.667", "0.25到0.667", "25–66.7 %"],
    "share-where-the-winner-changes": ["p < 0.1", "below 0.1"],
    "bill-of-a-thousand": ["258 per 1000"],
    "band-of-the-difference": ["from 0.01 to 0.05", "0.01 … 0.05"],
    "one-against-the-rest": ["82.5 % and 67.5 %"],
    "false-alarms-allowed": ["30 false alarms", "30个"],
    "best-of-twenty": [0.375, 0.3701, np.float32(0.38), "0.37 < t ≤ 0.38", "t ≥ 0.38"],
    "rule-at-another-share": ["2/7 ≈ 0.286", "q ≥ 0.286", "at least 2/7"],
    "never-the-best": ["at most 2/3", "two thirds"],
    "errors-still-explained": ["at most 9", "9 or fewer", "9 errors (18 %)"],
    "parts-by-simulation": [
        (0.68, 0.006, 0.09),
        (0.677, 0.006, 0.09),
        (np.array([0.6775]), np.array([0.0061]), 0.09),
        decompose([[0.0561], [0.2121]], [0.9571], 0.09),
        exact_polynomial(wave, np.linspace(-1, 1, 25), [0.5], 1, 0.09),
    ],
    "broken-assumption": [["not independent", "zero mean", "neither", "independence", "no"]],
    "what-to-change": [["more flexibility", "data", "simpler", "better attributes"]],
    "choose-method": [["holdout", "10 × 10-fold", "cross-validation", "LOO"]],
    "fooled-or-sound": [["leak", "tuned on the test set", "honest", "seen in training", "ok"]],
    "no-free-lunch-claims": [["follows", "doesn't follow", "doesn't follow", "no", "yes"]],
    "promise-of-five": [["compatible", "incompatible", "yes", "incompatible"], ["yes", "no", "holds", "broken"]],
    "enough-examples": [(9 + 1) * 0.3**2 / 0.01, "at least 90"],
    "biased-but-better": [
        {"A": [-2, 2, -2, 2], "B": [1, 1, 1, 1]},
        np.array([[-2, 2, -2, 2], [1, 1, 1, 1]]),
        "[[-2, 2, -2, 2], [1, 1, 1, 1]]",
        "-3 3 -3 3 0.5 0.5 0.5 0.5",
    ],
    "choose-test": [
        "McNemar; binomial; corrected t; Friedman + Holm",
        ["McNemar", "binomial", "corrected t", "Friedman, then pair by pair with Holm, or Nemenyi"],
        "McNemar's test, binomial test, corrected resampled t-test, Friedman test",
        "McNemar, exact if few differ, binomial test, ten times ten folds, corrected t, (2.35), then Nemenyi",
        "McNemar; binomial; Nadeau-Bengio; Friedman + Nemenyi",
        {1: "mcnemar", 2: "二项检验", 3: "Nadeau-Bengio corrected t", 4: "Friedman and Nemenyi"},
        ["McNemar 检验", "binomial", "修正的重采样 t 检验", "Friedman 检验"],
        ["McNemar, exact if few differ", "binom", "ten times ten folds, corrected t", "(2.35)"],
        ["exact McNemar", "binomial", "corrected t test", "F test"],
        ["McNemar", "binomial", "corrected t", "Friedman (2.35)"],
    ],
    "holm-of-four": [(0.06, 0.032, 0.06, 0.032)],
    "todays-call": [
        AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=10, random_state=0),
        AdaBoostClassifier(n_estimators=10, estimator=DecisionTreeClassifier(max_depth=2, random_state=1)),
    ],
    "exact-interval": [binomtest(5, 50).proportion_ci(), "[0.033, 0.218]", "3.3 % 21.8 %"],
    "three-rounds-needed": [(True, True, False, False, False, True, True, True), "0 0 1 1 1 1 0 0"],
    "size-of-a-sample": ["√10 000", "sqrt(10000)"],
}
