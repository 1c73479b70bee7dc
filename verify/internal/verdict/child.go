package verdict

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// ends reports whether the cases contain one that proves the claimed bound of a child machine.
func ends(child *core.Machine, cases []*Case, bounded map[*core.Machine]bool) bool {
	known, ok := bounded[child]
	if !ok {
		at := slices.IndexFunc(cases, func(c *Case) bool { return c.Machine == child })
		if at >= 0 {
			judged := decide(cases[at], bounded)
			known = judged.Terminates && judged.Bound != nil && judged.Bound == child.Bound
		}
		bounded[child] = known
	}
	return known
}
