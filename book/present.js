/*
 * The page, projected, and walked slide by slide (slides.js). A slide is laid out on 1280 x 720 and scaled to the
 * screen, so that it holds the same on every machine.
 */
/* global figureAt, slidesOf, joinParagraphs, speaker, partsOf, putFigure, turn, translated */
/* exported corner, settle */
"use strict";

const WIDTH = 1280, HEIGHT = 720; // as in style.css

const presentation = {
  // Each: parts, steps, place, holds (ids of its cells), read (what appears with the answer), sizes of its figures, bare
  // (the figure without controls), state (of the figure).
  slides: [],
  at: -1,

  get open() {
    return document.body.classList.contains("presenting");
  },

  async enter(node = nodeInSight()) {
    if (this.open) return;
    document.body.classList.add("presenting", "laid-out");
    arrangePictures();
    for (const asked of document.querySelectorAll(".prediction[data-settled]")) asked.dispatchEvent(new Event("ask"));
    document.querySelectorAll(".prediction").forEach(takeBackVotes);
    for (const { figure } of notAsked()) figure.lift(true);
    await Promise.allSettled([...document.fonts].map((font) => font.load())); // sizes depend on them
    this.slides = slidesOf(document.querySelector("article"));
    document.body.classList.remove("laid-out");
    this.fit();
    speaker.open();
    this.show(Math.max(0, this.asked(), this.slideAt(node)));
  },

  /* The slide that the address asks for, and the one that holds a place of the page, or ends before it; else -1. */
  asked() {
    const place = decodeURIComponent(/^#present=(.+)/.exec(location.hash)?.[1] ?? "");
    return this.slides.findIndex((slide) => slide.place === place || slide.holds.includes(place));
  },

  slideAt(node) {
    const begun = (part) => part === node || part.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
    return node ? this.slides.findLastIndex(({ parts }) => begun(parts[0])) : -1;
  },

  leave() {
    if (!this.open) return;
    const { parts, holds } = this.slides[this.at];
    stopPlaying();
    for (const practice of document.querySelectorAll(".practice")) practice.begin();
    speaker.close();
    document.body.classList.remove("presenting");
    arrangePictures();
    joinParagraphs();
    for (const asked of document.querySelectorAll(".prediction:not([data-settled])")) asked.dispatchEvent(new Event("recall"));
    for (const { figure, asked } of notAsked()) figure.lift(asked.hasAttribute("data-settled"));
    for (const part of document.querySelectorAll(".here, .later, .bare, .now")) part.classList.remove("here", "later", "bare", "now");
    if (document.fullscreenElement) document.exitFullscreen();
    history.replaceState(null, "", `#${holds[0]}`);
    const target = parts[0].isConnected ? parts[0] : document.getElementById(holds[0]); // the rest of a list was joined again
    target.scrollIntoView({ behavior: "instant" });
    this.at = -1;
  },

  /* The slide, before its first step or, for whoever comes back to it, after its last. */
  show(at, whole = false) {
    if (!this.slides[at]) return;
    this.at = at;
    const { parts, steps, place, sizes, bare, state } = this.slides[at];
    stopPlaying();
    for (const part of document.querySelectorAll(".here")) part.classList.remove("here");
    for (const part of parts) part.classList.add("here");
    document.querySelector(".bare")?.classList.remove("bare");
    bare?.classList.add("bare");
    for (const [figure, width] of sizes) figure.style.setProperty("--slide-width", width);
    if (state) putFigure([...sizes.keys()][0], state);
    const own = parts.filter((part) => part.matches(".prediction")).map(withheldBy); // its answer opens it
    for (const part of parts) {
      const withheld = part.closest("details.withheld");
      if (withheld && !own.includes(withheld)) withheld.previousElementSibling.querySelector(".prediction").dispatchEvent(new Event("show"));
    }
    for (const figure of parts.filter(isFigure)) { // its question may have been on a slide that was passed over
      const asked = questionAbout(figure), before = this.slides.findIndex((slide) => slide.parts.includes(asked));
      if (before >= 0 && before < at) asked.dispatchEvent(new Event("show"));
    }
    this.step = whole ? steps.length : steps.findIndex((step) => !step.done?.()); // an answer that was given stays
    if (this.step < 0) this.step = steps.length;
    for (const [number, step] of steps.entries()) number < this.step ? step.go() : step.wait();
    for (const later of document.querySelectorAll("living-picture.here:has(.control), .practice.here")) later.load();
    for (const button of corner.querySelectorAll("[value='1'], [value='-1']")) button.disabled = !this.slides[at + +button.value];
    corner.querySelector("[role=status]").textContent = `${at + 1} / ${this.slides.length}`;
    running.textContent = [...new Set([title(parts[0], "h1"), title(parts[0], "h2")])].filter(Boolean).join(" · ");
    running.hidden = parts[0].matches("h1, h2");
    history.replaceState(null, "", `#present=${encodeURIComponent(place)}`);
    speaker.turn();
  },

  walk(by) {
    const { steps } = this.slides[this.at];
    if (by < 0 || this.step === steps.length) return this.show(this.at + by, by < 0);
    steps[this.step++].go();
    speaker.step();
  },

  /* The slide to which a link within the chapter leads. */
  goTo(node) {
    const to = this.slideAt(node);
    if (to >= 0) this.lookAt(to);
  },

  /* The last other figure before this slide, and then, by the same key, this slide again. */
  lastFigure() {
    const { from, to, whole } = this.lookedBack ?? {};
    if (to === this.at) return this.show(from, whole);
    const { parts: now } = this.slides[this.at];
    const at = this.slides.findLastIndex(({ parts }, place) => place < this.at && parts.some((part) => isFigure(part) && !now.includes(part)));
    this.lookAt(at, true);
  },

  /* Goes to another slide. From there f comes back to this one, after its last step only if all steps have been taken. */
  lookAt(to, whole) {
    this.lookedBack = { from: this.at, to, whole: this.step === this.slides[this.at].steps.length };
    this.show(to, whole);
  },

  fit() {
    const scale = Math.min(innerWidth / WIDTH, innerHeight / HEIGHT);
    document.documentElement.style.setProperty("--slide-scale", scale);
  },
};

/* What the reader looks at: of all that can be shown and is not withheld, what begins in the upper half of
   the window, else what began last before it. At the end of the page, where nothing moves up, the address tells. */
function nodeInSight() {
  if (location.hash.startsWith("#present") || scrollY === 0) return null;
  const top = (node) => node.getBoundingClientRect().top;
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  if (named && atEnd && top(named) > -1 && top(named) < innerHeight) return named;
  const parts = [...document.querySelectorAll("article > section")].flatMap((section) => partsOf(section));
  const seen = parts.map(({ node }) => node).filter((node) => node.checkVisibility() && node.offsetHeight > 0);
  const begun = seen.filter((node) => top(node) < innerHeight / 2);
  return begun.find((node) => top(node) > -1) ?? begun.at(-1);
}

/* A phone shows a picture in its wide form, too, in presentation mode. */
function arrangePictures() {
  for (const picture of document.querySelectorAll("living-picture")) picture.arrange();
}

function stopPlaying() {
  for (const button of document.querySelectorAll(".here .play[aria-pressed]")) button.click();
}

/* The title of the section in which a part stands. */
function title(part, level) {
  const heading = part.closest(`section:has(> ${level})`)?.querySelector(`:scope > ${level}`);
  return heading?.textContent.replace(/#$/, "");
}

const questionAbout = ({ id }) => document.querySelector(`.prediction[data-veils^="${id}?"]`);
const isFigure = (part) => part.matches("living-picture");

/* What can be moved on the slide; nothing of a veiled figure. */
function usable(controls) {
  return [...document.querySelectorAll(`living-picture.here ${controls}`)].find((node) => (node.checkVisibility() || node.closest(".bare")) && !node.closest("[inert]"));
}

/* The first slider or menu of the slide moves by one position, or that which the question about the figure names. */
function moveControl(by) {
  const first = usable(".control :is([type=range], select:not(.speed))");
  if (!first) return;
  const figure = first.closest("living-picture");
  const state = questionAbout(figure)?.dataset.veils.split(/[?=]/) ?? [];
  const input = document.getElementById(`${figure.id}-${state[1]}`) ?? first;
  const [place, places] = input.type === "range" ? [+input.value, +input.max + 1] : [input.selectedIndex, input.length];
  turn(input, Math.min(Math.max(place + by, 0), places - 1));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/* Votes are counted, a press or click each, and shown as bars; the answer comes with the next step, not before, and
   the bars stay beside it. The option that leads, the last one among equals, is the audience's. */
let counted = false;

function vote(button) {
  if (!button || button.disabled) return;
  button.dataset.votes = votesOf(button) + 1;
  const options = [...button.parentElement.children];
  const most = Math.max(...options.map(votesOf));
  for (const option of options) option.style.setProperty("--votes", votesOf(option) / most);
  if (votesOf(button) < most) return;
  for (const option of options) option.classList.toggle("voted", option === button);
}

/* The veiled figures whose questions are on no slide. */
function notAsked() {
  const questions = [...document.querySelectorAll('[data-slide="skip"] .prediction[data-veils]')];
  return questions.map((asked) => ({ asked, figure: figureAt(asked.dataset.veils) }));
}

const withheldBy = (asked) => asked.closest(".passage").nextElementSibling;
const votesOf = (option) => +(option.dataset.votes ?? 0);

function takeBackVotes(asked) {
  for (const option of asked.querySelectorAll(".options button")) {
    delete option.dataset.votes;
    option.style.removeProperty("--votes");
    option.classList.remove("voted");
  }
}

function settle(asked) {
  if (asked.sheet?.commit()) return; // what the lecturer has drawn for the audience
  const chosen = asked.querySelector(".voted");
  counted = true;
  if (chosen) chosen.click();
  else asked.dispatchEvent(new Event("show"));
  counted = false;
}

document.addEventListener("click", (event) => {
    if (!presentation.open || counted) return;
    const option = event.target.closest?.(".options button");
    if (!option) return;
    event.stopPropagation();
    vote(option);
}, true);

document.addEventListener("click", (event) => {
  const link = presentation.open && event.target.closest?.("article a[href^='#']:not([href*='?'])");
  const target = link && document.getElementById(decodeURIComponent(link.getAttribute("href").slice(1)));
  if (!target) return;
  event.preventDefault();
  presentation.goTo(target.querySelector("h1, h2, h3") ?? target);
});

/* Whether the hand has last been on the mouse: then a slider holds only ↑ and ↓, or it would trap the arrows of a remote. */
let pointed = false;
document.addEventListener("pointerdown", () => (pointed = true), true);
document.addEventListener("keydown", ({ key }) => key === "Tab" && (pointed = false), true);

/* Whether a key is meant for what has the focus. */
function belongsTo(node, key) {
  if (node.matches("input:not([type=range], [type=checkbox]), textarea")) return true;
  if (node.matches(".hand[tabindex='0']")) return key.startsWith("Arrow") || key === "Enter";
  if (key === " " || key === "Enter") return node.matches("a[href], button, summary, select, [type=checkbox]");
  if (!node.matches("[type=range], select")) return false;
  if (pointed) return key === "ArrowUp" || key === "ArrowDown";
  return key.startsWith("Arrow") || key === "Home" || key === "End" || (node.matches("select") && key.length === 1);
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || belongsTo(target, key)) return;
  if (!presentation.open) {
    if (key === "p") enterFullScreen();
    return;
  }
  const by = { ArrowRight: 1, PageDown: 1, " ": 1, Enter: 1, ArrowLeft: -1, PageUp: -1 }[key];
  if (speaker.key(key)) event.preventDefault();
  else if (key === "Escape") presentation.leave();
  else if (by) presentation.walk(by);
  else if (key === "Home" || key === "End") presentation.show(key === "Home" ? 0 : presentation.slides.length - 1);
  else if (key === "ArrowUp" || key === "ArrowDown") moveControl(key === "ArrowUp" ? 1 : -1);
  else if (key === "p") usable(".play")?.click();
  else if (key === "f") presentation.lastFigure();
  else if (key === "0") document.querySelectorAll(".prediction.here").forEach(takeBackVotes);
  else if (/^[1-9]$/.test(key)) vote(document.querySelectorAll(".prediction.here .options button")[key - 1]);
  else return;
  event.preventDefault();
});

/* A finger that wipes to the left goes on, to the right back, but not from a slider, what is dragged or what is drawn on. */
let touched = null;
document.addEventListener("touchstart", ({ target, touches }) => {
  touched = touches.length === 1 && !target.matches("[type=range], .grip, .hand") ? touches[0] : null;
});
document.addEventListener("touchend", ({ changedTouches: [lifted] }) => {
  if (!presentation.open || !touched) return;
  const x = lifted.clientX - touched.clientX, y = lifted.clientY - touched.clientY;
  if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) presentation.walk(x < 0 ? 1 : -1);
});

