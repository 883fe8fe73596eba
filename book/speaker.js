/*
 * The lecturer's tools: an overview of all slides, a black screen, a clock, the list of keys, and a second window with
 * this slide, the next one, the author's notes, and a plan of the lecture.
 */
/* global corner, countWords, pointing, presentation, title, translated */
/* exported speaker */
"use strict";

const LECTURE = 45; // minutes
// What a slide takes, in seconds, before all is scaled to the length of the lecture; a paragraph takes as long as its words.
const TAKES = { ".prediction": 70, ".practice": 100, "living-picture": 45 };
const A_WORD = 0.45; // seconds

const KEYS = {
  "→ Space Enter PgDn": translated("next; on a phone, swipe left"),
  "← PgUp": translated("back"),
  "Home End": translated("first and last slide"),
  "1 … 9": translated("count a vote for an option, once per raised hand; 0 clears the votes"),
  "q": translated("QR code that opens the question on the audience's phones; q again puts it away"),
  "7 Enter": translated("go to slide 7; on a question, press o first"),
  "o": translated("overview of all slides"),
  "b .": translated("black screen until the next key"),
  "t": translated("clock, and time since the start"),
  "n": translated("speaker view: this slide and the next, notes, and a plan of the lecture"),
  "↑ ↓": translated("move the first slider or menu of the slide, the one that a question is about, or the slider that you clicked"),
  "p": translated("play the figure, or stop it"),
  "f": translated("back to the last figure; f again returns"),
  "l": translated("laser dot at the mouse; l again puts it away"),
  "d": translated("pen; its strokes are erased when the slide changes; d again puts it away"),
  "Tab": translated("go to sliders, menus and buttons, which then receive the arrow keys, Space and Enter"),
  "?": translated("this list of keys"),
  "Esc": translated("end the presentation at the current slide"),
};

const speaker = {
  typed: "", // of the number of a screen
  begun: 0,

  open() {
    this.begun ||= Date.now();
    this.timer = setInterval(() => this.tick(), 1000);
  },

  close() {
    clearInterval(this.timer);
    hidePanel();
    document.body.classList.remove("black", "laser", "pen");
    pointing.clear();
    notes?.close();
  },

  /* Whether it has taken the key. */
  key(key) {
    if (document.body.classList.contains("black")) document.body.classList.remove("black");
    else if (key === "b" || key === ".") document.body.classList.add("black");
    else if (key === "o") toggle("overview", overview);
    else if (key === "?") toggle("keys", keys);
    else if (key === "q" && questionForPhones()) toggle("code", code);
    else if (key === "t") clock.hidden = !clock.hidden;
    else if (key === "n") openNotes();
    else if (key === "Escape" && !panel.hidden) hidePanel();
    else if (pointing.key(key)) return true;
    else return this.number(key);
    this.tick();
    return true;
  },

  /* A number and Enter lead to that slide; on a question, numbers are votes, but not in the overview. */
  number(key) {
    const asked = panel.hidden && document.querySelector(".prediction.here");
    if (/^\d$/.test(key) && !asked) this.typed += key;
    else if (key === "Enter" && this.typed) this.go(+this.typed - 1);
    else {
      this.typed = "";
      return false;
    }
    return true;
  },

  go(at) {
    this.typed = "";
    presentation.show(Math.min(Math.max(at, 0), presentation.slides.length - 1));
  },

  tick() {
    const minutes = Math.floor((Date.now() - this.begun) / 60000);
    const now = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
    clock.textContent = `${now} · ${translated("{minutes} min", { minutes })}`;
    if (!notes || notes.closed) return;
    notes.document.querySelector(".clock").textContent = clock.textContent;
    notes.document.querySelector(".plan").textContent = onPlan((Date.now() - this.begun) / 60000);
    this.mirror();
  },

  /* The lecturer's window shows what the audience sees. */
  mirror() {
    const slide = presentation.slides[presentation.at];
    if (notes && !notes.closed) notes.document.querySelector(".now").replaceChildren(screenOf(slide, visible(slide)));
  },

  /* The slide has gone on by a step. */
  step() {
    hidePanel();
    this.mirror();
  },

  /* A new slide is on the screen. */
  turn() {
    hidePanel();
    pointing.clear();
    if (notes && !notes.closed) writeNotes();
  },
};

/* An element that lies over the slide: overview or keys. */
const panel = document.body.appendChild(Object.assign(document.createElement("div"), { hidden: true }));
const clock = Object.assign(document.createElement("span"), { hidden: true, className: "clock" });
corner.prepend(clock);

function hidePanel() {
  panel.hidden = true;
  panel.replaceChildren();
}

function toggle(name, fill) {
  if (!panel.hidden && panel.matches(`.${name}`)) return hidePanel();
  panel.hidden = false;
  panel.className = `panel ${name}`;
  panel.replaceChildren(...fill());
  panel.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
}

/* The question of the slide, if the book is published where phones can open it. */
const questionForPhones = () => document.querySelector(".prediction.here")?.closest("[data-code]");

function code() {
  const { code: src, address } = questionForPhones().dataset;
  return [make("h2", {}, translated("Answer on your phone")), make("img", { src, alt: "" }), make("p", {}, address)];
}

function keys() {
  const rows = Object.entries(KEYS).filter(([key]) => key !== "q" || document.querySelector("[data-code]")).flatMap(([key, does]) => [make("dt", {}, key), make("dd", {}, does)]);
  return [make("h2", {}, translated("Keys")), make("dl", {}, ...rows)];
}

