"""Exercises of chapter 03, Evaluation methods."""

from itertools import product

import numpy as np

from evalcore.exercises.judging import Between, Choice, Numbers, exercise, grouped
from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.splitting import never_drawn_probability


@exercise("what-each-costs")
def what_each_costs():
    from sklearn.model_selection import (  # slow to import, and other chapters do not need it
        LeaveOneOut,
        RepeatedStratifiedKFold,
        StratifiedKFold,
        StratifiedShuffleSplit,
    )

    m, repeats, samples = 60, 5, 30
    splitters = [
        StratifiedShuffleSplit(repeats),
        StratifiedKFold(10),
        RepeatedStratifiedKFold(n_splits=10, n_repeats=10),
        LeaveOneOut(),
    ]
    truth = [splitter.get_n_splits(np.zeros(m)) for splitter in splitters] + [samples]
    hints = [
        _("There is one fit per split, and there are five splits."),
        _("There is one fit for each of the ten folds."),
        _("The data are partitioned ten times, and each partition takes ten fits."),
        _("There is one fit for each example that is left out."),
        _("There is one fit per sample, however many examples are drawn into it."),
    ]
    asks = (_("hold-out"), _("10-fold"), _("10 times 10-fold"), _("leave-one-out"), _("bootstrap"))
    return Numbers(truth, {}, hints, decimals=0, asks=asks)


@exercise("stratified-test-set")
def stratified_test_set():
    positives, negatives, train = 600, 200, 0.75
    truth = (positives * (1 - train), negatives * (1 - train))
    mistakes = {
        _("That is the training set. The test set is the rest."): (positives * train, negatives * train),
        _("“Stratified” does not mean that both classes are equally large: each class keeps its share."): (100, 100),
        _("Your numbers are in the wrong order. Give the positives first, then the negatives."): truth[::-1],
        _("You tested on one half. The test set is a quarter."): (positives / 2, negatives / 2),
        _("Those are the shares of the classes. How many examples of each class are in the test set?"): (0.75, 0.25),
    }
    asks = (_("positives"), _("negatives"))
    return Numbers(truth, mistakes, _("Take a quarter of 600 and a quarter of 200."), decimals=0, asks=asks)


@exercise("fits-of-a-search")
def fits_of_a_search():
    parameters, candidates, folds = 3, 4, 5
    settings = candidates**parameters
    added = parameters * candidates * folds + 1
    exchanged = parameters**candidates * folds + 1
    mistakes = {
        _("You forgot the final model, which takes one more fit, on all of D."): settings * folds,
        _("That is the number of settings. Each is trained once per fold."): settings,
        _("Each setting is trained once per fold: five times, not once."): settings + 1,
        _(
            "You added the numbers of candidates, and you forgot the final model. Every combination must be tried: 4 "
            "· 4 · 4 settings."
        ): added - 1,
        _("You added the numbers of candidates. Every combination must be tried: 4 · 4 · 4 settings."): added,
        _("You swapped base and exponent, and forgot the final model: there are 4 · 4 · 4 settings."): exchanged - 1,
        _("You swapped base and exponent: three parameters with four candidates give 4 · 4 · 4 settings."): exchanged,
        _("The final model is trained once, with the setting that won, not once per setting."): settings * (folds + 1),
    }
    hint = _("Multiply the number of settings by the number of folds, and add one fit for the final model.")
    return Numbers(settings * folds + 1, mistakes, hint, decimals=0)


@exercise("different-examples")
def different_examples():
    m = 10
    missed = never_drawn_probability(m)
    mistakes = {
        _("That is the mean number of examples that are never drawn. The others are in the sample."): m * missed,
        _("You used the limit 1/e. With m = 10 the probability is (1 - 1/10)^10."): m * (1 - np.exp(-1)),
        _("That is the share. Multiply it by m."): 1 - missed,
        _("Ten are drawn, but some of them are the same."): m,
    }
    hint = _("Multiply the probability of being drawn at least once by ten.")
    return Numbers(m * (1 - missed), mistakes, hint)


