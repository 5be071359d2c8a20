// The page: asks the rules in the worker, and shows what they say. There is no rule here.
const $ = (id) => document.getElementById(id);
let lang = words[navigator.language.slice(0, 2)] ? navigator.language.slice(0, 2) : "en";
const say = (key) => (words[lang] || words.en)[key] || words.en[key] || key;

let letters = [];    // as opened, each once
let view = null;     // the letter that is shown
let unit = "";       // chosen
let way = [];        // places clicked for it
let drafts = {};     // what was written, by letter
let journal = [];    // files that were opened, to open them again if the rules stop
let pictured = false;
let kept = 0;        // mails that bring no position, kept for an audit

// --- the rules -------------------------------------------------------------------------------------------------------

let rules = null, waiting = new Map(), number = 0, started = null;
const packed = bytesOf($("rules"));
const workerURL = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));

// bytesOf takes the bytes out of an element and the element out of the page. Each character of windows-1252 is a byte: the first says how long the
// blocks are, and before each block stands the key that its bytes were combined with.
function bytesOf(element) {
  const text = element.textContent;
  element.remove();
  const high = new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 128 }, (_, i) => i + 128));
  const byteOf = new Map([...high].map((c, i) => [c.charCodeAt(0), i + 128]));
  const byteAt = (i) => { const c = text.charCodeAt(i); return c < 128 ? c : byteOf.get(c); };
  const out = new Uint8Array(text.length), block = byteAt(0);
  let n = 0;
  for (let i = 1; i < text.length; ) {
    const key = byteAt(i++);
    for (const end = Math.min(i + block, text.length); i < end; i++) out[n++] = byteAt(i) ^ key;
  }
  return out.subarray(0, n);
}

function start() {
  status(say("starting"));
  rules = new Worker(workerURL);
  started = new Promise((done) => waiting.set(0, { done }));
  rules.onmessage = (e) => heard(e.data);
  rules.onerror = () => stopped();
  rules.postMessage({ packed, size: unpackedSize });
  started.then(() => status(say("ready")));
}

function heard(m) {
  if (m.n < 0) return stopped();
  const w = waiting.get(m.n);
  waiting.delete(m.n);
  if (!w) return;
  clearTimeout(w.timer);
  if (m.ok) w.done(JSON.parse(m.value)); else w.failed(new Error(m.error));
}

// stopped begins anew after an endless loop or a fault, with the letters that were opened.
async function stopped() {
  rules.terminate();
  for (const w of waiting.values()) if (w.failed) w.failed(new Error(say("stopped")));
  waiting.clear();
  start();
  const files = journal;
  journal = [];
  for (const f of files) await openBytes(f.name, f.bytes);
  status(say("stopped"));
}

const longest = 60000; // ms for one call; the first one reads the scenario

async function ask(call, args, bytes, most = longest) {
  await started;
  return new Promise((done, failed) => {
    const n = ++number;
    waiting.set(n, { done, failed, timer: setTimeout(() => { waiting.delete(n); failed(new Error(say("stopped"))); stopped(); }, most) });
    rules.postMessage({ n, call, args: JSON.stringify({ Lang: lang, ID: view?.id, ...args }), bytes });
  });
}

// --- letters ---------------------------------------------------------------------------------------------------------

const mostMail = 16 << 20;

async function openFiles(files) {
  if (!files.length) return status(say("nofile"));
  for (const f of files) {
    if (f.size > mostMail && /\.mbox$|^[^.]+$/i.test(f.name)) await openBox(f);
    else await openBytes(f.name, new Uint8Array(await f.arrayBuffer()));
  }
  listLetters();
  $("auditside").hidden = !kept && !letters.length;
  if (kept) status(`${say("ready")} ${kept} ${say("kept")}`);
}

// openBox hands over a large mailbox mail by mail.
async function openBox(file) {
  let rest = "";
  const read = file.stream().pipeThrough(new TextDecoderStream("latin1")).getReader();
  const give = (text) => openBytes(file.name, Uint8Array.from(text, (c) => c.charCodeAt(0)));
  for (;;) {
    const { value, done } = await read.read();
    const mails = (rest + (value || "")).split(/(?<=\n\r?\n)(?=From )/);
    rest = done ? "" : mails.pop();
    for (const m of mails) if (m.length < mostMail) await give(m);
    if (done) return;
  }
}

// preview shows the map that a letter brings while the rules open the letter: the first takes longest, and a map is what its reader waits for.
async function preview(bytes) {
  if (view || bytes.length > mostMail / 8) return;
  const drawn = await ask("drawn", {}, bytes);
  if (!drawn || view) return;
  $("layer").hidden = true;
  $("mapside").hidden = false;
  $("welcome").hidden = true;
  setPictureFrom(drawn);
}

