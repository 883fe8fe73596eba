/* Interactive figures in a page without Python. */
"use strict";

const PLAY_EVERY = 400; // milliseconds, at the usual speed
const GLIDE = 140; // milliseconds from a state to another
const THROUGH = 75; // milliseconds for each of the states on a longer way
const MOST = 12; // states on a way
const UNVEIL = 700; // milliseconds
const POINTS_FIRST = 10; // pixels: a point wins over a line that passes less than this much nearer
const narrow = matchMedia("(max-width: 40rem)");
const hovers = matchMedia("(hover: hover)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/*
 * The HTML contains the first state. The other states are inside the element, compressed, or in a separate script that
 * calls receive(), for each edition of the figure (wide, and possibly narrow). The data are: states, each a list of
 * indices of groups; groups and texts (see textOf); readings, the captions; sizes and labels of the controls; stills,
 * the images of the still layer; slow, the controls on which stills depend; parts, the named parts of each still as SVG;
 * handles (see placeOf). The number of a state comes from the positions of the controls; the last one changes fastest.
 */
class LivingPicture extends HTMLElement {
  connectedCallback() {
    this.inputs = [...this.querySelectorAll(".control :is(input, select:not(.speed))")];
    this.words = this.querySelector(".reading span");
    this.data = {};
    this.veil = this.dataset.veil?.split(" ");
    this.instead = this.words?.textContent; // of the caption, while it is veiled
    narrow.addEventListener("change", () => this.arrange());
    this.arrange();
    this.start = this.places;
    if (!this.inputs.length) return;
    this.addEventListener("input", ({ detail }) => this.show(this.pace(detail)));
    this.addEventListener("pointerdown", (event) => event.target.matches(".grip") && this.grab(event));
    for (const type of ["focusin", "focusout", "pointerover", "pointerout"]) this.addEventListener(type, () => this.ring());
    this.querySelector(".play")?.addEventListener("click", (event) => this.play(event.currentTarget));
    this.querySelector(".link")?.addEventListener("click", (event) => this.copyLink(event.currentTarget));
    nearby.observe(this);
  }

  /* Shows the narrow edition on a narrow screen; if there is none, stacks the panels of the figure.
     In presentation mode a phone shows what a projector would show. */
  arrange() {
    const small = narrow.matches && !document.body.classList.contains("presenting");
    this.edition = small && this.querySelector(".stage.narrow") ? "narrow" : "wide";
    const stage = this.querySelector(`.stage.${this.edition}`);
    if (!stage) return;
    const panes = JSON.parse(stage.dataset.panes);
    const sheet = stage.querySelector(".sheet");
    const cut = small && panes.length > 1;
    const frames = (cut ? panes : [[0, 0, 1, 1]]).map((pane, place) => framed(place ? copied(sheet) : sheet, pane, cut));
    stage.replaceChildren(...frames);
    this.images = [...stage.querySelectorAll("img")];
    this.layers = [...stage.querySelectorAll(".moving")];
    for (const grip of stage.querySelectorAll(".grip")) grip.remove();
    this.sheets = [...stage.querySelectorAll(".sheet")].map((one) => ({ sheet: one, grips: [] }));
    if (this.asked) this.show();
  }

  load() {
    this.asked ??= {};
    return (this.asked[this.edition] ??= this.ask(this.edition));
  }

  async ask(edition) {
    const inside = this.querySelector(`script[data-edition="${edition}"]`);
    if (inside && !window.DecompressionStream) return this.say(this.dataset.otherwise);
    if (inside) return this.receive(edition, await inflated(inside.textContent));
    const script = document.createElement("script");
    script.src = this.dataset[edition];
    document.head.append(script);
  }

  receive(edition, data) {
    data.decoded = [];
    this.data[edition] = data;
    const first = this.querySelector(`.stage.${edition} img`)?.getAttribute("src");
    data.stills = data.stills.map((name) => name ?? first); // null stands for the image that the page contains
    data.loaded = data.stills.map((name) => Object.assign(new Image(), { src: name })); // preload
    if (this.wanted) this.put(this.wanted);
    else this.show();
  }

  get places() {
    return this.inputs.map((input) => (input.type === "checkbox" ? +input.checked : input.selectedIndex ?? +input.value));
  }

  /* Sets controls, by name, to the positions with these labels, {threshold: "0.38"}; highlights a panel, by number, or
     the parts with a name. */
  put(wanted) {
    if (this.veiled) return;
    const data = this.data[this.edition];
    this.wanted = data ? undefined : wanted;
    if (!data) return this.load();
    this.inputs.forEach((input, control) => {
      const word = wanted[input.id.slice(this.id.length + 1)];
      const place = data.labels[control].findIndex((label) => label === word || Number(label) === Number(word ?? NaN));
      if (place >= 0) turn(input, place);
    });
    this.show(this.pace());
    if (!this.querySelector(".lit.held")) this.light(wanted);
  }

  /* A veil hides named parts of the moving layer, or all of it, and the caption, and locks the controls, until the
     question about the figure is answered. */
  get veiled() {
    return Boolean(this.veil) && !this.lifted;
  }

  /* Lifts the veil and moves to a state, or lets the veil fall again. */
  lift(open, state) {
    if (!this.veil || open === Boolean(this.lifted)) return;
    const gaps = this.layers.flatMap((layer) => [...(layer.firstElementChild?.children ?? [])].map((part, place) => [part, place, layer]));
    this.lifted = open;
    this.lock();
    if (!open) this.toStart();
    if (this.data[this.edition]) this.show();
    if (open && !calm.matches)
      for (const [part, place, layer] of gaps)
        if (!part.hasChildNodes()) layer.firstElementChild.children[place]?.animate({ opacity: [0, 1] }, UNVEIL);
    if (open) this.put(Object.fromEntries(new URLSearchParams(state)));
  }

  toStart() {
    this.inputs.forEach((input, control) => turn(input, this.start[control]));
  }

  lock() {
    this.classList.toggle("veiled", this.veiled);
    if (this.controls) this.controls.inert = this.veiled;
  }

  get controls() {
    return this.querySelector(".controls");
  }

  withVeil(state) {
    const isVeiled = (part) => this.veil[0] === "*" || /^ <g class="([^"]*)/.exec(part)?.[1].split(" ").some((name) => this.veil.includes(name));
    return this.veiled ? { ...state, parts: state.parts.map((part, place) => (place && isVeiled(part) ? " <g/>" : part)) } : state;
  }

  /* Frames a panel, or highlights the parts with a name, for some seconds or, if held, until quench(). */
  light({ panel, part }, held) {
    this.quench();
    const stage = this.querySelector(`.stage.${this.edition}`);
    const lights = panel ? [frameOf(stage, panel - 1)] : part ? this.layers.map((layer) => this.penOver(layer, part)) : [];
    for (const light of lights) {
      light.classList.add("lit");
      light.classList.toggle("held", Boolean(held));
      light.addEventListener("animationend", () => light.remove());
    }
  }

  quench() {
    for (const light of this.querySelectorAll(".lit")) light.remove();
  }

  /* Draws a highlight over the parts with this name in both layers. */
  penOver(layer, part) {
    const pen = Object.assign(document.createElement("div"), { className: "pen", ariaHidden: true });
    pen.innerHTML = this.partsOfStill() || layer.firstElementChild.cloneNode(false).outerHTML;
    const named = `.${CSS.escape(part)}`;
    for (const group of pen.querySelectorAll(`svg > g:not(${named})`)) group.remove();
    const moving = [...layer.querySelectorAll(`svg > ${named}`)].map((group) => group.outerHTML).join("");
    pen.firstElementChild.insertAdjacentHTML("beforeend", moving.replace(/(id="|href="#)/g, "$1lit-"));
    layer.after(pen);
    return pen;
  }

  /* The named parts of the still layer as SVG. */
  partsOfStill() {
    const { parts, slow, sizes } = this.data[this.edition] ?? this.load() ?? {};
    return parts?.[numberOf(slow, sizes, this.places)];
  }

  /* Copies the address that opens the figure in its current state. */
  async copyLink(button) {
    if (!this.data[this.edition]) return this.load();
    const { labels } = this.data[this.edition];
    const state = this.places.map((place, control) => [this.inputs[control].id.slice(this.id.length + 1), labels[control][place]]);
    history.replaceState(null, "", `#${this.id}?${new URLSearchParams(state)}`);
    const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    const usual = (button.dataset.usual ??= button.textContent);
    button.textContent = isCopied ? button.dataset.copied : button.dataset.kept;
    setTimeout(() => (button.textContent = usual), 2000);
  }

  /* Shows the state that matches the controls: caption and grips at once, the figure after a glide of this time. */
  show(time = 0) {
    if (!this.data[this.edition]) return this.load();
    const { readings, sizes, labels } = this.data[this.edition], { places } = this;
    const state = numberOf([...sizes.keys()], sizes, places);
    this.glide(time ? this.wayTo(places).map((at) => this.stateAt(at)) : [this.stateAt(places)], time);
    this.at = places;
    this.setGrips();
    this.say(readings[state]);
    this.inputs.forEach((input, control) => {
      if (input.type !== "range" || this.veiled) return;
      const word = labels[control][places[control]];
      input.setAttribute("aria-valuetext", readings[state].includes(word) ? readings[state] : `${word}: ${readings[state]}`);
      input.parentElement.querySelector("output").value = word;
    });
  }

  /* The elements of the moving layer, and the still layer. */
  stateAt(places) {
    const { texts, groups, states, sizes, slow, stills, decoded } = this.data[this.edition];
    const groupsOf = states[numberOf([...sizes.keys()], sizes, places)];
    const parts = groupsOf.map((group) => (decoded[group] ??= textOf(texts, groups[group])));
    return { parts, still: stills[numberOf(slow, sizes, places)] };
  }

  /* The time of a glide: none for what is dragged, follows quickly on another input, or has no way. */
  pace(wanted) {
    const now = performance.now(), quick = now - this.moved < GLIDE;
    this.moved = now;
    return calm.matches || this.held || this.dataset.glide === "no" ? 0 : wanted || (quick ? 0 : GLIDE);
  }

  /* The positions that the sliders pass, up to the last ones; menus and checkboxes change at once. */
  wayTo(places) {
    const from = places.map((place, control) => (this.at && this.inputs[control].type === "range" ? this.at[control] : place));
    const steps = Math.min(MOST, Math.max(1, ...places.map((place, control) => Math.abs(place - from[control]))));
    const after = (step) => places.map((place, control) => Math.round(from[control] + ((place - from[control]) * step) / steps));
    return Array.from({ length: steps }, (_, step) => after(step + 1));
  }

  /* Moves from what is shown through these states, and rests at the last one. */
  glide(states, time) {
    const way = states.map((state) => this.withVeil(state));
    cancelAnimationFrame(this.frame);
    if (this.goal) this.mark(this.goal); // it may not have been reached
    this.goal = way.at(-1);
    const path = [this.shown ?? way.at(-1), ...way], legs = [];
    const begun = performance.now(), whole = way.length > 1 ? Math.max(time, THROUGH * way.length) : time;
    const step = () => {
      const gone = whole ? Math.min(1, (performance.now() - begun) / whole) * way.length : way.length, leg = Math.floor(gone);
      const arrived = leg === way.length;
      this.display(arrived ? this.goal : (legs[leg] ??= between(path[leg], path[leg + 1]))(gone - leg));
      if (leg) this.mark(path[leg]);
      this.frame = arrived ? undefined : requestAnimationFrame(step);
      this.classList.toggle("gliding", way.length > 1 && !arrived);
    };
    step();
  }

  display(state) {
    this.shown = state;
    for (const layer of this.layers ?? []) paint(layer, state.parts);
    this.showStill(state.still);
  }

  showStill(still) {
    for (const image of this.images ?? []) {
      if (image.getAttribute("src") === still) continue;
      image.src = still;
      image.parentElement.querySelector(".trace")?.remove(); // its axes have changed
    }
  }

  /* Keeps a faint dot where the traced point is in this state. */
  mark({ parts }) {
    const [, x, y] = /<use [^>]*x="(.+?)" y="(.+?)"/.exec(parts.find((part) => part.startsWith(' <g class="traced'))) ?? [];
    for (const layer of x ? this.layers : []) {
      if (!layer.previousElementSibling.matches(".trace")) {
        const trace = Object.assign(document.createElement("div"), { className: "trace", ariaHidden: true });
        trace.append(layer.firstElementChild.cloneNode(false));
        layer.before(trace);
      }
      const dots = layer.previousElementSibling.firstElementChild;
      if (!dots.querySelector(`[cx="${x}"][cy="${y}"]`)) dots.insertAdjacentHTML("beforeend", `<circle cx="${x}" cy="${y}" r="3"/>`);
    }
  }

  /* Sets the caption. Screen readers announce it once: with the slider that has the focus, or else from its own line;
     while the figure plays, only at the end. */
  say(reading) {
    const heard = !this.playing && !(this.contains(document.activeElement) && document.activeElement.type === "range");
    this.words.parentElement.setAttribute("aria-live", heard ? "polite" : "off");
    reading = this.veiled ? this.instead : reading;
    this.words.textContent = reading;
    for (const layer of this.layers ?? []) {
      layer.setAttribute("role", "img");
      layer.setAttribute("aria-label", `${layer.firstElementChild?.getAttribute("aria-label") ?? ""} ${reading}`);
    }
  }

  /* Puts a target for mouse and finger over each handle: a circle over a point, a bar along a line. */
  setGrips() {
    const { handles, sizes } = this.data[this.edition];
    for (const { sheet, grips } of this.sheets ?? []) {
      const image = sheet.querySelector("img");
      const width = image?.getAttribute("width"), height = image?.getAttribute("height");
      handles.forEach((handle, number) => {
        const grip = (grips[number] ??= sheet.appendChild(gripOf(handle)));
        const [x, y, u = x, v = y] = placeOf(handle, sizes, this.places);
        grip.hidden = x === null || this.veiled;
        grip.style.left = `${(100 * x) / width}%`;
        grip.style.top = `${(100 * y) / height}%`;
        grip.style.rotate = `${Math.atan2(v - y, u - x)}rad`;
        grip.style.setProperty("--length", `${(100 * Math.hypot(u - x, v - y)) / width}%`);
      });
      for (const grip of grips.slice(handles.length)) grip.hidden = true;
    }
  }

  /* Rings the handles that the hovered or focused control moves. */
  ring() {
    const { handles } = this.data[this.edition] ?? {};
    const active = this.inputs.map((input) => input.closest(".control").matches(":hover, :focus-within"));
    for (const { grips } of this.sheets ?? []) {
      grips.forEach((grip, number) => grip.classList.toggle("ringed", handles[number].moves.some((control) => active[control])));
    }
  }

  /* Lets the nearest handle, points before lines, follow the pointer until it is released. */
  grab(event) {
    if (event.button || this.held) return;
    event.preventDefault(); // dragging must not select text
    const { target: grip, pointerId } = event;
    const { handles, sizes } = this.data[this.edition], sheet = grip.parentElement;
    const pointed = ({ clientX, clientY }) => {
      const { left, top, width } = sheet.getBoundingClientRect();
      const scale = sheet.querySelector("img").getAttribute("width") / width;
      return [(clientX - left) * scale, (clientY - top) * scale];
    };
    const [x, y] = pointed(event);
    const distances = handles.map((handle) => distance(placeOf(handle, sizes, this.places), x, y) + (handle.at.length > 2 ? POINTS_FIRST : 0));
    const handle = handles[distances.indexOf(Math.min(...distances))];
    const [nearX, nearY] = nearest(placeOf(handle, sizes, this.places), x, y);
    this.held = true;
    this.querySelector(".play[aria-pressed]")?.click();
    this.focusOn(handle.moves[0]);
    grip.setPointerCapture(pointerId);
    grip.classList.add("held");
    const follow = (moved) => {
      if (moved.pointerId !== pointerId) return;
      const [toX, toY] = pointed(moved);
      this.follow(handle, toX + nearX - x, toY + nearY - y);
    };
    const letGo = (left) => {
      if (left.pointerId !== pointerId) return;
      grip.removeEventListener("pointermove", follow);
      grip.removeEventListener("lostpointercapture", letGo);
      grip.classList.remove("held");
      this.held = false;
    };
    grip.addEventListener("pointermove", follow);
    grip.addEventListener("lostpointercapture", letGo);
  }

  /* The slider has the focus for the arrow keys; a ring around it would distract from what is dragged. */
  focusOn(control) {
    this.classList.add("by-hand");
    this.addEventListener("keydown", () => this.classList.remove("by-hand"), { once: true });
    this.inputs[control].focus({ preventScroll: true });
  }

  /* Sets the controls of a handle to the state in which it is nearest to (x, y); of several, the one with the fewest steps. */
  follow(handle, x, y) {
    const { sizes } = this.data[this.edition], { places } = this;
    let best = places, least = Infinity;
    for (const state of reached(handle.moves, sizes, places)) {
      const steps = handle.moves.reduce((sum, control) => sum + Math.abs(state[control] - places[control]), 0);
      const off = distance(placeOf(handle, sizes, state), x, y) + steps / 1e6;
      if (off < least) [best, least] = [state, off];
    }
    const changed = handle.moves.filter((control) => best[control] !== places[control]);
    for (const control of changed) turn(this.inputs[control], best[control]);
    for (const control of changed) this.inputs[control].dispatchEvent(new Event("input", { bubbles: true }));
  }

  /* Plays the slider from its position to its end, or from the start if it is at its end; one step per press where the
     reader prefers reduced motion. */
  play(button) {
    const slider = button.parentElement.querySelector("input"), speed = button.parentElement.querySelector(".speed");
    const stop = () => {
      clearTimeout(this.timer);
      this.timer = undefined;
      this.playing = false;
      button.removeAttribute("aria-pressed");
    };
    const step = () => {
      const detail = PLAY_EVERY / speed.value;
      slider.value = +slider.value < +slider.max ? +slider.value + 1 : 0;
      if (slider.value === slider.max || calm.matches) stop();
      else this.timer = setTimeout(step, detail);
      slider.dispatchEvent(new CustomEvent("input", { bubbles: true, detail }));
    };
    if (this.timer) return stop();
    this.playing = !calm.matches;
    button.setAttribute("aria-pressed", "true");
    step();
  }
}

/* Sets a control to one of its positions, by number. */
function turn(input, place) {
  if (input.type === "checkbox") input.checked = place === 1;
  else if (input.type === "range") input.value = place;
  else input.selectedIndex = place;
}

/* The number of a state, counted over these controls. */
const numberOf = (controls, sizes, places) => controls.reduce((sum, control) => sum * sizes[control] + places[control], 0);

/* Decompresses JSON that Python compressed with zlib.compress and encoded as base64. */
function inflated(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt());
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/* All states in which only these controls differ. */
function reached([control, ...others], sizes, places) {
  if (control === undefined) return [places];
  return [...Array(sizes[control]).keys()].flatMap((place) => reached(others, sizes, places.map((at, other) => (other === control ? place : at))));
}

/* The coordinates of a handle in a state: x and y, for a line also those of its other end; nulls if it is not drawn. */
function placeOf({ of, at }, sizes, places) {
  const number = numberOf(of, sizes, places);
  return at.map((column) => (Array.isArray(column) ? column[number] : column));
}

/* The point of a handle that is nearest to (x, y). */
function nearest([fromX, fromY, toX = fromX, toY = fromY], x, y) {
  const dx = toX - fromX, dy = toY - fromY;
  const part = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1);
  const along = Math.max(0, Math.min(1, part));
  return [fromX + along * dx, fromY + along * dy];
}

function distance(place, x, y) {
  if (place[0] === null) return Infinity;
  const [nearX, nearY] = nearest(place, x, y);
  return Math.hypot(nearX - x, nearY - y);
}

/* A handle that moves in one direction only leaves the other direction to scrolling. */
function gripOf({ at }) {
  const grip = Object.assign(document.createElement("div"), { className: at.length > 2 ? "grip line" : "grip" });
  const moves = [0, 1].map((axis) => at.some((column, place) => place % 2 === axis && Array.isArray(column)));
  grip.style.touchAction = moves[0] === moves[1] ? "none" : moves[0] ? "pan-y" : "pan-x";
  return grip;
}

function frameOf(stage, panel) {
  const panes = stage.querySelectorAll(".pane");
  const [left, top, width, height] = panes.length ? [0, 0, 1, 1] : JSON.parse(stage.dataset.panes)[panel];
  const frame = document.createElement("div");
  Object.entries({ left, top, width, height }).forEach(([side, part]) => (frame.style[side] = `${100 * part}%`));
  (panes[panel] ?? stage.querySelector(".whole")).append(frame);
  return frame;
}

const mould = document.createElementNS("http://www.w3.org/2000/svg", "svg");

/* Updates an SVG, given as its opening tag and its elements, by replacing only the elements that changed. */
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

const COORDINATE = /((?<=(?:^[MLCQ]| d="M) [-\d. ]*| [xy]=")-?\d+(?:\.\d+)?(?=[ "\n]))/m; // as in packing.py

/* The way from one state to another, by the share that is behind: none if the axes or the number of elements change. */
function between(from, to) {
  if (from.still !== to.still || from.parts.length !== to.parts.length) return () => to;
  const movers = to.parts.map((part, i) => mover(from.parts[i], part));
  return (share) => ({ ...to, parts: movers.map((move) => move(share)) });
}

/* Coordinates move, and words change half-way. */
function mover(from, to) {
  if (from === to) return () => to;
  const a = from.split(COORDINATE), b = to.split(COORDINATE);
  const alike = a.length === b.length && `${from.match(/<\w+/g)}` === `${to.match(/<\w+/g)}`;
  const moved = (share) => (piece, i) => (i % 2 ? Math.round(100 * (+a[i] + (b[i] - a[i]) * share)) / 100 : piece);
  return (share) => (alike ? (share < 0.5 ? a : b).map(moved(share)).join("") : share < 0.5 ? from : to);
}

/* Fills the holes of a text with numbers: tenths of a point, as differences from the last but one (see packing.py). */
function textOf(texts, [text, ...places]) {
  const pieces = texts[text].replace(/§(\d+)§/g, (_, corners) => "L ¤ ¤ \n".repeat(corners)).split("¤");
  let whole = pieces[0];
  for (let i = 0; i < places.length; i++) {
    if (i > 1) places[i] += places[i - 2];
    whole += places[i] / 10 + pieces[i + 1];
  }
  return whole;
}

/* A frame that shows one part of the figure; left, top, width and height are fractions of the figure. */
function framed(sheet, [x, y, w, h], cut) {
  const frame = document.createElement("div");
  frame.className = cut ? "pane" : "whole";
  const image = sheet.querySelector("img");
  const ratio = (w * image.getAttribute("width")) / (h * image.getAttribute("height"));
  for (const [name, value] of Object.entries({ x, y, w, h, ratio })) frame.style.setProperty(`--${name}`, value);
  frame.append(sheet);
  return frame;
}

/* A copy of the figure that screen readers ignore. */
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

if (!customElements.get("living-picture")) customElements.define("living-picture", LivingPicture);

/* The figure and the state that a link names: #two-planes?threshold=0.38 sets a control of the figure two-planes,
   #two-planes?part=hull highlights its hull. Where several notebooks are open, the figure is in that of the link. */
function asked(hash, link) {
  const [, name, state] = /^#([^?]+)\?(.+)$/.exec(hash ?? "") ?? [];
  const place = link?.closest(".jp-Notebook") ?? document;
  const picture = name && place.querySelector(`[id="${CSS.escape(decodeURIComponent(name))}"]`);
  return picture?.put ? { picture, wanted: Object.fromEntries(new URLSearchParams(state)) } : {};
}

/* Sets the figure that a link names, scrolls to it and returns it, if there is one. */
function openState(hash, block, link, behavior = calm.matches ? "instant" : "smooth") {
  const { picture, wanted } = asked(hash, link);
  if (!picture) return null;
  picture.closest("details:not([open])")?.setAttribute("open", "");
  picture.lift(true);
  picture.put(wanted);
  const pane = wanted.panel && picture.querySelectorAll(".pane")[wanted.panel - 1];
  (pane || picture).scrollIntoView({ block, behavior });
  return picture;
}

/* A hovered or focused link highlights what it names; a tap focuses a link. */
for (const [begin, end] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
  const of = ({ target }) => {
    const link = target.closest?.("a[href^='#']");
    return asked(link?.getAttribute("href"), link);
  };
  const ignored = () => begin === "mouseover" && !hovers.matches;
  document.addEventListener(begin, (event) => {
    const { picture, wanted } = ignored() ? {} : of(event);
    picture?.light(wanted, true);
  });
  document.addEventListener(end, (event) => {
    if (!ignored() && event.target !== document.activeElement) of(event).picture?.quench();
  });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='#']");
  if (link && openState(link.getAttribute("href"), "nearest", link)) event.preventDefault();
});
addEventListener("hashchange", () => openState(location.hash, "center"));
openState(location.hash, "center", undefined, "instant"); // a browser drops a smooth movement while it still loads the page
