/* The page's components in a notebook: Python draws the states of figures, and the browser remembers answers. */
/* global LivingPicture, STYLE, calm, element, openState, startExercise, startPractice, startPrediction, translated */
/* exported components */
"use strict";

const LIT = 2500; // milliseconds
const SETTLED = 500; // milliseconds until the cells on the way of a scroll have their heights
const FRAMES = new WeakMap(); // the animation frame that passHidden waits for, by notebook
const LIFTED = new Set(); // the names of the figures whose questions are answered

/* A question finds the figure that it unveils by the id of its cell. VS Code and Colab do not tell Python the ids that
   the notebook has, and Colab shows each cell in a frame of its own. */
function canBeUnveiled(name) {
  return /^[\w-]+$/.test(name) && !globalThis.google?.colab;
}

class NotebookPicture extends LivingPicture {
  connectedCallback() {} // a notebook may take it out of the page and put it back

  /* Its controls are widgets, which come into the page when they please. */
  lock(tries = 200) {
    super.lock();
    if (this.veiled && !this.controls && tries) requestAnimationFrame(() => this.lock(tries - 1));
  }

  begin(model) {
    const [width, height] = model.get("size");
    this.className = "living-picture";
    this.innerHTML = `<div class="stage wide" data-panes="[[0,0,1,1]]" style="--width:${width}px">
<div class="sheet"><img alt="" width="${width}" height="${height}"><div class="moving"></div></div></div>
<p class="reading" role="status"><span></span></p>`;
    Object.assign(this, { model, inputs: [], data: { wide: { handles: [], sizes: [] } } });
    this.words = this.querySelector(".reading span");
    this.veil = canBeUnveiled(model.get("name")) ? model.get("veil") : null;
    this.lifted = LIFTED.has(model.get("name"));
    this.instead = translated("Answer the question below to see the rest.");
    this.arrange();
    if (this.veil) this.lock();
    this.addEventListener("pointerdown", (event) => event.target.matches(".grip") && this.grab(event));
    model.on("change:png change:shown", () => this.show());
    model.on("change:name", () => (this.id = model.get("name")));
    model.on("msg:custom", (message) => this.receive(message));
    this.id = model.get("name");
    this.dataset.glide = model.get("glide") ? "yes" : "no";
    this.show();
  }

  get controls() {
    return this.closest(".evalcore-living-picture")?.querySelector(".widget-box");
  }

  toStart() {
    this.model.send({ start: true });
  }

  showStill(png) {
    if (png === this.png) return;
    this.png = png;
    const [image] = this.images, before = image.src;
    image.src = URL.createObjectURL(new Blob([png], { type: "image/png" }));
    if (before) image.decode().catch(() => {}).then(() => URL.revokeObjectURL(before));
    this.querySelector(".trace")?.remove();
    delete this.still;
  }

  show() {
    const { svg, reading, failed, handles } = this.model.get("shown");
    const parts = svg.split(/\n(?= <\w)/); // the opening tag, and each element of the first level
    this.glide([{ parts, still: this.model.get("png") }], this.pace());
    this.data.wide.handles = handles.map((handle, number) => ({ ...handle, number }));
    this.setGrips();
    this.words.parentElement.setAttribute("role", failed ? "alert" : "status");
    this.say(reading);
  }

  /* Python sets the controls. What a click highlights stays, although the link scrolls away from the pointer. */
  put(wanted) {
    this.model.send({ put: wanted });
    this.until = 0;
    this.light(wanted);
    this.until = performance.now() + LIT;
  }

  /* Where a part or a panel is, Python says once for each still layer. */
  light(wanted, held) {
    if (performance.now() < this.until) return;
    if (!wanted.part && !wanted.panel) return this.quench();
    this.lit = [wanted, held];
    if (this.still === undefined) this.model.send({ parts: true });
    else super.light(wanted, held);
  }

  quench() {
    if (performance.now() < this.until) return;
    this.lit = undefined;
    super.quench();
  }

  partsOfStill() {
    return this.still;
  }

  /* Rings the handles of a control, which is a widget of its own. */
  ring() {}

  focusOn() {} // Python says which control follows

  grab(event) {
    this.begins = true;
    super.grab(event);
  }

  /* Python finds the state in which the handle is nearest to the pointer. One question at a time: while it looks, only
     the newest place is kept. */
  follow({ number }, x, y) {
    this.place = { drag: [number, x, y] };
    if (!this.waiting) this.ask();
  }

  ask() {
    const { begins, place } = this;
    this.place = undefined;
    this.waiting = Boolean(place);
    if (!place) return;
    this.begins = false;
    this.model.send({ ...place, begins });
  }

  receive({ parts, panes, followed }) {
    if (followed) {
      const slider = `.evalcore-control-${followed[0]} :is(.noUi-handle, select, input)`;
      if (followed[0] && this.held) this.closest(".evalcore-living-picture")?.querySelector(slider)?.focus({ preventScroll: true });
      this.ask();
    }
    if (!panes) return;
    this.still = parts;
    this.querySelector(".stage").dataset.panes = JSON.stringify(panes);
    if (!this.lit) return;
    super.quench();
    super.light(...this.lit);
  }
}

