package verify

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/counter"
	"github.com/fsmgen/fsmgen/verify/internal/remark"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// endless are the endless runs that were found.
type endless struct {
	lassos []trace.Run
	// recurrent is one that comes back to no configuration, or nil.
	recurrent *counter.Recurrent
}

// conclude returns a report with all but the bound, the remarks and the diagnostics.
// Proved is what is judged to be, and nothing else.
func conclude(m *core.Machine, judged *verdict.Judgment, found *search.Findings, graphs []*explore.Graph, endless endless) *Report {
	r := &Report{
		Machine: m, Termination: Unknown, Obligations: obligations(judged, found),
		Synthesized: found.Progress, Mathematical: found.Mathematical,
		Lassos: endless.lassos, Recurrent: (*Recurrent)(endless.recurrent),
	}
	r.Facts, r.Inferred = facts(m, judged.Facts, found)
	for _, g := range graphs {
		e := Explored{Params: g.Params, Configs: g.Configs(), Longest: -1, Exact: g.Complete && g.Exact}
		if n, forever := g.Steps(); !forever && e.Exact {
			e.Longest = n
		}
		r.Explored = append(r.Explored, e)
	}
	switch {
	case len(r.Lassos) > 0:
		r.Termination, r.Run = Refuted, &r.Lassos[0]
	case r.Recurrent != nil:
		r.Termination, r.Run = Refuted, &r.Recurrent.Run
	case judged.Terminates:
		r.Termination = Proved
	}
	return r
}

// obligations lists what became of each obligation, in the order in which search
// answered them. One that search left out is unknown.
func obligations(judged *verdict.Judgment, found *search.Findings) (list []Obligation) {
	answered := map[obligation.Obligation]bool{}
	for i := range found.Answers {
		a := &found.Answers[i]
		o := about(a.Obligation)
		o.Change, o.Missing, o.Suggested = a.Change, a.Missing, a.Suggested
		switch {
		case a.Status == Refuted:
			o.Status, o.Run = Refuted, a.Run
		case judged.Proved[a.Obligation]:
			o.Status, o.Proof = Proved, a.Evidence.Proofs
		}
		answered[a.Obligation] = true
		list = append(list, o)
	}
	for _, o := range judged.Asked {
		if !answered[o] {
			list = append(list, about(o))
		}
	}
	return list
}

// about returns an obligation that is unknown.
func about(o obligation.Obligation) Obligation {
	return Obligation{Kind: o.Kind, Transition: o.Transition, State: o.State, Event: o.Event, Var: o.Var, Invariant: o.Invariant, Status: Unknown}
}

// bound decides the claimed bound, or says which is proved where the spec claims
// none.
func bound(r *Report, judged *verdict.Judgment, runs *counter.Input) Bound {
	m := r.Machine
	b := Bound{Expr: m.Bound, Status: Unknown}
	if b.Expr == nil && r.Termination == Proved {
		b.Expr = judged.Bound
	}
	if b.Expr == nil {
		if r.Termination == Proved {
			b.Decides = (*Decides)(runs.Decides())
		}
		if m.Reactive() {
			b.Worst = worst(r, runs.Graphs)
		}
		return b
	}
	if r.Termination == Proved && judged.Bound != nil {
		b.Status = Proved
	}
	if run := runs.Exceeds(b.Expr); run != nil {
		b.Status, b.Run = Refuted, run
	}
	b.Tight = len(runs.Graphs) > 0 && b.Status == Proved
	for _, g := range runs.Graphs {
		limit, err := expr.Eval(b.Expr, concrete.Env(m, g.Params, nil))
		n, forever := g.Steps()
		// No longer run can be, as the bound is proved.
		b.Tight = b.Tight && err == nil && !forever && int64(n) == limit
	}
	b.Worst = worst(r, runs.Graphs)
	return b
}

// worst returns a longest run for the largest parameters explored, if it is known.
func worst(r *Report, graphs []*explore.Graph) *trace.Run {
	n := len(graphs)
	if n == 0 || r.Explored[n-1].Longest < 0 {
		return nil
	}
	run, _ := graphs[n-1].Longest()
	return &run
}

// remarks adds what is no fault but worth a word.
func remarks(r *Report, in *search.Input, judged *verdict.Judgment) {
	about := &remark.Input{Machine: in.Machine, Graphs: in.Graphs, Prover: in.Prover, Theory: in.Theory.Assuming(judged.Facts)}
	dead := about.Dead()
	for _, o := range about.Overlaps(dead) {
		r.Overlaps = append(r.Overlaps, Overlap(o))
	}
	r.Diagnostics = append(diag.List{}, dead...)
}
