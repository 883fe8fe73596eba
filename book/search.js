/* The search: sections that hold all words, first those that teach the term, each with the words in their place. */
/* global element, SECTIONS, Stemmer, translated */
"use strict";

const EXCERPT = 240; // letters

/* What a word is looked for as: its stem, where words begin; signs of Chinese anywhere. */
function pattern(word) {
  const stem = new Stemmer().stemWord(word).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return /^[\p{Script=Latin}\d]/u.test(word) ? `(?<![\\p{Script=Latin}\\d])${stem}[\\p{Script=Latin}]*` : stem;
}

function plain(text) {
  return text.toLowerCase().replace(/\([^)]*\)/g, "").replace(/[-–\s]+/g, " ").trim();
}

/* Words of letters, and runs of Chinese signs, which are looked for as they stand; if that is nowhere, word by word. */
function search(query) {
  const words = query.toLowerCase().match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\d])+/gu) ?? [];
  const found = sectionsWith(words, query);
  return found.length ? found : sectionsWith(words.flatMap(inWords), query);
}

function inWords(signs) {
  if (!/\p{Script=Han}/u.test(signs) || !Intl.Segmenter) return [signs];
  return [...new Intl.Segmenter("zh", { granularity: "word" }).segment(signs)].map(({ segment }) => segment);
}

function sectionsWith(words, query) {
  if (!words.length) return [];
  const each = words.map((word) => new RegExp(pattern(word), "iu"));
  const phrase = new RegExp(words.map(pattern).join("[^\\p{L}\\d]*"), "giu");
  const any = new RegExp(words.map(pattern).join("|"), "giu");
  const found = [];
  for (const section of SECTIONS) {
    const all = [section.title, ...section.terms, section.text].join(" \n");
    if (!each.every((word) => word.test(all))) continue;
    const teaches = section.terms.some((term) => plain(term) === plain(query));
    const names = section.terms.some((term) => term.match(phrase));
    const heads = (section.title.match(phrase) ?? []).length;
    const times = (section.text.match(phrase) ?? []).length;
    const at = Math.max(0, section.text.search(phrase) < 0 ? section.text.search(any) : section.text.search(phrase));
    found.push({ ...section, at, marks: times ? phrase : any, score: 1000 * teaches + 200 * names + 100 * heads + Math.min(times, 50) });
  }
  return found.sort((one, other) => other.score - one.score);
}

function shown({ page, anchor, chapter, title, text, at, marks }) {
  const begin = Math.max(0, at - EXCERPT / 2), cut = text.slice(begin, begin + EXCERPT);
  const excerpt = element("p", {}, begin ? "… " : "");
  let end = 0;
  for (const found of cut.matchAll(marks)) {
    excerpt.append(cut.slice(end, found.index), element("mark", {}, found[0]));
    end = found.index + found[0].length;
  }
  excerpt.append(cut.slice(end), begin + EXCERPT < text.length ? " …" : "");
  const asked = new URLSearchParams({ highlight: wanted }); // which Sphinx marks there
  const link = element("a", { href: `${page}.html?${asked}#${encodeURIComponent(anchor)}` }, title);
  return element("li", {}, link, chapter === title ? "" : element("small", {}, ` ${chapter}`), excerpt);
}

const wanted = new URLSearchParams(location.search).get("q")?.trim() ?? "";
const results = search(wanted);
document.querySelector(".search input").value = wanted;
document.querySelector(".found").append(...results.map(shown));
if (wanted)
  document.querySelector("[role=status]").textContent = (results.length > 1 ? translated("{count} results for “{wanted}”", { wanted, count: results.length }) : results.length ? translated("1 result for “{wanted}”", { wanted }) : translated("No results for “{wanted}”", { wanted }));
