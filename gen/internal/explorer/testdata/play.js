// Plays the runs of a test, and writes each step as the test does.

function quote(value) {
  return JSON.stringify(String(value));
}

function parse(type, text) {
  return type === "string" ? text : BigInt(text);
}

function play(c) {
  const m = prepare(c.machine);
  const params = c.params.map((text, i) => parse(m.params[i].type, text));
  const write = (transition, config, outputs, stops, starts) => {
    const words = [transition, config.state, ...config.vars.map(quote)];
    for (const o of outputs) words.push("emit", o.output, ...o.values.map(quote));
    words.push("stop", "[" + stops.join(" ") + "]", "start", "[" + starts.join(" ") + "]");
    const value = progress(m, params, config);
    if (value !== null || m.states[config.state].progress.length === 0) words.push("progress", "[" + (value ?? []).join(" ") + "]");
    return words.join(" ");
  };
  const attempt = (work) => {
    try {
      return work();
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      const { transition, variable, emission } = fault.where;
      return ["fault", fault.kind, transition, variable, emission].join(" ");
    }
  };
  return (c.runs ?? []).map((inputs) => {
    const lines = [];
    let now;
    lines.push(attempt(() => {
      const config = initial(m, params);
      const outputs = opening(m, params, config);
      now = config;
      return write(-1, config, outputs, [], m.begins);
    }));
    for (const x of now ? (inputs ?? []) : []) {
      const fields = x.fields.map((text, i) => parse(m.events[x.event].fields[i].type, text));
      lines.push(attempt(() => {
        const s = step(m, params, now, { event: x.event, fields, answers: x.answers.map(BigInt) });
        now = s.next;
        return write(s.transition, now, s.outputs, s.stops, s.starts);
      }));
    }
    return lines;
  });
}
