package instance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/prose"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// getter emits a method that returns one value.
func (g printer) getter(name, predicate string, typ jen.Code, value string) {
	g.f.Doc(comment.Wrap(name + " " + predicate + "."))
	g.f.OnMachine(name).Params().Add(typ).Block(jen.Return(jen.Id(value)))
}

// can emits the table of the events that each state accepts, results of calls only while these run.
func (g printer) can() {
	where, guards := "state", "guards"
	if g.m.Core.Parallel() {
		where, guards = "state, with what is active in its regions,", "other conditions"
	}
	doc := "Can reports whether the current " + where + " accepts e."
	if g.m.Names.CallSet != "" {
		doc += " It accepts the results of a call while that runs."
	}
	if g.m.Rejects() {
		doc += " It evaluates no " + guards + ": the machine may still reject the event for its values."
	}
	g.f.Doc(comment.Wrap(doc))
	g.f.OnMachine("Can").Params(jen.Id("e").Id(g.m.Names.Event)).Bool().BlockFunc(func(body *jen.Group) {
		var states []int
		for s := range g.m.Core.States {
			if g.accepts(s) != nil {
				states = append(states, s)
			}
		}
		if len(states) == 1 {
			accepts := g.accepts(states[0])
			if len(g.m.Accepted(states[0])) > 1 {
				accepts = jen.Parens(accepts)
			}
			body.Return(code.AnyState(g.m, "m.state", states).Op("&&").Add(accepts))
			return
		}
		body.Switch(jen.Id("m").Dot("state")).BlockFunc(func(cases *jen.Group) {
			var kinds []string
			alike := map[string][]int{}
			for _, s := range states {
				kind := ""
				for _, e := range g.m.Accepted(s) {
					condition, ever := g.acceptedIf(s, e)
					kind += fmt.Sprintln(e, ever, condition)
				}
				if alike[kind] = append(alike[kind], s); len(alike[kind]) == 1 {
					kinds = append(kinds, kind)
				}
			}
			for _, kind := range kinds {
				cases.CaseFunc(code.States(g.m, alike[kind])).Block(jen.Return(g.accepts(alike[kind][0])))
			}
			cases.Default().Block(jen.Return(jen.False()))
		})
	})
}

// accepts writes the condition that e is one of the events that a state accepts. It is nil if there are none.
func (g printer) accepts(state int) *jen.Statement {
	groups, conditions := map[string][]int{}, []string{""}
	for _, e := range g.m.Accepted(state) {
		condition, ever := g.acceptedIf(state, e)
		if !ever {
			continue
		}
		if groups[condition] = append(groups[condition], e); !slices.Contains(conditions, condition) {
			conditions = append(conditions, condition)
		}
	}
	var out *jen.Statement
	for _, condition := range conditions {
		events := groups[condition]
		if len(events) == 0 {
			continue
		}
		part := code.AnyEvent(g.m, events)
		if condition != "" {
			if len(events) > 1 {
				part = jen.Parens(part)
			}
			part.Op("&&").Id(condition)
		}
		if out == nil {
			out = part
		} else {
			out.Op("||").Line().Add(part)
		}
	}
	return out
}

// acceptedIf writes what has to hold in a state, so that it accepts an event, as operands of &&, or "". ever is false if it never does.
func (g printer) acceptedIf(state, event int) (condition string, ever bool) {
	var parts []string
	if c := g.m.Core.Caller(event); c >= 0 {
		parts = append(parts, "m.calls["+g.m.Names.Calls[c].Const+"] > 0")
	}
	switch active := g.m.AcceptedIf(state, event).(type) {
	case nil:
	case *expr.Lit:
		return "", false
	case *expr.Binary:
		text := code.Expr(g.m, active, "m.params", -1)
		if active.Op == expr.Or {
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	default:
		parts = append(parts, code.Expr(g.m, active, "m.params", -1))
	}
	return strings.Join(parts, " && "), true
}

// printer emits the String method of the machine. It omits state data and opaque values,
// which may be large or secret.
func (g printer) printer() {
	if g.m.Core.Parallel() {
		g.regionPrinter()
		return
	}
	formats, values := g.formats(func(i int) bool { return g.m.Core.Vars[i].State < 0 })
	formats = "%v" + formats
	args := append([]jen.Code{nil, jen.Id("m").Dot("state")}, values...)
	if len(args) == 2 {
		g.f.Doc(comment.Wrap("String returns the name of the current state."))
		g.f.OnMachine("String").Params().String().Block(jen.Return(jen.Id("m.state.String()")))
		return
	}
	args[0] = jen.Lit(formats)
	g.f.Doc(comment.Wrap("String returns the current state and the variables on one line, for logs."))
	g.f.OnMachine("String").Params().String().Block(jen.Return(jen.Qual("fmt", "Sprintf").Call(args...)))
}

// formats returns a format, and its arguments, for those of the variables that String shows.
func (g printer) formats(shown func(int) bool) (format string, args []jen.Code) {
	for i, v := range g.m.Core.Vars {
		if !shown(i) || v.Pending() || !v.Type.Scalar() {
			continue
		}
		format += " " + v.Name + "=" + code.Verb(v.Type)
		args = append(args, jen.Id("m").Dot(g.m.Names.Vars[i].Field))
	}
	return format, args
}

// variable emits the getter of a machine variable.
func (g printer) variable(i int) {
	v, n := &g.m.Core.Vars[i], g.m.Names.Vars[i]
	predicate := "returns the variable " + v.Name
	if r := prose.Range(v.Min, v.Max); r != "" {
		predicate += ", " + r
	}
	g.f.Doc(comment.Describe(n.Getter, "", predicate, v.Doc))
	g.f.OnMachine(n.Getter).Params().Add(code.Type(g.m, v.Type)).Block(jen.Return(jen.Id("m").Dot(n.Field)))
}

// datum emits the getter of a datum and of data with the same name in other states.
// It needs no check of the field, which is zero if the datum does not exist.
func (g printer) datum(i int) {
	v, n := &g.m.Core.Vars[i], g.m.Names.Vars[i]
	shared := g.m.Data().SharedWith(i)
	in := jen.Null()
	for j, w := range shared {
		if j > 0 {
			in.Op("||")
		}
		in.Id("m").Dot("state").Op("==").Id(g.m.Names.States[g.m.Core.Vars[w].State])
	}
	predicate := "returns the datum " + v.Name + ", which exists in " + comment.List(g.m.Data().States(shared)) + "; in any other state the bool is false"
	if r := g.m.Core.RegionOf(i); r != nil {
		g.f.Doc(comment.Describe(n.Getter, "", "returns the active state in the region "+r.Name+" of "+g.m.Core.States[v.State].Name+"; in any other state the bool is false", r.Doc))
		g.f.OnMachine(n.Getter).Params().Params(code.Type(g.m, v.Type), jen.Bool()).Block(jen.Return(jen.Id("m").Dot(n.Field), in))
		return
	}
	g.f.Doc(comment.Describe(n.Getter, "", predicate, g.datumDoc(shared)))
	g.f.OnMachine(n.Getter).Params().Params(code.Type(g.m, v.Type), jen.Bool()).Block(jen.Return(jen.Id("m").Dot(n.Field), in))
}

// datumDoc returns the first documentation among data with the same name.
func (g printer) datumDoc(data []int) string {
	for _, v := range data {
		if doc := g.m.Core.Vars[v].Doc; doc != "" {
			return doc
		}
	}
	return ""
}
