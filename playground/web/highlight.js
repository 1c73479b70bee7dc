"use strict";

// highlight divides a line of YAML into pieces {text, kind}: keys, strings, numbers, comments, marks, and others.
function highlight(line) {
  const pieces = [];
  const rule = /("(?:\\.|[^"\\])*"|'(?:''|[^'])*')|((?<=^|\s)#.*$)|([A-Za-z_][\w.-]*(?=\s*:(?:\s|$)))|(\b\d+(?:\.\d+)?(?:ms|s|m|h)?\b)|([{}[\],:]|&&|\|\||[<>=!]=|[-+*/%<>]|^\s*-(?=\s))/g;
  const kinds = ["string", "comment", "key", "number", "mark"];
  let end = 0;
  for (const found of line.matchAll(rule)) {
    if (found.index > end) pieces.push({ text: line.slice(end, found.index), kind: "" });
    pieces.push({ text: found[0], kind: kinds[found.slice(1).findIndex((x) => x !== undefined)] });
    end = found.index + found[0].length;
  }
  if (end < line.length) pieces.push({ text: line.slice(end), kind: "" });
  return pieces;
}

// colored fills an element with the text in colors.
function colored(element, text) {
  const parts = [];
  for (const line of text.split("\n")) {
    for (const { text: piece, kind } of highlight(line)) {
      if (!kind) {
        parts.push(piece);
        continue;
      }
      const span = document.createElement("span");
      span.className = kind;
      span.textContent = piece;
      parts.push(span);
    }
    parts.push("\n");
  }
  element.replaceChildren(...parts);
}

// offsetOf returns the place of a line and column in a text. Columns count code points.
function offsetOf(text, line, column) {
  let start = 0;
  for (let i = 1; i < line; i++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  const points = [...text.slice(start, end < 0 ? text.length : end)];
  return start + points.slice(0, column - 1).join("").length;
}

// placesOf returns the parts of a text that findings are about: {start, end, severity}, in order, without overlaps.
function placesOf(text, findings) {
  const list = findings.filter((f) => f.line > 0).map((f) => {
    const start = offsetOf(text, f.line, f.column);
    let end = f.endLine > 0 ? offsetOf(text, f.endLine, f.endColumn) : start + 1;
    const line = text.indexOf("\n", start);
    if (line >= 0) end = Math.min(end, line);
    return { start, end: Math.max(end, start + 1), severity: f.severity };
  }).sort((a, b) => a.start - b.start || a.end - b.end);
  const out = [];
  for (const place of list) if (out.length === 0 || place.start >= out[out.length - 1].end) out.push(place);
  return out;
}

// marked fills an element with the text, in which findings are marked.
function marked(element, text, findings) {
  const parts = [];
  let end = 0;
  for (const place of placesOf(text, findings)) {
    const span = document.createElement("span");
    span.className = place.severity;
    span.textContent = text.slice(place.start, place.end);
    parts.push(text.slice(end, place.start), span);
    end = place.end;
  }
  element.replaceChildren(...parts, text.slice(end) + "\n");
}
