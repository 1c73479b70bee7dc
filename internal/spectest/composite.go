package spectest

import (
	"fmt"
	"strings"
)

// choose chooses which of the features a spec has.
func (w *writer) choose(features Features) {
	w.raises = features&Raise != 0 && w.dice.chance(45)
	w.finals = features&Final != 0 && w.dice.chance(50)
	w.remembers = features&History != 0 && w.dice.chance(50)
}

// later writes the target of a transition to a later phase than i, and what it sets.
func (w *writer) later(i int, given func(state, event string) string) string {
	to := "Done"
	if j := i + 1 + w.dice.rand.IntN(w.phases-i); j < w.phases {
		to = fmt.Sprintf("P%d", j)
	}
	return fmt.Sprintf("to: %s, set: {fuel: %q%s}", to, w.terms.clamped(""), given(to, ""))
}

// composite writes what follows from a final state in the composite state P0.
func (w *writer) composite(indent string, i int) {
	if w.finals {
		w.line("%sdone: %s", indent, w.done(i, "P0in", w.datum))
	}
	w.raiseAround(indent)
}

// done writes the alternatives of a composite state that is done. The last one leads on, mostly in all cases.
func (w *writer) done(i int, again string, given func(state, event string) string) string {
	var list []string
	if w.dice.chance(40) {
		list = append(list, fmt.Sprintf("{%sto: %s, set: {fuel: fuel - 1%s}%s}", guarded("fuel > 0", w.condition()), again, given(again, ""), w.raise("")))
	}
	cond := ""
	if !w.terms.sound && w.dice.chance(15) {
		cond = w.condition()
	}
	list = append(list, "{"+guarded(cond)+w.later(i, given)+w.raise("")+"}")
	if len(list) == 1 && w.dice.chance(50) {
		return list[0]
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// inner writes the other states inside P0: a final one, and one that P0 may remember.
func (w *writer) inner(indent string) {
	if w.finals {
		w.line("%sP0fin: {final: true}", indent)
	}
	if w.remembers {
		w.line("%sP0too:", indent)
		w.line("%s  on:", indent)
		w.line("%s    E:", indent)
		w.line("%s      - {%sto: P0out, set: {fuel: fuel - 1}}", indent, guarded("fuel > 0", w.terms.boolean(1, false, "E")))
		w.line("%s      - {%s}", indent, w.later(0, w.datum))
	}
}

// detours are the states to which a state may go when an event occurs, with one unit of fuel: those of its
// composite state P0 that are not phases.
func (w *writer) detours(event, self string) (to []string) {
	if self != "P0in" {
		return nil
	}
	if w.finals && (event == "E" || isRaisable(event) && w.dice.chance(40)) {
		to = append(to, "P0fin")
	}
	if w.remembers && (event == "E" || isRaisable(event) && w.dice.chance(40)) {
		to = append(to, "P0out", "P0too")
	}
	return to
}

// outside writes the state from which the machine returns to P0.
func (w *writer) outside(i int) {
	if !w.remembers {
		return
	}
	w.also(i, "P0out")
	w.line("  P0out:")
	w.raiseAround("    ")
	w.line("    on:")
	w.returns("    ", i, "P0", w.datum)
}

// returns writes alternatives that return to a composite state with one unit of fuel, or lead on.
func (w *writer) returns(indent string, i int, composite string, given func(state, event string) string) {
	events := []string{"E"}
	if w.raises && w.dice.chance(40) {
		events = append(events, w.dice.pick(raisable[:]...))
	}
	if w.dice.chance(40) {
		events = append(events, "F")
	}
	for _, e := range events {
		w.line("%s  %s:", indent, e)
		for range 1 + w.dice.rand.IntN(2) {
			cond := ""
			if w.dice.chance(50) {
				cond = w.terms.boolean(1, true, e)
			}
			w.line("%s    - {%sto: %s, history: %s, set: {fuel: fuel - 1%s}%s}", indent, guarded("fuel > 0", cond), composite, w.dice.pick("shallow", "deep", "deep"), w.noise(e), w.tells(e))
		}
		w.line("%s    - {%s%s}", indent, w.later(i, given), w.raise(e))
	}
}

// also notes that a state has the progress of a phase.
func (w *writer) also(i int, state string) {
	if w.beside == nil {
		w.beside = map[int][]string{}
	}
	w.beside[i] = append(w.beside[i], state)
}
