"""Practice: the correct answers, computed from the text of each question alone; hints, the widget and the worksheets.

``EVALCORE_SEEDS=10000`` draws that many tasks of each family; the oracles parse the question as a reader would.
"""

import os
import re
from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy.stats import binom, rankdata
from sklearn import config_context
from sklearn.metrics import f1_score, precision_score, recall_score, roc_auc_score

from evalcore import __main__ as command
from evalcore.exercises import practice
from evalcore.exercises.sheets import names_of, sheets
from evalcore.exercises.tasks import distinct, families, find
from evalcore.hypotheses import hypothesis_space, version_space
from notebooks import NOTEBOOKS, code_cells

SEEDS = int(os.environ.get("EVALCORE_SEEDS", "30"))
NAMES = [family.name for family in families()]


def words(task):
    return " ".join(part for part in task.question if isinstance(part, str))


def numbers(text):
    return [float(number.replace("−", "-")) for number in re.findall(r"[-−]?\d+(?:\.\d+)?", text)]


def tables(task):
    return [part for part in task.question if not isinstance(part, str)]


def listed(task):
    """Return labels and scores of a table with two rows."""
    (_, *scores), (_, *labels) = tables(task)[0]
    return np.array(labels) == "+", np.array(scores, dtype=float)


# Correct answers, computed from the question


def hypotheses_to_count(task):
    values = [int(count) for count in re.findall(r"\((\d+) values", words(task))]
    return [sum(1 for _ in product(*[[*range(count), "*"] for count in values])) + 1]


def version_space_oracle(task):
    head, *rows = tables(task)[0]
    domains = {name: sorted({row[i] for row in rows}) for i, name in enumerate(head[:-1])}
    examples, labels = [tuple(row[:-1]) for row in rows], [row[-1] == "yes" for row in rows]
    return [len(version_space(hypothesis_space(domains), examples, labels))]


def which_ailment(task):
    noise = numbers(words(task))[0]
    for _, training, validation in tables(task)[0][1:]:
        if float(training) > noise:
            yield "underfitting"
        else:
            yield "overfitting" if float(validation) > 1.5 * noise else "neither"


def error_to_report(task):
    return [float(min(tables(task)[0][1:], key=lambda row: float(row[2]))[3])]


def fold_sizes(task):
    m, k = map(int, numbers(task.question[0])[:2])
    sizes = Counter(map(len, np.array_split(np.arange(m), k)))
    return [sizes[max(sizes)], max(sizes)]


def number_of_fits(task):
    first, second, k, times = map(int, numbers(words(task).replace("-fold", " fold")))
    return [len([*product(range(first), range(second), range(times), range(k))]) + 1]


def never_drawn(task):
    m, draws = (int(number) for number in re.search(r"Of (\d+) .* (\d+) times", words(task)).groups())
    missed = [m - len({*drawn}) for drawn in product(range(m), repeat=draws)] if m**draws < 20_000 else None
    average = np.mean(missed) if missed else m * (1 - 1 / m) ** draws
    return [average / m if "probability" in words(task) else average]


def measures_by_hand(task):
    (_, tp, fn), (_, fp, tn) = tables(task)[0][1:]
    y_true, y_pred = np.repeat([1, 1, 0, 0], [tp, fn, fp, tn]), np.repeat([1, 0, 1, 0], [tp, fn, fp, tn])
    return [measure(y_true, y_pred) for measure in (precision_score, recall_score, f1_score)]


def threshold_for_a_recall(task):
    (y_true, y_score), wanted = listed(task), float(re.search(r"at least ([\d.]+)\?", words(task))[1])
    return [max(score for score in y_score if recall_score(y_true, y_score >= score) >= wanted)]


def roc_point(task):
    (y_true, y_score), threshold = listed(task), float(re.search(r"threshold ([\d.]+)\?", words(task))[1])
    called = y_score >= threshold
    return [1 - recall_score(~y_true, ~called), recall_score(y_true, called)]


def auc_by_hand(task):
    return [roc_auc_score(*listed(task))]


def cost_of_a_point(task):
    p, miss, alarm, fnr, fpr = numbers(words(task))
    m = 1000
    return [(round(m * p * fnr) * miss + round(m * (1 - p) * fpr) * alarm) / m]


