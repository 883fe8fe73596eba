/*
 * A picture that its author lets stay (data-stays, up to which cell) is kept in sight at the top of a wide screen, small,
 * while the text that builds on it goes on. It steps aside for another picture, for a question that is still open,
 * and for good when it is closed. Where it stood its room is kept; how it looks, and where, stands in style.css.
 */
/* global element, translated */
"use strict";

const LOWEST = 0.5; // of the window's height: the text that still needs the picture reaches so far down

const stays = [...document.querySelectorAll(".beat[data-stays]:has(living-picture)")].map((beat) => {
  const picture = beat.querySelector("living-picture"), last = document.getElementById(beat.dataset.stays);
  const close = element("button", { type: "button", className: "close", title: translated("Put the figure back") }, "✕");
  const stay = { beat, picture, last, close, closed: false };
  close.addEventListener("click", () => {
    stay.closed = true;
    settleStays();
  });
  return stay;
});
const others = [...document.querySelectorAll("article :is(living-picture, .prediction)")];

/* Whether the reader has scrolled past the picture, and not yet past what builds on it. */
function isNeeded({ beat, last, closed }) {
  const end = (last.closest("details:not([open])") ?? last).getBoundingClientRect();
  return !closed && beat.getBoundingClientRect().bottom < 0 && end.bottom > LOWEST * innerHeight;
}

/* What the picture would compete with, or answer. */
function isInTheWay(node) {
  const isRead = node.contains(document.activeElement); // the verdict has the focus after an answer
  if ((node.matches("[data-settled]") && !isRead) || !node.checkVisibility()) return false;
  const { top, bottom } = node.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function settleStays() {
  for (const stay of stays) {
    const { beat, picture, close } = stay;
    const docked = isNeeded(stay) && !others.some((node) => node !== picture && isInTheWay(node));
    if (docked === picture.classList.contains("docked")) continue;
    if (docked) beat.style.setProperty("--kept", `${beat.offsetHeight}px`);
    beat.style.setProperty("--across", `${beat.offsetWidth}px`);
    picture.classList.toggle("docked", docked);
    if (docked) picture.append(close);
    else close.remove();
  }
}

if (stays.length) {
  let waiting = false;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      settleStays();
    });
  };
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", () => {
    for (const { picture } of stays) picture.classList.remove("docked"); // to be measured anew
    soon();
  });
}
