"""A record of which cell displayed what, so that running the cell again retires what it displayed before."""

from typing import Protocol
from weakref import WeakKeyDictionary, ref

from IPython import get_ipython
from matplotlib.figure import Figure


class Displayed(Protocol):
    """Something that a cell displays and that can be retired, such as an interactive figure."""

    def retire(self) -> None: ...


OF_CELL: dict[str, tuple[int, list[Displayed]]] = {}  # execution count, and what is displayed, of each cell
_OF_FIGURE: "WeakKeyDictionary[Figure, ref[Displayed]]" = WeakKeyDictionary()


def retire_picture_of(figure: Figure) -> None:
    """Retire the interactive figure made from this figure before, if there is one."""
    earlier = _OF_FIGURE[figure]() if figure in _OF_FIGURE else None
    if earlier is not None:
        earlier.retire()


def name() -> str:
    """Return the id of the cell that is running, or its source if there is no id; "" outside a notebook."""
    shell = get_ipython()
    if shell is None:
        return ""
    message = shell.get_parent() if hasattr(shell, "get_parent") else {}
    return message.get("metadata", {}).get("cellId") or shell.user_ns.get("In", [""])[-1]


def remember(displayed: Displayed, figure: Figure | None = None) -> None:
    """Retire what an earlier run of this cell has displayed; outside a notebook there is nothing."""
    if figure is not None:
        _OF_FIGURE[figure] = ref(displayed)
    shell = get_ipython()
    if shell is None:
        return
    run, others = OF_CELL.get(name(), (None, []))
    if run != shell.execution_count:
        for earlier in others:
            earlier.retire()
        others = []
    OF_CELL[name()] = shell.execution_count, [*others, displayed]