const TAG = `notebook-picture-${Object.keys(globalThis.evalcoreFrontEnds ?? {}).length}`; // one per edition of the scripts
customElements.define(TAG, NotebookPicture);

function figure(model, el) {
  const picture = document.createElement(TAG);
  el.append(picture);
  picture.begin(model);
}

const MEMORY = "evalcore:notebooks";

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(MEMORY)) ?? {};
  } catch {
    return {};
  }
}

/* What the reader has answered here, which survives a reload of the page. */
function memoryOf(model, name = `${model.get("kind")} ${model.get("name")}`) {
  return {
    kept: () => remembered()[name],
    keep(value) {
      try {
        localStorage.setItem(MEMORY, JSON.stringify({ ...remembered(), [name]: value }));
      } catch {} // full, or not allowed
    },
  };
}

function question(model, el) {
  el.classList.add("evalcore-question", `evalcore-${model.get("kind")}`);
  el.innerHTML = model.get("html");
  el.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the notebook has keys of its own
    if (isShiftEnter(event) && event.target.matches(".verdict")) leave(el, event);
    if (event.key !== "Enter" || !event.target.matches("input")) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  });
  return el.firstElementChild;
}

/* From the explanation, which has the focus after an answer, Shift+Enter goes on to the next cell. */
function leave(el, event) {
  const cell = el.closest(".jp-Cell"), next = cell?.nextElementSibling;
  if (!next?.matches(".jp-Cell")) return;
  event.preventDefault();
  next.focus();
  passHidden(cell.closest(".jp-Notebook"), cell);
}

function isShiftEnter(event) {
  return event.key === "Enter" && event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
}

function activeCell(notebook) {
  return notebook.querySelector(".jp-Cell.jp-mod-active");
}

/* Shift+Enter also runs the following cells that have no height, so that the active cell is always visible. Jupyter
   changes the active cell some frames after the key is pressed. */
function passHidden(notebook, before, tries = 60) {
  cancelAnimationFrame(FRAMES.get(notebook));
  const active = activeCell(notebook);
  if (active === before) return tries && FRAMES.set(notebook, requestAnimationFrame(() => passHidden(notebook, before, tries - 1)));
  if (!active || active.offsetHeight) return;
  active.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", keyCode: 13, shiftKey: true, bubbles: true, cancelable: true }));
}

/* The cells that a prediction covers are hidden by a rule for the cells after its own: it needs no knowledge of them. */
function prediction(model, el) {
  const asked = question(model, el), covers = model.get("covers"), { kept, keep } = memoryOf(model);
  const show = element("button", { type: "button", className: "show evalcore-show" }, translated("Show without choosing"));
  asked.querySelector(".options").after(show);
  hideAfter(covers);
  const uncover = (open) => {
    el.classList.toggle(`evalcore-covers-${covers}`, !open);
    el.classList.toggle("evalcore-behind", open);
    show.disabled = open;
    if (asked.dataset.veils) unveil(asked.dataset.veils, open);
  };
  uncover(false);
  const commit = startPrediction(asked, { kept, keep, uncover });
  show.addEventListener("click", () => commit(null));
  const again = element("button", { type: "button", className: "show again" }, translated("Ask again"));
  again.addEventListener("click", () => {
    keep(undefined);
    asked.dispatchEvent(new Event("ask"));
    el.closest(".jp-Cell")?.focus({ preventScroll: true });
  });
  asked.append(again);
}

function unveil(address, open) {
  const [name, state] = address.split("?");
  LIFTED[open ? "add" : "delete"](name);
  for (const picture of document.querySelectorAll(`.living-picture[id="${CSS.escape(name)}"]`)) picture.lift(open, state);
}

function hideAfter(covers) {
  const id = `evalcore-covers-${covers}`;
  if (document.getElementById(id)) return;
  const cell = (which) => `.jp-Cell:has(.evalcore-prediction${which})`;
  const after = (which, from) => Array.from({ length: covers - from }, (_, place) => cell(which) + " + .jp-Cell".repeat(place + from + 1)).join(", ");
  const first = `${cell(`.${id}`)} + .jp-Cell`, words = JSON.stringify(translated("Answer to see what happens"));
  const rules = `
    ${first} { max-height: 2.4em; min-height: 0; overflow: hidden; position: relative }
    ${first} > * { visibility: hidden }
    ${first}::after { content: ${words}; position: absolute; inset: 0 1em 0 var(--evalcore-indent, 6em); line-height: 2.4em; color: var(--jp-ui-font-color2, #595959); border-top: 1px dashed }
    ${covers > 1 ? `:is(${after(`.${id}`, 1)}) { height: 0; min-height: 0; padding-block: 0; overflow: hidden }
    :is(${after(`.${id}`, 1)}) > * { visibility: hidden }` : ""}
    @supports selector(::details-content) {
      :is(${after(".evalcore-behind", 0)}) .behind > summary { display: none }
      :is(${after(".evalcore-behind", 0)}) .behind::details-content { content-visibility: visible }
    }`;
  document.head.append(element("style", { id, textContent: rules }));
}

