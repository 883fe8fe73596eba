"""The page around a chapter: its toolbar, what it remembers, the front page, search, and pages without scripts."""

import os
import re
import runpy
import subprocess
import sys

import pytest
from playwright.sync_api import expect
from shelf import PAGES, SITE
from test_completeness import public_names

from notebooks import ROOT

FOLDED = """() => {
    const all = selector => [...document.querySelectorAll(`article ${selector}`)];
    const outside = selector => all(selector).filter(one => !one.closest(".solution, .fold:not(.code)"));
    const seen = one => one.checkVisibility() && one.getBoundingClientRect().height > 0;
    const [code, prints, lines] = [".cell_input", ".cell_output", ".fold.code > summary"].map(outside);
    return {code: code.filter(seen).length, lines: lines.filter(seen).length, all: lines.length,
            printed: prints.length, prints: prints.filter(seen).length};
}"""
OPEN_WITHHELD = "document.querySelectorAll('.withheld').forEach(one => one.open = true)"


def test_the_reference_describes_every_public_function_and_class_and_the_front_page_leads_there():
    page = (SITE / "reference.html").read_text(encoding="utf-8")
    described = set(re.findall(r'id="(evalcore\.\w+\.\w+)"', page))
    assert {f"evalcore.{name}" for name in public_names() if name.count(".") == 1} <= described
    assert 'href="reference.html"' in (SITE / "index.html").read_text(encoding="utf-8")
    assert "reference.html#" not in (SITE / "genindex.html").read_text(encoding="utf-8")


@pytest.mark.long
def test_folded_code_leaves_a_line_where_it_stood_and_all_that_it_prints(read):
    """So no sentence refers to something invisible; the next page and the next visit keep the code folded."""
    reader = read()
    page = reader.open("05_cost_curves")
    assert page.evaluate(FOLDED)["lines"] == 0
    assert page.evaluate(FOLDED)["code"] > 10
    page.get_by_role("button", name="Code").click()
    goes = {"05_cost_curves": page.reload, "06_bias_variance": page.locator(".next-page").click}
    for name in goes:  # within one process, as a reader does
        goes[name]()
        page.wait_for_url(f"**/{name}.html")
        page.evaluate(OPEN_WITHHELD)
        counts = page.evaluate(FOLDED)
        assert counts["code"] == 0
        assert counts["lines"] == counts["all"] > 0
        assert counts["prints"] == counts["printed"] > 0
        assert page.get_by_role("button", name="Code").get_attribute("aria-pressed") == "false"
    page.locator(".fold.code > summary").first.click()
    assert page.locator(".fold.code .cell_input").first.is_visible()
    page.get_by_role("button", name="Code").click()
    assert page.evaluate(FOLDED)["lines"] == 0
    assert reader.faults == []


def test_the_toolbar_offers_what_its_words_say(read):
    reader = read()
    page = reader.open("03_evaluation_methods")
    page.evaluate("window.print = () => document.body.dataset.printed = true")
    page.get_by_role("button", name="Print").click()
    assert page.evaluate("document.body.dataset.printed") == "true"
    page.locator(".toolbar summary").click()
    links = page.locator(".toolbar details a[download]")
    assert all((SITE / link.get_attribute("href")).exists() for link in links.all())
    assert links.count() == 2
    page.get_by_role("button", name="Present").click()
    page.wait_for_function("presentation.at >= 0")
    assert not page.locator(".toolbar").is_visible()
    assert reader.faults == []


def account(page):
    return page.locator("#account").inner_text()


def test_what_the_reader_did_is_there_at_the_next_visit_and_can_be_forgotten(read):
    reader = read()
    page = reader.open("05_cost_curves")
    asked = page.locator(".prediction")
    answer = asked.first.get_attribute("data-answer")
    asked.first.get_by_role("button", name=answer, exact=True).click()
    page.locator(".withheld > summary:visible").first.click()
    form = page.locator("form.exercise:has(input)").first
    form.locator("input").fill("1000")
    form.locator("button").click()
    verdict = form.locator(".verdict").inner_text()
    assert f"1 of {asked.count()} predictions were right, 1 shown without a choice" in account(page)
    page.locator("#account").scroll_into_view_if_needed()
    page.locator(".sidebar-tree .tick").wait_for()

    page = reader.open("index")
    assert page.locator(".chapters li:has(.tick) a").get_attribute("href") == "05_cost_curves.html"
    with page.expect_navigation():
        page.locator(".go-on").click()
    assert "05_cost_curves.html#" in page.url
    assert page.locator(".prediction[data-settled]").count() == 2
    assert asked.first.locator("button.chosen").text_content() == answer
    assert form.locator("input").input_value() == "1000"
    assert form.locator(".verdict").inner_text() == verdict

    page.once("dialog", lambda dialog: dialog.accept())
    with page.expect_navigation():
        page.locator(".forget").click()
    page.wait_for_function("!document.querySelector('.prediction[data-settled], .tick')")
    assert form.locator("input").input_value() == ""
    assert page.evaluate("localStorage.getItem('evalcore:read')") is None
    assert reader.faults == []


