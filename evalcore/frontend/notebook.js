/* Interactive figures in a notebook: the page's figure, whose states Python draws. */
/* global LivingPicture, STYLE, openState, paint, translated */
/* exported components */
"use strict";

const LIT = 2500; // milliseconds

class NotebookPicture extends LivingPicture {
  connectedCallback() {} // a notebook may take it out of the page and put it back

  begin(model) {
    const [width, height] = model.get("size");
    this.className = "living-picture";
    this.innerHTML = `<div class="stage wide" data-panes="[[0,0,1,1]]" style="--width:${width}px">
<div class="sheet"><img alt="" width="${width}" height="${height}"><div class="moving"></div></div></div>
<p class="reading" role="status"><span></span></p>`;
    Object.assign(this, { model, inputs: [], data: { wide: { handles: [], sizes: [] } } });
    this.words = this.querySelector(".reading span");
    this.arrange();
    this.addEventListener("pointerdown", (event) => event.target.matches(".grip") && this.grab(event));
    model.on("change:png", () => this.showStill());
    model.on("change:shown", () => this.show());
    model.on("change:name", () => (this.id = model.get("name")));
    model.on("msg:custom", (message) => this.receive(message));
    this.id = model.get("name");
    this.showStill();
    this.show();
  }

  showStill() {
    const [image] = this.images, before = image.src;
    image.src = URL.createObjectURL(new Blob([this.model.get("png")], { type: "image/png" }));
    if (before) image.decode().catch(() => {}).then(() => URL.revokeObjectURL(before));
    delete this.still;
  }

  show() {
    const { svg, reading, failed, handles } = this.model.get("shown");
    const parts = svg.split(/\n(?= <\w)/); // the opening tag, and each element of the first level
    for (const layer of this.layers) paint(layer, parts);
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

document.head.append(Object.assign(document.createElement("style"), { textContent: STYLE }));

/* A link that sets a figure acts in its own notebook. */
document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest?.(".jp-Notebook a[href^='#']"), href = link?.getAttribute("href");
    if (!/^#[^?]+\?./.test(href)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!openState(href, "nearest", link)) tellBeside(link, translated("Run the cell of the figure first."));
  },
  true,
);

function tellBeside(link, words) {
  const told = Object.assign(document.createElement("span"), { className: "evalcore-told", role: "status", textContent: words });
  link.after(told);
  setTimeout(() => told.remove(), 4000);
}

const components = { figure };
