package diff

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// pricing compares costs, by their names.
type pricing struct{ c *comparison }

// declared compares the weights and claims of costs.
func (p pricing) declared() {
	a, b := p.c.a, p.c.b
	for i := range a.Costs {
		x := &a.Costs[i]
		j := costNamed(b, x.Name)
		if j < 0 {
			p.c.record.single(Removed, a, "cost", x.Name, prices(a, x))
			continue
		}
		y := &b.Costs[j]
		var breaks []breach
		details := p.c.prover.expr("at most", x.Max, y.Max)
		for k := range x.Weights {
			w := &x.Weights[k]
			q, ok := p.c.matching.toNew[weighed(w)]
			if !ok {
				continue // what cost something is gone, which is reported
			}
			v := weight(y, q)
			d, higher := p.weight(w, v, nameOf(b, q))
			if details = append(details, d...); higher {
				breaks = append(breaks, breach{WeightRaised, d[0].What + ": " + d[0].Old + " → " + orNone(d[0].New)})
			}
		}
		for k := range y.Weights {
			v := &y.Weights[k]
			old, ok := p.c.matching.toOld[weighed(v)]
			if ok && weight(x, old) != nil {
				continue
			}
			d := Detail{What: "weight of " + nameOf(b, weighed(v)), New: written(v.Value)}
			details = append(details, d)
			if lit, number := v.Value.(*expr.Lit); ok && !(number && lit.Value == 0) {
				breaks = append(breaks, breach{WeightRaised, d.What + ": none → " + d.New})
			}
		}
		p.c.record.both("cost", x.Name, y.Name, details, breaks...)
	}
	for j := range b.Costs {
		if costNamed(a, b.Costs[j].Name) < 0 {
			p.c.record.single(Added, b, "cost", b.Costs[j].Name, prices(b, &b.Costs[j]))
		}
	}
}

// weight compares the weights that a call or output has in both versions. The new one may have none. Higher reports that it is not proved
// to be at most the old one.
func (p pricing) weight(old, new *core.Weight, name string) (details []Detail, higher bool) {
	what := "weight of " + name
	if new == nil {
		return []Detail{{What: what, Old: written(old.Value)}}, false
	}
	with := func(x expr.Expr) bool { return expr.Uses(x, func(s *expr.Symbol) bool { return s.Scope == expr.With }) }
	if with(old.Value) || with(new.Value) {
		if p.c.matching.oldReader().expr(-1, old.Value) == p.c.matching.newReader().expr(-1, new.Value) {
			return nil, false
		}
		return []Detail{{What: what, Old: written(old.Value), New: written(new.Value)}}, true
	}
	details = p.c.prover.expr(what, old.Value, new.Value)
	return details, len(details) > 0 && !p.c.prover.relate(-1, old.Value, -1, new.Value).atLeast
}

// raised reports costs of which the old version is proved to cost no more than a limit, if that is not proved of the new one.
func (p pricing) raised() {
	old, new := p.c.old.Report, p.c.new.Report
	if old == nil || new == nil {
		return
	}
	for i := range p.c.a.Costs {
		x := &p.c.a.Costs[i]
		limits := costLimits(old, i)
		if len(limits) == 0 {
			continue
		}
		var now []expr.Expr
		at := machineSpot(p.c.b)
		if j := costNamed(p.c.b, x.Name); j >= 0 {
			now, at = costLimits(new, j), spot{p.c.b.Costs[j].Span, false}
		}
		for _, l := range limits {
			if !slices.ContainsFunc(now, func(m expr.Expr) bool { return p.c.prover.relate(-1, l, -1, m).atLeast }) {
				text := "none"
				if len(now) > 0 {
					text = written(now[0])
				}
				p.c.record.d.Breaking = append(p.c.record.d.Breaking, Breaking{Code: CostRaised, Subject: "cost " + x.Name, Text: written(l) + " → " + text}.at(at))
				break
			}
		}
	}
}

// costLimits lists what is proved to limit a cost: the limit that was found, and the claim.
func costLimits(r *verify.Report, cost int) (list []expr.Expr) {
	if c := r.Cost(cost); c != nil {
		list = append(list, c.Most)
	}
	if slices.ContainsFunc(r.Obligations, func(o verify.Obligation) bool {
		return o.Kind == verify.KindCost && o.Cost == cost && o.Status == verify.Proved
	}) {
		list = append(list, r.Machine.Costs[cost].Max)
	}
	return list
}

// prices says what a cost is of.
func prices(m *core.Machine, c *core.Cost) (list []Detail) {
	for i := range c.Weights {
		list = append(list, having("weight of "+nameOf(m, weighed(&c.Weights[i])), written(c.Weights[i].Value))...)
	}
	return append(list, having("at most", written(c.Max))...)
}

func costNamed(m *core.Machine, name string) int {
	return slices.IndexFunc(m.Costs, func(c core.Cost) bool { return c.Name == name })
}

// weighed is the call or output that has a weight.
func weighed(w *core.Weight) part {
	if w.Call >= 0 {
		return part{call, w.Call, 0}
	}
	return part{output, w.Output, 0}
}

// weight returns the weight of a call or output in a cost, or nil if it has none.
func weight(c *core.Cost, of part) *core.Weight {
	if i := slices.IndexFunc(c.Weights, func(w core.Weight) bool { return weighed(&w) == of }); i >= 0 {
		return &c.Weights[i]
	}
	return nil
}
