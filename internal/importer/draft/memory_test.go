package draft

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// TestMemory writes states of which nothing is said: the memory for them grows in proportion to their number.
func TestMemory(t *testing.T) {
	allocated := func(n int) uint64 {
		d := New("x.mmd", Source{})
		for i := range n {
			d.Initial = d.AddState(d.Root, &State{Want: fmt.Sprintf("s%d", i), At: diag.Span{Start: diag.Pos{Line: i + 1, Column: 1}}})
		}
		d.nameStates()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d.yaml("x")
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	small, large := allocated(1000), allocated(10_000)
	t.Logf("%d bytes for 1,000 states, %d bytes for 10,000 states", small, large)
	if large > 15*small {
		t.Errorf("%d bytes for 1,000 states, %d bytes for 10,000 states", small, large)
	}
}
