"""Practice for chapter 10: what an error-free test leaves open, and what an interval allows you to say."""

from evalcore.exercises.chapter_10 import VERDICTS
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
        _("A test without errors does not mean a rate of 0: with a rate above 0, a test may also show no errors."): 0,
        _("That is one error in that many examples. The true rate may be larger."): 1 / m,
        _("5 % is the probability of seeing no error, not the rate."): 0.05,
        _("That is the expected number of errors, about 3. Divide it by the number of examples."): 3,
        _("That is 5 errors in that many examples. At such a rate, an error-free test is much less likely."): 5 / m,
    }
    return Task(
        [
            _(str(rng.choice(shows)), m=m),
            _(
                "About how large is the true rate of these errors if such a test has a probability of 5 % of "
                "showing none? (e⁻³ is about 0.05.)"
            ),
        ],
        Numbers(3 / m, distinct(3 / m, mistakes), _("(1 − ε)^{m} is about e^(−{m}ε).", m=m), bound="<"),
        [
            _(
                "If the rate is ε, {m} examples show no error with probability (1 − ε)^{m}, which is about e^(−{m}ε).",
                m=m,
            ),
            _(
                "That is 0.05 where {m}ε = 3: ε = 3 / {m} = {rate:.3g}. The exact value is {exact:.3g}.",
                m=m,
                rate=3 / m,
                exact=1 - 0.05 ** (1 / m),
            ),
        ],
    )


@family("verdict-of-an-interval", "What an interval allows you to say")
def verdict_of_an_interval(rng):
    margin = int(rng.integers(3, 7))
    names = [*VERDICTS]
    random_ends = dict(zip(names, [  # in percentage points
        lambda: (margin + rng.integers(1, 4), margin + rng.integers(6, 12)),
        lambda: (rng.integers(1, margin - 1), margin - 1),
        lambda: (rng.integers(1, margin), margin + rng.integers(1, 6)),
        lambda: (-rng.integers(1, margin), rng.integers(1, margin)),
        lambda: (-rng.integers(1, margin + 3), margin + rng.integers(1, 6)),
    ], strict=True))  # fmt: skip
    reasons = dict(zip(names, [
        _("the whole interval lies above {margin}", margin=margin),
        _("the whole interval lies above 0 and below {margin}", margin=margin),
        _("the whole interval lies above 0, but it contains {margin}", margin=margin),
        _("the interval contains 0 and lies between −{margin} and {margin}", margin=margin),
        _("the interval contains 0 and reaches beyond {margin}", margin=margin),
    ], strict=True))  # fmt: skip
    answers = [str(name) for name in rng.choice(names, 3, replace=False)]
    ends = [tuple(int(end) for end in random_ends[answer]()) for answer in answers]
    hint = _("Does the interval contain 0? Does it contain {margin}, or lie wholly on one side of it?", margin=margin)

    def sign(end):
        return f"−{-end}" if end < 0 else f"{end}"

    return Task(
        [
            _("A difference in accuracy of less than {margin} points does not matter to you. The table gives "
              "95 % intervals for A − B, in percentage points:", margin=margin),
            [[_("pair"), _("from"), _("to")],
             *([number, *map(sign, pair)] for number, pair in zip("123", ends, strict=True))],
            _("What may you say about A?"),
        ],
        Choice({_("Pair {number}", number=number): (answer, hint)
                for number, answer in zip("123", answers, strict=True)}, VERDICTS),
        [_("Pair {number}: {verdict}; {reason}.", number=number, verdict=_(answer), reason=reasons[answer])
         for number, answer in zip("123", answers, strict=True)],
    )  # fmt: skip


@family("recall-and-its-examples", "How certain a recall is")
def recall_and_its_examples(rng):
    positives, m = int(rng.choice([10, 16, 20, 25, 40, 50, 64])), 100 * int(rng.integers(2, 11))
    true_positives = int(positives * rng.integers(5, 9) / 10)
    recall = true_positives / positives
    bar = (recall * (1 - recall) / positives) ** 0.5
    mistakes = {
        _("You divided by the number of all examples. A recall is a share of the positives."): (
            recall * (1 - recall) / m
        )
        ** 0.5,
        _("That is the variance. Take its square root."): bar**2,
        _("That is two standard errors."): 2 * bar,
        _("That is the recall itself."): recall,
    }
    return Task(
        [
            _("Among {m} examples there are {positives} positives, of which {found} are found.",
              m=m, positives=positives, found=true_positives),
            _("What is the standard error of the recall?"),
        ],
        Numbers(bar, distinct(bar, mistakes), _("Use √(R (1 − R) / n). On how many examples is a recall based?")),
        [
            _("R = {found} / {positives} = {recall:.3f}: it is based on {positives} examples, not on {m}.",
              found=true_positives, positives=positives, recall=recall, m=m),
            _("√({recall:.3f} × {missed:.3f} / {positives}) = {bar:.3f}.",
              recall=recall, missed=1 - recall, positives=positives, bar=bar),
        ],
    )  # fmt: skip
