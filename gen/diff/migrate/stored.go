package migrate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// stored writes the type of what the old version has stored.
func (g *generator) stored() {
	g.file.comment(fmt.Sprintf("%s is what a snapshot of the old version of %s says. The state and values of enums "+
		"are the texts that the old version writes, also if the snapshot has other texts that it reads; values of Go types are JSON.", g.typeStored, g.plan.a.Name))
	g.file.line("type %s struct {", g.typeStored)
	g.file.comment("State is the state: " + listed(stateTexts(g.plan.a)) + ".")
	g.file.line("State string")
	if len(g.plan.a.Params) > 0 {
		g.file.line("Params struct {")
		for i := range g.plan.a.Params {
			g.file.line("%s %s%s", g.old.Fields[i], g.oldType(g.plan.a.Params[i].Type), values(g.plan.a.Params[i].Type))
		}
		g.file.line("}")
	}
	g.fields("Vars", -1)
	for s := range g.plan.a.States {
		if g.hasData(s) {
			g.file.comment("Data of state " + g.plan.a.States[s].Name + ".")
			g.fields(g.dataField(s), s)
		}
	}
	g.file.line("}\n")
}

// fields writes a struct with the variables, or the data of a state.
func (g *generator) fields(name string, state int) {
	first := true
	for i := range g.plan.a.Vars {
		v := &g.plan.a.Vars[i]
		if v.State != state || v.Pending() {
			continue
		}
		if first {
			g.file.line("%s struct {", name)
			first = false
		}
		g.file.line("%s %s%s", g.old.Vars[i].Getter, g.oldType(v.Type), values(v.Type))
	}
	if !first {
		g.file.line("}")
	}
}

// values lists the values of an enum in a comment.
func values(t expr.Type) string {
	if t.Kind != expr.Enumerated {
		return ""
	}
	return " // " + listed(valueTexts(t.Enum))
}

func (g *generator) hasData(state int) bool {
	for i := range g.plan.a.Vars {
		if g.plan.a.Vars[i].State == state && !g.plan.a.Vars[i].Pending() {
			return true
		}
	}
	return false
}

// dataField returns the field with the data of an old state.
func (g *generator) dataField(state int) string {
	return "In" + strings.TrimPrefix(g.old.States[state], g.plan.Old.Spec.Prefix+"State")
}

// field returns the expression for an old value.
func (g *generator) field(s *expr.Symbol) string {
	if s.Scope == expr.Param {
		return "old.Params." + g.old.Fields[s.Index]
	}
	name := g.old.Vars[s.Index].Getter
	if in := g.plan.a.Vars[s.Index].State; in >= 0 {
		return "old." + g.dataField(in) + "." + name
	}
	return "old.Vars." + name
}

// raw returns the expression for the JSON of an old value.
func (g *generator) raw(s *expr.Symbol) string {
	switch {
	case s.Scope == expr.Param:
		return "params[" + strconv.Quote(g.plan.a.Params[s.Index].Name) + "]"
	case g.plan.a.Vars[s.Index].State >= 0:
		return "data[" + strconv.Quote(s.Name) + "]"
	}
	return "vars[" + strconv.Quote(s.Name) + "]"
}