async function openBytes(name, bytes) {
  await preview(bytes);
  const opened = await ask("open", { Name: name }, bytes);
  journal.push({ name, bytes });
  for (const o of opened) {
    kept += o.kept;
    if (o.kept && !o.fault) continue;
    if (o.fault) status(`${name} ${say(o.fault)}`);
    else if (!letters.some((l) => l.id === o.id)) letters.push(o);
  }
}

function listLetters() {
  letters.sort((a, b) => (a.game + a.seat < b.game + b.seat ? -1 : a.game + a.seat > b.game + b.seat ? 1 : a.number - b.number));
  const chosen = view?.id;
  $("letters").replaceChildren(...letters.map((l) => option(l.id, `${l.game} \u00b7 ${l.side || l.seat} \u00b7 ${l.turn}.${l.number}`)));
  $("letters").disabled = !letters.length;
  if (letters.length && !(chosen && letters.some((l) => l.id === chosen && l.id !== letters.at(-1).id))) show(letters.at(-1).id);
}

function option(value, text) {
  const o = document.createElement("option");
  o.value = value;
  o.textContent = text;
  return o;
}

// turnsOf lists the letters of the same game and seat as one, in order.
const turnsOf = (id) => letters.filter((l) => l.id.split("/").slice(0, 2).join() === id.split("/").slice(0, 2).join());

async function show(id, keep) {
  status(say("starting"));
  const next = await ask("show", { ID: id });
  const same = view && view.game === next.game && view.seat === next.seat;
  if (view && $("form").value) drafts[view.id] = $("form").value;
  view = next;
  seen = "";
  $("letters").value = id;
  const turns = turnsOf(id);
  $("slider").hidden = turns.length < 2;
  $("slider").max = turns.length - 1;
  $("slider").value = turns.findIndex((l) => l.id === id);
  $("slider").setAttribute("aria-valuetext", view.turn);
  $("slider").oninput = (e) => show(turns[e.target.value].id, true);
  for (const s of ["mapside", "orderside", "toldside"]) $(s).hidden = false;
  $("welcome").hidden = true;
  $("maphead").textContent = `${view.title} \u00b7 ${view.seat}`;
  $("subhead").textContent = `${view.game} \u00b7 ${view.turn}` + (view.due ? ` \u00b7 ${say("due")} ${new Date(view.due).toLocaleString(lang)}` : "");
  $("known").textContent = `\u00b7 ${say("known")} ${view.hash.slice(0, 16)}`;
  pictured = false;
  $("layer").hidden = !view.drawn;
  $("layer").setAttribute("aria-pressed", "false");
  setMap(view.map, keep || same);
  $("units").replaceChildren(option("", "-"), ...view.units.map((u) => option(u.id || " ", u.name || say("units"))));
  $("told").replaceChildren(...view.told.map((t) => ruled("li", t.text, t.rule)));
  $("words").textContent = view.words;
  $("tables").replaceChildren(...view.tables.map(tableOf));
  $("orderside").querySelectorAll("#form, #try, #mailto, #copy, #eml, #text").forEach((e) => (e.hidden = !view.asked));
  $("asked").textContent = view.asked ? `${say("asked")}${say("colon")}${(view.phases || []).join(", ")}` : say("idle");
  $("form").value = drafts[id] ?? view.form;
  choose(view.units.some((u) => u.id === unit) ? unit : "");
  document.dispatchEvent(new Event("shown"));
  await check();
  status(say("ready"));
  if (view.asked) warm();
}

function ruled(tag, text, rule) {
  const e = document.createElement(tag);
  e.textContent = text + " ";
  if (rule) {
    const r = document.createElement("span");
    r.className = "rule";
    r.textContent = rule;
    e.append(r);
  }
  return e;
}

function tableOf(t) {
  const table = document.createElement("table");
  const caption = table.createCaption();
  caption.textContent = t.Title;
  const row = (cells, tag) => {
    const tr = document.createElement("tr");
    tr.append(...(cells || []).map((c) => Object.assign(document.createElement(tag), { textContent: c })));
    return tr;
  };
  table.append(row(t.Heads, "th"), ...(t.Rows || []).map((r) => row(r, "td")));
  return table;
}

// --- pointing --------------------------------------------------------------------------------------------------------

// spotOf finds a unit on the map.
const placeOf = (p) => view.spots.Places?.find((s) => s.Name === p);
const spotOf = (name) => view.spots.Units?.find((s) => s.Name === name);

