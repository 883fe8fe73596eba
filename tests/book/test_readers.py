"""The book as a reader sees it, from file://, on a desktop and on a phone."""

import html
import json
import re
import sys
from urllib.parse import unquote

import nbformat
import pytest
import test_links
from mistakes import DATA, mistakes, right
from shelf import OPEN_ALL, PAGES, SITE, to_twelve_digits, was_run

from notebooks import ROOT, each_notebook, predictions_in, tells
from notebooks import read as stored

sys.path.insert(0, str(ROOT / "book"))
from pages import records

each_page = pytest.mark.parametrize("name", PAGES)
each_screen = pytest.mark.parametrize("screen", ["desk", "phone"])

# The caption of a figure, and its visible layers.
STATE = """async picture => {
    while (picture.frame) await new Promise(requestAnimationFrame);
    return [picture.querySelector(".reading").textContent, (picture.layers ?? []).map(layer => layer.innerHTML),
            (picture.images ?? []).map(image => image.src)];
}"""
CONTROLS = ".control :is(input, select:not(.speed))"
# Moves each control alone to both ends and back: whether the figure is the same again, and how many captions and
# layers were seen.
MOVED = f"""async picture => {{
    const state = {STATE}, moved = [];
    for (const control of picture.querySelectorAll("{CONTROLS}")) {{
        const way = control.type === "checkbox" ? "checked" : control.type === "range" ? "value" : "selectedIndex";
        const put = place => {{
            control[way] = place;
            control.dispatchEvent(new Event("input", {{bubbles: true}}));
            picture.show(); // at once
            return state(picture);
        }};
        const place = control[way], first = await state(picture);
        const ends = {{checked: [false, true], value: [control.min, control.max],
                      selectedIndex: [0, control.options?.length - 1]}}[way];
        const seen = [first, await put(ends[0]), await put(ends[1])], last = await put(place);
        const many = texts => new Set(texts).size;
        moved.push({{name: control.id, back: JSON.stringify(first) === JSON.stringify(last), drawn: first[1].length,
                readings: many(seen.map(one => one[0])),
                pictures: many(seen.map(one => JSON.stringify(one.slice(1))))}});
    }}
    return moved;
}}"""
# Figures without an alternative text, a caption, or a label for each control.
WORDLESS = f"""() => [...document.querySelectorAll("living-picture:has(.control)")].filter(picture =>
    !(picture.querySelector(".reading[role=status]").innerText.trim()
      && (!picture.querySelector(".stage") || picture.querySelector("svg[role=img]").getAttribute("aria-label"))
      && [...picture.querySelectorAll("{CONTROLS}")].every(control => control.labels.length === 1))
).map(picture => picture.id)"""
# Answers typed or chosen in the form of an exercise, and the reply to each.
ANSWERED = """(form, answers) => answers.map(answer => {
    const selects = [...form.querySelectorAll("select")];
    for (const [place, select] of selects.entries())
        select.selectedIndex = [...select.options].findIndex(option => option.textContent === answer[place]);
    if (!selects.length) form.querySelector("input").value = answer;
    form.querySelector("button").click();
    return form.querySelector(".verdict").textContent;
})"""
# Answers each prediction, every second one by opening its hidden part: its state before, and the reply.
ASKED = """async () => {
    const found = [];
    for (const [number, asked] of [...document.querySelectorAll(".prediction")].entries()) {
        const withheld = asked.closest(".passage").nextElementSibling, verdict = asked.querySelector(".verdict");
        const closed = withheld.matches("details.withheld:not([open])");
        (number % 2 ? withheld.querySelector("summary") : [...asked.querySelectorAll("button")].at(-1)).click();
        while (!verdict.textContent) await new Promise(requestAnimationFrame);
        found.push({closed, covered: withheld.querySelectorAll(".passage").length, open: withheld.open,
                    answer: asked.dataset.answer, said: verdict.textContent,
                    chosen: asked.querySelectorAll("button.chosen").length,
                    enabled: asked.querySelectorAll("button:enabled").length});
    }
    return found;
}"""
# Text nodes whose contrast with their background is below 4.5 (3 for large letters).
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
# Elements wider than the screen that are not inside a horizontally scrolling box.
WIDER = """() => {
    const scrolls = node => node && (getComputedStyle(node).overflowX === "auto" || scrolls(node.parentElement));
    return [...document.querySelectorAll("article *")].filter(node =>
        !node.closest(".pane, svg") && node.checkVisibility()
        && node.getBoundingClientRect().right > innerWidth + 1 && !scrolls(node.parentElement)
    ).map(node => node.outerHTML.slice(0, 80));
}"""

