"""How an exercise is judged: by a function that returns None for a right answer, else a hint.

The hint depends on the mistake: each exercise knows the wrong answers that readers give and
says what went wrong. The right answers are computed, never typed.
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
    all others. Numbers are equal up to ``tolerance``.
    """
    try:
        given = np.asarray(answer, dtype=float)
    except (TypeError, ValueError, OverflowError):
        return f"Expected {_kind(truth)}, got {answer!r}."
    if given.shape != np.shape(truth):
        return f"Expected {_kind(truth)}, got {answer!r}."
    for hint, value in [(None, truth), *mistakes.items()]:
        if given.shape == np.shape(value) and np.allclose(given, value, rtol=0, atol=tolerance):
            return hint
    return otherwise


def _kind(truth: object) -> str:
    return "a number" if np.ndim(truth) == 0 else f"{len(truth)} numbers, such as ({', '.join('…' for _ in truth)})"
