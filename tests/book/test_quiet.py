"""A page for readers who use a screen reader or enlarge it: axe-core's rules, and nothing cut off or invisible."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from shelf import OPEN_ALL, PAGES

WIDTHS = [1440, 1280, 768, 390]
# Formulas wider than their box without a sign that they scroll.
CLIPPED = """() => [...document.querySelectorAll(".formula")].filter(node =>
    node.checkVisibility() && node.scrollWidth > node.clientWidth + 1
    && !(getComputedStyle(node).overflowX === "auto" && node.tabIndex === 0 && node.matches(".scrolls"))
).map(node => `${node.textContent.slice(0, 40)}: ${node.scrollWidth} of ${node.clientWidth}`)"""

# Inline formulas whose punctuation is on the next line.
LEFT_ALONE = """() => [...document.querySelectorAll("article math")].filter(formula => {
    const after = formula.nextSibling, range = document.createRange();
    if (after?.nodeType !== Node.TEXT_NODE || !/^[，。；：！？、）》”’,.;:!?)]/.test(after.data)) return false;
    range.setStart(after, 0);
    range.setEnd(after, 1);
    const sign = range.getBoundingClientRect();
    return sign.width && sign.left < formula.getBoundingClientRect().right - 3;
}).map(formula => formula.textContent.slice(0, 40))"""


# Excluded from axe: code, whose colours are the same everywhere, the moving layers, which ``sight.py`` checks, and the
# single symbols of a formula, which have one colour.
LIGHTER = """withCode => {
    document.querySelectorAll(".moving").forEach(layer => layer.replaceChildren());
    document.querySelectorAll("math").forEach(formula => formula.replaceChildren(formula.textContent));
    if (!withCode) document.querySelectorAll("pre").forEach(code => code.replaceChildren(code.textContent));
}"""
COLOURS = {"runOnly": ["color-contrast"]}  # the other rules do not depend on colours


@pytest.mark.parametrize("name", [*PAGES, "genindex"])
def test_axe_finds_no_fault_in_the_light_or_in_the_dark(read, name):
    """For code cells chapter 00 is enough, because axe's time grows faster than the number of elements."""
    page = read().open(name)
    page.evaluate(OPEN_ALL)
    page.evaluate(LIGHTER, name.startswith("00"))
    for scheme, rules in (("light", {}), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        faults = Axe().run(page, options={"resultTypes": ["violations"], **rules}).response["violations"]
        assert [(fault["id"], [node["html"][:120] for node in fault["nodes"][:3]]) for fault in faults] == [], scheme


@pytest.mark.parametrize("name", PAGES)
def test_no_formula_is_cut_no_slider_unseen_and_no_focus_lost(read, name):
    """A formula that scrolls says so, and keeps its punctuation; a slider is visible with forced colours.

    The focus stays where it is after a choice.
    """
    page = read().open(name)
    if asked := page.locator(".prediction").all():
        asked[0].locator("button").first.focus()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.closest('.prediction') !== null")
    page.evaluate(OPEN_ALL)
    if sliders := page.locator("input[type=range]").all():
        page.emulate_media(forced_colors="active")
        assert len(set(sliders[0].screenshot())) > 20
        page.emulate_media(forced_colors="none")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("new Promise(requestAnimationFrame)")
        assert page.evaluate(CLIPPED) == [], width
        assert page.evaluate(LEFT_ALONE) == [], width
