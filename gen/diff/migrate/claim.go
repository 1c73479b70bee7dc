package migrate

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// claim is what Restore of the new version checks: a range, an invariant, or a condition of the proofs.
type claim struct {
	// state is a state of the new version, or -1 for all.
	state int
	// of is the value whose range it is, or nil.
	of    *expr.Symbol
	holds expr.Expr
	text  string
}

// reads reports whether a claim is about a value.
func (c *claim) reads(s *expr.Symbol) bool {
	return expr.Uses(c.holds, func(o *expr.Symbol) bool { return slotOf(o) == slotOf(s) })
}

// claims returns all claims, ranges first.
func (p *Plan) claims() (list []claim) {
	text := func(e expr.Expr) string { return expr.Print(e, expr.Spec) }
	for _, s := range p.symbols() {
		c := claim{state: -1, of: s}
		if s.Scope == expr.Var {
			c.state = p.b.Vars[s.Index].State
		}
		name, value := strings.SplitN(p.part(s), " ", 2)[1], &expr.Ref{Symbol: s}
		low, high := p.ends(s)
		switch {
		case low != nil && high != nil:
			c.text = text(low) + " <= " + name + " <= " + text(high)
			c.holds = &expr.Binary{Op: expr.And, X: &expr.Binary{Op: expr.Le, X: low, Y: value}, Y: &expr.Binary{Op: expr.Le, X: value, Y: high}}
		case low != nil:
			c.text = name + " >= " + text(low)
			c.holds = &expr.Binary{Op: expr.Le, X: low, Y: value}
		case high != nil:
			c.text = name + " <= " + text(high)
			c.holds = &expr.Binary{Op: expr.Le, X: value, Y: high}
		default:
			continue
		}
		list = append(list, c)
	}
	for _, i := range append(append([]core.Invariant{}, p.b.Invariants...), conditions(p.New.Report)...) {
		c := claim{state: i.State, holds: i.Expr, text: text(i.Expr)}
		if i.State >= 0 {
			c.text += " in state " + p.b.States[i.State].Name
		}
		list = append(list, c)
	}
	return list
}

// symbols returns the parameters, variables and data of the new version that a machine at rest stores.
func (p *Plan) symbols() (list []*expr.Symbol) {
	for i := range p.b.Params {
		list = append(list, p.b.Params[i].Symbol)
	}
	for i := range p.b.Vars {
		if !p.b.Vars[i].Pending() {
			list = append(list, p.b.Vars[i].Symbol)
		}
	}
	return list
}

// ends returns the range of a value of the new version.
func (p *Plan) ends(s *expr.Symbol) (low, high expr.Expr) {
	if s.Scope == expr.Param {
		return p.b.Params[s.Index].Min, p.b.Params[s.Index].Max
	}
	return p.b.Vars[s.Index].Min, p.b.Vars[s.Index].Max
}
