"""The catalogues of the Chinese edition, and the notebooks made from them.

    python locale/catalogues.py                 renew all catalogues and notebooks/zh
    python locale/catalogues.py waiting         list the entries whose English has changed, or that have no Chinese
    python locale/catalogues.py right ID …      mark entries of that list as still right

English is the source. An entry whose English changes becomes fuzzy: it keeps its Chinese, which readers go on seeing,
and the English that the Chinese was made from, until somebody has looked at it.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher, get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import book_words
import nbformat
import package
import words
from polib import POEntry, POFile, pofile

ROOT = Path(__file__).resolve().parent.parent
ENGLISH = sorted((ROOT / "notebooks").glob("*.ipynb"))
CHINESE = ROOT / "notebooks" / "zh"
CATALOGUES = ROOT / "locale" / "zh_CN"
BOOK = CATALOGUES / "book.po"
PACKAGE = ROOT / "evalcore" / "locale" / "zh_CN" / "LC_MESSAGES" / "evalcore.po"
HEAD = {"Language": "zh_CN", "Content-Type": "text/plain; charset=utf-8"}
A_PART = 0.6  # a text is a part of another if it shares more of its words with it


class Asked(NamedTuple):
    """An entry that a source asks for. Entries of one group (a cell, a file) may replace one another."""

    text: str
    context: str | None
    group: str
    kind: str = ""
    place: str | None = None


class Waiting(NamedTuple):
    """An entry that somebody has to look at; ``before`` is the English that its Chinese was made from."""

    name: str
    context: str
    before: str
    english: str
    chinese: str


def catalogue_of(path: Path) -> Path:
    return CATALOGUES / f"{path.stem}.po"


def read(path: Path) -> POFile:
    """Return a catalogue as it is stored, or an empty one if there is none."""
    return pofile(str(path), encoding="utf-8", wrapwidth=0) if path.exists() else _new()


def write(path: Path, catalogue: POFile) -> None:
    """Store a catalogue so that equal entries give equal files: no dates, no line numbers, no wrapped lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    catalogue.save(str(path), newline="\n")


def _new():
    catalogue = POFile(encoding="utf-8", wrapwidth=0)
    catalogue.metadata = dict(HEAD)
    return catalogue


def entries(catalogue: POFile) -> dict[tuple[str | None, str], POEntry]:
    """Return the entries of a catalogue by context and English, without those that are obsolete."""
    return {(entry.msgctxt, entry.msgid): entry for entry in catalogue if not entry.obsolete}


def of_notebook(notebook: nbformat.NotebookNode) -> list[Asked]:
    """Return the entries that a notebook asks for: the context is the id of the cell."""
    return [Asked(text, cell, cell, kind) for cell, kind, text in words.of_notebook(notebook)]


def of_package() -> list[Asked]:
    """Return the entries that evalcore asks for."""
    return [Asked(text, context, place, place=place) for text, context, place in package.words()]


def of_book() -> list[Asked]:
    """Return the entries that the web book asks for and evalcore does not."""
    known = {asked.text for asked in of_package()}
    return [Asked(text, None, place, "page", place) for text, place in book_words.words() if text not in known]


def chinese(entry: POEntry | None, english: str) -> str:
    """Return what Chinese readers see for an English text: its Chinese, an older one if it is fuzzy, or the English."""
    if entry is None or not (entry.msgstr or entry.fuzzy):
        return english
    if not entry.fuzzy:
        return entry.msgstr
    return words.with_fields_of(english, entry.msgstr, _previous(entry))


def is_waiting(entry: POEntry) -> bool:
    """Return whether somebody has to look at an entry: its English has changed, or it has no Chinese."""
    return entry.fuzzy or not entry.msgstr


def translated(path: Path) -> nbformat.NotebookNode:
    """Return the Chinese notebook of a chapter, without outputs."""
    stored = entries(read(catalogue_of(path)))

    def translate(cell: str, text: str) -> str:
        return chinese(stored.get((cell, text)), text).replace("](zh/", "](../")

    notebook = words.put(nbformat.read(path, as_version=4), translate)
    for cell in (cell for cell in notebook.cells if cell.cell_type == "code"):
        cell.outputs = []
    return notebook


