"""English and Chinese: the current language, the content of the catalogue, and whether its characters can be drawn."""

import html
import json
import re
import subprocess
import sys
from collections import Counter
from gettext import GNUTranslations
from itertools import chain

import catalogues
import font
import matplotlib as mpl
import package
import pytest
from fontTools.ttLib import TTFont
from matplotlib.figure import Figure
from mistakes import mistakes, right
from test_report import WORTHLESS, few_states  # noqa: F401

from evalcore import __main__ as command
from evalcore import frontend, plots
from evalcore.counts import count_scores
from evalcore.exercises import check, find, practice, predict, tasks
from evalcore.exercises.drawing import Axis, compared, sketch
from evalcore.exercises.judging import Choice
from evalcore.exercises.tasks import families, to_html
from evalcore.explore import explore
from evalcore.language import filled, labelled, language, marked, places, speak, tag, translated
from evalcore.plots import style
from evalcore.report import Report
from notebooks import ROOT

STORED = ROOT / "evalcore" / "locale" / "zh_CN" / "LC_MESSAGES" / "evalcore.po"
ASKED = [
    name
    for chapter in sorted((ROOT / "evalcore" / "exercises").glob("chapter_*.py"))
    for name in re.findall(r'@exercise\("(.*)"\)', chapter.read_text(encoding="utf-8"))
]
ENGLISH = re.compile(r"(?<![A-Za-z])[a-z]{3,}(?![A-Za-z])")  # a word, not a name or a formula
HAN = re.compile("[\u4e00-\u9fff]")
NAMES = {  # lower-case words that are code
    "classes", "corrected", "cost", "decompose", "exact", "false", "folds", "grid", "gzip", "html", "index",
    "install", "int", "lambda", "learn", "mid", "model", "nan", "numbers", "pandas", "pip", "polynomial",
    "predict", "probabilities", "requirements", "scikit", "scores", "threshold", "true", "txt",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _usual_style():
    """Restore the style after each test."""
    with mpl.rc_context():
        yield


# The current language


def test_what_is_said_comes_before_the_environment_and_english_is_the_last_resort(monkeypatch):
    assert (language(), tag()) == ("en", "en")
    monkeypatch.setenv("EVALCORE_LANGUAGE", "zh")
    assert (language(), tag()) == ("zh", "zh-CN")
    speak("en")
    assert language() == "en"
    speak(None)
    assert language() == "zh"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"LANGUAGE": "zh_CN:en"}, "用法"),
        ({"LANGUAGE": "zh"}, "用法"),
        ({"LANGUAGE": "en_US:zh"}, "usage"),
        ({"LANGUAGE": "de"}, "usage"),
        ({"LANGUAGE": "zh", "EVALCORE_LANGUAGE": "en"}, "usage"),
    ],
)
def test_the_command_speaks_the_first_language_of_the_environment(environment, expected, monkeypatch, capsys):
    for name, code in environment.items():
        monkeypatch.setenv(name, code)
    for arguments in (["report", "--help"], ["--language", "en"]):
        with pytest.raises(SystemExit):
            command.main(arguments)
        captured = capsys.readouterr()
        assert (captured.out or captured.err).startswith(expected if "--help" in arguments else "usage")


@pytest.mark.parametrize("name", ["", "de", "ZH", "zh_CN", 1, ["en"], float("nan")])
def test_another_language_is_refused_and_nothing_changes(name):
    speak("zh")
    for call in (speak, lambda name: style.use_style(language=name)):
        with pytest.raises(ValueError, match=r"language must be one of \['en', 'zh'\], got"):
            call(name)
    assert language() == "zh"


def test_an_environment_that_names_another_language_is_an_error_that_says_so(monkeypatch):
    monkeypatch.setenv("EVALCORE_LANGUAGE", "deutsch")
    with pytest.raises(ValueError, match=r"EVALCORE_LANGUAGE must be one of \['en', 'zh'\], got 'deutsch'"):
        translated("score")


def test_a_style_speaks_its_language_and_without_one_leaves_it():
    style.use_style(language="zh")
    assert language() == "zh"
    style.use_style("print")
    assert language() == "zh"
    with pytest.raises(ValueError, match="profile must be"):
        style.use_style("poster", language="en")
    assert language() == "zh"
    style.use_style(language="en")
    assert language() == "en"


