"""Laws of the interactive figure, without a browser: what is drawn, left behind and printed."""

import gc
import html
import io
import threading
import time
import weakref
from base64 import b64decode

import ipywidgets as widgets
import matplotlib as mpl
import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure
from PIL import Image

from evalcore.explore import explore
from evalcore.explore.controls import positions
from evalcore.plots import style


@pytest.fixture(autouse=True)
def _few_pixels(monkeypatch):
    """Draw one image pixel per CSS pixel, to save time."""
    monkeypatch.setattr(style, "SHARPNESS", 1)


@pytest.fixture
def axes():
    """Return the axes of a figure with one still line, and few ticks, because ticks take the most time to draw."""
    axes = Figure(figsize=(4, 3)).subplots(subplot_kw={"xticks": [0], "yticks": [0]})
    axes.plot([0, 10], [0, 1], gid="still-line")
    axes.set_title("A still line")
    return axes


def living(axes, moving=None, **options):
    """Return an interactive figure of a vertical line at x, or of what ``moving`` draws."""

    return explore(axes, moving or line_at, **{"x": (0, 10), **options})


def line_at(axes, x, **_others):
    """Draw a line at x."""
    axes.axvline(x, gid="moving-line")
    return f"x = {x}"


def saying(words):
    """Return a moving function that draws a line and returns this caption."""

    def moving(axes, **values):
        axes.axvline(1)
        return words(**values) if callable(words) else words

    return moving


def overlay(picture):
    """Return the markup of the moving layer."""
    return picture.stage.shown["svg"]


def still_image(picture):
    return picture.stage.png


def test_only_the_added_artists_are_in_the_overlay(axes):
    picture = living(axes)
    assert "moving-line" in overlay(picture)
    assert "still-line" not in overlay(picture)
    assert "A still line" not in overlay(picture)


def test_all_kinds_of_artists_are_added_and_taken_away(axes):
    """These are bars and their container, filled areas, patches, texts, collections and figure texts."""

    def everything(axes, x):
        axes.bar([1, 2], [x, x])
        axes.fill_between([0, 1], [0, 1])
        axes.scatter([1], [x], gid="dot")
        axes.annotate("note", (x, 0.5))
        axes.figure.text(0.5, 0.9, "over all")
        return "all"

    before, parts = axes.get_children(), axes.figure.get_children()
    picture = living(axes, everything)
    assert all(words in overlay(picture) for words in ["dot", "note", "over all"])
    assert axes.get_children() == before
    assert axes.figure.get_children() == parts
    assert not axes.containers


def test_a_new_still_part_replaces_the_old_one_and_its_entry_in_the_legend(axes):
    """This also holds if it consists of several artists, as error bars do."""

    def still(axes, x):
        axes.errorbar([x], [0.5], yerr=[0.1], label="estimate")
        axes.legend()

    picture = living(axes, still=still)
    for value in [3, 7, 5]:
        picture.controls["x"].value = value
    assert picture.error is None
    assert len(axes.containers) == 1
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["estimate"]


def test_what_a_failing_call_had_drawn_is_gone_too(axes):
    def fails_later(axes, x):
        axes.bar([x], [1])
        if x != 5:
            raise RuntimeError("after drawing")
        return "five"

    picture = living(axes, fails_later)
    before = axes.get_children()
    picture.controls["x"].value = 6
    assert str(picture.error) == "after drawing"
    assert axes.get_children() == before
    assert not axes.containers


def test_the_same_values_give_the_same_picture(axes):
    """This also holds after other values, and with colours from the property cycle."""

    def moving(axes, x):
        axes.plot([x], [0.5], marker="o")
        axes.bar([x], [1])
        return f"x = {x}"

    picture = living(axes, moving)
    first = overlay(picture)
    picture.controls["x"].value = 8
    assert overlay(picture) != first
    picture.controls["x"].value = 5
    assert overlay(picture) == first


