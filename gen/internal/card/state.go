package card

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// states lists the states.
func states(r *verify.Report) *markdown.Table {
	m := r.Machine
	t := &markdown.Table{}
	t.Head("State", "Meaning and data", "Progress φ")
	for i := range m.States {
		own, leaves := progressAt(r, i)
		t.Row(stateName(m, i), stateMeaning(m, i), tuple(own))
		for _, at := range sites(m, i)[1:] {
			leafRow(m, t, at, tuple(leaves[at.region][at.leaf]))
		}
	}
	return t
}

// transientNote explains the word that stateName writes, if it does.
func transientNote(m *core.Machine) string {
	for i := range m.States {
		if m.Transient(i) {
			return "In a transient state, the machine never waits: it goes on without an event."
		}
	}
	return ""
}

// stateName writes the name of a state with its place in the machine.
func stateName(m *core.Machine, state int) string {
	s := &m.States[state]
	var places []string
	if state == m.Initial {
		places = append(places, "initial")
	}
	if m.Transient(state) {
		places = append(places, "transient")
	}
	if len(s.Composites) > 0 {
		places = append(places, "in "+markdown.Text(strings.Join(s.Composites, " / ")))
	}
	if s.Outcome >= 0 {
		o := &m.Outcomes[s.Outcome]
		places = append(places, "terminal: "+markdown.Text(o.Name))
		if kind := string(o.Kind); kind != "" && kind != o.Name {
			places = append(places, "a "+kind)
		}
	}
	name := markdown.Text(s.Name)
	if len(places) > 0 {
		name += " (" + strings.Join(places, ", ") + ")"
	}
	return name
}

// stateMeaning writes the text of a state, and the variables that exist only in it.
func stateMeaning(m *core.Machine, state int) string {
	var parts []string
	for i := range m.Vars {
		v := &m.Vars[i]
		if v.State != state || v.Implied != core.Declared {
			continue
		}
		part := markdown.Code(v.Name + " " + v.Type.String())
		if r := span(v.Min, v.Max); r != "" {
			part += " " + r
		}
		if v.Doc != "" {
			part += ": " + markdown.Text(v.Doc)
		}
		parts = append(parts, part)
	}
	if text := markdown.Code(m.States[state].Text); text != "" {
		parts = append(parts, "stored as "+text)
	}
	return described(m.States[state].Doc, parts)
}

// progress returns the progress function in a state: declared, synthesized, or nil.
func progress(r *verify.Report, state int) []expr.Expr {
	m := r.Machine
	if m.Rank == 0 && r.Synthesized != nil {
		return r.Synthesized[state]
	}
	return m.States[state].Progress
}

// progressAt returns the progress function in a state, and what each leaf of its regions adds.
func progressAt(r *verify.Report, state int) (own []expr.Expr, leaves [][][]expr.Expr) {
	return source.Divide(r.Machine, state, progress(r, state))
}

// lines writes the lines of a cell.
func lines(parts []string) string { return strings.Join(parts, "<br>") }

// described writes the lines of a cell, after what the spec says of the part, if it does.
func described(doc string, parts []string) string {
	if text := markdown.Text(doc); text != "" {
		parts = append([]string{text}, parts...)
	}
	return lines(parts)
}

// leafRow lists a leaf among the states, with what it adds to progress.
func leafRow(m *core.Machine, t *markdown.Table, at site, progress string) {
	region := &m.States[at.state].Regions[at.region]
	leaf := &region.Leaves[at.leaf]
	var places []string
	if at.leaf == region.Initial {
		places = append(places, "initial")
	}
	if leaf.Final {
		places = append(places, "final")
	}
	around := append(m.States[at.state].Around(at.region), leaf.Composites...)
	places = append(places, "in "+markdown.Text(strings.Join(around, " / ")))
	if progress != "" {
		progress = "+ " + progress
	}
	t.Row(siteName(m, at)+" ("+strings.Join(places, ", ")+")", markdown.Text(leaf.Doc), progress)
}
