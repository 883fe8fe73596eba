// The rules for all scripts: make lint-scripts
const browser = ["document", "window", "HTMLElement", "Image", "Event", "CustomEvent", "IntersectionObserver", "MutationObserver", "ResizeObserver", "TextEncoder", "customElements",
  "matchMedia", "addEventListener", "setInterval", "clearInterval", "setTimeout", "clearTimeout", "history", "location", "navigator", "scrollX", "scrollY", "innerWidth",
  "innerHeight", "getComputedStyle", "fetch", "URL", "URLSearchParams", "Blob", "Response", "DecompressionStream", "atob", "performance",
  "requestAnimationFrame", "cancelAnimationFrame", "CSS", "localStorage", "confirm", "open", "KeyboardEvent", "Node", "Option", "Worker", "self", "postMessage", "CHAPTERS", "FOLDER", "TOP"]; // the last three are written into run.html

const node = ["process", "console", "URL"];
const among = (names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

export default [{
  files: ["**/*.js"],
  languageOptions: { ecmaVersion: 2022, sourceType: "script", globals: among(browser) },
}, {
  files: ["**/frontend/loader.js"], // which anywidget imports
  languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: among(browser) },
}, {
  files: ["**/your-results-python.js"], // which is a worker
  languageOptions: { globals: { onmessage: "writable" } },
}, {
  files: ["**/*.mjs"],
  languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: among(node) },
}, {
  rules: { "no-undef": "error", "no-unused-vars": "error", "prefer-const": "error", "no-var": "error", eqeqeq: "error",
    "no-shadow": "error", "no-implicit-globals": "off", "no-redeclare": "error", "no-unreachable": "error", "no-fallthrough": "error",
    "consistent-return": "off", "no-self-assign": "error", "no-constant-condition": "error", "array-callback-return": "error" },
}];
