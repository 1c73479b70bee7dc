package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
)

// maxImplications limits the guesses of [Implications].
const maxImplications = 240

// Implications adds candidates that say what a value of a bool or an enum implies for another one, also where regions are and which
// events are pending: a region is in one state only while nothing is pending. They hold in all explored configurations and are
// inductive together with the known facts. It reports whether any of them stands.
func Implications(f Findings, in *Input) (out Findings, more bool) {
	out = f
	list := settled(f.Candidates)
	known := len(list)
	for s := range in.Machine.States {
		for _, x := range implications(in, s) {
			if len(list)-known < maxImplications {
				list = append(list, Candidate{Claim: encode.Claim{Var: -1, Invariant: &core.Invariant{State: s, Expr: x}}, Stands: true, guessed: true})
			}
		}
	}
	if len(list) == known {
		return out, false
	}
	out.Candidates = Settle(in, list, in.Prover.Half().Guessing(maxGuessProofs))
	return out, slices.ContainsFunc(out.Candidates[known:], func(c Candidate) bool { return c.Stands })
}

// implications lists what values in a state imply in all explored configurations.
func implications(in *Input, state int) (out []expr.Expr) {
	m := in.Machine
	if m.Terminal(state) {
		return nil
	}
	var symbols []*expr.Symbol
	for i := range m.Vars {
		if k := m.Vars[i].Type.Kind; m.Exists(i, state) && (k == expr.Bool || k == expr.Enumerated) {
			symbols = append(symbols, m.Vars[i].Symbol)
		}
	}
	// beside has the values of one variable that were seen with a value of another.
	type place struct {
		of, with int
		value    int64
	}
	beside := map[place][]int64{}
	for _, g := range in.Graphs {
		every := 1 + g.Configs()/maxSamples
		for c := range g.All() {
			if c.State != state || c.ID%every != 0 && c.ID > maxSamples/2 {
				continue
			}
			for _, x := range symbols {
				for _, y := range symbols {
					at := place{x.Index, y.Index, c.Vars[x.Index]}
					if v := c.Vars[y.Index]; x != y && !slices.Contains(beside[at], v) {
						beside[at] = append(beside[at], v)
					}
				}
			}
		}
	}
	for _, x := range symbols {
		for value := range size(x) {
			for _, y := range symbols {
				if seen := beside[place{x.Index, y.Index, value}]; x != y && len(seen) == 1 && size(y) > 1 {
					out = append(out, &expr.Binary{Op: expr.Or, X: equals(expr.Ne, x, value), Y: equals(expr.Eq, y, seen[0])})
				}
			}
		}
	}
	return out
}

// size returns the number of values of a bool or an enum.
func size(s *expr.Symbol) int64 {
	if s.Type.Kind == expr.Bool {
		return 2
	}
	return int64(len(s.Type.Enum.Values))
}

func equals(op expr.Op, s *expr.Symbol, value int64) expr.Expr {
	return &expr.Binary{Op: op, X: &expr.Ref{Symbol: s}, Y: &expr.Lit{T: s.Type, Value: value}}
}
