"""Laws of a picture with all its states, for pages without Python."""

import subprocess

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import to_rgb

from evalcore.explore import explore, layers
from evalcore.explore.page import SCRIPT, layout, packing, record
from evalcore.plots import style


def test_states_can_be_put_together_again():
    start, end = '<svg>\n <g id="line2d_1">\n  <path d="M 1.23456 -2 \n', 'L 9 0 \n"/>\n </g>\n</svg>'
    curve = start + "L 3 4.56 \nL 5.04 6 \n" + end
    mark = (
        '<svg>\n <g id="a_1">\n  <use xlink:href="#m0123456789" x="0.96" y="7" style="opacity: 0.25"/>\n </g>\n</svg>'
    )
    kept = packing.packed([curve, mark, curve])
    assert [packing.unpacked(kept, state) for state in range(3)] == [
        curve.replace(' id="line2d_1"', "").replace("1.23456", "1.2").replace("4.56", "4.6").replace("5.04", "5"),
        mark.replace(' id="a_1"', "").replace("0.96", "1"),
        packing.unpacked(kept, 0),
    ]


def test_a_picture_is_cut_along_the_gaps_between_its_panels():
    _, axes = style.panels("ab;cc")
    panes = layout.panes([layout.outlines(axes["a"].figure)])
    assert [pane[2] == 1 for pane in panes] == [False, False, True]
    assert panes[0][2] + panes[1][2] == pytest.approx(1)
    assert len(layout.panes([[(-0.01, 0.1, 0.4, 0.9), (0.6, -0.01, 1.02, 0.9)]])) == 2  # words beyond the edge
    assert len(layout.panes([[(0, 0.1, 0.501, 0.9), (0.499, 0, 1, 0.9)]])) == 2  # words that touch


def test_words_decide_how_narrow_a_picture_may_be():
    figure, axes = style.panels()
    assert [edition["name"] for edition in record.of_still(figure, "An empty panel.")["editions"]] == ["wide", "narrow"]
    for place in np.linspace(0, 1, 12):
        axes["a"].text(place, 0.5, "a long word")
    usual = figure.get_figwidth()
    assert len(record.of_still(figure, "Words.")["editions"]) == 1
    assert figure.get_figwidth() == usual


def test_both_layers_of_each_edition_lie_on_the_same_axes(monkeypatch):
    with mpl.rc_context():
        style.use_style("lecture")
        figure, axes = style.panels()
        axes["a"].set_yticks([0, 1], ["no", "a label as long as this"])
    places = {}

    def noted(draw):
        def drawn(*arguments, **values):
            result = draw(*arguments, **values)
            bounds = np.round(axes["a"].get_position().bounds, 6)
            places.setdefault(figure.get_figwidth(), set()).add(tuple(bounds))
            return result

        return drawn

    def moving(axes, x):
        axes["a"].axvline(x)
        return f"x = {x}"

    picture = explore(axes, moving, alt="A line at x.", x=(0, 1))
    monkeypatch.setattr(layers, "png_of", noted(layers.png_of))
    picture.layers.moving = noted(moving)
    assert [edition["name"] for edition in record.of_living(picture)["editions"]] == ["wide", "narrow"]
    assert len(places) > 1
    assert all(len(bounds) == 1 for bounds in places.values())


def test_the_colours_of_the_pictures_can_be_read_in_the_dark():
    """After the style sheet's ``invert(.902) hue-rotate(180deg)``, on the white that became the page's ground."""
    turned = np.array([[-0.574, 1.430, 0.144], [0.426, 0.430, 0.144], [0.426, 1.430, -0.856]])

    def luminance(colour):
        shown = np.clip(turned @ (0.902 - 0.804 * np.array(to_rgb(colour))), 0, 1)
        return np.where(shown <= 0.03928, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]

    for name in ["POSITIVE", "NEGATIVE", "CHOSEN", "GOOD", "INK", "MUTED"]:
        assert (luminance(getattr(style, name)) + 0.05) / (luminance("white") + 0.05) > 4.5, name


def test_the_script_is_sound():
    driver = pytest.importorskip("playwright._impl._driver")
    subprocess.run([driver.compute_driver_executable()[0], "--check", SCRIPT], check=True)
