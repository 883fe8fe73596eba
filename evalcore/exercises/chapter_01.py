"""Exercises of chapter 01, Hypothesis space."""

from collections.abc import Mapping
from math import comb, prod

import numpy as np

from evalcore.datasets import load_watermelons
from evalcore.exercises.judging import Choice, Numbers, OneOf, exercise, grouped, judge
from evalcore.hypotheses import (
    all_examples,
    binary_inputs,
    coverage,
    disjunction_counts,
    hypothesis_space,
    most_general,
    off_training_error_total,
    smooth_prior,
    version_space,
)
from evalcore.language import language, marked
from evalcore.language import translated as _

_CURLED = marked("slightly curled")  # practice_01 marks the other words of the melon table


@exercise("space-size")
def space_size():
    numbers = (5, 4, 2)
    domains = {f"attribute {n}": [str(value) for value in range(n)] for n in numbers}
    truth = len(hypothesis_space(domains))
    mistakes = {
        _("You left out ∅, the hypothesis that no melon is good."): truth - 1,
        _("You left out the wildcard: each attribute has one more choice than it has values."): prod(numbers) + 1,
        _("You left out the wildcards and ∅."): prod(numbers),
        _("Three attributes give three factors, but you multiplied only two."): (5 + 1) * (4 + 1) + 1,
        _(
            "You added the wildcards at the end. Each wildcard is one more choice for its attribute, so it belongs "
            "in the factor of this attribute."
        ): prod(numbers) + 3,
    }
    return Numbers(
        truth, mistakes, _("Multiply the numbers of choices for the attributes, then add 1 for ∅."), decimals=0
    )


@judge("one-survivor")
def one_survivor(answer):
    domains = load_watermelons(language=language()).domains
    space = hypothesis_space(domains)
    pairs = answer.tolist() if isinstance(answer, np.ndarray) else answer
    pairs = list(pairs.items()) if isinstance(pairs, Mapping) else pairs
    if not isinstance(pairs, list | tuple) or not all(_is_labelled(pair) for pair in pairs):
        return _('Expected a list of (melon, label) pairs, such as [(("green", "curled", "muffled"), 1)].')
    try:
        table = [_melon(pair[0], domains) for pair in pairs]
        left = version_space(space, table, [_label(pair[1]) for pair in pairs])
    except (TypeError, ValueError) as error:
        return _("The table cannot be read: {error}.", error=error)
    if not pairs:
        return _("An empty table leaves all {count} hypotheses: add a melon.", count=len(space))
    if not left:
        return _("No hypothesis is left: no conjunction covers all of your good melons and none of your bad ones.")
    if len(left) > 1 and not any(_label(pair[1]) for pair in pairs):
        return _(
            "{count} hypotheses are left. Bad melons alone never eliminate ∅: add a good melon, or list all 27 "
            "melons as bad.",
            count=len(left),
        )
    if len(left) > 1:
        return _(
            "{count} hypotheses are left, among them {first} and {last}: add a melon about which these two disagree.",
            count=len(left), first=left[0].short, last=left[-1].short,
        )  # fmt: skip
    return None


def _is_labelled(pair):
    """Return whether this is a pair of a melon and a label."""
    return isinstance(pair, list | tuple) and len(pair) == 2 and not isinstance(pair[0], str)


def _label(label):
    """Return the label as 1 or 0, also if it is a word of the table."""
    words = {"good": 1, _("good"): 1, "是": 1, "bad": 0, _("bad"): 0, "否": 0}
    return words.get(label, label) if isinstance(label, str) else label


