"""Practice for chapter 02: overfitting or underfitting, and which error to report."""

from evalcore.exercises.judging import Choice, Numbers
from evalcore.exercises.tasks import Task, cases, distinct, family
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
        "underfitting": _(
            "its training error is already far above the noise, and its validation error is hardly larger"
        ),
        "overfitting": _("it is almost perfect on the training set, and far from that on the validation set"),
        "neither": _("both errors are close to the noise, which no model can remove"),
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
        marked("neither"): ["none", "no", "都不是", "两者都不是", "正常"],
    }
    return Task(
        [
            _("The noise alone causes an error of {best}. Here are three models:", best=best),
            [[_("model"), _("training error"), _("validation error")],
             *([letter, *row] for letter, row in zip("ABC", rows, strict=True))],
            _("What is the diagnosis for each of them?"),
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
        _("That is the smallest test error. If you choose by it, the test set becomes part of the training."):
            min(test),
        _("That is the validation error of the right degree. It is the smallest of four, so it is too optimistic."):
            validation[chosen],
        _(
            "That is the test error of the degree with the smallest training error. A small training error says "
            "nothing about new examples."
        ): test[3],
        _("That is a training error. It says nothing about new examples."): training[3],
        _("That is the training error of the right degree."): training[chosen],
    }  # fmt: skip
    truth = test[chosen] / 100
    mistakes = distinct(truth, {hint: number / 100 for hint, number in mistakes.items()})
    hint = _("Choose the degree by one column, then read the error to report from another column, in the same row.")
    rows = zip(degrees, training, validation, test, strict=True)
    return Task(
        [
            _("Four polynomials were fitted:"),
            [[_("degree"), _("training error"), _("validation error"), _("test error")],
             *([degree, *(f"{error / 100:.2f}" for error in row)] for degree, *row in rows)],
            _("Choose the degree in the right way. Which error do you then report?"),
        ],
        Numbers(truth, mistakes, hint, decimals=2,
                beside=[f"{name}{degrees[chosen]}" for name in ("degree ", "幂次")] + [f"{degrees[chosen]}次"]),
        [
            _(
                "The validation error is smallest at degree {degree}: {error:.2f}.",
                degree=degrees[chosen], error=validation[chosen] / 100,
            ),
            _("The test set took no part in the choice. The test error of that degree is {error:.2f}.", error=truth),
        ],
    )  # fmt: skip


@family("remedy", "Which remedy helps")
def remedy(rng):
    noise, degree = int(rng.integers(8, 15)), int(rng.integers(12, 17))
    few, many = int(rng.integers(15, 31)), 100 * int(rng.integers(4, 10))
    low, high, far = (
        noise - int(rng.integers(4, 7)),
        noise + int(rng.integers(30, 50)),
        noise + int(rng.integers(20, 60)),
    )
    words = {
        marked("larger penalty"): ["more penalty", "larger λ", "加大惩罚"],
        marked("smaller penalty"): ["less penalty", "smaller λ", "减小惩罚"],
        marked("higher degree"): ["larger degree", "更高的幂次"],
        marked("none"): ["nothing", "no remedy", "没有", "不用"],
    }

    def errors(training, generalisation):
        return {"training": f"{training / 100:.2f}", "general": f"{generalisation / 100:.2f}"}

    follows = _(
        "The training error is below the noise and the generalisation error is far above it: the model follows the "
        "noise."
    )
    pressed = _("Both errors are far above the noise although the degree is high: the penalty is too strong.")
    stiff = _("Both errors are far above the noise, without any penalty: the curve cannot bend enough.")
    healthy = _("Both errors are close to the noise, which no model can remove.")
    question = _(
        "The noise variance is {noise:.2f}, and no more examples are available. Which remedy helps each model most?",
        noise=noise / 100,
    )
    return cases(rng, question, words, [
        (_("Degree {degree}, a tiny penalty, {m} examples: training error {training}, generalisation error {general}.",
           degree=degree, m=few, **errors(low, far)), "larger penalty", follows),
        (_("Degree {degree}, an enormous penalty, {m} examples: training error {training}, generalisation error "
           "{general}.", degree=degree, m=few, **errors(high, high + 4)), "smaller penalty", pressed),
        (_("Degree 2, no penalty, {m} examples: training error {training}, generalisation error {general}.",
           m=many, **errors(high, high + 1)), "higher degree", stiff),
        (_("Degree 7, no penalty, {m} examples: training error {training}, generalisation error {general}.",
           m=many, **errors(noise - 1, noise + 1)), "none", healthy),
    ])  # fmt: skip


@family("name-of-the-error", "Training, test, or generalisation error")
def name_of_the_error(rng):
    learned, kept = 100 * int(rng.integers(4, 20)), 10 * int(rng.integers(5, 40))
    wrong = int(rng.integers(2, 20))
    words = {
        marked("training"): ["training error", "empirical", "训练误差", "经验误差"],
        marked("test"): ["test error", "测试误差"],
        marked("generalisation"): ["generalisation error", "generalization", "泛化误差"],
    }
    training = _("It is counted on examples from which the model has learned.")
    test = _("It is counted on a finite number of examples that were kept back.")
    generalisation = _("It is about all examples to come, and nobody can count it.")
    return cases(rng, _("Which error does each sentence describe?"), words, [
        (_("A filter misclassifies {wrong} of the {m} emails it has learned from.", wrong=wrong, m=learned),
         "training", training),
        (_("A least-squares fit makes it as small as possible."),
         "training", training),
        (_("It is usually 0 for a fully grown tree."), "training", training),
        (_("A filter misclassifies {wrong} of {m} emails that were kept back.", wrong=wrong, m=kept), "test", test),
        (_("It would have a different value if {m} other examples had been kept back.", m=kept), "test", test),
        (_("It is the probability of a wrong answer on the next example."), "generalisation", generalisation),
        (_("It is the error that the {m} customers of the coming years will see on average.", m=1000 * kept),
         "generalisation", generalisation),
        (_("Its value is known only where the target and the noise are known, as in a simulation."),
         "generalisation", generalisation),
    ])  # fmt: skip
