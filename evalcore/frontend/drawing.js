/*
 * Predictions that are drawn, on axes that lie empty on the page: with the mouse or a finger, or with the keys. Judged as
 * evalcore/exercises/drawing.py does it; heights and places are shares of the axes, from 0 to 1.
 */
/* global element, translated */
/* exported sheetOf */
"use strict";

const KEYS_OF_THE_PEN = translated("The arrow keys move the pen, and Enter draws.");
const MARGIN = 14; // around the axes, in units of the sheet: a pen may be set down so far outside
const STEP = 1 / 40; // of the height or width, by a key

function shareOf({ low, high, log }, value) {
  const scale = log ? Math.log : Number;
  return Math.min(Math.max((scale(value) - scale(low)) / (scale(high) - scale(low)), 0), 1);
}

function valueAt({ low, high, log }, share) {
  return log ? low * (high / low) ** share : low + share * (high - low);
}

function saidOn({ decimals }, value) {
  return (Math.floor(value * 10 ** decimals + 0.5) / 10 ** decimals + 0).toFixed(decimals);
}

const nameOf = ({ label }) => (label.length === 1 ? `${label} = ` : translated("{label} ", { label }));

/* The ups (1) and downs (-1) of a curve, and where it turns. */
function turnsOf(heights, ripple) {
  const ways = [], at = [];
  let low = 0, high = 0;
  for (const [i, y] of heights.entries()) {
    const way = ways.at(-1) ?? 0;
    if (y < heights[low]) low = i;
    if (y > heights[high]) high = i;
    if (way <= 0 && y - heights[low] > ripple) {
      if (way) at.push(low);
      ways.push(1);
      high = i;
    } else if (way >= 0 && heights[high] - y > ripple) {
      if (way) at.push(high);
      ways.push(-1);
      low = i;
    }
  }
  return [ways, at];
}

function shapeOf(ways) {
  if (!ways.length) return translated("stays level");
  if (ways.length === 1) return ways[0] > 0 ? translated("rises all the way") : translated("falls all the way");
  const [first, ...others] = ways.map((way) => (way > 0 ? translated("rises") : translated("falls")));
  return translated("{first}, then {others}", { first, others: others.join(translated(", then ")) });
}

/* Whether a drawing came true, and where it parts from the truth. */
function comparedDrawing(rule, drawn) {
  if (rule.where) return comparedPlace(rule, drawn);
  const verdicts = drawn.map((heights, k) => comparedCurve(rule, k, heights));
  const words = verdicts.map(([, said], k) => (verdicts.length > 1 ? translated("{name}: {said}", { name: rule.names[k], said }) : said));
  return [verdicts.every(([right]) => right), words.map((one) => translated("{said}. ", { said: `${one[0].toUpperCase()}${one.slice(1)}` })).join("").trim()];
}

function comparedPlace({ across, where, within }, share) {
  const [low, high] = where.map((value) => shareOf(across, value)), ends = where.map((value) => saidOn(across, value));
  const off = share < low ? low - share : Math.max(share - high, 0);
  const truth = ends[0] === ends[1] ? ends[0] : translated("between {low} and {high}", { low: ends[0], high: ends[1] });
  const length = { off: saidOn(across, Math.abs(valueAt(across, off) - valueAt(across, 0))) };
  const parted = !off ? "" : share < low ? translated(", {off} too low", length) : translated(", {off} too high", length);
  const said = saidOn(across, valueAt(across, share));
  return [off <= within + 1e-9, translated("You put it at {said}{parted}; it is {truth}.", { said, parted, truth })];
}