def test_two_pictures_of_the_same_kind_have_the_same_words_and_svg():
    """The stored output depends on nothing but the cell."""
    makers = [Figure(figsize=(4, 3)).subplots() for _ in range(2)]
    assert len({overlay(living(axes)) for axes in makers}) == 1


def test_the_overlay_is_as_large_as_the_figure(axes):
    """Four inches by three, in points."""
    assert 'viewBox="0 0 288 216"' in overlay(living(axes))


def test_the_axes_stand_still_while_the_line_moves(axes):
    """Lines far outside do not change the limits of the axes."""

    def far(axes, x):
        axes.plot([0, 100 * x], [0, 100 * x])
        return "far"

    limits = axes.get_xlim(), axes.get_ylim()
    living(axes, far)
    assert (axes.get_xlim(), axes.get_ylim()) == limits


def test_the_bundle_holds_widget_picture_and_words(axes):
    """The image shows both layers, and the figure is left as it was."""
    picture = living(axes, alt="A line")
    before, (first, _) = axes.get_children(), picture._repr_mimebundle_()
    picture.controls["x"].value = 2
    bundle, metadata = picture._repr_mimebundle_()
    assert bundle["text/plain"] == "A line\nx = 2"
    assert b64decode(bundle["image/png"]).startswith(b"\x89PNG")
    assert bundle["image/png"] != first["image/png"]
    assert metadata["image/png"]["width"] == 384
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert axes.get_children() == before


def test_a_stored_picture_looks_like_what_was_drawn():
    """With 256 colours none differs by more than 8 of 255 levels, and white stays white."""
    figure, panels = style.panels("ab")
    panels["a"].imshow(np.linspace(0, 1, 400).reshape(20, 20), cmap="viridis")
    panels["b"].plot([0, 1, 0], alpha=0.5)
    pixels = style.drawn(figure)
    stored = b64decode(style.picture_bundle(pixels, "Two panels")[0]["image/png"])
    drawn, kept = (np.asarray(image.convert("RGB"), dtype=int) for image in (pixels, Image.open(io.BytesIO(stored))))
    assert np.abs(drawn - kept).max() <= 8
    assert kept[0, 0].tolist() == [255, 255, 255]


@pytest.fixture
def _of_this_test_alone():
    """Let the garbage collector look only at objects made by the test, not at the million older ones."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("_of_this_test_alone")
def test_no_picture_keeps_the_pixels_that_it_was_drawn_on(axes, monkeypatch):
    """The pixels, which matplotlib's texts refer to, would take 6 MB each."""
    renderers, make = [], RendererAgg.__init__

    def noted(self, *arguments):
        renderers.append(weakref.ref(self))
        make(self, *arguments)

    monkeypatch.setattr(RendererAgg, "__init__", noted)
    picture = living(axes)
    picture._repr_mimebundle_()
    assert picture.error is None
    gc.collect()
    assert len(renderers) >= 2
    assert [renderer() for renderer in renderers] == [None] * len(renderers)


def test_alt_is_given_or_the_docstring_or_the_titles_and_screen_readers_hear_it(axes):
    def silent(axes, x):
        axes.axvline(x)
        return "nothing"

    for options, alt in [({"alt": "P < R"}, "P < R"), ({}, "Draw a line at x."), ({"moving": silent}, "A still line")]:
        picture = living(axes, **options)
        assert picture.alt == alt
        assert f'role="img" aria-label="{html.escape(alt)}"' in overlay(picture)


def test_an_error_keeps_the_picture_and_stands_in_place_of_the_reading(axes):
    def not_at_six(axes, x):
        if x == 6:
            raise ValueError("six is not allowed")
        axes.axvline(x)
        return f"x = {x}"

    picture = living(axes, not_at_six)
    svg = overlay(picture)
    picture.controls["x"].value = 6
    assert isinstance(picture.error, ValueError)
    shown = picture.stage.shown
    assert (shown["svg"], shown["reading"], shown["failed"]) == (svg, "ValueError: six is not allowed", True)
    picture.controls["x"].value = 7
    assert picture.error is None
    assert picture.stage.shown["reading"] == picture.reading == "x = 7"
    assert not picture.stage.shown["failed"]


