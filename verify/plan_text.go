package verify

import (
	"fmt"
	"strings"
)

// Plans lists what the plans do that prove what stays possible: the events in each state, and how many transitions are left at most.
// It returns "" if there are none.
func (r *Report) Plans() string {
	var b strings.Builder
	for i := range r.Obligations {
		if o := &r.Obligations[i]; o.Plan != nil {
			g := &r.Machine.Goals[o.Goal]
			fmt.Fprintf(&b, "  plan for %s%s:\n%s", strings.ReplaceAll(g.Target(), "`", ""), conditional(" from ", g.From), spotLines(r.Machine, o.Plan))
		}
	}
	return b.String()
}

// possible counts the claims that something stays possible, in words, or returns "".
func (r *Report) possible() string {
	count := map[Status]int{}
	all := 0
	for i := range r.Obligations {
		if o := &r.Obligations[i]; o.Kind == KindPossible {
			count[o.Status]++
			all++
		}
	}
	switch {
	case all == 0:
		return ""
	case count[Proved] == all:
		return counted(all, "claim", "claims") + " proved"
	}
	return fmt.Sprintf("%d claims proved, %d refuted, %d unknown", count[Proved], count[Refuted], count[Unknown])
}
