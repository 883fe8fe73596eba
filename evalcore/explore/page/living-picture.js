/* Pictures that follow their controls, in a page without Python. */
"use strict";

const PLAY_EVERY = 400; // milliseconds
const POINTS_FIRST = 10; // pixels that a line must be nearer than a point which lies on it
const narrow = matchMedia("(max-width: 40rem)");
const hovers = matchMedia("(hover: hover)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/*
 * The page holds the first picture. The other states lie inside the element, deflated, or come from a file of their own
 * that calls receive(), one for each edition of the picture, wide and perhaps narrow: states, each as places in
 * groups; groups and texts (see textOf, below); readings; sizes and labels of the controls; stills, and
 * slow, the controls on which they depend; of each still the parts that have names, as SVG; handles (see placeOf). The
 * number of a state is made of the places of the controls, the last one fastest.
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
    this.addEventListener("pointerdown", (event) => event.target.matches(".grip") && this.grab(event));
    for (const type of ["focusin", "focusout", "pointerover", "pointerout"]) this.addEventListener(type, () => this.ring());
    this.querySelector(".play")?.addEventListener("click", (event) => this.play(event.currentTarget));
    this.querySelector(".link")?.addEventListener("click", (event) => this.copyLink(event.currentTarget));
    nearby.observe(this);
  }

  /* On a narrow screen the narrow edition is shown; without one, the panels of the picture one below the other.
     In the hall a phone shows what a projector would. */
  arrange() {
    const small = narrow.matches && !document.body.classList.contains("hall");
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
    data.stills = data.stills.map((name) => name ?? first); // the one that the page holds already is not told twice
    data.loaded = data.stills.map((name) => Object.assign(new Image(), { src: name })); // before they are needed
    if (this.wanted) this.put(this.wanted);
    else this.show();
  }

  get places() {
    return this.inputs.map((input) => (input.type === "checkbox" ? +input.checked : input.selectedIndex ?? +input.value));
  }

  /* Sets some controls, by name, to what their positions are called, {threshold: "0.38"}; a panel, by number, or the
     parts of a name light up. */
  put(wanted) {
    const data = this.data[this.edition];
    this.wanted = data ? undefined : wanted;
    if (!data) return this.load();
    this.inputs.forEach((input, control) => {
      const word = wanted[input.id.slice(this.id.length + 1)];
      const place = data.labels[control].findIndex((label) => label === word || Number(label) === Number(word ?? NaN));
      if (place >= 0) turn(input, place);
    });
    this.show();
    if (!this.querySelector(".lit.held")) this.light(wanted);
  }

  /* A frame about one of its panels, or a broad pen over parts of one name: for some seconds, or until it is quenched. */
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

  /* The parts of this name in the moving layer, and in the still one below it. */
  penOver(layer, part) {
    const { parts, slow, sizes } = this.data[this.edition] ?? this.load() ?? {};
    const pen = Object.assign(document.createElement("div"), { className: "pen", ariaHidden: true });
    pen.innerHTML = parts?.[numberOf(slow, sizes, this.places)] || layer.firstElementChild.cloneNode(false).outerHTML;
    const named = `.${CSS.escape(part)}`;
    for (const group of pen.querySelectorAll(`svg > g:not(${named})`)) group.remove();
    const moving = [...layer.querySelectorAll(`svg > ${named}`)].map((group) => group.outerHTML).join("");
    pen.firstElementChild.insertAdjacentHTML("beforeend", moving.replace(/(id="|href="#)/g, "$1lit-"));
    layer.after(pen);
    return pen;
  }

  /* The address that opens the picture in this state. */
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

  show() {
    if (!this.data[this.edition]) return this.load();
    const { texts, groups, states, readings, sizes, labels, slow, stills, decoded } = this.data[this.edition];
    const { places } = this;
    const state = numberOf([...sizes.keys()], sizes, places);
    const parts = states[state].map((group) => (decoded[group] ??= textOf(texts, groups[group])));
    for (const layer of this.layers ?? []) paint(layer, parts);
    const still = stills[numberOf(slow, sizes, places)];
    for (const image of this.images ?? []) if (image.getAttribute("src") !== still) image.src = still;
    this.setGrips();
    this.say(readings[state]);
    this.inputs.forEach((input, control) => {
      if (input.type !== "range") return;
      const word = labels[control][places[control]];
      input.setAttribute("aria-valuetext", readings[state].includes(word) ? readings[state] : `${word}: ${readings[state]}`);
      input.parentElement.querySelector("output").value = word;
    });
  }

  /* The reading is heard once: from the slider that has the focus, else from its own line; while it plays, at the end. */
  say(reading) {
    const heard = !this.playing && !(this.contains(document.activeElement) && document.activeElement.type === "range");
    this.words.parentElement.setAttribute("aria-live", heard ? "polite" : "off");
    this.words.textContent = reading;
    for (const layer of this.layers ?? []) {
      layer.setAttribute("role", "img");
      layer.setAttribute("aria-label", `${layer.firstElementChild?.getAttribute("aria-label") ?? ""} ${reading}`);
    }
  }

  /* Over each handle lies a grip, which a finger finds, too: of a point a round one, of a line one along it. */
  setGrips() {
    const { handles, sizes } = this.data[this.edition];
    for (const { sheet, grips } of this.sheets ?? []) {
      const image = sheet.querySelector("img");
      const width = image?.getAttribute("width"), height = image?.getAttribute("height");
      handles.forEach((handle, number) => {
        const grip = (grips[number] ??= sheet.appendChild(gripOf(handle)));
        const [x, y, u = x, v = y] = placeOf(handle, sizes, this.places);
        grip.hidden = x === null;
        grip.style.left = `${(100 * x) / width}%`;
        grip.style.top = `${(100 * y) / height}%`;
        grip.style.rotate = `${Math.atan2(v - y, u - x)}rad`;
        grip.style.setProperty("--length", `${(100 * Math.hypot(u - x, v - y)) / width}%`);
      });
    }
  }

  /* Whoever goes to a control sees what it moves. */
  ring() {
    const { handles } = this.data[this.edition] ?? {};
    const gone = this.inputs.map((input) => input.closest(".control").matches(":hover, :focus-within"));
    for (const { grips } of this.sheets ?? []) {
      grips.forEach((grip, number) => grip.classList.toggle("ringed", handles[number].moves.some((control) => gone[control])));
    }
  }

  /* From now on the nearest handle, points before lines, goes with the pointer, and its controls with it. */
  grab(event) {
    if (event.button || this.held) return;
    event.preventDefault(); // no text is marked
    const { target: grip, pointerId } = event;
    const { handles, sizes } = this.data[this.edition], sheet = grip.parentElement;
    const pointed = ({ clientX, clientY }) => {
      const { left, top, width } = sheet.getBoundingClientRect();
      const scale = sheet.querySelector("img").getAttribute("width") / width;
      return [(clientX - left) * scale, (clientY - top) * scale];
    };
    const [x, y] = pointed(event);
    const far = handles.map((handle) => distance(placeOf(handle, sizes, this.places), x, y) + (handle.at.length > 2 ? POINTS_FIRST : 0));
    const handle = handles[far.indexOf(Math.min(...far))];
    const [nearX, nearY] = nearest(placeOf(handle, sizes, this.places), x, y);
    this.held = true;
    this.querySelector(".play[aria-pressed]")?.click();
    this.inputs[handle.moves[0]].focus({ preventScroll: true });
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

  /* The controls of a handle go where it lies nearest to a place; of equal states to the one that is the fewest steps away. */
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

  /* From where the slider is to its end, then again from the start; one step a press for whoever wants no motion. */
  play(button) {
    const slider = button.parentElement.querySelector("input");
    const step = () => {
      slider.value = +slider.value < +slider.max ? +slider.value + 1 : 0;
      if (slider.value === slider.max) stop();
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      return slider.value !== slider.max;
    };
    const stop = () => {
      clearInterval(this.timer);
      this.timer = undefined;
      this.playing = false;
      button.removeAttribute("aria-pressed");
    };
    if (this.timer) return stop();
    this.playing = !calm.matches;
    if (!step() || calm.matches) return;
    button.setAttribute("aria-pressed", "true");
    this.timer = setInterval(step, PLAY_EVERY);
  }
}

/* Sets a control to one of its positions, by number. */
function turn(input, place) {
  if (input.type === "checkbox") input.checked = place === 1;
  else if (input.type === "range") input.value = place;
  else input.selectedIndex = place;
}

/* The number of a state of these controls. */
const numberOf = (controls, sizes, places) => controls.reduce((sum, control) => sum * sizes[control] + places[control], 0);

/* What Python's zlib.compress made of a text of JSON, given as base64. */
function inflated(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt());
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/* All states that these controls reach while the others stay. */
function reached([control, ...others], sizes, places) {
  if (control === undefined) return [places];
  return [...Array(sizes[control]).keys()].flatMap((place) => reached(others, sizes, places.map((at, other) => (other === control ? place : at))));
}

/* Where a handle lies in a state: x and y, of a line also its other end; nulls where it is not drawn. */
function placeOf({ of, at }, sizes, places) {
  const number = numberOf(of, sizes, places);
  return at.map((column) => (Array.isArray(column) ? column[number] : column));
}

/* The place of a handle that lies nearest to (x, y). */
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

/* Beside a handle that moves in one direction only, a finger on it still scrolls the page in the other. */
function gripOf({ at }) {
  const grip = Object.assign(document.createElement("div"), { className: at.length > 2 ? "grip line" : "grip" });
  const moves = [0, 1].map((axis) => at.some((column, place) => place % 2 === axis && Array.isArray(column)));
  grip.style.touchAction = moves[0] && moves[1] ? "none" : moves[0] ? "pan-y" : "pan-x";
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

/* What an address or a link asks of a picture: #two-planes?threshold=0.38 sets the picture two-planes, …?part=hull
   lights what is so called. */
function asked(hash) {
  const [, name, state] = /^#([^?]+)\?(.+)$/.exec(hash ?? "") ?? [];
  const picture = name && document.getElementById(decodeURIComponent(name));
  return picture?.put ? { picture, wanted: Object.fromEntries(new URLSearchParams(state)) } : {};
}

function openState(hash, block) {
  const { picture, wanted } = asked(hash);
  if (!picture) return false;
  picture.closest("details:not([open])")?.setAttribute("open", "");
  picture.put(wanted);
  const pane = wanted.panel && picture.querySelectorAll(".pane")[wanted.panel - 1];
  (pane || picture).scrollIntoView({ block, behavior: calm.matches ? "instant" : "smooth" });
  return true;
}

/* While a word is pointed at or has the focus, as it has when a finger tapped it, what it names is lit. */
for (const [begin, end] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
  const of = ({ target }) => asked(target.closest?.("a[href^='#']")?.getAttribute("href"));
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
  if (link && openState(link.getAttribute("href"), "nearest")) event.preventDefault();
});
addEventListener("hashchange", () => openState(location.hash, "center"));
openState(location.hash, "center");
