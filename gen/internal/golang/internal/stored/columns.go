package stored

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Columns adds the type of the values of a machine, what makes a machine of them, and the texts of constants.
func Columns(f *file.File, m *machine.Machine) {
	g := printer{f, m}
	g.valuesType()
	g.values()
	g.fromValues()
	g.texts()
}

// columns returns the variables and data, those that share a field only once.
func (g printer) columns() (vars []int) {
	for i, v := range g.m.Core.Vars {
		if v.State < 0 || g.m.Data().SharedWith(i)[0] == i {
			vars = append(vars, i)
		}
	}
	return vars
}

// owned reports whether a variable of the machine is a datum of states.
func owned(v core.Var) bool { return v.State >= 0 }

// valuesType emits the type of the values of a machine.
func (g printer) valuesType() {
	n := g.m.Names
	doc := n.Columns.Values + " are the values of a machine, for the columns of a table."
	if slices.ContainsFunc(g.m.Core.Vars, owned) {
		doc += " Data are zero in states that do not have them."
	}
	g.f.Doc(comment.Wrap(doc))
	g.f.Type().Id(n.Columns.Values).StructFunc(func(fields *jen.Group) {
		add := func(name, predicate string, typ jen.Code) {
			for _, c := range comment.Lines(comment.Wrap(name + " " + predicate + ".")) {
				fields.Add(c)
			}
			fields.Id(name).Add(typ)
		}
		add("Params", "are the parameters", jen.Id(n.Params))
		add("State", "is the current state", jen.Id(n.State))
		for _, i := range g.columns() {
			v := g.m.Core.Vars[i]
			predicate := "is the variable " + v.Name
			if v.State >= 0 {
				predicate = "is the datum " + v.Name + " of " + comment.List(g.m.Data().States(g.m.Data().SharedWith(i)))
			}
			add(n.Vars[i].Getter, predicate, code.Type(g.m, v.Type))
		}
		if n.CallSet != "" {
			add("Calls", "are how often each call has started: negative if it does not run now, and 0 if it has never started", jen.Index(jen.Lit(len(g.m.Core.Calls))).Int())
		}
		if n.TimerSet != "" {
			add("Starts", "are how often each timer has been started", jen.Index(jen.Lit(len(g.m.Core.Timers))).Int())
			each := func() *jen.Statement { return jen.Index(jen.Lit(len(g.m.Core.Timers))) }
			add("Due", "is when each timer is due, as ["+n.Machine+".Due] returns it: zero if it does not run, or if that is unknown", each().Qual("time", "Time"))
			if g.m.Outlasted() {
				add("Expired", "is true for timers whose event has been handled without stopping them, so that ["+n.Machine+".Timers] does not list them", each().Bool())
			}
		}
	})
}

// values emits the method that returns the values of a machine.
func (g printer) values() {
	n := g.m.Names
	doc := "Values returns the values of the machine, from which [" + n.Columns.FromValues + "] makes an equal machine."
	if n.Host != "" {
		doc += " Do not store them while a method of the host runs, or after one has panicked: the step is not complete."
	}
	g.f.Doc(comment.Wrap(doc))
	g.f.OnMachine("Values").Params().Id(n.Columns.Values).Block(jen.Return(jen.Id(n.Columns.Values).ValuesFunc(func(fields *jen.Group) {
		g.eachField(func(field, value string) { fields.Line().Id(field).Op(":").Id("m").Dot(value) })
		fields.Line()
	})))
}

// eachField calls f for each field of the values, and the field of the machine that has the value.
func (g printer) eachField(f func(field, value string)) {
	n := g.m.Names
	f("Params", "params")
	f("State", "state")
	for _, i := range g.columns() {
		f(n.Vars[i].Getter, n.Vars[i].Field)
	}
	if n.CallSet != "" {
		f("Calls", "calls")
	}
	if n.TimerSet != "" {
		f("Starts", "starts")
		f("Due", "due")
		if g.m.Outlasted() {
			f("Expired", "over")
		}
	}
}
