"""How long cost_curve takes beside roc_curve on a million scores: ``python tests/bench/costs.py``.

The two are timed in turn, in one run; the ratio of the medians is what counts (at most 1.3).
"""

from statistics import median
from time import perf_counter

import numpy as np

from evalcore.costs import cost_curve
from evalcore.metrics import roc_curve

SIZE, ROUNDS = 10**6, 7


def timed(call, argument):
    """Seconds, and what the call returned."""
    start = perf_counter()
    result = call(*argument)
    return perf_counter() - start, result


def main() -> None:
    """Print one line for each kind of score."""
    rng = np.random.default_rng(0)
    y_true = rng.integers(0, 2, SIZE)
    for name, separation, digits in [("good scores", 2, 16), ("useless scores", 0, 16), ("tied scores", 1, 3)]:
        y_score = np.round(rng.normal(size=SIZE) + separation * y_true, digits)
        first, second = [], []
        for _ in range(ROUNDS):
            seconds, roc = timed(roc_curve, (y_true, y_score))
            first.append(seconds)
            seconds, curve = timed(cost_curve, (roc,))
            second.append(seconds)
        print(f"{name}: roc_curve {1000 * median(first):.0f} ms, cost_curve {1000 * median(second):.1f} ms, "
              f"ratio {median(second) / median(first):.3f}, {len(curve.thresholds)} segments")  # fmt: skip


if __name__ == "__main__":
    main()
