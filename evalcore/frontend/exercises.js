/* Answers to exercises, in a page without Python: evalcore/exercises/ reads and judges them in the same way. */
/* global translated */
/* exported startExercise */
"use strict";

const MOST_LETTERS = 400;
const FUNCTIONS = { abs: Math.abs, sqrt: Math.sqrt, exp: Math.exp, ln: Math.log, log: Math.log, log2: Math.log2, log10: Math.log10 };
const CONSTANTS = { pi: Math.PI, π: Math.PI, e: Math.E };
const NUMBER = "(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:e[+-]?[0-9]+)?";
const TOKEN = new RegExp(`\\*\\*|${NUMBER}|[a-zπ][a-z0-9]*|\\S`, "g");
const GROUPED_BY_BLANKS = /(?<![0-9.,])[1-9][0-9]{0,2}(?: [0-9]{3})+(?! ?[0-9])/g;
const GROUPED_BY_COMMAS = /(?<![0-9.,])[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9,])/g;
const DECIMAL_COMMA = /(?<![0-9.])(?<![0-9],)([0-9]+),([0-9]+)(?![0-9.]|,[0-9])/g;
const SIGNS = {};
for (const [signs, sign] of [["−–—﹣", "-"], ["×·⋅∙∗", "*"], ["÷∕⁄", "/"], ["√", "sqrt "], ["、،", ","], ["[{", "("], ["]}", ")"], ["±\n<>≤≥…~&到至和与及", ";"], ["负", "-"], ["∈∅“”\"\u00a0\u2009\u202f\u3000\t\r$€£¥￡￥", " "]])
  for (const one of signs) SIGNS[one] = sign;
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻";
const LETTER = "[a-zà-öø-ÿα-ω₀-₉]";
const WORD = new RegExp(`(${NUMBER})|(?:[一-鿿]+|${LETTER}(?:[-']?${LETTER}|[0-9_]+(?![.,]?[0-9]))*)(\\()?`, "g");
const WORDS = { and: ";", to: ";", until: ";", per: "|", of: "|", in: "|", percent: "%", minus: "-", plus: "+", times: "*" };
const NOT_IGNORED = /^(?:not|half|third|quarter|dozen|hundred|thousand|[mb]illion|.*(?:不是|[半百千万亿]).*|nan|inf|infinity)$/;

const TRIMMED = /^[\s:=≈,;、]*(?:[-–—]\s)?|[\s:,;、]+$/g;
const SECOND_FORM = /[=≈＝]|(?<![a-z])(?:or(?![a-z])|i\.? ?e\.)|[或即]|(?<=[0-9a-z%一-鿿])\s+\((?=(?:[^()]|[a-z0-9]\([^()]*\))*[)）]\s*$)/;
const ASIDE = /^(.*[0-9].*)\s\(((?:[^()（）]|\([^()]*\))*)[)）]\s*$/s;
const REASON = /(?<![a-z])(?:because|since)(?![a-z])|因为|由于/;
const THEREFORE = /→|⇒|->|(?<![a-z])(?:so|thus|hence|therefore)(?![a-z])|所以|因此|(?<=[,，;；])\s*[取共得故]/;
const NAME_WITH_A_BOUND = /p\s*[(（][^()]*[<>≤≥][^()]*[)）]\s*(?=[=≈:：＝])/gi;
const CONTINUED = /[,，]?\s*(?:plus|再?加上?|(?<=[,，] )\+|(?<=[,，])\+)\s*(?=[0-9])/g;
const FIRST_STEP = new RegExp(`^\\s*(${NUMBER})\\s*[-+*/×·÷−]`);
const MARK = /[\ue000-\uf8ff]/g; // stands for the label of a place
const SEPARATORS = [",(?![0-9])", ","].map((comma) => new RegExp(`[(（]|[)）]|[;\\n、]|${comma}|(?<![a-z])and(?![a-z])|[和与及]`, "g"));
const ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const PARTS = "half third quarter fifth sixth seventh eighth ninth tenth".split(" ");
const NUMBER_WORDS = new RegExp(`(?<![a-z])(?:(${TENS.join("|")})(?:[- ](${ONES.join("|")}))?|(${ONES.join("|")}))(?:[- ](${PARTS.join("|")})s?)?(?![a-z])`, "g");
const CHINESE_NUMBER = /(?<![一-鿿])(?:[至最][少多]|大?约|[共是为第])?([零一二两三四五六七八九十百千]+)(?:分之([零一二两三四五六七八九十百千]+))?(?:[个次例条位轮种折](?:(?![半多几到至和与或以不上下])[一-鿿])*)?(?![一-鿿])/g;
const DIRECTIONS = {
  "≤": /<=|≤|(?<![a-z])(?:at most|up to|or (?:less|fewer|below)|no (?:more|higher|larger) than)(?![a-z])|至多|最多|不超过|不[大高多]于|以下|以内/,
  "≥": />=|≥|(?<![a-z])(?:at least|or (?:more|above)|no (?:less|fewer|lower) than)(?![a-z])|至少|最少|不[小低少]于|以上/,
  "<": /<|(?<![a-z])(?:below|under|less than|fewer than)(?![a-z])|[小低少]于|不到/,
  ">": />|(?<![a-z])(?:above|over(?= ?[0-9.])|more than)(?![a-z])|[大高多]于|超过/,
};
const NO_INTERVAL = /(?<![a-z])or(?![a-z])|或|(?:<=|≤).*<(?!=)|>(?!=).*(?:>=|≥)/; // two numbers, or other ends

