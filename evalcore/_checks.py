"""What the calculation modules ask of their arguments.

Each check returns the value, or raises a ``ValueError`` that says what was expected and what came.
"""

from collections.abc import Callable, Iterable, Mapping, Set

import numpy as np
from numpy.typing import ArrayLike

LARGEST = 1e50  # numbers that are multiplied and squared lie below, so that nothing overflows on the way
MAX = float(np.finfo(float).max)  # larger whole numbers are no floats


def shown(value: object) -> str:
    """The value as a message shows it: its beginning if it is long."""
    try:
        words = repr(value)
    except Exception:  # such as a whole number of more than 4300 digits
        return f"a {type(value).__name__} that cannot be shown"
    return words if len(words) <= 200 else f"{words[:200]}…"


def is_number(value: object) -> bool:
    """Whether it is one real number; True and False are none."""
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)


def number(name: str, value: object, expected: str, low: float, high: float) -> float:
    """One number from ``low`` to ``high``, as Python's own: NumPy's small ones would wrap around."""
    value = value.item() if isinstance(value, np.generic) else value
    if not is_number(value) or not low <= value <= high or (isinstance(value, int) and abs(value) > MAX):
        large = f" (up to {LARGEST:g})" if is_number(value) and high == LARGEST < abs(value) < np.inf else ""
        raise ValueError(f"{name} must be {expected}, got {shown(value)}{large}")
    return value


def at_least_zero(name: str, value: object) -> float:
    """One number >= 0."""
    return float(number(name, value, "a finite number >= 0", 0, LARGEST))


def positive(name: str, value: object) -> float:
    """One number > 0; the bounds keep ratios of two of them finite and different from 0."""
    if is_number(value) and 0 < value < 1 / LARGEST:
        raise ValueError(f"{name} must be a finite number > 0, got {value!r} (from {1 / LARGEST:g} on)")
    return float(number(name, value, "a finite number > 0", 1 / LARGEST, LARGEST))


def whole(name: str, value: object, least: int, most: int = 10**8, *, to: int | None = None) -> int:
    """A whole number from ``least`` up to ``to``; without it up to ``most``, more than a computer holds or awaits."""
    is_whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not is_whole or value < least or (to is not None and value > to):
        expected = f">= {least}" if to is None else f"from {least} to {to}"
        raise ValueError(f"{name} must be a whole number {expected}, got {shown(value)}")
    if value > most:
        raise ValueError(f"{name} must be at most {most}, got {shown(value)}")
    return int(value)


def items(values: object, expected: str) -> list:
    """What a list, a tuple, a generator or another row of things holds."""
    unordered = isinstance(values, str | bytes | Mapping | Set) or not isinstance(values, Iterable)
    if unordered or getattr(values, "ndim", 1) == 0:
        raise ValueError(f"{expected}, got {shown(values)}")
    return list(values)


def array(name: str, values: object) -> np.ndarray:
    """Anything as an array, whatever it holds."""
    if isinstance(values, np.ma.MaskedArray):
        raise ValueError(f"{name} must hold numbers, got masked ones")
    try:
        return np.asarray(values)
    except ValueError as error:
        raise ValueError(f"{name} must hold numbers, got rows of unequal length") from error


def real(name: str, values: object) -> np.ndarray:
    """Real numbers in any shape, as they are; also nan and infinite ones."""
    values = array(name, values)
    if values.dtype.kind not in "biuf":
        strange = next((value for value in values.ravel().tolist() if not is_number(value)), values.flat[:1])
        raise ValueError(f"{name} must hold numbers, got {shown(strange)}")
    if values.dtype.itemsize > 8:  # a longdouble, which may be larger than any float
        with np.errstate(over="ignore"):
            return values.astype(float)
    return values


def shaped(name: str, values: object, *sizes: str) -> np.ndarray:
    """Real numbers in as many dimensions as there are names of sizes, each at least 1 long."""
    values = array(name, values)
    if values.ndim != len(sizes) or values.size == 0:
        shape = f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"
        raise ValueError(f"{name} must have shape {shape} with {', '.join(sizes)} >= 1, got shape {values.shape}")
    return real(name, values)


def finite(name: str, values: object, *sizes: str, most: float = LARGEST) -> np.ndarray:
    """Finite numbers up to ``most`` in size, as floats, of any shape or as :func:`shaped` wants them."""
    values = shaped(name, values, *sizes) if sizes else real(name, values)
    values = values.astype(float, copy=False)
    if not np.isfinite(values).all():
        raise ValueError(f"{name} must be finite numbers, got {values[~np.isfinite(values)].flat[0]}")
    if most < np.inf and np.any(np.abs(values) > most):
        raise ValueError(f"{name} must be finite numbers up to {most:g}, got {values[np.abs(values) > most].flat[0]}")
    return values


def labels(name: str, values: ArrayLike) -> np.ndarray:
    """The labels 0 and 1, shape (m,), as booleans, True for a positive."""
    values = shaped(name, values, "m")
    if values.dtype == bool:
        return values
    is_positive = values == 1
    strangers = ~(is_positive | (values == 0))
    if strangers.any():
        raise ValueError(f"{name} must hold the labels 0 and 1, got {values[strangers][0]}")
    return is_positive


def same_length(**vectors: np.ndarray) -> None:
    """Two arrays with as many examples."""
    (first, a), (second, b) = vectors.items()
    if len(a) != len(b):
        raise ValueError(f"{first} and {second} must be equally long, got {len(a)} and {len(b)}")


def generator(rng: object) -> np.random.Generator:
    """A random generator of NumPy."""
    if not isinstance(rng, np.random.Generator):
        raise ValueError(f"rng must be a numpy.random.Generator, such as default_rng(0), got {shown(rng)}")
    return rng


def function(name: str, value: object, of: str = "x") -> Callable:
    """Something that can be called."""
    if not callable(value):
        raise ValueError(f"{name} must be a function of {of}, got {shown(value)}")
    return value
