package reservation_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/reservation"
)

// talk sends what a caller says and returns the states after each turn.
func talk(t *testing.T, p reservation.Params, says ...string) (*reservation.Dialog, []string) {
	t.Helper()
	d, err := reservation.NewDialog(p)
	if err != nil {
		t.Fatal(err)
	}
	var states []string
	for _, text := range says {
		if _, err := d.Say(text); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		states = append(states, d.Machine().State().String())
	}
	return d, states
}

func TestDialogs(t *testing.T) {
	usual := reservation.DefaultParams()
	soon := reservation.Params{MaxNoProgress: 2, MaxTurns: 30}
	short := reservation.Params{MaxNoProgress: 3, MaxTurns: 4}
	bare := reservation.Params{MaxNoProgress: 3, MaxTurns: 30, NoRecovery: true}
	tests := []struct {
		name   string
		params reservation.Params
		says   string // of the caller, separated by |
		states string // after each turn
		slots  string
	}{
		{"one after the other", usual, "at 8|four|Ann|yes", "AskParty AskName Confirm Booked", "8:00 PM 4 Ann"},
		{"all at once", usual, "at 8 for four under Ann|yes", "Confirm Booked", "8:00 PM 4 Ann"},
		{"a yes in the first turn books nothing", usual, "yes, at 8 for four under Ann|yes", "Confirm Booked", "8:00 PM 4 Ann"},
		{"number before the time", usual, "for four|at 8|four|Ann", "AskTime AskParty AskName Confirm", "8:00 PM 4 Ann"},

		{"withheld time", usual, "hm|hm|hm|four|Ann|yes", "AskTime AskTime AskParty AskName Confirm Booked", "7:00 PM 4 Ann"},
		{"withheld number", usual, "at 8|hm|hm|hm|Ann", "AskParty AskParty AskParty AskName Confirm", "8:00 PM 2 Ann"},
		{"withheld name", usual, "at 8|four||||yes", "AskParty AskName AskName AskName Confirm Booked", "8:00 PM 4 Guest"},
		{"limit of 2", soon, "hm|hm|hm|hm|hm|hm", "AskTime AskParty AskParty AskName AskName Confirm", "7:00 PM 2 Guest"},
		{"answer at the last moment", usual, "hm|hm|at 8", "AskTime AskTime AskParty", "8:00 PM 0 "},
		{"answer at the last moment, limit of 2", soon, "hm|at 8", "AskTime AskParty", "8:00 PM 0 "},
		{"withheld time, no recovery", bare, "hm|hm|hm", "AskTime AskTime Escalated", " 0 "},
		{"withheld number, no recovery", bare, "at 8|hm|hm|hm", "AskParty AskParty AskParty Escalated", "8:00 PM 0 "},
		{"withheld name, no recovery", bare, "at 8|four|||", "AskParty AskName AskName AskName Escalated", "8:00 PM 4 "},
		{"answer at the last moment, no recovery", bare, "hm|hm|at 8", "AskTime AskTime AskParty", "8:00 PM 0 "},
		{"the stalls start over", usual, "hm|hm|at 8|hm|hm|four", "AskTime AskTime AskParty AskParty AskParty AskName", "8:00 PM 4 "},

		{"bare denial", usual, "at 8 for four under Ann|no", "Confirm AskTime", " 0 "},
		{"denial that says what", usual, "at 8 for four under Ann|no, at 9|yes", "Confirm Confirm Booked", "9:00 PM 4 Ann"},
		{"denial of the number", usual, "at 8 for four under Ann|no, five people|yes", "Confirm Confirm Booked", "8:00 PM 5 Ann"},
		{"denial of the name", usual, "at 8 for four under Ann|no, under Bob|yes", "Confirm Confirm Booked", "8:00 PM 4 Bob"},
		{"yes with a condition", usual, "at 8 for four under Ann|yes, if it is at 9", "Confirm Confirm", "9:00 PM 4 Ann"},
		{"yes that repeats the time", usual, "at 8 for four under Ann|yes, at 8", "Confirm Booked", "8:00 PM 4 Ann"},
		{"default corrected", usual, "hm|hm|hm|four|Ann|no, at 9|yes", "AskTime AskTime AskParty AskName Confirm Confirm Booked", "9:00 PM 4 Ann"},

		{"no progress at the end", usual, "at 8 for four under Ann|hm|hm|hm", "Confirm Confirm Confirm Escalated", "8:00 PM 4 Ann"},
		{"silent all the time", usual, "|||||||||||", "AskTime AskTime AskParty AskParty AskParty AskName AskName AskName Confirm Confirm Confirm Escalated", "7:00 PM 2 Guest"},
		{"max turns", short, "at 8|four|Ann|no|at 8", "AskParty AskName Confirm AskTime Escalated", " 0 "},
		{"max turns within one turn of the caller", reservation.Params{MaxNoProgress: 3, MaxTurns: 2}, "at 8 for four under Ann", "Escalated", "8:00 PM 4 "},
		{"large party", usual, "at 8|we are 30", "AskParty Escalated", "8:00 PM 0 "},
		{"correction to a large party", usual, "at 8 for four under Ann|no, for 21", "Confirm Escalated", "8:00 PM 4 Ann"},
		{"largest table", usual, "at 8|20", "AskParty AskName", "8:00 PM 20 "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d, states := talk(t, test.params, strings.Split(test.says, "|")...)
			if diff := cmp.Diff(strings.Fields(test.states), states); diff != "" {
				t.Errorf("states (-want +got)\n%s", diff)
			}
			m := d.Machine()
			if got := fmt.Sprintf("%s %d %s", m.Time(), m.Party(), m.Name()); got != test.slots {
				t.Errorf("slots %q, want %q", got, test.slots)
			}
		})
	}
}

