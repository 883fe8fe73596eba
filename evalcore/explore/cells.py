"""Which cell has made which picture: one that takes the place of another retires it."""

from weakref import WeakKeyDictionary, ref

from IPython import get_ipython
from matplotlib.figure import Figure

from evalcore.explore.picture import LivingPicture

OF_CELL: dict[str, tuple[int, list[LivingPicture]]] = {}  # which run of the cell, and the pictures that it has made
_OF_FIGURE: "WeakKeyDictionary[Figure, ref[LivingPicture]]" = WeakKeyDictionary()


def retire_picture_of(figure: Figure) -> None:
    """Retire the picture that was made of this figure before, if there is one."""
    earlier = _OF_FIGURE[figure]() if figure in _OF_FIGURE else None
    if earlier is not None:
        earlier.retire()


def remember(picture: LivingPicture) -> None:
    """Retire what an earlier run of this cell has made. Outside a notebook there are no cells."""
    _OF_FIGURE[picture.layers.figure] = ref(picture)
    shell = get_ipython()
    if shell is None:
        return
    message = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell = message.get("metadata", {}).get("cellId") or shell.user_ns.get("In", [""])[-1]  # its id, or its text
    run, made = OF_CELL.get(cell, (None, []))
    if run != shell.execution_count:
        for earlier in made:
            earlier.retire()
        made = []
    OF_CELL[cell] = shell.execution_count, [*made, picture]
