package host

import (
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// Begun returns the timers of a machine that has just begun, or been restored, and has started all timers of
// its state.
func (h *Host) Begun(m oracle.Config) subject.Timing {
	t := subject.Timing{Listed: make([]bool, len(h.spec.Timers)), Due: make([]time.Time, len(h.spec.Timers))}
	for i := range h.spec.Timers {
		if t.Listed[i] = h.oracle.Clocks.Ticks(i, m); t.Listed[i] {
			t.Due[i] = h.Started[i]
		}
	}
	return t
}

// TimingAtEnd returns the timers after a course, whose event the timer fired has raised; -1: none has.
func (h *Host) TimingAtEnd(before subject.Timing, c oracle.Course, fired int) subject.Timing {
	for i, s := range c.Steps {
		by := -1
		if i == c.Early {
			by = fired
		}
		before = h.timingAfter(before, s.To, s.Row, by)
	}
	return before
}

// timingAfter returns the timers after a transition by a row of the table, which the timer fired has
// raised; -1: none has. Timers keep their times unless they stop or start.
func (h *Host) timingAfter(before subject.Timing, next oracle.Config, row, fired int) subject.Timing {
	t := subject.Timing{Listed: slices.Clone(before.Listed), Due: slices.Clone(before.Due)}
	for i := range h.spec.Timers {
		at, starts := h.Started[i]
		switch {
		case !h.oracle.Clocks.Ticks(i, next):
			t.Listed[i], t.Due[i] = false, time.Time{}
		case slices.Contains(h.oracle.Moves[row].Starts, i):
			t.Listed[i], t.Due[i] = starts, at
		case i == fired:
			t.Listed[i], t.Due[i] = false, time.Time{}
		}
	}
	return t
}

// Now implements subject.Hosting: a second goes by from call to call.
func (h *Host) Now() time.Time {
	if h.Told = append(h.Told, oracle.Call{"Now"}); len(h.Told) == h.Silent {
		panic(h.Told[len(h.Told)-1])
	}
	if h.Tries {
		h.look(h.course.From)
	}
	if h.Timeless {
		return time.Time{}
	}
	h.Clock = h.Clock.Add(time.Second)
	return h.Clock
}

// Notes keeps when a timer that starts is due.
func (h *Host) Notes(call oracle.Call) {
	if call.Method() != "StartTimer" || len(h.spec.Timers) == 0 || len(call) != 4 {
		return
	}
	i := slices.IndexFunc(h.spec.Timers, func(t oracle.Timer) bool { return t.Value == call[1] })
	length, ok := call[3].(time.Duration)
	switch {
	case !ok || i < 0: // wrong, as the list of calls shows
	case h.Timeless:
		h.Started[i] = time.Time{}
	default:
		h.Started[i] = h.Clock.Add(length).UTC()
	}
}

// Restarting returns the calls of a host when the timers of a restored machine start again, and the
// timers after that: what remains of those whose times are known, at most their constant length.
func (h *Host) Restarting(m oracle.Config, t subject.Timing) ([]oracle.Call, subject.Timing) {
	var calls []oracle.Call
	t = subject.Timing{Listed: slices.Clone(t.Listed), Due: slices.Clone(t.Due)}
	clock, delay := h.Clock, time.Duration(0)
	now := func() time.Time {
		calls = append(calls, oracle.Call{"Now"})
		clock = clock.Add(time.Second)
		return clock
	}
	for i, timer := range h.spec.Timers {
		if !t.Listed[i] {
			continue
		}
		left, length := t.Due[i].Sub(now()), timer.Lasts(m.Vars, timer.Length)
		if !t.Due[i].IsZero() && (timer.Delay != nil || left <= length) {
			calls = append(calls, oracle.Call{"StartTimer", timer.Value, m.Start(i), left})
			continue
		}
		if timer.Delay != nil {
			delay++
			calls, length = append(calls, timer.Delay(m.Vars)), timer.Lasts(m.Vars, delay)
		}
		t.Due[i] = now().Add(length).UTC()
		calls = append(calls, oracle.Call{"StartTimer", timer.Value, m.Start(i), length})
	}
	return calls, t
}
