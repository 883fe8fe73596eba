"""Typed text means the same in JupyterLab and on the page, and gets the same verdict."""

import json
import subprocess

import pytest
from headless import node
from mistakes import ALSO_RIGHT, CHOICES, DATA, NUMBERS, WRONG, mistakes, row_of

from evalcore.exercises import check, find
from evalcore.exercises.reading import readings
from notebooks import ROOT

TYPED = {  # by how many numbers are asked: what is typed, and all that it may mean
    1: {
        "48 %": [0.48], "48%": [0.48], "0,48": [0.48], ".58": [0.58], "3/5": [0.6], "3 ÷ 5": [0.6], "1e-3": [0.001],
        "2**15*6/16": [12288], "2^15·6/16": [12288], "64×5+1": [321], "64x5 + 1": [321], "(0.25)": [0.25], "2,": [2],
        "sqrt(0.09*0.91/200)": [(0.09 * 0.91 / 200) ** 0.5], "np.sqrt(4)": [2], "√2": [2**0.5], "ln(e)": [1],
        "log10(1000) - 1": [2], "exp(-1)": [0.36787944117144233], "−1.89": [-1.89], "－１．８９": [-1.89],
        "４８％": [0.48], "０．６８": [0.68], "０，４８": [0.48], "（３＋２）／１０": [0.5], "Ｐ＝０．６": [0.6],
        "查准率：０．６": [0.6],         "６．８×１０－１": [67], "。68": [],
        "12,288": [12288, 12.288], "12 288": [12288], "12_288": [12288], "1 234,5": [1234.5], "0,375": [0.375],
        "P = 0.6": [0.6], "≈0.6": [0.6], "0.3²": [0.09], "5×10⁻³": [0.005], "-2**2": [-4], "2**-1": [0.5],
        "1 - 2 - 3": [-4], "2 * (1 + 3) / 4": [2], "12,288,000": [12288000], "28 379 3304": [], "1,2,3": [],
        "": [], "one half": [], "1 +": [], "(1": [], "1)": [], "alert(1)": [], "1/0": [], "1/(1/0)": [], "10**999": [],
        "(-8)**(1/3)": [], "nan": [], "inf": [], "(1, 2)*3": [], "1:2": [], "٣": [], "1" * 500: [],
    },
    2: {
        "0.09 ± 0.02": [(0.09, 0.02)], "0.09 +- 0.02": [(0.09, 0.02)], "0.09 +/- 0.02": [(0.09, 0.02)],
        "0,09; 0,02": [(0.09, 0.02)], "0,25, 0,67": [(0.25, 0.67)], "0,25 0,67": [(0.25, 0.67)],
        "(0.25, 2/3)": [(0.25, 2 / 3)], "[0.25 0.67]": [(0.25, 0.67)], "0.25；0.67": [(0.25, 0.67)],
        "0.25，0.67": [(0.25, 0.67)], "０．６８；０．３２": [(0.68, 0.32)], "０．６８、３２％": [(0.68, 0.32)],
        "查准率＝0.6，查全率＝0.8": [(0.6, 0.8)], "0.6　0.8": [(0.6, 0.8)],
        "[ 1. -2.]": [(1, -2)], "64,320": [(64, 320)], "12 288": [(12, 288)],
        "low = 0.1, high = 0.2": [(0.1, 0.2)], "9 % and 2 %": [], "0.25": [], "3.3 % 21.8 %": [(3.3 / 100, 21.8 / 100)],
    },
    3: {
        "1,2,3": [(1, 2, 3)], "28 379 3304": [(28, 379, 3304)], "28, 379, 3,304": [(28, 379, 3304), (28, 379, 3.304)],
        "[1, 2]; 3": [(1, 2, 3)], "110": [(1, 1, 0)], "1; -1; 1": [(1, -1, 1)],
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def page():
    """Return a function that evaluates many calls in the page's script."""
    script = (ROOT / "book" / "exercises.js").read_text(encoding="utf-8")
    answer = "JSON.parse(require('fs').readFileSync(0)).map(([name, ...given]) => eval(name)(...given))"

    def ask(calls):
        command = [node(), "-e", f"{script}\nconsole.log(JSON.stringify({answer}))"]
        ran = subprocess.run(command, input=json.dumps(calls), capture_output=True, text=True, check=True)
        return json.loads(ran.stdout)

    return ask


@pytest.mark.texts
def test_what_is_typed_means_the_same_in_both_places(page):
    cases = [(text, count, means) for count, texts in TYPED.items() for text, means in texts.items()]
    said = page([("readings", text, count) for text, count, _ in cases])
    for (text, count, means), there in zip(cases, said, strict=True):
        expected = [[one] if count == 1 else list(one) for one in means]
        assert readings(text, count) == [pytest.approx(row, rel=1e-15) for row in expected], text
        assert there == [pytest.approx(row, rel=1e-15) for row in expected], text


def typed(name):
    """Yield answers to the exercise as text: truth and mistakes, more and more rounded, and other known answers."""
    rule = DATA[name]
    rows = (
        [row_of(row) for row in rule["right"][:3]] + [row for _, row in mistakes(rule)] + [[12345.678] * rule["count"]]
    )
    rows += [[round(number, digits) for number in row] for row in rows for digits in range(4)]
    rows += [[number * factor for number in row] for row in rows[:4] for factor in (1.0004, 1.004, 0.5, -1, 100)]
    others = [answer for answer in [*WRONG.get(name, []), *ALSO_RIGHT.get(name, [])] if isinstance(answer, str)]
    return list(dict.fromkeys(["; ".join(map(repr, row)) for row in rows] + others))


def test_a_typed_answer_gets_the_same_verdict_in_both_places(page):
    cases = [(name, text) for name in NUMBERS for text in typed(name)]
    said = page([("hintForText", DATA[name], text) for name, text in cases])
    for (name, text), there in zip(cases, said, strict=True):
        here = find(name).judge(text)
        assert there == (f"Expected {DATA[name]['expected']}." if here and here.startswith("Expected") else here), (
            name,
            text,
        )


def test_a_choice_gets_the_same_verdict_in_both_places(page):
    cases = []
    for name in CHOICES:
        menus = [[*hints] for hints in DATA[name]["hints"]]
        rows = [words for _, words in mistakes(DATA[name])]
        rows += [[menu[(start + step * place) % len(menu)] for place, menu in enumerate(menus)]
                 for start in range(8) for step in range(8)]  # fmt: skip
        cases += [(name, [*row]) for row in dict.fromkeys(map(tuple, rows))]
    said = page([("hintForWords", DATA[name], row) for name, row in cases])
    assert [(*case, there) for case, there in zip(cases, said, strict=True)] == [
        (name, row, check(name, row).words or None) for name, row in cases
    ]
