"""Presentation mode: every slide of every chapter as seen from the back row, and the keys of a lecturer."""

import re
from itertools import groupby

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from shelf import PAGES, SITE

CHAPTERS = [name for name in PAGES if name != "index"]
LETTERS_AT_LEAST = {False: 18, True: 14}  # points, in a figure; in one that stays without its controls: 0.78 of that
MINUTES = (30, 50)  # of a chapter's presentation, as the plan in the speaker view reckons
SLIDES_WITHOUT_FIGURE = 6  # in a row, at most
WORDS_AT_MOST = 55  # of the paragraphs and lists on a slide
# For each slide: elements visible too early; then, after all its steps, elements outside the screen of 1280 x 720, text
# smaller than 24 pixels, subscripts below 14 points, code, the size of the letters in its figures, in points, and the
# number of words (of a question, without its options; two Chinese characters count as a word).
SLIDES = """async () => {
    const words = node => `${node.className || node.tagName}: ${node.textContent.trim().slice(0, 60)}`;
    const seen = nodes => [...nodes].filter(node => node.checkVisibility());
    const outside = node => {
        const {top, bottom, left, right} = node.getBoundingClientRect();
        return bottom > top && (bottom > 721 || top < -1 || right > 1281 || left < -1);
    };
    const small = node => [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim())
        && !node.closest("math, sup, sub") && parseFloat(getComputedStyle(node).fontSize) < 24;
    const raised = node => node.closest("math, sup, sub") && !node.childElementCount && node.textContent.trim()
        && parseFloat(getComputedStyle(node).fontSize) < 14 / 0.75;
    const letters = stage =>
        18 * stage.getBoundingClientRect().width / stage.querySelector("img").getAttribute("width");
    const texts = node => [node.matches(".prediction") ? node.querySelector("p") : node]
        .filter(node => node.matches("p, ul, ol, h1, h2, h3"));
    const found = [];
    for (const at of presentation.slides.keys()) {
        presentation.show(at);
        const asked = [...document.querySelectorAll(".prediction.here")];
        const told = asked.flatMap(one => [...seen(one.querySelectorAll(".verdict")).filter(node => node.textContent),
                                           ...seen(one.closest(".passage").nextElementSibling.querySelectorAll(".here")),
                                           ...presentation.slides[at].read.filter(node => !node.matches(".later"))]);
        presentation.show(at, true);
        await new Promise(requestAnimationFrame);
        const shown = seen(document.querySelectorAll("article .here, article .here *"))
            .filter(node => !node.closest("svg"));
        const code = seen(document.querySelectorAll(".cell_input, .fold, .solution, form"));
        const faults = [...told, ...shown.filter(outside), ...shown.filter(small), ...shown.filter(raised), ...code];
        const text = presentation.slides[at].parts.flatMap(texts).map(node => node.textContent).join(" ");
        found.push({place: location.hash, faults: faults.map(words),
                    words: (text.match(/[\\u4e00-\\u9fff]{2}|[^\\s\\u4e00-\\u9fff]+/g) ?? []).length,
                    stays: Boolean(presentation.slides[at].bare),
                    letters: seen(document.querySelectorAll(".stage.wide")).map(letters)});
    }
    return found;
}"""
SETTLED = "() => document.fonts.ready.then(() => presentation.at >= 0 && !document.body.matches('.laid-out'))"


HEADINGS = "[...document.querySelectorAll('article :is(h1, h2, h3)')].map(one => one.closest('section').id)"
SCROLL_TO = """id => { // as a link of the contents does
    history.replaceState(null, "", "#" + id);
    document.getElementById(id).scrollIntoView({behavior: "instant"});
}"""
# The slide that `p` would show at each heading; the layout, which takes a second, is made only once.
IN_SIGHT = f"ids => {{ window.inSight = ids.map(id => (({SCROLL_TO})(id), [id, nodeInSight()])); }}"
ASKED_FOR = "() => inSight.map(([id, node]) => [id, Math.max(0, presentation.slideAt(node))])"
OPENED = """([id, at]) => { // the heading, or what comes before one that its author leaves out
    const heading = document.getElementById(id).querySelector("h1, h2, h3");
    const seen = new Set(), isNew = part => !seen.has(part) && seen.add(part); // a figure stays on later slides
    const order = presentation.slides.flatMap((slide, at) => slide.parts.filter(isNew).map(part => ({part, at})));
    const before = order.filter(({part}) => part === heading
        || heading.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_PRECEDING);
    return before.at(-1).at === at;
}"""
# Printed output on slides.
PRINTED = """() => presentation.slides.flatMap(({parts}) =>
    parts.filter(part => part.matches(".cell")).map(part => part.textContent))"""
