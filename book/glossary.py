"""The terms of the glossary: their names, the sections that teach them, and the definitions that pages show.

The glossary is the table at the end of the start page. A cell that teaches terms names them in its metadata,
``"terms": ["precision", "recall"]``, by their English names in the glossary; the index links to its section. A sentence
that defines a term is marked by ``<span class="definition">``, with the term in bold; other pages show it where the
term is used. Terms that are common words are never links: the cell of the glossary names them in its metadata,
``"not_linked": ["example", "model"]``.
"""

import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import NamedTuple

import nbformat

DEFINITION = re.compile(r'<span class="definition">((?:<span[^>]*>.*?</span>|.)*?)</span>', re.DOTALL)
BOLD = re.compile(r"\*\*(.+?)\*\*")
HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
CHINESE = re.compile(r"[\u3400-\u9fff]")
BRACKETS = re.compile(r" ?\([^)]*\)|（[^）]*）")
OUTSIDE = r"(?![^(（]*[)）])"  # not within brackets
# The parts of Markdown that are not plain words: formulas, code, links, HTML, bold words, tables, headings.
NO_WORDS = re.compile(
    r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|\[[^\]]*\]\([^)]*\)|<a .*?</a>|<[^>]*>|\*\*.*?\*\*|^[|#].*$", re.S | re.M
)
INSIDE = {r"\[([^\]]*)\]\([^)]*\)": r"\1", r"\*\*(.*?)\*\*": r"<b>\1</b>", r"\*(.*?)\*": r"<i>\1</i>",
          r"`([^`]*)`": r"<code>\1</code>", r"&lt;span [^&]*&gt;|&lt;/span&gt;": ""}  # fmt: skip


class Term(NamedTuple):
    """A term of the glossary; ``english`` is its name there, and ``names`` omit any words in brackets."""

    english: str
    names: tuple[str, str]  # English and Chinese
    symbol: str


def terms(start: nbformat.NotebookNode, *, in_chinese: bool) -> list[Term]:
    """Return the terms of the glossary, which ends the start page; in Chinese its first two columns are swapped."""
    _head, *rows = re.findall(r"^\| (.+) \|$", start.cells[-1].source, re.MULTILINE)
    listed = []
    for english, chinese, symbol, *_ in (row.split(" | ") for row in rows):
        if in_chinese:
            english, chinese = chinese, english
        several = re.split(f"[;,] {OUTSIDE}", english), re.split(f"[；，]{OUTSIDE}", chinese)
        if len(several[0]) != len(several[1]):
            several = [english], [chinese]
        for name, other in zip(*several, strict=True):
            sign = symbol if len(several[0]) == 1 and symbol != "–" else ""
            listed.append(Term(name, (BRACKETS.sub("", name), BRACKETS.sub("", other)), sign))
    return listed


def taught(chapters: Iterable[tuple[Path, nbformat.NotebookNode]]) -> dict[str, tuple[str, str]]:
    """Return the chapter and the heading of the section that teaches each term, by its English name."""
    sections = {}
    for path, chapter in chapters:
        heading = ""
        for cell in chapter.cells:
            headings = HEADING.findall(cell.source) if cell.cell_type == "markdown" else []
            heading = headings[0] if headings else heading
            for term in cell.metadata.get("terms", []):
                sections.setdefault(term, (path.stem, heading))
            heading = headings[-1] if headings else heading
    return sections


def shown(chapters: list[nbformat.NotebookNode], *, in_chinese: bool) -> dict[str, dict]:
    """Return the id of the cell that defines each term, and the HTML that a page shows, by the name of the term."""
    definitions = {}
    for chapter in chapters:
        for cell in (cell for cell in chapter.cells if cell.cell_type == "markdown"):
            for sentence in DEFINITION.findall(cell.source):
                for name in BOLD.findall(sentence):
                    definitions.setdefault(name.lower(), (cell.id, sentence))
    not_linked, entries = chapters[0].cells[-1].metadata.get("not_linked", []), {}
    for term in terms(chapters[0], in_chinese=in_chinese):
        name, other = term.names[::-1] if in_chinese else term.names
        definition = definitions.get(name.lower()) or definitions.get(f"{name.lower()}s")
        if definition and term.english not in not_linked:
            words = " · ".join(filter(None, [escape(other), _html(term.symbol)]))
            entries[name] = {"cell": definition[0], "html": f"<b>{escape(name)}</b> {words}<br>{_html(definition[1])}"}
    return entries


def _html(text):
    """Return the HTML of a sentence of Markdown."""
    from conf import mathml  # which needs Sphinx

    parts = re.split(r"\$([^$]+)\$", text)
    for place, part in enumerate(parts):
        if place % 2:
            parts[place] = mathml(part, block=False)
            continue
        parts[place] = escape(part, quote=False)
        for pattern, words in INSIDE.items():
            parts[place] = re.sub(pattern, words, parts[place])
    return "".join(parts)


def marked(text: str, cell: str, known: dict[str, dict], used: set[str]) -> str:
    """Return the text of a cell with a link at the first use of each term that this section has not ``used`` before."""
    for term in sorted(known, key=len, reverse=True):
        if term in used or known[term]["cell"] == cell:
            continue
        protected = [at.span() for at in NO_WORDS.finditer(text)]
        for at in re.finditer(re.escape(term) if CHINESE.search(term) else rf"\b{re.escape(term)}s?\b", text):
            if not any(low < at.end() and at.start() < high for low, high in protected):
                link = f'<a class="term" href="00_start_here.html#Glossary" data-term="{escape(term)}">{at[0]}</a>'
                text = text[: at.start()] + link + text[at.end() :]
                used.add(term)
                break
    return text
