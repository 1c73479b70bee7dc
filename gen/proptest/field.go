package proptest

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// nameFields gives the payload fields of all events one name space: fields of
// one name and type share it, others get the name of their event.
func (p *printer) nameFields() {
	types := map[string]expr.Type{}
	p.fields = make([][]string, len(p.m.Events))
	for i, e := range p.m.Events {
		for j, f := range e.Fields {
			name := p.names.Events[i].Args[j]
			if t, taken := types[name]; taken && !t.Same(f.Type) {
				name = ident.Unexport(e.Name) + ident.Export(f.Name)
			}
			for t, taken := types[name]; taken && (!t.Same(f.Type) || slices.Contains(p.fields[i], name)); t, taken = types[name] {
				name += "_"
			}
			types[name] = f.Type
			p.fields[i] = append(p.fields[i], name)
		}
	}
}

// used reports whether a transition looks at a field of an event, or hands it
// to the host.
func (p *printer) used(event, field int) bool {
	return p.decides(event, field) || p.emitted(event, field)
}

// decides reports whether a guard or an update has a field of an event.
func (p *printer) decides(event, field int) bool {
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
