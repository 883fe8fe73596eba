/*
 * The contents of the slides in presentation mode. A slide shows a heading with its first sentences, a prediction, a
 * figure with its controls and the sentence that says what to look for, or some paragraphs; it never shows code. A
 * prediction follows the text that leads to it, and its answer appears together with the explanation.
 *
 * The slides are computed from the page and from the slide types of its cells. "slide" and "subslide" begin a slide,
 * "fragment" appears with the next step, and "skip" and "notes" are left out; a heading is left out if all of its text
 * is. Tags of the cells (data-on-slides) decide about the rest:
 *
 * - Printed output is shown if the text before it is tagged "leads-on" (its last sentence announces the output) or
 *   "asks" (the output is the answer, and appears with the next step), or if its own cell is tagged "shown".
 * - The tag "hidden" leaves out the output of a cell in any case.
 * - Of an explanation with the tag "beside", only the sentences that fit next to the figure are shown.
 *
 * No slide has more than MOST_WORDS words of text: a longer paragraph or list goes on on the next slide. A figure stays
 * above what follows it in its section, without its controls if there is too little room for them. A figure that a
 * prediction unveils is shown with it or, where there is no room, after it. Where the text of a slide links to states of
 * its figure, the next step goes to the next state.
 */
/* global settle, tellAnswer, translated */
/* exported countWords, figureAt, slidesOf, joinParagraphs, partsOf, putFigure */
"use strict";

