package spectest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// datum is a value that a state has. Values are what can be said of it without
// an event and, by event, with one.
type datum struct {
	name, typ string
	value     string
	by        map[string]string
	any       bool // integers of the range do
}

var data = []datum{
	{name: "d", typ: "{type: int, min: -9, max: 9}", any: true},
	{name: "tag", typ: "string", value: "name", by: map[string]string{"F": "event.s"}},
	{name: "shade", typ: "Color", value: "paint", by: map[string]string{"F": "event.c"}},
	{name: "why", typ: "error", value: "last", by: map[string]string{"E": "event.err", "Stop": "event.cause"}},
	{name: "when", typ: "time.Duration", value: "seen", by: map[string]string{"F": "event.at"}},
	{name: "request", typ: `"*Request"`, by: map[string]string{"E": "event.request"}},
}

// sound writes a spec with all that the writer knows and more, none of which is
// wrong on purpose.
type sound struct {
	dice dice
	base *writer
	// has are the data of each state.
	has map[string][]datum
	// timers says that states have timers, stop that a cancelled context is an
	// event, table that outcomes have data.
	timers, stop bool
	// outside says that the composite state around it may have invocations.
	outside bool
	// detour are the states beside those of the phase to which its states may go.
	detour []string
}

// Sound returns the text of a random spec. Most can be proved. A spec may have parameters,
// enums, variables, values of Go types (such as *Request, which the program must declare),
// data, guards, outputs, timers, composite states, an event for a canceled context, and
// rules. Some have the features.
func Sound(r *rand.Rand, features Features) string {
	base := newWriter(r, 4, &terms{sound: true, top: "3"})
	w := &sound{dice: base.dice, base: base, has: map[string][]datum{}}
	w.base.lex, w.base.extra = w.dice.chance(20), true
	w.base.terms.asks, w.base.told, w.timers, w.stop = w.dice.chance(40), w.dice.chance(45), w.dice.chance(40), w.dice.chance(40)
	w.base.terms.stall, w.base.limit = w.dice.chance(15), w.dice.chance(15)
	w.base.limit = w.base.limit && !w.base.terms.stall && !w.base.lex
	w.base.terms.stall = w.base.terms.stall && !w.base.lex
	w.base.eventless = features&Eventless != 0 && w.dice.chance(45)
	w.base.invokes = features&Invoke != 0 && w.dice.chance(45)
	w.base.choose(features)
	if w.dice.chance(30) && !w.base.limit {
		w.base.world = w.dice.pick("E", "F", "G")
	}
	w.base.line("machine: %s", w.dice.pick("Random", "random", "HTTPCall", "walk_about"))
	w.base.line("doc: Written */ at `random`.")
	if tests := w.dice.pick("", "", "tests: [table, property, fuzz]", "tests: [table]", "tests: fuzz"); tests != "" {
		w.base.line(tests)
	}
	// A share of the machines has only some faces.
	if w.dice.chance(35) {
		w.base.line("go: {faces: [%s]}", w.dice.pick("", "typed", "snapshot", "observe", "typed, run", "typed, observe", "snapshot, observe", "typed, run, snapshot", "typed, run, observe", "columns", "snapshot, columns", "typed, run, snapshot, observe, columns"))
	}
	w.base.line("params:")
	w.base.line("  n: {type: int%s}", w.dice.pick(", min: 0, max: 6", ", min: 1, max: 20, default: 3", ", min: -3, max: 3", ", min: 2, max: 4"))
	w.base.line("  m: {type: int%s}", w.dice.pick(", min: 1, max: 9", ", min: 0, max: 4, default: 2", ", min: n, max: 20", ", min: 3, max: n + 9", ", min: 1, max: 12 / n", ", min: -2, max: 9 % (n - 2)"))
	w.base.line("  strict: %s", w.dice.pick("bool", "{type: bool, default: true}"))
	w.base.line("  paint: %s", w.dice.pick("Color", "{type: Color, default: Green}"))
	w.base.line("  label: %s", w.dice.pick("string", `{type: string, default: '"a"'}`))
	w.base.terms.top = w.dice.pick("3", "5", "max(1, m)", "max(0, n)", "max(n, m, 2)", "max(2, n + m)")
	w.base.line("enums: {Color: {values: [Red, Green, Blue]%s}, One: [Only]}", w.dice.pick("", ", go: Shade", `, text: {Green: deep "green", Red: "0"}, was: {Blue: [Azure, "a b"]}`))
	w.base.line("vars:")
	w.base.line("  fuel: {type: int, min: 0, max: %q, init: %q}", w.base.terms.top, w.dice.pick(w.base.terms.top, w.base.terms.top, "0"))
	w.base.line("  x: {type: int, min: -3, max: 5, init: %q}", w.dice.pick("0", "1", "n % 3", "max(-3, min(m, 5))"))
	w.base.line("  flag: {type: bool, init: %s}", w.dice.pick("true", "false", "strict", "n > 2"))
	w.base.line("  color: {type: Color, init: %s}", w.dice.pick("Red", "Blue", "paint"))
	w.base.line("  one: One")
	w.base.line("  name: {type: string, init: %q}", w.dice.pick(`"a"`, `"b"`, "label"))
	w.base.line("  last: error")
	w.base.line("  seen: {type: time.Duration%s}", w.dice.pick("", ", go: LastSeen"))
	w.base.line("guards:")
	w.base.line("  low: %q", w.base.terms.boolean(1, false))
	w.base.line("  high: %q", w.dice.pick("!low", "low || flag", "low && x > 0"))
	if w.base.terms.asks {
		w.base.line("  ready: {doc: The program knows%s}", w.dice.pick(".", "., go: IsReady"))
		w.base.line("  fits: {args: {n: int}}")
		w.base.line("  suits: {args: {request: \"*Request\", color: Color, ok: bool, text: string}}")
		w.base.line("  maybe: %q", w.dice.pick("ready && low", "!ready || x > 0", "ready == flag"))
	}
	if w.base.told {
		w.base.line("outputs: {Told: {v: int, is: bool}, Note: {}, Gave: {fields: {err: error, color: Color, text: string}, doc: Gives.}}")
	}
	if w.timers {
		w.base.line("delays: {nap: 90s, doze: {}, wait: {args: {k: int, color: Color}}}")
	}
	w.base.declareCalls()
	w.base.line("events:")
	for _, e := range [][2]string{
		{"E", "a: int, ok: bool, err: error, request: \"*Request\""}, {"F", "c: Color, s: string, at: time.Duration, list: \"[]string\""}, {"G", ""}, {"H", ""},
	} {
		fields := ""
		if e[1] != "" {
			fields = "fields: {" + e[1] + "}"
		}
		if e[0] == w.base.world {
			fields = strings.TrimSuffix("environment: true, "+fields, ", ")
		}
		w.base.line("  %s: {%s}", e[0], fields)
	}
	if w.base.raises {
		w.base.line("  R: {internal: true}")
		w.base.line("  S: {internal: true}")
	}
	if w.stop {
		w.base.line("  Stop: {cancellation: true, fields: {cause: error}}")
	}
	w.states()
	w.soundProgress()
	text := w.base.sent(w.base.b.String())
	for _, e := range []string{"G", "H"} {
		if e != w.base.world && raised(text, e) && w.dice.chance(40) {
			text = strings.Replace(text, "\n  "+e+": {}\n", "\n  "+e+": {internal: true}\n", 1)
		}
	}
	return w.dice.timed(w.dice.ranged(text, features), features)
}

