"""Sphinx's settings for the web book. A page needs nothing outside the book's folder.

``build.py`` sets the values that differ between the editions: language, title and folders.
"""

import json
import os
import pickle
import re
import sys
from functools import cache
from html import escape
from pathlib import Path

from docutils import nodes
from math_core import LatexToMathML
from pygments.formatters import HtmlFormatter
from pygments.styles import get_style_by_name
from pygments.token import Text
from sphinx import addnodes
from sphinx.highlighting import PygmentsBridge

from evalcore import frontend
from evalcore.explore import page

sys.path.insert(0, str(Path(__file__).parent))  # for pages.slug, below
from editions import CHINESE, ENGLISH

project = "Model evaluation, by experiment"
html_title = project
html_baseurl = os.environ.get("BOOK_ADDRESS", "")  # where the book is published, if it is
if html_baseurl and not re.fullmatch(r"https?://\S+/", html_baseurl):
    raise ValueError(f"BOOK_ADDRESS begins with https:// and ends with a slash; it is {html_baseurl!r}")
language = "en"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
templates_path = ["templates"]

nb_execution_mode = "off"  # build.py has run them
nb_merge_streams = True
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
myst_heading_slug_func = "pages.slug"

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the sections of the docstrings name the types
autodoc_default_options = {"members": True}
napoleon_google_docstring = False
add_module_names = False