const AVAILABLE = 664; // of a slide's height, for its parts
const GAP = 20; // below each of its parts
const LOOK_GAP = 8; // below the sentence at a picture
const FULL = 0.8; // a slide that fills so much of it takes no further text
const ALMOST_EMPTY = 0.39; // one that fills less takes a picture, which else stands alone
const SMALLEST = 0.78; // of its least height, for a figure that stays without its controls
const MOST_WORDS = 55; // of a slide's paragraphs and lists; the options and the answer of a question come on top
const SPOKEN = /[\u4e00-\u9fff]{2}|[^\s\u4e00-\u9fff]+/g; // two Chinese characters count as a word
const ARRAY = /\[[\s([]*[-\d]|array\(/;
const ENDS = /[.?!。？！][)”"）]?\s*$/;
const SENTENCE = /[.?!][)”"]?\s+(?=[A-Z“"(]|$)|[。？！][）”]?\s*/g; // its end

/* What can be shown, in the order of the page: each with its cell, or its section, and its slide type. */
function partsOf(node, cell) {
  if (node.matches("section, details.withheld, .passage")) {
    const inner = node.matches("details.withheld") ? cell : node;
    return [...node.children].flatMap((child) => partsOf(child, inner));
  }
  if (isHeading(node)) {
    const next = node.nextElementSibling;
    return [{ node, cell, type: next?.matches(".passage") ? next.dataset.slide : "" }];
  }
  return node.matches("summary, span, .fold, .solution, .toolbar, .exercise") ? [] : [{ node, cell, type: cell.dataset.slide ?? "" }];
}

/* The parts, packed into slides. */
function slidesOf(article) {
  const withheld = [...article.querySelectorAll("details.withheld:not([open])")];
  for (const details of withheld) details.open = true; // to measure what they hide
  const parts = measured(partsToShow(article));

  const slides = [];
  let filled = 0, words = 0, before;
  for (const [place, part] of parts.entries()) {
    const { node, cell, type, height } = part;
    const next = parts[place + 1];
    const first = before?.cell !== cell; // of its cell
    const some = wordsOf(node);
    const leads = next && isOpen(node) && some + wordsOf(next.node) <= MOST_WORDS;
    const led = isHeading(node) || next?.joins || leads ? wordsOf(next.node) : 0; // stands on the same slide
    const tooLong = words > 0 && words + some + led > MOST_WORDS;
    // Neither a heading nor a sentence that leads on is left alone.
    const follows = before && (isHeading(before.node) || (isOpen(before.node) && !tooLong));
    const asks = node.matches(".prediction");
    const ofCell = parts.filter((other) => other.cell === cell);
    const whole = ofCell.reduce((sum, other) => sum + other.height, 0);
    const breaks = first && !follows && ["slide", "subslide"].includes(type);
    part.alone = asks || node.matches(".practice, living-picture, .look");
    part.read = // with the answer, which brings the first texts after it
      !part.alone && !isHeading(node) && !linksOf([node], "living-picture").length && !breaks && !tooLong && filled + (first ? whole : height) <= AVAILABLE &&
      (before?.node.matches(".prediction") ? !ofCell.some(isLook) : before?.read && (!first || part.joins));
    const heads = node.matches("h3") || next?.joins || leads ? next.height : 0; // stands with what it heads, or leads to
    const full = filled + heads + (first && !follows && whole <= AVAILABLE ? Math.max(whole, height) : height) > AVAILABLE;
    const enough = asks ? 1 : part.alone ? ALMOST_EMPTY : before?.alone ? 0 : first ? FULL : 1;
    const begins =
      !before ||
      node.matches("h1, h2") ||
      breaks ||
      (asks && slides.at(-1).parts.some((other) => other.matches(".prediction"))) ||
      (tooLong && !follows && !part.joins) ||
      (part.joins ? filled + height > AVAILABLE : full) ||
      (!part.joins && !part.read && !follows && type !== "fragment" && filled > enough * AVAILABLE);
    if (begins) {
      slides.push({ parts: [], steps: [], holds: [], read: [], place: "", sizes: new Map() });
      filled = words = 0;
    }
    const slide = slides.at(-1);
    slide.parts.push(node);
    slide.holds.push(cell.id);
    if (part.read && type !== "fragment") slide.read.push(node);
    slide.steps.push(...stepsOf(part, first && !begins, slide.read));
    filled += height;
    words += some;
    before = part;
  }
  nameSlides(slides);
  keepFigures(slides);
  showUnveiled(slides);
  for (const details of withheld) details.open = false;
  return slides;
}

/* A figure stays above what follows it in its section. A slide shows another figure, or none, if the metadata of its cell
   ("figure") say so or its text links to a state of one, and a question shows the figure that its answer unveils. */
function keepFigures(slides) {
  let figure = null;
  for (const slide of slides) {
    const { parts, sizes } = slide;
    const own = parts.findLast((part) => part.matches("living-picture"));
    if (own) sizes.set(own, own.style.getPropertyValue("--slide-width"));
    const named = own ? { figure: own } : namedBy(parts);
    if (own || parts.some((part) => part.matches("h1, h2, .prediction[data-veils]"))) figure = named.figure ?? null;
    const kept = parts.some((part) => part.matches("h2, .prediction, .practice")) ? null : figure;
    const shown = named.figure === undefined ? kept : named.figure;
    if (!shown?.querySelector(".stage.wide img") || (!own && !accompany(slide, shown))) continue;
    slide.state = named.state;
    followLinks(slide, shown);
  }
}

/* The figure that a slide is about, and its state, if an author says so. */
function namedBy(parts) {
  const passage = parts.map((part) => part.closest(".passage")).find((one) => one?.dataset.figure !== undefined);
  const asked = parts.find((part) => part.matches(".prediction[data-veils]")), [link] = linksOf(parts, "living-picture");
  const address = passage?.dataset.figure ?? asked?.dataset.veils ?? (link && addressOf(link));
  return address === undefined ? {} : { figure: figureAt(address), state: passage?.dataset.figure.split("?")[1] };
}

const figureAt = (address) => document.getElementById(address.split("?")[0]); // "figure?control=state"
const addressOf = (link) => link.getAttribute("href").slice(1);

/* Adds a figure to a slide, without its controls if they take too much room; tells whether there is room for it. */
function accompany(slide, figure) {
  const texts = slide.parts.filter((part) => part.matches("p, ul, ol"));
  for (const text of texts) text.classList.add("look");
  const taken = slide.parts.reduce((sum, part) => sum + heightOn(part), 0);
  const roomFor = (scale) => AVAILABLE - GAP - taken - besides(figure) >= scale * leastHeight(figure);
  const bare = !roomFor(1);
  figure.classList.toggle("bare", bare);
  const fits = roomFor(bare ? SMALLEST : 1);
  if (fits) slide.sizes.set(figure, widthBeside(figure, taken));
  figure.classList.remove("bare");
  if (!fits) {
    for (const text of texts) text.classList.remove("look");
    return false;
  }
  slide.bare = bare ? figure : null;
  slide.parts.push(figure); // the page shows it above them
  return true;
}

/* What a part takes on its slide, a prediction with its answer. */
function heightOn(part) {
  const answer = part.matches(".prediction:not(:has(.paper))") ? heightOfAnswer(part) : 0; // beside a drawing it has its room
  return part.getBoundingClientRect().height + answer + (part.matches(".look") ? LOOK_GAP : GAP);
}

/* The links of a slide's text to states of a figure. */
function linksOf(parts, figures) {
  const links = parts.filter((part) => part.matches("p, ul, ol")).flatMap((part) => [...part.querySelectorAll("a[href^='#'][href*='?']")]);
  return links.filter((link) => figureAt(addressOf(link))?.matches(figures));
}

/* The states that the text of a slide links to are its steps. */
function followLinks(slide, figure) {
  const links = linksOf(slide.parts, `[id="${figure.id}"]`);
  const mark = (now) => links.forEach((link) => link.classList.toggle("now", link === now));
  slide.steps.push(...links.map((link) => ({
    wait: () => mark(null),
    go() {
      mark(link);
      putFigure(figure, link.getAttribute("href").split("?")[1]);
    },
  })));
}

const putFigure = (figure, state) => figure.put(Object.fromEntries(new URLSearchParams(state)));

/* The slide after an answered prediction shows the figure that the answer unveils, below the explanation. */
function showUnveiled(slides) {
  for (const [at, slide] of [...slides.entries()].reverse()) {
    const asked = slide.parts.find((part) => part.matches(".prediction[data-veils]"));
    const figure = asked && figureAt(asked.dataset.veils);
    const shown = slides.slice(at, at + 2).some(({ parts }) => parts.includes(figure) && !isHeading(parts[0]));
    if (!figure?.querySelector(".stage.wide img") || shown) continue;
    const told = translated("{answer}: {reason}", { answer: asked.dataset.answer, reason: asked.dataset.because });
    const said = Object.assign(document.createElement("p"), { className: "look again", textContent: told.charAt(0).toUpperCase() + told.slice(1) });
    asked.closest(".passage").nextElementSibling.querySelector("summary").after(said); // withheld, as the answer is
    const taken = said.getBoundingClientRect().height + LOOK_GAP;
    said.hidden = AVAILABLE - GAP - taken - besides(figure) < leastHeight(figure);
    const sizes = new Map([[figure, widthBeside(figure, said.hidden ? 0 : taken)]]);
    slides.splice(at + 1, 0, { parts: [said, figure], steps: [], holds: slide.holds, read: [], place: `${slide.place}+figure`, sizes });
  }
}

const isOpen = (node) => node.matches("p") && /[,:，：]\s*$/.test(node.textContent); // what follows ends the sentence
const isHeading = (node) => node.matches("h1, h2, h3");
const isLook = ({ node }) => node.matches(".look");

/* The address of a slide is its first cell, with a number if the cell fills several. */
function nameSlides(slides) {
  const times = {};
  for (const slide of slides) {
    const id = slide.holds[0];
    times[id] = (times[id] ?? 0) + 1;
    slide.place = times[id] > 1 ? `${id}+${times[id] - 1}` : id;
  }
}

/* All parts but what authors leave out and what code prints aside; sentences that lead to it are left out, too. */
function partsToShow(article) {
  const all = [...article.querySelectorAll(":scope > section")].flatMap((section) => partsOf(section));
  const kept = all.filter(({ type }) => type !== "skip" && type !== "notes");
  const shown = kept.filter((part, place) => isShown(part, kept[place - 1]));
  const whole = shown.filter((part) => !dangles(part, shown) || withoutLastSentence(part.node));
  let headed = 0; // words of the headings right before
  const told = whole.flatMap((part) => {
    const further = shortened(part.node, MOST_WORDS - headed).map((node) => ({ ...part, node, type: "" }));
    if (isHeading(part.node)) headed += wordsOf(part.node);
    else if (part.node.getBoundingClientRect().height > 0) headed = 0;
    return [part, ...further];
  });
  return told.filter(({ node }) => !isHeading(node) || told.some((part) => !isHeading(part.node) && node.parentElement.contains(part.node)));
}

const isTagged = (cell, tag) => cell?.matches(`[data-on-slides~="${tag}"]`);

/* Whether a paragraph ends a cell with this tag. */
const closes = (node, tag) => node?.matches("p:last-child") && isTagged(node.parentElement, tag);

function isShown(part, before) {
  const { node, cell } = part;
  if (!node.matches(".cell")) return true;
  if (isTagged(cell, "shown")) return true;
  const answers = closes(before?.node, "asks");
  if (isTagged(cell, "hidden") || !(answers || closes(before?.node, "leads-on")) || ARRAY.test(node.textContent)) return false;
  part.joins = true;
  if (answers) part.type = "fragment"; // no answer stands under its question
  return true;
}

/* Whether a paragraph announces output that no slide shows, or asks what is then left out. */
function dangles(part, shown) {
  const { node, cell } = part, code = cell.nextElementSibling;
  if (closes(node, "asks")) return code?.dataset.slide === "skip";
  if (!closes(node, "leads-on")) return false;
  const next = shown[shown.indexOf(part) + 1];
  return code?.matches(".passage:has(.fold, .cell)") && next?.cell !== code && !next?.joins;
}

/* Where the sentences of a paragraph end, all but the last one: in its own text, or with an element such as a definition. */
function endsOf(paragraph) {
  const ends = [...paragraph.childNodes].flatMap((child, place) => {
    if (child.nodeType === 3) return [...child.data.matchAll(SENTENCE)].map(({ 0: end, index }) => [child, index + end.length]);
    return ENDS.test(child.textContent) && !isFormula(child) ? [[paragraph, place + 1]] : [];
  });
  const left = document.createRange();
  left.setEnd(paragraph, paragraph.childNodes.length);
  return ends.filter(([node, at]) => {
    left.setStart(node, at);
    return left.toString().trim();
  });
}

const isFormula = (node) => (node.matches("math") ? node : node.querySelector("math"))?.textContent === node.textContent;

/* Breaks a paragraph in two in presentation mode; gives the second one. */
function split(paragraph, [text, at]) {
  const range = document.createRange();
  range.setStart(text, at);
  range.setEnd(paragraph, paragraph.childNodes.length);
  const rest = Object.assign(paragraph.cloneNode(false), { className: "rest" });
  rest.append(range.extractContents());
  paragraph.after(rest);
  return rest;
}

/* Breaks a paragraph or a list that has more words than a slide has left; gives the further ones. */
function shortened(node, left = MOST_WORDS) {
  if (wordsOf(node) <= left || !node.matches("p, ul, ol")) return [];
  const cuts = node.matches("p") ? endsOf(node) : [...node.children].slice(1).map((item, place) => [node, place + 1]);
  const range = document.createRange();
  range.setStart(node, 0);
  const fits = (cut) => {
    range.setEnd(...cut);
    return countWords(range.toString()) <= left;
  };
  const cut = cuts.findLast(fits) ?? cuts[0];
  if (!cut) return [];
  const rest = split(node, cut);
  if (node.matches("ol")) rest.start = node.start + node.children.length;
  return [rest, ...shortened(rest)];
}

const countWords = (text) => (text.match(SPOKEN) ?? []).length;

/* The words of running text: neither those of formulas, tables and figures nor those of options. */
function wordsOf(node) {
  const text = node.matches(".prediction") ? node.querySelector("p") : node;
  return text?.matches("p, ul, ol, h1, h2, h3") ? countWords(text.textContent) : 0;
}

function joinParagraphs() {
  for (const rest of [...document.querySelectorAll("article .rest")].reverse()) {
    rest.previousElementSibling.append(...rest.childNodes);
    rest.previousElementSibling.normalize();
    rest.remove();
  }
  for (const again of document.querySelectorAll("article .again")) again.remove();
  for (const look of document.querySelectorAll("article .look")) look.classList.remove("look");
}

function withoutLastSentence(paragraph) {
  const end = endsOf(paragraph).at(-1);
  if (end) split(paragraph, end);
  return end !== undefined;
}

/* The parts with their heights, pictures as large as they may be, and beside them what to look for. */
function measured(parts) {
  for (const options of document.querySelectorAll("article .options")) options.classList.toggle("in-a-row", !options.closest(":has(> .paper)") && inARow(options));
  const pictures = parts.filter(({ node }) => node.matches("living-picture") && node.querySelector(".stage.wide img"));
  for (const picture of pictures) {
    const taken = lookFor(parts, picture);
    picture.node.style.setProperty("--slide-width", widthBeside(picture.node, taken));
  }
  const isSeen = ({ node }) => node.getBoundingClientRect().height > 0;
  const shown = parts.filter((part) => isSeen(part) && (!isTagged(part.cell, "beside") || isLook(part)));
  for (const part of shown) part.height = heightOn(part.node);
  return shown;
}

/* What the answer to a prediction will take. */
function heightOfAnswer(asked) {
  const verdict = asked.querySelector(".verdict"), open = asked.offsetHeight;
  tellAnswer(asked, verdict);
  const height = asked.offsetHeight - open;
  verdict.replaceChildren();
  return height;
}

/* The sentences that say what to look for join their picture, as many as it leaves room for: the last ones before it
   if they lead to it, else the first ones after it. Gives the height that they take. */
function lookFor(parts, picture) {
  const place = parts.indexOf(picture), before = parts[place - 1], after = parts[place + 1];
  const leads = closes(before?.node, "leads-on");
  const said = leads ? before : after;
  if (!said?.node.matches("p:not(.look)") || (said === after && said.type)) return 0;
  const { node } = said;
  node.classList.add("look");
  const cut = cutToFit(node, AVAILABLE - GAP - LOOK_GAP - besides(picture.node) - leastHeight(picture.node), leads);
  node.classList.remove("look");
  if (!cut) return 0;
  const whole = cut[0] === node;
  const rest = whole ? said : { ...said, node: split(node, cut) };
  if (!whole) parts.splice(parts.indexOf(said) + 1, 0, rest);
  const look = leads ? rest : said;
  look.node.classList.add("look");
  (leads ? picture : look).joins = true;
  return look.node.getBoundingClientRect().height + LOOK_GAP;
}

/* Where to break a paragraph so that as many of its first, or last, sentences as possible are no higher than the room. */
function cutToFit(paragraph, room, last) {
  const start = [paragraph, 0], end = [paragraph, paragraph.childNodes.length], ends = endsOf(paragraph);
  const range = document.createRange();
  const fits = (from, to) => {
    range.setStart(...from);
    range.setEnd(...to);
    return range.getBoundingClientRect().height <= room;
  };
  if (last) return [start, ...ends].find((cut) => fits(cut, end));
  const next = paragraph.nextElementSibling; // whether the last sentence leads on to what follows
  const closed = next ? next.matches("p") : !closes(paragraph, "leads-on");
  return [...ends, ...(closed ? [end] : [])].reverse().find((cut) => fits(start, cut));
}

/* Short options stand side by side, which leaves room for what the question needs. */
function inARow(options) {
  options.classList.add("in-a-row");
  return options.scrollWidth <= options.clientWidth;
}

/* The height below which its letters are too small. */
const leastHeight = (picture) => +picture.querySelector(".stage.wide img").getAttribute("height");

/* As wide as the room beside its controls, its caption and the text allows. */
function widthBeside(picture, taken) {
  const sheet = picture.querySelector(".stage.wide img");
  const height = AVAILABLE - GAP - taken - besides(picture);
  return `${Math.floor((height * sheet.getAttribute("width")) / sheet.getAttribute("height"))}px`;
}

/* The height of its controls and its reading, and a little more, as heights are rounded. */
function besides(picture) {
  return 2 + picture.getBoundingClientRect().height - picture.querySelector(".stage.wide").getBoundingClientRect().height;
}

/* What a slide keeps for its next steps: the answer of a prediction with what is read then, a fragment, the further
   lines of a derivation. */
function stepsOf({ node, type }, joins, read) {
  const hide = (hidden) => read.forEach((part) => part.classList.toggle("later", hidden));
  if (node.matches(".prediction")) return [{ wait: () => hide(true), go: () => [settle(node), hide(false)], done: () => node.hasAttribute("data-settled") }];
  if (node.matches(".practice")) return [{ wait: () => node.begin(), go: () => node.startClock() }, { wait() {}, go: () => node.solve() }];
  const lines = [...node.querySelectorAll("math > mtable > mtr, math > semantics > mtable > mtr")].slice(1);
  const later = type === "fragment" && joins ? [node, ...lines] : lines;
  return later.map((line) => ({
    wait: () => line.classList.add("later"),
    go: () => line.classList.remove("later"),
  }));
}
