// The page: one App has the session and draws everything anew after each change.

class App {
  constructor(data, pictures) {
    [this.version, this.old] = data.versions;
    this.m = this.version.machine;
    this.session = new Session(this.m, openingParams(this.m));
    this.answers = this.m.asks.map(() => 1n);
    this.forms = new Map();
    const roots = [...document.querySelectorAll("#pictures .drawing")];
    this.folds = new Folds(pictures, data.versions, roots, (frame, version) => this.fold(frame, version));
    this.machines = data.versions.map((v) => v.machine);
    this.view = new View(roots);
    this.coverage = null;
    this.drawn();
    this.wrongParam = "";
    this.loop = -1; // the entry from which on a run that was replayed repeats forever
  }

  // drawn takes over the pictures that are in the page.
  drawn() {
    this.pictures = this.folds.shown.map((face, i) => (face.svg ? new Picture(this.machines[i], face) : null));
    this.view.take(this.folds.shown.map((face) => face.svg));
    this.pictures[0]?.cover(this.coverage?.counts ?? null);
    const button = document.getElementById("fold");
    button.hidden = this.folds.frames.length === 0;
    button.textContent = this.folds.closed.size > 0 ? "Open all" : "Close all";
  }

  // fold closes or opens a composite state, which stays at its place on the screen.
  fold(frame, version) {
    const before = this.folds.shown[version].handles[frame];
    const [{ x, y }, focused] = [before.getBoundingClientRect(), before === document.activeElement];
    this.folds.change(frame);
    this.drawn();
    const after = this.folds.shown[version].handles[frame];
    const at = after.getBoundingClientRect();
    this.view.scroll(at.x - x, at.y - y);
    if (focused) after.focus({ preventScroll: true });
    this.render(false);
    this.say(this.folds.frames[frame].name + (this.folds.closed.has(frame) ? " is closed" : " is open"));
    this.remember();
  }

  foldAll() {
    this.folds.all();
    this.drawn();
    this.render();
    this.say(this.folds.closed.size > 0 ? "all composite states are closed" : "all composite states are open");
    this.remember();
  }

  // form returns the texts in the form of an event.
  form(event) {
    if (!this.forms.has(event)) {
      this.forms.set(event, this.m.events[event].fields.map((f) => (f.type === "int" ? "1" : f.type === "duration" ? "1s" : f.type === "string" ? "" : format(this.m, f.type, 0n))));
    }
    return this.forms.get(event);
  }

  send(input) {
    if (this.session.position < this.session.entries.length - 1 || this.session.position < this.loop) this.loop = -1;
    const entry = this.session.send({ ...input, answers: input.answers.slice() });
    const name = this.m.states[entry.config.state].name;
    this.changed(problem(this.m, entry) || described(this.m, input) + (entry.remark ? " is " + entry.remark : "") + ": " + name);
  }

  sendForm(event) {
    const input = inputOf(this, event);
    if (input.error) return this.say(input.error);
    if (this.m.events[event].kind === "internal") {
      const timer = this.session.now.timers.find((t) => this.m.timers[t].event === event);
      if (timer !== undefined) input.timer = timer;
    }
    this.send(input);
  }

  command(line) {
    const input = parseCommand(this.m, line, this.answers);
    if (input.error) {
      this.say(input.error);
      return false;
    }
    this.send(input);
    return true;
  }

  answer(i, value) {
    this.answers[i] = value;
    this.renderChoices();
  }

  setParam(i, text) {
    const params = this.session.params.slice();
    const { value, error } = parseValue(this.m, this.m.params[i].type, text);
    params[i] = value;
    this.wrongParam = error ? this.m.params[i].name + ": " + error : checkParams(this.m, params);
    if (!this.wrongParam) this.session.replay(params, this.session.inputs());
    this.changed(this.wrongParam || this.m.params[i].name + " is " + text, "param" + i);
  }

  replay(run) {
    const { params, inputs, error } = readReported(this.m, run);
    if (error) return this.say(error);
    this.session.replay(params, inputs);
    const before = run.steps.slice(0, Math.max(run.loop, 0)).filter((s) => s.event !== this.m.eventless);
    this.loop = run.loop < 0 ? -1 : before.length + 1;
    this.changed(run.title + ": " + count(inputs.length, "event", "events"));
  }

  goTo(i) {
    this.session.goTo(i);
    this.changed("step " + this.session.position + ": " + this.m.states[this.session.now.config.state].name);
  }

  undo() {
    this.goTo(this.session.position - 1);
  }

  redo() {
    this.goTo(this.session.position + 1);
  }

  restart() {
    this.session.restart(this.session.params);
    this.loop = -1;
    this.changed("the run begins anew");
  }

  cover(text) {
    this.coverage = text === null ? null : readTraces(this.m, text);
    this.pictures[0]?.cover(this.coverage?.counts ?? null);
    document.body.classList.toggle("covering", this.coverage !== null);
    place("coverage", ...coveragePanel(this));
  }

  say(text) {
    document.getElementById("said").textContent = text;
  }

  // changed draws everything after a change, and keeps the run in the address of the page.
  changed(said) {
    this.render();
    this.say(said);
    this.remember();
  }

  remember() {
    const closed = this.folds.paths();
    history.replaceState(null, "", this.session.position === 0 && closed.length === 0 ? "#" : linkOf(this.m, this.session.params, this.session.inputs(), closed));
  }

