"""The fonts of the book: figures use the fonts of the pages, and pages contain only the letters that they show."""

import io
import logging
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile

import matplotlib as mpl
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from matplotlib.font_manager import FontEntry, fontManager

from evalcore.plots import style

FONTS = Path(__file__).parent / "fonts"
CACHE = FONTS.parent.parent / "build" / "letters"
FACES = {  # by family, style and weight: the file; matplotlib needs a file per face
    ("Source Sans 3", "normal", 400): "source-sans-3",
    ("Source Sans 3", "normal", 700): "source-sans-3",
    ("Source Code Pro", "normal", 400): "source-code-pro",
    ("Source Serif 4", "normal", 400): "source-serif-4",
    ("Source Serif 4", "italic", 400): "source-serif-4-italic",
}
SIZE = 20  # points: looks as large as 18 points of matplotlib's own font
WEIGHTS = (400, 400, 700)  # of a page: minimum, default, maximum
TYPED = range(32, 127)  # characters that a reader may type
SLANTED = {*range(0x1D434, 0x1D468), 0x210E, *range(0x1D6FC, 0x1D71C)}  # the italic letters of MathML


logging.getLogger("fontTools").setLevel(logging.WARNING)


def for_pictures() -> None:
    """Let matplotlib draw text in the font of the page's labels, and formulas in that of its text."""
    for (family, slant, weight), name in FACES.items():
        face = {"name": family, "style": slant, "variant": "normal", "weight": weight, "stretch": "normal"}
        path = _once(f"{name}.woff2", f"{weight}.ttf", lambda font, weight=weight: _at_weight(font, weight))
        fontManager.ttflist.append(FontEntry(fname=str(path), size="scalable", **face))
    mpl.rcParams.update({
        "font.family": ["Source Sans 3", "DejaVu Sans"],  # the second for letters that the first lacks
        "font.monospace": ["Source Code Pro", "DejaVu Sans Mono"],
        "mathtext.fontset": "custom",
        "mathtext.fallback": "stix",
        **{f"mathtext.{name}": "Source Serif 4" for name in ("rm", "bf", "bfit", "cal", "sf", "tt")},
        "mathtext.it": "Source Serif 4:italic",
    })  # fmt: skip
    style.PROFILES["lecture"] = (SIZE, *style.PROFILES["lecture"][1:])


def missing(text: str) -> str:
    """Return the characters of a text that the font of figures does not have."""
    return "".join(sorted(set(text) - set(map(chr, TTFont(FONTS / "source-sans-3.woff2").getBestCmap()))))


def for_pages(book: Path) -> None:
    """Replace each font of a built book by one with only the letters that its pages and figures show."""
    files = [path for kind in ("*.html", "pictures/*/*.js", "_static/*.js") for path in book.glob(kind)]
    characters = set().union(*(path.read_text(encoding="utf-8") for path in files))
    wanted = {*map(ord, characters), *TYPED, *SLANTED}
    name = sha256(repr(sorted(wanted)).encode()).hexdigest()[:10]
    for path in FONTS.glob("*.woff2"):
        font_subset = _once(path.name, f"{name}.woff2", lambda font: _subset(_at_weight(font, WEIGHTS), wanted))
        (book / "_static" / path.name).write_bytes(font_subset.read_bytes())


def _once(name: str, kind: str, make: Callable[[TTFont], TTFont]) -> Path:
    """Return the file made from a font, and make it if necessary; several kernels may ask for it at the same time."""
    original = (FONTS / name).read_bytes()
    path = CACHE / f"{Path(name).stem}-{sha256(original).hexdigest()[:10]}-{kind}"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        font = make(TTFont(io.BytesIO(original), recalcTimestamp=False))
        font.flavor = "woff2" if kind.endswith(".woff2") else None
        with NamedTemporaryFile(dir=CACHE, delete=False) as part:
            font.save(part)
        Path(part.name).replace(path)
    return path


def _at_weight(font, weight):
    if "fvar" not in font:
        return font
    stream = io.BytesIO()
    instantiateVariableFont(font, {"wght": weight}).save(stream)
    return TTFont(stream, recalcTimestamp=False)


def _subset(font, characters):
    subsetter = Subsetter(Options(layout_features=["*"]))
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    return font
