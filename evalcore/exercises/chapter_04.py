"""Exercises of chapter 04, Performance measures."""

from collections.abc import Mapping

import numpy as np

from evalcore.datasets import load_ranked_examples
from evalcore.exercises.judging import compare, exercise, numbers
from evalcore.metrics import ConfusionMatrix, confusion_at, macro_average, micro_average, rank_loss, roc_auc_score

# Four models examine the same 200 patients, of whom 40 are ill.
EXAMINED = {
    "K": ConfusionMatrix(tp=20, fn=20, fp=2, tn=158),
    "L": ConfusionMatrix(tp=38, fn=2, fp=40, tn=120),
    "M": ConfusionMatrix(tp=32, fn=8, fp=8, tn=152),
    "N": ConfusionMatrix(tp=6, fn=34, fp=1, tn=159),
}
# What each task wants little of, and how to say it.
HARM = {
    1: (lambda cm: cm.fn + cm.fp, lambda cm: f"is wrong {cm.fn + cm.fp:g} times"),
    2: (lambda cm: cm.fn, lambda cm: f"misses {cm.fn:g} of the 40 ill"),
    3: (lambda cm: 1 - cm.precision, lambda cm: f"sends {cm.fp:g} healthy among {cm.tp + cm.fp:g} to the operation"),
    4: (lambda cm: cm.fp, lambda cm: f"frightens {cm.fp:g} of the 160 healthy"),
}
SMALLER_IS_BETTER = {"error_rate", "fpr", "fnr"}
OTHER_NAMES = {
    "acc": "accuracy", "精度": "accuracy", "error": "error_rate", "错误率": "error_rate",
    "p": "precision", "查准率": "precision",
    "r": "recall", "sensitivity": "recall", "true_positive_rate": "recall", "查全率": "recall", "召回率": "recall",
    "false_positive_rate": "fpr", "误诊率": "fpr", "specificity": "tnr", "true_negative_rate": "tnr", "特异度": "tnr",
    "false_negative_rate": "fnr",
}  # fmt: skip


@exercise("choose-measures")
def choose_measures(answer):
    """A measure fits a task if it puts the four models in the order of the harm that they do there."""
    named = list(answer.values()) if isinstance(answer, Mapping) else answer
    names = named.split(",") if isinstance(named, str) else np.ravel(np.asarray(named, dtype=object)).tolist()
    if len(names) != len(HARM) or not all(isinstance(name, str) for name in names):
        return 'Expected four names, one a task, such as ("F1", "F1", "F1", "F1").'
    for (task, (harm, words)), name in zip(HARM.items(), names, strict=True):
        plain = name.strip().lower().replace(" ", "_").replace("-", "_")
        measure = OTHER_NAMES.get(plain, plain)
        if not isinstance(getattr(ConfusionMatrix, measure, None), property) or measure == "total":
            return f"Task {task}: there is no measure {name!r} here. Name accuracy, precision, recall, FPR or F1."
        sign = 1 if measure in SMALLER_IS_BETTER else -1
        ranked = sorted(EXAMINED, key=lambda model: sign * getattr(EXAMINED[model], measure))
        wanted = sorted(EXAMINED, key=lambda model: harm(EXAMINED[model]))
        for first, other in zip(ranked, wanted, strict=True):
            if first != other:
                more, less = words(EXAMINED[first]), words(EXAMINED[other])
                return (
                    f"Task {task}: the measure you name puts {first} before {other}, "
                    f"but {first} does more harm there: it {more}, while {other} {less}."
                )
    return None


@exercise("false-alarms-allowed")
def false_alarms_allowed(answer):
    screws, broken, found = 1000, 40, 30
    never = ConfusionMatrix(tp=0, fn=broken, fp=0, tn=screws - broken)
    sound = screws - broken
    model = [ConfusionMatrix(found, broken - found, alarms, sound - alarms) for alarms in range(sound + 1)]
    allowed = next(alarms for alarms, cm in enumerate(model) if np.isclose(cm.accuracy, never.accuracy))
    mistakes = {
        'That many mistakes does the answer "never broken" make. The model\'s misses are mistakes, too.': broken,
        "That many broken screws the model misses. It may make more mistakes before it is no better.": broken - found,
        'That is the accuracy of "never broken". The question asks for a number of false alarms.': never.accuracy,
        'That is the number of right answers of "never broken". Count the wrong ones.': never.tn,
        "You added the misses. They use up a part of the mistakes that are allowed.": broken + broken - found,
    }
    hint = 'Both make equally many mistakes: misses and false alarms of the model, and the misses of "never broken".'
    return compare(answer, allowed, mistakes, otherwise=hint)


@exercise("one-number-for-all")
def one_number_for_all(answer):
    labels = np.array([1, 2, 3, 4, 100])

    def mae(number):
        return np.mean(np.abs(labels - number))

    best = np.median(labels)
    mistakes = {
        "That is the mean, and has the smallest MSE. An absolute error gives no extra weight to 100.": labels.mean(),
        "That is the smallest MAE itself. The question asks for the number that has it.": mae(best),
        "That lies halfway between the ends: it makes the largest error small, not the mean of all.": (1 + 100) / 2,
        "That is the median without the 100. It is a label like the others.": np.median(labels[:-1]),
    }
    hint = "Move the number a little to the right: labels on the right come nearer, those on the left go farther away."
    return compare(answer, best, mistakes, otherwise=hint)


