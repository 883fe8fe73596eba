"""The Chinese notebooks: their catalogues are whole, what is stored is made of them, and their Chinese keeps the rules.

What they compute is nbval's to see, which runs them as it runs the others.
"""

import os
import re
import shutil
import subprocess
from functools import cache

import nbformat
import pytest
from store import texts_only

from notebooks import CHINESE, NOTEBOOKS, ROOT, catalogues, each_notebook, read

pytestmark = pytest.mark.texts
words = catalogues.words
each_chinese = pytest.mark.parametrize("path", CHINESE, ids=lambda path: path.stem)
HAN = r"[\u3400-\u9fff]"
# What is no Chinese prose: code, formulas, links' addresses, tags, and the fields of a template.
NO_PROSE = re.compile(
    r"(?m:^ {4}[^\n]*)|\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|(?<=\])\([^)]*\)|<[^>]*>|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", re.S
)
# English in brackets after the Chinese term, and sources by their names
TERM = re.compile(r"（\*?[A-Za-z][A-Za-z’' –-]{,70}\*?(，[A-Za-z]{2,4})?）")
SENTENCE = re.compile(r"(?:\b[A-Za-z][a-z'’]*[ ,]+){3,}[a-z]+")  # four words in a row
# Terms that the sources or other books also translate otherwise: here one of them only.
RIVALS = {
    "accuracy": "准确率|正确率|准确度",
    "bootstrap": "自举|重采样法",
    "confusion matrix": "混淆表|误差矩阵",
    "example": "样本点",
    "false positive rate": "假阳性率|误报率",
    "hold-out": "保留法|保持法",
    "label": "标签(?!偏移)",
    "learner": "学习机|学习算法",
    "negative": "负例|负样本|阴性|负类|反样本",
    "overfitting": "过度拟合|过配",
    "performance measure": "性能指标|评价指标",
    "positive": "正样本|阳性|正类",
    "precision": "精确率|精准率|准确率|查准度",
    "recall": "召回率|查全度",
    "ROC": "接收者操作|接受者操作",
    "threshold": "门限|阀值|临界点",
    "variance": "变异数",
}
# Terms whose English word is also an ordinary one
ORDINARY = {
    "bias", "cluster", "degree", "depth", "example", "induction", "label", "loss", "misfit", "model", "noise",
    "optimism", "parameter", "part", "positive", "power", "prior", "rank", "search", "true", "worker",
}  # fmt: skip
QUOTED = re.compile(r"“[^”]*”|也叫召回率")  # the words of a source, and a term's other name where it is taught


@pytest.fixture(scope="module", autouse=True)
def _read_once():
    """The words of a cell and a catalogue are read once for all tests: they look at them and change nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "places_in", cache(words.places_in))
        patch.setattr(catalogues, "read", cache(catalogues.read))
        yield


@cache
def entries(path):
    """The entries of a chapter's catalogue."""
    return [entry for entry in catalogues.read(catalogues.catalogue_of(path)) if entry.id]


def english(path):
    return ROOT / "notebooks" / path.name


def prose(text):
    return NO_PROSE.sub("\0", text)


def numbers(text):
    """The numbers in a text, without names such as F1; a group of three digits belongs to its number."""
    return sorted(re.findall(r"(?<![A-Za-z\d.])\d+(?:\.\d+)?", re.sub(r"(?<=\d)[  ,](?=\d{3}\b)", "", text)))


def said_in(path):
    """All that a reader may read of a Chinese notebook: words of the catalogue, and texts that cells give."""
    yield from ((entry.context, entry.string) for entry in entries(path))
    for cell in read(path).cells:
        for output in cell.get("outputs", []):
            yield cell.id, output.get("text") or output.get("data", {}).get("text/plain", "")


# Catalogues


