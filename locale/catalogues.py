"""The catalogues of the Chinese edition, and the notebooks made of them: ``python locale/catalogues.py [chapter ...]``.

A chapter that has a catalogue is translated, wholly; one that is named here is begun. What changed in the English is
marked as fuzzy, with the words it was made from; what is no longer said stands at the end (``#~``).
"""

import sys
from gettext import GNUTranslations
from pathlib import Path

import book_words
import nbformat
import package
import words
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
CHINESE = ROOT / "notebooks" / "zh"
CATALOGUES = ROOT / "locale" / "zh_CN"
BOOK = CATALOGUES / "book.po"
PACKAGE = ROOT / "evalcore" / "locale" / "zh_CN" / "LC_MESSAGES" / "evalcore.po"
HEAD = b'msgid ""\nmsgstr ""\n"Language: zh_CN\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'


def finished() -> list[Path]:
    """The English notebooks that have a catalogue."""
    chapters = sorted((ROOT / "notebooks").glob("*.ipynb"))
    return [path for path in chapters if catalogue_of(path).exists()]


def catalogue_of(path: Path) -> Path:
    return CATALOGUES / f"{path.stem}.po"


def read(path: Path) -> Catalog:
    """A catalogue as it is stored; an empty one if there is none."""
    if not path.exists():
        return Catalog(locale="zh_CN")
    with path.open("rb") as file:
        return read_po(file, locale="zh_CN")


def write(path: Path, catalogue: Catalog) -> None:
    """The same entries give the same file: no dates, no lines of files, none broken but where the words are.

    An entry that is fuzzy no more lets go of the sentence that it was made from, which Babel reads as comments, and
    breaks into lines of which not all begin as the first does.
    """
    for entry in catalogue:
        if not entry.fuzzy and any(said.startswith("|") for said in entry.user_comments):
            entry.user_comments = []
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(HEAD)
        write_po(file, catalogue, width=0, include_lineno=False, omit_header=True, include_previous=True)


def of_notebook(notebook: nbformat.NotebookNode) -> Catalog:
    """The entries that a notebook asks for: the context is the id of the cell."""
    template = Catalog()
    for cell, kind, text in words.of_notebook(notebook):
        template.add(text, context=cell, auto_comments=[kind])
    return template


def of_package() -> Catalog:
    """The entries that evalcore asks for."""
    template = Catalog()
    for text, context, place in package.words():
        template.add(text, context=context, locations=[(place, 0)])
    return template


def of_book() -> Catalog:
    """The entries that the web book asks for beside evalcore's."""
    template, known = Catalog(), {entry.id for entry in of_package()}
    for text, place in book_words.words():
        if text not in known:
            template.add(text, locations=[(place, 0)], auto_comments=["page"])
    return template


def translated(path: Path) -> nbformat.NotebookNode:
    """The Chinese notebook of a chapter, without outputs; what is missing or fuzzy stays English.

    A link to a chapter that is not translated leads to the English one, and one to the Chinese edition back to it.
    """
    catalogue = read(catalogue_of(path))

    def say(cell, text):
        entry = catalogue.get(text, cell)
        return entry.string if entry and entry.string and not entry.fuzzy else text

    notebook = words.put(nbformat.read(path, as_version=4), say)
    english = [other.name for other in sorted(path.parent.glob("*.ipynb")) if not catalogue_of(other).exists()]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
        if cell.cell_type == "markdown":
            for name in english:
                cell.source = cell.source.replace(f"]({name}", f"](../{name}")
            cell.source = cell.source.replace("](zh/", "](../")
    return notebook


def renew(path: Path, template: Catalog) -> None:
    """Bring a stored catalogue up to what is asked for, in that order."""
    before, catalogue = path.read_bytes() if path.exists() else b"", read(path)
    catalogue.update(template)
    write(path, catalogue)
    if path.read_bytes() != before:
        print(f"renewed {path.relative_to(ROOT)}")


def compile_package() -> None:
    """Write what gettext reads beside evalcore's catalogue, unless that says the same already."""
    path, catalogue = PACKAGE.with_suffix(".mo"), read(PACKAGE)
    said = {(entry.context, entry.id): entry.string for entry in catalogue if entry.id and not entry.fuzzy}
    if path.exists():
        with path.open("rb") as file:
            compiled = GNUTranslations(file)
        if all(said[key] == (compiled.pgettext(*key) if key[0] else compiled.gettext(key[1])) for key in said):
            return
    with path.open("wb") as file:
        write_mo(file, catalogue)
    print(f"compiled {path.relative_to(ROOT)}")


def main(begun: list[str]) -> None:
    """Renew the catalogues of all translated chapters, of those that are begun, of evalcore and of the book."""
    for path in sorted({*finished(), *(ROOT / "notebooks" / f"{name}.ipynb" for name in begun)}):
        renew(catalogue_of(path), of_notebook(nbformat.read(path, as_version=4)))
    renew(PACKAGE, of_package())
    renew(BOOK, of_book())
    compile_package()


if __name__ == "__main__":
    main(sys.argv[1:])
