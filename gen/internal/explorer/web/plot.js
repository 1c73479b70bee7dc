// The plot of progress, which falls with each transition.

// plotted returns an image of the progress after each step of a run, or null without a progress function. The limit is the value of the bound.
function plotted(session) {
  const { m, params } = session;
  const entries = session.entries;
  const points = []; // of each configuration: {values, entry}
  entries.forEach((e, i) => {
    if (i === 0 && e.steps.length > 0) points.push({ values: progress(m, params, e.steps[0].before), entry: 0 });
    for (const s of e.steps) points.push({ values: progress(m, params, s.after), entry: i });
    if (i === 0 && e.steps.length === 0) points.push({ values: progress(m, params, e.config), entry: 0 });
  });
  if (!points.some((p) => p.values)) return null;
  const shown = points.slice(-200);
  const limit = m.bound === null ? null : tryEvaluate(m.bound, { p: params, v: [], f: [], x: [], unlimited: true }).value ?? null;
  const narrow = document.documentElement.clientWidth < 640;
  const [width, height, left, bottom, top] = [narrow ? 320 : 640, 150, 44, 22, 12];
  const rank = Math.max(...shown.map((p) => (p.values ? p.values.length : 0)));
  const numbers = shown.flatMap((p) => p.values ?? []).map(Number);
  const most = Math.max(1, ...numbers, limit === null ? 1 : Number(limit));
  const least = Math.min(0, ...numbers);
  const x = (i) => left + ((width - left - 14) * i) / Math.max(12, shown.length - 1);
  const y = (v) => top + ((height - top - bottom) * (most - Number(v))) / (most - least);
  const last = shown.findLast((p) => p.values);
  const said = "Progress after each step: " + shown.slice(-12).map((p) => (p.values ? p.values.join(", ") : "unknown")).join("; ");
  const svg = draw("svg", { viewBox: "0 0 " + width + " " + height, class: "plot", role: "img", "aria-label": said });
  for (const v of [least, most]) {
    svg.append(draw("line", { x1: left, x2: width - 14, y1: y(v), y2: y(v), class: "grid" }));
    svg.append(draw("text", { x: left - 8, y: y(v) + 4, class: "tick end" }, String(v)));
  }
  if (limit !== null) {
    svg.append(draw("line", { x1: left, x2: width - 14, y1: y(limit), y2: y(limit), class: "limit" }));
    svg.append(draw("text", { x: width - 14, y: y(limit) + (y(limit) < 30 ? 14 : -5), class: "tick end" }, "bound " + limit));
  }
  for (let k = 0; k < rank; k++) {
    const path = shown.map((p, i) => (p.values && p.values[k] !== undefined ? x(i) + "," + y(p.values[k]) : null)).filter((p) => p);
    svg.append(draw("polyline", { points: path.join(" "), class: "line line" + (k % 4) }));
  }
  shown.forEach((p, i) => {
    (p.values ?? []).forEach((v, k) => {
      const now = p.entry === session.position && (i === shown.length - 1 || shown[i + 1].entry !== p.entry);
      const dot = draw("circle", { cx: x(i), cy: y(v), r: now ? 5 : 3, class: "dot dot" + (k % 4) + (now ? " here" : "") + (p.entry > session.position ? " later" : "") });
      dot.append(draw("title", {}, "step " + p.entry + ": " + p.values.join(", ")));
      svg.append(dot);
    });
  });
  svg.append(draw("text", { x: left, y: height - 5, class: "tick" }, shown.length < points.length ? "the last " + shown.length + (narrow ? "" : " configurations") : "start"));
  if (last) svg.append(draw("text", { x: width - 14, y: height - 5, class: "tick end" }, "progress is " + last.values.join(", ") + " at the end"));
  return svg;
}
