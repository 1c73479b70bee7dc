package decl

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/walk"
)

// declareCalls declares the calls of the program, each with the events `done` and `error`.
func (l *Declarations) declareCalls() {
	limited := timeouts(l.file)
	for _, c := range l.file.Calls {
		l.names.Check(c.Name, "call")
		if !l.callable(c.Name) {
			continue
		}
		at := len(l.machine.Calls)
		l.machine.Calls = append(l.machine.Calls, core.Call{
			Name: c.Name.Value, Doc: c.Doc.Value, Args: l.values.fields(c.With, "argument"), Timeout: -1, Go: l.names.GoName(c.Go), Span: c.Name.Span,
		})
		failure := l.types.typeOf(syntax.Text{Value: "error", Span: c.Name.Span})
		l.result(at, "done", "Done", l.values.payload(c.Done))
		l.result(at, "error", "Error", []core.Field{{
			Name: "err", Type: failure, Symbol: &expr.Symbol{Scope: expr.Field, Name: "err", Type: failure}, Span: c.Name.Span,
		}})
		l.timeout(at, limited)
	}
}

// callable reports whether a name is still free for a call or a child machine, and takes it.
func (l *Declarations) callable(name syntax.Text) bool {
	return l.names.Unique(l.calls, name, "call or child machine")
}

// result declares the event that is a result of a call.
func (l *Declarations) result(call int, result, suffix string, fields []core.Field) {
	l.machine.Calls[call].Results = append(l.machine.Calls[call].Results, len(l.machine.Events))
	l.ending(call, result, core.Event{Name: l.machine.Calls[call].Name + suffix, Fields: fields, Result: true})
}

// timeout declares the event of the timers that end a call, if one of its invocations has a timeout.
func (l *Declarations) timeout(call int, limited map[string]bool) {
	c := &l.machine.Calls[call]
	if limited[c.Name] {
		c.Timeout = len(l.machine.Events)
		l.ending(call, "timeout", core.Event{Name: c.Name + "Timeout", Internal: true, Timeout: true})
	}
}

// timeouts returns the names of the calls and child machines of which an invocation has a timeout.
func timeouts(f *syntax.File) map[string]bool {
	limited := map[string]bool{}
	walk.EachState(f.States, func(s *syntax.State) {
		for _, i := range s.Invoke {
			if i.Timeout.Given() {
				limited[i.Call.Value], limited[i.Machine.Value] = true, true
			}
		}
	})
	return limited
}

// Caller returns the index of the call of which an event is a result or the timeout, or -1 if it is another event.
func Caller(m *core.Machine, event int) int {
	if m.Events[event].Timeout {
		return slices.IndexFunc(m.Calls, func(c core.Call) bool { return c.Timeout == event })
	}
	return m.Caller(event)
}

// ending declares an event with which a call ends.
func (l *Declarations) ending(call int, result string, event core.Event) {
	m := l.machine
	c := &m.Calls[call]
	name := event.Name
	switch i, taken := l.events[name]; {
	case taken && m.Events[i].OfCall():
		l.diags.Errorf(diag.CodeDuplicate, c.Span, "the result `%s` of `%s` is named `%s`, like a result of `%s`", result, c.Name, name, m.Calls[Caller(m, i)].Name).
			Note(m.Events[i].Span, "declared here").Helpf("choose another name for one of them")
	case taken:
		l.diags.Errorf(diag.CodeDuplicate, m.Events[i].Span, "event `%s` has the name of the result `%s` of `%s`", name, result, c.Name).
			Note(c.Span, "declared here").Helpf("choose another name for the event")
	}
	l.events[name] = len(m.Events)
	event.Span = c.Span
	m.Events = append(m.Events, event)
}

// ResultNames lists the results of a call as `on` names them, in the order of its events.
func ResultNames(c *core.Call) []string {
	if c.Child == nil {
		return []string{"done", "error"}
	}
	var out []string
	for _, o := range c.Child.Outcomes {
		out = append(out, o.Name)
	}
	return out
}

// oldCalls resolves the old names of calls and child machines, and those of their results.
func (l *Declarations) oldCalls() {
	m := l.machine
	present, old := map[string]diag.Span{}, map[string]diag.Span{}
	listed := map[string][]syntax.Text{}
	for _, c := range l.file.Calls {
		present[c.Name.Value], listed[c.Name.Value] = c.Name.Span, c.Was
	}
	for _, u := range l.file.Uses {
		present[u.Name.Value], listed[u.Name.Value] = u.Name.Span, u.Was
	}
	taken := map[string]bool{}
	for _, e := range m.Events {
		for _, name := range append([]string{e.Name}, e.Was...) {
			taken[name] = true
		}
	}
	for i := range m.Calls {
		c := &m.Calls[i]
		c.Was = l.names.Was("call", listed[c.Name], present, old)
		for _, e := range slices.DeleteFunc(append(slices.Clone(c.Results), c.Timeout), func(e int) bool { return e < 0 }) {
			event := &m.Events[e]
			for _, was := range c.Was {
				if name := was + strings.TrimPrefix(event.Name, c.Name); !taken[name] {
					event.Was, taken[name] = append(event.Was, name), true
				}
			}
		}
	}
}

// Unsure reports whether a name is declared while some child machine could not be used, which has been reported: it may be the
// one that the machine lacks.
func (l *Declarations) Unsure(call string) bool {
	_, declared := l.calls[call]
	return declared && l.unsureOfCalls
}
