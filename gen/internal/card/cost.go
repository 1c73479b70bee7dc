package card

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// costs says, in a line for each declared cost, what a run costs at most, and what has which weight.
func costs(r *verify.Report) (lines []string) {
	m := r.Machine
	for i := range m.Costs {
		c, limit := &m.Costs[i], r.Cost(i)
		most := func(x expr.Expr) string {
			return "at most " + markdown.Code(expr.PrintNumber(x, expr.Math)) + countNumber(m, x)
		}
		status, text := verify.Unknown, "no limit was found"
		if limit != nil {
			status, text = verify.Proved, most(limit.Most)
		}
		if claim := claimed(r, i); claim != nil {
			switch status = claim.Status; {
			case status == verify.Proved:
				text = most(c.Max)
			case limit != nil:
				text = "claimed to be " + most(c.Max) + ", which is " + string(status) + "; proved to be " + text
			default:
				text = "claimed to be " + most(c.Max) + ", which is " + string(status)
			}
		}
		if limit != nil && limit.UnlessOverflow {
			if text += ", unless a value leaves Go's int"; status == verify.Proved {
				status = verify.Unknown
			}
		}
		if text += "."; r.Reaches(i) && len(r.Explored) == 1 {
			text += " A run reaches it."
		} else if r.Reaches(i) {
			text += fmt.Sprintf(" A run reaches it for each of the %d explored choices of parameters.", len(r.Explored))
		}
		lines = append(lines, badge(status)+" **Cost** "+markdown.Code(c.Name)+" of a run: "+text+" "+weights(m, c))
	}
	return lines
}

// claimed returns the verdict on the claim of a cost, or nil if it claims nothing.
func claimed(r *verify.Report, cost int) *verify.Obligation {
	for i := range r.Obligations {
		if o := &r.Obligations[i]; o.Kind == verify.KindCost && o.Cost == cost {
			return o
		}
	}
	return nil
}

// weights says what each start and output costs.
func weights(m *core.Machine, c *core.Cost) string {
	var parts []string
	for i := range c.Weights {
		w := &c.Weights[i]
		name := ""
		if w.Call >= 0 {
			name = m.Calls[w.Call].Name
		} else {
			name = m.Outputs[w.Output].Name
		}
		parts = append(parts, markdown.Code(name)+" costs "+markdown.Code(expr.Print(w.Value, expr.Math)))
	}
	return "Each " + strings.Join(parts, ", each ") + "."
}