@pytest.mark.parametrize("name", PAGES[1:])
def test_the_end_of_a_chapter_links_to_all_that_is_open(read, name):
    page = read().open(name)
    open_ones = page.locator(".prediction, form.exercise, .exercise.served, .practice").count()
    links = page.locator("#account li a").all()
    assert len(links) == open_ones
    words = [link.inner_text() for link in links]
    assert all(words)
    assert page.evaluate(
        "[...document.querySelectorAll('#account li a')].every(link => document.querySelector(link.hash))"
    )


def test_nobody_can_read_an_answer_through_a_veil(read):
    """Neither with the keyboard nor with a screen reader. Answered, the figure moves to the state in question."""
    reader = read()
    page = reader.open("05_cost_curves")
    figure, asked = page.locator("#two-planes"), page.locator(".prediction[data-veils^=two-planes]")
    figure.scroll_into_view_if_needed()
    page.wait_for_function("document.getElementById('two-planes').data.wide")
    assert "P(+)cost 0" not in figure.aria_snapshot()
    assert figure.locator(".controls").get_attribute("inert") is not None  # neither heard nor reached by a key
    assert figure.locator(".grip:visible").count() == 0
    figure.locator("input").first.focus()
    assert page.evaluate("!document.getElementById('two-planes').contains(document.activeElement)")
    assert figure.locator(".reading").inner_text() == "Answer the question below to see the rest."

    asked.get_by_role("button", name="it never rises").click()
    expect(figure.locator(".reading")).to_contain_text("· threshold 0.51:")
    assert figure.locator(".controls").get_attribute("inert") is None
    page.reload()
    expect(figure.locator(".reading")).to_contain_text("· threshold 0.51:")
    page.evaluate("document.querySelector('.prediction[data-veils^=two-planes]').dispatchEvent(new Event('ask'))")
    expect(figure.locator(".reading")).to_have_text("Answer the question below to see the rest.")
    asked.get_by_role("button", name="it never falls").click()
    expect(figure.locator(".reading")).to_contain_text("· threshold 0.51:")
    page.evaluate("location.hash = '#two-planes?threshold=0.38'")  # a link asks for its state
    expect(figure.locator(".reading")).to_contain_text("· threshold 0.38:")
    assert reader.faults == []


@pytest.mark.long
def test_a_prediction_is_drawn_with_a_finger_the_mouse_or_the_keys(read):
    """A drawing is kept and counted; in presentation mode the next step answers it, and drawing is not a swipe."""
    reader = read("phone")
    page = reader.open("02_overfitting")
    asked = page.locator("#cell-predict-degree .prediction")
    hand, done, verdict = asked.locator(".hand"), asked.locator(".tools button").last, asked.locator(".verdict")
    truth, drawn = asked.locator(".axes polyline.truth"), asked.locator(".axes polyline.drawn")
    falls, valley = [[0.01, 0.6], [0.2, 0.1], [0.98, 0.02]], [[0.01, 0.6], [0.33, 0.1], [0.6, 0.9], [0.99, 0.95]]

    hand.scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    _touch(page, hand, falls)
    assert abs(page.evaluate("scrollY") - scrolled) < 3  # scroll positions are rounded
    assert asked.locator(".words").inner_text() == "Now: generalisation error."
    assert done.is_hidden()
    for place, point in enumerate(valley):
        page.mouse.move(*_on_screen(hand, *point), steps=4)
        page.mouse.down() if place == 0 else None
    page.mouse.up()
    assert truth.count() == 0
    done.click()
    asked.locator(".verdict:not(:empty)").wait_for()
    assert "Training error: your curve falls all the way, as it should" in verdict.inner_text()
    assert "your curve falls, then rises, as it should; its minimum is at degree 5" in verdict.inner_text()
    assert truth.count() == drawn.count() == 2
    count = page.locator(".prediction").count()
    assert f"1 of {count} predictions were right, 1 of them drawn" in account(page)
    first_verdict = verdict.inner_text()
    page.reload()
    assert verdict.inner_text() == first_verdict

    page.evaluate("presentation.enter()")
    page.wait_for_function("presentation.at >= 0")
    at = page.evaluate("presentation.slides.findIndex(slide => slide.holds.includes('cell-predict-degree'))")
    page.evaluate("at => presentation.show(at)", at)
    assert truth.count() == 0
    for curve in (falls, falls):
        _touch(page, hand, curve)
    assert page.evaluate("presentation.at") == at
    page.keyboard.press("ArrowRight")  # keys change slides unless the axes have the focus
    assert "one falls, the other falls and rises" in verdict.inner_text()
    assert page.evaluate("presentation.at") == at
    page.keyboard.press("ArrowRight")
    assert page.evaluate("presentation.at") == at + 1

    page.evaluate("at => presentation.show(at)", at)
    page.evaluate("document.querySelector('#cell-predict-degree .prediction').dispatchEvent(new Event('ask'))")
    hand.focus()
    for _ in range(2):
        for _ in range(9):
            page.keyboard.press("ArrowDown")
            page.keyboard.press("ArrowRight")
        assert hand.get_attribute("aria-valuetext").endswith("degree 15: 0.33")
        page.keyboard.press("Enter")
    assert page.evaluate("presentation.at") == at
    assert "Training error: your curve falls all the way" in verdict.inner_text()
    assert reader.faults == []


