// Standing orders as a form: its fields and choices come from the grammar, by way of the rules; what is filled in becomes a line of the orders.
let policies = null;  // what stands, and what could
let standText = null; // the text for which that is so
let standing = -1;    // the one that is being changed; -1 for a new one

const element = (tag, attributes = {}, ...children) => {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes)) if (k in e) e[k] = v; else e.setAttribute(k, v);
  e.append(...children);
  return e;
};

// readStands asks what stands once the orders are sent, if the list is open and the text another one.
async function readStands() {
  if (!view || !view.asked || !$("standside").open) return;
  const text = $("form").value, of = view;
  if (standText === text && policies) return;
  const got = await ask("standing", { Text: text });
  if (view !== of || text !== $("form").value) return;
  const first = !policies;
  policies = got;
  standText = text;
  listStands();
  if (first) newStand();
}

function listStands() {
  const list = policies.stands.map((s, i) => {
    const li = element("li", {}, element("code", { textContent: s.text }));
    if (s.row >= 0) li.append(` \u00b7 ${say("standshere")}`);
    if (s.out) li.append(` \u00b7 ${say("standsout")}`);
    if (!s.armed) li.append(` \u00b7 ${[say("disarmed"), s.why].filter(Boolean).join(say("colon"))}`);
    if (s.out) return li;
    const called = (key) => ({ type: "button", textContent: say(key), "aria-label": `${say(key)}${say("colon")}${s.text}` });
    const buttons = element("div", { className: "bar" });
    if (s.form) buttons.append(element("button", { ...called("standsedit"), onclick: () => editStand(i) }));
    else li.append(` \u00b7 ${say("standsfixed")}`);
    const alone = !policies.stands.some((o, k) => k !== i && o.row < 0 && !o.out && o.form?.verb === s.form?.verb);
    if (s.row >= 0 || !s.fixed || !alone) buttons.append(element("button", { ...called("standsoff"), onclick: () => writeStand({ stand: i, given: null }) }));
    li.append(buttons);
    return li;
  });
  $("stands").replaceChildren(...(list.length ? list : [element("li", { textContent: say("nostands") })]));
}

function newStand() {
  standing = -1;
  $("standhead").textContent = say("standsnew");
  $("standwrite").textContent = say("standsadd");
  $("standverb").replaceChildren(...policies.verbs.map((v) => option(v.name, v.title)));
  $("standverb").disabled = false;
  fillStand({ verb: policies.verbs[0]?.name || "", args: [], guard: "", not: false, when: "", of: [], clauses: [] });
}

function editStand(i) {
  const s = policies.stands[i];
  standing = i;
  $("standhead").textContent = `${say("standsedit")}${say("colon")}${s.text}`;
  $("standwrite").textContent = say("standschange");
  $("standverb").value = s.form.verb;
  $("standverb").disabled = true; // of another verb it would be another order
  fillStand(s.form);
  $("standhead").focus();
}

const policyOf = (name) => policies.verbs.find((v) => v.name === name);
const valueOf = (list, name) => list.find((v) => v.name === name)?.value || "";

// fillStand shows the fields of a verb, filled in.
function fillStand(g) {
  const v = policyOf(g.verb);
  if (!v) return;
  $("standverb").value = g.verb;
  $("standsays").textContent = `${v.says} ${v.rule}` + (v.example ? ` \u2014 ${v.example}` : "");
  $("standfields").replaceChildren(...v.fields.map((f) => fieldOf(f, valueOf(g.args, f.name))));
  $("standclauses").replaceChildren();
  $("standmore").hidden = !v.clauses.length;
  const clauses = g.clauses.length || !v.clauses.length ? g.clauses : [{ verb: v.clauses[0].name, args: [] }];
  for (const c of clauses) addClause(v, c);
  $("standguard").hidden = !policies.conditions.length;
  $("standcond").replaceChildren(option("", "-"), ...policies.conditions.map((c) => option(c.name, c.title)));
  $("standcond").value = g.when;
  $("standkind").replaceChildren(option("if", say("guardif")), option("when", say("guardwhen")));
  $("standkind").value = g.guard || "if";
  $("standnot").checked = g.not;
  fillCondition(g.of);
}

function fillCondition(of) {
  const c = policies.conditions.find((x) => x.name === $("standcond").value);
  $("standof").replaceChildren(...(c ? c.fields : []).map((f) => fieldOf(f, valueOf(of, f.name))));
  $("standwhen").hidden = !c;
}

