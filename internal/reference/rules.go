package reference

import "github.com/fsmgen/fsmgen/internal/syntax"

// exhausted reports whether the count of transitions has reached the limit.
func (r *Run) exhausted() bool {
	if r.m.limit == nil {
		return false
	}
	most, err := r.eval(r.m.limit.at, r.moment())
	return err == nil && r.vars[r.m.counter] >= most
}

// limit returns the transition of the limit rule, in place of all alternatives.
func (r *Run) limit(source *node, event string) *choice {
	return &choice{source: source, rule: "limit", event: event}
}

// stall decides about a transition without a target: if it sets nothing, it counts, and may lead to the state of the rule.
func (r *Run) stall(ch *change, a *syntax.Alternative) error {
	if r.m.stall == nil || len(a.Set)+len(a.Clear) > 0 {
		return nil
	}
	ch.stalling = true
	most, err := r.eval(r.m.stall.at, r.moment())
	if err != nil {
		return err
	}
	if r.vars[r.m.stalls]+1 >= most { // also for limits below 1
		ch.target, ch.rule, ch.step.Rule = r.m.stall.to, "stall", "stall"
	}
	return nil
}

// count sets the counters of the rules after a transition.
func (r *Run) count(ch *change, after []int64) {
	if r.m.limit != nil && ch.rule != "limit" {
		after[r.m.counter]++
	}
	if r.m.stall == nil {
		return
	}
	switch {
	case ch.stalling && ch.rule == "":
		after[r.m.stalls]++
	case !ch.ends: // also by the stall rule itself; at the end, it stays below the limit
		after[r.m.stalls] = 0
	}
}
