"""Practice for chapter 04: measures from counts, a threshold, a point of the ROC curve, the AUC with a tie."""

import numpy as np

from evalcore.exercises.judging import Numbers
from evalcore.exercises.tasks import Task, cases, distinct, family
from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.metrics import ConfusionMatrix, confusion_at, roc_auc_score


@family("measures-by-hand", "Precision, recall and F1 by hand")
def measures_by_hand(rng):
    tp, fn, fp = (int(count) for count in rng.integers(1, 10, 3))
    tn = int(rng.integers(10, 60))
    cm = ConfusionMatrix(tp, fn, fp, tn)
    if not all((100 * share).is_integer() for share in (cm.precision, cm.recall)) or len({fn, fp, tp}) < 3:
        return None
    mistakes = {
        _("You swapped precision and recall. Precision divides by the number of examples predicted positive."):
            (cm.recall, cm.precision, cm.f1),
        _("Precision and recall are right. F1 is their harmonic mean, not their arithmetic mean."):
            (cm.precision, cm.recall, (cm.precision + cm.recall) / 2),
        _("Precision and recall are right. F1 is not the accuracy."): (cm.precision, cm.recall, cm.accuracy),
        _("Precision and recall are right. You multiplied them; F1 is twice their product, divided by their sum."):
            (cm.precision, cm.recall, cm.precision * cm.recall),
        _("You treated the negatives as the positives."): (
            cm.tn / (cm.tn + cm.fn), cm.tn / (cm.tn + cm.fp), 2 * cm.tn / (2 * cm.tn + cm.fn + cm.fp)),
    }  # fmt: skip
    hint = (_("P = TP / (TP + FP)."), _("R = TP / (TP + FN)."), _("F1 = 2TP / (2TP + FP + FN)."))
    return Task(
        [
            _("Here is a confusion matrix:"),
            [
                [_("truth"), _("predicted positive"), _("predicted negative")],
                [_("positive"), tp, fn],
                [_("negative"), fp, tn],
            ],
            _("Give precision, recall and F1."),
        ],
        Numbers((cm.precision, cm.recall, cm.f1), mistakes, hint, asks=("P", "R", "F1")),
        [
            _("P = TP / (TP + FP) = {tp} / {called} = {precision:.3f}.", tp=tp, called=tp + fp, precision=cm.precision),
            _("R = TP / (TP + FN) = {tp} / {positives} = {recall:.3f}.", tp=tp, positives=tp + fn, recall=cm.recall),
            _(
                "F1 = 2TP / (2TP + FP + FN) = {twice} / {both} = {f1:.3f}.",
                twice=2 * tp, both=2 * tp + fp + fn, f1=cm.f1,
            ),
        ],
    )  # fmt: skip


def _ranked(rng, positives, negatives):
    """Return labels and scores with one decimal, highest first."""
    scores = np.sort(rng.choice(range(5, 95, 5), positives + negatives, replace=False))[::-1] / 100
    return rng.permutation([1] * positives + [0] * negatives), scores


def _listed(y_true, y_score):
    """Return a table of scores and labels."""
    return [[_("score"), *(f"{score:.2f}" for score in y_score)], [_("label"), *("+" if y else "−" for y in y_true)]]


@family("threshold-for-a-recall", "The highest threshold that gives enough recall")
def threshold_for_a_recall(rng):
    y_true, y_score = _ranked(rng, 5, 4)
    wanted = int(rng.integers(3, 5))

    def first_with(enough):
        return next((score for score in y_score if enough(confusion_at(y_true, y_score, score))), None)

    truth = first_with(lambda cm: cm.tp >= wanted)
    place = list(y_score).index(truth)
    mistakes = {
        _("At that threshold, one positive too few is found."): first_with(lambda cm: cm.tp >= wanted - 1),
        _("That threshold finds one positive more than required; a higher one will do."):
            first_with(lambda cm: cm.tp >= wanted + 1),
        _("Count the positives that are found, not all examples that are predicted positive."):
            first_with(lambda cm: cm.tp + cm.fp >= wanted),
        _("That is the required recall, not a threshold."): wanted / 5,
        _(
            "That is the next lower score. An example whose score equals the threshold is predicted positive."
        ): y_score[place + 1],
    }  # fmt: skip
    mistakes = {hint: number for hint, number in mistakes.items() if number is not None}
    hint = _("Go down the list and count the positives.")
    return Task(
        [
            _("Here are nine examples. An example is predicted positive if its score is at least the threshold."),
            _listed(y_true, y_score),
            _(
                "What is the highest score that, used as the threshold, gives a recall of at least {recall:g}?",
                recall=wanted / 5,
            ),
        ],
        Numbers(truth, distinct(truth, mistakes), hint, decimals=2),
        [
            _(
                "There are 5 positives, so a recall of {recall:g} means that {wanted} of them are found.",
                recall=wanted / 5,
                wanted=wanted,
            ),
            _(
                "Counted from the top, positive number {wanted} has the score {score:.2f}. At this threshold it is "
                "found; at any higher one it is missed.",
                wanted=wanted,
                score=truth,
            ),
        ],
    )


