package verify

import (
	"context"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/explore"
	"github.com/fsmgen/fsmgen/verify/solve"
)

// Machine verifies m. It always returns a report; when the context is done
// first, what could not be decided is [Unknown].
func Machine(ctx context.Context, m *core.Machine) *Report {
	v := &verifier{ctx: ctx, machine: m, base: newEncoder(m), claims: claims(m)}
	v.graphs = exploreGrid(ctx, m)
	v.settle()

	v.ranges()
	v.invariants()
	v.gaps()
	v.arithmetic()
	v.opening()
	v.progress()
	v.inhabited()
	v.deadlocks()
	v.refute()
	r := v.report()
	r.Machine = m
	return r
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
	obligations []Obligation
	graphs      []*explore.Graph
	// synthesized is the progress function that was found and proved, and
	// attempt the best that was found and not proved; nil without.
	synthesized, attempt []expr.Expr
}

// prove returns a replayed certificate that the hypotheses imply the goal, or
// nil.
func (v *verifier) prove(hypotheses []certificate.Formula, goal certificate.Formula) *certificate.Proof {
	if v.ctx.Err() != nil {
		return nil
	}
	proof, _ := solve.Refute(append(slices.Clip(hypotheses), certificate.Not(goal)), solve.DefaultLimit)
	return proof
}

// oblige proves the problems that make up one obligation and records it.
func (v *verifier) oblige(o Obligation, problems ...problem) {
	if failed := v.certify(&o, problems); failed != nil {
		o.Missing = failed.example()
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

// about returns an obligation of a kind that is not yet about anything.
func about(k Kind) Obligation {
	return Obligation{Kind: k, Transition: -1, State: -1, Event: -1, Var: -1, Invariant: -1}
}
