package charts_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/charts"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// TestLoads checks that enough charts load, and that each feature is in enough of those that do.
func TestLoads(t *testing.T) {
	size, seed := sample.Size(10, 40, 400), sample.Seed(t)
	loaded, count, codes := 0, map[string]int{}, map[diag.Code]int{}
	for i := range size {
		at := seed + uint64(i)
		c := charts.New(rand.New(rand.NewPCG(at, 1)))
		if again := charts.New(rand.New(rand.NewPCG(at, 1))); again.Text != c.Text {
			t.Fatalf("seed %d gives two charts", at)
		}
		if _, diags := c.Load(); diags.HasErrors() {
			for _, d := range diags {
				if d.Severity != diag.Error {
					continue
				}
				if codes[d.Code]++; d.Code < diag.CodeName { // it is no text of a spec
					t.Errorf("seed %d: %v: %s\n%s", at, d.Span, d.Message, c.Text)
				}
			}
			continue
		}
		loaded++
		for _, f := range charts.Features(c.Text) {
			count[f]++
		}
	}
	t.Logf("%d of %d load: %v; errors in the others: %v", loaded, size, count, codes)
	if size >= 30 && 100*loaded < 50*size || sample.Long() && 100*loaded < 60*size {
		t.Errorf("only %d of %d charts load", loaded, size)
	}
	if !sample.Long() {
		return
	}
	for f, least := range charts.Least() {
		if 1000*count[f] < least*loaded {
			t.Errorf("%s is in %d of %d charts only", f, count[f], loaded)
		}
	}
}

// TestEnding checks that enough charts load whose runs end, and that they use fuel.
func TestEnding(t *testing.T) {
	size, seed := sample.Size(10, 40, 300), sample.Seed(t)
	loaded := 0
	for i := range size {
		at := seed + uint64(i)
		c := charts.Ending(rand.New(rand.NewPCG(at, 1)))
		_, diags := c.Load()
		if diags.HasErrors() {
			for _, d := range diags {
				if d.Severity == diag.Error && d.Code < diag.CodeName {
					t.Errorf("seed %d: %v: %s\n%s", at, d.Span, d.Message, c.Text)
				}
			}
			continue
		}
		if loaded++; !strings.Contains(c.Text, "fuel: fuel - 1") && !strings.Contains(c.Text, "fuel0: fuel0 - 1") {
			t.Errorf("seed %d: nothing limits the runs of\n%s", at, c.Text)
		}
	}
	t.Logf("%d of %d load", loaded, size)
	if size >= 30 && 100*loaded < 15*size {
		t.Errorf("only %d of %d charts load", loaded, size)
	}
}

// TestShrink checks that a chart becomes as small as what it must keep.
func TestShrink(t *testing.T) {
	for seed := range uint64(5) {
		c := charts.New(rand.New(rand.NewPCG(seed, 1)))
		small := charts.Shrink(c, func(c charts.Chart) bool { return strings.Contains(c.Text, "E1") })
		if n := strings.Count(strings.TrimSpace(small.Text), "\n"); n > 2 {
			t.Errorf("seed %d: %d lines are left:\n%s", seed, n+1, small.Text)
		}
	}
}

// TestBeside checks that all small charts of regions load, and that some have a timer whose event another state waits for.
func TestBeside(t *testing.T) {
	timers := 0
	for i := range sample.Size(20, 60, 400) {
		at := sample.Seed(t) + uint64(i)
		c := charts.Beside(rand.New(rand.NewPCG(at, 1)))
		s, diags := c.Load()
		if diags.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", at, diags, c.Text)
		}
		timers += len(s.Machine.Timers)
	}
	if timers == 0 {
		t.Error("no chart has a timer")
	}
}

// TestForward checks that all charts that go forward load, and that some states wait for a timer only.
func TestForward(t *testing.T) {
	timers := 0
	for i := range sample.Size(20, 60, 400) {
		at := sample.Seed(t) + uint64(i)
		c := charts.Forward(rand.New(rand.NewPCG(at, 1)))
		s, diags := c.Load()
		if diags.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", at, diags, c.Text)
		}
		timers += len(s.Machine.Timers)
	}
	if timers == 0 {
		t.Error("no chart has a timer")
	}
}