// raised reports whether a timer of a spec raises an event.
func raised(text, event string) bool {
	for line := range strings.Lines(text) {
		if timers, ok := strings.CutPrefix(strings.TrimSpace(line), "after: {"); ok && strings.Contains(timers, ": "+event) {
			return true
		}
	}
	return false
}

// states writes the states and what holds in all of them.
func (w *sound) states() {
	for i := range w.base.phases {
		plain := w.base.remembers && w.dice.chance(60) // a state with data cannot be remembered
		for _, s := range []string{fmt.Sprintf("P%d", i), fmt.Sprintf("P%d_in", i)} {
			if i > 0 && !plain {
				w.draw(s, 25)
			}
		}
	}
	w.draw("Done", 50)
	w.draw("Lost", 30)
	w.has["Lost"] = slices.DeleteFunc(w.has["Lost"], func(d datum) bool { return d.name == "request" })
	lost := w.base.terms.stall || w.base.limit
	if lost {
		delete(w.has, "Lost") // the rules cannot set them
	}
	w.base.line("initial: P0")
	w.base.line("terminal: {end: [Done], %s: [Lost]}", w.dice.pick("lost", "bad_luck"))
	idle, on := []string{"H"}, []string{}
	if w.dice.chance(60) || !w.stop && !lost {
		on = append(on, "G: "+w.leap("Lost", "G"))
	} else {
		idle = append(idle, "G")
	}
	if w.stop {
		on = append(on, "Stop: "+w.leap("Lost", "Stop"))
	}
	on, idle = w.base.withRaised(on, idle, func(event string) string { return w.leap("Lost", event) })
	if len(on) > 0 {
		w.base.line("on: {%s}", strings.Join(on, ", "))
	}
	w.base.line("ignore: [%s]", strings.Join(idle, ", "))
	if w.base.eventless && w.dice.chance(20) && len(on) > 0 {
		w.base.line("always: {if: %q, %s}", w.base.condition(), w.moves("Lost", ""))
	}
	if w.base.terms.stall {
		w.base.line("stall: {limit: 3, to: Lost}")
	}
	if w.base.limit {
		w.base.line("limit: {transitions: 5, to: Lost}")
	}
	if w.dice.chance(40) {
		w.base.line("invariants: [%q]", w.dice.pick("fuel >= 0", "x * x <= 25", "fuel + x <= "+w.base.terms.top+" + 5", "one == Only", "fuel / (x + 4) >= 0", "x == 0 || 9 / x < 10"))
	}
	w.base.line("states:")
	for i := range w.base.phases {
		w.soundPhase(i)
	}
	for _, s := range []string{"Done", "Lost"} {
		w.base.line("  %s: {%s}", s, w.held(s))
	}
}

