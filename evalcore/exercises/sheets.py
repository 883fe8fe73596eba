"""Printed sheets for a class: one a student, each with numbers of its own, and the answers for the lecturer.

``python -m evalcore sheet 04 05 --students 60 --seed 2027 -o sheets.html``
"""

import csv
import html
from collections.abc import Sequence
from pathlib import Path

from evalcore.exercises.tasks import families, shown

MOST = 1000  # sheets of one file

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
@page {{ size: A4; margin: 18mm }}
body {{ font: 11pt/1.45 system-ui, sans-serif; max-width: 174mm; margin: 2rem auto; padding: 0 1rem }}
body {{ color: #1A1A1A; background: white }}
.sheet, .answers {{ break-before: page; padding-top: 1px }}
.sheet:first-of-type {{ break-before: avoid }}
h1 {{ font-size: 14pt; border-bottom: 1px solid; padding-bottom: .3em }}
h1 {{ display: flex; justify-content: space-between; gap: 1em }}
h1 span {{ font-weight: 400 }}
.task {{ break-inside: avoid; margin: 1em 0 }}
h2 {{ font-size: 11pt; margin: 0 0 .3em }}
p {{ margin: 0 0 .4em }}
table {{ border-collapse: collapse; margin: .4em 0; font-variant-numeric: tabular-nums }}
th, td {{ border: 1px solid #777; padding: .15em .7em; text-align: right }}
.line {{ border-bottom: 1px solid; height: 2.2em; width: 60% }}
.answers td:first-child {{ text-align: left }}
.answers table {{ font-size: 9pt }}
</style></head>
<body>
{body}
</body></html>
"""


def names_of(students: str) -> list[str]:
    """Names of students: of a file, one a line (its first column, if it is a table), or numbers up to one.

    Raises ``ValueError`` for a number below 1 or above :data:`MOST`, and for a file without names.
    """
    if students.isdecimal():
        if not 1 <= int(students) <= MOST:
            raise ValueError(f"students must be from 1 to {MOST}, got {students}")
        return [f"Sheet {number}" for number in range(1, int(students) + 1)]
    with Path(students).open(newline="", encoding="utf-8-sig") as lines:
        found = [row[0].strip() for row in csv.reader(lines) if row and row[0].strip()]
    if not 1 <= len(found) <= MOST:
        raise ValueError(f"{students}: expected from 1 to {MOST} names, one a line, got {len(found)}")
    return found


def sheets(chapters: Sequence[str], students: Sequence[str], seed: int) -> str:
    """The page with one sheet for each of the students, and a table of answers at its end.

    Each sheet has a task of each family of the ``chapters`` ("04"). Same chapters, number of students and ``seed``: the
    same sheets. Raises ``ValueError`` for a chapter without practice, and names those that have some.
    """
    asked = [family for chapter in dict.fromkeys(chapters) for family in families(chapter)]
    known = list(dict.fromkeys(family.chapter for family in families()))
    if missing := [chapter for chapter in chapters if chapter not in known]:
        raise ValueError(f"there is no practice for chapter {missing[0]!r}, expected some of {', '.join(known)}")
    if not isinstance(seed, int) or not 0 <= seed < 2**31:
        raise ValueError(f"seed must be a whole number from 0 to {2**31 - 1}, got {seed!r}")
    title = f"Model evaluation, chapter{'s' * (len({*chapters}) > 1)} {', '.join(dict.fromkeys(chapters))}"
    pages, answers = [], []
    for number, student in enumerate(students):
        tasks = [family.task(seed * MOST + number) for family in asked]
        parts = "".join(
            f'<section class="task"><h2>{place}. {html.escape(family.title)}</h2>{shown(task.question)}'
            '<p class="line"></p></section>'
            for place, (family, task) in enumerate(zip(asked, tasks, strict=True), 1)
        )
        name = html.escape(student)
        pages.append(f'<article class="sheet"><h1>{title} <span>{name}</span></h1>{parts}</article>')
        answers.append(f"<tr><td>{name}</td>{''.join(f'<td>{html.escape(task.answer)}</td>' for task in tasks)}</tr>")
    head = "".join(f"<th>{place}</th>" for place in range(1, len(asked) + 1))
    key = f"<table><thead><tr><th>sheet</th>{head}</tr></thead><tbody>{''.join(answers)}</tbody></table>"
    pages.append(f'<article class="answers"><h1>Answers <span>seed {seed}</span></h1>{key}</article>')
    return _PAGE.format(title=title, body="\n".join(pages))