@family("roc-point", "A point of the ROC curve")
def roc_point(rng):
    y_true, y_score = _ranked(rng, int(rng.choice([4, 5])), int(rng.choice([4, 5])))
    place = int(rng.integers(2, len(y_score) - 2))
    threshold = y_score[place]
    at, above = confusion_at(y_true, y_score, threshold), confusion_at(y_true, y_score, y_score[place - 1])
    mistakes = {
        _(
            "Both are right, but in the wrong order: FPR is the horizontal axis, TPR the vertical "
            "one."
        ): (at.tpr, at.fpr),
        _("An example whose score equals the threshold is predicted positive, too."): (above.fpr, above.tpr),
        _("FPR divides by the number of negatives, TPR by the number of positives."):
            (at.fp / (at.tp + at.fp), at.tp / (at.tp + at.fp)),
        _("Those are shares of all examples. Each rate divides by the size of its own class."):
            (at.fp / len(y_true), at.tp / len(y_true)),
        _("The second is right. FPR is the fraction of the negatives that are predicted positive."): (at.tnr, at.tpr),
    }  # fmt: skip
    if len({*mistakes.values(), (at.fpr, at.tpr)}) <= len(mistakes):
        return None
    hint = (_("FPR = FP / (FP + TN)."), _("TPR = TP / (TP + FN)."))
    return Task(
        [
            _("Here are the examples in the order of their scores:"),
            _listed(y_true, y_score),
            _("Which point (FPR, TPR) of the ROC curve belongs to the threshold {threshold:.2f}?", threshold=threshold),
        ],
        Numbers((at.fpr, at.tpr), mistakes, hint, decimals=2, asks=("FPR", "TPR")),
        [
            _(
                "{scores} examples have a score of at least {threshold:.2f}, with TP = {tp} and FP = {fp}.",
                scores=place + 1, threshold=threshold, tp=at.tp, fp=at.fp,
            ),
            _(
                "FPR = {fp} / {negatives} = {fpr:.2f}, TPR = {tp} / {positives} = {tpr:.2f}.",
                fp=at.fp, negatives=at.fp + at.tn, fpr=at.fpr, tp=at.tp, positives=at.tp + at.fn, tpr=at.tpr,
            ),
        ],
    )  # fmt: skip


@family("auc-by-hand", "AUC by hand, with a tie")
def auc_by_hand(rng):
    positives, negatives = int(rng.integers(2, 5)), int(rng.integers(2, 5))
    y_true, y_score = _ranked(rng, positives, negatives)
    place = int(rng.integers(0, len(y_true) - 1))
    if y_true[place] == y_true[place + 1]:
        return None
    y_score[place + 1] = y_score[place]
    auc, pairs = roc_auc_score(y_true, y_score), positives * negatives
    right = auc * pairs
    if not 0.3 < auc < 1 or pairs < 6:
        return None
    mistakes = {
        _("You counted the tie as a win. A tie counts half."): (right + 0.5) / pairs,
        _("You counted the tie as a loss. A tie counts half."): (right - 0.5) / pairs,
        _("That is the ranking loss, the share of pairs in the wrong order. The AUC is 1 minus this."): 1 - auc,
        _("That is the number of pairs in the right order. Divide it by the number of all pairs."): right,
        _("A pair has one positive and one negative. Divide by the number of such pairs."):
            right / (len(y_true) * (len(y_true) - 1) / 2),
    }  # fmt: skip
    negative = y_score[y_true == 0]
    below = [(np.sum(negative < score) + np.sum(negative == score) / 2, score) for score in y_score[y_true == 1]]
    return Task(
        [_("Here are the examples in the order of their scores:"), _listed(y_true, y_score), _("Give the AUC.")],
        Numbers(auc, distinct(auc, mistakes), _(
            "For each positive, count the negatives below it, and each tie as a half. Then divide the sum by the "
            "number of pairs."
        )),
        [
            _("There are {positives} × {negatives} = {pairs} pairs of a positive and a negative.",
              positives=positives, negatives=negatives, pairs=pairs),
            _("Count the negatives below each positive, and each tie as a half: {counts}; together {right:g}.",
              counts=_(", ").join(_("{count:g} at {score:.2f}", count=count, score=score) for count, score in below),
              right=right),
            _("AUC = {right:g} / {pairs} = {auc:.4g}.", right=right, pairs=pairs, auc=auc),
        ],
    )  # fmt: skip


