package explore

import (
	"math"
	"math/bits"

	"github.com/fsmgen/fsmgen/spec/core"
)

// radix packs a configuration into one word, as a number whose digits are the
// values: first the variables that always exist, then the data of the state,
// then the state. Every state counts only its own data, so that the words are
// dense: they run from 0 to total-1.
//
// A variable whose range is unknown or very large gets a window around its
// first value. A value outside the range or the window has no word.
type radix struct {
	digits []digit // by variable
	// data says which states have data that count.
	data []bool
	// unit is the number of values of the variables outside of states.
	unit uint64
	// first is, for each state, how many data values the states before it
	// have together; its last element is that of all states.
	first []uint64
	total uint64
	// short says that total is at most 2^32 and inverse is that of total.
	short   bool
	inverse uint64
	// plain says that no state has data that count.
	plain bool
	// strict says that every range and window lies within the claims.
	strict bool
}

// digit is the place of a variable in a word.
type digit struct {
	lo   int64  // the value of digit 0
	size uint64 // the number of values
	// weight is what one unit of the digit adds to the word.
	weight uint64
	// inverse is that of weight times size.
	inverse uint64
	// owner is the state whose datum the variable is, or always, or never.
	owner int
}

// Owners that are not states.
const (
	always = -1
	never  = -2 // an opaque variable, which has no value here
)

// newRadix lays out the machine, or reports that it does not fit.
func newRadix(m *core.Machine, claims []claim, start []int64) (*radix, bool) {
	for _, width := range []uint{62, 32, 28, 24, 20, 16, 14, 12, 10, 8} {
		if r, ok := layOut(m, claims, start, width); ok {
			return r, true
		}
	}
	return nil, false
}

// layOut lays out the machine with at most 2^width values for a variable.
func layOut(m *core.Machine, claims []claim, start []int64, width uint) (*radix, bool) {
	r := &radix{digits: make([]digit, len(m.Vars)), data: make([]bool, len(m.States)), unit: 1, strict: true}
	for v := range r.digits {
		if !m.Vars[v].Type.Scalar() {
			r.digits[v] = digit{owner: never, size: 1}
			continue
		}
		lo, hi := window(claims[v], start[v], width)
		r.digits[v] = digit{lo: lo, size: uint64(hi) - uint64(lo) + 1, owner: m.Vars[v].State}
		r.strict = r.strict && claims[v].within(lo, hi)
	}
	fits := true
	times := func(x, y uint64) uint64 {
		high, low := bits.Mul64(x, y)
		fits = fits && high == 0 && low < 1<<62
		return low
	}
	r.unit = r.place(always, 1, times)
	if !fits {
		return nil, false
	}
	var sum uint64
	for s := range m.States {
		r.first = append(r.first, sum)
		size := r.place(s, r.unit, times) / r.unit
		r.data[s] = size > 1
		sum += size
	}
	r.first = append(r.first, sum)
	r.total = times(sum, r.unit)
	r.plain = sum == uint64(len(m.States))
	r.short = r.total <= 1<<32
	r.inverse = inverse(r.total)
	return r, fits
}

// place gives the variables of an owner their weights, from weight upward, and
// returns the next weight.
func (r *radix) place(owner int, weight uint64, times func(x, y uint64) uint64) uint64 {
	for v := range r.digits {
		if d := &r.digits[v]; d.owner == owner {
			d.weight = weight
			weight = times(weight, d.size)
			d.inverse = inverse(weight)
		}
	}
	return weight
}

// window chooses the values that a variable can have.
func window(c claim, start int64, width uint) (lo, hi int64) {
	lo, hi = c.ends()
	size := uint64(1) << min(width, 32)
	if c.low && c.high {
		size = 1 << width
	}
	switch {
	case lo > hi:
		return lo, lo // an empty range: any value violates it
	case uint64(hi)-uint64(lo) < size:
		return lo, hi
	}
	start = min(max(start, lo), hi)
	if uint64(start)-uint64(lo) > size/4 {
		lo = start - int64(size/4)
	}
	if uint64(hi)-uint64(lo) >= size {
		hi = lo + int64(size-1)
	}
	return lo, hi
}

// inverse returns the reciprocal of n as a fraction of 2^64, rounded up.
func inverse(n uint64) uint64 { return math.MaxUint64/max(n, 1) + 1 }

// part returns the digit of the given size below the place whose weight has
// the given inverse. The fraction of word over that weight, times size, is the
// digit (Lemire, Kaser and Kurz, Software: Practice and Experience 2019); it
// is exact while word and weight are at most 2^32.
func part(word, inverse, size uint64) uint64 {
	high, _ := bits.Mul64(word*inverse, size)
	return high
}

// encode returns the word of a configuration, if it has one.
func (r *radix) encode(state int, vars []int64) (uint64, bool) {
	word := r.first[state] * r.unit
	for v := range r.digits {
		d := &r.digits[v]
		if d.owner != always && d.owner != state {
			continue
		}
		n := uint64(vars[v]) - uint64(d.lo)
		if n >= d.size {
			return 0, false
		}
		word += n * d.weight
	}
	return word, true
}

// split returns the state of a word, what the word is without it, and what the
// data of the state are in that.
func (r *radix) split(word uint64) (state int, rest, data uint64) {
	var high uint64
	if r.short {
		high = part(word, r.inverse, r.first[len(r.first)-1])
	} else {
		high = word / r.unit
	}
	if r.plain {
		return int(high), word - high*r.unit, 0
	}
	// The last state whose first is at most high.
	state, after := 0, len(r.first)-1
	for after-state > 1 {
		if mid := (state + after) / 2; r.first[mid] <= high {
			state = mid
		} else {
			after = mid
		}
	}
	return state, word - r.first[state]*r.unit, (high - r.first[state]) * r.unit
}

// value returns the value of a variable that exists, given what split left.
func (r *radix) value(v int, rest uint64) int64 {
	d := &r.digits[v]
	if r.short {
		return d.lo + int64(part(rest, d.inverse, d.size))
	}
	return d.lo + int64(rest/d.weight%d.size)
}

// bounds returns the smallest and the largest value of each variable.
func (r *radix) bounds() (low, high []int64) {
	low, high = make([]int64, len(r.digits)), make([]int64, len(r.digits))
	for v, d := range r.digits {
		low[v], high[v] = d.lo, d.lo+int64(d.size-1)
	}
	return low, high
}