@each_notebook
def test_words_taken_out_and_put_back_leave_the_notebook_as_it_is(path):
    """As they are; and with a sign beside each of them every cell has the same syntax tree."""
    assert words.put(read(path), lambda cell, text: text).cells == read(path).cells
    for was, now in zip(read(path).cells, words.put(read(path), lambda cell, text: f"{text}。").cells, strict=True):
        if was.cell_type == "markdown":
            assert now.source == f"{was.source}。"
        else:
            assert words.without_words(was.source) == words.without_words(now.source), was.id
            marked = [place.text for place in words.places_in(now.source)]
            assert [text.removesuffix("。") for text in marked] == [p.text for p in words.places_in(was.source)], was.id


@each_chinese
def test_a_catalogue_is_what_make_catalogues_renews_and_whole(path):
    asked = [(text, cell) for cell, _, text in words.of_notebook(read(english(path)))]
    there = {(entry.id, entry.context): entry for entry in entries(path)}
    assert [key for key in asked if key not in there] == [], "missing: run make catalogues"
    assert [key for key in there if key not in asked] == [], "no longer said: run make catalogues"
    assert [key for key, entry in there.items() if entry.fuzzy] == [], "fuzzy: its English has changed"
    assert [key for key, entry in there.items() if not entry.string] == [], "not translated"


@each_chinese
def test_an_entry_has_the_fields_formulas_links_code_and_numbers_of_its_english(path):
    for entry in entries(path):
        kind, said = entry.auto_comments[0], entry.string
        if kind != "Markdown":
            assert words.fields(said) == words.fields(entry.id), said
            continue
        for rule in (r"\]\(([^)#]*)", r"`([^`]+)`", r"</?[a-z][^>]*>", r"^\|", r"^ *(?:-|\d\.|\*\*\d) ", r"^#+ "):
            found = [sorted(re.findall(rule, _formal(text), re.MULTILINE)) for text in (entry.id, said)]
            assert found[0] == found[1], f"{entry.context}: {rule}"
        formulas = [sorted(set(re.findall(r"\$\$.*?\$\$|\$[^$]*\$", _formal(text), re.S))) for text in (entry.id, said)]
        assert formulas[0] == formulas[1], entry.context
        assert numbers(prose(entry.id)) == numbers(prose(said)), entry.context


def _formal(text):
    """Without the words within formulas and code."""
    return re.sub(r"(?<=[`( \[])\"[^\"]*\"", '""', re.sub(r"\\text\{[^}]*\}", "", text))


@each_chinese
def test_what_is_stored_is_what_the_catalogue_gives(path):
    stored, made = read(path), catalogues.translated(english(path))
    assert [(cell.id, cell.source, cell.metadata) for cell in stored.cells] == [
        (cell.id, cell.source, cell.metadata) for cell in nbformat.v4.reads(texts_only(made)).cells
    ], "run make notebooks"
    assert path.read_text(encoding="utf-8") == texts_only(stored)


@each_chinese
def test_a_chinese_cell_takes_no_more_lines_than_a_cell_may(path):
    """Fifteen, or as many as the English one where that is longer."""
    for here, there in zip(read(path).cells, read(english(path)).cells, strict=True):
        lines = [len(cell.source.splitlines()) for cell in (here, there)]
        assert here.cell_type != "code" or lines[0] <= max(15, lines[1]), f"{here.id}: {lines[0]} lines"


def test_catalogues_keep_no_sentence_that_is_gone():
    assert [
        path.name for path in catalogues.CATALOGUES.glob("*.po") if "\n# |" in path.read_text(encoding="utf-8")
    ] == []


def test_no_other_chinese_notebook_is_stored():
    assert sorted(catalogues.CHINESE.glob("*.ipynb")) == CHINESE


@each_chinese
def test_every_number_of_an_output_is_the_english_one(path):
    for here, there in zip(read(path).cells, read(english(path)).cells, strict=True):
        texts = [
            [output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell.get("outputs", [])]
            for cell in (here, there)
        ]
        assert [numbers(text) for text in texts[0]] == [numbers(text) for text in texts[1]], here.id


