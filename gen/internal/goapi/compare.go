package goapi

import "strings"

// Change is a change of one exported name.
type Change struct {
	Kind Kind
	// Name is the name, after that of the type to which it belongs and a dot.
	Name string
	// Old and New are the types as text, without names of parameters. Old is "" for a
	// method that an interface now requires, and New is "" if the name is removed.
	Old, New string
	// OldValue and NewValue are the values of a constant of the same type, or "" if
	// something else has changed.
	OldValue, NewValue string
}

// Removed reports whether the name is removed.
func (c *Change) Removed() bool { return c.New == "" }

// Compare lists the changes that can break code that uses the package, in the order of the
// names. It leaves out what belongs to a type that is removed, and methods that are embedded
// in several types if the method itself is listed.
func Compare(old, new *API) []Change {
	before, after := old.entries(), new.entries()
	next := make(map[string]*entry, len(after))
	for i := range after {
		next[after[i].name] = &after[i]
	}
	removed, known := map[string]bool{}, map[string]bool{}
	for i := range before {
		known[before[i].name] = true
		removed[before[i].name] = next[before[i].name] == nil
	}
	var changes, promoted []Change
	add := func(e *entry, c Change) {
		if e.promoted {
			promoted = append(promoted, c)
		} else {
			changes = append(changes, c)
		}
	}
	for i := range before {
		e := &before[i]
		owner, part := e.split()
		if removed[owner] || e.kind == Member && removed[part] {
			continue
		}
		if c, differs := change(e, next[e.name]); differs {
			add(e, c)
		}
	}
	for i := range after {
		e := &after[i]
		if owner, _ := e.split(); e.kind == Required && !known[e.name] && known[owner] {
			add(e, Change{Kind: Required, Name: e.name, New: e.text})
		}
	}
	return append(changes, unlisted(promoted, changes)...)
}

// change compares two entries of one name. The new one is nil if it is removed.
func change(e, f *entry) (Change, bool) {
	c := Change{Kind: e.kind, Name: e.name, Old: e.text}
	switch {
	case f == nil:
	case f.kind != e.kind:
		c.Old, c.New = string(e.kind), string(f.kind)
	case f.text != e.text:
		c.New = f.text
	case !e.pointer && f.pointer:
		c.Old, c.New = "method of a value", "method of a pointer"
	case f.value != e.value:
		c.New, c.OldValue, c.NewValue = f.text, e.value, f.value
	default:
		return c, false
	}
	return c, true
}

// unlisted returns the changes of promoted methods, except where the list has the same change
// of a method with the same name.
func unlisted(promoted, list []Change) []Change {
	type same struct{ method, old, new string }
	of := func(c *Change) same {
		_, method, _ := strings.Cut(c.Name, ".")
		return same{method, c.Old, c.New}
	}
	listed := map[same]bool{}
	for i := range list {
		listed[of(&list[i])] = true
	}
	var out []Change
	for i := range promoted {
		if !listed[of(&promoted[i])] {
			out = append(out, promoted[i])
		}
	}
	return out
}
