package verdict

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Case is the evidence of the search for a machine. None of it is trusted, and none of
// it may change once it is submitted to [Judge].
type Case struct {
	// Machine is the machine as the spec declares it.
	Machine *core.Machine
	// Progress is the synthesized progress function: for each state, one expression
	// per component. It is nil if there is none or the spec declares one. Mathematical
	// means that its values need not fit in Go's int.
	Progress     [][]expr.Expr
	Mathematical bool
	// Params are valid values for the parameters, in their order, or nil if none are
	// known.
	Params []int64
	// Facts are claims that are inductive together.
	Facts []Fact
	// Evidence holds the proofs of obligations.
	Evidence map[obligation.Obligation]Evidence
	// Bound is the evidence for a bound on the number of transitions, in addition to
	// the obligations. It is nil if no bound is claimed.
	Bound *Bound
	// Children are the cases of the child machines, in any order.
	Children []*Case
	// Within is the evidence for each of [core.TimeClaims], or nil for one that is not proved. It says nothing to [Judge].
	Within [][]Enough
}

// Ranked returns the machine with the progress function of the case.
func (c *Case) Ranked() *core.Machine { return Declaring(c.Machine, c.Progress) }

// Declaring returns a copy of m that declares a progress function, or m itself
// if progress is nil.
func Declaring(m *core.Machine, progress [][]expr.Expr) *core.Machine {
	if progress == nil {
		return m
	}
	ranked := *m
	ranked.Rank = len(progress[m.Initial])
	ranked.States = append([]core.State(nil), m.States...)
	for s := range ranked.States {
		ranked.States[s].Progress = progress[s]
	}
	return &ranked
}

// Fact is a claim with the lemmas that prove it for every configuration to which it
// applies.
type Fact struct {
	Claim  encode.Claim
	Lemmas []Lemma
}

// Lemma proves that a claim holds at the start, or after a transition from a
// configuration in which the claims Assumed hold.
type Lemma struct {
	// Transition is -1 for the start.
	Transition int
	Assumed    []encode.Claim
	Proof      *certificate.Proof
}

// Evidence proves an obligation under the claims Assumed, with one proof for each of
// its problems.
type Evidence struct {
	Assumed []encode.Claim
	Proofs  []*certificate.Proof
	// Plan is the evidence for an obligation of kind [obligation.Possible], which has no other; nil for the others.
	Plan *Plan
	// Count is the evidence for an obligation of kind [obligation.Cost], which has no other; nil for the others.
	Count *Count
}

// Bound proves a bound on the number of transitions of a machine that is proved to
// terminate. The zero value is for a bound that the obligations alone prove, or for the
// value of progress at the start.
type Bound struct {
	// Potential takes the place of the progress function if it is not nil.
	Potential *Potential
	// Ceilings are, for a lexicographic progress function, the upper limits of its
	// components in each of the [Levels], from the component Level.From on.
	Ceilings [][]Ceiling
	// Links lead from the value of progress at the start, or from the number of its
	// values, to the bound. No link is less than the one before it.
	Links []Link
}

// Ceiling is an upper limit of a component of progress in the states of a level.
type Ceiling struct {
	// Most is the limit, an expression over the parameters.
	Most expr.Expr
	// AtLeastZero proves that Most is not negative. AtMost proves, for each state of
	// the level, that the component is at most Most. All proofs assume the facts
	// Assumed.
	AtLeastZero *certificate.Proof
	AtMost      []*certificate.Proof
	Assumed     []encode.Claim
}

// Link is an expression over the parameters, and a proof that it is not less than the
// expression before it.
type Link struct {
	Expr  expr.Expr
	Proof *certificate.Proof
}
