"""Laws of the living picture, without a browser: what is drawn, what is left behind, what is said."""

import threading
import time
from base64 import b64decode
from types import FunctionType

import ipywidgets as widgets
import pytest
from matplotlib.figure import Figure

from evalcore.explore import explore


@pytest.fixture
def axes():
    """The axes of a figure with one still line."""
    axes = Figure(figsize=(4, 3)).subplots()
    axes.plot([0, 10], [0, 1], gid="still-line")
    axes.set_title("A still line")
    return axes


def living(axes, moving=None, **options):
    """A living picture of a vertical line at x, or of what ``moving`` draws."""

    def line_at(x, **_others):
        """A line at x."""
        axes.axvline(x, gid="moving-line")
        return f"x = {x}"

    return explore(axes.figure, moving or line_at, **{"x": (0, 10), **options})


def overlay(picture):
    """The markup of the moving layer and the reading."""
    return picture.children[1].children[1].value


def still_image(picture):
    return picture.children[1].children[0].value


def test_only_the_added_artists_are_in_the_overlay(axes):
    picture = living(axes)
    assert "moving-line" in overlay(picture)
    assert "still-line" not in overlay(picture)
    assert "A still line" not in overlay(picture)


def test_the_added_artists_are_gone_from_the_figure_afterwards(axes):
    before = axes.get_children()
    picture = living(axes)
    picture.controls["x"].value = 7
    assert axes.get_children() == before


def test_all_kinds_of_artists_are_added_and_taken_away(axes):
    """Bars and their container, filled areas, patches, texts, collections and figure texts."""

    def everything(x):
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
    """Also where it consists of several artists, as bars of errors do."""

    def still(x):
        axes.errorbar([x], [0.5], yerr=[0.1], label="estimate")
        axes.legend()

    picture = living(axes, still=still)
    for value in [3, 7, 5]:
        picture.controls["x"].value = value
    assert picture.error is None
    assert len(axes.containers) == 1
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["estimate"]


def test_what_a_failing_call_had_drawn_is_gone_too(axes):
    def fails_later(x):
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
    """Also after other values, and with colours from the property cycle."""

    def moving(x):
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
    """What is stored depends on nothing but the cell."""
    makers = [Figure(figsize=(4, 3)).subplots() for _ in range(2)]
    assert len({overlay(living(axes)) for axes in makers}) == 1


def test_the_overlay_is_as_large_as_the_figure(axes):
    """Four inches by three, in points."""
    assert 'viewBox="0 0 288 216"' in overlay(living(axes))


def test_the_reading_follows_the_control(axes):
    picture = living(axes)
    assert picture.reading == "x = 5"
    picture.controls["x"].value = 6
    assert picture.reading == "x = 6"
    assert "x = 6" in overlay(picture)


def test_the_axes_stand_still_while_the_line_moves(axes):
    """Lines far outside do not stretch the axes."""

    def far(x):
        axes.plot([0, 100 * x], [0, 100 * x])
        return "far"

    limits = axes.get_xlim(), axes.get_ylim()
    living(axes, far)
    assert (axes.get_xlim(), axes.get_ylim()) == limits


def test_the_bundle_holds_widget_picture_and_words(axes):
    picture = living(axes, alt="A line")
    picture.controls["x"].value = 2
    bundle, metadata = picture._repr_mimebundle_()
    assert bundle["text/plain"] == "A line\nx = 2"
    assert b64decode(bundle["image/png"]).startswith(b"\x89PNG")
    assert metadata["image/png"]["width"] == 384
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_the_stored_picture_holds_both_layers(axes):
    """It changes with the control, and the figure is left as it was."""
    picture = living(axes)
    before, first = axes.get_children(), picture._repr_mimebundle_()[0]["image/png"]
    picture.controls["x"].value = 9
    assert picture._repr_mimebundle_()[0]["image/png"] != first
    assert axes.get_children() == before


def test_alt_is_given_or_the_docstring_or_the_titles(axes):
    def silent(x):
        return "nothing"

    assert living(axes, alt="Given").alt == "Given"
    assert living(axes).alt == "A line at x."
    assert living(axes, silent).alt == "A still line"


def test_alt_names_the_picture_for_screen_readers(axes):
    assert 'role="img" aria-label="P &lt; R"' in overlay(living(axes, alt="P < R"))


