"""The HTML of predictions, exercises and practice, which the scripts of :mod:`evalcore.frontend` bring to life.

A page and a notebook show the same.
"""

import json
from collections.abc import Mapping, Sequence
from html import escape

from evalcore.language import translated as _


def prediction(question: str, options: Sequence[str], answer: str, because: str, *, name: str,
               drawing: Mapping | None = None, axes: str = "", veils: str = "") -> str:  # fmt: skip
    """Return a question with a button for each option, and axes to draw on if ``drawing`` is the rule of a drawing.

    ``veils`` is the address of the figure that its answer unveils.
    """
    unveils = f' data-veils="{escape(veils)}"' if veils else ""
    paper = ""
    if drawing:
        paper = f"""<div class="paper" data-drawing="{_json(drawing)}">
<p>{escape(drawing["asks"])}</p>
<div class="axes">{axes}</div>
<p class="or">{_("Or choose:")}</p>
</div>
"""
    buttons = "".join(f'<button type="button">{escape(option)}</button>' for option in options)
    return f"""<div class="prediction" role="group" aria-labelledby="asks-{name}" data-answer="{escape(answer)}" \
data-because="{escape(because)}"{unveils}>
<p id="asks-{name}"><b>{_("Predict. ")}</b>{escape(question)}</p>
{paper}<div class="options">{buttons}</div>
<p class="verdict" role="status"></p>
</div>
"""


def exercise(name: str, rule: Mapping) -> str:
    """Return a form with a field for numbers, or a menu for each word."""
    name = escape(name)
    if rule["kind"] == "choice":
        menus = "".join(
            f"""<label for="answer-{name}-{place}">{escape(asked)}</label>
<select id="answer-{name}-{place}" autocomplete="off"><option></option>\
{"".join(f"<option>{escape(word)}</option>" for word in hints)}</select>
"""
            for place, (asked, hints) in enumerate(zip(rule["asks"], rule["hints"], strict=True), start=1)
        )
        fields = f"""<p id="answer-{name}">{_("Your answer")}</p>
<div class="places" role="group" aria-labelledby="answer-{name}">
{menus}</div>
"""
    else:
        label = escape(_("Your answer, {expected}", expected=rule["expected"]))
        fields = f"""<label for="answer-{name}">{label}</label>
<input id="answer-{name}" autocomplete="off" autocapitalize="off" spellcheck="false">
"""
    return f"""<form class="exercise" data-name="{name}" data-rule="{_json(rule)}">
{fields}<button>{_("Check")}</button>
<p class="verdict" role="status"></p>
</form>
"""


def practice(title: str, families: Mapping[str, str], task: Mapping, **attributes: str) -> str:
    """Return the first task of a practice, with its solution; the attributes are those of the element.

    ``families`` are the titles of its families by their names.
    """
    named = "".join(f' {name.replace("_", "-")}="{escape(value)}"' for name, value in attributes.items())
    heading = escape(_("Practice: {title}", title=title))
    return f"""<div class="practice" role="group" aria-label="{heading}" data-families="{_json(families)}"{named}>
<p class="practised"><b>{_("Practice. ")}</b>{escape(title)}</p>
<div class="question">{task["question"]}</div>
<form class="form"></form>
<p class="verdict" role="status"></p>
<div class="steps"></div>
<p class="buttons"><button type="button" class="step">{_("Next step of the solution")}</button> \
<button type="button" class="another">{_("New numbers")}</button></p>
<p class="count" role="status"></p>
<ul class="families"></ul>
<p class="minute" role="timer" hidden></p>
<details class="solution"><summary>{_("Solution")}</summary><div>{"".join(task["steps"])}</div></details>
</div>
"""


def _json(rule):
    return escape(json.dumps(rule, ensure_ascii=False))