function comparedCurve(rule, k, heights) {
  const { across, up } = rule, unit = Math.abs(up.high - up.low);
  const seen = [...heights.keys()].filter((i) => heights[i] !== null);
  const yours = seen.map((i) => heights[i]), truth = seen.map((i) => rule.truths[k][i]);
  const [ways, at] = turnsOf(yours, rule.ripple), [trueWays, trueAt] = turnsOf(truth, rule.ripple);
  let right = ways.join() === trueWays.join();
  const shapes = { shape: shapeOf(ways), truly: shapeOf(trueWays) };
  let said = right ? translated("your curve {shape}, as it should", shapes) : translated("your curve {shape}, but the true one {truly}", shapes);
  if (right)
    for (const [turn, one] of at.entries()) {
      const trueOne = trueAt[turn];
      const near = Math.abs(rule.places[seen[one]] - rule.places[seen[trueOne]]) <= rule.near + 1e-9;
      right &&= near || Math.abs(truth[one] - truth[trueOne]) <= rule.ripple;
      const names = [one, trueOne].map((i) => saidOn(across, rule.x[seen[i]]));
      const what = trueWays[turn] < 0 ? translated("minimum") : translated("maximum");
      const expected = nameOf(across) + names[0], place = names[1];
      said += names[0] === place ? translated("; its {what} is at {place}, as you expected", { what, place: expected })
        : translated("; you expected its {what} at {expected}, but it is at {place}", { what, expected, place });
    }
  const gaps = yours.map((y, i) => y - truth[i]);
  const most = gaps.reduce((best, gap, i) => (Math.abs(gap) > Math.abs(gaps[best]) ? i : best), 0);
  const mean = gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / gaps.length;
  if (Math.abs(gaps[most]) > 0.04) {
    const where = nameOf(across) + saidOn(across, rule.x[seen[most]]), far = saidOn(up, Math.abs(gaps[most]) * unit);
    const off = rule.beyond[k][seen[most]] ? translated("at least {off}", { off: far }) : far;
    said += gaps[most] < 0 ? translated("; at {where} yours is {off} too low", { where, off }) : translated("; at {where} yours is {off} too high", { where, off });
  }
  const isNear = mean <= rule.within + 1e-9;
  said += translated(", on average {off} off", { off: saidOn(up, mean * unit) });
  if (!isNear) said += translated(", which is more than the {off} allowed", { off: saidOn(up, rule.within * unit) });
  return [right && isNear, said];
}

/* The sheet of a prediction, if it has one. ``settle`` is called with what was drawn. */
class Sheet {
  constructor(paper, settle) {
    this.rule = JSON.parse(paper.dataset.drawing);
    this.paper = paper;
    this.svg = paper.querySelector("svg");
    this.settle = settle;
    this.ink = this.svg.appendChild(svgNode("g"));
    const [left, top, width, height] = this.rule.box, [, , w, h] = this.svg.getAttribute("viewBox").split(" ");
    this.hand = Object.assign(document.createElement("div"), { className: this.rule.where ? "hand where" : "hand", tabIndex: 0, role: "slider", ariaLabel: `${paper.querySelector("p").textContent} ${KEYS_OF_THE_PEN}` });
    this.hand.style.cssText = `left: ${(100 * (left - MARGIN)) / w}%; top: ${(100 * (top - MARGIN)) / h}%; width: ${(100 * (width + 2 * MARGIN)) / w}%; height: ${(100 * (height + 2 * MARGIN)) / h}%`;
    this.hand.dataset.invites = this.rule.where ? translated("Place it here") : translated("Draw here");
    this.svg.parentElement.append(this.hand);
    this.again = toolOf(translated("Clear"), () => this.begin());
    this.done = toolOf(translated("This is my answer"), () => this.commit());
    paper.querySelector(".axes").after(this.words = element("p", { className: "words" }), element("div", { className: "tools" }, this.again, this.done));
    const at = (event) => this.placeOf(event);
    this.hand.addEventListener("pointerdown", (event) => {
      if (event.button || this.settled) return;
      event.preventDefault(); // no text is selected, and in presentation mode the keys still work
      this.hand.setPointerCapture(event.pointerId);
      this.last = null;
      this.draw(at(event));
    });
    this.hand.addEventListener("pointermove", (event) => {
      if (this.hand.hasPointerCapture(event.pointerId)) for (const one of event.getCoalescedEvents?.() ?? [event]) this.draw(at(one));
    });
    this.hand.addEventListener("lostpointercapture", () => this.lift());
    this.hand.addEventListener("keydown", (event) => this.key(event));
    for (const event of ["focus", "blur"]) this.hand.addEventListener(event, () => this.paint());
    this.begin();
  }

  /* Empty axes. */
  begin() {
    this.settled = false;
    this.drawn = this.rule.where ? null : this.rule.truths.map((ys) => ys.map(() => null));
    this.curve = 0;
    this.pen = -1; // of the keys: none yet
    this.hand.tabIndex = 0;
    this.paint();
  }

