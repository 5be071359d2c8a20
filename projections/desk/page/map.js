// The map: pan by dragging, zoom by buttons, keys, two fingers or Ctrl and the wheel. It knows pixels only; what lies there the rules say.
const NS = "http://www.w3.org/2000/svg";
const pane = document.getElementById("map");
let box = { x: 0, y: 0, w: 1, h: 1 }; // the part that is shown, in tenths of a pixel
let whole = { w: 1, h: 1 };
let marks = null;

// setMap shows a drawing of our own writer. keep leaves the part that is shown.
function setMap(text, keep) {
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const size = svg.getAttribute("viewBox").split(" ").map(Number);
  svg.setAttribute("class", "chart");
  svg.setAttribute("aria-hidden", "true");
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  marks = document.createElementNS(NS, "svg");
  marks.setAttribute("class", "marks");
  marks.setAttribute("aria-hidden", "true");
  pane.replaceChildren(document.importNode(svg, true), marks);
  const same = whole.w === size[2] && whole.h === size[3];
  whole = { w: size[2], h: size[3] };
  if (keep && same) place(); else fitMap();
  applyLayers();
}

// setPicture shows a drawing that came in a letter, as a picture: nothing in it can run.
const setPicture = (text) => setPictureFrom("data:image/svg+xml;charset=utf-8," + encodeURIComponent(text));

function setPictureFrom(address) {
  const img = document.createElement("img");
  img.src = address;
  img.alt = say("happened");
  img.style.cssText = "width:100%;height:100%;object-fit:contain";
  pane.replaceChildren(img);
  marks = null;
}

function place() {
  for (const s of pane.querySelectorAll("svg.chart, svg.marks")) s.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
}

function fitMap() {
  box = { x: 0, y: 0, w: whole.w, h: whole.h };
  place();
}

// scale is how many tenths of a pixel of the map a pixel of the screen is, and where the map begins on the screen.
function scale() {
  const r = pane.getBoundingClientRect();
  const k = Math.max(box.w / r.width, box.h / r.height);
  return { k, left: r.left + (r.width - box.w / k) / 2, top: r.top + (r.height - box.h / k) / 2 };
}

// mapOf turns a point of the screen into pixels of the drawing; clientOf goes the other way.
function mapOf(cx, cy) {
  const s = scale();
  return { x: (box.x + (cx - s.left) * s.k) / 10, y: (box.y + (cy - s.top) * s.k) / 10 };
}

function clientOf(x, y) {
  const s = scale();
  return { x: s.left + (x * 10 - box.x) / s.k, y: s.top + (y * 10 - box.y) / s.k };
}

function zoomMap(f, cx, cy) {
  const r = pane.getBoundingClientRect();
  const at = mapOf(cx ?? r.left + r.width / 2, cy ?? r.top + r.height / 2);
  const w = Math.min(whole.w * 1.2, Math.max(whole.w / 12, box.w / f)), real = w / box.w;
  box = { x: at.x * 10 - (at.x * 10 - box.x) * real, y: at.y * 10 - (at.y * 10 - box.y) * real, w, h: box.h * real };
  clampMap();
}

function panMap(dx, dy) {
  box.x += dx;
  box.y += dy;
  clampMap();
}

function clampMap() {
  box.x = Math.min(Math.max(box.x, -box.w / 2), whole.w - box.w / 2);
  box.y = Math.min(Math.max(box.y, -box.h / 2), whole.h - box.h / 2);
  requestAnimationFrame(place);
}

// centreMap brings a point of the drawing into sight.
function centreMap(x, y) {
  const px = x * 10, py = y * 10;
  if (px < box.x + box.w * 0.1 || px > box.x + box.w * 0.9) box.x = px - box.w / 2;
  if (py < box.y + box.h * 0.1 || py > box.y + box.h * 0.9) box.y = py - box.h / 2;
  clampMap();
}

// drawMarks lays rings and ways over the map: {ring: [{x, y, r, kind}], ways: [{points, kind}]}.
function drawMarks(list) {
  if (!marks) return;
  marks.replaceChildren();
  for (const m of list) {
    const e = document.createElementNS(NS, m.points ? "polyline" : "circle");
    e.setAttribute("class", m.kind);
    e.setAttribute("vector-effect", "non-scaling-stroke");
    if (m.points) {
      e.setAttribute("points", m.points.map((p) => `${p.x * 10},${p.y * 10}`).join(" "));
    } else {
      e.setAttribute("cx", m.x * 10);
      e.setAttribute("cy", m.y * 10);
      e.setAttribute("r", m.r * 10);
    }
    marks.append(e);
  }
  drawField();
}

// pointers are the fingers and the mouse on the map.
const pointers = new Map();
let dragged = false;

pane.addEventListener("pointerdown", (e) => {
  pane.setPointerCapture(e.pointerId);
  pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
  if (pointers.size === 1) dragged = false;
});
pane.addEventListener("pointermove", (e) => {
  const was = pointers.get(e.pointerId);
  if (!was) return;
  const dx = e.clientX - was.x, dy = e.clientY - was.y;
  if (!dragged && Math.hypot(dx, dy) < 6) return;
  dragged = true;
  if (pointers.size === 2) {
    const [other] = [...pointers].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
    zoomMap(Math.hypot(e.clientX - other.x, e.clientY - other.y) / Math.max(1, Math.hypot(was.x - other.x, was.y - other.y)), (e.clientX + other.x) / 2, (e.clientY + other.y) / 2);
  } else {
    const k = scale().k;
    panMap(-dx * k, -dy * k);
  }
  pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
});
pane.addEventListener("pointerup", (e) => {
  if (pointers.delete(e.pointerId) && !dragged) {
    const at = mapOf(e.clientX, e.clientY);
    pointed(at.x, at.y);
  }
});
pane.addEventListener("pointercancel", (e) => pointers.delete(e.pointerId));
pane.addEventListener("wheel", (e) => {
  if (!e.ctrlKey) return;
  e.preventDefault();
  zoomMap(e.deltaY < 0 ? 1.2 : 1 / 1.2, e.clientX, e.clientY);
}, { passive: false });

// clientXY is where a spot of the map is on the screen.
function clientXY(s) {
  const at = clientOf(s.X, s.Y);
  return { X: at.x, Y: at.y };
}