def _on_screen(hand, x, y):
    """Return the screen position of a point given as fractions of the axes; the canvas has margins of 14 units."""
    box = hand.bounding_box()
    across, up = (400 * x + 14) / 428, (204 * y + 14) / 232
    return box["x"] + across * box["width"], box["y"] + (1 - up) * box["height"]


def _touch(page, hand, points):
    """Draw with a finger through points given as fractions of the axes."""
    send = page.context.new_cdp_session(page).send
    for place, point in enumerate(points):
        at = dict(zip("xy", _on_screen(hand, *point), strict=True))
        send("Input.dispatchTouchEvent", {"type": "touchMove" if place else "touchStart", "touchPoints": [at]})
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


DRAGS = {"04_metrics": ["threshold-picture", 60, 0], "05_cost_curves": ["two-planes", 40, -30],
         "06_bias_variance": ["cut-picture", 50, 0]}  # fmt: skip
READY_TO_DRAG = """id => {
    const picture = document.getElementById(id);
    picture.scrollIntoView({block: "center", behavior: "instant"});
    return picture.querySelector(".grip:not([hidden])") !== null;
}"""


@pytest.mark.parametrize("screen", ["desk", "phone"])
@pytest.mark.parametrize("name", DRAGS)
def test_the_hand_takes_the_thing_itself(name, screen, read):
    """After dragging the figure is another one, and after dragging back the same; the page does not scroll."""
    cell, *by = DRAGS[name]
    reader = read(screen)
    page = reader.open(name)
    picture = reader.picture(f"#{cell}")
    page.wait_for_function(READY_TO_DRAG, arg=cell)
    box = picture.locator(".grip:visible").first.bounding_box()
    start = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    state = lambda: picture.evaluate("one => [one.places, one.words.textContent]")  # noqa: E731
    before, scrolled, states = state(), page.evaluate("scrollY"), []
    send = page.context.new_cdp_session(page).send
    for step in (0, 1, 2, 3, 4, 3, 2, 1, 0):
        x, y = (at + step / 4 * length for at, length in zip(start, by, strict=True))
        if reader.touch:
            kind = "touchMove" if states else "touchStart"
            send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        else:
            page.mouse.move(x, y)
            page.mouse.down() if not states else None
        page.evaluate("() => new Promise(requestAnimationFrame)")
        states.append(state())
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []}) if reader.touch else page.mouse.up()
    there, back = states[4], states[-1]
    assert there[0] != before[0]
    assert there[1] != before[1]
    assert back == before
    assert abs(page.evaluate("scrollY") - scrolled) < 3
    assert reader.faults == []


def test_a_presentation_asks_again_and_its_votes_are_not_the_reader_s(read):
    reader = read()
    page = reader.open("05_cost_curves")
    page.locator(".prediction button").first.click()
    page.evaluate("presentation.enter()")
    page.wait_for_function("presentation.at >= 0")
    assert page.locator(".prediction[data-settled]").count() == 0
    page.evaluate(
        "presentation.show(presentation.slides.findIndex(({parts}) => parts.some(part => part.matches('.prediction'))))"
    )
    page.keyboard.press("2")
    page.keyboard.press("PageDown")
    kept = "Object.keys(memory.here().predictions).length"
    assert page.evaluate(kept) == 1
    page.keyboard.press("Escape")
    assert page.locator(".prediction[data-settled]").count() >= 1
    assert page.evaluate(kept) == 1
    assert reader.faults == []


