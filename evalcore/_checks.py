"""Checks of arguments, declared above a function.

``@asks(y_true=labels, y_score=scores)`` passes each named argument to its check before the body runs, and the body
receives the checked value. A check takes the name and the value, and raises a ``ValueError`` that says what was
expected and what was given. Arrays name their sizes, and arguments that share a size must agree in it:
``@asks(X=finite("m", "features"), y=labels)`` requires as many rows as labels, because both sizes are called m.
"""

from collections.abc import Callable, Iterable, Mapping, Set
from functools import wraps
from inspect import isclass, signature
from typing import TypeVar

import numpy as np

LARGEST = 1e50  # products and squares of such numbers do not overflow
Check = Callable[[str, object], object]
Asking = TypeVar("Asking", bound=Callable)


def asks(**wanted: Check) -> Callable[[Asking], Asking]:
    """Return a decorator that checks the named arguments of a function or of a class; its type stays as written."""

    def decorate(asking):
        if isclass(asking):
            asking.__init__ = decorate(asking.__init__)
            return asking
        form = signature(asking)
        parameters = form.parameters
        defaults = {name: item.default for name, item in parameters.items() if item.default is not item.empty}
        in_order = [name for name, item in parameters.items() if item.kind is not item.KEYWORD_ONLY]

        @wraps(asking)
        def asked(*args, **kwargs):
            given = defaults | dict(zip(in_order, args, strict=False)) | kwargs
            twice = any(name in kwargs for name in in_order[: len(args)])
            if twice or len(args) > len(in_order) or given.keys() != parameters.keys():
                form.bind(*args, **kwargs)  # raises Python's TypeError; slower than all of this
            sizes: dict[str, tuple[str, int]] = {}
            for name, check in wanted.items():
                value = given[name] = check(name, given[name])
                shape = (len(value),) if isinstance(value, list) else getattr(value, "shape", ())
                for size, length in zip(getattr(check, "sizes", ()), shape, strict=False):
                    first, expected = sizes.setdefault(size, (name, length))
                    if length != expected:
                        raise ValueError(
                            f"{first} and {name} must be equally long, got {expected} and {length} ({size})"
                        )
            return asking(**given)

        return asked

    return decorate


def shown(value: object) -> str:
    """Return the value as text for a message, shortened if it is long."""
    words = repr(value)
    return words if len(words) <= 200 else f"{words[:200]}…"


def such_that(holds: Callable[[object], bool], expected: str, check: Check = lambda _, value: value) -> Check:
    """Return a check that also requires a condition: "name must …"."""

    def narrower(name, value):
        value = check(name, value)
        if not holds(value):
            raise ValueError(f"{name} must {expected}, got {shown(value)}")
        return value

    narrower.sizes = getattr(check, "sizes", ())
    return narrower


def optional(check: Check) -> Check:
    """Return a check that also accepts None."""

    def none_or_check(name, value):
        return None if value is None else check(name, value)

    none_or_check.sizes = getattr(check, "sizes", ())
    return none_or_check


def number(expected: str = "a finite number", low: float = -LARGEST, high: float = LARGEST) -> Check:
    """Return a check for a real number from ``low`` to ``high``, not a boolean, which becomes a Python number."""

    def check(name, value):
        plain = value.item() if isinstance(value, np.generic) else value
        is_number = isinstance(plain, int | float | np.longdouble) and not isinstance(plain, bool)
        if not is_number or not low <= plain <= high or (isinstance(plain, int) and abs(plain) >= 2**1024):
            raise ValueError(f"{name} must be {expected}, got {shown(value)}")
        return plain

    return check


positive = number(f"a finite number > 0 ({1 / LARGEST:g} to {LARGEST:g})", 1 / LARGEST)
at_least_zero = number(f"a finite number >= 0 (up to {LARGEST:g})", 0)
share = number("one number in [0, 1]", 0, 1)
prior = optional(number("a number between 0 and 1, such as 0.05", 1e-12, 1 - 1e-12))  # None: that of the data


def whole(least: int, most: float = np.inf) -> Check:
    """Return a check for an integer from ``least`` to ``most``."""
    expected = f"a whole number >= {least}" if most == np.inf else f"a whole number from {least} to {most}"

    def check(name, value):
        if not isinstance(value, int | np.integer) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(f"{name} must be {expected}, got {shown(value)}")
        return int(value)

    return check


def array(name: str, values: object, *sizes: str) -> np.ndarray:
    """Return an array of real numbers with one dimension for each named size, or of any shape without names."""
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
        values = numbers.ravel().tolist()
        strange = [value for value in values if not isinstance(value, int | float)]
        strange += [value for value in values if isinstance(value, int) and abs(value) >= 2**63]  # too large for NumPy
        raise ValueError(f"{name} must hold numbers, got {shown(*strange[:1] or [numbers.dtype])}")
    return numbers