function choose(id) {
  unit = id;
  way = [];
  const u = view.units.find((x) => x.id === id);
  $("units").value = u ? u.id || " " : "";
  $("unithead").textContent = u ? u.name || say("units") : say("units");
  for (const b of ["reach", "fire", "firefield", "fieldbar"]) $(b).hidden = b !== "fieldbar" && (!u || !u.id);
  if (laid && laid.kind !== "sight" && laid.about !== id) layNothing();
  offerFields();
  offerSight();
  $("can").replaceChildren(...(u ? u.can || [] : []).map(readyLine));
  if (u && !(u.can || []).length) $("can").append(Object.assign(document.createElement("li"), { textContent: say("cannot") }));
  const at = u && spotOf(u.id);
  if (at) centreMap(at.X, at.Y);
  mark();
}

function readyLine(c) {
  const li = document.createElement("li"), b = document.createElement("button");
  b.type = "button";
  b.textContent = c.line;
  const says = document.createElement("div");
  says.className = "says";
  says.textContent = [c.says, c.rule].filter(Boolean).join(" ");
  b.append(says);
  b.onclick = () => add(c.line);
  b.onfocus = b.onmouseenter = () => mark(c.target);
  li.append(b);
  return li;
}

function mark(target) {
  if (pictured || !view) return;
  const list = [], at = unit && spotOf(unit);
  if (at) list.push({ x: at.X, y: at.Y, r: at.R * 1.2, kind: "own" }, { x: at.X, y: at.Y, r: at.R * 1.2, kind: "own2" });
  const aim = target && (spotOf(target) || placeOf(target));
  if (at && aim) list.push({ points: [{ x: at.X, y: at.Y }, { x: aim.X, y: aim.Y }], kind: "aim" });
  const steps = way.map(placeOf).filter(Boolean);
  if (at && steps.length) list.push({ points: [{ x: at.X, y: at.Y }, ...steps.map((s) => ({ x: s.X, y: s.Y }))], kind: "way" });
  if (pointedAt) list.push({ x: pointedAt.X, y: pointedAt.Y, r: pointedAt.R * 0.9, kind: "cell" });
  drawMarks(list);
}

let pointedAt = null; // the cell
let seen = "";        // unit or place that was pointed at last, as lines of sight name it

// pointed answers a click: on a unit of the player's it chooses it; with a unit chosen, on an enemy or a place, it shows the ready lines that aim
// there, and adds the line if there is just one.
async function pointed(x, y) {
  if (!view || pictured) return;
  const chip = chipAt(x, y);
  if (chip) return pick(chip);
  const p = await ask("point", { X: x, Y: y });
  told(p);
  placed(p);
  pointedAt = view.spots.Places?.find((s) => s.Name === p.place) || null;
  if (p.unit && view.units.some((u) => u.id === p.unit)) return choose(p.unit);
  seen = p.unit || p.place;
  offerSight();
  const u = view.units.find((v) => v.id === unit);
  if (u && u.id) {
    const fits = (u.can || []).filter((c) => c.target && (c.target === p.place || c.target === p.unit));
    if (fits.length === 1) add(fits[0].line);
    else if (fits.length) $("can").replaceChildren(...fits.map(readyLine));
    else if (p.place) step(u, p.place);
  }
  mark();
}

// offerSight offers the line of sight from the chosen unit to what was pointed at last.
function offerSight() {
  $("sight").hidden = !unit || !seen;
  $("sight").textContent = `${say("sight")} ${unit} - ${seen}`;
}

// step adds a clicked place to the way of the chosen unit: its first ready line that moves gives the words, the places are those clicked.
function step(u, place) {
  const move = (u.can || []).find((c) => c.target && view.spots.Places?.some((s) => s.Name === c.target) && c.line.endsWith(c.target));
  if (!move) return;
  const head = move.line.slice(0, move.line.length - move.target.length).replace(/\S+(?:[ -]\S+)*-$/, "").replace(/(?:[A-Z]?\d+[ -])+$/, "");
  const old = way.length ? head + way.join(" ") : null;
  way.push(place);
  const line = head + way.join(" ");
  if (old && $("form").value.includes(old)) setForm($("form").value.replace(old, line));
  else add(line);
}

function told(p) {
  $("here").textContent = (p.says || []).map((s) => s.text).join(" \u00b7 ") || p.place;
}

// add writes a line into the form, before its end.
function add(line) {
  const rows = $("form").value.replace(/\s+$/, "").split("\n").filter((r, i) => i === 0 || r.trim() !== "");
  if (rows.some((r) => r.trim() === line)) return;
  rows.splice(rows.length > 1 ? rows.length - 1 : rows.length, 0, line);
  setForm(rows.join("\n") + "\n");
}

