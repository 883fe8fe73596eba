"""The words of a notebook: taken out for a catalogue, and put back in another language.

An entry is a paragraph, a heading, a list item or a table row of a Markdown cell, and of a code cell each string that a
reader may see and each comment. A formatted string is its template, ``threshold {t:.2f}: TP {cm.tp}``. Strings that are
names by their place in the syntax tree (a keyword such as ``loc``, the exercise that ``check`` asks for) stay as they
are.
"""

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

import nbformat

MARKDOWN = {"heading", "item", "row", "paragraph"}  # kinds of entries in Markdown cells
TAKE_NAMES = {"check", "getattr", "hasattr", "panels", "practice", "setattr"}
NAMES = {"accept", "algorithm", "average", "backend", "ha", "handle", "kind", "loc", "method", "multi_class",
         "param_name", "play", "scoring", "silence_logs", "strategy", "trace", "va", "veil", "veils",
         "yscale", "zero_method"}  # fmt: skip
WORD = re.compile(r"[^\W\d_]{2}")
IDENTIFIER = re.compile(r"\w*_\w*")
FIELD = re.compile(r"\{\{|\}\}|(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})")  # a field of a template, or an escaped brace
PIECE = re.compile(r"""([a-zA-Z]{0,2})(\"\"\"|'''|"|')((?:\\.|(?!\2).)*)\2(?:\s|\\\n|\#[^\n]*)*""", re.S)

MARKER = re.compile(r"(?P<heading>#+ +)|(?P<item> *(?:[-*+]|\d+\.) +)|(?P<row>(?=\|))")
ANCHOR = re.compile(r'<span id="[\w-]+"></span>$')  # at the end of a heading to which links lead
FENCE = re.compile(r"```|\$\$")
NOT_WORDS = re.compile(r"\$\$(?!.*\\text\{).*?\$\$|<[^>]*>|^[|: -]+$", re.S)  # formulas, tags, the rule of a table


class Words(NamedTuple):
    """An entry that a notebook asks for."""

    cell: str  # the cell's id
    kind: str  # one of MARKDOWN, or "string", "template", "comment"
    text: str


class Place(NamedTuple):
    """The position of an entry in the source of a cell: characters ``start`` to ``end``."""

    start: int
    end: int
    kind: str
    text: str
    looked_up: bool = False  # a key or an operand of a comparison: an entry only if the text is one elsewhere


def of_notebook(notebook: nbformat.NotebookNode) -> list[Words]:
    """Return all entries in their order; a text that a cell repeats appears once."""
    places = {cell.id: _places(cell) for cell in notebook.cells}
    texts = {place.text for in_cell in places.values() for place in in_cell if not place.looked_up}
    words = [
        Words(cell.id, place.kind, place.text)
        for cell in notebook.cells
        for place in places[cell.id]
        if not place.looked_up or place.text in texts
    ]
    return list(dict.fromkeys(words))


def put(notebook: nbformat.NotebookNode, translate: Callable[[str, str], str]) -> nbformat.NotebookNode:
    """Return the notebook with ``translate(cell's id, text)`` in place of each entry."""
    texts = defaultdict(set)
    for words in of_notebook(notebook):
        texts[words.cell].add(words.text)
    notebook = nbformat.from_dict(notebook)
    for cell in notebook.cells:
        cell.source = _put(cell, {text: translate(cell.id, text) for text in texts[cell.id]})
    return notebook


def _places(cell):
    if cell.cell_type == "markdown":
        return blocks(cell.source)
    return places_in(cell.source) if cell.cell_type == "code" else []


def blocks(source: str) -> list[Place]:
    """Return the paragraphs, headings, list items and table rows of a Markdown text that have words.

    Markers of headings and items do not belong to the entry, nor does the anchor of a heading; a fenced or displayed
    block is one paragraph.
    """
    places, kind, start, end, fence = [], None, 0, 0, None
    at = 0
    for line in [*source.splitlines(keepends=True), "\n"]:
        text = line.rstrip("\n")
        marker = None if fence else MARKER.match(text)
        begins_fence = not fence and FENCE.match(text)
        if kind and (marker or begins_fence or not (text.strip() or fence)):
            places.append(Place(start, end, kind, source[start:end]))
            kind = None
        closes = False  # whether the entry ends with this line
        if begins_fence:
            kind, start, fence = "paragraph", at, begins_fence[0]
            closes = text.count(fence) > 1
        elif fence:
            closes = fence in text
        elif marker:
            kind, start, closes = marker.lastgroup, at + marker.end(), marker.lastgroup != "item"
        elif text.strip() and not kind:
            kind, start = "paragraph", at
        end = at + len(ANCHOR.sub("", text) if kind == "heading" else text)
        if closes:
            fence = None
            places.append(Place(start, end, kind, source[start:end]))
            kind = None
        at += len(line)
    return [place for place in places if WORD.search(NOT_WORDS.sub("", place.text))]


