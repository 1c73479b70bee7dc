package counter

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Decides shows that the runs of a machine have no bound over its parameters, because an
// int in a payload decides how long they are. The fields are those of verify.Decides.
type Decides struct {
	Event, Field int
	Run          trace.Run
	Proof        []*certificate.Proof
}

// maxStored limits the steps that are tried for each transition that stores a payload.
const maxStored = 8

// Decides looks for a payload that decides how long runs are.
func (in *Input) Decides() *Decides {
	for _, g := range in.Graphs {
		if g.Configs() == 0 || in.Prover.Done() {
			continue
		}
		for i := range in.Machine.Transitions {
			t := &in.Machine.Transitions[i]
			for _, u := range t.Updates {
				ref, ok := u.Value.(*expr.Ref)
				if t.Effect == core.Take && ok && ref.Symbol.Scope == expr.Field && ref.Symbol.Type.Kind == expr.Int && copied(t, ref.Symbol.Index) == 1 && in.Machine.Exists(u.Var, t.To) {
					if d := in.stores(g, i, u.Var, ref.Symbol.Index); d != nil {
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

// stores tries steps of a transition that stores a field in a variable, each followed by
// a step that stays in the state.
func (in *Input) stores(g *explore.Graph, transition, variable, field int) *Decides {
	m := in.Machine
	state := m.Transitions[transition].To
	var stored []trace.Step
	if !g.Taken(transition) || !in.Looks.take(g.Moves()) {
		return nil
	}
	g.Find(func(s trace.Step) bool {
		if s.Transition == transition {
			stored = append(stored, trace.Step{Transition: transition, Fields: slices.Clone(s.Fields), Externals: slices.Clone(s.Externals), Before: slices.Clone(s.Before), After: slices.Clone(s.After)})
		}
		return len(stored) == maxStored
	})
	for _, store := range stored {
		if !in.raises(g.Params, store, field) {
			continue
		}
		var loops []trace.Step
		if !in.Looks.take(g.Moves()) {
			return nil
		}
		g.Find(func(s trace.Step) bool {
			t := &m.Transitions[s.Transition]
			if t.From == state && t.To == state && !m.Events[t.Event].Environment && slices.Equal(s.Before, store.After) && s.After[variable] < s.Before[variable] {
				loops = append(loops, trace.Step{Transition: s.Transition, Fields: slices.Clone(s.Fields), Externals: slices.Clone(s.Externals), Before: store.After, After: slices.Clone(s.After)})
			}
			return len(loops) == maxStored
		})
		for _, loop := range loops {
			proofs := in.fuelled(g.Params, loop, variable)
			if proofs == nil {
				continue
			}
			run, ok := g.Find(func(s trace.Step) bool {
				return s.Transition == store.Transition && slices.Equal(s.Before, store.Before) && slices.Equal(s.Fields, store.Fields) && slices.Equal(s.Externals, store.Externals)
			})
			run.Steps = append(run.Steps, loop)
			if ok && run.Replay(m) == nil {
				return &Decides{Event: m.Transitions[transition].Event, Field: field, Run: run, Proof: proofs}
			}
		}
	}
	return nil
}

// raises reports whether a step is also taken for every larger value of a payload field.
func (in *Input) raises(params []int64, s trace.Step, field int) bool {
	m := in.Machine
	t := &m.Transitions[s.Transition]
	w := &cycle{vocabulary: notation.New(m, in.Theory.Params()), machine: m, params: params}
	larger := &expr.Symbol{Name: "larger", Type: expr.Type{Kind: expr.Int}, Scope: expr.Field, Index: field}
	symbol := w.vocabulary.Add(larger)
	known := w.vocabulary.Encoder.Size()
	for _, condition := range m.Chosen(s.Transition) {
		w.conditions = append(w.conditions, w.vocabulary.Encoder.Formula(expr.Simplify(expr.Substitute(condition, func(x *expr.Symbol) expr.Expr {
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
		}))))
	}
	if w.vocabulary.Encoder.Size() > known || emitsQuotient(t) {
		return false
	}
	// The conditions must hold for the present value and every larger one.
	base := slices.Concat(w.vocabulary.Encoder.Facts(), []certificate.Formula{certificate.AtLeastZero(certificate.Variable(symbol).Sub(certificate.Constant(s.Fields[field])))})
	return in.Prover.Prove(base, certificate.And(w.conditions...)) != nil
}

// fuelled proves that a step that stays in its state can be repeated more often the
// larger a variable is: a larger value of the variable never violates the conditions
// under which the step is taken, and each condition that the step does not preserve
// decreases by a constant and increases with the variable. The result is nil if that
// fails.
func (in *Input) fuelled(params []int64, step trace.Step, variable int) []*certificate.Proof {
	w, ok := in.compose(params, []trace.Step{step}, nil)
	if !ok {
		return nil
	}
	atoms, ok := w.atoms(step.Before)
	if !ok {
		return nil
	}
	fuel := w.vocabulary.Encoder.Symbol(in.Machine.Vars[variable].Symbol)
	set := slices.Clone(w.vocabulary.Encoder.Facts())
	for _, a := range atoms {
		if !helps(a, fuel) {
			return nil
		}
		set = append(set, a.Formula())
	}
	proofs := []*certificate.Proof{}
	burns := false
	for _, a := range atoms {
		after, ok := notation.Replace(a.Poly, func(s certificate.Symbol) (certificate.Poly, bool) {
			p, ok := w.after[s]
			return p, ok
		})
		if !ok {
			return nil
		}
		if proof := in.Prover.Prove(set, notation.Relation{Poly: after, Zero: a.Zero}.Formula()); proof != nil {
			proofs = append(proofs, proof)
			continue
		}
		// A condition that decreases must increase with the variable.
		if !after.Sub(a.Poly).Number() || !holdsUp(a, fuel) {
			return nil
		}
		burns = true
	}
	for _, c := range w.conditions {
		proof := in.Prover.Prove(set, c)
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

// helps reports whether a condition stays true if a variable grows.
func helps(a notation.Relation, s certificate.Symbol) bool {
	for _, t := range a.Poly {
		if slices.Contains(t.Symbols, s) && (len(t.Symbols) > 1 || t.Coeff.Sign() < 0 || a.Zero) {
			return false
		}
	}
	return true
}

// holdsUp reports whether the polynomial of a condition increases with a variable.
func holdsUp(a notation.Relation, s certificate.Symbol) bool {
	return slices.ContainsFunc(a.Poly, func(t certificate.Term) bool {
		return len(t.Symbols) == 1 && t.Symbols[0] == s && t.Coeff.Cmp(new(big.Int)) > 0
	})
}
