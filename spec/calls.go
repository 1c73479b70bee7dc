package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// declareCalls declares the calls of the program, each with the events `done` and `error`.
func (l *declarations) declareCalls() {
	l.calls = map[string]diag.Span{}
	for _, c := range l.file.Calls {
		l.checkName(c.Name, "call")
		if !l.callable(c.Name) {
			continue
		}
		at := len(l.machine.Calls)
		l.machine.Calls = append(l.machine.Calls, core.Call{
			Name: c.Name.Value, Doc: c.Doc.Value, Args: l.fields(c.With, "argument"), Go: l.goName(c.Go), Span: c.Name.Span,
		})
		failure := l.typeOf(syntax.Text{Value: "error", Span: c.Name.Span})
		l.result(at, "done", "Done", l.fields(c.Done, "field"))
		l.result(at, "error", "Error", []core.Field{{
			Name: "err", Type: failure, Symbol: &expr.Symbol{Scope: expr.Field, Name: "err", Type: failure}, Span: c.Name.Span,
		}})
	}
}

// callable reports whether a name is still free for a call or a child machine, and takes it.
func (l *declarations) callable(name syntax.Text) bool {
	return l.unique(l.calls, name, "call or child machine")
}

// result declares the event that is a result of a call.
func (l *declarations) result(call int, result, suffix string, fields []core.Field) {
	m := l.machine
	c := &m.Calls[call]
	name := c.Name + suffix
	switch i, taken := l.events[name]; {
	case taken && m.Events[i].Result:
		l.diags.Errorf(diag.CodeDuplicate, c.Span, "the result `%s` of `%s` is named `%s`, like a result of `%s`", result, c.Name, name, m.Calls[m.Caller(i)].Name).
			Note(m.Events[i].Span, "declared here").Helpf("choose another name for one of them")
	case taken:
		l.diags.Errorf(diag.CodeDuplicate, m.Events[i].Span, "event `%s` has the name of the result `%s` of `%s`", name, result, c.Name).
			Note(c.Span, "declared here").Helpf("choose another name for the event")
	}
	c.Results = append(c.Results, len(m.Events))
	l.events[name] = len(m.Events)
	m.Events = append(m.Events, core.Event{Name: name, Fields: fields, Result: true, Span: c.Span})
}

// checkNoResult reports an `on:` or `ignore:` that lists a result, which belongs to an invocation.
func (l *handling) checkNoResult(event int, at syntax.Text) {
	m := l.machine
	if !m.Events[event].Result {
		return
	}
	c := &m.Calls[m.Caller(event)]
	result := resultNames(c)[slices.Index(c.Results, event)]
	l.diags.Errorf(diag.CodeInvoke, at.Span, "event `%s` is the result `%s` of `%s`, which only its invocation handles", at.Value, result, c.Name).
		Helpf("put the transitions under `invoke:`, as in on: {%s: ...}", result)
	l.unsureOfTransitions = true
}