def renewed(before: POFile, asked: Iterable[Asked]) -> POFile:
    """Return a catalogue with exactly the entries that are asked for, in that order.

    An entry that was there keeps its Chinese; so does one that moved to another cell. One that replaced an old entry
    takes its Chinese over and is fuzzy. Old entries that nothing replaced stay at the end as long as any entry waits.
    """
    wanted: dict[tuple, list[Asked]] = defaultdict(list)
    for request in asked:
        wanted[request.context, request.text].append(request)
    old = entries(before)
    gone = {key: entry for key, entry in old.items() if key not in wanted}
    gone |= {(entry.msgctxt, entry.msgid): entry for entry in before.obsolete_entries()}
    moved = {entry.msgid: entry for entry in gone.values() if entry.msgstr}
    taken = _replaced(old, {key: requests[0] for key, requests in wanted.items()}, moved)
    catalogue, used = _new(), set()
    for (context, text), requests in wanted.items():
        string, previous = "", None
        if (context, text) in old:
            entry = old[context, text]
            string, previous = entry.msgstr, _previous(entry)
        elif text in moved:
            string, previous = moved[text].msgstr, _previous(moved[text])
            used.add((moved[text].msgctxt, text))
        elif (context, text) in taken:
            string, previous, keys = taken[context, text]
            used.update(keys)
        fuzzy = previous is not None and previous != text
        places = list(dict.fromkeys(request.place for request in requests if request.place))
        entry = POEntry(msgctxt=context, msgid=text, msgstr=string, comment=requests[0].kind)
        entry.occurrences = [(place, "") for place in places]
        if fuzzy:
            entry.flags, entry.previous_msgid = ["fuzzy"], previous
        catalogue.append(entry)
    if any(map(is_waiting, catalogue)):
        for key, entry in gone.items():
            if key not in used and entry.msgstr:
                entry.obsolete = True
                catalogue.append(entry)
    return catalogue


def _previous(entry):
    """Return the English that the Chinese of an entry was made from, or None if that is its own."""
    return (entry.previous_msgid or entry.msgid) if entry.fuzzy else None


def _replaced(old, wanted, moved):
    """Return what new entries take over: by key the Chinese, the English it was made from, and the old entries."""
    taken = {}
    groups = defaultdict(lambda: ([], []))
    for key, entry in old.items():
        place = entry.occurrences[0][0] if entry.occurrences else entry.msgctxt
        groups[place, _class(entry.comment)][0].append(key)
    for key, request in wanted.items():
        groups[request.group, _class(request.kind)][1].append(key)
    for (_, kind), (before, after) in groups.items():
        for tag, low, high, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            here = [key for key in before[low:high] if key not in wanted and (old[key].msgstr or old[key].fuzzy)]
            there = [key for key in after[first:last] if key not in old and key[1] not in moved]
            if tag == "replace":
                taken |= _paired(here, there, old, prose=kind == "text")
    used = {key for *_, keys in taken.values() for key in keys}
    free = {text: entry for text, entry in moved.items() if (entry.msgctxt, text) not in used}
    for key in wanted:
        if key not in old and key not in taken and key[1] not in moved:
            for text in get_close_matches(key[1], free, 1):
                entry = free.pop(text)
                taken[key] = entry.msgstr, _previous(entry) or text, [(entry.msgctxt, text)]
    return taken


def _class(kind):
    """Return the class of entries within which one may replace another."""
    return {"heading": "heading", "comment": "comment"}.get(kind, "text" if kind in words.MARKDOWN else "string")


def _paired(before, after, old, *, prose):
    """Pair old entries with those that replaced them: in order if there are as many, otherwise by likeness.

    The Chinese of a paragraph that was split goes to one part; the other parts have none of their own, and are fuzzy.
    When paragraphs were merged, the Chinese of all goes to the new one.
    """
    if len(before) == len(after):
        pairs = list(zip(before, after, strict=True))
    else:
        likeness = {(i, j): SequenceMatcher(None, i[1], j[1]).ratio() for i in before for j in after}
        pairs, low = [], 0
        for i in before:
            rest = after[low:]
            if rest and (best := max(rest, key=lambda j, i=i: likeness[i, j])) and likeness[i, best] > 0.4:
                pairs.append((i, best))
                low = after.index(best) + 1
    taken = {j: (old[i].msgstr, _previous(old[i]) or i[1], [i]) for i, j in pairs}
    for j in (j for j in after if prose and j not in taken):
        for i, _ in pairs:
            if _share(j[1], i[1]) > A_PART:
                taken[j] = "", _previous(old[i]) or i[1], [i]
    for i in (i for i in before if prose and i not in dict(pairs)):
        for j in [j for _, j in pairs if _share(i[1], j[1]) > A_PART][:1]:
            string, previous, used = taken[j]
            taken[j] = string + old[i].msgstr, f"{previous}\n\n{i[1]}", [*used, i]
    return taken


