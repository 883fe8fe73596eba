/* Predictions, exercises and practice of a chapter, with what this browser remembers of them, and its toolbar. */
/* global element, label, memory, startExercise, startPractice, startPrediction, translated */
"use strict";

/* What follows a prediction is withheld until it is answered. A later visit finds it answered; a presentation asks it again. */
for (const asked of document.querySelectorAll(".prediction")) {
  const passage = asked.closest(".passage"), withheld = passage.nextElementSibling;
  const [name, state] = asked.dataset.veils?.split("?") ?? [], veiled = document.getElementById(name);
  startPrediction(asked, {
    kept: () => memory.here().predictions[passage.id],
    keep: (given) => memory.keep("predictions", passage.id, given),
    uncover(open) {
      withheld.open = open;
      veiled?.lift(open, state);
    },
  });
  withheld.addEventListener("toggle", () => withheld.open && asked.dispatchEvent(new Event("show"))); // by a key, a link, or for paper
  withheld.querySelector("summary").addEventListener("click", () => memory.keep("predictions", passage.id, null));
}

for (const form of document.querySelectorAll("form.exercise[data-rule]")) {
  const { name, rule } = form.dataset;
  startExercise(form, JSON.parse(rule), memory.here().answers[name], (answer) => memory.keep("answers", name, answer));
}

/* The tasks of a practice, drawn ahead, are in a script of their own, which is loaded when the practice comes near. */
for (const practice of document.querySelectorAll(".practice")) {
  const { name } = practice.dataset;
  const kept = () => ({ at: 0, row: 0, done: false, ...memory.here().practice[name] });
  const drawn = new Promise((receive) => (practice.receive = receive));
  const task = (at) => drawn.then((tasks) => tasks[at % tasks.length]);
  startPractice(practice, { kept, keep: (state) => memory.keep("practice", name, state), review: memory.review, task });
  practice.load = () => {
    if (!practice.querySelector("script")) practice.append(element("script", { src: practice.dataset.src }));
  };
  new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && practice.load(), { rootMargin: "600px" }).observe(practice);
}

/* Code is shown, or folded to a line that opens it; what it prints is always shown. */
function showCode(shown) {
  document.documentElement.classList.toggle("code-folded", !shown);
  for (const code of document.querySelectorAll(".fold.code")) code.open = shown;
  document.querySelector(".toolbar .code").ariaPressed = shown;
}

if (document.querySelector(".toolbar")) {
  const [print, code] = document.querySelectorAll(".toolbar :is(.print, .code)");
  if (localStorage.getItem("evalcore:code") === "folded") showCode(false);
  print.addEventListener("click", () => window.print());
  code.addEventListener("click", () => {
    const shown = code.ariaPressed !== "true";
    showCode(shown);
    localStorage.setItem("evalcore:code", shown ? "shown" : "folded");
  });
}

/* A term shows its meaning while it is pointed at, has the focus, or was tapped. */
const meanings = JSON.parse(document.getElementById("terms")?.textContent ?? "{}");
const meaning = Object.assign(document.createElement("div"), { id: "meaning", role: "tooltip", hidden: true });
document.body.append(meaning);

function explain(term) {
  const { left, bottom } = term.getClientRects()[0];
  meaning.innerHTML = meanings[term.dataset.term];
  meaning.hidden = false;
  meaning.style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - meaning.offsetWidth - 8)) + scrollX}px`;
  meaning.style.top = `${bottom + scrollY + 4}px`;
  term.setAttribute("aria-describedby", "meaning");
}

function quiet() {
  meaning.hidden = true;
  document.querySelector("[aria-describedby=meaning]")?.removeAttribute("aria-describedby");
}

for (const term of document.querySelectorAll("a.term")) {
  for (const event of ["mouseenter", "focus"]) term.addEventListener(event, () => explain(term));
  for (const event of ["mouseleave", "blur"]) term.addEventListener(event, quiet);
  term.addEventListener("click", (event) => {
    if (matchMedia("(hover: none)").matches) event.preventDefault(); // a tap explains; with a mouse a click goes there
    explain(term);
  });
}
document.addEventListener("keydown", ({ key }) => key === "Escape" && quiet());

/* Two asides of the theme, told apart. */
document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", translated("Chapters"));
document.querySelector(".toc-drawer")?.setAttribute("aria-label", translated("On this page"));

/* What scrolls sideways is marked, and can be scrolled with the keys. */
const scrolling = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const scrolls = target.scrollWidth > target.clientWidth + 1;
    target.classList.toggle("scrolls", scrolls);
    if (scrolls) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
for (const box of document.querySelectorAll("article :is(pre, .formula, .table-wrapper)")) scrolling.observe(box);

/* On paper nothing can be opened: what is withheld is printed, and the solutions stand at the end. */
addEventListener("beforeprint", () => {
  for (const withheld of document.querySelectorAll(".withheld")) withheld.open = true;
  const solutions = [...document.querySelectorAll("article .solution")];
  if (!solutions.length) return;
  const end = element("section", { className: "solutions" }, element("h2", {}, translated("Solutions")));
  for (const solution of solutions) {
    const code = solution.cloneNode(true);
    code.querySelector("summary").remove();
    end.append(element("h3", {}, label(solution)), ...code.childNodes);
  }
  document.querySelector("article").append(end);
});
addEventListener("afterprint", () => document.querySelector("article > .solutions")?.remove());
