// The run as a list, on which one can go back and forth.

function stepsPanel(app) {
  const { m, session } = app;
  const items = session.entries.map((e, i) => {
    const parts = [el("span", { class: "number", text: i }), el("span", { class: "event", text: i === 0 ? "start" : described(m, e.input) })];
    if (i === app.loop) parts.push(el("span", { class: "tag failure", text: "↻ from here on, it repeats forever" }));
    if (e.remark) parts.push(el("span", { class: "tag " + (e.remark === "ignored" ? "neutral" : "failure"), text: e.remark }));
    const through = [...e.steps.slice(0, -1).map((s) => s.after.state), e.config.state];
    const path = e.steps.length > 12 ? through.slice(0, 5).map((s) => m.states[s].name).concat("…", m.states[e.config.state].name) : through.map((s) => m.states[s].name);
    parts.push(el("span", { class: "to", text: "→ " + path.join(" → ") }));
    const changes = i === 0 ? [] : changed(m, session.entries[i - 1].config, e.config);
    if (changes.length > 0) parts.push(el("span", { class: "does", text: changes.join(", ") }));
    for (const o of e.outputs) parts.push(el("span", { class: "output", text: "↗ " + outputText(m, o) }));
    const wrong = problem(m, e);
    if (wrong) parts.push(el("span", { class: "alarm", text: wrong }));
    const old = app.old ? app.oldSide(i) : null;
    if (old) parts.push(el("span", { class: old.same ? "old" : "old differs", text: "old: " + old.text }));
    const here = i === session.position;
    return el("li", { class: here ? "here" : i > session.position ? "later" : "" },
      el("button", { type: "button", class: "step", "aria-current": here ? "step" : null, click: () => app.goTo(i) }, ...parts));
  });
  return [el("ol", { start: 0 }, ...items)];
}

// changed lists the variables whose values differ.
function changed(m, before, after) {
  const out = [];
  m.vars.forEach((v, i) => {
    if (v.type === "" || v.implied === "pending" || v.implied === "remembered" || !exists(m, i, after.state)) return;
    if (!exists(m, i, before.state) || before.vars[i] !== after.vars[i]) out.push(v.name + " = " + format(m, v.type, after.vars[i]));
  });
  return out;
}

function outputText(m, o) {
  const { name, fields } = m.outputs[o.output];
  const values = fields.map((f, i) => f.name + ": " + format(m, f.type, o.values[i]));
  return name + (values.length > 0 ? "(" + values.join(", ") + ")" : "");
}
