"""Description length: the number of coefficients that describe a curve. Chapter 01."""

from collections.abc import Callable

import numpy as np

from evalcore._checks import asks, finite, function, number, positive


@asks(curve=function(answer=finite()), low=number(), high=number(), tolerance=positive)
def polynomial_terms(curve: Callable[[np.ndarray], np.ndarray], low: float, high: float, tolerance: float) -> int:
    """Count the polynomial coefficients that describe a curve on [low, high] to within ``tolerance``.

    The Chebyshev series is truncated where the dropped coefficients sum to at most ``tolerance``. A smaller number is
    a shorter description.

    Parameters
    ----------
    curve : callable
        Maps an array of x to finite values.
    low, high : float
        Ends of the interval, low < high.
    tolerance : float
        > 0, in the unit of the curve.

    Returns
    -------
    int
        From 1 to 128.

    Raises
    ------
    ValueError
        For other arguments, and if 128 coefficients do not suffice.

    See Also
    --------
    numpy.polynomial.chebyshev.chebinterpolate

    Examples
    --------
    >>> polynomial_terms(lambda x: -(x**2) + 6 * x + 1, 0, 6, tolerance=0.01)
    3
    """
    if low >= high:
        raise ValueError(f"expected low < high, got {low} and {high}")
    middle, half = (low + high) / 2, (high - low) / 2
    sizes = np.abs(np.polynomial.chebyshev.chebinterpolate(lambda t: curve(middle + half * t), 255))
    dropped = np.append(np.cumsum(sizes[::-1])[::-1], 0)
    terms = int(np.argmax(dropped <= tolerance))
    if terms > 128:
        raise ValueError(f"the curve needs more than 128 coefficients, {terms} to be within {tolerance}")
    return terms
