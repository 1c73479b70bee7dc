// Reads graphs as JSON and writes the points of their edges, as dagre lays them out with the distances of Graphviz.
const dagre = require("@dagrejs/dagre");
const graphs = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(graphs.map(graph => {
  const g = new dagre.graphlib.Graph({ multigraph: true, compound: true });
  g.setGraph({ rankdir: "TB", nodesep: 18, edgesep: 14, ranksep: 36 });
  (graph.Clusters || []).forEach((c, i) => g.setNode("c" + i, {}));
  (graph.Clusters || []).forEach((c, i) => { if (c.Parent >= 0) g.setParent("c" + i, "c" + c.Parent); });
  graph.Nodes.forEach((n, i) => {
    g.setNode("n" + i, { width: n.Width, height: n.Height });
    if (n.Cluster >= 0) g.setParent("n" + i, "c" + n.Cluster);
  });
  (graph.Edges || []).forEach((e, i) => g.setEdge("n" + e.From, "n" + e.To,
    { width: e.Width, height: e.Height, weight: Math.max(1, e.Weight), labelpos: "r", labeloffset: 5 }, "e" + i));
  dagre.layout(g);
  return (graph.Edges || []).map((e, i) => g.edge("n" + e.From, "n" + e.To, "e" + i).points);
})));