def _melon(answer, domains):
    """Return the values of a melon in the order of the attributes, from a row, a dict, or a list of one melon.

    The words may be English or in the current language.
    """
    if isinstance(answer, list | tuple | np.ndarray) and len(answer) == 1:
        answer = answer[0]
    if isinstance(answer, Mapping):
        by_name = {_translated(name): value for name, value in answer.items()}
        if set(by_name) != set(domains):
            expected, got = (_(", ").join(map(str, names)) for names in (domains, answer))
            raise ValueError(
                _("a melon needs the attributes {asked}, but yours has {got}", asked=expected, got=got or _("nothing"))
            )
        answer = [by_name[name] for name in domains]
    values = tuple(map(_translated, answer.tolist() if isinstance(answer, np.ndarray) else answer))
    for value, (name, domain) in zip(values, domains.items(), strict=False):
        if isinstance(value, str) and value not in domain:
            raise ValueError(
                _(
                    "{name} must be one of {known}, but you gave {value!r}",
                    name=name,
                    known=_(", ").join(domain),
                    value=value,
                )
            )
    return values


def _translated(word):
    """Return a word of the melon table in the current language."""
    return _(word) if isinstance(word, str) else word


@exercise("disjunctions-written")
def disjunctions_written():
    space = hypothesis_space({"colour": ("g", "b"), "root": ("c", "s"), "sound": ("m", "c")})
    conjunctions = len(space) - 1
    truth = [sum(comb(conjunctions, j) for j in range(k + 1)) for k in (1, 2, 3)]
    functions = disjunction_counts(space)[:3]
    exactly = [comb(conjunctions, k) for k in (1, 2, 3)]
    mistakes = {
        _(
            "You counted the disjunctions of exactly k conjunctions. “Up to k” also includes the shorter ones and ∅."
        ): OneOf([exactly, [1 + count for count in exactly], [truth[0], *exactly[1:]]]),
        _("You left out ∅, the disjunction of no conjunctions."): [count - 1 for count in truth],
        _("You counted “A or B” and “B or A” separately, and “A or A”, too. A disjunction is a set of conjunctions."): [
            conjunctions**k for k in (1, 2, 3)
        ],
        _("You counted ∅ as one of the conjunctions. Joining it to others with “or” adds nothing."): [
            sum(comb(conjunctions + 1, j) for j in range(1, k + 1)) for k in (1, 2, 3)
        ],
        _("Those are the numbers of different functions. The question asks for the numbers of formulas."): functions,
        _(
            "Those are the numbers for attributes with 3, 2 and 2 values, which give 36 conjunctions. Here there are "
            "27."
        ): [sum(comb(36, j) for j in range(k + 1)) for k in (1, 2, 3)],
    }
    hint = _("In how many ways can you choose 0, 1, …, k of the 27 conjunctions other than ∅? Add up these numbers.")
    return Numbers(truth, mistakes, hint, decimals=0, asks=("k = 1", "k = 2", "k = 3"))


@exercise("dividing-melon")
def dividing_melon():
    melons = load_watermelons()
    left = version_space(hypothesis_space(melons.domains), melons.examples, melons.labels)

    def hint(melon):
        good = sum(hypothesis.covers(melon) for hypothesis in left)
        if melon in melons.examples:
            return _(
                "This melon is in the table. Its label has eliminated every hypothesis that contradicts it, so the "
                "survivors agree about it."
            )
        if melon == ("green", "curled", "dull"):
            return _(
                "This melon would do, but section 4 has already used it. How do the survivors label similar melons?"
            )
        if good == len(left):
            return _("All three call it good. If it is good, you learn nothing.")
        return _("All three call it bad. If it is bad, you learn nothing.") if good == 0 else None

    mistakes = grouped(map(tuple, all_examples(melons.domains)), hint)
    del mistakes[None]
    return Choice({name: dict.fromkeys(values) for name, values in melons.domains.items()}, {}, mistakes)


@exercise("agreeing-melons")
def agreeing_melons():
    melons = load_watermelons()
    left = version_space(hypothesis_space(melons.domains), melons.examples, melons.labels)
    votes = coverage(left, all_examples(melons.domains)).sum(axis=0)
    good, bad = int(np.sum(votes == len(left))), int(np.sum(votes == 0))
    unseen = good + bad - len(melons.examples)
    mistakes = {
        _(
            "You counted the melons that all three call good. The three also agree on those that all of them call bad."
        ): good,
        _("That is the number of melons that all three call bad. Add those that all three call good."): bad,
        _("You left out the four melons of the table. The question is about all 27."): unseen,
        _("That is the number of melons in the input space. The survivors disagree about some of them."): votes.size,
    }
    mistakes[_("That is the share of the melons on which they agree. The question asks for their number.")] = (
        good + bad
    ) / votes.size
    hint = _("For each of the 27 melons, count how many of the three call it good. 0 or 3 means that they agree.")
    parts = [f"{good} good and {bad} bad", f"{good} good", f"{bad} bad", f"{good}个好瓜", f"{bad}个坏瓜"]
    return Numbers(good + bad, mistakes, hint, decimals=0, beside=parts)


