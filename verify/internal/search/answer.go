package search

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Answer looks for a proof of each obligation of the machine, assuming the candidates that
// stand. It keeps the answers and the progress function of the findings so far; if there
// is no progress function, it looks for one. Guesses are the facts that may be suggested
// if a proof is missing.
func (f Findings) Answer(in *Input, guesses []core.Invariant, watch func(string)) Findings {
	out := f
	ranked := f.Ranked(in.Machine)
	a := &answering{Input: in, theory: f.Theory(in), ranked: ranked, known: f.Answers, suggester: &suggester{Input: in, guesses: guesses, candidates: f.Candidates}}
	a.all(obligation.Claims(ranked))
	watch("proving that values fit in an int")
	a.all(obligation.Arithmetic(ranked))
	watch("proving progress")
	a.all(obligation.Ranking(ranked, f.Mathematical))
	out.Answers = a.answers
	if ranked.Rank == 0 {
		out = out.synthesize(in)
	}
	watch("proving freedom from deadlock")
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
	known, answers []Answer
	suggester      *suggester
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
	shown := o.Kind == obligation.Params && len(a.Graphs) > 0 || o.Kind == obligation.Child && a.Ends[a.Machine.Calls[o.Call].Child]
	switch {
	case shown:
		return Answer{Obligation: o, Status: obligation.Proved}
	case o.Kind == obligation.Params, o.Kind == obligation.Child:
		return Answer{Obligation: o, Status: obligation.Unknown}
	}
	out, failed := certify(a.Prover, a.theory, a.ranked, o)
	if failed != nil {
		out.Missing = example(a.Prover, *failed)
		if fact := a.suggester.suggest(o, *failed); fact != nil {
			out.Suggested = fact.Expr
		}
	}
	return out
}
