/* Opens a chapter as a notebook in a frame, runs it, and keeps what the reader changes (run.html, which has a Chinese
   edition in zh/: FOLDER is where its notebooks lie, TOP the way from there to the book). */
/* global translated */
"use strict";

const VIEW = "application/vnd.jupyter.widget-view+json"; // means nothing without the kernel that made it
const LARGE_LETTERS = "import os; os.environ['EVALCORE_STYLE'] = 'lecture'"; // pictures become small on a phone
const SHOWN_WITHOUT_PICTURE = 12; // cells to run before a chapter without pictures is shown
const find = (selector) => document.querySelector(selector);
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const name = location.search.slice(1);
const chapter = CHAPTERS[name];
const path = `${FOLDER}${name}.ipynb`;
const kept = `evalcore:${path}`; // under which the browser notes from which edition the reader's copy comes
const frame = find("iframe");

async function until(condition) {
  for (;;) {
    const found = condition();
    if (found) return found;
    await wait(100);
  }
}

function say(text) {
  find("[role=status]").textContent = text;
}

/** Say in the list what is being done, and on the bar how much of it all is behind. */
function stage(number, share) {
  find("progress").value = share;
  document.querySelectorAll("#wait li").forEach((item, place) => {
    item.className = place < number ? "done" : place === number ? "now" : "";
  });
}

/** While Python comes, nobody tells how much of it is there: the bar nears two fifths with the time. */
async function creep() {
  const begun = Date.now();
  while (find("#wait li.now")?.matches(":nth-child(2)")) {
    find("progress").value = 20 + 20 * (1 - Math.exp((begun - Date.now()) / 20000));
    if (Date.now() - begun > 150000) {
      find("#trouble").textContent = translated("This is taking a long time. If nothing happens, try again.");
      find("#remedies").hidden = false;
    }
    await wait(500);
  }
}

/** The interpreter is the one thing that does not lie beside the book. */
async function interpreter_answers() {
  const settings = await (await fetch(`${TOP}run/jupyter-lite.json`)).json();
  const [{ pyodideUrl: address }] = Object.values(settings["jupyter-config-data"].litePluginSettings);
  await fetch(address).catch(() => {
    throw new Error(translated("Python is loaded from {host}, which is not responding", { host: new URL(address, location).host }));
  });
}

/** The notebook as it is stored: pictures stay as images, what only a running kernel can show is left out. */
function without_views(content) {
  const copy = JSON.parse(JSON.stringify(content));
  for (const cell of copy.cells.filter((one) => one.cell_type === "code")) {
    cell.execution_count = null;
    for (const output of cell.outputs) {
      if (output.data) delete output.data[VIEW];
      if ("execution_count" in output) output.execution_count = null;
    }
  }
  return copy;
}

/** Whatever saves the notebook, saves it so; and notes the edition that it comes from. */
function guard_saving(contents) {
  const save = contents.save.bind(contents);
  contents.save = (where, options) => {
    if (options?.type !== "notebook") return save(where, options);
    if (where === path && !localStorage.getItem(kept)) localStorage.setItem(kept, chapter.edition);
    return save(where, { ...options, content: without_views(options.content) });
  };
}

/** Save what the reader changed, soon after; outputs alone are no change. */
function keep_changes(context) {
  const sources = () => JSON.stringify(context.model.toJSON().cells.map((cell) => [cell.cell_type, cell.source]));
  let known = sources();
  const look = async () => {
    if (context.isDisposed || !context.model.dirty) return;
    const now = sources();
    if (now === known) {
      context.model.dirty = false;
    } else {
      known = now;
      await context.save();
    }
  };
  setInterval(look, 3000);
  addEventListener("visibilitychange", look);
  frame.contentWindow.addEventListener("beforeunload", look, { capture: true });
}