// draw gives a state data.
func (w *sound) draw(state string, percent int) {
	for _, d := range data {
		// All ways in can set what needs no event.
		if w.dice.chance(percent) && (d.value != "" || d.any) {
			w.has[state] = append(w.has[state], d)
		}
	}
}

// held writes the data of a state.
func (w *sound) held(state string) string {
	var out []string
	for _, d := range w.has[state] {
		out = append(out, d.name+": "+d.typ)
	}
	if len(out) == 0 {
		return ""
	}
	return "data: {" + strings.Join(out, ", ") + "}"
}

// given writes the data of a state to come, behind a comma each.
func (w *sound) given(state, event string) string {
	out := ""
	for _, d := range w.has[state] {
		value := d.value
		if d.any {
			value = fmt.Sprintf("max(-9, min(9, %s))", w.base.terms.integer(1, event))
		} else if by := d.by[event]; by != "" && w.dice.chance(60) {
			value = by
		}
		out += fmt.Sprintf(", %s: %q", d.name, value)
	}
	return out
}

// leap is a transition to a terminal state.
func (w *sound) leap(state, event string) string {
	if w.has[state] == nil {
		return state
	}
	return "{" + w.moves(state, event) + "}"
}

// moves writes the target of a transition, and its data.
func (w *sound) moves(state, event string) string {
	set := strings.TrimPrefix(w.given(state, event), ", ")
	if set == "" {
		return "to: " + state
	}
	return "to: " + state + ", set: {" + set + "}"
}

