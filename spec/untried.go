package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// dropUntried removes the alternatives that come after one without a condition. A region that is always in the same leaf can have
// such a one; it decides for all regions after it, and for the states around them. States to which only these
// alternatives lead are no error, because the regions may come from another language.
func dropUntried(m *core.Machine) {
	decided := map[[2]int]bool{}
	m.Transitions = slices.DeleteFunc(m.Transitions, func(t core.Transition) bool {
		at := [2]int{t.From, t.Event}
		before := decided[at]
		decided[at] = before || t.Guard == nil
		return before
	})
}
