/* The page "Your own results": takes a file, shows how it was read and the report on it, and lets the reader correct
   what was assumed. Python runs in a worker (your-results-python.js), with the options of the command. */
/* global element, translated */
"use strict";

{
  const own = document.getElementById("own"), find = (selector) => own.querySelector(selector);
  const form = find("form"), fields = form.elements, rows = find(".columns tbody"), frame = find("iframe");
  const site = new URL(own.dataset.top || ".", location).href;
  const FILES = 37; // that the interpreter and its packages consist of
  const KINDS = {
    scores: translated("scores of two classes"),
    items: translated("answers that are right or wrong"),
    numbers: translated("predicted numbers"),
    classes: translated("three or more classes"),
    folds: translated("a measure on folds"),
    datasets: translated("a measure on data sets"),
  };
  const ROLES = { // by the option that names such columns: the words, and the kinds of results that have it
    scores: [translated("results of a model"), Object.keys(KINDS)],
    "lower-is-positive": [translated("scores, low ones positive"), ["scores"]],
    group: [translated("group, such as the patient"), ["scores", "numbers", "classes", "items"]],
    item: [translated("item"), ["items"]],
    run: [translated("number of the attempt"), ["items"]],
    "five-by-two": [translated("repetition of a 5×2 cross-validation"), ["folds"]],
    ignore: [translated("not used"), Object.keys(KINDS)],
  };
  const SEVERAL = ["scores", "lower-is-positive", "ignore"]; // options that take several columns

  let worker, file, shown, page, saving;
  let recognised = []; // the columns of results that were found without options
  let busy = false, waiting = null; // the last job that was asked for while another one was running

  // Python

  function ask(job, details) {
    if (busy) {
      waiting = [job, details];
      return;
    }
    busy = true;
    worker.postMessage([job, details]);
  }

  function say(words, share) {
    find(".progress").textContent = words;
    const bar = find("progress");
    bar.hidden = !words;
    if (share === undefined) bar.removeAttribute("value");
    else bar.value = share;
  }

  function start() {
    worker = new Worker(`${site}_static/your-results-python.js`, { type: "module" });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = () => hear({ failed: translated("the script of this page could not be loaded"), job: "load" });
    say(translated("Loading Python …"), 0);
    busy = true;
    worker.postMessage(["load", { settings: `${site}run/jupyter-lite.json`, language: own.dataset.language, book: site }]);
  }

  function hear(news) {
    if (news.files) say(translated("Loading Python: file {number} of about {all}", { number: news.files, all: FILES }), Math.min(news.files / FILES, 1));
    if (news.starting) say(translated("Starting Python …"));
    if (waiting?.[1]?.file) delete news.shown, delete news.page, delete news.whole; // of an earlier file
    if (news.shown) show(news.shown);
    if (news.page) put(news.page, false);
    if (news.figure) say(translated("Drawing part {number} of the interactive figures", { number: news.figure }), news.share);
    if (news.whole) put(news.whole, true);
    if (news.failed !== undefined) fail(news);
    if (news.done || (news.failed !== undefined && worker)) next();
  }

  function next() {
    busy = false;
    say("");
    own.dataset.state = "ready";
    const job = waiting;
    waiting = null;
    if (job) run(...job);
  }

  function run(job, details) {
    own.dataset.state = "busy";
    if (!busy) say(job === "answer" ? translated("Making the report …") : translated("Drawing the interactive figures …"));
    ask(job, details);
  }

  /** Say why there is no report, and what can be done instead. */
  function fail({ failed, host, job }) {
    const words = host ? translated("Python is loaded from {host}, which is not responding", { host }) : failed;
    refuse(`${words}.`, translated("You can make the same report without this page: install the package of the book, and run {command}", { command: `python -m evalcore report ${quoted(file.name)}` }));
    saving = false;
    if (job !== "load") return;
    worker.terminate(); // the next file starts another one
    worker = waiting = null;
    busy = false;
    say("");
    own.dataset.state = "ready";
  }

  function refuse(words, remedy) {
    find(".refusal").hidden = !words;
    find(".refusal .words").textContent = words;
    find(".refusal .remedy").textContent = remedy;
  }

  // The file and its options

  async function take(given) {
    own.dataset.state = "busy";
    file = { name: given.name.replace(/^-+/, "") || "file", bytes: given.arrayBuffer && new Uint8Array(await given.arrayBuffer()) };
    shown = null;
    recognised = [];
    form.reset();
    rows.replaceChildren();
    for (const part of [".understood", ".result", ".refusal"]) find(part).hidden = true;
    if (!worker) start();
    run("answer", { file, options: [] });
  }

  const useOf = (column) => rows.querySelector(`select[data-column="${CSS.escape(column)}"]`)?.value ?? "";
  const columnsFor = (role) => [...rows.querySelectorAll("select")].filter(({ value }) => value === role).map(({ dataset }) => dataset.column);

  /** The options of the command that the reader has chosen. */
  function options() {
    const given = [], kind = fields.kind.value || shown?.kind;
    const add = (name, value) => value && given.push(`--${name}=${value}`);
    add("kind", fields.kind.value);
    for (const field of form.querySelectorAll("[data-kinds] [name]")) {
      const { name, value } = field;
      if (!name.startsWith("negative") && value !== field.defaultValue && field.closest("label").dataset.kinds.includes(kind)) add(name, value.trim());
    }
    const labels = labelsOf(fields.label.value || shown?.label);
    if (kind === "scores" && fields.positive.value && labels.length > 2) {
      given.push("--negative", ...(fields.negative.value ? [fields.negative.value] : labels.filter((label) => label !== fields.positive.value)));
    }
    for (const role of Object.keys(ROLES)) {
      const names = columnsFor(role);
      if (role === "scores" && names.length) names.unshift(...recognised.filter((name) => !useOf(name)));
      if (SEVERAL.includes(role)) names.length && given.push(`--${role}`, ...names);
      else add(role, names[0]);
    }
    for (const [, double, single, plain] of fields.more.value.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)) given.push(double ?? single ?? plain);
    return given;
  }

  const quoted = (word) => (/^[\w./:=%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

  /** The command that makes the same report. */
  function command() {
    const given = options();
    if (shown.guessed && !fields.label.value) given.unshift("--label", shown.label);
    return ["python -m evalcore report", ...[file.name, ...given].map(quoted), own.dataset.language === "en" ? "" : `--language ${own.dataset.language}`, "-o report.html"].filter(Boolean).join(" ");
  }

  // What was understood

  const labelsOf = (name) => shown?.columns.find((column) => column.name === name)?.labels ?? [];

  function fill(select, offered, automatic, unknown = translated("automatic")) {
    const before = select.value;
    const first = automatic ? translated("automatic: {what}", { what: automatic }) : unknown;
    select.replaceChildren(new Option(first, ""), ...offered.map(([value, words]) => new Option(words ?? value, value)));
    select.value = offered.some(([value]) => value === before) ? before : "";
  }

  function show(now) {
    shown = now;
    find(".understood").hidden = !shown.columns.length;
    find(".result").hidden = true;
    find(".sentences").replaceChildren(...(shown.sentences ?? []).map((words) => element("li", { textContent: words })));
    find(".guess").hidden = !shown.guessed;
    const names = shown.columns.map(({ name }) => [name]), labels = labelsOf(shown.label);
    fill(fields.kind, Object.entries(KINDS), KINDS[shown.kind]);
    const unknown = shown.refusal === undefined ? undefined : translated("choose one");
    fill(fields.label, names, !fields.label.value && shown.label, unknown);
    fill(fields.positive, labels.map((label) => [label]), !fields.positive.value && shown.positive, unknown);
    fill(fields.negative, labels.map((label) => [label]), translated("all others"));
    for (const label of form.querySelectorAll("[data-kinds]")) {
      label.hidden = !label.dataset.kinds.includes(shown.kind) || (label.matches(".third") && labels.length < 3);
    }
    if (shown.scores && !["scores", "lower-is-positive"].some((role) => columnsFor(role).length)) recognised = shown.scores;
    rows.replaceChildren(...shown.columns.map(row));
    find(".command pre").textContent = command();
    find(".command").hidden = shown.refusal !== undefined;
    refuse(shown.refusal ?? "", !shown.columns.length ? "" : translated("For options such as --positive, use the fields below. Those that have no field can be written under “More options”. You need not drop the file again."));
  }

  /** A column, some of its entries, and a menu of what it may be used as. */
  function row({ name, entries }) {
    const select = element("select", { ariaLabel: translated("Use of column {name}", { name }) }), before = useOf(name);
    select.dataset.column = name;
    const offered = Object.entries(ROLES).filter(([, [, kinds]]) => kinds.includes(shown.kind)).map(([role, [words]]) => [role, words]);
    const found = shown.scores?.includes(name) ? "scores" : name === shown.group ? "group" : shown.scores && "ignore";
    fill(select, offered, found && ROLES[found][0]);
    select.value = before;
    const use = name === shown.label ? element("b", { textContent: translated("labels") }) : select;
    return element("tr", {}, element("th", { scope: "row", textContent: name }), element("td", { textContent: entries.join(", ") }), element("td", {}, use));
  }

  // The report

  function put(html, whole) {
    page = { html, whole };
    find(".result").hidden = false;
    find(".draw").hidden = whole;
    frame.srcdoc = html;
    if (saving) save("html");
  }

  frame.addEventListener("load", () => {
    const inside = frame.contentDocument;
    if (!inside.body) return;
    for (const link of inside.links) link.target = "_blank";
    new ResizeObserver(() => (frame.style.height = `${inside.documentElement.offsetHeight + 40}px`)).observe(inside.body);
  });

  function save(format) {
    saving = format === "html" && !page.whole;
    if (saving) return run("draw");
    const text = format === "html" ? page.html : shown[format];
    const link = element("a", { href: URL.createObjectURL(new Blob([text])), download: `${file.name.replace(/\.[^.]*$/, "")}-report.${format}` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  // The reader

  if (location.protocol !== "file:") {
    find(".choose").addEventListener("click", () => find("[type=file]").click());
    find("[type=file]").addEventListener("change", ({ target }) => {
      if (target.files.length) take(target.files[0]);
      target.value = ""; // so that the same file can be chosen again
    });
    find(".example").addEventListener("click", () => take({ name: "example.csv" }));
    find(".draw").addEventListener("click", () => run("draw"));
    for (const button of own.querySelectorAll(".save")) button.addEventListener("click", () => save(button.dataset.format));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", ({ target }) => {
      if (target === fields.label) fields.positive.value = fields.negative.value = "";
      run("answer", { options: options() });
    });
    for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
      document.addEventListener(kind, (event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        find(".drop").classList.toggle("over", kind === "dragover");
        if (kind === "drop" && event.dataTransfer.files.length) take(event.dataTransfer.files[0]);
      });
    }
  }
}
