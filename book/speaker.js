/*
 * The lecturer's tools: an overview of all slides, a black screen, a clock, the list of keys, and a second window with
 * notes and the next slide.
 */
/* global corner, presentation, translated */
/* exported speaker */
"use strict";

const KEYS = {
  "→ Space Enter PgDn": translated("next; on a phone, swipe left"),
  "← PgUp": translated("back"),
  "Home End": translated("first and last slide"),
  "1 … 9": translated("count a vote for an option, once per raised hand; 0 clears the votes"),
  "7 Enter": translated("go to slide 7; while a question is open, press o first"),
  "o": translated("overview of all slides"),
  "b .": translated("black screen until the next key"),
  "t": translated("clock, and time since the start"),
  "n": translated("speaker view: notes and the next slide"),
  "Tab": translated("go to sliders, menus and buttons, which then receive the arrow keys, Space and Enter"),
  "↑ ↓": translated("move the slider that you clicked; ← and → still change slides"),
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
    document.body.classList.remove("black");
    notes?.close();
  },

  /* Whether it has taken the key. */
  key(key) {
    if (document.body.classList.contains("black")) document.body.classList.remove("black");
    else if (key === "b" || key === ".") document.body.classList.add("black");
    else if (key === "o") toggle("overview", overview);
    else if (key === "?") toggle("keys", keys);
    else if (key === "t") clock.hidden = !clock.hidden;
    else if (key === "n") openNotes();
    else if (key === "Escape" && !panel.hidden) hidePanel();
    else return this.number(key);
    this.tick();
    return true;
  },

  /* A number and Enter lead to that screen; where a question is open, numbers are votes, but not in the overview. */
  number(key) {
    const asked = panel.hidden && document.querySelector(".prediction.here button:enabled");
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
    const shown = notes && !notes.closed && notes.document.querySelector(".clock");
    if (shown) shown.textContent = clock.textContent;
  },

  /* A new slide is on the screen. */
  turn() {
    hidePanel();
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

function keys() {
  const rows = Object.entries(KEYS).flatMap(([key, does]) => [make("dt", {}, key), make("dd", {}, does)]);
  return [make("h2", {}, translated("Keys")), make("dl", {}, ...rows)];
}

/* All slides as small pictures; what an open question hides stays hidden. */
function overview() {
  return presentation.slides.map(({ parts }, at) => {
    const open = parts.filter((part) => !part.closest("details.withheld:not([open])"));
    const screen = make("article", { inert: true }, ...open.map(copyOf));
    const small = make("button", { type: "button", className: "small" }, screen, make("b", {}, String(at + 1)));
    if (at === presentation.at) small.setAttribute("aria-current", "true");
    small.addEventListener("click", () => speaker.go(at));
    return small;
  });
}

/* A copy without life: of a picture only what is seen. */
function copyOf(part) {
  const seen = part.matches("living-picture") ? part.querySelector(".stage.wide") : part;
  const copy = seen.cloneNode(true);
  copy.style.setProperty("--slide-width", part.style.getPropertyValue("--slide-width"));
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

function openNotes() {
  notes = window.open("", "notes", "popup,width=900,height=700");
  if (!notes) return; // the browser allows no second window
  const styles = [...document.querySelectorAll("link[rel=stylesheet]")].map(({ href }) => make("link", { rel: "stylesheet", href }));
  notes.document.head.replaceChildren(make("title", {}, translated("Notes")), ...styles);
  notes.document.body.className = "speaker";
  notes.onkeydown = ({ key }) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  writeNotes();
}

function writeNotes() {
  const { parts, holds } = presentation.slides[presentation.at], next = presentation.slides[presentation.at + 1];
  const said = [...notesAfter(holds), ...parts.filter((part) => part.matches(".prediction")).map(answerOf)];
  notes.document.body.replaceChildren(
    make("p", { className: "clock" }, clock.textContent),
    make("p", {}, `${presentation.at + 1} / ${presentation.slides.length}`),
    ...said,
    make("h2", {}, next ? translated("Next") : translated("The end")),
    make("article", { inert: true }, ...(next?.parts.map(copyOf) ?? [])),
  );
  speaker.tick();
}

/* The cells of slide type "notes" that follow a slide's cells. */
function notesAfter(holds) {
  const found = [];
  let cell = document.getElementById(holds.at(-1))?.nextElementSibling;
  for (; cell?.matches("[data-slide=notes]"); cell = cell.nextElementSibling) found.push(cell.cloneNode(true));
  return found;
}

function answerOf(asked) {
  return make("p", {}, make("b", {}, translated("Answer: {answer}. ", { answer: asked.dataset.answer })), asked.dataset.because);
}
