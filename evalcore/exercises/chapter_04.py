"""Exercises of chapter 04, Performance measures."""

import numpy as np

from evalcore.datasets import load_ranked_examples
from evalcore.exercises.judging import compare, exercise
from evalcore.metrics import ConfusionMatrix, confusion_at, macro_average, micro_average, rank_loss, roc_auc_score

NEXT_ABOVE = 1e-9  # added to a threshold, turns "at least" into "more than"


@exercise("tpr-at-threshold")
def _(answer):
    y_true, y_score = load_ranked_examples()
    cm = confusion_at(y_true, y_score, 0.4)
    mistakes = {
        "That is the precision: it divides by the predicted positives. The TPR divides by the positives.": cm.precision,
        "You left out the example whose score is exactly 0.4: at least the threshold is positive.": confusion_at(
            y_true, y_score, 0.4 + NEXT_ABOVE
        ).tpr,
        "That is the number of true positives. A rate divides it by the number of positives.": cm.tp,
        "You divided by all examples. The TPR divides by the positives only.": cm.tp / cm.total,
        "That is the false positive rate, which counts among the negatives.": cm.fpr,
    }
    return compare(answer, cm.tpr, mistakes, otherwise="Count the positives with a score of 0.4 or more, out of ten.")


@exercise("fpr-at-threshold")
def _(answer):
    y_true, y_score = load_ranked_examples()
    cm = confusion_at(y_true, y_score, 0.52)
    mistakes = {
        "You left out the negative whose score is exactly 0.52: at least the threshold is positive.": confusion_at(
            y_true, y_score, 0.52 + NEXT_ABOVE
        ).fpr,
        "You divided by the predicted positives: that is 1 - precision. The FPR divides by the negatives.": cm.fp
        / (cm.tp + cm.fp),
        "You divided by all examples. The FPR divides by the negatives only.": cm.fp / cm.total,
        "That is the true positive rate, which counts among the positives.": cm.tpr,
        "That is the number of false positives. A rate divides it by the number of negatives.": cm.fp,
    }
    return compare(answer, cm.fpr, mistakes, otherwise="Count the negatives with a score of 0.52 or more, out of ten.")


@exercise("f2-by-hand")
def _(answer):
    precision, recall = 0.5, 0.8

    def f_beta(beta):
        return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)

    mistakes = {
        "That is F1. With beta = 2 recall counts more.": f_beta(1),
        "That is F0.5: it leans towards precision. With beta = 2 recall counts more.": f_beta(0.5),
        "That is the arithmetic mean. F-beta is a weighted harmonic mean.": (precision + recall) / 2,
        "You used beta where (2.11) has beta squared.": f_beta(2**0.5),
    }
    return compare(answer, f_beta(2), mistakes, otherwise="Put P = 0.5, R = 0.8 and beta = 2 into (2.11).")


@exercise("macro-precision")
def _(answer):
    matrices = [ConfusionMatrix(90, 10, 10, 90), ConfusionMatrix(5, 15, 5, 175)]
    macro, micro = macro_average(matrices), micro_average(matrices)
    mistakes = {
        "That is the micro-precision: you added the counts first. Macro averages the two precisions.": micro.precision,
        "That is the macro-recall. Precision divides by the predicted positives, TP + FP.": macro.recall,
        "That is the macro-F1 of (2.14).": macro.f1,
        "That is the mean accuracy.": np.mean([cm.accuracy for cm in matrices]),
    }
    return compare(answer, macro.precision, mistakes, otherwise="Compute the precision of each matrix, then the mean.")


@exercise("auc-with-a-tie")
def _(answer):
    y_true, y_score = [1, 1, 1, 0, 0, 0], [0.9, 0.6, 0.4, 0.7, 0.6, 0.2]
    pairs = 9
    auc = roc_auc_score(y_true, y_score)
    mistakes = {
        "You counted the tie as a win. A tie counts half.": auc + 0.5 / pairs,
        "You counted the tie as a loss. A tie counts half.": auc - 0.5 / pairs,
        "That is the rank loss (2.21), the share of pairs in the wrong order. AUC is 1 minus it.": rank_loss(
            y_true, y_score
        ),
        "That is the accuracy at threshold 0.5. AUC has no threshold: compare pairs.": confusion_at(
            y_true, y_score, 0.5
        ).accuracy,
        "That is the number of pairs in the right order. Divide it by the number of pairs.": auc * pairs,
    }
    return compare(answer, auc, mistakes, otherwise="Write down the nine pairs; count 1, 1/2 or 0 for each.")


@exercise("largest-f2")
def _(answer):
    y_true, y_score = load_ranked_examples()
    matrices = [confusion_at(y_true, y_score, threshold) for threshold in y_score]

    def best(beta):
        return int(np.argmax([cm.fbeta(beta) for cm in matrices]))

    mistakes = {
        "That threshold has the largest F1. F2 weighs recall twice as much.": y_score[best(1)],
        "That threshold has the largest F0.5, which leans towards precision.": y_score[best(0.5)],
        "That is the largest F2 itself. The question asks for the threshold.": matrices[best(2)].fbeta(2),
        "That many are called positive there. The question asks for the threshold.": best(2) + 1,
    }
    hint = "Compute F2 with every score as the threshold and take the threshold of the largest."
    return compare(answer, y_score[best(2)], mistakes, otherwise=hint)


@exercise("same-ranking-other-accuracy")
def _(answer):
    y_true = np.array([1, 1, 1, 1, 0, 0, 0, 0])
    scores = np.asarray(answer, dtype=float)
    if scores.shape != y_true.shape:
        return "Expected eight scores: four of positives, then four of negatives."
    auc, accuracy = roc_auc_score(y_true, scores), confusion_at(y_true, scores, 0.5).accuracy
    if auc < 1 and accuracy == 0.5:
        return f"The accuracy is 0.5, but the AUC is {auc:.3f}: some negative outranks, or ties with, a positive."
    if auc == 1 and accuracy > 0.5:
        return f"The AUC is 1, but the accuracy is {accuracy:.3f}: which side of 0.5 must the scores lie on?"
    if auc == 1 - 1 and accuracy <= 0.5:
        return "Your ranking is upside down: every negative outranks every positive."
    return None if auc == 1 and accuracy == 0.5 else f"The AUC is {auc:.3f} and the accuracy {accuracy:.3f}."
