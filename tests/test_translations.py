"""The Chinese edition: its catalogues are what the sources ask for, the stored notebooks are derived from them, and its
Chinese keeps the rules.

An entry that waits (its English has changed, or it has no Chinese yet) is asked nothing: a change of English turns no
test red. `make waiting` lists these entries. `make book` runs the Chinese notebooks and compares their numbers.
"""

import os
import re
import shutil
import subprocess
from functools import cache

import nbformat
import pytest
from polib import POFile

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
    "bias", "cluster", "degree", "depth", "example", "induction", "label", "loss", "model", "noise",
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
    """Return the entries of a chapter's catalogue that do not wait."""
    return [entry for entry in stored(path) if not catalogues.is_waiting(entry)]


def stored(path):
    return [*catalogues.entries(catalogues.read(catalogues.catalogue_of(path))).values()]


def is_markdown(entry):
    return entry.comment in words.MARKDOWN


def english(path):
    return ROOT / "notebooks" / path.name


def prose(text):
    return NO_PROSE.sub("\0", text)


def numbers(text):
    """The numbers in a text, without names such as F1; a group of three digits belongs to its number."""
    return sorted(re.findall(r"(?<![A-Za-z\d.])\d+(?:\.\d+)?", re.sub(r"(?<=\d)[  ,](?=\d{3}\b)", "", text)))


# Catalogues


@each_notebook
def test_words_taken_out_and_put_back_leave_the_notebook_as_it_is(path):
    """As they are; and with a sign after each entry, every cell has the same entries and the same syntax tree."""
    assert words.put(read(path), lambda cell, text: text).cells == read(path).cells
    signed = words.put(read(path), lambda cell, text: f"{text}。")
    assert [entry.text for entry in words.of_notebook(signed)] == [f"{w.text}。" for w in words.of_notebook(read(path))]
    for before, after in zip(read(path).cells, signed.cells, strict=True):
        if before.cell_type == "code":
            assert words.without_words(before.source) == words.without_words(after.source), before.id


def test_a_paragraph_a_list_item_and_a_table_row_are_entries():
    source = """## A *title*<span id="there"></span>

First line
second line.
- an item
  that goes on
2. another

$$a = b$$
$$\\text{name} = 1$$
| one | two |
|---|---|
| 1 | 2 |
| three | 4 |
```python
x = 1

y = name
```
<details><summary>After</summary>

inside

</details>"""
    blocks = [(place.kind, place.text) for place in words.blocks(source)]
    assert blocks == [
        ("heading", "A *title*"),
        ("paragraph", "First line\nsecond line."),
        ("item", "an item\n  that goes on"),
        ("item", "another"),
        ("paragraph", "$$\\text{name} = 1$$"),
        ("row", "| one | two |"),
        ("row", "| three | 4 |"),
        ("paragraph", "```python\nx = 1\n\ny = name\n```"),
        ("paragraph", "<details><summary>After</summary>"),
        ("paragraph", "inside"),
    ]
    assert all(source[place.start : place.end] == place.text for place in words.blocks(source))


@each_chinese
def test_a_catalogue_has_the_entries_that_its_notebook_asks_for(path):
    """A new word of the English is no entry yet where `make catalogues` was not run; then readers see it in English."""
    asked = {(asked.context, asked.text) for asked in catalogues.of_notebook(read(english(path)))}
    assert asked == {(entry.msgctxt, entry.msgid) for entry in stored(path)}, "run `make catalogues`"


@each_chinese
def test_an_entry_has_the_fields_formulas_links_code_and_numbers_of_its_english(path):
    for entry in entries(path):
        chinese = entry.msgstr
        if not is_markdown(entry):
            assert words.fields(chinese) == words.fields(entry.msgid), chinese
            continue
        for rule in (r"\]\(([^)#]*)", r"`([^`]+)`", r"</?[a-z][^>]*>", r"^\|", r"^\*\*\d "):
            signs = [sorted(re.findall(rule, _formal(text), re.MULTILINE)) for text in (entry.msgid, chinese)]
            assert signs[0] == signs[1], f"{entry.msgctxt}: {rule}"
        formulas = [
            sorted(set(re.findall(r"\$\$.*?\$\$|\$[^$]*\$", _formal(text), re.S))) for text in (entry.msgid, chinese)
        ]
        assert formulas[0] == formulas[1], entry.msgctxt
        assert numbers(prose(entry.msgid)) == numbers(prose(chinese)), entry.msgctxt


