"""The report as HTML: in a notebook, and as one page that needs nothing else. All words of a file are text here."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape

import ipywidgets as widgets
import matplotlib as mpl

from evalcore import plots
from evalcore.explore import LivingPicture
from evalcore.explore.page import record
from evalcore.explore.page.markup import living_picture, still_picture
from evalcore.explore.page.saved import document
from evalcore.language import language
from evalcore.language import translated as _
from evalcore.live import Live, html_table
from evalcore.plots.style import drawn, picture_bundle
from evalcore.report.learners import Given
from evalcore.report.pictures import PICTURES, is_letter, names_in_figures
from evalcore.report.words import Part, Row, joined, said

CHAPTERS = {  # and the names of their pages in the book
    "02": "02_overfitting",
    "03": "03_evaluation_methods",
    "04": "04_metrics",
    "05": "05_cost_curves",
    "07": "07_comparing_learners",
}


Figures = Given | Mapping[str, Callable[[], plots.style.Shown]]  # scores, or a function for each figure


def _pictures_after(part: Part, figures: Figures) -> list[LivingPicture | plots.style.Shown]:
    """Return the figure that follows a part, interactive or not, if there is one."""
    if not part.picture:
        return []
    picture = figures[part.picture]() if isinstance(figures, Mapping) else PICTURES[part.picture](figures)
    return [picture] if picture else []


def shown(data: Figures, parts: Sequence[Part], stored: str) -> Live:
    """Return the report for a reader at work; a stored notebook keeps its words."""
    children = [_key(data)]
    for part in parts:
        children += [widgets.HTML(_html(part)), *_pictures_after(part, data)]
    return Live(stored, *children)


def html(data: Figures, parts: Sequence[Part], title: str, walk: record.Walk | None) -> str:
    """Return the page, in the style of the screen, whatever is set; without ``walk``, its figures are images."""
    with mpl.rc_context():
        mpl.rcdefaults()
        plots.use_style("screen")
        body, records = [_key(data).value], []
        for part in parts:
            body.append(_html(part))
            for picture in _pictures_after(part, data):
                if not walk:
                    body.append(f"<p>{_image(picture)}</p>\n")
                elif isinstance(picture, LivingPicture):
                    records.append(picture.record(walk))
                    body.append(living_picture(records[-1], f"picture-{len(records)}"))
                else:
                    body.append(still_picture(record.of_still(picture.figure, picture.alt)))
        return document(title, title, "".join(body), records)


def _image(picture: LivingPicture | plots.style.Shown) -> str:
    """Return a figure without its controls, which takes a twentieth of the time."""
    if isinstance(picture, LivingPicture):
        data, _metadata = picture_bundle(picture.layers.image(picture.values), picture.words)
    else:
        data, _metadata = picture_bundle(drawn(picture.figure), picture.alt)
    return data["text/html"]


def _key(data: Figures) -> widgets.HTML:
    """Return which model each letter of the figures stands for, if names are not shown."""
    if isinstance(data, Mapping):
        return widgets.HTML()
    items = [
        _("{letter} stands for {model}", letter=name, model=escape(learner.name))
        for name, learner in names_in_figures(data).items()
        if is_letter(name, learner)
    ]
    if not items:
        return widgets.HTML()
    return widgets.HTML(f"<p>{_('In the figures, {items}.', items=joined(items, clauses=True))}</p>\n")


def _html(part: Part) -> str:
    words = "".join(f"<li>{escape(sentence)}</li>\n" for sentence in part.words)
    more = (
        f"<details><summary>{_('All numbers of the figure')}</summary>\n{_list(part.more)}</details>\n"
        if part.more
        else ""
    )
    chapter = f"<p>{_chapter(part.chapter)}</p>\n" if part.chapter else ""
    return f"<h2>{escape(part.question)}</h2>\n{chapter}<ul>\n{words}</ul>\n{_matrices(part)}{_table(part.rows)}{more}"


def _chapter(number: str) -> str:
    """Return the chapter that explains a part: a link, if it is known where the book is published."""
    words = escape(_("Explained in chapter {chapter} of the course", chapter=number))
    address = os.environ.get("BOOK_ADDRESS", "")
    if not re.fullmatch(r"https?://\S+", address):
        return words
    folder = "zh/" if language() == "zh" else ""
    return f'<a href="{escape(address.rstrip("/"))}/{folder}{CHAPTERS[number]}.html">{words}</a>'


def _matrices(part: Part) -> str:
    """Return a table of models by models for each difference of many pairs; a star marks more than chance."""
    html = ""
    for measure, pairs in part.matrices.items():
        names = list(dict.fromkeys(name for pair in pairs for name in pair))
        cells = {
            pair: f"{value:z.3f}" if low <= 0 <= high else f"{value:z.3f}*"
            for pair, (value, low, high) in pairs.items()
        }
        lines = [[row, *(cells.get((row, column), "") for column in names[1:])] for row in names[:-1]]
        html += _lines([measure, *names[1:]], lines)
    if html:
        words = _(
            "Each value is the result of the model in the row minus the result of the model in the column; * marks "
            "a significant difference. The next table contains the intervals."
        )
        html += f"<p>{escape(words)}</p>\n"
    return html


def _table(rows: Sequence[Row]) -> str:
    """Return a table of values with their 95 % intervals; models are columns unless there are more than measures."""
    if not rows:
        return ""
    measures = list(dict.fromkeys(row.measure for row in rows))
    cells = {(row.learner, row.measure): said(*row[2:]) for row in rows}
    names = dict.fromkeys(row.learner for row in rows)
    if any(names) and len(names) <= len(measures):
        lines = [[measure, *(cells.get((name, measure), "") for name in names)] for measure in measures]
        return _lines(["", *names], lines)
    lines = [[name, *(cells.get((name, measure), "") for measure in measures)] for name in names]
    return _lines(["", *measures], lines) if any(names) else _lines(measures, [line[1:] for line in lines], named=False)


def _list(rows: Sequence[Row]) -> str:
    """A line a number."""
    return _lines(["", _("measure"), _("value")], [[row.learner, row.measure, said(*row[2:])] for row in rows])


def _lines(head: Sequence[str], lines: Sequence[Sequence[str]], *, named: bool = True) -> str:
    table = html_table(head, lines, row_names=named, cell=_cell)
    return f'<div class="table">{re.sub("[^<>]+(?=</th>)", _breakable, table)}</div>\n'


def _breakable(heading: re.Match[str]) -> str:
    """Let a long name continue in the next line where one of its words ends, as in random_forest or RandomForest."""
    return re.sub(r"(?<=[^\W_][_/])(?=[^\W_])|(?<=[a-z]{3})(?=[A-Z][a-z]{2})", "<wbr>", heading[0])


def _cell(words: str) -> str:
    """A number, and below it, where both have no room in a line, its interval in one piece."""
    if re.fullmatch(r"-?[\d.]+(e-\d+)?( ?[(（][^()]*)?", words.rstrip(")）*")):  # a number, perhaps with an interval
        words = words.replace("-", "−")
    match = re.fullmatch(r"(\S+?)( ?)([(（].*)", words)
    if not match:
        return escape(words)
    value, blank, interval = match.groups()
    return f'{escape(value)}{blank or "<wbr>"}<span style="white-space: nowrap">{escape(interval)}</span>'
