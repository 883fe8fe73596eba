"""Answers to the predictions of chapter 04, Performance measures."""

from evalcore.language import marked as _

ANSWERS = {
    "three-models": (3, "3", _("balanced has the best accuracy, cautious the best precision, eager the best recall.")),
    "rare-class": (1, "none", _("it gives no digit a probability as high as 0.5, so it never predicts an 8.")),
    "problem-one": (
        3,
        "they are equal",
        _(
            "ten people are predicted positive, and ten are positive, so both fractions divide the same six "
            "true positives by ten."
        ),
    ),
    "threshold": (
        1,
        "recall",
        _(
            "raising the threshold can only remove examples from those predicted positive, so TP can only fall; "
            "but FP may fall too, so precision may rise."
        ),
    ),
    "beta": (
        3,
        "more than 13",
        _(
            "F3 puts nine tenths of the weight on recall, and the more people are predicted positive, the more "
            "positives are found."
        ),
    ),
    "separation": (
        2,
        "(0, 1)",
        _(
            "a threshold between the two distributions finds nearly all positives, and hardly any negative is "
            "predicted positive."
        ),
    ),
    "two-pixels": (
        3,
        "0.69",
        _(
            "two pixels say something about whether a digit is an 8, but not much: the curve lies above the "
            "diagonal, under which the area is 0.50, but far from the corner (0, 1)."
        ),
    ),
    "cells": (
        2,
        "32",
        _("32 of 100 pairs make a ranking loss of 0.32, which is 1 - AUC."),
    ),
    "shift": (2, "it stays the same", _("the AUC depends on the order of the scores only.")),
    "larger-auc": (1, "in about 600", _("the lead is small compared with the differences between samples.")),
    "prevalence": (4, "the P–R curve", _("precision has FP, of which there are now more, in its denominator.")),
    "macro": (
        1,
        "micro-R",
        _("it counts wines, and most wines are of the class that is found best; macro-R counts classes."),
    ),
    "one-large": (
        4,
        "the MAE",
        _("the absolute errors of the second model sum to 4 instead of 10, but its squared errors to 16."),
    ),
    "interval": (
        3,
        "about 0.5",
        _("twenty people are not many: another twenty could easily give a very different AUC."),
    ),
}
