// The rules for living.js: npx eslint@9 --config book/eslint.config.mjs book/living.js
const browser = ["document", "window", "HTMLElement", "Image", "Event", "IntersectionObserver", "TextEncoder", "customElements",
  "matchMedia", "addEventListener", "setInterval", "clearInterval"];

export default [{
  languageOptions: { ecmaVersion: 2022, sourceType: "script", globals: Object.fromEntries(browser.map((name) => [name, "readonly"])) },
  rules: { "no-undef": "error", "no-unused-vars": "error", "prefer-const": "error", "no-var": "error", eqeqeq: "error",
    "no-shadow": "error", "no-implicit-globals": "off", "no-redeclare": "error", "no-unreachable": "error", "no-fallthrough": "error",
    "consistent-return": "off", "no-self-assign": "error", "no-constant-condition": "error", "array-callback-return": "error" },
}];
