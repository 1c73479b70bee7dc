package obligation

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Cost: no run costs more than the spec claims, whether or not it ends.
const Cost Kind = "cost"

// costs lists the costs with a claim.
func costs(m *core.Machine) (list []Obligation) {
	for i := range m.Costs {
		if m.Costs[i].Max != nil {
			o := about(Cost)
			o.Cost = i
			list = append(list, o)
		}
	}
	return list
}

func describeCost(m *core.Machine, o Obligation) Description {
	c := &m.Costs[o.Cost]
	most := "`" + expr.Print(c.Max, expr.Spec) + "`"
	return Description{c.MaxSpan,
		"cost `" + c.Name + "` is at most " + most, "cost `" + c.Name + "` can exceed " + most,
		"count what costs in a variable with a range, and stop at its end; without `max:`, the report shows the limit that is proved, if there is one"}
}