# Outputs and other horizontally scrolling texts that are wider than their box.
CUT = """() => [...document.querySelectorAll("article *")].filter(node =>
    !node.matches(".formula, math *") && !node.closest("svg") && node.checkVisibility() && node.clientWidth > 40
    && /auto|scroll|hidden/.test(getComputedStyle(node).overflowX) && node.scrollWidth > node.clientWidth + 1
).map(node => `${node.closest(".passage")?.id}: ${node.scrollWidth} of ${node.clientWidth} px`)"""
# For each prediction, at three scroll positions: all visible text except the prediction and its options.
AROUND = """blocks => [...document.querySelectorAll(".prediction")].map(asked => blocks.map(block => {
    asked.scrollIntoView({block, behavior: "instant"});
    const seen = [], range = document.createRange();
    const inside = ({width, height, top, bottom}) => width && height && bottom > 0 && top < innerHeight;
    const passed = node => node.matches?.("style, script, [aria-hidden=true], .options") || node === asked
        || (node.matches?.(".passage") && !inside(node.getBoundingClientRect()));
    const walker = document.createTreeWalker(document.querySelector("article"),
        NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
        node => passed(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        if (node.nodeType !== 3 || !node.data.trim()) continue;
        range.selectNodeContents(node);
        const visible = node.parentElement.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true});
        if (visible && inside(range.getBoundingClientRect())) seen.push(node.data);
    }
    return seen.join(" ");
}))"""


@each_notebook
def test_no_open_question_is_answered_on_its_screen(read, path):
    """This holds wherever on the screen the question is, as long as it is not answered."""
    page = read().open(path.stem)
    asked = [(cell.id, *words) for cell in stored(path).cells for *words, _ in predictions_in(cell)]
    faults, blocks = [], ["start", "center", "end"]
    for height in (720, 800):
        page.set_viewport_size({"width": 1280, "height": height})
        for (name, *words), around in zip(asked, page.evaluate(AROUND, blocks), strict=True):
            for block, text in zip(blocks, around, strict=True):
                if answer_given := tells(text, *words):
                    faults.append(f"{name}, {block} of {height}: {answer_given}")
    assert not faults, "\n".join(faults)


@each_page
@each_screen
def test_a_page_is_whole_and_all_that_can_be_moved_or_answered_does_its_work(read, name, screen):
    """Nothing fails, is fetched, or overflows, and everything has a label; each page is visited twice.

    Predictions are answered on the phone, and contrast is checked on the desktop in both themes.
    """
    reader = read(screen)
    page = reader.open(name)
    if screen == "phone":
        predictions_hide_what_follows_until_the_reader_has_chosen(page)
        exercises_answer_as_the_notebook_does(page)
    pictures = reader.pictures()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(WIDER) == []
    assert page.locator("img:not([alt])").count() == 0
    assert page.locator(".stage img[alt='']").count() == page.locator(".stage:has(.moving) img").count()
    assert page.evaluate(WORDLESS) == []
    for picture in pictures:
        is_moved_by_each_control(picture)
    if pictures:
        is_moved_by_hand(pictures[0], reader)
    if screen == "desk":
        assert page.evaluate(CUT) == []
        every_letter_can_be_read(page)
    assert reader.faults == []


