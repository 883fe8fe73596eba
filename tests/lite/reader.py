"""A reader who runs a chapter in the browser."""

import os
import time
from http.server import ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import BrowserContext, Frame, Page

from notebooks import ROOT

SITE = Path(os.environ.get("EVALCORE_SITE", ROOT / "build" / "book"))
STATE = "state => [state, 'ready'].includes(document.body.dataset.state)"
# The output of each code cell, in the form of stored outputs.
OUTPUTS = """() => jupyterapp.shell.currentWidget.context.model.toJSON().cells
    .filter(cell => cell.cell_type === "code").map(cell => [cell.id, cell.outputs])"""
SOURCES = "jupyterapp.shell.currentWidget.context.model.toJSON().cells.map(cell => cell.source)"
# Moves the first slider of a figure by keys; the time from each key to the next drawing that shows it.
MOVE = """async picture => {
    const handle = picture.querySelector(".noUi-handle");
    const layer = () => picture.querySelector("svg[role=img]").parentElement.innerHTML;
    const frame = () => new Promise(done => requestAnimationFrame(done));
    const before = layer(), times = [];
    handle.focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft"]) {
        const last = layer(), begun = performance.now();
        handle.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
        while (layer() === last && performance.now() - begun < 2000) await frame();
        if (layer() !== last) times.push(performance.now() - begun);
    }
    return times;
}"""


class Visitor:
    """Opens chapters; records errors, and requests to other machines."""

    def __init__(self, context: BrowserContext, server: ThreadingHTTPServer):
        self.context, self.server, self.address = context, server, f"http://localhost:{server.server_port}"
        self.faults = []
        self.context.on("weberror", lambda error: self.faults.append(str(error.error)))
        self.context.on("request", self._inside)
        self.page: Page = self.context.new_page()

    def _inside(self, request):
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"another machine: {request.url}")

    def open(self, stem: str, state: str = "ready") -> tuple[float, float]:
        """Open the chapter, and return the seconds and megabytes until it is in this state."""
        self.server.sent.clear()
        begun = time.perf_counter()
        self.page.goto(f"{self.address}/run.html?{stem}")
        return self.until(state, begun)

    def until(self, state: str, begun: float) -> tuple[float, float]:
        self.page.wait_for_function(STATE, arg=state, timeout=400_000)
        return time.perf_counter() - begun, sum(self.server.sent.values()) / 1e6

    @property
    def notebook(self) -> Frame:
        return next(frame for frame in self.page.frames if "/run/notebooks/" in frame.url)

    def outputs(self) -> dict[str, list[dict]]:
        return dict(self.notebook.evaluate(OUTPUTS))

    def sources(self) -> list[str]:
        """Return the sources of the cells."""
        return self.notebook.evaluate(SOURCES)

    def move_the_sliders(self) -> dict[str, list[float]]:
        """Move the first slider of each figure, and return the milliseconds that each took to follow."""
        pictures = self.notebook.locator(".evalcore-living-picture:has(.noUi-handle)").all()
        return {f"picture {place + 1}": picture.evaluate(MOVE) for place, picture in enumerate(pictures)}
