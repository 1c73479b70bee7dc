package reference

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// node is a state at any level, a region, or the root, which stands for the machine.
type node struct {
	index    int
	name     string
	parent   *node
	children []*node
	// state is nil for the root.
	state    *syntax.State
	parallel bool
	// outcome is the name of the outcome of a terminal state, or "".
	outcome string
	on      []syntax.Handler
	ignore  []syntax.Text
	// timers, invocations, and data are indices into the lists of the machine.
	timers, invocations, data []int
}

// grow makes the nodes of a list of states.
func (m *Machine) grow(parent *node, states []*syntax.State) error {
	for _, s := range states {
		n := &node{
			index: len(m.nodes), name: s.Name.Value, parent: parent, state: s,
			parallel: s.Parallel.Given(), on: s.On, ignore: s.Ignore,
		}
		if m.byName[n.name] != nil {
			return fmt.Errorf("two states are named %s", n.name)
		}
		m.nodes = append(m.nodes, n)
		m.byName[n.name] = n
		parent.children = append(parent.children, n)
		if err := m.grow(n, s.States); err != nil {
			return err
		}
	}
	return nil
}

// find returns the state of a name.
func (m *Machine) find(name syntax.Text) (*node, error) {
	if n := m.byName[name.Value]; n != nil {
		return n, nil
	}
	return nil, fmt.Errorf("unknown state %q at %v", name.Value, name.Span)
}

// path returns a node and what is around it, innermost first, with the root.
func (n *node) path() (list []*node) {
	for ; n != nil; n = n.parent {
		list = append(list, n)
	}
	return list
}

// Around returns the names of a state and of those around it, innermost first.
func (m *Machine) Around(state string) (names []string) {
	for n := m.byName[state]; n != nil && n != m.root; n = n.parent {
		names = append(names, n.name)
	}
	return names
}

// inside reports whether n is a state inside outer, at any depth.
func (n *node) inside(outer *node) bool {
	for n = n.parent; n != nil; n = n.parent {
		if n == outer {
			return true
		}
	}
	return false
}

// composite reports whether a node has states inside that are not regions.
func (n *node) composite() bool { return len(n.children) > 0 && !n.parallel }

// domain returns the innermost state that a transition does not leave: the first one around both its source and its
// target. Regions of one state do not contain each other, so a transition from one to another leaves their state.
func domain(source, target *node) *node {
	to := target.path()
	below := source
	for d := source.parent; d != nil; below, d = d, d.parent {
		i := slices.Index(to, d)
		if i <= 0 { // not around the target
			continue
		}
		if !d.parallel || to[i-1] == below {
			return d
		}
	}
	return nil
}