# Every paragraph ends in a full stop.
REWORDED = """() => document.querySelectorAll("article p").forEach(node => {
    const last = [...node.childNodes].findLast(child => child.textContent.trim());
    if (/[:?：？]\\s*$/.test(last?.textContent)) last.textContent = last.textContent.replace(/[:?：？]\\s*$/, ".");
})"""
# The figures of each slide that has a sentence next to a figure.
LOOKS = """() => presentation.slides.filter(({parts}) => parts.some(part => part.matches(".look"))).map(
    ({parts}) => parts.filter(part => part.matches("living-picture")).length)"""
WITH_FIGURE = """() => presentation.slides.map(({parts}) =>
    parts.some(part => part.matches("living-picture, .prediction:has(.paper)") || part.querySelector("img")))"""
STATE = """() => {
    const figure = document.querySelector("living-picture.here"), {labels} = figure.data[figure.edition];
    const name = input => input.id.slice(figure.id.length + 1);
    return Object.fromEntries(figure.inputs.map((input, place) => [name(input), labels[place][figure.places[place]]]));
}"""
# What each slide shows from top to bottom, on the screen and in the overview: figures with their widths, or else "".
SHOWN = """() => {
    const width = node => node.style.getPropertyValue("--slide-width");
    const widths = nodes => [...nodes].filter(node => !node.hidden).map(width);
    const onScreen = presentation.slides.map((slide, at) => {
        presentation.show(at, true);
        const top = node => node.getBoundingClientRect().top;
        return widths([...document.querySelectorAll("article .here")].sort((one, other) => top(one) - top(other)));
    });
    speaker.key("o");
    return [onScreen, [...document.querySelectorAll(".overview article")].map(({children}) => widths(children))];
}"""
LINKED = """presentation.slides.findIndex(({parts}) =>
    parts.flatMap(part => [...part.querySelectorAll("a[href*='?']")]).length > 1)"""
WITH_CONTROLS = """[...presentation.slides.keys()].filter(at =>
    presentation.slides[at].parts.some(part => part.querySelector("button, select, [type=range], [type=checkbox]")))"""
LOADED = "[...document.querySelectorAll('living-picture.here:has(.control)')].every(one => one.data[one.edition])"
ON_TOP = """() => [...document.querySelectorAll("living-picture.here .stage.wide")].every(stage => {
    const {left, top, width, height} = stage.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap(x => [0.1, 0.5, 0.9].map(y => [left + x * width, top + y * height]));
    return points.every(([x, y]) => stage.contains(document.elementFromPoint(x, y)));
})"""
# Every control of the slide, by keys: the focused control takes them, and the slide stays.
FOCUSED = """() => {
    const node = document.activeElement, at = [presentation.at, presentation.step].join();
    const state = node.matches("[type=checkbox]") ? node.checked : node.matches(".play") ? node.ariaPressed
        : node.matches(".options button") ? node.matches(".voted") : String(node.selectedIndex ?? node.value);
    const kind = node.type ?? "", here = node.matches(".here :is(input, select, button)");
    const options = node.options?.length, ends = [node.min, node.max];
    return {at, state, kind, here, options, ends, play: node.matches(".play")};
}"""


@pytest.fixture
def enter(read):
    """Return a function that opens a page in presentation mode, and returns reader and page."""

    def present(name, place=""):
        reader = read()
        reader.page.goto((SITE / f"{name}.html").as_uri() + "#present" + place)
        reader.page.wait_for_function(SETTLED)
        return reader, reader.page

    return present


