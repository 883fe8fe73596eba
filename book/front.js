/* The figure of the front page: every threshold that the reader tries leaves a dot in the square, and when there are
   enough dots, the page names the curve. */
"use strict";

{
  const ENOUGH = 12;
  const figure = document.querySelector(".front-figure living-picture");
  const dots = new Set();

  const keepDot = () => {
    for (const layer of figure.layers ?? []) {
      const dot = layer.querySelector("svg > .tried");
      if (!dot) continue;
      const isNew = !dots.has(dot.textContent + dot.innerHTML);
      dots.add(dot.textContent + dot.innerHTML);
      if (isNew) traceUnder(layer).insertAdjacentHTML("beforeend", dot.outerHTML.replace(/(id="|href="#)/g, `$1tried-${dots.size}-`));
    }
    if (dots.size < ENOUGH) return;
    figure.previousElementSibling.firstElementChild.hidden = true;
    figure.previousElementSibling.querySelector(".named").hidden = false;
  };

  /* The layer for the dots, between the still and the moving layer of the figure. */
  const traceUnder = (layer) => {
    const before = layer.previousElementSibling;
    if (before?.matches(".trace")) return before.firstElementChild;
    const trace = Object.assign(document.createElement("div"), { className: "trace", ariaHidden: true });
    trace.append(layer.firstElementChild.cloneNode(false));
    layer.before(trace);
    return trace.firstElementChild;
  };

  customElements.whenDefined("living-picture").then(() => {
    keepDot();
    figure.addEventListener("input", keepDot);
  });
}