@exercise("uneven-majority")
def uneven_majority():
    positives, negatives = 52, 48
    m = positives + negatives
    mistakes = {
        _(
            "With 50 positives and 50 negatives, the learner would be wrong each time. Here, 51 positives still "
            "outvote 48 negatives."
        ): 1.0,
        _("That is the accuracy: the share of the positives, which are predicted correctly."): positives / m,
        _("That is the true error with equal classes. Count the examples that are outvoted here."): 0.5,
        _("That is the number of errors. Divide it by 100 to get the rate."): negatives,
    }
    hint = _("Whichever example is left out, the positives have the majority. Which predictions are then wrong?")
    return Numbers(negatives / m, mistakes, hint)


@exercise("mixture-632")
def mixture_632():
    training, out_of_bag = 0.0, 0.4
    truth = 0.368 * training + 0.632 * out_of_bag
    mistakes = {
        _("You swapped the weights: 0.632 belongs to the out-of-bag error."): 0.632 * training + 0.368 * out_of_bag,
        _("That is the plain mean. The weights are 0.368 and 0.632."): (training + out_of_bag) / 2,
        _("That is the out-of-bag error. The .632 estimate mixes it with the training error."): out_of_bag,
        _("That is the training error. It has a weight of only 0.368."): training,
    }
    hint = _("Add 0.368 times the training error and 0.632 times the out-of-bag error.")
    return Numbers(truth, mistakes, hint)


@exercise("error-bar-of-200")
def error_bar_of_200():
    wrong, n = 18, 200
    error = wrong / n
    bar = (error * (1 - error) / n) ** 0.5
    mistakes = {
        _("That is the variance. The error bar is its square root."): (error, bar**2),
        _("That is the standard deviation of a single prediction. Divide it by the square root of n."): (
            error,
            bar * n**0.5,
        ),
        _("The bar is one standard deviation, not two."): (error, 2 * bar),
        _("You left 1 − E out: the formula has E(1 − E)."): (error, (error / n) ** 0.5),
        _("Those are the number of errors and its standard deviation. For rates, divide by 200."): (wrong, bar * n),
        _("The error rate is right; its error bar is in per cent."): (error, 100 * bar),
        _("The error rate is right; the error bar is that of the number of errors. Divide it by 200."): (
            error,
            bar * n,
        ),
        _("Your numbers are in the wrong order. Give the error rate first, then the error bar."): (bar, error),
    }
    hints = (
        _("Divide the number of errors by the number of examples."),
        _("Compute √(E (1 − E) / n), where E is the error rate and n the number of examples."),
    )
    return Numbers((error, bar), mistakes, hints, asks=(_("error rate"), _("error bar")))


@exercise("wine-error")
def wine_error():
    from sklearn.datasets import load_wine
    from sklearn.model_selection import KFold, cross_val_score
    from sklearn.naive_bayes import GaussianNB

    X, y = load_wine(return_X_y=True)

    def error(folds):
        return 1 - cross_val_score(GaussianNB(), X, y, cv=folds).mean()

    truth = error(10)
    mistakes = {
        _("That is the accuracy. The error rate is one minus the accuracy."): 1 - truth,
        _("That is the result of 5-fold cross-validation, the default of scikit-learn. Pass cv=10."): error(5),
        _(
            "That is the result with KFold(10), which ignores the classes. With cv=10, each fold keeps the shares of "
            "the classes."
        ): error(KFold(10)),
        _("That is the error on the training set."): 1 - GaussianNB().fit(X, y).score(X, y),
        _("You added the ten fold errors. Take their mean."): 10 * truth,
        _(
            "You used ten folds, but different ones. Shuffled folds give a different number; cv=10 does not shuffle."
        ): Between(truth - 0.02, truth + 0.02),
    }
    hint = _("Score the learner on ten folds. The answer is one minus the mean of the ten accuracies.")
    return Numbers(truth, mistakes, hint)


