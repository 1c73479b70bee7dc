package verdict

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Judgment is the result of judging a case.
type Judgment struct {
	// Asked are the obligations of the machine, in the order in which package
	// obligation lists them, and Proved those that are proved.
	Asked  []obligation.Obligation
	Proved map[obligation.Obligation]bool
	// Facts are the claims that are proved, in the order of the case.
	Facts []encode.Claim
	// Terminates reports whether it is proved that no run goes on forever without
	// environment events.
	Terminates bool
	// Bound is a proved bound on the number of transitions: the claimed bound or, if
	// the spec claims none, that of the case. It is nil if no bound is proved.
	Bound expr.Expr
}

// Judge decides what a case proves.
func Judge(c *Case) *Judgment { return decide(c, map[*core.Machine]bool{}) }

// decide judges a case. What it decides of child machines, it keeps in bounded.
func decide(c *Case, bounded map[*core.Machine]bool) *Judgment {
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
		switch o.Kind {
		case obligation.Params:
			proved = admits(c.Machine, c.Params)
		case obligation.Child:
			proved = ends(c.Machine.Calls[o.Call].Child, c.Children, bounded)
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
