"""Exercises of chapter 07, Comparing learners."""

import numpy as np

from evalcore.exercises.judging import Choice, Numbers, exercise
from evalcore.language import marked
from evalcore.language import translated as _

TESTS = {  # the tests of the chapter, with their synonyms
    marked("McNemar"): [
        "McNemar's", "exact McNemar", "McNemar exact", "McNemar, exact if few differ", "McNemar (2.33)", "(2.33)",
        "mid-p McNemar", "mid-p", "McNemar, exact or mid-p if few differ", "麦克尼马尔检验",
        "McNemar 精确检验", "McNemar 检验，不一致的样例少时用精确或 mid-p 形式",
    ],
    marked("binomial"): ["exact binomial", "binom", "(2.27)", "binomial (2.27)", "二项检验", "二项分布检验"],
    marked("corrected t"): [
        "t corrected", "corrected paired t", "corrected resampled t", "resampled t", "corrected resampled paired t",
        "Nadeau-Bengio", "Nadeau and Bengio", "Nadeau-Bengio corrected t", "Nadeau-Bengio t",
        "ten times ten folds, corrected t", "ten times ten folds corrected t", "10x10 corrected t",
        "修正的重采样 t 检验", "修正的 t 检验", "修正 t 检验", "修正的成对 t 检验", "修正 t", "十次十折，修正 t 检验",
    ],
    marked("Friedman"): [
        "Friedman's", "(2.35)", "(2.34)", "Friedman (2.35)", "Friedman (2.34)", "F", "F (2.35)", "Iman-Davenport",
        "Iman and Davenport", *(f"{first}{joined} Nemenyi" for first in ("Friedman", "(2.35)", "Iman-Davenport")
                                for joined in (",", ", then", " and", " then", " 检验和", " 检验，再", " 检验，然后")),
        "弗里德曼检验",
        *(f"{first}{mark} {then}" for first in ("Friedman", "(2.35)") for mark in ("", ",", ";", " and", " then")
          for then in ("Holm", "then Holm", "then pair by pair with Holm, or Nemenyi", "with Holm", "Nemenyi or Holm")),
        *(f"{first}，再逐对检验，作 Holm 校正，或者用 Nemenyi 后续检验" for first in ("(2.35)", "Friedman检验")),
    ],
    marked("paired t"): ["t", "ordinary t", "Student's t", "Student t", "(2.31)", "成对 t 检验", "t 检验"],
    marked("5x2 t"): [
        "5x2", "5×2", "5×2 t", "5x2 cv", "5x2 cv t", "5×2 cv t", "(2.32)", "5×2 交叉验证", "5×2 交叉验证 t 检验",
        "5x2 交叉验证 t 检验",
    ],
    marked("signed ranks"): [
        "Wilcoxon", "Wilcoxon's signed ranks", "Wilcoxon signed rank", "signed rank", "符号秩检验",
        "Wilcoxon 符号秩检验",
    ],
    marked("Nemenyi"): ["Nemenyi's", "Nemenyi 后续检验", "Nemenyi 检验"],
    marked("Holm"): ["Holm's", "Bonferroni-Holm", "Holm 校正", "Holm 法"],
}  # fmt: skip


@exercise("choose-test")
def choose_test():
    models = _("There are two trained models and one test set. Count the images that only one of them gets wrong.")
    same = _("All partitions contain the same 400 examples. Which test allows for that?")
    independent = _(
        "That test treats a hundred folds of one data set as independent. Section 2 shows the consequences."
    )
    later = _("That test says which learners differ. Which test comes first, and says whether any differ?")
    ranks = _("Error rates of different data sets have no common scale. Which test uses ranks?")
    two = _("The signed-rank test compares two learners. Here there are five.")
    parts = {
        "(1)": ("McNemar", models),
        "(2)": ("binomial", _("There is no second learner here, only a number of errors and a claimed rate.")),
        "(3)": ("corrected t", same, {"paired t": independent}),
        "(4)": ("Friedman", ranks, {"signed ranks": two, "Nemenyi": later, "Holm": later}),
    }
    return Choice(parts, TESTS)


