"""Time from key to figure in JupyterLab.

Three widgets follow a slider in one page, one after the other: a bare label that Python sets, the
interactive figure, and ``ipywidgets.interact`` that redraws the same two panels.
"""

import random
import statistics
import sys
import tempfile
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "browser"))
from lab import chromium, jupyter_lab, open_notebook, run_all
from timing import Row

WARM_UP = 5
KEYS_A_SECOND = 60
DRAG_SECONDS = 3
CELLS = [
    """%matplotlib inline
import time

import ipywidgets as widgets
import matplotlib.pyplot as plt

from evalcore import metrics
from evalcore.datasets import load_ranked_examples
from evalcore.explore import explore
from evalcore.plots.metrics import plot_ranking, plot_point, plot_roc, plot_threshold, roc_plane
from evalcore.plots.style import panels, use_style

use_style("screen")
y_true, y_score = load_ranked_examples()
roc = metrics.roc_curve(y_true, y_score)
seconds = {"bare": [], "engine": [], "interact": []}

def still_part(left, right):
    plot_ranking(y_true, y_score, left)
    plot_roc(roc, roc_plane(right))

def moving_part(threshold, left, right):
    cm = metrics.confusion_at(y_true, y_score, threshold)
    plot_threshold(threshold, left)
    plot_point(cm.fpr, cm.tpr, right, f"threshold {threshold:.2f}")
    return f"threshold {threshold:.2f}: TP {cm.tp}, FN {cm.fn}, FP {cm.fp}, TN {cm.tn}"
""",
    """slider, label = widgets.FloatSlider(0.5, min=0, max=1, step=0.01), widgets.Label("0.50")

def show(change):
    begun = time.perf_counter()
    label.value = f"{change.new:.2f}"
    seconds["bare"].append(time.perf_counter() - begun)

slider.observe(show, "value")
bare = widgets.VBox([slider, label])
bare.add_class("bench-bare")
bare
""",
    """_, axes = panels("ab")
still_part(axes["a"], axes["b"])
picture = explore(axes, lambda axes, threshold: moving_part(threshold, *axes.values()), threshold=(0.0, 1.0, 0.01))
refresh = picture.refresh

def timed(change):
    begun = time.perf_counter()
    refresh(change)
    seconds["engine"].append(time.perf_counter() - begun)

picture.controls["threshold"].unobserve(refresh, "value")
picture.controls["threshold"].observe(timed, "value")
picture.add_class("bench-engine")
picture
""",
    """def redraw(threshold):
    begun = time.perf_counter()
    figure, (left, right) = plt.subplots(1, 2)
    still_part(left, right)
    print(moving_part(threshold, left, right))
    plt.show()
    seconds["interact"].append(time.perf_counter() - begun)

whole = widgets.interactive(redraw, threshold=(0.0, 1.0, 0.01))
whole.add_class("bench-interact")
whole
""",
]
# A response is a change of the label, of the moving layer, or a new image that has been decoded.
PREPARE = """kinds => {
    window.bench = {};
    for (const kind of kinds) {
        const place = document.querySelector(`.bench-${kind}`);
        const state = bench[kind] = {begun: 0, answers: [], slider: place.querySelector(".noUi-handle")};
        const answered = () => state.answers.push(performance.now());
        document.addEventListener("keydown", event => {
            if (event.target === state.slider) state.begun = performance.now();
        }, true);
        const target = {bare: ".jupyter-widgets.widget-label:last-child", engine: ".moving",
                        interact: ".widget-output"}[kind];
        new MutationObserver(records => {
            if (kind !== "interact") return answered();
            for (const node of records.flatMap(record => [...record.addedNodes])) {
                const image = node.nodeType === 1 && (node.matches("img") ? node : node.querySelector("img"));
                if (image) image.decode().then(answered, () => {});
            }
        }).observe(place.querySelector(target), {childList: true, subtree: true, characterData: true});
    }
}"""
FOCUS = "kind => { bench[kind].answers = []; bench[kind].slider.focus({preventScroll: true}); }"
ANSWERED = "kind => bench[kind].answers.length > 0"
TOOK = "kind => bench[kind].answers[0] - bench[kind].begun"
# Sends keys like auto-repeat: evenly spaced, without waiting for the page.
DRAG = """async ([kind, keys, rate]) => {
    const {slider} = bench[kind];
    for (let i = 0, start = performance.now(); i < keys; i++) {
        const key = i % 80 < 40 ? "ArrowRight" : "ArrowLeft";
        slider.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
        const rest = start + (i + 1) * 1000 / rate - performance.now();
        await new Promise(done => setTimeout(done, Math.max(0, rest)));
    }
    return bench[kind].answers.length;
}"""
IN_KERNEL = """async () => {
    const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const future = kernel.requestExecute({code: "import json; print(json.dumps(seconds))"});
    let text = "";
    future.onIOPub = message => { if (message.header.msg_type === "stream") text += message.content.text; };
    await future.done;
    return JSON.parse(text);
}"""
KINDS = ["bare", "engine", "interact"]


