"""Answers to the predictions of chapter 06, Bias and variance."""

from evalcore.language import marked as _

ANSWERS = {
    "other-fits": (
        1,
        "at the two ends",
        _("in the middle, labels on both sides hold the curve in place; at an end, there are labels on one side only."),
    ),
    "four": (
        2,
        "the variance",
        _(
            "the mean is 3, so the bias is 1; the distances from the mean are 2, 1, 0 and 3, and the mean of "
            "their squares is 3.5."
        ),
    ),
    "noise": (
        3,
        "it stays as it is",
        _("the noise averages out in the mean over training sets, and the mean is all that the bias depends on."),
    ),
    "derivation": (
        2,
        "B, which varies less",
        _("the squares add up: A 0.16 + 0.09 = 0.25, B 0.09 + 0.01 + 0.09 = 0.19."),
    ),
    "seen": (
        3,
        "it becomes negative",
        _(
            "the fit follows its labels: if a label is too high, so is f, and then (f − mean)(mean − label) is "
            "negative."
        ),
    ),
    "trace": (2, "2", _("degree 4 has 5 coefficients, degree 9 has 10.")),
    "dilemma": (
        3,
        "it falls, then rises",
        _("at first bias² falls faster than the variance rises; in the end the variance rises faster."),
    ),
    "crossing": (
        2,
        "about six times bias²",
        _(
            "from degree 4 to 5 bias² falls from 0.10 to almost 0, while the variance hardly grows, so the step pays "
            "off."
        ),
    ),
    "neighbours": (1, "the bias", _("nine labels are averaged as before, but they are ten times closer to x.")),
    "half-gap": (
        1,
        "the squared bias",
        _("half the gap, 0.005, is the variance; the rest, 0.585, is bias² and noise, and 0.09 of it is noise."),
    ),
    "ten-times-the-data": (
        1,
        "degree 15 and 15 neighbours",
        _(
            "the 15 nearest of 250 examples are close to x, so the bias of their mean vanishes. One neighbour "
            "repeats the noise of a single label."
        ),
    ),
    "ensembles": (1, "the variance", _("a mean of many varies less; on average it predicts the same as one of them.")),
    "tree-noise": (
        2,
        "it falls",
        _(
            "because of the noise, the splits are in different positions in each training set, and the mean of many "
            "such steps is a slope."
        ),
    ),
    "places": (
        3,
        "it is at least doubled",
        _("random values of x leave gaps, mainly at the ends, and in a gap a polynomial oscillates freely."),
    ),
    "zero-one": (3, "falls", _("each model that leaves the wrong majority is right.")),
}
