"""Answers to the predictions of chapter 05, Cost curves."""

from evalcore.language import marked as _

ANSWERS = {
    "doctors": (
        2,
        "the careful doctor's",
        _(
            "one miss costs 10 and 20 false alarms cost 20, together 30; five misses cost 50 and two false alarms 2, "
            "together 52."
        ),
    ),
    "rarer": (
        2,
        "it falls to about one half",
        _(
            "the cost of the misses falls to one fifth, from 1.00 to 0.20 per person, but that of the false alarms "
            "rises from 0.20 to 0.36."
        ),
    ),
    "line": (
        1,
        "A, because its FPR is small",
        _(
            "19 of 20 people are healthy, so the FPR decides: A makes 0.05 × 0.5 + 0.95 × 0.1 = 0.12 "
            "errors per person, B 0.48."
        ),
    ),
    "abscissa": (
        3,
        "99",
        _("p times the cost of a miss must equal (1 - p) times that of a false alarm: 0.01 × 99 = 0.99 × 1."),
    ),
    "bill": (
        3,
        "only the expected cost",
        _("the worst possible cost rises faster, so the expected cost becomes a smaller share of it."),
    ),
    "envelope": (
        1,
        "a hill, low at both ends",
        _(
            "at 0 only false alarms cost anything, and the highest threshold causes none; at 1 only misses do, "
            "and the lowest threshold has none."
        ),
    ),
    "range": (
        2,
        "0.4 and 0.6",
        _("its line is horizontal, at height 0.4, and meets y = x at 0.4 and y = 1 - x at 0.6."),
    ),
    "below-hull": (3, "for none of them", _("its line lies above the envelope everywhere.")),
    "dearer": (
        3,
        "it never rises",
        _(
            "P(+)cost moves to the right, where more examples should be predicted positive; the threshold falls "
            "in jumps and is constant between them."
        ),
    ),
    "cheapest-threshold": (1, "1/11", _("at q = 1/11 both decisions cost the same: 1/11 × 10 = 10/11 × 1.")),
    "deployed": (
        2,
        "more than sending everybody home",
        _("there, q is far too high, and two thirds of the healthy people are called back."),
    ),
    "learners": (1, "at small P(+)cost only", _("an area is an average over all P(+)cost, and the two curves cross.")),
    "place": (3, "below 0.1", _("0.006 × 10 = 0.060 against 0.994 × 1, so x = 0.060 / 1.054.")),
    "band": (
        3,
        "in both of them",
        _("the differences are small, compared with how much they change from draw to draw."),
    ),
    "random-cut": (2, "linearly", _("over all thresholds, TPR - FPR is on average proportional to AUC - 1/2.")),
    "folds": (1, "about 15", _("the two areas average in different ways, and the two learners are close.")),
}
