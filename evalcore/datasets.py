"""The small tables of the lecture, read from the ``data`` folder of the repository."""

import csv
from pathlib import Path
from typing import NamedTuple

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


class Melons(NamedTuple):
    """Labelled melons: each example is a tuple of values, one for each attribute; labels 1 good, 0 bad."""

    attributes: tuple[str, ...]
    examples: tuple[tuple[str, ...], ...]
    labels: np.ndarray
    domains: dict[str, tuple[str, ...]]


def load_watermelons() -> Melons:
    """The four melons of table 1.1, and the values that each attribute may take.

    ``domains`` holds the values of the table and the third colour that the lecture names, pale,
    which none of the four melons shows. ``labels`` has shape (4,): two are good.
    Raises ``FileNotFoundError`` if ``data/watermelons.csv`` is missing.

    >>> melons = load_watermelons()
    >>> melons.examples[0], melons.domains["colour"]
    (('green', 'curled', 'muffled'), ('green', 'black', 'pale'))
    """
    with open(DATA / "watermelons.csv", encoding="utf-8", newline="") as file:
        (_, *attributes, _), *rows = csv.reader(file)
    examples = tuple(tuple(row[1:-1]) for row in rows)
    seen = [tuple(dict.fromkeys(values)) for values in zip(*examples, strict=True)]
    domains = dict(zip(attributes, seen, strict=True))
    domains["colour"] += ("pale",)
    return Melons(tuple(attributes), examples, np.array([int(row[-1]) for row in rows]), domains)
