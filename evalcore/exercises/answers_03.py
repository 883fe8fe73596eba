"""Answers to the predictions of chapter 03, Evaluation methods."""

from evalcore.language import marked as _

ANSWERS = {
    "nearest": (2, "0", _("it has been grown until it is right about every training example.")),
    "groups": (
        1,
        "about 0",
        _("for nearly every test recording, another one of the same patient is in the training set."),
    ),
    "selection": (
        3,
        "about 0.1",
        _("among so many random features, some agree with the test labels by chance, and exactly those were kept."),
    ),
    "stratified": (1, "exactly 150", _("it contains 30 % of each class, by construction.")),
    "share": (1, "it grows", _("the test set shrinks, and an error rate on fewer examples varies more.")),
    "halved": (2, "400", _("it is inversely proportional to the square root of n.")),
    "sorted": (2, "positives only", _("it contains examples 1 to 4, and the first eight are positive.")),
    "majority": (
        3,
        "100 %",
        _(
            "leave out a positive, and 49 positives face 50 negatives, so the answer is negative, and wrong. "
            "The same happens each time."
        ),
    ),
    "never-drawn": (
        3,
        "about 37 %",
        _("each draw misses a given example with probability 0.999, and 0.999 to the power 1000 is 0.368."),
    ),
    "bias": (1, "bootstrap", _("a model learns less from repeated examples than from 40 different ones.")),
    "tree-spread": (
        2,
        "it is clearly larger",
        _("its forty test answers tend to be wrong together, more so than those of 5-fold, so their mean varies more."),
    ),
    "bars-of-folds": (
        2,
        "nearly all",
        _(
            "it is the standard deviation of a single fold, which has only four test examples; the mean of ten "
            "folds varies far less."
        ),
    ),
    "worth": (
        3,
        "correlation about 0.2",
        _("the models differ little; the estimates vary mainly by chance, because each rests on forty test answers."),
    ),
    "lot": (
        4,
        "for the tumours only",
        _(
            "there the settings differ by more than the sampling error of twenty examples; for the clouds they "
            "hardly do."
        ),
    ),
    "luck": (1, "about 0.27", _("with 125 tries, one of them gets about 22 of 30 coin flips right.")),
    "final": (
        2,
        "none of the ten",
        _("they only served to evaluate the learner and its setting. An eleventh model is trained on all the data."),
    ),
    "partitions": (
        2,
        "in 15",
        _("35 to 44 answers are wrong, and with 43 or more errors the upper end is above 0.10."),
    ),
    "differences": (
        3,
        "about 0.03",
        _(
            "a fold that is hard for one of these two is usually hard for the other, too, and in the difference "
            "this shared part cancels."
        ),
    ),
    "lean": (
        2,
        "about one quarter",
        _("the rest arises because each test example belongs to the class that has one example fewer in training."),
    ),
}
