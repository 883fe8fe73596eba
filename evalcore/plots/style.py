"""One style for all figures, in three profiles, and the colours that carry meaning.

Positives and negatives differ in colour and in marker, curves in colour and in line style, so
that no figure depends on colour alone. The hues are those of Okabe and Ito (2008), darkened
so that they can be used for text: each has a contrast of at least 4.5 : 1 on white.
"""

import html
import io
import os
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import matplotlib as mpl
import numpy as np
from cycler import cycler
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.text import Text
from PIL import Image

from evalcore.language import language as spoken
from evalcore.language import speak

POSITIVE, NEGATIVE = "#0063A0", "#B34700"
PIXELS_PER_INCH = 96  # CSS pixels, so that 10 points in a figure are as large as 10 points on the page
SHARPNESS = 2  # image pixels per CSS pixel
RUNS = 3  # zlib's Z_RLE: it is faster on pictures of few colours, and the files are no larger

CHOSEN = "#A0267A"  # the reader's choice: a threshold, a point, a line
GOOD = "#00704F"
INK, MUTED, PALE = "#222222", "#6B6B6B", "#D9D9D9"
POSITIVE_MARKER = {"marker": "o", "color": POSITIVE}
CHOSEN_MARKER = {"marker": "D", "color": CHOSEN, "clip_on": False}  # not cut off at the border of the axes
NEGATIVE_MARKER = {"marker": "s", "markerfacecolor": "white", "color": NEGATIVE}
ABOVE = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderpad": 0, "columnspacing": 1}  # a legend above its panel
CURVES = cycler(color=[POSITIVE, NEGATIVE, GOOD, CHOSEN, INK, MUTED]) + cycler(
    linestyle=["-", "--", "-.", ":", (0, (6, 1, 1, 1, 1, 1)), (0, (10, 3))]
)

HAN, HAN_FILE = "Evalcore Han", Path(__file__).parent.parent / "fonts" / "han.otf"  # locale/font.py makes it

# font size in points, line width in points, width and height of a picture in inches (96 pixels each)
PROFILES = {
    "screen": (11, 2.0, 9.6, 4.2),
    "lecture": (18, 3.0, 11.5, 4.65),
    "print": (9, 1.2, 6.5, 2.9),
}


def use_style(profile: str | None = None, *, language: str | None = None) -> None:
    """Set the style of all figures drawn from now on, and optionally the language.

    Parameters
    ----------
    profile : {"screen", "lecture", "print"}, optional
        Sizes of letters, lines and figures. The default is the value of the environment variable
        ``EVALCORE_STYLE``, or "screen" if it is not set.
    language : {"en", "zh"}, optional
        The language of figures and messages; the default keeps the current one (:mod:`evalcore.language`).

    Raises
    ------
    ValueError
        If the profile or the language has another name; nothing is changed then.
    """
    profile = profile or os.environ.get("EVALCORE_STYLE") or "screen"
    if profile not in PROFILES:
        raise ValueError(f"profile must be one of {list(PROFILES)}, got {profile!r}")
    if language is not None:
        speak(language)
    size, line, width, height = PROFILES[profile]
    mpl.rcParams.update(
        {
            "figure.figsize": (width, height),
            "figure.constrained_layout.use": True,
            "font.size": size,
            **dict.fromkeys(["axes.titlesize", "axes.labelsize", "legend.fontsize"], "medium"),
            **dict.fromkeys(["xtick.labelsize", "ytick.labelsize"], "medium"),
            "axes.titlelocation": "left",
            "axes.prop_cycle": CURVES,
            "axes.spines.top": False,
            "axes.spines.right": False,
            **dict.fromkeys(["axes.labelcolor", "text.color", "xtick.color", "ytick.color", "axes.edgecolor"], INK),
            "font.family": [name for name in mpl.rcParams["font.family"] if name != HAN] + _chinese_letters(),
            "lines.linewidth": line,
            "lines.markersize": 3.2 * line + 1,
            "legend.frameon": False,
        }
    )


def is_used() -> bool:
    """Return whether figures are drawn in this style."""
    return mpl.rcParams["axes.prop_cycle"] == CURVES


def _chinese_letters() -> list[str]:
    """Return the font family that supplies missing Chinese characters, the last that matplotlib tries; else []."""
    if spoken() != "zh":
        return []
    if all(font.name != HAN for font in fontManager.ttflist):
        fontManager.addfont(HAN_FILE)
        fontManager.ttflist.append(replace(fontManager.ttflist[-1], weight=700))  # also used for bold text
    return [HAN]


