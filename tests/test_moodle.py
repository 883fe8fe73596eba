"""Practice tasks as Moodle XML: it is read as Moodle's documentation describes, and marked as Moodle marks it."""

import html
import re
from xml.etree import ElementTree

import pytest
from test_language import bare, words_left

from evalcore import __main__ as command
from evalcore.exercises.judging import Choice, Numbers
from evalcore.exercises.moodle import moodle, question
from evalcore.exercises.tasks import Family, Task, families, find
from evalcore.language import speak

SEED, VARIANTS = 2027, 12
NAMES = [family.name for family in families()]
ELEMENTS = {  # https://docs.moodle.org/en/Moodle_XML_format
    "quiz": ["question"],
    "category": ["text"],
    "name": ["text"],
    "questiontext": ["text"],
    "generalfeedback": ["text"],
    "answer": ["text", "feedback", "tolerance"],
    "feedback": ["text"],
}
PARTS = ["name", "questiontext", "generalfeedback", "defaultgrade", "penalty", "hidden", "idnumber"]
# https://docs.moodle.org/en/Embedded_Answers_(Cloze)_question_type; the # of an entity separates nothing
ALTERNATIVE = r"(=|%-?[0-9]+%)?((?:\\.|(?<=&)#|(?<=&amp;)#|[^~#}\\])+)(?:#((?:\\.|[^~}\\])*))?"
FIELD = re.compile(rf"\{{([0-9]+):(NM|MC):((?:~?{ALTERNATIVE})+)\}}")


@pytest.fixture(autouse=True)
def _english():
    yield
    speak(None)


def fields_of(element):
    """Return the answers of each field of a question: (fraction, text, tolerance, feedback as a reader sees it)."""
    if element.get("type") == "numerical":
        return [[(int(answer.get("fraction")), answer.findtext("text"), answer.findtext("tolerance"),
                  html.unescape(answer.findtext("feedback/text") or ""))
                 for answer in element.findall("answer")]]  # fmt: skip
    fields = []
    for mark, kind, alternatives, *_rest in FIELD.findall(element.findtext("questiontext/text")):
        assert mark == "1"
        answers = []
        for sign, text, feedback in re.findall(f"~?{ALTERNATIVE}", alternatives):
            number, _colon, tolerance = text.partition(":") if kind == "NM" else (text, "", "")
            shown = [re.sub(r"\\([}#~])", r"\1", html.unescape(part)) for part in (number, feedback)]  # Moodle's HTML
            fraction = 100 if sign == "=" else int(sign.strip("%"))
            answers.append((fraction, html.unescape(shown[0]), tolerance or "0", html.unescape(shown[1])))
        fields.append(answers)
    return fields


def marked_number(answers, number):
    """Return the fraction and the feedback of the first answer that fits, as Moodle does."""
    for fraction, text, tolerance, feedback in answers:
        if text == "*" or abs(float(text) - number) <= float(tolerance) + 1e-14 * max(1, abs(float(text))):
            return fraction, feedback
    raise AssertionError(f"no answer fits {number}")


def drawn(name, count=VARIANTS):
    """Return tasks of a family with their questions."""
    family = find(name)
    return [(family.task(SEED * 1000 + number - 1), question(family, SEED, number)) for number in range(1, count + 1)]


def kind_of(name):
    return find(name).task(0).exercise.rule["kind"]


@pytest.mark.parametrize("name", [name for name in NAMES if kind_of(name) == "numbers"])
def test_a_number_is_right_if_the_checker_says_so(name):
    for task, element in drawn(name):
        rule, fields = task.exercise.rule, fields_of(element)
        assert element.get("type") == ("numerical" if rule["count"] == 1 else "cloze")
        assert len(fields) == rule["count"] == int(element.findtext("defaultgrade"))
        unit, right = 10 ** -rule["decimals"], rule["right"][0]
        for place, (text, truth) in enumerate(zip(task.answer.split("; "), right, strict=True)):
            assert marked_number(fields[place], float(text)) == (100, "")
            near = [round(truth, rule["decimals"]) + step * unit for step in range(-3, 4)]
            for number in [truth, *near, truth + 0.4 * unit, truth - 0.4 * unit, truth + 0.6 * unit]:
                is_right = task.exercise.judge([*right[:place], number, *right[place + 1 :]]) is None
                assert (marked_number(fields[place], number)[0] == 100) == is_right


@pytest.mark.parametrize("name", [name for name in NAMES if kind_of(name) == "numbers"])
def test_a_known_mistake_gets_its_hint_and_any_other_answer_the_general_one(name):
    for task, element in drawn(name):
        rule, fields = task.exercise.rule, fields_of(element)
        for hint, rows in rule["known"]:
            for row in rows:
                for answer, enough in ((row, all), ([round(number, rule["decimals"]) for number in row], any)):
                    marks = [marked_number(*pair) for pair in zip(fields, answer, strict=True)]
                    given = [feedback for fraction, feedback in marks if fraction == 0]
                    assert given
                    assert enough(hint in feedback.split(" Or: ") for feedback in given)
                    assert len(fields) > 1 or given == [hint]
        for answers, otherwise in zip(fields, rule["otherwise"], strict=True):
            wrong = [float(text) for fraction, text, *_rest in answers if fraction == 0 and text != "*"]
            assert all(marked_number(answers, number)[0] == 0 for number in wrong)
            assert marked_number(answers, 987654.25) == (0, otherwise)


