package decl

import (
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// outcomeType emits the Outcome type, its constants and its methods.
func (g printer) outcomeType() {
	e := &Enumeration{
		Name:  g.m.Names.Outcome,
		Recv:  "o",
		Doc:   comment.Wrap(g.m.Names.Outcome + " is how a machine ended."),
		Group: "The outcomes, in the order of the spec.",
		Values: []Constant{{
			Name: g.m.Names.Running,
			Text: "none",
			Doc:  comment.Wrap(g.m.Names.Running + " is the outcome of a machine that has not ended."),
		}},
	}
	for i, o := range g.m.Core.Outcomes {
		e.Values = append(e.Values, Constant{Name: g.m.Names.Outcomes[i], Text: o.Name})
	}
	e.Declare(g.f)
	e.Texts(g.f, "outcome", inSpec, nil)
}