@exercise("macro-precision")
def macro_precision(answer):
    matrices = [ConfusionMatrix(90, 10, 35, 65), ConfusionMatrix(5, 15, 5, 175)]
    macro, micro = macro_average(matrices), micro_average(matrices)
    mistakes = {
        "That is the micro-precision: you added the counts first. Macro averages the two precisions.": micro.precision,
        "That is the macro-recall. Precision divides by the predicted positives, TP + FP.": macro.recall,
        "That is the macro-F1 of (2.14).": macro.f1,
        "That is the mean accuracy. Precision divides by the predicted positives, TP + FP.": np.mean(
            [cm.accuracy for cm in matrices]
        ),
        "That is the precision of the first test set alone. Macro is the mean over both.": matrices[0].precision,
        "That is the precision of the second test set alone. Macro is the mean over both.": matrices[1].precision,
    }
    return compare(answer, macro.precision, mistakes, otherwise="Compute the precision of each matrix, then the mean.")


@exercise("auc-with-a-tie")
def auc_with_a_tie(answer):
    y_true, y_score = [1, 1, 1, 0, 0, 0], [0.9, 0.6, 0.4, 0.7, 0.6, 0.2]
    pairs = 9
    auc = roc_auc_score(y_true, y_score)
    mistakes = {
        "Right to two decimals; give three, or a fraction.": round(auc, 2),
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
def largest_f2(answer):
    """A threshold is judged by what it decides: all that call the same examples positive are one answer."""
    y_true, y_score = load_ranked_examples()

    def called(threshold):
        return int(np.sum(y_score >= threshold))

    def best(beta):
        return max(y_score, key=lambda threshold: confusion_at(y_true, y_score, threshold).fbeta(beta))

    largest = confusion_at(y_true, y_score, best(2)).fbeta(2)
    other_numbers = {
        "That is the largest F2 itself. The question asks for the threshold.": largest,
        "That many are called positive there. The question asks for the threshold.": called(best(2)),
    }
    if hint := compare(answer, np.nan, other_numbers, otherwise=""):
        return hint
    threshold = numbers(answer).item()
    if called(threshold) == called(best(2)) - 1:
        f2 = confusion_at(y_true, y_score, threshold).fbeta(2)
        return f"F2 is {f2:.3f} there: the cut leaves out the next positive, whose score is just below."
    mistakes = {
        "That threshold has the largest F1. F2 leans further towards recall.": called(best(1)),
        "That threshold has the largest F0.5, which leans towards precision.": called(best(0.5)),
    }
    hint = "Compute F2 with every score as the threshold and take the threshold of the largest."
    return compare(called(threshold), called(best(2)), mistakes, otherwise=hint, tolerance=0)


@exercise("same-ranking-other-accuracy")
def same_ranking_other_accuracy(answer):
    y_true = np.array([1, 1, 1, 1, 0, 0, 0, 0])
    try:
        scores = numbers(answer).ravel()
    except (TypeError, ValueError):
        scores = np.array([])
    if scores.shape != y_true.shape:
        return "Expected eight scores: four of positives, then four of negatives."
    auc, accuracy = roc_auc_score(y_true, scores), confusion_at(y_true, scores, 0.5).accuracy
    if auc < 1 and accuracy == 0.5:
        return f"The accuracy is 0.5, but the AUC is {auc:.3f}: some negative outranks, or ties with, a positive."
    if auc == 1 and accuracy > 0.5:
        return f"The AUC is 1, but the accuracy is {accuracy:.3f}: which side of 0.5 must the scores lie on?"
    if auc == 0 and accuracy <= 0.5:
        return "Your ranking is upside down: every negative outranks every positive."
    return None if auc == 1 and accuracy == 0.5 else f"The AUC is {auc:.3f} and the accuracy {accuracy:.3f}."


@exercise("lead-or-luck")
def lead_or_luck(answer):
    lead, error, covariance = 0.80 - 0.76, 0.03, 0.00074
    variance = 2 * error**2 - 2 * covariance
    truth = lead - 1.96 * variance**0.5
    mistakes = {
        "That is its upper end.": lead + 1.96 * variance**0.5,
        "You left the covariance out: both learners rank the same examples.": lead - 1.96 * (2 * error**2) ** 0.5,
        "The covariance is taken off twice, once for each order of the two.": lead
        - 1.96 * (2 * error**2 - covariance) ** 0.5,
        "You added the covariance. What the two share cancels in their difference.": lead
        - 1.96 * (2 * error**2 + 2 * covariance) ** 0.5,
        "That is the standard error of the lead. The interval begins 1.96 of them below the lead.": variance**0.5,
        "You used the variance where the standard error belongs, its root.": lead - 1.96 * variance,
    }
    hint = "Variance of the lead: 0.03² + 0.03² - 2 x 0.00074. Its root is the standard error."
    return compare(answer, truth, mistakes, otherwise=hint)


@exercise("one-against-the-rest")
def one_against_the_rest(answer):
    above_a_pear, above_a_quince, pears = 0.9, 0.6, 30

    def against_the_rest(quinces):
        return (pears * above_a_pear + quinces * above_a_quince) / (pears + quinces)

    mean = (above_a_pear + above_a_quince) / 2
    truth = against_the_rest(10), against_the_rest(90)
    mistakes = {
        "You averaged the two kinds. In the rest each fruit counts, and pears are three to one.": (
            mean,
            mean,
        ),
        "The first is right. With more quinces the rest is another mixture.": (truth[0], truth[0]),
        "The first is right; the second averages the two kinds.": (truth[0], mean),
        "Both are right, in the wrong order: first with 10 quinces.": truth[::-1],
        "Those are the shares of the wrong pairs. The AUC is that of the right ones.": 1 - np.array(truth),
    }
    hint = "20 x 30 pairs with a pear, 90 % of them right; 20 x 10 with a quince, 60 %. Then 20 x 90."
    return compare(answer, truth, mistakes, otherwise=hint)
