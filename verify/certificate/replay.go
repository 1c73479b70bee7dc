package certificate

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// What Replay accepts is bounded, so that a hostile proof cannot exhaust the
// stack or the memory. Proofs of real obligations stay far below.
const (
	maxDepth  = 1000    // nested cases
	maxProofs = 1 << 18 // nodes of the proof tree
	maxTerms  = 1 << 12 // terms of a polynomial
	maxDegree = 64      // symbols of a term
	maxBits   = 1 << 14 // bits of a coefficient
)

// Replay checks that proof shows the hypotheses to have no common integer
// solution. It recomputes every step; nil means that the claim is true. The
// error says which rule the first wrong step breaks.
func Replay(hypotheses []Formula, proof *Proof) error {
	c := checker{left: maxProofs}
	return c.check(slices.Clip(hypotheses), proof, 0)
}

type checker struct {
	// left is the number of proof nodes that may still be visited. A proof
	// may share nodes, so its depth alone does not bound the work.
	left int
}

// check replays one node of the proof, where known are the facts so far.
func (c *checker) check(known []Formula, proof *Proof, depth int) error {
	c.left--
	switch {
	case proof == nil:
		return errors.New("proof is missing")
	case depth > maxDepth:
		return fmt.Errorf("proof is nested deeper than %d", maxDepth)
	case c.left < 0:
		return fmt.Errorf("proof has more than %d nodes", maxProofs)
	}
	for i := range proof.Steps {
		f, err := derive(known, &proof.Steps[i])
		if err != nil {
			return fmt.Errorf("derive fact %d: %w", len(known), err)
		}
		known = append(known, f)
	}
	split, branch := proof.Split, proof.Branch
	switch {
	case len(proof.Contradiction) > 0 && split == nil && branch == nil:
		return contradict(known, proof.Contradiction)
	case len(proof.Contradiction) == 0 && split != nil && branch == nil:
		f, err := lookup(known, split.Fact)
		if err != nil {
			return err
		}
		if f.Op != Any {
			return fmt.Errorf("split: fact %d is not a disjunction", split.Fact)
		}
		return c.cases(known, f.Parts, split.Cases, depth)
	case len(proof.Contradiction) == 0 && split == nil && branch != nil:
		if err := validate(branch.On); err != nil {
			return err
		}
		return c.cases(known, []Formula{AtLeastZero(branch.On), AtLeastZero(below(branch.On))}, branch.Cases, depth)
	}
	return errors.New("proof must end in exactly one of contradiction, split and branch")
}

// cases replays a proof for each part, in which that part is known too.
func (c *checker) cases(known, parts []Formula, proofs []*Proof, depth int) error {
	if len(proofs) != len(parts) {
		return fmt.Errorf("%d cases have %d proofs", len(parts), len(proofs))
	}
	for i, part := range parts {
		// The cases may share the memory behind known: when one begins, the
		// facts of the one before are of no use any more.
		if err := c.check(append(known, part), proofs[i], depth+1); err != nil {
			return fmt.Errorf("case %d: %w", i, err)
		}
	}
	return nil
}

// derive returns the fact of a step.
func derive(known []Formula, s *Step) (Formula, error) {
	switch {
	case s.Take != nil && len(s.Cut) == 0 && len(s.Equate) == 0 && s.Squeeze == nil:
		f, err := lookup(known, s.Take.Fact)
		if err != nil {
			return Formula{}, err
		}
		if f.Op != All || s.Take.Part < 0 || s.Take.Part >= len(f.Parts) {
			return Formula{}, fmt.Errorf("take: fact %d has no conjunct %d", s.Take.Fact, s.Take.Part)
		}
		return f.Parts[s.Take.Part], nil
	case s.Take == nil && len(s.Cut) > 0 && len(s.Equate) == 0 && s.Squeeze == nil:
		sum, _, err := combine(known, s.Cut)
		return Formula{Op: NonNegative, Poly: divide(sum, divisor(sum, false))}, err
	case s.Take == nil && len(s.Cut) == 0 && len(s.Equate) > 0 && s.Squeeze == nil:
		sum, zero, err := combine(known, s.Equate)
		if err == nil && !zero {
			err = errors.New("equate: not every product is zero")
		}
		return Formula{Op: Zero, Poly: divide(sum, divisor(sum, true))}, err
	case s.Take == nil && len(s.Cut) == 0 && len(s.Equate) == 0 && s.Squeeze != nil:
		p, _, err := atom(known, s.Squeeze.Above)
		if err != nil {
			return Formula{}, err
		}
		q, _, err := atom(known, s.Squeeze.Below)
		if err != nil {
			return Formula{}, err
		}
		if len(p.Add(q)) != 0 {
			return Formula{}, errors.New("squeeze: the facts are not each other's negation")
		}
		return Formula{Op: Zero, Poly: p}, nil
	}
	return Formula{}, errors.New("step must be exactly one of take, cut, equate and squeeze")
}

