"""Appearance of a figure to every reader: the contrast of its text, and its colours for colour-blind readers."""

from itertools import combinations

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.text import Text
from PIL import Image

# The red, green and blue light perceived without one kind of cone (Machado, Oliveira and Fernandes 2009).
DEFICIENCIES = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])  # of sRGB light


def light(colour) -> np.ndarray:
    """Return the amounts of red, green and blue light of a colour, each in [0, 1]."""
    rgb = np.array(to_rgb(colour))
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def contrast(first, second) -> float:
    """Return the contrast ratio of WCAG 2.2: from 1 (none) to 21 (black on white)."""
    darker, lighter = sorted(float(TO_XYZ[1] @ light(colour)) for colour in (first, second))
    return (lighter + 0.05) / (darker + 0.05)


def lab(colour, deficiency: str | None = None) -> np.ndarray:
    """Return lightness and the two hues of CIE 1976 L*a*b*; a distance of 2 is barely visible."""
    seen = np.array(DEFICIENCIES[deficiency]) @ light(colour) if deficiency else light(colour)
    xyz = TO_XYZ @ seen.clip(0, 1) / TO_XYZ.sum(axis=1)
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def faint_texts(figure: Figure, picture: Image.Image) -> list[str]:
    """Return the texts of a figure whose contrast with their background is below 4.5 : 1."""
    pixels, dpi = np.asarray(picture.convert("RGB"))[::-1] / 255, figure.dpi
    figure.dpi = picture.width / figure.get_figwidth()
    renderer = FigureCanvasAgg(figure).get_renderer()
    seen = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    faint = [line for text in seen for line in _faint(text, text.get_window_extent(renderer), pixels)]
    figure.dpi = dpi
    return faint


def _faint(text, box, pixels):
    (left, bottom), (right, top) = np.maximum(box.get_points(), 0).astype(int)
    under = pixels[bottom : top + 1, left : right + 1].reshape(-1, 3)
    if not len(under):  # outside the figure
        return
    ground = np.median(under, axis=0)  # the background, because letters cover less than half of the box
    alpha = 1 if text.get_alpha() is None else text.get_alpha()
    ratio = contrast(alpha * np.array(to_rgb(text.get_color())) + (1 - alpha) * ground, ground)
    if ratio < 4.5:
        yield f"{text.get_text()!r} has a contrast of {ratio:.1f} : 1"


def told_apart_by_colour_alone(figure: Figure) -> list[str]:
    """Return pairs of legend entries with the same line, marker and filling, and about the same lightness."""
    return [
        f"{a.get_label()!r} and {b.get_label()!r} differ in colour alone"
        for legend in figure.findobj(Legend)
        for a, b in combinations(legend.legend_handles, 2)
        if _cues(a) == _cues(b) and abs(_lightness(a) - _lightness(b)) < 20
    ]


def _cues(entry):
    hollow = any(_colour(entry, name) == (1, 1, 1) for name in ("markerfacecolor", "facecolor"))
    looks = [
        str(getattr(entry, f"get_{name}")())
        for name in ("linestyle", "marker", "hatch")
        if hasattr(entry, f"get_{name}")
    ]
    return type(entry).__name__, hollow, *looks


def _lightness(entry):
    colours = (_colour(entry, name) for name in ("facecolor", "color"))
    return lab(next(colour for colour in colours if colour))[0]


def _colour(entry, name):
    value = getattr(entry, f"get_{name}", lambda: None)()
    value = value[0] if isinstance(value, np.ndarray) and value.ndim == 2 and len(value) else value
    return None if value is None or str(value) in ("none", "auto", "[]") else to_rgb(value)
