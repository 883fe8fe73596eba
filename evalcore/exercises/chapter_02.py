"""Exercises of chapter 02, Overfitting."""

import numpy as np

from evalcore.exercises.judging import compare, exercise
from evalcore.fitting import draw_sample, fit_polynomial, fit_ridge, generalisation_error, mean_squared_error, wave


@exercise("degree-through-points")
def _(answer):
    mistakes = {
        "A polynomial of degree 8 has nine coefficients; eight points need only eight.": 8,
        "Through two points, yes; eight points rarely lie on a line.": 1,
        "Degree 6 has seven coefficients: one too few for eight free values of y.": 6,
        "One coefficient a point is enough; you counted two.": 16,
    }
    return compare(answer, 7, mistakes, otherwise="A polynomial of degree d has d + 1 coefficients.")


@exercise("leaves-left")
def _(answer):
    mistakes = {
        "That is the whole version space. Which of them accept a smooth edge?": 6,
        "Those are the ones that demand a serrated edge; they reject it.": 4,
        "There is (*, *, blade), and one more that asks for green too.": 1,
        "(green, *, *) would call the green tree a leaf too: it left the version space with example 4.": 3,
        "Some hypotheses that ask for a blade, but not for an edge, are left.": 0,
    }
    return compare(answer, 2, mistakes, otherwise="List the hypotheses that agree with the four examples.")


@exercise("training-error")
def _(answer):
    mistakes = {
        "That is the sum of the squares. The mean divides it by 3.": 5.0,
        "That is the mean of the absolute differences. Square them first.": 1.0,
        "That is the mean difference: without squares, errors of opposite sign cancel.": -1.0,
        "That is the root of the mean squared error.": (5 / 3) ** 0.5,
        "You divided by m - 1. (2.2) divides by m.": 2.5,
    }
    otherwise = "Square the three differences f(x) - y and take their mean."
    return compare(answer, 5 / 3, mistakes, otherwise=otherwise, tolerance=5e-3)


@exercise("true-error")
def _(answer):
    mistakes = {
        "The noise is missing: no model predicts it.": 1 / 3,
        "The noise enters with its variance, the square of 0.5.": 1 / 3 + 0.5,
        "The density of x on [-1, 1] is 1/2: halve the integral.": 2 / 3 + 0.25,
        "That is the noise alone. The model also misses the target.": 0.25,
    }
    otherwise = "Add the noise variance and the mean of x squared."
    return compare(answer, 1 / 3 + 0.25, mistakes, otherwise=otherwise, tolerance=5e-3)


@exercise("kept-epoch")
def _(answer):
    mistakes = {
        "That is where patience runs out. The epoch kept is the best until then.": 5,
        "That epoch is never reached: the patience has run out before it.": 6,
        "The first error belongs to epoch 0.": 3,
        "That is the validation error of the epoch. The question is for its number.": 0.5,
    }
    return compare(answer, 2, mistakes, otherwise="Find the best error that is followed by three that are no better.")


@exercise("best-penalty")
def _(answer):
    sample, penalties = draw_sample(wave, 25, 0.3, np.random.default_rng(1)), 10.0 ** np.arange(-6, 4)
    fits = [fit_ridge(*sample, 15, penalty) for penalty in penalties]
    best = int(np.argmin([generalisation_error(fit, wave, 0.3) for fit in fits]))
    mistakes = {
        "That λ has the smallest training error. Ask for the generalisation error.": penalties[0],
        "That λ presses the fit towards the mean of y: it underfits.": penalties[-1],
        "That is the exponent. The answer is λ itself.": best - 6,
        "Almost: the neighbouring λ, ten times larger, is not the best.": penalties[best + 1],
        "Almost: the neighbouring λ, ten times smaller, is not the best.": penalties[best - 1],
    }
    otherwise = "Fit all ten penalties and compare generalisation_error(fit, wave, 0.3)."
    return compare(answer, penalties[best], mistakes, otherwise=otherwise, tolerance=1e-9)


@exercise("misleading-sample")
def _(answer):
    x = np.asarray(answer, dtype=float)
    if x.shape != (4,) or not np.all(np.abs(x) <= 1):
        return f"Expected a list of four inputs from -1 to 1, got {answer!r}."
    if np.unique(x).size < 2:
        return "Take at least two different inputs: one alone does not fix a line."
    line = fit_polynomial(x, x**2, 1)
    training, generalisation = mean_squared_error(line, x, x**2), generalisation_error(line, np.square, 0)
    if training > 1e-12:
        meets = f"A line meets the parabola in at most two different x; you used {np.unique(x).size}."
        return f"The line misses your points: its training error is {training:.3g}. {meets}"
    if generalisation <= 0.2:
        return f"Training error 0, but the generalisation error is only {generalisation:.3f}. Move the points."
    return None
