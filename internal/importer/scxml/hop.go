package scxml

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
)

// In a spec, a transition from a region to a state inside it does not leave the state with the regions. If that of the document
// does, it leads to a state beside it, which the machine leaves at once for the target: then all other regions begin again.

// hop returns the state beside the state p with regions from which the machine enters it in a plain state inside a region.
func (r writer) hop(p, into *node) *draft.State {
	if into.hop == nil {
		into.hop = r.reader.out.AddState(p.state.Parent(), &draft.State{Want: strings.TrimSpace("Back to " + into.id)})
		into.hop.Always(draft.Alternative{To: into.state, At: into.at})
	}
	return into.hop
}