// TestNeverSatisfied has callers who would go on forever: they escalate after
// maxTurns turns and one, for all limits.
func TestNeverSatisfied(t *testing.T) {
	callers := map[string]func(turn int, state reservation.State) string{
		"denies": func(int, reservation.State) string { return "no" },
		"changes mind": func(turn int, _ reservation.State) string {
			return fmt.Sprintf("no, at %d for two under Ann", 1+turn%9)
		},
		"starts again": func(_ int, state reservation.State) string {
			if state == reservation.StateConfirm {
				return "no"
			}
			return "at 8 for four under Ann"
		},
	}
	for name, say := range callers {
		for _, limit := range []int{2, 3, 7} {
			for most := 1; most <= 40; most++ {
				p := reservation.Params{MaxNoProgress: limit, MaxTurns: most}
				d, err := reservation.NewDialog(p)
				if err != nil {
					t.Fatal(err)
				}
				transitions := 0
				for turn := 0; !d.Machine().State().Terminal(); turn++ {
					if turn > most {
						t.Fatalf("%s: %+v: still in %v", name, p, d.Machine())
					}
					if _, err := d.Say(say(turn, d.Machine().State())); err != nil {
						t.Fatal(err)
					}
					transitions += len(d.Steps())
				}
				if got := d.Machine().State(); got != reservation.StateEscalated || transitions != p.MaxTransitions() {
					t.Errorf("%s: %+v: %v after %d transitions, bound %d", name, p, got, transitions, p.MaxTransitions())
				}
			}
		}
	}
}

// TestStalledTurn finds, for many limits, the silent turn in which the time is
// assumed: it is the one that would escalate, so a limit of 1 would leave no
// turn before it, and is refused.
func TestStalledTurn(t *testing.T) {
	for limit := 2; limit <= 100; limit++ {
		d, err := reservation.NewDialog(reservation.Params{MaxNoProgress: limit, MaxTurns: 1000})
		if err != nil {
			t.Fatal(err)
		}
		turns := 0
		for d.Machine().State() == reservation.StateAskTime {
			if _, err := d.Say(""); err != nil {
				t.Fatal(err)
			}
			turns++
		}
		if d.Machine().State() != reservation.StateAskParty || turns != limit {
			t.Errorf("limit %d: %v after %d turns", limit, d.Machine().State(), turns)
		}
	}
	if _, err := reservation.NewDialog(reservation.Params{MaxNoProgress: 1, MaxTurns: 30}); err == nil || !strings.Contains(err.Error(), "maxNoProgress is 1") {
		t.Errorf("limit 1: error %v", err)
	}
}