@pytest.mark.parametrize("code", ["en", "zh"])
def test_words_that_no_catalogue_has_are_said_as_they_are(code):
    speak(code)
    assert translated("no such {words} here") == marked("no such {words} here") == "no such {words} here"
    assert translated("no such {n:.1f} here {words}", n=2, words="{x}") == "no such 2.0 here {x}"
    assert translated("") == ""
    assert labelled("no_such_control") == "no such control"


def test_a_word_of_the_catalogue_is_said_in_its_language():
    assert (translated("score"), labelled("called_positive")) == ("score", "called positive")
    speak("zh")
    assert (translated("score"), labelled("called_positive")) == ("得分", "判为正例")
    assert (translated("ill"), labelled("ill")) == ("患病", "病人"), "the name of a control is an entry of its own"


@pytest.mark.texts
def test_to_speak_loads_nothing_but_the_standard_library():
    loaded = "import sys; before = {*sys.modules}; import evalcore.language; print(*{*sys.modules} - before)"
    named = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    rooms = {name.partition(".")[0] for name in named}
    assert rooms <= {*sys.stdlib_module_names, "evalcore"}


# The catalogue


def entries():
    """Return the entries of the catalogue that do not wait."""
    return [entry for entry in stored() if not catalogues.is_waiting(entry)]


def stored():
    return catalogues.entries(catalogues.read(STORED)).values()


def fields(template):
    return sorted(re.findall(r"\{[^{}]*\}", template))


@pytest.mark.texts
def test_the_catalogue_has_what_evalcore_says_and_nothing_else():
    """``locale/package.py`` collects the marked strings."""
    wanted = {(words.text, words.context) for words in package.words()}
    assert {(entry.msgid, entry.msgctxt) for entry in stored()} == wanted, "run `make catalogues`"
    assert [entry.msgid for entry in entries() if fields(entry.msgid) != fields(entry.msgstr)] == []


@pytest.mark.texts
def test_what_is_compiled_is_what_the_catalogue_says():
    with STORED.with_suffix(".mo").open("rb") as file:
        compiled = GNUTranslations(file)
    for entry in stored():
        translation = compiled.pgettext(entry.msgctxt, entry.msgid) if entry.msgctxt else compiled.gettext(entry.msgid)
        assert translation == catalogues.chinese(entry, entry.msgid), "run `make catalogues`"


@pytest.mark.texts
def test_no_english_sentence_is_left_in_the_catalogue():
    left = {entry.msgid: english for entry in entries() if (english := words_left(entry.msgstr))}
    assert left == {}


def words_left(chinese):
    """Return the English words of a Chinese text, but those of entries that have no Chinese yet."""
    waiting = [entry.msgid for entry in stored() if not entry.msgstr]
    return _english_words(chinese) - NAMES - _english_words(" ".join(waiting))


def _english_words(text):
    code = r"\{[^{}]*\}|`[^`]*`|[a-z]+_[a-z_]+"
    code += r"|(?<![A-Za-z])(?:--|\.)[a-z_.-]+|[a-z]+(?:\.[a-z]+)+"  # options, endings of files, modules
    return {*ENGLISH.findall(re.sub(code, "", text))}


@pytest.mark.texts
@pytest.mark.parametrize(
    ("rule", "breach"),
    [
        ("no blank between a Chinese sign and a letter or a number", r"[\u4e00-\u9fff] [\w{]|[\w}] [\u4e00-\u9fff]"),
        ("full-width signs after Chinese", r"[\u4e00-\u9fff][,;:?!.(]|[,;?!(][\u4e00-\u9fff]"),
        ("no blank beside a full-width sign", r" [，。：；？！（）、”]|[，。；？！（）、“] "),
    ],
)  # fmt: skip
def test_chinese_is_set_as_chinese_is_set(rule, breach):
    translations = [entry.msgstr.replace("{mark} ", "") for entry in entries()]
    assert [words for words in translations if re.search(breach, words)] == [], rule


# The characters


@pytest.mark.texts
def test_the_font_has_every_sign_that_the_catalogues_may_draw():
    """``make font`` makes the font again."""
    there = {chr(code) for code in TTFont(style.HAN_FILE).getBestCmap()}
    assert {sign: path for sign, path in font.wanted().items() if sign not in there} == {}


@pytest.mark.texts
def test_the_font_is_small_free_and_has_a_name_of_its_own():
    names = TTFont(style.HAN_FILE)["name"]
    assert style.HAN_FILE.stat().st_size <= 500_000
    assert names.getDebugName(1) == style.HAN
    assert "SIL Open Font License" in names.getDebugName(13)
    assert "SIL OPEN FONT LICENSE Version 1.1" in style.HAN_FILE.with_name("LICENSE").read_text(encoding="utf-8")


