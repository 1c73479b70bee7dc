package spectest

import (
	"fmt"
	"strings"
)

// Growing returns a spec of a state with n regions of three states each, for tests of how regions
// grow. If shared is true, an event is for all regions at once.
func Growing(n int, shared bool) []byte {
	var b strings.Builder
	b.WriteString("machine: Grow\nparams: {tries: {type: int, min: 1, max: 10, default: 3}}\nvars:\n")
	for i := range n {
		fmt.Fprintf(&b, "  n%d: {type: int, min: 0, max: tries}\n", i)
	}
	b.WriteString("events:\n  Cancel: {}\n")
	if shared {
		b.WriteString("  Reset: {}\n")
	}
	for i := range n {
		fmt.Fprintf(&b, "  Go%d: {}\n  Fail%d: {}\n", i, i)
	}
	b.WriteString("initial: All\nterminal: {done: [End], failed: [Stopped]}\nstates:\n  All:\n    parallel:\n")
	for i := range n {
		reset := ""
		if shared {
			reset = fmt.Sprintf(", Reset: B%d", i)
		}
		fmt.Fprintf(&b, `      R%[1]d:
        initial: A%[1]d
        states:
          A%[1]d: {on: {Go%[1]d: B%[1]d, Fail%[1]d: [{if: n%[1]d < tries, set: {n%[1]d: n%[1]d + 1}}, {to: Stopped}]%[2]s}}
          B%[1]d: {on: {Go%[1]d: C%[1]d}}
          C%[1]d: {final: true}
`, i, reset)
	}
	b.WriteString("    done: End\n    on: {Cancel: Stopped}\n  End: {}\n  Stopped: {}\nprogress:\n  All: 1\n")
	for i := range n {
		fmt.Fprintf(&b, "  A%[1]d: 2 + tries - n%[1]d\n  B%[1]d: 1\n", i)
	}
	fmt.Fprintf(&b, "bound: 1 + %d * (2 + tries)\n", n)
	return []byte(b.String())
}