  placeOf({ clientX, clientY }) {
    const { left, bottom, width, height } = this.hand.getBoundingClientRect(), [, , w, h] = this.rule.box;
    const onSheet = [((clientX - left) / width) * (w + 2 * MARGIN), ((bottom - clientY) / height) * (h + 2 * MARGIN)];
    return [(onSheet[0] - MARGIN) / w, (onSheet[1] - MARGIN) / h].map((share) => Math.min(Math.max(share, 0), 1));
  }

  /* The pen goes on, from where it was. */
  draw([x, y]) {
    if (this.rule.where) this.drawn = x;
    else {
      const { places } = this.rule, ys = this.drawn[this.curve];
      const [fromX, fromY] = this.last ?? [x, y];
      const slack = this.last ? 0 : Math.abs(places[1] - places[0]) / 2 + 1e-9;
      for (const [i, p] of places.entries())
        if (p >= Math.min(fromX, x) - slack && p <= Math.max(fromX, x) + slack) ys[i] = fromX === x ? y : fromY + ((y - fromY) * (p - fromX)) / (x - fromX);
      this.last = [x, y];
    }
    this.paint();
  }

  /* A curve is whole: the next one. */
  lift() {
    if (this.last && Math.abs(this.last[0] - Math.round(this.last[0])) < 0.04) this.draw([Math.round(this.last[0]), this.last[1]]); // to an end that is near
    this.last = null;
    const next = this.drawn?.findIndex?.((_, k) => !this.isWhole(k)) ?? -1;
    if (next > -1 && this.isWhole(this.curve)) {
      this.curve = next;
      this.pen = -1;
    }
    this.paint();
  }

  isWhole(k) {
    const drawn = this.rule.places.filter((_, i) => this.drawn[k][i] !== null);
    return drawn.length > 1 && Math.abs(drawn.at(-1) - drawn[0]) >= this.rule.covered && drawn.length >= this.rule.covered * this.rule.places.length;
  }

  get whole() {
    return this.rule.where ? this.drawn !== null : this.drawn.every((_, k) => this.isWhole(k));
  }

  commit() {
    if (this.whole && !this.settled) this.settle(this.drawn);
    return this.settled;
  }

