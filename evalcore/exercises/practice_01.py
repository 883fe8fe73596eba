"""Practice for chapter 01: the number of hypotheses, and the version space."""

from itertools import combinations
from math import prod

from evalcore.exercises.judging import Numbers
from evalcore.exercises.tasks import Task, cases, distinct, family
from evalcore.language import marked
from evalcore.language import translated as _

VALUES = {  # values of each attribute of a fruit
    marked("colour"): [marked("green"), marked("black"), marked("pale"), marked("red"), marked("white")],
    marked("root"): [marked("curled"), marked("straight"), marked("stiff"), marked("bent")],
    marked("sound"): [marked("dull"), marked("muffled"), marked("crisp")],
    marked("rind"): [marked("smooth"), marked("rough"), marked("spotted")],
}


@family("hypotheses-to-count", "Counting hypotheses")
def hypotheses_to_count(rng):
    names = list(VALUES)[: rng.integers(2, 5)]
    counts = [int(count) for count in rng.integers(2, 6, len(names))]
    with_wildcards = prod(count + 1 for count in counts)
    named = _(", ").join(
        _("{name} ({count} values)", name=_(name), count=count) for name, count in zip(names, counts, strict=True)
    )
    mistakes = {
        _("That is the number of conjunctions. ∅, which covers nothing, is one more hypothesis."): with_wildcards,
        _("That is the number of different examples. An attribute may also be left open by the wildcard *."):
            prod(counts),
        _("You added ∅ to the number of different examples. Each attribute has the wildcard * as one more choice."):
            prod(counts) + 1,
        _("Choices for different attributes are combined: multiply, do not add."):
            sum(count + 1 for count in counts) + 1,
        _("∅ is counted once, not once for each attribute."): with_wildcards + len(counts),
    }  # fmt: skip
    hint = _("The choices for each attribute are its values and *. Multiply the numbers of choices, then add 1 for ∅.")
    product = " × ".join(str(count + 1) for count in counts)
    return Task(
        [
            _("Examples have the attributes {named}.", named=named),
            _("How many hypotheses are there, ∅ included?"),
        ],
        Numbers(with_wildcards + 1, mistakes, hint, decimals=0),
        [
            _(
                "Each attribute may take one of its values, or be left open by *. This gives {product} = {count} "
                "conjunctions.",
                product=product, count=with_wildcards,
            ),
            _(
                "∅, which covers nothing, is one more: {count} + 1 = {all_of_them}.",
                count=with_wildcards, all_of_them=with_wildcards + 1,
            ),
        ],
    )  # fmt: skip


@family("version-space", "The version space after a few melons")
def version_space(rng):
    names = list(VALUES)
    melons = [[VALUES[name][rng.integers(3)] for name in names] for _ in range(4)]
    ripe, unripe = melons[:2], melons[2:]
    first = dict(zip(names, ripe[0], strict=True))

    def agreed(positives):
        return [name for i, name in enumerate(names) if len({melon[i] for melon in positives}) == 1]

    def survivors(positives, negatives):
        """Return the sets of attributes whose values all positives share, and no negative has completely."""
        same = agreed(positives)
        may_fix = [fixed for count in range(len(same) + 1) for fixed in combinations(same, count)]
        has = [{name for i, name in enumerate(names) if melon[i] == ripe[0][i]} for melon in negatives]
        return [fixed for fixed in may_fix if not any(set(fixed) <= same_as_first for same_as_first in has)]

    same, cover_both, left = agreed(ripe), survivors(ripe, []), survivors(ripe, unripe)
    if not 4 <= len(cover_both) <= 8 or not 1 < len(left) < len(cover_both):
        return None
    mistakes = {
        _(
            "That is the number of hypotheses that cover both ripe melons. Eliminate those that also cover an unripe "
            "one."
        ): len(cover_both),
        _("You counted ∅. It covers no melon, so the ripe ones contradict it."): len(left) + 1,
        _("You used only the first unripe melon. The second one eliminates more hypotheses."): len(
            survivors(ripe, unripe[:1])
        ),
        _("You used only the first ripe melon. A hypothesis must cover the second one, too."): len(
            survivors(ripe[:1], unripe)
        ),
    }
    hint = _("First count the hypotheses that cover both ripe melons, then eliminate those that cover an unripe one.")
    hypotheses = ["(" + ", ".join(_(first[name]) if name in fixed else "*" for name in names) + ")" for fixed in left]
    rows = [[*map(_, melon), _("yes") if melon in ripe else _("no")] for melon in melons]
    return Task(
        [
            _("Four melons are known:"),
            [[*map(_, names), _("ripe")], *rows],
            _("How many hypotheses are in the version space?"),
        ],
        Numbers(len(left), distinct(len(left), mistakes), hint, decimals=0),
        [
            _(
                "The ripe melons have the same value in these attributes: {attributes}. Each of them may be fixed or "
                "left open, so {product} = {count} hypotheses cover both melons.",
                attributes=_(", ").join(map(_, same)), product=" × ".join("2" * len(same)), count=len(cover_both),
            ),
            _(
                "A hypothesis covers an unripe melon if the melon has all its fixed values. Without the hypotheses "
                "that do so, {count} are left: {hypotheses}.",
                hypotheses=_(", ").join(hypotheses), count=len(left),
            ),
        ],
    )  # fmt: skip


