"""Exercises of chapter 09, Beyond one machine."""

import numpy as np

from evalcore.counts import ScoreCounts, count_scores
from evalcore.exercises.judging import Choice, Numbers, exercise
from evalcore.language import marked
from evalcore.language import translated as _


@exercise("counts-of-stars")
def counts_of_stars():
    rows = len(np.arange(1, 5.5, 0.5))
    mistakes = {
        _("So many rows. Each holds two counts."): rows,
        _("From 1 to 5 in steps of a half: both ends count."): 2 * (rows - 1),
        _("There are half stars, too."): 2 * 5,
        _("Half stars below 1 do not occur."): 2 * (rows + 1),
        _("The films need not be kept, only how many have each score."): 1e6,
        _("Nothing is kept of the single films."): 2e6,
    }
    return Numbers(2 * rows, mistakes, _("Count the different scores; each has two counts."), decimals=0)


def _row(score, positives, negatives):
    return count_scores([1] * positives + [0] * negatives, [score] * (positives + negatives))


@exercise("auc-of-a-sum")
def auc_of_a_sum():
    first, second = _row(0.9, 2, 1) + _row(0.4, 1, 2), _row(0.6, 1, 0) + _row(0.4, 1, 2)
    whole = first + second
    pairs = [9, 4]  # of one positive and one negative in the same part
    without_ties = np.array([2 * 4 + 1 * 4, 2 * 5 + 1 * 4 + 2 * 4]) / 25
    mistakes = {
        _("That is the mean of the two AUCs. The pairs across the parts are missing."): (first.auc + second.auc) / 2,
        _("That weighs the two AUCs by their pairs. The pairs across are missing."):
            np.dot([first.auc, second.auc], pairs) / sum(pairs),
        _("That is the first part alone."): first.auc,
        _("That is the second part alone."): second.auc,
        _("Ties count half, not nothing."): without_ties[0],
        _("Ties count half, not whole."): without_ties[1],
        _("That is the share of the wrong pairs."): whole.rank_loss,
    }  # fmt: skip
    hint = _("At 0.9 two positives and one negative, at 0.6 one positive, at 0.4 two positives and four negatives.")
    return Numbers(whole.auc, mistakes, hint)


@exercise("four-perfect-parts")
def four_perfect_parts():
    parts = 4
    mistakes = {
        _("That is the mean of the parts. Across the parts pairs may be wrong."): 1,
        _("That is the share of the pairs within the parts. Across them half are right still."): 1 / parts,
        _("That holds for two parts."): 0.75,
        _("That is the limit for very many parts."): 0.5,
        _("That counts only the pairs across."): (1 - 1 / parts) / 2,
    }
    hint = _("A quarter of the pairs lies within the parts and is right; of the others half can be wrong.")
    truth = 1 / parts + (1 - 1 / parts) / 2
    return Numbers(truth, mistakes, hint)


@exercise("half-width-of-three-rows")
def half_width_of_three_rows():
    positives, negatives = np.array([30, 40, 30]), np.array([10, 40, 50])
    rounded = ScoreCounts(np.array([0.9, 0.5, 0.1]), positives, negatives)
    tied, pairs = positives @ negatives, positives.sum() * negatives.sum()
    mistakes = {
        _("That is the whole width. A tie counts half already, so it can be off by half only."): tied / pairs,
        _("That is the number of tied pairs. Divide by twice the number of all pairs."): tied,
        _("That is the number of tied pairs, each off by a half. Divide by the number of all pairs."): tied / 2,
        _("That is the AUC of the table. How far can it be off?"): rounded.auc,
        _("Divide by the number of pairs, 100 times 100, not by the number of examples."): tied / 400,
        _("Pairs have one positive and one negative: multiply the two counts of a row."):
            (positives.sum() + negatives.sum()) / (2 * pairs),
    }  # fmt: skip
    hint = _("30 times 10, 40 times 40 and 30 times 50 pairs are tied, of 100 times 100; each can be off by a half.")
    return Numbers(tied / (2 * pairs), mistakes, hint)


@exercise("digits-needed")
def digits_needed():
    rng = np.random.default_rng(7)
    labels = rng.random(10_000) < 0.5
    table = count_scores(labels, rng.normal(labels))
    widths = np.array([np.ptp(table.rounded(digits).auc_bounds) for digits in range(9)])
    truth = int(np.argmax(widths < 0.001))
    mistakes = {
        _("With so many it is {width:.4f} wide still.", width=widths[truth - 1]): truth - 1,
        _("That is narrow enough, but fewer are, too."): truth + 1,
        _("That is the width. The question asks for the number of decimals."): widths[truth],
    }
    hint = _("Increase the decimals from 0 until the two ends of auc_bounds are less than 0.001 apart.")
    return Numbers(truth, mistakes, hint, decimals=0)


@exercise("size-of-a-sample")
def size_of_a_sample():
    m = 10_000
    mistakes = {
        _("That is the mean of the size, and its variance. Take the root of it."): m,
        _("An ordinary sample always has the same size. A Poisson sample has not."): 0,
        _("That is the standard deviation for one example."): 1,
        _("That is for examples that come once or not at all."): np.sqrt(m * np.exp(-1) * (1 - np.exp(-1))),
    }
    hint = _("The size is a Poisson number of mean 10 000, and its variance equals its mean.")
    return Numbers(np.sqrt(m), mistakes, hint, decimals=0)


@exercise("mean-sum-or-neither")
def mean_sum_or_neither():
    words = {
        marked("mean"): ["the mean", "average", "平均", "均值"],
        marked("sum"): ["the sum", "总和", "和"],
        marked("neither"): ["none", "都不是", "两者都不是"],
    }
    across = _("Each part counts pairs within itself. What of a positive of one site and a negative of another?")
    parts = {
        _("error rate"): (
            "mean",
            _("It is a share of all examples, and the parts are equally large."),
            {"sum": _("Four shares of 0.1 are no share of 0.4.")},
        ),
        _("false negatives"): (
            "sum",
            _("They are counted, and the whole has those of every part."),
        ),
        _("AUC"): ("neither", across),
        _("recall"): (
            "neither",
            _("It is a share of the positives. Has each part as many?"),
            {"sum": _("A share cannot be above 1.")},
        ),
    }
    return Choice(parts, words)


@exercise("what-is-lost")
def what_is_lost():
    words = {
        marked("nothing lost"): ["nothing", "没有损失", "不丢"],
        marked("the pass stops"): ["it stops", "stops", "中止", "停了"],
        marked("a wrong table"): ["wrong table", "wrong", "错表", "表错了"],
    }
    again = _("The scheduler knows what it held, and has those files read again by others.")
    given_up = _("It is read again, and again; after four dead workers it is given up.")
    unknown = _("Only the scheduler knew which table is where.")
    twice = _("Both are counted and added. No engine knows that they are one day.")
    parts = {
        _("a worker dies"): ("nothing lost", again),
        _("a file kills every worker"): ("the pass stops", given_up),
        _("the scheduler dies"): ("the pass stops", unknown),
        _("a day stands in two files"): ("a wrong table", twice),
    }
    return Choice(parts, words)
