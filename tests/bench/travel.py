"""Results outside notebooks: a saved figure, a report on a reader's own scores, and a handle dragged on a page."""

import statistics
import sys
import tempfile
from pathlib import Path

import numpy as np
from matplotlib.animation import FuncAnimation
from matplotlib.figure import Figure
from sklearn.calibration import calibration_curve
from sklearn.metrics import average_precision_score, brier_score_loss, precision_recall_curve, roc_auc_score, roc_curve
from timing import Row, ratios

from evalcore import metrics
from evalcore.datasets import load_ranked_examples
from evalcore.explore import explore
from evalcore.plots.metrics import plot_point, plot_ranking, plot_roc, plot_threshold, roc_plane
from evalcore.plots.style import panels, use_style
from evalcore.report import Report

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "browser"))
from lab import chromium

STATES = 101
EXAMPLES, LEARNERS = 1_000_000, 3
STEP = 4  # milliseconds
# Milliseconds of script at each move of a pointer that drags the first handle back and forth.
DRAGGED = """async picture => {
    while (!picture.data?.wide) await new Promise(requestAnimationFrame);
    const grip = [...picture.querySelectorAll(".grip:not([hidden])")][0], box = grip.getBoundingClientRect();
    const send = (type, x) => grip.dispatchEvent(new PointerEvent(type, {bubbles: true, pointerId: 1, isPrimary: true,
        button: 0, clientX: x, clientY: box.y + box.height / 2}));
    grip.setPointerCapture = () => {};
    const begins = box.x + box.width / 2, before = picture.querySelector(".reading span").textContent, took = [];
    send("pointerdown", begins);
    const said = new Set();
    for (let step = 0; step < 120; step++) {
        const begun = performance.now();
        send("pointermove", begins + 150 * Math.sin(step / 19));
        took.push(performance.now() - begun);
        said.add(picture.querySelector(".reading span").textContent);
        await new Promise(requestAnimationFrame);
    }
    if (said.size < 10) throw new Error(`the drag moved nothing beyond ${before}`);
    return took;
}"""


def rows() -> list[Row]:
    """Compare each with its usual alternative."""
    with tempfile.TemporaryDirectory() as folder:
        return [*_saved(Path(folder)), *_report()]


def _still(left, right):
    plot_ranking(*load_ranked_examples(), left)
    plot_roc(metrics.roc_curve(*load_ranked_examples()), roc_plane(right))


def _moving(axes, threshold):
    cm = metrics.confusion_at(*load_ranked_examples(), threshold)
    left, right = axes.values()
    plot_threshold(threshold, left)
    plot_point(cm.fpr, cm.tpr, right, f"threshold {threshold:.2f}")
    return f"threshold {threshold:.2f}: TP {cm.tp}, FN {cm.fn}, FP {cm.fp}, TN {cm.tn}"


def _saved(folder):
    """Time a page of one figure, and matplotlib's own page with an image for each step."""
    use_style("screen")
    _, axes = panels("ab")
    _still(*axes.values())
    picture = explore(axes, _moving, threshold=(0.0, 1.0, 0.01), alt="The threshold of twenty examples.")
    ours, theirs = folder / "ours.html", folder / "theirs.html"

    def animation():
        figure = Figure(figsize=(9.6, 4.2))
        pair = dict(zip("ab", figure.subplots(1, 2), strict=True))

        def draw(step):
            for values in pair.values():
                values.clear()
            _still(*pair.values())
            _moving(pair, step / (STATES - 1))

        theirs.write_text(FuncAnimation(figure, draw, frames=STATES).to_jshtml(), encoding="utf-8")

    names = f"matplotlib to_jshtml, {STATES} frames", f"picture.save, {STATES} states"
    candidates = dict(zip(names, (animation, lambda: picture.save(ours)), strict=True))
    table = ratios(candidates, [(*names, "at least 2")], rounds=2)
    sizes = [path.stat().st_size for path in (theirs, ours)]
    table.append(Row(f"size of {names[0]}", names[1], sizes[0] / sizes[1], "at least 10",
                     " / ".join(f"{size / 1000:.0f} kB" for size in sizes)))  # fmt: skip
    with chromium() as page:
        page.goto(ours.as_uri())
        took = page.locator("living-picture").evaluate(DRAGGED)
    p95 = statistics.quantiles(took, n=20)[-1]
    words = f"{p95:.1f} ms (median {statistics.median(took):.1f} ms)"
    return [
        *table,
        Row("saved picture: script of a move of the hand, p95", f"{STEP} ms", p95 / STEP, "at most 1", words),
    ]


def _report():
    """Time a report with intervals, tests and costs, and scikit-learn's measures and curves alone."""
    rng = np.random.default_rng(0)
    y = (rng.random(EXAMPLES) < 0.1).astype(int)
    scores = {name: 1 / (1 + np.exp(-(2 * y + rng.normal(size=EXAMPLES) - 1))) for name in "abc"[:LEARNERS]}

    def measures():
        for score in scores.values():
            for measure in (
                roc_auc_score,
                average_precision_score,
                brier_score_loss,
                roc_curve,
                precision_recall_curve,
            ):
                measure(y, score)
            calibration_curve(y, score, n_bins=10, strategy="quantile")

    size = f"10⁶ examples, {LEARNERS} learners"
    candidates = {f"scikit-learn, measures and curves without intervals, {size}": measures,
                  f"Report, {size}": lambda: Report(y, scores, cost_fn=20)}  # fmt: skip
    names = list(candidates)
    return ratios(candidates, [(names[1], names[0], "at most 3")], rounds=2)