def places_in(source: str) -> list[Place]:
    """Return where entries may be in a code cell, comments among them, from its beginning to its end."""
    return sorted([*_strings(source), *_comments(source)])


def fields(text: str) -> list[str]:
    """Return the fields of a template or of a string for ``str.format``, sorted, without the words within a field."""
    return sorted(map(_without_quoted, _fields(text)))


def _fields(text):
    return [field[1] for field in FIELD.finditer(text) if field[1]]


def _without_quoted(field):
    return re.sub(r"'[^']*'|\"[^\"]*\"", "''", field)


def with_fields_of(english: str, translation: str, before: str) -> str:
    """Return the translation of the text ``before`` with the fields of the text that replaced it.

    A field that was renamed is found by its position; one that is gone becomes an ellipsis.
    """
    old, new = map(_fields, (before, english))
    kept = {_without_quoted(field) for field in new}
    renamed = dict(zip(map(_without_quoted, old), new, strict=True)) if len(old) == len(new) else {}

    def replaced(field):
        name = _without_quoted(field[1] or "")
        return field[0] if not field[1] or name in kept else renamed.get(name, "…")

    return FIELD.sub(replaced, translation)


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


# Taking out


def _strings(source):
    """Yield the strings that are no names; adjacent literals that Python joins are one string."""
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
    keyword = above[at] if isinstance(at, ast.List) else at
    if isinstance(keyword, ast.keyword) and keyword.arg in NAMES:
        return True
    called = getattr(at.func, "id", getattr(at.func, "attr", "")) if isinstance(at, ast.Call) else ""
    if called in TAKE_NAMES or (called == "predict" and [node] == at.args[2:]):  # the name of its answer
        return True
    while not isinstance(at, ast.stmt | ast.JoinedStr):
        at = above[at]
    return isinstance(at, ast.JoinedStr)  # a part of a template


def _words_of_field(field):
    """Return the words of a field in a template, which are its strings: ``{'good' if label else 'bad'}``."""
    return " ".join(re.findall(r"'([^']*)'", field[1] or ""))


def _comments(source):
    starts = _starts(source)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and WORD.search(token.string):
            start = starts[token.start[0] - 1][0] + token.start[1]
            yield Place(start, start + len(token.string), "comment", token.string.removeprefix("# "))


def _starts(source):
    """Return for each line its position and its bytes."""
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
    """Return prefix, quote and inside of each of the literals that Python joins."""
    pieces, at = [], 0
    while at < len(literal):
        piece = PIECE.match(literal, at)
        if not piece:
            raise ValueError(f"not a string: {literal}")
        pieces.append(piece.groups())
        at = piece.end()
    return pieces


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
    for field in FIELD.finditer(template):
        parts[-1] += template[at : field.start()]
        if field[1]:
            parts += [field[1], ""]
        else:
            parts[-1] += field[0]
        at = field.end()
    parts[-1] += template[at:]
    return parts


# Putting back


def _put(cell, translations):
    """Return the source of a cell with the translation of each entry in its place."""
    source, at, parts = cell.source, 0, []
    for place in _places(cell):
        translation = translations.get(place.text, place.text)
        if translation != place.text:
            parts += [source[at : place.start], _as_source(place, translation, source[place.start : place.end])]
            at = place.end
    return "".join([*parts, source[at:]])


def _as_source(place, text, before):
    """Return the words as they are written in place of the source ``before``."""
    if place.kind in MARKDOWN:
        return text
    if place.kind == "comment":
        return f"# {text}"
    first, quote, _ = _pieces(before)[0]
    raw = "r" if "r" in first.lower() else ""
    if not raw and len(quote) == 1:
        parts = _split(text) if place.kind == "template" else [text]
        text = "".join(part if index % 2 else _escaped(part, quote) for index, part in enumerate(parts))
    prefix = "f" if place.kind == "template" and FIELD.search(text) else ""
    return f"{prefix}{raw}{quote}{text}{quote}" + before[len(before.rstrip()) :]


def _escaped(text, quote):
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace(quote, "\\" + quote)
