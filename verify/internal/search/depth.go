package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
)

// maxDepth limits the depths of a machine, which grow without end if something comes again.
const maxDepth = 1 << 16

// depths are how many transitions can still follow, as far as the states, the regions, and what the loader keeps in further enums
// or bools decide: in a state, the sum of its own depth and of those of the values of the variables.
type depths struct {
	machine *core.Machine
	states  []int64
	values  map[int][]int64 // by variable
	changed bool
}

// Deepest looks for a progress function of a machine with regions or raised events in which nothing comes again, and adopts it if it is
// proved. Each state of a region has a number of its own: the longest path from it, in all. So has each list of raised events.
func (f Findings) Deepest(in *Input) Findings {
	m := in.Machine
	if core.HasChildren(m) {
		return f
	}
	d := &depths{machine: m, states: make([]int64, len(m.States)), values: map[int][]int64{}}
	for v := range m.Vars {
		if x := &m.Vars[v]; x.Implied != core.Declared {
			switch x.Type.Kind {
			case expr.Enumerated:
				d.values[v] = make([]int64, len(x.Type.Enum.Values))
			case expr.Bool:
				d.values[v] = make([]int64, 2)
			}
		}
	}
	if len(d.values) == 0 {
		return f
	}
	for d.changed = true; d.changed; {
		d.changed = false
		for i := range m.Transitions {
			t := &m.Transitions[i]
			if t.Effect != core.Take || m.Events[t.Event].Environment {
				continue
			}
			if in.Prover.Done() || !d.deepen(t) {
				return f
			}
		}
	}
	out, broken, _ := f.taking(in, scalar(d.progress()), false)
	if broken != nil {
		return f
	}
	return out
}

// deepen makes what a transition leaves so deep that the transition lowers the sum. It reports false if the sum would grow without
// end, or if the transition changes nothing that has a depth.
func (d *depths) deepen(t *core.Transition) bool {
	need, payer, from := int64(1), -1, int64(0)
	for v := range d.machine.Vars {
		values := d.values[v]
		if values == nil || !d.machine.Exists(v, t.To) {
			continue
		}
		before, known := encode.Fixed(t.Guard, v)
		after := d.after(t, v)
		switch {
		case t.From == t.To && after < 0:
			continue // it keeps its value
		case after < 0: // a return by history, as of what comes again
			return false
		}
		if need += values[after]; t.From != t.To || !known || before == after {
			continue
		}
		// The region that takes the transition comes before what is pending.
		if own := t.Move != nil && d.machine.States[t.From].Regions[t.Move.Region].Var == v; payer < 0 || own {
			payer, from = v, before
		}
	}
	depth := &d.states[t.From]
	switch {
	case t.From != t.To:
		if !d.machine.Terminal(t.To) {
			need += d.states[t.To]
		}
	case payer < 0:
		return false
	default:
		depth = &d.values[payer][from]
	}
	if *depth < need {
		*depth, d.changed = need, true
	}
	return need <= maxDepth
}

// after returns the value that a transition gives to a variable, or -1 if it gives none that is known.
func (d *depths) after(t *core.Transition, variable int) int64 {
	for _, u := range t.Updates {
		if u.Var == variable {
			if lit, ok := u.Value.(*expr.Lit); ok {
				return lit.Value
			}
			return -1
		}
	}
	return -1
}

// progress writes the sums as a progress function.
func (d *depths) progress() []expr.Expr {
	m := d.machine
	progress := make([]expr.Expr, len(m.States))
	for s := range m.States {
		if m.Terminal(s) {
			progress[s] = expr.Number(0)
			continue
		}
		progress[s] = expr.Number(d.states[s])
		for v := range m.Vars {
			values := d.values[v]
			if values == nil || !m.Exists(v, s) || slices.Max(values) == 0 {
				continue
			}
			numbers := make([]expr.Expr, len(values))
			for i, n := range values {
				numbers[i] = expr.Number(n)
			}
			progress[s] = &expr.Binary{Op: expr.Add, X: progress[s], Y: &expr.Case{Of: &expr.Ref{Symbol: m.Vars[v].Symbol}, Values: numbers}}
		}
	}
	return progress
}
