package instance

import (
	"slices"

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
	doc := "Can reports whether the current state accepts e."
	if g.m.Names.CallSet != "" {
		doc += " It accepts the results of a call while that runs."
	}
	if g.m.Rejects() {
		doc += " It evaluates no guards: the machine may still reject the event for its values."
	}
	g.f.Doc(comment.Wrap(doc))
	g.f.OnMachine("Can").Params(jen.Id("e").Id(g.m.Names.Event)).Bool().BlockFunc(func(body *jen.Group) {
		body.Switch(jen.Id("m").Dot("state")).BlockFunc(func(cases *jen.Group) {
			for s := range g.m.States {
				if accepted := g.m.Accepted(s); len(accepted) > 0 {
					cases.Case(jen.Id(g.m.Names.States[s])).Block(jen.Return(g.accepts(s, accepted)))
				}
			}
			cases.Default().Block(jen.Return(jen.False()))
		})
	})
}

// accepts writes the condition that e is one of the events that a state accepts.
func (g printer) accepts(state int, accepted []int) *jen.Statement {
	sent := g.m.Sent(state)
	if len(sent) == len(accepted) {
		return code.AnyEvent(g.m, accepted)
	}
	var parts []jen.Code
	if len(sent) > 0 {
		parts = append(parts, code.AnyEvent(g.m, sent))
	}
	for _, c := range g.m.CallsOf(g.m.Running(state)) {
		results := slices.DeleteFunc(slices.Clone(accepted), func(e int) bool { return g.m.Caller(e) != c })
		if len(results) == 0 {
			continue
		}
		condition := code.AnyEvent(g.m, results)
		if len(results) > 1 {
			condition = jen.Parens(condition)
		}
		parts = append(parts, condition.Op("&&").Id("m.calls").Index(jen.Id(g.m.Names.Calls[c].Const)).Op(">").Lit(0))
	}
	out := jen.Add(parts[0])
	for _, p := range parts[1:] {
		out.Op("||").Line().Add(p)
	}
	return out
}

// printer emits the String method of the machine. It omits state data and opaque values,
// which may be large or secret.
func (g printer) printer() {
	if g.m.Parallel() {
		g.regionPrinter()
		return
	}
	formats, values := g.formats(func(i int) bool { return g.m.Vars[i].State < 0 })
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
	for i, v := range g.m.Vars {
		if !shown(i) || v.Pending() || !v.Type.Scalar() {
			continue
		}
		verb := map[expr.Kind]string{expr.Int: "%d", expr.Bool: "%t", expr.Enumerated: "%v", expr.String: "%q"}[v.Type.Kind]
		format += " " + v.Name + "=" + verb
		args = append(args, jen.Id("m").Dot(g.m.Names.Vars[i].Field))
	}
	return format, args
}

// variable emits the getter of a machine variable.
func (g printer) variable(i int) {
	v, n := &g.m.Vars[i], g.m.Names.Vars[i]
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
	v, n := &g.m.Vars[i], g.m.Names.Vars[i]
	shared := g.m.SharedWith(i)
	in := jen.Null()
	for j, w := range shared {
		if j > 0 {
			in.Op("||")
		}
		in.Id("m").Dot("state").Op("==").Id(g.m.Names.States[g.m.Vars[w].State])
	}
	predicate := "returns the datum " + v.Name + ", which exists in " + comment.List(g.m.StatesOf(shared)) + "; in any other state the bool is false"
	if r := g.m.RegionOf(i); r != nil {
		g.f.Doc(comment.Describe(n.Getter, "", "returns the active state in the region "+r.Name+" of "+g.m.States[v.State].Name+"; in any other state the bool is false", r.Doc))
		g.f.OnMachine(n.Getter).Params().Params(code.Type(g.m, v.Type), jen.Bool()).Block(jen.Return(jen.Id("m").Dot(n.Field), in))
		return
	}
	g.f.Doc(comment.Describe(n.Getter, "", predicate, g.datumDoc(shared)))
	g.f.OnMachine(n.Getter).Params().Params(code.Type(g.m, v.Type), jen.Bool()).Block(jen.Return(jen.Id("m").Dot(n.Field), in))
}

// datumDoc returns the first documentation among data with the same name.
func (g printer) datumDoc(data []int) string {
	for _, v := range data {
		if doc := g.m.Vars[v].Doc; doc != "" {
			return doc
		}
	}
	return ""
}
