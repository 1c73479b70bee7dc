package spectest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// writer writes one random spec. Its machines go through phases: a step leads
// to a later phase, or stays and uses up fuel; so a progress function is known
// unless one of the flaws makes it wrong.
type writer struct {
	dice   dice
	terms  *terms
	b      strings.Builder
	phases int
	// limit and lex say whether the machine has that rule, and whether its progress function is
	// lexicographic; data, whether its last phase has a datum; extra, whether steps change
	// variables besides the fuel.
	limit, lex, data, extra bool
	// lost says that there is a second terminal state.
	lost bool
	// told says that there are outputs, and world which event the world may send, or "".
	told  bool
	world string
	// ticks says that timers, and only they, raise G.
	ticks bool
	// refuses says that the phase may refuse an event whatever comes with it,
	// so that nothing may lead on.
	refuses bool
	// eventless says that there are transitions without an event, and resting is a condition
	// under which the phase rests, or "".
	eventless bool
	resting   string
	// invokes says that there are calls.
	invokes bool
	callee  *callee
	// raises says that transitions and states raise events, finals that composite states are done
	// in a final state, and remembers that transitions return to their history.
	raises, finals, remembers bool
	// beside are other states of a phase, with the same progress.
	beside map[int][]string
	// besides says that the machine begins in a state with regions.
	besides bool
	side    side
}

// newWriter returns a writer of a spec with up to so many phases.
func newWriter(r *rand.Rand, phases int, t *terms) *writer {
	t.dice = dice{r}
	return &writer{dice: t.dice, terms: t, callee: &callee{dice: t.dice, terms: t}, phases: 1 + r.IntN(phases)}
}

// Random returns the text of a random spec. Many can be proved, some have a subtle flaw,
// and some are not valid. Some have the features.
func Random(r *rand.Rand, features Features) string {
	w := newWriter(r, 3, &terms{})
	w.eventless = features&Eventless != 0 && w.dice.chance(45)
	w.invokes = features&Invoke != 0 && w.dice.chance(45)
	w.choose(features)
	w.terms.stall, w.limit, w.lex, w.data, w.extra = w.dice.chance(15), w.dice.chance(15), w.dice.chance(20), w.dice.chance(25), w.dice.chance(50)
	if features == Regions && w.dice.chance(80) {
		w.terms.stall, w.limit, w.lex = false, false, false
	}
	w.limit = w.limit && !w.terms.stall
	w.besides = features&Regions != 0 && !w.terms.stall && !w.limit && !w.lex && w.dice.chance(80)
	w.terms.asks, w.told = w.dice.chance(35), w.dice.chance(35)
	if w.dice.chance(30) {
		w.world = w.dice.pick("E", "F", "F", "G")
	}
	w.ticks = w.world != "G" && w.dice.chance(15)
	w.declarations()
	w.everywhere()
	w.rules()
	w.line("states:")
	w.parallel()
	for i := range w.phases {
		w.phase(i)
	}
	w.line("  Done: {}")
	if w.lost {
		w.line("  Lost: {}")
	}
	w.progress()
	text := w.sent(w.b.String())
	if w.dice.chance(50) {
		for range 1 + w.dice.rand.IntN(2) {
			text = Mutate(w.dice.rand, text, features)
		}
	}
	return w.dice.ranged(text, features)
}

// declarations writes what comes before the states and all that is done in each of them.
func (w *writer) declarations() {
	w.line("machine: Random")
	w.params()
	w.line("enums: {Color: [Red, Green, Blue], One: [Only]}")
	w.line("vars:")
	w.line("  fuel: {type: int, min: 0, max: %q, init: %q}", w.terms.top, w.dice.pick(w.terms.top, "0", "min(n, "+w.terms.top+")"))
	w.line("  x: {type: int%s, init: %q}", w.dice.pick("", ", min: -3, max: 5", ", min: 0", ", max: n + 3", ", min: -n, max: n"), w.dice.pick("0", "1", "n", "n % 3", "min(n, 7)", "2 * n - 1", "7 / (n * n + 1)"))
	w.line("  flag: {type: bool, init: %s}", w.dice.pick("true", "false", "strict", "n > 2"))
	w.line("  color: {type: Color, init: %s}", w.dice.pick("Red", "Blue", "paint"))
	w.line("  one: One")
	w.line("  name: {type: string, init: %q}", w.dice.pick(`"a"`, `"b"`, "label"))
	w.line("guards:")
	w.line("  low: %q", w.terms.boolean(1, false))
	w.line("  high: %q", w.dice.pick("!low", "low || flag", "low && x > 0"))
	if w.terms.asks {
		w.line("  ready: {doc: The program knows.}")
		w.line("  fits: {args: {n: int}}")
		w.line("  maybe: %q", w.dice.pick("ready && low", "!ready || x > 0", "ready == flag"))
	}
	if w.told {
		w.line("outputs: {Told: {v: int, is: bool}, Note: {}}")
	}
	w.declareCalls()
	sends := func(event, fields string) string {
		switch {
		case event == w.world:
			return event + ": {environment: true" + fields + "}"
		case event == "G" && w.ticks:
			return event + ": {internal: true}"
		}
		return event + ": {" + strings.TrimPrefix(fields, ", ") + "}"
	}
	own := ""
	if w.raises {
		own = ", R: {internal: true}, S: {internal: true}"
	}
	w.line("events: {%s, %s, %s%s}", sends("E", ", a: int, ok: bool"), sends("F", ", c: Color, s: string"), sends("G", ""), own)
	w.line("initial: %s", map[bool]string{false: "P0", true: "Q"}[w.besides])
}

