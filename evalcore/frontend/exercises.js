/* Answers to exercises, in a page without Python: evalcore/exercises/ reads and judges them in the same way. */
/* global translated */
/* exported startExercise */
"use strict";

const MOST_LETTERS = 400;
const FUNCTIONS = { sqrt: Math.sqrt, exp: Math.exp, ln: Math.log, log: Math.log, log2: Math.log2, log10: Math.log10 };
const CONSTANTS = { pi: Math.PI, π: Math.PI, e: Math.E };
const NUMBER = "(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:e[+-]?[0-9]+)?";
const TOKEN = new RegExp(`\\*\\*|${NUMBER}|[a-zπ][a-z0-9]*|\\S`, "g");
const GROUPED_BY_BLANKS = /(?<![0-9.,])[1-9][0-9]{0,2}(?: [0-9]{3})+(?! ?[0-9])/g;
const GROUPED_BY_COMMAS = /(?<![0-9.,])[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9,])/g;
const DECIMAL_COMMA = /(?<![0-9.])(?<![0-9],)([0-9]+),([0-9]+)(?![0-9.]|,[0-9])/g;
const SIGNS = {};
for (const [signs, sign] of [["−–—﹣", "-"], ["×·⋅∙∗", "*"], ["÷∕⁄", "/"], ["√", "sqrt "], ["、،", ","], ["[{", "("], ["]}", ")"], ["±\n<>≤≥…~到至和与及", ";"], ["负", "-"], ["\u00a0\u2009\u202f\u3000\t\r$€£¥￡￥", " "]])
  for (const one of signs) SIGNS[one] = sign;
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻";
const LETTER = "[a-zà-öø-ÿα-ω₀-₉]";
const WORD = new RegExp(`(${NUMBER})|(?:[一-鿿]+|${LETTER}(?:[-']?${LETTER}|[0-9_]+(?![.,]?[0-9]))*)(\\()?`, "g");
const WORDS = { and: ";", to: ";", until: ";", per: "|", of: "|", percent: "%", minus: "-", plus: "+", times: "*" };
const NOT_IGNORED = /^(?:not|half|third|quarter|dozen|hundred|thousand|[mb]illion|.*(?:不是|[半百千万亿]).*|nan|inf|infinity)$/;

