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


@family("add-two-tables", "Two tables of counts, added")
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
        _("That weighs the two AUCs by their pairs. The pairs across the parts are missing."):
            (parts[0].auc * pairs[0] + parts[1].auc * pairs[1]) / sum(pairs),
        _("That is the first part alone."): parts[0].auc,
        _("That is the second part alone."): parts[1].auc,
        _("Equal scores count half, not nothing."): whole.auc - tied / 2 / every,
        _("Equal scores count half, not whole."): whole.auc + tied / 2 / every,
        _("That is the share of the wrong pairs."): 1 - whole.auc,
    }  # fmt: skip
    rows = _table(positives, negatives)[1:]
    added = _("; ").join(_("{plus}, {minus} at {score}", plus=plus, minus=minus, score=s) for s, plus, minus in rows)
    above = [int(count * negatives[i + 1 :].sum()) for i, count in enumerate(positives)]
    if not tied:
        return None
    return Task(
        [
            _("Positives and negatives at each score, on two days:"),
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
            _("Added, positives and negatives: {added}.", added=added),
            _(
                "There are {positives} × {negatives} = {pairs} pairs. In the right order are {above} = {right}, tied "
                "{tied}.",
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
        _("That is the whole width. A tie counts half already, so it can be off by half only."): tied / every,
        _("That is the number of tied pairs. Divide by twice the number of all pairs."): tied,
        _("Divide by twice the number of pairs, positives times negatives, not of examples."):
            tied / (2 * (positives.sum() + negatives.sum())),
        _("Pairs have one positive and one negative: multiply the two counts of a row."):
            (positives.sum() + negatives.sum()) / (2 * every),
        _("That is the share of pairs that are in no doubt."): 1 - tied / every,
    }  # fmt: skip
    products = [int(a * b) for a, b in zip(positives, negatives, strict=True)]
    return Task(
        [
            _("Scores were rounded before they were counted:"),
            _table(positives, negatives),
            _("How far, at most, is the AUC of this table from that of the scores as they were?"),
        ],
        Numbers(truth, distinct(truth, mistakes), _("Only pairs that rounding tied are in doubt, each by a half.")),
        [
            _(
                "Tied are {products} = {tied} pairs, of {positives} × {negatives} = {pairs}.",
                products=" + ".join(map(str, products)), tied=tied,
                positives=positives.sum(), negatives=negatives.sum(), pairs=every,
            ),
            _(
                "Each counts 1/2 and may have been 0 or 1: {tied} / (2 × {pairs}) = {truth:.3f}.",
                tied=tied, pairs=every, truth=truth,
            ),
        ],
    )  # fmt: skip


@family("may-be-averaged", "Which figures may be averaged")
def may_be_averaged(rng):
    sites, size = int(rng.integers(3, 9)), 100 * int(rng.integers(2, 20))
    words = {
        marked("mean"): ["the mean", "average", "平均", "均值"],
        marked("sum"): ["the sum", "总和", "和"],
        marked("neither"): ["none", "都不是"],
    }
    share = _("It is a share of examples of which each part has equally many.")
    counted = _("It is a count, and the whole has the counts of all parts.")
    unequal = _("It is a share of a group that is not equally large in the parts.")
    across = _("It compares examples across the parts, which no part has seen.")
    question = _(
        "{sites} sites have {size} examples each, with different shares of positives, and use one threshold. Is the "
        "figure of the whole the mean of theirs, the sum, or neither?", sites=sites, size=size,
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
