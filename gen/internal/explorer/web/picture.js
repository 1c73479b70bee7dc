// The picture: an image that fsmgen has laid out. Its states and arrows have the attributes data-node and data-edge, and the data
// of the page say which transitions each arrow stands for.

class Picture {
  constructor(m, { svg: root, edges, nodes, inside }) {
    this.m = m;
    this.nodes = new Map();
    this.edges = new Map();
    for (const g of root.querySelectorAll("[data-node]")) this.nodes.set(Number(g.dataset.node), g);
    for (const g of root.querySelectorAll("[data-edge]")) {
      // An arrow to a history stands for several edges. Those with an arrow of their own, too, are there.
      const edges = g.dataset.edge.split(" ").map(Number);
      for (const e of edges) if (edges.length === 1 || !this.edges.has(e)) this.edges.set(e, g);
    }
    this.edgesOf = this.m.transitions.map(() => []);
    edges.forEach((list, edge) => list.forEach((t) => this.edgesOf[t].push(edge)));
    this.of = edges;
    this.shows = nodes; // of those of the whole picture, or null
    this.boxes = new Map(Object.entries(inside).flatMap(([node, list]) => list.map((t) => [t, Number(node)])));
  }

  // active returns the nodes that a configuration is in.
  active(config) {
    const state = this.m.states[config.state];
    const leaves = state.regions.map((r) => r.nodes[Number(config.vars[r.var])]).filter((n) => n !== undefined); // the others are not active
    const nodes = leaves.length > 0 ? leaves : [config.state];
    return this.shows ? nodes.map((n) => this.shows[n]) : nodes;
  }

  // update marks where a run is: what it has visited, its last steps, and the arrows that an event can take now.
  update(session, can, send) {
    for (const g of [...this.nodes.values(), ...this.edges.values()]) {
      g.classList.remove("now", "been", "last", "can", "within");
      for (const name of ["tabindex", "role", "aria-label"]) g.removeAttribute(name);
      g.onclick = g.onkeydown = null;
    }
    const mark = (map, keys, name) => keys.forEach((k) => map.get(k)?.classList.add(name));
    for (const e of session.entries.slice(0, session.position + 1)) {
      for (const s of e.steps) {
        mark(this.nodes, this.active(s.before), "been");
        mark(this.edges, this.edgesOf[s.transition], "been");
      }
    }
    mark(this.nodes, this.active(session.now.config), "now");
    for (const s of session.now.steps) mark(this.edges, this.edgesOf[s.transition], "last");
    mark(this.nodes, can.map((c) => this.boxes.get(c.transition)), "within");
    for (const { transition, event } of can) {
      for (const edge of this.edgesOf[transition]) {
        const g = this.edges.get(edge);
        if (!g) continue;
        g.classList.add("can");
        g.setAttribute("tabindex", "0");
        g.setAttribute("role", "button");
        g.setAttribute("aria-label", "Send " + this.m.events[event].name);
        g.onclick = () => send(event);
        g.onkeydown = (key) => {
          if (key.key === "Enter" || key.key === " ") {
            key.preventDefault();
            send(event);
          }
        };
      }
    }
  }

  // cover marks the arrows that traces take, and those that they do not; null removes the marks.
  cover(counts) {
    const of = new Map();
    for (const [edge, g] of this.edges) of.set(g, [...(of.get(g) ?? []), ...this.of[edge]]);
    for (const [g, all] of of) {
      g.classList.remove("covered", "missed", "often");
      if (!counts) continue;
      const list = all.filter((t) => !this.m.transitions[t].effect);
      const sum = list.reduce((n, t) => n + counts[t], 0);
      const most = Math.max(1, ...counts);
      g.classList.add(sum > 0 ? "covered" : "missed");
      if (sum > most / 4) g.classList.add("often");
    }
  }
}
