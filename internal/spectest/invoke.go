package spectest

import (
	"fmt"
	"strings"
)

// callee is the child machine of a spec.
type callee struct {
	dice  dice
	terms *terms
	// kid is 0 without a child machine, otherwise its number + 1. mostA and mostB are the largest
	// arguments for it, and cost its bound for these.
	kid, mostA, mostB, cost int
}

// declareCalls writes the calls and the child machine of a spec that has some, and chooses what a
// start of the child may cost.
func (w *writer) declareCalls() {
	if !w.invokes {
		return
	}
	w.line("calls: {ask: {with: {v: int, c: Color}, done: {left: int, ok: bool}}, ping: {}}")
	if w.dice.chance(25) {
		return
	}
	w.callee.kid = 1 + w.dice.rand.IntN(len(right))
	if !w.terms.sound && w.dice.chance(20) {
		w.callee.kid = 1 + len(right) + w.dice.rand.IntN(wrong)
	}
	c := w.callee.child()
	w.line("use: {Kid: %s}", ChildFile(w.callee.kid-1))
	w.callee.mostA, w.callee.mostB = c.low+w.dice.rand.IntN(min(c.high-c.low, 3)+1), w.dice.rand.IntN(c.most+1)
	w.callee.cost = c.cost(w.callee.mostA, w.callee.mostB)
}

// child returns what is known of the child machine; a wrong one passes for the first.
func (ce *callee) child() child {
	if ce.kid <= len(right) {
		return right[ce.kid-1]
	}
	return right[0]
}

// factor is what a unit of fuel must pay for in a spec with a child: the transition that uses it
// up, and the start of the child.
func (ce *callee) factor() string {
	if ce.cost == 0 {
		return ""
	}
	return fmt.Sprintf(" * %d", ce.cost+1)
}

// arguments writes those of the child: mostly such that the cost is not above w.cost.
func (ce *callee) arguments() string {
	c := ce.child()
	b := fmt.Sprint(ce.mostB)
	if ce.mostB > 0 && ce.dice.chance(50) {
		b = fmt.Sprintf("max(0, min(%s, %d))", ce.terms.integer(1, ""), ce.mostB)
	}
	a := fmt.Sprintf("max(%d, min(%s, %d))", c.low, ce.terms.integer(1, ""), ce.mostA)
	switch {
	case ce.dice.chance(25):
		a = fmt.Sprint(ce.mostA)
	case !ce.terms.sound && ce.dice.chance(12):
		a = ce.dice.pick("fuel", "x", "n", "m", ce.terms.integer(1, ""), "7 / x", fmt.Sprint(c.high), fmt.Sprint(c.high+1), fmt.Sprint(c.low-1))
	}
	if !ce.terms.sound && ce.dice.chance(10) {
		return fmt.Sprintf("{a: %q}", a)
	}
	return fmt.Sprintf("{a: %q, b: %q}", a, b)
}

// invocations writes what a state or composite state starts. Restart says that transitions to it need
// no data; given writes those of other states.
func (w *writer) invocations(indent string, i int, owner string, restart bool, given func(state, event string) string) {
	if !w.invokes || !w.dice.chance(60) {
		return
	}
	var list []string
	if w.dice.chance(50) {
		list = append(list, fmt.Sprintf("{call: ask, with: {v: %q, c: %s}, on: {done: %s, error: %s}}",
			w.terms.integer(w.dice.rand.IntN(2), ""), w.dice.pick("color", "paint", "Red"), w.answers(i, "done", owner, restart, given), w.answers(i, "", owner, restart, given)))
	}
	if w.callee.kid > 0 && w.dice.chance(70) {
		list = append(list, fmt.Sprintf("{machine: Kid, with: %s, on: {end: %s, lost: %s}}",
			w.callee.arguments(), w.answers(i, "done", owner, restart, given), w.answers(i, "", owner, restart, given)))
	}
	if w.dice.chance(10) {
		list = append(list, "{call: ping, on: {done: {otherwise: ignore}, error: {otherwise: ignore}}}")
	}
	switch {
	case len(list) == 1 && w.dice.chance(50):
		w.line("%sinvoke: %s", indent, list[0])
	case len(list) > 0:
		w.line("%sinvoke: [%s]", indent, strings.Join(list, ", "))
	}
}

// answers writes the alternatives for a result, all of which leave the state that has started the call,
// start it again, or wait for something else.
func (w *writer) answers(i int, event, owner string, restart bool, given func(state, event string) string) string {
	var list []string
	n := 1 + w.dice.rand.IntN(2)
	for a := range n {
		last := a == n-1
		cond := w.terms.boolean(1, true, event)
		if last && (!w.terms.sound && w.dice.chance(85) || w.terms.sound) {
			cond = ""
			if w.dice.chance(15) {
				list = append(list, "{otherwise: ignore}")
				break
			}
		}
		if !last && restart && w.dice.chance(60) {
			list = append(list, fmt.Sprintf("{%sto: %s, set: {fuel: %q%s%s}}", guarded("fuel > 0", cond), owner, w.dice.pick("fuel - 1", "fuel / 2"), w.noise(event), given(owner, event)))
			continue
		}
		to := "Done"
		if j := i + 1 + w.dice.rand.IntN(w.phases-i); j < w.phases {
			to = fmt.Sprintf("P%d", j)
		}
		list = append(list, fmt.Sprintf("{%sto: %s, set: {fuel: %q%s%s}%s}", guarded(cond), to, w.terms.clamped(event), w.noise(event), given(to, event), w.tells(event)))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// paid is a number of starts of a child, with all of their transitions.
func (ce *callee) paid(starts string) string {
	if ce.cost == 0 {
		return starts
	}
	return "(" + starts + ")" + ce.factor()
}
