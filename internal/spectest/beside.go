package spectest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Beside returns a random spec of a state whose regions share events, and have timers and calls, also inside composite states and inside
// regions of their own. Transitions lead to later states only, so runs end, and it declares why.
func Beside(random *rand.Rand) string {
	w := &besideWriter{random: random}
	w.line(0, "machine: Beside")
	w.line(0, "params: {p: {type: int, min: 0, max: 1}}")
	w.line(0, "vars: {n0: {type: int, min: 0, max: 3}, n1: {type: int, min: 0, max: 3}, n2: {type: int, min: 0, max: 3}}")
	w.line(0, "calls: {q: {}, r: {done: {ok: bool}}}")
	w.line(0, "events: {E: {}, F: {}, Late: {%s}, Over: {}, Stop: {}}", w.pick("", "", "internal: true"))
	w.line(0, "outputs: {Tell: {n: int}}")
	w.gaps = w.chance(30)
	w.line(0, "initial: P")
	w.line(0, "terminal: {done: [Z], stopped: [S]}")
	w.line(0, "states:")
	w.line(1, "P:")
	w.line(2, "done: Z")
	if w.chance(30) {
		w.line(2, "after: {2h: Over}")
		w.line(2, "on: {Stop: S, Over: S}")
	} else if w.chance(70) { // else nothing but what the regions do ends the machine
		w.line(2, "on: {Stop: S}")
	}
	w.line(2, "parallel:")
	calls := []string{"q", "r"}
	for region := range 2 + random.IntN(2) {
		w.region(3, fmt.Sprintf("R%d", region), 2+random.IntN(3), &calls, 1)
	}
	w.line(1, "Z: {}")
	w.line(1, "S: {}")
	w.line(0, "progress: {P: 10 - n0 - n1 - n2%s}", w.progress)
	return w.text
}

// besideWriter writes such a spec.
type besideWriter struct {
	random *rand.Rand
	text   string
	// progress has what is left in each state of a region, which is more than a state adds that has regions itself.
	progress string
	gaps     bool // conditions may leave gaps, which refute the machine
}

func (w *besideWriter) line(depth int, format string, args ...any) {
	w.text += strings.Repeat("  ", depth) + fmt.Sprintf(format, args...) + "\n"
}

func (w *besideWriter) chance(percent int) bool { return w.random.IntN(100) < percent }

// otherwise returns the last alternative after a condition, or "" where there may be a gap.
func (w *besideWriter) otherwise() string {
	if w.gaps {
		return ""
	}
	return ", {otherwise: reject}"
}

func (w *besideWriter) pick(list ...string) string { return list[w.random.IntN(len(list))] }

// region writes a region with a chain of states. Calls are those that nothing invokes yet; nested is how deep regions may be in it.
func (w *besideWriter) region(depth int, name string, states int, calls *[]string, nested int) {
	w.line(depth, "%s:", name)
	w.line(depth+1, "initial: %sa", name)
	w.line(depth+1, "states:")
	for i := range states - 1 {
		state, next := fmt.Sprintf("%s%c", name, 'a'+i), fmt.Sprintf("%s%c", name, 'b'+i)
		w.line(depth+2, "%s:", state)
		w.progress += fmt.Sprintf(", %s: %d", state, (1+2*nested)*(states-1-i))
		if nested > 0 && w.chance(20) {
			w.line(depth+3, "done: %s", next)
			w.line(depth+3, "parallel:")
			for _, side := range []string{"L", "R"} {
				w.region(depth+4, state+side, 2, calls, nested-1)
			}
			continue
		}
		if len(*calls) > 0 && w.chance(40) {
			w.line(depth+3, "invoke: {call: %s, on: {done: %s, error: %s}}", (*calls)[0], next, w.pick(next, "S"))
			*calls = (*calls)[1:]
		}
		var on []string
		if w.chance(45) {
			timer := w.pick("Late", "Over")
			w.line(depth+3, "after: {%s: %s}", w.pick("1h", "90m"), timer)
			taken := w.pick("NEXT", "NEXT", "[{if: VAR < 2, set: {VAR: VAR + 1}}, NEXT]")
			if nested == 0 {
				taken = "NEXT"
			}
			on = append(on, timer+": "+strings.ReplaceAll(taken, "VAR", "n"+name[1:2]))
		}
		for _, e := range []string{"E", "F", "Late"} {
			if !w.chance(60) || len(on) > 0 && strings.HasPrefix(on[0], e+":") {
				continue
			}
			on = append(on, e+": "+w.pick("NEXT", "NEXT", "{to: NEXT, emit: {Tell: {n: p}}}", "[{if: p > 0, to: NEXT}, {otherwise: ignore}]", "[{if: p > 0, to: NEXT}"+w.otherwise()+"]"))
		}
		w.line(depth+3, "on: {%s}", strings.ReplaceAll(strings.Join(on, ", "), "NEXT", next))
	}
	w.line(depth+2, "%s%c: {final: true}", name, 'a'+states-1)
}
