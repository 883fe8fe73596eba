"""Shared parts of the benchmarks: candidates that take turns, and rows of the table."""

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple


class Row(NamedTuple):
    """One ratio: the time of ``slow`` over that of ``fast``, the goal for it, and the times."""

    slow: str
    fast: str
    ratio: float
    goal: str
    times: str


def best_times(candidates: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the shortest time of each candidate in seconds; in each round every candidate runs once.

    They take turns, so that a busy machine slows all of them equally.
    """
    best = dict.fromkeys(candidates, float("inf"))
    for _ in range(rounds):
        for name, run in candidates.items():
            start = perf_counter()
            run()
            best[name] = min(best[name], perf_counter() - start)
    return best


def ratios(candidates: dict[str, Callable[[], object]], wanted: list[tuple[str, str, str]], rounds: int) -> list[Row]:
    """Return a row for each (slow, fast, goal)."""
    best = best_times(candidates, rounds)
    return [
        Row(slow, fast, best[slow] / best[fast], goal, f"{_words(best[slow])} / {_words(best[fast])}")
        for slow, fast, goal in wanted
    ]


def _words(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"
