"""Loaders of the small tables in the ``data`` folder."""

import csv
import os
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np

from evalcore._checks import asks, such_that

HERE = Path(__file__).resolve().parent
DATA = HERE / "data" if (HERE / "data").exists() else HERE.parent / "data"  # installed, or in the repository


def load_ranked_examples() -> tuple[np.ndarray, np.ndarray]:
    """Load twenty test examples of a classifier, by falling score.

    Returns
    -------
    y_true : ndarray, shape (20,)
        Labels, 0 or 1, ten of each.
    y_score : ndarray, shape (20,)
        Scores in [0, 1]; larger is more positive.

    Raises
    ------
    FileNotFoundError
        If ``data/ranked_examples.csv`` is missing.

    Examples
    --------
    >>> y_true, y_score = load_ranked_examples()
    >>> int(y_true.sum()), float(y_score.max())
    (10, 0.9)
    """
    table = np.loadtxt(DATA / "ranked_examples.csv", delimiter=",", skiprows=1)
    return table[:, 1].astype(int), table[:, 2]


class Melons(NamedTuple):
    """Labelled melons: each example is a tuple with one value per attribute; the label is 1 for good, 0 for bad."""

    attributes: tuple[str, ...]
    examples: tuple[tuple[str, ...], ...]
    labels: np.ndarray
    domains: dict[str, tuple[str, ...]]


_MELONS = {"en": ("watermelons.csv", "pale"), "zh": ("watermelons_zh.csv", "浅白")}  # file, and the third colour


@asks(language=such_that(lambda code: isinstance(code, str) and code in _MELONS, f"be one of {[*_MELONS]}"))
def load_watermelons(*, language: str = "en") -> Melons:
    """Load the four melons of table 1.1, and the values that each attribute may take.

    Parameters
    ----------
    language : {"en", "zh"}
        Language of the words; "zh" has those of the textbook.

    Returns
    -------
    Melons
        ``domains`` holds the values in the table and a third colour, pale (浅白), which none of the four melons has.
        ``labels`` has shape (4,): two are good.

    Raises
    ------
    ValueError
        For another language.
    FileNotFoundError
        If ``data/watermelons.csv`` (``watermelons_zh.csv``) is missing.

    Examples
    --------
    >>> melons = load_watermelons()
    >>> melons.examples[0], melons.domains["colour"]
    (('green', 'curled', 'muffled'), ('green', 'black', 'pale'))
    """
    table, third_colour = _MELONS[language]
    (_, *attributes, _), *rows = csv.reader((DATA / table).read_text(encoding="utf-8").splitlines())
    examples = tuple(tuple(row[1:-1]) for row in rows)
    columns = [tuple(dict.fromkeys(values)) for values in zip(*examples, strict=True)]
    domains = dict(zip(attributes, columns, strict=True))
    domains[attributes[0]] += (third_colour,)
    return Melons(tuple(attributes), examples, np.array([int(row[-1]) for row in rows]), domains)


# The folder as messages name it: relative to the repository, or absolute for an installed copy.
HORSE_COLIC_PLACE = "data/horse_colic" if DATA.parent == HERE.parent else str(DATA / "horse_colic")

# file: its number of rows and the SHA-256 of its bytes with Unix line ends
HORSE_COLIC = {
    "horseColicTraining2.txt": (299, "d7b782f166f367056ef12ac826be4ffe3a03c7245c44b27ef44160e70966fbda"),
    "horseColicTest2.txt": (67, "b67c3f8f87aafc671cd8591df3e1ab7184eaac22fc9bb40520329ca749fa0c4a"),
}
HORSE_COLIC_COLUMNS = 22
HORSE_COLIC_SOURCE = (
    "The horse-colic data are two files, horseColicTraining2.txt and horseColicTest2.txt. They are published in the "
    "repository of the book Machine Learning in Action (Peter Harrington, 2012), folder Ch07; the records are those "
    'of the page "Horse Colic" of the UCI Machine Learning Repository.'
)
HORSE_COLIC_HELP = (
    f"{HORSE_COLIC_SOURCE} Put both into {HORSE_COLIC_PLACE}/, "
    "or name their folder in the environment variable EVALCORE_HORSE_COLIC."
)


@asks(folder=such_that(lambda folder: isinstance(folder, str | Path | None), "be the path of a folder"))
def load_horse_colic(folder: str | Path | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Load the horse-colic data, which are not bundled, from a folder.

    Parameters
    ----------
    folder : str or Path, optional
        By default the folder that the environment variable ``EVALCORE_HORSE_COLIC`` names, or else
        ``data/horse_colic`` (in an installed copy, inside the package's own folder).

    Returns
    -------
    X_train, X_test : ndarray, shape (299, 21) and (67, 21)
        Each column in its own unit, 0 for a missing value; see ``data/README.md``.
    y_train, y_test : ndarray, shape (299,) and (67,)
        1 if the horse lived, 0 if not (in the files 1 and -1).

    Raises
    ------
    FileNotFoundError
        If a file is missing; the message says where it is published and where to put it.
    ValueError
        If a file is not the published one (shape, SHA-256).

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as empty:
    ...     load_horse_colic(empty)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    FileNotFoundError: horseColicTraining2.txt is not in ...
    """
    folder = Path(folder or os.environ.get("EVALCORE_HORSE_COLIC") or DATA / "horse_colic")
    train, test = (_horse_colic_table(folder, name, *published) for name, published in HORSE_COLIC.items())
    return train[:, :-1], test[:, :-1], (train[:, -1] > 0).astype(int), (test[:, -1] > 0).astype(int)


def _horse_colic_table(folder: Path, name: str, rows: int, digest: str) -> np.ndarray:
    """Return one of the two tables, shape (rows, 22), after checking that the file is the published one."""
    shown = HORSE_COLIC_PLACE if folder == DATA / "horse_colic" else folder
    if not (folder / name).is_file():
        raise FileNotFoundError(f"{name} is not in {shown}. {HORSE_COLIC_HELP}")
    content = (folder / name).read_bytes().replace(b"\r\n", b"\n")  # line ends do not matter
    try:
        table = np.loadtxt(BytesIO(content), delimiter="\t", ndmin=2)
    except ValueError as error:
        raise ValueError(f"{name} in {shown} is no table of numbers: {error}. {HORSE_COLIC_HELP}") from error
    wanted = rows, HORSE_COLIC_COLUMNS
    if table.shape != wanted:
        raise ValueError(f"{name} in {shown} has shape {table.shape}, expected {wanted}. {HORSE_COLIC_HELP}")
    if sha256(content).hexdigest() != digest:
        raise ValueError(f"{name} in {shown} has other values than the published file (SHA-256). {HORSE_COLIC_HELP}")
    return table
