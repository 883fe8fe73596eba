"""mutmut for functions with ``@asks``, too: ``make mutation``, or ``python tests/mutate.py run "evalcore.costs*"``.

By default it skips decorated functions, and most of the calculation is decorated with ``@asks``. It still skips
``strict=True`` of zip, which the linter requires: the zipped sequences always have the same length, so that no test
could notice the change.
"""

import libcst
from mutmut.__main__ import cli
from mutmut.mutation import file_mutation, mutators

_leaves_alone = file_mutation.MutationVisitor._skip_node_and_children
_arranged = file_mutation.function_trampoline_arrangement


def _is_checked(node: libcst.CSTNode) -> bool:
    """Return whether ``@asks(...)`` is the only decorator of the function."""
    if not isinstance(node, libcst.FunctionDef) or len(node.decorators) != 1:
        return False
    call = node.decorators[0].decorator
    return isinstance(call, libcst.Call) and getattr(call.func, "value", "") == "asks"


def _is_strict(node: libcst.CSTNode) -> bool:
    return isinstance(node, libcst.Arg) and node.keyword is not None and node.keyword.value == "strict"


def _skip(visitor, node):
    return _is_strict(node) or (not _is_checked(node) and _leaves_alone(visitor, node))


def _arguments_but_strict(call):
    """Return mutmut's changes of a call's arguments, except those of ``strict=True``."""
    for changed in mutators.operator_arg_removal(call):
        if all(argument in changed.args for argument in call.args if _is_strict(argument)):
            yield changed


def _checked_once(function, *others, **named):
    """Return the mutated functions with the checks on the dispatching function only."""
    declared, (chooser, *behind), *rest = _arranged(function, *others, **named)
    if _is_checked(function):
        behind = [function.with_changes(decorators=[]) for function in behind]
    return declared, [chooser, *behind], *rest


file_mutation.MutationVisitor._skip_node_and_children = _skip
mutators.mutation_operators[:] = [
    (kind, _arguments_but_strict if change is mutators.operator_arg_removal else change)
    for kind, change in mutators.mutation_operators
]
file_mutation.function_trampoline_arrangement = _checked_once

if __name__ == "__main__":
    cli()
