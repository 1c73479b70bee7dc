package verify

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// Decides tells that runs of a machine have no bound in its parameters, because
// an int of a payload decides how long they are: a step stores it, and the step
// behind it can be taken again and again, the more often the larger it is.
type Decides struct {
	// Event and Field are the payload's.
	Event, Field int
	// Run ends with the step that stores the payload and the one that repeats.
	// The payload can be any larger int as well.
	Run explore.Run
	// Proof holds certificates that the last step can be repeated.
	Proof []*certificate.Proof
}

// maxStored bounds the steps that are looked at of each transition that stores a
// payload.
const maxStored = 8

// decides looks for a payload that decides how long runs are.
func (v *verifier) decides() *Decides {
	for _, g := range v.graphs {
		if g.Configs() == 0 || v.ctx.Err() != nil {
			continue
		}
		for i := range v.machine.Transitions {
			t := &v.machine.Transitions[i]
			for _, u := range t.Updates {
				ref, ok := u.Value.(*expr.Ref)
				if t.Effect == core.Take && ok && ref.Symbol.Scope == expr.Field && ref.Symbol.Type.Kind == expr.Int && copied(t, ref.Symbol.Index) == 1 && v.machine.Exists(u.Var, t.To) {
					if d := v.stores(g, i, u.Var, ref.Symbol.Index); d != nil {
						return d
					}
				}
			}
		}
	}
	return nil
}

// copied counts the updates of t that read a field.
func copied(t *core.Transition, field int) (n int) {
	for _, u := range t.Updates {
		if expr.Uses(u.Value, func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Index == field }) {
			n++
		}
	}
	return n
}

// stores looks at steps of a transition that stores a field in a variable, and
// at steps behind them that stay in the state.
func (v *verifier) stores(g *explore.Graph, transition, variable, field int) *Decides {
	m := v.machine
	state := m.Transitions[transition].To
	var stored []explore.Step
	g.Find(func(s explore.Step) bool {
		if s.Transition == transition {
			stored = append(stored, explore.Step{Transition: transition, Fields: slices.Clone(s.Fields), Externals: slices.Clone(s.Externals), Before: slices.Clone(s.Before), After: slices.Clone(s.After)})
		}
		return len(stored) == maxStored
	})
	for _, in := range stored {
		if !v.raises(g.Params, in, field) {
			continue
		}
		var loops []explore.Step
		g.Find(func(s explore.Step) bool {
			t := &m.Transitions[s.Transition]
			if t.From == state && t.To == state && !environment(m, t) && slices.Equal(s.Before, in.After) && s.After[variable] < s.Before[variable] {
				loops = append(loops, explore.Step{Transition: s.Transition, Fields: slices.Clone(s.Fields), Externals: slices.Clone(s.Externals), Before: in.After, After: slices.Clone(s.After)})
			}
			return len(loops) == maxStored
		})
		for _, loop := range loops {
			proofs := v.fuelled(g.Params, loop, variable)
			if proofs == nil {
				continue
			}
			run, ok := g.Find(func(s explore.Step) bool {
				return s.Transition == in.Transition && slices.Equal(s.Before, in.Before) && slices.Equal(s.Fields, in.Fields) && slices.Equal(s.Externals, in.Externals)
			})
			run.Steps = append(run.Steps, loop)
			if ok && run.Replay(m) == nil {
				return &Decides{Event: m.Transitions[transition].Event, Field: field, Run: run, Proof: proofs}
			}
		}
	}
	return nil
}

// raises reports whether a step is taken with any larger payload in a field as
// well: everything that its guards compare then only grows.
func (v *verifier) raises(params []int64, s explore.Step, field int) bool {
	m := v.machine
	t := &m.Transitions[s.Transition]
	w := &way{vocabulary: newVocabulary(v.base), machine: m, params: params}
	larger := &expr.Symbol{Name: "larger", Type: expr.Type{Kind: expr.Int}, Scope: expr.Field, Index: field}
	symbol := w.symbol(larger)
	w.symbolOf[symbol] = larger
	known := len(w.names)
	for k, alternative := range m.On(t.From, t.Event)[:m.Priority(s.Transition)+1] {
		if alternative.Guard == nil {
			continue
		}
		f := w.formula(expr.Simplify(expr.Substitute(alternative.Guard, func(x *expr.Symbol) expr.Expr {
			switch {
			case x.Scope == expr.Field && x.Index == field:
				return &expr.Ref{Symbol: larger}
			case x.Scope == expr.Field:
				return w.constant(x.Type, s.Fields[x.Index])
			case x.Scope == expr.Param:
				return w.constant(x.Type, params[x.Index])
			case x.Scope == expr.External:
				return expr.Truth(s.Externals[x.Index] != 0)
			}
			return w.constant(x.Type, s.Before[x.Index])
		})))
		if k < m.Priority(s.Transition) {
			f = certificate.Not(f)
		}
		w.conditions = append(w.conditions, f)
	}
	if len(w.names) > known || fails(t) {
		return false
	}
	// From the present value on, the conditions must hold.
	base := slices.Concat(w.facts, []certificate.Formula{certificate.AtLeastZero(certificate.Variable(symbol).Sub(certificate.Constant(s.Fields[field])))})
	return v.prove(base, certificate.And(w.conditions...)) != nil
}

// fuelled proves that a step that stays in its state can be repeated the more
// often the larger a variable is: in the conditions under which it is taken, the
// variable only helps, and those that the step does not keep fall by a certain
// number. The result is nil when that fails.
func (v *verifier) fuelled(params []int64, step explore.Step, variable int) []*certificate.Proof {
	w, ok := v.way(params, []explore.Step{step})
	if !ok {
		return nil
	}
	atoms, ok := w.atoms(step.Before)
	if !ok {
		return nil
	}
	fuel := w.symbol(v.machine.Vars[variable].Symbol)
	set := slices.Clone(w.facts)
	for _, a := range atoms {
		if !helps(a, fuel) {
			return nil
		}
		set = append(set, a.formula())
	}
	proofs := []*certificate.Proof{}
	burns := false
	for _, a := range atoms {
		after, ok := replace(a.poly, func(s certificate.Symbol) (certificate.Poly, bool) {
			p, ok := w.after[s]
			return p, ok
		})
		if !ok {
			return nil
		}
		if proof := v.prove(set, relation{after, a.zero}.formula()); proof != nil {
			proofs = append(proofs, proof)
			continue
		}
		// What falls must be what the variable holds up.
		if !constant(after.Sub(a.poly)) || !holdsUp(a, fuel) {
			return nil
		}
		burns = true
	}
	for _, c := range w.conditions {
		proof := v.prove(set, c)
		if proof == nil {
			return nil
		}
		proofs = append(proofs, proof)
	}
	if !burns || len(proofs) == 0 {
		return nil
	}
	return proofs
}

// helps reports whether a condition stays true when a variable grows.
func helps(a relation, s certificate.Symbol) bool {
	for _, t := range a.poly {
		if slices.Contains(t.Symbols, s) && (len(t.Symbols) > 1 || t.Coeff.Sign() < 0 || a.zero) {
			return false
		}
	}
	return true
}

// holdsUp reports whether a condition is the further from failing the larger a
// variable is.
func holdsUp(a relation, s certificate.Symbol) bool {
	return slices.ContainsFunc(a.poly, func(t certificate.Term) bool {
		return len(t.Symbols) == 1 && t.Symbols[0] == s && t.Coeff.Cmp(new(big.Int)) > 0
	})
}
