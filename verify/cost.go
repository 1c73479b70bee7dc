package verify

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/counter"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// affordable looks for a proof that no run costs more than is claimed, once for each number of facts. It reports whether there is one.
func (q *inquiry) affordable(a *search.Answer) bool {
	facts := q.found.Theory(q.in).Claims()
	if known, tried := q.priced[a.Cost]; tried && known == len(facts) || q.in.Prover.Done() {
		return false
	}
	q.priced[a.Cost] = len(facts)
	count, uses := q.found.Claim(q.in, a.Cost)
	if count == nil {
		return false
	}
	a.Status, a.Evidence, a.Uses = obligation.Proved, verdict.Evidence{Assumed: count.Assumed, Count: count}, uses
	return true
}

// reached notes which limits of costs some run comes to, for each choice of parameters that was explored.
func reached(r *Report, runs *counter.Input) {
	for i := range r.Counts {
		c := &r.Counts[i]
		if c.Of.Cost < 0 {
			continue
		}
		for _, g := range starting(runs.Graphs) {
			most, err := expr.Eval(c.Most, concrete.Env(r.Machine, g.Params, nil))
			run, ok := runs.Costing(g, r.Machine.Costs[c.Of.Cost].Weights, most)
			if c.Reached = &run; err != nil || !ok {
				c.Reached = nil
				break
			}
		}
	}
}

// Cost returns the proved limit of a cost of the machine, or nil if there is none.
func (r *Report) Cost(cost int) *Count {
	i := slices.IndexFunc(r.Counts, func(c Count) bool { return c.Of.Cost == cost })
	if i < 0 {
		return nil
	}
	return &r.Counts[i]
}

// Reaches reports whether a run was found that costs exactly what a cost is proved to be at most, for each choice of parameters that was
// explored: what the spec claims, or without a claim, the limit that was found.
func (r *Report) Reaches(cost int) bool {
	limit, claim := r.Cost(cost), claimed(r, cost)
	return limit != nil && limit.Reached != nil && (claim == nil || claim.Status == Proved && !below(r, limit.Most, r.Machine.Costs[cost].Max))
}

// claimed returns the obligation that a cost is at most what the spec claims, or nil if it claims nothing.
func claimed(r *Report, cost int) *Obligation {
	i := slices.IndexFunc(r.Obligations, func(o Obligation) bool { return o.Kind == KindCost && o.Cost == cost })
	if i < 0 {
		return nil
	}
	return &r.Obligations[i]
}

// below reports whether an expression over the parameters is less than another one for some of those that were explored.
func below(r *Report, x, y expr.Expr) bool {
	return slices.ContainsFunc(r.Explored, func(e Explored) bool {
		env := concrete.Env(r.Machine, e.Params, nil)
		a, err1 := expr.Eval(x, env)
		b, err2 := expr.Eval(y, env)
		return err1 == nil && err2 == nil && a < b
	})
}

// costing says what is known of a cost.
func costing(r *Report, cost int) string {
	c, limit := &r.Machine.Costs[cost], r.Cost(cost)
	proved := func() string {
		text := string(Proved)
		if limit.UnlessOverflow {
			text = unlessOverflow
		}
		if limit.Reached != nil {
			text += fmt.Sprintf(", reached for each of the %d parameter choices explored", len(r.Explored))
		}
		return text
	}
	most := func() string { return expr.PrintNumber(limit.Most, expr.Spec) }
	claim := claimed(r, cost)
	switch {
	case claim == nil && limit == nil:
		return c.Name + ": no limit was found" + punctually(r, cost)
	case claim == nil:
		return c.Name + " at most " + most() + ": " + proved()
	}
	text := c.Name + " at most " + expr.Print(c.Max, expr.Spec) + ": "
	switch {
	case claim.Status != Proved && limit == nil:
		return text + string(claim.Status) + punctually(r, cost)
	case claim.Status != Proved:
		return text + string(claim.Status) + "; at most " + most() + ": " + proved()
	case limit == nil:
		return text + string(Proved)
	case !below(r, limit.Most, c.Max):
		return text + proved()
	}
	return text + string(Proved) + "; at most " + most() + ": " + proved()
}

// overspent says how much a claim allows, and what the run costs that refutes it.
func overspent(m *core.Machine, o *Obligation) string {
	c := &m.Costs[o.Cost]
	most, err := expr.Eval(c.Max, concrete.Env(m, o.Run.Params, nil))
	sum, ok := o.Run.Charge(m, c.Weights)
	if err != nil || !ok {
		return ""
	}
	return fmt.Sprintf(": it allows %d, but a run costs %d", most, sum)
}

// punctually says what a cost is at most if timers fire when they are due, after a semicolon. It is "" if that is not known.
func punctually(r *Report, cost int) string {
	if r.Punctual == nil {
		return ""
	}
	limit := r.Punctual.Report.Cost(cost)
	if limit == nil || limit.UnlessOverflow {
		return ""
	}
	return "; at most " + expr.PrintNumber(limit.Most, expr.Spec) + " if timers fire when they are due: " + string(Proved)
}
