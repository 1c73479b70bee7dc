package check

import (
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/effort"
)

// closely chooses the runs that a check looks at closely: the first ones, see [effort.Close], and one of each kind.
type closely struct {
	seen map[string]bool
	left int // of the first ones
	// briefly counts the runs that were not chosen.
	briefly int
}

// newClosely returns a choice of no runs so far.
func newClosely() *closely { return &closely{seen: map[string]bool{}, left: effort.Close()} }

// chooses reports whether to look closely at a run that does something of a kind.
func (c *closely) chooses(kind string) bool {
	c.left--
	if c.left >= 0 || !c.seen[kind] {
		c.seen[kind] = true
		return true
	}
	c.briefly++
	return false
}

// log says, with -v, how many runs were not looked at closely, and what was left out of them.
func (c *closely) log(t *testing.T, without string) {
	t.Helper()
	if c.briefly > 0 {
		t.Logf("the table is large: %d runs are made %s", c.briefly, without)
	}
}
