"""Worksheets for a class: one per student, each with different numbers, and an answer key for the lecturer.

``python -m evalcore sheet 04 05 --students 60 --seed 2027 -o sheets.html``
"""

import csv
import html
from collections.abc import Sequence
from pathlib import Path

from evalcore.exercises.tasks import Family, Task, families, to_html
from evalcore.language import tag
from evalcore.language import translated as _

MOST = 1000  # sheets in one file
ACROSS = 8  # columns of answers that fit A4

_PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
@page {{ size: A4; margin: 14mm 18mm }}
body {{ font: 10.5pt/1.4 system-ui, sans-serif; max-width: 174mm; margin: 2rem auto; padding: 0 1rem }}
body {{ color: #1A1A1A; background: white }}
@media print {{ body {{ margin: 0 auto; padding: 0 }} }}
.sheet, .answers {{ break-before: page }}
.sheet:first-of-type {{ break-before: avoid }}
.sheet {{ display: table; width: 100% }}
.sheet header {{ display: table-header-group; break-inside: avoid }}
h1 {{ font-size: 14pt; border-bottom: 1px solid; margin: 0 0 .8em; padding-bottom: .3em }}
h1, h2 {{ display: flex; justify-content: space-between; gap: 1em }}
h1 span {{ font-weight: 400 }}
.task {{ break-inside: avoid; padding-bottom: .7em }}
h2 {{ font-size: 10.5pt; align-items: end; margin: 0 0 .3em }}
h2 span {{ border-bottom: 1px solid; flex: 0 0 46%; font-size: 8pt; font-weight: 400; line-height: 2.2 }}
p {{ margin: 0 0 .2em }}
table {{ border-collapse: collapse; margin: .3em 0; font-variant-numeric: tabular-nums }}
th, td {{ border: 1px solid #777; padding: .1em .7em; text-align: right }}
.answers td:first-child {{ text-align: left }}
.answers table {{ font-size: 9pt; margin-bottom: 2em }}
.answers tr {{ break-inside: avoid }}
</style></head>
<body>
{body}
</body></html>
"""


def names_of(students: str) -> list[str]:
    """Return names of students: from a file (one per line, or the first column of a table), or numbers up to a count.

    Raises ``ValueError`` for a count outside [1, :data:`MOST`], and for a file without names.
    """
    if students.isdecimal():
        if not 1 <= int(students) <= MOST:
            raise ValueError(f"students must be from 1 to {MOST}, got {students}")
        return [_("Sheet {number}", number=number) for number in range(1, int(students) + 1)]
    with Path(students).open(newline="", encoding="utf-8-sig") as lines:
        names = [row[0].strip() for row in csv.reader(lines) if row and row[0].strip()]
    if not 1 <= len(names) <= MOST:
        raise ValueError(f"{students}: expected from 1 to {MOST} names, one a line, got {len(names)}")
    return names


def chosen_families(chapters: Sequence[str], seed: int) -> list[Family]:
    """Return the families of practice tasks of the ``chapters``.

    Raises ``ValueError`` for a chapter without practice (the message lists the others), and for another ``seed`` than
    a whole number from 0 to 2**31 - 1.
    """
    wanted = [family for chapter in dict.fromkeys(chapters) for family in families(chapter)]
    available = list(dict.fromkeys(family.chapter for family in families()))
    if missing := [chapter for chapter in chapters if chapter not in available]:
        raise ValueError(f"there is no practice for chapter {missing[0]!r}, expected some of {', '.join(available)}")
    if not isinstance(seed, int) or not 0 <= seed < 2**31:
        raise ValueError(f"seed must be a whole number from 0 to {2**31 - 1}, got {seed!r}")
    return wanted


def sheets(chapters: Sequence[str], students: Sequence[str], seed: int) -> str:
    """Return an HTML page with one worksheet per student, and a table of answers at the end.

    Each worksheet has one task from each family of the ``chapters`` ("04"). The same chapters, number of students and
    ``seed`` give the same sheets. Raises ``ValueError`` for a chapter without practice; the message lists the others.
    """
    wanted = chosen_families(chapters, seed)
    heading = (
        _("Model evaluation, chapters {chapters}")
        if len({*chapters}) > 1
        else _("Model evaluation, chapter {chapters}")
    )
    title = heading.format(chapters=_(", ").join(dict.fromkeys(chapters)))
    pages, answers = [], []
    for number, student in enumerate(students):
        tasks = [family.task(seed * MOST + number) for family in wanted]
        parts = "".join(
            f'<section class="task"><h2>{position}. {html.escape(family.title)} '
            f"<span>{html.escape(_wanted(task))}</span></h2>{to_html(task.question)}</section>"
            for position, (family, task) in enumerate(zip(wanted, tasks, strict=True), 1)
        )
        name = html.escape(student)
        head = f"<header><h1>{title} <span>{name}</span></h1></header>"
        pages.append(f'<article class="sheet">{head}<div>{parts}</div></article>')
        answers.append([student, *(task.answer for task in tasks)])
    key = "".join(
        _answers(answers, range(start, min(start + ACROSS, len(wanted)))) for start in range(0, len(wanted), ACROSS)
    )
    pages.append(
        f'<article class="answers"><h1>{_("Answers")} <span>{_("seed {seed}", seed=seed)}</span></h1>{key}</article>'
    )
    return _PAGE.format(language=tag(), title=title, body="\n".join(pages))


def _wanted(task: Task) -> str:
    """Return the text on the line for the answer: the number of decimals, or the words to choose from."""
    rule = task.exercise.rule
    if rule["kind"] == "choice":
        *words, last = rule["hints"][0]
        return _("{words}:", words=_(", ").join(words) + _(" or ") + last)
    digits = rule["decimals"]
    kind = _("{count} decimals", count=digits) if digits > 1 else _("1 decimal") if digits else _("whole")
    return _("{words}:", words=_(", ").join([*task.exercise.asks, kind]))


def _answers(rows: Sequence[Sequence[str]], tasks: range) -> str:
    """Return a table of the answers to some of the tasks, one row per student."""
    return to_html(
        [[[_("sheet"), *(task + 1 for task in tasks)], *([row[0], *(row[task + 1] for task in tasks)] for row in rows)]]
    )
