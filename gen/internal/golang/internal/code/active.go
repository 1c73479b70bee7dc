package code

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Active writes the condition that one of some leaves of a region is active, as an operand of &&.
func Active(m *machine.Machine, state int, w *core.Within) *jen.Statement {
	active := jen.Id(Expr(m, m.Core.Active(state, w), "m.params", -1))
	if len(w.Leaves) > 1 {
		return jen.Parens(active)
	}
	return active
}
