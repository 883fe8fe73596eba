"""Exercises of chapter 02, Overfitting."""

import numpy as np

from evalcore.exercises.judging import Choice, Numbers, OneOf, exercise, judge
from evalcore.exercises.reading import numbers
from evalcore.fitting import (
    draw_sample,
    early_stopping,
    fit_polynomial,
    fit_ridge,
    generalisation_error,
    legendre_features,
    mean_squared_error,
    wave,
)
from evalcore.hypotheses import hypothesis_space, version_space
from evalcore.language import marked
from evalcore.language import translated as _


@exercise("which-error")
def which_error():
    words = {
        marked("training"): ["training error", "train", "empirical", "empirical error", "训练误差", "经验误差", "经验"],
        marked("test"): ["test error", "testing", "testing error", "测试误差"],
        marked("generalisation"): ["generalisation error", "generalization", "generalization error", "泛化误差"],
    }
    known = _(
        "The training error and the test error have just been counted. Which of the three errors cannot be counted?"
    )
    finite = _(
        "It counts mistakes on a finite set of emails that were set aside. It is an estimate of the error on all "
        "emails, not that error itself."
    )
    parts = {
        "(a)": ("training", _("It counts mistakes on the emails that the filter has learned from.")),
        "(b)": ("test", finite),
        "(c)": (
            "generalisation",
            _("It is about all emails to come, not about a set on which somebody has counted the mistakes."),
        ),
        "(d)": ("generalisation", known),
    }
    swapped = _(
        "The filter learned from the 800 emails of (a), and the 200 of (b) were set aside: you have confused the two."
    )
    return Choice(parts, words, {swapped: ("test", "training", None, None)})


@exercise("degree-through-points")
def degree_through_points():
    eight = np.linspace(-1, 1, 8)
    free = [np.linalg.matrix_rank(legendre_features(eight, degree)) for degree in range(10)]
    mistakes = {
        _("A polynomial of degree 8 has nine coefficients; eight points need only eight."): 8,
        _("A line passes through any two points, but eight points rarely lie on one line."): 1,
        _("Degree 6 has seven coefficients: one too few for eight free values of y."): 6,
        _("One coefficient per point is enough; you counted two."): 16,
    }
    return Numbers(free.index(8), mistakes, _("A polynomial of degree d has d + 1 coefficients."), decimals=0)


@exercise("leaves-left")
def leaves_left():
    domains = {"colour": ("green", "brown"), "edge": ("serrated", "smooth"), "form": ("blade", "trunk")}
    seen = ("green", "serrated", "blade")
    things = [seen, seen, ("brown", "smooth", "trunk"), ("green", "smooth", "trunk")]
    left = version_space(hypothesis_space(domains), things, [1, 1, 0, 0])
    truth = sum(hypothesis.covers(("green", "smooth", "blade")) for hypothesis in left)
    mistakes = {
        _("That is the whole version space. Which of its hypotheses accept a smooth edge?"): len(left),
        _("That is the number of hypotheses that demand a serrated edge. They reject a smooth one."): len(left) - truth,
        _("Go through the hypotheses of the version space one by one. Which of them accept any edge?"): 1,
        _("(green, *, *) would call the green trunk a leaf, too: example 4 eliminated it."): 3,
        _("Some of the hypotheses that are left demand a blade, but no particular edge."): 0,
    }
    return Numbers(truth, mistakes, _("List the hypotheses that agree with the four examples."), decimals=0)


@exercise("training-error")
def training_error():
    f, y = np.array([-2.0, 0.0, 2.0]), np.array([0.0, 1.0, 2.0])
    squares = (f - y) ** 2
    mistakes = {
        _("That is the sum of the squares. Divide it by 3 to get their mean."): squares.sum(),
        _("That is the mean of y − f(x), or of |f(x) − y|. Square each difference first."): np.mean(y - f),
        _("That is the mean difference: without squares, errors of opposite sign cancel."): np.mean(f - y),
        _("That is the root of the mean squared error."): squares.mean() ** 0.5,
        _("You divided by m - 1. Equation (2.2) divides by m."): squares.sum() / 2,
    }
    otherwise = _("Square the three differences f(x) - y and take their mean.")
    return Numbers(squares.mean(), mistakes, otherwise, decimals=1)


@exercise("true-error")
def true_error():
    noise, miss = 0.5**2, generalisation_error(np.zeros_like, lambda x: x, noise=0)
    mistakes = {
        _("You left out the noise, which no model can predict."): miss,
        _("You added the standard deviation of the noise. Add its variance, the square of 0.5."): miss + 0.5,
        _("The density of x on [-1, 1] is 1/2: halve the integral."): 2 * miss + noise,
        _("That is the noise alone. The model also misses the target."): noise,
        _("That is the standard deviation of the noise. Its variance is a part of the error."): 0.5,
    }
    otherwise = _("Add the noise variance and the mean of x squared.")
    return Numbers(miss + noise, mistakes, otherwise, decimals=1, is_rate=False)


@exercise("kept-epoch")
def kept_epoch():
    errors = [0.90, 0.60, 0.50, 0.55, 0.52, 0.51, 0.45]
    stop = early_stopping(errors, patience=3)
    mistakes = {
        _(
            "That is the epoch in which patience runs out. The epoch that is kept is the best one up to that point."
        ): stop.stopped,
        _("That epoch is never reached, because patience runs out first."): int(np.argmin(errors)),
        _("The first error belongs to epoch 0."): stop.best + 1,
        _("That is the validation error of the right epoch. The question asks for the number of this epoch."): errors[
            stop.best
        ],
    }
    otherwise = _("Find the first error that is followed by three errors, none of which is smaller.")
    error = [f"{name}{errors[stop.best]:.{digits}f}{end}" for digits in (1, 2)
             for name, end in (("error ", ""), ("误差", ""), ("epoch with ", ""), ("(", ")"))]  # fmt: skip
    return Numbers(stop.best, mistakes, otherwise, decimals=0, fields=("best",), beside=error)


