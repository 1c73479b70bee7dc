package diff

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// matching maps the parts of one machine to the same parts of another one.
type matching struct {
	a, b  *core.Machine // old and new
	toNew map[part]part
	toOld map[part]part
}

// match pairs the parts of two machines: first those with the same name, then those of which one spec says that they had
// the name that the other one gives them, and then similar ones, repeatedly, until it finds no more.
func match(old, new *core.Machine) *matching {
	m := &matching{a: old, b: new, toNew: map[part]part{}, toOld: map[part]part{}}
	for k := range kinds {
		// Data are matched together with their states.
		for _, p := range parts(old, k) {
			for _, q := range parts(new, k) {
				if nameOf(old, p) == nameOf(new, q) && m.candidates(p, q) {
					m.link(p, q)
				}
			}
		}
	}
	for k := range kinds {
		for _, p := range parts(old, k) {
			for _, q := range parts(new, k) {
				if declared(old, p, new, q) && m.candidates(p, q) {
					m.link(p, q)
				}
			}
		}
	}
	for again := true; again; {
		again = m.data()
		again = m.inside() || again
		again = m.alike() || again
	}
	return m
}

func (m *matching) link(p, q part) { m.toNew[p], m.toOld[q] = q, p }

// candidates reports whether two parts could be the same: neither has a match, data belong to the
// same state, transitions without an event have no event that callers send, and both are declared, or implied by the same.
func (m *matching) candidates(p, q part) bool {
	_, known := m.toNew[p]
	_, taken := m.toOld[q]
	if p.kind == event && m.a.Events[p.i].Eventless != m.b.Events[q.i].Eventless {
		return false
	}
	if known || taken || !m.likeImplied(p, q) || p.kind != variable {
		return !known && !taken && m.likeImplied(p, q)
	}
	s, t := m.a.Vars[p.i].State, m.b.Vars[q.i].State
	if s < 0 || t < 0 {
		return s < 0 && t < 0
	}
	return m.same(part{state, s, 0}, part{state, t, 0})
}

// same reports whether a part of the old machine is one of the new.
func (m *matching) same(p, q part) bool {
	r, ok := m.toNew[p]
	return ok && r == q
}

// data matches the state data by name.
func (m *matching) data() (found bool) {
	for _, p := range parts(m.a, variable) {
		for _, q := range parts(m.b, variable) {
			if (nameOf(m.a, p) == nameOf(m.b, q) || declared(m.a, p, m.b, q)) && m.candidates(p, q) {
				m.link(p, q)
				found = true
			}
		}
	}
	return found
}

// valueWas returns the old names of a value of an enum.
func valueWas(e *expr.Enum, i int) []string {
	if e.Was == nil {
		return nil
	}
	return e.Was[i]
}

// valueText returns what is stored for a value of an enum in place of its name, or "".
func valueText(e *expr.Enum, i int) string {
	if e.Text == nil {
		return ""
	}
	return e.Text[i]
}

// declared reports whether one of the specs says that two parts are the same under different names.
func declared(a *core.Machine, p part, b *core.Machine, q part) bool {
	old, new := entryOf(a, p), entryOf(b, q)
	was, is := textOf(a, p), textOf(b, q)
	return was == is || slices.Contains(new.was, was) || slices.Contains(old.was, is) ||
		slices.Contains(new.was, old.name) || slices.Contains(old.was, new.name)
}

// oldReader writes the old machine, with the new names of matched parts.
func (m *matching) oldReader() reader {
	return reader{m.a, func(p part) string {
		if q, ok := m.toNew[p]; ok {
			return key(m.b, q)
		}
		return "old " + key(m.a, p)
	}}
}

// newReader writes the new machine, and marks the parts that the old one lacks.
func (m *matching) newReader() reader {
	return reader{m.b, func(q part) string {
		if _, ok := m.toOld[q]; ok {
			return key(m.b, q)
		}
		return "new " + key(m.b, q)
	}}
}
