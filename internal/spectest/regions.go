package spectest

import (
	"fmt"
	"slices"
	"strings"
)

// part is a region: its leaves by name, each with the steps that it can still take at most.
type part struct {
	leaves []string
	steps  []int
	most   int // of all steps
}

// side is what a spec has if its first state has regions.
type side struct {
	regions []part
}

// parallel writes the state Q with regions, which comes before the phases. Steps in a region lead to
// a later leaf, and so they end.
func (w *writer) parallel() {
	if !w.besides {
		return
	}
	w.line("  Q:")
	done := w.dice.chance(80)
	if done {
		w.line("    done: P0")
	}
	if w.dice.chance(40) {
		w.line("    on: {F: {%sto: P0}}", guarded(w.dice.pick("", "low", "in(R0S1)", "!in(R1S0)", "in(R0) && strict")))
	}
	w.line("    parallel:")
	for r := range 2 + w.dice.rand.IntN(2) {
		n := 2 + w.dice.rand.IntN(3)
		p := part{}
		w.line("      R%d:", r)
		w.line("        initial: R%dS0", r)
		w.line("        states:")
		for i := range n {
			name, left := fmt.Sprintf("R%dS%d", r, i), n-1-i
			switch {
			case left == 0:
				w.line("          %s: {final: true}", name)
			case left > 1 && w.dice.chance(25):
				inner := "          "
				w.line("%s%s:\n%s  initial: %sa\n%s  states:", inner, name, inner, name, inner)
				w.line("%s    %sa: {on: {%s: %sb}}", inner, name, w.dice.pick("E", "F"), name)
				w.line("%s    %sb: {final: true}", inner, name)
				w.line("%s  done: R%dS%d", inner, r, i+1)
				p.leaves, p.steps = append(p.leaves, name+"a", name+"b"), append(p.steps, 3*left, 3*left-1)
				continue
			case left > 1 && w.dice.chance(30):
				w.split("          ", r, i, name)
				p.leaves, p.steps = append(p.leaves, name, name+"La", name+"Ra"), append(p.steps, 3*left, 1, 1)
				if i == 0 {
					p.most = 2
				}
				continue
			default:
				w.line("          %s:", name)
				w.leaf("            ", r, i, n)
			}
			p.leaves, p.steps = append(p.leaves, name), append(p.steps, 3*left)
		}
		p.most += p.steps[0]
		w.side.regions = append(w.side.regions, p)
	}
	if !done && w.dice.chance(60) { // a region that is always in the same state
		w.line("      Only:")
		w.line("        %s", w.dice.pick("ignore: [E]", "ignore: [E, F]", "on: {E: {if: strict, to: P0}}"))
		w.side.regions = append(w.side.regions, part{[]string{"Only"}, []int{0}, 0})
	}
}

// split writes leaf i of a region as a state with regions of its own.
func (w *writer) split(indent string, region, i int, name string) {
	next := fmt.Sprintf("R%dS%d", region, i+1)
	w.line("%s%s:\n%s  done: %s", indent, name, indent, next)
	if w.dice.chance(40) {
		w.line("%s  on: {%s: {%sto: %s}}", indent, w.dice.pick("E", "F"), guarded(w.dice.pick("", "strict", "in("+name+"La)")), w.dice.pick(next, next, "P0"))
	}
	w.line("%s  parallel:", indent)
	for _, side := range []string{"L", "R"} {
		away := ""
		if w.dice.chance(30) {
			away = fmt.Sprintf("{if: n > 1, to: %s}, ", w.dice.pick(next, "P0", name+side+"b"))
		}
		w.line("%s    %s:\n%s      initial: %sa\n%s      states:", indent, name+side, indent, name+side, indent)
		w.line("%s        %sa: {on: {%s: [%s{to: %sb}]}}", indent, name+side, w.dice.pick("E", "F"), away, name+side)
		w.line("%s        %sb: {final: true}", indent, name+side)
	}
}

