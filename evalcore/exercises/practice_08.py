"""Practice for chapter 08: one round of AdaBoost, and a weighted vote."""

from math import log

import numpy as np

from evalcore.exercises.judging import Numbers
from evalcore.exercises.tasks import Task, cases, distinct, family
from evalcore.language import marked
from evalcore.language import translated as _


@family("weights-after-a-round", "Weights after a round")
def weights_after_a_round(rng):
    m = int(rng.choice([8, 10, 12, 16, 20, 24, 30, 40]))
    wrong = int(rng.integers(1, m // 2))
    factor = (m - wrong) / wrong
    new_wrong, new_right = 1 / (2 * wrong), 1 / (2 * (m - wrong))
    mistakes = {
        _("Those are the weights before they are divided by their sum."): (factor / m, 1 / m),
        _("Both numbers are right, but in the wrong order: the weight of a misclassified example comes first."):
            (new_right, new_wrong),
        _("Those are the sums over all misclassified and over all correctly classified examples. Divide each by the "
          "number of its examples."):
            (0.5, 0.5),
        _("You multiplied by the vote. Multiply by e to the power of the vote."):
            (log(factor) / (log(factor) * wrong + m - wrong), 1 / (log(factor) * wrong + m - wrong)),
        _("Those are the weights before the round."): (1 / m, 1 / m),
    }  # fmt: skip
    hint = (
        _("Multiply its weight by (1 − ε)/ε, then divide by the sum."),
        _("Its weight stays the same, and is then divided by the sum."),
    )
    return Task(
        [
            _(
                "In AdaBoost's first round, {m} examples have equal weights, and the weak learner gets {wrong} wrong.",
                m=m, wrong=wrong,
            ),
            _("How much does a misclassified example weigh after the round, and how much does a correctly "
              "classified one weigh? The weights add up to 1 again."),
        ],
        Numbers((new_wrong, new_right), mistakes, hint, asks=(_("wrong"), _("right"))),
        [
            _(
                "ε = {wrong}/{m}. The weight of a misclassified example is multiplied by (1 − ε)/ε = "
                "{right}/{wrong}. Together the misclassified ones then weigh {wrong}/{m} × {right}/{wrong} = "
                "{right}/{m}, as much as all the others together.",
                m=m, wrong=wrong, right=m - wrong,
            ),
            _(
                "After division by the sum, the misclassified examples together weigh 1/2, and so do the others: "
                "one misclassified example weighs 1/2 / {wrong} = {new_wrong:.3f}, one of the others 1/2 / {right} "
                "= {new_right:.3f}.",
                wrong=wrong, right=m - wrong, new_wrong=new_wrong, new_right=new_right,
            ),
        ],
    )  # fmt: skip


@family("weighted-vote", "A vote of five weak learners")
def weighted_vote(rng):
    votes = np.sort(rng.choice(range(2, 25), 5, replace=False))[::-1] / 10
    answers = rng.choice([-1, 1], 5)
    total = float(votes @ answers)
    if abs(total) < 0.25 or abs(answers.sum()) == 5 or np.sign(total) == np.sign(answers.sum()):
        return None
    mistakes = {
        _("You counted heads. Each learner counts with the weight of its vote."): float(answers.sum()),
        _("That is the sum of all votes. Those for −1 must be subtracted."): float(votes.sum()),
        _("Those are the votes for +1. Subtract those for −1."): float(votes[answers > 0].sum()),
        _("That is the mean. The sign is the same, but the question asks for the sum."): total / 5,
        _(
            "You divided by the sum of all votes, which gives a number between −1 and 1. The question asks for the sum."
        ): total / float(votes.sum()),
        _("The signs are the wrong way round."): -total,
        _("That is the sign of the sum. The question asks for the sum itself."): float(np.sign(total)),
    }
    hint = _("Add the α of the learners that predict +1, and subtract those of the others.")
    sign, most = ("+1", "−1") if total > 0 else ("−1", "+1")
    signs = ["+1", "1"] if total > 0 else ["−1", "-1"]
    of_ensemble = [f"{word}{one}" for word in ("so ", "→ ", "predicts ", "判为", "预测") for one in signs]
    for_plus, against = votes[answers > 0].sum(), votes[answers < 0].sum()
    return Task(
        [
            _("Here are five weak learners and their votes α:"),
            [[_("learner"), *"12345"], ["α", *(f"{vote:.1f}" for vote in votes)],
             [_("predicts"), *("+1" if answer > 0 else "−1" for answer in answers)]],
            _("What is the sum of α · h(x)? Its sign is the answer of the ensemble."),
        ],
        Numbers(total, distinct(total, mistakes), hint, decimals=1, is_rate=False, beside=of_ensemble),
        [
            _(
                "For +1: {added} = {for_plus:.1f}; for −1: {taken} = {against:.1f}.",
                added=" + ".join(f"{vote:.1f}" for vote in votes[answers > 0]), for_plus=for_plus,
                taken=" + ".join(f"{vote:.1f}" for vote in votes[answers < 0]), against=against,
            ),
            _(
                "The sum is {for_plus:.1f} − {against:.1f} = {total}. The ensemble predicts {sign}, although {heads} "
                "of five predict {most}.",
                for_plus=for_plus, against=against, total=f"{'−' * (total < 0)}{abs(total):.1f}",
                sign=sign, heads=max(np.sum(answers > 0), np.sum(answers < 0)), most=most,
            ),
        ],
    )  # fmt: skip


@family("what-is-missing", "What is missing from this report")
def what_is_missing(rng):
    few, trees, best = int(rng.integers(20, 60)), int(rng.integers(100, 400)), int(rng.integers(10, 80))
    share = int(rng.integers(85, 97))
    words = {
        marked("interval"): ["error bar", "confidence interval", "区间", "置信区间"],
        marked("baseline"): ["majority", "基线"],
        marked("choice"): ["leakage", "selection", "选择"],
        marked("pairs"): ["pair", "paired", "配对", "成对"],
        marked("retraining"): ["train again", "重训", "重新训练"],
    }
    interval = _("With so few cases, the error rate is very uncertain, and the report does not say how uncertain.")
    baseline = _("Without the accuracy of a trivial answer, nobody can tell whether anything was learned.")
    choice = _("The reported result was chosen on the test set.")
    pairs = _("Two models were tested on the same cases, but nobody compared them case by case.")
    retraining = _("The conclusion is about all models trained in this way, but only one was trained.")
    return cases(rng, _("What is missing from each report?"), words, [
        (_("In a test on {few} bridges, the error rate was 8.333 %.", few=few), "interval", interval),
        (_("All {few} rare birds in the test were recognised, so the model makes no errors.", few=few),
         "interval", interval),
        (_("The accuracy is {share} %, with an interval of {low} to {high} %, on data in which {share} % of the "
           "cases are healthy.",
           share=share, low=share - 2, high=share + 2), "baseline", baseline),
        (_("The test error was smallest after round {best}; it was 9 %, with an interval of 6 to 13 %.", best=best),
         "choice", choice),
        (_("We kept the threshold with the highest F1 on the test set: 0.81, interval 0.77 to 0.85."),
         "choice", choice),
        (_("On the same {trees} letters, A errs 33 times and B 45 times. Both intervals are given, and they overlap.",
           trees=trees), "pairs", pairs),
        (_("One network, trained once, errs on 3 to 5 % (95 % interval), so networks of this kind err on 3 to 5 %."),
         "retraining", retraining),
    ])  # fmt: skip
