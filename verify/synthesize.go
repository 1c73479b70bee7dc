package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/synthesis"
)

// synthesize looks for a ranking function. The first candidate that shows
// termination and the claimed bound is taken up as if the spec declared it;
// failing that, the first that shows termination.
func (v *verifier) synthesize() {
	var best *verifier
	for _, candidate := range synthesis.Candidates(v.machine, v.graphs) {
		if v.attempt == nil && candidate.Exact() {
			v.attempt = scalar(candidate.Progress())
		}
		trial, bounded := v.try(candidate)
		if trial != nil && (best == nil || bounded) {
			best = trial
		}
		if bounded {
			break
		}
	}
	if best != nil {
		*v = *best
	}
}

// try returns a verifier in which the candidate is declared and all its
// promises are proved and recorded, but for that of the bound perhaps, which
// the second result is about. It returns nil if one is not. Facts may allow more
// than the machine can reach, where what fits is too low: a state in which a
// promise fails is tried again with a least value.
func (v *verifier) try(candidate *synthesis.Candidate) (trial *verifier, bounded bool) {
	for {
		trial := *v
		trial.synthesized, trial.attempt = scalar(candidate.Progress()), nil
		trial.machine = declaring(v.machine, trial.synthesized)
		trial.obligations, trial.needed = slices.Clip(v.obligations), slices.Clone(v.needed)
		broken, bounded := trial.keeps()
		if broken == nil {
			return &trial, bounded
		}
		state := broken.State
		if broken.Transition >= 0 {
			state = v.machine.Transitions[broken.Transition].From
		}
		floored, ok := candidate.Floored(state)
		if !ok || broken.Kind == KindOverflow {
			return nil, false
		}
		candidate = floored
	}
}

// keeps records the promises of the ranking function. It returns the first on
// which termination depends that is not proved, and whether that of the bound
// is.
func (v *verifier) keeps() (broken *Obligation, bounded bool) {
	for o, problems := range v.promises {
		failed := v.certify(&o, problems)
		if failed != nil && o.Kind != KindBound {
			return &o, false
		}
		if failed != nil {
			o.Missing = failed.example()
		}
		v.obligations = append(v.obligations, o)
		if failed != nil {
			return nil, false
		}
	}
	return nil, true
}

// scalar makes a progress function of one component.
func scalar(progress []expr.Expr) [][]expr.Expr {
	out := make([][]expr.Expr, len(progress))
	for s := range progress {
		out[s] = progress[s : s+1 : s+1]
	}
	return out
}

// declaring returns a copy of m that declares a ranking function.
func declaring(m *core.Machine, progress [][]expr.Expr) *core.Machine {
	ranked := *m
	ranked.Rank = len(progress[m.Initial])
	ranked.States = slices.Clone(m.States)
	for s := range ranked.States {
		ranked.States[s].Progress = progress[s]
	}
	return &ranked
}

// Ranked returns the machine that the obligations are about: the one that was
// verified, or a copy that declares the progress function which was found and
// the invariants that were inferred.
func (r *Report) Ranked() *core.Machine {
	m := r.Machine
	if r.Synthesized != nil {
		m = declaring(m, r.Synthesized)
	}
	if len(r.Inferred) > 0 {
		stronger := *m
		stronger.Invariants = slices.Clip(m.Invariants)
		for _, i := range r.Inferred {
			stronger.Invariants = append(stronger.Invariants, i.Invariant)
		}
		m = &stronger
	}
	return m
}
