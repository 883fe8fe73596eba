"""The words of a notebook: taken out for a catalogue, and put back at their places in the syntax tree.

Words are a Markdown cell as a whole, and of a code cell each string that a reader may read and each comment. A
formatted string is its template, ``threshold {t:.2f}: TP {cm.tp}``. Strings that are names by their place in the tree
(a keyword such as ``loc``, the exercise that ``check`` asks for) are left where they are.
"""

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple
from unicodedata import east_asian_width

import nbformat

WIDTH = 88  # of a line of code, in which a Chinese sign takes two places
NARROW = 12  # too little for the first line of several
TAKE_NAMES = {"check", "getattr", "hasattr", "panels", "practice", "setattr"}
NAMES = {"accept", "algorithm", "average", "backend", "ha", "handle", "kind", "loc", "method", "multi_class",
         "param_name", "play", "scoring", "silence_logs", "strategy", "va", "yscale", "zero_method"}  # fmt: skip
WORD = re.compile(r"[^\W\d_]{2}")
IDENTIFIER = re.compile(r"\w*_\w*")
FIELD = re.compile(r"\{\{|\}\}|(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})")  # of a template, and the braces that are none
CLOSES = "，。；：？！、）”》 "  # begin no line
# Is not broken in a line
UNIT = re.compile(rf"[（“《]*(?:\\.|\{{[^{{}}]*\}}|\{{\{{|\}}\}}|[\w.%+−-]+|.)[{CLOSES}]*", re.A | re.S)
PIECE = re.compile(r"""([a-zA-Z]{0,2})(\"\"\"|'''|"|')((?:\\.|(?!\2).)*)\2(?:\s|\\\n|\#[^\n]*)*""", re.S)


class Words(NamedTuple):
    """What one entry of a catalogue is about."""

    cell: str  # its id
    kind: str  # Markdown, string, template or comment
    text: str


class Place(NamedTuple):
    """Where words stand in the source of a cell, from the sign ``start`` up to ``end``."""

    start: int
    end: int
    kind: str
    text: str
    looked_up: bool = False  # a key, or what is compared: a word if the same stands elsewhere as one


def of_notebook(notebook: nbformat.NotebookNode) -> list[Words]:
    """All words, in their order, those of a cell once."""
    places = {cell.id: places_in(cell.source) for cell in notebook.cells if cell.cell_type == "code"}
    known = {place.text for found in places.values() for place in found if not place.looked_up}
    words = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            words.append(Words(cell.id, "Markdown", cell.source))
        words += [
            Words(cell.id, place.kind, place.text)
            for place in places.get(cell.id, [])
            if not place.looked_up or place.text in known
        ]
    return list(dict.fromkeys(words))


