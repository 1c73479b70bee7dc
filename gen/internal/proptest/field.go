package proptest

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// nameFields gives the payload fields of all events one name space: fields of
// one name and type share it, others get the name of their event.
func (p *subject) nameFields() {
	type known struct {
		t    expr.Type
		name string // in the spec
	}
	types := map[string]known{"Answers": {}}
	p.fields = make([][]string, len(p.m.Events))
	for i, e := range p.m.Events {
		for _, f := range e.Fields {
			name := ident.Export(f.Name)
			other := func() bool {
				k, taken := types[name]
				return taken && (k.name != f.Name || !k.t.Same(f.Type) || slices.Contains(p.fields[i], name))
			}
			if other() {
				name = ident.Export(e.Name) + name
			}
			for other() {
				name += "_"
			}
			types[name] = known{f.Type, f.Name}
			p.fields[i] = append(p.fields[i], name)
		}
	}
}

// used reports whether a transition looks at a field of an event, or hands it
// to the host.
func (p *subject) used(event, field int) bool {
	return p.decides(event, field) || p.emitted(event, field)
}

// decides reports whether a guard or an update has a field of an event.
func (p *subject) decides(event, field int) bool {
	match := func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Index == field }
	for _, t := range p.m.Transitions {
		if t.Event != event {
			continue
		}
		if expr.Uses(t.Guard, match) {
			return true
		}
		for _, u := range t.Updates {
			if expr.Uses(u.Value, match) {
				return true
			}
		}
	}
	return false
}

// emitted reports whether an output or a question to the host has a field of an
// event among its values.
func (p *subject) emitted(event, field int) bool {
	match := func(x expr.Expr) bool {
		return expr.Uses(x, func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Index == field })
	}
	for _, t := range p.m.Transitions {
		if t.Event != event {
			continue
		}
		for _, a := range questions(&t) {
			if slices.ContainsFunc(p.m.Asks[a].Args, match) {
				return true
			}
		}
		for _, e := range t.Emits {
			if slices.ContainsFunc(e.Values, match) {
				return true
			}
		}
	}
	return false
}

// spoils reports whether there is an enum or a range in a payload that the machine checks.
func (p *subject) spoils() bool {
	for i, e := range p.m.Events {
		for j, f := range e.Fields {
			if f.Type.Kind == expr.Enumerated && p.used(i, j) || f.Outside() != nil {
				return true
			}
		}
	}
	return false
}
