package code

import "github.com/dave/jennifer/jen"

// Refusal is a condition under which a function returns something.
type Refusal struct {
	If, Returns jen.Code
}

// Refuse writes conditions in order: as an if for one, and as a switch for several.
func Refuse(body *jen.Group, list []Refusal) {
	if len(list) == 1 {
		body.If(list[0].If).Block(jen.Return(list[0].Returns))
	}
	if len(list) > 1 {
		body.Switch().BlockFunc(func(cases *jen.Group) {
			for _, r := range list {
				cases.Case(r.If).Block(jen.Return(r.Returns))
			}
		})
	}
}
