"""Answers to the predictions of chapter 07, Comparing learners."""

from evalcore.language import marked as _

ANSWERS = {
    "alike": (
        3,
        "in nearly half of all tests",
        _(
            "the standard deviation is √(171 · 0.07 · 0.93) = 3.3 for each count, and √2 times this, 4.7, for "
            "their difference."
        ),
    ),
    "p-values": (
        2,
        "everywhere, at about the same rate",
        _(
            "chance produces a difference large enough for a p-value below 0.05 in about 5 % of tests, and one "
            "large enough for a p-value below 0.5 in about 50 %."
        ),
    ),
    "enough": (
        1,
        "in about 15 % of tests",
        _(
            "the true difference is 0.025, but chance alone gives the measured difference a standard deviation "
            "of √(2 · 0.07 · 0.93 / 171) = 0.028."
        ),
    ),
    "hundred": (3, "in about 50 % of the data sets", _("the hundred folds contain the same examples again and again.")),
    "corrected": (
        1,
        "about 0.2",
        _(
            "1/9 is added to 1/100 under the root, so t shrinks to 0.29 of its value, and 4.2 standard errors "
            "become 1.2."
        ),
    ),
    "guess": (
        2,
        "in about 10 % of the data sets",
        _("a rival that suits the data set better does so in all of its folds."),
    ),
    "discordant": (1, "those that only one model gets right", _("on all other examples A and B give the same result.")),
    "models-apart": (
        4,
        "in nearly half of all tests",
        _("the 80 examples suit one of the two models better, and 2000 new examples are enough to show it."),
    ),
    "power": (2, "in about 35 % of the data sets", _("a difference of six errors in 60 is not far beyond chance.")),
    "tries": (3, "0.64", _("the probability that none does is 0.95 to the power of 20, or 0.36.")),
    "data-sets": (
        3,
        "20",
        _(
            "with 20 data sets the critical difference is 1.657 times √(4/20), or 0.741, and the mean ranks of "
            "B and C are 0.75 apart."
        ),
    ),
    "large": (1, "practically always", _("with enough examples every difference becomes significant.")),
    "strange": (3, "6 errors", _("six or more have a probability of 0.047, five or more of 0.150.")),
    "pairing": (
        1,
        "more precisely",
        _("an example that is hard for both raises both error rates, but not their difference."),
    ),
}
