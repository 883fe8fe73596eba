"""The layers of the package, read from its code: imports only go down, without cycles, and have no side effects."""

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from layers import MODULES, PACKAGE, SPEAKING, layer

pytestmark = pytest.mark.texts
LAYERS = ["calculation", "language", "plots", "interactive"]
DRAWING, WIDGETS = {"matplotlib", "cycler", "PIL"}, {"ipywidgets", "IPython"}
FORBIDDEN = {
    "calculation": DRAWING | WIDGETS, "language": DRAWING | WIDGETS, "plots": WIDGETS, "interactive": set(),
}  # fmt: skip


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(module: str, source: ast.AST) -> set[str]:
    """Return the modules of evalcore, and the other packages, that a module imports, also inside its functions."""
    names = set()
    for node in ast.walk(source):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parents = module.split(".")
            is_package = module in MODULES and MODULES[module].name == "__init__.py"
            parents = parents[: len(parents) - node.level + is_package] if node.level else []
            origin = ".".join([*parents, *([node.module] if node.module else [])])
            names |= {f"{origin}.{alias.name}" for alias in node.names}
    return {target(name) for name in names}


def target(name: str) -> str:
    """Return the module of evalcore that a dotted name belongs to, or the outside package."""
    if name.partition(".")[0] != "evalcore":
        return name.partition(".")[0]
    while name not in MODULES:
        name = name.rpartition(".")[0]
    return name


def breaches(module: str, source: ast.AST) -> list[str]:
    """Return what a module imports although its layer may not: a higher layer, or a package that draws or shows."""
    here = layer(module)
    names = imported(module, source)
    higher = {name for name in names & MODULES.keys() if LAYERS.index(layer(name)) > LAYERS.index(here)}
    speaks = {"evalcore.language"} if module in SPEAKING else set()
    return sorted((higher | names & FORBIDDEN[here]) - speaks)


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_down_only(module):
    assert breaches(module, tree(MODULES[module])) == []


def test_imports_go_in_no_circle():
    graph = {module: imported(module, tree(path)) & MODULES.keys() - {"evalcore"} for module, path in MODULES.items()}
    TopologicalSorter(graph).prepare()  # raises a CycleError that names the circle


def only_defines(statement: ast.stmt, own: set[str]) -> bool:
    """Return whether a statement of a module imports, defines, documents, or sets what belongs to the module."""
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.FunctionDef() | ast.ClassDef() | ast.Expr(value=ast.Constant()):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Compare(left=ast.Name(id="__name__"))):
            return True
        case ast.Assign() | ast.AnnAssign():
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            return all(
                isinstance(place, ast.Name | ast.Tuple)
                or (isinstance(place, ast.Attribute) and getattr(place.value, "id", None) in own)
                for place in targets
            )
    return False


@pytest.mark.parametrize("module", MODULES)
def test_importing_a_module_does_nothing_but_define_it(module):
    """It changes no setting of another package, and calls no function for its effect."""
    body = tree(MODULES[module]).body
    own = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assert [ast.unparse(statement) for statement in body if not only_defines(statement, own)] == []


def is_private(name: str) -> bool:
    """Return whether it is a ``_name``; names that also end so, such as ``_repr_mimebundle_``, are protocols."""
    return name.startswith("_") and not name.endswith("_")


def private_names(source: ast.AST) -> tuple[set[str], set[str]]:
    """Return the private names that a file defines, and those that it imports or uses as attributes."""
    defined, used = set(), set()
    for node in ast.walk(source):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                defined.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                defined.add(name)
            case ast.ImportFrom(names=names):
                used |= {alias.name for alias in names if not alias.name.startswith("__")}
            case ast.Attribute(attr=name):
                used.add(name)
    return set(filter(is_private, defined)), set(filter(is_private, used))


def test_private_names_are_used_by_no_other_file():
    """A ``_name`` in a module of evalcore, of the book or of the tests belongs to that module."""
    home = PACKAGE.parent
    files = [path for folder in ("evalcore", "book", "tests") for path in (home / folder).rglob("*.py")]
    names = {path.relative_to(home).as_posix(): private_names(tree(path)) for path in files}
    modules = {path.stem for path in files}  # a module may be private to its package: evalcore._checks
    taken = {
        f"{file}: {name}"
        for file, (own, used) in names.items()
        for name in used - own - modules
        if any(name in defined for other, (defined, _) in names.items() if other != file)
    }
    assert taken == set()


def test_no_test_is_left_out_where_all_packages_are(pytestconfig):
    """Test modules whose packages are missing are skipped; with playwright installed, none may be skipped."""
    pytest.importorskip("playwright")
    home = str(PACKAGE.parent / "conftest.py")
    conftest = next(
        plugin for plugin in pytestconfig.pluginmanager.get_plugins() if getattr(plugin, "__file__", "") == home
    )
    files = (PACKAGE.parent / "tests").rglob("test_*.py")
    assert {file.name: needs for file in files if (needs := conftest.missing(file))} == {}