/* All slides as small pictures; what an open question hides stays hidden. */
function overview() {
  return presentation.slides.map((slide, at) => {
    const open = visible(slide);
    const screen = open.length ? screenOf(slide, open) : make("p", {}, title(slide.parts[0], "h2"), make("br", {}), translated("after the question"));
    const small = make("button", { type: "button", className: "small" }, screen, make("b", {}, String(at + 1)));
    if (at === presentation.at) small.setAttribute("aria-current", "true");
    small.addEventListener("click", () => speaker.go(at));
    return small;
  });
}

const visible = ({ parts }) => parts.filter((part) => !part.closest("details.withheld:not([open])"));
const inOrder = (part, other) => (part.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1); // of the page
const screenOf = ({ parts, sizes }, shown = parts) => make("article", { inert: true }, ...[...shown].sort(inOrder).map((part) => copyOf(part, sizes.get(part))));

/* A copy without life: of a picture only what is seen. */
function copyOf(part, width = "") {
  const seen = part.matches("living-picture") ? part.querySelector(".stage.wide") : part;
  const copy = seen.cloneNode(true);
  copy.style.setProperty("--slide-width", width);
  for (const node of [copy, ...copy.querySelectorAll("[id]")]) if (!node.closest("svg")) node.removeAttribute("id");
  copy.classList.remove("here");
  return copy;
}

function make(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

/* The lecturer's own window. */
let notes = null;

addEventListener("pagehide", () => notes?.close());

function openNotes() {
  notes = window.open("", "notes", "popup,width=1000,height=700");
  if (!notes) return; // the browser allows no second window
  const styles = [...document.querySelectorAll("link[rel=stylesheet]")].map(({ href }) => make("link", { rel: "stylesheet", href }));
  notes.document.head.replaceChildren(make("title", {}, translated("Notes")), ...styles);
  notes.document.body.className = "speaker presenting";
  notes.onkeydown = ({ key }) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  writeNotes();
}

function writeNotes() {
  const { slides, at } = presentation, { parts } = slides[at], next = slides[at + 1];
  const said = [...notesAfter(at), ...parts.filter((part) => part.matches(".prediction")).map(answerOf)];
  const following = make("div", { className: "small next" }, ...(next ? [screenOf(next)] : []));
  notes.document.body.replaceChildren(
    make("p", { className: "clock" }),
    make("p", {}, `${at + 1} / ${slides.length}`),
    make("div", { className: "small now" }),
    make("div", {}, make("h2", {}, next ? translated("Next") : translated("The end")), following),
    make("div", { className: "said" }, ...said),
    make("div", { className: "sections" }, make("p", { className: "plan" }), make("ol", {}, ...sections())),
  );
  speaker.tick();
}

/* The seconds that each slide takes; a figure takes its time where it first stands. */
function secondsOf(slides) {
  const shown = new Set();
  const takes = (part) => {
    const kind = Object.keys(TAKES).find((selector) => part.matches(selector));
    const again = shown.has(part);
    shown.add(part);
    return again ? 0 : TAKES[kind] ?? countWords(part.textContent) * A_WORD;
  };
  return slides.map(({ parts }) => parts.reduce((sum, part) => sum + takes(part), 0));
}

/* When each slide begins by the plan, in minutes. */
function plan() {
  const seconds = secondsOf(presentation.slides), all = seconds.reduce((sum, some) => sum + some, 0);
  let gone = 0;
  return seconds.map((some) => ((gone += some) - some) * (LECTURE / all));
}

function onPlan(minutes) {
  const planned = plan()[presentation.at], behind = Math.round(minutes - planned);
  const when = translated("This slide is planned for minute {planned}.", { planned: Math.round(planned) });
  if (behind > 0) return `${when} ${translated("You are {minutes} min behind.", { minutes: behind })}`;
  if (behind < 0) return `${when} ${translated("You are {minutes} min ahead.", { minutes: -behind })}`;
  return `${when} ${translated("You are on time.")}`;
}

/* The sections, with the minute at which each begins. */
function sections() {
  const { slides, at } = presentation, begin = plan();
  const headed = slides.map(({ parts }) => title(parts[0], "h2") ?? title(parts[0], "h1"));
  const starts = [...slides.keys()].filter((place) => headed[place] !== headed[place - 1]);
  const now = starts.findLast((place) => place <= at);
  return starts.map((place) => {
    const line = make("li", {}, make("b", {}, String(Math.round(begin[place]))), ` ${headed[place]}`);
    if (place === now) line.setAttribute("aria-current", "true");
    return line;
  });
}

/* What the page says after a slide and before the next one: text that slides leave out, up to the next heading. */
function notesAfter(at) {
  const shown = new Set(presentation.slides.flatMap(({ holds }) => holds));
  const passages = [...document.querySelectorAll("article .passage")];
  const last = passages.findLastIndex(({ id }) => presentation.slides[at].holds.includes(id));
  if (last < 0 || presentation.slides[at + 1]?.holds.includes(passages[last].id)) return [];
  const rest = passages.slice(last + 1), end = rest.findIndex(({ id }) => shown.has(id));
  const section = passages[last].closest("section");
  return rest.slice(0, end < 0 ? 0 : end).filter((passage) => section.contains(passage) && isText(passage)).map((passage) => passage.cloneNode(true));
}

const isText = (passage) => !passage.querySelector(".fold, .cell, .prediction, living-picture, .exercise, .practice");

function answerOf(asked) {
  const { answer, because } = asked.dataset;
  return make("p", {}, make("b", {}, translated("Answer: {answer}. ", { answer })), because.charAt(0).toUpperCase() + because.slice(1));
}
