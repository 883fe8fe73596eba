"""Coverage of the report's intervals: data sets of a known truth, regime by regime.

    python tests/bench/coverage.py [sets] [jobs]

writes ``coverage.csv`` beside this file: per regime and measure, of how many data sets the interval held the truth, of
100. Scores are normal, a positive's mean is ``distance`` higher; the report sees them, or the calibrated probabilities
that they give. The truth of a cost is that of the threshold that the report shows.
"""

import csv
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.special import expit, logit
from scipy.stats import norm

from evalcore.report import Report

LEVELS = np.array([-0.5, 0.5, 1.5, 2.5])  # at which tied scores change


class Regime(NamedTuple):
    """Data sets of one kind; ``group`` is how many examples each patient has, who share half of the variance."""

    name: str
    m: int
    share: float
    distances: tuple[float, float]
    correlation: float = 0.5
    cost_fn: float = 1
    prior: float | None = None  # the share of positives where the models are used, if it is given
    tied: bool = False
    group: int = 1


REGIMES = [
    Regime("few positives (10 of 5000), share not given", 5000, 0.002, (1.5, 1.5), cost_fn=200),
    Regime("few positives (10 of 2000), share not given", 2000, 0.005, (1.5, 1.5), cost_fn=50),
    Regime("40 positives of 2000, share not given", 2000, 0.02, (1.5, 1.0), cost_fn=20),
    Regime("40 positives of 2000, share given", 2000, 0.02, (1.5, 1.0), cost_fn=20, prior=0.02),
    Regime("150 and 250, used where 0.003 are positive", 400, 0.375, (2.0, 1.5), cost_fn=200, prior=0.003),
    Regime("20 and 20", 40, 0.5, (1.5, 1.0)),
    Regime("60 and 240", 300, 0.2, (1.5, 1.0), cost_fn=4),
    Regime("60 and 240, equal models", 300, 0.2, (1.5, 1.5), cost_fn=4),
    Regime("50 and 150, models that agree (0.98)", 200, 0.25, (1.5, 1.5), 0.98, cost_fn=3),
    Regime("five tied levels, 200", 200, 0.4, (2.0, 1.5), tied=True),
    Regime("AUC near 1 (0.998), 100", 100, 0.3, (4.0, 4.0)),
    Regime("60 patients with 5 cases", 300, 0.4, (1.5, 1.0), cost_fn=2, group=5),
    Regime("20 patients with 10 cases", 200, 0.4, (1.5, 1.0), cost_fn=2, group=10),
]


def drawn(regime: Regime, rng: np.random.Generator):
    """Labels, normal scores of two models, and the patients; at least two examples of each class."""
    patients = regime.m // regime.group
    while True:
        if regime.group == 1:
            y = rng.random(regime.m) < regime.share
        else:  # a patient's cases are mostly of one class
            leaning = rng.random(patients) < regime.share
            y = (
                rng.random((patients, regime.group))
                < np.where(leaning, 0.9, 0.1 * regime.share / (1 - regime.share))[:, None]
            )
            y = y.ravel()
        if 2 <= y.sum() <= regime.m - 2:
            break
    z = rng.normal(size=(2, regime.m))
    patient = np.repeat(np.arange(patients), regime.group)
    if regime.group > 1:
        z = np.sqrt(0.5) * z + np.sqrt(0.5) * rng.normal(size=(2, patients))[:, patient]
    z[1] = regime.correlation * z[0] + np.sqrt(1 - regime.correlation**2) * z[1]
    z += np.array(regime.distances)[:, None] * y
    if regime.tied:
        z = np.digitize(z, LEVELS).astype(float)
    return y, z, None if regime.group == 1 else patient


def share_of(regime: Regime) -> float:
    """The true share of positives."""
    if regime.group == 1:
        return regime.share
    return regime.share * 0.9 + (1 - regime.share) * 0.1 * regime.share / (1 - regime.share)


def used_at(regime: Regime) -> float:
    """The share of positives where the models are used."""
    return share_of(regime) if regime.prior is None else regime.prior


def rates(regime: Regime, threshold: float, distance: float) -> tuple[float, float]:
    """True and false positive rate of a threshold."""
    if regime.tied and np.isfinite(threshold):
        place = int(np.ceil(threshold))
        threshold = -np.inf if place <= 0 else LEVELS[place - 1]
    return float(norm.sf(threshold - distance)), float(norm.sf(threshold))


def auc_of(regime: Regime, distance: float) -> float:
    """The true AUC, ties half."""
    if not regime.tied:
        return float(norm.cdf(distance / 2**0.5))
    cells = [np.diff([0, *norm.cdf(LEVELS - d), 1]) for d in (distance, 0)]
    return float(cells[0] @ (np.cumsum(cells[1]) - cells[1] / 2))


def precision_of(regime: Regime, distance: float) -> float:
    """The true average precision."""
    recalls = (np.arange(2000) + 0.5) / 2000
    alarms = norm.sf(norm.isf(recalls) + distance)
    share = used_at(regime)
    return float(np.mean(share * recalls / (share * recalls + (1 - share) * alarms)))