/* The sign that a text with one number contains or describes, or none. */
function direction(text) {
  const line = halfWidth(result(text)).toLowerCase();
  for (const [sign, words] of Object.entries(DIRECTIONS)) {
    const match = words.exec(line);
    if (match) return "<>≤≥".includes(match[0][0]) && /[0-9] *$/.test(line.slice(0, match.index)) ? "><≥≤"["<>≤≥".indexOf(sign)] : sign;
  }
  return "";
}

/* All that a text may mean where so many numbers are asked, the plainest first; labels put them in order. */
function readings(text, count, labels = []) {
  let rows;
  if (count === 1) {
    const forms = secondForms(text, labels);
    if (forms.length > 1) return agreeing(forms);
    const line = prepared(text, labels);
    rows = [line, line.split(/[=＝]/).at(-1)].flatMap((part) => readingsOf(part, 1));
  } else {
    const line = withMarks(text, labels), parts = byLabel(line, count);
    const typed = hasMark(line) ? line.split(MARK).map((part) => part.replace(TRIMMED, "")) : [text];
    rows = readingsOf((parts.length ? parts : typed).join(";"), count);
    if (count === 2 && text.match(/[>≥]/g)?.length === 2) rows = rows.map((row) => row.reverse());
    rows = [...rows, ...forEach(parts.length ? parts : piecesOf(line, count))];
  }
  return rows.filter((row, i) => rows.findIndex((other) => String(other) === String(row)) === i);
}

/* What each form of a single number may mean: those on the two sides of "=", for example. */
function secondForms(text, beside = []) {
  const forms = prepared(text, beside).split(SECOND_FORM).map((form) => form.replaceAll("）", ")"));
  let values = [];
  for (const form of forms) {
    const balanced = form.split("(").length === form.split(")").length ? form : form.trim().replace(/\)$/, "");
    const rows = readingsOf(balanced, 1), step = FIRST_STEP.exec(balanced);
    if (!rows.length) continue;
    const isNextStep = step && values.length && Math.abs(Number(step[1]) - values.at(-1)[0][0]) < 1e-9;
    values = isNextStep ? [rows] : [...values, rows];
  }
  return values;
}

