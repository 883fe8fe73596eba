"""What a displayed object tells the book, beside what it shows in a notebook.

The builder calls :func:`begin` in the kernel before the first cell. From then on a living picture,
a prediction, an exercise and a still picture carry one more MIME type, with all that a page needs
to answer without a kernel. Nothing in the notebooks knows of it.
"""

import io
import math
import re
from base64 import b64encode
from itertools import product

import ipywidgets as widgets
import numpy as np
from IPython import get_ipython
from pages import MIME
from PIL import Image

from evalcore import exercises, live
from evalcore.exercises import judging
from evalcore.explore import LivingPicture, positions
from evalcore.plots import style


def begin() -> None:
    """From now on displayed objects carry what the book needs."""
    exercises.check, live.slider_test, judging.compare = _check, _slider_test, _compare
    formatter = get_ipython().display_formatter.mimebundle_formatter
    for kind, record in _RECORDS.items():
        formatter.for_type(kind, _with_record(record))


def _with_record(record):
    def bundle(shown):
        if hasattr(shown, "_repr_mimebundle_"):
            data = shown._repr_mimebundle_()
            words = (data[0] if isinstance(data, tuple) else data)["text/plain"]
        else:
            words = repr(shown)
        return {MIME: record(shown), "text/plain": words}

    return bundle


# Pictures

MOST_STATES = 4000
MARGIN = 0.03
GROUP = re.compile(r"\n(?= <g)")
NAME = re.compile(r'<g id="[^"]*">')
PLACES = re.compile(r'^[MLCQ] | d="M |<use ')  # lines that hold places, and no words
DECIMALS = re.compile(r"(\d\.\d\d)\d+")
NARROW = 4.8  # inches: a phone shows it with letters of four fifths of their size


def living_picture(picture: LivingPicture) -> dict:
    """The controls, the readings, and one or two editions of the picture.

    States are in the order of ``itertools.product``: the last control changes fastest.
    """
    lattice = picture.lattice
    states = math.prod(map(len, lattice.values()))
    if states > MOST_STATES:
        raise ValueError(f"{picture.alt}: {states} states, at most {MOST_STATES}: give explore a lattice")
    wide, readings = _edition(picture)
    narrow = [{**_edition(picture)[0], "name": "narrow"} for _ in _narrowed(picture, wide)]
    return {"kind": "living-picture", "alt": picture.alt, "play": picture.play,
            "controls": [_control(name, picture) for name in lattice],
            "slow": [list(lattice).index(name) for name in picture.still_names],
            "readings": readings, "editions": [wide, *narrow]}  # fmt: skip


def _edition(picture):
    """The still layers and every state of the moving layer; and the readings."""
    points, slow = list(_points(picture.lattice)), picture.still_names
    drawn, stills, boxes = {}, {}, []

    def still_of(place):
        return [picture.lattice[name].index(points[place][name]) for name in slow]

    for place in sorted(range(len(points)), key=still_of):  # each still layer is painted once
        drawn[place] = picture.frame(**points[place])
        if str(still_of(place)) not in stills:
            stills[str(still_of(place))] = _webp(picture.still_png(**points[place]))
            boxes.append(_boxes(picture._figure))
    svgs, readings = zip(*(drawn[place] for place in range(len(points))), strict=True)
    return {"name": "wide", "stills": list(stills.values()), "panes": _panes(boxes), **packed(svgs)}, readings


def packed(svgs: list[str]) -> dict:
    """Each distinct line once, each distinct group of lines once (about an artist), and states as groups."""
    lines, groups, states = {}, {}, []
    for svg in svgs:
        parts = (part.splitlines() for part in GROUP.split(lean(svg)))
        places = (tuple(lines.setdefault(line, len(lines)) for line in part) for part in parts)
        states.append([groups.setdefault(part, len(groups)) for part in places])
    return {"lines": list(lines), "groups": list(groups), "states": states}


def lean(svg: str) -> str:
    """The same picture: no names for artists, and places to a hundredth of a point, a fiftieth of a pixel."""
    return "\n".join(
        DECIMALS.sub(r"\1", line) if PLACES.search(line) else line for line in NAME.sub("<g>", svg).splitlines()
    )


def _narrowed(picture, wide):
    """Once, while the figure is as narrow as a phone, if the picture is one broad panel; else not at all."""
    figure = picture._figure
    size = figure.get_size_inches()
    if not _is_one_broad_panel(figure, wide):
        return
    picture._remove_still()  # what is asked for next is painted, and laid out, anew
    figure.set_size_inches(NARROW, size[1])
    yield
    picture._remove_still()
    figure.set_size_inches(size)


