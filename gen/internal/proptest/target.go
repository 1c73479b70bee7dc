package proptest

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// target is what a run should end with: a step in which a small slip in the code of
// a transition would show.
type target struct {
	transition int
	// when is a condition on the values before the step and the payload; nil for
	// any step. A target without one is the transition itself.
	when expr.Expr
	// later says that the step may be one of a later alternative.
	later bool
}

// targets returns all transitions, and after them what shows slips in each: that a
// guard is off by one, an update is left out, and two values of an output are
// swapped.
func (p *explorer) targets() (all []target) {
	for i := range p.subject.m.Transitions {
		all = append(all, target{transition: i})
	}
	for i, t := range p.subject.m.Transitions {
		for _, other := range slips(t.Guard) {
			all = append(all, target{i, differ(t.Guard, other), true})
		}
		for _, u := range t.Updates {
			v := &p.subject.m.Vars[u.Var]
			if v.Type.Kind != expr.Opaque {
				now := &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Var, Index: u.Var, Name: v.Name, Type: v.Type}}
				all = append(all, target{i, differ(now, u.Value), false})
			}
		}
		for _, e := range t.Emits {
			for k := range len(e.Values) - 1 {
				if fields := p.subject.m.Outputs[e.Output].Fields; fields[k].Type == fields[k+1].Type && fields[k].Type.Kind != expr.Opaque {
					all = append(all, target{i, differ(e.Values[k], e.Values[k+1]), false})
				}
			}
		}
	}
	return all
}

func differ(x, y expr.Expr) expr.Expr { return &expr.Binary{Op: expr.Ne, X: x, Y: y} }

// slips returns a guard with one comparison of numbers, or one number in it, off by
// one, for each and both ways.
func slips(guard expr.Expr) (all []expr.Expr) {
	switch e := guard.(type) {
	case *expr.Lit:
		if e.T.Kind == expr.Int {
			all = append(all, expr.Number(e.Value+1), expr.Number(e.Value-1))
		}
	case *expr.Call:
		for i, arg := range e.Args {
			for _, x := range slips(arg) {
				args := slices.Clone(e.Args)
				args[i] = x
				all = append(all, &expr.Call{Op: e.Op, Args: args})
			}
		}
	case *expr.Unary:
		for _, x := range slips(e.X) {
			all = append(all, &expr.Unary{Op: e.Op, X: x})
		}
	case *expr.Binary:
		switch e.Op {
		case expr.Lt, expr.Le, expr.Gt, expr.Ge:
			for _, by := range []int64{1, -1} {
				all = append(all, &expr.Binary{Op: e.Op, X: e.X, Y: sum(e.Y, by)})
			}
		}
		for _, x := range slips(e.X) {
			all = append(all, &expr.Binary{Op: e.Op, X: x, Y: e.Y})
		}
		if _, number := e.Y.(*expr.Lit); number {
			break // which was compared
		}
		for _, y := range slips(e.Y) {
			all = append(all, &expr.Binary{Op: e.Op, X: e.X, Y: y})
		}
	}
	return all
}

// reaches lists the transitions with which a step may have a target.
func (p *explorer) reaches(t target) []int {
	out := []int{t.transition}
	from := &p.subject.m.Transitions[t.transition]
	for i := t.transition + 1; t.later && i < len(p.subject.m.Transitions); i++ {
		if next := &p.subject.m.Transitions[i]; next.From != from.From || next.Event != from.Event {
			break
		}
		out = append(out, i)
	}
	return slices.DeleteFunc(out, func(i int) bool { return p.subject.m.Transitions[i].Effect != core.Take })
}

// hits reports whether a step has a target, given a transition that may. The
// environment has the parameters.
func (t target) hits(env *expr.Env, s *trace.Step) bool {
	if t.when == nil {
		return true
	}
	env.Vars, env.Fields, env.Externals = s.Before, s.Fields, s.Externals
	v, err := expr.Eval(t.when, env)
	return err == nil && v != 0
}
