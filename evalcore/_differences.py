"""Rows of differences, fold by fold: what tests, claims and intervals of chapter 07 ask of them and take from them."""

import numpy as np

from evalcore._checks import finite, number, such_that

level = number("a number between 0 and 1, such as 0.05", 1e-12, 1 - 1e-12)
folds = such_that(lambda d: d.ndim > 0 and d.shape[-1] > 1, "have shape (..., k), k >= 2 in each row", finite())


def mean_and_error(differences: np.ndarray, ratio: float) -> tuple[np.ndarray, np.ndarray]:
    """The mean of each row and its standard error: the root of (1/k + ratio) s^2."""
    alike = np.ptp(differences, axis=-1) == 0  # rounding gives equal numbers a spread of 1e-17, a statistic of 1e17
    mean = np.where(alike, differences[..., 0], differences.mean(axis=-1))
    spread = np.where(alike, 0, differences.std(axis=-1, ddof=1))
    return mean, np.sqrt(1 / differences.shape[-1] + ratio) * spread


def number_or_array(values: np.ndarray) -> float | np.ndarray:
    """One value as Python's own number."""
    return values if np.ndim(values) else float(values)
