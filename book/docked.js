/*
 * A figure with data-docked-until (the cell up to which it is needed) is kept in sight at the top of a wide screen, small,
 * while the text that builds on it goes on. It steps aside for another picture, for a question that is still open,
 * and for good when it is closed. Where it stood its room is kept; how it looks, and where, stands in style.css.
 */
/* global element, translated */
"use strict";

const LOWEST = 0.5; // of the window's height: the text that still needs the picture reaches so far down

const figures = [...document.querySelectorAll(".passage[data-docked-until]:has(living-picture)")].map((passage) => {
  const picture = passage.querySelector("living-picture"), last = document.getElementById(passage.dataset.dockedUntil);
  const close = element("button", { type: "button", className: "close", title: translated("Put the figure back") }, "✕");
  const figure = { passage, picture, last, close, closed: false };
  close.addEventListener("click", () => {
    figure.closed = true;
    settleDocked();
  });
  return figure;
});
const others = [...document.querySelectorAll("article :is(living-picture, .prediction)")];

/* Whether the reader has scrolled past the picture, and not yet past what builds on it. */
function isNeeded({ passage, last, closed }) {
  const end = (last.closest("details:not([open])") ?? last).getBoundingClientRect();
  return !closed && passage.getBoundingClientRect().bottom < 0 && end.bottom > LOWEST * innerHeight;
}

/* What the picture would compete with, or answer. */
function isInTheWay(node) {
  const isRead = node.contains(document.activeElement); // the verdict has the focus after an answer
  if ((node.matches("[data-settled]") && !isRead) || !node.checkVisibility()) return false;
  const { top, bottom } = node.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function settleDocked() {
  for (const figure of figures) {
    const { passage, picture, close } = figure;
    const docked = isNeeded(figure) && !others.some((node) => node !== picture && isInTheWay(node));
    if (docked === picture.classList.contains("docked")) continue;
    if (docked) passage.style.setProperty("--kept", `${passage.offsetHeight}px`);
    passage.style.setProperty("--across", `${passage.offsetWidth}px`);
    picture.classList.toggle("docked", docked);
    if (docked) picture.append(close);
    else close.remove();
  }
}

if (figures.length) {
  let waiting = false;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      settleDocked();
    });
  };
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", () => {
    for (const { picture } of figures) picture.classList.remove("docked"); // to be measured anew
    soon();
  });
}
