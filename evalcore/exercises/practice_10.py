"""Practice for chapter 10: what an error-free test leaves open, and what an interval allows you to say."""

from evalcore.exercises.judging import Choice, Numbers
from evalcore.exercises.tasks import Task, distinct, family
from evalcore.language import marked
from evalcore.language import translated as _


@family("no-error-seen", "No error seen")
def no_error_seen(rng):
    m = int(rng.choice([20, 25, 30, 40, 50, 75, 100, 120, 150, 200, 250, 300, 500, 600, 1000]))
    shows = [
        marked("A test shows no miss among {m} positives."),
        marked("A test shows no false alarm among {m} negatives."),
        marked("A test shows no error on {m} examples."),
    ]
    mistakes = {
        _("No error seen is not no error: a rate above 0 may show none."): 0,
        _("That is one error in so many. The interval reaches farther."): 1 / m,
        _("The 5 % are the chance to see no error, not the rate."): 0.05,
        _("That is the number of errors, about 3. Divide by the number of examples."): 3,
        _("That is 5 errors in so many. At such a rate none is seen far less often."): 5 / m,
    }
    return Task(
        [
            _(str(rng.choice(shows)), m=m),
            _(
                "About how large may the rate be, if such a test is to show none with a probability of 5 %? "
                "(e⁻³ is 0.05.)"
            ),
        ],
        Numbers(3 / m, distinct(3 / m, mistakes), _("(1 − ε)^{m} is about e^(−{m}ε).", m=m)),
        [
            _("A rate ε shows none of {m} with probability (1 − ε)^{m}, which is about e^(−{m}ε).", m=m),
            _(
                "That is 0.05 where {m}ε = 3: ε = 3 / {m} = {rate:.3g}. Exactly it would be {exact:.3g}.",
                m=m,
                rate=3 / m,
                exact=1 - 0.05 ** (1 / m),
            ),
        ],
    )


@family("verdict-of-an-interval", "What an interval allows you to say")
def verdict_of_an_interval(rng):
    margin = int(rng.integers(2, 6))
    verdicts = {  # random ends of an interval for each verdict, in percentage points
        marked("better"): lambda: (margin + rng.integers(1, 4), margin + rng.integers(6, 12)),
        marked("alike"): lambda: (-rng.integers(1, margin), rng.integers(1, margin)),
        marked("open"): lambda: (-rng.integers(1, margin + 3), margin + rng.integers(1, 6)),
    }
    answers = [str(verdict) for verdict in rng.permutation([*verdicts])]
    ends = [tuple(int(end) for end in verdicts[verdict]()) for verdict in answers]
    reasons = {
        "better": _("the whole interval lies above {margin}", margin=margin),
        "alike": _("the whole interval lies between −{margin} and {margin}", margin=margin),
        "open": _("it reaches below 0 and above {margin}: both stay possible", margin=margin),
    }
    own = {"alike": _("To find no difference is not to find that there is none: look how far the interval reaches."),
           "better": _("The interval holds differences that would not matter, or are none."),
           "open": _("The whole interval lies on one side of what matters.")}  # fmt: skip
    parts = {
        _("Pair {number}", number=number): {word: None if word == right else own[word] for word in verdicts}
        for number, right in zip("123", answers, strict=True)
    }
    words = {
        "better": ["A is better", "A更好"],
        "alike": ["the same", "equivalent", "一样", "没有差别"],
        "open": ["undecided", "不确定", "不能确定"],
    }

    def sign(end):
        return f"−{-end}" if end < 0 else f"{end}"

    return Task(
        [
            _(
                "A difference in accuracy of less than {margin} points does not matter to you. 95 % intervals for "
                "A − B, in points of per cent:",
                margin=margin,
            ),
            [[_("pair"), _("from"), _("to")],
             *([number, *map(sign, pair)] for number, pair in zip("123", ends, strict=True))],
            _("May you say that A is better in a way that matters, that the two are alike, or is it open?"),
        ],
        Choice(parts, words),
        [
            _("Pair {number}: {verdict}; {reason}.", number=number, verdict=_(right), reason=reasons[right])
            for number, right in zip("123", answers, strict=True)
        ],
    )  # fmt: skip
