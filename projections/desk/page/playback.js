// What a letter tells, played step by step on its map: moves and shots one after the other, each with its sentence and its rule.
let steps = null;    // of the letter that is shown; null until they are asked for
let stepAt = -2;     // the step that the map shows; -1 is the beginning, -2 the map as things stand
let walking = 0;     // timer of a play that goes on by itself; 0 if it stands
let turnsShown = 0;  // counts the scenes asked for, so that an older answer is passed over

const calmly = matchMedia("(prefers-reduced-motion: reduce)");

// playable makes the bar ready for the letter that is shown.
function playable() {
  steps = null;
  stepAt = -2;
  $("playside").hidden = !view.told.length;
  $("playat").value = $("playat").max = 0;
  playTold();
}

// readSteps asks for the steps once.
async function readSteps() {
  if (steps) return;
  const of = view;
  const got = await ask("play", {});
  if (view !== of) return;
  steps = got;
  $("playat").max = steps.length;
}

// playTo shows the map after a step, and how it came about if the step before is on show.
async function playTo(n) {
  await readSteps();
  if (!steps) return;
  n = Math.max(-1, Math.min(n, steps.length - 1));
  const mine = ++turnsShown, onward = n === stepAt + 1 && n >= 0 && !calmly.matches;
  stepAt = n;
  $("playat").value = n + 1;
  playTold();
  const scene = await ask("scene", { Step: n });
  if (mine !== turnsShown || stepAt === -2) return;
  if (onward && pictured && marks) await walk(steps[n].ways, () => mine === turnsShown);
  if (mine !== turnsShown || stepAt === -2) return;
  pictured = true; // what is pointed at would be where it is not
  const part = { ...box }, known = marks !== null;
  setMap(scene.map, true);
  if (known) { box = part; place(); }
}

// playTold says the step in words.
function playTold() {
  const now = steps && stepAt >= 0 ? steps[stepAt] : null;
  $("playwhere").textContent = stepAt < -1 ? "" : `${stepAt + 1} / ${steps.length}` + (now?.phase ? ` \u00b7 ${now.phase}` : "");
  $("playsays").replaceChildren(...(now ? now.says.map((s) => ruled("p", s.text, s.rule)) : stepAt === -1 ? [ruled("p", say("beginning"))] : []));
  $("playat").setAttribute("aria-valuetext", $("playwhere").textContent || say("now"));
  $("playend").hidden = stepAt === -2;
  $("playprev").disabled = stepAt < 0;
}

// walk moves a piece along each way, or draws the line of a shot, and is done when all have arrived. It leaves off when wanted no longer says so.
function walk(ways, wanted) {
  const length = (w) => w.at.slice(1).reduce((l, p, i) => l + Math.hypot(p[0] - w.at[i][0], p[1] - w.at[i][1]), 0);
  const cell = (view.spots.Places?.[0] || view.spots.Units?.[0] || { R: 20 }).R;
  const took = Math.min(1600, 350 + 120 * Math.max(0, ...ways.map(length)) / (cell * 1.7));
  const parts = ways.map((w) => ({ w, long: length(w), ...pieceOf(w, cell) }));
  if (!parts.length) return Promise.resolve();
  marks.replaceChildren(...parts.map((p) => p.node));
  centreMap(...ways[0].at[0]);
  return new Promise((done) => {
    let from = 0;
    const tick = (now) => {
      from ||= now;
      const part = Math.min(1, (now - from) / took);
      for (const p of parts) p.go(along(p.w.at, p.long * part), part);
      if (part < 1 && wanted()) requestAnimationFrame(tick);
      else done();
    };
    requestAnimationFrame(tick);
  });
}

// along is the point of a way at a distance from its beginning.
function along(at, far) {
  for (let i = 1; i < at.length; i++) {
    const long = Math.hypot(at[i][0] - at[i - 1][0], at[i][1] - at[i - 1][1]);
    if (far <= long && long > 0) return [at[i - 1][0] + (at[i][0] - at[i - 1][0]) * far / long, at[i - 1][1] + (at[i][1] - at[i - 1][1]) * far / long];
    far -= long;
  }
  return at[at.length - 1];
}

