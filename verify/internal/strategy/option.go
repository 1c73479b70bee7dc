package strategy

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

const (
	// maxOptions limits the options for one event in a state, and maxDomain the
	// values for one field.
	maxOptions = 64
	maxDomain  = 12
)

// option is an event with its payload and the answers of external guards.
type option struct {
	event   int
	fields  []expr.Expr
	answers []bool
}

// move returns the option as a move with a condition.
func (o *option) move(when expr.Expr) verdict.Move {
	return verdict.Move{When: when, Event: o.event, Fields: o.fields, Answers: o.answers}
}

// of lists the options of a state, environment events included.
func (f *finder) of(state int) []option {
	if list, ok := f.options[state]; ok {
		return list
	}
	if f.options == nil {
		f.options = map[int][]option{}
	}
	m := f.Machine
	var out []option
	for event := range m.Events {
		list := m.On(state, event)
		if !f.comes(state, event) || !m.Awaits(state, event) || !slices.ContainsFunc(list, func(t core.Transition) bool { return t.Effect == core.Take }) {
			continue
		}
		out = append(out, f.ways(state, event)...)
	}
	f.options[state] = out
	return out
}

// served reports whether an event may come as far as child machines are concerned: where one runs, its
// longest run ends before anything else happens.
func (f *finder) served(state, event int) bool {
	m := f.Machine
	for _, i := range m.Running(state) {
		call := &m.Calls[m.Invocations[i].Call]
		if call.Child == nil {
			continue
		}
		if outcome, ok := f.Children[call.Child].Outcome(); !ok || event != call.Results[outcome] {
			return false
		}
	}
	return true
}

// ways lists the ways in which an event can come.
func (f *finder) ways(state, event int) []option {
	m := f.Machine
	list := m.On(state, event)
	// Without an event, other alternatives may apply first, and ask.
	asked := slices.Concat(m.Always(state), list)
	first := option{event: event, fields: make([]expr.Expr, len(m.Events[event].Fields)), answers: make([]bool, len(m.Asks))}
	var choices []part
	for i := range m.Asks {
		s := m.Asks[i].Symbol
		if slices.ContainsFunc(asked, func(t core.Transition) bool { return uses(t.Guard, s) }) {
			first.answers[i] = true
			choices = append(choices, part{s, []expr.Expr{expr.Truth(false)}})
		}
	}
	for i := range m.Events[event].Fields {
		field := &m.Events[event].Fields[i]
		if !field.Type.Scalar() {
			continue
		}
		values := f.domain(state, field.Symbol, list)
		if len(values) == 0 {
			return nil // a type without values
		}
		first.fields[i] = values[0]
		choices = append(choices, part{field.Symbol, values[1:]})
	}
	return vary(first, choices)
}

// part is a part of an option with the values that it can have instead of that of the first
// option.
type part struct {
	symbol *expr.Symbol
	values []expr.Expr
}

// vary returns options that differ from the first one in some choices, those that differ in few first.
func vary(first option, choices []part) []option {
	out := []option{first}
	type varied struct {
		option
		// next is the index of the first choice that may still be varied.
		next int
	}
	for layer := []varied{{first, 0}}; len(layer) > 0; {
		var more []varied
		for _, o := range layer {
			for i := o.next; i < len(choices); i++ {
				for _, x := range choices[i].values {
					if len(out) == maxOptions {
						return out
					}
					next := option{o.event, slices.Clone(o.fields), slices.Clone(o.answers)}
					if s := choices[i].symbol; s.Scope == expr.External {
						next.answers[s.Index] = false
					} else {
						next.fields[s.Index] = x
					}
					out, more = append(out, next), append(more, varied{next, i + 1})
				}
			}
		}
		layer = more
	}
	return out
}

func uses(x expr.Expr, s *expr.Symbol) bool {
	return expr.Uses(x, func(o *expr.Symbol) bool { return o.Scope == s.Scope && o.Index == s.Index })
}

