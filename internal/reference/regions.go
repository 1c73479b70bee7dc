package reference

import "slices"

// dispatch handles an event, also a raised one: it takes at most one transition, or one in each of several regions.
func (r *Run) dispatch(e *event, fields []int64) (Verdict, error) {
	r.left, r.taken = nil, 0
	d, err := r.decide(r.m.root, e, fields)
	if err != nil {
		return 0, err
	}
	switch {
	case d.decided:
		return d.verdict, nil
	case !d.listed && r.m.file.Unlisted.Value == "ignore":
		return Ignored, nil
	}
	return Illegal, nil
}

// decide lets the machine or a region handle an event. The regions of the state in which it is decide first; that state and those
// around it only do if no region does.
func (r *Run) decide(scope *node, e *event, fields []int64) (decision, error) {
	current := r.current(scope)
	var all decision
	if current.parallel {
		for _, region := range current.children {
			if slices.Contains(r.left, current) {
				break // a transition has left the state, so the others are no more
			}
			d, err := r.decide(region, e, fields)
			if err != nil {
				return all, err
			}
			all.listed = all.listed || d.listed
			if d.decided {
				all.verdict = max(all.verdict, d.verdict)
				all.decided = true
			}
		}
		if all.decided {
			return all, nil
		}
	}
	var d decision
	var err error
	if r.taken == 0 && r.exhausted() && takes(current, scope, e.name) {
		d = decision{decided: true, listed: true, verdict: Taken, take: r.limit(current, e.name)}
	} else {
		d, err = r.chain(current, scope, e, r.moment().with(e, fields))
	}
	d.listed = d.listed || all.listed
	if err != nil || d.take == nil {
		return d, err
	}
	taken, err := r.take(d.take, e, fields)
	if !taken {
		d.verdict = Illegal // another region has taken a transition, which counts
	}
	return d, err
}

// with returns a moment with a payload.
func (at *moment) with(e *event, fields []int64) *moment {
	at.event, at.fields = e, fields
	return at
}

// blocked reports whether a transition would leave what is around a state that another one has left for the same event.
func (r *Run) blocked(exits []*node) bool {
	return slices.ContainsFunc(r.left, func(left *node) bool {
		return slices.ContainsFunc(exits, func(n *node) bool { return left.inside(n) })
	})
}
