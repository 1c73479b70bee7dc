package proptest

import (
	"strconv"
	"time"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// isSaid reports whether the program says how long a timer takes.
func (p *subject) isSaid(timer int) bool {
	d := p.m.Timers[timer].Delay
	return d >= 0 && p.names.Delays[d].Method != ""
}

// deaf reports whether an event that a state lists does nothing there.
func (p *subject) deaf(state, event int) bool {
	on := p.m.On(state, event)
	for _, t := range on {
		guard := t.Guard
		if guard != nil {
			guard = plain(guard)
		}
		l, constant := guard.(*expr.Lit)
		if constant && l.Value == 0 {
			continue
		}
		if t.Effect == core.Take {
			return false
		}
		if constant || guard == nil {
			break
		}
	}
	return len(on) > 0
}

// duration writes a length of time in seconds, or else in nanoseconds.
func duration(d time.Duration) string {
	if d%time.Second == 0 {
		return strconv.FormatInt(int64(d/time.Second), 10) + " * time.Second"
	}
	return strconv.FormatInt(int64(d), 10) + " * time.Nanosecond"
}