// pieceOf makes what moves: a counter with the name of its unit, or the line of a shot. Sides differ by shape as well as by colour.
function pieceOf(w, cell) {
  const make = (name, attributes) => {
    const e = document.createElementNS(NS, name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    return e;
  };
  if (w.kind === "fire" || w.kind === "barrage" || w.kind === "shells") {
    const node = make("polyline", { class: "shot", "vector-effect": "non-scaling-stroke" });
    const [x, y] = w.at[0];
    return { node, go: (p) => node.setAttribute("points", `${x * 10},${y * 10} ${p[0] * 10},${p[1] * 10}`) };
  }
  const node = make("g", {}), r = cell * 5;
  node.append(make("rect", { class: `piece side${w.side % 2}`, x: -r, y: -r, width: 2 * r, height: 2 * r, rx: w.side % 2 ? r : r / 5 }));
  const name = make("text", { class: "piecename", "font-size": r * 0.75, y: r * 0.27, "text-anchor": "middle" });
  name.textContent = w.unit.slice(w.unit.lastIndexOf(".") + 1);
  node.append(name);
  return { node, go: (p) => node.setAttribute("transform", `translate(${p[0] * 10} ${p[1] * 10})`) };
}

// playOn goes on by itself, as fast as the sentences can be read, into the letters of the turns that follow.
async function playOn() {
  walking = -1;
  played(true);
  try {
    if (stepAt === -2 || steps && stepAt >= steps.length - 1) await playTo(-1);
    while (walking) {
      await new Promise((done) => { walking = setTimeout(done, stepAt < 0 ? 900 : Math.min(7000, 1100 + 32 * $("playsays").textContent.length)); });
      if (!walking) break;
      if (stepAt === -2) break;
      if (stepAt < steps.length - 1) await playTo(stepAt + 1);
      else if (!(await playNextTurn())) break;
    }
  } finally {
    playStop();
  }
}

// playNextTurn shows the beginning of the next letter of the seat, if there is one.
async function playNextTurn() {
  const turns = turnsOf(view.id), next = turns[turns.findIndex((l) => l.id === view.id) + 1];
  if (!next) return false;
  const on = walking;
  await show(next.id, true);
  if (!view.told.length) return playNextTurn();
  walking = on;
  played(true);
  await playTo(-1);
  return true;
}

function playStop() {
  clearTimeout(walking);
  walking = 0;
  played(false);
}

function played(on) {
  $("play").setAttribute("aria-pressed", String(on));
  $("play").textContent = say(on ? "pause" : "play");
}

// playEnd shows the map as things stand again.
function playEnd() {
  playStop();
  if (stepAt === -2) return;
  stepAt = -2;
  turnsShown++;
  pictured = false;
  setMap(view.map, true);
  mark();
  playTold();
}

const playBy = (n) => { playStop(); return playTo(stepAt === -2 ? (n > 0 ? 0 : -1) : stepAt + n); };
$("play").onclick = () => (walking ? playStop() : playOn());
$("playprev").onclick = () => playBy(-1);
$("playnext").onclick = () => playBy(1);
$("playat").oninput = (e) => { playStop(); playTo(Number(e.target.value) - 1); };
$("playend").onclick = () => { playEnd(); $("map").focus(); };
$("playside").addEventListener("keydown", (e) => { if (e.key === "Escape" && stepAt !== -2) { e.preventDefault(); $("playend").click(); } });
pane.addEventListener("keydown", (e) => {
  const keys = { ".": () => playBy(1), ",": () => playBy(-1), Escape: playEnd };
  if (!keys[e.key] || e.ctrlKey || e.altKey || e.metaKey || !view || $("playside").hidden) return;
  e.preventDefault();
  keys[e.key]();
});
document.addEventListener("shown", () => { playStop(); playable(); });
