package solve

import (
	"cmp"
	"math/big"
	"slices"
)

// Cone is a system of linear equations without constants over unknowns that are
// at least 0. All unknowns being 0 is a solution, and multiples of solutions are
// solutions. The zero value has no unknowns and no equations.
type Cone struct {
	unknowns  int
	equations [][]Part
}

// Part is a coefficient, which must not change, times an unknown.
type Part struct {
	Unknown int
	By      *big.Int
}

// Unknown adds an unknown and returns its number, from 0.
func (c *Cone) Unknown() int {
	c.unknowns++
	return c.unknowns - 1
}

// Equation adds that the sum of parts is 0. No two parts may be of one unknown.
func (c *Cone) Equation(parts []Part) { c.equations = append(c.equations, parts) }

// maxCells limits the coefficients of a system, each of which takes 16 bytes.
const maxCells = 1 << 22

// Maximize finds values for the unknowns with the largest sum of those in goals,
// none of which may exceed 1, and among these with the least weighted sum of
// all. Weights must not be negative; missing ones are 0. The limit bounds the
// work in operations on coefficients; the values are nil when it does not
// suffice or the system is too large, and left is what was not used of it. The result depends on the
// arguments alone.
func (c *Cone) Maximize(goals []int, weights []int64, limit int) (values []*big.Rat, left int) {
	if (len(goals)+len(c.equations))*c.unknowns > maxCells {
		return nil, 0
	}
	t := newSimplex(c, goals, limit)
	if !t.eliminate(c) {
		return nil, 0
	}
	objective := make([]number, c.unknowns)
	for _, g := range goals {
		objective[g] = whole(1)
	}
	if !t.maximize(objective) {
		return nil, max(0, t.left)
	}
	if !t.reaches(goals) {
		// Nothing weighs less than the solution in which all is 0.
		return zeros(c.unknowns), max(0, t.left)
	}
	objective = make([]number, c.unknowns)
	for i, w := range weights {
		objective[i] = whole(-w)
	}
	if !t.maximize(objective) {
		return nil, max(0, t.left)
	}
	values = zeros(c.unknowns)
	for _, l := range t.lines {
		if l.basic < c.unknowns {
			values[l.basic].SetFrac(l.c.toBig(), l.den.toBig())
		}
	}
	return values, max(0, t.left)
}

func zeros(n int) []*big.Rat {
	values := make([]*big.Rat, n)
	for i := range values {
		values[i] = new(big.Rat)
	}
	return values
}

// simplex is the primal simplex method on lines
//
//	den * basic == a[0]*column[0] + a[1]*column[1] + ... + c
//
// where all unknowns, and so all c, are at least 0. The slacks of goals below 1
// are numbered behind the unknowns of the cone.
type simplex struct {
	lines   []line
	columns []int
	left    int
	// tiny is by how much larger than it is the basic unknown of each line is taken to
	// be, times a number above 0 and below all others (Charnes, Econometrica 20, 1952).
	// It chooses among lines that are 0 at once, of which there are many, and that is
	// all: rounding makes no value wrong. It is nil as long as there are equations.
	tiny []float64
}

func newSimplex(c *Cone, goals []int, limit int) *simplex {
	t := &simplex{left: limit}
	for u := range c.unknowns {
		t.columns = append(t.columns, u)
	}
	for i, g := range goals {
		l := line{basic: c.unknowns + i, den: whole(1), a: make([]number, c.unknowns), c: whole(1)}
		l.a[g] = whole(-1)
		t.lines = append(t.lines, l)
	}
	return t
}

// pivot exchanges the basic unknown of line i with column k.
func (t *simplex) pivot(i, k int) {
	p := &t.lines[i]
	p.exchange(k)
	p.basic, t.columns[k] = t.columns[k], p.basic
	support := p.support()
	t.left -= len(t.lines) + len(p.a)
	for j := range t.lines {
		if j != i {
			t.left -= t.lines[j].substitute(k, p, support)
		}
	}
}

// exchange solves a line for column k, which then stands for what was basic.
func (l *line) exchange(k int) {
	sign := l.a[k].sign()
	den := l.a[k].abs()
	for j := range l.a {
		switch {
		case j == k:
			l.a[j] = l.den
			if sign < 0 {
				l.a[j] = l.den.neg()
			}
		case sign > 0:
			l.a[j] = l.a[j].neg()
		}
	}
	if sign > 0 {
		l.c = l.c.neg()
	}
	l.den = den
}

// support lists the columns of a line that are not 0.
func (l *line) support() (columns []int) {
	for k, a := range l.a {
		if !a.isZero() {
			columns = append(columns, k)
		}
	}
	return columns
}

// substitute puts a solved line, whose support is given, in the place of column k.
// It returns the work.
func (l *line) substitute(k int, p *line, support []int) (work int) {
	if l.a[k].isZero() {
		return 0
	}
	g := gcd(l.a[k], p.den)
	b, d := l.a[k].div(g), p.den.div(g)
	l.a[k] = number{}
	if !d.isOne() {
		for x := range l.a {
			l.a[x] = l.a[x].mul(d)
		}
		work += len(l.a)
	}
	for _, x := range support {
		l.a[x] = l.a[x].add(b.mul(p.a[x]))
	}
	l.c = l.c.mul(d).add(b.mul(p.c))
	if l.den = l.den.mul(d); !l.den.isOne() {
		l.shorten()
		work += len(l.a)
	}
	return work + len(support) + 1
}

