"""Answers to the predictions of chapter 02, Overfitting."""

from evalcore.language import marked as _

ANSWERS = {
    "new": (
        3,
        "more than 100",
        _(
            "near the ends, beyond the last examples, the curve leaves the frame; there the squared errors are "
            "so large that a few of them determine the mean."
        ),
    ),
    "memoriser": (1, "0.63", _("a new x is practically never one of the thirty, so the memoriser predicts 0 there.")),
    "test-error": (
        2,
        "about 0.04",
        _("each of the 20 squared errors is itself very uncertain; their mean is only √20 times more certain."),
    ),
    "degree": (
        2,
        "one falls, the other falls and rises",
        _(
            "a higher degree can do all that a lower one can, so the training error falls; but the curve also "
            "follows the noise of its examples."
        ),
    ),
    "diagnosis": (
        3,
        "it underfits: the first is too large",
        _(
            "a small gap does not mean that a model is good; this one has not even learned its own examples, "
            "although the level shows that this is possible."
        ),
    ),
    "leaf-errors": (
        2,
        "2 to 4 make no training error; 2 makes no error",
        _(
            "rules 2 to 4 reject the trunks and accept the leaves that were seen; rules 3 and 4 also demand a "
            "colour or an edge, and neither matters."
        ),
    ),
    "more-data": (
        1,
        "it rises",
        _("16 coefficients can follow the noise of 30 examples closely, but not that of 400."),
    ),
    "ridge": (1, "a flat line at the mean of y", _("in the limit, every coefficient except the constant is 0.")),
    "early": (
        1,
        "the noise in the 25 outputs",
        _(
            "without noise the error goes on falling; with noise the curve begins to follow the noise, above "
            "all near the ends, where few examples constrain it."
        ),
    ),
    "gap": (
        3,
        "the training error is smaller",
        _(
            "the coefficients are still chosen on the training examples, so they follow the noise of these "
            "examples a little."
        ),
    ),
    "tree": (
        3,
        "it does not lower it",
        _("no single split leaves mostly 1s on one side; where the tree predicts 1 nevertheless, it follows noise."),
    ),
    "validation": (2, "4 or 5", _("a very small tree underfits, and a large one isolates single masses.")),
    "masses": (
        1,
        "the tree of depth 5",
        _("one split has found its place after fifty masses; five splits in a row need many more."),
    ),
    "learning-curve": (
        3,
        "it more than halves",
        _("the validation error falls, but the training error is 0 at every size."),
    ),
    "double-descent": (
        2,
        "it falls, rises, falls again",
        _(
            "at the peak only one fit passes through all examples, with huge coefficients; with more features "
            "there are many such fits, and the one whose coefficients have the smallest length is not extreme."
        ),
    ),
}
