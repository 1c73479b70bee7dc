package counter

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
)

// maxSigns limits the variables whose signs are considered.
const maxSigns = 8

// signs returns conditions on the signs of variables that hold for the given values, and
// that the cycle keeps if the given conditions hold as well.
func (in *Input) signs(w *cycle, atoms []notation.Relation, vars []int64) (out []notation.Relation) {
	by := func(s certificate.Symbol) (certificate.Poly, bool) {
		p, ok := w.after[s]
		return p, ok
	}
	for i, x := range in.Machine.Vars {
		if x.Type.Kind != expr.Int || len(out) == maxSigns {
			continue
		}
		p := certificate.Variable(w.vocabulary.Encoder.Symbol(x.Symbol))
		if _, ok := notation.Replace(p, by); !ok {
			continue
		}
		switch {
		case vars[i] > 0:
			p = p.Sub(certificate.Constant(1))
		case vars[i] < 0:
			p = p.Neg().Sub(certificate.Constant(1))
		}
		out = append(out, notation.Relation{Poly: p})
	}
	for again := true; again; {
		again = false
		facts := slices.Clone(w.vocabulary.Encoder.Facts())
		for _, a := range slices.Concat(atoms, out) {
			facts = append(facts, a.Formula())
		}
		out = slices.DeleteFunc(out, func(a notation.Relation) bool {
			after, ok := notation.Replace(a.Poly, by)
			drop := !ok || in.Prover.Prove(facts, certificate.AtLeastZero(after)) == nil
			again = again || drop
			return drop
		})
	}
	return out
}