def _share(part, whole):
    """Return the share of the words of a text that another text has in the same order."""
    part, whole = part.split(), whole.split()
    blocks = SequenceMatcher(None, part, whole, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / max(len(part), 1)


def renew(path: Path, asked: Iterable[Asked]) -> None:
    """Bring a stored catalogue up to what is asked for."""
    before = path.read_bytes() if path.exists() else b""
    write(path, renewed(read(path), asked))
    if path.read_bytes() != before:
        print(f"renewed {path.relative_to(ROOT)}")


def compiled(path: Path) -> bytes:
    """Return what gettext reads: what Chinese readers see for each entry of a catalogue."""
    shown = _new()
    for entry in entries(read(path)).values():
        if text := chinese(entry, entry.msgid):
            shown.append(POEntry(msgctxt=entry.msgctxt, msgid=entry.msgid, msgstr=text))
    return shown.to_binary()


def compile_package() -> None:
    """Write the file that gettext reads beside evalcore's catalogue, unless it is there already."""
    path, content = PACKAGE.with_suffix(".mo"), compiled(PACKAGE)
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)
        print(f"compiled {path.relative_to(ROOT)}")


def write_notebook(path: Path) -> None:
    """Write the Chinese notebook of a chapter, unless it is there already."""
    there, text = CHINESE / path.name, nbformat.writes(translated(path)) + "\n"
    if not there.exists() or there.read_text(encoding="utf-8") != text:
        CHINESE.mkdir(exist_ok=True)
        there.write_text(text, encoding="utf-8")
        print(f"wrote {there.relative_to(ROOT)}")


def stored() -> list[Path]:
    """Return all catalogues."""
    return [*sorted(CATALOGUES.glob("*.po")), PACKAGE]


def waiting() -> Iterator[Waiting]:
    """Yield the entries that somebody has to look at."""
    for path in stored():
        for entry in filter(is_waiting, entries(read(path)).values()):
            before = _previous(entry) or ""
            yield Waiting(_name(path, entry), entry.msgctxt or "", before, entry.msgid, entry.msgstr)


def _name(path, entry):
    """Return a short name for an entry: its chapter or catalogue, and a hash of its cell and text."""
    digest = sha256(f"{entry.msgctxt}\0{entry.msgid}".encode()).hexdigest()[:6]
    return f"{path.stem.partition('_')[0]}-{digest}"


def mark_as_right(names: set[str]) -> set[str]:
    """Take the mark from entries whose Chinese is right for the new English, too; return the names that are unknown."""
    for path in stored():
        catalogue = read(path)
        fuzzy = [entry for entry in entries(catalogue).values() if entry.fuzzy and entry.msgstr]
        marked = [entry for entry in fuzzy if _name(path, entry) in names]
        for entry in marked:
            names = names - {_name(path, entry)}
            entry.msgstr, entry.previous_msgid = chinese(entry, entry.msgid), None
            entry.flags.remove("fuzzy")
        if marked:
            write(path, catalogue)
    return names


def main(arguments: list[str]) -> int | str:
    match arguments:
        case ["waiting"]:
            entries = list(waiting())
            for entry in entries:
                print(f"{entry.name}  {entry.context}")
                print(f"  old English: {entry.before or '–'}\n  new English: {entry.english}")
                print(f"  Chinese:     {entry.chinese or '–'}\n")
            print(f"{len(entries)} entries wait for a look at their Chinese.")
            return min(len(entries), 1)
        case ["right", *names]:
            if unknown := mark_as_right(set(names)):
                return f"no entry with Chinese waits under {', '.join(sorted(unknown))}: see make waiting"
    for path in ENGLISH:
        renew(catalogue_of(path), of_notebook(nbformat.read(path, as_version=4)))
    renew(PACKAGE, of_package())
    renew(BOOK, of_book())
    compile_package()
    for path in ENGLISH:
        write_notebook(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
