"""A drawing is compared with the truth by its shape, its turning points and its height, in Python and on the page."""

import html
import json
import re
import subprocess
from itertools import pairwise

import numpy as np
import pytest
from headless import node
from hypothesis import given
from hypothesis import strategies as st

from evalcore.exercises import pinpoint, predict, sketch
from evalcore.exercises.drawing import RIPPLE, axes_svg, compared, pens, turns
from evalcore.frontend import HERE
from evalcore.language import translated

DEGREES = np.arange(16)
ERRORS = {"training error": 1 / (DEGREES + 1), "generalisation error": abs(DEGREES - 5) / 8}
BOTH = sketch("Draw.", DEGREES, ERRORS, across="degree", up="error", ends=(0, 1))
FEWER = sketch("Draw.", [25, 9, 4, 1], {"bias²": [0.3, 0.05, 0.01, 0]}, across="k", up="bias²", ends=(0, 0.2), log=True)
PLACE = {"across": ("threshold", 0, 1), "up": ("cost", 0, 1), "given": {}, "shown": {"at 5": ([0, 1], [0.2, 0.4])}}
WHERE = pinpoint("Where?", (0.37, 0.385), **PLACE)
heights = st.lists(st.floats(0, 1), min_size=1, max_size=40)


@given(heights)
def test_a_curve_seen_from_its_end_has_its_turns_there(ys):
    ways, at = turns(ys)
    assert len(at) == max(len(ways) - 1, 0)
    assert all(forth == -reverse for forth, reverse in pairwise(ways))
    back, _ = turns(ys[::-1])
    assert back == [-way for way in reversed(ways)]
    assert turns([1 - y for y in ys])[0] == [-way for way in ways]


@given(heights)
def test_what_is_smaller_than_a_ripple_is_level(ys):
    assert turns([0.5 + 0.99 * RIPPLE * (y - 0.5) for y in ys]) == ([], [])


@pytest.mark.parametrize("drawing", [BOTH, FEWER])
def test_the_truth_comes_true_and_its_mirror_does_not(drawing):
    rule = drawing.rule
    right, verdict = compared(rule, rule["truths"])
    assert right
    assert verdict.count("as it should") == verdict.count("on average 0.0") == len(rule["names"])
    right, verdict = compared(rule, [[1 - y for y in ys] for ys in rule["truths"]])
    assert not right
    assert ", but the true one falls" in verdict


def test_a_turn_counts_near_its_place_and_where_the_truth_is_flat():
    gone = lambda degree: np.minimum(abs(DEGREES - degree) / 8, 1).tolist()  # noqa: E731
    curve = sketch("", DEGREES, {"e": gone(5)}, across="degree", up="e", ends=(0, 1), within=1)
    right, verdict = compared(curve.rule, [gone(7)])
    assert right
    assert "you expected its minimum at degree 7, but it is at 5" in verdict
    assert not compared(curve.rule, [gone(9)])[0]
    valley = [1, 1, *[0.1] * 12, 1, 1]
    curve = sketch("", DEGREES, {"e": valley}, across="degree", up="e", ends=(0, 1), within=1)
    assert compared(curve.rule, [gone(12)])[0]


def test_the_reading_says_where_they_part_most_and_what_lies_beyond_the_axes():
    rule = BOTH.rule
    drawn = [rule["truths"][0], [y if degree != 15 else 0.5 for degree, y in enumerate(rule["truths"][1])]]
    assert "at degree 15 yours is at least 0.50 too low" in compared(rule, drawn)[1]
    right, verdict = compared(rule, [[1.0] * 16, rule["truths"][1]])
    assert not right
    assert "your curve stays level, but the true one falls all the way; at degree 15 yours is 0.94 too high" in verdict
    assert "more than the 0.10 allowed" in verdict


def test_what_was_not_drawn_is_not_judged():
    rule = FEWER.rule
    right, verdict = compared(rule, [[None, *rule["truths"][0][1:]]])
    assert right
    assert "on average 0.000 off" in verdict or "on average 0.00 off" in verdict


def test_a_place_is_right_between_its_ends_and_a_little_beyond():
    for share, right, words in [
        (0.38, True, "You put it at 0.38; it is between 0.37 and 0.39."),
        (0.41, True, "You put it at 0.41, 0.02 too high"),
        (0.25, False, "You put it at 0.25, 0.12 too low"),
    ]:
        verdict, explanation = compared(WHERE.rule, share)
        assert verdict is right
        assert explanation.startswith(words)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_says_the_same(language, monkeypatch):
    rng = np.random.default_rng(0)
    cases = [(WHERE.rule, float(share)) for share in rng.uniform(size=20)]
    for rule in (BOTH.rule, FEWER.rule, sketch("", [1, 2, 3], {"y": [0, 1, 0]}, across="x", up="y", ends=(1, 0)).rule):
        for _ in range(60):
            steps = rng.normal(0, 0.2, (len(rule["names"]), len(rule["x"]))).cumsum(axis=1)
            drawn = [[None if rng.uniform() < 0.1 else float(y) for y in np.clip(0.5 + ys, 0, 1)] for ys in steps]
            cases += [(rule, drawn)] if all(any(y is not None for y in ys) for ys in drawn) else []
        cases.append((rule, rule["truths"]))
    monkeypatch.setattr("evalcore.language._spoken", language)
    scripts = [(HERE / name).read_text(encoding="utf-8") for name in ("words.js", "drawing.js")]
    translations = {words: translated(words) for words in re.findall(r'translated\("([^"]+)"', scripts[1])}
    page = f"globalThis.document = {{getElementById: () => ({{textContent: {json.dumps(json.dumps(translations))}}})}};"
    answer = "JSON.parse(require('fs').readFileSync(0)).map(([rule, drawn]) => comparedDrawing(rule, drawn))"
    ran = subprocess.run(
        [node(), "-e", "\n".join([page, *scripts, f"console.log(JSON.stringify({answer}))"])],
        input=json.dumps(cases), capture_output=True, text=True, check=True,
    )  # fmt: skip
    for (rule, drawn), there in zip(cases, json.loads(ran.stdout), strict=True):
        assert list(compared(rule, drawn)) == there


