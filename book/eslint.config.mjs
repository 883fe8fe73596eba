// The rules for the book's scripts: npx eslint@9 --config book/eslint.config.mjs book/*.js evalcore/explore/page/*.js
const browser = ["document", "window", "HTMLElement", "Image", "Event", "IntersectionObserver", "TextEncoder", "customElements",
  "matchMedia", "addEventListener", "setInterval", "clearInterval", "setTimeout", "history", "location", "scrollY", "innerWidth",
  "innerHeight", "getComputedStyle", "fetch", "URL", "Blob", "performance",
  "requestAnimationFrame", "localStorage", "confirm", "open", "CHAPTERS"]; // the last one is written into run.html

export default [{
  languageOptions: { ecmaVersion: 2022, sourceType: "script", globals: Object.fromEntries(browser.map((name) => [name, "readonly"])) },
  rules: { "no-undef": "error", "no-unused-vars": "error", "prefer-const": "error", "no-var": "error", eqeqeq: "error",
    "no-shadow": "error", "no-implicit-globals": "off", "no-redeclare": "error", "no-unreachable": "error", "no-fallthrough": "error",
    "consistent-return": "off", "no-self-assign": "error", "no-constant-condition": "error", "array-callback-return": "error" },
}];
