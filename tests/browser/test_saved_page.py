"""A figure saved as a page, opened from the folder in Chromium: on a laptop, on a phone, and inside another page."""

import io
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from ipywidgets import IntSlider
from PIL import Image
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from headless import LAUNCH
from test_explore_page import HOSTILE, hostile_picture

from evalcore import metrics, plots
from evalcore.datasets import load_ranked_examples
from evalcore.explore import explore
from evalcore.report import Report

pytestmark = pytest.mark.browser

SCREENS = {
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
READY = "picture => picture.data[picture.edition] !== undefined"


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**LAUNCH)
        yield browser
        browser.close()


@pytest.fixture(params=SCREENS)
def page(browser, request):
    """Yield a window without a network, and the errors in it."""
    context = browser.new_context(**SCREENS[request.param], offline=True)
    page = context.new_page()
    page.touch, page.faults = request.param == "phone", []
    page.on("console", lambda message: page.faults.append(message.text))
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("dialog", lambda dialog: (page.faults.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda asked: asked.url.startswith(("file:", "data:")) or page.faults.append(asked.url))
    yield page
    assert page.faults == []
    context.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Save one figure with two panels, a play button and a checkbox, and one with a wide panel and two still layers."""
    folder = tmp_path_factory.mktemp("saved")
    y_true, y_score = load_ranked_examples()
    roc = metrics.roc_curve(y_true, y_score)
    _, axes = plots.panels("ab")
    plots.metrics.plot_roc(roc, axes["b"])

    def moving(axes, rank, named):
        axes["a"].axvline(rank)
        plots.metrics.plot_point(roc.fpr[rank], roc.tpr[rank], axes["b"], f"rank {rank}" if named else "")
        return f"rank {rank}: TPR {roc.tpr[rank]:.1f}, FPR {roc.fpr[rank]:.1f}"

    picture = explore(axes, moving, alt="A rank and its point.", play="rank", rank=(0, 10), named=True)
    picture.save(folder / "two.html", title="Ranks", words="Move the slider.")
    _, axes = plots.panels()

    def still(axes, width):
        axes.set_xlim(0, width)

    def line(axes, x, width):
        axes.axvline(x)
        return f"x = {x} of {width}"

    explore(axes["a"], line, still=still, alt="A line.", x=(0, 4), width=[4, 8]).save(folder / "broad.html")
    _, axes = plots.panels("ab")
    for panel in axes.values():
        panel.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")

    def taken(axes, step, x, y):
        axes["a"].axvline(step / 10, gid="handle")
        axes["a"].plot([step / 10], [0.5], "o")
        axes["b"].plot([x / 10], [y / 10], "D", gid="x y")
        return f"step {step}, at ({x}, {y})"

    controls = {"step": (0, 10), "x": (2, 8), "y": (3, 7)}
    picture = explore(axes, taken, alt="A line and a point.", play="step", **controls)
    picture.save(folder / "taken.html", words="\n\n".join(["Words."] * 30))
    glides(folder / "glides.html", trace="place")
    glides(folder / "jumps.html", glide=False)
    hostile_picture().save(folder / "hostile.html", title=HOSTILE, words=HOSTILE)
    frame = '<!doctype html><title>A course</title><iframe src="two.html" style="width:100%;height:600px"></iframe>'
    (folder / "course.html").write_text(frame, encoding="utf-8")
    return folder


def glides(path, **options):
    """Save a figure with a point on a circle, its number, and the points before it."""
    axes = plots.panels()[1]["a"]
    axes.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.2))

    def moving(axes, step):
        x, y = np.cos(step / 20), np.sin(step / 20)
        axes.plot([x], [y], "D", gid="handle part-place")
        axes.text(x, y, f"{step}")
        axes.plot(np.cos(np.arange(step + 1) / 20), np.sin(np.arange(step + 1) / 20), "-")
        return f"step {step}"

    explore(axes, moving, alt="A point.", play="step", step=IntSlider(0, 0, 60), **options).save(path)


def moves(page, frame):
    """Assert that caption, moving layer and visible pixels change with the slider, and change back with it."""
    picture, slider = frame.locator("living-picture"), frame.locator("input[type=range]").first
    page.wait_for_timeout(100)
    picture.evaluate("picture => picture.load()")
    stage = picture.locator(".stage:visible")

    def state():
        picture.evaluate("async picture => { while (picture.frame) await new Promise(requestAnimationFrame); }")
        return [
            picture.locator(".reading").text_content(),
            stage.locator(".moving").first.inner_html(),
            stage.screenshot(),
        ]

    def at_the_end(key, side):
        slider.press(key) if not page.touch else slider.tap(
            position={"x": side * slider.bounding_box()["width"] - (2 * side - 1) * 3, "y": 15}
        )
        return state()

    low, high, again = at_the_end("Home", 0), at_the_end("End", 1), at_the_end("Home", 0)
    assert all(lowest != highest for lowest, highest in zip(low, high, strict=True))
    assert low[:2] == again[:2]
    assert frame.locator("output").first.text_content() == "0"
    assert slider.get_attribute("aria-valuetext") == picture.locator(".reading span").text_content()


def test_a_saved_picture_moves_on_every_screen(page, folder):
    for name in ("two", "broad"):
        page.goto((folder / f"{name}.html").as_uri())
        moves(page, page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("svg[role=img]:visible").first.get_attribute("aria-label")


def test_the_picture_stands_on_the_ground_of_the_page(page, folder):
    """This holds in the light and in the dark theme."""
    page.goto((folder / "two.html").as_uri())
    for scheme, ground in [("light", 255), ("dark", 25)]:
        page.emulate_media(color_scheme=scheme)
        seen = Image.open(io.BytesIO(page.locator(".stage:visible").screenshot())).convert("RGB")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == f"rgb({ground}, {ground}, {ground})"
        assert np.ptp([*seen.getpixel((2, 2)), ground]) <= 1


def test_a_browser_that_cannot_inflate_says_so(page, folder):
    page.add_init_script("delete window.DecompressionStream")
    page.goto((folder / "two.html").as_uri())
    picture = page.locator("living-picture")
    picture.evaluate("picture => picture.load()")
    assert picture.locator(".reading").text_content() == "The controls need a browser from 2023 or later."
    assert picture.locator(".stage:visible svg").first.is_visible()


def test_it_moves_inside_another_page(page, folder):
    page.goto((folder / "course.html").as_uri())
    moves(page, page.frame_locator("iframe"))


def test_a_still_layer_follows_its_control(page, folder):
    page.goto((folder / "broad.html").as_uri())
    picture = page.locator("living-picture")
    picture.evaluate("picture => picture.load()")
    image = picture.locator(".stage:visible img")
    before = image.get_attribute("src")
    picture.locator("select").select_option("8")
    assert picture.locator(".reading").text_content() == "x = 2 of 8"
    assert image.get_attribute("src") != before
    picture.locator("select").select_option("4")
    assert image.get_attribute("src") == before


def test_play_and_checkbox_work(page, folder):
    page.goto((folder / "two.html").as_uri())
    picture = page.locator("living-picture")
    picture.evaluate("picture => picture.load()")
    named = picture.locator(".moving").first.inner_html()
    picture.get_by_label("named").uncheck()
    page.wait_for_timeout(300)
    assert picture.locator(".moving").first.inner_html() != named
    picture.locator("input[type=range]").press("Home")
    picture.locator(".play").click()
    page.wait_for_timeout(1000)
    assert int(picture.locator("input[type=range]").input_value()) > 1


def drag(page, grip, right, down):
    """Drag with the mouse, or with a finger, in ten steps from the middle of a handle."""
    box = grip.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    path = [(x + right * step / 10, y + down * step / 10) for step in range(11)]
    if page.touch:
        finger = page.context.new_cdp_session(page)
        for kind, (x, y) in zip(["touchStart", *["touchMove"] * 10], path, strict=True):
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        return
    page.mouse.move(*path[0])
    assert grip.evaluate("grip => getComputedStyle(grip).cursor") == "grab"
    page.mouse.down()
    for place in path[1:]:
        page.mouse.move(*place)
    assert grip.evaluate("grip => getComputedStyle(grip).cursor") == "grabbing"
    page.mouse.up()


def test_a_handle_is_dragged_where_it_is(page, folder):
    """Its controls follow as if they had been moved; a finger beside it, or across a line, scrolls the page."""
    page.goto((folder / "taken.html").as_uri())
    picture = page.locator("living-picture")
    picture.scroll_into_view_if_needed()
    picture.evaluate("picture => picture.load()")
    step, x, y = picture.locator("input[type=range]").all()
    line, point = picture.locator(".grip.line").first, picture.locator(".grip:not(.line)").last
    room = [line.bounding_box()["width"], point.bounding_box()["width"], point.bounding_box()["height"]]
    assert min(room) >= (44 if page.touch else 24)
    tenth = picture.locator(".sheet:visible").first.bounding_box()["width"] * picture.evaluate(
        "({data, edition}) => { const at = data[edition].handles.find(one => one.at.length > 2).at[0];"
        "return (at[1] - at[0]) / document.querySelector('.sheet img').getAttribute('width') }"
    )
    picture.locator(".play").click()
    for _ in range(5):  # a playing figure may have moved on before it is dragged
        with suppress(AssertionError):
            drag(page, line, -2 * tenth, 0)
        if picture.locator(".play[aria-pressed]").count() == 0:
            break
    assert picture.locator(".play[aria-pressed]").count() == 0
    stopped, reading = step.input_value(), picture.locator(".reading span").text_content()
    assert reading == step.get_attribute("aria-valuetext") == f"step {stopped}, at (5, 5)"
    assert line.evaluate("grip => grip.matches('.ringed')")  # its slider has the focus
    at = page.evaluate("scrollY")
    drag(page, point, 3 * tenth, -2 * tenth)
    assert [slider.input_value() for slider in (x, y)] == ["6", "4"]  # indices of the values 2 … 8 and 3 … 7
    assert picture.locator(".reading span").text_content() == f"step {stopped}, at (8, 7)"
    assert picture.locator(f"output[for={x.get_attribute('id')}]").text_content() == "8"
    assert page.evaluate("scrollY") == at
    if page.touch:
        drag(page, line, 0, 60)
        page.wait_for_function("at => scrollY < at", arg=at)
        assert step.input_value() == stopped


# The number in the figure, the place of the point, the dots of its trace, the caption, what the slider says, and
# whether the moving layer is exactly that of the state.
SEEN = """picture => {
    const [layer] = picture.layers, made = document.createElement("div");
    const one = selector => layer.querySelector(selector);
    made.innerHTML = picture.stateAt(picture.places).parts.join("\\n");
    const markup = node => [...node.firstElementChild.children].map(child => child.outerHTML);
    return {number: one("text").textContent, at: ["x", "y"].map(name => +one(".place use").getAttribute(name)),
            dots: layer.parentElement.querySelectorAll(".trace circle").length,
            caption: picture.querySelector(".reading").textContent,
            said: picture.inputs[0].getAttribute("aria-valuetext"),
            resting: JSON.stringify(markup(layer)) === JSON.stringify(markup(made))};
}"""


class Glide:
    """A figure on a page whose clock the test moves on."""

    def __init__(self, page, path):
        page.clock.install(time=0)
        page.goto(path.as_uri())
        self.page, self.picture = page, page.locator("living-picture")
        self.slider = self.picture.locator("input")
        self.picture.evaluate("picture => picture.load()")
        page.wait_for_function(READY, arg=self.picture.element_handle())
        page.clock.pause_at(60)
        self.to(0)

    def to(self, place, *, after=1000):
        """Move the slider with one input, and see what is shown after this time."""
        self.slider.fill(str(place))
        return self.after(after)

    def after(self, milliseconds):
        self.page.clock.run_for(milliseconds)
        return self.picture.evaluate(SEEN)


def test_a_figure_glides_to_the_next_state_and_rests_in_it(page, folder):
    """Only places move: the caption, the number and what is heard are always those of a state."""
    glide = Glide(page, folder / "glides.html")
    first, last = glide.to(0), glide.to(1)
    assert first["resting"]
    assert last["resting"]
    assert first["at"] != last["at"]
    glide.to(0)
    on_the_way = glide.to(1, after=100)
    assert not on_the_way["resting"]
    assert min(first["at"][1], last["at"][1]) < on_the_way["at"][1] < max(first["at"][1], last["at"][1])
    assert [on_the_way[name] for name in ("number", "caption", "said")] == ["1", "step 1", "step 1"]
    assert glide.after(60) == {**last, "dots": 2}
    glide.to(0)
    page.clock.run_for(1000)
    assert glide.to(1, after=30)["number"] == "0"
    assert glide.to(2, after=0)["resting"]  # quick inputs are shown at once


def test_a_long_way_goes_through_states_and_leaves_its_trace(page, folder):
    """At most twelve, in at most 0.9 s; a new input interrupts it."""
    glide = Glide(page, folder / "glides.html")
    half = glide.to(60, after=460)
    assert (half["number"], half["caption"], half["resting"]) == ("30", "step 60", False)
    assert half["dots"] == 1 + 6
    grips = glide.picture.locator(".grip").first
    assert grips.evaluate("grip => getComputedStyle(grip, '::before').visibility") == "hidden"  # it is there already
    end = glide.after(450)
    assert grips.evaluate("grip => getComputedStyle(grip, '::before').visibility") == "visible"
    assert (end["number"], end["dots"], end["resting"]) == ("60", 1 + 12, True)
    assert glide.to(0, after=300)["number"] == "40"
    assert glide.to(1, after=900)["resting"]
    page.evaluate("location.hash = '#picture?step=50'")
    page.wait_for_function("document.querySelector('.reading').textContent === 'step 50'")
    assert 1 < int(glide.after(500)["number"]) < 50


def test_play_glides_all_the_time_at_the_chosen_speed(page, folder):
    glide = Glide(page, folder / "glides.html")
    for speed, interval in [("1", 400), ("2", 200), ("0.5", 800)]:
        glide.picture.get_by_label("Speed").select_option(speed)
        glide.to(0)
        glide.picture.locator(".play").click()
        for step in (1, 2, 3):
            assert not glide.after(interval - 50)["resting"]
            assert glide.picture.locator(".reading").text_content() == f"step {step}"
            glide.after(50)
        glide.picture.locator(".play").click()


def test_nothing_glides_that_is_dragged_or_means_nothing_or_for_a_reader_who_wants_no_motion(page, folder):
    glide = Glide(page, folder / "jumps.html")
    assert glide.to(50, after=0)["resting"]
    page.emulate_media(reduced_motion="reduce")
    glide = Glide(page, folder / "glides.html")
    assert glide.to(50, after=0)["resting"]
    page.emulate_media(reduced_motion="no-preference")
    box = glide.picture.locator(".grip:visible").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"])
    assert glide.after(0)["resting"]
    assert glide.picture.locator(".reading").text_content() != "step 50"


def test_no_word_of_a_picture_runs(page, folder):
    """Title, words, labels, captions and texts of the figure are shown as they are."""
    page.goto((folder / "hostile.html").as_uri())
    moves(page, page)
    shown = HOSTILE.replace("\n", " ")
    assert page.title() == page.locator("h1").text_content() == shown
    assert page.locator(".reading span").text_content() == f"{shown} 0"
    assert HOSTILE in page.locator(".moving text").all_text_contents()
    assert page.locator("label").last.text_content() == HOSTILE
    assert page.locator("select option").first.text_content() == HOSTILE


def test_an_address_opens_the_page_at_its_figure_in_its_state(page, tmp_path):
    """Below much text; dragging there draws no ring around the slider, and a key shows it again."""
    axes = plots.panels()[1]

    def moving(axes, x):
        axes["a"].axvline(x, gid="handle")
        return f"x = {x}"

    explore(axes, moving, alt="A line.", x=(0, 10)).save(tmp_path / "far.html", words="\n\n".join(["Text."] * 80))
    page.goto(f"{(tmp_path / 'far.html').as_uri()}#picture?x=7")
    page.wait_for_function("document.querySelector('.reading').textContent.includes('x = 7')")
    place = page.locator("living-picture").bounding_box()
    assert 0 <= place["y"] < page.viewport_size["height"]
    box = page.locator(".grip:visible").first.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) == "none"
    page.mouse.up()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(outline) == "solid"


def test_a_report_of_six_models_with_long_names_fits_a_phone_and_a4(browser, tmp_path):
    y = np.arange(60) % 3 == 0
    name = "gradient_boosting_classifier_with_isotonic_calibration_{}".format
    scores = {name(i): np.clip(np.sin(np.arange(60) * (i + 1)) / 4 + y / 4 + 0.4, 0, 1) for i in range(6)}
    Report(y, scores, threshold=0.5).save(tmp_path / "report.html")
    for width, media in [(390, "screen"), (680, "print")]:  # A4 without margins of 15 mm
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.emulate_media(media=media)
        page.goto((tmp_path / "report.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == width
        tables = page.locator(".table table").evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
        assert tables
        assert media == "screen" or max(tables) <= width
        page.close()
