"""Translation of the words that readers see: English, or another language with a catalogue.

Words are marked where they are written. The English words are the keys of
``locale/<territory>/LC_MESSAGES/evalcore.po``, from which ``evalcore.mo`` is compiled (gettext's formats):

>>> from evalcore.language import translated as _
>>> _("threshold {t:.2f}", t=0.5)
'threshold 0.50'

Words that a catalogue lacks appear in English. Errors of the calculation are English in every language.
"""

import os
import re
import textwrap
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from unicodedata import east_asian_width

LANGUAGES = {"en": None, "zh": "zh_CN"}  # each language's folder of catalogues
_spoken: str | None = None
# Units without a line break: a Chinese character, or other text without blanks, with brackets and punctuation
_UNIT = re.compile(r" ?[（“《]*(?:[^\s“”\u2e80-\uffef]+|.)[，。；：？！、）”》]*")


def speak(code: str | None) -> None:
    """Set the language, "en" or "zh"; None returns to the default.

    Raises ``ValueError`` for another name.
    """
    global _spoken
    _spoken = None if code is None else _known("language", code)


def is_set() -> bool:
    """Return whether a language was set by :func:`speak`."""
    return _spoken is not None


def language() -> str:
    """Return the current language: that set by :func:`speak`, or else by ``EVALCORE_LANGUAGE``, or else "en".

    Raises ``ValueError`` if the environment variable names another one.
    """
    return _spoken or _known("EVALCORE_LANGUAGE", os.environ.get("EVALCORE_LANGUAGE") or "en")


def tag() -> str:
    """Return the current language as the attribute ``lang`` of a page names it: "en" or "zh-CN"."""
    return (LANGUAGES[language()] or "en").replace("_", "-")


def translated(words: str, /, **fields: object) -> str:
    """Return the words in the current language, with the fields inserted as ``str.format`` does.

    Without fields braces remain as they are.
    """
    template = _catalogue(LANGUAGES[language()]).gettext(words) if words else words  # "" is the catalogue's header
    return template.format(**fields) if fields else template


def labelled(control: str) -> str:
    """Return the label of a control in the current language: in English "melons seen" for ``melons_seen``."""
    return _catalogue(LANGUAGES[language()]).pgettext("control", control.replace("_", " "))


def marked(words: str) -> str:
    """Return the words unchanged: a mark for words that are written once and translated each time they are shown."""
    return words


def places(words: str) -> int:
    """Return the width of the words in columns of a terminal; a Chinese character takes two.

    >>> places("AUC是")
    5
    """
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in words)


def filled(words: str, width: int = 80, *, first: str = "", then: str = "") -> str:
    """Return the words in lines of at most ``width`` columns, after ``first`` in the first line and ``then`` in others.

    >>> print(filled("one or two words", 12, first="- ", then="  "))
    - one or two
      words
    """
    if language() == "en":
        return textwrap.fill(words, width, initial_indent=first, subsequent_indent=then)
    lines = [first]
    for unit in _UNIT.findall(" ".join(words.split())):
        if places(lines[-1] + unit) > width and lines[-1] not in (first, then):
            lines.append(then)
        lines[-1] += unit.lstrip() if lines[-1] in (first, then) else unit
    return "\n".join(lines)


def _known(name, code):
    """Return the code of a language after checking it."""
    if not isinstance(code, str) or code not in LANGUAGES:
        raise ValueError(f"{name} must be one of {list(LANGUAGES)}, got {code!r}")
    return code


@cache
def _catalogue(folder):
    """Return the translations in this folder."""
    if folder is None:
        return NullTranslations()
    with (Path(__file__).parent / "locale" / folder / "LC_MESSAGES" / "evalcore.mo").open("rb") as compiled:
        return GNUTranslations(compiled)
