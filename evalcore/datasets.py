"""Loaders of the small tables in the ``data`` folder, and the horse-colic data, which are fetched when asked for."""

import csv
import os
import zlib
from contextlib import suppress
from hashlib import sha256
from http.client import HTTPException
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

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
    "The horse-colic data consist of two files, horseColicTraining2.txt and horseColicTest2.txt. They are published "
    "in the repository of the book Machine Learning in Action (Peter Harrington, 2012), folder Ch07; the records "
    'are the same as those on the page "Horse Colic" of the UCI Machine Learning Repository.'
)
HORSE_COLIC_HELP = (
    f"{HORSE_COLIC_SOURCE} evalcore.datasets.fetch_horse_colic() downloads the records and makes both files. "
    f"Put both into {HORSE_COLIC_PLACE}/, "
    "or name their folder in the environment variable EVALCORE_HORSE_COLIC."
)
HORSE_COLIC_URL = "https://archive.ics.uci.edu/static/public/47/horse+colic.zip"
HORSE_COLIC_ORIGINALS = {"horse-colic.data": "horseColicTraining2.txt", "horse-colic.test": "horseColicTest2.txt"}
_LARGEST_ARCHIVE = 5_000_000  # bytes; the published one is much smaller


_folder = such_that(lambda folder: isinstance(folder, str | Path | None), "be the path of a folder")
_address = such_that(lambda url: isinstance(url, str) and ":" in url, "be the address of a zip archive")


def _horse_colic_folder(folder: str | Path | None) -> Path:
    """Return the folder given, or else that of the environment variable, or else the default."""
    return Path(folder or os.environ.get("EVALCORE_HORSE_COLIC") or DATA / "horse_colic")


@asks(folder=_folder, url=_address)
def fetch_horse_colic(folder: str | Path | None = None, *, url: str = HORSE_COLIC_URL) -> Path:
    """Download the horse-colic data, write the two files that :func:`load_horse_colic` reads, and return their folder.

    The UCI Machine Learning Repository publishes the records (data set 47) under the licence CC BY 4.0. Its two files
    are converted: the hospital number (column 3) and the columns after the outcome (column 23) are left out, and so
    are the horses without an outcome; "?" becomes 0; the label is 1 if the horse lived and -1 otherwise. Nothing is
    downloaded if both files are in the folder already, and a file is written only if it is the published one.

    Parameters
    ----------
    folder : str or Path, optional
        The folder to write to; it is made if necessary. The default is that of :func:`load_horse_colic`.
    url : str, optional
        Address of a zip archive that contains ``horse-colic.data`` and ``horse-colic.test``.

    Returns
    -------
    Path
        The folder that contains both files.

    Raises
    ------
    ConnectionError
        If the archive cannot be downloaded.
    ValueError
        If the archive does not contain the published records.
    FileExistsError
        If the folder contains a file of that name with other content; it is left as it is.

    References
    ----------
    M. McLeish and M. Cecile, Horse Colic, UCI Machine Learning Repository, 1989. https://doi.org/10.24432/C58W23

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as empty:
    ...     fetch_horse_colic(empty, url="file:///no/such/archive.zip")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ConnectionError: The horse-colic data could not be downloaded from file:///no/such/archive.zip ...
    """
    folder = _horse_colic_folder(folder)
    changed = [name for name in HORSE_COLIC if (folder / name).exists() and not _is_published(folder / name)]
    if changed:
        raise FileExistsError(
            f"{' and '.join(changed)} in {folder} differs from the published file, perhaps because it was not written "
            "to its end. Move it or delete it, then fetch again. Nothing was downloaded or changed."
        )
    missing = [name for name in HORSE_COLIC if not (folder / name).exists()]
    if not missing:
        return folder
    tables = _horse_colic_tables(_downloaded(url), url)
    folder.mkdir(parents=True, exist_ok=True)
    for name in missing:
        _write_whole(folder / name, tables[name])
    return folder


def _is_published(file: Path) -> bool:
    """Return whether a file has the content of the published one; line ends do not matter."""
    return sha256(file.read_bytes().replace(b"\r\n", b"\n")).hexdigest() == HORSE_COLIC[file.name][1]


def _downloaded(url: str) -> bytes:
    """Return the bytes at an address."""
    from urllib.request import urlopen  # slow to import, and only this function needs it

    try:
        with urlopen(url, timeout=30) as answer:
            content = answer.read(_LARGEST_ARCHIVE + 1)
    except (OSError, ValueError, HTTPException) as error:
        raise ConnectionError(
            f"The horse-colic data could not be downloaded from {url} ({error}). "
            f"Nothing was written. {HORSE_COLIC_HELP}"
        ) from error
    if len(content) > _LARGEST_ARCHIVE:
        raise ValueError(f"The archive at {url} is larger than expected. Nothing was written. {HORSE_COLIC_HELP}")
    return content


def _horse_colic_tables(archive: bytes, url: str) -> dict[str, bytes]:
    """Return the content of both tables, made from the archive, after checking that they are the published ones."""
    tables = {}
    try:
        with ZipFile(BytesIO(archive)) as files:
            for original, name in HORSE_COLIC_ORIGINALS.items():
                tables[name] = _converted(files.read(original).decode("ascii"))
    except (BadZipFile, KeyError, ValueError, IndexError, RuntimeError, NotImplementedError, zlib.error) as error:
        raise ValueError(
            f"The archive at {url} does not contain the published horse-colic records ({error}). "
            f"Nothing was written. {HORSE_COLIC_HELP}"
        ) from error
    changed = [name for name, content in tables.items() if sha256(content).hexdigest() != HORSE_COLIC[name][1]]
    if changed:
        raise ValueError(
            f"The records in the archive at {url} have changed: they give another {' and another '.join(changed)} "
            f"(SHA-256). Nothing was written. {HORSE_COLIC_HELP}"
        )
    return tables


def _converted(records: str) -> bytes:
    """Return a table of features and label, separated by tabs, from UCI's records of 28 columns."""
    rows = [line.split() for line in records.splitlines() if line.strip()]
    if any(len(row) != 28 for row in rows):
        raise ValueError("a record does not have 28 columns")
    known = [row for row in rows if row[22] != "?"]  # the outcome: 1 lived, 2 died, 3 was put down
    features = [[0.0 if entry == "?" else float(entry) for entry in row[:2] + row[3:22]] for row in known]
    labels = [1.0 if float(row[22]) == 1 else -1.0 for row in known]
    lines = ["\t".join(f"{entry:.6f}" for entry in (*row, label)) for row, label in zip(features, labels, strict=True)]
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def _write_whole(file: Path, content: bytes) -> None:
    """Write a file completely or not at all."""
    part = file.with_name(f"{file.name}.part")
    try:
        part.write_bytes(content)
        part.replace(file)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


@asks(folder=_folder)
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
    folder = _horse_colic_folder(folder)
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
