package draft

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// ends finds the states in which the machine ends: those of which the source says
// so, and those that nothing leaves.
func (d *Draft) ends() {
	d.Root.each(func(s *State) {
		switch {
		case len(s.inner) > 0:
			return
		case d.source.Exact || !s.inSource():
			s.outcome = s.End
			return
		case s.End != "":
			s.outcome = s.End
			if len(s.on)+len(s.after)+len(s.Ignore)+len(s.Exit) > 0 {
				d.Warn(s.At, "the machine ends in this state: the import drops its other parts")
			}
		case s.Final || s.owner() != nil: // it may be that nothing leaves it
			return
		case !s.leaves():
			s.outcome = "done"
			d.Warn(s.At, "no arrow leaves `%s`: the import makes it a terminal state", diag.Clip(s.name)).
				Helpf("add %s, or to another state", d.source.End)
		default:
			return
		}
		s.on, s.after, s.Ignore, s.Exit = nil, nil, nil, nil
	})
}

// leaves reports whether the state, or one around it, does anything.
func (s *State) leaves() bool {
	for ; s != nil; s = s.parent {
		for _, h := range s.on {
			if slices.ContainsFunc(h.alternatives, func(a Alternative) bool { return a.Otherwise == "" }) {
				return true
			}
		}
	}
	return false
}
