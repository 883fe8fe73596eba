"""The data that a displayed object gives to the book, in addition to its output in a notebook.

The builder calls :func:`begin` in the kernel before the first cell. From then on an interactive figure, a prediction,
an exercise and a still figure carry one more MIME type, with everything that a page needs to respond without a kernel.
The notebooks do not know about it.
"""

import gc
import math
from functools import partial

import letters
import numpy as np
from IPython import get_ipython

from evalcore import exercises, live
from evalcore.exercises import drawing
from evalcore.explore import LivingPicture
from evalcore.explore.controls import index_of
from evalcore.explore.page import record as page
from evalcore.explore.page.packing import packed
from evalcore.language import language
from evalcore.language import translated as _
from evalcore.plots import style

MIME = "application/vnd.evalcore.book+json"  # the type of the record in an output


def begin(few: int | None = None) -> None:
    """Add the book's data to everything displayed from now on; interactive figures have all states, or ``few``."""
    gc.set_threshold(50_000, 20, 100)  # rarer collections save a tenth of the time of drawing thousands of states
    letters.for_pictures()
    if few is not None:
        style.SHARPNESS = 1
    formatter, pictures = get_ipython().display_formatter.mimebundle_formatter, []
    living = {} if few is None else {LivingPicture: partial(few_states, most=few)}
    for kind, record in (_RECORDS | living).items():
        formatter.for_type(kind, _with_record(record, pictures))


def _with_record(record, pictures):
    def bundle(shown):
        if pictures and isinstance(shown, LivingPicture):  # only the first figure, the chapter's cover, needs its PNG
            data = {"text/plain": shown.words}
        elif pictures and isinstance(shown, style.Shown):
            data = {"text/plain": shown.alt}
        elif hasattr(shown, "_repr_mimebundle_"):
            data = shown._repr_mimebundle_()
            data = data[0] if isinstance(data, tuple) else data
        else:
            data = {"text/plain": repr(shown)}
        page_data = record(shown)
        if "image/png" in data and not pictures:
            page_data["cover"] = data["image/png"]
            pictures.append(page_data)
        return {MIME: page_data, "text/plain": data["text/plain"]}

    return bundle


# Pictures


def living_picture(picture: LivingPicture) -> dict:
    return {"kind": "living-picture", **picture.record(), "veil": picture.veil}


def few_states(picture: LivingPicture, most: int) -> dict:
    """Return a record of the states at both ends of each control and at its start.

    A control keeps all its positions as long as there are at most ``most`` states.

    ``states`` are their numbers among all states; ``offered`` are the labels of all positions of each control.
    """
    lattice = picture.lattice
    few = [
        sorted({0, index_of(picture.controls[name].value, offered), len(offered) - 1})
        for name, offered in lattice.items()
    ]
    for control, offered in enumerate(lattice.values()):
        others = math.prod(map(len, few)) // len(few[control])
        if others * len(offered) <= most:
            few[control] = [*range(len(offered))]
    picture.lattice = {
        name: [offered[at] for at in places] for (name, offered), places in zip(lattice.items(), few, strict=True)
    }
    record = living_picture(picture)
    picture.lattice = lattice
    every = np.arange(math.prod(map(len, lattice.values()))).reshape([*map(len, lattice.values())])
    words = {name: page.of_control(picture.controls[name], offered)["labels"] for name, offered in lattice.items()}
    return {**record, "states": every[np.ix_(*few)].ravel().tolist(), "offered": words}


def still_picture(shown: style.Shown) -> dict:
    return {"kind": "still-picture", **page.of_still(shown.figure, shown.alt)}


def slider_test(_shown: live.SliderTest) -> dict:
    from editions import CHINESE, ENGLISH  # imported here so that other chapters do not depend on the book's words

    say = (CHINESE if language() == "zh" else ENGLISH).say
    labels = [str(value) for value in range(11)]
    control = {
        "kind": "slider",
        "name": "move-me",
        "label": _("move me"),
        "labels": labels,
        "start": 0,
        "coarse": False,
    }
    readings = [
        say("Move the slider."),
        *(say("Sliders work: the page received {label}.", label=label) for label in labels[1:]),
    ]
    edition = {"name": "wide", "stills": [], "parts": [], "panes": [], **packed([""] * len(labels))}
    return {"kind": "living-picture", "alt": "", "play": None, "controls": [control], "slow": [],
            "readings": readings, "editions": [edition]}  # fmt: skip


# Predictions and exercises


def prediction(question: exercises.Prediction) -> dict:
    names = ("question", "options", "answer", "because", "covers", "veils")
    record = {"kind": "prediction", **{name: getattr(question, name) for name in names}}
    if question.drawing:
        record |= {"drawing": question.drawing.rule, "axes": drawing.axes_svg(question.drawing.rule)}
    return record


def exercise(shown: exercises.Verdict | exercises.AnswerBox) -> dict:
    """Return the name and the rule by which a page checks answers; the rule is None if checking takes Python."""
    verdict = getattr(shown, "verdict", shown)
    return {"kind": "exercise", **vars(verdict), "rule": exercises.find(verdict.name).rule}


DRAWN_AHEAD = 30


def practice(shown: exercises.Practice) -> dict:
    """Return the first tasks, the same number of each family."""
    count = len(shown.families)
    rounds = -(-DRAWN_AHEAD // count)
    tasks = [shown.families[seed % count].task(seed).record() for seed in range(count * rounds)]
    return {"kind": "practice", "title": shown.title, "families": shown.titles, "tasks": tasks}


_RECORDS = {
    exercises.Practice: practice,
    LivingPicture: living_picture,
    style.Shown: still_picture,
    live.SliderTest: slider_test,
    exercises.Prediction: prediction,
    exercises.Verdict: exercise,
    exercises.AnswerBox: exercise,
}
