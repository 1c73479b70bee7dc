package broadcast

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Part are the transitions of a region for an event. They are listed for each region after those inside it.
type Part struct {
	// Region is the region, and List its transitions in the order in which they are tried.
	Region *tree.Region
	List   []core.Transition
}

// course is what earlier regions have done for an event, as far as it matters for a part: the regions around it count, from the
// outermost one.
type course struct {
	// taken is the number of regions around the part inside of which a transition has been taken: the leaf that is active there
	// takes none itself. If one was taken outside of them only, it is 0.
	taken int
	// left is 0 if no state has been left so far. Otherwise, it is 1 and the number of regions around the part inside of which a state
	// has been left: no later transition leaves them, or the whole state.
	left int
}

// preempted reports whether a transition of a part is not taken because it leaves a region in which a state has been left before.
func (p *Part) preempted(t *core.Transition, c course) bool {
	if away(t) {
		return c.left > 0
	}
	domain := p.domain(t)
	return domain != p.Region && c.left > 1+domain.Depth()
}

// domain returns the innermost region that a transition of a region does not leave.
func (p *Part) domain(t *core.Transition) *tree.Region {
	r := p.Region
	if t.Move.ToRegion == r.Number {
		return r
	}
	for _, to := range r.Place().Parts() {
		if to.Number == t.Move.ToRegion {
			return tree.Common(r, to)
		}
	}
	return nil
}

// away reports whether a transition leaves the state with the regions.
func away(t *core.Transition) bool { return !t.Internal }