def test_an_error_in_the_first_call_is_raised(axes):
    def never(axes, x):
        raise ZeroDivisionError("at once")

    with pytest.raises(ZeroDivisionError, match="at once"):
        living(axes, never)


@pytest.mark.parametrize("change", [{"title": "new"}, {"xlabel": "new"}, {"xlim": (0, 1)}, {"ylim": (0, 9)}])
def test_moving_may_not_change_titles_or_limits(axes, change):
    def restless(axes, x):
        axes.set(**change)
        return "changed"

    with pytest.raises(ValueError, match="must not change titles, labels or axis limits"):
        living(axes, restless)


@pytest.mark.parametrize("answer", [None, 0.5])
def test_moving_must_return_text(axes, answer):
    with pytest.raises(TypeError, match="must return the reading, a line of text"):
        living(axes, saying(answer))


def test_still_is_called_when_its_own_controls_change_and_its_artists_are_replaced(axes):
    calls = []

    def still(axes, n):
        calls.append(n)
        axes.plot([0] * n, gid=f"still-{n}")
        axes.set(xlim=(0, n), title=f"n = {n}")

    picture = living(axes, still=still, n=(1, 9))
    count, image = len(axes.lines), still_image(picture)
    picture.controls["x"].value = 1
    assert calls == [5]
    assert still_image(picture) == image
    picture.controls["n"].value = 8
    assert calls == [5, 8]
    assert still_image(picture) != image
    assert len(axes.lines) == count
    assert axes.get_xlim() == (0, 8)
    assert "still-8" not in overlay(picture)


def test_of_changes_from_many_threads_the_newest_is_shown(axes):
    """Every thread's change is either drawn or replaced by a newer one."""
    drawn = []

    def slow(axes, x):
        time.sleep(0.01)
        axes.axvline(x)
        drawn.append(x)
        return f"x = {x}"

    picture = living(axes, slow, x=(0, 100))
    before = axes.get_children()
    threads = [threading.Thread(target=setattr, args=(picture.controls["x"], "value", x)) for x in range(60, 100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert picture.reading == f"x = {picture.controls['x'].value}"
    assert len(drawn) < 40
    assert axes.get_children() == before


def test_abbreviations_make_the_controls_of_interact(axes):
    picture = living(
        axes,
        saying(lambda **values: str(values)),
        x=(0, 10),
        real=(0.0, 1.0, 0.1),
        menu=["a", "b"],
        tick=True,
        own=widgets.IntText(3),
    )
    kinds = [type(control) for control in picture.controls.values()]
    assert kinds == [widgets.IntSlider, widgets.FloatSlider, widgets.Dropdown, widgets.Checkbox, widgets.IntText]
    assert picture.reading == str({"x": 5, "real": 0.5, "menu": "a", "tick": True, "own": 3})


def test_a_label_is_not_cut_and_a_drag_is_followed(axes):
    """A slider of the reader's own with ``continuous_update=False`` is the exception."""
    patient = widgets.IntSlider(3, min=0, max=9, continuous_update=False)
    slider = explore(axes, saying(""), called_positive=(0, 9), patient=patient).controls["called_positive"]
    assert slider.description == "called positive"
    assert slider.style.description_width == "initial"
    assert slider.continuous_update
    assert not patient.continuous_update


def test_the_play_button_drives_its_slider(axes):
    picture = living(axes, play="x")
    button, slider = picture.children[0].children[-1].children
    assert isinstance(button, widgets.Play)
    assert slider is picture.controls["x"]
    assert (button.min, button.max, button.step, button.value) == (0, 10, 1, 5)


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"axes": "a picture"}, TypeError, "axes must be a matplotlib Axes, or a dict, list or array of them, got str"),
        ({"axes": []}, TypeError, "axes must be a matplotlib Axes"),
        ({"axes": [Figure().subplots(), Figure().subplots()]}, ValueError, "the axes must belong to one figure"),
        ({"moving": "draw"}, TypeError, "moving and still must be functions"),
        ({"still": 3}, TypeError, "moving and still must be functions"),
        ({"moving": lambda axes: ""}, TypeError, r"expected moving .*, moving\(axes, x\): got an unexpected keyword"),
        ({"moving": lambda axes, x, y: ""}, TypeError, r"moving\(axes, x\): missing a required argument: 'y'"),
        ({"still": lambda axes, y: None}, TypeError, r"expected still .*, still\(axes\): missing a required argument"),
        ({"x": object()}, ValueError, "x must be an ipywidget with a value"),
        ({"x": widgets.HBox()}, ValueError, "x must be an ipywidget with a value"),
        ({"play": "y"}, ValueError, "play must name one of the controls"),
        ({"lattice": {"y": 3}}, ValueError, "lattice must name controls"),
        ({"lattice": {"x": 12}}, ValueError, "x has 11 positions, expected from 2 to as many, got 12"),
        ({"lattice": {"x": [0, 11]}}, ValueError, "x cannot be 11"),
        ({"play": "x", "x": (0.0, 1.0)}, ValueError, "a play button needs a slider of whole numbers"),
    ],
)
def test_other_arguments_are_refused_by_name(axes, change, error, words):
    arguments = {"axes": axes, "moving": saying(""), "x": (0, 10), **change}
    with pytest.raises(error, match=words):
        explore(**arguments)


