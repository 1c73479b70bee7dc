package check

import (
	"fmt"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/effort"
)

// TestClosely chooses the first runs, then one of each kind, and counts the others.
func TestClosely(t *testing.T) {
	c := newClosely()
	for i := range effort.Close() {
		if !c.chooses("the same") {
			t.Fatalf("run %d of the first ones is not chosen", i)
		}
	}
	if c.chooses("the same") || !c.chooses("another") || c.chooses("another") || c.briefly != 2 {
		t.Errorf("after the first ones: %s", fmt.Sprint(*c))
	}
}
