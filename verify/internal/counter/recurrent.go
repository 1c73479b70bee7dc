package counter

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Recurrent is an endless run that never returns to a configuration, given by a recurrent
// set: a cycle of transitions leads from each configuration of the set to another one in
// the set (Gupta, Henzinger, Majumdar, Rybalchenko and Xu, POPL 2008). The fields are
// those of verify.Recurrent.
type Recurrent struct {
	Run   trace.Run
	From  int
	Set   []expr.Expr
	Proof []*certificate.Proof
	// Payloads are those of verify.Recurrent.
	Payloads [][]expr.Expr
}

const (
	// maxRounds limits the cycles that are tried, and maxRound the steps of each.
	maxRounds = 60
	maxRound  = 10
	// maxEnds limits the paths of one graph whose ends are looked at.
	maxEnds = 500
	// maxAtoms limits the conditions of a set.
	maxAtoms = 24
	// pathLooks is the work to find one step of a path, in looks.
	pathLooks = 64
)

// Recurrent looks for a cycle that can be taken forever, at the ends of the longest
// explored paths. The result is nil if there is none.
func (in *Input) Recurrent() *Recurrent {
	tried := 0
	for _, g := range in.Graphs {
		if g.Configs() == 0 || g.Complete && g.Exact && len(g.Faults()) == 0 {
			continue // exploration covers all runs, and found no lasso
		}
		for _, id := range in.ends(g) {
			if !in.Looks.take(1) {
				return nil
			}
			path := g.Path(id)
			in.Looks.take(pathLooks * len(path.Steps))
			for n := 1; n <= min(maxRound, len(path.Steps)); n++ {
				if tried == maxRounds || in.Prover.Done() {
					return nil
				}
				steps := path.Steps[len(path.Steps)-n:]
				if !in.round(steps) {
					continue
				}
				tried++
				if r := in.closed(g, steps, nil); r != nil {
					return r
				}
				if given := in.following(g.Params, steps); given != nil {
					if r := in.closed(g, steps, given); r != nil {
						return r
					}
				}
			}
		}
	}
	return nil
}

// ends returns, for each state, the configuration that was found last, in descending
// order, for up to maxEnds states. These configurations are far from the start.
func (in *Input) ends(g *explore.Graph) (ids []int) {
	m := in.Machine
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
	return ids[:min(len(ids), maxEnds)]
}

// round reports whether steps lead from a state back to it without environment
// events.
func (in *Input) round(steps []trace.Step) bool {
	m := in.Machine
	first, last := &m.Transitions[steps[0].Transition], &m.Transitions[steps[len(steps)-1].Transition]
	return first.From == last.To && !slices.ContainsFunc(steps, func(s trace.Step) bool { return m.Events[m.Transitions[s.Transition].Event].Environment })
}

// closed looks for a set that a cycle with the given payloads does not leave and that contains
// an explored configuration.
func (in *Input) closed(g *explore.Graph, steps []trace.Step, given payloads) *Recurrent {
	w, ok := in.compose(g.Params, steps, given)
	if !ok {
		return nil
	}
	atoms, ok := w.atoms(steps[0].Before)
	if !ok {
		return nil
	}
	first := atoms
	atoms, proofs := in.close(w, first, steps[0].Before)
	if proofs == nil {
		signs := in.signs(w, first, steps[0].Before)
		if len(signs) == 0 {
			return nil
		}
		if atoms, proofs = in.close(w, slices.Concat(first, signs), steps[0].Before); proofs == nil {
			return nil
		}
	}
	set := make([]certificate.Formula, len(atoms))
	for i, a := range atoms {
		set[i] = a.Formula()
	}
	for _, c := range w.conditions {
		proof := in.Prover.Prove(slices.Concat(w.vocabulary.Encoder.Facts(), set), c)
		if proof == nil {
			return nil
		}
		proofs = append(proofs, proof)
	}
	r := &Recurrent{Proof: proofs, Payloads: given}
	for _, a := range atoms {
		x, ok := w.vocabulary.Condition(a)
		if !ok {
			return nil
		}
		r.Set = append(r.Set, x)
	}
	state := in.Machine.Transitions[steps[0].Transition].From
	for c := range g.All() {
		if c.State == state && !slices.ContainsFunc(atoms, func(a notation.Relation) bool { return !w.holds(a, c.Vars) }) {
			filled, ok := given.filled(in.Machine, g.Params, c.Vars, steps)
			if !ok {
				return nil
			}
			r.Run, r.From = in.extend(g.Path(c.ID), filled)
			if r.Run.Replay(in.Machine) == nil && len(r.Run.Steps) == r.From+len(steps) {
				return r
			}
			return nil
		}
	}
	return nil
}

// close adds conditions to a set until the cycle leads from the set back into it: for
// example, that a value which must not be negative does not decrease. The conditions
// must hold for the given values. The proofs are nil if that fails.
func (in *Input) close(w *cycle, atoms []notation.Relation, vars []int64) ([]notation.Relation, []*certificate.Proof) {
	by := func(s certificate.Symbol) (certificate.Poly, bool) {
		p, ok := w.after[s]
		return p, ok
	}
	for {
		set := slices.Clone(w.vocabulary.Encoder.Facts())
		for _, a := range atoms {
			set = append(set, a.Formula())
		}
		proofs := []*certificate.Proof{}
		var missing []notation.Relation
		for _, a := range atoms {
			after, ok := notation.Replace(a.Poly, by)
			if !ok {
				return nil, nil
			}
			then := notation.Relation{Poly: after, Zero: a.Zero}
			if proof := in.Prover.Prove(set, then.Formula()); proof != nil {
				proofs = append(proofs, proof)
				continue
			}
			rise := notation.Relation{Poly: after.Sub(a.Poly), Zero: a.Zero}
			switch {
			case !rise.Poly.Number() && w.holds(rise, vars):
				missing = append(missing, rise)
			case !after.Number() && w.holds(then, vars):
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

// extend appends steps to a run, with the payloads and answers that they have, and
// returns the index of the first one. It stops when the machine takes another
// transition or cannot compute a step.
func (in *Input) extend(run trace.Run, steps []trace.Step) (trace.Run, int) {
	from := len(run.Steps)
	run.Steps = slices.Clone(run.Steps)
	machine := interp.Machine{Core: in.Machine, Params: run.Params, Intern: trace.Intern(trace.Strings(in.Machine))}
	now := interp.Config{State: run.State(in.Machine), Vars: run.End()}
	for _, s := range steps {
		event := in.Machine.Transitions[s.Transition].Event
		done, err := machine.Step(now, interp.Input{Event: event, Fields: s.Fields, Answers: s.Externals})
		if err != nil || done.Transition != s.Transition {
			break
		}
		s.Before, s.After = now.Vars, done.Next.Vars
		run.Steps = append(run.Steps, s)
		now = done.Next
	}
	return run, from
}
