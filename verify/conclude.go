package verify

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// report draws the conclusions from the obligations and the graphs.
func (v *verifier) report() *Report {
	r := &Report{Machine: v.machine, Obligations: v.obligations, Facts: v.facts(), Inferred: v.inferred, Termination: v.termination(), Synthesized: v.synthesized, Mathematical: v.exact}
	for _, g := range v.graphs {
		e := Explored{Params: g.Params, Configs: g.Configs(), Longest: -1, Exact: g.Complete && g.Exact}
		if n, endless := g.Steps(); !endless && e.Exact {
			e.Longest = n
		}
		r.Explored = append(r.Explored, e)
	}
	if r.Lassos = v.lassos; len(r.Lassos) > 0 {
		r.Termination, r.Run = Refuted, &r.Lassos[0]
	} else if v.recurrent != nil {
		r.Termination, r.Run, r.Recurrent = Refuted, &v.recurrent.Run, v.recurrent
	}
	v.bound(r)
	if r.Termination == Proved && r.Bound.Expr == nil {
		r.Bound.Decides = v.decides()
	}
	if r.Run == nil {
		r.Run = r.Bound.Run
	}
	dead := v.dead()
	r.Overlaps = v.overlaps(dead)
	r.Diagnostics = append(v.diagnose(r), dead...)
	r.Diagnostics.Sort()
	return r
}

// termination is Proved when there is a ranking function, each obligation on
// it is proved, and the generated code computes what the proof is about.
func (v *verifier) termination() Status {
	if v.machine.Rank == 0 {
		return Unknown
	}
	for _, o := range v.obligations {
		switch o.Kind {
		case KindParams, KindDecrease, KindBounded, KindOverflow, KindDivide:
			if o.Status != Proved {
				return Unknown
			}
		}
	}
	return Proved
}

// bound decides the claimed bound. Without a claim it is the value of a scalar
// ranking function at the start, unless environment events raise that.
func (v *verifier) bound(r *Report) {
	m := v.machine
	b := &r.Bound
	b.Status = Unknown
	switch {
	case m.Bound != nil:
		b.Expr = m.Bound
		if r.Termination == Proved && (m.Rank == 1 && v.all(KindBound) || m.Rank > 1 && v.within(m.Bound)) {
			b.Status = Proved
		}
	case m.Rank == 1 && r.Termination == Proved && !m.Reactive():
		if b.Expr = v.first(); b.Expr == nil {
			return
		}
		b.Status = Proved
	case m.Rank > 1 && r.Termination == Proved && !m.Reactive():
		if b.Expr = v.product(); b.Expr == nil {
			return
		}
		b.Status = Proved
	case m.Reactive():
		// Environment events may raise progress above what it is at the start.
		b.Worst = v.worst(r)
		return
	default:
		return
	}
	if run := v.exceeds(b.Expr); run != nil {
		b.Status, b.Run = Refuted, run
	}
	b.Tight = len(v.graphs) > 0 && b.Status == Proved
	for _, g := range v.graphs {
		limit, err := expr.Eval(b.Expr, valueEnv(m, g.Params, nil))
		n, endless := g.Steps()
		// No longer run can be, as the bound is proved.
		b.Tight = b.Tight && err == nil && !endless && int64(n) == limit
	}
	b.Worst = v.worst(r)
}

// worst returns a longest run for the largest parameters explored, if it is
// known.
func (v *verifier) worst(r *Report) *explore.Run {
	n := len(v.graphs)
	if n == 0 || r.Explored[n-1].Longest < 0 {
		return nil
	}
	run, _ := v.graphs[n-1].Longest()
	return &run
}

func (v *verifier) all(k Kind) bool {
	for _, o := range v.obligations {
		if o.Kind == k && o.Status != Proved {
			return false
		}
	}
	return true
}