def positive_cost(task):
    p, miss, alarm = numbers(words(task))[:3]
    return [1 / (1 + (1 - p) / p * alarm / miss)]


def cheapest_threshold(task):
    miss, alarm = numbers(task.question[-1])
    yield min(tables(task)[0][1:], key=lambda row: row[1] * miss + row[2] * alarm)[0]


def bias_and_variance(task):
    *predictions, truth = map(int, numbers(words(task)))
    pairs = [(a - b) ** 2 for a, b in product(predictions, repeat=2)]
    errors = [(a - truth) ** 2 for a in predictions]
    variance = sum(pairs) / 32  # half the mean squared distance of two of them
    return [sum(errors) / 4 - variance, variance]


def error_of_neighbours(task):
    k, deviation, bias = numbers(words(task))
    rng = np.random.default_rng(0)
    predictions = bias + rng.normal(0, deviation, (4_000, int(k))).mean(axis=1)
    drawn = (rng.normal(0, deviation, 4_000) - predictions) ** 2
    exact = deviation**2 * (1 + 1 / k) + bias**2
    assert abs(drawn.mean() - exact) < 5 * drawn.std() / 4_000**0.5
    return [exact]


def binomial_tail(task):
    rate, m, least = numbers(words(task))
    return [binom.sf(least - 1, m, rate)]


def mcnemar_by_hand(task):
    (_, _, only_b), (_, only_a, _) = tables(task)[0][1:]
    return [(abs(only_a - only_b) - 1) ** 2 / (only_a + only_b)]


def mean_ranks(task):
    scores = np.array([row[1:] for row in tables(task)[0][1:]], dtype=float)
    return rankdata(-scores, axis=1).mean(axis=0)


def weights_after_a_round(task):
    m, wrong = (int(number) for number in re.search(r"round[:,] (\d+) .* gets (\d+) wrong", words(task)).groups())
    weights = np.full(m, 1 / m)
    weights[:wrong] *= np.exp(np.log((1 - wrong / m) / (wrong / m)))
    weights /= weights.sum()
    return [weights[0], weights[-1]]


def weighted_vote(task):
    _, (_, *votes), (_, *predictions) = tables(task)[0]
    return [sum(float(vote) if label == "+1" else -float(vote) for vote, label in zip(votes, predictions, strict=True))]


def add_two_tables(task):
    rows = [(score, p + q, n + o) for score, p, n, q, o in tables(task)[0][1:]]
    scores = [score for score, positives, negatives in rows for _ in range(positives + negatives)]
    labels = [label for _, positives, negatives in rows for label in [1] * positives + [0] * negatives]
    return [roc_auc_score(labels, scores)]


def auc_left_open(task):
    """Return half the difference of the AUCs with the scores of all positives a little higher, and a little lower."""
    rows = tables(task)[0][1:]
    scores = np.repeat([score for score, *_ in rows], [sum(counts) for _, *counts in rows])
    labels = np.concatenate([[1] * positives + [0] * negatives for _, positives, negatives in rows])
    best, worst = (roc_auc_score(labels, scores + shift * labels) for shift in (0.01, -0.01))
    return [(best - worst) / 2]


def no_error_seen(task):
    m = numbers(task.question[0])[0]
    return [-np.log(0.0497870684) / m]


def verdict_of_an_interval(task):
    margin = numbers(words(task))[0]
    for _, low, high in tables(task)[0][1:]:
        low, high = numbers(low)[0], numbers(high)[0]
        if low < 0 < high:
            yield "equal for you" if high < margin else "open"
        elif low > margin:
            yield "better by more than the margin"
        else:
            yield "better but within the margin" if high < margin else "better but perhaps within the margin"


def error_bar_of_a_test(task):
    wrong, n = numbers(words(task))[:2]
    answers = np.repeat([1, 0], [int(wrong), int(n - wrong)])
    return [answers.mean(), answers.std() / n**0.5]


def precision_and_prevalence(task):
    recall, fpr, share = numbers(words(task))
    return [1 / (1 + (1 - share) / share * fpr / recall)]


def height_of_the_envelope(task):
    x = numbers(words(task))[-1]
    return [min(np.interp(x, [0, 1], [float(fpr), float(fnr)]) for _, fpr, fnr in tables(task)[0][1:])]