def drawn(words):
    """Draw the text; matplotlib warns of a character that no font has, and a warning is an error here."""
    figure = Figure()
    figure.text(0, 0, words, parse_math=False)
    return style.drawn(figure)


@pytest.mark.parametrize("profile", ["screen", "lecture"])
def test_every_sign_of_the_catalogues_can_be_drawn(profile):
    """Each character is drawn once, because whether a font has it does not depend on the text around it."""
    style.use_style(profile, language="zh")
    signs = "".join(sorted({*"".join(chain(*font.words().values()))} - {"\n"}))
    assert len(signs) > 500
    drawn("\n".join(signs[at : at + 40] for at in range(0, len(signs), 40)))
    with pytest.warns(UserWarning, match="missing from font"):
        drawn("龘")


def test_bold_chinese_is_drawn_without_a_warning(caplog):
    style.use_style(language="zh")
    figure = Figure()
    figure.text(0, 0, "得分", weight="bold")
    style.drawn(figure)
    assert caplog.records == []


def test_only_chinese_pictures_ask_for_chinese_letters():
    usual = mpl.rcParams["font.family"]
    style.use_style(language="zh")
    style.use_style("lecture")
    assert mpl.rcParams["font.family"] == [*usual, style.HAN]
    style.use_style(language="en")
    assert mpl.rcParams["font.family"] == usual


# What a reader sees


def test_a_picture_speaks_chinese(tmp_path):
    style.use_style(language="zh")
    _, axes = plots.panels("ab")
    plots.metrics.confusion_matrix_frame(axes["a"])
    plots.metrics.roc_plane(axes["b"], translated("guessing"))

    def moving(axes, called_positive):
        plots.metrics.plot_point(0.5, 0.5, axes["b"], "得分")
        return f"{called_positive}个"

    picture = explore(axes, moving, called_positive=(0, 4))
    assert picture.alt.endswith("真正例率随假正例率的变化")
    assert picture.controls["called_positive"].description == "判为正例"
    assert axes["a"].get_xlabel() == "预测结果"
    assert "得分" in picture.svg
    picture.save(tmp_path / "picture.html", title="一点")
    page = (tmp_path / "picture.html").read_text(encoding="utf-8")
    assert '<html lang="zh-CN">' in page
    assert words_left(bare([re.sub(r"<(script|style).*?</\1>", "", page, flags=re.S).partition("<body>")[2]])) == set()
    assert 'data-copied="链接已复制"' in page


