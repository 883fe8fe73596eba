/* Answers in Python, judged in the page: Python comes when a reader first asks, into a worker of its own. */
"use strict";

const UNPACKED = 7; // megabytes by which the interpreter is larger here than on its way
const STUB = "answer = ...";
const forms = document.querySelectorAll("form.python");
let python; // the worker, while there is one

/** What the page says of an answer. */
function tell(form, words, look = "") {
  const verdict = form.querySelector(".verdict");
  verdict.textContent = words;
  verdict.className = `verdict ${look}`;
}

function showPrinted(form, text = "") {
  const printed = form.querySelector(".printed");
  printed.textContent = text;
  printed.hidden = !text;
}

function busy(form, working) {
  for (const button of document.querySelectorAll("form.python button:not(.stop)")) button.disabled = working;
  form.querySelector(".stop").hidden = form.querySelector("progress").hidden = !working;
}

function end(form, words, look) {
  busy(form, false);
  tell(form, words, look);
}

/** A worker cannot be interrupted, only ended: the next check begins with a new one. */
function endPython() {
  python?.terminate();
  python = undefined;
}

function check(form) {
  const source = form.querySelector("textarea").value;
  showPrinted(form);
  if (source.trim() === STUB) return tell(form, "Replace the three dots with your answer.");
  busy(form, true);
  tell(form, python ? "" : "Loading Python");
  python ??= new Worker(new URL("_static/answers.worker.js", document.baseURI), { type: "module" });
  python.onerror = (event) => {
    endPython();
    end(form, `Python did not start: ${event.message ?? "this browser has no workers of this kind"}.`, "wrong");
  };
  python.onmessage = ({ data: { doing, loaded, fault, passed, words, printed } }) => {
    const bar = form.querySelector("progress");
    if (doing) {
      tell(form, doing);
      bar.removeAttribute("value");
    } else if (loaded) {
      bar.value = loaded / 1e6 / (+form.dataset.megabytes + UNPACKED);
    } else if (fault) {
      endPython();
      end(form, `This did not work: ${fault}.`, "wrong");
    } else {
      end(form, words, { true: "right", false: "wrong" }[passed]);
      showPrinted(form, printed);
    }
  };
  python.postMessage({ notebook: form.dataset.notebook, name: form.dataset.name, source });
}

for (const form of location.protocol === "file:" ? [] : forms) {
  const field = form.querySelector("textarea");
  const fit = () => (field.rows = Math.max(3, field.value.split("\n").length));
  form.closest(".by-python").hidden = false;
  form.closest(".beat").querySelector(".elsewhere")?.remove();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    check(form);
  });
  field.addEventListener("input", fit);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit(); // which a disabled button does not hold back
  });
  form.querySelector(".stop").addEventListener("click", () => {
    endPython();
    end(form, "Stopped. The next check starts Python anew.");
  });
}
