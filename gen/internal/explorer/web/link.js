// A run in the fragment of the page's address, which no server sees: #run= and JSON, percent-encoded:
// {p: [parameters], s: [[event, [fields], [external guards that hold], timer]], c: [closed composite states]}. Everything in it is checked.

// linkOf returns the fragment for a run.
function linkOf(m, params, inputs, closed) {
  const p = params.map((value, i) => typed(m, m.params[i].type, value));
  const s = inputs.map(({ event, fields, answers, timer }) => {
    const e = m.events[event];
    const list = [e.name, fields.map((value, i) => typed(m, e.fields[i].type, value)), m.asks.filter((_, i) => answers[i] === 1n).map((a) => a.text)];
    if (timer !== undefined) list.push(timer);
    return list;
  });
  return "#run=" + encodeURIComponent(JSON.stringify({ p, s, ...(closed.length > 0 ? { c: closed } : {}) }));
}

// readLink returns {params, inputs, closed} for a fragment, {} if it has no run, or {error}.
function readLink(m, fragment) {
  if (!fragment.startsWith("#run=")) return {};
  let run;
  try {
    run = JSON.parse(decodeURIComponent(fragment.slice(5)));
  } catch {
    return { error: "it cannot be read" };
  }
  const texts = (x) => Array.isArray(x) && x.every((y) => typeof y === "string");
  if (typeof run !== "object" || run === null || !texts(run.p) || !Array.isArray(run.s)) return { error: "it has no run" };
  const found = readRun(m, run.p, run.s, (s) => {
    if (!Array.isArray(s) || typeof s[0] !== "string" || !texts(s[1]) || !texts(s[2])) return { error: "a step cannot be read" };
    const event = m.events.findIndex((e) => e.name === s[0]);
    if (event < 0) return { error: "the machine has no event " + JSON.stringify(s[0]) };
    const timer = Number.isInteger(s[3]) && m.timers[s[3]] ? s[3] : undefined;
    return { event, fields: s[1], answers: m.asks.map((a) => (s[2].includes(a.text) ? "true" : "false")), timer };
  });
  return { ...found, closed: texts(run.c) ? run.c : [] };
}

// readRun parses the values of a run. decode returns {event, fields, answers, timer} with texts, or {error}, for a step.
function readRun(m, paramTexts, steps, decode) {
  if (paramTexts.length !== m.params.length) return { error: "it has " + paramTexts.length + " parameters, and the machine " + m.params.length };
  const params = [];
  for (let i = 0; i < paramTexts.length; i++) {
    const { value, error } = parseValue(m, m.params[i].type, paramTexts[i]);
    if (error) return { error: m.params[i].name + ": " + error };
    params.push(value);
  }
  const wrong = checkParams(m, params);
  if (wrong) return { error: wrong };
  const inputs = [];
  for (const s of steps) {
    const { event, fields, answers, timer, error } = decode(s);
    if (error) return { error };
    const types = m.events[event].fields.map((f) => f.type);
    if (fields.length !== types.length) return { error: m.events[event].name + " has " + types.length + " fields" };
    const parsed = [...fields.map((text, i) => parseValue(m, types[i], text)), ...answers.map((text) => parseValue(m, "bool", text))];
    const bad = parsed.find((x) => x.error);
    if (bad) return { error: m.events[event].name + ": " + bad.error };
    const values = parsed.map((x) => x.value);
    inputs.push({ event, fields: values.slice(0, types.length), answers: values.slice(types.length), ...(timer === undefined ? {} : { timer }) });
  }
  return { params, inputs };
}

// readReported returns {params, inputs} for a run of the report. The machine takes the steps without an event itself.
function readReported(m, run) {
  const steps = run.steps.filter((s) => s.event !== m.eventless);
  return readRun(m, run.params, steps, (s) => ({ event: s.event, fields: s.fields ?? [], answers: m.asks.map((_, i) => (s.answers ?? [])[i] ?? "false") }));
}
