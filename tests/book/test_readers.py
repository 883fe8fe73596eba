"""The book as a reader meets it, from file://, at a desk and on a phone."""

import html
import re
from urllib.parse import unquote

import pytest
from mistakes import ALSO_RIGHT, WRONG
from shelf import OPEN_ALL, PAGES, SITE
from test_links import headings

from evalcore.exercises import check
from notebooks import each_notebook

each_page = pytest.mark.parametrize("name", PAGES)
each_screen = pytest.mark.parametrize("screen", ["desk", "phone"])

# Its reading, and what is seen of it.
STATE = """picture => [picture.querySelector(".reading").textContent,
                       (picture.layers ?? []).map(layer => layer.innerHTML),
                       (picture.images ?? []).map(image => image.src)]"""
PLACE = "node => node.type === 'checkbox' ? node.checked : node.selectedIndex ?? node.value"
PUT = """(node, place) => {
    node[node.type === "checkbox" ? "checked" : node.type === "range" ? "value" : "selectedIndex"] = place;
    node.dispatchEvent(new Event("input", {bubbles: true}));
}"""
# Text nodes whose contrast with the ground below them is under 4.5 (or 3 for large letters).
FAINT = """() => {
    const linear = v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
    const luminance = rgb => [.2126, .7152, .0722].reduce((sum, part, i) => sum + part * linear(rgb[i] / 255), 0);
    const colour = text => text.match(/[\\d.]+/g).map(Number);
    const ground = node => {
        for (; node; node = node.parentElement) {
            const [r, g, b, a = 1] = colour(getComputedStyle(node).backgroundColor);
            if (a > .99) return [r, g, b];
        }
        return [255, 255, 255];
    };
    const faint = new Set();
    const walker = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const [text, node] = [walker.currentNode.data.trim(), walker.currentNode.parentElement];
        const style = getComputedStyle(node);
        if (!text || node.closest("svg, .headerlink") || !node.checkVisibility({visibilityProperty: true})) continue;
        const [one, other] = [luminance(colour(style.color)), luminance(ground(node))].sort((a, b) => b - a);
        const large = parseFloat(style.fontSize) >= 24;
        const ratio = (one + .05) / (other + .05);
        if (ratio < (large ? 3 : 4.5)) faint.add(`${ratio.toFixed(1)}: ${text.slice(0, 40)}`);
    }
    return [...faint];
}"""
# What reaches beyond the right edge, and is in no box that can be scrolled.
# What reaches beyond the screen, and lies in nothing that scrolls sideways by itself.
WIDER = """() => {
    const scrolls = node => node && (getComputedStyle(node).overflowX === "auto" || scrolls(node.parentElement));
    return [...document.querySelectorAll("article *")].filter(node =>
        !node.closest(".pane, svg") && node.checkVisibility()
        && node.getBoundingClientRect().right > innerWidth + 1 && !scrolls(node.parentElement)
    ).map(node => node.outerHTML.slice(0, 80));
}"""


@each_page
@each_screen
def test_a_page_is_whole_and_every_control_of_every_picture_moves_it(read, name, screen):
    """Nothing fails, nothing is fetched, nothing overflows, everything has words; one visit to each page."""
    reader = read(screen)
    page = reader.open(name)
    pictures = reader.pictures()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(WIDER) == []
    assert page.locator("img:not([alt])").count() == 0
    assert page.locator(".stage img[alt='']").count() == page.locator(".stage:has(.moving) img").count()
    for picture in pictures:
        has_words(picture)
        is_moved_by_each_control(picture, reader)
    assert reader.faults == []


def has_words(picture):
    if picture.locator(".stage").count():
        assert picture.locator("svg[role=img][aria-label]").first.get_attribute("aria-label")
    assert picture.locator(".reading[role=status]").inner_text()
    for control in picture.locator(".control :is(input, select)").all():
        assert control.evaluate("node => node.labels.length") == 1


def is_moved_by_each_control(picture, reader):
    """Each control alone, from where the page shows it first."""
    for control in picture.locator(".control :is(input, select)").all():
        first, place = picture.evaluate(STATE), control.evaluate(PLACE)
        seen = []
        for end in ("low", "high"):
            _move(control, end, reader)
            seen.append(picture.evaluate(STATE))
        control.evaluate(PUT, place)
        assert picture.evaluate(STATE) == first
        words, layers = ({str(state[part]) for state in (first, *seen)} for part in (0, slice(1, 3)))
        assert len(words) > 1, f"{control.get_attribute('id')} changes no reading"
        assert len(layers) > 1 or not first[1], f"{control.get_attribute('id')} changes no picture"


def _move(control, end, reader):
    """With a finger on a phone, with the keys at a desk."""
    kind = control.evaluate("node => node.type")
    if kind == "checkbox":
        control.tap() if reader.touch else control.press("Space")
    elif kind == "select-one":
        options = control.locator("option").count()
        control.select_option(index={"low": 0, "high": options - 1}[end])
    elif reader.touch:
        box = control.bounding_box()
        control.tap(position={"x": {"low": 3, "high": box["width"] - 3}[end], "y": box["height"] / 2})
    else:
        control.press({"low": "Home", "high": "End"}[end])


