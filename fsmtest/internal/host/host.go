package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// Host answers as the current input says, and records what the machine tells it.
type Host struct {
	spec       *oracle.Spec
	oracle     *oracle.Oracle
	subject    *subject.Subject
	Face       any // as the machine has it
	Machine    any // nil until there is one
	course     oracle.Course
	Event      oracle.Input      // whose step the machine makes
	Questions  []oracle.Ask      // that may still come
	Panics     int               // the question that gets no answer, if not 0
	Asked      int               // how many there were in this step
	Reasons    []error           // that it has given in this step
	Told, Want []oracle.Call     // what it is told in this step, and is to be told
	Tells      oracle.Telling    // of which Want has the calls
	Silent     int               // the call that panics, if not 0
	delays     int               // that it has said in this step
	Looks      bool              // it looks at the machine, and sends it events, during the step
	looking    bool              // it does so now
	Clock      time.Time         // what Now has returned last
	Started    map[int]time.Time // when the timers that start in this step are due
	Works      *Works            // that a run makes; nil: there is no run
	Timeless   bool              // Now returns no time
	Tries      bool              // the machine tries a step, for which it asks the time first
	Beside     func(c any) error // has another machine make steps during the next one, and is called once; nil: none does
	Looked     map[StepKind]bool // in which hosts have looked, and found no fault
	Kind       StepKind          // of the step
	Fault      error             // the first fault that it has seen
}

// StepKind tells steps apart which a machine may make in different ways.
type StepKind struct {
	State, Event, Row int    // indices; Row is -1 for an event that is illegal
	Then              string // the steps without an event that follow
	Hears             string // what the host is told in it, and asked for delays
}

// atStart takes the place of a row in the kind of step with which a machine begins.
const atStart = -2

// New returns a host for a machine. It looks at the machine in the first step of each kind that is not among those
// that other hosts have looked at; nil: it is the only one.
func New(s *subject.Subject, looked map[StepKind]bool) *Host {
	if looked == nil {
		looked = map[StepKind]bool{}
	}
	t := &Host{spec: s.Spec, oracle: s.Oracle, subject: s, Kind: StepKind{Row: atStart}, Looked: looked, Clock: time.Now(), Started: map[int]time.Time{}}
	t.Face = s.Machine.Host(t)
	return t
}

// AsFace returns the host as a machine has it; nil: there is none.
func (h *Host) AsFace() any {
	if h == nil {
		return nil
	}
	return h.Face
}

// Copy returns a host in the same step, which records calls separately.
func (h *Host) Copy() *Host {
	t := *h
	t.Questions, t.Started = slices.Clone(h.Questions), map[int]time.Time{}
	t.Face = h.subject.Machine.Host(&t)
	return &t
}

// Begin prepares the host for an event. It reports whether it is the first of
// its kind.
func (h *Host) Begin(m any, e oracle.Input, c oracle.Course) bool {
	h.Machine, h.course, h.Event = m, c, h.oracle.Questions.Heard(c.Rest, e)
	h.Questions = h.oracle.Questions.Of(c.Rest, e)
	h.Told, h.Tells, h.Reasons = nil, h.oracle.Teller.Course(c, e), nil
	h.Want = h.Tells.Calls
	h.delays, h.Started = 0, map[int]time.Time{}
	h.Kind = StepKind{c.Rest.State, e.Event, c.Row, c.Then(), h.Tells.Methods()}
	h.Looks = !h.Looked[h.Kind]
	return h.Looks
}

// End returns the first fault of the step.
func (h *Host) End(fault error) error {
	if h.Fault != nil {
		return h.Fault
	}
	if fault == nil && !slices.EqualFunc(h.Told, h.Want, oracle.Call.Same) {
		return fmt.Errorf("calls of the host are %v, want %v", h.Told, h.Want)
	}
	return fault
}

// look looks at the machine from within a step: it has a certain configuration
// and refuses every event.
func (h *Host) look(want oracle.Config) {
	if !h.Looks || h.Machine == nil || h.Fault != nil {
		return
	}
	h.looking = true
	defer func() { h.looking = false }()
	if err := h.subject.Compare(want, h.Machine); err != nil {
		h.Fault = fmt.Errorf("during the step: %w", err)
		return
	}
	if h.subject.Machine.Restore != nil {
		if text, err := h.subject.Save(h.Machine); err == nil {
			h.Fault = fmt.Errorf("during the step, the snapshot of the machine is %s", text)
			return
		}
	}
	if beside := h.Beside; beside != nil {
		h.Beside = nil
		if err := beside(want.Vars); err != nil {
			h.Fault = fmt.Errorf("another machine, during the step: %w", err)
			return
		}
	}
	before := h.subject.Clone(h.Machine)
	var last error
	said := ""
	refused := func(how string, event int, err error) {
		if last != nil && last.Error() != said && h.Fault == nil {
			h.Fault = fmt.Errorf("the text of an error changed from %q to %q", said, last)
		}
		if last = err; err != nil {
			said = err.Error()
		}
		reentrant := mirror.ErrorLike(err, h.subject.Machine.Errors.Reentrant)
		switch {
		case h.Fault != nil:
		case reentrant == nil:
			h.Fault = fmt.Errorf("%s during the step: error is %v, want %T", how, err, h.subject.Machine.Errors.Reentrant)
		case !h.subject.IsAbout(reentrant, want.State, event):
			h.Fault = fmt.Errorf("%s during the step: error is about %v", how, reentrant)
		case !h.subject.SameMachine(h.Machine, before):
			h.Fault = fmt.Errorf("%s during the step changed the machine from %+v to %+v", how, before, h.Machine)
		}
	}
	m := h.subject.Direct(h.Machine)
	for i, event := range h.spec.Events {
		if event.Internal {
			continue
		}
		refused(event.Name, i, h.subject.Send(m, oracle.Input{Event: i}, oracle.Nowhere()))
		if h.subject.Machine.Send != "" {
			refused(event.Name+" as a value", i, m.AsValue(reflect.ValueOf(event.Value)))
		}
	}
	for i, t := range h.spec.Timers {
		refused("timer "+t.Name, h.oracle.Clocks.Timers[i].Event, m.Fire(t.Value, want.Start(i)))
	}
}

