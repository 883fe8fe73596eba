"""Answers to the predictions of chapter 09, Beyond one machine."""

from evalcore.language import marked as _

ANSWERS = {
    "numbers": (3, "2002", _("from 0.000 to 1.000 there are 1001 scores, with two counts each.")),
    "two-parts": (2, "0.75", _("three of the four pairs of a positive and a negative are in the right order.")),
    "thousand": (
        1,
        "about 0.5",
        _(
            "all pairs within a part are right, but half of the pairs across two parts can be wrong, and nearly "
            "all pairs are across parts."
        ),
    ),
    "shifted-hospital": (
        1,
        "it falls on both sides of 0",
        _(
            "the more the two hospitals differ, the more often an ill patient of one is below a healthy patient of "
            "the other."
        ),
    ),
    "digits": (2, "about ten times", _("rows that are a tenth as wide tie about a tenth as many pairs.")),
    "rounded-points": (
        1,
        "on it, every one",
        _("rounding keeps the order: an example above the boundary between two rows was above it before."),
    ),
    "total": (
        1,
        "about 0.80",
        _(
            "each device gives lower scores than the one before, while more patients are ill, so many pairs "
            "across hospitals are in the wrong order."
        ),
    ),
    "never": (3, "0.368", _("P(0) = 1/e, the limit of (1 - 1/m) to the power m in chapter 03.")),
    "dies": (
        2,
        "the same table, down to the last example",
        _("the scheduler knows which tables were lost, and has their files read again."),
    ),
}