def _is_one_broad_panel(figure, wide):
    """Or several, one above the other."""
    places = {(axes.get_position().x0, axes.get_position().width) for axes in figure.axes}
    return all(width == 1 for _, _, width, _ in wide["panes"]) and len(places) == 1 and figure.get_figwidth() > NARROW


def _points(lattice):
    return (dict(zip(lattice, values, strict=True)) for values in product(*lattice.values()))


def _control(name, picture):
    """How the page shows a control: its kind, the words of its positions, and where it starts."""
    control, values = picture.controls[name], picture.lattice[name]
    if hasattr(control, "options"):
        words = {value: label for label, value in control._options_full}
        kind, labels = "menu" if isinstance(control, widgets.Dropdown) else "slider", [words[value] for value in values]
    elif isinstance(control, widgets.Checkbox):
        kind, labels = "box", ["no", "yes"]
    else:
        kind, labels = "slider", [format(value, control.readout_format) for value in values]
    return {"kind": kind, "name": name, "label": control.description, "labels": labels,
            "start": values.index(control.value), "coarse": len(values) < len(positions(control))}  # fmt: skip


def still_picture(shown: style._Shown) -> dict:
    figure = shown.figure
    size = figure.get_size_inches()
    wide = {"name": "wide", "stills": [_webp(style.png_of(figure, 2))], "panes": _panes([_boxes(figure)])}
    editions = [wide]
    if _is_one_broad_panel(figure, wide):
        figure.set_size_inches(NARROW, size[1])
        editions.append({"name": "narrow", "stills": [_webp(style.png_of(figure, 2))], "panes": []})
        figure.set_size_inches(size)
    return {"kind": "still-picture", "alt": shown.alt, "editions": editions}


class _SliderTest(live.Live):
    """The test of sliders, which in the page needs no kernel and has no picture."""


def _slider_test(original=live.slider_test):
    return _SliderTest(original().stored)


def slider_test(_shown: _SliderTest) -> dict:
    labels = [str(value) for value in range(11)]
    control = {"kind": "slider", "name": "move-me", "label": "move me", "labels": labels, "start": 0, "coarse": False}
    readings = ["Move the slider.", *(f"Sliders work: the page received {label}." for label in labels[1:])]
    edition = {"name": "wide", "stills": [], "panes": [], **packed([""] * len(labels))}
    return {"kind": "living-picture", "alt": "", "play": None, "controls": [control], "slow": [],
            "readings": readings, "editions": [edition]}  # fmt: skip


