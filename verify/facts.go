package verify

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/search"
)

// Fact is a statement that holds in every reachable configuration to which it applies:
// one side of the range of a variable, or an invariant. The facts of a report are
// inductive together: they hold at the start, and each transition from a configuration
// in which all of them hold preserves them. Proofs assume nothing else about variables.
type Fact struct {
	// Var is the index of the variable that the fact is about, or -1.
	Var  int
	Side Side
	// Invariant is the index of an invariant if Var is -1. The inferred invariants are
	// numbered after those of the spec; [Report.Ranked] has all of them.
	Invariant int
}

// Inferred is an invariant that the spec does not declare. It was guessed, and then
// proved like a declared one.
type Inferred struct {
	core.Invariant
	// Proof holds the certificates: the invariant holds at the start, if it is about
	// the initial state, and after each transition that could violate it.
	Proof []*certificate.Proof
}

// region returns the region of which the fact says that what it adds to the progress function is
// not negative, or nil. The verifier always tries this claim, so it is not news for a user.
func (i *Inferred) region(m *core.Machine) *core.Region {
	claim, ok := i.Expr.(*expr.Binary)
	if !ok || claim.Op != expr.Ge {
		return nil
	}
	part, ok := claim.X.(*expr.Case)
	if !ok {
		return nil
	}
	for k := range m.States[i.State].Regions {
		r := &m.States[i.State].Regions[k]
		if ref, ok := part.Of.(*expr.Ref); ok && ref.Symbol.Scope == expr.Var && ref.Symbol.Index == r.Var {
			return r
		}
	}
	return nil
}

// facts returns the proved claims. Invariants that the spec does not declare are
// numbered after the others.
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
