"""Exercises of the AdaBoost case study."""

from itertools import product

import numpy as np

from evalcore.costs import cost_sensitive_error
from evalcore.exercises.judging import Choice, Numbers, OneOf, exercise, grouped, judge
from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.metrics import ConfusionMatrix


@exercise("vote-of-a-learner")
def vote_of_a_learner():
    error = 0.1
    vote = np.log((1 - error) / error)
    mistakes = {
        _("That is half of the vote. Some books halve all votes, but here there is no factor 1/2."): vote / 2,
        _("You turned the fraction upside down: a good learner must get a positive vote."): -vote,
        _("That is the factor for the weights of the misclassified examples. The vote is its logarithm."): np.exp(vote),
        _("You took the logarithm to base 10. Take the natural one."): np.log10((1 - error) / error),
        _("That is 1 - error. The vote is the logarithm of a fraction."): 1 - error,
        _("That is the logarithm of 1 - error. Divide 1 - error by the error first."): np.log(1 - error),
        _("That is a vote among three classes, with ln 2 added. With two classes nothing is added."): vote + np.log(2),
    }
    return Numbers(vote, mistakes, _("Put an error of 0.1 into ln((1 - error) / error)."))


@exercise("weight-after-a-round")
def weight_after_a_round():
    weights, wrong = np.full(10, 0.1), np.arange(10) < 3
    error = weights[wrong].sum()
    raw = weights * np.where(wrong, (1 - error) / error, 1)
    after = raw / raw.sum()
    mistakes = {
        _("That is the weight before the round. The examples that the stump gets wrong become heavier."): weights[0],
        _("You forgot to divide by the sum: the weights must add up to 1."): raw[0],
        _("That is the new weight of an example that was classified correctly."): after[-1],
        _("That is the weight of the three together. The question asks for one."): after[wrong].sum(),
        _("You used the vote, ln(7/3), as the factor. The factor is its exponential, 7/3."): (
            0.1 * np.log(7 / 3) / (0.3 * np.log(7 / 3) + 0.7)
        ),
    }
    return Numbers(
        after[0],
        mistakes,
        _("After the round, the three misclassified examples together have one half of the total weight."),
    )


@judge("todays-call")
def todays_call(answer):
    from sklearn.ensemble import AdaBoostClassifier  # slow to import, and other chapters do not need it
    from sklearn.tree import DecisionTreeClassifier

    if isinstance(answer, type):
        return _("{name} is the class. Call it, with its parameters in the brackets.", name=answer.__name__)
    if not isinstance(answer, AdaBoostClassifier):
        return _("Expected an AdaBoostClassifier, got {name}.", name=type(answer).__name__)
    if answer.estimator is None:
        return _("Without `estimator`, the weak learner is a stump. The notes use trees of depth 2.")
    if isinstance(answer.estimator, type):
        return _(
            "`estimator` takes a learner, not its class: call {name}, with its parameters.",
            name=answer.estimator.__name__,
        )
    if not isinstance(answer.estimator, DecisionTreeClassifier):
        return _(
            "The weak learner of the notes is a DecisionTreeClassifier, not a {name}.",
            name=type(answer.estimator).__name__,
        )
    if answer.estimator.max_depth != 2:
        return _("Your trees have max_depth={depth}. The notes use 2.", depth=answer.estimator.max_depth)
    if answer.n_estimators != 10:
        return _("Your call has n_estimators={rounds}. The notes use 10.", rounds=answer.n_estimators)
    if answer.learning_rate != 1:
        return _("The notes leave the learning rate at its default.")
    return None


