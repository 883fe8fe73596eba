"""mutmut, made to change checked functions too: ``make mutation``, or ``python tests/mutate.py run "evalcore.costs*"``.

By itself it leaves whatever is decorated alone, and ``@asks`` stands above most of the calculation.
"""

import libcst
from mutmut.__main__ import cli
from mutmut.mutation import file_mutation

_leaves_alone = file_mutation.MutationVisitor._skip_node_and_children
_arranged = file_mutation.function_trampoline_arrangement


def _is_checked(node: libcst.CSTNode) -> bool:
    """Whether this is a function with ``@asks(...)`` above it and nothing else."""
    if not isinstance(node, libcst.FunctionDef) or len(node.decorators) != 1:
        return False
    call = node.decorators[0].decorator
    return isinstance(call, libcst.Call) and getattr(call.func, "value", "") == "asks"


def _skip(visitor, node):
    return not _is_checked(node) and _leaves_alone(visitor, node)


def _checked_once(function, *others, **named):
    """The function that chooses a change keeps its checks; the original and the changes behind it need none."""
    declared, (chooser, *behind), *rest = _arranged(function, *others, **named)
    if _is_checked(function):
        behind = [one.with_changes(decorators=[]) for one in behind]
    return declared, [chooser, *behind], *rest


file_mutation.MutationVisitor._skip_node_and_children = _skip
file_mutation.function_trampoline_arrangement = _checked_once

if __name__ == "__main__":
    cli()