def test_keys_step_by_step_and_back(read):
    reader = read()
    reader.open("00_start_here")
    picture = reader.pictures()[-1]
    slider = picture.locator("input[type=range]").first
    before = picture.evaluate(STATE)
    slider.press("ArrowRight")
    assert picture.evaluate(STATE) != before
    assert slider.get_attribute("aria-valuetext") == picture.locator("output").first.inner_text()
    slider.press("ArrowLeft")
    assert picture.evaluate(STATE) == before


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_play_walks_to_the_end_and_steps_for_whoever_wants_no_motion(read, motion):
    reader = read(reduced_motion=motion)
    for name in PAGES:
        reader.open(name)
        if reader.page.locator(".play").count():
            break
    picture = next(picture for picture in reader.pictures() if picture.locator(".play").count())
    slider, button = picture.locator(".control:has(.play) input"), picture.locator(".play")
    slider.press("Home")
    button.click()
    reader.page.wait_for_timeout(1300)
    assert (int(slider.input_value()) > 1) == (motion == "no-preference")
    assert int(slider.input_value()) >= 1
    if motion == "no-preference":
        button.click()
        stopped = slider.input_value()
        reader.page.wait_for_timeout(600)
        assert slider.input_value() == stopped


@each_page
def test_a_prediction_hides_what_follows_until_the_reader_has_chosen(read, name):
    reader = read()
    page = reader.open(name)
    for number, asked in enumerate(page.locator(".prediction").all()):
        curtain = asked.locator("xpath=ancestor::div[contains(@class, 'beat')]/following-sibling::*[1]")
        assert curtain.evaluate("node => node.matches('details.curtain:not([open])')")
        assert curtain.locator(".beat").count() >= 1
        if number % 2:
            curtain.locator("summary").first.click()
            page.wait_for_function("node => !node.querySelector('.verdict:empty')", arg=asked.element_handle())
        else:
            asked.locator("button").last.click()
        assert curtain.evaluate("node => node.open")
        words = asked.locator(".verdict").inner_text()
        assert f"“{asked.get_attribute('data-answer')}”" in words
        assert ("You said" in words) == (number % 2 == 0)
        assert asked.locator("button:enabled").count() == 0
    assert reader.faults == []


@each_page
def test_an_exercise_answers_as_the_notebook_does(read, name):
    """To right answers, and to each mistake with its hint."""
    reader = read()
    page = reader.open(name)
    for form in page.locator("form.exercise[data-rule]").all():
        exercise = form.get_attribute("data-name")
        tried = 0
        for answer in [*WRONG[exercise], *ALSO_RIGHT.get(exercise, [])]:
            if not _fill(form, answer):
                continue
            form.locator("button").click()
            said, expected = form.locator(".verdict").inner_text(), check(exercise, answer)
            if expected.passed:
                assert said == "✓ Right.", (exercise, answer)
            elif not expected.words.startswith("Expected"):
                assert said == f"✗ Not yet. {expected.words}", (exercise, answer)
            tried += 1
        assert tried, exercise
    assert reader.faults == []


def _fill(form, answer):
    """Type or choose the answer, if it consists of numbers or of the words that are offered."""
    if form.locator("select").count():
        offered = form.locator("select").first.locator("option").all_inner_texts()
        if type(answer) not in (tuple, list) or not set(map(str, answer)) <= set(offered):
            return False
        for select, word in zip(form.locator("select").all(), answer, strict=True):
            select.select_option(word)
        return True
    numbers = answer if type(answer) in (tuple, list) else [answer]
    if not all(isinstance(number, int | float) for number in numbers):
        return False
    form.locator("input").fill(", ".join(map(str, numbers)))
    return True


def test_an_answer_may_be_an_expression(read):
    page = read().open("05_cost_curves")
    wanted = {"5 / 7": [5 / 7], "(0.25, 2/3)": [0.25, 2 / 3], "2**6 - 1": [63], "-2 ** 2": [-4], "2 * (1 + 3) / 4": [2],
              "[1e-3, .5]": [0.001, 0.5], "1 - 2 - 3": [-4], "2,": [2]}  # fmt: skip
    for text, numbers in wanted.items():
        assert page.evaluate("numbersIn(" + repr(text) + ")") == pytest.approx(numbers), text
    for text in ["", "one half", "1 +", "(1", "3 4", "alert(1)"]:
        assert page.evaluate(f"numbersIn({text!r}).some(Number.isNaN)"), text


@each_page
def test_every_letter_can_be_read(read, name):
    """On light ground and on dark."""
    page = read(color_scheme="light").open(name)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(OPEN_ALL)
        assert page.evaluate(FAINT) == [], scheme


def test_what_has_the_focus_is_seen(read):
    reader = read()
    page = reader.open("05_cost_curves")
    reader.pictures()[0].locator("input").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_search_works_from_the_folder(read):
    reader = read()
    reader.page.goto(f"{(SITE / 'search.html').as_uri()}?q=envelope")
    reader.page.locator("ul.search li").first.wait_for()
    assert "Cost curves" in reader.page.locator("ul.search").inner_text()
    assert reader.faults == []


def test_links_lead_somewhere():
    """To a file of the folder and an anchor in it; addresses of headings are those of the notebooks."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in SITE.glob("*.html")}
    ids = {name: set(re.findall(r'\bid="([^"]*)"', text)) for name, text in texts.items()}
    for name, text in texts.items():
        for target in re.findall(r'href="([^"]*)"', text):
            place, _, anchor = unquote(target.replace("&amp;", "&").replace("&#x27;", "'")).partition("#")
            if target.startswith(("http:", "https:", "data:", "mailto:")):
                continue
            assert not place or (SITE / place.partition("?")[0]).exists(), (name, target)
            page = place or name
            assert not anchor or page not in ids or anchor in ids[page], (name, target)


@each_notebook
def test_headings_have_the_addresses_of_the_notebook(path):
    page = html.unescape((SITE / f"{path.stem}.html").read_text(encoding="utf-8"))
    anchors = {re.sub("[*`]", "", anchor) for anchor in headings(path)}  # of what is read, not of what is typed
    assert {anchor for anchor in anchors if f'id="{anchor}"' not in page} == set()
