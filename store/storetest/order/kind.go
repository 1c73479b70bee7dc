package order

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Live is a machine with the due times of its timers.
type Live struct {
	*Machine
	host *recorder
}

// recorder is a host that records.
type recorder struct {
	stock   func(int) bool
	now     time.Time
	due     map[Timer]time.Time
	outputs []Output
}

func (r *recorder) InStock(amount int) bool { return r.stock == nil || r.stock(amount) }
func (r *recorder) Mail(text string, count int) {
	r.outputs = append(r.outputs, MailOutput{text, count})
}
func (r *recorder) Charge(amount int)                   { r.outputs = append(r.outputs, ChargeOutput{amount}) }
func (r *recorder) Send(parcel int)                     { r.outputs = append(r.outputs, SendOutput{parcel}) }
func (r *recorder) StartTimer(t Timer, d time.Duration) { r.due[t] = r.now.Add(d) }
func (r *recorder) StopTimer(t Timer)                   { delete(r.due, t) }

type stored struct {
	Machine *Machine            `json:"machine"`
	Due     map[Timer]time.Time `json:"due"`
}

// MarshalJSON writes the machine with its timers.
func (l *Live) MarshalJSON() ([]byte, error) { return json.Marshal(stored{l.Machine, l.host.due}) }

// Input is an event with its payload.
type Input interface {
	Event() Event
	send(m *Machine) error
}

// The events.
type (
	PayInput struct {
		Amount int `json:"amount"`
	}
	ChargedInput struct {
		Receipt string `json:"receipt"`
	}
	DeclinedInput struct {
		Reason Reason `json:"reason"`
	}
	PackInput struct{}
	NoteInput struct {
		Text string `json:"text"`
	}
	CancelInput struct{}
	RemindInput struct{}
	ExpireInput struct{}
	LostInput   struct{}
)

func (PayInput) Event() Event      { return EventPay }
func (ChargedInput) Event() Event  { return EventCharged }
func (DeclinedInput) Event() Event { return EventDeclined }
func (PackInput) Event() Event     { return EventPack }
func (NoteInput) Event() Event     { return EventNote }
func (CancelInput) Event() Event   { return EventCancel }
func (RemindInput) Event() Event   { return EventRemind }
func (ExpireInput) Event() Event   { return EventExpire }
func (LostInput) Event() Event     { return EventLost }

func (in PayInput) send(m *Machine) error      { return m.Pay(in.Amount) }
func (in ChargedInput) send(m *Machine) error  { return m.Charged(in.Receipt) }
func (in DeclinedInput) send(m *Machine) error { return m.Declined(in.Reason) }
func (PackInput) send(m *Machine) error        { return m.Pack() }
func (in NoteInput) send(m *Machine) error     { return m.Note(in.Text) }
func (CancelInput) send(m *Machine) error      { return m.Cancel() }
func (RemindInput) send(m *Machine) error      { return m.Remind() }
func (ExpireInput) send(m *Machine) error      { return m.Expire() }
func (LostInput) send(m *Machine) error        { return m.Lost() }

// Output is an output with its values.
type Output interface{ Name() string }

// The outputs.
type (
	MailOutput struct {
		Text  string `json:"text"`
		Count int    `json:"count"`
	}
	ChargeOutput struct {
		Amount int `json:"amount"`
	}
	SendOutput struct {
		Parcel int `json:"parcel"`
	}
)

func (MailOutput) Name() string   { return "Mail" }
func (ChargeOutput) Name() string { return "Charge" }
func (SendOutput) Name() string   { return "Send" }

// Kind is the kind of orders.
type Kind struct {
	Stock func(amount int) bool // nil: everything is in stock
}

// Machine returns the name of the machine.
func (Kind) Machine() string { return "Order" }

// Create returns a new order.
func (k Kind) Create(p Params, now time.Time) (*Live, []Output, error) {
	r := &recorder{stock: k.Stock, now: now, due: map[Timer]time.Time{}}
	m, err := New(p, r)
	if err != nil {
		return nil, nil, err
	}
	return &Live{m, r}, r.outputs, nil
}

