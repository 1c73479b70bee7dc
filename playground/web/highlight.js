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

// coloredLines returns nodes with lines of the text in colors. Of a long line, only the beginning has them.
function coloredLines(lines) {
  const most = 2000;
  const out = document.createDocumentFragment();
  for (const line of lines) {
    for (const { text, kind } of highlight(line.slice(0, most))) out.append(kind ? spanned(text, kind) : text);
    out.append(line.slice(most) + "\n");
  }
  return out;
}

function spanned(text, kind) {
  const span = document.createElement("span");
  span.className = kind;
  span.textContent = text;
  return span;
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

// markedPart returns nodes with the part of a text between two offsets, in which places of placesOf are marked.
function markedPart(text, places, from, to) {
  const out = document.createDocumentFragment();
  let end = from;
  for (const place of places) {
    if (place.end <= from || place.start >= to) continue;
    const start = Math.max(place.start, from);
    out.append(text.slice(end, start), spanned(text.slice(start, Math.min(place.end, to)), place.severity));
    end = Math.min(place.end, to);
  }
  out.append(text.slice(end, to) + "\n");
  return out;
}