@exercise("which-model-which-cost")
def which_model_which_cost():
    folds = {  # errors over the folds of 700 patients, of whom 70 are ill
        "nobody is ill": ConfusionMatrix(tp=0, fn=70, fp=0, tn=630),
        "A": ConfusionMatrix(tp=50, fn=20, fp=12, tn=618),
        "B": ConfusionMatrix(tp=62, fn=8, fp=60, tn=570),
        "C": ConfusionMatrix(tp=53, fn=17, fp=9, tn=621),
    }
    test = {  # errors on 300 others, of whom 30 are ill
        "nobody is ill": ConfusionMatrix(tp=0, fn=30, fp=0, tn=270),
        "A": ConfusionMatrix(tp=26, fn=4, fp=6, tn=264),
        "B": ConfusionMatrix(tp=26, fn=4, fp=27, tn=243),
        "C": ConfusionMatrix(tp=23, fn=7, fp=5, tn=265),
    }

    def bill(cm):
        return cost_sensitive_error(cm, cost_fn=10, cost_fp=1)

    chosen = min(folds, key=lambda name: bill(folds[name]))
    tempting = min(test, key=lambda name: bill(test[name]))
    fewest = min(folds, key=lambda name: folds[name].error_rate)
    both = 0.7 * bill(folds[chosen]) + 0.3 * bill(test[chosen])
    mistakes = {
        _("Model {chosen} is right. But it was chosen on the folds, and its cost there is too optimistic.",
          chosen=chosen):
            bill(folds[chosen]),
        _("Model {tempting} has the smallest cost on the test set. Chosen there, it looks better than it is.",
          tempting=tempting):
            bill(test[tempting]),
        _("In the folds, model {tempting} does not have the smallest cost.", tempting=tempting): bill(folds[tempting]),
        _("Model {fewest} makes the fewest errors in the folds. But a false negative costs ten: compare costs.",
          fewest=fewest): OneOf(
            [bill(test[fewest]), bill(folds[fewest]), test[fewest].error_rate, folds[fewest].error_rate]
        ),
        _("That is the error rate of model {chosen}. The question asks for its cost.", chosen=chosen): OneOf(
            [test[chosen].error_rate, folds[chosen].error_rate]
        ),
        _("You multiplied the false positives by ten. Here the false negatives, FN, cost more."): cost_sensitive_error(
            test[chosen], cost_fn=1, cost_fp=10
        ),
        _(
            "That is the cost on the folds and the test set together. The choice was made on the folds, so the cost "
            "there is too low."
        ): both,
        _("That is the total. Divide it by the number of patients."): bill(test[chosen]) * test[chosen].total,
        _("That is the cost of predicting that nobody is ill. All three models cost less."):
            bill(test["nobody is ill"]),
    }  # fmt: skip
    hint = _(
        "Compute the cost of each model in the folds, with FN times 10, and choose the smallest. Then compute the "
        "cost of this model on the test set."
    )
    others = _("The cost is right, but it belongs to another classifier.")
    names = dict.fromkeys(["(?<!not )(?:[ac]|nobody)(?! cost| patient)", "没有人", "无人"], others)
    return Numbers(bill(test[chosen]), mistakes, hint, names=names, is_rate=False)


@exercise("gaps-of-five-reports")
def gaps_of_five_reports():
    words = {
        marked("interval"): ["confidence interval", "Clopper and Pearson", "Wilson", "error bar", "区间", "置信区间"],
        marked("copies"): ["copy", "repeats", "duplicates", "重复", "重复样本", "重复的行", "副本"],
        marked("choice"): ["leakage", "selection", "choice on the test set", "the test set has chosen", "选择", "泄漏"],
        marked("pairs"): [
            "pair",
            "paired",
            "case by case",
            "McNemar",
            "McNemar's test",
            "配对",
            "成对",
            "麦克尼马尔检验",
        ],
        marked("retraining"): ["train again", "other training sets", "leave one out", "重训", "重新训练", "再训练"],
    }
    one_tree = _("The interval is there, but it is that of one tree. The conclusion is about all such trees.")
    few = _("The figure has four digits, but comes from only 48 bridges. How far off may it be?")
    same_letters = _("Overlapping intervals settle nothing here: both models read the same letters.")
    epoch = _("The interval is there. But how was epoch 40 chosen?")
    drawn = _("Nothing was chosen, and the interval is there. But when are two photographs nearly the same?")
    parts = {
        "(1)": ("retraining", one_tree),
        "(2)": ("interval", few),
        "(3)": ("pairs", same_letters),
        "(4)": ("choice", epoch),
        "(5)": ("copies", drawn),
    }
    return Choice(parts, words)


@exercise("exact-interval")
def exact_interval():
    from scipy.stats import binomtest  # slow to import, and other chapters do not need it

    seen = binomtest(5, 50)

    def interval(method, level=0.95):
        low, high = seen.proportion_ci(level, method=method)
        return float(low), float(high)

    low, high = interval("exact")
    spread = 1.96 * np.sqrt(0.1 * 0.9 / 50)
    six_or_more = float(binomtest(6, 50).proportion_ci(0.95, method="exact").low)
    mistakes = {
        _("The numbers are right, but the lower end comes first."): (high, low),
        _("binom.sf(5, ...) is the probability of 6 or more errors. For 5 or more, use binom.sf(4, ...)."): (
            six_or_more,
            high,
        ),
        _("That is Wilson's interval. The question asks for the one of Clopper and Pearson."): interval("wilson"),
        _("That is the normal approximation, 1.96 standard errors to each side."): (0.1 - spread, 0.1 + spread),
        _("That is a 90 % interval: each tail must have a probability of 2.5 %."): interval("exact", 0.90),
        _("That interval belongs to 50 errors in 500: the share alone does not determine the width."): tuple(
            map(float, binomtest(50, 500).proportion_ci(0.95, method="exact"))
        ),
    }
    hint = _("Find the p at which 5 or more errors have a probability of 2.5 %, and the p at which 5 or fewer do.")
    return Numbers((low, high), mistakes, hint, asks=(_("lower end"), _("upper end")))


@exercise("three-rounds-needed")
def three_rounds_needed():
    def hint(labels):
        changes = np.count_nonzero(np.diff(labels))
        if changes == 0:
            return _("All labels are equal: there is nothing to learn.")
        if changes == 1:
            return _("One stump gets all of them right: one split separates your labels.")
        if changes > 3:  # three rounds can fit any labels with two or three changes
            return _("Three stumps have three splits; your labels change {changes} times.", changes=changes)
        return None

    by_hint = grouped(product((0, 1), repeat=8), hint)
    return Numbers(by_hint.pop(None), by_hint, _("A label is 0 or 1."), decimals=0)
