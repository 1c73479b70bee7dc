package fallback_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// yes answers each question with yes.
type yes struct{ fallback.Host }

func (yes) Fits(int) bool { return true }

// attempting returns a machine that calls its first provider.
func attempting(t testing.TB) *fallback.Machine {
	t.Helper()
	m, err := fallback.New(fallback.Params{Providers: 3, MaxRetries: 2}, yes{})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.RequestReceived(nil); err != nil {
		t.Fatal(err)
	}
	if err := m.Select(); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestLeft tests what is left while the first of three providers is called, and that asking for it allocates nothing.
func TestLeft(t *testing.T) {
	m := attempting(t)
	left, most := m.Left(), m.Params().WorstCase()
	if left.Outputs.Failed != 9 || left.Outputs.Switched != 2 || left.Transitions != most.Transitions-2 {
		t.Errorf("left are %+v, of %+v", left, most)
	}
	if n := testing.AllocsPerRun(100, func() { left = m.Left() }); n > 0 {
		t.Errorf("Left allocates %v times", n)
	}
}

func BenchmarkLeft(b *testing.B) {
	m := attempting(b)
	b.ReportAllocs()
	for b.Loop() {
		_ = m.Left()
	}
}
