/*
 * The words that scripts say, in the language of the page: an object of words, English as the key, stands in pages
 * that are not English (editions.py).
 */
/* exported element, translated, WORDS_OF_PAGE */
"use strict";

const WORDS_OF_PAGE = JSON.parse((typeof document === "undefined" ? null : document.getElementById("words")?.textContent) ?? "{}");

/* The words, with the fields in their places: translated("{name}: {said}", { name, said }). */
function translated(words, fields = {}) {
  return (WORDS_OF_PAGE[words] ?? words).replace(/\{(\w+)\}/g, (field, name) => fields[name] ?? field);
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
