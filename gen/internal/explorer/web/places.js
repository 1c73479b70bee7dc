// The states as a list, for those who cannot see the picture.

// placesPanel returns the states and the leaves of regions, with where the run is and has been.
function placesPanel(app) {
  const { m, session } = app;
  const inside = (config) => {
    const state = m.states[config.state];
    const leaves = state.regions.filter((r) => Number(config.vars[r.var]) < r.nodes.length).map((r) => format(m, m.vars[r.var].type, config.vars[r.var]));
    return [state.name, ...leaves];
  };
  const been = new Set();
  for (const e of session.entries.slice(0, session.position + 1)) {
    for (const s of e.steps) inside(s.before).forEach((name) => been.add(name));
  }
  const now = inside(session.now.config);
  const leaves = m.states.flatMap((s) => s.regions.flatMap((r) => leafNames(m, r).map((name) => ({ name, path: [...s.composites, s.name, r.name], outcome: -1 }))));
  const list = [...m.states.map((s) => ({ name: s.name, path: s.composites, outcome: s.outcome })), ...leaves];
  const items = list.map(({ name, path, outcome }) => {
    const active = now.includes(name);
    const notes = [active ? "active" : been.has(name) ? "visited" : "", path.length > 0 ? "in " + path.join(", ") : "", outcome >= 0 ? "end: " + m.outcomes[outcome].name : ""];
    return el("li", { "aria-current": active ? "true" : null }, el("span", { class: "name", text: name }), el("span", { class: "note", text: notes.filter((n) => n).join("; ") }));
  });
  return [el("ul", { tabindex: "0", "aria-labelledby": "states-title" }, ...items)];
}

// leafNames returns the names of the leaves of a region.
function leafNames(m, region) {
  const { type } = m.vars[region.var];
  return region.nodes.map((_, i) => format(m, type, BigInt(i)));
}