def rule_for_calibrated(task):
    miss, alarm = numbers(words(task))
    return [1 / (1 + miss / alarm)]


def gap_and_variance(task):
    training, validation = numbers(words(task))
    return [(validation - training) / 2, (validation + training) / 2]


def corrected_t_by_hand(task):
    times, k, n, mean, sd = numbers(words(task).replace("-fold", " fold"))
    assert n == times * k
    return [mean / np.sqrt(sd**2 / n + sd**2 / (k - 1))]


def holm_by_hand(task):
    values = numbers(words(task))
    return [
        max((3 - sum(other < smaller for other in values)) * smaller for smaller in values if smaller <= value)
        for value in values
    ]


def recall_and_its_examples(task):
    _, positives, true_positives = numbers(words(task))
    return [np.std(np.repeat([1, 0], [int(true_positives), int(positives - true_positives)])) / positives**0.5]


def promise_and_test(task):
    claim = numbers(words(task))[0] / 100
    for _, wrong, n in tables(task)[0][1:]:
        answers = np.repeat([1, 0], [wrong, n - wrong])
        yield "compatible" if abs(answers.mean() - claim) <= 2 * answers.std() / n**0.5 else "not"


def bill_from_normalised(task):
    p, miss, alarm, share, people = numbers(words(task))
    return [share * (people * p * miss + people * (1 - p) * alarm)]


def alarms_of_many_tests(task):
    n, level = numbers(words(task))
    return [binom.sf(0, int(n), level)]


CASES = {  # what is right by words of the case
    "no-free-lunch": {
        "Summed": "follows", "loses as much": "follows", "smaller total": "follows", "before you": "does not follow",
        "No target": "does not follow", "training inputs": "does not follow", "likelier": "does not follow",
        "melons": "does not follow",
    },
    "name-of-the-error": {
        "learned from": "training", "least-squares": "training", "fully grown": "training",
        "mails that were kept": "test", "different value": "test", "next example": "generalisation",
        "coming years": "generalisation", "simulation": "generalisation",
    },
    "which-assumption": {
        "model was trained": "independence", "changes daily": "independence", "measured together": "independence",
        "scale": "mean 0", "replaced": "mean 0", "times as large": "none", "only": "none", "straight line": "none",
    },
    "kind-of-bias": {
        "fits polynomials": "restriction", "considers conjunctions": "restriction", "returns a number": "restriction",
        "the smoothest": "preference", "fewest leaves": "preference", "symbol costs": "preference",
        "draws one at random": "neither", "tosses a coin": "neither",
    },
    "remedy": {
        "tiny penalty": "larger penalty", "enormous penalty": "smaller penalty", "Degree 2,": "higher degree",
        "Degree 7,": "none",
    },
    "what-fooled-it": {
        "fully grown tree": "seen", "five recordings": "seen", "selected on all patients": "prepared",
        "class means": "prepared", "smallest error on the test set": "chosen", "smallest test error": "chosen",
        "validation set": "honest", "pipeline": "honest",
    },
    "measure-for-a-task": {
        "X-rays": "accuracy", "operated on": "precision", "search results": "precision", "fatal": "recall",
        "car maker": "recall", "frightened": "FPR", "its own threshold": "AUC",
    },
    "what-more-data-lowers": {
        "A polynomial": "variance", "straight line": "variance", "nearest neighbours": "bias²",
        "One nearest": "nothing", "A constant": "nothing",
    },
    "may-i-trust-this-test": {
        "McNemar": "sound", "planned in advance": "sound", "ordinary t": "not independent",
        "random splits": "not independent", "changes to": "many tries", "were searched": "many tries",
        "no difference is claimed": "not paired",
    },
    "what-is-missing": {
        "bridges": "interval", "rare birds": "interval", "are healthy": "baseline", "after round": "choice",
        "highest F1": "choice", "A errs": "pairs", "trained once": "retraining",
    },
    "may-be-averaged": {
        "error rate": "mean", "accuracy": "mean", "predicted positive": "mean", "number of": "sum", "recall": "neither",
        "precision": "neither", "false positive rate": "neither", "AUC": "neither",
    },
}  # fmt: skip