// drop takes out column k, whose unknown stays 0.
func (t *simplex) drop(k int) {
	last := len(t.columns) - 1
	t.columns[k] = t.columns[last]
	t.columns = t.columns[:last]
	for i := range t.lines {
		a := t.lines[i].a
		a[k] = a[last]
		t.lines[i].a = a[:last]
	}
}

// maxLevel is how many exchanges in a row that gain nothing are chosen by size, for
// each line and column; after them Bland's rule keeps them from going round.
const maxLevel = 4

// maximize moves to values with the largest sum of weights times unknowns, and
// drops the columns that would lower it. It reports false when the work allowed
// is used up.
func (t *simplex) maximize(weights []number) bool {
	o := t.objective(weights)
	if t.tiny == nil {
		for i := range t.lines {
			t.tiny = append(t.tiny, 1+float64(i*7919%1009)/1009)
		}
	}
	for level := 0; ; {
		bland := level > maxLevel*(len(t.lines)+len(t.columns))
		k := t.entering(&o, bland)
		if k < 0 {
			break
		}
		i := t.leaving(k, bland)
		if i < 0 || t.left <= 0 {
			return false
		}
		if t.lines[i].c.isZero() {
			level++
		} else {
			level = 0
		}
		t.shift(i, k)
		t.pivot(i, k)
		t.left -= len(o.a) + o.substitute(k, &t.lines[i], t.lines[i].support())
	}
	for k := len(t.columns) - 1; k >= 0; k-- {
		if !o.a[k].isZero() {
			o.a[k] = o.a[len(t.columns)-1]
			t.drop(k)
			o.a = o.a[:len(t.columns)]
		}
	}
	return true
}

// reaches reports whether some goal is above 0.
func (t *simplex) reaches(goals []int) bool {
	return slices.ContainsFunc(t.lines, func(l line) bool { return !l.c.isZero() && slices.Contains(goals, l.basic) })
}

// step is how far column k can grow, as to what is tiny, before line i is below 0.
func (t *simplex) step(i, k int) float64 {
	l := &t.lines[i]
	return t.tiny[i] * (l.den.float() / -l.a[k].float())
}

// shift brings what is tiny along when column k grows until line i is 0.
func (t *simplex) shift(i, k int) {
	step := t.step(i, k)
	for j := range t.lines {
		l := &t.lines[j]
		if j == i || l.a[k].isZero() {
			continue
		}
		// The conversion rounds, so that all processors compute the same.
		t.tiny[j] += float64(step * (l.a[k].float() / l.den.float()))
		if l.c.isZero() && t.tiny[j] < 0 {
			t.tiny[j] = 0
		}
	}
	t.tiny[i] = step
}

// objective is the line of a weighted sum.
func (t *simplex) objective(weights []number) line {
	o := line{den: whole(1), a: make([]number, len(t.columns), len(t.columns)+len(t.lines))}
	at := func(u int) number {
		if u >= 0 && u < len(weights) {
			return weights[u]
		}
		return number{}
	}
	for k, u := range t.columns {
		o.a[k] = at(u)
	}
	for i := range t.lines {
		l := &t.lines[i]
		if at(l.basic).isZero() {
			continue
		}
		// A column of its own, for a moment.
		k := len(o.a)
		o.a = append(o.a, at(l.basic).mul(o.den))
		with := *l
		with.a = append(slices.Clone(l.a), number{})
		t.left -= len(o.a) + o.substitute(k, &with, with.support())
		o.a = o.a[:k]
	}
	return o
}

// entering returns a column that raises the objective, or -1: the one that does
// so the most, or the first by its unknown.
func (t *simplex) entering(o *line, first bool) int {
	best := -1
	for k, a := range o.a {
		if a.sign() <= 0 {
			continue
		}
		if best < 0 || first && t.columns[k] < t.columns[best] || !first && a.cmp(o.a[best]) > 0 {
			best = k
		}
	}
	return best
}

// leaving returns the line whose unknown is the first to be 0 when column k
// grows, or -1: of several that with the least that is tiny, or the first by its
// unknown.
func (t *simplex) leaving(k int, first bool) int {
	best := -1
	for i := range t.lines {
		l := &t.lines[i]
		if l.a[k].sign() >= 0 {
			continue
		}
		if best < 0 {
			best = i
			continue
		}
		b := &t.lines[best]
		// c/-a is compared without dividing.
		order := l.c.mul(b.a[k].neg()).cmp(b.c.mul(l.a[k].neg()))
		if order == 0 && !first {
			order = cmp.Compare(t.step(i, k), t.step(best, k))
		}
		if order < 0 || order == 0 && l.basic < b.basic {
			best = i
		}
	}
	return best
}
