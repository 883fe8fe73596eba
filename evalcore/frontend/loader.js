/* The script of each component in a notebook: it loads the scripts that all of them share, once per page. Where they
   cannot be had, what would come to life stands still: the figure as it is, or the text of the question. */

async function scripts(model) {
  const front = await model.widget_manager.get_model(model.get("front_end").replace("IPY_MODEL_", ""));
  const loaded = (globalThis.evalcoreFrontEnds ??= {}), edition = front.get("description");
  loaded[edition] ??= import(URL.createObjectURL(new Blob([front.get("value")], { type: "text/javascript" })));
  return loaded[edition];
}

function figure(model) {
  const { svg } = model.get("shown"), [width] = model.get("size");
  const png = URL.createObjectURL(new Blob([model.get("png")], { type: "image/png" }));
  return `<div style="display: grid; max-width: ${width}px"><img alt="" src="${png}" style="grid-area: 1 / 1; width: 100%">
<div style="grid-area: 1 / 1">${svg}</div></div>`;
}

function still(model, el) {
  el.innerHTML = model.get("html") ?? figure(model);
  el.firstElementChild.inert = true;
  const textContent = [model.get("shown")?.reading, model.get("without")].filter(Boolean).join(". ");
  el.append(Object.assign(document.createElement("p"), { role: "alert", textContent }));
}

export default {
  async render({ model, el }) {
    const loaded = await scripts(model).catch(() => undefined);
    return loaded ? loaded.components[model.get("kind")](model, el) : still(model, el);
  },
};