// contradict checks that the sum of a combination is a negative constant.
func contradict(known []Formula, combination Combination) error {
	sum, _, err := combine(known, combination)
	if err != nil {
		return err
	}
	if len(sum) != 1 || len(sum[0].Symbols) != 0 || sum[0].Coeff.Sign() >= 0 {
		return errors.New("contradiction: the sum is not a negative constant")
	}
	return nil
}

// combine returns the sum of a combination, which is at least 0 wherever the
// known facts hold, and whether it is even 0 there.
func combine(known []Formula, combination Combination) (sum Poly, zero bool, err error) {
	zero = true
	for _, m := range combination {
		if m.By == nil || len(m.Facts) == 0 {
			return nil, false, errors.New("multiple lacks its factor or its facts")
		}
		product, isZero := Poly{{Coeff: m.By, Symbols: m.Symbols}}, false
		if err := validate(product); err != nil {
			return nil, false, err
		}
		for _, i := range m.Facts {
			p, equality, err := atom(known, i)
			if err != nil {
				return nil, false, err
			}
			if len(product)*len(p) > maxTerms {
				return nil, false, fmt.Errorf("polynomial has more than %d terms", maxTerms)
			}
			product, isZero = product.Mul(p), isZero || equality
			if err := validate(product); err != nil {
				return nil, false, err
			}
		}
		if !isZero && (m.By.Sign() < 0 || len(m.Symbols) > 0) {
			return nil, false, errors.New("inequality has a factor that may be negative")
		}
		sum, zero = sum.Add(product), zero && isZero
		if err := validate(sum); err != nil {
			return nil, false, err
		}
	}
	return sum, zero, nil
}

// lookup returns fact i.
func lookup(known []Formula, i int) (Formula, error) {
	if i < 0 || i >= len(known) {
		return Formula{}, fmt.Errorf("no fact %d among %d", i, len(known))
	}
	return known[i], nil
}

// atom returns the polynomial of fact i, and whether the fact is an equality.
func atom(known []Formula, i int) (p Poly, equality bool, err error) {
	f, err := lookup(known, i)
	if err != nil {
		return nil, false, err
	}
	if f.Op != NonNegative && f.Op != Zero {
		return nil, false, fmt.Errorf("fact %d is neither an inequality nor an equality", i)
	}
	return f.Poly, f.Op == Zero, validate(f.Poly)
}

// validate returns an error when p lacks a coefficient or is too large.
func validate(p Poly) error {
	if len(p) > maxTerms {
		return fmt.Errorf("polynomial has more than %d terms", maxTerms)
	}
	for _, t := range p {
		switch {
		case t.Coeff == nil:
			return errors.New("term lacks its coefficient")
		case len(t.Symbols) > maxDegree:
			return fmt.Errorf("term has more than %d symbols", maxDegree)
		case t.Coeff.BitLen() > maxBits:
			return fmt.Errorf("coefficient has more than %d bits", maxBits)
		}
	}
	return nil
}

// divisor returns the greatest common divisor of the coefficients of p, with
// or without the constant, or 1 when there are none.
func divisor(p Poly, constant bool) *big.Int {
	g := new(big.Int)
	for _, t := range p {
		if constant || len(t.Symbols) > 0 {
			g.GCD(nil, nil, g, new(big.Int).Abs(t.Coeff))
		}
	}
	if g.Sign() == 0 {
		g.SetInt64(1)
	}
	return g
}

// divide returns p with each coefficient divided by g > 0, rounded down.
func divide(p Poly, g *big.Int) Poly {
	quotient := make(Poly, len(p))
	for i, t := range p {
		// Euclidean division by a positive number rounds down.
		quotient[i] = Term{Coeff: new(big.Int).Div(t.Coeff, g), Symbols: t.Symbols}
	}
	return normal(quotient)
}
