package spectest

import (
	"fmt"
	"strings"
)

// condition is one that a transition without an event may have.
func (w *writer) condition() string {
	if w.dice.chance(25) {
		return w.dice.pick("low", "high")
	}
	return w.terms.boolean(w.dice.rand.IntN(2), false)
}

// microsteps writes the alternatives without an event of a phase, in one line. Most chains of them
// end: they use up fuel, or lead to a later phase. Some do not.
func (w *writer) microsteps(i int, self string) string {
	n := 1 + w.dice.rand.IntN(3)
	var list []string
	for a := range n {
		cond := w.condition()
		last := a == n-1
		if a == 0 && w.dice.chance(25) {
			cond = w.dice.pick("x == 0", "fuel == 0", "flag")
			w.resting = map[string]string{"x == 0": "x != 0", "fuel == 0": "fuel > 0", "flag": "!flag"}[cond]
		}
		list = append(list, w.microstep(i, self, cond, last))
	}
	if n == 1 && w.dice.chance(50) {
		return list[0]
	}
	return "[" + strings.Join(list, ", ") + "]"
}

func (w *writer) microstep(i int, self, cond string, last bool) string {
	switch kind := w.dice.rand.IntN(100); {
	case w.terms.stall && kind < 15:
		return "{" + guarded(cond) + "doc: waits}"
	case kind < 45 || last && kind < 60:
		// A step to a later phase; the last one may be unconditional.
		j := i + 1 + w.dice.rand.IntN(w.phases-i)
		to, data := fmt.Sprintf("P%d", j), ""
		if j == w.phases {
			to = "Done"
		} else if w.hasData(j) {
			data = fmt.Sprintf(", d: %q", w.terms.integer(0, ""))
		}
		if last && w.dice.chance(30) {
			cond = ""
		}
		return fmt.Sprintf("{%sto: %s, set: {fuel: %q%s%s}%s}", guarded(cond), to, w.terms.clamped(""), data, w.noise(""), w.tells(""))
	case kind < 65 && !w.hasData(i):
		// A step to itself or back, which may be taken again and again.
		to := self
		if i > 0 && w.dice.chance(30) {
			to = "P0"
		}
		return fmt.Sprintf("{%sto: %s, set: {fuel: %q%s}%s}", guarded(w.dice.pick("fuel > 0", "fuel > 1", "x > 0"), cond), to, w.dice.pick("fuel - 1", "fuel - 1", "fuel / 2", "fuel"), w.noise(""), w.tells(""))
	case kind < 70:
		return fmt.Sprintf("{%sset: {flag: %q}}", guarded(cond), w.dice.pick("false", "!flag", "true"))
	}
	return fmt.Sprintf("{%sset: {fuel: %q%s}%s}", guarded("fuel > "+w.dice.pick("0", "1", "2"), cond), w.dice.pick("fuel - 1", "fuel - 1", "fuel / 2", "max(0, fuel - 3)"), w.noise(""), w.tells(""))
}

// soundSteps writes the alternatives without an event of a state, each of which uses up fuel or leads to a
// later phase.
func (w *sound) soundSteps(indent string, i int, self, mate string) {
	n := 1 + w.dice.rand.IntN(3)
	for a := range n {
		cond, emit := w.base.condition(), ""
		if w.base.told && w.dice.chance(30) {
			emit = ", emit: " + w.says("")
		}
		emit += w.base.raise("")
		if w.dice.chance(40) {
			to := "Done"
			if j := i + 1 + w.dice.rand.IntN(w.base.phases-i); j < w.base.phases {
				to = fmt.Sprintf("P%d", j)
			}
			if a == n-1 && w.dice.chance(20) {
				cond = ""
			}
			w.base.line("%s  - {%sto: %s, set: {fuel: %q%s%s}%s}", indent, guarded(cond), to, w.base.terms.clamped(""), w.base.noise(""), w.given(to, ""), emit)
			continue
		}
		set := w.dice.pick("fuel - 1", "fuel / 2", "fuel - min(fuel, 2)", "max(0, fuel - 3)")
		if w.dice.chance(35) {
			w.base.line("%s  - {%sto: %s, set: {fuel: %q%s%s}%s}", indent, guarded("fuel > 0", cond), mate, set, w.base.noise(""), w.given(mate, ""), emit)
			continue
		}
		w.base.line("%s  - {%sset: {fuel: %q%s}%s}", indent, guarded("fuel > 0", cond), set, w.base.noise(""), emit)
	}
}
