"""How Python in a page judges an answer. ``answers.worker.js`` loads this into the reader's browser.

An answer may use every name of the chapter above it. Of the chapter's statements those are run, in the
chapter's order, that bind these names or may change what they name, and those that these need in turn.
Pictures are not drawn.
"""

import ast
import builtins
import io
import json
import symtable
import traceback
from contextlib import redirect_stdout

CHANGING = {"add", "append", "extend", "fill", "fit", "insert", "pop", "remove", "shuffle", "sort", "update"}
HERE = "your answer"  # the name of the reader's file
MOST_PRINTED = 4000  # characters


class Chapter:
    """The statements above the exercise of that name, run as far as the last answer needed them."""

    def __init__(self, notebook: str, name: str):
        self.statements, self.names, self.done, self.tried = [], {}, set(), set()
        for cell in json.loads(notebook)["cells"]:
            if cell.get("id") == name:
                break
            source = "".join(cell["source"])
            if cell["cell_type"] == "code" and "check(" not in source:
                self.statements += map(Statement, statements(source))
        self._who_changes_what()

    def _who_changes_what(self):
        """To use a generator of random numbers is to change it, and so is to use a function that does."""
        imported = {name for one in self.statements if one.imports for name in one.changes}
        generators = {name for one in self.statements if one.makes_a_generator for name in one.changes}
        drawing, known = set(generators), set()
        while drawing != known:
            known = set(drawing)
            drawing = known.union(*(one.changes for one in self.statements if one.hands_on(known, generators)))
        for one in self.statements:
            one.changes -= set() if one.imports else imported  # np.sort(x) does not change np
            one.changes |= generators if one.reads & drawing else set()

    def needed(self, source: str) -> list[int]:
        """The numbers of the statements to run before the source; none if the last ones will do.

        What has run is forgotten else: a statement that comes too late might bind anew what another has bound.
        """
        found = self._behind(source)
        if found <= self.done:
            return []
        self.names, self.done = {"__name__": "__main__"}, set()
        return sorted(found)

    def _behind(self, source):
        try:
            wanted, found = reads(statements(source)), set()
        except SyntaxError:  # judge will say it
            return set()
        while more := {i for i, one in enumerate(self.statements) if one.changes & wanted} - found:
            found |= more
            wanted = wanted.union(*(self.statements[i].reads for i in more))
        return found

    def run(self, number: int) -> str | None:
        """Run a statement; the name of the module that it misses, if there is one."""
        return self._with_modules(lambda: self._run(number))

    def _run(self, number):
        with redirect_stdout(io.StringIO()):
            exec(self.statements[number].code, self.names)
        self.done.add(number)

    def judge(self, name: str, source: str) -> str | None:
        """Run the answer and judge it; ``said`` is then what it prints, and the verdict."""
        try:
            return self._with_modules(lambda: self._judge(name, source))
        except ModuleNotFoundError as missing:
            self.said = {"passed": False, "words": _told(missing), "printed": ""}
            return None

    def _judge(self, name, source):
        from evalcore.exercises import check
        from evalcore.exercises.judging import EXERCISES

        printed, names = io.StringIO(), dict(self.names)
        try:
            with redirect_stdout(printed):
                exec(compile(source, HERE, "exec"), names)
                passed, words = False, "Give your answer the name answer."
                if "answer" in names:
                    verdict = check(name, names["answer"])
                    passed, words = verdict.passed, repr(verdict)
                    if words.find("ModuleNotFoundError") > 0:
                        EXERCISES[name](names["answer"])  # which says what it misses
        except ModuleNotFoundError:
            raise
        except (Exception, SystemExit) as error:
            passed, words = False, _told(error)
        self.said = {"passed": passed, "words": words, "printed": printed.getvalue()[-MOST_PRINTED:]}

    def _with_modules(self, deed):
        """A module that is missing is named once, so that the page can load it, and the deed is done again."""
        try:
            deed()
        except ModuleNotFoundError as missing:
            module = (missing.name or "").partition(".")[0]
            if module in self.tried:
                raise
            self.tried.add(module)
            return module


