/* What the reader did is kept in this browser: predictions, answers, chapters read to their end, and the place. */
"use strict";

const memory = {
  NAME: "evalcore:read",
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
    if (document.body.matches(".hall")) return; // there the audience chooses
    const all = this.all(), here = this.here();
    here[what][name] = value;
    all.chapters[this.chapter] = here;
    this.write(all);
    tell();
  },

  write(all) {
    try {
      localStorage.setItem(this.NAME, JSON.stringify(all));
    } catch {} // full, or not allowed
  },

  forget() {
    if (!confirm("Forget all predictions, answers and places of this book that this browser keeps?")) return;
    localStorage.removeItem(this.NAME);
    document.removeEventListener("visibilitychange", keepPlace);
    history.scrollRestoration = "manual"; // or the end would be in sight, and the chapter read, at once
    location.assign(location.pathname);
  },
};

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/* A tick beside each chapter that was read to its end, in the navigation and on the front page. */
function tick() {
  for (const old of document.querySelectorAll(".tick")) old.remove();
  for (const [chapter, { read }] of Object.entries(memory.all().chapters)) {
    if (!read) continue;
    const own = chapter === memory.chapter ? ".sidebar-tree .current > a" : "";
    for (const link of document.querySelectorAll([`:is(.sidebar-tree, .chapters) a[href="${CSS.escape(chapter)}.html"]`, own].filter(Boolean)))
      link.append(element("span", { className: "tick", role: "img", ariaLabel: "read to the end", title: "read to the end" }, " ✓"));
  }
}

/* On the front page, the way back to where the reader was. */
function goOn() {
  const { place } = memory.all(), row = document.querySelector(".start");
  if (!place || !row) return;
  const link = element("a", { className: "go-on", href: `${place.chapter}.html#${encodeURIComponent(place.id)}` }, place.title);
  row.append(element("span", {}, "or go on where you were: ", link), forgetButton());
}

function forgetButton() {
  const button = element("button", { type: "button", className: "forget" }, "Forget what I did");
  button.addEventListener("click", () => memory.forget());
  return button;
}

/* Where the reader leaves the page: the last part of it that has come into the upper half of the window. */
function keepPlace() {
  if (!document.hidden || document.body.matches(".hall")) return;
  const reached = (part) => part.checkVisibility() && part.getBoundingClientRect().top < innerHeight / 2;
  const part = [...document.querySelectorAll("article :is(section, .beat)")].filter(reached).at(-1);
  const words = (level) => part.closest(`section:has(> ${level})`)?.querySelector(`:scope > ${level}`).textContent.replace(/#$/, "");
  const title = [...new Set([words("h1"), words("h2")])].filter(Boolean).join(", ");
  memory.write({ ...memory.all(), place: { chapter: memory.chapter, id: part.id, title } });
}

/* The end of a chapter: which predictions came true, and what is open. */
function tell() {
  const { predictions, answers, practice } = memory.here();
  const asked = [...document.querySelectorAll(".prediction")], forms = [...document.querySelectorAll("form.exercise")];
  const of = (prediction) => predictions[prediction.closest(".beat").id];
  const cameTrue = asked.filter((one) => of(one) === one.dataset.answer || of(one)?.right);
  const drawn = asked.filter((one) => of(one)?.drawn !== undefined);
  const shown = asked.filter((one) => of(one) === null), open = asked.filter((one) => of(one) === undefined);
  const right = forms.filter((form) => answers[form.dataset.name]?.right);
  const practices = [...document.querySelectorAll(".practice")], done = practices.filter((one) => practice[one.dataset.name]?.done);
  const toPrediction = (one) => [one.closest(".beat").id, one.querySelector("p").textContent.replace("Predict. ", "")];
  const toExercise = (one) => [one.closest(".beat").id, label(one)];
  const code = [...document.querySelectorAll(".exercise.served")];
  account.querySelector("div").replaceChildren(
    ...(asked.length ? [element("p", {}, `${cameTrue.length} of ${asked.length} predictions came true`, drawn.length ? `, ${drawn.length} you drew` : "", shown.length ? `, ${shown.length} you were shown` : "", open.length ? "; not yet made:" : ".")] : []),
    list(open.map(toPrediction)),
    ...(forms.length ? [element("p", {}, `${right.length} of ${forms.length} exercises are answered rightly`, right.length < forms.length ? "; open:" : ".")] : []),
    list(forms.filter((form) => !right.includes(form)).map(toExercise)),
    ...(practices.length ? [element("p", {}, `${done.length} of ${practices.length} practices were carried to five right in a row`, done.length < practices.length ? "; not yet:" : ".")] : []),
    list(practices.filter((one) => !done.includes(one)).map((one) => [one.id, label(one)])),
    ...(code.length ? [element("p", {}, "Answered in code, in the notebook:"), list(code.map(toExercise))] : []),
  );
}

function list(targets) {
  return element("ul", {}, ...targets.map(([id, words]) => element("li", {}, element("a", { href: `#${id}` }, words))));
}

/* What an exercise is called, in the bold words that stand before its form, or its solution; a practice has its title. */
function label(exercise) {
  const own = exercise.closest(".practice")?.querySelector(".practised").lastChild; // behind the word "Practice"
  let before = exercise.closest(".beat").previousElementSibling;
  while (before?.matches(".beat") && !before.querySelector("p > strong")) before = before.previousElementSibling;
  const named = own ?? before?.querySelector("p > strong") ?? exercise.closest("section").querySelector("h2, h3");
  return named.textContent.replace(/#$/, "").trim();
}

const account = element("section", { id: "account", className: "account" });
if (memory.chapter) {
  account.setAttribute("aria-labelledby", "account-title");
  account.append(element("h2", { id: "account-title" }, "What you did in this chapter"), element("div"), element("p", {}, "It is kept in this browser only. ", forgetButton()));
  document.querySelector(".article-container").append(account);
  tell();
  new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting || memory.here().read || document.body.matches(".hall")) return;
    const all = memory.all();
    all.chapters[memory.chapter] = { ...memory.here(), read: true };
    memory.write(all);
    tick();
  }).observe(account);
  document.addEventListener("visibilitychange", keepPlace);
}
tick();
goOn();
