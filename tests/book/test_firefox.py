"""Firefox, from the folder: a picture is moved and dragged, a chapter presented by all keys, an answer remembered.

Playwright does not drive Debian's Firefox (apt: firefox-esr); it speaks WebDriver BiDi itself: a few calls are enough.
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
    await presentation.enter();
    const first = presentation.at;
    presentation.walk(1);
    const shown = document.querySelector(".here").getBoundingClientRect();
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "o", bubbles: true}));
    const small = document.querySelectorAll(".overview .small").length;
    return presentation.open && presentation.at === first + 1 && shown.height > 0 &&
        small === presentation.slides.length;
})()"""


class Firefox:
    """A session; ``of`` returns the value of a script in the page."""

    def __init__(self, port: int):
        self.socket = websocket.create_connection(f"ws://127.0.0.1:{port}/session", timeout=60, suppress_origin=True)
        self.numbers = count()
        self.call("session.new", capabilities={})
        self.page = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def call(self, method: str, **params: object) -> dict:
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (reply := json.loads(self.socket.recv())).get("id") != number:
            pass
        assert reply["type"] == "success", reply
        return reply["result"]

    def open(self, address: str) -> None:
        self.call("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        presses = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keys", "actions": presses})

    def drag(self, start: list[float], by: int) -> None:
        """Drag with the mouse from a point of the window to the right."""
        x, y = (round(at) for at in start)
        moves = [{"type": "pointerMove", "x": x + by * step // 4, "y": y} for step in range(5)]
        held = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
        self.act({"type": "pointer", "id": "mouse", "actions": held})

    def act(self, source: dict) -> None:
        self.call("input.performActions", context=self.page, actions=[source])

    def of(self, script: str) -> object:
        reply = self.call("script.evaluate", expression=script, target={"context": self.page}, awaitPromise=True)
        return reply["result"].get("value")


GRIP = f"""(() => {{
    {LIVING}.scrollIntoView({{block: "center", behavior: "instant"}});
    const {{left, top, width, height}} = {LIVING}.querySelector(".grip:not([hidden])").getBoundingClientRect();
    return JSON.stringify([left + width / 2, top + height / 2]);
}})()"""
READING = f"{LIVING}.querySelector('.reading').textContent"
END, HOME, RIGHT, LEFT, ESCAPE = "\ue010", "\ue011", "\ue014", "\ue012", "\ue00c"
KEYS = {  # keys pressed in presentation mode, and what is true afterwards
    (END,): "presentation.at === presentation.slides.length - 1", (HOME,): "presentation.at === 0",
    (RIGHT,): "presentation.at === 1", (LEFT,): "presentation.at === 0", ("7", "\ue006"): "presentation.at === 6",
    ("o",): "!panel.hidden && panel.matches('.overview')", ("?",): "panel.matches('.keys')",
    (ESCAPE,): "presentation.open && panel.hidden", ("b",): "document.body.matches('.black')",
    (".",): "!document.body.matches('.black')", ("t",): "!clock.hidden",
}  # fmt: skip
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
    before = firefox.of(READING)
    firefox.drag(json.loads(firefox.of(GRIP)), by=60)
    assert firefox.of(READING) != before
    choice = firefox.of(CHOSEN)
    firefox.open((SITE / "index.html").as_uri())
    firefox.open((SITE / "05_cost_curves.html").as_uri())
    assert firefox.of(SAID) == choice != ""
    assert firefox.of(PRESENTED) is True
    firefox.press("o")
    for keys, then in KEYS.items():
        firefox.press(*keys)
        assert firefox.of(then) is True, (keys, then)
    firefox.press(ESCAPE)
    assert firefox.of("presentation.open") is False
