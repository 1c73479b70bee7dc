package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
)

// origin finds the parts of a machine from which its Go names come.
type origin struct{ names *ident.Names }

func newOrigin(m *core.Machine) origin {
	names, _ := ident.Assign(m, "") // loading has reported the clashes
	return origin{names}
}

// place returns the place of the part from which an exported name comes.
func (x *surface) place(name string, added bool) spot {
	if added {
		if p, ok := x.new.part(name); ok {
			return spot{spanOf(x.b, p), false}
		}
		return machineSpot(x.b)
	}
	from := x.old
	if i := slices.Index(from.names.Timers, name); i >= 0 {
		return x.timer(i)
	}
	if s, e, ok := from.choice(name); ok && x.keepsName(part{state, s, 0}) {
		if at, ok := x.moved(func(t *core.Transition) bool { return t.From == s && (e < 0 || t.Event == e) }); ok {
			return at
		}
	}
	if p, ok := from.part(name); ok {
		return x.of(p)
	}
	return machineSpot(x.b)
}

// keepsName reports whether the new version has an old part under the same name.
func (m *matching) keepsName(p part) bool {
	q, ok := m.toNew[p]
	return ok && nameOf(m.a, p) == nameOf(m.b, q)
}

// memberPlace returns the place of the transition that makes a typed state a case of another type.
func (x *surface) memberPlace(sum, member string) spot {
	from := x.old
	s, e, ok := from.choice(sum)
	to := slices.Index(from.names.Typed.In, member)
	if ok && to >= 0 {
		if at, ok := x.moved(func(t *core.Transition) bool { return t.From == s && t.To == to && (e < 0 || t.Event == e) }); ok {
			return at
		}
	}
	return x.place(sum, false)
}

// choice returns the state and the event of a name of typed states: that of a method for an event in a state, or that of a
// type for the successors of a state. The event is -1 for all events.
func (o origin) choice(name string) (state, event int, ok bool) {
	owner, member, isMember := strings.Cut(name, ".")
	typed := &o.names.Typed
	if s := slices.Index(typed.In, owner); s >= 0 && isMember {
		e := slices.IndexFunc(o.names.Events, func(e ident.Event) bool { return e.Method == member })
		return s, e, e >= 0
	}
	if s := slices.Index(typed.After, owner); s >= 0 {
		return s, -1, true
	}
	for at, result := range typed.Results {
		if result == owner {
			return at[0], at[1], true
		}
	}
	return -1, -1, false
}

// part returns the part from which a name comes. That of a member is looked for first.
func (o origin) part(name string) (part, bool) {
	owner, member, isMember := strings.Cut(name, ".")
	if !isMember {
		return o.global(owner)
	}
	n := o.names
	found := func(k kind, i int) (part, bool) { return part{k, i, 0}, i >= 0 }
	switch owner {
	case n.Params:
		return found(param, slices.Index(n.Fields, member))
	case n.Run.Handler:
		return found(state, slices.Index(n.Run.Methods, member))
	case n.GuardSet, n.OutputSet, n.TimerSet, n.Host, n.Run.Host:
		if i := slices.IndexFunc(n.Guards, func(g ident.Guard) bool { return g.Method == member }); i >= 0 {
			return found(guard, i)
		}
		if i := slices.IndexFunc(n.Outputs, func(x ident.Output) bool { return x.Method == member }); i >= 0 {
			return found(output, i)
		}
		return found(delay, slices.IndexFunc(n.Delays, func(d ident.Delay) bool { return d.Method == member }))
	}
	if i := slices.IndexFunc(n.Events, func(e ident.Event) bool { return e.Method == member }); i >= 0 {
		return found(event, i)
	}
	if i := slices.IndexFunc(n.Vars, func(v ident.Var) bool { return v.Getter == member || v.Field == member }); i >= 0 {
		return found(variable, i)
	}
	return o.global(owner)
}

// global returns the part from which a name of the package comes.
func (o origin) global(name string) (part, bool) {
	n := o.names
	for i, e := range n.Enums {
		if j := slices.Index(e.Values, name); j >= 0 {
			return part{value, i, j}, true
		}
		if e.Type == name {
			return part{enum, i, 0}, true
		}
	}
	for _, list := range []struct {
		kind  kind
		names []string
	}{{state, n.States}, {state, n.Typed.In}, {state, n.Typed.After}, {outcome, n.Outcomes}} {
		if i := slices.Index(list.names, name); i >= 0 {
			return part{list.kind, i, 0}, true
		}
	}
	if i := slices.IndexFunc(n.Events, func(e ident.Event) bool { return e.Const == name }); i >= 0 {
		return part{event, i, 0}, true
	}
	if i := slices.IndexFunc(n.Delays, func(d ident.Delay) bool { return d.Const == name }); i >= 0 {
		return part{delay, i, 0}, true
	}
	return part{}, false
}
