package fsm

import "time"

// None is in place of what a machine does not have, because its spec has not chosen the face.
type None struct{}

// Step is a transition that a machine has made, as its observers receive it. S and E are its states and events, I its events as
// values, and V its values as a struct.
type Step[S, E Constant, I, V any] struct {
	// From is the state before the transition.
	From S
	// Event is the event that triggered the transition. For a transition without an event, it is the constant that names those.
	Event E
	// Input is the event with its payload, if the machine has the face values. It is nil if only timers raise the event, and for a
	// transition without an event.
	Input I
	// To is the state after the transition.
	To S
	// Before is the values of the machine before the transition, if it has the face columns.
	Before V
	// After is the values of the machine after the transition, if it has the face columns.
	After V
	// Progress is the value of the progress function after the transition, or 0 if the function has several components.
	Progress int
	// Time is the time of the clock after the transition, or zero without a clock.
	Time time.Time
}

// Refusal is an event that a machine has refused, as its observers receive it. The types are those of [Step].
type Refusal[S, E Constant, I any] struct {
	// State is the state of the machine, which has not changed.
	State S
	// Event is the event that was refused.
	Event E
	// Input is the event with its payload, if the machine has the face values. It is nil if there is no value for the event.
	Input I
	// Err is the error that its sender receives.
	Err error
	// Time is the time of the clock after the refusal, or zero without a clock.
	Time time.Time
}

// Observers are the observers of a generated machine. The types are those of [Step]. Machines add to the lists, and never change
// what is in them, so that a list can be kept.
type Observers[S, E Constant, I, V any] struct {
	Steps    []func(Step[S, E, I, V])
	Refusals []func(Refusal[S, E, I])
}

// Observed returns the observers of a machine, to add one. at is the field that has them, or nil.
func Observed[S, E Constant, I, V any](at **Observers[S, E, I, V], mode *Mode) *Observers[S, E, I, V] {
	if *at == nil {
		*at = &Observers[S, E, I, V]{}
	}
	mode.SetObserved(true)
	return *at
}

// Observe adds an observer, which receives each transition from the next step on, however the event is sent. The clock gives the
// time of each step; it may be nil.
//
// Observers are called one after another, in the order in which they were added, when the step is complete: state and variables
// have changed, and the host has been called. So they may read the machine and take a snapshot of it, but an event that they send
// is refused with *[ReentrantError]. An event that is refused, or that the spec ignores, is not a step. A panic in an observer
// propagates to the sender of the event; the step is not undone.
//
// A machine with observers must not be copied.
func (o *Observers[S, E, I, V]) Observe(clock func() time.Time, observer func(Step[S, E, I, V])) {
	o.Steps = append(o.Steps, func(s Step[S, E, I, V]) {
		if clock != nil {
			s.Time = clock()
		}
		observer(s)
	})
}

// ObserveRefusals adds an observer, which receives each event that the machine refuses, from the next one on, except those that are
// refused with *[ReentrantError]. Everything else is as [Observers.Observe] documents.
func (o *Observers[S, E, I, V]) ObserveRefusals(clock func() time.Time, observer func(Refusal[S, E, I])) {
	o.Refusals = append(o.Refusals, func(r Refusal[S, E, I]) {
		if clock != nil {
			r.Time = clock()
		}
		observer(r)
	})
}

// Handle handles an event of a machine with observers. The step has the event, its value, and the values of the machine before it.
// The functions are those of the machine that return its progress and its values, or nil if the step has none. handle sends the
// event without observers. An event that is sent during a step is refused with *[ReentrantError], also where there are none.
func (o *Observers[S, E, I, V]) Handle(mode *Mode, state *S, steps *uint64, step Step[S, E, I, V], progress func() int, values func() V, handle func() error) error {
	if !mode.Observed() {
		return &ReentrantError[S, E]{State: *state, Event: step.Event}
	}
	before, observers := *steps, o.Steps
	step.From = *state
	if err := mode.Direct(handle); err != nil {
		return o.Refuse(mode, Refusal[S, E, I]{State: *state, Event: step.Event, Input: step.Input, Err: err})
	}
	if *steps == before {
		return nil
	}
	step.To = *state
	if progress != nil {
		step.Progress = progress()
	}
	if values != nil {
		step.After = values()
	}
	Tell(mode, observers, step)
	return nil
}

// Refuse tells observers of a refusal, except during a step, and returns its error. There may be none.
func (o *Observers[S, E, I, V]) Refuse(mode *Mode, refusal Refusal[S, E, I]) error {
	if mode.Observed() {
		Tell(mode, o.Refusals, refusal)
	}
	return refusal.Err
}

// Watched is observers of the steps of a run, until it ends. The types are those of [Step].
type Watched[S, E Constant, I, V any] struct {
	at       **Observers[S, E, I, V]
	mode     *Mode
	first, n int
}

// Watch adds observers of the steps of a run, whose clock is [time.Now]. at is as [Observed] documents.
func Watch[S, E Constant, I, V any](at **Observers[S, E, I, V], mode *Mode, added []func(Step[S, E, I, V])) Watched[S, E, I, V] {
	w := Watched[S, E, I, V]{at: at, mode: mode, n: len(added)}
	if w.n > 0 {
		all := Observed(at, mode)
		w.first = len(all.Steps)
		for _, observer := range added {
			all.Observe(time.Now, observer)
		}
	}
	return w
}

// End removes the observers.
func (w Watched[S, E, I, V]) End() {
	if w.n == 0 {
		return
	}
	all := *w.at
	all.Steps = append(all.Steps[:w.first:w.first], all.Steps[w.first+w.n:]...)
	if len(all.Steps)+len(all.Refusals) == 0 {
		*w.at = nil
		w.mode.SetObserved(false)
	}
}

// Tell calls observers in order. The mode says meanwhile that one is running, also if it panics, until the panic has left Tell.
func Tell[T any](mode *Mode, observers []func(T), what T) {
	*mode |= telling
	defer func() { *mode &^= telling }()
	for _, observer := range observers {
		observer(what)
	}
}
