"""The sources of the pages, made from notebooks that ran: notebooks for Sphinx, and the files of the figures.

Each cell becomes a ``<div class="passage">`` with the cell's id. An output with a record (``record.py``) becomes HTML,
from evalcore or ``parts.html``, that scripts make interactive. MyST-NB renders all other outputs.
"""

import json
import os
import re
import shutil
from base64 import b64decode
from html import escape
from itertools import groupby
from pathlib import Path
from pkgutil import iter_modules

import download
import folding
import front
import glossary
import letters
import lite
import nbformat
import segno
import yaml
from editions import ENGLISH, Edition
from nbformat.v4 import new_notebook
from record import MIME

import evalcore
from evalcore.exercises import markup as tasks
from evalcore.explore.page import markup, saved
from evalcore.language import marked

BOOK = Path(__file__).parent
HEADING = re.compile(r"^(#+ .*)$", re.MULTILINE)
BEHIND = re.compile(
    r'\A<details class="behind">.*?\n\n(.*)\n\n</details>\Z', re.DOTALL
)  # closed in a notebook that was not run
STATE = re.compile(r"\[([^\]]*)\]\((#[a-z0-9-]+\?[^)\s]+)\)")  # [0.38](#two-planes?threshold=0.38) sets the figure
PERCENT = re.compile(r"(?<=\d) %")  # a percent sign stays on the line of its number
ANCHOR = re.compile(r'^(#+ (.*))<span id="([\w-]+)"></span>$', re.MULTILINE)  # a heading to which links lead
LINK = re.compile(r"\]\(([^)\s#]*)#([^)\s]*)\)")  # to an anchor
TO_PAGE = re.compile(r'<span class="to-page ([a-z-]+)">(.*?)</span>')  # a link to a page that no notebook has
IN_NOTEBOOK = re.compile(r'<span class="in-notebook">.*?</span>', re.DOTALL)  # words that a page leaves out
FOLDS = {"# Drawing": marked("Code of this figure"), "# Check": marked("Check of the text above")}
ON_SLIDES = ("shown", "hidden", "beside")  # tags that tell presentation mode what to do with a cell
AT_ITS_END = ("leads-on", "asks")  # the same, of the last paragraph


def slug(title: str) -> str:
    """Return the anchor that Jupyter gives to a heading."""
    return title.strip().replace(" ", "-")


def write(
    chapters: list[tuple[Path, nbformat.NotebookNode]], source: Path, extra: Path, edition: Edition = ENGLISH
) -> None:
    """Write the sources of all pages to ``source``, and the figures and the notebooks to download to ``extra``."""
    (extra / "notebooks").mkdir(parents=True)
    shutil.copy(BOOK.parent / "LICENSE", extra / "licence.txt")
    known = glossary.shown([ran for _, ran in chapters], in_chinese=edition != ENGLISH)
    taught = terms_by_section(chapters, edition)
    anchors = anchors_of_headings(chapters)
    pages = [Page(path.stem, extra, known, taught, edition, anchors) for path, _ in chapters]
    for page, (path, ran) in zip(pages, chapters, strict=True):
        (extra / "notebooks" / path.name).write_text(download.copy_of(path, edition), encoding="utf-8")
        _write_if_new(source / path.name, nbformat.writes(page.of(ran)))
    _write_if_new(source / "index.md", contents(chapters, extra, edition))
    _write_if_new(source / "your-results.md", your_results(edition))
    if edition == ENGLISH:
        _write_if_new(source / "reference.md", reference())
    scripts = "".join(path.read_text(encoding="utf-8") for path in (extra / "pictures").rglob("*.js"))
    (extra / "pictures" / "dejavu-sans.woff2").write_bytes(saved.letters(letters.missing(scripts), "woff2"))


REFERENCE = (
    "This page describes the functions and classes of `evalcore` that calculate; each module covers one idea. "
    "Arguments are arrays, or anything that NumPy can turn into an array; *m* is the number of examples, and the "
    "label of a positive is 1."
)


def reference() -> str:
    """Return the source of the reference, which Sphinx fills with the docstrings of the calculation modules."""
    names = [module.name for module in iter_modules(evalcore.__path__) if not module.ispkg]
    modules = [name for name in names if name[0] != "_" and name not in ("language", "live")]
    sections = [f"## evalcore.{name}\n\n```{{eval-rst}}\n.. automodule:: evalcore.{name}\n```" for name in modules]
    return "\n\n".join(["---\norphan: true\n---\n\n# Reference", REFERENCE, *sections, ""])


