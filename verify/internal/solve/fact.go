package solve

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// formula is a certificate.Formula with its polynomial converted.
type formula struct {
	op    certificate.Op
	p     poly
	parts []*formula
}

// compile converts formulas.
func (ms *monomials) compile(list []certificate.Formula) []*formula {
	n := 0
	for i := range list {
		n += len(list[i].Poly)
	}
	terms, formulas, out := make([]term, n), make([]formula, len(list)), make([]*formula, len(list))
	for i := range list {
		f := &list[i]
		n := len(f.Poly)
		formulas[i] = formula{op: f.Op, p: ms.polynomial(f.Poly, terms[:0:n])}
		terms, out[i] = terms[n:], &formulas[i]
		if len(f.Parts) > 0 {
			out[i].parts = ms.compile(f.Parts)
		}
	}
	return out
}

// rule is how a fact came to be known.
type rule int

const (
	hypothesis rule = iota
	take            // conjunct index of facts[0]
	cut             // sum, divided and rounded
	equate          // sum of products that are zero
	squeeze         // facts[0] and facts[1] are each other's negation
	assumed         // the fact of a case
)

// fact is a formula that is known at a node of the search, with what the
// certificate needs to derive it.
type fact struct {
	// id numbers facts in the order of derivation, hypotheses first.
	id int
	*formula
	rule  rule
	index int
	facts [2]*fact
	sum   []multiple
	cases caseSet
}

// multiple is an integer times a product of facts times a monomial; see
// certificate.Multiple.
type multiple struct {
	by    number
	facts []*fact
	m     monomial
}

// caseSet is a set of cases, by depth, that a fact or a proof depends on. It
// may name too many, because all depths from the last bit on share it and
// cases further down are not removed, but never too few.
type caseSet uint64

func caseAt(depth int) caseSet { return 1 << min(depth, 63) }

func casesOf(sum []multiple) caseSet {
	var c caseSet
	for _, m := range sum {
		for _, f := range m.facts {
			c |= f.cases
		}
	}
	return c
}

func (f *fact) equality() bool { return f.op == certificate.Zero }

// derivation makes the facts of a search and numbers them.
type derivation struct {
	// count is the number of facts so far.
	count int
}

func (d *derivation) fact(f fact) *fact {
	f.id = d.count
	d.count++
	return &f
}

func (d *derivation) take(from *fact, part int) *fact {
	return d.fact(fact{formula: from.parts[part], rule: take, index: part, facts: [2]*fact{from}, cases: from.cases})
}

// assume returns the fact of a case at the given depth.
func (d *derivation) assume(f *formula, depth int) *fact {
	return d.fact(fact{formula: f, rule: assumed, cases: caseAt(depth)})
}

// sum returns the fact that p, the sum of multiples, is at least zero, or
// is zero where every multiple is.
func (d *derivation) sum(p poly, zero bool, sum []multiple) *fact {
	f := fact{formula: &formula{op: certificate.NonNegative}, rule: cut, sum: sum, cases: casesOf(sum)}
	g := p.rest().content()
	if zero {
		f.op, f.rule = certificate.Zero, equate
		g = p.content()
	}
	if g.isZero() {
		g = whole(1)
	}
	f.p = p.divided(g)
	return d.fact(f)
}

func (d *derivation) squeeze(above, below *fact) *fact {
	return d.fact(fact{
		formula: &formula{op: certificate.Zero, p: above.p},
		rule:    squeeze,
		facts:   [2]*fact{above, below},
		cases:   above.cases | below.cases,
	})
}

// once is the combination of one fact.
func once(by int64, f *fact) multiple {
	return multiple{by: whole(by), facts: []*fact{f}}
}

// definition is an equality solved for a symbol that occurs in it once, with
// the coefficient sign, 1 or -1.
type definition struct {
	symbol certificate.Symbol
	sign   int64
	by     *fact
}

// node is what is known at one point of the search. Its slices are its own.
type node struct {
	// atoms are the inequalities and equalities, in lowest terms, free of
	// defined symbols, and no two parallel unless they bound both sides.
	atoms []*fact
	// directions are those of the atoms, which insertAtom looks through for parallel
	// ones.
	directions  []uint64
	disjunctive []*fact
	definitions []definition
	// depth counts the enclosing cases.
	depth int
	// branches counts those that are of branches on a polynomial.
	branches int
	// low and high bound monomials; they are rebuilt by bound.
	low, high []*fact
}

// add adds an atom.
func (n *node) add(f *fact, direction uint64) {
	n.atoms, n.directions = append(n.atoms, f), append(n.directions, direction)
}

// remove removes the atom with an index.
func (n *node) remove(i int) {
	n.atoms, n.directions = slices.Delete(n.atoms, i, i+1), slices.Delete(n.directions, i, i+1)
}

// rows returns the atoms as rows of a linear program.
func (n *node) rows() []row {
	rows, atoms := make([]row, len(n.atoms)), slices.Clone(n.atoms)
	for i, f := range atoms {
		rows[i] = row{p: f.p, zero: f.equality(), facts: atoms[i : i+1 : i+1]}
	}
	return rows
}

func (n *node) clone() *node {
	return &node{
		atoms:       slices.Clone(n.atoms),
		directions:  slices.Clone(n.directions),
		disjunctive: slices.Clone(n.disjunctive),
		definitions: slices.Clone(n.definitions),
		depth:       n.depth,
		branches:    n.branches,
	}
}
