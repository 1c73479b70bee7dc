package picture

import "github.com/fsmgen/fsmgen/internal/source"

// invocations adds the calls and child machines to the nodes and blocks of the states that start
// them. Their results are events, so the transitions for these are arrows like all others.
func (d *drawing) invocations() {
	m := d.machine
	for i := range m.Invocations {
		b := d.box(m.Invocations[i].Owner)
		b.Invokes = append(b.Invokes, source.Invocation(m, &m.Invocations[i]))
	}
}