def your_results(edition: Edition) -> str:
    """Return the source of the page that makes a report on a reader's file, in their browser."""
    body = edition.templates.get_template("your-results.html").render(
        top=edition.top, language="en" if edition == ENGLISH else "zh", megabytes=lite.MEGABYTES["scipy"],
        wheel=f"{edition.top}wheels/{download.WHEEL}", wheel_name=download.WHEEL,
    )  # fmt: skip
    title = edition.say(marked("Your own results"))
    return f"---\norphan: true\nhide-toc: true\n---\n\n# {title}\n\n```{{raw}} html\n{body}\n```\n"


def contents(chapters: list[tuple[Path, nbformat.NotebookNode]], extra: Path, edition: Edition = ENGLISH) -> str:
    """Return the source of the front page: a figure to move, the chapters with their questions, and how to cite."""
    entries = []
    for path, ran in chapters:
        title, _, opening = ran.cells[0].source.partition("\n")
        number, _, title = title.removeprefix("# ").partition(" ")
        question = re.search(r"\*\*(.+?)\*\*", opening, re.DOTALL).group(1)
        entries.append({"page": f"{path.stem}.html", "number": number, "title": title, "question": question,
                        "minutes": ran.metadata.minutes.read})  # fmt: skip
        _write_cover(path, ran, extra, edition)
    cited = yaml.safe_load((BOOK.parent / "CITATION.cff").read_text(encoding="utf-8"))
    book = cited["references"][0]
    people = ", ".join(f"{person['given-names']} {person['family-names']}" for person in book["authors"])
    repository = os.environ.get("GITHUB_REPOSITORY")
    address = f"https://github.com/{repository}"
    link = f"[{address}]({address})"
    page = {entry["number"]: entry["page"] for entry in entries}
    start = page["00"]
    picture = front.record(edition)
    ends = front.ends(picture)
    words = {
        "opening": edition.front.opening(
            markup.living_picture(_with_files(picture, "front", extra), "front"), ends, start, len(entries),
            round(sum(entry["minutes"] for entry in entries) / 60), edition.switch, page.get("04", start),
        ),
        "chapters": edition.front.chapters(entries),
        "doors": edition.front.doors(start, page.get("10", start)),
        "authors": ", ".join(author["name"] for author in cited["authors"]),
        "home": edition.say(" The source of the book is at {address}.", address=link) if repository else "",
        "title": cited["title"],
        "top": edition.top,
        "version": cited["version"],
        "year": cited["date-released"].year,
        "reference": f"{people}, *{book['title']}*, {book['publisher']['name']}, {book['year']}",
        "toctree": "\n".join(path.stem for path, _ in chapters),
    }  # fmt: skip
    index = "\n\n".join(map(edition.say, blocks()))
    return re.sub(r"\{\{ (\w+) \}\}", lambda name: str(words[name[1]]), index)


def blocks() -> list[str]:
    """Return the paragraphs and the HTML of the front page; each paragraph is an entry of the catalogue."""
    return (BOOK / "index.md").read_text(encoding="utf-8").split("\n\n")


def _write_cover(path, ran, extra, edition):
    """Write a chapter's first figure, which other sites show with a link to it."""
    cells = folding.read(ENGLISH.folder_of_notebooks / path.name).cells
    stored = [output.get("data", {}).get("image/png") for cell in cells for output in cell.get("outputs", [])]
    drawn = [record.get("cover") for cell in ran.cells for record in records(cell)] if edition != ENGLISH else []
    folder = extra / "pictures" / path.stem
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cover.png").write_bytes(b64decode(next(filter(None, drawn or stored))))


def _with_files(record, name, extra, folder="index"):
    """Write the still layers and the states of a figure to files, and return its record with their addresses."""
    (extra / "pictures" / folder).mkdir(parents=True, exist_ok=True)
    for edition in record["editions"]:
        for place, still in enumerate(edition["stills"]):
            image = b64decode(still["src"].partition(",")[2])
            still["src"] = f"pictures/{folder}/{name}-{edition['name']}{place or ''}.webp"
            (extra / still["src"]).write_bytes(image)
        if "states" in edition:
            edition["src"] = f"pictures/{folder}/{name}-{edition['name']}.js"
            (extra / edition["src"]).write_text(markup.states_file(record, edition, name), encoding="utf-8")
    return record


