"""A record of which cell made which figure, so that running the cell again retires its earlier figures."""

from weakref import WeakKeyDictionary, ref

from IPython import get_ipython
from matplotlib.figure import Figure

from evalcore.explore.picture import LivingPicture

OF_CELL: dict[str, tuple[int, list[LivingPicture]]] = {}  # execution count and figures of each cell
_OF_FIGURE: "WeakKeyDictionary[Figure, ref[LivingPicture]]" = WeakKeyDictionary()


def retire_picture_of(figure: Figure) -> None:
    """Retire the interactive figure made from this figure before, if there is one."""
    earlier = _OF_FIGURE[figure]() if figure in _OF_FIGURE else None
    if earlier is not None:
        earlier.retire()


def remember(picture: LivingPicture) -> None:
    """Retire the figures made by an earlier run of this cell; outside a notebook there are none."""
    _OF_FIGURE[picture.layers.figure] = ref(picture)
    shell = get_ipython()
    if shell is None:
        return
    message = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell = message.get("metadata", {}).get("cellId") or shell.user_ns.get("In", [""])[-1]  # its id or its source
    run, pictures = OF_CELL.get(cell, (None, []))
    if run != shell.execution_count:
        for earlier in pictures:
            earlier.retire()
        pictures = []
    OF_CELL[cell] = shell.execution_count, [*pictures, picture]
