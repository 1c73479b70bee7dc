package negotiation_test

import (
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/negotiation"
)

// oldRows are snapshots that the machine wrote when nothing limited its wait for the start, with what is left of them.
var oldRows = []struct {
	text   string
	state  negotiation.State
	timers []negotiation.Timer
}{
	{`{"data":{},"machine":"Negotiation","params":{"maxTurns":3},"starts":{},"state":"Idle","timers":{},"vars":{"turns":0}}`,
		negotiation.StateIdle, []negotiation.Timer{negotiation.TimerIdleTimeout}},
	{`{"data":{},"machine":"Negotiation","params":{"maxTurns":3},"starts":{"Negotiating.Timeout":1},"state":"Negotiating","timers":{"Negotiating.Timeout":"2026-01-02T04:04:05Z"},"vars":{"turns":1}}`,
		negotiation.StateNegotiating, []negotiation.Timer{negotiation.TimerNegotiatingTimeout}},
	{`{"data":{"price":7},"machine":"Negotiation","params":{"maxTurns":3},"starts":{"Negotiating.Timeout":1},"state":"Agreed","timers":{},"vars":{"turns":1}}`,
		negotiation.StateAgreed, nil},
	{`{"data":{"reason":"TimedOut"},"machine":"Negotiation","params":{"maxTurns":3},"starts":{"Negotiating.Timeout":1},"state":"Failed","timers":{},"vars":{"turns":0}}`,
		negotiation.StateFailed, nil},
}

// bench is a host with a clock that stands still.
type bench struct{ waits []time.Duration }

func (*bench) Now() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
func (b *bench) StartTimer(_ negotiation.Timer, _ int, d time.Duration) {
	b.waits = append(b.waits, d)
}
func (*bench) StopTimer(negotiation.Timer, int) {}
func (*bench) Patience() time.Duration          { return 1000 * time.Hour }

// TestOldRows restores snapshots of before, and goes on with them.
func TestOldRows(t *testing.T) {
	for _, row := range oldRows {
		m, err := negotiation.Restore([]byte(row.text), &bench{})
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		timers := m.Timers()
		if m.State() != row.state || len(timers) != len(row.timers) || len(timers) > 0 && timers[0] != row.timers[0] {
			t.Errorf("%s: the machine is in %v with the timers %v", row.text, m.State(), timers)
		}
		if row.state == negotiation.StateNegotiating {
			if due, ok := m.Due(negotiation.TimerNegotiatingTimeout); !ok || due.Hour() != 4 {
				t.Errorf("the timer is due at %v", due)
			}
		}
		if len(timers) > 0 {
			if start, _ := m.TimerStart(timers[0]); m.Fire(timers[0], start) != nil || m.State() != negotiation.StateFailed {
				t.Errorf("%s: the timer leads to %v", row.text, m.State())
			}
		}
	}
}

// TestLongest wants the wait for the start and the negotiation to end after a day each, however patient the program is.
func TestLongest(t *testing.T) {
	host := &bench{}
	m, err := negotiation.New(negotiation.Params{MaxTurns: 3}, host)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Start(true); err != nil {
		t.Fatal(err)
	}
	var total time.Duration
	for _, d := range host.waits {
		total += d
	}
	if len(host.waits) != 2 || total != 48*time.Hour {
		t.Errorf("the timers last %v", host.waits)
	}
}
