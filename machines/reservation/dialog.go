package reservation

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// LongestPatience is how long the machine waits for an answer at most.
const LongestPatience = 10 * time.Minute

// Dialog is a dialog between a machine and a caller. Create it with [NewDialog]. It must not
// be used by several goroutines at the same time.
type Dialog struct {
	machine *Machine
	voice   *voice
	steps   []Step
}

// NewDialog returns a dialog at its start that waits for each answer as long as the machine allows. The error is that of
// [Params.Validate].
func NewDialog(p Params) (*Dialog, error) { return NewDialogWithin(p, LongestPatience) }

// NewDialogWithin returns a dialog at its start that waits for an answer no longer than patience, which must be positive. More
// than [LongestPatience] counts as that. A person takes over from a caller who does not answer in time: see [Dialog.Due].
func NewDialogWithin(p Params, patience time.Duration) (*Dialog, error) {
	if patience <= 0 {
		return nil, errors.New("reservation: the patience must be positive")
	}
	d := &Dialog{voice: &voice{patience: patience}}
	machine, err := New(p, d.voice)
	if err != nil {
		return nil, err
	}
	d.machine, d.voice.machine = machine, machine
	d.voice.fresh = false // the first prompt is not an answer
	machine.Observe(nil, func(s Step) { d.steps = append(d.steps, s) })
	return d, nil
}

// Machine returns the machine of the dialog, for reading. Only Say may send events to it.
func (d *Dialog) Machine() *Machine { return d.machine }

// Steps returns the transitions of the last call of Say, in order. The next call does not
// change the slice.
func (d *Dialog) Steps() []Step { return d.steps }

// Prompt returns the current question to the caller, or "" at the end.
func (d *Dialog) Prompt() string { return d.voice.prompt }

// Due returns when the wait for an answer ends, or the zero time after the end of the dialog. A turn that does not let the
// dialog go on gives the caller no more time.
func (d *Dialog) Due() time.Time {
	for _, t := range d.machine.Timers() {
		due, _ := d.machine.Due(t)
		return due
	}
	return time.Time{}
}

// Expire ends the dialog if [Dialog.Due] has passed, and returns what to tell the caller then, or "". A program that waits for
// the caller calls it when the wait ends.
func (d *Dialog) Expire() (string, error) {
	due := d.Due()
	if due.IsZero() || d.voice.Now().Before(due) {
		return "", nil
	}
	d.steps, d.voice.notes = nil, nil
	t := d.machine.Timers()[0]
	start, _ := d.machine.TimerStart(t)
	if err := d.machine.Fire(t, start); err != nil {
		return "", err
	}
	return d.voice.answer(), nil
}

// Say handles one turn of the caller and returns the answer. An empty text means that the
// caller is silent. What is said after [Dialog.Due] is too late: a person has taken over. After
// the end of the dialog, the error is an *[IllegalTransitionError].
//
// Say sends what it has understood to the machine. If the machine then asks for another slot
// that the same text has filled, Say sends it again instead of asking the caller. The machine
// counts that as a turn.
func (d *Dialog) Say(text string) (string, error) {
	if answer, err := d.Expire(); answer != "" || err != nil {
		return answer, err
	}
	d.steps, d.voice.notes = nil, nil
	u := Understand(d.machine.State(), text)
	for {
		from := d.machine.State()
		if err := d.machine.Turn(u.Time, u.Party, u.Name, u.Reply); err != nil {
			return "", err
		}
		if to := d.machine.State(); to == from || !u.answers(to) {
			return d.voice.answer(), nil
		}
	}
}

// answers reports whether what was understood fills the slot that a state asks for. It is
// never a yes to a question that the caller has not heard.
func (u Understanding) answers(state State) bool {
	switch state {
	case StateAskTime:
		return u.Time != ""
	case StateAskParty:
		return u.Party > 0
	case StateAskName:
		return u.Name != ""
	default:
		return false
	}
}

// voice is the host of the machine. It turns outputs into sentences.
type voice struct {
	machine  *Machine // nil until it is made
	patience time.Duration
	notes    []string // of this turn, before the prompt
	prompt   string   // what the caller is to answer
	fresh    bool     // something was told in this turn
}

// Now implements [Timers].
func (v *voice) Now() time.Time { return time.Now() }

// StartTimer implements [Timers]. [Dialog.Due] reads the timer from the machine.
func (v *voice) StartTimer(Timer, int, time.Duration) {}

// StopTimer implements [Timers].
func (v *voice) StopTimer(Timer, int) {}

// Patience implements [Timers].
func (v *voice) Patience() time.Duration { return v.patience }

// Ask implements [Outputs].
func (v *voice) Ask(slot Slot) {
	v.fresh = true
	switch slot {
	case SlotTime:
		v.prompt = "For what time shall I book a table?"
	case SlotParty:
		v.prompt = "For how many people?"
	case SlotName:
		v.prompt = "Under what name?"
	}
}

// Filled implements [Outputs]. It mentions only assumed values.
func (v *voice) Filled(slot Slot, assumed bool) {
	v.fresh = true
	if !assumed {
		return
	}
	switch slot {
	case SlotTime:
		v.note("I will take %s, then.", v.machine.Time())
	case SlotParty:
		v.note("I will take a table for %d, then.", v.machine.Party())
	case SlotName:
		v.note("I will put it under %s, then.", v.machine.Name())
	}
}

// Cleared implements [Outputs].
func (v *voice) Cleared() {
	v.fresh = true
	v.note("Let us start again.")
}

// ReadBack implements [Outputs].
func (v *voice) ReadBack(time string, party int, name string) {
	v.fresh = true
	v.prompt = fmt.Sprintf("A table for %d at %s under %s: is that right?", party, time, name)
}

// Handoff implements [Outputs].
func (v *voice) Handoff() {
	v.fresh = true
	v.note("I will put you through to a colleague.")
}

func (v *voice) note(format string, args ...any) {
	v.notes = append(v.notes, fmt.Sprintf(format, args...))
}

// answer returns the answer at the end of a turn.
func (v *voice) answer() string {
	switch {
	case v.machine.State().Terminal():
		v.prompt = ""
		if v.machine.State() == StateBooked {
			v.note("It is booked. Good-bye!")
		}
		return strings.Join(v.notes, " ")
	case !v.fresh:
		v.note("Sorry, I did not get that.")
	}
	v.fresh = false
	return strings.Join(append(v.notes, v.prompt), " ")
}
