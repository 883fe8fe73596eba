"""Splits, as indices or counted: which examples each trains on and tests on."""

from collections.abc import Iterable, Iterator

import numpy as np

from evalcore._checks import items, mapping, places

Split = tuple[np.ndarray, np.ndarray]
estimators = mapping("names and functions of X and y", callable)


class Counted:
    """Splits of which is known how often each trains on, and tests on, each example: two arrays (splits, m)."""

    def __init__(self, train: np.ndarray, test: np.ndarray):
        self.counts = train, test

    def __iter__(self) -> Iterator[Split]:
        every = np.arange(self.counts[0].shape[1])
        return ((np.repeat(every, train), np.repeat(every, test)) for train, test in zip(*self.counts, strict=True))


def checked(name: str, splits: object) -> Iterable[Split]:
    """Pairs of index arrays, none of them empty; or what is counted already."""
    if isinstance(splits, Counted):
        return splits
    splits = items(name, splits, "one or more (train, test) splits", 1)
    if all(isinstance(split, tuple) and len(split) == 2 and all(map(_indexes, split)) for split in splits):
        return splits  # as splitters give them; what others give is looked at one by one
    pairs = [items("a split", split, "a pair (train, test)", 2, 2) for split in splits]
    indices = places("indices")
    return [tuple(indices("a part of a split", part) for part in pair) for pair in pairs]


def _indexes(part: object) -> bool:
    return isinstance(part, np.ndarray) and part.ndim == 1 and part.dtype == np.intp and part.size > 0


def counts(splits: Iterable[Split], m: int) -> tuple[np.ndarray, np.ndarray]:
    """How often each split trains on, and tests on, each example: two arrays (splits, m)."""
    if isinstance(splits, Counted):
        return splits.counts
    parts = [part for split in splits for part in split]
    indices = np.concatenate(parts)
    if strange := [end for end in (indices.min(), indices.max()) if not 0 <= end < m]:
        raise ValueError(f"a split must hold indices from 0 to {m - 1}, got {strange[0]}")
    row = np.repeat(np.arange(len(parts)), [len(part) for part in parts])  # one count for all, not one a part
    counted = np.bincount(row * m + indices, minlength=len(parts) * m).reshape(-1, 2, m)
    return counted[:, 0], counted[:, 1]
