"""Exercises of chapter 04, Performance measures."""

import numpy as np

from evalcore.datasets import load_ranked_examples
from evalcore.exercises.judging import Between, Choice, Numbers, exercise, judge
from evalcore.exercises.reading import numbers
from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.metrics import ConfusionMatrix, confusion_at, macro_average, micro_average, rank_loss, roc_auc_score

# Four models on the same 200 patients, of whom 40 are ill.
EXAMINED = {
    "K": ConfusionMatrix(tp=20, fn=20, fp=2, tn=158),
    "L": ConfusionMatrix(tp=38, fn=2, fp=40, tn=120),
    "M": ConfusionMatrix(tp=32, fn=8, fp=8, tn=152),
    "N": ConfusionMatrix(tp=6, fn=34, fp=1, tn=159),
}
# For each task, the harm to be minimised, and a description of it.
HARM = {
    1: (lambda cm: cm.fn + cm.fp, lambda cm: _("is wrong {wrong:g} times", wrong=cm.fn + cm.fp)),
    2: (lambda cm: cm.fn, lambda cm: _("misses {missed:g} of the 40 ill people", missed=cm.fn)),
    3: (
        lambda cm: 1 - cm.precision,
        lambda cm: _(
            "sends {sent:g} people to an operation, {healthy:g} of them healthy", healthy=cm.fp, sent=cm.tp + cm.fp
        ),
    ),
    4: (lambda cm: cm.fp, lambda cm: _("frightens {healthy:g} of the 160 healthy people", healthy=cm.fp)),
}
MEASURES = {  # with names of measures that rank the models in the same way or in reverse
    marked("accuracy"): ["acc", "error rate", "error", "精度", "准确率", "正确率", "错误率", "1 - accuracy"],
    marked("precision"): ["P", "PPV", "positive predictive value", "查准率", "精确率", "精准率", "阳性预测值"],
    marked("recall"): [
        "R", "TPR", "sensitivity", "true positive rate", "查全率", "召回率", "真正例率", "灵敏度", "FNR",
        "false negative rate", "假反例率", "漏诊率", "miss rate",
    ],
    "FPR": [
        "false positive rate", "假正例率", "误诊率", "fall-out", "TNR", "specificity", "true negative rate",
        "真反例率", "特异度",
    ],
    "F1": ["F1 score", "F-measure", "F"],
}  # fmt: skip


@exercise("choose-measures")
def choose_measures():
    def hint(task, measure):
        harm, words = HARM[task]
        sign = 1 if measure == "FPR" else -1
        ranked = sorted(EXAMINED, key=lambda model: sign * getattr(EXAMINED[model], measure.lower()))
        wanted = sorted(EXAMINED, key=lambda model: harm(EXAMINED[model]))
        for first, other in zip(ranked, wanted, strict=True):
            if first != other:
                return _(
                    "The measure you name puts {first} before {other}, but in this task {first} does more harm: "
                    "it {harm}, while {other} {less}.",
                    first=first, other=other, harm=words(EXAMINED[first]), less=words(EXAMINED[other]),
                )  # fmt: skip
        return None

    tasks = {task: _("Task {task}", task=task) for task in HARM}
    return Choice(
        {name: {measure: hint(task, measure) for measure in MEASURES} for task, name in tasks.items()}, MEASURES
    )


@exercise("false-alarms-allowed")
def false_alarms_allowed():
    screws, broken, detected = 1000, 40, 30
    never = ConfusionMatrix(tp=0, fn=broken, fp=0, tn=screws - broken)
    sound = screws - broken
    model = [ConfusionMatrix(detected, broken - detected, alarms, sound - alarms) for alarms in range(sound + 1)]
    allowed = next(alarms for alarms, cm in enumerate(model) if np.isclose(cm.accuracy, never.accuracy))
    mistakes = {
        _('That is how many mistakes the answer "never broken" makes. The model\'s misses are mistakes, too.'): broken,
        _(
            "That is how many broken screws the model misses. It may make more mistakes than these before it is "
            'no better than "never broken".'
        ): broken - detected,
        _('That is the accuracy of "never broken". The question asks for a number of false positives.'): never.accuracy,
        _('That is the number of right answers of "never broken". Count the wrong ones.'): never.tn,
        _("You added the misses. They use up some of the mistakes that are allowed."): broken + broken - detected,
    }
    hint = _(
        "Equal accuracies mean equal numbers of mistakes. Those of the model are false negatives and false "
        'positives; those of "never broken" are all false negatives.'
    )
    return Numbers(allowed, mistakes, hint, decimals=0, bound="<")


