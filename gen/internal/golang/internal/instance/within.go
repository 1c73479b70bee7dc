package instance

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/decl"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// within emits what tells whether a composite state, or a state inside regions, is active.
func (g printer) within() {
	n := &g.m.Names.Within
	if n.Method == "" {
		return
	}
	if n.Composite != "" {
		g.composites()
	}
	names := []string{"$Machine", g.m.Names.Machine, "$Within", n.Method, "$Place", n.Place, "$State", g.m.Names.State}
	if n.Place == "" {
		g.f.Doc(comment.Wrap(n.Method + " reports whether the current state is inside a composite state."))
		g.f.OnMachine(n.Method).Params(jen.Id("c").Id(n.Composite)).Bool().BlockFunc(g.active)
		return
	}
	g.f.Function(comment.Wrap(n.Place+" is a state of the spec that can be active: a "+g.kinds()+"."), `
type $Place interface{ active(m *$Machine) bool }`, names...)
	g.f.Function(comment.Wrap(n.Method+" reports whether a state is active: it is the current one, around that, or in one of its regions."), `
func (m *$Machine) $Within(p $Place) bool { return p != nil && p.active(m) }`, names...)
	g.f.Line()
	g.f.Function(nil, `
func (s $State) active(m *$Machine) bool { return m.state == s }`, names...)
	g.eachParallel(func(s int) {
		for _, r := range g.m.Core.States[s].Regions {
			is := g.m.Enum(g.m.Core.Vars[r.Var].Type.Enum)
			inside := ""
			if r.Inside != nil {
				inside = " && s != " + is.Values[len(is.Values)-1]
			}
			g.f.Function(nil, `
func (s $Region) active(m *$Machine) bool { return m.state == $Open && m.$field == s$inside }`, append(names,
				"$Region", is.Type, "$Open", g.m.Names.States[s], "$field", g.m.Names.Vars[r.Var].Field, "$inside", inside)...)
		}
	})
	if n.Composite != "" {
		g.f.Func().Params(jen.Id("c").Id(n.Composite)).Id("active").Params(jen.Id("m").Op("*").Id(g.m.Names.Machine)).Bool().BlockFunc(g.active)
	}
}

// kinds lists the types of places.
func (g printer) kinds() string {
	list := []string{"[" + g.m.Names.State + "]"}
	if c := g.m.Names.Within.Composite; c != "" {
		list = append(list, "["+c+"]")
	}
	g.eachParallel(func(s int) {
		for _, r := range g.m.Core.States[s].Regions {
			list = append(list, "["+g.m.Enum(g.m.Core.Vars[r.Var].Type.Enum).Type+"]")
		}
	})
	return comment.Either(list)
}

// composites emits the type of composite states.
func (g printer) composites() {
	n := &g.m.Names.Within
	e := &decl.Enumeration{
		Name:  n.Composite,
		Recv:  "c",
		Doc:   comment.Wrap(n.Composite + " is a composite state, for [" + g.m.Names.Machine + "." + n.Method + "]."),
		Group: "The composite states.",
	}
	for i, name := range source.Composites(g.m.Core) {
		e.Values = append(e.Values, decl.Constant{Name: n.Constants[i], Text: name, Doc: comment.Wrap(n.Constants[i] + " contains " + comment.List(g.contents(name)) + ".")})
	}
	e.Declare(g.f)
	e.String(g.f, "composite state", "the name of the composite state")
}

// contents lists the states inside a composite state that have no states inside.
func (g printer) contents(composite string) (names []string) {
	for _, s := range g.m.Core.States {
		if slices.Contains(s.Composites, composite) {
			names = append(names, s.Name)
		}
		for _, r := range s.Regions {
			for _, leaf := range r.Leaves {
				if slices.Contains(leaf.Composites, composite) {
					names = append(names, leaf.Name)
				}
			}
		}
	}
	return names
}

// active emits the body that tells whether composite state c is active.
func (g printer) active(body *jen.Group) {
	body.Switch(jen.Id("c")).BlockFunc(func(cases *jen.Group) {
		for i, name := range source.Composites(g.m.Core) {
			cases.Case(jen.Id(g.m.Names.Within.Constants[i])).Block(jen.Return(g.inside(name)))
		}
	})
	body.Return(jen.False())
}

// inside writes the condition that the machine is in a composite state.
func (g printer) inside(composite string) *jen.Statement {
	var states []int
	var leaves []string
	for s := range g.m.Core.States {
		if slices.Contains(g.m.Core.States[s].Composites, composite) {
			states = append(states, s)
		}
		for i := range g.m.Core.States[s].Regions {
			w := &core.Within{Region: i}
			for leaf, l := range g.m.Core.States[s].Regions[i].Leaves {
				if slices.Contains(l.Composites, composite) {
					w.Leaves = append(w.Leaves, leaf)
				}
			}
			if w.Leaves != nil {
				leaves = append(leaves, "m.state == "+g.m.Names.States[s]+" && "+code.Active(g.m, s, w).GoString())
			}
		}
	}
	if leaves != nil {
		return jen.Id(strings.Join(leaves, " || "))
	}
	return code.AnyState(g.m, "m.state", states)
}
