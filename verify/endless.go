package verify

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// forever tells the author of a machine that is not meant to end what to write.
const forever = "; if the machine is meant to run forever, mark the events that may keep arriving with `environment: true`"

// timed adds to the finding of a cycle which timers run during all of it, because proofs do not count on them, and what helps
// if timers make the machine go round.
func timed(d *diag.Diagnostic, m *core.Machine, run *trace.Run, cycle []trace.Step) {
	var through, fire []string
	mark := ""
	for i := range m.Timers {
		timer := &m.Timers[i]
		event := &m.Events[timer.Event]
		name := "`" + event.Name + "` of `" + timer.Owner + "` (after " + source.Delay(m, timer) + ")"
		switch {
		case slices.ContainsFunc(cycle, func(s trace.Step) bool { return m.Transitions[s.Transition].Event == timer.Event }):
			fire = append(fire, name)
			if mark == "" && event.Internal {
				mark = event.Name + ": {internal: true, environment: true}"
			}
		case !slices.ContainsFunc(cycle, func(s trace.Step) bool { return !runsOn(m, i, run.Params, s) }):
			through = append(through, name)
		}
	}
	if len(through)+len(fire) == 0 {
		return
	}
	note := "proofs do not count on time: the event of a timer may come at any moment or never"
	if len(through) > 0 {
		note += "; running during the whole cycle: " + strings.Join(through, ", ")
	}
	if len(fire) > 0 {
		note += "; firing in it: " + strings.Join(fire, ", ")
	}
	d.Note(diag.Span{}, "%s", note)
	if mark != "" {
		d.Helpf("%s; if the timer may fire again and again, declare `%s`: the proof is then that the machine comes to rest each time", counterHelp(m, cycle), mark)
	}
}

// runsOn reports whether a timer runs before a step and is not stopped by it.
func runsOn(m *core.Machine, timer int, params []int64, s trace.Step) bool {
	t, of := &m.Transitions[s.Transition], &m.Timers[timer]
	if !slices.Contains(of.States, t.From) || slices.Contains(m.Stops(t), timer) {
		return false
	}
	if of.Within == nil {
		return true
	}
	v, err := expr.Eval(m.Active(t.From, of.Within), &expr.Env{Params: params, Vars: s.Before})
	return err == nil && v != 0
}
