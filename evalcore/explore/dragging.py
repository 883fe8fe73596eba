"""Dragging in a notebook: the values of the controls at which a handle is nearest to the pointer.

The handle is moved by evaluating ``moving`` at other values of its controls, which takes some milliseconds each. The
positions are remembered for the duration of a drag.
"""

from collections.abc import Iterator

import numpy as np

from evalcore.explore.controls import index_of, positions
from evalcore.explore.layers import HANDLE, Layers

Places = tuple[int, ...]  # the positions of all controls, as indices


class Drag:
    """A drag of one handle; ``number`` is its index among the handles at the start."""

    def __init__(self, layers: Layers, controls: dict[str, object], number: int):
        self._layers, self._names, self._ends = layers, list(controls), {}
        self._values = {name: control.value for name, control in controls.items()}
        self._every = [positions(control) for control in controls.values()]
        self._at = tuple(index_of(value, every)
                         for value, every in zip(self._values.values(), self._every, strict=True))  # fmt: skip
        gids = [gid for gid, _ends in layers.handles(self._values)]
        self._gid, self._before = gids[number], gids[:number].count(gids[number])
        self._moves = self._moved_by()

    @property
    def names(self) -> list[str]:
        """The names of the controls that follow."""
        return [self._names[axis] for axis in self._moves]

    def to(self, x: float, y: float) -> dict[str, object]:
        """Return the values at which the handle is nearest to (x, y), in points from the upper left corner.

        The search goes to a nearer position until there is none; it tries far ones, too, because a handle may stand
        still for a while, as a point on a stair does.
        """
        self._at = self._nearer(self._at, np.array([x, y]))
        return {self._names[axis]: self._every[axis][self._at[axis]] for axis in self._moves}

    def _nearer(self, best: Places, pointer: np.ndarray) -> Places:
        least = self._distance(best, pointer)

        def improves(candidates):
            nonlocal best, least
            for places in candidates:
                if (distance := self._distance(places, pointer)) < least - 1e-6:
                    best, least = places, distance
                    return True
            return False

        while improves(list(self._ends)) or improves(self._neighbours(best)):  # those that are known first
            pass
        return best

    def _neighbours(self, places: Places) -> Iterator[Places]:
        """Yield positions that differ in one of the controls: the next ones, then multiples of 2, 4, 8, … around it.

        The same multiples are tried again from the next position, where they are known already.
        """
        step, longest = 1, max((len(self._every[axis]) for axis in self._moves), default=0)
        while step < longest:
            for axis in self._moves:
                below = (places[axis] - 1) // step * step
                for index in (below, below + step, below + 2 * step):
                    if 0 <= index < len(self._every[axis]):
                        yield (*places[:axis], index, *places[axis + 1 :])
            step *= 2

    def _distance(self, places: Places, pointer: np.ndarray) -> float:
        """Return the distance of the pointer from the handle, infinity where the handle is not drawn."""
        ends = self._ends_at(places)
        if ends is None:
            return np.inf
        start, along = ends[:2], ends[2:] - ends[:2]
        share = np.clip((pointer - start) @ along / ((along @ along) or 1), 0, 1)
        return float(np.hypot(*(start + share * along - pointer)))

    def _ends_at(self, places: Places) -> np.ndarray | None:
        if places not in self._ends:
            values = {name: every[index] for name, every, index in zip(self._names, self._every, places, strict=True)}
            ends = [ends for gid, ends in self._layers.handles(values) if gid == self._gid]
            self._ends[places] = ends[self._before] if len(ends) > self._before else None
        return self._ends[places]

    def _moved_by(self) -> list[int]:
        """Return the controls that follow: those that the handle names, or else the first one that moves it."""
        if self._gid != HANDLE:
            return [self._names.index(name) for name in self._gid.split()]
        for axis, every in enumerate(self._every):
            for index in sorted({0, len(every) // 2, len(every) - 1}):
                ends = self._ends_at((*self._at[:axis], index, *self._at[axis + 1 :]))
                if ends is not None and not np.array_equal(ends, self._ends_at(self._at)):
                    return [axis]
        return []
