"""The small tables of the lecture, read from the ``data`` folder."""

import csv
import os
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np

from evalcore._checks import asks, such_that

HERE = Path(__file__).resolve().parent
DATA = HERE / "data" if (HERE / "data").exists() else HERE.parent / "data"  # of an installed copy, or of the repository


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


_MELONS = {"en": ("watermelons.csv", "pale"), "zh": ("watermelons_zh.csv", "浅白")}  # table, third colour


@asks(language=such_that(lambda code: isinstance(code, str) and code in _MELONS, f"be one of {[*_MELONS]}"))
def load_watermelons(*, language: str = "en") -> Melons:
    """The four melons of table 1.1, and the values that each attribute may take; in English, or "zh" as in the book.

    ``domains`` holds the values of the table and the third colour that the lecture names, pale (浅白),
    which none of the four melons shows. ``labels`` has shape (4,): two are good.
    Raises ``ValueError`` for another language, and ``FileNotFoundError`` if ``data/watermelons.csv``
    (``watermelons_zh.csv``) is missing.

    >>> melons = load_watermelons()
    >>> melons.examples[0], melons.domains["colour"]
    (('green', 'curled', 'muffled'), ('green', 'black', 'pale'))
    """
    table, third_colour = _MELONS[language]
    (_, *attributes, _), *rows = csv.reader((DATA / table).read_text(encoding="utf-8").splitlines())
    examples = tuple(tuple(row[1:-1]) for row in rows)
    seen = [tuple(dict.fromkeys(values)) for values in zip(*examples, strict=True)]
    domains = dict(zip(attributes, seen, strict=True))
    domains[attributes[0]] += (third_colour,)
    return Melons(tuple(attributes), examples, np.array([int(row[-1]) for row in rows]), domains)


# Where the loader looks, in the words of a reader of the repository, or the folder of an installed copy.
HORSE_COLIC_PLACE = "data/horse_colic" if DATA.parent == HERE.parent else str(DATA / "horse_colic")

# file -> its rows and the SHA-256 of its bytes with Unix line ends
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
    """Horses with colic: ``(X_train, X_test, y_train, y_test)``; the files are not bundled.

    X has shape (299, 21) and (67, 21), each column in its own unit, 0 for a missing value (see
    ``data/README.md``); y is 1 if the horse lived, 0 if not (the files say 1 and -1). The folder is
    the one given, else that of the environment variable ``EVALCORE_HORSE_COLIC``, else
    ``data/horse_colic`` (of an installed copy: in the package's own folder).
    Raises ``FileNotFoundError`` if a file is missing and ``ValueError`` if one is not the published
    one (shape, SHA-256); both say where the files are published and where to put them.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as empty:
    ...     load_horse_colic(empty)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    FileNotFoundError: horseColicTraining2.txt is not in ...
    """
    folder = Path(folder or os.environ.get("EVALCORE_HORSE_COLIC") or DATA / "horse_colic")
    train, test = (_horse_colic_table(folder, name, *known) for name, known in HORSE_COLIC.items())
    return train[:, :-1], test[:, :-1], (train[:, -1] > 0).astype(int), (test[:, -1] > 0).astype(int)


def _horse_colic_table(folder: Path, name: str, rows: int, digest: str) -> np.ndarray:
    """One of the two tables, shape (rows, 22), if the file is the published one."""
    shown = HORSE_COLIC_PLACE if folder == DATA / "horse_colic" else folder
    if not (folder / name).is_file():
        raise FileNotFoundError(f"{name} is not in {shown}. {HORSE_COLIC_HELP}")
    content = (folder / name).read_bytes().replace(b"\r\n", b"\n")  # an editor's line ends are no other data
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
