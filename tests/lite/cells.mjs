/* What each cell of the chapters says in the reader's interpreter, without a browser, as one line of JSON:
   node cells.mjs INTERPRETER SITE CHAPTER... */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [interpreter, site, ...chapters] = process.argv.slice(2);
const read = (path) => readFileSync(path, "utf-8");
const { loadPyodide } = await import(pathToFileURL(`${interpreter}/pyodide.mjs`));
const plugins = JSON.parse(read(`${site}/run/jupyter-lite.json`))["jupyter-config-data"].litePluginSettings;
const [{ loadPyodideOptions }] = Object.values(plugins);
const packages = loadPyodideOptions.packages.map((name) => name.replace(/.*\/wheels/, `${site}/run/wheels`));
const silent = { messageCallback: () => {} };
const python = await loadPyodide({ env: { ...loadPyodideOptions.env, MPLBACKEND: "agg" } });
await python.loadPackage(packages, silent);
python.runPython(read(new URL("cells.py", import.meta.url)));

const said = {};
for (const chapter of chapters) {
  const run = python.globals.get("fresh_shell")();
  said[chapter] = {};
  for (const { id, cell_type, source } of JSON.parse(read(`${site}/run/files/${chapter}`)).cells) {
    if (cell_type !== "code") continue;
    const code = [source].flat().join("");
    await python.loadPackagesFromImports(code, silent);
    said[chapter][id] = run(code);
  }
}
console.log(JSON.stringify(said));
