package solve

import "slices"

// tableau is a system of rows for the simplex method without an objective
// (Dutertre and de Moura, CAV 2006), in integers. Every row has a slack, its
// value, that must be at least 0, or 0 for an equality. Each line is an
// identity between a basic unknown and the unknowns of the columns:
//
//	den * basic == a[0]*column[0] + a[1]*column[1] + ... + c
//
// Unknowns are slacks, numbered from 0, and monomials m, written ^m. Once the
// monomials are basic, the columns stand for slacks that are 0, and a line
// whose slack is negative and can only fall is a proof by Farkas' lemma: its
// coefficients are the multipliers.
type tableau struct {
	rows    []*row
	lines   []line
	columns []int
	// solved are the lines of monomials. When the line of a column was set aside, the columns up
	// to that one were those after, and the others those before.
	solved        []solved
	before, after []int
}

type line struct {
	basic int
	den   number
	a     []number
	c     number
}

type solved struct {
	line
	column int
}

// linear finds points at which rows hold over the rationals.
type linear struct {
	ms   *monomials
	work *work
	// seen is memory for presolve, and cells for a tableau at a time.
	seen  occurrences
	cells []number
}

// feasible looks for a rational solution of rows. Without one it returns a
// combination of rows that is a negative constant. It returns neither when
// the work allowed is used up.
func (s *linear) feasible(rows []row) (p point, ok bool, contradiction []multiple) {
	kept, removed := s.presolve(rows)
	t := s.newTableau(kept)
	s.eliminate(t)
	for {
		i, k := t.entering()
		switch {
		case s.work.left <= 0:
			return point{}, false, nil
		case i < 0:
			p = t.solution(len(s.ms.symbols))
			s.restore(&p, removed)
			return p, true, nil
		case k < 0:
			return point{}, false, t.farkas(i)
		}
		s.pivot(t, i, k)
	}
}

func (s *linear) newTableau(rows []*row) *tableau {
	column := make([]int, len(s.ms.symbols))
	t := &tableau{rows: rows, lines: make([]line, len(rows))}
	for _, r := range rows {
		for _, term := range r.p.rest() {
			if column[term.m] == 0 {
				t.columns = append(t.columns, ^int(term.m))
				column[term.m] = len(t.columns)
			}
		}
	}
	width := len(t.columns)
	cells := s.memory(width * len(rows))
	s.work.spend(len(cells) / 4)
	for i, r := range rows {
		a := cells[i*width : (i+1)*width : (i+1)*width]
		for _, term := range r.p.rest() {
			a[column[term.m]-1] = term.c
		}
		t.lines[i] = line{basic: i, den: whole(1), a: a, c: r.p.constant()}
	}
	return t
}

// memory returns that many numbers that are 0, until it is called again.
func (s *linear) memory(size int) []number {
	if size > len(s.cells) {
		s.cells = make([]number, size)
		return s.cells
	}
	clear(s.cells[:size])
	return s.cells[:size:size]
}

// eliminate makes the monomials basic and sets their lines aside.
func (s *linear) eliminate(t *tableau) {
	t.before = slices.Clone(t.columns)
	for k := range t.columns {
		best, cost := -1, 0
		for i := range t.lines {
			l := &t.lines[i]
			if l.a[k].isZero() {
				continue
			}
			c := 0
			for _, a := range l.a {
				if !a.isZero() {
					c++
				}
			}
			if !l.a[k].abs().isOne() {
				c += len(l.a)
			}
			// An equality costs nothing: its column stays 0.
			if t.rows[l.basic].zero {
				c -= 4 * len(l.a)
			}
			if best < 0 || c < cost {
				best, cost = i, c
			}
		}
		if best < 0 {
			continue
		}
		s.pivot(t, best, k)
		t.solved = append(t.solved, solved{t.lines[best], k})
		t.lines = append(t.lines[:best], t.lines[best+1:]...)
	}
	t.after = slices.Clone(t.columns)
}

