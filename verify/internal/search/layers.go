package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
)

// Layered looks for a progress function of a machine with regions or raised events that is a sum: tables with a number for each state,
// each leaf of a region, and each list of raised events, and norms such as max(0, 3 - n), each with a weight. It adopts the function if
// it is proved.
//
// A layer is a table or a norm that no step raises, except those that earlier layers pay for. It pays for the steps that lower it.
// Weights are found from the last layer to the first: each pays for what its steps do to later ones. (Layers are those of Alias, Darte,
// Feautrier and Gonnord 2010; the sum is that of Sinn, Zuleger and Veith 2017.)
func (f Findings) Layered(in *Input) Findings {
	if core.HasChildren(in.Machine) {
		return f
	}
	l := newLayering(in, notation.New(in.Machine, in.Theory.Params()))
	if l == nil || !l.stack() || !l.weigh() {
		return f
	}
	out, broken, _ := f.taking(in, scalar(l.progress(in, f.Theory(in).Over(l.vocabulary.Encoder))), false)
	if broken != nil {
		return f
	}
	return out
}

// layering is one call of [Findings.Layered].
type layering struct {
	machine    *core.Machine
	vocabulary *notation.Vocabulary
	// steps are the transitions that layers must pay for.
	steps  []layeredStep
	tables []*layerTable
	norms  []*layerNorm
	chosen []chosenLayer
}

// layeredStep is a transition. Certain has the values that variables can have before it, as far as that is known.
type layeredStep struct {
	*core.Transition
	certain map[int][]int
}

// layer is something that pays for steps.
type layer interface {
	// pays returns those of the steps left that the layer pays for if it is the next one, by index. There are none if one of the steps
	// left may raise the layer.
	pays(left []int) []int
	// change returns how much a step raises the layer at most, as it has been weighed. It reports false if that is not known.
	change(step int) (int64, bool)
	// weigh finds the numbers of the layer. Needs are by how much each step that the layer pays for must lower it.
	weigh(left []int, needs map[int]int64) bool
}

// chosenLayer is a layer with the steps that were left when it was chosen, and those of them that it pays for.
type chosenLayer struct {
	layer
	left, pays []int
}

// newLayering returns the layering of a machine, or nil if it has no tables for anything but states.
func newLayering(in *Input, w *notation.Vocabulary) *layering {
	m := in.Machine
	l := &layering{machine: m, vocabulary: w}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.Effect != core.Take || m.Events[t.Event].Environment {
			continue
		}
		if certain, possible := l.certain(t); possible {
			l.steps = append(l.steps, layeredStep{t, certain})
		}
	}
	l.tables = append(l.tables, &layerTable{layering: l, variable: ofState, numbers: make([]int64, len(m.States))})
	for _, pending := range []bool{false, true} { // what is pending pays for the steps that no region pays for
		for v := range m.Vars {
			x := &m.Vars[v]
			n := 2
			if x.Type.Kind == expr.Enumerated {
				n = len(x.Type.Enum.Values)
			}
			if x.Implied != core.Declared && (x.Type.Kind == expr.Enumerated || x.Type.Kind == expr.Bool) && x.Pending() == pending {
				l.tables = append(l.tables, &layerTable{layering: l, variable: v, numbers: make([]int64, n)})
			}
		}
	}
	if len(l.tables) == 1 {
		return nil
	}
	l.suggest()
	return l
}

// certain returns the values of variables that are possible before a transition, as far as its guard or its event tells, and reports
// false if there are none. A machine handles no event while something is pending.
func (l *layering) certain(t *core.Transition) (values map[int][]int, possible bool) {
	m := l.machine
	values = map[int][]int{}
	for v := range m.Vars {
		if m.Vars[v].Implied == core.Pending && m.Exists(v, t.From) && !m.Events[t.Event].Eventless {
			values[v] = []int{0}
		}
	}
	for _, x := range operands(t.Guard, expr.And) {
		variable, some := -1, []int(nil)
		for _, y := range operands(x, expr.Or) {
			v, value := fixedBy(y)
			if v < 0 || variable >= 0 && v != variable {
				variable = -1
				break
			}
			variable, some = v, append(some, value)
		}
		if variable < 0 {
			continue
		}
		if known := values[variable]; known != nil {
			some = slices.DeleteFunc(some, func(v int) bool { return !slices.Contains(known, v) })
		}
		if values[variable] = some; len(some) == 0 {
			return nil, false
		}
	}
	return values, true
}

