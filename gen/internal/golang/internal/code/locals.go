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
	l := &Locals{taken: maps.Clone(imports)}
	l.taken["m"] = true
	_, args := m.Parameters(event)
	for _, a := range args {
		l.taken[a] = true
	}
	for _, t := range m.GoTypes() {
		for _, p := range t.Parts {
			if p.Path == "" {
				l.taken[p.Name] = true
			}
		}
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
