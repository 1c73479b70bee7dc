package solve

import "slices"

// solvedBy marks a line whose unknown, which is 0, stands for an equation.
const solvedBy = -1

// eliminate gives each equation a line, and makes another unknown basic there,
// so that the equation is kept from then on. Nothing but multiples of 0 is added
// to the numbers of lines, so that they stay at least 0.
func (t *simplex) eliminate(c *Cone) bool {
	if t.left -= len(c.equations) * c.unknowns; t.left <= 0 {
		return false
	}
	for _, parts := range c.equations {
		l := line{basic: solvedBy, den: whole(1), a: make([]number, c.unknowns)}
		for _, p := range parts {
			l.a[p.Unknown] = fromBig(p.By)
		}
		t.lines = append(t.lines, l)
	}
	f := newFilling(t)
	for {
		i, k := f.sparsest(t)
		if i < 0 {
			break
		}
		if t.left <= 0 {
			return false
		}
		f.pivot(t, i, k)
	}
	// What is left of the equations says 0 == 0.
	t.lines = slices.DeleteFunc(t.lines, func(l line) bool { return l.basic == solvedBy })
	return true
}

// filling counts what is not 0 in the lines and columns of a simplex, and knows
// the lines that are still equations.
type filling struct {
	widths, counts []int
	equations      []int
}

func newFilling(t *simplex) *filling {
	f := &filling{widths: make([]int, len(t.lines)), counts: make([]int, len(t.columns))}
	for i := range t.lines {
		f.tally(t, i, 1)
		if t.lines[i].basic == solvedBy {
			f.equations = append(f.equations, i)
		}
	}
	return f
}

// tally adds what is not 0 in a line, or takes it off.
func (f *filling) tally(t *simplex, line, by int) {
	for k, a := range t.lines[line].a {
		if !a.isZero() {
			f.counts[k] += by
			f.widths[line] += by
		}
	}
}

// sparsest returns an equation and a column to exchange, such that few numbers
// are filled in: of the shortest equations the column with the fewest others,
// and one that needs no dividing before others (Markowitz, Management Science
// 3, 1957). The line is -1 when no equation is left.
func (f *filling) sparsest(t *simplex) (line, column int) {
	f.equations = slices.DeleteFunc(f.equations, func(i int) bool { return f.widths[i] == 0 || t.lines[i].basic != solvedBy })
	if len(f.equations) == 0 {
		return -1, -1
	}
	line = slices.MinFunc(f.equations, func(i, j int) int { return f.widths[i] - f.widths[j] })
	best := -1
	for k, a := range t.lines[line].a {
		if a.isZero() {
			continue
		}
		cost := f.counts[k]
		if !a.abs().isOne() {
			cost += len(t.lines)
		}
		if best < 0 || cost < best {
			column, best = k, cost
		}
	}
	t.left -= len(f.equations) + len(t.columns)
	return line, column
}

// pivot makes column k basic in line i, and drops what was basic there.
func (f *filling) pivot(t *simplex, i, k int) {
	var touched []int
	for j := range t.lines {
		if !t.lines[j].a[k].isZero() {
			touched = append(touched, j)
			f.tally(t, j, -1)
		}
	}
	t.left -= len(t.lines) + len(touched)*len(t.columns)/2
	t.pivot(i, k)
	t.drop(k)
	f.counts[k] = f.counts[len(t.columns)]
	f.counts = f.counts[:len(t.columns)]
	for _, j := range touched {
		f.tally(t, j, 1)
	}
}
