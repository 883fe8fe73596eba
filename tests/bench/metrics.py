"""How fast the ranking measures are, as ratios from one run: ``python tests/bench/metrics.py``.

The candidates take turns and the best time of each counts, so that a busy machine slows
all of them alike. Nothing is asserted: the goals stand beside the ratios.
"""

from collections.abc import Callable
from time import perf_counter

import numpy as np
from sklearn import metrics as sklearn

from evalcore import metrics as evalcore

EXAMPLES, ROUNDS = 10**6, 9

# what is divided by what, and the goal
RATIOS = [
    ("evalcore roc_auc_score", "np.sort", "<= 1.6"),
    ("sklearn roc_auc_score", "evalcore roc_auc_score", ">= 4"),
    ("sklearn roc_curve", "evalcore roc_curve", ">= 1.5"),
    ("sklearn precision_recall_curve", "evalcore precision_recall_curve", ">= 1.5"),
]


def best_times(candidates: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The shortest time of each candidate in seconds; in each round every candidate runs once."""
    best = dict.fromkeys(candidates, float("inf"))
    for _ in range(rounds):
        for name, run in candidates.items():
            start = perf_counter()
            run()
            best[name] = min(best[name], perf_counter() - start)
    return best


def candidates(y_true: np.ndarray, y_score: np.ndarray) -> dict[str, Callable[[], object]]:
    """What is compared. scikit-learn keeps every threshold, as evalcore does."""
    return {
        "np.sort": lambda: np.sort(y_score),
        "evalcore roc_auc_score": lambda: evalcore.roc_auc_score(y_true, y_score),
        "sklearn roc_auc_score": lambda: sklearn.roc_auc_score(y_true, y_score),
        "evalcore roc_curve": lambda: evalcore.roc_curve(y_true, y_score),
        "sklearn roc_curve": lambda: sklearn.roc_curve(y_true, y_score, drop_intermediate=False),
        "evalcore precision_recall_curve": lambda: evalcore.precision_recall_curve(y_true, y_score),
        "sklearn precision_recall_curve": lambda: sklearn.precision_recall_curve(y_true, y_score),
    }


def main() -> None:
    """Print the times and the ratios for scores without and with ties."""
    rng = np.random.default_rng(0)
    y_true = rng.integers(0, 2, EXAMPLES)
    continuous = (rng.normal(0.4 + 0.2 * y_true, 0.15)).clip(0, 1)
    for kind, y_score in [("continuous", continuous), ("rounded to two decimals", continuous.round(2))]:
        best = best_times(candidates(y_true, y_score), ROUNDS)
        print(f"{EXAMPLES:,} scores, {kind}; best of {ROUNDS} rounds")
        for name, seconds in best.items():
            print(f"  {name:<34}{1000 * seconds:8.1f} ms")
        for slow, fast, goal in RATIOS:
            print(f"  {slow + ' / ' + fast:<66}{best[slow] / best[fast]:6.2f}   goal {goal}")
        print()


if __name__ == "__main__":
    main()
