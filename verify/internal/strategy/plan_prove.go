package strategy

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// prove looks for the proofs of a plan. If one is missing, it adds conditions to the spots and tries again. If that
// fails, it returns an option whose proof is missing, if there is one.
func (pl *planner) prove(p *verdict.Plan) (failed *place, ok bool) {
	if failed, ok = pl.certify(p); ok {
		return nil, true
	}
	if pl.strengthen(p) {
		if _, ok = pl.certify(p); ok {
			return nil, true
		}
	}
	return failed, false
}

// certify looks for the proofs of a plan as it is.
func (pl *planner) certify(p *verdict.Plan) (failed *place, ok bool) {
	m := pl.finder.Machine
	t := p.Theory(pl.finder.Theory)
	pl.uses = nil
	shown := func(problem encode.Problem) *certificate.Proof {
		proof := pl.finder.prover.Divide(problem.Facts, problem.Goal)
		if proof != nil {
			pl.uses = append(pl.uses, problem.Uses(proof)...)
		}
		return proof
	}
	p.Entered, p.Left = make([]*certificate.Proof, len(m.States)), make([]*certificate.Proof, len(p.Spots))
	for s := range m.States {
		if problem, ok := p.Enters(t, pl.goal, s); ok {
			if p.Entered[s] = shown(problem); p.Entered[s] == nil {
				return nil, false
			}
		}
	}
	for i := range p.Spots {
		at := &p.Spots[i]
		if p.Left[i] = shown(p.Remains(t, pl.goal, i)); p.Left[i] == nil {
			return nil, false
		}
		if problem, ok := p.Covers(t, pl.goal, i); ok {
			if at.Covered = shown(problem); at.Covered == nil {
				return nil, false
			}
		}
		for k := range at.Moves {
			at.Moves[k].Proofs = nil
			for _, d := range p.Made(t, m, pl.goal, i, k) {
				proof := shown(d.Problem)
				if proof == nil {
					if choices := pl.choices[at.State]; k < len(choices) {
						failed = &place{at.State, choices[k].option}
					}
					return failed, false
				}
				at.Moves[k].Proofs = append(at.Moves[k].Proofs, proof)
			}
		}
	}
	return nil, true
}

// strengthen adds conditions to the spots that hold in all visits, where the plan enters a spot, and after its moves. It
// reports whether there are any.
func (pl *planner) strengthen(p *verdict.Plan) bool {
	m := pl.finder.Machine
	for i := range p.Spots {
		at := &p.Spots[i]
		visits := pl.visits[at.State]
		guesses := slices.Concat(pl.common(at.State, visits), pl.finder.equalities(at.State, visits), pl.finder.relations(at.State, visits))
		at.Where = nil
		for _, x := range guesses {
			same := func(y expr.Expr) bool { return expr.Equal(x, y) }
			if len(at.Where) < maxWhere && !slices.ContainsFunc(at.Where, same) {
				at.Where = append(at.Where, x)
			}
		}
	}
	t := p.Theory(pl.finder.Theory)
	for again := true; again; {
		again = false
		wrong := make([]map[int]bool, len(p.Spots))
		drop := func(spot, where int) {
			if wrong[spot] == nil {
				wrong[spot] = map[int]bool{}
			}
			wrong[spot][where], again = true, true
		}
		for i := range p.Spots {
			// Where a claim is about the state, its condition must imply each condition of the spot.
			for k, x := range p.Spots[i].Where {
				one := *p
				one.Spots = []verdict.Spot{{State: p.Spots[i].State, Where: []expr.Expr{x}}}
				if problem, ok := one.Enters(t, pl.goal, p.Spots[i].State); ok && pl.finder.prover.Prove(problem.Facts, problem.Goal) == nil {
					drop(i, k)
				}
			}
			for k := range p.Spots[i].Moves {
				for _, d := range p.Made(t, m, pl.goal, i, k) {
					if d.Where >= 0 && !wrong[d.Spot][d.Where] && pl.finder.prover.Prove(d.Facts, d.Goal) == nil {
						drop(d.Spot, d.Where)
					}
				}
			}
		}
		for i := range p.Spots {
			var kept []expr.Expr
			for k, x := range p.Spots[i].Where {
				if !wrong[i][k] {
					kept = append(kept, x)
				}
			}
			p.Spots[i].Where = kept
		}
	}
	return slices.ContainsFunc(p.Spots, func(s verdict.Spot) bool { return len(s.Where) > 0 })
}

// common lists the conditions in guards and the values of bools and enums that hold in all given configurations of a
// state, and the opposites of those that hold in none.
func (pl *planner) common(state int, visits []visit) (out []expr.Expr) {
	for _, x := range pl.finder.atoms(state) {
		holds := 0
		for _, v := range visits {
			if v.holds(x, v.Vars) {
				holds++
			}
		}
		switch holds {
		case len(visits):
			out = append(out, x)
		case 0:
			out = append(out, opposite(x))
		}
	}
	return out
}
