package migrate

import (
	"context"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// Left says how many transitions a migrated machine has left. In a reactive machine, it counts those before the next environment
// event.
type Left struct {
	// State is the old state, and Target the new one. Target is "" if the program decides.
	State, Target string
	// Most is an upper limit, proved of all migrated machines that Restore accepts: an expression over the values of the old
	// version, and, with the prefix "new.", values that the program decides. It is nil if none is proved.
	Most expr.Expr
	// Ended reports that the new state is terminal.
	Ended bool
	// Worst is the length of the longest run that exploration found from a migrated machine, with the values With of the
	// parameters of the old version. It is -1 if no such machine was explored, or if it depends on what the program
	// decides. It is a lower limit unless Exact is set.
	Worst int
	With  string
	Exact bool
	// Endless reports that exploration found an endless run from a migrated machine.
	Endless bool
}

// left fills in the numbers of transitions that are left.
func (p *Plan) left(ctx context.Context) {
	worst := exploration{p}.all(ctx)
	for s, t := range p.m.States {
		l := Left{State: p.a.States[s].Name, Worst: -1}
		if t >= 0 {
			l.Target, l.Ended = p.b.States[t].Name, p.b.Terminal(t)
			l.Most = p.most(s, t)
		} else {
			l.Most = p.bound(s)
		}
		if w := worst[s]; w != nil && t >= 0 && !l.Ended {
			l.Worst, l.Exact, l.With, l.Endless = w.most, w.exact, w.with, w.endless
		}
		p.Left = append(p.Left, l)
	}
}

// most returns an upper limit of the transitions that are left to a machine of old state s in new state t. What is proved of
// progress, or of the function that shows the bound, holds for each machine that satisfies what Restore checks
// ([verify.Report.Conditions]): it is never negative, and each transition decreases it.
func (p *Plan) most(s, t int) expr.Expr {
	if p.New.Report.Termination != verify.Proved {
		return nil
	}
	m := p.New.Report.Ranked()
	var left expr.Expr
	switch potential := p.New.Report.Bound.Potential; {
	case potential != nil:
		left = potential[t]
	case m.Rank == 1 && len(m.States[t].Progress) == 1:
		left = m.States[t].Progress[0]
	}
	if left == nil || counts(m, left) {
		return p.bound(s)
	}
	if x := p.express(s, left); x != nil {
		return x
	}
	return p.bound(s)
}

// counts reports whether an expression uses bools or values of enums as numbers, which mean something else in the old version.
func counts(m *core.Machine, x expr.Expr) (found bool) {
	return expr.Uses(x, func(s *expr.Symbol) bool { return s.Type.Kind != expr.Int })
}

// bound returns the bound of the new version, which also limits machines that are restored.
func (p *Plan) bound(s int) expr.Expr {
	b := p.New.Report.Bound
	if p.New.Report.Termination != verify.Proved || b.Status != verify.Proved || b.Expr == nil || counts(p.b, b.Expr) {
		return nil
	}
	return p.express(s, b.Expr)
}

// express returns an expression of the new version over the values of the old one.
func (p *Plan) express(s int, x expr.Expr) expr.Expr {
	return p.m.Express(p.a, p.b, s, x, func(at stored.Slot) *expr.Symbol {
		if at.Scope == expr.Param {
			return &expr.Symbol{Scope: expr.External, Index: at.Index, Name: "new." + p.b.Params[at.Index].Name, Type: p.b.Params[at.Index].Type}
		}
		v := &p.b.Vars[at.Index]
		return &expr.Symbol{Scope: expr.External, Index: len(p.b.Params) + at.Index, Name: "new." + varName(p.b, at.Index), Type: v.Type}
	})
}
