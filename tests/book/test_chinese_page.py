"""The Chinese edition: the same anchors, Chinese text, and the switch between the languages."""

import re
from functools import cache

import pytest
from axe_playwright_python.sync_playwright import Axe
from shelf import OPEN_ALL, SITE
from test_presentation import SETTLED, SLIDES
from test_quiet import LEFT_ALONE, LIGHTER

from notebooks import CHINESE, NOTEBOOKS, catalogues

CHAPTERS = [path.stem for path in CHINESE]
each_chapter = pytest.mark.parametrize("name", CHAPTERS)
HAN = re.compile("[\u3400-\u9fff]")
# The text of a page without code, formulas, figures, tables of terms and references.
SAID = """() => {
    const said = [], outside = "script, style, pre, code, math, svg, kbd, blockquote, table, .terms";
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walk.nextNode());) if (!node.parentElement.closest(outside)) said.push(node.data);
    for (const name of ["aria-label", "title", "placeholder", "alt", "data-invites", "data-wide"])
        for (const node of document.querySelectorAll(`[${name}]`)) said.push(node.getAttribute(name));
    return [document.title, ...said].map(text => text.replace(/\\s+/g, " ").trim()).filter(Boolean);
}"""


# Whether smooth scrolling has ended.
ARRIVED = "() => { const was = window.was; window.was = scrollY; return scrollY > 0 && was === scrollY }"


def html(name):
    return (SITE / f"{name}.html").read_text(encoding="utf-8")


@each_chapter
def test_a_chinese_page_has_every_anchor_of_the_english_one(name):
    """Anchors that only the index and tools use are the exception."""
    here, there = (
        set(re.findall(r'<(?:section|span|div)[^>]* id="([^"]+)"', html(page))) for page in (f"zh/{name}", name)
    )
    assert [anchor for anchor in there - here if not re.fullmatch(r"(id|index-)\d+", anchor)] == []


