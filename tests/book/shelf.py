"""The built book, and one reader's window on it in Chromium."""

import json

from playwright.sync_api import Browser, Locator, Page

from notebooks import NOTEBOOKS, ROOT

SITE = ROOT / "build" / "book"
PAGES = ["index", *(path.stem for path in NOTEBOOKS)]
SCREENS = {
    "desk": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
OPEN_ALL = "document.querySelectorAll('details').forEach(one => one.open = true)"
READY = "picture => picture.data[picture.edition] !== undefined"
# Scrolls each figure into view and waits for its states.
MET = """async () => {
    for (const picture of document.querySelectorAll("living-picture:has(.control)")) {
        picture.scrollIntoView({behavior: "instant"});
        while (picture.data[picture.edition] === undefined) await new Promise(requestAnimationFrame);
    }
}"""


def was_run(name: str) -> bool:
    """Return whether this chapter was run for the book (``BOOK_RUN``); if not, it shows stored figures only."""
    return "<living-picture" in (SITE / f"{name}.html").read_text(encoding="utf-8")


def to_twelve_digits(text):
    """Round the numbers in JSON, because the releases that built the book may differ from ours in the last digits."""
    return json.loads(text, parse_float=lambda number: float(f"{float(number):.12g}"))


class Reader:
    """One reader's window; it records errors, and requests outside the folder."""

    def __init__(self, browser: Browser, screen: str, **options: str):
        self.touch, self.faults = screen == "phone", []
        self.context = browser.new_context(**SCREENS[screen], **options)
        self.context.set_default_navigation_timeout(120_000)  # other tests may keep the machine busy
        self.page: Page = self.context.new_page()
        self.page.on(
            "console", lambda message: message.type in ("error", "warning") and self.faults.append(message.text)
        )
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("requestfailed", self._found)
        self.page.on("request", self._inside)

    def _found(self, request):
        if "ERR_ABORTED" not in request.failure:  # for example when a page is left before its icon is loaded
            self.faults.append(f"not found: {request.url}")

    def _inside(self, request):
        if not request.url.startswith((SITE.as_uri(), "data:")):
            self.faults.append(f"outside the folder: {request.url}")

    def open(self, name: str) -> Page:
        self.page.goto((SITE / f"{name}.html").as_uri())
        return self.page

    def pictures(self) -> list[Locator]:
        """Return the interactive figures of the page, revealed and with all their states loaded."""
        self.page.evaluate(OPEN_ALL)
        self.page.evaluate(MET)
        return self.page.locator("living-picture:has(.control)").all()

    def picture(self, selector: str) -> Locator:
        """Return the first figure that the selector matches, with all its states."""
        self.page.evaluate(OPEN_ALL)
        return self._ready(self.page.locator(selector).first)

    def _ready(self, picture):
        picture.scroll_into_view_if_needed()
        self.page.wait_for_function(READY, arg=picture.element_handle())
        return picture
