"""How the book is built: what stops it, what is not run again, and what its script may hold."""

import subprocess
import sys

import matplotlib as mpl
import nbformat
import numpy as np
import pytest
from matplotlib.colors import to_rgb

from evalcore import explore
from evalcore.plots import style
from notebooks import ROOT

sys.path.insert(0, str(ROOT / "book"))
import build
import editions
import packing
import pages
import record

from evalcore.exercises import judging

KERNEL = {"name": "python3", "display_name": "Python 3"}


def notebook(*texts):
    cells = [nbformat.v4.new_code_cell("1", outputs=[nbformat.v4.new_output("stream", text=text)]) for text in texts]
    return nbformat.v4.new_notebook(cells=cells)


def test_a_text_that_differs_from_the_stored_one_stops_the_build():
    build.compare("same", notebook("0.5\n", "1\n"), notebook("0.5\n", "1\n"))
    with pytest.raises(SystemExit, match=r"0\.6"):
        build.compare("other", notebook("0.5\n"), notebook("0.6\n"))


def test_what_was_run_is_kept_until_something_changes(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_text("{}")
    before = build.key(path)
    assert build.key(path) == before
    path.write_text("{} ")
    assert build.key(path) != before


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
    panes = editions._panes([editions._boxes(axes["a"].figure)])
    assert [pane[2] == 1 for pane in panes] == [False, False, True]
    assert panes[0][2] + panes[1][2] == pytest.approx(1)
    assert len(editions._panes([[(-0.01, 0.1, 0.4, 0.9), (0.6, -0.01, 1.02, 0.9)]])) == 2  # words beyond the edge
    assert len(editions._panes([[(0, 0.1, 0.501, 0.9), (0.499, 0, 1, 0.9)]])) == 2  # words that touch


def test_words_decide_how_narrow_a_picture_may_be():
    figure, axes = style.panels()
    assert [edition["name"] for edition in editions.of_still(figure)] == ["wide", "narrow"]
    for place in np.linspace(0, 1, 12):
        axes["a"].text(place, 0.5, "a long word")
    usual = figure.get_figwidth()
    assert len(editions.of_still(figure)) == 1
    assert figure.get_figwidth() == usual


def test_both_layers_of_each_edition_lie_on_the_same_axes(monkeypatch):
    with mpl.rc_context():
        style.use_style("lecture")
        figure, axes = style.panels()
        axes["a"].set_yticks([0, 1], ["no", "a label as long as this"])
    places = {}

    def noted(draw):
        def drawn(*arguments):
            result = draw(*arguments)
            bounds = np.round(axes["a"].get_position().bounds, 6)
            places.setdefault(figure.get_figwidth(), set()).add(tuple(bounds))
            return result

        return drawn

    def moving(axes, x):
        axes["a"].axvline(x)
        return f"x = {x}"

    picture = explore.explore(axes, moving, alt="A line at x.", x=(0, 1))
    monkeypatch.setattr(explore, "png_of", noted(explore.png_of))
    monkeypatch.setattr(picture, "_svg_of", noted(picture._svg_of))
    drawn, *_ = editions.of_living(picture)
    assert [edition["name"] for edition in drawn] == ["wide", "narrow"]
    assert len(places) > 1
    assert all(len(bounds) == 1 for bounds in places.values())


def test_the_page_may_know_neither_the_right_number_nor_a_mistake(monkeypatch):
    def judge(answer):
        return judging.compare(answer, 0.625, {"That is twice as much.": 1.25}, otherwise="Think again.")

    monkeypatch.setitem(judging.EXERCISES, "probe", judge)
    monkeypatch.setattr(judging, "compare", record._compare)
    rule = record._rule("probe", 0.625)
    assert "0.625" not in str(rule)
    assert "1.25" not in str(rule)
    said = [record.judged("probe", rule, [number]) for number in (0.625, 0.6259, 0.6261, 1.25, 3)]
    assert said == [None, None, "Think again.", "That is twice as much.", "Think again."]


def test_anchors_are_those_of_the_notebooks():
    assert pages.slug("5 One choice, seen in two planes") == "5-One-choice,-seen-in-two-planes"


def test_the_colours_of_the_pictures_can_be_read_in_the_dark():
    """After the style sheet's ``invert(.902) hue-rotate(180deg)``, on the white that became the page's ground."""
    turned = np.array([[-0.574, 1.430, 0.144], [0.426, 0.430, 0.144], [0.426, 1.430, -0.856]])

    def luminance(colour):
        shown = np.clip(turned @ (0.902 - 0.804 * np.array(to_rgb(colour))), 0, 1)
        return np.where(shown <= 0.03928, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]

    for name in ["POSITIVE", "NEGATIVE", "CHOSEN", "GOOD", "INK", "MUTED"]:
        assert (luminance(getattr(style, name)) + 0.05) / (luminance("white") + 0.05) > 4.5, name


def test_the_script_is_sound():
    from playwright._impl._driver import compute_driver_executable

    node = compute_driver_executable()[0]
    subprocess.run([node, "--check", ROOT / "book" / "living.js"], check=True)


def test_a_prediction_covers_as_many_cells_as_it_says(tmp_path):
    asked = {"kind": "prediction", "question": "?", "options": ["a", "b"], "answer": "a", "because": "so", "covers": 2}
    output = nbformat.v4.new_output("execute_result", data={pages.MIME: asked, "text/plain": "Predict."})
    cells = [nbformat.v4.new_code_cell("predict()", outputs=[output])]
    cells += [nbformat.v4.new_code_cell(name) for name in ("one", "two", "three")]
    ran = nbformat.v4.new_notebook(
        cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    )
    made = pages.Page("a", tmp_path).of(ran)
    text = "\n".join(cell.source for cell in made.cells)
    curtain = text[text.index('<details class="curtain"') : text.index("</details>")]
    assert "one" in curtain
    assert "two" in curtain
    assert "three" not in curtain
