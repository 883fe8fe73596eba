"""The language in which evalcore speaks to its readers: English, or another by its catalogue.

What a reader reads is marked where it is written, and the marked English words are the keys of
``locale/<territory>/LC_MESSAGES/evalcore.po``, from which ``evalcore.mo`` is compiled (gettext's formats):

>>> from evalcore.language import translated as _
>>> _("threshold {t:.2f}", t=0.5)
'threshold 0.50'

What a catalogue does not have is said in English. Errors of the calculation are English in every language.
"""

import os
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

LANGUAGES = {"en": None, "zh": "zh_CN"}  # and the folder of the catalogue
_said: str | None = None


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
