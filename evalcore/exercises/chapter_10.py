"""Exercises of chapter 10, Your own scores."""

import numpy as np

from evalcore.exercises.judging import Choice, Numbers, exercise
from evalcore.language import marked
from evalcore.language import translated as _

CLINIC, SPAM, CREDIT, CROPS = marked("clinic"), marked("spam"), marked("credit"), marked("crops")
NURSE, WORDS, BANK = marked("nurse"), marked("words"), marked("bank")
RIDGE, FOREST = marked("ridge"), marked("forest")

VERDICTS = {
    marked("better by more than the margin"): ["better by more", "好得超过界限"],
    marked("better but within the margin"): ["within the margin", "better within the margin", "好但在界限之内"],
    marked("better but perhaps within the margin"): [
        "better but open whether it matters", "better", "better but open", "ridge is better", "one is better",
        "更好", "更好但是否要紧未定", "更好但不知是否要紧",
    ],
    marked("equal for you"): ["equal", "equally well", "alike", "一样", "一样好", "相当", "相等"],
    marked("open"): ["undecided", "stays open", "not decided", "不确定", "不能确定"],
}  # fmt: skip


def four_sets() -> dict[str, tuple[np.ndarray, dict[str, np.ndarray]]]:
    """Return four small invented data sets: labels, and the scores of one or two learners by name."""
    return {
        _(name): (y, {_(learner): y_score for learner, y_score in scores.items()})
        for name, (y, scores) in _sets().items()
    }


def _sets():
    """Return the four data sets with their English names."""
    rng = np.random.default_rng(10)

    def seen(y, distance):
        return rng.normal(distance * y)

    def share(z):
        return np.round(1 / (1 + np.exp(-z)), 4)

    few, many = np.repeat([1, 0], [4, 56]), np.repeat([1, 0], [60, 90])
    half, once = np.repeat([1, 0], [30, 30]), np.repeat([1, 0], [20, 30])
    scores = {RIDGE: seen(many, 1.6)}
    scores[FOREST] = scores[RIDGE] + rng.normal(size=150) / 10
    return {
        CLINIC: (few, {NURSE: share(seen(few, 2.5) - 2)}),
        SPAM: (half, {WORDS: share(-seen(half, 1.5))}),
        CREDIT: (np.tile(once, 2), {BANK: np.tile(share(seen(once, 1.2)), 2)}),
        CROPS: (many, {name: np.round(score, 3) for name, score in scores.items()}),
    }


def _auc(y, score):
    from evalcore.counts import count_scores

    return count_scores(y, score).auc


def _interval(y, score):
    from evalcore.counts import count_scores
    from evalcore.intervals import auc_interval

    table, positives = count_scores(y, score), int(np.sum(y))
    return auc_interval(table.auc, table.auc_variance, positives=positives, negatives=y.size - positives)


ILLNESSES = {
    marked("too few of a class"): ["too few", "few", "太少", "样例太少", "某一类样例太少"],
    marked("reversed labels"): ["turned round", "turned", "the wrong way round", "反了", "颠倒", "次序颠倒"],
    marked("each example twice"): ["twice", "copies", "duplicates", "重复", "样例重复", "每例两次"],
    marked("not probabilities"): ["no probabilities", "得分不是概率"],
}


@exercise("four-illnesses")
def four_illnesses():
    few, turned, twice, none = ILLNESSES
    parts = {
        _(CLINIC): (few, _("Count the examples of each class."), {
            turned: _("Its AUC is far above one half."),
            none: _("All its scores are in [0, 1]."),
        }),
        _(SPAM): (turned, _("Look at the AUC: on which side of one half does its interval lie?"), {
            few: _("Thirty of each class are not many, but they show something."),
        }),
        _(CREDIT): (twice, _("How many examples have the same label and score as another one?"), {
            few: _("There seem to be forty of the smaller class. Are there really forty?"),
        }),
        _(CROPS): (none, _("What are its smallest and its largest score?"), {
            few: _("Sixty and ninety are enough for a verdict."),
        }),
    }  # fmt: skip
    return Choice(parts, ILLNESSES)


