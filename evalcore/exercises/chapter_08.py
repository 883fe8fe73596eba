"""Exercises of the AdaBoost case study."""

from itertools import product

import numpy as np

from evalcore.costs import cost_sensitive_error
from evalcore.exercises.judging import PER_CENT, Numbers, exercise, grouped, judge
from evalcore.metrics import ConfusionMatrix


@exercise("vote-of-a-learner")
def vote_of_a_learner():
    error = 0.1
    vote = np.log((1 - error) / error)
    mistakes = {
        "That is half of it: books that halve the vote halve all of them. Here there is no factor 1/2.": vote / 2,
        "You turned the fraction round: a good learner must get a positive vote.": -vote,
        "That is the factor on the weights of the wrong examples. The vote is its logarithm.": np.exp(vote),
        "You took the logarithm to base 10. It is the natural one.": np.log10((1 - error) / error),
        "That is the logarithm of 1 - error. Divide 1 - error by the error first.": np.log(1 - error),
        "That is a vote among three classes, with ln 2 added. With two classes nothing is added.": vote + np.log(2),
    }
    return Numbers(vote, mistakes, "Put an error of 0.1 into ln((1 - error) / error).")


@exercise("weight-after-a-round")
def weight_after_a_round():
    weights, wrong = np.full(10, 0.1), np.arange(10) < 3
    error = weights[wrong].sum()
    raw = weights * np.where(wrong, (1 - error) / error, 1)
    after = raw / raw.sum()
    mistakes = {
        "That is the weight before the round. The wrong ones become heavier.": weights[0],
        "You forgot to divide by the sum: the weights must add up to 1.": raw[0],
        "That is the new weight of an example it got right.": after[-1],
        "That is the weight of the three together. The question asks for one.": after[wrong].sum(),
        "You used the vote, ln(7/3), as the factor. The factor is its exponential, 7/3.": (
            0.1 * np.log(7 / 3) / (0.3 * np.log(7 / 3) + 0.7)
        ),
    }
    return Numbers(after[0], mistakes, "The three wrong ones share one half of the weight afterwards.")


@judge("todays-call")
def todays_call(answer):
    from sklearn.ensemble import AdaBoostClassifier  # here, because other chapters do without it
    from sklearn.tree import DecisionTreeClassifier

    if isinstance(answer, type):
        return f"{answer.__name__} is the class. Call it, with its parameters in the brackets."
    if not isinstance(answer, AdaBoostClassifier):
        return f"Expected an AdaBoostClassifier, got {type(answer).__name__}."
    if answer.estimator is None:
        return "Without `estimator` the weak learner is a stump. The notes take trees of depth 2."
    if isinstance(answer.estimator, type):
        return f"`estimator` takes a learner, not its class: call {answer.estimator.__name__}, with its parameters."
    if not isinstance(answer.estimator, DecisionTreeClassifier):
        return f"The weak learner of the notes is a DecisionTreeClassifier, not a {type(answer.estimator).__name__}."
    if answer.estimator.max_depth != 2:
        return f"Your trees have max_depth={answer.estimator.max_depth}. The notes take 2."
    if answer.n_estimators != 10:
        return f"{answer.n_estimators} rounds at most. The notes take 10."
    if answer.learning_rate != 1:
        return "The notes leave the learning rate at its default."
    return None


@exercise("fits-with-stages")
def fits_with_stages():
    settings, rates, folds = 5, 4, 10 * 10
    mistakes = {
        "That fits every setting anew. One ensemble holds all the smaller ones: staged_predict reads them off.": (
            settings * rates * folds
        ),
        "You saved the wrong one: the rate changes every round, so each rate needs its own fits.": settings * folds,
        "That is the number of settings. Each is judged on 100 splits.": settings * rates,
        "That is one 10-fold cross-validation. There are ten of them.": rates * 10,
        "That is one rate. There are four.": folds,
    }
    hint = "Which of the two parameters needs no fits of its own, because staged_predict gives all its values?"
    return Numbers(rates * folds, mistakes, hint, decimals=0)


@exercise("cost-of-a-diagnosis")
def cost_of_a_diagnosis():
    cm = ConfusionMatrix(tp=61, fn=3, fp=8, tn=99)
    of_section_4 = ConfusionMatrix(tp=61, fn=3, fp=10, tn=97)
    cost = cost_sensitive_error(cm, cost_fn=10, cost_fp=1)
    mistakes = {
        "You gave the ten to the false alarms. Here the misses, FN, are dear.": cost_sensitive_error(
            cm, cost_fn=1, cost_fp=10
        ),
        "That is the error rate: all mistakes cost 1.": cm.error_rate,
        "That is the total. Divide it by the number of examples.": cost * cm.total,
        "You divided by the mistakes. Divide by all examples.": cost * cm.total / (cm.fn + cm.fp),
        "Those are the misses alone. False alarms cost something too.": cm.fn * 10 / cm.total,
        "You took the matrix of section 4, with its false alarms. Here there are 8.": cost_sensitive_error(
            of_section_4, cost_fn=10, cost_fp=1
        ),
    }
    return Numbers(cost, mistakes, "Add up (2.23): FN times 10, FP times 1, over all examples.")


@exercise("exact-interval")
def exact_interval():
    from scipy.stats import binomtest  # here, because other chapters do without it

    seen = binomtest(5, 50)

    def interval(method, level=0.95):
        low, high = seen.proportion_ci(level, method=method)
        return float(low), float(high)

    low, high = interval("exact")
    spread = 1.96 * np.sqrt(0.1 * 0.9 / 50)
    six_or_more = float(binomtest(6, 50).proportion_ci(0.95, method="exact").low)
    mistakes = {
        "Right numbers, wrong order: the lower end comes first.": (high, low),
        "binom.sf(5, ...) is the probability of 6 or more. For 5 or more it is binom.sf(4, ...).": (six_or_more, high),
        "That is Wilson's interval. The question asks for the one of Clopper and Pearson.": interval("wilson"),
        "That is the normal approximation, 1.96 standard errors to each side.": (0.1 - spread, 0.1 + spread),
        "That is a 90 % interval: each tail must hold 2.5 %.": interval("exact", 0.90),
        "That interval belongs to 50 errors of 500: the share alone does not fix the width.": tuple(
            map(float, binomtest(50, 500).proportion_ci(0.95, method="exact"))
        ),
        PER_CENT: (100 * low, 100 * high),
    }
    hint = "Find the p at which 5 or more have probability 2.5 %, and the p at which 5 or fewer have."
    return Numbers((low, high), mistakes, hint, asks=("lower end", "upper end"))


@exercise("three-rounds-needed")
def three_rounds_needed():
    from sklearn.ensemble import AdaBoostClassifier

    x = np.arange(8)[:, None]

    def hint(labels):
        if len(set(labels)) == 1:
            return "All labels are equal: there is nothing to learn."
        fit = AdaBoostClassifier(n_estimators=3, random_state=0).fit(x, labels)
        wrong = [np.sum(said != labels) for said in fit.staged_predict(x)]
        if wrong[0] == 0:
            return "One stump is right about all of them: one cut separates your labels."
        if wrong[-1] > 0:
            return f"After three rounds the ensemble is still wrong about {wrong[-1]} of the eight. Use fewer changes."
        return None

    said = grouped(product((0, 1), repeat=8), hint)
    return Numbers(said.pop(None), said, "A label is 0 or 1.", decimals=0)