@family("measure-for-a-task", "The measure that fits a task")
def measure_for_a_task(rng):
    count = 10 * int(rng.integers(2, 10))
    words = {
        marked("accuracy"): ["error rate", "精度", "准确率"],
        marked("precision"): ["PPV", "查准率", "精确率"],
        marked("recall"): ["sensitivity", "TPR", "查全率", "召回率"],
        "FPR": ["false positive rate", "假正例率"],
        "AUC": ["ROC AUC"],
    }
    all_alike = _("Both kinds of error matter equally, and the classes are about equally large.")
    among_called = _("What counts is the share of true positives among those predicted positive.")
    among_positives = _("What counts is the share of the positives that are found.")
    among_negatives = _("What counts is the share of the negatives that are predicted positive.")
    ranking = _("There is no threshold yet: what counts is whether positives rank above negatives.")
    return cases(rng, _("Which measure fits each task?"), words, [
        (_("A model tells left from right hands in {count} X-rays, half of each; every mix-up costs "
           "the same.", count=count),
         "accuracy", all_alike),
        (_("Everybody who is predicted to be ill is operated on; few of those operated on should be healthy."),
         "precision", among_called),
        (_("A user sees {count} search results and wants most of them to be relevant.", count=count),
         "precision", among_called),
        (_("A missed tumour is fatal; a false positive costs a blood test."), "recall", among_positives),
        (_(
            "A car maker withdraws faulty cars from the roads and must find nearly all of them."
        ), "recall", among_positives),
        (_(
            "Healthy people who are predicted to be ill are frightened; this should happen to as small a share of "
            "the healthy as possible."
        ),
         "FPR", among_negatives),
        (_("The scores are handed to {count} hospitals, each of which will choose its own threshold.", count=count),
         "AUC", ranking),
    ])  # fmt: skip


@family("precision-and-prevalence", "Precision where positives are rarer")
def precision_and_prevalence(rng):
    recall, fpr = int(rng.integers(5, 10)) / 10, int(rng.integers(1, 9)) / 20
    here, there = 0.5, float(rng.choice([0.01, 0.02, 0.05, 0.1, 0.2]))

    def precision(share):
        return share * recall / (share * recall + (1 - share) * fpr)

    truth = precision(there)
    mistakes = {
        _(
            "That is the precision where half are positive. Recall and FPR stay the same; precision does "
            "not."
        ): precision(here),
        _("That is the share of all people who are predicted positive."): there * recall + (1 - there) * fpr,
        _("Those are the odds. Divide the true positives by the sum of the true and the false positives."):
            there * recall / ((1 - there) * fpr),
        _("That is the share of all people who are positive and found."): there * recall,
        _("That is the recall, which does not depend on the share of positives."): recall,
    }  # fmt: skip
    people = 1000
    ill = round(people * there)
    true, false = ill * recall, (people - ill) * fpr
    return Task(
        [
            _("Where half of the people are positive, a threshold has recall {recall:g} and FPR {fpr:g}.",
              recall=recall, fpr=fpr),
            _("Elsewhere a share of {share:g} is positive, with the scores within each class distributed as before. "
              "What is the precision there?", share=there),
        ],
        Numbers(truth, distinct(truth, mistakes), _(
            "How many true and how many false positives are there among 1000 people?"
        )),
        [
            _("Of 1000 people, {ill} are positive, and {true:g} of these are predicted positive.", ill=ill, true=true),
            _("Of the other {others}, {false:g} are predicted positive.", others=people - ill, false=false),
            _("Precision = {true:g} / {both:g} = {truth:.3f}.", true=true, both=true + false, truth=truth),
        ],
    )  # fmt: skip
