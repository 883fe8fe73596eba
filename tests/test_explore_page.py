"""Laws of an interactive figure with all its states, for pages without Python."""

import ast
import json
import math
import re
import subprocess
import sys
import tomllib
import zlib
from base64 import b64decode
from collections import Counter
from fnmatch import fnmatch
from html.parser import HTMLParser

import ipywidgets as widgets
import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from evalcore.explore import explore, layers
from evalcore.explore.page import SCRIPT, layout, markup, packing, record
from evalcore.plots import style
from notebooks import ROOT


@pytest.fixture(autouse=True)
def _few_pixels(monkeypatch):
    """Draw one image pixel per CSS pixel, to save time."""
    monkeypatch.setattr(style, "SHARPNESS", 1)


def test_states_can_be_put_together_again():
    """Only names, which are numbered, and digits beyond a tenth of a point are lost."""
    start, end = '<svg>\n <g id="line2d_1">\n  <path d="M 1.23456 -2 \n', 'L 9 0 \n"/>\n </g>\n</svg>'
    curve = start + "L 3 4.56 \nL 5.04 6 \n" + end
    mark = (
        '<svg>\n <g id="a_1">\n  <use xlink:href="#m0123456789" x="0.96" y="7" style="opacity: 0.25"/>\n </g>\n</svg>'
    )
    words = '<svg>\n <g id="text_1">\n  <text x="1" y="2">§ 3, 5 ¤, #m0123456789</text>\n </g>\n</svg>'
    kept = packing.packed([curve, mark, curve, words])
    assert [packing.unpacked(kept, state) for state in range(4)] == [
        curve.replace(' id="line2d_1"', "").replace("1.23456", "1.2").replace("4.56", "4.6").replace("5.04", "5"),
        mark.replace(' id="a_1"', "").replace("0.96", "1").replace("m0123456789", "n0"),
        packing.unpacked(kept, 0),
        words.replace(' id="text_1"', "").replace("§", "&#167;").replace("¤", "&#164;"),
    ]


def test_a_picture_is_cut_along_the_gaps_between_its_panels():
    _, axes = style.panels("ab;cc")
    panes = layout.panes([layout.outlines(axes["a"].figure)])
    assert [pane[2] == 1 for pane in panes] == [False, False, True]
    assert panes[0][2] + panes[1][2] == pytest.approx(1)
    assert len(layout.panes([[(-0.01, 0.1, 0.4, 0.9), (0.6, -0.01, 1.02, 0.9)]])) == 2  # text beyond the edge
    assert len(layout.panes([[(0, 0.1, 0.501, 0.9), (0.499, 0, 1, 0.9)]])) == 2  # touching texts


def test_a_part_has_its_name_in_both_layers():
    """A named part of the still layer is stored once per still layer, one of the moving layer in each state."""
    axes = plain()
    axes.plot([0, 1], [1, 0], gid="part-hull")
    axes.plot([0, 1], [0, 1], gid="other")

    def moving(axes, x):
        axes.plot([x], [x], marker="o", gid="part-point")
        return f"x = {x}"

    wide = explore(axes, moving, alt="Two lines and a point.", x=(0, 3)).record()["editions"][0]
    assert [part.count('<g class="hull">') for part in wide["parts"]] == [1]
    assert "other" not in wide["parts"][0]
    assert all('<g class="point">' in packing.unpacked(wide, state) for state in range(4))
    assert "hull" not in packing.unpacked(wide, 0)
    assert explore(Figure().subplots(), line_at, alt="A line.", x=(0, 1)).record()["editions"][0]["parts"] == [""]


@pytest.mark.parametrize("name", ["x y", "place"])
def test_a_point_that_leaves_a_trace_is_marked_by_its_handle_or_its_part(name):
    def moving(axes, x, y):
        axes.plot([x], [y], "D", gid="x y part-place")
        return "a point"

    record = explore(Figure().subplots(), moving, alt="A point.", trace=name, x=(0, 1), y=(0, 1)).record()
    assert '<g class="traced place">' in packing.unpacked(record["editions"][0], 3)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("plce", "did you mean 'place'"),
        ("curve", "must name a point with a marker"),
        ("else", r"expected one of \['curve', 'handle', 'place'\]"),
        (3, "expected one of"),
    ],
)
def test_a_trace_of_what_is_no_point_or_has_another_name_is_an_error(name, words):
    def moving(axes, x):
        axes.plot([x], [x], "D", gid="handle part-place")
        axes.plot([0, 1, 2], gid="part-curve")
        return "a point"

    with pytest.raises(ValueError, match=words):
        explore(Figure().subplots(), moving, alt="A point.", trace=name, x=(0, 1))


