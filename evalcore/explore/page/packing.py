"""Many SVGs of one picture in little space.

A group, the opening or one element inside it, about an artist, is a text with its places taken out, and
those places, in tenths of a point, each as the difference from the last but one: x from x, y from y. Groups
and texts that come again are kept once. What is lost is the names of artists, what a place has beyond a tenth of
a point, and the sums by which matplotlib names clipping paths and markers: here they are numbered in each SVG.
"""

import re
from collections.abc import Sequence
from functools import cache

GROUP = re.compile(r"\n(?= <\w)")  # where an element of the outermost begins
NAME = re.compile(r'<g id="[^"]*">')
DEFINED = re.compile(r'(?<=[#"])[pm][0-9a-f]{10}(?=[)"])')  # as in id="…", url(#…) and href="#…"
PATH = re.compile(r'^[MLCQ] | d="M ')  # a line of a path
PLACE = re.compile(r"(?<= )-?\d+(?:\.\d+)?(?=[ \n]|$)")
MARK = re.compile(r'(?<= [xy]=")-?\d+(?:\.\d+)?(?=")')
HOLE, CORNER = "¤", "L ¤ ¤ \n"
SPELT = str.maketrans({"¤": "&#164;", "§": "&#167;"})  # in the words of a picture; here they mark holes and corners
CORNERS = re.compile(f"(?:{CORNER})+")


def packed(svgs: Sequence[str]) -> dict[str, list]:
    """``texts``, ``groups`` as the place of a text and the differences, and ``states`` as places in groups."""
    texts, groups, states = {}, {}, []
    for svg in svgs:
        coded = (_coded(part) for part in GROUP.split(_numbered(NAME.sub("<g>", svg)).translate(SPELT)))
        each = ((texts.setdefault(text, len(texts)), *differences) for text, differences in coded)
        states.append([groups.setdefault(group, len(groups)) for group in each])
    return {"texts": list(texts), "groups": list(groups), "states": states}


def _numbered(svg):
    numbers = {}
    return DEFINED.sub(lambda name: f"n{numbers.setdefault(name[0], len(numbers))}", svg)


@cache
def _coded(part):
    places = []

    def take_out(place):
        places.append(round(10 * float(place[0])))
        return HOLE

    lines = [(PLACE if PATH.search(line) else MARK).sub(take_out, line) for line in part.splitlines()]
    text = CORNERS.sub(lambda run: f"§{len(run[0]) // len(CORNER)}§", "\n".join(lines))
    return text, [place - (places[i - 2] if i > 1 else 0) for i, place in enumerate(places)]


def unpacked(kept: dict[str, list], state: int) -> str:
    """The SVG of a state; living-picture.js does the same."""
    return "\n".join(_decoded(kept["texts"], kept["groups"][group]) for group in kept["states"][state])


def _decoded(texts, group):
    text, *places = group
    for i in range(2, len(places)):
        places[i] += places[i - 2]
    whole = re.sub(r"§(\d+)§", lambda run: CORNER * int(run[1]), texts[text])
    numbers = iter(places)
    return re.sub(HOLE, lambda _: f"{next(numbers) / 10:.1f}".removesuffix(".0"), whole)
