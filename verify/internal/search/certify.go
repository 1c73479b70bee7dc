package search

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// certify looks for the proofs of an obligation. It also returns the first problem that
// could not be proved, or nil if there is none or the prover is done.
func certify(prover *solve.Prover, theory *encode.Theory, ranked *core.Machine, o obligation.Obligation) (out Answer, failed *encode.Problem) {
	out = Answer{Obligation: o, Status: obligation.Proved, Evidence: verdict.Evidence{Assumed: theory.Claims()}}
	if prover.Done() {
		out.Status, out.Evidence = obligation.Unknown, verdict.Evidence{}
		return out, nil
	}
	if o.Kind == obligation.Decrease {
		out.Change = change(theory, ranked, o.Transition)
	}
	problems := theory.Problems(ranked, o)
	if len(problems) == 0 {
		out.Status = obligation.Unknown
	}
	for _, p := range problems {
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

// change formats the change of each component of the progress function on a transition,
// as a simplified polynomial over the payload and the values before the step.
func change(theory *encode.Theory, ranked *core.Machine, transition int) (list []string) {
	e := theory.Step(transition)
	for _, c := range encode.Components(e, ranked, transition) {
		list = append(list, e.Text(c.After.Sub(c.Before)))
	}
	slices.Reverse(list)
	return list
}

// example returns values that satisfy the facts of a problem and violate its goal, such as
// "providers = 0, remaining = 1". It returns "" if none are found. The machine need not
// be able to reach these values.
func example(prover *solve.Prover, p encode.Problem) string {
	values, ok := prover.Model(append(slices.Clip(p.Facts), certificate.Not(p.Goal)), solve.DefaultLimit)
	if !ok {
		return ""
	}
	e := p.Encoder()
	var parts []string
	for _, s := range e.Named() {
		if _, given := values[s]; given {
			parts = append(parts, e.Name(s)+" = "+written(e, s, values.Value(s)))
		}
	}
	return strings.Join(parts, ", ")
}

// written returns a value of a symbol as the spec writes it.
func written(e *encode.Encoder, s certificate.Symbol, value *big.Int) string {
	number := value.Int64()
	switch t := e.Type(s); t.Kind {
	case expr.Bool:
		return strconv.FormatBool(number != 0)
	case expr.Enumerated:
		if number >= 0 && number < int64(len(t.Enum.Values)) {
			return t.Enum.Values[number]
		}
	case expr.String:
		if text, ok := e.String(number); ok {
			return strconv.Quote(text)
		}
		return "another string"
	}
	return value.String()
}