function setForm(text) {
  $("form").value = text;
  check();
}

// --- orders ----------------------------------------------------------------------------------------------------------

let checks = 0, later = 0, checking = null, glanced = [];

const pause = 120; // milliseconds without a key after which there is time for more than a glance

// check reads the form: at a glance for each key, and thoroughly once no other follows. While the rules read, keys are not asked about one by one:
// the newest text is next.
async function check() {
  if (!view || !view.asked) return;
  const now = ++checks;
  drafts[view.id] = $("form").value;
  clearTimeout(later);
  checking ??= (async () => {
    for (let done = -1; done !== checks;) {
      done = checks;
      const text = $("form").value;
      glanced = await ask("glance", { Text: text });
      if (done === checks) listRows(glanced, text);
    }
  })().finally(() => { checking = null; });
  await checking;
  await new Promise((r) => setTimeout(r, pause));
  if (now !== checks) return;
  const text = $("form").value;
  if (glanced.some((r) => r.open)) {
    const rows = await ask("check", { Text: text }).catch(() => null); // it ends as soon as another key is pressed
    if (now !== checks || !rows) return;
    listRows(rows, text);
  }
  await compose(text);
  document.dispatchEvent(new Event("read"));
  if (now === checks) later = setTimeout(tryOrders, 500 - pause);
}

const mostWarm = 8; // lines

// warm types a ready line of each verb, key by key, until somebody else types: no later key has to wait for what the rules make only once, nor for
// what the browser makes of them when they are first used.
async function warm() {
  const lines = new Map(), of = view.id, now = checks;
  for (const u of view.units || []) for (const c of u.can || []) lines.set(c.line.split(" ")[0], c.line);
  for (const line of [...lines.values()].slice(0, mostWarm)) {
    for (let n = 1; n <= line.length; n++) {
      await ask("glance", { Text: line.slice(0, n) }).catch(() => null);
      if (view.id !== of || checks !== now) return;
    }
    await ask("check", { Text: line.slice(0, line.length / 2) }).catch(() => null);
  }
}

let tried = null; // the text that was tried last, and how its rows fared

// tryOrders plays the orders on what is known. The rules leave off as soon as something else is asked.
async function tryOrders() {
  clearTimeout(later);
  if (!view || !view.asked) return;
  const now = checks, text = $("form").value;
  const rows = await ask("try", { Text: text }).catch(() => null);
  if (now !== checks || !rows) return;
  tried = { text, rows };
  listRows(rows, text);
}

const looked = { withdrawn: "withdrawn", fault: "fault", refused: "refused", order: "understood", standing: "standing" };

function listRows(rows, text) {
  const lines = text.split("\n");
  const shown = rows.filter((r) => looked[r.state]);
  const bad = shown.filter((r) => !r.open && (r.state === "fault" || r.state === "refused"));
  $("verdict").textContent = !shown.length ? say("empty") : bad.length ? `${say("bad")} ${bad.map((r) => r.row + 1).join(", ")}` : say("good");
  $("form").setAttribute("aria-invalid", bad.length ? "true" : "false");
  $("rows").replaceChildren(...shown.map((r) => {
    const li = document.createElement("li");
    li.dataset.state = r.open ? "open" : r.state;
    li.value = r.row + 1;
    li.append(codeOf(lines[r.row].trim(), r.column), ` ${say(looked[r.state])}`);
    if (r.reading) li.append(` \u00b7 ${say("reading")} ${r.reading}`);
    if (r.says) li.append(` \u00b7 ${r.says}`);
    if (r.rule) li.append(` (${r.rule})`);
    if (r.chances?.length) li.append(` \u00b7 ${r.chances.join(", ")}`);
    if (r.open) li.append(" \u2026"); // what was meant is being looked for
    if (r.instead) {
      const b = Object.assign(document.createElement("button"), { type: "button", textContent: `${say("instead")}${say("colon")}${r.instead}` });
      b.onclick = () => { lines[r.row] = r.instead; setForm(lines.join("\n")); };
      li.append(" ", b);
    }
    return li;
  }));
}

// codeOf writes a line with the word at a column marked, if that is not 0: a caret below it would be lost where the line is broken.
function codeOf(line, column) {
  const code = document.createElement("code");
  if (!column) {
    code.textContent = line;
    return code;
  }
  const runes = [...line], before = runes.slice(0, column - 1).join(""), rest = runes.slice(column - 1).join("");
  const word = rest.match(/^\s*\S*/)[0];
  code.append(before, Object.assign(document.createElement("mark"), { textContent: word || "\u00a0" }), rest.slice(word.length));
  return code;
}