def of_cases(name):
    """Return the oracle of a family of cases."""
    return lambda task: [next(word for key, word in CASES[name].items() if key in case) for case in task.question[1:]]


ORACLES = {
    name: of_cases(name) if name in CASES
    else globals()[f"{name.replace('-', '_')}{'_oracle' * (name == 'version-space')}"]
    for name in NAMES
}  # fmt: skip
OF_CHOICE = {"which-ailment", "cheapest-threshold", "verdict-of-an-interval", "promise-and-test", *CASES}


def typed(numbers, decimals):
    """Return numbers as people type them: with the required decimals, with commas and minus signs, with six digits."""
    yield ", ".join(f"{number:.{decimals}f}" for number in numbers)
    yield "; ".join(f"{number:.6g}".replace(".", ",").replace("-", "−") for number in numbers)


def chosen_wrongly(rule, truth):
    """Yield, for each question and each wrong word, the answer that is otherwise correct, and its hint."""
    for place, hints in enumerate(rule["hints"]):
        for word, hint in hints.items():
            if hint:
                yield ", ".join([*truth[:place], word, *truth[place + 1 :]]), hint


@pytest.mark.parametrize("name", NAMES)
def test_the_truth_is_what_the_question_says_and_each_mistake_has_its_own_numbers(name, monkeypatch):
    """The truth is accepted as numbers and as text, and no mistake counts as right or as another one, also rounded.

    Each mistake gets its own hint, however it is typed, every hint of the family occurs, and a seed gives one task.
    """
    family, offered, reached, asked = find(name), set(), set(), Counter()

    def noted(truth, mistakes):
        offered.update(mistakes)
        return distinct(truth, mistakes)

    monkeypatch.setitem(family.draw.__globals__, "distinct", noted)
    for seed in range(SEEDS):
        task = family.task(seed)
        rule = task.exercise.rule
        with config_context(assume_finite=True, skip_parameter_validation=True):
            truth = list(ORACLES[name](task))
        assert task.exercise.judge(task.answer) is None, task
        assert task.exercise.judge(truth if len(truth) > 1 else truth[0]) is None, (task, truth)
        asked[repr(task.question)] += 1
        if name in OF_CHOICE:
            assert [hints[word] for hints, word in zip(rule["hints"], truth, strict=True)] == [None] * len(truth)
            for answer, hint in chosen_wrongly(rule, truth):
                assert task.exercise.judge(answer) == hint, (task, answer)
                reached.add(hint)
            continue
        assert np.allclose(rule["right"][0], truth, rtol=0, atol=1e-9 + (name == "no-error-seen") * 1e-6)
        numbers_of = [tuple(np.round(row, 9)) for _, rows in rule["known"] for row in rows]
        assert len({*numbers_of, tuple(np.round(truth, 9))}) == len(numbers_of) + 1
        for hint, rows in rule["known"]:
            rounded = [round(number, rule["decimals"]) for number in rows[0]]
            assert task.exercise.judge(rows[0]) == task.exercise.judge(rounded) == hint
            assert {task.exercise.judge(answer) for answer in typed(rows[0], rule["decimals"])} == {hint}, (task, rows)
            reached.add(hint)
        for place, hint in enumerate(rule["otherwise"]):
            far = [*truth[:place], 98765.4321, *truth[place + 1 :]]
            assert task.exercise.judge("; ".join(f"{number:.6g}" for number in far)) == hint
        assert len(rule["known"]) >= 2, task
    assert repr(family.task(1)) == repr(family.task(1))
    assert reached >= offered, offered - reached
    assert len(reached) >= 3
    assert len(asked) >= 0.3 * min(SEEDS, 100), "ten tries are ten questions"


def test_a_solution_ends_with_the_answer():
    for name in NAMES:
        for seed in range(5):
            task = find(name).task(seed)
            last = " ".join(map(str, task.steps[-2:])).replace("−", "-")
            if name in OF_CHOICE:
                assert task.answer.rpartition(", ")[2] in last
            else:
                number = task.exercise.rule["right"][0][-1]
                assert any(f"{number:{form}}" in last for form in ("g", ".2f", ".3f", ".4g", ".5g")), (
                    task.answer,
                    last,
                )