// leaf writes what leaf i of n of a region does. Each region has variables of its own, so that
// several can handle the same event.
func (w *writer) leaf(indent string, region, i, n int) {
	to := func() string {
		switch {
		case w.dice.chance(7):
			return "P0"
		case !w.terms.sound && w.dice.chance(4):
			return fmt.Sprintf("R%dS%d", region, w.dice.rand.IntN(i+1))
		}
		return fmt.Sprintf("R%dS%d", region, i+1+w.dice.rand.IntN(n-1-i))
	}
	own := []string{"n > 1", "m > n", "strict"}
	sets := [][]string{{"x: 0", "x: 2", `x: "min(n, 1)"`}, {`flag: "!flag"`, "flag: strict"}, {`color: paint`, `name: label`}}[region]
	own = append(own, [][]string{{"x > 0", "x < 2"}, {"flag", "!flag"}, {"color == Red", "name != label"}}[region]...)
	condition := func(event string) string {
		if reads := map[string][]string{"E": {"event.ok", "event.a > 1", "event.a < n"}, "F": {"event.c != Red", "event.s != label"}}[event]; reads != nil && w.dice.chance(30) {
			return reads[w.dice.rand.IntN(len(reads))]
		}
		if w.dice.chance(20) && region == 0 { // a later region cannot read what an earlier one sets
			return fmt.Sprintf("in(R1S%d)", w.dice.rand.IntN(2))
		}
		return own[w.dice.rand.IntN(len(own))]
	}
	// What a region sets of the payload is in variables of its own.
	payload := map[string][]string{"E": {`x: "max(0, min(event.a, 2))"`, "flag: event.ok"}, "F": {"", "", "color: event.c, name: event.s"}}
	alternatives := func(event string) string {
		always := event == ""
		var list []string
		for k, of := 0, 1+w.dice.rand.IntN(2); k < of; k++ {
			cond := ""
			if k < of-1 || always && w.dice.chance(80) || w.dice.chance(20) {
				cond = condition(event)
			}
			if k < of-1 && !always && w.dice.chance(15) {
				list = append(list, fmt.Sprintf("{%sotherwise: %s}", guarded(cond), w.dice.pick("ignore", "reject")))
				continue
			}
			set := ""
			if w.dice.chance(35) {
				set = sets[w.dice.rand.IntN(len(sets))]
				if from := payload[event]; len(from) > region && from[region] != "" && w.dice.chance(60) {
					set = from[region]
				}
				set = ", set: {" + set + "}"
			}
			target := to()
			if k == of-1 && !always && w.dice.chance(85) {
				target = fmt.Sprintf("R%dS%d", region, i+1) // each leaf can be reached
			}
			list = append(list, fmt.Sprintf("{%sto: %s%s}", guarded(cond), target, set))
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	if w.eventless && w.dice.chance(20) {
		w.line("%salways: %s", indent, alternatives(""))
	}
	events := slices.DeleteFunc([]string{"E", "F"}, func(string) bool { return w.dice.chance(35) })
	if len(events) == 0 {
		events = []string{"E"}
	}
	if w.dice.chance(15) {
		w.line("%safter: {1h: G}", indent)
		events = append(events, "G")
	}
	w.line("%son:", indent)
	for _, e := range events {
		w.line("%s  %s: %s", indent, e, alternatives(e))
	}
}

// most is the greatest number of steps of the regions.
func (s *side) most() (n int) {
	for _, p := range s.regions {
		n += p.most
	}
	return n
}

// progress writes the progress of the regions.
func (s *side) progress(w *writer) {
	if !w.besides {
		return
	}
	w.line("  Q: %q", w.least(0)+" + 1")
	for _, p := range s.regions {
		for i, leaf := range p.leaves {
			w.line("  %s: %d", leaf, p.steps[i])
		}
	}
}