function exercise(model, el) {
  const form = question(model, el), { kept, keep } = memoryOf(model);
  startExercise(form, JSON.parse(form.dataset.rule), kept(), keep);
}

/* Python draws the tasks, as they are needed. */
function practice(model, el) {
  const node = question(model, el), { kept, keep } = memoryOf(model);
  const review = memoryOf(model, "review"), wanted = {};
  let at = 0;
  model.on("msg:custom", ({ task, number }) => wanted[number]?.(task));
  const task = (number) => {
    if (number === 0) return model.get("first");
    model.send({ number });
    return new Promise((receive) => (wanted[number] = receive));
  };
  startPractice(node, {
    kept: () => ({ row: 0, done: false, ...kept(), at }),
    keep(state) {
      ({ at } = state);
      keep({ row: state.row, done: state.done });
    },
    review: { kept: () => review.kept() ?? {}, keep: review.keep },
    task,
  });
}

const RESTARTED = JSON.stringify(translated("The kernel was restarted: run this cell again."));
document.head.append(element("style", { textContent: `${STYLE}
.jupyter-widgets-disconnected:is(.evalcore-living-picture, .evalcore-practice)::after { content: ${RESTARTED} }` }));

/* The arrow keys move the slider that has the focus, and no cell. */
document.addEventListener("focusin", ({ target }) => target.matches(".evalcore-living-picture .noUi-handle") && target.setAttribute("data-lm-suppress-shortcuts", "true"));

/* A link that sets a figure acts in its own notebook. */
document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest?.(".jp-Notebook a[href^='#']"), href = link?.getAttribute("href");
    if (!/^#[^?]+\?[^=]+=/.test(href)) return href && scrollAgain(link.closest(".jp-Notebook"), href.slice(1));
    event.preventDefault();
    event.stopPropagation();
    const picture = openState(href, "nearest", link), whole = picture?.closest(".evalcore-living-picture");
    if (!picture) return tellBeside(link, translated("First run the cell that contains the figure."));
    for (const time of [SETTLED, 2 * SETTLED]) // as scrollAgain, for a figure
      setTimeout(() => whole.scrollIntoView({ block: "nearest", behavior: calm.matches ? "instant" : "smooth" }), time);
  },
  true,
);

/* Jupyter scrolls to a heading before the cells above it have their heights. */
function scrollAgain(notebook, id) {
  const heading = notebook.querySelector(`[data-jupyter-id="${CSS.escape(id)}"]`);
  setTimeout(() => heading?.scrollIntoView(), SETTLED);
}

function tellBeside(link, words) {
  const told = Object.assign(document.createElement("span"), { className: "evalcore-told", role: "status", textContent: words });
  link.after(told);
  setTimeout(() => told.remove(), 4000);
}

/* A notebook of the course is a clean sheet: folded code leaves nothing behind but "Solution", what a folded check prints
   is folded with it, and a switch in the toolbar shows it all. Elsewhere than in Jupyter's notebooks there is no such toolbar, and nothing is hidden. */
function join(el, tries = 200) {
  const notebook = el.closest(".jp-Notebook");
  if (!notebook) return tries && requestAnimationFrame(() => join(el, tries - 1));
  for (const stub of notebook.querySelectorAll(".jp-InputPlaceholder")) {
    const { classList } = stub.closest(".jp-Cell");
    classList.toggle("evalcore-solution", /^\W*(Solution|解答)/.test(stub.textContent));
    classList.toggle("evalcore-check", /^\W*(Check|检查)/.test(stub.textContent));
  }
  if (notebook.classList.contains("evalcore-course")) return;
  notebook.classList.add("evalcore-course");
  notebook.addEventListener("keydown", (event) => isShiftEnter(event) && passHidden(notebook, activeCell(notebook)));
  const bar = notebook.closest(".jp-NotebookPanel")?.querySelector(".jp-NotebookPanel-toolbar, .jp-Toolbar");
  if (!bar || bar.querySelector(".evalcore-code")) return;
  const opened = new Set();
  const button = element("button", { type: "button", className: "evalcore-code", ariaPressed: "false", title: translated("Show or hide the code of the chapter") }, translated("Code"));
  button.addEventListener("click", () => {
    const fold = opened.size > 0;
    for (const cell of opened) cell.querySelector(".jp-InputCollapser .jp-Collapser-child")?.click();
    opened.clear();
    for (const stub of fold ? [] : notebook.querySelectorAll(".jp-Cell:not(.evalcore-solution) .jp-InputPlaceholder")) {
      opened.add(stub.closest(".jp-Cell"));
      stub.querySelector(".jp-Placeholder-content, .jp-PlaceholderText, div")?.click();
    }
    button.ariaPressed = String(!fold);
  });
  bar.append(button);
}

const show = (component) => (model, el) => {
  component(model, el);
  if (model.get("course")) join(el);
};
const components = { exercise: show(exercise), figure: show(figure), practice: show(practice), prediction: show(prediction) };