@exercise("which-may-be-trusted")
def which_may_be_trusted():
    as_it_stands, repaired, not_yet = words = {
        marked("as it stands"): ["yes", "stands", "可以", "直接可用", "原样"],
        marked("after a repair"): ["repair", "repaired", "修正后", "修正", "修好以后"],
        marked("not yet"): ["no", "not", "还不行", "不行", "暂时不行"],
    }
    parts = {
        _(CLINIC): (not_yet, _("No computation turns four positives into forty.")),
        _(SPAM): (repaired, _("The scores contain information, but low scores mean positive here."), {
            not_yet: _("A ranking that is certainly worse than guessing becomes a good one if it is reversed."),
        }),
        _(CREDIT): (repaired, _("Its interval is that of twice as many examples as there are."), {
            not_yet: _("Fifty examples are left if each occurs once."),
        }),
        _(CROPS): (as_it_stands, _("A ranking depends only on which of two scores is larger."), {
            repaired: _("An increasing map to [0, 1] does not change the ranking."),
        }),
    }  # fmt: skip
    return Choice(parts, words)


@exercise("turned-round")
def turned_round():
    y, scores = _sets()[SPAM]
    auc = _auc(y, scores[WORDS])
    mistakes = {
        _("That is the AUC with the labels of the file. Reverse them."): auc,
        _("That is Gini's coefficient, 2 AUC − 1. The question asks for the AUC itself."): 1 - 2 * auc,
        _("That is the distance of the AUC from that of guessing. Add one half."): 0.5 - auc,
    }
    return Numbers(
        1 - auc, mistakes, _("Reversing the labels reverses the order of each pair, so the AUC becomes 1 − AUC.")
    )


@exercise("each-once")
def each_once():
    y, scores = _sets()[CREDIT]
    score = scores[BANK]
    low, high = _interval(y[:50], score[:50])
    doubled = _interval(y, score)
    mistakes = {
        _("Those are the correct ends, but in the wrong order: give the lower one first."): (high, low),
        _("That is the interval with each example twice."): doubled,
        _(
            "That is narrower than the interval from a hundred examples. With half as many examples, the interval is "
            "wider."
        ):
            tuple(_auc(y, score) + (end - _auc(y, score)) / 2**0.5 for end in doubled),
    }  # fmt: skip
    hints = (
        _("Make a report of the first 50 examples alone."),
        _("The low end is right. Give the high end of the same interval."),
    )
    return Numbers((low, high), mistakes, hints, asks=(_("low end"), _("high end")))


@exercise("two-margins")
def two_margins():
    *better, equal, still_open = VERDICTS
    not_shown = dict.fromkeys(better, _("The interval for the difference contains 0, so no winner is shown."))
    parts = {
        _("margin 0.05"): (equal, _("Does the whole interval lie within ±0.05?"), not_shown),
        _("margin 0.01"): (still_open, _("Is the high end below or above 0.01?"), not_shown | {
            equal: _("The interval reaches beyond the margin; a difference of 0.015 is not excluded."),
        }),
    }  # fmt: skip
    return Choice(parts, VERDICTS)


@exercise("precision-elsewhere")
def precision_elsewhere():
    p, recall, alarms, own = 0.01, 0.8, 0.05, 0.4
    true, false = p * recall, (1 - p) * alarms
    mistakes = {
        _("That is the precision at the share of positives in the test set, 0.4. In the population it is 0.01."):
            own * recall / (own * recall + (1 - own) * alarms),
        _(
            "That is the fraction of all examples that are predicted "
            "positive. What fraction of these is positive?"
        ): true + false,
        _("That gives both classes the same weight. Of 100 examples, 1 is positive."): recall / (recall + alarms),
        _(
            "Those are the odds. Divide the true positives by the sum of the true and the false positives."
        ): true / false,
        _("That is the share of all examples that are positive and predicted positive."): true,
    }  # fmt: skip
    hint = _(
        "Of 1000 examples, 10 are positive. How many of these are predicted positive, and how many of the other 990?"
    )
    return Numbers(true / (true + false), mistakes, hint)