// Answer implements subject.Hosting.
func (h *Host) Answer(call oracle.Call) bool {
	switch {
	case h.Asked+1 == h.Panics:
		h.Asked++
		panic(call)
	case h.looking:
		h.Fault = cmp.Or(h.Fault, fmt.Errorf("an event during the step calls the guard %v", call))
		return false
	case len(h.Told) != h.Tells.Early && !h.Tries:
		h.Fault = cmp.Or(h.Fault, fmt.Errorf("guard %v is called after the outputs %v", call, h.Told))
	}
	if h.Tries { // with a copy
		h.look(h.course.From)
	} else {
		h.look(h.course.Rest)
	}
	i := slices.IndexFunc(h.Questions, func(a oracle.Ask) bool { return a.Call.Same(call) })
	if i < 0 {
		h.Fault = cmp.Or(h.Fault, fmt.Errorf("guard %v is called, want one of %v", call, h.Questions))
		return false
	}
	yes := h.oracle.Questions.Yes(h.Event.Payload, h.Questions[i].Number)
	h.Questions = slices.Delete(h.Questions, i, i+1)
	h.Asked++
	return yes
}

// Gave implements subject.Hosting.
func (h *Host) Gave(reason error) { h.Reasons = append(h.Reasons, reason) }

// Reasoned says what is wrong with the reasons of an error, which are those that the host has given; none without a host.
func (h *Host) Reasoned(err error) error {
	if h == nil {
		return nil
	}
	for _, like := range []error{h.subject.Machine.Errors.Illegal, h.subject.Machine.Errors.Rejected} {
		refusal := mirror.ErrorLike(err, like)
		if refusal == nil {
			continue
		}
		if got := subject.ReasonsOf(refusal); !slices.Equal(got, h.Reasons) {
			return fmt.Errorf("the reasons are %v, want %v", got, h.Reasons)
		}
		for _, r := range h.Reasons {
			if !errors.Is(err, r) || !strings.HasSuffix(err.Error(), h.Reasons[len(h.Reasons)-1].Error()) {
				return fmt.Errorf("the error %v does not wrap %v", err, r)
			}
		}
	}
	return nil
}

// Tell implements subject.Hosting.
func (h *Host) Tell(call oracle.Call) {
	if h.looking {
		h.Fault = cmp.Or(h.Fault, fmt.Errorf("an event during the step calls the output %v", call))
		return
	}
	h.look(h.present())
	h.Notes(call)
	if h.Told = append(h.Told, call); len(h.Told) == h.Silent {
		panic(call)
	}
}

// present returns the configuration of the machine when it calls the host next.
func (h *Host) present() oracle.Config {
	switch n := len(h.Told); {
	case h.Tries: // with a copy
		return h.course.From
	case n < len(h.Tells.After):
		return h.Tells.After[n]
	}
	return h.course.End
}

// Delay implements subject.Hosting.
func (h *Host) Delay() time.Duration {
	h.delays++
	return h.Event.Delay + time.Duration(h.delays)
}

// RunFace returns the host that Run takes.
func (h *Host) RunFace() any {
	if h.subject.Machine.RunHost == nil {
		return h.Face
	}
	return h.subject.Machine.RunHost(h)
}

// FromValues makes a machine of values, with the host, which is not called; nil: without one.
func (h *Host) FromValues(s *subject.Subject, v any) (any, error) {
	told := 0
	if h != nil {
		told = len(h.Told)
	}
	m, err := mirror.Call(s.Machine.FromValues, s.WithHost(h.AsFace(), v)...)
	if h != nil && len(h.Told) > told {
		return nil, fmt.Errorf("FromValues() called the host: %v", h.Told[told:])
	}
	return m, err
}

// In implements subject.Hosting.
func (h *Host) In(ctx context.Context) {
	if ctx == nil {
		h.Fault = cmp.Or(h.Fault, fmt.Errorf("the host receives no context"))
		return
	}
	got, _ := ctx.Value(subject.NumberKey{}).(int)
	canceled := h.Works != nil && h.Machine != nil && h.spec.Events[h.Event.Event].Cancellation
	switch {
	case got != h.subject.Contexts.Now:
		h.Fault = cmp.Or(h.Fault, fmt.Errorf("the host receives the context of call %d, want that of call %d, which makes the step", got, h.subject.Contexts.Now))
	case ctx.Err() != nil && (canceled || ctx.Value(subject.PartKey{}) != nil):
		h.Fault = cmp.Or(h.Fault, fmt.Errorf("the host receives a context that has ended, of a step that Run makes"))
	}
}
