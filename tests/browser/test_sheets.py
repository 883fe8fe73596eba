"""Worksheets for a class, as Chromium prints them on A4."""

import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from headless import LAUNCH

from evalcore.exercises.sheets import names_of, sheets
from evalcore.exercises.tasks import families

pytestmark = pytest.mark.browser

CHAPTERS = sorted({family.chapter for family in families()})
INSIDE = {"width": 658, "height": 1017}  # the area inside the margins, in CSS pixels
BEYOND = """() => [...document.querySelectorAll("table, h1, h2, p, span")].filter(one => {
    const { right, width } = one.getBoundingClientRect();
    return right > innerWidth || one.scrollWidth > Math.ceil(width);
}).map(one => one.textContent)"""


@pytest.fixture(scope="module")
def page():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**LAUNCH)
        page = browser.new_page(viewport=INSIDE)
        page.emulate_media(media="print")
        yield page
        browser.close()


def printed(page, chapters, students):
    """Return the number of pages, after asserting that nothing exceeds the paper."""
    page.set_content(sheets(chapters, students, seed=2027))
    assert page.evaluate(BEYOND) == []
    return len(re.findall(rb"/Type */Page\b", page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize("chapters", [*pairwise(CHAPTERS)], ids=" ".join)
def test_a_worksheet_of_two_chapters_fits_on_both_sides_of_one_sheet(page, chapters):
    assert printed(page, chapters, names_of("5")) <= 2 * 5 + 1


def test_all_chapters_with_long_names_stay_on_the_paper(page):
    names = ["王小明", "A name of " + "many words " * 8, "<b>Ada</b>"]
    assert printed(page, CHAPTERS, names) > 2 * len(names)
