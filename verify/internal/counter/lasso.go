package counter

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// maxLassos limits the endless runs that are shown.
const maxLassos = 8

// Lassos returns lassos, those for the smallest parameters first, until every transition
// that explored runs can take forever is in the cycle of one.
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
