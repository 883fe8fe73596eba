/*
 * Small tasks with new numbers each time. A task counts if it is right at once; five in a row end the practice. Of
 * several families of tasks, the one that is due is asked: soon after a wrong answer, later after each right one.
 */
/* global element, hintForText, hintForWords, translated */
/* exported startPractice */
"use strict";

const IN_A_ROW = 5;
const MINUTE = 60;
const WAITS = [1, 4, 10, 25]; // tasks until a family is due again, by the number of right answers since a wrong one
const SOLID = 2; // right answers

/* The number of the family that is due first; not the same twice in a row. */
function dueFirst(names, { last, families = {} }) {
  const due = names.map((name) => (name === last && names.length > 1 ? Infinity : families[name]?.due ?? 0));
  return due.indexOf(Math.min(...due));
}

/* The schedule of all families after an answer to one of them. */
function scheduled({ turn = 0, families = {} }, name, right) {
  const { level = 0, asked = 0 } = families[name] ?? {};
  const known = right ? Math.min(level + 1, WAITS.length - 1) : 0;
  return { turn: turn + 1, last: name, families: { ...families, [name]: { level: known, asked: asked + 1, due: turn + 1 + WAITS[known] } } };
}

/* ``kept`` returns the number of the task, the row, and whether five were reached, ``keep`` is told of each change, and
   ``task`` returns a task by its number, or a promise; ``review`` keeps the schedule of all families. */
function startPractice(practice, { kept, keep, review, task: draw }) {
  const part = (kind) => practice.querySelector(`.${kind}`);
  const titles = JSON.parse(practice.dataset.families), names = Object.keys(titles);
  let task, family, open, steps, passed = 0;

  /* Of n families, the first has the tasks 0, n, 2n, …, the second 1, n + 1, …. */
  function numberOfTask() {
    if (names.length === 1) return kept().at;
    family = dueFirst(names, review.kept());
    return family + names.length * ((review.kept().families?.[names[family]]?.asked ?? 0) + passed);
  }

  async function ask() {
    family = 0;
    task = await draw(numberOfTask());
    practice.classList.add("alive");
    open = true;
    steps = 0;
    part("question").innerHTML = task.question;
    part("form").replaceChildren(...form(task.rule));
    part("steps").innerHTML = "";
    part("solution").querySelector("div").innerHTML = task.steps.join("");
    part("step").disabled = false;
    say("");
    tell();
  }

  /* What is asked: a field for numbers, or a menu for each word; its labels need no names in the page. */
  function form(rule) {
    const labelled = (words, field) => element("label", {}, words, field);
    const fields = rule.kind === "choice"
      ? rule.asks.map((asked, place) => labelled(asked, element("select", {}, element("option"), ...Object.keys(rule.hints[place]).map((word) => element("option", {}, word)))))
      : [labelled(translated("Your answer, {expected}", { expected: rule.expected }), element("input", { autocomplete: "off", autocapitalize: "off", spellcheck: false }))];
    return [...fields, element("button", {}, translated("Check"))];
  }

  part("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const given = [...part("form").querySelectorAll("select, input")].map((field) => field.value.trim());
    if (given.includes("")) return say(given.length > 1 ? translated("Choose an option in each menu.") : translated("Not answered yet."));
    const hint = task.rule.kind === "choice" ? hintForWords(task.rule, given) : hintForText(task.rule, given[0]);
    if (hint !== task.rule.unread) count(hint === null); // what cannot be read is no answer
    say((hint === null ? translated("✓ Right. ") : translated("✗ Not yet. ") + hint).trim(), hint === null ? "right" : "wrong");
  });

  function say(words, verdict = "") {
    part("verdict").className = `verdict ${verdict}`;
    part("verdict").textContent = words;
  }

  function count(right) {
    const { at, row, done } = kept();
    if (open) {
      keep({ at, row: right ? row + 1 : 0, done: done || (right && row + 1 === IN_A_ROW) });
      review.keep(scheduled(review.kept(), names[family], right));
      passed = 0;
    }
    open = false;
    tell();
  }

  function tell() {
    const { row, done } = kept();
    const all = IN_A_ROW;
    const words = row === all ? translated("{all} right in a row: you have mastered this. The next question starts a new count.", { all })
      : done ? translated("{row} of {all} right in a row; you have already mastered this.", { row, all }) : translated("{row} of {all} right in a row.", { row, all });
    part("count").textContent = `${"●".repeat(row)}${"○".repeat(IN_A_ROW - row)} ${words}`;
    if (names.length > 1) part("families").replaceChildren(...names.map((name) => element("li", {}, `${titles[name]}: ${standing(name)}`)));
  }

  function standing(name) {
    const level = review.kept().families?.[name]?.level;
    return level === undefined ? translated("not asked yet") : level >= SOLID ? translated("● solid") : level ? translated("◐ right once") : translated("○ wrong; it will come up again soon");
  }

  part("another").addEventListener("click", () => {
    const { at, row, done } = kept();
    if (open) passed += 1;
    keep({ at: at + 1, row: row % IN_A_ROW, done });
    ask().then(() => part("form").querySelector("input, select").focus());
  });

  part("step").addEventListener("click", () => {
    count(false); // if it was open
    step();
  });

  function step() {
    part("steps").insertAdjacentHTML("beforeend", task.steps[steps++]);
    part("step").disabled = steps === task.steps.length;
  }

  /* In presentation mode: the question, a minute on the clock, and the solution in all its steps. */
  let ticking;
  practice.begin = () => {
    clearInterval(ticking);
    part("minute").hidden = true;
    part("steps").innerHTML = "";
    steps = 0;
    part("step").disabled = false;
  };
  practice.startClock = () => {
    const end = Date.now() + 1000 * MINUTE;
    const show = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      part("minute").textContent = left > 0 ? translated("{left} s", { left }) : translated("The minute is over.");
      if (left <= 0 || !practice.matches(".presenting .here")) clearInterval(ticking);
    };
    clearInterval(ticking);
    ticking = setInterval(show, 1000);
    part("minute").hidden = false;
    show();
  };
  practice.solve = () => {
    practice.begin();
    part("steps").innerHTML = part("solution").querySelector("div").innerHTML;
  };

  ask();
}
