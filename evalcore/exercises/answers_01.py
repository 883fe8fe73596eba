"""Answers to the predictions of chapter 01, Hypothesis space."""

from evalcore.language import marked as _

ANSWERS = {
    "induction": (
        1,
        "over eight million",
        _("each of the 23 other melons may be good or bad, which makes 2 to the power 23 models."),
    ),
    "size": (
        4,
        "37",
        _("each attribute has one more choice than it has values, which makes 4 · 3 · 3 conjunctions; ∅ is added."),
    ),
    "first-melon": (
        3,
        "8 after the first melon, 3 in the end",
        _(
            "the first melon is good, so each attribute must have its value or *, which makes 2 · 2 · 2 "
            "hypotheses; the others find little left to eliminate."
        ),
    ),
    "order": (1, "the same three", _("each melon eliminates the same hypotheses, whenever it comes.")),
    "new-melon": (1, "they disagree", _("(*, curled, *) covers it; the other two require a muffled sound.")),
    "most-general": (3, "sometimes good", _("two survivors are equally general, and they disagree.")),
    "language": (2, "B", _("in z, curve B is the parabola, and A has the wave, upside down.")),
    "two-problems": (
        3,
        "B wins, by as much",
        _("both times the margin is the mean squared distance between the two curves at the test points."),
    ),
    "totals": (3, "equal", _("if it is worse on one target, it is better on another by the same amount.")),
    "prior": (1, "nearest", _("its bias, that neighbours agree, holds for the targets that now weigh most.")),
    "unnoticed": (
        3,
        "in most",
        _("most sets of four labels are fitted by some hypothesis; with more labels, an error is noticed more often."),
    ),
    "disjunctions": (
        2,
        "6",
        _("some functions call six melons good, and each conjunction that covers two of these covers a bad one too."),
    ),
    "preference": (
        3,
        "0.18: much better",
        _("few short formulas fit six melons, and they mostly agree about the others."),
    ),
    "shrinking": (
        2,
        "7",
        _(
            "the first good melon leaves 8 at most, but then the last neighbours must go: the probability is "
            "0.41 after 6 melons, 0.50 after 7."
        ),
    ),
}