/* The part of a text that contains the single number. */
function prepared(text, beside) {
  let line = text.trim().replace(/。$/, "").replaceAll("（", " (");
  const marked = withMarks(line, beside), rest = marked.replace(MARK, " ").replace(TRIMMED, "");
  if (hasMark(marked) && hasDigit(rest)) line = rest;
  line = result(line);
  if (/[=＝]/.test(line)) line = line.replace(CONTINUED, "+");
  const aside = ASIDE.exec(line);
  return aside && isNamed(aside[2]) && readingsOf(aside[1], 1).length ? aside[1] : line;
}

/* What follows "so" and precedes "because", without a name such as P(X ≥ 1) =. */
function result(text) {
  const found = text.split(REASON)[0].split(THEREFORE).at(-1).replace(NAME_WITH_A_BOUND, " ");
  return hasDigit(found) ? found : text;
}

/* Whether a text contains a name, and not only an expression or another form of a number. */
function isNamed(text) {
  const line = text.toLowerCase(), words = line.match(/[a-zà-öø-ÿα-ω]+[0-9]*|[一-鿿]+/g) ?? [];
  const own = [...Object.keys(FUNCTIONS), ...Object.keys(CONSTANTS), "percent", "per", "cent", "plus", "minus", "times", "x", "i", "np", "math"];
  return words.some((word) => !own.includes(word)) && !/(?<![a-z])or(?![a-z])|[或即]/.test(line);
}

/* The forms of a number that agree with the first as rounded, or none if one does not; one that is ten times as large or small is something else. */
function agreeing([[[first]], ...others]) {
  const rows = [[first]];
  for (const [[number]] of others) {
    if (number === first) continue;
    if (Math.abs(number - first) < Math.max(unit(number), unit(first)) * (1 - 1e-8)) rows.push([number]);
    else {
      const factor = first ? Math.abs(number / first) : 1;
      if (factor > 0.1 && factor < 10) return [];
    }
  }
  return rows;
}

function hasDigit(text) {
  return /[0-9]/.test(text);
}

function hasMark(text) {
  return text.search(MARK) >= 0;
}