// domain lists values for a field of the payload, over parameters and variables. Only the
// first is listed if nothing reads the field.
func (f *finder) domain(state int, s *expr.Symbol, list []core.Transition) (values []expr.Expr) {
	m := f.Machine
	add := func(x expr.Expr) {
		same := func(y expr.Expr) bool { return expr.Equal(x, y) }
		readable := !expr.Uses(x, func(o *expr.Symbol) bool {
			return o.Scope != expr.Param && (o.Scope != expr.Var || !m.Exists(o.Index, state))
		})
		if len(values) < maxDomain && readable && !slices.ContainsFunc(values, same) {
			values = append(values, x)
		}
	}
	guarded := slices.ContainsFunc(list, func(t core.Transition) bool { return uses(t.Guard, s) })
	stored := slices.ContainsFunc(list, func(t core.Transition) bool {
		return slices.ContainsFunc(t.Updates, func(u core.Update) bool { return uses(u.Value, s) })
	})
	switch s.Type.Kind {
	case expr.Bool:
		add(expr.Truth(false))
		if guarded || stored {
			add(expr.Truth(true))
		}
	case expr.Enumerated:
		for i := range s.Type.Enum.Values {
			if add(&expr.Lit{T: s.Type, Value: int64(i)}); !guarded && !stored {
				break
			}
		}
	case expr.String:
		add(&expr.Text{Value: ""})
		for _, x := range f.compared(s, list) {
			add(x)
		}
		if guarded {
			add(&expr.Text{Value: f.fresh()})
		}
	case expr.Int:
		add(expr.Number(0))
		if guarded {
			for _, x := range f.compared(s, list) {
				add(x)
				add(expr.Simplify(&expr.Binary{Op: expr.Add, X: x, Y: expr.Number(1)}))
				add(expr.Simplify(&expr.Binary{Op: expr.Sub, X: x, Y: expr.Number(1)}))
			}
		}
		if stored {
			add(expr.Number(1))
			for _, x := range f.limits(s, list) {
				add(x)
			}
		}
	}
	return values
}

// compared lists the expressions with which guards compare a field.
func (f *finder) compared(s *expr.Symbol, list []core.Transition) (out []expr.Expr) {
	world := func(o *expr.Symbol) bool { return o.Scope == expr.Field || o.Scope == expr.External }
	for i := range list {
		if list[i].Guard == nil {
			continue
		}
		expr.Walk(list[i].Guard, func(x expr.Expr) {
			b, ok := x.(*expr.Binary)
			if !ok || b.Op < expr.Eq || b.Op > expr.Ge {
				return
			}
			for _, pair := range [][2]expr.Expr{{b.X, b.Y}, {b.Y, b.X}} {
				if uses(pair[0], s) && !expr.Uses(pair[1], world) && pair[1].Type().Kind == s.Type.Kind {
					out = append(out, pair[1])
				}
			}
		})
	}
	return out
}

// limits lists the ends of the ranges of the variables in which a field is stored as it is, and
// the parameters.
func (f *finder) limits(s *expr.Symbol, list []core.Transition) (out []expr.Expr) {
	m := f.Machine
	for i := range list {
		for _, u := range list[i].Updates {
			if ref, ok := u.Value.(*expr.Ref); ok && ref.Symbol.Scope == expr.Field && ref.Symbol.Index == s.Index {
				for _, end := range []expr.Expr{m.Vars[u.Var].Max, m.Vars[u.Var].Min} {
					if end != nil {
						out = append(out, end)
					}
				}
			}
		}
	}
	for i := range m.Params {
		if m.Params[i].Type.Kind == expr.Int {
			out = append(out, &expr.Ref{Symbol: m.Params[i].Symbol})
		}
	}
	return out
}

// fresh returns a string that the spec does not mention. It is the last one of
// [trace.Strings], so that plays can use it.
func (f *finder) fresh() string {
	return f.texts[len(f.texts)-1]
}
