package gen_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// size is what grows with the number of regions of a machine.
type size struct {
	obligations, bytes int
	verify             time.Duration
}

// grown verifies a machine with n regions, and generates its Go code without tests. Exploration may use
// the given number of bytes, or, with 0, as many as it needs: the proofs are the same.
func grown(tb testing.TB, n int, shared bool, memory int64) size {
	tb.Helper()
	s, diags := spec.Load("grow.fsm.yaml", spectest.Growing(n, shared))
	if s.Machine == nil {
		tb.Fatalf("%d regions: %v", n, diags)
	}
	start := time.Now()
	r := verify.Within(tb.Context(), s.Machine, verify.Limits{Memory: memory}, func(string) {})
	out := size{obligations: len(r.Obligations), verify: time.Since(start)}
	if !r.Proved() {
		tb.Fatalf("%d regions: %s", n, r.Summary())
	}
	for _, name := range []string{"machine", "typed", "run"} {
		made, err := gen.Make(tb.Context(), name, gen.Input{Spec: s, Report: r, Package: "grow"})
		if err != nil {
			tb.Fatal(err)
		}
		out.bytes += len(made.Data)
	}
	return out
}

// exponent returns e if y grows like the e-th power of x.
func exponent(x1, x2 int, y1, y2 float64) float64 {
	return math.Log(y2/y1) / math.Log(float64(x2)/float64(x1))
}

// TestRegionsAddUp checks that the proof and the code of a machine grow with the sum of its regions,
// not with the product: the exponents between 10 and 20 regions.
func TestRegionsAddUp(t *testing.T) {
	sample.Turn(t)
	n := sample.Size(6, 6, 10)
	for _, shared := range []bool{false, true} {
		a, b := grown(t, n, shared, 1<<20), grown(t, 2*n, shared, 1<<20)
		for what, y := range map[string][2]int{"obligations": {a.obligations, b.obligations}, "bytes": {a.bytes, b.bytes}} {
			if e := exponent(n, 2*n, float64(y[0]), float64(y[1])); e < 0.5 || e > 1.2 {
				t.Errorf("shared=%t, %d and %d regions: %d and %d %s: exponent %.2f, want about 1", shared, n, 2*n, y[0], y[1], what, e)
			}
		}
	}
}

// BenchmarkRegions measures what docs/performance.md says of regions.
func BenchmarkRegions(b *testing.B) {
	for _, shared := range []bool{false, true} {
		for _, n := range []int{2, 5, 10, 20, 40} {
			b.Run(fmt.Sprintf("shared=%t/%d", shared, n), func(b *testing.B) {
				for b.Loop() {
					s := grown(b, n, shared, 0)
					b.ReportMetric(float64(s.obligations), "obligations")
					b.ReportMetric(float64(s.bytes), "bytes")
					b.ReportMetric(s.verify.Seconds(), "verify-s")
				}
			})
		}
	}
}
