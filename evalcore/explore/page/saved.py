"""A figure as one self-contained page, which needs no server, network or Python."""

import io
import os
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html import escape, unescape
from pathlib import Path

import matplotlib

from evalcore.explore.page import SCRIPT, STYLE
from evalcore.explore.page.markup import living_picture
from evalcore.explore.page.record import Walk
from evalcore.language import tag
from evalcore.language import translated as _
from evalcore.live import progress

LOOK = Path(__file__).parent / "saved.css"


def write(
    path: str | os.PathLike[str], title: str | None, words: str | None, record: Callable[[Walk], dict[str, object]]
) -> None:
    """Write the page of one figure; ``record`` draws the states and shows its progress."""
    for name, text in {"title": title, "words": words}.items():
        if not isinstance(text, str | None):
            raise TypeError(f"{name} must be a text, got {text!r}")
    write_whole(path, lambda walk: page(record(walk), title, words))


def write_whole(path: str | os.PathLike[str], make: Callable[[Walk], str]) -> None:
    """Write a page completely or not at all; ``make`` returns its text and is given a function that shows progress."""
    path = place(path)
    text = make(lambda states, edition: progress(states, f"{path.name}, {edition}"))
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(text.encode())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def place(path: str | os.PathLike[str]) -> Path:
    """Return the path of a page that can be written.

    Raises
    ------
    IsADirectoryError
        If it is a folder.
    FileNotFoundError
        If its folder does not exist.
    PermissionError
        If its folder is read-only.
    """
    path = Path(path)
    if path.is_dir():
        raise IsADirectoryError(_("expected the name of a page, such as page.html, got the folder {path}", path=path))
    if not path.parent.is_dir():
        raise FileNotFoundError(_("there is no folder {folder} for {name}", folder=path.parent, name=path.name))
    if not os.access(path.parent, os.W_OK):
        folder = path.parent.absolute()
        raise PermissionError(
            _("the folder {folder} is read-only; choose another folder for {name}", folder=folder, name=path.name)
        )
    return path


def page(record: dict[str, object], title: str | None, words: str | None) -> str:
    """Return the self-contained HTML page of a record."""
    above = [f"<p>{escape(paragraph)}</p>\n" for paragraph in (words or "").split("\n\n") if paragraph.strip()]
    return document(title or record["alt"], title, "".join(above) + living_picture(record, "picture"), [record])


def document(name: str, heading: str | None, body: str, records: list[dict[str, object]]) -> str:
    """Return a self-contained HTML page with the letters of its figures; only this package's script can run in it."""
    script = SCRIPT.read_text(encoding="utf-8")
    svg_texts = "".join(text for record in records for edition in record["editions"] for text in edition["texts"])
    font = b64encode(letters(unescape(svg_texts), "woff")).decode()
    above = f"<h1>{escape(heading)}</h1>\n" if heading else ""
    return f"""<!doctype html>
<html lang="{tag()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; font-src data:; \
style-src 'unsafe-inline'; script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'">
<meta name="viewport" content="width=device-width">
<title>{escape(name)}</title>
<style>
@font-face {{ font-family: "DejaVu Sans"; src: local("DejaVu Sans"), url("data:font/woff;base64,{font}") }}
{LOOK.read_text(encoding="utf-8")}{STYLE.read_text(encoding="utf-8")}</style>
</head>
<body>
{above}{body}<noscript><p>{_("The controls need JavaScript.")}</p></noscript>
<script>{script}</script>
</body>
</html>
"""


def letters(text: str, flavor: str) -> bytes:
    """Return the letters of a text in the font of the still layers, for machines without it, as "woff" or "woff2"."""
    from fontTools.subset import Options, Subsetter  # takes 0.1 s, and only saved pages need it
    from fontTools.ttLib import TTFont

    font = TTFont(matplotlib.get_data_path() + "/fonts/ttf/DejaVuSans.ttf", recalcTimestamp=False)
    options, stream = Options(drop_tables=[*Options().drop_tables, "FFTM"]), io.BytesIO()
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(sorted(set(text))))
    subsetter.subset(font)
    font.flavor = flavor
    font.save(stream)
    return stream.getvalue()