def test_an_error_keeps_the_picture_and_stands_in_place_of_the_reading(axes):
    def not_at_six(x):
        if x == 6:
            raise ValueError("six is not allowed")
        axes.axvline(x)
        return f"x = {x}"

    picture = living(axes, not_at_six)
    svg = overlay(picture).partition("<div")[0]
    picture.controls["x"].value = 6
    assert isinstance(picture.error, ValueError)
    assert overlay(picture).startswith(svg)
    assert "ValueError: six is not allowed" in overlay(picture)
    assert 'role="alert"' in overlay(picture)
    picture.controls["x"].value = 7
    assert picture.error is None
    assert 'role="alert"' not in overlay(picture)
    assert picture.reading == "x = 7"


def test_an_error_in_the_first_call_is_raised(axes):
    def never(x):
        raise ZeroDivisionError("at once")

    with pytest.raises(ZeroDivisionError, match="at once"):
        living(axes, never)


@pytest.mark.parametrize("change", [{"title": "new"}, {"xlim": (0, 1)}, {"ylim": (0, 9)}])
def test_moving_may_not_change_titles_or_limits(axes, change):
    def restless(x):
        axes.set(**change)
        return "changed"

    with pytest.raises(ValueError, match="must not change titles or axis limits"):
        living(axes, restless)


@pytest.mark.parametrize("answer", [None, 0.5])
def test_moving_must_return_text(axes, answer):
    with pytest.raises(TypeError, match="must return the reading, a line of text"):
        living(axes, lambda x: answer)


def test_html_in_a_reading_is_shown_as_it_is(axes):
    picture = living(axes, lambda x: "P < R & <b>bold</b>")
    assert "P &lt; R &amp; &lt;b&gt;bold&lt;/b&gt;" in overlay(picture)


def test_still_is_called_when_its_own_controls_change_and_its_artists_are_replaced(axes):
    calls = []

    def still(n):
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


def test_still_artists_of_a_failing_call_do_not_pile_up(axes):
    def still(n):
        axes.plot([0, n])
        if n == 8:
            raise ValueError("eight")

    picture = living(axes, lambda x, n: f"n = {n}", still=still, n=(1, 9))
    count = len(axes.lines)
    for n in [8, 7, 8, 6]:
        picture.controls["n"].value = n
    assert picture.error is None
    assert len(axes.lines) == count


def test_of_changes_from_many_threads_the_newest_is_shown(axes):
    """Every thread's change is either drawn or overtaken by a newer one."""
    drawn = []

    def slow(x):
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


def test_a_notebook_function_keeps_the_names_of_its_cell(axes):
    """A later cell may use ``axes`` for another picture; helpers keep their names too."""
    names = {"__name__": "__main__", "axes": axes, "word": "first"}
    source = "def said(): return word\ndef moving(x, *, end='.'):\n axes.axvline(x)\n return f'{said()} {x}{end}'"
    exec(source, names)
    assert isinstance(names["moving"], FunctionType)
    picture = living(axes, names["moving"])
    names.update(axes=None, word="second", said=None)
    picture.controls["x"].value = 6
    assert picture.error is None
    assert picture.reading == "first 6."


def test_abbreviations_make_the_controls_of_interact(axes):
    picture = living(
        axes,
        lambda **values: str(values),
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
    slider = explore(axes.figure, lambda called_positive: "", called_positive=(0, 9)).controls["called_positive"]
    assert slider.description == "called positive"
    assert slider.style.description_width == "initial"
    assert slider.continuous_update


def test_the_play_button_drives_its_slider(axes):
    picture = living(axes, play="x")
    button, slider = picture.children[0].children[-1].children
    assert isinstance(button, widgets.Play)
    assert slider is picture.controls["x"]
    assert (button.min, button.max, button.step, button.value) == (0, 10, 1, 5)


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"picture": "a picture"}, TypeError, "picture must be a matplotlib Figure, got str"),
        ({"moving": "draw"}, TypeError, "moving and still must be functions"),
        ({"still": 3}, TypeError, "moving and still must be functions"),
        ({"x": object()}, ValueError, "x must be an ipywidget with a value"),
        ({"x": widgets.HBox()}, ValueError, "x must be an ipywidget with a value"),
        ({"play": "y"}, ValueError, "play must name one of the controls"),
        ({"play": "x", "x": (0.0, 1.0)}, ValueError, "a play button needs a slider of whole numbers"),
    ],
)
def test_other_arguments_are_refused_by_name(axes, change, error, words):
    arguments = {"picture": axes.figure, "moving": lambda x: "", "x": (0, 10), **change}
    with pytest.raises(error, match=words):
        explore(**arguments)


def test_a_picture_without_controls_is_refused(axes):
    with pytest.raises(ValueError, match="expected at least one control"):
        explore(axes.figure, lambda: "")
