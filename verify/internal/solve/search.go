package solve

import "github.com/fsmgen/fsmgen/verify/certificate"

// search is the state of one search. Its parts share the monomials and the work.
type search struct {
	ms   *monomials
	work *work
	// derive makes facts, infer concludes from those of a node, lp finds points where they
	// hold, products finds products of them, and trial tries values as a model.
	derive   *derivation
	infer    *inference
	lp       *linear
	products *multiplier
	trial    *trial
	// given are the facts of the hypotheses; root is where they are known.
	given []*fact
	root  node
	// thorough makes the search go on to the next case when one fails, in
	// the hope of a model.
	thorough bool
}

func newSearch(hypotheses []certificate.Formula, limit int) *search {
	ms, work, derive := newMonomials(), &work{left: limit}, &derivation{}
	return &search{
		ms:       ms,
		work:     work,
		derive:   derive,
		infer:    &inference{ms: ms, work: work, derive: derive},
		lp:       &linear{ms: ms, work: work},
		products: &multiplier{ms: ms, work: work},
		trial:    &trial{ms: ms, work: work, hypotheses: hypotheses, compiled: ms.compile(hypotheses)},
	}
}

// work is what a search may still do, in operations on coefficients.
type work struct{ left int }

// spend uses up work and reports whether any is left.
func (w *work) spend(n int) bool {
	w.left -= n
	return w.left > 0
}
