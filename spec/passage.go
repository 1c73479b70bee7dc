package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// lack is why a value of an output on the way into or out of a state is not known for an event that leads there.
type lack struct {
	passage
	// field is the one that the event does not have. It has no name if the event has all fields, and faults says what is wrong with the
	// value then.
	field  expr.FieldName
	faults diag.List
}

// emitted resolves a value of an output. On the way into or out of a state, one that the event cannot give is not wrong yet: whether the
// event leads there is known only when all transitions are. Until then, a symbol stands for it.
func (l *crossing) emitted(v syntax.Text, want expr.Type, scope stateScope) expr.Expr {
	fields := expr.Payload(v.Value, v.Span)
	if scope.edge == nil || len(fields) == 0 {
		return l.value(l.parse(v, want, scope), v.Span, scope)
	}
	missing := lack{passage: passage{scope.edge, scope.event}}
	for _, f := range fields {
		switch {
		case !l.inPayloads(f.Name):
			l.unknown(syntax.Text{Value: "event." + f.Name, Span: f.Span}, "name", l.payloads())
			return nil
		case missing.field.Name == "" && scope.Lookup("event."+f.Name) == nil:
			missing.field = f
		}
	}
	if missing.field.Name == "" {
		if e := expr.Parse(v.Value, v.Span, want, scope, &missing.faults); e != nil {
			return l.value(e, v.Span, scope)
		}
	}
	s := &expr.Symbol{Scope: expr.Named, Index: -1, Type: want}
	l.lacking[s] = missing
	return &expr.Ref{Symbol: s}
}

// inPayloads reports whether some event has a field of a name.
func (l *crossing) inPayloads(name string) bool {
	return slices.ContainsFunc(l.machine.Events, func(e core.Event) bool {
		return slices.ContainsFunc(e.Fields, func(f core.Field) bool { return f.Name == name })
	})
}

// payloads returns the fields of all events as expressions name them.
func (l *crossing) payloads() (names []string) {
	for _, e := range l.machine.Events {
		for _, f := range e.Fields {
			if name := "event." + f.Name; !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// checkPassages reports values of outputs on the way into or out of states that some event which leads there does not give. Of each
// place in the spec, it reports one event.
func (l *flow) checkPassages() {
	if len(l.lacking) == 0 {
		return
	}
	wrong := l.diags.HasErrors() // so that a state may only seem to handle a raised event
	reported := map[diag.Span]bool{}
	look := func(list []core.Emission, at diag.Span) {
		for _, e := range list {
			for _, v := range e.Written {
				ref, ok := v.(*expr.Ref)
				if !ok {
					continue
				}
				lack, ok := l.lacking[ref.Symbol]
				if !ok || wrong && lack.event >= 0 && l.raises[l.machine.Events[lack.event].Name] {
					continue
				}
				if lack.field.Name == "" {
					l.misfit(lack, at)
				} else if !reported[lack.field.Span] {
					reported[lack.field.Span] = true
					l.lacks(lack, e.Cause, at)
				}
			}
		}
	}
	for i := range l.machine.Transitions {
		look(l.machine.Transitions[i].Emits, l.machine.Transitions[i].Span)
	}
	look(l.machine.Start, l.file.Initial.Span)
}

// lacks reports a field that an event which leads into or out of a state does not have. at is the place of the transition.
func (l *flow) lacks(x lack, cause core.Cause, at diag.Span) {
	state, way := x.state.decl.Name.Value, "entered"
	if cause == core.ByExit {
		way = "left"
	}
	how := "when the machine starts"
	if x.event >= 0 {
		e := &l.machine.Events[x.event]
		switch {
		case e.Eventless:
			how = "without an event"
		case len(e.Fields) == 0:
			how = "by event `" + e.Name + "`, which has no payload"
		default:
			how = "by event `" + e.Name + "`, which has no field `" + x.field.Name + "`"
		}
	}
	l.diags.Errorf(diag.CodeUnknown, x.field.Span, "`event.%s` is unknown here: state `%s` is also %s %s", x.field.Name, state, way, how).
		Note(at, "%s here", way).
		Helpf("emit the output in the transitions whose events have the field, or store the value in a variable when it arrives")
}

// misfit reports what is wrong with a value for an event that has all fields of it.
func (l *flow) misfit(x lack, at diag.Span) {
	for _, fault := range x.faults {
		fault.Notes = append(slices.Clip(fault.Notes), diag.Note{Span: at, Message: "this is for event `" + l.machine.Events[x.event].Name + "`"})
		l.diags = append(l.diags, fault)
	}
}

// carried returns what a transition reads in place of a field of the payload: a variable, if a region takes it after the one that has
// handled the event, or nil for the field itself.
func carried(m *core.Machine, t *core.Transition, field *expr.Symbol) expr.Expr {
	if !m.Events[t.Event].Eventless {
		return nil
	}
	for i := range m.Vars {
		v := &m.Vars[i]
		if v.Carries != nil && v.State == t.From && m.Events[v.Carries.Event].Fields[v.Carries.Field].Symbol == field {
			return &expr.Ref{Symbol: v.Symbol}
		}
	}
	return nil
}