def test_without_storage_nothing_is_kept_and_all_works(read):
    reader = read()
    refuse = (
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no') }, configurable: true})"
    )
    reader.page.add_init_script(refuse)
    page = reader.open("05_cost_curves")
    page.locator(".prediction button").first.click()
    page.get_by_role("button", name="Code").click()
    page.locator(".theme-toggle-content button").click()
    assert "predictions were right" in account(page)
    reader.open("index")
    assert reader.faults == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_what_it_is_to_whoever_links_to_it(name):
    text = (SITE / f"{name}.html").read_text(encoding="utf-8")
    assert text.count('<meta name="viewport"') == 1
    for tag in ('name="description"', 'property="og:title"', 'property="og:description"'):
        assert len(re.findall(f'<meta {tag} content="[^"]{{10,}}', text)) == 1, tag


@pytest.mark.parametrize("name", PAGES[1:])
def test_where_a_picture_stays_to_is_a_place_after_it(name):
    text = (SITE / f"{name}.html").read_text(encoding="utf-8")
    for mention in re.finditer('data-docked-until="([^"]+)"', text):
        assert f'id="{mention[1]}"' in text[mention.end() :], mention[1]


@pytest.mark.long
def test_only_a_book_with_an_address_names_it(tmp_path, monkeypatch):
    (tmp_path / "index.md").write_text("# One\n\nWhat it is.\n\n```{toctree}\ntwo\n```\n")
    (tmp_path / "two.md").write_text("# Two\n\nWhat that is.\n")
    output, address = tmp_path / "made", "https://somebody.github.io/lectures/"
    command = [sys.executable, "-m", "sphinx", "-q", "-c", str(ROOT / "book"), str(tmp_path), str(output)]
    monkeypatch.setenv("BOOK_ADDRESS", "a")
    with pytest.raises(ValueError, match="BOOK_ADDRESS begins with https://"):
        runpy.run_path(ROOT / "book" / "conf.py")
    subprocess.run(command, check=True, env=os.environ | {"BOOK_ADDRESS": address})
    page = (output / "two.html").read_text(encoding="utf-8")
    assert f'<link rel="canonical" href="{address}two.html">' in page
    assert f'"og:image" content="{address}pictures/two/cover.png"' in page
    assert (output / "sitemap.xml").exists()
    nameless = (SITE / "05_cost_curves.html").read_text(encoding="utf-8")
    assert 'rel="canonical"' not in nameless
    assert "og:image" not in nameless
    assert not (SITE / "sitemap.xml").exists()


def test_the_front_page_shows_each_chapter_and_who_made_it(read):
    reader = read()
    page = reader.open("index")
    words = page.locator("article").inner_text()
    for needed in ("hours", "The evalcore contributors", "MIT", "Zhou Zhihua", "Wang Bang", "version"):
        assert needed in words
    assert "{{" not in words
    assert page.locator(".start .first").get_attribute("href") == "00_start_here.html"
    assert page.locator(".chapters li svg.emblem").count() == len(PAGES) - 1
    for link in page.locator("article a:not([href^='#'])").all():
        assert (SITE / link.get_attribute("href").partition("#")[0]).exists()
    assert reader.faults == []


@pytest.mark.parametrize("screen", ["desk", "phone"])
@pytest.mark.parametrize("name", ["index", "zh/index"])
def test_the_front_page_is_above_the_fold_and_each_threshold_leaves_a_dot(read, screen, name):
    reader = read(screen)
    page = reader.open(name)
    bottom = page.locator(".front-figure").evaluate("card => card.getBoundingClientRect().bottom")
    assert bottom <= page.viewport_size["height"]
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    slider = reader.picture(".front-figure living-picture").locator("input")
    dots, curve = page.locator(".trace circle"), page.locator(".invites .named")
    for place in range(95, 50, -1):
        slider.fill(str(place))
    expect(dots).to_have_count(10)  # one per score passed, that of the first state among them
    assert not curve.is_visible()
    for place in ("36", "30"):
        slider.fill(place)
    expect(curve).to_be_visible()
    assert dots.count() >= 12
    assert reader.faults == []


