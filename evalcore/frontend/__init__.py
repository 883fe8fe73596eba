"""The page's components in a notebook: each is a widget whose script is the script of the page.

The scripts are sent to a notebook once, by a widget that is not displayed; each component names it. ``loader.js`` is
all that a component itself carries.
"""

import json
import re
from functools import cache
from hashlib import sha256
from pathlib import Path

import anywidget
import ipywidgets as widgets
import traitlets

from evalcore.language import language
from evalcore.language import translated as _
from evalcore.plots import style

HERE = Path(__file__).parent
OF_FIGURES = HERE.parent / "explore" / "page" / "living-picture"
NAMES = ["drawing", "exercises", "practice", "predictions", "notebook"]
SCRIPTS = [HERE / "words.js", OF_FIGURES.with_suffix(".js"), *(HERE / f"{name}.js" for name in NAMES)]
STYLES = [OF_FIGURES.with_suffix(".css"), HERE / "exercises.css"]
WORDS = re.compile(r'translated\(\s*"((?:[^"\\]|\\.)*)"')  # that a script says

_FRONT_ENDS: dict[str, widgets.Label] = {}  # by language


class Component(anywidget.AnyWidget):
    """A component of the page, displayed in a notebook; ``kind`` is its name in ``notebook.js``."""

    _esm = traitlets.Unicode((HERE / "loader.js").read_text(encoding="utf-8")).tag(sync=True)
    kind = traitlets.Unicode().tag(sync=True)
    course = traitlets.Bool().tag(sync=True)  # whether the notebook has the course's style
    front_end = traitlets.Instance(widgets.Widget).tag(sync=True, **widgets.widget_serialization)
    without = traitlets.Unicode().tag(sync=True)  # what is said where the scripts cannot be had

    def __init__(self, **traits: object):
        without = _("This part of the page does not respond here, because its script could not be loaded.")
        super().__init__(front_end=_front_end(), course=style.is_used(), without=without, **traits)


def _front_end() -> widgets.Label:
    """Return the widget that holds the scripts; it is not displayed."""
    shown = _FRONT_ENDS.get(language())
    if shown is None or shown.comm is None:
        script = script_of(language())
        name = sha256(script.encode()).hexdigest()[:12]
        shown = _FRONT_ENDS[language()] = widgets.Label(value=script, description=name)
    return shown


@cache
def script_of(_language: str) -> str:
    """Return the scripts and styles of all components as one JavaScript module, with the words in this language."""
    scripts = [path.read_text(encoding="utf-8") for path in SCRIPTS]
    style = "".join(path.read_text(encoding="utf-8") for path in STYLES)
    scoped = f"@scope (.evalcore-living-picture, .evalcore-question) {{\n{style}}}\n"
    style = scoped + (HERE / "notebook.css").read_text(encoding="utf-8")
    said = {words: _(words) for words in re.findall(WORDS, "".join(scripts))}
    scripts[1:1] = [f"Object.assign(WORDS_OF_PAGE, {json.dumps(said)});\nconst STYLE = {json.dumps(style)};"]
    return "\n".join([*scripts, "export { components };"])
