"""The report as a file: Markdown, LaTeX or JSON. The name of the file decides which of them, or a page."""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import NamedTuple

import numpy as np

from evalcore import __version__
from evalcore.language import translated as _
from evalcore.report.provenance import Provenance
from evalcore.report.words import Part, said

_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "–": "--",
          "±": r"$\pm$"} | {sign: f"\\{sign}" for sign in "&%$#_{}"}  # fmt: skip
PAGES = (".html", ".htm")


class Contents(NamedTuple):
    """The words and numbers of a report, its title, and its day, such as 2026-01-31."""

    title: str
    settings: Mapping[str, object]
    provenance: Provenance
    parts: list[Part]
    table: dict[str, list]
    day: str


def writer(path: str | PathLike[str]) -> Callable[[Contents], str] | None:
    """Return the function that writes a file with this name from the contents of a report; None for a page.

    Raises ``ValueError`` for a name that ends otherwise.
    """
    ending = Path(path).suffix.lower()
    if ending in PAGES:
        return None
    writers = {".md": as_markdown, ".tex": as_latex, ".json": as_json}
    if ending not in writers:
        message = _("expected a name that ends in {endings}, got {name}", endings=", ".join([".html", *writers]),
                    name=Path(path).name)  # fmt: skip
        printed = _(". For a PDF, write the .html page and print it from a browser") if ending == ".pdf" else ""
        raise ValueError(message + printed)
    return writers[ending]


def as_json(report: Contents) -> str:
    """Return all numbers and words, and what was given."""
    provenance = report.provenance
    summary, given, *answers = report.parts
    words = {part.question: part.words for part in answers}
    document = {
        "version": __version__,
        "date": report.day,
        "given": {**provenance._asdict(), **report.settings},
        "left out": provenance.left_out,
        "what was given": given.words,
        "summary": summary.words,
        "words": words,
        "table": report.table,
    }
    return json.dumps(document, allow_nan=False) + "\n"


def as_markdown(report: Contents) -> str:
    """Return the words and the tables, in Markdown."""
    lines = [f"# {_plain(report.title)}"]
    for part in report.parts:
        lines += ["", f"## {part.question}", "", *(f"- {_plain(sentence)}" for sentence in part.words)]
        if part.rows:
            lines += ["", f"|  | {_('measure')} | {_('value')} |", "|---|---|---|"]
            lines += [f"| {_plain(row.learner)} | {_plain(row.measure)} | {said(*row[2:])} |" for row in part.rows]
    return "\n".join(lines) + "\n"


def _plain(words: str) -> str:
    """Words of a file as Markdown shows them: no mark-up, no new column, one line."""
    marks = "\\`*_{}[]<>#|"
    return " ".join("".join(f"\\{sign}" if sign in marks else sign for sign in words).split())


def as_latex(report: Contents) -> str:
    """Return the words and the tables, as sections of a LaTeX document (packages booktabs and longtable)."""
    lines = [f"\\section*{{{_latex(report.title)}}}"]
    for part in report.parts:
        lines += ["", f"\\subsection*{{{_latex(part.question)}}}"]
        if part.words:
            lines += ["\\begin{itemize}", *(f"  \\item {_latex(words)}" for words in part.words), "\\end{itemize}"]
        if part.rows:
            rows = [
                f"{_latex(row.learner)} & {_latex(row.measure)} & {_latex(said(*row[2:]))} \\\\" for row in part.rows
            ]
            head = f" & {_latex(_('measure'))} & {_latex(_('value'))} \\\\"
            lines += [
                "\\begin{longtable}{lll}",
                "\\toprule",
                head,
                "\\midrule",
                *rows,
                "\\bottomrule",
                "\\end{longtable}",
            ]
    return "\n".join(lines) + "\n"


def _latex(words: str) -> str:
    return " ".join("".join(_LATEX.get(sign, sign) for sign in words).split())


def as_csv(
    label: str | None,
    labels: np.ndarray,
    corrected: Mapping[str, np.ndarray],
    identifiers: Mapping[str, Sequence[str]],
) -> str:
    """Return the corrected probabilities as CSV: a row per example in the order of the data, and its label.

    Columns that identify an example or its group come first, so that the rows can be matched with others.

    Raises
    ------
    ValueError
        If no model has probabilities that can be corrected.
    """
    if not corrected:
        raise ValueError(_("no model has probabilities that can be corrected: all scores must lie between 0 and 1"))
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    identifiers = {name: entries for name, entries in identifiers.items() if name not in corrected}
    rounded = [[f"{value:.6g}" for value in values.tolist()] for values in corrected.values()]
    table.writerow([*identifiers, label or "label", *corrected])
    table.writerows(zip(*identifiers.values(), labels.astype(int), *rounded, strict=True))
    return stream.getvalue()