// TestAnswers has what the caller hears.
func TestAnswers(t *testing.T) {
	d, err := reservation.NewDialog(reservation.Params{MaxNoProgress: 2, MaxTurns: 30})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := d.Prompt(), "For what time shall I book a table?"; got != want {
		t.Errorf("prompt %q, want %q", got, want)
	}
	for _, turn := range []struct{ says, want string }{
		{"hm", "Sorry, I did not get that. For what time shall I book a table?"},
		{"hm", "I will take 7:00 PM, then. For how many people?"},
		{"hm", "Sorry, I did not get that. For how many people?"},
		{"hm", "I will take a table for 2, then. Under what name?"},
		{"", "Sorry, I did not get that. Under what name?"},
		{"", "I will put it under Guest, then. A table for 2 at 7:00 PM under Guest: is that right?"},
		{"No, at 9", "A table for 2 at 9:00 PM under Guest: is that right?"},
		{"No", "Let us start again. For what time shall I book a table?"},
		{"at 8 for three", "Under what name?"},
		{"Ann", "A table for 3 at 8:00 PM under Ann: is that right?"},
		{"hm", "Sorry, I did not get that. A table for 3 at 8:00 PM under Ann: is that right?"},
		{"Yes", "It is booked. Good-bye!"},
	} {
		got, err := d.Say(turn.says)
		if err != nil {
			t.Fatal(err)
		}
		if got != turn.want {
			t.Errorf("%q is answered by %q, want %q", turn.says, got, turn.want)
		}
	}
	if d.Prompt() != "" {
		t.Errorf("prompt %q at the end", d.Prompt())
	}
	var illegal *reservation.IllegalTransitionError
	if _, err := d.Say("yes"); !errors.As(err, &illegal) {
		t.Errorf("after the end: error %v", err)
	}
}

func TestHandoff(t *testing.T) {
	d, _ := talk(t, reservation.DefaultParams(), "at 8")
	got, err := d.Say("for 40")
	if err != nil || got != "I will put you through to a colleague." || d.Prompt() != "" {
		t.Errorf("%q, %v, prompt %q", got, err, d.Prompt())
	}
}

// record is a host that writes down the outputs.
type record []string

func (r *record) add(format string, args ...any) { *r = append(*r, fmt.Sprintf(format, args...)) }

func (r *record) Ask(s reservation.Slot)                   { r.add("Ask %v", s) }
func (r *record) Filled(s reservation.Slot, assumed bool)  { r.add("Filled %v %t", s, assumed) }
func (r *record) Cleared()                                 { r.add("Cleared") }
func (r *record) ReadBack(time string, n int, name string) { r.add("ReadBack %s %d %s", time, n, name) }
func (r *record) Handoff()                                 { r.add("Handoff") }

func (*record) Now() time.Time                                   { return time.Time{} }
func (*record) StartTimer(reservation.Timer, int, time.Duration) {}
func (*record) StopTimer(reservation.Timer, int)                 {}
func (*record) Patience() time.Duration                          { return time.Minute }

// TestOutputs has the outputs of the machine itself: what is assumed is told as
// a filled slot, before the next question.
func TestOutputs(t *testing.T) {
	host := new(record)
	m, err := reservation.New(reservation.Params{MaxNoProgress: 2, MaxTurns: 9}, host)
	if err != nil {
		t.Fatal(err)
	}
	type turn struct {
		time  string
		party int
		name  string
		reply reservation.Reply
	}
	for _, e := range []turn{
		{}, {}, {party: 4}, {}, {}, {time: "8:00 PM", reply: reservation.ReplyYes}, {reply: reservation.ReplyNo},
	} {
		if err := m.Turn(e.time, e.party, e.name, e.reply); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"Ask Time",
		"Filled Time true", "Ask Party",
		"Filled Party false", "Ask Name",
		"Filled Name true", "ReadBack 7:00 PM 4 Guest",
		"Filled Time false", "ReadBack 8:00 PM 4 Guest",
		"Cleared", "Ask Time",
	}
	if diff := cmp.Diff(want, []string(*host)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
