// Durations are numbers of nanoseconds, and people read and type them as Go writes them: 1h30m, 1.5s, 200ms.

const UNITS = { ns: 1n, "us": 1000n, "µs": 1000n, "μs": 1000n, ms: 1000000n, s: 1000000000n, m: 60000000000n, h: 3600000000000n };

// durationText writes a duration without units that are zero.
function durationText(value) {
  if (value === 0n) return "0s";
  if (value < 0n) return "-" + durationText(-value);
  const fraction = (unit) => {
    const rest = String(value % unit).padStart(String(unit).length - 1, "0").replace(/0+$/, "");
    return value / unit + (rest === "" ? "" : "." + rest);
  };
  for (const name of ["ns", "µs", "ms"]) {
    if (value < UNITS[name] * 1000n) return fraction(UNITS[name]) + name;
  }
  let text = value >= UNITS.h ? value / UNITS.h + "h" : "";
  value %= UNITS.h;
  const seconds = value % UNITS.m !== 0n;
  if (value >= UNITS.m || (text !== "" && seconds)) text += value / UNITS.m + "m";
  value %= UNITS.m;
  return seconds ? text + fraction(UNITS.s) + "s" : text;
}

// parseDuration returns {value} or {error}.
function parseDuration(text) {
  const wrong = { error: JSON.stringify(text) + " is not a duration such as 1m30s" };
  const [, sign, rest] = /^([-+]?)(.*)$/s.exec(text);
  if (rest === "0") return { value: 0n };
  if (!/^([0-9]{1,20}(\.[0-9]{0,20})?(ns|us|µs|μs|ms|s|m|h))+$/.test(rest)) return wrong;
  let value = 0n;
  for (const [, whole, , part, unit] of rest.matchAll(/([0-9]+)(\.([0-9]*))?(ns|us|µs|μs|ms|s|m|h)/g)) {
    value += BigInt(whole) * UNITS[unit] + (part ? (BigInt(part) * UNITS[unit]) / 10n ** BigInt(part.length) : 0n);
  }
  if (sign === "-") value = -value;
  if (value < LEAST || value > GREATEST) return { error: text + " does not fit in 64 bits" };
  return { value };
}
