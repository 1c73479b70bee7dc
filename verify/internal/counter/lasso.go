package counter

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// maxLassos bounds the endless runs that are shown.
const maxLassos = 8

// Lassos returns lassos, for the smallest parameters that have any first, one for
// each transition that can be taken for ever, as far as exploration tells.
func Lassos(m *core.Machine, graphs []*explore.Graph) (runs []trace.Run) {
	covered := make([]bool, len(m.Transitions))
	for _, g := range graphs {
		for _, run := range g.Lassos(covered, maxLassos-len(runs)) {
			if run.Replay(m) == nil {
				runs = append(runs, run)
			}
		}
	}
	return runs
}
