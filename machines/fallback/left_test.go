package fallback_test

import (
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// yes is a host for which each provider fits, and each wait is as long as it can be.
type yes struct{ fallback.Outputs }

func (yes) Fits(int) bool                                 { return true }
func (yes) Now() time.Time                                { return time.Time{} }
func (yes) StartTimer(fallback.Timer, int, time.Duration) {}
func (yes) StopTimer(fallback.Timer, int)                 {}
func (yes) Patience() time.Duration                       { return time.Hour }
func (yes) Attempt() time.Duration                        { return time.Hour }
func (yes) Backoff(int) time.Duration                     { return time.Hour }

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
	if left.Outputs.Failed != 9 || left.Outputs.Switched != 2 || left.Transitions != most.Transitions-2 ||
		left.Time != most.Time-2*time.Minute {
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