// everywhere writes the terminal states, and what is done in each state.
func (w *writer) everywhere() {
	var on, ignore []string
	switch lost := w.dice.chance(30); {
	case w.terms.stall || w.limit || lost:
		w.lost = true
		w.line("terminal: {end: [Done], lost: [Lost]}")
		if lost {
			on = []string{"G: Lost"}
		}
	default:
		w.line("terminal: {end: [Done]}")
		ignore = []string{"G"}
	}
	on, ignore = w.withRaised(on, ignore, func(string) string { return "Done" })
	if len(on) > 0 {
		w.line("on: {%s}", strings.Join(on, ", "))
	}
	if len(ignore) > 0 {
		w.line("ignore: [%s]", strings.Join(ignore, ", "))
	}
	if w.eventless && w.dice.chance(25) {
		to := "Done"
		if w.lost {
			to = w.dice.pick("Done", "Lost", "Lost")
		}
		w.line("always: {if: %q, to: %s%s}", w.condition(), to, w.tells(""))
	}
}

// rules writes the rules and the invariant.
func (w *writer) rules() {
	if w.terms.stall {
		w.line("stall: {limit: %q, to: Lost}", w.dice.pick("3", "n", "m", "1", "2", "max(n, 1)"))
	}
	if w.limit {
		w.line("limit: {transitions: %q, to: Lost}", w.dice.pick("5", "n", "m + 2", "0", "max(n, 0)"))
	}
	if w.dice.chance(40) {
		w.line("invariants: [%q]", w.dice.pick("fuel >= 0", "fuel + x <= "+w.terms.top+" + 5", "flag || x >= 0", "x * x >= 0", "color != Green || flag", `name != "c" || flag`, "fuel * n >= 0 || n < 0", "one == Only"))
	}
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.b, format+"\n", args...)
}

// params writes parameters with ranges that may depend on each other.
func (w *writer) params() {
	w.line("params:")
	w.line("  n: {type: int%s}", w.dice.pick(", min: 1", ", min: 0", ", min: 2, max: 6", ", min: 0, max: 100", "", ", min: -3, max: 3", ", max: 4"))
	w.line("  m: {type: int%s}", w.dice.pick(", min: 1", ", min: n", ", min: 0, max: n", ", min: 1, max: 9", ", min: n / 2, max: 2 * n", ", min: 3"))
	w.line("  strict: bool")
	w.line("  paint: Color")
	w.line("  label: string")
	w.terms.top = w.dice.pick("m", "3", "max(n, m)", "m / 2 + 1", "9")
	if !w.lex && !w.limit && w.dice.chance(40) {
		// The bound is made of these, and fits in an int.
		w.terms.top = w.dice.pick("n + m", "m * m", "n * n + 1")
	}
}

// noise are updates that progress does not depend on.
func (w *writer) noise(event string) string {
	var out []string
	add := func(percent int, name string, value string) {
		if w.dice.chance(percent) {
			out = append(out, fmt.Sprintf("%s: %q", name, value))
		}
	}
	if w.terms.sound {
		add(25, "x", w.dice.pick("0", "-min(x, 3)", "x / 2", "max(-3, min(5, "+w.terms.integer(1, event)+"))"))
	} else if w.extra {
		add(20, "x", w.dice.pick("x + 1", "0", "-x", "max(-3, min(5, "+w.terms.integer(1, event)+"))", "x / 2", "min(n, 1)", w.terms.integer(1, event)))
	}
	if w.resting == "x != 0" && event != "" && len(out) == 0 && w.dice.chance(50) {
		out = append(out, fmt.Sprintf("x: %q", w.dice.pick("7 / x", "min(2, 5 / x)"))) // x is not 0 where the machine rests
	}
	add(20, "flag", w.terms.boolean(1, false, event))
	if event == "F" {
		add(30, "color", "event.c")
		add(30, "name", "event.s")
	} else {
		add(10, "color", w.dice.pick("paint", "Green", "color"))
		add(10, "name", w.dice.pick(`"c"`, "label"))
	}
	add(5, "one", "Only")
	if len(out) == 0 {
		return ""
	}
	return ", " + strings.Join(out, ", ")
}

