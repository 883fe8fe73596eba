"""Compression of the many SVGs of one figure.

An SVG is split into groups: its opening tag, and one top-level element for each artist. A group is stored as a text
with holes in place of its coordinates, and the coordinates in tenths of a point. From each coordinate the last but one
is subtracted, x from x and y from y. Equal groups and equal texts are stored once.

Lost are the names of artists, the digits of a coordinate beyond a tenth of a point, and matplotlib's hashes in the
names of clipping paths and markers, which are numbered in each SVG instead.
"""

import re
from collections.abc import Sequence
from functools import cache

GROUP = re.compile(r"\n(?= <\w)")  # before a top-level element
NAME = re.compile(r'<g id="[^"]*">')
DEFINED = re.compile(r'(?<=[#"])[pm][0-9a-f]{10}(?=[)"])')  # as in id="…", url(#…) and href="#…"
PATH = re.compile(r'^[MLCQ] | d="M ')  # a line with the coordinates of a path
PLACE = re.compile(r"(?<= )-?\d+(?:\.\d+)?(?=[ \n]|$)")
MARK = re.compile(r'(?<= [xy]=")-?\d+(?:\.\d+)?(?=")')
HOLE, CORNER = "¤", "L ¤ ¤ \n"
SPELT = str.maketrans({"¤": "&#164;", "§": "&#167;"})  # in texts; here they mark holes and corners
CORNERS = re.compile(f"(?:{CORNER})+")


def packed(svgs: Sequence[str]) -> dict[str, list]:
    """Return ``texts``, ``groups`` (index of a text, then differences) and ``states`` (indices of groups)."""
    texts, groups, states = {}, {}, []
    for svg in svgs:
        coded = (_coded(part) for part in GROUP.split(_numbered(NAME.sub("<g>", svg)).translate(SPELT)))
        indexed = ((texts.setdefault(text, len(texts)), *differences) for text, differences in coded)
        states.append([groups.setdefault(group, len(groups)) for group in indexed])
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


def unpacked(edition: dict[str, list], state: int) -> str:
    """Return the SVG of a state, as living-picture.js does."""
    return "\n".join(_decoded(edition["texts"], edition["groups"][group]) for group in edition["states"][state])


def _decoded(texts, group):
    text, *places = group
    for i in range(2, len(places)):
        places[i] += places[i - 2]
    whole = re.sub(r"§(\d+)§", lambda run: CORNER * int(run[1]), texts[text])
    numbers = iter(places)
    return re.sub(HOLE, lambda _: f"{next(numbers) / 10:.1f}".removesuffix(".0"), whole)
