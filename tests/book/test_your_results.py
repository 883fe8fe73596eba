"""The page "Your own results": what it says where Python cannot run. The reports are made in ``make lite-test``."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from shelf import SITE

SCREENS = [{"viewport": {"width": 1280, "height": 720}}, {"viewport": {"width": 390, "height": 844}}]


@pytest.fixture
def window(browser, address):
    """Yield a function that opens the page from a web server, without the rest of the network."""
    opened = []

    def open_window(name, **options):
        opened.append(browser.new_context(**options))
        opened[-1].route("**/*", lambda route: route.continue_() if address in route.request.url else route.abort())
        page = opened[-1].new_page()
        page.goto(f"{address}/{name}.html")
        return page

    yield open_window
    for context in opened:
        context.close()


@pytest.mark.parametrize("folder", ["", "zh/"])
@pytest.mark.parametrize("name", ["index", "10_your_own_scores"])
def test_the_front_page_and_chapter_10_lead_to_the_page(folder, name):
    assert re.search(r'<a [^>]*href="your-results\.html"', (SITE / folder / f"{name}.html").read_text("utf-8"))


def test_a_page_opened_from_a_folder_gives_the_command_instead(read):
    reader = read()
    page = reader.open("your-results")
    instead = page.locator("#own .from-folder")
    assert "python -m evalcore report FILE" in instead.text_content()
    assert instead.is_visible()
    assert not page.locator(".drop").is_visible()
    assert (SITE / instead.locator("a").get_attribute("href")).exists()
    assert reader.faults == []


def test_nothing_is_loaded_before_there_is_a_file_and_who_misses_python_is_told(window, address):
    page = window("your-results")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    assert page.locator(".drop").is_visible()
    assert not page.locator("#own .from-folder").is_visible()
    page.keyboard.press("Tab")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").press("Enter")
    assert asked == []
    chooser.value.set_files({"name": "my scores.csv", "mimeType": "text/csv", "buffer": b"ill,a\n1,0.9\n"})
    page.locator(".refusal").wait_for()
    assert "cdn.jsdelivr.net, which is not responding" in page.locator(".refusal").text_content()
    assert "run python -m evalcore report 'my scores.csv'" in page.locator(".refusal").text_content()
    assert all(address in url or "cdn.jsdelivr.net" in url for url in asked)


@pytest.mark.parametrize("name", ["your-results", "zh/your-results"])
def test_axe_finds_no_fault_in_the_page_and_it_fits_a_phone(window, name):
    for options in SCREENS:
        page = window(name, **options)
        page.evaluate("document.querySelectorAll('#own [hidden]').forEach(part => part.hidden = false)")
        assert page.evaluate("document.documentElement.scrollWidth") <= options["viewport"]["width"]
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            faults = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
            assert [(fault["id"], [node["html"][:120] for node in fault["nodes"][:3]]) for fault in faults] == [], (
                scheme
            )