@pytest.mark.long
@each_chapter
def test_the_switch_stays_in_its_section_to_and_fro(read, name):
    reader = read()
    page = reader.open(name)
    sections = page.locator("article section section").evaluate_all("all => all.map(one => one.id)")
    for section in sections[1 : -1 : max(1, len(sections) // 3)]:  # the last may not reach the top
        page = reader.open(name)
        page.locator(f"[id='{section}']").evaluate("one => one.scrollIntoView({behavior: 'instant'})")
        section = page.evaluate("lookedAt().closest('section').id")  # at a page's end it may be the one before
        for language in ("zh-CN", "en"):
            with page.expect_navigation():
                page.locator(".language:visible").first.click()
            page.wait_for_load_state("load")
            assert page.evaluate("document.documentElement.lang") == language
            page.wait_for_function(ARRIVED, polling=300)
            in_sight = page.evaluate("lookedAt().closest('section').id")
            within = "one => [one.id, ...[...one.querySelectorAll('section')].map(inner => inner.id)]"
            inner, outer = (page.locator(f"[id='{name}']").evaluate(within) for name in (section, in_sight))
            assert section in outer or in_sight in inner
    assert reader.faults == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_page_leads_to_the_other_language(path):
    switch = re.search(r'<a class="language" href="([^"]+)" hreflang="zh-CN"', html(path.stem))[1]
    assert switch == f"zh/{path.stem}.html"
    assert (SITE / switch).exists()
    assert 'rel="alternate" hreflang="zh-CN"' in html(path.stem)


@cache
def translated_words():
    """Return one pattern for everything that the catalogues of the book and of evalcore translate."""
    entries = [*catalogues.read(catalogues.BOOK), *catalogues.read(catalogues.PACKAGE)]
    english = [entry.msgid for entry in entries if HAN.search(entry.msgstr) and not entry.msgctxt]
    fields = re.compile(r"\\\{\w+(?:![rs])?\\\}|%\\?\(\w+\\?\)s")
    said = [re.escape(text.strip()) for text in english]
    words = [fields.sub("[^（，。]*?", text) for text in said if re.search("[a-z]{3}", fields.sub("", text))]
    return re.compile("|".join(words))


@pytest.mark.parametrize("name", ["index", "search", "genindex", "your-results", *CHAPTERS])
def test_no_english_word_is_left_around_a_chapter(read, name):
    """Nothing that the catalogues of the book and of evalcore translate is there in English."""
    page = read().open(f"zh/{name}")
    if page.locator(".toolbar").count():
        for prediction in page.locator(".prediction").all():
            prediction.locator(".options button").first.dispatch_event("click")
        for form in page.locator("form.exercise").all():
            form.evaluate("form => form.requestSubmit()")
        page.evaluate("presentation.enter()")
        page.wait_for_function(SETTLED)
        for key in ("?", "t"):
            page.keyboard.press(key)
    texts = page.evaluate(SAID)
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    assert any(HAN.search(text) for text in texts)
    left = [text for text in texts if translated_words().fullmatch(text)]
    assert set(left) <= {"Holm", "Estimating Uncertainty for Massive Data Streams"}  # a name, and the title of a paper


@pytest.mark.long
def test_a_prediction_and_an_exercise_are_answered_in_chinese(read):
    reader = read()
    page = reader.open("zh/04_metrics")
    asked = page.locator(".prediction").first
    answer = asked.get_attribute("data-answer")
    asked.get_by_role("button", name=answer, exact=True).click()
    assert asked.locator(".verdict").inner_text().endswith(f"答案是“{answer}”。")
    right = page.locator("form.exercise:has(select)").evaluate_all("""forms => forms.map(form =>
        JSON.parse(form.dataset.rule).hints.map(hints => Object.keys(hints).find(word => !hints[word])))""")
    chinese = next(place for place, words in enumerate(right) if all(map(HAN.search, words)))
    form, right = page.locator("form.exercise:has(select)").nth(chinese), right[chinese]
    for place, word in enumerate(right):
        form.locator("select").nth(place).select_option(word)
    form.locator("button").click()
    assert form.locator(".verdict").inner_text() == "✓ 正确。"
    typed = page.locator("form.exercise:has(input)").first
    typed.locator("input").fill("百分之")
    typed.locator("button").click()
    assert typed.locator(".verdict").inner_text().startswith("✗ 还不对。")
    assert "个应验" in page.locator("#account").inner_text()
    page = reader.open("04_metrics")  # each edition remembers its own answers
    assert page.locator(".prediction[data-settled]").count() == 0
    assert reader.faults == []


@pytest.mark.parametrize(
    ("query", "target"),
    [
        ("查准率", "04_metrics.html#the-task-decides-the-measure"),
        ("查准率查全率", "04_metrics.html"),
        ("precision", "04_metrics.html"),
    ],
)
def test_the_search_finds_sections_in_chinese(read, query, target):
    reader = read()
    reader.page.goto(f"{(SITE / 'zh' / 'search.html').as_uri()}?q={query}")
    first = reader.page.locator(".found li").first
    first.wait_for()
    assert re.sub(r"\?[^#]*", "", first.locator("a").get_attribute("href")).startswith(target)
    assert reader.page.locator("p[role=status]").inner_text().startswith(f"“{query}”：")
    with reader.page.expect_navigation():
        first.locator("a").click()
    assert reader.faults == []


@pytest.mark.parametrize("name", ["index", "search", "genindex", "your-results", *CHAPTERS])
def test_a_phone_shows_a_chinese_page_without_scrolling_sideways(read, name):
    """Also, no line begins with the punctuation after a formula."""
    page = read("phone").open(f"zh/{name}")
    assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth") == 390
    page.evaluate(OPEN_ALL)
    assert page.evaluate(LEFT_ALONE) == []


@each_chapter
def test_every_slide_of_a_chinese_chapter_fits_the_screen(read, name):
    reader = read()
    page = reader.open(f"zh/{name}")
    page.evaluate("presentation.enter()")
    page.wait_for_function(SETTLED)
    slides = page.evaluate(SLIDES)
    assert [(slide["place"], slide["faults"]) for slide in slides if slide["faults"]] == []
    assert reader.faults == []


@pytest.mark.long
def test_axe_finds_no_fault_in_a_chinese_page(read):
    page = read().open(f"zh/{CHAPTERS[0]}")
    page.evaluate(LIGHTER, True)
    faults = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(fault["id"], [node["html"][:120] for node in fault["nodes"][:3]]) for fault in faults] == []
