// The panels beside the picture: answers of external guards, parameters, runs of the report, coverage.

function guardsPanel(app) {
  const { m } = app;
  return m.asks.map((a, i) => el("label", { class: "toggle", title: a.doc || null },
    el("input", { type: "checkbox", checked: app.answers[i] === 1n, change: (event) => app.answer(i, event.target.checked ? 1n : 0n) }),
    el("code", { text: a.text })));
}

function paramsPanel(app) {
  const { m, session } = app;
  const parts = m.params.map((p, i) => {
    const { min, max } = parameterLimits(m, session.params, i);
    const value = session.params[i];
    const id = "param" + i;
    const set = (text) => app.setParam(i, text);
    const head = el("span", { class: "name", text: p.name });
    if (p.type !== "int") return el("label", { class: "param", title: p.doc || null }, head, valueInput(m, p.type, typed(m, p.type, value), set, id));
    const low = min ?? (value < 0n ? value : 0n);
    const reach = max ?? (value > 8n ? value * 2n : 12n);
    const high = reach > low + 1000n ? low + 1000n : reach;
    const slider = el("input", { type: "range", id: id + "-slider", min: String(low), max: String(high < value ? value : high), step: "1", "aria-label": p.name, input: (event) => set(event.target.value) });
    slider.value = String(value);
    return el("label", { class: "param", title: p.doc || null }, head, slider,
      el("input", { type: "text", id, inputmode: "numeric", value: String(value), size: 6, change: (event) => set(event.target.value), "aria-label": p.name + " as a number" }));
  });
  if (app.wrongParam) parts.push(el("p", { class: "alarm", text: app.wrongParam }));
  return parts;
}

function runsPanel(app) {
  return app.version.runs.map((run) => el("button", { type: "button", class: "run " + (run.bad ? "bad" : ""), click: () => app.replay(run) },
    el("span", { text: run.title }), el("span", { class: "note", text: count(run.steps.length, "step", "steps") + (run.loop >= 0 ? ", forever from step " + (run.loop + 1) : "") })));
}

function coveragePanel(app) {
  const { m, coverage } = app;
  const load = async (event) => {
    const file = event.target.files[0];
    if (file) app.cover(await file.text());
  };
  const parts = [el("label", { class: "file" }, el("span", { text: "Traces, a step in JSON on each line" }), el("input", { type: "file", id: "traces", change: load }))];
  if (!coverage) return parts;
  const all = m.transitions.map((t, i) => ({ t, i })).filter(({ t }) => !t.effect);
  const missed = all.filter(({ i }) => coverage.counts[i] === 0);
  parts.push(el("p", { class: "sum", role: "status", text: (all.length - missed.length) + " of " + count(all.length, "transition", "transitions") + " in " + count(coverage.steps, "step", "steps") + "." }));
  parts.push(el("progress", { max: all.length, value: all.length - missed.length, "aria-label": "transitions that traces take" }));
  if (coverage.unknown + coverage.bad > 0) {
    parts.push(el("p", { class: "alarm", text: count(coverage.unknown, "step is", "steps are") + " not of this machine, and " + count(coverage.bad, "line has", "lines have") + " no step." }));
  }
  if (missed.length > 0) {
    parts.push(el("p", { text: "Not taken:" }), el("ul", { class: "missed" }, ...missed.map(({ i }) => el("li", { text: label(m, i) }))));
  }
  parts.push(el("button", { type: "button", text: "Hide the coverage", click: () => app.cover(null) }));
  return parts;
}