def test_axes_with_the_same_ends_are_square():
    x, ends = [0, 0.5, 1], {"up": "TPR", "across": "FPR"}
    roc, other = (sketch("Draw.", x, {"": [0, 0.7, 1]}, ends=(0, top), **ends).rule for top in (1, 2))
    left, _, width, height = roc["box"]
    assert width == height
    assert f"M{left} " in axes_svg(roc)
    assert other["box"][2] > other["box"][3]


def test_empty_axes_do_not_show_the_truth():
    empty = axes_svg(WHERE.rule)
    assert "truth" not in empty
    assert "at 5" not in empty
    assert "polyline" not in axes_svg(BOTH.rule)
    given = pinpoint("", (0.4, 0.5), **PLACE | {"given": {"<i>": ([0, 1], [0.2, 0.4])}})
    assert axes_svg(given.rule).count('class="given"') == 1
    strange = sketch("", [0, 1, 2], {"y": [0, 1, 2]}, across="<b>", up="&", ends=(0, 1)).rule
    assert not re.search("<[bi]>|&[^a-z]", axes_svg(strange) + axes_svg(given.rule))


def test_two_given_lines_with_the_same_end_have_their_names_apart():
    """The upper one is named at its end, the lower one at its middle."""
    given = {"guessing": ([0, 1], [0, 1]), "better": ([0, 0.2, 1], [0, 0.6, 1])}
    rule = sketch("", [0, 0.5, 1], {"y": [0, 0.9, 1]}, across="FPR", up="TPR", ends=(0, 1), given=given).rule
    places = {name: re.search(rf'<text x="(\S+)" y="(\S+)" [^>]*>{name}<', axes_svg(rule)).groups() for name in given}
    left, top, width, height = rule["box"]
    assert places["better"] == (f"{left + width - 4:g}", f"{top - 8:g}")
    assert places["guessing"] == (f"{left + width / 2 + 8:g}", f"{top + height / 2 + 16:g}")


@pytest.mark.parametrize("count", range(2, 60))
def test_the_keys_reach_both_ends(count):
    positions = pens(count)
    assert (positions[0], positions[-1]) == (0, count - 1)
    assert positions == sorted(set(positions))


def test_a_drawn_prediction_carries_its_axes_and_its_rule():
    prediction = predict("Which?", ["a", "b"], "b", "of reasons.", drawing=BOTH)
    assert json.loads(html.unescape(re.search(r'data-drawing="(.*?)"', prediction.html)[1])) == json.loads(
        json.dumps(BOTH.rule)
    )
    assert axes_svg(BOTH.rule) in prediction.html
    assert "truth" not in axes_svg(BOTH.rule)


@pytest.mark.parametrize(
    ("words", "make"),
    [
        ("three or more places", lambda: sketch("", [0, 1], {"y": [0, 1]}, across="x", up="y", ends=(0, 1))),
        ("three or more places", lambda: sketch("", [0, 2, 1], {"y": [0, 1, 2]}, across="x", up="y", ends=(0, 1))),
        ("one to 3 curves, got 0", lambda: sketch("", [0, 1, 2], {}, across="x", up="y", ends=(0, 1))),
        ("finite value at each", lambda: sketch("", [0, 1, 2], {"y": [0, 1]}, across="x", up="y", ends=(0, 1))),
        ("finite value", lambda: sketch("", [0, 1, 2], {"y": [0, 1, np.nan]}, across="x", up="y", ends=(0, 1))),
        ("two different ends", lambda: sketch("", [0, 1, 2], {"y": [0, 1, 2]}, across="x", up="y", ends=(1, 1))),
        ("above 0", lambda: sketch("", [0, 1, 2], {"y": [0, 1, 2]}, across="x", up="y", ends=(0, 1), log=True)),
        ("within must", lambda: sketch("", [0, 1, 2], {"y": [0, 1, 2]}, across="x", up="y", ends=(0, 1), within=0)),
        ("on the axis", lambda: pinpoint("", (0.5, 1.5), **PLACE)),
        ("on the axis", lambda: pinpoint("", (0.5, 0.4), **PLACE)),
        ("within must", lambda: pinpoint("", (0.4, 0.5), within=2, **PLACE)),
        ("drawing must be made", lambda: predict("?", ["a", "b"], "a", "so", drawing="axes")),
    ],
)
def test_bad_input_is_named(words, make):
    with pytest.raises(ValueError, match=words):
        make()