@pytest.mark.parametrize("name", CHAPTERS)
def test_each_slide_fits_the_screen_is_large_enough_and_tells_no_answer(name, enter):
    reader, page = enter(name)
    slides = page.evaluate(SLIDES)
    minutes = page.evaluate("secondsOf(presentation.slides).reduce((sum, some) => sum + some) / 60")
    assert MINUTES[0] < minutes < MINUTES[1] or name[:2] == "00"
    for slide in slides:
        assert slide["faults"] == [], slide["place"]
        assert slide["words"] <= WORDS_AT_MOST, slide["place"]
        least = LETTERS_AT_LEAST[slide["stays"]]
        assert all(points >= least for points in slide["letters"]), slide["place"]
    assert reader.faults == []


def test_axe_finds_no_fault_in_slides(enter):
    """One slide of each kind is enough."""
    _, page = enter("05_cost_curves")
    for kind in ("h1", "living-picture", ".prediction", "table", "math", "ul"):
        at = page.evaluate(
            "kind => presentation.slides.findIndex(({parts}) => parts.some(part => part.matches(kind)"
            " || part.querySelector(kind)))", kind)  # fmt: skip
        if at >= 0:
            page.evaluate("at => presentation.show(at, true)", at)
            faults = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
            assert [(fault["id"], [node["html"][:120] for node in fault["nodes"][:3]]) for fault in faults] == [], kind


def test_a_chapter_is_walked_with_the_keys_of_a_remote(enter):
    reader, page = enter("05_cost_curves")
    for key, by in {"ArrowRight": 1, " ": 1, "PageDown": 1, "ArrowLeft": -1, "PageUp": -1}.items():
        before = page.evaluate("presentation.at + presentation.step / 100")
        page.keyboard.press(key)
        assert (page.evaluate("presentation.at + presentation.step / 100") - before) * by > 0
    assert reader.faults == []


def test_the_whole_chapter_can_be_walked_to_its_end_and_back(enter):
    reader, page = enter("04_metrics")
    last = page.evaluate("presentation.slides.length") - 1
    for _ in range(3 * last):
        page.keyboard.press("PageDown")
    assert page.evaluate("presentation.at") == last
    for _ in range(last):
        page.keyboard.press("PageUp")
    assert page.evaluate("presentation.at") == 0
    assert reader.faults == []


def test_a_vote_is_answered_with_the_next_step(enter):
    reader, page = enter("05_cost_curves")
    at = page.evaluate("presentation.slides.findIndex(({parts}) => parts.some(part => part.matches('.prediction')))")
    page.evaluate("at => presentation.show(at)", at)
    verdict = page.locator(".prediction.here .verdict")
    for option in "2110":
        page.keyboard.press(option)
    assert page.locator("[data-votes]").count() == 0  # 0 resets the votes
    for option in "211":
        page.keyboard.press(option)
    assert page.locator("[data-votes]").evaluate_all("all => all.map(one => one.dataset.votes)") == ["2", "1"]
    voted = page.locator(".prediction.here .voted")
    assert voted.count() == 1
    chosen = voted.inner_text()
    assert verdict.inner_text() == ""
    page.keyboard.press("PageDown")
    assert page.locator(".prediction.here button.chosen").text_content() in chosen
    assert verdict.inner_text()
    assert page.locator("[data-votes]").evaluate_all("all => all.map(one => one.dataset.votes)") == ["2", "1"]
    assert page.evaluate("presentation.at") == at
    page.keyboard.press("PageDown")
    assert page.evaluate("presentation.at") == at + 1
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    page.wait_for_function(SETTLED)
    assert page.locator("[data-votes]").count() == 0  # another audience
    assert reader.faults == []