def _formal(text):
    """Without the words within formulas and code."""
    return re.sub(r"(?<=[`( \[])\"[^\"]*\"", '""', re.sub(r"\\text\{[^}]*\}", "", text))


@each_chinese
def test_a_stored_notebook_is_derived_from_the_english_one_and_its_catalogue(path):
    derived = nbformat.writes(catalogues.translated(english(path))) + "\n"
    assert path.read_text(encoding="utf-8") == derived, "run `make catalogues`"


def test_no_other_chinese_notebook_is_stored():
    assert sorted(catalogues.CHINESE.glob("*.ipynb")) == CHINESE


def test_words_of_a_script_are_found_in_template_literals_and_in_other_calls():
    script = '`${now} ${translated("{n} min", { n })}`; translated("{a}", { a: b.join(translated(", then ")) })'
    assert catalogues.package.WORDS.findall(script) == ["{n} min", "{a}", ", then "]
    assert "{minutes} min" in {entry.text for entry in catalogues.of_book()}


def test_the_book_s_catalogue_has_the_entries_that_its_sources_ask_for():
    """Its words have the fields and tags of their English; what evalcore says too is translated there."""
    there = {text: entry for (_, text), entry in catalogues.entries(catalogues.read(catalogues.BOOK)).items()}
    assert {entry.text for entry in catalogues.of_book()} == {*there}, "run `make catalogues`"
    for text, entry in there.items():
        if catalogues.is_waiting(entry):
            continue
        for rule in (r"\{+ ?\w+ ?\}+", r"%\(\w+\)s", r"<(?!/?[ib]>)[^>]*>", r"`[^`]+`"):
            signs = [sorted(re.findall(rule, words)) for words in (text, entry.msgstr)]
            assert signs[0] == signs[1], entry.msgstr
        assert numbers(text) == numbers(entry.msgstr), entry.msgstr
        plain = re.sub(r"<[^>]*>|^(#+|>) |\*", "", entry.msgstr)
        assert not re.search(rf"{HAN} +[A-Za-z0-9]|[A-Za-z0-9] +{HAN}|{HAN}[,;:?!()]", plain), entry.msgstr


@pytest.mark.skipif(shutil.which("make") is None, reason="no make here")
@pytest.mark.parametrize(
    ("language", "opened"),
    [
        ("", "tree/00_"),
        ("zh", "tree/zh/00_"),
        ("zh_CN:en", "tree/zh/00_"),
        ("en_US:en", "tree/00_"),
        ("en:zh", "tree/00_"),
    ],
)
@pytest.mark.parametrize("goal", ["lab", "lecture"])
def test_make_opens_the_start_notebook_in_the_reader_s_language(goal, language, opened):
    command = ["make", "--dry-run", goal]
    ran = subprocess.run(command, cwd=ROOT, env=os.environ | {"LANGUAGE": language}, capture_output=True, text=True)
    assert f"{opened}start_here.ipynb" in ran.stdout


# What becomes of an entry when the English changes


def catalogue_after(*versions):
    """Return the catalogue of a notebook of one cell through several versions of its source, the first translated."""
    catalogue = POFile()
    for version in versions:
        cells = [nbformat.v4.new_markdown_cell(text, id=name) for name, text in version.items()]
        catalogue = catalogues.renewed(catalogue, catalogues.of_notebook(nbformat.v4.new_notebook(cells=cells)))
        if version is versions[0]:
            for entry in catalogue:
                entry.msgstr = f"译：{entry.msgid}"
    return catalogue


def shown(catalogue):
    """Return what Chinese readers see, entry by entry."""
    return [catalogues.chinese(entry, entry.msgid) for entry in catalogue if not entry.obsolete]


ONE, TWO = "Precision asks one question.", "A threshold is a choice."


