package ident

import "github.com/fsmgen/fsmgen/internal/source"

// Parts has the names of what a run does in states with regions. Except for Views and Of, all are "" if no part of such a state
// waits for an event of the handler.
type Parts struct {
	// Left is the error type for a part that is left, and Call the unexported function that calls the method of a part.
	Left, Call string
	// Views are the unexported types with the values of the machine while it is in a state, "" for those without parts.
	Views []string
	// Slots are the unexported constants for the places of parts, of which one is active at a time: a state, and each of its
	// regions that has parts.
	Slots []string
	// Of are the parts of each state.
	Of [][]Part
}

// Part names the method of the handler for a part of a state, the type that it receives, and that of its result.
type Part struct {
	Method, Type, Reply string
}

// parts allocates the names of what a run does in states with regions.
func (a *allocator) parts(r *Run, prefix string) {
	m, p := a.machine, &r.Parts
	p.Views, p.Of = make([]string, len(m.States)), make([][]Part, len(m.States))
	handler := scope{}
	for i := range m.States {
		if r.Methods[i] != "" {
			handler[r.Methods[i]] = use{"state `" + m.States[i].Name + "`", m.States[i].Span}
		}
	}
	for i, s := range m.States {
		if !waits(m, i) {
			continue
		}
		last := -2
		for _, part := range source.Parts(m, i) {
			if slot := Unexport(prefix+"Run") + export(s.Name, s.Go); part.Region != last {
				if part.Region >= 0 {
					slot += Export(s.Regions[part.Region].Name)
				}
				p.Slots = append(p.Slots, a.scopes.own(slot, ""))
			}
			last = part.Region
			name, span := export(s.Name, s.Go), s.Span
			if part.Region >= 0 {
				leaf := &s.Regions[part.Region].Leaves[part.Leaf]
				name, span = Export(leaf.Name), leaf.Span
			}
			what := "state `" + source.PartName(m, i, part) + "`"
			p.Of[i] = append(p.Of[i], Part{
				Method: a.scopes.take(handler, name, what, span),
				Type:   a.scopes.take(a.scopes.pkg, prefix+"At"+name, "the generated type for the method of "+what, span),
				Reply:  a.scopes.take(a.scopes.pkg, prefix+"ReplyAt"+name, "the generated type for the result of the method of "+what, span),
			})
		}
		if len(p.Of[i]) == 0 {
			continue
		}
		if p.Call == "" {
			p.Left, p.Call = a.scopes.own("StateLeftError", prefix), a.scopes.ownPrivate("RunPart", prefix)
			a.private["parts"], a.private["entered"] = true, true
		}
		p.Views[i] = a.scopes.own(Unexport(prefix+"At")+export(s.Name, s.Go)+"View", "")
	}
}