// entering returns the line of the first slack that breaks its bound, and the
// column that repairs it, by Bland's rule: -1 when there is none.
func (t *tableau) entering() (broken, column int) {
	broken, column = -1, -1
	for i := range t.lines {
		l := &t.lines[i]
		if l.c.sign() < 0 || l.c.sign() > 0 && t.rows[l.basic].zero {
			if broken < 0 || l.basic < t.lines[broken].basic {
				broken = i
			}
		}
	}
	if broken < 0 {
		return broken, column
	}
	l := &t.lines[broken]
	for k, a := range l.a {
		if slack := t.columns[k]; slack >= 0 && !t.rows[slack].zero && a.sign()*l.c.sign() < 0 {
			if column < 0 || slack < t.columns[column] {
				column = k
			}
		}
	}
	return broken, column
}

// pivot exchanges the basic unknown of line i with column k.
func (s *linear) pivot(t *tableau, i, k int) {
	p := &t.lines[i]
	sign := p.a[k].sign()
	den := p.a[k].abs()
	for j := range p.a {
		switch {
		case j == k:
			p.a[j] = p.den
			if sign < 0 {
				p.a[j] = p.den.neg()
			}
		case sign > 0:
			p.a[j] = p.a[j].neg()
		}
	}
	if sign > 0 {
		p.c = p.c.neg()
	}
	p.den = den
	p.basic, t.columns[k] = t.columns[k], p.basic
	for j := range t.lines {
		l := &t.lines[j]
		if j == i || l.a[k].isZero() {
			continue
		}
		s.work.spend(len(l.a))
		g := gcd(l.a[k], p.den)
		b, d := l.a[k].div(g), p.den.div(g)
		l.a[k] = number{}
		for x := range l.a {
			if !d.isOne() {
				l.a[x] = l.a[x].mul(d)
			}
			if !p.a[x].isZero() {
				l.a[x] = l.a[x].add(b.mul(p.a[x]))
			}
		}
		l.c = l.c.mul(d).add(b.mul(p.c))
		l.den = l.den.mul(d)
		l.shorten()
	}
}

// shorten divides a line by what its numbers have in common.
func (l *line) shorten() {
	g := gcd(l.den, l.c)
	for _, a := range l.a {
		if g.isOne() {
			return
		}
		g = gcd(g, a)
	}
	if g.isOne() {
		return
	}
	l.den, l.c = l.den.div(g), l.c.div(g)
	for j := range l.a {
		l.a[j] = l.a[j].div(g)
	}
}

// farkas returns the contradiction of a broken line that nothing repairs.
func (t *tableau) farkas(broken int) []multiple {
	l := &t.lines[broken]
	sign := whole(int64(-l.c.sign()))
	sum := []multiple{t.rows[l.basic].multiple(l.den.mul(sign))}
	for k, a := range l.a {
		if !a.isZero() {
			sum = append(sum, t.rows[t.columns[k]].multiple(a.mul(sign).neg()))
		}
	}
	return sum
}

// solution returns the values of the monomials where the columns are 0.
func (t *tableau) solution(monomials int) point {
	p := newPoint(monomials)
	slack := make([]ratio, len(t.rows))
	for i := range slack {
		slack[i] = integral(number{})
	}
	for _, l := range t.lines {
		slack[l.basic] = newRatio(l.c, l.den)
	}
	for i := len(t.solved) - 1; i >= 0; i-- {
		l := t.solved[i]
		v := integral(l.c)
		for k, a := range l.a {
			u := t.before[k]
			if k <= l.column {
				u = t.after[k]
			}
			if u >= 0 {
				v = v.plusTimes(a, slack[u])
			} else {
				v = v.plusTimes(a, p.value[^u])
			}
		}
		p.value[^l.basic] = v.over(l.den)
		p.set[^l.basic] = true
	}
	for _, u := range t.columns {
		if u < 0 {
			p.set[^u] = true
		}
	}
	return p
}
