"""What a displayed object tells the book, beside what it shows in a notebook.

The builder calls :func:`begin` in the kernel before the first cell. From then on a living picture,
a prediction, an exercise and a still picture carry one more MIME type, with all that a page needs
to answer without a kernel. Nothing in the notebooks knows of it.
"""

import gc
import math
from itertools import product
from random import Random

import numpy as np
from IPython import get_ipython
from pages import MIME

from evalcore import exercises, live
from evalcore.exercises import judging
from evalcore.explore import LivingPicture
from evalcore.explore.page import record as page
from evalcore.explore.page.packing import packed
from evalcore.plots import style


def begin() -> None:
    """From now on displayed objects carry what the book needs."""
    exercises.check, judging.compare = _check, _compare
    gc.set_threshold(50_000, 20, 100)  # thousands of states are drawn; to look for what each left takes a tenth
    formatter = get_ipython().display_formatter.mimebundle_formatter
    for kind, record in _RECORDS.items():
        formatter.for_type(kind, _with_record(record))


def _with_record(record):
    def bundle(shown):
        if hasattr(shown, "_repr_mimebundle_"):
            data = shown._repr_mimebundle_()
            words = (data[0] if isinstance(data, tuple) else data)["text/plain"]
        else:
            words = repr(shown)
        return {MIME: record(shown), "text/plain": words}

    return bundle


# Pictures

SAMPLE = 20  # states of each picture


def living_picture(picture: LivingPicture) -> dict:
    return {"kind": "living-picture", **page.of_living(picture), "sample": list(_sample(picture))}


def _sample(picture):
    """Some states by their places on the lattice, as they are drawn: both ends of each control, and others by chance.

    With these the tests compare what the page shows.
    """
    chance, values = Random(0), list(picture.lattice.values())
    places = [[chance.randrange(len(each)) for each in values] for _ in range(SAMPLE)]
    for control, each in enumerate(values):
        places[2 * control][control], places[2 * control + 1][control] = 0, len(each) - 1
    with picture.held() as layers:
        for at in places:
            chosen = [each[place] for each, place in zip(values, at, strict=True)]
            yield [at, page.frame(layers, dict(zip(picture.lattice, chosen, strict=True)))[0]]


def still_picture(shown: style.Shown) -> dict:
    return {"kind": "still-picture", **page.of_still(shown.figure, shown.alt)}


def slider_test(_shown: live.SliderTest) -> dict:
    labels = [str(value) for value in range(11)]
    control = {"kind": "slider", "name": "move-me", "label": "move me", "labels": labels, "start": 0, "coarse": False}
    readings = ["Move the slider.", *(f"Sliders work: the page received {label}." for label in labels[1:])]
    edition = {"name": "wide", "stills": [], "panes": [], **packed([""] * len(labels))}
    return {"kind": "living-picture", "alt": "", "play": None, "controls": [control], "slow": [],
            "readings": readings, "editions": [edition]}  # fmt: skip


# Predictions and exercises


def prediction(asked: exercises.Prediction) -> dict:
    names = ("question", "options", "answer", "because", "covers")
    return {"kind": "prediction", **{name: getattr(asked, name) for name in names}}


class _Answered(exercises.Verdict):
    """A verdict that knows what it judged."""


def _check(name, answer, original=exercises.check):
    verdict = original(name, answer)
    answered = _Answered(verdict.passed, verdict.words)
    object.__setattr__(answered, "of", (name, answer))  # a verdict is frozen
    return answered


def exercise(verdict: _Answered) -> dict:
    """The name; with a right answer also the rule by which a page can judge others, if there is one."""
    name, answer = verdict.of
    return {"kind": "exercise", "name": name, "passed": verdict.passed, "words": verdict.words,
            "rule": _rule(name, answer) if verdict.passed else None}  # fmt: skip


_compared = []


def _compare(answer, truth, mistakes, *, otherwise, tolerance=1e-3, original=judging.compare):
    _compared.append((truth, mistakes, otherwise, tolerance))
    return original(answer, truth, mistakes, otherwise=otherwise, tolerance=tolerance)


MOST_CHOICES = 1000


def _rule(name, answer):
    """How a page can judge an answer, told in sums from which the right one cannot be read; None if it cannot."""
    judge = judging.EXERCISES[name]
    if isinstance(answer, list | tuple) and all(isinstance(word, str) for word in answer):
        return _choices(name, judge, answer)
    return _intervals(name, judge, answer)


def _choices(name, judge, answer):
    """Several words, each one of those that occur in the right answer: the judge is asked about every choice.

    None if there are too many choices, or if some word has no meaning in some place: that would tell its place.
    """
    words = sorted(set(answer))
    if not 2 <= len(words) ** len(answer) <= MOST_CHOICES:
        return None
    said = {choice: judge(type(answer)(choice)) for choice in product(words, repeat=len(answer))}
    hints = list(dict.fromkeys(said.values()))
    if any(hint and hint.startswith("Expected") for hint in hints):
        return None
    known = {fingerprint(name, choice): hints.index(hint) for choice, hint in said.items()}
    return {"words": words, "many": len(answer), "hints": hints, "known": known}


def _intervals(name, judge, answer):
    """Numbers around the truth and around each known mistake.

    None if the judge does more than compare numbers, or judges otherwise than this rule would.
    """
    _compared.clear()
    judge(answer)
    if len(_compared) != 1:
        return None
    truth, mistakes, otherwise, tolerance = _compared[0]
    known = [(None, truth), *((hint, wrong) for hint, wrong in mistakes.items() if np.shape(wrong) == np.shape(truth))]
    known = [(hint, np.asarray(value, dtype=float)) for hint, value in known]
    rule = {"numbers": np.size(truth), "otherwise": otherwise,
            "known": [_hidden(name, np.ravel(value), hint, tolerance) for hint, value in known]}  # fmt: skip
    probes = [value + shift * tolerance for _, value in known for shift in (-1.1, -0.9, 0, 0.9, 1.1)]
    same = all(judge(probe if probe.shape else float(probe)) == judged(name, rule, np.ravel(probe)) for probe in probes)
    return rule if same else None


def _hidden(name, value, hint, tolerance):
    """An interval of ``tolerance`` around the value: its width, where it lies between multiples of the
    width, and a sum over which multiple it is."""
    width = 2 * tolerance
    offsets = [round(float(np.mod(v - tolerance, width)), 12) for v in value]
    return {"width": width, "offsets": offsets, "sum": fingerprint(name, cells(value, width, offsets)), "hint": hint}


def cells(numbers, width, offsets):
    return [math.floor((number - offset) / width) for number, offset in zip(numbers, offsets, strict=True)]


def judged(name, rule, numbers):
    """What the page says to numbers: None if they are right, else a hint. (The script does the same.)"""
    for known in rule["known"]:
        if fingerprint(name, cells(numbers, known["width"], known["offsets"])) == known["sum"]:
            return known["hint"]
    return rule["otherwise"]


def fingerprint(name, places):
    """A sum of 32 bits (FNV-1a) over the name and the places."""
    total = 0x811C9DC5
    for letter in f"{name} {' '.join(map(str, places))}".encode():
        total = (total ^ letter) * 0x01000193 & 0xFFFFFFFF
    return total


_RECORDS = {
    LivingPicture: living_picture,
    style.Shown: still_picture,
    live.SliderTest: slider_test,
    exercises.Prediction: prediction,
    _Answered: exercise,
}