@family("kind-of-bias", "Restriction, preference, or neither")
def kind_of_bias(rng):
    degree, price = int(rng.integers(1, 5)), int(rng.integers(2, 9))
    words = {
        marked("restriction"): ["a restriction", "限制", "约束"],
        marked("preference"): ["a preference", "偏好", "择优"],
        marked("neither"): ["none", "no bias", "无", "没有", "都不是", "两者都不是"],
    }
    some = _("There are rules that it can never return, whatever the examples.")
    chooses = _("It could return any of the rules that fit, and it has a reason to choose one of them.")
    anything = _("It can return any rule that fits, and it has no reason to choose one rather than another.")
    return cases(rng, _("What is the inductive bias of each learner?"), words, [
        (_("It fits polynomials of degree {degree} only.", degree=degree), "restriction", some),
        (_("It considers conjunctions of at most {count} attributes, and no other rules.", count=price),
         "restriction", some),
        (_("It returns a number that is the same for all inputs."), "restriction", some),
        (_("Of all functions that pass through the points, it takes the smoothest."), "preference", chooses),
        (_("Of all trees without training error, it takes the one with the fewest leaves."), "preference", chooses),
        (_("It may return any formula, but each symbol costs {price}, and it takes the cheapest formula that fits.",
           price=price), "preference", chooses),
        (_("Of all tables of labels that agree with the examples, it draws one at random."), "neither", anything),
        (_("It considers all functions that agree with the examples, and tosses a coin to choose among them."),
         "neither", anything),
    ])  # fmt: skip


@family("no-free-lunch", "What the no free lunch theorem says")
def no_free_lunch(rng):
    inputs, train = int(rng.integers(8, 33)), int(rng.integers(3, 8))
    words = {
        marked("follows"): ["yes", "true", "对", "能推出", "能", "成立"],
        marked("does not follow"): ["no", "false", "错", "不能推出", "不能", "不成立"],
    }
    totals = _("Summed over all targets, all learners err equally often outside the training set.")
    single = _("The theorem sums over all targets; on a single target, learners differ.")
    seen = _("The theorem is about the inputs outside the training set only.")
    weights = _("The theorem gives all targets the same weight; if some are more likely, learners differ.")
    question = _(
        "There are {inputs} inputs, {train} of them in the training set. Which of these sentences follow from the no "
        "free lunch theorem?", inputs=inputs, train=train,
    )  # fmt: skip
    return cases(rng, question, words, [
        (_("Summed over all targets, a tree errs as often off the training set as a coin toss."), "follows", totals),
        (_("A learner that gains on smooth targets loses as much on others."), "follows", totals),
        (_("Off the training set, no learner has a smaller total error over all targets than any other."),
         "follows", totals),
        (_("On the problem before you, all learners are equally good."), "does not follow", single),
        (_("No target exists on which one learner beats another."), "does not follow", single),
        (_("On the training inputs all learners err equally often."), "does not follow", seen),
        (_("If smooth targets are likelier, no learner is better than a coin toss."), "does not follow", weights),
        (_(
            "If melons that resemble each other usually have the same label, it does not matter which learner is "
            "chosen."
        ),
         "does not follow", weights),
    ])  # fmt: skip
