package reservation_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsmgen/fsmgen/machines/reservation"
)

const goodbye = "I will put you through to a colleague."

// TestSilence waits for callers with a clock of its own.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, err := reservation.NewDialogWithin(reservation.DefaultParams(), time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(40 * time.Second)
		if answer, err := d.Say("hm"); err != nil || answer == "" {
			t.Fatal(answer, err)
		}
		if left := time.Until(d.Due()); left != 20*time.Second {
			t.Errorf("a turn that says nothing leaves %v", left)
		}
		if answer, err := d.Say("at 8"); err != nil || time.Until(d.Due()) != time.Minute {
			t.Errorf("%q, %v: the next answer is due in %v", answer, err, time.Until(d.Due()))
		}
		time.Sleep(time.Minute - 1)
		if answer, err := d.Expire(); answer != "" || err != nil || len(d.Steps()) != 1 {
			t.Errorf("too early: %q, %v, %v", answer, err, d.Steps())
		}
		time.Sleep(time.Nanosecond)
		answer, err := d.Expire()
		if answer != goodbye || err != nil || d.Machine().State() != reservation.StateEscalated || len(d.Steps()) != 1 || d.Prompt() != "" {
			t.Errorf("in time: %q, %v, %v", answer, err, d.Machine())
		}
		if !d.Due().IsZero() {
			t.Errorf("at the end, an answer is due at %v", d.Due())
		}
		if answer, err := d.Expire(); answer != "" || err != nil {
			t.Errorf("after the end: %q, %v", answer, err)
		}
	})
}

// TestTooLate says something after the patience is exhausted.
func TestTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, err := reservation.NewDialogWithin(reservation.DefaultParams(), 1000*time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		if left := time.Until(d.Due()); left != reservation.LongestPatience {
			t.Errorf("the first answer is due in %v", left)
		}
		time.Sleep(reservation.LongestPatience)
		if answer, err := d.Say("at 8 for four under Ann"); answer != goodbye || err != nil || d.Machine().Time() != "" {
			t.Errorf("%q, %v: %v", answer, err, d.Machine())
		}
	})
	if _, err := reservation.NewDialogWithin(reservation.DefaultParams(), 0); err == nil {
		t.Error("a patience of 0 is accepted")
	}
}

// TestLongestDialog makes the dialog that takes longest: each turn comes at the last moment and changes something.
func TestLongestDialog(t *testing.T) {
	for _, turns := range []int{1, 2, 5, 30} {
		synctest.Test(t, func(t *testing.T) {
			p := reservation.Params{MaxNoProgress: 3, MaxTurns: turns}
			d, err := reservation.NewDialog(p)
			if err != nil {
				t.Fatal(err)
			}
			begin, lost := time.Now(), time.Duration(0)
			says := []string{"at 8", "four", "Ann", "no, at 9", "no, at 8"}
			for i := 0; !d.Machine().State().Terminal(); i++ {
				if i == turns {
					time.Sleep(time.Until(d.Due()))
					if answer, err := d.Expire(); answer != goodbye || err != nil {
						t.Fatalf("%q, %v", answer, err)
					}
					break
				}
				time.Sleep(time.Until(d.Due()) - 1)
				lost++
				if i >= len(says) {
					says = append(says, says[i-2])
				}
				if _, err := d.Say(says[i]); err != nil {
					t.Fatal(err)
				}
			}
			if took, most := time.Since(begin), p.WorstCase().Time; took+lost != most {
				t.Errorf("%d turns: a dialog takes %v, at most %v", turns, took, most)
			}
		})
	}
}

// TestOldRow restores a snapshot that the machine wrote when it had no timers.
func TestOldRow(t *testing.T) {
	const row = `{"data":{},"machine":"Reservation","params":{"maxNoProgress":3,"maxTurns":9,"noRecovery":false},"state":"AskParty","vars":{"name":"","party":0,"stalls":0,"time":"8:00 PM","transitions":1}}`
	m, err := reservation.Restore([]byte(row), new(record))
	if err != nil {
		t.Fatal(err)
	}
	timers := m.Timers()
	if len(timers) != 1 || timers[0] != reservation.TimerAskPartySilence {
		t.Fatalf("the timers %v run", timers)
	}
	if start, _ := m.TimerStart(timers[0]); m.Fire(timers[0], start) != nil || m.State() != reservation.StateEscalated {
		t.Errorf("the timer leads to %v", m)
	}
}
