"""Calibration of predicted probabilities, and its correction: chapters 04 and 05.

A line is fitted between the log odds of the probabilities and those of the labels. Calibrated probabilities have slope
1 and intercept 0. With a slope below 1 they are too extreme, with an intercept below 0 too high on average.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit, logit
from scipy.stats import norm

from evalcore._checks import asks, instance, number, shares
from evalcore._differences import level, number_or_array
from evalcore.counts import ScoreCounts

STEPS = 100  # of Newton's method at most
FARTHEST = 30  # a slope or an intercept that is still moving there is infinite

Estimate = tuple[float, float, float]


class CalibrationLine(NamedTuple):
    """Intercept and slope of the log odds, each with the ends of its interval; nan where it is not determined."""

    intercept: Estimate
    slope: Estimate


@asks(counts=instance(ScoreCounts), confidence=level, effect=number("a design effect, a finite number >= 1", 1))
def calibration_line(counts: ScoreCounts, *, confidence: float = 0.95, effect: float = 1) -> CalibrationLine:
    """Fit calibration intercept and slope of probabilities, by logistic regression of the labels on their log odds.

    Parameters
    ----------
    counts
        Positives and negatives at each probability (:func:`evalcore.counts.count_scores`), in [0, 1].
    confidence
        Of the intervals, in (0, 1).
    effect
        The design effect of groups of examples, at least 1 (:func:`evalcore.intervals.design_effect`).

    Returns
    -------
    CalibrationLine
        ``slope`` of the line with both coefficients free, 1 for right probabilities; ``intercept`` of the line with
        slope 1, 0 for probabilities that are right on the whole. All numbers are nan if a probability is exactly 0 or
        1, whose log odds are infinite; those of the slope are nan if all probabilities are equal, or if a threshold
        parts the classes.

    Raises
    ------
    ValueError
        For probabilities outside [0, 1], and for a class without examples.

    See Also
    --------
    sklearn.linear_model.LogisticRegression : without a penalty, on the log odds of the probabilities.

    References
    ----------
    Cox (1958), Biometrika 45, 562-565; Van Calster and others (2016), Journal of Clinical Epidemiology 74, 167-176.

    Examples
    --------
    >>> from evalcore.counts import count_scores
    >>> line = calibration_line(count_scores([1, 0, 0, 0, 1, 1, 1, 0], [0.2, 0.2, 0.2, 0.2, 0.6, 0.6, 0.6, 0.6]))
    >>> round(line.intercept[0], 3), round(line.slope[0], 3)
    (0.49, 1.226)
    """
    counts.calibration_groups(1)  # probabilities, of both classes
    nothing = (np.nan, np.nan, np.nan)
    if counts.scores[-1] == 0 or counts.scores[0] == 1:
        return CalibrationLine(nothing, nothing)
    odds = logit(counts.scores)
    quantile = norm.isf((1 - confidence) / 2) * np.sqrt(effect)
    intercept = _fitted(np.ones((odds.size, 1)), odds, counts, quantile)
    both = np.column_stack([odds - odds.mean(), np.ones(odds.size)])
    return CalibrationLine(intercept, _fitted(both, np.zeros(odds.size), counts, quantile))


def _fitted(columns: np.ndarray, offset: np.ndarray, counts: ScoreCounts, quantile: float) -> Estimate:
    """Return the first coefficient of a logistic regression, by Newton's method, with its interval."""
    examples = counts.positives + counts.negatives
    beta = np.zeros(columns.shape[1])
    for _step in range(STEPS):
        p = expit(offset + columns @ beta)
        information = (columns * (examples * p * (1 - p))[:, None]).T @ columns
        score = columns.T @ (counts.positives - examples * p)
        if not np.linalg.cond(information) < 1e12:
            return np.nan, np.nan, np.nan
        change = np.clip(np.linalg.solve(information, score), -5, 5)
        beta += change
        if np.abs(beta).max() > FARTHEST:
            return np.nan, np.nan, np.nan
        if np.abs(change).max() < 1e-10:
            break
    half = quantile * np.sqrt(np.linalg.inv(information)[0, 0])
    return float(beta[0]), float(beta[0] - half), float(beta[0] + half)


@asks(probability=shares, log_odds=number())
def shifted_probability(probability: ArrayLike, log_odds: float) -> float | np.ndarray:
    """Add a number to the log odds of probabilities: the prior correction of chapter 05.

    Parameters
    ----------
    probability
        In [0, 1], one or an array.
    log_odds
        What is added to ln(q / (1 - q)). From a share of positives p to another one p' it is
        ln(p' / (1 - p')) - ln(p / (1 - p)). The calibration intercept makes the probabilities right on average.

    Returns
    -------
    float or ndarray
        In [0, 1]; 0 and 1 do not change.

    Raises
    ------
    ValueError
        For probabilities outside [0, 1], or a summand that is not finite.

    References
    ----------
    Saerens, Latinne and Decaestecker (2002), Neural Computation 14, 21-41.

    Examples
    --------
    >>> round(shifted_probability(0.5, np.log(0.1 / 0.9)), 3)
    0.1
    """
    return number_or_array(expit(logit(probability) + log_odds))