// answered shows what the letters answer to a question about the chosen unit.
async function answered(kind, to) {
  $("answer").textContent = await ask("paper", { Kind: kind, About: unit, To: to });
  $("answer").hidden = false;
  $("answer").focus();
}

let mail = null;

async function compose(text) {
  mail = await ask("reply", { Text: text });
  $("mailto").href = mail.mailto;
  $("text").value = mail.text;
  if ($("eml").href) URL.revokeObjectURL($("eml").href);
  $("eml").href = URL.createObjectURL(new Blob([mail.eml], { type: "message/rfc822" }));
}

async function copy() {
  try {
    await navigator.clipboard.writeText(mail.text);
  } catch {
    $("text").focus();
    $("text").select();
    document.execCommand("copy");
  }
}

$("copy").onclick = async () => { await copy(); $("sent").textContent = `${say("copied")} ${mail.to} (${mail.subject})`; };
$("mailto").onclick = async () => { if (!mail.whole) { await copy(); $("sent").textContent = say("long"); } };
$("form").oninput = check;
$("try").onclick = tryOrders;
$("sight").onclick = async () => { await answered("los", seen); mark(seen); };

// --- the page --------------------------------------------------------------------------------------------------------

function status(text) { $("status").textContent = text; }

function speak() {
  document.documentElement.lang = lang;
  document.title = say("title");
  for (const e of document.querySelectorAll("[data-say]")) e.textContent = say(e.dataset.say);
  for (const e of document.querySelectorAll("[data-label]")) e.setAttribute("aria-label", say(e.dataset.label));
  for (const e of document.querySelectorAll("[data-alt]")) e.alt = say(e.dataset.alt);
}

$("files").onchange = (e) => openFiles([...e.target.files]);
$("letters").onchange = (e) => show(e.target.value, true);
$("language").replaceChildren(...Object.keys(words).map((l) => option(l, l)));
$("language").value = lang;
$("language").onchange = (e) => { lang = e.target.value; speak(); if (view) show(view.id, true); };
$("units").onchange = (e) => choose(e.target.value.trim());
$("larger").onclick = () => zoomMap(1.4);
$("smaller").onclick = () => zoomMap(1 / 1.4);
$("fit").onclick = fitMap;
$("layer").onclick = () => {
  pictured = !pictured;
  $("layer").setAttribute("aria-pressed", String(pictured));
  if (pictured) setPicture(view.drawn); else { setMap(view.map, true); mark(); }
};
pane.addEventListener("keydown", (e) => {
  const far = box.w / 8, keys = {
    ArrowLeft: () => panMap(-far, 0), ArrowRight: () => panMap(far, 0), ArrowUp: () => panMap(0, -far), ArrowDown: () => panMap(0, far),
    "+": () => zoomMap(1.4), "-": () => zoomMap(1 / 1.4), 0: fitMap, n: nextUnit, N: nextUnit, Enter: () => $("can").querySelector("button")?.focus(),
  };
  if (!keys[e.key] || e.ctrlKey || e.altKey || e.metaKey || !view) return;
  e.preventDefault();
  keys[e.key]();
});

async function nextUnit() {
  const list = view.units.filter((u) => u.id), i = list.findIndex((u) => u.id === unit);
  if (!list.length) return;
  choose(list[(i + 1) % list.length].id);
  told(await ask("place", { Place: list[(i + 1) % list.length].place }));
}

for (const type of ["dragover", "dragenter"]) addEventListener(type, (e) => { e.preventDefault(); document.body.classList.add("over"); });
addEventListener("dragleave", () => document.body.classList.remove("over"));
addEventListener("drop", (e) => { e.preventDefault(); document.body.classList.remove("over"); openFiles([...e.dataTransfer.files]); });
addEventListener("paste", (e) => { if (e.clipboardData.files.length) openFiles([...e.clipboardData.files]); });

// fetched opens the report that the address names, where the page came from a server. What names it goes in a header, so no log of a server has it.
async function fetched() {
  const opens = /^#open=([a-z0-9._-]+)$/i.exec(location.hash);
  if (!opens || !/^https?:$/.test(location.protocol)) return;
  try {
    const got = await fetch(location.pathname.replace(/\/$/, "") + "/letter", { headers: { Authorization: "Bearer " + opens[1] }, cache: "no-store", referrerPolicy: "no-referrer" });
    if (!got.ok) return status(say("notfetched"));
    await openFiles([new File([await got.arrayBuffer()], "letter.eml")]);
  } catch {
    status(say("notfetched"));
  }
}

$("page").textContent = page;
speak();
start();
fetched();