def test_sheets_are_printed_in_chinese(tmp_path):
    page = tmp_path / "sheets.html"
    assert command.main(["sheet", "04", "--students", "2", "--language", "zh", "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert '<html lang="zh-CN">' in text
    assert words_left(bare(re.findall(r"<body>.*", text, re.S))) == set()
    assert "第2份" in text


SCORES = [(k % 3 == 0, (7 * k % 10 + 4 * (k % 3 == 0)) / 14, 1 + 9 * k % 13 + 3 * (k % 3 == 0)) for k in range(60)]


@pytest.mark.usefixtures("few_states")
def test_a_report_is_written_in_chinese(tmp_path, capsys):
    """The command prints it, also as JSON, and writes its page; each has the numbers of the English report."""
    path, page, reports = tmp_path / "表", tmp_path / "页.html", {}
    lines = [f"{k},无,{int(label)},{score:.3f},{rival}" for k, (label, score, rival) in enumerate(SCORES)]
    path.write_text("\n".join(["行,备注,病,甲,乙", *lines]), encoding="utf-8")
    for code in ("en", "zh"):
        options = ["report", str(path), "--label", "病", "--language", code, "--prior", "0.05", "--margin", "0.02"]
        assert [command.main([*options, *more]) for more in ([], ["--json"], ["-o", str(page)])] == [0] * 3
        shown, as_json, written = re.fullmatch(r"(.*\n)(\{.*\}\n)(.*)", capsys.readouterr().out, re.S).groups()
        as_json = json.loads(as_json)
        words = [
            *as_json["left out"],
            *as_json["words"],
            *chain(*as_json["words"].values()),
            *as_json["table"]["measure"],
        ]
        body = re.sub(r"<(script|style|svg).*?</\1>", "", html.unescape(page.read_text(encoding="utf-8")), flags=re.S)
        reports[code] = [shown, "\n".join([*words, *as_json["table"]["learner"]]), body.partition("<body>")[2]]
    assert written.startswith("已写入：")
    assert '<html lang="zh-CN">' in body
    assert [words_left(bare([text])) for text in reports["zh"]] == [set()] * 3
    for english, chinese in zip(*reports.values(), strict=True):
        figures = [sorted(re.findall(r"\d+(?:\.\d+)?", bare([text]))) for text in (english, chinese)]
        assert figures[0] == figures[1]


@pytest.mark.parametrize("kind", WORTHLESS)
def test_a_warning_of_a_report_is_said_in_chinese(kind):
    y, scores, _ = WORTHLESS[kind]
    english = str(Report(y, {"甲": scores}, cost_fp=50))
    speak("zh")
    chinese = str(Report(y, {"甲": scores}, cost_fp=50))
    assert words_left(chinese) == set()
    assert Counter(re.findall(r"\d+", chinese)) == Counter(re.findall(r"\d+", english))
    assert max(map(places, chinese.splitlines())) <= 80


def test_reports_on_few_examples_and_on_tables_speak_chinese():
    speak("zh")
    few = Report([1, 1, 1, 0, 0, 0, 0], {"甲": [0.9, 0.4, 0.6, 0.3, 0.2, 0.7, 0.1]})
    table = count_scores([1, 1, 0, 0], [0.91, 0.4, 0.6, 0.1]).rounded(1)
    tables = Report.from_counts({"甲": table, "乙": table}, {"甲": table, "乙": table})
    assert [words_left(str(report)) for report in (few, tables)] == [set()] * 2
    assert "正例只有3个" in str(few)
    assert "一个也不判为正例" in str(Report([1, 0] * 9, {"甲": [0.2, 0.6, 0.4] * 6}, cost_fp=90))
    assert "舍入之前的AUC在" in str(tables)


def test_lines_of_chinese_break_between_signs_and_keep_words_numbers_and_stops_whole():
    words = "一二三四five，六七（3.14159）八九"
    speak("zh")
    assert filled(words, 12) == "一二三四\nfive，六七\n（3.14159）\n八九"
    assert filled(words, 16, first="- ", then="  ") == "- 一二三四five，\n  六七\n  （3.14159）八\n  九"
    assert places("AUC是1。") == 8


def test_a_prediction_speaks_chinese():
    speak("zh")
    asked = predict("哪一个？", ["甲", "乙"], "乙", "道理如此。")
    assert asked.stored.startswith("先猜一猜。哪一个？\n")
    assert "<b>先猜一猜。</b>哪一个？" in asked.html


def test_the_scripts_of_a_notebook_speak_chinese():
    said = json.loads(re.search(r"Object\.assign\(WORDS_OF_PAGE, (\{.*\})\);", frontend.script_of("zh"))[1])
    assert len(said) > 40
    assert [words for words, chinese in said.items() if chinese == words] == []


def test_a_drawing_is_answered_in_chinese():
    speak("zh")
    rule = sketch(
        "画出来。", [0, 1, 2, 3], {"误差": [1, 0.2, 0, 1], "精度": [0, 0, 1, 1]}, across="幂次", up="y", ends=(0, 1)
    ).rule
    right, words = compared(rule, [[1, 0, 0.5, 1], [0, 0.3, 1, 1]])
    assert not right
    assert words == (
        "误差：你画的曲线先下降，再上升，与实际一致；你预想最低点在幂次1，实际在2；在幂次2处你画的偏高0.50，平均相差0.18，"
        "超过了允许的0.10。精度：你画的曲线一路上升，与实际一致；在幂次1处你画的偏高0.30，平均相差0.08。"
    )
    assert Axis("x", 0, 1, 2).name == "x = "


@pytest.mark.texts
@pytest.mark.parametrize("name", ASKED)
def test_an_exercise_says_in_chinese_what_it_says_in_english(name):
    """The same answers are correct, each mistake has its own hint, and no English word is left."""
    english = find(name).rule
    speak("zh")
    chinese, hints = find(name).rule, [hint for hint, _ in mistakes(find(name).rule)]
    assert len(hints) == len({*hints}) == len(mistakes(english))
    assert [words_left(hint) for hint in (*hints, chinese["expected"], chinese["unread"])] == [set()] * (len(hints) + 2)
    waiting = {hint for hint, _ in mistakes(english)}  # new hints are in English until they are translated
    assert all(HAN.search(hint) or hint in waiting for hint in hints)
    assert check(name, right(english)).passed
    assert check(name, right(chinese)).passed
    for hint, answer in mistakes(chinese):
        assert hint in check(name, answer).words  # a remark on rounding may follow
    assert repr(check(name, right(chinese))) == "✓ 正确。"
    assert re.match("✗ 还不对。这里要填.*，得到的却是'？'。", repr(check(name, "？")))


def test_words_are_known_in_both_languages_also_in_full_width():
    speak("zh")
    asked = "choose-measures"
    assert find(asked).rule["hints"][0].keys() >= {"精度", "查准率", "查全率", "FPR", "F1"}
    for answer in [
        ("accuracy", "recall", "precision", "FPR"), ("精度", "查全率", "查准率", "假正例率"),
        "精度；查全率；查准率；FPR", "ａｃｃｕｒａｃｙ，召回率，ｐｒｅｃｉｓｉｏｎ，ＦＰＲ",
        "精度、查全率、查准率、误诊率",
    ]:  # fmt: skip
        assert check(asked, answer).passed, answer
    assert check("lead-or-luck", "确有领先、可能是运气、luck").passed
    assert "这里没有'快'这个选项" in check(asked, "精度；查全率；查准率；快").words
    speak("en")
    assert check(asked, "精度；查全率；查准率；假正例率").passed


@pytest.mark.parametrize("code", ["en", "zh"])
def test_a_melon_by_its_attributes_is_known_in_the_words_of_either_language(code):
    """The attributes may be in any order; this also holds for a table of melons."""
    speak(code)
    melon = {"sound": "crisp", "colour": "pale", "root": "curled"}
    table = [({"root": "curled", "sound": "muffled", "colour": "green"}, "good"), (("black", "stiff", "crisp"), 1)]
    assert check("dividing-melon", melon).passed
    assert check("one-survivor", table).passed
    if code == "zh":
        assert check("dividing-melon", {"敲声": "清脆", "色泽": "浅白", "根蒂": "蜷缩"}).passed
        assert check("one-survivor", [(("青绿", "蜷缩", "浊响"), "好瓜"), (("乌黑", "硬挺", "清脆"), 1)]).passed
        assert "色泽的取值只能是青绿、乌黑、浅白" in check("one-survivor", [(("紫", "蜷缩", "浊响"), 1)]).words


def test_each_word_of_a_choice_has_its_own_name_in_chinese():
    asked = Choice(
        {"A": ("precision", "x"), "B": ("recall", "y")}, {"precision": ["P"], "recall": []}, {"z": (None, "recall")}
    )
    speak("zh")
    assert asked.rule["hints"] == [{"查准率": None, "查全率": "A：x"}, {"查准率": "B：y", "查全率": None}]
    assert asked.rule["known"] == {"查准率|查全率": "z", "查全率|查全率": "z"}


PRACTISED = [family.name for chapter in range(1, 11) for family in families(f"{chapter:02}")]


def bare(parts):
    return re.sub("<[^>]*>", " ", " ".join(parts))


@pytest.mark.texts
@pytest.mark.parametrize("name", PRACTISED)
def test_practice_says_in_chinese_what_it_says_in_english(name):
    """In chapter 04 the same answers are right; question, hints and solution have the same numbers and no English."""
    family = tasks.find(name)
    for seed in range(20):
        speak("en")
        task = family.task(seed)
        english, answer = task.record(), task.answer
        speak("zh")
        task = family.task(seed)
        chinese, hints = task.record(), [hint for hint, _ in mistakes(task.exercise.rule)]
        assert task.exercise.judge(answer) is task.exercise.judge(task.answer) is None
        assert len({*hints}) == len(mistakes(english["rule"]))
        texts = [chinese["question"], *chinese["steps"], *hints, *chinese["rule"].get("otherwise", [])]
        assert words_left(bare(texts)) == set()
        numbers = [
            re.findall(r"\d+(?:\.\d+)?", bare([task["question"], *task["steps"]])) for task in (english, chinese)
        ]
        assert Counter(numbers[1]) - Counter(numbers[0]) == Counter(), "a number that English does not say"


def test_a_practice_speaks_chinese():
    speak("zh")
    asked = practice("auc-by-hand", seed=0)
    assert "手算AUC" in asked.html
    assert asked.first["rule"]["expected"] == "一个保留三位小数的数"
    assert to_html([asked.title]) == "<p>手算AUC（有一对并列）</p>"