  /* Arrows move the pen, Enter sets. */
  key(event) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if ((!by && event.key !== "Enter") || event.ctrlKey || event.metaKey || event.altKey || this.settled) return;
    event.preventDefault();
    if (event.key === "Enter") {
      const before = this.curve;
      this.lift();
      if (before === this.curve) this.commit();
    } else if (this.rule.where) this.drawn = Math.min(Math.max((this.drawn ?? 0.5) + STEP * (by[0] || by[1]), 0), 1);
    else this.walk(...by);
    if (!this.settled) this.paint();
  }

  walk(across, up) {
    const { pens, places } = this.rule, ys = this.drawn[this.curve], before = this.pen;
    this.pen = Math.min(Math.max(before + across, 0), pens.length - 1);
    const to = pens[this.pen], from = pens[Math.max(before, 0)];
    const height = ys[to] ?? ys[from] ?? 0.5;
    ys[to] = Math.min(Math.max(height + STEP * up, 0), 1);
    for (const neighbour of [this.pen - 1, this.pen + 1].map((k) => pens[k]))
      if (neighbour !== undefined && ys[neighbour] !== null)
        for (let i = Math.min(to, neighbour) + 1; i < Math.max(to, neighbour); i++)
          ys[i] = ys[to] + ((ys[neighbour] - ys[to]) * (places[i] - places[to])) / (places[neighbour] - places[to]);
  }

  paint() {
    const { rule, drawn } = this;
    const lines = rule.where ? (drawn === null ? [] : [[[drawn, 0], [drawn, 1]]]) : drawn.map((ys) => rule.places.map((x, i) => [x, ys[i]]).filter(([, y]) => y !== null));
    this.ink.replaceChildren(...lines.map((points, k) => this.line(points, "drawn", rule.styles[k])));
    const pen = !rule.where && this.pen > -1 && !this.settled && rule.pens[this.pen];
    if (pen !== false && drawn[this.curve][pen] !== null) this.ink.append(this.dot(rule.places[pen], drawn[this.curve][pen]));
    const begun = lines.some((points) => points.length);
    this.hand.classList.toggle("empty", !begun && !this.settled);
    this.again.hidden = this.again.disabled = this.settled || !begun;
    this.done.hidden = this.done.disabled = this.settled || !this.whole;
    const several = rule.names.length > 1;
    const now = several && !this.whole ? [translated("Now: {curve}.", { curve: rule.names[this.curve] })] : [];
    if (!this.settled) this.words.textContent = [...now, ...(this.hand.matches(":focus-visible") ? [KEYS_OF_THE_PEN] : [])].join(" ");
    this.tellPen(pen);
  }

  /* What a screen reader says of the pen. */
  tellPen(pen) {
    const { rule, drawn } = this, { across, up } = rule;
    const height = pen === false ? null : drawn[this.curve][pen];
    const place = rule.where ? (drawn === null ? "" : `${nameOf(across)}${saidOn(across, valueAt(across, drawn))}`)
      : height === null ? "" : translated("{curve}, {place}: {height}", { curve: rule.names[this.curve], place: nameOf(across) + saidOn(across, rule.x[pen]), height: saidOn(up, valueAt(up, height)) });
    this.hand.ariaValueMin = 0;
    this.hand.ariaValueMax = 100;
    this.hand.ariaValueNow = Math.round(100 * (rule.where ? drawn ?? 0 : height ?? 0));
    this.hand.ariaValueText = place || translated("nothing drawn yet");
  }

  /* The truth over what was drawn, if something was. Gives what is said of it. */
  reveal(drawn) {
    const { rule } = this;
    this.settled = true;
    this.drawn = drawn ?? (rule.where ? null : rule.truths.map((ys) => ys.map(() => null)));
    this.hand.tabIndex = -1;
    this.paint();
    const truth = rule.where ? this.band() : rule.truths.map((ys, k) => this.line(rule.places.map((x, i) => [x, ys[i]]), "truth", rule.styles[k]));
    this.ink.prepend(...truth);
    this.words.replaceChildren(...this.legend(drawn !== null));
    return drawn === null ? null : comparedDrawing(rule, drawn);
  }

  /* Whether something that was kept can have been drawn here. */
  fits(drawn) {
    if (this.rule.where) return typeof drawn === "number";
    const { truths } = this.rule;
    return Array.isArray(drawn) && drawn.length === truths.length && drawn.every((ys, k) => ys?.length === truths[k].length && ys.some((y) => y !== null));
  }

  band() {
    const [left, top, width, height] = this.rule.box;
    const [low, high] = this.rule.where.map((value) => left + width * shareOf(this.rule.across, value));
    const lines = this.rule.shown.flatMap(([name, points]) => {
      const [x, y] = points[0], words = svgNode("text", { x: left + x * width + 4, y: top + (1 - y) * height + 38 });
      words.textContent = name;
      return [this.line(points, "given"), words];
    });
    return [svgNode("rect", { class: "truth", x: low - 1.5, y: top, width: high - low + 3, height }), ...lines];
  }

  line(points, kind, dashes = "") {
    const [left, top, width, height] = this.rule.box;
    const steps = points.map(([x, y]) => `${(left + x * width).toFixed(1)},${(top + (1 - y) * height).toFixed(1)}`);
    return svgNode("polyline", { class: kind, points: steps.join(" "), fill: "none", "stroke-dasharray": dashes });
  }

  dot(x, y) {
    const [left, top, width, height] = this.rule.box;
    return svgNode("circle", { class: "pen", cx: left + x * width, cy: top + (1 - y) * height, r: 6 });
  }

  legend(drew) {
    const { names, styles } = this.rule;
    const sample = (kind, dashes, words) => {
      const svg = svgNode("svg", { viewBox: "0 0 36 10", "aria-hidden": "true" });
      svg.append(svgNode("polyline", { class: kind, points: "0,5 36,5", fill: "none", "stroke-dasharray": dashes }));
      return element("span", {}, svg, ` ${words}`);
    };
    const several = names.length > 1 ? names.map((name, k) => sample("given", styles[k], name)) : [];
    return [...(drew ? [sample("drawn", "", translated("yours"))] : []), sample("truth", "", translated("the truth")), ...several];
  }
}

function svgNode(name, attributes = {}) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

function toolOf(words, does) {
  const button = element("button", { type: "button" }, words);
  button.addEventListener("click", does);
  return button;
}

function sheetOf(asked, settle) {
  const paper = asked.querySelector(".paper");
  return paper && new Sheet(paper, settle);
}
