package search

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Answer looks for a proof of each obligation of the machine, with the candidates
// that stand as facts. It takes over what is known from the findings before, and a
// progress function; without one it looks for one. Guesses are what may be
// suggested where a proof is missing.
func (f Findings) Answer(in *Input, guesses []core.Invariant, watch func(string)) Findings {
	out := f
	ranked := f.Ranked(in.Machine)
	a := &answering{Input: in, theory: f.Theory(in), ranked: ranked, known: f.Answers, guesses: guesses, candidates: f.Candidates}
	a.all(obligation.Claims(ranked))
	watch("proving that values fit in an int")
	a.all(obligation.Arithmetic(ranked))
	watch("proving progress")
	a.all(obligation.Ranking(ranked, f.Mathematical))
	out.Answers = a.answers
	if ranked.Rank == 0 {
		out = out.synthesize(in)
	}
	watch("proving that states lead on")
	a.answers = out.Answers
	a.all(obligation.Continuing(ranked))
	out.Answers = a.answers
	return out
}

// answering is one call of [Findings.Answer].
type answering struct {
	*Input
	theory         *encode.Theory
	ranked         *core.Machine
	candidates     []Candidate
	known, answers []Answer
	guesses        []core.Invariant
	// suggested is how many suggestions were looked for.
	suggested int
}

func (a *answering) all(list []obligation.Obligation) {
	for _, o := range list {
		a.answers = append(a.answers, a.answer(o))
	}
}

// answer answers one obligation.
func (a *answering) answer(o obligation.Obligation) Answer {
	for i := range a.known {
		if k := &a.known[i]; k.Status != obligation.Unknown && k.Obligation == o {
			return *k
		}
	}
	if o.Kind == obligation.Params {
		out := Answer{Obligation: o, Status: obligation.Unknown}
		if len(a.Graphs) > 0 {
			out.Status = obligation.Proved
		}
		return out
	}
	out, failed := certify(a.Prover, a.theory, a.ranked, o)
	if failed != nil {
		out.Missing = example(*failed)
		if fact := a.suggest(o, *failed); fact != nil {
			out.Suggested = fact.Expr
		}
	}
	return out
}

// certify looks for the proofs of an obligation. It returns the first problem that
// could not be proved, or nil.
func certify(prover *solve.Prover, theory *encode.Theory, ranked *core.Machine, o obligation.Obligation) (out Answer, failed *encode.Problem) {
	out = Answer{Obligation: o, Status: obligation.Proved, Evidence: verdict.Evidence{Assumed: theory.Claims()}}
	if o.Kind == obligation.Decrease {
		out.Change = change(theory, ranked, o.Transition)
	}
	for _, p := range theory.Problems(ranked, o) {
		proof := prover.Prove(p.Facts, p.Goal)
		if proof == nil {
			out.Status, out.Evidence = obligation.Unknown, verdict.Evidence{}
			return out, &p
		}
		out.Evidence.Proofs = append(out.Evidence.Proofs, proof)
		out.Uses = append(out.Uses, p.Uses(proof)...)
	}
	return out, nil
}

// change writes how a transition changes each component of the progress function,
// as simplified polynomials over the values before the step and the payload.
func change(theory *encode.Theory, ranked *core.Machine, transition int) (list []string) {
	e := theory.Step(transition)
	for _, c := range encode.Components(e, ranked, transition) {
		list = append(list, e.Text(c.After.Sub(c.Before)))
	}
	slices.Reverse(list)
	return list
}

// example gives values that satisfy the facts of a problem and break its goal, as
// "providers = 0, remaining = 1"; it is empty when none are found. Nothing says
// that the machine can have these values.
func example(p encode.Problem) string {
	values, ok := solve.Model(append(slices.Clip(p.Facts), certificate.Not(p.Goal)), solve.DefaultLimit)
	if !ok {
		return ""
	}
	e := p.Encoder()
	var parts []string
	for _, s := range e.Named() {
		if _, given := values[s]; given {
			parts = append(parts, fmt.Sprintf("%s = %v", e.Name(s), values.Value(s)))
		}
	}
	return strings.Join(parts, ", ")
}