@exercise("errors-still-explained")
def errors_still_explained():
    from evalcore.claims import critical_error_rate, error_distribution  # other chapters do not need SciPy

    m, claim = 50, 0.1
    rate = critical_error_rate(m, claim)
    chances = error_distribution(m, claim)
    so_many_or_more = [chances[e:].sum() for e in range(m + 1)]
    mistakes = {
        _("That is the rate. How many errors in 50 is that?"): rate,
        _("Which result must have a probability below 5 %: this many errors or more, or more than this many?"):
            rate * m + 1,
        _("How probable are more errors than that, if the rate is 0.1? Compare this probability with 5 %."):
            max(e for e in range(m) if so_many_or_more[e] >= 0.05) - 1,
        _("That is the expected number of errors, 50 times 0.1. Chance produces larger numbers, too."): m * claim,
    }  # fmt: skip
    hint = _(
        "Find the smallest number such that, if the rate is 0.1, more errors than that have a probability below 0.05."
    )
    return Numbers(rate * m, mistakes, hint, decimals=0, bound="<")


@exercise("paired-t-of-four")
def paired_t_of_four():
    from evalcore.comparison import corrected_t, paired_t

    differences = np.array([0.02, 0.05, -0.01, 0.04])
    truth, p_value = paired_t(differences)
    mistakes = {
        _("(2.31) takes the absolute value."): -truth,
        _("You left out the root of k."): truth / 2,
        _("Your variance divides by k = 4. (2.29) divides by k - 1 (ddof=1)."): truth * np.sqrt(4 / 3),
        _("That is the corrected t. The question asks for the plain one, (2.31)."):
            corrected_t(differences, test_train_ratio=1 / 3).statistic,
        _("That is the p-value. The question asks for t."): p_value,
        _("That is the mean. Divide it by its standard error."): differences.mean(),
        _("You took all four as positive. One difference is negative."): paired_t(abs(differences)).statistic,
    }  # fmt: skip
    hint = _(
        "Multiply the mean of the four differences by the square root of 4, and divide by their standard deviation."
    )
    return Numbers(truth, mistakes, hint, decimals=2)


@exercise("corrected-t-of-a-hundred")
def corrected_t_of_a_hundred():
    mean, sd, k = 0.02, 0.05, 100
    mistakes = {
        _("That treats the hundred differences as independent. Add n2/n1 to 1/k."): mean / (sd / 10),
        _("With ten folds, n2/n1 is 1/9: one part is used for testing and nine for training."):
            mean / (np.sqrt(1 / k + 1 / 10) * sd),
        _("There are a hundred differences, so k = 100."): mean / (np.sqrt(1 / 10 + 1 / 9) * sd),
        _("You used the standard deviation instead of the variance: square 0.05."):
            mean / np.sqrt((1 / k + 1 / 9) * sd),
        _("You forgot the square root."): mean / ((1 / k + 1 / 9) * sd**2),
    }  # fmt: skip
    hint = _("Divide the mean by the square root of the product of (1/k + n2/n1) and the variance.")
    truth = mean / np.sqrt((1 / k + 1 / 9) * sd**2)
    return Numbers(truth, mistakes, hint, decimals=2)


@exercise("mcnemar-statistic")
def mcnemar_statistic():
    from evalcore.comparison import mcnemar

    first, second, both, m = 6, 19, 11, 200
    truth, p_value = mcnemar(first, second)
    mistakes = {
        _("You left out the correction: (2.33) subtracts 1 from the difference."):
            (second - first) ** 2 / (first + second),
        _(
            "The denominator contains only the examples that exactly "
            "one of the two gets wrong."
        ): (second - first - 1) ** 2 / m,
        _("Examples that both get wrong say nothing about the difference."):
            (second - first - 1) ** 2 / (first + second + both),
        _("That is the square root of the statistic."): np.sqrt(truth),
        _("That is the p-value. The question asks for the statistic."): p_value,
    }  # fmt: skip
    hint = _(
        "Count the examples that only one of the two gets wrong. Take the difference of the two counts, subtract 1, "
        "square the result, and divide it by their sum."
    )
    return Numbers(truth, mistakes, hint, decimals=2)


