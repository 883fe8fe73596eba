"""What a page shows of a term where it is used: its meaning, its Chinese name and its symbol.

The names are those of the glossary of the start page; the meaning is the sentence that teaches the term, the first one
in which it stands in bold.
"""

import re
from html import escape

import nbformat
from conf import mathml

DEFINED = r"\*\*{term}s?\*\*"
BEGINS = re.compile(r"\A|\n(?:- )?|(?<=[.?:;]) |(?<=[。？：；])")
ENDS = re.compile(r"(?<=[.?;])\s|(?<=[。？；])|\n|\Z")
CHINESE = re.compile(r"[\u3400-\u9fff]")
POINTS_BACK = re.compile("(?:That|This|These|It|Such|So|Its|The share left|The higher such) ")
TOO_COMMON = {"example", "label", "model", "learner", "degree", "depth", "prior", "rank", "power", "bias", "macro",
              "parameter", "cluster", "worker", "cover", "search", "part", "noise"}  # fmt: skip
# In Markdown, what is no plain word of a sentence: formulas, code, links, HTML, bold words, tables, headings.
NO_WORDS = re.compile(
    r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|\[[^\]]*\]\([^)]*\)|<a .*?</a>|<[^>]*>|\*\*.*?\*\*|^[|#].*$", re.S | re.M
)
INSIDE = {r"\[([^\]]*)\]\([^)]*\)": r"\1", r"\*\*(.*?)\*\*": r"<b>\1</b>", r"\*(.*?)\*": r"<i>\1</i>",
          r"`([^`]*)`": r"<code>\1</code>"}  # fmt: skip


def rows(chapters: list[nbformat.NotebookNode]) -> list[list[str]]:
    """The rows of the glossary, which ends the first chapter: English, Chinese, symbol, name in scikit-learn.

    In the Chinese edition the Chinese stands first in the table.
    """
    _head, *found = re.findall(r"^\| (.+) \|$", chapters[0].cells[-1].source, re.MULTILINE)
    found = [row.split(" | ") for row in found]
    return [[row[1], row[0], *row[2:]] for row in found] if _is_chinese(chapters[0]) else found


def _is_chinese(start):
    return start.cells[-1].source.startswith("## 术语表")


def terms(chapters: list[nbformat.NotebookNode]) -> dict[str, dict]:
    """By term: the id of the cell that teaches it, and the HTML of its meaning. The first chapter has the names."""
    found = {}
    for english, chinese, symbol, *_ in rows(chapters):
        several = [re.split(sign, text) for sign, text in (("[;,] ", english), ("[；，]", chinese))]
        for term, name in zip(*several, strict=False) if len(several[0]) == len(several[1]) else []:
            common = term in TOO_COMMON
            if _is_chinese(chapters[0]):
                term, name = re.sub("（.*?）", "", name), term
            if not common and (taught := _taught(term, chapters)):
                sign = symbol if len(several[0]) == 1 and symbol != "–" else ""
                words = " · ".join(filter(None, [escape(name), _html(sign)]))
                found[term] = {"cell": taught[0], "html": f"<b>{escape(term)}</b> {words}<br>{_html(taught[1])}"}
    return found


def _taught(term, chapters):
    """The cell and the sentence that teach a term."""
    defined = re.compile(DEFINED.format(term=re.escape(term)), re.IGNORECASE)
    for chapter in chapters[1:]:
        for cell in (cell for cell in chapter.cells if cell.cell_type == "markdown"):
            if at := defined.search(cell.source):
                begins = [found.end() for found in BEGINS.finditer(cell.source, 0, at.start() + 1)]
                start = begins[-1]
                if len(begins) > 1 and POINTS_BACK.match(cell.source, start):
                    start = begins[-2]
                end = ENDS.search(cell.source, at.end()).start()
                sentence = cell.source[start:end].strip(" ;:")
                return (cell.id, sentence) if "|" not in sentence else None
    return None


def _html(text):
    """A sentence of Markdown."""
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
    """The text of a cell with a link at the first use of each term that this section has not ``used`` before."""
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
