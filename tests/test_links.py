"""Every link from page to page leads somewhere, in JupyterLab and on a web host alike."""

import re
import tomllib
from urllib.parse import unquote

import pytest

from notebooks import CHINESE, NOTEBOOKS, ROOT, read

pytestmark = pytest.mark.texts
ANCHOR = re.compile(r'<span id="([\w-]+)"></span>$', re.MULTILINE)  # at the end of a heading
LINK = re.compile(r"\]\(([^)\s#]*)(?:#([^)\s]*))?\)")
ON_GITHUB = "../../actions/", "../../issues/"  # pages of the repository there, whatever its address
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("*/README.md")), *NOTEBOOKS, *CHINESE]


def words(path):
    if path.suffix != ".ipynb":
        return re.sub(r"`[^`]*`", "``", path.read_text(encoding="utf-8"))  # examples in code are no links
    return "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")


def anchors(path):
    """Return the anchors to which links can lead: in a notebook those that it names, elsewhere those of GitHub."""
    if path.suffix == ".ipynb":
        return ANCHOR.findall(words(path))
    titles = re.findall(r"^#+ (.*)$", words(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path):
    for target, anchor in LINK.findall(words(path)):
        if target.startswith(("http:", "https:", "mailto:", *ON_GITHUB)):
            continue
        page = (path.parent / unquote(target)).resolve() if target else path
        assert page.exists(), f"{target} does not exist"
        assert page.is_relative_to(ROOT), f"{target} leads out of the project"
        if "=" in anchor:  # a state of a figure; the tests of the book check that it exists
            assert anchor.partition("?")[0] in {cell.id for cell in read(page).cells}, f"no picture {anchor}"
        else:
            assert not anchor or unquote(anchor) in anchors(page), f"{target} has no heading {anchor}"


@pytest.mark.parametrize("path", [*NOTEBOOKS, *CHINESE], ids=lambda path: str(path.relative_to(ROOT)))
def test_an_anchor_is_the_id_of_its_cell_and_belongs_to_a_heading(path):
    """JupyterLab, VS Code, MyST, and the book each make other anchors from the words of a heading."""
    for cell in read(path).cells:
        if cell.cell_type == "markdown":
            given = re.findall(r'<span id="([^"]*)"></span>', cell.source)
            assert given in ([], [cell.id])
            assert len(re.findall(r"^#+ .*\S<span id=.*</span>$", cell.source, re.MULTILINE)) == len(given)


def test_no_two_chapters_have_the_same_anchor():
    given = [anchor for path in NOTEBOOKS for anchor in anchors(path)]
    assert len(given) == len(set(given))


def test_the_start_page_and_both_readmes_lead_to_every_chapter():
    for page in [ROOT / "notebooks" / "00_start_here.ipynb", ROOT / "README.md", ROOT / "README.zh-CN.md"]:
        linked = {target.rpartition("/")[2] for target, _ in LINK.findall(words(page))}
        assert {path.name for path in NOTEBOOKS if path.name != page.name} <= linked


def test_package_changes_and_citation_name_one_version():
    names = {
        "evalcore/__init__.py": r'^__version__ = "(.*)"',
        "CHANGELOG.md": r"^## (\d[\d.]*)",
        "CITATION.cff": r"^version: (.*)",
    }
    versions = {name: re.search(rule, words(ROOT / name), re.MULTILINE)[1] for name, rule in names.items()}
    assert len(set(versions.values())) == 1, versions


@pytest.mark.parametrize(("page", "title"), [("README.md", "newer"), ("README.zh-CN.md", "以上")])
def test_the_badges_tell_the_truth(page, title):
    text = (ROOT / page).read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    checks = (ROOT / ".github" / "workflows" / "checks.yml").read_text(encoding="utf-8")
    tested = re.findall(r'"(3\.\d+)"', re.search(r"python: (\[.*, .*\])", checks)[1])
    oldest, newest = re.search(r"badge/Python-(3\.\d+)_to_(3\.\d+)-", text).groups()
    assert [oldest, newest] == [tested[0], tested[-1]]
    assert project["requires-python"] == f">={oldest}"
    assert re.search(rf"Python ?{re.escape(oldest)}.*{title}", text)
    assert "badge/licence-MIT-" in text
    assert project["license"].startswith("MIT")
    for workflow in re.findall(r"actions/workflows/([\w.]+)", text):
        assert (ROOT / ".github" / "workflows" / workflow).exists()
