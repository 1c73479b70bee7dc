package diff

import (
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// progress compares the declared progress functions. A synthesized one follows from the
// machine.
func (pf proofs) progress() {
	if pf.c.a.Rank != pf.c.b.Rank {
		components := func(n int) string {
			if n == 0 {
				return ""
			}
			return strconv.Itoa(n)
		}
		pf.c.record.both("progress", "components", "components", texts("number", components(pf.c.a.Rank), components(pf.c.b.Rank)))
	}
	if pf.c.a.Rank == 0 || pf.c.b.Rank == 0 {
		return
	}
	var changes []Change
	for j := range pf.c.b.States {
		p, ok := pf.c.matching.toOld[part{state, j, 0}]
		if !ok || pf.c.b.Terminal(j) && pf.c.a.Terminal(p.i) {
			continue
		}
		old, new := pf.c.a.States[p.i].Progress, pf.c.b.States[j].Progress
		same := len(old) == len(new)
		for k := 0; same && k < len(old); k++ {
			same = pf.c.prover.relate(-1, old[k], -1, new[k]).equal()
		}
		if !same {
			changes = append(changes, Change{
				Action: Changed, Part: "progress", from: pf.c.b.States[j].Name, Details: texts("value", vector(old), vector(new)), span: pf.c.b.States[j].ProgressSpan,
			})
		}
	}
	pf.c.record.d.Changes = append(pf.c.record.d.Changes, grouped(changes)...)
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
