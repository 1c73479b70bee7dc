// What the machine is now: state, regions, variables, timers, calls.

function nowPanel(app) {
  const { m, session } = app;
  const { config, timers, calls } = session.now;
  const before = session.position > 0 ? session.entries[session.position - 1].config : null;
  const state = m.states[config.state];
  const parts = [
    el("p", { class: "current" },
      state.composites.length > 0 ? el("span", { class: "path", text: state.composites.join(" › ") + " › " }) : null,
      el("strong", { text: state.name }),
      state.outcome >= 0 ? el("span", { class: "tag " + (m.outcomes[state.outcome].kind || "neutral"), text: m.outcomes[state.outcome].name }) : null,
      session.now.dead ? el("span", { class: "tag failure", text: "stuck" }) : null),
  ];
  if (state.doc) parts.push(el("p", { class: "doc", text: state.doc }));
  const values = progress(m, session.params, config);
  const rows = [];
  state.regions.forEach((r) => {
    const v = m.vars[r.var];
    if (Number(config.vars[r.var]) >= r.nodes.length) return; // the region is not active
    rows.push(row(r.name, format(m, v.type, config.vars[r.var]), "region", before && before.state === config.state && before.vars[r.var] !== config.vars[r.var]));
  });
  m.vars.forEach((v, i) => {
    if (v.type === "" || !exists(m, i, config.state) || v.implied === "pending" || v.implied === "active") return;
    const changed = before && (!exists(m, i, before.state) || before.vars[i] !== config.vars[i]);
    const note = v.implied === "remembered" ? "history" : v.state >= 0 ? "datum" : range(m, v, session.params, config);
    rows.push(row(v.name, format(m, v.type, config.vars[i]), note, changed, v.doc, broken(m, v, i, session)));
  });
  if (values) rows.push(row("progress", values.join(", "), m.found ? "found by fsmgen" : "must fall", false));
  rows.push(...purse(session));
  if (rows.length > 0) parts.push(el("table", { class: "values" }, el("tbody", {}, ...rows)));
  for (const x of m.invariants) {
    if (x.state >= 0 && x.state !== config.state) continue;
    const { value } = tryEvaluate(x.when, environment(session.params, config));
    if (value !== 1n) parts.push(el("p", { class: "alarm", text: "The invariant " + x.text + " does not hold." }));
  }
  const answers = app.answers;
  for (const i of timers) {
    const t = m.timers[i];
    const send = () => app.send({ event: t.event, fields: [], answers, timer: i });
    parts.push(el("p", { class: "work" }, el("span", { class: "what", text: "timer of " + t.owner + ": " + t.after }),
      el("button", { type: "button", text: "let it pass: " + m.events[t.event].name, click: send })));
  }
  for (const c of calls) parts.push(callLine(app, c));
  return parts;
}

function row(name, value, note, changed, doc, wrong) {
  return el("tr", { class: (changed ? "changed" : "") + (wrong ? " wrong" : ""), title: doc || null },
    el("th", { scope: "row", text: name }), el("td", { class: "value", text: value }), el("td", { class: "note", text: note }));
}

// range writes the range of a variable.
function range(m, v, params, config) {
  const end = (e) => (e === null ? null : tryEvaluate(e, environment(params, config)).value ?? null);
  const [min, max] = [end(v.min), end(v.max)];
  if (min === null && max === null) return "";
  if (max === null) return "≥ " + min;
  if (min === null) return "≤ " + max;
  return min + " … " + max;
}

// broken reports whether a value is outside the range of its variable.
function broken(m, v, i, session) {
  const { config } = session.now;
  const end = (e) => (e === null ? null : tryEvaluate(e, environment(session.params, config)).value ?? null);
  const [min, max] = [end(v.min), end(v.max)];
  return (min !== null && config.vars[i] < min) || (max !== null && config.vars[i] > max);
}

// callLine shows a call or child machine that runs, and the results with which a person can end it.
function callLine(app, running) {
  const { m } = app;
  const c = m.calls[running.call];
  const args = c.args.map((a, i) => a.name + ": " + (running.args[i] === null ? "…" : format(m, a.type, running.args[i])));
  const cost = running.cost === null ? "" : ", at most " + count(Number(running.cost), "transition", "transitions") + " of its own";
  const what = (c.child ? "machine " : "call ") + c.name + "(" + args.join(", ") + ")" + cost;
  return el("div", { class: "work" }, el("span", { class: "what", text: what + " runs; you end it:" }),
    ...c.results.map((event) => eventForm(app, event, m.events[event].result)));
}
