package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
)

// maxCases limits the cases of one transition in the search for a lexicographic progress
// function.
const maxCases = 24

// maxCountedCases is that limit in the search for potentials of counts. Cases are not excluded before
// they are counted.
const maxCountedCases = 8

// maxApart limits the variables by which a step is split into cases.
const maxApart = 3

// parts splits a step into one step for each of its cases, and further by whether it
// increases or decreases each variable that it does not change by a constant.
func (l *linear) parts(m *core.Machine, step ranking.Step, e *encode.Encoder, t *core.Transition) (steps []ranking.Step) {
	var changes []certificate.Poly
	for _, u := range t.Updates {
		x := m.Vars[u.Var]
		if x.Type.Kind != expr.Int || !m.Exists(u.Var, t.From) {
			continue
		}
		change := e.Poly(u.Value).Sub(certificate.Variable(e.Symbol(x.Symbol)))
		if !change.Number() && len(changes) < maxApart {
			changes = append(changes, change)
		}
	}
	cases := step.Cases
	for _, change := range changes {
		if l.prover.Done() {
			return nil
		}
		var next []ranking.Case
		for _, c := range cases {
			up := certificate.AtLeastZero(change)
			next = append(next, append(slices.Clip(c), up), append(slices.Clip(c), certificate.Not(up)))
		}
		if next = slices.DeleteFunc(next, l.impossible); len(next) <= maxCases {
			cases = next
		}
	}
	for _, c := range cases {
		steps = append(steps, ranking.Step{From: step.From, To: step.To, Cases: []ranking.Case{c}, After: step.After})
	}
	return steps
}

// cases converts facts to a list of cases, each a conjunction. It omits impossible cases,
// facts about the largest int, and disjunctions that would give too many cases.
func (l *linear) cases(facts []certificate.Formula) []ranking.Case {
	word := l.vocabulary.Encoder.Word()
	var atoms ranking.Case
	var choices []certificate.Formula
	var flatten func(certificate.Formula)
	flatten = func(f certificate.Formula) {
		switch {
		case f.Op == certificate.All:
			for _, part := range f.Parts {
				flatten(part)
			}
		case f.Op == certificate.Any && len(f.Parts) == 1:
			flatten(f.Parts[0])
		case f.Op == certificate.Any:
			choices = append(choices, f)
		case !large(word, f.Poly):
			atoms = append(atoms, f)
		}
	}
	for _, f := range facts {
		flatten(f)
	}
	all := []ranking.Case{atoms}
	for _, choice := range choices {
		if l.prover.Done() {
			return nil
		}
		if l.counted != nil && len(all)*len(choice.Parts) > maxCountedCases {
			continue
		}
		var next []ranking.Case
		for _, c := range all {
			l.prover.Charge(len(c) * len(choice.Parts))
			for _, part := range choice.Parts {
				for _, inner := range alone(word, part) {
					next = append(next, slices.Concat(c, inner))
				}
			}
		}
		if len(next) > maxCases {
			next = slices.DeleteFunc(next, l.impossible)
		}
		if len(next) <= maxCases {
			all = next
		}
	}
	return slices.DeleteFunc(all, l.impossible)
}

// alone returns the cases of a single formula.
func alone(word certificate.Symbol, f certificate.Formula) []ranking.Case {
	switch f.Op {
	case certificate.Any:
		var out []ranking.Case
		for _, part := range f.Parts {
			out = append(out, alone(word, part)...)
		}
		return out
	case certificate.All:
		out := []ranking.Case{nil}
		for _, part := range f.Parts {
			var next []ranking.Case
			for _, c := range out {
				for _, inner := range alone(word, part) {
					next = append(next, slices.Concat(c, inner))
				}
			}
			if len(next) <= 4*maxCases {
				out = next
			}
		}
		return out
	}
	if large(word, f.Poly) {
		return []ranking.Case{nil}
	}
	return []ranking.Case{{f}}
}

// large reports whether p mentions the largest int, which no function reads.
func large(word certificate.Symbol, p certificate.Poly) bool {
	return slices.ContainsFunc(p, func(t certificate.Term) bool { return slices.Contains(t.Symbols, word) })
}

// caseWork limits the work to show that a case is impossible.
const caseWork = 20_000

func (l *linear) impossible(c ranking.Case) bool { return l.prover.Refute(c, caseWork) != nil }
