"""The HTML of one figure, and the data of its states for the script.

A record (``record.py``) contains everything: the ``src`` of a still layer is the image itself, and the states of an
edition are inside the HTML. To keep them in separate files, replace the ``src`` by the address of the image file,
and give the edition the ``src`` of a :func:`states_file`.
"""

import json
import re
import zlib
from base64 import b64encode
from html import escape

from evalcore.explore.layers import INSTEAD
from evalcore.explore.page.packing import GROUP, unpacked
from evalcore.language import translated as _

CLASSES = re.compile(r' <g class="([^"]*)"')
EMPTY = " <g/>"  # in place of a veiled element
NAMED = re.compile(r'(id="|#)(n\d+)(?=[)"])')  # ids that an SVG defines and uses; they must be unique on a page


def living_picture(record: dict, name: str) -> str:
    """Return the HTML of an interactive figure in its first state; ``name`` is its id on the page.

    The HTML of a veiled figure does not contain what its veil hides.
    """
    veil = record.get("veil")
    controls, at = record["controls"], _start(record["controls"])
    slow = _start([controls[place] for place in record["slow"]])
    sources = [f' data-{edition["name"]}="{escape(edition["src"])}"' for edition in record["editions"]
               if "src" in edition]  # fmt: skip
    embedded = [_embedded(record, edition, name) for edition in record["editions"] if "src" not in edition]
    drawn = [edition for edition in record["editions"] if edition["stills"]]
    svgs = [unpacked({**edition, "texts": _named(edition, name)}, at) for edition in drawn]
    svgs = svgs if veil is None else [_veiled(svg, veil) for svg in svgs]
    stages = [_stage(edition, edition["stills"][slow], "", svg, len(drawn) > 1)
              for edition, svg in zip(drawn, svgs, strict=True)]  # fmt: skip
    rows = [_control(f"{name}-{control['name']}", control, control["name"] == record["play"]) for control in controls]
    coarse, otherwise = _coarse(controls), escape(_("The controls need a browser from 2023 or later."))
    still = "" if record.get("glide", True) else ' data-glide="no"'
    still += f' class="veiled" data-veil="{escape(" ".join(veil))}"' if veil is not None else ""
    reading = _(INSTEAD) if veil is not None else record["readings"][at]
    return f"""<living-picture id="{escape(name)}"{still}{"".join(sources)} data-otherwise="{otherwise}">
<div class="controls"{" inert" if veil is not None else ""}>
{"".join(rows)}</div>
{"".join(stages)}<p class="reading" role="status" data-longest="{escape(max(record["readings"], key=len))}">\
<span>{escape(reading)}</span></p>
{_link()}
{f'<p class="coarse">{escape(coarse)}</p>' if coarse else ""}\
{"".join(embedded)}</living-picture>
"""


def _veiled(svg, veil):
    """Return an SVG without the elements whose classes are in ``veil``, or without any if ``veil`` is ``["*"]``."""
    head, *parts = GROUP.split(svg.rstrip().removesuffix("</svg>"))
    return "\n".join([head, *(EMPTY if _is_veiled(part, veil) else part for part in parts), "</svg>"])


def _is_veiled(part, veil):
    named = CLASSES.match(part)
    return veil == ["*"] or not set(veil).isdisjoint(named[1].split() if named else [])


def _link():
    texts = {
        "title": _("Copy a link to this state of the figure"),
        "data-copied": _("Link copied"),
        "data-kept": _("The link is in the address bar"),
    }
    attributes = "".join(f' {name}="{escape(words)}"' for name, words in texts.items())
    return f'<button type="button" class="link"{attributes}>{_("Copy link")}</button>'


def still_picture(record: dict) -> str:
    """Return the HTML of a figure without controls."""
    editions, alt = record["editions"], record["alt"]
    stages = [_stage(edition, edition["stills"][0], alt, "", len(editions) > 1) for edition in editions]
    return f"<living-picture>\n{''.join(stages)}</living-picture>\n"


def states_file(record: dict, edition: dict, name: str) -> str:
    """Return a script with all states of an edition; unlike a JSON file, a page opened from a folder can load it."""
    call = f"document.getElementById({json.dumps(name)}).receive({json.dumps(edition['name'])},"
    return f"{call}{_states(record, edition, name, [still['src'] for still in edition['stills']])})\n"