def every_letter_can_be_read(page):
    """Assert the contrast of all text in the light and in the dark theme."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(FAINT) == [], scheme


def is_moved_by_each_control(picture):
    """Assert that each control alone changes the figure, from its first position."""
    for control in picture.evaluate(MOVED):
        assert control["back"], control
        assert control["readings"] > 1, f"{control['name']} changes no reading"
        assert control["pictures"] > 1 or not control["drawn"], f"{control['name']} changes no picture"


def is_moved_by_hand(picture, reader):
    """Assert that the first control of a page works with a finger on a phone, and with the keys on a desktop."""
    control, seen = picture.locator(CONTROLS).first, [picture.evaluate(STATE)]
    for end in ("low", "high"):
        _move(control, end, reader)
        seen.append(picture.evaluate(STATE))
    assert len({str(state) for state in seen}) > 1


def _move(control, end, reader):
    """Move a control with a finger on a phone, or with the keys on a desktop."""
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
    picture = reader.picture("living-picture:has(.control)")
    slider = picture.locator("input[type=range]").first
    before = picture.evaluate(STATE)
    slider.press("ArrowRight")
    assert picture.evaluate(STATE) != before
    assert slider.get_attribute("aria-valuetext") == picture.locator(".reading span").inner_text()
    slider.press("ArrowLeft")
    assert picture.evaluate(STATE) == before


# Follows each link to a state, and compares the controls of its figure with the link; for a figure with few states,
# whether its controls could show that state.
FOLLOWED = """async offered => {
    const found = [];
    for (const link of document.querySelectorAll("a.state")) {
        const [name, state] = link.getAttribute("href").slice(1).split("?");
        const picture = document.getElementById(name);
        link.click();
        while (picture.wanted) await new Promise(requestAnimationFrame);
        const data = picture.data[picture.edition];
        for (const [control, asked] of new URLSearchParams(state)) {
            const place = picture.inputs.findIndex(input => input.id === `${name}-${control}`);
            const lit = /^pa/.test(control) && picture.querySelector(".lit") && asked;
            const drawn = control !== "part" || picture.querySelector(".lit.pen :is(path, use)");
            if (!drawn) found.push(`${name}: no ${asked}`);
            const could = offered[name]?.[control]?.find(word => word === asked || Number(word) === Number(asked));
            const said = lit || could || data.labels[place]?.[picture.places[place]];
            if (said !== asked && Number(said) !== Number(asked)) found.push(`${name}: ${control} is ${said}`);
        }
    }
    return found;
}"""


@each_page
def test_a_value_in_the_text_sets_its_picture(read, name):
    reader = read()
    page = reader.open(name)
    page.evaluate(OPEN_ALL)
    assert page.evaluate(FOLLOWED, offered(name)) == []
    assert page.locator("a.state").count() >= 2 or name[:2] not in ("02", "03", "04", "05", "06", "07")
    assert reader.faults == []


def offered(name):
    """Return the values of the controls of figures with few states (``BOOK_DRAWN_WHOLE``), by their cells."""
    kept = SITE.parent / "cache" / f"{name}.ipynb"
    cells = nbformat.read(kept, as_version=4).cells if kept.exists() else []
    options = {cell.id: record.get("offered") for cell in cells for record in records(cell)}
    return {cell: words for cell, words in options.items() if words}


@pytest.mark.long
def test_a_word_lights_its_part_while_it_is_pointed_at_or_has_the_focus(read):
    """This holds for both layers, and for pointer, finger and keys."""
    for screen in ("desk", "phone"):
        reader = read(screen)
        page = reader.open("05_cost_curves")
        picture, pen = reader.picture("#two-planes"), page.locator("#two-planes .pen.lit path").first
        for part in ("hull", "point"):
            word = page.locator(f"a[href='#two-planes?part={part}']")
            word.tap() if reader.touch else word.hover()
            pen.wait_for(state="attached")
            page.locator("h1").tap() if reader.touch else page.mouse.move(0, 0)
            pen.wait_for(state="detached")
            word.focus()
            assert 0 < pen.bounding_box()["width"] < picture.locator("img").first.bounding_box()["width"]
            page.evaluate("document.activeElement.blur()")
            assert pen.count() == 0
        assert reader.faults == []


DOCKED = """[...document.querySelectorAll(".docked")]
    .filter(one => getComputedStyle(one).position === "fixed").map(one => one.id)"""


@pytest.mark.long
def test_a_picture_stays_in_sight_on_a_wide_screen_while_its_text_goes_on(read):
    reader = read()
    page = reader.open("05_cost_curves")
    for withheld in page.locator(".withheld > summary").all():
        if withheld.is_visible():
            withheld.click()
    reader.picture("#two-planes")

    def at(cell):
        page.locator(f"#cell-{cell}").evaluate("node => node.scrollIntoView({block: 'center', behavior: 'instant'})")
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return page.evaluate(DOCKED)

    assert at("two-planes") == []
    assert at("iso-cost-by-hand") == ["two-planes"]
    picture = page.locator("#two-planes")
    box, caption = picture.bounding_box(), picture.locator(".reading").inner_text()
    assert box["y"] >= 0
    assert box["height"] <= 0.42 * 720
    picture.locator("input").first.press("Home")
    assert picture.locator(".reading").inner_text() != caption
    for width, height in [(768, 1024), (640, 360), (390, 844)]:  # a tablet, 200 %, a phone
        page.set_viewport_size({"width": width, "height": height})
        assert at("iso-cost-by-hand") == []
    page.set_viewport_size({"width": 1280, "height": 720})
    assert at("iso-cost-by-hand") == ["two-planes"]
    page.evaluate("presentation.enter()")
    page.wait_for_function("presentation.at >= 0")
    assert page.evaluate(DOCKED) == []
    page.keyboard.press("Escape")
    assert at("iso-cost-by-hand") == ["two-planes"]
    page.emulate_media(media="print")
    assert page.evaluate(DOCKED) == []
    page.emulate_media(media="screen")
    assert at("summary1") == []
    assert at("iso-cost-by-hand") == ["two-planes"]
    picture.locator(".close").click()
    assert page.evaluate(DOCKED) == []
    assert reader.faults == []


def test_an_address_opens_a_picture_in_a_state_and_a_button_makes_it(read):
    reader = read()
    page, has_come = reader.page, "document.querySelector('#two-planes').data.wide"
    page.goto((SITE / "05_cost_curves.html").as_uri() + "#two-planes?threshold=0.38&p=0.20")
    page.wait_for_function(has_come)
    picture = page.locator("#two-planes")
    assert "threshold 0.38" in picture.locator(".reading").inner_text()
    picture.locator("input").first.press("Home")
    picture.locator(".link").click()
    caption = picture.locator(".reading").inner_text()
    page.reload()
    page.wait_for_function(has_come)
    assert picture.locator(".reading").inner_text() == caption
    assert reader.faults == []


def test_a_step_is_heard_once_and_playing_only_at_its_end(read):
    reader = read()
    reader.open("05_cost_curves")
    picture = reader.picture("#envelope-picture")
    reading = picture.locator(".reading")
    assert picture.locator("output").first.get_attribute("aria-live") == "off"
    picture.locator("input[type=range]").first.press("ArrowRight")
    assert reading.get_attribute("aria-live") == "off"  # the slider announces it
    picture.locator(".play").click()
    assert reading.get_attribute("aria-live") == "off"
    reader.page.wait_for_function("!document.querySelector('#envelope-picture .play[aria-pressed]')")
    assert reading.get_attribute("aria-live") == "polite"
    assert reading.inner_text() in picture.locator(".moving").first.get_attribute("aria-label")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_play_walks_to_the_end_and_steps_for_whoever_wants_no_motion(read, motion):
    reader = read(reduced_motion=motion)
    reader.open("05_cost_curves")
    picture = reader.picture("living-picture:has(.play)")
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


def predictions_hide_what_follows_until_the_reader_has_chosen(page):
    for number, asked in enumerate(page.evaluate(ASKED)):
        assert asked["closed"], asked
        assert asked["covered"] >= 1, asked
        assert asked["open"], asked
        assert f"“{asked['answer']}”" in asked["said"]
        assert asked["chosen"] == (number + 1) % 2
        assert asked["enabled"] == 0, asked


def exercises_answer_as_the_notebook_does(page):
    """Assert the replies to right answers, and to each mistake (typed ones as in tests/test_typed_answers.py)."""
    for form in page.locator("form.exercise[data-rule]").all():
        rule = DATA[form.get_attribute("data-name")]
        assert to_twelve_digits(form.get_attribute("data-rule")) == to_twelve_digits(json.dumps(rule))
        tried = [(None, right(rule)), *mistakes(rule)]
        answers = [row if rule["kind"] == "choice" else "; ".join(map(repr, row)) for _, row in tried]
        verdicts = form.evaluate(ANSWERED, answers)
        for verdict, (hint, _) in zip(verdicts, tried, strict=True):
            assert verdict.startswith("✗ Not yet. " if hint else "✓ Right.")
            assert (hint or "✓ Right.") in verdict  # a remark on rounding may follow


@each_screen
def test_an_answer_is_typed_and_sent(read, screen):
    form = read(screen).open("05_cost_curves").locator("form.exercise[data-rule]:has(input)").first
    form.locator("input").fill("1000")
    form.locator("button").click()
    assert form.locator(".verdict").inner_text().startswith("✗ Not yet.")


def test_what_has_the_focus_is_seen(read):
    reader = read()
    page = reader.open("05_cost_curves")
    reader.picture("living-picture:has(.control)").locator("input").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_links_lead_somewhere():
    """Each link leads to a file of the folder and an anchor in it; addresses of headings are those of the notebooks.

    Where a chapter was not run (``BOOK_RUN``), the cell of a figure exists, but not the figure.
    """
    texts = {path.name: path.read_text(encoding="utf-8") for path in SITE.glob("*.html")}
    ids = {name: set(re.findall(r'\bid="([^"]*)"', text)) for name, text in texts.items()}
    for name, text in texts.items():
        for target in re.findall(r'href="([^"]*)"', text):
            place, _, anchor = unquote(target.replace("&amp;", "&").replace("&#x27;", "'")).partition("#")
            if target.startswith(("http:", "https:", "data:", "mailto:")):
                continue
            assert not place or (SITE / place.partition("?")[0]).exists(), (name, target)
            page, anchor = place or name, anchor.partition("?")[0]  # without the state of a figure
            known = ids.get(page, {anchor})
            if page in ids and not was_run(page.removesuffix(".html")):
                known = known | {name_.removeprefix("cell-") for name_ in known}
            assert not anchor or anchor in known, (name, target)


@each_notebook
def test_headings_have_the_addresses_of_the_notebook(path):
    page = html.unescape((SITE / f"{path.stem}.html").read_text(encoding="utf-8"))
    titles = re.findall(r"^#+ (.*)$", test_links.ANCHOR.sub("", test_links.words(path)), re.MULTILINE)
    anchors = {re.sub("[*`]", "", title.strip()).replace(" ", "-") for title in titles}  # as JupyterLab makes them
    assert {anchor for anchor in anchors if f'id="{anchor}"' not in page} == set()
