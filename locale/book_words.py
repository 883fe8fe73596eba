"""The words of the book: what its scripts, templates and modules mark, its front page's paragraphs, the theme's."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.extract import extract_from_file

from evalcore.frontend import WORDS

ROOT = Path(__file__).resolve().parent.parent
MARKED = {  # by the end of a file's name: Babel's way to read it, and what marks words there
    ".html": ("jinja2.ext:babel_extract", {"_": None, "gettext": None}),
    ".py": ("python", {"say": None, "marked": None}),
}
OF_THE_THEME = ("Skip to content", "Back to top", "On this page", "Home", "Next", "Previous", "Made with ")


class Words(NamedTuple):
    """An entry that the book asks for."""

    text: str
    place: str  # the file


def words() -> Iterator[Words]:
    """Yield the words of the book, file by file."""
    for path in sorted((ROOT / "book").rglob("*")):
        if path.suffix in MARKED:
            method, keywords = MARKED[path.suffix]
            options = {"trimmed": "false"} if path.suffix == ".html" else {}
            for _, text, *_ in extract_from_file(method, path, keywords=keywords, options=options):
                yield Words(text, path.relative_to(ROOT).as_posix())
        elif path.suffix == ".js":
            for text in WORDS.findall(path.read_text(encoding="utf-8")):
                yield Words(text, path.relative_to(ROOT).as_posix())
    for block in (ROOT / "book" / "index.md").read_text(encoding="utf-8").split("\n\n"):
        if "```" not in block:
            yield Words(block, "book/index.md")
    for text in OF_THE_THEME:
        yield Words(text, "furo")
