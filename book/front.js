/* The figure of the front page: each threshold that the reader tries leaves a dot in the square, and when there are
   enough dots, the page names the curve. */
"use strict";

{
  const ENOUGH = 12;
  const figure = document.querySelector(".front-figure living-picture"), invites = figure.previousElementSibling;

  new MutationObserver(() => {
    if ((figure.layers?.[0].previousElementSibling.querySelectorAll("circle").length ?? 0) < ENOUGH) return;
    invites.firstElementChild.hidden = true;
    invites.querySelector(".named").hidden = false;
  }).observe(figure, { childList: true, subtree: true });
}
