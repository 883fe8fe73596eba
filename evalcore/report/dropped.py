"""A file that a reader has dropped on the page *Your results* of the web book: its columns, and the report on it.

The page (``book/your-results.js``) runs this module in the reader's browser, with the options of the command.
"""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr
from itertools import count, islice
from pathlib import Path

import numpy as np
from scipy.special import expit

from evalcore import __main__ as command
from evalcore.language import translated as _
from evalcore.report import columns, kinds
from evalcore.report.decoding import decoded
from evalcore.report.numbers import is_missing
from evalcore.report.results import Results
from evalcore.report.scores_file import plain_label
from evalcore.report.table import Column
from evalcore.report.table import table as parse_table
from evalcore.report.written import as_json, as_markdown

FIRST = 3  # different entries of a column that the page shows
MOST = 12  # different entries of a column from which the page offers the positive label
WITH_LABELS = {"scores", "classes", "numbers"}
LABELS = {"label", "labels", "y", "ytrue", "truth", "true", "actual", "target", "gold", "class", "outcome",
          "标签", "真实标签", "真实类别", "类别"}  # names of a column of labels, without blanks and signs  # fmt: skip


def answer(file: str, arguments: Sequence[str]) -> tuple[Results | None, dict[str, object]]:
    """Return the report on a file, and what the page shows; the report is None if the file cannot be read.

    Parameters
    ----------
    file : str
        The path of the file.
    arguments : sequence of str
        Options of ``python -m evalcore report``; without ``--label`` a likely column of labels is taken.

    Returns
    -------
    report : Results or None
    shown : dict
        ``refusal``, why there is no report; ``columns``, each with its ``name``, its first ``entries``, and its
        ``labels`` if they are few; ``kind``, ``label``, ``positive``, ``group`` and ``scores`` as the report takes
        them; ``guessed``, whether the label was; ``sentences`` on what was assumed; ``md`` and ``json``, the report
        in these formats.
    """
    shown: dict[str, object] = {"columns": []}
    with redirect_stderr(io.StringIO()) as printed:
        try:
            options = command.parsed(["report", file, *arguments])
            table = parse_table(decoded(file, options.encoding).text, options.label).columns
            shown["columns"] = [_described(name, column) for name, column in table.items()]
            kind = options.kind or kinds.recognised(file, vars(options), table) or "scores"
            if options.label is None and kind in WITH_LABELS:
                options.label = likely_label(table)
                shown["guessed"] = options.label is not None
            shown |= {"kind": kind, "label": options.label}
            report = command.report_of(options)
        except (OSError, ValueError) as error:
            return None, shown | {"refusal": command.with_options(str(error))}
        except SystemExit:
            return None, shown | {"refusal": printed.getvalue().strip()}
    given, contents = report.provenance, report.contents(_title(file))
    return report, shown | {
        "kind": getattr(report, "kind", "scores"), "positive": given.positive, "group": options.group,
        "scores": given.scores, "sentences": given.sentences,
        "md": as_markdown(contents), "json": as_json(contents),
    }  # fmt: skip


def page(report: Results, file: str, tell: Callable[[int, float], object] | None = None) -> str:
    """Return the page of a report. Its figures are images, or interactive if ``tell`` is given.

    ``tell`` receives the number of a figure, and the share of its states that are drawn.
    """
    numbers = count(1)

    def walk(states: Sequence[int], _edition: str) -> Iterator[int]:
        number = next(numbers)
        for done, state in enumerate(states, start=1):
            yield state
            tell(number, done / len(states))

    return report.html(_title(file), walk if tell else None)


def example() -> bytes:
    """Return a file for readers who have none at hand: 300 people, and the scores of two models.

    >>> example().decode().split()[:2]
    ['person,ill,forest,ridge', '1,0,0.086,0.298']
    """
    rng = np.random.default_rng(0)
    ill = rng.permutation(np.arange(300) % 10 < 3)
    seen = 2 * ill + rng.normal(size=300)
    scores = expit(np.array([seen, seen + rng.normal(scale=0.8, size=300)]) - 1.8)
    rows = [f"{person},{int(ill[person - 1])},{a:.3f},{b:.3f}" for person, (a, b) in enumerate(scores.T, start=1)]
    return "\n".join(["person,ill,forest,ridge", *rows, ""]).encode()


def likely_label(table: Mapping[str, Column]) -> str | None:
    """Return the column that probably has the labels: the only one with such a name, or the only one of two values.

    >>> likely_label({"id": ["1", "2", "3"], "ill": ["yes", "no", "no"], "model": ["0.9", "0.2", "0.1"]})
    'ill'
    """
    named = [name for name in table if "".join(filter(str.isalnum, name.lower())) in LABELS]
    of_two = [name for name in table if len(_labels(table[name])) == 2]
    for likely in (
        named,
        [name for name in named if name in of_two],
        [name for name in of_two if not columns.kind(name)],
    ):
        if len(likely) == 1:
            return likely[0]
    return None


def _labels(column: Column) -> list[str]:
    """Return the different labels of a column in order, 1.0 as 1; none if there are many."""
    labels = set()
    for entry in _different(column):
        labels.add(plain_label(entry))
        if len(labels) > MOST:
            return []
    return sorted(labels)


def _different(column: Column) -> Iterator[str]:
    """Yield each entry of a column once, except the marks of a missing value."""
    seen = set()
    for entry in column:
        if entry not in seen:
            seen.add(entry)
            if not is_missing(entry):
                yield entry


def _described(name: str, column: Column) -> dict[str, object]:
    return {"name": name, "entries": list(islice(_different(column), FIRST)), "labels": _labels(column)}


def _title(file: str) -> str:
    return _("Report on {name}", name=Path(file).name)