@exercise("mean-ranks")
def mean_ranks():
    from evalcore.comparison import average_ranks

    scores = np.array([[0.91, 0.91, 0.88], [0.75, 0.80, 0.75], [0.60, 0.66, 0.71]])
    places = 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    mistakes = {
        _("You gave rank 1 to the smallest accuracy. The best learner has rank 1."): average_ranks(-scores).mean(
            axis=0
        ),
        _("Learners that tie share the mean of their positions: two in first position get 1.5 each."): places.mean(
            axis=0
        ),
        _("Those are the sums of the ranks. Divide them by 3, the number of data sets."): average_ranks(scores).sum(
            axis=0
        ),
        _("Those are the mean accuracies. Rank within each data set first."): scores.mean(axis=0),
    }
    hint = _("Rank the three learners on each data set by itself, then take the mean for each learner.")
    asks = (_("first learner"), _("second learner"), _("third learner"))
    return Numbers(average_ranks(scores).mean(axis=0), mistakes, hint, decimals=2, asks=asks)


def _needed(learners, gap, alpha=0.05):
    """Return the smallest number of data sets whose critical difference is below the gap."""
    from evalcore.comparison import nemenyi_distance

    return next(n for n in range(1, 1000) if nemenyi_distance(learners, n, alpha=alpha) < gap)


@exercise("data-sets-needed")
def data_sets_needed():
    mistakes = {
        _("With that many data sets, the critical difference is still above 1."): _needed(5, 1) - 1,
        _("You forgot to divide the studentized range by the root of 2."): _needed(5, 1 / np.sqrt(2)),
        _("That is for the 10 % level. The question asks for 5 %."): _needed(5, 1, alpha=0.1),
        _("That is for four learners. Here there are five."): _needed(4, 1),
    }
    hint = _("Increase data_sets until nemenyi_distance(5, data_sets) falls below 1.")
    return Numbers(_needed(5, 1), mistakes, hint, decimals=0, bound=">")


@exercise("holm-of-four")
def holm_of_four():
    from evalcore.conclusions import holm

    p_values = np.array([0.04, 0.01, 0.03, 0.008])
    steps = p_values * [1, 3, 2, 4]
    mistakes = {
        _("That is Bonferroni's rule: it multiplies everything by 4. Holm's multiplies by 4, 3, 2, 1."): p_values * 4,
        _("In the order of size, no result may be smaller than the one before it."): steps,
        _("The numbers are right, but in the order of size. Put them back in the order of the question."): np.sort(
            holm(p_values)
        ),
        _("You multiplied the largest by 4. The smallest comes first."): p_values * [4, 2, 3, 1],
    }
    hint = _("Multiply the smallest by 4, the next by 3, and so on; then let no result be below the one before it.")
    asks = [_("for {p}", p=f"{p:g}") for p in p_values]
    return Numbers(holm(p_values), mistakes, hint, asks=asks)


@exercise("tries-for-even-odds")
def tries_for_even_odds():
    truth = next(n for n in range(1, 100) if 1 - 0.95**n > 0.5)
    mistakes = {
        _("With that many tests, the probability is still a little below 1/2."): truth - 1,
        _("Probabilities of single type I errors do not simply add up: several may occur together."): 0.5 / 0.05,
        _(
            "With that many tests, there is one type I error on average. The question asks when the probability of "
            "at least one exceeds 1/2."
        ): 1 / 0.05,
        _("Round up: the number of tests must be whole."): np.log(0.5) / np.log(0.95),
    }
    hint = _("The probability of no type I error in n tests is 0.95 to the power n.")
    return Numbers(truth, mistakes, hint, decimals=0, bound=">")