async function run(panel) {
  const cells = panel.content.widgets;
  const code = cells.filter((cell) => cell.model.type === "code");
  const first = code.findIndex((cell) => cell.model.sharedModel.source.includes("explore("));
  const shown = first < 0 ? Math.min(SHOWN_WITHOUT_PICTURE, code.length) - 1 : first;
  let stopped = 0;
  for (const [place, cell] of code.entries()) {
    say(translated("Running cell {place} of {all}", { place: place + 1, all: code.length }));
    if (place <= shown) stage(place ? 2 : 1, place ? 40 + (60 * place) / (shown + 1) : 20);
    const reply = cell.isDisposed ? null : await cell.constructor.execute(cell, panel.sessionContext, { deletedCells: [] });
    stopped += reply?.content.status === "error";
    if (place === shown) show(panel);
  }
  say(stopped ? translated("{stopped} of {all} cells stopped with an error", { stopped, all: code.length }) : translated("Ready: change a cell, then press Shift+Enter"));
  document.body.dataset.state = "ready";
}

function show(panel) {
  find("#wait").hidden = true;
  document.body.dataset.state = "shown";
  if (location.hash) go_to(panel, decodeURIComponent(location.hash.slice(1)));
}

/** To the cell of that name, as from an exercise on the page, or to a heading. */
function go_to(panel, place) {
  const cell = panel.content.widgets.findIndex(({ model }) => model.id === place);
  if (cell >= 0) panel.content.activeCellIndex = cell;
  panel.setFragment(cell < 0 ? `#${place}` : `#cell-id=${place}`);
}

/** A link to another chapter opens that chapter in this way, too. */
function follow_links(event) {
  const link = event.target.closest?.("a[href*='.ipynb']");
  const [, folder = "", stem] = /(zh\/)?([^/]+)\.ipynb$/.exec(link ? new URL(link.href).pathname : "") ?? [];
  if (!stem || `${folder}${stem}.ipynb` === path || (folder === FOLDER && !(stem in CHAPTERS))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  open(`${TOP}${folder}run.html?${stem}${new URL(link.href).hash}`);
}

function offer(panel, contents) {
  find("#download").disabled = find("#afresh").disabled = false;
  find("#download").onclick = () => {
    const copy = without_views(panel.context.model.toJSON());
    copy.cells.splice(copy.cells.findIndex((cell) => cell.cell_type === "code"), 0, chapter.needs);
    const text = JSON.stringify(copy, null, 1);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ipynb+json" }));
    link.download = `${name}.ipynb`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  find("#afresh").onclick = async () => {
    if (!confirm(translated("Restore the original chapter? Your changes will be lost."))) return;
    panel.context.model.dirty = false;
    localStorage.removeItem(kept);
    await contents.delete(path).catch(() => {}); // of the reader's copy; there may be none
    panel.context.dispose();
    location.reload();
  };
}

async function start() {
  if (!chapter) {
    location.replace("index.html");
    return;
  }
  document.title = translated("{title}: run it here", { title: chapter.title });
  find("h1").textContent = chapter.title;
  find("#megabytes").textContent = chapter.megabytes;
  find("#back").href = `${name}.html`;
  find("#take").href = `notebooks/${name}.ipynb`;
  find("#again").onclick = () => location.reload();
  if (location.protocol === "file:") {
    find("#loading").hidden = true;
    find("#about").textContent = translated("A page that is opened from a folder cannot run Python. Run “python3 -m http.server” in the folder of the book, and open http://localhost:8000.");
    find("#again").hidden = true;
    find("#remedies").hidden = false;
    return;
  }
  stage(0, 5);
  frame.hidden = false;
  frame.src = `${TOP}run/notebooks/index.html?path=${encodeURIComponent(path)}`;
  const app = await until(() => frame.contentWindow.jupyterapp);
  await app.restored;
  const contents = app.serviceManager.contents;
  guard_saving(contents);
  const panel = await until(() => app.shell.currentWidget?.context && app.shell.currentWidget);
  await panel.context.ready;
  const edition = localStorage.getItem(kept);
  find("#old").hidden = !edition || edition === chapter.edition;
  await interpreter_answers();
  await panel.sessionContext.ready;
  if (innerWidth < 600) panel.sessionContext.session.kernel.requestExecute({ code: LARGE_LETTERS, silent: true });
  stage(1, 20);
  creep();
  panel.content.activeCellIndex = 0;
  frame.contentDocument.addEventListener("click", follow_links, { capture: true });
  offer(panel, contents);
  keep_changes(panel.context);
  await run(panel);
}

start().catch((error) => {
  find("#trouble").textContent = translated("This did not work: {why}.", { why: error.message ?? error });
  find("#remedies").hidden = false;
});
