package strategy

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// prove looks for the proofs of a strategy. If one is missing, it adds conditions to the spots and
// tries again. If that fails, it returns an option whose proof is missing, if there is one
// that the plays have chosen.
func (f *finder) prove(s *verdict.Strategy, p *plays) (failed *place, ok bool) {
	if failed, ok = f.certify(s, p); ok {
		return nil, true
	}
	for _, guesses := range []func(int, []visit) []expr.Expr{f.equalities, f.relations} {
		if f.strengthen(s, p, guesses) {
			if _, ok = f.certify(s, p); ok {
				return nil, true
			}
		}
	}
	return failed, false
}

// certify looks for the proofs of a strategy as it is.
func (f *finder) certify(s *verdict.Strategy, p *plays) (failed *place, ok bool) {
	m := f.Machine
	t := s.Theory(f.Theory)
	all := func(duties []verdict.Duty) (proofs []*certificate.Proof, ok bool) {
		for _, d := range duties {
			proof := f.prover.Divide(d.Facts, d.Goal)
			if proof == nil {
				return nil, false
			}
			proofs = append(proofs, proof)
		}
		return proofs, true
	}
	if s.Start, ok = all(s.Starts(t, m)); !ok {
		return nil, false
	}
	for i := range s.Spots {
		at := &s.Spots[i]
		if problem, ok := s.Covers(t, i); ok {
			if at.Covered = f.prover.Prove(problem.Facts, problem.Goal); at.Covered == nil {
				return nil, false
			}
		}
		for k := range at.Moves {
			if at.Moves[k].Proofs, ok = all(s.Made(t, m, i, k)); !ok {
				if at.Approach {
					return nil, false
				}
				return &place{at.State, p.choices[at.State][k].option}, false
			}
		}
	}
	return nil, true
}

// maxWhere limits the conditions that are guessed for one spot.
const maxWhere = 24

// strengthen adds conditions to the spots that hold in all plays and are inductive together. It
// reports whether there are any.
func (f *finder) strengthen(s *verdict.Strategy, p *plays, guesses func(state int, visits []visit) []expr.Expr) bool {
	m := f.Machine
	for i := range s.Spots {
		at := &s.Spots[i]
		visits := p.visits[at.State]
		if at.Approach {
			visits = p.approach[i].visits
		}
		if !m.Terminal(at.State) && len(visits) > 0 {
			more := guesses(at.State, visits)
			for _, x := range more[:min(len(more), maxWhere)] {
				same := func(y expr.Expr) bool { return expr.Equal(x, y) }
				if !slices.ContainsFunc(at.Where, same) {
					at.Where = append(at.Where, x)
				}
			}
		}
	}
	t := s.Theory(f.Theory)
	for again := true; again; {
		again = false
		wrong := make([]map[int]bool, len(s.Spots))
		check := func(duties []verdict.Duty) {
			for _, d := range duties {
				if d.Where < 0 || wrong[d.Spot][d.Where] {
					continue
				}
				if f.prover.Prove(d.Facts, d.Goal) == nil {
					if wrong[d.Spot] == nil {
						wrong[d.Spot] = map[int]bool{}
					}
					wrong[d.Spot][d.Where], again = true, true
				}
			}
		}
		check(s.Starts(t, m))
		for i := range s.Spots {
			for k := range s.Spots[i].Moves {
				check(s.Made(t, m, i, k))
			}
		}
		for i := range s.Spots {
			var kept []expr.Expr
			for k, x := range s.Spots[i].Where {
				if !wrong[i][k] {
					kept = append(kept, x)
				}
			}
			s.Spots[i].Where = kept
		}
	}
	return slices.ContainsFunc(s.Spots, func(p verdict.Spot) bool { return len(p.Where) > 0 })
}

// relations lists the hints that hold in all given configurations of a state, and that the facts do not
// imply.
func (f *finder) relations(state int, visits []visit) (out []expr.Expr) {
	m := f.Machine
	for _, x := range f.Hints {
		readable := !expr.Uses(x, func(s *expr.Symbol) bool {
			return s.Scope != expr.Param && (s.Scope != expr.Var || !m.Exists(s.Index, state))
		})
		if !readable || slices.ContainsFunc(visits, func(v visit) bool { return !v.holds(x, v.Vars) }) {
			continue
		}
		e := f.Theory.In(state)
		if p := e.Problem(e.Formula(x)); f.prover.Prove(p.Facts, p.Goal) == nil {
			out = append(out, x)
		}
	}
	return out
}
