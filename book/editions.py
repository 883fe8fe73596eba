"""The book's editions, English and Chinese, with the words of each.

The templates, the scripts, index.md and the modules of this folder mark the words. locale/zh_CN/book.po translates
them, except for those that are already in the catalogue of evalcore.
"""

import json
import sys
from dataclasses import dataclass, field
from functools import cached_property
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from jinja2 import Environment, FileSystemLoader

from evalcore.frontend import WORDS

sys.path.append(str(Path(__file__).resolve().parent.parent / "locale"))
import catalogues

BOOK = Path(__file__).resolve().parent
ROOT = BOOK.parent
BUILD = ROOT / "build"
OF_EVALCORE = ROOT / "evalcore" / "locale" / "zh_CN" / "LC_MESSAGES" / "evalcore.mo"


@dataclass(frozen=True)
class Edition:
    """An edition of the book; ``folder`` contains its pages, and ``top`` leads from there to the top of the book."""

    name: str  # in its own language
    language: str  # as Sphinx calls it
    folder: str
    top: str
    words: NullTranslations = field(default_factory=NullTranslations, compare=False)

    @property
    def tag(self) -> str:
        return self.language.replace("_", "-")

    @property
    def folder_of_notebooks(self) -> Path:
        return ROOT / "notebooks" / self.folder

    @property
    def notebooks(self) -> list[Path]:
        return sorted(self.folder_of_notebooks.glob("*.ipynb"))

    @property
    def pages(self) -> list[str]:
        """The pages to which the other edition may link."""
        return ["index", "genindex", "search", "your-results", *(path.stem for path in self.notebooks)]

    @property
    def other(self) -> "Edition":
        """The edition in the other language."""
        return CHINESE if self == ENGLISH else ENGLISH

    @property
    def site(self) -> Path:
        return BUILD / "book" / self.folder

    def room(self, name: str) -> Path:
        """Return this edition's own folder of build/ for files that Sphinx reads, keeps or copies."""
        return BUILD / f"{name}-{self.folder}".rstrip("-/")

    def say(self, words: str, **fields: object) -> str:
        """Return the words in this language, with the fields filled in."""
        translation = self.words.gettext(words) if words else words
        return translation.format(**fields) if fields else translation

    @cached_property
    def parts(self):
        """The macros of parts.html in this language."""
        return self.templates.get_template("parts.html").module

    @property
    def front(self):
        """The macros of front.html in this language."""
        return self.templates.get_template("front.html").module

    @cached_property
    def templates(self) -> Environment:
        folder = FileSystemLoader(BOOK)
        environment = Environment(loader=folder, autoescape=True, trim_blocks=True, extensions=["jinja2.ext.i18n"])
        environment.install_gettext_translations(self.words)
        return environment

    @property
    def switch(self) -> str:
        """The link from this front page to that of the other edition."""
        other = self.other
        address = f"{self.top}{other.folder}index.html"
        return f'<a class="language" href="{address}" hreflang="{other.tag}" lang="{other.tag}">{other.name}</a>'

    @property
    def for_scripts(self) -> str:
        """Return the words of the scripts as JSON, with the English as keys (words.js); nothing for English."""
        if self.language == "en":
            return ""
        translations = {words: self.say(words) for words in words_of_scripts()}
        text = json.dumps(translations, ensure_ascii=False).replace("</", "<\\/")
        return f'<script type="application/json" id="words">{text}</script>'


def words_of_scripts() -> list[str]:
    """Return the words that the scripts of the book and of the package mark with ``translated``."""
    texts = []
    for path in sorted([*BOOK.glob("*.js"), *(ROOT / "evalcore").rglob("*.js")]):
        texts += WORDS.findall(path.read_text(encoding="utf-8"))
    return list(dict.fromkeys(texts))


def _chinese():
    """Return the translations of book.po, then those of evalcore; write book.po's to build/locale for Sphinx."""
    folder = BUILD / "locale" / "zh_CN" / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    content = catalogues.compiled(catalogues.BOOK)
    (folder / "sphinx.mo").write_bytes(content)
    words = GNUTranslations(BytesIO(content))  # not from the file, which another process may be writing
    with OF_EVALCORE.open("rb") as file:
        words.add_fallback(GNUTranslations(file))
    return words


ENGLISH = Edition("English", "en", "", "")
CHINESE = Edition("中文", "zh_CN", "zh/", "../", _chinese())
