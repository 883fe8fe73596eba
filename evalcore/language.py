"""The language in which evalcore speaks to its readers: English, or another by its catalogue.

What a reader reads is marked where it is written, and the marked English words are the keys of
``locale/<territory>/LC_MESSAGES/evalcore.po``, from which ``evalcore.mo`` is compiled (gettext's formats):

>>> from evalcore.language import translated as _
>>> _("threshold {t:.2f}", t=0.5)
'threshold 0.50'

What a catalogue does not have is said in English. Errors of the calculation are English in every language.
"""

import os
import re
import textwrap
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from unicodedata import east_asian_width

LANGUAGES = {"en": None, "zh": "zh_CN"}  # and the folder of the catalogue
_said: str | None = None
# What no line breaks: a Chinese sign, or whatever else stands without blanks, with its brackets and stops
_UNIT = re.compile(r" ?[（“《]*(?:[^\s“”\u2e80-\uffef]+|.)[，。；：？！、）”》]*")


def speak(code: str | None) -> None:
    """Speak this language from here on: "en" or "zh"; None forgets what was said before.

    Raises ``ValueError`` for another name.
    """
    global _said
    _said = None if code is None else _known("language", code)


def language() -> str:
    """The language that is spoken: what :func:`speak` was told, else what ``EVALCORE_LANGUAGE`` names, else "en".

    Raises ``ValueError`` if the environment names another one.
    """
    return _said or _known("EVALCORE_LANGUAGE", os.environ.get("EVALCORE_LANGUAGE") or "en")


def tag() -> str:
    """The language that is spoken as pages name it in ``lang``: "en", or "zh-CN"."""
    return (LANGUAGES[language()] or "en").replace("_", "-")


def translated(words: str, /, **fields: object) -> str:
    """The words in the language that is spoken, with the fields in their places, as ``str.format`` puts them.

    Without fields the words are taken as they stand, braces too.
    """
    said = _catalogue(LANGUAGES[language()]).gettext(words) if words else words  # "" is the catalogue's own head
    return said.format(**fields) if fields else said


def labelled(control: str) -> str:
    """What stands beside a control of this name: of ``melons_seen`` in English "melons seen"."""
    return _catalogue(LANGUAGES[language()]).pgettext("control", control.replace("_", " "))


def marked(words: str) -> str:
    """The words as they are: the mark of what is written once and translated each time it is shown."""
    return words


def places(words: str) -> int:
    """How many places words take in a line of a terminal; a Chinese sign takes two.

    >>> places("AUC是")
    5
    """
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in words)


def filled(words: str, width: int = 80, *, first: str = "", then: str = "") -> str:
    """The words in lines of at most so many places, with ``first`` before the first line and ``then`` before others.

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
    if not isinstance(code, str) or code not in LANGUAGES:
        raise ValueError(f"{name} must be one of {list(LANGUAGES)}, got {code!r}")
    return code


@cache
def _catalogue(folder):
    if folder is None:
        return NullTranslations()
    with (Path(__file__).parent / "locale" / folder / "LC_MESSAGES" / "evalcore.mo").open("rb") as compiled:
        return GNUTranslations(compiled)
