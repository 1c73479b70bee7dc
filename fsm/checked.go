package fsm

import (
	"math"
	"strconv"
	"time"
)

// Checked computes with ints and notes whether a result does not fit. Its methods Most and Time then return the largest value, which
// stands for a limit that is too large to be written, and forget the overflow. The zero value has noted none. Generated code uses it for
// limits, which must never be too low.
type Checked struct{ over bool }

// small are ints whose product fits in an int, if they are not negative and below it.
const small = 1 << (strconv.IntSize/2 - 1)

// Add returns x + y.
func (c *Checked) Add(x, y int) int {
	sum := x + y
	if (sum > x) != (y > 0) {
		c.over = c.over || y != 0
	}
	return sum
}

// Sub returns x - y.
func (c *Checked) Sub(x, y int) int {
	difference := x - y
	if (difference < x) != (y > 0) {
		c.over = c.over || y != 0
	}
	return difference
}

// Mul returns x * y.
func (c *Checked) Mul(x, y int) int {
	product := x * y
	if uint(x) < small && uint(y) < small {
		return product
	}
	if x != 0 && (product/x != y || x == -1 && y == math.MinInt) {
		c.over = true
	}
	return product
}

// Quo returns the quotient x / y, rounded toward zero. A division by zero counts as an overflow.
func (c *Checked) Quo(x, y int) int {
	if y == 0 || x == math.MinInt && y == -1 {
		c.over = true
		return 0
	}
	return x / y
}

// Rem returns the remainder x % y. A division by zero counts as an overflow.
func (c *Checked) Rem(x, y int) int {
	if y == 0 {
		c.over = true
		return 0
	}
	return x % y
}

// Most returns n, or [math.MaxInt] if a result since the last limit does not fit in an int.
func (c *Checked) Most(n int) int {
	if c.over {
		c.over = false
		return math.MaxInt
	}
	return n
}

// Time returns n times a unit, or the longest [time.Duration] if that or a result since the last limit does not fit.
func (c *Checked) Time(n int, unit time.Duration) time.Duration {
	if c.over || unit > 0 && int64(n) > math.MaxInt64/int64(unit) {
		c.over = false
		return math.MaxInt64
	}
	return time.Duration(n) * unit
}