def veiled_picture(veil):
    def moving(axes, x):
        axes.plot([x], [0], "o", gid="part-point")
        axes.plot([0, x], [1, 1], gid="part-answer")
        axes.text(0.5, 0.5, "in between")
        return f"the answer is {x}"

    return explore(Figure().subplots(), moving, alt="A point and a line.", veil=veil, x=(0, 4))


@pytest.mark.parametrize(
    ("veil", "kept"),
    [(["answer"], ["point", "in between"]), ([], ["point", "answer", "in between"]), (True, [])],
)
def test_the_page_of_a_veiled_figure_starts_without_what_the_veil_hides(veil, kept):
    picture = veiled_picture(veil)
    html = markup.living_picture(picture.record() | {"veil": picture.veil}, "figure")
    drawn = html[html.index('<div class="moving">') : html.index("<script")]
    shown = [part for part in ("point", "answer", "in between") if re.search(f'class="{part}"|>{part}<', drawn)]
    assert shown == kept
    assert "<span>Answer the question below to see the rest.</span>" in html
    assert '<div class="controls" inert>' in html
    assert drawn.count("</svg>") == drawn.count("<svg")
    without = markup.living_picture(picture.record(), "figure")  # as `save` writes it
    assert "<span>the answer is 2</span>" in without
    assert "inert" not in without


def test_a_veil_of_what_is_not_drawn_at_the_start_is_an_error():
    with pytest.raises(ValueError, match=r"veil='anser' names nothing .* did you mean 'answer'"):
        veiled_picture(["anser"])


def test_a_notebook_stores_a_veiled_figure_without_what_the_veil_hides():
    def stored(veil):
        data, _metadata = veiled_picture(veil)._repr_mimebundle_()
        return data["image/png"], data["text/plain"].splitlines()[1]

    whole, answered = stored([])
    assert answered == "the answer is 2"
    images = {whole}
    for veil in (["answer"], True):
        image, words = stored(veil)
        assert words == "Answer the question below to see the rest."
        images.add(image)
    assert len(images) == 3


def test_a_veil_that_falls_again_finds_the_figure_at_its_start():
    picture = veiled_picture(True)
    picture.stage._handle_custom_msg({"put": {"x": "4"}}, [])
    assert picture.reading == "the answer is 4"
    picture.stage._handle_custom_msg({"start": True}, [])
    assert picture.reading == "the answer is 2"


@mpl.rc_context()
def test_words_that_nearly_touch_or_are_cut_count_as_crowded():
    mpl.rcdefaults()
    figure = Figure(figsize=(4, 3))
    figure.text(0.1, 0.5, "one")
    alone = layout.crowd(figure)
    width = figure.texts[0].get_window_extent().width / figure.bbox.width
    figure.text(0.1 + width + 0.001, 0.5, "two")
    figure.text(0.99, 0.1, "beyond the edge")
    figure.text(1.1, 0.2, "wholly beyond it")
    assert [alone, layout.crowd(figure)] == [(0, 0), (2, 1)]


def test_a_picture_is_not_made_narrow_if_a_word_is_cut_though_others_stand_free_then():
    assert layout.narrowest({11.5: (0, 2), 8.0: (0, 1), 6.4: (1, 0), 5.6: (0, 0)}.get, 11.5) == 8.0


@mpl.rc_context()
def test_words_decide_how_narrow_a_picture_may_be():
    mpl.rcdefaults()
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
    assert [edition["name"] for edition in picture.record()["editions"]] == ["wide", "narrow"]
    assert len(places) > 1
    assert all(len(bounds) == 1 for bounds in places.values())


