// Arithmetic of Go's int64, on BigInts. Bools are 0n and 1n, values of enums their numbers, and strings are strings.

class Fault extends Error {
  // kind is "overflow" or "divide". where is set by the interpreter: {transition, variable, emission, text}.
  constructor(kind) {
    super(kind === "overflow" ? "integer overflow" : "division by zero");
    this.kind = kind;
    this.where = null;
  }
}

const LEAST = -(2n ** 63n);
const GREATEST = 2n ** 63n - 1n;

function fit(value) {
  if (value < LEAST || value > GREATEST) throw new Fault("overflow");
  return value;
}

function quotient(x, y) {
  if (y === 0n) throw new Fault("divide");
  return x / y; // BigInt truncates towards zero, as Go does
}

function remainder(x, y) {
  if (y === 0n) throw new Fault("divide");
  return x % y;
}