def test_a_number_that_is_rounded_too_far_or_cut_off_is_told_so():
    for truth, below, above in [(0.6667, "cut", "rounded"), (0.625, "rounded", "rounded")]:
        task = Task(["?"], Numbers(truth, {}, "other"), [])
        (answers,) = fields_of(question(Family("rounding", "Rounding", "04", lambda _rng, task=task: task), 0, 1))
        lower = int(100 * truth) / 100
        rule = task.exercise.rule
        assert [marked_number(answers, number)[1] for number in (lower, lower + 0.01)] == [rule[below], rule[above]]
        assert marked_number(answers, float(answers[0][1])) == (100, "")
        assert answers[0][1] == task.answer


@pytest.mark.parametrize("name", [name for name in NAMES if kind_of(name) == "choice"])
def test_each_word_has_the_verdict_and_the_hint_of_the_checker(name):
    for task, element in drawn(name):
        rule, fields = task.exercise.rule, fields_of(element)
        assert element.get("type") == "cloze"
        assert not rule["known"]  # hints for several words cannot be expressed
        right = task.answer.split(", ")
        for place, (answers, hints) in enumerate(zip(fields, rule["hints"], strict=True)):
            assert {text: feedback for _fraction, text, _tolerance, feedback in answers} == {
                word: hint or "" for word, hint in hints.items()
            }
            for fraction, text, *_rest in answers:
                verdict = task.exercise.judge([*right[:place], text, *right[place + 1 :]])
                assert (fraction == 100) == (verdict is None)


