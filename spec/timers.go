package spec

import (
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// delays declares the named durations.
func (l *declarations) delays() {
	seen := map[string]diag.Span{}
	for _, d := range l.file.Delays {
		l.checkName(d.Name, "delay")
		if !l.unique(seen, d.Name, "delay") {
			continue
		}
		delay := core.Delay{Name: d.Name.Value, Doc: d.Doc.Value, Args: l.fields(d.Args, "argument"), Go: l.goName(d.Go), Span: d.Name.Span}
		if d.After.Given() {
			delay.Constant = l.duration(d.After)
		}
		l.machine.Delays = append(l.machine.Delays, delay)
	}
}

// duration parses a constant duration.
func (l *declarations) duration(t syntax.Text) time.Duration {
	d, err := time.ParseDuration(t.Value)
	switch {
	case t.Value == "":
	case err != nil:
		l.diags.Errorf(diag.CodeTimer, t.Span, "`%s` is not a duration", diag.Clip(t.Value)).
			Helpf("write a duration such as 500ms, 1.5s, 2m, or 24h")
	case d <= 0:
		l.diags.Errorf(diag.CodeTimer, t.Span, "the duration `%s` is not positive", diag.Clip(t.Value)).Helpf("the shortest duration is 1ns")
	}
	return d
}

// timing are the timers of the states.
type timing struct {
	*hierarchy
	// started lists the timers that each state starts when it is entered.
	started map[*node][]int
}

// timers declares the timers of all states and composite states. A timer of a
// composite state runs in all states inside it that are not terminal.
func (l *timing) timers() {
	m := l.machine
	for _, name := range l.stateNames() {
		n := l.nodes[name]
		if n == nil {
			continue
		}
		seen := map[string]diag.Span{}
		for _, t := range n.decl.After {
			event := l.event(t.Event.Value)
			switch {
			case event < 0:
				l.unknown(t.Event, "event", l.eventNames())
				continue
			case len(m.Events[event].Fields) > 0:
				l.diags.Errorf(diag.CodeTimer, t.Event.Span, "a timer cannot raise event `%s`, which has a payload", t.Event.Value).
					Note(m.Events[event].Span, "declared here").Helpf("declare an event without fields for the timer")
				continue
			}
			timer := core.Timer{Owner: name, Event: event, Within: n.within(), Delay: -1, Span: t.Delay.Span}
			if !l.length(&timer, n, t.Delay) || !l.once(seen, t.Event, "two timers of the same state raise event `%s`", "the other timer is here") {
				continue
			}
			if timer.Within != nil {
				timer.States = []int{n.place().index}
			}
			for _, p := range l.plain {
				if p.inside(n) && !m.Terminal(p.index) {
					timer.States = append(timer.States, p.index)
				}
			}
			l.started[n] = append(l.started[n], len(m.Timers))
			m.Timers = append(m.Timers, timer)
		}
	}
}

// length resolves the duration of a timer.
func (l *timing) length(t *core.Timer, n *node, text syntax.Text) bool {
	if text.Value != "" && (text.Value[0] < 'A' || text.Value[0] == '.') {
		t.Constant = l.duration(text)
		return t.Constant > 0
	}
	function, args, ok := expr.ParseCall(text.Value, text.Span, delayScope{stateScope{l: l.hierarchy, state: n.place().index, event: -1}}, &l.diags)
	if !ok {
		return false
	}
	t.Delay = slices.IndexFunc(l.machine.Delays, func(d core.Delay) bool { return d.Name == function })
	delay := l.machine.Delays[t.Delay]
	l.used[delay.Span] = true
	t.Constant, t.Args = delay.Constant, args
	return true
}

// delayScope contains the delays as functions, and for their arguments, the names
// of the state.
type delayScope struct{ stateScope }

// Parameters implements [expr.Functions].
func (s delayScope) Parameters(name string) ([]expr.Parameter, bool) {
	for _, d := range s.l.machine.Delays {
		if d.Name == name {
			return parameters(d.Args), true
		}
	}
	return nil, false
}

// All adds the delays.
func (s delayScope) All() []string {
	var out []string
	for _, d := range s.l.machine.Delays {
		out = append(out, d.Name)
	}
	return append(out, s.stateScope.All()...)
}

// checkTimers reports states that do not handle the event of a timer that runs in
// them.
func (l *timing) checkTimers() {
	m := l.machine
	if l.unsureOfTransitions {
		return
	}
	for _, t := range m.Timers {
		for _, s := range t.States {
			if len(m.On(s, t.Event)) > 0 || m.Transient(s) {
				continue
			}
			l.diags.Errorf(diag.CodeTimer, t.Span, "the timer can raise event `%s` in state `%s`, which does not handle it", m.Events[t.Event].Name, m.States[s].Name).
				Note(m.States[s].Span, "declared here").
				Helpf("handle `%s` under `on:`, or list it under `ignore:`", m.Events[t.Event].Name)
			break
		}
	}
}

// timed reports whether a timer that runs in a state raises an event.
func (l *timing) timed(state, event int) bool {
	return slices.ContainsFunc(l.machine.Timers, func(t core.Timer) bool {
		return t.Event == event && slices.Contains(t.States, state)
	})
}

// oldTimers lists the texts that timers had when their states and events had other names. A text that two
// timers could have belongs to the one whose state has the name.
func (l *timing) oldTimers() {
	m := l.machine
	taken := map[string]bool{}
	for i := range m.Timers {
		taken[m.TimerText(i)] = true
	}
	list := func(t *core.Timer, owners ...string) {
		e := &m.Events[t.Event]
		for _, owner := range owners {
			for _, name := range append([]string{e.Name}, e.Was...) {
				if text := owner + "." + name; !taken[text] {
					taken[text] = true
					t.Was = append(t.Was, text)
				}
			}
		}
	}
	for i := range m.Timers {
		list(&m.Timers[i], m.Timers[i].Owner)
	}
	for i := range m.Timers {
		list(&m.Timers[i], l.wasState(m.Timers[i].Owner)...)
	}
}
