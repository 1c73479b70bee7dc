package scxml

import (
	"maps"
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// define reports rules that read variables which may have no value yet.
func (r lister) define() {
	// loose are the variables without a value at the start, which are not known to have one in a plain state.
	loose := make(map[string]bool)
	for _, v := range r.reader.doc.order {
		if v.begin == nil && v.kind != "" {
			loose[v.id] = true
		}
	}
	if len(loose) == 0 {
		return
	}
	start, _, _ := r.reader.doc.root.descend()
	unset := map[*leaf]map[string]bool{start.leaf: loose}
	for todo := []*leaf{start.leaf}; len(todo) > 0; {
		l := todo[0]
		todo = todo[1:]
		for _, a := range l.within() {
			if a.end == nil || a.end.region != nil {
				continue // a variable that has a value keeps one
			}
			after := maps.Clone(unset[l])
			for _, s := range a.sets {
				delete(after, s.variable)
			}
			for _, n := range r.goals(a) {
				known, seen := unset[n.leaf]
				if !seen {
					known = make(map[string]bool)
					unset[n.leaf] = known
				}
				before := len(known)
				maps.Copy(known, after)
				if !seen || len(known) > before {
					todo = append(todo, n.leaf)
				}
			}
		}
	}
	for _, l := range r.reader.doc.leaves {
		if l.node.region != nil {
			continue // see the state with the regions
		}
		for _, a := range l.within() {
			read := func(name string) {
				if unset[l][name] && r.reader.rough != nil {
					r.reader.rough.dropData(name, "values that it may not have yet")
				} else if unset[l][name] && !r.reader.out.Failed() {
					r.reader.lacks(a.at, "give its <data> an `expr`", "the variable `%s`, which may have no value here,", diag.Clip(name))
				}
			}
			if a.guard != nil {
				a.guard.reads(read)
			}
			for _, s := range a.sets {
				s.value.reads(read)
			}
		}
	}
}

// all lists the rules of a plain state that is reached, in a fixed order.
func (l *leaf) all() (list []rule) {
	if !l.reached {
		return nil
	}
	for _, e := range slices.Sorted(maps.Keys(l.rules)) {
		list = append(list, l.rules[e]...)
	}
	return list
}

// within lists the rules of a plain state, and those inside the regions of a state with regions.
func (l *leaf) within() []rule {
	list := l.all()
	for _, inner := range l.node.regional() {
		list = append(list, inner.all()...)
	}
	return list
}