@pytest.mark.parametrize("screen", ["desk", "phone"])
@pytest.mark.parametrize("name", ["index", "zh/index"])
def test_the_knob_of_the_front_page_is_under_the_line(read, screen, name):
    reader = read(screen)
    reader.open(name)
    figure = reader.picture(".front-figure living-picture")
    slider, line = figure.locator("input"), figure.locator(".grip.line").first
    for place in ("0", "57", "100"):
        slider.fill(place)
        track, grip = slider.bounding_box(), line.bounding_box()
        knob = track["x"] + 11 + (track["width"] - 22) * int(place) / 100
        assert knob == pytest.approx(grip["x"] + grip["width"] / 2, abs=2)


def test_without_scripts_nothing_looks_alive_and_a_sentence_says_what_works(read):
    page = read(java_script_enabled=False).open("05_cost_curves")
    assert "Without JavaScript, you can read" in page.locator(".without-scripts").inner_text()
    for dead in (".controls", "form.exercise", ".toolbar button", ".sidebar-search"):
        assert not page.locator(dead).first.is_visible()
    assert page.locator(".options button").first.evaluate("node => getComputedStyle(node).borderTopWidth") == "0px"
    page.locator(".withheld > summary").first.click()
    assert page.locator(".withheld .passage").first.is_visible()


def test_paper_has_no_dead_forms_and_the_solutions_at_its_end(read):
    page = read().open("05_cost_curves")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for dead in (".toolbar", ".exercise", ".passage .solution", "#account", ".controls", "footer"):
        assert all(not element.is_visible() for element in page.locator(dead).all()), dead
    ends = page.locator("article > .solutions")
    assert ends.locator(".highlight:visible").count() >= page.locator(".passage > .solution").count() > 5
    titles = ends.locator("h3").all_inner_texts()
    asked = page.evaluate("[...document.querySelectorAll('.exercise:not(.from-folder)')].map(label)")
    practised = [title.removeprefix("Practice. ") for title in page.locator(".practised").all_inner_texts()]
    assert titles == asked + practised
    assert len(set(titles)) == len(titles)
    assert page.evaluate("memory.here().predictions") == {}
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert ends.count() == 0


def test_on_a_phone_the_head_names_the_chapter(read):
    page = read("phone").open("05_cost_curves")
    assert page.locator(".mobile-header .brand").inner_text() == "05 Cost curves"


@pytest.mark.parametrize(
    ("query", "chapter", "marked"),
    [
        ("leave-one-out", "03", "leave-one-out"),
        ("envelope", "05", "envelope"),
        ("查准率", "04", "查准率"),
        ("overfitting", "02", "overfitting"),
        ("threshold", "00", "threshold"),
        ("thresholds costs", "", "cost"),
    ],
)
def test_search_finds_sections_and_first_the_one_that_teaches_the_term(read, query, chapter, marked):
    reader = read()
    reader.page.goto(f"{(SITE / 'search.html').as_uri()}?q={query}")
    page, first = reader.page, reader.page.locator(".found li").first
    first.wait_for()
    assert page.locator("h1").count() == 1
    link = first.locator("a")
    assert link.get_attribute("href").startswith(chapter)
    assert marked in page.locator(".found").inner_text().lower()
    assert page.locator(".found li:has(mark)").count() > 0
    assert page.locator(".found a:not([href*='#'])").count() == 0
    with page.expect_navigation():
        link.click()
    target = page.evaluate("document.getElementById(decodeURIComponent(location.hash.slice(1))).matches('section')")
    assert target
    page.locator("article .highlighted").first.wait_for(state="attached")
    assert reader.faults == []


def test_search_says_what_stands_nowhere(read):
    reader = read()
    reader.page.goto(f"{(SITE / 'search.html').as_uri()}?q=xyzzy%5B")
    assert reader.page.locator("p[role=status]").inner_text() == "No results for “xyzzy[”"
    assert reader.faults == []


def test_the_index_has_every_term_of_the_glossary_in_both_languages(read):
    page = read().open("genindex")
    terms = set(page.locator(".terms a").all_inner_texts())
    assert {"leave-one-out", "留一法", "precision", "查准率", "lower envelope", "下包络", "worker"} <= terms
    english, chinese = (part.all_inner_texts() for part in (page.locator(".terms").nth(k).locator("a") for k in (0, 1)))
    assert not any(re.search("[一-鿿]", term) for term in english)
    assert all(re.search("[一-鿿]", term) for term in chinese)
    rows = read().open("00_start_here").locator("#Glossary tbody tr td:nth-child(2)").all_inner_texts()
    named = {entry for row in rows for entry in re.split("[，；]", re.sub("[（(].*?[）)]", "", row))}
    assert {entry.strip() for entry in named} <= terms
    assert page.locator("h1").inner_text() == "Index"
