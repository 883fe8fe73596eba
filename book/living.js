/* Predictions and the toolbar of a chapter, in a page without Python. */
"use strict";

/* A prediction: whoever has chosen, or asked to be shown, sees the answer and what the curtain hid. */
for (const asked of document.querySelectorAll(".prediction")) {
  const curtain = asked.closest(".beat").nextElementSibling;
  const verdict = asked.querySelector(".verdict");
  const { answer, because } = asked.dataset;
  const settle = (chosen) => {
    if (asked.hasAttribute("data-settled")) return;
    asked.dataset.settled = chosen ?? "";
    for (const button of asked.querySelectorAll("button")) {
      button.disabled = true;
      button.classList.toggle("chosen", button.textContent === chosen);
    }
    const said = chosen === undefined ? "" : `${chosen === answer ? "✓" : "✗"} You said “${chosen}”. `;
    verdict.textContent = `${said}It is “${answer}”: ${because}`;
    if (chosen !== undefined) verdict.classList.add(chosen === answer ? "right" : "wrong");
    curtain.open = true;
  };
  for (const button of asked.querySelectorAll("button")) button.addEventListener("click", () => settle(button.textContent));
  curtain.addEventListener("toggle", () => curtain.open && settle());
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

/* On paper nothing can be opened: what a curtain hides is printed. */
addEventListener("beforeprint", () => document.querySelectorAll(".curtain").forEach((curtain) => (curtain.open = true)));
