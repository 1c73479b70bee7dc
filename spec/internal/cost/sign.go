package cost

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/interval"
)

// site is a place where a call starts or an output occurs, with its arguments or fields.
type site struct {
	values []expr.Expr
	span   diag.Span
}

// checkSign reports a weight that may be negative somewhere, for all that the declared ranges tell. It returns whether there is no
// such place.
func (l *costs) checkSign(c *core.Cost, w *core.Weight, written syntax.Text) bool {
	r := interval.Ranges{Machine: l.Machine}
	sites := []site{{}}
	if reads := expr.Uses(w.Value, func(s *expr.Symbol) bool { return s.Scope == expr.With }); reads && l.Diags.HasErrors() {
		return true // the places are not complete
	} else if reads {
		sites = l.sites(w)
	}
	for _, at := range sites {
		low := interval.Enclose(w.Value, func(s *expr.Symbol) interval.Interval {
			if s.Scope != expr.With {
				return r.Of(s)
			}
			known := r.Value(at.values[s.Index])
			if w.Call >= 0 && l.Machine.Calls[w.Call].Child != nil {
				child := l.Machine.Calls[w.Call].Child
				known = known.And(interval.Ranges{Machine: child}.Of(child.Params[s.Index].Symbol)) // the obligation "arguments" sees to that
			}
			return known
		}).Low
		if low != nil && low.Sign() >= 0 {
			continue
		}
		if lit, ok := expr.Simplify(w.Value).(*expr.Lit); ok {
			l.Diags.Errorf(diag.CodeCost, written.Span, "a weight cannot be negative: %d", lit.Value).
				Helpf("what gives something back cannot be part of cost `%s`: give it no weight", c.Name)
			return false
		}
		d := l.Diags.Errorf(diag.CodeCost, written.Span, "the weight `%s` may be negative, for all that the declared ranges tell", diag.Clip(written.Value))
		if at.span.File != "" {
			d.Note(at.span, "it is used here")
		}
		d.Helpf("declare ranges for the parameters, variables, and payloads that it reads, or write max(0, %s)", diag.Clip(written.Value))
		return false
	}
	return true
}

// sites lists where a call starts, or an output occurs.
func (l *costs) sites(w *core.Weight) (list []site) {
	emitted := func(emits []core.Emission) {
		for i := range emits {
			if e := &emits[i]; e.Output == w.Output {
				list = append(list, site{e.Values, e.Span})
			}
		}
	}
	emitted(l.Machine.Start)
	for i := range l.Machine.Transitions {
		emitted(l.Machine.Transitions[i].Emits)
	}
	for i := range l.Machine.Invocations {
		if inv := &l.Machine.Invocations[i]; inv.Call == w.Call {
			list = append(list, site{inv.Args, inv.Span})
		}
	}
	return list
}
