"""The page around a chapter: its toolbar, what it remembers, the front page, search, and pages without scripts."""

from shelf import SITE

FOLDED = """() => {
    const all = selector => [...document.querySelectorAll(`article ${selector}`)];
    const outside = selector => all(selector).filter(one => !one.closest(".solution"));
    const seen = one => one.checkVisibility() && one.getBoundingClientRect().height > 0;
    const [code, prints, lines] = [".cell_input", ".cell_output", ".fold.code > summary"].map(outside);
    return {code: code.filter(seen).length, lines: lines.filter(seen).length, all: lines.length,
            printed: prints.length, prints: prints.filter(seen).length};
}"""
OPEN_CURTAINS = "document.querySelectorAll('.curtain').forEach(one => one.open = true)"


def test_folded_code_leaves_a_line_where_it_stood_and_all_that_it_prints(read):
    """So that no sentence points at nothing; and the next page, and the next visit, keep it folded."""
    reader = read()
    page = reader.open("05_cost_curves")
    assert page.evaluate(FOLDED)["lines"] == 0
    assert page.evaluate(FOLDED)["code"] > 10
    page.get_by_role("button", name="Code").click()
    for name in ("05_cost_curves", "04_metrics"):
        page = reader.open(name)
        page.evaluate(OPEN_CURTAINS)
        found = page.evaluate(FOLDED)
        assert found["code"] == 0
        assert found["lines"] == found["all"] > 10
        assert found["prints"] == found["printed"] > 10
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
    page.wait_for_function("hall.at >= 0")
    assert not page.locator(".toolbar").is_visible()
    assert reader.faults == []
