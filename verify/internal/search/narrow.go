package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Narrow returns a machine like m whose int parameters are from -limit to limit where the
// spec declares no end of their range, or nil if it declares all ends.
func Narrow(m *core.Machine, limit int64) *core.Machine {
	out := *m
	out.Params = slices.Clone(m.Params)
	some := false
	for i := range out.Params {
		p := &out.Params[i]
		if p.Type.Kind != expr.Int {
			continue
		}
		if p.Min == nil {
			p.Min, some = expr.Number(-limit), true
		}
		if p.Max == nil {
			p.Max, some = expr.Number(limit), true
		}
	}
	if !some {
		return nil
	}
	return &out
}

// Narrowed returns the input for a machine like that of in, with other ranges of its
// parameters, and findings about it with the same progress function. If values are not
// shown to fit, it stops early.
func (f *Findings) Narrowed(in *Input, m *core.Machine, watch func(string)) (*Input, *Findings) {
	narrowed := NewInput(m, in.Graphs, in.Prover.Half())
	narrowed.Children, narrowed.Ends, narrowed.Timely = in.Children, in.Ends, in.Timely
	out := Findings{Candidates: Settle(narrowed, Candidates(m), narrowed.Prover)}
	if found, _, more := out.Infer(narrowed); more {
		out = found
	}
	out.Progress, out.Mathematical = f.Progress, f.Mathematical
	theory := out.Theory(narrowed)
	ranked := out.Ranked(m)
	for _, o := range obligation.Arithmetic(ranked) {
		if a, _ := certify(narrowed.Prover, theory, ranked, o); a.Status != obligation.Proved {
			return narrowed, nil
		}
	}
	out = out.Answer(narrowed, nil, watch)
	return narrowed, &out
}