/* The text in half-width small letters, with a mark for each label. */
function withMarks(text, labels) {
  let line = halfWidth(text.replaceAll("，", ", ").replaceAll("（", " (")).toLowerCase();
  const names = labels.flatMap((group, place) => group.map((name) => [name, place])).sort((a, b) => b[0].length - a[0].length);
  for (const [name, place] of names) {
    const words = name.split(/[\s=]+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[\\s=:]*");
    const before = name === "e" || /^[0-9]/.test(name) ? "(?<![a-z0-9.])" : "(?<![a-z])";
    const after = /[0-9]$/.test(name) ? "(?!\\.?[0-9])" : "(?![a-z])";
    line = line.replace(new RegExp(before + words + after, "g"), String.fromCharCode(0xe000 + place));
  }
  return line;
}

/* The parts between the separators outside brackets if there are as many as numbers, else none. */
function piecesOf(line, count) {
  for (const separators of SEPARATORS) {
    let [pieces, depth, start] = [[], 0, 0];
    for (const match of line.matchAll(separators)) {
      if ("(（)）".includes(match[0])) depth += "(（".includes(match[0]) ? 1 : -1;
      else if (depth <= 0) {
        pieces.push(line.slice(start, match.index));
        start = match.index + match[0].length;
      }
    }
    pieces = [...pieces, line.slice(start)].filter((piece) => hasDigit(piece) || hasMark(piece));
    if (pieces.length === count && pieces.every(hasDigit)) return pieces;
  }
  return [];
}

/* The parts in the order of their labels if all of them, or all but one, have a label; else none. */
function byLabel(line, count) {
  const placesIn = (piece) => Array.from(piece.match(MARK) ?? [], (mark) => mark.charCodeAt(0) - 0xe000);
  const every = Array.from({ length: count }, (_, place) => place), bare = (part) => part.replace(MARK, " ").replace(TRIMMED, "");
  const pieces = piecesOf(line, count), places = pieces.map((piece) => [...new Set(placesIn(piece))]), known = places.flat();
  const mostInOne = Math.max(0, ...places.map((several) => several.length));
  if (mostInOne === 1 && known.length >= count - 1 && new Set(known).size === known.length) {
    const missing = every.find((place) => !known.includes(place)), order = places.map(([place = missing]) => place);
    return every.map((place) => bare(pieces[order.indexOf(place)]));
  }
  const marks = placesIn(line), between = line.split(MARK);
  const values = (hasDigit(between[0]) ? between.slice(0, -1) : between.slice(1)).map((value) =>
    value.split("(").length === value.split(")").length ? value : value.replace(/[()]/g, " "),
  );
  if (marks.length === count && new Set(marks).size === count && values.every(hasDigit)) return every.map((place) => values[marks.indexOf(place)].replace(TRIMMED, ""));
  return [];
}

/* What a text for each number may mean, as rows: the plainest of each, then the second, .... */
function forEach(parts) {
  const each = parts.map((part) => readings(part.replace(MARK, " "), 1));
  const most = each.every((rows) => rows.length) ? Math.max(0, ...each.map((rows) => rows.length)) : 0;
  return Array.from({ length: most }, (_, i) => each.map((rows) => rows[Math.min(i, rows.length - 1)][0]));
}

/* All that a text without labels may mean. */
function readingsOf(part, count) {
  const line = cleaned(part);
  const byBlank = line.replace(GROUPED_BY_BLANKS, (group) => group.replaceAll(" ", ""));
  const byComma = line.replace(GROUPED_BY_COMMAS, (group) => group.replaceAll(",", ""));
  const lines = [line, byBlank, byComma, ...[line, byBlank].map((one) => one.replace(DECIMAL_COMMA, "$1.$2"))];
  for (const whole of [...lines]) {
    lines.push(whole.replace(/(?<=[0-9.)%]) -(?=[0-9.(])/g, ";-"));
    lines.push(whole.replace(/(?<=[0-9.)%])( ?)-\1(?=[0-9.(])/g, ";"));
    lines.push(whole.replace(/(?<=\)) ?(?=\()|(?<=[0-9])(?=\()/g, "*"));
    lines.push(whole.replace(/(?<![0-9.)/] )(?<![0-9./])([0-9]+) (\(?[0-9]+\/[0-9]+\)?)(?![0-9.])/g, "($1+$2)"));
    if (count > 1) {
      lines.push(whole.replace(/(?<![0-9.])[0-9]+ ?:/g, ";"));
      lines.push(whole.replace(/(?<=[0-9]) ?: ?(?=[0-9])/g, ";"));
    }
  }
  const digits = line.replace(/[ ,;]/g, "");
  if (count > 2 && /^[01]+$/.test(digits)) lines.push([...digits].join(";"));
  const rows = [];
  for (const whole of new Set(lines))
    for (const version of new Set([whole.replaceAll("|", " "), whole.replaceAll("|", "/"), whole.replace(/\|[^;,|]*/g, "")])) {
      const numbers = parsed(version);
      if (numbers.length === count) rows.push(numbers);
    }
  if (!/^[^%]*%\)?$/.test(line)) return rows;
  const large = rows.filter((row) => row.length > 1 && Math.min(...row.slice(0, -1)) >= 1);
  return [...large.map((row) => [...row.slice(0, -1).map((number) => number / 100), row.at(-1)]), ...rows];
}

function halfWidth(text) {
  return text.replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));
}

