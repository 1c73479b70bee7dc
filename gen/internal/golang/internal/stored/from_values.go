package stored

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// fromValues emits the function that makes a machine from its values.
func (g printer) fromValues() {
	n := g.m.Names
	name := n.Columns.FromValues
	zero := ""
	if slices.ContainsFunc(g.m.Core.Vars, owned) {
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
		body.Id("m").Op(":=").Op("&").Id(n.Machine).ValuesFunc(g.literal)
		body.If(jen.Err().Op(":=").Id("m").Dot("record").Call().Dot("Check").Call(), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
		body.Return(jen.Id("m"), jen.Nil())
	})
}

// literal sets the fields of the machine.
func (g printer) literal(fields *jen.Group) {
	n := g.m.Names
	if n.Host != "" {
		fields.Line().Id("host").Op(":").Id("host")
	}
	g.eachField(func(field, value string) { fields.Line().Id(value).Op(":").Id("v").Dot(field) })
	fields.Line()
}
