"""The page of a report on a phone, on a laptop and on paper: its tables keep words whole and stay within the page."""

import sys
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from headless import LAUNCH

from evalcore.report import Report
from evalcore.report.items import ItemsReport
from evalcore.report.regression import NumbersReport
from evalcore.report.tables import DataSetsReport, FoldsReport

pytestmark = pytest.mark.browser

NAMES = [
    "random_forest_calibrated", "logistic_regression_l2", "gradient_boosting_early_stopping",
    "support_vector_machine_rbf", "KNeighborsClassifier", "naive_bayes_gaussian",
]  # fmt: skip
# Words of tables that continue in another line; an underscore or a capital may end a line within a name.
BROKEN = r"""() => {
    const broken = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (!text.parentElement.closest(".table")) continue;
        for (const word of text.data.matchAll(/[^\s_\-−]+/g)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word[0]);
        }
    }
    return broken;
}"""

# How the boxes of wide tables treat what has no room, and their background.
WIDE = """() => [...document.querySelectorAll(".table")].filter(box => box.scrollWidth > box.clientWidth)
    .map(box => `${getComputedStyle(box).overflowX} ${getComputedStyle(box).backgroundImage}`)"""


def results(kind):
    """Return a report on six models with long names."""
    rng = np.random.default_rng(0)
    if kind == "scores":
        y = rng.random(60) < 0.4
        return Report(y, {name: y + rng.normal(size=60) for name in NAMES})
    if kind == "items":
        return ItemsReport({name: rng.integers(2, size=60) for name in NAMES})
    if kind == "numbers":
        y = rng.normal(100, 20, size=60)
        return NumbersReport(y, {name: y + rng.normal(size=60) for name in NAMES})
    measures = {name: 0.8 + 0.03 * rng.normal(size=10) for name in NAMES}
    return FoldsReport(measures, test_share=0.1) if kind == "folds" else DataSetsReport(measures)


@pytest.fixture(scope="module", params=["scores", "items", "numbers", "folds", "datasets"])
def page(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(results(request.param).html("Report", None), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**LAUNCH)
        page = browser.new_page()
        page.goto(path.as_uri())
        yield page
        browser.close()


@pytest.mark.parametrize(("media", "width"), [("screen", 390), ("screen", 1280), ("print", 680)])
def test_tables_keep_words_whole_and_the_page_does_not_scroll_sideways(page, media, width):
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(media=media)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(BROKEN) == []
    wide = page.evaluate(WIDE)
    assert all(box.startswith("auto linear-gradient") for box in wide)  # scrolls, with a shadow where it continues
    assert media == "screen" or not wide