@exercise("one-number-for-all")
def one_number_for_all():
    labels = np.array([1, 2, 3, 4, 100])

    def mae(number):
        return np.mean(np.abs(labels - number))

    best = np.median(labels)
    mistakes = {
        _(
            "That is the mean, which has the smallest MSE. An absolute error gives no extra weight to 100."
        ): labels.mean(),
        _("That is the smallest MAE itself. The question asks for the number that gives it."): mae(best),
        _("That lies halfway between the ends: it minimises the largest error, not the mean of all the errors."): (
            1 + 100
        )
        / 2,
        _("That is the median without the 100, but 100 is a label like the others."): np.median(labels[:-1]),
    }
    hint = _(
        "Move the number a little to the right: labels on the right come nearer, those on the left go farther away."
    )
    return Numbers(best, mistakes, hint, decimals=0)


@exercise("macro-precision")
def macro_precision():
    matrices = [ConfusionMatrix(90, 10, 35, 65), ConfusionMatrix(5, 15, 5, 175)]
    macro, micro = macro_average(matrices), micro_average(matrices)
    mistakes = {
        _(
            "That is the micro-precision: you added the counts first. The macro-precision is the mean of the two "
            "precisions."
        ): micro.precision,
        _("That is the macro-recall. Precision divides by the predicted positives, TP + FP."): macro.recall,
        _("That is the macro-F1 of (2.14). The question asks for the macro-precision."): macro.f1,
        _("That is the mean accuracy. Precision divides by the predicted positives, TP + FP."): np.mean(
            [cm.accuracy for cm in matrices]
        ),
        _("That is the precision of the first test set alone. The macro-precision is the mean over both."): matrices[
            0
        ].precision,
        _("That is the precision of the second test set alone. The macro-precision is the mean over both."): matrices[
            1
        ].precision,
    }
    return Numbers(macro.precision, mistakes, _("Compute the precision of each matrix, then the mean."))


@exercise("auc-with-a-tie")
def auc_with_a_tie():
    y_true, y_score = [1, 1, 1, 0, 0, 0], [0.9, 0.6, 0.4, 0.7, 0.6, 0.2]
    pairs = 9
    auc = roc_auc_score(y_true, y_score)
    mistakes = {
        _("You counted the tie as a win. A tie counts half."): auc + 0.5 / pairs,
        _("You counted the tie as a loss. A tie counts half."): auc - 0.5 / pairs,
        _(
            "That is the ranking loss (2.21), the share of pairs in the wrong order. The AUC is 1 minus this."
        ): rank_loss(y_true, y_score),
        _("That is the accuracy at threshold 0.5. The AUC has no threshold: compare pairs."): confusion_at(
            y_true, y_score, 0.5
        ).accuracy,
        _("That is the number of pairs in the right order. Divide it by the number of pairs."): auc * pairs,
    }
    return Numbers(auc, mistakes, _("Write down the nine pairs; count 1, 1/2 or 0 for each."))


@exercise("largest-f2")
def largest_f2():
    y_true, y_score = load_ranked_examples()
    steps = np.unique(y_score)
    f2 = [confusion_at(y_true, y_score, threshold).fbeta(2) for threshold in steps]
    best = int(np.argmax(f2))

    def same(place):
        """Return the interval of the thresholds that predict the same examples positive."""
        return Between(steps[place - 1] if place else -np.inf, steps[place])

    def largest(beta):
        return same(int(np.argmax([confusion_at(y_true, y_score, threshold).fbeta(beta) for threshold in steps])))

    mistakes = {
        _("That is the largest F2 itself. The question asks for the threshold."): f2[best],
        _(
            "That is the number of examples that are predicted positive at the best threshold. The question asks for "
            "the threshold."
        ): np.sum(y_score >= steps[best]),
        _("That is a little too high: it misses the next positive, whose score is just below."): same(best + 1),
        _("That threshold has the largest F1. F2 gives more weight to recall."): largest(1),
        _("That threshold has the largest F0.5, which gives more weight to precision."): largest(0.5),
    }
    hint = _("Compute F2 with each score as the threshold, and take the threshold that gives the largest F2.")
    values = [f"F2 {f2[best]:.{digits}f}" for digits in (2, 3)]
    return Numbers(same(best), mistakes, hint, bound=">", beside=values)


