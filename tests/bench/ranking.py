"""The ranking measures and the cost curve on a million scores."""

import numpy as np
from sklearn import metrics as sklearn
from timing import Row, ratios

from evalcore import costs
from evalcore import metrics as evalcore

EXAMPLES, ROUNDS = 10**6, 9
FEW, THRESHOLDS = 2000, 1001  # for the envelope by brute force, which takes the minimum of all lines at each x

WANTED = [
    ("evalcore roc_auc_score", "np.sort", "at most 1.6"),
    ("scikit-learn roc_auc_score", "evalcore roc_auc_score", "at least 4"),
    ("scikit-learn roc_curve", "evalcore roc_curve", "at least 1.5"),
    ("scikit-learn precision_recall_curve", "evalcore precision_recall_curve", "at least 1.5"),
    ("cost_curve", "evalcore roc_curve", "at most 1.3"),
]


def rows() -> list[Row]:
    """Ratios for scores without and with ties; scikit-learn keeps every threshold, as evalcore does."""
    rng = np.random.default_rng(0)
    y_true = rng.integers(0, 2, EXAMPLES)
    continuous = (rng.normal(0.4 + 0.2 * y_true, 0.15)).clip(0, 1)
    found = []
    for kind, y_score in [("10⁶ scores", continuous), ("10⁶ scores of two decimals", continuous.round(2))]:
        of_kind = ratios(_candidates(y_true, y_score), WANTED, ROUNDS)
        found += [row._replace(slow=f"{row.slow}, {kind}") for row in of_kind]
    return found + _envelope(y_true[:FEW], continuous[:FEW])


def _candidates(y_true, y_score):
    roc = evalcore.roc_curve(y_true, y_score)
    return {
        "np.sort": lambda: np.sort(y_score),
        "evalcore roc_auc_score": lambda: evalcore.roc_auc_score(y_true, y_score),
        "scikit-learn roc_auc_score": lambda: sklearn.roc_auc_score(y_true, y_score),
        "evalcore roc_curve": lambda: evalcore.roc_curve(y_true, y_score),
        "scikit-learn roc_curve": lambda: sklearn.roc_curve(y_true, y_score, drop_intermediate=False),
        "evalcore precision_recall_curve": lambda: evalcore.precision_recall_curve(y_true, y_score),
        "scikit-learn precision_recall_curve": lambda: sklearn.precision_recall_curve(y_true, y_score),
        "cost_curve": lambda: costs.cost_curve(roc),
    }


def _envelope(y_true, y_score):
    roc, x = evalcore.roc_curve(y_true, y_score), np.linspace(0, 1, THRESHOLDS)
    fpr, fnr = costs.cost_lines(roc).T
    candidates = {
        "minimum of all 2001 lines at 1001 places": lambda: np.min(fpr[:, None] * (1 - x) + fnr[:, None] * x, axis=0),
        "cost_curve of 2000 scores": lambda: costs.cost_curve(roc),
    }
    return ratios(candidates, [(*candidates, "at least 1")], ROUNDS)