def terms_by_section(
    chapters: list[tuple[Path, nbformat.NotebookNode]], edition: Edition = ENGLISH
) -> dict[tuple[str, str], list[str]]:
    """Return the names of the glossary's terms by the chapter and the heading of the section that teaches them.

    The names are English and Chinese. A term that no cell names belongs to the section of the glossary.
    """
    (start, first), sections, names = chapters[0], glossary.taught(chapters), {}
    home = start.stem, HEADING.search(first.cells[-1].source)[0]
    for term in glossary.terms(first, in_chinese=edition != ENGLISH):
        names.setdefault(sections.get(term.english, home), []).extend(dict.fromkeys(term.names))
    return names


def anchors_of_headings(chapters: list[tuple[Path, nbformat.NotebookNode]]) -> dict[tuple[str, str], str]:
    """Return the anchors of the book by the name of the notebook and the anchor that it gives to a heading."""
    return {
        (path.name, heading[3]): slug(re.sub("[*`]", "", heading[2]))
        for path, chapter in chapters
        for cell in chapter.cells
        for heading in ANCHOR.finditer(cell.source)
    }


def _write_if_new(path, text):
    """Write a file only if its text changes, because Sphinx reads newer files again."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


class Page:
    """The notebook that Sphinx reads for a chapter, made cell by cell."""

    def __init__(
        self, name: str, extra: Path, known: dict[str, dict], taught: dict[tuple[str, str], list[str]] | None = None,
        edition: Edition = ENGLISH, anchors: dict[tuple[str, str], str] | None = None,
    ):  # fmt: skip
        self.name, self.taught, self.edition, self.anchors = name, taught or {}, edition, anchors or {}
        self.parts, self.wheel = edition.parts, f"{edition.top}wheels/{download.WHEEL}"
        self.notebook, self.extra, self.pictures = f"notebooks/{name}.ipynb", extra, Path("pictures", name)
        self.cells, self.covered = [], 0
        self.known, self.used, self.met = known, set(), set()  # terms: of this section, of this page
        (extra / self.pictures).mkdir(parents=True)

    def of(self, ran: nbformat.NotebookNode) -> nbformat.NotebookNode:
        self.pip = download.wheel_for(ran)
        english = ran
        if self.edition != ENGLISH:  # the first line of a cell says in English what it is
            english = nbformat.read(ENGLISH.folder_of_notebooks / f"{self.name}.ipynb", as_version=4)
        self.begins = {cell.id: cell.source.partition("\n")[0] for cell in english.cells}
        for are_imports, cells in groupby(ran.cells, lambda cell: cell.id.startswith("imports")):
            if are_imports:
                self._imports(list(cells))
            else:
                for cell in cells:
                    self._markdown(cell) if cell.cell_type == "markdown" else self._code(cell)
        terms = {term: self.known[term]["html"] for term in sorted(self.met)}
        terms_json = json.dumps(terms, ensure_ascii=False).replace("</", "<\\/")  # no word ends the script
        self._html(f'<script type="application/json" id="terms">{terms_json}</script>')
        for place, cell in enumerate(self.cells):
            cell.id = f"part-{place}"
        return new_notebook(cells=self.cells, metadata={"kernelspec": ran.metadata.kernelspec})

    def _html(self, html):
        self.cells.append(_markdown_cell(f"```{{raw}} html\n{html}\n```"))

    def _open(self, cell, place=0, *, ends=True):
        relevant = ON_SLIDES + AT_ITS_END if ends else ON_SLIDES
        tags = [tag for tag in cell.metadata.get("tags", []) if tag in relevant]
        until = cell.metadata.get("stays_until")
        data = {
            "slide": cell.metadata.get("slideshow", {}).get("slide_type", ""),
            "on-slides": " ".join(tags) or None,
            "docked-until": f"cell-{until}" if until else None,
            "figure": cell.metadata.get("figure"),
        }
        attributes = "".join(f' data-{name}="{escape(value)}"' for name, value in data.items() if value is not None)
        asks = not place and any(record["kind"] == "prediction" for record in records(cell))
        phones = self._for_phones(f"cell-{cell.id}") if asks and os.environ.get("BOOK_ADDRESS") else ""
        self._html(f'<div class="passage" id="cell-{cell.id}{place or ""}"{attributes}{phones}>')

    def _for_phones(self, anchor):
        """Draw the QR code that opens a question on the phones of an audience, and return what leads to it."""
        address = f"{os.environ['BOOK_ADDRESS']}{self.edition.folder}{self.name}.html#{anchor}"
        drawn = self.pictures / f"{anchor}-code.svg"
        segno.make_qr(address).save(self.extra / drawn, light="white", xmldecl=False, omitsize=True)
        return f' data-code="{drawn.as_posix()}" data-address="{escape(address)}"'

    def _elsewhere(self, repository):
        """Return where a published chapter can be opened, with the line that installs evalcore on Colab."""
        address, path = os.environ.get("BOOK_ADDRESS"), f"notebooks/{self.edition.folder}{self.name}.ipynb"
        if not (repository and address):
            return None
        return {
            "colab": f"https://colab.research.google.com/github/{repository}/blob/main/{path}",
            "line": f"%pip install {download.on_a_host(f'{address}wheels')}",
            "binder": f"https://mybinder.org/v2/gh/{repository}/HEAD?urlpath=lab/tree/{path}",
        }

    def _close(self):
        self._html("</div>")

    def _uncover(self, cells=1):
        """Count cells that a prediction hides, and close the hidden block after the last of them."""
        if 0 < self.covered <= cells:
            self._html("</details>")
        self.covered -= cells

    def _markdown(self, cell):
        """Add the text of a cell; each heading becomes a cell of its own, or it would not begin a section."""
        pieces = [*filter(str.strip, HEADING.split(IN_NOTEBOOK.sub("", cell.source)))]
        for place, piece in enumerate(pieces):
            if HEADING.fullmatch(piece):
                self._uncover(self.covered)  # a hidden block cannot extend over a section
                if terms := self.taught.get((self.name, piece)):  # the index links to the heading that follows
                    self.cells.append(_markdown_cell(f"```{{index}} {', '.join(terms)}\n```"))
                self.cells.append(_markdown_cell(ANCHOR.sub(r"\1", piece)))
                self.used = set()
                if piece.startswith("# "):
                    repository = os.environ.get("GITHUB_REPOSITORY")
                    self._html(
                        self.parts.toolbar(self.notebook, self.wheel, self.pip, repository, self._elsewhere(repository))
                    )
            else:
                self._open(cell, place, ends=piece is pieces[-1])
                piece = BEHIND.sub(r"\1", piece)  # on a page the prediction already hides it
                piece = TO_PAGE.sub(r'<a href="\1.html">\2</a>', piece)
                piece = STATE.sub(lambda link: f'<a class="state" href="{escape(link[2])}">{link[1]}</a>', piece)
                piece = PERCENT.sub("\u00a0%", piece)
                piece = glossary.marked(piece, cell.id, self.known, self.used)
                self.met |= self.used
                self.cells.append(_markdown_cell(LINK.sub(self._with_anchor, piece)))
                self._close()
        self._uncover()

    def _with_anchor(self, link):
        """Return the end of a link to a section, with the anchor of the book."""
        notebook, anchor = link.groups()
        return f"](<{notebook}#{self.anchors.get((notebook or f'{self.name}.ipynb', anchor), anchor)}>)"

    def _imports(self, cells):
        """Fold all imports together, so that a page begins with its question and not with code."""
        self._open(cells[0])
        self._folded("fold", self.edition.say(marked("Imports")), *(_code_cell(cell.source) for cell in cells))
        self._close()

    def _code(self, cell):
        rendered = [self._shown(cell, record) for record in records(cell)]
        texts = [output for output in cell.outputs if MIME not in output.get("data", {})]
        predictions = [record for record in records(cell) if record["kind"] == "prediction"]
        stub = any(
            record["kind"] == "practice" or (record["kind"] == "exercise" and record["passed"] is None)
            for record in records(cell)
        )
        self._open(cell)
        if "solution" in cell.metadata.get("tags", []):
            self._folded("solution", self.edition.say("Solution"), self._cut(cell, outputs=texts), *rendered)
        elif predictions or stub:  # a form, or a link, in place of the cell
            self._html(rendered[0])
        elif cell.metadata.get("jupyter", {}).get("source_hidden"):
            folded = texts if self._checks(cell) else []  # what a check prints is folded with it
            self._each(None if folded else _without_input(cell, texts), *rendered)
            label = self.edition.say(FOLDS.get(self.begins[cell.id], "The code"))
            if self._checks(cell) and self.begins[cell.id] not in FOLDS:  # "# Check: what it checks"
                label = escape(cell.source.partition("\n")[0].removeprefix("# "))
            self._folded("fold", label, self._cut(cell, outputs=folded))
        else:
            label = self.edition.say("The code")
            folded = f'<details class="fold code" open><summary>{label}</summary>'
            self._each(folded, _code_cell(cell.source), "</details>", _without_input(cell, texts), *rendered)
        self._close()
        self._uncover()
        if predictions:
            self.covered = predictions[0]["covers"]
            summary = self.edition.say(marked("Show without choosing"))
            self._html(f'<details class="withheld"><summary>{summary}</summary>')

    def _checks(self, cell):
        """Return whether a cell only checks the text, and is not shown on slides."""
        return self.begins[cell.id].startswith("# Check") and "shown" not in cell.metadata.get("tags", [])

    def _cut(self, cell, outputs=()):
        """Return the cell without its first comment if that is shown as the label of the fold."""
        has_title = self.begins[cell.id] in {*FOLDS, "# Solution"} or self._checks(cell)
        return _code_cell(cell.source.partition("\n")[2] if has_title else cell.source, outputs)

    def _folded(self, name, label, *parts):
        self._each(f'<details class="{name}"><summary>{label}</summary>', *parts, "</details>")

    def _each(self, *parts):
        for part in filter(None, parts):
            self._html(part) if isinstance(part, str) else self.cells.append(part)

    def _shown(self, cell, record):
        """Return the HTML of a record."""
        match record["kind"]:
            case "living-picture":
                return markup.living_picture(_with_files(record, cell.id, self.extra, self.name), cell.id)
            case "still-picture":
                return markup.still_picture(_with_files(record, cell.id, self.extra, self.name))
            case "prediction":
                parts = {part: record[part] for part in ("question", "options", "answer", "because")}
                drawn = {part: record[part] for part in ("drawing", "axes", "veils") if part in record}
                return tasks.prediction(**parts, **drawn, name=cell.id)
            case "practice":
                return self._practice(cell.id, record)
            case "exercise" if record["passed"] is None and record["rule"]:
                return tasks.exercise(record["name"], record["rule"])
            case "exercise" if record["passed"] is None:
                return self.parts.exercise_in_code(record["name"], self.notebook)
            case "exercise":
                return self.parts.verdict(record)

    def _practice(self, name, record):
        """Return the first task; write all tasks to a script, which a page opened from a folder can load, too."""
        record["src"] = (self.pictures / f"{name}.js").as_posix()
        drawn = json.dumps(record["tasks"], ensure_ascii=False, separators=(",", ":"))
        (self.extra / record["src"]).write_text(
            f"document.getElementById({json.dumps(name)}).receive({drawn})\n", encoding="utf-8"
        )
        return tasks.practice(record["title"], record["families"], record["tasks"][0], id=name,
                              data_name=" ".join(record["families"]), data_src=record["src"])  # fmt: skip


def records(cell: nbformat.NotebookNode) -> list[dict]:
    """Return the book's records among the outputs of a cell."""
    return [output.data[MIME] for output in cell.get("outputs", []) if MIME in output.get("data", {})]


def _markdown_cell(source):
    """Return a cell without nbformat's check of its schema; all cells are checked when they are written."""
    return nbformat.NotebookNode(cell_type="markdown", metadata=nbformat.NotebookNode(), source=source)


def _code_cell(source, outputs=(), tags=()):
    metadata = nbformat.NotebookNode(tags=[*tags]) if tags else nbformat.NotebookNode()
    fields = {"execution_count": None, "metadata": metadata, "outputs": [*outputs]}
    return nbformat.NotebookNode(cell_type="code", source=source, **fields)


def _without_input(cell, outputs):
    """Return a cell that shows only its outputs, or "" without outputs. It keeps its source, which MyST-NB needs."""
    return _code_cell(cell.source, outputs, tags=["remove-input"]) if outputs else ""
