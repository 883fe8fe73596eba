"""The figure of the front page: twenty people by score, a threshold, and a square in which each threshold leaves a dot.

``front.js`` keeps the dots, and says when they show enough of the curve to name it.
"""

import letters
from editions import Edition
from ipywidgets import FloatSlider
from matplotlib import rc_context
from matplotlib.figure import Figure

from evalcore.datasets import load_ranked_examples
from evalcore.explore import explore
from evalcore.metrics import confusion_at
from evalcore.plots import people, style

SIZES = {  # by edition: width and height in inches (96 pixels each), font size, layout of the panels
    "wide": (7.1, 4.1, 13, {"height_ratios": [1.45, 1], "width_ratios": [1.75, 1]}),
    "narrow": (3.72, 3.5, 10, {"height_ratios": [1.3, 1], "width_ratios": [1.35, 1]}),
}


def record(edition: Edition) -> dict:
    """Return the record of the figure, drawn once for wide and once for narrow screens."""
    with rc_context():
        letters.for_pictures()
        wide, narrow = (_drawn(edition, name) for name in SIZES)
    return wide | {"editions": [wide["editions"][0], narrow["editions"][0] | {"name": "narrow", "panes": []}]}


def ends(picture: dict) -> str:
    """Return where the line of the figure stands at both ends of its slider, as variables for ``style.css``.

    They are fractions of the width, ``across``, of each edition.
    """
    variables = ""
    for drawn in picture["editions"]:
        name, width = drawn["name"], drawn["stills"][0]["width"]
        xs = next(handle["at"][0] for handle in drawn["handles"] if len(handle["at"]) == 4)  # a line has two ends
        variables += f"--{name}-from:{xs[0] / width:.4f};--{name}-to:{xs[-1] / width:.4f};--{name}-across:{width}px;"
    return variables


def _drawn(edition, name):
    width, height, size, layout = SIZES[name]
    style.use_style("screen")
    style.mpl.rcParams["font.size"] = size
    y_true, y_score = load_ranked_examples()
    axes = Figure(figsize=(width, height)).subplot_mosaic("aa;bc", **layout)
    people.strip_frame(y_true, y_score, axes["a"])
    people.fractions_frame(axes["b"])
    people.square_frame(axes["c"])

    def moving(axes, threshold):
        cm = confusion_at(y_true, y_score, threshold)
        people.strip_parts(y_true, y_score, threshold, axes["a"])
        people.fractions_parts(cm, axes["b"])
        people.square_parts(cm, axes["c"])
        return edition.say(
            "Called back: {tp} of 10 ill people and {fp} of 10 healthy people. Missed: {fn} ill people.",
            tp=cm.tp, fn=cm.fn, fp=cm.fp,
        )  # fmt: skip

    alt = edition.say(
        "Twenty people in order of their scores, ten of them ill. You can move a line between "
        "those sent home and those called back."
    )
    threshold = FloatSlider(0.57, max=1, step=0.01)  # precision and recall differ
    return explore(axes, moving, alt=alt, trace="tried", threshold=threshold).record()
