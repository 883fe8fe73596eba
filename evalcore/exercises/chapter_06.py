"""Exercises of chapter 06, Bias and variance."""

import numpy as np

from evalcore.bias_variance import decompose, exact_linear, exact_polynomial
from evalcore.exercises.judging import Between, Choice, Numbers, OneOf, exercise, judge
from evalcore.exercises.reading import numbers
from evalcore.fitting import wave
from evalcore.language import marked
from evalcore.language import translated as _


@exercise("variance-of-four")
def variance_of_four():
    parts = decompose([[2.0], [4.0], [4.0], [6.0]], [3.0], 0)
    variance, bias_squared = parts.variance[0], parts.bias_squared[0]
    from_target = variance + bias_squared
    mistakes = {
        _("You divided by 3. Equation (2.38) is a mean over the training sets: divide by 4."): variance * 4 / 3,
        _("That is the standard deviation. The variance is its square."): variance**0.5,
        _("You measured the distances from the target. The variance measures them from the mean."): from_target,
        _("That is bias². The variance is the mean squared deviation from the mean prediction."): bias_squared,
        _("That is the sum of the squared distances. Divide it by the number of training sets."): variance * 4,
    }
    return Numbers(variance, mistakes, _("The mean is 4; average the squared distances from it."), decimals=0)


@exercise("error-from-parts")
def error_from_parts():
    bias, spread, noise = -0.3, 0.2, 0.5
    truth = bias**2 + spread**2 + noise**2
    mistakes = {
        _("You added the numbers as they are. Equation (2.42) adds squares."): bias + spread + noise,
        _("You added the absolute values. Equation (2.42) adds squares."): -bias + spread + noise,
        _("You left out the noise: the fresh label is noisy, too."): truth - noise**2,
        _("You left the bias unsquared; only its square is a part of the error."): bias + spread**2 + noise**2,
        _("You subtracted bias², but the square of a negative bias is positive."): truth - 2 * bias**2,
        _("That is the root of the expected squared error."): truth**0.5,
    }
    hint = _("Which three parts does (2.42) add, and are all three in squared units?")
    return Numbers(truth, mistakes, hint, is_rate=False)


@exercise("parts-by-simulation")
def parts_by_simulation():
    """Accept results of 2000 or more training sets: within four standard errors of the parts."""
    noise_sd, sets, x = 0.3, 2000, 0.5
    x_train, grid = np.linspace(-1, 1, 25), np.linspace(-1, 1, 101)

    def parts(places, degree):
        return exact_polynomial(wave, x_train, places, degree, noise_sd**2).mean()

    def near(value, by):
        return Between(value - by, value + by)

    bias_squared, variance, noise, total = parts([x], 1)
    chances = 2 * np.sqrt(bias_squared * variance / sets), np.sqrt(2 / sets) * variance, np.sqrt(2 / sets) * noise
    truth = tuple(
        near(part, 4 * chance + 1e-3) for part, chance in zip((bias_squared, variance, noise), chances, strict=True)
    )
    biases, sd, any_number = [near(sign * bias_squared**0.5, 0.03) for sign in (1, -1)], variance**0.5, Between()
    others = {
        _("Those are means over all values of x. The question asks for one value, x = 0.5."): parts(grid, 1),
        _("Those are the parts of a constant, degree 0. A line has degree 1."): parts([x], 0),
        _("Those are the parts at x = 0.75. The question asks for x = 0.5, grid[75]."): parts([0.75], 1),
    }
    mistakes = {
        _("Those are bias, sd and noise sd. Equation (2.42) adds their squares: bias², variance and noise variance."):
            OneOf([(bias, near(sd, 0.02), near(noise_sd, 0.03)) for bias in biases]),
        **{hint: (near(part.bias_squared, 0.02), near(part.variance, 0.002), truth[2])
           for hint, part in others.items()},
        _("The variance is rounded too far. Give {digits}.", digits=_("three decimals")): (truth[0], 0.01, truth[2]),
        _("The noise is measured by its variance, 0.3 squared."): (*truth[:2], any_number),
        _("That is the sd of the predictions. The variance is its square."): (truth[0], near(sd, 0.02), any_number),
        _("You compared the predictions with fresh labels. For the variance, compare them with their own mean."):
            (truth[0], near(total, 0.1), any_number),
        _("You left the bias unsquared."): OneOf([(bias, *truth[1:]) for bias in biases]),
        _(
            "Bias² is the squared gap between the mean of the predictions at x = 0.5 and the target there. With few "
            "training sets, this mean is inaccurate."
        ): (any_number, *truth[1:]),
    }  # fmt: skip
    hint = _(
        "Fit a line to each of the training sets, take the predictions at grid[75], and pass them to the function "
        "decompose."
    )
    asks = (_("bias²"), _("variance"), _("noise"))
    return Numbers(truth, mistakes, hint, asks=asks, fields=("bias_squared", "variance", "noise"))