def test_the_colours_of_the_pictures_can_be_read_in_the_dark():
    """The style sheet applies ``invert(.902) hue-rotate(180deg)``, and white becomes the background of the page."""
    turned = np.array([[-0.574, 1.430, 0.144], [0.426, 0.430, 0.144], [0.426, 1.430, -0.856]])

    def luminance(colour):
        shown = np.clip(turned @ (0.902 - 0.804 * np.array(to_rgb(colour))), 0, 1)
        return np.where(shown <= 0.03928, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]

    for name in ["POSITIVE", "NEGATIVE", "CHOSEN", "GOOD", "INK", "MUTED"]:
        assert (luminance(getattr(style, name)) + 0.05) / (luminance("white") + 0.05) > 4.5, name


@pytest.mark.texts
def test_the_script_is_sound():
    headless = pytest.importorskip("headless")
    subprocess.run([headless.node(), "--check", SCRIPT], check=True)


# ---------------------------------------------------------------------------------------------
# Handles
# ---------------------------------------------------------------------------------------------


def handles_of(moving, axes=None, edition=0, **controls):
    axes = axes or Figure(figsize=(4, 3), layout="none").subplots()
    return axes, explore(axes, moving, alt="Handles.", **controls).record()["editions"][edition]["handles"]


def on_the_page(axes, x, y):
    """Return a point of the axes in CSS pixels from the upper left corner of the figure."""
    figure = axes.figure
    across, up = figure.transFigure.inverted().transform(axes.transData.transform((x, y)))
    width, height = figure.get_size_inches() * style.PIXELS_PER_INCH
    return [round(across * width), round((1 - up) * height)]


def test_a_handle_lies_where_matplotlib_draws_it():
    """A point depends on two controls, and a line on one; no more than these positions are stored."""

    def moving(axes, x, y):
        axes.plot([x / 4], [y / 4], "D", gid="x y")
        axes.axvline(x / 4, gid="handle")
        axes.axhline(0.5, gid="handle")  # does not depend on a control
        axes.plot([0, 1, 2], [0, 1, 0], gid="something else")
        return "a place"

    axes, (line, point) = handles_of(moving, x=(0, 4), y=(0, 2))
    if line["moves"] == [0, 1]:
        line, point = point, line
    assert (point["moves"], point["of"]) == ([0, 1], [0, 1])
    assert list(zip(*point["at"], strict=True)) == [
        pytest.approx(on_the_page(axes, x / 4, y / 4), abs=1) for x in range(5) for y in range(3)
    ]
    assert (line["moves"], line["of"]) == ([0], [0])
    x, bottom, also_x, top = line["at"]
    assert x == also_x == pytest.approx([on_the_page(axes, x / 4, 0)[0] for x in range(5)], abs=1)
    box = axes.get_position()
    assert [bottom, top] == pytest.approx([(1 - box.y0) * 288, (1 - box.y1) * 288], abs=1)


def test_the_first_control_that_moves_a_handle_follows_it():
    def moving(axes, colour, a, b):
        axes.plot([a * b / 9], [0.5], "D", color=colour, gid="handle")
        axes.plot([b / 3], [a / 3], "D", gid="b")
        axes.plot([0.1], [b / 3], "D", gid="a b")
        return "three points"

    _, handles = handles_of(moving, colour=["black", "red"], a=(1, 3), b=(1, 3))
    assert [(handle["moves"], handle["of"]) for handle in handles] == [([1], [1, 2]), ([2], [1, 2]), ([2], [2])]


def test_a_handle_may_be_missing_and_one_outside_lies_at_the_edge():
    def moving(axes, x):
        axes.plot([x / 2], [0], "D", gid="x")
        if x > 1:
            axes.axvline(0.1 * x, gid="x")
        return f"x = {x}"

    axes = Figure(figsize=(4, 3), layout="none").subplots()
    axes.set(xlim=(0, 1), ylim=(-1, 1))
    _, (point, line) = handles_of(moving, axes, x=(0, 4))
    assert point["at"][0][2:] == [on_the_page(axes, 1, 0)[0]] * 3
    assert [place is None for place in line["at"][0]] == [True, True, False, False, False]