def test_the_book_s_catalogue_is_what_make_catalogues_renews_and_whole():
    """Its words have the fields and tags of their English; what evalcore says too is translated there."""
    asked = {entry.id for entry in catalogues.of_book() if entry.id}
    there = {entry.id: entry for entry in catalogues.read(catalogues.BOOK) if entry.id}
    assert asked ^ {*there} == set(), "run make catalogues"
    assert [text for text, entry in there.items() if entry.fuzzy or not entry.string] == [], "not translated"
    for text, entry in there.items():
        for rule in (r"\{+ ?\w+ ?\}+", r"%\(\w+\)s", r"<(?!/?[ib]>)[^>]*>", r"`[^`]+`"):
            found = [sorted(re.findall(rule, words)) for words in (text, entry.string)]
            assert found[0] == found[1], entry.string
        assert numbers(text) == numbers(entry.string), entry.string
        plain = re.sub(r"<[^>]*>|^(#+|>) |\*", "", entry.string)
        assert not re.search(rf"{HAN} +[A-Za-z0-9]|[A-Za-z0-9] +{HAN}|{HAN}[,;:?!()]", plain), entry.string


@pytest.mark.skipif(shutil.which("make") is None, reason="no make here")
@pytest.mark.parametrize(
    ("said", "opened"),
    [
        ("", "tree/00_"),
        ("zh", "tree/zh/00_"),
        ("zh_CN:en", "tree/zh/00_"),
        ("en_US:en", "tree/00_"),
        ("en:zh", "tree/00_"),
    ],
)
@pytest.mark.parametrize("goal", ["lab", "lecture"])
def test_make_opens_the_start_notebook_in_the_reader_s_language(goal, said, opened):
    command = ["make", "--dry-run", goal]
    ran = subprocess.run(command, cwd=ROOT, env=os.environ | {"LANGUAGE": said}, capture_output=True, text=True)
    assert f"{opened}start_here.ipynb" in ran.stdout


def test_what_changed_is_fuzzy_and_its_chinese_is_kept():
    """A word that was changed in a cell finds its Chinese again, marked; what is gone stands at the end."""

    def words_of(*texts):
        cells = [nbformat.v4.new_markdown_cell(text, id=f"cell-{place}") for place, text in enumerate(texts)]
        return catalogues.of_notebook(nbformat.v4.new_notebook(cells=cells))

    catalogue = words_of("Precision and recall ask two questions.", "A threshold is a choice.")
    for entry in list(catalogue)[1:]:
        entry.string = f"译：{entry.id}"
    catalogue.update(words_of("Precision and recall ask three questions."))
    (entry,) = list(catalogue)[1:]
    assert entry.fuzzy
    assert entry.string == "译：Precision and recall ask two questions."
    assert [entry.id for entry in catalogue.obsolete.values()] == ["A threshold is a choice."]


# Chinese


@each_chinese
def test_no_english_sentence_is_left(path):
    for cell, text in said_in(path):
        assert cell == "glossary" or not SENTENCE.search(TERM.sub("", prose(text))), f"{cell}: {text}"


CLOSE = "|".join([
    rf"{HAN}[*_]* [*_]*[A-Za-z0-9$`{{\[(]",
    rf"[A-Za-z0-9$`}}\])%][*_]* [*_]*{HAN}",
    rf"{HAN}[*_]* [*_]*{HAN}",
])  # fmt: skip
HALF_WIDTH = "|".join([
    rf"{HAN}[*_]*(?:[,;:?!)]|\.(?!\d)|\((?![A-Z0-9a\0][A-Z0-9.,/n\0 ]*\)))",  # but a point and an equation, (2.2)
    rf"[,;?!(][*_]*{HAN}",
    r"[（）“”，。；：、？！] | [（）“”，。；：、？！]",
])  # fmt: skip


