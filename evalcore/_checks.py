"""What the calculation asks of its arguments, declared above a function.

``@asks(y_true=labels, y_score=scores)`` hands each named argument to its check before the body runs, and the
body gets what the check returns. A check takes the name and the value, and raises a ``ValueError`` that says
what was expected and what came. Arrays name their sizes: arguments that share a size must agree in it, so that
``@asks(X=finite("m", "features"), y=labels)`` asks for as many rows as labels, both called m.
"""

from collections.abc import Callable, Iterable, Mapping, Set
from functools import wraps
from inspect import isclass, signature
from typing import TypeVar

import numpy as np

LARGEST = 1e50  # numbers that are multiplied and squared lie below, so that nothing overflows on the way
Check = Callable[[str, object], object]
Asking = TypeVar("Asking", bound=Callable)


def asks(**wanted: Check) -> Callable[[Asking], Asking]:
    """Check the named arguments of a function, or those from which a class is made; its type stays what is written."""

    def decorate(asking):
        if isclass(asking):
            asking.__init__ = decorate(asking.__init__)
            return asking
        form = signature(asking)
        defaults = {name: one.default for name, one in form.parameters.items() if one.default is not one.empty}
        in_order = [name for name, one in form.parameters.items() if one.kind is not one.KEYWORD_ONLY]

        @wraps(asking)
        def asked(*args, **kwargs):
            given = defaults | dict(zip(in_order, args, strict=False)) | kwargs
            twice = any(name in kwargs for name in in_order[: len(args)])
            if twice or len(args) > len(in_order) or given.keys() != form.parameters.keys():
                form.bind(*args, **kwargs)  # raises Python's TypeError; it takes thrice the time of all this
            sizes: dict[str, tuple[str, int]] = {}
            for name, check in wanted.items():
                value = given[name] = check(name, given[name])
                shape = (len(value),) if isinstance(value, list) else getattr(value, "shape", ())
                for size, length in zip(getattr(check, "sizes", ()), shape, strict=False):
                    first, known = sizes.setdefault(size, (name, length))
                    if length != known:
                        raise ValueError(f"{first} and {name} must be equally long, got {known} and {length} ({size})")
            return asking(**given)

        return asked

    return decorate


def shown(value: object) -> str:
    """The value as a message shows it: its beginning if it is long."""
    words = repr(value)
    return words if len(words) <= 200 else f"{words[:200]}…"


def such_that(holds: Callable[[object], bool], expected: str, check: Check = lambda _, value: value) -> Check:
    """What passes the check, and for which a condition holds: "it must …"."""

    def narrower(name, value):
        value = check(name, value)
        if not holds(value):
            raise ValueError(f"{name} must {expected}, got {shown(value)}")
        return value

    narrower.sizes = getattr(check, "sizes", ())
    return narrower


def optional(check: Check) -> Check:
    """What may also be None."""

    def none_or_check(name, value):
        return None if value is None else check(name, value)

    none_or_check.sizes = getattr(check, "sizes", ())
    return none_or_check


def number(expected: str = "a finite number", low: float = -LARGEST, high: float = LARGEST) -> Check:
    """A real number from ``low`` to ``high``, as Python's own, and no larger than a float; True and False are none."""

    def check(name, value):
        plain = value.item() if isinstance(value, np.generic) else value
        known = isinstance(plain, int | float | np.longdouble) and not isinstance(plain, bool)
        if not known or not low <= plain <= high or (isinstance(plain, int) and abs(plain) >= 2**1024):
            raise ValueError(f"{name} must be {expected}, got {shown(value)}")
        return plain

    return check


positive = number(f"a finite number > 0 ({1 / LARGEST:g} to {LARGEST:g})", 1 / LARGEST)
at_least_zero = number(f"a finite number >= 0 (up to {LARGEST:g})", 0)
share = number("one number in [0, 1]", 0, 1)
prior = optional(number("a number between 0 and 1, such as 0.05", 1e-12, 1 - 1e-12))  # None: as in the data


def whole(least: int, most: float = np.inf) -> Check:
    """A whole number from ``least`` to ``most``."""
    expected = f"a whole number >= {least}" if most == np.inf else f"a whole number from {least} to {most}"

    def check(name, value):
        if not isinstance(value, int | np.integer) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(f"{name} must be {expected}, got {shown(value)}")
        return int(value)

    return check


def array(name: str, values: object, *sizes: str) -> np.ndarray:
    """Real numbers of any size, in as many dimensions as there are names of sizes; without them in any shape."""
    try:
        numbers = np.asarray(values)
    except ValueError as error:
        raise ValueError(f"{name} must hold numbers, got rows of unequal length") from error
    if np.ma.is_masked(values):
        raise ValueError(f"{name} must hold numbers, got masked ones")
    if numbers.ndim == 0 and numbers.dtype.kind not in "biuf":  # such as a generator, a set, a sparse array
        raise ValueError(f"{name} must be an array of numbers, got the {type(values).__name__} {shown(values)}")
    if sizes and (numbers.ndim != len(sizes) or numbers.size == 0):
        shape = f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"
        raise ValueError(f"{name} must have shape {shape} with {', '.join(sizes)} >= 1, got shape {numbers.shape}")
    if numbers.dtype.kind not in "biuf":
        found = numbers.ravel().tolist()
        strange = [value for value in found if not isinstance(value, int | float)]
        strange += [value for value in found if isinstance(value, int) and abs(value) >= 2**63]  # for NumPy too large
        raise ValueError(f"{name} must hold numbers, got {shown(*strange[:1] or [numbers.dtype])}")
    return numbers