def test_a_picture_without_controls_is_refused(axes):
    with pytest.raises(ValueError, match="expected at least one control"):
        explore(axes, saying(""))


def test_axes_are_passed_on_as_they_are_given():
    """This holds for one Axes, a dict, a list and an array."""
    row = Figure(figsize=(4, 3)).subplots(1, 2)
    for axes in [row[0], {"a": row[0], "b": row[1]}, list(row), row]:
        got = []

        def moving(given, x, got=got):
            got.append(given)
            row[1].axvline(x)
            return ""

        explore(axes, moving, x=(0, 4))
        assert got[0] is axes


def test_a_moving_part_that_draws_nothing_says_so(axes):
    other = Figure().subplots()
    with pytest.raises(ValueError, match="moving drew nothing"):
        living(axes, lambda axes, x: str(other.axvline(x)))


@pytest.mark.parametrize(
    "change",
    [
        lambda axes: axes.lines[0].set_data([0, 1], [1, 0]),
        lambda axes: axes.lines[0].set_color("red"),
        lambda axes: axes.texts[0].set_text("new"),
        lambda axes: axes.texts[0].set_visible(False),
        lambda axes: axes.spines["left"].set_linewidth(5),
    ],
)
def test_a_moving_part_that_changes_what_stands_still_says_so(axes, change):
    axes.text(0, 0, "still")

    def moving(axes, x):
        axes.axvline(x)
        change(axes)
        return ""

    with pytest.raises(ValueError, match="moving must not change what stands still, but changed"):
        living(axes, moving)


def test_the_still_legend_outlives_one_that_moves(axes):
    axes.legend(handles=axes.lines, labels=["still"])

    def moving(axes, x):
        axes.legend(handles=[axes.axvline(x)], labels=["moving"])
        return ""

    picture = living(axes, moving)
    picture.controls["x"].value = 7
    assert picture.error is None
    assert "moving" in overlay(picture)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["still"]


def test_axes_inside_others_move_too(axes):
    inside = axes.inset_axes([0.6, 0.6, 0.3, 0.3])

    def moving(axes, x):
        inside.plot([0, x], gid="inside")
        return ""

    assert "inside" in overlay(living(axes, moving))
    assert not inside.lines