def panels(layout: str = "a", *, height: float = 1.0, **mosaic: object) -> tuple[Figure, dict[str, Axes]]:
    """Return a new figure of the profile's size, and its panels by letter.

    Parameters
    ----------
    layout : str
        One letter per panel: "ab" is two panels side by side, "aa;bc" has a second row.
    height : float
        The height of the figure as a multiple of the profile's.
    **mosaic
        Further options of ``Figure.subplot_mosaic``.
    """
    width, profile_height = mpl.rcParams["figure.figsize"]
    figure = Figure(figsize=(width, profile_height * height))
    return figure, figure.subplot_mosaic(layout, **mosaic)


def curve_styles(count: int) -> list[dict[str, object]]:
    """Return colour and line style for each of ``count`` curves in one figure.

    Raises
    ------
    ValueError
        If there are more curves than line styles that the eye can tell apart.
    """
    if count > len(CURVES):
        raise ValueError(f"expected at most {len(CURVES)} curves in one picture, got {count}")
    return list(CURVES)[:count]


class Shown:
    """A finished figure with its alternative text, displayed as the result of a cell."""

    def __init__(self, figure: Figure, alt: str):
        self.figure, self.alt = figure, alt

    def _repr_mimebundle_(self, **_kwargs):
        return picture_bundle(drawn(self.figure), self.alt)


def picture_bundle(picture: Image.Image, words: str) -> tuple[dict[str, str], dict[str, dict]]:
    """Return the data and metadata of a picture as a cell's output: HTML, PNG and alternative text.

    JupyterLab shows an alternative text with HTML only.
    """
    png = b64encode(_as_png(_with_palette(picture))).decode()
    metadata = {"alt": words, "width": picture.width // SHARPNESS}
    return {"text/html": image_tag(png, **metadata), "image/png": png, "text/plain": words}, {"image/png": metadata}


def image_tag(png: str, alt: str, width: int) -> str:
    """Return a picture as HTML, made of what a stored notebook keeps of it: PNG, alternative text and width."""
    alt = html.escape(" ".join(alt.split()))
    return f'<img alt="{alt}" width="{width}" src="data:image/png;base64,{png.strip()}">'


def png_of(figure: Figure) -> bytes:
    """Return the figure as PNG."""
    return _as_png(drawn(figure).convert("RGB"), compress_type=RUNS)


def drawn(figure: Figure) -> Image.Image:
    """Return the figure as an image, drawn once.

    ``savefig`` would draw it twice, and would depend on a reader's own matplotlibrc.
    """
    with _sharp_canvas(figure) as canvas:
        canvas.draw()
        return _pixels(canvas)


def laid_over(png: bytes, figure: Figure, artists: Iterable[Artist]) -> Image.Image:
    """Return the image of a figure with some of its artists drawn over ``png``, its PNG from :func:`png_of`."""
    picture = Image.open(io.BytesIO(png)).convert("RGBA")
    with _sharp_canvas(figure) as canvas:
        renderer = canvas.get_renderer()
        for artist in artists:
            artist.draw(renderer)
        picture.alpha_composite(_pixels(canvas))
    return picture


@contextmanager
def _sharp_canvas(figure: Figure) -> Iterator[FigureCanvasAgg]:
    dpi, canvas = figure.dpi, figure.canvas
    try:
        figure.dpi = SHARPNESS * PIXELS_PER_INCH
        yield FigureCanvasAgg(figure)
    finally:
        figure.set_canvas(canvas)
        figure.dpi = dpi
        for text in figure.findobj(Text):
            text._renderer = None  # a text keeps a reference to the renderer, and so to all pixels, of its last drawing


def _pixels(canvas: FigureCanvasAgg) -> Image.Image:
    return Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba(), "raw", "RGBA", 0, 1)


def _with_palette(picture: Image.Image) -> Image.Image:
    """Return the same picture in 256 colours: a third of the size, without a visible difference.

    Pillow chooses the colours from one pixel per run of equal ones; using all would take three times as long.
    """
    pixels = np.asarray(picture.convert("RGBA")).view(np.uint32).ravel()
    starts = np.flatnonzero(np.append(True, pixels[1:] != pixels[:-1]))
    run_starts = Image.frombytes("RGBA", (len(starts), 1), pixels[starts].tobytes()).convert("RGB")
    quantized = run_starts.quantize(256, Image.Quantize.MAXCOVERAGE)
    indices = np.repeat(np.asarray(quantized).ravel(), np.diff(starts, append=len(pixels)))
    image = Image.fromarray(indices.reshape(picture.height, picture.width))
    image.putpalette(quantized.getpalette())
    return image


def _as_png(picture: Image.Image, **options: int) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "PNG", **options)
    return stream.getvalue()


def show(figure: Figure, alt: str) -> Shown:
    """Return a figure as the result of a cell, with its alternative text: what it shows, in one sentence."""
    return Shown(figure, alt)
