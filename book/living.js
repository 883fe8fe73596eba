/* Pictures that follow their controls, predictions and exercises, in a page without Python. */
"use strict";

const PLAY_EVERY = 400; // milliseconds
const narrow = matchMedia("(max-width: 40rem)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/*
 * The page holds the first picture. The other states come from a file of their own, one for each
 * edition of the picture, wide and perhaps narrow. It calls receive() with: states, each as places in
 * groups; groups and texts (see textOf, below); readings; sizes and labels of the controls; stills, and
 * slow, the controls on which they depend. The number of a state is made of the places of the controls,
 * the last one fastest.
 */
class LivingPicture extends HTMLElement {
  connectedCallback() {
    this.inputs = [...this.querySelectorAll(".control :is(input, select)")];
    this.words = this.querySelector(".reading span");
    this.data = {};
    narrow.addEventListener("change", () => this.arrange());
    this.arrange();
    if (!this.inputs.length) return;
    this.addEventListener("input", () => this.show());
    this.querySelector(".play")?.addEventListener("click", (event) => this.play(event.currentTarget));
    nearby.observe(this);
  }

  /* On a narrow screen the narrow edition is shown; without one, the panels of the picture one below the other. */
  arrange() {
    this.edition = narrow.matches && this.querySelector(".stage.narrow") ? "narrow" : "wide";
    const stage = this.querySelector(`.stage.${this.edition}`);
    if (!stage) return;
    const panes = JSON.parse(stage.dataset.panes);
    const sheet = stage.querySelector(".sheet");
    const cut = narrow.matches && panes.length > 1;
    const frames = (cut ? panes : [[0, 0, 1, 1]]).map((pane, place) => framed(place ? copied(sheet) : sheet, pane, cut));
    stage.replaceChildren(...frames);
    this.images = [...stage.querySelectorAll("img")];
    this.layers = [...stage.querySelectorAll(".moving")];
    if (this.asked) this.show();
  }

  load() {
    this.asked ??= new Set();
    if (this.asked.has(this.edition)) return;
    this.asked.add(this.edition);
    const script = document.createElement("script");
    script.src = this.dataset[this.edition];
    document.head.append(script);
  }

  receive(edition, data) {
    data.decoded = [];
    this.data[edition] = data;
    data.loaded = data.stills.map((name) => Object.assign(new Image(), { src: name })); // before they are needed
    this.show();
  }

  show() {
    if (!this.data[this.edition]) return this.load();
    const { texts, groups, states, readings, sizes, labels, slow, stills, decoded } = this.data[this.edition];
    const places = this.inputs.map((input) => (input.type === "checkbox" ? +input.checked : input.selectedIndex ?? +input.value));
    const number = (controls) => controls.reduce((sum, control) => sum * sizes[control] + places[control], 0);
    const state = number([...sizes.keys()]);
    const parts = states[state].map((group) => (decoded[group] ??= textOf(texts, groups[group])));
    for (const layer of this.layers ?? []) paint(layer, parts);
    const still = stills[number(slow)];
    for (const image of this.images ?? []) if (image.getAttribute("src") !== still) image.src = still;
    this.words.textContent = readings[state];
    this.inputs.forEach((input, control) => {
      if (input.type !== "range") return;
      const word = labels[control][places[control]];
      input.setAttribute("aria-valuetext", word);
      input.parentElement.querySelector("output").value = word;
    });
  }

  /* From where the slider is to its end, then again from the start; one step a press for whoever wants no motion. */
  play(button) {
    const slider = button.parentElement.querySelector("input");
    const step = () => {
      slider.value = +slider.value < +slider.max ? +slider.value + 1 : 0;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      if (slider.value === slider.max) stop();
      return slider.value !== slider.max;
    };
    const stop = () => {
      clearInterval(this.timer);
      this.timer = undefined;
      button.removeAttribute("aria-pressed");
    };
    if (this.timer) return stop();
    if (!step() || calm.matches) return;
    button.setAttribute("aria-pressed", "true");
    this.timer = setInterval(step, PLAY_EVERY);
  }
}

const mould = document.createElementNS("http://www.w3.org/2000/svg", "svg");

/* Of an SVG in parts, its opening and then one element each, only those that changed are set anew. */
function paint(layer, parts) {
  const { shown, firstElementChild: svg } = layer;
  if (shown?.length === parts.length && shown[0] === parts[0]) {
    const { children } = svg;
    for (let i = 1; i < parts.length; i++) {
      if (shown[i] === parts[i]) continue;
      mould.innerHTML = parts[i];
      children[i - 1].replaceWith(mould.firstElementChild);
    }
  } else layer.innerHTML = parts.join("\n");
  layer.shown = parts;
}

/* A text, and what fills its holes: tenths of a point, as differences from the last but one. packing.py has the same. */
function textOf(texts, [text, ...places]) {
  const between = texts[text].replace(/§(\d+)§/g, (_, corners) => "L ¤ ¤ \n".repeat(corners)).split("¤");
  let whole = between[0];
  for (let i = 0; i < places.length; i++) {
    if (i > 1) places[i] += places[i - 2];
    whole += places[i] / 10 + between[i + 1];
  }
  return whole;
}

/* A window on a part of the sheet: left, top, width and height as parts of the whole. */
function framed(sheet, [x, y, w, h], cut) {
  const frame = document.createElement("div");
  frame.className = cut ? "pane" : "whole";
  const image = sheet.querySelector("img");
  const ratio = (w * image.getAttribute("width")) / (h * image.getAttribute("height"));
  for (const [name, value] of Object.entries({ x, y, w, h, ratio })) frame.style.setProperty(`--${name}`, value);
  frame.append(sheet);
  return frame;
}

/* The same picture once more, which a screen reader need not read again. */
function copied(sheet) {
  const copy = sheet.cloneNode(true);
  copy.setAttribute("aria-hidden", "true");
  return copy;
}

const nearby = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      nearby.unobserve(target);
      target.load();
    }
  },
  { rootMargin: "1200px" },
);

customElements.define("living-picture", LivingPicture);

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
