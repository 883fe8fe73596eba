"""Coverage of the intervals of reports on other kinds of results: data of a known truth, regime by regime.

    python tests/bench/coverage_kinds.py [sets] [kind]

writes ``coverage_kinds.csv`` beside this file: per regime and measure, of 100 data sets how many intervals held the
truth. It takes a few minutes; the folds, with real learners, take most of them.

The truth of ``folds`` is the difference in accuracy of two learners trained on random samples as large as the training
sets of the folds, not that of the two models trained on all examples of one data set.
"""

import csv
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import numpy as np
from scipy.special import gammaincinv, ndtr
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import RepeatedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from evalcore.comparison import signed_rank_test
from evalcore.means import mean_grade, mean_square, paired_mean_test, r_squared, student_mean
from evalcore.multiclass import hand_till_auc, macro_f1_influence, macro_scores
from evalcore.report.tables import FoldsReport

Hit = tuple[str, bool]


def held(measure: str, interval, truth: float) -> Hit:
    """Return the measure, and whether low <= truth <= high of the last two numbers of an interval."""
    low, high = interval[1:3]
    return measure, bool(low - 1e-12 <= truth <= high + 1e-12)


def items(rng: np.random.Generator, groups: int, size: int, cuts: tuple[float, float], graded: bool = False):
    """Two systems on items whose ease is half a matter of their group, if groups have more than one item."""
    group = np.repeat(np.arange(groups), size)
    shared = 0.5 if size > 1 else 0.0
    ease = np.sqrt(shared) * rng.normal(size=groups)[group] + np.sqrt(1 - shared) * rng.normal(size=group.size)
    noise = rng.normal(size=(2, group.size))
    if graded:
        values = [ndtr((ease + other - cut) / 0.3) for other, cut in zip(noise, cuts, strict=True)]
        truth = ndtr(-np.array(cuts) / np.sqrt(2.09))
    else:
        values = [(ease + other > cut).astype(float) for other, cut in zip(noise, cuts, strict=True)]
        truth = ndtr(-np.array(cuts) / np.sqrt(2))
    labels = group if size > 1 else None
    yield held("accuracy", mean_grade(values[0], group=labels), truth[0])
    yield held("difference in accuracy", paired_mean_test(*values, group=labels), truth[0] - truth[1])


