"""Sphinx's settings for the web book. Nothing that a page needs lies outside its folder."""

import re
import sys
from pathlib import Path

from docutils import nodes
from math_core import LatexToMathML

from evalcore.explore import page

sys.path.insert(0, str(Path(__file__).parent))  # for pages.slug, below

project = "Model evaluation, by experiment"
html_title = project
language = "en"
extensions = ["myst_nb"]
templates_path = ["templates"]

nb_execution_mode = "off"  # build.py has run them
nb_merge_streams = True
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
myst_heading_slug_func = "pages.slug"

html_theme = "furo"
scripts = ["living.js", "exercises.js", "present.js"]
html_static_path = [str(page.STYLE), str(page.SCRIPT), "style.css", *scripts, "fonts"]
html_favicon = "icon.svg"
html_css_files = [page.STYLE.name, "style.css"]
html_js_files = [
    *((script, {"defer": "defer"}) for script in (page.SCRIPT.name, *scripts)),
    (None, {"body": "document.documentElement.classList.toggle('in-folder', location.protocol === 'file:')"}),
]
html_extra_path = ["../build/extra"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_show_search_summary = False  # it would fetch pages, which browsers refuse for file://
html_permalinks_icon = "#"
html_math_renderer = "mathml"
html_theme_options = {"top_of_page_buttons": []}
pygments_style, pygments_dark_style = "a11y-high-contrast-light", "a11y-high-contrast-dark"

TAG = re.compile(r"\\tag\{(.*?)\}")
STRETCHED = re.compile(r"<(msub|msup|msubsup)>(<mo [^>]*minsize[^>]*>[^<]*</mo>)")
MATHML = LatexToMathML()


def mathml(tex: str, *, block: bool) -> str:
    """MathML of a formula. A bracket that carries an index stands in a row, or Chromium would not stretch it."""
    return STRETCHED.sub(r"<\1><mrow>\2<mrow></mrow></mrow>", MATHML.convert_with_local_state(tex, displaystyle=block))


def inline(self, node):
    self.body.append(mathml(node.astext(), block=False))
    raise nodes.SkipNode


def block(self, node):
    tag = TAG.search(node.astext())
    number = f'<span class="number">({tag.group(1)})</span>' if tag else ""
    self.body.append(f'<div class="formula">{mathml(TAG.sub("", node.astext()), block=True)}{number}</div>')
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", inline_renderers=(inline, None), block_renderers=(block, None))