html_theme = "furo"
components = ["words.js", "drawing.js", "exercises.js", "practice.js", "predictions.js"]  # of evalcore.frontend
scripts = ["memory.js", "living.js", "slides.js", "present.js", "pointing.js", "speaker.js", "docked.js"]
html_static_path = [
    *map(str, [page.STYLE, page.SCRIPT, *(frontend.HERE / name for name in [*components, "exercises.css"])]),
    "style.css", *scripts, "search.js", "front.js", "your-results.js", "your-results-python.js", "fonts",
]  # fmt: skip
html_favicon = "icon.svg"
html_css_files = [page.STYLE.name, "exercises.css", "style.css"]
html_js_files = [
    *((script, {"defer": "defer"}) for script in (page.SCRIPT.name, *components, *scripts)),
    (None, {"body": "document.documentElement.classList.toggle('in-folder', location.protocol === 'file:')"}),
]
html_extra_path = ["../build/extra"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_permalinks_icon = "#"
html_math_renderer = "mathml"
html_theme_options = {"top_of_page_buttons": []}
pygments_style, pygments_dark_style = "a11y-high-contrast-light", "a11y-high-contrast-dark"

STYLES = [get_style_by_name(name) for name in (pygments_style, pygments_dark_style)]


class WithoutPlain(HtmlFormatter):
    """Gives no element to names and signs that look like plain text, which would be most elements of a page."""

    def format_unencoded(self, tokens, out):
        super().format_unencoded(((Text if is_plain(kind) else kind, words) for kind, words in tokens), out)


@cache
def is_plain(kind):
    return all(style.style_for_token(kind) == style.style_for_token(Text) for style in STYLES)


PygmentsBridge.html_formatter = WithoutPlain

VIEWPORT = re.compile(r'<meta name="viewport"[^>]*>')  # which the theme writes, too
NO_STORAGE = """<script>try { localStorage } catch { Object.defineProperty(window, "localStorage",
{ value: { getItem: () => null, setItem() {}, removeItem() {} } }) }</script>"""  # for all scripts, the theme's too
PRELOAD = """<script>if (location.protocol !== "file:") for (const name of ["source-serif-4", "source-sans-3"]) {
const link = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", href: `_static/${name}.woff2` };
document.head.append(Object.assign(document.createElement("link"), link)) }</script>"""  # the text's and the labels'
TAG = re.compile(r"\\tag\{(.*?)\}")
STRETCHED = re.compile(r"<(msub|msup|msubsup)>(<mo [^>]*minsize[^>]*>[^<]*</mo>)")
MATHML = LatexToMathML()
INDICATOR = re.compile(r"\\mathbb *(I\b|\{I\})")  # the letter 𝕀 looks like a missing sign
IN_LINE = r'<math(?![^>]*display="block")[^>]*>(?:(?!</math>).)*</math>'
CLOSED = re.compile(f"({IN_LINE})([，。；：！？、）》”’,.;:!?)]+)", re.DOTALL)


def mathml(tex: str, *, block: bool) -> str:
    """Return the MathML of a formula. A bracket with an index is put in a row, or Chromium would not stretch it."""
    return STRETCHED.sub(
        r"<\1><mrow>\2<mrow></mrow></mrow>",
        MATHML.convert_with_local_state(INDICATOR.sub("𝟙", tex), displaystyle=block),
    )


def inline(self, node):
    self.body.append(mathml(node.astext(), block=False))
    raise nodes.SkipNode


def block(self, node):
    tag = TAG.search(node.astext())
    number = f'<span class="number">({tag.group(1)})</span>' if tag else ""
    self.body.append(f'<div class="formula">{mathml(TAG.sub("", node.astext()), block=True)}{number}</div>')
    raise nodes.SkipNode


def closed(app, name, template, context, doctree):
    """Keep punctuation with the formula before it, so that it does not begin a line of a narrow page."""
    if "body" in context:
        context["body"] = CLOSED.sub(r'<span class="held">\1\2</span>', context["body"])


def described(app, name, template, context, doctree):
    """Add the preview for other sites: title, first paragraph and, if the book has an address, the first figure."""
    paragraph = next(doctree.findall(nodes.paragraph), None) if doctree else None
    context["metatags"] = VIEWPORT.sub("", context.get("metatags", "")) + NO_STORAGE + PRELOAD
    if paragraph is None:
        return
    words = " ".join(paragraph.astext().split())
    properties = {
        "og:title": context["title"], "og:description": words, "og:type": "article",
        "og:site_name": app.config.project,
    }  # fmt: skip
    if html_baseurl:
        chapters = app.env.toctree_includes[app.config.root_doc]
        cover = f"pictures/{name if name in chapters else chapters[0]}/cover.png"
        properties |= {
            "og:url": f"{html_baseurl}{edition_of(app).folder}{name}.html",
            "og:image": html_baseurl + edition_of(app).folder + cover,
        }
    tags = [f'<meta name="description" content="{escape(words)}">']
    tags += [f'<meta property="{key}" content="{escape(text)}">' for key, text in properties.items()]
    context["metatags"] += "\n".join(tags)


def leave_out_fields(app, what, name, member, skip, options):
    """Leave out the fields of a NamedTuple, which its own docstring explains."""
    return skip or (getattr(member, "__doc__", None) or "").startswith("Alias for field number")


def edition_of(app):
    return ENGLISH if app.config.language == ENGLISH.language else CHINESE


def with_other_edition(app, name, template, context, doctree):
    """Link a page to the same page in the other language, or to the front page of that edition."""
    edition = edition_of(app)
    other = edition.other
    there = name if name in other.pages else "index"
    href = f"{edition.top}{other.folder}{there}.html"
    context["other"] = {"href": href, "tag": other.tag, "name": other.name, "same": there == name}
    context["words_of_scripts"], context["top"] = edition.for_scripts, edition.top
    if there == name:
        address = html_baseurl + other.folder + f"{name}.html" if html_baseurl else href
        context["metatags"] += f'<link rel="alternate" hreflang="{other.tag}" href="{address}">'


def with_english_anchors(app, doctree):
    """Give the sections of a Chinese page the anchors of the English page, before their own."""
    if edition_of(app) == ENGLISH or app.env.docname == app.config.root_doc:
        return
    path = ENGLISH.room("doctrees") / f"{app.env.docname}.doctree"
    with path.open("rb") as file:
        english = pickle.load(file)
    for here, there in zip(doctree.findall(nodes.section), english.findall(nodes.section), strict=True):
        anchors = [name for name in there["ids"] if not name.startswith("index-")]  # numbered separately on each page
        here["ids"] = [*anchors, *(name for name in here["ids"] if name not in anchors)]


def write_sitemap(app, exception):
    """List the pages of both editions for search engines, if the book has an address."""
    if exception or not html_baseurl:
        return
    edition = edition_of(app)
    folder, path = edition.folder, Path(app.outdir, edition.top, "sitemap.xml")
    pages = "".join(f"<url><loc>{html_baseurl}{folder}{name}.html</loc></url>\n" for name in sorted(app.env.found_docs))
    head, end = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n', "</urlset>\n"
    before = path.read_text(encoding="utf-8").removesuffix(end) if folder else head
    path.write_text(before + pages + end, encoding="utf-8")


def write_sections(app, exception):
    """Write the index of the search: the words of each section, and the terms that it teaches."""
    sections = []
    for name in sorted(app.env.found_docs) if not exception else []:
        doctree, chapter = app.env.get_doctree(name), app.env.titles[name].astext()
        entries = [entry for index in doctree.findall(addnodes.index) for entry in index["entries"]]
        for section in doctree.findall(nodes.section):
            own = [child for child in section.children if not isinstance(child, nodes.section)]
            paragraphs = [part for child in own for part in child.findall(nodes.paragraph)]
            sections.append({
                "page": name, "anchor": section["ids"][0], "chapter": chapter, "title": section[0].astext(),
                "terms": [value for _, value, target, *_ in entries if target in section["ids"]],
                "text": " ".join(map(without_formulas, paragraphs)),
            })  # fmt: skip
    text = f"const SECTIONS = {json.dumps(sections, ensure_ascii=False)};\n"
    (Path(app.outdir) / "_static" / "sections.js").write_text(text, encoding="utf-8")


def without_formulas(paragraph):
    return "".join(
        text for text in paragraph.findall(nodes.Text) if not isinstance(text.parent, nodes.math | nodes.raw)
    )


def setup(app):
    app.connect("autodoc-skip-member", leave_out_fields)
    app.connect("build-finished", write_sections)
    app.connect("doctree-read", with_english_anchors, priority=100)  # before other listeners use the anchors
    app.connect("html-page-context", closed)
    app.connect("html-page-context", described)
    app.connect("html-page-context", with_other_edition, priority=900)
    app.connect("build-finished", write_sitemap)
    app.add_html_math_renderer("mathml", inline_renderers=(inline, None), block_renderers=(block, None))