def put(notebook: nbformat.NotebookNode, say: Callable[[str, str], str]) -> nbformat.NotebookNode:
    """The notebook with ``say(cell's id, text)`` in place of each of its words; what is said alike stays as it is."""
    texts = defaultdict(set)
    for words in of_notebook(notebook):
        texts[words.cell].add(words.text)
    notebook = nbformat.from_dict(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = say(cell.id, cell.source)
        elif cell.cell_type == "code":
            cell.source = _put(cell.source, {text: say(cell.id, text) for text in texts[cell.id]})
    return notebook


def places_in(source: str) -> list[Place]:
    """Where words may stand in a code cell, comments among them, from its beginning to its end."""
    return sorted([*_strings(source), *_comments(source)])


def fields(text: str) -> list[str]:
    """The fields of a template or of a string for ``str.format``, sorted; words within a field are left out."""
    found = (field[1] for field in FIELD.finditer(text) if field[1])
    return sorted(re.sub(r"'[^']*'|\"[^\"]*\"", "''", field) for field in found)


def without_words(source: str) -> str:
    """The syntax tree of a cell in which all strings are empty; the fields of a template are sorted."""

    class Emptied(ast.NodeTransformer):
        def visit_Constant(self, node):
            return ast.Constant("") if isinstance(node.value, str) else node

        def visit_JoinedStr(self, node):
            kept = [self.visit(value) for value in node.values if isinstance(value, ast.FormattedValue)]
            return ast.JoinedStr(sorted(kept, key=ast.dump))

        def visit_FormattedValue(self, node):
            return ast.FormattedValue(self.visit(node.value), node.conversion, node.format_spec)

    return ast.dump(Emptied().visit(ast.parse(source)))


def width(line: str) -> int:
    """How many places a line takes."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in line)


# Taking out


def _strings(source):
    """Each string that is no name, as it stands: pieces that Python joins are one."""
    tree, starts = ast.parse(source), _starts(source)
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        if not is_text or _is_name(node, above):
            continue
        start = _offset(starts, node.lineno, node.col_offset)
        end = _offset(starts, node.end_lineno, node.end_col_offset)
        text = _text(source[start:end])
        kind = "template" if isinstance(node, ast.JoinedStr) else "string"
        plain = FIELD.sub(_words_of_field, text) if kind == "template" else text
        if WORD.search(plain) and not IDENTIFIER.fullmatch(plain):
            at = above[node]
            looked_up = isinstance(at, ast.Subscript | ast.Compare) or (
                isinstance(at, ast.Call) and isinstance(at.func, ast.Attribute) and at.func.attr in {"index", "get"}
            )
            yield Place(start, end, kind, text, looked_up)


def _is_name(node, above):
    at = above[node]
    if isinstance(at, ast.keyword) and at.arg in NAMES:
        return True
    if isinstance(at, ast.Call) and getattr(at.func, "id", getattr(at.func, "attr", "")) in TAKE_NAMES:
        return True
    while not isinstance(at, ast.stmt | ast.JoinedStr):
        at = above[at]
    return isinstance(at, ast.JoinedStr)  # a part of a template


def _words_of_field(field):
    """Of a field in a template only its strings are words: ``{'good' if label else 'bad'}``."""
    return " ".join(re.findall(r"'([^']*)'", field[1] or ""))


def _comments(source):
    starts = _starts(source)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and WORD.search(token.string):
            start = starts[token.start[0] - 1][0] + token.start[1]
            yield Place(start, start + len(token.string), "comment", token.string.removeprefix("# "))


def _starts(source):
    """Of each line where it begins, and its bytes."""
    starts, at = [], 0
    for line in source.splitlines(keepends=True) or [""]:
        starts.append((at, line.encode()))
        at += len(line)
    return starts


def _offset(starts, line, column):
    """The place of a sign in the source; the syntax tree counts bytes of a line."""
    start, line = starts[line - 1]
    return start + len(line[:column].decode())


def _pieces(literal):
    """Prefix, quote and inside of each piece."""
    found, at = [], 0
    while at < len(literal):
        piece = PIECE.match(literal, at)
        if not piece:
            raise ValueError(f"not a string: {literal}")
        found.append(piece.groups())
        at = piece.end()
    return found


def _text(literal):
    pieces = _pieces(literal)
    is_template = any("f" in prefix.lower() for prefix, *_ in pieces)
    text = ""
    for prefix, quote, inside in pieces:
        raw = "r" if "r" in prefix.lower() else ""
        parts = _split(inside) if "f" in prefix.lower() else [inside]
        read = [
            part if place % 2 else ast.literal_eval(f"{raw}{quote}{part}{quote}") for place, part in enumerate(parts)
        ]
        text += "".join(read) if len(read) > 1 or not is_template else _doubled(prefix, read[0])
    return text


def _doubled(prefix, text):
    """A piece without fields, as it stands in a template."""
    return text if "f" in prefix.lower() else text.replace("{", "{{").replace("}", "}}")


def _split(template):
    """Texts and fields of a template, in turn; a doubled brace is text."""
    parts, at = [""], 0
    for found in FIELD.finditer(template):
        parts[-1] += template[at : found.start()]
        if found[1]:
            parts += [found[1], ""]
        else:
            parts[-1] += found[0]
        at = found.end()
    parts[-1] += template[at:]
    return parts


# Putting back


def _put(source, said_for):
    changed = [place for place in places_in(source) if said_for.get(place.text, place.text) != place.text]
    made, at, moved = "", 0, []
    for place, later in zip(changed, [*changed, None][1:], strict=True):
        made, at, said = made + source[at : place.start], place.end, said_for[place.text]
        if place.kind == "comment":
            made += f"# {said}"
        else:
            rest = source[at : later.start if later else None]
            tail = width(rest.partition("\n")[0]) + len('""') * ("\n" not in rest)
            opened = _bracket(source, place.start)
            if opened is not None:
                opened += next((by for start, by in reversed(moved) if start < opened), 0)
            first, quote, _ = _pieces(source[place.start : at])[0]
            how = said, "r" if "r" in first.lower() else "", quote, place.kind
            literal = _fitted(how, made, opened, tail)
            made = (made.rstrip(" ") if literal.startswith("\n") else made) + literal
        moved.append((place.start, len(made) - at))
    return made + source[at:]


def _fitted(how, made, opened, tail):
    """A string after what is ``made``; if it needs more lines, they go on below what stands first in the bracket."""
    _, _, quote, kind = how
    line, column = made.rpartition("\n")[2], _column(made)
    if len(quote) == 3:
        return ("f" if kind == "template" else "") + quote + how[0] + quote
    if opened is None:
        literal = _literal(*how, column, column, tail)
        return f"({_literal(*how, column + 1, column + 1, tail + 1)})" if "\n" in literal else literal
    hangs = made[opened + 1 : opened + 2] == "\n"  # the bracket ended its line
    indent = width(line) - width(line.lstrip()) + 4 if hangs else _column(made[: opened + 1])
    literal, below = _literal(*how, column, indent, tail), _literal(*how, indent, indent, tail)
    alone = "\n" in literal and "\n" not in below and indent < column and made[-1] == " "
    return "\n" + " " * indent + below if alone else literal


def _column(made):
    return width(made.rpartition("\n")[2])


def _literal(text, raw, quote, kind, column, indent, tail):
    """A string that begins in ``column``, in lines that go on at ``indent``; the last leaves room for ``tail``."""
    parts, units = _split(text) if kind == "template" else [text], []
    for place, part in enumerate(parts):
        for unit in [part] if place % 2 else UNIT.findall(part if raw else _escaped(part, quote)):
            if units and unit[0] in CLOSES:
                units[-1] += unit
            else:
                units.append(unit)
    marks = len(f"f{raw}{quote}{quote}")
    lines, room = [[]], WIDTH - column - marks
    for unit in units:
        if width("".join([*lines[-1], unit])) > room:
            lines.append([])
            room = WIDTH - indent - marks
        lines[-1].append(unit)
    over = []
    while width("".join(lines[-1])) + tail > room and (len(lines[-1]) > 1 or (len(lines) == 1 and column > indent)):
        over.insert(0, lines[-1].pop())
        if not lines[-1]:
            break
    lines = [*lines, over] if over else lines
    if len(lines) > 1 and column > indent and width("".join(lines[0])) < NARROW:
        return "\n" + " " * indent + _literal(text, raw, quote, kind, indent, indent, tail)
    pieces = ["".join(line) for line in lines]
    has_fields = [kind == "template" and FIELD.search(piece) for piece in pieces]
    literals = [f"{'f' if f else ''}{raw}{quote}{piece}{quote}" for f, piece in zip(has_fields, pieces, strict=True)]
    return ("\n" + " " * indent).join(literals)


def _bracket(source, at):
    """Where the innermost bracket stands that is open there; none if a line must not be broken."""
    starts, opened = _starts(source), []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.OP:
            place = starts[token.start[0] - 1][0] + token.start[1]
            if place >= at:
                break
            if token.string in "([{":
                opened.append(place)
            elif token.string in ")]}":
                opened.pop()
    return opened[-1] if opened else None


def _escaped(text, quote):
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace(quote, "\\" + quote)
