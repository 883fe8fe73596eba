"""The page "Your own results": a file is dropped, and the report comes from Python in the reader's browser."""

import json

import numpy as np

from evalcore.report import Report, dropped

READY = "document.querySelector('#own').dataset.state === 'ready'"
# Drops a file on the page, as a reader does.
DROP = """([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    document.querySelector(".drop").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true}));
}"""
EXAMPLE = dropped.example().decode()
IN_WORDS = EXAMPLE.replace(",1,", ",ill,").replace(",0,", ",well,")


def wait(page):
    page.wait_for_function(READY, timeout=400_000)


def report(page):
    return page.frame_locator("#own iframe").locator("body").inner_text()


def saved(page, name):
    with page.expect_download(timeout=400_000) as download:
        page.get_by_role("button", name=name).click()
    return download.value.suggested_filename, download.value.path().read_text(encoding="utf-8")


def test_a_dropped_file_gives_the_report_of_the_package_and_goes_nowhere(visit):
    page = visit.page
    page.goto(f"{visit.address}/your-results.html")
    visit.server.sent.clear()
    page.evaluate(DROP, ["mine.csv", EXAMPLE])
    wait(page)
    assert sum(visit.server.sent.values()) / 1e6 < float(dropped_megabytes(page)) + 1

    assert page.workers[0].evaluate("[typeof fetch, typeof XMLHttpRequest]") == ["undefined", "undefined"]
    asked = []
    visit.context.on("request", lambda request: asked.append(request.url))
    visit.server.sent.clear()
    expected = Report.from_csv(EXAMPLE.encode(), label="ill")
    for learner in expected.data.learners:
        assert f"{learner.auc[0]:.3f}" in report(page)
    assert "Scores: columns 'forest', 'ridge'." in page.locator(".sentences").inner_text()
    assert page.locator("select[name=label] option:checked").inner_text() == "automatic: ill"
    page.locator("[name=cost-fn]").fill("20")
    page.locator("[name=cost-fn]").press("Enter")
    page.wait_for_function("document.querySelector('.command pre').textContent.includes('--cost-fn=20')")
    wait(page)
    name, text = saved(page, "JSON")
    assert name == "mine-report.json"
    table, table_here = json.loads(text)["table"], Report.from_csv(EXAMPLE.encode(), label="ill", cost_fn=20).table()
    assert table["measure"] == table_here["measure"]
    for column in ("value", "low", "high"):
        np.testing.assert_allclose(np.array(table[column], float), np.array(table_here[column], float), rtol=1e-9)
    assert saved(page, "Markdown")[1].startswith("# Report on mine.csv")
    name, text = saved(page, "Save as HTML")  # which draws the interactive figures first
    assert "<living-picture" in text
    assert name == "mine-report.html"

    page.evaluate(DROP, ["words.csv", IN_WORDS])
    wait(page)
    assert (
        "column 'ill' holds the labels 'well' (210), 'ill' (90): say which one is positive"
        in page.locator(".refusal .words").inner_text()
    )
    page.locator("[name=positive]").select_option("ill")
    wait(page)
    assert not page.locator(".refusal").is_visible()
    assert f"{expected.data.learners[0].auc[0]:.3f}" in report(page)
    page.get_by_label("Use of column ridge").select_option("not used")
    wait(page)
    assert "Scores: column 'forest'." in page.locator(".sentences").inner_text()
    page.evaluate(DROP, ["page.html", "<html><body>no table</body></html>"])
    wait(page)
    assert "expected a table such as CSV" in page.locator(".refusal").inner_text()
    assert [url for url in asked if not url.startswith(("blob:", "data:"))] == []
    assert visit.server.sent == {}
    assert visit.faults == []


def test_the_tests_of_many_examples_are_those_of_the_package(visit):
    """Sums of squares of 70,000 examples do not fit into the 32 bits that integers have in the browser."""
    rng = np.random.default_rng(0)
    y = rng.random(70_000) < 0.3
    scores = rng.normal(size=(2, y.size)) + y
    text = "\n".join(["ill,a,b", *(f"{label:d},{a:.4f},{b:.4f}" for label, a, b in zip(y, *scores, strict=True)), ""])
    visit.page.goto(f"{visit.address}/your-results.html")
    visit.page.evaluate(DROP, ["many.csv", text])
    wait(visit.page)
    here = Report.from_csv(text.encode(), label="ill").table()
    table = json.loads(saved(visit.page, "JSON")[1])["table"]
    assert table["measure"] == here["measure"]
    for column in ("value", "low", "high"):
        np.testing.assert_allclose(np.array(table[column], float), np.array(here[column], float), rtol=1e-6, atol=1e-9)


def dropped_megabytes(page):
    """Return the megabytes that the page announces."""
    return page.locator(".drop .small").inner_text().split("about ")[1].split()[0]


def test_the_chinese_page_makes_a_chinese_report(visit):
    page = visit.page
    page.goto(f"{visit.address}/zh/your-results.html")
    page.get_by_role("button", name="用示例试一试").click()
    wait(page)
    learner = Report.from_csv(dropped.example(), label="ill").data.learners[0]
    assert f"{learner.auc[0]:.3f}" in report(page)
    assert "得分" in page.locator(".sentences").inner_text()
    assert "example.csv" in report(page)
    assert visit.faults == []
