"""Practice on a page: Python's tasks, checked, counted and remembered without a kernel; a clock when presenting."""

import json

import pytest
from playwright.sync_api import expect
from shelf import SITE, to_twelve_digits, was_run

from evalcore.exercises.tasks import find
from notebooks import NOTEBOOKS, code_cells

HELD = """text => {
    const got = {}, receive = tasks => (got.tasks = tasks);
    new Function("document", text)({ getElementById: id => ((got.id = id), { receive }) });
    return got;
}"""
CHAPTER, FAMILY = "05_cost_curves", "cost-of-a-point"


def test_the_thirty_tasks_of_a_page_are_pythons(read):
    """This holds for all practices of all chapters."""
    page = read().open(CHAPTER)
    files = sorted((SITE / "pictures").glob("*/practice-*.js"))
    asked = [cell.id for path in NOTEBOOKS if was_run(path.stem) for cell in code_cells(path)]
    assert sorted(path.stem for path in files) == sorted(name for name in asked if name.startswith("practice-"))
    assert files
    for path in files:
        held = page.evaluate(HELD, path.read_text(encoding="utf-8"))
        assert held["id"] == path.stem
        assert 30 <= len(held["tasks"]) < 40
        own = path.stem.removeprefix("practice-")
        if own != "mixed":
            expected = [find(own).task(seed).record() for seed in range(30)]
            assert to_twelve_digits(json.dumps(held["tasks"])) == to_twelve_digits(json.dumps(expected)), path


SESSION = """missed => {
    const names = ["a", "b", "c", "d"], asked = [];
    let schedule = {};
    for (let turn = 0; turn < 40; turn++) {
        const name = names[dueFirst(names, schedule)];
        asked.push(name);
        schedule = scheduled(schedule, name, !missed.includes(turn));
    }
    return [asked.join(""), names.map(name => schedule.families[name].level)];
}"""


def test_what_was_missed_comes_again_soon_and_what_is_known_later(read):
    page = read().open(CHAPTER)
    asked, levels = page.evaluate(SESSION, [1])
    assert asked[:5] == "abcdb", "each family once, then the one that was missed"
    assert levels == [3, 3, 3, 3]
    assert not any(name * 2 in asked for name in "abcd"), "no family twice in a row"


@pytest.mark.long
def test_a_mixed_round_shows_what_is_known_in_the_next_chapter_too(read):
    reader = read()
    page = reader.open(CHAPTER)

    def mixed():
        practice = page.locator("#practice-mixed")
        practice.scroll_into_view_if_needed()
        expect(practice).to_have_class("practice alive")
        return practice, practice.locator(".families li")

    practice, families = mixed()
    first, second = list(json.loads(practice.get_attribute("data-families")))[:2]
    for select, word in zip(practice.locator("select").all(), find(first).task(0).answer.split(", "), strict=True):
        select.select_option(word)
    practice.locator("form button").click()
    expect(families.nth(0)).to_contain_text(f"{find(first).title}: ◐ right once")
    practice.locator(".another").click()
    expect(practice.locator("label").first).to_be_visible()
    practice.locator(".step").click()  # a look at the solution
    expect(families.nth(1)).to_contain_text(f"{find(second).title}: ○ wrong")
    expect(families.nth(2)).to_contain_text("not asked yet")
    page = reader.open("06_bias_variance")
    practice, families = mixed()
    expect(families.nth(0)).to_contain_text("◐ right once")
    expect(families.nth(1)).to_contain_text("○ wrong")
    assert reader.faults == []


@pytest.mark.long
def test_five_right_in_a_row_end_a_practice_and_are_remembered(read):
    reader = read()
    page = reader.open(CHAPTER)
    practice = page.locator(f"#practice-{FAMILY}")
    practice.scroll_into_view_if_needed()
    expect(practice).to_have_class("practice alive")

    def answer(words):
        practice.locator("input").fill(words)
        practice.locator("form button").click()

    tasks = [find(FAMILY).task(seed) for seed in range(8)]
    wrong_hint, (wrong,) = tasks[0].exercise.rule["known"][0][0], tasks[0].exercise.rule["known"][0][1][0]
    answer(repr(wrong))
    assert practice.locator(".verdict").inner_text() == f"✗ Not yet. {wrong_hint}"
    answer(tasks[0].answer)
    assert "0 of 5 right in a row" in practice.locator(".count").inner_text(), "the first answer counts"
    for task in tasks[1:6]:
        practice.locator(".another").click()
        answer("what?")  # cannot be read as an answer
        answer(task.answer)
        assert practice.locator(".verdict").inner_text() == "✓ Right."
    assert "5 right in a row: you have mastered this" in practice.locator(".count").inner_text()
    page.reload()
    practice.scroll_into_view_if_needed()
    expect(practice.locator(".count")).to_contain_text("5 right in a row: you have mastered this")
    assert "1 of 7 practice" in page.locator("#account").inner_text()
    practice.locator(".another").click()
    assert "0 of 5 right in a row; you have already mastered this" in practice.locator(".count").inner_text()
    for _ in tasks[6].steps:
        practice.locator(".step").click()
    assert practice.locator(".steps").inner_text().split("\n")[-1] == tasks[6].steps[-1]
    assert practice.locator(".step").is_disabled()
    answer(tasks[6].answer)
    assert "0 of 5 right in a row" in practice.locator(".count").inner_text(), (
        "whoever has seen the solution has not solved it"
    )
    page.evaluate("presentation.enter(document.querySelector('.practice'))")
    page.wait_for_function("presentation.at >= 0")
    places = page.evaluate(
        "presentation.slides.flatMap(({ parts }, at) => (parts.some(part => part.matches('.practice')) ? [at] : []))"
    )
    assert len(places) == 1, "a presentation has one practice per chapter; the others are for the reader alone"
    for at in places:
        shown = page.locator(".practice.here")
        page.evaluate("at => presentation.show(at)", at)
        assert shown.locator(".form, .buttons, .count, .solution").filter(visible=True).count() == 0
        assert shown.locator(".steps").inner_text() == ""
        page.keyboard.press("ArrowRight")
        assert shown.locator(".minute").inner_text() == "60 s"
        page.wait_for_function("parseInt(document.querySelector('.practice.here .minute').textContent) <= 58")
        page.keyboard.press("ArrowRight")
        assert shown.locator(".minute").is_hidden()
        assert shown.locator(".steps").inner_text() != ""
        box = shown.bounding_box()
        assert box["y"] > 40
        assert box["y"] + box["height"] < 715
    page.keyboard.press("Escape")
    assert practice.locator(".steps").inner_text() == ""
    assert reader.faults == []