def trial(regime: Regime, seed: int) -> list[tuple[str, bool]]:
    """Of one data set, each interval's measure and whether it holds the truth."""
    rng = np.random.default_rng(seed)
    y, z, patient = drawn(regime, rng)
    share, hits, costs = used_at(regime), [], []
    scores = {"a": z[0], "b": z[1]}
    options = {"prior": regime.prior, "cost_fn": regime.cost_fn, "threshold": 1.0, "group": patient}
    if not regime.tied:
        options |= {"specificity": 0.9, "precision": 0.7}
    report = Report(y, scores, **options)
    table = report.table()
    rows = {
        (name, measure): ends
        for name, measure, *ends in zip(
            *(table[key] for key in ("learner", "measure", "value", "low", "high")), strict=True
        )
    }

    def held(measure, estimate, truth):
        if estimate[1] is not None and np.isfinite(truth):
            hits.append((measure, bool(estimate[1] - 1e-12 <= truth <= estimate[2] + 1e-12)))

    held("share of positives", rows["", "share of positives"], share_of(regime))
    for name, distance in zip("ab", regime.distances, strict=True):
        held("AUC", rows[name, "AUC"], auc_of(regime, distance))
        if not regime.tied:
            held("average precision", rows[name, "average precision"], precision_of(regime, distance))
        threshold = rows[name, "threshold"][0]
        tpr, fpr = rates(regime, np.inf if threshold is None else threshold, distance)
        costs.append(share * regime.cost_fn * (1 - tpr) + (1 - share) * fpr)
        held(
            "expected cost",
            next(part for part in report.parts if part.chapter == "05").rows
            and rows_of(report, name, "expected cost per example"),
            costs[-1],
        )
        held("recall at the cheapest threshold", rows[name, "recall"], tpr)
        held("false positive rate there", rows[name, "false positive rate"], fpr)
        if threshold is not None:
            positive = share * tpr + (1 - share) * fpr
            held("precision there", rows[name, "precision"], share * tpr / positive)
        tpr, fpr = rates(regime, 1.0, distance)
        called = share * tpr + (1 - share) * fpr
        held("recall at a threshold", rows[name, "recall (sensitivity)"], tpr)
        held("specificity at a threshold", rows[name, "specificity"], 1 - fpr)
        held("precision at a threshold", rows[name, "precision (positive predictive value)"], share * tpr / called)
        npv = (1 - share) * (1 - fpr) / (1 - called)
        held("negative predictive value at a threshold", rows[name, "negative predictive value"], npv)
        held("F1 at a threshold", rows[name, "F1"], 2 * share * tpr / (share + called))
        cost = share * regime.cost_fn * (1 - tpr) + (1 - share) * fpr
        held("expected cost at a threshold", rows[name, "expected cost per example"], cost)
        held("net benefit at a threshold", rows[name, "net benefit"], share - cost / regime.cost_fn)
        if not regime.tied:
            held(
                "recall at a specificity",
                rows[name, "recall at a specificity of 0.9"],
                norm.sf(norm.isf(0.1) - distance),
            )
            t = np.linspace(-4, 8, 4001)
            precisions = share * norm.sf(t - distance) / (share * norm.sf(t - distance) + (1 - share) * norm.sf(t))
            reached = norm.sf(t - distance)[precisions >= 0.7].max(initial=0)
            held("recall at a precision", rows[name, "recall at a precision of 0.7"], reached)
    if ("a − b", "difference in AUC") in rows:
        truth = auc_of(regime, regime.distances[0]) - auc_of(regime, regime.distances[1])
        held("difference in AUC", rows["a − b", "difference in AUC"], truth)
        held("difference in expected cost", rows["a − b", "difference in expected cost"], costs[0] - costs[1])
    if patient is None and not regime.tied:
        hits += calibrated(regime, y, z)
    return hits


def rows_of(report: Report, name: str, measure: str) -> tuple:
    """The row of the cheapest threshold, not of the operating points."""
    (price,) = (part for part in report.parts if part.chapter == "05")
    return next(tuple(row)[2:] for row in price.rows if (row.learner, row.measure) == (name, measure))


def calibrated(regime: Regime, y, z) -> list[tuple[str, bool]]:
    """Of right probabilities: the intervals of all measures, and that the verdict is not no."""
    distance, share = regime.distances[0], regime.share

    def right(scores):
        return expit(distance * (scores - distance / 2) + logit(share))

    quantiles = norm.ppf((np.arange(20_000) + 0.5) / 20_000)
    brier = share * np.mean((1 - right(quantiles + distance)) ** 2) + (1 - share) * np.mean(right(quantiles) ** 2)
    q = right(z[0])
    report = Report(y, q)
    table = report.table()
    hits = []
    for measure, truth in [
        ("Brier score", brier),
        ("calibration slope", 1),
        ("calibration intercept", 0),
        ("mean probability minus share of positives", 0),
    ]:
        for row_measure, low, high in zip(table["measure"], table["low"], table["high"], strict=True):
            if row_measure == measure:
                hits.append((measure, low <= truth <= high))
    return [*hits, ("verdict on right probabilities is not no", ": no, " not in " ".join(report.parts[2].words))]


def main(sets: int, jobs: int) -> None:
    """Run all regimes and write the table."""
    with (
        ProcessPoolExecutor(jobs) as pool,
        (Path(__file__).parent / "coverage.csv").open("w", newline="", encoding="utf-8") as file,
    ):
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["regime", "measure", "held of 100", "intervals"])
        for regime in REGIMES:
            counted: dict[str, list[bool]] = {}
            for hits in pool.map(partial(trial, regime), range(sets), chunksize=10):
                for measure, hit in hits:
                    counted.setdefault(measure, []).append(hit)
            for measure, hits in counted.items():
                writer.writerow([regime.name, measure, f"{100 * np.mean(hits):.1f}", len(hits)])
            file.flush()


if __name__ == "__main__":
    main(*map(int, [*sys.argv[1:], "500", "2"][:2])) if len(sys.argv) != 2 else main(int(sys.argv[1]), 2)