def _embedded(record, edition, name):
    """Return a script element with the compressed states, without the still layer that the HTML already contains."""
    slow = _start([record["controls"][place] for place in record["slow"]])
    stills = [None if place == slow else still["src"] for place, still in enumerate(edition["stills"])]
    text = b64encode(zlib.compress(_states(record, edition, name, stills).encode(), 9)).decode()
    return f'<script type="text/plain" data-edition="{edition["name"]}">{text}</script>\n'


def _states(record, edition, name, stills):
    labels = [control["labels"] for control in record["controls"]]
    data = {"sizes": list(map(len, labels)), "slow": record["slow"], "labels": labels, "readings": record["readings"],
            "texts": _named(edition, name), "groups": edition["groups"], "states": edition["states"],
            "handles": edition.get("handles", []), "stills": stills, "parts": edition.get("parts", [])}  # fmt: skip
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _stage(edition, still, alt, svg, paired):
    moving = f'<div class="moving">{svg}</div>' if svg else ""
    classes = f"stage {edition['name']}{' paired' if paired else ''}"
    stacked = sum(h / w for _left, _top, w, h in edition["panes"]) * still["height"] / still["width"]
    return f"""<div class="{classes}" data-panes="{escape(json.dumps(edition["panes"]))}" \
style="--width:{still["width"]}px;--stacked:{stacked:.4f}" data-wide="{_("↔ wider than the screen")}">
<div class="sheet"><img src="{escape(still["src"])}" width="{still["width"]}" height="{still["height"]}" \
alt="{escape(alt)}" loading="lazy">{moving}</div>
</div>
"""


def _control(name, control, played):
    name, label, labels, start = escape(name), escape(control["label"]), control["labels"], control["start"]
    label_tag = f'<label for="{name}">{label}</label>'
    if control["kind"] == "box":
        row = f'<input type="checkbox" id="{name}" autocomplete="off"{" checked" if start else ""}>{label_tag}'
    elif control["kind"] == "menu":
        options = "".join(f"<option{' selected' if place == start else ''}>{escape(word)}</option>"
                          for place, word in enumerate(labels))  # fmt: skip
        row = f'{label_tag}\n<select id="{name}" autocomplete="off">{options}</select>'
    elif control["kind"] == "fixed":
        row = f'<b>{label}</b><input type="hidden" id="{name}" value="0"><span>{escape(labels[0])}</span>'
    else:
        button = _play(label) if played else ""
        row = f"""{label_tag}
{button}
<input type="range" id="{name}" min="0" max="{len(labels) - 1}" value="{start}" \
aria-valuetext="{escape(labels[start])}" autocomplete="off">
<output for="{name}" aria-live="off" style="min-width:{max(map(len, labels))}ch">{escape(labels[start])}</output>"""
    return f'<div class="control {control["kind"]}">\n{row}\n</div>\n'


def _play(label):
    speeds = "".join(f'<option value="{value}"{" selected" if value == 1 else ""}>{word}×</option>'
                     for value, word in [(0.5, "½"), (1, "1"), (2, "2")])  # fmt: skip
    return f"""<button type="button" class="play" aria-label="{_("Play {control}", control=label)}"></button>
<select class="speed" aria-label="{_("Speed")}" autocomplete="off">{speeds}</select>"""


def _named(edition, name):
    """Return the texts with ids that are unique to this edition of this figure."""
    return [NAMED.sub(rf"\1{name}-{edition['name']}-\2", text) for text in edition["texts"]]


def _start(controls):
    """Return the index of the state that the notebook shows first."""
    at = 0
    for control in controls:
        at = at * len(control["labels"]) + control["start"]
    return at


def _coarse(controls):
    """Return a sentence about the controls that have fewer positions than in the notebook."""
    labels = [control["label"] for control in controls if control["coarse"]]
    if not labels:
        return ""
    *first, last = labels
    if not first:
        return _("Here {control} moves in larger steps than in the notebook.", control=last)
    words = _("Here {controls} and {control} move in larger steps than in the notebook.")
    return words.format(controls=_(", ").join(first), control=last)
