package conform_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/conform"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/machines/reservation"
	"github.com/fsmgen/fsmgen/spec"
)

// silent is a host that does nothing.
type silent struct{}

func (silent) Ask(reservation.Slot)                             {}
func (silent) Filled(reservation.Slot, bool)                    {}
func (silent) Now() time.Time                                   { return time.Time{} }
func (silent) StartTimer(reservation.Timer, int, time.Duration) {}
func (silent) StopTimer(reservation.Timer, int)                 {}
func (silent) Patience() time.Duration                          { return time.Minute }
func (silent) Cleared()                                         {}
func (silent) ReadBack(string, int, string)                     {}
func (silent) Handoff()                                         {}

// TestObserver records dialogs as the documentation does, and checks them against their spec.
func TestObserver(t *testing.T) {
	text, err := os.ReadFile("../../machines/reservation/reservation.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s, diags := spec.Load("reservation.fsm.yaml", text)
	if s.Machine == nil {
		t.Fatal(diags)
	}
	r := sample.Rand(t)
	var file bytes.Buffer
	lines := json.NewEncoder(&file)
	const runs = 20
	for i := range runs {
		id := string(rune('a' + i))
		m, err := reservation.New(reservation.Params{MaxNoProgress: 3, MaxTurns: 9}, silent{})
		if err != nil {
			t.Fatal(err)
		}
		m.Observe(time.Now, func(s reservation.Step) {
			_ = lines.Encode(map[string]any{"id": id, "event": s.Event, "from": s.From, "to": s.To, "at": s.Time})
		})
		for m.Outcome() == reservation.OutcomeNone {
			times, names := []string{"", "19:00", "20:00"}, []string{"", "Ann"}
			if err := m.Turn(times[r.IntN(3)], r.IntN(22), names[r.IntN(2)], reservation.Reply(r.IntN(3))); err != nil {
				t.Fatal(err)
			}
		}
	}
	check := func(text string) conform.Report {
		t.Helper()
		records, err := conform.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		report, err := conform.Check(s.Machine, records)
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	if report := check(file.String()); len(report.Refused) > 0 || report.Runs != runs || report.Steps < 2*runs {
		t.Errorf("%d runs, %d steps: %+v", report.Runs, report.Steps, report.Refused)
	}
	wrong := strings.Replace(file.String(), `"to":"`, `"to":"Booked`, 1)
	if report := check(wrong); len(report.Refused) != 1 || report.Refused[0].Record.Line != 1 {
		t.Errorf("%+v", report.Refused)
	}
}