@exercise("best-penalty")
def best_penalty():
    sample, penalties = draw_sample(wave, 25, 0.3, np.random.default_rng(8)), 10.0 ** np.arange(-6, 4)
    fits = [fit_ridge(*sample, 15, penalty) for penalty in penalties]
    best = int(np.argmin([generalisation_error(fit, wave, 0.3) for fit in fits]))
    mistakes = {
        _("That λ has the smallest training error. Compare the generalisation errors."): penalties[0],
        _("That λ pulls the fit towards the mean of y, so the fit is too rigid: it underfits."): penalties[-1],
        _("That is the exponent. The answer is λ itself."): best - 6,
        _("That is the position of the best λ in the list, as argmin counts it. The answer is λ itself."): best,
        _(
            "The fit with this λ has a small generalisation error, but not the smallest of the ten. Compare them all."
        ): OneOf(penalties[[best - 1, best + 1]]),
    }
    otherwise = _("Fit with each of the ten penalties, and compare generalisation_error(fit, wave, 0.3).")
    return Numbers(penalties[best], mistakes, otherwise, decimals=0)


@judge("misleading-sample")
def misleading_sample(answer):
    try:
        x = np.array(numbers(answer, 4))
    except (TypeError, ValueError):
        x = np.empty(0)
    if x.shape != (4,) or not np.all(np.abs(x) <= 1):
        return _("Expected a list of four inputs from -1 to 1, got {answer}.", answer=repr(answer))
    different = np.unique(x.round(12)).size  # 0.1 + 0.2 and 0.3 count as the same input
    if different < 2:
        return _("Take at least two different inputs: one alone does not fix a line.")
    line = fit_polynomial(x, x**2, 1)
    training, generalisation = mean_squared_error(line, x, x**2), generalisation_error(line, np.square, 0)
    if different > 2:
        return _(
            "The line misses your points: its training error is {training:.3g}, not 0. A line meets the parabola at no "
            "more than two points, but yours have {different} different values of x.",
            training=training, different=different,
        )  # fmt: skip
    if generalisation <= 0.2:
        return _(
            "The training error is 0, but the generalisation error is only {generalisation:.3f}. Move the points.",
            generalisation=generalisation,
        )
    return None


@exercise("which-ailment")
def which_ailment():
    words = {
        marked("underfits"): ["underfitting", "underfit", "欠拟合", "欠"],
        marked("overfits"): ["overfitting", "overfit", "过拟合", "过"],
        marked("neither"): ["none", "fits", "both low", "都不是", "两者都不是", "正常", "合适"],
    }
    high = _(
        "Its training error is far above the noise variance 0.09: the model does not even fit the examples that it "
        "was trained on."
    )
    alike = _(
        "Its training error is far above the noise variance 0.09: the model does not even fit the examples that it "
        "was trained on. Two errors that are close together do not show that a model is good."
    )
    over = _(
        "Its training error is below the noise variance, and its generalisation error is far above it: the model "
        "follows the noise."
    )
    fine = _("Both errors are close to the noise variance 0.09. No model can have a generalisation error below that.")
    parts = {
        "(a)": ("underfits", high),
        "(b)": ("overfits", over),
        "(c)": ("neither", fine),
        "(d)": ("underfits", alike),
    }
    swapped = _("You have confused the two: the overfitting model is the one with the low training error.")
    return Choice(parts, words, {swapped: ("overfits", "underfits", None, None)})


@exercise("which-remedy")
def which_remedy():
    words = {
        marked("larger λ"): ["larger penalty", "more penalty", "larger lambda", "增大λ", "更大的λ", "加重惩罚"],
        marked("smaller λ"): ["smaller penalty", "less penalty", "smaller lambda", "减小λ", "更小的λ", "减轻惩罚"],
        marked("higher degree"): ["larger degree", "提高幂次", "更高的幂次", "增大幂次"],
        marked("more examples"): ["more data", "增加样例", "更多样例", "更多数据", "增加数据"],
        marked("none"): ["nothing", "no remedy", "都没有", "没有", "无", "都不用", "不用", "不需要"],
    }
    follows = _(
        "Its training error is below the noise, and its generalisation error is far above it. Shrink the "
        "coefficients of the model."
    )
    bends = _("Both errors are high, and close together: a parabola cannot bend enough, however many examples it gets.")
    parts = {
        "(a)": ("larger λ", follows),
        "(b)": (
            "smaller λ",
            _(
                "Both errors are high, although a polynomial of degree 15 can bend a great deal. Something holds it "
                "flat."
            ),
        ),
        "(c)": ("higher degree", bends),
        "(d)": ("none", _("Both errors are close to the noise variance 0.09: there is nothing left to improve.")),
    }
    examples = _(
        "More examples do not help a model that is too rigid, such as (c), whose errors are both high and nearly equal."
    )
    had = _("More examples would help (a) most of all, but only 25 are available: shrink its coefficients.")
    return Choice(
        parts, words, {had: ("more examples", None, None, None), examples: (None, None, "more examples", None)}
    )
