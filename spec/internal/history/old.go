package history

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// oldMemory gives the variable of a memory, and its values, the names that they had when the states had their old names.
func (l *Memories) oldMemory(n *tree.Node, h *memory) {
	m := l.machine
	v := &m.Vars[h.symbol.Index]
	enum := v.Type.Enum
	taken := slices.Clone(m.Removed)
	for i := range m.Vars {
		taken = append(append(taken, m.Vars[i].Name), m.Vars[i].Was...)
	}
	for _, was := range l.tree.WasState(n.Decl.Name.Value) {
		if name := memoryName(was, h.deep); !slices.Contains(taken, name) {
			v.Was, taken = append(v.Was, name), append(taken, name)
		}
	}
	for i, s := range h.states {
		for _, was := range l.tree.WasState(s.Decl.Name.Value) {
			if slices.Contains(enum.Values, was) {
				continue // which is another state now
			}
			if enum.Was == nil {
				enum.Was = make([][]string, len(enum.Values))
			}
			enum.Was[i+1] = append(enum.Was[i+1], was)
		}
	}
}

// memoryName returns the name of the variable that remembers where the machine was inside a state.
func memoryName(state string, deep bool) string {
	name := state + map[bool]string{false: "History", true: "DeepHistory"}[deep]
	return strings.ToLower(name[:1]) + name[1:]
}