def test_an_answer_is_followed_by_the_figure_that_it_unveils(enter):
    """The figure shows the state of the question, and ↑ moves the control that the question names."""
    _, page = enter("05_cost_curves")
    asks = "({parts}, at) => parts.some(part => part.matches('.prediction[data-veils]')) ? [at] : []"
    slides = page.evaluate(f"presentation.slides.flatMap({asks})")
    assert len(slides) >= 4
    for at in slides:
        page.evaluate("at => presentation.show(at)", at)
        name, _, state = page.locator(".prediction.here").get_attribute("data-veils").partition("?")
        figure = page.locator(f"#{name}")
        page.keyboard.press("f")
        assert figure.evaluate("figure => figure.veiled")
        page.keyboard.press("f")
        assert page.locator(".prediction.here").get_attribute("data-settled") is None  # looking back is no answer
        page.keyboard.press("PageDown")
        if not page.locator(f"#{name}.here").count():  # there is room for it beside the question, or it follows
            page.keyboard.press("PageDown")
        expect(page.locator(f"#{name}.here")).to_be_visible()
        assert not figure.evaluate("figure => figure.veiled")
        if not state:
            continue
        control = page.locator(f"#{name}-{state.partition('=')[0]}")
        before = control.input_value()
        moved = set()
        for key in ("ArrowUp", "ArrowDown", "ArrowDown"):
            page.keyboard.press(key)
            moved.add(control.input_value())
        assert moved != {before}, state
        page.keyboard.press("PageUp")
        page.keyboard.press("PageDown")
        expect(page.locator(f"#{name}.here")).to_be_visible()  # an answered question takes one step


def test_the_first_control_of_a_slide_moves_and_plays_without_a_click(enter):
    reader, page = enter("05_cost_curves")
    page.evaluate(
        "presentation.slides.forEach((slide, at) => presentation.show(at, true))"
    )  # each question is answered
    playable = (
        "presentation.slides.findIndex(({parts}) => parts.some(part => part.querySelector('.play') && !part.veiled))"
    )
    page.wait_for_function(f"{playable} >= 0")
    page.evaluate(f"presentation.show({playable})")
    picture = page.locator("living-picture.here").first
    slider = picture.locator("[type=range]").first
    page.wait_for_function(LOADED)
    before, reading = int(slider.input_value()), picture.locator(".reading").inner_text()
    for key, by in {"ArrowDown": -1, "ArrowUp": 0}.items():
        page.keyboard.press(key)
        assert int(slider.input_value()) == before + by
    page.keyboard.press("p")
    assert picture.locator(".play[aria-pressed]").count() == 1
    page.wait_for_function(
        "text => document.querySelector('living-picture.here .reading').innerText !== text", arg=reading
    )
    page.keyboard.press("p")
    assert picture.locator(".play[aria-pressed]").count() == 0
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    later = page.evaluate("presentation.at")
    page.keyboard.press("f")
    assert page.evaluate("presentation.at") < later
    assert page.locator("living-picture.here").count() == 1
    page.keyboard.press("f")
    assert page.evaluate("presentation.at") == later
    assert reader.faults == []


@pytest.mark.parametrize("name", CHAPTERS)
def test_no_chapter_goes_on_for_long_without_a_figure(name, enter):
    """A book that was built quickly has images in place of most figures."""
    _, page = enter(name)
    if page.locator("living-picture .control").count() == 0:
        pytest.skip("The figures of this chapter were not recorded.")
    longest = longest_run(not shown for shown in page.evaluate(WITH_FIGURE))
    assert longest <= SLIDES_WITHOUT_FIGURE


def longest_run(flags):
    return max((len(list(run)) for flag, run in groupby(flags) if flag), default=0)


def test_a_figure_stays_while_the_text_about_it_goes_on(enter):
    """Where its controls take too much room, they are hidden, and the keys of a remote still move it."""
    _, page = enter("05_cost_curves", "=cell-error-rates-reading")
    figure = page.locator("#opening-picture.here")
    expect(figure).to_be_visible()
    page.wait_for_function(LOADED)
    assert page.evaluate(STATE)["threshold"] == "0.50"  # the state that the cell names
    assert page.evaluate("presentation.slides.every(({bare, parts}) => !bare || parts.includes(bare))")
    bare = page.evaluate("presentation.slides.findIndex(slide => slide.bare && !slide.bare.veil)")
    page.evaluate("at => presentation.show(at)", bare)
    page.wait_for_function(LOADED)
    assert page.locator("living-picture.here .controls").is_hidden()
    before = page.evaluate("document.querySelector('living-picture.here').places.join()")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.querySelector('living-picture.here').places.join()") != before
    page.keyboard.press("Escape")
    assert page.locator(".bare").count() == 0


