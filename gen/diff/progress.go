package diff

import (
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// progress compares the declared progress functions. A synthesized one follows from the
// machine.
func (c *comparison) progress() {
	if c.a.Rank != c.b.Rank {
		components := func(n int) string {
			if n == 0 {
				return ""
			}
			return strconv.Itoa(n)
		}
		c.both("progress", "components", "components", texts("number", components(c.a.Rank), components(c.b.Rank)))
	}
	if c.a.Rank == 0 || c.b.Rank == 0 {
		return
	}
	var changes []Change
	for j := range c.b.States {
		p, ok := c.toOld[part{state, j, 0}]
		if !ok || c.b.Terminal(j) && c.a.Terminal(p.i) {
			continue
		}
		old, new := c.a.States[p.i].Progress, c.b.States[j].Progress
		same := len(old) == len(new)
		for k := 0; same && k < len(old); k++ {
			same = c.relate(-1, old[k], -1, new[k]).equal()
		}
		if !same {
			changes = append(changes, Change{
				Action: Changed, Part: "progress", from: c.b.States[j].Name, Details: texts("value", vector(old), vector(new)), span: c.b.States[j].ProgressSpan,
			})
		}
	}
	c.d.Changes = append(c.d.Changes, grouped(changes)...)
}

// vector writes the components of a progress function.
func vector(list []expr.Expr) string {
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = written(e)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
