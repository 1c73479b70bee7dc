package card

import "github.com/fsmgen/fsmgen/internal/markdown"

// names lists the names that the spec declares for the generated code.
func (c *card) names() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Part", "Name", "Go name")
	row := func(part, name, goName string) {
		if goName != "" {
			t.Row(part, markdown.Code(name), markdown.Code(goName))
		}
	}
	for i := range c.m.Params {
		row("parameter", c.m.Params[i].Name, c.m.Params[i].Go)
	}
	for i := range c.m.Vars {
		v := &c.m.Vars[i]
		if v.State >= 0 {
			row("data of "+markdown.Text(c.m.States[v.State].Name), v.Name, v.Go)
		} else {
			row("variable", v.Name, v.Go)
		}
	}
	for _, e := range c.m.Enums {
		row("type", e.Name, e.Go)
	}
	for i := range c.m.Guards {
		row("guard", c.m.Guards[i].Name, c.m.Guards[i].Go)
	}
	for i := range c.m.Delays {
		row("delay", c.m.Delays[i].Name, c.m.Delays[i].Go)
	}
	for i := range c.m.States {
		row("state", c.m.States[i].Name, c.m.States[i].Go)
	}
	for i := range c.m.Events {
		row("event", c.m.Events[i].Name, c.m.Events[i].Go)
	}
	for i := range c.m.Outputs {
		row("output", c.m.Outputs[i].Name, c.m.Outputs[i].Go)
	}
	return t
}
