package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/counter"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
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

// report returns a report without the remarks and the diagnostics, unless a run refutes
// what is proved.
func report(judged *verdict.Judgment, found *search.Findings, runs *counter.Input, endless endless) *Report {
	r := conclude(runs.Machine, judged, found, runs.Graphs, endless)
	r.Bound = bound(r, judged, runs)
	if r.Run == nil {
		r.Run = r.Bound.Run
	}
	if why := contradiction(r, judged); why != nil {
		return contradicted(r.Machine, judged, why)
	}
	return r
}

// conclude returns a report without the bound, the remarks and the diagnostics. It
// takes the status Proved from the judgment alone.
func conclude(m *core.Machine, judged *verdict.Judgment, found *search.Findings, graphs []*explore.Graph, endless endless) *Report {
	r := &Report{
		Machine: m, Termination: Unknown, Obligations: obligations(judged, found),
		Synthesized: found.Progress, Mathematical: found.Mathematical,
		Lassos: endless.lassos, Recurrent: (*Recurrent)(endless.recurrent),
	}
	r.Facts, r.Inferred = facts(m, judged.Facts, found)
	for _, g := range starting(graphs) {
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
	case judged.UnlessOverflow.Terminates:
		r.UnlessOverflow = true
	}
	return r
}

// starting returns the graphs of the parameters with which the machine can start.
func starting(graphs []*explore.Graph) []*explore.Graph {
	return slices.DeleteFunc(slices.Clone(graphs), func(g *explore.Graph) bool { return g.Configs() == 0 })
}

// obligations lists each obligation with its verdict, in the order of the search. An
// obligation that the search omitted is unknown.
func obligations(judged *verdict.Judgment, found *search.Findings) (list []Obligation) {
	answered := map[obligation.Obligation]bool{}
	for i := range found.Answers {
		a := &found.Answers[i]
		o := about(a.Obligation)
		o.Change = a.Change
		switch {
		case a.Status == Refuted:
			o.Status, o.Run, o.Attempt = Refuted, a.Run, a.Attempt
			if a.Set != nil {
				o.Closed = a.Set.In
			}
		case judged.Proved[a.Obligation]:
			o.Status, o.Proof = Proved, a.Evidence.Proofs
			if p := a.Evidence.Plan; p != nil {
				o.Plan, o.Proof = spots(p.Spots), p.Certificates()
			}
			if c := a.Evidence.Count; c != nil {
				o.Proof = certificates(c)
			}
		default:
			o.Missing, o.Suggested = a.Missing, a.Suggested
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

// about returns an obligation with the status Unknown.
func about(o obligation.Obligation) Obligation {
	return Obligation{Kind: o.Kind, Transition: o.Transition, State: o.State, Event: o.Event, Var: o.Var, Invariant: o.Invariant, Call: o.Call, Goal: o.Goal, Cost: o.Cost, Status: Unknown}
}

// bound returns the verdict on the claimed bound or, if the spec claims none, the bound
// that is proved.
func bound(r *Report, judged *verdict.Judgment, runs *counter.Input) Bound {
	m := r.Machine
	b := Bound{Expr: m.Bound, Status: Unknown}
	ending := judged.Ending
	if r.UnlessOverflow {
		ending = judged.UnlessOverflow
	}
	if b.Expr == nil {
		b.Expr = ending.Bound
	}
	if b.Expr == nil {
		if r.Termination == Proved {
			b.Decides = (*Decides)(runs.Decides())
		}
		if m.Reactive() {
			b.Worst = worst(r, runs.Graphs, false)
		}
		return b
	}
	if ending.Bound != nil && r.Termination == Proved {
		b.Status = Proved
	}
	if run := runs.Exceeds(b.Expr); run != nil {
		b.Status, b.Run = Refuted, run
	}
	b.UnlessOverflow = b.Status == Unknown && ending.Bound != nil && r.UnlessOverflow
	b.Tight = len(r.Explored) > 0 && b.Status == Proved
	for _, g := range starting(runs.Graphs) {
		limit, err := expr.Eval(b.Expr, concrete.Env(m, g.Params, nil))
		n, forever := g.Steps()
		// The bound is proved, so no run is longer.
		b.Tight = b.Tight && err == nil && !forever && int64(n) == limit
	}
	b.Worst = worst(r, runs.Graphs, b.Tight)
	return b
}

// settling returns a bound that a machine with environment events does not claim, but
// could, or nil. It is proved like a claimed bound.
func settling(in *search.Input, r *Report, found *search.Findings) expr.Expr {
	if m := r.Machine; !m.Reactive() || m.Bound != nil || r.Termination != Proved {
		return nil
	}
	for _, x := range found.Settling(in) {
		claiming, claimed := found.Claiming(in, x)
		if claiming == nil {
			continue
		}
		if judged := verdict.Judge(claimed.Case(claiming)); judged.Bound != nil {
			return judged.Bound
		}
	}
	return nil
}

// worst returns a longest run for the largest explored parameters, or nil if it is not
// known. It is known if exploration was complete, or if its longest run reaches the bound.
func worst(r *Report, graphs []*explore.Graph, tight bool) *trace.Run {
	graphs = starting(graphs)
	n := len(graphs)
	if n == 0 || r.Explored[n-1].Longest < 0 && !tight {
		return nil
	}
	run, _ := graphs[n-1].Longest()
	return &run
}

// remarks adds overlaps and the warnings about dead alternatives. Facts are all that is proved.
func remarks(r *Report, in *search.Input, facts []encode.Claim) {
	about := &remark.Input{Machine: in.Machine, Graphs: in.Graphs, Prover: in.Prover, Theory: in.Theory.Assuming(facts)}
	dead := about.Dead()
	for _, o := range about.Overlaps(dead) {
		r.Overlaps = append(r.Overlaps, Overlap(o))
	}
	r.Diagnostics = append(diag.List{}, dead...)
}
