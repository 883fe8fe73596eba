"""The book's letters: pictures are drawn with the fonts of its pages, which bring no letter that they do not show."""

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
MADE = FONTS.parent.parent / "build" / "letters"
FACES = {  # by family, style and weight: the file, of which matplotlib wants one face at a time
    ("Source Sans 3", "normal", 400): "source-sans-3",
    ("Source Sans 3", "normal", 700): "source-sans-3",
    ("Source Code Pro", "normal", 400): "source-code-pro",
    ("Source Serif 4", "normal", 400): "source-serif-4",
    ("Source Serif 4", "italic", 400): "source-serif-4-italic",
}
SIZE = 20  # points: to the eye as large as 18 of matplotlib's own letters
WEIGHTS = (400, 400, 700)  # of a page: the least, the usual, the greatest
TYPED = range(32, 127)  # what a reader may type
SLANTED = {*range(0x1D434, 0x1D468), 0x210E, *range(0x1D6FC, 0x1D71C)}  # what MathML makes of x and α


logging.getLogger("fontTools").setLevel(logging.WARNING)


def for_pictures() -> None:
    """From now on the words of pictures are drawn as the page's labels are, and formulas as its text is."""
    for (family, slant, weight), name in FACES.items():
        face = {"name": family, "style": slant, "variant": "normal", "weight": weight, "stretch": "normal"}
        path = _once(f"{name}.woff2", f"{weight}.ttf", lambda font, weight=weight: _at_weight(font, weight))
        fontManager.ttflist.append(FontEntry(fname=str(path), size="scalable", **face))
    mpl.rcParams.update({
        "font.family": ["Source Sans 3", "DejaVu Sans"],  # a letter that the first has not is the next one's
        "font.monospace": ["Source Code Pro", "DejaVu Sans Mono"],
        "mathtext.fontset": "custom",
        "mathtext.fallback": "stix",
        **{f"mathtext.{name}": "Source Serif 4" for name in ("rm", "bf", "bfit", "cal", "sf", "tt")},
        "mathtext.it": "Source Serif 4:italic",
    })  # fmt: skip
    style.PROFILES["lecture"] = (SIZE, *style.PROFILES["lecture"][1:])


def missing(text: str) -> str:
    """The letters of a text that the font of pictures has not."""
    return "".join(sorted(set(text) - set(map(chr, TTFont(FONTS / "source-sans-3.woff2").getBestCmap()))))


def for_pages(book: Path) -> None:
    """Put in place of each font of a built book one with the letters that its pages and pictures show."""
    files = [path for kind in ("*.html", "pictures/*/*.js", "_static/*.js") for path in book.glob(kind)]
    shown = set().union(*(path.read_text(encoding="utf-8") for path in files))
    wanted = {*map(ord, shown), *TYPED, *SLANTED}
    name = sha256(repr(sorted(wanted)).encode()).hexdigest()[:10]
    for path in FONTS.glob("*.woff2"):
        fewer = _once(path.name, f"{name}.woff2", lambda font: _with(_at_weight(font, WEIGHTS), wanted))
        (book / "_static" / path.name).write_bytes(fewer.read_bytes())


def _once(name: str, kind: str, make: Callable[[TTFont], TTFont]) -> Path:
    """The file that is made of a font, unless it was made before; several kernels may ask for it."""
    packed = (FONTS / name).read_bytes()
    made = MADE / f"{Path(name).stem}-{sha256(packed).hexdigest()[:10]}-{kind}"
    if not made.exists():
        MADE.mkdir(parents=True, exist_ok=True)
        font = make(TTFont(io.BytesIO(packed), recalcTimestamp=False))
        font.flavor = "woff2" if kind.endswith(".woff2") else None
        with NamedTemporaryFile(dir=MADE, delete=False) as part:
            font.save(part)
        Path(part.name).replace(made)
    return made


def _at_weight(font, weight):
    if "fvar" not in font:
        return font
    stream = io.BytesIO()
    instantiateVariableFont(font, {"wght": weight}).save(stream)
    return TTFont(stream, recalcTimestamp=False)


def _with(font, wanted):
    fewer = Subsetter(Options(layout_features=["*"]))
    fewer.populate(unicodes=wanted)
    fewer.subset(font)
    return font