// soundPhase writes a state, or a composite one with two states, between which
// steps use up fuel.
func (w *sound) soundPhase(i int) {
	name := fmt.Sprintf("P%d", i)
	often := 30
	if w.base.finals || w.base.remembers {
		often = 60
	}
	if i > 0 && w.dice.chance(often) {
		// Data are of the states inside.
		outer, inner := fmt.Sprintf("C%d", i), fmt.Sprintf("P%d_in", i)
		remembers := w.base.remembers && w.has[name] == nil && w.has[inner] == nil
		w.detour = nil
		w.base.line("  %s:", outer)
		w.around("    ")
		w.outside = w.base.invokes && w.dice.chance(40)
		if w.outside {
			w.base.invocations("    ", i, outer, false, w.given)
		}
		if w.timers && w.dice.chance(30) {
			w.base.line("    after: {%s: G}", w.dice.pick("nap", "2h"))
		}
		if w.base.eventless && w.dice.chance(40) {
			w.base.line("    always: {if: %q, %s}", "fuel == 0 && "+w.base.condition(), w.moves("Done", ""))
		}
		if w.base.finals {
			w.detour = append(w.detour, fmt.Sprintf("F%d", i))
			w.base.line("    done: %s", w.base.done(i, name, w.given))
		}
		if remembers {
			w.detour = append(w.detour, fmt.Sprintf("W%d", i))
		}
		w.base.line("    initial: %s", name)
		w.base.line("    states:")
		defer func() { w.outside, w.detour = false, nil }()
		for k, s := range []string{name, inner} {
			w.body("      ", i, s, []string{inner, name}[k])
		}
		if w.base.finals {
			w.base.also(i, fmt.Sprintf("F%d", i))
			w.base.line("      F%d: {final: true}", i)
		}
		if remembers {
			w.base.also(i, fmt.Sprintf("W%d", i))
			w.base.line("  W%d:", i)
			w.base.raiseAround("    ")
			w.base.line("    on:")
			w.base.returns("    ", i, outer, w.given)
		}
		return
	}
	w.body("  ", i, name, name)
}

// around writes the outputs on the way in and out.
func (w *sound) around(indent string) {
	for _, way := range []string{"entry", "exit"} {
		if w.base.told && w.dice.chance(25) {
			w.base.line("%s%s: %s", indent, way, w.says(""))
		}
	}
	w.base.raiseAround(indent)
}

func (w *sound) says(event string) string {
	switch w.dice.rand.IntN(4) {
	case 0:
		text, color := "name", "color"
		if event == "F" {
			text, color = "event.s", "event.c"
		}
		err := "last"
		if event == "E" {
			err = "event.err"
		}
		return fmt.Sprintf("{Gave: {err: %s, color: %s, text: %s}}", err, color, text)
	case 1:
		return fmt.Sprintf("[Note, %s]", w.base.output(event))
	}
	return w.base.output(event)
}

func (w *sound) body(indent string, i int, self, mate string) {
	w.base.line("%s%s:", indent, self)
	indent += "  "
	if w.dice.chance(20) {
		w.base.line("%stext: in the state %s!", indent, self)
	}
	if held := w.held(self); held != "" {
		w.base.line("%s%s", indent, held)
	}
	w.around(indent)
	if w.timers && w.dice.chance(50) {
		first := w.dice.pick("30m", "nap", "doze", `"wait(fuel, color)"`, `"wait(2, Blue)"`, "1500ms")
		second := ""
		if w.dice.chance(30) {
			second = ", 24h: G"
		}
		w.base.line("%safter: {%s: H%s}", indent, first, second)
	}
	if w.dice.chance(10) {
		w.base.line(indent + `invariants: ["fuel >= 0"]`)
	}
	if !w.outside {
		w.base.invocations(indent, i, self, true, w.given)
	}
	if w.base.eventless && w.dice.chance(50) {
		w.base.line("%salways:", indent)
		w.soundSteps(indent, i, self, mate)
	}
	w.base.line("%son:", indent)
	for _, event := range []string{"E", "F", "H"} {
		if event == "E" || w.dice.chance(60) {
			w.alternatives(indent+"  ", i, event, self, mate)
		}
	}
	for _, e := range raisable {
		if w.base.raises && w.dice.chance(50) {
			w.alternatives(indent+"  ", i, e, self, mate)
		}
	}
}

