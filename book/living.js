/* Predictions and exercises, in a page without Python. */
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

/* An exercise: the page knows sums of the right answer and of known mistakes, not the numbers. record.py has the same. */
function fingerprint(name, places) {
  let total = 0x811c9dc5;
  for (const letter of new TextEncoder().encode(`${name} ${places.join(" ")}`)) total = Math.imul(total ^ letter, 0x01000193) >>> 0;
  return total;
}

function judged(name, rule, numbers) {
  const fits = ({ width, offsets, sum }) => fingerprint(name, offsets.map((offset, i) => Math.floor((numbers[i] - offset) / width))) === sum;
  const known = rule.known.find(fits);
  return known ? known.hint : rule.otherwise;
}

/* The numbers in a line such as "5 / 7", "(0.25, 2/3)" or "2**6 - 1"; NaN for what is none. */
function numbersIn(line) {
  const signs = line.match(/\*\*|\d+\.?\d*(?:e[+-]?\d+)?|\.\d+|\S/gi) ?? [];
  const next = (...wanted) => (wanted.includes(signs[0]) ? signs.shift() : undefined);
  const atom = () => {
    if (!next("(", "[")) return /^[\d.]/.test(signs[0] ?? "") ? [Number(signs.shift())] : [NaN];
    const inner = list();
    return next(")", "]") ? inner : [NaN];
  };
  const power = () => {
    const base = atom();
    return next("**", "^") ? [base[0] ** signed()[0]] : base;
  };
  const signed = () => (next("-", "−") ? [-signed()[0]] : (next("+"), power()));
  const chain = (part, apply) => () => {
    let left = part();
    for (let sign; (sign = next(...Object.keys(apply)));) left = [apply[sign](left[0], part()[0])];
    return left;
  };
  const product = chain(signed, { "*": (a, b) => a * b, "·": (a, b) => a * b, "/": (a, b) => a / b });
  const sum = chain(product, { "+": (a, b) => a + b, "-": (a, b) => a - b, "−": (a, b) => a - b });
  const list = () => {
    const found = sum();
    while (next(",")) if (signs.length && !/[)\]]/.test(signs[0])) found.push(...sum());
    return found;
  };
  const found = list();
  return signs.length ? [NaN] : found;
}

/* The hint that an answer gets, or null if it is right. */
function hintFor(form) {
  const rule = JSON.parse(form.dataset.rule);
  if (rule.words) {
    const chosen = [...form.querySelectorAll("select")].map((select) => select.value);
    return chosen.includes("") ? "Choose in each place." : rule.hints[rule.known[fingerprint(form.dataset.name, chosen)]];
  }
  const numbers = numbersIn(form.querySelector("input").value);
  const sound = numbers.length === rule.numbers && numbers.every(Number.isFinite);
  return sound ? judged(form.dataset.name, rule, numbers) : `Expected ${form.dataset.wanted}.`;
}

for (const form of document.querySelectorAll("form.exercise[data-rule]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const hint = hintFor(form);
    const verdict = form.querySelector(".verdict");
    verdict.textContent = hint === null ? "✓ Right." : `✗ Not yet. ${hint}`;
    verdict.className = `verdict ${hint === null ? "right" : "wrong"}`;
  });
}

/* On paper nothing can be opened: what a curtain hides is printed. */
addEventListener("beforeprint", () => document.querySelectorAll(".curtain").forEach((curtain) => (curtain.open = true)));
