package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// Recurrent is an endless run that never comes back to where it was: a way round
// leads from a set of configurations into the set again, for ever, as with a
// counter that grows (Gupta, Henzinger, Majumdar, Rybalchenko and Xu, POPL 2008).
// Values are mathematical integers.
type Recurrent struct {
	// Run leads into the set and then goes the way round once, from step From on.
	// Going on with the same payloads and answers, the same transitions are
	// taken again and again.
	Run  explore.Run
	From int
	// Set holds where the way round begins, each time.
	Set []expr.Expr
	// Proof holds certificates that in the set each step is taken, and that the
	// last one leads into it again.
	Proof []*certificate.Proof
}

const (
	// maxWays bounds the ways round that are tried, maxRound their steps.
	maxRounds = 60
	maxRound  = 6
	// maxAtoms bounds the conditions of a set.
	maxAtoms = 24
)

// recur looks for a way round that can be gone for ever, at the ends of the
// longest paths that were explored.
func (v *verifier) recur() *Recurrent {
	tried := 0
	for _, g := range v.graphs {
		if g.Complete && g.Exact || g.Configs() == 0 {
			continue // all is known, and there is no lasso
		}
		for _, id := range ends(v.machine, g) {
			path := g.Path(id)
			for n := 1; n <= min(maxRound, len(path.Steps)); n++ {
				if tried == maxRounds || v.ctx.Err() != nil {
					return nil
				}
				steps := path.Steps[len(path.Steps)-n:]
				if !v.round(steps) {
					continue
				}
				tried++
				if r := v.closed(g, steps); r != nil {
					return r
				}
			}
		}
	}
	return nil
}

// ends lists for each state the last configuration found, the last of all
// first: they are far from the start.
func ends(m *core.Machine, g *explore.Graph) (ids []int) {
	last := make([]int, len(m.States))
	for c := range g.All() {
		last[c.State] = c.ID
	}
	for s, id := range last {
		if id > 0 && !m.Terminal(s) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	slices.Reverse(ids)
	return ids
}

// round reports whether steps lead from a state back to it without environment
// events.
func (v *verifier) round(steps []explore.Step) bool {
	m := v.machine
	first, last := &m.Transitions[steps[0].Transition], &m.Transitions[steps[len(steps)-1].Transition]
	return first.From == last.To && !slices.ContainsFunc(steps, func(s explore.Step) bool { return environment(m, &m.Transitions[s.Transition]) })
}

// closed looks for a set that a way round does not leave, and in which some
// configuration explored is.
func (v *verifier) closed(g *explore.Graph, steps []explore.Step) *Recurrent {
	w, ok := v.way(g.Params, steps)
	if !ok {
		return nil
	}
	atoms, ok := w.atoms(steps[0].Before)
	if !ok {
		return nil
	}
	atoms, proofs := v.close(w, atoms, steps[0].Before)
	if proofs == nil {
		return nil
	}
	set := make([]certificate.Formula, len(atoms))
	for i, a := range atoms {
		set[i] = a.formula()
	}
	for _, c := range w.conditions {
		proof := v.prove(slices.Concat(w.facts, set), c)
		if proof == nil {
			return nil
		}
		proofs = append(proofs, proof)
	}
	r := &Recurrent{Proof: proofs}
	for _, a := range atoms {
		x, ok := w.condition(a)
		if !ok {
			return nil
		}
		r.Set = append(r.Set, x)
	}
	state := v.machine.Transitions[steps[0].Transition].From
	for c := range g.All() {
		if c.State == state && !slices.ContainsFunc(atoms, func(a relation) bool { return !w.holds(a, c.Vars) }) {
			r.Run, r.From = v.along(g.Path(c.ID), steps)
			if r.Run.Replay(v.machine) == nil && len(r.Run.Steps) == r.From+len(steps) {
				return r
			}
			return nil
		}
	}
	return nil
}

// close adds conditions to a set until the way leads from it into it again: of a
// value that must not fall below 0, that it does not fall. They must hold for the
// values given. The proofs are nil when that fails.
func (v *verifier) close(w *way, atoms []relation, vars []int64) ([]relation, []*certificate.Proof) {
	by := func(s certificate.Symbol) (certificate.Poly, bool) {
		p, ok := w.after[s]
		return p, ok
	}
	for {
		set := slices.Clone(w.facts)
		for _, a := range atoms {
			set = append(set, a.formula())
		}
		proofs := []*certificate.Proof{}
		var missing []relation
		for _, a := range atoms {
			after, ok := replace(a.poly, by)
			if !ok {
				return nil, nil
			}
			then := relation{after, a.zero}
			if proof := v.prove(set, then.formula()); proof != nil {
				proofs = append(proofs, proof)
				continue
			}
			rise := relation{after.Sub(a.poly), a.zero}
			switch {
			case !constant(rise.poly) && w.holds(rise, vars):
				missing = append(missing, rise)
			case !constant(after) && w.holds(then, vars):
				missing = append(missing, then)
			default:
				return nil, nil
			}
		}
		if len(missing) == 0 {
			return atoms, proofs
		}
		if atoms = append(atoms, missing...); len(atoms) > maxAtoms {
			return nil, nil
		}
	}
}

// along appends steps to a run, with the payloads and answers that they have. It
// stops where another transition is taken.
func (v *verifier) along(run explore.Run, steps []explore.Step) (explore.Run, int) {
	m := v.machine
	from := len(run.Steps)
	run.Steps = slices.Clone(run.Steps)
	for _, s := range steps {
		t := &m.Transitions[s.Transition]
		s.Before = run.End()
		s.After = slices.Clone(s.Before)
		env := valueEnv(m, run.Params, s.Before)
		env.Fields, env.Externals = s.Fields, s.Externals
		for i, x := range m.Vars {
			if !m.Exists(i, t.To) && x.Type.Scalar() {
				s.After[i] = 0
			}
		}
		for _, u := range t.Updates {
			if m.Vars[u.Var].Type.Scalar() {
				value, err := expr.Eval(u.Value, env)
				if err != nil {
					return run, from
				}
				s.After[u.Var] = value
			}
		}
		run.Steps = append(run.Steps, s)
	}
	return run, from
}