// tells writes an output, often one that needs arithmetic, behind a comma.
func (w *writer) tells(event string) string {
	raise := w.raise(event)
	if !w.told || w.dice.chance(60) {
		return raise
	}
	return ", emit: " + w.output(event) + raise
}

func (w *writer) output(event string) string {
	if w.dice.chance(20) {
		return "Note"
	}
	return fmt.Sprintf("{Told: {v: %q, is: %q}}", w.terms.integer(w.dice.rand.IntN(3), event), w.terms.boolean(1, false, event))
}

// guarded writes an `if:` with all the conditions that are not empty.
func guarded(conditions ...string) string {
	var given []string
	for _, c := range conditions {
		if c != "" {
			given = append(given, c)
		}
	}
	if len(given) == 0 {
		return ""
	}
	return fmt.Sprintf("if: %q, ", strings.Join(given, " && "))
}

// phase writes a state, which may be a composite one.
func (w *writer) phase(i int) {
	w.line("  P%d:", i)
	indent := "    "
	name := fmt.Sprintf("P%d", i)
	if w.hasData(i) {
		w.line(indent + "data: {d: int}")
	}
	if w.ticks && (i == 0 || w.dice.chance(50)) {
		w.line(indent + "after: {1h: G}")
	}
	often := 20
	if w.finals || w.remembers {
		often = 70
	}
	nested := i == 0 && w.dice.chance(often) && w.phases > 1
	start := func() { w.invocations(indent, i, name, !w.hasData(i), w.datum) }
	w.resting = ""
	if nested {
		outside := w.invokes && w.dice.chance(50)
		if outside {
			start()
			start = func() {}
		}
		if w.eventless && w.dice.chance(40) {
			w.line("%salways: %s", indent, w.microsteps(i, name+"in"))
		}
		w.composite(indent, i)
		w.line(indent + "on:")
		w.b.WriteString(w.event(indent, i, "F", name+"in"))
		w.line(indent + "initial: P0in")
		w.line(indent + "states:")
		w.inner(indent + "  ")
		w.line(indent + "  P0in:")
		indent += "    "
		name = "P0in"
	}
	switch {
	case w.told && i == 0 && w.dice.chance(30):
		// With some parameters, the machine cannot begin.
		w.line(indent+"entry: {Told: {v: %q, is: true}}", w.dice.pick("6 / n", "6 % x", "6 / (n - m)", "6 / fuel"))
	case w.told && w.dice.chance(25):
		w.line("%s%s: %s", indent, w.dice.pick("entry", "exit"), w.output(""))
	}
	if w.dice.chance(10) {
		w.line(indent + `invariants: ["fuel >= 0"]`)
	}
	w.raiseAround(indent)
	start()
	if w.eventless && w.dice.chance(65) {
		w.line("%salways: %s", indent, w.microsteps(i, name))
	}
	w.line(indent + "on:")
	w.refuses = w.dice.chance(15)
	w.b.WriteString(w.event(indent, i, "E", name))
	if !w.refuses && !nested || w.dice.chance(30) {
		w.b.WriteString(w.event(indent, i, "F", name))
	}
	for _, e := range raisable {
		if w.raises && w.dice.chance(50) {
			w.b.WriteString(w.event(indent, i, e, name))
		}
	}
	if w.dice.chance(10) {
		w.line(indent + "ignore: [G]")
	}
	if nested {
		w.outside(i)
	}
}

// datum writes the datum of a state to come, behind a comma.
func (w *writer) datum(state, event string) string {
	if state != fmt.Sprintf("P%d", w.phases-1) || !w.hasData(w.phases-1) {
		return ""
	}
	return fmt.Sprintf(", d: %q", w.terms.integer(0, event))
}

func (w *writer) hasData(i int) bool { return w.data && i == w.phases-1 && i > 0 }

