/* The worker of answers.js: Python, evalcore, and the statements of the chapter that an answer needs. */
"use strict";

const SITE = new URL("..", self.location);
const BEGIN = ["numpy", "ipython"]; // the rest when something imports it
const TELL_EVERY = 200_000; // bytes
const chapters = {}; // by exercise
let python;

const read = async (path) => {
  const response = await fetch(new URL(path, SITE));
  if (!response.ok) throw new Error(`${path} is not there`);
  return response.text();
};

/** From now on the page hears how many bytes have come. */
function countBytes() {
  const ask = self.fetch;
  let loaded = 0, told = 0;
  const counter = () => new TransformStream({
    transform(piece, stream) {
      loaded += piece.byteLength;
      stream.enqueue(piece);
      if (loaded > told + TELL_EVERY) self.postMessage({ loaded: (told = loaded) });
    },
  });
  self.fetch = async (...wanted) => {
    const { body, headers, status, statusText } = await ask(...wanted);
    return new Response(body?.pipeThrough(counter()), { headers, status, statusText });
  };
}

/** Python, from the address at which the notebooks find it, and evalcore from this site. */
async function start() {
  countBytes();
  const settings = JSON.parse(await read("run/jupyter-lite.json"));
  const [{ pyodideUrl, loadPyodideOptions }] = Object.values(settings["jupyter-config-data"].litePluginSettings);
  const wheels = loadPyodideOptions.packages.filter((name) => name.endsWith(".whl"));
  const fromHere = wheels.map((name) => new URL(`run/wheels/${name.split("/").pop()}`, SITE).href);
  const { loadPyodide } = await import(pyodideUrl).catch(() => {
    throw new Error(`Python comes from ${new URL(pyodideUrl).host}, which does not answer`);
  });
  const env = { ...loadPyodideOptions.env, MPLBACKEND: "agg" };
  const loaded = await loadPyodide({ packages: [...BEGIN, ...fromHere], env });
  self.postMessage({ doing: "Python is here" });
  loaded.runPython(await read("_static/answers.py"));
  return loaded;
}

/** Do it; load the module that it misses and do it again, until it misses none. */
async function withModules(deed) {
  for (let missing; (missing = deed()); ) {
    self.postMessage({ doing: `Loading ${missing}` });
    await python.loadPackagesFromImports(`import ${missing}`);
  }
}

async function judge({ notebook, name, source }) {
  python ??= await start();
  chapters[name] ??= python.globals.get("Chapter")(await read(notebook), name);
  const chapter = chapters[name];
  const steps = chapter.needed(source).toJs();
  for (const [place, step] of steps.entries()) {
    self.postMessage({ doing: `Running what your answer needs of the chapter, ${place + 1} of ${steps.length}` });
    await withModules(() => chapter.run(step));
  }
  self.postMessage({ doing: "Running your answer" });
  await withModules(() => chapter.judge(name, source));
  self.postMessage(chapter.said.toJs({ dict_converter: Object.fromEntries }));
}

self.onmessage = ({ data }) => judge(data).catch((error) => self.postMessage({ fault: error.message.trim().split("\n").pop() }));