@exercise("broken-assumption")
def broken_assumption():
    words = {
        marked("independence"): ["independent", "not independent", "dependence", "独立性", "不独立"],
        marked("mean 0"): ["mean", "mean zero", "zero mean", "noise mean", "均值", "均值为零", "零均值"],
        marked("none"): ["neither", "no", "nothing", "无", "都没有", "都不是", "两者都不是"],
    }
    scale = _("Fresh labels are independent of the training set, but what is the mean of their noise?")
    parts = {
        "(a)": (
            "independence",
            _("The error is measured on the very labels that the prediction follows. Which assumption forbids this?"),
        ),
        "(b)": ("mean 0", scale),
        "(c)": ("none", _("Line 7 requires mean 0 at this x. Does more noise change the mean?")),
        "(d)": (
            "independence",
            _(
                "Training labels and fresh labels from the same day share an error. Does one of them tell you "
                "something about the other?"
            ),
        ),
        "(e)": ("none", _("With few examples, the variance is large. Does the derivation require it to be small?")),
    }
    return Choice(parts, words)


@exercise("what-to-change")
def what_to_change():
    words = {
        marked("more data"): ["data", "more examples", "数据", "更多数据", "更多样例"],
        marked("more flexible"): ["flexible", "more flexibility", "更灵活", "灵活"],
        marked("less flexible"): ["simpler", "a simpler model", "less flexibility", "更简单", "更僵硬"],
        marked("better measurements"): [
            "measurements",
            "measure better",
            "better attributes",
            "noise",
            "测量",
            "更好的测量",
            "噪声",
        ],
    }
    line = _("Half the gap, 0.01, is the variance, and 0.10 is noise. What is the other 0.35, and what lowers it?")
    fixed = _("Half the gap, 0.07, is the variance. There are 13 coefficients, however many examples there are.")
    label = _(
        "Half the gap is the variance: the prediction repeats the noise of a single label, however near its example is."
    )
    small = _("Half the gap, 0.01, is the variance. How much of the other 0.10 is noise?")
    parts = {
        "(a)": ("more flexible", line, {"more data": _("More data lowers the variance of a line. How large is it?")}),
        "(b)": ("more data", fixed, {"less flexible": _("That would help, but physics prescribes the degree.")}),
        "(c)": (
            "less flexible",
            label,
            {"more data": _("With one neighbour, the variance stays the same, however many examples there are.")},
        ),
        "(d)": ("better measurements", small),
    }
    return Choice(parts, words)


@exercise("variance-of-a-cubic")
def variance_of_a_cubic():
    m, degree, noise = 20, 3, 0.5
    places = np.arange(m)
    truth = exact_polynomial(np.zeros_like, places, places, degree, noise**2).mean().variance
    mistakes = {
        _("A cubic has four coefficients: do not forget the constant."): degree * noise**2 / m,
        _("You used the standard deviation of the noise. The formula has its variance."): (degree + 1) * noise / m,
        _("You did not divide by the number of examples."): (degree + 1) * noise**2,
        _("That is the variance of the mean of all labels, which has one coefficient."): noise**2 / m,
        _("That is the whole error of an unbiased cubic. The question asks for the variance."): truth + noise**2,
    }
    hint = _("How many coefficients does a cubic have, and what does each of them add to the variance?")
    return Numbers(truth, mistakes, hint, is_rate=False)


@exercise("three-neighbours")
def three_neighbours():
    parts = exact_linear([[1 / 3] * 3], [1.0, 2.0, 3.0], [2.5], 0.3)
    bias_squared, variance, noise, truth = (float(part[0]) for part in parts)
    bias = bias_squared**0.5
    mistakes = {
        _("You left out the variance: the mean of three noisy labels is noisy."): bias_squared + noise,
        _("You left out the noise of the fresh label."): bias_squared + variance,
        _("You left out the bias: the mean of the three targets is not the target at x."): variance + noise,
        _("You took the noise of one label as the variance. A mean of three has a third of it."): bias_squared
        + 2 * noise,
        _("You did not square the bias, and you dropped its sign."): bias + variance + noise,
        _("You left the bias unsquared: a negative one must not lower the error."): -bias + variance + noise,
        _("You took the noise divided by 9 as the variance. But three labels contribute a ninth each."): bias_squared
        + noise / 9
        + noise,
    }
    hint = _("Work out the three parts one by one. Only the bias needs the target at x.")
    return Numbers(truth, mistakes, hint, is_rate=False)