@judge("same-ranking-other-accuracy")
def same_ranking_other_accuracy(answer):
    y_true = np.array([1, 1, 1, 1, 0, 0, 0, 0])
    try:
        scores = np.array(numbers(answer, 8))
    except (TypeError, ValueError):
        scores = np.array([])
    if scores.shape != y_true.shape:
        return _("Expected eight scores: four of positives, then four of negatives.")
    auc, accuracy = roc_auc_score(y_true, scores), confusion_at(y_true, scores, 0.5).accuracy
    if auc < 1 and accuracy == 0.5:
        return _(
            "The accuracy is 0.5, but the AUC is {auc:.3f}: some negative outranks, or ties with, a positive.", auc=auc
        )
    if auc == 1 and accuracy > 0.5:
        return _(
            "The AUC is 1, but the accuracy is {accuracy:.3f}: which side of 0.5 must the scores lie on?",
            accuracy=accuracy,
        )
    if auc == 0 and accuracy <= 0.5:
        return _("Your ranking is upside down: every negative outranks every positive.")
    if auc == 1 and accuracy == 0.5:
        return None
    return _("The AUC is {auc:.3f} and the accuracy {accuracy:.3f}.", auc=auc, accuracy=accuracy)


@exercise("lead-or-luck")
def lead_or_luck():
    """Ask about three pairs of AUCs with the same standard errors: only their covariance differs."""
    lead, error = 0.80 - 0.76, 0.03

    def begins(covariance):
        return lead - 1.96 * (2 * error**2 - 2 * covariance) ** 0.5

    shared = _(
        "The sampling error that the two learners share cancels. Subtract twice the covariance: the interval begins "
        "at {begin:.3f}.",
        begin=begins(0.00074),
    )
    too_little = _(
        "Part of their sampling error is shared, but not enough: the interval begins at {begin:.3f}.",
        begin=begins(0.0006),
    )
    nothing = _(
        "On different examples no sampling error is shared: the interval begins at {begin:.3f}.", begin=begins(0)
    )
    parts = {
        _("First pair"): ("lead", shared),
        _("Second pair"): ("may be chance", too_little),
        _("Third pair"): ("may be chance", nothing),
    }
    words = {
        marked("lead"): ["more than luck", "more than chance", "yes", "领先", "是", "是真的"],
        marked("may be chance"): ["may be luck", "luck", "chance", "no", "运气", "偶然", "可能是偶然", "不是", "否"],
    }
    every = _("In all three pairs, one AUC is larger. The question is whether chance explains the difference.")
    return Choice(parts, words, {every: ("lead",) * 3})


@exercise("one-against-the-rest")
def one_against_the_rest():
    above_a_pear, above_a_quince, pears = 0.9, 0.6, 30

    def against_the_rest(quinces):
        return (pears * above_a_pear + quinces * above_a_quince) / (pears + quinces)

    mean = (above_a_pear + above_a_quince) / 2
    truth = against_the_rest(10), against_the_rest(90)
    mistakes = {
        _(
            "You took the plain mean of the two kinds. Every fruit in the rest has the same weight, and there are "
            "three pears to every quince."
        ): (
            mean,
            mean,
        ),
        _("The first is right. With more quinces the rest is a different mixture."): (truth[0], truth[0]),
        _("The first is right; the second is the plain mean over the two kinds."): (truth[0], mean),
        _("Both are right, but in the wrong order: give the one with 10 quinces first."): truth[::-1],
        _("Those are the shares of pairs in the wrong order. The AUC is the share in the right order."): 1
        - np.array(truth),
    }
    hint = _(
        "Count the pairs of an apple with a pear and of an apple with a quince, and how many of them are in the right "
        "order. Divide the number in the right order by the number of all pairs."
    )
    return Numbers(truth, mistakes, hint, asks=(_("with 10 quinces"), _("with 90 quinces")))
