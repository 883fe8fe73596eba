"""The outputs that give an answer away, as notebooks store them: behind a line that has to be clicked.

Notebooks are also read where nothing hides the cells below a question, as on GitHub or in an editor. What can be closed
there is HTML: ``<details>``.
"""

import html
import re
from pathlib import Path

import nbformat
from nbformat import NotebookNode, from_dict

from evalcore.plots.style import image_tag

FOLDED = re.compile(r"<details><summary>[^<]*</summary>\n(.*)</details>", re.DOTALL)
TEXT = re.compile(r'<pre class="(printed|result)">(.*)</pre>', re.DOTALL)
PICTURE = re.compile(r'<img alt="([^"]*)" width="(\d+)" src="data:image/png;base64,([^"]*)">')


def folded(output: NotebookNode, summary: str) -> NotebookNode:
    """Return an output of a cell behind a line with this summary: printed text, a figure, HTML, or another text."""
    kind, data = output.output_type, output.get("data", {})
    if kind == "stream":
        kind, kept, shown = "display_data", {}, f'<pre class="printed">{html.escape(output.text)}</pre>'
    elif "image/png" in data:
        alt, width = html.escape(data["text/plain"]), output.metadata["image/png"]["width"]
        kept, shown = {}, f'<img alt="{alt}" width="{width}" src="data:image/png;base64,{data["image/png"].strip()}">'
    elif "text/html" in data:
        kept, shown = {"text/plain": data["text/plain"]}, data["text/html"]
    else:
        kept, shown = {}, f'<pre class="result">{html.escape(data["text/plain"])}</pre>'
    details = {"text/html": f"<details><summary>{summary}</summary>\n{shown}</details>"}
    counted = {"execution_count": None} if kind == "execute_result" else {}
    return from_dict({"output_type": kind, "data": details | kept, "metadata": {}} | counted)


def unfolded(output: NotebookNode) -> NotebookNode:
    """Return the output as it was before it was folded; others are returned unchanged."""
    inside = FOLDED.fullmatch(output.get("data", {}).get("text/html", ""))
    if not inside:
        return output
    if text := TEXT.fullmatch(inside[1]):
        words = html.unescape(text[2])
        if text[1] == "printed":
            return from_dict({"output_type": "stream", "name": "stdout", "text": words})
        return from_dict(output | {"data": {"text/plain": words}})
    if picture := PICTURE.fullmatch(inside[1]):
        alt, width, png = html.unescape(picture[1]), int(picture[2]), picture[3]
        shown = {"data": {"image/png": png, "text/plain": alt}, "metadata": {"image/png": {"alt": alt, "width": width}}}
        return from_dict(output | shown)
    return from_dict(output | {"data": output.data | {"text/html": inside[1]}})


def read(path: Path) -> NotebookNode:
    """Return a stored notebook with its outputs as a run gives them."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = as_run(cell.outputs)
    return notebook


def as_run(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Return stored outputs as a run gives them: unfolded, and figures also as HTML."""
    outputs = [unfolded(output) for output in outputs]
    for output in outputs:
        if "image/png" in output.get("data", {}):
            output.data["text/html"] = image_tag(output.data["image/png"], **output.metadata["image/png"])
    return outputs
