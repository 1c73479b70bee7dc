// The old version of a machine takes the same inputs, by name, as far as it knows them.

// follow returns a session of the old version for the run of the new one, and for each entry what the old one lacks, or "".
function follow(old, session) {
  const { m } = session;
  const params = openingParams(old);
  old.params.forEach((p, i) => {
    const same = m.params.findIndex((q) => q.name === p.name);
    if (same < 0) return;
    const { value } = parseValue(old, p.type, typed(m, m.params[same].type, session.params[same]));
    if (value !== undefined) params[i] = value;
  });
  const out = new Session(old, params);
  const lacks = [""];
  for (const { input } of session.entries.slice(1)) {
    const { event, lack } = translate(m, old, input);
    lacks.push(lack);
    if (event) out.send(event);
    else out.skip(input);
  }
  return { session: out, lacks };
}

// translate returns an input of the old version, or what it lacks.
function translate(m, old, input) {
  const { name, fields } = m.events[input.event];
  const event = old.events.findIndex((e) => e.name === name && e.kind !== "eventless");
  if (event < 0) return { event: null, lack: "there is no event " + name };
  const values = old.events[event].fields.map((f) => {
    const same = fields.findIndex((g) => g.name === f.name);
    const { value } = same < 0 ? {} : parseValue(old, f.type, typed(m, fields[same].type, input.fields[same]));
    return value ?? zero(f.type);
  });
  const answers = old.asks.map((a) => {
    const same = m.asks.findIndex((b) => b.text === a.text);
    return same < 0 ? 0n : input.answers[same];
  });
  return { event: { event, fields: values, answers }, lack: "" };
}

// sideBySide compares an entry of both: {same, text} of the old one.
function sideBySide(session, followed, i) {
  const [entry, other] = [session.entries[i], followed.session.entries[i]];
  const old = followed.session.m;
  if (!other) return { same: false, text: "the machine has stopped" };
  if (followed.lacks[i]) return { same: false, text: followed.lacks[i] };
  const name = old.states[other.config.state].name;
  const same = name === session.m.states[entry.config.state].name && other.remark === entry.remark;
  const values = old.vars.map((v, k) => {
    const at = session.m.vars.findIndex((w) => w.name === v.name && (w.state < 0) === (v.state < 0));
    if (v.type === "" || v.implied || !exists(old, k, other.config.state)) return "";
    const text = format(old, v.type, other.config.vars[k]);
    if (at >= 0 && exists(session.m, at, entry.config.state) && format(session.m, session.m.vars[at].type, entry.config.vars[at]) === text) return "";
    return v.name + " = " + text;
  }).filter((text) => text);
  return { same: same && values.length === 0, text: [other.remark, name, ...values].filter((text) => text).join(", ") };
}
