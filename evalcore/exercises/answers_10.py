"""Answers to the predictions of chapter 10, Your own scores."""

from evalcore.language import marked as _

ANSWERS = {
    "turned": (
        2,
        "the labels are the wrong way round",
        _("guessing gives one half; it takes a lot of knowledge to be so far below."),
    ),
    "few": (2, "as certain as that of 5", _("recall is a share of the positives.")),
    "none": (
        3,
        "about 0.2",
        _("by the exact interval of chapter 08, 0 of 357 allows a rate of one per cent, and 994 of 1000 are healthy."),
    ),
    "bootstrap": (
        1,
        "about 65",
        _(
            "in many of these data sets the dozen examples of each class are ranked perfectly; then so is each "
            "bootstrap sample, and the interval is the single number 1."
        ),
    ),
    "same-half": (3, "more expensive", _("it was the best of many on the half where it was chosen, partly by chance.")),
    "margin": (3, "better but perhaps within the margin", _("0 lies outside the interval, and 0.02 lies inside it.")),
    "leak": (1, "no", _("a score does not say what its model has seen.")),
}
