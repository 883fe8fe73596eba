"""The bootstrap interval of an AUC, and the parts of an error, compared with other libraries."""

import numpy as np
from mlxtend.evaluate import bias_variance_decomp
from sklearn.linear_model import LinearRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures
from timing import Row, ratios

from evalcore import bias_variance, fitting, metrics
from evalcore.datasets import load_ranked_examples

SAMPLES, TRAINING_SETS, DEGREE = 1000, 200, 5


def rows() -> list[Row]:
    """Return both comparisons; the libraries fit or resample equally often."""
    return _interval() + _decomposition()


def _interval():
    y_true, y_score = load_ranked_examples()
    drawn = np.random.default_rng(0).integers(20, size=(SAMPLES, 20))
    drawn = drawn[(y_true[drawn].min(axis=1) == 0) & (y_true[drawn].max(axis=1) == 1)]

    def interval(auc):
        return np.quantile([auc(y_true[sample], y_score[sample]) for sample in drawn], [0.025, 0.975])

    np.testing.assert_allclose(interval(metrics.roc_auc_score), interval(roc_auc_score))
    candidates = {
        f"bootstrap interval of the AUC, {SAMPLES} times scikit-learn": lambda: interval(roc_auc_score),
        f"{SAMPLES} times evalcore roc_auc_score": lambda: interval(metrics.roc_auc_score),
    }
    return ratios(candidates, [(*candidates, "at least 4")], rounds=3)


def _decomposition():
    """mlxtend resamples one training set; evalcore draws new labels for the same inputs."""
    rng = np.random.default_rng(0)
    x_train, x = np.linspace(-1, 1, 25), np.linspace(-1, 1, 101)
    y_train, truth = fitting.wave(x_train) + rng.normal(0, 0.3, 25), fitting.wave(x)
    learner = make_pipeline(PolynomialFeatures(DEGREE), LinearRegression())

    def of_mlxtend():
        return bias_variance_decomp(learner, x_train[:, None], y_train, x[:, None], truth, loss="mse",
                                    num_rounds=TRAINING_SETS, random_seed=0)  # fmt: skip

    def of_evalcore():
        labels = fitting.wave(x_train) + rng.normal(0, 0.3, (TRAINING_SETS, 25))
        smoother = bias_variance.polynomial_smoother(x_train, x, DEGREE)
        return bias_variance.decompose(labels @ smoother.T, truth, 0.09)

    def exact():
        return bias_variance.exact_polynomial(fitting.wave, x_train, x, DEGREE, 0.09)

    candidates = {
        f"mlxtend bias_variance_decomp, {TRAINING_SETS} training sets": of_mlxtend,
        f"evalcore decompose, {TRAINING_SETS} training sets": of_evalcore,
        "evalcore exact_polynomial": exact,
    }
    first, second, third = candidates
    return ratios(candidates, [(first, second, "at least 10"), (first, third, "at least 10")], rounds=3)
