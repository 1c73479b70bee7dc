package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// texts compares two texts of which one may be missing.
func texts(what, old, new string) []Detail {
	if old == new {
		return nil
	}
	return []Detail{{What: what, Old: old, New: new}}
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// written prints an expression as in the spec; nil is "".
func written(e expr.Expr) string {
	if e == nil {
		return ""
	}
	return expr.Print(e, expr.Spec)
}

// machine compares the properties of the machine as a whole.
func (c *comparison) machine() {
	var details []Detail
	var breaks []breach
	if c.old.Spec.Package != c.new.Spec.Package {
		details = append(details, texts("Go package", c.old.Spec.Package, c.new.Spec.Package)...)
		breaks = append(breaks, breach{PackageChanged, "another Go package"})
	}
	if was, is := c.old.Spec.Prefix, c.new.Spec.Prefix; was != is {
		details = append(details, texts("Go prefix", was, is)...)
		breaks = append(breaks, breach{PackageChanged, "the Go prefix has changed"})
	}
	faces := func(m *core.Machine) string {
		if names := m.Faces.Names(); len(names) > 0 {
			return strings.Join(names, ", ")
		}
		return "none"
	}
	details = append(details, texts("faces of the Go code", faces(c.a), faces(c.b))...)
	r, s := c.matching.oldReader(), c.matching.newReader()
	if p, q := r.call(part{state, c.a.Initial, 0})+opens(c.a), s.call(part{state, c.b.Initial, 0})+opens(c.b); p != q {
		was, is := c.a.States[c.a.Initial].Name+opens(c.a), c.b.States[c.b.Initial].Name+opens(c.b)
		details = append(details, texts("initial state", was, is)...)
		breaks = append(breaks, breach{TargetChanged, "initial state: " + was + " → " + is})
	} else {
		begins := texts("raises at the start", raises(c.a, c.a.StartRaises), raises(c.b, c.b.StartRaises))
		if c.matching.oldReader().starting(c.a.Invoked(), c.calls.old) != c.matching.newReader().starting(c.b.Invoked(), c.calls.new) {
			begins = append(begins, texts("starts calls at the start", callTexts(c.a, c.a.Invoked()), callTexts(c.b, c.b.Invoked()))...)
		}
		details, breaks = append(details, begins...), append(breaks, effects(c.matching, begins)...)
	}
	if c.a.Reactive() != c.b.Reactive() {
		details = append(details, texts("reactive", yes(c.a.Reactive()), yes(c.b.Reactive()))...)
	}
	details = append(details, oldNames(c.a.Name, c.a.Was, c.b.Name, c.b.Was)...)
	details = append(details, texts("dropped values", without(c.a.Removed, c.b.Removed, valueNames(c.b)), without(c.b.Removed, c.a.Removed, valueNames(c.a)))...)
	c.record.both("machine", c.a.Name, c.b.Name, details, breaks...)
}

// each calls both for the matched parts of a kind, and one for the parts that only one
// version has, those of the new version first.
func (m *matching) each(k kind, both func(i, j int), one func(a Action, in *core.Machine, i int)) {
	for _, q := range parts(m.b, k) {
		if p, ok := m.toOld[q]; ok {
			both(p.i, q.i)
		} else {
			one(Added, m.b, q.i)
		}
	}
	for _, p := range parts(m.a, k) {
		if _, ok := m.toNew[p]; !ok {
			one(Removed, m.a, p.i)
		}
	}
}

// having returns the details of a part that only one version has, with New set.
func having(pairs ...string) []Detail {
	var list []Detail
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			list = append(list, Detail{What: pairs[i], New: pairs[i+1]})
		}
	}
	return list
}

// typ compares two types.
func (m *matching) typ(old, new expr.Type) []Detail {
	if m.oldReader().typ(old) == m.newReader().typ(new) {
		return nil
	}
	return texts("type", old.String(), new.String())
}

func (c *comparison) enums() {
	c.matching.each(enum, func(i, j int) {
		e, f := c.a.Enums[i], c.b.Enums[j]
		if impliedBy(c.a, e) != core.Declared {
			return
		}
		var details []Detail
		var breaks []breach
		read := func(r reader, n, at int) string { return r.call(part{value, at, n}) }
		old, new := make([]string, len(e.Values)), make([]string, len(f.Values))
		for n := range e.Values {
			old[n] = read(c.matching.oldReader(), n, i)
			q, ok := c.matching.toNew[part{value, i, n}]
			if ok && f.Values[q.j] != e.Values[n] {
				details = append(details, Detail{What: "renamed value", Old: e.Values[n], New: f.Values[q.j]})
			}
			if ok {
				details = append(details, texts("text of value "+f.Values[q.j], valueText(e, n), valueText(f, q.j))...)
				for _, x := range oldNames(e.Values[n], valueWas(e, n), f.Values[q.j], valueWas(f, q.j)) {
					x.What += " of value " + f.Values[q.j]
					details = append(details, x)
				}
			}
		}
		for n := range f.Values {
			new[n] = read(c.matching.newReader(), n, j)
		}
		if !slices.Equal(old, new) {
			details = append(details, texts("values", strings.Join(e.Values, ", "), strings.Join(f.Values, ", "))...)
		}
		details = append(details, texts("Go name", e.Go, f.Go)...)
		c.record.both("enum", e.Name, f.Name, details, breaks...)
	}, func(a Action, m *core.Machine, i int) {
		e := m.Enums[i]
		if impliedBy(m, e) != core.Declared {
			return
		}
		c.record.single(a, m, "enum", e.Name, having("values", strings.Join(e.Values, ", "), "Go name", e.Go))
	})
}
