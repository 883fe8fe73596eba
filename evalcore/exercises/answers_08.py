"""Answers to the predictions of chapter 08, Case study: AdaBoost."""

from evalcore.language import marked as _

ANSWERS = {
    "half": (3, "0.5", _("the factor is 0.8/0.2 = 4, so they weigh 0.8 before the division, and the others 0.8, too.")),
    "heavy": (
        3,
        "those with a wrong label",
        _(
            "a split that gets one of them right gets its neighbours wrong, so the weights of the wrong labels are "
            "raised again and again."
        ),
    ),
    "overfit": (
        4,
        "flipped tumours and overlap",
        _("there one split is good, and further rounds fit chance differences; on the disc there is more to gain."),
    ),
    "otherwise": (
        2,
        "only for the trees of depth 4",
        _("one such tree finds most of the disc, but along the diagonal no single split comes near the best rule."),
    ),
    "interval-width": (
        2,
        "20 percentage points",
        _("67 test cases are few; the digits come from the division, not from the data."),
    ),
    "one-fewer": (
        4,
        "on 11 to 22",
        _(
            "where two splits are about equally good, one horse decides between them, and all later rounds "
            "build on that split."
        ),
    ),
    "they-all-live": (
        1,
        "p is about 0.15",
        _(
            "only 24 horses tell them apart, 8 against 16; 24 tosses of a coin give a split at least as uneven "
            "about one time in seven."
        ),
    ),
    "boosted-trees": (
        3,
        "it errs on 29 %, like the single tree",
        _(
            "the published error is that of a single model on 67 horses; where one tree is nearly the best rule, more "
            "rounds gain little."
        ),
    ),
    "leakage": (
        2,
        "on 7 to 8 %",
        _("the choice suited what is peculiar to the 67 tumours by chance, and the others do not share it."),
    ),
    "chosen-threshold": (
        1,
        "in 10 of 12",
        _("the choice is a good one on average; a single small test set cannot show it."),
    ),
    "staged": (
        1,
        "what three stumps predict together",
        _(
            "a stage is the ensemble so far; the cell below compares it with an ensemble of three stumps, and "
            "with the third stump."
        ),
    ),
    "settings": (1, "it is larger", _("ten small steps do not get far: the model underfits.")),
    "final-model": (
        3,
        "nobody can tell yet",
        _(
            "all of these tumours were used for training, so only new ones could show the error. Until there are "
            "some, you report the estimate for the model trained on fewer."
        ),
    ),
    "parts": (
        1,
        "they raise the variance",
        _(
            "the best rule is a stump, so there is hardly any bias to lower, and each further round fits chance "
            "differences in its training set."
        ),
    ),
}
