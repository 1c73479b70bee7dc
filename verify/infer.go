package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// Inferred is an invariant that the spec does not declare: it was guessed, and
// proved like one that it does.
type Inferred struct {
	core.Invariant
	// Proof holds its certificates: that it is true at the start, if it is about
	// the initial state, and after each transition that can break it.
	Proof []*certificate.Proof
}

const (
	// maxInferred bounds the guesses about one state, maxGuesses those about all.
	maxInferred = 40
	maxGuesses  = 600
	// maxGuessProofs bounds the proofs that are tried of guesses.
	maxGuessProofs = 4000
)

// infer adds to the claims what the spec does not say: relations that hold in
// all configurations explored, as far as they are inductive together with what
// is known. It reports whether anything new stands.
func (v *verifier) infer() bool {
	guesses := v.guesses()
	v.tried = guesses
	v.needed = make([]bool, len(v.claims)+len(guesses))
	if len(guesses) == 0 && !slices.ContainsFunc(v.claims, func(c claim) bool { return !c.stands }) {
		return false
	}
	m := *v.machine
	m.Invariants = slices.Clip(m.Invariants)
	v.claims = slices.Clone(v.claims)
	for i := range v.claims {
		v.claims[i].records = nil
		// What stands does so without the guesses; what fell may stand with them.
		v.claims[i].settled = v.claims[i].stands
		v.claims[i].stands = true
	}
	for _, g := range guesses {
		v.claims = append(v.claims, claim{variable: -1, invariant: len(m.Invariants), stands: true, guessed: true})
		m.Invariants = append(m.Invariants, g)
	}
	v.machine = &m
	base := v.base.fork()
	base.machine = &m
	v.base = base
	budget := maxGuessProofs
	v.budget = &budget
	v.settle()
	v.budget = nil
	return slices.ContainsFunc(v.claims, func(c claim) bool { return c.stands && !c.settled })
}

// guesses lists relations for each state that is not terminal, those that no
// configuration explored breaks.
func (v *verifier) guesses() (out []core.Invariant) {
	m := v.machine
	p := newPool(v.base)
	conditions := make([]expr.Expr, len(p.relations))
	for i, r := range p.relations {
		if x, ok := p.condition(r); ok && !v.declared(x) {
			conditions[i] = x
		}
	}
	open := v.unbroken(conditions)
	for s := range m.States {
		count := 0
		for i, x := range conditions {
			if x == nil || !open[s][i] || count == maxInferred || len(out) == maxGuesses {
				continue
			}
			count++
			out = append(out, core.Invariant{State: s, Expr: x})
		}
	}
	return out
}

// declared reports whether the spec claims x of all states, as an end of a range
// or an invariant.
func (v *verifier) declared(x expr.Expr) bool {
	text := expr.Print(x, expr.Spec)
	for _, i := range v.machine.Invariants {
		if i.State < 0 && expr.Print(i.Expr, expr.Spec) == text {
			return true
		}
	}
	for _, decl := range v.machine.Vars {
		if decl.Min != nil && text == decl.Name+" >= "+expr.Print(decl.Min, expr.Spec) || decl.Max != nil && text == decl.Name+" <= "+expr.Print(decl.Max, expr.Spec) {
			return true
		}
	}
	return false
}

// maxSamples bounds the configurations of one graph that guesses are held
// against.
const maxSamples = 400

// unbroken tells for each state which conditions make sense there and hold in
// the configurations explored.
func (v *verifier) unbroken(conditions []expr.Expr) [][]bool {
	m := v.machine
	open := make([][]bool, len(m.States))
	for s := range m.States {
		open[s] = make([]bool, len(conditions))
		for i, x := range conditions {
			open[s][i] = x != nil && !m.Terminal(s) && !expr.Uses(x, func(sym *expr.Symbol) bool {
				return sym.Scope == expr.Var && !m.Exists(sym.Index, s)
			})
		}
	}
	for _, g := range v.graphs {
		every := 1 + g.Configs()/maxSamples
		for c := range g.All() {
			if c.ID%every != 0 && c.ID > maxSamples/2 {
				continue
			}
			env := valueEnv(m, g.Params, c.Vars)
			for i, x := range conditions {
				if open[c.State][i] {
					holds, err := expr.Eval(x, env)
					open[c.State][i] = err == nil && holds != 0
				}
			}
		}
	}
	return open
}

// prune drops the guesses that stand but that no proof needs, directly or by way
// of another fact.
func (v *verifier) prune() {
	needed := slices.Clone(v.needed)
	var visit func(uses []int)
	visit = func(uses []int) {
		for _, i := range uses {
			if !needed[i] {
				needed[i] = true
				visit(v.claims[i].uses())
			}
		}
	}
	for i, c := range v.claims {
		if needed[i] || c.stands && !c.guessed {
			visit(c.uses())
		}
	}
	for i := range v.claims {
		if c := &v.claims[i]; c.guessed && !needed[i] {
			c.stands = false
		}
	}
	v.forget()
}

// forget takes out of the machine and the claims the guesses that do not stand.
func (v *verifier) forget() {
	m := *v.machine
	m.Invariants = slices.Clone(m.Invariants[:v.declaredInvariants])
	var claims []claim
	for _, c := range v.claims {
		if c.guessed && !c.stands {
			continue
		}
		if c.guessed {
			i := v.machine.Invariants[c.invariant]
			c.invariant = len(m.Invariants)
			m.Invariants = append(m.Invariants, i)
			v.inferred = append(v.inferred, Inferred{i, c.proofs()})
		}
		claims = append(claims, c)
	}
	v.machine, v.claims = &m, claims
	base := v.base.fork()
	base.machine = &m
	v.base = base
}