function addClause(v, c) {
  const box = element("fieldset", { className: "clause" }, element("legend", { textContent: say("standsthen") }));
  const which = element("select", { "aria-label": say("standsthen") }, ...v.clauses.map((x) => option(x.name, x.title)));
  const fields = element("div");
  const fill = (args) => fields.replaceChildren(...v.clauses.find((x) => x.name === which.value).fields.map((f) => fieldOf(f, valueOf(args, f.name))));
  which.value = c.verb;
  which.onchange = () => fill([]);
  box.append(which, fields, element("button", { type: "button", textContent: say("standsoff"), onclick: () => { box.remove(); $("standmore").focus(); } }));
  $("standclauses").append(box);
  fill(c.args);
}

// fieldOf makes what an argument is filled in with: a choice, boxes to tick for a list, a number, a place, a text, or settings.
function fieldOf(f, value) {
  const asked = f.title + (f.optional ? "" : " *"), id = `stand-${++fields}`;
  const box = element("div", { className: "field" });
  box.dataset.name = f.name;
  const label = element("label", { htmlFor: id, textContent: asked });
  if (f.kind === "settings" && f.choices.length) {
    const given = value.split(",").filter(Boolean).map((s) => s.split(/=(.*)/s));
    const set = element("fieldset", {}, element("legend", { textContent: asked }));
    const parts = f.choices.map((c) => {
      const inner = c.values.length ? element("select", {}, option("", "-"), ...c.values.map((v) => option(v.value, v.title))) : element("input", { size: 8 });
      inner.value = given.find((g) => g[0] === c.value)?.[1] || "";
      set.append(element("label", { className: "inline" }, `${c.title} `, inner));
      return () => (inner.value.trim() ? [`${c.value}=${inner.value.trim()}`] : []);
    });
    box.append(set);
    box.read = () => parts.flatMap((p) => p()).join(",");
  } else if (f.kind === "choice" && f.repeated) {
    const chosen = value.split(",").map((s) => s.trim()).filter(Boolean); // their order counts: who is ticked first comes first
    const set = element("fieldset", { className: "ticks" }, element("legend", { textContent: asked }));
    const order = element("span", { className: "says" });
    const tell = () => { order.textContent = chosen.length > 1 ? ` ${chosen.join(", ")}` : ""; };
    for (const c of f.choices) {
      const tick = element("input", { type: "checkbox", checked: chosen.includes(c.value) });
      tick.onchange = () => { if (tick.checked) chosen.push(c.value); else chosen.splice(chosen.indexOf(c.value), 1); tell(); };
      set.append(element("label", { className: "inline" }, tick, ` ${c.title}`));
    }
    tell();
    set.append(order);
    box.append(set);
    box.read = () => chosen.join(",");
  } else {
    const input = f.kind === "choice" ? element("select", { id }, option("", "-"), ...f.choices.map((c) => option(c.value, c.title)))
      : element("input", { id, size: f.kind === "number" ? 6 : 14, inputMode: f.kind === "number" ? "numeric" : "text" });
    if (f.kind === "place") input.setAttribute("list", "places");
    if (f.kind === "choice" && !f.optional && !value && f.choices.length === 1) value = f.choices[0].value;
    input.value = value;
    if (!f.optional) input.required = true;
    box.append(label, " ", input);
    box.read = () => input.value.trim();
  }
  if (f.says && !f.title.includes(f.says)) box.append(element("span", { className: "says", textContent: ` ${f.says}` }));
  return box;
}

let fields = 0;

const readFields = (where) => [...where.children].map((b) => ({ name: b.dataset.name, value: b.read() })).filter((v) => v.value);

async function writeStand(edit) {
  const before = $("form").value;
  const text = await ask("stand", { Text: before, Edit: edit });
  if ($("form").value !== before) return; // something else was typed meanwhile
  setForm(text);
  policies.stands.length && $("standhead").focus();
  await readStands();
  newStand();
}

$("standwrite").onclick = () => writeStand({
  stand: standing,
  given: {
    verb: $("standverb").value, args: readFields($("standfields")), guard: $("standcond").value ? $("standkind").value : "", not: $("standnot").checked,
    when: $("standcond").value, of: $("standcond").value ? readFields($("standof")) : [],
    clauses: [...$("standclauses").children].map((c) => ({ verb: c.querySelector("select").value, args: readFields(c.querySelector("div")) })),
  },
});
$("standnew").onclick = () => newStand();
$("standverb").onchange = () => fillStand({ verb: $("standverb").value, args: [], guard: "", not: false, when: "", of: [], clauses: [] });
$("standcond").onchange = () => fillCondition([]);
$("standmore").onclick = () => { const v = policyOf($("standverb").value); addClause(v, { verb: v.clauses[0].name, args: [] }); };
$("standside").addEventListener("toggle", readStands);
document.addEventListener("read", readStands); // after each reading of the orders
document.addEventListener("shown", () => {
  policies = standText = null;
  $("standside").hidden = !view.asked;
  $("places").replaceChildren(...(view.spots.Places || []).map((p) => option(p.Name, p.Name)));
  readStands();
});
