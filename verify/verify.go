package verify

import (
	"context"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/explore"
	"github.com/fsmgen/fsmgen/verify/solve"
)

// Machine verifies m. It always returns a report; when the context is done
// first, what could not be decided is [Unknown].
func Machine(ctx context.Context, m *core.Machine) *Report {
	v := &verifier{machine: m, base: newEncoder(m), claims: claims(m)}
	v.settle()

	v.ranges()
	v.invariants()
	v.gaps()
	v.arithmetic()
	v.progress()
	v.graphs = exploreGrid(ctx, m)
	v.inhabited()
	v.refute()
	return v.report()
}

// verifier holds what is known while a machine is verified.
type verifier struct {
	machine *core.Machine
	// base knows the parameters; every problem begins as a fork of it.
	base        *encoder
	claims      []claim
	obligations []Obligation
	graphs      []*explore.Graph
}

// prove returns a replayed certificate that the hypotheses imply the goal, or
// nil.
func (v *verifier) prove(hypotheses []certificate.Formula, goal certificate.Formula) *certificate.Proof {
	proof, _ := solve.Refute(append(slices.Clip(hypotheses), certificate.Not(goal)), solve.DefaultLimit)
	return proof
}

// oblige proves the problems that make up one obligation and records it.
func (v *verifier) oblige(o Obligation, problems ...problem) {
	o.Status = Proved
	for _, p := range problems {
		proof := v.prove(p.hypotheses, p.goal)
		if proof == nil {
			o.Status, o.Proof, o.Missing = Unknown, nil, p.example()
			break
		}
		o.Proof = append(o.Proof, proof)
	}
	v.obligations = append(v.obligations, o)
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