// event writes the alternatives of one event.
func (w *writer) event(indent string, i int, event, self string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s:\n", indent, event)
	for _, to := range w.detours(event, self) {
		fmt.Fprintf(&b, "%s    - {%sto: %s, set: {fuel: fuel - 1}}\n", indent, guarded("fuel > 0", w.terms.boolean(1, false, event)), to)
	}
	n := 1 + w.dice.rand.IntN(3)
	refuses := event == "E" && w.refuses
	for a := range n {
		cond := w.terms.boolean(1, true, event)
		last := a == n-1
		if last && (event == "E" || isRaisable(event)) {
			if !refuses {
				cond = ""
			}
		} else if last && w.resting != "" && w.dice.chance(30) {
			cond = w.resting // there is no gap where the machine rests
		} else if last && w.dice.chance(85) {
			cond = ""
			switch {
			case w.dice.chance(15):
				fmt.Fprintf(&b, "%s    - {otherwise: %s}\n", indent, w.dice.pick("ignore", "reject"))
				return b.String()
			case w.terms.stall && w.dice.chance(50):
				fmt.Fprintf(&b, "%s    - {}\n", indent)
				return b.String()
			}
		} else if w.terms.stall && w.dice.chance(20) {
			fmt.Fprintf(&b, "%s    - {%sdoc: waits}\n", indent, guarded(cond))
			continue
		}
		if !last && !isRaisable(event) && w.dice.chance(10) {
			fmt.Fprintf(&b, "%s    - {%sotherwise: %s}\n", indent, guarded(cond), w.dice.pick("ignore", "reject"))
			continue
		}
		if last && (cond == "" || refuses) || w.dice.chance(40) {
			// A step to a later phase.
			j := i + 1
			if w.dice.chance(30) && event != "E" {
				j += w.dice.rand.IntN(w.phases - i)
			}
			to := fmt.Sprintf("P%d", j)
			set := "fuel: \"" + w.terms.clamped(event) + "\""
			if j == w.phases {
				to = "Done"
			}
			if w.hasData(j) {
				set += ", d: \"" + w.terms.integer(0, event) + "\""
			}
			fmt.Fprintf(&b, "%s    - {%sto: %s, set: {%s%s}%s}\n", indent, guarded(cond), to, set, w.noise(event), w.tells(event))
			continue
		}
		if event == w.world && !w.hasData(i) && w.dice.chance(50) {
			// A step that the world may take, back or with new fuel.
			to := self
			if w.dice.chance(50) && i > 0 {
				to = "P0"
			}
			fmt.Fprintf(&b, "%s    - {%sto: %s, set: {fuel: %q%s}%s}\n", indent, guarded(cond), to, w.terms.clamped(event), w.noise(event), w.tells(event))
			continue
		}
		// A step that uses up fuel.
		use := w.dice.pick("fuel - 1", "fuel - 1", "fuel / 2", "max(0, fuel - n * n - 1)", "fuel % max(1, fuel)", "min(fuel - 1, max(0, "+w.terms.integer(1, event)+"))", "fuel - min(fuel, 2)")
		to := ""
		if !w.hasData(i) && w.dice.chance(30) {
			to = "to: " + self + ", "
		}
		data := ""
		if w.hasData(i) && w.dice.chance(30) {
			data = ", d: \"" + w.dice.pick("d + 1", "0", "-d", "x") + "\""
		}
		fmt.Fprintf(&b, "%s    - {%s%sset: {fuel: %q%s%s}%s}\n", indent, guarded("fuel > 0", cond), to, use, data, w.noise(event), w.tells(event))
	}
	if refuses {
		fmt.Fprintf(&b, "%s    - {otherwise: reject}\n", indent)
	}
	return b.String()
}

// least is the progress function in phase i, and most the bound.
func (w *writer) least(i int) string {
	return fmt.Sprintf("%d * (%s + 1)%s + fuel%s + 1", w.phases-1-i, w.terms.top, w.callee.factor(), w.callee.factor())
}

func (w *writer) most() string {
	bound := fmt.Sprintf("%d * (%s + 1) + %s + 1", w.phases-1, w.terms.top, w.terms.top)
	if w.besides {
		bound += fmt.Sprintf(" + %d", w.side.most()+1)
	}
	if w.callee.cost == 0 {
		return bound
	}
	return w.callee.paid(bound)
}

// progress writes the progress function, and often a bound.
func (w *writer) progress() {
	w.line("progress:")
	w.side.progress(w)
	least, bound := w.least, w.most()
	for i := range w.phases {
		value := least(i)
		switch {
		case w.limit:
			value = w.callee.paid(w.dice.pick("6 - transitions", "max(n, 0) + 1 - transitions", "n + 1 - transitions", "m + 3 - transitions"))
		case w.terms.stall:
			value = fmt.Sprintf("3 * (%s) - stalls", value)
		}
		value = fmt.Sprintf("%q", value)
		if w.lex {
			value = fmt.Sprintf("[%q, %q]", fmt.Sprint(w.phases-i), "fuel")
		}
		for _, s := range append([]string{fmt.Sprintf("P%d", i)}, w.beside[i]...) {
			w.line("  %s: %s", s, value)
		}
	}
	switch {
	case w.lex || w.dice.chance(20):
	case w.limit:
		w.line("bound: %q", w.callee.paid(w.dice.pick("6", "n + 1", "max(n, 0) + 1", "m + 3")))
	case w.terms.stall:
		w.line("bound: %q", "3 * ("+bound+")")
	default:
		w.line("bound: %q", bound)
	}
}
