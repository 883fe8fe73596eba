"""The letters of Chinese pictures: ``python locale/font.py`` cuts them out of Debian's package ``fonts-noto-cjk``.

A picture is drawn with the letters that matplotlib brings; what these lack is taken from ``evalcore/fonts/han.otf``,
which has the signs of the catalogues that may stand in a picture, and no others. It has a name of its own, so that a
picture is the same on a machine that has the whole font.
"""

import sys
from pathlib import Path

import catalogues
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection
from words import MARKDOWN

from evalcore.plots.style import HAN, HAN_FILE

ROOT = Path(__file__).resolve().parent.parent
WHOLE = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
FACE = "Noto Sans CJK SC"
USUAL = "，。、：；？！（）“”《》〈〉…—％～＝＋－×０１２３４５６７８９"  # also where no catalogue has it yet
NOT_DRAWN = {*MARKDOWN, "comment", "page"}  # kinds of entries, of a notebook and of the book
PRINTED = {"evalcore/__main__.py"} | {  # modules whose words are printed, and never drawn
    f"evalcore/report/{name}.py"
    for name in ("arrays", "class_columns", "columns", "decoding", "numbers", "scores_file", "table", "written")
}
CHINESE = ((0x2E80, 0xA4CF), (0xF900, 0xFAFF), (0xFE30, 0xFE4F), (0xFF00, 0xFFEF), (0x20000, 0x3FFFF))


def words() -> dict[str, list[str]]:
    """Return the Chinese that may be drawn in a figure, by catalogue."""
    drawn = {}
    for path in catalogues.stored():
        entries = catalogues.entries(catalogues.read(path)).values()
        drawn[path.relative_to(ROOT).as_posix()] = [
            entry.msgstr
            for entry in entries
            if entry.comment not in NOT_DRAWN
            and not (entry.occurrences and {place for place, _ in entry.occurrences} <= PRINTED)
        ]
    return drawn


def wanted() -> dict[str, str]:
    """The Chinese signs that may stand in a picture, each with the catalogue that has it first."""
    origins = dict.fromkeys(USUAL, "USUAL")
    for path, texts in words().items():
        for sign in "".join(texts):
            origins.setdefault(sign, path)
    return {sign: path for sign, path in origins.items() if any(low <= ord(sign) <= high for low, high in CHINESE)}


def cut(signs: str) -> None:
    """Write the font with these signs alone, without the rules by which letters are joined and fitted to pixels."""
    with TTCollection(WHOLE) as faces:
        (face,) = (font for font in faces.fonts if font["name"].getDebugName(4) == FACE)
        options = Options(layout_features=[], hinting=False, desubroutinize=True)
        options.name_IDs += [7, 13, 14]  # the trademark and the licence
        options.drop_tables += ["GPOS", "GSUB", "vhea", "vmtx", "VORG", "BASE"]
        chosen = Subsetter(options)
        chosen.populate(text=signs)
        chosen.subset(face)
        for number, name in {1: HAN, 3: f"{HAN}, of {FACE}", 4: HAN, 6: HAN.replace(" ", "")}.items():
            face["name"].setName(name, number, 3, 1, 0x409)
        face["CFF "].cff.fontNames = [HAN.replace(" ", "")]
        face.recalcTimestamp = False
        face.save(HAN_FILE)


if __name__ == "__main__":
    if not WHOLE.exists():
        sys.exit(f"{WHOLE} is not there: apt-get install fonts-noto-cjk")
    cut("".join(sorted(wanted())))
    print(f"{HAN_FILE.relative_to(ROOT)}: {len(wanted())} signs, {HAN_FILE.stat().st_size / 1000:.0f} kB")
