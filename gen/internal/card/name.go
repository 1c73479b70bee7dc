package card

import (
	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
)

// names lists the names that the spec declares for the generated code.
func names(m *core.Machine) *markdown.Table {
	t := &markdown.Table{}
	t.Head("Part", "Name", "Go name")
	row := func(part, name, goName string) {
		if goName != "" {
			t.Row(part, markdown.Code(name), markdown.Code(goName))
		}
	}
	for i := range m.Params {
		row("parameter", m.Params[i].Name, m.Params[i].Go)
	}
	for i := range m.Vars {
		v := &m.Vars[i]
		if v.State >= 0 {
			row("data of "+markdown.Text(m.States[v.State].Name), v.Name, v.Go)
		} else {
			row("variable", v.Name, v.Go)
		}
	}
	for _, e := range m.Enums {
		row("type", e.Name, e.Go)
	}
	for i := range m.Guards {
		row("guard", m.Guards[i].Name, m.Guards[i].Go)
	}
	for i := range m.Delays {
		row("delay", m.Delays[i].Name, m.Delays[i].Go)
	}
	for i := range m.States {
		row("state", m.States[i].Name, m.States[i].Go)
	}
	for i := range m.Events {
		row("event", m.Events[i].Name, m.Events[i].Go)
	}
	for i := range m.Calls {
		row("call", m.Calls[i].Name, m.Calls[i].Go)
	}
	for i := range m.Outputs {
		row("output", m.Outputs[i].Name, m.Outputs[i].Go)
	}
	return t
}
