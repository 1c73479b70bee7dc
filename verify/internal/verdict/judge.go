package verdict

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Judgment is what a case proves.
type Judgment struct {
	// Asked are the obligations of the machine, in the order in which package
	// obligation lists them, and Proved those that are proved.
	Asked  []obligation.Obligation
	Proved map[obligation.Obligation]bool
	// Facts are the claims that are proved, in the order of the case.
	Facts []encode.Claim
	// Terminates says that it is proved that no run goes on for ever without
	// environment events.
	Terminates bool
	// Bound is a bound on the number of transitions that is proved: the claimed
	// one, or one of the case where the spec claims none. It is nil where none
	// is proved.
	Bound expr.Expr
}

// Judge decides what a case proves.
func Judge(c *Case) *Judgment {
	j := &judge{machine: c.Machine, ranked: c.Machine, theory: encode.Empty(c.Machine), facts: map[encode.Claim]bool{}}
	if c.Progress != nil && sensible(c.Machine, c.Progress) {
		j.ranked = c.Ranked()
	}
	out := &Judgment{Proved: map[obligation.Obligation]bool{}}
	for _, f := range j.inductive(c.Facts) {
		j.facts[f] = true
		out.Facts = append(out.Facts, f)
	}
	out.Terminates = j.ranked.Rank > 0 && rests(j.ranked)
	bound := true
	for o := range obligation.All(j.ranked, c.Mathematical && j.ranked != c.Machine) {
		proved := j.holds(o, c.Evidence[o])
		if o.Kind == obligation.Params {
			proved = admits(c.Machine, c.Params)
		}
		out.Asked = append(out.Asked, o)
		out.Proved[o] = proved
		out.Terminates = out.Terminates && (proved || !o.Kind.Terminates())
		bound = bound && (proved || o.Kind != obligation.Bound)
	}
	if out.Terminates && c.Bound != nil {
		out.Bound = j.bound(c.Bound, bound)
	}
	return out
}

// judge is what has been decided of a machine so far.
type judge struct {
	machine, ranked *core.Machine
	theory          *encode.Theory
	// facts are the claims that are proved.
	facts map[encode.Claim]bool
	// last is the theory that was asked for last: most proofs assume the same.
	last *encode.Theory
}

// assuming returns the theory that assumes these claims.
func (j *judge) assuming(claims []encode.Claim) *encode.Theory {
	if j.last == nil || !slices.Equal(j.last.Claims(), claims) {
		j.last = j.theory.Assuming(claims)
	}
	return j.last
}

// holds decides an obligation.
func (j *judge) holds(o obligation.Obligation, e Evidence) bool {
	if len(e.Proofs) == 0 {
		return false
	}
	problems := j.assuming(e.Assumed).Problems(j.ranked, o)
	if len(problems) == 0 || len(problems) != len(e.Proofs) {
		return false
	}
	for i, p := range problems {
		if !j.proved(p, e.Proofs[i]) {
			return false
		}
	}
	return true
}

// proved reports whether a proof shows a problem, with facts alone.
func (j *judge) proved(p encode.Problem, proof *certificate.Proof) bool {
	return replayed(p, proof) && !slices.ContainsFunc(p.Uses(proof), func(c encode.Claim) bool { return !j.facts[c] })
}

// replayed reports whether a proof shows a problem.
func replayed(p encode.Problem, proof *certificate.Proof) bool {
	return proof != nil && certificate.Replay(p.Negated(), proof) == nil
}

// sensible reports whether a progress function has as many components in each
// state, of what has a value there.
func sensible(m *core.Machine, progress [][]expr.Expr) bool {
	if len(progress) != len(m.States) {
		return false
	}
	for s, components := range progress {
		if len(components) == 0 || len(components) != len(progress[m.Initial]) {
			return false
		}
		for _, x := range components {
			if !readable(m, s, x) {
				return false
			}
		}
	}
	return true
}

// readable reports whether an expression reads nothing but parameters and
// variables that have a value in a state.
func readable(m *core.Machine, state int, x expr.Expr) bool {
	return x != nil && !expr.Uses(x, func(s *expr.Symbol) bool {
		return s.Scope != expr.Param && (s.Scope != expr.Var || !m.Exists(s.Index, state))
	})
}

// rests reports whether progress is 0 in terminal states, so that a run which
// ends there is no longer than what progress was.
func rests(m *core.Machine) bool {
	for s := range m.States {
		for _, x := range m.States[s].Progress {
			if lit, ok := x.(*expr.Lit); m.Terminal(s) && (!ok || lit.Value != 0) {
				return false
			}
		}
	}
	return true
}