def test_the_states_to_which_a_text_links_are_steps(enter):
    _, page = enter("05_cost_curves")
    page.evaluate(f"presentation.show({LINKED})")
    links = page.locator("p.here a[href*='?']")
    wanted = links.evaluate_all(
        "all => all.map(link => Object.fromEntries(new URLSearchParams(link.href.split('?')[1])))"
    )
    assert len(wanted) == page.evaluate("presentation.slides[presentation.at].steps.length") > 1
    assert not page.evaluate(
        "document.querySelector('living-picture.here').veiled"
    )  # although its question was skipped
    page.wait_for_function(LOADED)
    for number, state in enumerate(wanted):
        page.keyboard.press("PageDown")
        assert links.evaluate_all("all => all.findIndex(link => link.matches('.now'))") == number
        reached = page.evaluate(STATE)
        assert {control: float(reached[control]) for control in state} == {k: float(v) for k, v in state.items()}


@pytest.mark.parametrize("is_whole", [False, True])
def test_f_comes_back_from_a_link_to_the_steps_as_they_were(is_whole, enter):
    _, page = enter("05_cost_curves")
    page.evaluate(f"whole => presentation.show({LINKED}, whole)", is_whole)
    before = page.evaluate("[presentation.at, presentation.step]")
    page.evaluate("presentation.goTo(document.querySelector('article h2'))")
    assert page.evaluate("presentation.at") < before[0]
    page.keyboard.press("f")
    assert page.evaluate("[presentation.at, presentation.step]") == before


def test_a_veiled_figure_is_not_moved_by_the_keys_of_a_remote(enter):
    _, page = enter("05_cost_curves")
    before_question = "({parts}) => parts.at(-1).veiled && !parts[0].closest('details.withheld')"
    page.evaluate(f"presentation.show(presentation.slides.findIndex({before_question}))")
    places = page.evaluate("document.querySelector('living-picture.here').places")
    for key in ["ArrowUp", "ArrowDown", "ArrowUp", "p"]:
        page.keyboard.press(key)
    assert page.evaluate("document.querySelector('living-picture.here').places") == places


def test_a_pen_draws_on_the_slide_and_a_dot_follows_the_mouse(enter):
    reader, page = enter("05_cost_curves")
    page.keyboard.press("d")
    page.mouse.move(300, 300)
    page.mouse.down()
    page.mouse.move(500, 400, steps=5)
    page.mouse.up()
    assert page.locator(".ink polyline").get_attribute("points").split()[-1] == "500,400"
    page.keyboard.press("l")
    page.mouse.move(640, 200)
    dot = page.locator(".dot").bounding_box()
    assert (dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2) == (640, 200)
    page.keyboard.press("Escape")
    assert not page.locator(".dot").is_visible()
    assert page.evaluate("presentation.open")
    page.keyboard.press("PageDown")
    assert page.locator(".ink polyline").count() == 0
    assert reader.faults == []


def test_a_slider_on_a_slide_keeps_its_arrows(enter):
    _, page = enter("05_cost_curves")
    at = page.evaluate(
        "presentation.slides.findIndex(({parts}) => parts.some(part => part.querySelector('input[type=range]')))"
    )
    page.evaluate("at => presentation.show(at)", at)
    picture = page.locator("living-picture.here:has(.control)").first
    reading = picture.locator(".reading").inner_text()
    picture.locator("input").first.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert picture.locator(".reading").inner_text() != reading
    assert page.evaluate("presentation.at") == at
    page.keyboard.press("PageDown")
    assert page.evaluate("presentation.at") == at + 1