/* All that a text may mean where so many numbers are asked, the plainest first. */
function readings(text, count) {
  const found = [];
  for (const part of new Set(count === 1 ? [text, text.replaceAll("＝", "=").split("=").at(-1)] : [text])) {
    const line = cleaned(part);
    const byBlank = line.replace(GROUPED_BY_BLANKS, (group) => group.replaceAll(" ", ""));
    const byComma = line.replace(GROUPED_BY_COMMAS, (group) => group.replaceAll(",", ""));
    const lines = [line, byBlank, byComma, ...[line, byBlank].map((one) => one.replace(DECIMAL_COMMA, "$1.$2"))];
    for (const whole of [...lines]) {
      lines.push(whole.replace(/(?<=[0-9.)%]) -(?=[0-9.(])/g, ";-"));
      lines.push(whole.replace(/(?<=[0-9.)%])( ?)-\1(?=[0-9.(])/g, ";"));
      lines.push(whole.replace(/(?<=\)) ?(?=\()|(?<=[0-9])(?=\()/g, "*"));
      lines.push(count > 1 ? whole.replace(/(?<![0-9.])[0-9]+ ?:/g, ";") : whole);
    }
    if (count > 2 && /^[01]+$/.test(line)) lines.push([...line].join(";"));
    for (const whole of new Set(lines))
      for (const version of new Set([whole.replaceAll("|", " "), whole.replaceAll("|", "/"), whole.replace(/\|[^;,|]*/g, "")])) {
        const numbers = parsed(version);
        if (numbers.length === count && !found.some((other) => String(other) === String(numbers))) found.push(numbers);
      }
  }
  return found;
}

/* In the signs of the grammar, without names and units: P = 0.6, 90 examples. */
function cleaned(text) {
  const ascii = text.replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));
  const line = ascii.toLowerCase().replace(/百分之 ?([0-9.]+)/g, "$1%").replace(/\.{2,}/g, "…").replace(/per ?cent|pct\.?/g, "%");
  return Array.from(line, (letter) => SIGNS[letter] ?? letter)
    .join("")
    .replace(/\+ ?\/? ?-/g, ";")
    .replace(/(?<![^\s;,])\(?[a-h]\)/g, ";")
    .replace(/(?<![^\s;,(])[^\s0-9=≈:;,()+*/^.-][^\s=≈:;,()]*\s*[=≈:]|[=≈]/g, " ")
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+/g, (found) => "**" + Array.from(found, (one) => "0123456789-"[RAISED.indexOf(one)]).join(""))
    .replace(/(?<=[0-9])[_'’](?=[0-9]{3})/g, "")
    .replace(/\b(?:np|numpy|math)\.(?=[a-z])/g, "")
    .replace(/(?<=[0-9]) ?x ?(?=[0-9(])/g, "*")
    .replace(WORD, signOfWord)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\( ?\)|\.$/g, "");
}

/* A number, a function, or a word that must not be ignored as it is; for other words their sign, or a blank. */
function signOfWord(found, number, bracket) {
  const word = bracket ? found.slice(0, -1) : found;
  const stays = number || bracket || Object.hasOwn(FUNCTIONS, word) || Object.hasOwn(CONSTANTS, word) || NOT_IGNORED.test(word);
  return stays ? found : ` ${Object.hasOwn(WORDS, word) ? WORDS[word] : ""} `;
}

/* The numbers in a line, or none if it is not of the grammar, or some number not finite. */
function parsed(line) {
  if (line.length > MOST_LETTERS) return [];
  const tokens = (line.match(TOKEN) ?? []).reverse(); // the next one is the last
  const refuse = () => {
    throw new SyntaxError(line);
  };
  const next = () => tokens.at(-1);
  const take = (...wanted) => (wanted.includes(next()) ? tokens.pop() : undefined);
  const one = (part) => (part.length === 1 && Number.isFinite(part[0]) ? part[0] : refuse());
  const atom = () => {
    const token = tokens.pop() ?? refuse();
    let found;
    if (token === "(") {
      found = several();
      if (!take(")")) refuse();
    } else if (Object.hasOwn(FUNCTIONS, token)) found = [FUNCTIONS[token](one(atom()))];
    else if (Object.hasOwn(CONSTANTS, token)) found = [CONSTANTS[token]];
    else found = [/^[.0-9]/.test(token) ? Number(token) : refuse()];
    while (take("%")) found = [one(found) / 100];
    return found;
  };
  const power = () => {
    const base = atom();
    return take("**", "^") ? [one(base) ** one(signed())] : base;
  };
  const signed = () => (take("-") ? [-one(signed())] : take("+") ? signed() : power());
  const chain = (part, apply) => () => {
    let found = part();
    for (let sign; (sign = take(...Object.keys(apply)));) found = [apply[sign](one(found), one(part()))];
    return found;
  };
  const product = chain(signed, { "*": (a, b) => a * b, "/": (a, b) => a / b });
  const total = chain(product, { "+": (a, b) => a + b, "-": (a, b) => a - b });
  const several = () => {
    const found = [];
    while (tokens.length && next() !== ")") {
      if (found.length) take(",");
      while (take(";"));
      if (tokens.length && next() !== ")") found.push(...total());
    }
    return found;
  };
  try {
    const found = several();
    return tokens.length ? [] : found.map((number) => one([number]));
  } catch {
    return [];
  }
}

/* How numbers fare by the rule: [0, null] if right, [1, a hint for them], or [2, the hint for all others]. */
function judged(rule, given) {
  const half = rule.decimals ? 0.5 * 10 ** -rule.decimals * (1 + 1e-9) : 1e-9;
  const all = (row, fits) => row.every((place, i) => fits(given[i], place));
  if (rule.right.some((row) => all(row, (g, p) => isWithin(g, p, half)))) return [0, null];
  let [level, best, said] = [3, Infinity, null]; // a mistake itself, the truth rounded, a mistake rounded
  for (const [hint, rows] of [[null, rule.right], ...rule.known])
    for (const row of rows) {
      const allowed = (p) => (hint === null ? half : slack(p, half));
      const far = Math.max(...row.map((p, i) => offBy(given[i], p, allowed(p))));
      const exact = all(row, (g, p) => typeof p === "number" && Math.abs(g - p) <= allowed(p));
      const own = exact ? 0 : hint === null ? 1 : 2;
      if (far === Infinity || own > level || (own === level && far >= best)) continue;
      const rounded = all(row, (g, p) => isWithin(g, p, Math.max(half, unit(g) / 2)));
      [level, best, said] = [own, far, hint ?? (rounded ? rule.rounded : rule.cut)];
    }
  if (said) return [1, said];
  return [2, rule.otherwise[rule.right[0].findIndex((p, i) => !isWithin(given[i], p, half))]];
}

function isWithin(given, place, half) {
  if (typeof place === "number") return Math.abs(given - place) <= half;
  const [low, high] = place;
  return (low === null || low < given) && (high === null || given <= high);
}

function slack(place, half) {
  return typeof place !== "number" || Number.isInteger(place) ? half : Math.max(half, Math.abs(place) / 1000);
}

/* One in the last digit of a number, of which twelve count, or a hair more. */
function unit(given) {
  const [digits, exponent] = Number(given.toPrecision(12)).toExponential().split("e");
  return (1 + 1e-9) * 10 ** Math.min(0, Number(exponent) - (digits.split(".")[1] ?? "").length);
}

function offBy(given, place, allowed) {
  if (typeof place !== "number") return isWithin(given, place, 0) ? 1 : Infinity;
  const off = Math.abs(given - place);
  if (!given || !place) return off <= allowed && !place ? 0 : Infinity;
  const share = off / Math.abs(place);
  const cut = Math.abs(given) <= Math.abs(place) && off < unit(given) * (1 - 1e-8);
  return off <= allowed || (share <= 0.1 + 1e-9 && (cut || off <= unit(given) / 2)) ? share : Infinity;
}

/* The hint that a typed answer gets, or null if it is right: of all that it may mean the best counts. */
function hintForText(rule, text) {
  const found = readings(text, rule.count).map((given) => judged(rule, given));
  if (!found.length) return rule.unread;
  return found.reduce((best, verdict) => (verdict[0] < best[0] ? verdict : best))[1];
}

/* The hint that words get, one for each place, or null if they are right. */
function hintForWords(rule, words) {
  return rule.known[words.join("|")] ?? rule.hints.map((hints, place) => hints[words[place]]).find(Boolean) ?? null;
}

/* A form that judges what is typed or chosen. ``kept`` is what was answered before, ``keep`` is told each answer. */
function startExercise(form, rule, kept, keep) {
  const fields = [...form.querySelectorAll("select, input")], verdict = form.querySelector(".verdict");
  const judge = () => {
    const given = fields.map((field) => field.value.trim());
    verdict.className = "verdict";
    verdict.textContent = given.length > 1 ? translated("Choose an option in each menu.") : translated("Not answered yet.");
    if (given.includes("")) return;
    const hint = rule.kind === "choice" ? hintForWords(rule, given) : hintForText(rule, given[0]);
    verdict.textContent = (hint === null ? translated("✓ Right. ") : translated("✗ Not yet. ") + hint).trim();
    verdict.classList.add(hint === null ? "right" : "wrong");
    keep({ given, right: hint === null });
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    judge();
  });
  if (!kept) return;
  for (const [place, field] of fields.entries()) field.value = kept.given[place] ?? "";
  judge(); // not by an event: a form that is not in the page yet cannot be submitted
}
