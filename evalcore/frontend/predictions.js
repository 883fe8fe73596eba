/* Predictions: who has chosen, drawn, or asked for the answer sees it, and what the question covers. */
/* global element, sheetOf, translated */
/* exported startPrediction, tellAnswer */
"use strict";

/* The reason, after the words on a drawing; the options show the rest, which a screen reader is told at the end. */
function tellAnswer({ dataset: { answer, because } }, verdict, compared) {
  const reason = because.charAt(0).toUpperCase() + because.slice(1);
  const heard = element("span", { className: "heard" }, " ", translated("The answer is “{answer}”.", { answer }));
  verdict.replaceChildren(compared ? `${compared[1]} ${reason}` : reason, heard);
}

/* ``kept`` returns what was chosen before, ``keep`` is told each answer, and ``uncover`` shows or hides what is covered.
   Returns a function that gives an answer, or null to see it without choosing. */
function startPrediction(asked, { kept, keep, uncover }) {
  const verdict = asked.querySelector(".verdict"), options = [...asked.querySelectorAll(".options button")];
  const settle = (given) => {
    const { drawn = null } = given ?? {}, chosen = drawn === null ? given : null;
    const compared = asked.sheet?.reveal(drawn);
    const right = compared ? compared[0] : chosen === asked.dataset.answer;
    asked.dataset.settled = chosen ?? "";
    for (const button of options) {
      button.disabled = true;
      button.classList.toggle("chosen", button.textContent === chosen);
      button.classList.toggle("answer", button.textContent === asked.dataset.answer);
    }
    tellAnswer(asked, verdict, compared);
    if (compared || chosen !== null) verdict.classList.add(right ? "right" : "wrong");
    uncover(true);
    return right;
  };
  const commit = (given) => {
    const right = settle(given);
    verdict.tabIndex = -1;
    verdict.focus({ preventScroll: true }); // the buttons can have it no longer
    keep(given?.drawn === undefined ? given : { ...given, right });
  };
  const recall = () => {
    const given = kept();
    if (given === null || options.some((button) => button.textContent === given) || asked.sheet?.fits(given?.drawn)) settle(given);
  };
  asked.sheet = sheetOf(asked, (drawn) => commit({ drawn }));
  for (const button of options) button.addEventListener("click", () => commit(button.textContent));
  asked.addEventListener("show", () => asked.hasAttribute("data-settled") || settle(null));
  asked.addEventListener("recall", recall);
  asked.addEventListener("ask", () => {
    delete asked.dataset.settled;
    for (const button of options) {
      button.disabled = false;
      button.classList.remove("chosen", "answer");
    }
    verdict.replaceChildren();
    verdict.classList.remove("right", "wrong");
    asked.sheet?.begin();
    uncover(false);
  });
  recall();
  return commit;
}
