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
        _("That is the number of rows. Each row contains two counts."): rows,
        _("You left out one end. The scores go from 1 to 5 in steps of a half, and both ends count."): 2 * (rows - 1),
        _("You counted only whole stars. There are half stars, too."): 2 * 5,
        _("You also counted half a star, but the scores begin at 1."): 2 * (rows + 1),
        _("The table does not contain the films, only how many of them have each score and label."): 1e6,
        _("The table contains nothing about individual films, only counts for each score."): 2e6,
    }
    return Numbers(2 * rows, mistakes, _("Count the different scores; each has two counts."), decimals=0, bound="<")


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
        _("You weighted the two AUCs by their numbers of pairs. The pairs across the parts are missing."):
            np.dot([first.auc, second.auc], pairs) / sum(pairs),
        _("That is the AUC of the first part alone."): first.auc,
        _("That is the AUC of the second part alone."): second.auc,
        _("You left out the ties. Each tie counts as one half."): without_ties[0],
        _("You counted each tie as a pair in the right order. It counts as one half."): without_ties[1],
        _("That is the share of pairs in the wrong order. The AUC is the share in the right order."): whole.rank_loss,
    }  # fmt: skip
    hint = _("Add the two tables row by row. Then count the pairs in the right order, and half of those that tie.")
    return Numbers(whole.auc, mistakes, hint)


@exercise("four-perfect-parts")
def four_perfect_parts():
    parts = 4
    mistakes = {
        _("That is the mean AUC of the parts. Pairs across the parts may be in the wrong order."): 1,
        _(
            "That is the share of the pairs within the parts. Of the pairs across the parts, half are still in the "
            "right order."
        ): 1 / parts,
        _("That is right for two parts. Here there are four."): 0.75,
        _("That is the limit for very many parts."): 0.5,
        _("You counted only the pairs across the parts. Those within the parts are in the right order, too."): (
            1 - 1 / parts
        )
        / 2,
    }
    hint = _(
        "A quarter of the pairs are within the parts and in the right order. Of the others, at most half can be in "
        "the wrong order."
    )
    truth = 1 / parts + (1 - 1 / parts) / 2
    return Numbers(truth, mistakes, hint, bound=">")


@exercise("half-width-of-three-rows")
def half_width_of_three_rows():
    positives, negatives = np.array([30, 40, 30]), np.array([10, 40, 50])
    rounded = ScoreCounts(np.array([0.9, 0.5, 0.1]), positives, negatives)
    tied, pairs = positives @ negatives, positives.sum() * negatives.sum()
    mistakes = {
        _("That is the whole width. A tie already counts one half, so it can be off by only one half."): tied / pairs,
        _("That is the number of tied pairs. Divide by twice the number of all pairs."): tied,
        _("That is the number of tied pairs, each off by a half. Divide by the number of all pairs."): tied / 2,
        _("That is the AUC of the table. How far can it be off?"): rounded.auc,
        _("Divide by the number of pairs, 100 times 100, not by the number of examples."): tied / 400,
        _("Pairs have one positive and one negative: multiply the two counts of a row."):
            (positives.sum() + negatives.sum()) / (2 * pairs),
    }  # fmt: skip
    hint = _(
        "Count the tied pairs of each row. Each of them can be off by one half. Divide by the number of all pairs."
    )
    return Numbers(tied / (2 * pairs), mistakes, hint, bound="<")


@exercise("digits-needed")
def digits_needed():
    rng = np.random.default_rng(7)
    labels = rng.random(10_000) < 0.5
    table = count_scores(labels, rng.normal(labels))
    widths = np.array([np.ptp(table.rounded(digits).auc_bounds) for digits in range(9)])
    truth = int(np.argmax(widths < 0.001))
    mistakes = {
        _("With that many decimals, the bounds are still {width:.4f} apart.", width=widths[truth - 1]): truth - 1,
        _("That many decimals are enough, but fewer are enough, too."): truth + 1,
        _("That is the width. The question asks for the number of decimals."): widths[truth],
    }
    hint = _("Increase the decimals from 0 until the two ends of auc_bounds are less than 0.001 apart.")
    return Numbers(truth, mistakes, hint, decimals=0, bound=">")


@exercise("size-of-a-sample")
def size_of_a_sample():
    m = 10_000
    mistakes = {
        _("That is the mean of the size, and also its variance. Take the square root."): m,
        _("An ordinary sample always has the same size. A Poisson sample does not."): 0,
        _("That is the standard deviation for one example."): 1,
        _("That would be right if each example occurred once or not at all."): np.sqrt(
            m * np.exp(-1) * (1 - np.exp(-1))
        ),
    }
    hint = _("The size has a Poisson distribution with mean 10 000, and its variance equals its mean.")
    return Numbers(np.sqrt(m), mistakes, hint, decimals=0)


@exercise("mean-sum-or-neither")
def mean_sum_or_neither():
    words = {
        marked("mean"): ["the mean", "average", "平均", "均值"],
        marked("sum"): ["the sum", "总和", "和"],
        marked("neither"): ["none", "都不是", "两者都不是"],
    }
    across = _(
        "The AUC of each part counts only the pairs within that part. What about a positive from one site and a "
        "negative from another?"
    )
    parts = {
        _("error rate"): (
            "mean",
            _("It is a share of all examples, and the parts are equally large."),
            {"sum": _("Four error rates of 0.1 do not make an error rate of 0.4.")},
        ),
        _("false negatives"): (
            "sum",
            _("They are counts, and the whole contains those of every part."),
        ),
        _("AUC"): ("neither", across),
        _("recall"): (
            "neither",
            _("It is a share of the positives. Does every part have the same number of positives?"),
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
    again = _("The scheduler knows which files the worker had counted, and has them read again by other workers.")
    given_up = _(
        "The file is read by a second worker, then by a third. After four dead workers, the scheduler gives up."
    )
    unknown = _("Only the scheduler knew where each table was.")
    twice = _(
        "Both files are counted, and their tables are added. The addition cannot notice that they contain the same day."
    )
    parts = {
        _("a worker dies"): ("nothing lost", again),
        _("a file kills every worker"): ("the pass stops", given_up),
        _("the scheduler dies"): ("the pass stops", unknown),
        _("a day is in two files"): ("a wrong table", twice),
    }
    return Choice(parts, words)
