package synthesis

// maxMonomials bounds the columns of a linear system.
const maxMonomials = 120

// monomial is a product of symbols, by their index, in ascending order with
// repetitions; none is the constant 1.
type monomial []int

// monomials lists those of n symbols up to a degree, low degrees first, or
// returns nil when there are too many.
func monomials(n, degree int) []monomial {
	all := []monomial{nil}
	last := all
	for range degree {
		var next []monomial
		for _, m := range last {
			from := 0
			if len(m) > 0 {
				from = m[len(m)-1]
			}
			for i := from; i < n; i++ {
				next = append(next, append(m[:len(m):len(m)], i))
			}
			if len(all)+len(next) > maxMonomials {
				return nil
			}
		}
		all, last = append(all, next...), next
	}
	return all
}

// of computes the value at a row. It wraps around like Go's int: a wrong value
// costs a candidate, or its proof.
func (m monomial) of(r row) int64 {
	v := int64(1)
	for _, i := range m {
		v *= r.values[i]
	}
	return v
}