def measure(rounds: int) -> tuple[dict, dict, dict]:
    """Return milliseconds from key to figure, milliseconds in the kernel, and figures per second, by kind."""
    with tempfile.TemporaryDirectory() as name:
        folder, home = Path(name, "notebooks"), Path(name, "home")
        folder.mkdir()
        home.mkdir()
        nbformat.write(_notebook(), folder / "bench.ipynb")
        with jupyter_lab(folder, home) as address, chromium() as page:
            page.set_viewport_size({"width": 1280, "height": 3000})  # so that all three are on the screen
            open_notebook(page, address, "bench.ipynb")
            errors = run_all(page)
            if errors:
                raise RuntimeError("; ".join(errors))
            for kind in KINDS:
                page.locator(f".bench-{kind} .noUi-handle").wait_for()
            page.wait_for_timeout(2000)
            page.evaluate(PREPARE, KINDS)
            return _measure_on(page, rounds)


def _notebook():
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return new_notebook(cells=[new_code_cell(source) for source in CELLS], metadata={"kernelspec": kernel})


def _measure_on(page, rounds):
    chance = random.Random(0)
    took = {kind: [] for kind in KINDS}
    for i in range(WARM_UP + rounds):
        for kind in chance.sample(KINDS, len(KINDS)):
            milliseconds = _one_key(page, kind, "ArrowRight" if i % 20 < 10 else "ArrowLeft")
            if i >= WARM_UP:
                took[kind].append(milliseconds)
    kernel = {kind: [1000 * s for s in times[WARM_UP:]] for kind, times in _latest(page, rounds).items()}
    keys = KEYS_A_SECOND * DRAG_SECONDS
    rate = {}
    for kind in KINDS:
        page.evaluate(FOCUS, kind)
        rate[kind] = page.evaluate(DRAG, [kind, keys, KEYS_A_SECOND]) / DRAG_SECONDS
        page.wait_for_timeout(1500)
    return took, kernel, rate


def _one_key(page, kind, key):
    page.evaluate(FOCUS, kind)
    page.keyboard.press(key)
    page.wait_for_function(ANSWERED, arg=kind, timeout=20_000)
    milliseconds = page.evaluate(TOOK, kind)
    page.wait_for_timeout(100)  # the kernel's last messages
    return milliseconds


def _latest(page, rounds):
    return {kind: times[-(WARM_UP + rounds) :] for kind, times in page.evaluate(IN_KERNEL).items()}


def rows(rounds: int = 120) -> list[Row]:
    """Return the two ratios of the goal, with the time spent in the callback and the figures per second."""
    took, kernel, rate = measure(rounds)
    median = {kind: statistics.median(times) for kind, times in took.items()}
    words = {
        kind: f"{median[kind]:.0f} ms (p95 {statistics.quantiles(took[kind], n=20)[-1]:.0f}, "
        f"{statistics.median(kernel[kind]):.1f} in Python, {rate[kind]:.0f} a second)"
        for kind in KINDS
    }
    wanted = [("engine", "bare", "at most 1.25"), ("interact", "engine", "at least 5")]
    return [
        Row(f"key to picture: {slow}", fast, median[slow] / median[fast], goal, f"{words[slow]} / {words[fast]}")
        for slow, fast, goal in wanted
    ]
