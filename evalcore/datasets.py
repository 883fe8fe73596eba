"""The small tables of the lecture, read from the ``data`` folder of the repository."""

from pathlib import Path

import numpy as np

DATA = Path(__file__).resolve().parent.parent / "data"


def load_ranked_examples() -> tuple[np.ndarray, np.ndarray]:
    """The lecture's twenty test examples, by falling score.

    Returns ``(y_true, y_score)``, both of shape (20,): labels 0 or 1, ten of each, and
    the score, in [0, 1], with which a classifier calls the example positive.
    Raises ``FileNotFoundError`` if ``data/ranked_examples.csv`` is missing.

    >>> y_true, y_score = load_ranked_examples()
    >>> int(y_true.sum()), float(y_score.max())
    (10, 0.9)
    """
    table = np.loadtxt(DATA / "ranked_examples.csv", delimiter=",", skiprows=1)
    return table[:, 1].astype(int), table[:, 2]