def test_a_changed_sentence_keeps_its_chinese_and_waits():
    """Also when it was rewritten altogether, and when it changes once more; as it was, it is right again."""
    for change in ("Precision and recall ask two questions.", "Nothing alike."):
        first, second = catalogue_after({"a": f"{ONE}\n\n{TWO}"}, {"a": f"{change}\n\n{TWO}"})
        assert (first.msgstr, first.fuzzy, first.previous_msgid) == (f"译：{ONE}", True, ONE)
        assert (second.msgstr, second.fuzzy) == (f"译：{TWO}", False)
    (again,) = catalogue_after({"a": ONE}, {"a": "Something."}, {"a": "Something else."})
    assert (again.msgstr, again.previous_msgid) == (f"译：{ONE}", ONE)
    (back,) = catalogue_after({"a": ONE}, {"a": "Something."}, {"a": ONE})
    assert (back.msgstr, back.fuzzy) == (f"译：{ONE}", False)


def test_a_sentence_that_moves_to_another_cell_stays_right():
    (moved,) = catalogue_after({"a": ONE}, {"b": ONE})
    assert (moved.msgstr, moved.fuzzy) == (f"译：{ONE}", False)


def test_the_chinese_of_a_paragraph_that_is_split_or_merged_is_shown_once():
    split = catalogue_after({"a": f"{ONE} {TWO}"}, {"a": f"{ONE}\n\n{TWO}"})
    assert sorted(shown(split)) == ["", f"译：{ONE} {TWO}"]
    assert all(catalogues.is_waiting(entry) for entry in split)
    merged = catalogue_after({"a": f"{ONE}\n\n{TWO}"}, {"a": f"{ONE} {TWO}"})
    assert shown(merged) == [f"译：{ONE}译：{TWO}"]


def test_a_new_paragraph_is_shown_in_english_and_waits():
    catalogue = catalogue_after({"a": ONE}, {"a": f"{ONE}\n\n{TWO}"})
    assert shown(catalogue) == [f"译：{ONE}", TWO]
    assert [catalogues.is_waiting(entry) for entry in catalogue if not entry.obsolete] == [False, True]


def test_old_chinese_is_kept_as_long_as_an_entry_waits():
    catalogue = catalogue_after({"a": ONE, "b": TWO}, {"a": "Something else altogether."})
    assert [entry.msgstr for entry in catalogue.obsolete_entries()] == [f"译：{TWO}"]
    assert catalogue_after({"a": ONE, "b": TWO}, {"a": ONE}).obsolete_entries() == []


@pytest.mark.parametrize(
    ("before", "after", "chinese", "shown"),
    [
        ("{a:.2f} of {b}", "{c:.2f} of {b}", "{b}中的{a:.2f}", "{b}中的{c:.2f}"),
        ("{a} of {b}", "{b}", "{b}中的{a}", "{b}中的…"),
        ("{a}", "all {a}, {b}", "{a}个", "{a}个"),
        ("a {{b}}", "the {{b}}", "{{b}}", "{{b}}"),
    ],
)
def test_an_old_translation_has_the_fields_of_the_new_english(before, after, chinese, shown):
    """Otherwise a cell of the Chinese notebook would fail at a name that is gone."""
    assert words.with_fields_of(after, chinese, before) == shown


