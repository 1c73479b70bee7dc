package search

import (
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Case returns the findings as evidence for package verdict.
func (f *Findings) Case(in *Input) *verdict.Case {
	c := &verdict.Case{
		Machine: in.Machine, Progress: f.Progress, Mathematical: f.Mathematical,
		Facts: f.Facts(), Evidence: map[obligation.Obligation]verdict.Evidence{}, Bound: f.Bound(in), Children: in.Children,
	}
	if len(in.Graphs) > 0 {
		c.Params = in.Graphs[0].Params
	}
	for i := range f.Answers {
		c.Evidence[f.Answers[i].Obligation] = f.Answers[i].Evidence
	}
	return c
}

// Facts returns the candidates that stand, with their proofs.
func (f *Findings) Facts() (facts []verdict.Fact) {
	for i := range f.Candidates {
		c := &f.Candidates[i]
		if !c.Stands {
			continue
		}
		fact := verdict.Fact{Claim: c.Claim}
		for _, l := range c.lemmas {
			fact.Lemmas = append(fact.Lemmas, l.Lemma)
		}
		facts = append(facts, fact)
	}
	return facts
}