def test_the_colours_of_the_axes_own_cycle_are_kept(axes):
    axes.set_prop_cycle(color=["#123456", "#654321"])

    def moving(axes, x):
        axes.plot([x], [0.5], marker="o")
        return ""

    picture = living(axes, moving)
    for x in [6, 7, 8]:
        picture.controls["x"].value = x
        assert "#123456" in overlay(picture)


def test_a_failed_still_part_is_painted_again_at_the_next_good_value(axes):
    """This also holds for the value painted last, and nothing that it drew is left over."""

    def still(axes, x):
        axes.plot([0, x])
        axes.set_xlim(0, 10 + x)
        if x == 6:
            raise ValueError("six")

    picture = living(axes, still=still)
    first = still_image(picture), overlay(picture), axes.get_xlim(), len(axes.lines)
    for value in [6, 7, 6, 5]:
        picture.controls["x"].value = value
        assert (picture.error is not None) == (value == 6)
    assert (still_image(picture), overlay(picture), axes.get_xlim(), len(axes.lines)) == first


@pytest.mark.parametrize("use", ["_repr_mimebundle_", "record", "frame"])
def test_a_value_that_comes_while_the_picture_is_used_is_not_lost(axes, use):
    """The kernel may handle sliders on another thread than cells."""
    begun, go_on = threading.Event(), threading.Event()

    def moving(axes, x):
        if threading.current_thread().name == "user":
            begun.set()
            assert go_on.wait(60)
        axes.axvline(x)
        return f"x = {x}"

    picture = living(axes, moving)
    user = threading.Thread(target=getattr(picture, use), name="user")
    user.start()
    assert begun.wait(60)
    picture.controls["x"].value = 8
    assert picture.reading == "x = 5"
    go_on.set()
    user.join()
    assert picture.reading == "x = 8"


def test_a_picture_that_fails_at_its_value_is_displayed_with_its_error(axes):
    failing = []

    def moving(axes, x):
        axes.axvline(x)
        if failing:
            raise ValueError("not today")
        return ""

    picture = living(axes, moving, alt="A line")
    failing.append(True)
    bundle, _ = picture._repr_mimebundle_()
    assert bundle["text/plain"] == "A line\nValueError: not today"
    assert b64decode(bundle["image/png"]).startswith(b"\x89PNG")


