package reference

import "github.com/fsmgen/fsmgen/internal/syntax"

// exhausted reports whether the count of transitions has reached the limit.
func (r *Run) exhausted() bool {
	if r.m.limit == nil {
		return false
	}
	most, err := r.values.eval(r.m.limit.at, r.moment())
	return err == nil && r.vars[r.m.counter] >= most
}

// limit returns the transition of the limit rule, in place of all alternatives.
func (r *Run) limit(source *node, event string) *choice {
	return &choice{source: source, rule: "limit", event: event}
}

// stall decides about a transition without a target: if it sets nothing, it counts, and may lead to the state of the rule.
func (ch *change) stall(a *syntax.Alternative) error {
	if ch.run.m.stall == nil || len(a.Set)+len(a.Clear) > 0 {
		return nil
	}
	ch.stalling = true
	most, err := ch.run.values.eval(ch.run.m.stall.at, ch.run.moment())
	if err != nil {
		return err
	}
	if ch.run.vars[ch.run.m.stalls]+1 >= most { // also for limits below 1
		ch.target, ch.rule, ch.step.Rule = ch.run.m.stall.to, "stall", "stall"
	}
	return nil
}

// count sets the counters of the rules after a transition.
func (ch *change) count(after []int64) {
	if ch.run.m.limit != nil && ch.rule != "limit" {
		after[ch.run.m.counter]++
	}
	if ch.run.m.stall == nil {
		return
	}
	switch {
	case ch.stalling && ch.rule == "":
		after[ch.run.m.stalls]++
	case !ch.ends: // also by the stall rule itself; at the end, it stays below the limit
		after[ch.run.m.stalls] = 0
	}
}
