// The meaning of a step, as package internal/interp of fsmgen defines it. A configuration is {state, vars}.

// prepare fills in lists that the encoding leaves out.
function prepare(m) {
  const fill = (object, ...names) => {
    for (const name of names) object[name] ??= [];
  };
  fill(m, "enums", "params", "vars", "asks", "events", "outputs", "calls", "invocations", "states", "outcomes", "timers", "costs", "transitions", "invariants", "start", "startRaises", "begins", "invoked");
  for (const x of [...m.events, ...m.outputs]) fill(x, "fields");
  for (const x of m.calls) fill(x, "args", "results");
  for (const x of [...m.invocations, ...m.asks]) fill(x, "args");
  for (const x of m.states) fill(x, "composites", "regions", "progress");
  for (const x of m.timers) if (x.within) fill(x.within, "leaves");
  for (const x of m.start) fill(x, "values");
  m.on = new Map();
  m.transitions.forEach((t, i) => {
    fill(t, "updates", "emits", "starts", "stops", "invokes", "cancels", "raises", "does");
    for (const x of t.emits) fill(x, "values");
    const key = t.from + ":" + t.event;
    if (!m.on.has(key)) m.on.set(key, []);
    m.on.get(key).push(i);
  });
  return m;
}

// alternatives returns the indices of the transitions for a state and an event, in order of priority.
function alternatives(m, state, event) {
  return m.on.get(state + ":" + event) ?? [];
}

// zero returns the zero value of a type.
function zero(type) {
  return type === "string" ? "" : 0n;
}

function environment(params, config, input = {}) {
  return { p: params, v: config.vars, f: input.fields ?? [], x: input.answers ?? [] };
}

// locate evaluates an expression, and says in a fault where it occurs.
function locate(e, env, where) {
  try {
    return evaluate(e, env);
  } catch (fault) {
    if (fault instanceof Fault) fault.where = { transition: -1, variable: -1, emission: -1, ...where };
    throw fault;
  }
}

function initial(m, params) {
  const config = { state: m.initial, vars: m.vars.map((v) => zero(v.type)) };
  m.vars.forEach((v, i) => {
    if (v.init === null || v.type === "") return;
    config.vars[i] = locate(v.init, environment(params, config), { variable: i, text: "initial value of " + v.name });
  });
  return config;
}

// opening returns the outputs of the start.
function opening(m, params, config) {
  return emit(m, -1, m.start, environment(params, config));
}

function holds(m, params, config, transition, input) {
  const guard = m.transitions[transition].guard;
  if (guard === null) return true;
  return locate(guard, environment(params, config, input), { transition, text: "guard" }) === 1n;
}

function first(m, params, config, input) {
  return alternatives(m, config.state, input.event).find((i) => holds(m, params, config, i, input)) ?? -1;
}

// choose returns the alternative that is chosen for an input, or -1. A machine that is not at rest handles no event.
function choose(m, params, config, input) {
  if (m.eventless >= 0 && input.event !== m.eventless) {
    if (first(m, params, config, { event: m.eventless, fields: [], answers: input.answers }) >= 0) return -1;
  }
  return first(m, params, config, input);
}

// step handles an input {event, fields, answers}, and returns {transition, next, outputs, stops, starts}.
function step(m, params, config, input) {
  const transition = choose(m, params, config, input);
  const t = m.transitions[transition];
  if (!t || t.effect) return { transition, next: config, outputs: [], stops: [], starts: [] };
  const env = environment(params, config, input);
  const vars = config.vars.map((value, i) => (!t.internal && m.vars[i].state >= 0 ? zero(m.vars[i].type) : value));
  for (const u of t.updates) {
    vars[u.var] = locate(u.value, env, { transition, variable: u.var, text: "new value of " + m.vars[u.var].name });
  }
  const outputs = emit(m, transition, t.emits, env);
  const stops = t.stops.filter((i) => {
    const within = m.timers[i].within;
    return !within || within.leaves.includes(Number(config.vars[within.var]));
  });
  return { transition, next: { state: t.to, vars }, outputs, stops, starts: t.starts };
}

function emit(m, transition, list, env) {
  return list.map((e, emission) => {
    const { name, fields } = m.outputs[e.output];
    const values = fields.map((f, i) => {
      const x = e.values[i];
      if (x === null) return zero(f.type);
      return locate(x, env, { transition, emission, text: "field " + f.name + " of output " + name });
    });
    return { output: e.output, values };
  });
}

// progress returns the value of each component of the progress function, or null.
function progress(m, params, config) {
  const env = { ...environment(params, config), unlimited: m.unlimited };
  const values = [];
  for (const e of m.states[config.state].progress) {
    const { value, fault } = tryEvaluate(e, env);
    if (fault) return null;
    values.push(value);
  }
  return values.length > 0 ? values : null;
}

// exists reports whether a variable has a value in a state.
function exists(m, variable, state) {
  return m.vars[variable].state < 0 || m.vars[variable].state === state;
}