def test_question_and_solution_are_those_of_the_task():
    for name in NAMES:
        for task, element in drawn(name, 3):
            shown = html.unescape(bare([FIELD.sub("", element.findtext("questiontext/text"))]))
            cells = [cell for part in task.question for row in ([part] if isinstance(part, str) else part)
                     for cell in ([row] if isinstance(row, str) else row)]  # fmt: skip
            assert all(str(cell) in shown for cell in cells)
            assert "{" not in shown
            paragraphs = re.findall("<p>(.*?)</p>", element.findtext("generalfeedback/text"))
            assert [html.unescape(step) for step in paragraphs] == [
                step for step in task.steps if isinstance(step, str)
            ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_file_has_the_elements_and_types_that_moodle_documents(language):
    speak(language)
    quiz = ElementTree.fromstring(moodle(sorted({family.chapter for family in families()}), 3, SEED))
    for element in quiz.iter():
        if element.tag in ELEMENTS:
            assert {child.tag for child in element} == {*ELEMENTS[element.tag]}
        elif element.tag != "question":
            assert element.tag in {"text", "tolerance", *PARTS}
            assert len(element) == 0
    kinds = {"category": ["category"], "cloze": PARTS, "numerical": [*PARTS, "answer"]}
    for element in quiz:
        assert list(dict.fromkeys(child.tag for child in element)) == kinds[element.get("type")]
        if element.get("type") != "category":
            assert all(max(answer[0] for answer in answers) == 100 for answers in fields_of(element))
            assert element.find("questiontext").get("format") == "html"
    paths = [text.text for text in quiz.findall("question/category/text")]
    idnumbers = [element.text for element in quiz.findall("question/idnumber")]
    assert len({*paths}) == len(paths) == len(NAMES)
    assert all(path.count("/") == 2 and path.startswith("$course$/") for path in paths)
    assert len({*idnumbers}) == len(idnumbers) == 3 * len(NAMES)
    assert max(map(len, idnumbers)) <= 100
    if language == "zh":
        assert words_left(bare(text.text or "" for text in quiz.iter("text"))) - {"table", "course"} == set()


AWKWARD = r"""a < b & c > d, "50%", {x}, {1:SA:=y}, ~z, #1, =2, \}, \(w\), &lt; &#35; $$ ]]> it's"""


@pytest.mark.parametrize("kind", ["one number", "numbers", "words"])
def test_signs_with_a_meaning_in_xml_html_and_cloze_are_shown_as_they_are(kind):
    exercise = {
        "one number": Numbers(0.5, {AWKWARD: 0.7}, f"other {AWKWARD}"),
        "numbers": Numbers((0.5, 0.1), {AWKWARD: (0.7, 0.1)}, f"other {AWKWARD}", asks=(f"first {AWKWARD}", "second")),
        "words": Choice({f"first {AWKWARD}": {AWKWARD: None, f"={AWKWARD}": f"no {AWKWARD}", "%50%x": AWKWARD}}, {}),
    }[kind]
    task = Task([AWKWARD, [["head", AWKWARD], [1, 2]]], exercise, [AWKWARD])
    element = question(Family("awkward", f"A/B {AWKWARD}", "04", lambda _rng: task), 0, 1)
    element = ElementTree.fromstring(ElementTree.tostring(element))
    assert element.findtext("name/text") == f"A/B {AWKWARD} 0001"
    asked, solution = element.findtext("questiontext/text"), element.findtext("generalfeedback/text")
    fields = fields_of(element)
    assert len(fields) == {"one number": 1, "numbers": 2, "words": 1}[kind]
    assert (
        html.unescape(bare([FIELD.sub("", asked)])).count(AWKWARD) == {"one number": 2, "numbers": 4, "words": 3}[kind]
    )
    assert html.unescape(bare([solution])).strip() == AWKWARD
    assert "\\(" not in asked + solution  # no formula
    if kind == "words":
        assert fields == [
            [(100, AWKWARD, "0", ""), (0, f"={AWKWARD}", "0", f"no {AWKWARD}"), (0, "%50%x", "0", AWKWARD)]
        ]
    else:
        assert marked_number(fields[0], 0.7) == (0, AWKWARD)
        assert marked_number(fields[0], 9).__getitem__(1).endswith(f"other {AWKWARD}")


def test_between_two_known_mistakes_the_nearer_one_counts():
    task = Task(["?"], Numbers(0.5, {"near": 0.7004, "far": 0.7012}, "other"), [])
    (answers,) = fields_of(question(Family("close", "Close", "04", lambda _rng: task), 0, 1))
    hints = [marked_number(answers, number)[1] for number in (0.6999, 0.7003, 0.7007, 0.7009, 0.7016, 0.7022)]
    assert hints == ["near", "near", "near", "far", "far", "other"]


def test_a_slash_in_a_title_separates_no_categories(monkeypatch):
    family = Family("halves", "Either/or", "04", find("auc-by-hand").draw)
    monkeypatch.setattr("evalcore.exercises.moodle.chosen_families", lambda _chapters, _seed: [family])
    path = ElementTree.fromstring(moodle(["04"], 1, 0)).findtext("question/category/text")
    assert path == "$course$/Model evaluation, chapter 04/Either//or"


def test_the_command_writes_the_numbers_of_the_worksheets(tmp_path, capsys):
    page, xml, again = tmp_path / "sheets.html", tmp_path / "questions.XML", tmp_path / "again.xml"
    for path in (page, xml, again):
        assert command.main(["sheet", "04", "05", "--students", "7", "--seed", "2027", "-o", str(path)]) == 0
    assert f"Written: {xml}" in capsys.readouterr().out
    assert xml.read_bytes() == again.read_bytes()
    assert xml.read_bytes().startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n')
    assert moodle(["04", "05"], 7, 2028) != xml.read_text(encoding="utf-8")
    wanted = [family for chapter in ("04", "05") for family in families(chapter)]
    questions = {element.findtext("idnumber"): element for element in ElementTree.parse(xml).getroot()}
    assert len(questions) - 1 == 7 * len(wanted)  # the categories have no idnumber
    tables = re.findall("<tr><td>(Sheet [0-9]+)</td>(.*?)</tr>", page.read_text(encoding="utf-8"))
    for number in range(1, 8):
        row = "".join(cells for sheet, cells in tables if sheet == f"Sheet {number}")
        for family, printed in zip(wanted, re.findall("<td>(.*?)</td>", row), strict=True):
            element = questions[f"{family.name}-2027-{number:04d}"]
            right = [
                next(text for fraction, text, *_rest in answers if fraction == 100) for answers in fields_of(element)
            ]
            if kind_of(family.name) == "numbers":
                digits = family.task(0).exercise.rule["decimals"]
                assert "; ".join(f"{float(text):.{digits}f}" for text in right) == printed
            else:
                assert ", ".join(right) == html.unescape(printed)


def test_a_list_of_names_gives_the_number_of_variants_and_is_not_overwritten(tmp_path, capsys):
    names, output = tmp_path / "names.xml", tmp_path / "questions.xml"
    names.write_text("Ada\nGrace\n", encoding="utf-8")
    assert command.main(["sheet", "04", "--students", str(names), "-o", str(output)]) == 0
    assert output.read_text(encoding="utf-8").count("<idnumber>auc-by-hand-") == 2
    for wrong, message in [
        (["00", "-o", str(output)], "there is no practice for chapter '00'"),
        (["04", "--seed", "-1", "-o", str(output)], "seed must be a whole number from 0"),
        (["04", "--students", str(names), "-o", str(names)], "the output must not be the file of names"),
    ]:
        assert command.main(["sheet", *wrong]) == 2
        assert message in capsys.readouterr().err
    assert names.read_text(encoding="utf-8") == "Ada\nGrace\n"