function enterFullScreen() {
  const node = nodeInSight(); // before the window changes
  document.documentElement.requestFullscreen?.().catch(() => {}); // a window will do, too
  presentation.enter(node);
}

/* The section's heading, the number of the slide, and the buttons. */
const running = document.body.appendChild(Object.assign(document.createElement("p"), { className: "running", ariaHidden: "true" })); // repeats headings
const corner = document.body.appendChild(Object.assign(document.createElement("div"), { className: "corner" }));
corner.innerHTML =
  '<span role="status"></span><button value="-1">‹</button><button value="1">›</button><button value="leave">×</button>';
[translated("Back"), translated("Next"), translated("Leave (Esc)")].forEach((words, place) => (corner.querySelectorAll("button")[place].ariaLabel = words));
corner.addEventListener("click", ({ target, detail }) => {
  if (target.value === "leave") presentation.leave();
  else if (target.value) presentation.walk(+target.value);
  if (detail) target.blur(); // after a click of the mouse Space is not its own
});
for (const button of document.querySelectorAll(".present")) button.addEventListener("click", enterFullScreen);
addEventListener("resize", () => presentation.fit());
document.addEventListener("fullscreenchange", () => document.fullscreenElement || presentation.leave());
addEventListener("hashchange", () => location.hash.startsWith("#present") && presentation.enter());
document.addEventListener("DOMContentLoaded", () => location.hash.startsWith("#present") && presentation.enter()); // speaker.js is there
