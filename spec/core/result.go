package core

import "slices"

// ResultNames returns the names of the results of a call, as the `on` of an invocation names them, in
// the order of Results: done and error, or the outcomes of the child machine.
func (c *Call) ResultNames() []string {
	if c.Child == nil {
		return []string{"done", "error"}
	}
	var out []string
	for _, o := range c.Child.Outcomes {
		out = append(out, o.Name)
	}
	return out
}

// ResultName returns the name of the result that an event stands for, as the `on` of an invocation
// names it. It is "" for an ordinary event.
func (m *Machine) ResultName(event int) string {
	call := m.Caller(event)
	if call < 0 {
		return ""
	}
	c := &m.Calls[call]
	return c.ResultNames()[slices.Index(c.Results, event)]
}
