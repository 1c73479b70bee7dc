package stored

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// claims adds the demands on values: the ranges and invariants of the new version, and conditions.
func (p *pairing) claims(oldConditions, newConditions []core.Invariant) {
	checked := map[string]bool{}
	same := newPairing(p.old, p.old)
	Claims(p.old, oldConditions, func(state int, holds expr.Expr) {
		if x := same.term(state, holds); x != nil { // in the form of what it is compared with
			checked[claimKey(state, expr.Simplify(x))] = true
		}
	})
	claim := func(d Demand, e expr.Expr) {
		if p.refused(d.State) {
			return // for another reason
		}
		d.Holds = p.term(d.State, e)
		if d.Holds == nil && p.told(d.State, e) {
			return
		}
		if d.Holds != nil {
			d.Holds = expr.Simplify(d.Holds)
			if checked[claimKey(d.State, d.Holds)] || checked[claimKey(-1, d.Holds)] {
				return // the old version checks it before it stores a machine
			}
			if value, ok := constant(d.Holds); ok && value {
				return
			}
		}
		p.add(d)
	}
	for j := range p.new.Params {
		n := &p.new.Params[j]
		for _, e := range ends(n.Symbol, n.Min, n.Max) {
			claim(Demand{Kind: Range, Of: n.Symbol, Part: "param " + n.Name, State: -1, Reason: "must be " + rangeText(n.Min, n.Max), Help: p.startHelp(p.params[j] < 0, "default")}, e)
		}
	}
	for j := range p.new.Vars {
		n := &p.new.Vars[j]
		if n.Pending() {
			continue
		}
		for _, s := range p.statesOf(n.State) {
			added := n.State < 0 && p.vars[j] < 0
			if n.State >= 0 && p.data[place{s, j}] < 0 && p.given[slotOf(n.Symbol)] == nil {
				continue // which is demanded
			}
			for _, e := range ends(n.Symbol, n.Min, n.Max) {
				claim(Demand{Kind: Range, Of: n.Symbol, Part: partOf(p.new, j), State: s, Reason: "must be " + rangeText(n.Min, n.Max), Help: p.startHelp(added, "init")}, e)
			}
		}
	}
	invariant := func(d Demand, i core.Invariant) {
		if i.State >= 0 {
			d.Part += p.new.States[i.State].Name + ": "
		}
		d.Part += expr.Print(i.Expr, expr.Spec)
		for _, s := range p.statesOf(i.State) {
			d.State = s
			claim(d, i.Expr)
		}
	}
	for _, i := range p.new.Invariants {
		invariant(Demand{Kind: Invariant, Part: "invariant ", Reason: "must hold"}, i)
	}
	for _, i := range newConditions {
		invariant(Demand{Kind: Condition, Part: "condition ", Reason: "must hold, because proofs of the new version use it"}, i)
	}
}

// refused reports whether all machines in a state, or all machines for -1, are refused.
func (p *pairing) refused(state int) bool {
	return slices.ContainsFunc(p.demands, func(d Demand) bool {
		value, ok := constant(d.Holds)
		return ok && !value && (d.State < 0 || d.State == state)
	})
}

func (p *pairing) startHelp(added bool, key string) string {
	if !added {
		return ""
	}
	return fmt.Sprintf("stored machines have its `%s`: choose one that fits them", key)
}

// statesOf returns the old states that a claim about a new state is about; -1 for all.
func (p *pairing) statesOf(state int) (list []int) {
	if state < 0 {
		return []int{-1}
	}
	for s, t := range p.states {
		if t == state {
			list = append(list, s)
		}
	}
	return list
}

// told reports whether a demand on a name or type says already that the value of a symbol in e is unknown.
func (p *pairing) told(state int, e expr.Expr) bool {
	return expr.Uses(e, func(s *expr.Symbol) bool {
		if at := slotOf(s); p.decided[at] || p.given[at] != nil {
			return p.decided[at]
		}
		if s.Scope == expr.Param {
			i := p.params[s.Index]
			return i < 0 && p.new.Params[s.Index].Default == nil || i >= 0 && p.opaque[p.old.Params[i].Symbol]
		}
		i := p.vars[s.Index]
		if p.new.Vars[s.Index].State >= 0 {
			if i = p.data[place{state, s.Index}]; i < 0 {
				return true
			}
		}
		return i >= 0 && p.opaque[p.old.Vars[i].Symbol]
	})
}

// Claims visits what the code of a machine checks before it stores a machine, and when it restores one: the ranges
// and invariants of the spec, and conditions. A state of -1 stands for all states.
func Claims(m *core.Machine, conditions []core.Invariant, visit func(state int, holds expr.Expr)) {
	for i := range m.Params {
		q := &m.Params[i]
		for _, e := range ends(q.Symbol, q.Min, q.Max) {
			visit(-1, e)
		}
	}
	for i := range m.Vars {
		v := &m.Vars[i]
		for _, e := range ends(v.Symbol, v.Min, v.Max) {
			visit(v.State, e)
		}
	}
	for _, i := range slices.Concat(m.Invariants, conditions) {
		visit(i.State, i.Expr)
	}
}

// claimKey identifies a claim of the old version.
func claimKey(state int, holds expr.Expr) string {
	return fmt.Sprintf("%d %s", state, expr.Print(holds, expr.Spec))
}

// ends returns the claims that a value is in a range.
func ends(s *expr.Symbol, low, high expr.Expr) (list []expr.Expr) {
	value := &expr.Ref{Symbol: s}
	if low != nil {
		list = append(list, &expr.Binary{Op: expr.Le, X: low, Y: value})
	}
	if high != nil {
		list = append(list, &expr.Binary{Op: expr.Le, X: value, Y: high})
	}
	return list
}

// rangeText describes a range.
func rangeText(low, high expr.Expr) string {
	text := func(e expr.Expr) string { return expr.Print(e, expr.Spec) }
	switch {
	case high == nil:
		return "at least " + text(low)
	case low == nil:
		return "at most " + text(high)
	}
	return "from " + text(low) + " to " + text(high)
}
