/* What the reader did is kept in this browser: predictions, answers, chapters read to their end, and the place. */
/* global element, translated */
"use strict";

const HEAD = 110; // pixels that a link leaves above its target, and some more

const memory = {
  NAME: document.documentElement.lang === "en" ? "evalcore:read" : `evalcore:read:${document.documentElement.lang}`, // each edition has its own words
  chapter: document.querySelector(".toolbar") && location.pathname.split("/").pop().replace(".html", ""),

  /* Of all chapters; nothing where the browser keeps nothing, or something that is not ours. */
  all() {
    try {
      return { chapters: {}, ...JSON.parse(localStorage.getItem(this.NAME)) };
    } catch {
      return { chapters: {} };
    }
  },

  /* Of this chapter: what was chosen or drawn in each prediction, null if its answer was only shown, and what was answered. */
  here() {
    return { predictions: {}, answers: {}, practice: {}, ...this.all().chapters[this.chapter] };
  },

  keep(what, name, value) {
    if (document.body.matches(".presenting")) return; // there the audience chooses
    const all = this.all(), here = this.here();
    here[what][name] = value;
    all.chapters[this.chapter] = here;
    this.write(all);
    tell();
  },

  /* When each family of practice tasks is due, in all chapters. */
  review: {
    kept: () => memory.all().review ?? {},
    keep: (review) => document.body.matches(".presenting") || memory.write({ ...memory.all(), review }),
  },

  write(all) {
    if (this.forgotten) return; // the page is being left
    try {
      localStorage.setItem(this.NAME, JSON.stringify(all));
    } catch {} // full, or not allowed
  },

  forget() {
    if (!confirm(translated("Delete all predictions, answers and reading positions of this book from this browser?"))) return;
    localStorage.removeItem(this.NAME);
    this.forgotten = true;
    document.removeEventListener("visibilitychange", keepPlace);
    history.scrollRestoration = "manual"; // or the end would be in sight, and the chapter read, at once
    location.assign(location.pathname);
  },
};

/* A tick beside each chapter that was read to its end, in the navigation and on the front page. */
function tick() {
  for (const old of document.querySelectorAll(".tick")) old.remove();
  for (const [chapter, { read }] of Object.entries(memory.all().chapters)) {
    if (!read) continue;
    const own = chapter === memory.chapter ? ".sidebar-tree .current > a" : "";
    for (const link of document.querySelectorAll([`:is(.sidebar-tree, .chapters) a[href="${CSS.escape(chapter)}.html"]`, own].filter(Boolean)))
      link.append(element("span", { className: "tick", role: "img", ariaLabel: translated("read to the end"), title: translated("read to the end") }, " ✓"));
  }
}

/* On the front page, the way back to where the reader was. */
function goOn() {
  const { place } = memory.all(), row = document.querySelector(".start");
  if (!place || !row) return;
  const link = element("a", { className: "go-on", href: `${place.chapter}.html#${encodeURIComponent(place.id)}` }, place.title);
  row.append(element("span", {}, translated("or continue where you stopped: "), link), forgetButton());
}

function forgetButton() {
  const button = element("button", { type: "button", className: "forget" }, translated("Delete my record"));
  button.addEventListener("click", () => memory.forget());
  return button;
}

/* Where the reader is: the last part of the page that begins above this line of the window. */
function lastAbove(line) {
  const reached = (part) => part.checkVisibility() && part.getBoundingClientRect().top < line;
  return [...document.querySelectorAll("article :is(section, .passage)")].filter(reached).at(-1);
}

/* What the reader looks at: the place that the address names, if it is in sight, else what stands below a phone's head. */
function lookedAt() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1))), top = named?.getBoundingClientRect().top;
  return top > -1 && top < innerHeight ? named : lastAbove(HEAD);
}

/* The other edition opens at the same place: sections and cells are called the same there. */
for (const link of document.querySelectorAll(".language[data-same]"))
  link.addEventListener("click", () => {
    link.hash = (scrollY > 0 && lookedAt()?.id) || "";
    link.search = location.search;
  });