def test_a_handle_follows_the_still_layer_and_the_width():
    def still(axes, n):
        axes.set_xlim(0, n)

    def moving(axes, x, n):
        axes.axvline(x, gid="handle")
        return f"{x} of {n}"

    _, axes = style.panels()
    picture = explore(axes["a"], moving, still=still, alt="A line.", x=(1, 2), n=(2, 3))
    wide, narrow = (edition["handles"][0] for edition in picture.record()["editions"])
    x = np.reshape(wide["at"][0], (2, 2))
    assert wide["of"] == [0, 1]
    assert np.all(np.diff(x, axis=1) < 0)
    assert max(narrow["at"][0]) < x.max()


def test_a_mistyped_handle_is_an_error():
    for gid, word, meant in [
        ("thresold", "thresold", "threshold"),
        ("part-line thresholds", "thresholds", "threshold"),
        ("threshold treshold", "treshold", "threshold"),
        ("handel", "handel", "handle"),
        ("threshold y", "y", "threshold"),
    ]:
        with pytest.raises(ValueError, match=f"gid='{gid}' names no control '{word}': did you mean '{meant}'"):
            handles_of(lambda axes, threshold, gid=gid: axes.axvline(threshold, gid=gid) and "", threshold=(0, 4))


def test_a_gid_that_is_no_handle_is_left_to_the_author():
    for gid in ("moving-line", "dot", "part-hull", "something else"):
        assert handles_of(lambda axes, x, gid=gid: axes.axvline(x, gid=gid) and "", x=(0, 4))[1] == []


def test_a_handle_is_a_point_or_a_straight_line():
    def curved(axes, x):
        axes.plot([0, x, 2], [0, 1, 0], gid="handle")
        return "a curve"

    def shaded(axes, x):
        axes.axvspan(0, x, gid="x")
        return "an area"

    for moving in (curved, shaded):
        with pytest.raises(ValueError, match="a handle must be a point or a straight line, got "):
            explore(Figure().subplots(), moving, x=(1, 2))


# ---------------------------------------------------------------------------------------------
# The saved page
# ---------------------------------------------------------------------------------------------


def line_at(axes, x, **_others):
    """Draw a line at x."""
    axes.axvline(x)
    return f"x = {x}"


def plain():
    """Return axes with few ticks, because ticks take the most time to draw."""
    return Figure(figsize=(4, 3)).subplots(subplot_kw={"xticks": [0], "yticks": [0]})


def living(moving=line_at, axes=None, **options):
    return explore(axes or plain(), moving, **{"x": (0, 4), **options})


def states_in(page):
    """Return the data for the script, edition by edition."""
    inside = re.findall(r'<script type="text/plain" data-edition="(\w+)">(.*?)</script>', page)
    return {name: json.loads(zlib.decompress(b64decode(text))) for name, text in inside}


def test_a_saved_page_holds_every_state_and_needs_nothing_else(tmp_path):
    picture = living(alt="A line that moves.")
    picture.save(tmp_path / "line.html", title="A line", words="First.\n\nThen.")
    page = (tmp_path / "line.html").read_text(encoding="utf-8")
    wide = states_in(page)["wide"]
    assert wide["readings"] == [f"x = {x}" for x in range(5)]
    assert len(wide["states"]) == 5
    assert all(words in page for words in ["<h1>A line</h1>", "<p>First.</p>", "<p>Then.</p>", "A line that moves."])
    assert 'http-equiv="Content-Security-Policy" content="default-src \'none\'' in page
    addresses = set(re.findall(r"[a-z]+://[\w./-]+", page))
    assert addresses == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}  # only namespaces
    assert [path.name for path in tmp_path.iterdir()] == ["line.html"]


def test_a_picture_saved_twice_is_the_same_file(tmp_path):
    """This also holds after its controls were moved and moved back, and after it was drawn narrower."""

    def still(axes, n):
        axes.set_xlim(0, n)

    _, axes = style.panels()
    picture = living(axes=axes["a"], still=still, x=(0, 1), n=(4, 5))
    picture.save(tmp_path / "one.html")
    picture.controls["n"].value, picture.controls["x"].value = 5, 1
    picture.controls["n"].value, picture.controls["x"].value = 4, 0
    picture.save(tmp_path / "two.html")
    page = (tmp_path / "one.html").read_bytes()
    assert page == (tmp_path / "two.html").read_bytes()
    assert states_in(page.decode()).keys() == {"wide", "narrow"}
    assert picture.reading == "x = 0"


