package picturetest

import (
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// fields makes fields of names and types in turn.
func (b *builder) fields(list []string) []core.Field {
	var fields []core.Field
	for i := 0; i < len(list); i += 2 {
		t := b.typ(list[i+1])
		fields = append(fields, core.Field{Name: list[i], Type: t, Symbol: &expr.Symbol{Scope: expr.Field, Index: i / 2, Name: list[i], Type: t}})
	}
	return fields
}

// external adds an external guard; args are names and types in turn.
func (b *builder) external(name, doc string, args ...string) {
	b.m.Guards = append(b.m.Guards, core.Guard{Name: name, Doc: doc, External: true, Args: b.fields(args)})
}

// ask adds a call of the last external guard. Expressions refer to it by
// short, which stands for the call as written.
func (b *builder) ask(short, written string, args ...string) {
	s := &expr.Symbol{Scope: expr.External, Index: len(b.m.Asks), Name: written, Type: b.typ("bool")}
	a := core.Ask{Guard: len(b.m.Guards) - 1, Symbol: s}
	for i, f := range b.m.Guards[a.Guard].Args {
		a.Args = append(a.Args, b.parse(args[i], f.Type))
	}
	b.m.Asks = append(b.m.Asks, a)
	b.names[short] = &expr.Ref{Symbol: s}
}

// output adds an output; fields are names and types in turn.
func (b *builder) output(name, doc string, fields ...string) {
	b.m.Outputs = append(b.m.Outputs, core.Output{Name: name, Doc: doc, Fields: b.fields(fields)})
}

func (b *builder) emission(output string, cause core.Cause, state string, values []string) core.Emission {
	o := slices.IndexFunc(b.m.Outputs, func(o core.Output) bool { return o.Name == output })
	e := core.Emission{Output: o, Cause: cause, State: state}
	for i, f := range b.m.Outputs[o].Fields {
		e.Written = append(e.Written, b.parse(values[i], f.Type))
	}
	e.Values = e.Written
	return e
}

// emit gives the last transition an output.
func (b *builder) emit(output string, values ...string) {
	t := &b.m.Transitions[len(b.m.Transitions)-1]
	t.Emits = append(t.Emits, b.emission(output, core.ByTransition, "", values))
}

// entry gives a state or composite state an output of entering it.
func (b *builder) entry(state, output string, values ...string) {
	b.visits = append(b.visits, b.emission(output, core.ByEntry, state, values))
}

// exit gives a state or composite state an output of leaving it.
func (b *builder) exit(state, output string, values ...string) {
	b.visits = append(b.visits, b.emission(output, core.ByExit, state, values))
}

// delay adds a named delay; args are names and types in turn.
func (b *builder) delay(name, doc string, constant time.Duration, args ...string) {
	b.m.Delays = append(b.m.Delays, core.Delay{Name: name, Doc: doc, Constant: constant, Args: b.fields(args)})
}

// after gives a state or composite state a timer: of a constant time or, when
// that is 0, of a named delay.
func (b *builder) after(owner string, constant time.Duration, delay, event string, args ...string) {
	t := core.Timer{Owner: owner, Constant: constant, Delay: -1}
	t.Event = slices.IndexFunc(b.m.Events, func(e core.Event) bool { return e.Name == event })
	if constant == 0 {
		t.Delay = slices.IndexFunc(b.m.Delays, func(d core.Delay) bool { return d.Name == delay })
		for i, f := range b.m.Delays[t.Delay].Args {
			t.Args = append(t.Args, b.parse(args[i], f.Type))
		}
	}
	for s := range b.m.States {
		if slices.Contains(b.around(s), owner) {
			t.States = append(t.States, s)
		}
	}
	b.m.Timers = append(b.m.Timers, t)
}

// environment marks an event.
func (b *builder) environment(event string) {
	e := slices.IndexFunc(b.m.Events, func(e core.Event) bool { return e.Name == event })
	b.m.Events[e].Environment = true
}

// around returns the names of the composite states around a state, outermost first.
func (b *builder) around(state int) []string {
	return append(slices.Clone(b.m.States[state].Composites), b.m.States[state].Name)
}

// visitAll adds the entry and exit outputs to the start and the transitions.
func (b *builder) visitAll() {
	b.m.Start = b.visited(b.around(b.m.Initial), core.ByEntry)
	for i := range b.m.Transitions {
		t := &b.m.Transitions[i]
		if t.Internal {
			continue
		}
		from, to := b.around(t.From), b.around(t.To)
		common := 0
		for common < min(len(from), len(to))-1 && from[common] == to[common] {
			common++
		}
		left := slices.Clone(from[common:])
		slices.Reverse(left)
		entered := b.visited(to[common:], core.ByEntry)
		for j := range entered {
			entered[j].Values = nil
			for _, v := range entered[j].Written {
				entered[j].Values = append(entered[j].Values, expr.Substitute(v, func(s *expr.Symbol) expr.Expr {
					for _, u := range t.Updates {
						if s.Scope == expr.Var && s.Index == u.Var {
							return u.Value
						}
					}
					return nil
				}))
			}
		}
		t.Emits = slices.Concat(b.visited(left, core.ByExit), t.Emits, entered)
		for j, timer := range b.m.Timers {
			if slices.Contains(to[common:], timer.Owner) {
				t.Starts = append(t.Starts, j)
			}
		}
	}
}

func (b *builder) visited(names []string, cause core.Cause) []core.Emission {
	var list []core.Emission
	for _, n := range names {
		for _, e := range b.visits {
			if e.State == n && e.Cause == cause {
				list = append(list, e)
			}
		}
	}
	return list
}
