"""The hall: every beat of every chapter as the last row sees it, and the keys of a lecturer."""

import pytest
from shelf import PAGES, SITE

CHAPTERS = [name for name in PAGES if name != "index"]
LETTERS_AT_LEAST = 18  # points, in a picture
# What a beat shows beyond the screen of 1280 x 720, what is written smaller than 24 pixels, and what nobody should see.
FAULTS = """() => {
    const seen = [...document.querySelectorAll("article .here, article .here *")]
        .filter(node => node.checkVisibility() && !node.closest("svg"));
    const words = node => `${node.className || node.tagName}: ${node.textContent.trim().slice(0, 60)}`;
    const outside = node => {
        const {top, bottom, left, right} = node.getBoundingClientRect();
        return bottom > top && (bottom > 721 || top < -1 || right > 1281 || left < -1);
    };
    const small = node => [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim())
        && !node.closest("math, sup, sub") && parseFloat(getComputedStyle(node).fontSize) < 24;
    const unwanted = document.querySelectorAll(".cell_input, .fold, .solution, form");
    const code = [...unwanted].filter(node => node.checkVisibility());
    return [...seen.filter(outside), ...seen.filter(small), ...code].map(words);
}"""
# The size of the letters in the pictures of a beat, in points.
LETTERS = """() => [...document.querySelectorAll(".stage.wide")].filter(stage => stage.checkVisibility())
    .map(stage => 18 * stage.getBoundingClientRect().width / stage.querySelector("img").getAttribute("width"))"""
SETTLED = "() => document.fonts.ready.then(() => hall.at >= 0 && !document.body.matches('.laid-out'))"


@pytest.fixture
def enter(read):
    """Opens a page in the hall; gives reader and page."""

    def open_in_hall(name, place=""):
        reader = read()
        reader.open(name)
        reader.page.goto("about:blank")
        reader.page.goto((SITE / f"{name}.html").as_uri() + "#present" + place)
        reader.page.wait_for_function(SETTLED)
        return reader, reader.page

    return open_in_hall


@pytest.mark.parametrize("name", CHAPTERS)
def test_each_beat_fits_the_screen_and_is_large_enough(name, enter):
    reader, page = enter(name)
    beats = page.evaluate("hall.beats.length")
    assert beats <= 60
    assert beats >= 40 or name[:2] in ("00", "09")
    for at in range(beats):
        page.evaluate("at => hall.show(at, true)", at)
        page.evaluate("() => new Promise(requestAnimationFrame)")
        assert page.evaluate(FAULTS) == [], (at + 1, page.url)
        assert all(points >= LETTERS_AT_LEAST for points in page.evaluate(LETTERS)), (at + 1, page.url)
    assert reader.faults == []


def test_a_chapter_is_walked_with_the_keys_of_a_remote(enter):
    reader, page = enter("05_cost_curves")
    for key, by in {"ArrowRight": 1, " ": 1, "PageDown": 1, "ArrowLeft": -1, "PageUp": -1}.items():
        before = page.evaluate("hall.at + hall.step / 100")
        page.keyboard.press(key)
        assert (page.evaluate("hall.at + hall.step / 100") - before) * by > 0
    assert reader.faults == []


def test_the_whole_chapter_can_be_walked_to_its_end_and_back(enter):
    reader, page = enter("04_metrics")
    last = page.evaluate("hall.beats.length") - 1
    for _ in range(3 * last):
        page.keyboard.press("PageDown")
    assert page.evaluate("hall.at") == last
    for _ in range(last):
        page.keyboard.press("PageUp")
    assert page.evaluate("hall.at") == 0
    assert reader.faults == []


def test_a_vote_is_answered_with_the_next_step(enter):
    reader, page = enter("05_cost_curves")
    at = page.evaluate("hall.beats.findIndex(beat => beat.parts.some(part => part.matches('.prediction')))")
    page.evaluate("at => hall.show(at)", at)
    verdict = page.locator(".prediction.here .verdict")
    page.keyboard.press("2")
    page.keyboard.press("1")
    voted = page.locator(".prediction.here .voted")
    assert voted.count() == 1
    chosen = voted.inner_text()
    assert verdict.inner_text() == ""
    page.keyboard.press("PageDown")
    assert f"You said “{chosen}”" in verdict.inner_text()
    assert page.evaluate("hall.at") == at
    page.keyboard.press("PageDown")
    assert page.evaluate("hall.at") == at + 1
    assert reader.faults == []


def test_a_slider_in_the_hall_keeps_its_arrows(enter):
    _, page = enter("05_cost_curves")
    at = page.evaluate("hall.beats.findIndex(beat => beat.parts.some(part => part.querySelector('input[type=range]')))")
    page.evaluate("at => hall.show(at)", at)
    picture = page.locator("living-picture.here:has(.control)").first
    reading = picture.locator(".reading").inner_text()
    picture.locator("input").first.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert picture.locator(".reading").inner_text() != reading
    assert page.evaluate("hall.at") == at
    page.keyboard.press("PageDown")
    assert page.evaluate("hall.at") == at + 1


def test_the_address_keeps_the_place_and_escape_leaves_there(enter):
    reader, page = enter("03_evaluation_methods")
    for _ in range(9):
        page.keyboard.press("PageDown")
    at, place = page.evaluate("[hall.at, location.hash]")
    page.reload()
    page.wait_for_function(SETTLED)
    assert page.evaluate("hall.at") == at
    first = page.evaluate("hall.beats[hall.at].holds[0]")
    page.keyboard.press("Escape")
    assert not page.evaluate("hall.open")
    assert page.evaluate("location.hash") == f"#{first}" != place
    top = page.evaluate("id => document.getElementById(id).getBoundingClientRect().top", first)
    assert -5 < top < 400
    page.keyboard.press("p")
    page.wait_for_function(SETTLED)
    assert page.evaluate("hall.at") == at
    assert reader.faults == []


@pytest.mark.parametrize("name", CHAPTERS)
def test_an_unanswered_question_shows_no_answer(name, enter):
    """Not before the next step, and what it hides comes later."""
    _, page = enter(name)
    for at in range(page.evaluate("hall.beats.length")):
        page.evaluate("at => hall.show(at)", at)
        asked = page.locator(".prediction.here")
        if asked.count():
            assert asked.locator(".verdict").inner_text() == ""
            assert page.locator(".curtain[open] > .beat > :not(.away):visible").count() == 0 or asked.count() == 1
