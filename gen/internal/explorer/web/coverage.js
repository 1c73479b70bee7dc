// Coverage by traces: lines of JSON with the steps that observers have received, each with the members from, event, and to, in
// upper or lower case.

// readTraces returns {counts, steps, unknown, bad}: how often each transition may have been taken, the number of steps, those that the
// machine does not have, and the lines that cannot be read. A step from which several alternatives lead to the same
// state counts for each of them.
function readTraces(m, text) {
  const counts = m.transitions.map(() => 0);
  const out = { counts, steps: 0, unknown: 0, bad: 0 };
  const index = new Map();
  m.transitions.forEach((t, i) => {
    if (t.effect) return;
    for (const event of new Set([m.events[t.event].name, t.trigger])) {
      const key = JSON.stringify([m.states[t.from].name, event, m.states[t.to].name]);
      if (!index.has(key)) index.set(key, []);
      index.get(key).push(i);
    }
  });
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    let step;
    try {
      step = JSON.parse(line);
    } catch {
      out.bad++;
      continue;
    }
    const member = (name) => step?.[name] ?? step?.[name.toLowerCase()];
    const [from, event, to] = [member("From"), member("Event"), member("To")];
    if (typeof from !== "string" || typeof event !== "string" || typeof to !== "string") {
      out.bad++;
      continue;
    }
    out.steps++;
    const found = index.get(JSON.stringify([from, event, to]));
    if (!found) out.unknown++;
    else for (const i of found) counts[i]++;
  }
  return out;
}
