package explore

import (
	"testing"
)

func TestFallback(t *testing.T) {
	m := fallback(t)
	for n := range int64(6) {
		for r := range int64(6) {
			g := compareNaive(t, m, []int64{n, r}, 10000)
			steps, endless := g.Steps()
			if want := int(n*(2*r+3) + 2); endless || steps != want {
				t.Errorf("providers %d, maxRetries %d: %d steps, endless %t; want %d", n, r, steps, endless, want)
			}
			if !g.Exact {
				t.Error("the graph is not exact")
			}
			if x := g.Gaps(); x != nil {
				t.Errorf("gaps: %v", x)
			}
		}
	}
}

func TestLiteral(t *testing.T) {
	m := literal(t)
	for n := range int64(4) {
		for r := range int64(6) {
			g := compareNaive(t, m, []int64{n, r}, 10000)
			run, ok := g.Lasso()
			if want := n > 0 && r >= 2; ok != want {
				t.Errorf("providers %d, maxRetries %d: lasso %t", n, r, ok)
			}
			if ok && (len(run.Steps) != 5 || run.LoopFrom != 3) {
				t.Errorf("lasso of %d steps with a cycle from %d", len(run.Steps), run.LoopFrom)
			}
		}
	}
}
