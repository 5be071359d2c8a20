// What lies over the map on demand: where a unit can go, what it sees, what it can aim at; the stack of a place, opened; the facts of a place. All of
// it is said by the rules; here it is drawn, and written into tables.
let laid = null;     // the overlay on show
let opened = [];     // counters of the stack on show: {unit, name, own, says, x, y, r}
let overlaysAsked = 0;

const field = (name, attributes, text) => {
  const e = document.createElementNS(NS, name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  if (text !== undefined) e.textContent = text;
  return e;
};

// layOver asks for an overlay and shows it; the same button again takes it away.
async function layOver(kind, about) {
  const mine = ++overlaysAsked;
  if (laid && laid.kind === kind && laid.about === about) return layNothing();
  const got = await ask("overlay", { Kind: kind, About: about });
  if (mine !== overlaysAsked) return;
  laid = got;
  showLaid();
  drawField();
}

function layNothing() {
  overlaysAsked++;
  laid = null;
  showLaid();
  drawField();
}

// showLaid writes the overlay as text and table.
function showLaid() {
  for (const b of document.querySelectorAll("[data-overlay]")) b.setAttribute("aria-pressed", String(!!laid && b.dataset.overlay === laid.kind));
  $("laidside").hidden = !laid;
  if (!laid) return;
  const all = laid.laid.length, seen = laid.laid.filter((x) => !x.shut).length;
  const sum = laid.kind === "sight" ? `${seen} / ${all} ${say("laid-seen")}` : `${all} ${say("laid-places")}`;
  $("laidsum").textContent = `${laid.about} \u00b7 ${say(`laid-${laid.kind}`)}${say("colon")}${all ? sum : say("laid-none")}`;
  $("laidsays").replaceChildren(...laid.says.map((s) => ruled("p", s.text, s.rule)));
  const rows = laid.table.Rows && laid.table.Rows.length;
  $("laidtable").replaceChildren(...(rows ? [tableOf({ ...laid.table, Title: laid.table.Title || say(`laid-${laid.kind}`) })] : []));
  $("laidmore").hidden = !rows;
}

// drawField draws the overlay and the opened stack over the marks.
function drawField() {
  if (!marks) return;
  marks.querySelector("g.field")?.remove();
  const g = field("g", { class: "field" }), from = laid && (spotOf(laid.about) || placeOf(laid.about));
  for (const x of laid ? laid.laid : []) {
    const r = x.r * 8.2, X = x.x * 10, Y = x.y * 10;
    if (laid.kind === "fire" && from) g.append(field("line", { class: "fireline", x1: from.X * 10, y1: from.Y * 10, x2: X, y2: Y }));
    if (x.shut) g.append(field("path", { class: "shut", d: `M${X - r * 0.6} ${Y + r * 0.6}l${r * 1.2} ${-r * 1.2}M${X - r * 0.75} ${Y + r * 0.1}l${r * 0.85} ${-r * 0.85}M${X - r * 0.1} ${Y + r * 0.75}l${r * 0.85} ${-r * 0.85}` }));
    else if (!view.spots.Table || laid.kind !== "sight" && laid.kind !== "field") g.append(field("circle", { class: "open", cx: X, cy: Y, r }));
  }
  for (const x of laid ? laid.laid : []) {
    if (x.shut || !x.text) continue;
    const size = Math.max(70, Math.min(190, x.r * 10 * (x.text.length > 4 ? 0.42 : 0.62)));
    g.append(field("text", { class: "fieldtext", x: x.x * 10, y: x.y * 10 + size * 0.35 + (laid.kind === "fire" ? x.r * 9 : 0), "font-size": size }, x.text));
  }
  for (const s of opened) {
    g.append(field("rect", { class: s.own ? "chip own3" : "chip", x: (s.x - s.r * 1.5) * 10, y: (s.y - s.r * 0.55) * 10, width: s.r * 30, height: s.r * 11, rx: s.own ? 20 : s.r * 5 }));
    const size = Math.min(s.r * 8, s.r * 46 / Math.max(4, s.unit.length));
    g.append(field("text", { class: "chiptext", x: s.x * 10, y: s.y * 10 + size * 0.35, "font-size": size }, s.unit));
  }
  marks.append(g);
}

// openStack fans out who stands in a place, and lists them with their states.
function openStack(p) {
  const stack = p.stack || [], at = placeOf(p.place) || spotOf(stack[0]?.unit);
  opened = [];
  if (stack.length > 1 && at) {
    const r = Math.max(view.spots.Units?.[0]?.R || 14, scale().k * 1.3), around = Math.max(r * 4, stack.length * r * 0.95);
    opened = stack.map((h, i) => {
      const turn = 2 * Math.PI * i / stack.length - Math.PI / 2;
      return { ...h, r, x: at.X + around * Math.cos(turn), y: at.Y + around * 0.8 * Math.sin(turn) };
    });
  }
  $("stackside").hidden = !stack.length;
  $("stackhead").textContent = `${p.place || at?.Name || ""} (${stack.length})`;
  $("stack").replaceChildren(...stack.map((h) => {
    const li = document.createElement("li"), b = Object.assign(document.createElement("button"), { type: "button", textContent: h.name });
    b.onclick = () => pick(h);
    li.append(b, Object.assign(document.createElement("span"), { className: "says", textContent: ` ${h.says}` }));
    return li;
  }));
  drawField();
}

// pick chooses a counter of the stack: one of the player's for orders, another as what is looked at.
function pick(h) {
  if (h.own) return choose(h.unit);
  seen = h.unit;
  offerSight();
  const u = view.units.find((v) => v.id === unit), fits = (u?.can || []).filter((c) => c.target === h.unit);
  if (fits.length) $("can").replaceChildren(...fits.map(readyLine));
  mark(h.unit);
}

// chipAt is the counter of the opened stack at a point of the drawing.
const chipAt = (x, y) => opened.find((s) => Math.abs(s.x - x) <= s.r * 1.5 && Math.abs(s.y - y) <= s.r * 0.6);

// placed shows the facts of a place, each with its rule.
function placed(p) {
  $("factside").hidden = !(p.says || []).length;
  $("facthead").textContent = p.place || "";
  $("facts").replaceChildren(...(p.says || []).map((s) => ruled("li", s.text, s.rule)));
  openStack(p);
}

// askPlace shows a place that was typed.
async function askPlace(name) {
  const known = view.spots.Places?.find((s) => s.Name.toLowerCase() === name.trim().toLowerCase());
  const p = await ask("place", { Place: known ? known.Name : name.trim() });
  told(p);
  placed(p);
  pointedAt = known || null;
  seen = p.place;
  offerSight();
  mark();
  if (known) centreMap(known.X, known.Y);
}

for (const b of document.querySelectorAll("[data-overlay]")) {
  b.onclick = () => {
    const about = b.dataset.overlay === "sight" && $("fieldfrom").value ? $("fieldfrom").value : unit;
    if (about) layOver(b.dataset.overlay, about);
  };
}
$("laidoff").onclick = () => { layNothing(); $("map").focus(); };
$("placego").onsubmit = (e) => { e.preventDefault(); if (view && $("placein").value.trim()) askPlace($("placein").value); };

// offerFields says of whom the sight is asked: any unit on the map, the chosen one first.
function offerFields() {
  const names = [...new Set((view.spots.Units || []).map((u) => u.Name))];
  const chosen = $("fieldfrom").value;
  $("fieldfrom").replaceChildren(option("", unit || "-"), ...names.filter((n) => n !== unit).map((n) => option(n, n)));
  if (names.includes(chosen) && chosen !== unit) $("fieldfrom").value = chosen;
}

pane.addEventListener("keydown", (e) => {
  if (!view || pictured || e.ctrlKey || e.altKey || e.metaKey) return;
  if (e.key === "s" || e.key === "S") {
    e.preventDefault();
    const at = view.units.find((u) => u.id === unit)?.place || pointedAt?.Name;
    if (at) askPlace(at).then(() => $("stack").querySelector("button")?.focus());
  }
});
document.addEventListener("shown", () => { laid = null; opened = []; showLaid(); placed({}); offerFields(); });