// fixedBy returns the variable and the value of a condition such as color == Red. The variable is -1 if it is another one.
func fixedBy(x expr.Expr) (variable, value int) {
	b, is := x.(*expr.Binary)
	if !is || b.Op != expr.Eq {
		return -1, 0
	}
	r, isRef := b.X.(*expr.Ref)
	n, isLit := b.Y.(*expr.Lit)
	if !isRef || !isLit || r.Symbol.Scope != expr.Var || r.Symbol.Type.Kind != expr.Enumerated {
		return -1, 0
	}
	return r.Symbol.Index, int(n.Value)
}

// operands lists the operands of a conjunction or a disjunction.
func operands(x expr.Expr, of expr.Op) []expr.Expr {
	if x == nil {
		return nil
	}
	if b, is := x.(*expr.Binary); is && b.Op == of {
		return append(operands(b.X, of), operands(b.Y, of)...)
	}
	return []expr.Expr{x}
}

// stack chooses layers until all steps are paid for. Tables come first: they cost least.
func (l *layering) stack() bool {
	left := make([]int, len(l.steps))
	for s := range left {
		left[s] = s
	}
	try := func(next layer) bool {
		pays := next.pays(left)
		if len(pays) == 0 {
			return false
		}
		l.chosen = append(l.chosen, chosenLayer{next, left, pays})
		left = slices.DeleteFunc(slices.Clone(left), func(s int) bool { return slices.Contains(pays, s) })
		return true
	}
	for found := true; found && len(left) > 0; {
		found = false
		for _, t := range l.tables {
			found = try(t.blank()) || found
		}
		for _, n := range l.norms {
			found = found || try(n)
		}
	}
	return len(left) == 0
}

// weigh finds the numbers of all layers, from the last to the first.
func (l *layering) weigh() bool {
	for i, c := range slices.Backward(l.chosen) {
		needs := map[int]int64{}
		for _, s := range c.pays {
			need := int64(1)
			for _, later := range l.chosen[i+1:] {
				by, ok := later.change(s)
				if !ok {
					return false
				}
				need += by
			}
			needs[s] = max(0, need)
		}
		if !c.weigh(c.left, needs) {
			return false
		}
	}
	return true
}

// progress adds up the layers in each state.
func (l *layering) progress(in *Input, theory *encode.Theory) []expr.Expr {
	m := l.machine
	numbers := map[int][]int64{} // by variable
	for _, c := range l.chosen {
		if t, ok := c.layer.(*layerTable); ok {
			numbers[t.variable] = append(numbers[t.variable], make([]int64, len(t.numbers)-len(numbers[t.variable]))...)
			for i, n := range t.numbers {
				numbers[t.variable][i] += n
			}
		}
	}
	progress := make([]expr.Expr, len(m.States))
	for s := range progress {
		if progress[s] = expr.Number(0); m.Terminal(s) {
			continue
		}
		if of := numbers[ofState]; of != nil {
			progress[s] = expr.Number(of[s])
		}
		for v := range m.Vars {
			if of := numbers[v]; of != nil && m.Exists(v, s) && slices.Max(of) > 0 {
				table := &expr.Case{Of: &expr.Ref{Symbol: m.Vars[v].Symbol}}
				for _, n := range of {
					table.Values = append(table.Values, expr.Number(n))
				}
				progress[s] = &expr.Binary{Op: expr.Add, X: progress[s], Y: table}
			}
		}
		for _, c := range l.chosen {
			if n, ok := c.layer.(*layerNorm); ok && n.weight > 0 && n.exists(s) {
				progress[s] = &expr.Binary{Op: expr.Add, X: progress[s], Y: n.expr(s, in, theory)}
			}
		}
	}
	return progress
}

// What [layeredStep.after] returns if the value is not known.
const (
	unmoved  = -1 - iota // the step does not change it
	computed             // it depends on more than the step
)

// after returns the value of an enum or a bool after the step, and whether it is known.
func (s *layeredStep) after(variable int) (value int, known bool) {
	for _, u := range s.Updates {
		if u.Var == variable {
			if lit, ok := u.Value.(*expr.Lit); ok {
				return int(lit.Value), true
			}
			return computed, false
		}
	}
	return unmoved, false
}
