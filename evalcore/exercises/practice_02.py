"""Practice for chapter 02: overfitting or underfitting, and which error to report."""

from evalcore.exercises.judging import Choice, Numbers
from evalcore.exercises.tasks import Task, distinct, family
from evalcore.language import marked
from evalcore.language import translated as _


@family("which-ailment", "Overfitting, underfitting, or neither")
def which_ailment(rng):
    noise = rng.integers(8, 15)  # the error of the best model, in hundredths

    def errors(ailment):
        """Return the errors on the training and the validation set."""
        if ailment == "underfitting":
            training = noise + rng.integers(15, 26)
            return training, training + rng.integers(0, 4)
        if ailment == "overfitting":
            return rng.integers(0, noise // 3), noise + rng.integers(14, 30)
        return noise - rng.integers(1, 3), noise + rng.integers(1, 4)

    ailments = [str(ailment) for ailment in rng.choice(["underfitting", "overfitting", "neither"], 3)]
    best = f"{noise / 100:.2f}"
    rows = [[f"{error / 100:.2f}" for error in errors(ailment)] for ailment in ailments]
    if len({*ailments}) < 2:
        return None
    reasons = {
        "underfitting": _("it is far from 0 on the training set already, and the validation error is hardly larger"),
        "overfitting": _("it is almost perfect on the training set, and far from that on the validation set"),
        "neither": _("both errors lie near the noise, which no model can remove"),
    }
    parts = {
        _("Model {letter}", letter=letter): (
            ailment,
            _("Compare its two errors with each other, and with {best}.", best=best),
        )
        for letter, ailment in zip("ABC", ailments, strict=True)
    }  # fmt: skip
    words = {
        marked("underfitting"): ["underfits", "欠拟合"],
        marked("overfitting"): ["overfits", "过拟合"],
        marked("neither"): ["none", "no", "都不是", "正常"],
    }
    return Task(
        [
            _("The noise alone makes an error of {best}. Three models:", best=best),
            [[_("model"), _("training error"), _("validation error")],
             *([letter, *row] for letter, row in zip("ABC", rows, strict=True))],
            _("What ails each?"),
        ],
        Choice(parts, words),
        [_("Model {letter}: {ailment}; {reason}.", letter=letter, ailment=_(ailment), reason=reasons[ailment])
         for letter, ailment in zip("ABC", ailments, strict=True)],
    )  # fmt: skip


@family("error-to-report", "Chosen on one set, reported on another")
def error_to_report(rng):
    degrees = [1, 3, 6, 10]
    training = sorted(rng.choice(range(4, 34), 4, replace=False))[::-1]
    validation = [int(error + extra) for error, extra in zip(training, sorted(rng.choice(22, 4)), strict=True)]
    test = [int(error + rng.integers(-3, 4)) for error in validation]
    chosen = min(range(4), key=validation.__getitem__)
    if len({*validation}) < 4 or len({*test}) < 4 or chosen == 3 or test[chosen] <= validation[chosen]:
        return None
    if min(test) == test[chosen]:
        return None
    mistakes = {
        _("That is the smallest test error. To choose by it makes the test set a part of the training."): min(test),
        _("That is the validation error of the right degree. It is the smallest of four, and so too good."):
            validation[chosen],
        _("That degree has the smallest training error, which says nothing of new examples."): test[3],
        _("That is a training error. It says nothing of new examples."): training[3],
        _("That is the training error of the right degree."): training[chosen],
    }  # fmt: skip
    truth = test[chosen] / 100
    mistakes = distinct(truth, {hint: number / 100 for hint, number in mistakes.items()})
    hint = _("Choose the degree by one column, then read another one in its row.")
    rows = zip(degrees, training, validation, test, strict=True)
    return Task(
        [
            _("Four polynomials were fitted:"),
            [[_("degree"), _("training error"), _("validation error"), _("test error")],
             *([degree, *(f"{error / 100:.2f}" for error in row)] for degree, *row in rows)],
            _("You choose the degree as you should. Which error do you report?"),
        ],
        Numbers(truth, mistakes, hint, decimals=2),
        [
            _(
                "The validation error is smallest at degree {degree}: {error:.2f}.",
                degree=degrees[chosen], error=validation[chosen] / 100,
            ),
            _("The test set took no part in the choice. It says {error:.2f} of that degree.", error=truth),
        ],
    )  # fmt: skip