def test_waiting_entries_are_listed_and_marked_as_right(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(catalogues, "stored", lambda: [tmp_path / "05_costs.po"])
    catalogues.write(tmp_path / "05_costs.po", catalogue_after({"a": ONE, "b": TWO}, {"a": f"{ONE}.", "b": TWO}))
    assert catalogues.main(["waiting"]) == 1
    printed = capsys.readouterr().out
    (entry,) = catalogues.waiting()
    assert all(text in printed for text in (entry.name, ONE, f"{ONE}.", f"译：{ONE}", "1 entr"))
    assert catalogues.mark_as_right({entry.name, "05-000000"}) == {"05-000000"}
    assert [*catalogues.waiting()] == []
    first, _ = catalogues.read(tmp_path / "05_costs.po")
    assert (first.msgid, first.msgstr, first.fuzzy) == (f"{ONE}.", f"译：{ONE}", False)


# Chinese


@each_chinese
def test_no_english_sentence_is_left(path):
    for entry in entries(path):
        left = SENTENCE.search(TERM.sub("", prose(entry.msgstr)))
        assert entry.msgctxt == "glossary" or not left, f"{entry.msgctxt}: {entry.msgstr}"


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
    for cell, text in ((entry.msgctxt, entry.msgstr) for entry in entries(path)):
        plain = re.sub(r"^(\*\*)?\d+ |(?<=\[)\d\d ", "", text, flags=re.MULTILINE)
        plain = re.sub(r"^([-*] |\d\. |> )| ?\| ?", "\n", plain, flags=re.MULTILINE)
        plain = re.sub(r"\]\([^)]*\)", "", plain)  # of a link the address
        for breach in (re.search(CLOSE, plain), re.search(HALF_WIDTH, prose(plain))):
            assert not breach, f"{cell}: {breach.string[max(breach.start() - 8, 0) : breach.end() + 8]}"


@each_chinese
def test_what_is_bold_or_italic_is_seen_so(path):
    """Between Chinese signs a mark that stands beside punctuation neither opens nor closes (CommonMark)."""
    inside, outside = r"[，。；：？！（）“”、《》]", rf"(?:{HAN}|[A-Za-z0-9])"
    for entry in entries(path):
        if is_markdown(entry):
            for mark in re.finditer(r"(?<!\*)(\*\*?)(?!\*)([^*\n]+)\1(?!\*)", entry.msgstr):
                before, after = entry.msgstr[: mark.start()][-1:], entry.msgstr[mark.end() :][:1]
                opens = not (re.match(inside, mark[2]) and re.match(outside, before))
                closes = not (re.match(inside, mark[2][-1]) and re.match(outside, after))
                assert opens, f"{entry.msgctxt}: {before}{mark[0]}"
                assert closes, f"{entry.msgctxt}: {mark[0]}{after}"


# Terms


@cache
def terms():
    """The Chinese names of each English term of the glossary."""
    source = read(ROOT / "notebooks" / "00_start_here.ipynb").cells[-1].source
    pairs = {}
    for row in re.findall(r"^\| (.+) \|$", source, re.MULTILINE)[1:]:
        english, chinese, *_ = row.split(" | ")
        several = [re.split(sign, text) for sign, text in (("[;,] ", english), ("[；，]", chinese))]
        if len(several[0]) == len(several[1]):
            pairs |= dict(zip(*several, strict=True))
    return pairs


def test_a_row_of_the_chinese_glossary_has_the_terms_of_its_english():
    rows = [entry for entry in entries(NOTEBOOKS[0]) if entry.comment == "row" and entry.msgctxt == "glossary"]
    for entry in rows[1:]:
        english, chinese = (text.strip("| ").split(" | ")[:2] for text in (entry.msgid, entry.msgstr))
        assert english == chinese[::-1]


def texts_of_cells(path):
    """Yield each Markdown cell of which no entry waits, and each string of the code: its cell, English and Chinese."""
    cells = {}
    for entry in stored(path):
        if is_markdown(entry):
            cells.setdefault(entry.msgctxt, []).append(entry)
        elif not catalogues.is_waiting(entry) and entry.msgstr != entry.msgid:
            yield entry.msgctxt, entry.msgid, entry.msgstr
    for cell, texts in cells.items():
        if not any(map(catalogues.is_waiting, texts)):
            yield cell, "\n\n".join(entry.msgid for entry in texts), "\n\n".join(entry.msgstr for entry in texts)


@each_chinese
def test_where_the_english_has_a_term_the_chinese_has_its_one_translation(path):
    """At least its stem (自助样本, 宏查准率); a term with a sense in brackets is also an ordinary word."""
    asked = {english: chinese for english, chinese in terms().items() if english not in ORDINARY and "(" not in english}
    longest_first = sorted(asked.items(), key=lambda term: -len(term[0]))  # of k nearest neighbours that
    missing = []
    for cell, english_text, chinese_text in texts_of_cells(path):
        text = prose(english_text)
        for english, chinese in longest_first:
            if english not in text:
                continue
            stems = [re.sub("(平均|法)$", "", name) for name in re.split("[（）]", chinese) if name]
            text, times = re.subn(rf"\b{re.escape(english)}s?\b", "\0", text)
            if times and not any(stem in chinese_text for stem in stems):
                missing.append((cell, english, chinese))
    assert missing == []


@each_chinese
def test_no_term_has_a_second_translation(path):
    for cell, text in ((entry.msgctxt, entry.msgstr) for entry in entries(path)):
        plain = QUOTED.sub("", text)
        for english, rivals in RIVALS.items():
            rival = re.search(rivals, plain)
            assert not rival or cell == "glossary", f"{cell}: {rival[0]} for {english}"
