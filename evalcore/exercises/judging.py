"""How an exercise is judged: by a function that returns None for a right answer, else a hint.

The hint depends on the mistake: each exercise knows the wrong answers that readers give and
says what went wrong. The right answers are computed, not typed.
"""

from collections.abc import Callable, Mapping

import numpy as np

EXERCISES: dict[str, Callable[[object], str | None]] = {}


def exercise(name: str) -> Callable:
    """Register the decorated function as the judge of the exercise of that name."""

    def register(judge):
        if name in EXERCISES:
            raise ValueError(f"there are two exercises named {name!r}")
        EXERCISES[name] = judge
        return judge

    return register


def compare(
    answer: object, truth: object, mistakes: Mapping[str, object], *, otherwise: str, tolerance: float = 1e-3
) -> str | None:
    """Judge a number, or numbers: None if ``answer`` is ``truth``, else the hint that fits.

    ``mistakes`` maps each hint to the wrong answer that it explains; ``otherwise`` is the hint for
    all others. Numbers are equal up to ``tolerance``; one number may come in a list or an array,
    several in a dict.
    """
    try:
        given = numbers(answer)
    except (TypeError, ValueError, OverflowError):
        return f"Expected {_kind(truth)}, got {answer!r}."
    if np.ndim(truth) == 0 and given.size == 1:
        given = given.reshape(())
    if given.shape != np.shape(truth):
        return f"Expected {_kind(truth)}, got {answer!r}."
    for hint, value in [(None, truth), *mistakes.items()]:
        if given.shape == np.shape(value) and np.allclose(given, value, rtol=0, atol=tolerance):
            return hint
    return otherwise


def numbers(answer: object) -> np.ndarray:
    """An answer as an array of floats: a number of any kind, a row of them, or a dict that names them.

    Raises ``TypeError`` or ``ValueError`` for what holds no numbers.

    >>> numbers({"recall": 0.5, "precision": np.float64(0.25)}).tolist()
    [0.5, 0.25]
    """
    if isinstance(answer, str | bytes):
        raise TypeError(f"expected numbers, got the text {answer!r}")
    values = list(answer.values()) if isinstance(answer, Mapping) else answer
    return np.asarray(values, dtype=float)


def _kind(truth: object) -> str:
    return "a number" if np.ndim(truth) == 0 else f"{len(truth)} numbers, such as ({', '.join('…' for _ in truth)})"