@exercise("order-that-fools")
def order_that_fools():
    def hint(labels):
        if sum(labels) != 4:
            return _("Number of 1s among your labels: {ones}. Choose four labels of each class.", ones=sum(labels))
        mixed = [str(fold + 1) for fold, (a, b) in enumerate(np.reshape(labels, (4, 2))) if a != b]
        if not mixed:
            return None
        return _(
            "In fold {folds}, the two examples belong to different classes, so one of them is predicted correctly.",
            folds=_(", ").join(mixed),
        )

    by_hint = grouped(product((0, 1), repeat=8), hint)
    return Numbers(by_hint.pop(None), by_hint, _("A label is 0 or 1."), decimals=0)


@exercise("choose-method")
def choose_method():
    words = {
        marked("hold-out"): ["holdout", "one split", "留出法", "留出", "一次划分"],
        marked("10-fold"): [
            "ten-fold", "10-fold cross-validation", "cross-validation", "k-fold", "十折交叉验证", "10折", "十折",
            "10折交叉", "交叉验证", "k折交叉验证",
        ],
        marked("10 times 10-fold"): [
            "10 × 10-fold", "10x10-fold", "10x10", "ten times ten-fold",
            "十次十折交叉验证", "10次10折交叉验证", "十次十折",
            "10×10折交叉", "10×10折交叉验证", "10×10折", "10x10折", "十次十折交叉验证（10×10折）",
        ],
        marked("leave-one-out"): ["loo", "leave one out", "留一法", "留一"],
    }  # fmt: skip
    a = _("That is more than one fit. How large is the sampling error with hundreds of thousands of test examples?")
    b = _(
        "A fit costs almost nothing here. Which evaluation method has the smallest root "
        "mean squared error in the table of section 4?"
    )
    c = _(
        "Each fit takes a minute. How many fits does a quarter of an hour allow, and which method makes the best use "
        "of them?"
    )
    d = _(
        "Which evaluation method is wrong every time if the learner predicts the "
        "majority and the classes are equally large?"
    )
    parts = {
        "(a)": ("hold-out", a),
        "(b)": ("10 times 10-fold", b),
        "(c)": ("10-fold", c),
        "(d)": ("leave-one-out", d),
    }
    return Choice(parts, words)


@exercise("fooled-or-sound")
def fooled_or_sound():
    words = {
        marked("seen"): ["seen in training", "trained on", "training", "见过", "训练时见过"],
        marked("prepared"): ["prepared in view", "preparation", "leak", "准备", "准备数据", "泄漏"],
        marked("chosen"): ["chosen by the test set", "tuned on the test set", "tuning", "选出", "由测试集选出", "调参"],
        marked("honest"): ["sound", "nothing", "fine", "ok", "可靠", "可信", "没有问题", "没问题"],
    }
    parts = {
        "(a)": (
            "prepared",
            _("The fifty genes were picked before the split. Which examples' labels were used for that?"),
        ),
        "(b)": ("chosen", _("Which examples chose among the forty settings, and on which was the error measured?")),
        "(c)": ("honest", _("All learning and choosing is done inside the training folds.")),
        "(d)": ("seen", _("The error was measured on the examples from which the tree has learned.")),
        "(e)": ("honest", _("The choice was made on V, and T was used only once, after the choice.")),
    }
    return Choice(parts, words)


@exercise("promise-of-five")
def promise_of_five():
    promised = 0.05
    words = {
        marked("compatible"): ["yes", "holds", "possible", "相符", "符合", "是"],
        marked("not"): ["no", "broken", "not compatible", "incompatible", "不符", "不相符", "不符合", "否"],
    }

    def answer_and_hint(wrong, n):
        error = wrong / n
        bar = (error * (1 - error) / n) ** 0.5
        right = "compatible" if abs(error - promised) <= 2 * bar else "not"
        where = _(
            "The test error is {wrong}/{n} = {error:.3f}, and two error bars are {bars:.3f}. Does the promised 0.05 "
            "differ from the test error by more than that?",
            wrong=wrong, n=n, error=error, bars=2 * bar,
        )  # fmt: skip
        return right, where

    tests = [(14, 200), (20, 200), (5, 50), (140, 2000)]
    return Choice({f"({i})": answer_and_hint(*test) for i, test in zip("abcd", tests, strict=True)}, words, {})