@exercise("alarms-of-three-tests")
def alarms_of_three_tests():
    from evalcore.claims import binomial_test

    parts = {}
    for alarms in (12, 31, 24):
        p_value = binomial_test(alarms, 400, 0.05).p_value
        luck = _(
            "If a test keeps to 5 %, it gives {alarms} or more false alarms on 400 data sets in {share:.0f} % of "
            "cases.",
            alarms=alarms,
            share=100 * p_value,
        )
        is_rare = p_value < 0.05
        parts[_("{alarms} alarms", alarms=alarms)] = ("too often" if is_rare else "not shown", luck)
    words = {
        marked("too often"): ["yes", "wolf", "too many", "过多", "太频繁", "过于频繁", "是"],
        marked("not shown"): ["no", "ok", "看不出", "未能表明", "看不出来", "不能断定", "否", "不是"],
    }
    return Choice(parts, words)


@exercise("tumours-for-power")
def tumours_for_power():
    sizes = (200, 400, 800, 1200, 1600)
    power = {m: _mcnemar_power(m, 4 / 171, 8 / 171) for m in sizes}
    truth = next(m for m in sizes if power[m] >= 0.8)
    too_few = {
        _("With {m} tumours, the difference is detected in only {share:.0f} % of cases.", m=m, share=100 * power[m]): m
        for m in sizes
        if m < truth
    }
    too_many = {_("{m} tumours are enough, but so is a smaller number.", m=m): m for m in sizes if m > truth}
    return Numbers(
        truth, too_few | too_many, _("Answer with one of the five sizes: 200, 400, 800, 1200 or 1600."), decimals=0
    )


def _mcnemar_power(m, only_first, only_second):
    """Return the power of the exact McNemar test on m examples, summed over all counts that are not negligible."""
    from scipy.stats import binom

    from evalcore.comparison import mcnemar

    discordant = only_first + only_second
    e01 = np.arange(binom.isf(1e-9, m, discordant) + 1)
    e01, e10 = np.meshgrid(e01, e01)
    probability = binom.pmf(e01 + e10, m, discordant) * binom.pmf(e01, e01 + e10, only_first / discordant)
    return probability[mcnemar(e01, e10, exact=True).p_value < 0.05].sum()


@exercise("four-pairs-to-report")
def four_pairs_to_report():
    from scipy.stats import t

    pairs, rope = {"(1)": (0.025, 0.015), "(2)": (0.004, 0.006), "(3)": (0.025, 0.05), "(4)": (0.006, 0.005)}, 0.01
    parts = {}
    for name, (mean, sd) in pairs.items():
        half = t.isf(0.025, 99) * np.sqrt(1 / 100 + 1 / 9) * sd
        low, high = mean - half, mean + half
        inside, outside = -rope < low and high < rope, low > rope or high < -rope
        at = {"low": low, "high": high}
        hints = {
            "equal": _(
                "The interval goes from {low:.4f} to {high:.4f}. It contains differences of more than 0.01, so the "
                "learners are not shown to be equal.",
                **at,
            ),
            "different": _(
                "The interval goes from {low:.4f} to {high:.4f}. It contains differences of less than 0.01, so it "
                "is not certain that the difference matters.",
                **at,
            ),
            "undecided": _(
                "The interval goes from {low:.4f} to {high:.4f}. All of it lies between −0.01 and 0.01.", **at
            )
            if inside
            else _(
                "The interval goes from {low:.4f} to {high:.4f}. It contains no difference of less than 0.01.", **at
            ),
        }
        if name == "(4)":
            hints["different"] = _(
                "The interval goes from {low:.4f} to {high:.4f}. The difference is significant, but every value in "
                "the interval is too small to matter.",
                **at,
            )
        parts[name] = hints | {"equal" if inside else "different" if outside else "undecided": None}
    words = {
        marked("equal"): ["practically equal", "equivalent", "相等", "相同", "相当", "实际相等", "等价", "实际等价"],
        marked("different"): ["differ", "不同", "不相等", "有差别", "有别"],
        marked("undecided"): ["open", "not decided", "未定", "无法判断", "不确定"],
    }
    return Choice(parts, words)
