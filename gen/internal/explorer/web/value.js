// Values as people type and read them.

// format writes a value of a type.
function format(m, type, value) {
  if (type === "string") return JSON.stringify(value);
  if (type === "bool") return value === 1n ? "true" : "false";
  if (type === "") return "…";
  if (typeof type === "number") return m.enums[type].values[Number(value)] ?? String(value);
  return type === "duration" ? durationText(value) : String(value);
}

// typed returns the text that parseValue reads as the value.
function typed(m, type, value) {
  return type === "string" ? value : type === "" ? "" : format(m, type, value);
}

// parseValue returns {value} or {error}.
function parseValue(m, type, text) {
  if (type === "string") return { value: text };
  if (type === "") return { value: 0n };
  if (type === "bool") {
    if (text === "true" || text === "false") return { value: text === "true" ? 1n : 0n };
    return { error: JSON.stringify(text) + " is not true or false" };
  }
  if (typeof type === "number") {
    const i = m.enums[type].values.indexOf(text);
    if (i >= 0) return { value: BigInt(i) };
    return { error: JSON.stringify(text) + " is not one of " + m.enums[type].values.join(", ") };
  }
  if (type === "duration") return parseDuration(text);
  if (!/^[-+]?[0-9]{1,20}$/.test(text)) return { error: JSON.stringify(text) + " is not an int" };
  const value = BigInt(text.replace(/^\+/, ""));
  if (value < LEAST || value > GREATEST) return { error: text + " does not fit in 64 bits" };
  return { value };
}

// nearest returns the name that is meant by a misspelled one, or "".
function nearest(name, names) {
  const distance = (a, b) => {
    let row = [...Array(b.length + 1).keys()];
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
      row = next;
    }
    return row[b.length];
  };
  if (name.length === 0 || name.length > 100) return "";
  const [a, ...list] = [name.toLowerCase(), ...names.map((n) => ({ n, d: distance(name.toLowerCase(), n.toLowerCase()) }))];
  const best = list.sort((x, y) => x.d - y.d)[0];
  return best && best.d <= Math.max(1, Math.floor(a.length / 3)) ? best.n : "";
}

// parseCommand reads a line such as: Failure class=Transient fits(remaining)=true. It returns {event, fields, answers} or {error}.
function parseCommand(m, line, answers) {
  const words = splitWords(line);
  const event = m.events.findIndex((e) => e.name === words[0]);
  if (event < 0 || m.events[event].kind === "eventless") {
    const names = m.events.filter((e) => e.kind !== "eventless").map((e) => e.name);
    const [word, meant] = [words[0] ?? "", nearest(words[0] ?? "", names)];
    const echo = word.length > 60 ? word.slice(0, 60) + "…" : word;
    return { error: "there is no event " + JSON.stringify(echo) + "; " + (meant ? "did you mean " + meant + "? " : "") + "there are " + names.join(", ") };
  }
  const { fields } = m.events[event];
  const input = { event, fields: fields.map((f) => zero(f.type)), answers: answers.slice() };
  const bare = (text) => text.replaceAll(" ", "");
  for (const word of words.slice(1)) {
    const at = word.lastIndexOf("=") < 0 ? -1 : word.indexOf("=");
    if (at < 0) return { error: JSON.stringify(word) + " is not NAME=VALUE" };
    const [name, text] = [word.slice(0, at), word.slice(at + 1)];
    const field = fields.findIndex((f) => f.name === name);
    const ask = m.asks.findIndex((a) => bare(a.text) === bare(name));
    if (field < 0 && ask < 0) {
      const known = [...fields.map((f) => f.name), ...m.asks.map((a) => bare(a.text))];
      return { error: name + " is neither a field of " + m.events[event].name + " nor an external guard" + (known.length > 0 ? "; there are " + known.join(", ") : "") };
    }
    const { value, error } = parseValue(m, field >= 0 ? fields[field].type : "bool", text);
    if (error) return { error: name + ": " + error };
    if (field >= 0) input.fields[field] = value;
    else input.answers[ask] = value;
  }
  return input;
}

// splitWords splits a line at spaces outside of quotes and parentheses, and removes the quotes.
function splitWords(line) {
  const words = [];
  let word = "";
  let [quoted, begun, depth] = [false, false, 0];
  for (const c of line) {
    if (c === '"') {
      quoted = !quoted;
      begun = true;
    } else if (c === " " && !quoted && depth === 0) {
      if (begun) words.push(word);
      [word, begun] = ["", false];
    } else {
      if (!quoted && c === "(") depth++;
      if (!quoted && c === ")") depth = Math.max(0, depth - 1);
      word += c;
      begun = true;
    }
  }
  if (begun) words.push(word);
  return words;
}

// described writes an event with its payload.
function described(m, input) {
  const e = m.events[input.event];
  const words = [e.name];
  e.fields.forEach((f, i) => {
    if (f.type !== "") words.push(f.name + "=" + format(m, f.type, input.fields[i]));
  });
  return words.join(" ");
}

// parameterLimits returns {min, max} of a parameter, given the values of those before it; an end is null if there is none.
function parameterLimits(m, params, i) {
  const end = (e) => (e === null ? null : tryEvaluate(e, { p: params, v: [], f: [], x: [] }).value ?? null);
  return { min: end(m.params[i].min), max: end(m.params[i].max) };
}

// openingParams returns the values with which the page opens: typical ones, or else the least ones.
function openingParams(m) {
  const params = [];
  m.params.forEach((p, i) => {
    const { min, max } = parameterLimits(m, params, i);
    const { value } = parseValue(m, p.type, p.value);
    if (p.value !== "" && value !== undefined) params.push(value);
    else if (min !== null) params.push(min);
    else params.push(max !== null && max < 0n ? max : zero(p.type));
  });
  return params;
}

// checkParams returns what is wrong with values of the parameters, or "".
function checkParams(m, params) {
  for (let i = 0; i < params.length; i++) {
    const { min, max } = parameterLimits(m, params, i);
    const text = (value) => format(m, m.params[i].type, value);
    if (min !== null && params[i] < min) return m.params[i].name + " is " + text(params[i]) + ", below its minimum of " + text(min);
    if (max !== null && params[i] > max) return m.params[i].name + " is " + text(params[i]) + ", above its maximum of " + text(max);
  }
  return "";
}