def test_which_edition_a_phone_shows_is_known_before_both_have_come():
    """A page that is loading must not show the wide one for a moment: everything below would jump."""
    picture_record = living(axes=style.panels()[1]["a"], x=(0, 1)).record()
    page = markup.living_picture(picture_record, "one")
    assert [edition["name"] for edition in picture_record["editions"]] == ["wide", "narrow"]
    assert page.count('<div class="stage wide paired"') == 1
    alone = markup.living_picture({**picture_record, "editions": picture_record["editions"][:1]}, "one")
    assert '<div class="stage wide"' in alone


def test_the_page_begins_where_the_controls_stand(tmp_path):
    """It begins at the current values, or at the nearest ones that it offers."""
    picture = living(x=(0, 100), lattice={"x": 3})
    for value, begins in [(100, 2), (51, 1), (20, 0)]:
        picture.controls["x"].value = value
        assert picture.record()["controls"][0]["start"] == begins


@pytest.mark.parametrize(
    ("controls", "states", "lattice"),
    [
        ({"x": (0, 100), "y": (0, 100), "z": True}, 20402, {"x": 26, "y": 51}),
        ({"x": (0.0, 1.0, 0.0001)}, 10001, {"x": 2501}),
    ],
)
def test_too_many_states_are_refused_with_a_lattice_that_works(tmp_path, controls, states, lattice):
    with pytest.raises(ValueError, match=f"^{states} states, a page holds at most 4000") as refused:
        living(**controls).save(tmp_path / "many.html")
    assert ast.literal_eval(re.search(r"lattice=(\{.*\})", str(refused.value))[1]) == lattice
    on_page = living(**controls, lattice=lattice).lattice
    assert math.prod(map(len, on_page.values())) <= record.MOST_STATES
    assert list(tmp_path.iterdir()) == []


def test_too_many_controls_are_refused():
    with pytest.raises(ValueError, match=r"^4096 states, a page holds at most 4000: use fewer controls"):
        living(x=True, **{f"x{number}": True for number in range(11)}).record()


def test_a_state_that_fails_leaves_the_earlier_file_and_nothing_beside_it(tmp_path):
    def not_at_four(axes, x):
        if x == 4:
            raise ZeroDivisionError("four")
        return line_at(axes, x)

    picture, path = living(not_at_four), tmp_path / "line.html"
    path.write_text("before")
    with pytest.raises(ZeroDivisionError, match="four"):
        picture.save(path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]
    picture.controls["x"].value = 3
    assert picture.reading == "x = 3"


def test_a_failed_write_leaves_the_earlier_file(tmp_path, monkeypatch):
    picture, path = living(), tmp_path / "line.html"
    path.write_text("before")

    def full(self, content):
        self.write_text("half a page")
        raise OSError("No space left on device")

    monkeypatch.setattr(type(path), "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        picture.save(path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"path": "nowhere/line.html"}, FileNotFoundError, "there is no folder .*nowhere"),
        ({"title": 3}, TypeError, "title must be a text, got 3"),
        ({"words": ["one"]}, TypeError, "words must be a text"),
    ],
)
def test_arguments_of_another_kind_are_refused_before_anything_is_drawn(tmp_path, monkeypatch, arguments, error, words):
    picture = living()
    monkeypatch.setattr(picture.layers, "frame", None)
    with pytest.raises(error, match=words):
        picture.save(tmp_path / arguments.pop("path", "line.html"), **arguments)


def test_a_read_only_folder_is_named_before_anything_is_drawn(tmp_path, monkeypatch):
    """The answer of the system is simulated, because root can write to every folder."""
    picture = living()
    monkeypatch.setattr(picture.layers, "frame", None)
    monkeypatch.setattr("os.access", lambda path, mode: False)
    message = f"the folder {tmp_path} is read-only; choose another folder for line.html"
    with pytest.raises(PermissionError, match=f"^{re.escape(message)}$"):
        picture.save(tmp_path / "line.html")