def test_at_least_two_families_a_chapter():
    per_chapter = Counter(family.chapter for family in families())
    assert len(NAMES) >= 16
    assert min(per_chapter.values()) >= 2
    assert sorted(per_chapter) == [f"{number:02}" for number in range(1, 11)]


@pytest.mark.texts
def test_each_chapter_practises_its_own_families_and_one_of_each_before():
    for path in NOTEBOOKS:
        number = path.name[:2]
        cells = {cell.id: cell.source for cell in code_cells(path)}
        own = [family.name for family in families(number)]
        assert [name for name in own if cells.get(f"practice-{name}") != f'practice("{name}")'] == [], path.name
        if number > "01":
            mixed = [find(name).chapter for name in re.findall(r'"([a-z0-9-]+)"', cells["practice-mixed"])]
            assert mixed == [f"{before:02}" for before in range(1, int(number))], path.name


def test_families_take_turns_and_the_page_of_a_task_comes_when_it_is_asked_for():
    assert "trusted?\nRun" in practice("may-i-trust-this-test", seed=0).stored  # no second stop after a question
    shown, sent = practice("auc-by-hand", "fold-sizes", seed=0), []
    counts = [len(shown.task(number).exercise.rule["right"][0]) for number in range(5)]
    assert counts == [1, 2, 1, 2, 1]
    assert shown.first == shown.task(0).record()
    assert shown.first["question"] in shown.html
    shown.send = sent.append
    shown._handle_custom_msg({"number": 3}, [])
    assert sent == [{"task": shown.task(3).record(), "number": 3}]


def test_a_name_or_seed_that_is_none_is_refused():
    with pytest.raises(ValueError, match=r"no practice named 'auc', expected one of hypotheses-to-count, "):
        practice("auc")
    with pytest.raises(ValueError, match="expected the name of a practice, one of hypotheses"):
        practice()
    with pytest.raises(ValueError, match=r"seed must be a whole number >= 0, got -1"):
        practice("auc-by-hand", seed=-1)


def test_a_sheet_for_each_student_with_numbers_of_its_own_and_all_answers(tmp_path, capsys):
    path, names = tmp_path / "sheets.html", tmp_path / "list.csv"
    assert command.main(["sheet", "04", "05", "--students", "12", "--seed", "2027", "-o", str(path)]) == 0
    page = path.read_text(encoding="utf-8")
    assert page.count('<article class="sheet">') == 12
    every = [family for chapter in ("04", "05") for family in families(chapter)]
    articles = re.findall(r'<article class="sheet">.*?</article>', page, re.DOTALL)
    assert len({re.sub("Sheet [0-9]+", "", article) for article in articles}) == 12
    assert all(family.title in articles[7] for family in every)
    row = "".join(re.findall("<tr><td>Sheet 8</td>.*?</tr>", page))  # of both tables: one has eight columns
    assert [f"<td>{family.task(2027 * 1000 + 7).answer}</td>" in row for family in every] == [True] * len(every)
    assert sheets(["04", "05"], names_of("12"), 2027) == page
    assert sheets(["04", "05"], names_of("12"), 2028) != page
    names.write_text("name\n", encoding="utf-8-sig")
    names.write_text("王小明,1\n<b>Ada</b>\n\n", encoding="utf-8-sig")
    assert command.main(["sheet", "04", "--students", str(names), "-o", str(path)]) == 0
    page = path.read_text(encoding="utf-8")
    assert "<span>王小明</span>" in page
    assert "<span>&lt;b&gt;Ada&lt;/b&gt;</span>" in page
    capsys.readouterr()
    for wrong, message in [
        (["00"], "there is no practice for chapter '00', expected some of 01, 02"),
        (["04", "--students", "0"], "students must be from 1 to 1000, got 0"),
        (["04", "--students", str(tmp_path / "none.csv")], "No such file"),
        (["04", "--seed", "-1"], "seed must be a whole number from 0"),
        (["04", "--students", str(path.with_name("list.csv"))], "the output must not be the file of names"),
    ]:
        output = names if "file of names" in message else tmp_path / "new.html"
        assert command.main(["sheet", *wrong, "-o", str(output)]) == 2
        assert message in capsys.readouterr().err
    assert not (tmp_path / "new.html").exists()
