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
	// Ending is proved of all runs, and UnlessOverflow of those in which all values fit
	// in Go's int: it does not depend on the obligations that they do.
	Ending
	UnlessOverflow Ending
	// Fits reports whether it is proved that all values that the machine computes fit in Go's int.
	Fits bool

	// within has the child machines of which it was asked whether they end within the time that they claim.
	within map[*core.Machine]bool
}

// Ending is what is proved of the ends of runs. The zero value is for nothing.
type Ending struct {
	// Terminates reports whether no run goes on forever without environment events.
	Terminates bool
	// Bound is a bound on the number of transitions: the claimed bound or, if the spec
	// claims none, that of the case. It is nil if no bound is proved.
	Bound expr.Expr
}

// Judge decides what a case proves.
func Judge(c *Case) *Judgment { return decide(c, map[*core.Machine]bool{}) }

// decide judges a case. What it decides of child machines, it keeps in bounded.
func decide(c *Case, bounded map[*core.Machine]bool) *Judgment {
	j := &judge{machine: c.Machine, ranked: c.Machine, theory: encode.Empty(c.Machine), facts: map[encode.Claim]bool{}}
	if c.Progress != nil && c.Machine.Rank == 0 && sensible(c.Machine, c.Progress) {
		j.ranked = c.Ranked()
	}
	out := &Judgment{Proved: map[obligation.Obligation]bool{}}
	for _, f := range j.inductive(c.Facts) {
		j.facts[f] = true
		out.Facts = append(out.Facts, f)
	}
	out.Terminates = j.ranked.Rank > 0 && rests(j.ranked)
	out.UnlessOverflow.Terminates = out.Terminates
	bound, computed := true, true
	out.Fits = true
	for o := range obligation.All(j.ranked, c.Mathematical && j.ranked != c.Machine) {
		proved := j.holds(o, c.Evidence[o])
		switch o.Kind {
		case obligation.Params:
			proved = admits(c.Machine, c.Params)
		case obligation.Child:
			proved = ends(c.Machine.Calls[o.Call].Child, c.Children, bounded)
		case obligation.Possible: // each step of the plan must be one that Go can make
			proved = computed && j.stays(&c.Machine.Goals[o.Goal], c.Evidence[o].Plan, func(call, event int) bool {
				return grants(c.Machine, call, event, c.Children, bounded)
			})
		case obligation.Cost:
			proved = j.claims(o.Cost, c.Evidence[o].Count)
		case obligation.Overflow, obligation.Divide, obligation.Arguments:
			computed = computed && proved
		}
		out.Asked = append(out.Asked, o)
		out.Proved[o] = proved
		out.Fits = out.Fits && (proved || o.Kind != obligation.Overflow)
		if !proved && o.Kind.Terminates() {
			out.Terminates = false
			out.UnlessOverflow.Terminates = out.UnlessOverflow.Terminates && o.Kind == obligation.Overflow
		}
		bound = bound && (proved || o.Kind != obligation.Bound)
	}
	if out.UnlessOverflow.Terminates && c.Bound != nil {
		out.UnlessOverflow.Bound = j.bound(c.Bound, bound)
	}
	if out.Terminates {
		out.Bound = out.UnlessOverflow.Bound
	}
	return out
}
