"""Practice for chapter 06: bias² and variance of a few predictions, and the error as the sum of three parts."""

from evalcore.exercises.judging import Numbers
from evalcore.exercises.tasks import Task, cases, distinct, family
from evalcore.language import marked
from evalcore.language import translated as _


@family("bias-and-variance", "Bias² and variance of four predictions")
def bias_and_variance(rng):
    predictions = rng.integers(0, 12, 4)
    truth = int(rng.integers(0, 12))
    mean = predictions.mean()
    bias2, variance = (mean - truth) ** 2, predictions.var()
    if not mean.is_integer() or bias2 in (0, 1) or variance in (0, 1):
        return None
    mistakes = {
        _("The variance is right. Square the bias."): (abs(mean - truth), variance),
        _("Bias² is right. For the variance, divide by the number of predictions here, not by one less."):
            (bias2, predictions.var(ddof=1)),
        _("Bias² is right. The second number is the standard deviation; the variance is its square."):
            (bias2, predictions.std()),
        _(
            "The variance is right. The first number is the mean squared distance from the target, which is bias² "
            "and variance together."
        ):
            (((predictions - truth) ** 2).mean(), variance),
        _("Both numbers are right, but in the wrong order."): (variance, bias2),
        _("Bias² is right. You added the squares; the variance is their mean."): (bias2, 4 * variance),
    }  # fmt: skip
    if len({*mistakes.values(), (bias2, variance)}) <= len(mistakes):
        return None
    hint = (_("Take the mean of the predictions first, then square its distance from the target."),
            _("Take the mean of the squared distances of the predictions from their mean."))  # fmt: skip
    squares = " + ".join(f"{(prediction - mean) ** 2:g}" for prediction in predictions)
    return Task(
        [
            _("Models trained on four training sets predict {predictions} at one x, where the target is {truth}.",
              predictions=_(", ").join(map(str, predictions)), truth=truth),
            _("What are bias² and variance there?"),
        ],
        Numbers((bias2, variance), mistakes, hint, asks=(_("bias²"), _("variance")), decimals=2, is_rate=False),
        [
            _("The mean prediction is {mean:g}, and its distance from the target is {off:g}: bias² = {bias2:g}.",
              mean=mean, off=abs(mean - truth), bias2=bias2),
            _("The squared distances from this mean add up to {squares} = {four:g}; the variance is a quarter of it, "
              "{variance:g}.", squares=squares, four=4 * variance, variance=variance),
        ],
    )  # fmt: skip


@family("error-of-neighbours", "The error of a mean of neighbours")
def error_of_neighbours(rng):
    deviation, k = int(rng.integers(1, 7)), int(rng.choice([2, 4, 5, 8, 10]))
    bias = int(rng.integers(1, 5))
    noise = deviation**2
    variance = noise / k
    truth = noise + bias**2 + variance
    mistakes = {
        _("The new label has noise of its own, too: add it."): bias**2 + variance,
        _("The mean of k labels has a variance of its own: add it."): noise + bias**2,
        _("The bias must be squared."): noise + bias + variance,
        _("The noise is given as a standard deviation. Its variance is the square."):
            deviation + bias**2 + deviation / k,
        _("The variance of a mean of k labels is that of one label divided by k, not by the root of k."):
            noise + bias**2 + noise / k**0.5,
        _("The variance of a mean is smaller than that of one label, not larger."): noise + bias**2 + noise * k,
    }  # fmt: skip
    hint = _("Add bias², variance and noise; each is a mean of squares.")
    return Task(
        [
            _(
                "The prediction at a point x is the mean of the labels of the {k} nearest neighbours. Each label "
                "has noise of standard deviation {deviation}, independent of the others; the mean of the "
                "neighbours' true values differs from the true value at x by {bias}.",
                k=k, deviation=deviation, bias=bias,
            ),
            _("What is the expected squared error of the prediction for a new label at x?"),
        ],
        Numbers(truth, distinct(truth, mistakes), hint, decimals=2, is_rate=False),
        [
            _("The noise of the new label is {deviation}² = {noise}, and bias² is {bias}² = {bias2}.",
              deviation=deviation, noise=noise, bias=bias, bias2=bias**2),
            _("The variance of a mean of {k} labels is {noise} / {k} = {variance:g}.",
              k=k, noise=noise, variance=variance),
            _("Together they make {truth:.2f}.", truth=truth),
        ],
    )  # fmt: skip


