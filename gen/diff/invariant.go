package diff

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// invariants compares the invariants as a set. If each version has one more invariant
// for the same state, it counts as changed.
func (pf proofs) invariants() {
	where := func(r reader, i *core.Invariant) string {
		if i.State < 0 {
			return ""
		}
		return r.call(part{state, i.State, 0})
	}
	implied := func(i core.Invariant) bool { return i.Implied } // they say how regions are nested, which the states show
	old, new := slices.DeleteFunc(slices.Clone(pf.c.a.Invariants), implied), slices.DeleteFunc(slices.Clone(pf.c.b.Invariants), implied)
	r, s := pf.c.matching.oldReader(), pf.c.matching.newReader()
	for j := 0; j < len(new); j++ {
		i := slices.IndexFunc(old, func(o core.Invariant) bool {
			return where(r, &o) == where(s, &new[j]) && r.expr(-1, o.Expr) == s.expr(-1, new[j].Expr)
		})
		if i >= 0 {
			old, new = slices.Delete(old, i, i+1), slices.Delete(new, j, j+1)
			j--
		}
	}
	var changes []Change
	place := func(m *core.Machine, i *core.Invariant) string {
		if i.State < 0 {
			return "everywhere:"
		}
		return m.States[i.State].Name
	}
	only := func(list []core.Invariant, at func(*core.Invariant) bool) int {
		found := -1
		for i := range list {
			if at(&list[i]) {
				if found >= 0 {
					return -1
				}
				found = i
			}
		}
		return found
	}
	for j := range new {
		at := where(s, &new[j])
		i := only(old, func(o *core.Invariant) bool { return where(r, o) == at })
		if i < 0 || only(new, func(n *core.Invariant) bool { return where(s, n) == at }) != j {
			changes = append(changes, Change{
				Action: Added, Part: "invariant", from: place(pf.c.b, &new[j]), Name: written(new[j].Expr), span: new[j].Span,
			})
			continue
		}
		rel := pf.c.prover.relate(-1, old[i].Expr, -1, new[j].Expr)
		if rel.equal() {
			pf.c.record.note("invariant rewritten, proved equal: " + written(new[j].Expr) + "; it was " + written(old[i].Expr))
		} else {
			ch := Change{Action: Changed, Part: "invariant", from: place(pf.c.b, &new[j]), Details: texts("holds", written(old[i].Expr), written(new[j].Expr)), span: new[j].Span}
			if rel.atMost {
				ch.Details[0].Note = "proved weaker"
			}
			changes = append(changes, ch)
		}
	}
	for i := range old {
		at := where(r, &old[i])
		j := only(new, func(n *core.Invariant) bool { return where(s, n) == at })
		if j < 0 || only(old, func(o *core.Invariant) bool { return where(r, o) == at }) != i {
			changes = append(changes, Change{Action: Removed, Part: "invariant", from: place(pf.c.a, &old[i]), Name: written(old[i].Expr), span: old[i].Span, gone: true})
		}
	}
	pf.c.record.d.Changes = append(pf.c.record.d.Changes, grouped(changes)...)
}
