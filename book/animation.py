"""Make an animated image of an interactive figure: ``python book/animation.py notebooks/04_metrics.ipynb CELL OUT``.

``OUT`` ends in .webp or .gif. The cells up to ``CELL`` are run, then the first control of its figure goes once through
its values. The README's animation is made by::

    python book/animation.py notebooks/04_metrics.ipynb staircase-picture notebooks/animation.webp
"""

import ast
import base64
import io
import sys

import nbformat
from PIL import Image

from evalcore.explore.controls import positions

WIDTH = 880  # pixels
STEP = 350  # milliseconds
REST = 2500  # at the last value


def figure_of(path: str, cell: str) -> object:
    """Run the code cells of a notebook up to this one, and return the interactive figure that it shows."""
    names: dict[str, object] = {"__name__": "__main__"}
    for code in (candidate for candidate in nbformat.read(path, as_version=4).cells if candidate.cell_type == "code"):
        tree = ast.parse(code.source)
        shows = bool(tree.body) and isinstance(tree.body[-1], ast.Expr)
        last = tree.body.pop() if shows else ast.Expr(ast.Constant(None))
        exec(compile(tree, code.id, "exec"), names)
        if code.id == cell:
            return eval(compile(ast.Expression(last.value), code.id, "eval"), names)
        if shows and code.id.startswith("imports"):  # plots.use_style
            eval(compile(ast.Expression(last.value), code.id, "eval"), names)
    raise ValueError(f"{path} has no code cell {cell}")


def frames(figure: object) -> list[Image.Image]:
    """Return the figure at each value of its first control."""
    control = next(iter(figure.controls.values()))
    images = []
    for value in positions(control):
        control.value = value
        data, _metadata = figure._repr_mimebundle_()
        image = Image.open(io.BytesIO(base64.b64decode(data["image/png"]))).convert("RGB")
        images.append(image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.LANCZOS))
    return images


def main(path: str, cell: str, out: str) -> None:
    first, *rest = frames(figure_of(path, cell))
    times = [STEP] * len(rest) + [REST]
    first.save(out, save_all=True, append_images=rest, duration=times, loop=0, quality=70, method=6)
    print(f"{out}: {len(times)} states")


if __name__ == "__main__":
    main(*sys.argv[1:])
