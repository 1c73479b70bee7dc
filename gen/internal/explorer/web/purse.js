// What a run has taken up to a step: the time of the timers that have fired, and its costs. Time passes only when a timer fires, and
// a delay that the program computes takes its maximum.

// spent returns {clock, least, costs}: nanoseconds, whether it may be more because the program alone knows a delay, and for each cost
// {value, least}.
function spent(session) {
  const { m, params } = session;
  const due = new Map();
  let clock = 0n;
  let least = false;
  const costs = m.costs.map(() => ({ value: 0n, least: false }));
  const pay = (which, index, values) => {
    m.costs.forEach((c, i) => {
      const weight = c.weights.find((x) => x[which] === index);
      if (!weight) return;
      const { value } = values.includes(null) ? {} : tryEvaluate(weight.value, { p: params, v: [], f: [], x: [], w: values });
      if (value === undefined) costs[i].least = true;
      else costs[i].value += value;
    });
  };
  for (const entry of session.entries.slice(0, session.position + 1)) {
    const timer = entry.input?.timer;
    if (timer !== undefined && !entry.remark) {
      const at = due.get(timer);
      if (at === undefined) least = true;
      else if (at > clock) clock = at;
    }
    for (const i of entry.started) {
      const length = lasting(m.timers[i], params, entry.config.vars);
      if (length === undefined) due.delete(i);
      else due.set(i, clock + length);
    }
    for (const o of entry.outputs) pay("output", o.output, o.values);
    for (const c of entry.begun) pay("call", c.call, c.args);
  }
  return { clock, least, costs };
}

// lasting returns how long a timer runs in nanoseconds, or undefined if the program alone knows.
function lasting(timer, params, vars) {
  if (timer.due) return BigInt(timer.due);
  return timer.lasts ? tryEvaluate(timer.lasts, { p: params, v: vars, f: [], x: [] }).value : undefined;
}

// purse returns rows for the time and the costs of a machine that has timers or costs.
function purse(session) {
  const { m, params } = session;
  const { clock, least, costs } = spent(session);
  const rows = [];
  const more = (text, at) => (at ? "at least " + text : text);
  if (m.timers.some((t) => t.due || t.lasts)) rows.push(row("clock", more(durationText(clock), least), "timers that fired", false));
  m.costs.forEach((c, i) => {
    const most = c.max === null ? {} : tryEvaluate(c.max, { p: params, v: [], f: [], x: [], w: [] });
    const wrong = most.value !== undefined && costs[i].value > most.value;
    rows.push(row(c.name, more(String(costs[i].value), costs[i].least), most.value === undefined ? "cost" : "cost, at most " + most.value, false, c.doc, wrong));
  });
  return rows;
}