def numbers(rng: np.random.Generator, m: int, spread: float, size: int = 1, heavy: bool = False):
    """Measured numbers of variance 1 and predictions with errors of this standard deviation, some in groups."""
    group = np.repeat(np.arange(m // size), size)
    y = rng.normal(size=m)
    errors = rng.standard_t(5, m) * 0.6**0.5 if heavy else rng.normal(size=m)
    if size > 1:
        errors = (errors + rng.normal(size=m // size)[group]) / 2**0.5
    labels = group if size > 1 else None
    predicted = y + spread * errors
    yield held("MSE", mean_square(y - predicted, group=labels), spread**2)
    if not heavy:
        yield held("MAE", student_mean(np.abs(y - predicted), group=labels), spread * (2 / np.pi) ** 0.5)
    yield held("R2", r_squared(y, predicted, group=labels), 1 - spread**2)


def classes(rng: np.random.Generator, m: int, shares, right: float, size: int = 1):
    """Predictions of two models, right with the same probability for every class, otherwise of a class by its share.

    With groups the share of right predictions of a group varies, and its examples have the same class. Scores of the
    first model are normal, those of the true class 1.5 higher, so that each AUC of a pair is the same.
    """
    shares = np.array(shares) / np.sum(shares)
    count, groups = shares.size, m // size
    while True:
        y = np.repeat(rng.choice(count, groups, p=shares), size)
        if np.bincount(y[::size], minlength=count).min() > 0:
            break
    group = np.repeat(np.arange(groups), size)
    chance = np.full(m, right) if size == 1 else rng.beta(4 * right, 4 * (1 - right), groups)[group]
    predicted = []
    for _model in range(2):
        wrong = np.array([rng.choice(count, p=_others(shares, own)) for own in y])
        predicted.append(np.where(rng.random(m) < chance, y, wrong))
    labels = group if size > 1 else None
    table = shares[:, None] * ((1 - right) * np.array([_others(shares, own) for own in range(count)]))
    table[np.diag_indices(count)] = right * shares
    f1 = 2 * right * shares / (shares + table.sum(axis=0))
    scores = macro_scores(y, predicted[0], group=labels)
    yield held("macro recall", scores.recall, right)
    if np.isfinite(scores.precision.value):
        yield held("macro precision", scores.precision, float(np.mean(right * shares / table.sum(axis=0))))
    yield held("macro F1", scores.f1, float(f1.mean()))
    values = [macro_scores(y, other).f1.value + macro_f1_influence(y, other) for other in predicted]
    yield held("difference in macro F1", paired_mean_test(*values, group=labels), 0.0)
    if np.bincount(y).min() > 1:
        noise = rng.normal(size=(m, count)) + 1.5 * np.eye(count)[y]
        if size == 1:
            yield held("AUC of Hand and Till", hand_till_auc(y, noise), float(ndtr(1.5 / 2**0.5)))


def _others(shares: np.ndarray, own: int) -> np.ndarray:
    """Return the shares of the other classes among them."""
    others = np.where(np.arange(shares.size) == own, 0, shares)
    return others / others.sum()


LEARNERS = {
    "tree": lambda: DecisionTreeClassifier(random_state=0),
    "naive Bayes": GaussianNB,
    "linear discriminant": LinearDiscriminantAnalysis,
    "3 nearest neighbours": lambda: KNeighborsClassifier(3),
    "15 nearest neighbours": lambda: KNeighborsClassifier(15),
}


def two_classes(rng: np.random.Generator, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Examples with five correlated normal features; a curved border and noise separate the classes."""
    x = rng.normal(size=(m, 5)) + 0.7 * rng.normal(size=(m, 1))
    return x, (x[:, 0] + 0.5 * x[:, 1] ** 2 - 0.5 * x[:, 2] + rng.normal(size=m) > 0.7).astype(int)


def accuracies(learners: tuple[str, str], x, y, train, test) -> list[float]:
    """Train both learners on some examples and return their accuracy on others."""
    return [float(np.mean(LEARNERS[name]().fit(x[train], y[train]).predict(x[test]) == y[test])) for name in learners]


@cache
def true_difference(learners: tuple[str, str], size: int) -> float:
    """Return the mean difference in accuracy after training on so many examples: 1000 training sets, 4·10⁶ tests."""
    rng, total = np.random.default_rng(size), 0.0
    for _set in range(1000):
        x, y = two_classes(rng, size + 4000)
        first, second = accuracies(learners, x, y, slice(size), slice(size, None))
        total += (first - second) / 1000
    return total


def folds(rng: np.random.Generator, m: int, learners: tuple[str, str], k: int = 10, repeats: int = 1):
    """Two learners on the folds of one data set; two folds are those of a 5x2 cross-validation."""
    x, y = two_classes(rng, m)
    splits = RepeatedKFold(n_splits=k, n_repeats=repeats, random_state=int(rng.integers(2**31))).split(x)
    measured = np.array([accuracies(learners, x, y, *split) for split in splits]).T
    options = {"repetition": np.repeat(np.arange(repeats), k)} if k == 2 else {"test_share": 1 / k}
    report = FoldsReport(dict(zip(learners, measured, strict=True)), **options)
    if learners in report.pairs.differences:
        yield held("difference", report.pairs.differences[learners], true_difference(learners, m - m // k))


def data_sets(rng: np.random.Generator, count: int, draw: Callable[..., np.ndarray], centres: dict[str, float]):
    """Differences of two learners on data sets, and the centres of the distribution that they are drawn from."""
    result = signed_rank_test(draw(rng, count), np.zeros(count))
    for name, centre in centres.items():
        yield held(name, result, centre)


def normal(rng: np.random.Generator, count: int) -> np.ndarray:
    """Draw differences with mean 0.01 and standard deviation 0.02."""
    return rng.normal(0.01, 0.02, count)


def rounded(rng: np.random.Generator, count: int) -> np.ndarray:
    """Draw them as tables print them: with two decimals, so that many are equal or 0."""
    return normal(rng, count).round(2)


def heavy_tails(rng: np.random.Generator, count: int) -> np.ndarray:
    """Draw differences from a t distribution with two degrees of freedom about 0.01."""
    return 0.01 + 0.02 * rng.standard_t(2, count)


def skewed(rng: np.random.Generator, count: int) -> np.ndarray:
    """Draw from an exponential distribution with mean 0.02."""
    return rng.exponential(0.02, count)


CENTRE = {"typical difference": 0.01}  # of a symmetric distribution: median, mean and pseudomedian
CENTRES = {  # of the skewed one; the pseudomedian is the median of the mean of two differences
    "typical difference": 0.02 * float(gammaincinv(2, 0.5)) / 2,
    "median of the differences": 0.02 * float(np.log(2)),
    "mean of the differences": 0.02,
}
TREE, NEIGHBOURS, LINEAR = (
    ("tree", "naive Bayes"),
    ("3 nearest neighbours", "15 nearest neighbours"),
    ("naive Bayes", "linear discriminant"),
)

EQUAL_10, RARE_3, RARE_10 = [1] * 10, [0.6, 0.35, 0.05], [0.15] * 6 + [0.03] * 3 + [0.01]

REGIMES: dict[str, list[tuple[str, Callable[..., Iterator[Hit]]]]] = {
    "items": [
        ("20 items", lambda rng: items(rng, 20, 1, (-1, 0))),
        ("100 items", lambda rng: items(rng, 100, 1, (-1, -0.5))),
        ("100 items, accuracy 0.98", lambda rng: items(rng, 100, 1, (-3, -2.5))),
        ("100 graded items", lambda rng: items(rng, 100, 1, (-1, -0.5), graded=True)),
        ("20 graded items, mean 0.95", lambda rng: items(rng, 20, 1, (-2.4, -2), graded=True)),
        ("50 topics with 10 items", lambda rng: items(rng, 50, 10, (-1, -0.5))),
        ("10 topics with 10 items", lambda rng: items(rng, 10, 10, (-1, -0.5))),
        ("20 topics with 5 graded items", lambda rng: items(rng, 20, 5, (-1, -0.5), graded=True)),
    ],
    "classes": [
        ("100 examples, 3 classes", lambda rng: classes(rng, 100, [1, 1, 1], 0.8)),
        ("100 examples, 3 classes, one of 5 %", lambda rng: classes(rng, 100, RARE_3, 0.8)),
        ("100 examples, 3 classes, one of 5 %, accuracy 0.97", lambda rng: classes(rng, 100, RARE_3, 0.97)),
        ("100 examples, 10 classes", lambda rng: classes(rng, 100, EQUAL_10, 0.7)),
        ("100 examples, 10 classes, one of 1 %", lambda rng: classes(rng, 100, RARE_10, 0.7)),
        ("1000 examples, 3 classes", lambda rng: classes(rng, 1000, [1, 1, 1], 0.8)),
        ("1000 examples, 3 classes, one of 5 %", lambda rng: classes(rng, 1000, RARE_3, 0.8)),
        ("1000 examples, 10 classes", lambda rng: classes(rng, 1000, EQUAL_10, 0.7)),
        ("1000 examples, 10 classes, one of 1 %", lambda rng: classes(rng, 1000, RARE_10, 0.7)),
        ("60 groups with 5 examples, 3 classes", lambda rng: classes(rng, 300, [1, 1, 1], 0.8, size=5)),
    ],
    "numbers": [
        ("20 examples, R2 = 0.75", lambda rng: numbers(rng, 20, 0.5)),
        ("100 examples, R2 = 0.75", lambda rng: numbers(rng, 100, 0.5)),
        ("100 examples, R2 = 0.99", lambda rng: numbers(rng, 100, 0.1)),
        ("100 examples, R2 = 0", lambda rng: numbers(rng, 100, 1)),
        ("100 examples, heavy tails, R2 = 0.75", lambda rng: numbers(rng, 100, 0.5, heavy=True)),
        ("1000 examples, R2 = 0.75", lambda rng: numbers(rng, 1000, 0.5)),
        ("30 groups with 5 examples, R2 = 0.75", lambda rng: numbers(rng, 150, 0.5, size=5)),
    ],
    "folds": [
        ("10 folds, 100 examples, tree and naive Bayes", lambda rng: folds(rng, 100, TREE)),
        ("10 folds, 500 examples, tree and naive Bayes", lambda rng: folds(rng, 500, TREE)),
        ("10 folds, 100 examples, 3 and 15 neighbours", lambda rng: folds(rng, 100, NEIGHBOURS)),
        ("10 folds, 100 examples, naive Bayes and linear", lambda rng: folds(rng, 100, LINEAR)),
        ("10 times 10 folds, 100 examples, tree and naive Bayes", lambda rng: folds(rng, 100, TREE, repeats=10)),
        ("10 times 10 folds, 500 examples, tree and naive Bayes", lambda rng: folds(rng, 500, TREE, repeats=10)),
        ("10 times 10 folds, 100 examples, naive Bayes and linear", lambda rng: folds(rng, 100, LINEAR, repeats=10)),
        ("5 times 2 folds, 100 examples, tree and naive Bayes", lambda rng: folds(rng, 100, TREE, 2, 5)),
        ("5 times 2 folds, 500 examples, tree and naive Bayes", lambda rng: folds(rng, 500, TREE, 2, 5)),
    ],
    "datasets": [
        (f"{count} data sets, {name}", partial(data_sets, count=count, draw=draw, centres=centres))
        for name, draw, centres in [
            ("normal", normal, CENTRE),
            ("normal, two decimals", rounded, CENTRE),
            ("heavy tails", heavy_tails, CENTRE),
            ("skewed", skewed, CENTRES),
        ]
        for count in (6, 10, 30, 100)
    ],
}


def main(sets: int = 1000, kind: str | None = None) -> None:
    """Run the regimes of one kind, or of all, and write the table; rows of other kinds are kept."""
    path = Path(__file__).parent / "coverage_kinds.csv"
    rows = [*csv.reader(path.open(encoding="utf-8"))][1:] if kind and path.exists() else []
    rows = [row for row in rows if row[0] != kind]
    for name in [kind] if kind else REGIMES:
        for number, (regime, trial) in enumerate(REGIMES[name]):
            counted: dict[str, list[bool]] = {}
            for seed in range(sets):
                for measure, hit in trial(np.random.default_rng([number, seed])):
                    counted.setdefault(measure, []).append(hit)
            for measure, hits in counted.items():
                rows.append([name, regime, measure, f"{100 * np.mean(hits):.1f}", str(len(hits))])
                print(*rows[-1], sep="\t")
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([["kind", "regime", "measure", "held of 100", "intervals"], *rows])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:3])
