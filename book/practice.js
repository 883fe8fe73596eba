/*
 * Small tasks with new numbers each time: thirty, which evalcore.exercises.tasks drew ahead, come when their place comes
 * near. A task counts if it is right at once; five in a row end the practice. What was reached is remembered.
 */
/* global element, hintForText, hintForWords, memory, translated */
"use strict";

const IN_A_ROW = 5;
const MINUTE = 60;

for (const practice of document.querySelectorAll(".practice")) {
  const name = practice.dataset.name, part = (kind) => practice.querySelector(`.${kind}`);
  const kept = () => ({ at: 0, row: 0, done: false, ...memory.here().practice[name] });
  let tasks, task, open, steps;

  practice.receive = (drawn) => {
    tasks = drawn;
    practice.classList.add("alive");
    ask();
  };

  function ask() {
    task = tasks[kept().at % tasks.length];
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
    if (given.includes("")) return say(given.length > 1 ? translated("Choose in each place.") : translated("Not answered yet."));
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
    if (open) memory.keep("practice", name, { at, row: right ? row + 1 : 0, done: done || (right && row + 1 === IN_A_ROW) });
    open = false;
    tell();
  }

  function tell() {
    const { row, done } = kept();
    const all = IN_A_ROW;
    const words = row === all ? translated("{all} right in a row: you have it. Another begins a new row.", { all })
      : done ? translated("{row} right in a row, of {all}; you have had them before.", { row, all }) : translated("{row} right in a row, of {all}.", { row, all });
    part("count").textContent = `${"●".repeat(row)}${"○".repeat(IN_A_ROW - row)} ${words}`;
  }

  part("another").addEventListener("click", () => {
    const { at, row, done } = kept();
    memory.keep("practice", name, { at: (at + 1) % tasks.length, row: row % IN_A_ROW, done });
    ask();
    part("form").querySelector("input, select").focus();
  });

  part("step").addEventListener("click", () => {
    count(false); // if it was open
    step();
  });

  function step() {
    part("steps").insertAdjacentHTML("beforeend", task.steps[steps++]);
    part("step").disabled = steps === task.steps.length;
  }

  /* In the hall: the question, a minute on the clock, and the solution in all its steps. */
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
      if (left <= 0 || !practice.matches(".hall .here")) clearInterval(ticking);
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

  practice.load = () => {
    if (!practice.querySelector("script")) practice.append(element("script", { src: practice.dataset.src }));
  };
  new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && practice.load(), { rootMargin: "600px" }).observe(practice);
}
