package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/strategy"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// plan looks for a proof of a claim that something stays possible, once for each number of facts. It reports whether there is one.
func (q *inquiry) plan(a *search.Answer) bool {
	facts := q.found.Theory(q.in)
	if known, tried := q.planned[a.Goal]; tried && known == len(facts.Claims()) || q.in.Prover.Done() {
		return false
	}
	q.planned[a.Goal] = len(facts.Claims())
	p, uses := strategy.Plan(&strategy.Input{
		Machine: q.machine, Graphs: q.in.Graphs, Prover: q.in.Prover, Theory: facts, Hints: search.Hints(q.in),
	}, &q.machine.Goals[a.Goal], q.grants)
	if p == nil {
		return false
	}
	a.Status, a.Evidence, a.Uses = obligation.Proved, verdict.Evidence{Assumed: p.Assumed, Plan: p}, uses
	return true
}

// grants reports whether some run of a child machine is thought to have a result. Package verdict decides.
func (q *inquiry) grants(call, event int) bool {
	child := q.machine.Calls[call].Child
	if len(child.Outcomes) == 1 {
		return q.in.Ends[child]
	}
	outcome := slices.Index(q.machine.Calls[call].Results, event)
	return slices.ContainsFunc(child.Goals, func(g core.Goal) bool { return verdict.Reached(child, &g, outcome) })
}

// claimsGoal reports whether the spec claims that something stays possible, which is open.
func (q *inquiry) claimsGoal() bool {
	return slices.ContainsFunc(q.found.Answers, func(a search.Answer) bool { return a.Kind == KindPossible && a.Status == Unknown })
}

// imply looks for conditions that a plan may need.
func (q *inquiry) imply() {
	if found, more := search.Implications(q.found, q.in); more {
		q.refute(q.runs, found)
	}
}