def finite(*sizes: str, low: float = -LARGEST, high: float = LARGEST) -> Check:
    """Return a check for an array of numbers from ``low`` to ``high``, which become floats."""

    def check(name, values):
        values = array(name, values, *sizes).astype(float, copy=False)
        strange = values[~((values >= low) & (values <= high))]  # also nan
        if strange.size:
            bounds = f" in [{low:g}, {high:g}]" if np.isfinite(strange[0]) else ""
            raise ValueError(f"{name} must be finite numbers{bounds}, got {strange[0]}")
        return values

    check.sizes = sizes
    return check


shares = finite(low=0, high=1)


def places(*sizes: str) -> Check:
    """Return a check for an array of integers >= 0, such as indices."""
    are_whole = such_that(lambda values: values.dtype.kind in "iu" and values.min() >= 0, "hold whole numbers >= 0")
    return lambda name, values: are_whole(name, array(name, values, *sizes))


def group_numbers(name: str, values: object) -> np.ndarray:
    """The number of each example's group, from 0, shape (m,)."""
    return places("m")(name, values)


def scores(name: str, values: object) -> np.ndarray:
    """Check finite scores, shape (m,), and return floats; float32 is kept, because comparisons depend on it."""
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
    """Check the labels 0 and 1, shape (m,), and return booleans, True for a positive."""
    values = array(name, values, "m")
    strange = values[(values != 0) & (values != 1)]
    if strange.size:
        raise ValueError(f"{name} must hold the labels 0 and 1, got {strange[0]}")
    return values.astype(bool)


def both_classes(name: str, values: object) -> np.ndarray:
    """Check labels with at least one positive and one negative."""
    positives = labels(name, values)
    for members, missing in [(positives, "positive example (class 1)"), (~positives, "negative example (class 0)")]:
        if not members.any():
            raise ValueError(f"{name} has no {missing}; expected both classes")
    return positives


group_numbers.sizes = scores.sizes = labels.sizes = both_classes.sizes = ("m",)
two_of_each = such_that(lambda y: 2 <= y.sum() <= y.size - 2, "hold two or more examples of each class", both_classes)


def instance(kind: type, hint: str = "") -> Check:
    """Return a check for an object of one class."""
    return such_that(lambda value: isinstance(value, kind), f"be a {kind.__name__}{hint}")


generator = instance(np.random.Generator, " of numpy.random, such as default_rng(0)")


def items(name: str, values: object, expected: str, least: int = 0, most: float = np.inf) -> list:
    """Return the items of a list, a tuple, a generator or another ordered iterable, after checking their number."""
    unordered = isinstance(values, str | bytes | Mapping | Set) or not isinstance(values, Iterable)
    listed = None if unordered or getattr(values, "ndim", 1) == 0 else list(values)
    if listed is None or not least <= len(listed) <= most:
        raise ValueError(f"{name} must be {expected}, got {shown(values if listed is None else listed)}")
    return listed


def list_of(kind: type, least: int = 0, *, of: str = "", size: str = "") -> Check:
    """Return a check for an ordered iterable of objects of one class, which becomes a list."""
    expected = f"a list of {'one or more ' * bool(least)}{of or kind.__name__}"

    def check(name, values):
        return items(name, values, expected, least)

    check.sizes = (size,) * bool(size)
    return such_that(lambda listed: all(isinstance(item, kind) for item in listed), f"be {expected}", check)


def mapping(of: str, holds: Callable[[object], bool] = lambda _: True) -> Check:
    """Return a check for a dict with at least one entry, and with a condition on each value."""
    filled = such_that(lambda value: isinstance(value, Mapping) and len(value) > 0, f"be a dict of {of}")
    return such_that(lambda value: all(map(holds, value.values())), f"be a dict of {of}", filled)


def domains(name: str, values: object) -> Mapping:
    """Check attributes, each with different values, none of them the wildcard ``*``."""
    for attribute, words in mapping("attributes and their values")(name, values).items():
        words = items(attribute, words, "one or more different values", 1)
        if not all(isinstance(word, str | int) for word in words) or "*" in words or len(set(words)) < len(words):
            raise ValueError(f"{attribute} must have different words for values, none of them '*', got {shown(words)}")
    return values


def one_of_each(name: str, values: object, domains: Mapping, *others: str) -> tuple:
    """Check a tuple with one value for each attribute, in its domain or among the others."""
    values = items(name, values, f"a value for each of {', '.join(domains)}", len(domains), len(domains))
    for value, (attribute, domain) in zip(values, domains.items(), strict=True):
        if not isinstance(value, str | int) or value not in (*domain, *others):
            raise ValueError(f"{attribute} must be one of {', '.join(map(str, domain))}, got {shown(value)}")
    return tuple(values)


def function(of: str = "x", answer: Check | None = None) -> Check:
    """Return a check for a function; ``answer`` checks its result, a number for each row of its last argument."""
    is_function = such_that(callable, f"be a function of {of}")
    if answer is None:
        return is_function

    def check(name, value):
        is_function(name, value)

        def answered(*args):
            values, rows = answer(f"{name}({of})", value(*args)), len(args[-1])
            if values.shape not in ((), (rows,)):
                raise ValueError(f"{name}({of}) must have one number for each of {rows}, got shape {values.shape}")
            return np.broadcast_to(values, rows)

        return answered

    return check
