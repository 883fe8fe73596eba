/* Predictions, in a page without Python. */
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

/* On paper nothing can be opened: what a curtain hides is printed. */
addEventListener("beforeprint", () => document.querySelectorAll(".curtain").forEach((curtain) => (curtain.open = true)));
