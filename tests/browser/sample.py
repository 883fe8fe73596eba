"""A notebook with one interactive figure of each kind, for the tests that need a known one."""

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

CELLS = {
    "setup": """
import time

from evalcore.datasets import load_ranked_examples
from evalcore.explore import explore
from evalcore.metrics import confusion_at, roc_curve
from evalcore.plots.metrics import plot_ranking, plot_point, plot_roc, plot_threshold, roc_plane
from evalcore.plots.style import panels, use_style

use_style("screen")
y_true, y_score = load_ranked_examples()
roc = roc_curve(y_true, y_score)
""",
    "threshold": """
_, axes = panels("ab")
plot_ranking(y_true, y_score, axes["a"])
plot_roc(roc, roc_plane(axes["b"]))

def moving(axes, threshold):
    cm = confusion_at(y_true, y_score, threshold)
    plot_threshold(threshold, axes["a"])
    plot_point(cm.fpr, cm.tpr, axes["b"], f"threshold {threshold:.2f}")
    return f"threshold {threshold:.2f}: TP {cm.tp}, FN {cm.fn}, FP {cm.fp}, TN {cm.tn}"

explore(axes, moving, alt="Twenty examples and their ROC curve", threshold=(0.0, 1.0, 0.01))
""",
    "fails": """
panel = panels("a")[1]["a"]
panel.set(xlim=(0, 10))

def fails_at_six(panel, x):
    panel.axvline(x)
    if x == 6:
        raise ValueError("six is <not> allowed")
    return f"x = {x}"

explore(panel, fails_at_six, alt="A line at x", x=(0, 10))
""",
    "slow": """
room = panels("a")[1]["a"]
room.set(xlim=(0, 100))

def slow_moving(room, x):
    time.sleep(0.15)
    room.axvline(x)
    return f"x = {x}"

explore(room, slow_moving, alt="A line that thinks", x=(0, 100))
""",
    "play": """
path = panels("a")[1]["a"]
path.set(xlim=(0, 20))

def walk(path, step):
    path.axvline(step)
    return f"step = {step}"

explore(path, walk, alt="A line that walks", play="step", step=(0, 20))
""",
}


LINKS = """A threshold of [0.38](#threshold?threshold=0.38) or [0.6](#threshold?threshold=0.60),
[the point](#threshold?part=point), [the second panel](#threshold?panel=2), and [elsewhere](#no-such-cell?x=1)."""


def sample_notebook() -> nbformat.NotebookNode:
    """Return the notebook, not yet run."""
    cells = [new_code_cell(source.strip(), id=name) for name, source in CELLS.items()]
    return new_notebook(cells=[*cells, new_markdown_cell(LINKS, id="links")])
