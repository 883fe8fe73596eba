"""Practice for chapter 09: the sum of two tables of counts, and the AUC of rounded scores."""

import numpy as np

from evalcore.counts import ScoreCounts
from evalcore.exercises.judging import Numbers
from evalcore.exercises.tasks import Task, cases, distinct, family
from evalcore.language import marked
from evalcore.language import translated as _

SCORES = np.array([0.9, 0.5, 0.1])


def _table(positives, negatives):
    """Return the rows of a table of counts."""
    rows = zip(SCORES.tolist(), positives.tolist(), negatives.tolist(), strict=True)
    return [[_("score"), _("positives"), _("negatives")], *map(list, rows)]


@family("add-two-tables", "Adding two tables of counts")
def add_two_tables(rng):
    drawn = rng.integers(0, 4, (2, 2, 3))  # part, class, score
    if not drawn.sum(axis=2).all() or drawn.sum() > 16:
        return None
    parts = [ScoreCounts(SCORES, *counts) for counts in drawn]
    whole = parts[0] + parts[1]
    pairs = [int(np.prod(counts.sum(axis=1))) for counts in drawn]
    if np.prod(drawn.sum(axis=(0, 2))) not in (10, 12, 15, 16, 18, 20, 24, 25, 30, 36, 40):
        return None
    positives, negatives = drawn.sum(axis=0)
    tied = int(positives @ negatives)
    every = int(positives.sum() * negatives.sum())
    mistakes = {
        _("That is the mean of the two AUCs. The pairs across the parts are missing."):
            (parts[0].auc + parts[1].auc) / 2,
        _("You weighted the two AUCs by their numbers of pairs. The pairs across the parts are missing."):
            (parts[0].auc * pairs[0] + parts[1].auc * pairs[1]) / sum(pairs),
        _("That is the AUC of the first part alone."): parts[0].auc,
        _("That is the AUC of the second part alone."): parts[1].auc,
        _("You left out the pairs with equal scores. Each counts as one half."): whole.auc - tied / 2 / every,
        _("You counted each pair with equal scores as right. It counts as one half."): whole.auc + tied / 2 / every,
        _("That is the share of pairs in the wrong order. The AUC is the share in the right order."): 1 - whole.auc,
    }  # fmt: skip
    rows = _table(positives, negatives)[1:]
    added = _("; ").join(_("{plus} and {minus} at {score}", plus=plus, minus=minus, score=s) for s, plus, minus in rows)
    above = [int(count * negatives[i + 1 :].sum()) for i, count in enumerate(positives)]
    if not tied:
        return None
    return Task(
        [
            _("Here are the positives and negatives at each score, on two days:"),
            [
                [_("score"), _("+ on day one"), _("− on day one"), _("+ on day two"), _("− on day two")],
                *(
                    [score, *map(int, counts)]
                    for score, counts in zip(SCORES.tolist(), drawn.reshape(4, 3).T, strict=True)
                ),
            ],
            _("What is the AUC of both days together?"),
        ],
        Numbers(whole.auc, distinct(whole.auc, mistakes), _("Add the tables row by row, then count the pairs.")),
        [
            _("After addition, the positives and negatives are {added}.", added=added),
            _(
                "There are {positives} × {negatives} = {pairs} pairs. The number in the right order is {above} = "
                "{right}, and the number of ties is {tied}.",
                positives=positives.sum(), negatives=negatives.sum(), pairs=every,
                above=" + ".join(map(str, above)), right=sum(above), tied=tied,
            ),
            _(
                "AUC = ({right} + {tied}/2) / {pairs} = {auc:.3f}.",
                right=sum(above), tied=tied, pairs=every, auc=whole.auc,
            ),
        ],
    )  # fmt: skip


@family("auc-left-open", "What rounding leaves open")
def auc_left_open(rng):
    positives, negatives = rng.integers(1, 6, (2, 3)) * 10
    tied, every = int(positives @ negatives), int(positives.sum() * negatives.sum())
    truth = tied / (2 * every)
    mistakes = {
        _("That is the whole width. A tie already counts one half, so it can be off by only one half."): tied / every,
        _("That is the number of tied pairs. Divide by twice the number of all pairs."): tied,
        _("Divide by twice the number of pairs (positives times negatives), not by twice the number of examples."):
            tied / (2 * (positives.sum() + negatives.sum())),
        _("Pairs have one positive and one negative: multiply the two counts of a row."):
            (positives.sum() + negatives.sum()) / (2 * every),
        _("That is the share of pairs that are not in doubt."): 1 - tied / every,
    }  # fmt: skip
    products = [int(a * b) for a, b in zip(positives, negatives, strict=True)]
    return Task(
        [
            _("The scores were rounded before the examples were counted:"),
            _table(positives, negatives),
            _("By how much, at most, can the AUC of this table differ from that of the scores before rounding?"),
        ],
        Numbers(truth, distinct(truth, mistakes), _(
            "Only the pairs that are tied by rounding are in doubt, each of them by one half."
        ), bound="<"),
        [
            _(
                "Of {positives} × {negatives} = {pairs} pairs, {products} = {tied} are tied.",
                products=" + ".join(map(str, products)), tied=tied,
                positives=positives.sum(), negatives=negatives.sum(), pairs=every,
            ),
            _(
                "Each tie counts 1/2 but may have been 0 or 1 before, so the AUC may be off by {tied} / (2 × "
                "{pairs}) = {truth:.3f}.",
                tied=tied, pairs=every, truth=truth,
            ),
        ],
    )  # fmt: skip


@family("may-be-averaged", "Which values may be averaged")
def may_be_averaged(rng):
    sites, size = int(rng.integers(3, 9)), 100 * int(rng.integers(2, 20))
    words = {
        marked("mean"): ["the mean", "average", "平均", "均值"],
        marked("sum"): ["the sum", "总和", "和"],
        marked("neither"): ["none", "都不是", "两者都不是"],
    }
    share = _("It is a share of all examples, and every part has equally many examples.")
    counted = _("It is a count, and the whole contains the examples of all parts.")
    unequal = _("It is a share of a group that is not equally large in the parts.")
    across = _("It depends on pairs of examples from different parts, and no part contains such a pair.")
    question = _(
        "{sites} sites have {size} examples each, with different shares of positives, and use one threshold. Is the "
        "value for all sites together the mean of the sites' values, their sum, or neither?", sites=sites, size=size,
    )  # fmt: skip
    return cases(rng, question, words, [
        (_("The error rate."), "mean", share),
        (_("The accuracy."), "mean", share),
        (_("The share of examples predicted positive."), "mean", share),
        (_("The number of false positives."), "sum", counted),
        (_("The number of examples with the score 0.7."), "sum", counted),
        (_("The recall."), "neither", unequal),
        (_("The precision."), "neither", unequal),
        (_("The false positive rate."), "neither", unequal),
        (_("The AUC."), "neither", across),
    ])  # fmt: skip
