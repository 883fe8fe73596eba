"""Firefox opens a chapter from the folder, moves a picture, presents it, and remembers an answer. (apt: firefox-esr)

Playwright does not drive Debian's Firefox; it speaks WebDriver BiDi itself, in which four calls are enough.
"""

import json
import shutil
import subprocess
from itertools import count

import pytest
import websocket
from shelf import SITE

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
LIVING = "document.querySelector('living-picture:has(input[type=range])')"
MOVED = f"""new Promise(resolve => {{
    const picture = {LIVING}, slider = picture.querySelector("input[type=range]");
    const state = () => picture.querySelector(".reading").textContent + picture.querySelector(".moving").innerHTML;
    const wait = () => picture.data.wide ? resolve(step()) : (picture.load(), setTimeout(wait, 50));
    const step = () => {{
        const before = state();
        slider.value = +slider.value ? 0 : 3;
        slider.dispatchEvent(new Event("input", {{bubbles: true}}));
        return state() !== before;
    }};
    wait();
}})"""
PRESENTED = """(async () => {
    await hall.enter();
    const first = hall.at;
    hall.walk(1);
    const shown = document.querySelector(".here").getBoundingClientRect();
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "o", bubbles: true}));
    const small = document.querySelectorAll(".overview .small").length;
    return hall.open && hall.at === first + 1 && shown.height > 0 && small === hall.beats.length;
})()"""


class Firefox:
    """A session; ``of`` gives the value of a script in the page."""

    def __init__(self, port: int):
        self.socket = websocket.create_connection(f"ws://127.0.0.1:{port}/session", timeout=60, suppress_origin=True)
        self.numbers = count()
        self.call("session.new", capabilities={})
        self.page = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def call(self, method: str, **params: object) -> dict:
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (said := json.loads(self.socket.recv())).get("id") != number:
            pass
        assert said["type"] == "success", said
        return said["result"]

    def open(self, address: str) -> None:
        self.call("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def of(self, script: str) -> object:
        said = self.call("script.evaluate", expression=script, target={"context": self.page}, awaitPromise=True)
        return said["result"].get("value")


CHOSEN = """(() => {
    const asked = document.querySelector(".prediction");
    asked.querySelector("button").click();
    return asked.querySelector(".verdict").textContent;
})()"""
SAID = """document.querySelector(".prediction .verdict").textContent"""


@pytest.fixture
def firefox(tmp_path):
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(tmp_path), "--remote-debugging-port=0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        port = next(line for line in process.stderr if "WebDriver BiDi listening" in line).rsplit(":", 1)[1]
        firefox = Firefox(int(port))
        yield firefox
        firefox.socket.close()
        process.kill()


@pytest.mark.skipif(FIREFOX is None, reason="no Firefox here (apt: firefox-esr)")
def test_firefox_moves_a_picture_presents_the_chapter_and_remembers(firefox):
    firefox.open((SITE / "05_cost_curves.html").as_uri())
    assert firefox.of("document.querySelector('h1').textContent").startswith("05")
    assert firefox.of(MOVED) is True
    said = firefox.of(CHOSEN)
    firefox.open((SITE / "index.html").as_uri())
    firefox.open((SITE / "05_cost_curves.html").as_uri())
    assert firefox.of(SAID) == said != ""
    assert firefox.of(PRESENTED) is True
