/*
 * The page, projected. It is walked beat by beat: a heading with its first words, a prediction, a picture
 * with its controls, some paragraphs, never code. What a beat holds follows from the page and from the
 * slide type of its cells: "slide" and "subslide" begin a beat, "fragment" comes with the next step,
 * "skip" and "notes" are left out. A beat is laid out on 1280 x 720 and scaled to the screen, so that it
 * holds the same on every machine.
 */
"use strict";

const WIDTH = 1280, HEIGHT = 720; // as in style.css
const ROOM = 664; // what a beat may fill of the height
const GAP = 20; // below each of its parts
const VERDICT = 140; // what the answer of a prediction will take
const FULL = 0.6; // a beat that fills so much of the room takes no further text, but still what code prints
const ALMOST_EMPTY = 0.39; // one that fills less takes a picture or a prediction, which else stand alone

const hall = {
  beats: [], // each: parts, steps, place
  at: -1,

  get open() {
    return document.body.classList.contains("hall");
  },

  async enter(node = nodeInSight()) {
    if (this.open) return;
    document.body.classList.add("hall", "laid-out");
    arrangePictures();
    for (const asked of document.querySelectorAll(".prediction[data-settled]")) asked.dispatchEvent(new Event("ask"));
    await Promise.allSettled([...document.fonts].map((font) => font.load())); // sizes depend on them
    this.beats = beatsOf(document.querySelector("article"));
    document.body.classList.remove("laid-out");
    this.fit();
    this.show(Math.max(0, this.asked(), this.beatAt(node)));
  },

  /* The beat that the address asks for, and the one that holds a place of the page, or ends before it; else -1. */
  asked() {
    const place = decodeURIComponent(/^#present=(.+)/.exec(location.hash)?.[1] ?? "");
    return this.beats.findIndex((beat) => beat.place === place || beat.holds.includes(place));
  },

  beatAt(node) {
    const begun = (part) => part === node || part.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
    return node ? this.beats.findLastIndex(({ parts }) => begun(parts[0])) : -1;
  },

  leave() {
    if (!this.open) return;
    const { parts, holds } = this.beats[this.at];
    stopPlaying();
    document.body.classList.remove("hall");
    arrangePictures();
    for (const asked of document.querySelectorAll(".prediction:not([data-settled])")) asked.dispatchEvent(new Event("recall"));
    for (const part of document.querySelectorAll(".here, .later")) part.classList.remove("here", "later");
    if (document.fullscreenElement) document.exitFullscreen();
    history.replaceState(null, "", `#${holds[0]}`);
    parts[0].scrollIntoView({ behavior: "instant" });
    this.at = -1;
  },

  /* The beat, before its first step or, for whoever comes back to it, after its last. */
  show(at, whole = false) {
    if (!this.beats[at]) return;
    this.at = at;
    const { parts, steps, place } = this.beats[at];
    stopPlaying();
    for (const part of document.querySelectorAll(".here")) part.classList.remove("here");
    for (const part of parts) part.classList.add("here");
    for (const part of parts) part.closest("details.curtain:not([open])")?.setAttribute("open", "");
    this.step = 0;
    for (const step of steps) whole ? step.go() : step.wait();
    if (whole) this.step = steps.length;
    for (const picture of document.querySelectorAll("living-picture.here:has(.control)")) picture.load();
    for (const button of corner.querySelectorAll("[value='1'], [value='-1']")) button.disabled = !this.beats[at + +button.value];
    corner.querySelector("span").textContent = `${at + 1} / ${this.beats.length}`;
    running.textContent = [...new Set([title(parts[0], "h1"), title(parts[0], "h2")])].filter(Boolean).join(" · ");
    running.hidden = parts[0].matches("h1, h2");
    history.replaceState(null, "", `#present=${encodeURIComponent(place)}`);
  },

  walk(by) {
    const { steps } = this.beats[this.at];
    if (by > 0 && this.step < steps.length) return steps[this.step++].go();
    this.show(this.at + by, by < 0);
  },

  fit() {
    const scale = Math.min(innerWidth / WIDTH, innerHeight / HEIGHT);
    document.documentElement.style.setProperty("--hall-scale", scale);
  },
};

/* What the reader looks at: of all that can be shown and is not behind a curtain, what begins in the upper half of
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

/* A phone shows a picture in its wide form, too, while it stands on the screen of the hall. */
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

/* What can be shown, in the order of the page: each with its cell, or its section, and its slide type. */
function partsOf(node, cell) {
  if (node.matches("section, details.curtain, .beat")) {
    const inner = node.matches("details.curtain") ? cell : node;
    return [...node.children].flatMap((child) => partsOf(child, inner));
  }
  if (node.matches("h1, h2, h3")) {
    const next = node.nextElementSibling;
    return [{ node, cell, slide: next?.matches(".beat") ? next.dataset.slide : "" }];
  }
  return node.matches("summary, .fold, .solution, .toolbar, .exercise") ? [] : [{ node, cell, slide: cell.dataset.slide ?? "" }];
}

/* The parts, packed into beats. */
function beatsOf(article) {
  const curtains = [...article.querySelectorAll("details.curtain:not([open])")];
  for (const curtain of curtains) curtain.open = true; // to measure what it hides
  const all = [...article.querySelectorAll(":scope > section")].flatMap((section) => partsOf(section)).filter(({ slide }) => slide !== "skip" && slide !== "notes");
  for (const { node } of all) if (node.matches("living-picture")) fitPicture(node);
  for (const options of article.querySelectorAll(".options")) options.classList.toggle("in-a-row", inARow(options));
  for (const part of all) part.height = part.node.getBoundingClientRect().height;
  const parts = all.filter(({ height }) => height > 0); // code says nothing in the hall, only what it prints
  for (const part of parts) part.height += GAP + (part.node.matches(".prediction") ? VERDICT : 0);
  for (const curtain of curtains) curtain.open = false;

  const beats = [];
  let filled = 0, before;
  for (const [place, part] of parts.entries()) {
    const { node, cell, slide, height } = part;
    const first = before?.cell !== cell; // of its cell
    const follows = before?.node.matches("h1, h2, h3"); // a heading is not left alone
    const alone = node.matches(".prediction, living-picture");
    const whole = parts.filter((other) => other.cell === cell).reduce((sum, other) => sum + other.height, 0);
    const heads = node.matches("h3") ? parts[place + 1].height : 0; // a heading stands with what it heads
    const full = filled + heads + (first && !follows && whole <= ROOM ? whole : height) > ROOM;
    const enough = alone ? ALMOST_EMPTY : before?.alone ? 0 : first && !node.matches(".cell") ? FULL : 1;
    const begins =
      !before ||
      node.matches("h1, h2") ||
      (first && !follows && ["slide", "subslide"].includes(slide)) ||
      full ||
      (!follows && slide !== "fragment" && filled > enough * ROOM);
    if (begins) {
      beats.push({ parts: [], steps: [], holds: [], place: "" });
      filled = 0;
    }
    const beat = beats.at(-1);
    beat.parts.push(node);
    beat.holds.push(cell.id);
    beat.steps.push(...stepsOf(part, first && !begins));
    filled += height;
    before = { node, cell, alone };
  }
  const times = {};
  for (const beat of beats) {
    const id = beat.holds[0];
    times[id] = (times[id] ?? 0) + 1;
    beat.place = times[id] > 1 ? `${id}+${times[id] - 1}` : id;
  }
  return beats;
}

/* Short options stand side by side, which leaves room for what the question needs. */
function inARow(options) {
  options.classList.add("in-a-row");
  return options.scrollWidth <= options.clientWidth;
}

/* As large as the room beside its controls and its reading allows. */
function fitPicture(picture) {
  const sheet = picture.querySelector(".stage.wide img");
  if (!sheet) return;
  const beside = [...picture.children].filter((child) => !child.matches(".stage")).map((child) => child.getBoundingClientRect().height);
  const height = ROOM - GAP - beside.reduce((sum, one) => sum + one, 0);
  const width = (height * sheet.getAttribute("width")) / sheet.getAttribute("height");
  picture.style.setProperty("--hall-width", `${Math.floor(width)}px`);
}

/* What a beat keeps for its next steps: the answer of a prediction, a fragment, the further lines of a derivation. */
function stepsOf({ node, slide }, joins) {
  if (node.matches(".prediction")) return [{ wait() {}, go: () => settle(node) }];
  const lines = [...node.querySelectorAll("math > mtable > mtr, math > semantics > mtable > mtr")].slice(1);
  const later = slide === "fragment" && joins ? [node, ...lines] : lines;
  return later.map((line) => ({
    wait: () => line.classList.add("later"),
    go: () => line.classList.remove("later"),
  }));
}

/* A vote is shown when the next step comes, not before. */
let counted = false;

function vote(button) {
  if (!button || button.disabled) return;
  for (const other of button.parentElement.children) other.classList.toggle("voted", other === button);
}

function settle(asked) {
  const chosen = asked.querySelector(".voted");
  counted = true;
  if (chosen) chosen.click();
  else asked.closest(".beat").nextElementSibling.open = true;
  counted = false;
}

document.addEventListener("click", (event) => {
    if (!hall.open || counted) return;
    const option = event.target.closest?.(".options button");
    if (!option) return;
    event.stopPropagation();
    vote(option);
}, true);

/* Whether the hand has last been on the mouse: then a slider holds only ↑ and ↓, or it would trap the arrows of a remote. */
let pointed = false;
document.addEventListener("pointerdown", () => (pointed = true), true);
document.addEventListener("keydown", ({ key }) => key === "Tab" && (pointed = false), true);

/* Whether a key is meant for what has the focus. */
function belongsTo(node, key) {
  if (node.matches("input:not([type=range], [type=checkbox]), textarea")) return true;
  if (key === " " || key === "Enter") return node.matches("a[href], button, summary, select, [type=checkbox]");
  if (!node.matches("[type=range], select")) return false;
  if (pointed) return key === "ArrowUp" || key === "ArrowDown";
  return key.startsWith("Arrow") || key === "Home" || key === "End" || (node.matches("select") && key.length === 1);
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || belongsTo(target, key)) return;
  if (!hall.open) {
    if (key === "p") enterFullScreen();
    return;
  }
  const by = { ArrowRight: 1, PageDown: 1, " ": 1, Enter: 1, ArrowLeft: -1, PageUp: -1 }[key];
  if (key === "Escape") hall.leave();
  else if (by) hall.walk(by);
  else if (key === "Home" || key === "End") hall.show(key === "Home" ? 0 : hall.beats.length - 1);
  else if (/^[1-9]$/.test(key)) vote(document.querySelectorAll(".prediction.here .options button")[key - 1]);
  else return;
  event.preventDefault();
});

function enterFullScreen() {
  const node = nodeInSight(); // before the window changes
  document.documentElement.requestFullscreen?.().catch(() => {}); // the hall works in a window, too
  hall.enter(node);
}

/* The hall's own furniture. */
const running = document.body.appendChild(Object.assign(document.createElement("p"), { className: "running" }));
const corner = document.body.appendChild(Object.assign(document.createElement("div"), { className: "corner" }));
corner.innerHTML =
  '<span role="status"></span><button value="-1" aria-label="Back">‹</button><button value="1" aria-label="Next">›</button>' +
  '<button value="leave" aria-label="Leave (Esc)">×</button>';
corner.addEventListener("click", ({ target, detail }) => {
  if (target.value === "leave") hall.leave();
  else if (target.value) hall.walk(+target.value);
  if (detail) target.blur(); // after a click of the mouse Space is not its own
});
for (const button of document.querySelectorAll(".present")) button.addEventListener("click", enterFullScreen);
addEventListener("resize", () => hall.fit());
document.addEventListener("fullscreenchange", () => document.fullscreenElement || hall.leave());
addEventListener("hashchange", () => location.hash.startsWith("#present") && hall.enter());
if (location.hash.startsWith("#present")) hall.enter();
