package tree

import (
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
)

// Build adds to the machine its states, with their data and outcomes, and the variables of regions.
func Build(in pass.Input, decls *decl.Declarations) *Tree {
	l := &Tree{
		file: in.File, machine: in.Machine, names: in.Names, diags: in.Diags, decls: decls,
		Nodes: map[string]*Node{}, Data: map[int][]int{}, oldComposites: map[string][]string{},
	}
	l.collectStates()
	l.outcomes()
	l.declareData()
	l.declareRegions()
	l.oldStates()
	return l
}

// declareData declares the data of each state and finds the initial one.
func (l *Tree) declareData() {
	m := l.machine
	for _, n := range l.Plain {
		seen := map[string]diag.Span{}
		for _, d := range n.Decl.Data {
			l.names.Check(d.Name, "datum")
			if !l.names.Unique(seen, d.Name, "datum") {
				continue
			}
			if other, ok := l.names.Known[d.Name.Value]; ok {
				l.diags.Errorf(diag.CodeDuplicate, d.Name.Span, "datum `%s` of state `%s` has the same name as %s", diag.Clip(d.Name.Value), diag.Clip(n.Decl.Name.Value), other.What).
					Note(other.Span, "first declared here").Helpf("rename one of them")
				continue
			}
			l.Data[n.Index] = append(l.Data[n.Index], len(m.Vars))
			m.Vars = append(m.Vars, l.decls.Variable(d, n.Index))
		}
	}
	if !l.file.Initial.Given() {
		return
	}
	initial := l.Target(l.file.Initial)
	if initial == nil {
		return
	}
	l.First = initial
	m.Initial = initial.Place().Index
	for _, i := range l.Data[m.Initial] {
		v := m.Vars[i]
		l.diags.Errorf(diag.CodeUnset, l.file.Initial.Span, "the machine cannot start in state `%s`, because nothing sets its datum `%s`", m.States[m.Initial].Name, v.Name).
			Note(v.Span, "declared here").Helpf("make `%s` a variable with an `init:`, or start in a state without data", v.Name)
	}
}
