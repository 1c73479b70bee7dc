// Expressions are trees of arrays; see expression.go. An environment has values for each scope:
// {p: parameters, v: variables, f: fields, x: answers, w: what a cost is of, unlimited: whether ints may be of any size}.

const ARITHMETIC = {
  "+": (x, y) => x + y,
  "-": (x, y) => x - y,
  "*": (x, y) => x * y,
  "/": quotient,
  "%": remainder,
};

const COMPARISON = {
  "==": (x, y) => x === y,
  "!=": (x, y) => x !== y,
  "<": (x, y) => x < y,
  "<=": (x, y) => x <= y,
  ">": (x, y) => x > y,
  ">=": (x, y) => x >= y,
};

const SCOPES = ["p", "v", "f", "x", "w"];

function evaluate(e, env) {
  if (typeof e === "string") return BigInt(e);
  const limit = env.unlimited ? (value) => value : fit;
  const op = e[0];
  switch (op) {
    case "b":
      return BigInt(e[1]);
    case "d":
      return BigInt(e[1]);
    case "e":
      return BigInt(e[2]);
    case "s":
      return e[1];
    case "!":
      return 1n - evaluate(e[1], env);
    case "neg":
      return limit(-evaluate(e[1], env));
    case "&&": {
      const x = evaluate(e[1], env);
      return x === 0n ? x : evaluate(e[2], env);
    }
    case "||": {
      const x = evaluate(e[1], env);
      return x === 1n ? x : evaluate(e[2], env);
    }
    case "case":
      return evaluate(e[2 + Number(evaluate(e[1], env))], env);
  }
  if (SCOPES.includes(op)) return env[op][e[1]];
  if (op === "min" || op === "max") {
    let best = evaluate(e[1], env);
    for (const a of e.slice(2)) {
      const value = evaluate(a, env);
      if (op === "min" ? value < best : value > best) best = value;
    }
    return best;
  }
  const x = evaluate(e[1], env);
  const y = evaluate(e[2], env);
  if (op in COMPARISON) return COMPARISON[op](x, y) ? 1n : 0n;
  return limit(ARITHMETIC[op](x, y));
}

// tryEvaluate returns {value} or {fault}.
function tryEvaluate(e, env) {
  try {
    return { value: evaluate(e, env) };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { fault };
  }
}

const LEVELS = { "||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3, "+": 4, "-": 4, "*": 5, "/": 5, "%": 5 };

// show writes an expression; name returns the text of a reference, and m has the enums.
function show(e, m, name) {
  const level = (x) => (Array.isArray(x) && LEVELS[x[0]]) || 9;
  const part = (x, least) => (level(x) < least ? "(" + show(x, m, name) + ")" : show(x, m, name));
  if (typeof e === "string") return e;
  const op = e[0];
  switch (op) {
    case "b":
      return e[1] === 1 ? "true" : "false";
    case "d":
      return durationText(BigInt(e[1]));
    case "e":
      return m.enums[e[1]].values[e[2]];
    case "s":
      return JSON.stringify(e[1]);
    case "!":
      return "!" + part(e[1], 9);
    case "neg":
      return "-" + part(e[1], 9);
    case "case":
      return "…";
  }
  if (SCOPES.includes(op)) return name(op, e[1]);
  if (op === "min" || op === "max") return op + "(" + e.slice(1).map((a) => show(a, m, name)).join(", ") + ")";
  const own = LEVELS[op];
  return part(e[1], own) + " " + op + " " + part(e[2], own + 1);
}

// references lists the scopes and indices that an expression reads, as "scope:index".
function references(e, into = new Set()) {
  if (Array.isArray(e)) {
    if (SCOPES.includes(e[0])) into.add(e[0] + ":" + e[1]);
    else if (e[0] !== "s" && e[0] !== "d") for (const part of e.slice(1)) references(part, into);
  }
  return into;
}

// reasons returns the smallest parts of a condition that decide its value: those that fail if it fails, with a
// negation in front of a part whose truth makes it fail. It is a list of {part, holds, fault}.
function reasons(e, env, want = 1n) {
  const { value, fault } = tryEvaluate(e, env);
  if (fault && !(Array.isArray(e) && (e[0] === "&&" || e[0] === "||" || e[0] === "!"))) return [{ part: e, fault }];
  if (!fault && value === want) return [];
  switch (Array.isArray(e) && e[0]) {
    case "&&":
    case "||": {
      const x = reasons(e[1], env, want);
      // The right side does not count if the left one decides, as in Go.
      const left = tryEvaluate(e[1], env);
      if (left.fault || left.value === (e[0] === "&&" ? 0n : 1n)) return x;
      return x.concat(reasons(e[2], env, want));
    }
    case "!":
      return reasons(e[1], env, 1n - want);
  }
  return [{ part: e, holds: value === 1n }];
}
