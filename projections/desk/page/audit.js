// The audit: asks the rules for it, and shows what they say. Nothing is judged here.
async function audit() {
  status(say("auditing"));
  $("auditnow").disabled = true;
  try {
    const chosen = $("auditgames").hidden ? (view ? view.game : "") : $("auditgame").value;
    const a = await ask("audit", { Game: chosen }, null, longestAudit);
    $("auditgames").hidden = !a.games.length;
    $("auditgame").replaceChildren(...a.games.map((g) => option(g, g)));
    if (!a.games.length) showVerdict(a);
    status(say("ready"));
  } catch (e) {
    status(e.message);
  } finally {
    $("auditnow").disabled = false;
  }
}

const longestAudit = 20 * 60000; // ms
let judgement = null; // the last one

function showVerdict(a) {
  judgement = a;
  $("verdictside").hidden = false;
  $("judged").textContent = a.page.Verdict;
  $("judged").dataset.level = a.page.Level;
  $("auditfacts").replaceChildren(paragraph(a.page.Title), ...(a.page.Facts || []).map(paragraph));
  $("auditsteps").replaceChildren(...(a.page.Steps || []).map(stepOf), ...(a.page.Close || []).map(paragraph));
  $("auditchart").hidden = !a.chart;
  if (a.chart) $("auditchart").src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(a.chart);
  saveAs($("auditsave"), a.verdict, "application/json");
  $("auditproof").hidden = !a.proof;
  saveAs($("auditproof"), a.proof, "text/plain");
  $("judged").focus();
}

function paragraph(text) { return Object.assign(document.createElement("p"), { textContent: text }); }

// stepOf shows a step of the audit; it is open if it found something.
function stepOf(s) {
  const d = document.createElement("details"), list = document.createElement("ul");
  d.open = !!(s.Findings || []).length;
  list.replaceChildren(...(s.Findings || []).map((f) => {
    const li = Object.assign(document.createElement("li"), { textContent: f.Text });
    li.dataset.level = f.Level;
    return li;
  }));
  d.append(Object.assign(document.createElement("summary"), { textContent: s.Title }), paragraph(s.Done), list);
  if ((s.Lines || []).length) d.append(Object.assign(document.createElement("pre"), { textContent: s.Lines.join("\n"), tabIndex: 0 }));
  return d;
}

function saveAs(link, text, type) {
  if (link.href) URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([text], { type }));
}

$("auditnow").onclick = audit;
