package code

import (
	"go/doc"
	"maps"
	"slices"
	"strconv"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Locals chooses names for the local variables of a method. They do not shadow each other
// or anything that the method uses.
type Locals struct{ taken map[string]bool }

// NewLocals returns the locals of the method of an event, in a file with the given
// import names.
func NewLocals(m *machine.Machine, imports map[string]bool, event int) *Locals {
	_, args := m.Parameters(event)
	l := NewNames(imports, append([]string{"m", m.Names.Context}, args...)...)
	for _, t := range m.GoTypes() {
		for _, p := range t.Parts {
			if p.Path == "" {
				l.taken[p.Name] = true
			}
		}
	}
	return l
}

// NewNames returns the locals of a function that already uses some names, in a file with the given
// import names.
func NewNames(imports map[string]bool, used ...string) *Locals {
	l := &Locals{taken: map[string]bool{}}
	maps.Copy(l.taken, imports)
	for _, name := range used {
		l.taken[name] = true
	}
	return l
}

// Clone returns the locals of a nested block.
func (l *Locals) Clone() *Locals { return &Locals{maps.Clone(l.taken)} }

// Name returns the first candidate that is free, or the last one with a number.
func (l *Locals) Name(candidates ...string) string {
	free := func(name string) bool { return !l.taken[name] && !doc.IsPredeclared(name) }
	name := candidates[len(candidates)-1]
	if i := slices.IndexFunc(candidates, free); i >= 0 {
		name = candidates[i]
	}
	for i, base := 2, name; !free(name); i++ {
		name = base + strconv.Itoa(i)
	}
	l.taken[name] = true
	return name
}
