"""Exercises of chapter 03, Evaluation methods."""

import numpy as np
from sklearn.datasets import load_wine
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB

from evalcore.exercises.judging import compare, exercise
from evalcore.splitting import never_drawn_probability


@exercise("stratified-test-set")
def _(answer):
    positives, negatives, train = 600, 200, 0.75
    truth = (positives * (1 - train), negatives * (1 - train))
    mistakes = {
        "That is the training set. The test set is the rest.": (positives * train, negatives * train),
        "Stratified does not mean equally many: each class keeps its share.": (100, 100),
        "First the positives, then the negatives.": truth[::-1],
        "You tested on one half. The test set is a quarter.": (positives / 2, negatives / 2),
    }
    return compare(answer, truth, mistakes, otherwise="A quarter of 600, and a quarter of 200.")


@exercise("fits-of-a-search")
def _(answer):
    parameters, candidates, folds = 3, 4, 5
    settings = candidates**parameters
    mistakes = {
        "You forgot the final model: one more fit, on all of D.": settings * folds,
        "That is the number of settings. Each is trained once a fold.": settings,
        "Each setting is trained once a fold: five times, not once.": settings + 1,
        "You added the candidates. Every combination must be tried: 4 · 4 · 4 settings.": parameters
        * candidates
        * folds
        + 1,
        "Exchanged: three parameters with four candidates are 4 · 4 · 4 settings.": parameters**candidates * folds + 1,
    }
    return compare(
        answer, settings * folds + 1, mistakes, otherwise="Settings times folds, and one for the final model."
    )


@exercise("different-examples")
def _(answer):
    m = 10
    missed = never_drawn_probability(m)
    mistakes = {
        "That is the mean number never drawn. The others are in the sample.": m * missed,
        "You used the limit 1/e. With m = 10 the probability is (1 - 1/10)^10.": m * (1 - np.exp(-1)),
        "That is the share. Multiply it by m.": 1 - missed,
        "Ten are drawn, but some of them are the same.": m,
    }
    hint = "Ten times the probability of being drawn at least once."
    return compare(answer, m * (1 - missed), mistakes, otherwise=hint, tolerance=0.03)


@exercise("uneven-majority")
def _(answer):
    positives, negatives = 52, 48
    m = positives + negatives
    mistakes = {
        "With 50 and 50 it would be wrong each time. Here 51 positives still outvote 48 negatives.": 1.0,
        "That is the accuracy: the share of the positives, which are predicted rightly.": positives / m,
        "That is the true error with equal classes. Count who is outvoted here.": 0.5,
        "That is the number of errors. A rate divides it by 100.": negatives,
    }
    hint = "Whichever example is left out, the positives have the majority. Who is then wrong?"
    return compare(answer, negatives / m, mistakes, otherwise=hint)


@exercise("mixture-632")
def _(answer):
    training, out_of_bag = 0.0, 0.4
    mistakes = {
        "You exchanged the weights: 0.632 belongs to the out-of-bag error.": 0.632 * training + 0.368 * out_of_bag,
        "That is the plain mean. The weights are 0.368 and 0.632.": (training + out_of_bag) / 2,
        "That is the out-of-bag error. The .632 estimate mixes it with the training error.": out_of_bag,
        "That is the training error. It has weight 0.368 only.": training,
        "Right, but give more digits.": 0.25,
    }
    truth = 0.368 * training + 0.632 * out_of_bag
    return compare(
        answer, truth, mistakes, otherwise="0.368 times the training error plus 0.632 times the out-of-bag error."
    )


@exercise("near-the-limit")
def _(answer):
    truth = next(m for m in range(1, 1000) if never_drawn_probability(m) >= 0.36)
    mistakes = {
        "One too few: there the probability is still below 0.36.": truth - 1,
        "One too many: the m before it reaches 0.36 already.": truth + 1,
        "There it is above 0.36, but it is so earlier too: go down.": 100,
        "With m = 10 it is 0.3487: go up.": 10,
        "That is the probability. The question asks for m.": never_drawn_probability(truth),
    }
    return compare(answer, truth, mistakes, otherwise="The probability rises with m: go up until it is at least 0.36.")


@exercise("wine-error")
def _(answer):
    X, y = load_wine(return_X_y=True)

    def error(folds):
        return 1 - cross_val_score(GaussianNB(), X, y, cv=folds).mean()

    mistakes = {
        "That is the accuracy. The error rate is one minus it.": 1 - error(10),
        "That is 5-fold, scikit-learn's default. Say cv=10.": error(5),
        "That is the error on the training set.": 1 - GaussianNB().fit(X, y).score(X, y),
        "You added the ten fold errors. Take their mean.": 10 * error(10),
        "Right, but give more digits.": 0.02,
    }
    hint = "Let the learner be scored on ten folds. One minus the mean of the ten accuracies is asked for."
    return compare(answer, error(10), mistakes, otherwise=hint, tolerance=5e-4)


@exercise("order-that-fools")
def _(answer):
    labels = np.asarray(answer, dtype=float)
    if labels.shape != (8,):
        return "Expected eight labels, such as [1, 0, 1, 0, 1, 0, 1, 0]."
    if not np.isin(labels, [0, 1]).all():
        return "A label is 0 or 1."
    if labels.sum() != 4:
        return f"There are {labels.sum():.0f} labels 1. Take four of each class."
    mixed = [str(fold + 1) for fold, (a, b) in enumerate(labels.reshape(4, 2)) if a != b]
    return f"One of each class in fold {', '.join(mixed)}: one of the two is predicted rightly." if mixed else None