def finite(*sizes: str, low: float = -LARGEST, high: float = LARGEST) -> Check:
    """Numbers from ``low`` to ``high``, as floats."""

    def check(name, values):
        values = array(name, values, *sizes).astype(float, copy=False)
        strange = values[~((values >= low) & (values <= high))]  # nan too
        if strange.size:
            bounds = f" in [{low:g}, {high:g}]" if np.isfinite(strange[0]) else ""
            raise ValueError(f"{name} must be finite numbers{bounds}, got {strange[0]}")
        return values

    check.sizes = sizes
    return check


shares = finite(low=0, high=1)


def places(*sizes: str) -> Check:
    """Whole numbers >= 0, such as index an array."""
    are_whole = such_that(lambda values: values.dtype.kind in "iu" and values.min() >= 0, "hold whole numbers >= 0")
    return lambda name, values: are_whole(name, array(name, values, *sizes))


def scores(name: str, values: object) -> np.ndarray:
    """Finite numbers, shape (m,), as floats; float32 stays, as NumPy compares it with 0.7 in its own precision."""
    values = array(name, values, "m")
    if values.dtype.kind != "f" or values.itemsize > 8:
        with np.errstate(over="ignore"):  # a longdouble may be larger than all floats
            floats = values.astype(float)
        if values.dtype.kind != "f" and (beyond := values[abs(floats) >= 2**53]).size:
            raise ValueError(f"{name} must be floats, or whole numbers below 2**53 for floats to hold, got {beyond[0]}")
        values = floats
    if not np.isfinite(values).all():
        raise ValueError(f"{name} must be finite numbers, got {values[~np.isfinite(values)][0]}")
    return values


def labels(name: str, values: object) -> np.ndarray:
    """The labels 0 and 1, shape (m,), as booleans, True for a positive."""
    values = array(name, values, "m")
    strange = values[(values != 0) & (values != 1)]
    if strange.size:
        raise ValueError(f"{name} must hold the labels 0 and 1, got {strange[0]}")
    return values.astype(bool)


def both_classes(name: str, values: object) -> np.ndarray:
    """Labels of which at least one is positive and one negative."""
    positives = labels(name, values)
    for found, missing in [(positives, "positive example (class 1)"), (~positives, "negative example (class 0)")]:
        if not found.any():
            raise ValueError(f"{name} has no {missing}; expected both classes")
    return positives


scores.sizes = labels.sizes = both_classes.sizes = ("m",)
two_of_each = such_that(lambda y: 2 <= y.sum() <= y.size - 2, "hold two or more examples of each class", both_classes)


def instance(kind: type, hint: str = "") -> Check:
    """Something of one class."""
    return such_that(lambda value: isinstance(value, kind), f"be a {kind.__name__}{hint}")


generator = instance(np.random.Generator, " of numpy.random, such as default_rng(0)")


def items(name: str, values: object, expected: str, least: int = 0, most: float = np.inf) -> list:
    """What a list, a tuple, a generator or another row of things holds."""
    unordered = isinstance(values, str | bytes | Mapping | Set) or not isinstance(values, Iterable)
    found = None if unordered or getattr(values, "ndim", 1) == 0 else list(values)
    if found is None or not least <= len(found) <= most:
        raise ValueError(f"{name} must be {expected}, got {shown(values if found is None else found)}")
    return found


def list_of(kind: type, least: int = 0, *, of: str = "", size: str = "") -> Check:
    """A row of things of one class, as a list."""
    expected = f"a list of {'one or more ' * bool(least)}{of or kind.__name__}"

    def check(name, values):
        return items(name, values, expected, least)

    check.sizes = (size,) * bool(size)
    return such_that(lambda found: all(isinstance(item, kind) for item in found), f"be {expected}", check)


def mapping(of: str, holds: Callable[[object], bool] = lambda _: True) -> Check:
    """A dict with one or more entries; a condition holds for each value."""
    filled = such_that(lambda value: isinstance(value, Mapping) and len(value) > 0, f"be a dict of {of}")
    return such_that(lambda value: all(map(holds, value.values())), f"be a dict of {of}", filled)


def domains(name: str, values: object) -> Mapping:
    """Attributes, each with different values, none of them the wildcard ``*``."""
    for attribute, words in mapping("attributes and their values")(name, values).items():
        words = items(attribute, words, "one or more different values", 1)
        if not all(isinstance(word, str | int) for word in words) or "*" in words or len(set(words)) < len(words):
            raise ValueError(f"{attribute} must have different words for values, none of them '*', got {shown(words)}")
    return values


def one_of_each(name: str, values: object, domains: Mapping, *others: str) -> tuple:
    """A value for each attribute, each in its domain or one of the others."""
    values = items(name, values, f"a value for each of {', '.join(domains)}", len(domains), len(domains))
    for value, (attribute, known) in zip(values, domains.items(), strict=True):
        if not isinstance(value, str | int) or value not in (*known, *others):
            raise ValueError(f"{attribute} must be one of {', '.join(map(str, known))}, got {shown(value)}")
    return tuple(values)


def function(of: str = "x", answer: Check | None = None) -> Check:
    """A function; with ``answer`` also what it returns is checked: a number for each row of its last argument."""
    known = such_that(callable, f"be a function of {of}")
    if answer is None:
        return known

    def check(name, value):
        known(name, value)

        def answered(*args):
            values, rows = answer(f"{name}({of})", value(*args)), len(args[-1])
            if values.shape not in ((), (rows,)):
                raise ValueError(f"{name}({of}) must have one number for each of {rows}, got shape {values.shape}")
            return np.broadcast_to(values, rows)

        return answered

    return check
