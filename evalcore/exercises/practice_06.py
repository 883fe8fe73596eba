"""Practice of chapter 06: bias² and variance of a few predictions, and the error that is made of three parts."""

from evalcore.exercises.judging import Numbers
from evalcore.exercises.tasks import Task, apart, family


@family("bias-and-variance", "Bias² and variance of four predictions")
def bias_and_variance(rng):
    predictions = rng.integers(0, 12, 4)
    truth = int(rng.integers(0, 12))
    mean = predictions.mean()
    bias2, variance = (mean - truth) ** 2, predictions.var()
    if not mean.is_integer() or bias2 in (0, 1) or variance in (0, 1):
        return None
    mistakes = {
        "The variance is right. Square the bias.": (abs(mean - truth), variance),
        "The bias² is right. The variance divides by the number of predictions here, not by one less.":
            (bias2, predictions.var(ddof=1)),
        "The bias² is right. That is the standard deviation; the variance is its square.": (bias2, predictions.std()),
        "The variance is right. You squared each distance to the truth first: that is bias² and variance together.":
            (((predictions - truth) ** 2).mean(), variance),
        "Both are right, in the wrong order.": (variance, bias2),
        "The bias² is right. You added the squares; the variance is their mean.": (bias2, 4 * variance),
    }  # fmt: skip
    if len({*mistakes.values(), (bias2, variance)}) <= len(mistakes):
        return None
    hint = ("Take the mean of the predictions first, then its distance to the truth, squared.",
            "The mean of the squared distances of the predictions to their mean.")  # fmt: skip
    squares = " + ".join(f"{(each - mean) ** 2:g}" for each in predictions)
    return Task(
        [
            f"Models trained on four training sets predict {', '.join(map(str, predictions))} at one place, where the "
            f"truth is {truth}.",
            "Give bias² and variance there.",
        ],
        Numbers((bias2, variance), mistakes, hint, asks=("bias²", "variance"), decimals=2),
        [
            f"The mean prediction is {mean:g}; it is {abs(mean - truth):g} off: bias² = {bias2:g}.",
            f"Squared distances to that mean: {squares} = {4 * variance:g}; a quarter of it, the variance, is "
            f"{variance:g}.",
        ],
    )


@family("error-of-neighbours", "The error of a mean of neighbours")
def error_of_neighbours(rng):
    deviation, k = int(rng.integers(1, 7)), int(rng.choice([2, 4, 5, 8, 10]))
    bias = int(rng.integers(1, 5))
    noise = deviation**2
    variance = noise / k
    truth = noise + bias**2 + variance
    mistakes = {
        "The new label has noise of its own, too.": bias**2 + variance,
        "The mean of k labels has a variance of its own.": noise + bias**2,
        "The bias counts squared.": noise + bias + variance,
        "The noise is given as a standard deviation. Its variance is the square.": deviation + bias**2 + deviation / k,
        "The variance of a mean of k labels is that of one, divided by k, not by its root.":
            noise + bias**2 + noise / k**0.5,
        "The variance of a mean is smaller than that of one label, not larger.": noise + bias**2 + noise * k,
    }  # fmt: skip
    return Task(
        [
            f"A prediction is the mean of the labels of the {k} nearest neighbours. Each label has noise of standard "
            f"deviation {deviation}, independent of the others; the mean of the true values there is {bias} off.",
            "What is the expected squared error of the prediction for a new label at that place?",
        ],
        Numbers(truth, apart(truth, mistakes), "bias² + variance + noise, each as a mean of squares.", decimals=2),
        [
            f"Noise of the new label: {deviation}² = {noise}. Bias²: {bias}² = {bias**2}.",
            f"Variance of a mean of {k} labels: {noise} / {k} = {variance:g}.",
            f"Together {truth:.2f}.",
        ],
    )
