/* Python for your-results.js, in a worker, so that the page stays responsive: the interpreter and the packages of the
   notebooks (run/). It receives the name of a job and its details, and ends each job with { done } or { failed }. */
"use strict";

const FOLDER_OF_FILE = "/file";
let python, dropped, report, name;

/** Load Python as the notebooks do; afterwards nothing in this worker can reach the network. */
async function load({ settings, language, book }) {
  const { litePluginSettings } = (await (await fetch(settings)).json())["jupyter-config-data"];
  const [{ pyodideUrl, loadPyodideOptions: { packages, env } }] = Object.values(litePluginSettings);
  const { loadPyodide } = await import(pyodideUrl).catch(() => {
    throw Object.assign(new Error(), { host: new URL(pyodideUrl).host });
  });
  const load_file = self.fetch;
  let files = 0;
  self.fetch = (...request) => {
    postMessage({ files: ++files });
    return load_file(...request);
  };
  python = await loadPyodide({ env: { ...env, MPLBACKEND: "agg", BOOK_ADDRESS: book } });
  const wheels = packages.map((name_of_package) => name_of_package.replace(/^.*\/wheels\//, new URL("wheels/", settings).href));
  await python.loadPackage([...wheels, "scipy"], { messageCallback() {} });
  for (const way of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "Worker"]) self[way] = undefined;
  postMessage({ starting: true });
  python.FS.mkdir(FOLDER_OF_FILE);
  python.FS.chdir(FOLDER_OF_FILE);
  python.pyimport("evalcore.language").speak(language);
  dropped = python.pyimport("evalcore.report.dropped");
}

/** Read the file with these options; post what was understood, then the page of the report. */
function answer({ file, options }) {
  if (file) {
    if (name) python.FS.unlink(name);
    name = file.name;
    python.FS.writeFile(name, file.bytes ?? dropped.example());
  }
  report?.destroy();
  const [made, shown] = dropped.answer(name, options);
  report = made;
  postMessage({ shown: shown.toJs({ dict_converter: Object.fromEntries }) });
  if (report) postMessage({ page: dropped.page(report, name) });
}

function draw() {
  postMessage({ whole: dropped.page(report, name, (figure, share) => postMessage({ figure, share })) });
}

const jobs = { load, answer, draw };

onmessage = async ({ data: [job, details] }) => {
  try {
    await jobs[job](details);
    postMessage({ done: job });
  } catch (error) {
    postMessage({ failed: error.message.trim().split("\n").pop(), host: error.host, job });
  }
};