def _webp(png):
    """The same pixels in half the bytes, and the size of the picture in CSS pixels (two to one)."""
    stream, image = io.BytesIO(), Image.open(io.BytesIO(png)).convert("RGB")
    image.save(stream, "WEBP", lossless=True, quality=60, method=4)
    return {"webp": b64encode(stream.getvalue()).decode(), "width": image.width // 2, "height": image.height // 2}


def _boxes(figure):
    """The outlines of the axes with all that is written around them: left, top, right, bottom in parts of the whole."""
    outlines = [axes.get_tightbbox() for axes in figure.axes if axes.get_visible()]
    width, height = figure.bbox.size
    return [(box.x0 / width, 1 - box.y1 / height, box.x1 / width, 1 - box.y0 / height) for box in outlines]


def _panes(boxes_of_stills):
    """The panels of a picture, for narrow screens: left, top, width, height in parts of the whole.

    The picture is cut along the gaps between rows and columns; above and below, a panel keeps a margin.
    """
    each = map(np.array, zip(*boxes_of_stills, strict=True))
    boxes = [[*outlines[:, :2].min(axis=0), *outlines[:, 2:].max(axis=0)] for outlines in each]
    panes = []
    for top, bottom in _cuts([(box[1], box[3]) for box in boxes]):
        row = [box for box in boxes if top <= box[1] < bottom]
        for left, right in _cuts([(box[0], box[2]) for box in row]):
            here = [box for box in row if left <= box[0] < right]
            first, last = min(box[1] for box in here) - MARGIN, max(box[3] for box in here) + MARGIN
            y, end = max(top, first), min(bottom, last)
            panes.append([round(float(part), 4) for part in (left, y, right - left, end - y)])
    return panes


def _cuts(spans):
    """The stretch from 0 to 1, divided in the middle of each gap between the spans."""
    ends, reach = [0.0], None
    for low, high in sorted(spans):
        if reach is not None and low > reach:
            ends.append((low + reach) / 2)
        reach = high if reach is None else max(reach, high)
    return list(zip(ends, [*ends[1:], 1.0], strict=True))


# Predictions and exercises


def prediction(asked: exercises.Prediction) -> dict:
    names = ("question", "options", "answer", "because", "covers")
    return {"kind": "prediction", **{name: getattr(asked, name) for name in names}}


class _Answered(exercises.Verdict):
    """A verdict that knows what it judged."""


def _check(name, answer, original=exercises.check):
    verdict = original(name, answer)
    answered = _Answered(verdict.passed, verdict.words)
    object.__setattr__(answered, "of", (name, answer))  # a verdict is frozen
    return answered


def exercise(verdict: _Answered) -> dict:
    """The name; with a right answer also the rule by which a page can judge others, if there is one."""
    name, answer = verdict.of
    return {"kind": "exercise", "name": name, "passed": verdict.passed, "words": verdict.words,
            "rule": _rule(name, answer) if verdict.passed else None}  # fmt: skip


_compared = []


def _compare(answer, truth, mistakes, *, otherwise, tolerance=1e-3, original=judging.compare):
    _compared.append((truth, mistakes, otherwise, tolerance))
    return original(answer, truth, mistakes, otherwise=otherwise, tolerance=tolerance)


MOST_CHOICES = 1000


def _rule(name, answer):
    """How a page can judge an answer, told in sums from which the right one cannot be read; None if it cannot."""
    judge = judging.EXERCISES[name]
    if isinstance(answer, list | tuple) and all(isinstance(word, str) for word in answer):
        return _choices(name, judge, answer)
    return _intervals(name, judge, answer)


def _choices(name, judge, answer):
    """Several words, each one of those that occur in the right answer: the judge is asked about every choice."""
    words = sorted(set(answer))
    if not 2 <= len(words) ** len(answer) <= MOST_CHOICES:
        return None
    said = {choice: judge(type(answer)(choice)) for choice in product(words, repeat=len(answer))}
    hints = list(dict.fromkeys(said.values()))
    known = {fingerprint(name, choice): hints.index(hint) for choice, hint in said.items()}
    return {"words": words, "many": len(answer), "hints": hints, "known": known}


def _intervals(name, judge, answer):
    """Numbers around the truth and around each known mistake.

    None if the judge does more than compare numbers, or judges otherwise than this rule would.
    """
    _compared.clear()
    judge(answer)
    if len(_compared) != 1:
        return None
    truth, mistakes, otherwise, tolerance = _compared[0]
    known = [(None, truth), *((hint, wrong) for hint, wrong in mistakes.items() if np.shape(wrong) == np.shape(truth))]
    known = [(hint, np.asarray(value, dtype=float)) for hint, value in known]
    rule = {"numbers": np.size(truth), "otherwise": otherwise,
            "known": [_hidden(name, np.ravel(value), hint, tolerance) for hint, value in known]}  # fmt: skip
    probes = [value + shift * tolerance for _, value in known for shift in (-1.1, -0.9, 0, 0.9, 1.1)]
    same = all(judge(probe if probe.shape else float(probe)) == judged(name, rule, np.ravel(probe)) for probe in probes)
    return rule if same else None


def _hidden(name, value, hint, tolerance):
    """An interval of ``tolerance`` around the value: its width, where it lies between multiples of the
    width, and a sum over which multiple it is."""
    width = 2 * tolerance
    offsets = [round(float(np.mod(v - tolerance, width)), 12) for v in value]
    return {"width": width, "offsets": offsets, "sum": fingerprint(name, cells(value, width, offsets)), "hint": hint}


def cells(numbers, width, offsets):
    return [math.floor((number - offset) / width) for number, offset in zip(numbers, offsets, strict=True)]


def judged(name, rule, numbers):
    """What the page says to numbers: None if they are right, else a hint. (The script does the same.)"""
    for known in rule["known"]:
        if fingerprint(name, cells(numbers, known["width"], known["offsets"])) == known["sum"]:
            return known["hint"]
    return rule["otherwise"]


def fingerprint(name, places):
    """A sum of 32 bits (FNV-1a) over the name and the places."""
    total = 0x811C9DC5
    for letter in f"{name} {' '.join(map(str, places))}".encode():
        total = (total ^ letter) * 0x01000193 & 0xFFFFFFFF
    return total


_RECORDS = {
    LivingPicture: living_picture,
    style._Shown: still_picture,
    _SliderTest: slider_test,
    exercises.Prediction: prediction,
    _Answered: exercise,
}