  oldSide(i) {
    return sideBySide(this.session, this.followed, i);
  }

  // render draws everything, and brings the active states into view if it may.
  render(moves = true) {
    const focused = document.activeElement?.id;
    place("states", ...placesPanel(this));
    if (this.old) {
      this.followed = follow(this.old.machine, this.session);
      this.followed.session.goTo(this.session.position);
      this.pictures[1]?.update(this.followed.session, [], () => {});
    }
    place("now", ...nowPanel(this));
    place("events", ...eventsPanel(this));
    place("guards", ...guardsPanel(this));
    place("params", ...paramsPanel(this));
    place("runs", ...runsPanel(this));
    place("steps", ...stepsPanel(this));
    const plot = this.plot();
    for (const [id, empty] of [["guards", this.m.asks.length === 0], ["params", this.m.params.length === 0], ["runs", this.version.runs.length === 0], ["plot", !plot]]) {
      document.getElementById(id).closest("section").hidden = empty;
    }
    document.getElementById("undo").disabled = this.session.position === 0;
    document.getElementById("redo").disabled = this.session.position === this.session.entries.length - 1;
    this.renderChoices();
    const here = document.querySelector("#steps .here");
    if (here) here.parentElement.scrollTop = here.offsetTop - here.parentElement.offsetTop - 120;
    if (focused) document.getElementById(focused)?.focus();
    if (moves) this.view.follow();
  }

  plot() {
    const plot = plotted(this.session);
    place("plot", plot);
    return plot;
  }

  // renderChoices draws what depends on payloads and answers.
  renderChoices() {
    for (const e of document.querySelectorAll(".choices")) e.replaceChildren(...choices(this, Number(e.dataset.event)));
    this.pictures[0]?.update(this.session, can(this), (event) => this.sendForm(event));
    this.folds.label();
  }

  // follows reads the run in the address of the page.
  follows() {
    const { params, inputs, closed, error } = readLink(this.m, location.hash);
    if (params) {
      this.folds.set(closed);
      this.drawn();
      this.session.replay(params, inputs);
      this.loop = -1;
    }
    this.render();
    if (error) this.say("The run in the address is not one of this machine: " + error + ".");
  }

  // key handles a key outside of inputs.
  key(event) {
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey || (event.target.closest("input, select, textarea") && event.target.type !== "checkbox")) return;
    const press = {
      u: () => this.undo(), r: () => this.redo(), 0: () => this.restart(), "/": () => document.getElementById("command").focus(),
      "+": () => this.view.zoom(1.25), "=": () => this.view.zoom(1.25), "-": () => this.view.zoom(0.8), f: () => this.view.fit(), c: () => this.foldAll(),
      "?": () => document.getElementById("keys").showModal(),
    };
    const held = { z: () => (event.shiftKey ? this.redo() : this.undo()), y: () => this.redo() };
    const nth = listed(this.m, this.session.now.config)[Number(event.key) - 1];
    const act = control ? held[event.key.toLowerCase()] : press[event.key] ?? (/^[1-9]$/.test(event.key) && nth !== undefined ? () => this.sendForm(nth) : null);
    if (!act) return;
    event.preventDefault();
    act();
  }
}

async function main() {
  const data = JSON.parse(document.getElementById("data").textContent);
  for (const v of data.versions) {
    v.machine = prepare(v.machine);
    v.edges = (v.edges ?? []).map((list) => list ?? []);
    v.runs ??= [];
  }
  const app = new App(data, await unpacked(data.folds));
  const on = (id, act) => document.getElementById(id).addEventListener("click", act);
  on("undo", () => app.undo());
  on("redo", () => app.redo());
  on("restart", () => app.restart());
  on("larger", () => app.view.zoom(1.25));
  on("smaller", () => app.view.zoom(0.8));
  on("fit", () => app.view.fit());
  on("fold", () => app.foldAll());
  document.getElementById("follow").addEventListener("change", (event) => {
    app.view.follows = event.target.checked;
    app.view.follow();
  });
  on("help", () => document.getElementById("keys").showModal());
  on("close", () => document.getElementById("keys").close());
  on("copy", async () => {
    const link = document.getElementById("link");
    link.hidden = false;
    link.value = location.href;
    link.select();
    try {
      await navigator.clipboard.writeText(location.href);
      app.say("The link to this run is copied.");
    } catch {
      app.say("The link to this run is selected: copy it.");
    }
  });
  document.getElementById("known").replaceChildren(...app.m.events.filter((e) => e.kind !== "eventless").map((e) => el("option", { value: [e.name, ...e.fields.filter((f) => f.type !== "").map((f) => f.name + "=")].join(" ") })));
  document.getElementById("prompt").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = document.getElementById("command");
    if (app.command(input.value)) input.value = "";
  });
  document.addEventListener("keydown", (event) => app.key(event));
  window.addEventListener("hashchange", () => app.follows());
  window.addEventListener("resize", () => app.plot());
  app.follows();
  app.cover(data.traces || null);
  if (data.reload) watch(data.reload, data.stamp);
}

// watch reloads the page, which keeps the run in its address, when fsmgen explore --serve has a new one.
function watch(path, stamp) {
  setInterval(async () => {
    try {
      const response = await fetch(path, { cache: "no-store" });
      if (response.ok && (await response.text()) !== stamp) location.reload();
    } catch {
      // the server has ended, or starts again
    }
  }, 700);
}

main();
