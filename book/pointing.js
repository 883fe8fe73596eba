/* On slides: a laser dot that follows the mouse, and a pen whose strokes go with the slide. */
/* exported pointing */
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const TOOLS = { l: "laser", d: "pen" };
const dot = document.body.appendChild(Object.assign(document.createElement("div"), { className: "dot" }));
const ink = document.body.appendChild(document.createElementNS(SVG, "svg"));
ink.classList.add("ink");
let stroke = null;

const pointing = {
  /* Whether the key takes a tool up or puts it away. */
  key(key) {
    const used = Object.values(TOOLS).find((tool) => document.body.classList.contains(tool));
    if (!(key in TOOLS) && !(key === "Escape" && used)) return false;
    document.body.classList.remove(...Object.values(TOOLS));
    if (key in TOOLS && TOOLS[key] !== used) document.body.classList.add(TOOLS[key]);
    return true;
  },

  /* Another slide, or the end of the presentation. */
  clear: () => ink.replaceChildren(),
};

ink.addEventListener("pointerdown", ({ pointerId, clientX, clientY }) => {
  ink.setPointerCapture(pointerId);
  stroke = ink.appendChild(document.createElementNS(SVG, "polyline"));
  stroke.setAttribute("points", `${clientX},${clientY} ${clientX},${clientY}`); // a touch leaves a point
});
for (const end of ["pointerup", "pointercancel"]) ink.addEventListener(end, () => (stroke = null));
document.addEventListener("pointermove", ({ clientX, clientY }) => {
  dot.style.translate = `${clientX}px ${clientY}px`;
  stroke?.setAttribute("points", `${stroke.getAttribute("points")} ${clientX},${clientY}`);
});
