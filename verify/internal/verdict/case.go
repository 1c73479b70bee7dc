package verdict

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Case is what search has to say for a machine. Nothing in it is trusted, and
// nothing in it may change once it is judged.
type Case struct {
	// Machine is the machine as the spec declares it.
	Machine *core.Machine
	// Progress is the progress function that was found, for each state an
	// expression a component; nil where there is none or the spec declares it.
	// Mathematical says that its values need not fit in Go's int.
	Progress     [][]expr.Expr
	Mathematical bool
	// Params are values for the parameters that a machine can be made with, in
	// their order; nil where none are known.
	Params []int64
	// Facts are claims that hold together.
	Facts []Fact
	// Evidence holds what proves obligations.
	Evidence map[obligation.Obligation]Evidence
	// Bound is what proves a bound on the number of transitions, besides
	// obligations; nil where nothing is said of one.
	Bound *Bound
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

// Fact is a claim, and what proves that it holds in each configuration that it is
// about.
type Fact struct {
	Claim  encode.Claim
	Lemmas []Lemma
}

// Lemma proves that a claim holds at the start, or after a transition from a
// configuration in which the claims assumed hold.
type Lemma struct {
	// Transition is -1 for the start.
	Transition int
	Assumed    []encode.Claim
	Proof      *certificate.Proof
}

// Evidence proves an obligation where the claims assumed hold, with a proof for
// each of its problems.
type Evidence struct {
	Assumed []encode.Claim
	Proofs  []*certificate.Proof
}

// Bound proves a bound on the number of transitions of a machine that is proved to
// terminate. The zero value is for one that obligations alone prove, and for the
// progress at the start.
type Bound struct {
	// Ceilings are, for a progress function of several components, what those
	// from the first that counts on are at most, for each of the [Levels].
	Ceilings [][]Ceiling
	// Links lead from the progress at the start, or from the number of its
	// values, to the bound. None is less than the one before.
	Links []Link
}

// Ceiling is what a component of progress is at most in the states of a level.
type Ceiling struct {
	// Most is an expression over the parameters.
	Most expr.Expr
	// AtLeastZero proves that it is not negative, and AtMost, for each state of
	// the level, that the component is not above it. All assume the facts Assumed.
	AtLeastZero *certificate.Proof
	AtMost      []*certificate.Proof
	Assumed     []encode.Claim
}

// Link is an expression over the parameters, and a proof that it is not less than
// another.
type Link struct {
	Expr  expr.Expr
	Proof *certificate.Proof
}