/* Kept when the reader leaves the page. */
function keepPlace() {
  if (!document.hidden || document.body.matches(".presenting")) return;
  const part = lastAbove(innerHeight / 2);
  const words = (level) => part.closest(`section:has(> ${level})`)?.querySelector(`:scope > ${level}`).textContent.replace(/#$/, "");
  const title = [...new Set([words("h1"), words("h2")])].filter(Boolean).join(translated(", "));
  memory.write({ ...memory.all(), place: { chapter: memory.chapter, id: part.id, title } });
}

/* The end of a chapter: which predictions came true, and what is open. */
function tell() {
  const { predictions, answers, practice } = memory.here();
  const asked = [...document.querySelectorAll(".prediction")], forms = [...document.querySelectorAll("form.exercise")];
  const of = (prediction) => predictions[prediction.closest(".passage").id];
  const cameTrue = asked.filter((one) => of(one) === one.dataset.answer || of(one)?.right);
  const drawn = asked.filter((one) => of(one)?.drawn !== undefined);
  const shown = asked.filter((one) => of(one) === null), open = asked.filter((one) => of(one) === undefined);
  const right = forms.filter((form) => answers[form.dataset.name]?.right);
  const practices = [...document.querySelectorAll(".practice")], done = practices.filter((one) => practice[one.dataset.name]?.done);
  const toPrediction = (one) => [one.closest(".passage").id, one.querySelector("p").textContent.replace(translated("Predict. "), "")];
  const toExercise = (one) => [one.closest(".passage").id, label(one)];
  const code = [...document.querySelectorAll(".exercise.served")];
  account.querySelector("div").replaceChildren(
    ...(asked.length ? [element("p", {}, translated("{count} of {all} predictions were right", { count: cameTrue.length, all: asked.length }), drawn.length ? translated(", {count} of them drawn", { count: drawn.length }) : "", shown.length ? translated(", {count} shown without a choice", { count: shown.length }) : "", open.length ? translated("; still open:") : translated("."))] : []),
    list(open.map(toPrediction)),
    ...(forms.length ? [element("p", {}, translated("{count} of {all} exercises are solved", { count: right.length, all: forms.length }), right.length < forms.length ? translated("; still to solve:") : translated("."))] : []),
    list(forms.filter((form) => !right.includes(form)).map(toExercise)),
    ...(practices.length ? [element("p", {}, translated("{count} of {all} practice tasks have five right answers in a row", { count: done.length, all: practices.length }), done.length < practices.length ? translated("; still to practise:") : translated("."))] : []),
    list(practices.filter((one) => !done.includes(one)).map((one) => [one.id, label(one)])),
    ...(code.length ? [element("p", {}, translated("To be answered with code, in the notebook:")), list(code.map(toExercise))] : []),
  );
}

function list(targets) {
  return element("ul", {}, ...targets.map(([id, words]) => element("li", {}, element("a", { href: `#${id}` }, words))));
}

/* What an exercise is called, in the bold words that stand before its form, or its solution; a practice has its title. */
function label(exercise) {
  const own = exercise.closest(".practice")?.querySelector(".practised").lastChild; // behind the word "Practice"
  let before = exercise.closest(".passage").previousElementSibling;
  while (before?.matches(".passage") && !before.querySelector("p > strong")) before = before.previousElementSibling;
  const named = own ?? before?.querySelector("p > strong") ?? exercise.closest("section").querySelector("h2, h3");
  return named.textContent.replace(/#$/, "").trim();
}

const account = element("section", { id: "account", className: "account" });
if (memory.chapter) {
  account.setAttribute("aria-labelledby", "account-title");
  account.append(element("h2", { id: "account-title" }, translated("What you did in this chapter")), element("div"), element("p", {}, translated("This record is kept only in this browser. "), forgetButton()));
  document.querySelector(".article-container").append(account);
  tell();
  new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting || memory.here().read || document.body.matches(".presenting")) return;
    const all = memory.all();
    all.chapters[memory.chapter] = { ...memory.here(), read: true };
    memory.write(all);
    tick();
  }).observe(account);
  document.addEventListener("visibilitychange", keepPlace);
}
tick();
goOn();
