package machine

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// GoTypes returns the Go types that the spec names, in its order.
func (m *Machine) GoTypes() []*expr.GoType {
	var out []*expr.GoType
	add := func(t expr.Type) {
		if t.Go != nil {
			out = append(out, t.Go)
		}
	}
	addAll := func(fields []core.Field) {
		for _, f := range fields {
			add(f.Type)
		}
	}
	for _, v := range m.Core.Vars {
		add(v.Type)
	}
	for _, e := range m.Core.Events {
		addAll(e.Fields)
	}
	for _, g := range m.Core.Guards {
		addAll(g.Args)
	}
	for _, o := range m.Core.Outputs {
		addAll(o.Fields)
	}
	for _, d := range m.Core.Delays {
		addAll(d.Args)
	}
	for _, c := range m.Core.Calls {
		addAll(c.Args)
	}
	return out
}