@family("gap-and-variance", "What the gap between two errors says")
def gap_and_variance(rng):
    training = int(rng.integers(5, 40)) / 100
    variance = int(rng.integers(2, 20)) / 100
    validation = training + 2 * variance
    rest = training + variance
    mistakes = {
        _("The gap is about twice the variance: halve it."): (2 * variance, validation - 2 * variance),
        _("The variance is right. Subtract it from the validation error only once."): (variance, training),
        _("The variance is right. The second number is the whole validation error."): (variance, validation),
        _("Both numbers are right, but in the wrong order."): (rest, variance),
    }
    if len({*mistakes.values(), (variance, rest)}) <= len(mistakes):
        return None
    hints = (_("Take half the gap between the two errors."), _("Subtract the variance from the validation error."))
    return Task(
        [
            _("A least-squares fit has a training error of {training:.2f} and a validation error of {validation:.2f}, "
              "each a mean over many training sets.", training=training, validation=validation),
            _("About how large is its variance, and how large are bias² and noise together?"),
        ],
        Numbers((variance, rest), mistakes, hints, asks=(_("variance"), _("bias² + noise")), decimals=2, is_rate=False),
        [
            _("The gap, {gap:.2f}, is about twice the variance: variance = {variance:.2f}.",
              gap=2 * variance, variance=variance),
            _("The rest of the validation error is bias² and noise: {validation:.2f} − {variance:.2f} = {rest:.2f}.",
              validation=validation, variance=variance, rest=rest),
        ],
    )  # fmt: skip


@family("what-more-data-lowers", "What more data lowers")
def what_more_data_lowers(rng):
    k, degree, m = int(rng.integers(5, 20)), int(rng.integers(7, 14)), 10 * int(rng.integers(2, 6))
    words = {
        marked("bias²"): ["bias", "bias squared", "偏差", "偏差平方"],
        marked("variance"): ["方差"],
        marked("nothing"): ["none", "没有", "都不"],
    }
    fixed = _(
        "Its flexibility is fixed, and sufficient for the target: with more examples, its coefficients vary less."
    )
    nearer = _("The number of neighbours is fixed: with more examples they lie nearer, and the average of that many "
               "labels is as steady as before.")  # fmt: skip
    nothing = _("It follows one noisy label, or it is too rigid: more examples change neither part much.")
    question = _("With ten times as many examples, which part of the error falls most?")
    return cases(rng, question, words, [
        (_("A polynomial of degree {degree} on {m} noisy examples of a smooth wave.", degree=degree, m=m),
         "variance", fixed),
        (_("A straight line on {m} noisy examples of a straight target.", m=m), "variance", fixed),
        (_("The mean of the {k} nearest neighbours among {m} evenly spaced examples of a wave.", k=k, m=m),
         "bias²", nearer),
        (_("One nearest neighbour among {m} dense, very noisy examples.", m=10 * m), "nothing", nothing),
        (_("A constant, the mean of {m} labels, for a steep wave without noise at evenly spaced points.", m=10 * m),
         "nothing", nothing),
    ])  # fmt: skip


@family("which-assumption", "Which assumption is violated")
def which_assumption(rng):
    m, size, shift = int(rng.integers(3, 30)), int(rng.integers(2, 9)), int(rng.integers(1, 9)) / 10
    words = {
        marked("independence"): ["independent", "独立性", "不独立"],
        marked("mean 0"): ["mean", "zero mean", "均值", "均值为零"],
        marked("none"): ["neither", "no", "都没有", "都不是", "两者都不是"],
    }
    independence = _("The noise of the label used for testing is not independent of the prediction.")
    mean = _("The noise of the fresh labels has a mean other than 0.")
    none = _("The noise is independent of the prediction and has mean 0; nothing else is assumed.")
    question = _(
        "The error is bias² + variance + noise if the fresh label's noise is independent of the prediction and has "
        "mean 0. Which assumption is violated?"
    )
    return cases(rng, question, words, [
        (_("The error is measured on the {m} labels on which the model was "
           "trained.", m=m), "independence", independence),
        (_("The error of an instrument has mean 0 but changes daily, and training labels and fresh labels share it."),
         "independence", independence),
        (_("The fresh labels were measured together with the training labels at the same points, and share half "
           "of their noise."), "independence", independence),
        (_("The scale that measures the labels reads {shift:g} too high.", shift=shift), "mean 0", mean),
        (_("Labels above a limit were replaced by the limit, so the noise there is negative on average."),
         "mean 0", mean),
        (_("The noise is {size} times as large here as elsewhere.", size=size), "none", none),
        (_("The training sets have only {m} examples.", m=m), "none", none),
        (_("The learner is a straight line, and the target is a wave."), "none", none),
    ])  # fmt: skip
