package course

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/fsmgen/fsmgen/internal/reference"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Input is an event that happens to a machine.
type Input struct {
	// Event is the name of the event, also for a timer that raises it, and for a result.
	Event string
	// Timer is "Owner.Event" for a timer that expires, and Call is "Owner.call" for a result; otherwise "".
	Timer, Call string
	// Result is what ends the call: done or error, or an outcome.
	Result string
	// Stale marks a timer that does not run: it has been stopped, has expired, or was never started.
	Stale bool
	// Fields is the payload.
	Fields []int64
	// Nonce decides what external guards answer: see [Answer].
	Nonce uint64
}

// String describes the input.
func (in Input) String() string {
	switch {
	case in.Timer != "":
		if in.Stale {
			return "late @" + in.Timer
		}
		return "@" + in.Timer
	case in.Call != "":
		return fmt.Sprintf("#%s:%s%v", in.Call, in.Event, in.Fields)
	}
	return fmt.Sprintf("%s%v", in.Event, in.Fields)
}

// Answer is what the program answers to an external guard.
func Answer(nonce uint64, guard string, args ...int64) bool {
	h := fnv.New64a()
	fmt.Fprint(h, nonce, guard, args)
	return h.Sum64()>>7&1 == 1
}

// Course is a run: a start, and some events.
type Course struct {
	Params []int64
	Inputs []Input
	// Seen is what is seen of the start, and then of each input.
	Seen []Seen
	// Err is why the run ends before its length: [reference.ErrEndless], or an error of expr.Eval; it happens for the last
	// input, or for the start, of which nothing is seen. It is nil if the machine has ended or the run is long enough.
	Err error
}

// New makes a random course of a machine, with at most n events.
func New(m *reference.Machine, r *rand.Rand, n int) (c Course, err error) {
	for range m.Params() {
		c.Params = append(c.Params, r.Int64N(4))
	}
	run, result, err := m.Start(c.Params)
	for {
		if errors.Is(err, reference.ErrEndless) || errors.Is(err, expr.ErrOverflow) || errors.Is(err, expr.ErrDivide) {
			c.Err = err
			return c, nil
		}
		if err != nil {
			return c, err
		}
		c.Seen = append(c.Seen, see(m, run, result))
		if len(c.Inputs) == n || run.Outcome() != "" {
			return c, nil
		}
		in := next(m, run, r)
		c.Inputs = append(c.Inputs, in.Input)
		answers := func(guard string, args []int64) bool { return Answer(in.Nonce, guard, args...) }
		switch {
		case in.Timer != "":
			result, err = run.Fire(in.owner, in.Event, answers)
			if in.Stale && errors.Is(err, reference.ErrNotRunning) {
				err = nil
			}
		case in.Call != "":
			result, err = run.Result(in.owner, in.call, in.Result, in.Fields, answers)
		default:
			result, err = run.Send(in.Event, in.Fields, answers)
		}
	}
}

// chosen is an input in the words of the reference.
type chosen struct {
	Input
	owner, call string
}

// next chooses what happens next.
func next(m *reference.Machine, run *reference.Run, r *rand.Rand) (in chosen) {
	in.Nonce = r.Uint64()
	timers, calls := run.Timers(), run.Calls()
	switch k := r.IntN(10); {
	case k == 9:
		all := m.Timers()
		if len(all) == 0 {
			break
		}
		t := all[r.IntN(len(all))]
		in.Timer, in.Event, in.owner = Timer(t.Owner, t.Event), t.Event, t.Owner
		in.Stale = !slices.ContainsFunc(timers, func(u reference.Timer) bool { return u.Owner == t.Owner && u.Event == t.Event })
		return in
	case k < 2 && len(timers) > 0:
		t := timers[r.IntN(len(timers))]
		in.Timer, in.Event, in.owner = Timer(t.Owner, t.Event), t.Event, t.Owner
		return in
	case k < 5 && len(calls) > 0:
		c := calls[r.IntN(len(calls))]
		results := m.Results(c.Owner, c.Call)
		in.Result = results[r.IntN(len(results))]
		in.Call, in.owner, in.call, in.Event = Call(c.Owner, c.Call), c.Owner, c.Call, m.ResultEvent(c.Call, in.Result)
		in.Fields = payload(m, r, in.Event)
		return in
	}
	events := m.Events()
	in.Event = events[r.IntN(len(events))]
	in.Fields = payload(m, r, in.Event)
	return in
}

// payload makes small values for the fields of an event.
func payload(m *reference.Machine, r *rand.Rand, event string) []int64 {
	fields, _ := m.Fields(event)
	out := []int64{}
	for _, f := range fields {
		var v int64
		switch f.Type.Kind {
		case expr.Int:
			v = r.Int64N(6) - 1
		case expr.Bool:
			v = r.Int64N(2)
		case expr.Enumerated:
			v = r.Int64N(int64(len(f.Type.Enum.Values)))
		case expr.String:
			v = m.Intern([]string{"", "a", "b"}[r.IntN(3)])
		}
		out = append(out, v)
	}
	return out
}
