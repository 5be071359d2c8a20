// Layers of the map that a reader hides: check boxes over the groups that the drawing has. What is hidden stays so in the next letter.
const hiddenLayers = new Set();

// offerLayers makes a box for each layer of the map that is shown.
function offerLayers() {
  $("layerboxes").replaceChildren(...(view.layers || []).map((name) => {
    const label = Object.assign(document.createElement("label"), { className: "inline" }), tick = document.createElement("input");
    tick.type = "checkbox";
    tick.checked = !hiddenLayers.has(name);
    tick.dataset.of = name;
    tick.onchange = () => {
      if (tick.checked) hiddenLayers.delete(name); else hiddenLayers.add(name);
      applyLayers();
    };
    label.append(tick, ` ${say(`layer-${name}`)}`);
    return label;
  }));
}

// applyLayers hides what is to be hidden in the drawing on show.
function applyLayers() {
  for (const g of pane.querySelectorAll("svg.chart [data-layer]")) {
    if (hiddenLayers.has(g.dataset.layer)) g.setAttribute("display", "none"); else g.removeAttribute("display");
  }
}

document.addEventListener("shown", offerLayers);
