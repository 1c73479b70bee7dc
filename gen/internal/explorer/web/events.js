// The events that the state handles: a form for the payload, and which alternative is chosen, and why others are not.

// inputOf returns the input that the form of an event has, or {error}.
function inputOf(app, event) {
  const { m } = app;
  const { fields } = m.events[event];
  const texts = app.form(event);
  const parsed = fields.map((f, i) => parseValue(m, f.type, texts[i]));
  const bad = parsed.findIndex((p) => p.error);
  if (bad >= 0) return { error: fields[bad].name + ": " + parsed[bad].error };
  return { event, fields: parsed.map((p) => p.value), answers: app.answers };
}

// eventForm returns a button for an event, with inputs for its payload.
function eventForm(app, event, name, key) {
  const { m } = app;
  const e = m.events[event];
  const texts = app.form(event);
  const id = "event" + event;
  const inputs = e.fields.map((f, i) => {
    if (f.type === "") return null;
    const set = (text) => {
      texts[i] = text;
      app.renderChoices();
    };
    return el("label", {}, el("span", { text: f.name }), valueInput(m, f.type, texts[i], set, id + "-" + i), f.range ? el("span", { class: "note", text: f.range }) : null);
  });
  return el("form", { class: "event", submit: (submitted) => {
    submitted.preventDefault();
    app.sendForm(event);
  } },
    el("button", { type: "submit", id, title: e.doc || null }, name, key ? el("kbd", { text: key, "aria-hidden": "true" }) : null),
    e.kind === "environment" ? el("span", { class: "note", text: "environment" }) : null, ...inputs);
}

// valueInput returns an input for a value of a type.
function valueInput(m, type, text, set, id) {
  const change = (event) => set(event.target.value);
  if (type === "bool" || typeof type === "number") {
    const names = type === "bool" ? ["false", "true"] : m.enums[type].values;
    return el("select", { id, change }, ...names.map((n) => el("option", { value: n, text: n, selected: n === text })));
  }
  return el("input", { id, type: "text", inputmode: type === "int" ? "numeric" : null, value: text, input: change, autocomplete: "off", spellcheck: "false", size: 8 });
}

// listed returns the events that the state lists, except those of timers and the results of calls, which have buttons elsewhere.
function listed(m, config) {
  return m.events.map((_, i) => i).filter((i) => {
    const e = m.events[i];
    return e.kind !== "eventless" && e.kind !== "internal" && e.kind !== "result" && alternatives(m, config.state, i).length > 0;
  });
}

function eventsPanel(app) {
  const { m, session } = app;
  const { config } = session.now;
  if (session.now.dead) return [el("p", { class: "alarm", text: "Undo, or choose other parameters." })];
  const here = listed(m, config);
  const parts = here.map((event, i) => el("div", { class: "card" }, eventForm(app, event, m.events[event].name, i < 9 ? String(i + 1) : ""), el("div", { class: "choices", "data-event": event })));
  const inner = m.events.map((_, i) => i).filter((i) => ["internal", "result"].includes(m.events[i].kind) && alternatives(m, config.state, i).length > 0);
  for (const event of inner) {
    parts.push(el("div", { class: "card" }, el("p", { class: "note", text: m.events[event].name + (m.events[event].kind === "result" ? ", when the call ends" : ", when the timer is due") }), el("div", { class: "choices", "data-event": event })));
  }
  if (parts.length === 0) {
    const over = m.states[config.state].outcome >= 0;
    parts.push(el("p", { class: "doc", text: over ? "The machine has ended." : "This state handles no event." }));
  }
  return parts;
}

// choices returns the alternatives for an event, each with whether it is chosen or why not.
function choices(app, event) {
  const { m, session } = app;
  const { config } = session.now;
  const list = alternatives(m, config.state, event);
  const input = inputOf(app, event);
  if (input.error) return [el("p", { class: "alarm", text: input.error })];
  const env = environment(session.params, config, input);
  let done = false;
  const written = list.filter((i) => m.transitions[i].rule !== "payload");
  const items = list.map((i) => {
    const t = m.transitions[i];
    const { value, fault } = t.guard === null ? { value: 1n } : tryEvaluate(t.guard, env);
    const chosen = !done && value === 1n;
    const before = done;
    done ||= chosen || fault !== undefined;
    const to = t.effect === "ignore" ? "ignored" : t.effect === "reject" ? "rejected" : t.to === t.from ? "stays in " + m.states[t.to].name : m.states[t.to].name;
    const item = el("li", { class: chosen ? "chosen" : fault ? "faulty" : "not" },
      el("span", { class: "to", text: to }),
      t.written ? el("code", { text: "if " + t.written }) : written.length > 1 && t.guard === null ? el("code", { text: "otherwise" }) : null,
      t.does.length > 0 ? el("span", { class: "does", text: t.does.join("; ") }) : null,
      t.rule ? el("span", { class: "note", text: t.rule === "payload" ? "payload outside of its range" : "rule " + t.rule }) : null);
    if (chosen) return item;
    if (before) item.append(el("span", { class: "why", text: value === 1n ? "an earlier alternative is taken" : "" }));
    else if (fault) item.append(el("span", { class: "why", text: fault.message }));
    if (t.guard !== null && value !== 1n) for (const r of reasons(t.guard, env)) item.append(el("span", { class: "why", text: reason(app, event, r, env) }));
    return item;
  });
  if (!done) items.push(el("li", { class: "faulty" }, el("span", { class: "to", text: "no alternative holds: the event is illegal now" })));
  return [el("ol", { class: "alternatives" }, ...items)];
}

// nameOf returns the name of a reference in a condition on an event.
function nameOf(m, event) {
  return (scope, i) => {
    if (scope === "p") return m.params[i].name;
    if (scope === "v") return m.vars[i].name;
    if (scope === "f") return "event." + m.events[event].fields[i].name;
    return m.asks[i].text;
  };
}

// reason writes why a part of a condition fails: the part, and the values that it reads.
function reason(app, event, { part, holds, fault }, env) {
  const { m } = app;
  const name = nameOf(m, event);
  const types = { p: m.params, v: m.vars, f: m.events[event].fields };
  const reads = [...references(part)].map((key) => {
    const [scope, i] = key.split(":");
    const type = scope === "x" ? "bool" : types[scope][i].type;
    return name(scope, i) + " is " + format(m, type, env[scope][i]);
  });
  const verdict = fault ? fault.message : holds ? "holds" : "does not hold";
  const simple = Array.isArray(part) && SCOPES.includes(part[0]);
  return show(part, m, name) + (simple ? (holds ? " is true" : " is false") : " " + verdict + (reads.length > 0 ? ": " + reads.join(", ") : ""));
}

// can returns the alternatives that the events of the state take with the payloads of their forms, as {transition, event}.
function can(app) {
  const { m, session } = app;
  if (session.now.dead) return [];
  const out = [];
  const waiting = new Set(session.now.timers.map((t) => m.timers[t].event));
  const results = new Set(session.now.calls.flatMap((c) => m.calls[c.call].results));
  for (const event of [...listed(m, session.now.config), ...waiting, ...results]) {
    const input = inputOf(app, event);
    if (input.error) continue;
    try {
      const transition = choose(m, session.params, session.now.config, input);
      if (transition >= 0 && !m.transitions[transition].effect) out.push({ transition, event });
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
    }
  }
  return out;
}
