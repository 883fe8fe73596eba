"""The size of what a reader has to load, and whether anything jumps during loading."""

import gzip
import re

import pytest
from shelf import PAGES, SCREENS, SITE

MOST = 2_000_000  # bytes, compressed
MOST_AT_LOAD = 390_000  # chapter 04, with sixty faces; no other page takes more than 360_000
SHIFT = 0.02  # total layout shift
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
SHIFTS = """window.shifts = [];
new PerformanceObserver(list => window.shifts.push(...list.getEntries().map(one => [one.value,
    ...one.sources.map(({node}) => node?.outerHTML?.slice(0, 80) ?? node?.textContent)])))
    .observe({type: "layout-shift", buffered: true})"""
SETTLED = """async () => {
    if (document.readyState !== "complete") await new Promise(done => addEventListener("load", done));
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return window.shifts;
}"""


@pytest.mark.parametrize("name", PAGES)
def test_a_chapter_is_small(name):
    """This counts page, figures in both editions, styles, scripts and fonts."""
    page = (SITE / f"{name}.html").read_text(encoding="utf-8")
    asked = set(re.findall(r'(?:src|href|data-wide|data-narrow)="([^"?#]+)', page))
    files = [SITE / f"{name}.html", *(SITE / "pictures" / name).glob("*"), *(SITE / "pictures").glob("*.woff2")]
    files += [SITE / url for url in asked if url.startswith("_static/")] + [*(SITE / "_static").glob("*.woff2")]
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in files}
    assert sum(sizes.values()) < MOST, sorted(sizes.items(), key=lambda pair: -pair[1])[:5]


@pytest.mark.parametrize("name", [*PAGES, "genindex", "search"])
@pytest.mark.parametrize("screen", SCREENS)
def test_what_comes_at_once_is_small_and_moves_nothing(name, screen, browser, address):
    """This is tested for a slow phone and for a desktop, with text compressed as servers do."""
    context = browser.new_context(**SCREENS[screen])
    page, sizes = _open(context, f"{address}/{name}.html", screen)
    shifts = page.evaluate(SETTLED)
    context.close()
    assert sum(value for value, *_ in shifts) <= SHIFT, shifts
    if screen == "desk":
        assert sum(sizes.values()) <= MOST_AT_LOAD, sorted(sizes.items(), key=lambda item: -item[1])


def _open(context, address, screen):
    """Open a page, and return it with the sizes of what it loads."""
    page, sizes = context.new_page(), {}
    page.set_default_navigation_timeout(120_000)
    page.add_init_script(SHIFTS)
    if screen == "phone":
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})

    def note(request):
        path = SITE / request.url.split("/", 3)[3].partition("?")[0].partition("#")[0]
        if path.is_file():
            packed = path.suffix in (".html", ".js", ".css", ".svg")
            sizes[path.name] = len(gzip.compress(path.read_bytes()) if packed else path.read_bytes())

    page.on("requestfinished", note)
    page.goto(address, wait_until="commit")
    return page, sizes