// alternatives writes what a state does with an event.
func (w *sound) alternatives(indent string, i int, event, self, mate string) {
	w.base.line("%s%s:", indent, event)
	n := 1 + w.dice.rand.IntN(3)
	if event == "E" && mate != self {
		// The other state must be reached.
		w.base.line("%s  - {if: \"fuel > 0 && event.ok\", to: %s, set: {fuel: fuel - 1%s}}", indent, mate, w.given(mate, event))
	}
	for _, to := range w.detour {
		if event == "E" || w.dice.chance(30) {
			w.base.line("%s  - {%sto: %s, set: {fuel: fuel - 1}%s}", indent, guarded("fuel > 0", w.base.terms.boolean(1, false, event)), to, w.base.raise(event))
		}
	}
	for a := range n {
		cond, emit := w.base.terms.boolean(1, true, event), ""
		if w.base.told && w.dice.chance(40) {
			emit = ", emit: " + w.says(event)
		}
		emit += w.base.raise(event)
		last := a == n-1
		if last {
			cond = ""
			if event != "E" && !isRaisable(event) && w.dice.chance(30) {
				w.base.line("%s  - {otherwise: %s}", indent, w.dice.pick("ignore", "reject"))
				return
			}
		} else if w.base.terms.stall && w.dice.chance(20) {
			w.base.line("%s  - {%sdoc: waits}", indent, guarded(cond))
			continue
		}
		if !last && !isRaisable(event) && w.dice.chance(10) {
			w.base.line("%s  - {%sotherwise: %s}", indent, guarded(cond), w.dice.pick("ignore", "reject"))
			continue
		}
		if last || w.dice.chance(35) {
			j := i + 1
			if event != "E" && w.dice.chance(30) {
				j += w.dice.rand.IntN(w.base.phases - i)
			}
			to := fmt.Sprintf("P%d", j)
			if j >= w.base.phases {
				to = "Done"
			}
			w.base.line("%s  - {%sto: %s, set: {fuel: %q%s%s}%s}", indent, guarded(cond), to, w.base.terms.clamped(event), w.base.noise(event)+w.kept(event), w.given(to, event), emit)
			continue
		}
		if event == w.base.world && w.dice.chance(50) {
			w.base.line("%s  - {%sto: %s, set: {fuel: %q%s%s}%s}", indent, guarded(cond), "P0", w.base.terms.clamped(event), w.base.noise(event), w.given("P0", event), emit)
			continue
		}
		use := w.dice.pick("fuel - 1", "fuel - 1", "fuel / 2", "max(0, fuel - n * n - 1)", "fuel - min(fuel, 2)", "max(0, fuel - 3)")
		switch {
		case w.dice.chance(25):
			w.base.line("%s  - {%sto: %s, set: {fuel: %q%s%s}%s}", indent, guarded("fuel > 0", cond), mate, use, w.base.noise(event)+w.kept(event), w.given(mate, event), emit)
		default:
			own := ""
			if w.dice.chance(30) {
				own = w.given(self, event)
			}
			w.base.line("%s  - {%sset: {fuel: %q%s%s}%s}", indent, guarded("fuel > 0", cond), use, w.base.noise(event)+w.kept(event), own, emit)
		}
	}
}

// kept are updates of variables of Go types.
func (w *sound) kept(event string) string {
	switch {
	case event == "E" && w.dice.chance(40):
		return ", last: event.err"
	case event == "F" && w.dice.chance(40):
		return ", seen: event.at"
	}
	return ""
}

// soundProgress writes the progress function, and mostly a bound.
func (w *sound) soundProgress() {
	rank, bound := w.base.least, w.base.most()
	if !w.base.limit && !w.base.terms.stall && !w.base.lex && w.dice.chance(10) {
		return // it can be found
	}
	w.base.line("progress:")
	for i := range w.base.phases {
		value := rank(i)
		switch {
		case w.base.limit:
			value = w.base.callee.paid("6 - transitions")
			bound = w.base.callee.paid("6")
		case w.base.terms.stall:
			value = "3 * (" + value + ") - stalls"
		}
		if w.base.lex {
			value = fmt.Sprintf("[%d, fuel]", w.base.phases-i)
		} else {
			value = fmt.Sprintf("%q", value)
		}
		for _, s := range append([]string{fmt.Sprintf("P%d", i), fmt.Sprintf("P%d_in", i)}, w.base.beside[i]...) {
			if strings.Contains(w.base.b.String(), " "+s+":") {
				w.base.line("  %s: %s", s, value)
			}
		}
	}
	if w.base.terms.stall {
		bound = "3 * (" + bound + ")"
	}
	if !w.base.lex && w.dice.chance(80) {
		w.base.line("bound: %q", bound)
	}
}