@each_chinese
def test_chinese_stands_close_to_letters_and_digits_and_has_full_width_punctuation(path):
    """But for the number of a heading or a chapter, and the bars of a table."""
    for cell, text in ((entry.context, entry.string) for entry in entries(path)):
        plain = re.sub(r"^(#+ |\*\*)\d+ |(?<=\[)\d\d ", "", text, flags=re.MULTILINE)
        plain = re.sub(r"^([-*] |\d\. |> )| ?\| ?", "\n", plain, flags=re.MULTILINE)
        plain = re.sub(r"\]\([^)]*\)", "", plain)  # of a link the address
        for found in (re.search(CLOSE, plain), re.search(HALF_WIDTH, prose(plain))):
            assert not found, f"{cell}: {found.string[max(found.start() - 8, 0) : found.end() + 8]}"


@each_chinese
def test_what_is_bold_or_italic_is_seen_so(path):
    """Between Chinese signs a mark that stands beside punctuation neither opens nor closes (CommonMark)."""
    inside, outside = r"[，。；：？！（）“”、《》]", rf"(?:{HAN}|[A-Za-z0-9])"
    for entry in entries(path):
        if entry.auto_comments[0] == "Markdown":
            for mark in re.finditer(r"(?<!\*)(\*\*?)(?!\*)([^*\n]+)\1(?!\*)", entry.string):
                before, after = entry.string[: mark.start()][-1:], entry.string[mark.end() :][:1]
                opens = not (re.match(inside, mark[2]) and re.match(outside, before))
                closes = not (re.match(inside, mark[2][-1]) and re.match(outside, after))
                assert opens, f"{entry.context}: {before}{mark[0]}"
                assert closes, f"{entry.context}: {mark[0]}{after}"


# Terms


@cache
def terms():
    """The Chinese names of each English term of the glossary."""
    source = read(ROOT / "notebooks" / "00_start_here.ipynb").cells[-1].source
    found = {}
    for row in re.findall(r"^\| (.+) \|$", source, re.MULTILINE)[1:]:
        english, chinese, *_ = row.split(" | ")
        several = [re.split(sign, text) for sign, text in (("[;,] ", english), ("[；，]", chinese))]
        if len(several[0]) == len(several[1]):
            found |= dict(zip(*several, strict=True))
    return found


def test_the_chinese_glossary_has_the_terms_of_the_english_one():
    rows = [
        [row.split(" | ") for row in re.findall(r"^\| (.+) \|$", read(path).cells[-1].source, re.MULTILINE)[1:]]
        for path in (NOTEBOOKS[0], CHINESE[0])
    ]
    assert [row[:2] for row in rows[0]] == [row[1::-1] for row in rows[1]]


@each_chinese
def test_where_the_english_has_a_term_the_chinese_has_its_one_translation(path):
    """At least its stem (自助样本, 宏查准率); a term with a sense in brackets is also an ordinary word."""
    asked = {english: chinese for english, chinese in terms().items() if english not in ORDINARY and "(" not in english}
    longest_first = sorted(asked.items(), key=lambda term: -len(term[0]))  # of k nearest neighbours that
    missing = []
    for entry in (entry for entry in entries(path) if entry.string != entry.id):
        said = prose(entry.id)
        for english, chinese in longest_first:
            if english not in said:
                continue
            stems = [re.sub("(平均|法)$", "", name) for name in re.split("[（）]", chinese) if name]
            said, times = re.subn(rf"\b{re.escape(english)}s?\b", "\0", said)
            if times and not any(stem in entry.string for stem in stems):
                missing.append((entry.context, english, chinese))
    assert missing == []


@each_chinese
def test_no_term_has_a_second_translation(path):
    for cell, text in said_in(path):
        plain = QUOTED.sub("", text)
        for english, rivals in RIVALS.items():
            found = re.search(rivals, plain)
            assert not found or cell == "glossary", f"{cell}: {found[0]} for {english}"
