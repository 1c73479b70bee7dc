package columns

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// fromValues emits the function that makes a machine from its values.
func (g printer) fromValues() {
	n := g.m.Names
	name := n.Columns.FromValues
	zero := ""
	if g.hasData() {
		zero = ", and that data of other states are zero"
	}
	doc := name + " returns the machine that has the values. It checks all of them: parameters, the state, enums, ranges and invariants, " +
		"the conditions under which the proofs apply" + zero + ". So the machine keeps to its bound and does not panic, but " +
		name + " cannot tell whether a run reaches it."
	args := []jen.Code{jen.Id("v").Id(n.Columns.Values)}
	if n.Host != "" {
		doc += " The host is not called."
		args = append(args, jen.Id("host").Id(n.Host))
	}
	if n.TimerSet != "" {
		doc += " No timer is running afterward: the program must start those of [" + n.Machine + ".Timers], with the numbers that [" + n.Machine + ".TimerStart] returns. Due times of timers that the state does not have are dropped."
	}
	if n.CallSet != "" {
		doc += " Nor is a call: the program must start those of [" + n.Machine + ".Calls] again. A call of the state of which Calls says that it has never started counts as started once."
	}
	g.f.Doc(comment.Wrap(doc))
	g.f.Func().Id(name).Params(args...).Params(jen.Op("*").Id(n.Machine), jen.Error()).BlockFunc(func(body *jen.Group) {
		if n.Host != "" {
			body.If(jen.Id("host").Op("==").Nil()).Block(
				jen.Return(jen.Nil(), jen.Qual("errors", "New").Call(jen.Lit(g.f.Package+": "+name+": host is nil"))))
		}
		body.If(jen.Err().Op(":=").Id("v").Dot("Params").Dot("Validate").Call(), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
		body.If(jen.Id("v").Dot("State").Op(">").Id(n.States[len(n.States)-1])).Block(
			g.refuse("state is %v, must be a value of its type", jen.Id("v").Dot("State")))
		for _, i := range g.fields() {
			if g.m.Vars[i].Type.Kind == expr.Enumerated {
				value := jen.Id("v").Dot(n.Vars[i].Getter)
				body.If(jen.Op("!").Add(value.Clone()).Dot("Valid").Call()).Block(
					g.refuse(g.m.Vars[i].Name+" is %v, must be a value of its type", value))
			}
		}
		body.Id("m").Op(":=").Op("&").Id(n.Machine).ValuesFunc(g.literal)
		g.takeData(body)
		g.takeTimers(body)
		if n.CallSet != "" {
			body.Id("m").Dot("takeCalls").Call(jen.Id("v").Dot("Calls"))
		}
		if g.m.HasClaims() {
			body.If(jen.Err().Op(":=").Id("m").Dot("checkClaims").Call(), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
		}
		body.Return(jen.Id("m"), jen.Nil())
	})
}

// literal sets the fields of the machine, except for data.
func (g printer) literal(fields *jen.Group) {
	n := g.m.Names
	set := func(field string, value jen.Code) { fields.Line().Id(field).Op(":").Add(value) }
	set("params", jen.Id("v").Dot("Params"))
	if n.Host != "" {
		set("host", jen.Id("host"))
	}
	set("state", jen.Id("v").Dot("State"))
	for _, i := range g.m.DataOf(-1) {
		set(n.Vars[i].Field, jen.Id("v").Dot(n.Vars[i].Getter))
	}
	fields.Line()
}

// takeData emits code that moves the data of the state from the values to the machine, and refuses
// what is left.
func (g printer) takeData(body *jen.Group) {
	var data []int
	for _, i := range g.fields() {
		if g.m.Vars[i].State >= 0 {
			data = append(data, i)
		}
	}
	if len(data) == 0 {
		return
	}
	n := g.m.Names
	body.Switch(jen.Id("v").Dot("State")).BlockFunc(func(cases *jen.Group) {
		for s, done := 0, map[int]bool{}; s < len(g.m.States); s++ {
			owned := g.owned(data, s)
			if done[s] || len(owned) == 0 {
				continue
			}
			var alike []int
			for other := s; other < len(g.m.States); other++ {
				if slices.Equal(g.owned(data, other), owned) {
					alike, done[other] = append(alike, other), true
				}
			}
			cases.CaseFunc(code.States(g.m, alike)).BlockFunc(func(body *jen.Group) {
				for _, i := range owned {
					value := jen.Id("v").Dot(n.Vars[i].Getter)
					body.List(jen.Id("m").Dot(n.Vars[i].Field), value.Clone()).Op("=").List(value, code.Zero(g.m, g.m.Vars[i].Type))
				}
			})
		}
		cases.Default().Comment("// has no data")
	})
	body.Switch().BlockFunc(func(cases *jen.Group) {
		for _, i := range data {
			cases.Case(code.NotZero(g.m, g.m.Vars[i].Type, "v."+n.Vars[i].Getter)).Block(g.refuse(g.m.Vars[i].Name+" must be zero in state %v, which does not have it", jen.Id("v").Dot("State")))
		}
	})
}

// takeTimers emits code that takes over what is known of the timers of the state.
func (g printer) takeTimers(body *jen.Group) {
	n := g.m.Names
	if n.TimerSet == "" {
		return
	}
	of := func(x, field string) *jen.Statement { return jen.Id(x).Dot(field).Index(jen.Id("t")) }
	body.For(jen.Id("t").Op(":=").Range().Id("m").Dot("due")).Block(
		of("m", "starts").Op("=").Id("max").Call(of("v", "Starts"), jen.Lit(0)),
		jen.If(jen.Id("m").Dot("runs").Call(jen.Id(n.Timer).Call(jen.Id("t")))).Block(of("m", "starts").Op("=").Id("max").Call(of("m", "starts"), jen.Lit(1))),
		jen.Switch().BlockFunc(func(cases *jen.Group) {
			cases.Case(jen.Op("!").Id("m").Dot("runs").Call(jen.Id(n.Timer).Call(jen.Id("t")))).Comment("// such as one that an earlier version of the spec had")
			if g.m.Outlasted() {
				cases.Case(of("v", "Expired")).Block(of("m", "over").Op("=").True())
			}
			cases.Default().Block(of("m", "due").Op("=").Add(of("v", "Due")).Dot("UTC").Call())
		}))
}

// owned returns those of the data that a state has.
func (g printer) owned(data []int, state int) (out []int) {
	for _, i := range data {
		if slices.ContainsFunc(g.m.SharedWith(i), func(j int) bool { return g.m.Vars[j].State == state }) {
			out = append(out, i)
		}
	}
	return out
}

// refuse returns a statement that returns an error.
func (g printer) refuse(text string, args ...jen.Code) jen.Code {
	return jen.Return(jen.Nil(), g.f.Errorf(text, args...))
}