@pytest.mark.parametrize("is_continued", [False, True])
def test_the_address_keeps_the_place_and_escape_leaves_there(enter, is_continued):
    """Also on a slide that continues the list of the one before it."""
    reader, page = enter("03_evaluation_methods")
    page.evaluate(
        "wanted => presentation.show(presentation.slides.findIndex(({parts}, at) => "
        "at > 6 && parts[0].matches('ul.rest') === wanted))",
        is_continued,
    )
    at, place = page.evaluate("[presentation.at, location.hash]")
    page.reload()
    page.wait_for_function(SETTLED)
    assert page.evaluate("presentation.at") == at
    first = page.evaluate("presentation.slides[presentation.at].holds[0]")
    page.keyboard.press("Escape")
    assert not page.evaluate("presentation.open")
    assert page.evaluate("location.hash") == f"#{first}" != place
    top = page.evaluate("id => document.getElementById(id).getBoundingClientRect().top", first)
    assert -5 < top < 400
    page.keyboard.press("p")
    page.wait_for_function(SETTLED)
    assert page.evaluate("presentation.at") == (at - 1 if is_continued else at)  # where the list begins
    assert reader.faults == []


@pytest.mark.parametrize("name", CHAPTERS)
def test_p_opens_the_slide_of_the_heading_that_is_on_the_screen(name, read):
    reader = read()
    page = reader.open(name)
    page.evaluate("document.documentElement.requestFullscreen = null")  # no full screen, to save time
    places = page.evaluate(HEADINGS)
    page.evaluate(IN_SIGHT, places)
    middle = places[len(places) // 2]
    page.evaluate(SCROLL_TO, middle)
    page.keyboard.press("p")
    page.wait_for_function(SETTLED)
    slides = dict(page.evaluate(ASKED_FOR))
    assert page.evaluate("presentation.at") == slides[middle]
    for place, at in slides.items():
        assert page.evaluate(OPENED, [place, at]), place
    assert reader.faults == []


def test_on_a_phone_a_presentation_is_left_by_a_button_and_its_figure_lies_free(read):
    reader = read("phone")
    page = reader.open("05_cost_curves")
    page.locator(".present").first.tap()
    page.wait_for_function(SETTLED)
    pictures = page.evaluate(
        """[...presentation.slides.keys()].filter(at =>
            presentation.slides[at].parts.some(part => part.matches('living-picture')))"""
    )
    for at in pictures:
        page.evaluate("at => presentation.show(at)", at)
        stage = page.locator("living-picture.here .stage.wide").bounding_box()
        corner = page.locator(".corner").bounding_box()
        assert corner["y"] + corner["height"] <= stage["y"]
        assert page.evaluate(ON_TOP), at
    page.locator(".corner [value=leave]").tap()
    assert not page.evaluate("presentation.open")
    assert reader.faults == []


@pytest.mark.long
@pytest.mark.parametrize("name", CHAPTERS)
def test_every_control_of_every_slide_works_with_the_keyboard(name, enter):
    reader, page = enter(name)
    for at in page.evaluate(WITH_CONTROLS):
        page.evaluate("at => presentation.show(at)", at)
        page.wait_for_function(LOADED)
        page.evaluate(
            """() => new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)).then(() => {
                for (const play of document.querySelectorAll(".here .play"))
                    turn(play.parentElement.querySelector("input"), 0);
            })"""
        )  # unveiled, and as if it had not been played on an earlier slide
        count = page.locator(".here :is(input, select, button):not([inert] *):visible").count()
        page.evaluate("document.activeElement.blur()")
        reached = 0
        for _ in range(count + 12):
            page.keyboard.press("Tab")
            before = page.evaluate(FOCUSED)
            if not before["here"]:
                continue
            reached += 1
            by_arrow = before["kind"] in ("range", "select-one")
            back = before["state"] in (before["ends"][1], str((before["options"] or 0) - 1))
            page.keyboard.press(("ArrowLeft" if back else "ArrowRight") if by_arrow else " ")
            after = page.evaluate(FOCUSED)
            assert after["at"] == before["at"], before
            assert after["state"] != before["state"], before
            if reached == count:
                break
        assert reached == count, at
    assert reader.faults == []


def test_playing_stops_when_its_slide_is_left(enter):
    _, page = enter("05_cost_curves")
    page.evaluate("document.querySelectorAll('.prediction').forEach(one => one.dispatchEvent(new Event('show')))")
    page.evaluate(
        "presentation.show(presentation.slides.findIndex(({parts}) => parts.some(part => part.querySelector('.play'))))"
    )
    page.wait_for_function(LOADED)
    play = page.locator(".here .play").first
    play.press("Enter")
    assert play.get_attribute("aria-pressed") == "true"
    page.keyboard.press("PageDown")
    assert page.locator("[aria-pressed].play").count() == 0


def test_after_a_click_on_a_slider_the_arrows_of_a_remote_go_on(enter):
    _, page = enter("05_cost_curves")
    page.evaluate(
        """presentation.show(presentation.slides.findIndex(
            ({parts}) => parts.some(part => part.querySelector('[type=range]'))))"""
    )
    page.wait_for_function(LOADED)
    slider = page.locator(".here [type=range]").first
    slider.click()
    at, value = page.evaluate("presentation.at"), slider.input_value()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("presentation.at") == at
    assert slider.input_value() != value
    page.keyboard.press("ArrowRight")
    assert page.evaluate("presentation.at + presentation.step / 100") > at


@pytest.mark.parametrize("name", CHAPTERS)
def test_no_slide_shows_an_array_and_a_sentence_beside_a_figure_has_its_figure(name, read):
    reader = read()
    page = reader.open(name)
    words = "document.querySelector('article').textContent.replace(/\\s+/g, ' ')"
    before = page.evaluate(words), page.evaluate("document.querySelectorAll('article p').length")
    page.keyboard.press("p")
    page.wait_for_function(SETTLED)
    assert not [printed for printed in page.evaluate(PRINTED) if re.search(r"\[[\s([]*[-\d]|array\(", printed)]
    assert all(figures == 1 for figures in page.evaluate(LOOKS))
    page.keyboard.press("Escape")
    assert (page.evaluate(words), page.evaluate("document.querySelectorAll('article p').length")) == before
    assert reader.faults == []


def test_no_punctuation_decides_what_a_slide_shows(enter, read):
    printed = enter("05_cost_curves")[1].evaluate(PRINTED)
    page = read().open("05_cost_curves")
    page.evaluate(REWORDED)
    page.keyboard.press("p")
    page.wait_for_function(SETTLED)
    assert printed
    assert page.evaluate(PRINTED) == printed


def test_what_the_lecturer_has_at_hand(enter):
    reader, page = enter("05_cost_curves")
    at = "presentation.at"
    last = page.evaluate("presentation.slides.length") - 1
    for keys, place in {("End",): last, ("Home",): 0, ("7", "Enter"): 6, ("o", "1", "2", "Enter"): 11}.items():
        for key in keys:
            page.keyboard.press(key)
        assert page.evaluate(at) == place
    page.keyboard.press("o")
    assert page.locator(".overview .small").count() == last + 1
    page.locator(".overview .small").nth(3).click()
    assert page.evaluate(at) == 3
    page.keyboard.press("?")
    assert page.locator(".keys dt").count() > 10
    page.keyboard.press("Escape")
    assert page.evaluate("presentation.open")
    assert page.locator(".panel").is_hidden()
    for key in "b.":
        page.keyboard.press(key)
        assert page.locator("body.black").count() == 1
        page.keyboard.press("ArrowRight")  # only shows the slide again
        assert (page.locator("body.black").count(), page.evaluate(at)) == (0, 3)
    page.keyboard.press("t")
    assert page.locator(".corner .clock").inner_text().endswith("0 min")
    assert reader.faults == []


def test_a_question_is_opened_on_phones_by_a_code(enter):
    reader, page = enter("05_cost_curves")
    asks = "({parts}) => parts.some(part => part.matches('.prediction'))"
    page.evaluate(f"presentation.show(presentation.slides.findIndex({asks}))")
    page.keyboard.press("q")
    assert page.locator(".panel").is_hidden()  # the book is not published
    page.evaluate("""document.querySelectorAll(".passage:has(.prediction)").forEach(passage =>
        Object.assign(passage.dataset, {code: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
                                        address: "https://somebody.github.io/a.html#cell-guess"}))""")
    page.keyboard.press("q")
    assert page.locator(".panel img").is_visible()
    assert page.locator(".panel p").inner_text() == "https://somebody.github.io/a.html#cell-guess"
    page.keyboard.press("?")
    assert "q" in page.locator(".keys dt").all_inner_texts()
    page.keyboard.press("?")
    page.keyboard.press("q")
    page.keyboard.press("PageDown")
    assert page.locator(".panel").is_hidden()
    assert reader.faults == []


def test_the_overview_does_not_show_what_an_open_question_hides(enter):
    _, page = enter("05_cost_curves")
    covered = """() => presentation.slides.map(({parts}) =>
        parts.every(part => part.closest("details.withheld:not([open])")))"""
    page.keyboard.press("o")
    shown = page.locator(".overview .small").evaluate_all(
        "all => all.map(one => one.querySelector('article') !== null)"
    )
    assert shown == [not hidden for hidden in page.evaluate(covered)]
    assert not all(shown)


def test_the_overview_shows_the_slides_as_the_audience_sees_them(enter):
    _, page = enter("05_cost_curves")
    on_screen, small = page.evaluate(SHOWN)
    assert small == on_screen
    assert sum(bool(parts[0]) and len(parts) > 1 for parts in small) > 10  # a figure stays above text


def test_the_second_window_has_the_answer_and_the_next_slide_and_walks(enter):
    reader, page = enter("05_cost_curves")
    page.evaluate(
        "presentation.show(presentation.slides.findIndex(({parts}) => parts.some(part => part.matches('.prediction'))))"
    )
    at = page.evaluate("presentation.at")
    with reader.context.expect_page() as opened:
        page.keyboard.press("n")
    notes = opened.value
    asked = page.locator(".prediction.here")
    assert asked.get_attribute("data-because").lower() in notes.locator("body").inner_text().lower()
    following = page.evaluate("presentation.slides[presentation.at + 1].parts[0].textContent.trim().slice(0, 40)")
    assert following in notes.locator(".next article").text_content()
    assert asked.locator("p").first.text_content() in notes.locator(".now article").text_content()
    begins = [int(minute) for minute in notes.locator(".sections li b").all_inner_texts()]
    page.evaluate("presentation.show(presentation.slideAt(document.getElementById('cell-both-costs-one')))")
    assert "cost more than the misses" in notes.locator(".said").inner_text()  # what slides leave out
    page.evaluate("at => presentation.show(at)", at)
    assert begins == sorted(begins)
    assert begins[-1] < 45
    assert notes.locator(".sections [aria-current]").count() == 1
    notes.keyboard.press("PageDown")
    notes.locator(".now .answer").wait_for()  # as the audience sees it
    notes.keyboard.press("PageDown")
    assert page.evaluate("presentation.at") == at + 1
    page.keyboard.press("Escape")
    assert notes.is_closed() or page.evaluate("!presentation.open")
    assert reader.faults == []


def test_a_finger_wipes_to_the_next_slide_and_back(read):
    reader = read("phone")
    page = reader.open("05_cost_curves")
    page.locator(".present").first.tap()
    page.wait_for_function(SETTLED)
    wipe = """([from, to]) => ["touchstart", "touchend"].forEach((type, end) => {
        const touch = new Touch({identifier: 1, target: document.body, clientX: end ? to : from, clientY: 300});
        const touches = end ? [] : [touch];
        document.body.dispatchEvent(new TouchEvent(type, {bubbles: true, touches, changedTouches: [touch]}));
    })"""
    page.evaluate(wipe, [300, 100])
    assert page.evaluate("presentation.at") == 1
    page.evaluate(wipe, [100, 300])
    assert page.evaluate("presentation.at") == 0
    page.evaluate(
        """presentation.show(presentation.slides.findIndex(
            ({parts}) => parts.some(part => part.matches('living-picture'))))"""
    )
    before = page.evaluate("presentation.at")
    grip = page.locator(".here .grip:visible").first  # dragging a handle does not change the slide
    grip.evaluate(wipe.replace("([from, to])", "(body, [from, to])").replace("document.body", "body"), [300, 100])
    assert page.evaluate("presentation.at") == before > 0
