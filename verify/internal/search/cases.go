package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// maxCases bounds the cases of one transition in the search for a lexicographic
// progress function.
const maxCases = 24

// maxApart bounds the variables by which a step is taken apart.
const maxApart = 3

// parts makes a step of each case of a step, and of whether it raises variables
// that it changes by no certain number.
func parts(m *core.Machine, step ranking.Step, e *encode.Encoder, t *core.Transition) (steps []ranking.Step) {
	var changes []certificate.Poly
	for _, u := range t.Updates {
		x := m.Vars[u.Var]
		if x.Type.Kind != expr.Int || !m.Exists(u.Var, t.From) {
			continue
		}
		change := e.Poly(u.Value).Sub(certificate.Variable(e.Symbol(x.Symbol)))
		if !notation.Constant(change) && len(changes) < maxApart {
			changes = append(changes, change)
		}
	}
	cases := step.Cases
	for _, change := range changes {
		var next []ranking.Case
		for _, c := range cases {
			up := certificate.AtLeastZero(change)
			next = append(next, append(slices.Clip(c), up), append(slices.Clip(c), certificate.Not(up)))
		}
		if next = slices.DeleteFunc(next, impossible); len(next) <= maxCases {
			cases = next
		}
	}
	for _, c := range cases {
		steps = append(steps, ranking.Step{From: step.From, To: step.To, Cases: []ranking.Case{c}, After: step.After})
	}
	return steps
}

// cases brings facts into cases that are conjunctions, without those that are
// impossible, and without what is about the largest int, word. Disjunctions that
// make too many are left out.
func cases(word certificate.Symbol, facts []certificate.Formula) []ranking.Case {
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
		var next []ranking.Case
		for _, c := range all {
			for _, part := range choice.Parts {
				for _, inner := range alone(word, part) {
					next = append(next, slices.Concat(c, inner))
				}
			}
		}
		if len(next) > maxCases {
			next = slices.DeleteFunc(next, impossible)
		}
		if len(next) <= maxCases {
			all = next
		}
	}
	return slices.DeleteFunc(all, impossible)
}

// alone returns the cases of one formula.
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

// large reports whether p is about the largest int, which no function depends
// on.
func large(word certificate.Symbol, p certificate.Poly) bool {
	return slices.ContainsFunc(p, func(t certificate.Term) bool { return slices.Contains(t.Symbols, word) })
}

// caseWork bounds the work to see that a case is impossible.
const caseWork = 20_000

func impossible(c ranking.Case) bool {
	proof, _ := solve.Refute(c, caseWork)
	return proof != nil
}