// Restore returns a stored order.
func (k Kind) Restore(snapshot []byte) (*Live, error) {
	var s struct {
		Machine json.RawMessage
		Due     map[Timer]time.Time
	}
	if err := strict(snapshot, &s); err != nil {
		return nil, err
	}
	if s.Due == nil {
		s.Due = map[Timer]time.Time{}
	}
	r := &recorder{stock: k.Stock, due: s.Due}
	m, err := Restore(s.Machine, r)
	if err != nil {
		return nil, err
	}
	return &Live{m, r}, nil
}

// Apply sends an event.
func (k Kind) Apply(l *Live, in Input, now time.Time) ([]Output, bool, error) {
	return l.step(now, func() error { return in.send(l.Machine) })
}

// Fire sends the event of a timer.
func (k Kind) Fire(l *Live, timer string, now time.Time) ([]Output, bool, error) {
	var t Timer
	if err := t.UnmarshalText([]byte(timer)); err != nil {
		return nil, false, err
	}
	return l.step(now, func() error {
		err := l.Machine.Fire(t)
		if err == nil && l.host.due[t].Before(now) {
			delete(l.host.due, t) // not started anew
		}
		return err
	})
}

func (l *Live) step(now time.Time, send func() error) ([]Output, bool, error) {
	l.host.now, l.host.outputs = now, nil
	before, err := l.Machine.MarshalJSON()
	if err != nil {
		return nil, false, err
	}
	if err := send(); err != nil {
		return nil, false, err
	}
	after, err := l.Machine.MarshalJSON()
	return l.host.outputs, bytes.Equal(before, after) && len(l.host.outputs) == 0, err
}

// State returns the texts of the state and the outcome.
func (Kind) State(l *Live) (string, string) {
	if l.Outcome() == OutcomeNone {
		return l.State().String(), ""
	}
	return l.State().String(), l.Outcome().String()
}

// Due returns when the running timers are due.
func (Kind) Due(l *Live) map[string]time.Time {
	due := map[string]time.Time{}
	for t, at := range l.host.due {
		due[t.String()] = at
	}
	return due
}

// EventName returns the name of an event.
func (Kind) EventName(in Input) string { return in.Event().String() }

// TimerEvent returns the event of a timer.
func (Kind) TimerEvent(timer string) (string, bool) {
	event, ok := map[string]string{"Open.Expire": "Expire", "Draft.Remind": "Remind", "Packing.Lost": "Lost"}[timer]
	return event, ok
}

// OutputName returns the name of an output.
func (Kind) OutputName(o Output) string { return o.Name() }

// ReadInput reads an event.
func (Kind) ReadInput(event string, payload []byte) (Input, error) {
	switch event {
	case "Pay":
		return read[PayInput](payload)
	case "Charged":
		return read[ChargedInput](payload)
	case "Declined":
		return read[DeclinedInput](payload)
	case "Pack":
		return read[PackInput](payload)
	case "Note":
		return read[NoteInput](payload)
	case "Cancel":
		return read[CancelInput](payload)
	case "Remind":
		return read[RemindInput](payload)
	case "Expire":
		return read[ExpireInput](payload)
	case "Lost":
		return read[LostInput](payload)
	}
	return nil, fmt.Errorf("order: %q is not an event", event)
}

// ReadOutput reads an output.
func (Kind) ReadOutput(output string, payload []byte) (Output, error) {
	switch output {
	case "Mail":
		return read[MailOutput](payload)
	case "Charge":
		return read[ChargeOutput](payload)
	case "Send":
		return read[SendOutput](payload)
	}
	return nil, fmt.Errorf("order: %q is not an output", output)
}

func read[T any](payload []byte) (v T, err error) {
	err = strict(payload, &v)
	return v, err
}

func strict(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if d.More() {
		return errors.New("order: text after the value")
	}
	return nil
}
