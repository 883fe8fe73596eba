"""The hall: every beat of every chapter as the last row sees it, and the keys of a lecturer."""

import pytest
from shelf import PAGES, SITE

CHAPTERS = [name for name in PAGES if name != "index"]
LETTERS_AT_LEAST = 18  # points, in a picture
LONGER = {"03": 66, "07": 66, "08": 66}  # beats, where a chapter has outgrown the 60 of a lesson; none may grow further
# Beat by beat: what nobody should see before the next step; then, with all its steps, what it shows beyond the screen
# of 1280 x 720, what is written smaller than 24 pixels, code, and the size of the letters in its pictures, in points.
BEATS = """async () => {
    const words = node => `${node.className || node.tagName}: ${node.textContent.trim().slice(0, 60)}`;
    const seen = nodes => [...nodes].filter(node => node.checkVisibility());
    const outside = node => {
        const {top, bottom, left, right} = node.getBoundingClientRect();
        return bottom > top && (bottom > 721 || top < -1 || right > 1281 || left < -1);
    };
    const small = node => [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim())
        && !node.closest("math, sup, sub") && parseFloat(getComputedStyle(node).fontSize) < 24;
    const letters = stage =>
        18 * stage.getBoundingClientRect().width / stage.querySelector("img").getAttribute("width");
    const found = [];
    for (const at of hall.beats.keys()) {
        hall.show(at);
        const asked = [...document.querySelectorAll(".prediction.here")];
        const told = asked.flatMap(one => [...seen(one.querySelectorAll(".verdict")).filter(node => node.textContent),
                                           ...one.closest(".beat").nextElementSibling.querySelectorAll(".here")]);
        hall.show(at, true);
        await new Promise(requestAnimationFrame);
        const shown = seen(document.querySelectorAll("article .here, article .here *"))
            .filter(node => !node.closest("svg"));
        const code = seen(document.querySelectorAll(".cell_input, .fold, .solution, form"));
        const faults = [...told, ...shown.filter(outside), ...shown.filter(small), ...code];
        found.push({place: location.hash, faults: faults.map(words),
                    letters: seen(document.querySelectorAll(".stage.wide")).map(letters)});
    }
    return found;
}"""
SETTLED = "() => document.fonts.ready.then(() => hall.at >= 0 && !document.body.matches('.laid-out'))"


@pytest.fixture
def enter(read):
    """Opens a page in the hall; gives reader and page."""

    def open_in_hall(name, place=""):
        reader = read()
        reader.page.goto((SITE / f"{name}.html").as_uri() + "#present" + place)
        reader.page.wait_for_function(SETTLED)
        return reader, reader.page

    return open_in_hall


@pytest.mark.parametrize("name", CHAPTERS)
def test_each_beat_fits_the_screen_is_large_enough_and_tells_no_answer(name, enter):
    reader, page = enter(name)
    beats = page.evaluate(BEATS)
    assert len(beats) <= LONGER.get(name[:2], 60)
    assert len(beats) >= 40 or name[:2] in ("00", "09")
    for beat in beats:
        assert beat["faults"] == [], beat["place"]
        assert all(points >= LETTERS_AT_LEAST for points in beat["letters"]), beat["place"]
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
