package edge

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
)

// emitted resolves a value of an output. On the way into or out of a state, one that the event cannot give is not wrong yet: whether the
// event leads there is known only when all transitions are. Until then, a symbol stands for it.
func (l *Edges) emitted(v syntax.Text, want expr.Type, scope scope.State) expr.Expr {
	fields := expr.Payload(v.Value, v.Span)
	if scope.Edge == nil || len(fields) == 0 {
		return l.env.Value(l.names.Parse(v, want, scope), v.Span, scope)
	}
	missing := lack{passage: passage{scope.Edge, scope.Event}}
	for _, f := range fields {
		switch {
		case !l.inPayloads(f.Name):
			l.names.Unknown(syntax.Text{Value: "event." + f.Name, Span: f.Span}, "name", l.payloads())
			return nil
		case missing.field.Name == "" && scope.Lookup("event."+f.Name) == nil:
			missing.field = f
		}
	}
	if missing.field.Name == "" {
		if e := expr.Parse(v.Value, v.Span, want, scope, &missing.faults); e != nil {
			return l.env.Value(e, v.Span, scope)
		}
	}
	s := &expr.Symbol{Scope: expr.Named, Index: -1, Type: want}
	l.lacking[s] = missing
	return &expr.Ref{Symbol: s}
}

// inPayloads reports whether some event has a field of a name.
func (l *Edges) inPayloads(name string) bool {
	return slices.ContainsFunc(l.machine.Events, func(e core.Event) bool {
		return slices.ContainsFunc(e.Fields, func(f core.Field) bool { return f.Name == name })
	})
}

// payloads returns the fields of all events as expressions name them.
func (l *Edges) payloads() (names []string) {
	for _, e := range l.machine.Events {
		for _, f := range e.Fields {
			if name := "event." + f.Name; !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
