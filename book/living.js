/* Predictions and the toolbar of a chapter, in a page without Python. */
/* global element, label, memory, sheetOf, translated */
"use strict";

/* What is said to a choice, to a drawing as it compares with the truth, or to whoever only asked. */
function answerTo({ dataset: { answer, because } }, chosen, compared) {
  const mark = (compared ? compared[0] : chosen === answer) ? "✓" : "✗";
  const said = compared ? `${mark} ${compared[1]} ` : chosen === null ? "" : translated("{mark} You said “{chosen}”. ", { mark, chosen });
  return said + translated("It is “{answer}”: {because}", { answer, because });
}

/* A prediction: whoever has chosen, or asked to be shown, sees the answer and what the curtain hid. A later visit
   finds it so, and the hall asks it anew. */
for (const asked of document.querySelectorAll(".prediction")) {
  const beat = asked.closest(".beat"), curtain = beat.nextElementSibling;
  const verdict = asked.querySelector(".verdict"), options = [...asked.querySelectorAll("button")];
  const settle = (given) => {
    const { drawn = null } = given ?? {}, chosen = drawn === null ? given : null;
    const compared = asked.sheet?.reveal(drawn);
    asked.dataset.settled = chosen ?? "";
    for (const button of options) {
      button.disabled = true;
      button.classList.toggle("chosen", button.textContent === chosen);
      button.classList.toggle("answer", button.textContent === asked.dataset.answer);
    }
    const right = compared ? compared[0] : chosen === asked.dataset.answer;
    verdict.textContent = answerTo(asked, chosen, compared);
    if (compared || chosen !== null) verdict.classList.add(right ? "right" : "wrong");
    curtain.open = true;
    return right;
  };
  const commit = (given) => {
    const right = settle(given);
    verdict.tabIndex = -1;
    verdict.focus({ preventScroll: true }); // the buttons can have it no longer
    memory.keep("predictions", beat.id, given?.drawn === undefined ? given : { ...given, right });
  };
  const recall = () => {
    const given = memory.here().predictions[beat.id];
    if (given === null || options.some((button) => button.textContent === given) || asked.sheet?.fits(given?.drawn)) settle(given);
  };
  asked.sheet = sheetOf(asked, (drawn) => commit({ drawn }));
  for (const button of options) button.addEventListener("click", () => commit(button.textContent));
  curtain.addEventListener("toggle", () => curtain.open && !asked.hasAttribute("data-settled") && settle(null)); // by a key, a link, or for paper
  curtain.querySelector("summary").addEventListener("click", () => memory.keep("predictions", beat.id, null));
  asked.addEventListener("recall", recall);
  asked.addEventListener("ask", () => {
    delete asked.dataset.settled;
    for (const button of options) {
      button.disabled = false;
      button.classList.remove("chosen", "answer");
    }
    verdict.textContent = "";
    verdict.classList.remove("right", "wrong");
    asked.sheet?.begin();
    curtain.open = false;
  });
  recall();
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

/* On paper nothing can be opened: what a curtain hides is printed, and the solutions stand at the end. */
addEventListener("beforeprint", () => {
  for (const curtain of document.querySelectorAll(".curtain")) curtain.open = true;
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
