"""Differences over folds: checks and statistics that the tests and intervals of chapter 07 share."""

import numpy as np

from evalcore._checks import finite, number, such_that

level = number("a number between 0 and 1, such as 0.05", 1e-12, 1 - 1e-12)
folds = such_that(lambda d: d.ndim > 0 and d.shape[-1] > 1, "have shape (..., k), k >= 2 in each row", finite())


def are_equal(differences: np.ndarray) -> np.ndarray:
    """Return of each row whether its differences agree to twelve digits, as 0.9 - 0.8 and 0.8 - 0.7 do."""
    return np.ptp(differences, axis=-1) <= 1e-12 * np.abs(differences).max(axis=-1)


def mean_and_error(differences: np.ndarray, ratio: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean of each row and its standard error, the root of (1/k + ratio) s²; 0 if all are equal."""
    equal = are_equal(differences)
    mean = np.where(equal, differences[..., 0], differences.mean(axis=-1))
    deviation = np.where(equal, 0, differences.std(axis=-1, ddof=1))
    return mean, np.sqrt(1 / differences.shape[-1] + ratio) * deviation


def pair_variances(differences: np.ndarray) -> np.ndarray:
    """Return of each pair of differences (first - mean)² + (second - mean)², 0 if they are equal."""
    return np.where(are_equal(differences), 0, 2 * differences.var(axis=-1))


def number_or_array(values: np.ndarray) -> float | np.ndarray:
    """Return a single value as a Python float, and an array as it is."""
    return values if np.ndim(values) else float(values)
