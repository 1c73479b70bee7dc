// Package oracle runs orders with the interpreter of core machines, which shares no code with generated machines,
// workflows, and Temporal. Tests compare workflows with it.
package oracle

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

// Order is an order that the interpreter runs.
type Order struct {
	m     interp.Machine
	c     interp.Config
	texts []string
	due   map[int]time.Time // the timers that run
	// Done are the outputs so far, such as "mail thanks" and "send 1", and Keys the keys that a workflow gives them.
	Done, Keys []string
	// Revision counts the steps that are not ignored, and Fires the timers.
	Revision int64
	Fires    int
	refuses  func(amount int64) bool // whether the bank does
}

// New returns an order that starts at a time, given the text of the spec. The bank answers each charge at once, and refuses some
// amounts. It panics if something is wrong with the spec.
func New(text []byte, p order.Params, now time.Time, refuses func(amount int64) bool) *Order {
	s, diags := spec.Load("order.fsm.yaml", text)
	if diags.HasErrors() {
		panic(fmt.Sprint(diags))
	}
	o := &Order{texts: []string{""}, due: map[int]time.Time{}, refuses: refuses}
	o.m = interp.Machine{Core: s.Machine, Params: []int64{int64(p.Tries), int64(p.Parcels)}, Intern: o.intern}
	var err error
	if o.c, err = o.m.Initial(); err != nil {
		panic(err)
	}
	for _, timer := range o.m.Core.Begins() {
		o.due[timer] = now.Add(o.m.Core.Timers[timer].Constant)
	}
	return o
}

func (o *Order) intern(text string) int64 {
	i := slices.Index(o.texts, text)
	if i < 0 {
		i = len(o.texts)
		o.texts = append(o.texts, text)
	}
	return int64(i)
}

// State returns the name of the state.
func (o *Order) State() string { return o.m.Core.States[o.c.State].Name }

func (o *Order) event(name string) int {
	return slices.IndexFunc(o.m.Core.Events, func(e core.Event) bool { return e.Name == name })
}

// step makes a step. It reports whether the machine accepts the event, and whether it ignores it.
func (o *Order) step(now time.Time, event int, fields ...int64) (accepted, ignored bool) {
	next, err := o.m.Step(o.c, interp.Input{Event: event, Fields: fields})
	if err != nil {
		panic(err)
	}
	if next.Transition < 0 {
		return false, false
	}
	t := &o.m.Core.Transitions[next.Transition]
	if t.Effect != core.Take {
		return t.Effect == core.Ignore, true
	}
	o.Revision++
	o.c = next.Next
	for _, timer := range next.Stops {
		delete(o.due, timer)
	}
	for _, timer := range next.Starts {
		o.due[timer] = now.Add(o.m.Core.Timers[timer].Constant)
	}
	for i, out := range next.Outputs {
		o.Keys = append(o.Keys, fmt.Sprintf("%d/%d", o.Revision, i))
		switch o.m.Core.Outputs[out.Output].Name {
		case "Mail":
			o.Done = append(o.Done, "mail "+o.texts[out.Values[0]])
		case "Send":
			o.Done = append(o.Done, fmt.Sprint("send ", out.Values[0]))
		}
	}
	for range t.Invokes {
		o.charge(now)
	}
	return true, false
}

// charge is what the bank answers at once: the amount is what the datum of the state says.
func (o *Order) charge(now time.Time) {
	amount := int64(0)
	for i, v := range o.m.Core.Vars {
		if v.Name == "amount" {
			amount = o.c.Vars[i]
		}
	}
	if o.refuses(amount) {
		o.step(now, o.event("chargeError"), 0)
		return
	}
	o.step(now, o.event("chargeDone"), o.intern(fmt.Sprint("paid ", amount)))
}

// Advance fires the timers that are due until a time, in order.
func (o *Order) Advance(until time.Time) {
	for {
		first := -1
		for timer := range o.m.Core.Timers {
			if at, runs := o.due[timer]; runs && !at.After(until) && (first < 0 || at.Before(o.due[first])) {
				first = timer
			}
		}
		if first < 0 {
			return
		}
		at := o.due[first]
		o.Fires++
		delete(o.due, first) // It fires once, also if the machine ignores its event.
		o.step(at, o.m.Core.Timers[first].Event)
	}
}

// Send sends an event, given by its name and its payload. It reports whether the machine accepts it, and whether it ignores it.
func (o *Order) Send(now time.Time, name string, data []byte) (accepted, ignored bool) {
	event := o.event(name)
	var payload map[string]any
	if len(data) > 0 {
		if err := json.Unmarshal(data, &payload); err != nil {
			panic(err)
		}
	}
	var fields []int64
	for _, f := range o.m.Core.Events[event].Fields {
		switch v := payload[f.Name].(type) {
		case float64:
			fields = append(fields, int64(v))
		case string:
			fields = append(fields, o.intern(v))
		default:
			fields = append(fields, 0)
		}
	}
	return o.step(now, event, fields...)
}
