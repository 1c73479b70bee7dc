package course

import (
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/internal/reference"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Timed is a course in which every timer expires when it is due, and no two at the same moment.
type Timed struct {
	Course
	// At is when each input happens, since the start. An event or a result never happens when a timer is due.
	At []time.Duration
	// Promised says for each input that it is an event for which a handler has a method by the documentation.
	Promised []bool
}

// NewTimed makes a random course with at most n inputs, none of which is refused or stale. duration says how long a timer runs.
func NewTimed(m *reference.Machine, r *rand.Rand, n int, duration func(reference.Timer) time.Duration) (c Timed, err error) {
	for range m.Params() {
		c.Params = append(c.Params, r.Int64N(4))
	}
	run, result, err := m.Start(c.Params)
	k := &clock{due: map[string]time.Duration{}, duration: duration}
	for err == nil {
		c.Seen = append(c.Seen, see(m, run, result))
		k.follow(result)
		if len(c.Inputs) == n || run.Outcome() != "" {
			return c, nil
		}
		in, ok := k.next(m, run, r)
		if !ok {
			return c, nil
		}
		promised := in.Timer == "" && in.Call == "" && run.Sendable(in.Event)
		c.Inputs, c.At, c.Promised = append(c.Inputs, in.Input), append(c.At, k.now), append(c.Promised, promised)
		if result, err = happen(run, in); err == nil && in.Timer != "" && result.Verdict == reference.Ignored {
			c.Seen = append(c.Seen, see(m, run, result)) // a driven machine may raise the event again at any later time
			return c, nil
		}
	}
	if errors.Is(err, reference.ErrEndless) || errors.Is(err, expr.ErrOverflow) || errors.Is(err, expr.ErrDivide) {
		if len(c.Seen) > 0 { // what leads there did not happen
			c.Inputs, c.At, c.Promised = c.Inputs[:len(c.Seen)-1], c.At[:len(c.Seen)-1], c.Promised[:len(c.Seen)-1]
		}
		c.Err, err = err, nil
	}
	return c, err
}

// happen lets an input happen to a run.
func happen(run *reference.Run, in chosen) (reference.Result, error) {
	answers := func(guard string, args []int64) bool { return Answer(in.Nonce, guard, args...) }
	switch {
	case in.Timer != "":
		return run.Fire(in.owner, in.Event, answers)
	case in.Call != "":
		return run.Result(in.owner, in.call, in.Result, in.Fields, answers)
	}
	return run.Send(in.Event, in.Fields, answers)
}

// clock knows when timers are due.
type clock struct {
	now      time.Duration
	due      map[string]time.Duration
	duration func(reference.Timer) time.Duration
}

func key(owner, event string) string { return owner + " " + event }

// follow stops and starts the timers of a step.
func (k *clock) follow(result reference.Result) {
	for _, s := range result.Steps {
		for _, t := range s.Stops {
			delete(k.due, key(t.Owner, t.Event))
		}
		for _, t := range s.Starts {
			k.due[key(t.Owner, t.Event)] = k.now + k.duration(t)
		}
	}
}

// next chooses what happens next, and goes on to its time. It is false if nothing can happen, or two timers are due together.
func (k *clock) next(m *reference.Machine, run *reference.Run, r *rand.Rand) (in chosen, ok bool) {
	timers := run.Timers()
	slices.SortStableFunc(timers, func(a, b reference.Timer) int {
		return int(k.due[key(a.Owner, a.Event)] - k.due[key(b.Owner, b.Event)])
	})
	room := time.Minute
	if len(timers) > 0 {
		first := k.due[key(timers[0].Owner, timers[0].Event)]
		if len(timers) > 1 && k.due[key(timers[1].Owner, timers[1].Event)] == first {
			return in, false
		}
		room = first - k.now
	}
	if room > 2*time.Millisecond && (len(timers) == 0 || r.IntN(4) > 0) {
		for range 12 {
			in, ok = k.outside(m, run, r)
			if !ok {
				continue
			}
			k.now += time.Millisecond * time.Duration(1+r.Int64N(min(int64(room/time.Millisecond)-1, 2000)))
			return in, true
		}
	}
	if len(timers) == 0 {
		return in, false
	}
	t := timers[0]
	k.now = k.due[key(t.Owner, t.Event)]
	delete(k.due, key(t.Owner, t.Event))
	in.Nonce, in.Timer, in.Event, in.owner = r.Uint64(), Timer(t.Owner, t.Event), t.Event, t.Owner
	return in, true
}

// outside chooses an event that makes a transition, or the result of a call.
func (k *clock) outside(m *reference.Machine, run *reference.Run, r *rand.Rand) (in chosen, ok bool) {
	in.Nonce = r.Uint64()
	if calls := run.Calls(); len(calls) > 0 && r.IntN(3) == 0 {
		c := calls[r.IntN(len(calls))]
		results := m.Results(c.Owner, c.Call)
		in.Result = results[r.IntN(len(results))]
		in.Call, in.owner, in.call, in.Event = Call(c.Owner, c.Call), c.Owner, c.Call, m.ResultEvent(c.Call, in.Result)
		in.Fields = payload(m, r, in.Event)
		result, err := happen(run.Clone(), in)
		return in, err != nil || result.Verdict == reference.Taken || result.Verdict == reference.Ignored
	}
	events := m.Events()
	in.Event = events[r.IntN(len(events))]
	in.Fields = payload(m, r, in.Event)
	result, err := happen(run.Clone(), in)
	return in, err != nil || result.Verdict == reference.Taken
}