@exercise("no-free-lunch-total")
def no_free_lunch_total():
    inputs, train = binary_inputs(4), range(10)
    truth = off_training_error_total(lambda X, y, new: np.ones(len(new)), inputs, train)
    outside, half = (len(inputs) - len(train)) / len(inputs), 2 ** (len(inputs) - 1)
    mistakes = {
        _("The exponent is 15: at each of the 16 inputs, only half of the targets contradict the learner."): 2 * truth,
        _("You added up P(x) over the training set. Only the points outside count."): half * (1 - outside),
        _("You left out P(x), which is 1/16 for each point."): half * (len(inputs) - len(train)),
        _("That is the mean over the targets. The question asks for the sum."): outside / 2,
        _("That is the total for three attributes and four training points."): off_training_error_total(
            lambda X, y, new: np.ones(len(new))
        ),
    }
    return Numbers(
        truth,
        mistakes,
        _(
            "For each input outside the training set, count the targets that contradict the learner, and multiply by "
            "P(x). Add up the results."
        ),
        decimals=0,
    )


@judge("another-curve")
def another_curve(answer):
    if not callable(answer):
        return _("Expected a function of x, such as lambda x: -x**2 + 6 * x + 1.")
    points = np.arange(7.0)
    miss = np.abs([_gap_to_a(answer, x) for x in points])
    if not np.all(miss < 1e-6):
        x = points[np.argmax(~(miss < 1e-6))]
        return _("At x = {x:g} your curve does not pass through the point.", x=x)
    gap = abs(_gap_to_a(answer, np.float64(2.5)))
    if gap < 1e-6 and abs(_gap_to_a(answer, np.float64(2.37))) < 1e-6:
        return _(
            "At x = 2.5 your curve agrees with A. Add something that is 0 at the seven points but not between them."
        )
    if gap < 1e-6:
        return _(
            "The term that you add is also 0 at x = 2.5, as with any even number of waves. Use an odd number of waves, "
            "or another function."
        )
    return (
        None
        if gap >= 2 - 1e-9
        else _("At x = 2.5 your curve is only {apart:.2f} away from A. Make the term that you add larger.", apart=gap)
    )


def _gap_to_a(curve, x):
    """Return how far the curve is above curve A at x; the curve may return a number or an array with one element."""
    return np.asarray(curve(x), dtype=float).item() - (-(x**2) + 6 * x + 1)


@judge("learner-for-smooth-targets")
def learner_for_smooth_targets(answer):
    if not callable(answer):
        return _("Expected a function learner(X, y, new) that returns a prediction for each row of new.")
    total = off_training_error_total(answer, prior=smooth_prior(binary_inputs(), 0.5))
    if np.isclose(total, 64):
        return _("The total is 64: this learner gains nothing from the labels y of its training points.")
    if total > 64:
        return _(
            "The total is {total:.2f}, above 64: this learner contradicts the neighbours. Reverse its answers.",
            total=total,
        )
    if total < 40:
        return None
    return _(
        "The total is {total:.2f}, not yet below 40. Use only the three nearest inputs, and do not answer at random: "
        "take the label that most of them have.",
        total=total,
    )


