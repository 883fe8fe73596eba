/* The script of each component in a notebook: it loads the scripts that all of them share, once per page. */

export default {
  async render({ model, el }) {
    const front = await model.widget_manager.get_model(model.get("front_end").replace("IPY_MODEL_", ""));
    const loaded = (globalThis.evalcoreFrontEnds ??= {}), edition = front.get("description");
    loaded[edition] ??= import(URL.createObjectURL(new Blob([front.get("value")], { type: "text/javascript" })));
    return (await loaded[edition]).components[model.get("kind")](model, el);
  },
};