def test_a_picture_that_another_has_replaced_is_not_saved(tmp_path):
    axes = plain()
    first = living(axes=axes)
    living(axes=axes)
    with pytest.raises(ValueError, match="was replaced when its cell was run again"):
        first.save(tmp_path / "line.html")


HOSTILE = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> \" ' & § ¤ \\u003c"


def hostile(axes, x, **_others):
    axes.axvline(x)
    axes.text(0.5, 0.5, HOSTILE.replace("$", ""))
    return f"{HOSTILE} {x}"


def hostile_picture():
    menu = widgets.Dropdown(options=[(HOSTILE, 1), ("b", 2)], description=HOSTILE)
    return living(hostile, alt=HOSTILE, x=(0, 2), menu=menu)


def test_no_word_of_a_picture_becomes_markup(tmp_path):
    """Title, words, alternative text, labels, captions and texts of the figure are all escaped."""
    hostile_picture().save(tmp_path / "page.html", title=HOSTILE, words=HOSTILE)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    parsed = Tags(page)
    assert parsed.tags["script"] == 2  # the states, and the script
    assert parsed.tags["img"] == 1
    assert "onerror" not in parsed.attributes
    assert parsed.tags["h1"] == 1
    assert states_in(page)["wide"]["readings"][0] == f"{HOSTILE} 0"


class Tags(HTMLParser):
    """Counts each tag, and collects the names of all attributes."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.attributes = Counter(), set()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        self.attributes |= {name for name, _ in attrs}


def test_every_kind_of_control_has_a_place_on_the_page():
    """This includes a control between two steps, and one whose values no page can know in advance."""
    kinds = {
        "steps": ((0.0, 1.0, 0.25), "slider", ["0.00", "0.25", "0.50", "0.75", "1.00"]),
        "between": (widgets.IntSlider(2, min=1, max=7, step=3), "slider", ["1", "2", "4", "7"]),
        "powers": (widgets.FloatLogSlider(10, min=0, max=2, step=1), "slider", ["1", "10", "100"]),
        "menu": (["a", "b"], "menu", ["a", "b"]),
        "row": (widgets.ToggleButtons(options={"one": 1, "two": 2}), "menu", ["one", "two"]),
        "named": (widgets.SelectionSlider(options=["few", "many"], value="many"), "slider", ["few", "many"]),
        "tick": (True, "box", ["no", "yes"]),
        "button": (widgets.ToggleButton(), "box", ["no", "yes"]),
        "number": (widgets.IntText(3), "fixed", ["3"]),
        "span": (widgets.IntRangeSlider(value=(2, 3)), "fixed", ["(2, 3)"]),
    }
    for name, (control, kind, labels) in kinds.items():
        picture_record = living(lambda axes, **values: line_at(axes, 1), x=control).record()
        (shown,) = picture_record["controls"]
        assert (shown["kind"], shown["labels"]) == (kind, labels), name
        assert f'class="control {kind}"' in markup.living_picture(picture_record, "picture")


def test_a_terminal_sees_how_far_the_drawing_has_come_and_a_file_does_not(tmp_path, monkeypatch, capsys):
    living().save(tmp_path / "line.html")
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    living().save(tmp_path / "line.html")
    assert "\rline.html, wide: 3 of 5\rline.html, wide: 4 of 5\rline.html, wide: 5 of 5\n" in capsys.readouterr().err


@pytest.mark.texts
def test_a_wheel_holds_every_package_and_what_lies_beside_the_code():
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = {path.parent for path in (ROOT / "evalcore").rglob("*.py")}
    names = {path: ".".join(path.relative_to(ROOT).parts) for path in folders}
    assert set(names.values()) == set(about["packages"]) - set(about["package-dir"])
    for path, name in names.items():
        beside = [file.name for file in path.iterdir() if file.is_file() and file.suffix not in (".py", ".pyc")]
        patterns = about["package-data"].get(name, [])
        assert [file for file in beside if not any(fnmatch(file, pattern) for pattern in patterns)] == []


def test_the_parts_of_a_page_are_imported_by_whoever_saves_one():
    program = "import sys, evalcore.explore; print([name for name in sys.modules if 'explore.page' in name])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "[]\n"