@exercise("best-degree-in-noise")
def best_degree_in_noise():
    x_train, x = np.linspace(-1, 1, 30), np.linspace(-1, 1, 101)

    def parts_by_degree(noise):
        parts = [exact_polynomial(wave, x_train, x, degree, noise**2).mean() for degree in range(16)]
        return np.transpose(parts)

    bias_squared, variance, _noise, totals = parts_by_degree(1.5)
    usual = parts_by_degree(0.3)[3]
    mistakes = {
        _("That degree is best if the noise sd is 0.3. More noise favours a simpler polynomial."): usual.argmin(),
        _("That degree has the smallest bias, and the largest variance. Take the smallest sum."): bias_squared.argmin(),
        _("That degree has the smallest variance, and the largest bias. Take the smallest sum."): variance.argmin(),
        _("That is the smallest sum itself. The question asks for its degree."): totals.min(),
    }
    hint = _("Compute the mean total of exact_polynomial for each degree, with noise variance 2.25.")
    return Numbers(totals.argmin(), mistakes, hint, decimals=0, beside=[f"total {totals.min():.2f}"])


@exercise("enough-examples")
def enough_examples():
    degree, noise, wanted = 9, 0.3, 0.01
    coefficients = degree + 1
    truth = coefficients * noise**2 / wanted
    mistakes = {
        _("A polynomial of degree 9 has ten coefficients."): degree * noise**2 / wanted,
        _("You used the standard deviation of the noise, not its variance."): coefficients * noise / wanted,
        _("That is enough for a model with one coefficient, the mean of all labels."): noise**2 / wanted,
        _("You made the standard deviation 0.01; the question asks for the variance."): truth / wanted,
        _("A computer rounds, and int() cuts off the decimals. Use the formula on paper."):
            OneOf([truth - 1, truth + 1]),
    }  # fmt: skip
    return Numbers(truth, mistakes, _("Solve (d + 1) ε² / m = 0.01 for m."), decimals=0, bound=">")


@exercise("zero-one-with-noise")
def zero_one_with_noise():
    right, noise = np.mean([1, 0, 0, 1, 0]), 0.1
    mistakes = {
        _("You left out the noise of the label."): 1 - right,
        _("You added the noise. But a wrong prediction counts as right if the label is wrong, too."): 1 - right + noise,
        _("You added bias 1, variance and noise. With these definitions, the parts do not add up to the error."):
            1 + right + noise,
        _("You added the noise to the share of right predictions. Which predictions count as errors?"): right + noise,
        _("That is the probability of being right."): right * (1 - noise) + (1 - right) * noise,
        _("You left out the right predictions that count as errors because the label is wrong."):
            (1 - right) * (1 - noise),
        _("That is the error of always predicting 0, the main prediction. Two of the five models predict 1."):
            1 - noise,
    }  # fmt: skip
    truth = (1 - right) * (1 - noise) + right * noise
    return Numbers(
        truth,
        mistakes,
        _(
            "A prediction counts as an error if it is wrong and the label is right, or if it is right and the label is "
            "wrong. Add the two probabilities."
        ),
    )


@judge("biased-but-better")
def biased_but_better(answer):
    expected = _("Expected two rows of four numbers: the predictions of A, then those of B.")
    try:
        rows = np.array(numbers(answer, 8)).reshape(2, 4)
    except (TypeError, ValueError):
        return expected
    if not np.isfinite(rows).all():
        return _("Expected finite numbers.")
    (bias_a, bias_b), (error_a, error_b) = rows.mean(axis=1), np.mean(rows**2, axis=1)
    if abs(bias_a) > 1e-9:
        return _("A has a bias of {bias:g}: its four predictions must have the mean 0.", bias=bias_a)
    if abs(bias_b) <= 1e-9:
        return _("B has no bias: the mean of its four predictions must differ from 0.")
    if error_b >= error_a:
        return _(
            "The mean squared distance from 0 is {of_b:g} for B and {of_a:g} for A. Move A's predictions further "
            "apart, or those of B closer to 0.",
            of_b=error_b, of_a=error_a,
        )  # fmt: skip
    return None