/* In the signs of the grammar, without names and units: P = 0.6, 90 examples. */
function cleaned(text) {
  let line = halfWidth(text.trim().replace(/[¼-¾⅐-⅞]/g, (one) => ` (${one.normalize("NFKC").replace("⁄", "/")})`)).toLowerCase();
  if (!/[0-9]/.test(line)) line = line.replace(NUMBER_WORDS, english).replace(CHINESE_NUMBER, chinese);
  line = line.replace(/百分之 ?([0-9.]+)/g, "$1%").replace(/负(?=[例样类])/g, "反").replace(/\.{2,}/g, "…").replace(/percentage points?|per ?cent|pct\.?|个?百分点/g, "%");
  line = line.replaceAll("根号", "√").replace(/(?<![a-z])(?:approx|ca|c|i\.? ?e)\.|(?<=[a-z])\.(?=\s|$)/g, " ");
  return Array.from(line, (letter) => SIGNS[letter] ?? letter)
    .join("")
    .replace(/(?<=[0-9)]) ?的 ?(-?[0-9.]+) ?次[方幂]/g, "**($1)")
    .replace(/[0-9.]+ ?% ?-?(?:ci(?![a-z])|confidence interval|的?置信区间)|[a-z]\([+-]\)[a-z]*/g, " p ")
    .replace(/\|([^|]+)\|/g, "abs($1)")
    .replace(/(^|[;,])((?! *(?:e|pi|π) )[^0-9;,()*/+-]*[a-z一-鿿]) *- +/g, "$1$2 ")
    .replace(/\+ ?\/? ?-/g, ";")
    .replace(/(?<![^\s;,])\(?[a-h]\)/g, ";")
    .replace(/(?<![^\s;,(])[^\s0-9=≈:;,()+*/^.-][^\s=≈:;,()]*\s*[=≈:]|[=≈]/g, " ")
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+/g, (found) => "**" + Array.from(found, (one) => "0123456789-"[RAISED.indexOf(one)]).join(""))
    .replace(/(?<=[0-9])[_'’](?=[0-9]{3})/g, "")
    .replace(/\b(?:np|numpy|math)\.(?=[a-z])/g, "")
    .replace(/(?<=[0-9]) ?x ?(?=[0-9(])/g, "*")
    .replaceAll("'", " ")
    .replace(WORD, signOfWord)
    .replace(/(^|\()\s+,/g, "$1")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\( ?\)|[.。]$/g, "");
}

/* A number in words, such as "forty-eight" or "two thirds", in digits. */
function english(_found, tens, ones, single, part) {
  const number = tens ? 20 + 10 * TENS.indexOf(tens) + ONES.indexOf(ones ?? "zero") : ONES.indexOf(single);
  return part ? `${number}/${2 + PARTS.indexOf(part)}` : String(number);
}

/* A number in Chinese words, such as 四十八 or 八分之五, in digits. */
function chinese(found, whole, part) {
  if ([whole, part].some((words) => /^[一二两三四五六七八九]{2,}$/.test(words ?? ""))) return found; // 两三个 is two or three
  const value = (words) => {
    const digits = Array.from(words.replaceAll("两", "二"), (letter) => "零一二三四五六七八九".indexOf(letter));
    if (!/[十百千]/.test(words)) return Number(digits.join(""));
    let [total, last] = [0, 0];
    for (const [i, digit] of digits.entries()) {
      const power = { 十: 10, 百: 100, 千: 1000 }[words[i]];
      [total, last] = power ? [total + (last || 1) * power, 0] : [total, digit];
    }
    return total + last;
  };
  return part ? `${value(part)}/${value(whole)}` : String(value(whole));
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
  let [level, best, said, right] = [3, Infinity, null, false]; // a mistake itself, the truth rounded, a mistake rounded
  for (const [hint, rows] of [[null, rule.right], ...rule.known])
    for (const row of rows) {
      const allowed = (p) => (hint === null ? half : slack(p, half));
      const far = Math.max(...row.map((p, i) => offBy(given[i], p, allowed(p), hint !== null ? 0.1 : unit(given[i]) < 25 * half ? 1 : 0.2)));
      const exact = all(row, (g, p) => typeof p === "number" && Math.abs(g - p) <= allowed(p));
      const own = exact ? 0 : hint === null ? 1 : 2;
      if (far === Infinity || own > level || (own === level && far >= best)) continue;
      const rounded = all(row, (g, p) => isWithin(g, p, Math.max(half, unit(g) / 2)));
      right ||= hint === null && rounded;
      [level, best, said] = [own, far, hint ?? (rounded ? rule.rounded : rule.cut)];
    }
  if (said) return [1, level === 0 && right ? rule.or.replace("{hint}", () => said) : said];
  const rates = given.map((g) => g / 100);
  if (rule.percent && [null, rule.rounded].includes(judged({ ...rule, percent: "" }, rates)[1])) {
    const listed = (row, mark) => row.map((g) => `${Number(g.toPrecision(12))}${mark}`).join("; ");
    return [1, rule.percent.replace("{percent}", listed(given, " %")).replace("{rate}", listed(rates, ""))];
  }
  const isRight = given.map((g, i) => rule.right.some((row) => isWithin(g, row[i], half)));
  const first = isRight.includes(false) ? isRight : rule.right[0].map((p, i) => isWithin(given[i], p, half));
  return [2, rule.otherwise[first.indexOf(false)]];
}

function isWithin(given, place, half) {
  if (typeof place === "number") return Math.abs(given - place) <= half;
  const [low, high] = place;
  return (low === null || low < given) && (high === null || given <= high);
}

function slack(place, half) {
  return typeof place !== "number" || Number.isInteger(place) ? 1e-9 : Math.max(half, Math.abs(place) / 1000);
}

/* One in the last digit of a number, of which twelve count, or a hair more. */
function unit(given) {
  const [digits, exponent] = Number(given.toPrecision(12)).toExponential().split("e");
  return (1 + 1e-9) * 10 ** Math.min(0, Number(exponent) - (digits.split(".")[1] ?? "").length);
}

function offBy(given, place, allowed, most) {
  if (typeof place !== "number") return isWithin(given, place, 0) ? 1 : Infinity;
  const off = Math.abs(given - place);
  if (!given || !place) return off <= allowed && !place ? 0 : Infinity;
  const share = off / Math.abs(place);
  const cut = Math.abs(given) <= Math.abs(place) && off < unit(given) * (1 - 1e-8);
  return off <= allowed || (share <= most + 1e-9 && (cut || off <= unit(given) / 2)) ? share : Infinity;
}

/* The hint that a typed answer gets, or null if it is right: of all that it may mean the best counts. */
function hintForText(rule, text) {
  const found = readings(text, rule.count, rule.labels).map((given) => judged(rule, given));
  if (!found.length) {
    if (rule.count === 1 && !NO_INTERVAL.test(text) && readings(text, 2).some((ends) => String(ends) === String(rule.right[0][0]))) return null; // the interval of all right numbers
    return rule.count === 1 && secondForms(text, rule.labels).length > 1 ? rule.several : rule.unread;
  }
  const [level, hint] = found.reduce((best, verdict) => (verdict[0] < best[0] ? verdict : best));
  const other = rule.or.replace("{hint}", "");
  const isExact = new RegExp(`[*/+√×÷]|[.,][0-9]{${rule.decimals}}`).test(text.normalize("NFKC")); // a calculation, or all decimals: not rounded
  if (level === 1 && isExact && hint.endsWith(other)) return hint.slice(0, -other.length);
  return level === 0 ? remark(rule, text) : hint;
}

/* What is wrong in the text around a right number, or null. */
function remark(rule, text) {
  const sign = rule.count === 1 ? direction(text) : "";
  if (sign && !rule.bound) return rule.alone;
  const strictForCount = rule.decimals === 0 && "<>".includes(sign) && typeof rule.right[0][0] === "number";
  if (sign && (strictForCount || !{ "<": "<≤", ">": ">≥" }[rule.bound].includes(sign))) return rule.turned;
  if (rule.no_percent && /[%％]|per ?cent|百分之/.test(text)) return rule.no_percent;
  return Object.entries(rule.names).find(([name]) => new RegExp(`(?<![a-z])${name}(?![a-z])`).test(text.toLowerCase()))?.[1] ?? null;
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