class Statement:
    """A statement of the chapter: the names that it reads, and those that it binds or whose objects it may change."""

    def __init__(self, node: ast.stmt):
        source = ast.unparse(node)
        self.code = compile(source, "the chapter", "exec")
        self.reads, self.changes = reads([node]), _bound(node)
        self.changes |= {name for part in ast.walk(node) if (name := _changed(part))}
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            self.changes |= {_root(node.value.func)} - {None}
        self.imports = isinstance(node, ast.Import | ast.ImportFrom)
        self.makes_a_generator = isinstance(node, ast.Assign) and "default_rng(" in source
        parts = list(ast.walk(node))
        called = [part.func for part in parts if isinstance(part, ast.Call)]
        self.later = any(isinstance(part, ast.FunctionDef | ast.Lambda | ast.GeneratorExp) for part in parts)
        self.handed = {part.id for part in parts if isinstance(part, ast.Name) and part not in called}

    def hands_on(self, drawing: set[str], generators: set[str]) -> bool:
        """Whether what it binds may draw later, when it is used: a function, or whatever holds one."""
        return bool((self.later and self.reads & drawing) or self.handed & (drawing - generators))


def statements(source: str) -> list[ast.stmt]:
    """The statements of a cell; an import of several names is as many imports."""
    found = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import):
            found += [ast.Import([name]) for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [ast.ImportFrom(node.module, [name], node.level) for name in node.names]
        else:
            found.append(node)
    return found


def reads(body: list[ast.stmt], bound: frozenset[str] = frozenset()) -> set[str]:
    """The names that statements need to find, one after the other: those that none of them has bound before."""
    found = set()
    for node in body:
        match node:
            case ast.For():
                found |= _read(node.iter) - bound
                bound |= _bound(node.target)
                found |= reads(node.body, bound) | reads(node.orelse, bound)
            case ast.If():
                found |= (_read(node.test) - bound) | reads(node.body, bound) | reads(node.orelse, bound)
                bound |= _bound(*node.body) & _bound(*node.orelse)
            case ast.With():
                for item in node.items:
                    found |= _read(item.context_expr) - bound
                    bound |= _bound(item.optional_vars) if item.optional_vars else set()
                found |= reads(node.body, bound)
            case _:
                found |= _read(node) - bound
                bound |= set() if isinstance(node, ast.While | ast.Try) else _bound(node)
    return found


def _read(node):
    """The names that a part reads from the notebook, in functions too."""
    tables, found = [symtable.symtable(ast.unparse(node), "", "exec")], set()
    while tables:
        table = tables.pop()
        top = table.get_type() == "module"
        found |= {one.get_name() for one in table.get_symbols() if one.is_referenced() and (top or one.is_global())}
        tables += table.get_children()
    found |= {_root(part.target) for part in ast.walk(node) if isinstance(part, ast.AugAssign) and _root(part.target)}
    return {name for name in found if not hasattr(builtins, name)}


def _bound(*nodes):
    """The names that parts bind in the notebook."""
    found = set()
    for node in nodes:
        text = f"{ast.unparse(node)} = 0" if isinstance(node, ast.expr) else ast.unparse(node)
        symbols = symtable.symtable(text, "", "exec").get_symbols()
        found |= {one.get_name() for one in symbols if one.is_assigned() or one.is_imported()}
    return found


def _changed(part):
    """The name whose object this part of a statement changes, if it is one that does."""
    if isinstance(part, ast.Subscript | ast.Attribute) and isinstance(part.ctx, ast.Store):
        return _root(part)
    if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in CHANGING:
        return _root(part.func)
    return None


def _root(node):
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _told(error):
    """The last line of what Python says, and in which line of the answer it happened."""
    words = traceback.format_exception_only(error)[-1].strip()
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == HERE]
    if isinstance(error, SyntaxError):
        lines = [error.lineno]
    return f"{words} (line {lines[-1]})" if lines else words
