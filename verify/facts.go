package verify

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/search"
)

// Fact is something that holds in every configuration in which what it is about
// exists. All facts of a report together are inductive: true at the start, and kept
// by each transition from a configuration where all of them hold. Nothing else
// about variables is assumed in a proof.
type Fact struct {
	// Var is the index of the variable that the fact is about, or -1.
	Var  int
	Side Side
	// Invariant is, where Var is -1, the index of an invariant: one of the spec,
	// or behind those an inferred one. [Report.Ranked] has them all.
	Invariant int
}

// Inferred is an invariant that the spec does not declare: it was guessed, and
// proved like one that it does.
type Inferred struct {
	core.Invariant
	// Proof holds its certificates: that it is true at the start, if it is about
	// the initial state, and after each transition that can break it.
	Proof []*certificate.Proof
}

// facts returns the claims that are proved, those that the spec does not declare
// numbered behind the others.
func facts(m *core.Machine, claims []encode.Claim, found *search.Findings) (facts []Fact, inferred []Inferred) {
	index := map[*core.Invariant]int{}
	for i := range m.Invariants {
		index[&m.Invariants[i]] = i
	}
	for _, c := range claims {
		if c.Var >= 0 {
			facts = append(facts, Fact{Var: c.Var, Side: c.Side})
			continue
		}
		i, declared := index[c.Invariant]
		if !declared {
			i = len(m.Invariants) + len(inferred)
			inferred = append(inferred, Inferred{*c.Invariant, found.Proofs(c)})
		}
		facts = append(facts, Fact{Var: -1, Invariant: i})
	}
	return facts, inferred
}

// counts reports whether a progress function counts bools or enum values as
// numbers, which a spec cannot write.
func counts(m *core.Machine, progress [][]expr.Expr) bool { return search.Counts(m, progress) }
