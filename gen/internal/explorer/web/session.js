// A session is a run with everything that a person sees of it: each entry is an input with the steps that it causes, and
// what the machine is then. Undo moves back; a new input replaces what was undone.

// patience is the number of transitions without an event after which a machine counts as one that never rests.
const patience = 5000;

class Session {
  constructor(m, params) {
    this.m = m;
    this.restart(params);
  }

  get now() {
    return this.entries[this.position];
  }

  restart(params) {
    this.params = params;
    this.entries = [];
    this.position = 0;
    const entry = this.entry(null, { config: { state: this.m.initial, vars: this.m.vars.map((v) => zero(v.type)) }, timers: [], calls: [] });
    try {
      entry.config = initial(this.m, params);
      entry.outputs = opening(this.m, params, entry.config);
      entry.raises = this.m.startRaises;
      entry.timers = this.m.begins.slice();
      entry.started = this.m.begins.slice();
      this.begin(entry, this.m.invoked);
      this.settle(entry, []);
    } catch (fault) {
      this.fail(entry, fault);
      entry.dead = true;
    }
    this.entries.push(entry);
  }

  // entry returns a new entry after another one.
  entry(input, { config, timers, calls }) {
    return { input, config, timers: timers.slice(), calls: calls.slice(), steps: [], outputs: [], raises: [], started: [], begun: [], remark: "", fault: null, endless: false, dead: false };
  }

  // send handles an input {event, fields, answers, timer}. timer is the timer that raises the event, if one does.
  send(input) {
    const before = this.now;
    const entry = this.entry(input, before);
    if (before.dead) return before;
    entry.dead = before.endless;
    const { call } = this.m.events[input.event];
    if (call >= 0 && alternatives(this.m, before.config.state, input.event).length > 0 && !before.calls.some((c) => c.call === call)) {
      entry.remark = "stale";
    } else if (!entry.dead) {
      try {
        if (input.timer !== undefined) entry.timers = entry.timers.filter((t) => t !== input.timer);
        this.take(entry, input);
        if (!entry.remark) this.settle(entry, input.answers);
      } catch (fault) {
        this.fail(entry, fault);
      }
    }
    this.entries.length = this.position + 1;
    this.entries.push(entry);
    this.position++;
    return entry;
  }

  // skip adds an entry in which nothing happens.
  skip(input) {
    this.entries.push({ ...this.entry(input, this.now), dead: this.now.dead });
    this.position++;
  }

  // take adds one step to an entry.
  take(entry, input) {
    const { m } = this;
    const before = entry.config;
    const s = step(m, this.params, before, input);
    const t = m.transitions[s.transition];
    const { call } = m.events[input.event];
    if (!t || t.effect) {
      const outside = t && t.rule === "payload"; // the call of such a result goes on
      entry.remark = !t ? "illegal" : t.effect === "ignore" ? "ignored" : outside ? "outside of its range" : "rejected";
      if (t && call >= 0 && !outside) entry.calls = entry.calls.filter((c) => c.call !== call);
      return;
    }
    const stopped = [];
    entry.timers = entry.timers.filter((i) => !s.stops.includes(i) || !stopped.push(i)).concat(s.starts);
    entry.calls = entry.calls.filter((c) => c.call !== call && !t.cancels.some((i) => m.invocations[i].call === c.call));
    entry.started = entry.started.concat(s.starts);
    entry.config = s.next;
    this.begin(entry, t.invokes);
    entry.outputs = entry.outputs.concat(s.outputs);
    entry.steps.push({ transition: s.transition, before, after: s.next, outputs: s.outputs, raises: t.raises });
  }

  // begin starts calls and child machines.
  begin(entry, invocations) {
    const env = environment(this.params, entry.config);
    for (const i of invocations) {
      const inv = this.m.invocations[i];
      const value = (e) => (e === null ? null : tryEvaluate(e, env).value ?? null);
      const running = { call: inv.call, args: inv.args.map(value), cost: value(inv.cost) };
      entry.calls.push(running);
      entry.begun.push(running);
    }
  }

  // settle takes the transitions without an event that apply.
  settle(entry, answers) {
    const { m } = this;
    if (m.eventless < 0) return;
    const input = { event: m.eventless, fields: [], answers: m.asks.map((_, i) => answers[i] ?? 0n) };
    for (let n = 0; choose(m, this.params, entry.config, input) >= 0; n++) {
      if (n === patience) {
        entry.endless = true;
        return;
      }
      this.take(entry, input);
    }
  }

  fail(entry, fault) {
    if (!(fault instanceof Fault)) throw fault;
    entry.fault = fault;
  }

  undo() {
    if (this.position > 0) this.position--;
  }

  redo() {
    if (this.position < this.entries.length - 1) this.position++;
  }

  goTo(position) {
    this.position = Math.max(0, Math.min(position, this.entries.length - 1));
  }

  // inputs returns those of the run up to the position.
  inputs() {
    return this.entries.slice(1, this.position + 1).map((e) => e.input);
  }

  // replay starts anew with parameters, and sends inputs.
  replay(params, inputs) {
    this.restart(params);
    for (const input of inputs) {
      if (this.now.dead || this.now.endless) break;
      this.send(input);
    }
  }

  // taken returns the steps of the run up to the position.
  taken() {
    return this.entries.slice(0, this.position + 1).flatMap((e) => e.steps);
  }
}

// problem says what is wrong with an entry, or "".
function problem(m, entry) {
  if (entry.endless) return "the machine never comes to rest: it takes transitions without an event forever";
  if (!entry.fault) return "";
  const { where } = entry.fault;
  const what = where.transition >= 0 ? " of " + label(m, where.transition) : "";
  return where.text + what + ": " + entry.fault.message + (entry.dead ? "; the machine cannot start" : "; the machine takes no step");
}

// label names a transition.
function label(m, i) {
  const t = m.transitions[i];
  const to = t.effect === "ignore" ? "ignored" : t.effect === "reject" ? "rejected" : m.states[t.to].name;
  return m.states[t.from].name + " —" + t.trigger + (t.written ? " [" + t.written + "]" : "") + "→ " + to;
}