@exercise("two-melons")
def two_melons():
    melons = load_watermelons()
    space = hypothesis_space(melons.domains)

    def sizes(places):
        left = version_space(space, [melons.examples[i] for i in places], [melons.labels[i] for i in places])
        return len(left), len(most_general(left))

    truth = sizes([0, 3])
    mistakes = {
        _("You left out melon 4: it is bad, and eliminates the hypotheses that cover it."): sizes([0]),
        _("You left out melon 1: it is good, and eliminates the hypotheses that do not cover it."): sizes([3]),
        _("Those are the numbers for all four melons."): sizes(range(4)),
        _(
            "Your two numbers are in the wrong order. First give the number of all hypotheses that are left, then "
            "that of the most general ones."
        ): truth[::-1],
        _("Your second number counts the most specific hypotheses. Count the most general ones instead."): (
            truth[0],
            1,
        ),
        _(
            "The second number is right. The first one should be the size of the whole version space, but you "
            "counted only its boundaries."
        ): (4, truth[1]),
    }
    hints = (
        _("Which of the eight hypotheses that cover melon 1 do not cover melon 4?"),
        _("Count the hypotheses in the version space for which it contains no more general one."),
    )
    return Numbers(truth, mistakes, hints, decimals=0, asks=(_("in the version space"), _("most general")))


@exercise("priced-totals")
def priced_totals():
    false_alarm, miss = 1, 5
    errors = off_training_error_total(lambda X, y, new: np.ones(len(new)))  # half false positives, half false negatives
    truth = (errors * false_alarm, errors * miss)
    mistakes = {
        _("You left out the costs: a false negative costs five times as much as a false positive."): (errors, errors),
        _(
            "Your two numbers are in the wrong order. The learner that always predicts good makes no false negatives."
        ): truth[::-1],
        _("That is the mean over the 256 targets. The question asks for the sum."): (truth[0] / 256, truth[1] / 256),
        _("You left out P(x), which is 1/8 for each input."): (8 * truth[0], 8 * truth[1]),
        _("You counted the training inputs, too. Only the four inputs outside the training set count."): (
            2 * truth[0],
            2 * truth[1],
        ),
    }
    hint = _(
        "At each of the four inputs outside the training set, half of the 256 targets contradict the learner. Add up "
        "P(x) = 1/8 over all these cases, then multiply by the cost of the error."
    )
    return Numbers(truth, mistakes, hint, decimals=0, asks=(_("always good"), _("always bad")))


@exercise("restriction-or-preference")
def restriction_or_preference():
    words = {
        marked("restriction"): ["a restriction", "限制", "约束"],
        marked("preference"): ["a preference", "偏好", "择优"],
        marked("none"): ["no bias", "neither", "no", "无", "没有", "无偏好", "没有偏好", "都不是", "两者都不是"],
    }
    some = _("Are there rules that it can never return, whatever the examples are?")
    all_of_it = _("Could it return any of these rules? Why does it choose this one?")
    parts = {
        "(a)": ("restriction", some),
        "(b)": ("preference", all_of_it),
        "(c)": ("restriction", some),
        "(d)": ("preference", all_of_it),
        "(e)": ("none", _("Which functions can it return, and does it prefer any of them?")),
    }
    swapped = _("You have confused the two: a restriction defines the space, and a preference chooses within it.")
    return Choice(parts, words, {swapped: ("preference", "restriction", "preference", "restriction", None)})


@exercise("no-free-lunch-claims")
def no_free_lunch_claims():
    words = {
        marked("follows"): ["yes", "true", "对", "是", "能推出", "能", "成立"],
        marked("does not follow"): ["doesn't follow", "no", "false", "not", "错", "否", "不能推出", "不能", "不成立"],
    }
    yours = _("The theorem sums over all targets. On a single target, learners do differ.")
    seen = _(
        "The theorem is about inputs outside the training set. On the training inputs, the learner “nearest” is "
        "always right."
    )
    prior = _(
        "The theorem gives all target functions the same weight; section 8 gives them "
        "different weights, and then the learners differ."
    )
    total = _(
        "The total of every learner is that of a coin toss, so it must lose on some targets what it gains on others."
    )
    parts = {
        "(a)": ("follows", _("The total of every learner is 64 here, and so is that of a coin toss.")),
        "(b)": ("does not follow", yours),
        "(c)": ("does not follow", seen),
        "(d)": ("does not follow", prior),
        "(e)": ("follows", total),
    }
    return Choice(parts, words)
