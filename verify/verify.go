package verify

import (
	"context"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// Machine verifies m. It always returns a report; when the context is done
// first, what could not be decided is [Unknown].
func Machine(ctx context.Context, m *core.Machine) *Report {
	return Within(ctx, m, 0, func(string) {})
}

// Within verifies m like [Machine], with at most about so many bytes for
// exploration; 0 or less is no limit but that of the verifier's own. What the
// limit leaves out makes verdicts unknown, never wrong, and
// [Report.OutOfMemory] tells. Before each part of the work, watch is called with
// a few words on it.
func Within(ctx context.Context, m *core.Machine, memory int64, watch func(doing string)) *Report {
	v := &verifier{ctx: ctx, machine: m, base: newEncoder(m), claims: claims(m), encoded: &encoded{}, declaredInvariants: len(m.Invariants), watch: watch}
	v.graphs, v.outOfMemory = exploreGrid(ctx, m, memory, watch)
	v.lassos = v.cycles()
	watch("proving ranges and invariants")
	v.settle()
	v.obligate()
	v.refute()
	if v.open() && ctx.Err() == nil {
		watch("looking for invariants")
		if v.infer() {
			v.known = v.obligations
			v.obligate()
			v.refute()
		}
		if v.machine.Rank == 0 && len(v.lassos) == 0 {
			watch("looking for a lexicographic progress function")
			v.lexicographic()
		}
		v.prune()
		if v.termination() != Proved && len(v.lassos) == 0 {
			watch("looking for an endless run")
			v.recurrent = v.recur()
		}
	}
	watch("looking for what is never taken, and where order decides")
	r := v.report()
	r.Machine, r.OutOfMemory = m, v.outOfMemory
	return r
}

// obligate records all obligations, with what is known of them already.
func (v *verifier) obligate() {
	v.obligations = nil
	v.ranges()
	v.invariants()
	v.gaps()
	v.watch("proving that values fit in an int")
	v.arithmetic()
	v.opening()
	v.watch("proving progress")
	v.progress()
	v.inhabited()
	v.watch("proving that states lead on")
	v.deadlocks()
}

// open reports whether something is neither proved nor refuted.
func (v *verifier) open() bool {
	if v.machine.Rank == 0 && len(v.lassos) == 0 {
		return true
	}
	return slices.ContainsFunc(v.obligations, func(o Obligation) bool { return o.Status == Unknown && o.Kind != KindParams })
}

// verifier holds what is known while a machine is verified.
type verifier struct {
	ctx context.Context
	// machine is the one that was given, or a copy of it that declares the
	// progress function which was found.
	machine *core.Machine
	// base knows the parameters; every problem begins as a fork of it.
	base        *encoder
	claims      []claim
	encoded     *encoded
	obligations []Obligation
	graphs      []*explore.Graph
	// watch is told what is done.
	watch       func(string)
	outOfMemory bool
	// known are the obligations of the round before.
	known []Obligation
	// lassos are the endless runs that exploration met.
	lassos []explore.Run
	// recurrent is an endless run of another kind, if one was found.
	recurrent *Recurrent
	// declaredInvariants is how many invariants the spec has. The machine has
	// the inferred ones behind them.
	declaredInvariants int
	inferred           []Inferred
	// tried are all guesses, and suggested is how many obligations one of them
	// was looked for of.
	tried     []core.Invariant
	suggested int
	// budget is how many proofs may still be tried; nil is no limit.
	budget *int
	// needed tells which claims the proofs of obligations assume. It is nil as
	// long as there are no guesses.
	needed []bool
	// synthesized is the progress function that was found and proved, and
	// attempt the best that was found and not proved; nil without.
	synthesized, attempt [][]expr.Expr
	// exact says that the progress function that was found is over mathematical
	// integers, and need not fit in Go's.
	exact bool
}

// guessShare is how much less work than for obligations is done for guesses.
const guessShare = 4

// prove returns a replayed certificate that the hypotheses imply the goal, or
// nil.
func (v *verifier) prove(hypotheses []certificate.Formula, goal certificate.Formula) *certificate.Proof {
	if v.ctx.Err() != nil {
		return nil
	}
	limit := solve.DefaultLimit
	if v.budget != nil {
		if *v.budget == 0 {
			return nil
		}
		*v.budget--
		limit /= guessShare
	}
	proof, _ := solve.Refute(append(slices.Clip(hypotheses), certificate.Not(goal)), limit)
	return proof
}

// oblige proves the problems that make up one obligation and records it.
func (v *verifier) oblige(o Obligation, problems ...problem) {
	for _, k := range v.known {
		if k.Status != Unknown && k.same(&o) {
			v.obligations = append(v.obligations, k)
			return
		}
	}
	if failed := v.certify(&o, problems); failed != nil {
		o.Missing = failed.example()
		if known := v.suggest(&o, failed); known != nil {
			o.Suggested = known.Expr
		}
	}
	v.obligations = append(v.obligations, o)
}

// certify fills in what became of the obligation that the problems make up. It
// returns the first that could not be proved, or nil.
func (v *verifier) certify(o *Obligation, problems []problem) (failed *problem) {
	o.Status = Proved
	for i, p := range problems {
		proof := v.prove(p.hypotheses, p.goal)
		if proof == nil {
			o.Status, o.Proof = Unknown, nil
			return &problems[i]
		}
		o.Proof = append(o.Proof, proof)
		if v.needed != nil {
			for _, i := range p.uses(proof) {
				v.needed[i] = true
			}
		}
	}
	return nil
}

// inhabited records whether there are parameter values at all: those that were
// explored.
func (v *verifier) inhabited() {
	o := about(KindParams)
	if o.Status = Unknown; len(v.graphs) > 0 {
		o.Status = Proved
	}
	v.obligations = append(v.obligations, o)
}

// same reports whether two obligations are about the same.
func (o *Obligation) same(p *Obligation) bool {
	return o.Kind == p.Kind && o.Transition == p.Transition && o.State == p.State && o.Event == p.Event && o.Var == p.Var && o.Invariant == p.Invariant
}

// about returns an obligation of a kind that is not yet about anything.
func about(k Kind) Obligation {
	return Obligation{Kind: k, Transition: -1, State: -1, Event: -1, Var: -1, Invariant: -1}
}