def test_pictures_drawn_on_many_threads_leave_the_settings_alone():
    def slow(axes, x):
        time.sleep(0.002)
        axes.axvline(x)
        return f"x = {x}"

    before = dict(mpl.rcParams)
    pictures = [living(Figure(figsize=(4, 3)).subplots(), slow, x=(0, 100)) for _ in range(3)]
    threads = [
        threading.Thread(target=setattr, args=(picture.controls["x"], "value", x))
        for x in range(60, 80)
        for picture in pictures
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert dict(mpl.rcParams) == before
    assert all(picture.error is None for picture in pictures)
    assert all(picture.reading == f"x = {picture.controls['x'].value}" for picture in pictures)


def test_a_control_that_moves_the_control_of_another_picture_ends(axes):
    """Both are on one thread: the second figure is drawn while the first is."""
    shared = widgets.IntSlider(3, min=0, max=9)
    second = living(Figure(figsize=(4, 3)).subplots(), x=shared)

    def moving(axes, x):
        axes.axvline(x)
        shared.value = x
        return ""

    living(axes, moving).controls["x"].value = 7
    assert second.reading == "x = 7"


def test_a_readers_matplotlibrc_shifts_nothing(axes):
    living(axes)
    expected = still_image(living(axes))
    with mpl.rc_context({"savefig.bbox": "tight", "savefig.pad_inches": 2, "savefig.facecolor": "red"}):
        assert still_image(living(axes)) == expected


def test_a_figure_shown_again_is_as_it_was_the_first_time(axes):
    """The cell that calls explore is run twice, the one that made the figure is not."""

    def still(axes, x):
        axes.plot([0, x], label="a curve")
        axes.legend()

    first = living(axes, still=still)
    seen, children = (still_image(first), overlay(first)), len(axes.get_children())
    second = living(axes, still=still)
    assert (still_image(second), overlay(second)) == seen
    assert len(axes.get_children()) == children
    first_reading = first.reading
    second.controls["x"].value = 9
    assert first.reading == first_reading


CELL = """
from matplotlib.figure import Figure
from evalcore.explore import explore

figure = Figure(figsize=(4, 3))
axes = figure.subplots()

def still(axes, y):
    axes.plot([0, y])

def moving(axes, x, y):
    axes.axvline(x)
    return f"{x} {y}"

picture = explore(axes, moving, still=still, alt="A line", x=shared, y=(0, 5), play="y")
picture
"""


@pytest.fixture
def shell():
    """Simulate a notebook's Python, without the display."""
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    shell.display_formatter.active_types = []
    shell.run_cell("import ipywidgets, numpy as np\nshared = ipywidgets.IntSlider(3, 0, 9)", store_history=True)
    yield shell
    InteractiveShell.clear_instance()


def alive():
    gc.collect()
    figures = sum(type(thing) is Figure for thing in gc.get_objects())
    return figures, len(widgets.widget._instances)


@pytest.mark.usefixtures("_of_this_test_alone")
def test_a_cell_that_is_run_again_keeps_one_picture(shell):
    """Neither figures nor widgets nor observers of a shared slider accumulate."""
    shell.run_cell("big = np.zeros(12_500_000)  # 100 MB that the cell does not use", store_history=True)
    shared = shell.user_ns["shared"]
    for run in range(3):
        assert shell.run_cell(CELL, store_history=True).success
        followers = len(shared._trait_notifiers["value"]["change"])
        if run == 0:
            at_first = alive(), followers
    assert (alive(), followers) == at_first
    shared.value = 7
    assert shell.user_ns["picture"].reading == "7 2"


def test_pictures_of_one_run_and_of_other_cells_stay(shell):
    shell.run_cell(CELL, store_history=True)
    first = shell.user_ns["picture"]
    both = CELL.replace("picture =", "one =") + CELL.replace("picture =", "two =")
    for _ in range(2):
        shell.run_cell(both, store_history=True)
    shell.user_ns["shared"].value = 8
    readings = [picture.reading for picture in (first, shell.user_ns["one"], shell.user_ns["two"])]
    assert readings == ["8 2"] * 3


def test_a_frame_is_what_the_controls_would_show(axes):
    """Pages without Python need any state while the controls stay where they are."""

    def still(axes, n):
        axes.set_xlim(0, n)

    picture = living(axes, still=still, n=(10, 20), lattice={"x": 3, "n": [10, 20]})
    assert picture.lattice == {"x": [0, 5, 10], "n": [10, 15, 20]}
    assert picture.layers.still_names == ["n"]
    frame, png = picture.frame(x=0, n=20), picture.still_png(x=0, n=20)
    assert picture.reading == "x = 5"
    picture.controls["n"].value = 20
    picture.controls["x"].value = 0
    assert frame == (picture.svg, picture.reading, [])
    assert png == still_image(picture)


def test_positions_are_all_values_of_a_control():
    assert positions(widgets.IntSlider(min=1, max=7, step=3)) == [1, 4, 7]
    assert positions(widgets.FloatSlider(min=0, max=0.3, step=0.1)) == [0, 0.1, 0.2, 0.3]
    assert positions(widgets.SelectionSlider(options=[("one", 1), ("two", 2)])) == [1, 2]
    assert positions(widgets.Checkbox()) == [False, True]
    assert positions(widgets.IntText(7)) == [7]
