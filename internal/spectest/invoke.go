package spectest

import (
	"fmt"
	"strings"
)

// declareCalls writes the calls and the child machine of a spec that has some, and chooses what a
// start of the child may cost.
func (w *writer) declareCalls() {
	if !w.invokes {
		return
	}
	w.line("calls: {ask: {with: {v: int, c: Color}, done: {left: int, ok: bool}}, ping: {}}")
	if w.chance(25) {
		return
	}
	w.kid = 1 + w.IntN(len(right))
	if !w.sound && w.chance(20) {
		w.kid = 1 + len(right) + w.IntN(wrong)
	}
	c := w.child()
	w.line("use: {Kid: %s}", ChildFile(w.kid-1))
	w.mostA, w.mostB = c.low+w.IntN(min(c.high-c.low, 3)+1), w.IntN(c.most+1)
	w.cost = c.cost(w.mostA, w.mostB)
}

// child returns what is known of the child machine; a wrong one passes for the first.
func (w *writer) child() child {
	if w.kid <= len(right) {
		return right[w.kid-1]
	}
	return right[0]
}

// factor is what a unit of fuel must pay for in a spec with a child: the transition that uses it
// up, and the start of the child.
func (w *writer) factor() string {
	if w.cost == 0 {
		return ""
	}
	return fmt.Sprintf(" * %d", w.cost+1)
}

// arguments writes those of the child: mostly such that the cost is not above w.cost.
func (w *writer) arguments() string {
	c := w.child()
	b := fmt.Sprint(w.mostB)
	if w.mostB > 0 && w.chance(50) {
		b = fmt.Sprintf("max(0, min(%s, %d))", w.integer(1, ""), w.mostB)
	}
	a := fmt.Sprintf("max(%d, min(%s, %d))", c.low, w.integer(1, ""), w.mostA)
	switch {
	case w.chance(25):
		a = fmt.Sprint(w.mostA)
	case !w.sound && w.chance(12):
		a = w.pick("fuel", "x", "n", "m", w.integer(1, ""), "7 / x", fmt.Sprint(c.high), fmt.Sprint(c.high+1), fmt.Sprint(c.low-1))
	}
	if !w.sound && w.chance(10) {
		return fmt.Sprintf("{a: %q}", a)
	}
	return fmt.Sprintf("{a: %q, b: %q}", a, b)
}

// invocations writes what a state or composite state starts. Restart says that transitions to it need
// no data; given writes those of other states.
func (w *writer) invocations(indent string, i int, owner string, restart bool, given func(state, event string) string) {
	if !w.invokes || !w.chance(60) {
		return
	}
	var list []string
	if w.chance(50) {
		list = append(list, fmt.Sprintf("{call: ask, with: {v: %q, c: %s}, on: {done: %s, error: %s}}",
			w.integer(w.IntN(2), ""), w.pick("color", "paint", "Red"), w.answers(i, "done", owner, restart, given), w.answers(i, "", owner, restart, given)))
	}
	if w.kid > 0 && w.chance(70) {
		list = append(list, fmt.Sprintf("{machine: Kid, with: %s, on: {end: %s, lost: %s}}",
			w.arguments(), w.answers(i, "done", owner, restart, given), w.answers(i, "", owner, restart, given)))
	}
	if w.chance(10) {
		list = append(list, "{call: ping, on: {done: {otherwise: ignore}, error: {otherwise: ignore}}}")
	}
	switch {
	case len(list) == 1 && w.chance(50):
		w.line("%sinvoke: %s", indent, list[0])
	case len(list) > 0:
		w.line("%sinvoke: [%s]", indent, strings.Join(list, ", "))
	}
}

// answers writes the alternatives for a result, all of which leave the state that has started the call,
// start it again, or wait for something else.
func (w *writer) answers(i int, event, owner string, restart bool, given func(state, event string) string) string {
	var list []string
	n := 1 + w.IntN(2)
	for a := range n {
		last := a == n-1
		cond := w.boolean(1, true, event)
		if last && (!w.sound && w.chance(85) || w.sound) {
			cond = ""
			if w.chance(15) {
				list = append(list, "{otherwise: ignore}")
				break
			}
		}
		if !last && restart && w.chance(60) {
			list = append(list, fmt.Sprintf("{%sto: %s, set: {fuel: %q%s%s}}", guarded("fuel > 0", cond), owner, w.pick("fuel - 1", "fuel / 2"), w.noise(event), given(owner, event)))
			continue
		}
		to := "Done"
		if j := i + 1 + w.IntN(w.phases-i); j < w.phases {
			to = fmt.Sprintf("P%d", j)
		}
		list = append(list, fmt.Sprintf("{%sto: %s, set: {fuel: %q%s%s}%s}", guarded(cond), to, w.clamped(event), w.noise(event), given(to, event), w.tells(event)))
	}
	return "[" + strings.Join(list, ", ") + "]"
}
