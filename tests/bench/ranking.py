"""The ranking measures compared with scikit-learn's, on a million scores and on twenty, and the cost curve."""

import numpy as np
from sklearn import metrics as sklearn
from timing import Row, ratios

from evalcore import costs, counts
from evalcore import metrics as evalcore
from evalcore.datasets import load_ranked_examples

EXAMPLES, ROUNDS = 10**6, 9
CALLS = 50  # on twenty scores, to take longer than the resolution of the clock
FEW, THRESHOLDS = 2000, 1001  # for the envelope by brute force: the minimum of all lines at each x

# np.sort of the same scores is a lower bound, because every curve has to sort them. On processors without vector
# instructions the goals are 1, because np.sort takes ten times as long there.
MANY = {"roc_auc_score": "at least 5", "roc_curve": "at least 3", "precision_recall_curve": "at least 3"}
TWENTY = dict.fromkeys(MANY, "at least 2")
SORT = [("evalcore count_scores", "np.sort", "at most 6"), ("evalcore roc_curve", "np.sort", "for information")]
COST_CURVE = [("cost_curve", "evalcore roc_curve", "at most 1.3")]


def rows() -> list[Row]:
    """Return ratios for scores of several kinds; scikit-learn keeps every threshold, as evalcore does."""
    rng = np.random.default_rng(0)
    y_true = rng.integers(0, 2, EXAMPLES)
    normal = rng.normal(0.4 + 0.2 * y_true, 0.15)
    kinds = {
        "10⁶ scores": normal.clip(0, 1),
        "10⁶ scores with far outliers": np.exp(20 * normal),
        "10⁶ scores of two decimals": normal.clip(0, 1).round(2),
    }
    table = [row for kind, y_score in kinds.items() for row in _beside(y_true, y_score, kind, MANY, 1)]
    return table + _beside(*load_ranked_examples(), "20 scores", TWENTY, CALLS) + _envelope(y_true[:FEW], normal[:FEW])


def _beside(y_true, y_score, kind, goals, calls):
    """Time both libraries on the same scores, in turn."""
    candidates = {}
    for name in goals:
        options = {"drop_intermediate": False} if name == "roc_curve" else {}
        candidates[f"scikit-learn {name}"] = _repeated(sklearn, name, calls, y_true, y_score, options)
        candidates[f"evalcore {name}"] = _repeated(evalcore, name, calls, y_true, y_score, {})
    wanted = [(f"scikit-learn {name}", f"evalcore {name}", goal) for name, goal in goals.items()]
    if calls == 1:
        roc = evalcore.roc_curve(y_true, y_score)
        candidates |= {
            "cost_curve": lambda: costs.cost_curve(roc),
            "evalcore count_scores": lambda: counts.count_scores(y_true, y_score),
            "np.sort": lambda: np.sort(y_score),
        }
        wanted += COST_CURVE + SORT
    return [row._replace(slow=f"{row.slow}, {kind}") for row in ratios(candidates, wanted, ROUNDS)]


def _repeated(library, name, calls, y_true, y_score, options):
    measure = getattr(library, name)

    def run():
        for _ in range(calls):
            measure(y_true, y_score, **options)

    return run


def _envelope(y_true, y_score):
    roc, x = evalcore.roc_curve(y_true, y_score), np.linspace(0, 1, THRESHOLDS)
    fpr, fnr = costs.cost_lines(roc).T
    candidates = {
        "minimum of all 2001 lines at 1001 places": lambda: np.min(fpr[:, None] * (1 - x) + fnr[:, None] * x, axis=0),
        "cost_curve of 2000 scores": lambda: costs.cost_curve(roc),
    }
    return ratios(candidates, [(*candidates, "at least 1")], ROUNDS)
